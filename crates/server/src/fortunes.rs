//! The fortunes of a game: how the chances went from turn to turn, and where they turned.

use commander::Level;
use engine::record::{Session, Told};
use engine::table::Table;
use engine::{Side, Turn, Viewer};
use serde::Serialize;

use crate::staff::{Question, Thinker};
use crate::view::turn_words;

/// At most so many points; a longer game is told in fewer.
const MOST_POINTS: usize = 200;
/// At most so many turning points.
const MOST_TURNS: usize = 5;
/// A smaller swing is none.
const SWING: f32 = 0.06;

/// How the chances went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fortunes {
    /// The names of the sides.
    pub sides: [String; 2],
    /// The chance of the first side at each change of Player-Turn, and at the end.
    pub points: Vec<Point>,
    /// The Player-Turns with the largest swings, in the order they happened.
    pub turning: Vec<TurningPoint>,
}

/// How it stood at a moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// After which entry.
    pub entry: usize,
    /// The chance of the first side.
    pub first: f32,
    /// When that was: "Game-Turn 2, Romans".
    pub label: String,
}

/// What turned the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    /// The entry that did most of it.
    pub entry: usize,
    /// The chance of the first side at the start of its Player-Turn.
    pub first_before: f32,
    /// And at the end.
    pub first_after: f32,
    /// What happened, in the words of the log.
    pub text: String,
}

/// A Player-Turn while it is told.
struct Course {
    start: Point,
    /// Whether it belongs to the game proper: deploying is not a matter of fortune.
    counts: bool,
    moments: Vec<Moment>,
}

/// Where a plan has come to its end.
struct Moment {
    entry: usize,
    table: Box<dyn Table>,
    /// What had happened.
    text: String,
    /// Whether dice had fallen.
    rolled: bool,
}

impl Course {
    fn at(entry: usize, table: &dyn Table, first: f32) -> Course {
        let scene = table.scene(Viewer::Public);
        let turn = turn_words(&scene);
        let (counts, label) = match (turn, table.turn()) {
            (Some(turn), Turn::Order(side)) => (true, format!("{turn}, {}", table.side_name(side))),
            (Some(turn), _) => (true, format!("{turn}, {}", scene.phase)),
            (None, _) => (false, scene.phase),
        };
        Course { start: Point { entry, first, label }, counts, moments: vec![] }
    }

    /// What turned the game in it, if the chances at its end are so much others than at its start: the moment
    /// that did most of it.
    fn turning(&self, first_after: f32, estimate: impl Fn(&dyn Table) -> f32) -> Option<TurningPoint> {
        let swing = first_after - self.start.first;
        if !self.counts || swing.abs() < SWING {
            return None;
        }
        let mut last = self.start.first;
        let gains = self.moments.iter().map(|moment| {
            let now = estimate(moment.table.as_ref());
            let gain = (now - std::mem::replace(&mut last, now)) * swing.signum();
            // What the dice did is the better story.
            (moment.rolled && gain > 0.0, gain, moment)
        });
        let told = gains.filter(|(_, _, moment)| !moment.text.is_empty());
        let (_, _, moment) = told.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
        let Moment { entry, text, .. } = moment;
        let first_before = self.start.first;
        Some(TurningPoint { entry: *entry, first_before, first_after, text: text.clone() })
    }
}

/// Tells the fortunes of a game. `result` is what it came to for the first side, if it is over.
pub fn tell(
    session: &Session,
    result: Option<f32>,
    thinker: &dyn Thinker,
) -> Result<Fortunes, engine::Objection> {
    let estimate = |table: &dyn Table| {
        let game = session.header().game.clone();
        let question = Question::new(game, Level::Veteran, table.clone_box(), 1);
        thinker.estimate(&question).clamp(0.0, 1.0)
    };
    let start = session.position(0)?;
    let sides = Side::BOTH.map(|side| start.side_name(side).to_string());
    let mut clock = start.clock();
    let mut course = Course::at(0, start.as_ref(), estimate(start.as_ref()));
    let (mut points, mut turning, mut words, mut rolled) = (vec![], vec![], vec![], false);
    session.chronicle_from(0, |told, table| {
        note(told, &mut words);
        rolled |= session.giver(told.n).is_none();
        if table.clock() != clock {
            clock = table.clock();
            let first = estimate(table);
            turning.extend(course.turning(first, estimate));
            let next = Course::at(told.n, table, first);
            points.push(std::mem::replace(&mut course, next).start);
            (words, rolled) = (vec![], false);
        } else if table.at_rest() && matches!(table.turn(), Turn::Order(_)) {
            let (table, text) = (table.clone_box(), words.join(" "));
            course.moments.push(Moment { entry: told.n, table, text, rolled });
            (words, rolled) = (vec![], false);
        }
    })?;
    // The result itself is no turn of fortune: the last one is judged by how it stood before.
    if let Some(last) = course.moments.last() {
        turning.extend(course.turning(estimate(last.table.as_ref()), estimate));
    }
    points.push(course.start);
    turning.sort_by(|a, b| swing(b).total_cmp(&swing(a)));
    turning.truncate(MOST_TURNS);
    turning.sort_by_key(|turn| turn.entry);
    if let Some(first) = result {
        points.retain(|point| point.entry != session.cursor() || point.entry == 0);
        points.push(Point { entry: session.cursor(), first, label: "The end".into() });
    }
    Ok(Fortunes { sides, points: thinned(points), turning })
}

fn swing(turn: &TurningPoint) -> f32 {
    (turn.first_after - turn.first_before).abs()
}

/// Keeps the last few things that happened.
fn note(told: &mut Told, words: &mut Vec<String>) {
    const KEPT: usize = 3;
    let happened = told.events.iter().map(|event| event.text.clone()).filter(|text| !text.is_empty());
    words.extend(happened);
    let surplus = words.len().saturating_sub(KEPT);
    words.drain(..surplus);
    for sentence in words.iter_mut().filter(|words| !words.ends_with(['.', '!', '?', ';', ':'])) {
        sentence.push('.');
    }
}

/// Evenly fewer points if there are too many; the first and the last stay.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let count = points.len();
    if count <= MOST_POINTS {
        return points;
    }
    let slot = |i: usize| i * (MOST_POINTS - 1) / (count - 1);
    let kept = |i: usize| i == 0 || slot(i) != slot(i - 1);
    points.into_iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, point)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_told_in_fewer_points_from_first_to_last() {
        let point = |entry| Point { entry, first: 0.5, label: String::new() };
        for count in [1, 199, 200, 201, 399, 1_000, 5_000] {
            let points = thinned((0..count).map(point).collect());
            assert!(points.len() == count.min(MOST_POINTS), "{count} become {}", points.len());
            assert_eq!((points[0].entry, points[points.len() - 1].entry), (0, count - 1));
        }
    }
}
