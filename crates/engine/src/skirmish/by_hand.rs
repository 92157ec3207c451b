//! Positions of Skirmish written by hand.

use super::{ORDERS_A_TURN, Skirmish, State};
use crate::by_hand::{At, ByHand, Counter, Hand, Piece, Primer, Word, Wrong, word};
use crate::contract::{Shown, Side};

const PHASES: &[Word] = &[word("turn", "A side gives its two orders.")];
const NOTES: &[Word] = &[
    word("orders_left", "How many of its orders the side has still to give; usually both."),
    word("turns_left", "How many turns are left, those of both sides together; usually all."),
];

impl ByHand for Skirmish {
    fn primer(&self) -> Option<Primer<'_>> {
        let counter = |id: u8| Counter { name: self.counter_name(id), side: Skirmish::owner(id) };
        Some(Primer {
            sides: Side::BOTH.map(|side| self.side_name(side)),
            grid: &self.setting.grid,
            landmarks: vec![],
            counters: (0..4).map(counter).collect(),
            phases: PHASES,
            trays: &[],
            marks: vec![],
            facings: false,
            carriers: false,
            turns: 1..=u16::from(u8::MAX),
            notes: NOTES,
        })
    }

    /// Counters that are not mentioned are dead.
    fn set_by_hand(&self, hand: &Hand) -> Result<Skirmish, Wrong> {
        let number = |name: &str, most: u8, usual: u8| match hand.note(name) {
            Some(note) => note.number(1..=u16::from(most)).map(|n| n as u8),
            None => Ok(usual),
        };
        let mut counters = [None; 4];
        for piece in &hand.counters {
            if let Some(At::Hex(hex)) = piece.at {
                counters[piece.counter] = Some(self.setting.grid.number(hex));
            }
        }
        let state = State {
            counters,
            to_move: hand.side.unwrap_or(Side::First),
            orders_left: number("orders_left", ORDERS_A_TURN, ORDERS_A_TURN)?,
            turns_left: number("turns_left", u8::MAX, self.state.turns_left)?,
            attack: None,
        };
        Ok(Skirmish { setting: self.setting.clone(), state })
    }

    fn hand(&self) -> Option<Hand> {
        let State { counters, to_move, orders_left, turns_left, attack } = &self.state;
        let at = |number| self.setting.grid.at(number).map(At::Hex);
        let standing = counters.iter().enumerate();
        let pieces = standing.filter_map(|(id, number)| Some(Piece::new(id, at((*number)?)?)));
        let mut hand =
            Hand { phase: "turn", side: Some(*to_move), counters: pieces.collect(), ..Hand::default() };
        hand.notes.insert("orders_left".into(), (*orders_left).into());
        hand.notes.insert("turns_left".into(), (*turns_left).into());
        attack.is_none().then_some(hand)
    }
}
