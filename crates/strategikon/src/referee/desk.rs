//! The referee's desk: one game at most, and the requests about it.

use std::time::Duration;

use commander::{Budget, Commander, Intent, Level, Script, Scripted, Thought};
use engine::edition::Options;
use engine::record::{DiceSource, Record, Session};
use engine::table::{Order, Table, turn_value};
use engine::{Event, Generator, Objection, Side, Turn, Viewer};
use lab::Player;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shelf::{Shelf, UnknownName, nearest};

use super::PROTOCOL;
use crate::common::{any_seed, viewer};

/// One game at most, and where its random orders come from.
pub struct Desk {
    shelf: Shelf,
    game: Option<Game>,
}

struct Game {
    session: Session,
    generator: Generator,
    /// What the commander asked last means to do once dice have fallen.
    intent: Intent,
    /// The chance of a side to win at its first decision of a Player-Turn: it is told once a Player-Turn, since
    /// it costs more than most decisions.
    chance: Option<(u32, Side, f32)>,
}

type Request = Map<String, Value>;
type Answer = Result<Value, Objection>;

const REQUESTS: [&str; 18] = [
    "hello", "list", "rule", "new", "load", "state", "orders", "check", "play", "roll", "auto", "undo",
    "redo", "odds", "describe", "scene", "record", "log",
];

impl Desk {
    /// A desk with no game open.
    pub fn new(shelf: Shelf) -> Self {
        Desk { shelf, game: None }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &Request) -> Answer {
        let Some(what) = request.get("do").and_then(Value::as_str) else {
            return Err(protocol("a request says what to do: {\"do\":\"new\",…}, {\"do\":\"orders\"} …"));
        };
        match what {
            "hello" => self.hello(),
            "list" => Ok(json!({ "scenarios": self.shelf.scenarios().collect::<Vec<_>>() })),
            "rule" => self.rule(request),
            "new" => self.new_game(request),
            "load" => self.load(request),
            _ if !REQUESTS.contains(&what) => {
                let nearest = nearest(what, REQUESTS);
                Err(UnknownName { kind: "request", name: what.into(), nearest }.into())
            }
            _ => {
                let game = self.game.as_mut().ok_or_else(|| protocol("no game is open"))?;
                game.answer(what, request)
            }
        }
    }

    fn hello(&self) -> Answer {
        let games: Vec<&str> = self.shelf.editions().map(|edition| edition.name()).collect();
        let version = env!("CARGO_PKG_VERSION");
        Ok(json!({ "strategikon": version, "protocol": PROTOCOL, "games": games, "requests": REQUESTS }))
    }

    fn rule(&self, request: &Request) -> Answer {
        let rule = text(request, "rule")?;
        let open = self.game.as_ref().map(|game| game.session.header().game.clone());
        let edition = match request.get("game").and_then(Value::as_str).or(open.as_deref()) {
            Some(game) => self.shelf.edition(game)?,
            None => return Err(protocol("name the `game` of the rule, or open one")),
        };
        let rules = &edition.rulebook().rules;
        match rules.iter().find(|r| r.rule == rule) {
            Some(found) => Ok(json!({ "game": edition.name(), "rule": found })),
            None => {
                let nearest = nearest(rule, rules.iter().map(|r| r.rule.as_str()));
                Err(UnknownName { kind: "rule", name: rule.into(), nearest }.into())
            }
        }
    }

    fn new_game(&mut self, request: &Request) -> Answer {
        let options = read_options(request.get("options"))?;
        let opening = self.shelf.open(text(request, "scenario")?, &options)?;
        let seed = seed(request)?;
        self.open(Session::new(opening, dice(request, &seed)?), seed)
    }

    fn load(&mut self, request: &Request) -> Answer {
        let seed = seed(request)?;
        if let Some(record) = request.get("record") {
            let record = record.as_str().ok_or_else(|| protocol("`record` is a text of several lines"))?;
            let refuse =
                |fault: engine::record::RecordFault| protocol(format!("the record is refused: {fault}"));
            let record = Record::read(record).map_err(refuse)?;
            return self.open(self.shelf.resume(&record).map_err(refuse)?, seed);
        }
        if let Some(hand) = request.get("by_hand") {
            return self.load_by_hand(hand, request, seed);
        }
        let state = request.get("state").and_then(Value::as_object);
        let state = state.ok_or_else(|| {
            protocol("`load` needs a `state` as `state` gives it, a position `by_hand`, or a `record`")
        })?;
        let position = state.get("position").ok_or_else(|| protocol("the state has no `position`"))?;
        let options = read_options(state.get("options"))?;
        let opening = self.shelf.open(text(state, "scenario")?, &options)?;
        self.open(Session::from_position(opening, position, dice(request, &seed)?)?, seed)
    }

    fn load_by_hand(&mut self, hand: &Value, request: &Request, seed: Value) -> Answer {
        let Some(fields) = hand.as_object() else {
            return Err(protocol(
                "`by_hand` is an object: {\"scenario\":…,\"phase\":…,\"counters\":[{\"name\":…,\"at\":…},…]}",
            ));
        };
        let options = read_options(fields.get("options"))?;
        let opening = self.shelf.open(text(fields, "scenario")?, &options)?;
        self.open(Session::from_hand(opening, hand, dice(request, &seed)?)?, seed)
    }

    fn open(&mut self, session: Session, seed: Value) -> Answer {
        let table = session.table();
        let answer = json!({
            "protocol": PROTOCOL,
            "scenario": session.header().scenario,
            "options": session.header().options,
            "sides": Side::BOTH.map(|side| table.side_name(side)),
            "seed": seed,
            "turn": turn_value(table),
            "prompt": table.prompt(),
        });
        let generator = Generator::new(number_of(&seed), u64::MAX);
        self.game = Some(Game { session, generator, intent: Intent::default(), chance: None });
        Ok(answer)
    }
}

impl Game {
    fn answer(&mut self, what: &str, request: &Request) -> Answer {
        let table = self.session.table();
        match what {
            "state" => {
                let header = self.session.header();
                let (scenario, options) = (&header.scenario, &header.options);
                let state = json!({ "scenario": scenario, "options": options, "position": table.state() });
                let mut answer = json!({ "state": state, "hash": table.hash() });
                if request.get("by_hand") == Some(&json!(true)) {
                    answer["by_hand"] = json!(written(scenario, options, table));
                }
                Ok(answer)
            }
            "orders" => self.orders(request),
            "check" => table.check(&table.read(order(request)?)?).map(|()| json!({})),
            "describe" => Ok(json!({ "words": table.describe(&table.read(order(request)?)?)? })),
            "odds" => match request.get("order") {
                None if matches!(table.turn(), Turn::Dice(_)) => {
                    Ok(json!({ "chances": table.roll_odds(), "sums": [] }))
                }
                _ => Ok(json!(table.odds(&table.read(order(request)?)?)?)),
            },
            "scene" => {
                let name = request.get("viewer").map_or(Some("referee"), Value::as_str);
                let name =
                    name.ok_or_else(|| protocol("`viewer` is a side's name, \"public\" or \"referee\""))?;
                let viewer = viewer(name, Side::BOTH.map(|side| table.side_name(side)))?;
                Ok(json!({ "scene": table.lit_scene(viewer) }))
            }
            "record" => {
                let record = self.session.record();
                Ok(
                    json!({ "record": record.to_string(), "entries": self.session.cursor(), "hash": record.hash() }),
                )
            }
            "log" => Ok(json!({ "log": self.session.chronicle()? })),
            "play" => {
                let events = self.session.play(order(request)?)?;
                Ok(self.after(json!({}), events))
            }
            "roll" => self.roll(request),
            "auto" => self.auto(request),
            "undo" => self.undo(request),
            _ => {
                self.session.redo()?;
                (self.intent, self.chance) = Default::default();
                Ok(self.standing())
            }
        }
    }

    /// Events, and what is expected then, added to an answer.
    fn after(&self, mut answer: Value, events: Vec<Event>) -> Value {
        let table = self.session.table();
        answer["events"] = json!(events);
        answer["turn"] = turn_value(table);
        answer["prompt"] = json!(table.prompt());
        answer
    }

    fn standing(&self) -> Value {
        let table = self.session.table();
        json!({ "entries": self.session.cursor(), "turn": turn_value(table), "prompt": table.prompt() })
    }

    fn orders(&self, request: &Request) -> Answer {
        let table = self.session.table();
        let orders = table.orders();
        let mut answer = json!({ "turn": turn_value(table), "prompt": table.prompt(), "orders": orders });
        if request.get("words") == Some(&json!(true)) {
            let words: Result<Vec<String>, Objection> =
                orders.iter().map(|order| table.describe(order)).collect();
            answer["words"] = json!(words?);
        }
        Ok(answer)
    }

    fn roll(&mut self, request: &Request) -> Answer {
        match request.get("dice") {
            Some(dice) => {
                let faces = Vec::<u8>::deserialize(dice)
                    .map_err(|_| Objection::new("dice", "`dice` is a list of faces, such as [4]"))?;
                let events = self.session.roll(&faces)?;
                Ok(self.after(json!({ "dice": faces }), events))
            }
            None => {
                let nonce = request.get("nonce").map_or(Some(""), Value::as_str);
                let nonce = nonce.ok_or_else(|| protocol("`nonce` is a text"))?;
                let (faces, events) = self.session.roll_derived(nonce)?;
                Ok(self.after(json!({ "dice": faces }), events))
            }
        }
    }

    fn auto(&mut self, request: &Request) -> Answer {
        let player = match request.get("player").map(Value::as_str) {
            None => Player::Random,
            Some(Some(name)) => name.parse().map_err(protocol)?,
            Some(None) => return Err(protocol("`player` is a text, such as \"veteran\"")),
        };
        let budget = Budget {
            nodes: number(request, "nodes")?,
            time: number(request, "think_ms")?.map(|ms| Duration::from_millis(ms as u64)),
            ..Budget::default()
        };
        match self.session.table().turn() {
            Turn::Over(_) => Err(protocol("the game is over")),
            Turn::Dice(request) => {
                // With physical dice there is no seed to roll from; this is the program's throw, by hand.
                let (faces, events) = match self.session.header().dice.seed() {
                    Some(_) => self.session.roll_derived("")?,
                    None => {
                        let faces = self.generator.throw(request).faces().to_vec();
                        let events = self.session.roll(&faces)?;
                        (faces, events)
                    }
                };
                Ok(self.after(json!({ "dice": faces }), events))
            }
            Turn::Order(_) => match player {
                Player::Random => self.give_random(),
                Player::Commander(level) => self.command(level, &budget),
                Player::Script(script) => self.go_by(script),
            },
        }
    }

    fn give_random(&mut self) -> Answer {
        let table = self.session.table();
        let order = table.random_order(&mut self.generator).ok_or_else(|| protocol("no order is legal"))?;
        let words = table.describe(&order)?;
        let events = self.session.give(&order)?;
        Ok(self.after(json!({ "order": order, "words": words }), events))
    }

    /// The orders of one decision of a commander.
    fn command(&mut self, level: Level, budget: &Budget) -> Answer {
        let game = self.session.header().scenario.split('/').next().unwrap_or_default();
        let seed = self.generator.below(u32::MAX) as u64;
        let commander = Commander::new(game, level).in_scenario(&self.session.header().scenario);
        let chance = self.own_chance(&commander, budget);
        let thought = commander.decide(self.session.table(), budget, seed, &mut self.intent);
        if thought.orders.is_empty() {
            return Err(protocol("no order is legal"));
        }
        let Thought { orders, nodes, .. } = thought;
        let (words, events) = self.give_all(&orders)?;
        let told = json!({ "orders": orders, "words": words, "chance": chance, "nodes": nodes });
        Ok(self.after(told, events))
    }

    /// The orders of one decision by a rule of thumb.
    fn go_by(&mut self, script: Script) -> Answer {
        let game = self.session.header().scenario.split('/').next().unwrap_or_default();
        let seed = self.generator.below(u32::MAX) as u64;
        let orders = Scripted::new(game, script).decide(self.session.table(), seed);
        if orders.is_empty() {
            return Err(protocol("no order is legal"));
        }
        let (words, events) = self.give_all(&orders)?;
        Ok(self.after(json!({ "orders": orders, "words": words }), events))
    }

    /// Gives orders one after another; each in words, and what happened.
    fn give_all(&mut self, orders: &[Order]) -> Result<(Vec<String>, Vec<Event>), Objection> {
        let (mut words, mut events) = (vec![], vec![]);
        for order in orders {
            words.push(self.session.table().describe(order)?);
            events.extend(self.session.give(order)?);
        }
        Ok((words, events))
    }

    /// The chance of the side to move to win, as far as it may know.
    fn own_chance(&mut self, commander: &Commander, budget: &Budget) -> f32 {
        let table = self.session.table();
        let Turn::Order(side) = table.turn() else { return 0.5 };
        let clock = table.clock();
        if let Some((_, _, chance)) = self.chance.filter(|known| (known.0, known.1) == (clock, side)) {
            return chance;
        }
        let first = commander.chance(table, Viewer::Side(side), budget);
        let chance = if side == Side::First { first } else { 1.0 - first };
        self.chance = Some((clock, side, chance));
        chance
    }

    fn undo(&mut self, request: &Request) -> Answer {
        let consent = request.get("consent") == Some(&json!(true));
        let before = self.session.cursor().saturating_sub(1);
        let to = match request.get("to") {
            None if self.session.cursor() == 0 => return Err(protocol("nothing was played yet")),
            None => before,
            Some(to) => {
                to.as_u64().map(|n| n as usize).ok_or_else(|| protocol("`to` is the number of an entry"))?
            }
        };
        self.session.undo_to(to, consent)?;
        (self.intent, self.chance) = Default::default();
        Ok(self.standing())
    }
}

/// The position as a person would write it, with its scenario; none in the middle of a move or a fight.
fn written(scenario: &str, options: &Options, table: &dyn Table) -> Option<Value> {
    let Value::Object(position) = table.by_hand()? else { return None };
    let mut text = Map::new();
    text.insert("scenario".into(), json!(scenario));
    if !options.is_empty() {
        text.insert("options".into(), json!(options));
    }
    text.extend(position);
    Some(Value::Object(text))
}

fn protocol(why: impl Into<String>) -> Objection {
    Objection::new("protocol", why)
}

/// A whole number from 1 that a request may name.
fn number(request: &Request, field: &str) -> Result<Option<u32>, Objection> {
    let Some(value) = request.get(field) else { return Ok(None) };
    let number = value.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0);
    number.map(Some).ok_or_else(|| protocol(format!("`{field}` is a whole number from 1")))
}

fn text<'a>(request: &'a Request, field: &str) -> Result<&'a str, Objection> {
    request.get(field).and_then(Value::as_str).ok_or_else(|| protocol(format!("expected a text `{field}`")))
}

fn order(request: &Request) -> Result<&Value, Objection> {
    request.get("order").ok_or_else(|| protocol("expected an `order`, one such as `orders` lists"))
}

fn read_options(options: Option<&Value>) -> Result<Options, Objection> {
    match options {
        None | Some(Value::Null) => Ok(Options::new()),
        Some(options) => Options::deserialize(options)
            .map_err(|_| protocol("`options` is an object of names and values, such as {\"turns\":18}")),
    }
}

/// The seed asked for, a whole number or a text; any, if none is.
fn seed(request: &Request) -> Result<Value, Objection> {
    match request.get("seed") {
        None | Some(Value::Null) => Ok(any_seed().into()),
        Some(seed) if seed.is_u64() || seed.is_string() => Ok(seed.clone()),
        Some(_) => Err(protocol("`seed` is a whole number from 0 or a text")),
    }
}

fn seed_text(seed: &Value) -> String {
    seed.as_str().map_or_else(|| seed.to_string(), str::to_string)
}

fn dice(request: &Request, seed: &Value) -> Result<DiceSource, Objection> {
    match request.get("dice").and_then(Value::as_str) {
        _ if !request.contains_key("dice") => Ok(DiceSource::open(seed_text(seed).as_bytes())),
        Some("seed") => Ok(DiceSource::open(seed_text(seed).as_bytes())),
        Some("physical") => Ok(DiceSource::PHYSICAL),
        _ => Err(protocol("`dice` is \"seed\" or \"physical\"")),
    }
}

/// A number for the generator of random orders; texts are folded (FNV-1a).
fn number_of(seed: &Value) -> u64 {
    let fold = |hash: u64, byte: u8| (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
    seed.as_u64().unwrap_or_else(|| seed_text(seed).bytes().fold(0xcbf2_9ce4_8422_2325, fold))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_back_or_plays_again_what_was_taken_back_means_nothing_any_more() {
        let mut desk = Desk::new(Shelf::standard().unwrap());
        let ask = |desk: &mut Desk, request: Value| {
            assert!(desk.answer(request.as_object().unwrap()).is_ok(), "{request}");
        };
        let is_meant = |desk: &Desk| desk.game.as_ref().is_some_and(|game| game.intent != Intent::default());
        ask(&mut desk, json!({"do": "new", "scenario": "jihad/first-conquests", "seed": 1}));
        let auto = json!({"do": "auto", "player": "veteran", "nodes": 4});
        for again in [false, true] {
            while !is_meant(&desk) {
                ask(&mut desk, auto.clone());
            }
            ask(&mut desk, json!({"do": "undo", "consent": true}));
            if again {
                ask(&mut desk, json!({"do": "redo"}));
            }
            assert!(!is_meant(&desk));
        }
    }
}
