//! Lessons at the table: a game of one pupil against the lesson, from a position by hand, with the dice it names.

use std::sync::Arc;

use engine::lesson::{Guide, Lesson, Next, Standing};
use engine::{Objection, Side};
use serde::Serialize;
use serde_json::Value;
use shelf::Shelf;

use crate::contest::Contest;
use crate::contests::{Draft, Progress};
use crate::deed::Act;

/// How a lesson is seated: this word, and the lesson's name.
const SEATING: &str = "lesson/";

/// Who leads the other side.
pub const TUTOR: &str = "The lesson";

/// So much comes by itself after an order.
const MOST_BY_ITSELF: usize = 200;

/// How the game of a lesson is seated.
pub fn seating(lesson: &Lesson) -> String {
    format!("{SEATING}{}", lesson.name)
}

/// The lesson a game was set up for, if it is still given.
pub fn lesson_of(shelf: &Shelf, game: &str, seating: &str) -> Option<Arc<Lesson>> {
    let name = seating.strip_prefix(SEATING)?;
    shelf.edition(game).ok()?.course().lesson(name).cloned().map(Arc::new)
}

/// Where the pupil stands, as clients read it.
#[derive(Serialize)]
pub struct LessonView {
    name: String,
    #[serde(flatten)]
    standing: Standing,
    /// How many steps there are.
    of: usize,
}

impl Contest {
    /// Where the pupil stands, if the game is a lesson.
    pub fn lesson_view(&self) -> Option<LessonView> {
        let lesson = self.lesson.as_ref()?;
        let standing = lesson.follow(&self.session).ok()?.standing();
        Some(LessonView { name: lesson.name.clone(), standing, of: lesson.steps.len() })
    }
}

impl Draft<'_> {
    /// Plays orders of a pupil, each followed by what comes by itself, until one leads elsewhere or is refused.
    pub fn learn(&mut self, lesson: &Lesson, side: Side, orders: &[Value]) -> Result<Progress, Objection> {
        let mut guide = lesson.follow(&self.contest.session)?;
        let before = guide.standing().from;
        let mut played = 0;
        for order in orders {
            if let Err(objection) = self.learn_one(&mut guide, side, order) {
                return Ok(Progress { played, refused: Some(objection) });
            }
            played += 1;
            // What was meant for one step is not taken for the next.
            if self.contest.to_act() != Some(side) || guide.standing().from != before {
                break;
            }
        }
        Ok(Progress { played, refused: None })
    }

    fn learn_one(&mut self, guide: &mut Guide, side: Side, order: &Value) -> Result<(), Objection> {
        let order = self.contest.session.table().read(order)?;
        guide.heed(self.contest.session.table(), &order)?;
        let act = Act::Order { order: order.data().clone(), nonce: None };
        self.carry_out(Some(side), act, Some(&order))?;
        self.settle(guide)
    }

    /// Lets everything come that comes by itself.
    pub fn settle(&mut self, guide: &mut Guide) -> Result<(), Objection> {
        for _ in 0..MOST_BY_ITSELF {
            match guide.next(self.contest.session.table(), false)? {
                Some(Next::Roll(dice)) => self.act(None, Act::Roll { dice, nonce: None })?,
                Some(Next::Order(order)) => {
                    let act = Act::Order { order: order.data().clone(), nonce: None };
                    self.carry_out(Some(guide.pupil().other()), act, Some(&order))?;
                }
                None => break,
            }
        }
        guide.settle(self.contest.session.table());
        Ok(())
    }
}
