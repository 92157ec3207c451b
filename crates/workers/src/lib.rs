//! Many machines: the games of a plan handed out over PostgreSQL to any number of workers.
//!
//! Whoever runs the plan ([`Leader`]) writes down *portions*, a few games of a series each; a [worker](work) takes one,
//! plays it, and gives back its games. Taking, playing and giving back is one transaction that holds the portion locked:
//! when a worker dies, at whatever moment, its transaction ends and somebody else plays the portion, and no game comes back
//! twice or not at all. A game depends on nothing but its plan, series and number, so it does not matter who plays it.

mod leader;
mod queue;
mod worker;

pub use leader::Leader;
pub use queue::Fault;
pub use worker::{Terms, Told, work};
