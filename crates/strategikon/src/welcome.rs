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
    writeln!(out, "  strategikon list                            what there is to play")?;
    writeln!(out, "  {:<42}  play it here, in the terminal", format!("strategikon play {example}"))?;
    let render = format!("strategikon render {example} -o map.svg");
    writeln!(out, "  {render:<42}  draw it")?;
    writeln!(out, "  strategikon help                            everything else")?;
    Ok(())
}
