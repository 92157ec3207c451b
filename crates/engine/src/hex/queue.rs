//! The hexes a search has still to look at.

use super::Hex;

/// Hexes of a map of at most `N`, first come first served, none waiting twice.
///
/// ```
/// use engine::hex::{Hex, Queue};
/// let mut queue: Queue<4> = Queue::from(Hex(3));
/// queue.push(Hex(0));
/// queue.push(Hex(3));
/// assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(Hex(3)), Some(Hex(0)), None]);
/// ```
pub struct Queue<const N: usize> {
    ring: [u16; N],
    waiting: [bool; N],
    first: usize,
    next: usize,
}

impl<const N: usize> Queue<N> {
    /// One hex waits.
    pub fn from(hex: Hex) -> Queue<N> {
        let mut queue = Queue { ring: [0; N], waiting: [false; N], first: 0, next: 0 };
        queue.push(hex);
        queue
    }

    /// One more; who waits already keeps its turn. There is room for every hex, and none waits twice: the ring is never
    /// overfull.
    #[inline]
    pub fn push(&mut self, hex: Hex) {
        if !self.waiting[hex.index()] {
            self.waiting[hex.index()] = true;
            self.ring[self.next] = hex.0;
            self.next = if self.next + 1 == N { 0 } else { self.next + 1 };
        }
    }

    /// Whose turn it is.
    #[inline]
    pub fn pop(&mut self) -> Option<Hex> {
        let hex = Hex(self.ring[self.first]);
        // What lies where nobody waits is from an earlier round.
        if !self.waiting[hex.index()] {
            return None;
        }
        self.first = if self.first + 1 == N { 0 } else { self.first + 1 };
        self.waiting[hex.index()] = false;
        Some(hex)
    }
}
