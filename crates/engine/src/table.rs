//! A game in progress behind one type, whichever game it is: what clients, bots and records talk to.

use std::hash::Hasher;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::contract::{Aim, Game, Objection, Outcome, Route, Side, Turn, Viewer};
use crate::dice::{Dice, Generator};
use crate::event::{Event, Silence};
use crate::hex::HexNumber;
use crate::odds::{self, Chance, Sum};
use crate::playout::{Playout, Tally};
use crate::scene::{Scene, Threat};

/// The chances of an order and the computation behind them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// The results with their chances; empty if the order does not lead straight to dice.
    pub chances: Vec<Chance>,
    /// The computations behind the fights it begins, changes or commits.
    pub sums: Vec<Sum>,
}

/// A legal order with what a client needs to offer it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// The order.
    pub order: Value,
    /// The same in words.
    pub text: String,
    /// What sort of order: its first word.
    pub kind: String,
    /// What it points at on the board.
    #[serde(flatten)]
    pub aim: Aim,
}

/// One game in progress. Orders and states are JSON; everything else is as in [`Game`].
pub trait Table: Send + Sync {
    /// What the position waits for.
    fn turn(&self) -> Turn;
    /// The name of a side in this scenario.
    fn side_name(&self, side: Side) -> &str;
    /// Every legal order.
    fn orders(&self) -> Vec<Value>;
    /// How many legal orders there are, listed as fast play lists them.
    fn count_orders(&mut self) -> usize;
    /// One of the legal orders, each equally likely; none unless an order is due.
    fn random_order(&mut self, generator: &mut Generator) -> Option<Value>;
    /// An order as the game itself writes it; refused if it is not an order of this game at all.
    fn canonical(&self, order: &Value) -> Result<Value, Objection>;
    /// The listed order that comes to the same as a legal one.
    fn as_listed(&self, order: &Value) -> Result<Value, Objection>;
    /// Whether an order is legal now, and if not, which rule forbids it.
    fn check(&self, order: &Value) -> Result<(), Objection>;
    /// Carries out an order, if it is legal.
    fn play(&mut self, order: &Value) -> Result<Vec<Event>, Objection>;
    /// Takes the dice the position waits for.
    fn roll(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection>;
    /// What a viewer may see.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// What is expected now, in a sentence.
    fn prompt(&self) -> String;
    /// An order in words.
    fn describe(&self, order: &Value) -> Result<String, Objection>;
    /// How the game ended, in a sentence; empty while it goes on.
    fn verdict(&self) -> String;
    /// The chances of a legal order, and the computation behind them.
    fn odds(&self, order: &Value) -> Result<Odds, Objection>;
    /// The computations behind the fights a legal order begins, changes or commits, without their walk.
    fn sums(&self, order: &Value) -> Result<Vec<Sum>, Objection>;
    /// The exact chances of the roll that is due; empty if none is.
    fn roll_odds(&self) -> Vec<Chance>;
    /// Every legal order in words, with what it points at.
    fn choices(&self) -> Vec<Choice>;
    /// Where a counter that may be moved now can get to, with the orders that take it there.
    fn routes(&self, counter: u16) -> Vec<Route<Value>>;
    /// What a side could reach, shoot at or attack in its next turn, as far as `viewer` may know.
    fn menace(&self, side: Side, viewer: Viewer) -> Vec<Threat>;
    /// The hexes a counter could hit from where it stands.
    fn field_of_fire(&self, counter: u16) -> Vec<HexNumber>;
    /// Whether there is any counter a viewer may not know.
    fn hides_from(&self, viewer: Viewer) -> bool;
    /// Whether a viewer may not know which counter this is.
    fn conceals(&self, counter: u16, viewer: Viewer) -> bool;
    /// The position as data.
    fn state(&self) -> Value;
    /// Goes to another position of the same scenario and options.
    fn restore(&mut self, state: &Value) -> Result<(), Objection>;
    /// A digest of the position, the same on every machine: 64 hexadecimal digits.
    fn hash(&self) -> String;
    /// Looks for broken invariants.
    fn audit(&self) -> Result<(), String>;
    /// Bytes of the position beside what it shares with every other position.
    fn size(&self) -> usize;
    /// A copy of the table.
    fn clone_box(&self) -> Box<dyn Table>;
    /// How many lines of so many orders and throws there are from here.
    fn perft(&self, depth: u32) -> u64;
    /// Plays a random game from here to the end.
    fn random_game(&mut self, playout: Playout) -> Tally;
    /// The table as a side may take it to be, without the other side's secrets.
    fn surmise(&self, side: Side, whims: &mut Generator) -> Box<dyn Table>;
    /// The names of what the game weighs in a position.
    fn terms(&self) -> &'static [&'static str];
    /// How the position stands for the first side, term by term.
    fn standing(&self, out: &mut Vec<f32>);
    /// How well a game that is over went for the first side, finer than who won, if the game knows it.
    fn merit(&self) -> Option<f32>;
    /// Whether a plan may end here.
    fn at_rest(&self) -> bool;
    /// Whether what was planned before dice fell still holds.
    fn schemes_hold(&self) -> bool;
    /// A count that rises with every Player-Turn.
    fn clock(&self) -> u32;
    /// A quick digest of the position, for telling plans apart that come to the same.
    fn digest(&self) -> u64;
    /// Lists the legal orders for quick play and answers how readily a sensible player gives each.
    fn incline(&mut self, out: &mut Vec<f32>);
    /// An order of the list made last, as data.
    fn listed(&self, index: usize) -> Value;
    /// Plays an order of the list made last, without a word.
    fn play_listed(&mut self, index: usize);
    /// Plays an order without a word if it is legal; whether it was.
    fn follow(&mut self, order: &Value) -> bool;
    /// Takes the dice that are due, without a word.
    fn roll_silently(&mut self, dice: Dice);
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

/// The table of a game, by its position.
pub struct OpenTable<G: Game> {
    position: G,
    listed: Vec<G::Order>,
}

impl<G: Game> OpenTable<G> {
    /// A table with a position on it.
    pub fn new(position: G) -> Self {
        OpenTable { position, listed: vec![] }
    }

    /// The same behind one type for all games.
    pub fn boxed(position: G) -> Box<dyn Table> {
        Box::new(OpenTable::new(position))
    }

    fn list(&mut self) -> &[G::Order] {
        self.listed.clear();
        self.position.orders(&mut self.listed);
        &self.listed
    }

    /// Reads an order; the objection says what is wrong with it and shows one like it.
    fn read(&self, order: &Value) -> Result<G::Order, Objection> {
        let order = G::Order::deserialize(order).map_err(|fault| {
            let legal = self.orders();
            let example = nearest(order, &legal);
            let example = example.map_or_else(String::new, |e| format!("; one that is legal now: {e}"));
            Objection::new("protocol", format!("this is not an order of the game: {fault}{example}"))
        })?;
        Ok(self.position.canonical(order))
    }

    /// Reads an order that is legal now.
    fn lawful(&self, order: &Value) -> Result<G::Order, Objection> {
        let order = self.read(order)?;
        self.position.check(&order)?;
        Ok(order)
    }
}

/// The order of the list most like another: same words in the same fields first, then same fields.
fn nearest<'a>(order: &Value, all: &'a [Value]) -> Option<&'a Value> {
    let likeness = |other: &Value| -> usize {
        let (Some(a), Some(b)) = (order.as_object(), other.as_object()) else {
            return (order == other) as usize;
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

impl<G: Game> Table for OpenTable<G> {
    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn side_name(&self, side: Side) -> &str {
        self.position.side_name(side)
    }

    fn orders(&self) -> Vec<Value> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        orders.iter().map(to_value).collect()
    }

    fn count_orders(&mut self) -> usize {
        self.list().len()
    }

    fn random_order(&mut self, generator: &mut Generator) -> Option<Value> {
        let orders = self.list();
        if orders.is_empty() {
            None
        } else {
            orders.get(generator.below(orders.len() as u32) as usize).map(to_value)
        }
    }

    fn canonical(&self, order: &Value) -> Result<Value, Objection> {
        self.read(order).map(to_value)
    }

    fn as_listed(&self, order: &Value) -> Result<Value, Objection> {
        self.lawful(order).map(|order| to_value(self.position.as_listed(&order)))
    }

    fn check(&self, order: &Value) -> Result<(), Objection> {
        self.lawful(order).map(drop)
    }

    fn play(&mut self, order: &Value) -> Result<Vec<Event>, Objection> {
        let order = self.lawful(order)?;
        let mut events = vec![];
        self.position.play(&order, &mut events);
        Ok(events)
    }

    fn roll(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection> {
        let Turn::Dice(request) = self.position.turn() else {
            return Err(Objection::new("dice", format!("no dice are due; {}", self.position.prompt())));
        };
        let dice = request.accepts(faces)?;
        let mut events = vec![];
        self.position.roll(dice, &mut events);
        Ok(events)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.position.scene(viewer)
    }

    fn prompt(&self) -> String {
        self.position.prompt()
    }

    fn describe(&self, order: &Value) -> Result<String, Objection> {
        // In words only for legal orders: a game may index by what the order names.
        self.lawful(order).map(|order| self.position.describe(&order))
    }

    fn verdict(&self) -> String {
        self.position.verdict()
    }

    fn odds(&self, order: &Value) -> Result<Odds, Objection> {
        let order = self.lawful(order)?;
        let chances = odds::walk(&self.position, &order).unwrap_or_default();
        Ok(Odds { chances, sums: self.position.sums(&order) })
    }

    fn sums(&self, order: &Value) -> Result<Vec<Sum>, Objection> {
        self.lawful(order).map(|order| self.position.sums(&order))
    }

    fn roll_odds(&self) -> Vec<Chance> {
        odds::walk_roll(&self.position).unwrap_or_default()
    }

    fn choices(&self) -> Vec<Choice> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        let choice = |order: &G::Order| {
            let (text, aim) = (self.position.describe(order), self.position.aim(order));
            let order = to_value(order);
            let word = match &order {
                Value::Object(fields) => fields.values().find_map(Value::as_str),
                other => other.as_str(),
            };
            Choice { kind: word.unwrap_or_default().to_string(), text, aim, order }
        };
        orders.iter().map(choice).collect()
    }

    fn routes(&self, counter: u16) -> Vec<Route<Value>> {
        let plain = |route: Route<G::Order>| Route {
            hex: route.hex,
            cost: route.cost,
            stops: route.stops,
            orders: route.orders.iter().map(to_value).collect(),
        };
        self.position.routes(counter).into_iter().map(plain).collect()
    }

    fn menace(&self, side: Side, viewer: Viewer) -> Vec<Threat> {
        self.position.menace(side, viewer)
    }

    fn field_of_fire(&self, counter: u16) -> Vec<HexNumber> {
        self.position.field_of_fire(counter)
    }

    fn hides_from(&self, viewer: Viewer) -> bool {
        self.position.hides_from(viewer)
    }

    fn conceals(&self, counter: u16, viewer: Viewer) -> bool {
        self.position.conceals(counter, viewer)
    }

    fn state(&self) -> Value {
        to_value(self.position.state())
    }

    fn restore(&mut self, state: &Value) -> Result<(), Objection> {
        let state = G::State::deserialize(state).map_err(|fault| {
            Objection::new("protocol", format!("this is not a position of the game: {fault}"))
        })?;
        self.position = self.position.restore(state)?;
        Ok(())
    }

    fn hash(&self) -> String {
        hex_digits(&Sha256::digest(self.state().to_string()))
    }

    fn audit(&self) -> Result<(), String> {
        self.position.audit()
    }

    fn size(&self) -> usize {
        size_of::<G>()
    }

    fn clone_box(&self) -> Box<dyn Table> {
        OpenTable::boxed(self.position.clone())
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(&self.position, depth)
    }

    fn random_game(&mut self, playout: Playout) -> Tally {
        playout.run(&mut self.position, &mut self.listed)
    }

    fn surmise(&self, side: Side, whims: &mut Generator) -> Box<dyn Table> {
        OpenTable::boxed(self.position.surmise(side, whims))
    }

    fn terms(&self) -> &'static [&'static str] {
        G::terms()
    }

    fn standing(&self, out: &mut Vec<f32>) {
        self.position.standing(out);
    }

    fn merit(&self) -> Option<f32> {
        self.position.merit()
    }

    fn at_rest(&self) -> bool {
        self.position.at_rest()
    }

    fn schemes_hold(&self) -> bool {
        self.position.schemes_hold()
    }

    fn clock(&self) -> u32 {
        self.position.clock()
    }

    fn digest(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    fn incline(&mut self, out: &mut Vec<f32>) {
        self.list();
        self.position.inclinations(&self.listed, out);
    }

    fn listed(&self, index: usize) -> Value {
        self.listed.get(index).map_or(Value::Null, to_value)
    }

    fn play_listed(&mut self, index: usize) {
        if let Some(order) = self.listed.get(index) {
            self.position.play(order, &mut Silence);
        }
    }

    fn follow(&mut self, order: &Value) -> bool {
        let Ok(order) = G::Order::deserialize(order) else { return false };
        let order = self.position.canonical(order);
        let legal = self.position.check(&order).is_ok();
        if legal {
            self.position.play(&order, &mut Silence);
        }
        legal
    }

    fn roll_silently(&mut self, dice: Dice) {
        self.position.roll(dice, &mut Silence);
    }
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
    use crate::skirmish::Skirmish;

    fn table() -> Box<dyn Table> {
        OpenTable::boxed(Skirmish::new(20))
    }

    #[test]
    fn a_malformed_order_is_answered_with_one_like_it() {
        let objection = table().check(&json!({"order": "step", "counter": 1, "to": 7})).unwrap_err();
        assert_eq!(objection.rule, "protocol");
        assert!(objection.why.contains(r#"{"order":"step","counter":"#), "{objection}");
        for wrong in
            [json!(null), json!([]), json!("step"), json!({"order": "fly"}), json!({"order": "step"})]
        {
            assert_eq!(table().play(&wrong).unwrap_err().rule, "protocol", "{wrong}");
        }
    }

    #[test]
    fn a_refused_order_changes_nothing() {
        let mut table = table();
        let before = table.hash();
        assert!(table.play(&json!({"order": "step", "counter": 0, "to": "0101"})).is_err());
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
            assert_eq!(choice.kind, choice.order["order"].as_str().unwrap());
            assert_eq!(choice.text, table.describe(&choice.order).unwrap());
            assert_eq!(choice.aim.counter.map(u64::from), choice.order["counter"].as_u64());
        }
    }

    #[test]
    fn turns_are_told_by_name() {
        assert_eq!(turn_value(table().as_ref()), json!({"side": "Reds"}));
    }
}
