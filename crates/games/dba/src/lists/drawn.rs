//! One order at random without the list: something that could be listed is named by chance until it is legal.
//!
//! Whoever is listed once is named by one number, so movers come up as they would from the list; a place worth going to
//! for two reasons comes up twice as often.

use engine::dice::Generator;

use crate::element::{ElementId, Units};
use crate::geometry::{Hand, MU, Pose};
use crate::movement::Manoeuvre;
use crate::order::{Leg, Legs, Order};
use crate::position::{Position, Stage, Step};
use crate::sheet::ELEMENTS;

use super::ways::{List, STEP};

/// After so many names that come to nothing the list is made after all.
const TRIES: u32 = 400;
const WAYS: u32 = 60;

/// Who may be named as a mover, by number.
const SLOTS: u32 = ELEMENTS as u32;
const SINGLES: u32 = 1;
const FILES: u32 = SINGLES + SLOTS;
const RANKS: u32 = FILES + SLOTS * SLOTS;
const COLUMNS: u32 = RANKS + SLOTS * (SLOTS - 1);
const PARTINGS: u32 = COLUMNS + SLOTS;
/// How far somebody may break off: 3 to 8 MU.
const BACK: [i64; 6] = [3, 4, 5, 6, 7, 8];
const NAMES: u32 = PARTINGS + SLOTS * BACK.len() as u32;

/// Who stands to the right of whom and who behind, found when it is first asked: names are drawn from the same ranks
/// again and again.
struct Ranks {
    right: [Option<Option<ElementId>>; ELEMENTS],
    behind: [Option<Option<ElementId>>; ELEMENTS],
}

impl Ranks {
    fn unknown() -> Ranks {
        Ranks { right: [None; ELEMENTS], behind: [None; ELEMENTS] }
    }

    fn right_of(&mut self, position: &Position, id: ElementId) -> Option<ElementId> {
        *self.right[id.slot()].get_or_insert_with(|| position.beside(id, Hand::Right))
    }

    fn behind(&mut self, position: &Position, id: ElementId) -> Option<ElementId> {
        let find = || position.friend_at(id, position.base(id).rear_place());
        *self.behind[id.slot()].get_or_insert_with(find)
    }
}

impl Position {
    /// An order at random, as an index into what is listed for it.
    pub(crate) fn draw_order(&self, generator: &mut Generator, room: &mut Vec<Order>) -> Option<usize> {
        room.clear();
        if self.outcome.is_none() && self.fight.stage == Stage::None && self.step == Step::Move {
            let drawn = match self.hand.is_empty() {
                true => self.draw_mover(generator),
                false => self.draw_way(generator, room),
            };
            if let Some(order) = drawn {
                room.clear();
                room.push(order);
                return Some(0);
            }
            room.clear();
        }
        engine::Rules::orders(self, room);
        (!room.is_empty()).then(|| generator.below(room.len() as u32) as usize)
    }

    fn draw_mover(&self, generator: &mut Generator) -> Option<Order> {
        if self.pips == 0 {
            return Some(Order::Done);
        }
        // Landings are rare and many.
        if self.may_land_now() {
            return None;
        }
        let mut ranks = Ranks::unknown();
        (0..TRIES).find_map(|_| self.named(generator.below(NAMES), &mut ranks))
    }

    /// Who or what is meant by a number, if it may be ordered now.
    fn named(&self, number: u32, ranks: &mut Ranks) -> Option<Order> {
        let id = |slot: u32| ElementId::of(self.active, slot as usize);
        let units = match number {
            0 => return Some(Order::Done),
            SINGLES..FILES => Units::one(id(number - SINGLES)),
            FILES..RANKS => {
                let number = number - FILES;
                self.run(id(number / SLOTS), number % SLOTS + 1, true, ranks)?
            }
            RANKS..COLUMNS => {
                let number = number - RANKS;
                self.run(id(number / (SLOTS - 1)), number % (SLOTS - 1) + 2, false, ranks)?
            }
            COLUMNS..PARTINGS => self.bent_column(id(number - COLUMNS), ranks)?,
            _ => {
                let number = (number - PARTINGS) as usize;
                let (unit, back) = (id((number / BACK.len()) as u32), BACK[number % BACK.len()] * MU);
                let fights = self.on_table(unit) && self.contacted_by(unit).next().is_some();
                return (fights && self.may_break_off(unit, back).is_ok())
                    .then_some(Order::Withdraw { unit, back });
            }
        };
        self.may_take_up(&units).is_ok().then_some(Order::Move { units })
    }

    /// So many of a rank from an element to its right, with their files or without; without only if there are any.
    fn run(&self, left: ElementId, count: u32, with_files: bool, ranks: &mut Ranks) -> Option<Units> {
        if !self.on_table(left) {
            return None;
        }
        let (mut units, mut rank, mut files) = (Units::NONE, left, 0);
        for n in 0..count {
            if n > 0 {
                rank = ranks.right_of(self, rank)?;
            }
            units.push(rank);
            let mut last = rank;
            while let Some(behind) = ranks.behind(self, last) {
                files += 1;
                if with_files {
                    units.push(behind);
                }
                last = behind;
                if files > SLOTS {
                    return None;
                }
            }
        }
        let told_apart = with_files || files > 0;
        (told_apart && units.len() > 1).then_some(units)
    }

    /// The column behind a lead, unless it is named as a rank or a file.
    fn bent_column(&self, lead: ElementId, ranks: &mut Ranks) -> Option<Units> {
        if !self.on_table(lead) {
            return None;
        }
        let among: Vec<ElementId> = self.standing_of(self.active).collect();
        let column = self.column_behind(lead, &among);
        (column.len() > 1 && !self.is_run(&column, ranks)).then_some(column)
    }

    fn is_run(&self, units: &Units, ranks: &mut Ranks) -> bool {
        let sorted = units.sorted();
        let mut same = |left: ElementId, count: u32, with_files: bool| {
            self.run(left, count, with_files, ranks).is_some_and(|run| run.sorted() == sorted)
        };
        self.is_group(units)
            && units.ids().iter().any(|&left| {
                (1..=units.len() as u32).any(|count| same(left, count, true) || same(left, count, false))
            })
    }

    /// A way for those in hand.
    fn draw_way(&self, generator: &mut Generator, room: &mut Vec<Order>) -> Option<Order> {
        let units = self.hand;
        let manoeuvre = Manoeuvre::unchecked(self, units);
        if manoeuvre.from_camp.is_some() {
            return None;
        }
        match units.len() {
            1 => manoeuvre.draw_single(generator, room),
            _ if self.is_group(&units) => manoeuvre.draw_group(generator, room),
            _ => manoeuvre.draw_file(generator),
        }
    }
}

impl Manoeuvre<'_> {
    /// Any of the places a single element is listed for.
    fn draw_single(&self, generator: &mut Generator, room: &mut Vec<Order>) -> Option<Order> {
        let start = self.starts[0];
        if self.position.field.road_direction(start.pose.at).is_some() {
            return None;
        }
        let mut places = Vec::with_capacity(128);
        self.contact_places(&mut places);
        let contacts = places.len();
        self.places_of_interest(&mut places);
        self.zone_places(&start, &mut places);
        self.overlap_places(&mut places);
        let lengths = self.lengths_of_single();
        let facings = self.facings_to_enemies();
        let shooter = self.position.card(self.units.first()).range.is_some();
        let shots = if shooter { self.everybody().iter().filter(|other| other.enemy).count() } else { 0 };
        let [placed, straight] = [places.len(), 4 * lengths.len()];
        let turns = 24;
        let count = 2 + placed + straight + turns + facings.len() + shots;
        for _ in 0..WAYS {
            let mut number = generator.below(count as u32) as usize;
            if number == 0 {
                return Some(Order::Halt);
            }
            number -= 1;
            let mut list = List::new(self.units, room);
            if number < placed {
                if places[number] != start.pose {
                    self.list_way_to(places[number], number < contacts, &mut list);
                }
            } else if number < placed + straight {
                let number = number - placed;
                let length = lengths[number / 4];
                let pose = match number % 4 {
                    0 => start.pose.ahead(length),
                    1 => start.pose.ahead(-length),
                    2 => start.pose.aside(length),
                    _ => start.pose.aside(-length),
                };
                self.offer(&mut list, &[Leg::To(pose)]);
            } else if number < placed + straight + turns {
                let number = number - placed - straight;
                let hand = Hand::BOTH[number % 2];
                let turn = STEP * (1 + number as i32 / 4);
                let heading = start.pose.heading.turned(turn * hand.sign() as i32);
                let leg = match number % 4 < 2 {
                    true => Leg::Wheel(hand, heading),
                    false => Leg::To(Pose::new(start.pose.at, heading)),
                };
                self.offer(&mut list, &[leg]);
            } else if number < placed + straight + turns + facings.len() {
                let heading = facings[number - placed - straight - turns];
                self.offer(&mut list, &[Leg::To(Pose::new(start.pose.at, heading))]);
            } else if number == placed + straight + turns + facings.len() {
                self.offer(&mut list, &[Leg::To(start.about_face().pose)]);
            } else {
                let number = number - placed - straight - turns - facings.len() - 1;
                let mut enemies = self.everybody().iter().filter(|other| other.enemy);
                if let Some(enemy) = enemies.nth(number) {
                    self.list_firing_at(enemy, &mut vec![], &mut list);
                }
            }
            if let Some(order) = room.pop() {
                return Some(order);
            }
        }
        None
    }

    fn draw_group(&self, generator: &mut Generator, room: &mut Vec<Order>) -> Option<Order> {
        let mut ways: Vec<(Legs, Option<Hand>)> = Vec::with_capacity(64);
        self.group_ways(&mut ways);
        let forms = if self.start_zones() == 0 { 2 * self.units.len() } else { 0 };
        // A straight file may go as a column too; where the way is barred it may narrow.
        let column = self.position.as_column(&self.units);
        for _ in 0..WAYS {
            let number = generator.below((2 + ways.len() + forms) as u32) as usize;
            match number {
                0 => return Some(Order::Halt),
                1 => {
                    if let Some(column) = column {
                        return Manoeuvre::unchecked(self.position, column).draw_file(generator);
                    }
                    let mut list = List::new(self.units, room);
                    if forms > 0 && self.is_barred() {
                        self.list_narrowing(&mut list);
                    }
                    if !room.is_empty() {
                        let pick = generator.below(room.len() as u32) as usize;
                        return Some(room.swap_remove(pick));
                    }
                }
                _ if number < 2 + forms => {
                    let number = number - 2;
                    if let Some(order) = self.form_behind(number / 2, number % 2 == 1) {
                        return Some(order);
                    }
                }
                _ => {
                    let legs = &ways[number - 2 - forms].0;
                    if self.offer(&mut List::new(self.units, room), legs.legs()) {
                        return room.pop();
                    }
                }
            }
        }
        None
    }

    fn draw_file(&self, generator: &mut Generator) -> Option<Order> {
        let mut ways: Vec<(Legs, Option<Hand>)> = Vec::with_capacity(64);
        self.file_ways(&mut ways);
        let lead = self.lead();
        for _ in 0..WAYS {
            let number = generator.below(1 + ways.len() as u32) as usize;
            if number == 0 {
                return Some(Order::Halt);
            }
            let legs = ways[number - 1].0;
            if self.try_file(&lead, legs.legs()).is_ok() {
                return Some(Order::File { units: self.units, legs });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
