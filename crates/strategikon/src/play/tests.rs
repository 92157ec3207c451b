use super::*;
use crate::common::tests::{example_shelf, written};
use clap::Parser;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    play: Play,
}

fn play(arguments: &str, typed: &str) -> String {
    let line = Line::try_parse_from(["play"].into_iter().chain(arguments.split(' '))).unwrap();
    written(|out| line.play.run(&example_shelf(), typed.as_bytes(), out)).unwrap()
}

fn scratch(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("strategikon-play-{}-{name}", std::process::id()))
}

#[test]
fn a_number_gives_the_order() {
    let text = play("skirmish/field --seed 1", "1\nlog\nquit\n");
    assert!(text.contains("Reds: step or attack, 2 to go."), "{text}");
    assert!(text.contains("Reds: step or attack, 1 to go."), "{text}");
    assert!(text.contains("    1  Red 1 steps to"), "{text}");
}

#[test]
fn words_narrow_and_nonsense_is_answered() {
    let text = play(
        "skirmish/field",
        "red 2\nbord\n99\nodds\nrule skirmish.step\nwhy {\"order\":\"step\",\"counter\":0,\"to\":\"0101\"}",
    );
    let after = text.split("> ").nth(1).unwrap();
    assert!(after.contains("Red 2") && !after.contains("Red 1"), "{after}");
    assert!(text.contains("Did you mean `board`?"), "{text}");
    assert!(text.contains("there is no order 99"), "{text}");
    assert!(text.contains("odds of which order?"), "{text}");
    assert!(text.contains("steps to an adjacent hex"), "{text}");
    assert!(text.contains("0101 is not one step away (skirmish.step)"), "{text}");
}

#[test]
fn undo_is_free_for_the_side_itself_only() {
    let text = play("skirmish/field", "1\nundo\nundo\nredo\n");
    assert_eq!(text.matches("\nReds: step or attack, 2 to go.").count(), 2, "{text}");
    assert_eq!(text.matches("\nReds: step or attack, 1 to go.").count(), 2, "{text}");
    assert!(text.contains("nothing was played yet"), "{text}");
}

#[test]
fn the_program_can_play_the_game_out_and_the_record_is_in_order() {
    let file = scratch("auto.record");
    let typed = format!("auto 1000\nsave {}\nquit\n", file.display());
    let text = play("skirmish/field --against random --seed 4", &typed);
    assert!(text.contains("win.") || text.contains("a draw."), "{text}");
    let record = engine::record::Record::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let report = example_shelf().verify(&record).unwrap();
    assert!(report.finished);
    assert_eq!(report.rolls, report.rolls_verified);
    let again = play(&file.display().to_string(), "log 1\n");
    std::fs::remove_file(&file).unwrap();
    assert!(again.contains(&format!("{:>5}  ", report.entries)), "{again}");
}

#[test]
fn physical_dice_are_typed_in() {
    let early = play("skirmish/field --dice physical", "roll 3\n");
    assert!(early.contains("no dice are due"), "{early}");
    let fight = play("skirmish/field --dice physical", &fight("roll 7\nroll 6\n"));
    assert!(fight.contains("Throw the dice and type what they show"), "{fight}");
    assert!(fight.contains("does not answer the roll"), "{fight}");
    assert!(fight.contains("target killed"), "{fight}");
}

#[test]
fn a_roll_is_taken_back_by_consent_only() {
    let text = play("skirmish/field --seed 3", &fight("undo\nundo!\nlog\n"));
    assert!(text.contains("the dice have fallen"), "{text}");
    assert_eq!(text.split("> ").last().unwrap().lines().count(), 1, "{text}");
    assert!(!text.rsplit("undo!").next().unwrap().contains("    5  Red 1 attacks"), "{text}");
}

#[test]
fn against_the_program_one_takes_back_its_answer_too() {
    let text = play("skirmish/field --against random --side blues --seed 8", "undo\nundo!\nundo!\nlog\n");
    assert!(text.contains("the other side has acted since") || text.contains("dice have fallen"), "{text}");
}

/// What to type to bring Red 1 beside Blue 1, see the odds, attack, and go on.
fn fight(then: &str) -> String {
    let shelf = example_shelf();
    let mut table = shelf.open("skirmish/field", &engine::edition::Options::new()).unwrap().table;
    let mut typed = String::new();
    for words in
        ["Red 1 steps to 0204", "Red 1 steps to 0203", "Blue 1 steps to 0202", "Blue 2 steps to 0402"]
    {
        typed += &pick(table.as_mut(), words);
    }
    let attack = pick(table.as_mut(), "Red 1 attacks Blue 1");
    format!("{typed}odds {attack}{attack}{then}")
}

fn pick(table: &mut dyn engine::table::Table, words: &str) -> String {
    let orders = table.orders();
    let place = orders.iter().position(|order| table.describe(order).unwrap() == words).unwrap();
    table.play(&orders[place]).unwrap();
    format!("{}\n", place + 1)
}

#[test]
fn an_attack_shows_its_odds() {
    let text = play("skirmish/field --dice physical", &fight(""));
    assert!(text.contains("Attack on Blue 1: 1 to 1"), "{text}");
    assert!(text.contains("2 in 6    33.3 %  target killed"), "{text}");
}
