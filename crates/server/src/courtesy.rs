//! The courtesies of the table: what is settled here and in no rulebook. Objections and verdicts cite these words
//! as they cite rules, so they open as rules do.

use serde_json::{Value, json};

/// Each word with its title and summary.
const COURTESIES: [(&str, &str, &str); 10] = [
    (
        "protocol",
        "Orders in their turn",
        "Only the side to move gives orders, and only orders that fit what the game waits for: the prompt says what \
         that is. A unit is taken up before it steps, an attack is begun before units join it. What you see is never \
         older than what you answer; if the board has changed meanwhile it is shown again.",
    ),
    (
        "dice",
        "Honest dice",
        "Before the game the server draws a secret seed and shows its digest. Every roll follows from that seed, the \
         number of the roll and a text from each side, sent with their last orders, so nobody can pick it. When the \
         game is over the seed is shown and anyone can verify the record. At one screen you may throw dice of your \
         own and enter them.",
    ),
    (
        "table.undo",
        "Taking back",
        "Your own orders may be taken back freely until dice fall or the other side acts. After that the other side \
         is asked and decides. At one screen everything may be taken back, and so it may against the computer: you \
         are back where you last gave an order. An order that led to a roll goes with it.",
    ),
    (
        "table.rematch",
        "Beginning anew",
        "Once both sides have set up, each has seen the other. Taking back both deployments is therefore not an undo \
         but a new game: it is asked for as such, and against another player it needs their consent.",
    ),
    (
        "table.draw",
        "A draw agreed",
        "Either side may offer a draw at any time. It stands until it is accepted or declined; playing on declines \
         it. When both agree the game is drawn, whatever the count of points says.",
    ),
    (
        "table.resign",
        "Giving up",
        "A player may resign at any moment. The game ends at once and the other side has won.",
    ),
    (
        "table.clock",
        "The clock",
        "With a live clock each side has a bank of time, and a little more whenever the move passes on; by post each \
         move has so many days. Only the clock of the side to move runs, and only when both are seated; dice do not \
         stop it, and time in which the server was down is charged to nobody. When it has run out the other side may claim the victory, or go on playing.",
    ),
    (
        "table.computer",
        "Seats led by the computer",
        "The owner of a seat may hand it to the computer at one of four levels, change the level, or take it over, \
         at any moment until the game is over; a thought it has not acted on is dropped. The computer sees what its \
         side may see and rolls the server's dice, so it cannot play where dice are thrown by hand. It accepts a \
         draw when it thinks the worse of its chances, and never resigns.",
    ),
    (
        "table.counsel",
        "Advice and estimates",
        "At one screen and against the computer you may ask what a commander would do, and how the chances stand. \
         Between two people nobody is advised while the game goes on; once it is over everybody may see how the \
         chances went.",
    ),
    (
        "connection",
        "The line to the server",
        "Every order that was answered is kept on disk. If the line is lost the page tries again by itself and shows \
         everything that happened meanwhile, once.",
    ),
];

/// The courtesies as rules, for the rule list of any game.
pub fn rules() -> impl Iterator<Item = Value> {
    let rule = |(rule, title, summary)| json!({ "rule": rule, "title": title, "summary": summary, "status": "table" });
    COURTESIES.into_iter().map(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_table_cites_is_explained() {
        let known: Vec<Value> = rules().map(|rule| rule["rule"].clone()).collect();
        for word in [
            "protocol",
            "dice",
            "table.resign",
            "table.draw",
            "table.clock",
            "table.undo",
            "table.rematch",
            "table.computer",
            "table.counsel",
            "connection",
        ] {
            assert!(known.contains(&json!(word)), "{word}");
        }
    }
}
