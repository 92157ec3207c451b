//! A game in progress behind one type, whichever game it is: what clients, bots and records talk to.

mod deployment;
mod judgment;
mod may;
mod meant;
mod order;
mod rules;
mod shown;

use std::any::Any;

use serde::Serialize;
use serde_json::{Value, json};

use crate::contract::{Game, Objection, Outcome, Turn};
use crate::dice::Generator;

pub use deployment::deployment;
pub use judgment::TableJudgment;
pub use meant::{Meant, aims, meant, onward};
pub use order::Order;
pub use rules::TableRules;
pub use shown::{Choice, Forecast, Posed, TableShown};

/// One game in progress, split as the [contract](crate::contract) is. Orders are an [`Order`] or an index into a list,
/// states are JSON; everything else is as in [`Game`].
pub trait Table: TableRules + TableShown + TableJudgment {
    /// A copy of the table.
    fn clone_box(&self) -> Box<dyn Table>;
    /// Bytes of the position beside what it shares with every other position.
    fn size(&self) -> usize;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

/// The table of a game, by its position.
pub struct OpenTable<G: Game> {
    position: G,
}

impl<G: Game> Table for OpenTable<G> {
    fn clone_box(&self) -> Box<dyn Table> {
        OpenTable::boxed(self.position.clone())
    }

    fn size(&self) -> usize {
        size_of::<G>()
    }
}

/// The legal orders of a position as its game keeps them, in a list that can be filled again and again.
pub struct OrderList {
    /// A `Vec` of the orders of some game.
    orders: Box<dyn Any + Send + Sync>,
    count: usize,
}

impl OrderList {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The list, made one of this game.
    fn orders_of<G: Game>(&mut self) -> &mut Vec<G::Order> {
        if !self.orders.is::<Vec<G::Order>>() {
            self.orders = Box::new(Vec::<G::Order>::new());
        }
        self.orders.downcast_mut().expect("a list of the orders of this game")
    }

    fn all<G: Game>(&self) -> &[G::Order] {
        self.orders.downcast_ref::<Vec<G::Order>>().map_or(&[], Vec::as_slice)
    }

    fn order<G: Game>(&self, index: usize) -> Option<&G::Order> {
        self.all::<G>().get(index)
    }
}

impl Default for OrderList {
    fn default() -> Self {
        OrderList { orders: Box::new(()), count: 0 }
    }
}

impl<G: Game> OpenTable<G> {
    /// A table with a position on it.
    pub fn new(position: G) -> Self {
        OpenTable { position }
    }

    /// The same behind one type for all games.
    pub fn boxed(position: G) -> Box<dyn Table> {
        Box::new(OpenTable::new(position))
    }

    /// An order that is legal now, as the game keeps it. What it means may have changed since it was read or listed.
    fn lawful(&self, order: &Order) -> Result<G::Order, Objection> {
        let order = self.position.canonical(order.as_of::<G>()?.clone());
        self.position.check(&order)?;
        Ok(order)
    }
}

/// The order of the list most like another: same words in the same fields first, then same fields.
fn nearest<'a>(order: &Value, all: &'a [Order]) -> Option<&'a Order> {
    let likeness = |other: &Order| -> usize {
        let (Some(a), Some(b)) = (order.as_object(), other.data().as_object()) else {
            return (order == other.data()) as usize;
        };
        let alike = |(name, value): (&String, &Value)| match b.get(name) {
            Some(same) if same == value && value.is_string() => 4,
            Some(_) => 1,
            None => 0,
        };
        a.iter().map(alike).sum()
    };
    all.iter().rev().max_by_key(|other| likeness(other))
}

fn to_value(data: impl Serialize) -> Value {
    // Orders and states are plain data with text keys; a game whose data is not would fail its first audit.
    serde_json::to_value(data).unwrap_or(Value::Null)
}

/// Bytes in hexadecimal.
pub fn hex_digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a table waits for, as clients read it: `{"side":…}`, `{"dice":{…}}` or `{"over":{…}}`.
pub fn turn_value(table: &dyn Table) -> Value {
    match table.turn() {
        Turn::Order(side) => json!({ "side": table.side_name(side) }),
        Turn::Dice(request) => json!({ "dice": request }),
        Turn::Over(Outcome { winner, grade, rule }) => {
            let winner = winner.map(|side| table.side_name(side));
            json!({ "over": { "winner": winner, "grade": grade, "rule": rule, "why": table.verdict() } })
        }
    }
}

/// Plays a random order or throws the dice that are due, without a word; false at the end.
pub fn random_step(table: &mut dyn Table, generator: &mut Generator) -> Result<bool, Objection> {
    match table.turn() {
        Turn::Order(_) => match table.random_order(generator) {
            Some(order) => table.play(&order).map(|_| true),
            None => Err(Objection::new("protocol", "dead end: an order is due and none is legal")),
        },
        Turn::Dice(request) => table.roll(generator.throw(request).faces()).map(|_| true),
        Turn::Over(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Chance;
    use crate::skirmish::Skirmish;

    fn table() -> Box<dyn Table> {
        OpenTable::boxed(Skirmish::new(20))
    }

    #[test]
    fn a_malformed_order_is_answered_with_one_like_it() {
        let objection = table().read(&json!({"order": "step", "counter": 1, "to": 7})).unwrap_err();
        assert_eq!(objection.rule, "protocol");
        assert!(objection.why.contains(r#"{"order":"step","counter":"#), "{objection}");
        for wrong in
            [json!(null), json!([]), json!("step"), json!({"order": "fly"}), json!({"order": "step"})]
        {
            assert_eq!(table().read(&wrong).unwrap_err().rule, "protocol", "{wrong}");
        }
    }

    #[test]
    fn a_refused_order_changes_nothing() {
        let mut table = table();
        let before = table.hash();
        let leap = table.read(&json!({"order": "step", "counter": 0, "to": "0101"})).unwrap();
        assert!(table.play(&leap).is_err());
        assert!(table.roll(&[3]).is_err());
        assert_eq!(table.hash(), before);
    }

    #[test]
    fn every_listed_order_can_be_played_and_told() {
        let table = table();
        let orders = table.orders();
        assert!(!orders.is_empty());
        for order in orders {
            assert!(!table.describe(&order).unwrap().is_empty());
            assert!(!table.clone_box().play(&order).unwrap().is_empty());
        }
    }

    #[test]
    fn odds_of_an_attack_agree_with_its_sum() {
        let mut table = table();
        let mut generator = Generator::new(1, 0);
        let mut seen = 0;
        for _ in 0..2_000 {
            for order in table.orders().iter().filter(|o| o["order"] == "attack") {
                let odds = table.odds(order).unwrap();
                let ways = |chances: &[Chance]| -> Vec<(String, u32)> {
                    let mut all: Vec<_> = chances.iter().map(|c| (c.result.clone(), c.ways)).collect();
                    all.sort();
                    all
                };
                assert_eq!(ways(&odds.chances), ways(&odds.sums[0].results));
                seen += 1;
            }
            if !random_step(table.as_mut(), &mut generator).unwrap() {
                table = self::table();
            }
        }
        assert!(seen > 20);
    }

    #[test]
    fn a_position_that_cannot_occur_is_not_restored() {
        let mut table = table();
        let mut state = table.state();
        state["counters"][0] = json!("0909");
        assert!(table.restore(&state).unwrap_err().why.contains("off the field"));
        assert!(table.restore(&json!({"counters": 4})).unwrap_err().why.contains("not a position"));
    }

    #[test]
    fn choices_are_the_legal_orders_with_their_words_and_aims() {
        let table = table();
        let choices = table.choices();
        assert_eq!(choices.iter().map(|c| c.order.clone()).collect::<Vec<_>>(), table.orders());
        for choice in choices {
            assert_eq!(choice.aim.act.kind, choice.order["order"].as_str().unwrap());
            assert_eq!(choice.text, table.describe(&choice.order).unwrap());
            assert_eq!(choice.aim.counter.map(u64::from), choice.order["counter"].as_u64());
        }
    }

    #[test]
    fn turns_are_told_by_name() {
        assert_eq!(turn_value(table().as_ref()), json!({"side": "Reds"}));
    }
}
