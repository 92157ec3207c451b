//! An assignment: one game led as long as it is the computer's move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use commander::{Intent, Level};
use engine::Side;
use engine::table::{Order, Table};

use super::{Allowed, Question, fair_time};
use crate::contest::{Contest, Held};
use crate::contests::{Contests, Draft, InHand};
use crate::fault::Fault;
use crate::secret;

/// What the others can say to whoever leads a game.
#[derive(Default)]
pub struct Assignment {
    relieved: AtomicBool,
    thought: Mutex<Option<(Moment, Arc<AtomicBool>)>>,
    decided: Mutex<Option<Decided>>,
    /// What the computer means to do once dice have fallen.
    intent: Mutex<Intent>,
}

/// What was decided and has yet to be played, plan by plan, so that eyes can follow.
struct Decided {
    /// Where it goes on. Should anything come between, it is thought about anew.
    moment: Moment,
    orders: Vec<Order>,
    /// How many orders it had at first.
    whole: usize,
}

/// The position a thought is about, and for whom.
#[derive(Clone, PartialEq, Eq)]
struct Moment {
    entries: String,
    level: Level,
}

impl Moment {
    /// None unless it is the computer's move.
    fn of(contest: &Contest) -> Option<Moment> {
        let (_, _, level) = contest.computers_move()?;
        Some(Moment { entries: contest.session.hash(), level })
    }
}

impl Assignment {
    /// Goes on, or begins to think anew if the thought no longer fits.
    pub fn keep_on(&self, contest: &Contest) {
        self.relieved.store(false, Ordering::Relaxed);
        let thought = self.thought.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((moment, stop)) = thought.as_ref()
            && Moment::of(contest).as_ref() != Some(moment)
        {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends: somebody else goes on.
    pub fn relieve(&self) {
        self.relieved.store(true, Ordering::Relaxed);
        if let Some((_, stop)) = self.thought.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// A thought begins; the flag breaks it off.
    fn begin(&self, moment: &Moment) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut thought = self.thought.lock().unwrap_or_else(PoisonError::into_inner);
        *thought = Some((moment.clone(), stop.clone()));
        stop
    }

    /// The rest of what was decided, if it goes on here.
    fn goes_on(&self, moment: &Moment, table: &dyn Table) -> Option<Decided> {
        let decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let fits = decided.moment == *moment && table.check(decided.orders.first()?).is_ok();
        fits.then_some(decided)
    }

    /// What was meant to be done.
    fn intent(&self) -> Intent {
        self.intent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what is meant to be done.
    fn mean(&self, intent: Intent) {
        *self.intent.lock().unwrap_or_else(PoisonError::into_inner) = intent;
    }

    /// Keeps the rest of what was decided for the next step.
    fn keep(&self, decided: Decided) {
        *self.decided.lock().unwrap_or_else(PoisonError::into_inner) = Some(decided);
    }
}

/// How many of the orders the first plan has: to where something is done, or dice fall.
fn first_plan(table: &dyn Table, orders: &[Order]) -> usize {
    let mut after = table.clone_box();
    let goes_on = |order: &&Order| after.follow(order) && !after.at_rest() && after.turn() == table.turn();
    (orders.iter().take_while(goes_on).count() + 1).min(orders.len())
}

/// Takes the assignment off the list even if its task comes to grief.
struct Off {
    contests: Arc<Contests>,
    id: String,
    assignment: Arc<Assignment>,
}

impl Drop for Off {
    fn drop(&mut self) {
        self.contests.staff.end(&self.id, &self.assignment);
    }
}

/// How a step of an assignment ended.
enum Step {
    /// It is still the computer's move.
    Next,
    /// The assignment is over.
    Over,
}

/// Leads a game until it is no longer the computer's move.
pub async fn lead(contests: Arc<Contests>, id: String, mut owner: i64, assignment: Arc<Assignment>) {
    let off = Off { contests: contests.clone(), id, assignment };
    let mut pause = Duration::from_millis(100);
    loop {
        match step(&off, &mut owner).await {
            Ok(Step::Next) => pause = Duration::from_millis(100),
            Ok(Step::Over) => return,
            Err(_) if contests.staff.is_closing() => return,
            // Somebody was faster: the position is another one now, or another process goes on.
            Err(fault) if fault.status == StatusCode::CONFLICT => tokio::time::sleep(pause).await,
            Err(fault) if fault.status.is_server_error() => {
                tracing::warn!(game = off.id, why = fault.why, "the computer's move must wait");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(Duration::from_secs(30));
            }
            Err(fault) => {
                tracing::warn!(game = off.id, why = fault.why, "the computer cannot go on");
                contests.staff.hopeless().insert(off.id.clone());
                return;
            }
        }
    }
}

/// Whether there is nothing more to do; if so the assignment is off the list before the game is out of hand.
fn is_over(off: &Off, hand: &InHand) -> bool {
    let relieved = off.assignment.relieved.load(Ordering::Relaxed) || off.contests.staff.is_closing();
    let over = relieved || hand.contest.computers_move().is_none();
    if over {
        off.contests.staff.end(&off.id, &off.assignment);
    }
    over
}

/// One plan, thought about and played, or the next of what was decided.
async fn step(off: &Off, owner: &mut i64) -> Result<Step, Fault> {
    let Off { contests, id, assignment } = off;
    let staff = &contests.staff;
    let slot = staff.roster.slot(*owner).await;
    let hand = take(off).await?;
    if is_over(off, &hand) {
        return Ok(Step::Over);
    }
    let (Some((side, player, level)), Some(moment)) =
        (hand.contest.computers_move(), Moment::of(&hand.contest))
    else {
        return Ok(Step::Over);
    };
    *owner = player;
    let table = hand.contest.session.table();
    let planned = assignment.goes_on(&moment, table);
    let header = hand.contest.session.header();
    let mut question = Question::new(header, level, table.clone_box(), secret::number());
    question.intent = assignment.intent().into();
    let commander = question.commander();
    let fair = |time| fair_time(time, staff.roster.slots(), staff.roster.waiting());
    let (enough, longest) = (fair(commander.time()), fair(commander.longest()));
    let time = hand.live.spending().allot(table, side, longest).map(|time| Allowed { enough, time });
    let question = Arc::new(question);
    let stop = assignment.begin(&moment);
    let live = hand.live.clone();
    drop(hand);

    let (mut orders, whole) = match planned {
        Some(decided) => (decided.orders, decided.whole),
        None => {
            let began = Instant::now();
            let orders = staff.decide(&contests.metrics, question.clone(), time, &stop).await;
            let took = began.elapsed();
            contests.metrics.thought(took);
            contests.metrics.decided();
            live.spending().spend(side, took);
            let whole = orders.len();
            (orders, whole)
        }
    };
    drop(slot);
    assignment.mean(question.take_intent());
    let later = orders.split_off(first_plan(question.table.as_ref(), &orders));
    if live.audience.count() > 0 {
        let played = 1.0 - later.len() as f64 / whole.max(1) as f64;
        let share = live.spending().progress(side, played, Instant::now());
        if let Some(share) = share {
            let side = if side == Side::First { "first" } else { "second" };
            let data = format!("{{\"side\":\"{side}\",\"share\":{share:.3}}}");
            live.audience.call(&format!("event: progress\ndata: {data}\n\n"));
        }
        let wait = live.spending().until_next(staff.pace, later.len(), Instant::now());
        if !wait.is_zero() && !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(wait).await;
        }
    }
    drop(live);

    let hand = take(off).await?;
    if is_over(off, &hand) {
        return Ok(Step::Over);
    }
    if Moment::of(&hand.contest) != Some(moment) {
        return Ok(Step::Next);
    }
    let game = id.clone();
    let plan = move |draft: &mut Draft| play(draft, side, &orders, &game);
    let done = contests.perform(hand, Held::Neither, plan).await?;
    done.hand.live.spending().played(Instant::now());
    if let Some(moment) = Moment::of(&done.hand.contest).filter(|_| !later.is_empty()) {
        assignment.keep(Decided { moment, orders: later, whole });
    }
    Ok(if is_over(off, &done.hand) { Step::Over } else { Step::Next })
}

async fn take(off: &Off) -> Result<InHand, Fault> {
    match off.contests.take(&off.id).await {
        // A game this program cannot read is not tried again and again.
        Err(fault) if fault.status == StatusCode::CONFLICT => Err(Fault::unknown(fault.why)),
        taken => taken,
    }
}

/// Plays what was decided; should none of it be legal, the first order that is. The computer gives no nonce: the server
/// knows the seed and could choose the dice by it.
fn play(draft: &mut Draft, side: Side, orders: &[Order], game: &str) -> Result<(), Fault> {
    let decided = draft.play(side, orders, None, |table, order| table.canonical(order));
    if let Some(objection) = &decided.refused {
        tracing::warn!(game, %objection, order = decided.played, "the computer's order is refused");
    }
    if decided.played > 0 {
        return Ok(());
    }
    let legal = draft.contest.session.table().orders();
    for order in legal {
        if draft.play(side, &[order], None, |table, order| table.canonical(order)).played > 0 {
            return Ok(());
        }
    }
    Err(Fault::unknown("the game waits for an order and takes none"))
}

#[cfg(test)]
mod tests {
    use engine::edition::Options;
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;
    use serde_json::json;
    use shelf::Shelf;

    use super::*;

    #[test]
    fn a_scheme_is_cut_where_a_plan_is_done() {
        let mut table = Shelf::standard().unwrap().open("armageddon/rome", &Options::new()).unwrap().table;
        for _ in 0..2 {
            let muster = table.read(&json!({ "do": "muster" })).unwrap();
            assert!(table.follow(&muster));
        }
        let movers: Vec<Order> = table.orders().into_iter().filter(|order| order["do"] == "move").collect();
        let mut decided: Vec<Order> = vec![];
        for mover in &movers[..2] {
            decided.extend([mover.clone(), table.read(&json!({ "do": "halt" })).unwrap()]);
        }
        assert_eq!(first_plan(table.as_ref(), &decided), 2);
        assert_eq!(first_plan(table.as_ref(), &decided[..1]), 1);
        assert_eq!(first_plan(table.as_ref(), &[]), 0);
    }

    #[test]
    fn a_scheme_goes_on_only_where_it_was_left() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (assignment, order) = (Assignment::default(), table.orders()[0].clone());
        let moment = |entries: &str| Moment { entries: entries.into(), level: Level::Veteran };
        let decided =
            |order: &Order| Decided { moment: moment("here"), orders: vec![order.clone()], whole: 3 };
        assignment.keep(decided(&order));
        assert!(assignment.goes_on(&moment("elsewhere"), table.as_ref()).is_none());
        assert!(
            assignment.goes_on(&moment("here"), table.as_ref()).is_none(),
            "what no longer fits is forgotten"
        );
        let leap = table.read(&json!({ "order": "step", "counter": 0, "to": "0501" })).unwrap();
        assignment.keep(decided(&leap));
        assert!(assignment.goes_on(&moment("here"), table.as_ref()).is_none(), "an order that is refused");
        assignment.keep(decided(&order));
        assert_eq!(assignment.goes_on(&moment("here"), table.as_ref()).unwrap().orders, [order]);
    }
}
