//! Parts of a position defined once: what they hold, what is usual, and how they are saved.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::contract::Side;
use crate::counter::{Bits, Member, Set};
use crate::hex::{Direction, Grid, Hex, HexNumber};

/// Something that is saved in a form of its own: a place is a small number in play and a word in a file. The words are
/// those of a setting: most games need a grid, on which hexes have numbers.
pub trait Kept<Setting: ?Sized = Grid>: Sized {
    /// What a file has.
    type Form: Clone + Eq + Debug + Serialize + DeserializeOwned;

    /// The form of it.
    fn form(&self, setting: &Setting) -> Self::Form;

    /// What a form stands for.
    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String>;
}

/// Says of types that they are saved as they are.
#[macro_export]
macro_rules! kept_as_is {
    ($($Type:ty),+ $(,)?) => {$(
        impl<Setting: ?Sized> $crate::saved::Kept<Setting> for $Type {
            type Form = $Type;

            fn form(&self, _: &Setting) -> $Type {
                *self
            }

            fn kept(form: $Type, _: &Setting) -> Result<$Type, String> {
                Ok(form)
            }
        }
    )+};
}

kept_as_is!(bool, u8, u16, u32, i64, Direction, Side);

/// A hex by its printed number.
impl Kept for Hex {
    type Form = HexNumber;

    fn form(&self, grid: &Grid) -> HexNumber {
        grid.number(*self)
    }

    fn kept(number: HexNumber, grid: &Grid) -> Result<Hex, String> {
        grid.at(number).ok_or_else(|| format!("there is no hex {number} on this map"))
    }
}

/// Says of types that data, orders and saved positions write them by their `code`: what one is called, and all there
/// are.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Arm { Land, Naval }
/// impl Arm {
///     const BOTH: [Arm; 2] = [Arm::Land, Arm::Naval];
///     fn code(self) -> &'static str {
///         ["land", "naval"][self as usize]
///     }
/// }
/// engine::written_by_code!(Arm, "arm", Arm::BOTH);
///
/// assert_eq!(serde_json::to_string(&Arm::Naval).unwrap(), "\"naval\"");
/// assert_eq!(serde_json::from_str::<Arm>("\"land\"").unwrap(), Arm::Land);
/// let wrong = serde_json::from_str::<Arm>("\"air\"").unwrap_err();
/// assert!(wrong.to_string().starts_with("`air` is no arm; expected land, naval"));
/// ```
#[macro_export]
macro_rules! written_by_code {
    ($Type:ty, $what:literal, $all:expr) => {
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.code())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                let known = $all.into_iter().find(|one| one.code() == text);
                known.ok_or_else(|| {
                    let codes = $all.map(|one| one.code()).join(", ");
                    let why = format!("`{text}` is no {}; expected {codes}", $what);
                    <D::Error as serde::de::Error>::custom(why)
                })
            }
        }
    };
}

impl<M, B: Bits, Setting: ?Sized> Kept<Setting> for Set<M, B>
where
    M: Member + Debug + Serialize + DeserializeOwned,
{
    type Form = Set<M, B>;

    fn form(&self, _: &Setting) -> Self {
        *self
    }

    fn kept(form: Self, _: &Setting) -> Result<Self, String> {
        Ok(form)
    }
}

impl<T: Kept<Setting>, Setting: ?Sized> Kept<Setting> for [T; 2] {
    type Form = [T::Form; 2];

    fn form(&self, setting: &Setting) -> Self::Form {
        self.each_ref().map(|kept| kept.form(setting))
    }

    fn kept([first, second]: Self::Form, setting: &Setting) -> Result<Self, String> {
        Ok([T::kept(first, setting)?, T::kept(second, setting)?])
    }
}

impl<T: Kept<Setting>, Setting: ?Sized> Kept<Setting> for Option<T> {
    type Form = Option<T::Form>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.as_ref().map(|kept| kept.form(setting))
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        form.map(|form| T::kept(form, setting)).transpose()
    }
}

/// The counters of a game, as many as a scenario has of the most there can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counters<T, const MOST: usize> {
    all: [T; MOST],
    count: usize,
}

impl<T: Copy + Default, const MOST: usize> Counters<T, MOST> {
    /// So many, as they usually are.
    pub fn new(count: usize) -> Self {
        Counters { all: [T::default(); MOST], count }
    }

    /// Those there are.
    pub fn present(&self) -> &[T] {
        &self.all[..self.count]
    }

    /// Whether there are as many as the scenario has.
    pub fn expect(&self, count: usize, what: &str) -> Result<(), String> {
        match self.count == count {
            true => Ok(()),
            false => Err(format!("it has {} {what}, expected {count}", self.count)),
        }
    }

    /// Those there are, to be changed.
    pub fn present_mut(&mut self) -> &mut [T] {
        &mut self.all[..self.count]
    }
}

impl<T, const MOST: usize> std::ops::Deref for Counters<T, MOST> {
    type Target = [T; MOST];

    #[inline]
    fn deref(&self) -> &[T; MOST] {
        &self.all
    }
}

impl<T, const MOST: usize> std::ops::DerefMut for Counters<T, MOST> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T; MOST] {
        &mut self.all
    }
}

impl<T: std::hash::Hash, const MOST: usize> std::hash::Hash for Counters<T, MOST> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.all[..self.count].hash(state);
    }
}

impl<T: Kept<Setting> + Copy + Default, Setting: ?Sized, const MOST: usize> Kept<Setting>
    for Counters<T, MOST>
{
    type Form = Vec<T::Form>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.present().iter().map(|counter| counter.form(setting)).collect()
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        let mut counters = Counters::new(form.len());
        if form.len() > MOST {
            return Err(format!("it has {} counters, expected {MOST} at most", form.len()));
        }
        for (i, form) in form.into_iter().enumerate() {
            counters.all[i] = T::kept(form, setting).map_err(|why| format!("counter {i}: {why}"))?;
        }
        Ok(counters)
    }
}

/// A short list: the attacks of a phase, markers on the map. It holds `MOST` at most.
#[derive(Clone, Copy)]
pub struct Few<T, const MOST: usize> {
    all: [T; MOST],
    count: u8,
}

impl<T: Copy + Default, const MOST: usize> Few<T, MOST> {
    /// None of them.
    pub fn none() -> Self {
        Few { all: [T::default(); MOST], count: 0 }
    }

    /// Adds one more, if there is room.
    #[inline]
    pub fn push(&mut self, one: T) -> bool {
        let room = self.has_room();
        if room {
            self.all[self.count as usize] = one;
            self.count += 1;
        }
        room
    }

    /// Takes one out; the last takes its place.
    pub fn take(&mut self, index: usize) {
        self.all[index] = self[self.len() - 1];
        self.count -= 1;
    }

    /// Whether one more can be added.
    #[inline]
    pub fn has_room(&self) -> bool {
        (self.count as usize) < MOST
    }
}

impl<T, const MOST: usize> std::ops::Deref for Few<T, MOST> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all[..self.count as usize]
    }
}

impl<T, const MOST: usize> std::ops::DerefMut for Few<T, MOST> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[..self.count as usize]
    }
}

impl<T: PartialEq, const MOST: usize> PartialEq for Few<T, MOST> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Eq, const MOST: usize> Eq for Few<T, MOST> {}

impl<T: std::hash::Hash, const MOST: usize> std::hash::Hash for Few<T, MOST> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

impl<T: Debug, const MOST: usize> Debug for Few<T, MOST> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self[..].fmt(f)
    }
}

impl<T: Kept<Setting> + Copy + Default, Setting: ?Sized, const MOST: usize> Kept<Setting> for Few<T, MOST> {
    type Form = Vec<T::Form>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.iter().map(|one| one.form(setting)).collect()
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        let mut few = Few::none();
        for one in form {
            if !few.push(T::kept(one, setting)?) {
                return Err(format!("there is one too many, expected {MOST} at most"));
            }
        }
        Ok(few)
    }
}

/// So many things of which most are as usual, and those are saved as nothing: the army counters of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sparse<T, const COUNT: usize>(pub [T; COUNT]);

impl<T, const COUNT: usize> std::ops::Deref for Sparse<T, COUNT> {
    type Target = [T; COUNT];

    #[inline]
    fn deref(&self) -> &[T; COUNT] {
        &self.0
    }
}

impl<T, const COUNT: usize> std::ops::DerefMut for Sparse<T, COUNT> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T; COUNT] {
        &mut self.0
    }
}

impl<T, Setting: ?Sized, const COUNT: usize> Kept<Setting> for Sparse<T, COUNT>
where
    T: Kept<Setting> + Copy + Default + PartialEq,
{
    type Form = Vec<Option<T::Form>>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.iter().map(|one| (*one != T::default()).then(|| one.form(setting))).collect()
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        if form.len() != COUNT {
            return Err(format!("there are {} of them, expected {COUNT}", form.len()));
        }
        let mut all = [T::default(); COUNT];
        for (one, form) in all.iter_mut().zip(form) {
            if let Some(form) = form {
                *one = T::kept(form, setting)?;
            }
        }
        Ok(Sparse(all))
    }
}

/// Declares a part of a position once: each field with what it says and its usual value. The struct, its traits, its
/// saved form and the ways there and back follow. A usual value need not be written; a field without one must be.
/// After the fields, `not saved { … }` names those that follow from others, and `also saved { … }` what the game adds
/// to the form itself. What is called by other words than the numbers of a grid says whose: `saved as SavedElement of
/// Sheet`.
///
/// ```
/// use engine::hex::{Grid, Orientation};
/// use engine::saved::Kept;
///
/// engine::counter_ids! {
///     /// A counter.
///     pub struct UnitId(u8);
/// }
/// engine::spots! {
///     /// Where a counter is.
///     pub struct Spot {
///         /// Not yet on the map.
///         RESERVE = "reserve",
///     }
/// }
/// engine::kept! {
///     /// The counter in hand.
///     pub struct Mover, saved as SavedMover, usually NOBODY {
///         /// Which.
///         pub unit: UnitId = UnitId::NONE,
///         /// Where it began.
///         pub origin: Spot as "from" = Spot::RESERVE,
///         /// Movement Points left.
///         pub points: u8 = 0,
///     }
/// }
///
/// let grid = Grid::new(Orientation::Flat, 4, 4, false);
/// let mover = Mover { unit: UnitId(3), origin: Spot::on(grid.hexes().next().unwrap()), ..Mover::NOBODY };
/// let text = serde_json::to_string(&mover.form(&grid)).unwrap();
/// assert_eq!(text, r#"{"unit":3,"from":"0101"}"#);
/// assert_eq!(Mover::kept(serde_json::from_str(&text).unwrap(), &grid), Ok(mover));
/// ```
#[macro_export]
macro_rules! kept {
    (
        $(#[$about:meta])*
        $seen:vis struct $Name:ident, saved as $Saved:ident of $Setting:ty $(, usually $USUAL:ident)? {
            $(
                $(#[$field_about:meta])*
                $field_seen:vis $field:ident: $Type:ty $(as $word:literal)? $(= $usual:expr)?
            ),+ $(,)?
        }
        $(not saved {
            $($(#[$own_about:meta])* $own_seen:vis $own:ident: $Own:ty = $own_usual:expr),+ $(,)?
        })?
        $(also saved { $($(#[$also_about:meta])* $also:ident: $Also:ty),+ $(,)? })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $seen struct $Name {
            $($(#[$field_about])* $field_seen $field: $Type,)+
            $($($(#[$own_about])* $own_seen $own: $Own,)+)?
        }

        $crate::kept!(@usual $Name, $($USUAL)?, $($field: $($usual)?,)+ $($($own: $own_usual,)+)?);

        /// The same as it is saved.
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $seen struct $Saved {
            $(
                $(#[serde(rename = $word)])?
                $(
                    #[doc = concat!("Usually ", stringify!($usual))]
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                )?
                $field_seen $field: $crate::kept!(@form $Type, $Setting $(; $usual)?),
            )+
            $($(
                $(#[$also_about])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub(crate) $also: Option<$Also>,
            )+)?
        }

        impl $crate::saved::Kept<$Setting> for $Name {
            type Form = $Saved;

            fn form(&self, setting: &$Setting) -> $Saved {
                $Saved {
                    $($field: $crate::kept!(@save self.$field, setting $(; $usual)?),)+
                    $($($also: None,)+)?
                }
            }

            fn kept(form: $Saved, setting: &$Setting) -> Result<$Name, String> {
                Ok($Name {
                    $($field: $crate::kept!(@load form.$field, setting, $Type, $Setting $(; $usual)?),)+
                    $($($own: $own_usual,)+)?
                })
            }
        }
    };
    (@usual $Name:ident, , $($rest:tt)+) => {};
    (@usual $Name:ident, $USUAL:ident, $($field:ident: $usual:expr,)+) => {
        impl $Name {
            /// Everything as it usually is.
            pub const $USUAL: $Name = $Name { $($field: $usual),+ };
        }

        impl Default for $Name {
            fn default() -> $Name {
                $Name::$USUAL
            }
        }
    };
    (@form $Type:ty, $Setting:ty) => { <$Type as $crate::saved::Kept<$Setting>>::Form };
    (@form $Type:ty, $Setting:ty; $usual:expr) => { Option<<$Type as $crate::saved::Kept<$Setting>>::Form> };
    (@save $value:expr, $setting:ident) => { $crate::saved::Kept::form(&$value, $setting) };
    (@save $value:expr, $setting:ident; $usual:expr) => {
        ($value != $usual).then(|| $crate::saved::Kept::form(&$value, $setting))
    };
    (@load $value:expr, $setting:ident, $Type:ty, $Setting:ty) => {
        <$Type as $crate::saved::Kept<$Setting>>::kept($value, $setting)?
    };
    (@load $value:expr, $setting:ident, $Type:ty, $Setting:ty; $usual:expr) => {
        $value.map_or(Ok($usual), |form| <$Type as $crate::saved::Kept<$Setting>>::kept(form, $setting))?
    };
    (
        $(#[$about:meta])*
        $seen:vis struct $Name:ident, saved as $Saved:ident $(, usually $USUAL:ident)? { $($fields:tt)+ }
        $($more:tt)*
    ) => {
        $crate::kept! {
            $(#[$about])*
            $seen struct $Name, saved as $Saved of $crate::hex::Grid $(, usually $USUAL)? { $($fields)+ }
            $($more)*
        }
    };
}

/// Says of a position that it stands for its state (it dereferences to it) and is what its state and its outcome are:
/// two are equal if these are and they have the same setting. What follows from the state is not compared; the audit
/// holds it in step.
///
/// ```
/// #[derive(Clone, Debug)]
/// struct Position { length: u8, state: u16, outcome: Option<engine::Outcome>, half: u16 }
/// engine::follows_from_state!(Position, state: u16, |one, other| one.length == other.length);
///
/// let position = Position { length: 9, state: 6, outcome: None, half: 3 };
/// assert_eq!(position.count_ones(), 2, "it stands for its state");
/// assert_eq!(position, Position { half: 0, ..position.clone() });
/// assert_ne!(position, Position { length: 8, ..position.clone() });
/// assert_ne!(position, Position { state: 7, ..position.clone() });
/// ```
#[macro_export]
macro_rules! follows_from_state {
    ($Position:ty, $state:ident: $State:ty, |$one:ident, $other:ident| $same_setting:expr) => {
        impl std::ops::Deref for $Position {
            type Target = $State;

            #[inline]
            fn deref(&self) -> &$State {
                &self.$state
            }
        }

        impl std::ops::DerefMut for $Position {
            #[inline]
            fn deref_mut(&mut self) -> &mut $State {
                &mut self.$state
            }
        }

        impl PartialEq for $Position {
            fn eq(&self, other: &$Position) -> bool {
                let ($one, $other) = (self, other);
                let same_setting: bool = $same_setting;
                same_setting && (&self.$state, self.outcome) == (&other.$state, other.outcome)
            }
        }

        impl Eq for $Position {}

        impl std::hash::Hash for $Position {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                std::hash::Hash::hash(&(&self.$state, self.outcome), hasher);
            }
        }
    };
}

/// Declares marks on counters once, each a set with its meaning for people: the field, the word in saved positions and
/// the mark in positions written by hand. `NONE` is nobody marked.
#[macro_export]
macro_rules! marks {
    (
        $(#[$about:meta])*
        $seen:vis struct $Marks:ident of $Set:ty, saved as $Saved:ident { $($mark:ident: $meaning:literal),+ $(,)? }
    ) => {
        $crate::kept! {
            $(#[$about])*
            $seen struct $Marks, saved as $Saved, usually NONE {
                $(#[doc = $meaning] pub $mark: $Set = <$Set>::EMPTY),+
            }
        }

        impl $Marks {
            /// The marks in positions written by hand.
            pub const MARKS: &'static [$crate::by_hand::Mark] =
                &[$($crate::by_hand::mark(stringify!($mark), $meaning, $crate::by_hand::Takes::Nothing)),+];

            /// The set with a word.
            pub fn named(&mut self, word: &str) -> Option<&mut $Set> {
                $(
                    if word == stringify!($mark) {
                        return Some(&mut self.$mark);
                    }
                )+
                None
            }

            /// Every set with its word.
            pub fn each(&self) -> impl Iterator<Item = (&'static str, $Set)> + use<> {
                [$((stringify!($mark), self.$mark)),+].into_iter()
            }
        }
    };
}

/// Declares the flags of a counter once: the bit, the word in saved positions, and what it means to people who write
/// positions by hand. `$Unit::FLAGS` lists them; the field `flags` holds those that are set. A flag that is set only
/// while something is carried out is `passing`: nobody writes it by hand.
///
/// ```
/// struct Unit { flags: Flags }
/// engine::flags! {
///     impl Unit as Flags {
///         MOVED = 1, "moved": "It has moved.";
///         IN_HAND = 2, "in_hand", passing: "It is being moved.";
///     }
/// }
/// let unit = Unit { flags: Flags(Unit::flag_called("moved")) };
/// assert!(unit.has(Unit::MOVED) && !unit.has(Unit::IN_HAND));
/// assert_eq!((Unit::FLAGS.len(), Unit::MARKS.len()), (2, 1));
/// assert_eq!(Unit::flag_called("tired"), 0);
/// ```
#[macro_export]
macro_rules! flags {
    (impl $Unit:ident as $Flags:ident {
        $($FLAG:ident = $bit:literal, $word:literal $(, $passing:ident)?: $about:literal;)+
    }) => {
        /// The flags of a unit that are set.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $Flags(pub u16);

        impl $Flags {
            /// None.
            pub const NONE: $Flags = $Flags(0);
        }

        impl PartialEq<u16> for $Flags {
            #[inline]
            fn eq(&self, flags: &u16) -> bool {
                self.0 == *flags
            }
        }

        impl std::ops::BitAnd<u16> for $Flags {
            type Output = u16;

            #[inline]
            fn bitand(self, flags: u16) -> u16 {
                self.0 & flags
            }
        }

        impl std::ops::BitOrAssign<u16> for $Flags {
            #[inline]
            fn bitor_assign(&mut self, flags: u16) {
                self.0 |= flags;
            }
        }

        impl std::ops::BitAndAssign<u16> for $Flags {
            #[inline]
            fn bitand_assign(&mut self, flags: u16) {
                self.0 &= flags;
            }
        }

        impl<Setting: ?Sized> $crate::saved::Kept<Setting> for $Flags {
            type Form = Vec<String>;

            fn form(&self, _: &Setting) -> Vec<String> {
                $crate::saved::flag_names(self.0, $Unit::FLAGS)
            }

            fn kept(names: Vec<String>, _: &Setting) -> Result<$Flags, String> {
                $crate::saved::flags_named(&names, $Unit::FLAGS).map($Flags)
            }
        }

        /// Flags of a unit.
        impl $Unit {
            $(
                #[doc = $about]
                pub const $FLAG: u16 = $bit;
            )+

            /// The flags with their words in saved positions.
            pub const FLAGS: &'static [(u16, &'static str)] = &[$(($bit, $word)),+];

            /// The flags as marks in positions written by hand.
            pub const MARKS: &'static [$crate::by_hand::Mark] =
                $crate::flags!(@marks [] $($word $(, $passing)?: $about;)+);

            /// The flag with a word; 0 if there is none.
            pub fn flag_called(word: &str) -> u16 {
                $Unit::FLAGS.iter().find(|(_, known)| *known == word).map_or(0, |(flag, _)| *flag)
            }

            /// Whether it has a flag.
            #[inline]
            pub fn has(&self, flag: u16) -> bool {
                self.flags.0 & flag != 0
            }
        }
    };
    (@marks [$($done:expr),*]) => { &[$($done),*] };
    (@marks [$($done:expr),*] $word:literal: $about:literal; $($rest:tt)*) => {
        $crate::flags!(@marks
            [$($done,)* $crate::by_hand::mark($word, $about, $crate::by_hand::Takes::Nothing)] $($rest)*)
    };
    (@marks [$($done:expr),*] $word:literal, passing: $about:literal; $($rest:tt)*) => {
        $crate::flags!(@marks [$($done),*] $($rest)*)
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Orientation;

    #[test]
    fn a_short_list_is_the_same_whatever_was_in_it_before_and_takes_no_more_than_it_can() {
        let grid = Grid::new(Orientation::Flat, 2, 2, false);
        let mut few: Few<u8, 3> = Few::none();
        assert!(few.push(5) && few.push(6) && few.push(7) && !few.push(8));
        assert_eq!(few[..], [5, 6, 7]);
        few.take(0);
        assert_eq!(few[..], [7, 6], "the last takes the place");
        let again = Few::kept(few.form(&grid), &grid);
        assert_eq!(again, Ok(few), "what lay behind does not count");
        assert!(Few::<u8, 3>::kept(vec![1, 2, 3, 4], &grid).is_err_and(|why| why.contains("3 at most")));
    }

    #[test]
    fn what_follows_from_the_rest_is_not_saved() {
        crate::kept! {
            struct Chariot, saved as SavedChariot, usually EMPTY {
                pub crew: u8 = 0,
            }
            not saved {
                /// Wheels, as printed.
                pub wheels: u8 = 2,
            }
        }
        let grid = Grid::new(Orientation::Flat, 2, 2, false);
        let chariot = Chariot { crew: 3, wheels: 4 };
        let text = serde_json::to_string(&chariot.form(&grid)).unwrap();
        assert_eq!(text, r#"{"crew":3}"#);
        assert_eq!(
            Chariot::kept(serde_json::from_str(&text).unwrap(), &grid),
            Ok(Chariot { crew: 3, ..Chariot::EMPTY })
        );
    }
}
