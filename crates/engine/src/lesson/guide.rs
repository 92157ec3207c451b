//! Where a pupil stands in a lesson, what is expected of them, and what comes by itself.

use serde::Serialize;

use super::file::{Lesson, Step, Until};
use super::wanted::{Wanted, counters, side_named};
use crate::contract::{Objection, Side, Turn, Viewer};
use crate::edition::{Edition, Opening, Options};
use crate::record::{DiceSource, Said, Session};
use crate::scene::Scene;
use crate::table::{Order, Table};

/// The rule that kind words are cited by.
pub const RULE: &str = "lesson";

/// Where a pupil stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Standing {
    /// The first step that was not read yet.
    pub from: usize,
    /// The step whose orders are expected; past the last one at the end.
    pub step: usize,
    /// How many orders of it were given.
    pub given: usize,
    #[serde(skip)]
    thrown: usize,
    #[serde(skip)]
    answered: usize,
}

/// What comes by itself.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// The dice fall.
    Roll(Vec<u8>),
    /// The enemy's order.
    Order(Order),
}

/// A pupil in a lesson.
#[derive(Clone, Debug)]
pub struct Guide<'a> {
    lesson: &'a Lesson,
    pupil: Side,
    standing: Standing,
}

impl Lesson {
    /// Sets the lesson up: its game with nothing played yet.
    pub fn begin(&self, edition: &dyn Edition) -> Result<Session, Objection> {
        let mut options = Options::new();
        for (name, value) in &self.options {
            options = options.with(name, value.clone());
        }
        let opening: Opening = edition.open(&self.scenario, &options)?;
        match &self.position {
            Some(position) => Session::from_hand(opening, position, DiceSource::PHYSICAL),
            None => Ok(Session::new(opening, DiceSource::PHYSICAL)),
        }
    }

    /// Whom the pupil leads.
    pub fn pupil(&self, table: &dyn Table) -> Result<Side, Objection> {
        let why = || Objection::new("protocol", format!("the scenario has no side `{}`", self.side));
        side_named(&table.scene(Viewer::Referee), &self.side).ok_or_else(why)
    }

    /// A pupil at the beginning.
    pub fn guide(&self, table: &dyn Table) -> Result<Guide<'_>, Objection> {
        let mut guide = Guide { lesson: self, pupil: self.pupil(table)?, standing: Standing::default() };
        guide.standing.step = guide.awaited_from(0);
        Ok(guide)
    }

    /// Where a pupil stands after everything that was played.
    pub fn follow(&self, session: &Session) -> Result<Guide<'_>, Objection> {
        let mut table = session.position(0)?;
        let mut guide = self.guide(table.as_ref())?;
        for entry in session.entries() {
            match entry.said() {
                Some(Said::Order(order)) => {
                    let order = table.read(&order.value())?;
                    if table.turn() == Turn::Order(guide.pupil) {
                        // Given before the lesson was changed, perhaps: what was played was played.
                        let _ = guide.heed(table.as_ref(), &order);
                    } else {
                        guide.standing.answered += 1;
                    }
                    table.play(&order)?;
                }
                Some(Said::Roll(faces)) => {
                    guide.standing.thrown += 1;
                    table.roll(faces)?;
                }
                _ => continue,
            }
            guide.settle(table.as_ref());
        }
        Ok(guide)
    }
}

impl Guide<'_> {
    /// Where the pupil stands.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Whom the pupil leads.
    pub fn pupil(&self) -> Side {
        self.pupil
    }

    fn awaited_from(&self, from: usize) -> usize {
        let steps = &self.lesson.steps;
        (from..steps.len()).find(|&i| steps[i].waits()).unwrap_or(steps.len())
    }

    /// The step whose orders are expected.
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.standing.step)
    }

    /// Takes note of an order of the pupil that is about to be played; refuses one that leads elsewhere with a kind
    /// word. One that is not legal at all is refused by its rule.
    pub fn heed(&mut self, table: &dyn Table, order: &Order) -> Result<(), Objection> {
        let order = table.canonical(order)?;
        let aim = table.aim(&order)?;
        let scene = table.scene(Viewer::Referee);
        let lesson = self.lesson;
        let Some(step) = lesson.steps.get(self.standing.step) else {
            let why = "this lesson is done; go on with the next one, or play a whole game";
            return Err(Objection::new(RULE, why));
        };
        let fits = |wanted: &Wanted| wanted.fits(&order, &aim, &scene);
        let reaches = || step.until.as_ref().is_none_or(|until| until.stays_in_reach(table, &order, &scene));
        let expected = match &step.until {
            Some(_) => step.play.iter().any(fits),
            None => step.play.get(self.standing.given).is_some_and(fits),
        };
        if expected && reaches() {
            self.standing.given += 1;
            return Ok(());
        }
        if step.also.iter().chain(&lesson.also).any(fits) && reaches() {
            return Ok(());
        }
        let why = match step.otherwise.as_str() {
            "" => "that is allowed, but not what this step is about; look at what is ringed",
            kind => kind,
        };
        Err(Objection::new(RULE, why))
    }

    /// Goes on to the next step if this one is done.
    pub fn settle(&mut self, table: &dyn Table) {
        let rests = match table.turn() {
            Turn::Order(side) => side == self.pupil,
            Turn::Dice(_) => false,
            Turn::Over(_) => true,
        };
        let Some(step) = self.lesson.steps.get(self.standing.step).filter(|_| rests) else { return };
        let done = match &step.until {
            Some(until) => until.holds(table, self.standing.given),
            None => self.standing.given >= step.play.len(),
        };
        if done {
            let from = self.standing.step + 1;
            self.standing = Standing { from, step: self.awaited_from(from), ..Standing::default() };
        }
    }

    /// What comes by itself now: the dice of the step, or the enemy's order. `strict` refuses what the lesson does not
    /// say; otherwise something harmless is done.
    pub fn next(&mut self, table: &dyn Table, strict: bool) -> Result<Option<Next>, Objection> {
        let unsaid = |what: String| Objection::new(RULE, what);
        let lesson = self.lesson;
        let step = lesson.steps.get(self.standing.step);
        match table.turn() {
            Turn::Dice(request) => {
                let said = step.and_then(|step| step.dice.get(self.standing.thrown)).cloned();
                self.standing.thrown += 1;
                match said {
                    Some(faces) => Ok(Some(Next::Roll(faces))),
                    None if strict => {
                        Err(unsaid(format!("{request:?} is due and the step has no more dice")))
                    }
                    None => Ok(Some(Next::Roll(vec![request.sides.div_ceil(2); usize::from(request.count)]))),
                }
            }
            Turn::Order(side) if side != self.pupil => {
                let wanted = step.and_then(|step| step.enemy.get(self.standing.answered));
                self.standing.answered += 1;
                let scene = table.scene(Viewer::Referee);
                let choices = table.choices();
                let said = wanted.and_then(|wanted| {
                    choices.iter().find(|choice| wanted.fits(&choice.order, &choice.aim, &scene))
                });
                if said.is_none() && strict {
                    let offered: Vec<&str> =
                        choices.iter().map(|choice| choice.text.as_str()).take(12).collect();
                    let what = format!("the enemy is to act, and {wanted:?} is not among {offered:?}");
                    return Err(unsaid(what));
                }
                // Whatever carries the game on most.
                let onward = || choices.iter().max_by_key(|choice| choice.aim.act.onward);
                Ok(said.or_else(onward).map(|choice| Next::Order(choice.order.clone())))
            }
            _ => Ok(None),
        }
    }
}

impl Until {
    /// Whether the step is done.
    fn holds(&self, table: &dyn Table, given: usize) -> bool {
        let scene = table.scene(Viewer::Referee);
        self.times.is_none_or(|times| given >= times)
            && (self.counter.is_none() || self.stands(&scene))
            && self.heading.as_ref().is_none_or(|words| table.heading().contains(words.as_str()))
            && self.spent.as_ref().is_none_or(|act| table.choices().iter().all(|c| c.aim.act.kind != act))
            && (!self.over || matches!(table.turn(), Turn::Over(_)))
    }

    /// Whether the counter stands where it shall.
    fn stands(&self, scene: &Scene) -> bool {
        let (Some(name), Some(at)) = (&self.counter, &self.at) else { return true };
        counters(scene, name).any(|counter| counter.place.is_some_and(|place| at.is(&place, scene)))
    }

    /// Whether the counter can still get where it shall after an order, if it could before: no pupil shall strand.
    fn stays_in_reach(&self, table: &dyn Table, order: &Order, scene: &Scene) -> bool {
        let (Some(name), Some(at)) = (&self.counter, &self.at) else { return true };
        let Some(counter) = counters(scene, name).next().map(|counter| counter.id) else { return true };
        if scene.landscape.table.is_some() {
            return true;
        }
        let reaches = |table: &dyn Table| {
            let scene = table.scene(Viewer::Referee);
            self.stands(&scene) || table.routes(counter).iter().any(|route| at.is(&route.place, &scene))
        };
        let mut after = table.clone_box();
        if !reaches(table) || after.play(order).is_err() || after.turn() != table.turn() {
            return true;
        }
        reaches(after.as_ref())
    }
}
