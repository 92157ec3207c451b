//! The server from outside, on both databases: one program for all of it, with one PostgreSQL.

#[macro_use]
mod common;
mod accounts;
mod aftermath;
mod changes;
mod clocks;
mod computer;
mod costs;
mod events;
mod evidence;
mod faults;
mod floods;
mod kill;
mod lessons;
mod mail;
mod meant;
mod play;
mod processes;
mod safety;
mod soak;
mod staff;
mod store;
mod tokens;

#[test]
#[ignore = "not a test: the server in a process of its own"]
fn acts_as_server() {
    common::process::serve();
}
