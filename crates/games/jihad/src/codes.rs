//! States, arms and leaders as orders and saved positions write them: by their codes.

use engine::counter::Member;

use crate::sheet::{Arm, Leader, State};

engine::written_by_code!(State, "State", State::ALL);
engine::written_by_code!(Arm, "arm", Arm::BOTH);
engine::written_by_code!(Leader, "leader", Leader::BOTH);

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
