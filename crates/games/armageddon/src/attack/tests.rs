//! Building, committing and naming melee attacks.

use covers::covers;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Kind;
use crate::unit::Unit;

/// Two pairs that face each other, far apart.
fn two_fronts() -> Field {
    Drill::new()
        .blue("west", Kind::SD, "1011", "N")
        .blue("east", Kind::SD, "2011", "N")
        .blue("spare", Kind::SD, "2011", "N")
        .gold("west bows", Kind::BO, "1010", "S")
        .gold("east bows", Kind::BO, "2010", "S")
        .gold("far", Kind::MI, "3020", "N")
        .begin(Step::Array)
}

#[test]
#[covers("R25", "melee")]
fn everything_is_built_first_and_nothing_is_rolled_before_commitment() {
    let mut field = two_fronts();
    field.attack("1010").join("west").attack("2010").join("east");
    assert_eq!(field.combat.stage, Stage::Idle);
    assert!(field.events.iter().all(|e| e.sum.is_none()), "nothing is declared yet");
    // Before commitment all is open: out, in again, called off, begun anew.
    field.play(Order::Leave { unit: field.id("east") }).join("spare");
    field.play(Order::Withdraw { hex: number("1010") }).attack("1010").join("west");
    field.commit();
    assert_eq!(field.step, Step::Clash);
}

#[test]
#[covers("R25")]
fn after_commitment_nothing_is_added_changed_or_dropped() {
    let mut field = two_fronts();
    field.attack("1010").join("west").attack("2010").join("east").commit();
    let spare = field.id("spare");
    let east = field.id("east");
    for order in [
        Order::Attack { hex: number("2010") },
        Order::Also { hex: number("2010") },
        Order::Join { unit: spare },
        Order::Leave { unit: east },
        Order::Withdraw { hex: number("2010") },
        Order::Commit,
    ] {
        field.refuses(order, "protocol");
        assert!(!field.offers(order), "{order:?}");
    }
    // Even a first attack that changes everything leaves the second as it was laid out.
    field.play(Order::Resolve { hex: number("1010") }).roll(6);
    assert!(field.lost("west bows"));
    assert_eq!((field.combat.stage, field.declared().as_str()), (Stage::Roll, "4 against 1, 4 to 1"));
}

#[test]
#[covers("R25", "melee.G")]
fn the_attacker_names_the_order_of_resolution_and_the_last_comes_by_itself() {
    for (first, second) in [("1010", "2010"), ("2010", "1010")] {
        let mut field = two_fronts();
        field.attack("1010").join("west").attack("2010").join("east").commit();
        field.refuses(Order::Resolve { hex: number("3020") }, "R25");
        assert!(field.offers(Order::Resolve { hex: number(second) }));
        field.play(Order::Resolve { hex: number(first) });
        assert_eq!(field.events.last().map(|e| e.places.clone()), Some(vec![number(first).into()]));
        field.roll(6);
        // One is left: its die is due at once.
        assert_eq!(field.combat.stage, Stage::Roll);
        field.roll(6);
        assert!(field.lost("west bows") && field.lost("east bows"));
        assert_eq!(field.player_turn, 2);
    }
}

#[test]
#[covers("R25")]
fn orders_that_build_need_an_attack_to_build_on() {
    let field = two_fronts();
    field.refuses(Order::Join { unit: field.id("west") }, "R25");
    field.refuses(Order::Leave { unit: field.id("west") }, "R25");
    field.refuses(Order::Withdraw { hex: number("1010") }, "R25");
    field.refuses(Order::Also { hex: number("1010") }, "R25");
    let mut field = two_fronts();
    field.attack("1010");
    field.refuses(Order::Commit, "R25");
    field.refuses(Order::Leave { unit: field.id("west") }, "R25");
    field.refuses(Order::Join { unit: field.id("west bows") }, "protocol");
    field.refuses(Order::Also { hex: number("2010") }, "R25");
}

#[test]
#[covers("R25")]
fn an_attack_called_off_frees_its_target_and_its_units() {
    let mut field = two_fronts();
    field.attack("1010").join("west").attack("2010").join("east").join("spare");
    field.play(Order::Withdraw { hex: number("1010") });
    assert!(field.offers(Order::Attack { hex: number("1010") }));
    // The other attack is untouched, though it was the later one.
    assert_eq!(field.odds(), "8 against 1, 8 to 1");
    field.attack("1010").join("west");
    assert_eq!(field.odds(), "4 against 1, 4 to 1");
}

#[test]
#[covers("R27", "melee.E", "melee.B")]
fn several_hexes_do_not_attack_several_hexes() {
    // Both attackers' hexes front on both targets.
    let drill = || {
        Drill::new()
            .blue("south", Kind::SD, "1011", "N")
            .blue("also south", Kind::SD, "1011", "N")
            .blue("north-east", Kind::SD, "1110", "S")
            .gold("one", Kind::BO, "1010", "S")
            .gold("two", Kind::BO, "1111", "S")
            .begin(Step::Array)
    };
    let mut field = drill();
    field.attack("1010").join("south").join("north-east");
    field.refuses(Order::Also { hex: number("1111") }, "R27");
    assert!(!field.offers(Order::Also { hex: number("1111") }));
    let mut field = drill();
    field.attack("1010").join("south").play(Order::Also { hex: number("1111") });
    field.refuses(Order::Join { unit: field.id("north-east") }, "R27");
    // A second unit of the same hex may join the attack on two hexes.
    field.join("also south");
    assert_eq!(field.odds(), "8 against 2, 4 to 1");
    // Once the first hex has left, the other may take both.
    field.play(Order::Leave { unit: field.id("south") });
    field.play(Order::Leave { unit: field.id("also south") });
    field.join("north-east");
    assert_eq!(field.odds(), "4 against 2, 2 to 1");
}

#[test]
#[covers("R28", "melee.E")]
fn every_target_lies_in_front_of_every_attacker() {
    let drill = || {
        Drill::new()
            .blue("looks north", Kind::SD, "1011", "N")
            .blue("looks north-east", Kind::SD, "1011", "NE")
            .gold("nw", Kind::BO, "0911", "S")
            .gold("n", Kind::BO, "1010", "S")
            .gold("ne", Kind::BO, "1111", "S")
            .gold("se", Kind::BO, "1112", "S")
            .begin(Step::Array)
    };
    let mut field = drill();
    field.attack("1010").join("looks north").join("looks north-east");
    field.refuses(Order::Also { hex: number("0911") }, "R28");
    field.refuses(Order::Also { hex: number("1112") }, "R28");
    assert!(field.offers(Order::Also { hex: number("1111") }));
    // Alone the first may take its whole front; then the other cannot join any more.
    let mut field = drill();
    field.attack("1010").join("looks north").play(Order::Also { hex: number("0911") });
    field.refuses(Order::Join { unit: field.id("looks north-east") }, "R28");
    field.play(Order::Also { hex: number("1111") });
    assert_eq!(field.odds(), "4 against 3, 1 to 1");
}

#[test]
#[covers("R28")]
fn a_combined_target_is_enemy_held_and_not_attacked_otherwise() {
    let mut field = Drill::new()
        .blue("south", Kind::SD, "1011", "N")
        .blue("west", Kind::SD, "0911", "NE")
        .blue("also south", Kind::SD, "1011", "N")
        .gold("n", Kind::BO, "1010", "S")
        .gold("ne", Kind::BO, "1111", "S")
        .begin(Step::Array);
    field.attack("1111").join("south").attack("1010").join("also south");
    field.refuses(Order::Also { hex: number("1111") }, "melee.A");
    field.refuses(Order::Also { hex: number("0911") }, "melee");
    field.refuses(Order::Also { hex: number("0912") }, "melee");
}

#[test]
#[covers("fire.A", "R52", "R107")]
fn units_that_fired_or_fell_back_in_this_player_turn_do_not_melee() {
    let mut field = Drill::new()
        .blue("fired", Kind::SK, "1011", "N")
        .blue("fired in defence", Kind::SK, "1011", "N")
        .blue("fell back", Kind::SK, "1011", "N")
        .fired("fired", 3)
        .fired("fired in defence", 2)
        .flagged("fell back", Unit::FELL_BACK)
        .gold("bows", Kind::BO, "1010", "S")
        .begin_in(3, Step::Array);
    field.attack("1010");
    field.refuses(Order::Join { unit: field.id("fired") }, "fire.A");
    field.refuses(Order::Join { unit: field.id("fell back") }, "R107");
    field.join("fired in defence");
}

/// Two Swordsmen of one hex against two hexes, with leaders among them who look the other way.
fn divided(leaders: &[(&'static str, Kind)]) -> Field {
    let drill = Drill::new()
        .blue("left", Kind::SD, "1011", "N")
        .blue("right", Kind::SD, "1011", "N")
        .blue("neighbour", Kind::SD, "0912", "NE")
        .gold("west", Kind::SD, "0911", "SE")
        .gold("east", Kind::SD, "1111", "SW")
        .gold("elsewhere", Kind::BO, "3020", "S");
    leaders.iter().fold(drill, |d, &(name, kind)| d.blue(name, kind, "1011", "S")).begin(Step::Array)
}

fn totals(field: &Field) -> Vec<String> {
    (0..field.attacks.len() as u8).map(|i| field.sum_of(i).total).collect()
}

#[test]
#[covers("R89", "leaders.D")]
fn with_one_attack_the_leader_supports_it_by_itself_whichever_way_it_looks() {
    let mut field = divided(&[("leader", Kind::D)]);
    field.attack("0911");
    assert_eq!(field.odds(), "no attackers yet");
    field.join("left");
    assert_eq!(field.odds(), "7 against 4, 1 to 1");
    // When the troops leave, the bonus goes with them; troops of another hex never had it.
    field.play(Order::Leave { unit: field.id("left") });
    let mut field = divided(&[("leader", Kind::D)]);
    field.play(Order::Attack { hex: number("1111") }).join("right");
    assert_eq!(field.odds(), "7 against 4, 1 to 1");
}

#[test]
#[covers("R89", "leaders.D", "melee.D")]
fn a_leader_of_a_divided_stack_supports_one_attack_of_its_owners_choice() {
    let mut field = divided(&[("leader", Kind::D)]);
    let leader = field.id("leader");
    field.attack("0911").join("left").attack("1111").join("right");
    assert_eq!(totals(&field), ["7 against 4, 1 to 1", "4 against 4, 1 to 1"]);
    field.refuses(Order::Support { leader, hex: number("0911") }, "R89");
    assert!(field.offers(Order::Support { leader, hex: number("1111") }));
    field.play(Order::Support { leader, hex: number("1111") });
    assert_eq!(totals(&field), ["4 against 4, 1 to 1", "7 against 4, 1 to 1"]);
    // Calling that attack off brings the leader back to the other.
    field.play(Order::Withdraw { hex: number("1111") });
    assert_eq!(totals(&field), ["7 against 4, 1 to 1"]);
}

#[test]
#[covers("R89")]
fn a_leader_stays_with_the_attack_its_owner_named_while_others_join_and_leave() {
    let mut field = Drill::new()
        .blue("left", Kind::SD, "1011", "N")
        .blue("right", Kind::SD, "1011", "N")
        .blue("third", Kind::SD, "1011", "N")
        .blue("leader", Kind::D, "1011", "S")
        .gold("west", Kind::SD, "0911", "SE")
        .gold("east", Kind::SD, "1111", "SW")
        .begin(Step::Array);
    field.attack("0911").join("left").attack("1111").join("right");
    field.play(Order::Support { leader: field.id("leader"), hex: number("1111") }).join("third");
    assert_eq!(totals(&field), ["4 against 4, 1 to 1", "11 against 4, 2 to 1"]);
    field.play(Order::Leave { unit: field.id("right") });
    assert_eq!(totals(&field), ["4 against 4, 1 to 1", "7 against 4, 1 to 1"]);
}

#[test]
#[covers("R89", "R88")]
fn two_leaders_of_a_divided_stack_may_support_different_attacks() {
    let mut field = divided(&[("first", Kind::D), ("second", Kind::C)]);
    field.attack("0911").join("left").attack("1111").join("right");
    assert_eq!(totals(&field), ["8 against 4, 2 to 1", "4 against 4, 1 to 1"]);
    field.play(Order::Support { leader: field.id("second"), hex: number("1111") });
    assert_eq!(totals(&field), ["7 against 4, 1 to 1", "5 against 4, 1 to 1"]);
    field.commit();
    field.play(Order::Resolve { hex: number("1111") });
    assert_eq!(field.declared(), "5 against 4, 1 to 1");
    field.roll(1);
    assert_eq!(field.declared(), "7 against 4, 1 to 1");
}

#[test]
#[covers("R89", "leaders.D", "leaders")]
fn support_needs_a_leader_and_troops_of_its_own_hex_in_the_attack() {
    let mut field = divided(&[("leader", Kind::D)]);
    let leader = field.id("leader");
    field.refuses(Order::Support { leader, hex: number("0911") }, "R25");
    field.attack("0911").join("neighbour");
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
    field.refuses(Order::Support { leader, hex: number("0911") }, "leaders.D");
    field.attack("1111").join("right");
    let troop = field.id("right");
    field.refuses(Order::Support { leader: troop, hex: number("1111") }, "leaders");
    field.refuses(Order::Support { leader: field.id("west"), hex: number("1111") }, "protocol");
    assert_eq!(field.odds(), "7 against 4, 1 to 1");
    field.commit();
    field.refuses(Order::Support { leader, hex: number("0911") }, "protocol");
}

#[test]
#[covers("R89", "R26")]
fn an_attack_that_loses_its_leaders_support_may_fall_below_the_minimum() {
    let mut field = Drill::new()
        .blue("levy", Kind::MI, "1011", "N")
        .blue("other levy", Kind::MI, "1011", "N")
        .blue("leader", Kind::C, "1011", "N")
        .gold("spears", Kind::MS, "0911", "SE")
        .gold("bows", Kind::BO, "1111", "SW")
        .begin(Step::Array);
    field.attack("0911").join("levy");
    assert_eq!(field.odds(), "2 against 3, 1 to 2");
    field.attack("1111").join("other levy");
    assert!(field.offers(Order::Commit));
    field.play(Order::Support { leader: field.id("leader"), hex: number("1111") });
    field.refuses(Order::Commit, "R26");
}

#[test]
#[covers("melee", "melee.A", "fire.C", "fire.G")]
fn a_hex_nobody_can_attack_is_refused_with_the_reason_of_the_nearest_unit() {
    type Case = (Step, fn(Drill) -> Drill, &'static str, &'static str, &'static str);
    let cases: [Case; 4] = [
        (Step::Aim, |d| d.blue("bows", Kind::BO, "2010", "N"), "2001", "fire.C", "9 hexes away"),
        (
            Step::Aim,
            |d| d.blue("bows", Kind::BO, "2010", "N").blue("friend", Kind::AX, "2009", "N"),
            "2008",
            "fire.G",
            "Bowmen 1 is the nearest: the line of fire is blocked",
        ),
        (Step::Array, |d| d.blue("axes", Kind::AX, "2010", "S"), "2009", "melee", "three front hexes"),
        (Step::Array, |d| d.blue("axes", Kind::AX, "2010", "N"), "2007", "melee", "it is 3 hexes away"),
    ];
    for (step, army, at, rule, reason) in cases {
        let field = army(Drill::new()).gold("foe", Kind::MI, at, "N").begin(step);
        let why = field.refuses(Order::Attack { hex: number(at) }, rule);
        assert!(
            why.starts_with(&format!("none of your units can attack {at}")) && why.contains(reason),
            "{why}"
        );
    }
    let mut busy = Drill::new()
        .blue("axes", Kind::AX, "2010", "N")
        .gold("foe", Kind::MI, "2009", "N")
        .gold("other", Kind::MI, "2110", "N")
        .begin(Step::Array);
    busy.attack("2009").join("axes");
    let why = busy.refuses(Order::Attack { hex: number("2110") }, "melee.A");
    assert!(why.contains("takes part in an attack already"), "{why}");
}
