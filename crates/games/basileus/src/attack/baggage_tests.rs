//! Baggage in combat (10.4): wagons, and mangonels, which count as baggage (13.3/1).

use covers::covers;
use engine::Shown;

use crate::drill::{Drill, Field, bows, chief, foot, horse, mangonel, number, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Arm, Terrain, UnitType};

/// Both sorts of baggage: the rules make no difference in combat.
fn both() -> [UnitType; 2] {
    [wagon(), mangonel()]
}

/// A far-off pair that keeps the phase open.
fn with_others(drill: Drill) -> Drill {
    drill.blue("far", foot(2), "0203").gold("idle", foot(2), "0202")
}

/// Foot of a strength in 0607 against baggage in 0606, alone.
fn lone(attacker: u8, baggage: UnitType) -> Field {
    with_others(Drill::new())
        .blue("foot", foot(attacker), "0607")
        .gold("baggage", baggage, "0606")
        .begin(Step::Fighting)
}

/// Foot of a strength in 0607 against foot on baggage in 0606.
fn guarded(attacker: u8, guard: u8, baggage: UnitType) -> Field {
    with_others(Drill::new())
        .blue("foot", foot(attacker), "0607")
        .gold("guard", foot(guard), "0606")
        .gold("baggage", baggage, "0606")
        .begin(Step::Fighting)
}

/// Foot on baggage in 0607 attacks foot in 0606, both of strength 3.
fn from_baggage(baggage: UnitType) -> Drill {
    with_others(Drill::new()).blue("foot", foot(3), "0607").blue("baggage", baggage, "0607").gold(
        "enemy",
        foot(3),
        "0606",
    )
}

#[test]
#[covers("13.3/1", "2.1")]
fn mangonels_are_baggage() {
    let printed = Drill::of("dorostolon-sortie").kind("Mangonels");
    assert_eq!((printed.arm, printed.strength, printed.steps, printed.movement), (Arm::Baggage, 1, 1, 0));
}

#[test]
#[covers("10.4", "13.3/1")]
fn baggage_attacks_nobody() {
    for baggage in both() {
        let mut field = Drill::new()
            .blue("baggage", baggage, "0607")
            .blue("foot", foot(2), "0605")
            .gold("enemy", foot(2), "0606")
            .begin(Step::Fighting);
        field.attack("0606");
        let unit = field.id("baggage");
        field.refuses(Order::Join { unit }, "10.4");
        field.refuses(Order::Charge { unit }, "10.4");
        assert!(field.offers(Order::Join { unit: field.id("foot") }));
    }
    // And if nothing else stands there, there is no attack at all.
    let field =
        Drill::new().blue("wagon", wagon(), "0607").gold("enemy", foot(2), "0606").begin(Step::Fighting);
    field.refuses(Order::Attack { hex: number("0606") }, "10.1");
}

#[test]
#[covers("10.4", "R68", "13.3/1")]
fn lone_baggage_defends_with_one_whatever_the_ground() {
    let grounds = [
        Terrain::Plain,
        Terrain::Village,
        Terrain::Wood,
        Terrain::Hill,
        Terrain::Vineyard,
        Terrain::Marsh,
        Terrain::Bridge,
        Terrain::Ford,
    ];
    for baggage in both() {
        for terrain in grounds {
            let mut field = Drill::new()
                .terrain("0606", terrain)
                .stream("0606", "S")
                .palisade("0606", "S")
                .blue("foot", foot(1), "0607")
                .gold("baggage", baggage.clone(), "0606")
                .begin(Step::Fighting);
            field.attack("0606").join("foot");
            assert_eq!(field.odds(), "1 against 1, 1/1", "{terrain:?}");
            assert_eq!(field.commit().outcomes(), "D1 DT DR AR AT A1", "{terrain:?}");
        }
    }
}

#[test]
#[covers("10.4", "13.3/1")]
fn lone_baggage_ignores_retreats_and_tests() {
    for baggage in both() {
        for face in [2, 3] {
            let mut field = lone(1, baggage.clone());
            field.assault("0606", &["foot"]).roll(face);
            assert_eq!((field.at("baggage"), field.combat.stage), ("0606".into(), Stage::Idle), "{face}");
            assert!(!field.lost("baggage"));
            field.refuses(Order::Attack { hex: number("0606") }, "R53");
        }
    }
}

#[test]
#[covers("10.4", "13.3/1")]
fn lone_baggage_is_plundered_by_any_loss() {
    // D1, D1R and D2.
    for baggage in both() {
        for (attacker, code) in [(1, "D1"), (2, "D1R"), (3, "D2")] {
            let mut field = lone(attacker, baggage.clone());
            field.assault("0606", &["foot"]);
            assert!(field.outcomes().starts_with(&format!("{code} ")));
            field.roll(1);
            assert!(field.lost("baggage"), "{code}");
            assert_eq!(field.combat.stage, Stage::Advance, "the hex is free now");
        }
    }
}

#[test]
#[covers("10.4")]
fn attackers_of_baggage_suffer_as_usual() {
    let mut field = lone(1, wagon());
    field.assault("0606", &["foot"]).roll(6);
    assert!(field.is_reduced("foot") && !field.lost("baggage"));
    let mut field = lone(1, wagon());
    field.assault("0606", &["foot"]).roll(4).step_to("0608");
    assert_eq!(
        (field.at("foot"), field.combat.stage),
        ("0608".into(), Stage::Idle),
        "baggage follows nobody"
    );
}

#[test]
#[covers("R67", "10.4", "13.3/1")]
fn nobody_shoots_at_baggage_or_at_men_on_it() {
    for baggage in both() {
        for guard in [false, true] {
            let drill = Drill::new()
                .blue("bows", bows(4), "0608")
                .blue("riders", crate::drill::riders(4), "0604")
                .blue("foot", foot(2), "0507")
                .gold("baggage", baggage.clone(), "0606");
            let drill = if guard { drill.gold("guard", foot(2), "0606") } else { drill };
            let mut field = drill.begin(Step::Fighting);
            field.attack("0606");
            for name in ["bows", "riders"] {
                field.refuses(Order::Join { unit: field.id(name) }, "R67");
            }
            field.join("foot");
            field.refuses(Order::Join { unit: field.id("bows") }, "R67");
        }
    }
    let alone =
        Drill::new().blue("bows", bows(4), "0608").gold("baggage", wagon(), "0606").begin(Step::Fighting);
    alone.refuses(Order::Attack { hex: number("0606") }, "R67");
}

#[test]
#[covers("10.4", "R67")]
fn plundered_baggage_has_no_effect_any_more() {
    let mut field = Drill::new()
        .blue("bows", bows(4), "0608")
        .gold("wagon", wagon(), "0606")
        .gold("guard", foot(2), "0606")
        .gold("other wagon", wagon(), "0604")
        .begin(Step::Fighting);
    let (wagon, other) = (field.id("wagon"), field.id("other wagon"));
    field.plunder(wagon);
    field.plunder(other);
    field.refuses(Order::Attack { hex: number("0604") }, "10.1");
    field.attack("0606").join("bows");
    assert_eq!(field.odds(), "4 against 2, 2/1", "it adds nothing and does not keep arrows off");
    field.commit().roll(5);
    assert_eq!(field.combat.piece, field.id("guard"), "and it holds nobody");
}

#[test]
#[covers("10.4", "R68", "R34", "13.3/1")]
fn men_on_baggage_add_its_strength_to_theirs() {
    for baggage in both() {
        let mut field = guarded(8, 3, baggage);
        field.attack("0606").join("foot");
        assert_eq!(field.odds(), "8 against 4, 2/1");
    }
    let mut field = Drill::new()
        .blue("foot", foot(6), "0607")
        .gold("archers", bows(3), "0606")
        .gold("chief", chief(2), "0606")
        .gold("wagon", wagon(), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("foot");
    assert_eq!(field.odds(), "6 against 5, 1/1", "archers hand to hand 2, the chief 2, the wagon 1");
}

#[test]
#[covers("R68")]
fn men_on_baggage_have_the_good_of_the_ground() {
    let field = |terrain| {
        let mut field = Drill::new()
            .terrain("0606", terrain)
            .blue("foot", foot(4), "0607")
            .gold("guard", foot(3), "0606")
            .gold("wagon", wagon(), "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["foot"]);
        field.outcomes()
    };
    assert_eq!(field(Terrain::Plain), "D1 DT DR AR AT A1");
    assert_eq!(field(Terrain::Wood), "DT DR AR AT AT A1");
    assert_eq!(field(Terrain::Marsh), "DT DR AR AT A1 A1R");
}

#[test]
#[covers("R69", "10.4", "13.3/1")]
fn men_on_baggage_ignore_every_retreat() {
    for baggage in both() {
        // 4 against 4, a 3: DR.
        let mut field = guarded(4, 3, baggage.clone());
        field.assault("0606", &["foot"]).roll(3);
        assert_eq!((field.at("guard"), field.combat.stage), ("0606".into(), Stage::Idle));
        assert!(!field.is_reduced("guard"));
        // 8 against 4, a 1: D1R, of which the loss counts.
        let mut field = guarded(8, 3, baggage.clone());
        field.assault("0606", &["foot"]).roll(1);
        assert_eq!((field.at("guard"), field.combat.stage), ("0606".into(), Stage::Idle));
        assert!(field.is_reduced("guard") && !field.lost("baggage"));
        // 4 against 4, a 2: DT, and the test comes out equal.
        let mut field = guarded(4, 3, baggage);
        field.assault("0606", &["foot"]).roll(2).roll(3);
        assert_eq!((field.at("guard"), field.combat.stage), ("0606".into(), Stage::Idle));
        assert!(!field.is_reduced("guard"));
    }
}

#[test]
#[covers("R69", "10.4", "13.3/1")]
fn losses_fall_on_the_men_and_the_baggage_goes_with_the_last_of_them() {
    for baggage in both() {
        let mut field = guarded(4, 3, baggage.clone());
        field.assault("0606", &["foot"]).roll(1);
        assert!(field.is_reduced("guard") && !field.lost("guard") && !field.lost("baggage"));
        // 12 against 4, a 1: D2.
        let mut field = guarded(12, 3, baggage.clone());
        field.assault("0606", &["foot"]).roll(1);
        assert!(field.lost("guard") && field.lost("baggage"));
        assert_eq!(field.combat.stage, Stage::Advance);
        // Reduced men who fail their test.
        let mut field = with_others(Drill::new())
            .blue("foot", foot(3), "0607")
            .gold("guard", foot(3), "0606")
            .reduced("guard")
            .gold("chief", chief(1), "0606")
            .gold("baggage", baggage, "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["foot"]);
        assert!(field.outcomes().starts_with("DT "), "3 against 2, 1 and 1");
        field.roll(1).roll(4);
        assert!(field.lost("guard") && field.lost("chief") && field.lost("baggage"));
    }
}

#[test]
#[covers("R69")]
fn men_on_baggage_cannot_be_pushed() {
    let walls = ["0506", "0507", "0706", "0707"];
    let drill = walls.into_iter().fold(with_others(Drill::new()), |d, hex| d.terrain(hex, Terrain::Mountain));
    let mut field = drill
        .blue("foot", foot(3), "0607")
        .gold("enemy", foot(3), "0606")
        .gold("guard", foot(3), "0605")
        .gold("wagon", wagon(), "0605")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(3);
    assert_eq!((field.at("enemy"), field.at("guard")), ("0606".into(), "0605".into()));
    assert!(field.is_reduced("enemy") && !field.is_reduced("guard"), "nowhere to go: a loss");
}

#[test]
#[covers("R53", "10.4")]
fn baggage_left_by_men_who_were_attacked_on_it_has_been_attacked_too() {
    let mut field = with_others(Drill::new())
        .blue("foot", foot(4), "0607")
        .blue("fresh", foot(4), "0605")
        .gold("guard", foot(3), "0606")
        .gold("wagon", wagon(), "0606")
        .begin(Step::Fighting);
    // AR: the guard follows into the hex the attackers left, and the wagon stays behind alone.
    field.assault("0606", &["foot"]).roll(4).step_to("0608");
    field.play(Order::Occupy { hex: number("0607") });
    assert_eq!((field.at("guard"), field.at("wagon")), ("0607".into(), "0606".into()));
    field.refuses(Order::Attack { hex: number("0606") }, "R53");
}

#[test]
#[covers("R70")]
fn men_on_baggage_attack_hand_to_hand_without_its_strength() {
    let mut field = from_baggage(wagon()).begin(Step::Fighting);
    field.attack("0606").join("foot");
    assert_eq!(field.odds(), "3 against 3, 1/1");
    field.commit().roll(1);
    assert!(field.is_reduced("enemy"));
}

#[test]
#[covers("R70")]
fn men_on_baggage_do_not_shoot() {
    let mut field = Drill::new()
        .blue("archers", bows(3), "0608")
        .blue("wagon", wagon(), "0608")
        .blue("foot", foot(3), "0605")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    assert!(field.field_of_fire(field.id("archers").0.into()).is_empty());
    field.attack("0606");
    field.refuses(Order::Join { unit: field.id("archers") }, "R70");
    let wagon = field.id("wagon");
    field.plunder(wagon);
    assert!(field.offers(Order::Join { unit: field.id("archers") }));
    assert!(field.field_of_fire(field.id("archers").0.into()).contains(&number("0606").into()));
}

#[test]
#[covers("R70", "13.3/1")]
fn men_who_attack_from_baggage_take_losses_and_tests_but_never_retreat() {
    for baggage in both() {
        let attack = |face| {
            let mut field = from_baggage(baggage.clone()).begin(Step::Fighting);
            field.assault("0606", &["foot"]).roll(face);
            field
        };
        let field = attack(4);
        assert_eq!((field.at("foot"), field.combat.stage), ("0607".into(), Stage::Idle), "AR");
        let field = attack(6);
        assert!(field.is_reduced("foot"), "A1");
        for (face, reduced) in [(2, false), (3, false), (4, true)] {
            let mut field = attack(5);
            field.roll(face);
            assert_eq!(field.at("foot"), "0607", "AT, {face}");
            assert_eq!((field.is_reduced("foot"), field.combat.stage), (reduced, Stage::Idle), "AT, {face}");
        }
    }
}

#[test]
#[covers("R70", "R77")]
fn comrades_of_men_on_baggage_retreat_all_the_same() {
    let mut field = from_baggage(wagon()).blue("horse", horse(1), "0605").begin(Step::Fighting);
    field.assault("0606", &["foot", "horse"]).roll(4).step_to("0604");
    assert_eq!((field.at("foot"), field.at("horse")), ("0607".into(), "0604".into()));
}

#[test]
#[covers("R71", "13.3/1")]
fn baggage_outlives_men_who_die_in_their_own_attack() {
    for baggage in both() {
        // 2 against 3: A1 on a 6, AT on a 5.
        for faces in [&[6][..], &[5, 6]] {
            let mut field = from_baggage(baggage.clone()).reduced("foot").begin(Step::Fighting);
            field.assault("0606", &["foot"]).rolls(faces);
            assert!(field.lost("foot"), "{faces:?}");
            assert_eq!(field.at("baggage"), "0607", "{faces:?}");
        }
    }
}
