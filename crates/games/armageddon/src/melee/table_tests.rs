//! The Combat Results Table cell by cell, the minimum, the die bonus, and militia on slopes.

use covers::covers;
use engine::ledger::Unread;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};
use crate::unit::{MarkerKind, Unit};

/// As printed: a row for each die from 1 to 7, a column for each of the odds from 1 to 2 up to 8 to 1.
const PRINTED: [[&str; 9]; 7] = [
    ["-", "-", "-", "-", "D", "D", "D", "½E", "E"],
    ["-", "-", "-", "-", "D", "D", "½E", "½E", "E"],
    ["-", "-", "D", "D", "D", "D", "½E", "E", "E"],
    ["-", "D", "D", "D", "½E", "½E", "E", "E", "E"],
    ["-", "D", "D", "½E", "½E", "E", "E", "E", "E"],
    ["D", "D", "D", "½E", "E", "E", "E", "E", "E"],
    ["D", "D", "E", "E", "E", "E", "E", "E", "E"],
];
const ODDS: [&str; 9] =
    ["1 to 2", "1 to 1", "2 to 1", "3 to 1", "4 to 1", "5 to 1", "6 to 1", "7 to 1", "8 to 1"];

/// Levies round four Bowmen or two: strengths in the ratio of a column, and the die due.
fn fight(column: usize, disrupted: bool) -> Field {
    const LEVIES: [&str; 16] =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
    let places =
        [("1011", "N"), ("0911", "NE"), ("1111", "NW"), ("0910", "SE"), ("1110", "SW"), ("1009", "S")];
    // Two Bowmen are worth 2.
    let levies = [1, 2, 4, 6, 8, 10, 12, 14, 16][column];
    let mut drill = Drill::new();
    for (i, &name) in LEVIES[..levies].iter().enumerate() {
        let (hex, facing) = places[i / 3];
        drill = drill.blue(name, Kind::MI, hex, facing);
    }
    drill = drill.gold("bows", Kind::BO, "1010", "S").gold("other bows", Kind::BO, "1010", "S");
    if disrupted {
        drill = drill.disrupted("bows", MarkerKind::Fire, 1);
    }
    let mut field = drill.begin(Step::Array);
    field.assault("1010", &LEVIES[..levies]);
    assert!(field.declared().ends_with(ODDS[column]), "{}", field.declared());
    field
}

fn words(cell: &str) -> &'static str {
    match cell {
        "-" => "no effect",
        "D" => "disrupted",
        "½E" => "half eliminated",
        _ => "eliminated",
    }
}

#[test]
#[covers("crt", "melee.H")]
fn every_cell_of_the_combat_results_table() {
    for column in 0..9 {
        for die in 1..=7u8 {
            // A 7 comes only from the bonus against disrupted units.
            let bonus = die == 7;
            let mut field = fight(column, bonus);
            field.roll(die - u8::from(bonus));
            let cell = PRINTED[die as usize - 1][column];
            assert_eq!(field.result(), words(cell), "{} on {die}", ODDS[column]);
        }
    }
}

#[test]
#[covers("crt", "crt.D", "crt.half", "crt.E", "R42", "R60")]
fn every_cell_does_what_it_says() {
    for column in 0..9 {
        for face in 1..=6u8 {
            // Against steady Bowmen: unhurt; disrupted and gone; one lost and one disrupted; both lost.
            let mut field = fight(column, false);
            field.roll(face);
            field.finish();
            let cell = PRINTED[face as usize - 1][column];
            let lost = ["bows", "other bows"].into_iter().filter(|b| field.lost(b)).count();
            let shaken = ["bows", "other bows"].into_iter().filter(|b| field.is_disrupted(b)).count();
            let expected = match cell {
                "-" => (0, 0),
                "D" => (0, 2),
                "½E" => (1, 1),
                _ => (2, 0),
            };
            assert_eq!((lost, shaken), expected, "{} on {face}", ODDS[column]);
            // With one of them disrupted the next row is read, and disruption kills that one.
            let mut field = fight(column, true);
            field.roll(face);
            field.finish();
            match PRINTED[face as usize][column] {
                "-" => assert!(!field.lost("bows") && !field.is_disrupted("other bows")),
                "D" => assert!(field.lost("bows") && field.is_disrupted("other bows")),
                // The owner's first choice was the disrupted one.
                "½E" => assert!(field.lost("bows") && field.is_disrupted("other bows")),
                _ => assert!(field.lost("bows") && field.lost("other bows")),
            }
        }
    }
}

#[test]
#[covers("crt", "melee")]
fn results_only_ever_touch_the_defenders() {
    for face in 1..=6 {
        let mut field = fight(0, false);
        field.roll(face);
        assert_eq!((field.at("a").as_str(), field.is_disrupted("a")), ("1011", false));
    }
}

#[test]
#[covers("melee.H", "crt")]
fn odds_are_rounded_down_between_columns_and_capped_at_eight() {
    // (Swordsmen attacking, levies attacking, Swordsmen defending) and the column they are fought on.
    let cases = [
        (0, 2, "2 against 4, 1 to 2"),
        (0, 3, "3 against 4, 1 to 2"),
        (1, 0, "4 against 4, 1 to 1"),
        (1, 3, "7 against 4, 1 to 1"),
        (2, 3, "11 against 4, 2 to 1"),
        (3, 0, "12 against 4, 3 to 1"),
        (3, 3, "15 against 4, 3 to 1"),
    ];
    const SWORDS: [&str; 3] = ["s1", "s2", "s3"];
    const LEVIES: [&str; 3] = ["m1", "m2", "m3"];
    for (swords, levies, expected) in cases {
        let mut drill = Drill::new().gold("defender", Kind::SD, "1010", "S");
        drill = SWORDS[..swords].iter().fold(drill, |d, name| d.blue(name, Kind::SD, "1011", "N"));
        drill = LEVIES[..levies].iter().fold(drill, |d, name| d.blue(name, Kind::MI, "0911", "NE"));
        let mut field = drill.begin(Step::Array);
        field.attack("1010");
        SWORDS[..swords].iter().chain(&LEVIES[..levies]).for_each(|name| {
            field.join(name);
        });
        assert_eq!(field.odds(), expected);
    }
    // Twelve against one is still 8 to 1.
    let mut field = Drill::new()
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .blue("s3", Kind::SD, "1011", "N")
        .gold("bows", Kind::BO, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("s1").join("s2").join("s3");
    assert_eq!(field.odds(), "12 against 1, 8 to 1");
}

#[test]
#[covers("R26", "melee.H", "brief.4", "crt")]
fn below_one_to_two_nothing_is_committed() {
    let mut field = Drill::new()
        .blue("levy", Kind::MI, "1011", "N")
        .blue("other levy", Kind::MI, "1011", "N")
        .gold("axes", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("levy");
    let why = field.refuses(Order::Commit, "R26");
    assert!(why.contains("1 against 3"), "{why}");
    assert!(!field.offers(Order::Commit));
    // Two against three is enough for 1 to 2, and exactly half is enough too.
    field.join("other levy");
    assert!(field.offers(Order::Commit));
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("front", Kind::SD, "1010", "S")
        .gold("beside", Kind::SD, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("swords");
    assert_eq!(field.odds(), "4 against 8, 1 to 2");
    assert!(field.offers(Order::Commit));
}

#[test]
#[covers("R26")]
fn one_attack_below_the_minimum_blocks_all_the_others() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .blue("levy", Kind::MI, "2011", "N")
        .gold("bows", Kind::BO, "1010", "S")
        .gold("axes", Kind::AX, "2010", "S")
        .begin(Step::Array);
    field.attack("1010").join("swords").attack("2010").join("levy");
    field.refuses(Order::Commit, "R26");
    field.play(Order::Withdraw { hex: number("2010") });
    assert!(field.offers(Order::Commit));
}

#[test]
#[covers("R26", "chariots.A")]
fn a_charge_does_not_rescue_an_attack_below_the_minimum() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1011", "N")
        .blue("levy", Kind::MI, "1011", "N")
        .aboard("levy", "car")
        .flagged("car", Unit::CHARGED)
        .gold("axes", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("levy");
    assert_eq!(field.melee_shift(0, &mut Unread), 2);
    field.refuses(Order::Commit, "R26");
}

#[test]
#[covers("R42", "disruption", "crt")]
fn the_bonus_is_given_once_for_any_disrupted_unit_among_the_targets() {
    let drill = |shaken: &[&str]| {
        let drill = Drill::new()
            .blue("s1", Kind::SD, "1011", "N")
            .blue("s2", Kind::SD, "1011", "N")
            .gold("west", Kind::AX, "0911", "SE")
            .gold("east", Kind::AX, "1111", "SW")
            .gold("bows", Kind::BO, "1111", "SW");
        let mut field =
            shaken.iter().fold(drill, |d, name| d.disrupted(name, MarkerKind::Fire, 1)).begin(Step::Array);
        field.attack("0911").join("s1").join("s2");
        field.play(Order::Also { hex: number("1111") }).commit();
        assert_eq!(field.declared(), "8 against 6, 1 to 1");
        field
    };
    // At 1 to 1 a 4 disrupts: a 3 does only with the bonus, a 2 never.
    for (shaken, on_two, on_three) in [
        (&[][..], "no effect", "no effect"),
        (&["bows"], "no effect", "disrupted"),
        (&["west"], "no effect", "disrupted"),
        (&["west", "east", "bows"], "no effect", "disrupted"),
    ] {
        for (face, expected) in [(2, on_two), (3, on_three)] {
            let mut field = drill(shaken);
            field.roll(face);
            assert_eq!(field.result(), expected, "{shaken:?} on {face}");
        }
    }
}

/// A levy on a hill with others, attacked from the south by Swordsmen.
fn hill(with: &[(&'static str, Kind)], ground: Terrain, attackers: usize) -> Field {
    const SWORDS: [&str; 3] = ["s1", "s2", "s3"];
    let mut drill = Drill::new().terrain("1010", ground);
    drill = SWORDS[..attackers].iter().fold(drill, |d, name| d.blue(name, Kind::SD, "1011", "N"));
    drill = with.iter().fold(drill, |d, &(name, kind)| d.gold(name, kind, "1010", "S"));
    drill.begin(Step::Array)
}

#[test]
#[covers("melee.N", "R38", "R39", "tec.slope")]
fn militia_on_a_slope_shrugs_off_a_disruption() {
    for militia in [Kind::MI, Kind::MS] {
        // 1½ or ½, made weightier by a stack mate, at 1 to 1 or better: a 6 always disrupts.
        let mut field =
            hill(&[("militia", militia), ("slingers", Kind::SK), ("c", Kind::C)], Terrain::Slope, 1);
        field.assault("1010", &["s1"]).roll(4);
        assert_eq!(field.result(), "disrupted");
        for name in ["militia", "slingers"] {
            assert_eq!((field.at(name).as_str(), field.is_disrupted(name)), ("1010", false), "{name}");
        }
        // Not even the leader is lowered.
        assert_eq!(field.see("c").kind, Kind::C);
        // On clear ground the same result works.
        let mut field =
            hill(&[("militia", militia), ("slingers", Kind::SK), ("c", Kind::C)], Terrain::Clear, 1);
        field.assault("1010", &["s1"]).roll(4);
        field.finish();
        assert!(field.is_disrupted("militia") && field.is_disrupted("slingers") && field.lost("c"));
    }
}

#[test]
#[covers("melee.N", "R38")]
fn a_slope_without_militia_gives_no_immunity() {
    for kind in [Kind::AX, Kind::SD, Kind::MC, Kind::SK, Kind::BO] {
        let mut field = hill(&[("others", kind)], Terrain::Slope, 1);
        field.assault("1010", &["s1"]);
        field.roll(if field.declared().ends_with("4 to 1") { 1 } else { 5 });
        assert_eq!(field.result(), "disrupted", "{kind:?}");
        field.finish();
        assert!(field.is_disrupted("others"), "{kind:?}");
    }
}

#[test]
#[covers("melee.N", "R39")]
fn a_disrupted_militia_on_a_slope_survives_a_second_disruption_by_melee() {
    let mut field = Drill::new()
        .terrain("1010", Terrain::Slope)
        .blue("spears", Kind::MS, "1011", "N")
        .gold("militia", Kind::MS, "1010", "S")
        .disrupted("militia", MarkerKind::Fire, 1)
        .begin(Step::Array);
    field.assault("1010", &["spears"]).roll(6);
    // The bonus is given all the same, the result just does nothing.
    assert_eq!(field.result(), "disrupted");
    assert_eq!((field.at("militia").as_str(), field.lost("militia")), ("1010", false));
}

#[test]
#[covers("R39", "melee.N", "R38", "R90")]
fn half_the_slope_stack_dies_but_the_rest_neither_flees_nor_is_marked() {
    let mut field = hill(
        &[("levy", Kind::MI), ("slingers", Kind::SK), ("bows", Kind::BO), ("f", Kind::F)],
        Terrain::Slope,
        3,
    );
    // The levy halved, the Skirmishers, and as much again by the leader: 12 against 3.
    field.assault("1010", &["s1", "s2", "s3"]);
    assert_eq!(field.declared(), "12 against 3, 4 to 1");
    field.roll(4);
    assert_eq!(field.see("f").kind, Kind::E, "elimination is no disruption: the leader is lowered");
    // Two of three; the immunity was judged before, so the last man needs no levy beside him.
    field.play(Order::Lose { unit: field.id("levy") });
    field.play(Order::Lose { unit: field.id("bows") });
    assert_eq!((field.at("slingers").as_str(), field.is_disrupted("slingers")), ("1010", false));
    assert!(field.lost("levy") && field.lost("bows"));
}

#[test]
#[covers("R39", "R61")]
fn a_disrupted_survivor_on_the_slope_is_not_killed_by_the_disruption_in_half_eliminated() {
    let mut field = Drill::new()
        .terrain("1010", Terrain::Slope)
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .blue("s3", Kind::SD, "1011", "N")
        .gold("spears", Kind::MS, "1010", "S")
        .gold("other spears", Kind::MS, "1010", "S")
        .disrupted("spears", MarkerKind::Fire, 1)
        .disrupted("other spears", MarkerKind::Fire, 1)
        .begin(Step::Array);
    field.assault("1010", &["s1", "s2", "s3"]).roll(4);
    assert_eq!(field.result(), "half eliminated");
    field.play(Order::Lose { unit: field.id("spears") });
    assert!(field.lost("spears") && !field.lost("other spears"));
}

#[test]
#[covers("melee.N")]
fn elimination_reaches_militia_on_a_slope() {
    let mut field = hill(&[("levy", Kind::MI)], Terrain::Slope, 1);
    field.assault("1010", &["s1"]);
    assert_eq!(field.declared(), "4 against ½, 8 to 1");
    field.roll(1);
    assert!(field.lost("levy"));
}

#[test]
#[covers("R38", "melee.E", "melee.N")]
fn in_an_attack_on_two_hexes_immunity_is_judged_hex_by_hex() {
    let mut field = Drill::new()
        .terrain("0911", Terrain::Slope)
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .gold("militia", Kind::MS, "0911", "SE")
        .gold("hill leader", Kind::D, "0911", "SE")
        .gold("axes", Kind::AX, "1111", "SW")
        .gold("plain leader", Kind::D, "1111", "SW")
        .begin(Step::Array);
    field.attack("0911").join("s1").join("s2");
    field.play(Order::Also { hex: number("1111") });
    // 1½ and its leader, 3 and its leader.
    assert_eq!(field.odds(), "8 against 9, 1 to 2");
    field.commit().roll(6);
    field.finish();
    assert!(!field.is_disrupted("militia") && field.is_disrupted("axes"));
    assert_eq!((field.see("hill leader").kind, field.see("plain leader").kind), (Kind::D, Kind::C));
    assert_eq!((field.at("militia").as_str(), field.at("axes") == "1111"), ("0911", false));
}

#[test]
#[covers("R38")]
fn half_eliminated_over_a_hill_and_a_plain_counts_both_and_spares_the_hill_from_flight() {
    let mut field = Drill::new()
        .terrain("0911", Terrain::Slope)
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .blue("s3", Kind::SD, "1011", "N")
        .gold("militia", Kind::MI, "0911", "SE")
        .gold("hill bows", Kind::BO, "0911", "SE")
        .gold("axes", Kind::AX, "1111", "SE")
        .begin(Step::Array);
    field.attack("0911").join("s1").join("s2").join("s3");
    field.play(Order::Also { hex: number("1111") });
    // ½ for the levy, nothing for the Bowmen beside it, flank 2 for the Axemen.
    assert_eq!(field.odds(), "12 against 2½, 4 to 1");
    field.commit().roll(4);
    // Two of the three; the owner may take both from the hill, or one from each hex.
    field.play(Order::Lose { unit: field.id("militia") });
    field.play(Order::Lose { unit: field.id("axes") });
    assert_eq!((field.at("hill bows").as_str(), field.is_disrupted("hill bows")), ("0911", false));
}

#[test]
#[covers("R39", "R71")]
fn slope_militia_is_not_immune_to_fire_or_to_friends_running_through() {
    let mut field = Drill::new()
        .terrain("1010", Terrain::Slope)
        .blue("b1", Kind::BO, "1011", "N")
        .blue("b2", Kind::BO, "1011", "N")
        .blue("b3", Kind::BO, "1011", "N")
        .gold("militia", Kind::MS, "1010", "S")
        .begin(Step::Aim);
    field.assault("1010", &["b1", "b2", "b3"]);
    // Three Bowmen uphill, halved: 3 against the slope's 3.
    assert_eq!(field.declared(), "3 against 3, 1 to 1");
    field.roll(4);
    assert!(field.is_disrupted("militia"));
    let mut field = Drill::new()
        .lane()
        .terrain("1009", Terrain::Slope)
        .terrain("1007", Terrain::Clear)
        .blue("axes", Kind::AX, "1011", "N")
        .gold("fleeing", Kind::AX, "1010", "S")
        .gold("militia", Kind::MS, "1009", "S")
        .begin(Step::Array);
    field.assault("1010", &["axes"]).roll(4);
    // Four points: the slope, 1008, 1007.
    assert_eq!(field.at("fleeing"), "1007");
    assert_eq!((field.at("militia").as_str(), field.is_disrupted("militia")), ("1009", true));
}
