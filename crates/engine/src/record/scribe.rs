//! Writing a record down, line by line.

use super::{End, FIRST_VERSION, Header, Line, Seated};
use crate::contract::Side;

/// Writes the lines of a record as the game goes on, with everything that was taken back after dice had fallen.
///
/// Orders taken back before any dice leave no trace: nothing was learnt by them.
#[derive(Clone, PartialEq, Debug)]
pub struct Scribe {
    /// What the chain starts from.
    start: String,
    version: u32,
    lines: Vec<Line>,
    /// The line of each entry that stands.
    standing: Vec<usize>,
    seats: [Option<Seated>; 2],
}

impl Scribe {
    /// A record with nothing in it yet.
    pub fn new(header: &Header) -> Scribe {
        let (start, version) = (header.hash(), header.version);
        Scribe { start, version, lines: vec![], standing: vec![], seats: [None, None] }
    }

    /// How many entries stand.
    pub fn standing(&self) -> usize {
        self.standing.len()
    }

    /// The hash of the last line.
    pub fn hash(&self) -> &str {
        self.lines.last().map_or(&self.start, |line| &line.hash)
    }

    /// The hash of the last line that is not the end.
    pub(super) fn hash_of_play(&self) -> &str {
        let play = &self.lines[..self.lines.len() - self.is_ended() as usize];
        play.last().map_or(&self.start, |line| &line.hash)
    }

    /// The lines so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The lines, when all is written.
    pub fn into_lines(self) -> Vec<Line> {
        self.lines
    }

    /// Writes an order or a roll.
    pub fn write(&mut self, mut line: Line) {
        // Whoever plays on has not ended there.
        if self.is_ended() {
            self.lines.pop();
        }
        line.n = self.standing.len() + 1;
        self.standing.push(self.lines.len());
        self.push(line);
    }

    fn push(&mut self, line: Line) {
        let line = line.chained(self.hash());
        self.lines.push(line);
    }

    fn between(&mut self, line: Line) {
        if self.version > FIRST_VERSION && !self.is_ended() {
            self.push(Line { n: self.standing.len(), ..line });
        }
    }

    /// Takes back the entries after the first so many.
    pub fn back(&mut self, to: usize) {
        let Some(&first) = self.standing.get(to) else { return };
        self.standing.truncate(to);
        if self.is_ended() {
            self.lines.pop();
        }
        let plain = self.lines[first..].iter().all(|line| line.order.is_some());
        if plain || self.version == FIRST_VERSION {
            self.lines.truncate(first);
        } else {
            self.between(Line { back: true, ..Line::default() });
        }
    }

    /// Somebody sits down, or leads otherwise than before.
    pub fn seat(&mut self, seated: Seated) {
        let seat = &mut self.seats[seated.side.index()];
        if self.lines.last().is_none_or(|line| line.end.is_none()) && seat.as_ref() != Some(&seated) {
            *seat = Some(seated.clone());
            self.between(Line { seat: Some(Box::new(seated)), ..Line::default() });
        }
    }

    /// Who sits at a side.
    pub fn seated(&self, side: Side) -> Option<&Seated> {
        self.seats[side.index()].as_ref()
    }

    /// It is over; who played is added.
    pub fn end(&mut self, end: End) {
        let players = match &self.seats {
            [Some(one), Some(two)] => Some([one.name.clone(), two.name.clone()]),
            _ => None,
        };
        self.between(Line { end: Some(Box::new(End { players, ..end })), ..Line::default() });
    }

    /// Takes a line as it was written before, whatever it says.
    pub(super) fn keep(&mut self, line: Line) {
        if let Some(seated) = &line.seat {
            self.seats[seated.side.index()] = Some(seated.as_ref().clone());
        }
        self.between(line);
    }

    /// Whether the end is written.
    pub fn is_ended(&self) -> bool {
        self.lines.last().is_some_and(|line| line.end.is_some())
    }

    /// A changed header starts another chain.
    pub(super) fn rechain(&mut self, header: &Header) {
        self.start = header.hash();
        let mut hash = self.start.clone();
        for line in &mut self.lines {
            *line = std::mem::take(line).chained(&hash);
            hash.clone_from(&line.hash);
        }
    }

    /// The entries that stand.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Line> {
        self.standing.iter().map(|&at| &self.lines[at])
    }
}
