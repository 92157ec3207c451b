//! Every scenario played on its own sheet and judged on positions made for it, from the scenario book and the
//! table of the rulings.

use std::sync::{Arc, LazyLock};

use covers::covers;
use engine::hex::Hex;
use engine::{Rules, Side, Silence, Turn};

use crate::battle::Battle;
use crate::drill::number;
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::unit::{MarkerKind, Spot, UnitId};

mod entries;
mod fan_early;
mod fan_late;
mod ground;
mod omens;
mod published;

/// The scenario book.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().unwrap());

/// A scenario before the first order.
fn start(name: &str) -> Position {
    Position::new(Arc::new(Battle::new(LIBRARY.sheet(name, None).unwrap())))
}

/// The last Player-Turn of a scenario, all counters still in the box, to be put where a test wants them.
pub(crate) struct Stage {
    pub position: Position,
}

impl Stage {
    pub fn of(name: &str) -> Stage {
        let sheet = LIBRARY.sheet(name, None).unwrap();
        let mut position = Position::empty(Arc::new(Battle::new(sheet)));
        position.player_turn = 2 * position.sheet().turns;
        position.step = Step::Array;
        Stage { position }
    }

    /// The side with a name.
    #[track_caller]
    pub fn side(&self, name: &str) -> Side {
        let sides = &self.position.sheet().sides;
        Side::BOTH.into_iter().find(|side| sides[side.index()] == name).expect("a side of the scenario")
    }

    /// A hex by its letter or number; `a` is the village hex beside A.
    #[track_caller]
    pub fn hex(&self, place: &str) -> Hex {
        let ground = &self.position.sheet().ground;
        match place {
            "a" => {
                *ground.villages.iter().find(|&&hex| hex != ground.places[&'A']).expect("a second village")
            }
            _ if place.len() == 1 => ground.places[&place.chars().next().unwrap()],
            _ => ground.grid.at(number(place)).expect("a hex of the map"),
        }
    }

    /// The next counter of a side still in the box.
    #[track_caller]
    fn fresh(&self, side: Side, leader: bool) -> UnitId {
        let mut units = self.position.battle.units(side);
        let wanted = |&id: &UnitId| {
            let unit = self.position.unit(id);
            unit.spot == Spot::RESERVE && unit.kind.is_leader() == leader
        };
        units.find(wanted).expect("a counter left in the box")
    }

    /// A troop of a side stands in a hex at the end.
    pub fn stands(mut self, side: &str, place: &str) -> Stage {
        let (id, hex) = (self.fresh(self.side(side), false), self.hex(place));
        self.position.put(id, hex);
        self.position.take_control(hex, self.position.side(id));
        self
    }

    /// A leader of a side stands in a hex at the end.
    pub fn leader(mut self, side: &str, place: &str) -> Stage {
        let (id, hex) = (self.fresh(self.side(side), true), self.hex(place));
        self.position.put(id, hex);
        self.position.take_control(hex, self.position.side(id));
        self
    }

    /// A troop of a side comes into each of these hexes and goes on to the next, and home from the last.
    pub fn passes(mut self, side: &str, places: &str) -> Stage {
        let id = self.fresh(self.side(side), false);
        for place in places.split_whitespace() {
            let hex = self.hex(place);
            self.position.carry(id, hex);
        }
        self.position.lift(id, Spot::RESERVE);
        self
    }

    fn remove(mut self, side: &str, count: usize, leaders: bool, to: Spot) -> Stage {
        for _ in 0..count {
            let id = self.fresh(self.side(side), leaders);
            self.position.unit_mut(id).spot = to;
        }
        self
    }

    /// So many troops of a side were removed.
    pub fn lost(self, side: &str, count: usize) -> Stage {
        self.remove(side, count, false, Spot::LOST)
    }

    /// So many leaders of a side were removed.
    pub fn lost_leaders(self, side: &str, count: usize) -> Stage {
        self.remove(side, count, true, Spot::LOST)
    }

    /// So many troops of a side left the map by the exit.
    pub fn gone(self, side: &str, count: usize) -> Stage {
        self.remove(side, count, false, Spot::EXITED)
    }

    /// So many leaders of a side left the map by the exit.
    pub fn gone_leaders(self, side: &str, count: usize) -> Stage {
        self.remove(side, count, true, Spot::EXITED)
    }

    /// So many troops of a side stand somewhere out of the way, disrupted or not.
    pub fn on_map(mut self, side: &str, count: usize, marker: Option<MarkerKind>) -> Stage {
        for _ in 0..count {
            let side = self.side(side);
            let id = self.fresh(side, false);
            let row = if side == Side::First { 2 } else { 29 };
            let mut places = (1..=40).map(|column| self.hex(&format!("{column:02}{row:02}")));
            let hex = places.find(|&hex| self.position.stack(hex).count() < 3).expect("room in the row");
            self.position.put(id, hex);
            if let Some(marker) = marker {
                self.position.disrupt(id, marker);
            }
        }
        self
    }

    /// Who wins when the last Player-Turn of the last Game-Turn ends like this; "draw" for nobody.
    #[track_caller]
    pub fn winner(&self) -> String {
        let mut position = self.position.clone();
        ended(&mut position);
        let Turn::Over(outcome) = position.turn() else { panic!("the game is not over") };
        assert_eq!(outcome.grade, if outcome.winner.is_some() { "victory" } else { "draw" });
        outcome.winner.map_or("draw".into(), |side| position.sheet().sides[side.index()].clone())
    }
}

/// Ends a Player-Turn in its Melee Combat Phase without an attack.
fn ended(position: &mut Position) {
    position.step = Step::Array;
    position.settle(&mut Silence);
    if position.step == Step::Array && position.outcome.is_none() {
        position.play(&Order::Commit, &mut Silence);
    }
}

/// Deploys the scenario and checks who does so first, who moves first, and when the game is over.
#[track_caller]
fn opens(name: &str, deploys: &str, moves: &str, turns: u8) -> Position {
    let mut position = start(name);
    let called = |position: &Position, side: Side| position.sheet().sides[side.index()].clone();
    let Step::Deploy(first) = position.step else { panic!("{name}: nobody deploys") };
    assert_eq!(called(&position, first), deploys, "{name}: deploys first");
    position.play(&Order::Muster, &mut Silence);
    if let Step::Deploy(second) = position.step {
        assert_eq!(second, first.other(), "{name}");
        position.play(&Order::Muster, &mut Silence);
    }
    assert_eq!(position.player_turn, 1, "{name}");
    assert_eq!(called(&position, position.phasing()), moves, "{name}: moves first");
    let mut last_but_one = position.clone();
    last_but_one.player_turn = 2 * turns - 1;
    ended(&mut last_but_one);
    assert_eq!((last_but_one.outcome, last_but_one.player_turn), (None, 2 * turns), "{name}: too short");
    let mut last = position.clone();
    last.player_turn = 2 * turns;
    ended(&mut last);
    assert!(last.outcome.is_some(), "{name}: too long");
    position
}

/// The condition of a hex that names no side: the last one there wins, and nobody if nobody came (ruling R95).
#[track_caller]
fn control_of(scenario: &str, place: &str) {
    let stage = || Stage::of(scenario);
    let [first, second] = stage().position.sheet().sides.clone();
    assert_eq!(stage().winner(), "draw", "{scenario}: nobody ever came to {place}");
    for (one, other) in [(&first, &second), (&second, &first)] {
        assert_eq!(stage().stands(one, place).winner(), *one, "{scenario}");
        assert_eq!(stage().passes(one, place).winner(), *one, "{scenario}: the last to have been there");
        assert_eq!(stage().passes(one, place).passes(other, place).winner(), *other, "{scenario}");
        assert_eq!(stage().leader_or_troop(one, place).winner(), *one, "{scenario}");
    }
}

/// The condition of a hex that one side must control: the other wins by keeping it out (ruling R96).
#[track_caller]
fn capture_of(scenario: &str, taker: &str, keeper: &str, place: &str) {
    let stage = || Stage::of(scenario);
    assert_eq!(stage().winner(), keeper, "{scenario}: nobody ever came to {place}");
    assert_eq!(stage().passes(taker, place).winner(), taker, "{scenario}: taken and left");
    assert_eq!(stage().passes(taker, place).passes(keeper, place).winner(), keeper, "{scenario}: retaken");
    assert_eq!(stage().passes(keeper, place).stands(taker, place).winner(), taker, "{scenario}");
}

impl Stage {
    /// A leader if the side has one, else a troop.
    fn leader_or_troop(self, side: &str, place: &str) -> Stage {
        let has =
            self.position.battle.units(self.side(side)).any(|id| self.position.unit(id).kind.is_leader());
        if has { self.leader(side, place) } else { self.stands(side, place) }
    }
}

#[test]
#[covers("scenario", "brief.8", "setup")]
fn every_scenario_has_forces_a_first_player_a_length_and_a_way_to_win() {
    assert_eq!(LIBRARY.names().len(), 14 + 27);
    for name in LIBRARY.names() {
        let sheet = LIBRARY.sheet(name, None).unwrap();
        for side in Side::BOTH {
            assert!(sheet.units.iter().any(|unit| unit.side == side), "{name}");
        }
        let called = |side: Side| sheet.sides[side.index()].clone();
        opens(name, &called(sheet.deploys_first), &called(sheet.moves_first), sheet.turns);
        assert!(!sheet.victory.wins.is_empty(), "{name}");
    }
}
