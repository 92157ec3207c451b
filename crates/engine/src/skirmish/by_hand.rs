//! Positions of Skirmish written by hand.

use super::{ORDERS_A_TURN, Skirmish};
use crate::by_hand::{At, Counter, Diagram, Field, Names, Note, Phase, Piece, Wrong, note, phase};
use crate::contract::Side;

impl Diagram for Skirmish {
    type Id = u8;
    type Step = ();

    const PHASES: &'static [Phase<()>] = &[phase("turn", "A side gives its two orders.", |_| ()).untimed()];
    const NOTES: &'static [Note<Skirmish>] = &[
        note(
            "orders_left",
            "How many of its orders the side has still to give; usually both.",
            |game, said, _| counted(said, ORDERS_A_TURN).map(|left| game.state.orders_left = left),
            |game| Some(game.state.orders_left.into()),
        ),
        note(
            "turns_left",
            "How many turns are left, those of both sides together; usually all.",
            |game, said, _| counted(said, u8::MAX).map(|left| game.state.turns_left = left),
            |game| Some(game.state.turns_left.into()),
        ),
    ];

    fn names(&self) -> Names<'_> {
        let counter = |id: u8| Counter { name: self.counter_name(id), side: Skirmish::owner(id) };
        Names {
            grid: &self.setting.grid,
            landmarks: vec![],
            counters: (0..4).map(counter).collect(),
            turns: 1..=u16::from(u8::MAX),
        }
    }

    fn clock(&self) -> ((), Side, u16) {
        ((), self.state.to_move, 0)
    }

    fn set_clock(&mut self, (): (), side: Side, _turn: u16) {
        self.state.to_move = side;
    }

    fn busy(&self) -> bool {
        self.state.attack.is_some()
    }

    fn usual_side(&self, _phase: &str) -> Side {
        Side::First
    }

    /// Counters that are not mentioned are dead.
    fn unmentioned(&self, _phase: &str) -> Skirmish {
        let mut empty = self.clone();
        (empty.state.counters, empty.state.attack) = ([None; 4], None);
        empty.state.orders_left = ORDERS_A_TURN;
        empty
    }

    fn set_counter(&mut self, id: u8, piece: &Piece) -> Result<(), Wrong> {
        if let Some(At::Hex(hex)) = piece.at {
            self.state.counters[id as usize] = Some(self.setting.grid.number(hex));
        }
        Ok(())
    }

    /// Nothing happens of itself.
    fn go_on(&mut self) {}

    fn piece(&self, id: u8) -> Option<Piece> {
        let number = self.state.counters[id as usize]?;
        self.setting.grid.at(number).map(|hex| Piece::new(id.into(), At::Hex(hex)))
    }
}

fn counted(said: &Field, most: u8) -> Result<u8, Wrong> {
    said.number(1..=most.into()).map(|number| number as u8)
}
