//! The charge, and where chariots cannot go.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Coming, Kind, Terrain};
use crate::unit::{MarkerKind, Unit};

/// Axemen on a chariot under control in 1016, looking north; Swordsmen in 1010 look back. Far off there is
/// another fight to be had, so that the Melee Combat Phase never passes by itself.
fn axes_and_swords() -> Drill {
    Drill::new()
        .blue("car", Kind::CH, "1016", "N")
        .blue("axes", Kind::AX, "1016", "N")
        .blue("leader", Kind::B, "1017", "N")
        .blue("guard", Kind::SD, "3021", "N")
        .aboard("axes", "car")
        .gold("swords", Kind::SD, "1010", "S")
        .gold("guarded", Kind::SD, "3020", "S")
}

/// Rides the chariot: compass names are steps, names with `!` are turns. Then the phase is ended.
fn ride(drill: Drill, path: &[&str]) -> Field {
    let mut field = drill.begin(Step::Moving);
    field.take_up("car");
    for leg in path {
        match leg.strip_prefix('!') {
            Some(facing) => field.play(Order::Turn { facing: direction(facing) }),
            None => field.step(leg),
        };
    }
    if field.mover.unit.some().is_some() {
        field.play(Order::Halt);
    }
    while matches!(field.step, Step::Moving | Step::Debark) {
        field.play(Order::Done);
    }
    assert_eq!(field.step, Step::Array, "{}", engine::Shown::prompt(&*field));
    field
}

fn charged(drill: Drill, path: &[&str]) -> bool {
    let field = ride(drill, path);
    field.see("car").has(Unit::CHARGED)
}

#[test]
#[covers("chariots.A", "chariots.D", "brief.2", "R82")]
fn axemen_on_a_charging_chariot_fight_swordsmen_at_two_to_one() {
    let mut field = ride(axes_and_swords(), &["N", "N", "N", "N", "N"]);
    assert_eq!(field.at("axes"), "1011");
    field.attack("1010").join("axes");
    assert_eq!(field.odds(), "3 against 4, 1 to 2, fought at 2 to 1");
    // At 2 to 1 a 3 disrupts, at 1 to 2 it does nothing.
    field.commit().roll(3);
    field.finish();
    assert!(field.is_disrupted("swords"));
}

#[test]
#[covers("chariots.A", "chariots.D")]
fn without_a_charge_riding_gives_nothing() {
    let near = || {
        Drill::new()
            .blue("car", Kind::CH, "1014", "N")
            .blue("axes", Kind::AX, "1014", "N")
            .blue("leader", Kind::B, "1014", "N")
            .aboard("axes", "car")
            .gold("swords", Kind::SD, "1010", "S")
    };
    // Three hexes are one too few.
    let mut field = ride(near(), &["N", "N", "N"]);
    field.attack("1010").join("axes");
    assert_eq!(field.odds(), "3 against 4, 1 to 2");
    field.commit().roll(3);
    assert!(!field.is_disrupted("swords"));
}

#[test]
#[covers("chariots.A", "brief.2", "crt")]
fn the_shift_is_two_columns_and_stops_at_the_last() {
    // Levies beside the rider bring the unshifted odds up; Bowmen alone are worth 1.
    const LEVIES: [&str; 8] = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];
    let places = [("0911", "NE"), ("1111", "NW"), ("0910", "SE")];
    let fought = |levies: usize| {
        let mut drill = Drill::new()
            .blue("car", Kind::CH, "1011", "N")
            .blue("rider", Kind::MI, "1011", "N")
            .aboard("rider", "car")
            .flagged("car", Unit::CHARGED)
            .gold("bows", Kind::BO, "1010", "S");
        for (i, name) in LEVIES[..levies].iter().enumerate() {
            drill = drill.blue(name, Kind::MI, places[i / 3].0, places[i / 3].1);
        }
        let mut field = drill.begin(Step::Array);
        field.attack("1010").join("rider");
        for name in &LEVIES[..levies] {
            field.join(name);
        }
        field.odds()
    };
    assert_eq!(fought(0), "1 against 1, 1 to 1, fought at 3 to 1");
    assert_eq!(fought(1), "2 against 1, 2 to 1, fought at 4 to 1");
    assert_eq!(fought(4), "5 against 1, 5 to 1, fought at 7 to 1");
    assert_eq!(fought(5), "6 against 1, 6 to 1, fought at 8 to 1");
    assert_eq!(fought(6), "7 against 1, 7 to 1, fought at 8 to 1");
    assert_eq!(fought(7), "8 against 1, 8 to 1");
}

#[test]
#[covers("brief.2", "R82", "chariots.A")]
fn one_charging_rider_shifts_the_whole_attack_and_two_shift_it_no_further() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1011", "N")
        .blue("axes", Kind::AX, "1011", "N")
        .blue("second car", Kind::CH, "0911", "NE")
        .blue("second axes", Kind::AX, "0911", "NE")
        .blue("foot", Kind::AX, "1111", "NW")
        .aboard("axes", "car")
        .aboard("second axes", "second car")
        .flagged("car", Unit::CHARGED)
        .flagged("second car", Unit::CHARGED)
        .gold("d1", Kind::AX, "1010", "S")
        .gold("d2", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("foot");
    assert_eq!(field.odds(), "3 against 6, 1 to 2");
    field.join("axes");
    assert_eq!(field.odds(), "6 against 6, 1 to 1, fought at 3 to 1");
    field.join("second axes");
    assert_eq!(field.odds(), "9 against 6, 1 to 1, fought at 3 to 1");
}

#[test]
#[covers("R82", "chariots.A")]
fn a_charging_chariot_whose_rider_stands_by_shifts_nothing() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1011", "N")
        .blue("rider", Kind::AX, "1011", "N")
        .blue("foot", Kind::AX, "1111", "NW")
        .aboard("rider", "car")
        .flagged("car", Unit::CHARGED)
        .gold("axes", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("foot");
    assert_eq!(field.odds(), "3 against 3, 1 to 1");
    field.join("rider");
    assert_eq!(field.odds(), "6 against 3, 2 to 1, fought at 4 to 1");
}

#[test]
#[covers("R82")]
fn a_rider_who_got_off_brings_no_shift() {
    let mut field = axes_and_swords().begin(Step::Moving);
    field.take_up("car");
    field.steps("N", 5);
    field.play(Order::Halt);
    while field.step == Step::Moving {
        field.play(Order::Done);
    }
    assert!(field.see("car").has(Unit::CHARGED));
    field.play(Order::Debark { unit: field.id("axes"), hex: number("0911") });
    field.play(Order::Face { facing: direction("NE") });
    while field.step == Step::Debark {
        field.play(Order::Done);
    }
    field.attack("1010").join("axes");
    assert_eq!(field.odds(), "3 against 4, 1 to 2");
}

#[test]
#[covers("R82", "chariots.D")]
fn a_charge_strikes_into_any_front_hex_and_any_terrain() {
    for (hex, facing) in [("0911", "SE"), ("1010", "S"), ("1111", "SW")] {
        let drill = Drill::new()
            .terrain(hex, Terrain::Village)
            .blue("car", Kind::CH, "1016", "N")
            .blue("axes", Kind::AX, "1016", "N")
            .blue("leader", Kind::B, "1017", "N")
            .aboard("axes", "car")
            .gold("bows", Kind::BO, hex, facing);
        // Bowmen stop whoever comes before them, which ends the charge where it should end.
        let mut field = drill.begin(Step::Moving);
        field.take_up("car");
        field.steps("N", 5);
        while field.step != Step::Array {
            let order = if field.step == Step::Window { Order::Commit } else { Order::Done };
            field.play(order);
        }
        field.attack(hex).join("axes");
        assert_eq!(field.odds(), "3 against 2, 1 to 1, fought at 3 to 1", "{hex}");
    }
}

#[test]
#[covers("R81", "chariots.D")]
fn the_last_four_steps_lead_in_one_straight_line() {
    let lone = axes_and_swords;
    assert!(charged(lone(), &["N", "N", "N", "N"]));
    assert!(charged(lone(), &["N", "N", "N", "N", "N"]));
    assert!(!charged(lone(), &["N", "N", "N"]));
    assert!(!charged(lone(), &[]));
    // A bend starts the count anew.
    assert!(!charged(lone(), &["N", "NE", "N", "N", "N"]));
    assert!(!charged(lone(), &["N", "N", "N", "NE", "NE"]));
    assert!(charged(lone(), &["NE", "N", "N", "N", "N"]));
    assert!(charged(lone(), &["NW", "N", "NE", "NE", "NE", "NE"]));
}

#[test]
#[covers("R81")]
fn a_turn_among_or_after_the_four_spoils_the_charge() {
    let lone = axes_and_swords;
    assert!(!charged(lone(), &["N", "N", "N", "N", "!NE"]));
    assert!(!charged(lone(), &["N", "N", "!NE", "!N", "N", "N"]));
    // Before the four a turn does no harm.
    assert!(charged(lone(), &["!NE", "NE", "NE", "NE", "NE"]));
    // Turning after one charge and running four more is a charge again.
    assert!(charged(lone(), &["N", "N", "N", "N", "!SE", "SE", "SE", "SE", "SE"]));
}

#[test]
#[covers("chariots.D", "R81")]
fn a_chariot_may_ride_away_to_gain_room_for_its_charge() {
    let drill = Drill::new()
        .blue("car", Kind::CH, "1013", "N")
        .blue("axes", Kind::AX, "1013", "N")
        .blue("leader", Kind::B, "0914", "N")
        .aboard("axes", "car")
        .gold("swords", Kind::SD, "1010", "S");
    // Turn, two hexes back, turn, four forward: 1 + 2 + 1 + 4 of 10 points.
    let mut field = ride(drill, &["!S", "S", "S", "!N", "N", "N", "N", "N"]);
    assert_eq!(field.at("car"), "1011");
    field.attack("1010").join("axes");
    assert_eq!(field.odds(), "3 against 4, 1 to 2, fought at 2 to 1");
}

#[test]
#[covers("R81", "chariots.D", "tec.clear")]
fn each_of_the_last_four_hexes_is_clear() {
    let path = ["N", "N", "N", "N", "N"];
    for terrain in [Terrain::Village, Terrain::Woods, Terrain::Slope] {
        // In the last four hexes it spoils the charge, in the one before it does not.
        for hex in ["1011", "1012", "1013", "1014"] {
            assert!(!charged(axes_and_swords().terrain(hex, terrain), &path), "{terrain:?} in {hex}");
        }
        assert!(charged(axes_and_swords().terrain("1015", terrain), &path), "{terrain:?} in 1015");
        // Where the chariot started from does not matter.
        assert!(charged(axes_and_swords().terrain("1016", terrain), &path), "{terrain:?} in 1016");
    }
    // The road of fan scenario 12 is clear ground for charges.
    assert!(charged(axes_and_swords().terrain("1012", Terrain::Road), &path));
}

#[test]
#[covers("R81", "R3", "chariots.D")]
fn each_of_the_last_four_hexes_is_empty_when_entered() {
    let path = ["N", "N", "N", "N", "N"];
    for friend in [Kind::MI, Kind::C] {
        for hex in ["1012", "1013", "1014"] {
            let drill = axes_and_swords().blue("friend", friend, hex, "N");
            assert!(!charged(drill, &path), "{friend:?} in {hex}");
        }
        assert!(charged(axes_and_swords().blue("friend", friend, "1015", "N"), &path), "{friend:?} in 1015");
    }
    // A lone leader in the hex where it ends spoils it as well.
    assert!(!charged(axes_and_swords().blue("friend", Kind::A, "1011", "N"), &path));
}

#[test]
#[covers("R81", "R21")]
fn the_hex_of_entry_is_no_part_of_the_charge() {
    let drill = || {
        Drill::new()
            .with(|sheet| {
                let hexes = sheet.ground.grid.hexes().filter(|&h| sheet.ground.grid.row(h) == 30).collect();
                sheet.groups[0].coming = Coming::Enters { hexes, turn: 1, optional: true };
            })
            .off_map("axes", Side::First, Kind::AX)
            .off_map("car", Side::First, Kind::CH)
            .aboard("axes", "car")
            .gold("far", Kind::MI, "3010", "N")
            .begin(Step::Moving)
    };
    for (steps, charge) in [(3, false), (4, true)] {
        let mut field = drill();
        field.take_up("car").play(Order::Enter { hex: number("1030") });
        field.play(Order::Face { facing: direction("N") });
        field.steps("N", steps);
        // Nobody is near: the phases pass by themselves, so look before the turn ends.
        field.halt_mover();
        assert_eq!(field.see("car").has(Unit::CHARGED), charge, "{steps} steps");
    }
}

#[test]
#[covers("R81", "R82")]
fn a_charge_counts_in_its_own_player_turn_only() {
    let mut field = ride(axes_and_swords(), &["N", "N", "N", "N", "N"]);
    assert!(field.see("car").has(Unit::CHARGED));
    field.commit();
    assert!(!field.see("car").has(Unit::CHARGED), "a new Player-Turn has begun");
}

#[test]
#[covers("chariots.A", "R58")]
fn chariots_give_no_advantage_to_fire() {
    let mut on_foot =
        Drill::new().blue("bows", Kind::BO, "1011", "N").gold("levy", Kind::MI, "1010", "S").begin(Step::Aim);
    on_foot.attack("1010").join("bows");
    let mut riding = Drill::new()
        .blue("car", Kind::CH, "1011", "N")
        .blue("bows", Kind::BO, "1011", "N")
        .aboard("bows", "car")
        .flagged("car", Unit::CHARGED)
        .gold("levy", Kind::MI, "1010", "S")
        .begin(Step::Aim);
    riding.attack("1010").join("bows");
    assert_eq!(on_foot.odds(), "2 against 2, 1 to 1");
    assert_eq!(riding.odds(), on_foot.odds());
}

#[test]
#[covers("chariots.E", "R83", "tec.stream")]
fn a_stream_ends_the_chariots_move_turns_included() {
    let mut field = Drill::new()
        .terrain("1014", Terrain::Stream)
        .blue("car", Kind::CH, "1016", "N")
        .blue("axes", Kind::AX, "1016", "N")
        .blue("leader", Kind::B, "1016", "N")
        .aboard("axes", "car")
        .gold("far", Kind::MI, "3010", "N")
        .begin(Step::Moving);
    field.take_up("car").step("N").step("N");
    // Seven of ten points are left, and none may be used.
    assert_eq!((field.at("car").as_str(), field.mover.unit.some()), ("1014", None));
    field.refuses(Order::Move { unit: field.id("car") }, "movement.G");
    // Foot passes on.
    let mut field = Drill::new()
        .terrain("1014", Terrain::Stream)
        .blue("axes", Kind::AX, "1015", "N")
        .blue("leader", Kind::B, "1015", "N")
        .begin(Step::Moving);
    field.take_up("axes").step("N").step("N");
    assert_eq!(field.at("axes"), "1013");
}

#[test]
#[covers("chariots.E", "R83")]
fn a_chariot_that_begins_in_a_stream_moves_freely() {
    let mut field = Drill::new()
        .terrain("1014", Terrain::Stream)
        .blue("car", Kind::CH, "1014", "N")
        .blue("leader", Kind::B, "1014", "N")
        .gold("far", Kind::MI, "3010", "N")
        .begin(Step::Moving);
    field.take_up("car").play(Order::Turn { facing: direction("NE") });
    field.steps("NE", 9);
    assert_eq!(field.mover.unit.some(), None);
    assert_ne!(field.at("car"), "1014");
}

#[test]
#[covers("R83", "R67")]
fn a_stream_ends_a_chariots_retreat() {
    let mut field = Drill::new()
        .lane()
        .terrain("1008", Terrain::Stream)
        .blue("swords", Kind::SD, "1011", "N")
        .gold("car", Kind::CH, "1010", "S")
        .gold("axes", Kind::AX, "1010", "S")
        .aboard("axes", "car")
        .begin(Step::Array);
    field.assault("1010", &["swords"]).roll(4);
    assert_eq!((field.at("car"), field.at("axes")), ("1008".into(), "1008".into()));
    assert!(field.is_disrupted("car") && field.is_disrupted("axes"));
}

#[test]
#[covers("chariots.G", "tec.crest")]
fn chariots_never_cross_a_crest_but_others_do() {
    let mut field = Drill::new()
        .crest("1010", "N")
        .blue("car", Kind::CH, "1010", "N")
        .blue("axes", Kind::AX, "1010", "N")
        .blue("leader", Kind::B, "1010", "N")
        .begin(Step::Moving);
    field.take_up("car");
    field.refuses(Order::Step { to: direction("N") }, "chariots.G");
    assert!(!field.offers(Order::Step { to: direction("N") }));
    field.step("NE").play(Order::Halt);
    field.take_up("axes").step("N");
    assert_eq!(field.at("axes"), "1009");
}

#[test]
#[covers("chariots.F", "stacking.E", "R75")]
fn a_chariot_may_not_end_its_move_beside_others_but_passes_through_them() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1012", "N")
        .blue("axes", Kind::AX, "1012", "N")
        .blue("leader", Kind::B, "1012", "N")
        .blue("levy", Kind::MI, "1011", "N")
        .blue("captain", Kind::C, "1009", "N")
        .aboard("axes", "car")
        // Shot at in the enemy's Player-Turn: the levy cannot make room.
        .disrupted("levy", MarkerKind::Fire, 2)
        .gold("far", Kind::MI, "3010", "N")
        .begin_in(3, Step::Moving);
    field.take_up("car").step("N");
    field.refuses(Order::Halt, "R73");
    assert!(!field.offers(Order::Halt));
    field.step("N");
    assert!(field.offers(Order::Halt));
    // Beside a leader and with its own passenger it may stop.
    field.step("N");
    assert!(field.offers(Order::Halt));
}
