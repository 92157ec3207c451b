//! An army as it lies in its box: every counter of a side in rows, for whoever chooses one.

use std::fmt::Write;

use engine::place::Pose;
use engine::scene::Scene;

use crate::counter::{self, Seat};
use crate::layer::symbols_svg;
use crate::layout::Point;
use crate::svg::{FAMILY, Num, escape, in_use};
use crate::tabletop::{self, UNIT, table_symbols_svg};

/// Counters in a row.
const ROW: usize = 6;
/// The room of one, with its name.
const CELL: Point = Point::new(112.0, 118.0);

/// The army of a side as an SVG document; bases as they stand on an open table, counters as they lie on a map.
pub fn lineup_svg(scene: &Scene, side: u8) -> String {
    let army: Vec<_> = scene.counters.iter().filter(|counter| counter.side == side).collect();
    let rows = army.len().div_ceil(ROW).max(1);
    let (wide, high) = (CELL.x * ROW as f64, CELL.y * rows as f64);
    let mut drawn = String::new();
    for (i, counter) in army.iter().enumerate() {
        let cell = Point::new((i % ROW) as f64 * CELL.x, (i / ROW) as f64 * CELL.y);
        let middle = cell + Point::new(CELL.x / 2.0, CELL.y / 2.0 - 8.0);
        let id = format!("a{}", counter.id);
        match counter.base {
            Some(base) => {
                // Standing at the corner of the table that lies at the origin, then carried to its cell.
                let here = Pose { x: 0, y: 0, heading: 0 };
                let from = tabletop::spot([0, 0]);
                let front = f64::from(base.depth) * UNIT / 2_000.0;
                let plain = engine::scene::Counter { code: " ".into(), ..(*counter).clone() };
                let _ = write!(
                    drawn,
                    "<g transform=\"translate({} {})\">{}</g>",
                    Num(middle.x - from.x),
                    Num(middle.y - from.y - front),
                    tabletop::draw_base(&plain, base, here, &id)
                );
            }
            None => {
                let seat = Seat { at: middle, scale: 1.0, depth: 0 };
                drawn.push_str(&counter::draw(scene, counter, &id, &seat));
            }
        }
        let name = counter.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        let _ = write!(
            drawn,
            "<text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"middle\" fill=\"#f6efd6\">{}</text>",
            Num(cell.x + CELL.x / 2.0),
            Num(cell.y + CELL.y - 10.0),
            escape(name)
        );
    }
    let symbols = match scene.landscape.table {
        Some(_) => table_symbols_svg(),
        None => symbols_svg(scene.landscape.orientation),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" font-family=\"{FAMILY}\">{}\
         <rect width=\"{w}\" height=\"{h}\" rx=\"10\" fill=\"#74804a\"/>{drawn}</svg>",
        in_use(&symbols, &drawn),
        w = Num(wide),
        h = Num(high)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{png, sample};

    #[test]
    fn an_army_is_shown_whole_with_no_more_symbols_than_it_needs() {
        let scene = sample::open_table();
        for side in 0..2 {
            let army = lineup_svg(&scene, side);
            let count = scene.counters.iter().filter(|counter| counter.side == side).count();
            assert_eq!(army.matches("class=\"counter").count(), count);
            assert!(png(&army, 300).is_ok());
        }
        let mut lone = scene.clone();
        lone.counters.retain(|counter| counter.side == 0 && counter.glyph == "blades");
        let svg = lineup_svg(&lone, 0);
        assert!(svg.contains("#f0-") && !svg.contains("id=\"f1-"), "only figures of its own side");
        assert!(svg.len() < lineup_svg(&scene, 0).len() / 4);
        let hexes = sample::skirmish();
        assert!(lineup_svg(&hexes, 0).contains("class=\"counter side0\""), "counters of a map too");
    }
}
