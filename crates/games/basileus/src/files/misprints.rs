//! Every way a battle file can be wrong, and what its author is told.

use std::path::Path;

use engine::datafile::proof::{altered, says};

use super::tests::text;
use super::*;
use crate::sheet::Choices;

/// The fault of a battle file with its first `from` turned into `to`, and the line where that is.
fn fault(name: &str, from: &str, to: &str) -> (DataFault, usize) {
    let path = format!("scenarios/{name}.toml");
    let (file, line) = altered(&path, text(&path), from, to);
    (Library::validate(Path::new(&path), &file.text).unwrap_err(), line)
}

/// The same where the fault lies elsewhere than the change.
fn said(name: &str, from: &str, to: &str) -> String {
    let (fault, _) = fault(name, from, to);
    let said = fault.to_string();
    assert!(
        said.starts_with(&format!("scenarios/{name}.toml, line ")) && said.contains("expected"),
        "{said}"
    );
    said
}

#[test]
fn unknown_counters_in_a_roster_are_a_fault() {
    says(fault("beroia", "\"Franks\"", "\"Franx\""), &["did you mean Franks?", "a name of units.toml"]);
    says(fault("beroia", "2 Skutatoi 3", "2 Skutatoi"), &["of several strengths", "Skutatoi 4, Skutatoi 3"]);
    says(fault("beroia", "2 Skutatoi 3", "2 Skutatoi 5"), &["no counters `Skutatoi 5`", "its strength"]);
    says(fault("beroia", "14 Pech", "0 Pech"), &["`0` is no number of counters", "\"2 Skutatoi 3\""]);
    says(fault("beroia", "14 Pech", "1x Pech"), &["`1x` is no number of counters", "\"2 Skutatoi 3\""]);
    says(fault("beroia", "[\"6 Wagons\"]", "[]"), &["has no counters", "\"2 Skutatoi 3\""]);
    says(fault("beroia", "\"6 Wagons\"", "\"6 Wagons reduced\""), &["one side", "a unit of two steps"]);
}

#[test]
fn too_many_counters_are_a_fault() {
    says(fault("beroia", "14 Pech", "40 Pech"), &["68 counters", "at most 64"]);
    says(fault("beroia", "6 Wagons", "7 Wagons"), &["7 baggage for 6 hexes", "a hex for each"]);
    says(
        fault("beroia", "4 Kavallarioi", "5 Kavallarioi"),
        &["6 combat units for 5 hexes", "a hex for each"],
    );
    says(fault("beroia", "[\"John II\"", "[\"2 John II\""), &["2 commanders for 1 hex", "a hex for each"]);
}

#[test]
fn a_side_that_cannot_fight_is_a_fault() {
    let only = "[[side.group]]\nname = \"Pechenegs\"\ntroops = [\"4 Pecheneg mounted archers\"]";
    let one = text("scenarios/arcadiopolis.toml");
    let end = one.find("[[side.group]]\nname = \"First Bulgarians\"").unwrap();
    let leader = one[..end].replace(only, &only.replace("4 Pecheneg mounted archers", "Sveinald"));
    let leader = leader.replace("bait =", "# bait =").replace("baited =", "# baited =");
    let said = Library::validate(Path::new("scenarios/arcadiopolis.toml"), &leader).unwrap_err().to_string();
    assert!(said.contains("Rus has nobody who fights; expected at least one combat unit"), "{said}");
}

#[test]
fn a_wrong_hex_is_a_fault() {
    says(fault("beroia", "\"0612\"", "\"1312\""), &["no hex `1312`", "0101 to 1215"]);
    says(fault("beroia", "\"0612\"", "\"612\""), &["no hex `612`", "0101 to 1215"]);
    says(fault("beroia", "\"0612\"", "\"0616\""), &["no hex `0616`", "0101 to 1215"]);
    says(
        fault("beroia", "\"0612\"", "\"here or there\""),
        &["`here or there` is no place", "\"0905 to 0912\""],
    );
    says(fault("dorostolon-first", "\"1108\"", "\"1308\""), &["no hex `1308`", "0101 to 1215"]);
    says(fault("dorostolon-sortie", "\"0104\"", "\"0105\""), &["0105 is fortification", "can stand in"]);
    says(fault("dorostolon-sortie", "\"0301 to", "\"0201 to"), &["0201 is river", "can stand in"]);
    says(fault("dorostolon-sortie", "\"0301 to", "\"0302 to"), &["is no line", "of one column, of the"]);
    says(
        fault("beroia", "\"rows 01 to 10", "\"rows 01 to 16"),
        &["no rows of the map", "rows from 01 to 15"],
    );
    says(
        fault("beroia", "\"rows 01 to 10", "\"rows 10 to 01"),
        &["no hex of the map is open", "at least one hex"],
    );
    says(fault("beroia", "[\"0612\"]", "[]"), &["no hex of the map is open", "at least one hex"]);
}

#[test]
fn the_number_of_a_missing_hex_at_the_foot_of_a_column_means_the_one_above() {
    let beroia = |hex: &str| {
        let (file, _) = altered("beroia.toml", text("scenarios/beroia.toml"), "\"0612\"", hex);
        let mut texts = Library::texts();
        texts.put(&engine::datafile::Filing { kind: FileKind::Scenario, name: "beroia".into() }, file);
        Library::read(&texts).unwrap().sheet("beroia", Choices::default()).unwrap().fingerprint.clone()
    };
    assert_eq!(beroia("\"0615\""), beroia("\"0614\""));
    assert_ne!(beroia("\"0615\""), beroia("\"0613\""));
}

#[test]
fn an_unknown_map_or_sheet_is_a_fault() {
    says(fault("beroia", "map = \"a\"", "map = \"z\""), &["no map `z`", "one of a, b, c, practice"]);
    says(fault("beroia", "map = \"a\"", "map = \"\""), &["no map ``", "one of a, b, c, practice"]);
    says(fault("beroia", "map = \"a\"", "map = \"a+a\""), &["cannot lie beside itself", "every sheet once"]);
    says(fault("beroia", "map = \"a\"", "map = \"a+b+c\""), &["540 hexes", "360 hexes at most"]);
    says(fault("dorostolon-first", "sheet = \"b\"", "sheet = \"a\""), &["no sheet `a`", "one of c, b"]);
}

#[test]
fn sides_that_deploy_in_the_same_hex_are_a_fault() {
    says(
        fault("arcadiopolis", "[\"0814\", \"0714\"", "[\"0608\", \"0714\""),
        &["both sides may deploy in 0608", "does not deploy in"],
    );
}

#[test]
fn an_unknown_side_is_a_fault() {
    let either = "\"Byzantines\" or \"Rus\"";
    says(
        fault("arcadiopolis", "deploys_first = \"Byzantines\"", "deploys_first = \"Byzantine\""),
        &["did you mean Byzantines?", either],
    );
    says(fault("arcadiopolis", "moves_first = \"Rus\"", "moves_first = \"Huns\""), &["`Huns`", either]);
    says(fault("arcadiopolis", "side = \"Rus\"", "side = \"Huns\""), &["no side `Huns`", either]);
    says(fault("dorostolon-third", "tie = \"Byzantines\"", "tie = \"Huns\""), &["no side `Huns`", either]);
    says(
        fault("dorostolon-sortie", "surprised = \"Byzantines\"", "surprised = \"Huns\""),
        &["`Huns`", either],
    );
    says(fault("dorostolon-sortie", "sortie = { side = \"Rus\"", "sortie = { side = \"Huns\""), &["`Huns`"]);
    says(fault("dorostolon-sortie", "defender = \"Byzantines\"", "defender = \"Huns\""), &["`Huns`", either]);
    says(
        fault("arcadiopolis", "name = \"Rus\"", "name = \"Byzantines\""),
        &["`Byzantines` and `Byzantines`", "two different names"],
    );
}

#[test]
fn an_impossible_figure_is_a_fault() {
    says(fault("beroia", "turns = 7", "turns = 0"), &["0 turns", "1 to 30"]);
    says(fault("beroia", "turns = 7", "turns = 31"), &["31 turns", "1 to 30"]);
    says(fault("beroia", "turns = 7", "turns = \"seven\""), &["invalid type", "expected u8"]);
    says(fault("beroia", "threshold = 20", "threshold = 0"), &["0 points", "1 to 250"]);
    says(fault("arcadiopolis", "turn = 6, at", "turn = 11, at"), &["no turn 11", "1 to 10"]);
    says(fault("arcadiopolis", "baited = { turn = 5", "baited = { turn = 0"), &["no turn 0", "1 to 10"]);
    says(fault("arcadiopolis", "row = 3", "row = 16"), &["no row 16", "1 to 15"]);
    says(fault("arcadiopolis", "row = 3, turn = 4", "row = 3, turn = 11"), &["11 as the turn", "1 to 10"]);
    says(fault("arcadiopolis", "before = 5", "before = 0"), &["0 as the turn", "1 to 10"]);
    says(fault("arcadiopolis", "extra = 1", "extra = 21"), &["21 points more", "1 to 20"]);
    says(fault("dorostolon-sortie", "before = 6", "before = 7"), &["7 as the turn", "1 to 6"]);
    says(fault("dorostolon-sortie", "turns = 2", "turns = 0"), &["0 turns more", "1 to 20"]);
    says(fault("beroia", "charge = 2", "charge = 3"), &["3 points of charge", "1 to 2"]);
}

#[test]
fn special_rules_for_troops_that_are_not_there_are_faults() {
    says(fault("beroia", "axes = [\"Varangians\"]", "axes = [\"Saxons\"]"), &["no `Saxons`", "one of Kaval"]);
    says(fault("beroia", "riders = [\"Var", "riders = [\"Bar"), &["no `Barangians`", "Varangians"]);
    says(fault("beroia", "troop = \"Kavallarioi\"", "troop = \"Scholai\""), &["no `Scholai`", "one of"]);
    says(
        fault("beroia", "troop = \"Kavallarioi\"", "troop = \"Skutatoi\""),
        &["Skutatoi are infantry", "cavalry"],
    );
    says(
        fault("arcadiopolis", "troops = [\"Kavallarioi\"]", "troops = [\"Franks\"]"),
        &["no `Franks`", "one of"],
    );
    says(
        fault("arcadiopolis", "bait = { side = \"Rus\"", "bait = { side = \"Byzantines\""),
        &["Byzantines has none of these troops", "the side whose units"],
    );
    says(
        fault("dorostolon-sortie", "surprised = \"Byzantines\"", "surprised = \"Rus\""),
        &["no unit that begins reduced", "\"Skutatoi 3 reduced\""],
    );
    says(
        fault("dorostolon-sortie", "sortie = { side = \"Rus\"", "sortie = { side = \"Byzantines\""),
        &["nobody to make a sortie", "with `sortie`"],
    );
}

#[test]
fn groups_that_wait_for_a_rule_which_is_not_there_are_faults() {
    let bait = "bait = { side = \"Rus\", troops = [\"Pecheneg mounted archers\"], row = 3, turn = 4 }\n";
    assert!(said("arcadiopolis", bait, "").contains("expected `bait` of the enemy in [special]"));
    let sortie = "sortie = { side = \"Rus\", before = 6, turns = 2 }\n";
    assert!(said("dorostolon-sortie", sortie, "").contains("expected `sortie` of this side in [special]"));
}

#[test]
fn a_bait_nobody_waits_for_is_a_fault() {
    let text = text("scenarios/arcadiopolis.toml").replace("baited =", "# baited =");
    let said = Library::validate(Path::new("scenarios/arcadiopolis.toml"), &text).unwrap_err().to_string();
    assert!(said.contains("waits for the bait; expected a group with `baited`"), "{said}");
}

#[test]
fn a_group_that_comes_in_no_way_or_two_is_a_fault() {
    assert!(said("beroia", "deploy = [\"0612\"]\n", "").contains("expected exactly one of deploy, arrive"));
    let both = "deploy = [\"0612\"]\nsortie = [\"0612\"]\n";
    assert!(said("beroia", "deploy = [\"0612\"]\n", both).contains("expected exactly one of deploy, arrive"));
    let apart = "arrive = { turn = 1, at = [\"0101\"] }\napart = true\n";
    assert!(said("beroia", "deploy = [\"0612\"]\n", apart).contains("expected `deploy`, or no `apart`"));
    let baited = "deploy = [\"0612\"]\nbaited = { turn = 1, at = [\"0101\"] }\n";
    assert!(said("beroia", "deploy = [\"0612\"]\n", baited).contains("expected `arrive` beside `baited`"));
}

#[test]
fn an_end_test_without_what_it_judges_is_a_fault() {
    assert!(
        said("beroia", "defender = \"Pechenegs\"\n", "")
            .contains("whose baggage decides; expected a `defender`")
    );
    says(
        fault("beroia", "defender = \"Pechenegs\"", "defender = \"Byzantines\""),
        &["Byzantines deploys no baggage", "wagons or engines"],
    );
    says(fault("beroia", "defender =", "tie ="), &["does not go with the test", "`defender` with engines"]);
    says(
        fault("dorostolon-third", "tie =", "defender ="),
        &["does not go with the test", "`tie` with fewer"],
    );
    says(
        fault("beroia", "test = \"wagons\"", "test = \"dice\""),
        &["unknown variant `dice`", "`fewer points`"],
    );
}

#[test]
fn unknown_keys_and_categories_are_faults() {
    says(fault("beroia", "laager = true", "lager = true"), &["unknown field `lager`", "expected one of"]);
    says(fault("beroia", "category = \"battle\"", "category = \"siege\""), &["unknown variant", "`battle`"]);
    says(fault("beroia", "title = \"Beroia\"", "title = Beroia"), &["expected"]);
}

#[test]
fn a_battle_needs_two_sides() {
    let beroia = text("scenarios/beroia.toml");
    let one = &beroia[..beroia.find("[[side]]\nname = \"Pechenegs\"").unwrap()];
    let said = Library::validate(Path::new("scenarios/beroia.toml"), one).unwrap_err().to_string();
    assert!(said.contains("the battle has 1 side; expected two [[side]] entries"), "{said}");
}
