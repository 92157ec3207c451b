//! The disorganized pursuit (ruling R110).

use super::*;

/// Chu's Movement Phase in the Game-Turn of the fake retreat; Jin Spearmen stand at 2020.
fn pursuit(drill: Drill) -> Field {
    let mut field = drill.blue("jin", Kind::MS, "2020", "N").begin_in(2, Step::Moving);
    field.feint_turn = 1;
    field
}

fn take(field: &Field, name: &str) -> Order {
    Order::Move { unit: field.id(name) }
}

#[test]
#[covers("R110", "scenario.fan-20")]
fn levies_go_their_full_three_points_towards_the_enemy_whatever_their_control() {
    let mut field =
        pursuit(chengpu().gold("levy", Kind::MI, "2010", "S").gold("spears", Kind::MS, "2310", "S"));
    field.refuses(Order::Done, "R110");
    field.take_up("spears");
    assert_eq!(field.mover.points, 2, "other troops are not carried away");
    field.play(Order::Halt);
    field.take_up("levy");
    assert_eq!(field.mover.points, 6);
    field.refuses(Order::Halt, "R110");
    field.step("S").step("S");
    field.refuses(Order::Halt, "R110");
    field.step("S");
    assert_eq!((field.at("levy"), field.see("levy").has(Unit::MOVED)), ("2013".into(), true));
    assert!(field.offers(Order::Done));
}

#[test]
#[covers("R110")]
fn every_step_must_shorten_the_distance_to_the_nearest_enemy() {
    let mut field = pursuit(chengpu().gold("levy", Kind::MI, "2010", "SE"));
    field.take_up("levy");
    field.refuses(step("NE"), "R110");
    field.refuses(step("SE"), "R110"); // ten hexes as before
    assert!(field.offers(step("S")));
    let mut aside = pursuit(chengpu().gold("levy", Kind::MI, "2018", "NE"));
    aside.take_up("levy");
    aside.refuses(step("N"), "R110");
    aside.refuses(step("NE"), "R110");
}

#[test]
#[covers("R110")]
fn a_turn_is_made_only_as_needed_and_is_paid() {
    let mut field = pursuit(chengpu().gold("levy", Kind::MI, "2010", "N"));
    field.take_up("levy");
    field.refuses(Order::Halt, "R110");
    field.refuses(Order::Turn { facing: direction("NE") }, "R110"); // leads nowhere
    field.play(Order::Turn { facing: direction("S") });
    assert_eq!(field.mover.points, 4);
    field.refuses(Order::Turn { facing: direction("SE") }, "R110"); // the way is open already
    field.step("S").step("S");
    assert_eq!(field.at("levy"), "2012");
}

#[test]
#[covers("R110", "R108")]
fn dust_ends_the_pursuit() {
    let mut field = pursuit(chengpu().gold("levy", Kind::MI, "2010", "S"));
    for hex in ["2012", "1912", "2112"] {
        let spot = Spot::on(field.hex(number(hex)).unwrap());
        field.dust.push(spot);
    }
    field.take_up("levy").step("S");
    assert_eq!(field.at("levy"), "2011");
    assert!(field.see("levy").has(Unit::MOVED), "every hex nearer to the enemy is dust");
}

#[test]
#[covers("R110", "movement.L")]
fn enemy_bows_end_the_pursuit() {
    let mut field =
        pursuit(chengpu().gold("levy", Kind::MI, "2010", "S").blue("bows", Kind::BO, "2012", "N"));
    field.take_up("levy").step("S");
    assert_eq!((field.at("levy"), field.step), ("2011".into(), Step::Window));
    field.commit();
    assert!(field.see("levy").has(Unit::MOVED));
}

#[test]
#[covers("R110")]
fn levies_that_can_come_no_nearer_are_excused() {
    let mut field = pursuit(chengpu().gold("levy", Kind::MI, "2019", "S"));
    assert!(!field.offers(take(&field, "levy")), "the enemy stands before it");
    field.play(Order::Done);
    assert!(field.is_disrupted("levy"), "yet it is disordered");
}

#[test]
#[covers("R110")]
fn the_levies_on_foot_are_disordered_when_the_phase_ends() {
    let mut field = pursuit(
        chengpu()
            .gold("levy", Kind::MI, "2010", "S")
            .gold("spears", Kind::MS, "2310", "S")
            .gold("car", Kind::CH, "2610", "S")
            .gold("rider", Kind::MI, "2610", "S")
            .aboard("rider", "car")
            .blue("own levy", Kind::MI, "0528", "N"),
    );
    field.take_up("levy").steps("S", 3);
    assert!(!field.is_disrupted("levy"), "not before the phase ends");
    field.play(Order::Done).end(Step::Debark);
    assert_eq!(field.see("levy").marker, Marker::new(MarkerKind::Pursuit, 2));
    for name in ["spears", "rider", "car", "own levy"] {
        assert!(!field.is_disrupted(name), "{name}");
    }
    // It goes like a marker of the own Movement Phase: at the end of the next one.
    idle(&mut field, 4, Step::Moving);
    assert!(field.is_disrupted("levy"));
    field.refuses(take(&field, "levy"), "R64");
    idle(&mut field, 6, Step::Moving);
    assert!(!field.is_disrupted("levy"));
}

#[test]
#[covers("R110", "R63")]
fn a_levy_still_disrupted_keeps_its_marker_and_need_not_pursue() {
    let marked = |kind: MarkerKind, turn: u8| {
        let mut field = chengpu()
            .gold("levy", Kind::MI, "2010", "S")
            .disrupted("levy", kind, turn)
            .blue("jin", Kind::MS, "2020", "N")
            .begin_in(4, Step::Moving);
        field.feint_turn = 3;
        assert!(field.offers(Order::Done), "{kind:?}");
        field.play(Order::Done);
        field
    };
    let melee = marked(MarkerKind::Melee, 3);
    assert_eq!(melee.see("levy").marker, Marker::new(MarkerKind::Melee, 3));
    // A marker of the last Movement Phase comes off at the end of this one, and none takes its place.
    let movement = marked(MarkerKind::Movement, 2);
    assert_eq!(movement.see("levy").marker, Marker::NONE);
}

#[test]
#[covers("R110")]
fn no_levy_embarks_in_the_pursuit() {
    let mut field = chengpu()
        .gold("levy", Kind::MI, "2010", "S")
        .gold("axe", Kind::AX, "2010", "S")
        .gold("car", Kind::CH, "2110", "S")
        .blue("jin", Kind::MS, "2020", "N")
        .begin_in(2, Step::Embark);
    field.feint_turn = 1;
    let chariot = field.id("car");
    field.refuses(Order::Embark { unit: field.id("levy"), chariot }, "R110");
    assert!(field.offers(Order::Embark { unit: field.id("axe"), chariot }));
}

#[test]
#[covers("R110")]
fn the_pursuit_lasts_one_game_turn() {
    let mut field = chengpu()
        .gold("levy", Kind::MI, "2010", "S")
        .blue("jin", Kind::MS, "2020", "N")
        .begin_in(4, Step::Moving);
    field.feint_turn = 1;
    assert!(field.offers(Order::Done));
    field.take_up("levy");
    assert_eq!(field.mover.points, 2, "half of 3, rounded down");
    field.play(Order::Halt).play(Order::Done);
    assert!(!field.is_disrupted("levy"));
}
