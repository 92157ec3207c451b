//! Counters on top of one another, hex by hex.

use std::fmt::Debug;

use super::Member;

/// Who stands on whom: for every place the topmost counter, for every counter the next one down. Stacks are kept in
/// counter order, so that equal stacks are equal positions; the default of a counter is none.
///
/// ```
/// use engine::counter::Stacks;
///
/// engine::counter_ids! {
///     /// A counter.
///     pub struct UnitId(u8);
/// }
///
/// let mut stacks: Stacks<UnitId, 4, 9> = Stacks::empty();
/// for id in [5, 2, 7] {
///     stacks.put(UnitId(id), 3);
/// }
/// assert_eq!(stacks.of(3).collect::<Vec<_>>(), [UnitId(2), UnitId(5), UnitId(7)]);
/// stacks.lift(UnitId(5), 3);
/// assert_eq!((stacks.top(3), stacks.below(UnitId(2))), (UnitId(2), UnitId(7)));
/// assert!(stacks.of(0).next().is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacks<I, const PLACES: usize, const COUNTERS: usize> {
    tops: [I; PLACES],
    below: [I; COUNTERS],
}

impl<I, const PLACES: usize, const COUNTERS: usize> Stacks<I, PLACES, COUNTERS>
where
    I: Member + Default + Ord,
{
    /// Nobody stands anywhere.
    pub fn empty() -> Self {
        Stacks { tops: [I::default(); PLACES], below: [I::default(); COUNTERS] }
    }

    /// The topmost counter of a place.
    #[inline]
    pub fn top(&self, place: usize) -> I {
        self.tops[place]
    }

    /// The next counter down.
    #[inline]
    pub fn below(&self, id: I) -> I {
        self.below[id.number()]
    }

    /// The counters of a place, in order of number.
    #[inline]
    pub fn of(&self, place: usize) -> Stack<'_, I> {
        Stack { below: &self.below, next: self.tops[place] }
    }

    /// Puts a counter into a place; it stands nowhere else.
    pub fn put(&mut self, id: I, place: usize) {
        let top = self.tops[place];
        if top == I::default() || id < top {
            self.below[id.number()] = top;
            self.tops[place] = id;
            return;
        }
        let mut above = top;
        while self.below(above) < id {
            above = self.below(above);
        }
        self.below[id.number()] = self.below(above);
        self.below[above.number()] = id;
    }

    /// Takes a counter out of the place it stands in.
    pub fn lift(&mut self, id: I, place: usize) {
        let next = self.below(id);
        if self.tops[place] == id {
            self.tops[place] = next;
        } else if let Some(above) = self.of(place).find(|&other| self.below(other) == id) {
            self.below[above.number()] = next;
        }
        self.below[id.number()] = I::default();
    }
}

/// The counters of a place, in order of number.
#[derive(Clone)]
pub struct Stack<'a, I> {
    below: &'a [I],
    next: I,
}

impl<I: Member + Default + Ord> Iterator for Stack<'_, I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        let id = self.next;
        if id == I::default() {
            return None;
        }
        self.next = self.below[id.number()];
        Some(id)
    }
}
