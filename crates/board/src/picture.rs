//! The complete page: title, side cards, tracks, prompt, map, boxes, legend.

use std::fmt::Write;

use engine::scene::Scene;

use crate::landscape::landscape_svg;
use crate::layer::{layer, symbols_svg};
use crate::layout::{Layout, Point};
use crate::legend;
use crate::svg::{FAMILY, Ids, Num, escape, shortened, text_width, wrapped};
use crate::tabletop::table_symbols_svg;
use crate::{Light, Style};

/// Margin around the page.
const MARGIN: f64 = 34.0;

/// Colours of the page around the map.
pub(crate) struct Palette {
    pub(crate) paper: &'static str,
    pub(crate) card: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) soft: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) accent: &'static str,
    pub(crate) sides: [&'static str; 2],
}

const DAY: Palette = Palette {
    paper: "#f3ead6",
    card: "#fbf5e6",
    ink: "#2a2016",
    soft: "#6d5c45",
    rule: "#cdb98f",
    accent: "#6a1f4d",
    sides: ["#1f4f7d", "#a8620c"],
};
const NIGHT: Palette = Palette {
    paper: "#1e1812",
    card: "#2b231a",
    ink: "#f0e4ca",
    soft: "#bba987",
    rule: "#5a4b36",
    accent: "#b4689a",
    sides: ["#86b4dd", "#e0a44a"],
};

/// A page being filled from the top: `y` is how far it has come.
pub(crate) struct Page<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) ink: &'static Palette,
    pub(crate) out: String,
    pub(crate) ids: Ids,
    pub(crate) width: f64,
    pub(crate) y: f64,
    /// Larger pages carry larger letters, since they are looked at from farther away.
    pub(crate) k: f64,
}

/// A complete standalone SVG document of a scene.
pub fn picture(scene: &Scene, style: &Style) -> String {
    let map = Layout::of(&scene.landscape).size();
    let width = map.x.max(820.0) + 2.0 * MARGIN;
    let ink = match style.light {
        Light::Day => &DAY,
        Light::Night => &NIGHT,
    };
    let k = (width / 1250.0).clamp(0.82, 1.75);
    let mut page = Page { scene, ink, out: String::new(), ids: Ids::default(), width, y: MARGIN * 0.8, k };
    page.heading();
    page.tracks();
    page.prompt();
    page.map(map, style);
    trays::draw(&mut page);
    if scene.landscape.table.is_none() {
        legend::draw(&mut page);
    }
    page.house();
    let height = page.y + MARGIN * 0.7;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" font-family=\"{FAMILY}\"><title>{}</title><desc>{}</desc>{}\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>{}</svg>",
        escape(&scene.title),
        escape(&scene.description),
        match scene.landscape.table {
            Some(_) => table_symbols_svg(),
            None => symbols_svg(scene.landscape.orientation),
        },
        ink.paper,
        page.out,
        w = Num(width),
        h = Num(height),
    )
}

impl Page<'_> {
    /// The width between the margins.
    pub(crate) fn room(&self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    /// The left margin.
    pub(crate) fn left(&self) -> f64 {
        MARGIN
    }

    /// A line of text; `look` holds further attributes.
    pub(crate) fn text(&mut self, x: f64, y: f64, size: f64, colour: &str, look: &str, text: &str) {
        let _ = write!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{colour}\" {look}>{}</text>",
            Num(x),
            Num(y),
            Num(size),
            escape(text)
        );
    }

    /// Title and subtitle at the left, the two sides at the right, or below where the page is narrow.
    fn heading(&mut self) {
        let (k, scene, ink) = (self.k, self.scene, self.ink);
        let cards = 2.0 * 268.0 * k + 14.0 * k;
        let beside = self.room() - cards - 20.0 * k;
        let narrow = beside < 260.0 * k;
        let mut size = 42.0 * k;
        let title_room = if narrow { self.room() } else { beside };
        while text_width(&scene.title, size * 1.06) > title_room && size > 26.0 * k {
            size -= k;
        }
        let top = self.y;
        let mut bottom = top;
        for line in wrapped(&scene.title, size * 1.06, title_room) {
            self.text(self.left(), bottom + size * 0.82, size, ink.ink, "font-weight=\"700\"", &line);
            bottom += size;
        }
        bottom -= size * 0.18;
        let look = "font-style=\"italic\"";
        self.text(self.left() + 1.0, bottom + 24.0 * k, 18.0 * k, ink.soft, look, &scene.subtitle);
        bottom += 32.0 * k;
        let (x, y) =
            if narrow { (self.left(), bottom + 4.0 * k) } else { (self.left() + self.room() - cards, top) };
        for side in 0..2 {
            self.side_card(side, x + side as f64 * 282.0 * k, y);
        }
        bottom = bottom.max(y + 62.0 * k);
        self.y = bottom + 12.0 * k;
    }

    fn side_card(&mut self, side: usize, x: f64, y: f64) {
        let (k, ink) = (self.k, self.ink);
        let card = &self.scene.sides[side];
        let colour = ink.sides[side];
        let acts = self.scene.to_act == Some(side as u8);
        let _ = write!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"{}/>",
            Num(x),
            Num(y),
            Num(268.0 * k),
            Num(60.0 * k),
            Num(8.0 * k),
            ink.card,
            Num(if acts { 2.8 } else { 1.5 } * k),
            if side == 0 {
                String::new()
            } else {
                format!(" stroke-dasharray=\"{} {}\"", Num(7.0 * k), Num(3.5 * k))
            }
        );
        let _ = write!(
            self.out,
            "<use href=\"#card{side}\" transform=\"translate({} {}) scale({:.2})\"/>",
            Num(x + 30.0 * k),
            Num(y + 29.0 * k),
            0.86 * k
        );
        self.text(
            x + 30.0 * k,
            y + 39.0 * k,
            19.0 * k,
            "#1d140a",
            "font-weight=\"700\" text-anchor=\"middle\"",
            &card.strength.to_string(),
        );
        let mut size = 19.0;
        while text_width(&card.name, size * 1.06) > 196.0 && size > 12.0 {
            size -= 0.5;
        }
        let name = shortened(&card.name, size * 1.06, 198.0);
        self.text(x + 60.0 * k, y + 25.0 * k, size * k, colour, "font-weight=\"700\"", &name);
        let lines = wrapped(&card.standing, 12.5, 200.0);
        for (i, line) in lines.iter().take(2).enumerate() {
            let size = if lines.len() > 1 { 11.5 } else { 13.5 };
            self.text(x + 60.0 * k, y + (41.0 + 12.5 * i as f64) * k, size * k, ink.soft, "", line);
        }
        if acts {
            let _ = write!(
                self.out,
                "<path d=\"M{} {}l{} {}l{} {}z\" fill=\"{}\"/>",
                Num(x - 9.0 * k),
                Num(y + 22.0 * k),
                Num(11.0 * k),
                Num(8.0 * k),
                Num(-11.0 * k),
                Num(8.0 * k),
                ink.accent
            );
        }
    }

    /// Each track as a row of spaces, done ones tinted, the current one in purple; short tracks share a row.
    fn tracks(&mut self) {
        let (k, scene, ink) = (self.k, self.scene, self.ink);
        let edge = self.left() + self.room();
        let width = |space: &str| (text_width(space, 13.5 * k) + 10.0 * k).max(26.0 * k);
        let mut x = self.left();
        for track in &scene.tracks {
            let mark = if track.house { 16.0 * k } else { 0.0 };
            let title = text_width(&track.name, 14.5 * k) + 12.0 * k + mark;
            let whole = title + track.spaces.iter().map(|s| width(s) + 3.5 * k).sum::<f64>();
            if x > self.left() {
                if x + whole > edge {
                    x = self.left();
                    self.y += 36.0 * k;
                } else {
                    x += 12.0 * k;
                }
            }
            self.text(x, self.y + 18.0 * k, 14.5 * k, ink.soft, "font-style=\"italic\"", &track.name);
            if track.house {
                self.house_mark(x + title - mark, self.y + 13.0 * k);
            }
            x += title;
            let start = x;
            for (i, space) in track.spaces.iter().enumerate() {
                let wide = width(space);
                if x + wide > edge && x > start {
                    x = start;
                    self.y += 30.0 * k;
                }
                let now = track.at == Some(i);
                let done = track.at.is_some_and(|at| i < at);
                let (fill, letter) = match (now, done) {
                    (true, _) => (ink.accent, "#fff8e8"),
                    (_, true) => (ink.rule, ink.ink),
                    _ => (ink.card, ink.soft),
                };
                let _ = write!(
                    self.out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\"{} stroke=\"{}\" stroke-width=\"{}\"/>",
                    Num(x),
                    Num(self.y),
                    Num(wide),
                    Num(26.0 * k),
                    Num(3.5 * k),
                    if done { " fill-opacity=\".55\"" } else { "" },
                    ink.rule,
                    Num(k)
                );
                let weight =
                    if now { "font-weight=\"700\" text-anchor=\"middle\"" } else { "text-anchor=\"middle\"" };
                self.text(x + wide / 2.0, self.y + 18.0 * k, 13.5 * k, letter, weight, space);
                x += wide + 3.5 * k;
            }
        }
        if !scene.tracks.is_empty() {
            self.y += 36.0 * k;
        }
    }

    /// The phase and what is expected now.
    fn prompt(&mut self) {
        let (k, scene, ink) = (self.k, self.scene, self.ink);
        if scene.phase.is_empty() && scene.prompt.is_empty() {
            return;
        }
        let gap =
            if scene.phase.is_empty() { 0.0 } else { text_width(&scene.phase, 17.0 * k) * 1.06 + 18.0 * k };
        let lines = wrapped(&scene.prompt, 17.0 * k, (self.room() - gap - 34.0 * k).max(160.0));
        let height = 14.0 * k + lines.len().max(1) as f64 * 22.0 * k;
        let _ = write!(
            self.out,
            "<g id=\"prompt\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" stroke=\"{}\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Num(self.left()),
            Num(self.y),
            Num(self.room()),
            Num(height),
            Num(5.0 * k),
            ink.card,
            ink.rule,
            Num(self.left()),
            Num(self.y),
            Num(5.0 * k),
            Num(height),
            ink.accent
        );
        let x = self.left() + 18.0 * k;
        self.text(x, self.y + 23.0 * k, 17.0 * k, ink.accent, "font-weight=\"700\"", &scene.phase);
        for (i, line) in lines.iter().enumerate() {
            self.text(x + gap, self.y + (23.0 + 22.0 * i as f64) * k, 17.0 * k, ink.ink, "", line);
        }
        self.out.push_str("</g>");
        self.y += height + 14.0 * k;
    }

    /// The map with its counters.
    fn map(&mut self, size: Point, style: &Style) {
        let x = (self.width - size.x) / 2.0;
        let _ = write!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"#1c1206\" fill-opacity=\".2\"/><g id=\"map\" transform=\"translate({} {})\">",
            Num(x + 3.0),
            Num(self.y + 6.0),
            Num(size.x),
            Num(size.y),
            Num(x),
            Num(self.y)
        );
        self.out.push_str(&landscape_svg(&self.scene.landscape));
        if style.light == Light::Night {
            let _ = write!(
                self.out,
                "<rect width=\"{}\" height=\"{}\" fill=\"#2e1804\" fill-opacity=\".36\"/>",
                Num(size.x),
                Num(size.y)
            );
        }
        let moving = layer(self.scene, style, &mut self.ids);
        self.out.push_str(&moving);
        self.out.push_str("</g>");
        self.y += size.y + 16.0;
    }

    /// The mark of house values: a small roof with an h.
    fn house_mark(&mut self, x: f64, y: f64) {
        let (k, ink) = (self.k, self.ink);
        let _ = write!(
            self.out,
            "<g class=\"house\" transform=\"translate({} {}) scale({k:.2})\"><path d=\"M-6.5 0L0-7 6.5 0M-5-1.5v8h10v-8\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/><text y=\"5\" font-size=\"8.5\" font-weight=\"700\" font-style=\"italic\" text-anchor=\"middle\" fill=\"{}\">h</text></g>",
            Num(x),
            Num(y),
            ink.accent,
            ink.accent
        );
    }

    /// What is not from the rulebook, marked and in sentences.
    fn house(&mut self) {
        let (k, scene, ink) = (self.k, self.scene, self.ink);
        let mut sentences: Vec<String> = scene.landscape.house.iter().cloned().collect();
        for track in scene.tracks.iter().filter(|t| t.house) {
            sentences.push(format!("{}: a house value, not of the rulebook.", track.name));
        }
        for sentence in sentences {
            self.house_mark(self.left() + 9.0 * k, self.y + 8.0 * k);
            for line in wrapped(&sentence, 13.5 * k, self.room() - 30.0 * k) {
                self.text(
                    self.left() + 24.0 * k,
                    self.y + 13.0 * k,
                    13.5 * k,
                    ink.soft,
                    "font-style=\"italic\"",
                    &line,
                );
                self.y += 18.0 * k;
            }
            self.y += 4.0 * k;
        }
    }
}

mod trays;

#[cfg(test)]
mod tests;
