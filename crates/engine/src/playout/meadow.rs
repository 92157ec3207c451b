//! A race over open ground, to test with: a runner may go any distance up to a limit, so nobody can list every
//! legal order, and the list holds the useful ones.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::by_hand::ByHand;
use crate::contract::{Aim, Judgment, Listing, Objection, Outcome, Rules, Shown, Side, Turn, Viewer};
use crate::dice::Dice;
use crate::event::Chronicle;
use crate::scene::Scene;
use crate::skirmish::Skirmish;

/// How far a runner goes at most in one order.
const STRIDE: u16 = 400;
/// How far it is to the other side.
const WIDTH: u16 = 2_000;

/// The race.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Meadow {
    runners: [u16; 2],
    next: Side,
    /// A place where a runner must not be and the rules forget to say so.
    pub hole: Option<u16>,
    /// A place from which the rules know no way on.
    pub bog: Option<u16>,
}

/// A runner goes this far.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub by: u16,
}

impl Meadow {
    pub fn new() -> Meadow {
        Meadow { runners: [0; 2], next: Side::First, hole: None, bog: None }
    }
}

impl ByHand for Meadow {}

impl Rules for Meadow {
    type Order = Run;
    type State = Meadow;
    const LISTING: Listing = Listing::Representative;

    fn turn(&self) -> Turn {
        match Side::BOTH.into_iter().find(|side| self.runners[side.index()] >= WIDTH) {
            Some(winner) => Turn::Over(Outcome { winner: Some(winner), grade: "victory", rule: "meadow" }),
            None => Turn::Order(self.next),
        }
    }

    fn orders(&self, out: &mut Vec<Run>) {
        let stuck = self.bog == Some(self.runners[self.next.index()]);
        if matches!(self.turn(), Turn::Order(_)) && !stuck {
            out.extend([STRIDE / 4, STRIDE / 2, STRIDE].map(|by| Run { by }));
        }
    }

    fn check(&self, order: &Run) -> Result<(), Objection> {
        match (self.turn(), order.by) {
            (Turn::Order(_), 1..=STRIDE) => Ok(()),
            _ => Err(Objection::new("meadow", format!("a runner goes 1 to {STRIDE}"))),
        }
    }

    fn play(&mut self, order: &Run, _: &mut impl Chronicle) {
        self.runners[self.next.index()] += order.by;
        self.next = self.next.other();
    }

    fn roll(&mut self, _: Dice, _: &mut impl Chronicle) {}

    fn state(&self) -> Meadow {
        self.clone()
    }

    fn restore(&self, state: Meadow) -> Result<Meadow, Objection> {
        Ok(state)
    }

    fn audit(&self) -> Result<(), String> {
        match self.hole {
            Some(hole) if self.runners.contains(&hole) => Err("a runner is in the hole".into()),
            _ => Ok(()),
        }
    }
}

impl Shown for Meadow {
    /// Nobody looks; the field of the example stands in.
    fn scene(&self, viewer: Viewer) -> Scene {
        Skirmish::new(20).scene(viewer)
    }

    fn heading(&self) -> String {
        Skirmish::new(20).heading()
    }

    fn side_name(&self, side: Side) -> &str {
        ["Hares", "Tortoises"][side.index()]
    }

    fn prompt(&self) -> String {
        "run".into()
    }

    fn describe(&self, order: &Run) -> String {
        format!("run {}", order.by)
    }

    fn aim(&self, _: &Run) -> Aim {
        Aim::new(Act::plain("run"))
    }

    fn verdict(&self) -> String {
        String::new()
    }
}

impl Judgment for Meadow {}

mod tests {
    use serde_json::json;

    use super::*;
    use crate::perft::perft;
    use crate::playout::{Playout, agree};
    use crate::table::OpenTable;

    fn listed(meadow: &Meadow) -> Vec<Run> {
        let mut orders = vec![];
        meadow.orders(&mut orders);
        orders
    }

    #[test]
    fn a_representative_list_keeps_every_promise_of_the_audit() {
        for stream in 0..50 {
            let tally = Playout::new(3, stream).audited().run(&mut Meadow::new(), &mut vec![]);
            assert!(tally.ending.is_ok(), "{tally:?}");
        }
    }

    #[test]
    fn a_legal_order_beyond_a_representative_list_must_be_sound() {
        let run = Run { by: 123 };
        let agrees = |meadow: &Meadow| agree(meadow, &listed(meadow), &run);
        assert_eq!(agrees(&Meadow::new()), Ok(()));
        let holed = Meadow { hole: Some(123), ..Meadow::new() };
        assert!(agrees(&holed).unwrap_err().contains("breaks an invariant: a runner is in the hole"));
        let mut boggy = Meadow { bog: Some(123), ..Meadow::new() };
        assert_eq!(agrees(&boggy), Ok(()), "the other runner can go on");
        boggy.runners = [0, 123];
        assert!(agrees(&boggy).unwrap_err().contains("leads to a dead end"));
    }

    #[test]
    fn the_audit_tries_orders_beyond_a_representative_list() {
        let trap = |stream| {
            let mut meadow = Meadow { hole: Some(STRIDE / 4 + 1), ..Meadow::new() };
            Playout::new(3, stream).audited().run(&mut meadow, &mut vec![]).ending
        };
        assert!((0..200).any(|stream| trap(stream).is_err()), "a changed order finds the hole");
    }

    #[test]
    fn perft_counts_the_lines_of_a_representative_list() {
        assert_eq!([1, 2, 3].map(|depth| perft(&Meadow::new(), depth)), [3, 9, 27]);
    }

    #[test]
    fn a_table_plays_what_is_legal_and_not_listed() {
        let mut table = OpenTable::boxed(Meadow::new());
        let run = table.read(&json!({"by": 123})).unwrap();
        assert_eq!(table.listing(), Listing::Representative);
        assert!(!table.orders().contains(&run));
        assert_eq!(table.provoke(run.data()), Ok(()));
        assert!(table.play(&run).is_ok());
        let leap = table.read(&json!({"by": STRIDE + 1})).unwrap();
        assert!(table.play(&leap).is_err());
    }
}
