//! What is shown of a battle under way.

use engine::contract::{Rules, Shown, Viewer};
use engine::place::Place;
use engine::table::{OpenTable, TableShown};

use super::table::{from_scene, on_scene};
use crate::drill::{THEM, US, ground, pose};
use crate::element::ElementId;
use crate::order::Order;
use crate::position::Position;

fn counter(id: ElementId) -> u16 {
    u16::from(id.0)
}

/// Blades before a Warband, two and a half MU off, with a friend beside them.
fn line() -> (Position, [ElementId; 3]) {
    let mut position = ground();
    let left = position.put(US, 1, "4Bd", 17.0, 10.0, 0.0);
    let right = position.put(US, 2, "4Bd", 19.0, 10.0, 0.0);
    let foe = position.put(THEM, 1, "4Wb", 17.0, 12.5, 180.0);
    (position, [left, right, foe])
}

#[test]
fn a_pose_is_the_same_there_and_back() {
    let here = pose(12.345, 30.5, 271.25);
    assert_eq!(from_scene(on_scene(here)), here);
    let scene = on_scene(pose(0.0, 38.0, 0.0));
    assert_eq!((scene.x, scene.y), (0, 0), "the far left corner is the north-west one");
}

#[test]
fn everybody_stands_on_a_base_where_the_position_has_them() {
    let (position, [left, _, foe]) = line();
    let scene = position.scene(Viewer::Referee);
    let shown = |id: ElementId| scene.counters.iter().find(|c| c.id == counter(id)).unwrap();
    assert_eq!(shown(left).place, Some(Place::Pose(on_scene(position.element(left).pose))));
    let base = shown(foe).base.unwrap();
    assert_eq!((base.width, base.depth), (2_000, 750));
    assert_eq!((shown(left).glyph, shown(left).right.as_str()), ("blades", "3"));
    let table = scene.landscape.table.as_ref().unwrap();
    assert_eq!((table.width, table.depth), (38_000, 38_000));
}

#[test]
fn the_table_is_told_by_who_stands_before_whom() {
    let (mut position, [left, right, foe]) = line();
    let words = position.scene(Viewer::Referee).description;
    assert!(words.contains("2.5 MU before Blades 1"), "{words}");
    let way = position.ways(&[counter(left)]).into_iter().find(|way| way.text.contains("meets")).unwrap();
    way.orders.iter().for_each(|order| position.play(order, &mut engine::Silence));
    let standing = position.standing_words(foe).unwrap();
    assert!(standing.starts_with("in contact with Blades 1"), "{standing}");
    assert!(position.standing_words(right).unwrap().contains("MU"), "the other one only stands near");
}

#[test]
fn ways_are_legal_and_end_where_they_say() {
    let (position, [left, right, _]) = line();
    for counters in [vec![left], vec![left, right], vec![right, left]] {
        let counters: Vec<u16> = counters.into_iter().map(counter).collect();
        let ways = position.ways(&counters);
        assert!(ways.len() > 5, "{counters:?}: {}", ways.len());
        for way in ways {
            let mut after = position.clone();
            for order in &way.orders {
                assert_eq!(after.check(order), Ok(()));
                after.play(order, &mut engine::Silence);
            }
            for end in &way.ends {
                let pose = after.element(ElementId(end.counter as u8)).pose;
                assert_eq!(on_scene(pose), end.place, "{way:?}");
            }
            assert!(way.reach.is_none_or(|[moved, most]| moved <= most + 5), "{way:?}");
        }
    }
}

#[test]
fn an_element_held_too_far_off_is_refused_with_the_measurement() {
    let (position, [left, ..]) = line();
    let table = OpenTable::new(position);
    let (way, objection) = table.posed(&[counter(left)], on_scene(pose(17.0, 5.0, 0.0))).unwrap();
    let objection = objection.unwrap();
    assert_eq!(objection.why, "the left front corner moves 5 MU; Blades 1 may move 3");
    assert_eq!(way.reach, Some([5_000, 3_000]));
    let (way, objection) = table.posed(&[counter(left)], on_scene(pose(16.5, 9.0, 0.0))).unwrap();
    assert_eq!(objection, None);
    assert_eq!(way.reach.map(|[moved, most]| (moved, most)), Some((1_118, 3_000)));
}

#[test]
fn a_line_held_ahead_goes_ahead_and_one_turned_wheels_on_the_hand_it_turns_to() {
    let (position, [left, right, _]) = line();
    let line = [counter(right), counter(left)];
    let aside = position.posed(&line, on_scene(pose(19.4, 11.0, 0.0))).unwrap();
    let [Order::March { legs, .. }] = aside.orders.as_slice() else { panic!("{aside:?}") };
    assert_eq!(
        format!("{legs:?}"),
        "[Forward(1000000)]",
        "what is held aside goes straight ahead all the same"
    );
    let wheel = position.posed(&line, on_scene(pose(19.0, 9.6, 10.0))).unwrap();
    let [Order::March { legs, .. }] = wheel.orders.as_slice() else { panic!("{wheel:?}") };
    assert!(format!("{legs:?}").starts_with("[Wheel(Right, Heading(10000))"), "{legs:?}");
    assert_eq!(wheel.ends.len(), 2);
    assert_eq!(wheel.ends[0].counter, counter(right));
}

#[test]
fn nobody_leads_the_enemy_or_nobody() {
    let (position, [left, _, foe]) = line();
    let here = on_scene(pose(17.0, 11.0, 0.0));
    assert!(position.posed(&[counter(foe)], here).is_none());
    assert!(position.posed(&[], here).is_none());
    assert!(position.posed(&[counter(left), counter(left)], here).is_none());
    assert!(position.posed(&[999], here).is_none());
    assert!(position.ways(&[counter(foe)]).is_empty());
}
