//! `strategikon calibrate`: how likely a side is to win, fitted to games that commanders play.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use commander::Level;
use engine::edition::Options;
use lab::{Notebook, School, looked_at};
use shelf::Shelf;

use crate::common::{Failure, by_game, json, named_scenarios};

/// What `calibrate` is asked.
#[derive(Args)]
pub struct Calibrate {
    /// Games for all of their scenarios, or scenarios in full (`armageddon/rome`)
    #[arg(required = true, value_name = "GAME")]
    scenarios: Vec<String>,
    /// Games of each scenario
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// More games of one scenario, such as armageddon/rome=200; may be said again
    #[arg(long, value_name = "SCENARIO=N", value_parser = scenario_and_number)]
    more: Vec<(String, u64)>,
    /// Who plays both sides
    #[arg(long, default_value = "soldier")]
    level: Level,
    /// Positions the players look into for each decision; by default what their level does
    #[arg(long)]
    nodes: Option<u32>,
    /// Playouts behind every chance
    #[arg(long, default_value_t = lab::PLAYOUTS)]
    playouts: u32,
    /// The seed of the series
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Note every game in this file as it ends; games noted there before are fitted to and not played again. For
    /// scenarios of one game
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,
    /// Write a file for each game into this folder instead of the screen
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// For programs
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// `armageddon/rome=200`.
fn scenario_and_number(text: &str) -> Result<(String, u64), String> {
    let parts =
        text.split_once('=').and_then(|(name, number)| Some((name.trim(), number.trim().parse().ok()?)));
    let (name, number) =
        parts.ok_or_else(|| format!("expected a scenario and a number, such as rome=200, not `{text}`"))?;
    Ok((name.into(), number))
}

impl Calibrate {
    /// Plays, fits, and writes a file for each game.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        if self.games == 0 {
            return Err(Failure::Usage("expected at least one game of each scenario".into()));
        }
        if let Some(folder) = self.output.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(Failure::Usage(format!("there is no folder {}", folder.display())));
        }
        let mut files = serde_json::Map::new();
        let all = named_scenarios(shelf, &self.scenarios)?;
        if let Some((stranger, _)) = self.more.iter().find(|(name, _)| !all.contains(name)) {
            return Err(Failure::Usage(format!("`{stranger}` is not among the scenarios to calibrate")));
        }
        let games = by_game(all);
        if self.notes.is_some() && games.len() > 1 {
            return Err(Failure::Usage("expected scenarios of one game to note".into()));
        }
        for (game, scenarios) in games {
            let terms = shelf.open(&scenarios[0], &Options::new())?.table.terms();
            let school = School {
                game: game.clone(),
                scenarios,
                games: self.games,
                level: self.level,
                nodes: self.nodes,
                seed: self.seed,
            };
            let notebook = match &self.notes {
                Some(file) => looked_at(file, &self.level.to_string(), self.nodes, self.playouts)
                    .map_err(Failure::Usage)?,
                None => Notebook::empty(),
            };
            let calibration = lab::calibration(shelf, &school, &self.more, self.playouts, &notebook)?;
            eprintln!("{game}: fitted {}", calibration.fitted);
            let text = calibration.write(terms);
            match &self.output {
                Some(folder) => {
                    let file = folder.join(format!("{game}.toml"));
                    std::fs::write(&file, text)
                        .map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))?;
                }
                None if self.json => {
                    files.insert(game, text.into());
                }
                None => writeln!(out, "# {game}.toml\n{text}")?,
            }
        }
        if self.json { json(out, &files) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::tests::{example_shelf, written};
    use clap::Parser;
    use commander::Calibration;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        calibrate: Calibrate,
    }

    #[test]
    fn the_file_written_can_be_read_and_says_what_it_was_fitted_to() {
        let shelf = example_shelf();
        let words = ["calibrate", "skirmish", "--games", "20", "--level", "recruit", "--seed", "7"];
        let text = written(|out| Words::parse_from(words).calibrate.run(&shelf, out)).unwrap();
        let terms = shelf.open("skirmish/field", &Options::new()).unwrap().table.terms();
        let calibration = Calibration::read(&text, terms).unwrap();
        assert_eq!(calibration.seed, 7);
        assert!(calibration.fitted.starts_with("to 20 games between recruits"), "{}", calibration.fitted);
    }

    #[test]
    fn a_series_carried_on_is_fitted_like_one_played_at_once() {
        let file = std::env::temp_dir().join(format!("strategikon-notes-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let fitted = |games: &str, notes: bool| {
            let mut words = vec!["calibrate", "skirmish", "--nodes", "2", "--games", games];
            if notes {
                words.extend(["--notes", file.to_str().unwrap()]);
            }
            written(|out| Words::parse_from(words).calibrate.run(&example_shelf(), out)).unwrap()
        };
        fitted("8", true);
        let noted = std::fs::read_to_string(&file).unwrap();
        assert_eq!(fitted("20", true), fitted("20", false));
        let all = std::fs::read_to_string(&file).unwrap();
        assert!(all.starts_with(&noted) && all.lines().count() == 20);
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn of_one_scenario_more_games_may_be_played() {
        let words = ["calibrate", "skirmish", "--games", "6", "--more", "skirmish/field=12", "--nodes", "2"];
        let text = written(|out| Words::parse_from(words).calibrate.run(&example_shelf(), out)).unwrap();
        assert!(text.contains("to 12 games between soldiers, at least 12 of each"), "{text}");
        let words = ["calibrate", "skirmish", "--games", "6", "--more", "skirmish/feld=12"];
        let refused = written(|out| Words::parse_from(words).calibrate.run(&example_shelf(), out));
        assert!(matches!(refused, Err(Failure::Usage(why)) if why.contains("skirmish/feld")));
    }

    #[test]
    fn a_folder_that_is_not_there_is_refused_before_anything_is_played() {
        let words = ["calibrate", "skirmish", "--games", "1000000", "-o", "/no/such/folder"];
        let refused = written(|out| Words::parse_from(words).calibrate.run(&example_shelf(), out));
        assert!(matches!(refused, Err(Failure::Usage(why)) if why.contains("/no/such/folder")));
    }
}
