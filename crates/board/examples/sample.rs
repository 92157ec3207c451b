//! Draws sample scenes into a folder: `cargo run -p board --example sample -- FOLDER [MAP.toml]`.
//!
//! With a map file the large picture shows that map with two armies on it.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use board::{Light, Style, picture, png, sample, text_board};
use engine::hex::{HexNumber, Orientation};
use engine::scene::{Course, HexSide, Label, Landscape, Mark, Scene};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/sample".into());
    fs::create_dir_all(&folder)?;
    let folder = Path::new(&folder);
    let small = sample::skirmish();
    write(folder, "small", &small, &Style::default(), 1400)?;
    write(folder, "night", &small, &Style { light: Light::Night, ..Style::default() }, 1400)?;
    let mut pointy = sample::skirmish();
    pointy.landscape = Arc::new(Landscape {
        orientation: Orientation::Pointy,
        columns: 9,
        rows: 12,
        ..(*small.landscape).clone()
    });
    write(folder, "pointy", &pointy, &Style::default(), 1200)?;
    write(folder, "valley", &sample::valley(), &Style::default(), 1400)?;
    write(folder, "realm", &sample::realm(), &Style::default(), 1400)?;
    write(folder, "table", &sample::open_table(), &Style::default(), 1400)?;
    if let Some(map) = arguments.next() {
        let scene = battle(map_file(&fs::read_to_string(map)?)?);
        write(folder, "large", &scene, &Style::default(), 3000)?;
        fs::write(folder.join("large.txt"), text_board(&scene))?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, scene: &Scene, style: &Style, width: u32) -> Result<(), Box<dyn Error>> {
    let svg = picture(scene, style);
    println!("{name}: {} bytes of SVG", svg.len());
    fs::write(folder.join(format!("{name}.png")), png(&svg, width)?)?;
    fs::write(folder.join(format!("{name}.svg")), svg)?;
    Ok(())
}

/// Reads what the picture needs of a map file, and no more.
fn map_file(text: &str) -> Result<Landscape, Box<dyn Error>> {
    let file: toml::Table = text.parse()?;
    let list = |key: &str| -> Vec<&str> {
        file.get(key).and_then(|v| v.as_array()).into_iter().flatten().filter_map(|v| v.as_str()).collect()
    };
    let mut land = sample::landscape(&list("rows"));
    for crest in list("crests") {
        let mut words = crest.split_whitespace();
        let hex: HexNumber = words.next().unwrap_or("").parse()?;
        for side in words.filter_map(|w| Orientation::Flat.direction(w)) {
            land.sides.push(HexSide { hex, side, kind: "crest" });
        }
    }
    for course in file.get("course").and_then(|v| v.as_array()).into_iter().flatten() {
        let hexes = course.get("hexes").and_then(|v| v.as_array()).into_iter().flatten();
        let hexes = hexes.filter_map(|v| v.as_str()?.parse().ok()).collect();
        land.lines.push(Course { kind: "stream", hexes });
    }
    for (text, hex) in file.get("places").and_then(|v| v.as_table()).into_iter().flatten() {
        let hex = hex.as_str().unwrap_or("").parse()?;
        land.labels.push(Label { hex, text: text.clone(), kind: "letter" });
    }
    land.house = file.get("note").and_then(|v| v.as_str()).map(str::to_string);
    Ok(land)
}

/// Two armies on a large map.
fn battle(land: Landscape) -> Scene {
    let mut scene = sample::skirmish();
    scene.landscape = Arc::new(land);
    scene.title = "Kadesh".into();
    scene.subtitle = "1285 BC · A sample".into();
    scene.counters.clear();
    scene.hints.clear();
    scene.threats.clear();
    let kinds = ["MI", "MS", "AX", "SD", "MC", "HA", "BO", "IB", "SK", "CH", "E", "C"];
    let mut id = 0;
    for side in 0..2u8 {
        for i in 0..46u16 {
            let column = if side == 0 { 16 + i % 7 } else { 26 + i % 8 };
            let row = 14 + (i / 7) * 2 % 9 + i % 3;
            let seals: &[&str] = match i % 11 {
                3 => &["disrupted"],
                5 => &["fired"],
                7 => &["moved"],
                _ => &[],
            };
            let glyph = kinds[usize::from(i) % kinds.len()];
            let facing = if side == 0 { 1 + (i % 2) as u8 } else { 4 + (i % 2) as u8 };
            scene.counters.push(sample::counter(id, side, glyph, Some(column * 100 + row), facing, seals));
            id += 1;
        }
    }
    for i in 0..30 {
        scene.counters.push(sample::counter(id + i, 0, kinds[usize::from(i) % 12], None, 0, &[]));
    }
    scene.boxes = vec![engine::scene::Tray {
        name: "Egyptians to be placed".into(),
        side: Some(0),
        counters: (id..id + 30).collect(),
    }];
    scene.marks = vec![
        Mark {
            place: HexNumber(3017).into(),
            kind: "objective",
            side: Some(1),
            nation: "",
            text: "A".into(),
        },
        Mark {
            place: HexNumber(2016).into(),
            kind: "objective",
            side: Some(0),
            nation: "",
            text: "E".into(),
        },
    ];
    scene
}
