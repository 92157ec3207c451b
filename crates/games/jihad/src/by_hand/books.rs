//! What players note on tracks and on paper, in positions written by hand.

use engine::by_hand::{Field, Hand, Wrong};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::position::{Books, Position, Step, War};
use crate::sheet::{Leader, State};
use crate::unit::Party;

/// Tracks, bases and defeats have fields of their own, in words.
const TOLD_APART: [&str; 3] = ["tracks", "bases", "defeated"];
const OF_THE_WAR: [&str; 4] = ["authority", "round", "stirred", "won"];

/// Reading.
impl Position {
    /// In a civil war the round is usually the first.
    pub(super) fn set_war(&mut self, hand: &Hand, step: Step) -> Result<(), Wrong> {
        let War { authority, stirred, won, .. } = self.war;
        let at_war = match step {
            Step::Leader(_) => true,
            Step::Move(party) | Step::Fight(party) | Step::Stack(party, _) => party.at_war(),
            _ => false,
        };
        self.war = War { authority, stirred, won, round: u8::from(at_war), ..self.war };
        let Some(note) = hand.note("war") else { return Ok(()) };
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

    /// The ledger as it usually is with the counters where they are, and then as the notes say.
    pub(super) fn set_books(&mut self, hand: &Hand, step: Step) -> Result<(), Wrong> {
        let defeated = self.sheet.opening.defeated;
        for state in State::EMPIRES.into_iter().filter(|state| defeated[state.index()]) {
            self.books.defeated.add(state);
        }
        if let Some(note) = hand.note("defeated") {
            self.books.defeated = crate::codes::StateSet::EMPTY;
            for item in note.items()? {
                self.books.defeated.add(State::ALL[item.one_of("State", State::ALL.map(State::name))?]);
            }
        }
        if let Some(note) = hand.note("bases") {
            for (name, level) in note.entries()? {
                let sites = &self.sheet.ground.sites;
                let site = sites.iter().position(|site| site.name.eq_ignore_ascii_case(name));
                let site = site.ok_or_else(|| {
                    let all: Vec<&str> = sites.iter().map(|site| site.name.as_str()).collect();
                    level.wrong(format!("there is no site of this name; expected {}", all.join(", ")))
                })?;
                self.books.bases[site] = level.number(0..=self.sheet.charts.base_levels.into())? as u8;
            }
        }
        self.open_books(step);
        if let Some(note) = hand.note("points") {
            for (name, points) in note.entries()? {
                let state = State::ALL.into_iter().find(|state| state.name().eq_ignore_ascii_case(name));
                let state = state.ok_or_else(|| {
                    let all = State::ALL.map(State::name).join(", ");
                    points.wrong(format!("there is no State of this name; expected {all}"))
                })?;
                self.books.tracks[state.index()] = points.number(0..=u16::MAX)?;
            }
        }
        hand.note("ledger").map_or(Ok(()), |note| self.amend_ledger(&note))
    }

    /// Plays phase A in the ledger, and what opening the step enters there.
    fn open_books(&mut self, step: Step) {
        self.open_productivity();
        if matches!(step, Step::Assign(_)) {
            return;
        }
        let control = self.control();
        self.books.awards = self.usual_awards(&control);
        self.enter_incomes(&control);
        match step {
            Step::Recruit(Party::Empires) | Step::Build(Party::Empires) => {
                self.books.eligible = self.eligible_states();
            }
            Step::Fight(party) => self.open_combat(party),
            _ => {}
        }
    }

    fn amend_ledger(&mut self, note: &Field) -> Result<(), Wrong> {
        let mut fields = fields_of(&self.books);
        let known: Vec<String> =
            fields.keys().filter(|name| !TOLD_APART.contains(&name.as_str())).cloned().collect();
        note.only(&known.iter().map(String::as_str).collect::<Vec<_>>())?;
        for (name, field) in note.entries()? {
            fields.insert(name.into(), field.value().clone());
            self.books = Books::deserialize(Value::Object(fields.clone()))
                .map_err(|fault| field.wrong(fault.to_string()))?;
        }
        Ok(())
    }
}

fn fields_of(ledger: &Books) -> Map<String, Value> {
    // A ledger is plain data with named fields.
    match serde_json::to_value(ledger) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Writing.
impl Position {
    /// Whatever is noted and not usual.
    pub(super) fn books(&self) -> Map<String, Value> {
        let mut notes = Map::new();
        let (ground, opening) = (&self.sheet.ground, &self.sheet.opening);
        let sites = ground.sites.iter().zip(self.books.bases).zip(opening.bases);
        let bases: Map<String, Value> = sites
            .filter(|((_, now), then)| now != then)
            .map(|((site, now), _)| (site.name.clone(), json!(now)))
            .collect();
        insert(&mut notes, "bases", bases);
        let defeated = |state: &State| self.books.defeated.has(*state);
        if State::EMPIRES.iter().any(|state| defeated(state) != opening.defeated[state.index()]) {
            let all: Vec<&str> = State::ALL.into_iter().filter(defeated).map(State::name).collect();
            notes.insert("defeated".into(), json!(all));
        }
        let mut usual = self.clone();
        usual.books = Books {
            bases: self.books.bases,
            defeated: self.books.defeated,
            ..Books::opening(&self.sheet.opening)
        };
        usual.open_books(self.step);
        let points =
            State::ALL.into_iter().filter(|s| usual.books.tracks[s.index()] != self.books.tracks[s.index()]);
        let points = points.map(|state| (state.name().into(), json!(self.books.tracks[state.index()])));
        insert(&mut notes, "points", points.collect());
        let before = fields_of(&usual.books);
        let odd = fields_of(&self.books)
            .into_iter()
            .filter(|(name, value)| !TOLD_APART.contains(&name.as_str()) && before.get(name) != Some(value));
        insert(&mut notes, "ledger", odd.collect());
        let War { authority, round, stirred, won, .. } = self.war;
        let war = json!({ "authority": authority, "round": round, "stirred": stirred, "won": won });
        let begun = self.war.round > 0 || self.war.won != [0; 2] || authority != opening.authority || stirred;
        if begun {
            notes.insert("war".into(), war);
        }
        if self.swapped {
            notes.insert("swapped".into(), json!(true));
        }
        notes
    }
}

fn insert(notes: &mut Map<String, Value>, name: &str, entries: Map<String, Value>) {
    if !entries.is_empty() {
        notes.insert(name.into(), Value::Object(entries));
    }
}
