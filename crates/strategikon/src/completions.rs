//! `strategikon completions`: a completion script for a shell.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::CommandLine;
use crate::common::Failure;

/// What `completions` is asked.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        // Into memory first: the generator panics when the reader goes away.
        let mut script = vec![];
        clap_complete::generate(self.shell, &mut CommandLine::command(), "strategikon", &mut script);
        Ok(out.write_all(&script)?)
    }
}
