//! Lettering: the texts of a drawing as outlines of the embedded faces, so that pixels need no engine for text.
//!
//! Our drawings use little of SVG's text: one run of characters at a point, with size, weight, slant, anchor and
//! spacing set on it or on a group around it. That little is done here, with kerning.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

/// The faces: upright and italic, regular and bold.
static FACES: LazyLock<[[Face<'static>; 2]; 2]> = LazyLock::new(|| {
    let face = |file: &'static [u8]| Face::parse(file, 0).expect("the embedded faces are sound");
    [
        [
            face(include_bytes!("../fonts/StrategikonSerif-Regular.otf")),
            face(include_bytes!("../fonts/StrategikonSerif-Bold.otf")),
        ],
        [
            face(include_bytes!("../fonts/StrategikonSerif-Italic.otf")),
            face(include_bytes!("../fonts/StrategikonSerif-BoldItalic.otf")),
        ],
    ]
});

/// How letters look, as a group passes it on to what is inside.
#[derive(Clone, Copy)]
struct Hand {
    size: f32,
    bold: bool,
    italic: bool,
    spacing: f32,
    /// The part of a line's length that stands before its point: 0 at the start, ½ in the middle.
    anchor: f32,
}

impl Default for Hand {
    fn default() -> Self {
        Hand { size: 16.0, bold: false, italic: false, spacing: 0.0, anchor: 0.0 }
    }
}

impl Hand {
    /// The look with an attribute added; `None` if it is no attribute of lettering.
    fn with(mut self, name: &str, value: &str) -> Option<Hand> {
        match name {
            "font-size" => self.size = number(value, self.size),
            "font-weight" => {
                self.bold = value == "bold" || value.parse().is_ok_and(|weight: u16| weight >= 600)
            }
            "font-style" => self.italic = value == "italic",
            "letter-spacing" => self.spacing = number(value, 0.0),
            "text-anchor" => {
                self.anchor = match value {
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => 0.0,
                }
            }
            "font-family" => {}
            _ => return None,
        }
        Some(self)
    }

    fn face(self) -> &'static Face<'static> {
        &FACES[usize::from(self.italic)][usize::from(self.bold)]
    }
}

fn number(text: &str, otherwise: f32) -> f32 {
    text.trim_end_matches("px").parse().unwrap_or(otherwise)
}

/// The document with a path in the place of every text. What is no SVG is handed back as it is, to be refused
/// by whoever draws it.
pub(crate) fn outlined(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len() * 2);
    let mut hands = vec![Hand::default()];
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let hand = hands.last().copied().unwrap_or_default();
        let length = match Element::read(rest) {
            Some(tag) if tag.name == "text" && !tag.closed => {
                let inside = &rest[tag.length..];
                let Some(end) = inside.find("</text>") else { break };
                text(&mut out, hand, &tag, &inside[..end]);
                tag.length + end + "</text>".len()
            }
            Some(tag) => {
                if tag.name.starts_with('/') {
                    hands.pop();
                } else if !tag.closed {
                    let looks = tag.attributes.iter();
                    hands
                        .push(looks.fold(hand, |hand, (name, value)| hand.with(name, value).unwrap_or(hand)));
                }
                out.push_str(&rest[..tag.length]);
                tag.length
            }
            // Comments, instructions and the like.
            None => match rest.find('>') {
                Some(end) => {
                    out.push_str(&rest[..=end]);
                    end + 1
                }
                None => break,
            },
        };
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// A tag at the start of a text.
struct Element<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    /// Whether it has no content.
    closed: bool,
    /// How many bytes it takes.
    length: usize,
}

impl<'a> Element<'a> {
    fn read(text: &'a str) -> Option<Element<'a>> {
        let inside = text.strip_prefix('<')?;
        if inside.starts_with(['!', '?']) {
            return None;
        }
        let end =
            inside.find(|c: char| c.is_whitespace() || c == '>' || (c == '/' && !inside.starts_with('/')));
        let end = end.or_else(|| inside.find('>'))?;
        let mut tag = Element { name: &inside[..end], attributes: vec![], closed: false, length: 0 };
        let mut rest = &inside[end..];
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix("/>") {
                (tag.closed, rest) = (true, after);
                break;
            }
            if let Some(after) = rest.strip_prefix('>') {
                rest = after;
                break;
            }
            let (name, value) = rest.split_once('=')?;
            let quote = value.chars().next().filter(|c| ['"', '\''].contains(c))?;
            let (value, after) = value[1..].split_once(quote)?;
            tag.attributes.push((name.trim(), value));
            rest = after;
        }
        tag.length = text.len() - rest.len();
        Some(tag)
    }
}

/// Writes a text as a path with the same attributes.
fn text(out: &mut String, hand: Hand, tag: &Element, content: &str) {
    let (mut hand, mut x, mut y) = (hand, 0.0, 0.0);
    let mut kept = String::new();
    for &(name, value) in &tag.attributes {
        match name {
            "x" => x = number(value, 0.0),
            "y" => y = number(value, 0.0),
            _ => match hand.with(name, value) {
                Some(changed) => hand = changed,
                None => {
                    let _ = write!(kept, " {name}=\"{}\"", value.replace('"', "&quot;"));
                }
            },
        }
    }
    let glyphs = set(hand, &plain(content));
    let length = glyphs.last().map_or(0.0, |last| last.end);
    let mut pen = Pen { d: String::new(), scale: scale(hand), x: 0.0, y };
    for glyph in &glyphs {
        pen.x = x + glyph.start - length * hand.anchor;
        hand.face().outline_glyph(glyph.id, &mut pen);
    }
    if !pen.d.is_empty() {
        let _ = write!(out, "<path d=\"{}\"{kept}/>", pen.d);
    }
}

/// A character of a line, and where it begins and ends.
struct Set {
    id: GlyphId,
    start: f32,
    end: f32,
}

fn scale(hand: Hand) -> f32 {
    hand.size / f32::from(hand.face().units_per_em())
}

/// A line of characters side by side; those the face does not have are its empty box.
fn set(hand: Hand, line: &str) -> Vec<Set> {
    let (face, scale) = (hand.face(), scale(hand));
    let mut glyphs: Vec<Set> = vec![];
    for c in line.chars() {
        let id = face.glyph_index(c).unwrap_or_default();
        let before = glyphs.last();
        let kern = before.map_or(0, |before| kerning(face, before.id, id));
        let start = before.map_or(0.0, |before| before.end) + f32::from(kern) * scale;
        let advance = f32::from(face.glyph_hor_advance(id).unwrap_or(0)) * scale;
        glyphs.push(Set { id, start, end: start + advance + hand.spacing });
    }
    glyphs
}

/// How much nearer than usual the second of two letters stands, in the face's units.
fn kerning(face: &Face, first: GlyphId, second: GlyphId) -> i16 {
    let Some(positions) = face.tables().gpos else { return 0 };
    let kern = positions.features.into_iter().filter(|feature| feature.tag == Tag::from_bytes(b"kern"));
    let lookups = kern.flat_map(|feature| feature.lookup_indices).filter_map(|i| positions.lookups.get(i));
    let mut pairs = lookups.flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable>());
    let adjusted = pairs.find_map(|table| match table {
        PositioningSubtable::Pair(PairAdjustment::Format1 { coverage, sets }) => {
            sets.get(coverage.get(first)?)?.get(second)
        }
        PositioningSubtable::Pair(PairAdjustment::Format2 { coverage, classes, matrix }) => {
            coverage.get(first)?;
            matrix.get((classes.0.get(first), classes.1.get(second)))
        }
        _ => None,
    });
    adjusted.map_or(0, |(first, _)| first.x_advance)
}

/// The characters of XML content: entities resolved, white space folded.
fn plain(content: &str) -> String {
    let mut text = String::new();
    let mut parts = content.split('&');
    text.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (name, after) = part.split_once(';').unwrap_or(("", part));
        let coded = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        text.extend(match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => match name.strip_prefix("#x") {
                Some(digits) => coded(digits, 16),
                None => coded(name.strip_prefix('#').unwrap_or(""), 10),
            },
        });
        text.push_str(after);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes outlines as path data.
struct Pen {
    d: String,
    scale: f32,
    x: f32,
    y: f32,
}

impl Pen {
    fn write(&mut self, letter: char, points: &[(f32, f32)]) {
        self.d.push(letter);
        for (i, (x, y)) in points.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            let _ = write!(self.d, "{gap}{x:.3} {y:.3}");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.d.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(hand: Hand, line: &str) -> f32 {
        set(hand, line).last().unwrap().end
    }

    #[test]
    fn a_text_becomes_a_path_with_its_other_attributes() {
        let svg = outlined(
            "<svg><g font-size=\"8\"><text x=\"3\" y=\"4\" class=\"a\" fill='red'>A&amp;B</text></g></svg>",
        );
        assert!(svg.starts_with("<svg><g font-size=\"8\"><path d=\"M"), "{svg}");
        assert!(svg.ends_with("Z\" class=\"a\" fill=\"red\"/></g></svg>"), "{svg}");
    }

    #[test]
    fn a_group_passes_its_look_on_and_takes_it_back() {
        let path =
            |svg: &str| outlined(svg).split('"').find(|part| part.starts_with('M')).unwrap().to_string();
        let direct = path("<text font-size='20' font-weight='700'>A</text>");
        assert_eq!(path("<g font-size='20' font-weight='700'><g fill='red'/><text>A</text></g>"), direct);
        assert_ne!(path("<g font-size='20' font-weight='700'></g><text>A</text>"), direct);
    }

    #[test]
    fn lines_are_centred_on_their_point_or_end_there() {
        let hand = Hand { size: 1000.0, ..Hand::default() };
        let begins = |anchor: &str| {
            let svg = outlined(&format!("<text font-size='1000' text-anchor='{anchor}'>H</text>"));
            let d = svg.split("d=\"M").nth(1).unwrap();
            d.split(' ').next().unwrap().parse::<f32>().unwrap()
        };
        let whole = length(hand, "H");
        assert!((begins("start") - begins("middle") - whole / 2.0).abs() < 0.01);
        assert!((begins("start") - begins("end") - whole).abs() < 0.01);
    }

    #[test]
    fn letters_that_lean_to_each_other_stand_nearer() {
        let hand = Hand { size: 1000.0, ..Hand::default() };
        assert!(length(hand, "AV") < length(hand, "A") + length(hand, "V") - 20.0);
        assert_eq!(length(hand, "HH"), 2.0 * length(hand, "H"));
        let spaced = Hand { spacing: 50.0, ..hand };
        assert_eq!(length(spaced, "HH"), length(hand, "HH") + 100.0);
    }

    #[test]
    fn bold_and_italic_are_faces_of_their_own() {
        let faces = [(false, false), (true, false), (false, true), (true, true)];
        let lengths = faces.map(|(bold, italic)| length(Hand { bold, italic, ..Hand::default() }, "Romans"));
        assert!(lengths.iter().enumerate().all(|(i, a)| lengths[..i].iter().all(|b| a != b)), "{lengths:?}");
    }

    #[test]
    fn entities_are_their_characters_and_white_space_is_folded() {
        assert_eq!(plain(" a &lt;b&gt;\n &#39;c&#x27; "), "a <b> 'c'");
    }

    #[test]
    fn what_is_no_drawing_is_left_as_it_is() {
        for text in ["", "<svg", "<text>open", "no tag", "<a b=c>", "<!-- <text>x</text", "<?xml?><svg/>"] {
            assert_eq!(outlined(text), text);
        }
    }
}
