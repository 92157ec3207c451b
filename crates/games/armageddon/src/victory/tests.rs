//! Control, losses and the verdict, tested from the set-up chapter and rulings R10, R93 to R99.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Claim, Coming, Condition, Kind, Victory};
use crate::unit::{MarkerKind, Spot};

/// Open ground without the leader rules, where whoever controls a hex wins. Two counters far off keep the
/// phases from ending by themselves.
fn prize(hex: &str) -> Drill {
    let drill = Drill::new().with(|sheet| {
        let hex = sheet.ground.grid.at(number(hex)).unwrap();
        let claim = |side| Claim { side, when: vec![Condition::Controls(vec![hex])] };
        sheet.leaders = false;
        sheet.objectives = vec![hex];
        sheet.victory = Victory { wins: Side::BOTH.map(claim).to_vec(), ..Victory::default() };
    });
    drill.blue("rest", Kind::MI, "3803", "N").gold("other", Kind::MI, "3828", "N")
}

fn holder(field: &Field) -> Option<Side> {
    field.control[0]
}

const BLUE: Option<Side> = Some(Side::First);
const GOLD: Option<Side> = Some(Side::Second);

#[test]
#[covers("R93", "brief.6")]
fn deployment_gives_control_and_taking_back_undoes_it() {
    let mut field =
        prize("1010").off_map("axe", Side::First, Kind::AX).begin_in(0, Step::Deploy(Side::First));
    assert_eq!(holder(&field), None);
    let unit = field.id("axe");
    field.play(Order::Place { unit, hex: number("1010") }).play(Order::Face { facing: direction("N") });
    assert_eq!(holder(&field), BLUE);
    field.play(Order::Lift { unit });
    assert_eq!(holder(&field), None);
}

#[test]
#[covers("R93", "brief.6")]
fn passing_through_is_enough_and_control_stays_when_the_unit_has_gone() {
    let mut field = prize("1010").blue("axe", Kind::AX, "1012", "N").begin(Step::Moving);
    field.take_up("axe").steps("N", 1);
    assert_eq!(holder(&field), None, "beside it is not in it");
    field.step("N");
    assert_eq!(holder(&field), BLUE);
    field.step("N").play(Order::Halt);
    assert_eq!(holder(&field), BLUE, "the last to occupy it");
}

#[test]
#[covers("R93")]
fn control_lasts_until_an_enemy_comes_in() {
    let mut field = prize("1010")
        .blue("axe", Kind::AX, "1010", "N")
        .gold("foe", Kind::AX, "1006", "S")
        .begin(Step::Moving);
    assert_eq!(holder(&field), BLUE);
    field.take_up("axe").step("NE").play(Order::Halt).play(Order::Done);
    assert_eq!((field.step, field.player_turn), (Step::Moving, 2));
    field.take_up("foe").steps("S", 3);
    assert_eq!(holder(&field), BLUE);
    field.step("S");
    assert_eq!(holder(&field), GOLD);
}

#[test]
#[covers("R93", "R97")]
fn a_leader_takes_control_and_so_do_a_chariot_and_its_riders() {
    let mut field = prize("1010").blue("king", Kind::A, "1011", "N").begin(Step::Moving);
    field.take_up("king").step("N");
    assert_eq!(holder(&field), BLUE);
    let mut field = prize("1010").blue("car", Kind::CH, "1012", "N").begin(Step::Moving);
    field.take_up("car").steps("N", 5);
    assert_eq!(holder(&field), BLUE);
}

#[test]
#[covers("R93")]
fn debarking_takes_control() {
    for kind in [Kind::AX, Kind::C] {
        let mut field = prize("1010")
            .blue("car", Kind::CH, "1011", "N")
            .blue("rider", kind, "1011", "N")
            .aboard("rider", "car")
            .begin(Step::Debark);
        field.play(Order::Debark { unit: field.id("rider"), hex: number("1010") });
        assert_eq!(holder(&field), BLUE, "{kind:?}");
    }
}

#[test]
#[covers("R93")]
fn a_retreat_takes_control_of_the_hexes_it_leads_through() {
    // From 1010 the lane leaves one way: 1009, 1008, 1007.
    for hex in ["1009", "1008", "1007"] {
        let mut field = prize(hex)
            .lane()
            .blue("axe", Kind::AX, "1011", "N")
            .gold("levy", Kind::MI, "1010", "S")
            .begin(Step::Array);
        field.control[0] = BLUE;
        field.assault("1010", &["axe"]).roll(1);
        assert_eq!((field.at("levy"), field.is_disrupted("levy")), ("1007".into(), true));
        assert_eq!(holder(&field), GOLD, "{hex}");
    }
}

#[test]
#[covers("R93")]
fn entering_the_map_takes_control() {
    let mut field = prize("0110")
        .with(|sheet| {
            let hexes = vec![sheet.ground.grid.at(number("0110")).unwrap()];
            sheet.groups[0].coming = Coming::Enters { hexes, turn: 1, optional: false };
        })
        .off_map("axe", Side::First, Kind::AX)
        .begin(Step::Moving);
    field.take_up("axe").play(Order::Enter { hex: number("0110") });
    assert_eq!(holder(&field), BLUE);
}

#[test]
#[covers("R93")]
fn fighting_for_a_hex_is_not_coming_into_it() {
    let mut field = prize("1010")
        .blue("axe", Kind::SD, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .begin(Step::Array);
    assert_eq!(holder(&field), GOLD);
    field.assault("1010", &["axe"]).roll(6);
    assert!(field.lost("levy"));
    assert_eq!(holder(&field), GOLD, "the dead were the last to be there");
}

#[test]
#[covers("setup.victory", "R95", "R10")]
fn victory_is_judged_once_after_the_last_player_turn() {
    let mut field = prize("1010").blue("axe", Kind::AX, "1010", "N").begin_in(19, Step::Moving);
    assert_eq!(holder(&field), BLUE);
    field.play(Order::Done);
    assert_eq!((field.outcome, field.player_turn), (None, 20), "a goal met early ends nothing");
    field.play(Order::Done);
    let Turn::Over(outcome) = field.turn() else { panic!("ten Game-Turns are over") };
    assert_eq!((outcome.winner, outcome.grade, outcome.rule), (BLUE, "victory", "setup.victory"));
}

#[test]
#[covers("R95", "setup.victory")]
fn a_hex_nobody_came_to_is_a_draw() {
    let mut field = prize("1010").begin_in(20, Step::Moving);
    field.play(Order::Done);
    let Turn::Over(outcome) = field.turn() else { panic!("the game is over") };
    assert_eq!((outcome.winner, outcome.grade), (None, "draw"));
}

#[test]
#[covers("R96")]
fn a_condition_of_one_side_that_fails_gives_the_game_to_the_other() {
    for (stands, winner) in [(true, BLUE), (false, GOLD)] {
        let mut drill = prize("1010").with(|sheet| {
            sheet.victory.wins.truncate(1);
            sheet.victory.otherwise = GOLD;
        });
        if stands {
            drill = drill.blue("axe", Kind::AX, "1010", "N");
        }
        let field = drill.begin_in(20, Step::Moving);
        assert_eq!(field.judge().winner, winner);
    }
}

#[test]
#[covers("R94")]
fn to_occupy_is_to_stand_there_at_the_end() {
    let mut field = prize("1010").blue("axe", Kind::AX, "1010", "N").begin(Step::Moving);
    let hex = field.hex(number("1010")).unwrap();
    let holds = |field: &Field| {
        [Condition::Controls(vec![hex]), Condition::Occupies(hex)].map(|c| field.satisfied(Side::First, &c))
    };
    assert_eq!(holds(&field), [true, true]);
    field.take_up("axe").step("N").play(Order::Halt);
    assert_eq!(holds(&field), [true, false]);
}

#[test]
#[covers("R98", "R97")]
fn troops_are_lost_by_combat_by_a_second_disruption_and_by_a_retreat_that_fails() {
    let mut fight = prize("3001")
        .blue("axe", Kind::SD, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .begin(Step::Array);
    fight.assault("1010", &["axe"]).roll(6);
    assert_eq!(fight.losses(Side::Second), 1);
    let mut again = prize("3001")
        .blue("axe", Kind::AX, "1011", "N")
        .gold("foe", Kind::AX, "1010", "S")
        .disrupted("foe", MarkerKind::Fire, 1)
        .begin(Step::Array);
    // 3 against 3 is 1 to 1; a 3 counts as 4 against the disrupted: D.
    again.assault("1010", &["axe"]).roll(3);
    assert!(again.lost("foe"));
    assert_eq!(again.losses(Side::Second), 1);
    let mut shut = ["N", "NE", "SE", "S", "SW", "NW"]
        .into_iter()
        .fold(prize("3001"), |drill, side| drill.crest("1010", side))
        .blue("axe", Kind::AX, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .begin(Step::Array);
    shut.assault("1010", &["axe"]).roll(1);
    assert_eq!((shut.lost("levy"), shut.losses(Side::Second), shut.losses(Side::First)), (true, 1, 0));
}

#[test]
#[covers("R98", "R97")]
fn who_left_or_never_came_is_not_lost_and_leaders_are_not_counted() {
    let mut field = prize("3001")
        .off_map("never", Side::First, Kind::AX)
        .off_map("gone", Side::First, Kind::AX)
        .off_map("dead", Side::First, Kind::AX)
        .off_map("king", Side::First, Kind::C)
        .begin(Step::Array);
    for (name, spot) in [("gone", Spot::EXITED), ("dead", Spot::LOST), ("king", Spot::LOST)] {
        let id = field.id(name);
        field.unit_mut(id).spot = spot;
    }
    assert_eq!((field.losses(Side::First), field.exited(Side::First)), (1, 1));
    assert_eq!(field.troops_left(Side::First), 1, "only the unit that rests stands on the map");
}

#[test]
#[covers("R99", "brief.7")]
fn strength_points_are_the_printed_front_values() {
    let worth = [
        (Kind::MI, 1),
        (Kind::MS, 3),
        (Kind::AX, 3),
        (Kind::SD, 4),
        (Kind::MC, 2),
        (Kind::HA, 1),
        (Kind::BO, 1),
        (Kind::IB, 1),
        (Kind::SK, 1),
        (Kind::CH, 1),
        (Kind::A, 0),
        (Kind::B, 0),
        (Kind::C, 0),
        (Kind::D, 0),
        (Kind::E, 0),
        (Kind::F, 0),
    ];
    for (kind, points) in worth {
        let mut field = prize("3001").off_map("dead", Side::Second, kind).begin(Step::Array);
        let id = field.id("dead");
        field.unit_mut(id).spot = Spot::LOST;
        assert_eq!(field.strength_lost(Side::Second), points, "{kind:?}");
    }
}

#[test]
#[covers("R99")]
fn a_leader_that_fell_in_grade_is_still_worth_nothing_and_halves_do_not_count() {
    // The strength that counts is the printed one, whatever the ground did to it.
    let mut field = prize("3001")
        .terrain("1010", crate::sheet::Terrain::Stream)
        .blue("swords", Kind::SD, "1011", "N")
        .blue("more", Kind::SD, "1011", "N")
        .gold("spears", Kind::MS, "1010", "S")
        .gold("king", Kind::D, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["swords", "more"]).roll(6);
    assert!(field.lost("spears"), "{}", field.declared());
    assert_eq!(field.see("king").kind, Kind::C);
    assert_eq!(field.strength_lost(Side::Second), 3);
}
