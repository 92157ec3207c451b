//! Who stands where when the first player moves, in every battle.

use covers::covers;
use engine::{Rules, Side, Turn};

use super::{mustered, start};
use crate::position::{Position, Step};
use crate::unit::Spot;

/// The hexes of all counters of a side with a name, less the number that tells them apart; in order.
fn hexes(position: &Position, side: Side, name: &str) -> Vec<String> {
    let all = position.battle.of(side).iter();
    let named = all.filter(|&id| position.battle.unit_type(id).name == name);
    let mut hexes: Vec<String> = named
        .map(|id| match position.unit(id).spot {
            Spot::RESERVE => "later".to_string(),
            _ => position.at(id).map_or("gone".into(), |hex| position.number(hex).to_string()),
        })
        .collect();
    hexes.sort();
    hexes
}

/// Counters by number and name, and the hexes they may be in.
type Group<'a> = (&'a [(usize, &'a str)], &'a [&'a str]);

/// Requires the counters of a side to be exactly these, each kind at as many of these hexes as there are of it.
#[track_caller]
fn expect(position: &Position, side: Side, groups: &[Group]) {
    let mut wanted = std::collections::BTreeMap::<&str, (usize, Vec<&str>)>::new();
    for (troops, hexes) in groups {
        for (count, name) in *troops {
            let entry = wanted.entry(name).or_default();
            entry.0 += count;
            entry.1.extend(*hexes);
        }
    }
    let mut counted = 0;
    for (name, (count, allowed)) in wanted {
        let found = hexes(position, side, name);
        assert_eq!(found.len(), count, "{name}: {found:?}");
        assert!(found.iter().all(|hex| allowed.contains(&hex.as_str())), "{name}: {found:?}");
        counted += count;
    }
    assert_eq!(position.battle.of(side).len() as usize, counted);
}

fn sheet_of(name: &str) -> (u8, Side, Side, [Option<u8>; 2]) {
    let position = start(name);
    let sheet = position.sheet();
    (sheet.turns, sheet.deploys_first, sheet.moves_first, sheet.thresholds)
}

/// Map B beside map C: its columns go on from 13.
fn on_b(hexes: &[&str]) -> Vec<String> {
    hexes.iter().map(|hex| (hex.parse::<u16>().unwrap() + 1200).to_string()).collect()
}

fn run(column: &str, rows: std::ops::RangeInclusive<u8>) -> Vec<String> {
    rows.map(|row| format!("{column}{row:02}")).collect()
}

fn refs(hexes: &[String]) -> Vec<&str> {
    hexes.iter().map(String::as_str).collect()
}

const LATER: &[&str] = &["later"];

#[test]
#[covers("13.1", "3", "R24")]
fn arcadiopolis_begins_at_once_with_the_rus() {
    let (turns, _, first, thresholds) = sheet_of("arcadiopolis");
    assert_eq!((turns, first, thresholds), (10, Side::Second, [Some(20), Some(18)]));
    let position = start("arcadiopolis");
    assert_eq!((position.step, position.game_turn()), (Step::Moving, 1), "nothing to deploy");
    assert_eq!(position.turn(), Turn::Order(Side::Second));
    let late: &[(usize, &str)] = &[
        (1, "Hikanatoi"),
        (2, "Skutatoi 3"),
        (2, "Skutatoi 2"),
        (2, "Psiloi 2"),
        (1, "Exkoubites"),
        (1, "Bardas Skleros"),
        (1, "Scholai"),
        (1, "Arithmoi"),
    ];
    expect(&position, Side::First, &[(&[(2, "Kavallarioi")], &["0608", "0709"]), (late, LATER)]);
    let late: &[(usize, &str)] = &[
        (2, "Bulgarian mounted archers"),
        (1, "Sveinald"),
        (2, "Rus pikemen 4"),
        (2, "Rus pikemen 3"),
        (2, "Rus pikemen 2"),
        (2, "Slavs"),
        (2, "Rus archers"),
    ];
    let riders = ["0514", "0614", "0714", "0814"];
    expect(&position, Side::Second, &[(&[(4, "Pecheneg mounted archers")], &riders), (late, LATER)]);
    assert_eq!(hexes(&position, Side::Second, "Pecheneg mounted archers"), riders);
}

#[test]
#[covers("13.2", "3", "R24", "R125")]
fn first_dorostolon_stands_on_map_b_and_the_byzantines_begin() {
    let expected = (10, Side::First, Side::First, [Some(20), Some(20)]);
    assert_eq!(sheet_of("dorostolon-first"), expected);
    let position = mustered("dorostolon-first");
    assert_eq!((position.turn(), position.game_turn()), (Turn::Order(Side::First), 1));
    let guard = on_b(&["1108"]);
    let horse = on_b(&["1002", "1102", "1103", "1113", "1114", "1013"]);
    let (front, rear) = (run("21", 5..=12), run("22", 5..=10));
    let cavalry: &[(usize, &str)] = &[
        (1, "Hikanatoi"),
        (1, "Klibanophoroi"),
        (1, "Exkoubites"),
        (1, "Hetaireia"),
        (1, "Arithmoi"),
        (1, "Scholai"),
    ];
    let foot: &[(usize, &str)] =
        &[(2, "Peltastoi 2"), (1, "Peltastoi 3"), (2, "Skutatoi 3"), (2, "Skutatoi 4")];
    expect(
        &position,
        Side::First,
        &[
            (&[(1, "Tzimiskes"), (1, "Athanatoi")], &refs(&guard)),
            (cavalry, &refs(&horse)),
            (foot, &refs(&front)),
            (&[(2, "Psiloi 1")], &refs(&rear)),
        ],
    );
    let (riders, line, wings) =
        (on_b(&["0602", "0603"]), run("18", 4..=11), on_b(&["0403", "0504", "0512", "0412"]));
    let (bows, reserve_bows, reserve) = (run("17", 5..=11), on_b(&["0307", "0309"]), on_b(&["0308"]));
    expect(
        &position,
        Side::Second,
        &[
            (&[(2, "Pecheneg mounted archers")], &refs(&riders)),
            (&[(1, "Sviatoslav"), (1, "Druzhina"), (3, "Rus pikemen 4"), (4, "Rus pikemen 3")], &refs(&line)),
            (&[(4, "Rus archers")], &refs(&bows)),
            (&[(1, "Rus pikemen 3"), (3, "Rus pikemen 2")], &refs(&wings)),
            (&[(2, "Rus archers")], &refs(&reserve_bows)),
            (&[(1, "Rus pikemen 2")], &refs(&reserve)),
        ],
    );
    assert!(hexes(&position, Side::Second, "Rus pikemen 2").contains(&"1508".to_string()), "the reserve");
}

#[test]
#[covers("13.3", "3", "R24", "R117")]
fn the_sortie_is_fought_on_map_c_without_thresholds_and_the_rus_begin() {
    assert_eq!(sheet_of("dorostolon-sortie"), (6, Side::First, Side::Second, [None, None]));
    let position = mustered("dorostolon-sortie");
    assert_eq!((position.turn(), position.game_turn()), (Turn::Order(Side::Second), 1));
    assert_eq!(position.sheet().ground.grid.columns(), 12);
    expect(
        &position,
        Side::First,
        &[
            (&[(2, "Mangonels")], &["0602", "0314"]),
            (&[(1, "Skutatoi 3"), (1, "Peltastoi 3"), (1, "Peltastoi 2")], &["0402", "0503", "0504"]),
            (&[(1, "Skutatoi 3"), (1, "Peltastoi 2"), (1, "Psiloi 2")], &["0412", "0313", "0213"]),
            (&[(1, "Peltastoi 2"), (1, "Skutatoi 2")], &["0607", "0608"]),
            (&[(1, "Arithmoi")], &["0908"]),
            (&[(1, "Hikanatoi"), (1, "Exkoubites")], LATER),
        ],
    );
    let reduced: Vec<String> = position.marks.reduced.iter().map(|id| position.label(id)).collect();
    assert_eq!(reduced, ["Skutatoi 3 #1", "Peltastoi 3", "Skutatoi 3 #2", "Arithmoi"]);
    assert_eq!(position.marks.surprised, position.marks.reduced);
    expect(
        &position,
        Side::Second,
        &[
            (
                &[(2, "Rus pikemen 3"), (1, "Rus pikemen 2"), (1, "Mounted Rus")],
                &["0104", "0203", "0204", "0305"],
            ),
            (
                &[(2, "Rus pikemen 3"), (1, "Rus pikemen 2"), (1, "Mounted Rus")],
                &["0110", "0209", "0208", "0309"],
            ),
            (&[(1, "Sviatoslav"), (1, "Rus pikemen 3"), (1, "Rus pikemen 4")], LATER),
        ],
    );
}

#[test]
#[covers("13.4", "3", "R24", "R124", "R125")]
fn third_dorostolon_faces_map_c_with_map_b_and_the_rus_begin() {
    let expected = (7, Side::Second, Side::Second, [Some(22), Some(20)]);
    assert_eq!(sheet_of("dorostolon-third"), expected);
    assert_eq!(start("dorostolon-third").sheet().title, "Third Battle of Dorostolon");
    let position = mustered("dorostolon-third");
    assert_eq!((position.turn(), position.game_turn()), (Turn::Order(Side::Second), 1));
    let (guard, horse) = (on_b(&["0408"]), on_b(&["0304", "0204", "0313", "0212"]));
    let (front, rear) = (run("14", 6..=10), run("15", 6..=11));
    expect(
        &position,
        Side::First,
        &[
            (&[(1, "Tzimiskes"), (1, "Athanatoi")], &refs(&guard)),
            (&[(1, "Klibanophoroi"), (1, "Hetaireia"), (1, "Arithmoi"), (1, "Scholai")], &refs(&horse)),
            (&[(1, "Peltastoi 3"), (2, "Skutatoi 3"), (2, "Skutatoi 4")], &refs(&front)),
            (&[(2, "Psiloi 1")], &refs(&rear)),
        ],
    );
    let line: &[(usize, &str)] = &[
        (1, "Sviatoslav"),
        (1, "Druzhina"),
        (3, "Rus pikemen 4"),
        (5, "Rus pikemen 3"),
        (1, "Rus pikemen 2"),
    ];
    let (front, rear) = (run("09", 4..=13), run("08", 4..=12));
    expect(&position, Side::Second, &[(line, &refs(&front)), (&[(3, "Rus archers")], &refs(&rear))]);
}

#[test]
#[covers("13.5", "3", "R24", "brief.2", "brief.3", "R132")]
fn beroia_is_deployed_by_the_pechenegs_first_and_moved_by_the_byzantines_first() {
    let expected = (7, Side::Second, Side::First, [Some(20), Some(25)]);
    assert_eq!(sheet_of("beroia"), expected);
    assert_eq!(start("beroia").turn(), Turn::Order(Side::Second));
    let position = mustered("beroia");
    assert_eq!((position.turn(), position.game_turn()), (Turn::Order(Side::First), 1));
    let foot: &[(usize, &str)] =
        &[(2, "Skutatoi 3"), (2, "Skutatoi 2"), (1, "Peltastoi 3"), (3, "Peltastoi 2")];
    expect(
        &position,
        Side::First,
        &[
            (&[(1, "John II"), (1, "Varangians 4")], &["0612"]),
            (&[(1, "Varangians 4"), (1, "Varangians 3")], &["0513", "0713"]),
            (foot, &["0411", "0412", "0512", "0611", "0712", "0811", "0912", "0913"]),
            (&[(2, "Psiloi 2"), (1, "Psiloi 1")], &["0311", "0812", "1013"]),
            (&[(4, "Kavallarioi"), (1, "Franks")], &["0112", "0211", "0312", "1012", "1112"]),
        ],
    );
    let (wagons, rows) = (["0505", "0506", "0604", "0606", "0705", "0706"], run("", 1..=10));
    let open: Vec<String> =
        (1..=12).flat_map(|column| rows.iter().map(move |row| format!("{column:02}{row}"))).collect();
    expect(
        &position,
        Side::Second,
        &[
            (&[(6, "Wagons")], &wagons),
            (&[(1, "Tzelgu"), (1, "Pecheneg nobles")], &["0607"]),
            (&[(14, "Pecheneg mounted archers")], &refs(&open)),
        ],
    );
    assert_eq!(hexes(&position, Side::Second, "Wagons"), wagons);
}
