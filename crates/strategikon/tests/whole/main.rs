//! The program from outside, as people and other programs run it.

mod command_line;
mod common;
mod names;
mod referee;
#[cfg(unix)]
mod serve;
