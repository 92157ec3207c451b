//! Taking elements up, moving them, and setting them down (T2, T2a).

use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Units, Whereabouts};
use crate::kind::Kind;
use crate::order::Leg;
use crate::position::{Position, Step};
use crate::refusal::Refusal;

use super::{Arrival, Manoeuvre};

impl Position {
    /// Whether these elements may be moved together now.
    pub(crate) fn may_take_up(&self, units: &Units) -> Result<(), Refusal> {
        if self.step != Step::Move {
            return Err(Refusal::NotNow);
        }
        if !self.hand.is_empty() && self.hand.sorted() != units.sorted() {
            return Err(Refusal::AnotherInHand);
        }
        if units.is_empty() || !units.are_distinct() {
            return Err(Refusal::NobodyNamed);
        }
        for &id in units.ids() {
            self.may_move(id)?;
        }
        if units.len() > 1 {
            let on_table = units.ids().iter().all(|&id| self.on_table(id));
            if !on_table || !(self.is_group(units) || self.is_column(units)) {
                return Err(Refusal::NoGroup);
            }
        }
        let price = self.price(units);
        match price.pips() <= self.pips {
            true => Ok(()),
            false => Err(Refusal::TooFewPips(price, self.pips)),
        }
    }

    /// Whether these elements may be taken up, with nobody in hand.
    pub(crate) fn may_begin_move(&self, units: &Units) -> Result<(), Refusal> {
        if self.hand.is_empty() { self.may_take_up(units) } else { Err(Refusal::NotNow) }
    }

    /// Whether an element may make a tactical move at all (R54, 2.8).
    pub(crate) fn may_move(&self, id: ElementId) -> Result<(), Refusal> {
        if !self.exists(id) || id.side() != self.active {
            return Err(Refusal::NotYours);
        }
        match self.element(id).place {
            Whereabouts::Table if self.is_pinned(id) => return Err(Refusal::Pinned(id)),
            Whereabouts::Table => {}
            Whereabouts::Camp(camp) if self.kind(id) != Kind::CampFollowers => {
                if self.attackers_of(camp).next().is_some() {
                    return Err(Refusal::Pinned(id));
                }
            }
            Whereabouts::Camp(_) => return Err(Refusal::FollowersStay),
            _ => return Err(Refusal::NotOnTable(id)),
        }
        match (self.element(id).moves, self.kind(id)) {
            (0, _) | (1, Kind::Warband) | (_, Kind::LightHorse) => Ok(()),
            (_, Kind::ScythedChariots) => Err(Refusal::NoLaterMove(id)),
            (_, Kind::Psiloi) if self.is_first_turn() => Ok(()),
            // Anybody may follow a road again and again.
            (_, _) if self.on_a_road(id) => Ok(()),
            _ => Err(Refusal::NoLaterMove(id)),
        }
    }

    fn on_a_road(&self, id: ElementId) -> bool {
        self.on_table(id) && self.field.road_direction(self.element(id).pose.at).is_some()
    }

    /// What a march comes to.
    pub(crate) fn may_march(&self, units: &Units, legs: &[Leg]) -> Result<Arrival, Refusal> {
        self.may_take_up(units)?;
        if units.len() > 1 && !self.is_group(units) {
            return Err(Refusal::NoGroup);
        }
        Manoeuvre::unchecked(self, *units).try_way(legs)
    }

    /// Carries out a move that is known to be legal.
    pub(crate) fn arrive(&mut self, units: &Units, arrival: &Arrival, chronicle: &mut impl Chronicle) {
        let pips = self.price(units).pips();
        self.pips = self.pips.saturating_sub(pips);
        self.hand = Units::NONE;
        self.set_down(units, arrival);
        for &id in units.ids() {
            let element = self.element_mut(id);
            element.moves = element.moves.saturating_add(1);
        }
        chronicle.note(|| {
            let text = format!("{} {} ({} PIP)", self.names(units), self.moves_word(units), pips);
            Event::new(EventKind::Moved, "2.6", text).counters(units.ids().iter().map(|id| u16::from(id.0)))
        });
        self.note_arrival(arrival, chronicle);
    }

    /// T2a: contacts are noted, a lone target conforms, an empty camp is occupied.
    fn note_arrival(&mut self, arrival: &Arrival, chronicle: &mut impl Chronicle) {
        if let Some((enemy, _)) = arrival.conforms {
            chronicle.note(|| {
                let text = format!("{} turns to line up", self.full_label(enemy));
                Event::new(EventKind::Turned, "R70", text).counters([u16::from(enemy.0)])
            });
        }
        for &(by, on) in &arrival.contacts {
            self.note_contact(by, on);
            chronicle.note(|| {
                let text = format!("{} is in contact with {}", self.full_label(by), self.full_label(on));
                Event::new(EventKind::Declared, "2.9", text).counters([u16::from(by.0), u16::from(on.0)])
            });
        }
        if let Some((id, camp)) = arrival.enters {
            self.occupy(id, camp, chronicle);
        }
        self.engage_wagons();
    }
}
