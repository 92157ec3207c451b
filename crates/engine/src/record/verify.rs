//! Verifying a record: every order legal, every roll that can be recomputed the right one, the end the one it came to.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{DiceSource, End, FIRST_VERSION, Line, Record, RecordFault, Said, Seated, Session};
use crate::contract::{Side, Turn};
use crate::dice::derived_roll;
use crate::edition::Edition;
use crate::table::{hex_digits, turn_value};

/// What was found in a record that is in order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verification {
    /// The version of the format.
    pub version: u32,
    /// The scenario's full name.
    pub scenario: String,
    /// Who sat where last.
    pub seats: [Option<Seated>; 2],
    /// Entries that stand.
    pub entries: usize,
    /// Orders among them, all of them legal.
    pub orders: usize,
    /// Rolls among them.
    pub rolls: usize,
    /// Rolls that were taken back; they are checked like the others and counted with them below.
    pub rolls_taken_back: usize,
    /// Rolls computed again from the revealed seed.
    pub rolls_verified: usize,
    /// Rolls that wait for the seed to be revealed.
    pub rolls_sealed: usize,
    /// Rolls entered by hand.
    pub rolls_by_hand: usize,
    /// Rolls from committed dice into which no side, one, and both had given a nonce.
    pub rolls_by_nonces: [usize; 3],
    /// What each side gave towards committed dice.
    pub nonces: [Nonces; 2],
    /// Whether the dice follow from a seed committed to before the game.
    pub committed: bool,
    /// Whether the seed was no secret while it was played.
    pub open_seed: bool,
    /// Whether the game is over and its end is written; in version 1, whether it is over by its rules.
    pub finished: bool,
    /// How it ended.
    pub end: Option<End>,
    /// What the last position waits for.
    pub turn: Value,
    /// The hash at the end of the chain.
    pub hash: String,
    /// The digest of the last position.
    pub position: String,
}

/// The nonces of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Nonces {
    /// Orders it gave, those taken back included.
    pub orders: usize,
    /// Nonces it gave with them.
    pub given: usize,
    /// Of these, the ones its nonce before had bound it to.
    pub bound: usize,
}

/// Replays a record whose form and chain are right, and recomputes its rolls.
pub fn verify(record: &Record, edition: &dyn Edition) -> Result<Verification, RecordFault> {
    let header = &record.header;
    let seed = revealed_seed(&header.dice)?;
    let mut counts = Counts { committed: header.is_committed(), seed, ..Counts::default() };
    let session = Session::replayed(record, edition, |session, line| counts.count(session, line))?;
    let rolls = session.rolls() as usize;
    let by_rules = matches!(session.table().turn(), Turn::Over(_));
    Ok(Verification {
        version: header.version,
        scenario: header.scenario.clone(),
        seats: record.seats().map(|seat| seat.cloned()),
        entries: session.cursor(),
        orders: session.cursor() - rolls,
        rolls,
        rolls_taken_back: counts.verified + counts.sealed + counts.by_hand - rolls,
        rolls_verified: counts.verified,
        rolls_sealed: counts.sealed,
        rolls_by_hand: counts.by_hand,
        rolls_by_nonces: counts.by_nonces,
        nonces: counts.nonces,
        committed: counts.committed,
        open_seed: matches!(header.dice, DiceSource::Open(_)),
        finished: record.end().is_some() || header.version == FIRST_VERSION && by_rules,
        end: record.end().cloned(),
        turn: turn_value(session.table()),
        hash: record.hash(),
        position: session.table().hash(),
    })
}

/// What is counted while a record is replayed.
#[derive(Default)]
struct Counts {
    committed: bool,
    seed: Option<Vec<u8>>,
    verified: usize,
    sealed: usize,
    by_hand: usize,
    by_nonces: [usize; 3],
    nonces: [Nonces; 2],
    seats: [Option<String>; 2],
}

impl Counts {
    /// Counts a line, about to be carried out; says what is wrong with it that carrying it out does not find.
    fn count(&mut self, session: &Session, line: &Line) -> Result<(), String> {
        match line.said() {
            Some(Said::Order(_)) => {
                if let Turn::Order(side) = session.table().turn() {
                    self.count_nonce(session, side, line.nonce.as_deref());
                }
            }
            Some(Said::Roll(faces)) => return self.count_roll(session, line, faces),
            Some(Said::Seat(seat)) => self.seats[seat.side.index()] = Some(seat.name.clone()),
            Some(Said::End(end)) => {
                let players = match &self.seats {
                    [Some(one), Some(two)] => Some([one.clone(), two.clone()]),
                    _ => None,
                };
                if players != end.players {
                    return Err("the players named at the end are not those who sat there".into());
                }
                return end.wrong(session.table()).map_or(Ok(()), Err);
            }
            Some(Said::Back) | None => {}
        }
        Ok(())
    }

    fn count_nonce(&mut self, session: &Session, side: Side, nonce: Option<&str>) {
        let nonces = &mut self.nonces[side.index()];
        nonces.orders += 1;
        if let Some(nonce) = nonce {
            nonces.given += 1;
            let before = session.nonces()[side.index()];
            // The same one again leaves no choice either.
            let bound = before.is_some_and(|b| b == nonce || b == hex_digits(&Sha256::digest(nonce)));
            nonces.bound += bound as usize;
        }
    }

    fn count_roll(&mut self, session: &Session, line: &Line, faces: &[u8]) -> Result<(), String> {
        if self.committed {
            let given = session.nonces().into_iter().flatten().count();
            self.by_nonces[given] += 1;
            // That it is the right one the session sees to, which has the seed if it is revealed.
            let count = if self.seed.is_some() { &mut self.verified } else { &mut self.sealed };
            *count += 1;
            return Ok(());
        }
        match (&line.nonce, &self.seed) {
            (None, _) => self.by_hand += 1,
            (Some(_), None) => self.sealed += 1,
            (Some(nonce), Some(seed)) => {
                self.verified += 1;
                if let Turn::Dice(request) = session.table().turn() {
                    let due = derived_roll(seed, session.rolls(), nonce.as_bytes(), request);
                    if due.faces() != faces {
                        let due = due.faces();
                        return Err(format!("the dice were {due:?} by the seed, but {faces:?} is written"));
                    }
                }
            }
        }
        Ok(())
    }
}

fn revealed_seed(dice: &DiceSource) -> Result<Option<Vec<u8>>, RecordFault> {
    let wrong = || RecordFault::new(1, "the seed is not in hexadecimal");
    match dice {
        DiceSource::Physical(_) => Ok(None),
        DiceSource::Open(_) => dice.seed().ok_or_else(wrong).map(Some),
        DiceSource::Seeded(seeded) if seeded.seed.is_none() => Ok(None),
        DiceSource::Seeded(seeded) => {
            let seed = dice.seed().ok_or_else(wrong)?;
            if hex_digits(&Sha256::digest(&seed)) != seeded.commitment {
                let what = "the seed is not the one whose digest was given at the start";
                return Err(RecordFault::new(1, what));
            }
            Ok(Some(seed))
        }
    }
}
