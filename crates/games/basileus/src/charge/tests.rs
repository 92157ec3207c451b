//! The charge (10.2) and the counter-charge (12.2).

use covers::covers;
use engine::Shown;

use crate::drill::{Drill, Field, bows, chief, foot, horse, number, riders, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Terrain, UnitType};

fn charge(field: &Field, name: &str) -> Order {
    Order::Charge { unit: field.id(name) }
}

/// Cavalry of strength 4 in 0609 and foot of strength 3 in 0606, about to be ridden at.
fn plain() -> Drill {
    Drill::new().blue("horse", horse(4), "0609").gold("enemy", foot(3), "0606")
}

/// Rides along hexes, ends moving and begins the attack on 0606.
fn ridden(drill: Drill, path: &[&str]) -> Field {
    let mut field = drill.begin(Step::Moving);
    field.take_up("horse");
    for hex in path {
        field.step_to(hex);
    }
    if field.mover.unit != crate::unit::UnitId::NONE {
        field.halt();
    }
    end_moving(&mut field);
    field.attack("0606");
    field
}

/// Movement ends by itself when nobody is left to move.
fn end_moving(field: &mut Field) {
    if field.step == Step::Moving {
        field.done();
    }
}

#[test]
#[covers("10.2", "R58", "tec.plain")]
fn a_charge_adds_the_bonus_of_the_unit() {
    let mut field = ridden(plain(), &["0608", "0607"]);
    field.charge("horse");
    assert_eq!(field.odds(), "5 against 3, 1.5/1");
    let heavy = UnitType { name: "Heavy horse".into(), charge: 2, ..horse(4) };
    let drill = Drill::new().blue("horse", heavy, "0609").gold("enemy", foot(3), "0606");
    let mut field = ridden(drill, &["0608", "0607"]);
    field.charge("horse");
    assert_eq!(field.odds(), "6 against 3, 2/1");
}

#[test]
#[covers("10.2")]
fn only_cavalry_with_a_bonus_charges() {
    let archers = UnitType { name: "Riders with lances".into(), charge: 2, ..riders(4) };
    let marching = UnitType { name: "Foot with a bonus".into(), charge: 1, movement: 3, ..foot(4) };
    let dull = UnitType { name: "Dull horse".into(), charge: 0, ..horse(4) };
    for unit in [archers, marching, dull, riders(4)] {
        let drill = Drill::new().blue("horse", unit, "0609").gold("enemy", foot(3), "0606");
        let field = ridden(drill, &["0608", "0607"]);
        field.refuses(charge(&field, "horse"), "10.2");
        assert!(field.offers(Order::Join { unit: field.id("horse") }));
    }
}

#[test]
#[covers("10.2", "7")]
fn a_commander_with_the_chargers_adds_his_strength_and_no_bonus() {
    let mut field = plain().blue("chief", chief(2), "0609").begin(Step::Moving);
    field.lead("horse").step_to("0608").step_to("0607");
    end_moving(&mut field);
    field.attack("0606").charge("horse");
    assert_eq!(field.odds(), "7 against 3, 2/1", "4, 1 for the charge, 2 for the chief");
}

#[test]
#[covers("R58", "10.2")]
fn one_two_or_three_hexes_are_a_run_up() {
    for (start, path) in
        [("0608", &["0607"][..]), ("0609", &["0608", "0607"]), ("0610", &["0609", "0608", "0607"])]
    {
        let drill = Drill::new().blue("horse", horse(4), start).gold("enemy", foot(3), "0606");
        let field = ridden(drill, path);
        assert!(field.offers(charge(&field, "horse")), "{start}");
    }
    // By road as many hexes as its points allow.
    let road = ["0612", "0611", "0610", "0609"].into_iter().fold(Drill::new(), |d, hex| d.road(hex, "N"));
    let drill = road.blue("horse", horse(4), "0612").gold("enemy", foot(3), "0606");
    let field = ridden(drill, &["0611", "0610", "0609", "0608", "0607"]);
    assert!(field.offers(charge(&field, "horse")), "five hexes");
}

#[test]
#[covers("R58", "10.2")]
fn whoever_did_not_move_does_not_charge() {
    let mut field =
        Drill::new().blue("horse", horse(4), "0607").gold("enemy", foot(3), "0606").begin(Step::Fighting);
    field.attack("0606");
    field.refuses(charge(&field, "horse"), "R58");
}

#[test]
#[covers("R58", "10.2")]
fn riding_away_and_back_is_no_run_up() {
    let drill = Drill::new().blue("horse", horse(4), "0607").gold("enemy", foot(3), "0606");
    let field = ridden(drill, &["0608", "0607"]);
    field.refuses(charge(&field, "horse"), "R58");
    // Nor from one side of the target to another.
    let drill = Drill::new().blue("horse", horse(4), "0507").gold("enemy", foot(3), "0606");
    let field = ridden(drill, &["0508", "0607"]);
    field.refuses(charge(&field, "horse"), "R58");
}

#[test]
#[covers("R58")]
fn every_step_must_lead_nearer() {
    // Round a corner: 0708 is as far from the target as 0608.
    let field = ridden(
        Drill::new().blue("horse", horse(4), "0608").gold("enemy", foot(3), "0606"),
        &["0708", "0607"],
    );
    field.refuses(charge(&field, "horse"), "R58");
    // A bend that always leads nearer will do.
    let field = ridden(
        Drill::new().blue("horse", horse(4), "0709").gold("enemy", foot(3), "0606"),
        &["0708", "0607"],
    );
    assert!(field.offers(charge(&field, "horse")));
}

#[test]
#[covers("R58")]
fn the_run_up_is_measured_at_each_target_by_itself() {
    // Two hexes north to 0607: at 0606 and 0707 straight on, past 0708.
    for (target, may) in [("0606", true), ("0707", true), ("0507", true), ("0708", false), ("0508", false)] {
        let mut field = Drill::new()
            .blue("horse", horse(4), "0607")
            .ran("horse", "0609", 2)
            .gold("enemy", foot(3), target)
            .begin(Step::Fighting);
        field.attack(target);
        assert_eq!(field.offers(charge(&field, "horse")), may, "{target}");
        if !may {
            field.refuses(charge(&field, "horse"), "R58");
        }
    }
}

#[test]
#[covers("R58")]
fn what_counts_is_where_the_target_stands_now() {
    let walls = ["0505", "0506", "0507", "0706", "0707"];
    let drill = walls.into_iter().fold(Drill::new(), |d, hex| d.terrain(hex, Terrain::Mountain));
    let mut field = drill
        .blue("horse", horse(4), "0705")
        .ran("horse", "0704", 1)
        .blue("foot", foot(4), "0607")
        .gold("front", foot(4), "0606")
        .gold("enemy", foot(4), "0605")
        .begin(Step::Fighting);
    field.attack("0605");
    assert!(field.offers(charge(&field, "horse")));
    field.play(Order::Withdraw { hex: number("0605") });
    // The front retreats and pushes the target round the horse, to where the ride began beside it.
    field.assault("0606", &["foot"]).roll(3).step_to("0605").step_to("0604").roll(1).roll(1).done();
    assert_eq!(field.at("enemy"), "0604");
    field.attack("0604");
    field.refuses(charge(&field, "horse"), "R58");
    assert!(field.offers(Order::Join { unit: field.id("horse") }));
}

#[test]
#[covers("R59", "tec.village", "tec.wood", "tec.hill", "tec.vineyard", "tec.marsh", "tec.bridge", "tec.ford")]
fn every_hex_entered_is_plain_or_road() {
    let rough = [
        Terrain::Village,
        Terrain::Wood,
        Terrain::Hill,
        Terrain::Vineyard,
        Terrain::Marsh,
        Terrain::Bridge,
        Terrain::Ford,
    ];
    for terrain in rough {
        let field = ridden(plain().terrain("0608", terrain), &["0608", "0607"]);
        field.refuses(charge(&field, "horse"), "R59");
        let field = ridden(plain().terrain("0607", terrain), &["0608", "0607"]);
        field.refuses(charge(&field, "horse"), "R59");
        // By road it is clear, and what it started from does not matter.
        let road = plain().terrain("0608", terrain).road("0609", "N").road("0608", "N");
        let field = ridden(road, &["0608", "0607"]);
        assert!(field.offers(charge(&field, "horse")), "road through {terrain:?}");
        let field = ridden(plain().terrain("0609", terrain), &["0608", "0607"]);
        assert!(field.offers(charge(&field, "horse")), "from {terrain:?}");
    }
}

#[test]
#[covers(
    "R59",
    "10.2",
    "tec.plain",
    "tec.road",
    "tec.village",
    "tec.wood",
    "tec.hill",
    "tec.vineyard",
    "tec.marsh",
    "tec.bridge",
    "tec.ford"
)]
fn the_target_stands_in_plain_road_or_bridge() {
    let grounds = [
        (Terrain::Plain, true),
        (Terrain::Bridge, true),
        (Terrain::Village, false),
        (Terrain::Wood, false),
        (Terrain::Hill, false),
        (Terrain::Vineyard, false),
        (Terrain::Marsh, false),
        (Terrain::Ford, false),
    ];
    for (terrain, may) in grounds {
        let field = ridden(plain().terrain("0606", terrain), &["0608", "0607"]);
        assert_eq!(field.offers(charge(&field, "horse")), may, "{terrain:?}");
        if !may {
            field.refuses(charge(&field, "horse"), "R59");
        }
        let field = ridden(plain().terrain("0606", terrain).road("0606", "N"), &["0608", "0607"]);
        assert!(field.offers(charge(&field, "horse")), "road in {terrain:?}");
    }
}

#[test]
#[covers("R59", "10.2", "tec.stream", "tec.palisade", "tec.slope")]
fn no_stream_without_a_road_and_no_palisade_on_the_way_or_before_the_target() {
    // The side crossed on the way, and the one between charger and target.
    for from in ["0608", "0607"] {
        let field = ridden(plain().stream(from, "N"), &["0608", "0607"]);
        field.refuses(charge(&field, "horse"), "R59");
        let field = ridden(plain().stream(from, "N").road(from, "N"), &["0608", "0607"]);
        assert!(field.offers(charge(&field, "horse")), "stream north of {from} by road");
        let field = ridden(plain().palisade(from, "N"), &["0608", "0607"]);
        field.refuses(charge(&field, "horse"), "R59");
        let field = ridden(plain().palisade(from, "N").road(from, "N"), &["0608", "0607"]);
        field.refuses(charge(&field, "horse"), "R59");
        let field = ridden(plain().slope(from, "N"), &["0608", "0607"]);
        assert!(field.offers(charge(&field, "horse")), "slope north of {from}");
    }
    // A stream elsewhere round the target is no hindrance.
    let field = ridden(plain().stream("0606", "N").palisade("0606", "NE"), &["0608", "0607"]);
    assert!(field.offers(charge(&field, "horse")));
}

#[test]
#[covers("R57", "10.2")]
fn each_unit_charges_or_not_as_its_owner_says() {
    let mut field = Drill::new()
        .blue("one", horse(4), "0607")
        .ran("one", "0608", 1)
        .blue("two", horse(4), "0506")
        .ran("two", "0405", 1)
        .gold("enemy", foot(4), "0606")
        .begin(Step::Fighting);
    field.refuses(charge(&field, "one"), "R52");
    field.attack("0606").join("one").join("two");
    assert_eq!(field.odds(), "8 against 4, 2/1");
    field.charge("one");
    assert_eq!(field.odds(), "9 against 4, 2/1");
    field.refuses(charge(&field, "one"), "10.2");
    field.charge("two");
    assert_eq!(field.odds(), "10 against 4, 2/1");
    // Taken back, the unit may join without charging.
    let two = field.id("two");
    field.play(Order::Leave { unit: two }).join("two");
    assert_eq!(field.odds(), "9 against 4, 2/1");
}

#[test]
#[covers("R57")]
fn the_run_up_is_remembered_from_this_turns_movement_only() {
    let mut field = ridden(plain(), &["0608", "0607"]);
    field.play(Order::Withdraw { hex: number("0606") }).done();
    // Gold's turn passes; in its next turn the horse stands where it is.
    field.done();
    if field.phasing() == engine::Side::Second {
        field.done();
    }
    assert_eq!((field.phasing(), field.step), (engine::Side::First, Step::Moving));
    field.done().attack("0606");
    field.refuses(charge(&field, "horse"), "R58");
}

#[test]
#[covers("R61", "10.2")]
fn without_charging_there_is_no_bonus_and_no_duty_to_advance() {
    let mut field = ridden(plain(), &["0608", "0607"]);
    field.join("horse");
    assert_eq!(field.odds(), "4 against 3, 1/1");
    field.commit().roll(3).step_to("0605");
    assert!(field.offers(Order::Done));
    field.done();
    assert_eq!(field.at("horse"), "0607");
}

#[test]
#[covers("10.2")]
fn chargers_must_take_the_hex_the_defender_left() {
    let mut field = ridden(plain(), &["0608", "0607"]);
    field.charge("horse").commit().roll(4).step_to("0605");
    assert_eq!(field.combat.stage, Stage::Advance);
    field.refuses(Order::Done, "R96");
    let horse = field.id("horse");
    field.play(Order::Advance { unit: horse });
    assert_eq!(field.at("horse"), "0606");
}

#[test]
#[covers("R60")]
fn a_unit_moved_in_the_combat_phase_has_lost_its_run_up() {
    let walls = ["0507", "0508", "0707", "0708"];
    let drill = || {
        let drill = walls.into_iter().fold(Drill::new(), |d, hex| d.terrain(hex, Terrain::Mountain));
        drill.blue("foot", foot(3), "0607").gold("enemy", foot(3), "0606").gold("wagon", wagon(), "0610")
    };
    // Unmoved, this run would be good.
    let mut field = drill().blue("horse", horse(3), "0609").ran("horse", "0608", 1).begin(Step::Fighting);
    field.attack("0610");
    assert!(field.offers(charge(&field, "horse")));
    // Pushed into the same hex, it is not.
    let mut field = drill().blue("horse", horse(3), "0608").ran("horse", "0608", 1).begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(4).step_to("0608").step_to("0609").roll(1).done();
    assert_eq!(field.at("horse"), "0609");
    field.attack("0610");
    field.refuses(charge(&field, "horse"), "R58");
    assert!(field.offers(Order::Join { unit: field.id("horse") }));
}

#[test]
#[covers("12.2", "R107")]
fn under_the_option_whoever_can_charge_is_not_charged() {
    let field = |option: bool, target: UnitType, terrain: Terrain| {
        let drill = Drill::new()
            .option(|choices| choices.counter_charge = option)
            .terrain("0606", terrain)
            .blue("horse", horse(4), "0609")
            .gold("enemy", target, "0606");
        ridden(drill, &["0608", "0607"])
    };
    let dull = UnitType { name: "Dull horse".into(), charge: 0, ..horse(3) };
    for (target, can) in
        [(horse(3), true), (foot(3), false), (riders(3), false), (bows(3), false), (dull, false)]
    {
        for terrain in [Terrain::Plain, Terrain::Bridge] {
            let plain = field(false, target.clone(), terrain);
            assert!(plain.offers(charge(&plain, "horse")), "without the option: {}", target.name);
            let field = field(true, target.clone(), terrain);
            assert_eq!(field.offers(charge(&field, "horse")), !can, "{}", target.name);
            if can {
                field.refuses(charge(&field, "horse"), "12.2");
            }
        }
    }
}

#[test]
#[covers("12.2", "R107")]
fn against_a_counter_charge_there_is_neither_bonus_nor_duty() {
    let drill = Drill::new()
        .option(|choices| choices.counter_charge = true)
        .blue("horse", horse(4), "0609")
        .gold("enemy", horse(3), "0606")
        .reduced("enemy");
    let mut field = ridden(drill, &["0608", "0607"]);
    field.refuses(charge(&field, "horse"), "12.2");
    field.join("horse");
    assert_eq!(field.odds(), "4 against 2, 2/1");
    field.commit().roll(5).step_to("0605");
    assert!(field.offers(Order::Done), "nobody has to advance");
}

#[test]
#[covers("R107")]
fn under_the_option_baggage_is_charged_as_before() {
    let drill = Drill::new()
        .option(|choices| choices.counter_charge = true)
        .blue("horse", horse(4), "0609")
        .gold("wagon", wagon(), "0606");
    let field = ridden(drill, &["0608", "0607"]);
    assert!(field.offers(charge(&field, "horse")));
}

#[test]
#[covers("13.5/4")]
fn at_beroia_the_kavallarioi_charge_with_two() {
    for (battle, odds) in [("beroia", "5 against 2, 2/1"), ("arcadiopolis", "4 against 2, 2/1")] {
        let drill = Drill::of(battle);
        let kavallarioi = drill.kind("Kavallarioi");
        let mut field = Drill::new()
            .blue("horse", kavallarioi, "0607")
            .ran("horse", "0608", 1)
            .gold("enemy", foot(2), "0606")
            .begin(Step::Fighting);
        field.attack("0606").charge("horse");
        assert_eq!(field.odds(), odds, "{battle}");
        let franks = Drill::of("beroia").kind("Franks");
        assert_eq!(franks.charge, 2, "nobody else is changed");
        assert_eq!(Drill::of("beroia").kind("Pecheneg nobles").charge, 1);
        assert!(field.sums(&Order::Commit)[0].terms.iter().any(|t| t.rule == "10.2"));
    }
}
