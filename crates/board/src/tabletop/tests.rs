use std::collections::HashSet;

use super::*;
use crate::{Style, layer_svg, picture, png, sample, sketch_svg, text_board};

#[test]
fn every_figure_that_is_used_is_defined() {
    let defined = table_symbols_svg();
    let scene = sample::open_table();
    let drawn = layer_svg(&scene) + &defined;
    let used: HashSet<&str> =
        drawn.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(used.len() > 40, "{used:?}");
    for name in used {
        assert!(defined.contains(&format!("id=\"{name}\"")), "{name} is not defined");
    }
}

#[test]
fn every_sort_of_troops_has_figures_and_everybody_stands_on_the_base() {
    for (glyph, depth) in figures::USUAL {
        let depth = f64::from(depth);
        let men = figures::stood(glyph, depth);
        assert!(!men.is_empty(), "{glyph}");
        for (figure, x, y) in men {
            assert!(x.abs() < 20.0 && y > 0.0 && y < depth, "{glyph}: {figure} at {x}, {y}");
        }
    }
}

#[test]
fn a_base_is_drawn_where_it_stands_and_turned_as_it_fronts() {
    let mut scene = sample::open_table();
    scene.counters[0].place = Some(Pose { x: 10_000, y: 20_000, heading: 45_500 }.into());
    let svg = layer_svg(&scene);
    let expected = format!("translate({} {})", 10.0 * UNIT + RIM, 20.0 * UNIT + RIM);
    let base = &svg[svg.find("<g id=\"c0\"").unwrap()..][..400];
    assert!(base.contains(&expected) && base.contains("rotate(45.5)"), "{base}");
}

#[test]
fn terrain_is_drawn_with_what_moves_and_drawn_again_only_when_it_changes() {
    let before = sample::open_table();
    let sheet = Layout::of(&before.landscape);
    let first = crate::Layer::of(&before, &sheet);
    assert!(
        first.realm.contains("class=\"piece woods\"")
            && !crate::landscape_svg(&before.landscape).contains("woods")
    );
    let mut after = before.clone();
    after.counters[3].place = Some(Pose { x: 1_000, y: 1_000, heading: 0 }.into());
    let second = first.after(&before, &after, &sheet);
    assert!(std::sync::Arc::ptr_eq(&first.realm, &second.realm));
    let mut land = (*before.landscape).clone();
    if let Some(table) = &mut land.table {
        table.pieces.remove(2);
    }
    after.landscape = std::sync::Arc::new(land);
    let third = first.after(&before, &after, &sheet);
    assert!(!third.realm.contains("class=\"piece woods\""));
}

#[test]
fn a_table_can_be_drawn_sketched_and_written() {
    let scene = sample::open_table();
    let svg = picture(&scene, &Style::default());
    assert!(png(&svg, 400).is_ok());
    let sketch = sketch_svg(&scene);
    assert!(sketch.len() < 32_000 && sketch.contains("#s0") && sketch.contains("#s1"), "{}", sketch.len());
    let text = text_board(&scene);
    assert!(text.contains("BL") && text.contains("bl") && text.contains('♣'), "{text}");
}

#[test]
fn a_diagram_shows_its_window_the_ground_of_a_rule_and_where_somebody_stood() {
    let before = sample::open_table();
    let mut after = before.clone();
    after.counters[0].place = Some(Pose { x: 10_000, y: 20_000, heading: 90_000 }.into());
    let region = engine::contract::Region {
        look: "strong",
        side: Some(0),
        counter: Some(0),
        outline: vec![[9_000, 20_000], [11_000, 20_000], [11_000, 18_000]],
        name: "zone".into(),
    };
    let moved = moved_between(&before, &after);
    assert_eq!((moved.before.len(), moved.ways.len()), (1, 2), "one has moved, on two front corners");
    assert_eq!(moved.ways[0][1], [10_000, 19_000], "fronting east, its left corner is the northern one");
    let shown = Diagram { window: [8_000, 16_000, 6_000, 5_000], regions: vec![region], ..moved };
    let svg = diagram(&after, &shown).unwrap();
    let [x, y] = [8.0, 16.0].map(|at| at * UNIT + RIM);
    assert!(
        svg.starts_with(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} 240 200\""))
    );
    assert!(svg.contains("#a3261c") && svg.contains("stroke-dasharray=\"7 5\""));
    assert!(png(&svg, 240).is_ok());
    assert_eq!(diagram(&sample::skirmish(), &shown), None, "a map of hexes has none");
}
