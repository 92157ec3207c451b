//! Every way a map or scenario file can be wrong, and what its author is told.

use std::path::Path;

use engine::datafile::proof::{altered, says};

use super::tests::{original, text};
use super::*;

/// The fault of a scenario with its first `from` turned into `to`, and the line where that is.
fn fault(name: &str, from: &str, to: &str) -> (DataFault, usize) {
    let path = format!("scenarios/{name}.toml");
    let (file, line) = altered(&path, text(name), from, to);
    (Library::validate(Path::new(&path), &file.text).unwrap_err(), line)
}

/// The same for the map.
fn map(from: &str, to: &str) -> (DataFault, usize) {
    let (file, line) = altered("map.toml", original("map.toml"), from, to);
    (Library::validate(Path::new("map.toml"), &file.text).unwrap_err(), line)
}

// Scenarios

#[test]
fn phrases_that_place_no_units_are_faults() {
    let wrong = |to: &str| fault("full", "3 byzantine mercenary at Constantinople", to);
    says(wrong("3 byzantine mercenary"), &["places no units", "such as \"3 byzantine mercenary at"]);
    says(wrong("0 byzantine mercenary at Rome"), &["places no units", "such as"]);
    says(wrong("byzantine mercenary at Rome"), &["places no units", "such as"]);
    says(wrong("3 byzantin mercenary at Rome"), &["did you mean byzantine?", "one of muslim"]);
    says(wrong("3 byzantine mercenaries at Rome"), &["did you mean mercenary?", "one of bedouin"]);
    says(wrong("3 byzantine mercenary at Romme"), &["did you mean Rome?", "a city, a base site"]);
    says(wrong("3 byzantine mercenary at 4001"), &["no hex `4001`", "0101 to 3917"]);
    says(wrong("3 byzantine mercenary tired at Rome"), &["cannot be `tired`", "converted or rebel"]);
    says(
        wrong("15 byzantine mercenary at Rome"),
        &["not 15 Byzantine mercenary units left", "5 in the whole"],
    );
}

#[test]
fn units_where_they_cannot_be_are_faults() {
    let wrong = |to: &str| fault("full", "3 byzantine mercenary at Constantinople", to);
    says(wrong("3 byzantine mercenary at 2203"), &["cannot be", "a hex with land"]);
    says(wrong("3 byzantine naval at Damascus"), &["cannot be", "a hex with sea"]);
    says(wrong("3 persian mercenary at box"), &["cannot be", "unconverted Byzantines in the box"]);
    says(wrong("3 byzantine levy at unbuilt"), &["cannot be", "ships among the un-built"]);
    says(wrong("3 byzantine levy at lost"), &["cannot be", "only Bedouin lost for good"]);
    says(wrong("3 byzantine levy at 0812"), &["cannot be", "a hex with land"]);
    says(wrong("1 frank levy converted at pool"), &["Franks cannot be converted", "the conversion table"]);
    says(wrong("1 muslim levy converted at pool"), &["Muslims cannot be converted", "the conversion table"]);
}

#[test]
fn enemies_and_strangers_in_one_hex_are_a_fault() {
    let wrong = |to: &str| fault("full", "5 byzantine naval at box", to).0.to_string();
    let said = wrong("1 muslim levy at Rome");
    assert!(said.contains("Rome begins with land units of both players; expected one player's"), "{said}");
    let said = wrong("1 persian naval at Rome");
    assert!(said.contains("Rome begins with units of two Empires nationalities; expected one"), "{said}");
}

#[test]
fn wrong_garrisons_are_faults() {
    says(fault("full", "\"berber\",", "\"berbers\","), &["did you mean berber?", "one of muslim"]);
    says(
        fault("first-civil-war", "\"Barca\", \"Damascus\"", "\"Barka\", \"Damascus\""),
        &["did you mean Barca?"],
    );
    says(
        fault("full", "\"berber\",", "\"berber\", \"berber\", \"berber\","),
        &["not 1 Berber levy units left"],
    );
}

#[test]
fn a_civil_war_needs_rebels_and_rebels_a_civil_war() {
    says(
        fault("full", "5 byzantine naval at box", "1 muslim levy rebel at Mecca"),
        &["no civil war", "civil_war"],
    );
    let said = fault("full", "[setup]\n", "[setup]\ncivil_war = true\n").0.to_string();
    assert!(said.contains("a civil war without rebels; expected units marked \"rebel\""), "{said}");
    let ship = fault("first-civil-war", "3 muslim naval at Antioch", "3 muslim naval rebel at Antioch");
    says(ship, &["cannot rebel", "Muslim-controlled land units on the map"]);
    says(
        fault("first-civil-war", "authority = \"hashim\"", "authority = \"abbas\""),
        &["no leader `abbas`", "hashim or umaiya"],
    );
}

#[test]
fn a_state_with_troops_of_its_own_is_not_defeated() {
    says(
        fault("first-civil-war", "defeated = [\"persian\"]", "defeated = [\"goth\"]"),
        &["Goths are defeated but have units", "every unit of the State converted"],
    );
}

#[test]
fn wrong_bases_and_tracks_are_faults() {
    says(fault("first-civil-war", "Kufa = 2", "Kufah = 2"), &["`Kufah` is no base site", "Kufa, Basra"]);
    says(fault("first-civil-war", "Kufa = 2", "Kufa = 4"), &["a base of level 4", "0 to 3"]);
    says(
        fault("first-civil-war", "byzantine = 20", "frank = 20"),
        &["Franks have saved", "Muslims, or of Byz"],
    );
    says(fault("first-civil-war", "muslim = 8", "muslim = 1000"), &["more than the track", "0 to 999"]);
    says(fault("first-civil-war", "first_attack = 1", "first_attack = 6"), &["in turn 6", "before turn 6"]);
}

#[test]
fn impossible_turns_and_counts_are_faults() {
    says(fault("full", "last_turn = 20", "last_turn = 21"), &["no turn 21", "1 to 20"]);
    says(fault("full", "first_turn = 1", "first_turn = 0"), &["no turn 0", "1 to 20"]);
    says(
        fault("first-civil-war", "last_turn = 9", "last_turn = 5"),
        &["ends with turn 5", "not before turn 6"],
    );
    says(
        fault("full", "empires_below = 110", "empires_below = 140"),
        &["both sides win with", "at most 131"],
    );
    says(
        fault("sieges-of-constantinople", "prizes = { Constantinople", "prizes = { Byzantion"),
        &["no place `Byzantion`", "a city"],
    );
    says(
        fault("full", "category = \"published\"", "category = \"fan\""),
        &["unknown variant `fan`", "`ours`"],
    );
    says(fault("full", "box_bonus = 10", "boxbonus = 10"), &["unknown field `boxbonus`", "expected one of"]);
}

// The map

#[test]
fn wrong_rows_of_terrain_and_borders_are_faults() {
    says(
        map("~~~rrrfFfrfrrrRR", "~~~rrrfFfrfrrrR"),
        &["row 3 of the map has 38 letters", "39, one for each"],
    );
    says(map("~~~rrrfFfrfrrrRR", "~~~rrrfFfrfrrrRX"), &["`X` in column 16 of row 3", "one of"]);
    says(map("R = \"rough\"", "R = \"ruff\""), &["no terrain `ruff`", "one of fertile"]);
    says(map("G = \"goth\"", "G = \"got\""), &["did you mean goth?", "one of muslim"]);
    says(
        map(".....FFFFFFFFKK", "......FFFFFFFKK"),
        &["the land of 0601 belongs to nobody", "every land hex"],
    );
    says(map(".....FFFFFFFFKK", "....FFFFFFFFFKK"), &["no land to own in 0501", "a dot"]);
}

#[test]
fn wrong_hexsides_are_faults() {
    says(map("\"0704 N NE\"", "\"0704 N N\""), &["0704 N is listed twice", "once"]);
    says(map("\"0704 N NE\"", "\"0704 N E\""), &["`E` is no hexside", "N, NE"]);
    says(map("\"2005 S\"", "\"1306 N\""), &["1306 N is something else already", "under one heading"]);
    says(map("\"0704 N NE\"", "\"1406 N\""), &["Pyrenees rise from the sea", "land units could cross"]);
    says(
        map("side = \"0603 NE\"", "side = \"0704 N\""),
        &["Roncesvalles does not lead through", "open to land"],
    );
    says(map("hex = \"0507\"\nsides", "hex = \"0508\"\nsides"), &["Gibraltar lies in 0508", "land and sea"]);
    says(
        map("sides = [\"1405 SW\"]", "sides = [\"1404 SW\"]"),
        &["no side of 1405", "sides of the strait hex"],
    );
}

#[test]
fn wrong_places_are_faults() {
    says(
        map("hex = \"2312\", name = \"Mecca\"", "hex = \"2311\", name = \"Mecca\""),
        &["so does Medina", "one place"],
    );
    says(map("hex = \"2312\", name", "hex = \"2203\", name"), &["Mecca lies in 2203", "a hex with land"]);
    says(
        map("hex = \"2516\", name", "hex = \"2514\", name"),
        &["the port Aden lies in 2514", "land and sea"],
    );
    says(map("name = \"Mecca\", value = 1", "name = \"Mecca\", value = 0"), &["value of 0", "1 to 9"]);
    says(map("name = \"Mecca\", value = 1", "name = \"Mecca\""), &["Mecca has no stacking value", "`value`"]);
    says(map("name = \"Mecca\"", "name = \"Medina\""), &["`Medina` cannot be the name", "of its own"]);
    says(map("name = \"Kufa\"", "name = \"Kufa\", value = 1"), &["Kufa has a stacking value", "until built"]);
    says(map("box = \"Constantinople\"", "box = \"Constantinopel\""), &["did you mean Constantinople?"]);
    says(
        map("refuges = [\"Medina\", \"Mecca\"]", "refuges = [\"Medina\"]"),
        &["1 refuges", "two Muslim cities"],
    );
    says(map("\"1903\", \"2002\"", "\"1803\", \"2002\""), &["no sea in 1803", "partial hexes"]);
}

#[test]
fn hexes_without_a_name_or_with_two_are_faults() {
    says(
        map("Neustria = \"0701 ", "Neustria = \"0601 0701 "),
        &["0601 cannot be named Neustria", "each named once"],
    );
    says(map("Cyprus = \"2107\"", "Cyprus = \"2007\""), &["2007 cannot be named Cyprus", "hexes with land"]);
    let said = map("Brittany = \"0601\"", "Brittany = \"\"").0.to_string();
    assert!(said.contains("0601 has no name; expected every hex in a region or a sea"), "{said}");
}

#[test]
fn a_river_that_leaps_is_a_fault() {
    says(map("[\"2014\", \"2013\"", "[\"2014\", \"2012\""), &["the Nile leaps from 2014 to 2012", "touches"]);
}
