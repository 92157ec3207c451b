//! What players note on tracks and on paper, in positions written by hand.

use engine::by_hand::{Field, Primer, Wrong, amended, amendments, entries};
use serde_json::{Value, json};

use crate::position::{Books, Position, Step, War};
use crate::sheet::{Leader, State};
use crate::unit::Party;

/// Tracks, bases and defeats have fields of their own, in words.
const TOLD_APART: [&str; 3] = ["tracks", "bases", "defeated"];
const OF_THE_WAR: [&str; 4] = ["authority", "round", "stirred", "won"];

/// What is usual.
impl Position {
    /// The books as they are once phase A is played with these bases and defeats, the counters where they are, and
    /// with what opening the step enters.
    pub(super) fn open_books(&mut self) {
        let Books { bases, defeated, .. } = self.books;
        self.books = Books { bases, defeated, ..Books::opening(&self.sheet.opening) };
        let step = self.step;
        self.open_productivity();
        if !matches!(step, Step::Assign(_)) {
            let control = self.control();
            self.books.awards = self.usual_awards(&control);
            self.enter_incomes(&control);
        }
        match step {
            Step::Recruit(Party::Empires) | Step::Build(Party::Empires) => {
                self.books.eligible = self.eligible_states();
            }
            Step::Fight(party) => self.open_combat(party),
            _ => {}
        }
        self.step = step;
    }

    fn usual_books(&self) -> Books {
        let mut usual = self.clone();
        usual.open_books();
        usual.books
    }
}

/// Reading.
impl Position {
    pub(super) fn take_war(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        note.only(&OF_THE_WAR)?;
        if let Some(authority) = note.get("authority") {
            let code = authority.one_of("leader", Leader::BOTH.map(Leader::code))?;
            self.war.authority = Leader::BOTH[code];
        }
        if let Some(round) = note.get("round") {
            self.war.round = round.number(0..=255)? as u8;
        }
        if let Some(stirred) = note.get("stirred") {
            self.war.stirred = stirred.flag()?;
        }
        if let Some(won) = note.get("won") {
            let wars = won.items()?;
            let [authority, rebels] = &wars[..] else {
                return Err(won.expected("the wars won by the Authority and by the Rebels, such as [1, 0]"));
            };
            self.war.won = [authority.number(0..=255)? as u8, rebels.number(0..=255)? as u8];
        }
        Ok(())
    }

    pub(super) fn take_defeated(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        let state = |item: &Field| Ok(State::ALL[item.one_of("State", State::ALL.map(State::name))?]);
        self.books.defeated = note.items()?.iter().map(state).collect::<Result<_, Wrong>>()?;
        self.open_books();
        Ok(())
    }

    pub(super) fn take_bases(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        for (site, level) in
            note.named("site", self.sheet.ground.sites.iter().map(|site| site.name.as_str()))?
        {
            self.books.bases[site] = level.number(0..=self.sheet.charts.base_levels.into())? as u8;
        }
        self.open_books();
        Ok(())
    }

    pub(super) fn take_points(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        for (state, points) in note.named("State", State::ALL.map(State::name))? {
            self.books.tracks[state] = points.number(0..=u16::MAX)?;
        }
        Ok(())
    }

    pub(super) fn take_ledger(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        self.books = amended(note, &self.books, &TOLD_APART)?;
        Ok(())
    }
}

/// Writing: whatever is noted and not usual.
impl Position {
    pub(super) fn war_noted(&self) -> Option<Value> {
        let War { authority, round, stirred, won, .. } = self.war;
        let begun = round > 0 || won != [0; 2] || authority != self.sheet.opening.authority || stirred;
        begun.then(|| json!({ "authority": authority, "round": round, "stirred": stirred, "won": won }))
    }

    pub(super) fn defeated_noted(&self) -> Option<Value> {
        let defeated = |state: &State| self.books.defeated.has(*state);
        let opening = self.sheet.opening.defeated;
        let odd = State::EMPIRES.iter().any(|state| defeated(state) != opening[state.index()]);
        odd.then(|| State::ALL.into_iter().filter(defeated).map(State::name).collect())
    }

    pub(super) fn bases_noted(&self) -> Option<Value> {
        let sites = self.sheet.ground.sites.iter().zip(self.books.bases).zip(self.sheet.opening.bases);
        let odd = sites.filter(|((_, now), then)| now != then);
        entries(odd.map(|((site, now), _)| (site.name.clone(), now.into())))
    }

    pub(super) fn points_noted(&self) -> Option<Value> {
        let (now, usual) = (self.books.tracks, self.usual_books().tracks);
        let odd = State::ALL.into_iter().filter(|state| now[state.index()] != usual[state.index()]);
        entries(odd.map(|state| (state.name().into(), now[state.index()].into())))
    }

    pub(super) fn ledger_noted(&self) -> Option<Value> {
        amendments(&self.books, &self.usual_books(), &TOLD_APART)
    }
}
