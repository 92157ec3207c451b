//! Deeds: everything that happens at a table, in the order it happened. A game is the sum of its deeds.

use commander::Level;
use engine::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One deed with its number in the game, from 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Deed {
    /// Its number; no two deeds of a game share one.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whose, if a side did it.
    pub side: Option<Side>,
    /// What was done.
    pub act: Act,
}

/// What can be done at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// A player takes a side, or is known by another name from now on.
    Sit {
        /// Who.
        player: i64,
        /// The name at the table.
        name: String,
    },
    /// A seat is handed to the computer, or its level changed, or it is taken over by its player.
    Lead {
        /// How well the computer plays; none if the player leads.
        level: Option<Level>,
    },
    /// An order of the game.
    Order {
        /// As the game writes it.
        order: Value,
        /// What its player gives towards committed dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<String>,
    },
    /// The dice fell.
    Roll {
        /// Their faces.
        dice: Vec<u8>,
        /// In a game whose record is of version 1, the nonce they were derived with. Committed dice have none of their
        /// own, nor have those thrown by hand.
        nonce: Option<String>,
    },
    /// Entries are taken back.
    Undo {
        /// How many remain.
        to: usize,
    },
    /// A side asks to take back what is not free to take back.
    AskUndo {
        /// How many entries would remain.
        to: usize,
    },
    /// The other side refuses that.
    RefuseUndo,
    /// A side offers a draw.
    OfferDraw,
    /// The other side declines.
    DeclineDraw,
    /// The other side accepts, and the game is over.
    AgreeDraw,
    /// A side gives up.
    Resign,
    /// A side claims victory because the other's time is up.
    Claim,
    /// Somebody says something.
    Chat {
        /// Who: an account or guest, whether seated or watching.
        player: i64,
        /// The name at the time.
        name: String,
        /// The words.
        text: String,
    },
}

impl Act {
    /// The word the row is filed under.
    pub fn kind(&self) -> &'static str {
        match self {
            Act::Sit { .. } => "sit",
            Act::Lead { .. } => "lead",
            Act::Order { .. } => "order",
            Act::Roll { .. } => "roll",
            Act::Undo { .. } => "undo",
            Act::AskUndo { .. } => "ask_undo",
            Act::RefuseUndo => "refuse_undo",
            Act::OfferDraw => "offer_draw",
            Act::DeclineDraw => "decline_draw",
            Act::AgreeDraw => "agree_draw",
            Act::Resign => "resign",
            Act::Claim => "claim",
            Act::Chat { .. } => "chat",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_the_word_written_in_the_row() {
        let acts = [
            Act::Sit { player: 1, name: "Ann".into() },
            Act::Lead { level: Some(Level::Veteran) },
            Act::Lead { level: None },
            Act::Order { order: Value::Null, nonce: None },
            Act::Order { order: Value::Null, nonce: Some("0123456789abcdef".into()) },
            Act::Roll { dice: vec![4], nonce: None },
            Act::Undo { to: 1 },
            Act::AskUndo { to: 1 },
            Act::RefuseUndo,
            Act::OfferDraw,
            Act::DeclineDraw,
            Act::AgreeDraw,
            Act::Resign,
            Act::Claim,
            Act::Chat { player: 1, name: "Ann".into(), text: "hail".into() },
        ];
        for act in acts {
            let written = serde_json::to_value(&act).unwrap();
            assert_eq!(written["act"], act.kind());
            assert_eq!(serde_json::from_value::<Act>(written).unwrap(), act);
        }
    }
}
