//! What is shown of a battle under way.

use covers::covers;
use engine::contract::{Held, Region, Rules, Shown, Viewer};
use engine::place::Place;
use engine::table::{OpenTable, Posed, TableShown};

use super::table::{from_scene, on_scene};
use crate::drill::{THEM, US, ground, pose};
use crate::element::ElementId;
use crate::field::Feature;
use crate::order::Order;
use crate::position::{Position, Step};

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
    let (us, them) = (position.side_words(US), position.side_words(THEM));
    let first =
        format!("{them}: first Warband, 2.5 MU before the {us}'s first Blades, not overlapped, at 17, 12.5");
    assert!(words.replace("s's", "s'").contains(&first.replace("s's", "s'")), "{words}");
    let way = position.ways(&[counter(left)]).into_iter().find(|way| way.text.contains("meets")).unwrap();
    way.orders.iter().for_each(|order| position.play(order, &mut engine::Silence));
    let standing = position.standing_words(foe).unwrap();
    assert!(standing.starts_with("in contact with the "), "{standing}");
    assert!(standing.ends_with(" first Blades, not overlapped"), "{standing}");
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
    let held = |x, y| table.posed(Held::counters(&[counter(left)]), on_scene(pose(x, y, 0.0))).unwrap();
    let Posed { way, objection, .. } = held(17.0, 5.0);
    let objection = objection.unwrap();
    assert_eq!(objection.why, "the left front corner moves 5 MU; Blades 1 may move 3");
    assert_eq!(way.reach, Some([5_000, 3_000]));
    let Posed { way, objection, .. } = held(16.5, 9.0);
    assert_eq!(objection, None);
    assert_eq!(way.reach.map(|[moved, most]| (moved, most)), Some((1_118, 3_000)));
}

#[test]
fn a_line_held_ahead_goes_ahead_and_one_turned_wheels_on_the_hand_it_turns_to() {
    let (position, [left, right, _]) = line();
    let line = [counter(right), counter(left)];
    let aside = position.posed(Held::counters(&line), on_scene(pose(19.4, 11.0, 0.0))).unwrap();
    let [Order::March { legs, .. }] = aside.orders.as_slice() else { panic!("{aside:?}") };
    assert_eq!(
        format!("{legs:?}"),
        "[Forward(1000000)]",
        "what is held aside goes straight ahead all the same"
    );
    let wheel = position.posed(Held::counters(&line), on_scene(pose(19.0, 9.6, 10.0))).unwrap();
    let [Order::March { legs, .. }] = wheel.orders.as_slice() else { panic!("{wheel:?}") };
    assert!(format!("{legs:?}").starts_with("[Wheel(Right, Heading(10000))"), "{legs:?}");
    assert_eq!(wheel.ends.len(), 2);
    assert_eq!(wheel.ends[0].counter, counter(right));
}

#[test]
fn nobody_leads_the_enemy_or_nobody() {
    let (position, [left, _, foe]) = line();
    let here = on_scene(pose(17.0, 11.0, 0.0));
    let posed = |ids: &[u16]| position.posed(Held::counters(ids), here);
    assert!(posed(&[counter(foe)]).is_none());
    assert!(posed(&[]).is_none());
    assert!(posed(&[counter(left), counter(left)]).is_none());
    assert!(posed(&[999]).is_none());
    assert!(position.ways(&[counter(foe)]).is_empty());
}

/// The outline of a region in MU, rounded.
fn corners(region: &Region) -> Vec<[i32; 2]> {
    region.outline.iter().map(|corner| corner.map(|length| (length + 500).div_euclid(1_000))).collect()
}

#[test]
#[covers("2.7")]
fn zones_are_shown_for_everybody_or_as_they_bear_on_the_chosen() {
    let (mut position, [left, right, foe]) = line();
    let all = position.regions("zones", &[]);
    // Both generals have one too.
    assert_eq!(all.len(), 5);
    let of_foe =
        |regions: &[Region]| regions.iter().find(|r| r.counter == Some(counter(foe))).cloned().unwrap();
    // Ahead of the Warband, south of it, two MU deep.
    let mut zone = corners(&of_foe(&all));
    zone.sort();
    assert_eq!(zone, [[16, 26], [16, 28], [18, 26], [18, 28]]);
    assert_eq!(of_foe(&all).look, "plain");
    position.put(THEM, 1, "4Wb", 17.0, 11.5, 180.0);
    let chosen = position.regions("zones", &[counter(left)]);
    assert_eq!(of_foe(&chosen).look, "strong", "it holds the chosen one now");
    assert!(chosen.iter().all(|r| r.counter != Some(counter(right))), "a friend's zone is beside the point");
    let own = chosen.iter().any(|r| r.counter == Some(counter(left)));
    assert!(own, "its own is shown");
}

#[test]
#[covers("2.11")]
fn an_arc_is_six_wide_and_as_deep_as_the_range_and_wagons_have_it_all_round() {
    let mut position = ground();
    let bows = position.put(US, 1, "Bw", 19.0, 10.0, 0.0);
    let wagons = position.put(US, 2, "WWg", 30.0, 10.0, 0.0);
    let foe = position.put(THEM, 1, "4Wb", 19.0, 12.0, 180.0);
    let arcs = position.regions("arcs", &[]);
    assert_eq!(arcs.len(), 2);
    let box_of = |region: &Region| {
        let (xs, ys) = (region.outline.iter().map(|c| c[0]), region.outline.iter().map(|c| c[1]));
        [xs.clone().min(), xs.max(), ys.clone().min(), ys.max()].map(Option::unwrap)
    };
    assert_eq!(box_of(&arcs[0]), [16_000, 22_000, 25_000, 28_000]);
    assert_eq!(box_of(&arcs[1]), [26_000, 34_000, 25_000, 33_000]);
    let bearing = position.regions("arcs", &[counter(foe)]);
    assert_eq!(bearing.len(), 1, "of the enemy's shooters those with a shot at it");
    assert_eq!((bearing[0].counter, bearing[0].look), (Some(counter(bows)), "strong"));
    assert_eq!(position.regions("arcs", &[counter(wagons)]).len(), 1);
}

#[test]
#[covers("1.9")]
fn command_reaches_sixteen_and_says_who_is_out_of_it() {
    let mut position = ground();
    let far = position.put(US, 1, "4Bd", 36.0, 36.0, 0.0);
    let near = position.put(US, 2, "4Bd", 19.0, 6.0, 0.0);
    let regions = position.regions("command", &[counter(near)]);
    assert!(regions.iter().all(|region| region.side == Some(0)), "the enemy's general is not asked about");
    let looks: Vec<&str> = regions.iter().map(|region| region.look).collect();
    assert_eq!(looks, ["plain", "faint", "lost"]);
    assert_eq!(regions[2].counter, Some(counter(far)));
    // The general's front is at 19, 2: sixteen ahead of it, and no farther back than the table goes.
    let ys: Vec<i32> = regions[0].outline.iter().map(|corner| corner[1]).collect();
    assert_eq!((ys.iter().min(), ys.iter().max()), (Some(&20_000), Some(&38_000)));
}

#[test]
#[covers("2.3", "R6")]
fn dunes_are_bad_going_but_not_for_camels() {
    let mut position = ground();
    position.oval(Feature::Dunes, 10.0, 10.0, 6.0, 4.0);
    position.oval(Feature::GentleHill, 28.0, 10.0, 6.0, 4.0);
    position.line(Feature::River, false, 19.0, 1.0);
    let camels = position.put(US, 1, "Cm", 19.0, 10.0, 0.0);
    let kinds = |counters: &[u16]| -> Vec<String> {
        position.regions("going", counters).into_iter().map(|region| region.name).collect()
    };
    assert_eq!(kinds(&[]), ["dunes: bad going", "river: 2 MU a move"]);
    assert_eq!(kinds(&[counter(camels)]), ["river: 2 MU a move"]);
    assert!(position.regions("weather", &[]).is_empty(), "what nobody knows shows nothing");
}

#[test]
fn a_coming_combat_is_told_before_it_is_ordered_and_while_it_is_only_held() {
    let (position, [left, right, foe]) = line();
    assert!(position.bouts().is_empty());
    let table = OpenTable::new(position.clone());
    let meets = table.posed(Held::counters(&[counter(left)]), on_scene(pose(17.0, 12.5, 0.0))).unwrap();
    assert_eq!(meets.objection, None);
    let [bout] = meets.bouts.as_slice() else { panic!("{:?}", meets.bouts) };
    assert_eq!(bout.counters, [counter(left), counter(foe)]);
    // Blades against foot 5, a Warband against foot 3, nobody beside either.
    assert_eq!(bout.factors, [5, 3]);
    assert_eq!(bout.terms.each_ref().map(Vec::len), [1, 1]);
    // With two more the first is better in 26 throws of 36, equal in 4.
    assert_eq!(bout.ways, [26, 4, 6]);
    assert_eq!(bout.results.iter().map(|chance| chance.ways).sum::<u32>(), 36);
    let lost = bout.results.iter().find(|chance| chance.result.starts_with("loses")).unwrap();
    assert_eq!(lost.result, "loses: Blades 1 is destroyed", "a Warband breaks the Blades it beats");
    // The same after it is done, and the friend who comes up beside overlaps.
    let mut after = position;
    after.march(&[left], &[crate::order::Leg::Forward(crate::drill::mu(2.5))]);
    assert_eq!(after.bouts(), meets.bouts);
    after.march(&[right], &[crate::order::Leg::Forward(crate::drill::mu(2.5))]);
    assert_eq!(after.bouts()[0].factors, [5, 2]);
    assert_eq!(after.bouts()[0].terms[1][1].value, "− 1");
}

#[test]
#[covers("1.6")]
fn troops_of_one_name_on_both_sides_are_told_apart() {
    let mut position = ground();
    let ours = position.put(US, 1, "4Sp", 19.0, 12.5, 0.0);
    assert_eq!(position.full_label(ours), "Spears 1", "nobody else is called so");
    let theirs = position.put_at(THEM, 1, "4Sp", position.base(ours).front_place());
    assert_eq!(position.full_label(theirs), "Tullian Roman's Spears 1");
    let results: Vec<String> =
        position.bouts()[0].results.iter().map(|chance| chance.result.clone()).collect();
    assert!(results.contains(&"wins: Tullian Roman's Spears 1 recoils".into()), "{results:?}");
    assert!(results.contains(&"loses: Latin's Spears 1 recoils".into()), "{results:?}");
}

#[test]
#[covers("2.6", "R46")]
fn a_line_held_in_column_falls_in_behind_the_one_held() {
    let (position, [left, right, _]) = line();
    let ids = [counter(right), counter(left)];
    let column = Held::Counters { ids: &ids, abreast: Some(1) };
    let way = position.posed(column, on_scene(pose(19.0, 11.0, 0.0))).unwrap();
    assert!(matches!(way.orders.as_slice(), [Order::Form { files: 1, .. }]), "{way:?}");
    let mut after = position.clone();
    after.order(way.orders[0].clone());
    assert_eq!(on_scene(after.at(right)), way.ends[0].place);
    assert_eq!(after.at(left), pose(19.0, 10.25, 0.0), "in exact file behind");
    assert_eq!(way.reach, Some([1_000, 3_000]));
}

#[test]
#[covers("R21", "1.12")]
fn terrain_and_camps_are_put_where_they_are_held() {
    let mut position = ground();
    for element in position.elements.present_mut() {
        element.place = crate::element::Whereabouts::Hand;
    }
    position.oval(Feature::Rough, 10.0, 10.0, 6.0, 4.0);
    let pieces =
        |position: &Position| position.scene(Viewer::Referee).landscape.table.clone().unwrap().pieces;
    assert!(pieces(&position).iter().all(|piece| piece.handle.is_none()), "not in battle");
    position.step = Step::Shift(0);
    let handle = pieces(&position)[0].handle.unwrap();
    assert_eq!(handle.at, on_scene(pose(10.0, 10.0, 0.0)));
    let table = OpenTable::new(position.clone());
    let to = |x, y| table.posed(Held::Piece(handle.id), on_scene(pose(x, y, 0.0))).unwrap();
    assert_eq!(to(12.0, 11.0).objection, None);
    assert!(to(20.0, 11.0).objection.unwrap().why.contains("4 MU"), "farther than it may be shifted");
    assert!(table.posed(Held::Piece(7), on_scene(pose(10.0, 10.0, 0.0))).is_none());

    position.step = Step::Encamp;
    position.sides[0].edge = Some(crate::order::Wind::South);
    position.sides[1].edge = Some(crate::order::Wind::North);
    let camp = pieces(&position).into_iter().find(|piece| piece.kind == "camp").unwrap().handle.unwrap();
    let table = OpenTable::new(position);
    // Held over the middle of the table it still stands on its edge.
    let camped = table.posed(Held::Piece(camp.id), on_scene(pose(25.25, 16.0, 0.0))).unwrap();
    assert_eq!(camped.objection, None);
    assert_eq!(camped.way.orders[0].data()["least"], serde_json::json!([23_750_000, 0]));
}

#[test]
#[covers("R13")]
fn before_the_battle_an_element_says_what_else_its_list_lets_it_be() {
    let sheet = crate::drill::library().sheet("open", Some(["III/4b".into(), "III/17".into()])).unwrap();
    let position = Position::new(std::sync::Arc::new(sheet));
    let scene = position.scene(Viewer::Referee);
    let about = |id: ElementId| scene.counters.iter().find(|c| c.id == counter(id)).unwrap().about.join("; ");
    let knights = about(ElementId::of(US, 7));
    assert!(knights.contains("may be Auxilia or Warband instead"), "{knights}");
    assert!(knights.contains("may dismount as Spears when it is deployed"), "{knights}");
    assert!(!about(ElementId::of(US, 0)).contains("instead"), "the general has no choice in this list");
    assert!(about(ElementId::of(THEM, 8)).contains("with the rest of its block"));
}

#[test]
fn the_track_shows_the_turns_about_this_one_and_the_last() {
    let track = |turn: u8| {
        let mut position = ground();
        position.turns = turn;
        let track = position.scene(Viewer::Referee).tracks.remove(0);
        (track.spaces.join(" "), track.spaces[track.at.unwrap()].clone())
    };
    assert_eq!(track(1), ("1 2 3 4 5 80".into(), "1".into()));
    assert_eq!(track(40), ("38 39 40 41 42 80".into(), "40".into()));
    assert_eq!(track(80), ("78 79 80".into(), "80".into()));
}

#[test]
#[covers("R40")]
fn of_a_line_the_one_with_least_to_spare_is_measured() {
    let mut position = ground();
    let spears = position.put(US, 1, "4Sp", 17.0, 10.0, 0.0);
    let horse = position.put(US, 2, "3Cv", 19.0, 10.0, 0.0);
    for ids in [[spears, horse], [horse, spears]] {
        let x = if ids[0] == spears { 17.0 } else { 19.0 };
        let way = position.posed(Held::counters(&ids.map(counter)), on_scene(pose(x, 12.0, 0.0))).unwrap();
        assert_eq!(way.reach, Some([2_000, 3_000]), "Cavalry could go six, Spears three");
    }
}
