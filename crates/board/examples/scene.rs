//! Draws scenes that `strategikon referee` has written: `cargo run -p board --example scene -- FOLDER WIDTH FILE…`.
//!
//! Each file holds one line of JSON, the answer to `{"do":"scene"}`. It becomes a PNG by day and by night, an
//! SVG and a text in the folder.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use board::{Light, Style, picture, png, text_board};
use engine::goal::{Figure, Goal};
use engine::hex::{Direction, HexNumber, Orientation};
use engine::scene::{
    Card, Counter, Course, HexSide, Hint, Label, Landscape, Mark, Scene, SideCard, Threat, Track, Tray,
};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, width, files @ ..] = &arguments[..] else {
        return Err("expected FOLDER WIDTH FILE…".into());
    };
    fs::create_dir_all(folder)?;
    for file in files {
        let answer: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
        let scene = scene(answer.get("scene").unwrap_or(&answer));
        let name = Path::new(file).file_stem().and_then(|s| s.to_str()).unwrap_or("scene");
        let target = |suffix: &str| Path::new(folder).join(format!("{name}{suffix}"));
        for (light, suffix) in [(Light::Day, ".png"), (Light::Night, "-night.png")] {
            let svg = picture(&scene, &Style { light, hints: true, threats: false });
            let file = png(&svg, width.parse()?)?;
            println!("{name}{suffix}: {} bytes of SVG, {} of PNG", svg.len(), file.len());
            fs::write(target(suffix), file)?;
            fs::write(target(".svg"), svg)?;
        }
        fs::write(target(".txt"), text_board(&scene))?;
    }
    Ok(())
}

/// Scenes name their classes by words that live as long as the program.
fn word(value: &Value) -> &'static str {
    Box::leak(text(value).into_boxed_str())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn number(value: &Value) -> u16 {
    value.as_u64().unwrap_or_default() as u16
}

fn hex(value: &Value) -> HexNumber {
    value.as_str().and_then(|s| s.parse().ok()).unwrap_or(HexNumber(0))
}

fn list<T>(value: &Value, one: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().into_iter().flatten().map(one).collect()
}

fn side(value: &Value) -> Option<u8> {
    value.as_u64().map(|n| n as u8)
}

fn scene(v: &Value) -> Scene {
    let card = |v: &Value| SideCard {
        name: text(&v["name"]),
        strength: number(&v["strength"]).into(),
        standing: text(&v["standing"]),
    };
    Scene {
        title: text(&v["title"]),
        subtitle: text(&v["subtitle"]),
        sides: [card(&v["sides"][0]), card(&v["sides"][1])],
        landscape: Arc::new(landscape(&v["landscape"])),
        counters: list(&v["counters"], counter),
        marks: list(&v["marks"], |m| Mark {
            place: hex(&m["place"]).into(),
            kind: word(&m["kind"]),
            side: side(&m["side"]),
            nation: "",
            text: text(&m["text"]),
        }),
        tracks: list(&v["tracks"], |t| Track {
            name: text(&t["name"]),
            spaces: list(&t["spaces"], text),
            at: t["at"].as_u64().map(|n| n as usize),
            house: t["house"] == true,
        }),
        boxes: list(&v["boxes"], |b| Tray {
            name: text(&b["name"]),
            side: side(&b["side"]),
            counters: list(&b["counters"], number),
        }),
        goal: Goal {
            text: text(&v["goal"]["text"]),
            standing: list(&v["goal"]["standing"], |f| Figure {
                text: text(&f["text"]),
                side: side(&f["side"]),
                of: f["of"]
                    .as_array()
                    .map(|of| [0, 1].map(|i| of.get(i).and_then(Value::as_u64).unwrap_or(0) as u32)),
            }),
            rule: word(&v["goal"]["rule"]),
        },
        cards: list(&v["cards"], |c| Card {
            kind: word(&c["kind"]),
            title: text(&c["title"]),
            text: text(&c["text"]),
            standing: text(&c["standing"]),
            rule: word(&c["rule"]),
        }),
        hints: list(&v["hints"], |h| Hint {
            place: hex(&h["place"]).into(),
            kind: word(&h["kind"]),
            counter: h["counter"].as_u64().map(|n| n as u16),
        }),
        threats: list(&v["threats"], |t| Threat { place: hex(&t["place"]).into(), kind: word(&t["kind"]) }),
        phase: text(&v["phase"]),
        prompt: text(&v["prompt"]),
        to_act: side(&v["to_act"]),
        description: text(&v["description"]),
    }
}

fn landscape(v: &Value) -> Landscape {
    Landscape {
        key: text(&v["key"]),
        orientation: if v["orientation"] == "pointy" { Orientation::Pointy } else { Orientation::Flat },
        columns: number(&v["columns"]),
        rows: number(&v["rows"]),
        even_shifted: v["even_shifted"] == true,
        numbers: list(&v["numbers"], hex),
        terrain: list(&v["terrain"], word),
        sides: list(&v["sides"], |s| HexSide {
            hex: hex(&s["hex"]),
            side: Direction::new(number(&s["side"]) as u8),
            kind: word(&s["kind"]),
        }),
        lines: list(&v["lines"], |l| Course { kind: word(&l["kind"]), hexes: list(&l["hexes"], hex) }),
        labels: list(&v["labels"], |l| Label {
            hex: hex(&l["hex"]),
            text: text(&l["text"]),
            kind: word(&l["kind"]),
        }),
        districts: list(&v["districts"], hex),
        table: None,
        house: v["house"].as_str().map(str::to_string),
    }
}

fn counter(v: &Value) -> Counter {
    Counter {
        id: number(&v["id"]),
        side: number(&v["side"]) as u8,
        place: v["place"].as_str().map(|_| hex(&v["place"]).into()),
        glyph: word(&v["glyph"]),
        code: text(&v["code"]),
        symbols: list(&v["symbols"], word),
        name: text(&v["name"]),
        left: text(&v["left"]),
        middle: text(&v["middle"]),
        right: text(&v["right"]),
        facing: v["facing"].as_u64().map(|n| Direction::new(n as u8)),
        seals: list(&v["seals"], word),
        base: None,
        aboard: v["aboard"].as_u64().map(|n| n as u16),
        about: list(&v["about"], text),
    }
}
