//! Strengths: the Capability Chart, terrain, parentheses, and the order of the arithmetic.

use std::sync::Arc;

use covers::covers;
use engine::Shown;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};

/// Attackers stand south of 1010 and all look at it; defenders look back.
fn meeting(attackers: &[Kind], defenders: &[Kind], ground: Terrain) -> Field {
    const BLUE: [&str; 4] = ["blue 1", "blue 2", "blue 3", "blue 4"];
    const GOLD: [&str; 4] = ["gold 1", "gold 2", "gold 3", "gold 4"];
    let places = [("1011", "N"), ("0911", "NE"), ("1111", "NW")];
    let mut drill = Drill::new().terrain("1010", ground);
    for (i, &kind) in attackers.iter().enumerate() {
        drill = drill.blue(BLUE[i], kind, places[i].0, places[i].1);
    }
    for (i, &kind) in defenders.iter().enumerate() {
        drill = drill.gold(GOLD[i], kind, "1010", "S");
    }
    let mut field = drill.begin(Step::Array);
    field.attack("1010");
    for name in &BLUE[..attackers.len()] {
        field.join(name);
    }
    field
}

/// The two strengths alone, without the column.
fn strengths(field: &Field) -> String {
    field.odds().split(',').next().unwrap_or_default().to_string()
}

fn strength_of(attackers: &[Kind], defenders: &[Kind]) -> String {
    strengths(&meeting(attackers, defenders, Terrain::Clear))
}

#[test]
#[covers("cuc", "melee.L")]
fn every_cell_of_the_capability_chart() {
    use Kind::*;
    // (defender, against MS or MI, against AX or SD, against MC); fronts are 1, 3, 3, 4.
    let chart = [(MI, "1", "½", "2"), (MS, "3", "1½", "6"), (AX, "3", "3", "1½"), (SD, "4", "4", "2")];
    for (defender, militia, foot, cavalry) in chart {
        for (attacker, front, defence) in
            [(MI, 1, militia), (MS, 3, militia), (AX, 3, foot), (SD, 4, foot), (MC, 2, cavalry)]
        {
            let found = strength_of(&[attacker], &[defender]);
            assert_eq!(found, format!("{front} against {defence}"), "{attacker:?} on {defender:?}");
        }
    }
}

#[test]
#[covers("cuc", "R35")]
fn the_chart_changes_the_defence_only() {
    // The other way round nothing is changed: Spearmen are 3 against anybody they attack.
    for (attacker, front) in [(Kind::MI, 1), (Kind::MS, 3), (Kind::AX, 3), (Kind::SD, 4), (Kind::MC, 2)] {
        for defender in [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC, Kind::SK, Kind::BO] {
            let found = strength_of(&[attacker], &[defender]);
            assert!(found.starts_with(&format!("{front} against ")), "{attacker:?} on {defender:?}: {found}");
        }
    }
}

#[test]
#[covers("cuc", "R35")]
fn cavalry_fire_units_chariots_and_leaders_defend_unmodified() {
    use Kind::*;
    for attacker in [MI, MS, AX, SD, MC] {
        for (defender, defence) in [
            (MC, 2),
            (HA, 1),
            (BO, 1),
            (IB, 1),
            (SK, 1),
            (CH, 1),
            (A, 1),
            (B, 1),
            (C, 1),
            (D, 1),
            (E, 1),
            (F, 1),
        ] {
            let found = strength_of(&[attacker], &[defender]);
            assert!(found.ends_with(&format!(" against {defence}")), "{attacker:?} on {defender:?}: {found}");
        }
    }
}

#[test]
#[covers("cuc", "R36", "R35")]
fn two_spearmen_and_a_skirmisher_against_swordsmen_and_cavalry() {
    use Kind::*;
    // Only the Spearmen are halved: 1½ + 1½ + 1.
    let field = meeting(&[SD, MC], &[MS, MS, SK], Terrain::Clear);
    assert_eq!(field.odds(), "6 against 4, 1 to 1");
}

#[test]
#[covers("cuc", "R36")]
fn of_several_attackers_the_one_best_for_the_attack_counts_and_never_two() {
    use Kind::*;
    // Militia: ½ before 1 before 2.
    assert_eq!(strength_of(&[MC], &[MS]), "2 against 6");
    assert_eq!(strength_of(&[MC, MI], &[MS]), "3 against 3");
    assert_eq!(strength_of(&[MC, MI, AX], &[MS]), "6 against 1½");
    assert_eq!(strength_of(&[AX, SD], &[MS]), "7 against 1½");
    // Axemen: only Cavalry halves them.
    assert_eq!(strength_of(&[MS, SD], &[AX]), "7 against 3");
    assert_eq!(strength_of(&[MS, SD, MC], &[AX]), "9 against 1½");
}

#[test]
#[covers("cuc", "R36")]
fn each_defending_category_takes_its_own_best_multiplier() {
    use Kind::*;
    // A stack mixed by a retreat: Swordsmen attackers halve the Spearmen, Cavalry halves the Axemen.
    assert_eq!(strength_of(&[SD, MC], &[MS, AX]), "6 against 3");
    assert_eq!(strength_of(&[MC], &[MS, AX]), "2 against 7½");
}

#[test]
#[covers("R35", "R36", "cuc")]
fn skirmishers_add_strength_but_are_no_category_of_attacker() {
    use Kind::*;
    for defender in [MI, MS, AX, SD] {
        let alone = strength_of(&[SK], &[defender]);
        let front = [1, 3, 3, 4][defender as usize];
        assert_eq!(alone, format!("1 against {front}"));
    }
    // Skirmishers beside Cavalry do not turn the doubled Spearmen normal.
    assert_eq!(strength_of(&[MC, SK], &[MS]), "3 against 6");
    assert_eq!(strength_of(&[AX, SK], &[MS]), "4 against 1½");
}

#[test]
#[covers("R35", "R34")]
fn on_a_chariot_the_riders_type_counts() {
    let against = |rider: Kind, attacker: Kind| {
        let mut field = Drill::new()
            .blue("attacker", attacker, "1011", "N")
            .gold("car", Kind::CH, "1010", "S")
            .gold("rider", rider, "1010", "S")
            .aboard("rider", "car")
            .begin(Step::Array);
        field.attack("1010").join("attacker");
        strengths(&field)
    };
    assert_eq!(against(Kind::MS, Kind::MC), "2 against 6");
    assert_eq!(against(Kind::MS, Kind::SD), "4 against 1½");
    assert_eq!(against(Kind::SD, Kind::MC), "2 against 2");
    // As attacker too: Axemen aboard halve militia.
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1011", "N")
        .blue("axes", Kind::AX, "1011", "N")
        .aboard("axes", "car")
        .gold("spears", Kind::MS, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("axes");
    assert_eq!(field.odds(), "3 against 1½, 2 to 1");
}

#[test]
#[covers("R34", "R33", "melee.M")]
fn a_chariot_is_nothing_beside_an_open_number_and_one_beside_bowmen() {
    let defence = |rider: Kind| {
        let mut field = Drill::new()
            .blue("spears", Kind::MS, "1011", "N")
            .blue("more spears", Kind::MS, "1011", "N")
            .gold("car", Kind::CH, "1010", "S")
            .gold("rider", rider, "1010", "S")
            .aboard("rider", "car")
            .begin(Step::Array);
        field.attack("1010").join("spears").join("more spears");
        strengths(&field)
    };
    for (rider, total) in [(Kind::MI, 1), (Kind::MS, 3), (Kind::AX, 3), (Kind::SD, 4), (Kind::SK, 1)] {
        assert_eq!(defence(rider), format!("6 against {total}"), "{rider:?}");
    }
    for rider in [Kind::BO, Kind::IB] {
        assert_eq!(defence(rider), "6 against 2", "{rider:?}");
    }
}

#[test]
#[covers("R33", "melee.M")]
fn parentheses_count_one_each_when_alone_and_nothing_beside_an_open_number() {
    use Kind::*;
    assert_eq!(strength_of(&[MS], &[BO, IB, HA]), "3 against 3");
    assert_eq!(strength_of(&[MS], &[BO, IB, SK]), "3 against 1");
    assert_eq!(strength_of(&[MS], &[BO, BO, MI]), "3 against 1");
    // Leaders have parentheses too: they are alone together, and nothing beside troops with an open number.
    assert_eq!(strength_of(&[MS], &[A, B]), "3 against 2");
    assert_eq!(strength_of(&[MS], &[MI, A]), "3 against 1");
    // From behind it is the same 1.
    let mut field = Drill::new()
        .blue("spears", MS, "1009", "S")
        .gold("bows", BO, "1010", "S")
        .gold("more bows", BO, "1010", "N")
        .begin(Step::Array);
    field.attack("1010").join("spears");
    assert_eq!(strengths(&field), "3 against 2");
}

#[test]
#[covers("R33")]
fn alone_is_judged_hex_by_hex() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("bows", Kind::BO, "0911", "SE")
        .gold("more bows", Kind::BO, "1111", "SW")
        .gold("levy", Kind::MI, "1111", "SW")
        .begin(Step::Array);
    field.attack("0911").join("swords");
    field.play(Order::Also { hex: number("1111") });
    // Bowmen alone 1, and of the others only the levy, halved by Swordsmen.
    assert_eq!(strengths(&field), "4 against 1½");
}

#[test]
#[covers("R33", "tec.village", "tec.stream", "R40")]
fn terrain_multiplies_the_one_of_those_alone() {
    use Kind::*;
    let defence = |kinds: &[Kind], ground| strengths(&meeting(&[MS], kinds, ground));
    assert_eq!(defence(&[BO], Terrain::Village), "3 against 2");
    assert_eq!(defence(&[BO], Terrain::Stream), "3 against ½");
    // A lone leader may be attacked, with 1 by the ground it stands on.
    for leader in [A, B, C, D, E, F] {
        assert_eq!(defence(&[leader], Terrain::Clear), "3 against 1", "{leader:?}");
        assert_eq!(defence(&[leader], Terrain::Village), "3 against 2", "{leader:?}");
        assert_eq!(defence(&[leader], Terrain::Stream), "3 against ½", "{leader:?}");
    }
}

#[test]
#[covers("R37", "tec", "tec.clear", "tec.village", "tec.woods", "tec.stream", "tec.slope", "melee.L")]
fn village_doubles_stream_halves_and_the_rest_does_nothing_for_defenders() {
    let ground = [
        (Terrain::Clear, "4 against 4"),
        (Terrain::Village, "4 against 8"),
        (Terrain::Woods, "4 against 4"),
        (Terrain::Stream, "4 against 2"),
        (Terrain::Slope, "4 against 4"),
        (Terrain::Marsh, "4 against 2"),
        (Terrain::Road, "4 against 4"),
    ];
    for (terrain, expected) in ground {
        assert_eq!(strengths(&meeting(&[Kind::SD], &[Kind::SD], terrain)), expected, "{terrain:?}");
    }
}

#[test]
#[covers("R37", "tec", "tec.clear", "tec.village", "tec.woods", "tec.stream", "tec.slope")]
fn only_the_stream_matters_to_attackers_standing_in_it() {
    let ground = [
        (Terrain::Clear, "4 against 4"),
        (Terrain::Village, "4 against 4"),
        (Terrain::Woods, "4 against 4"),
        (Terrain::Stream, "2 against 4"),
        (Terrain::Slope, "4 against 4"),
        (Terrain::Marsh, "2 against 4"),
        (Terrain::Road, "4 against 4"),
    ];
    for (terrain, expected) in ground {
        let mut field = Drill::new()
            .terrain("1011", terrain)
            .blue("swords", Kind::SD, "1011", "N")
            .gold("defender", Kind::SD, "1010", "S")
            .begin(Step::Array);
        field.attack("1010").join("swords");
        assert_eq!(strengths(&field), expected, "{terrain:?}");
    }
}

#[test]
#[covers("R37", "tec.crest")]
fn melee_crosses_a_crest_unchanged() {
    let mut field = Drill::new()
        .crest("1010", "S")
        .blue("swords", Kind::SD, "1011", "N")
        .gold("defender", Kind::SD, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("swords");
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
}

#[test]
#[covers("R31", "brief.5", "melee.L")]
fn chart_and_terrain_both_multiply_and_the_leader_comes_after() {
    let defence = |terrain: Terrain, leader: Kind| {
        let mut field = Drill::new()
            .terrain("1010", terrain)
            .blue("axes", Kind::AX, "1011", "N")
            .blue("more axes", Kind::AX, "1011", "N")
            .gold("spears", Kind::MS, "1010", "S")
            .gold("leader", leader, "1010", "S")
            .begin(Step::Array);
        field.attack("1010").join("axes").join("more axes");
        strengths(&field)
    };
    // 3 × ½ × ½ = ¾, doubled at most by the leader; a bonus added first would be halved with the rest.
    assert_eq!(defence(Terrain::Stream, Kind::C), "6 against 1½");
    assert_eq!(defence(Terrain::Stream, Kind::F), "6 against 1½");
    assert_eq!(defence(Terrain::Stream, Kind::A), "6 against ¾");
    // 3 × ½ × 2 = 3, and then 1 more, or 3 more at most.
    assert_eq!(defence(Terrain::Village, Kind::C), "6 against 4");
    assert_eq!(defence(Terrain::Village, Kind::D), "6 against 6");
    assert_eq!(defence(Terrain::Village, Kind::F), "6 against 6");
    // 3 × ½ = 1½, and then 1 more: a bonus multiplied by the chart would give 2.
    assert_eq!(defence(Terrain::Clear, Kind::C), "6 against 2½");
}

#[test]
#[covers("R31", "brief.5")]
fn an_attackers_bonus_is_not_halved_in_the_stream_and_is_capped_by_the_halved_strength() {
    let attack = |leader: Kind| {
        let mut field = Drill::new()
            .terrain("1011", Terrain::Stream)
            .blue("swords", Kind::SD, "1011", "N")
            .blue("leader", leader, "1011", "N")
            .gold("spears", Kind::SD, "1010", "S")
            .begin(Step::Array);
        field.attack("1010").join("swords");
        strengths(&field)
    };
    assert_eq!(attack(Kind::B), "2 against 4");
    assert_eq!(attack(Kind::C), "3 against 4");
    // Three points would be due, but the Swordsmen are worth only 2 in the water.
    assert_eq!(attack(Kind::D), "4 against 4");
    assert_eq!(attack(Kind::F), "4 against 4");
}

#[test]
#[covers("brief.4", "R31")]
fn halves_are_kept_exact_until_the_odds_are_formed() {
    // Two Axemen hexes in the stream bring 1½ each: together 3, a full 1 to 1 against 3.
    let mut field = Drill::new()
        .terrain("1011", Terrain::Stream)
        .terrain("0911", Terrain::Stream)
        .blue("one", Kind::AX, "1011", "N")
        .blue("two", Kind::AX, "0911", "NE")
        .gold("axes", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("one");
    assert_eq!(field.odds(), "1½ against 3, 1 to 2");
    field.join("two");
    assert_eq!(field.odds(), "3 against 3, 1 to 1");
}

#[test]
#[covers("brief.4", "melee.H")]
fn half_points_decide_a_column_and_are_never_rounded_up() {
    use Kind::*;
    // 4 against 1½ is 2⅔ to 1; a defence rounded down to 1 would make it 4 to 1.
    assert_eq!(meeting(&[SD], &[MS], Terrain::Clear).odds(), "4 against 1½, 2 to 1");
    // 3 against ¾ is exactly 4 to 1.
    assert_eq!(meeting(&[AX], &[MS], Terrain::Stream).odds(), "3 against ¾, 4 to 1");
    // 3 against ¼ is beyond the table.
    assert_eq!(meeting(&[AX], &[MI], Terrain::Stream).odds(), "3 against ¼, 8 to 1");
    // 1 against 2½ falls short of 1 to 2 by a half point.
    let mut field = Drill::new()
        .blue("levy", MI, "1011", "N")
        .terrain("1010", Terrain::Stream)
        .gold("west", SK, "1010", "S")
        .gold("swords", SD, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("levy");
    assert_eq!(field.odds(), "1 against 2½, below 1 to 2");
    field.refuses(Order::Commit, "R26");
}

#[test]
#[covers("R37", "tec.village", "tec.stream")]
fn a_village_in_a_stream_is_doubled_and_halved() {
    use Kind::*;
    // No printed hex is both. A folder of data may make one, and then both lines of the chart speak of it.
    let ford = |defenders: &[Kind]| {
        let mut drill = Drill::new()
            .with(|sheet| {
                Arc::make_mut(&mut sheet.charts).terrain[Terrain::Village as usize].halves_melee = true
            })
            .terrain("1010", Terrain::Village)
            .blue("blue", SD, "1011", "N");
        for (&kind, name) in defenders.iter().zip(["one", "two", "three"]) {
            drill = drill.gold(name, kind, "1010", "S");
        }
        let mut field = drill.begin(Step::Array);
        field.attack("1010").join("blue");
        field
    };
    let field = ford(&[AX]);
    assert_eq!(field.odds(), "4 against 3, 1 to 1");
    let lines = field.sums(&Order::Commit).remove(0).terms;
    let ground: Vec<_> = lines.iter().filter(|t| t.label == "defends in village").collect();
    assert_eq!(
        ground.iter().map(|t| (t.value.as_str(), t.rule)).collect::<Vec<_>>(),
        [("× 2", "tec.village"), ("× ½", "tec.stream")]
    );
    // What is fought is what is said: at 1 to 1 a die of 2 does nothing, as at 2 to 1 it would not.
    assert_eq!(field.final_column(0), Some(1));
    // The leader's bonus is held to what the ground leaves of his troops: 1 halved by the chart, and 1 more at most.
    assert_eq!(strengths(&ford(&[MI, F])), "4 against 1");
}
