//! Terrain and camps under the hand: what may be taken up, and what putting it elsewhere means.

use engine::contract::Side;
use engine::place;
use engine::scene::{Handle, TablePiece};

use super::table::{from_scene, on_scene, rectangle};
use crate::element::ElementId;
use crate::field::{Laid, Piece, Shape, Span, middle};
use crate::geometry::{MU, Point, Pose, TABLE};
use crate::order::Order;
use crate::position::{Position, Step};
use crate::terrain::along;

/// The handle of a camp that is still to be set up; pieces of terrain have their numbers.
const CAMP: u16 = 100;

/// A camp is so wide along the edge and so deep (R25 allows others, which an order may name).
const CAMP_SIZE: [i64; 2] = [3 * MU, 2 * MU];

impl Position {
    /// By what a piece of terrain may be taken up now: all that covers ground while the defender lays it, and what the
    /// invader may shift.
    pub(super) fn handle_of(&self, index: usize, laid: &Laid) -> Option<Handle> {
        let movable = match self.step {
            Step::Terrain => true,
            Step::Centre => self.smallest().any(|smallest| smallest == index),
            Step::Shift(now) => usize::from(now) == index,
            _ => false,
        };
        let span = span_of(&laid.piece).filter(|_| movable)?;
        Some(Handle { id: index as u16, at: on_scene(Pose::new(span.centre, span.heading)) })
    }

    /// The camp that the side to act may set up, where it would stand if nobody chose.
    pub(super) fn camp_to_be(&self) -> Option<TablePiece> {
        if self.step != Step::Encamp {
            return None;
        }
        let mut listed = vec![];
        self.list_camps(&mut listed);
        let off = |order: &Order| match order {
            Order::Encamp { least, most } => {
                (along(self.base_edge(self.active), middle(*least, *most)) - TABLE / 2).abs()
            }
            _ => i64::MAX,
        };
        let Some(Order::Encamp { least, most }) = listed.into_iter().min_by_key(off) else { return None };
        let at = on_scene(Pose::new(middle(least, most), self.base_edge(self.active).inward()));
        Some(TablePiece {
            kind: "camp",
            side: Some(self.active.index() as u8),
            outline: rectangle(least, most),
            ridge: vec![],
            name: format!("camp of the {}, to be set up", self.side_words(self.active)),
            handle: Some(Handle { id: CAMP, at }),
        })
    }

    /// What putting a piece down with its middle at a pose means.
    pub(super) fn piece_posed(&self, id: u16, to: place::Pose) -> Option<Vec<Order>> {
        let to = from_scene(to);
        if id == CAMP {
            return (self.step == Step::Encamp).then(|| vec![self.encamped(self.active, to.at)]);
        }
        let index = usize::from(id);
        let laid = self.field.pieces.get(index)?;
        self.handle_of(index, laid)?;
        let span = Span { centre: to.at, heading: to.heading, ..*span_of(&laid.piece)? };
        let number = u8::try_from(index).ok()?;
        match self.step {
            Step::Terrain => {
                let shape = match laid.piece.shape {
                    Shape::Rectangle(_) => Shape::Rectangle(span),
                    _ => Shape::Oval(span),
                };
                let piece = Piece { feature: laid.feature(), shape };
                Some(vec![Order::Lift { unit: ElementId(number) }, Order::Lay { piece }])
            }
            _ => Some(vec![Order::Shift { piece: number, to: span.centre, heading: span.heading }]),
        }
    }

    /// The camp nearest to a point: it touches the base edge, or the bank along it.
    fn encamped(&self, side: Side, near: Point) -> Order {
        let [wide, deep] = CAMP_SIZE;
        let edge = self.base_edge(side);
        let from = (along(edge, near) - wide / 2).clamp(0, TABLE - wide);
        let [least, most] = self.camp_on(edge, from, wide, deep);
        Order::Encamp { least, most }
    }
}

fn span_of(piece: &Piece) -> Option<&Span> {
    match &piece.shape {
        Shape::Oval(span) | Shape::Rectangle(span) => Some(span),
        Shape::Chain(_) => None,
    }
}
