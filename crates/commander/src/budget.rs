//! How long a commander may think.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::table::Order;

/// A bound on one decision: positions looked into, time, or both; and a way to break it off.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Positions to look into; the level's own number if not said.
    pub nodes: Option<u32>,
    /// Time to take; without it, the nodes alone decide, and the same seed gives the same decision.
    pub time: Option<Duration>,
    /// Time after which it only goes on until the level's own number of nodes is reached; without it, until the time is up.
    pub enough: Option<Duration>,
    /// Set by somebody else to have the answer at once.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where the best orders so far are laid down, for somebody who cannot wait.
    pub ready: Option<Ready>,
}

/// The best orders found so far by a commander who is still thinking.
#[derive(Clone, Debug, Default)]
pub struct Ready(Arc<Mutex<Vec<Order>>>);

impl Ready {
    /// The orders; none before the first plan is drawn up.
    pub fn orders(&self) -> Vec<Order> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn lay_down(&self, orders: &[Order]) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = orders.to_vec();
    }
}

impl Budget {
    /// The level's own number of nodes.
    pub fn usual() -> Budget {
        Budget::default()
    }

    /// So many nodes.
    pub fn nodes(nodes: u32) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// So much time, whatever it allows.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// As at a table where somebody waits: the level's own number of nodes, and more only while it has not been so long;
    /// never longer than the time.
    pub fn at_the_table(enough: Duration, time: Duration) -> Budget {
        Budget { enough: Some(enough), ..Budget::time(time) }
    }

    /// The same, broken off when the flag is set.
    pub fn until(self, stop: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(stop), ..self }
    }

    /// The same with a quarter of the time, for what goes before; nothing is laid ready.
    pub(crate) fn a_quarter(&self) -> Budget {
        let quarter = |time: Duration| time / 4;
        let (time, enough) = (self.time.map(quarter), self.enough.map(quarter));
        Budget { time, enough, ready: None, ..self.clone() }
    }

    /// The same with so much less time.
    pub(crate) fn less(&self, spent: Duration) -> Budget {
        let rest = |time: Duration| time.saturating_sub(spent);
        Budget { time: self.time.map(rest), enough: self.enough.map(rest), ..self.clone() }
    }

    pub(crate) fn start(&self) -> Watch {
        Watch {
            until: self.time.map(|time| Instant::now() + time),
            enough: self.enough.map(|enough| Instant::now() + enough),
            stop: self.stop.clone(),
            ready: self.ready.clone(),
        }
    }
}

/// A running budget of time.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    until: Option<Instant>,
    enough: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    ready: Option<Ready>,
}

impl Watch {
    /// The same with half of the time that is left.
    pub fn half(&self) -> Watch {
        let now = Instant::now();
        let until = self.until.map(|until| now + until.saturating_duration_since(now) / 2);
        Watch { until, ..self.clone() }
    }

    /// These are the best orders so far.
    pub fn lay_down(&self, orders: &[Order]) {
        if let Some(ready) = &self.ready {
            ready.lay_down(orders);
        }
    }

    /// Whether what the level looks into anyhow is enough.
    pub fn has_enough(&self) -> bool {
        self.enough.is_some_and(|enough| Instant::now() >= enough)
    }

    /// Whether the answer is due.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
            || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
