//! What happened, for the log and for animation.

use serde::Serialize;

use crate::odds::Sum;
use crate::place::Place;

/// One thing that happened, with the rule that made it happen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Event {
    /// What sort of thing, so that a client knows how to show it.
    pub kind: EventKind,
    /// The rule's number.
    pub rule: &'static str,
    /// The sentence for the log.
    pub text: String,
    /// The counters concerned, by their id in the scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<u16>,
    /// The places concerned; for a move, the path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The dice thrown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The computation behind a fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<Sum>,
}

impl Event {
    /// An event with its sentence; the rest is added with the methods below.
    pub fn new(kind: EventKind, rule: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        Event { kind, rule, text, counters: vec![], places: vec![], dice: vec![], sum: None }
    }

    /// Names the counters concerned.
    pub fn counters(mut self, counters: impl IntoIterator<Item = u16>) -> Self {
        self.counters.extend(counters);
        self
    }

    /// Names the places concerned.
    pub fn places(mut self, places: impl IntoIterator<Item: Into<Place>>) -> Self {
        self.places.extend(places.into_iter().map(Into::into));
        self
    }

    /// Shows the dice.
    pub fn dice(mut self, dice: &[u8]) -> Self {
        self.dice.extend_from_slice(dice);
        self
    }

    /// Shows the computation.
    pub fn sum(mut self, sum: Sum) -> Self {
        self.sum = Some(sum);
        self
    }
}

/// Sorts of events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A turn or phase begins or ends.
    Phase,
    /// A counter is put on the map.
    Placed,
    /// A counter moves along a path.
    Moved,
    /// A counter turns.
    Turned,
    /// A counter mounts or leaves a vehicle.
    Carried,
    /// An attack is declared, changed or called off.
    Declared,
    /// Dice were thrown.
    Rolled,
    /// The result of a roll, as the table names it.
    Result,
    /// A counter is marked, reduced or recovers.
    Marked,
    /// A counter leaves the game.
    Removed,
    /// A counter retreats along a path.
    Retreated,
    /// A place changes hands.
    Control,
    /// A player announces or decides something.
    Announced,
    /// The game ends.
    Ended,
}

/// Who keeps the chronicle of a game; a chronicle nobody reads costs nothing.
pub trait Chronicle {
    /// Whether events are wanted at all; when false, they are never built.
    fn listens(&self) -> bool;

    /// Takes an event.
    fn take(&mut self, event: Event);

    /// Notes an event, which is built only if someone listens.
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event)
    where
        Self: Sized,
    {
        if self.listens() {
            self.take(event());
        }
    }
}

/// Nobody listens.
pub struct Silence;

impl Chronicle for Silence {
    #[inline]
    fn listens(&self) -> bool {
        false
    }
    fn take(&mut self, _: Event) {}
}

impl Chronicle for Vec<Event> {
    fn listens(&self) -> bool {
        true
    }
    fn take(&mut self, event: Event) {
        self.push(event);
    }
}
