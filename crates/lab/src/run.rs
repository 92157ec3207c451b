//! A run of a plan: its games kept in a folder as they end, carried on where it was cut off.

use std::fmt;
use std::path::{Path, PathBuf};

use engine::Objection;
use engine::datafile::DataFault;
use engine::edition::Options;
use serde::{Deserialize, Serialize};
use shelf::Shelf;

use crate::notebook::Notebook;
use crate::plan::{Plan, Planned};
use crate::series::{Attention, Ready, on_threads};
use crate::upshot::Upshot;
use crate::variant;

/// The version of the form of the results.
const FORM: u32 = 1;

/// Why a plan cannot be run.
#[derive(Debug)]
pub enum RunFault {
    /// A data file is wrong.
    Data(DataFault),
    /// Something else is, in a sentence.
    Wrong(String),
}

impl fmt::Display for RunFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RunFault::Data(fault) => f.write_str(&fault.report()),
            RunFault::Wrong(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for RunFault {}

impl From<DataFault> for RunFault {
    fn from(fault: DataFault) -> RunFault {
        RunFault::Data(fault)
    }
}

impl From<String> for RunFault {
    fn from(why: String) -> RunFault {
        RunFault::Wrong(why)
    }
}

impl From<Objection> for RunFault {
    fn from(objection: Objection) -> RunFault {
        RunFault::Wrong(objection.why)
    }
}

/// The games of a plan as they are printed and in its variants.
pub struct Shelves<'a> {
    printed: &'a Shelf,
    /// By variant; none where nothing is changed.
    changed: Vec<Option<Shelf>>,
}

impl<'a> Shelves<'a> {
    /// Makes the variants of a plan; their data files are written into a folder each, `data/NUMBER` of this one.
    pub fn of(shelf: &'a Shelf, plan: &Plan, folder: &Path) -> Result<Shelves<'a>, RunFault> {
        let mut changed = vec![];
        for (number, variant) in plan.variants.iter().enumerate() {
            changed.push(match variant.changes.as_slice() {
                [] => None,
                changes => Some(variant::shelf_with(shelf, changes, &data_folder(folder, number))?),
            });
        }
        Ok(Shelves { printed: shelf, changed })
    }

    /// The shelf of a variant.
    pub fn of_variant(&self, variant: usize) -> &Shelf {
        self.changed.get(variant).and_then(Option::as_ref).unwrap_or(self.printed)
    }
}

/// Where the data of a variant lie.
fn data_folder(folder: &Path, variant: usize) -> PathBuf {
    folder.join("data").join(variant.to_string())
}

/// What the games of a folder are of: the first line of its results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// The version of the form.
    pub form: u32,
    /// The version of the program.
    pub program: String,
    /// The title of the plan.
    pub title: String,
    /// Its series.
    pub series: Vec<SeriesHeading>,
}

/// What the games of a series are of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeriesHeading {
    /// What the series is called.
    pub label: String,
    /// The scenario in full.
    pub scenario: String,
    /// The variant.
    pub variant: String,
    /// The folder of the variant's data, if it has any of its own.
    pub data: Option<String>,
    /// Who plays each side.
    pub players: [String; 2],
    /// The names of the sides.
    pub sides: [String; 2],
    /// The options, every one of them.
    pub options: Options,
    /// The version of the rules.
    pub ruleset: u32,
    /// A digest of the data of the scenario.
    pub fingerprint: String,
    /// The seed.
    pub seed: u64,
    /// Positions the players look into, if not as their level does.
    pub nodes: Option<u32>,
    /// Orders after which a game counts as one that does not finish.
    pub limit: u64,
    /// Games whose chances are followed.
    pub followed: u64,
}

/// A plan being played.
pub struct Run {
    plan: Plan,
    ready: Vec<Ready>,
    notebook: Notebook<Upshot>,
}

impl Run {
    /// The name of the file of results.
    pub const GAMES: &'static str = "games.jsonl";
    /// The name of the plan beside it.
    pub const PLAN: &'static str = "plan.toml";

    /// Takes up a plan in a folder, or begins it there. A folder with games of another plan is refused and left alone.
    pub fn open(shelves: &Shelves, plan: &Plan, folder: &Path) -> Result<Run, RunFault> {
        let loose = Run::loose(shelves, plan)?;
        let fault = |what: std::io::Error| RunFault::Wrong(format!("{}: {what}", folder.display()));
        std::fs::create_dir_all(folder).map_err(fault)?;
        let count = plan.series.len();
        let known = |upshot: &Upshot| match upshot.series < count {
            true => Ok(()),
            false => Err(format!("is of series {}, and there are {count}", upshot.series)),
        };
        let notebook = Notebook::headed(&folder.join(Run::GAMES), &loose.heading(), known)?;
        std::fs::write(folder.join(Run::PLAN), &plan.text).map_err(fault)?;
        Ok(Run { notebook, ..loose })
    }

    /// The same without a folder, for whoever plays single games of it.
    pub fn loose(shelves: &Shelves, plan: &Plan) -> Result<Run, RunFault> {
        Ok(Run { plan: plan.clone(), ready: ready(shelves, plan)?, notebook: Notebook::empty() })
    }

    /// What its games are of, in a line of JSON: the same for everybody who can play them alike.
    pub fn heading(&self) -> String {
        serde_json::to_string(&heading(&self.plan, &self.ready)).unwrap_or_default()
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games to be played now, by series and number: none when all is played. Once they are there more may be due.
    pub fn due(&self) -> Vec<(usize, u64)> {
        let mut due = vec![];
        for series in 0..self.ready.len() {
            let played = self.notebook.named((series, 0)..=(series, u64::MAX));
            let whole = played.iter().zip(0u64..).take_while(|(((_, number), _), n)| number == n);
            let wanted = self.plan.enough.wanted(whole.map(|((_, result), _)| *result));
            let mut there = played.iter().map(|((_, number), _)| *number).peekable();
            for number in 0..wanted {
                match there.next_if(|next| *next <= number) {
                    Some(_) => {}
                    None => due.push((series, number)),
                }
            }
        }
        due
    }

    /// Plays one game, whether it is due or not.
    pub fn play_one(&self, series: usize, number: u64) -> Upshot {
        self.ready[series].play(number).0
    }

    /// Keeps a game.
    pub fn keep(&self, upshot: Upshot) -> std::io::Result<()> {
        self.notebook.note(upshot)
    }

    /// Games kept.
    pub fn kept(&self) -> u64 {
        self.notebook.len() as u64
    }

    /// Plays what is due until nothing is, on so many threads. `round` is told how many games come next, `done` of each
    /// that is kept.
    pub fn play(
        &self,
        jobs: usize,
        round: &mut dyn FnMut(usize),
        done: &(dyn Fn() + Sync),
    ) -> Result<(), RunFault> {
        loop {
            let due = self.due();
            if due.is_empty() {
                return Ok(self.notebook.put_in_order().map_err(|fault| fault.to_string())?);
            }
            round(due.len());
            let kept = on_threads(jobs, &due, |&(series, number)| {
                self.keep(self.play_one(series, number))?;
                done();
                Ok(())
            })?;
            let kept: std::io::Result<()> = kept.into_iter().collect();
            kept.map_err(|fault| format!("a game could not be kept: {fault}"))?;
        }
    }

    /// Puts the results in order.
    pub fn close(&self) -> std::io::Result<()> {
        self.notebook.put_in_order()
    }
}

fn ready(shelves: &Shelves, plan: &Plan) -> Result<Vec<Ready>, RunFault> {
    let mut all = vec![];
    for (index, Planned { variant, series }) in plan.series.iter().enumerate() {
        all.push(Ready::new(shelves.of_variant(*variant), index, series.clone())?);
    }
    Ok(all)
}

fn heading(plan: &Plan, ready: &[Ready]) -> Heading {
    let mut series = vec![];
    for (index, ready) in ready.iter().enumerate() {
        let variant = plan.series[index].variant;
        let changed = !plan.variants[variant].changes.is_empty();
        let Attention::Whole { followed } = ready.series.attention else { continue };
        series.push(SeriesHeading {
            label: plan.label(index),
            scenario: ready.series.scenario.clone(),
            variant: plan.variants[variant].name.clone(),
            data: changed.then(|| data_folder(Path::new(""), variant).display().to_string()),
            players: ready.series.players.map(|player| player.to_string()),
            sides: ready.sides().map(String::from),
            options: ready.opening.options.clone(),
            ruleset: ready.opening.ruleset,
            fingerprint: ready.opening.card.fingerprint.clone(),
            seed: ready.series.seed,
            nodes: ready.series.thinking.nodes,
            limit: ready.series.limit,
            followed,
        });
    }
    Heading { form: FORM, program: env!("CARGO_PKG_VERSION").into(), title: plan.title.clone(), series }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    const PLAN: &str = "scenarios = [\"basileus/practice\"]\nplayers = [\"recruit\", \"random\"]\nexchange = true\n\
                        games = 12\nfollow = 2\nseed = 9\n";

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("run-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn played(text: &str, folder: &Path, jobs: usize) -> (String, u64) {
        let shelf = Shelf::standard().unwrap();
        let plan = Plan::read(&shelf, "plan.toml", text).unwrap();
        let shelves = Shelves::of(&shelf, &plan, folder).unwrap();
        let done = AtomicU64::new(0);
        let run = Run::open(&shelves, &plan, folder).unwrap();
        run.play(jobs, &mut |_| {}, &|| _ = done.fetch_add(1, Ordering::Relaxed)).unwrap();
        (std::fs::read_to_string(folder.join(Run::GAMES)).unwrap(), done.into_inner())
    }

    #[test]
    fn the_results_are_the_same_bytes_on_one_thread_and_on_four() {
        let (one, four) = (folder("one"), folder("four"));
        assert_eq!(played(PLAN, &one, 1), played(PLAN, &four, 4));
        [one, four].into_iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
    }

    #[test]
    fn a_run_cut_off_anywhere_is_carried_on_without_repeating_or_losing_a_game() {
        let (whole, parts) = (folder("whole"), folder("parts"));
        let (text, games) = played(PLAN, &whole, 2);
        assert_eq!((games, text.lines().count()), (24, 25));
        std::fs::create_dir_all(&parts).unwrap();
        for cut in [0, 40, text.len() / 3, text.len() / 2, text.len() - 1] {
            std::fs::write(parts.join(Run::GAMES), &text.as_bytes()[..cut]).unwrap();
            let kept = text[..cut].matches('\n').count().saturating_sub(1) as u64;
            assert_eq!(played(PLAN, &parts, 2), (text.clone(), 24 - kept), "cut at {cut}");
        }
        assert_eq!(played(PLAN, &parts, 2), (text, 0));
        [whole, parts].into_iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
    }

    #[test]
    fn a_precise_run_stops_at_the_same_game_on_any_number_of_threads_and_more_games_may_be_asked_for_later() {
        let text = "scenarios = [\"basileus/practice\"]\nplayers = \"random\"\nfollow = 0\nprecision = 8\nstep = 20\n";
        let (one, three) = (folder("precise"), folder("precise-3"));
        let (lines, games) = played(text, &one, 1);
        assert!(games % 20 == 0 && games < 1000, "{games}");
        assert_eq!(played(text, &three, 3), (lines.clone(), games));
        let (more, further) = played(&text.replace("precision = 8", "precision = 6"), &one, 2);
        assert!(further > 0 && more.starts_with(&lines));
        [one, three].into_iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
    }

    #[test]
    fn a_folder_of_another_plan_is_refused_and_left_alone() {
        let folder = folder("other");
        let (text, _) = played(PLAN, &folder, 1);
        let shelf = Shelf::standard().unwrap();
        let plan = Plan::read(&shelf, "plan.toml", &PLAN.replace("seed = 9", "seed = 10")).unwrap();
        let shelves = Shelves::of(&shelf, &plan, &folder).unwrap();
        let refused = Run::open(&shelves, &plan, &folder).err().unwrap().to_string();
        assert!(refused.contains("another plan"), "{refused}");
        assert_eq!(std::fs::read_to_string(folder.join(Run::GAMES)).unwrap(), text);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
