//! A part of a position, declared once.

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
    use crate::hex::{Grid, Orientation};
    use crate::saved::Kept;

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
