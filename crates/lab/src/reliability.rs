//! Reliability: whether what is said to come true seven times in ten does.

use engine::dice::Generator;
use serde::Serialize;

/// What was foretold in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Foretold {
    /// The chance of the first side that was told, Player-Turn by Player-Turn.
    pub said: Vec<f32>,
    /// How the game ended for it: 1 won, 0 lost, ½ drawn.
    pub result: f32,
}

/// How true the chances of a scenario are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reliability {
    /// The scenario in full, or the game for all that were asked about.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// Positions a chance was told of.
    pub positions: usize,
    /// The share of the games that the first side won, draws counted half.
    pub share: f64,
    /// The mean squared miss of what was said.
    pub brier: f64,
    /// The same for somebody who says of every position what share the other games of the scenario came to.
    pub plain: f64,
    /// By what part the first is smaller than the second.
    pub better: f64,
    /// The interval it lies in with a chance of 95 %, games drawn anew.
    pub interval: (f64, f64),
    /// The tenths of the scale.
    pub tenths: Vec<Tenth>,
    /// The largest miss of a tenth with a fair number of games.
    pub worst: f64,
}

/// Of the positions said to be won with a chance within this tenth of the scale.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tenth {
    /// How many there were.
    pub positions: usize,
    /// In how many games: positions of one game come true together.
    pub games: usize,
    /// The mean of what was said.
    pub said: f64,
    /// The share that came true.
    pub came: f64,
    /// The interval the difference lies in with a chance of 95 %, games drawn anew.
    pub interval: (f64, f64),
}

/// A tenth with fewer games says little: 100 games are known to within ten points.
pub const FAIR: usize = 100;

/// Drawn anew so often for the intervals.
const DRAWS: usize = 1000;

impl Tenth {
    /// Whether it has a fair number of games.
    pub fn is_fair(&self) -> bool {
        self.games >= FAIR
    }

    /// What was said less what came true.
    pub fn miss(&self) -> f64 {
        self.said - self.came
    }
}

/// A game in sums: what the measures need of it, so that games can be drawn anew quickly.
#[derive(Clone, Default)]
struct Sums {
    positions: [f64; 10],
    said: [f64; 10],
    /// Squared misses of what was said, and of the plain share.
    missed: f64,
    plain: f64,
    result: f64,
}

impl Sums {
    fn of(game: &Foretold, plain_share: f64) -> Sums {
        let mut sums = Sums { result: game.result.into(), ..Sums::default() };
        for &said in &game.said {
            let tenth = ((said * 10.0) as usize).min(9);
            let said = f64::from(said);
            sums.positions[tenth] += 1.0;
            sums.said[tenth] += said;
            sums.missed += (said - sums.result).powi(2);
            sums.plain += (plain_share - sums.result).powi(2);
        }
        sums
    }
}

/// What games add up to.
#[derive(Clone, Default)]
struct Total {
    positions: [f64; 10],
    games: [usize; 10],
    said: [f64; 10],
    came: [f64; 10],
    missed: f64,
    plain: f64,
    results: f64,
}

impl Total {
    fn of<'a>(games: impl Iterator<Item = &'a Sums>) -> Total {
        let mut total = Total::default();
        for game in games {
            for tenth in 0..10 {
                total.positions[tenth] += game.positions[tenth];
                total.games[tenth] += usize::from(game.positions[tenth] > 0.0);
                total.said[tenth] += game.said[tenth];
                total.came[tenth] += game.positions[tenth] * game.result;
            }
            total.missed += game.missed;
            total.plain += game.plain;
            total.results += game.result;
        }
        total
    }

    fn better(&self) -> f64 {
        if self.plain > 0.0 { 1.0 - self.missed / self.plain } else { 0.0 }
    }

    fn miss(&self, tenth: usize) -> f64 {
        (self.said[tenth] - self.came[tenth]) / self.positions[tenth].max(1.0)
    }
}

/// How true the chances of one or more scenarios are, each given with what was foretold in its games.
pub fn reliability(name: &str, scenarios: &[Vec<Foretold>], seed: u64) -> Reliability {
    let mut sums: Vec<Vec<Sums>> = vec![];
    for games in scenarios {
        let all = games.iter().map(|game| game.said.len() as f64).sum::<f64>();
        let won = games.iter().map(|game| game.said.len() as f64 * f64::from(game.result)).sum::<f64>();
        // What the other games say about this one.
        let others = |game: &Foretold| {
            let own = game.said.len() as f64;
            if all > own { (won - own * f64::from(game.result)) / (all - own) } else { 0.5 }
        };
        sums.push(games.iter().map(|game| Sums::of(game, others(game))).collect());
    }
    let total = Total::of(sums.iter().flatten());
    let mut dice = Generator::new(seed, 0);
    let mut drawn: Vec<Total> = vec![];
    for _ in 0..DRAWS {
        let mut again = vec![];
        for games in sums.iter().filter(|games| !games.is_empty()) {
            let any = |_| &games[dice.below(games.len() as u32) as usize];
            again.extend((0..games.len()).map(any));
        }
        drawn.push(Total::of(again.into_iter()));
    }
    let tenth = |n: usize| Tenth {
        positions: total.positions[n] as usize,
        games: total.games[n],
        said: total.said[n] / total.positions[n].max(1.0),
        came: total.came[n] / total.positions[n].max(1.0),
        interval: interval(drawn.iter().filter(|total| total.games[n] > 0).map(|total| total.miss(n))),
    };
    let tenths: Vec<Tenth> = (0..10).map(tenth).collect();
    let games: usize = sums.iter().map(Vec::len).sum();
    let positions = total.positions.iter().sum::<f64>();
    let fair = tenths.iter().filter(|tenth| tenth.is_fair()).map(|tenth| tenth.miss().abs());
    Reliability {
        name: name.into(),
        games,
        positions: positions as usize,
        share: total.results / games.max(1) as f64,
        brier: total.missed / positions.max(1.0),
        plain: total.plain / positions.max(1.0),
        better: total.better(),
        interval: interval(drawn.iter().map(Total::better)),
        worst: fair.fold(0.0, f64::max),
        tenths,
    }
}

/// What all but the outermost twentieth lie within.
fn interval(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get((values.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    (at(0.025), at(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games in which a chance is said of three positions and comes true as often as `truth` has it.
    fn games(count: usize, truth: impl Fn(f64) -> f64) -> Vec<Foretold> {
        let mut dice = Generator::new(1, 1);
        let mut game = |_| {
            let said = 0.05 + 0.1 * f64::from(dice.below(10));
            let won = f64::from(dice.below(10_000)) < 10_000.0 * truth(said);
            Foretold { said: vec![said as f32; 3], result: f32::from(won) }
        };
        (0..count).map(&mut game).collect()
    }

    #[test]
    fn true_chances_have_no_tenth_far_off_and_beat_the_plain_share() {
        let told = reliability("x", &[games(4000, |said| said)], 1);
        assert_eq!((told.games, told.positions, told.tenths.len()), (4000, 12_000, 10));
        assert!(told.tenths.iter().all(Tenth::is_fair) && told.worst < 0.06, "{}", told.worst);
        // The spread of the chances is their variance: 0.0825 of 0.25.
        assert!((told.better - 0.33).abs() < 0.05, "{}", told.better);
        assert!(told.interval.0 < told.better && told.better < told.interval.1);
    }

    #[test]
    fn chances_too_sure_are_found_out() {
        let told = reliability("x", &[games(3000, |said| 0.5 + (said - 0.5) / 4.0)], 1);
        assert!(told.worst > 0.25 && told.better < 0.0, "{} and {}", told.worst, told.better);
        assert!(told.tenths[9].miss() > 0.25 && told.tenths[0].miss() < -0.25);
        assert!(told.tenths[9].interval.0 > 0.1, "the interval leaves no doubt");
    }

    #[test]
    fn the_plain_share_knows_nothing_of_the_game_it_is_said_of() {
        // Two games, one won and one lost: the share of the other game is always wrong.
        let game = |result| Foretold { said: vec![0.5], result };
        let told = reliability("x", &[vec![game(0.0), game(1.0)]], 1);
        assert_eq!((told.plain, told.brier), (1.0, 0.25));
    }

    #[test]
    fn positions_of_few_games_are_not_a_fair_number() {
        let game = Foretold { said: vec![0.95; 500], result: 0.0 };
        let told = reliability("x", &[vec![game; 20]], 1);
        assert!(told.tenths[9].positions == 10_000 && !told.tenths[9].is_fair());
        assert_eq!(told.worst, 0.0);
    }

    #[test]
    fn nothing_played_says_nothing() {
        let told = reliability("x", &[vec![]], 1);
        assert_eq!((told.games, told.positions, told.worst, told.better), (0, 0, 0.0, 0.0));
    }
}
