//! Counters: cardboard with a side's band, a glyph, figures, a facing pointer and seals.

use std::fmt::Write;

use engine::hex::Orientation;
use engine::scene::{Counter, Scene};

use crate::glyph;
use crate::layout::Point;
use crate::svg::{Num, escape, text_width};

/// Half the edge of a counter.
pub(crate) const HALF: f64 = 21.0;

/// Inks of a side: line, glyph, face above, face below, edge of the cardboard.
struct Inks {
    line: &'static str,
    glyph: &'static str,
    face: [&'static str; 2],
    edge: &'static str,
}

/// Blue and gold are told apart by every common kind of colour vision; the bands differ besides.
const INKS: [Inks; 2] = [
    Inks { line: "#1f4f7d", glyph: "#133a60", face: ["#e3edf5", "#b9d0e4"], edge: "#143556" },
    Inks { line: "#a8620c", glyph: "#6b3f06", face: ["#fdebbd", "#f0c766"], edge: "#6f430a" },
];

/// The line colour of a side.
pub(crate) fn side_colour(side: u8) -> &'static str {
    INKS[usize::from(side.min(1))].line
}

/// How a counter is drawn: where, how large, and what is said about its stack.
pub(crate) struct Seat {
    pub(crate) at: Point,
    pub(crate) scale: f64,
    /// Counters in the stack, written on the top one if more than three.
    pub(crate) depth: usize,
}

/// One counter as a group with its id.
pub(crate) fn draw(scene: &Scene, counter: &Counter, id: &str, seat: &Seat) -> String {
    let side = counter.side.min(1);
    let inks = &INKS[usize::from(side)];
    let orientation = scene.landscape.orientation;
    let mut out = String::with_capacity(700);
    let _ = write!(
        out,
        "<g id=\"{id}\" class=\"counter side{side}\" transform=\"translate({} {}){}\"><title>{}</title>",
        Num(seat.at.x),
        Num(seat.at.y),
        if seat.scale == 1.0 { String::new() } else { format!(" scale({:.2})", seat.scale) },
        escape(&spoken(scene, counter))
    );
    if has(counter, "active") {
        out.push_str("<use href=\"#seal-active\"/>");
    }
    if let Some(facing) = counter.facing.filter(|_| counter.hex.is_some()) {
        let turn = facing.index() as u32 * 60 + if orientation == Orientation::Flat { 0 } else { 30 };
        let _ = write!(out, "<use href=\"#facing{side}\" transform=\"rotate({turn})\"/>");
    }
    let blank = counter.glyph == "hidden";
    let _ = write!(out, "<use href=\"#{}{side}\"/>", if blank { "back" } else { "card" });
    if !blank {
        out.push_str(&symbol(counter.glyph, inks));
        out.push_str(&figures(counter));
    }
    if has(counter, "moved") {
        out.push_str("<use href=\"#seal-moved\"/>");
    }
    let mut y = if has(counter, "disrupted") { -3.0 } else { -6.5 };
    for seal in ["fired", "charged", "attacking"] {
        if has(counter, seal) {
            let _ = write!(out, "<use href=\"#seal-{seal}\" x=\"17\" y=\"{}\"/>", Num(y));
            y += 10.0;
        }
    }
    if has(counter, "disrupted") {
        out.push_str("<use href=\"#seal-disrupted\" x=\"17\" y=\"-17\"/>");
    }
    if seat.depth > 3 {
        let _ = write!(
            out,
            "<g class=\"depth\"><rect x=\"-8\" y=\"19.4\" width=\"16\" height=\"11\" rx=\"5.5\" fill=\"#2a2016\" stroke=\"#fff8e8\" stroke-width=\".8\"/><text y=\"28.1\" font-size=\"9.5\" font-weight=\"700\" text-anchor=\"middle\" fill=\"#fff8e8\">{}</text></g>",
            seat.depth
        );
    }
    out.push_str("</g>");
    out
}

fn has(counter: &Counter, seal: &str) -> bool {
    counter.seals.contains(&seal)
}

/// The counter in words, for pointer and screen reader.
fn spoken(scene: &Scene, counter: &Counter) -> String {
    let mut words = counter.name.clone();
    if let Some(hex) = counter.hex {
        let _ = write!(words, " at {hex}");
    }
    if let Some(facing) = counter.facing {
        let _ = write!(words, ", faces {}", scene.landscape.orientation.compass(facing));
    }
    for seal in &counter.seals {
        let _ = write!(words, ", {seal}");
    }
    words
}

/// The glyph; types without one of their own show their abbreviation.
fn symbol(code: &str, inks: &Inks) -> String {
    let letters = |text: &str, x: f64, y: f64, size: f64| {
        format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            Num(x),
            Num(y),
            Num(size),
            inks.glyph,
            escape(text)
        )
    };
    if glyph::is_leader(code) {
        format!("<use href=\"#g-leader\" color=\"{}\"/>{}", inks.glyph, letters(code, -0.6, -1.0, 11.0))
    } else if glyph::is_drawn(code) {
        format!("<use href=\"#g-{code}\" color=\"{}\"/>", inks.glyph)
    } else {
        letters(code, 0.0, 3.0, if code.chars().count() > 3 { 10.0 } else { 15.0 })
    }
}

/// Strength at the left, movement at the right, the third figure small between them.
fn figures(counter: &Counter) -> String {
    let (mut large, mut small) = (13.5, 9.5);
    let room = 2.0 * HALF - 6.0;
    let width = |large: f64, small: f64| {
        1.06 * (text_width(&counter.left, large)
            + text_width(&counter.right, large)
            + text_width(&counter.middle, small))
    };
    while width(large, small) > room && large > 6.0 {
        large -= 0.5;
        small -= 0.35;
    }
    // The middle figure stands between the other two, not in the middle of the card: "(1) (1) 10".
    let between = (text_width(&counter.left, large) - text_width(&counter.right, large)) / 2.0;
    let mut out = String::new();
    for (text, x, anchor, size, ink) in [
        (&counter.left, -HALF + 2.8, "start", large, "#1d140a"),
        (&counter.middle, between, "middle", small, "#5d4a30"),
        (&counter.right, HALF - 2.8, "end", large, "#1d140a"),
    ] {
        if !text.is_empty() {
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"17.6\" font-size=\"{}\" font-weight=\"700\" text-anchor=\"{anchor}\" fill=\"{ink}\">{}</text>",
                Num(x),
                Num(size),
                escape(text)
            );
        }
    }
    out
}

/// Cards, backs, pointers and seals.
pub(crate) fn symbols() -> String {
    let mut out = String::new();
    for (side, inks) in INKS.iter().enumerate() {
        let Inks { line, face, edge, .. } = inks;
        let band = if side == 0 {
            format!(
                "<path d=\"M-16.5-16.4h33\" stroke=\"{line}\" stroke-width=\"4.2\" stroke-linecap=\"round\"/>"
            )
        } else {
            format!(
                "<path d=\"M-16.8-16.4h33.8\" stroke=\"{line}\" stroke-width=\"4.4\" stroke-dasharray=\"6.4 2.7\"/>"
            )
        };
        let body = format!(
            "<rect x=\"-21.5\" y=\"-18\" width=\"46\" height=\"45\" rx=\"6\" fill=\"#1c1206\" fill-opacity=\".09\"/>\
             <rect x=\"-21\" y=\"-19\" width=\"44.5\" height=\"44.5\" rx=\"5\" fill=\"#1c1206\" fill-opacity=\".12\"/>\
             <rect x=\"-20.5\" y=\"-19\" width=\"43\" height=\"43\" rx=\"4\" fill=\"#1c1206\" fill-opacity=\".17\"/>\
             <rect x=\"-21\" y=\"-18.6\" width=\"42\" height=\"42\" rx=\"3.2\" fill=\"{edge}\"/>\
             <rect x=\"-21\" y=\"-19.8\" width=\"42\" height=\"42\" rx=\"3.2\" fill=\"#c9b58c\"/>\
             <rect x=\"-21\" y=\"-21\" width=\"42\" height=\"42\" rx=\"3.2\" fill=\"url(#face{side})\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <path d=\"M-19.8 18v-35.5a2.3 2.3 0 0 1 2.3-2.3h35\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".65\" stroke-width=\"1\"/>"
        );
        let _ = write!(
            out,
            "<linearGradient id=\"face{side}\" x2=\"0\" y2=\"1\"><stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></linearGradient>\
             <g id=\"card{side}\" fill=\"none\">{body}{band}</g>",
            face[0], face[1]
        );
        let _ = write!(out, "<g id=\"back{side}\" fill=\"none\">{body}{}</g>", back(line, side));
        let _ = write!(
            out,
            "<path id=\"facing{side}\" d=\"M-12.5-12L0-32.6L12.5-12z\" fill=\"{edge}\" stroke=\"#fff8e8\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>"
        );
    }
    out.push_str(SEALS);
    out
}

/// The back of a counter: a lattice and the mark of the house.
fn back(line: &str, side: usize) -> String {
    let dashes = if side == 0 { "none" } else { "6 3" };
    let mut lattice = String::new();
    for i in -2..=2 {
        let x = i * 7;
        let _ = write!(lattice, "M{} -17.5L{} 17.5M{} -17.5L{} 17.5", x - 4, x + 4, x + 4, x - 4);
    }
    format!(
        "<rect x=\"-17.5\" y=\"-17.5\" width=\"35\" height=\"35\" rx=\"2\" fill=\"{line}\" fill-opacity=\".28\" stroke=\"{line}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\
         <path d=\"{lattice}\" stroke=\"{line}\" stroke-opacity=\".45\" stroke-width=\".9\"/>\
         <circle r=\"9.5\" fill=\"#fff8e8\" stroke=\"{line}\" stroke-width=\"1.2\"/>\
         <text y=\"5.4\" font-size=\"16\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{line}\">Σ</text>"
    )
}

const SEALS: &str = concat!(
    r##"<rect id="seal-moved" x="-21" y="-21" width="42" height="42" rx="3.2" fill="#7d705c" fill-opacity=".3"/>"##,
    r##"<g id="seal-active" fill="none"><rect x="-25" y="-25" width="50" height="51.5" rx="6" stroke="#b56a96" stroke-opacity=".45" stroke-width="5"/><rect x="-23.6" y="-23.6" width="47.2" height="48.8" rx="5" stroke="#6a1f4d" stroke-width="3.2" fill="#6a1f4d"/></g>"##,
    r##"<g id="seal-disrupted"><path d="M0-8.8c2 0 2.6 1.3 4.2 1.8 1.7.6 3.2.6 3.9 2.5.6 1.7-.5 2.7-.4 4.4.1 1.9 1 3-.2 4.6-1.2 1.5-2.8.9-4.3 1.9-1.4 1-1.8 2.4-3.7 2.3-1.8-.1-2.3-1.5-3.8-2.2-1.6-.8-3.3-.3-4.2-2-.9-1.6.3-2.8.3-4.5 0-1.8-1.2-2.9-.3-4.6.9-1.7 2.6-1.3 4.1-2.2 1.4-.8 2.5-2 4.4-2z" fill="#a3261c" stroke="#6e120c" stroke-width=".8"/><circle r="5.6" fill="#b8352a" stroke="#7d1710" stroke-width=".7"/><path d="M-4.2-5.8q2-1.7 4.4-1.7" fill="none" stroke="#e88a78" stroke-width=".9" stroke-linecap="round"/><text y="3.3" font-size="9.5" font-weight="700" text-anchor="middle" fill="#fff3e4">D</text></g>"##,
    r##"<g id="seal-fired"><circle r="4.7" fill="#fff8e8" stroke="#3d2b16" stroke-width=".8"/><path d="M-2.4 2.4l4-4" stroke="#3d2b16" stroke-width="1.1"/><path d="M2.8-2.8l-.8 3-2.2-2.2z" fill="#3d2b16"/></g>"##,
    r##"<g id="seal-charged"><circle r="4.7" fill="#6a1f4d" stroke="#fff8e8" stroke-width=".8"/><path d="M-2.6-2.4l2.4 2.4-2.4 2.4M.4-2.4l2.4 2.4-2.4 2.4" fill="none" stroke="#fff8e8" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"/></g>"##,
    r##"<g id="seal-attacking"><circle r="4.7" fill="#a3261c" stroke="#fff8e8" stroke-width=".8"/><path d="M-2.5-2.5l5 5M2.5-2.5l-5 5M-2.8 1l1.8 1.8M2.8 1l-1.8 1.8" fill="none" stroke="#fff8e8" stroke-width="1" stroke-linecap="round"/></g>"##,
);
