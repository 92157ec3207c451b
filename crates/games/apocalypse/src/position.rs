//! The position: the complete state of one game, and what every chapter asks of it.

use std::sync::Arc;

use engine::counter::{Set, Stack, Stacks};
use engine::event::Chronicle;
use engine::hex::{Hex, HexNumber};
use engine::saved::{Counters, Ending, Sparse};
use engine::{Outcome, Side};

use crate::sheet::{
    Army, BYZANTINES, Ground, Leader, MOST_HEXES, MOST_SETTLEMENTS, MOST_UNITS, MUSLIMS, Sheet,
};
use crate::unit::{Expedition, Flags, Mode, Spot, Unit, UnitId};

mod procedure;

pub(crate) use procedure::{
    Annals, Battle, Cause, Far, Fight, Host, March, Pace, Phase, Placing, Stage, Step,
};

/// Who holds a place (ruling 8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holder {
    Muslims,
    #[default]
    Byzantines,
    Rebels,
}

impl Holder {
    #[inline]
    pub fn of(side: Side) -> Holder {
        if side == MUSLIMS { Holder::Muslims } else { Holder::Byzantines }
    }

    #[inline]
    pub fn side(self) -> Option<Side> {
        match self {
            Holder::Muslims => Some(MUSLIMS),
            Holder::Byzantines => Some(BYZANTINES),
            Holder::Rebels => None,
        }
    }
}

engine::kept_as_is!(Holder);

engine::kept! {
    /// Everything a position holds that its sheet does not, nor follows from the rest.
    pub struct State, saved as SavedState {
        pub(crate) year: u16,
        pub(crate) step: Step,
        pub(crate) units: Counters<Unit, MOST_UNITS>,
        /// Who controls each place, in the order of the map.
        pub(crate) control: Counters<Holder, MOST_SETTLEMENTS>,
        /// Pillaged places.
        pub(crate) pillaged: Set<u8, u128> = Set::EMPTY,
        pub(crate) hosts: Sparse<Host, 4> as "expeditions",
        /// The unit, patrol or leader in hand.
        pub(crate) hand: UnitId = UnitId::NONE,
        /// Its movement points.
        pub(crate) points: u8 = 0,
        pub(crate) march: March = March::NONE,
        pub(crate) battle: Battle = Battle::NONE,
        pub(crate) placing: Placing = Placing::NONE,
        pub(crate) annals: Annals,
    }
    also saved {
        /// How it ended.
        outcome: Ending,
    }
}

/// A game in progress: its printed matter and its state, and what follows from both.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) state: State,
    pub(crate) outcome: Option<Outcome>,
    /// Who stands on whom; kept in step with the units.
    pub(crate) stacks: Stacks<UnitId, MOST_HEXES, MOST_UNITS>,
    /// Distances of places by land from the hex of whoever is in hand or adrift.
    pub(crate) far: Far,
    /// Where the expedition in hand set out, went aboard, landed or took a place last. Planners ask, the rules do not;
    /// it is no part of the state and is not saved.
    pub(crate) set_out: Option<Hex>,
}

impl Position {
    /// The start of a game: forced counters placed, the first choice open.
    pub fn new(sheet: Arc<Sheet>) -> Position {
        let mut position = Position::set_up(sheet);
        position.settle(&mut engine::Silence);
        position
    }

    /// No counter placed, nothing noted.
    pub(crate) fn empty(sheet: Arc<Sheet>) -> Position {
        let roster = &sheet.roster;
        let mut units: Counters<Unit, MOST_UNITS> = Counters::new(roster.count());
        for (unit, &kind) in units.iter_mut().zip(&roster.units) {
            let card = &roster.kinds[kind as usize];
            let marks = [
                (card.army.side() == MUSLIMS, Unit::MUSLIM),
                (card.mounted, Unit::MOUNTED),
                (card.picked, Unit::PICKED),
            ];
            unit.kind = kind;
            unit.class = marks.iter().filter(|(on, _)| *on).map(|(_, bit)| bit).sum();
        }
        for side in Side::BOTH {
            let muslim = if side == MUSLIMS { Unit::MUSLIM } else { 0 };
            for id in roster.ships(side) {
                units[id as usize].class = Unit::SHIP | muslim;
                units[id as usize].spot = Spot::DESTROYED;
            }
        }
        for leader in Leader::ALL {
            let muslim = if leader.side() == MUSLIMS { Unit::MUSLIM } else { 0 };
            units[roster.leader(leader).index()].class = Unit::LEADER | muslim;
        }
        let mut control: Counters<Holder, MOST_SETTLEMENTS> = Counters::new(sheet.ground.settlements.len());
        for (holder, &side) in control.iter_mut().zip(&sheet.opening.control) {
            *holder = Holder::of(side);
        }
        let annals = Annals {
            used: 0,
            event: 0,
            greek_fire: false,
            open_walls: Ground::NO_SETTLEMENT,
            typos: false,
            typos_army: u8::MAX,
            patriarch: sheet.opening.patriarch,
            quraysh: false,
            noble: None,
        };
        let state = State {
            year: sheet.first_year,
            step: Step::Deploy,
            units,
            control,
            pillaged: Set::EMPTY,
            hosts: Sparse([Host::NONE; 4]),
            hand: UnitId::NONE,
            points: 0,
            march: March::NONE,
            battle: Battle::NONE,
            placing: Placing::NONE,
            annals,
        };
        Position {
            sheet,
            state,
            outcome: None,
            stacks: Stacks::empty(),
            far: [u8::MAX; MOST_SETTLEMENTS],
            set_out: None,
        }
    }

    /// The scenario's printed matter.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// How many counters there are, the expedition counters apart.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.sheet.roster.count()
    }

    /// Every counter's id.
    #[inline]
    pub(crate) fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.count() as u8).map(UnitId)
    }

    /// Every land unit's id.
    #[inline]
    pub(crate) fn land_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.sheet.roster.land() as u8).map(UnitId)
    }

    /// Every leader's id.
    #[inline]
    pub(crate) fn leader_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        let first = self.leader(Leader::Muawiya).0;
        (first..first + Leader::ALL.len() as u8).map(UnitId)
    }

    /// The ids of a side's naval units.
    #[inline]
    pub(crate) fn ship_ids(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        self.sheet.roster.ships(side).map(UnitId)
    }

    #[inline]
    pub(crate) fn leader(&self, leader: Leader) -> UnitId {
        self.sheet.roster.leader(leader)
    }

    /// The army of a land unit.
    #[inline]
    pub(crate) fn army(&self, id: UnitId) -> Army {
        self.sheet.roster.kinds[self.unit(id).kind as usize].army
    }

    #[inline]
    pub(crate) fn host(&self, expedition: Expedition) -> &Host {
        &self.hosts[expedition.index()]
    }

    #[inline]
    pub(crate) fn host_mut(&mut self, expedition: Expedition) -> &mut Host {
        &mut self.hosts[expedition.index()]
    }

    /// The counters in a hex, in order of their ids.
    #[inline]
    pub(crate) fn stack(&self, hex: Hex) -> Stack<'_, UnitId> {
        self.stacks.of(hex.index())
    }

    /// Whether any counter in a hex is like this.
    #[inline]
    pub(crate) fn any(&self, hex: Hex, like: impl Fn(&Unit) -> bool) -> bool {
        self.stack(hex).any(|id| like(self.unit(id)))
    }

    /// How many counters in a hex are like this.
    #[inline]
    pub(crate) fn number(&self, hex: Hex, like: impl Fn(&Unit) -> bool) -> u8 {
        self.stack(hex).filter(|&id| like(self.unit(id))).count() as u8
    }

    /// Whether a side has a land unit in a hex, in any mode.
    #[inline]
    pub(crate) fn has_land(&self, side: Side, hex: Hex) -> bool {
        self.any(hex, |unit| unit.is_land() && unit.serves(side))
    }

    /// Whether a land unit that opposes a side stands in a hex, rebels among them.
    #[inline]
    pub(crate) fn opposed(&self, side: Side, hex: Hex) -> bool {
        self.any(hex, |unit| unit.is_land() && unit.opposes(side))
    }

    /// Whether an enemy naval unit lies outside garrison in a hex.
    #[inline]
    pub(crate) fn enemy_fleet(&self, side: Side, hex: Hex) -> bool {
        self.any(hex, |unit| unit.is_ship() && unit.opposes(side) && unit.mode != Mode::Garrison)
    }

    /// The units of an expedition, wherever they are.
    #[inline]
    pub(crate) fn of(&self, expedition: Expedition) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |&id| self.unit(id).mode == Mode::Field(expedition))
    }

    /// Land units of an expedition.
    #[inline]
    pub(crate) fn troops(&self, expedition: Expedition) -> impl Iterator<Item = UnitId> + '_ {
        self.land_ids().filter(move |&id| self.unit(id).mode == Mode::Field(expedition))
    }

    /// How many land units an expedition has.
    #[inline]
    pub(crate) fn strength_of(&self, expedition: Expedition) -> u8 {
        self.troops(expedition).count() as u8
    }

    /// Whether an expedition has land units: they are where its counter is.
    #[inline]
    pub(crate) fn has_troops(&self, expedition: Expedition) -> bool {
        let hex = self.host(expedition).spot.hex();
        hex.is_some_and(|hex| self.any(hex, |unit| unit.is_land() && unit.mode == Mode::Field(expedition)))
    }

    /// The armies an expedition holds units of, a bit for each.
    #[inline]
    pub(crate) fn armies_of(&self, expedition: Expedition) -> u8 {
        let Some(hex) = self.host(expedition).spot.hex() else { return 0 };
        let troops = self
            .stack(hex)
            .filter(|&id| self.unit(id).is_land() && self.unit(id).mode == Mode::Field(expedition));
        troops.fold(0, |armies, id| armies | 1 << self.army(id) as u8)
    }

    /// The side of an expedition.
    #[inline]
    pub(crate) fn side_of(expedition: Expedition) -> Side {
        if expedition == Expedition::Byzantine { BYZANTINES } else { MUSLIMS }
    }

    /// The expedition counters of a side.
    #[inline]
    pub(crate) fn expeditions(side: Side) -> &'static [Expedition] {
        match side {
            BYZANTINES => &[Expedition::Byzantine],
            MUSLIMS => &[Expedition::Syria, Expedition::Egypt, Expedition::Kufa],
        }
    }

    /// An expedition of a side that stands on land in a hex.
    #[inline]
    pub(crate) fn encamped_in(&self, side: Side, hex: Hex) -> bool {
        Self::expeditions(side).iter().any(|&expedition| {
            let host = self.host(expedition);
            host.spot == Spot::on(hex) && !host.at_sea
        })
    }

    #[inline]
    pub(crate) fn holder(&self, place: u8) -> Holder {
        self.control[place as usize]
    }

    #[inline]
    pub(crate) fn holds(&self, side: Side, place: u8) -> bool {
        self.control[place as usize] == Holder::of(side)
    }

    #[inline]
    pub(crate) fn is_pillaged(&self, place: u8) -> bool {
        self.pillaged.has(place)
    }

    /// Whether a place still works as a port.
    #[inline]
    pub(crate) fn is_port(&self, place: u8) -> bool {
        self.sheet.ground.settlement(place).anchors > 0 && !self.is_pillaged(place)
    }

    /// Whether a place is in the part of the map that is played on.
    #[inline]
    pub(crate) fn is_open(&self, place: u8) -> bool {
        !self.sheet.ways.closed[self.sheet.ground.settlement(place).hex.index()]
    }

    /// The places in play.
    #[inline]
    pub(crate) fn settlements(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.sheet.ground.settlements.len() as u8).filter(|&place| self.is_open(place))
    }

    /// Moves a counter from wherever it is to wherever it goes. Off the map nothing clings to it.
    pub(crate) fn send(&mut self, id: UnitId, spot: Spot) {
        if let Some(hex) = self.unit(id).spot.hex() {
            self.stacks.lift(id, hex.index());
        }
        self.unit_mut(id).spot = spot;
        match spot.hex() {
            Some(hex) => self.stacks.put(id, hex.index()),
            None => {
                let unit = self.unit_mut(id);
                unit.mode = Mode::Off;
                unit.flags = Flags::NONE;
                unit.aboard = UnitId::NONE;
            }
        }
    }

    /// Puts a counter into garrison in a place (3.1).
    pub(crate) fn garrison(&mut self, id: UnitId, place: u8) {
        let hex = self.sheet.ground.settlement(place).hex;
        self.send(id, Spot::on(hex));
        self.unit_mut(id).mode = Mode::Garrison;
        self.unit_mut(id).aboard = UnitId::NONE;
    }

    /// Clears flags of every counter.
    pub(crate) fn clear_flags(&mut self, flags: u16) {
        for unit in self.units.present_mut() {
            unit.flags &= !flags;
        }
    }

    /// The printed label of a hex.
    #[inline]
    pub(crate) fn label_of(&self, hex: Hex) -> HexNumber {
        self.sheet.ground.grid.number(hex)
    }

    /// The hex with a printed label.
    #[inline]
    pub(crate) fn hex(&self, label: HexNumber) -> Option<Hex> {
        self.sheet.ground.grid.at(label)
    }

    /// A leader stands alone where an enemy land unit is: he is lost (6.3; rulings 57, 129).
    pub(crate) fn bury_leaders(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.leader_ids() {
            let unit = self.unit(id);
            let Some(hex) = unit.spot.hex() else { continue };
            if unit.mode != Mode::Off || unit.has(Unit::ADRIFT) {
                continue;
            }
            let side = if unit.is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
            let rebel = unit.is_rebel();
            let friends = self.any(hex, |other| {
                other.is_land() && if rebel { other.is_rebel() } else { other.serves(side) }
            });
            let foes = || {
                self.any(hex, |other| {
                    other.is_land() && if rebel { !other.is_rebel() } else { other.opposes(side) }
                })
            };
            if !friends && foes() {
                self.lose_leader(id, chronicle);
            }
        }
    }
}

engine::follows_from_state!(Position, state: State, |one, other| {
    Arc::ptr_eq(&one.sheet, &other.sheet) || one.sheet.fingerprint == other.sheet.fingerprint
});

engine::counters_by_id!(Position, UnitId => Unit, of which there are |position| position.count());
