//! The account: chances at every mark, so lifted that they agree with the fortunes, and who changed them.

use std::collections::HashMap;

use engine::Side;
use serde::Serialize;

use super::Mark;
use crate::contest::Ending;

/// Chances beyond this are not told apart on the scale of log odds.
const SURE: f64 = 0.999;

/// Who changed a chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// The dice.
    Dice,
    /// A side, by its orders.
    Side(Side),
}

/// What led from a mark to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The number of the mark it starts from.
    pub from: usize,
    /// Who made it.
    pub by: Hand,
}

/// A turn of the game: what changed the chance of the first side in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnAccount {
    /// What it is called: "3".
    pub label: String,
    /// The entry it began after.
    pub entry: usize,
    /// The chance of the first side as it began.
    pub first: f64,
    /// What the dice were worth to the first side.
    pub dice: f64,
    /// What the decisions of each side were worth to the first side.
    pub decided: [f64; 2],
}

/// The chances of a game and who changed them.
pub(crate) struct Account<'a> {
    marks: &'a [Mark],
    steps: &'a [Step],
    /// The chance of the first side at each mark.
    values: Vec<f64>,
    /// What was added to the log odds of the glance at each mark.
    lifts: Vec<f64>,
    /// What changed after the last mark: how each side ended the game otherwise than by its rules.
    after: [f64; 2],
}

fn log_odds(chance: f64) -> f64 {
    let inside = chance.clamp(1.0 - SURE, SURE);
    (inside / (1.0 - inside)).ln()
}

fn lifted(glance: f64, lift: f64) -> f64 {
    1.0 / (1.0 + (-log_odds(glance) - lift).exp())
}

impl<'a> Account<'a> {
    /// The account of a game, whose chances at the anchors are known and which came to this result.
    pub fn new(
        marks: &'a [Mark],
        steps: &'a [Step],
        anchors: &HashMap<usize, f64>,
        result: f64,
        ending: Option<Ending>,
    ) -> Account<'a> {
        let last = marks.len() - 1;
        let known = |mark: usize| match mark == last {
            // How it ended is no matter of estimates.
            true => None,
            false => anchors.get(&marks[mark].entry).copied(),
        };
        let mut lifts = vec![0.0; marks.len()];
        let anchored: Vec<usize> = (0..marks.len()).filter(|&mark| known(mark).is_some()).collect();
        let lift_at = |mark: usize| match (known(mark), marks[mark].glance) {
            (Some(chance), Some(glance)) => log_odds(chance) - log_odds(glance),
            _ => 0.0,
        };
        for pair in anchored.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let (low, high) = (lift_at(from), lift_at(to));
            let orders = (from..to).filter(|&step| steps[step].by != Hand::Dice).count();
            let mut gone = 0;
            for mark in from..to {
                let share = match orders {
                    0 => (mark - from) as f64 / (to - from) as f64,
                    _ => gone as f64 / orders as f64,
                };
                lifts[mark] = low + (high - low) * share;
                gone += usize::from(steps[mark].by != Hand::Dice);
            }
        }
        if let Some(&mark) = anchored.last() {
            let lift = lift_at(mark);
            lifts[mark..].iter_mut().for_each(|each| *each = lift);
        }
        let mut values: Vec<f64> = vec![];
        for (n, mark) in marks.iter().enumerate() {
            let before = values.last().copied().unwrap_or(0.5);
            let told = mark.glance.map_or(before, |glance| lifted(glance, lifts[n]));
            values.push(known(n).unwrap_or(told));
        }
        let mut after = [0.0; 2];
        match ending {
            // By its rules: the last mark is the result itself.
            None => values[last] = result,
            Some(ending) => {
                let change = result - values[last];
                after = match ending {
                    Ending::Agreed => [change / 2.0; 2],
                    Ending::Resigned(Side::First) | Ending::Late(Side::First) => [change, 0.0],
                    Ending::Resigned(Side::Second) | Ending::Late(Side::Second) => [0.0, change],
                };
            }
        }
        Account { marks, steps, values, lifts, after }
    }

    /// The chance of the first side at the start.
    pub fn start(&self) -> f64 {
        self.values[0]
    }

    /// The chance of the first side at a mark.
    pub fn value(&self, mark: usize) -> f64 {
        self.values[mark]
    }

    /// What a glance near a mark comes to.
    pub fn lifted(&self, mark: usize, glance: f64) -> f64 {
        lifted(glance, self.lifts[mark])
    }

    /// What a step was worth to the first side.
    pub fn gain(&self, step: &Step) -> f64 {
        self.values[step.from + 1] - self.values[step.from]
    }

    /// The steps with what each was worth to the first side.
    pub fn steps(&self) -> impl Iterator<Item = (&Step, f64)> {
        self.steps.iter().map(|step| (step, self.gain(step)))
    }

    /// What somebody was worth to the first side.
    pub fn of(&self, hand: Hand) -> f64 {
        let after = if let Hand::Side(side) = hand { self.after[side.index()] } else { 0.0 };
        self.steps().filter(|(step, _)| step.by == hand).map(|(_, gain)| gain).sum::<f64>() + after
    }

    /// The same turn by turn; what ended the game belongs to the last of them.
    pub fn turns(&self, labels: &[(String, bool)]) -> Vec<TurnAccount> {
        let mut turns: Vec<TurnAccount> = vec![];
        for (n, (label, _)) in labels.iter().enumerate() {
            let Some(mark) = self.marks.iter().position(|mark| mark.turn == n) else { continue };
            let (entry, first) = (self.marks[mark].entry, self.values[mark]);
            let mut turn = TurnAccount { label: label.clone(), entry, first, dice: 0.0, decided: [0.0; 2] };
            for (step, gain) in self.steps().filter(|(step, _)| self.marks[step.from].turn == n) {
                match step.by {
                    Hand::Dice => turn.dice += gain,
                    Hand::Side(side) => turn.decided[side.index()] += gain,
                }
            }
            turns.push(turn);
        }
        if let Some(turn) = turns.last_mut() {
            for side in Side::BOTH {
                turn.decided[side.index()] += self.after[side.index()];
            }
        }
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Hand = Hand::Side(Side::First);
    const SECOND: Hand = Hand::Side(Side::Second);

    /// Two turns: First moves, dice fall, Second moves; and again to the end.
    fn game() -> (Vec<Mark>, Vec<Step>) {
        let glances = [0.5, 0.6, 0.4, 0.45, 0.7, 0.9, 1.0];
        let marks = glances.iter().enumerate().map(|(n, &glance)| Mark {
            entry: n * 2,
            glance: Some(glance),
            turn: usize::from(n >= 3),
        });
        let by = [FIRST, Hand::Dice, SECOND, FIRST, Hand::Dice, SECOND];
        (marks.collect(), by.into_iter().enumerate().map(|(from, by)| Step { from, by }).collect())
    }

    fn labels() -> Vec<(String, bool)> {
        vec![("1".into(), true), ("2".into(), true)]
    }

    #[test]
    fn dice_and_decisions_make_the_result() {
        let (marks, steps) = game();
        let anchors = HashMap::from([(0, 0.55), (6, 0.3), (12, 1.0)]);
        let account = Account::new(&marks, &steps, &anchors, 1.0, None);
        assert_eq!((account.start(), account.value(3), account.value(6)), (0.55, 0.3, 1.0));
        let sum: f64 = [Hand::Dice, FIRST, SECOND].into_iter().map(|hand| account.of(hand)).sum();
        assert!((account.start() + sum - 1.0).abs() < 1e-12, "{sum}");
        let turns = account.turns(&labels());
        assert_eq!(turns.iter().map(|turn| turn.first).collect::<Vec<_>>(), [0.55, 0.3]);
        for (turn, next) in turns.iter().zip([0.3, 1.0]) {
            let changed = turn.dice + turn.decided[0] + turn.decided[1];
            assert!((turn.first + changed - next).abs() < 1e-12, "{turn:?}");
        }
    }

    #[test]
    fn what_only_a_longer_look_shows_is_not_put_down_to_the_dice() {
        let (marks, steps) = game();
        let plain = HashMap::from([(0, 0.5), (6, 0.45)]);
        let darker = HashMap::from([(0, 0.5), (6, 0.2)]);
        let [plain, darker] =
            [&plain, &darker].map(|anchors| Account::new(&marks, &steps, anchors, 1.0, None));
        // The throw of the first turn falls between two decisions; on the scale of log odds it is worth the same.
        let worth = |account: &Account| log_odds(account.value(2)) - log_odds(account.value(1));
        assert!((worth(&plain) - worth(&darker)).abs() < 1e-9);
        assert!(darker.gain(&steps[2]) < plain.gain(&steps[2]), "the decision after it is");
    }

    #[test]
    fn whoever_gives_up_bears_it_and_a_draw_is_of_both() {
        let (mut marks, steps) = game();
        marks[6].glance = Some(0.8);
        let anchors = HashMap::from([(0, 0.5)]);
        let resigned = Account::new(&marks, &steps, &anchors, 0.0, Some(Ending::Resigned(Side::First)));
        let agreed = Account::new(&marks, &steps, &anchors, 0.5, Some(Ending::Agreed));
        assert!((resigned.after[0] + 0.8).abs() < 1e-9 && resigned.after[1] == 0.0);
        assert!((agreed.after[0] + 0.15).abs() < 1e-9 && agreed.after[0] == agreed.after[1]);
        for (account, result) in [(&resigned, 0.0), (&agreed, 0.5)] {
            let sum: f64 = [Hand::Dice, FIRST, SECOND].into_iter().map(|hand| account.of(hand)).sum();
            assert!((account.start() + sum - result).abs() < 1e-12);
        }
    }

    #[test]
    fn chances_stay_between_0_and_1() {
        let (mut marks, steps) = game();
        marks[2].glance = Some(0.0);
        marks[4].glance = Some(1.0);
        let anchors = HashMap::from([(0, 0.0), (6, 1.0)]);
        let account = Account::new(&marks, &steps, &anchors, 0.0, None);
        assert!((0..marks.len()).all(|mark| (0.0..=1.0).contains(&account.value(mark))));
    }
}
