//! How far a counter comes: the cheapest way to every post it can reach.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How a post is best reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg<P, S> {
    /// What else the traveller carries along: points left, a run begun.
    pub state: S,
    /// Points spent.
    pub spent: u8,
    /// The post before; none for the start.
    pub from: Option<P>,
    /// Whether the way ends here.
    pub stops: bool,
}

/// The cheapest way to every post. A post is a hex, or a hex and whatever else tells two visits apart: a facing, an
/// enemy met.
///
/// `strides` offers every post that one stride leads to from a leg, with the leg there; which post it comes from is
/// filled in.
///
/// ```
/// use engine::hex::{Leg, reach, retrace};
/// // A street of houses from 0 to 9, where every second step costs double and house 7 ends the way.
/// let leg = |spent, stops| Leg { state: (), spent, from: None, stops };
/// let legs = reach(0, leg(0, false), |house, leg_here, offer| {
///     let spent = leg_here.spent + 1 + house % 2;
///     if spent <= 12 {
///         offer(house + 1, leg(spent, house + 1 == 7));
///     }
/// });
/// assert_eq!(legs.keys().copied().collect::<Vec<u8>>(), (0..=7).collect::<Vec<_>>());
/// assert_eq!((legs[&4].spent, retrace(&legs, 3)), (6, vec![0, 1, 2, 3]));
/// ```
pub fn reach<P: Copy + Ord, S: Copy>(
    start: P,
    first: Leg<P, S>,
    mut strides: impl FnMut(P, &Leg<P, S>, &mut dyn FnMut(P, Leg<P, S>)),
) -> BTreeMap<P, Leg<P, S>> {
    let mut legs = BTreeMap::from([(start, Leg { from: None, ..first })]);
    let mut queue = BinaryHeap::from([Reverse((first.spent, start))]);
    while let Some(Reverse((spent, post))) = queue.pop() {
        let leg = legs[&post];
        if spent > leg.spent || leg.stops {
            continue;
        }
        strides(post, &leg, &mut |next, there| {
            if legs.get(&next).is_none_or(|known| there.spent < known.spent) {
                legs.insert(next, Leg { from: Some(post), ..there });
                queue.push(Reverse((there.spent, next)));
            }
        });
    }
    legs
}

/// The posts on the way to one, from the start to it.
pub fn retrace<P: Copy + Ord, S>(legs: &BTreeMap<P, Leg<P, S>>, end: P) -> Vec<P> {
    let mut way = vec![end];
    while let Some(from) = legs.get(way.last().unwrap_or(&end)).and_then(|leg| leg.from) {
        way.push(from);
    }
    way.reverse();
    way
}

/// Of the posts that are one to a person, such as all facings in a hex, the one reached most cheaply.
pub fn cheapest<P: Copy, S, H: Ord>(
    legs: &BTreeMap<P, Leg<P, S>>,
    one: impl Fn(P) -> H,
) -> BTreeMap<H, (P, &Leg<P, S>)> {
    let mut best: BTreeMap<H, (P, &Leg<P, S>)> = BTreeMap::new();
    for (&post, leg) in legs {
        let known = best.entry(one(post)).or_insert((post, leg));
        if leg.spent < known.1.spent {
            *known = (post, leg);
        }
    }
    best
}
