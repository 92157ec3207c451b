//! States, arms and leaders as orders and saved positions write them: by their codes.

use std::borrow::Cow;

use engine::counter::Member;
use serde::de::Error;
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

/// Some of the nine States; saved as the list of their codes.
pub(crate) type StateSet = engine::counter::Set<State, u16>;

impl Member for State {
    #[inline]
    fn number(self) -> usize {
        self as usize
    }

    #[inline]
    fn numbered(number: usize) -> State {
        State::ALL[number]
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
