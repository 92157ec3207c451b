//! Playing a lesson through by its own orders.

use super::file::{Lesson, Ring, Step};
use super::guide::{Guide, Next};
use super::wanted::{Wanted, counters};
use crate::contract::{Turn, Viewer};
use crate::datafile::{DataFault, DataFile};
use crate::edition::Edition;
use crate::record::Session;
use crate::table::{Order, Table};

/// So many orders at most lead through a step.
const LONGEST: usize = 60;

impl Lesson {
    /// Plays the lesson to its end by its own orders: every step can be done, every ringed thing is there, every rule
    /// is in the book, the dice and the enemy's orders are those it names. The game at its end, or what is wrong and in
    /// which step.
    pub fn prove(&self, edition: &dyn Edition) -> Result<Session, (Option<usize>, String)> {
        for rule in self.rules.iter().chain(self.steps.iter().flat_map(|step| &step.rules)) {
            if edition.rulebook().rules.iter().all(|known| &known.rule != rule) {
                return Err((None, format!("the book has no rule `{rule}`")));
            }
        }
        let mut session =
            self.begin(edition).map_err(|objection| (None, format!("its start: {objection}")))?;
        let mut guide = self.guide(session.table()).map_err(|objection| (None, objection.to_string()))?;
        self.settle(&mut guide, &mut session)
            .map_err(|why| (None, format!("before the first step: {why}")))?;
        if session.table().turn() != Turn::Order(guide.pupil()) {
            return Err((None, format!("it must begin with an order of the {}", self.side)));
        }
        for (i, step) in self.steps.iter().enumerate() {
            let fault = |why: String| (Some(i), format!("step {}: {why}", i + 1));
            for ring in &step.ring {
                ringed(ring, session.table()).map_err(fault)?;
            }
            if step.waits() {
                self.take(step, &mut guide, &mut session).map_err(fault)?;
                if guide.standing().from != i + 1 {
                    return Err(fault(format!(
                        "its own orders do not finish it; {}",
                        there(session.table())
                    )));
                }
            }
        }
        Ok(session)
    }

    /// The same; what is wrong is a fault of its file.
    pub fn proved(&self, edition: &dyn Edition, file: &DataFile) -> Result<Session, DataFault> {
        self.prove(edition).map_err(|(step, why)| {
            // The line of the step that went wrong.
            let at =
                file.text.match_indices("[[step]]").nth(step.unwrap_or(usize::MAX)).map_or(0, |(at, _)| at);
            file.fault(at..at, why, "a lesson that can be played to its end by its own orders")
        })
    }

    /// Gives the orders of a step.
    fn take(&self, step: &Step, guide: &mut Guide, session: &mut Session) -> Result<(), String> {
        let before = guide.standing().from;
        let done = |guide: &Guide| guide.standing().from != before;
        for order in &step.shown {
            let order = session.table().read(order).map_err(|objection| objection.to_string())?;
            self.give(&order, guide, session)?;
        }
        for _ in 0..LONGEST {
            if done(guide) {
                return Ok(());
            }
            let Some(order) = self.expected(step, guide, session.table()) else { break };
            self.give(&order, guide, session)?;
        }
        if done(guide) {
            Ok(())
        } else {
            Err(format!("no order of it is listed; {}", there(session.table())))
        }
    }

    /// The next order that is expected: on the way to where a counter shall stand, or the first of the list.
    fn expected(&self, step: &Step, guide: &Guide, table: &dyn Table) -> Option<Order> {
        let scene = table.scene(Viewer::Referee);
        if let Some((name, at)) =
            step.until.as_ref().and_then(|until| until.counter.as_ref().zip(until.at.as_ref()))
        {
            let there =
                |counter: u16| table.routes(counter).into_iter().find(|route| at.is(&route.place, &scene));
            let way = counters(&scene, name).find_map(|counter| there(counter.id));
            if let Some(order) = way.and_then(|route| route.orders.into_iter().next()) {
                return Some(order);
            }
        }
        let choices = table.choices();
        let listed = |wanted: &Wanted| {
            let mut fitting = choices.iter().filter(|c| wanted.fits(&c.order, &c.aim, &scene));
            fitting.find(|c| guide.clone().heed(table, &c.order).is_ok()).map(|c| c.order.clone())
        };
        let standing = guide.standing();
        let next = match step.until {
            Some(_) => step.play.iter().cycle().skip(standing.given % step.play.len()).take(step.play.len()),
            None => step.play.iter().cycle().skip(standing.given).take(1),
        };
        next.into_iter().find_map(listed)
    }

    fn give(&self, order: &Order, guide: &mut Guide, session: &mut Session) -> Result<(), String> {
        guide.heed(session.table(), order).map_err(|objection| format!("{order}: {objection}"))?;
        session.give(order).map_err(|objection| format!("{order}: {objection}"))?;
        self.settle(guide, session)
    }

    /// Lets everything come that comes by itself.
    fn settle(&self, guide: &mut Guide, session: &mut Session) -> Result<(), String> {
        while let Some(next) = guide.next(session.table(), true).map_err(|objection| objection.why)? {
            match next {
                Next::Roll(faces) => {
                    session.take_roll(&faces, None).map_err(|objection| objection.to_string())?
                }
                Next::Order(order) => session.give(&order).map_err(|objection| objection.to_string())?,
            };
        }
        guide.settle(session.table());
        Ok(())
    }
}

/// Where the game stands and what may be done, for whoever mends a lesson.
fn there(table: &dyn Table) -> String {
    let choices: Vec<String> =
        table.choices().into_iter().map(|c| format!("{} {}", c.text, c.order)).take(30).collect();
    format!("{}, {}: {choices:#?}", table.heading(), table.prompt())
}

/// Whether a ringed thing is there.
fn ringed(ring: &Ring, table: &dyn Table) -> Result<(), String> {
    let scene = table.scene(Viewer::Referee);
    let is_there = match ring {
        Ring::Counter(name) => counters(&scene, name).next().is_some(),
        Ring::Place(spot) => scene.landscape.table.is_some() || spot.hex(&scene).is_some(),
        Ring::Control(act) => table.choices().iter().any(|choice| choice.aim.act.kind == act),
        Ring::Part(_) => true,
    };
    if is_there { Ok(()) } else { Err(format!("{ring:?} is ringed and not there; {}", there(table))) }
}
