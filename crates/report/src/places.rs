//! Heat maps: where things happen, on the board they happen on.

use std::collections::BTreeMap;

use board::{Heat, heat_svg};
use engine::hex::HexNumber;
use engine::place::{Place, Pose};
use engine::scene::Scene;

/// A place that a spot of the results names; boxes beside the map are not on it.
pub(crate) fn place(spot: &str) -> Option<Place> {
    if let Some((x, y)) = spot.split_once(',') {
        let (x, y): (i32, i32) = (x.parse().ok()?, y.parse().ok()?);
        return Some(Pose { x: x * 1000 + 500, y: y * 1000 + 500, heading: 0 }.into());
    }
    spot.parse::<HexNumber>().ok().map(Place::from)
}

/// A heat map with ids of its own, so that many may stand on one page. The hottest place gives the scale; the scale is of
/// square roots, or a single hot place would leave the rest pale.
pub(crate) fn heat_map(
    scene: &Scene,
    name: &str,
    warm: &BTreeMap<String, f64>,
    colour: &str,
    words: impl Fn(&str, f64) -> String,
) -> String {
    let most = warm.values().fold(0.0, |most: f64, figure| most.max(*figure)).max(1e-9);
    let heat = |(spot, figure): (&String, &f64)| {
        let place = place(spot)?;
        (*figure > 0.0).then(|| Heat { place, warmth: (figure / most).sqrt(), words: words(spot, *figure) })
    };
    let heats: Vec<Heat> = warm.iter().filter_map(heat).collect();
    let svg = heat_svg(scene, &heats, colour);
    own_ids(&svg, name).replacen(
        "<svg ",
        &format!("<svg class=\"map\" role=\"img\" aria-label=\"{name}\" "),
        1,
    )
}

/// The drawing with every id and every use of one changed to a name of its own.
fn own_ids(svg: &str, name: &str) -> String {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    svg.replace("id=\"", &format!("id=\"{name}-"))
        .replace("href=\"#", &format!("href=\"#{name}-"))
        .replace("url(#", &format!("url(#{name}-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_are_places_again() {
        assert_eq!(place("0507"), Some(HexNumber::new(5, 7).into()));
        assert_eq!(place("12,-1"), Some(Pose { x: 12_500, y: -500, heading: 0 }.into()));
        assert_eq!(place("Constantinople"), None);
    }

    #[test]
    fn drawings_on_one_page_have_ids_of_their_own() {
        let svg = "<svg><g id=\"a\"/><use href=\"#a\" fill=\"url(#b)\"/></svg>";
        assert_eq!(
            own_ids(svg, "m 1"),
            "<svg><g id=\"m1-a\"/><use href=\"#m1-a\" fill=\"url(#m1-b)\"/></svg>"
        );
    }
}
