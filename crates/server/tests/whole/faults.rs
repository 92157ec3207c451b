//! Nothing acknowledged is ever lost: whatever fails while something is written, at every point where it can.
//!
//! - [`disk`]: writes and syncs of a SQLite file that fail, one after another, in a server of its own
//! - [`wire`]: the connection to PostgreSQL cut at every message, late, silent, away
//! - [`inside`]: statements and commits the database itself refuses, and locks others hold
//! - [`file`]: who may read the file, who may serve it, and whether it is whole

mod disk;
mod file;
mod inside;
mod wire;
mod witness;
