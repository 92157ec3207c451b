//! Elements: who they are, where they are, what they have done this turn.

use std::fmt;

use engine::Side;
use engine::saved::Kept;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geometry::{Edge, Pose};
use crate::sheet::{ELEMENTS, Sheet, TroopId};

/// Elements of a side: twelve troop elements and the Camp Followers.
pub(crate) const PER_SIDE: usize = ELEMENTS + 1;

/// Elements of both sides.
pub(crate) const MOST: usize = 2 * PER_SIDE;

engine::counter_ids! {
    /// An element by its number: the first side's general is 0, its Camp Followers 12; the second side begins with 13.
    pub struct ElementId(u8);
}

impl ElementId {
    /// Whose it is.
    #[inline]
    pub(crate) const fn side(self) -> Side {
        if (self.0 as usize) < PER_SIDE { Side::First } else { Side::Second }
    }

    /// The element of a side with this number in its list.
    #[inline]
    pub(crate) const fn of(side: Side, slot: usize) -> ElementId {
        ElementId((side as usize * PER_SIDE + slot) as u8)
    }

    /// Its number in its side's list.
    #[inline]
    pub(crate) const fn slot(self) -> usize {
        self.index() % PER_SIDE
    }

    /// Whether it is the general's element.
    #[inline]
    pub(crate) const fn is_general(self) -> bool {
        self.slot() == 0
    }

    /// Every element of a side, the Camp Followers last.
    #[inline]
    pub(crate) fn all_of(side: Side) -> impl Iterator<Item = ElementId> + Clone {
        (0..PER_SIDE).map(move |slot| ElementId::of(side, slot))
    }

    /// The troop elements of a side.
    #[inline]
    pub(crate) fn troops_of(side: Side) -> impl Iterator<Item = ElementId> + Clone {
        (0..ELEMENTS).map(move |slot| ElementId::of(side, slot))
    }

    /// Every element.
    #[inline]
    pub(crate) fn all() -> impl Iterator<Item = ElementId> + Clone {
        (0..MOST as u8).map(ElementId)
    }
}

/// Where an element is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whereabouts {
    /// Not deployed yet.
    Hand,
    /// On the table, at its pose.
    Table,
    /// In the camp of a side (R26).
    Camp(Side),
    /// Kept back for a landing (2.15).
    Kept,
    /// Destroyed.
    Lost,
    /// Out of the game and not lost: never landed, or never there.
    Out,
}

engine::kept_as_is!(Whereabouts, Pose, Edge, Units);

/// A kind of troops by its code.
impl Kept<Sheet> for TroopId {
    type Form = String;

    fn form(&self, sheet: &Sheet) -> String {
        sheet.troop(*self).code.clone()
    }

    fn kept(code: String, sheet: &Sheet) -> Result<TroopId, String> {
        sheet.troop_of(&code).ok_or_else(|| format!("there are no troops `{code}`"))
    }
}

engine::kept! {
    /// An element in play.
    pub(crate) struct Element, saved as SavedElement of Sheet {
        pub(crate) troop: TroopId,
        pub(crate) place: Whereabouts,
        pub(crate) pose: Pose = Pose::default(),
        /// Tactical moves made this turn.
        pub(crate) moves: u8 = 0,
        pub(crate) marks: u8 = 0,
        /// The edge a War Wagon fights with while it is in contact (R75).
        pub(crate) edge: Option<Edge> = None,
        /// Whom it fights as if it faced it, having had no room to turn (R74).
        pub(crate) faced: ElementId = ElementId::NONE,
    }
}

impl Default for Element {
    fn default() -> Element {
        Element::new(TroopId(0), Whereabouts::Hand)
    }
}

impl Element {
    /// It has shot in this turn.
    pub(crate) const SHOT: u8 = 1;
    /// It has been shot at in this turn.
    pub(crate) const SHOT_AT: u8 = 2;
    /// It has fought in this turn.
    pub(crate) const FOUGHT: u8 = 4;
    /// It has turned to face in this turn (R73).
    pub(crate) const TURNED: u8 = 8;

    pub(crate) const fn new(troop: TroopId, place: Whereabouts) -> Element {
        let pose = Pose::new(crate::geometry::Point::new(0, 0), crate::geometry::Heading::NORTH);
        Element { troop, place, pose, moves: 0, marks: 0, edge: None, faced: ElementId::NONE }
    }

    #[inline]
    pub(crate) const fn has(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }
}

/// A few elements, in an order that may matter: the lead of a column first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Units {
    count: u8,
    ids: [ElementId; ELEMENTS],
}

impl Units {
    /// Nobody.
    pub const NONE: Units = Units { count: 0, ids: [ElementId::NONE; ELEMENTS] };

    /// One element alone.
    #[inline]
    pub fn one(id: ElementId) -> Units {
        let mut units = Units::NONE;
        units.push(id);
        units
    }

    /// Adds an element; more than twelve are not kept.
    #[inline]
    pub fn push(&mut self, id: ElementId) {
        if (self.count as usize) < ELEMENTS {
            self.ids[self.count as usize] = id;
            self.count += 1;
        }
    }

    /// The elements.
    #[inline]
    pub fn ids(&self) -> &[ElementId] {
        &self.ids[..self.count as usize]
    }

    /// How many.
    #[inline]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> ElementId {
        self.ids[0]
    }

    /// Whether an element is among them.
    #[inline]
    pub fn has(&self, id: ElementId) -> bool {
        self.ids().contains(&id)
    }

    /// The same elements in order of number.
    pub fn sorted(mut self) -> Units {
        self.ids[..self.count as usize].sort_unstable();
        self
    }

    /// Puts them in another order; those alike stay as they are.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(ElementId) -> K) {
        self.ids[..self.count as usize].sort_by_key(|&id| key(id));
    }

    /// Whether nobody is named twice.
    pub(crate) fn are_distinct(&self) -> bool {
        (1..self.len()).all(|i| !self.ids()[..i].contains(&self.ids[i]))
    }
}

impl FromIterator<ElementId> for Units {
    fn from_iter<I: IntoIterator<Item = ElementId>>(ids: I) -> Units {
        let mut units = Units::NONE;
        ids.into_iter().for_each(|id| units.push(id));
        units
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.ids().iter().map(|id| id.0)).finish()
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.ids())
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ids = Vec::<ElementId>::deserialize(deserializer)?;
        if ids.len() > ELEMENTS {
            return Err(D::Error::custom("an army has twelve elements"));
        }
        Ok(ids.into_iter().collect())
    }
}
