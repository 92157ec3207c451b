//! The engine of Strategikon: what games promise ([`contract`]) and what they share.
//!
//! - [`hex`]: boards, numbers, directions, distance, fields of fire, exact sight lines
//! - [`counter`]: counters by number, sets of any size, places on and beside the map
//! - [`dice`]: requests, throws, seeded and derived rolls
//! - [`odds`]: exact strengths, results tables as data, chances by walking the outcomes
//! - [`ledger`]: the sum shown is the sum fought, one computation for both
//! - [`event`]: what happened, told only if someone listens
//! - [`scene`]: what a viewer may see, ready to draw
//! - [`datafile`]: text files with errors that say where and what was expected
//! - [`mod@refusals`]: why an order is refused, with rule and sentence in one row
//! - [`mod@rulebook`]: the numbered rules of a game, and the tests that hold them
//! - [`playout`]: random games at full speed, or with every promise checked
//! - [`proving`]: a proving ground for the tests of a game
//! - [`perft`]: how many lines of play there are, by depth
//! - [`stage`]: a stage of a sequence of play in one row
//! - [`table`]: a game in progress behind one type, whichever game it is
//! - [`by_hand`]: positions a person writes, in the words of the game
//! - [`edition`]: a published game with its scenarios and options
//! - [`record`]: games written down, replayed, taken back, branched and verified
//! - [`saved`]: what saved positions have alike
//! - [`skirmish`]: a complete game in a few pages, to read and to test with
//!
//! # A tour
//!
//! A position says what it waits for, lists what may be done, and says why something else may not.
//!
//! ```
//! use engine::skirmish::{Order, Skirmish};
//! use engine::{Event, Rules, Side, Turn};
//! use engine::hex::HexNumber;
//!
//! let mut game = Skirmish::new(20);
//! assert_eq!(game.turn(), Turn::Order(Side::First));
//!
//! let mut orders = vec![];
//! game.orders(&mut orders);
//! assert!(orders.iter().all(|order| game.check(order).is_ok()));
//!
//! let too_far = Order::Step { counter: 0, to: HexNumber::new(2, 2) };
//! assert_eq!(game.check(&too_far).unwrap_err().to_string(), "0202 is not one step away (skirmish.step)");
//!
//! let mut chronicle: Vec<Event> = vec![];
//! game.play(&Order::Step { counter: 0, to: HexNumber::new(2, 4) }, &mut chronicle);
//! assert_eq!(chronicle[0].text, "Red 1 steps to 0204");
//! ```
//!
//! Around a game, an [`edition::Edition`] opens its scenarios, a [`record::Session`] keeps its record, and
//! whoever reads the record can verify it.
//!
//! ```
//! use engine::edition::{Edition, Options};
//! use engine::record::{DiceSource, Record, Session, verify};
//! use engine::skirmish::SkirmishEdition;
//! use serde_json::json;
//!
//! let opening = SkirmishEdition.open("skirmish/field", &Options::new())?;
//! let mut session = Session::new(opening, DiceSource::open(b"any seed"));
//! session.play(&json!({"order": "step", "counter": 0, "to": "0204"}))?;
//! session.undo()?;
//! session.play(&json!({"order": "step", "counter": 1, "to": "0404"}))?;
//!
//! let text = session.record().to_string();
//! let record = Record::read(&text)?;
//! assert_eq!(verify(&record, &SkirmishEdition)?.orders, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod act;
pub mod by_hand;
pub mod contract;
pub mod counter;
pub mod datafile;
pub mod dice;
pub mod edition;
pub mod event;
pub mod goal;
pub mod hex;
pub mod ledger;
pub mod lesson;
pub mod odds;
pub mod perft;
pub mod place;
pub mod playout;
pub mod profile;
pub mod proving;
pub mod record;
pub mod reference;
pub mod refusals;
pub mod rulebook;
pub mod saved;
pub mod scene;
pub mod skirmish;
pub mod stage;
pub mod table;
pub mod words;

pub use contract::{Game, Judgment, Listing, Objection, Outcome, Rules, Shown, Side, Turn, Viewer};
pub use dice::{Dice, DiceRequest, Generator};
pub use event::{Chronicle, Event, EventKind, Silence};
