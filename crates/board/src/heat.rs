//! Heat maps: where on a board something happens, and how much.

use std::fmt::Write;

use engine::place::{Place, Pose};
use engine::scene::Scene;

use crate::layout::{Layout, Point};
use crate::sketch::Sketch;
use crate::svg::escape;
use crate::tabletop;

/// How warm a place is, and what is said of it to whoever points at it.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    /// A hex, or on an open table any pose in the square of one unit.
    pub place: Place,
    /// From 0 to 1.
    pub warmth: f64,
    /// What it stands for.
    pub words: String,
}

/// Places with their number written on them.
const NUMBERED: usize = 3;
/// At most so many names of the map are written.
const MOST_NAMES: usize = 12;

/// The ground of a scene as a sketch, without counters, with places of it in a colour as strong as they are warm. The
/// warmest have their numbers on them.
pub fn heat_svg(scene: &Scene, heats: &[Heat], colour: &str) -> String {
    let land = &scene.landscape;
    let layout = Layout::of(land);
    let mut ranked: Vec<&Heat> = heats.iter().filter(|heat| layout.place(heat.place).is_some()).collect();
    ranked.sort_by(|a, b| b.warmth.total_cmp(&a.warmth));
    let numbered: Vec<Place> = ranked.iter().take(NUMBERED).map(|heat| heat.place).collect();
    let patches: String = ranked.iter().map(|heat| patch(&layout, heat, colour)).collect();
    if land.table.is_some() {
        let high = layout.size().y;
        return tabletop::sketched(land, &layout, high, &patches);
    }
    let stand = scene.counters.iter().filter_map(|counter| counter.place);
    let places: Vec<Place> = stand.chain(ranked.iter().map(|heat| heat.place)).collect();
    let sketch = Sketch::about(land, layout.clone(), places.into_iter());
    // As large on the screen however much of the map is in the picture.
    let letters = sketch.width() / 36.0;
    let numbers: String = numbered.iter().map(|&place| number(&layout, place, letters)).collect();
    let mut names = vec![];
    for label in land.labels.iter().filter(|label| !["anchor", "region", "sea"].contains(&label.kind)) {
        if let Some(at) = layout.place(label.hex).filter(|&at| sketch.holds(at)) {
            names.push(lettering(at + Point::new(0.0, -letters / 2.0), &label.text, letters));
        }
    }
    // Names of half a continent would hide what the map is for.
    let names = if names.len() <= MOST_NAMES { names.concat() } else { String::new() };
    sketch.drawn(&format!("{patches}{names}{numbers}"))
}

fn patch(layout: &Layout, heat: &Heat, colour: &str) -> String {
    let outline = match heat.place {
        Place::Hex(number) => layout.grid().at(number).map(|hex| layout.corners(hex).to_vec()),
        Place::Pose(Pose { x, y, .. }) => {
            let (x, y) = (x.div_euclid(1000) * 1000, y.div_euclid(1000) * 1000);
            let corners = [[x, y], [x + 1000, y], [x + 1000, y + 1000], [x, y + 1000]];
            Some(corners.map(tabletop::spot).to_vec())
        }
        Place::Box(_) => None,
    };
    let mut path = String::new();
    for (n, at) in outline.into_iter().flatten().enumerate() {
        let _ = write!(path, "{}{:.0} {:.0}", if n == 0 { 'M' } else { 'L' }, at.x, at.y);
    }
    let strength = 0.14 + 0.76 * heat.warmth.clamp(0.0, 1.0);
    format!(
        "<path d=\"{path}z\" fill=\"{colour}\" fill-opacity=\"{strength:.2}\" stroke=\"{colour}\" stroke-opacity=\".55\" stroke-width=\"2\"><title>{}</title></path>",
        escape(&heat.words)
    )
}

fn number(layout: &Layout, place: Place, size: f64) -> String {
    match (place, layout.place(place)) {
        (Place::Hex(number), Some(at)) => {
            lettering(at + Point::new(0.0, size / 3.0), &number.to_string(), size)
        }
        _ => String::new(),
    }
}

/// Letters that can be read on any ground.
fn lettering(at: Point, text: &str, size: f64) -> String {
    format!(
        "<text x=\"{:.0}\" y=\"{:.0}\" font-size=\"{size:.0}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"#1d140a\" stroke=\"#f7efdc\" stroke-width=\"{:.0}\" paint-order=\"stroke\" stroke-linejoin=\"round\">{}</text>",
        at.x,
        at.y,
        size / 5.0,
        escape(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use engine::hex::HexNumber;

    fn heat(column: u16, row: u16, warmth: f64) -> Heat {
        Heat { place: HexNumber::new(column, row).into(), warmth, words: format!("{warmth} & more") }
    }

    #[test]
    fn warmer_places_are_drawn_stronger_and_say_what_they_stand_for() {
        let svg = heat_svg(&sample::skirmish(), &[heat(1, 1, 1.0), heat(2, 2, 0.0)], "#a3122a");
        assert!(svg.contains("fill-opacity=\"0.90\"") && svg.contains("fill-opacity=\"0.14\""));
        assert!(svg.contains("<title>1 &amp; more</title>"));
        assert!(crate::png(&svg, 300).is_ok());
    }

    #[test]
    fn places_that_are_not_on_the_map_are_left_out() {
        let svg = heat_svg(&sample::skirmish(), &[heat(99, 99, 1.0)], "#a3122a");
        assert!(!svg.contains("<title>"));
        let aside = Heat { place: Place::Box("Rome"), ..heat(1, 1, 1.0) };
        assert!(!heat_svg(&sample::skirmish(), &[aside], "#a3122a").contains("<title>"));
    }
}
