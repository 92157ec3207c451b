//! Orders from outside, by whichever name players have for a hex or a counter.

use covers::covers;
use engine::edition::{Edition, Options};
use engine::hex::HexNumber;
use engine::record::{DiceSource, Session};
use engine::table::{OpenTable, Table};
use engine::{Event, Objection, Rules, Side};
use serde_json::{Value, json};

use crate::drill::{Drill, Field, foot};
use crate::position::Step;

fn table(field: &Field) -> Box<dyn Table> {
    OpenTable::boxed((**field).clone())
}

/// Reads an order and plays it.
fn play(table: &mut dyn Table, order: Value) -> Result<Vec<Event>, Objection> {
    let order = table.read(&order)?;
    table.play(&order)
}

/// The sortie when its cavalry arrives.
fn turn_three() -> Field {
    let mut field = Drill::battle("dorostolon-sortie");
    field.play(super::Order::Muster).play(super::Order::Muster);
    (field.player_turn, field.step) = (5, Step::Fighting);
    field.done();
    field
}

#[test]
#[covers("R116")]
fn row_fifteen_of_an_even_column_is_its_last_hex_in_orders_too() {
    let field = turn_three();
    for (said, meant) in [("0215", "0214"), ("0815", "0814"), ("0715", "0715"), ("0614", "0614")] {
        let mut table = table(&field);
        let place = |hex: &str| json!({"do": "place", "unit": field.id("Exkoubites"), "hex": hex});
        let order = table.read(&place(said)).unwrap();
        assert_eq!(*order.data(), place(meant), "{said}");
        assert_eq!(table.check(&order), Ok(()), "{said}");
        assert!(table.describe(&order).is_ok_and(|words| words.contains(meant)), "{said}");
        let events = table.play(&order).unwrap();
        assert_eq!(events[0].text, format!("Exkoubites arrives in {meant}"));
        assert_eq!(events[0].places, [meant.parse::<HexNumber>().unwrap()]);
    }
    let refused = |hex: &str| {
        let order = json!({"do": "place", "unit": field.id("Exkoubites"), "hex": hex});
        play(table(&field).as_mut(), order).unwrap_err().why
    };
    for nowhere in ["0216", "0316", "0200", "1315"] {
        assert!(refused(nowhere).contains(nowhere), "{nowhere}");
    }
}

#[test]
#[covers("R116")]
fn the_record_has_one_number_for_a_hex() {
    let edition = crate::edition(None).unwrap();
    let field = turn_three();
    let opening = || edition.open("basileus/dorostolon-sortie", &Options::new()).unwrap();
    let state = table(&field).state();
    let mut session = Session::from_position(opening(), &state, DiceSource::PHYSICAL).unwrap();
    session.play(&json!({"do": "place", "unit": field.id("Exkoubites"), "hex": "0815"})).unwrap();
    let hex = |session: &Session| session.entries()[0].order.as_ref().unwrap().value()["hex"].clone();
    assert_eq!(hex(&session), "0814");
    let again = Session::resume(&session.record(), &edition).unwrap();
    assert_eq!(again.table().hash(), session.table().hash());
}

#[test]
#[covers("R116")]
fn whoever_stands_in_the_last_hex_of_a_column_is_attacked_by_either_number() {
    let mut field =
        Drill::open().blue("us", foot(4), "0213").gold("them", foot(1), "0214").begin(Step::Fighting);
    let mut table = table(&field);
    play(table.as_mut(), json!({"do": "attack", "hex": "0215"})).unwrap();
    assert!(table.prompt().contains("choose who attacks"), "{}", table.prompt());
    play(table.as_mut(), json!({"do": "withdraw", "hex": "0215"})).unwrap();
    // AR against the attackers: the defender may follow into 0214.
    field = Drill::open().blue("us", foot(4), "0214").gold("them", foot(4), "0213").begin(Step::Fighting);
    field.assault("0213", &["us"]).suffer("AR");
    let order = field.orders()[0];
    field.play(order);
    assert_eq!(field.turn(), engine::Turn::Order(Side::Second));
    let occupied = play(self::table(&field).as_mut(), json!({"do": "occupy", "hex": "0215"}));
    assert!(occupied.is_ok_and(|events| events[0].text.ends_with("0214")));
}

#[test]
#[covers("R26", "3")]
fn any_of_several_identical_counters_may_be_named() {
    let field = Drill::battle("dorostolon-third");
    let place = |name: &str| -> Value { json!({"do": "place", "unit": field.id(name), "hex": "0905"}) };
    let mut table = table(&field);
    assert_eq!(*table.read(&place("Rus pikemen 4 #3")).unwrap().data(), place("Rus pikemen 4 #1"));
    play(table.as_mut(), place("Rus pikemen 4 #3")).unwrap();
    // One that stands already is not confused with its like.
    assert_eq!(*table.read(&place("Rus pikemen 4 #1")).unwrap().data(), place("Rus pikemen 4 #1"));
    assert_eq!(play(table.as_mut(), place("Rus pikemen 4 #1")).unwrap_err().rule, "3");
    // Nor one of another group, or of another strength.
    assert_eq!(*table.read(&place("Rus pikemen 2")).unwrap().data(), place("Rus pikemen 2"));
}
