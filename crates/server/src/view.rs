//! Views: what a visitor is shown of a contest, as JSON.

use std::sync::{Arc, Mutex, OnceLock};

use commander::Level;
use engine::act;
use engine::edition::ScenarioCard;
use engine::hex::Orientation;
use engine::odds::{Chance, Sum};
use engine::record::{DiceSource, Said};
use engine::scene::{Card, Counter, Hint, Landscape, Mark, Scene, SideCard, Threat, Track, Tray};
use engine::table::{Choice, Table};
use engine::{Event, Side, Turn};
use serde::Serialize;
use serde_json::Value;

use crate::contest::{Contest, Held};
use crate::redact;

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

/// The boards of one contest at one moment as JSON, each written once however many are shown it.
pub struct Boards {
    texts: [OnceLock<Arc<str>>; 4],
    online: [bool; 2],
    now: i64,
}

impl Boards {
    /// The boards of now; `online` says which seats are here.
    pub fn new(online: [bool; 2], now: i64) -> Boards {
        Boards { texts: Default::default(), online, now }
    }

    /// The board for a visitor who owns these seats.
    pub fn text(&self, contest: &Contest, owned: Held) -> Arc<str> {
        let write = || json_text(&contest.board(owned, self.online, self.now)).into();
        self.texts[owned.index()].get_or_init(write).clone()
    }
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

/// What changes from deed to deed.
#[derive(Serialize)]
struct BoardView<'a> {
    number: u64,
    entry: usize,
    you: Vec<Side>,
    owns: Vec<Side>,
    seats: [SeatView<'a>; 2],
    turn: Value,
    your_move: bool,
    thinking: Option<ThinkingView>,
    prompt: String,
    scene: SceneView,
    layer: Arc<str>,
    orders: Vec<Choice>,
    sums: Vec<Sum>,
    chances: Vec<Chance>,
    undo: UndoView,
    draw: DrawView,
    dice: DiceView<'a>,
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
}

/// The map without its ground, which is fetched once.
#[derive(Serialize)]
struct LandCard {
    key: String,
    orientation: Orientation,
    columns: u16,
    rows: u16,
    even_shifted: bool,
    house: Option<String>,
}

impl LandCard {
    fn of(land: &Landscape) -> Self {
        LandCard {
            key: land.key.clone(),
            orientation: land.orientation,
            columns: land.columns,
            rows: land.rows,
            even_shifted: land.even_shifted,
            house: land.house.clone(),
        }
    }
}

/// A scene with the card of its landscape in place of the landscape.
#[derive(Serialize)]
pub struct SceneView {
    title: String,
    subtitle: String,
    sides: [SideCard; 2],
    landscape: LandCard,
    counters: Vec<Counter>,
    marks: Vec<Mark>,
    tracks: Vec<Track>,
    boxes: Vec<Tray>,
    cards: Vec<Card>,
    hints: Vec<Hint>,
    threats: Vec<Threat>,
    phase: String,
    prompt: String,
    to_act: Option<u8>,
    description: String,
}

impl From<Scene> for SceneView {
    fn from(scene: Scene) -> Self {
        SceneView {
            landscape: LandCard::of(&scene.landscape),
            title: scene.title,
            subtitle: scene.subtitle,
            sides: scene.sides,
            counters: scene.counters,
            marks: scene.marks,
            tracks: scene.tracks,
            boxes: scene.boxes,
            cards: scene.cards,
            hints: scene.hints,
            threats: scene.threats,
            phase: scene.phase,
            prompt: scene.prompt,
            to_act: scene.to_act,
            description: scene.description,
        }
    }
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
}

/// The board as it stood.
#[derive(Serialize)]
pub struct Moment {
    entry: usize,
    scene: SceneView,
    layer: Arc<str>,
    prompt: String,
    turn: Value,
}

/// A layer once drawn, with what it shows. Whoever sees the same is shown the same drawing.
#[derive(Default)]
pub(crate) struct Drawn(Mutex<Option<Drawing>>);

struct Drawing {
    counters: Vec<Counter>,
    marks: Vec<Mark>,
    layer: Arc<str>,
}

impl Drawn {
    /// Counters and marks; the client lays the hints and threats it wants over them.
    fn layer(&self, scene: &mut Scene) -> Arc<str> {
        let mut last = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(same) = last.as_ref().filter(|d| d.counters == scene.counters && d.marks == scene.marks) {
            return same.layer.clone();
        }
        let layer = draw(scene);
        let (counters, marks) = (scene.counters.clone(), scene.marks.clone());
        *last = Some(Drawing { counters, marks, layer: layer.clone() });
        layer
    }
}

fn draw(scene: &mut Scene) -> Arc<str> {
    let (hints, threats) = (std::mem::take(&mut scene.hints), std::mem::take(&mut scene.threats));
    let layer = board::layer_svg(scene).into();
    (scene.hints, scene.threats) = (hints, threats);
    layer
}

/// Counted up when maps are drawn differently: browsers keep a drawing for ever by its address.
const DRAWN: u32 = 3;

/// The address of a map's picture.
pub fn landscape_address(key: &str) -> String {
    format!("/api/landscape/{key}.svg?drawn={DRAWN}")
}

/// The word of an orientation in addresses.
fn orientation_word(orientation: Orientation) -> &'static str {
    match orientation {
        Orientation::Flat => "flat",
        Orientation::Pointy => "pointy",
    }
}

/// Where on its first track a scene stands: "Game-Turn 3".
pub(crate) fn turn_words(scene: &Scene) -> Option<String> {
    let track = scene.tracks.first()?;
    let space = track.spaces.get(track.at?)?;
    Some(format!("{} {space}", track.name))
}

/// Where in the game a position stands: "Game-Turn 3, Fire Combat Phase".
pub fn turn_label(table: &dyn Table) -> String {
    let scene = table.scene(engine::Viewer::Public);
    match turn_words(&scene) {
        Some(turn) => format!("{turn}, {}", scene.phase),
        None => scene.phase,
    }
}

/// An entry as everybody may know it exists: what a visitor may read of it is asked for next.
pub struct LogDraft {
    entry: usize,
    side: Option<Side>,
    order: Option<String>,
    turn_label: String,
    events: Vec<Event>,
}

impl LogDraft {
    /// An entry of a contest with its events; `label` says where the game stood when it was made.
    pub fn new(contest: &Contest, entry: usize, events: Vec<Event>, label: String) -> Self {
        let session = &contest.session;
        let said = entry.checked_sub(1).and_then(|i| session.entries().get(i)).and_then(|entry| entry.said());
        let order = match said {
            Some(Said::Order(order)) => order["do"].as_str().map(str::to_string),
            _ => None,
        };
        LogDraft { entry, side: session.giver(entry), order, turn_label: label, events }
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
            turn_label: self.turn_label.clone(),
            events: redact::events(self.events.clone(), table, viewer),
        }
    }
}

impl Contest {
    /// What changes from deed to deed, for the owner of seats; `online` says which are here.
    fn board(&self, owned: Held, online: [bool; 2], now: i64) -> BoardView<'_> {
        let table = self.session.table();
        let held = self.commanded(owned);
        let viewer = held.viewer(table);
        let mut scene = table.scene(viewer);
        let acts = self.is_seated() && self.to_act().is_some_and(|side| held.holds(side));
        let orders = if acts { table.choices() } else { vec![] };
        let hidden = table.hides_from(viewer);
        let seat = |side: Side| SeatView {
            side,
            name: table.side_name(side),
            player: self.seats[side.index()].as_ref().map(|seat| seat.name.as_str()),
            computer: self.computer(side),
            online: online[side.index()],
            clock_ms: self.clocks.left(side, now),
            running: self.clocks.running() == Some(side),
        };
        BoardView {
            number: self.number,
            entry: self.session.cursor(),
            you: held.sides().collect(),
            owns: owned.sides().collect(),
            seats: Side::BOTH.map(seat),
            turn: self.turn(),
            your_move: acts,
            thinking: self.computers_move().map(|(side, ..)| ThinkingView { side }),
            prompt: self.prompt(&scene),
            layer: self.drawn.layer(&mut scene),
            scene: scene.into(),
            sums: if hidden { vec![] } else { self.sums(&orders) },
            chances: match table.turn() {
                Turn::Dice(_) if !hidden => table.roll_odds(),
                _ => vec![],
            },
            orders,
            undo: UndoView {
                free: !self.is_over() && self.undo_is_free(owned),
                asked_by: self.undo_asked.map(|(side, _)| side),
                to: self.undo_asked.map(|(_, to)| to),
            },
            draw: DrawView { offered_by: self.draw_offered },
            dice: self.dice_view(),
        }
    }

    /// Whether the owner of seats may take something back without asking.
    fn undo_is_free(&self, owned: Held) -> bool {
        match (owned, self.commanded(owned)) {
            (Held::Both, Held::One(side)) => self.last_given_by(side).is_some(),
            (_, held) => self.session.free_undo().is_ok_and(|side| held.holds(side)),
        }
    }

    /// Everything, for the owner of seats, as JSON.
    pub fn view(&self, owned: Held, boards: &Boards, muted: &[String]) -> String {
        merged(&[&json_text(&self.head(owned, muted)), &boards.text(self, owned)])
    }

    /// The same with what came of orders.
    pub fn view_played(&self, owned: Held, boards: &Boards, muted: &[String], played: &Played) -> String {
        merged(&[&json_text(&self.head(owned, muted)), &boards.text(self, owned), &json_text(played)])
    }

    fn head<'a>(&'a self, owned: Held, muted: &'a [String]) -> Head<'a> {
        let invited = owned != Held::Neither && !self.is_seated();
        Head {
            id: &self.row.id,
            scenario: &self.row.scenario,
            card: &self.card,
            seating: &self.row.seating,
            clock: self.row.clock.as_deref().and_then(|clock| serde_json::from_str(clock).ok()),
            invite: self.row.invite.as_ref().filter(|_| invited).map(|token| format!("/invite/{token}")),
            landscape: landscape_address(&self.map.key),
            symbols: format!("/api/symbols/{}.svg", orientation_word(self.map.orientation)),
            created: self.row.created,
            updated: self.updated,
            chat: self.talk.iter().collect(),
            muted,
        }
    }

    fn prompt(&self, scene: &Scene) -> String {
        match (self.ended, self.is_seated()) {
            (Some(_), _) => self.turn()["over"]["why"].as_str().unwrap_or_default().to_string(),
            (None, false) => "Waiting for the other player to sit down".into(),
            (None, true) => scene.prompt.clone(),
        }
    }

    /// The computations behind the orders that point at nothing: those that commit what was built.
    fn sums(&self, orders: &[Choice]) -> Vec<Sum> {
        let table = self.session.table();
        let commits = orders.iter().filter(|o| o.aim.counter.is_none() && o.aim.place.is_none());
        let mut sums: Vec<Sum> = vec![];
        for sum in commits.filter_map(|order| table.sums(&order.order).ok()).flatten() {
            if !sums.contains(&sum) {
                sums.push(sum);
            }
        }
        sums
    }

    fn dice_view(&self) -> DiceView<'_> {
        match &self.session.header().dice {
            DiceSource::Seeded(seeded) => DiceView {
                commitment: Some(&seeded.commitment),
                seed: seeded.seed.as_deref(),
                physical: false,
            },
            DiceSource::Physical(_) => DiceView { commitment: None, seed: None, physical: true },
        }
    }

    /// The entries after `from`, as a visitor may read them.
    pub fn log(&self, from: usize, held: Held) -> Vec<LogEntry> {
        let mut log = vec![];
        let start = self.session.position(from.min(self.session.cursor()));
        let mut label = start.map_or_else(|_| String::new(), |table| turn_label(table.as_ref()));
        let told = self.session.chronicle_from(from, |told, table| {
            let label = std::mem::replace(&mut label, turn_label(table));
            let draft = LogDraft::new(self, told.n, std::mem::take(&mut told.events), label);
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
        if n == self.session.cursor() {
            let mut scene = self.session.table().scene(held.viewer(self.session.table()));
            let (prompt, layer) = (self.prompt(&scene), self.drawn.layer(&mut scene));
            return Ok(Moment { entry: n, layer, scene: scene.into(), prompt, turn: self.turn() });
        }
        let table = self.session.position(n)?;
        let mut scene = table.scene(held.viewer(table.as_ref()));
        scene.hints.clear();
        let (prompt, layer) = (scene.prompt.clone(), draw(&mut scene));
        let turn = engine::table::turn_value(table.as_ref());
        Ok(Moment { entry: n, layer, scene: scene.into(), prompt, turn })
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
