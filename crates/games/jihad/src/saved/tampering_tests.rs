//! Saved positions of every step: they come back unchanged, and doctored ones are refused or harmless.

use covers::covers;
use engine::{Generator, Rules, Shown, Turn};
use serde_json::{Value, json};

use crate::Position;
use crate::drill::{Drill, Field};
use crate::position::Step;
use crate::sheet::{Arm, State};
use crate::unit::Party;

/// A saved position, changed and taken back.
fn doctored(field: &Field, change: impl Fn(&mut Value)) -> Result<Position, String> {
    let mut state = serde_json::to_value(field.state()).unwrap();
    change(&mut state);
    let saved = serde_json::from_value(state).map_err(|error| error.to_string())?;
    field.restore(saved).map_err(|objection| {
        assert_eq!(objection.rule, "protocol");
        objection.why
    })
}

#[track_caller]
fn refused(field: &Field, why: &str, change: impl Fn(&mut Value)) {
    match doctored(field, change) {
        Ok(position) => panic!("taken: {}", position.prompt()),
        Err(answer) => assert!(answer.contains(why), "{answer}"),
    }
}

fn armies() -> Drill {
    Drill::new()
        .place("tribe", "muslim bedouin", "0404")
        .place("town", "muslim levy", "Medina")
        .place("convert", "converted persian levy", "0606")
        .place("guard", "persian levy", "Ctesiphon")
        .place("franks", "frank levy", "Tours")
        .place("walls", "byzantine mercenary", "box")
        .place("galley", "byzantine naval", "box")
        .place("captive", "persian levy", "pool")
}

fn at(step: Step) -> Field {
    armies().begin(step)
}

/// A position at every kind of wait.
fn waits() -> Vec<Field> {
    let mut fields: Vec<Field> = [
        Step::Recruit(Party::Empires),
        Step::Build(Party::Muslims),
        Step::Move(Party::Muslims),
        Step::Move(Party::Empires),
        Step::Khalif,
        Step::War(4),
        Step::BuyOff,
        Step::Convert,
    ]
    .map(at)
    .into();
    let mut marching = at(Step::Move(Party::Muslims));
    marching.take_up("tribe").step("SE");
    fields.push(marching);
    let mut worn = at(Step::Move(Party::Muslims));
    worn.take_up("town").step("NE").halt();
    fields.push(worn);
    let mut losses = armies()
        .place("two", "muslim bedouin", "Medina")
        .place("three", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims));
    losses.take_up("town").join("two").join("three").steps("S", 2).halt().roll(6);
    fields.push(losses);
    let mut combat = armies()
        .place_all(3, "host", "muslim bedouin", "Ctesiphon")
        .place("levy", "muslim levy", "Ctesiphon")
        .begin(Step::Fight(Party::Muslims));
    combat.settle();
    fields.push(combat);
    let mut beaten = armies()
        .place_all(2, "host", "muslim bedouin", "Ctesiphon")
        .place("levy", "muslim levy", "Ctesiphon")
        .begin(Step::Fight(Party::Muslims));
    beaten.settle().roll(5);
    fields.push(beaten);
    let mut rebels = at(Step::Stack(Party::Muslims, 0));
    rebels.settle();
    fields.push(rebels);
    let mut list = armies()
        .place_all(2, "captives", "turk levy", "conversion")
        .place("goths", "goth levy", "conversion")
        .points(State::Muslim, 9)
        .points(State::Goth, 9)
        .begin(Step::Convert);
    let units = [list.id("captives"), list.id("goths")];
    list.play(crate::order::Order::Convert { unit: units[0] });
    list.play(crate::order::Order::Convert { unit: units[1] });
    let rolled = |list: &Field| {
        let mut next = armies().begin(Step::Convert);
        *next = (**list).clone();
        next
    };
    let mut dice = rolled(&list);
    dice.done();
    fields.push(list);
    let mut again = rolled(&dice);
    again.roll(1).roll(6);
    fields.push(dice);
    fields.push(again);
    let war = || {
        armies().place("rebels", "rebel muslim bedouin", "0303").place(
            "revolt",
            "rebel converted persian levy",
            "0607",
        )
    };
    fields.push(war().civil_war("0404", "0303").begin(Step::Move(Party::Rebels)));
    fields.push(war().note(|p| p.war.round = 1).begin(Step::Leader(Party::Rebels)));
    fields
}

#[test]
#[covers("protocol")]
fn a_position_of_every_step_comes_back_as_it_was() {
    for field in waits() {
        let again = doctored(&field, |_| {}).unwrap_or_else(|why| panic!("{:?}: {why}", field.step));
        assert_eq!(again, *field, "{:?}", field.step);
        assert_eq!(again.state(), field.state());
    }
}

#[test]
#[covers("protocol", "R104", "R103")]
fn the_conversion_box_must_fit_the_phase() {
    let in_box = |s: &mut Value, unit: usize, turned: bool| {
        s["units"][unit]["at"] = json!("conversion");
        s["units"][unit]["flags"] = if turned { json!(["turned"]) } else { json!([]) };
    };
    let captive = |field: &Field| field.id("captive").0 as usize;
    for step in [Step::Build(Party::Muslims), Step::Move(Party::Muslims)] {
        let field = at(step);
        refused(&field, "Conversion Box is not empty", |s| in_box(s, captive(&field), false));
    }
    let field = at(Step::Move(Party::Empires));
    assert!(doctored(&field, |s| in_box(s, captive(&field), false)).is_ok(), "combat fills it");
    refused(&field, "turned out of time", |s| in_box(s, captive(&field), true));
    let field = at(Step::Reconvert);
    refused(&field, "not converted", |s| in_box(s, captive(&field), false));
    assert!(doctored(&field, |s| in_box(s, captive(&field), true)).is_ok());
    let franks = field.id("franks").0 as usize;
    refused(&field, "where it cannot be", |s| s["units"][franks]["at"] = json!("conversion"));
}

#[test]
#[covers("protocol", "R8", "R103")]
fn a_list_of_attempts_with_gaps_is_refused_because_its_die_would_wait_for_ever() {
    let mut field = armies()
        .place_all(3, "captives", "turk levy", "conversion")
        .points(State::Muslim, 9)
        .begin(Step::Convert);
    for unit in field.ids("captives") {
        field.play(crate::order::Order::Convert { unit });
    }
    assert_eq!(field.step, Step::ConvertDie(1));
    let ids: Vec<usize> = field.ids("captives").iter().map(|id| id.0 as usize).collect();
    assert!(doctored(&field, |_| {}).is_ok());
    refused(&field, "gaps", |s| s["units"][ids[1]]["declared"] = json!(3));
    refused(&field, "gaps", |s| s["units"][ids[1]]["declared"] = json!(0));
    refused(&field, "gaps", |s| s["ledger"]["declared"] = json!(9));
    refused(&field, "declared for nothing", |s| s["ledger"]["declared"] = json!(2));
    let quiet = at(Step::Khalif);
    refused(&quiet, "outside their phase", |s| s["ledger"]["declared"] = json!(1));
}

#[test]
#[covers("protocol", "R49")]
fn no_more_recruits_than_counters() {
    let field = at(Step::Build(Party::Muslims));
    refused(&field, "more was recruited", |s| s["ledger"]["natives"] = json!(211));
    refused(&field, "more was recruited", |s| s["ledger"]["natives"] = json!(255));
    // Two numbers that together pass what a byte holds.
    let mut field = at(Step::Assign(0));
    field.settle().done();
    assert_eq!(field.step, Step::Recruit(Party::Muslims));
    refused(&field, "more was recruited", |s| {
        s["ledger"]["natives"] = json!(128);
        s["ledger"]["converts"] = json!(128);
    });
    refused(&field, "more was recruited", |s| s["ledger"]["natives"] = json!(3));
    refused(&field, "more was recruited", |s| {
        s["ledger"]["natives"] = json!(1);
        s["ledger"]["converts"] = json!(2);
    });
}

#[test]
#[covers("protocol", "11.31")]
fn a_civil_war_is_fought_in_its_own_steps_by_leaders_on_land() {
    let field = at(Step::Recruit(Party::Empires));
    refused(&field, "civil war out of its time", |s| {
        s["war"]["round"] = json!(1);
        s["war"]["leaders"] = json!(["0202", "0202"]);
    });
    let war = armies()
        .place("rebels", "rebel muslim bedouin", "0303")
        .civil_war("0404", "0303")
        .begin(Step::Move(Party::Rebels));
    assert!(doctored(&war, |_| {}).is_ok());
    for spot in ["1505", "box", "pool", "lost"] {
        refused(&war, "leader is off the map", |s| s["war"]["leaders"][0] = json!(spot));
    }
    refused(&war, "leader is missing", |s| s["war"]["leaders"][1] = json!("nowhere"));
    refused(&war, "counted twice", |s| s["war"]["round"] = json!(7));
    refused(&war, "step does not fit", |s| s["step"] = json!({"move": "muslims"}));
    let peace = at(Step::Move(Party::Muslims));
    refused(&peace, "step does not fit", |s| s["step"] = json!({"move": "rebels"}));
    let tribe = peace.id("tribe").0 as usize;
    refused(&peace, "in revolt", |s| s["units"][tribe]["flags"] = json!(["rebel"]));
    refused(&peace, "changes seats", |s| s["swapped"] = json!(true));
}

#[test]
#[covers("protocol", "R63", "R109")]
fn what_a_unit_did_must_fit_the_segment() {
    let flag = |step: Step, name: &str, flag: &str| {
        let field = at(step);
        let unit = field.id(name).0 as usize;
        let kept = if name == "convert" { json!(["converted", flag]) } else { json!([flag]) };
        doctored(&field, |s| s["units"][unit]["flags"] = kept.clone()).map(drop)
    };
    assert!(flag(Step::Khalif, "tribe", "attacked").is_ok());
    assert!(flag(Step::Move(Party::Muslims), "tribe", "attacked").is_err());
    assert!(flag(Step::Move(Party::Empires), "tribe", "attacked").is_err());
    assert!(flag(Step::Khalif, "guard", "attacked").is_err());
    assert!(flag(Step::Move(Party::Muslims), "tribe", "builder").is_ok());
    assert!(flag(Step::Move(Party::Muslims), "convert", "builder").is_err());
    assert!(flag(Step::Move(Party::Empires), "tribe", "builder").is_err());
    assert!(flag(Step::Khalif, "tribe", "moved").is_err());
    assert!(flag(Step::Move(Party::Muslims), "tribe", "marched").is_err());
}

#[test]
#[covers("protocol")]
fn counters_stand_only_where_they_can() {
    let field = at(Step::Move(Party::Muslims));
    let spoil = |name: &str, place: &str| {
        let unit = field.id(name).0 as usize;
        doctored(&field, |s| s["units"][unit]["at"] = json!(place)).map(drop).unwrap_err()
    };
    for (name, place) in [
        ("tribe", "1505"),
        ("tribe", "box"),
        ("tribe", "unbuilt"),
        ("tribe", "conversion"),
        ("town", "lost"),
        ("galley", "0404"),
        ("galley", "lost"),
        ("convert", "box"),
        ("guard", "nowhere"),
        ("franks", "conversion"),
    ] {
        assert!(spoil(name, place).contains("where it cannot be"), "{name} in {place}");
    }
    assert!(spoil("guard", "Ctesiphon").contains("Ctesiphon"), "a place goes by its number");
    assert!(spoil("guard", "box").contains("share"), "the box is Byzantine");
    assert!(spoil("franks", "0603").contains("share"), "two Empires nations keep apart");
    assert!(spoil("guard", "2101").contains("no hex"));
}

#[test]
#[covers("protocol", "7.5")]
fn stacking_is_judged_only_where_there_is_too_much() {
    let field = at(Step::Khalif);
    let medina = |s: &mut Value| s["step"] = json!({"stack": ["muslims", 11]});
    refused(&field, "step does not fit", medina);
    refused(&field, "step does not fit", |s| s["step"] = json!({"stack": ["muslims", 60_000]}));
    refused(&field, "step does not fit", |s| s["step"] = json!({"assign": 60_000}));
    refused(&field, "step does not fit", |s| s["step"] = json!({"idle": ["muslims", 60_000]}));
    refused(&field, "step does not fit", |s| s["step"] = json!({"war": 0}));
    refused(&field, "step does not fit", |s| s["step"] = json!({"war": 7}));
    refused(&field, "step does not fit", |s| s["step"] = json!({"convert_die": 1}));
    refused(&field, "step does not fit", |s| s["step"] = json!({"suppress": 0}));
    refused(&field, "do not fit", |s| s["step"] = json!("over"));
    refused(&field, "do not end like that", |s| {
        s["step"] = json!("over");
        s["outcome"] = json!({"winner": null, "grade": "rout", "rule": "14.2"});
    });
}

#[test]
#[covers("protocol", "8.1")]
fn a_combat_needs_its_segment_and_two_sides() {
    let mut field =
        armies().place_all(3, "host", "muslim bedouin", "Ctesiphon").begin(Step::Fight(Party::Muslims));
    field.settle();
    assert!(doctored(&field, |_| {}).is_ok());
    refused(&field, "nobody attacks", |s| s["combat"]["at"] = json!("0404"));
    refused(&field, "nobody attacks", |s| s["combat"]["arm"] = json!(Arm::Naval.code()));
    refused(&field, "combat nowhere", |s| s["combat"]["at"] = json!("pool"));
    refused(&field, "bound to attack", |s| s["combat"]["stage"] = json!("array"));
    refused(&field, "only fleets", |s| s["combat"]["stage"] = json!("offer"));
    refused(&field, "no losses", |s| s["combat"]["stage"] = json!("defender_losses"));
    refused(&field, "outside its segment", |s| s["step"] = json!("buy_off"));
    let host = field.id("host").0 as usize;
    refused(&field, "nobody retreats", |s| {
        s["combat"]["stage"] = json!("retreat");
        s["combat"]["attacker_retreats"] = json!(false);
        s["units"][field.id("guard").0 as usize]["at"] = json!("pool");
    });
    assert_eq!(field.unit(crate::UnitId(host as u8)).spot, field.combat.at);
}

#[test]
#[covers("protocol", "7.1")]
fn a_stack_in_hand_must_have_come_from_somewhere() {
    let mut field = at(Step::Move(Party::Muslims));
    field.take_up("tribe").step("SE");
    assert!(doctored(&field, |_| {}).is_ok());
    refused(&field, "moved and did not", |s| s["mover"]["begun"] = json!(false));
    refused(&field, "went too far", |s| s["mover"]["points"] = json!(61));
    refused(&field, "not one stack", |s| s["mover"]["at"] = json!("0404"));
    refused(&field, "nowhere", |s| s["mover"]["at"] = json!("pool"));
    refused(&field, "miscounted", |s| s["mover"]["count"] = json!(2));
    refused(&field, "miscounted", |s| s["mover"] = Value::Null);
    refused(&field, "outside movement", |s| s["step"] = json!({"idle": ["muslims", 0]}));
    let empty = at(Step::Move(Party::Muslims));
    refused(&empty, "in hand and moves", |s| {
        s["mover"] = json!({
            "count": 0, "arm": "land", "origin": "0202", "at": "0202", "points": 9,
            "begun": true, "marched": true, "leader": true, "leader_changed": false
        });
    });
}

#[test]
#[covers("protocol", "R137", "R24", "R46")]
fn the_ledger_must_be_one_that_could_have_been_kept() {
    let field = at(Step::Khalif);
    let note = |key: &str, value: Value| doctored(&field, |s| s["ledger"][key] = value.clone()).map(drop);
    for (key, value) in [
        ("box_emptied", json!(true)),
        ("box_open", json!(false)),
        ("first_attack", json!(4)),
        ("defeated", json!(["frank"])),
        ("defeated", json!(["muslim"])),
        ("inactive", json!(["persian"])),
        ("bases", json!([4, 0, 0, 0])),
        ("awards", json!([1, -1, 0, 0, 0, 0, 0, 0, 0])),
        ("converts", json!(3)),
        ("tracks", json!([0, 0])),
        ("tracks", json!([-1, 0, 0, 0, 0, 0, 0, 0, 0])),
        ("tracks", json!([70_000, 0, 0, 0, 0, 0, 0, 0, 0])),
        ("poor", json!(["hun"])),
        ("luck", json!(1)),
    ] {
        assert!(note(key, value.clone()).is_err(), "{key} = {value}");
    }
    assert!(note("tracks", json!([65_535, 65_535, 65_535, 0, 0, 0, 0, 0, 0])).is_ok());
    let errata = armies().errata().begin(Step::Khalif);
    refused(&errata, "stood by", |s| s["ledger"]["inactive"] = json!(["muslim"]));
}

/// Values that fit nowhere, or only by chance.
fn oddities() -> Vec<Value> {
    let words = ["pool", "box", "conversion", "lost", "unbuilt", "nowhere", "0404", "1505", "9999", ""];
    let mut values: Vec<Value> = words.iter().map(|word| json!(word)).collect();
    values.extend([json!(null), json!(true), json!(false), json!([]), json!({}), json!(-1), json!(0.5)]);
    values
        .extend([0u32, 1, 2, 3, 7, 60, 61, 127, 128, 200, 211, 212, 254, 255, 256, 65_535].map(|n| json!(n)));
    values.extend([json!(["turned"]), json!(["converted", "rebel"]), json!(["in_hand"]), json!(["judged"])]);
    values
}

/// Every place of a saved position where something stands, as a path; counters not on the map are left out.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                leaves(field, &format!("{path}/{key}"), out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (i, item) in items.iter().enumerate() {
                let idle = path == "/units" && ["pool", "unbuilt"].iter().any(|p| item["at"] == *p);
                if !idle || i % 40 == 0 {
                    leaves(item, &format!("{path}/{i}"), out);
                }
            }
        }
        _ => out.push(path.to_string()),
    }
}

#[test]
#[covers("protocol", "dice")]
fn no_odd_value_anywhere_breaks_the_referee() {
    let mut generator = Generator::new(11, 4);
    let (mut taken, mut turned_away) = (0, 0);
    for field in waits() {
        let whole = serde_json::to_value(field.state()).unwrap();
        let mut paths = vec![];
        leaves(&whole, "", &mut paths);
        for path in paths {
            for odd in oddities() {
                // One in three is enough for every run.
                if generator.below(3) > 0 {
                    continue;
                }
                let answer = doctored(&field, |s| *s.pointer_mut(&path).unwrap() = odd.clone());
                let Ok(mut position) = answer else {
                    turned_away += 1;
                    continue;
                };
                taken += 1;
                assert_eq!(position.audit(), Ok(()), "{path} = {odd}");
                play_on(&mut position, &mut generator, &format!("{:?}: {path} = {odd}", field.step));
            }
        }
    }
    assert!(taken > 50 && turned_away > 500, "{taken} taken, {turned_away} turned away");
}

/// A position that was taken can be played: every wait has an order or a die that changes something.
fn play_on(position: &mut Position, generator: &mut Generator, what: &str) {
    let mut orders = vec![];
    for _ in 0..12 {
        orders.clear();
        position.orders(&mut orders);
        match position.turn() {
            Turn::Order(_) => {
                assert!(!orders.is_empty(), "{what}: nobody can go on");
                let order = orders[generator.below(orders.len() as u32) as usize];
                position.play(&order, &mut engine::Silence);
            }
            Turn::Dice(request) => {
                let before = position.clone();
                position.roll(generator.throw(request), &mut engine::Silence);
                assert!(*position != before, "{what}: a die without effect");
            }
            Turn::Over(_) => return,
        }
    }
}
