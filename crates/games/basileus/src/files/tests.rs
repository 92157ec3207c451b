//! The battles as loaded, held against rulebook, brief and rulings.

use std::sync::LazyLock;

use engine::Side;
use engine::hex::{Hex, HexNumber};

use super::*;
use crate::sheet::{Arrival, Bait, Choices, Coming, Costly, EndTest, Sheet, Sortie, Specials};
use engine::edition::DataFiles;

fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().unwrap());
    &LIBRARY
}

pub(super) fn sheet(name: &str) -> Sheet {
    library().sheet(name, Choices::default()).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

pub(super) fn text(place: &str) -> &'static str {
    Files::TEXTS.iter().find(|(known, _)| *known == place).unwrap().1
}

/// Hex numbers as a rulebook lists them.
fn numbers(sheet: &Sheet, hexes: &[Hex]) -> String {
    let numbers: Vec<String> = hexes.iter().map(|&hex| sheet.ground.grid.number(hex).to_string()).collect();
    numbers.join(" ")
}

/// The types of a troop in a battle.
fn types(sheet: &Sheet, troop: &str) -> Vec<u8> {
    (0..).zip(&sheet.types).filter(|(_, unit)| unit.troop == troop).map(|(kind, _)| kind).collect()
}

#[test]
fn five_battles_and_a_practice_load_in_the_order_of_the_rulebook() {
    let names =
        ["arcadiopolis", "dorostolon-first", "dorostolon-sortie", "dorostolon-third", "beroia", "practice"];
    assert_eq!(library().names(), names);
    let numbers = ["13.1", "13.2", "13.3", "13.4", "13.5", "practice"];
    for (name, number) in names.into_iter().zip(numbers) {
        let sheet = sheet(name);
        assert_eq!((sheet.name.as_str(), sheet.number.as_str()), (name, number));
        assert_eq!(sheet.category, if name == "practice" { "practice" } else { "battle" });
        assert_eq!(sheet.sides[0], "Byzantines", "first side as in the title");
        let sentences = sheet.notes.split_inclusive(". ").count();
        assert!((4..=6).contains(&sentences), "{name}: {sentences} sentences");
    }
}

#[test]
fn lengths_first_players_and_thresholds_are_those_of_the_rulings() {
    // Battle, year, who deploys first, who moves first, turns, thresholds.
    let table = [
        ("arcadiopolis", 970, "Byzantines", "Rus", 10, [Some(20), Some(18)]),
        ("dorostolon-first", 971, "Byzantines", "Byzantines", 10, [Some(20), Some(20)]),
        ("dorostolon-sortie", 971, "Byzantines", "Rus", 6, [None, None]),
        ("dorostolon-third", 971, "Rus", "Rus", 7, [Some(22), Some(20)]),
        ("beroia", 1122, "Pechenegs", "Byzantines", 7, [Some(20), Some(25)]),
        ("practice", 1000, "Byzantines", "Raiders", 8, [Some(12), Some(11)]),
    ];
    for (name, year, deploys, moves, turns, thresholds) in table {
        let sheet = sheet(name);
        let said = |side: Side| sheet.sides[side.index()].as_str();
        let found = (sheet.year, said(sheet.deploys_first), said(sheet.moves_first), sheet.turns);
        assert_eq!(found, (year, deploys, moves, turns), "{name}");
        assert_eq!(sheet.thresholds, thresholds, "{name}");
    }
}

#[test]
fn the_last_turn_is_judged_as_each_battle_says() {
    let draw = EndTest::FewerPoints { tie: None };
    assert_eq!(sheet("arcadiopolis").end, draw);
    assert_eq!(sheet("dorostolon-first").end, draw);
    assert_eq!(sheet("dorostolon-sortie").end, EndTest::Engines { defender: Side::First });
    assert_eq!(sheet("dorostolon-third").end, EndTest::FewerPoints { tie: Some(Side::First) });
    assert_eq!(sheet("beroia").end, EndTest::Wagons { defender: Side::Second });
    assert_eq!(sheet("practice").end, draw);
}

#[test]
fn special_rules_belong_to_their_battles() {
    let arcadiopolis = sheet("arcadiopolis");
    let pechenegs = types(&arcadiopolis, "Pecheneg mounted archers");
    let kavallarioi = types(&arcadiopolis, "Kavallarioi");
    assert_eq!((pechenegs.len(), kavallarioi.len()), (1, 1));
    let bait = Bait { types: pechenegs, side: Side::Second, row: 3, turn: 4 };
    let costly = Costly { types: kavallarioi, before: 5, extra: 1 };
    let expected = Specials { bait: Some(bait), costly: Some(costly), ..Specials::default() };
    assert_eq!(arcadiopolis.specials, expected);

    let sortie = Sortie { side: Side::Second, before: 6, turns: 2 };
    let surprised = Some(Side::First);
    let expected = Specials { surprised, sortie: Some(sortie), ..Specials::default() };
    assert_eq!(sheet("dorostolon-sortie").specials, expected);

    let beroia = sheet("beroia");
    let varangians = types(&beroia, "Varangians");
    assert_eq!(varangians.len(), 2);
    let expected =
        Specials { laager: true, axes: varangians.clone(), riders: varangians, ..Specials::default() };
    assert_eq!(beroia.specials, expected);

    for plain in ["dorostolon-first", "dorostolon-third", "practice"] {
        assert_eq!(sheet(plain).specials, Specials::default(), "{plain}");
    }
}

#[test]
fn kavallarioi_charge_harder_at_beroia_only() {
    let charge = |name: &str| {
        let sheet = sheet(name);
        sheet.types.iter().find(|unit| unit.troop == "Kavallarioi").unwrap().charge
    };
    assert_eq!((charge("beroia"), charge("arcadiopolis"), charge("practice")), (2, 1, 1));
}

#[test]
fn the_ambush_at_arcadiopolis_has_two_ways_to_come() {
    let sheet = sheet("arcadiopolis");
    let arrivals = |group: usize| match &sheet.groups[group].coming {
        Coming::Arrives { usual, baited } => {
            let said = |arrival: &Arrival| (arrival.turn, numbers(&sheet, &arrival.hexes));
            (said(usual), baited.as_ref().map(said))
        }
        other => panic!("{other:?}"),
    };
    let centre = "0501 0601 0701".to_string();
    let table = [
        (1, "1111 1112 1211 1212", "1110 1111 1209 1210"),
        (2, "0111 0210 0211 0212", "0109 0208 0209 0210"),
        (3, centre.as_str(), centre.as_str()),
    ];
    for (group, usual, baited) in table {
        assert_eq!(arrivals(group), ((4, usual.to_string()), Some((5, baited.to_string()))));
    }
    for (group, turn, hexes) in
        [(5, 6, "0315 1014"), (6, 6, "0414 0915"), (7, 7, "0315 1014"), (8, 7, "0414 0915")]
    {
        assert_eq!(arrivals(group), ((turn, hexes.to_string()), None));
    }
}

#[test]
fn reinforcements_at_the_sortie_come_by_the_edges_of_the_map() {
    let sheet = sheet("dorostolon-sortie");
    let arrival = |name: &str| {
        let group = sheet.groups.iter().find(|group| group.name == name).unwrap();
        let Coming::Arrives { usual, baited: None } = &group.coming else { panic!("{name} must arrive") };
        (usual.turn, numbers(&sheet, &usual.hexes))
    };
    assert_eq!(arrival("Hikanatoi"), (3, "0301 0401 0501 0601 0701 0801".into()));
    assert_eq!(arrival("Exkoubites"), (3, "0214 0315 0414 0515 0614 0715 0814".into()), "ruling R116");
    let Coming::Sorties { hexes } = &sheet.groups.last().unwrap().coming else { panic!("must sortie") };
    assert_eq!(numbers(&sheet, hexes), "0104 0110 0204 0209 0305 0309");
}

#[test]
fn four_units_are_surprised_at_the_sortie() {
    let sheet = sheet("dorostolon-sortie");
    let reduced = sheet.units.iter().filter(|unit| unit.reduced);
    let names: Vec<&str> = reduced.map(|unit| sheet.types[unit.unit_type as usize].name.as_str()).collect();
    assert_eq!(names, ["Skutatoi 3", "Peltastoi 3", "Skutatoi 3", "Arithmoi"]);
    for other in ["arcadiopolis", "dorostolon-first", "dorostolon-third", "beroia", "practice"] {
        assert!(self::sheet(other).units.iter().all(|unit| !unit.reduced), "{other}");
    }
}

#[test]
fn set_up_hexes_on_joined_maps_are_counted_on_their_own_sheet() {
    // On the joined map B's column 09 is column 21; C's columns keep their numbers.
    let deploys = |sheet: &Sheet, side: Side, name: &str| {
        let group = sheet.groups.iter().find(|group| group.name == name && group.side == side).unwrap();
        let Coming::Deploys { hexes, apart: false } = &group.coming else { panic!("{name} must deploy") };
        numbers(sheet, hexes)
    };
    let first = sheet("dorostolon-first");
    assert_eq!((first.ground.grid.columns(), first.ground.grid.rows()), (24, 15));
    assert_eq!(deploys(&first, Side::First, "Imperial guard"), "2308");
    assert_eq!(deploys(&first, Side::First, "First line"), "2105 2106 2107 2108 2109 2110 2111 2112");
    assert_eq!(deploys(&first, Side::Second, "Wings"), "1603 1612 1704 1712");
    let third = sheet("dorostolon-third");
    assert_eq!(deploys(&third, Side::First, "First line"), "1406 1407 1408 1409 1410");
    assert_eq!(
        deploys(&third, Side::Second, "Second line"),
        "0804 0805 0806 0807 0808 0809 0810 0811 0812",
        "ruling R123"
    );
}

#[test]
fn archers_at_beroia_deploy_apart_in_the_ten_northern_rows() {
    let sheet = sheet("beroia");
    let apart: Vec<_> = sheet
        .groups
        .iter()
        .filter_map(|group| match &group.coming {
            Coming::Deploys { hexes, apart: true } => Some((group.name.as_str(), hexes)),
            _ => None,
        })
        .collect();
    let [("Mounted archers", hexes)] = apart[..] else { panic!("{apart:?}") };
    assert_eq!(hexes.len(), 120, "ruling R126: ten rows of all twelve columns");
    assert!(hexes.iter().all(|&hex| sheet.ground.grid.row(hex) <= 10));
}

#[test]
fn the_laager_is_a_ring_of_six_round_0605() {
    let sheet = sheet("beroia");
    let laager = sheet.groups.iter().find(|group| group.name == "Laager").unwrap();
    let Coming::Deploys { hexes, apart: false } = &laager.coming else { panic!("must deploy") };
    let centre = sheet.ground.grid.at(HexNumber::new(6, 5)).unwrap();
    let mut ring: Vec<Hex> = sheet.ground.grid.neighbours(centre).map(|(_, hex)| hex).collect();
    ring.sort();
    assert_eq!(*hexes, ring);
}

#[test]
fn choices_are_on_the_sheet_and_not_in_the_fingerprint() {
    let choices = Choices { counter_charge: true, ..Choices::default() };
    let chosen = library().sheet("beroia", choices).unwrap();
    assert_eq!(chosen.choices, choices);
    assert_eq!(chosen.fingerprint, sheet("beroia").fingerprint);
}

#[test]
fn every_battle_has_a_fingerprint_of_its_own() {
    let all: std::collections::BTreeSet<String> =
        library().names().iter().map(|name| sheet(name).fingerprint.clone()).collect();
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|fingerprint| fingerprint.len() == 64));
}

#[test]
fn an_unknown_battle_gets_the_nearest_name() {
    let refused = library().sheet("beroea", Choices::default()).unwrap_err().to_string();
    assert_eq!(refused, "there is no scenario `beroea`; did you mean `beroia`?");
    let refused = library().sheet("xyzzy", Choices::default()).unwrap_err().to_string();
    assert_eq!(refused, "there is no scenario `xyzzy`");
}

// The map for scenes

#[test]
fn the_landscape_shows_the_map_and_what_is_missing_of_it() {
    let practice = sheet("practice").landscape;
    assert_eq!((practice.columns, practice.rows, practice.terrain.len()), (12, 15, 180));
    assert_eq!(practice.terrain.iter().filter(|name| **name == "void").count(), 6);
    assert_eq!(practice.terrain[29], "void", "0215");
    let kinds: std::collections::BTreeSet<_> = practice.sides.iter().map(|side| side.kind).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["palisade", "slope", "stream"]);
    assert_eq!(practice.lines.iter().map(|line| line.kind).collect::<Vec<_>>(), ["road", "river"]);
    assert!(practice.house.as_ref().is_some_and(|house| house.contains("ours")));
    // Each hexside once, from one of its hexes.
    assert_eq!(practice.sides.iter().filter(|side| side.kind == "palisade").count(), 11);
    assert_eq!(practice.sides.iter().filter(|side| side.kind == "stream").count(), 16);
}

#[test]
fn joined_maps_show_the_names_of_both_and_tell_of_both() {
    let joined = sheet("dorostolon-third").landscape;
    let place = |text: &str| joined.labels.iter().find(|label| label.text == text).unwrap().hex.to_string();
    assert_eq!(place("Dorostolon"), "0107");
    assert_eq!(place("The plain of Dorostolon"), "1909");
    let house = joined.house.as_ref().unwrap();
    assert!(house.contains("Map C is a reconstruction") && house.contains("Map B is a reconstruction"));
    assert_eq!(joined.terrain.iter().filter(|name| **name == "void").count(), 12);
}

#[test]
fn equal_landscapes_have_equal_keys_and_others_do_not() {
    assert_eq!(sheet("arcadiopolis").landscape, sheet("beroia").landscape);
    assert_eq!(sheet("dorostolon-first").landscape.key, sheet("dorostolon-third").landscape.key);
    let keys: std::collections::BTreeSet<_> =
        ["arcadiopolis", "dorostolon-first", "dorostolon-sortie", "practice"]
            .map(|name| sheet(name).landscape.key.clone())
            .into();
    assert_eq!(keys.len(), 4);
    assert!(keys.iter().all(|key| key.starts_with("basileus-")));
}
