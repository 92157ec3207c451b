//! Every way a scenario file can be wrong, and what its author is told.

use std::path::Path;

use engine::datafile::proof::{altered, says};

use super::tests::{original, text};
use super::*;

/// The fault of a scenario file with its first `from` turned into `to`, and the line where that is.
fn fault(name: &str, from: &str, to: &str) -> (DataFault, usize) {
    let path = format!("scenarios/{name}.toml");
    let (file, line) = altered(&path, text(name), from, to);
    (Library::validate(Path::new(&path), &file.text).unwrap_err(), line)
}

#[test]
fn an_unknown_unit_type_in_a_roster_is_a_fault() {
    says(fault("rome", "3AX 4SK", "3XX 4SK"), &["no unit type `XX`", "one of MI, MS"]);
    says(fault("rome", "3AX 4SK", "AX 4SK"), &["`AX` is no number of units", "\"9MI 6MS 2C\""]);
    says(fault("rome", "3AX 4SK", "3AX 4AX"), &["AX is listed twice", "every unit type once"]);
    says(fault("rome", "9MI 6MS 3AX 4SK", ""), &["no units", "\"9MI 6MS 2C\""]);
}

#[test]
fn a_wrong_zone_is_a_fault() {
    says(fault("rome", "D-3", "Q-3"), &["no place `Q`", "one of A, B"]);
    says(fault("rome", "D-3", "D3"), &["`D3` is no zone", "such as \"D-3\""]);
    says(fault("rome", "D-3", "D-many"), &["`D-many` is no zone", "such as \"D-3\""]);
    says(fault("armageddon-609", "0130-5", "4130-5"), &["no hex `4130`", "0101 to 4030"]);
}

#[test]
fn too_many_units_are_a_fault() {
    says(fault("rome", "9MI 6MS", "99MI 99MS"), &["205 units", "at most 192"]);
    let groups = "99MI\"\ndeploy = [\"D-3\"]\n[[side.group]]\ntroops = \"";
    let (fault, _) = fault("rome", "9MI 6MS 3AX 4SK", &format!("{}99MI", groups.repeat(3)));
    assert!(fault.to_string().contains("198 units; expected at most 192"), "{fault}");
}

#[test]
fn too_many_attackers_are_a_fault() {
    says(fault("rome", "9MI 6MS 3AX 4SK", "70MI"), &["Romans could make 70 attacks", "at most 64"]);
}

#[test]
fn a_side_without_troops_is_a_fault() {
    let (fault, _) = fault("rome", "9MI 6MS 3AX 4SK", "2C");
    let said = fault.to_string();
    assert!(said.contains("Romans has leaders but nobody to lead; expected at least one troop"), "{said}");
}

#[test]
fn an_unknown_side_is_a_fault() {
    says(
        fault("rome", "deploys_first = \"Romans\"", "deploys_first = \"Romens\""),
        &["did you mean Romans?", "\"Romans\" or \"Sabines\""],
    );
    says(
        fault("rome", "winner = \"Romans\"", "winner = \"Gauls\""),
        &["no side `Gauls`", "\"Romans\" or \"Sabines\""],
    );
    says(
        fault("fan-25-pelusium", "cats = \"Persians\"", "cats = \"Dogs\""),
        &["no side `Dogs`", "\"Persians\" or \"Egyptians\""],
    );
    says(
        fault("babylon", "otherwise = \"Babylonians\"", "otherwise = \"Nobody\""),
        &["no side `Nobody`", "\"Hittites\" or"],
    );
    says(
        fault("rome", "name = \"Sabines\"", "name = \"Romans\""),
        &["`Romans` and `Romans`", "two different names"],
    );
}

#[test]
fn an_unknown_condition_is_a_fault() {
    says(
        fault("babylon", "enemy losses at least 12", "enemy losses at last 12"),
        &["did you mean `enemy losses at least 12`?", "one of:"],
    );
    says(
        fault("rome", "when = [\"control D\"]", "when = []"),
        &["nothing has to hold", "at least one condition"],
    );
    says(fault("rome", "control D", "exited at least 3"), &["no exit", "an `exit` in its [[side]]"]);
    says(fault("rome", "control D", "enemy crossed fewer than 3"), &["nobody counts", "`crossing`"]);
}

#[test]
fn an_impossible_length_is_a_fault() {
    says(fault("rome", "turns = 10", "turns = 0"), &["a game of 0 turns", "1 to 31"]);
    says(fault("rome", "turns = 10", "turns = 200"), &["a game of 200 turns", "1 to 31"]);
    says(fault("rome", "turns = 10", "turns = \"ten\""), &["invalid type", "expected u8"]);
    says(
        fault("fan-12-king-david", "turns = 15", "turns = 16"),
        &["16 turns are not among the choices", "turn_choices"],
    );
    says(fault("fan-12-king-david", "turn = 6", "turn = 16"), &["no Game-Turn 16", "1 to 15"]);
    says(fault("fan-23-halys", "eclipse_from = 6", "eclipse_from = 13"), &["from Game-Turn 13", "1 to 12"]);
    says(fault("babylon", "chariots = 6", "chariots = 0"), &["0 Movement Points", "1 to 15"]);
}

#[test]
fn a_group_that_comes_in_no_way_or_two_is_a_fault() {
    let (fault, _) = fault("rome", "deploy = [\"D-3\"]\n", "");
    assert!(fault.to_string().contains("expected exactly one of deploy"), "{fault}");
    let (fault, _) = self::fault("tabal", "enter = {", "deploy = [\"D-3\"]\nenter = {");
    assert!(fault.to_string().contains("expected exactly one of deploy"), "{fault}");
}

#[test]
fn unknown_keys_edges_and_categories_are_faults() {
    says(
        fault("rome", "leaders = false", "laeders = false"),
        &["unknown field `laeders`", "expected one of"],
    );
    says(fault("tabal", "edges = [\"south\"]", "edges = [\"down\"]"), &["unknown variant `down`", "`south`"]);
    says(
        fault("rome", "category = \"basic\"", "category = \"easy\""),
        &["unknown variant `easy`", "`basic`"],
    );
    says(fault("rome", "title = \"Rome\"", "title = Rome"), &["expected"]);
}

#[test]
fn a_scenario_needs_two_sides_and_a_way_to_win() {
    let text = "title = \"X\"\ndate = \"1 BC\"\nyear = -1\ncategory = \"fan\"\norder = 1\nturns = 5\n\
        deploys_first = \"A\"\nmoves_first = \"A\"\nnotes = \"\"\n[[side]]\nname = \"A\"\n\
        [[side.group]]\ntroops = \"1MI\"\ndeploy = [\"D-1\"]\n";
    let path = Path::new("scenarios/x.toml");
    let said = Library::validate(path, text).unwrap_err().to_string();
    assert!(said.contains("the scenario has 1 side; expected two [[side]] entries"), "{said}");
    let two = format!("{text}[[side]]\nname = \"B\"\n[[side.group]]\ntroops = \"1MI\"\ndeploy = [\"C-1\"]\n");
    let said = Library::validate(path, &two).unwrap_err().to_string();
    assert!(
        said.contains("scenarios/x.toml, line 1") && said.contains("expected at least one [[victory]]"),
        "{said}"
    );
}

#[test]
fn a_scenario_with_too_many_objectives_is_a_fault() {
    let all = "control A B C D E F G H I J K L M P";
    says(
        fault("rome", "\"control D\"", &format!("\"{all}\", \"control line G J\"")),
        &["expected at most 16"],
    );
}

#[test]
fn a_zone_too_small_for_the_automatic_deployment_is_a_fault() {
    says(
        fault(
            "rome",
            "troops = \"9MI 6MS 3AX 4SK\"\ndeploy = [\"D-3\"]",
            "troops = \"9MI 6MS 3AX 4SK\"\ndeploy = [\"D-1\"]",
        ),
        &["no room to deploy", "a zone with room for the automatic deployment"],
    );
    says(
        fault(
            "fan-15-herakleopolis",
            "troops = \"2MS 2MI 1IB 1A 1B 1D\"",
            "troops = \"2MS 4MI 1IB 1A 1B 1D\"",
        ),
        &["no room to deploy Militia Infantry"],
    );
}

#[test]
fn zones_of_the_two_sides_that_overlap_are_a_fault() {
    let (fault, _) = fault("rome", "deploy = [\"H-3\"]", "deploy = [\"D-4\"]");
    let said = fault.to_string();
    assert!(said.starts_with("scenarios/rome.toml, line "), "{said}");
    assert!(
        said.contains("both sides may deploy in") && said.contains("expected zones that do not overlap"),
        "{said}"
    );
    let line = text("rome").lines().position(|line| line.contains("6MS 7AX 2BO")).unwrap() + 1;
    assert_eq!(fault.line(), line, "the group that comes into the other's way");
}

#[test]
fn a_map_that_leaves_an_army_no_room_is_a_fault_of_its_scenario() {
    // With F in a corner of the map the zones around it lose most of their hexes.
    let (file, _) = altered("map.toml", original("map.toml"), "F = \"3505\"", "F = \"4001\"");
    let said = Library::validate(Path::new("map.toml"), &file.text).unwrap_err().to_string();
    assert!(said.contains("no room to deploy") || said.contains("both sides may deploy"), "{said}");
}

#[test]
fn wings_for_a_side_without_militia_are_a_fault() {
    let (fault, _) = fault("rome", "[[side]]", "[special]\nwings = \"Sabines\"\n\n[[side]]");
    assert!(fault.to_string().contains("Militia Infantry must stand"), "{fault}");
}
