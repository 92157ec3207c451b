//! A game at the table with its record: play, roll, go back, go on, branch, resume.

mod past;
mod rolls;

use serde_json::Value;

use super::{DiceSource, End, Header, Line, Record, RecordFault, Said, Scribe, VERSION};
use crate::contract::{Objection, Side, Turn};
use crate::edition::{Edition, Opening};
use crate::event::Event;
use crate::table::{Order, Table};

/// A copy of the position is kept after every so many entries, so that going back replays only a few.
const STRIDE: usize = 64;

/// A game with its record and a place in it.
///
/// Entries beyond the cursor are those taken back; they can be played again until something else is.
#[derive(Clone)]
pub struct Session {
    header: Header,
    entries: Vec<Line>,
    /// The order of each entry as the game keeps it; none for a roll.
    orders: Vec<Option<Order>>,
    /// Who gave each entry; nobody for a roll.
    givers: Vec<Option<Side>>,
    cursor: usize,
    table: Box<dyn Table>,
    /// The position after `STRIDE` × index entries.
    copies: Vec<Box<dyn Table>>,
    seed: Option<Vec<u8>>,
    /// How many throws of committed dice there were, those taken back included.
    thrown: u64,
    /// Keeps the record; without one what was taken back is forgotten.
    scribe: Option<Scribe>,
}

impl Session {
    /// A new game.
    pub fn new(opening: Opening, dice: DiceSource) -> Self {
        let header = Header {
            strategikon: "record".into(),
            version: VERSION,
            game: opening.card.game,
            ruleset: opening.ruleset,
            scenario: opening.card.scenario,
            options: opening.options,
            fingerprint: opening.card.fingerprint,
            dice,
            start: None,
            branch: None,
            signed: None,
        };
        Session::at_start(header, opening.table)
    }

    /// A game whose record was begun before, from its start.
    pub fn begun(header: Header, opening: Opening) -> Self {
        Session::at_start(header, opening.table)
    }

    /// The same game without what was taken back: for whoever writes that down elsewhere.
    pub fn forgetful(mut self) -> Self {
        self.scribe = None;
        self
    }

    /// A new game from a position of the scenario.
    pub fn from_position(
        mut opening: Opening,
        position: &Value,
        dice: DiceSource,
    ) -> Result<Self, Objection> {
        opening.table.restore(position)?;
        Ok(Session::midway(opening, dice))
    }

    /// A new game from a position of the scenario that a person wrote.
    pub fn from_hand(mut opening: Opening, text: &Value, dice: DiceSource) -> Result<Self, Objection> {
        opening.table.set_by_hand(text)?;
        Ok(Session::midway(opening, dice))
    }

    /// A new game whose record says where it starts.
    fn midway(opening: Opening, dice: DiceSource) -> Self {
        let mut session = Session::new(opening, dice);
        session.header.start = Some(session.table.state());
        session.scribe = Some(Scribe::new(&session.header));
        session
    }

    fn at_start(header: Header, table: Box<dyn Table>) -> Self {
        let seed = header.dice.seed();
        Session {
            scribe: Some(Scribe::new(&header)),
            thrown: 0,
            header,
            entries: vec![],
            orders: vec![],
            givers: vec![],
            cursor: 0,
            copies: vec![table.clone()],
            table,
            seed,
        }
    }

    /// Takes up a record where it ends; every order and roll is checked on the way.
    pub fn resume(record: &Record, edition: &dyn Edition) -> Result<Self, RecordFault> {
        Session::replayed(record, edition, |_, _| Ok(()))
    }

    /// The same, and `look` is shown the game before every line.
    pub(super) fn replayed(
        record: &Record,
        edition: &dyn Edition,
        mut look: impl FnMut(&Session, &Line) -> Result<(), String>,
    ) -> Result<Self, RecordFault> {
        let header = &record.header;
        let refuse = |what: String| RecordFault::new(1, what);
        if header.game != edition.name() {
            return Err(refuse(format!("the record is of `{}`, not of `{}`", header.game, edition.name())));
        }
        let opening = edition
            .open_under(header.ruleset, &header.scenario, &header.options)
            .map_err(|o| refuse(o.why))?;
        if opening.card.fingerprint != header.fingerprint {
            let what =
                format!("the data of {} differ from those the record was played with", header.scenario);
            return Err(refuse(what));
        }
        let mut table = opening.table;
        if let Some(start) = &header.start {
            table.restore(start).map_err(|o| refuse(format!("its start is refused: {}", o.why)))?;
        }
        let mut session = Session::at_start(header.clone(), table);
        for (i, line) in record.lines.iter().enumerate() {
            let fault = |what: String| RecordFault::new(i + 2, what);
            look(&session, line).map_err(fault)?;
            session.follow(line.clone()).map_err(|o| fault(o.to_string()))?;
        }
        Ok(session)
    }

    /// Takes a line of a record.
    fn follow(&mut self, line: Line) -> Result<(), Objection> {
        match line.said() {
            Some(Said::Back) => {
                self.go(line.n)?;
                self.forget_undone();
            }
            Some(Said::Seat(_) | Said::End(_)) => {
                if let Some(scribe) = &mut self.scribe {
                    scribe.keep(line);
                }
            }
            _ => drop(self.read(line)?),
        }
        Ok(())
    }

    /// The game as it stands at the cursor.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// The first line of the record.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The record up to the cursor, with what was taken back after dice had fallen, and the end if it is over.
    pub fn record(&self) -> Record {
        let mut scribe = self.scribe.clone().unwrap_or_else(|| {
            let mut scribe = Scribe::new(&self.header);
            self.entries.iter().for_each(|entry| scribe.write(entry.clone()));
            scribe
        });
        if self.cursor < self.entries.len() {
            scribe.back(self.cursor);
        }
        if let Some(end) = End::by_rules(self.table()) {
            scribe.end(end);
        }
        Record { header: self.header.clone(), lines: scribe.into_lines() }
    }

    /// How many entries the game has, up to the cursor.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The entries up to the cursor.
    pub fn entries(&self) -> &[Line] {
        &self.entries[..self.cursor]
    }

    /// Every entry, those taken back and not yet replaced included.
    pub fn all_entries(&self) -> &[Line] {
        &self.entries
    }

    /// Takes up a [forgetful](Session::forgetful) game of which nothing was played yet: entries written before, of
    /// which so many stand, and how many throws there were.
    pub fn take_up(&mut self, entries: Vec<Line>, cursor: usize, thrown: u64) -> Result<(), Objection> {
        if !self.is_empty() || cursor > entries.len() {
            return Err(Objection::new("protocol", "a game is taken up from its start, to an entry it has"));
        }
        for entry in entries {
            if entry.clone().chained(&self.hash()).hash != entry.hash {
                return Err(Objection::new("protocol", format!("the chain is broken at entry {}", entry.n)));
            }
            self.read(entry)?;
        }
        self.thrown = self.thrown.max(thrown);
        self.go(cursor)
    }

    /// Who gave the entry with this number; nobody for a roll.
    pub fn giver(&self, n: usize) -> Option<Side> {
        n.checked_sub(1).and_then(|i| self.givers.get(i).copied().flatten())
    }

    /// How many entries there are, those taken back included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Reads an order that comes from outside, plays it and writes it down.
    pub fn play(&mut self, order: &Value) -> Result<Vec<Event>, Objection> {
        let order = self.table.read(order)?;
        self.write(Line::order(order.data(), None), Some(order))
    }

    /// Plays an order and writes it down.
    pub fn give(&mut self, order: &Order) -> Result<Vec<Event>, Objection> {
        self.give_with(order, None)
    }

    /// The same with a nonce for committed dice.
    pub fn give_with(&mut self, order: &Order, nonce: Option<&str>) -> Result<Vec<Event>, Objection> {
        let order = self.table.canonical(order)?;
        let nonce = nonce.filter(|_| self.header.is_committed());
        self.write(Line::order(order.data(), nonce), Some(order))
    }

    fn write(&mut self, line: Line, order: Option<Order>) -> Result<Vec<Event>, Objection> {
        let events = self.take(line, order)?;
        // Where there is no scribe the chain is that of the entries that stand.
        if self.scribe.is_none() {
            let (last, before) = (self.cursor - 1, self.hash_at(self.cursor - 1));
            self.entries[last] = std::mem::take(&mut self.entries[last]).chained(&before);
        }
        Ok(events)
    }

    /// Takes an entry of a record.
    fn read(&mut self, line: Line) -> Result<Vec<Event>, Objection> {
        let order = line.order.as_ref().map(|order| self.table.read(&order.value())).transpose()?;
        self.take(line, order)
    }

    /// The hash of the chain at the cursor.
    pub fn hash(&self) -> String {
        match &self.scribe {
            Some(scribe) if self.cursor == self.entries.len() => scribe.hash_of_play().to_string(),
            _ => self.hash_at(self.cursor),
        }
    }

    fn hash_at(&self, n: usize) -> String {
        n.checked_sub(1).map_or_else(|| self.header.hash(), |last| self.entries[last].hash.clone())
    }

    /// What was taken back is gone now that something else is played.
    fn forget_undone(&mut self) {
        if self.cursor == self.entries.len() {
            return;
        }
        self.entries.truncate(self.cursor);
        self.orders.truncate(self.cursor);
        self.givers.truncate(self.cursor);
        self.copies.truncate(self.cursor / STRIDE + 1);
        if let Some(scribe) = &mut self.scribe {
            scribe.back(self.cursor);
        }
    }

    /// Carries out an entry and appends it; what was taken back before is gone then.
    fn take(&mut self, mut line: Line, order: Option<Order>) -> Result<Vec<Event>, Objection> {
        let giver = match self.table.turn() {
            Turn::Order(side) => Some(side),
            _ => None,
        };
        if let (Turn::Dice(request), Some(Said::Roll(faces))) = (self.table.turn(), line.said()) {
            self.may_fall(&line, faces, request)?;
        }
        // On a copy: an order that fails half-way must leave the game as it was.
        let mut after = self.table.clone();
        let events = apply(after.as_mut(), &line, order.as_ref())?;
        self.table = after;
        self.forget_undone();
        line.n = self.cursor + 1;
        self.thrown = line.throw.unwrap_or(self.thrown);
        if let Some(scribe) = &mut self.scribe {
            scribe.write(line);
            line = scribe.lines().last().cloned().unwrap_or_default();
        }
        self.entries.push(line);
        self.orders.push(order.map(|order| order.lean()));
        self.givers.push(giver);
        self.cursor += 1;
        if self.cursor.is_multiple_of(STRIDE) {
            self.copies.push(self.table.clone());
        }
        Ok(events)
    }

    /// The entries up to the cursor with what happened in each, told again from the start.
    pub fn chronicle(&self) -> Result<Vec<Told>, Objection> {
        self.chronicle_from(0, |_, _| {})
    }

    /// The entries after `n` with what happened in each; `look` is shown the game after every one.
    pub fn chronicle_from(
        &self,
        n: usize,
        mut look: impl FnMut(&mut Told, &dyn Table),
    ) -> Result<Vec<Told>, Objection> {
        let n = n.min(self.cursor);
        let mut table = self.position(n)?;
        let tell = |(entry, order): (&Line, &Option<Order>)| {
            let words = match (order, entry.said()) {
                (Some(order), _) => table.describe(order)?,
                (None, Some(Said::Roll(faces))) => format!("roll {}", list(faces)),
                _ => String::new(),
            };
            let events = apply(table.as_mut(), entry, order.as_ref())?;
            let mut told = Told { n: entry.n, words, events };
            look(&mut told, table.as_ref());
            Ok(told)
        };
        self.entries[n..self.cursor].iter().zip(&self.orders[n..]).map(tell).collect()
    }
}

/// An entry with what happened.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Told {
    /// Its number.
    pub n: usize,
    /// The order or roll in words.
    pub words: String,
    /// What happened.
    pub events: Vec<Event>,
}

fn list(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Carries out an entry, whose order was read already.
fn apply(table: &mut dyn Table, line: &Line, order: Option<&Order>) -> Result<Vec<Event>, Objection> {
    match (order, line.said()) {
        (Some(order), Some(Said::Order(_))) => table.play(order),
        (None, Some(Said::Roll(faces))) => table.roll(faces),
        _ => Err(Objection::new("protocol", "an entry must be either an order or a roll")),
    }
}
