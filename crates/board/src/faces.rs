//! The face a drawing brings along: a picture within a page sees none of the page's faces.

use std::collections::BTreeSet;
use std::fmt::Write;

/// Small parts of the four faces, made by `fonts/make.py`: weight, style, letters and the file, a line each.
const PIECES: &str = include_str!("../fonts/pieces.txt");

/// A weight and a style, as the board writes them.
type Look = (&'static str, &'static str);

/// The style sheet an SVG document needs so that its texts are set in our face wherever it is shown; only those
/// parts of the face that its texts use.
pub fn faces(svg: &str) -> String {
    let used = letters(svg);
    let mut sheet = String::new();
    for line in PIECES.lines() {
        let mut words = line.splitn(4, ' ');
        let (Some(weight), Some(style), Some(range), Some(file)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            continue;
        };
        let holds = |letter: char| {
            letter != ' ' && bounds(range).any(|(low, high)| (low..=high).contains(&(letter as u32)))
        };
        if used.iter().any(|&(look, letter)| look == (weight, style) && holds(letter)) {
            let _ = write!(
                sheet,
                "@font-face{{font-family:'Strategikon Serif';font-weight:{weight};font-style:{style};\
                 unicode-range:{range};src:url(data:font/woff2;base64,{file})}}"
            );
        }
    }
    if sheet.is_empty() { sheet } else { format!("<style>{sheet}</style>") }
}

/// Every letter of the texts with the look it has there.
fn letters(svg: &str) -> BTreeSet<(Look, char)> {
    let mut used = BTreeSet::new();
    for text in svg.split("<text").skip(1) {
        let Some((look, rest)) = text.split_once('>') else { continue };
        let words = rest.split_once("</text>").map_or(rest, |(words, _)| words);
        let weight = if look.contains("font-weight=\"700\"") { "700" } else { "400" };
        let style = if look.contains("font-style=\"italic\"") { "italic" } else { "normal" };
        used.extend(words.chars().map(|letter| ((weight, style), letter)));
    }
    used
}

/// First and last letter of each part of a range such as `U+20,U+41-5A`.
fn bounds(range: &str) -> impl Iterator<Item = (u32, u32)> {
    range.split(',').filter_map(|part| {
        let part = part.strip_prefix("U+")?;
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        Some((u32::from_str_radix(low, 16).ok()?, u32::from_str_radix(high, 16).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_brings_the_parts_of_the_face_its_texts_use_and_no_others() {
        let sheet = faces("<text x=\"1\">0101</text><text font-weight=\"700\">Rome</text>");
        let parts: Vec<&str> = sheet.matches("font-weight:").collect();
        assert_eq!(parts.len(), 3, "figures; bold capitals; bold small letters");
        assert!(sheet.contains("font-weight:400;font-style:normal;unicode-range:U+30-39;"));
        assert!(sheet.contains("font-weight:700;font-style:normal;unicode-range:U+20,U+41-5A;"));
        assert!(!sheet.contains("italic"));
        assert_eq!(faces("<path d=\"M0 0\"/>"), "");
    }

    #[test]
    fn every_part_is_a_woff2_file_with_its_letters_named() {
        assert_eq!(PIECES.lines().count(), 16);
        for line in PIECES.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words[3].starts_with("d09GMg"), "wOF2 in base 64");
            assert!(bounds(words[2]).count() > 0, "{}", words[2]);
        }
    }

    #[test]
    fn the_maps_of_the_sample_bring_every_letter_they_show() {
        let drawing = crate::landscape_svg(&crate::sample::skirmish().landscape);
        let sheet = faces(&drawing);
        for ((weight, style), letter) in letters(&drawing) {
            let look = format!("font-weight:{weight};font-style:{style};unicode-range:");
            let there = sheet.split("@font-face").filter_map(|face| face.split_once(&look));
            let mut ranges = there.filter_map(|(_, rest)| rest.split_once(';')).map(|(range, _)| range);
            assert!(
                letter == ' '
                    || ranges.any(|range| bounds(range).any(|(a, b)| (a..=b).contains(&(letter as u32)))),
                "{letter} {weight} {style}"
            );
        }
    }
}
