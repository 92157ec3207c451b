//! The legend under the map: what the ground means, what the seals mean, and the compass.

use std::fmt::Write;

use crate::layout::{INRADIUS, Point, RADIUS, unit_corners};
use crate::picture::Page;
use crate::svg::{Num, PathText, text_width};

mod swatches;

use swatches::{GROUND, On, PRINTED, SEALS};

/// Draws the legend as one or more rows, with the compass at the right end.
pub(crate) fn draw(page: &mut Page) {
    let (k, scene) = (page.k, page.scene);
    let land = &scene.landscape;
    let top = page.y + 4.0 * k;
    let right = page.left() + page.room() - 78.0 * k;
    let mut path = PathText::default();
    path.polygon(&unit_corners(land.orientation).map(|c| c * (RADIUS - 1.0)));
    let hex = path.into_string();
    let mut at = Point::new(page.left(), top);
    let used = |on: On, class: &str| match on {
        On::Hex if class == "river" => land.terrain.contains(&class),
        On::Hex => land.terrain.contains(&class) || land.lines.iter().any(|l| l.kind == class),
        // A river through wet hexes is explained by them.
        On::Line => !land.terrain.contains(&class) && land.lines.iter().any(|l| l.kind == class),
        On::Side => land.sides.iter().any(|s| s.kind == class),
        On::Label => land.labels.iter().any(|l| l.kind == class),
    };
    let _ = write!(page.out, "<clipPath id=\"swatch\"><path d=\"{hex}\"/></clipPath><g id=\"legend\">");
    for (_, _, name, drawing) in GROUND.iter().filter(|(on, class, ..)| used(*on, class)) {
        let wide = 46.0 * k + text_width(name, 14.5 * k) + 20.0 * k;
        if at.x + wide > right && at.x > page.left() {
            at = Point::new(page.left(), at.y + 46.0 * k);
        }
        let _ = write!(
            page.out,
            "<g transform=\"translate({} {}) scale({:.2})\"><g clip-path=\"url(#swatch)\">{}</g><path d=\"{hex}\" fill=\"none\" stroke=\"#6b5430\" stroke-width=\"1.2\"/></g>",
            Num(at.x + 20.0 * k),
            Num(at.y + 20.0 * k),
            0.54 * k,
            drawing.replace("{hex}", &hex)
        );
        page.text(at.x + 46.0 * k, at.y + 25.0 * k, 14.5 * k, page.ink.ink, "", name);
        at.x += wide;
    }
    let seals = SEALS.iter().filter(|(seal, ..)| scene.counters.iter().any(|c| c.seals.contains(seal)));
    let printed = PRINTED.iter().filter(|(mark, ..)| scene.counters.iter().any(|c| c.symbols.contains(mark)));
    for (_, name, drawing) in seals.chain(printed) {
        let wide = 22.0 * k + text_width(name, 14.5 * k) + 20.0 * k;
        if at.x + wide > right && at.x > page.left() {
            at = Point::new(page.left(), at.y + 46.0 * k);
        }
        let _ = write!(
            page.out,
            "<g transform=\"translate({} {}) scale({k:.2})\" color=\"{}\">{drawing}</g>",
            Num(at.x + 10.0 * k),
            Num(at.y + 20.0 * k),
            page.ink.ink
        );
        page.text(at.x + 24.0 * k, at.y + 25.0 * k, 14.5 * k, page.ink.ink, "", name);
        at.x += wide;
    }
    page.out.push_str("</g>");
    compass(page, Point::new(right + 44.0 * k, top + 36.0 * k));
    page.y = (at.y + 48.0 * k).max(top + 74.0 * k);
}

/// A rose with north up.
fn compass(page: &mut Page, at: Point) {
    let ink = page.ink;
    let mut points = String::new();
    for turn in [45, 135, 225, 315, 0, 90, 180, 270] {
        let (reach, waist) = if turn % 90 == 0 { (26, 5) } else { (16, 4) };
        let _ = write!(
            points,
            "<g transform=\"rotate({turn})\"><path d=\"M0-{reach}L{waist}-{waist}L0 0z\" fill=\"{}\"/><path d=\"M0-{reach}L-{waist}-{waist}L0 0z\" fill=\"{}\"/></g>",
            ink.soft, ink.card
        );
    }
    let _ = write!(
        page.out,
        "<g id=\"compass\" transform=\"translate({} {}) scale({:.2})\" stroke=\"{}\" stroke-width=\".7\" stroke-linejoin=\"round\"><circle r=\"19\" fill=\"none\" stroke-opacity=\".6\"/><circle r=\"17\" fill=\"none\" stroke-opacity=\".4\"/>{points}<text y=\"-{}\" font-size=\"12\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\" stroke=\"none\">N</text></g>",
        Num(at.x),
        Num(at.y + 8.0 * page.k),
        page.k,
        ink.soft,
        Num(INRADIUS - 2.5),
        ink.ink
    );
}
