//! Bases: a strip of turf with figures on it, the rear edge in the colour of its side, the general's edged in gold.

use std::fmt::Write;

use engine::place::Pose;
use engine::scene::{Counter, Footprint};

use super::{UNIT, ahead, figures, spot};
use crate::counter::side_colour;
use crate::layout::Point;
use crate::scatter::Scatter;
use crate::svg::{Num, escape};

/// Figures are drawn in twentieths of the table's unit.
const FIGURE: f64 = UNIT / 20.0;

/// One base as a group with its id; where it stands and how it is turned are separate, so that letters stay upright.
pub(crate) fn draw_base(counter: &Counter, base: Footprint, pose: Pose, id: &str) -> String {
    let side = counter.side.min(1);
    let at = spot([pose.x, pose.y]);
    let classes: String = counter.seals.iter().map(|seal| format!(" {seal}")).collect();
    let general = if counter.symbols.contains(&"general") { " general" } else { "" };
    let mut words = counter.name.clone();
    counter.seals.iter().for_each(|seal| words += &format!(", {seal}"));
    let mut out = format!(
        "<g id=\"{id}\" class=\"counter base side{side}{general}{classes}\" transform=\"translate({} {})\"><title>{}</title><g class=\"turned\" transform=\"rotate({})\">{}</g>",
        Num(at.x),
        Num(at.y),
        escape(&words),
        Num(f64::from(pose.heading) / 1_000.0),
        laid_out(counter, base)
    );
    let behind = ahead(pose) * -(f64::from(base.depth) * UNIT / 1_000.0 + 13.0);
    let _ = write!(
        out,
        "<text class=\"tag\" x=\"{}\" y=\"{}\" font-size=\"17\" font-weight=\"700\" text-anchor=\"middle\" fill=\"#fdf6e3\" stroke=\"#2c2f17\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text></g>",
        Num(behind.x),
        Num(behind.y + 6.0),
        escape(if counter.code.is_empty() { "?" } else { &counter.code })
    );
    out
}

/// The base with its figures and seals, its front up the page and the middle of it at the origin.
fn laid_out(counter: &Counter, base: Footprint) -> String {
    let general = counter.symbols.contains(&"general");
    let (mut out, [half, depth]) = plate(counter.side.min(1), counter.glyph, general, counter.id, base);
    let width = 2.0 * half;
    for (seal, place) in [("moved", -1.0), ("fired", -1.0), ("fought", -1.0), ("attacking", 1.0)] {
        if counter.seals.contains(&seal) {
            let ink = if seal == "attacking" { "#a3261c" } else { "#6a1f4d" };
            let _ = write!(
                out,
                "<circle class=\"seal {seal}\" cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{ink}\" stroke=\"#fff8e8\" stroke-width=\"1.4\"/>",
                Num(place * (half - 9.0)),
                Num(depth - 9.0)
            );
        }
    }
    if counter.seals.contains(&"active") {
        let _ = write!(
            out,
            "<rect class=\"held\" x=\"{}\" y=\"-3\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"none\" stroke=\"#6a1f4d\" stroke-width=\"4.4\"/>",
            Num(-half - 3.0),
            Num(width + 6.0),
            Num(depth + 6.0)
        );
    }
    out
}

/// The strip of turf with its figures; half its width, and its depth.
fn plate(side: u8, glyph: &str, general: bool, id: u16, base: Footprint) -> (String, [f64; 2]) {
    let (width, depth) = (f64::from(base.width) * UNIT / 1_000.0, f64::from(base.depth) * UNIT / 1_000.0);
    let half = width / 2.0;
    let colour = side_colour(side);
    let mut out = format!(
        "<rect x=\"{0}\" y=\"3\" width=\"{1}\" height=\"{2}\" rx=\"4\" fill=\"#160c04\" fill-opacity=\".35\"/>\
         <rect class=\"plate\" x=\"{3}\" y=\".6\" width=\"{4}\" height=\"{5}\" rx=\"3.4\" fill=\"url(#turf)\" stroke=\"#57401f\" stroke-width=\"1.4\"/>",
        Num(-half + 1.5),
        Num(width + 1.0),
        Num(depth + 1.0),
        Num(-half + 0.6),
        Num(width - 1.2),
        Num(depth - 1.2)
    );
    out.push_str(&grass(id, half, depth));
    let dashes = if side == 1 { " stroke-dasharray=\"10 6\"" } else { "" };
    let _ = write!(
        out,
        "<path d=\"M{} {}h{}\" stroke=\"{colour}\" stroke-width=\"6.4\"{dashes}/><path d=\"M{} 1.8h{}\" stroke=\"#f4e6bf\" stroke-opacity=\".8\" stroke-width=\"1.8\"/>",
        Num(-half + 3.4),
        Num(depth - 4.8),
        Num(width - 6.8),
        Num(-half + 3.0),
        Num(width - 6.0)
    );
    if general {
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"2\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"none\" stroke=\"#f2cf62\" stroke-width=\"3.4\"/>",
            Num(-half + 2.0),
            Num(width - 4.0),
            Num(depth - 4.0)
        );
    }
    let _ = write!(out, "<g transform=\"scale({})\">", Num(FIGURE));
    for (figure, x, y) in figures::stood(glyph, depth / FIGURE) {
        let _ = write!(out, "<use href=\"#f{side}-{figure}\" x=\"{}\" y=\"{}\"/>", Num(x), Num(y));
    }
    if general {
        let _ = write!(out, "<use href=\"#f{side}-standard\" x=\"11\" y=\"7\"/>");
    }
    out.push_str("</g>");
    (out, [half, depth])
}

/// A base for every sort of troops and either side, to be shown beside the table: `b0-blades`.
pub(super) fn ready_made() -> String {
    let mut out = String::new();
    for side in 0..2 {
        for (glyph, depth) in figures::USUAL {
            let base = Footprint { width: 2_000, depth: depth * 50 };
            let (drawing, [_, deep]) = plate(side, glyph, false, 1, base);
            let up = Num(-deep / 2.0);
            let _ =
                write!(out, "<g id=\"b{side}-{glyph}\"><g transform=\"translate(0 {up})\">{drawing}</g></g>");
        }
    }
    out
}

/// Patches of grass on the turf, alike for the same counter wherever it stands.
fn grass(id: u16, half: f64, depth: f64) -> String {
    let mut scatter = Scatter::of(id, 57);
    let mut tufts = String::new();
    for _ in 0..(depth / 3.2) as usize {
        let p = Point::new(scatter.between(-half + 7.0, half - 7.0), scatter.between(5.0, depth - 9.0));
        let _ = write!(tufts, "M{} {}h{}", Num(p.x), Num(p.y), Num(scatter.between(1.0, 7.0)));
    }
    format!(
        "<path d=\"{tufts}\" stroke=\"#77814a\" stroke-opacity=\".7\" stroke-width=\"3.6\" stroke-linecap=\"round\"/>"
    )
}

/// The outline of a base at a pose, for hints.
pub(crate) fn ghost(base: Footprint, pose: Pose, look: &str) -> String {
    let at = spot([pose.x, pose.y]);
    let (width, depth) = (f64::from(base.width) * UNIT / 1_000.0, f64::from(base.depth) * UNIT / 1_000.0);
    let ink = match look {
        "target" => "#a3261c",
        "unit" => "#c98a1c",
        "before" => "#fdf6e3",
        _ => "#6a1f4d",
    };
    format!(
        "class=\"ghost {look}\" d=\"M{} 0h{}v{}h-{}z\" transform=\"translate({} {}) rotate({})\" fill=\"{ink}\" fill-opacity=\".08\" stroke=\"{ink}\" stroke-opacity=\".8\" stroke-width=\"1.6\"",
        Num(-width / 2.0),
        Num(width),
        Num(depth),
        Num(width),
        Num(at.x),
        Num(at.y),
        Num(f64::from(pose.heading) / 1_000.0)
    )
}
