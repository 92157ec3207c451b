//! The legend under the map: what the ground means, what the seals mean, and the compass.

use std::fmt::Write;

use crate::layout::{INRADIUS, Point, RADIUS, unit_corners};
use crate::picture::Sheet;
use crate::svg::{Num, PathText, text_width};

/// A swatch: the class or hexside it explains, its name, and its drawing about the origin.
type Swatch = (&'static str, &'static str, &'static str);

const GROUND: [Swatch; 9] = [
    (
        "clear",
        "Clear",
        r##"<path d="{hex}" fill="#e8dbb4"/><use href="#tuft" x="-8" y="6"/><use href="#stones" x="9" y="-4"/>"##,
    ),
    (
        "woods",
        "Woods",
        r##"<path d="{hex}" fill="#bcc487"/><use href="#oak" x="-11" y="-6"/><use href="#olive" x="11" y="-4"/><use href="#cypress" x="1" y="4"/><use href="#elm" x="-13" y="15"/><use href="#oak" x="12" y="17"/>"##,
    ),
    (
        "village",
        "Village",
        r##"<path d="{hex}" fill="#e3cb98"/><use href="#hut" x="-11" y="-10"/><use href="#house" x="9" y="-6"/><use href="#barn" x="-9" y="11"/><use href="#house" x="13" y="15"/>"##,
    ),
    (
        "stream",
        "Stream",
        r##"<path d="{hex}" fill="#e8dbb4"/><g fill="none"><path d="M-31 8C-14-12 8 20 31-6" stroke="#a9a266" stroke-opacity=".5" stroke-width="20"/><path d="M-31 8C-14-12 8 20 31-6" stroke="#3f6f86" stroke-width="13"/><path d="M-31 8C-14-12 8 20 31-6" stroke="#7fb2c4" stroke-width="9"/></g>"##,
    ),
    (
        "slope",
        "Slope",
        r##"<path d="{hex}" fill="#cfb27c"/><path d="M-20-14l-3 9M-12-17l-2 9M-4-18l0 9M4-18l1 9M12-17l2 9M20-14l3 9M-24 0l-3 7M-14-3l-2 8M-5-4l0 8M5-4l0 8M14-3l2 8M24 0l3 7M-14 12l-2 7M-5 11l0 8M5 11l0 8M14 12l2 7" stroke="#5b3c1b" stroke-opacity=".7" stroke-width="1.1" stroke-linecap="round" fill="none"/>"##,
    ),
    (
        "crest",
        "Crest hexside",
        r##"<path d="{hex}" fill="#c9a96e"/><path d="M-20-12l0 10M-12-12l0 10M-4-12l0 10M4-12l0 10M12-12l0 10M20-12l0 10" stroke="#4a2f15" stroke-width="1.5"/><path d="M-24-12h48" stroke="#452a12" stroke-width="5" stroke-linecap="round"/><path d="M-24-12h48" stroke="#d9b57c" stroke-width="1.2"/>"##,
    ),
    (
        "marsh",
        "Marsh",
        r##"<path d="{hex}" fill="#c3cba0"/><use href="#pool" x="-6" y="-7"/><use href="#puddle" x="12" y="9"/><use href="#reed" x="13" y="-6"/><use href="#reed" x="-12" y="13"/><use href="#reed" x="1" y="19"/>"##,
    ),
    (
        "road",
        "Road",
        r##"<path d="{hex}" fill="#e8dbb4"/><g fill="none"><path d="M-31 6C-10-6 10 8 31-4" stroke="#74562f" stroke-width="9" stroke-dasharray="11 4"/><path d="M-31 6C-10-6 10 8 31-4" stroke="#f0e2bb" stroke-width="6"/></g>"##,
    ),
    (
        "nile",
        "The Nile",
        r##"<path d="{hex}" fill="#d5d39a"/><g fill="none"><path d="M-32 5C-12-5 12 8 32-3" stroke="#35627a" stroke-width="42"/><path d="M-32 5C-12-5 12 8 32-3" stroke="#6a9fb5" stroke-width="32"/></g>"##,
    ),
];

const SEALS: [Swatch; 4] = [
    ("disrupted", "disrupted", r##"<use href="#seal-disrupted"/>"##),
    ("fired", "has fired", r##"<use href="#seal-fired"/>"##),
    ("charged", "has charged", r##"<use href="#seal-charged"/>"##),
    ("attacking", "attacks", r##"<use href="#seal-attacking"/>"##),
];

/// Draws the legend as one or more rows, with the compass at the right end.
pub(crate) fn draw(sheet: &mut Sheet) {
    let (k, scene) = (sheet.k, sheet.scene);
    let land = &scene.landscape;
    let top = sheet.y + 4.0 * k;
    let right = sheet.left() + sheet.room() - 78.0 * k;
    let mut path = PathText::default();
    path.polygon(&unit_corners(land.orientation).map(|c| c * (RADIUS - 1.0)));
    let hex = path.into_string();
    let mut at = Point::new(sheet.left(), top);
    let used = |class: &str| {
        land.terrain.contains(&class)
            || land.sides.iter().any(|s| s.kind == class)
            || land.lines.iter().any(|l| l.kind == class)
    };
    let _ = write!(sheet.out, "<clipPath id=\"swatch\"><path d=\"{hex}\"/></clipPath><g id=\"legend\">");
    for (_, name, drawing) in GROUND.iter().filter(|(class, ..)| used(class)) {
        let wide = 46.0 * k + text_width(name, 14.5 * k) + 20.0 * k;
        if at.x + wide > right && at.x > sheet.left() {
            at = Point::new(sheet.left(), at.y + 46.0 * k);
        }
        let _ = write!(
            sheet.out,
            "<g transform=\"translate({} {}) scale({:.2})\"><g clip-path=\"url(#swatch)\">{}</g><path d=\"{hex}\" fill=\"none\" stroke=\"#6b5430\" stroke-width=\"1.2\"/></g>",
            Num(at.x + 20.0 * k),
            Num(at.y + 20.0 * k),
            0.54 * k,
            drawing.replace("{hex}", &hex)
        );
        sheet.text(at.x + 46.0 * k, at.y + 25.0 * k, 14.5 * k, sheet.ink.ink, "", name);
        at.x += wide;
    }
    for (seal, name, drawing) in SEALS {
        if !scene.counters.iter().any(|c| c.seals.contains(&seal)) {
            continue;
        }
        let wide = 22.0 * k + text_width(name, 14.5 * k) + 20.0 * k;
        if at.x + wide > right && at.x > sheet.left() {
            at = Point::new(sheet.left(), at.y + 46.0 * k);
        }
        let _ = write!(
            sheet.out,
            "<g transform=\"translate({} {}) scale({k:.2})\">{drawing}</g>",
            Num(at.x + 10.0 * k),
            Num(at.y + 20.0 * k)
        );
        sheet.text(at.x + 24.0 * k, at.y + 25.0 * k, 14.5 * k, sheet.ink.ink, "", name);
        at.x += wide;
    }
    sheet.out.push_str("</g>");
    compass(sheet, Point::new(right + 44.0 * k, top + 36.0 * k));
    sheet.y = (at.y + 48.0 * k).max(top + 74.0 * k);
}

/// A rose with north up.
fn compass(sheet: &mut Sheet, at: Point) {
    let ink = sheet.ink;
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
        sheet.out,
        "<g id=\"compass\" transform=\"translate({} {}) scale({:.2})\" stroke=\"{}\" stroke-width=\".7\" stroke-linejoin=\"round\"><circle r=\"19\" fill=\"none\" stroke-opacity=\".6\"/><circle r=\"17\" fill=\"none\" stroke-opacity=\".4\"/>{points}<text y=\"-{}\" font-size=\"12\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\" stroke=\"none\">N</text></g>",
        Num(at.x),
        Num(at.y + 8.0 * sheet.k),
        sheet.k,
        ink.soft,
        Num(INRADIUS - 2.5),
        ink.ink
    );
}
