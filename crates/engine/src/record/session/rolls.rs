//! The dice of a session: entered, derived, taken.

use super::super::reading::BY_HAND;
use super::super::{DiceSource, Line};
use super::Session;
use crate::contract::{Objection, Turn};
use crate::dice::{Dice, DiceRequest, committed_throw, derived_roll};
use crate::event::Event;
use crate::table::hex_digits;

impl Session {
    /// How many throws of committed dice there were, those taken back included.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// Gives this session the secret seed of its dice, if it is the one committed to.
    pub fn entrust(&mut self, seed: &[u8]) -> Result<(), Objection> {
        let DiceSource::Seeded(ours) = &self.header.dice else {
            return Err(Objection::new("dice", "the dice of this game follow from no secret seed"));
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
        if let (DiceSource::Seeded(seeded), Some(seed)) = (&mut self.header.dice, &self.seed) {
            seeded.seed = Some(hex_digits(seed));
        }
    }

    /// The nonces the two sides gave last, with orders that stand.
    pub fn nonces(&self) -> [Option<&str>; 2] {
        let mut nonces = [None, None];
        for (entry, giver) in self.entries[..self.cursor].iter().zip(&self.givers).rev() {
            if let (Some(nonce), Some(side)) = (entry.nonce.as_deref(), giver) {
                nonces[side.index()].get_or_insert(nonce);
                if nonces.iter().all(Option::is_some) {
                    break;
                }
            }
        }
        nonces
    }

    /// Takes dice thrown by hand and writes them down.
    pub fn roll(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection> {
        self.take_roll(faces, None)
    }

    /// The dice that are due, derived from the seed: committed dice from the nonces the sides gave with their orders,
    /// others from this one.
    pub fn derive(&self, nonce: &str) -> Result<Dice, Objection> {
        let Turn::Dice(request) = self.table.turn() else {
            return Err(Objection::new("dice", format!("no dice are due; {}", self.table.prompt())));
        };
        let Some(seed) = &self.seed else {
            return Err(Objection::new("dice", "this game has no seed to roll from; give the dice"));
        };
        Ok(match self.header.is_committed() {
            true => committed_throw(seed, self.thrown + 1, self.nonces(), request),
            false => derived_roll(seed, self.rolls(), nonce.as_bytes(), request),
        })
    }

    /// Takes dice and writes them down, with the nonce they were [derived](Session::derive) from if they were.
    pub fn take_roll(&mut self, faces: &[u8], nonce: Option<&str>) -> Result<Vec<Event>, Objection> {
        self.write(Line::roll(faces, nonce), None)
    }

    /// Takes the dice that follow from the committed seed, and writes them down.
    pub fn take_throw(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection> {
        self.write(Line::throw(faces, self.thrown + 1), None)
    }

    /// Throws the dice that are due from the seed, with a nonce if they are not committed.
    pub fn roll_derived(&mut self, nonce: &str) -> Result<(Vec<u8>, Vec<Event>), Objection> {
        let faces = self.derive(nonce)?.faces().to_vec();
        let events = match self.header.is_committed() {
            true => self.take_throw(&faces)?,
            false => self.take_roll(&faces, Some(nonce))?,
        };
        Ok((faces, events))
    }

    /// Whether a roll is one that committed dice give; where they are not committed any is.
    pub(super) fn may_fall(&self, line: &Line, faces: &[u8], request: DiceRequest) -> Result<(), Objection> {
        if !self.header.is_committed() {
            return Ok(());
        }
        let wrong = |why: String| Err(Objection::new("dice", why));
        let (Some(throw), due) = (line.throw, self.thrown + 1) else { return wrong(BY_HAND.into()) };
        if throw < due || throw > due && self.scribe.is_some() {
            return wrong(format!("throw {throw} stands where {due} belongs: one is missing or was added"));
        }
        let Some(seed) = &self.seed else { return Ok(()) };
        let dice = committed_throw(seed, throw, self.nonces(), request);
        if dice.faces() != faces {
            return wrong(format!("the dice were {:?} by the seed, but {faces:?} is written", dice.faces()));
        }
        Ok(())
    }

    /// How many rolls there were up to the cursor; the number of the next one.
    pub fn rolls(&self) -> u64 {
        self.entries[..self.cursor].iter().filter(|entry| entry.roll.is_some()).count() as u64
    }
}
