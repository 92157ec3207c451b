//! Missile units (10.3), crossed swords (2.2.3) and when a commander's strength counts (7).

use covers::covers;

use crate::drill::{Drill, Field, bows, chief, foot, horse, number, riders, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Terrain, UnitType};

fn join(field: &Field, name: &str) -> Order {
    Order::Join { unit: field.id(name) }
}

fn swords(strength: u8) -> UnitType {
    UnitType { name: format!("Swords {strength}"), swords: true, ..riders(strength) }
}

/// The unit of the example in 10.3.
fn athanatoi() -> UnitType {
    Drill::of("dorostolon-first").kind("Athanatoi")
}

/// One unit of each side, the second in 0606: what the attack comes to.
fn odds(attacker: UnitType, from: &str, defender: UnitType) -> String {
    let mut field = Drill::new()
        .blue("attacker", attacker, from)
        .gold("defender", defender, "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("attacker");
    field.odds()
}

/// A firing unit in 0608 at a target in 0606 that foot in 0605 attacks, with something of the enemy near it.
fn shooting_beside(near: impl FnOnce(Drill) -> Drill) -> Field {
    let mut field = near(Drill::new())
        .blue("bows", bows(2), "0608")
        .blue("foot", foot(3), "0605")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606");
    field
}

#[test]
#[covers("R62", "10.3")]
fn nobody_shoots_with_an_enemy_beside_him() {
    let field = shooting_beside(|d| d.gold("near", foot(1), "0609"));
    field.refuses(join(&field, "bows"), "R62");
    assert!(field.offers(join(&field, "foot")));
    assert!(!shooting_beside(|d| d.gold("near", foot(1), "0709")).offers(join(&field, "bows")));
    assert!(shooting_beside(|d| d.gold("near", foot(1), "0610")).offers(join(&field, "bows")));
}

#[test]
#[covers("R62")]
fn intact_baggage_beside_the_archers_stops_them_and_plundered_does_not() {
    let mut field = shooting_beside(|d| d.gold("wagon", wagon(), "0609"));
    field.refuses(join(&field, "bows"), "R62");
    let wagon = field.id("wagon");
    field.plunder(wagon);
    assert!(field.offers(join(&field, "bows")));
}

#[test]
#[covers("R62")]
fn a_lone_commander_beside_the_archers_does_not_stop_them() {
    let field = shooting_beside(|d| d.gold("chief", chief(2), "0609"));
    assert!(field.offers(join(&field, "bows")));
}

#[test]
#[covers("R62")]
fn it_is_the_neighbour_that_counts_not_his_zone_of_control() {
    // No zone of control reaches out of a ford.
    let field = shooting_beside(|d| d.terrain("0609", Terrain::Ford).gold("near", foot(1), "0609"));
    field.refuses(join(&field, "bows"), "R62");
}

#[test]
#[covers("R62")]
fn the_neighbour_is_looked_for_when_the_attack_is_declared() {
    let mut field = Drill::new()
        .blue("bows", bows(2), "0608")
        .blue("foot", foot(4), "0610")
        .gold("near", foot(2), "0609")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.refuses(Order::Attack { hex: number("0606") }, "R62");
    // Two to one, a 5: the neighbour goes, and the archers are free to shoot.
    field.assault("0609", &["foot"]).roll(5).step_to("0710").done();
    field.assault("0606", &["bows"]).roll(2);
    assert_eq!(field.combat.piece, field.id("enemy"), "2 against 3, a 2: the target retreats");
}

#[test]
#[covers("R63", "10.3")]
fn fire_goes_over_everything() {
    let between = [
        Terrain::River,
        Terrain::Mountain,
        Terrain::Fortification,
        Terrain::Wood,
        Terrain::Hill,
        Terrain::Village,
        Terrain::Bridge,
        Terrain::Ford,
    ];
    for terrain in between {
        let field = shooting_beside(|d| d.terrain("0607", terrain).stream("0606", "S").palisade("0608", "N"));
        assert!(field.offers(join(&field, "bows")), "{terrain:?}");
    }
    let field = shooting_beside(|d| d.blue("friend", foot(2), "0607"));
    assert!(field.offers(join(&field, "bows")), "over a friend");
    let long = UnitType { name: "Long bows".into(), range: 3, ..bows(2) };
    let field = shooting_beside(|d| d.blue("long", long, "0609").gold("front", foot(2), "0607"));
    assert!(field.offers(join(&field, "long")), "over an enemy");
    field.refuses(join(&field, "bows"), "R62");
}

#[test]
#[covers("R64", "10.3")]
fn a_missile_unit_attacks_hand_to_hand_with_one_less_but_at_least_one() {
    for (strength, counts) in [(4, 3), (3, 2), (2, 1), (1, 1)] {
        for unit in [bows(strength), riders(strength)] {
            let found = odds(unit.clone(), "0607", foot(2));
            assert!(found.starts_with(&format!("{counts} against 2,")), "{strength}: {found}");
            let found = odds(unit, "0608", foot(2));
            assert!(found.starts_with(&format!("{strength} against 2,")), "fire, {strength}: {found}");
        }
    }
}

#[test]
#[covers("R64", "10.3")]
fn a_missile_unit_defends_with_one_less_against_anybody_beside_it() {
    for (strength, counts) in [(4, 3), (3, 2), (2, 1), (1, 1)] {
        let found = odds(foot(4), "0607", bows(strength));
        assert!(found.starts_with(&format!("4 against {counts},")), "{strength}: {found}");
        let found = odds(bows(4), "0608", bows(strength));
        assert!(found.starts_with(&format!("4 against {strength},")), "only shot at, {strength}: {found}");
    }
    let mut field = Drill::new()
        .blue("foot", foot(2), "0605")
        .blue("bows", bows(2), "0608")
        .gold("enemy", riders(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("bows");
    assert_eq!(field.odds(), "2 against 3, 1/1.5");
    field.join("foot");
    assert_eq!(field.odds(), "4 against 2, 2/1", "one hand-to-hand attacker is enough");
}

#[test]
#[covers("R64")]
fn a_reduced_missile_unit_loses_the_point_from_the_side_it_shows() {
    let mut field = Drill::new()
        .blue("bows", bows(3), "0607")
        .reduced("bows")
        .gold("enemy", riders(4), "0606")
        .reduced("enemy")
        .begin(Step::Fighting);
    field.attack("0606").join("bows");
    assert_eq!(field.odds(), "1 against 2, 1/2");
}

#[test]
#[covers("R64", "10.3")]
fn the_athanatoi_shoot_with_1_and_fight_with_4() {
    let unit = athanatoi();
    assert_eq!((unit.strength, unit.range, unit.red_range), (4, 2, true));
    assert_eq!(odds(unit.clone(), "0608", foot(2)), "1 against 2, 1/2");
    assert_eq!(odds(unit.clone(), "0607", foot(2)), "4 against 2, 2/1");
    assert_eq!(odds(foot(4), "0607", unit.clone()), "4 against 4, 1/1", "no point lost in defence");
    assert_eq!(odds(bows(4), "0608", unit), "4 against 4, 1/1", "nor against fire");
}

#[test]
#[covers("10.3")]
fn the_point_lost_hand_to_hand_is_not_lost_from_morale() {
    let mut field =
        Drill::new().blue("foot", foot(2), "0607").gold("enemy", bows(3), "0606").begin(Step::Fighting);
    field.assault("0606", &["foot"]);
    assert!(field.outcomes().starts_with("D1 DT"), "2 against 2");
    field.roll(2).roll(2);
    assert_eq!(field.result(), "Bows 3 tests morale 3: stands");
    assert!(!field.is_reduced("enemy"));
}

#[test]
#[covers("R65", "10.3")]
fn a_missile_unit_alone_needs_better_than_one_to_one_hand_to_hand() {
    // Strength of the archers, of the enemy, and whether they may: 4 to 3 is still 1/1.
    for (own, enemy, may) in [(3, 2, false), (4, 2, true), (5, 3, false), (4, 3, false), (7, 4, true)] {
        for unit in [bows(own), riders(own)] {
            let mut field = Drill::new()
                .blue("archers", unit, "0607")
                .gold("enemy", foot(enemy), "0606")
                .begin(Step::Fighting);
            field.attack("0606").join("archers");
            assert_eq!(field.offers(Order::Commit), may, "{own} against {enemy}");
            if !may {
                field.refuses(Order::Commit, "10.3");
            }
        }
    }
}

#[test]
#[covers("R65")]
fn the_ratio_is_the_one_before_terrain() {
    let mut field = Drill::new()
        .terrain("0606", Terrain::Wood)
        .palisade("0606", "S")
        .blue("archers", bows(4), "0607")
        .gold("enemy", foot(2), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("archers");
    assert_eq!(field.odds(), "3 against 2, 1.5/1, fought at 1/1.5");
    assert!(field.offers(Order::Commit));
}

#[test]
#[covers("R65")]
fn a_commander_helps_the_ratio_but_is_no_second_unit() {
    for (enemy, may) in [(2, true), (3, false)] {
        let mut field = Drill::new()
            .blue("archers", bows(3), "0607")
            .blue("chief", chief(1), "0607")
            .gold("enemy", foot(enemy), "0606")
            .begin(Step::Fighting);
        field.attack("0606").join("archers");
        assert!(field.odds().starts_with(&format!("3 against {enemy},")));
        assert_eq!(field.offers(Order::Commit), may, "against {enemy}");
    }
}

#[test]
#[covers("R65")]
fn with_a_second_unit_any_ratio_will_do() {
    let mut field = Drill::new()
        .blue("archers", bows(2), "0607")
        .blue("others", bows(1), "0604")
        .gold("enemy", foot(8), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("archers");
    field.refuses(Order::Commit, "10.3");
    field.join("others");
    assert!(field.offers(Order::Commit));
    let archers = field.id("archers");
    field.play(Order::Leave { unit: archers });
    assert!(field.offers(Order::Commit), "fire has no minimum: {}", field.odds());
}

#[test]
#[covers("R65")]
fn red_ranges_are_bound_by_it_too() {
    for (enemy, may) in [(2, true), (3, false), (4, false)] {
        let mut field = Drill::new()
            .blue("guard", athanatoi(), "0607")
            .gold("enemy", foot(enemy), "0606")
            .begin(Step::Fighting);
        field.attack("0606").join("guard");
        assert_eq!(field.offers(Order::Commit), may, "4 against {enemy}");
    }
}

#[test]
#[covers("2.2.3", "R19")]
fn crossed_swords_lose_no_point_hand_to_hand() {
    assert_eq!(odds(swords(3), "0607", foot(3)), "3 against 3, 1/1");
    assert_eq!(odds(foot(3), "0607", swords(3)), "3 against 3, 1/1");
    assert_eq!(odds(swords(3), "0608", foot(3)), "3 against 3, 1/1", "and shoot as before");
    let arithmoi = Drill::of("arcadiopolis").kind("Arithmoi");
    assert_eq!(odds(arithmoi, "0607", foot(3)), "3 against 3, 1/1");
}

#[test]
#[covers("2.2.3", "R19")]
fn crossed_swords_attack_alone_at_any_ratio() {
    for (unit, may) in [(swords(2), true), (riders(2), false), (riders(3), false)] {
        let mut field =
            Drill::new().blue("unit", unit, "0607").gold("enemy", foot(5), "0606").begin(Step::Fighting);
        field.attack("0606").join("unit");
        assert_eq!(field.offers(Order::Commit), may);
    }
}

#[test]
#[covers("2.2.3")]
fn crossed_swords_still_count_as_a_missile_unit() {
    // They make firers at them suffer, and do not shoot with an enemy beside them.
    let mut field =
        Drill::new().blue("bows", bows(3), "0608").gold("enemy", swords(3), "0606").begin(Step::Fighting);
    field.assault("0606", &["bows"]).roll(6);
    assert!(field.is_reduced("bows"));
    let field = shooting_beside(|d| d.blue("swords", swords(3), "0708").gold("near", foot(1), "0808"));
    field.refuses(join(&field, "swords"), "R62");
}

#[test]
#[covers("R66", "10.3")]
fn whoever_shoots_at_men_without_missiles_suffers_nothing() {
    // 3 against 3: AR, AT, A1 on 4, 5, 6; in a marsh A1R on a 6; 1 against 3 in a marsh A2.
    for target in [foot(3), horse(3)] {
        for (strength, face) in [(3, 4), (3, 5), (3, 6), (1, 6)] {
            let mut field = Drill::new()
                .terrain("0606", if strength == 1 { Terrain::Marsh } else { Terrain::Plain })
                .blue("bows", bows(strength), "0608")
                .gold("enemy", target.clone(), "0606")
                .begin(Step::Fighting);
            field.assault("0606", &["bows"]).roll(face);
            assert_eq!((field.at("bows"), field.is_reduced("bows")), ("0608".into(), false), "{face}");
            assert_eq!(field.combat.stage, Stage::Idle, "nothing is left to do");
        }
    }
}

#[test]
#[covers("R66", "10.3")]
fn whoever_shoots_at_men_with_missiles_suffers_like_the_rest() {
    for target in [bows(3), riders(3), UnitType { red_range: true, ..riders(3) }] {
        let field = |face| {
            let mut field = Drill::new()
                .blue("bows", bows(3), "0608")
                .gold("enemy", target.clone(), "0606")
                .begin(Step::Fighting);
            field.assault("0606", &["bows"]).roll(face);
            field
        };
        assert_eq!(field(4).combat.stage, Stage::Retreating);
        assert_eq!(field(5).combat.stage, Stage::Tests);
        assert!(field(6).is_reduced("bows"));
    }
}

#[test]
#[covers("R66")]
fn it_does_not_matter_whether_the_target_could_reach_back() {
    let long = UnitType { name: "Long bows".into(), range: 3, ..bows(3) };
    let mut field =
        Drill::new().blue("long", long, "0609").gold("enemy", bows(3), "0606").begin(Step::Fighting);
    field.assault("0606", &["long"]).roll(6);
    assert!(field.is_reduced("long"));
}

#[test]
#[covers("R66", "R77")]
fn in_a_mixed_attack_the_firers_are_spared_or_not_by_the_same_rule() {
    let attack = |target: UnitType, face: u8| {
        let mut field = Drill::new()
            .blue("foot", foot(2), "0605")
            .blue("bows", bows(1), "0608")
            .gold("enemy", target, "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["foot", "bows"]).roll(face);
        field
    };
    // Against foot only the foot loses, retreats or tests.
    let field = attack(foot(3), 6);
    assert!(field.is_reduced("foot") && !field.is_reduced("bows"));
    let mut field = attack(foot(3), 4);
    assert!(field.combat.routed.is_empty() && field.combat.piece == field.id("foot"));
    field.step_to("0604");
    assert_eq!(field.at("bows"), "0608");
    // Archers attacked hand to hand count 3: the same column, but now both suffer.
    let mut field = attack(bows(4), 6);
    let bows = field.id("bows");
    assert!(field.offers(Order::Lose { unit: bows }));
    field.play(Order::Lose { unit: bows });
    assert!(field.is_reduced("bows") && !field.is_reduced("foot"));
    let field = attack(self::bows(4), 4);
    assert!(
        field.offers(Order::Retreat { unit: bows })
            && field.offers(Order::Retreat { unit: field.id("foot") })
    );
}

#[test]
#[covers("R34", "7", "10.5")]
fn a_commander_adds_his_strength_to_the_stack_that_fights_hand_to_hand() {
    let stack = |drill: Drill, blue: &str, gold: &str| {
        drill
            .blue("chief", chief(2), blue)
            .gold("other chief", chief(1), gold)
            .blue("foot", foot(3), "0607")
            .gold("enemy", foot(3), "0606")
            .begin(Step::Fighting)
    };
    for (blue, gold, odds) in [
        ("0607", "0606", "5 against 4, 1/1"),
        ("0607", "0605", "5 against 3, 1.5/1"),
        ("0608", "0606", "3 against 4, 1/1.5"),
        ("0608", "0605", "3 against 3, 1/1"),
    ] {
        let mut field = stack(Drill::new(), blue, gold);
        field.attack("0606").join("foot");
        assert_eq!(field.odds(), odds, "chiefs in {blue} and {gold}");
    }
}

#[test]
#[covers("R34")]
fn a_commander_adds_nothing_to_fire_and_nothing_against_it() {
    let mut field = Drill::new()
        .blue("bows", bows(3), "0608")
        .blue("chief", chief(2), "0608")
        .blue("foot", foot(1), "0605")
        .gold("enemy", foot(3), "0606")
        .gold("other chief", chief(2), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("bows");
    assert_eq!(field.odds(), "3 against 3, 1/1");
    field.join("foot");
    assert_eq!(field.odds(), "4 against 5, 1/1.5", "one hand-to-hand attacker brings the defender's in");
}

#[test]
#[covers("10.3")]
fn missile_units_shoot_only_in_their_own_combats() {
    // Attacked from two hexes away, they do not shoot back: no second die, no loss of the firers.
    let mut field =
        Drill::new().blue("bows", bows(4), "0608").gold("enemy", bows(1), "0606").begin(Step::Fighting);
    field.assault("0606", &["bows"]).roll(3);
    assert!(field.is_reduced("enemy") && !field.is_reduced("bows"));
    assert_eq!(field.combat.stage, Stage::Idle);
}
