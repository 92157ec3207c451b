//! The program: command line and wiring, nothing else. One file a subcommand.

mod balance;
mod bench;
mod bench_server;
mod calibrate;
mod common;
mod completions;
mod lab_commands;
mod ladder;
mod list;
mod perft;
mod plain;
mod play;
mod referee;
mod reliability;
mod render;
mod replay;
mod rules;
mod schema;
mod serve;
mod simulate;
mod train;
mod validate;
mod verify;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use common::Failure;

/// A rules-enforcing table for ancient and medieval wargames.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct CommandLine {
    /// Data files in this folder go over those compiled in, or add to them
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the games and scenarios on the shelf
    List(list::List),
    /// Print the rules of a game, with the tests that cover them
    Rules(rules::Rules),
    /// Play many games and say what came of them
    Simulate(simulate::Simulate),
    /// Play the levels of the commanders against each other
    Ladder(ladder::Ladder),
    /// Play scenarios between equal commanders and say how often each side wins
    Balance(balance::Balance),
    /// Play a plan of games, alone or with many machines, and report what they say
    Lab(lab_commands::Lab),
    /// Fit the commanders' weights of a game to games they play
    Train(train::Train),
    /// Fit how likely a side is to win to games that commanders play
    Calibrate(calibrate::Calibrate),
    /// Play fresh games and say whether the chances told in them come true
    Reliability(reliability::Reliability),
    /// Referee a game over JSON lines on standard input and output
    Referee,
    /// Tell the game of a record again
    Replay(replay::Replay),
    /// Check a record: its chain, every order, every roll
    Verify(verify::Verify),
    /// Draw a scenario or a record as SVG or PNG
    Render(render::Render),
    /// Check data files and records
    Validate(validate::Validate),
    /// Print the JSON schemas of the data files
    Schema(schema::Schema),
    /// Count the lines of play of a scenario by depth, with every order and every throw
    Perft(perft::Perft),
    /// Measure speed and size
    Bench(bench::Bench),
    /// Play a game in the terminal
    Play(play::Play),
    /// Serve the table in the browser; without a subcommand, this on the local machine
    Serve(serve::Serve),
    /// Copy the database of a server, also while it runs
    Backup(serve::Backup),
    /// Print a completion script for a shell
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let mut out = io::BufWriter::new(plain::Plain::new(io::stdout().lock()));
    let done = run(line, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(line: CommandLine, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(Command::Completions(completions)) = &line.command {
        return completions.run(out);
    }
    let shelf = common::stock(line.data.as_deref())?;
    match line.command {
        None => serve::alone().run(shelf, out),
        Some(Command::List(list)) => list.run(&shelf, out),
        Some(Command::Rules(rules)) => rules.run(&shelf, out),
        Some(Command::Simulate(simulate)) => simulate.run(&shelf, out),
        Some(Command::Ladder(ladder)) => ladder.run(&shelf, out),
        Some(Command::Balance(balance)) => balance.run(&shelf, out),
        Some(Command::Lab(lab)) => lab.run(&shelf, out),
        Some(Command::Train(train)) => train.run(&shelf, out),
        Some(Command::Calibrate(calibrate)) => calibrate.run(&shelf, out),
        Some(Command::Reliability(reliability)) => reliability.run(&shelf, out),
        Some(Command::Referee) => referee::run(shelf, io::stdin().lock(), out),
        Some(Command::Replay(replay)) => replay.run(&shelf, out),
        Some(Command::Verify(verify)) => verify.run(&shelf, out),
        Some(Command::Render(render)) => render.run(&shelf, out),
        Some(Command::Validate(validate)) => validate.run(&shelf, out),
        Some(Command::Schema(schema)) => schema.run(&shelf, out),
        Some(Command::Perft(perft)) => perft.run(&shelf, out),
        Some(Command::Bench(bench)) => bench.run(&shelf, out),
        Some(Command::Play(play)) => play.run(&shelf, io::stdin().lock(), out),
        Some(Command::Serve(serve)) => serve.run(shelf, out),
        Some(Command::Backup(backup)) => backup.run(out),
        Some(Command::Completions(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }
}
