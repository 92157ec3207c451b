//! A value of a data file that knows where it stands.

use std::borrow::Cow;
use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

/// A value with the place it is written at, so that a fault can point there. In the schema of a file it is the value
/// alone.
///
/// ```
/// use engine::datafile::{Spanned, parse};
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Scenario { turns: Spanned<u8> }
/// let rome: Scenario = parse("rome.toml", "turns = 10").unwrap();
/// assert_eq!((*rome.turns.get_ref(), rome.turns.span()), (10, 8..10));
/// assert_eq!(schemars::schema_for!(Spanned<u8>), schemars::schema_for!(u8));
/// ```
#[derive(Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(transparent, bound = "T: Deserialize<'de>")]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    /// A value that is taken as written at this span.
    pub fn new(span: Range<usize>, value: T) -> Spanned<T> {
        Spanned(toml::Spanned::new(span, value))
    }

    /// Where it stands.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }

    /// The value by itself.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

/// As the value alone: schemas say so what is usual.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get_ref().serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
