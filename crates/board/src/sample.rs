//! Small hand-made scenes that together hold one of everything, to try the drawing on.

use std::sync::Arc;

use engine::goal::Goal;
use engine::hex::{Direction, Grid, HexNumber, Orientation};
use engine::scene::{
    Counter, Course, HexSide, Hint, Label, Landscape, Mark, Scene, SideCard, Threat, Track, Tray,
};

mod open_table;
mod realm;
mod valley;

pub use open_table::open_table;
pub use realm::realm;
pub use valley::valley;

/// The ground of the sample, a row of letters for each row of hexes.
const ROWS: [&str; 9] = [
    "....ww......",
    "..^..www..w.",
    ".^^^..w...vv",
    "^^^^^......v",
    "~.^^..mm....",
    ".~~.~~~mm..w",
    "...~...~~.ww",
    "=====.==.~~~",
    ".....=......",
];

fn class(letter: char) -> &'static str {
    match letter {
        'w' => "woods",
        '^' => "slope",
        '~' => "stream",
        'v' => "village",
        'm' => "marsh",
        '=' => "road",
        'N' => "nile",
        'p' => "plain",
        't' => "wood",
        'h' => "hill",
        'y' => "vineyard",
        'r' => "river",
        'A' => "mountain",
        '#' => "fortification",
        'b' => "bridge",
        'x' => "ford",
        '/' => "void",
        'S' => "sea",
        'O' => "offmap",
        'F' => "fertile",
        'R' => "rough",
        'D' => "desert",
        '1' => "coast-fertile",
        '2' => "coast-rough",
        '3' => "coast-desert",
        _ => "clear",
    }
}

/// A landscape from rows of letters, flat-topped with the even columns lower.
pub fn landscape(rows: &[&str]) -> Landscape {
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let terrain = (0..columns)
        .flat_map(|column| rows.iter().map(move |row| class(row.chars().nth(column).unwrap_or('.'))))
        .collect();
    let grid = Grid::new(Orientation::Flat, columns as u16, rows.len() as u16, true);
    Landscape { terrain, ..Landscape::of("sample", &grid, "") }
}

/// A counter of a type at a hex, facing somewhere, with seals.
pub fn counter(
    id: u16,
    side: u8,
    glyph: &'static str,
    hex: Option<u16>,
    facing: u8,
    seals: &[&'static str],
) -> Counter {
    let (name, left, middle, right) = match glyph {
        "MI" => ("Militia Infantry", "1", "1", "3"),
        "MS" => ("Militia Spearmen", "3", "1", "3"),
        "AX" => ("Axemen", "3", "2", "4"),
        "SD" => ("Swordsmen", "4", "2", "4"),
        "MC" => ("Medium Cavalry", "2", "1", "9"),
        "HA" => ("Horse Archers", "(1)", "r2", "10"),
        "BO" => ("Bowmen", "(1)", "r2", "5"),
        "IB" => ("Improved Bowmen", "(1)", "r4", "5"),
        "SK" => ("Skirmishers", "1", "r2", "5"),
        "CH" => ("Chariot", "(1)", "(1)", "10"),
        "hidden" => ("Unknown unit", "", "", ""),
        _ => ("Leader", "(1)", "+6", "6"),
    };
    Counter {
        id,
        side,
        place: hex.map(|hex| HexNumber(hex).into()),
        glyph,
        name: format!("{name} {id}"),
        left: left.into(),
        middle: middle.into(),
        right: right.into(),
        facing: Some(Direction::new(facing)),
        seals: seals.to_vec(),
        code: String::new(),
        symbols: vec![],
        base: None,
        aboard: None,
        about: vec![],
    }
}

/// The sample: twelve columns of nine hexes with every kind of ground, counter, seal and mark.
pub fn skirmish() -> Scene {
    let mut land = landscape(&ROWS);
    let crest =
        |hex: u16, side: u8| HexSide { hex: HexNumber(hex), side: Direction::new(side), kind: "crest" };
    land.sides =
        vec![crest(302, 0), crest(302, 1), crest(302, 5), crest(403, 0), crest(203, 0), crest(203, 5)];
    land.lines = vec![Course {
        kind: "stream",
        hexes: [105, 206, 306, 407, 506, 606, 706, 807, 907, 1008, 1108, 1208].map(HexNumber).to_vec(),
    }];
    let letter = |hex: u16, text: &str| Label { hex: HexNumber(hex), text: text.into(), kind: "letter" };
    land.labels = vec![letter(1103, "A"), letter(303, "G"), letter(801, "C"), letter(208, "D")];
    land.house = Some("The map is a reconstruction drawn to fit what the scenarios say of it.".into());
    let mut counters = vec![
        counter(1, 0, "MI", Some(504), 1, &["moved"]),
        counter(2, 0, "MS", Some(504), 1, &[]),
        counter(3, 0, "AX", Some(603), 2, &["active"]),
        counter(4, 0, "SD", Some(505), 1, &["attacking"]),
        counter(5, 0, "BO", Some(404), 1, &["fired"]),
        counter(6, 0, "IB", Some(303), 2, &[]),
        counter(7, 0, "E", Some(405), 1, &[]),
        counter(8, 0, "CH", Some(702), 2, &["charged"]),
        counter(9, 0, "SK", Some(702), 2, &["aboard"]),
        counter(10, 0, "hidden", Some(102), 1, &[]),
        counter(11, 1, "MS", Some(803), 5, &[]),
        counter(12, 1, "MS", Some(803), 5, &[]),
        counter(13, 1, "AX", Some(803), 5, &[]),
        counter(14, 1, "SD", Some(803), 5, &["disrupted"]),
        counter(15, 1, "MC", Some(905), 4, &["disrupted", "fired"]),
        counter(16, 1, "HA", Some(1004), 4, &[]),
        counter(17, 1, "CH", Some(1103), 4, &["moved"]),
        counter(18, 1, "hidden", Some(1102), 3, &[]),
        counter(19, 1, "B", Some(1006), 0, &[]),
        counter(20, 1, "SK", Some(706), 5, &[]),
        counter(21, 1, "IB", Some(906), 5, &[]),
        counter(22, 0, "MI", None, 0, &[]),
        counter(23, 0, "MS", None, 0, &[]),
        counter(24, 1, "BO", None, 0, &["disrupted"]),
    ];
    counters[8].aboard = Some(8);
    let hex = HexNumber;
    Scene {
        title: "The Ford".into(),
        subtitle: "753 BC · A sample".into(),
        sides: [
            SideCard { name: "Romans".into(), strength: 21, standing: "2 lost, 1 exited".into() },
            SideCard { name: "Sabines & allies".into(), strength: 14, standing: "5 lost".into() },
        ],
        landscape: Arc::new(land),
        counters,
        marks: vec![
            Mark {
                place: hex(1103).into(),
                kind: "objective",
                side: Some(1),
                nation: "",
                text: "A, held by the Sabines".into(),
            },
            Mark {
                place: hex(208).into(),
                kind: "objective",
                side: Some(0),
                nation: "",
                text: "D, held by the Romans".into(),
            },
            Mark {
                place: hex(801).into(),
                kind: "objective",
                side: None,
                nation: "",
                text: "C, held by nobody".into(),
            },
            Mark { place: hex(1209).into(), kind: "dust", side: None, nation: "", text: "dust".into() },
        ],
        tracks: vec![Track {
            name: "Game-Turn".into(),
            spaces: (1..=10).map(|turn| turn.to_string()).collect(),
            at: Some(3),
            house: true,
        }],
        boxes: vec![
            Tray { name: "Romans to be placed".into(), side: Some(0), counters: vec![22, 23] },
            Tray { name: "Sabines lost".into(), side: Some(1), counters: vec![24] },
            Tray { name: "Sabines off the map".into(), side: Some(1), counters: vec![] },
        ],
        goal: Goal::default(),
        cards: vec![],
        hints: vec![
            Hint { place: hex(604).into(), kind: "move", counter: Some(3) },
            Hint { place: hex(703).into(), kind: "move", counter: Some(3) },
            Hint { place: hex(704).into(), kind: "move", counter: Some(3) },
            Hint { place: hex(803).into(), kind: "target", counter: Some(3) },
            Hint { place: hex(108).into(), kind: "place", counter: None },
        ],
        threats: vec![
            Threat { place: hex(703).into(), kind: "fire" },
            Threat { place: hex(805).into(), kind: "melee" },
            Threat { place: hex(806).into(), kind: "stop" },
        ],
        phase: "Movement".into(),
        prompt: "Axemen 3 may move 3 more. Choose a hex, turn, or halt.".into(),
        to_act: Some(0),
        description: "Romans hold the west bank; Sabines the village <A>.".into(),
    }
}
