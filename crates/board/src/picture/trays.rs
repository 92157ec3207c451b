//! Boxes beside the map.

use std::collections::HashSet;
use std::fmt::Write;

use engine::scene::{Counter, Tray};

use super::Page;
use crate::counter::{self, Seat};
use crate::layout::Point;
use crate::svg::{Num, text_width, wrapped};

/// A box with its counters laid out, seen from its upper left corner.
struct Laid<'a> {
    tray: Tray,
    title: Vec<String>,
    seats: Vec<(&'a Counter, Point)>,
    size: Point,
}

/// Boxes that hold counters, and a last one for counters that are neither on the map nor in a box. Small boxes
/// share a row; counters that look alike lie over each other.
pub(super) fn draw(page: &mut Page) {
    let scene = page.scene;
    let mut shown: HashSet<u16> = scene.counters.iter().filter(|c| c.place.is_some()).map(|c| c.id).collect();
    let mut laid = vec![];
    for tray in &scene.boxes {
        let counters: Vec<&Counter> = tray
            .counters
            .iter()
            .filter_map(|id| scene.counters.iter().find(|c| c.id == *id))
            .filter(|c| shown.insert(c.id))
            .collect();
        laid.extend(lay(page, tray.clone(), &counters));
    }
    let rest: Vec<&Counter> = scene.counters.iter().filter(|c| !shown.contains(&c.id)).collect();
    laid.extend(lay(page, Tray { name: "Beside the map".into(), side: None, counters: vec![] }, &rest));
    let (gap, k) = (8.0 * page.k, page.k);
    let mut row: Vec<Laid> = vec![];
    for tray in laid {
        let taken: f64 = row.iter().map(|t| t.size.x + gap).sum();
        if taken + tray.size.x > page.room() + 0.1 {
            draw_row(page, &std::mem::take(&mut row));
        }
        row.push(tray);
    }
    draw_row(page, &row);
    page.y += 4.0 * k;
}

/// Whether two counters look the same.
fn alike(a: &Counter, b: &Counter) -> bool {
    let look = |c: &Counter| (c.side, c.glyph, c.code.clone(), c.seals.clone(), c.symbols.clone());
    look(a) == look(b) && (&a.left, &a.middle, &a.right) == (&b.left, &b.middle, &b.right)
}

fn lay<'a>(page: &Page, tray: Tray, counters: &[&'a Counter]) -> Option<Laid<'a>> {
    if counters.is_empty() {
        return None;
    }
    let k = page.k;
    let scale = 0.78 * k;
    let (step, row) = (48.0 * scale, 56.0 * scale);
    let title = wrapped(&tray.name, 15.0 * k, 165.0 * k);
    let widest = title.iter().map(|line| text_width(line, 15.0 * k) * 1.08).fold(70.0 * k, f64::max);
    let names = widest + 26.0 * k;
    let edge = page.room() - 8.0 * k;
    let mut seats = vec![];
    let (mut x, mut y, mut right) = (names, 5.0 * k + row / 2.0, 0.0f64);
    for (i, counter) in counters.iter().enumerate() {
        if i > 0 {
            x += if alike(counters[i - 1], counter) { step * 0.3 } else { step };
        }
        if x + step > edge {
            (x, y) = (names, y + row);
        }
        seats.push((*counter, Point::new(x + step / 2.0, y)));
        right = right.max(x + step);
    }
    let height = (y + row / 2.0 + 5.0 * k).max((title.len() as f64 * 18.0 + 34.0) * k);
    Some(Laid { tray, title, seats, size: Point::new(right + 8.0 * k, height) })
}

/// Boxes side by side, as high as the highest.
fn draw_row(page: &mut Page, row: &[Laid]) {
    let (k, scene, ink) = (page.k, page.scene, page.ink);
    let height = row.iter().map(|tray| tray.size.y).fold(0.0, f64::max);
    if row.is_empty() {
        return;
    }
    // What is left of the row is shared out among its boxes.
    let taken: f64 = row.iter().map(|tray| tray.size.x).sum::<f64>() + 8.0 * k * (row.len() - 1) as f64;
    let more = (page.room() - taken).max(0.0) / row.len() as f64;
    let (mut x, top) = (page.left(), page.y);
    for laid in row {
        let colour = laid.tray.side.map_or(ink.soft, |side| ink.sides[usize::from(side.min(1))]);
        let dashes = if laid.tray.side == Some(1) { "6 4" } else { "none" };
        let _ = write!(
            page.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" stroke=\"{colour}\" stroke-opacity=\".7\" stroke-dasharray=\"{dashes}\"/>",
            Num(x),
            Num(top),
            Num(laid.size.x + more),
            Num(height),
            Num(5.0 * k),
            ink.card
        );
        for (i, line) in laid.title.iter().enumerate() {
            let y = top + (22.0 + 18.0 * i as f64) * k;
            page.text(x + 12.0 * k, y, 15.0 * k, colour, "font-weight=\"700\"", line);
        }
        let count = match laid.seats.len() {
            1 => "1 counter".to_string(),
            n => format!("{n} counters"),
        };
        let below = top + (22.0 + 18.0 * laid.title.len() as f64) * k;
        page.text(x + 12.0 * k, below, 13.0 * k, ink.soft, "font-style=\"italic\"", &count);
        for (counter, seat) in &laid.seats {
            let at = Point::new(x, top) + *seat;
            let id = page.ids.take(format!("c{}", counter.id));
            page.out.push_str(&counter::draw(scene, counter, &id, &Seat { at, scale: 0.78 * k, depth: 0 }));
        }
        x += laid.size.x + more + 8.0 * k;
    }
    page.y += height + 8.0 * k;
}
