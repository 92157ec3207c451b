//! A sample of an open table: every sort of terrain and of troops.

use std::sync::Arc;

use engine::place::Pose;
use engine::scene::{Counter, Footprint, Landscape, Scene, TablePiece, Tabletop};

use super::skirmish;

/// Everything that can stand on a base.
const TROOPS: [(&str, i32); 24] = [
    ("blades", 750),
    ("spears", 750),
    ("pikes", 750),
    ("bows", 1_000),
    ("warband", 1_500),
    ("auxilia", 1_000),
    ("light-spear", 1_000),
    ("raiders", 1_000),
    ("psiloi", 1_000),
    ("hordes", 1_500),
    ("followers", 1_000),
    ("pavises", 2_000),
    ("cavalry", 1_500),
    ("knights", 1_500),
    ("cataphracts", 1_500),
    ("light-horse", 1_500),
    ("camelry", 1_500),
    ("light-camelry", 1_500),
    ("chariots", 2_000),
    ("scythed-chariots", 2_000),
    ("elephants", 2_000),
    ("artillery", 2_000),
    ("war-wagons", 2_000),
    ("litter", 4_000),
];

/// A piece of this sort about a point, sixteen corners round.
fn round(kind: &'static str, x: i32, y: i32, long: i32, wide: i32) -> TablePiece {
    // Sines of sixteenths of a turn, in thousandths.
    const SINES: [i32; 16] =
        [0, 383, 707, 924, 1_000, 924, 707, 383, 0, -383, -707, -924, -1_000, -924, -707, -383];
    let corner = |i: usize| [x + long * SINES[(i + 4) % 16] / 2_000, y + wide * SINES[i] / 2_000];
    let ridge = if kind.ends_with("hill") { vec![[x - long / 4, y], [x + long / 4, y]] } else { vec![] };
    TablePiece {
        kind,
        side: None,
        outline: (0..16).map(corner).collect(),
        ridge,
        name: kind.replace('-', " "),
        handle: None,
    }
}

/// A strip of this sort through points, so wide.
fn strip(kind: &'static str, middle: &[[i32; 2]], wide: i32) -> TablePiece {
    let left = middle.iter().map(|[x, y]| [x - wide / 2, *y]);
    let right = middle.iter().rev().map(|[x, y]| [x + wide / 2, *y]);
    TablePiece {
        kind,
        side: None,
        outline: left.chain(right).collect(),
        ridge: middle.to_vec(),
        name: kind.into(),
        handle: None,
    }
}

/// The sample.
pub fn open_table() -> Scene {
    let mut pieces = vec![
        strip("river", &[[3_000, 0], [4_500, 12_000], [3_200, 25_000], [4_800, 38_000]], 1_400),
        strip("road", &[[33_000, 0], [35_000, 15_000], [33_500, 38_000]], 1_200),
        round("woods", 28_000, 18_000, 7_000, 6_000),
        round("steep-hill", 10_000, 6_000, 9_000, 6_000),
        round("gentle-hill", 26_000, 32_000, 9_000, 7_000),
        round("marsh", 9_000, 20_000, 6_000, 4_000),
        round("rough", 9_500, 31_000, 5_000, 4_000),
        round("dunes", 22_000, 5_000, 5_000, 4_000),
        round("oasis", 28_000, 6_000, 4_000, 4_000),
    ];
    let camp = |side: u8, y: i32| TablePiece {
        kind: "camp",
        side: Some(side),
        outline: vec![[17_000, y], [20_000, y], [20_000, y + 2_000], [17_000, y + 2_000]],
        ridge: vec![],
        name: "camp".into(),
        handle: None,
    };
    pieces.extend([camp(1, 0), camp(0, 36_000)]);
    let table = Tabletop { width: 38_000, depth: 38_000, unit: "MU", pieces, overlays: &[] };
    let counters = (0..2).flat_map(|side| {
        TROOPS.iter().enumerate().map(move |(i, &(glyph, depth))| {
            let (x, y) = (12_500 + (i as i32 % 8) * 2_000, 10_500 + (i as i32 / 8) * 2_600);
            let pose = match side {
                0 => Pose { x, y: 38_000 - y, heading: 0 },
                _ => Pose { x, y, heading: 180_000 },
            };
            let id = (usize::from(side) * 30 + i) as u16;
            Counter {
                place: Some(pose.into()),
                code: glyph[..2].into(),
                symbols: if i == 12 { vec!["general"] } else { vec![] },
                facing: None,
                base: Some(Footprint { width: 2_000, depth }),
                ..super::counter(id, side, glyph, None, 0, if i == 2 { &["moved"] } else { &[] })
            }
        })
    });
    Scene {
        title: "An open table".into(),
        landscape: Arc::new(Landscape::open("sample-table", table)),
        counters: counters.collect(),
        marks: vec![],
        hints: vec![],
        threats: vec![],
        boxes: vec![],
        ..skirmish()
    }
}
