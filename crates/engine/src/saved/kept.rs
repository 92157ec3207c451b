//! Parts of a position defined once: what they hold, what is usual, and how they are saved.

mod declare;
mod lists;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::contract::Side;
use crate::counter::{Bits, Member, Set};
use crate::hex::{Direction, Grid, Hex, HexNumber};

pub use lists::{Counters, Few, Sparse};

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
