//! Counters: cardboard with a side's band, a glyph, figures, a facing pointer and seals.

use std::fmt::Write;

use engine::hex::Orientation;
use engine::scene::{Counter, Scene};

use crate::glyph;
use crate::layout::Point;
use crate::seal;
use crate::svg::{Num, escape, text_width};
use crate::tabletop;

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
    if let Some(facing) = counter.facing.filter(|_| counter.place.is_some()) {
        let turn = facing.index() as u32 * 60 + if orientation == Orientation::Flat { 0 } else { 30 };
        let _ = write!(out, "<use href=\"#facing{side}\" transform=\"rotate({turn})\"/>");
    }
    let blank = counter.glyph == "hidden";
    let _ = write!(out, "<use href=\"#{}{side}\"/>", if blank { "back" } else { "card" });
    if has(counter, "reduced") {
        out.push_str("<use href=\"#seal-reduced\"/>");
    }
    if !blank {
        out.push_str(&print(counter, inks));
        out.push_str(&figures(counter));
    }
    for seal in ["moved", "plundered"] {
        if has(counter, seal) {
            let _ = write!(out, "<use href=\"#seal-{seal}\"/>");
        }
    }
    let corner = seal::CORNER.into_iter().find(|seal| has(counter, seal));
    let mut y = if corner.is_some() { -3.0 } else { -6.5 };
    for seal in seal::MARGINAL {
        if has(counter, seal) {
            let _ = write!(out, "<use href=\"#seal-{seal}\" x=\"17\" y=\"{}\"/>", Num(y));
            y += 10.0;
        }
    }
    if let Some(seal) = corner {
        let _ = write!(out, "<use href=\"#seal-{seal}\" x=\"17\" y=\"-17\"/>");
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
    if let Some(hex) = counter.place {
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

/// The colour of a nation or of an army, by its name among the symbols of a counter; all are dark enough for pale letters.
pub(crate) fn nation_colour(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        "muslim" => "#1f6b45",
        "berber" => "#8a5a1c",
        "byzantine" => "#6a1f4d",
        "frank" => "#1f4f9d",
        "goth" => "#a3261c",
        "khazar" => "#2f6f78",
        "persian" => "#b2560f",
        "sindhi" => "#6b6a12",
        "turk" => "#3f3a6e",
        "obsequium" => "#6a1f4d",
        "orientales" => "#a3261c",
        "armeniae" => "#2f6f78",
        "carabisianis" => "#1f4f9d",
        "african" => "#6b6a12",
        "syria" => "#1f6b45",
        "egypt" => "#8a5a1c",
        "quraysh" => "#3d3a35",
        "kufa" => "#b2560f",
        _ => return None,
    })
}

/// What is printed on the card above its figures: the glyph, and beside it the code and the symbols.
fn print(counter: &Counter, inks: &Inks) -> String {
    if counter.base.is_some() && tabletop::is_stood(counter.glyph) {
        let side = counter.side.min(1);
        return format!(
            "<use href=\"#b{side}-{}\" transform=\"translate(0 -3) scale(.42)\"/>",
            counter.glyph
        );
    }
    let nation = counter.symbols.iter().find_map(|symbol| nation_colour(symbol));
    let symbols: Vec<&str> = counter.symbols.iter().copied().filter(|s| seal::is_printed(s)).collect();
    let glyph = symbol(counter.glyph, inks);
    if counter.code.is_empty() && symbols.is_empty() {
        return glyph;
    }
    // A column at the left holds code and symbols; the glyph makes room for it.
    let mut out = format!("<g transform=\"translate(5 0)\">{glyph}</g>");
    if !counter.code.is_empty() {
        let mut size = 9.0;
        while text_width(&counter.code, size) * 1.06 > 13.5 && size > 5.5 {
            size -= 0.5;
        }
        if let Some(colour) = nation {
            let _ = write!(
                out,
                "<rect x=\"-20\" y=\"-13.6\" width=\"14.6\" height=\"9.2\" rx=\"1.8\" fill=\"{colour}\"/>"
            );
        }
        let _ = write!(
            out,
            "<text x=\"-18.6\" y=\"-6.8\" font-size=\"{}\" font-weight=\"700\" fill=\"{}\">{}</text>",
            Num(size),
            if nation.is_some() { "#fffaf0" } else { inks.glyph },
            escape(&counter.code)
        );
    }
    for (i, symbol) in symbols.iter().take(2).enumerate() {
        let _ = write!(
            out,
            "<use href=\"#s-{symbol}\" x=\"-14.6\" y=\"{}\" color=\"{}\"/>",
            Num(if symbols.len() > 1 { -2.2 + 7.4 * i as f64 } else { 0.6 }),
            inks.glyph
        );
    }
    out
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
    // "1/r2": a range in red, whose fire counts less than its hand-to-hand strength.
    let middle_ink = if counter.middle.contains("/r") { "#a3261c" } else { "#5d4a30" };
    // A figure that stands alone stands in the middle.
    let alone = counter.middle.is_empty() && counter.right.is_empty();
    let (left, left_anchor) = if alone { (0.0, "middle") } else { (-HALF + 2.8, "start") };
    let mut out = String::new();
    for (text, x, anchor, size, ink) in [
        (&counter.left, left, left_anchor, large, "#1d140a"),
        (&counter.middle, between, "middle", small, middle_ink),
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
    out.push_str(seal::SEALS);
    out.push_str(seal::SYMBOLS);
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
