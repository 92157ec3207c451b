//! A stage of a sequence of play in one row.
//!
//! A game that waits for many different things (a step of a unit in hand, a loss to be named, a die) writes a row for
//! each, and its position says which row it stands in, the innermost procedure first. What the contract asks follows
//! from the row: whose turn it is, the list of orders, whether an order is legal, the prompt.

use std::ops::ControlFlow;

use crate::contract::{Rules, Turn};
use crate::dice::DiceRequest;

/// What the rows of a game refer to; `R` is its reasons to refuse an order.
pub trait Stages<R>: Rules {
    /// Why an order is refused where nobody is asked for one of its kind.
    fn out_of_turn(&self, order: &Self::Order) -> R;

    /// Whether an order says that nothing more is to be done in a step.
    fn is_done(order: &Self::Order) -> bool;

    /// Whether an order is legal by the rules of its own chapter, whatever the step; orders that are refused there
    /// outside of their phase are refused with that chapter's reason.
    fn legal_in_its_chapter(&self, order: &Self::Order) -> Result<(), R> {
        Err(self.out_of_turn(order))
    }
}

/// What a stage waits for, and from whom.
pub struct Row<P: Stages<R>, R, List = fn(&P, &mut Vec<<P as Rules>::Order>)> {
    /// Who acts: a side with an order, or the dice.
    pub acts: fn(&P) -> Turn,
    /// Lists the legal orders, none where dice are due: adds them to a list, unless the game lists in its own way.
    pub orders: List,
    /// Whether an order is legal, and if not, why.
    pub check: fn(&P, &P::Order) -> Result<(), R>,
    /// What must be done here and cannot be declined, told to whoever orders something else.
    pub duty: Option<R>,
    /// What is expected, in a sentence without the name of whoever acts.
    pub prompt: fn(&P) -> String,
}

impl<P: Stages<R>, R, List: Lists> Row<P, R, List> {
    /// A stage in which nothing must be done that could be declined.
    pub const fn new(
        acts: fn(&P) -> Turn,
        orders: List,
        check: fn(&P, &P::Order) -> Result<(), R>,
        prompt: fn(&P) -> String,
    ) -> Row<P, R, List> {
        Row { acts, orders, check, duty: None, prompt }
    }

    /// A stage that waits for dice, or for nothing more: nobody is asked for an order.
    pub const fn dice(acts: fn(&P) -> Turn, prompt: fn(&P) -> String) -> Row<P, R, List> {
        Row::new(acts, List::NOTHING, refused, prompt)
    }

    /// A stage that waits for a die.
    pub const fn roll(prompt: fn(&P) -> String) -> Row<P, R, List> {
        Row::dice(die, prompt)
    }

    /// A stage that may be ended as it stands.
    pub const fn at_leisure(acts: fn(&P) -> Turn, orders: List, prompt: fn(&P) -> String) -> Row<P, R, List> {
        Row::new(acts, orders, done_or_legal, prompt)
    }
}

/// One die of six is due.
pub fn die<P>(_: &P) -> Turn {
    Turn::Dice(DiceRequest::ONE_D6)
}

/// Nobody is asked for an order.
pub fn refused<P: Stages<R>, R>(position: &P, order: &P::Order) -> Result<(), R> {
    Err(position.out_of_turn(order))
}

/// The step may be ended, or something done by the rules of its chapter.
fn done_or_legal<P: Stages<R>, R>(position: &P, order: &P::Order) -> Result<(), R> {
    if P::is_done(order) { Ok(()) } else { position.legal_in_its_chapter(order) }
}

/// A way of listing orders.
pub trait Lists {
    /// There are none.
    const NOTHING: Self;
}

/// Into a list.
impl<P, O> Lists for fn(&P, &mut Vec<O>) {
    const NOTHING: Self = |_, _| {};
}

/// As far as more are wanted.
impl<P, O> Lists for fn(&P, &mut Offers<O>) -> ControlFlow<()> {
    const NOTHING: Self = |_, _| ControlFlow::Continue(());
}

/// Legal orders as they are found, until there are enough.
///
/// ```
/// use engine::stage::Offers;
///
/// let mut list = vec![];
/// let mut all = Offers::all(&mut list);
/// assert!(all.add("halt").is_continue() && all.add("step").is_continue());
/// assert_eq!(list, ["halt", "step"]);
///
/// let mut sole = Offers::sole();
/// assert!(sole.add("halt").is_continue());
/// assert!(sole.add("step").is_break(), "a second is enough");
/// assert!(Offers::any().add("halt").is_break());
/// ```
pub struct Offers<'a, O> {
    /// Where all of them go, if they are wanted.
    list: Option<&'a mut Vec<O>>,
    /// The last one found, where no list is kept.
    pub found: Option<O>,
    /// How many more are enough, where no list is kept.
    wanted: u8,
}

impl<'a, O> Offers<'a, O> {
    /// All go into a list.
    pub fn all(list: &'a mut Vec<O>) -> Offers<'a, O> {
        Offers { list: Some(list), found: None, wanted: 0 }
    }

    /// A second one is enough to know that the first is not the only one.
    pub fn sole() -> Offers<'static, O> {
        Offers { list: None, found: None, wanted: 2 }
    }

    /// One is enough to know that there is any.
    pub fn any() -> Offers<'static, O> {
        Offers { list: None, found: None, wanted: 1 }
    }

    /// Whether every order is wanted; otherwise few are enough, whichever.
    #[inline]
    pub fn wants_all(&self) -> bool {
        self.list.is_some()
    }

    /// One more; answers whether others are wanted.
    #[inline(always)]
    pub fn add(&mut self, order: O) -> ControlFlow<()> {
        if let Some(list) = &mut self.list {
            list.push(order);
            return ControlFlow::Continue(());
        }
        self.found = Some(order);
        self.wanted -= 1;
        if self.wanted == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
