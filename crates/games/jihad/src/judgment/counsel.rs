//! Counsel: how readily a sensible player gives each order.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Weak};

use engine::hex::Hex;
use engine::ledger::Unread;

use super::errand::{Outlook, pull};
use crate::order::{Order, Station};
use crate::position::Position;
use crate::sheet::{Arm, Kind, Sheet, State};
use crate::unit::{Party, Spot, Unit, UnitId};

/// The position in which it was asked which stack goes next, and the answers.
struct Asked {
    /// Held weakly: that is enough to keep its address its own.
    sheet: Weak<Sheet>,
    /// The imprint of the position, and how many orders there were.
    imprint: (u64, usize),
    wishes: Vec<f32>,
}

/// How readily a stack stops that has nothing to go for.
const AIMLESS: f32 = 0.5;

/// How readily a stack is sent out that promises nothing: all of them together less than the end of the segment.
const IDLE_WHIM: f32 = 0.004;

thread_local! {
    /// What was asked last: many plans begin there.
    static LAST: RefCell<Asked> =
        const { RefCell::new(Asked { sheet: Weak::new(), imprint: (0, 0), wishes: vec![] }) };
}

/// A quick hash.
struct Imprint(u64);

impl Hasher for Imprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte as u64));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
}

impl Position {
    /// Who is lost: attrition first takes Bedouin, who come back for nothing; combat takes them for good.
    pub(super) fn spare(&self, order: &Order, combat: bool) -> f32 {
        let Order::Lose { unit } = *order else { return 1.0 };
        if !self.exists(unit) {
            // The Authority gladly ends a war that decides nothing.
            let glad = self.sufferer() == Party::Authority && !self.war_counts();
            return if glad { 20.0 } else { 0.02 };
        }
        let unit = self.unit(unit);
        let price = match (unit.kind, combat) {
            (Kind::Bedouin, false) => 1.0,
            (Kind::Bedouin, true) => 4.0,
            (Kind::Levy, _) => 1.0 + unit.strength as f32 / 2.0,
            (Kind::Mercenary, _) => 6.0,
            (Kind::Naval, _) => 3.0,
        };
        6.0 / (price * price)
    }

    pub(super) fn mind_combat(&self, orders: &[Order], out: &mut Vec<f32>) {
        let arm = self.combat.arm;
        out.extend(orders.iter().map(|order| match *order {
            Order::Lose { .. } => self.spare(order, true),
            Order::Join { .. } => 5.0,
            Order::Commit => 1.0,
            Order::Stand => {
                0.2 + self.sheet.charts.results.fought_on(&self.odds(&mut Unread)).abs_diff(7) as f32 / 3.0
            }
            Order::Withdraw { .. } => 0.5,
            Order::Retreat { at: Station::Box } => 3.0,
            Order::Retreat { at: Station::Hex(number) } => {
                self.hex(number).map_or(1.0, |hex| self.refuge(hex, arm))
            }
            _ => 1.0,
        }));
    }

    /// Where a beaten stack is best off: with friends, behind walls, with room enough.
    fn refuge(&self, hex: Hex, arm: Arm) -> f32 {
        let party = self.sufferer();
        let beaten = self.force(self.rout_from(), party, arm).count();
        let friends = self.force(Spot::on(hex), party, Arm::Land).count();
        let place = self.sheet.ground.place(hex);
        let good = 1.0 + self.value(hex) as f32 + 0.5 * place.fertile as f32 + 0.3 * friends as f32;
        let crowded = arm == Arm::Land && beaten + friends > self.stacking_limit(hex) as usize;
        if crowded { 0.3 * good } else { good }
    }

    /// Payments and assignments.
    pub(super) fn mind_purse(&self, order: &Order) -> f32 {
        let left = self.sheet.last_turn.saturating_sub(self.turn);
        match *order {
            Order::Fortify { .. } if left >= 3 && self.track(State::Muslim) >= 8 => 6.0,
            Order::Fortify { .. } => 0.1,
            Order::Build { unit } => {
                let purse = self.track(self.unit(unit).allegiance());
                if purse > 80 && left >= 4 { 0.4 } else { 0.02 }
            }
            Order::Suppress { unit } => {
                let guards = self
                    .unit(unit)
                    .hex()
                    .is_some_and(|hex| self.value(hex) + self.sheet.ground.place(hex).fertile > 0);
                if guards { 6.0 } else { 2.0 }
            }
            Order::Convert { .. } => 6.0,
            Order::Reconvert { unit } => match self.reconversion_payer(unit) {
                Ok((State::Byzantine, _)) if self.unit(unit).state != State::Byzantine => 0.3,
                _ => 5.0,
            },
            Order::Assign { .. } => 0.1,
            _ => 0.5,
        }
    }

    pub(super) fn mind_leader(&self, party: Party, orders: &[Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|order| {
            let Order::Place { at: Station::Hex(number), .. } = *order else { return 1.0 };
            let Some(hex) = self.hex(number) else { return 1.0 };
            let strength = |party: Party| -> f32 {
                self.force(Spot::on(hex), party, Arm::Land).map(|id| self.unit(id).strength as f32).sum()
            };
            let own = strength(party) + self.value(hex) as f32;
            if party == Party::Authority && !self.war_counts() {
                // A war that decides nothing had better end with the first fight.
                let foe = strength(Party::Rebels);
                return 0.02 + foe / (1.0 + own);
            }
            (0.2 + own * own) / (1.0 + 3.0 * strength(party.foe()))
        }));
    }

    pub(super) fn mind_fights(&self, party: Party, orders: &[Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|order| match *order {
            Order::Attack { at: Station::Box, arm } => {
                let strength = |spot: Spot, party: Party| -> u32 {
                    self.force(spot, party, arm).map(|id| self.unit(id).strength as u32).sum()
                };
                let attack = strength(self.constantinople(), party) as f32;
                let defence = (strength(Spot::BOX, party.foe()) * 2).max(1) as f32;
                let odds = (attack / defence).min(4.0);
                0.3 * odds * odds * odds
            }
            Order::Attack { .. } => 1.0,
            _ => 0.3,
        }));
    }

    /// Which stack goes next, if any.
    pub(super) fn mind_moves(&self, party: Party, orders: &[Order], out: &mut Vec<f32>) {
        let imprint = (self.imprint(), orders.len());
        LAST.with_borrow_mut(|last| {
            let same = std::ptr::eq(last.sheet.as_ptr(), Arc::as_ptr(&self.sheet));
            if !same || last.imprint != imprint {
                last.sheet = Arc::downgrade(&self.sheet);
                last.imprint = imprint;
                last.wishes.clear();
                self.weigh_moves(party, orders, &mut last.wishes);
            }
            out.extend_from_slice(&last.wishes);
        });
    }

    fn weigh_moves(&self, party: Party, orders: &[Order], out: &mut Vec<f32>) {
        let outlook = self.outlook(party);
        // Those of one type in one place could do the same.
        let mut known: Vec<(Spot, Kind, State, f32)> = Vec::with_capacity(64);
        out.extend(orders.iter().map(|order| {
            let Order::Move { unit } = *order else { return 0.6 };
            let Unit { spot, kind, state, .. } = *self.unit(unit);
            if let Some(like) = known.iter().find(|like| (like.0, like.1, like.2) == (spot, kind, state)) {
                return like.3;
            }
            let wish = IDLE_WHIM + pull(outlook.promise(unit)).min(60.0);
            known.push((spot, kind, state, wish));
            wish
        }));
    }

    /// A number that tells positions apart in which stacks may be taken up.
    fn imprint(&self) -> u64 {
        let mut hasher = Imprint(self.turn as u64);
        (self.step, self.books, self.war).hash(&mut hasher);
        for unit in &self.units[..self.count()] {
            // Where a unit comes from decides who may follow it (R66), and so which orders there are.
            (unit.spot, unit.origin, unit.flags).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Where the stack in hand goes, who comes along, who stays.
    pub(super) fn mind_march(&self, party: Party, orders: &[Order], out: &mut Vec<f32>) {
        let outlook = self.outlook(party);
        let here = self.hex_of(self.mover.at);
        let mut neighbours = [None; 6];
        for order in orders {
            if let Order::Step { to } = *order {
                neighbours[to.index()] = here.and_then(|hex| self.sheet.ground.grid.neighbour(hex, to));
            }
        }
        let (pulls, stop) = outlook.pulls(&neighbours);
        // A faint hope is no reason to march on: somebody with nothing to go for stops.
        let whole = pulls.iter().sum::<f32>() + stop + AIMLESS;
        // Those of one type could all do the same.
        let mut company = [None; Kind::ALL.len()];
        out.extend(orders.iter().map(|order| {
            match *order {
                Order::Step { to } => 0.002 + pulls[to.index()] / whole,
                Order::Halt => 0.01 + (stop + AIMLESS) / whole,
                Order::Join { unit } if self.exists(unit) => *company[self.unit(unit).kind as usize]
                    .get_or_insert_with(|| self.company(&outlook, self.unit(unit).kind)),
                Order::Join { .. } if party == Party::Authority => 3.0,
                Order::Join { .. } => 0.5,
                Order::Embark { .. } => 1.5,
                Order::Leave { unit } => self.parting(&outlook, unit),
                Order::Drop => 3.0,
                Order::Exit => 1.0,
                Order::Enter => 0.1,
                _ => 0.5,
            }
        }));
    }

    /// Whether one more of a type should come along: to a fight, yes; but somebody keeps the place.
    fn company(&self, outlook: &Outlook, kind: Kind) -> f32 {
        let Some(here) = self.hex_of(self.mover.at) else { return 1.0 };
        let errand = self.errand_in_hand();
        let last = self.mover.at != Spot::BOX && outlook.dispositions().own(here).men <= 1;
        if errand.arm == Arm::Land && last && self.yields(here) > 0.0 {
            return 0.15;
        }
        // What all who march as well as this one could do together is what counts: odds come in steps.
        let mut larger = errand;
        for other in self.force(self.mover.at, outlook.dispositions().party, kind.arm()) {
            let other = self.unit(other);
            if other.kind == kind && !other.has(Unit::MOVED | Unit::IN_HAND) {
                larger.add(other);
            }
        }
        // Who marches better has better things to do than to go with the slow (R68).
        let slowed = if kind < errand.kind { 1.5 } else { 0.0 };
        let points = self.mover.points as u16;
        let better = outlook.best(&larger, here, points) - outlook.best(&errand, here, points);
        ((1.2 * (better - slowed)).exp() - 0.7).clamp(0.1, 8.0)
    }

    /// Whether a unit should be dropped here as a garrison.
    fn parting(&self, outlook: &Outlook, id: UnitId) -> f32 {
        let Some(here) = self.mover.at.hex().filter(|_| self.exists(id)) else { return 0.1 };
        let open = outlook.dispositions().own(here).men == 0 && outlook.dispositions().foe(here).men == 0;
        let already = self.dropping();
        match (open && self.mover.arm == Arm::Land, already) {
            (true, false) if self.mover.count >= 3 => 0.25 * outlook.dispositions().worth(self, here),
            (true, true) => 0.5,
            _ => 0.02,
        }
    }
}
