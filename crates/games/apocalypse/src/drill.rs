//! A practice ground for tests: an empty map, counters put down by name, orders that must be legal.

use std::sync::{Arc, OnceLock};

use engine::event::Event;
use engine::hex::Hex;
use engine::{Dice, Rules, Side, Turn};

use crate::files::Library;
use crate::order::Order;
use crate::position::{Host, Position, Step};
use crate::sheet::{Leader, MUSLIMS, Sheet};
use crate::unit::{Expedition, Mode, Spot, UnitId};

/// The sheet of a scenario, read once.
pub(crate) fn sheet(name: &str) -> Arc<Sheet> {
    static SHEETS: OnceLock<Vec<Arc<Sheet>>> = OnceLock::new();
    let sheets = SHEETS.get_or_init(|| {
        let library = Library::embedded().unwrap_or_else(|fault| panic!("{fault}"));
        let print =
            |name: &String| Arc::new(library.sheet(name, ()).unwrap_or_else(|fault| panic!("{fault}")));
        library.names().iter().map(print).collect()
    });
    sheets.iter().find(|sheet| sheet.name == name).unwrap_or_else(|| panic!("no scenario {name}")).clone()
}

/// A position to drill in, with what happened last.
pub(crate) struct Drill {
    pub position: Position,
    pub events: Vec<Event>,
}

impl Drill {
    /// The campaign's map with Muawiya in Damascus and nobody else; the Muslims move by land.
    pub fn new() -> Drill {
        let mut drill = Drill::of("campaign");
        drill.lead(Leader::Muawiya, "Damascus");
        drill
    }

    /// The empty map of a scenario.
    pub fn of(scenario: &str) -> Drill {
        let mut position = Position::empty(sheet(scenario));
        position.step = Step::Land(MUSLIMS);
        Drill { position, events: vec![] }
    }

    /// A scenario as it begins.
    pub fn opening(scenario: &str) -> Drill {
        Drill { position: Position::new(sheet(scenario)), events: vec![] }
    }

    /// A hex by the name of its place or by its label.
    pub fn hex(&self, name: &str) -> Hex {
        let ground = &self.position.sheet.ground;
        if let Some(place) = ground.named(name) {
            return ground.settlement(place).hex;
        }
        let label = name.parse().unwrap_or_else(|_| panic!("{name} is neither a place nor a label"));
        ground.grid.at(label).unwrap_or_else(|| panic!("there is no hex {name}"))
    }

    pub fn settlement(&self, name: &str) -> u8 {
        self.position.sheet.ground.named(name).unwrap_or_else(|| panic!("no place {name}"))
    }

    /// The next counter of a kind that is not in the game yet.
    pub fn unit(&mut self, kind: &str) -> UnitId {
        let roster = &self.position.sheet.roster;
        let kind =
            roster.kinds.iter().position(|k| k.name == kind).unwrap_or_else(|| panic!("no kind {kind}"));
        let free = |id: &UnitId| {
            self.position.unit(*id).kind as usize == kind && self.position.unit(*id).spot == Spot::GONE
        };
        self.position.land_ids().find(free).unwrap_or_else(|| panic!("no counter of kind {kind} left"))
    }

    /// A unit in garrison; the place is its side's from now on.
    pub fn put(&mut self, kind: &str, place: &str) -> UnitId {
        let id = self.unit(kind);
        let place = self.settlement(place);
        self.position.garrison(id, place);
        let side = self.position.army(id).side();
        self.position.control[place as usize] = crate::position::Holder::of(side);
        id
    }

    pub fn puts(&mut self, number: usize, kind: &str, place: &str) -> Vec<UnitId> {
        (0..number).map(|_| self.put(kind, place)).collect()
    }

    pub fn patrol(&mut self, kind: &str, at: &str) -> UnitId {
        let (id, hex) = (self.unit(kind), self.hex(at));
        self.position.send(id, Spot::on(hex));
        self.position.unit_mut(id).mode = Mode::Patrol;
        id
    }

    pub fn destroyed(&mut self, kind: &str) -> UnitId {
        let id = self.unit(kind);
        self.position.send(id, Spot::DESTROYED);
        id
    }

    /// An expedition, or more units for it.
    pub fn host(&mut self, expedition: Expedition, at: &str, units: &[(&str, usize)]) -> Vec<UnitId> {
        let hex = self.hex(at);
        if !self.position.host(expedition).on_map() {
            *self.position.host_mut(expedition) = Host { spot: Spot::on(hex), ..Host::NONE };
        }
        let mut ids = vec![];
        for &(kind, number) in units {
            for _ in 0..number {
                let id = self.unit(kind);
                self.position.send(id, Spot::on(hex));
                self.position.unit_mut(id).mode = Mode::Field(expedition);
                ids.push(id);
            }
        }
        ids
    }

    pub fn camp(&mut self, expedition: Expedition) {
        self.position.host_mut(expedition).camped = true;
    }

    fn ship(&self, side: Side) -> UnitId {
        let free = |id: &UnitId| self.position.unit(*id).spot == Spot::DESTROYED;
        self.position.ship_ids(side).find(free).expect("a naval unit")
    }

    /// Ships of an expedition where it stands.
    pub fn fleet(&mut self, expedition: Expedition, number: usize) -> Vec<UnitId> {
        let spot = self.position.host(expedition).spot;
        let ship = |drill: &mut Drill| {
            let id = drill.ship(Position::side_of(expedition));
            drill.position.send(id, spot);
            drill.position.unit_mut(id).mode = Mode::Field(expedition);
            id
        };
        (0..number).map(|_| ship(self)).collect()
    }

    /// The expedition marches off and leaves its ships behind.
    pub fn leave_ships(&mut self, expedition: Expedition, to: &str) {
        let spot = Spot::on(self.hex(to));
        for id in self.position.troops(expedition).collect::<Vec<_>>() {
            self.position.send(id, spot);
        }
        self.position.host_mut(expedition).spot = spot;
    }

    /// Ships in garrison.
    pub fn moor(&mut self, side: Side, place: &str, number: usize) -> Vec<UnitId> {
        let place = self.settlement(place);
        let ship = |drill: &mut Drill| {
            let id = drill.ship(side);
            drill.position.garrison(id, place);
            id
        };
        (0..number).map(|_| ship(self)).collect()
    }

    pub fn lead(&mut self, leader: Leader, at: &str) -> UnitId {
        let (id, hex) = (self.position.leader(leader), self.hex(at));
        self.position.send(id, Spot::on(hex));
        self.position.unit_mut(id).mode = Mode::Off;
        id
    }

    pub fn lead_with(&mut self, leader: Leader, expedition: Expedition) -> UnitId {
        let id = self.position.leader(leader);
        let spot = self.position.host(expedition).spot;
        self.position.send(id, spot);
        self.position.unit_mut(id).mode = Mode::Field(expedition);
        id
    }

    pub fn control(&mut self, place: &str, side: Side) {
        let place = self.settlement(place);
        self.position.control[place as usize] = crate::position::Holder::of(side);
    }

    /// The position is carried on to its next choice.
    pub fn at(&mut self, step: Step) -> &mut Drill {
        self.position.step = step;
        if let Step::Mode(side) = step {
            self.position.note_reinforced(side);
        }
        self.events.clear();
        self.position.settle(&mut self.events);
        self
    }

    /// Plays an order that has to be legal.
    #[track_caller]
    pub fn go(&mut self, order: Order) -> &mut Drill {
        if let Err(objection) = self.position.check(&order) {
            panic!("{order:?} is refused: {objection}");
        }
        let mut orders = vec![];
        self.position.orders(&mut orders);
        let listed = self.position.as_listed(&order);
        assert!(orders.contains(&listed), "{order:?} is legal but not listed");
        self.events.clear();
        self.position.play(&order, &mut self.events);
        assert_eq!(self.position.audit(), Ok(()), "after {order:?}");
        self
    }

    /// The rule under which an order is refused.
    #[track_caller]
    pub fn no(&self, order: Order) -> String {
        match self.position.check(&order) {
            Ok(()) => panic!("{order:?} is legal"),
            Err(objection) => objection.rule.into_owned(),
        }
    }

    pub fn may(&self, order: Order) -> bool {
        self.position.check(&order).is_ok()
    }

    #[track_caller]
    pub fn dice(&mut self, faces: &[u8]) -> &mut Drill {
        let Turn::Dice(request) = self.position.turn() else {
            panic!("no dice are due: {}", self.position.prompt_words());
        };
        let dice: Dice = request.accepts(faces).unwrap_or_else(|o| panic!("{o}"));
        self.events.clear();
        self.position.roll(dice, &mut self.events);
        assert_eq!(self.position.audit(), Ok(()), "after {faces:?}");
        self
    }

    /// Takes up an expedition.
    #[track_caller]
    pub fn march(&mut self, expedition: Expedition) -> &mut Drill {
        let unit = self.position.sheet.roster.expedition(expedition);
        self.go(Order::Move { unit })
    }

    /// The order that takes whoever is in hand to a neighbouring hex.
    pub fn towards(&self, to: &str) -> Order {
        let from = match self.position.march.expedition {
            Some(expedition) => self.position.host(expedition).spot,
            None => self.position.unit(self.position.hand).spot,
        };
        let grid = &self.position.sheet.ground.grid;
        let to = grid.towards(from.hex().expect("a hex"), self.hex(to)).expect("a neighbour");
        Order::Step { to }
    }

    #[track_caller]
    pub fn step(&mut self, to: &str) -> &mut Drill {
        let order = self.towards(to);
        self.go(order)
    }

    /// An order about a place by name.
    pub fn place_at(&self, unit: UnitId, at: &str) -> Order {
        Order::Place { unit, at: self.position.label_of(self.hex(at)), patrol: false }
    }

    pub fn retreat_to(&self, unit: UnitId, at: &str) -> Order {
        Order::Retreat { unit, at: self.position.label_of(self.hex(at)) }
    }

    /// Where a counter is, in words: the name of a place, a label, or the box.
    pub fn whereabouts(&self, id: UnitId) -> String {
        let spot = self.position.unit(id).spot;
        match spot.hex() {
            Some(hex) => match self.position.sheet.ground.settlement_in(hex) {
                Some(place) => self.position.sheet.ground.settlement(place).name.clone(),
                None => self.position.label_of(hex).to_string(),
            },
            None => spot.word(&self.position.sheet.ground.grid),
        }
    }

    pub fn is_lost(&self, id: UnitId) -> bool {
        matches!(self.position.unit(id).spot, Spot::DESTROYED | Spot::GONE)
    }

    /// How many of these are lost.
    pub fn lost(&self, ids: &[UnitId]) -> usize {
        ids.iter().filter(|&&id| self.is_lost(id)).count()
    }

    pub fn orders(&self) -> Vec<Order> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        orders
    }

    /// Whose turn it is to give an order.
    pub fn asked(&self) -> Option<Side> {
        self.position.turn().side()
    }

    pub fn land_left(&self, expedition: Expedition) -> u8 {
        self.position.host(expedition).land
    }

    /// Joins battle, unless the reserve is as large as may be and battle is joined already.
    #[track_caller]
    pub fn commit(&mut self) -> &mut Drill {
        if self.may(Order::Commit) {
            self.go(Order::Commit);
        }
        self
    }

    /// Takes whatever choice there is until everybody adrift has found a place.
    pub fn scatter(&mut self) -> &mut Drill {
        while self.position.placing.cause != crate::position::Cause::None {
            let order = self.orders()[0];
            self.go(order);
        }
        self
    }

    /// Names losses until nothing is owed any more.
    pub fn lose_any(&mut self) -> &mut Drill {
        while let Some(order) = self.orders().into_iter().find(|order| matches!(order, Order::Lose { .. })) {
            self.go(order);
        }
        self
    }
}
