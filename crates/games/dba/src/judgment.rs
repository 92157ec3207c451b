//! Judgment: what a good player weighs. Losses for now; the commander's eye for match-ups comes later.

use engine::Side;
use engine::contract::Judgment;

use crate::position::{Position, Stage};

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        &["losses", "generals"]
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let difference = |of: &dyn Fn(Side) -> f32| of(Side::Second) - of(Side::First);
        out.push(difference(&|side| f32::from(self.losses(side))));
        out.push(difference(&|side| f32::from(u8::from(self.general_lost(side)))));
    }

    fn at_rest(&self) -> bool {
        self.hand.is_empty() && self.fight.stage == Stage::None
    }

    fn clock(&self) -> u32 {
        u32::from(self.turns)
    }
}
