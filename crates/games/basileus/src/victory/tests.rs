//! Points, thresholds and the verdicts of a practice battle (11). The battles themselves are judged in
//! `scenarios`.

use covers::covers;
use engine::{Outcome, Rules, Shown, Side, Silence, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse, wagon};
use crate::position::{Position, Step};
use crate::sheet::EndTest;
use crate::unit::UnitId;

/// Takes a counter off as a combat would.
pub(crate) fn strike(position: &mut Position, id: UnitId) {
    if position.battle.is_baggage(id) {
        position.lose_step(id, "10.9", &mut Silence);
    } else {
        position.eliminate(id, "10.9", &mut Silence);
    }
}

/// Six counters a side worth 1 to 6 points, far apart, so that losses of any total can be made up.
fn armies(thresholds: [Option<u8>; 2]) -> Drill {
    const BLUE: [&str; 6] = ["b1", "b2", "b3", "b4", "b5", "b6"];
    const GOLD: [&str; 6] = ["g1", "g2", "g3", "g4", "g5", "g6"];
    let mut drill = Drill::new().with(|sheet| sheet.thresholds = thresholds);
    for n in 0..6 {
        let row = 2 * n + 2;
        drill = drill.blue(BLUE[n], foot(n as u8 + 1), &format!("02{row:02}"));
        drill = drill.gold(GOLD[n], foot(n as u8 + 1), &format!("10{row:02}"));
    }
    drill
}

/// The end of a turn after these losses: the second side has nothing left to do.
fn end_of_turn(drill: Drill, turn: u8, losses: &[&str]) -> Field {
    let mut field = drill.begin_in(turn * 2, Step::Fighting);
    for name in losses {
        let id = field.id(name);
        strike(&mut field, id);
    }
    field.done();
    field
}

fn ended(field: &Field) -> Option<(Option<Side>, &'static str, &'static str)> {
    match field.turn() {
        Turn::Over(Outcome { winner, grade, rule }) => Some((winner, grade, rule)),
        _ => None,
    }
}

const BLUE: Option<Side> = Some(Side::First);
const GOLD: Option<Side> = Some(Side::Second);

#[test]
#[covers("11", "R101")]
fn an_army_at_or_over_its_threshold_gives_the_other_a_major_victory() {
    let ten = || armies([Some(10), Some(12)]);
    assert_eq!(ended(&end_of_turn(ten(), 3, &["b4", "b6"])), Some((GOLD, "major", "11")), "exactly 10");
    assert_eq!(ended(&end_of_turn(ten(), 3, &["b5", "b6"])), Some((GOLD, "major", "11")), "over it");
    assert_eq!(ended(&end_of_turn(ten(), 3, &["b3", "b6"])), None, "one short");
    assert_eq!(ended(&end_of_turn(ten(), 3, &["g1", "g5", "g6"])), Some((BLUE, "major", "11")));
    assert_eq!(ended(&end_of_turn(ten(), 3, &["g5", "g6"])), None, "each army has its own");
}

#[test]
#[covers("R101", "5")]
fn the_threshold_is_looked_at_in_phase_five_only() {
    let mut field = armies([Some(10), Some(10)]).begin_in(5, Step::Moving);
    for name in ["b4", "b6"] {
        let id = field.id(name);
        strike(&mut field, id);
    }
    field.done();
    assert_eq!((ended(&field), field.player_turn), (None, 6), "blue's combats pass without a verdict");
    field.done();
    assert_eq!(ended(&field), Some((GOLD, "major", "11")));
}

#[test]
#[covers("R102", "11")]
fn if_both_armies_break_the_smaller_excess_wins_a_minor_victory() {
    let both = |blue: &[&'static str], gold: &[&'static str]| {
        end_of_turn(armies([Some(6), Some(10)]), 3, &[blue, gold].concat())
    };
    // 7 of 6 against 12 of 10; 9 of 6 against 11 of 10; 8 of 6 against 12 of 10.
    assert_eq!(ended(&both(&["b1", "b6"], &["g1", "g5", "g6"])), Some((BLUE, "minor", "11")));
    assert_eq!(ended(&both(&["b3", "b6"], &["g5", "g6"])), Some((GOLD, "minor", "11")));
    assert_eq!(ended(&both(&["b2", "b6"], &["g1", "g5", "g6"])), Some((None, "draw", "11")));
    assert_eq!(both(&["b2", "b6"], &["g1", "g5", "g6"]).verdict(), "A draw; points lost: Blue 8, Gold 12");
}

#[test]
#[covers("R99", "R4", "11")]
fn a_unit_costs_the_strength_of_its_full_side() {
    let field = |drill: Drill| {
        let mut field = drill.begin(Step::Fighting);
        let id = field.id("u");
        strike(&mut field, id);
        field.points_lost(Side::First)
    };
    assert_eq!(field(Drill::new().blue("u", foot(4), "0606")), 4);
    assert_eq!(field(Drill::new().blue("u", foot(4), "0606").reduced("u")), 4, "begun or made reduced");
    assert_eq!(field(Drill::new().blue("u", bows(1), "0606")), 1);
    assert_eq!(field(Drill::new().blue("u", horse(3), "0606")), 3, "no charge bonus");
    // Reduced units that live cost nothing.
    let alive = Drill::new().blue("u", foot(4), "0606").reduced("u").begin(Step::Fighting);
    assert_eq!(alive.points_lost(Side::First), 0);
}

#[test]
#[covers("R100", "11", "7")]
fn a_commander_costs_four_more_than_his_strength_and_baggage_two() {
    let drill = Drill::new()
        .blue("u", foot(3), "0606")
        .blue("chief", chief(2), "0606")
        .blue("cart", wagon(), "0306")
        .gold("t", foot(3), "0607");
    let mut field = drill.begin(Step::Fighting);
    let (unit, cart) = (field.id("u"), field.id("cart"));
    strike(&mut field, unit);
    assert_eq!(field.points_lost(Side::First), 3 + 2 + 4, "he dies with his unit");
    strike(&mut field, cart);
    assert_eq!(field.points_lost(Side::First), 3 + 2 + 4 + 1 + 2);
    assert_eq!(field.points_lost(Side::Second), 0);
}

#[test]
#[covers("R103", "11")]
fn after_the_last_turn_the_same_totals_are_compared() {
    let judged = |losses: &[&str], tie: Option<Side>| {
        let drill = armies([Some(20), Some(20)]).with(|sheet| sheet.end = EndTest::FewerPoints { tie });
        end_of_turn(drill, 10, losses)
    };
    assert_eq!(ended(&judged(&["b3"], None)), Some((GOLD, "minor", "R103")));
    assert_eq!(ended(&judged(&["b3", "g4"], None)), Some((BLUE, "minor", "R103")));
    assert_eq!(ended(&judged(&["b1", "b3", "g4"], None)), Some((None, "draw", "R103")));
    assert_eq!(ended(&judged(&[], None)), Some((None, "draw", "R103")));
    assert_eq!(ended(&judged(&["b1", "b3", "g4"], BLUE)), Some((BLUE, "minor", "R124")));
    assert_eq!(ended(&judged(&["b1", "b4", "g4"], BLUE)), Some((GOLD, "minor", "R103")));
    // Points beside those of the counters are in it.
    let mut field = armies([Some(20), Some(20)]).begin_in(20, Step::Fighting);
    field.extra = [1, 0];
    field.done();
    assert_eq!(ended(&field), Some((GOLD, "minor", "R103")));
}

#[test]
#[covers("R104", "11")]
fn on_the_last_turn_the_threshold_comes_before_the_totals() {
    // Blue has lost fewer points, and broken.
    let drill = armies([Some(5), Some(20)]);
    assert_eq!(ended(&end_of_turn(drill, 10, &["b5", "g6"])), Some((GOLD, "major", "11")));
    let drill = armies([Some(6), Some(20)]);
    assert_eq!(ended(&end_of_turn(drill, 10, &["b5", "g6"])), Some((BLUE, "minor", "R103")));
}

#[test]
#[covers("R105", "4", "R27")]
fn an_army_wiped_out_does_not_end_the_battle_before_its_time() {
    let all = ["g1", "g2", "g3", "g4", "g5", "g6"];
    let mut field = end_of_turn(armies([None, None]), 3, &all);
    assert_eq!((ended(&field), field.game_turn()), (None, 4));
    // Gold has nothing to do any more: its phases pass by themselves until the last turn is over.
    let mut turns = vec![];
    while ended(&field).is_none() {
        assert_eq!(field.turn(), Turn::Order(Side::First));
        turns.push(field.game_turn());
        field.done();
    }
    turns.dedup();
    assert_eq!(turns, [4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(ended(&field), Some((BLUE, "minor", "R103")));
}

#[test]
#[covers("11", "R101")]
fn a_battle_without_thresholds_goes_on_whatever_is_lost() {
    let all = ["b2", "b3", "b4", "b5", "b6", "g6"];
    assert_eq!(ended(&end_of_turn(armies([None, None]), 3, &all)), None);
}

#[test]
#[covers("protocol")]
fn after_the_end_nothing_is_asked_and_nothing_is_taken() {
    let field = end_of_turn(armies([Some(4), None]), 2, &["b4"]);
    assert_eq!(field.verdict(), "Gold win a major victory; points lost: Blue 4, Gold 0");
    assert_eq!(field.prompt(), field.verdict());
    assert_eq!(field.orders(), []);
    field.refuses(crate::order::Order::Done, "protocol");
    let end = field.events.last().unwrap();
    assert_eq!((end.rule, end.text.as_str()), ("11", field.verdict().as_str()));
}
