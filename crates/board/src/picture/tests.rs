//! What every picture must hold.

use std::collections::HashSet;
use std::sync::Arc;

use engine::hex::Orientation;
use engine::scene::{HexSide, Landscape, Track};

use super::*;
use crate::sample;

/// The values of every attribute written like this, up to its closing quote or bracket.
fn values<'a>(svg: &'a str, opening: &str, closing: char) -> Vec<&'a str> {
    svg.split(opening).skip(1).filter_map(|rest| rest.split(closing).next()).collect()
}

/// The sample on a map with other bones.
fn turned(orientation: Orientation, even_shifted: bool) -> Scene {
    let mut scene = sample::skirmish();
    let mut land = (*scene.landscape).clone();
    if orientation == Orientation::Pointy {
        (land.columns, land.rows) = (land.rows, land.columns);
    }
    land.orientation = orientation;
    land.even_shifted = even_shifted;
    scene.landscape = Arc::new(land);
    scene
}

/// A map of 40 by 30 with a hill, woods and a hundred counters.
fn large() -> Scene {
    let rows: Vec<String> = (0..30)
        .map(|row| {
            (0..40)
                .map(|column| match (column * 7 + row * 11) % 10 {
                    0 | 1 => 'w',
                    2 | 3 => '^',
                    _ => '.',
                })
                .collect()
        })
        .collect();
    let mut land = sample::landscape(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let slopes: Vec<usize> = (0..1200).filter(|&i| land.terrain[i] == "slope").collect();
    for i in slopes.into_iter().step_by(4) {
        let hex = engine::hex::HexNumber::new(i as u16 / 30 + 1, i as u16 % 30 + 1);
        land.sides.push(HexSide { hex, side: engine::hex::Direction::new(1), kind: "crest" });
    }
    let mut scene = sample::skirmish();
    scene.landscape = Arc::new(land);
    scene.counters = (0..100)
        .map(|i| sample::counter(i, (i % 2) as u8, "MS", Some((i % 40 + 1) * 100 + 5), 1, &[]))
        .collect();
    scene
}

#[test]
fn every_orientation_shift_and_light_gives_a_document_that_draws() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        for even_shifted in [true, false] {
            for light in [Light::Day, Light::Night] {
                let svg = picture(&turned(orientation, even_shifted), &Style { light, ..Style::default() });
                let file = crate::png(&svg, 200).unwrap();
                assert!(file.len() > 10_000, "{orientation:?} {even_shifted} {light:?}");
            }
        }
    }
}

#[test]
fn ids_are_unique_and_every_reference_has_its_definition() {
    let turned = [turned(Orientation::Flat, true), turned(Orientation::Pointy, false)];
    for scene in turned.into_iter().chain([large(), sample::valley(), sample::realm()]) {
        let svg = picture(&scene, &Style::default());
        let ids = values(&svg, " id=\"", '"');
        let known: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(known.len(), ids.len(), "an id is used twice");
        for wanted in values(&svg, "href=\"#", '"').into_iter().chain(values(&svg, "url(#", ')')) {
            assert!(known.contains(wanted), "nothing is called {wanted}");
        }
    }
}

#[test]
fn battlefields_and_countries_draw_in_every_orientation_and_light() {
    for scene in [sample::valley(), sample::realm()] {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            let land = (*scene.landscape).clone();
            let (columns, rows) = match orientation {
                Orientation::Flat => (land.columns, land.rows),
                Orientation::Pointy => (land.rows, land.columns),
            };
            let landscape = Arc::new(Landscape { orientation, columns, rows, ..land });
            let scene = Scene { landscape, ..scene.clone() };
            for light in [Light::Day, Light::Night] {
                let svg = picture(&scene, &Style { light, ..Style::default() });
                assert!(crate::png(&svg, 200).unwrap().len() > 5_000, "{} {orientation:?}", scene.title);
                assert_eq!(svg, picture(&scene, &Style { light, ..Style::default() }));
            }
        }
    }
}

#[test]
fn the_legend_explains_what_is_on_the_map_and_no_more() {
    let legend = |scene: &Scene| {
        let svg = picture(scene, &Style::default());
        svg.split("<g id=\"legend\">").nth(1).map(str::to_string).unwrap()
    };
    let (valley, realm) = (legend(&sample::valley()), legend(&sample::realm()));
    for word in ["Hill", "Slope hexside", "Vineyard", "Bridge", "Ford", "Palisade", "Wall", "reduced"] {
        assert!(
            valley.contains(&format!(">{word}</text>")) && !realm.contains(&format!(">{word}</text>")),
            "{word}"
        );
    }
    for word in ["Sea", "Desert", "Mountain hexside", "Strait", "Border", "Port", "rebel"] {
        assert!(
            realm.contains(&format!(">{word}</text>")) && !valley.contains(&format!(">{word}</text>")),
            "{word}"
        );
    }
}

#[test]
fn every_counter_is_on_the_sheet_once_whether_placed_boxed_or_neither() {
    let mut scene = sample::skirmish();
    scene.boxes[0].counters.pop();
    scene.boxes[1].counters = vec![24, 24, 999];
    let svg = picture(&scene, &Style::default());
    for counter in &scene.counters {
        let id = format!("<g id=\"c{}\"", counter.id);
        assert_eq!(svg.matches(&id).count(), 1, "counter {}", counter.id);
    }
    assert!(svg.contains("Beside the map"));
}

#[test]
fn texts_from_outside_are_escaped_everywhere() {
    let mut scene = sample::skirmish();
    let nasty = "<b>&\"'\u{0}";
    scene.title = nasty.into();
    scene.subtitle = nasty.into();
    scene.phase = nasty.into();
    scene.prompt = nasty.into();
    scene.description = nasty.into();
    scene.sides[0].name = nasty.into();
    scene.sides[1].standing = nasty.into();
    scene.tracks[0] = Track { name: nasty.into(), spaces: vec![nasty.into()], at: Some(9), house: true };
    scene.boxes[0].name = nasty.into();
    scene.marks[0].text = nasty.into();
    scene.counters[0].name = nasty.into();
    scene.counters[0].left = nasty.into();
    scene.counters[0].code = nasty.into();
    let mut land = (*scene.landscape).clone();
    land.labels[0].text = nasty.into();
    land.labels[1].text = nasty.into();
    land.house = Some(nasty.into());
    scene.landscape = Arc::new(land);
    let svg = picture(&scene, &Style::default());
    assert!(!svg.contains("<b>") && !svg.contains('\u{0}'));
    assert!(svg.contains("&lt;b&gt;&amp;&quot;&#39;"));
    assert!(crate::png(&svg, 100).is_ok());
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    assert_eq!(picture(&large(), &Style::default()), picture(&large(), &Style::default()));
}

#[test]
fn a_full_map_stays_below_nine_hundred_kilobytes() {
    let size = picture(&large(), &Style::default()).len();
    assert!(size < 900_000, "{size} bytes");
}

#[test]
fn hints_and_threats_can_be_left_out() {
    let bare = picture(&sample::skirmish(), &Style { hints: false, threats: false, ..Style::default() });
    let full = picture(&sample::skirmish(), &Style::default());
    for id in ["h0604-move", "t0703-fire"] {
        assert!(full.contains(id) && !bare.contains(id));
    }
}

#[test]
fn maps_without_hexes_or_with_one_do_not_fail() {
    for (columns, rows) in [(0, 0), (1, 1), (1, 5), (5, 1)] {
        let mut scene = sample::skirmish();
        let land = Landscape { columns, rows, terrain: vec![], ..(*scene.landscape).clone() };
        scene.landscape = Arc::new(land);
        assert!(crate::png(&picture(&scene, &Style::default()), 100).is_ok());
    }
}
