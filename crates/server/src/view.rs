//! Views: what a visitor is shown of a contest, as JSON.

mod boards;
mod sight;

use std::sync::Arc;

use engine::act;
use engine::edition::{Options, ScenarioCard};
use engine::hex::Orientation;
use engine::record::Said;
use engine::scene::Landscape;
use engine::table::Table;
use engine::{Event, Side};
use serde::Serialize;
use serde_json::Value;

use crate::contest::{Contest, Held};
use crate::redact;
pub use boards::Boards;
pub(crate) use boards::LastShown;
use sight::Glimpse;

/// What came of orders, beside the view.
#[derive(Serialize)]
pub struct Played<'a> {
    /// How many orders were played.
    pub played: usize,
    /// The entries that came of them.
    pub log: Vec<&'a LogEntry>,
    /// Why the next one was not.
    pub refused: Option<&'a engine::Objection>,
    /// The same, if it was the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a engine::Objection>,
}

/// What stays from deed to deed, or nearly so.
#[derive(Serialize)]
struct Head<'a> {
    id: &'a str,
    scenario: &'a str,
    card: &'a ScenarioCard,
    options: &'a Options,
    seating: &'a str,
    clock: Option<Value>,
    invite: Option<String>,
    landscape: String,
    symbols: String,
    created: i64,
    updated: i64,
    chat: Vec<&'a Value>,
    muted: &'a [String],
}

/// Plain data with text keys is written without fail; should it not be, the reader gets an empty object.
pub fn json_text(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|_| "{}".into())
}

/// One JSON object from the fields of several.
pub fn merged(objects: &[&str]) -> String {
    let mut text = String::with_capacity(objects.iter().map(|object| object.len()).sum());
    for object in objects {
        let fields = object.trim_start_matches('{').strip_suffix('}').unwrap_or_default();
        if fields.is_empty() {
            continue;
        }
        text.push(if text.is_empty() { '{' } else { ',' });
        text.push_str(fields);
    }
    text.push_str(if text.is_empty() { "{}" } else { "}" });
    text
}

/// One entry of the log.
#[derive(Clone, Serialize)]
pub struct LogEntry {
    entry: usize,
    events: Vec<Event>,
    side: Option<Side>,
    /// What sort of order it was; left out for rolls, and from those who may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    /// What it began, in a word: "move", "attack".
    #[serde(skip_serializing_if = "str::is_empty")]
    begins: &'static str,
    /// Whether it went on with what an earlier one began.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    continues: bool,
    turn_label: String,
    /// The Player-Turn it was made in, counted through the game.
    player_turn: u32,
}

/// Where a game stood when an entry was made.
#[derive(Clone, Default)]
pub struct Heading {
    label: String,
    player_turn: u32,
}

impl Heading {
    /// Where it stands.
    pub fn of(table: &dyn Table) -> Heading {
        Heading { label: table.heading(), player_turn: table.clock() }
    }
}

/// The board as it stood.
#[derive(Serialize)]
pub struct Moment {
    entry: usize,
    #[serde(flatten)]
    sight: Glimpse,
    prompt: String,
    turn: Value,
}

/// Counted up when maps are drawn differently: browsers keep a drawing for ever by its address.
const DRAWN: u32 = 4;

/// The address of a map's picture.
pub fn landscape_address(key: &str) -> String {
    format!("/api/landscape/{key}.svg?drawn={DRAWN}")
}

/// The word in addresses for the symbols of a map.
fn symbols_word(land: &Landscape) -> &'static str {
    match (&land.table, land.orientation) {
        (Some(_), _) => "table",
        (None, Orientation::Flat) => "flat",
        (None, Orientation::Pointy) => "pointy",
    }
}

/// An entry as everybody may know it exists: what a visitor may read of it is asked for next.
pub struct LogDraft {
    entry: usize,
    side: Option<Side>,
    order: Option<String>,
    heading: Heading,
    events: Vec<Event>,
}

impl LogDraft {
    /// An entry of a contest with its events; `heading` says where the game stood when it was made.
    pub fn new(contest: &Contest, entry: usize, events: Vec<Event>, heading: Heading) -> Self {
        let session = &contest.session;
        let said = entry.checked_sub(1).and_then(|i| session.entries().get(i)).and_then(|entry| entry.said());
        let order = match said {
            Some(Said::Order(order)) => order.value()["do"].as_str().map(str::to_string),
            _ => None,
        };
        LogDraft { entry, side: session.giver(entry), order, heading, events }
    }

    /// As a visitor may read it; `table` is the game after it.
    pub fn read_by(&self, held: Held, table: &dyn Table) -> LogEntry {
        let viewer = held.viewer(table);
        let order = self.order.clone().filter(|_| !table.hides_from(viewer));
        let act = order.as_deref().and_then(act::named);
        LogEntry {
            entry: self.entry,
            side: self.side,
            begins: act.map_or("", |act| act.begins),
            continues: act.is_some_and(|act| act.continues),
            order,
            turn_label: self.heading.label.clone(),
            player_turn: self.heading.player_turn,
            events: redact::events(self.events.clone(), table, viewer),
        }
    }
}

impl Contest {
    /// Everything, for the owner of seats, as JSON.
    pub fn view(&self, owned: Held, boards: &Boards, muted: &[String]) -> String {
        merged(&[&json_text(&self.head(owned, muted)), &boards.text(self, owned)])
    }

    /// The same with what came of orders; only what changed if the asker has the board before that, by its stamp.
    pub fn view_played(
        &self,
        owned: Held,
        boards: &Boards,
        muted: &[String],
        played: &Played,
        board: Option<&str>,
    ) -> String {
        if let Some(changes) = boards.changes_from(self, owned, board) {
            return merged(&[&changes, &json_text(played)]);
        }
        merged(&[&json_text(&self.head(owned, muted)), &boards.text(self, owned), &json_text(played)])
    }

    fn head<'a>(&'a self, owned: Held, muted: &'a [String]) -> Head<'a> {
        let invited = owned != Held::Neither && !self.is_seated();
        Head {
            id: &self.row.id,
            scenario: &self.row.scenario,
            card: &self.card,
            options: &self.session.header().options,
            seating: &self.row.seating,
            clock: self.row.clock.as_deref().and_then(|clock| serde_json::from_str(clock).ok()),
            invite: self.row.invite.as_ref().filter(|_| invited).map(|token| format!("/invite/{token}")),
            landscape: landscape_address(&self.map.key),
            symbols: format!("/api/symbols/{}.svg", symbols_word(&self.map)),
            created: self.row.created,
            updated: self.updated,
            chat: self.talk.iter().collect(),
            muted,
        }
    }

    fn prompt(&self, of_the_game: &str) -> String {
        match (self.ended, self.is_seated()) {
            (Some(_), _) => self.turn()["over"]["why"].as_str().unwrap_or_default().to_string(),
            (None, false) => "Waiting for the other player to sit down".into(),
            (None, true) => of_the_game.into(),
        }
    }

    /// The entries after `from`, at most so many, as a visitor may read them, as JSON. What was told once is kept.
    pub fn log_page(&mut self, from: usize, most: usize, held: Held) -> String {
        let known = self.told[held.index()].len();
        let fresh: Vec<Arc<str>> =
            self.log(known, held).iter().map(|entry| json_text(entry).into()).collect();
        let told = &mut self.told[held.index()];
        told.extend(fresh);
        let page: Vec<&str> = told.iter().skip(from).take(most).map(AsRef::as_ref).collect();
        format!("[{}]", page.join(","))
    }

    /// The entries after `from`, as a visitor may read them.
    fn log(&self, from: usize, held: Held) -> Vec<LogEntry> {
        let mut log = vec![];
        let start = self.session.position(from.min(self.session.cursor()));
        let mut heading = start.map_or_else(|_| Heading::default(), |table| Heading::of(table.as_ref()));
        let told = self.session.chronicle_from(from, |told, table| {
            let heading = std::mem::replace(&mut heading, Heading::of(table));
            let draft = LogDraft::new(self, told.n, std::mem::take(&mut told.events), heading);
            log.push(draft.read_by(held, table));
        });
        if let Err(objection) = told {
            tracing::error!(game = self.row.id, %objection, "a game cannot be told again");
        }
        log
    }

    /// The board as it stood after entry `n`.
    pub fn moment(&self, n: usize, held: Held) -> Result<Moment, engine::Objection> {
        if n > self.session.cursor() {
            let why = format!("there is no entry {n}; the game has {}", self.session.cursor());
            return Err(engine::Objection::new("protocol", why));
        }
        let past = (n < self.session.cursor()).then(|| self.session.position(n)).transpose()?;
        let table = past.as_deref().unwrap_or(self.session.table());
        let sight = Glimpse::new(table, held.viewer(table));
        let (prompt, turn) = match past {
            Some(_) => (sight.prompt().to_string(), engine::table::turn_value(table)),
            None => (self.prompt(sight.prompt()), self.turn()),
        };
        Ok(Moment { entry: n, sight, prompt, turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_merged_field_by_field() {
        assert_eq!(merged(&[r#"{"a":{"b":1}}"#, "{}", r#"{"c":"}"}"#]), r#"{"a":{"b":1},"c":"}"}"#);
        assert_eq!(merged(&["{}"]), "{}");
    }
}
