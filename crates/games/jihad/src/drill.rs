//! Small positions for tests, set up as on a practice ground.
//!
//! ```ignore
//! let mut field = Drill::new()
//!     .place("khalid", "muslim bedouin", "0503")
//!     .place("guards", "persian levy", "0603")
//!     .begin(Step::Move(Party::Muslims));
//! field.take_up("khalid").step("SE").halt().roll(1);
//! field.refuses(Order::Halt, "7.1");
//! ```
//!
//! The ground is drawn in [`ground`]; its cities, ports and seas have names that lead to their hexes, so that
//! `"Medina"` may be written for `"0202"` everywhere. Counters not placed are in their pools, ships un-built.
//! Nothing is settled before the first order: the position stands as described. [`Drill::of`] starts from a
//! scenario of the shelf on the real map instead.

pub(crate) mod ground;

use std::sync::{Arc, OnceLock};

use engine::Rules;
use engine::hex::{Hex, HexNumber};

use crate::files::Library;
use crate::order::{Order, Station};
use crate::position::{Position, Step};
use crate::sheet::{Arm, Kind, Land, Leader, Sheet, State, Variant};
use crate::unit::{Party, Spot, Unit, UnitId};

pub(crate) use engine::proving::direction;

/// A practice ground being set up.
pub(crate) struct Drill {
    pub sheet: Sheet,
    sketch: ground::Sketch,
    placed: Vec<Placed>,
    changes: Vec<Change>,
}

/// Something noted on a track or on paper.
type Change = Box<dyn FnOnce(&mut Position)>;

struct Placed {
    name: &'static str,
    state: State,
    kind: Kind,
    flags: u16,
    at: &'static str,
}

engine::proving_ground! {
    /// A practice position in play, with its counters by name and all events so far.
    pub(crate) struct Field of Position, Order, UnitId;
}

engine::orders_by_name! {
    impl Field with Order;
    of a counter: take_up => Move, leave => Leave, lose => Lose;
    alone: halt => Halt, done => Done;
}

impl Drill {
    /// The practice ground, turn 3, the printed rules.
    pub fn new() -> Drill {
        let mut drill = Drill::of("full");
        drill.take_practice_counters();
        let start = crate::sheet::Start { spot: crate::sheet::Spot::Pool, converted: false, rebel: false };
        for (opening, unit) in drill.sheet.opening.units.iter_mut().zip(&drill.sheet.roster.units) {
            *opening = start;
            if unit.kind.is_naval() {
                opening.spot = crate::sheet::Spot::Unbuilt;
            }
        }
        drill.sketch = ground::Sketch::practice();
        drill
    }

    /// The practice ground has counters and figures of its own: the house may change those of the game (H) as it
    /// likes.
    fn take_practice_counters(&mut self) {
        let text = include_str!("drill/counters.toml");
        let roster = crate::files::roster("counters.toml", text).expect("the practice counters");
        let blank = crate::sheet::Start { spot: crate::sheet::Spot::Pool, converted: false, rebel: false };
        self.sheet.opening.units = vec![blank; roster.len()];
        self.sheet.roster = Arc::new(roster);
        let figures = &mut Arc::make_mut(&mut self.sheet.charts).figures;
        (figures.rough_halves, figures.box_halves, figures.war_rounds) = (3, 4, 6);
    }

    /// A scenario of the shelf as it is set up.
    pub fn of(scenario: &str) -> Drill {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        let library = LIBRARY.get_or_init(|| Library::embedded().expect("the library compiled in"));
        let sheet = library.sheet(scenario, Variant::default()).expect("a scenario of the shelf");
        let sketch = ground::Sketch::of(&sheet.ground);
        Drill { sheet, sketch, placed: vec![], changes: vec![] }
    }

    /// Changes the printed matter.
    pub fn with(mut self, change: impl FnOnce(&mut Sheet)) -> Drill {
        change(&mut self.sheet);
        self
    }

    /// Plays with the designer's errata.
    pub fn errata(self) -> Drill {
        self.with(|sheet| sheet.variant.errata = true)
    }

    /// Plays with exchange of sides.
    pub fn exchange(self) -> Drill {
        self.with(|sheet| sheet.variant.exchange = true)
    }

    /// Changes the land of a hex.
    pub fn land(mut self, hex: &str, land: Land) -> Drill {
        let hex = self.sketch.hex(hex);
        self.sketch.places[hex.index()].land = land;
        self
    }

    /// Makes a hexside a mountain, seen from both its hexes.
    pub fn mountain(mut self, hex: &str, side: &str) -> Drill {
        self.sketch.mountain(hex, direction(side));
        self
    }

    /// Makes a hexside a strait, seen from both its hexes.
    pub fn strait(mut self, hex: &str, side: &str) -> Drill {
        self.sketch.strait(hex, direction(side));
        self
    }

    /// Puts a counter somewhere: "muslim bedouin", "converted persian levy", "rebel muslim levy", and a hex, a
    /// city, `box`, `pool`, `unbuilt`, `conversion` or `lost`.
    pub fn place(mut self, name: &'static str, what: &str, at: &'static str) -> Drill {
        let mut flags = 0;
        let (mut state, mut kind) = (None, None);
        for word in what.split_whitespace() {
            match word {
                "converted" => flags |= Unit::CONVERTED,
                "rebel" => flags |= Unit::REBEL,
                "turned" => flags |= Unit::TURNED,
                "builder" => flags |= Unit::BUILDER,
                "attacked" => flags |= Unit::ATTACKED,
                _ => {
                    state = state.or(State::from_code(word));
                    kind = kind.or(Kind::from_code(word));
                }
            }
        }
        let state = state.expect("a State, such as `persian`");
        let kind = kind.expect("a type, such as `levy`");
        self.placed.push(Placed { name, state, kind, flags, at });
        self
    }

    /// Puts several identical counters somewhere; they are called by the name of the first.
    pub fn place_all(self, count: usize, name: &'static str, what: &str, at: &'static str) -> Drill {
        (0..count).fold(self, |drill, _| drill.place(name, what, at))
    }

    /// Notes something that no method below covers.
    pub fn note(mut self, change: impl FnOnce(&mut Position) + 'static) -> Drill {
        self.changes.push(Box::new(change));
        self
    }

    /// Points on a track.
    pub fn points(self, state: State, points: u16) -> Drill {
        self.note(move |p| p.books.tracks[state as usize] = points)
    }

    /// What a State earned in this turn's phase A.
    pub fn earned(self, state: State, points: u16) -> Drill {
        self.note(move |p| p.books.income[state as usize] = points)
    }

    /// The turn.
    pub fn turn(self, turn: u8) -> Drill {
        self.note(move |p| p.turn = turn)
    }

    /// The level of the first base site.
    pub fn base(self, level: u8) -> Drill {
        self.note(move |p| p.books.bases[0] = level)
    }

    /// States that may recruit in this Empires phase.
    pub fn eligible(self, states: &'static [State]) -> Drill {
        self.note(move |p| states.iter().for_each(|&s| p.books.eligible.add(s)))
    }

    /// States that have recruited this turn.
    pub fn recruited(self, states: &'static [State]) -> Drill {
        self.note(move |p| states.iter().for_each(|&s| p.books.recruited.add(s)))
    }

    /// Attacks left to a State (8.4).
    pub fn allowance(self, state: State, attacks: u8) -> Drill {
        self.note(move |p| p.books.allowance[state as usize] = attacks)
    }

    /// A civil war in its first round, with its leaders.
    pub fn civil_war(self, hashim: &'static str, umaiya: &'static str) -> Drill {
        self.note(move |p| {
            p.war.round = 1;
            let spots = [hashim, umaiya].map(|at| spot(p, at));
            p.war.leaders = spots;
        })
    }

    /// Begins at a step of turn 3. Nothing is settled: the position stands as described.
    pub fn begin(mut self, step: Step) -> Field {
        self.sheet.ground = Arc::new(self.sketch.finish(&self.sheet.charts.stacking));
        let mut position = Position::set_up(Arc::new(self.sheet));
        position.turn = position.sheet.first_turn.max(3);
        let mut names = vec![];
        let mut used = vec![];
        for placed in &self.placed {
            let free = |id: &UnitId| !used.contains(id);
            let id = position.sheet.roster.ids(placed.state, placed.kind).map(UnitId).find(free);
            let id = id.expect("enough counters of that kind");
            used.push(id);
            let to = spot(&position, placed.at);
            position.unit_mut(id).flags = crate::unit::Flags(placed.flags);
            position.send(id, to);
            position.unit_mut(id).flags = crate::unit::Flags(placed.flags);
            names.push((placed.name, id));
        }
        for change in self.changes {
            change(&mut position);
        }
        position.step = step;
        if let Step::Fight(Party::Muslims) = step {
            position.open_combat(Party::Muslims);
        }
        names.extend(
            [("hashim", Leader::Hashim), ("umaiya", Leader::Umaiya)]
                .map(|(name, l)| (name, position.leader_id(l))),
        );
        Field::new(position, names)
    }
}

/// A place by its number or name.
fn spot(position: &Position, at: &str) -> Spot {
    match at {
        "box" => Spot::BOX,
        "pool" => Spot::POOL,
        "unbuilt" => Spot::UNBUILT,
        "conversion" => Spot::CONVERSION,
        "lost" => Spot::LOST,
        _ => Spot::on(hex_at(position, at)),
    }
}

fn hex_at(position: &Position, at: &str) -> Hex {
    let named = position.sheet.ground.named(at);
    let hex = named.or_else(|| at.parse().ok().and_then(|number: HexNumber| position.hex(number)));
    hex.unwrap_or_else(|| panic!("`{at}` is neither a hex nor a city"))
}

impl Field {
    /// The state of a counter.
    pub fn see(&self, name: &str) -> &Unit {
        self.position.unit(self.id(name))
    }

    /// Where a counter is: "0202", "box", "pool", "unbuilt", "conversion", "lost".
    pub fn at(&self, name: &str) -> String {
        self.place_name(self.see(name).spot)
    }

    /// Where one counter is, by its id.
    pub fn place_of(&self, id: UnitId) -> String {
        self.place_name(self.position.unit(id).spot)
    }

    fn place_name(&self, spot: Spot) -> String {
        match spot {
            Spot::BOX => "box".into(),
            Spot::POOL => "pool".into(),
            Spot::UNBUILT => "unbuilt".into(),
            Spot::CONVERSION => "conversion".into(),
            Spot::LOST => "lost".into(),
            _ => spot.hex().map_or("nowhere".into(), |hex| self.position.number(hex).to_string()),
        }
    }

    /// How many of the counters with a name are in a place.
    pub fn how_many(&self, name: &str, at: &str) -> usize {
        let spot = spot(&self.position, at);
        self.ids(name).into_iter().filter(|&id| self.position.unit(id).spot == spot).count()
    }

    /// The number of a hex or city.
    pub fn hex_number(&self, at: &str) -> HexNumber {
        self.position.number(hex_at(&self.position, at))
    }

    /// A hex, city or the box as orders write it.
    pub fn station(&self, at: &str) -> Station {
        if at == "box" { Station::Box } else { Station::Hex(self.hex_number(at)) }
    }

    /// The number of the turn.
    pub fn turn_number(&self) -> u8 {
        self.position.turn
    }

    /// The points on a track.
    pub fn track(&self, state: State) -> u16 {
        self.position.track(state)
    }

    /// What each State would earn as the map stands, claimed hexes going to their usual claimants.
    pub fn forecast(&self, state: State) -> u16 {
        self.position.usual_incomes(&self.position.control())[state as usize]
    }

    /// Rolls the same face until an order is due.
    pub fn roll_all(&mut self, face: u8) -> &mut Field {
        while matches!(self.position.turn(), engine::Turn::Dice(_)) {
            self.roll(face);
        }
        self
    }

    /// Carries the position on as after an order.
    pub fn settle(&mut self) -> &mut Field {
        self.position.settle(&mut self.events);
        self
    }

    /// The odds of the combat that waits for its die: "6 against 3, 2 to 1".
    pub fn odds(&self) -> String {
        self.position.combat_sum().total
    }

    // Orders by name.

    /// Adds every counter with a name that is not in hand yet.
    pub fn join(&mut self, name: &str) -> &mut Field {
        for unit in self.ids(name) {
            self.play(Order::Join { unit });
        }
        self
    }

    pub fn step(&mut self, to: &str) -> &mut Field {
        self.play(Order::Step { to: direction(to) })
    }

    /// So many steps one way.
    pub fn steps(&mut self, to: &str, count: usize) -> &mut Field {
        for _ in 0..count {
            self.step(to);
        }
        self
    }

    /// Recruits a counter placed in the pool.
    pub fn recruit(&mut self, name: &str, at: &str) -> &mut Field {
        let (unit, at) = (self.id(name), self.station(at));
        self.play(Order::Place { unit, at, aid: false })
    }

    /// Fights on land.
    pub fn attack(&mut self, at: &str) -> &mut Field {
        let at = self.station(at);
        self.play(Order::Attack { at, arm: Arm::Land })
    }

    pub fn retreat(&mut self, at: &str) -> &mut Field {
        let at = self.station(at);
        self.play(Order::Retreat { at })
    }
}

mod tests {
    use super::*;

    #[test]
    fn a_drill_stands_as_described() {
        let mut field = Drill::new()
            .place("khalid", "muslim bedouin", "Medina")
            .place("guards", "converted persian levy", "0405")
            .points(State::Muslim, 7)
            .begin(Step::Move(Party::Muslims));
        assert_eq!((field.at("khalid"), field.at("guards")), ("0202".into(), "0405".into()));
        assert_eq!(field.track(State::Muslim), 7);
        field.refuses(Order::Halt, "7.1");
        field.take_up("khalid").step("NE").halt();
        assert_eq!(field.at("khalid"), "0302");
        assert_eq!(field.audit(), Ok(()));
    }
}
