//! Scenes: everything a client draws, already cleaned of what its viewer may not know.
//!
//! A scene has a still part, the [`Landscape`], drawn once for each map and cached by its name, and a
//! moving part: counters, marks, tracks and boxes, each with an id by which a client patches it.

use std::sync::Arc;

use serde::Serialize;

use crate::act::Look;
use crate::contract::{Shown, Side, Viewer};
use crate::goal::Goal;
use crate::hex::{Direction, Grid, Hex, HexNumber, Orientation};
use crate::place::{Place, Pose};

/// What a viewer sees of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// The scenario's title.
    pub title: String,
    /// The line under it: date, game.
    pub subtitle: String,
    /// The sides, in order.
    pub sides: [SideCard; 2],
    /// The map, shared by every scene of the scenario.
    pub landscape: Arc<Landscape>,
    /// Every counter the viewer may see, bottom of each stack first.
    pub counters: Vec<Counter>,
    /// Marks on places: objectives and who holds them, dust, smoke.
    pub marks: Vec<Mark>,
    /// Turn tracks and the like.
    pub tracks: Vec<Track>,
    /// Boxes beside the map and the counters that stand in them.
    pub boxes: Vec<Tray>,
    /// What wins, and how it stands with that.
    pub goal: Goal,
    /// Cards that lie open beside the map: what the year brings.
    pub cards: Vec<Card>,
    /// Places the side to move may act on now, for the viewer who may act. Games leave them out; see [`Scene::lit`].
    pub hints: Vec<Hint>,
    /// Places the enemy of the viewer could reach with an attack or a shot. Games leave them out; see [`Scene::lit`].
    pub threats: Vec<Threat>,
    /// The phase, as the rulebook names it.
    pub phase: String,
    /// What is expected now, in a sentence.
    pub prompt: String,
    /// The side that must act; nobody while dice are due or after the end.
    pub to_act: Option<u8>,
    /// The board in words, for those who do not see it.
    pub description: String,
}

impl Scene {
    /// What a viewer sees, with hints (what the [aims](crate::contract::Aim) of the legal orders light) and threats.
    pub fn lit(position: &impl Shown, viewer: Viewer) -> Scene {
        let scene = position.scene(viewer);
        Scene { hints: hints(position, viewer, &scene.counters), threats: position.threats(viewer), ..scene }
    }
}

/// A side's name and standing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideCard {
    /// The name.
    pub name: String,
    /// The figure shown beside it: troops left.
    pub strength: u32,
    /// Losses and other figures in words.
    pub standing: String,
}

/// The printed map.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Landscape {
    /// A name that changes when the picture does; key for caches.
    pub key: String,
    /// How the hexes lie.
    pub orientation: Orientation,
    /// Columns of the grid.
    pub columns: u16,
    /// Rows of the grid.
    pub rows: u16,
    /// Whether the even columns (flat) or rows (pointy) are the ones pushed by half a hex.
    pub even_shifted: bool,
    /// The number printed on each hex, line by line: columns on a flat-topped grid, rows on a pointy-topped one.
    pub numbers: Vec<HexNumber>,
    /// One terrain class per hex, in the same order: `clear`, `woods`, `slope`, `stream`, `village` …
    pub terrain: Vec<&'static str>,
    /// Hexsides with something on them.
    pub sides: Vec<HexSide>,
    /// Watercourses and roads, drawn as curves through the hexes they name.
    pub lines: Vec<Course>,
    /// Letters and names printed on the map.
    pub labels: Vec<Label>,
    /// For each hex the one it goes with: whoever holds that holds it. Empty where every hex stands for itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub districts: Vec<HexNumber>,
    /// What is not from the rulebook, in a sentence for the reader.
    pub house: Option<String>,
    /// The open table that there is in place of hexes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Tabletop>,
}

impl Landscape {
    /// An open table without hexes.
    pub fn open(key: impl Into<String>, table: Tabletop) -> Landscape {
        let grid = Grid::new(Orientation::Flat, 0, 0, false);
        Landscape { table: Some(table), ..Landscape::of(key, &grid, "") }
    }

    /// The bare ground of a grid: one sort of terrain and nothing on it.
    pub fn of(key: impl Into<String>, grid: &Grid, terrain: &'static str) -> Landscape {
        Landscape {
            key: key.into(),
            orientation: grid.orientation(),
            columns: grid.columns(),
            rows: grid.rows(),
            even_shifted: grid.even_shifted(),
            numbers: grid.numbers(),
            terrain: vec![terrain; grid.len()],
            sides: vec![],
            lines: vec![],
            labels: vec![],
            districts: vec![],
            house: None,
            table: None,
        }
    }

    /// The grid of the map, with its printed numbers; the usual ones stand in for numbers that do not fit.
    pub fn grid(&self) -> Grid {
        let grid = Grid::new(self.orientation, self.columns, self.rows, self.even_shifted);
        grid.clone().numbered(self.numbers.iter().copied()).unwrap_or(grid)
    }
}

/// An open table: a cloth, and what lies on it. Lengths are thousandths of the unit players measure in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tabletop {
    /// Its width from left to right.
    pub width: i32,
    /// Its depth from the far edge to the near one.
    pub depth: i32,
    /// What players call the unit: "MU".
    pub unit: &'static str,
    /// Terrain, camps and zones, the lowest first. They may be laid in the course of play: they are drawn with what
    /// moves, and the key of the landscape does not speak of them.
    pub pieces: Vec<TablePiece>,
    /// What may be laid over it on demand; [`Shown::regions`] has the ground of each.
    pub overlays: &'static [Overlay],
}

/// Something that is shown over an open table when somebody wants to see it: zones, arcs, how far a word carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Overlay {
    /// By what it is asked for: `zones`.
    pub kind: &'static str,
    /// What its switch says.
    pub title: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// Its key.
    pub key: &'static str,
    /// The rule it draws.
    pub rule: &'static str,
}

/// How something that lies on a table may be taken up and put elsewhere now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Handle {
    /// Its number.
    pub id: u16,
    /// Where its middle is and which way its length points.
    pub at: Pose,
}

/// Something that lies on an open table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TablePiece {
    /// What it is: `woods`, `gentle-hill`, `river`, `camp`, `zone` …
    pub kind: &'static str,
    /// Whose, if anybody's.
    pub side: Option<u8>,
    /// Its corners, from the left and from the far edge, in order.
    pub outline: Vec<[i32; 2]>,
    /// The crest of a hill, the middle of a river or road.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ridge: Vec<[i32; 2]>,
    /// Its name for people: "steep hill".
    pub name: String,
    /// By what it may be taken up, if it may be now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<Handle>,
}

/// The rectangle a counter covers on an open table, in thousandths of the unit. Its [pose](crate::place::Pose) is that
/// of the middle of its front edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Footprint {
    /// Along its front.
    pub width: i32,
    /// From front to rear.
    pub depth: i32,
}

/// A hexside with something on it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HexSide {
    /// The hex it belongs to.
    pub hex: HexNumber,
    /// Which of its six sides.
    pub side: Direction,
    /// What is there: `crest`, `river`, `wall` …
    pub kind: &'static str,
}

/// A stream or road through hexes, from one end to the other; ends on the map's rim run off it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Course {
    /// `stream`, `road` …
    pub kind: &'static str,
    /// The hexes in order.
    pub hexes: Vec<HexNumber>,
}

/// A letter or name on the map.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Label {
    /// Where.
    pub hex: HexNumber,
    /// The text.
    pub text: String,
    /// `letter`, `town`, `city`, `capital`, `region` …; an `anchor` has the number of its anchors as its text.
    pub kind: &'static str,
}

/// A counter on the map or in a box.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counter {
    /// Its id, the same through the whole game.
    pub id: u16,
    /// Whose it is: 0 or 1.
    pub side: u8,
    /// Where it stands; none in a box beside the map.
    pub place: Option<Place>,
    /// Its glyph: the unit type's abbreviation, or `hidden`.
    pub glyph: &'static str,
    /// The abbreviation printed beside the glyph, where the glyph alone does not tell the unit: "Kl".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// Symbols printed on it: `serpent`, `lightning`, `swords`, `arrows` …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<&'static str>,
    /// Its full name for people: "Militia Spearmen 4".
    pub name: String,
    /// The figure at the left: attack strength, printed as the rulebook prints it.
    pub left: String,
    /// The small figure between: flank strength or range.
    pub middle: String,
    /// The figure at the right: movement.
    pub right: String,
    /// Where it faces, if it faces.
    pub facing: Option<Direction>,
    /// What it covers on an open table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Footprint>,
    /// Seals on it: `disrupted`, `moved`, `fired`, `charged`, `attacking`, `aboard`, `active`.
    pub seals: Vec<&'static str>,
    /// The counter that carries it.
    pub aboard: Option<u16>,
    /// What a player wants to know before it is taken up, line by line: whom it leads, how far, at what risk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
}

/// A mark on a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Mark {
    /// Where.
    pub place: Place,
    /// `objective`, `dust`, `target` …
    pub kind: &'static str,
    /// Whose, if anybody's.
    pub side: Option<u8>,
    /// The nation whose it is, where nations have colours of their own: `byzantine`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub nation: &'static str,
    /// For people.
    pub text: String,
}

/// A track of spaces with one of them current.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Track {
    /// Its name: "Game-Turn".
    pub name: String,
    /// What its spaces say.
    pub spaces: Vec<String>,
    /// Which is current, from 0.
    pub at: Option<usize>,
    /// Whether its length or values are of the house, not of the rulebook.
    pub house: bool,
}

impl Track {
    /// Its name with its current space: "Game-Turn 3".
    pub fn words(&self) -> Option<String> {
        let space = self.spaces.get(self.at?)?;
        Some(format!("{} {space}", self.name))
    }
}

/// Where in the game a position stands, by its turn track and its phase: "Game-Turn 3, Fire Combat Phase".
pub fn heading(turns: Option<&Track>, phase: &str) -> String {
    match turns.and_then(Track::words) {
        Some(turn) => format!("{turn}, {phase}"),
        None => phase.into(),
    }
}

/// A box beside the map.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tray {
    /// Its name: "Romans to be placed".
    pub name: String,
    /// Whose, if anybody's.
    pub side: Option<u8>,
    /// Ids of the counters in it.
    pub counters: Vec<u16>,
}

impl Tray {
    /// A box of a side; none if nothing is in it.
    ///
    /// ```
    /// use engine::Side;
    /// use engine::scene::Tray;
    /// assert_eq!(Tray::of(Side::Second, "Sabines lost".into(), [7, 9]).unwrap().counters, [7, 9]);
    /// assert_eq!(Tray::of(Side::First, "Romans lost".into(), []), None);
    /// ```
    pub fn of(side: Side, name: String, counters: impl IntoIterator<Item = u16>) -> Option<Tray> {
        let counters: Vec<u16> = counters.into_iter().collect();
        (!counters.is_empty()).then(|| Tray { name, side: Some(side.index() as u8), counters })
    }
}

/// A card that lies open beside the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Card {
    /// What sort it is: `year`, `pips` …
    pub kind: &'static str,
    /// Its heading: "648: Storms at sea".
    pub title: String,
    /// What it says, in sentences.
    pub text: String,
    /// How it stands with that now: "thrown: 11".
    pub standing: String,
    /// The rule behind it; empty if no one rule is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rule: &'static str,
}

/// A place where the side to move may act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hint {
    /// Where.
    pub place: Place,
    /// How it is lit: `move`, `target`, `place`, `retreat`, `enter`, `unit` …
    pub kind: &'static str,
    /// The counter that would act there, where one is meant.
    pub counter: Option<u16>,
}

/// A place under threat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Threat {
    /// Where.
    pub place: Place,
    /// `fire`, `melee`, `stop` (entering it ends a move).
    pub kind: &'static str,
}

impl Threat {
    /// Threats to hexes, each once, in the order of the map.
    ///
    /// ```
    /// use engine::hex::{Grid, Hex, Orientation};
    /// use engine::scene::Threat;
    /// let grid = Grid::new(Orientation::Flat, 2, 2, true);
    /// let threats = Threat::to_hexes(&grid, vec![(Hex(1), "fire"), (Hex(0), "melee"), (Hex(1), "fire")]);
    /// assert_eq!(threats.iter().map(|threat| threat.kind).collect::<Vec<_>>(), ["melee", "fire"]);
    /// assert_eq!(threats[1].place, grid.number(Hex(1)));
    /// ```
    pub fn to_hexes(grid: &Grid, mut threats: Vec<(Hex, &'static str)>) -> Vec<Threat> {
        threats.sort();
        threats.dedup();
        threats.into_iter().map(|(hex, kind)| Threat { place: grid.number(hex).into(), kind }).collect()
    }
}

/// A prompt with the name of the side that acts, if one does; `expected` is what is expected of it.
///
/// ```
/// use engine::skirmish::Skirmish;
/// assert_eq!(engine::scene::addressed(&Skirmish::new(20), "step or attack".into()), "Reds: step or attack");
/// ```
pub fn addressed(position: &impl Shown, expected: String) -> String {
    match position.turn().side() {
        Some(side) => format!("{}: {expected}", position.side_name(side)),
        None => expected,
    }
}

/// Where the viewer may act now: what the aims of the legal orders light, each once.
fn hints(position: &impl Shown, viewer: Viewer, counters: &[Counter]) -> Vec<Hint> {
    let mut hints: Vec<Hint> = vec![];
    if !viewer.may_act(position.turn()) {
        return hints;
    }
    let mut orders = vec![];
    position.orders(&mut orders);
    for aim in orders.iter().map(|order| position.aim(order)) {
        let stands = || counters.iter().find(|counter| Some(counter.id) == aim.counter)?.place;
        let kind = match aim.act.look {
            Look::Dark => continue,
            Look::Able => Look::Unit.word(),
            look => look.word(),
        };
        if let Some(place) = aim.place.or_else(stands) {
            let hint = Hint { place, kind, counter: aim.counter };
            if !hints.contains(&hint) {
                hints.push(hint);
            }
        }
    }
    hints
}
