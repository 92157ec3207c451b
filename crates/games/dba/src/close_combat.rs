//! Close combat: who fights whom (2.5, 2.14; R76, R117, R125, R142) and the sum of a fight.

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::ledger::Ledger;

use crate::element::{Element, ElementId, Whereabouts};
use crate::position::{Fight, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::results::Factors;
use crate::sheet::Combat;

/// How good a frontal contact is: full before loose, then by shared length.
type Rank = (bool, i64);

impl Position {
    /// How two elements stand to fight, front to front or as if faced (R74, R76).
    pub(crate) fn frontal(&self, one: ElementId, other: ElementId) -> Option<Rank> {
        let to = |a: ElementId, b: ElementId| {
            let contact = self.contact(a, b)?;
            let front = contact.edge == crate::geometry::Edge::Front || self.element(b).faced == a;
            front.then_some((contact.full, contact.length))
        };
        to(one, other).max(to(other, one))
    }

    fn has_fought(&self, id: ElementId) -> bool {
        self.element(id).has(Element::FOUGHT)
    }

    /// Whether these two fight next, being each other's fullest contact (R76).
    pub(crate) fn may_fight(&self, unit: ElementId, target: ElementId) -> Result<(), Refusal> {
        if !self.exists(unit) || !self.exists(target) {
            return Err(Refusal::NotYours);
        }
        if unit.side() != self.active || target.side() == self.active {
            return Err(Refusal::NotYours);
        }
        if self.has_fought(unit) || self.has_fought(target) {
            return Err(Refusal::NoFight(unit));
        }
        match (self.element(unit).place, self.element(target).place) {
            (Whereabouts::Table, Whereabouts::Table) => {
                let rank = self.frontal(unit, target).ok_or(Refusal::NoFight(unit))?;
                self.no_better_fight(unit, rank)?;
                self.no_better_fight(target, rank)
            }
            (Whereabouts::Table, Whereabouts::Camp(camp)) => self.may_storm(unit, camp),
            // The attackers' owner names one of several (T5a).
            (Whereabouts::Camp(camp), Whereabouts::Table) if self.stormers(camp).count() == 1 => {
                self.may_storm(target, camp)
            }
            _ => Err(Refusal::NoFight(unit)),
        }
    }

    /// Nobody it could still fight is in fuller contact with it.
    fn no_better_fight(&self, id: ElementId, rank: Rank) -> Result<(), Refusal> {
        let better = self.standing_of(id.side().other()).any(|enemy| {
            !self.has_fought(enemy) && self.frontal(id, enemy).is_some_and(|other| exceeds(other, rank))
        });
        if better { Err(Refusal::BetterFight(id)) } else { Ok(()) }
    }

    /// Those who may storm a camp: not fought, and with no element to fight (R125).
    pub(crate) fn stormers(&self, camp: Side) -> impl Iterator<Item = ElementId> + '_ {
        let open = !self.camp(camp).stormed;
        let holder_fresh = self.occupant(camp).is_some_and(|holder| !self.has_fought(holder));
        self.attackers_of(camp).filter(move |&id| {
            open && holder_fresh
                && !self.has_fought(id)
                && !self.standing_of(id.side().other()).any(|enemy| self.frontal(id, enemy).is_some())
        })
    }

    pub(crate) fn may_storm(&self, attacker: ElementId, camp: Side) -> Result<(), Refusal> {
        match self.exists(attacker) && self.stormers(camp).any(|id| id == attacker) {
            true => Ok(()),
            false => Err(Refusal::NoFight(attacker)),
        }
    }

    /// T5a: whether an attacker storms the camp whose holder waits for it.
    pub(crate) fn may_storm_against(&self, attacker: ElementId, holder: ElementId) -> Result<(), Refusal> {
        match self.camp_to_storm() {
            Some(camp) if self.occupant(camp) == Some(holder) => self.may_storm(attacker, camp),
            _ => Err(Refusal::NotNow),
        }
    }

    /// T5: the active side's own camp, with several attackers for their owner to choose from.
    pub(crate) fn may_stand(&self, unit: ElementId) -> Result<(), Refusal> {
        if !self.exists(unit) || unit.side() != self.active {
            return Err(Refusal::NotYours);
        }
        match self.element(unit).place {
            Whereabouts::Camp(camp) if self.stormers(camp).count() > 1 => Ok(()),
            _ => Err(Refusal::NoFight(unit)),
        }
    }

    /// The camp the active side holds under several attackers, while their owner chooses.
    pub(crate) fn camp_to_storm(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&camp| {
            self.occupant(camp).is_some_and(|holder| holder.side() == self.active)
                && self.stormers(camp).count() > 1
        })
    }

    /// Whether any close combat is left.
    pub(crate) fn fights_left(&self) -> bool {
        let pairs = self.standing_of(self.active).filter(|&id| !self.has_fought(id)).any(|id| {
            self.standing_of(self.active.other())
                .any(|enemy| !self.has_fought(enemy) && self.frontal(id, enemy).is_some())
        });
        pairs || Side::BOTH.into_iter().any(|camp| self.stormers(camp).next().is_some())
    }

    /// Begins a close combat; the active side's die comes first.
    pub(crate) fn begin_fight(&mut self, unit: ElementId, target: ElementId, chronicle: &mut impl Chronicle) {
        let (one, other) = if unit.side() == self.active { (unit, target) } else { (target, unit) };
        self.fight = Fight { stage: Stage::Roll, combat: Combat::Close, one, other, ..Fight::NONE };
        self.fight.storms = [one, other].into_iter().find_map(|id| match self.element(id).place {
            Whereabouts::Camp(camp) => Some(camp),
            _ => None,
        });
        if let Some(camp) = self.fight.storms {
            self.camps[camp.index()].stormed = true;
        }
        self.step = Step::Fight;
        chronicle.note(|| {
            let text = format!("{} fights {}", self.full_label(one), self.full_label(other));
            Event::new(EventKind::Declared, "2.5", text)
                .counters([u16::from(one.0), u16::from(other.0)])
                .sum(self.sum_of_fight())
        });
    }

    /// What both add to their dice.
    pub(crate) fn factors(&self, ledger: &mut impl Ledger) -> Factors {
        let Fight { one, other, combat, mutual, aides, .. } = self.fight;
        match combat {
            Combat::Close => Factors {
                one: self.close_factor(one, other, ledger),
                other: self.close_factor(other, one, ledger),
            },
            Combat::Shooting => Factors {
                one: self.shooting_factor(one, other, mutual, aides[1].len(), ledger),
                other: self.shooting_factor(other, one, true, aides[0].len(), ledger),
            },
        }
    }
}

/// A fuller contact: full before loose, then longer by more than the slack.
fn exceeds(one: Rank, other: Rank) -> bool {
    one.0 && !other.0 || one.0 == other.0 && one.1 > other.1 + 2 * crate::geometry::SLACK
}

#[cfg(test)]
mod tests;
