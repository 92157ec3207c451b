//! Golden games: records of whole games, at least one for every kind of ending, replayed on every change
//! and told again in words.
//!
//! A game's `tests/golden.rs` hangs its games in a [`Gallery`] and calls [`Gallery::check`]. With
//! `STRATEGIKON_BLESS` set the games are played and written anew; do that only together with a new ruleset
//! version, or when a golden game is added. `STRATEGIKON_BLESS=NAME` does so for one game alone.

mod player;

use std::path::PathBuf;

use engine::Generator;
use engine::contract::{Outcome, Side, Turn};
use engine::edition::{Edition, Options};
use engine::hex::HexNumber;
use engine::record::{DiceSource, Record, Session, verify};
use engine::scene::Scene;
use engine::table::{Order, Table};
use serde_json::Value;

pub use player::enemies_and_objectives;

/// How many games are tried before one that ends as wanted is given up.
const TRIES: u64 = 3000;

/// Where the units of a side want to go.
pub type Goals = fn(&Scene, Side) -> Vec<HexNumber>;

/// A player of a game's own, where weights of orders do not lead to an end worth keeping; it is told the scenario.
pub type Player = fn(&str, &dyn Table, Side, &mut Generator) -> Order;

/// A golden game: its scenario, how it is played, and what must be true of its end.
pub struct Golden {
    name: &'static str,
    scenario: &'static str,
    shows: &'static str,
    tells: &'static str,
    ends: fn(&dyn Table) -> bool,
    options: Options,
    weights: Vec<(&'static str, u32)>,
    idle: Option<Side>,
    goals: Goals,
    player: Option<Player>,
    start: Option<fn(Box<dyn Table>) -> Value>,
}

impl Golden {
    /// A game of a scenario: what it shows in words, and how it must end.
    pub fn new(
        name: &'static str,
        scenario: &'static str,
        shows: &'static str,
        ends: fn(&dyn Table) -> bool,
    ) -> Golden {
        let (options, weights, goals) = (Options::new(), vec![], enemies_and_objectives as Goals);
        let (idle, player, start) = (None, None, None);
        Golden { name, scenario, shows, tells: "", ends, options, weights, idle, goals, player, start }
    }

    /// Words that must be told in it.
    pub fn tells(mut self, words: &'static str) -> Golden {
        self.tells = words;
        self
    }

    /// Leaves the orders of both sides to a player of the game's own.
    pub fn led_by(mut self, player: Player) -> Golden {
        self.player = Some(player);
        self
    }

    /// Switches an option of the scenario on.
    pub fn option(mut self, name: &str) -> Golden {
        self.options = self.options.with(name, true);
        self
    }

    /// Makes an order more or less likely than the gallery does.
    pub fn weigh(mut self, order: &'static str, weight: u32) -> Golden {
        self.weights.push((order, weight));
        self
    }

    /// Lets a side do nothing of itself.
    pub fn idle(mut self, side: Side) -> Golden {
        self.idle = Some(side);
        self
    }

    /// Gives the units somewhere to go other than at the enemy and the objectives.
    pub fn towards(mut self, goals: Goals) -> Golden {
        self.goals = goals;
        self
    }

    /// Begins from a position made of the scenario's table, for an ending simple players do not come to.
    pub fn from(mut self, start: fn(Box<dyn Table>) -> Value) -> Golden {
        self.start = Some(start);
        self
    }
}

/// The golden games of one game.
pub struct Gallery<'a> {
    /// The game.
    pub edition: &'a dyn Edition,
    /// Where records (`.record`) and tellings (`.txt`) are kept.
    pub folder: PathBuf,
    /// How readily each order is given, by its first word; orders not named weigh 4.
    pub weights: &'a [(&'a str, u32)],
    /// Orders nobody gives while a step towards a goal is open.
    pub dawdling: &'a [&'a str],
    /// The games.
    pub games: Vec<Golden>,
}

impl Gallery<'_> {
    /// Replays every game to the letter.
    ///
    /// # Panics
    /// If a record does not verify, ends otherwise than it should, or is told differently.
    pub fn check(&self) {
        let bless = std::env::var("STRATEGIKON_BLESS").ok();
        let alone = bless.as_deref().filter(|name| *name != "1");
        for golden in self.games.iter().filter(|golden| alone.is_none_or(|name| name == golden.name)) {
            if bless.is_some() {
                self.bless(golden);
            } else if std::env::var("STRATEGIKON_RETELL").is_ok() {
                self.retell(golden);
            }
            self.replay(golden);
        }
    }

    fn path(&self, golden: &Golden, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", golden.name))
    }

    fn bless(&self, golden: &Golden) {
        let session = self.find(golden);
        std::fs::create_dir_all(&self.folder).unwrap();
        std::fs::write(self.path(golden, "record"), session.record().to_string()).unwrap();
        std::fs::write(self.path(golden, "txt"), tell(&session, golden.shows)).unwrap();
    }

    /// Tells a game that is kept anew: for words that have changed while the game is the same.
    fn retell(&self, golden: &Golden) {
        let kept = std::fs::read_to_string(self.path(golden, "record")).unwrap();
        let session = Session::resume(&Record::read(&kept).unwrap(), self.edition).unwrap();
        std::fs::write(self.path(golden, "txt"), tell(&session, golden.shows)).unwrap();
    }

    fn replay(&self, golden: &Golden) {
        let read = |ending| {
            let path = self.path(golden, ending);
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        };
        let record = Record::read(&read("record")).unwrap_or_else(|fault| panic!("{}: {fault}", golden.name));
        let verified = verify(&record, self.edition);
        assert!(verified.is_ok(), "{}: {}", golden.name, verified.err().unwrap());
        let session = Session::resume(&record, self.edition).unwrap();
        assert!((golden.ends)(session.table()), "{}: {}", golden.name, session.table().verdict());
        let (told, tells) = (read("txt"), tell(&session, golden.shows));
        assert!(told.contains(golden.tells), "{} does not tell: {}", golden.name, golden.tells);
        for (n, (was, is)) in told.lines().zip(tells.lines()).enumerate() {
            assert_eq!(was, is, "{}.txt line {}", golden.name, n + 1);
        }
        assert_eq!(told.len(), tells.len(), "{}.txt: one telling goes on longer", golden.name);
    }

    /// Plays keen games until one ends as wanted.
    fn find(&self, golden: &Golden) -> Session {
        for seed in 0..TRIES {
            let session = self.play(golden, seed);
            if (golden.ends)(session.table()) && tell(&session, golden.shows).contains(golden.tells) {
                println!("{}: seed {seed}, {} entries", golden.name, session.len());
                return session;
            }
        }
        panic!("{}: no game ended as wanted", golden.name);
    }

    /// A whole game between two keen players.
    fn play(&self, golden: &Golden, seed: u64) -> Session {
        let scenario = format!("{}/{}", self.edition.name(), golden.scenario);
        let opening = self.edition.open(&scenario, &golden.options).unwrap();
        let dice = DiceSource::open(format!("golden {} {seed}", golden.name).as_bytes());
        let mut session = match golden.start {
            Some(start) => {
                let position = start(opening.table.clone());
                Session::from_position(opening, &position, dice).unwrap()
            }
            None => Session::new(opening, dice),
        };
        let mut generator = Generator::new(seed, 0);
        loop {
            match session.table().turn() {
                Turn::Over(_) => return session,
                Turn::Dice(_) => {
                    session.roll_derived("golden").unwrap();
                }
                Turn::Order(side) => {
                    let order = match golden.player {
                        Some(player) => player(golden.scenario, session.table(), side, &mut generator),
                        None => self.choose(golden, session.table(), side, &mut generator),
                    };
                    session.give(&order).unwrap();
                }
            }
        }
    }
}

/// The game in words: every order and what came of it.
fn tell(session: &Session, shows: &str) -> String {
    let mut text = format!("{}: {shows}\n\n", session.header().scenario);
    for entry in session.chronicle().unwrap() {
        text += &format!("{:>5}  {}\n", entry.n, entry.words);
        for event in entry.events {
            text += &format!("         {} ({})\n", event.text, event.rule);
        }
    }
    text + &format!("\n{}\n", session.table().verdict())
}

/// How a game ended, if it did.
pub fn outcome(table: &dyn Table) -> Option<Outcome> {
    match table.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    }
}

/// Whether a side has won.
pub fn won(table: &dyn Table, side: Side) -> bool {
    outcome(table).is_some_and(|outcome| outcome.winner == Some(side))
}

/// Whether nobody has.
pub fn drawn(table: &dyn Table) -> bool {
    outcome(table).is_some_and(|outcome| outcome.winner.is_none())
}
