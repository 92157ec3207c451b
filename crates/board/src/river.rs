//! Rivers that fill their hexes, brooks along hexsides, and fords.

use std::fmt::Write;

use engine::hex::Hex;
use engine::scene::Landscape;

use crate::course::Curve;
use crate::layout::{Layout, Point};
use crate::outline::{chains, class, hexes_of, hexsides, overrunning_outline, softened};
use crate::scatter::Scatter;
use crate::svg::{Num, PathText};

/// Classes of ground that lie in a river.
pub(crate) const WET: [&str; 3] = ["river", "bridge", "ford"];

/// Water over whole hexes: the river hexes that no course names, joined into one sheet of water with its banks.
pub(crate) fn broad_water(land: &Landscape, sheet: &Layout) -> String {
    let mut named = vec![false; sheet.grid().len()];
    let rivers = land.lines.iter().filter(|course| course.kind == "river");
    for hex in rivers.flat_map(|course| &course.hexes).filter_map(|&n| sheet.grid().at(n)) {
        named[hex.index()] = true;
    }
    let inside = |hex: Hex| WET.contains(&class(land, hex)) && !named[hex.index()];
    let outline = overrunning_outline(sheet, inside, 4.2);
    if outline.is_empty() {
        return outline;
    }
    let mut out = format!(
        "<defs><path id=\"water\" d=\"{outline}\"/></defs><clipPath id=\"waters\"><use href=\"#water\"/></clipPath>\
         <g fill=\"none\" stroke-linejoin=\"round\"><use href=\"#water\" stroke=\"#b9b07a\" stroke-opacity=\".35\" stroke-width=\"17\"/>\
         <use href=\"#water\" stroke=\"#a9a266\" stroke-opacity=\".5\" stroke-width=\"9\"/>\
         <use href=\"#water\" fill=\"#5a90a9\" stroke=\"#35627a\" stroke-width=\"2\"/>\
         <g clip-path=\"url(#waters)\"><use href=\"#water\" stroke=\"#74a8bc\" stroke-opacity=\".5\" stroke-width=\"34\"/>\
         <use href=\"#water\" stroke=\"#8dbccb\" stroke-opacity=\".55\" stroke-width=\"18\"/>\
         <use href=\"#water\" stroke=\"#b5d6dc\" stroke-opacity=\".6\" stroke-width=\"6\"/></g></g>"
    );
    for hex in sheet.grid().hexes().filter(|&hex| inside(hex)) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 81);
        for _ in 0..4 {
            let p = c + Point::new(scatter.between(-26.0, 26.0), scatter.between(-24.0, 24.0));
            let kind = if scatter.below(2) == 0 { "ripple" } else { "swell" };
            let _ = write!(out, "<use href=\"#{kind}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
        }
    }
    out
}

/// Brooks (`stream`) and rivers (`river`) along hexsides, as curves that keep near them. A brook that ends near
/// a broad river flows into it.
pub(crate) fn along_hexsides(land: &Landscape, sheet: &Layout, curves: &[Curve]) -> String {
    let mut out = String::new();
    for (kind, looks) in [("stream", &BROOK), ("river", &RIVERSIDE)] {
        let mut path = PathText::default();
        for mut chain in chains(sheet, &hexsides(land, sheet, kind)) {
            for _ in 0..2 {
                if let Some(mouth) = chain.last().and_then(|&end| mouth(end, curves)) {
                    chain.push(mouth);
                }
                chain.reverse();
            }
            path.smooth(&softened(&chain, 1.7), false);
        }
        if path.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "<defs><path id=\"side-{kind}\" d=\"{}\"/></defs><g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            path.into_string()
        );
        for (colour, opacity, width, dashes) in looks {
            let dashes = if dashes.is_empty() { "none" } else { dashes };
            let _ = write!(
                out,
                "<use href=\"#side-{kind}\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>"
            );
        }
        out.push_str("</g>");
    }
    out
}

/// Where water that ends at a point meets a broad river nearby.
fn mouth(end: Point, curves: &[Curve]) -> Option<Point> {
    let points = curves.iter().filter(|c| c.kind == "broad").flat_map(|c| &c.points);
    points
        .copied()
        .filter(|&p| (p - end).length() < 58.0)
        .min_by(|a, b| (*a - end).length().total_cmp(&(*b - end).length()))
}

type Look = (&'static str, &'static str, f64, &'static str);

const BROOK: [Look; 5] = [
    ("#a9a266", ".4", 11.5, ""),
    ("#3f6f86", ".85", 6.6, ""),
    ("#6fa3ba", "1", 5.0, ""),
    ("#a7cfd9", ".9", 2.0, "17 7 9 12"),
    ("#f1f8f4", ".9", 0.8, "6 21 11 29"),
];
const RIVERSIDE: [Look; 5] = [
    ("#a9a266", ".4", 14.0, ""),
    ("#3f6f86", ".9", 8.6, ""),
    ("#6fa3ba", "1", 6.6, ""),
    ("#a7cfd9", ".9", 2.6, "20 8 11 14"),
    ("#f1f8f4", ".9", 1.0, "8 26 14 36"),
];

/// The shallows of every ford: gravel showing through, stones, broken water.
pub(crate) fn fords(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::new();
    for hex in hexes_of(land, sheet, &["ford"]) {
        let c = sheet.centre(hex);
        let way = flow(land, sheet, hex);
        let turn = way.y.atan2(way.x).to_degrees();
        let _ = write!(
            out,
            "<use href=\"#ford\" transform=\"translate({} {}) rotate({turn:.0})\"/>",
            Num(c.x),
            Num(c.y)
        );
    }
    out
}

/// The direction in which the water of a hex flows, as far as its wet neighbours tell.
pub(crate) fn flow(land: &Landscape, sheet: &Layout, hex: Hex) -> Point {
    for course in land.lines.iter().filter(|course| course.kind == "river") {
        let hexes: Vec<Hex> = course.hexes.iter().filter_map(|&n| sheet.grid().at(n)).collect();
        if let Some(i) = hexes.iter().position(|&h| h == hex) {
            let (from, to) = (hexes[i.saturating_sub(1)], hexes[(i + 1).min(hexes.len() - 1)]);
            return (sheet.centre(to) - sheet.centre(from)).unit();
        }
    }
    let wet: Vec<Point> = sheet
        .grid()
        .neighbours(hex)
        .filter(|&(_, n)| WET.contains(&class(land, n)))
        .map(|(_, n)| sheet.centre(n))
        .collect();
    match wet[..] {
        [] => Point::new(1.0, 0.0),
        [one] => (one - sheet.centre(hex)).unit(),
        [first, .., last] => (last - first).unit(),
    }
}

/// Ripples and gravel, each about its middle.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<path id="ripple" d="M-8 .8q2-2.4 4-.6t4 0 4-.6" fill="none" stroke="#d9ebea" stroke-opacity=".75" stroke-width=".9" stroke-linecap="round"/>"##,
    r##"<path id="swell" d="M-5 0q2.4-1.8 5-.2t5-.6M-1 3q2-1.4 4-.2" fill="none" stroke="#d9ebea" stroke-opacity=".6" stroke-width=".8" stroke-linecap="round"/>"##,
    r##"<g id="ford"><path d="M-16-20c10-4 22-4 32 0c-5 9-4 13 1 20-5 7-5 12 0 20-10 4-24 4-33 0 5-8 5-13 0-20 5-7 5-12 0-20z" fill="#cdbf8c" fill-opacity=".45"/><path d="M-10-21c7-3 14-3 20 0c-4 9-3 13 1 21-4 8-4 13-1 21-7 3-13 3-20 0 4-8 3-13 0-21 3-8 3-13 0-21z" fill="#dccf9f" fill-opacity=".6"/><path d="M-13-15v30M-4-16v32M6-16v32M14-15v29" stroke="#e8f2ee" stroke-opacity=".85" stroke-width="1.3" stroke-dasharray="5 4 2 5" stroke-linecap="round" fill="none"/><g fill="#b9ab84" stroke="#6f6142" stroke-width=".7"><ellipse cx="-9" cy="-12" rx="3" ry="2"/><ellipse cx="3" cy="-6.5" rx="3.4" ry="2.2"/><ellipse cx="-5" cy="1" rx="3.2" ry="2.1"/><ellipse cx="6" cy="6.5" rx="3" ry="2"/><ellipse cx="-2" cy="13" rx="3.3" ry="2.1"/><ellipse cx="11" cy="-13" rx="2.2" ry="1.5"/><ellipse cx="-12" cy="9" rx="2.2" ry="1.5"/></g></g>"##,
);
