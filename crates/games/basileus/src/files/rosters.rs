//! The forces and set-ups of every battle, held against the rulebook.

use engine::Side;

use super::tests::sheet;
use crate::sheet::{Coming, Sheet};

/// Battle, side, counters, full strength of all of them, and the counters of all its groups together as the
/// rulebook lists them, in the order of `units.toml`.
const ROSTERS: [(&str, Side, usize, u32, &str); 10] = [
    (
        "arcadiopolis",
        Side::First,
        13,
        36,
        "1 Scholai, 1 Exkoubites, 1 Hikanatoi, 2 Kavallarioi, 1 Arithmoi, 2 Skutatoi 3, 2 Skutatoi 2, 2 Psiloi 2, \
         1 Bardas Skleros",
    ),
    (
        "arcadiopolis",
        Side::Second,
        17,
        37,
        "2 Rus pikemen 4, 2 Rus pikemen 3, 2 Rus pikemen 2, 2 Rus archers, 2 Slavs, 2 Bulgarian mounted archers, \
         4 Pecheneg mounted archers, 1 Sveinald",
    ),
    (
        "dorostolon-first",
        Side::First,
        17,
        53,
        "1 Klibanophoroi, 1 Scholai, 1 Exkoubites, 1 Hikanatoi, 1 Hetaireia, 1 Athanatoi, 1 Arithmoi, 2 Skutatoi 4, \
         2 Skutatoi 3, 1 Peltastoi 3, 2 Peltastoi 2, 2 Psiloi 1, 1 Tzimiskes",
    ),
    (
        "dorostolon-first",
        Side::Second,
        22,
        51,
        "1 Druzhina, 3 Rus pikemen 4, 5 Rus pikemen 3, 4 Rus pikemen 2, 6 Rus archers, 2 Pecheneg mounted archers, \
         1 Sviatoslav",
    ),
    (
        "dorostolon-sortie",
        Side::First,
        13,
        32,
        "1 Exkoubites, 1 Hikanatoi, 1 Arithmoi, 2 Skutatoi 3, 1 Skutatoi 2, 1 Peltastoi 3, 3 Peltastoi 2, \
         1 Psiloi 2, 2 Mangonels",
    ),
    (
        "dorostolon-sortie",
        Side::Second,
        11,
        29,
        "1 Rus pikemen 4, 5 Rus pikemen 3, 2 Rus pikemen 2, 2 Mounted Rus, 1 Sviatoslav",
    ),
    (
        "dorostolon-third",
        Side::First,
        13,
        41,
        "1 Klibanophoroi, 1 Scholai, 1 Hetaireia, 1 Athanatoi, 1 Arithmoi, 2 Skutatoi 4, 2 Skutatoi 3, \
         1 Peltastoi 3, 2 Psiloi 1, 1 Tzimiskes",
    ),
    (
        "dorostolon-third",
        Side::Second,
        14,
        38,
        "1 Druzhina, 3 Rus pikemen 4, 5 Rus pikemen 3, 1 Rus pikemen 2, 3 Rus archers, 1 Sviatoslav",
    ),
    (
        "beroia",
        Side::First,
        20,
        53,
        "4 Kavallarioi, 1 Franks, 2 Skutatoi 3, 2 Skutatoi 2, 1 Peltastoi 3, 3 Peltastoi 2, 2 Varangians 4, \
         1 Varangians 3, 2 Psiloi 2, 1 Psiloi 1, 1 John II",
    ),
    ("beroia", Side::Second, 22, 38, "14 Pecheneg mounted archers, 1 Pecheneg nobles, 1 Tzelgu, 6 Wagons"),
];

/// Battle, side, and the hexes named for those set up at the start, as the rulebook prints them.
const SET_UPS: [(&str, Side, &[&str]); 10] = [
    ("arcadiopolis", Side::First, &["0608 0709"]),
    ("arcadiopolis", Side::Second, &["0514 0614 0714 0814"]),
    ("dorostolon-first", Side::First, &["1108", "1002 1013 1102 1103 1113 1114", "0905-0912", "1005-1010"]),
    (
        "dorostolon-first",
        Side::Second,
        &["0602 0603", "0604-0611", "0505-0511", "0403 0412 0504 0512", "0307 0309", "0308"],
    ),
    (
        "dorostolon-sortie",
        Side::First,
        &["0314 0602", "0402 0503 0504", "0213 0313 0412", "0607 0608", "0908"],
    ),
    ("dorostolon-sortie", Side::Second, &["0104 0203 0204 0305", "0110 0208 0209 0309"]),
    ("dorostolon-third", Side::First, &["0408", "0204 0212 0304 0313", "0206-0210", "0306-0311"]),
    ("dorostolon-third", Side::Second, &["0904-0913", "0804-0812"]),
    (
        "beroia",
        Side::First,
        &[
            "0612",
            "0513 0713",
            "0411 0412 0512 0611 0712 0811 0912 0913",
            "0311 0812 1013",
            "0112 0211 0312 1012 1112",
        ],
    ),
    ("beroia", Side::Second, &["0505 0506 0604 0606 0705 0706", "0607", "all"]),
];

#[test]
fn every_side_has_the_counters_of_the_rulebook() {
    for (name, side, counters, strength, roster) in ROSTERS {
        let sheet = sheet(name);
        let own = |kind: usize| {
            sheet.units.iter().filter(|unit| unit.side == side && unit.unit_type as usize == kind).count()
        };
        let kinds = (0..sheet.types.len()).filter(|&kind| own(kind) > 0);
        let found: Vec<String> =
            kinds.map(|kind| format!("{} {}", own(kind), sheet.types[kind].name)).collect();
        assert_eq!(found.join(", "), roster, "{name}, {}", sheet.sides[side.index()]);
        let mine = || sheet.units.iter().filter(|unit| unit.side == side);
        let total: u32 = mine().map(|unit| sheet.types[unit.unit_type as usize].strength as u32).sum();
        assert_eq!((mine().count(), total), (counters, strength), "{name}, {}", sheet.sides[side.index()]);
    }
}

#[test]
fn every_group_deploys_in_the_hexes_of_the_rulebook() {
    for (name, side, groups) in SET_UPS {
        let sheet = sheet(name);
        let grid = &sheet.ground.grid;
        // Numbers as printed: columns of map B count from 1 again.
        let western = grid.columns() == 24 && (name, side) != ("dorostolon-third", Side::Second);
        let off = if western { 1200 } else { 0 };
        let deployed = sheet.groups.iter().filter(|group| group.side == side).filter_map(|group| {
            let Coming::Deploys { hexes, .. } = &group.coming else { return None };
            Some(hexes.iter().map(|&hex| format!("{:04}", grid.number(hex).0 - off)).collect::<Vec<_>>())
        });
        let deployed: Vec<Vec<String>> = deployed.collect();
        assert_eq!(deployed.len(), groups.len(), "{name} {side:?}");
        for (found, printed) in deployed.iter().zip(groups) {
            match printed.split_once('-') {
                Some((from, to)) => {
                    let (from, to): (u16, u16) = (from.parse().unwrap(), to.parse().unwrap());
                    assert!(
                        found.iter().cloned().eq((from..=to).map(|n| format!("{n:04}"))),
                        "{name} {printed}"
                    );
                }
                None if *printed == "all" => assert_eq!(found.len(), 120),
                None => assert_eq!(found.join(" "), *printed, "{name}"),
            }
        }
    }
}

#[test]
fn counters_are_numbered_within_their_side_and_type() {
    for sheet in sheets() {
        for side in Side::BOTH {
            for kind in 0..sheet.types.len() {
                let own = sheet.units.iter().filter(|u| u.side == side && u.unit_type as usize == kind);
                let count = own.clone().count() as u8;
                assert!(own.map(|unit| unit.ordinal).eq(1..=count), "{}", sheet.name);
            }
        }
        assert!(sheet.units.is_sorted_by_key(|unit| (unit.side, unit.group)), "{}", sheet.name);
        let sided = |unit: &crate::sheet::Blueprint| sheet.groups[unit.group as usize].side == unit.side;
        assert!(sheet.units.iter().all(sided), "{}", sheet.name);
        let used = |kind: u8| sheet.units.iter().any(|unit| unit.unit_type == kind);
        assert!((0..sheet.types.len() as u8).all(used), "{}: only types in use", sheet.name);
    }
}

#[test]
fn the_practice_battle_has_eight_to_eleven_counters_a_side_with_a_commander_each() {
    let sheet = sheet("practice");
    for side in Side::BOTH {
        let own = sheet.units.iter().filter(|unit| unit.side == side);
        let arms: Vec<_> = own.map(|unit| sheet.types[unit.unit_type as usize].arm).collect();
        let fighters = arms.iter().filter(|arm| arm.fights()).count();
        assert!((8..=10).contains(&fighters), "{fighters}");
        assert_eq!(arms.iter().filter(|arm| **arm == crate::sheet::Arm::Commander).count(), 1);
    }
    let has = |troop: &str| sheet.types.iter().any(|unit| unit.troop == troop);
    assert!(["Franks", "Athanatoi", "Pecheneg mounted archers", "Baggage train"].into_iter().all(has));
    assert_eq!(sheet.units.iter().filter(|u| sheet.types[u.unit_type as usize].glyph == "wagon").count(), 1);
}

fn sheets() -> Vec<Sheet> {
    let names =
        ["arcadiopolis", "dorostolon-first", "dorostolon-sortie", "dorostolon-third", "beroia", "practice"];
    names.map(sheet).into()
}
