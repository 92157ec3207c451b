//! The fortunes of a game: how the chances went from turn to turn, and where they turned.

use std::time::Duration;

use commander::{Budget, Level};
use engine::record::{Session, Told};
use engine::scene::Track;
use engine::table::Table;
use engine::{Objection, Side, Turn, Viewer};
use serde::Serialize;

use crate::staff::{Question, Thinker};

/// At most so many points; a longer game is told in fewer.
const MOST_POINTS: usize = 200;
/// At most so many turning points.
const MOST_TURNS: usize = 5;
/// So long it takes over all of them, however many there are: a long game is told with fewer playouts.
const PATIENCE: Duration = Duration::from_secs(6);
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

/// A Player-Turn.
struct Course {
    entry: usize,
    label: String,
    /// Whether it belongs to the game proper: deploying is not a matter of fortune.
    counts: bool,
    moments: Vec<Moment>,
}

/// Where a plan has come to its end.
struct Moment {
    entry: usize,
    /// What had happened.
    text: String,
    /// Whether dice had fallen.
    rolled: bool,
}

impl Course {
    fn at(entry: usize, table: &dyn Table) -> Course {
        let scene = table.scene(Viewer::Public);
        let turn = scene.tracks.first().and_then(Track::words);
        let (counts, label) = match (turn, table.turn()) {
            (Some(turn), Turn::Order(side)) => (true, format!("{turn}, {}", table.side_name(side))),
            (Some(turn), _) => (true, format!("{turn}, {}", scene.phase)),
            (None, _) => (false, scene.phase),
        };
        Course { entry, label, counts, moments: vec![] }
    }

    /// What turned the game in it, in which the chance of the first side went from one figure to another: the
    /// moment that did most of it.
    fn turning(&self, first: [f32; 2], teller: &Teller) -> Result<Option<TurningPoint>, Objection> {
        let [first_before, first_after] = first;
        let way = (first_after - first_before).signum();
        let mut last = teller.glance(self.entry)?;
        let mut best: Option<(bool, f32, &Moment)> = None;
        for moment in &self.moments {
            let now = teller.glance(moment.entry)?;
            let gain = (now - std::mem::replace(&mut last, now)) * way;
            // What the dice did is the better story.
            let lucky = moment.rolled && gain > 0.0;
            let better = best.is_none_or(|(rolled, most, _)| (lucky, gain) >= (rolled, most));
            if !moment.text.is_empty() && better {
                best = Some((lucky, gain, moment));
            }
        }
        let told = |(_, _, moment): (bool, f32, &Moment)| TurningPoint {
            entry: moment.entry,
            first_before,
            first_after,
            text: moment.text.clone(),
        };
        Ok(best.map(told))
    }
}

/// Tells the chance of the first side after an entry. Whoever may see the fortunes may see the whole table.
struct Teller<'a> {
    session: &'a Session,
    thinker: &'a dyn Thinker,
    /// How long it takes over one chance.
    time: Duration,
}

impl Teller<'_> {
    fn chance(&self, entry: usize) -> Result<f32, Objection> {
        self.estimate(entry, &Budget::time(self.time))
    }

    /// At a glance, to find out which of many moments mattered.
    fn glance(&self, entry: usize) -> Result<f32, Objection> {
        self.estimate(entry, &Budget::nodes(0))
    }

    fn estimate(&self, entry: usize, budget: &Budget) -> Result<f32, Objection> {
        let table = self.session.position(entry)?;
        let question = Question::new(self.session.header(), Level::Veteran, table, 1);
        let chance = self.thinker.estimate(&question, Viewer::Referee, budget);
        Ok(if chance.is_nan() { 0.5 } else { chance.clamp(0.0, 1.0) })
    }
}

/// Tells the fortunes of a game. `result` is what it came to for the first side, if it is over.
pub fn tell(session: &Session, result: Option<f32>, thinker: &dyn Thinker) -> Result<Fortunes, Objection> {
    let start = session.position(0)?;
    let sides = Side::BOTH.map(|side| start.side_name(side).to_string());
    let courses = courses(session, start.as_ref())?;
    let teller = Teller { session, thinker, time: PATIENCE / courses.len().max(1) as u32 };
    let mut points = vec![];
    for course in &courses {
        let (entry, label) = (course.entry, course.label.clone());
        points.push(Point { entry, label, first: teller.chance(entry)? });
    }
    let turning = turning(&courses, &points, &teller)?;
    if let Some(first) = result {
        points.retain(|point| point.entry != session.cursor() || point.entry == 0);
        points.push(Point { entry: session.cursor(), first, label: "The end".into() });
    }
    Ok(Fortunes { sides, points: thinned(points), turning })
}

/// The Player-Turns of a game.
fn courses(session: &Session, start: &dyn Table) -> Result<Vec<Course>, Objection> {
    let mut clock = start.clock();
    let mut courses = vec![];
    let mut course = Course::at(0, start);
    let (mut words, mut rolled) = (vec![], false);
    session.chronicle_from(0, |told, table| {
        note(told, &mut words);
        rolled |= session.giver(told.n).is_none();
        if table.clock() != clock {
            clock = table.clock();
            courses.push(std::mem::replace(&mut course, Course::at(told.n, table)));
            (words, rolled) = (vec![], false);
        } else if table.at_rest() && matches!(table.turn(), Turn::Order(_)) {
            course.moments.push(Moment { entry: told.n, text: words.join(" "), rolled });
            (words, rolled) = (vec![], false);
        }
    })?;
    courses.push(course);
    Ok(courses)
}

/// The Player-Turns in which the chances changed most, in the order they happened.
fn turning(courses: &[Course], points: &[Point], teller: &Teller) -> Result<Vec<TurningPoint>, Objection> {
    let mut swings: Vec<(&Course, [f32; 2])> = vec![];
    for (n, course) in courses.iter().enumerate().filter(|(_, course)| course.counts) {
        let after = match (points.get(n + 1), course.moments.last()) {
            (Some(next), _) => next.first,
            // The result itself is no turn of fortune: the last one is judged by how it stood before.
            (None, Some(last)) => teller.chance(last.entry)?,
            (None, None) => continue,
        };
        swings.push((course, [points[n].first, after]));
    }
    let size = |first: &[f32; 2]| (first[1] - first[0]).abs();
    swings.retain(|(_, first)| size(first) >= SWING);
    swings.sort_by(|(_, a), (_, b)| size(b).total_cmp(&size(a)));
    let mut turning = vec![];
    for (course, first) in swings {
        if turning.len() == MOST_TURNS {
            break;
        }
        turning.extend(course.turning(first, teller)?);
    }
    turning.sort_by_key(|turn: &TurningPoint| turn.entry);
    Ok(turning)
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
