//! A country with coasts, as strategic games have it.

use std::sync::Arc;

use engine::hex::{Direction, HexNumber};
use engine::scene::{Counter, Course, HexSide, Label, Mark, Scene};

use super::{landscape, skirmish};

/// Two coasts about a sea with an island in it, desert in the south, nothing beyond.
const ROWS: [&str; 9] = [
    "FFRRRFFFRR",
    "F1RR22FFRR",
    "1SS22SS1FR",
    "SSSSSSSSS1",
    "SS2SSSS33S",
    "33333333DS",
    "DDDDDDDDDS",
    "OOODDDDD3S",
    "OOOOOODD3S",
];

/// Types of units, and the people each is of here.
const UNITS: [(&str, &str, &str); 7] = [
    ("bedouin", "Mus", "muslim"),
    ("levy", "Byz", "byzantine"),
    ("mercenary", "Per", "persian"),
    ("naval", "Byz", "byzantine"),
    ("leader", "", ""),
    ("base", "", ""),
    ("revolt", "Ber", "berber"),
];

const SEALS: [&str; 7] = ["converted", "rebel", "builder", "turned", "declared", "moved", "exhausted"];

/// The sample of a country with its holders, cities, rivers, mountains and straits.
pub fn realm() -> Scene {
    let mut scene = skirmish();
    let mut land = landscape(&ROWS);
    let side = |hex: u16, side: u8, kind| HexSide { hex: HexNumber(hex), side: Direction::new(side), kind };
    land.key = "realm".into();
    land.sides = vec![
        side(301, 3, "mountain"),
        side(401, 3, "mountain"),
        side(403, 1, "strait"),
        side(506, 1, "border"),
        side(507, 1, "border"),
        side(805, 1, "sea"),
    ];
    land.lines = vec![Course { kind: "river", hexes: [801, 802, 803].into_iter().map(HexNumber).collect() }];
    let label = |hex: u16, text: &str, kind| Label { hex: HexNumber(hex), text: text.into(), kind };
    land.labels = vec![
        label(201, "Paris", "city"),
        label(305, "Gortyn", "port"),
        label(607, "Kairouan", "base"),
        label(407, "Libya", "region"),
        label(304, "Middle Sea", "sea"),
        label(302, "Franks", "state"),
    ];
    scene.landscape = Arc::new(land);
    scene.title = "The Realm".into();
    scene.counters = UNITS
        .iter()
        .enumerate()
        .map(|(i, &(glyph, code, people))| Counter {
            id: i as u16,
            side: u8::from(i % 3 != 0),
            // The last two are enemies in one hex.
            place: Some(HexNumber::new(1 + (i as u16).min(5), 7).into()),
            glyph,
            code: code.into(),
            symbols: if people.is_empty() { vec![] } else { vec![people] },
            name: format!("{glyph} {i}"),
            left: "2".into(),
            middle: String::new(),
            right: String::new(),
            facing: None,
            seals: vec![SEALS[i]],
            base: None,
            aboard: None,
            about: vec![],
        })
        .collect();
    let mark = |hex: u16, kind, side| Mark {
        place: HexNumber(hex).into(),
        kind,
        side,
        nation: "",
        text: format!("{kind} of {hex}"),
    };
    scene.marks = vec![
        mark(101, "control", Some(0)),
        mark(202, "control", Some(0)),
        mark(201, "control", Some(1)),
        mark(301, "control", Some(1)),
        mark(607, "base", None),
        mark(305, "city", Some(1)),
    ];
    scene.boxes.clear();
    scene.hints.clear();
    scene.threats.clear();
    scene
}
