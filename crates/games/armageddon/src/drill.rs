//! Small positions for tests, set up as on a practice ground.
//!
//! ```ignore
//! let mut drill = Drill::new()
//!     .terrain("1010", Terrain::Village)
//!     .blue("axes", Kind::AX, "1012", "N")
//!     .gold("spears", Kind::MS, "1011", "S")
//!     .begin(Step::Array);
//! drill.play(Order::Attack { hex: drill.hex_number("1011") });
//! drill.refuses(Order::Commit, "R25");
//! ```
//!
//! Blue is the first side and moves first; the ground is open, leaders' rules are on, the game lasts ten
//! Game-Turns. [`Drill::of`] starts from a scenario with its special rules instead.

use std::sync::Arc;

use engine::Side;
use engine::hex::{Direction, Hex, HexNumber};

use crate::battle::Battle;
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Blueprint, Coming, Group, Kind, Sheet, Terrain, Victory};
use crate::unit::{Marker, MarkerKind, Spot, Unit, UnitId};

pub(crate) use engine::proving::{direction, number};

/// A practice ground being set up.
#[derive(Clone)]
pub(crate) struct Drill {
    pub sheet: Sheet,
    placed: Vec<Placed>,
    aboard: Vec<(&'static str, &'static str)>,
    ruleset: u32,
}

#[derive(Clone)]
struct Placed {
    name: &'static str,
    side: Side,
    kind: Kind,
    at: Option<HexNumber>,
    facing: Direction,
    marker: Option<(MarkerKind, u8)>,
    flags: u16,
    fired: u8,
    group: Option<u8>,
}

engine::proving_ground! {
    /// A practice position in play, with its counters by name and all events so far.
    pub(crate) struct Field of Position, Order, UnitId;
}

engine::orders_by_name! {
    impl Field with Order;
    of a counter: join => Join, take_up => Move;
    alone: commit => Commit;
}

impl Drill {
    /// Open ground, no special rules.
    pub fn new() -> Drill {
        let mut drill = Drill::of("rome");
        drill.sheet.terrain_all(Terrain::Clear);
        drill.sheet.leaders = true;
        drill.sheet.victory = Victory::default();
        drill.sheet.objectives.clear();
        drill
    }

    /// The ground, rules and sides of a scenario, without its counters.
    pub fn of(scenario: &str) -> Drill {
        let library = Library::embedded().expect("the library compiled in");
        let mut sheet = library.sheet(scenario, None).expect("a scenario of the shelf");
        sheet.units.clear();
        let everywhere: Vec<Hex> = sheet.ground.grid.hexes().collect();
        let coming = Coming::Deploys { hexes: everywhere, fill: false };
        sheet.groups = Side::BOTH.map(|side| Group { side, name: None, coming: coming.clone() }).to_vec();
        Drill { sheet, placed: vec![], aboard: vec![], ruleset: crate::edition::RULESET }
    }

    /// Changes the printed matter.
    pub fn with(mut self, change: impl FnOnce(&mut Sheet)) -> Drill {
        change(&mut self.sheet);
        self
    }

    /// Plays by an older version of the rules.
    pub fn under(self, ruleset: u32) -> Drill {
        Drill { ruleset, ..self }
    }

    /// Changes one hex.
    pub fn terrain(mut self, hex: &str, terrain: Terrain) -> Drill {
        let hex = self.sheet.ground.grid.at(number(hex)).expect("a hex of the map");
        self.sheet.ground.terrain[hex.index()] = terrain;
        self
    }

    /// Makes a hexside a crest, seen from both its hexes.
    pub fn crest(mut self, hex: &str, side: &str) -> Drill {
        let grid = &self.sheet.ground.grid;
        let (hex, side) = (grid.at(number(hex)).expect("a hex of the map"), direction(side));
        self.sheet.ground.crests[hex.index()] |= 1 << side.index();
        if let Some(beyond) = grid.neighbour(hex, side) {
            self.sheet.ground.crests[beyond.index()] |= 1 << side.opposite().index();
        }
        self
    }

    /// A lane of crests that leaves whoever retreats from 1010 a single way: 1009, 1008, 1007.
    pub fn lane(self) -> Drill {
        let sides = ["NE", "SE", "SW", "NW"];
        let fenced = ["1010", "1009", "1008"].into_iter().flat_map(|hex| sides.map(|side| (hex, side)));
        fenced.chain([("1010", "S")]).fold(self, |drill, (hex, side)| drill.crest(hex, side))
    }

    /// Puts a counter of the first side on a hex.
    pub fn blue(self, name: &'static str, kind: Kind, hex: &str, facing: &str) -> Drill {
        self.put(name, Side::First, kind, Some(hex), facing)
    }

    /// Puts a counter of the second side on a hex.
    pub fn gold(self, name: &'static str, kind: Kind, hex: &str, facing: &str) -> Drill {
        self.put(name, Side::Second, kind, Some(hex), facing)
    }

    /// Keeps a counter off the map.
    pub fn off_map(self, name: &'static str, side: Side, kind: Kind) -> Drill {
        self.put(name, side, kind, None, "N")
    }

    fn put(mut self, name: &'static str, side: Side, kind: Kind, hex: Option<&str>, facing: &str) -> Drill {
        let at = hex.map(number);
        let facing = direction(facing);
        self.placed.push(Placed {
            name,
            side,
            kind,
            at,
            facing,
            marker: None,
            flags: 0,
            fired: 0,
            group: None,
        });
        self
    }

    /// Takes a counter placed before away again.
    pub fn without(mut self, name: &str) -> Drill {
        self.placed.retain(|p| p.name != name);
        self
    }

    fn named(&mut self, name: &str) -> &mut Placed {
        self.placed.iter_mut().find(|p| p.name == name).expect("a counter placed before")
    }

    /// Puts a counter placed before aboard a chariot in the same hex (or both off the map).
    pub fn aboard(mut self, rider: &'static str, chariot: &'static str) -> Drill {
        let facing = self.named(chariot).facing;
        self.named(rider).facing = facing;
        self.aboard.push((rider, chariot));
        self
    }

    /// Marks a counter as disrupted in a Player-Turn.
    pub fn disrupted(mut self, name: &str, kind: MarkerKind, player_turn: u8) -> Drill {
        self.named(name).marker = Some((kind, player_turn));
        self
    }

    /// Sets flags of a counter.
    pub fn flagged(mut self, name: &str, flags: u16) -> Drill {
        self.named(name).flags |= flags;
        self
    }

    /// Says in which Player-Turn a counter last fired.
    pub fn fired(mut self, name: &str, player_turn: u8) -> Drill {
        self.named(name).fired = player_turn;
        self
    }

    /// Puts a counter into a group of the sheet other than its side's.
    pub fn of_group(mut self, name: &str, group: u8) -> Drill {
        self.named(name).group = Some(group);
        self
    }

    /// Begins in Player-Turn 1 at a step. Control is measured if it is a step of the Movement Phase.
    pub fn begin(self, step: Step) -> Field {
        self.begin_in(1, step)
    }

    /// Begins in a given Player-Turn at a step. Nothing is settled: the position stands as described.
    pub fn begin_in(mut self, player_turn: u8, step: Step) -> Field {
        self.placed.sort_by_key(|p| p.side);
        let mut ordinals = std::collections::HashMap::new();
        for placed in &self.placed {
            let ordinal = ordinals.entry((placed.side, placed.kind)).or_insert(0u8);
            *ordinal += 1;
            let group = placed.group.unwrap_or(placed.side.index() as u8);
            self.sheet.units.push(Blueprint {
                kind: placed.kind,
                side: placed.side,
                group,
                ordinal: *ordinal,
            });
        }
        let mut position = Position::empty(Arc::new(Battle::new(self.sheet).under(self.ruleset)));
        position.player_turn = player_turn;
        position.step = step;
        for (i, placed) in self.placed.iter().enumerate() {
            let id = UnitId(i as u8);
            if let Some(at) = placed.at {
                let hex = position.hex(at).expect("a hex of the map");
                position.put(id, hex);
                position.take_control(hex, placed.side);
            }
            let unit = position.unit_mut(id);
            unit.facing = placed.facing;
            unit.flags = crate::unit::Flags(placed.flags);
            unit.fired = placed.fired;
            unit.marker = placed.marker.map_or(Marker::NONE, |(kind, turn)| Marker::new(kind, turn));
        }
        let names = self.placed.iter().enumerate().map(|(i, p)| (p.name, UnitId(i as u8)));
        let mut field = Field::new(position, names.collect());
        for (rider, chariot) in self.aboard {
            let (rider, chariot) = (field.id(rider), field.id(chariot));
            field.position.unit_mut(rider).aboard = chariot;
        }
        if matches!(step, Step::Embark | Step::Dust | Step::Moving | Step::Debark) {
            field.position.measure_control();
            field.position.note_crowds();
        }
        field
    }
}

impl Field {
    /// The position itself.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The state of a counter.
    pub fn see(&self, name: &str) -> &Unit {
        self.position.unit(self.id(name))
    }

    /// The number of the hex a counter stands in; empty off the map.
    pub fn at(&self, name: &str) -> String {
        self.see(name).hex().map_or(String::new(), |hex| self.position.number(hex).to_string())
    }

    /// Whether a counter was removed from the game.
    pub fn lost(&self, name: &str) -> bool {
        self.see(name).spot == Spot::LOST
    }

    /// Whether a counter is disrupted.
    pub fn is_disrupted(&self, name: &str) -> bool {
        self.see(name).disrupted()
    }

    /// What the attack begun last comes to: "6 against 3, 2 to 1".
    pub fn odds(&self) -> String {
        self.position.sum_of(self.position.attacks.len() as u8 - 1).total
    }

    /// What the last attack to reach its roll came to.
    pub fn declared(&self) -> String {
        let sum = self.events.iter().rev().find_map(|e| e.sum.as_ref());
        sum.expect("an attack that was declared").total.clone()
    }

    /// Ends a step, unless it has passed by itself.
    pub fn end(&mut self, step: Step) -> &mut Field {
        if self.position.step == step { self.play(Order::Done) } else { self }
    }

    /// Carries a fight on to its end, taking the first choice wherever an owner has one.
    #[track_caller]
    pub fn finish(&mut self) -> &mut Field {
        while !matches!(self.position.combat.stage, Stage::Idle | Stage::Roll) {
            let order = self.orders()[0];
            self.play(order);
        }
        self
    }

    // Orders by name.

    pub fn attack(&mut self, hex: &str) -> &mut Field {
        self.play(Order::Attack { hex: number(hex) })
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

    /// Attacks a hex in melee or by fire with these units and commits, so that the die is due.
    pub fn assault(&mut self, hex: &str, with: &[&str]) -> &mut Field {
        self.attack(hex);
        for name in with {
            self.join(name);
        }
        self.commit()
    }
}

impl Sheet {
    fn terrain_all(&mut self, terrain: Terrain) {
        self.ground.terrain.fill(terrain);
        self.ground.crests.fill(0);
    }
}

mod tests {
    use super::*;

    #[test]
    fn a_drill_stands_as_described() {
        let mut field = Drill::new()
            .blue("axes", Kind::AX, "1012", "N")
            .gold("spears", Kind::MS, "1011", "S")
            .begin(Step::Array);
        assert_eq!(field.at("axes"), "1012");
        field.refuses(Order::Halt, "protocol");
        field.assault("1011", &["axes"]).roll(6);
        assert!(field.is_disrupted("spears"));
    }
}
