//! Productivity (5.0; rulings R26 to R46): control of hexes, income, conquest of a State.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};

use crate::codes::StateSet;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Kind, MOST_HEXES, STATES, State};
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit};

/// Whose land units stand in each hex, and whose zones reach it.
pub(crate) struct Control {
    land: [StateSet; MOST_HEXES],
    zone: [StateSet; MOST_HEXES],
}

/// Who counts a hex's fertile points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hold {
    /// The State inside whose border it lies.
    Border,
    /// The State whose units control it.
    By(State),
    /// One of these Empires States, as their player likes (R34, R35).
    Claimed(StateSet),
}

/// Where points of income come from or go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// The base of a State: its own, or one it has conquered.
    Base(State),
    /// Fertile land of a hex.
    Fertile(Hex),
    /// A city.
    City(Hex),
    /// A constructed base.
    Camp(Hex),
}

impl Source {
    /// The rule behind it.
    fn rule(self) -> &'static str {
        match self {
            Source::Camp(_) => "6.42",
            _ => "5.2",
        }
    }
}

impl Control {
    /// Whose land units stand in a hex.
    #[inline]
    pub fn land(&self, hex: Hex) -> StateSet {
        self.land[hex.index()]
    }

    /// Whose zones of control reach a hex.
    #[inline]
    pub fn zone(&self, hex: Hex) -> StateSet {
        self.zone[hex.index()]
    }
}

/// Whether a set holds the Muslims, and whether it holds any Empires State.
#[inline]
fn players(set: StateSet) -> (bool, bool) {
    let muslims = set.has(State::Muslim);
    (muslims, set.len() > u32::from(muslims))
}

impl Position {
    /// Who stands and who reaches where: land units only (R5, R29, R30).
    pub(crate) fn control(&self) -> Control {
        let mut control =
            Control { land: [StateSet::EMPTY; MOST_HEXES], zone: [StateSet::EMPTY; MOST_HEXES] };
        let ground = &self.sheet.ground;
        let mut held: Vec<Hex> = Vec::with_capacity(96);
        for unit in &self.units[..self.count()] {
            if unit.is_land()
                && unit.aboard.some().is_none()
                && let Some(hex) = unit.hex()
            {
                let land = &mut control.land[hex.index()];
                if land.is_empty() {
                    held.push(hex);
                }
                land.add(unit.allegiance());
            }
        }
        for hex in held {
            let land = control.land(hex);
            for (_, beyond) in ground.ways(hex, crate::sheet::Arm::Land) {
                let zone = &mut control.zone[beyond.index()];
                *zone = zone.or(land);
            }
        }
        control
    }

    /// Whether a State's base counts for the Muslims (R24, R45).
    #[inline]
    pub(crate) fn is_conquered(&self, state: State) -> bool {
        self.books.defeated.has(state) || self.books.inactive.has(state)
    }

    /// The State inside whose border a land hex counts (R13, R45).
    #[inline]
    pub(crate) fn border(&self, hex: Hex) -> Option<State> {
        let state = self.sheet.ground.place(hex).state?;
        Some(if self.is_conquered(state) { State::Muslim } else { state })
    }

    /// Who controls a hex: occupation beats zones, opposing zones cancel, cities fall only to occupants
    /// (R31 to R34).
    pub(crate) fn hold(&self, control: &Control, hex: Hex) -> Hold {
        let land = control.land(hex);
        match players(land) {
            (true, true) => return Hold::Border,
            (true, false) => return Hold::By(State::Muslim),
            (false, true) => return land.iter().next().map_or(Hold::Border, Hold::By),
            (false, false) => {}
        }
        if self.value(hex) > 0 {
            return Hold::Border;
        }
        let zone = control.zone(hex);
        match players(zone) {
            (true, false) => Hold::By(State::Muslim),
            (false, true) => {
                let border = self.border(hex).filter(|state| state.is_empire());
                let claimants = border.map_or(zone, |state| zone.or(StateSet::of(state)));
                match (claimants.len(), claimants.iter().next()) {
                    (1, Some(only)) if border == Some(only) => Hold::Border,
                    (1, Some(only)) => Hold::By(only),
                    _ => Hold::Claimed(claimants),
                }
            }
            _ => Hold::Border,
        }
    }

    /// The State that gets a claimed hex if the Empires player does not care (R35).
    pub(crate) fn usual_claimant(&self, hex: Hex, claimants: StateSet) -> State {
        let border = self.border(hex).filter(|&state| claimants.has(state));
        let byzantium = claimants.has(State::Byzantine).then_some(State::Byzantine);
        border.or(byzantium).or(claimants.iter().next()).unwrap_or(State::Byzantine)
    }

    /// Names every plus and minus of every State's income (R26). Claimed hexes are left out: the Empires player
    /// assigns them.
    pub(crate) fn reckon(&self, control: &Control, note: &mut impl FnMut(State, i16, Source)) {
        let ground = &self.sheet.ground;
        for state in State::ALL {
            let counts_for = if self.is_conquered(state) { State::Muslim } else { state };
            note(counts_for, ground.realm(state).base as i16, Source::Base(state));
            for &hex in &ground.realm(state).fertile {
                let points = ground.place(hex).fertile as i16;
                if let Hold::By(holder) = self.hold(control, hex)
                    && holder != counts_for
                {
                    note(counts_for, -points, Source::Fertile(hex));
                    note(holder, points, Source::Fertile(hex));
                }
            }
        }
        for city in &ground.cities {
            let land = control.land(city.hex);
            let Some(border) = self.border(city.hex) else { continue };
            if !land.has(border) {
                note(border, -(city.value as i16), Source::City(city.hex));
            }
            if players(land) != (true, true) {
                for state in land.iter().filter(|&state| state != border) {
                    note(state, city.value as i16, Source::City(city.hex));
                }
            }
        }
        for (site, &level) in ground.sites.iter().zip(&self.books.bases) {
            let land = control.land(site.hex);
            if level > 0
                && players(land) != (true, true)
                && let Some(state) = land.iter().next()
            {
                note(state, level as i16, Source::Camp(site.hex));
            }
        }
    }

    /// A source of income in words.
    fn source_words(&self, points: i16, source: Source) -> String {
        let name = |hex: Hex| self.place_words(hex);
        match source {
            Source::Base(state) => format!("base of the {}", state.name()),
            Source::Fertile(hex) if points < 0 => format!("land lost: {}", name(hex)),
            Source::Fertile(hex) => format!("land held: {}", name(hex)),
            Source::City(hex) if points < 0 => format!("city without a garrison: {}", name(hex)),
            Source::City(hex) => format!("city held: {}", name(hex)),
            Source::Camp(hex) => format!("base: {}", name(hex)),
        }
    }

    /// What each State would earn now, claimed hexes going as given; a ledger for each.
    pub(crate) fn incomes(
        &self,
        control: &Control,
        awards: &[i16; STATES],
        ledgers: &mut [impl Ledger; STATES],
    ) -> [u16; STATES] {
        let mut sums = [0; STATES];
        self.reckon(control, &mut |state, points, source| {
            let ledger = &mut ledgers[state as usize];
            sums[state as usize] += ledger.add(points, source.rule(), || self.source_words(points, source));
        });
        for ((sum, ledger), &award) in sums.iter_mut().zip(ledgers).zip(awards) {
            if award != 0 {
                *sum += ledger.add(award, "5.3", || "hexes that several States claim");
            }
        }
        sums.map(|sum| sum.max(0) as u16)
    }

    /// What each State would earn now if every claimed hex went to its usual claimant.
    pub(crate) fn usual_incomes(&self, control: &Control) -> [u16; STATES] {
        self.incomes(control, &self.usual_awards(control), &mut [Unread; STATES])
    }

    /// The awards if every claimed hex goes to its usual claimant.
    pub(crate) fn usual_awards(&self, control: &Control) -> [i16; STATES] {
        self.awards_from(control, 0, [0; STATES])
    }

    /// Awards made so far, and those of the hexes from one on to their usual claimants.
    pub(crate) fn awards_from(
        &self,
        control: &Control,
        first: u16,
        mut awards: [i16; STATES],
    ) -> [i16; STATES] {
        let fertile = self.sheet.ground.realms.iter().flat_map(|realm| &realm.fertile);
        for &hex in fertile.filter(|hex| hex.0 >= first) {
            if let Some(claimants) = self.claimants(control, hex) {
                self.award(&mut awards, hex, self.usual_claimant(hex, claimants));
            }
        }
        awards
    }

    /// The States that claim a fertile hex, if it takes a decision.
    #[inline]
    pub(crate) fn claimants(&self, control: &Control, hex: Hex) -> Option<StateSet> {
        if self.sheet.ground.place(hex).fertile == 0 {
            return None;
        }
        match self.hold(control, hex) {
            Hold::Claimed(claimants) => Some(claimants),
            _ => None,
        }
    }

    fn award(&self, awards: &mut [i16; STATES], hex: Hex, state: State) {
        let points = self.sheet.ground.place(hex).fertile as i16;
        if let Some(border) = self.border(hex)
            && border != state
        {
            awards[border as usize] -= points;
            awards[state as usize] += points;
        }
    }

    /// Opens phase A: wipes the tracks that may not accumulate (R37, R38) and reviews the inactive (R24).
    pub(crate) fn open_productivity(&mut self) {
        let may_save = self.books.first_attack != 0 && self.books.first_attack < self.turn;
        for state in State::EMPIRES {
            if !(state == State::Byzantine && may_save) {
                self.books.tracks[state as usize] = 0;
            }
        }
        self.review_inactive();
        self.books.awards = [0; STATES];
        self.step = Step::Assign(0);
    }

    /// R24: a State that stood by counts for itself again once no Muslim land unit is inside its borders.
    pub(crate) fn review_inactive(&mut self) {
        for state in self.books.inactive.iter() {
            if !self.muslim_land_inside(state) {
                self.books.inactive.remove(state);
            }
        }
    }

    /// Whether a Muslim-controlled land unit stands inside a State's printed borders.
    pub(crate) fn muslim_land_inside(&self, state: State) -> bool {
        let inside = |unit: &Unit| {
            unit.is_land()
                && unit.is_muslim()
                && unit.hex().is_some_and(|hex| self.sheet.ground.place(hex).state == Some(state))
        };
        self.presence[state as usize] > 0 && self.units[..self.count()].iter().any(inside)
    }

    /// Looks for the next claimed hex from one on; credits the incomes when there is none.
    pub(crate) fn pass_assigning(&mut self, from: u16, chronicle: &mut impl Chronicle) -> bool {
        let control = self.control();
        let next = (from..self.sheet.ground.grid.len() as u16)
            .find(|&hex| self.claimants(&control, Hex(hex)).is_some());
        match next {
            Some(hex) => {
                self.step = Step::Assign(hex);
                false
            }
            None => {
                self.credit(&control, chronicle);
                true
            }
        }
    }

    /// 5.3, R35: gives the hex in question to a State.
    pub(crate) fn may_assign(&self, hex: Hex, state: State) -> Result<(), Refusal> {
        if self.step != Step::Assign(hex.0) {
            return Err(Refusal::NotTheHexAsked);
        }
        match self.claimants(&self.control(), hex) {
            Some(claimants) if claimants.has(state) => Ok(()),
            _ => Err(Refusal::NoClaim(state)),
        }
    }

    pub(crate) fn assign(&mut self, hex: Hex, state: State, chronicle: &mut impl Chronicle) {
        let mut awards = self.books.awards;
        self.award(&mut awards, hex, state);
        self.books.awards = awards;
        self.step = Step::Assign(hex.0 + 1);
        chronicle.note(|| {
            let text = format!("{} count the land of {}", state.name(), self.place_words(hex));
            Event::new(EventKind::Announced, "5.3", text).places([self.number(hex)])
        });
    }

    /// Accepts the usual claimant of every hex still open (R35).
    pub(crate) fn assign_as_usual(&mut self) {
        let Step::Assign(from) = self.step else { return };
        self.books.awards = self.awards_from(&self.control(), from, self.books.awards);
        self.step = Step::Assign(self.sheet.ground.grid.len() as u16);
    }

    /// Fixes and credits all incomes, with what depends on them (R40, R52, R87).
    fn credit(&mut self, control: &Control, chronicle: &mut impl Chronicle) {
        self.enter_incomes(control);
        chronicle.note(|| {
            let earned = State::ALL.map(|s| format!("{} {}", s.name(), self.books.income[s as usize]));
            Event::new(EventKind::Announced, "5.2", format!("Income: {}", earned.join(", ")))
        });
        if self.automatic_victory(chronicle) {
            return;
        }
        self.after_productivity(chronicle);
    }

    /// Enters in the ledger what everybody earns, claimed hexes going as they were awarded.
    pub(crate) fn enter_incomes(&mut self, control: &Control) {
        let incomes = self.incomes(control, &self.books.awards, &mut [Unread; STATES]);
        self.books.income = incomes;
        self.books.poor = StateSet::EMPTY;
        for state in State::ALL {
            let track = &mut self.books.tracks[state as usize];
            *track = track.saturating_add(incomes[state as usize]);
            if *track <= self.sheet.charts.figures.aid_limit {
                self.books.poor.add(state);
            }
            let held = |&&hex: &&Hex| self.hold(control, hex) == Hold::By(State::Muslim);
            let attacks = match state.has_attack_limit() {
                true => self.sheet.ground.realm(state).fertile.iter().filter(held).count(),
                false => 0,
            };
            self.books.allowance[state as usize] = attacks as u8;
        }
        self.books.awards = [0; STATES];
    }

    /// Whether all land units of a State are converted (R42, R46).
    fn has_lost_all(&self, state: State) -> bool {
        let mut land = self
            .sheet
            .roster
            .ids_of(state)
            .map(|id| &self.units[id as usize])
            .filter(|unit| unit.is_land())
            .peekable();
        land.peek().is_some() && land.all(|unit| unit.has(Unit::CONVERTED))
    }

    /// The defeat test at the opening of every Recruitment Segment (5.4, R43, R44).
    pub(crate) fn test_defeat(&mut self, chronicle: &mut impl Chronicle) {
        for state in State::EMPIRES {
            let newly = !self.books.defeated.has(state) && self.has_lost_all(state);
            if newly {
                self.books.defeated.add(state);
                self.books.inactive.remove(state);
                self.books.tracks[state as usize] = 0;
                chronicle.note(|| {
                    let text = format!("The {} are conquered", state.name());
                    Event::new(EventKind::Control, "5.4", text)
                });
            }
            if self.books.defeated.has(state) {
                self.take_over_navy(state);
            }
        }
    }

    /// R44: the ships of a defeated State turn; those on the map go to the pool.
    fn take_over_navy(&mut self, state: State) {
        for id in self.sheet.roster.ids(state, Kind::Naval).map(crate::unit::UnitId) {
            let unit = *self.unit(id);
            if unit.has(Unit::CONVERTED) || unit.spot == Spot::CONVERSION {
                continue;
            }
            let to = if unit.spot == Spot::UNBUILT { Spot::UNBUILT } else { Spot::POOL };
            self.send(id, to);
            self.unit_mut(id).flags |= Unit::CONVERTED;
        }
    }

    pub(crate) fn list_assigning(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Assign(hex) = self.step else { return ControlFlow::Continue(()) };
        let hex = Hex(hex);
        offers.add(Order::Done)?;
        let claimants = self.claimants(&self.control(), hex).unwrap_or_default();
        for state in claimants.iter() {
            offers.add(Order::Assign { hex: self.number(hex), state })?;
        }
        ControlFlow::Continue(())
    }

    /// Points a force can spend: the track of a State.
    #[inline]
    pub(crate) fn track(&self, state: State) -> u16 {
        self.books.tracks[state as usize]
    }

    pub(crate) fn spend(&mut self, state: State, points: u16) {
        let track = &mut self.books.tracks[state as usize];
        *track = track.saturating_sub(points);
    }

    /// Who controls a hex, as the map is coloured: by whose units or, with nobody near, by whose border.
    pub(crate) fn master(&self, control: &Control, hex: Hex) -> Option<Party> {
        let party = |state: State| if state.is_empire() { Party::Empires } else { Party::Muslims };
        match self.hold(control, hex) {
            Hold::By(state) => Some(party(state)),
            Hold::Claimed(_) => Some(Party::Empires),
            Hold::Border => self.border(hex).map(party),
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod income_tests;
