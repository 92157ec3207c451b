//! What a good player weighs: nothing yet.

use engine::contract::Judgment;

use crate::position::Position;

impl Judgment for Position {}
