//! Games played to learn how likely a side is to win, and to see whether what is said comes true.

use std::collections::BTreeMap;
use std::path::Path;

use commander::{Budget, Calibration, Commander, Played, calibrate, result_of};
use engine::Objection;
use engine::contract::{Turn, Viewer};
use engine::dice::Generator;
use engine::edition::Options;
use engine::table::Table;
use serde::{Deserialize, Serialize};
use shelf::Shelf;

use crate::match_up::Witness;
use crate::notebook::{Note, Notebook};
use crate::reliability::Foretold;
use crate::school::{School, play};
use crate::series::on_threads;

/// Playouts behind every chance.
pub const PLAYOUTS: u32 = 8;

/// At most so many positions of a game are looked at, evenly over its course: those of one game come true
/// together, so that more games tell more than more positions.
const MOST_POSITIONS: usize = 12;

/// A game that was looked at, and how it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Looked {
    /// The seed of its series.
    pub seed: u64,
    /// Its number in the series.
    pub number: u64,
    /// Who played it.
    pub level: String,
    /// Positions the players looked into for each decision, if not as their level does.
    pub nodes: Option<u32>,
    /// Playouts behind every outlook.
    pub playouts: u32,
    /// The game.
    pub played: Played,
}

impl Note for Looked {
    type Name = (String, u64, u64);
    type Trace = Played;
    fn name(&self) -> Self::Name {
        (self.played.scenario.clone(), self.seed, self.number)
    }
    fn trace(&self) -> Played {
        self.played.clone()
    }
}

/// The notebook of a calibration in a file. Its games must have been played like those to come.
pub fn looked_at(
    path: &Path,
    level: &str,
    nodes: Option<u32>,
    playouts: u32,
) -> Result<Notebook<Looked>, String> {
    Notebook::open(path, |game: &Looked| {
        if (game.level.as_str(), game.nodes, game.playouts) == (level, nodes, playouts) {
            return Ok(());
        }
        let (other, looked) = (&game.level, game.playouts);
        Err(format!(
            "is a game between {other}s with {looked} playouts, not {level}s with {playouts}; expected games played alike"
        ))
    })
}

/// Plays the games of a school, of some scenarios more than of the others, looks at every Player-Turn, and fits
/// a calibration to how they ended. Games in the notebook are not played again; all of its games are fitted to.
pub fn calibration(
    shelf: &Shelf,
    school: &School,
    more: &[(String, u64)],
    playouts: u32,
    notebook: &Notebook<Looked>,
) -> Result<Calibration, Objection> {
    let count = |scenario: &String| {
        let more = more.iter().filter(|(name, _)| name == scenario).map(|(_, games)| *games);
        more.fold(school.games, u64::max)
    };
    let counts: Vec<u64> = school.scenarios.iter().map(count).collect();
    every_game(
        shelf,
        school,
        &counts,
        |scenario, number| !notebook.has(&(scenario.to_string(), school.seed, number)),
        |scenario, number, game| {
            let commander = Commander::new(&school.game, school.level);
            let outlooks = game.turns.iter().filter_map(|table| commander.outlook(table.as_ref(), playouts));
            let (scenario, outlooks) = (scenario.to_string(), outlooks.collect());
            let played = Played { scenario, outlooks, end: game.end.clock(), result: game.result()? };
            let looked = Looked {
                seed: school.seed,
                number,
                level: school.level.to_string(),
                nodes: school.nodes,
                playouts,
                played,
            };
            if let Err(fault) = notebook.note(looked) {
                eprintln!("a game could not be noted: {fault}");
            }
            Some(())
        },
    )?;
    let games = notebook.traces();
    let mut calibration = calibrate(&games, playouts);
    calibration.seed = school.seed;
    let mut scenarios: BTreeMap<&str, usize> = BTreeMap::new();
    games.iter().for_each(|game| *scenarios.entry(&game.scenario).or_default() += 1);
    calibration.fitted = format!(
        "to {} games between {}s, at least {} of each of {} scenarios, seed {}, version {}",
        games.len(),
        school.level,
        scenarios.values().min().unwrap_or(&0),
        scenarios.len(),
        school.seed,
        env!("CARGO_PKG_VERSION")
    );
    Ok(calibration)
}

/// Plays the games of a school, and notes what chance of the first side is told at every Player-Turn: for each
/// scenario what was foretold in each of its games.
pub fn foretold(
    shelf: &Shelf,
    school: &School,
    calibration: &Calibration,
) -> Result<Vec<Vec<Foretold>>, Objection> {
    let counts = vec![school.games; school.scenarios.len()];
    every_game(
        shelf,
        school,
        &counts,
        |_, _| true,
        |scenario, _, game| {
            let teller = Commander::new(&school.game, school.level)
                .in_scenario(scenario)
                .with_calibration(calibration.clone());
            let chance = |table: &dyn Table| teller.chance(table, Viewer::Referee, &Budget::usual());
            let said = game.turns.iter().map(|table| chance(table.as_ref())).collect();
            Some(Foretold { said, result: game.result()? })
        },
    )
}

/// A game that was played.
struct Game {
    /// Where it ended.
    end: Box<dyn Table>,
    /// Where its Player-Turns began, or as many of them as are looked at.
    turns: Vec<Box<dyn Table>>,
}

impl Game {
    fn played(start: &dyn Table, school: &School, number: u64) -> Option<Game> {
        let player = Commander::new(&school.game, school.level);
        let mut watch = Turns { tables: vec![], clock: None };
        let end = play(start, school, [&player, &player], number, &mut watch)?;
        let turns = watch.tables;
        let count = turns.len();
        let kept = count.min(MOST_POSITIONS);
        let turns = (0..kept).map(|n| turns[n * count / kept].clone_box()).collect();
        Some(Game { end, turns })
    }

    /// Who won it.
    fn result(&self) -> Option<f32> {
        match self.end.turn() {
            Turn::Over(outcome) => Some(result_of(&outcome)),
            _ => None,
        }
    }
}

/// Keeps where Player-Turns began.
struct Turns {
    tables: Vec<Box<dyn Table>>,
    clock: Option<u32>,
}

impl Witness for Turns {
    fn order_due(&mut self, table: &dyn Table, _: &mut Generator) {
        if self.clock.replace(table.clock()) != Some(table.clock()) {
            self.tables.push(table.clone_box());
        }
    }
}

/// Plays those games of each scenario that are wanted, on all cores, and answers what came of those that ended, scenario by
/// scenario.
fn every_game<T: Send>(
    shelf: &Shelf,
    school: &School,
    counts: &[u64],
    wanted: impl Fn(&str, u64) -> bool,
    look: impl Fn(&str, u64, &Game) -> Option<T> + Sync,
) -> Result<Vec<Vec<T>>, Objection> {
    let mut openings = vec![];
    for scenario in &school.scenarios {
        openings.push(shelf.open(scenario, &Options::new())?.table);
    }
    let numbers = counts.iter().enumerate().flat_map(|(n, &count)| (0..count).map(move |game| (n, game)));
    let numbers: Vec<(usize, u64)> =
        numbers.filter(|&(n, game)| wanted(&school.scenarios[n], game)).collect();
    let played = on_threads(0, &numbers, |&(n, game)| {
        look(&school.scenarios[n], game, &Game::played(openings[n].as_ref(), school, game)?)
    })?;
    let mut games: Vec<Vec<T>> = openings.iter().map(|_| vec![]).collect();
    for ((n, _), game) in numbers.into_iter().zip(played) {
        games[n].extend(game);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use commander::Level;
    use engine::Side;
    use engine::edition::ScenarioCard;
    use engine::table::random_step;

    fn school(game: &str, scenario: &str, games: u64, seed: u64) -> School {
        School {
            game: game.into(),
            scenarios: vec![scenario.into()],
            games,
            level: Level::Soldier,
            nodes: Some(2),
            seed,
        }
    }

    fn looked(number: u64) -> Looked {
        let played = Played { scenario: "skirmish/field".into(), outlooks: vec![], end: 4, result: 0.5 };
        Looked { seed: 1, number, level: "soldier".into(), nodes: None, playouts: 8, played }
    }

    #[test]
    fn games_played_otherwise_are_refused_with_their_line() {
        let path = std::env::temp_dir().join(format!("looked-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        looked_at(&path, "soldier", None, 8).unwrap().note(looked(0)).unwrap();
        assert!(looked_at(&path, "soldier", None, 8).unwrap().has(&("skirmish/field".into(), 1, 0)));
        let refused = looked_at(&path, "soldier", None, 32).err().unwrap();
        assert!(refused.contains("line 1") && refused.contains("8 playouts"), "{refused}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_calibrations_compiled_in_are_of_the_terms_the_games_have() {
        let shelf = Shelf::standard().unwrap();
        for scenario in
            ["armageddon/rome", "basileus/arcadiopolis", "jihad/first-conquests", "apocalypse/delta"]
        {
            let game = scenario.split('/').next().unwrap();
            let terms = shelf.open(scenario, &Options::new()).unwrap().table.terms();
            let file = Calibration::file_of(game).unwrap();
            if let Err(fault) = Calibration::read(file, terms) {
                panic!("{game}: {fault}; run `strategikon calibrate {game}` again");
            }
        }
    }

    #[test]
    fn every_scenario_but_the_practice_grounds_is_calibrated() {
        // The open table has no commander of its own yet, and nothing to calibrate.
        let thinks = |card: &&ScenarioCard| card.game != "dba";
        for card in Shelf::standard().unwrap().scenarios().filter(thinks) {
            let file = Calibration::file_of(card.scenario.split('/').next().unwrap()).unwrap();
            let known = file.contains(&format!("\"{}\"", card.scenario));
            assert!(known || card.scenario.ends_with("/practice"), "{}", card.scenario);
        }
    }

    #[test]
    fn a_chance_is_from_0_to_1_in_every_position_of_every_scenario() {
        let shelf = Shelf::standard().unwrap();
        let mut whims = Generator::new(5, 1);
        for card in shelf.scenarios() {
            let game = card.scenario.split('/').next().unwrap();
            let commander = Commander::new(game, Level::Soldier).in_scenario(&card.scenario);
            // Without playouts, which only cost time here.
            let hurried = Budget::nodes(0);
            let mut table = shelf.open(&card.scenario, &Options::new()).unwrap().table;
            for _ in 0..8 {
                for _ in 0..whims.below(200) {
                    random_step(table.as_mut(), &mut whims).unwrap();
                }
                for viewer in [Viewer::Referee, Viewer::Side(Side::First), Viewer::Side(Side::Second)] {
                    let chance = commander.chance(table.as_ref(), viewer, &hurried);
                    assert!((0.0..=1.0).contains(&chance), "{}: {chance}", card.scenario);
                }
            }
        }
    }

    #[test]
    fn a_fitted_calibration_foretells_fresh_games_better_than_the_plain_logistic() {
        let shelf = Shelf::standard().unwrap();
        let scenario = "basileus/practice";
        let fitted =
            calibration(&shelf, &school("basileus", scenario, 60, 1), &[], 0, &Notebook::empty()).unwrap();
        assert!(fitted.fitted.contains("60 games between soldiers") && fitted.fitted.contains("seed 1"));
        let fresh = school("basileus", scenario, 60, 2);
        let error = |calibration: &Calibration| {
            let games = foretold(&shelf, &fresh, calibration).unwrap().remove(0);
            let miss = |game: &Foretold| -> f32 {
                game.said.iter().map(|said| (said - game.result).powi(2)).sum::<f32>()
                    / game.said.len() as f32
            };
            games.iter().map(miss).sum::<f32>() / games.len() as f32
        };
        assert!(error(&fitted) < error(&Calibration::plain()));
    }
}
