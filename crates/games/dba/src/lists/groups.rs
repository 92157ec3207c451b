//! Who may be moved together: single elements, groups, unbroken runs of a front rank with their files, columns.

use crate::element::{ElementId, Units};
use crate::geometry::Hand;
use crate::order::Order;
use crate::position::Position;

impl Position {
    /// Every single element, group and column the active side may take up now.
    pub(crate) fn each_mover(&self, offer: &mut impl FnMut(Units)) {
        let free: Vec<ElementId> =
            ElementId::troops_of(self.active).filter(|&id| self.may_move(id).is_ok()).collect();
        let commanded: u32 = match self.is_first_turn() {
            true => u32::MAX,
            false => Position::mask(free.iter().copied().filter(|&id| self.in_command(id))),
        };
        let commands = |id: ElementId| commanded >> id.index() & 1 != 0;
        let hidden = self.general_hidden();
        let affords = |units: &Units| self.price_with(units, &commands, hidden).pips() <= self.pips;
        for &id in &free {
            let alone = Units::one(id);
            if affords(&alone) {
                offer(alone);
            }
        }
        let groupable: Vec<ElementId> = free.iter().copied().filter(|&id| self.on_table(id)).collect();
        let mut offered: Vec<Units> = vec![];
        let mut try_offer = |units: Units| {
            if units.len() < 2 {
                return;
            }
            let sorted = units.sorted();
            if !offered.contains(&sorted) && affords(&units) {
                offered.push(sorted);
                offer(units);
            }
        };
        let beside =
            |id: ElementId, hand: Hand| self.beside(id, hand).filter(|friend| groupable.contains(friend));
        for &left in groupable.iter().filter(|&&id| beside(id, Hand::Left).is_none()) {
            // A rank from its leftmost element to the right.
            let mut rank = vec![left];
            while let Some(next) = beside(rank[rank.len() - 1], Hand::Right) {
                rank.push(next);
            }
            for from in 0..rank.len() {
                let mut units = Units::NONE;
                for &front in &rank[from..] {
                    self.file_behind(front, &groupable).into_iter().for_each(|id| units.push(id));
                    try_offer(units);
                }
                // The rank without what stands behind it.
                for to in from + 1..rank.len() {
                    try_offer(rank[from..=to].iter().copied().collect());
                }
            }
        }
        for &lead in &groupable {
            let column = self.column_behind(lead, &groupable);
            try_offer(column);
        }
    }

    /// An element and everybody in exact file behind it.
    fn file_behind(&self, front: ElementId, among: &[ElementId]) -> Vec<ElementId> {
        let mut file = vec![front];
        loop {
            let place = self.base(file[file.len() - 1]).rear_place();
            let next = among.iter().copied().find(|&id| {
                let pose = self.element(id).pose;
                !file.contains(&id) && pose.heading == place.heading && pose.at.coincides(place.at)
            });
            match next {
                Some(next) => file.push(next),
                None => return file,
            }
        }
    }

    /// A lead and the chain of those who touch the one ahead with their fronts; at least one bend, or it is a file.
    pub(super) fn column_behind(&self, lead: ElementId, among: &[ElementId]) -> Units {
        let mut column = Units::one(lead);
        loop {
            let last = column.ids()[column.len() - 1];
            let next = among.iter().copied().find(|&id| {
                let pair: Units = [last, id].into_iter().collect();
                !column.has(id) && self.is_column(&pair)
            });
            match next {
                Some(next) => column.push(next),
                None => return column,
            }
        }
    }

    pub(super) fn list_break_offs(&self, out: &mut Vec<Order>) {
        for unit in ElementId::troops_of(self.active).filter(|&id| self.on_table(id)) {
            if self.contacted_by(unit).next().is_none() && self.at_camp(unit).is_none() {
                continue;
            }
            for mu in 3..=8 {
                let back = mu * crate::geometry::MU;
                if self.may_break_off(unit, back).is_ok() {
                    out.push(Order::Withdraw { unit, back });
                }
            }
        }
    }

    pub(super) fn list_landings(&self, out: &mut Vec<Order>) {
        if !self.may_land_now() {
            return;
        }
        let kept = ElementId::troops_of(self.active);
        let kept: Vec<ElementId> =
            kept.filter(|&id| self.element(id).place == crate::element::Whereabouts::Kept).collect();
        for count in 1..=kept.len() {
            let units: Units = kept[..count].iter().copied().collect();
            // Abreast, or two deep.
            for files in [count, count.div_ceil(2)].into_iter().take(if count > 2 { 2 } else { 1 }) {
                for to in self.landing_places() {
                    if self.may_land(&units, to, files as u8).is_ok() {
                        let files = if files == count { Order::ABREAST } else { files as u8 };
                        out.push(Order::Land { units, to, files });
                    }
                }
            }
        }
    }
}
