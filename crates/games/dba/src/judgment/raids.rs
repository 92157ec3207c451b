//! Raids: the enemy's camp counts for two elements, and its followers seldom hold it. Whoever is fast rides round his line.

use engine::Side;

use crate::geometry::MU;
use crate::kind::Kind;
use crate::sheet::Class;

use super::survey::{Figure, Survey};

/// The table in squares of two MU.
const CELLS: usize = 19;
/// How long a step from square to square is; one across counts as much as one straight on.
const STEP: f32 = 2.4;
/// Nobody passes an enemy nearer than this.
const WIDE: f32 = 3.5;
/// Not to be reached.
const NO_WAY: u8 = u8::MAX;
/// What an empty camp is worth that has not been taken yet.
const UNHELD: f32 = 2.0;
/// What those in an own camp add, being foot (1.4).
const WALLS: i32 = 2;
/// How much farther Light Horse comes in a turn by moving again.
const AGAIN: f32 = 6.0;
/// Moves from which nobody thinks of a raid yet.
const TOO_FAR: f32 = 5.0;
/// What the best raiders count for, one after another.
const RAIDERS: [f32; 3] = [1.0, 0.6, 0.3];
/// Raids worth less than this are none.
const SLIGHT: f32 = 0.05;

/// How far it is from everywhere to a camp, round those who bar the way.
pub(super) struct Ways {
    steps: [[u8; CELLS]; CELLS],
}

/// What a side may hope of raids: coming nearer, and what it can storm next.
#[derive(Clone, Copy, Default)]
pub(super) struct Raid {
    pub(super) hope: f32,
    pub(super) blow: f32,
}

fn cell(at: f32) -> usize {
    ((at / 2.0).max(0.0) as usize).min(CELLS - 1)
}

impl Ways {
    /// To the camp of a side, past its elements.
    pub(super) fn to_camp(survey: &Survey, camp: Side) -> Option<Ways> {
        let [least, most] = survey.position.camp(camp).area?;
        let mut steps = [[NO_WAY; CELLS]; CELLS];
        let mut barred = [[false; CELLS]; CELLS];
        for guard in survey.army(camp) {
            let [x, y] = guard.centre();
            let from = [cell(x - WIDE), cell(y - WIDE)];
            for (row, cells) in (from[1]..).zip(&mut barred[from[1]..=cell(y + WIDE)]) {
                for (column, barred) in (from[0]..).zip(&mut cells[from[0]..=cell(x + WIDE)]) {
                    let apart = [2.0 * column as f32 + 1.0 - x, 2.0 * row as f32 + 1.0 - y];
                    *barred |= apart[0] * apart[0] + apart[1] * apart[1] < WIDE * WIDE;
                }
            }
        }
        let mut queue = [(0_u8, 0_u8); CELLS * CELLS];
        let (mut next, mut end) = (0, 0);
        let scale = MU as f32;
        let rows = cell(least.y as f32 / scale)..=cell(most.y as f32 / scale - 0.1);
        let columns = cell(least.x as f32 / scale)..=cell(most.x as f32 / scale - 0.1);
        for (row, column) in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
            steps[row][column] = 0;
            queue[end] = (row as u8, column as u8);
            end += 1;
        }
        while next < end {
            let (row, column) = queue[next];
            next += 1;
            let (row, column) = (usize::from(row), usize::from(column));
            let far = steps[row][column] + 1;
            for to_row in row.saturating_sub(1)..=(row + 1).min(CELLS - 1) {
                for to_column in column.saturating_sub(1)..=(column + 1).min(CELLS - 1) {
                    if steps[to_row][to_column] == NO_WAY && !barred[to_row][to_column] {
                        steps[to_row][to_column] = far;
                        queue[end] = (to_row as u8, to_column as u8);
                        end += 1;
                    }
                }
            }
        }
        Some(Ways { steps })
    }

    /// How far it is from a place, in MU.
    pub(super) fn from(&self, at: [f32; 2]) -> Option<f32> {
        let (column, row) = (cell(at[0]), cell(at[1]));
        let steps = match self.steps[row][column] {
            NO_WAY => {
                let rows = row.saturating_sub(1)..=(row + 1).min(CELLS - 1);
                let near = rows.flat_map(|row| {
                    (column.saturating_sub(1)..=(column + 1).min(CELLS - 1))
                        .map(move |column| self.steps[row][column])
                });
                near.min().filter(|&steps| steps != NO_WAY)? + 1
            }
            steps => steps,
        };
        Some(STEP * f32::from(steps.saturating_sub(1)))
    }
}

impl Survey<'_> {
    /// What it would be worth to an element to come to the enemy's camp.
    pub(super) fn storm(&self, figure: &Figure) -> f32 {
        let camp = figure.id.side().other();
        let position = self.position;
        match position.occupant(camp) {
            None if position.camp(camp).captured || position.camp(camp).area.is_none() => 0.0,
            None => UNHELD,
            Some(holder) if holder.side() != camp => 0.0,
            Some(holder) => {
                let card = position.card(holder);
                let walls = if card.class == Class::Foot { WALLS } else { 0 };
                let general = i32::from(holder.is_general());
                let factors = [
                    figure.close[card.class as usize],
                    i32::from(card.close[figure.class as usize]) + walls + general,
                ];
                self.lore.storm(figure, position.kind(holder), factors, position.worth(holder))
            }
        }
    }

    /// What a side's raids promise.
    pub(super) fn raid(&self, side: Side) -> Raid {
        let mut raid = Raid::default();
        let mut best = [0.0_f32; RAIDERS.len()];
        for figure in self.army(side).iter().filter(|figure| !figure.engaged) {
            let worth = self.storm(figure);
            if worth < SLIGHT {
                continue;
            }
            let Some(far) = self.way_to_camp(figure) else { continue };
            if far <= figure.reach {
                raid.blow = raid.blow.max(worth);
            }
            let pace = figure.reach + if figure.kind == Kind::LightHorse { AGAIN } else { 0.0 };
            let mut hope = worth * (1.0 - far / pace / TOO_FAR).max(0.0);
            for place in &mut best {
                if hope > *place {
                    std::mem::swap(place, &mut hope);
                }
            }
        }
        raid.hope = best.iter().zip(RAIDERS).map(|(hope, share)| hope * share).sum();
        raid
    }

    /// How far it is to the enemy's camp, round his troops.
    pub(super) fn way_to_camp(&self, figure: &Figure) -> Option<f32> {
        self.ways(figure.id.side().other())?.from(figure.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{THEM, US, at, ground};
    use crate::position::Position;

    /// Our Light Horse before their camp, with guards between at these places.
    fn raiders(guards: &[f64]) -> Position {
        let mut position = ground();
        position.set_camp(THEM, at(18.0, 36.0), at(20.0, 38.0));
        position.stand_in_camp(THEM, 12, "CF", THEM);
        position.put(THEM, 0, "3Cv", 1.0, 37.0, 180.0);
        position.put(US, 1, "LH", 19.0, 10.0, 0.0);
        for (slot, &x) in guards.iter().enumerate() {
            position.put(THEM, slot + 1, "4Sp", x, 24.0, 180.0);
        }
        position
    }

    fn way(position: &Position) -> Option<f32> {
        let survey = Survey::of(position);
        survey.way_to_camp(&survey.army(US)[1])
    }

    #[test]
    fn the_way_to_a_camp_leads_round_its_guards() {
        // Close before a line of eleven it is as far to its end as to the camp.
        let before = |guards: &[f64]| {
            let mut position = raiders(guards);
            position.put(US, 1, "LH", 19.0, 18.0, 0.0);
            way(&position).unwrap()
        };
        let line: Vec<f64> = (0..11).map(|i| 9.0 + 2.0 * f64::from(i)).collect();
        let (straight, round) = (before(&[]), before(&line));
        assert!(round > straight + 8.0, "{straight} {round}");
        let all_across: Vec<f64> = (0..11).map(|i| 1.5 + 3.5 * f64::from(i)).collect();
        assert_eq!(way(&raiders(&all_across)), None);
    }

    #[test]
    fn the_nearer_the_raiders_the_more_they_hope_and_those_in_reach_strike() {
        let raid = |y: f64| {
            let mut position = raiders(&[]);
            position.put(US, 1, "LH", 19.0, y, 0.0);
            Survey::of(&position).raid(US)
        };
        let [far, near, there] = [10.0, 20.0, 32.0].map(raid);
        assert!(far.hope > 0.0 && near.hope > far.hope && there.hope > near.hope);
        assert!(near.blow == 0.0 && there.blow > 0.0);
    }

    #[test]
    fn followers_are_stormed_gladly_and_blades_behind_walls_are_not() {
        let worth = |holder: &str, slot: usize, ours: &str| {
            let mut position = raiders(&[]);
            position.element_mut(crate::ElementId::of(THEM, 12)).place = crate::Whereabouts::Lost;
            position.stand_in_camp(THEM, slot, holder, THEM);
            position.put(US, 1, ours, 19.0, 10.0, 0.0);
            let survey = Survey::of(&position);
            survey.storm(&survey.army(US)[1])
        };
        // Ten throws of thirty-six win two elements; little is lost by the others.
        assert!((0.3..10.0 / 18.0).contains(&worth("CF", 12, "LH")));
        assert!(worth("4Bd", 5, "3Kn") < worth("CF", 12, "3Kn"));
        let mut taken = raiders(&[]);
        taken.element_mut(crate::ElementId::of(THEM, 12)).place = crate::Whereabouts::Lost;
        let unheld = |position: &Position| {
            let survey = Survey::of(position);
            survey.storm(&survey.army(US)[1])
        };
        assert_eq!(unheld(&taken), UNHELD);
        taken.camps[1].captured = true;
        assert_eq!(unheld(&taken), 0.0);
    }
}
