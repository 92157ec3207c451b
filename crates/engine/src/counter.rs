//! Counters by number, sets of them, and where they are: on a hex or beside the map.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hex::{Grid, Hex, HexNumber};

mod stacks;

pub use stacks::{Stack, Stacks};

/// What a [`Set`] may hold: things with small numbers.
pub trait Member: Copy {
    /// Its number, from 0.
    fn number(self) -> usize;

    /// The one with a number.
    fn numbered(number: usize) -> Self;
}

/// A plain number, where a game needs no more.
impl Member for u8 {
    #[inline]
    fn number(self) -> usize {
        self.into()
    }

    #[inline]
    fn numbered(number: usize) -> u8 {
        number as u8
    }
}

/// Room for the members of a [`Set`], a bit each: an unsigned number, or several for more than 128.
pub trait Bits: Copy + Eq + Hash + fmt::Debug {
    /// No bit set.
    const NONE: Self;
    /// How many bits there are.
    const ROOM: usize;
    /// Whether a bit is set; one for which there is no room is not.
    fn bit(self, at: usize) -> bool;
    /// Sets a bit.
    fn set(&mut self, at: usize);
    /// Clears a bit.
    fn clear(&mut self, at: usize);
    /// The lowest bit set.
    fn lowest(self) -> Option<usize>;
    /// The lowest bit set, cleared.
    fn pop(&mut self) -> Option<usize>;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The bits set in both.
    fn and(self, other: Self) -> Self;
    /// The bits set in either.
    fn or(self, other: Self) -> Self;
    /// The bits set here and not there.
    fn without(self, other: Self) -> Self;
}

macro_rules! bits_of_a_number {
    ($($Number:ty)+) => {$(
        impl Bits for $Number {
            const NONE: Self = 0;
            const ROOM: usize = <$Number>::BITS as usize;

            #[inline]
            fn bit(self, at: usize) -> bool {
                (self.wrapping_shr(at as u32) & 1 == 1) & (at < Self::ROOM)
            }

            #[inline]
            fn set(&mut self, at: usize) {
                *self |= 1 << at;
            }

            #[inline]
            fn clear(&mut self, at: usize) {
                *self &= !(1 << at);
            }

            #[inline]
            fn lowest(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn pop(&mut self) -> Option<usize> {
                let lowest = self.lowest()?;
                *self &= *self - 1;
                Some(lowest)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }
        }
    )+};
}

bits_of_a_number!(u8 u16 u32 u64 u128);

impl<const N: usize> Bits for [u64; N] {
    const NONE: Self = [0; N];
    const ROOM: usize = 64 * N;

    #[inline]
    fn bit(self, at: usize) -> bool {
        self.get(at / 64).is_some_and(|word| word.bit(at % 64))
    }

    #[inline]
    fn set(&mut self, at: usize) {
        self[at / 64].set(at % 64);
    }

    #[inline]
    fn clear(&mut self, at: usize) {
        self[at / 64].clear(at % 64);
    }

    #[inline]
    fn lowest(self) -> Option<usize> {
        let word = self.iter().position(|&word| word != 0)?;
        self[word].lowest().map(|bit| 64 * word + bit)
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let lowest = self.lowest()?;
        self.clear(lowest);
        Some(lowest)
    }

    #[inline]
    fn count(self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & !other[i])
    }
}

/// A set, one bit a member; saved as the list of its members.
///
/// ```
/// engine::counter_ids! {
///     /// A counter.
///     pub struct UnitId(u8);
/// }
/// type UnitSet = engine::counter::Set<UnitId, u64>;
///
/// let set: UnitSet = [UnitId(3), UnitId(63), UnitId(0)].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [UnitId(0), UnitId(3), UnitId(63)]);
/// assert_eq!((set.len(), set.first()), (3, Some(UnitId(0))));
/// assert_eq!(set.without(UnitSet::of(UnitId(0))).first(), Some(UnitId(3)));
/// assert!(set.has(UnitId(63)) && !set.has(UnitId(62)) && !set.has(UnitId::NONE));
/// assert_eq!(serde_json::to_string(&set).unwrap(), "[0,3,63]");
/// assert!(serde_json::from_str::<UnitSet>("[64]").is_err());
/// assert_eq!((UnitId::among(3, 4), UnitId::among(4, 4), UnitId::among(999, 4)), (Some(UnitId(3)), None, None));
/// ```
pub struct Set<M, B>(B, PhantomData<M>);

impl<M: Member, B: Bits> Set<M, B> {
    /// Nobody.
    pub const EMPTY: Self = Set(B::NONE, PhantomData);

    /// One member alone.
    #[inline]
    pub fn of(member: M) -> Self {
        let mut set = Self::EMPTY;
        set.add(member);
        set
    }

    /// Whether one is in it.
    #[inline]
    pub fn has(self, member: M) -> bool {
        self.0.bit(member.number())
    }

    /// Takes one in.
    #[inline]
    pub fn add(&mut self, member: M) {
        self.0.set(member.number());
    }

    /// Leaves one out.
    #[inline]
    pub fn remove(&mut self, member: M) {
        self.0.clear(member.number());
    }

    /// Whether nobody is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == B::NONE
    }

    /// How many are in it.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// The member with the lowest number.
    #[inline]
    pub fn first(self) -> Option<M> {
        self.0.lowest().map(M::numbered)
    }

    /// Those in this and not in the other.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Set(self.0.without(other.0), PhantomData)
    }

    /// Those in both.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Set(self.0.and(other.0), PhantomData)
    }

    /// Those in either.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Set(self.0.or(other.0), PhantomData)
    }

    /// The members in order of number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = M> + use<M, B> {
        let mut left = self.0;
        std::iter::from_fn(move || left.pop().map(M::numbered))
    }
}

impl<M, B: Copy> Clone for Set<M, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, B: Copy> Copy for Set<M, B> {}

impl<M, B: PartialEq> PartialEq for Set<M, B> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M, B: Eq> Eq for Set<M, B> {}

impl<M, B: Hash> Hash for Set<M, B> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<M: Member, B: Bits> Default for Set<M, B> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<M: Member + fmt::Debug, B: Bits> fmt::Debug for Set<M, B> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<M: Member, B: Bits> FromIterator<M> for Set<M, B> {
    fn from_iter<I: IntoIterator<Item = M>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        members.into_iter().for_each(|member| set.add(member));
        set
    }
}

impl<M: Member + Serialize, B: Bits> Serialize for Set<M, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, M: Member + Deserialize<'de>, B: Bits> Deserialize<'de> for Set<M, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = Vec::<M>::deserialize(deserializer)?;
        match members.iter().find(|member| member.number() >= B::ROOM) {
            Some(member) => Err(D::Error::custom(format!("there is no counter {}", member.number()))),
            None => Ok(members.into_iter().collect()),
        }
    }
}

/// Declares the numbers of a game's counters: `counter_ids! { /// A counter. pub struct UnitId(u8); }`. The highest
/// number stands for none.
#[macro_export]
macro_rules! counter_ids {
    ($(#[$about:meta])* pub struct $Id:ident($Number:ty);) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $Id(pub $Number);

        impl $Id {
            /// No counter.
            pub const NONE: $Id = $Id(<$Number>::MAX);

            /// The id as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The counter that people call by a number, if there is one among so many.
            pub fn among(number: u16, count: usize) -> Option<$Id> {
                <$Number>::try_from(number).ok().map($Id).filter(|id| id.index() < count)
            }

            /// The id, or nothing for none.
            #[inline]
            pub fn some(self) -> Option<$Id> {
                (self != $Id::NONE).then_some(self)
            }
        }

        /// No counter.
        impl Default for $Id {
            fn default() -> $Id {
                $Id::NONE
            }
        }

        $crate::kept_as_is!($Id);

        impl $crate::counter::Member for $Id {
            #[inline]
            fn number(self) -> usize {
                self.index()
            }

            #[inline]
            fn numbered(number: usize) -> $Id {
                $Id(number as $Number)
            }
        }
    };
}

/// Gives a position its counters by their ids: `unit`, `unit_mut`, and whether an id names one, `exists`. They are kept
/// in the field `units`; how many there are is the setting's to say.
///
/// ```
/// engine::counter_ids! {
///     /// A counter.
///     pub struct UnitId(u8);
/// }
/// struct Position { units: [u16; 64], count: usize }
/// engine::counters_by_id!(Position, UnitId => u16, of which there are |position| position.count);
///
/// let mut position = Position { units: [0; 64], count: 2 };
/// *position.unit_mut(UnitId(1)) = 7;
/// assert_eq!(*position.unit(UnitId(1)), 7);
/// assert!(position.exists(UnitId(1)) && !position.exists(UnitId(2)) && !position.exists(UnitId::NONE));
/// ```
#[macro_export]
macro_rules! counters_by_id {
    ($Position:ty, $Id:ty => $Unit:ty, of which there are |$position:ident| $count:expr) => {
        impl $Position {
            /// A counter.
            #[inline]
            pub(crate) fn unit(&self, id: $Id) -> &$Unit {
                &self.units[id.index()]
            }

            /// A counter to be changed.
            #[inline]
            pub(crate) fn unit_mut(&mut self, id: $Id) -> &mut $Unit {
                &mut self.units[id.index()]
            }

            /// Whether an id names a counter.
            #[inline]
            pub(crate) fn exists(&self, id: $Id) -> bool {
                let $position = self;
                id.index() < $count
            }
        }
    };
}

/// Gives a position the hexes of its map by their printed numbers, both ways: `number` and `hex`.
///
/// ```
/// use engine::hex::{Grid, HexNumber, Orientation};
/// struct Position { grid: Grid }
/// engine::hexes_by_number!(Position, on |position| position.grid);
///
/// let position = Position { grid: Grid::new(Orientation::Flat, 4, 4, true) };
/// let hex = position.hex(HexNumber::new(3, 2)).unwrap();
/// assert_eq!(position.number(hex), HexNumber::new(3, 2));
/// assert_eq!(position.hex(HexNumber::new(5, 1)), None);
/// ```
#[macro_export]
macro_rules! hexes_by_number {
    ($Position:ty, on |$position:ident| $grid:expr) => {
        impl $Position {
            /// The printed number of a hex.
            #[inline]
            pub(crate) fn number(&self, hex: $crate::hex::Hex) -> $crate::hex::HexNumber {
                let $position = self;
                $grid.number(hex)
            }

            /// The hex with a printed number.
            #[inline]
            pub(crate) fn hex(&self, number: $crate::hex::HexNumber) -> Option<$crate::hex::Hex> {
                let $position = self;
                $grid.at(number)
            }
        }
    };
}

/// What a place is called in saved positions: a tray beside the map by its word, a hex by its number.
pub fn spot_word(hex: Option<Hex>, tray: Option<&str>, grid: &Grid) -> String {
    hex.map_or_else(|| tray.unwrap_or_default().to_string(), |hex| grid.number(hex).to_string())
}

/// The hex that a saved position calls by its number.
pub fn hex_called(word: &str, grid: &Grid) -> Result<Hex, String> {
    let number: HexNumber = word.parse().map_err(|fault| format!("`{word}` is no place: {fault}"))?;
    grid.at(number).ok_or_else(|| format!("there is no hex {number} on this map"))
}

/// Declares where a counter can be: on a hex of the map, or in one of the trays beside it, each with its word in saved
/// positions. The first tray is where counters are from the start.
///
/// ```
/// use engine::hex::{Grid, Hex, Orientation};
///
/// engine::spots! {
///     /// Where a counter is.
///     pub struct Spot {
///         /// Not yet on the map.
///         RESERVE = "reserve",
///         /// Eliminated.
///         LOST = "lost",
///     }
/// }
///
/// let grid = Grid::new(Orientation::Flat, 4, 4, false);
/// assert_eq!((Spot::LOST.hex(), Spot::on(Hex(2)).hex()), (None, Some(Hex(2))));
/// assert_eq!(Spot::on(Hex(0)).word(&grid), "0101");
/// assert_eq!(Spot::called("lost", &grid), Ok(Spot::LOST));
/// assert_eq!(Spot::called("0909", &grid), Err("there is no hex 0909 on this map".into()));
///
/// // In positions written by hand the trays have the same words and are told in the same sentences.
/// assert_eq!(Spot::WORDS[1], engine::by_hand::word("lost", "Eliminated."));
/// assert_eq!(Spot::from(Spot::LOST.at()), Spot::LOST);
/// ```
#[macro_export]
macro_rules! spots {
    ($(#[$about:meta])* $seen:vis struct $Spot:ident { $($(#[doc = $tray_about:literal])+ $TRAY:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $seen struct $Spot(u16);

        impl $Spot {
            $crate::spots!(@trays $Spot, 0; $($(#[doc = $tray_about])+ $TRAY)+);

            /// The trays beside the map with their words.
            pub const TRAYS: &'static [($Spot, &'static str)] = &[$(($Spot::$TRAY, $word)),+];

            /// The words of the trays with their meaning.
            pub const WORDS: &'static [$crate::by_hand::Word] =
                &[$($crate::by_hand::word($word, concat!($($tray_about),+).trim_ascii())),+];

            /// On a hex.
            #[inline]
            pub fn on(hex: $crate::hex::Hex) -> $Spot {
                $Spot(hex.0)
            }

            /// The hex, if it is on the map.
            #[inline]
            pub fn hex(self) -> Option<$crate::hex::Hex> {
                const TRAYS: u16 = $Spot::TRAYS.len() as u16;
                (self.0 <= u16::MAX - TRAYS).then_some($crate::hex::Hex(self.0))
            }

            /// The word of a tray or the number of a hex, as saved positions have them.
            pub fn word(self, grid: &$crate::hex::Grid) -> String {
                let tray = $Spot::TRAYS.iter().find(|(tray, _)| *tray == self).map(|(_, word)| *word);
                $crate::counter::spot_word(self.hex(), tray, grid)
            }

            /// As it is written by hand.
            pub fn at(self) -> $crate::by_hand::At {
                let tray = $Spot::TRAYS.iter().find(|(tray, _)| *tray == self).map_or("", |(_, word)| *word);
                self.hex().map_or($crate::by_hand::At::Tray(tray), $crate::by_hand::At::Hex)
            }

            /// The place that saved positions call by a word or number.
            pub fn called(word: &str, grid: &$crate::hex::Grid) -> Result<$Spot, String> {
                let tray = $Spot::TRAYS.iter().find(|(_, known)| *known == word).map(|(tray, _)| *tray);
                tray.map_or_else(|| $crate::counter::hex_called(word, grid).map($Spot::on), Ok)
            }
        }

        /// As it is written by hand.
        impl From<$crate::by_hand::At> for $Spot {
            fn from(at: $crate::by_hand::At) -> $Spot {
                match at {
                    $crate::by_hand::At::Hex(hex) => $Spot::on(hex),
                    $crate::by_hand::At::Tray(word) => {
                        let tray = $Spot::TRAYS.iter().find(|(_, known)| *known == word);
                        tray.map_or_else($Spot::default, |(tray, _)| *tray)
                    }
                }
            }
        }

        /// The first tray.
        impl Default for $Spot {
            fn default() -> $Spot {
                $Spot::TRAYS[0].0
            }
        }

        impl $crate::saved::Kept for $Spot {
            type Form = String;

            fn form(&self, grid: &$crate::hex::Grid) -> String {
                self.word(grid)
            }

            fn kept(word: String, grid: &$crate::hex::Grid) -> Result<$Spot, String> {
                $Spot::called(&word, grid)
            }
        }
    };
    (@trays $Spot:ident, $before:expr; $(#[$about:meta])* $TRAY:ident $($rest:tt)*) => {
        $(#[$about])*
        pub const $TRAY: $Spot = $Spot(u16::MAX - ($before));
        $crate::spots!(@trays $Spot, $before + 1; $($rest)*);
    };
    (@trays $Spot:ident, $before:expr;) => {};
}
