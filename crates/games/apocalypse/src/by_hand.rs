//! Positions written by hand.

use engine::by_hand::ByHand;

use crate::position::Position;

impl ByHand for Position {}
