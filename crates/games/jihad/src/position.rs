//! The position: the complete state of one game, and what every chapter asks of it.

use std::sync::Arc;

use engine::counter::Stacks;
use engine::hex::Hex;
use engine::saved::{Counters, Ending};
use engine::{Outcome, Side};

use crate::order::Station;
use crate::sheet::{Arm, EMPIRES, Leader, MOST_HEXES, MOST_UNITS, MUSLIMS, STATES, Sheet, Variant};
use crate::unit::{Party, Spot, Unit, UnitId};

mod books;
mod procedure;

pub(crate) use books::Books;
pub(crate) use procedure::{Attrition, Clash, Combat, Mover, Step, War, Wear};

engine::kept! {
    /// Everything a position holds that its sheet does not, nor follows from the rest.
    pub struct Affairs, saved as SavedAffairs {
        pub(crate) turn: u8,
        pub(crate) step: Step,
        pub(crate) units: Counters<Unit, MOST_UNITS>,
        pub(crate) mover: Mover = Mover::NOBODY,
        pub(crate) attrition: Attrition as "judgment" = Attrition::NONE,
        pub(crate) combat: Combat = Combat::NONE,
        pub(crate) books: Books as "ledger",
        pub(crate) war: War,
        /// Whether the players have changed seats (R25).
        pub(crate) swapped: bool = false,
    }
    also saved {
        /// How it ended.
        outcome: Ending,
    }
}

/// A game in progress: its printed matter, the state of affairs, and what follows from both.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) affairs: Affairs,
    pub(crate) outcome: Option<Outcome>,
    /// Who stands on whom, in the hexes and in the Constantinople box behind them; kept in step with the units.
    pub(crate) stacks: Stacks<UnitId, { MOST_HEXES + 1 }, MOST_UNITS>,
    /// Muslim-controlled units inside each State's printed borders; kept in step with the units.
    pub(crate) presence: [u8; STATES],
}

impl Position {
    /// The start of a game: set up, first phase A opened.
    pub fn new(sheet: Arc<Sheet>) -> Position {
        let mut position = Position::set_up(sheet);
        position.begin_turn(&mut engine::Silence);
        position.settle(&mut engine::Silence);
        position
    }

    /// No counter placed, nothing counted.
    pub(crate) fn empty(sheet: Arc<Sheet>) -> Position {
        let mut units: Counters<Unit, MOST_UNITS> = Counters::new(sheet.roster.units.len());
        for (unit, &blueprint) in units.iter_mut().zip(&sheet.roster.units) {
            *unit = Unit::printed(blueprint);
        }
        let affairs = Affairs {
            turn: sheet.first_turn.saturating_sub(1),
            step: Step::Assign(0),
            units,
            mover: Mover::NOBODY,
            attrition: Attrition::NONE,
            combat: Combat::NONE,
            books: Books::opening(&sheet.opening),
            war: War::peace(sheet.opening.authority),
            swapped: false,
        };
        Position { sheet, affairs, outcome: None, stacks: Stacks::empty(), presence: [0; STATES] }
    }

    /// The scenario's printed matter.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// How many units there are.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.sheet.roster.units.len()
    }

    /// Every unit's id.
    #[inline]
    pub(crate) fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.count() as u8).map(UnitId)
    }

    /// The leader an id names.
    #[inline]
    pub(crate) fn as_leader(&self, id: UnitId) -> Option<Leader> {
        let past = id.index().checked_sub(self.count())?;
        Leader::BOTH.get(past).copied()
    }

    /// The id of a leader's counter.
    #[inline]
    pub(crate) fn leader_id(&self, leader: Leader) -> UnitId {
        UnitId((self.count() + leader as usize) as u8)
    }

    /// Who leads a faction.
    #[inline]
    pub(crate) fn leader_of(&self, party: Party) -> Leader {
        match party {
            Party::Rebels => self.war.authority.other(),
            _ => self.war.authority,
        }
    }

    /// Where the leader of a faction stands.
    #[inline]
    pub(crate) fn leader_spot(&self, party: Party) -> Spot {
        self.war.leaders[self.leader_of(party) as usize]
    }

    /// Whether a faction's leader stands in a place; never outside a civil war.
    #[inline]
    pub(crate) fn leader_at(&self, party: Party, spot: Spot) -> bool {
        party.at_war() && self.leader_spot(party) == spot
    }

    #[inline]
    pub(crate) fn variant(&self) -> Variant {
        self.sheet.variant
    }

    /// The force that acts in the present step.
    #[inline]
    pub(crate) fn party(&self) -> Party {
        match self.step {
            Step::Recruit(party)
            | Step::Build(party)
            | Step::Move(party)
            | Step::Idle(party, _)
            | Step::Fight(party)
            | Step::Stack(party, _)
            | Step::Leader(party) => party,
            Step::Assign(_) | Step::Reconvert | Step::ReconvertDie(_) => Party::Empires,
            _ => Party::Muslims,
        }
    }

    /// The side that plays a force; exchanged seats exchanged back (R25).
    #[inline]
    pub(crate) fn player(&self, party: Party) -> Side {
        let usual = match party {
            Party::Muslims | Party::Authority => MUSLIMS,
            Party::Empires | Party::Rebels => EMPIRES,
        };
        if self.swapped { usual.other() } else { usual }
    }

    /// The stack of a place in play.
    #[inline]
    fn stack_of(spot: Spot) -> Option<usize> {
        spot.hex().map(Hex::index).or((spot == Spot::BOX).then_some(MOST_HEXES))
    }

    /// The topmost unit of a place.
    #[inline]
    pub(crate) fn top(&self, spot: Spot) -> UnitId {
        Self::stack_of(spot).map_or(UnitId::NONE, |place| self.stacks.top(place))
    }

    /// Whether anybody stands in a hex.
    #[inline]
    pub(crate) fn occupied(&self, hex: Hex) -> bool {
        self.stacks.top(hex.index()) != UnitId::NONE
    }

    /// The units in a hex or the box, in order of their ids.
    #[inline]
    pub(crate) fn stack(&self, spot: Spot) -> impl Iterator<Item = UnitId> + Clone + '_ {
        Self::stack_of(spot).into_iter().flat_map(|place| self.stacks.of(place))
    }

    /// The units of a force and arm in a place.
    #[inline]
    pub(crate) fn force(&self, spot: Spot, party: Party, arm: Arm) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(spot).filter(move |&id| {
            let unit = self.unit(id);
            unit.arm() == arm && unit.serves(party)
        })
    }

    /// Whether a force has units of an arm in a place.
    #[inline]
    pub(crate) fn stands(&self, spot: Spot, party: Party, arm: Arm) -> bool {
        self.force(spot, party, arm).next().is_some()
    }

    /// Whether a force has units of either arm in a place.
    #[inline]
    pub(crate) fn stands_any(&self, spot: Spot, party: Party) -> bool {
        self.stack(spot).any(|id| self.unit(id).serves(party))
    }

    /// Puts a unit on a hex or into the box.
    fn put(&mut self, id: UnitId, spot: Spot) {
        if self.unit(id).is_muslim()
            && let Some(state) = spot.hex().and_then(|hex| self.sheet.ground.place(hex).state)
        {
            self.presence[state as usize] += 1;
        }
        self.unit_mut(id).spot = spot;
        if let Some(place) = Self::stack_of(spot) {
            self.stacks.put(id, place);
        }
    }

    fn lift(&mut self, id: UnitId) {
        let unit = *self.unit(id);
        let Some(place) = Self::stack_of(unit.spot) else { return };
        if unit.is_muslim()
            && let Some(state) = unit.hex().and_then(|hex| self.sheet.ground.place(hex).state)
        {
            self.presence[state as usize] -= 1;
        }
        self.stacks.lift(id, place);
    }

    /// Moves a unit from wherever it is to wherever it goes.
    pub(crate) fn send(&mut self, id: UnitId, spot: Spot) {
        self.lift(id);
        if spot.in_play() {
            self.put(id, spot);
        } else {
            // Off the map nothing of the segment clings to a unit; only its faith does.
            let unit = self.unit_mut(id);
            unit.spot = spot;
            unit.flags &= Unit::CONVERTED;
            unit.origin = Spot::NOWHERE;
            unit.aboard = UnitId::NONE;
            unit.declared = 0;
        }
    }

    /// Clears flags of every unit.
    pub(crate) fn clear_flags(&mut self, flags: u16) {
        for unit in self.units.present_mut() {
            unit.flags &= !flags;
        }
    }

    /// The stacking value of a hex's city or base (R36, R90).
    #[inline]
    pub(crate) fn value(&self, hex: Hex) -> u8 {
        let place = self.sheet.ground.place(hex);
        place.value + place.site.map_or(0, |site| self.books.bases[site as usize])
    }

    /// How many land units of a side a hex holds (7.5).
    #[inline]
    pub(crate) fn stacking_limit(&self, hex: Hex) -> u8 {
        self.sheet.ground.place(hex).limit + self.value(hex)
    }

    /// Whether a hex has a port now: a base site only once built (R64).
    #[inline]
    pub(crate) fn is_port(&self, hex: Hex) -> bool {
        let ground = &self.sheet.ground;
        let place = ground.place(hex);
        place.port
            || place
                .site
                .is_some_and(|site| ground.sites[site as usize].port && self.books.bases[site as usize] > 0)
    }

    #[inline]
    pub(crate) fn constantinople(&self) -> Spot {
        Spot::on(self.sheet.ground.constantinople)
    }

    /// The hex of a place on the map; for the box, the hex of its city.
    #[inline]
    pub(crate) fn hex_of(&self, spot: Spot) -> Option<Hex> {
        if spot == Spot::BOX { Some(self.sheet.ground.constantinople) } else { spot.hex() }
    }

    /// Whether two units in one place are as good as each other: same type, state and load.
    #[inline]
    pub(crate) fn alike(&self, a: UnitId, b: UnitId) -> bool {
        let (x, y) = (self.unit(a), self.unit(b));
        x.state == y.state
            && x.kind == y.kind
            && x.flags == y.flags
            && x.spot == y.spot
            && x.declared == y.declared
            && x.aboard.some().is_some() == y.aboard.some().is_some()
            && (!x.kind.is_naval() || self.same_cargo(a, b))
    }

    fn same_cargo(&self, a: UnitId, b: UnitId) -> bool {
        match (self.cargo(a), self.cargo(b)) {
            (None, None) => true,
            (Some(x), Some(y)) => {
                let (x, y) = (self.unit(x), self.unit(y));
                x.state == y.state && x.kind == y.kind && x.flags == y.flags
            }
            _ => false,
        }
    }

    /// What a ship carries.
    pub(crate) fn cargo(&self, ship: UnitId) -> Option<UnitId> {
        // Cargo is only aboard while its fleet is in hand or being judged.
        if !self.unit(ship).has(Unit::IN_HAND | Unit::JUDGED) {
            return None;
        }
        self.stack(self.unit(ship).spot).find(|&id| self.unit(id).aboard == ship)
    }

    /// A place as orders write it.
    #[inline]
    pub(crate) fn station(&self, spot: Spot) -> Station {
        spot.hex().map_or(Station::Box, |hex| Station::Hex(self.number(hex)))
    }

    /// The place an order names, if it is on the map.
    #[inline]
    pub(crate) fn spot(&self, station: Station) -> Option<Spot> {
        match station {
            Station::Box => Some(Spot::BOX),
            Station::Hex(number) => self.hex(number).map(Spot::on),
        }
    }
}

engine::follows_from_state!(Position, affairs: Affairs, |one, other| {
    let (one, other) = (&one.sheet, &other.sheet);
    Arc::ptr_eq(one, other) || (one.fingerprint == other.fingerprint && one.variant == other.variant)
});

engine::counters_by_id!(Position, UnitId => Unit, of which there are |position| position.count());
engine::hexes_by_number!(Position, on | position | position.sheet.ground.grid);
