//! What a viewer may read of what happened.

use engine::event::EventKind;
use engine::table::Table;
use engine::{Event, Viewer};

/// Takes out of events what a viewer may not know: which counter it was. `table` is the game after them.
pub fn events(mut events: Vec<Event>, table: &dyn Table, viewer: Viewer) -> Vec<Event> {
    if !table.hides_from(viewer) {
        return events;
    }
    for event in &mut events {
        if event.counters.iter().any(|&counter| table.conceals(counter, viewer)) {
            event.text = match event.kind {
                EventKind::Moved | EventKind::Retreated => "A hidden unit moves".into(),
                EventKind::Turned => "A hidden unit turns".into(),
                _ => "Something happens to a hidden unit".into(),
            };
            event.counters.clear();
            event.sum = None;
        }
    }
    events
}
