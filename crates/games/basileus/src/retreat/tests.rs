//! Where a beaten unit goes and what it costs (10.8, the Retreat Chart).

use covers::covers;
use engine::Turn;
use engine::event::EventKind;

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, mangonel, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Terrain;

/// Gold's A in 0606 is attacked by the foe from 0607. Mountains close hexes of the northern arc at will:
/// 0506, 0605 and 0706 are free of the foe's zone of control, 0507 and 0707 lie in it.
fn ground(closed: &[&str]) -> Drill {
    let drill = Drill::new().blue("foe", foot(4), "0607").gold("A", foot(4), "0606");
    closed.iter().fold(drill, |drill, hex| drill.terrain(hex, Terrain::Mountain))
}

/// 4 against 4 is 1/1, where a 3 is DR.
fn beaten(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["foe"]).roll(3);
    field
}

/// The charts' rows by which counters went, in order.
fn rows(field: &Field) -> Vec<&'static str> {
    field.events.iter().filter(|e| e.kind == EventKind::Retreated).map(|e| e.rule).collect()
}

fn dice_due(field: &Field) -> bool {
    matches!(engine::Rules::turn(&**field), Turn::Dice(_))
}

const NORTH: [&str; 3] = ["0506", "0605", "0706"];

#[test]
#[covers("retreat.1", "10.8", "R80", "brief.5")]
fn an_empty_hex_free_of_zones_is_taken_first_and_costs_nothing() {
    let mut field = beaten(ground(&[]));
    assert_eq!(field.ways(), NORTH);
    for worse in ["SE", "SW"] {
        field.refuses(Order::Step { to: direction(worse) }, "R80");
    }
    field.refuses(Order::Step { to: direction("S") }, "10.8");
    field.step_to("0605");
    assert_eq!((field.at("A"), rows(&field)), ("0605".into(), vec!["retreat.1"]));
    assert!(!field.is_reduced("A") && !dice_due(&field));
}

#[test]
#[covers("10.8", "R80")]
fn any_direction_will_do_also_past_the_attacker() {
    let field = beaten(ground(&NORTH).terrain("0507", Terrain::Ford));
    // Zones of control do not reach into a ford, so the hex beside the foe is free.
    assert_eq!(field.ways(), ["0507"]);
}

#[test]
#[covers("retreat.2", "10.8", "R80")]
fn a_friend_in_a_free_hex_is_pushed_back_and_alone_tests() {
    let mut field = beaten(ground(&["0506", "0706"]).gold("B", foot(3), "0605"));
    assert_eq!(field.ways(), ["0605"]);
    field.step_to("0605");
    assert_eq!((field.at("A"), field.at("B")), ("0606".into(), "0605".into()), "nobody has gone yet");
    field.refuses(Order::Step { to: direction("S") }, "R84");
    field.step_to("0604");
    assert_eq!((field.at("A"), field.at("B")), ("0605".into(), "0604".into()));
    assert_eq!(rows(&field), ["retreat.2", "retreat.1"]);
    field.refuses(Order::Done, "protocol");
    assert_eq!(field.prompt_words(), "Foot 3 tests morale 3");
    field.roll(2);
    assert!(!field.is_reduced("A") && !field.is_reduced("B") && !dice_due(&field));
    assert_eq!(field.combat.stage, Stage::Advance);
}

#[test]
#[covers("retreat.3", "10.8", "R80", "R93")]
fn a_friend_in_an_enemy_zone_costs_a_test_at_one_less_and_the_friend_a_plain_one() {
    let mut field = beaten(ground(&NORTH).gold("B", foot(4), "0507"));
    assert_eq!(field.ways(), ["0507"], "the empty 0707 in the zone is the worst of all");
    field.refuses(Order::Step { to: direction("SE") }, "R80");
    field.step_to("0507").step_to("0406");
    assert_eq!(rows(&field), ["retreat.3", "retreat.1"]);
    assert_eq!(field.prompt_words(), "Foot 4 #2 tests morale 4");
    field.roll(3);
    assert_eq!(field.prompt_words(), "Foot 4 #1 tests morale 3");
    field.roll(4);
    assert!(field.is_reduced("A") && !field.is_reduced("B"));
}

#[test]
#[covers("retreat.4", "10.8", "R80", "R82")]
fn an_empty_hex_in_an_enemy_zone_is_the_last_resort_and_costs_a_step() {
    let mut field = beaten(ground(&NORTH));
    assert_eq!(field.ways(), ["0507", "0707"]);
    field.step_to("0707");
    assert_eq!((field.at("A"), rows(&field)), ("0707".into(), vec!["retreat.4"]));
    assert!(field.is_reduced("A") && !dice_due(&field), "a loss, but no test");
}

#[test]
#[covers("retreat", "R80")]
fn the_lowest_row_of_the_chart_open_is_taken_whatever_else_there_is() {
    // Row 1 beats 2, 3 and 4.
    let all = |closed: &[&str]| {
        ground(closed).gold("B", foot(4), "0605").gold("C", foot(4), "0507").gold("D", foot(4), "0504")
    };
    assert_eq!(beaten(all(&["0706"])).ways(), ["0506"]);
    // Row 2 beats 3 and 4.
    assert_eq!(beaten(all(&["0706", "0506"])).ways(), ["0605"]);
    // Row 3 beats 4.
    assert_eq!(beaten(ground(&NORTH).gold("C", foot(4), "0507")).ways(), ["0507"]);
    // Within a row the owner chooses.
    let two = ground(&["0506"]).gold("B", foot(4), "0605").gold("C", foot(4), "0706");
    assert_eq!(beaten(two).ways(), ["0605", "0706"]);
}

#[test]
#[covers("R82", "retreat.4")]
fn a_unit_that_would_die_of_the_zone_is_removed_without_choosing() {
    let mut field = beaten(ground(&NORTH).reduced("A").gold("chief", chief(1), "0606"));
    // Reduced, 3 and a chief: still 4 against 4.
    assert!(field.lost("A") && field.lost("chief"));
    assert_eq!(field.events.last().map(|e| e.rule), Some("retreat.4"));
    assert_eq!(rows(&field), [""; 0]);
    assert!(field.offers(Order::Advance { unit: field.id("foe") }));
    field.done();
}

#[test]
#[covers("R81")]
fn lone_commanders_and_baggage_of_the_own_side_leave_a_hex_empty() {
    let mut field = beaten(ground(&["0506", "0706"]).gold("chief", chief(1), "0605"));
    field.step_to("0605");
    assert_eq!((field.at("A"), field.at("chief")), ("0605".into(), "0605".into()));
    assert_eq!(rows(&field), ["retreat.1"]);
    let mut field = beaten(ground(&["0506", "0706"]).gold("wagon", wagon(), "0605"));
    field.step_to("0605");
    assert_eq!((field.at("A"), rows(&field)), ("0605".into(), vec!["retreat.1"]));
    // Two commanders may not share a hex (6), so this one is closed and the zone remains.
    let two = ground(&["0506", "0706"]).gold("chief", chief(1), "0605").gold("own", chief(1), "0606");
    let mut field = two.begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DR");
    assert_eq!(field.ways(), ["0507", "0707"]);
}

#[test]
#[covers("R81", "R120")]
fn only_infantry_retreats_onto_a_mangonel() {
    let onto = |unit| {
        let drill = Drill::new().blue("foe", foot(4), "0607").gold("A", unit, "0606");
        let drill = drill.terrain("0506", Terrain::Mountain).terrain("0706", Terrain::Mountain);
        let mut field = drill.gold("engine", mangonel(), "0605").begin(Step::Fighting);
        field.assault("0606", &["foe"]).suffer("DR");
        field.ways()
    };
    assert_eq!(onto(foot(4)), ["0605"]);
    assert_eq!(onto(horse(4)), ["0507", "0707"]);
    assert_eq!(onto(bows(4)), ["0507", "0707"]);
}

#[test]
#[covers("10.8", "R83", "R86")]
fn enemies_of_every_kind_and_uncrossable_ground_close_a_hex() {
    for terrain in [Terrain::Mountain, Terrain::River, Terrain::Fortification] {
        let drill = ground(&["0506"]).terrain("0605", terrain);
        assert_eq!(beaten(drill).ways(), ["0706"], "{terrain:?}");
    }
    for enemy in [chief(1), wagon(), foot(1)] {
        // Far enough for its zone not to matter where it has one.
        let field = beaten(ground(&["0506", "0706"]).blue("other", enemy.clone(), "0605"));
        assert_eq!(field.ways(), ["0507", "0707"], "{}", enemy.name);
        assert_eq!(field.at("other"), "0605", "nobody was ridden down");
    }
}

#[test]
#[covers("R83", "10.4")]
fn a_friend_on_baggage_is_not_pushed() {
    let drill = ground(&["0506", "0706"]).gold("B", foot(3), "0605").gold("wagon", wagon(), "0605");
    assert_eq!(beaten(drill).ways(), ["0507", "0707"]);
}

#[test]
#[covers("R83")]
fn a_friend_who_could_not_go_anywhere_is_not_pushed() {
    // B's other neighbours: 0604, 0505, 0705 to the north, 0506 and 0706 beside A.
    let shut = ["0604", "0505", "0705", "0506", "0706"];
    let field = beaten(ground(&shut).gold("B", foot(3), "0605"));
    assert_eq!(field.ways(), ["0507", "0707"]);
    // Nor one whose only way is through another who cannot.
    let shut = ["0505", "0705", "0506", "0706", "0603", "0504", "0704"];
    let deeper = ground(&shut).gold("B", foot(3), "0605").gold("C", foot(3), "0604");
    assert_eq!(beaten(deeper).ways(), ["0507", "0707"]);
}

#[test]
#[covers("R86", "10.8", "brief.5")]
fn with_nowhere_to_go_inside_the_map_a_unit_loses_a_step_and_stays() {
    let shut = ["0506", "0605", "0706", "0507", "0707"];
    let field = beaten(ground(&shut));
    assert_eq!(field.at("A"), "0606");
    assert!(field.is_reduced("A") && !dice_due(&field));
    assert_eq!(field.combat.stage, Stage::Idle, "its hex is not empty: nobody advances");
    let field = beaten(ground(&shut).reduced("A").gold("chief", chief(1), "0606"));
    assert!(field.lost("A") && field.lost("chief"));
}

#[test]
#[covers("R86", "10.8")]
fn forced_off_the_edge_a_unit_is_eliminated_whatever_its_steps() {
    // 0601 on the north edge: its neighbours are 0602, 0501, 0502, 0701 and 0702.
    let drill = Drill::new().blue("foe", foot(4), "0602").gold("A", foot(4), "0601");
    let shut = ["0501", "0502", "0701", "0702"];
    let mut field =
        shut.iter().fold(drill.clone(), |d, h| d.terrain(h, Terrain::River)).begin(Step::Fighting);
    field.assault("0601", &["foe"]).roll(3);
    assert!(field.lost("A"));
    // Off the map is never chosen while anything else is open, be it the worst.
    let shut = ["0501", "0701", "0702"];
    let mut field = shut.iter().fold(drill, |d, h| d.terrain(h, Terrain::River)).begin(Step::Fighting);
    field.assault("0601", &["foe"]).roll(3);
    assert_eq!(field.ways(), ["0502"]);
    let off = field.refuses(Order::Step { to: direction("N") }, "R86");
    assert!(off.contains("no map"), "{off}");
    field.step_to("0502");
    assert!(field.is_reduced("A"));
}

#[test]
#[covers("R86")]
fn the_foot_of_an_even_column_is_an_edge_and_a_joined_seam_is_none() {
    // 0614 is the last hex of its column; 0714 and 0514 beside it are not the last of theirs.
    let shut = ["0613", "0514", "0714", "0515", "0715"];
    let drill = Drill::new().blue("foe", foot(4), "0613").gold("A", foot(4), "0614");
    let mut field = shut[1..].iter().fold(drill, |d, h| d.terrain(h, Terrain::River)).begin(Step::Fighting);
    field.assault("0614", &["foe"]).roll(3);
    assert!(field.lost("A"));
    // Column 12 is the east edge of map C alone, and the middle of C and B joined.
    for (battle, lost) in [("dorostolon-sortie", true), ("dorostolon-first", false)] {
        let mut drill = Drill::of(battle).with(|sheet| {
            sheet.ground.terrain.fill(Terrain::Plain);
            sheet.moves_first = engine::Side::First;
            sheet.specials = Default::default();
        });
        for hex in ["1206", "1107", "1307", "1308"] {
            if battle == "dorostolon-first" || !hex.starts_with("13") {
                drill = drill.terrain(hex, Terrain::Mountain);
            }
        }
        let drill = drill.terrain("1108", Terrain::Mountain);
        let mut field = drill.blue("foe", foot(4), "1208").gold("A", foot(4), "1207").begin(Step::Fighting);
        field.assault("1207", &["foe"]).suffer("DR");
        assert_eq!((field.lost("A"), field.is_reduced("A")), (lost, !lost), "{battle}");
    }
}

#[test]
#[covers("R87", "R78", "brief.5")]
fn a_loss_and_an_impossible_retreat_are_two_losses() {
    let shut = ["0506", "0605", "0706", "0507", "0707"];
    let drill = Drill::new().blue("foe", foot(4), "0607").gold("A", foot(2), "0606");
    let mut field = shut.iter().fold(drill, |d, h| d.terrain(h, Terrain::Mountain)).begin(Step::Fighting);
    // 4 against 2 is 2/1, where a 1 is D1R.
    field.assault("0606", &["foe"]).roll(1);
    assert!(field.lost("A"));
}

#[test]
#[covers("R69", "10.4")]
fn a_stack_on_baggage_stays_where_it_is() {
    let field = beaten(ground(&[]).reduced("A").gold("wagon", wagon(), "0606"));
    // 4 against 3 and 1.
    assert_eq!((field.at("A"), field.combat.stage), ("0606".into(), Stage::Idle));
}

#[test]
#[covers("7", "10.8")]
fn a_commander_shares_every_retreat_and_push() {
    let drill = ground(&["0506", "0706"]).reduced("A").gold("first", chief(1), "0606");
    let mut field = beaten(drill.gold("B", foot(3), "0605").gold("second", chief(2), "0605"));
    field.step_to("0605").step_to("0604");
    assert_eq!(["A", "first", "B", "second"].map(|n| field.at(n)), ["0605", "0605", "0604", "0604"]);
}

#[test]
#[covers("10.8", "R37", "R83", "R84", "R86", "R120", "6", "tec.river", "tec.mountain", "tec.fortification")]
fn a_closed_hex_is_refused_for_what_closes_it() {
    // A stands in 0606 and the foe in 0607.
    type Change = fn(Drill) -> Drill;
    type Case<'a> = (Change, &'a str, &'a str, &'a str);
    let closed = |drill: Change, to: &str, rule: &str| {
        let mut field = drill(ground(&[])).begin(Step::Fighting);
        field.assault("0606", &["foe"]).suffer("DR");
        field.refuses(Order::Step { to: direction(to) }, rule)
    };
    let cases: [Case; 9] = [
        (|d| d, "S", "10.8", "an enemy unit is there"),
        (|d| d.blue("cart", wagon(), "0605"), "N", "10.8", "an enemy unit is there"),
        (|d| d.blue("boss", chief(1), "0605"), "N", "R37", "lone enemy commander"),
        (|d| d.terrain("0605", Terrain::River), "N", "tec.river", "river"),
        (|d| d.terrain("0605", Terrain::Mountain), "N", "tec.mountain", "mountain"),
        (|d| d.terrain("0605", Terrain::Fortification), "N", "tec.fortification", "fortification"),
        (|d| d.gold("B", foot(1), "0605").gold("cart", wagon(), "0605"), "N", "R83", "stands on baggage"),
        (|d| d.gold("chief", chief(1), "0606").gold("boss", chief(1), "0605"), "N", "6", "one commander"),
        (
            |d| {
                let walls = ["0505", "0604", "0705", "0506", "0706"];
                let walled = walls.into_iter().fold(d, |d, hex| d.terrain(hex, Terrain::Mountain));
                walled.gold("B", foot(1), "0605")
            },
            "N",
            "R83",
            "nowhere to be pushed back to",
        ),
    ];
    for (drill, to, rule, words) in cases {
        let why = closed(drill, to, rule);
        assert!(why.contains(words), "{rule}: {why}");
    }
    // Archers do not stand on a mangonel.
    let mut field = Drill::new()
        .blue("foe", foot(4), "0607")
        .gold("bows", bows(4), "0606")
        .gold("engine", mangonel(), "0605")
        .begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DR");
    let why = field.refuses(Order::Step { to: direction("N") }, "R120");
    assert!(why.contains("mangonel"), "{why}");
}

#[test]
#[covers("R88", "R80")]
fn a_hex_another_attacker_has_retreated_to_is_refused_as_his() {
    // Both attackers of 0606 are beaten; the first goes to 0708, which both could reach.
    let mut field = Drill::new()
        .gold("A", foot(4), "0606")
        .blue("one", foot(4), "0607")
        .blue("two", foot(4), "0707")
        .begin(Step::Fighting);
    field.assault("0606", &["one", "two"]).suffer("AR");
    field.play(Order::Retreat { unit: field.id("one") }).step_to("0708");
    assert_eq!(field.combat.piece, field.id("two"), "the last one goes without being named");
    let why = field.refuses(Order::Step { to: direction("S") }, "R88");
    assert!(why.contains("attacker"), "{why}");
    field.refuses(Order::Step { to: direction("SW") }, "R80");
}
