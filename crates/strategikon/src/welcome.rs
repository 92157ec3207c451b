//! `strategikon` alone: what is on the shelf and how to begin.

use std::io::Write;

use shelf::Shelf;

use crate::common::Failure;

/// Greets.
pub fn run(shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "Strategikon {}: a table for ancient and medieval wargames.", env!("CARGO_PKG_VERSION"))?;
    writeln!(out)?;
    for edition in shelf.editions() {
        let cards = edition.scenarios();
        writeln!(out, "  {:<12} {} scenarios", edition.title(), cards.len())?;
    }
    writeln!(out)?;
    let example = shelf.scenarios().next().map_or("GAME/SCENARIO", |card| &card.scenario);
    for (command, does) in [
        ("list".to_string(), "what there is to play"),
        (format!("play {example}"), "play it here, in the terminal"),
        (format!("render {example} -o map.svg"), "draw it"),
        (format!("simulate {example}"), "a thousand random games, and who won them"),
        ("help".to_string(), "everything else"),
    ] {
        writeln!(out, "  strategikon {command:<36} {does}")?;
    }
    Ok(())
}
