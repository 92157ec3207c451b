//! The past of a session: taking back, playing again, looking back, branching off.

use super::super::Branch;
use super::{STRIDE, Session, apply};
use crate::contract::{Objection, Side};
use crate::table::Table;
use crate::words::counted;

impl Session {
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
        fork.header.branch = Some(Branch { at: n, hash: fork.hash_at(n) });
        fork.header.signed = None;
        fork.forget_undone();
        if let Some(scribe) = &mut fork.scribe {
            scribe.rechain(&fork.header);
            fork.entries = scribe.entries().cloned().collect();
        }
        Ok(fork)
    }
}
