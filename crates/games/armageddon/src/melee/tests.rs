//! The cases of the chapter one by one, as a referee would lay them out on the table.

use covers::covers;

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::Kind;
use crate::unit::MarkerKind;

#[test]
#[covers("melee", "facing")]
fn a_unit_attacks_only_into_its_three_front_hexes() {
    let field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("n", Kind::MI, "1010", "S")
        .gold("ne", Kind::MI, "1111", "S")
        .gold("se", Kind::MI, "1112", "N")
        .gold("s", Kind::MI, "1012", "N")
        .gold("sw", Kind::MI, "0912", "N")
        .gold("nw", Kind::MI, "0911", "S")
        .begin(Step::Array);
    for front in ["1010", "1111", "0911"] {
        assert!(field.offers(Order::Attack { hex: number(front) }), "{front}");
    }
    for flank in ["1112", "1012", "0912"] {
        field.refuses(Order::Attack { hex: number(flank) }, "melee");
        assert!(!field.offers(Order::Attack { hex: number(flank) }), "{flank}");
    }
}

#[test]
#[covers("melee")]
fn empty_hexes_own_hexes_and_distant_enemies_are_no_targets() {
    let field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .blue("friend", Kind::MI, "1111", "N")
        .gold("near", Kind::MI, "1010", "S")
        .gold("far", Kind::MI, "0909", "S")
        .begin(Step::Array);
    for (hex, what) in [("0911", "empty"), ("1111", "own"), ("0909", "two hexes away")] {
        field.refuses(Order::Attack { hex: number(hex) }, "melee");
        assert!(!field.offers(Order::Attack { hex: number(hex) }), "{what}");
    }
    field.refuses(Order::Attack { hex: number("4101") }, "protocol");
}

#[test]
#[covers("melee.A", "melee.F")]
fn no_unit_attacks_twice_and_no_hex_is_attacked_twice() {
    let mut field = Drill::new()
        .blue("first", Kind::SD, "1011", "N")
        .blue("second", Kind::SD, "1011", "N")
        .blue("third", Kind::SD, "1011", "N")
        .gold("ahead", Kind::MI, "1010", "S")
        .gold("aside", Kind::MI, "1111", "S")
        .begin(Step::Array);
    field.attack("1010").join("first").attack("1111");
    field.refuses(Order::Join { unit: field.id("first") }, "melee.A");
    field.join("second");
    field.refuses(Order::Attack { hex: number("1010") }, "melee.A");
    field.refuses(Order::Attack { hex: number("1111") }, "melee.A");
    field.refuses(Order::Also { hex: number("1010") }, "melee.A");
    assert!(field.offers(Order::Join { unit: field.id("third") }));
    // Each brings its whole strength to its one attack, nothing is spread.
    assert_eq!(field.odds(), "4 against ½, 8 to 1");
}

#[test]
#[covers("melee.A")]
fn a_defender_that_held_is_not_attacked_again_in_the_phase() {
    let mut field = Drill::new()
        .blue("first", Kind::MS, "1011", "N")
        .blue("second", Kind::MS, "0911", "NE")
        .gold("ahead", Kind::MS, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["first"]).roll(1);
    assert_eq!(field.result(), "no effect");
    // The phase is over: the unhurt defender cannot be tried again by the other Spearmen.
    assert_eq!(field.player_turn, 2);
}

#[test]
#[covers("melee.B")]
fn as_many_as_six_stacks_join_against_one_hex() {
    let mut field = Drill::new()
        .blue("n", Kind::MI, "1009", "S")
        .blue("ne", Kind::MI, "1110", "SW")
        .blue("se", Kind::MI, "1111", "NW")
        .blue("s", Kind::MI, "1011", "N")
        .blue("sw", Kind::MI, "0911", "NE")
        .blue("nw", Kind::MI, "0910", "SE")
        .gold("bows", Kind::BO, "1010", "S")
        .begin(Step::Array);
    field.attack("1010");
    for (joined, name) in ["n", "ne", "se", "s", "sw", "nw"].into_iter().enumerate() {
        field.join(name);
        assert!(field.odds().starts_with(&format!("{} against 1,", joined + 1)), "{}", field.odds());
    }
    assert_eq!(field.odds(), "6 against 1, 6 to 1");
}

#[test]
#[covers("melee.C", "melee.F")]
fn a_stack_defends_as_one_and_suffers_as_one() {
    let mut field = Drill::new()
        .blue("spears", Kind::MS, "1011", "N")
        .blue("more spears", Kind::MS, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .gold("other levy", Kind::MI, "1010", "S")
        .gold("slingers", Kind::SK, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("spears");
    assert_eq!(field.odds(), "3 against 3, 1 to 1");
    field.join("more spears");
    assert_eq!(field.odds(), "6 against 3, 2 to 1");
    field.commit().roll(3);
    for name in ["levy", "other levy", "slingers"] {
        assert!(field.is_disrupted(name), "{name}");
    }
}

#[test]
#[covers("melee.D", "melee.G")]
fn a_stack_divides_over_two_attacks_and_one_unit_stands_by() {
    let mut field = Drill::new()
        .blue("left", Kind::AX, "1011", "N")
        .blue("right", Kind::AX, "1011", "N")
        .blue("idle", Kind::AX, "1011", "N")
        .gold("west", Kind::BO, "0911", "SE")
        .gold("east", Kind::BO, "1111", "SW")
        .begin(Step::Array);
    field.attack("0911").join("left");
    assert_eq!(field.odds(), "3 against 1, 3 to 1");
    field.attack("1111").join("right");
    assert_eq!(field.odds(), "3 against 1, 3 to 1");
    field.commit();
    // Any order, each result in full before the next die.
    field.play(Order::Resolve { hex: number("1111") }).roll(6);
    assert!(field.lost("east") && !field.lost("west"));
    field.roll(1);
    assert!(!field.lost("west") && !field.is_disrupted("west"));
}

#[test]
#[covers("melee.E", "R28")]
fn one_hex_takes_two_hexes_together_though_they_do_not_touch() {
    let mut field = Drill::new()
        .blue("first", Kind::SD, "1011", "N")
        .blue("second", Kind::SD, "1011", "N")
        .gold("west", Kind::SD, "0911", "SE")
        .gold("east", Kind::SD, "1111", "SW")
        .begin(Step::Array);
    field.attack("0911").join("first").join("second");
    assert_eq!(field.odds(), "8 against 4, 2 to 1");
    field.play(Order::Also { hex: number("1111") });
    assert_eq!(field.odds(), "8 against 8, 1 to 1");
    field.commit().roll(4);
    field.finish();
    assert!(field.is_disrupted("west") && field.is_disrupted("east"));
}

#[test]
#[covers("melee.E")]
fn one_hex_may_take_all_three_front_hexes() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("west", Kind::BO, "0911", "SE")
        .gold("ahead", Kind::BO, "1010", "S")
        .gold("east", Kind::BO, "1111", "SW")
        .begin(Step::Array);
    field.attack("1010").join("swords");
    field.play(Order::Also { hex: number("0911") }).play(Order::Also { hex: number("1111") });
    assert_eq!(field.odds(), "4 against 3, 1 to 1");
}

#[test]
#[covers("melee.G", "retreat.through", "R42")]
fn the_first_result_is_carried_out_before_the_second_attack_is_rolled() {
    let drill = || {
        Drill::new()
            .lane()
            .blue("south", Kind::MS, "1011", "N")
            .blue("east", Kind::AX, "1109", "SW")
            .gold("levy", Kind::MI, "1010", "S")
            .gold("axes", Kind::AX, "1009", "SE")
            .begin(Step::Array)
    };
    let build = |field: &mut Field| {
        field.attack("1010").join("south").attack("1009").join("east").commit();
    };
    // The levy flees through the Axemen: these are disrupted, and a 3 becomes a 4 that kills them.
    let mut field = drill();
    build(&mut field);
    field.play(Order::Resolve { hex: number("1010") }).roll(3);
    assert_eq!(field.at("levy"), "1007");
    assert!(field.is_disrupted("axes"));
    field.roll(3);
    assert_eq!(field.result(), "disrupted");
    assert!(field.lost("axes"));
    // The other way round the Axemen stand firm against the same die.
    let mut field = drill();
    build(&mut field);
    field.play(Order::Resolve { hex: number("1009") }).roll(3);
    assert_eq!(field.result(), "no effect");
    assert!(!field.is_disrupted("axes"));
}

#[test]
#[covers("melee.H", "melee.B")]
fn twenty_six_against_nine_is_two_to_one() {
    let mut field = Drill::new()
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .blue("s3", Kind::SD, "1011", "N")
        .blue("s4", Kind::SD, "0911", "NE")
        .blue("s5", Kind::SD, "0911", "NE")
        .blue("s6", Kind::SD, "0911", "NE")
        .blue("m1", Kind::MI, "1111", "NW")
        .blue("m2", Kind::MI, "1111", "NW")
        .blue("m3", Kind::MI, "1111", "NW")
        .gold("a1", Kind::AX, "1010", "S")
        .gold("a2", Kind::AX, "1010", "S")
        .gold("a3", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.attack("1010");
    for name in ["s1", "s2", "s3", "s4", "s5", "s6", "m1", "m2"] {
        field.join(name);
    }
    assert_eq!(field.odds(), "26 against 9, 2 to 1");
    field.join("m3");
    assert_eq!(field.odds(), "27 against 9, 3 to 1");
}

#[test]
#[covers("melee.J", "R30")]
fn mixed_types_of_one_hex_do_not_attack_together_but_skirmishers_may() {
    // Stacks like this one come about only by a retreat.
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "1011", "N")
        .blue("swords", Kind::SD, "1011", "N")
        .blue("slingers", Kind::SK, "1011", "N")
        .blue("other swords", Kind::SD, "0911", "NE")
        .gold("bows", Kind::BO, "1010", "S")
        .gold("aside", Kind::BO, "1111", "SW")
        .begin(Step::Array);
    field.attack("1010").join("axes");
    field.refuses(Order::Join { unit: field.id("swords") }, "melee.J");
    field.join("slingers").join("other swords");
    assert_eq!(field.odds(), "8 against 1, 8 to 1");
    // The bar is for one attack: into another hex the Swordsmen go alone.
    field.attack("1111").join("swords");
    assert_eq!(field.odds(), "4 against 1, 4 to 1");
}

#[test]
#[covers("melee.J", "R30")]
fn skirmishers_who_joined_first_bar_nobody() {
    let mut field = Drill::new()
        .blue("slingers", Kind::SK, "1011", "N")
        .blue("swords", Kind::SD, "1011", "N")
        .blue("axes", Kind::AX, "1011", "N")
        .gold("bows", Kind::BO, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("slingers").join("swords");
    field.refuses(Order::Join { unit: field.id("axes") }, "melee.J");
}

#[test]
#[covers("melee.K", "facing", "facing.B")]
fn defenders_in_one_hex_use_front_and_flank_each_by_its_own_facing() {
    let mut field = Drill::new()
        .blue("south", Kind::SD, "1011", "N")
        .blue("north", Kind::SD, "1009", "S")
        .gold("looks south", Kind::SD, "1010", "S")
        .gold("looks north", Kind::SD, "1010", "N")
        .gold("looks north-east", Kind::SD, "1010", "NE")
        .begin(Step::Array);
    // From the south: front 4, flank 2, flank 2.
    field.attack("1010").join("south");
    assert_eq!(field.odds(), "4 against 8, 1 to 2");
    // From both sides the first two are flanked as well; they stay one defence.
    field.join("north");
    assert_eq!(field.odds(), "8 against 6, 1 to 1");
    // Leaving again gives the front back.
    field.play(Order::Leave { unit: field.id("south") });
    assert_eq!(field.odds(), "4 against 10, below 1 to 2");
}

#[test]
#[covers("melee.K", "R32")]
fn enemies_who_stand_by_do_not_flank() {
    let mut field = Drill::new()
        .blue("south", Kind::SD, "1011", "N")
        .blue("rear", Kind::SD, "1009", "S")
        .gold("swords", Kind::SD, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("south");
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
    field.join("rear");
    assert_eq!(field.odds(), "8 against 2, 4 to 1");
}

#[test]
#[covers("melee.K", "R32")]
fn the_front_is_three_hexsides_and_the_flank_the_other_three() {
    let around = [
        ("1009", "S", "flank"),
        ("1110", "SW", "flank"),
        ("1111", "NW", "front"),
        ("1011", "N", "front"),
        ("0911", "NE", "front"),
        ("0910", "SE", "flank"),
    ];
    for (from, facing, side) in around {
        let mut field = Drill::new()
            .blue("swords", Kind::SD, from, facing)
            .gold("spears", Kind::SD, "1010", "S")
            .begin(Step::Array);
        field.attack("1010").join("swords");
        let expected = if side == "front" { "4 against 4, 1 to 1" } else { "4 against 2, 2 to 1" };
        assert_eq!(field.odds(), expected, "from {from}");
    }
}

#[test]
#[covers("melee.K", "melee.E", "R32")]
fn in_an_attack_on_two_hexes_each_defender_looks_to_the_attackers_hex() {
    let mut field = Drill::new()
        .blue("first", Kind::SD, "1011", "N")
        .blue("second", Kind::SD, "1011", "N")
        // 1011 lies south-east of 0911 and south-west of 1111.
        .gold("meets them", Kind::SD, "0911", "SE")
        .gold("turned away", Kind::SD, "1111", "SE")
        .begin(Step::Array);
    field.attack("1111").join("first").join("second");
    // South-west is no front hexside of a unit that faces south-east: S, SE and NE are.
    assert_eq!(field.odds(), "8 against 2, 4 to 1");
    field.play(Order::Also { hex: number("0911") });
    assert_eq!(field.odds(), "8 against 6, 1 to 1");
}

#[test]
#[covers("melee.M")]
fn units_in_parentheses_never_attack_in_melee() {
    for kind in [Kind::HA, Kind::BO, Kind::IB, Kind::CH, Kind::A, Kind::B, Kind::C, Kind::D, Kind::E, Kind::F]
    {
        let mut field = Drill::new()
            .blue("weak", kind, "1011", "N")
            .blue("swords", Kind::SD, "0911", "NE")
            .gold("levy", Kind::MI, "1010", "S")
            .begin(Step::Array);
        field.attack("1010");
        field.refuses(Order::Join { unit: field.id("weak") }, "melee.M");
        assert!(!field.offers(Order::Join { unit: field.id("weak") }));
    }
    // Skirmishers have an open number and may.
    let mut field = Drill::new()
        .blue("slingers", Kind::SK, "1011", "N")
        .gold("bows", Kind::BO, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("slingers");
    assert_eq!(field.odds(), "1 against 1, 1 to 1");
}

#[test]
#[covers("melee", "disruption")]
fn disrupted_units_do_not_attack_but_defend_in_full() {
    let mut field = Drill::new()
        .blue("shaken", Kind::SD, "1011", "N")
        .blue("steady", Kind::SD, "1011", "N")
        .gold("broken", Kind::SD, "1010", "S")
        .disrupted("shaken", MarkerKind::Movement, 1)
        .disrupted("broken", MarkerKind::Fire, 1)
        .begin(Step::Array);
    field.attack("1010");
    field.refuses(Order::Join { unit: field.id("shaken") }, "R64");
    field.join("steady");
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
}

#[test]
#[covers("R41", "melee", "sequence.melee")]
fn attacking_is_a_wish_and_nobody_advances() {
    let drill = || {
        Drill::new()
            .blue("first", Kind::SD, "1011", "N")
            .blue("second", Kind::SD, "1011", "N")
            .gold("bows", Kind::BO, "1010", "S")
            .gold("far", Kind::MI, "2020", "N")
            .begin(Step::Array)
    };
    let mut field = drill();
    field.commit();
    assert_eq!((field.player_turn, field.at("bows").as_str()), (2, "1010"));
    let mut field = drill();
    field.assault("1010", &["first", "second"]).roll(1);
    assert!(field.lost("bows"));
    assert_eq!((field.at("first"), field.at("second")), ("1011".into(), "1011".into()));
    assert_eq!((field.see("first").facing, field.player_turn), (direction("N"), 2));
}

#[test]
#[covers("R29", "melee.A")]
fn whoever_retreats_into_a_hex_about_to_be_attacked_is_left_out() {
    let drill = |fleeing: Kind| {
        Drill::new()
            .lane()
            .blue("south", Kind::MC, "1011", "N")
            .blue("also south", Kind::MC, "1011", "N")
            .blue("north", Kind::MC, "1006", "S")
            .blue("also north", Kind::MC, "1006", "S")
            .gold("fleeing", fleeing, "1010", "S")
            .gold("bows", Kind::BO, "1007", "N")
            .begin(Step::Array)
    };
    let mut field = drill(Kind::MI);
    field.attack("1010").join("south").join("also south");
    field.attack("1007").join("north").join("also north").commit();
    field.play(Order::Resolve { hex: number("1010") }).roll(3);
    assert_eq!((field.at("fleeing").as_str(), field.is_disrupted("fleeing")), ("1007", true));
    // No strength: the Bowmen are still alone with their 1. No die bonus: at 4 to 1 a 3 is not read as a 4.
    assert_eq!(field.declared(), "4 against 1, 4 to 1");
    let before = field.clone();
    field.roll(3);
    assert_eq!(field.result(), "disrupted");
    // And no result: the Bowmen die, the disrupted levy beside them is not touched.
    let mut doomed = before;
    engine::Rules::roll(&mut doomed, engine::dice::Dice::one(6), &mut engine::Silence);
    let (bows, fleeing) = (field.id("bows"), field.id("fleeing"));
    assert!(doomed.unit(bows).hex().is_none());
    assert_eq!(doomed.unit(fleeing).hex(), field.hex(number("1007")));
    assert!(doomed.unit(fleeing).disrupted());
}

#[test]
#[covers("R29")]
fn a_unit_that_retreats_in_cannot_be_named_as_a_loss() {
    let mut field = Drill::new()
        .lane()
        .blue("south", Kind::MC, "1011", "N")
        .blue("also south", Kind::MC, "1011", "N")
        .blue("north", Kind::MC, "1006", "S")
        .blue("also north", Kind::MC, "1006", "S")
        .blue("third north", Kind::MC, "1006", "S")
        .gold("fleeing", Kind::MI, "1010", "S")
        .gold("bows", Kind::BO, "1007", "N")
        .gold("more bows", Kind::BO, "1007", "N")
        .begin(Step::Array);
    field.attack("1010").join("south").join("also south");
    field.attack("1007").join("north").join("also north").join("third north").commit();
    field.play(Order::Resolve { hex: number("1010") }).roll(3);
    assert_eq!(field.declared(), "6 against 2, 3 to 1");
    // Half of two troops, not half of three.
    field.roll(5);
    field.refuses(Order::Lose { unit: field.id("fleeing") }, "R60");
    field.play(Order::Lose { unit: field.id("bows") });
    field.finish();
    assert!(field.lost("bows") && field.is_disrupted("more bows") && !field.lost("fleeing"));
}
