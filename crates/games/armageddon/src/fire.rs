//! Fire combat (rulebook, "Fire Combat" A–K, Range Effects Chart; rulings R43 to R58).

use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};
use engine::odds::{Factor, Quarters};
use engine::saved::Few;

use crate::position::{Attack, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::ConeHex;
use crate::unit::{NO_ATTACK, UnitId};

impl Position {
    /// Whether a unit could fire at anything at all now (Cases A, B, H; ruling R64).
    pub(crate) fn ready_to_fire(&self, id: UnitId) -> Result<Hex, Refusal> {
        let unit = self.unit(id);
        if !unit.kind.is_fire() {
            return Err(Refusal::NotAFireUnit);
        }
        let hex = unit.hex().ok_or(Refusal::NotOnTheMap)?;
        if unit.disrupted() {
            return Err(Refusal::Disrupted);
        }
        // Case B, ruling R8: not in consecutive Player-Turns.
        if unit.fired != 0 && unit.fired + 1 >= self.player_turn {
            return Err(Refusal::FiredLately);
        }
        if self.battle.effect(hex).no_fire_from {
            return Err(Refusal::NoFireFromHere(self.battle.terrain(hex)));
        }
        Ok(hex)
    }

    /// Cases C, G, H: whether a unit that stands in `from` can hit a hex of its field of fire.
    fn line_of_fire(&self, id: UnitId, from: Hex, target: Hex, cone: &ConeHex) -> Result<(), Refusal> {
        let reach = self.battle.unit_type(self.unit(id).kind).fire.len() as u16;
        let (high, target_effect) = (self.battle.effect(from).high, self.battle.effect(target));
        let downhill = u16::from(high && !target_effect.high);
        if cone.range > reach + downhill {
            return Err(Refusal::OutOfRange { range: cone.range, reach: reach + downhill });
        }
        if target_effect.shelters && cone.range > 1 {
            return Err(Refusal::Sheltered(self.battle.terrain(target)));
        }
        if !high && self.obstructed(from, cone) {
            return Err(Refusal::LineObstructed);
        }
        Ok(())
    }

    /// Case G, rulings R45, R46: what lies on the line, unless the firer stands on a slope.
    fn obstructed(&self, from: Hex, cone: &ConeHex) -> bool {
        let grid = &self.battle.sheet.ground.grid;
        let blocks =
            |o| grid.offset(from, o).is_some_and(|h| self.occupied(h) || self.battle.effect(h).blocks_fire);
        let crest = |a, b| match (grid.offset(from, a), grid.offset(from, b)) {
            (Some(a), Some(b)) => grid.towards(a, b).is_some_and(|to| self.battle.crest(a, to)),
            _ => false,
        };
        cone.line.through.iter().any(|&o| blocks(o))
            || cone.line.beside.iter().any(|&(a, b)| blocks(a) && blocks(b))
            || cone.line.crossed.iter().any(|&(a, b)| crest(a, b))
    }

    /// The hexes of a unit's field of fire that hold enemy troops it can hit (ruling R51).
    pub(crate) fn targets_of(&self, id: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let from = self.ready_to_fire(id).ok();
        let enemy = self.side(id).other();
        from.into_iter().flat_map(move |from| {
            let cone = &self.battle.sheet.ground.cones[self.unit(id).facing.index()];
            cone.iter().filter_map(move |c| {
                let target = self.battle.sheet.ground.grid.offset(from, c.offset)?;
                (self.holder(target) == Some(enemy)
                    && self.troops(target).next().is_some()
                    && self.line_of_fire(id, from, target, c).is_ok())
                .then_some(target)
            })
        })
    }

    /// Whether a unit may fire at a hex, and if not, why.
    pub(crate) fn may_fire_at(&self, id: UnitId, target: Hex) -> Result<(), Refusal> {
        let from = self.ready_to_fire(id)?;
        let offset = self.battle.sheet.ground.grid.difference(from, target);
        let cone = &self.battle.sheet.ground.cones[self.unit(id).facing.index()];
        match cone.iter().find(|c| c.offset == offset) {
            Some(cone) => self.line_of_fire(id, from, target, cone),
            None => {
                let reach = self.battle.unit_type(self.unit(id).kind).fire.len() as u16;
                let range = offset.length();
                let far = range > reach + 1;
                Err(if far { Refusal::OutOfRange { range, reach } } else { Refusal::OutsideTheField })
            }
        }
    }

    /// Whether a unit could hit a hex from where it stands if it held enemies, whenever it may fire again.
    pub(crate) fn could_hit(&self, id: UnitId, target: Hex) -> bool {
        let Some(from) = self.unit(id).hex() else { return false };
        let offset = self.battle.sheet.ground.grid.difference(from, target);
        let mut cone = self.battle.sheet.ground.cones[self.unit(id).facing.index()].iter();
        !self.battle.effect(from).no_fire_from
            && cone.any(|c| c.offset == offset && self.line_of_fire(id, from, target, c).is_ok())
    }

    /// The fire strength of a unit at a hex: Range Effects Chart, then half if uphill (ruling R49).
    pub(crate) fn fire_strength(&self, id: UnitId, target: Hex, ledger: &mut impl Ledger) -> Quarters {
        let Some(from) = self.unit(id).hex() else { return Quarters::ZERO };
        let by_range = &self.battle.unit_type(self.unit(id).kind).fire;
        let range = self.battle.distance(from, target) as usize;
        let printed = by_range[range.clamp(1, by_range.len()) - 1];
        let strength = ledger.count(printed, "rec", || format!("{}, range {range}", self.where_words(id)));
        if !self.uphill(from, target) {
            return strength;
        }
        strength.times(ledger.multiply(Factor::HALF, "fire.H", || "uphill"))
    }

    /// Ruling R48.
    pub(crate) fn uphill(&self, from: Hex, target: Hex) -> bool {
        self.battle.effect(target).high && !self.battle.effect(from).high
    }

    /// The Fire Protection Strength of a hex (Case E).
    pub(crate) fn protection(&self, hex: Hex, ledger: &mut impl Ledger) -> Quarters {
        let protection = Quarters::points(self.battle.effect(hex).protection as u32);
        ledger.count(protection, "tec", || format!("protection of {}", self.battle.terrain(hex).name()))
    }

    /// The total of the fire units in an attack.
    fn fire_total(&self, attack: u8, ledger: &mut impl Ledger) -> Quarters {
        let target = self.attacks[attack as usize].first();
        let units = self.battle.fire_units(self.attacking_side()).iter();
        let firing = units.filter(|&&unit| self.unit(unit).attack == attack);
        firing.map(|&unit| self.fire_strength(unit, target, ledger)).sum()
    }

    /// The two strengths of an attack by fire as it stands.
    pub(crate) fn fire_strengths(&self, attack: u8, ledger: &mut impl Ledger) -> (Quarters, Quarters) {
        let target = self.attacks[attack as usize].first();
        (self.fire_total(attack, ledger), self.protection(target, ledger))
    }

    /// The column on which these units together would fire at a hex; none if that is not permitted.
    pub(crate) fn volley_column(&self, firers: impl Iterator<Item = UnitId>, hex: Hex) -> Option<usize> {
        let total = firers.map(|id| self.fire_strength(id, hex, &mut Unread)).sum();
        self.battle.sheet.charts.results.column(total, self.protection(hex, &mut Unread))
    }

    // ---- defensive fire, Case J ----

    /// Rulings R53, R54: whether a fire unit may fire at the hex the unit in hand has just entered.
    pub(crate) fn may_fire_defensively(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let from = self.ready_to_fire(id)?;
        let to = self.battle.sheet.ground.grid.towards(from, hex).ok_or(Refusal::NotEnteredItsFront)?;
        if !self.unit(id).facing.fronts(to) {
            return Err(Refusal::NotEnteredItsFront);
        }
        if self.battle.crest(from, to) && !self.battle.effect(from).high {
            return Err(Refusal::LineObstructed);
        }
        let started_adjacent = self.mover.origin.hex().is_some_and(|o| self.battle.distance(o, from) == 1);
        if started_adjacent { Err(Refusal::MoverBeganAdjacent) } else { Ok(()) }
    }

    /// The fire units that may take part in defensive fire into a hex.
    pub(crate) fn defensive_firers(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let firers = self.phasing().other();
        self.battle
            .sheet
            .ground
            .grid
            .neighbours(hex)
            .filter(move |&(_, n)| self.holder(n) == Some(firers))
            .flat_map(|(_, n)| self.stack(n))
            .filter(move |&id| self.may_fire_defensively(id, hex).is_ok())
    }

    /// Opens the window for defensive fire if some attack would be legal (rulings R51, R55).
    pub(crate) fn open_window(&mut self, hex: Hex) {
        if self.troops(hex).next().is_none() {
            return;
        }
        if self.volley_column(self.defensive_firers(hex), hex).is_some() {
            self.attacks = Few::none();
            self.attacks.push(Attack::on(hex));
            self.open = 0;
            self.step = Step::Window;
        }
    }

    /// Back to the moving player once defensive fire is done or declined.
    pub(crate) fn close_window(&mut self) {
        self.clear_attacks();
        self.step = Step::Moving;
        if self.unit(self.mover.unit).hex().is_none() {
            self.mover = crate::position::Mover::NOBODY;
        }
    }

    /// Forgets all attacks.
    pub(crate) fn clear_attacks(&mut self) {
        if self.attacks.is_empty() {
            return;
        }
        self.attacks = Few::none();
        self.open = NO_ATTACK;
        for unit in self.units.present_mut() {
            unit.attack = NO_ATTACK;
        }
    }
}

#[cfg(test)]
mod defensive_tests;
#[cfg(test)]
mod sight_tests;
#[cfg(test)]
mod strength_tests;
#[cfg(test)]
mod tests;
