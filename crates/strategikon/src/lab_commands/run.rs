//! `strategikon lab run`: plays the games of a plan.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::words::counted;
use lab::{Plan, Run, Shelves};
use shelf::Shelf;
use workers::Leader;

use crate::common::{Failure, games_bar, jobs, read};

/// What `lab run` is asked.
#[derive(Args)]
pub struct LabRun {
    /// The plan (docs/lab.md)
    #[arg(value_name = "PLAN.toml")]
    plan: PathBuf,
    /// The folder of the results; by default PLAN.lab beside the plan. Games that are there already are not played again
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// How many games at once; by default one a core
    #[arg(long, conflicts_with = "database")]
    jobs: Option<NonZeroUsize>,
    /// Hand the games out over this PostgreSQL, such as postgres://USER@HOST/NAME, to whoever runs `lab worker` there,
    /// instead of playing them here
    #[arg(long, value_name = "URL", env = "STRATEGIKON_LAB_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl LabRun {
    /// Plays what is not played yet.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let plan = read_plan(shelf, &self.plan)?;
        let folder = self.output.clone().unwrap_or_else(|| self.plan.with_extension("lab"));
        let shelves = Shelves::of(shelf, &plan, &folder)?;
        let run = Run::open(&shelves, &plan, &folder)?;
        let before = run.kept();
        let bar = games_bar(before);
        bar.set_position(before);
        bar.set_message(plan.title.clone());
        let mut round = |games: usize| bar.inc_length(games as u64);
        match &self.database {
            None => run.play(jobs(self.jobs), &mut round, &|| bar.inc(1))?,
            Some(url) => Leader::new(&run, url).lead(&mut round, &mut |games| bar.inc(games))?,
        }
        bar.finish_and_clear();
        let played = run.kept() - before;
        let there = if before > 0 { format!(", {before} were there") } else { String::new() };
        writeln!(out, "{}{there}: {}", counted(played, "game played", "games played"), folder.display())?;
        writeln!(out, "what they say: strategikon lab report {}", folder.display())?;
        Ok(())
    }
}

/// Reads a plan.
pub fn read_plan(shelf: &Shelf, path: &Path) -> Result<Plan, Failure> {
    Plan::read(shelf, &path.display().to_string(), &read(path)?).map_err(Failure::Data)
}
