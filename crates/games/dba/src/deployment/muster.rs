//! The set-up as the game suggests it (7.3, R138).

use engine::event::Chronicle;

use crate::element::{ElementId, Whereabouts};
use crate::geometry::{Base, MU, Pose, TABLE};
use crate::kind::Kind;
use crate::order::{Order, Station};
use crate::position::{Position, Step};
use crate::sheet::Class;
use crate::terrain::point_on;

use super::ZONE;

impl Position {
    /// Does the present step by ordinary orders.
    pub(crate) fn muster(&mut self, chronicle: &mut impl Chronicle) {
        match self.step {
            Step::Terrain => self.step = Step::Survey,
            Step::Encamp => {
                let mut orders = vec![];
                self.list_camps(&mut orders);
                // The place nearest to the middle of the edge.
                let edge = self.base_edge(self.active);
                let off_centre = |order: &Order| match order {
                    Order::Encamp { least, most } => {
                        let middle = crate::terrain::along(edge, crate::field::middle(*least, *most));
                        (middle - TABLE / 2).abs()
                    }
                    _ => i64::MAX,
                };
                match orders.into_iter().min_by_key(off_centre) {
                    Some(Order::Encamp { least, most }) => self.encamp(least, most, chronicle),
                    // No legal box at all: the army goes without.
                    _ => self.go_without_camp(),
                }
            }
            Step::Deploy => {
                self.line_up(chronicle);
                if self.may_end_deployment().is_ok() {
                    self.end_deployment();
                }
            }
            _ => {}
        }
    }

    /// There is nowhere to set up a camp (R22 in spirit: never a dead end).
    fn go_without_camp(&mut self) {
        let side = self.active;
        self.sides[side.index()].baggage = false;
        let followers = ElementId::of(side, crate::sheet::ELEMENTS);
        self.element_mut(followers).place = Whereabouts::Out;
        self.after_camp();
    }

    /// Foot in the middle of one line, mounted on its wings, Psiloi and the general behind.
    fn line_up(&mut self, chronicle: &mut impl Chronicle) {
        let side = self.active;
        let waiting = || ElementId::troops_of(side).filter(|&id| self.element(id).place == Whereabouts::Hand);
        let second = |id: ElementId| self.kind(id) == Kind::Psiloi || id.is_general();
        let mut line: Vec<ElementId> = vec![];
        for (i, id) in waiting().filter(|&id| !second(id) && self.class(id) == Class::Mounted).enumerate() {
            if i % 2 == 0 { line.push(id) } else { line.insert(0, id) }
        }
        let middle = line.len() / 2;
        for (i, id) in waiting().filter(|&id| !second(id) && self.class(id) == Class::Foot).enumerate() {
            line.insert(middle + i, id);
        }
        let behind: Vec<ElementId> = waiting().filter(|&id| second(id)).collect();
        self.put_in_line(&line, ZONE - MU / 4, chronicle);
        self.put_in_line(&behind, ZONE - 3 * MU, chronicle);
    }

    /// Puts elements side by side about the middle of the edge, each at the nearest free place.
    fn put_in_line(&mut self, line: &[ElementId], deep: i64, chronicle: &mut impl Chronicle) {
        let edge = self.base_edge(self.active);
        let heading = edge.inward();
        let first = TABLE / 2 - (line.len() as i64 - 1) * MU;
        for (i, &id) in line.iter().enumerate() {
            let wanted = first + 2 * MU * i as i64;
            let troop = self.element(id).troop;
            let mut places: Vec<(i64, i64, Pose)> = vec![];
            let steps = 2 * (ZONE / MU);
            for back in 0..=steps {
                for place in 0..=60 {
                    let along = 4 * MU + place * MU / 2;
                    let bank = self.bank_depth(edge, along);
                    let depth = deep + bank - back * MU / 2;
                    let pose = Pose::new(point_on(edge, along, depth), heading);
                    places.push((back * 2 + (along - wanted).abs() / MU, (along - wanted).abs(), pose));
                }
            }
            places.sort_unstable_by_key(|&(order, off, _)| (order, off));
            let free = places.into_iter().find(|(_, _, pose)| {
                let base = Base::new(*pose, self.depth(id));
                self.may_deploy(id, &base, troop).is_ok()
            });
            if let Some((_, _, pose)) = free {
                self.deploy(id, Station::Pose(pose), false, chronicle);
            }
        }
    }
}
