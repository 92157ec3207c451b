//! Verifying a record: every order legal, every roll that can be recomputed the right one.

use serde::Serialize;
use serde_json::Value;

use super::{DiceSource, Record, RecordFault, Said, Session};
use crate::contract::Turn;
use crate::dice::derived_roll;
use crate::edition::Edition;
use crate::table::turn_value;

/// What was found in a record that is in order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verification {
    /// The scenario's full name.
    pub scenario: String,
    /// Entries altogether.
    pub entries: usize,
    /// Orders, all of them legal.
    pub orders: usize,
    /// Rolls altogether.
    pub rolls: usize,
    /// Rolls computed again from the revealed seed.
    pub rolls_verified: usize,
    /// Rolls that wait for the seed to be revealed.
    pub rolls_sealed: usize,
    /// Rolls entered by hand.
    pub rolls_by_hand: usize,
    /// Whether the game is over.
    pub finished: bool,
    /// What the last position waits for.
    pub turn: Value,
    /// The hash at the end of the chain.
    pub hash: String,
    /// The digest of the last position.
    pub position: String,
}

/// Replays a record whose form and chain are right, and recomputes its rolls.
pub fn verify(record: &Record, edition: &dyn Edition) -> Result<Verification, RecordFault> {
    let session = Session::resume(record, edition)?;
    let (verified, sealed, by_hand) = recompute(record, &session)?;
    let rolls = verified + sealed + by_hand;
    Ok(Verification {
        scenario: record.header.scenario.clone(),
        entries: record.entries.len(),
        orders: record.entries.len() - rolls,
        rolls,
        rolls_verified: verified,
        rolls_sealed: sealed,
        rolls_by_hand: by_hand,
        finished: matches!(session.table().turn(), Turn::Over(_)),
        turn: turn_value(session.table()),
        hash: record.hash(),
        position: session.table().hash(),
    })
}

/// Rolls verified, sealed and entered by hand.
fn recompute(record: &Record, session: &Session) -> Result<(usize, usize, usize), RecordFault> {
    let seed = revealed_seed(&record.header.dice)?;
    let (mut verified, mut sealed, mut by_hand) = (0, 0, 0);
    let Ok(mut table) = session.position(0) else { return Ok((0, 0, 0)) };
    for entry in &record.entries {
        match (entry.said(), &seed) {
            (Some(Said::Roll(_, None)), _) => by_hand += 1,
            (Some(Said::Roll(_, Some(_))), None) if record.header.dice == DiceSource::PHYSICAL => {
                return Err(RecordFault::of_entry(entry.n, "a derived roll in a game with physical dice"));
            }
            (Some(Said::Roll(_, Some(_))), None) => sealed += 1,
            (Some(Said::Roll(faces, Some(nonce))), Some(seed)) => {
                let number = (verified + by_hand) as u64;
                if let Turn::Dice(request) = table.turn() {
                    let due = derived_roll(seed, number, nonce.as_bytes(), request);
                    if due.faces() != faces {
                        let what =
                            format!("the dice were {:?} by the seed, but {faces:?} is written", due.faces());
                        return Err(RecordFault::of_entry(entry.n, what));
                    }
                }
                verified += 1;
            }
            _ => {}
        }
        let step = match entry.said() {
            Some(Said::Order(order)) => table.read(order).and_then(|order| table.play(&order)),
            Some(Said::Roll(faces, _)) => table.roll(faces),
            None => continue,
        };
        step.map_err(|o| RecordFault::of_entry(entry.n, o.to_string()))?;
    }
    Ok((verified, sealed, by_hand))
}

fn revealed_seed(dice: &DiceSource) -> Result<Option<Vec<u8>>, RecordFault> {
    let DiceSource::Seeded(seeded) = dice else { return Ok(None) };
    if seeded.seed.is_none() {
        return Ok(None);
    }
    let seed = dice.seed().ok_or_else(|| RecordFault::new(1, "the seed is not in hexadecimal"))?;
    match DiceSource::committed(&seed) {
        DiceSource::Seeded(again) if again.commitment == seeded.commitment => Ok(Some(seed)),
        _ => Err(RecordFault::new(1, "the seed is not the one whose digest was given at the start")),
    }
}
