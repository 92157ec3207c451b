//! A value of a text with the way to it, so that whatever is wrong can be found.

use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::{At, Primer};
use crate::contract::{Objection, Side};
use crate::datafile::nearest;
use crate::hex::{Hex, HexNumber};

/// What is wrong with a position written by hand, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The way to it: `counters[2].at`; empty for the whole.
    pub path: String,
    /// What is wrong, and what was expected.
    pub why: String,
}

impl Wrong {
    /// Wrong at a place.
    pub fn at(path: impl Into<String>, why: impl Into<String>) -> Wrong {
        Wrong { path: path.into(), why: why.into() }
    }

    /// Wrong because nothing can be decided in the phase; what is expected instead.
    pub fn passes_by(prompt: &str) -> Wrong {
        Wrong::at("phase", format!("nobody has a choice in it, play would go on: {prompt}"))
    }

    /// Wrong as a whole.
    pub fn whole(why: impl Into<String>) -> Wrong {
        Wrong::at("", why)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "the position is refused: {}", self.why),
            path => write!(f, "{path}: {}", self.why),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<Wrong> for Objection {
    fn from(wrong: Wrong) -> Objection {
        Objection::new("protocol", wrong.to_string())
    }
}

/// A value with the way to it.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Field<'a> {
    /// The value at the end of this way.
    pub fn new(path: String, value: &'a Value) -> Field<'a> {
        Field { path, value }
    }

    /// The way to it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Wrong here.
    pub fn wrong(&self, why: impl Into<String>) -> Wrong {
        Wrong::at(self.path.clone(), why)
    }

    /// Something else was expected here.
    pub fn expected(&self, what: &str) -> Wrong {
        self.wrong(format!("expected {what}; there is {}", shown(self.value)))
    }

    /// A field of this object, if it is there.
    pub fn get(&self, name: &str) -> Option<Field<'a>> {
        self.value.get(name).map(|value| self.inner(name, value))
    }

    fn inner(&self, name: &str, value: &'a Value) -> Field<'a> {
        let dot = if self.path.is_empty() { "" } else { "." };
        Field::new(format!("{}{dot}{name}", self.path), value)
    }

    fn object(&self) -> Result<&'a Map<String, Value>, Wrong> {
        self.value.as_object().ok_or_else(|| self.expected("an object"))
    }

    /// The fields of this object, whatever their names.
    pub fn entries(&self) -> Result<Vec<(&'a str, Field<'a>)>, Wrong> {
        Ok(self.object()?.iter().map(|(name, value)| (name.as_str(), self.inner(name, value))).collect())
    }

    /// The fields of this object, each by which of some names it has, whatever its case.
    pub fn named<'n>(
        &self,
        kind: &str,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Result<Vec<(usize, Field<'a>)>, Wrong> {
        let which = |(said, field): (&str, Field<'a>)| {
            let found = names.clone().into_iter().position(|name| name.eq_ignore_ascii_case(said));
            found
                .map(|index| (index, field.clone()))
                .ok_or_else(|| field.wrong(unknown(kind, said, names.clone())))
        };
        self.entries()?.into_iter().map(which).collect()
    }

    /// This is an object without fields other than these.
    pub fn only(&self, known: &[&str]) -> Result<(), Wrong> {
        match self.object()?.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self.wrong(unknown("field", name, known.iter().copied()))),
            None => Ok(()),
        }
    }

    /// The items of this list.
    pub fn items(&self) -> Result<Vec<Field<'a>>, Wrong> {
        let items = self.value.as_array().ok_or_else(|| self.expected("a list"))?;
        Ok((0..).zip(items).map(|(i, value): (usize, _)| self.item(i, value)).collect())
    }

    fn item(&self, i: usize, value: &'a Value) -> Field<'a> {
        Field::new(format!("{}[{i}]", self.path), value)
    }

    /// This text.
    pub fn text(&self) -> Result<&'a str, Wrong> {
        self.value.as_str().ok_or_else(|| self.expected("a text"))
    }

    /// This yes or no.
    pub fn flag(&self) -> Result<bool, Wrong> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// This whole number, if it is in a range.
    pub fn number(&self, range: RangeInclusive<u16>) -> Result<u16, Wrong> {
        let number = self.value.as_u64().and_then(|n| u16::try_from(n).ok());
        number.filter(|n| range.contains(n)).ok_or_else(|| {
            self.expected(&format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// Which of some names this text is, whatever its case.
    pub fn one_of<'n>(
        &self,
        kind: &str,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Result<usize, Wrong> {
        let said = self.text()?;
        let found = names.clone().into_iter().position(|name| name.eq_ignore_ascii_case(said));
        found.ok_or_else(|| self.wrong(unknown(kind, said, names)))
    }

    /// The side of this name.
    pub fn side(&self, sides: [&str; 2]) -> Result<Side, Wrong> {
        self.one_of("side", sides).map(|side| Side::BOTH[side])
    }

    /// The hex with this printed number, or of this name.
    pub fn hex(&self, primer: &Primer) -> Result<Hex, Wrong> {
        match self.place(primer)? {
            At::Hex(hex) => Ok(hex),
            At::Tray(_) => Err(self.expected(&a_hex(primer))),
        }
    }

    /// The hex with this printed number or of this name, or the place of this name beside the map.
    pub fn place(&self, primer: &Primer) -> Result<At, Wrong> {
        let trays = primer.trays.iter().map(|tray| tray.name);
        let expected = || {
            let trays: Vec<String> = trays.clone().map(|tray| format!("`{tray}`")).collect();
            match trays.is_empty() {
                true => a_hex(primer),
                false => format!("{}, or {}", a_hex(primer), trays.join(", ")),
            }
        };
        let Some(said) = self.value.as_str() else { return Err(self.expected(&expected())) };
        if let Some(tray) = trays.clone().find(|tray| tray.eq_ignore_ascii_case(said)) {
            return Ok(At::Tray(tray));
        }
        if let Some((_, hex)) = primer.landmarks.iter().find(|(name, _)| name.eq_ignore_ascii_case(said)) {
            return Ok(At::Hex(*hex));
        }
        if let Some(hex) = said.parse::<HexNumber>().ok().and_then(|number| primer.grid.at(number)) {
            return Ok(At::Hex(hex));
        }
        let named = trays.clone().map(|tray| -> &str { tray });
        let near = nearest(said, named.chain(primer.landmarks.iter().map(|(name, _)| *name)));
        let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        Err(self.wrong(format!("there is no place `{said}`{near}; expected {}", expected())))
    }
}

fn a_hex(primer: &Primer) -> String {
    let number = |hex: Option<Hex>| hex.map_or_else(String::new, |hex| primer.grid.number(hex).to_string());
    let (first, last) = (number(primer.grid.hexes().next()), number(primer.grid.hexes().last()));
    format!("a hex of the map by its printed number, \"{first}\" to \"{last}\"")
}

/// A name that is not there, the one that may have been meant, and all there are.
fn unknown<'n>(kind: &str, said: &str, names: impl IntoIterator<Item = &'n str> + Clone) -> String {
    let near = nearest(said, names.clone());
    let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    let all: Vec<&str> = names.into_iter().collect();
    format!("there is no {kind} `{said}`{near}; expected {}", all.join(", "))
}

/// A value for a person, cut short.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
