//! What one sort of viewer is shown of a position: whole, or as it differs from what they were shown before.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use board::layout::Layout;
use board::{Layer, Piece};
use engine::goal::Goal;
use engine::hex::Orientation;
use engine::scene::{Card, Counter, Landscape, Mark, Overlay, Scene, SideCard, Track, Tray};
use engine::table::Table;
use engine::{Side, Viewer};
use serde::{Serialize, Serializer};

/// Sorts of viewers who are shown the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Eyes {
    /// Everybody from whom nothing is hidden.
    #[default]
    All,
    /// The side from which the other hides something.
    Of(Side),
    /// Whoever looks on while something is hidden.
    Public,
}

impl Eyes {
    pub(super) fn of(table: &dyn Table, viewer: Viewer) -> Eyes {
        match viewer {
            _ if !table.hides_from(viewer) => Eyes::All,
            Viewer::Side(side) => Eyes::Of(side),
            Viewer::Public | Viewer::Referee => Eyes::Public,
        }
    }

    pub(super) const COUNT: usize = 4;

    /// A small number for tables of four.
    pub(super) fn index(self) -> usize {
        match self {
            Eyes::Of(side) => side.index(),
            Eyes::All => 2,
            Eyes::Public => 3,
        }
    }

    fn viewer(self) -> Viewer {
        match self {
            Eyes::All => Viewer::Referee,
            Eyes::Of(side) => Viewer::Side(side),
            Eyes::Public => Viewer::Public,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Eyes::All => "all",
            Eyes::Of(Side::First) => "first",
            Eyes::Of(Side::Second) => "second",
            Eyes::Public => "public",
        }
    }
}

/// A scene and its drawing.
pub(super) struct Sight {
    /// By what it is known: the number of the deed it follows from, and for whose eyes it is.
    pub(super) stamp: String,
    pub(super) scene: Scene,
    layer: Layer,
}

impl Sight {
    /// What is shown after a deed; what stands as in an earlier sight is not drawn again.
    pub(super) fn new(table: &dyn Table, eyes: Eyes, number: u64, earlier: Option<&Sight>) -> Sight {
        let scene = table.scene(eyes.viewer());
        let sheet = sheet_of(&scene.landscape);
        let layer = match earlier {
            Some(earlier) if earlier.scene.landscape.key == scene.landscape.key => {
                earlier.layer.after(&earlier.scene, &scene, &sheet)
            }
            _ => Layer::of(&scene, &sheet),
        };
        Sight { stamp: format!("{number} {}", eyes.word()), scene, layer }
    }

    /// All of it.
    pub(super) fn whole(&self) -> Whole<'_> {
        Whole { scene: SceneView::of(&self.scene), layer: LayerView::of(&self.layer) }
    }

    /// What is different from an earlier one.
    pub(super) fn since<'a>(&'a self, earlier: &'a Sight) -> Since<'a> {
        let (old, new) = (&earlier.scene, &self.scene);
        let piece = |piece: &'a Arc<Piece>| piece.id.as_str();
        Since {
            since: &earlier.stamp,
            changes: Changes {
                scene: SceneChanges {
                    title: unless_same(&old.title, &new.title),
                    subtitle: unless_same(&old.subtitle, &new.subtitle),
                    sides: unless_same(&old.sides, &new.sides),
                    landscape: (old.landscape.key != new.landscape.key).then(|| LandCard::of(&new.landscape)),
                    marks: unless_same(&old.marks, &new.marks),
                    tracks: unless_same(&old.tracks, &new.tracks),
                    boxes: unless_same(&old.boxes, &new.boxes),
                    goal: unless_same(&old.goal, &new.goal),
                    cards: unless_same(&old.cards, &new.cards),
                    phase: unless_same(&old.phase, &new.phase),
                    prompt: unless_same(&old.prompt, &new.prompt),
                    to_act: (old.to_act != new.to_act).then_some(new.to_act),
                    description: unless_same(&old.description, &new.description),
                },
                counters: ListChanges::between(&old.counters, &new.counters, |counter| counter.id),
                realm: unless_same(&earlier.layer.realm, &self.layer.realm),
                pieces: ListChanges::between(&earlier.layer.counters, &self.layer.counters, piece)
                    .map(ListChanges::drawn),
                badges: ListChanges::between(&earlier.layer.marks, &self.layer.marks, piece)
                    .map(ListChanges::drawn),
            },
        }
    }
}

/// Where the hexes of a map lie: found out once for each map.
fn sheet_of(land: &Landscape) -> Arc<Layout> {
    static SHEETS: Mutex<BTreeMap<String, Arc<Layout>>> = Mutex::new(BTreeMap::new());
    let mut sheets = SHEETS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sheet) = sheets.get(&land.key) {
        return sheet.clone();
    }
    let sheet = Arc::new(Layout::of(land));
    sheets.insert(land.key.clone(), sheet.clone());
    sheet
}

/// The scene and its drawing as they stand.
#[derive(Serialize)]
pub(super) struct Whole<'a> {
    scene: SceneView<'a>,
    layer: LayerView<'a>,
}

/// The map without its ground, which is fetched once.
#[derive(Serialize)]
struct LandCard<'a> {
    key: &'a str,
    orientation: Orientation,
    columns: u16,
    rows: u16,
    even_shifted: bool,
    house: Option<&'a str>,
    /// The size of an open table; what lies on it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<ClothCard>,
}

/// The cloth of an open table, in thousandths of its unit.
#[derive(Serialize)]
struct ClothCard {
    width: i32,
    depth: i32,
    unit: &'static str,
    overlays: &'static [Overlay],
}

impl<'a> LandCard<'a> {
    fn of(land: &'a Landscape) -> Self {
        LandCard {
            key: &land.key,
            orientation: land.orientation,
            columns: land.columns,
            rows: land.rows,
            even_shifted: land.even_shifted,
            house: land.house.as_deref(),
            table: land.table.as_ref().map(|table| ClothCard {
                width: table.width,
                depth: table.depth,
                unit: table.unit,
                overlays: table.overlays,
            }),
        }
    }
}

/// A scene with the card of its landscape in place of the landscape; hints and threats are the client's to ask for.
#[derive(Serialize)]
pub(super) struct SceneView<'a> {
    title: &'a str,
    subtitle: &'a str,
    sides: &'a [SideCard; 2],
    landscape: LandCard<'a>,
    counters: &'a [Counter],
    marks: &'a [Mark],
    tracks: &'a [Track],
    boxes: &'a [Tray],
    goal: &'a Goal,
    cards: &'a [Card],
    phase: &'a str,
    prompt: &'a str,
    to_act: Option<u8>,
    description: &'a str,
}

impl<'a> SceneView<'a> {
    pub(super) fn of(scene: &'a Scene) -> Self {
        SceneView {
            title: &scene.title,
            subtitle: &scene.subtitle,
            sides: &scene.sides,
            landscape: LandCard::of(&scene.landscape),
            counters: &scene.counters,
            marks: &scene.marks,
            tracks: &scene.tracks,
            boxes: &scene.boxes,
            goal: &scene.goal,
            cards: &scene.cards,
            phase: &scene.phase,
            prompt: &scene.prompt,
            to_act: scene.to_act,
            description: &scene.description,
        }
    }
}

/// A drawing in pieces, each an element with its id.
#[derive(Serialize)]
pub(super) struct LayerView<'a> {
    realm: &'a str,
    counters: Vec<&'a str>,
    marks: Vec<&'a str>,
}

impl<'a> LayerView<'a> {
    fn of(layer: &'a Layer) -> Self {
        let drawn = |pieces: &'a [Arc<Piece>]| pieces.iter().map(|piece| piece.svg.as_str()).collect();
        LayerView { realm: &layer.realm, counters: drawn(&layer.counters), marks: drawn(&layer.marks) }
    }
}

/// What is different from what was shown before.
#[derive(Serialize)]
pub(super) struct Since<'a> {
    since: &'a str,
    changes: Changes<'a>,
}

#[derive(Serialize)]
struct Changes<'a> {
    scene: SceneChanges<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<ListChanges<u16, &'a Counter>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    realm: Option<&'a Arc<str>>,
    /// The drawn counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<ListChanges<&'a str, &'a str>>,
    /// The drawn marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    badges: Option<ListChanges<&'a str, &'a str>>,
}

/// The fields of a scene that are different.
#[derive(Serialize)]
struct SceneChanges<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sides: Option<&'a [SideCard; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    landscape: Option<LandCard<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<&'a Vec<Mark>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tracks: Option<&'a Vec<Track>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<&'a Vec<Tray>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a Goal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<&'a Vec<Card>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_act: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a String>,
}

fn unless_same<'a, T: PartialEq>(old: &T, new: &'a T) -> Option<&'a T> {
    (old != new).then_some(new)
}

/// How a list of things with ids changed.
#[derive(PartialEq, Debug, Serialize)]
struct ListChanges<I, T> {
    /// Those that are new or different.
    put: Vec<T>,
    /// The ids of all of them in order, if that is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<I>>,
}

impl<'a, I: Eq + Hash, T: PartialEq> ListChanges<I, &'a T> {
    /// From one list to another; none if nothing changed.
    fn between(old: &'a [T], new: &'a [T], id: impl Fn(&'a T) -> I) -> Option<Self> {
        if old.iter().map(&id).eq(new.iter().map(&id)) {
            let put: Vec<&T> = old.iter().zip(new).filter(|(a, b)| a != b).map(|(_, b)| b).collect();
            return (!put.is_empty()).then_some(ListChanges { put, order: None });
        }
        let known: HashMap<I, &T> = old.iter().map(|thing| (id(thing), thing)).collect();
        let put = new.iter().filter(|thing| known.get(&id(thing)) != Some(thing)).collect();
        Some(ListChanges { put, order: Some(new.iter().map(id).collect()) })
    }
}

impl<'a, I> ListChanges<I, &'a Arc<Piece>> {
    /// The drawings of pieces.
    fn drawn(self) -> ListChanges<I, &'a str> {
        ListChanges { put: self.put.into_iter().map(|piece| piece.svg.as_str()).collect(), order: self.order }
    }
}

/// A scene and its drawing that nobody was shown before.
pub(super) struct Glimpse(Sight);

impl Glimpse {
    pub(super) fn new(table: &dyn Table, viewer: Viewer) -> Glimpse {
        Glimpse(Sight::new(table, Eyes::of(table, viewer), 0, None))
    }

    pub(super) fn prompt(&self) -> &str {
        &self.0.scene.prompt
    }
}

impl Serialize for Glimpse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.whole().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Thing = (u8, char);

    fn between(old: &[Thing], new: &[Thing]) -> Option<(Vec<Thing>, Option<Vec<u8>>)> {
        let changes = ListChanges::between(old, new, |thing| thing.0)?;
        Some((changes.put.into_iter().copied().collect(), changes.order))
    }

    #[test]
    fn of_a_list_what_is_new_or_different_is_told_and_the_order_if_it_is_another() {
        let old = [(1, 'a'), (2, 'b'), (3, 'c')];
        assert_eq!(between(&old, &old), None);
        assert_eq!(between(&old, &[(1, 'a'), (2, 'x'), (3, 'c')]), Some((vec![(2, 'x')], None)));
        assert_eq!(between(&old, &[(3, 'c'), (1, 'a')]), Some((vec![], Some(vec![3, 1]))));
        assert_eq!(between(&old, &[(2, 'b'), (4, 'd')]), Some((vec![(4, 'd')], Some(vec![2, 4]))));
        assert_eq!(between(&[], &[(1, 'a')]), Some((vec![(1, 'a')], Some(vec![1]))));
    }
}
