//! Civil war from 11.3 and R118 to R129; its leaders have tests of their own.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Arm, EMPIRES, Leader, MUSLIMS, State};
use crate::unit::{Party, Unit};

const REBELS: Party = Party::Rebels;
const AUTHORITY: Party = Party::Authority;

/// Where a leader stands.
pub(super) fn leader(field: &Field, leader: Leader) -> String {
    let spot = field.war.leaders[leader as usize];
    spot.hex().map_or("nowhere".into(), |hex| field.number(hex).to_string())
}

pub(super) fn place(field: &Field, leader: &str, at: &str) -> Order {
    Order::Place { unit: field.id(leader), at: field.station(at), aid: false }
}

/// The combat of a civil war that is due, its die still to come.
pub(super) fn clash(drill: Drill, party: Party) -> Field {
    let mut field = drill.begin(Step::Fight(party));
    field.settle();
    field
}

/// Two loyal tribes with their leader, cornered in 0101 by six of the Rebels.
fn cornered(west: &str, east: &str) -> Field {
    let drill = Drill::new()
        .place_all(2, "loyal", "muslim bedouin", "0101")
        .place_all(6, "rebels", "rebel muslim bedouin", "0101")
        .place("south", west, "0102")
        .place("east", east, "0201")
        .place("leaders", "rebel muslim levy", "0606")
        .civil_war("0101", "0606");
    let mut field = clash(drill, REBELS);
    assert_eq!(field.odds(), "12 against 6, 2 to 1");
    // One each, the defender retreats.
    field.roll(4).lose("loyal");
    field
}

#[test]
#[covers("11.33", "R68", "R70", "R120", "brief.3")]
fn exactly_twenty_four_points_are_allowed_and_not_one_more() {
    let mut field = Drill::new()
        .place("town", "rebel muslim levy", "0101")
        .place("tribe", "rebel muslim bedouin", "0101")
        .place("loyal", "muslim bedouin", "0409")
        .civil_war("0409", "0101")
        .begin(Step::Move(REBELS));
    field.take_up("town").join("tribe").join("umaiya").steps("S", 3);
    assert_eq!(field.mover.points, 24, "the leader costs nothing");
    let why = field.refuses(Order::Step { to: direction("S") }, "11.33");
    assert!(why.contains("32") && why.contains("24"), "{why}");
    // The levy stays; the tribe rides on at no further cost.
    field.leave("town").step("S");
    assert_eq!((field.mover.points, leader(&field, Leader::Umaiya)), (24, "0105".into()));
    field.halt();
    assert_eq!((field.at("town"), field.at("tribe")), ("0104".into(), "0105".into()));
}

#[test]
#[covers("11.31", "11.33", "R71", "R119", "R120")]
fn marching_past_counts_enemies_of_both_sorts_but_no_leader_and_no_ship() {
    let cost = |drill: Drill| {
        let mut field = drill
            .place("tribe", "rebel muslim bedouin", "0303")
            .civil_war("0304", "0303")
            .begin(Step::Move(REBELS));
        field.take_up("tribe").step("S");
        assert_eq!(field.mover.points, 0, "nothing for entering");
        field.step("S");
        field.mover.points
    };
    assert_eq!(cost(Drill::new()), 0, "a leader alone");
    assert_eq!(cost(Drill::new().place_all(2, "loyal", "muslim bedouin", "0304")), 4);
    assert_eq!(cost(Drill::new().place("guard", "persian mercenary", "0304")), 3);
    let both = Drill::new()
        .place_all(2, "loyal", "muslim bedouin", "0304")
        .place("guard", "persian mercenary", "0304")
        .place("friend", "rebel muslim levy", "0304");
    assert_eq!(cost(both), 7);
}

#[test]
#[covers("11.33", "R120")]
fn nobody_wears_away_in_a_civil_war_not_even_by_sitting_still() {
    let mut field = Drill::new()
        .place("town", "rebel muslim levy", "0303")
        .place("loyal", "muslim levy", "0307")
        .civil_war("0307", "0303")
        .begin(Step::Move(REBELS));
    field.take_up("town").step("S").halt();
    // No die for eight points in the desert, and none for those who stay: the other faction moves.
    assert_eq!((field.step, field.turn()), (Step::Move(AUTHORITY), Turn::Order(MUSLIMS)));
}

#[test]
#[covers("11.31", "11.33", "R118", "R119")]
fn in_a_civil_war_there_are_no_ships_no_recruits_and_no_combat_with_the_empires() {
    let drill = || {
        Drill::new()
            .place("tribe", "rebel muslim bedouin", "1303")
            .place("romans", "byzantine levy", "1303")
            .place("dhow", "muslim naval", "1303")
            .place("loyal", "muslim bedouin", "0307")
            .place("pool", "muslim bedouin", "pool")
            .points(State::Muslim, 50)
            .civil_war("0307", "1303")
    };
    let field = drill().begin(Step::Move(REBELS));
    for name in ["dhow", "romans", "loyal"] {
        field.refuses(Order::Move { unit: field.id(name) }, "4.2");
    }
    field.refuses(place(&field, "pool", "Medina"), "4.2");
    let mut field = drill().begin(Step::Move(REBELS));
    field.take_up("tribe");
    field.refuses(Order::Embark { unit: field.id("tribe"), ship: field.id("dhow") }, "4.2");
    let field = drill().begin(Step::Fight(REBELS));
    let at = field.station("1303");
    field.refuses(Order::Attack { at, arm: Arm::Land }, "8.1");
    field.refuses(Order::Attack { at, arm: Arm::Naval }, "11.33");
    assert!(field.offers(Order::Done), "sharing a hex with the Empires is no combat");
}

#[test]
#[covers("8.2", "R96", "R124", "R125")]
fn a_leader_whose_troops_cannot_retreat_is_lost_with_them() {
    let field = cornered("rebel muslim levy", "rebel muslim levy");
    assert_eq!(field.how_many("loyal", "lost"), 2);
    assert_eq!((field.war.round, field.war.won), (0, [0, 1]));
    assert_eq!(field.war.authority, Leader::Umaiya);
}

#[test]
#[covers("11.31", "R119", "R95")]
fn a_civil_war_stack_retreats_among_empires_troops_or_past_ships_but_not_to_the_other_faction() {
    let field = cornered("rebel muslim levy", "persian levy");
    assert_eq!(field.how_many("loyal", "0201"), 1, "Empires troops do not bar the way");
    assert_eq!(leader(&field, Leader::Hashim), "0201");
    assert_eq!(field.war.round, 1);
    let field = cornered("persian mercenary", "rebel converted persian levy");
    assert_eq!(field.how_many("loyal", "0102"), 1);
}

#[test]
#[covers("R126")]
fn if_both_leaders_fall_and_the_defender_is_marked_the_attacker_wins() {
    let drill = || {
        Drill::new()
            .place("rebels", "rebel muslim bedouin", "0303")
            .place("loyal", "muslim bedouin", "0303")
            .civil_war("0303", "0303")
    };
    let mut field = clash(drill(), REBELS);
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
    field.roll(6);
    assert_eq!((field.war.won, field.war.authority), ([0, 1], Leader::Umaiya));
    // The same in the phase of the Authority.
    let mut field = clash(drill(), AUTHORITY);
    field.roll(6);
    assert_eq!((field.war.won, field.war.authority), ([1, 0], Leader::Hashim));
    let mut field = clash(drill(), AUTHORITY);
    field.roll(3);
    assert_eq!(field.war.won, [0, 1], "the attacker is marked");
}

#[test]
#[covers("R125", "R129", "11.33")]
fn the_war_ends_on_the_spot_with_combats_unfought_and_hexes_overstacked() {
    let mut field = Drill::new()
        .place_all(5, "rebels", "rebel muslim bedouin", "0303")
        .place("revolt", "rebel converted turk levy", "0606")
        .place("guard", "persian levy", "0606")
        .place("other", "rebel muslim bedouin", "0305")
        .place("loyal", "muslim bedouin", "0305")
        .place("loser", "rebel muslim bedouin", "0606")
        .civil_war("0303", "0606")
        .begin(Step::Fight(REBELS));
    field.attack("0303").roll(6);
    assert_eq!(field.war.won, [0, 1]);
    assert_eq!(field.how_many("rebels", "0303"), 5, "no stacking judgment");
    assert_eq!((field.at("other"), field.at("loyal")), ("0305".into(), "0305".into()));
    // Converts in revolt stay where they are, among the Persians if need be.
    assert_eq!((field.at("revolt"), field.at("guard")), ("0606".into(), "0606".into()));
    for name in ["rebels", "revolt", "other", "loser"] {
        assert!(!field.see(name).has(Unit::REBEL), "{name}");
    }
    assert_eq!(
        (leader(&field, Leader::Hashim), leader(&field, Leader::Umaiya)),
        ("nowhere".into(), "nowhere".into())
    );
    assert_eq!(field.turn_number(), 3);
}

#[test]
#[covers("11.1", "R129", "4.2")]
fn after_the_war_the_empires_phase_begins() {
    let ended = |errata: bool| {
        let drill = Drill::new()
            .place_all(5, "rebels", "rebel muslim bedouin", "0505")
            .place("guard", "persian levy", "Nineveh")
            .points(State::Persian, 4)
            .recruited(&[State::Persian])
            .civil_war("0505", "0505");
        let mut field = clash(if errata { drill.errata() } else { drill }, REBELS);
        field.roll(6);
        (field.step, field.turn())
    };
    assert_eq!(ended(false), (Step::Recruit(Party::Empires), Turn::Order(EMPIRES)));
    assert_eq!(ended(true), (Step::Move(Party::Empires), Turn::Order(EMPIRES)));
}

#[test]
#[covers("11.33", "R121", "R98")]
fn bedouin_fall_for_good_and_everybody_else_returns_to_the_pool() {
    for (what, to) in [
        ("muslim bedouin", "lost"),
        ("muslim levy", "pool"),
        ("converted persian mercenary", "pool"),
        ("converted turk levy", "pool"),
    ] {
        let drill = Drill::new()
            .place_all(9, "rebels", "rebel muslim bedouin", "0606")
            .place("victim", what, "0606")
            .place("x", "muslim levy", "0303")
            .civil_war("0303", "0606");
        let mut field = clash(drill, REBELS);
        field.roll(6);
        let convert = what.starts_with("converted");
        assert_eq!(
            (field.at("victim"), field.see("victim").has(Unit::CONVERTED)),
            (to.into(), convert),
            "{what}"
        );
    }
}

#[test]
#[covers("R83", "R121", "R124", "7.5")]
fn after_its_combats_a_faction_brings_its_stacks_to_the_limit_and_leaders_do_not_count() {
    let mut field = Drill::new()
        .place("tribe", "rebel muslim bedouin", "0303")
        .place("town", "rebel muslim levy", "0303")
        .place("alone", "rebel muslim bedouin", "0305")
        .place_all(2, "loyal", "muslim bedouin", "0307")
        .civil_war("0307", "0305")
        .begin(Step::Fight(REBELS));
    field.done();
    // A tribe and its leader fit into the desert; a tribe and a town do not.
    assert!(matches!(field.step, Step::Stack(Party::Rebels, _)) && field.turn() == Turn::Order(EMPIRES));
    field.refuses(Order::Lose { unit: field.id("alone") }, "7.5");
    field.lose("tribe");
    assert_eq!((field.at("tribe"), field.see("tribe").has(Unit::REBEL)), ("pool".into(), false));
    // The excess of the Authority waits for its own segment.
    assert_eq!((field.step, field.how_many("loyal", "0307")), (Step::Move(AUTHORITY), 2));
    field.done();
    assert_eq!((field.how_many("loyal", "0307"), field.how_many("loyal", "pool")), (1, 1));
}

#[test]
#[covers("11.2", "11.32", "R121", "R124")]
fn a_rebellion_of_one_leader_is_hunted_down() {
    let mut field = Drill::new()
        .place_all(4, "loyal", "muslim bedouin", "0303")
        .place("far", "muslim levy", "Aden")
        .note(|p| p.war.round = 1)
        .begin(Step::Leader(REBELS));
    let order = place(&field, "umaiya", "Medina");
    field.play(order);
    let order = place(&field, "hashim", "Aden");
    field.play(order);
    // The Rebels have nobody to move; the Authority rides to Medina.
    assert_eq!((field.step, field.turn()), (Step::Move(AUTHORITY), Turn::Order(MUSLIMS)));
    let ids = field.ids("loyal");
    field.take_up("loyal");
    for unit in &ids[1..] {
        field.play(Order::Join { unit: *unit });
    }
    field.step("NW").halt();
    assert_eq!(field.at("loyal"), "0202");
    field.done();
    assert_eq!(field.odds(), "8 against 3, 2 to 1");
    field.roll(6);
    assert_eq!((field.war.won, field.war.authority), ([1, 0], Leader::Hashim));
}

#[test]
#[covers("11.32", "11.33", "R127")]
fn rounds_alternate_from_the_rebels_and_a_blow_struck_counts_as_stirring() {
    let mut field = Drill::new()
        .place_all(2, "rebels", "rebel muslim bedouin", "0303")
        .place("loyal", "muslim bedouin", "0305")
        .place("far", "muslim bedouin", "0409")
        .civil_war("0409", "0303")
        .begin(Step::Move(REBELS));
    field.done();
    assert_eq!((field.war.round, field.step), (1, Step::Move(AUTHORITY)));
    field.take_up("loyal").step("N").halt().done();
    assert_eq!((field.war.round, field.step), (2, Step::Move(REBELS)));
    assert_eq!(field.turn(), Turn::Order(EMPIRES));
    let mut field = Drill::new()
        .place_all(2, "rebels", "rebel muslim bedouin", "0303")
        .place("loyal", "muslim levy", "0303")
        .place("far", "muslim bedouin", "0409")
        .civil_war("0409", "0303")
        .begin(Step::Move(REBELS));
    field.done().roll(6);
    assert!(field.war.stirred);
    field.done();
    assert_eq!(field.war.round, 2, "the round had its combat");
}

#[test]
#[covers("brief.2", "R25")]
fn seats_change_only_when_rebels_win_and_only_with_the_option_and_change_back_the_same_way() {
    let after = |exchange: bool, swapped: bool, rebels_win: bool| {
        let drill = Drill::new()
            .place_all(5, "rebels", "rebel muslim bedouin", "0303")
            .place_all(5, "loyal", "muslim bedouin", "0307")
            .place("romans", "byzantine levy", "Homs")
            .note(move |p| p.swapped = swapped)
            .civil_war(if rebels_win { "0303" } else { "0307" }, if rebels_win { "0303" } else { "0307" });
        let drill = if exchange { drill.exchange() } else { drill };
        let mut field = clash(drill, if rebels_win { REBELS } else { AUTHORITY });
        field.roll(6);
        assert_eq!(field.war.won, if rebels_win { [0, 1] } else { [1, 0] });
        (field.swapped, field.turn())
    };
    assert_eq!(after(true, false, true), (true, Turn::Order(MUSLIMS)));
    assert_eq!(after(true, true, true), (false, Turn::Order(EMPIRES)));
    assert_eq!(after(true, false, false), (false, Turn::Order(EMPIRES)));
    assert_eq!(after(true, true, false), (true, Turn::Order(MUSLIMS)));
    assert_eq!(after(false, false, true), (false, Turn::Order(EMPIRES)));
}

#[test]
#[covers("R25", "11.31")]
fn with_seats_exchanged_the_first_player_runs_the_rebels_of_the_next_war() {
    let mut field = Drill::new()
        .exchange()
        .place("rebels", "rebel muslim bedouin", "0303")
        .place("loyal", "muslim bedouin", "0307")
        .points(State::Muslim, 7)
        .note(|p| p.swapped = true)
        .civil_war("0307", "0303")
        .begin(Step::Move(REBELS));
    assert_eq!(field.turn(), Turn::Order(MUSLIMS));
    field.done();
    assert_eq!(field.turn(), Turn::Order(EMPIRES));
    assert_eq!(field.track(State::Muslim), 7, "tracks and units stay with their sides");
}
