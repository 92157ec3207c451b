//! The boards of a contest at one moment: made once for each sort of viewer, written once for each way of owning seats.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use commander::Level;
use engine::contract::Route;
use engine::odds::{Chance, Sum};
use engine::record::DiceSource;
use engine::table::{Choice, Order};
use engine::{Side, Turn};
use serde::Serialize;
use serde_json::Value;

use super::sight::{Eyes, Sight};
use super::{json_text, merged};
use crate::contest::{Contest, Held};
use crate::lessons::LessonView;

/// What was shown last, so that the next boards need to tell only what changed.
#[derive(Default)]
pub(crate) struct LastShown(Mutex<Option<Shown>>);

/// What was shown after one deed.
#[derive(Clone, Default)]
struct Shown {
    /// The number of the deed.
    number: u64,
    /// With whose eyes the owners of seats look.
    eyes: [Eyes; 4],
    sights: [Option<Arc<Sight>>; Eyes::COUNT],
}

impl Shown {
    fn new(contest: &Contest) -> Shown {
        let table = contest.session.table();
        let eyes = Held::ALL.map(|owned| Eyes::of(table, contest.commanded(owned).viewer(table)));
        Shown { number: contest.changed, eyes, sights: Default::default() }
    }
}

/// The boards of one contest at one moment as JSON, each written once however many are shown it.
pub struct Boards {
    whole: [OnceLock<Arc<str>>; 4],
    since: [OnceLock<Option<Arc<str>>>; 4],
    shared: [OnceLock<String>; Eyes::COUNT],
    own: [OnceLock<String>; 4],
    /// What was shown before, where what changed can be told.
    earlier: Option<Shown>,
    eyes: [Eyes; 4],
    online: [bool; 2],
    now: i64,
}

impl Boards {
    /// The boards of now; `online` says which seats are here.
    pub fn new(contest: &Contest, online: [bool; 2], now: i64) -> Boards {
        let mut last = contest.last_shown.0.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = match last.as_ref() {
            Some(shown) if shown.number == contest.changed => None,
            _ => last.replace(Shown::new(contest)),
        };
        let eyes = last.as_ref().map_or_else(Default::default, |shown| shown.eyes);
        Boards {
            whole: Default::default(),
            since: Default::default(),
            shared: Default::default(),
            own: Default::default(),
            earlier,
            eyes,
            online,
            now,
        }
    }

    /// The same for visitors of whom some may see with other eyes than before: they are told everything.
    pub fn told_whole(mut self) -> Boards {
        self.earlier = None;
        self
    }

    /// The board for a visitor who owns these seats.
    pub fn text(&self, contest: &Contest, owned: Held) -> Arc<str> {
        let write = || {
            let sight = self.sight(contest, owned);
            merged(&[self.shared(contest, owned), &json_text(&sight.whole()), self.own(contest, owned)])
                .into()
        };
        self.whole[owned.index()].get_or_init(write).clone()
    }

    /// What changed on it since the last time such a visitor was shown one; none if they were not.
    pub fn changes(&self, contest: &Contest, owned: Held) -> Option<Arc<str>> {
        let write = || {
            let earlier = self.earlier_sight(owned)?;
            let sight = self.sight(contest, owned);
            let since = json_text(&sight.since(earlier));
            Some(merged(&[self.shared(contest, owned), &since, self.own(contest, owned)]).into())
        };
        self.since[owned.index()].get_or_init(write).clone()
    }

    /// The same for somebody who says which board they have.
    pub fn changes_from(&self, contest: &Contest, owned: Held, stamp: Option<&str>) -> Option<Arc<str>> {
        let known = self.earlier_sight(owned).is_some_and(|earlier| Some(earlier.stamp.as_str()) == stamp);
        if known { self.changes(contest, owned) } else { None }
    }

    fn earlier_sight(&self, owned: Held) -> Option<&Arc<Sight>> {
        let earlier = self.earlier.as_ref()?;
        earlier.sights[earlier.eyes[owned.index()].index()].as_ref()
    }

    /// What the owner of seats is shown, made if nobody was shown it yet.
    fn sight(&self, contest: &Contest, owned: Held) -> Arc<Sight> {
        let eyes = self.eyes[owned.index()];
        let mut last = contest.last_shown.0.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let earlier = self.earlier_sight(owned).map(Arc::as_ref);
            Arc::new(Sight::new(contest.session.table(), eyes, contest.changed, earlier))
        };
        match last.as_mut().filter(|shown| shown.number == contest.changed) {
            Some(shown) => shown.sights[eyes.index()].get_or_insert_with(make).clone(),
            None => make(),
        }
    }

    /// What everybody with the same eyes is told.
    fn shared(&self, contest: &Contest, owned: Held) -> &str {
        let eyes = self.eyes[owned.index()];
        let write = || {
            let sight = self.sight(contest, owned);
            json_text(&contest.shared(&sight, eyes == Eyes::All, self.online, self.now))
        };
        self.shared[eyes.index()].get_or_init(write)
    }

    /// What is told only to the owner of seats.
    fn own(&self, contest: &Contest, owned: Held) -> &str {
        let all = self.eyes[owned.index()] == Eyes::All;
        self.own[owned.index()].get_or_init(|| json_text(&contest.own(owned, all)))
    }
}

/// What changes from deed to deed, for everybody who sees the same.
#[derive(Serialize)]
struct Shared<'a> {
    number: u64,
    entry: usize,
    /// By what the scene is known.
    board: &'a str,
    seats: [SeatView<'a>; 2],
    turn: Value,
    thinking: Option<ThinkingView>,
    prompt: String,
    chances: Vec<Chance>,
    draw: DrawView,
    dice: DiceView<'a>,
}

/// What changes from deed to deed, for the owner of seats.
#[derive(Serialize)]
struct Own {
    you: Vec<Side>,
    owns: Vec<Side>,
    your_move: bool,
    orders: Vec<Choice>,
    sums: Vec<OfferedSum>,
    /// The ways of the counter in hand.
    routes: Option<Ways>,
    undo: UndoView,
    /// Where the pupil of a lesson stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<LessonView>,
}

/// A computation behind an order, and the order itself where it comes to nothing else.
#[derive(Serialize)]
struct OfferedSum {
    #[serde(flatten)]
    sum: Sum,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Order>,
}

#[derive(Serialize)]
struct Ways {
    counter: u16,
    ways: Vec<Route<Order>>,
}

#[derive(Serialize)]
struct SeatView<'a> {
    side: Side,
    name: &'a str,
    player: Option<&'a str>,
    computer: Option<Level>,
    online: bool,
    clock_ms: Option<i64>,
    running: bool,
}

#[derive(Serialize)]
struct ThinkingView {
    side: Side,
}

#[derive(Serialize)]
struct UndoView {
    free: bool,
    asked_by: Option<Side>,
    to: Option<usize>,
    /// What an answer must name.
    asked: Option<u64>,
    /// Whether it would take back how both sides set up.
    rematch: bool,
    /// To take back to before this entry is to begin anew.
    anew_before: Option<usize>,
}

#[derive(Serialize)]
struct DrawView {
    offered_by: Option<Side>,
}

#[derive(Serialize)]
struct DiceView<'a> {
    commitment: Option<&'a str>,
    seed: Option<&'a str>,
    physical: bool,
    /// What the sides gave towards the dice last.
    nonces: [Option<&'a str>; 2],
}

impl Contest {
    fn shared<'a>(&'a self, sight: &'a Sight, all: bool, online: [bool; 2], now: i64) -> Shared<'a> {
        let table = self.session.table();
        let seat = |side: Side| SeatView {
            side,
            name: table.side_name(side),
            player: self.seats[side.index()].as_ref().map(|seat| seat.name.as_str()),
            computer: self.computer(side),
            online: online[side.index()],
            clock_ms: self.clocks.left(side, now),
            running: self.clocks.running() == Some(side),
        };
        Shared {
            number: self.number,
            entry: self.session.cursor(),
            board: &sight.stamp,
            seats: Side::BOTH.map(seat),
            turn: self.turn(),
            thinking: self.computers_move().map(|(side, ..)| ThinkingView { side }),
            prompt: self.prompt(&sight.scene.prompt),
            chances: match table.turn() {
                Turn::Dice(_) if all => table.roll_odds(),
                _ => vec![],
            },
            draw: DrawView { offered_by: self.draw_offered },
            dice: self.dice_view(),
        }
    }

    /// What the owner of seats may do; nothing is hidden from them if they see `all`.
    fn own(&self, owned: Held, all: bool) -> Own {
        let table = self.session.table();
        let held = self.commanded(owned);
        let acts = self.is_seated() && self.to_act().is_some_and(|side| held.holds(side));
        let orders = if acts { table.choices() } else { vec![] };
        let led = orders.iter().find(|choice| choice.aim.act.continues && choice.aim.towards.is_some());
        let ways = |counter| Ways { counter, ways: table.routes(counter) };
        Own {
            you: held.sides().collect(),
            owns: owned.sides().collect(),
            your_move: acts,
            sums: if all { self.sums(&orders) } else { vec![] },
            routes: led.and_then(|choice| choice.aim.counter).map(ways),
            orders,
            undo: UndoView {
                free: !self.is_over() && self.undo_is_free(owned),
                asked_by: self.undo_asked.map(|asked| asked.by),
                to: self.undo_asked.map(|asked| asked.to),
                asked: self.undo_asked.map(|asked| asked.number),
                anew_before: self.both_deployed(),
                rematch: self.undo_asked.is_some_and(|asked| self.undoes_both_deployments(asked.to)),
            },
            lesson: self.lesson_view(),
        }
    }

    /// Whether the owner of seats may take something back without asking.
    fn undo_is_free(&self, owned: Held) -> bool {
        match (owned, self.commanded(owned)) {
            (Held::Both, Held::One(side)) => self.last_given_by(side).is_some(),
            (_, held) => self.session.free_undo().is_ok_and(|side| held.holds(side)),
        }
    }

    /// The computations behind the orders that point at nothing, which commit what was built, and behind those that
    /// resolve one of several fights.
    fn sums(&self, orders: &[Choice]) -> Vec<OfferedSum> {
        let table = self.session.table();
        let commits = |o: &&Choice| o.aim.counter.is_none() && o.aim.place.is_none();
        let resolves = |o: &&Choice| o.aim.act.kind == "resolve";
        let mut sums: Vec<OfferedSum> = vec![];
        for choice in orders.iter().filter(|o| commits(o) || resolves(o)) {
            let behind = table.sums(&choice.order).unwrap_or_default();
            let alone = behind.len() == 1 && !behind[0].results.is_empty();
            for sum in behind {
                if sums.iter().all(|known| known.sum != sum) {
                    let order = alone.then(|| choice.order.clone());
                    sums.push(OfferedSum { sum, order });
                }
            }
        }
        sums
    }

    fn dice_view(&self) -> DiceView<'_> {
        let dice = &self.session.header().dice;
        let seeded = if let DiceSource::Seeded(seeded) = dice { Some(seeded) } else { None };
        DiceView {
            commitment: seeded.map(|seeded| seeded.commitment.as_str()),
            seed: seeded.and_then(|seeded| seeded.seed.as_deref()),
            physical: *dice == DiceSource::PHYSICAL,
            nonces: self.session.nonces(),
        }
    }
}
