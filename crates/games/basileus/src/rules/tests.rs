//! The contract, and what is in the box (1, 2.1).

use covers::covers;
use engine::dice::DiceRequest;
use engine::proving::hears_nothing;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, number, riders, wagon};
use crate::files::Library;
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Arm, Choices, Sheet, Terrain, UnitType};
use crate::unit::UnitId;

/// One order of every kind that names counter 0 and hex 0607.
fn every_order() -> [Order; 27] {
    let (unit, target, hex, to) = (UnitId(0), UnitId(0), number("0607"), direction("N"));
    [
        Order::Place { unit, hex },
        Order::Lift { unit },
        Order::Muster,
        Order::Move { unit },
        Order::Lead { unit },
        Order::Feign { target },
        Order::Provoke { unit },
        Order::Step { to },
        Order::Halt,
        Order::Attack { hex },
        Order::Join { unit },
        Order::Charge { unit },
        Order::Leave { unit },
        Order::Withdraw { hex },
        Order::Commit,
        Order::Dodge,
        Order::Stand,
        Order::Support { unit },
        Order::Lose { unit },
        Order::Retreat { unit },
        Order::Advance { unit },
        Order::Occupy { hex },
        Order::Follow,
        Order::Remain,
        Order::Done,
        Order::Attack { hex: number("9999") },
        Order::Move { unit: UnitId(60) },
    ]
}

fn skirmish() -> Drill {
    Drill::open().blue("unit", foot(4), "0606").gold("men", foot(3), "0607")
}

#[test]
#[covers("protocol", "dice")]
fn while_a_die_is_due_no_order_is_heard() {
    let mut field = skirmish().begin(Step::Fighting);
    field.assault("0607", &["unit"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest::ONE_D6));
    hears_nothing(&*field, every_order(), "protocol");
}

#[test]
#[covers("protocol")]
fn after_the_end_no_order_is_heard() {
    let mut field = skirmish().begin_in(20, Step::Fighting);
    field.done();
    assert!(matches!(field.turn(), Turn::Over(_)));
    hears_nothing(&*field, every_order(), "protocol");
}

#[test]
#[covers("protocol")]
fn counters_and_hexes_that_are_not_there_are_refused() {
    let mut field = skirmish().begin(Step::Moving);
    field.refuses(Order::Move { unit: UnitId(60) }, "protocol");
    field.refuses(Order::Move { unit: UnitId(255) }, "protocol");
    field.refuses(Order::Lead { unit: UnitId(60) }, "protocol");
    field.refuses(Order::Place { unit: UnitId(60), hex: number("0101") }, "protocol");
    field.refuses(Order::Place { unit: UnitId(0), hex: number("0216") }, "protocol");
    field.done();
    let why = field.refuses(Order::Attack { hex: number("1301") }, "protocol");
    assert!(why.contains("1301"), "{why}");
    field.attack("0607");
    field.refuses(Order::Join { unit: UnitId(200) }, "protocol");
    field.refuses(Order::Charge { unit: UnitId(200) }, "protocol");
    field.refuses(Order::Withdraw { hex: number("9901") }, "protocol");
}

#[test]
#[covers("10.9", "R111", "3")]
fn counters_off_the_map_are_refused_for_the_reason_they_are_off_it() {
    let mut field = skirmish().begin(Step::Moving);
    let unit = field.id("unit");
    field.eliminate(unit, "10.9", &mut engine::Silence);
    assert!(field.refuses(Order::Move { unit }, "10.9").contains("eliminated"));
    let field = Drill::battle("arcadiopolis");
    assert!(field.refuses(Order::Move { unit: field.id("Sveinald") }, "R111").contains("Sveinald"));
    let field = Drill::battle("dorostolon-third");
    field.refuses(Order::Lift { unit: field.id("Druzhina") }, "3");
}

#[test]
#[covers("protocol")]
fn the_other_sides_counters_are_not_used() {
    let mut field = skirmish().gold("boss", chief(1), "0607").begin(Step::Moving);
    field.refuses(Order::Move { unit: field.id("men") }, "protocol");
    field.refuses(Order::Lead { unit: field.id("men") }, "protocol");
    field.done();
    field.attack("0607");
    field.refuses(Order::Join { unit: field.id("men") }, "protocol");
    field.refuses(Order::Charge { unit: field.id("men") }, "protocol");
}

#[test]
#[covers("protocol")]
fn orders_of_another_phase_or_question_are_refused() {
    let field = skirmish().begin(Step::Moving);
    for order in [Order::Muster, Order::Commit, Order::Dodge, Order::Stand, Order::Follow, Order::Remain] {
        field.refuses(order, "protocol");
    }
    for order in [Order::Halt, Order::Step { to: direction("N") }, Order::Feign { target: field.id("men") }] {
        field.refuses(order, "protocol");
    }
    let mut field = skirmish().begin(Step::Fighting);
    for order in [Order::Muster, Order::Halt, Order::Dodge, Order::Step { to: direction("N") }] {
        field.refuses(order, "protocol");
    }
    // The defender is asked for his retreat: 4 against 3 is 1/1, DR on 3.
    field.assault("0607", &["unit"]).roll(3);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    for order in [Order::Commit, Order::Stand, Order::Attack { hex: number("0607") }] {
        field.refuses(order, "protocol");
    }
    // And a retreat is not declined.
    field.refuses(Order::Done, "10.8");
    field.refuses(Order::Halt, "10.8");
}

#[test]
#[covers("dice")]
fn every_roll_is_one_die_that_is_entered_as_it_shows() {
    // Village and stream: 2 are added by the program. 3 is read as 5, AT instead of DR.
    let drill = || skirmish().terrain("0607", Terrain::Village).stream("0606", "S");
    let mut field = drill().begin(Step::Fighting);
    field.assault("0607", &["unit"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest::ONE_D6));
    field.roll(3);
    assert!(field.result().contains("AT"), "{}", field.result());
    let rolled = field.events.iter().rfind(|event| !event.dice.is_empty());
    assert_eq!(rolled.unwrap().dice, [3], "the die as rolled");
    let one = DiceRequest::ONE_D6;
    assert!(one.accepts(&[0]).is_err() && one.accepts(&[7]).is_err() && one.accepts(&[1, 2]).is_err());
    assert!((1..=6).all(|face| one.accepts(&[face]).is_ok()));
}

#[test]
#[covers("dice", "12.3")]
fn handfuls_of_dice_are_thrown_only_with_the_option() {
    let mut field = skirmish().option(|choices| choices.dice_pools = true).begin(Step::Fighting);
    field.assault("0607", &["unit"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest { count: 4, sides: 6 }), "a die for each strength point");
    field.rolls(&[1, 1, 1, 1]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest { count: 3, sides: 6 }));
}

fn sheets() -> Vec<Sheet> {
    let library = Library::embedded().unwrap();
    library.names().iter().map(|name| library.sheet(name, Choices::default()).unwrap()).collect()
}

#[test]
#[covers("1")]
fn every_battle_has_two_armies_a_map_counters_charts_and_a_number_of_turns() {
    for sheet in sheets() {
        for side in Side::BOTH {
            let army = sheet.units.iter().filter(|unit| unit.side == side);
            let fighters = army.filter(|unit| sheet.types[unit.unit_type as usize].arm.fights()).count();
            assert!(fighters >= 5, "{}", sheet.name);
        }
        let sheets = sheet.ground.grid.columns() / 12;
        assert!(matches!(sheets, 1 | 2));
        // Six columns of 15 hexes and six of 14 a map.
        assert_eq!(sheet.ground.grid.hexes().count(), 174 * sheets as usize, "{}", sheet.name);
        assert_eq!((sheet.charts.columns.len(), sheet.charts.terrain.len()), (7, Terrain::ALL.len()));
        assert!((6..=10).contains(&sheet.turns));
    }
}

#[test]
#[covers("2.1")]
fn counters_of_the_six_arms_are_as_the_rulebook_tells_them_apart() {
    let mut seen = std::collections::BTreeSet::new();
    for unit in sheets().iter().flat_map(|sheet| &sheet.types) {
        seen.insert(unit.arm);
        let shoots = matches!(unit.arm, Arm::FootMissile | Arm::MountedMissile);
        assert_eq!(unit.range > 0, shoots, "{}: a range is what makes a missile unit", unit.name);
        assert_eq!(unit.arm.fights(), !matches!(unit.arm, Arm::Commander | Arm::Baggage));
        assert!((1..=2).contains(&unit.steps) && unit.strength >= 1, "{}", unit.name);
        assert!(unit.charge <= 2 && (unit.charge == 0 || unit.arm == Arm::Cavalry), "{}", unit.name);
        let symbols = [unit.serpent, unit.lightning, unit.swords, unit.arrows];
        assert!(unit.arm.fights() || symbols == [false; 4], "{}", unit.name);
        assert!(!unit.red_range || shoots);
    }
    assert_eq!(seen.len(), 6);
}

#[test]
#[covers("2.1", "R1")]
fn commanders_baggage_and_mounted_rus_have_one_step_and_all_others_two() {
    for unit in sheets().iter().flat_map(|sheet| &sheet.types) {
        let single = matches!(unit.arm, Arm::Commander | Arm::Baggage) || unit.name == "Mounted Rus";
        assert_eq!(unit.steps, if single { 1 } else { 2 }, "{}", unit.name);
        let reduced = if single { unit.strength } else { (unit.strength - 1).max(1) };
        assert_eq!(unit.reduced, reduced, "{}", unit.name);
    }
}

/// A blue unit of strength 6 loses a step of the gold "men" in 0607: 6 to 1 or better, D1 on 3 at 4/1.
fn strike(drill: Drill) -> Field {
    let mut field = drill.blue("ram", foot(12), "0606").begin(Step::Fighting);
    field.assault("0607", &["ram"]).roll(3);
    field
}

#[test]
#[covers("R1")]
fn a_unit_of_strength_one_has_a_second_side_of_one() {
    let field = strike(Drill::open().gold("men", foot(1), "0607"));
    assert!(field.is_reduced("men") && !field.lost("men"));
    assert_eq!(field.strength(field.id("men")), 1);
    assert!(strike(Drill::open().gold("men", foot(1), "0607").reduced("men")).lost("men"));
    let drill = Drill::of("dorostolon-sortie");
    let raiders = drill.kind("Mounted Rus");
    assert!(strike(Drill::open().gold("men", raiders, "0607")).lost("men"), "one step");
}

#[test]
#[covers("R2")]
fn the_reduced_side_keeps_points_range_and_charge() {
    for unit_type in [foot(3), horse(3), riders(2), bows(2)] {
        let points = unit_type.movement;
        let mut field = Drill::open().blue("unit", unit_type, "0603").reduced("unit").begin(Step::Moving);
        field.take_up("unit");
        assert_eq!(field.mover.points, points * 2);
    }
    let mut field = Drill::open()
        .blue("horse", horse(3), "0606")
        .ran("horse", "0604", 2)
        .reduced("horse")
        .gold("men", foot(3), "0607")
        .begin(Step::Fighting);
    field.attack("0607").charge("horse");
    assert_eq!(field.odds(), "3 against 3, 1/1", "2 and the bonus of 1");
    let mut field = Drill::open()
        .blue("bows", bows(3), "0605")
        .reduced("bows")
        .gold("men", foot(2), "0607")
        .begin(Step::Fighting);
    field.attack("0607").join("bows");
    assert_eq!(field.odds(), "2 against 2, 1/1");
}

#[test]
#[covers("R3")]
fn athanatoi_and_arithmoi_ride_three_hexes() {
    for (battle, name) in
        [("dorostolon-first", "Athanatoi"), ("dorostolon-first", "Arithmoi"), ("practice", "Athanatoi")]
    {
        let unit = Drill::of(battle).kind(name);
        assert_eq!((unit.movement, unit.arm), (3, Arm::MountedMissile), "{name}");
        assert!(unit.house.iter().any(|field| field == "movement"), "{name} is marked as ours");
    }
}

#[test]
#[covers("R4", "2.1")]
fn the_side_that_shows_fights_and_tests_and_the_full_side_is_lost() {
    let drill = || Drill::open().blue("unit", foot(4), "0606").gold("men", foot(4), "0607").reduced("men");
    let mut field = drill().begin(Step::Fighting);
    field.attack("0607").join("unit");
    assert_eq!(field.odds(), "4 against 3, 1/1");
    // DT on 2; a 3 is equal to the morale of the reduced side.
    field.commit().roll(2).roll(3);
    assert_eq!(field.combat.stage, Stage::Retreating);
    // D1 on 1 kills, and 4 points are lost.
    let mut field = drill().begin(Step::Fighting);
    field.assault("0607", &["unit"]).roll(1);
    assert!(field.lost("men"));
    assert_eq!(field.points_lost(Side::Second), 4);
}

#[test]
#[covers("2.1")]
fn units_have_no_facing() {
    for hex in ["0606", "0608", "0507", "0508", "0707", "0708"] {
        let mut field =
            Drill::open().blue("unit", foot(4), hex).gold("men", foot(2), "0607").begin(Step::Fighting);
        field.attack("0607").join("unit");
        assert_eq!(field.odds(), "4 against 2, 2/1", "from {hex}");
    }
}

#[test]
#[covers("2.1")]
fn a_counter_of_each_arm_can_be_put_on_the_ground() {
    let arms: [(UnitType, Arm); 6] = [
        (foot(2), Arm::Infantry),
        (bows(2), Arm::FootMissile),
        (horse(2), Arm::Cavalry),
        (riders(2), Arm::MountedMissile),
        (chief(2), Arm::Commander),
        (wagon(), Arm::Baggage),
    ];
    for (unit_type, arm) in arms {
        let field = Drill::open().blue("unit", unit_type, "0607").begin(Step::Moving);
        assert_eq!(field.battle.unit_type(field.id("unit")).arm, arm);
        let moves = field.offers(Order::Move { unit: field.id("unit") });
        assert_eq!(moves, arm != Arm::Baggage, "only baggage stays");
    }
}
