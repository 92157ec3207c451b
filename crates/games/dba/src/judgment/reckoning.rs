//! The coming combats taken together: how many elements each side may lose in them, and what that makes of the battle.
//!
//! Each fight alone is a matter of exchange. Together they are a race to four, and the same exchange is welcome to whoever
//! is ahead and ruin to whoever is behind.

use engine::Side;

use crate::position::Position;

use super::odds::Encounter;

/// Losses beyond this make no difference.
const MOST: usize = 9;
/// Losses that decide, with more than the enemy's.
const DECISIVE: usize = 4;
/// How much likelier the next to be lost is of the side without a general.
const LEADERLESS: f32 = 0.06;
/// Nothing is surer than this.
const SURE: f32 = 0.995;

/// Chances of the first side, by what both have lost and whether their generals are among it.
type Race = [[[[f32; 2]; 2]; MOST]; MOST];

/// The chance of the first side to win if the next to be lost is as likely the one's as the other's.
const RACE: Race = {
    let mut race = [[[[0.5; 2]; 2]; MOST]; MOST];
    let mut cell = MOST * MOST;
    while cell > 0 {
        cell -= 1;
        let (own, theirs) = (cell / MOST, cell % MOST);
        let mut generals = 0;
        while generals < 4 {
            let (one, other) = (generals / 2, generals % 2);
            let lost = own > theirs && (own >= DECISIVE || one == 1);
            let won = theirs > own && (theirs >= DECISIVE || other == 1);
            race[own][theirs][one][other] = if lost {
                0.0
            } else if won {
                1.0
            } else if own + 1 == MOST || theirs + 1 == MOST {
                0.5
            } else {
                let next = 0.5 + LEADERLESS * (one as f32 - other as f32);
                next * race[own + 1][theirs][one][other] + (1.0 - next) * race[own][theirs + 1][one][other]
            };
            generals += 1;
        }
    }
    race
};

/// How likely each tally of losses is; generals as in [`Race`].
type Tallies = [[[[f32; 2]; 2]; MOST]; MOST];

/// What a side has lost, or loses with one element.
#[derive(Clone, Copy, Default)]
pub(super) struct Toll {
    pub(super) elements: usize,
    pub(super) general: bool,
}

impl Position {
    fn toll(&self, side: Side) -> Toll {
        let elements = usize::from(self.losses(side)).min(MOST - 1);
        Toll { elements, general: self.general_lost(side) }
    }

    /// The log odds of the first side by losses alone, those that the coming fights may bring included.
    pub(super) fn decision(&self, encounters: &[Encounter]) -> f32 {
        let [own, theirs] = Side::BOTH.map(|side| self.toll(side));
        let at = |toll: Toll| usize::from(toll.general);
        let chance = if encounters.is_empty() {
            RACE[own.elements][theirs.elements][at(own)][at(theirs)]
        } else {
            let mut tallies: Tallies = [[[[0.0; 2]; 2]; MOST]; MOST];
            tallies[own.elements][theirs.elements][at(own)][at(theirs)] = 1.0;
            // How far tallies go so far.
            let mut most = [own.elements, theirs.elements];
            for encounter in encounters {
                tallies = after(&tallies, encounter, most);
                for (most, toll) in most.iter_mut().zip(encounter.tolls) {
                    *most = (*most + toll.elements).min(MOST - 1);
                }
            }
            let mut chance = 0.0;
            for (i, rows) in tallies.iter().enumerate().take(most[0] + 1).skip(own.elements) {
                for (j, cells) in rows.iter().enumerate().take(most[1] + 1).skip(theirs.elements) {
                    for generals in 0..4 {
                        let (one, other) = (generals / 2, generals % 2);
                        chance += cells[one][other] * RACE[i][j][one][other];
                    }
                }
            }
            chance
        };
        let chance = chance.clamp(1.0 - SURE, SURE);
        (chance / (1.0 - chance)).ln()
    }
}

/// The tallies once one more fight is over.
fn after(before: &Tallies, encounter: &Encounter, most: [usize; 2]) -> Tallies {
    let mut tallies: Tallies = [[[[0.0; 2]; 2]; MOST]; MOST];
    let [first, second, both] = encounter.deaths;
    let ways = [
        (1.0 - first - second - both, [false, false]),
        (first, [true, false]),
        (second, [false, true]),
        (both, [true, true]),
    ];
    for (chance, dies) in ways.into_iter().filter(|(chance, _)| *chance > 0.0) {
        let toll = |i: usize| if dies[i] { encounter.tolls[i] } else { Toll::default() };
        let (own, theirs) = (toll(0), toll(1));
        for i in 0..=most[0] {
            for j in 0..=most[1] {
                for generals in 0..4 {
                    let (one, other) = (generals / 2, generals % 2);
                    let share = before[i][j][one][other];
                    if share == 0.0 {
                        continue;
                    }
                    let (i, j) =
                        ((i + own.elements).min(MOST - 1), (j + theirs.elements).min(MOST - 1));
                    let (one, other) =
                        (one.max(usize::from(own.general)), other.max(usize::from(theirs.general)));
                    tallies[i][j][one][other] += chance * share;
                }
            }
        }
    }
    tallies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{THEM, US, ground};
    use crate::element::{ElementId, Whereabouts};

    #[test]
    fn the_race_is_even_between_equals_and_over_where_the_rules_end_it() {
        for n in 0..MOST {
            assert_eq!(RACE[n][n][0][0], 0.5);
            assert_eq!(RACE[n][n][1][1], 0.5);
        }
        assert_eq!(RACE[3][4][0][0], 1.0);
        assert_eq!(RACE[4][4][0][0], 0.5);
        assert_eq!(RACE[1][0][1][0], 0.0, "the general and more than the enemy");
        assert!(RACE[1][1][1][0] < 0.5 && RACE[0][1][1][0] > 0.5);
        assert_eq!(RACE[3][2][0][0], 0.25);
    }

    #[test]
    fn tallies_of_several_fights_add_up_to_one() {
        let mut tallies: Tallies = [[[[0.0; 2]; 2]; MOST]; MOST];
        tallies[2][3][0][0] = 1.0;
        let toll = Toll { elements: 1, general: false };
        let encounter = Encounter { worth: 0.0, deaths: [0.2, 0.3, 0.1], tolls: [toll, Toll { general: true, ..toll }] };
        let then = after(&after(&tallies, &encounter, [2, 3]), &encounter, [3, 4]);
        let sum: f32 = then.iter().flatten().flatten().flatten().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        assert!((then[2][3][0][0] - 0.16).abs() < 1e-5, "nobody twice");
    }

    #[test]
    fn whoever_is_ahead_likes_an_even_fight_and_the_last_blow_counts_most() {
        let fight = |own: usize, theirs: usize| {
            let mut position = ground();
            for (side, lost) in [(US, own), (THEM, theirs)] {
                for slot in 0..lost {
                    position.element_mut(ElementId::of(side, 11 - slot)).place = Whereabouts::Lost;
                }
            }
            let before = position.decision(&[]);
            let enemy = position.put(THEM, 1, "3Kn", 19.0, 19.0, 180.0);
            position.put_at(US, 1, "3Kn", position.base(enemy).front_place());
            position.decision(&position.encounters()) - before
        };
        assert!(fight(0, 0).abs() < 1e-4 && fight(3, 3).abs() < 1e-4);
        assert!(fight(1, 3) > 0.0, "an exchange wins");
        assert!(fight(3, 1) < 0.0);
    }
}
