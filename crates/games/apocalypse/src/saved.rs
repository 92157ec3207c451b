//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, Kept, accepted};

use crate::position::{Cause, Far, Fight, Host, March, Placing, Position, SavedState, State, Step};
use crate::unit::{Unit, UnitId};

/// How games end: grade and rule.
const ENDINGS: [(&str, &str); 5] = [
    ("victory", "2.1.1"),
    ("victory", "2.1.2"),
    ("endurance", "2.1.2"),
    ("endurance", "scenario"),
    ("objective", "scenario"),
];

impl Position {
    pub(crate) fn save(&self) -> SavedState {
        let outcome = self.outcome.map(Ending::from);
        SavedState { outcome, ..self.state.form(&self.sheet.ground.grid) }
    }

    pub(crate) fn load(&self, saved: SavedState) -> Result<Position, Objection> {
        let sound = |position: Position| position.find_fault().map(|()| position);
        accepted(self.rebuild(saved).and_then(sound), "scenario")
    }

    fn rebuild(&self, saved: SavedState) -> Result<Position, String> {
        let outcome = saved.outcome.clone().map(|ending| ending.outcome(&ENDINGS)).transpose()?;
        let state = State::kept(saved, &self.sheet.ground.grid)?;
        let places = self.sheet.ground.settlements.len();
        state.units.expect(self.count(), "counters")?;
        state.control.expect(places, "places")?;
        if let Some(place) = state.pillaged.iter().find(|&place| usize::from(place) >= places) {
            return Err(format!("there is no place {place}"));
        }
        if state.hosts.iter().any(|host| host.spot.hex().is_none() && *host != Host::NONE) {
            return Err("an expedition is in no hex".into());
        }
        if state.march.expedition.is_none() && state.march != March::NONE {
            return Err("a march of nobody".into());
        }
        let idle = state.battle.kind == Fight::None && state.battle != crate::position::Battle::NONE;
        if idle || state.placing.cause == Cause::None && state.placing != Placing::NONE {
            return Err("a fight or a placing of nobody".into());
        }
        let printed = Position::empty(self.sheet.clone());
        let mut position = Position { outcome, state: State { units: printed.units, ..state }, ..printed };
        for (i, unit) in state.units.present().iter().enumerate() {
            let id = UnitId(i as u8);
            position.send(id, unit.spot);
            let Unit { mode, flags, aboard, .. } = *unit;
            let placed = position.unit_mut(id);
            *placed = Unit { mode, flags, aboard, ..*placed };
        }
        position.far = position.surveyed();
        Ok(position)
    }

    /// The distances that belong to whoever is in hand or adrift.
    pub(crate) fn surveyed(&self) -> Far {
        let mut again = self.clone();
        again.forget_distances();
        let Placing { cause, side, hex, .. } = self.placing;
        match cause {
            Cause::Rout | Cause::Disband => again.open_placing(cause, side, hex),
            Cause::Arrival => again.survey(side, hex, self.sheet.charts.within),
            Cause::None if matches!(self.step, Step::Mode(_)) && self.exists(self.hand) => {
                again.take_up(self.hand);
            }
            _ => {}
        }
        again.far
    }
}
