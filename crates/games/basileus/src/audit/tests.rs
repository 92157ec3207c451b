//! Invariants: each is broken once, and noticed by name.

use covers::covers;
use engine::Rules;

use crate::drill::{Drill, Field, bows, chief, foot, mangonel, wagon};
use crate::position::{Gait, Mover, Stage, Step};
use crate::unit::{Spot, UnitId, UnitSet};

/// An ordinary position of the movement phase, and one in the middle of an attack.
fn field(step: Step) -> Field {
    Drill::new()
        .blue("unit", foot(3), "0606")
        .blue("chief", chief(1), "0606")
        .blue("cart", wagon(), "0806")
        .blue("shot", bows(2), "0806")
        .gold("foe", foot(3), "0605")
        .gold("boss", chief(1), "0301")
        .gold("engine", mangonel(), "0310")
        .begin(step)
}

fn attacking() -> Field {
    let mut field = field(Step::Fighting);
    field.assault("0605", &["unit"]);
    field
}

type Break = fn(&mut Field);

#[track_caller]
fn notices(made: impl Fn() -> Field, breaks: &[(&str, Break)]) {
    assert_eq!(made().audit(), Ok(()));
    for (why, breaks) in breaks {
        let mut field = made();
        breaks(&mut field);
        assert_eq!(field.audit(), Err(why.to_string()));
    }
}

#[test]
#[covers("protocol")]
fn broken_counters_are_noticed() {
    let moving = || field(Step::Moving);
    notices(
        moving,
        &[
            ("a mark on a counter that does not exist", |f| f.marks.moved.add(UnitId(40))),
            ("a counter that does not exist is in hand", |f| f.mover.other = UnitId(9)),
            ("a counter that does not exist is in hand", |f| f.mover.other = UnitId(64)),
            ("a unit that is not surprised is roused", |f| f.step = Step::Rally(UnitId(64))),
            ("a unit of one step is reduced", |f| {
                let chief = f.id("chief");
                f.marks.reduced.add(chief);
            }),
            ("something but baggage is plundered", |f| {
                let unit = f.id("unit");
                f.marks.plundered.add(unit);
            }),
            ("baggage is lost instead of plundered", |f| {
                let engine = f.id("engine");
                f.lift(engine, Spot::LOST);
            }),
            ("a counter was never deployed", |f| {
                let unit = f.id("shot");
                f.lift(unit, Spot::RESERVE);
            }),
            ("a run-up from nowhere", |f| {
                let unit = f.id("unit");
                f.unit_mut(unit).steps = 2;
            }),
        ],
    );
}

#[test]
#[covers("protocol", "3")]
fn broken_deployments_are_noticed() {
    let mut position = crate::scenarios::start("beroia");
    let wagon = crate::scenarios::counter(&position, "Wagons #1");
    let franks = crate::scenarios::counter(&position, "Franks");
    assert_eq!(position.audit(), Ok(()));
    position.lift(franks, Spot::LOST);
    assert_eq!(position.audit(), Err("a counter was lost before play".into()));
    position.put(franks, position.hex("0401".parse().unwrap()).unwrap());
    assert_eq!(position.audit(), Err("a counter deployed out of place".into()));
    position.lift(franks, Spot::RESERVE);
    position.plunder(wagon);
    assert_eq!(position.audit(), Err("a counter was lost before play".into()));
}

#[test]
#[covers("protocol", "6", "R29")]
fn broken_stacks_are_noticed() {
    notices(
        || field(Step::Moving),
        &[
            ("both sides share a hex", |f| {
                let (boss, hex) = (f.id("boss"), f.see("unit").hex().unwrap());
                f.shift(boss, hex);
            }),
            ("too many counters in a hex", |f| {
                let (shot, hex) = (f.id("shot"), f.see("unit").hex().unwrap());
                f.shift(shot, hex);
            }),
            ("a commander alone with baggage", |f| {
                let (boss, hex) = (f.id("boss"), f.see("engine").hex().unwrap());
                f.shift(boss, hex);
            }),
            ("a hex does not know its unit", |f| {
                let hex = f.see("unit").hex().unwrap();
                f.fighters[hex.index()] = UnitId::NONE;
            }),
            ("a hex does not know its commander or baggage", |f| {
                let hex = f.see("cart").hex().unwrap();
                f.company[hex.index()] = 0;
            }),
        ],
    );
}

#[test]
#[covers("protocol", "5")]
fn broken_times_and_marks_are_noticed() {
    notices(
        || field(Step::Moving),
        &[
            ("the battle goes on for too long", |f| f.player_turn = 21),
            ("the turn does not fit the step", |f| f.player_turn = 0),
            ("an end without an outcome", |f| f.step = Step::Over),
            ("a surprised unit at full strength", |f| f.marks.surprised = UnitSet::of(UnitId(0))),
            ("points from nowhere", |f| f.extra = [0, 1]),
            ("a sortie in a battle without one", |f| f.sortie = 1),
            ("attacks outside the phase", |f| f.marks.struck = UnitSet::of(UnitId(0))),
            ("nobody in hand has a move", |f| f.mover.points = 2),
        ],
    );
    notices(
        || field(Step::Fighting),
        &[("moves outside the phase", |f| f.marks.moved = UnitSet::of(UnitId(0)))],
    );
}

#[test]
#[covers("protocol", "8")]
fn broken_hands_are_noticed() {
    let moving = || {
        let mut field = field(Step::Moving);
        field.lead("unit");
        field
    };
    notices(
        moving,
        &[
            ("a unit is in hand outside its phase", |f| {
                f.step = Step::Fighting;
                f.marks.moved = UnitSet::EMPTY;
            }),
            ("the unit in hand is nowhere", |f| f.mover.unit = f.id("cart")),
            ("the unit in hand is not its owner's", |f| f.mover.unit = f.id("foe")),
            ("too many points in hand", |f| f.mover.points = 200),
            ("the commander is not with the unit in hand", |f| f.mover.with = f.id("shot")),
            ("the other unit is not there", |f| f.mover.gait = Gait::Lured),
            ("a lure of too many hexes", |f| f.mover.lure = 3),
        ],
    );
}

#[test]
#[covers("protocol", "10.1")]
fn broken_attacks_are_noticed() {
    notices(
        attacking,
        &[
            ("traces of an attack that is over", |f| f.combat.stage = Stage::Idle),
            ("an attack outside its phase", |f| {
                f.step = Step::Moving;
                f.marks.attacked = UnitSet::EMPTY;
                f.marks.struck = UnitSet::EMPTY;
            }),
            ("an attack on nothing", |f| f.combat.target = Spot::RESERVE),
            ("an attack on nobody", |f| f.combat.defender = f.id("boss")),
            ("somebody attacks who cannot", |f| f.combat.attackers = UnitSet::of(f.id("foe"))),
            ("a charge outside the attack", |f| f.combat.chargers = UnitSet::of(f.id("shot"))),
            ("a fight outside the attack", |f| f.combat.close = UnitSet::of(f.id("shot"))),
            ("support by those who cannot", |f| f.combat.supports = UnitSet::of(f.id("foe"))),
            ("the attacked unit is elsewhere", |f| f.combat.target = Spot::on(f.see("unit").hex().unwrap())),
            ("an attack that does not count", |f| f.marks.attacked = UnitSet::EMPTY),
            ("an attack by nobody", |f| {
                f.combat.attackers = UnitSet::EMPTY;
                f.combat.close = UnitSet::EMPTY;
            }),
            ("the wrong side retreats or tests", |f| f.combat.routed = UnitSet::of(f.id("unit"))),
            ("more losses or dice than there can be", |f| f.combat.losses = 3),
        ],
    );
}

#[test]
#[covers("protocol", "10.8")]
fn broken_retreats_are_noticed() {
    let retreating = || {
        let mut field = attacking();
        field.suffer("DR");
        field
    };
    notices(
        retreating,
        &[
            ("nobody is in hand", |f| f.combat.piece = UnitId::NONE),
            ("the chain is broken", |f| f.combat.head = f.id("unit")),
            ("somebody beaten is nowhere", |f| {
                let foe = f.id("foe");
                f.lift(foe, Spot::LOST);
            }),
        ],
    );
    assert_eq!(Mover::NOBODY.unit, UnitId::NONE);
}
