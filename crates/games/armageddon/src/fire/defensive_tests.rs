//! Defensive fire (Fire J, K; rulings R53 to R57).

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};
use crate::unit::{Marker, MarkerKind};

/// Gold bowmen in 2010 that face south, so that 1911, 2011 and 2111 are their front; blue cavalry comes up
/// from 2013.
fn bowmen() -> Drill {
    Drill::new().gold("bows", Kind::BO, "2010", "S").blue("horse", Kind::MC, "2013", "N")
}

fn join(field: &Field, name: &str) -> Order {
    Order::Join { unit: field.id(name) }
}

/// The cavalry rides from 2013 into 2011.
fn ride_up(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Moving);
    field.take_up("horse").step("N").step("N");
    field
}

fn window_open(field: &Field) -> bool {
    let asked = field.turn() == Turn::Order(Side::Second);
    assert_eq!(asked, field.step == Step::Window);
    asked
}

#[test]
#[covers("fire.J", "R53")]
fn a_step_into_a_front_hex_is_answered_with_fire_at_once() {
    let mut field = bowmen().begin(Step::Moving);
    field.take_up("horse").step("N");
    assert!(!window_open(&field), "two hexes away, next to front hexes, is not in front");
    field.step("N");
    assert!(window_open(&field));
    field.join("bows");
    assert_eq!(field.odds(), "2 against 2, 1 to 1");
    field.commit().roll(4);
    assert!(field.is_disrupted("horse"));
    assert_eq!(field.see("horse").marker, Marker::new(MarkerKind::Movement, 1));
    assert_eq!(field.at("horse"), "2011", "defensive fire makes nobody retreat");
    assert_eq!(field.see("bows").fired, 1);
}

#[test]
#[covers("fire.J", "R53")]
fn each_of_the_three_front_hexes_draws_fire_and_no_flank_hex_does() {
    // Into each neighbour of 2010 from the hex beyond it.
    for (from, step, into, drawn) in [
        ("2012", "N", "2011", true),
        ("2112", "N", "2111", true),
        ("1912", "N", "1911", true),
        ("2109", "S", "2110", false),
        ("1909", "S", "1910", false),
        ("2008", "S", "2009", false),
    ] {
        let mut field = Drill::new()
            .gold("bows", Kind::BO, "2010", "S")
            .blue("horse", Kind::MC, from, step)
            .begin(Step::Moving);
        field.take_up("horse").step(step);
        assert_eq!(field.at("horse"), into);
        assert_eq!(window_open(&field), drawn, "{into}");
    }
}

#[test]
#[covers("fire.J", "R55")]
fn holding_fire_is_allowed_and_the_mover_stops_all_the_same() {
    let mut field = ride_up(bowmen().blue("others", Kind::MC, "3010", "N"));
    field.commit();
    assert_eq!(field.step, Step::Moving);
    assert!(!field.is_disrupted("horse"));
    field.refuses(Order::Move { unit: field.id("horse") }, "movement.G");
    assert_eq!(field.see("bows").fired, 0, "who holds fire may still shoot later");
}

#[test]
#[covers("R55")]
fn any_part_of_those_who_may_can_fire_in_one_attack() {
    let mut field = ride_up(
        bowmen().gold("slingers", Kind::SK, "2010", "SE").gold("archers", Kind::IB, "1911", "SE").gold(
            "away",
            Kind::IB,
            "2111",
            "NE",
        ),
    );
    assert!(window_open(&field));
    field.refuses(join(&field, "away"), "R53");
    field.join("bows").join("slingers").join("archers");
    assert_eq!(field.odds(), "5 against 2, 2 to 1", "all at range 1");
    field.play(Order::Leave { unit: field.id("bows") });
    assert_eq!(field.odds(), "3 against 2, 1 to 1");
    field.commit().roll(3);
    assert!(!field.is_disrupted("horse"));
    assert_eq!(field.see("bows").fired, 0);
    assert_eq!((field.see("slingers").fired, field.see("archers").fired), (1, 1));
    assert!(field.step != Step::Window, "one attack, not several");
}

#[test]
#[covers("R55", "fire.H")]
fn without_a_choice_that_reaches_one_to_two_nobody_is_asked() {
    // One skirmisher against woods: 1 against 3. Uphill: ½ against 3; bowmen 1 against 3.
    for (kind, terrain, asked) in [
        (Kind::SK, Terrain::Clear, true),
        (Kind::SK, Terrain::Village, false),
        (Kind::SK, Terrain::Woods, false),
        (Kind::SK, Terrain::Stream, true),
        (Kind::BO, Terrain::Village, true),
        (Kind::BO, Terrain::Slope, false),
        (Kind::HA, Terrain::Clear, true),
    ] {
        let ground = Drill::new()
            .gold("firer", kind, "2010", "S")
            .blue("horse", Kind::MC, "2012", "N")
            .blue("others", Kind::MC, "3010", "N")
            .terrain("2011", terrain);
        let mut field = ground.begin(Step::Moving);
        field.take_up("horse").step("N");
        assert_eq!(window_open(&field), asked, "{kind:?} at {terrain:?}");
        assert!(asked || field.check(&Order::Move { unit: field.id("horse") }).is_err(), "it stops anyway");
    }
}

#[test]
#[covers("R55", "fire.H")]
fn the_minimum_holds_for_the_units_chosen() {
    let mut field =
        ride_up(bowmen().gold("others", Kind::BO, "2010", "S").terrain("2011", Terrain::Slope).blue(
            "x",
            Kind::MC,
            "3010",
            "N",
        ));
    assert!(window_open(&field), "2 against 3 together, uphill");
    field.join("bows");
    assert_eq!(field.odds(), "1 against 3, below 1 to 2");
    field.refuses(Order::Commit, "R55");
    field.join("others");
    assert_eq!(field.odds(), "2 against 3, 1 to 2");
    field.commit().roll(6);
    assert!(field.is_disrupted("horse"));
}

#[test]
#[covers("R54", "fire.B", "disruption", "brief.3", "R64")]
fn disrupted_units_and_those_that_fired_lately_hold_their_fire_but_stop_the_mover() {
    for (turn, fired, shaken, asked) in [
        (5, 0, false, true),
        (5, 4, false, false),
        (5, 5, false, false),
        (5, 3, false, true),
        (5, 0, true, false),
    ] {
        let mut ground = bowmen().fired("bows", fired).blue("others", Kind::MC, "3010", "N");
        if shaken {
            ground = ground.disrupted("bows", MarkerKind::Fire, 4);
        }
        let mut field = ground.begin_in(turn, Step::Moving);
        field.take_up("horse").step("N").step("N");
        assert_eq!(window_open(&field), asked, "fired {fired}, disrupted {shaken}");
        if !asked {
            field.refuses(Order::Move { unit: field.id("horse") }, "movement.G");
        }
    }
}

#[test]
#[covers("R54", "fire.B")]
fn a_window_refuses_each_unit_that_may_not_fire_under_its_own_rule() {
    let field = {
        let mut field = bowmen()
            .gold("shaken", Kind::BO, "2010", "S")
            .gold("spent", Kind::BO, "2010", "S")
            .gold("swords", Kind::SD, "1911", "SE")
            .gold("wet", Kind::BO, "1911", "SE")
            .gold("behind", Kind::BO, "2111", "SW")
            .disrupted("shaken", MarkerKind::Fire, 4)
            .fired("spent", 4)
            .terrain("1911", Terrain::Stream)
            .crest("2111", "SW")
            .begin_in(5, Step::Moving);
        field.take_up("horse").step("N").step("N");
        field
    };
    field.refuses(join(&field, "shaken"), "R64");
    field.refuses(join(&field, "spent"), "fire.B");
    field.refuses(join(&field, "swords"), "fire");
    field.refuses(join(&field, "wet"), "fire.H");
    field.refuses(join(&field, "behind"), "fire.G");
    field.refuses(join(&field, "horse"), "protocol");
    assert!(field.offers(join(&field, "bows")));
    assert_eq!(field.orders().len(), 2, "join, or hold fire");
}

#[test]
#[covers("R50", "R54", "fire.H", "tec.stream")]
fn no_defensive_fire_out_of_a_stream_or_marsh() {
    for terrain in [Terrain::Stream, Terrain::Marsh] {
        let field = ride_up(bowmen().terrain("2010", terrain).blue("others", Kind::MC, "3010", "N"));
        assert!(!window_open(&field), "{terrain:?}");
        assert_eq!(field.at("horse"), "2011");
    }
}

#[test]
#[covers("R54", "tec.crest", "R47")]
fn a_crest_cuts_defensive_fire_off_unless_the_firer_stands_on_a_slope() {
    let crested = bowmen().crest("2010", "S").blue("others", Kind::MC, "3010", "N");
    assert!(!window_open(&ride_up(crested.clone())));
    assert!(window_open(&ride_up(crested.terrain("2010", Terrain::Slope))));
}

#[test]
#[covers("R54", "fire.J")]
fn a_mover_that_began_adjacent_on_any_side_draws_no_fire_from_that_unit() {
    // From the flank hex 2110 round to the front hex 2111.
    let mut field = Drill::new()
        .gold("bows", Kind::BO, "2010", "S")
        .blue("horse", Kind::MC, "2110", "S")
        .blue("others", Kind::MC, "3010", "N")
        .begin(Step::Moving);
    field.take_up("horse").step("S");
    assert_eq!(field.at("horse"), "2111");
    assert!(!window_open(&field));
    field.refuses(Order::Move { unit: field.id("horse") }, "movement.G");
}

#[test]
#[covers("R54", "fire.J")]
fn going_away_and_coming_back_does_not_undo_having_begun_adjacent() {
    let mut field = Drill::new()
        .gold("bows", Kind::BO, "2010", "S")
        .blue("horse", Kind::MC, "2110", "SE")
        .blue("king", Kind::C, "2110", "SE")
        .begin(Step::Moving);
    field.take_up("horse").step("SE").step("S").play(Order::Turn { facing: crate::drill::direction("NW") });
    assert_eq!(field.at("horse"), "2211");
    field.step("NW");
    assert_eq!(field.at("horse"), "2111");
    assert!(!window_open(&field));
}

#[test]
#[covers("R54")]
fn only_the_units_the_mover_began_adjacent_to_are_barred() {
    // It began beside the bowmen; the archers in 2112 see it come.
    let mut field = Drill::new()
        .gold("bows", Kind::BO, "2010", "S")
        .gold("archers", Kind::IB, "2112", "N")
        .blue("horse", Kind::MC, "2110", "S")
        .begin(Step::Moving);
    field.take_up("horse").step("S");
    assert!(window_open(&field));
    field.refuses(join(&field, "bows"), "R54");
    assert!(field.offers(join(&field, "archers")));
}

#[test]
#[covers("fire.J", "fire.B")]
fn who_fired_defensively_fires_neither_again_in_that_phase_nor_in_the_own_turn_after_it() {
    let mut field = ride_up(bowmen().blue("second", Kind::MC, "2113", "N"));
    field.join("bows").commit().roll(1);
    field.take_up("second").step("N").step("N");
    assert_eq!(field.at("second"), "2111");
    assert!(!window_open(&field));
    // Blue's melee passes; in gold's own Fire Combat Phase the bowmen may not shoot.
    field.end(Step::Moving);
    field.commit();
    assert_eq!((field.player_turn, field.phasing()), (2, Side::Second));
    assert!(field.step != Step::Aim, "nobody can fire, so the phase has passed by itself");
    assert_eq!(field.see("bows").fired, 1);
}

#[test]
#[covers("fire.B", "fire.J")]
fn who_fired_in_the_own_fire_phase_may_not_fire_in_the_enemys_movement_after_it() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "S")
        .gold("target", Kind::SD, "2011", "N")
        .gold("horse", Kind::MC, "1913", "N")
        .begin(Step::Aim);
    field.assault("2011", &["bows"]).roll(1).play(Order::Done);
    // Gold's turn: the cavalry rides into 1911, a front hex.
    assert_eq!(field.phasing(), Side::Second);
    while field.step != Step::Moving {
        field.play(if field.step == Step::Array { Order::Commit } else { Order::Done });
    }
    field.take_up("horse").step("N").step("N");
    assert_eq!(field.at("horse"), "1911");
    assert!(field.step != Step::Window);
}

#[test]
#[covers("R52", "fire.A")]
fn defensive_fire_does_not_bar_melee_in_the_own_turn() {
    let mut field =
        ride_up(Drill::new().gold("slingers", Kind::SK, "2010", "S").blue("horse", Kind::MC, "2013", "N"));
    field.join("slingers").commit().roll(1);
    // Blue holds its melee; gold fires not, moves not, and attacks.
    field.commit();
    while field.step != Step::Array {
        assert_eq!(field.phasing(), Side::Second);
        field.play(Order::Done);
    }
    field.attack("2011");
    assert!(field.offers(join(&field, "slingers")));
}

#[test]
#[covers("R56", "fire.K")]
fn those_who_stood_in_the_hex_are_hit_with_the_newcomer() {
    let mut field =
        ride_up(bowmen().blue("standing", Kind::MC, "2011", "N").blue("captain", Kind::D, "2011", "N").blue(
            "others",
            Kind::MC,
            "3010",
            "N",
        ));
    field.join("bows").commit().roll(6);
    assert!(field.is_disrupted("horse") && field.is_disrupted("standing"));
    assert!(!field.is_disrupted("captain"));
    assert_eq!(field.see("captain").kind, Kind::D);
}

#[test]
#[covers("R56", "disruption.second")]
fn a_later_mover_into_the_same_hex_may_draw_fire_from_those_who_have_not_fired() {
    let mut field =
        ride_up(bowmen().gold("archers", Kind::IB, "2010", "S").blue("second", Kind::MC, "2113", "NW").blue(
            "others",
            Kind::MC,
            "3010",
            "N",
        ));
    field.join("bows").commit().roll(4);
    assert!(field.is_disrupted("horse"));
    field.take_up("second").step("NW").step("N");
    assert_eq!(field.at("second"), "2011");
    assert!(window_open(&field));
    field.refuses(join(&field, "bows"), "fire.B");
    field.join("archers").commit().roll(3);
    // A disrupted unit is among the targets: 3 and one is 4.
    assert_eq!(field.result(), "disrupted");
    assert!(field.lost("horse"), "disrupted twice");
    assert!(field.is_disrupted("second"));
}

#[test]
#[covers("R57", "fire.K")]
fn a_chariot_and_its_passenger_are_hit_together_and_its_leaders_are_not() {
    let ground = Drill::new()
        .gold("bows", Kind::BO, "2010", "S")
        .blue("chariot", Kind::CH, "2013", "N")
        .blue("axes", Kind::AX, "2013", "N")
        .blue("king", Kind::E, "2013", "N")
        .blue("others", Kind::MC, "3010", "N")
        .aboard("axes", "chariot")
        .aboard("king", "chariot");
    let mut field = ground.begin(Step::Moving);
    field.take_up("chariot").step("N").step("N").join("bows").commit().roll(4);
    assert!(field.is_disrupted("chariot") && field.is_disrupted("axes"));
    assert!(!field.is_disrupted("king"));
    assert_eq!((field.at("axes"), field.at("king")), ("2011".into(), "2011".into()));
    field.refuses(Order::Move { unit: field.id("chariot") }, "movement.G");
}

#[test]
#[covers("R57", "R54")]
fn where_the_chariot_began_decides_not_where_its_passenger_did() {
    // The passenger boards from 2110, beside the bowmen; the chariot in 2211 is not beside them.
    let ground = Drill::new()
        .gold("bows", Kind::BO, "2010", "S")
        .blue("chariot", Kind::CH, "2211", "SW")
        .blue("axes", Kind::AX, "2111", "S")
        .blue("king", Kind::C, "2211", "S");
    let mut field = ground.begin(Step::Embark);
    field.play(Order::Embark { unit: field.id("axes"), chariot: field.id("chariot") }).play(Order::Done);
    field.take_up("chariot").play(Order::Turn { facing: crate::drill::direction("NW") }).step("NW");
    assert_eq!((field.at("chariot"), field.at("axes")), ("2111".into(), "2111".into()));
    assert!(window_open(&field));
    // The other way round: the chariot began in 2110 beside them, its passenger in 2209 did not.
    let ground = Drill::new()
        .gold("bows", Kind::BO, "2010", "S")
        .blue("chariot", Kind::CH, "2110", "S")
        .blue("axes", Kind::AX, "2210", "S")
        .blue("king", Kind::C, "2110", "S");
    let mut field = ground.begin(Step::Embark);
    field.play(Order::Embark { unit: field.id("axes"), chariot: field.id("chariot") }).play(Order::Done);
    field.take_up("chariot").step("S");
    assert_eq!(field.at("axes"), "2111");
    assert!(!window_open(&field));
}

#[test]
#[covers("R51")]
fn a_leader_alone_draws_no_fire_but_one_who_joins_troops_does() {
    for (company, asked) in [(false, false), (true, true)] {
        let mut ground = Drill::new()
            .gold("bows", Kind::BO, "2010", "S")
            .blue("king", Kind::F, "2013", "N")
            .blue("others", Kind::MC, "3010", "N");
        if company {
            ground = ground.blue("axes", Kind::AX, "2011", "N");
        }
        let mut field = ground.begin(Step::Moving);
        field.take_up("king").step("N").step("N");
        assert_eq!(window_open(&field), asked);
        if asked {
            field.join("bows").commit().roll(6);
            assert!(field.is_disrupted("axes") && !field.is_disrupted("king"));
        }
        field.refuses(Order::Move { unit: field.id("king") }, "movement.G");
    }
}

#[test]
#[covers("R58", "fire.J")]
fn a_rider_fires_defensively_with_the_chariots_front() {
    let ground = Drill::new()
        .gold("chariot", Kind::CH, "2010", "S")
        .gold("bows", Kind::BO, "2010", "N")
        .aboard("bows", "chariot")
        .blue("horse", Kind::MC, "2013", "N");
    let field = ride_up(ground);
    assert!(window_open(&field));
    assert!(field.offers(join(&field, "bows")));
}

#[test]
#[covers("fire.J", "R56")]
fn a_mover_shot_down_leaves_the_phase_to_the_others() {
    let mut field = ride_up(
        bowmen()
            .gold("a", Kind::BO, "2010", "S")
            .gold("b", Kind::BO, "2010", "S")
            .gold("c", Kind::BO, "1911", "SE")
            .blue("others", Kind::MC, "3010", "N"),
    );
    field.join("bows").join("a").join("b").join("c").commit().roll(6);
    assert_eq!(field.result(), "eliminated");
    assert!(field.lost("horse"));
    assert_eq!((field.step, field.turn()), (Step::Moving, Turn::Order(Side::First)));
    assert!(field.offers(Order::Move { unit: field.id("others") }));
    assert!(!field.offers(Order::Attack { hex: number("2010") }), "nobody attacks while moving");
}
