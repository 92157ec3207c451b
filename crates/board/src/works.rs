//! What men have built: town walls with towers and gates, bridges, palisades.

use std::fmt::Write;

use engine::hex::{Direction, Hex};
use engine::scene::Landscape;

use crate::layout::{BLEED, INRADIUS, Layout, Point};
use crate::outline::{class, hexes_of, hexsides};
use crate::river::{WET, flow};
use crate::scatter::wobble;
use crate::svg::{Num, PathText};

const HALF: [Direction; 3] = [Direction::new(0), Direction::new(1), Direction::new(2)];

/// The walls of a map: stretches from tower to tower, and the gates in them.
struct Walls {
    stretches: Vec<(Point, Point)>,
    towers: Vec<Point>,
    /// Middle of each gate and the direction of its wall.
    gates: Vec<(Point, Point)>,
    keeps: Vec<Point>,
}

impl Walls {
    fn of(land: &Landscape, sheet: &Layout) -> Self {
        let (grid, forts) = (sheet.grid(), hexes_of(land, sheet, &["fortification"]));
        let is_fort = |hex: Hex| class(land, hex) == "fortification";
        let mut walls = Walls { stretches: vec![], towers: vec![], gates: vec![], keeps: vec![] };
        // For each hex the directions in which its wall goes on.
        let mut ways = vec![0u8; grid.len()];
        for &hex in &forts {
            for (d, other) in grid.neighbours(hex).filter(|&(_, other)| is_fort(other)) {
                ways[hex.index()] |= 1 << d.index();
                if hex < other {
                    walls.stretches.push((sheet.centre(hex), sheet.centre(other)));
                }
            }
        }
        for gap in grid.hexes().filter(|&hex| !is_fort(hex) && !blocks(class(land, hex))) {
            for d in HALF {
                let ends = [d, d.opposite()].map(|way| grid.neighbour(gap, way).filter(|&h| is_fort(h)));
                let [Some(one), Some(two)] = ends else { continue };
                ways[one.index()] |= 1 << d.opposite().index();
                ways[two.index()] |= 1 << d.index();
                let (c, way) = (sheet.centre(gap), sheet.heading(d));
                walls.gates.push((c, way));
                walls.stretches.push((sheet.centre(one), c + way * 16.0));
                walls.stretches.push((sheet.centre(two), c - way * 16.0));
            }
        }
        for &hex in &forts {
            let (c, links) = (sheet.centre(hex), ways[hex.index()]);
            // Alone or in a pair it is a castle, not a town's wall.
            let partner =
                grid.neighbours(hex).find(|&(d, _)| links == 1 << d.index()).map(|(_, other)| other);
            let paired = partner.is_some_and(|p| is_fort(p) && ways[p.index()].count_ones() == 1);
            if links == 0 || paired {
                walls.keeps.push(c);
                continue;
            }
            walls.towers.push(c);
            // A wall that ends at the rim runs off it; one that ends at the water runs down to it.
            let end = Direction::ALL.into_iter().find(|d| links == 1 << d.index()).map(Direction::opposite);
            if let Some(onward) = end {
                let way = sheet.heading(onward);
                match grid.neighbour(hex, onward) {
                    None => walls.stretches.push((c, c + way * (3.0 * INRADIUS + BLEED))),
                    Some(next) if WET.contains(&class(land, next)) => {
                        walls.stretches.push((c, c + way * INRADIUS));
                        walls.towers.push(c + way * INRADIUS);
                    }
                    _ => {}
                }
            }
        }
        walls.towers.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        walls
    }
}

/// Whether no gate can open on such ground.
fn blocks(class: &str) -> bool {
    matches!(class, "river" | "mountain" | "sea" | "offmap")
}

/// Town walls: stone with merlons on both faces, a tower in every hex, a gate in every gap of one hex.
pub(crate) fn walls(land: &Landscape, sheet: &Layout) -> String {
    let walls = Walls::of(land, sheet);
    let mut out = String::new();
    if !walls.stretches.is_empty() {
        out.push_str(&stonework(&walls));
    }
    for keep in &walls.keeps {
        let _ = write!(out, "<use href=\"#keep\" x=\"{}\" y=\"{}\"/>", Num(keep.x), Num(keep.y));
    }
    for tower in &walls.towers {
        let _ = write!(out, "<use href=\"#tower\" x=\"{}\" y=\"{}\"/>", Num(tower.x), Num(tower.y));
    }
    for (c, way) in &walls.gates {
        let turn = way.y.atan2(way.x).to_degrees();
        let _ = write!(
            out,
            "<use href=\"#gate\" transform=\"translate({} {}) rotate({turn:.0})\"/>",
            Num(c.x),
            Num(c.y)
        );
    }
    out
}

/// The stretches between the towers.
fn stonework(walls: &Walls) -> String {
    let (mut line, mut faces) = (PathText::default(), PathText::default());
    for &(from, to) in &walls.stretches {
        line.start(from);
        line.line(to);
        let across = (to - from).unit().quarter() * 5.0;
        for side in [across, across * -1.0] {
            faces.start(from + side);
            faces.line(to + side);
        }
    }
    format!(
        "<defs><path id=\"wall\" d=\"{}\"/></defs><g fill=\"none\" stroke-linecap=\"round\"><use href=\"#wall\" x=\"3\" y=\"4.5\" stroke=\"#1c1206\" stroke-opacity=\".24\" stroke-width=\"15\"/>\
         <use href=\"#wall\" stroke=\"#43372a\" stroke-width=\"14.4\"/><use href=\"#wall\" stroke=\"#a8997b\" stroke-width=\"12.2\"/>\
         <use href=\"#wall\" stroke=\"#cdbf9f\" stroke-width=\"6.6\"/><use href=\"#wall\" stroke=\"#8d7d62\" stroke-opacity=\".6\" stroke-width=\"6.6\" stroke-dasharray=\".8 5.6\" stroke-linecap=\"butt\"/>\
         <path d=\"{}\" stroke=\"#efe5cd\" stroke-width=\"2.6\" stroke-dasharray=\"3.4 2.8\" stroke-linecap=\"butt\"/></g>",
        line.into_string(),
        faces.into_string()
    )
}

/// A bridge in every bridge hex, along its road or across its river.
pub(crate) fn bridges(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::new();
    for hex in hexes_of(land, sheet, &["bridge"]) {
        let c = sheet.centre(hex);
        let at = c + wobble(c, 2.0);
        let way = road_through(land, sheet, hex).unwrap_or_else(|| flow(land, sheet, hex).quarter());
        let turn = way.y.atan2(way.x).to_degrees();
        let _ = write!(
            out,
            "<use href=\"#bridge\" transform=\"translate({} {}) rotate({turn:.0})\"/>",
            Num(at.x),
            Num(at.y)
        );
    }
    out
}

/// The direction of the road through a hex.
fn road_through(land: &Landscape, sheet: &Layout, hex: Hex) -> Option<Point> {
    land.lines.iter().filter(|course| course.kind == "road").find_map(|course| {
        let hexes: Vec<Hex> = course.hexes.iter().filter_map(|&n| sheet.grid().at(n)).collect();
        let i = hexes.iter().position(|&h| h == hex)?;
        let (from, to) = (hexes[i.saturating_sub(1)], hexes[(i + 1).min(hexes.len() - 1)]);
        (from != to).then(|| (sheet.centre(to) - sheet.centre(from)).unit())
    })
}

/// Rows of stakes along hexsides, those behind first.
pub(crate) fn palisades(land: &Landscape, sheet: &Layout) -> String {
    let mut feet = vec![];
    let (mut rail, mut ditch) = (PathText::default(), PathText::default());
    for (hex, d) in hexsides(land, sheet, "palisade") {
        let (a, b) = sheet.side(hex, d);
        rail.start(a + Point::new(0.0, -3.6));
        rail.line(b + Point::new(0.0, -3.6));
        ditch.start(a);
        ditch.line(b);
        feet.extend((0..=9).map(|k| a.towards(b, f64::from(k) / 9.0)));
    }
    if feet.is_empty() {
        return String::new();
    }
    feet.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    feet.dedup_by(|a, b| (*a - *b).length() < 1.0);
    let mut out = format!(
        "<g id=\"palisade\" fill=\"none\" stroke-linecap=\"round\"><path d=\"{}\" stroke=\"#5a4322\" stroke-opacity=\".35\" stroke-width=\"8\"/>\
         <path d=\"{}\" stroke=\"#4a3317\" stroke-width=\"2.2\"/></g><g>",
        ditch.into_string(),
        rail.into_string()
    );
    for foot in feet {
        let _ = write!(out, "<use href=\"#stake\" x=\"{}\" y=\"{}\"/>", Num(foot.x), Num(foot.y));
    }
    out.push_str("</g>");
    out
}

/// Tower, gate, keep, bridge and stake; walls and gates lie along x.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<g id="tower"><circle cx="2.6" cy="4" r="11.6" fill="#1c1206" fill-opacity=".22"/><circle r="11.2" fill="#b5a687" stroke="#43372a" stroke-width="1.2"/><circle r="9.2" fill="none" stroke="#efe5cd" stroke-width="2.8" stroke-dasharray="3.6 2.82"/><circle r="7.3" fill="#8f8064" stroke="#5b4d38" stroke-width=".7"/><path d="M-5.2-3.4a6.2 6.2 0 0 1 8-1.8" fill="none" stroke="#43372a" stroke-opacity=".55" stroke-width="2"/></g>"##,
    r##"<g id="gate"><path d="M-9-30h18v60h-18z" fill="#e6d6a8" fill-opacity=".85"/><path d="M-3.2-29v58M3.2-29v58" stroke="#b99d68" stroke-width="1" stroke-dasharray="5 4"/><path d="M-12-6h24v12h-24z" fill="#5c3f1e" stroke="#33210d" stroke-width="1"/><path d="M-12-3h24M-12 0h24M-12 3h24" stroke="#8d6738" stroke-width=".8"/><g fill="#b5a687" stroke="#43372a" stroke-width="1.2"><rect x="-23" y="-9.5" width="13.5" height="19" rx="1.5"/><rect x="9.5" y="-9.5" width="13.5" height="19" rx="1.5"/></g><g fill="none" stroke="#efe5cd" stroke-width="2.4" stroke-dasharray="3 2.4"><rect x="-21.3" y="-7.8" width="10.1" height="15.6"/><rect x="11.2" y="-7.8" width="10.1" height="15.6"/></g><g fill="#8f8064"><rect x="-19.4" y="-5.8" width="6.4" height="11.6"/><rect x="13" y="-5.8" width="6.4" height="11.6"/></g></g>"##,
    r##"<g id="keep"><rect x="-15" y="-11" width="38" height="34" rx="3" fill="#1c1206" fill-opacity=".22"/><rect x="-18" y="-16" width="36" height="32" fill="#cdbf9f" stroke="#43372a" stroke-width="1.4"/><rect x="-15.4" y="-13.4" width="30.8" height="26.8" fill="none" stroke="#efe5cd" stroke-width="2.4" stroke-dasharray="3.2 2.6"/><rect x="-12.5" y="-10.5" width="25" height="21" fill="#a8997b" stroke="#5b4d38" stroke-width=".7"/><rect x="-6" y="-6" width="12" height="12" fill="#8c5a3a" stroke="#4d2d18" stroke-width=".8"/><path d="M-6-6L6 6M6-6L-6 6" stroke="#5f3a20" stroke-width=".7"/><g fill="#b5a687" stroke="#43372a" stroke-width="1"><circle cx="-18" cy="-16" r="6"/><circle cx="18" cy="-16" r="6"/><circle cx="-18" cy="16" r="6"/><circle cx="18" cy="16" r="6"/></g></g>"##,
    r##"<g id="bridge"><path d="M-26-7l52 0v19l-52 0z" fill="#1c2a30" fill-opacity=".3"/><path d="M-28-10c8 3 12 3 18 3h20c6 0 10 0 18-3v20c-8-3-12-3-18-3h-20c-6 0-10 0-18 3z" fill="#cfc1a1" stroke="#43372a" stroke-width="1.2" stroke-linejoin="round"/><path d="M-27-7.2c8 2.4 11 2.6 17 2.6h20c6 0 9-.2 17-2.6M-27 7.2c8-2.4 11-2.6 17-2.6h20c6 0 9 .2 17 2.6" fill="none" stroke="#efe5cd" stroke-width="2.2"/><path d="M-18-4.6v9.2M-12-4.6v9.2M-6-4.6v9.2M0-4.6v9.2M6-4.6v9.2M12-4.6v9.2M18-4.6v9.2" stroke="#8d7d62" stroke-opacity=".7" stroke-width=".8"/><path d="M-9-7.6l2.5-4.4h2l2.5 4.4zM2-7.6l2.5-4.4h2l2.5 4.4zM-9 7.6l2.5 4.4h2l2.5-4.4zM2 7.6l2.5 4.4h2l2.5-4.4z" fill="#a8997b" stroke="#43372a" stroke-width=".8"/></g>"##,
    r##"<path id="stake" d="M-1.7 1.4v-8.4l1.7-3 1.7 3v8.4z" fill="#c29a5c" stroke="#4a3317" stroke-width=".8" stroke-linejoin="round"/>"##,
);

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;

    use super::*;
    use crate::sample;

    #[test]
    fn a_gap_of_one_hex_in_a_wall_is_a_gate() {
        let land = sample::landscape(&["#..", "...", "#..", "#..", "..."]);
        let sheet = Layout::of(&land);
        let walls = Walls::of(&land, &sheet);
        assert_eq!(walls.gates.len(), 1);
        assert_eq!(walls.gates[0].0, sheet.place(HexNumber(102)).unwrap());
        assert_eq!(walls.towers.len(), 3);
        assert!(walls.keeps.is_empty());
    }

    #[test]
    fn a_fortification_alone_is_a_keep() {
        let land = sample::landscape(&["...", ".#.", "..."]);
        let walls = Walls::of(&land, &Layout::of(&land));
        assert_eq!((walls.keeps.len(), walls.towers.len(), walls.stretches.len()), (1, 0, 0));
    }

    #[test]
    fn two_fortifications_are_a_castle_of_two_keeps_and_a_wall() {
        let land = sample::landscape(&["...", ".##", "..."]);
        let walls = Walls::of(&land, &Layout::of(&land));
        assert_eq!((walls.keeps.len(), walls.towers.len(), walls.stretches.len()), (2, 0, 1));
    }

    #[test]
    fn a_wall_that_ends_at_the_rim_runs_off_the_sheet() {
        let land = sample::landscape(&[".#.", ".#.", ".#."]);
        let sheet = Layout::of(&land);
        let walls = Walls::of(&land, &sheet);
        assert!(walls.stretches.iter().any(|(_, to)| to.y > sheet.size().y));
    }
}
