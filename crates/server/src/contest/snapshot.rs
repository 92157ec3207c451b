//! A contest written down as it stands, so that it opens without doing all its deeds again.

use std::collections::VecDeque;

use engine::record::Line;
use engine::{Objection, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shelf::Shelf;

use super::{Contest, Ending, Seat, UndoAsked};
use crate::clock::Standing;
use crate::store::{GameRow, StoreFault};
use crate::timekeeping::Absences;

/// Everything of a contest that does not follow from its row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Snapshot {
    /// The entries of the record, those taken back last included.
    entries: Vec<Line>,
    /// How many of them stand.
    cursor: usize,
    /// How many throws of committed dice there were, those taken back included.
    #[serde(default)]
    thrown: u64,
    seats: [Option<Seat>; 2],
    clocks: Standing,
    undo_asked: Option<UndoAsked>,
    draw_offered: Option<Side>,
    ended: Option<Ending>,
    talk: VecDeque<Value>,
    updated: i64,
    changed: u64,
}

impl Contest {
    /// The contest as it stands, as JSON.
    pub fn snapshot(&self) -> Result<String, StoreFault> {
        let snapshot = Snapshot {
            entries: self.session.all_entries().to_vec(),
            cursor: self.session.cursor(),
            thrown: self.session.thrown(),
            seats: self.seats.clone(),
            clocks: self.clocks.standing(),
            undo_asked: self.undo_asked,
            draw_offered: self.draw_offered,
            ended: self.ended,
            talk: self.talk.clone(),
            updated: self.updated,
            changed: self.changed,
        };
        Ok(serde_json::to_string(&snapshot)?)
    }

    /// A contest from its row and a snapshot taken after the deed with this number. Every order and roll is checked
    /// again on the way.
    pub fn restored(
        shelf: &Shelf,
        row: GameRow,
        absences: Absences,
        number: u64,
        snapshot: &str,
    ) -> Result<Contest, StoreFault> {
        let refused =
            |objection: Objection| StoreFault::Corrupt(format!("a snapshot is refused: {objection}"));
        let snapshot: Snapshot = serde_json::from_str(snapshot)?;
        let mut contest = Contest::open(shelf, row, absences)?;
        contest.session.take_up(snapshot.entries, snapshot.cursor, snapshot.thrown).map_err(refused)?;
        contest.clocks.set(snapshot.clocks);
        contest.seats = snapshot.seats;
        contest.undo_asked = snapshot.undo_asked;
        contest.draw_offered = snapshot.draw_offered;
        contest.ended = snapshot.ended;
        contest.talk = snapshot.talk;
        contest.updated = snapshot.updated;
        contest.changed = snapshot.changed;
        contest.number = number;
        if contest.is_over() {
            contest.session.reveal();
        }
        Ok(contest)
    }
}
