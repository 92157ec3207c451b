//! Hills: slopes shaded up to their crest, hachures that run downhill, ridges along the crest hexsides.

use std::fmt::Write;

use engine::hex::{Direction, Hex};
use engine::scene::Landscape;

use crate::layout::{INRADIUS, Layout, Point, RADIUS};
use crate::outline::soft_outline;
use crate::scatter::{Crowd, Scatter, wobble};
use crate::svg::{Num, PathText};

/// The light falls from the north-west.
const LIGHT: Point = Point::new(-0.6, -0.8);
/// From one row of hachures to the next, down the slope.
const ROW: f64 = 11.5;
/// From one hachure to the next along a row.
const SPACING: f64 = 4.6;

/// A crest hexside as a stretch of the sheet.
struct Crest {
    from: Point,
    to: Point,
    /// Whether the ground falls to the right (seen from `from` to `to`), to the left, or both.
    falls: [bool; 2],
}

impl Crest {
    /// The point of the crest nearest to `p`.
    fn nearest(&self, p: Point) -> Point {
        let along = self.to - self.from;
        let t = ((p - self.from).dot(along) / along.dot(along)).clamp(0.0, 1.0);
        self.from.towards(self.to, t)
    }
}

/// The hills of a map.
pub(crate) struct Relief<'a> {
    sheet: &'a Layout,
    slopes: Vec<Hex>,
    crests: Vec<Crest>,
}

impl<'a> Relief<'a> {
    pub(crate) fn of(land: &Landscape, sheet: &'a Layout) -> Self {
        let is_slope = |hex: Hex| land.terrain.get(hex.index()) == Some(&"slope");
        let slopes = sheet.grid().hexes().filter(|&h| is_slope(h)).collect();
        let mut seen: Vec<(Hex, Direction)> = vec![];
        let mut crests = vec![];
        for side in land.sides.iter().filter(|s| s.kind == "crest") {
            let Some(hex) = sheet.grid().at(side.hex) else { continue };
            let other = sheet.grid().neighbour(hex, side.side);
            if seen.contains(&(hex, side.side))
                || other.is_some_and(|o| seen.contains(&(o, side.side.opposite())))
            {
                continue;
            }
            seen.push((hex, side.side));
            let (from, to) = sheet.side(hex, side.side);
            let mut falls = [is_slope(hex), other.is_some_and(is_slope)];
            if falls == [false, false] {
                falls[0] = true;
            }
            crests.push(Crest { from, to, falls });
        }
        Relief { sheet, slopes, crests }
    }

    /// The crests that shape the ground about a point.
    fn crests_near(&self, centre: Point) -> Vec<&Crest> {
        self.crests.iter().filter(|c| (c.nearest(centre) - centre).length() < 7.0 * RADIUS).collect()
    }

    /// How far the nearest crest is, and which way the ground falls, drawn from all crests nearby.
    fn fall(crests: &[&Crest], p: Point) -> Option<(f64, Point)> {
        let mut nearest = f64::MAX;
        let mut way = Point::new(0.0, 0.0);
        for crest in crests {
            let from_crest = p - crest.nearest(p);
            let distance = from_crest.length();
            if distance < 6.0 * RADIUS {
                nearest = nearest.min(distance);
                let nearness = 1.0 / (distance + 3.0);
                way = way + from_crest.unit() * (nearness * nearness * nearness);
            }
        }
        (nearest < f64::MAX).then(|| (nearest, way.unit()))
    }

    /// The tinted and hatched ground.
    pub(crate) fn ground(&self) -> String {
        let mut out = String::new();
        if self.slopes.is_empty() {
            return out;
        }
        let outline = soft_outline(self.sheet, |h| self.slopes.binary_search(&h).is_ok(), 2.4);
        let _ = write!(
            out,
            "<defs><path id=\"hill\" d=\"{outline}\"/></defs><clipPath id=\"hills\"><use href=\"#hill\"/></clipPath>\
             <use href=\"#hill\" fill=\"#dcc48f\" stroke=\"#dcc48f\" stroke-opacity=\".45\" stroke-width=\"5\" stroke-linejoin=\"round\"/>\
             <g clip-path=\"url(#hills)\">"
        );
        let mut ridge = PathText::default();
        for crest in &self.crests {
            ridge.start(crest.from);
            ridge.line(crest.to);
        }
        if !ridge.is_empty() {
            let _ = write!(
                out,
                "<defs><path id=\"ridge\" d=\"{}\"/></defs>\
                 <g stroke=\"#8d6535\" stroke-opacity=\".115\" stroke-linecap=\"round\" fill=\"none\">",
                ridge.into_string()
            );
            // Ever narrower bands over each other darken towards the crest.
            for width in [168, 138, 112, 88, 66, 46, 28, 14] {
                let _ = write!(out, "<use href=\"#ridge\" stroke-width=\"{width}\"/>");
            }
            out.push_str("</g>");
        }
        out.push_str(&self.aspects());
        out.push_str("</g>");
        out.push_str(&self.hachures());
        out
    }

    /// Light and shade: hexes that fall towards the light are brightened, the others darkened.
    fn aspects(&self) -> String {
        let mut out = String::from("<g>");
        for &hex in &self.slopes {
            let c = self.sheet.centre(hex);
            let Some((_, way)) = Self::fall(&self.crests_near(c), c) else { continue };
            let lit = way.dot(LIGHT);
            let strength = (lit.abs() * 3.0).round() as u32;
            if strength > 0 {
                let blob = if lit > 0.0 { "lit" } else { "dim" };
                let _ = write!(
                    out,
                    "<use href=\"#{blob}\" x=\"{}\" y=\"{}\" opacity=\".{}\"/>",
                    Num(c.x),
                    Num(c.y),
                    strength * 2 + 2
                );
            }
        }
        out.push_str("</g>");
        out
    }

    /// Strokes in rows parallel to the crest, each running downhill; heavier near the crest and in shade.
    fn hachures(&self) -> String {
        let mut crowd = Crowd::new(SPACING);
        let mut inks: [PathText; 4] = Default::default();
        for &hex in &self.slopes {
            let c = self.sheet.centre(hex);
            let crests = self.crests_near(c);
            let mut scatter = Scatter::of(self.sheet.grid().number(hex).0, 11);
            let steps = (2.0 * RADIUS / 2.3) as i32;
            for i in 0..steps {
                for j in 0..steps {
                    let p = c + Point::new(f64::from(i) * 2.3 - RADIUS, f64::from(j) * 2.3 - RADIUS);
                    if !self.sheet.holds(hex, p, -1.5) {
                        continue;
                    }
                    let (distance, way) =
                        Self::fall(&crests, p).unwrap_or_else(|| (p.y.rem_euclid(80.0), LIGHT * -1.0));
                    let off = (distance - 5.0).rem_euclid(ROW);
                    if distance < 4.5 || (1.3..=ROW - 1.3).contains(&off) || !crowd.admit(p) {
                        continue;
                    }
                    let high = (1.0 - distance / (2.6 * RADIUS)).clamp(0.0, 1.0);
                    let length = 4.5 + 4.5 * high + scatter.between(-1.0, 1.2);
                    let lean = way + way.quarter() * scatter.between(-0.12, 0.12);
                    let shade = way.dot(LIGHT) < 0.1;
                    inks[usize::from(shade) + if high > 0.55 { 2 } else { 0 }].stroke(p, lean * length);
                }
            }
        }
        let mut out = String::from("<g fill=\"none\" stroke-linecap=\"round\">");
        let looks = [
            ("#8a6a3e", ".42", ".8"),
            ("#6f4e28", ".5", "1"),
            ("#81602f", ".6", "1"),
            ("#5b3c1b", ".66", "1.3"),
        ];
        for (ink, (colour, opacity, width)) in inks.into_iter().zip(looks) {
            if !ink.is_empty() {
                let _ = write!(
                    out,
                    "<path stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\" d=\"{}\"/>",
                    ink.into_string()
                );
            }
        }
        out.push_str("</g>");
        out
    }

    /// The ridge lines with ticks on the side where the ground falls.
    pub(crate) fn ridges(&self) -> String {
        let (mut line, mut ticks) = (PathText::default(), PathText::default());
        for crest in &self.crests {
            line.start(crest.from);
            line.line(crest.to);
            let downhill = (crest.to - crest.from).unit().quarter();
            for (falls, way) in crest.falls.into_iter().zip([downhill, downhill * -1.0]) {
                for k in 0..6 {
                    if falls {
                        let foot = crest.from.towards(crest.to, (f64::from(k) + 0.5) / 6.0);
                        let length = 6.2 + wobble(foot, 1.2).x;
                        ticks.stroke(foot, way * length);
                    }
                }
            }
        }
        if line.is_empty() {
            return String::new();
        }
        let (line, ticks) = (line.into_string(), ticks.into_string());
        format!(
            "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <path d=\"{line}\" stroke=\"#3b2410\" stroke-opacity=\".22\" stroke-width=\"8.5\"/>\
             <path d=\"{ticks}\" stroke=\"#4a2f15\" stroke-width=\"1.5\"/>\
             <path d=\"{line}\" stroke=\"#452a12\" stroke-width=\"4\"/>\
             <path d=\"{line}\" stroke=\"#d9b57c\" stroke-width=\"1.1\"/></g>"
        )
    }
}

/// What [`Relief::aspects`] lays over the hexes of a slope.
pub(crate) fn symbols() -> String {
    let r = Num(INRADIUS * 1.7);
    format!(
        "<radialGradient id=\"litg\"><stop offset=\"0\" stop-color=\"#fff3cf\" stop-opacity=\".75\"/><stop offset=\"1\" stop-color=\"#fff3cf\" stop-opacity=\"0\"/></radialGradient>\
         <radialGradient id=\"dimg\"><stop offset=\"0\" stop-color=\"#5a3a18\" stop-opacity=\".5\"/><stop offset=\"1\" stop-color=\"#5a3a18\" stop-opacity=\"0\"/></radialGradient>\
         <circle id=\"lit\" r=\"{r}\" fill=\"url(#litg)\"/><circle id=\"dim\" r=\"{r}\" fill=\"url(#dimg)\"/>"
    )
}

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;
    use engine::scene::HexSide;

    use super::*;
    use crate::sample;

    #[test]
    fn the_ground_falls_away_from_the_crest() {
        let mut land = sample::landscape(&["...", ".^.", ".^.", "..."]);
        land.sides = vec![HexSide { hex: HexNumber(202), side: Direction::new(0), kind: "crest" }];
        let sheet = Layout::of(&land);
        let relief = Relief::of(&land, &sheet);
        let crests: Vec<&Crest> = relief.crests.iter().collect();
        let centre = sheet.place(HexNumber(202)).unwrap();
        let (near, way) = Relief::fall(&crests, centre).unwrap();
        assert!(way.y > 0.99, "south of a northern crest it falls south: {way:?}");
        let (far, _) = Relief::fall(&crests, sheet.place(HexNumber(203)).unwrap()).unwrap();
        assert!(near < far);
    }

    #[test]
    fn a_crest_named_from_both_its_hexes_is_one_crest() {
        let mut land = sample::landscape(&["...", ".^.", ".^.", "..."]);
        let side =
            |hex: u16, side: u8| HexSide { hex: HexNumber(hex), side: Direction::new(side), kind: "crest" };
        land.sides = vec![side(202, 3), side(203, 0)];
        let sheet = Layout::of(&land);
        let relief = Relief::of(&land, &sheet);
        assert_eq!(relief.crests.len(), 1);
        assert_eq!(relief.crests[0].falls, [true, true]);
    }
}
