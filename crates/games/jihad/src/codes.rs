//! States, arms and leaders as orders and saved positions write them: by their codes.

use std::borrow::Cow;

use serde::de::Error;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::sheet::{Arm, Leader, State};

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        State::from_code(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no State")))
    }
}

impl Serialize for Arm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Arm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let arm = Arm::BOTH.into_iter().find(|arm| arm.code() == text);
        arm.ok_or_else(|| D::Error::custom(format!("`{text}` is no arm; expected land or naval")))
    }
}

impl Serialize for Leader {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Leader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let leader = Leader::BOTH.into_iter().find(|leader| leader.code() == text);
        leader.ok_or_else(|| D::Error::custom(format!("`{text}` is no leader; expected hashim or umaiya")))
    }
}

/// Some of the nine States.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct StateSet(u16);

impl StateSet {
    /// None of them.
    pub const EMPTY: StateSet = StateSet(0);

    #[inline]
    pub fn of(state: State) -> StateSet {
        StateSet(1 << state as u16)
    }

    #[inline]
    pub fn has(self, state: State) -> bool {
        self.0 >> state as u16 & 1 == 1
    }

    #[inline]
    pub fn add(&mut self, state: State) {
        self.0 |= 1 << state as u16;
    }

    #[inline]
    pub fn remove(&mut self, state: State) {
        self.0 &= !(1 << state as u16);
    }

    #[inline]
    pub fn with(self, other: StateSet) -> StateSet {
        StateSet(self.0 | other.0)
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The States, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = State> {
        State::ALL.into_iter().filter(move |&state| self.has(state))
    }
}

impl Serialize for StateSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for state in self.iter() {
            list.serialize_element(&state)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for StateSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = StateSet::EMPTY;
        for state in Vec::<State>::deserialize(deserializer)? {
            set.add(state);
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_states_is_written_as_their_codes() {
        let mut set = StateSet::of(State::Turk);
        set.add(State::Goth);
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(text, r#"["goth","turk"]"#);
        assert_eq!(serde_json::from_str::<StateSet>(&text).unwrap(), set);
        assert!(serde_json::from_str::<StateSet>(r#"["hun"]"#).is_err());
    }
}
