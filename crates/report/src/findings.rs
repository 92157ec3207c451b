//! The results of a run, added up.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use engine::Side;
use lab::{Heading, Run, SeriesHeading, Upshot, intervals};
use serde::Serialize;

use crate::fortune::FortuneFindings;

/// Why results cannot be read.
#[derive(Debug)]
pub struct ReadFault(String);

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadFault {}

/// What all games of a plan say.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The title of the plan.
    pub title: String,
    /// The version of the program that played.
    pub program: String,
    /// The series, in the order of the plan.
    pub series: Vec<SeriesFindings>,
}

/// What the games of a series say.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesFindings {
    /// What was played.
    #[serde(flatten)]
    pub heading: SeriesHeading,
    /// Games that came to an end.
    pub games: u64,
    /// Games that did not.
    pub faults: u64,
    /// Won by each side.
    pub won: [u64; 2],
    /// Drawn.
    pub draws: u64,
    /// The share of the first side, a draw counted half, and the interval it lies in with a chance of 95 %.
    pub share: f64,
    /// That interval.
    pub interval: (f64, f64),
    /// How the games ended, with their number.
    pub endings: BTreeMap<String, u64>,
    /// How many games took so many Player-Turns.
    pub turns: BTreeMap<u32, u64>,
    /// How many games took so many orders, in fifties.
    pub fifties: BTreeMap<u64, u64>,
    /// Orders of an average game.
    pub orders: f64,
    /// Rolls of an average game.
    pub rolls: f64,
    /// What was lost, by unit type and side.
    pub losses: BTreeMap<String, [u64; 2]>,
    /// Where, by side.
    pub deaths: BTreeMap<String, [u64; 2]>,
    /// How often each rule was cited.
    pub rules: BTreeMap<String, RuleFindings>,
    /// How the chances of the games went that were followed.
    pub fortunes: FortuneFindings,
}

/// What is known of a rule.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct RuleFindings {
    /// How often it was cited.
    pub cited: u64,
    /// In how many games.
    pub games: u64,
    /// By how much the chances changed when it was, in the games that were followed, added up.
    pub swing: f64,
}

impl Findings {
    /// Goes through the results in a folder; each game is shown to `see` as well, with what its series is.
    pub fn read(folder: &Path, mut see: impl FnMut(&SeriesHeading, &Upshot)) -> Result<Findings, ReadFault> {
        let path = folder.join(Run::GAMES);
        let fault = |what: String| ReadFault(format!("{}: {what}", path.display()));
        let file = File::open(&path).map_err(|error| {
            fault(format!("{error}; expected the folder of a run, which `strategikon lab run` makes"))
        })?;
        let mut lines = BufReader::new(file).lines().zip(1u64..);
        let (first, _) = lines.next().ok_or_else(|| fault("nothing was played yet".into()))?;
        let first = first.map_err(|error| fault(error.to_string()))?;
        let heading: Heading = serde_json::from_str(&first)
            .map_err(|error| fault(format!("line 1 does not say what the games are of: {error}")))?;
        let mut series: Vec<SeriesFindings> = heading.series.into_iter().map(SeriesFindings::of).collect();
        let mut cut_off = None;
        for (line, number) in lines {
            let line = line.map_err(|error| fault(error.to_string()))?;
            if let Some(wrong) = cut_off.take() {
                return Err(wrong);
            }
            match serde_json::from_str::<Upshot>(&line) {
                Ok(game) if game.series < series.len() => {
                    let own = &mut series[game.series];
                    see(&own.heading, &game);
                    own.take(game);
                }
                Ok(game) => return Err(fault(format!("line {number} is of series {}", game.series))),
                // The last line of a run that goes on may be half written.
                Err(error) => cut_off = Some(fault(format!("line {number} is no game: {error}"))),
            }
        }
        series.iter_mut().for_each(SeriesFindings::add_up);
        Ok(Findings { title: heading.title, program: heading.program, series })
    }

    /// Games that came to an end.
    pub fn games(&self) -> u64 {
        self.series.iter().map(|series| series.games).sum()
    }

    /// The series that another is compared with: the one of its scenario and players as it is printed.
    pub fn printed(&self, series: &SeriesFindings) -> Option<&SeriesFindings> {
        let alike = |other: &&SeriesFindings| {
            other.heading.scenario == series.heading.scenario
                && other.heading.variant == lab::AS_PRINTED
                && other.heading.seed == series.heading.seed
        };
        self.series.iter().find(alike).filter(|other| other.heading.label != series.heading.label)
    }
}

impl SeriesFindings {
    fn of(heading: SeriesHeading) -> SeriesFindings {
        SeriesFindings {
            heading,
            games: 0,
            faults: 0,
            won: [0; 2],
            draws: 0,
            share: 0.5,
            interval: (0.0, 1.0),
            endings: BTreeMap::new(),
            turns: BTreeMap::new(),
            fifties: BTreeMap::new(),
            orders: 0.0,
            rolls: 0.0,
            losses: BTreeMap::new(),
            deaths: BTreeMap::new(),
            rules: BTreeMap::new(),
            fortunes: FortuneFindings::default(),
        }
    }

    fn take(&mut self, game: Upshot) {
        let Some(result) = game.result() else {
            self.faults += 1;
            return;
        };
        self.games += 1;
        match game.winner {
            Some(side) => self.won[side.index()] += 1,
            None => self.draws += 1,
        }
        let winner = game.winner.map_or("drawn", |side: Side| &self.heading.sides[side.index()]);
        *self.endings.entry(format!("{winner}: {} ({})", game.grade, game.rule)).or_default() += 1;
        *self.turns.entry(game.turns).or_default() += 1;
        *self.fifties.entry(game.orders / 50).or_default() += 1;
        self.orders += game.orders as f64;
        self.rolls += game.rolls as f64;
        for loss in &game.losses {
            let side = usize::from(loss.side.min(1));
            self.losses.entry(loss.unit.clone()).or_default()[side] += 1;
            if !loss.place.is_empty() {
                self.deaths.entry(loss.place.clone()).or_default()[side] += 1;
            }
        }
        for (rule, cited) in &game.rules {
            let rule = self.rules.entry(rule.clone()).or_default();
            rule.cited += u64::from(*cited);
            rule.games += 1;
        }
        if let Some(fortunes) = game.fortunes {
            for (rule, swing) in &fortunes.swings {
                self.rules.entry(rule.clone()).or_default().swing += f64::from(*swing);
            }
            self.fortunes.take(fortunes, result);
        }
    }

    fn add_up(&mut self) {
        let games = self.games.max(1) as f64;
        self.share =
            if self.games > 0 { (self.won[0] as f64 + self.draws as f64 / 2.0) / games } else { 0.5 };
        self.interval = intervals::wilson(self.share, self.games);
        self.orders /= games;
        self.rolls /= games;
        self.fortunes.add_up();
    }

    /// Player-Turns of an average game.
    pub fn mean_turns(&self) -> f64 {
        let all: u64 = self.turns.iter().map(|(turns, games)| u64::from(*turns) * games).sum();
        all as f64 / self.games.max(1) as f64
    }

    /// The command that plays the games of this series again and says who wins.
    pub fn command(&self) -> String {
        let SeriesHeading { scenario, players, seed, nodes, options, data, .. } = &self.heading;
        let mut command = String::from("strategikon");
        if let Some(data) = data {
            command += &format!(" --data DIR/{data}");
        }
        let games = self.games + self.faults;
        command += &format!(
            " simulate {scenario} --players {},{} --seed {seed} --games {games}",
            players[0], players[1]
        );
        if let Some(nodes) = nodes {
            command += &format!(" --nodes {nodes}");
        }
        for option in options.to_string().split(' ').filter(|option| !option.is_empty()) {
            command += &format!(" --option {}", option.replace('"', ""));
        }
        command
    }
}
