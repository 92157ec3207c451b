//! `strategikon lab worker`: plays games for a run elsewhere.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use engine::words::counted;
use shelf::Shelf;
use workers::{Terms, Told};

use crate::common::{Failure, duration, jobs};
use crate::plain;

/// What `lab worker` is asked.
#[derive(Args)]
pub struct LabWorker {
    /// The PostgreSQL that games are handed out over, such as postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL", env = "STRATEGIKON_LAB_DATABASE", hide_env_values = true)]
    database: String,
    /// How many games at once; by default one a core
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Leave when there was nothing to do for so long, such as 30s; by default it stays
    #[arg(long, value_name = "TIME", value_parser = duration)]
    idle: Option<Duration>,
}

impl LabWorker {
    /// Works until it is stopped, or has been idle for long enough.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let folder = std::env::temp_dir().join(format!("strategikon-worker-{}", std::process::id()));
        let terms = Terms {
            url: self.database.clone(),
            jobs: jobs(self.jobs),
            idle: self.idle,
            folder: folder.clone(),
        };
        let played = AtomicU64::new(0);
        let worked = workers::work(shelf, &terms, &|told| match told {
            Told::Played(games) => _ = played.fetch_add(games, Ordering::Relaxed),
            Told::Wrong(why) => eprintln!("strategikon: {}", plain::line(&why)),
        });
        let _ = std::fs::remove_dir_all(folder);
        worked?;
        Ok(writeln!(out, "{}", counted(played.into_inner(), "game played", "games played"))?)
    }
}
