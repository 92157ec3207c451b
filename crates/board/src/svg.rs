//! Writing SVG: numbers with at most one decimal, escaped text, paths.

use std::collections::HashSet;
use std::fmt::{self, Write};

use crate::layout::Point;

/// The families of every text: our own, which pictures, maps and the page bring along, then whatever there is.
pub(crate) const FAMILY: &str = "'Strategikon Serif',Georgia,serif";

/// A coordinate, printed with at most one decimal.
pub(crate) struct Num(pub f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        if tenths < 0 {
            f.write_char('-')?;
        }
        write!(f, "{}", tenths.abs() / 10)?;
        match tenths.abs() % 10 {
            0 => Ok(()),
            rest => write!(f, ".{rest}"),
        }
    }
}

fn tenths(p: Point) -> (i64, i64) {
    ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64)
}

/// Text made safe for element content and attribute values; characters XML cannot hold are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            c if (c as u32) < 0x20 || matches!(c as u32, 0x7f..=0x9f | 0xfffe | 0xffff) => {}
            c => safe.push(c),
        }
    }
    safe
}

/// The part of a name that may stand in an id.
pub(crate) fn id_part(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// Ids given out so far, so that none is given twice.
#[derive(Default)]
pub(crate) struct Ids(HashSet<String>);

impl Ids {
    /// The wished id, or the next free one of the form `wished-2`.
    pub(crate) fn take(&mut self, wished: String) -> String {
        let mut id = wished.clone();
        let mut next = 2;
        while !self.0.insert(id.clone()) {
            id = format!("{wished}-{next}");
            next += 1;
        }
        id
    }
}

/// The `d` of a path under way. Everything but starting points is written relative to the point before, which
/// is shorter; the pen remembers where rounding has put it, so that errors do not add up.
#[derive(Default)]
pub(crate) struct PathText {
    text: String,
    /// Where the pen is, in tenths.
    pen: (i64, i64),
}

impl PathText {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn into_string(self) -> String {
        self.text
    }

    /// A point relative to the pen, in tenths, written after a letter or a space.
    fn relative(&mut self, letter: char, p: Point) -> (i64, i64) {
        let at = tenths(p);
        let (x, y) = (at.0 - self.pen.0, at.1 - self.pen.1);
        self.text.push(letter);
        self.number(x);
        // A minus sign parts two numbers as well as a space does.
        if y >= 0 {
            self.text.push(' ');
        }
        self.number(y);
        at
    }

    fn number(&mut self, tenths: i64) {
        let _ = write!(self.text, "{}", Num(tenths as f64 / 10.0));
    }

    pub(crate) fn start(&mut self, p: Point) {
        self.pen = tenths(p);
        let _ = write!(self.text, "M{} {}", Num(p.x), Num(p.y));
    }

    pub(crate) fn line(&mut self, p: Point) {
        self.pen = self.relative('l', p);
    }

    /// A single stroke from a point along a vector.
    pub(crate) fn stroke(&mut self, from: Point, along: Point) {
        self.start(from);
        self.line(from + along);
    }

    fn curve(&mut self, first: Point, second: Point, end: Point) {
        self.relative('c', first);
        self.relative(' ', second);
        self.pen = self.relative(' ', end);
    }

    pub(crate) fn close(&mut self) {
        self.text.push('z');
    }

    pub(crate) fn polygon(&mut self, points: &[Point]) {
        for (i, &p) in points.iter().enumerate() {
            if i == 0 { self.start(p) } else { self.line(p) }
        }
        self.close();
    }

    /// A smooth curve through the points (Catmull-Rom as Bézier pieces), closed or open.
    pub(crate) fn smooth(&mut self, points: &[Point], closed: bool) {
        let n = points.len();
        if n < 2 {
            return;
        }
        let at = |i: isize| {
            if closed {
                points[i.rem_euclid(n as isize) as usize]
            } else {
                points[i.clamp(0, n as isize - 1) as usize]
            }
        };
        self.start(points[0]);
        let pieces = if closed { n } else { n - 1 } as isize;
        for i in 0..pieces {
            let (before, a, b, after) = (at(i - 1), at(i), at(i + 1), at(i + 2));
            let c1 = a + (b - before) * (1.0 / 6.0);
            let c2 = b - (after - a) * (1.0 / 6.0);
            self.curve(c1, c2, b);
        }
        if closed {
            self.close();
        }
    }
}

/// Widths of the printable ASCII letters of the regular face, in thousandths of the size.
const WIDTHS: [u16; 95] = [
    250, 288, 336, 465, 465, 637, 705, 190, 298, 298, 369, 550, 220, 338, 220, 323, 465, 465, 465, 465, 465,
    465, 465, 465, 465, 465, 236, 236, 550, 550, 550, 435, 895, 695, 588, 646, 701, 557, 485, 685, 730, 297,
    322, 637, 528, 839, 699, 702, 541, 702, 587, 485, 597, 661, 652, 951, 660, 575, 604, 356, 287, 356, 518,
    486, 392, 457, 493, 428, 506, 447, 310, 500, 538, 271, 272, 512, 264, 790, 542, 504, 519, 503, 372, 390,
    316, 531, 497, 747, 490, 515, 424, 277, 205, 277, 449,
];

/// How wide a text will be, nearly.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let thousandths: u32 = text
        .chars()
        .map(|c| match c as u32 {
            code @ 0x20..=0x7e => u32::from(WIDTHS[(code - 0x20) as usize]),
            _ => 520,
        })
        .sum();
    f64::from(thousandths) * size / 1000.0
}

/// A text cut short with an ellipsis if it is wider than this.
pub(crate) fn shortened(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let mut short = text.to_string();
    while !short.is_empty() && text_width(&short, size) + size * 0.6 > width {
        short.pop();
    }
    format!("{}…", short.trim_end())
}

/// A text broken into lines no wider than this; a single long word stays whole.
pub(crate) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size * 0.25 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Of definitions, those that a drawing refers to, straight or by way of others; each is an element with an id.
pub(crate) fn in_use(definitions: &str, drawing: &str) -> String {
    let inner = definitions.trim_start_matches("<defs>").trim_end_matches("</defs>");
    let all = elements(inner);
    let id_of = |element: &str| {
        let opening = element.split('>').next().unwrap_or_default();
        opening.split(" id=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_string)
    };
    let named: Vec<(Option<String>, &str)> =
        all.into_iter().map(|element| (id_of(element), element)).collect();
    let mut kept = vec![false; named.len()];
    let mut readers = vec![drawing];
    while let Some(text) = readers.pop() {
        for (i, (id, element)) in named.iter().enumerate() {
            let refers = |id: &String| {
                text.contains(&format!("href=\"#{id}\"")) || text.contains(&format!("url(#{id})"))
            };
            if !kept[i] && id.as_ref().is_none_or(refers) {
                kept[i] = true;
                readers.push(element);
            }
        }
    }
    let kept: String = named.iter().zip(kept).filter(|(_, kept)| *kept).map(|((_, e), _)| *e).collect();
    format!("<defs>{kept}</defs>")
}

/// The outermost elements of a fragment, one after another.
fn elements(fragment: &str) -> Vec<&str> {
    let (mut all, mut depth, mut from) = (vec![], 0_usize, 0);
    for (at, _) in fragment.match_indices('<') {
        let Some(length) = fragment[at..].find('>') else { break };
        let tag = &fragment[at..=at + length];
        match () {
            () if tag.starts_with("</") => depth = depth.saturating_sub(1),
            () if tag.ends_with("/>") => {}
            () => depth += 1,
        }
        if depth == 0 {
            all.push(&fragment[from..=at + length]);
            from = at + length + 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_one_decimal() {
        let printed: Vec<String> = [1.0, -0.04, 2.25, -3.96, 12.34].map(|n| Num(n).to_string()).to_vec();
        assert_eq!(printed, ["1", "0", "2.3", "-4", "12.3"]);
    }

    #[test]
    fn a_path_ends_where_it_should_however_many_steps_it_takes() {
        let mut path = PathText::default();
        path.start(Point::new(0.0, 0.0));
        for i in 1..=100 {
            path.line(Point::new(f64::from(i) * 1.04, f64::from(i) * -1.04));
        }
        let text = path.into_string();
        let steps = text.trim_start_matches("M0 0l").split('l');
        let x: f64 = steps.map(|s| s.split('-').next().and_then(|n| n.parse::<f64>().ok()).unwrap()).sum();
        assert!((x - 104.0).abs() < 0.05, "{x}");
    }

    #[test]
    fn text_is_escaped_and_control_characters_vanish() {
        assert_eq!(escape("a<b & \"c\"\u{1}\u{ffff}'"), "a&lt;b &amp; &quot;c&quot;&#39;");
    }

    #[test]
    fn an_id_is_never_given_twice() {
        let mut ids = Ids::default();
        assert_eq!(ids.take("m0101".into()), "m0101");
        assert_eq!(ids.take("m0101".into()), "m0101-2");
        assert_eq!(ids.take("m0101".into()), "m0101-3");
    }

    #[test]
    fn long_names_are_cut_with_an_ellipsis_and_short_ones_are_not() {
        assert_eq!(shortened("Romans", 10.0, 100.0), "Romans");
        let cut = shortened("The confederated peoples of the sea", 10.0, 100.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) <= 100.0, "{cut}");
    }

    #[test]
    fn lines_break_between_words_and_fit() {
        let lines = wrapped("the quick brown fox jumps over the lazy dog", 10.0, 80.0);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| text_width(line, 10.0) <= 80.0));
        assert_eq!(lines.join(" "), "the quick brown fox jumps over the lazy dog");
    }
}
