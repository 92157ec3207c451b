//! Fan scenario 20, Chengpu: fake retreat, dust cloud, disorganized pursuit (rulings R107 to R110).

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Hex, SightLine};
use engine::saved::Few;

use crate::movement::POINT;
use crate::order::Order;
use crate::position::{Gait, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Kind;
use crate::unit::{Marker, MarkerKind, Spot, Unit, UnitId};

impl Position {
    /// Whether the phasing player may announce the fake retreat now: once per game.
    pub(crate) fn may_feint(&self) -> Result<(), Refusal> {
        if self.feint_turn != 0 {
            return Err(Refusal::FeignedBefore);
        }
        self.expect_step(Step::Feint)
    }

    pub(crate) fn feint_is_open(&self) -> bool {
        self.battle.sheet.specials.fake_retreat == Some(self.phasing()) && self.feint_turn == 0
    }

    /// Whether this is the Player-Turn of the fake retreat.
    pub(crate) fn feigning(&self) -> bool {
        self.feint_turn != 0 && self.feint_turn == self.player_turn
    }

    pub(crate) fn announce_feint(&mut self, chronicle: &mut impl Chronicle) {
        self.feint_turn = self.player_turn;
        chronicle.note(|| {
            let name = &self.battle.sheet.sides[self.phasing().index()];
            Event::new(EventKind::Announced, "R107", format!("{name} feign a retreat"))
        });
    }

    /// R110: whether a unit is of the levies that pursue in this Player-Turn.
    pub(crate) fn pursues(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.feint_turn != 0
            && self.feint_turn + 1 == self.player_turn
            && self.battle.sheet.specials.fake_retreat == Some(self.phasing().other())
            && self.side(id) == self.phasing()
            && unit.kind == Kind::MI
            && unit.aboard == UnitId::NONE
            && !unit.disrupted()
            && unit.hex().is_some()
    }

    /// R107: whether a unit may be taken up to fall back.
    pub(crate) fn may_fall_back(&self, id: UnitId) -> Result<(), Refusal> {
        if !self.feigning() {
            return Err(Refusal::NoFeint);
        }
        if self.mover.unit.some().is_some() {
            return Err(Refusal::AnotherInHand);
        }
        self.moves_now(id)?;
        let unit = self.unit(id);
        let hex = unit.hex().ok_or(Refusal::NotOnTheMap)?;
        if unit.has(Unit::MOVED) {
            return Err(Refusal::HasMoved);
        }
        if unit.aboard.some().is_some() {
            return Err(Refusal::RidesAChariot);
        }
        let points = self.allowance_for(id, Gait::FallBack);
        let rest = &mut |end: Hex| {
            let room = if self.battle.second_rules() { self.may_rest(id, end) } else { self.fits(id, end) };
            end != hex && room
        };
        if self.could_reach(id, Gait::FallBack, hex, unit.facing, points, rest) {
            Ok(())
        } else {
            Err(Refusal::NoWayOn)
        }
    }

    /// R107: whether the unit in hand stands where it began to fall back; version 1 of the rules let it stay.
    pub(crate) fn must_fall_back_a_step(&self, hex: Hex) -> bool {
        self.mover.gait == Gait::FallBack && self.mover.origin == Spot::on(hex) && self.battle.second_rules()
    }

    /// The piece fell back; it may not fight in melee in this Player-Turn.
    pub(crate) fn mark_fallen_back(&mut self, id: UnitId) {
        for rider in self.battle.units(self.side(id)) {
            if rider == id || self.unit(rider).aboard == id {
                self.unit_mut(rider).flags |= Unit::FELL_BACK;
            }
        }
    }

    /// R108: whether a chariot may raise the dust.
    pub(crate) fn may_raise_dust(&self, id: UnitId) -> Result<(), Refusal> {
        self.expect_step(Step::Dust)?;
        self.moves_now(id)?;
        let unit = self.unit(id);
        if unit.kind != Kind::CH {
            return Err(Refusal::NotAChariot);
        }
        if unit.disrupted() {
            return Err(Refusal::Disrupted);
        }
        if unit.hex().is_none() {
            return Err(Refusal::NotOnTheMap);
        }
        if !self.can_begin(id, Gait::RaiseDust) {
            return Err(Refusal::NoWayOn);
        }
        Ok(())
    }

    pub(crate) fn dust_chariots(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.battle.units(self.phasing()).filter(|&id| self.may_raise_dust(id).is_ok())
    }

    pub(crate) fn raise_dust(&mut self, hex: Hex) {
        if !self.dust.contains(&Spot::on(hex)) {
            self.dust.push(Spot::on(hex));
        }
    }

    /// Whether there is any dust.
    pub(crate) fn dust_lies(&self) -> bool {
        !self.dust.is_empty()
    }

    /// R109: whether the straight lines from a unit to its nearest enemies all cross dust.
    pub(crate) fn behind_dust(&self, id: UnitId) -> bool {
        let Some(hex) = self.unit(id).hex() else { return false };
        let side = self.side(id);
        let nearest = self.nearest_enemy(hex, side);
        let mut enemies = self.battle.units(side.other()).filter_map(|e| self.unit(e).hex()).peekable();
        enemies.peek().is_some()
            && enemies
                .filter(|&enemy| self.battle.distance(hex, enemy) == nearest)
                .all(|enemy| self.dust_between(hex, enemy))
    }

    fn dust_between(&self, from: Hex, to: Hex) -> bool {
        let grid = &self.battle.sheet.ground.grid;
        let dust = self.dust.iter().filter_map(|spot| spot.hex()).map(|hex| grid.difference(from, hex));
        let line = SightLine::among(grid.difference(from, to), dust);
        let dusty = |offset| grid.offset(from, offset).is_some_and(|hex| self.dusty(hex));
        line.through.into_iter().any(dusty) || line.beside.into_iter().any(|(a, b)| dusty(a) && dusty(b))
    }

    /// R109: at the end of the phase, units that fell back and are behind the dust rally.
    pub(crate) fn rally_behind_dust(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.battle.units(self.phasing()) {
            let unit = self.unit(id);
            if unit.has(Unit::FELL_BACK) && unit.disrupted() && self.behind_dust(id) {
                self.unit_mut(id).marker = Marker::NONE;
                chronicle.note(|| {
                    let text = format!("{} rallies behind the dust", self.label(id));
                    Event::new(EventKind::Marked, "R109", text).counters([id.0 as u16])
                });
            }
        }
    }

    pub(crate) fn may_hide(&self, id: UnitId) -> Result<(), Refusal> {
        self.expect_step(Step::Hide)?;
        if !self.exists(id) || self.side(id) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        if self.unit(id).has(Unit::HIDDEN) {
            return Err(Refusal::HiddenAlready);
        }
        if self.behind_dust(id) { Ok(()) } else { Err(Refusal::NotBehindDust) }
    }

    pub(crate) fn list_hiding(&self, out: &mut Vec<Order>) {
        let units = self.battle.units(self.phasing()).filter(|&id| self.may_hide(id).is_ok());
        out.extend(units.map(|unit| Order::Hide { unit }));
        out.push(Order::Done);
    }

    pub(crate) fn anything_to_hide(&self) -> bool {
        self.battle.units(self.phasing()).any(|id| self.may_hide(id).is_ok())
    }

    /// R110: levies on foot end their pursuit in disorder.
    pub(crate) fn disorder_pursuers(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.battle.units(self.phasing()) {
            if self.pursues(id) {
                self.disrupt(id, MarkerKind::Pursuit);
                chronicle.note(|| {
                    let text = format!("{} disordered by the pursuit", self.label(id));
                    Event::new(EventKind::Marked, "R110", text).counters([id.0 as u16])
                });
            }
        }
    }

    /// R108, R109: the dust goes at the end of the Game-Turn after the fake retreat; hidden units show.
    pub(crate) fn settle_dust(&mut self, chronicle: &mut impl Chronicle) {
        let raised_in = self.feint_turn.div_ceil(2);
        let lies = self.dust_lies();
        if self.feint_turn == 0 || self.game_turn() <= raised_in {
            return;
        }
        for unit in self.units.present_mut() {
            unit.flags &= !Unit::HIDDEN;
        }
        self.dust = Few::none();
        if lies {
            chronicle.note(|| Event::new(EventKind::Announced, "R108", "The dust settles"));
        }
    }
}

impl Position {}

/// Ten points give ten hexes, nine of them passed through.
pub(crate) const DUST_POINTS: u8 = 10 * POINT;

#[cfg(test)]
mod tests;
