//! Maps of whole countries: seas with their coasts, and the look of fertile, rough and desert land.
//!
//! A coast hex holds land and sea. Corners take after the hexes that meet there, the coastline runs where land
//! and sea balance, and some unevenness makes it look surveyed rather than drawn with a ruler.

use std::fmt::Write;

use engine::hex::{Direction, Hex};
use engine::scene::Landscape;

use crate::contour::{Field, unevenness};
use crate::layout::{BLEED, INRADIUS, Layout, Point, RADIUS};
use crate::outline::{chains, class, exact_outline, hexsides, overrunning_outline, softened};
use crate::scatter::{Crowd, Scatter};
use crate::svg::{Num, PathText};

/// From one sample of the coast to the next.
const STEP: f64 = 5.0;
/// Fewer hexes off the map than this are taken for islands of nobody's concern, and drawn as sea.
const HINTERLAND: usize = 6;

/// The land and sea of a map.
pub(crate) struct Coast<'a> {
    land: &'a Landscape,
    sheet: &'a Layout,
    /// Positive on land.
    field: Field,
}

impl<'a> Coast<'a> {
    /// The coasts of a map; none for the map of a battlefield.
    pub(crate) fn of(land: &'a Landscape, sheet: &'a Layout) -> Option<Self> {
        if !land.terrain.iter().any(|class| is_country(class)) {
            return None;
        }
        let share = shares(land, sheet);
        let water = water_sides(land, sheet);
        let mut corners = corner_shares(sheet, &share, &water);
        open_bays(sheet, &share, &mut corners);
        let centres = centre_shares(land, sheet, &share, &corners);
        let nearest = nearest_hexes(sheet);
        let mut field = Field::over(sheet.size(), BLEED, STEP, |p| {
            let Some(hex) = nearest(p) else { return -1.0 };
            let from_centre = p - sheet.centre(hex);
            let side = Direction::ALL
                .into_iter()
                .max_by(|a, b| {
                    from_centre.dot(sheet.heading(*a)).total_cmp(&from_centre.dot(sheet.heading(*b)))
                })
                .unwrap_or(Direction::new(0));
            let out = (from_centre.dot(sheet.heading(side)) / INRADIUS).clamp(0.0, 1.0);
            let (a, b) = sheet.side(hex, side);
            let along = from_centre.dot((b - a).unit()) / (RADIUS * out.max(0.01)) + 0.5;
            let d = side.index();
            let (one, two) = (corners[hex.index()][d], corners[hex.index()][(d + 1) % 6]);
            let along = along.clamp(0.0, 1.0);
            let mut rim = one + (two - one) * along;
            // Coasts that land units pass between are joined, even where all around is sea.
            let coasts = share[hex.index()].abs() < 0.9
                && sheet.grid().neighbour(hex, side).is_some_and(|n| share[n.index()].abs() < 0.9);
            if coasts && water[hex.index()] >> d & 1 == 0 && one.max(two) < 0.0 {
                rim += (0.45 - (one + two) / 2.0) * (1.0 - (2.0 * along - 1.0).abs());
            }
            centres[hex.index()] + (rim - centres[hex.index()]) * out
        });
        field.smooth();
        field.smooth();
        field.add(|p| 0.17 * unevenness(p, 23.0) + 0.1 * unevenness(p + Point::new(7.0, 3.0), 10.0));
        Some(Coast { land, sheet, field })
    }

    /// Whether a point lies on land, and farther from the coast than a measure of the field.
    fn is_land(&self, p: Point, deep: f64) -> bool {
        self.field.at(p) > deep
    }

    /// Sea, coast and the floors of the land; the path `land` is defined here for what is to be clipped to it.
    pub(crate) fn ground(&self) -> String {
        let outline = self.field.outline();
        let size = self.sheet.size();
        let mut out = format!(
            "<defs><path id=\"land\" d=\"{outline}\" fill-rule=\"evenodd\"/></defs><clipPath id=\"ashore\"><use href=\"#land\" clip-rule=\"evenodd\"/></clipPath>\
             <rect id=\"sea\" width=\"{}\" height=\"{}\" fill=\"#74a4b8\"/>",
            Num(size.x),
            Num(size.y)
        );
        out.push_str(&self.depths());
        out.push_str("<g fill=\"none\" stroke-linejoin=\"round\">");
        // Water lines, as engravers drew them: each band paler towards the shore, with a fine line at its rim.
        for (line, width, fill) in
            [("#5f92a8", 33.0, "#7dabbd"), ("#6498ac", 21.0, "#8bb6c4"), ("#6a9cae", 11.0, "#a4c8d0")]
        {
            let _ = write!(
                out,
                "<use href=\"#land\" stroke=\"{line}\" stroke-opacity=\".75\" stroke-width=\"{}\"/><use href=\"#land\" stroke=\"{fill}\" stroke-width=\"{}\"/>",
                Num(width),
                Num(width - 1.4)
            );
        }
        out.push_str("</g>");
        out.push_str(&self.waves());
        out.push_str("<use href=\"#land\" fill=\"#d9c08b\"/><g clip-path=\"url(#ashore)\">");
        for (kind, fill, edge) in [
            ("clear", "#d3cf98", "#d3cf98"),
            ("desert", "#efdfb2", "#efdfb2"),
            ("fertile", "#c9cf93", "#c9cf93"),
        ] {
            let outline = overrunning_outline(self.sheet, |hex| kind_of(class(self.land, hex)) == kind, 5.0);
            if !outline.is_empty() {
                let _ = write!(
                    out,
                    "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-opacity=\".45\" stroke-width=\"9\" stroke-linejoin=\"round\"/>"
                );
            }
        }
        out.push_str(&self.tones());
        out.push_str(&self.cover());
        out.push_str("</g>");
        out.push_str(&self.beyond());
        out.push_str(
            "<g fill=\"none\" stroke-linejoin=\"round\"><use href=\"#land\" stroke=\"#fff8e2\" stroke-opacity=\".55\" stroke-width=\"3.4\"/><use href=\"#land\" stroke=\"#46503a\" stroke-width=\"1.3\"/></g>",
        );
        out
    }

    /// Darker water far from any land.
    fn depths(&self) -> String {
        let grid = self.sheet.grid();
        let is_sea = |hex: Hex| class(self.land, hex) == "sea";
        let mut out = String::from("<g>");
        for hex in grid.hexes().filter(|&hex| is_sea(hex)) {
            if grid.within(hex, 1).into_iter().all(is_sea) {
                let c = self.sheet.centre(hex);
                let deep = if grid.within(hex, 2).into_iter().all(is_sea) { ".5" } else { ".28" };
                let _ = write!(
                    out,
                    "<use href=\"#deep\" x=\"{}\" y=\"{}\" opacity=\"{deep}\"/>",
                    Num(c.x),
                    Num(c.y)
                );
            }
        }
        out.push_str("</g>");
        out
    }

    /// Waves drawn by hand: many near the coast, few on the open sea.
    fn waves(&self) -> String {
        let mut crowd = Crowd::new(19.0);
        let mut out = String::from("<g>");
        for hex in self.sheet.grid().hexes() {
            let kind = class(self.land, hex);
            if kind != "sea" && !kind.starts_with("coast-") {
                continue;
            }
            let c = self.sheet.centre(hex);
            let mut scatter = Scatter::of(self.sheet.grid().number(hex).0, 101);
            for _ in 0..7 {
                let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-RADIUS, RADIUS));
                let depth = self.field.at(p);
                let near = (-0.8..-0.3).contains(&depth);
                let far = depth <= -0.8 && scatter.below(4) == 0;
                if (near || far) && crowd.admit(p) {
                    let kind = if scatter.below(2) == 0 { "ripple" } else { "swell" };
                    let _ = write!(out, "<use href=\"#{kind}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
                }
            }
        }
        out.push_str("</g>");
        out
    }

    /// Broad patches of lighter and darker land.
    fn tones(&self) -> String {
        let mut out = String::new();
        for hex in self.sheet.grid().hexes() {
            let mut scatter = Scatter::of(self.sheet.grid().number(hex).0, 5);
            if scatter.below(5) != 0 || class(self.land, hex) == "sea" {
                continue;
            }
            let c = self.sheet.centre(hex)
                + Point::new(scatter.between(-30.0, 30.0), scatter.between(-30.0, 30.0));
            let tone = ["sand", "ochre", "sand"][scatter.below(3) as usize];
            let (rx, ry) = (scatter.between(50.0, 120.0), scatter.between(35.0, 75.0));
            let _ = write!(
                out,
                "<ellipse cx=\"{:.0}\" cy=\"{:.0}\" rx=\"{rx:.0}\" ry=\"{ry:.0}\" fill=\"url(#{tone})\"/>",
                c.x, c.y
            );
        }
        out
    }

    /// Dunes, fields and rocks.
    fn cover(&self) -> String {
        let mut crowd = Crowd::new(15.0);
        let mut all = vec![];
        for hex in self.sheet.grid().hexes() {
            let (kinds, tries): (&[&str], _) = match kind_of(class(self.land, hex)) {
                "desert" => (&["dune", "dune", "grit"], 9),
                "fertile" => (&["field", "grove", "field", "tuft"], 12),
                "clear" => (&["tuft", "tuft", "field"], 4),
                "rough" => (&["knoll", "scree", "knoll", "shrub"], 9),
                _ => continue,
            };
            let c = self.sheet.centre(hex);
            let mut scatter = Scatter::of(self.sheet.grid().number(hex).0, 103);
            for _ in 0..tries {
                let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-RADIUS, RADIUS));
                if self.sheet.holds(hex, p, -4.0) && self.is_land(p, 0.18) && crowd.admit(p) {
                    all.push((p, kinds[scatter.below(kinds.len() as u64) as usize]));
                }
            }
        }
        all.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        let mut out = String::from("<g opacity=\".8\">");
        for (p, kind) in all {
            let _ = write!(out, "<use href=\"#{kind}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
        }
        out.push_str("</g>");
        out
    }

    /// What lies off the map, as bare paper with a fine hatching.
    fn beyond(&self) -> String {
        let outline = exact_outline(self.sheet, |hex| class(self.land, hex) == "offmap");
        if outline.is_empty() {
            return outline;
        }
        format!(
            "<path id=\"offmap\" d=\"{outline}\" fill=\"#d2c19a\"/><path d=\"{outline}\" fill=\"url(#hatching)\" stroke=\"#8d7446\" stroke-opacity=\".7\" stroke-width=\"1.6\"/>"
        )
    }

    /// Printed borders and the crossings of straits.
    pub(crate) fn hexsides(&self) -> String {
        let mut out = String::new();
        let mut path = PathText::default();
        for chain in chains(self.sheet, &hexsides(self.land, self.sheet, "border")) {
            path.smooth(&softened(&chain, 1.5), false);
        }
        if !path.is_empty() {
            let _ = write!(
                out,
                "<defs><path id=\"borders\" d=\"{}\"/></defs><g id=\"border\" clip-path=\"url(#ashore)\" fill=\"none\" stroke-linejoin=\"round\">\
                 <use href=\"#borders\" stroke=\"#9a4a34\" stroke-opacity=\".2\" stroke-width=\"7\"/>\
                 <use href=\"#borders\" stroke=\"#7d3a2a\" stroke-opacity=\".85\" stroke-width=\"1.5\" stroke-dasharray=\"7 3 1.5 3\"/></g>",
                path.into_string()
            );
        }
        out.push_str(&self.channels());
        for (hex, d) in hexsides(self.land, self.sheet, "strait") {
            let (a, b) = self.sheet.side(hex, d);
            let (middle, way) = (a.towards(b, 0.5), self.sheet.heading(d));
            let turn = way.y.atan2(way.x).to_degrees();
            let _ = write!(
                out,
                "<use href=\"#strait\" transform=\"translate({} {}) rotate({turn:.0})\"/>",
                Num(middle.x),
                Num(middle.y)
            );
        }
        out
    }

    /// Straits between two hexes that are land through and through: an arm of the sea along their side.
    fn channels(&self) -> String {
        let solid = |hex: Hex| {
            let class = class(self.land, hex);
            class != "sea" && !class.starts_with("coast-")
        };
        let between = |&(hex, d): &(Hex, Direction)| {
            solid(hex) && self.sheet.grid().neighbour(hex, d).is_some_and(solid)
        };
        let straits: Vec<(Hex, Direction)> =
            hexsides(self.land, self.sheet, "strait").into_iter().filter(between).collect();
        let mut path = PathText::default();
        for chain in chains(self.sheet, &straits) {
            path.smooth(&chain, false);
        }
        if path.is_empty() {
            return String::new();
        }
        format!(
            "<defs><path id=\"channels\" d=\"{}\"/></defs><g id=\"channel\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <use href=\"#channels\" stroke=\"#46503a\" stroke-width=\"18\"/><use href=\"#channels\" stroke=\"#a4c8d0\" stroke-width=\"15.4\"/>\
             <use href=\"#channels\" stroke=\"#7dabbd\" stroke-width=\"10\"/></g>",
            path.into_string()
        )
    }
}

/// Whether a class belongs to the map of a country.
pub(crate) fn is_country(class: &str) -> bool {
    matches!(class, "sea" | "offmap" | "fertile" | "rough" | "desert") || class.starts_with("coast-")
}

/// The sort of land of a hex, whether it has a coast or not.
fn kind_of(class: &'static str) -> &'static str {
    class.strip_prefix("coast-").unwrap_or(class)
}

/// For each hex how much of it is land: 1, nearly half, or -1 for sea.
fn shares(land: &Landscape, sheet: &Layout) -> Vec<f64> {
    let grid = sheet.grid();
    let off = |hex: Hex| class(land, hex) == "offmap";
    let mut share = vec![-1.0; grid.len()];
    for hex in grid.hexes() {
        share[hex.index()] = match class(land, hex) {
            "sea" => -1.0,
            "offmap" => continue,
            coast if coast.starts_with("coast-") => 0.12,
            _ => 1.0,
        };
    }
    let mut seen = vec![false; grid.len()];
    for start in grid.hexes().filter(|&hex| off(hex)) {
        let mut region = vec![];
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            if !seen[hex.index()] {
                seen[hex.index()] = true;
                region.push(hex);
                open.extend(grid.neighbours(hex).map(|(_, n)| n).filter(|&n| off(n)));
            }
        }
        if region.len() >= HINTERLAND {
            region.into_iter().for_each(|hex| share[hex.index()] = 1.0);
        }
    }
    share
}

/// For each hex its sides that are all water, as bits.
fn water_sides(land: &Landscape, sheet: &Layout) -> Vec<u8> {
    let mut water = vec![0u8; sheet.grid().len()];
    for kind in ["sea", "strait"] {
        for (hex, d) in hexsides(land, sheet, kind) {
            water[hex.index()] |= 1 << d.index();
            if let Some(other) = sheet.grid().neighbour(hex, d) {
                water[other.index()] |= 1 << d.opposite().index();
            }
        }
    }
    water
}

/// For each hex the balance of land and sea at its corners.
fn corner_shares(sheet: &Layout, share: &[f64], water: &[u8]) -> Vec<[f64; 6]> {
    let grid = sheet.grid();
    let wet = |hex: Hex, d: Direction| water[hex.index()] >> d.index() & 1 == 1;
    let corner = |hex: Hex, d: Direction| {
        let around: Vec<Hex> = sheet.about_corner(hex, d).into_iter().flatten().collect();
        let mean = around.iter().map(|h| share[h.index()]).sum::<f64>() / around.len() as f64;
        // The hexsides that meet here: two of this hex, and the one between its neighbours.
        let across = grid.neighbour(hex, d).is_some_and(|n| wet(n, d.turned(4)));
        let sides = [wet(hex, d), wet(hex, d.turned(5)), across];
        let drowned = mean - 0.6 * sides.into_iter().filter(|w| *w).count() as f64;
        // Hexes that are all land keep their corners, hexes that are all sea theirs.
        let all_land = around.iter().any(|h| share[h.index()] > 0.9);
        let all_sea = around.iter().any(|h| share[h.index()] < -0.9);
        match (all_land, all_sea) {
            (true, false) => drowned.max(0.08),
            (false, true) => drowned.min(-0.2),
            _ => drowned,
        }
    };
    let of_hex = |i: usize| Direction::ALL.map(|d| corner(Hex(i as u16), d));
    (0..grid.len()).map(of_hex).collect()
}

/// A coast whose corners are all dry would show no water: the corners it shares with two other coasts are sunk,
/// so that the sea reaches in.
fn open_bays(sheet: &Layout, share: &[f64], corners: &mut [[f64; 6]]) {
    let is_coast = |hex: Hex| share[hex.index()].abs() < 0.9;
    for hex in sheet.grid().hexes().filter(|&hex| is_coast(hex)) {
        if corners[hex.index()].iter().any(|&c| c <= 0.0) {
            continue;
        }
        for d in Direction::ALL {
            let [_, Some(before), Some(after)] = sheet.about_corner(hex, d) else { continue };
            if is_coast(before) && is_coast(after) {
                // The same corner, counted from the hexes that share it.
                corners[hex.index()][d.index()] = -0.35;
                corners[before.index()][d.turned(2).index()] = -0.35;
                corners[after.index()][d.turned(4).index()] = -0.35;
            }
        }
    }
}

/// For each hex the balance at its middle: a coast has some of both, and its places stand on dry ground.
fn centre_shares(land: &Landscape, sheet: &Layout, share: &[f64], corners: &[[f64; 6]]) -> Vec<f64> {
    let mut centres: Vec<f64> = share.to_vec();
    for hex in sheet.grid().hexes() {
        let i = hex.index();
        if share[i].abs() > 0.9 {
            continue;
        }
        let mean = corners[i].iter().sum::<f64>() / 6.0;
        let dry = corners[i].iter().filter(|&&c| c > 0.0).count();
        centres[i] = match dry {
            // An island, and a bay that would not show otherwise.
            0 => 0.85,
            6 => -0.45,
            _ => (mean + 0.2).max(-0.25),
        };
        let number = sheet.grid().number(hex);
        if land
            .labels
            .iter()
            .any(|l| l.hex == number && matches!(l.kind, "town" | "city" | "capital" | "port" | "base"))
        {
            centres[i] = centres[i].max(0.4);
        }
    }
    centres
}

/// Finds the hex a point lies in, or the nearest one for points beyond the rim.
fn nearest_hexes(sheet: &Layout) -> impl Fn(Point) -> Option<Hex> + '_ {
    // Hexes by the square they have their centre in; no hex is farther than two squares from its points.
    let side = 2.0 * RADIUS;
    let mut squares: std::collections::HashMap<(i64, i64), Vec<Hex>> = std::collections::HashMap::new();
    let square = move |p: Point| ((p.x / side).floor() as i64, (p.y / side).floor() as i64);
    for hex in sheet.grid().hexes() {
        squares.entry(square(sheet.centre(hex))).or_default().push(hex);
    }
    move |p| {
        let (x, y) = square(p);
        let near = (x - 2..=x + 2).flat_map(|x| (y - 2..=y + 2).map(move |y| (x, y)));
        let near = near.filter_map(|at| squares.get(&at)).flatten().copied();
        near.min_by(|a, b| {
            let far = |hex: Hex| (sheet.centre(hex) - p).length();
            far(*a).total_cmp(&far(*b)).then(a.cmp(b))
        })
    }
}

/// What lies on the land and the water of a country, each about its middle.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<radialGradient id="deepg"><stop offset="0" stop-color="#45788f" stop-opacity=".75"/><stop offset="1" stop-color="#45788f" stop-opacity="0"/></radialGradient><circle id="deep" r="74" fill="url(#deepg)"/>"##,
    r##"<pattern id="hatching" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h7" stroke="#8d7446" stroke-opacity=".35" stroke-width="1"/></pattern>"##,
    r##"<path id="dune" d="M-9 2.4c3-.4 4.6-3.8 7.4-3.8 2.4 0 4 2.6 8.8 3.4M-1.6-1.4c.8 1.4.6 2.6-.6 3.8" fill="none" stroke="#b99a5c" stroke-width=".9" stroke-linecap="round"/>"##,
    r##"<path id="grit" d="M-5 1h.01M-1-1.5h.01M3 .8h.01M6-1.8h.01M-3 3.5h.01M2 4h.01" stroke="#b99a5c" stroke-width="1.3" stroke-linecap="round"/>"##,
    r##"<g id="field"><path d="M-8-1.5l6.5-3 9 2.6-6.5 3.2z" fill="#dcd48c" fill-opacity=".75" stroke="#8f9450" stroke-width=".6"/><path d="M-5.8-2.5l9 2.7M-3.6-3.5l9 2.6" stroke="#8f9450" stroke-width=".5"/></g>"##,
    r##"<g id="grove"><path d="M-4 1.5c-1-1.9.3-3.3 1.7-3.3.7-1.5 3-1.4 3.6.1 1.7 0 2.6 1.8 1.7 3.2-1.7.8-5.3.8-7 0z" fill="url(#leaf)" stroke="#4b5c35" stroke-width=".5"/><path d="M3 3c-.6-1.2.2-2.2 1.2-2.2.5-1 2-.9 2.4.1 1.2 0 1.7 1.2 1.2 2.1-1.2.6-3.6.6-4.8 0z" fill="url(#leaf2)" stroke="#4b5c35" stroke-width=".5"/></g>"##,
    r##"<path id="scree" d="M-6 2l2-3.4 2 3.4zM0 3.2l2.4-4 2.6 4z" fill="#c9ad76" stroke="#7b6035" stroke-width=".7" stroke-linejoin="round"/>"##,
    r##"<path id="shrub" d="M-3 .8c-.6-1.2.2-2.2 1.2-2.2.5-1 2-.9 2.4.1 1.2 0 1.7 1.2 1.2 2.1-1.2.6-3.6.6-4.8 0z" fill="url(#leaf2)" stroke="#6b6a3c" stroke-width=".5"/>"##,
    r##"<g id="strait"><path d="M-13 0h26" stroke="#123a50" stroke-opacity=".5" stroke-width="4.6" stroke-dasharray="4.6 3.2" stroke-dashoffset=".6"/><path d="M-13 0h26" stroke="#fff8e2" stroke-width="2.6" stroke-dasharray="3.4 4.4"/></g>"##,
);

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;
    use engine::scene::{HexSide, Label};

    use super::*;
    use crate::sample;

    fn middle(sheet: &Layout, number: u16) -> Point {
        sheet.place(HexNumber(number)).unwrap()
    }

    #[test]
    fn land_is_dry_sea_is_wet_and_a_coast_is_both() {
        let land = sample::landscape(&["SSSS", "1111", "FFFF", "FFFF"]);
        let sheet = Layout::of(&land);
        let coast = Coast::of(&land, &sheet).unwrap();
        assert!(coast.is_land(middle(&sheet, 203), 0.3));
        assert!(!coast.is_land(middle(&sheet, 201), -0.3));
        let (north, south) =
            (middle(&sheet, 202) + Point::new(0.0, -29.0), middle(&sheet, 202) + Point::new(0.0, 29.0));
        assert!(!coast.is_land(north, 0.0) && coast.is_land(south, 0.0));
    }

    #[test]
    fn a_coast_alone_in_the_sea_is_an_island() {
        let land = sample::landscape(&["SSS", "S2S", "SSS", "SSS"]);
        let sheet = Layout::of(&land);
        let coast = Coast::of(&land, &sheet).unwrap();
        let c = middle(&sheet, 202);
        assert!(coast.is_land(c, 0.0));
        for d in Direction::ALL {
            assert!(!coast.is_land(c + sheet.heading(d) * 28.0, 0.0));
        }
    }

    #[test]
    fn a_sea_hexside_parts_two_coasts() {
        let rows = ["FFFF", "1111", "1111", "FFFF"];
        let mut land = sample::landscape(&rows);
        let between = {
            let sheet = Layout::of(&land);
            middle(&sheet, 202) + Point::new(0.0, INRADIUS)
        };
        let side = |hex: u16| HexSide { hex: HexNumber(hex), side: Direction::new(3), kind: "sea" };
        land.sides = vec![side(102), side(202), side(302), side(402)];
        let sheet = Layout::of(&land);
        assert!(!Coast::of(&land, &sheet).unwrap().is_land(between, 0.0));
    }

    #[test]
    fn a_city_on_the_coast_stands_on_dry_ground() {
        let mut land = sample::landscape(&["SSSS", "S1SS", "FFFF", "FFFF"]);
        land.labels = vec![Label { hex: HexNumber(202), text: "Tyre".into(), kind: "port" }];
        let sheet = Layout::of(&land);
        assert!(Coast::of(&land, &sheet).unwrap().is_land(middle(&sheet, 202), 0.0));
    }

    #[test]
    fn a_battlefield_has_no_coast() {
        let land = sample::skirmish().landscape;
        assert!(Coast::of(&land, &Layout::of(&land)).is_none());
    }
}
