//! A game at the table with its record: play, roll, go back, go on, branch, resume.

use serde_json::Value;

use super::{Branch, DiceSource, Entry, Header, Record, RecordFault, Said, VERSION};
use crate::contract::{Objection, Side, Turn};
use crate::dice::{Dice, derived_roll};
use crate::edition::{Edition, Opening};
use crate::event::Event;
use crate::table::{Order, Table};
use crate::words::counted;

/// A copy of the position is kept after every so many entries, so that going back replays only a few.
const STRIDE: usize = 64;

/// A game with its record and a place in it.
///
/// Entries beyond the cursor are those taken back; they can be played again until something else is.
#[derive(Clone)]
pub struct Session {
    header: Header,
    entries: Vec<Entry>,
    /// The order of each entry as the game keeps it; none for a roll.
    orders: Vec<Option<Order>>,
    /// Who gave each entry; nobody for a roll.
    givers: Vec<Option<Side>>,
    cursor: usize,
    table: Box<dyn Table>,
    /// The position after `STRIDE` × index entries.
    copies: Vec<Box<dyn Table>>,
    seed: Option<Vec<u8>>,
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
        };
        Session::at_start(header, opening.table)
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
        session
    }

    fn at_start(header: Header, table: Box<dyn Table>) -> Self {
        let seed = header.dice.seed();
        Session {
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
        for entry in &record.entries {
            session.read(entry.clone()).map_err(|o| RecordFault::of_entry(entry.n, o.to_string()))?;
        }
        Ok(session)
    }

    /// The game as it stands at the cursor.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// The first line of the record.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The record up to the cursor.
    pub fn record(&self) -> Record {
        Record { header: self.header.clone(), entries: self.entries[..self.cursor].to_vec() }
    }

    /// How many entries the game has, up to the cursor.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The entries up to the cursor.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.cursor]
    }

    /// Every entry, those taken back and not yet replaced included.
    pub fn all_entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Takes up a game of which nothing was played yet: entries written before, of which so many stand.
    pub fn take_up(&mut self, entries: Vec<Entry>, cursor: usize) -> Result<(), Objection> {
        if !self.is_empty() || cursor > entries.len() {
            return Err(Objection::new("protocol", "a game is taken up from its start, to an entry it has"));
        }
        for entry in entries {
            if entry.clone().chained(&self.hash()).hash != entry.hash {
                return Err(Objection::new("protocol", format!("the chain is broken at entry {}", entry.n)));
            }
            self.read(entry)?;
        }
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

    /// Gives this session the secret seed of its dice, if it is the one committed to.
    pub fn entrust(&mut self, seed: &[u8]) -> Result<(), Objection> {
        let DiceSource::Seeded(ours) = &self.header.dice else {
            return Err(Objection::new("dice", "this game is played with physical dice"));
        };
        match DiceSource::committed(seed) {
            DiceSource::Seeded(theirs) if theirs.commitment == ours.commitment => {
                self.seed = Some(seed.to_vec());
                Ok(())
            }
            _ => Err(Objection::new("dice", "this is not the seed the record is committed to")),
        }
    }

    /// Writes the seed into the record, for everyone to verify the rolls.
    pub fn reveal(&mut self) {
        if let (DiceSource::Seeded(_), Some(seed)) = (&self.header.dice, &self.seed) {
            self.header.dice = DiceSource::open(seed);
        }
    }

    /// Reads an order that comes from outside, plays it and writes it down.
    pub fn play(&mut self, order: &Value) -> Result<Vec<Event>, Objection> {
        let order = self.table.read(order)?;
        self.write_order(order)
    }

    /// Plays an order and writes it down.
    pub fn give(&mut self, order: &Order) -> Result<Vec<Event>, Objection> {
        let order = self.table.canonical(order)?;
        self.write_order(order)
    }

    fn write_order(&mut self, order: Order) -> Result<Vec<Event>, Objection> {
        let data = Some(order.data().clone());
        let entry = Entry { n: 0, order: data, roll: None, nonce: None, hash: String::new() };
        self.write(entry, Some(order))
    }

    /// Takes dice thrown by hand and writes them down.
    pub fn roll(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection> {
        self.take_roll(faces, None)
    }

    /// The dice that are due, derived from the seed and the acting player's nonce.
    pub fn derive(&self, nonce: &str) -> Result<Dice, Objection> {
        let Turn::Dice(request) = self.table.turn() else {
            return Err(Objection::new("dice", format!("no dice are due; {}", self.table.prompt())));
        };
        let Some(seed) = &self.seed else {
            return Err(Objection::new("dice", "this game has no seed to roll from; give the dice"));
        };
        Ok(derived_roll(seed, self.rolls(), nonce.as_bytes(), request))
    }

    /// Takes dice and writes them down, with the nonce they were [derived](Session::derive) from if they were.
    pub fn take_roll(&mut self, faces: &[u8], nonce: Option<&str>) -> Result<Vec<Event>, Objection> {
        let (roll, nonce) = (Some(faces.to_vec()), nonce.map(str::to_string));
        self.write(Entry { n: 0, order: None, roll, nonce, hash: String::new() }, None)
    }

    /// Throws the dice that are due from the seed and the acting player's nonce.
    pub fn roll_derived(&mut self, nonce: &str) -> Result<(Vec<u8>, Vec<Event>), Objection> {
        let faces = self.derive(nonce)?.faces().to_vec();
        let events = self.take_roll(&faces, Some(nonce))?;
        Ok((faces, events))
    }

    /// How many rolls there were up to the cursor; the number of the next one.
    pub fn rolls(&self) -> u64 {
        self.entries[..self.cursor].iter().filter(|entry| entry.roll.is_some()).count() as u64
    }

    fn write(&mut self, mut entry: Entry, order: Option<Order>) -> Result<Vec<Event>, Objection> {
        entry.n = self.cursor + 1;
        let entry = entry.chained(&self.hash());
        self.take(entry, order)
    }

    /// Takes an entry of a record.
    fn read(&mut self, entry: Entry) -> Result<Vec<Event>, Objection> {
        let order = entry.order.as_ref().map(|order| self.table.read(order)).transpose()?;
        self.take(entry, order)
    }

    /// The hash of the chain at the cursor.
    pub fn hash(&self) -> String {
        match self.cursor {
            0 => self.header.hash(),
            n => self.entries[n - 1].hash.clone(),
        }
    }

    /// Carries out an entry and appends it; what was taken back before is gone then.
    fn take(&mut self, entry: Entry, order: Option<Order>) -> Result<Vec<Event>, Objection> {
        let giver = match self.table.turn() {
            Turn::Order(side) => Some(side),
            _ => None,
        };
        // On a copy: an order that fails half-way must leave the game as it was.
        let mut after = self.table.clone();
        let events = apply(after.as_mut(), &entry, order.as_ref())?;
        self.table = after;
        self.entries.truncate(self.cursor);
        self.orders.truncate(self.cursor);
        self.givers.truncate(self.cursor);
        self.copies.truncate(self.cursor / STRIDE + 1);
        self.entries.push(entry);
        self.orders.push(order);
        self.givers.push(giver);
        self.cursor += 1;
        if self.cursor.is_multiple_of(STRIDE) {
            self.copies.push(self.table.clone());
        }
        Ok(events)
    }

    /// Whose order would be taken back freely; an objection if there is none.
    ///
    /// Free until dice fall or the other side acts: only orders, and only of one side in a row.
    pub fn free_undo(&self) -> Result<Side, Objection> {
        let refuse = |why: &str| Err(Objection::new("protocol", why));
        let Some(last) = self.cursor.checked_sub(1) else { return refuse("nothing was played yet") };
        let undoing = self.givers.get(self.cursor).copied().flatten();
        match (self.givers[last], undoing) {
            (None, _) => refuse("the dice have fallen; taking back a roll needs the consent of both sides"),
            (Some(giver), Some(other)) if giver != other => refuse(
                "the order before was the other side's; taking it back needs the consent of both sides",
            ),
            (Some(giver), _) => Ok(giver),
        }
    }

    /// Takes back the last order, if that is free.
    pub fn undo(&mut self) -> Result<(), Objection> {
        self.free_undo()?;
        self.go(self.cursor - 1)
    }

    /// Plays again the next entry that was taken back.
    pub fn redo(&mut self) -> Result<(), Objection> {
        if self.cursor == self.entries.len() {
            return Err(Objection::new("protocol", "nothing was taken back"));
        }
        self.go(self.cursor + 1)
    }

    /// Goes back to just after entry `n`; freely as far as [`undo`](Session::undo) would go, further by consent.
    pub fn undo_to(&mut self, n: usize, consent: bool) -> Result<(), Objection> {
        if n > self.cursor {
            return Err(Objection::new(
                "protocol",
                format!("the record has only {} to go back to", counted(self.cursor, "entry", "entries")),
            ));
        }
        if consent {
            return self.go(n);
        }
        let mut trial = self.clone();
        while trial.cursor > n {
            trial.undo()?;
        }
        *self = trial;
        Ok(())
    }

    /// Goes to just after entry `n`, in either direction; for whoever looks through a record.
    pub fn go(&mut self, n: usize) -> Result<(), Objection> {
        self.table = self.position(n)?;
        self.cursor = n;
        Ok(())
    }

    /// The game as it stood just after entry `n`.
    pub fn position(&self, n: usize) -> Result<Box<dyn Table>, Objection> {
        if n > self.entries.len() {
            let why = format!("there is no entry {n}; the record has {}", self.entries.len());
            return Err(Objection::new("protocol", why));
        }
        let from = (n / STRIDE).min(self.copies.len() - 1);
        let mut table = self.copies[from].clone();
        for i in from * STRIDE..n {
            apply(table.as_mut(), &self.entries[i], self.orders[i].as_ref())?;
        }
        Ok(table)
    }

    /// A second game that shares the first `n` entries. It keeps the seed, so its dice can be foreseen.
    pub fn fork(&self, n: usize) -> Result<Session, Objection> {
        let mut fork = self.clone();
        fork.go(n)?;
        let hash = fork.hash();
        fork.entries.truncate(n);
        fork.orders.truncate(n);
        fork.givers.truncate(n);
        fork.copies.truncate(n / STRIDE + 1);
        fork.header.branch = Some(Branch { at: n, hash });
        fork.rechain();
        Ok(fork)
    }

    /// A changed header starts another chain.
    fn rechain(&mut self) {
        let mut hash = self.header.hash();
        for entry in &mut self.entries {
            *entry = entry.clone().chained(&hash);
            hash.clone_from(&entry.hash);
        }
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
        let tell = |(entry, order): (&Entry, &Option<Order>)| {
            let words = match (order, entry.said()) {
                (Some(order), _) => table.describe(order)?,
                (None, Some(Said::Roll(faces, _))) => format!("roll {}", list(faces)),
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
fn apply(table: &mut dyn Table, entry: &Entry, order: Option<&Order>) -> Result<Vec<Event>, Objection> {
    match (order, entry.said()) {
        (Some(order), Some(Said::Order(_))) => table.play(order),
        (None, Some(Said::Roll(faces, _))) => table.roll(faces),
        _ => Err(Objection::new("protocol", "an entry must be either an order or a roll")),
    }
}
