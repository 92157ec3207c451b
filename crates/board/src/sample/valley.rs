//! A battlefield of the middle ages, with every ground, hexside, glyph and seal such games have.

use std::sync::Arc;

use engine::hex::{Direction, HexNumber};
use engine::scene::{Counter, Course, HexSide, Label, Mark, Scene};

use super::{landscape, skirmish};

/// The ground: a walled town in the west, hills and mountains in the east, a river with bridge and ford.
const ROWS: [&str; 9] = [
    "#pp.pthhAA",
    "#ppptthhAA",
    "pppvvthhhA",
    "#ppvppyyyp",
    "#ppppppyyp",
    "#prrppppxp",
    "prrprbrrpr",
    "pmpppppppp",
    "p/p/p/p/p/",
];

/// One counter of each type, as such a game prints them.
const UNITS: [(&str, &str, &str, &str); 8] = [
    ("infantry", "Pe", "", "2"),
    ("spears", "Sk", "", "2"),
    ("archers", "Ps", "r2", "2"),
    ("cavalry", "Kl", "+2", "3"),
    ("horse-archers", "At", "1/r2", "3"),
    ("commander", "St", "", "4"),
    ("wagon", "Ba", "", "0"),
    ("mangonel", "Ma", "r4", "0"),
];

/// Seals and symbols in turn, so that each is on some counter.
const SEALS: [&str; 8] =
    ["reduced", "surprised", "plundered", "fought", "charged", "moved", "attacking", "active"];
const SYMBOLS: [&str; 4] = ["serpent", "lightning", "swords", "arrows"];

/// The sample of a battlefield with brooks, slopes and palisades on its hexsides.
pub fn valley() -> Scene {
    let mut scene = skirmish();
    let mut land = landscape(&ROWS);
    let side = |hex: u16, side: u8, kind| HexSide { hex: HexNumber(hex), side: Direction::new(side), kind };
    land.key = "valley".into();
    land.sides = vec![
        side(704, 0, "slope"),
        side(804, 0, "slope"),
        side(701, 5, "slope"),
        side(404, 3, "stream"),
        side(504, 3, "stream"),
        side(504, 4, "stream"),
        side(208, 0, "palisade"),
        side(208, 1, "palisade"),
        side(208, 2, "palisade"),
    ];
    let course = |kind, hexes: &[u16]| Course { kind, hexes: hexes.iter().map(|&n| HexNumber(n)).collect() };
    land.lines = vec![
        course("river", &[207, 306, 406, 507, 607, 707, 807, 906, 1007]),
        course("road", &[601, 602, 603, 604, 605, 606, 607, 608]),
    ];
    let label = |hex: u16, text: &str, kind| Label { hex: HexNumber(hex), text: text.into(), kind };
    land.labels =
        vec![label(106, "Dorostolon", "city"), label(302, "Thrace", "region"), label(907, "Danube", "water")];
    scene.landscape = Arc::new(land);
    scene.title = "The Valley".into();
    scene.counters = UNITS
        .iter()
        .enumerate()
        .map(|(i, &(glyph, code, middle, right))| Counter {
            id: i as u16,
            side: (i % 2) as u8,
            place: Some(HexNumber::new(2 + i as u16, 5).into()),
            glyph,
            code: code.into(),
            symbols: vec![SYMBOLS[i % 4]],
            name: format!("{code} #{i}"),
            left: "3".into(),
            middle: middle.into(),
            right: right.into(),
            facing: None,
            seals: vec![SEALS[i]],
            base: None,
            aboard: None,
            about: vec![],
        })
        .collect();
    scene.marks = vec![Mark {
        place: HexNumber(305).into(),
        kind: "target",
        side: None,
        nation: "",
        text: "Attack on 0305".into(),
    }];
    scene.boxes.clear();
    scene.hints.clear();
    scene.threats.clear();
    scene
}
