//! What stands on the ground: trees, houses, reeds, tufts. Drawn from the back to the front.

use std::fmt::Write;

use engine::scene::Landscape;

use crate::coast::is_country;
use crate::highland;
use crate::layout::{INRADIUS, Layout, Point, RADIUS};
use crate::outline::{class, hexes_of, soft_outline};
use crate::scatter::{Crowd, Scatter};
use crate::svg::Num;

/// A thing on the ground: where, and the symbol that shows it.
pub(crate) type Standing = (Point, &'static str);

/// The classes of wooded ground.
const WOODED: [&str; 2] = ["woods", "wood"];

/// The floor of woods, marsh and village: soft patches of another tone.
pub(crate) fn floors(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::new();
    for (kinds, fill, edge) in [
        (&WOODED[..], "#bcc487", "#a9b470"),
        (&["marsh"], "#c3cba0", "#9fb09a"),
        (&["village"], "#e3cb98", "#c9a972"),
        (&["vineyard"], "#d3cd92", "#b2aa6a"),
    ] {
        let outline = soft_outline(sheet, |h| kinds.contains(&class(land, h)), 3.4);
        if !outline.is_empty() {
            let _ = write!(
                out,
                "<path d=\"{outline}\" fill=\"{fill}\" fill-opacity=\".82\" stroke=\"{edge}\" stroke-opacity=\".4\" stroke-width=\"4\"/>"
            );
        }
    }
    out
}

/// Trees of every wood, close together and never in rows.
fn trees(land: &Landscape, sheet: &Layout, all: &mut Vec<Standing>) {
    let mut crowd = Crowd::new(10.5);
    for hex in hexes_of(land, sheet, &WOODED) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 31);
        for _ in 0..90 {
            let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-RADIUS, RADIUS));
            if sheet.holds(hex, p, -3.0) && crowd.admit(p) {
                let kind = ["oak", "oak", "elm", "olive", "olive", "cypress"][scatter.below(6) as usize];
                all.push((p, kind));
            }
        }
    }
}

/// Houses of every village around an open middle, with a garden or two.
fn houses(land: &Landscape, sheet: &Layout, all: &mut Vec<Standing>) {
    let mut crowd = Crowd::new(17.0);
    for hex in hexes_of(land, sheet, &["village"]) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 41);
        for _ in 0..70 {
            let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-RADIUS, RADIUS));
            if sheet.holds(hex, p, -8.5) && crowd.admit(p) {
                all.push((p, ["house", "house", "barn", "hut", "olive"][scatter.below(5) as usize]));
            }
        }
    }
}

/// Reeds of every marsh; its pools lie flat and are drawn by [`pools`].
fn reeds(land: &Landscape, sheet: &Layout, all: &mut Vec<Standing>) {
    let mut crowd = Crowd::new(9.5);
    for hex in hexes_of(land, sheet, &["marsh"]) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 51);
        for _ in 0..30 {
            let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-INRADIUS, INRADIUS));
            if sheet.holds(hex, p, -4.0) && crowd.admit(p) {
                all.push((p, if scatter.below(3) == 0 { "bush" } else { "reed" }));
            }
        }
    }
}

/// Still water in the marshes.
pub(crate) fn pools(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::new();
    for hex in hexes_of(land, sheet, &["marsh"]) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 61);
        for _ in 0..4 {
            let p = c + Point::new(scatter.between(-22.0, 22.0), scatter.between(-20.0, 20.0));
            let kind = if scatter.below(2) == 0 { "pool" } else { "puddle" };
            let _ = write!(out, "<use href=\"#{kind}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
        }
    }
    out
}

/// Whether ground is covered so that no grass shows.
fn is_covered(class: &str) -> bool {
    matches!(
        class,
        "woods"
            | "wood"
            | "village"
            | "slope"
            | "marsh"
            | "nile"
            | "hill"
            | "vineyard"
            | "river"
            | "mountain"
            | "fortification"
            | "bridge"
            | "ford"
    ) || is_country(class)
}

/// Rows of vines on their stakes, all one way through a vineyard.
fn vines(land: &Landscape, sheet: &Layout, all: &mut Vec<Standing>) {
    for hex in hexes_of(land, sheet, &["vineyard"]) {
        let c = sheet.centre(hex);
        for row in -4..=4 {
            for place in -5..=5 {
                let (row, place) = (f64::from(row), f64::from(place));
                let p = Point::new(place * 7.6 + row * 2.2, row * 8.6 - place * 2.3);
                if sheet.holds(hex, c + p, -4.5) {
                    all.push((c + p, "vine"));
                }
            }
        }
    }
}

/// Grass and stones on open ground, sparse and faint.
pub(crate) fn tufts(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::from("<g opacity=\".55\">");
    for hex in sheet.grid().hexes() {
        if is_covered(class(land, hex)) {
            continue;
        }
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 71);
        for _ in 0..scatter.below(3) {
            let p = c + Point::new(scatter.between(-26.0, 26.0), scatter.between(-24.0, 24.0));
            let kind = ["tuft", "tuft", "stones"][scatter.below(3) as usize];
            let _ = write!(out, "<use href=\"#{kind}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
        }
    }
    out.push_str("</g>");
    out
}

/// All that stands, with what grows along the water, back to front.
pub(crate) fn standing(land: &Landscape, sheet: &Layout, mut all: Vec<Standing>) -> String {
    trees(land, sheet, &mut all);
    houses(land, sheet, &mut all);
    reeds(land, sheet, &mut all);
    vines(land, sheet, &mut all);
    highland::heights(land, sheet, &mut all);
    all.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut out = String::from("<g>");
    for (p, kind) in all {
        let _ = write!(out, "<use href=\"#{kind}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
    }
    out.push_str("</g>");
    out
}

/// The things themselves, each about the origin at its foot.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<radialGradient id="leaf" cx=".34" cy=".26" r=".85"><stop offset="0" stop-color="#a9bd6c"/><stop offset=".55" stop-color="#71914a"/><stop offset="1" stop-color="#3f6234"/></radialGradient>"##,
    r##"<radialGradient id="leaf2" cx=".34" cy=".26" r=".85"><stop offset="0" stop-color="#bdc489"/><stop offset=".6" stop-color="#8a9a5e"/><stop offset="1" stop-color="#566b40"/></radialGradient>"##,
    r##"<linearGradient id="leaf3" x2="1" y2=".2"><stop offset="0" stop-color="#7d9a55"/><stop offset=".5" stop-color="#4e7040"/><stop offset="1" stop-color="#2f4a2c"/></linearGradient>"##,
    r##"<g id="oak"><ellipse cx="3" cy="1.2" rx="7.4" ry="3" fill="#2c3014" fill-opacity=".3"/><path d="M0 1.5v-5" stroke="#513a20" stroke-width="1.7"/><path d="M-6.6-6.4c-1.6-3 .3-6 3-6.2 1-2.8 5.4-3.2 7-.6 3.2-.2 5 3.2 3.6 5.8 1 2.8-1.4 5-4 4.4-2 2-5 1.9-6.4 0-2.2.4-3.8-1.2-3.2-3.4z" fill="url(#leaf)" stroke="#31502a" stroke-width=".7"/><path d="M-5.6-4.4c1.8 1.6 3.4 1 4 .6 1.8 1.5 4.6 1.3 5.8-.4 2 .3 3.6-1 3.6-3 .2 3.2-1.8 4.8-4.2 4.2-2 2-5 1.9-6.4 0-1.4.3-2.5-.3-2.8-1.4z" fill="#1f3a1c" fill-opacity=".3"/><path d="M-3.6-9.5q.6-1.8 2.4-2" fill="none" stroke="#d5dfa0" stroke-opacity=".8" stroke-width=".9" stroke-linecap="round"/></g>"##,
    r##"<g id="elm"><ellipse cx="3" cy="1" rx="6" ry="2.5" fill="#2c3014" fill-opacity=".3"/><path d="M0 1.3v-5" stroke="#513a20" stroke-width="1.5"/><path d="M-5-5.5c-1.2-5 1.5-9.5 5-9.5s6.2 4.5 5 9.5c-.8 2.6-9.2 2.6-10 0z" fill="url(#leaf)" stroke="#31502a" stroke-width=".7"/><path d="M1-4c2.5-.6 3.3-3.5 2.9-7.5 1.2 2.5 1.6 4.5 1.1 6-.5 1.6-2.5 1.9-4 1.5z" fill="#1f3a1c" fill-opacity=".3"/><path d="M-2.8-9.5q.2-2 1.7-3.3" fill="none" stroke="#d5dfa0" stroke-opacity=".8" stroke-width=".9" stroke-linecap="round"/></g>"##,
    r##"<g id="olive"><ellipse cx="2.5" cy=".8" rx="5.4" ry="2.2" fill="#2c3014" fill-opacity=".26"/><path d="M-.3 1.2l.6-3.6M.3-1.5l2-2" stroke="#5d452a" stroke-width="1.3"/><path d="M-5.2-4.6c-.8-2.6 1-4.4 3-4.4 1.2-2 4.4-1.8 5.2.2 2.4.2 3.2 2.8 2 4.4-1 1.8-3 1.8-4.4 1-2 1.2-5 .9-5.8-1.2z" fill="url(#leaf2)" stroke="#4b5c35" stroke-width=".7"/></g>"##,
    r##"<g id="cypress"><ellipse cx="2.6" cy=".8" rx="4.6" ry="1.8" fill="#2c3014" fill-opacity=".3"/><path d="M0 1v-3" stroke="#513a20" stroke-width="1.3"/><path d="M-2.8-1.6c-1-6 .9-12.5 2.8-15.4 1.9 2.9 3.8 9.4 2.8 15.4-1.5.9-4.1.9-5.6 0z" fill="url(#leaf3)" stroke="#28422a" stroke-width=".6"/></g>"##,
    r##"<g id="house" transform="scale(1.3)"><path d="M-6 3.2l16 .2-3.6-4.4h-8z" fill="#3a2a14" fill-opacity=".28"/><path d="M-7-1.2l3.8-3.6v8l-3.8-.1z" fill="#cdb68a" stroke="#5b4630" stroke-width=".6" stroke-linejoin="round"/><path d="M-3.2-2h9.6v5.2h-9.6z" fill="#f1e3c2" stroke="#5b4630" stroke-width=".6" stroke-linejoin="round"/><path d="M-3.8-5.6h8.4l2.7 4h-9.3z" fill="#b4532f" stroke="#6e2d18" stroke-width=".7" stroke-linejoin="round"/><path d="M-3.8-5.6l-4.2 4.3 1.2.4 3-3z" fill="#8c3b22" stroke="#6e2d18" stroke-width=".5" stroke-linejoin="round"/><path d="M-1.3-5l1 2.9M1.2-5l1.3 2.9M3.6-5l1.6 2.9" stroke="#8c3b22" stroke-width=".5"/><path d="M.6.4h1.9v2.7h-1.9z" fill="#5b4630"/></g>"##,
    r##"<g id="barn" transform="scale(1.25)"><path d="M-5 3.2l15 .2-3.6-4h-8z" fill="#3a2a14" fill-opacity=".28"/><path d="M-5-2.6h10.4v5.8h-10.4z" fill="#e9d6ae" stroke="#5b4630" stroke-width=".6" stroke-linejoin="round"/><path d="M-6.2-2.4l1.7-3.6h9.4l1.7 3.6z" fill="#c98d4b" stroke="#7a4c20" stroke-width=".7" stroke-linejoin="round"/><path d="M-3-5.5l-.7 2.6M0-5.5v2.6M3-5.5l.7 2.6" stroke="#8d5c2a" stroke-width=".5"/><path d="M-3.2 0h2v3.2h-2z" fill="#5b4630"/><path d="M2-.4h1.5v1.5h-1.5z" fill="#7a6244"/></g>"##,
    r##"<g id="hut" transform="scale(1.25)"><ellipse cx="2.5" cy="2.2" rx="6" ry="2" fill="#3a2a14" fill-opacity=".28"/><path d="M-3.6-1v3.2c2 1 5.2 1 7.2 0v-3.2z" fill="#ead9b4" stroke="#5b4630" stroke-width=".6"/><path d="M-5-.6c1.4-3 3-5.2 5-6 2 .8 3.6 3 5 6-2.6 1.2-7.4 1.2-10 0z" fill="#c2a05c" stroke="#6e5326" stroke-width=".7" stroke-linejoin="round"/><path d="M-1.7-4.2l-1 3.9M1.7-4.2l1 3.9" stroke="#8a6c36" stroke-width=".5"/></g>"##,
    r##"<g id="bush"><ellipse cx="1.5" cy=".7" rx="4" ry="1.5" fill="#2c3014" fill-opacity=".25"/><path d="M-3.6 0c-1-1.9.3-3.3 1.7-3.3.7-1.5 3-1.4 3.6.1 1.7 0 2.6 1.8 1.7 3.2-1.7.8-5.3.8-7 0z" fill="url(#leaf2)" stroke="#4b5c35" stroke-width=".6"/></g>"##,
    r##"<g id="reed" fill="none" stroke-linecap="round"><path d="M-2.6.6q-.3-3.5-1.5-5.5M-1 .8q-.2-4.5-.1-7.2M.8.8q.4-4 1.5-6.3M2.3.6q.6-2.3 2-3.5" stroke="#5f7438" stroke-width=".9"/><path d="M-1.1-6.2v-1.8M2.2-5.4l.6-1.5" stroke="#7a5329" stroke-width="1.5"/></g>"##,
    r##"<g id="pool"><path d="M-9.5 0c0-3 4.5-4.6 9-4.2 5 .2 9.8 1.6 9.8 4.2s-4 4.3-9 4.3-9.8-1.5-9.8-4.3z" fill="#7fabb6" stroke="#557f86" stroke-width=".8"/><path d="M-5.5-1q3-1.3 6-.7M-1 1.7q3 .7 5.5-.3" fill="none" stroke="#dcebe6" stroke-width=".8" stroke-linecap="round"/></g>"##,
    r##"<g id="puddle"><path d="M-5 0c0-1.6 2.4-2.5 5-2.4 2.8.1 5 .9 5 2.4s-2.4 2.4-5 2.4-5-.9-5-2.4z" fill="#8cb4bb" stroke="#557f86" stroke-width=".7"/><path d="M-2-.4q2-.6 3.5-.2" fill="none" stroke="#dcebe6" stroke-width=".7" stroke-linecap="round"/></g>"##,
    r##"<g id="vine"><path d="M0 1.6v-7" stroke="#6e5226" stroke-width=".8"/><path d="M-2.9-1.6c-.8-1.6.4-2.8 1.5-2.6.4-1.4 2.5-1.4 2.9 0 1.2-.2 2.2 1.1 1.4 2.6-1.4 1-4.4 1-5.8 0z" fill="url(#leaf2)" stroke="#4b5c35" stroke-width=".6"/><circle cx="-.9" cy="-1.1" r=".9" fill="#6a2b56"/><circle cx="1.1" cy="-.9" r=".9" fill="#7d3a67"/></g>"##,
    r##"<path id="tuft" d="M-3 0q-.4-2.2-1.5-3.2M-1.3.3q-.1-2.8.2-4.3M.6.2q.5-2.2 1.7-3.3" fill="none" stroke="#9b985a" stroke-width=".9" stroke-linecap="round"/>"##,
    r##"<g id="stones" fill="#c7b488" stroke="#a08c60" stroke-width=".5"><ellipse cx="-2" cy="0" rx="1.7" ry="1.1"/><ellipse cx="1.6" cy="1" rx="1.2" ry=".8"/></g>"##,
);
