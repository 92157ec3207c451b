//! `strategikon list`: the games and scenarios on the shelf.

use engine::words::counted;
use std::io::Write;

use clap::Args;
use engine::edition::ScenarioCard;
use shelf::Shelf;

use crate::common::{Failure, json, wrapped};

/// What `list` is asked.
#[derive(Args)]
pub struct List {
    /// Only this game (`armageddon`), or one scenario in full (`armageddon/rome`)
    name: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl List {
    /// Lists.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        match self.name.as_deref() {
            Some(name) if name.contains('/') => {
                let card = shelf.scenario(name)?;
                if self.json { json(out, &[card]) } else { full(card, out) }
            }
            Some(name) => self.cards(shelf, shelf.edition(name)?.scenarios().iter(), out),
            None => self.cards(shelf, shelf.scenarios(), out),
        }
    }

    fn cards<'a>(
        &self,
        shelf: &Shelf,
        cards: impl Iterator<Item = &'a ScenarioCard>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let cards: Vec<&ScenarioCard> = cards.collect();
        if self.json {
            return json(out, &cards);
        }
        let width = cards.iter().map(|card| card.scenario.len()).max().unwrap_or(0);
        let dates = cards.iter().map(|card| card.date.chars().count()).max().unwrap_or(0);
        let mut game = "";
        for card in cards {
            if card.game != game {
                game = &card.game;
                writeln!(out, "{}", shelf.edition(game)?.title())?;
            }
            let [first, second] = &card.sides;
            let (name, date, turns) = (&card.scenario, &card.date, card.turns);
            let title = format!("{} ({first} against {second})", card.title);
            writeln!(out, "  {name:<width$}  {date:>dates$}  {turns:>2} turns  {title}")?;
        }
        Ok(())
    }
}

/// Everything the shelf knows of a scenario.
fn full(card: &ScenarioCard, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}, {}", card.title, card.date)?;
    writeln!(
        out,
        "{}: {} against {}, {}",
        card.scenario,
        card.sides[0],
        card.sides[1],
        counted(card.turns, "turn", "turns")
    )?;
    if !card.notes.is_empty() {
        writeln!(out, "\n{}", wrapped(&card.notes, 90, "  "))?;
    }
    for (heading, sentences) in [("Special rules", &card.rules), ("House values", &card.house)] {
        if !sentences.is_empty() {
            writeln!(out, "\n{heading}:")?;
        }
        for sentence in sentences {
            writeln!(out, "{}", wrapped(sentence, 90, "  "))?;
        }
    }
    for option in &card.options {
        let values: Vec<String> = option.values.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "\nOption {}: {} One of {}; usually {}.",
            option.name,
            option.about,
            values.join(", "),
            option.default
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::tests::{example_shelf, written};

    fn list(name: Option<&str>, json: bool) -> Result<String, Failure> {
        written(|out| List { name: name.map(Into::into), json }.run(&example_shelf(), out))
    }

    #[test]
    fn scenarios_are_listed_for_people_and_for_programs() {
        let text = list(None, false).unwrap();
        assert!(text.contains("skirmish/field") && text.contains("Reds against Blues"), "{text}");
        let cards: serde_json::Value = serde_json::from_str(&list(None, true).unwrap()).unwrap();
        assert_eq!(cards[0]["scenario"], "skirmish/field");
        assert_eq!(cards[0]["sides"], serde_json::json!(["Reds", "Blues"]));
        assert_eq!((&cards[0]["year"], &cards[0]["turns"]), (&(-1).into(), &20.into()));
    }

    #[test]
    fn one_scenario_is_told_in_full() {
        let text = list(Some("skirmish/field"), false).unwrap();
        assert!(
            text.contains("Two against two") && text.contains("One of 10, 20, 40; usually 20."),
            "{text}"
        );
        let Err(Failure::Usage(why)) = list(Some("skirmish/fild"), false) else { panic!("refused") };
        assert!(why.contains("did you mean `skirmish/field`"));
    }
}
