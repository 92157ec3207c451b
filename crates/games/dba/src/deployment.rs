//! Camps, deployment and swaps (1.13, 2.4, D11 to D14; R25 to R31).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::{Base, Convex, Ground, Hand, MU, Point, Pose, SLACK, TABLE, gap, overlap, within};
use crate::movement::{bounded, on_the_table};
use crate::order::{Order, Station, Wind};
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Choice, ELEMENTS, TroopId};
use crate::terrain::{along, depth, point_on};

mod muster;

/// How deep the zone is.
const ZONE: i64 = 10 * MU;
/// How far from the side edges.
const FROM_SIDES: i64 = 4 * MU;
/// The most elements kept back.
const MOST_KEPT: usize = 4;

impl Position {
    pub(crate) fn base_edge(&self, side: Side) -> Wind {
        self.sides[side.index()].edge.unwrap_or(Wind::South)
    }

    /// D11: whether a box may be the camp (R25).
    pub(crate) fn may_encamp(&self, least: Point, most: Point) -> Result<(), Refusal> {
        let on_table = |p: Point| (0..=TABLE).contains(&p.x) && (0..=TABLE).contains(&p.y);
        if !on_table(least) || !on_table(most) {
            return Err(Refusal::CampGround);
        }
        let (width, length) = (most.x - least.x, most.y - least.y);
        if width + SLACK < 2 * MU || length + SLACK < 2 * MU || !within(width + length, 8 * MU) {
            return Err(Refusal::CampShape);
        }
        let ground = Ground::of_box(least, most);
        let edge = self.base_edge(self.active);
        let touches = match self.waterway_on(edge) {
            true => self
                .field
                .of_type(Feature::Waterway)
                .flat_map(|laid| &laid.outlines)
                .any(|quad| gap(quad.corners(), ground.corners()) <= SLACK),
            false => [least, most].iter().any(|&corner| depth(edge, corner).abs() <= SLACK),
        };
        if !touches {
            return Err(Refusal::CampPlace);
        }
        let clear = self
            .field
            .pieces
            .iter()
            .all(|laid| laid.feature() == Feature::GentleHill || !laid.holds_some_of(&ground));
        let apart = self.camp(self.active.other()).ground().is_none_or(|other| !overlap(&other, &ground));
        if clear && apart { Ok(()) } else { Err(Refusal::CampGround) }
    }

    pub(crate) fn encamp(&mut self, least: Point, most: Point, chronicle: &mut impl Chronicle) {
        let side = self.active;
        self.camps[side.index()].area = Some([least, most]);
        let followers = ElementId::of(side, ELEMENTS);
        if self.element(followers).place == Whereabouts::Hand {
            self.element_mut(followers).place = Whereabouts::Camp(side);
        }
        chronicle.note(|| {
            Event::new(EventKind::Placed, "2.2", format!("{} set up their camp", self.side_words(side)))
        });
        self.after_camp();
    }

    /// The next camp, or deployment.
    pub(crate) fn after_camp(&mut self) {
        match self.active == self.defender() {
            true => self.active = self.invader,
            false => {
                self.active = self.defender();
                self.step = Step::Deploy;
            }
        }
    }

    pub(crate) fn list_camps(&self, out: &mut Vec<Order>) {
        let edge = self.base_edge(self.active);
        for (wide, deep) in [(3, 2), (2, 2)] {
            for place in 1..18 {
                let from = place * 2 * MU - wide * MU / 2;
                let [least, most] = self.camp_on(edge, from, wide * MU, deep * MU);
                if self.may_encamp(least, most).is_ok() {
                    out.push(Order::Encamp { least, most });
                }
            }
        }
        out.push(Order::Muster);
    }

    /// The box of a camp so wide and deep from a place along an edge on, or along the bank there.
    pub(crate) fn camp_on(&self, edge: Wind, from: i64, wide: i64, deep: i64) -> [Point; 2] {
        // The bank is met at the deepest place of its length under the camp.
        let stretch = (0..=8).map(|i| self.bank_depth(edge, from + wide * i / 8));
        let bank = stretch.max().unwrap_or(0).max(
            self.bank_depth(edge, TABLE / 2).min(if (from..=from + wide).contains(&(TABLE / 2)) {
                i64::MAX
            } else {
                0
            }),
        );
        let (a, b) = (point_on(edge, from, bank), point_on(edge, from + wide, bank + deep));
        [Point::new(a.x.min(b.x), a.y.min(b.y)), Point::new(a.x.max(b.x), a.y.max(b.y))]
    }

    /// What an element is by its list, mounted or dismounted.
    fn choice_of(&self, id: ElementId) -> Option<Choice> {
        let slot = self.sheet.army(id.side()).slots.get(id.slot())?;
        let taken = self.sides[id.side().index()].choices[id.slot()];
        slot.choices.get(taken as usize).copied()
    }

    fn troop_when(&self, id: ElementId, dismount: bool) -> Result<TroopId, Refusal> {
        let choice = self.choice_of(id).ok_or(Refusal::NotInHand)?;
        match dismount {
            true => choice.dismounts.ok_or(Refusal::CannotDismount),
            false => Ok(choice.troop),
        }
    }

    /// Whether an element may be deployed there.
    pub(crate) fn may_place(&self, id: ElementId, at: Station, dismount: bool) -> Result<(), Refusal> {
        if !self.exists(id) || id.side() != self.active || id.slot() >= ELEMENTS {
            return Err(Refusal::NotYours);
        }
        if self.element(id).place != Whereabouts::Hand {
            return Err(Refusal::NotInHand);
        }
        let troop = self.troop_when(id, dismount)?;
        self.may_stand_at(id, at, troop)
    }

    /// A legal place of deployment for an element of this troop type (R26 to R30).
    fn may_stand_at(&self, id: ElementId, at: Station, troop: TroopId) -> Result<(), Refusal> {
        match at {
            Station::Camp => {
                if self.camp(id.side()).area.is_none() {
                    return Err(Refusal::CampPlace);
                }
                match self.occupant(id.side()) {
                    Some(holder) if holder.slot() >= ELEMENTS => Err(Refusal::FollowersAreThere),
                    Some(holder) if holder != id => Err(Refusal::CampTaken),
                    _ => Ok(()),
                }
            }
            Station::Kept => {
                let kept = ElementId::troops_of(id.side())
                    .filter(|&other| other != id && self.element(other).place == Whereabouts::Kept);
                let littoral =
                    self.sheet.charts.topographies[self.sheet.army(id.side()).topography].name == "Littoral";
                let water = self.field.of_type(Feature::Waterway).next().is_some();
                match littoral && water && !id.is_general() && kept.count() < MOST_KEPT {
                    true => Ok(()),
                    false => Err(Refusal::NoKeepingBack),
                }
            }
            Station::Pose(pose) => {
                let base = Base::new(bounded(pose)?, self.sheet.troop(troop).depth);
                self.may_deploy(id, &base, troop)
            }
        }
    }

    fn may_deploy(&self, id: ElementId, base: &Base, troop: TroopId) -> Result<(), Refusal> {
        if !on_the_table(base) {
            return Err(Refusal::OffTable(id));
        }
        let edge = self.base_edge(id.side());
        let in_zone = base.corners.iter().all(|&corner| {
            let place = along(edge, corner);
            let deep = depth(edge, corner);
            within(deep, ZONE + self.bank_depth(edge, place))
                && place + SLACK >= FROM_SIDES
                && within(place, TABLE - FROM_SIDES)
        });
        if !in_zone {
            return Err(Refusal::OutsideZone);
        }
        let kind = self.sheet.troop(troop).kind;
        if self.sheet.card(kind).wheeled && self.field.bad_under(base, false) {
            return Err(Refusal::WheelsDeployed);
        }
        if self.field.touches(Feature::River, base) || self.field.touches(Feature::Waterway, base) {
            return Err(Refusal::WaterDeployed);
        }
        let taken = self.standing().any(|other| other != id && self.base(other).overlaps(base))
            || self.camp_under(base).is_some();
        if taken { Err(Refusal::OnSomebody) } else { Ok(()) }
    }

    pub(crate) fn deploy(
        &mut self,
        id: ElementId,
        at: Station,
        dismount: bool,
        chronicle: &mut impl Chronicle,
    ) {
        let Ok(troop) = self.troop_when(id, dismount) else { return };
        let element = self.element_mut(id);
        element.troop = troop;
        match at {
            Station::Pose(pose) => {
                element.place = Whereabouts::Table;
                element.pose = pose;
            }
            Station::Camp => element.place = Whereabouts::Camp(id.side()),
            Station::Kept => element.place = Whereabouts::Kept,
        }
        chronicle.note(|| {
            let place = match at {
                Station::Pose(_) => "deploys",
                Station::Camp => "waits in the camp",
                Station::Kept => "is kept back",
            };
            let text = format!("{} {place}", self.label(id));
            Event::new(EventKind::Placed, "2.4", text).counters([u16::from(id.0)])
        });
    }

    pub(crate) fn may_lift(&self, id: ElementId) -> Result<(), Refusal> {
        let placed = self.exists(id) && id.side() == self.active && id.slot() < ELEMENTS;
        match placed && self.element(id).place != Whereabouts::Hand {
            true => Ok(()),
            false => Err(Refusal::NotYours),
        }
    }

    pub(crate) fn lift(&mut self, id: ElementId) {
        if self.step == Step::Terrain {
            return self.lift_piece(id.index());
        }
        let troop = self.troop_when(id, false);
        let element = self.element_mut(id);
        element.place = Whereabouts::Hand;
        element.pose = Pose::default();
        if let Ok(troop) = troop {
            element.troop = troop;
        }
    }

    pub(crate) fn may_end_deployment(&self) -> Result<(), Refusal> {
        let waiting = ElementId::troops_of(self.active).any(|id| self.element(id).place == Whereabouts::Hand);
        if waiting { Err(Refusal::StillInHand) } else { Ok(()) }
    }

    pub(crate) fn end_deployment(&mut self) {
        match self.active == self.defender() {
            true => self.active = self.invader,
            false => {
                self.active = self.defender();
                self.step = Step::Swap;
            }
        }
    }

    /// A few useful places: beside and behind those already placed, and some along the front of the zone.
    pub(crate) fn list_deployment(&self, out: &mut Vec<Order>) {
        let side = self.active;
        let edge = self.base_edge(side);
        let heading = edge.inward();
        // Beside and behind everybody who stands there.
        let mut beside: Vec<Pose> = vec![];
        for placed in self.standing_of(side) {
            let base = self.base(placed);
            for pose in [base.beside_place(Hand::Left), base.beside_place(Hand::Right), base.rear_place()] {
                let taken = self.standing_of(side).any(|other| self.element(other).pose == pose);
                if !taken && !beside.contains(&pose) {
                    beside.push(pose);
                }
            }
        }
        let mut listed: Vec<TroopId> = vec![];
        for id in ElementId::troops_of(side).filter(|&id| self.element(id).place == Whereabouts::Hand) {
            let troop = self.element(id).troop;
            if !id.is_general() {
                if listed.contains(&troop) {
                    continue;
                }
                listed.push(troop);
            }
            let mut poses = beside.clone();
            poses.extend((0..5).map(|i| {
                let place = (7 + 6 * i) * MU;
                Pose::new(point_on(edge, place, ZONE - MU / 4), heading)
            }));
            for (i, &pose) in poses.iter().enumerate() {
                if poses[..i].contains(&pose) {
                    continue;
                }
                let at = Station::Pose(pose);
                if self.may_stand_at(id, at, troop).is_ok() {
                    out.push(Order::Place { unit: id, at, dismount: false });
                }
                let choice = self.choice_of(id).and_then(|choice| choice.dismounts);
                if choice.is_some_and(|foot| self.may_stand_at(id, at, foot).is_ok()) {
                    out.push(Order::Place { unit: id, at, dismount: true });
                }
            }
            for at in [Station::Camp, Station::Kept] {
                if self.may_stand_at(id, at, troop).is_ok() {
                    out.push(Order::Place { unit: id, at, dismount: false });
                }
            }
        }
        out.push(Order::Muster);
        if self.may_end_deployment().is_ok() {
            out.push(Order::Done);
        }
    }

    /// D14: whether two elements may change places (R29).
    pub(crate) fn may_swap(&self, one: ElementId, other: ElementId) -> Result<(), Refusal> {
        let side = self.defender();
        let own = |id: ElementId| self.exists(id) && id.side() == side && id.slot() < ELEMENTS;
        let there =
            |id: ElementId| matches!(self.element(id).place, Whereabouts::Table | Whereabouts::Camp(_));
        if one == other || !own(one) || !own(other) || !there(one) || !there(other) {
            return Err(Refusal::NotYours);
        }
        let swapped = self.sides[side.index()].swapped;
        if swapped >> one.slot() & 1 != 0 || swapped >> other.slot() & 1 != 0 || swapped.count_ones() >= 4 {
            return Err(Refusal::SwappedAlready);
        }
        let mut after = self.clone();
        after.exchange(one, other);
        after.step = Step::Deploy;
        after.active = side;
        for id in [one, other] {
            if after.on_table(id) {
                let base = after.base(id);
                after.may_deploy(id, &base, after.element(id).troop)?;
            }
        }
        Ok(())
    }

    fn exchange(&mut self, one: ElementId, other: ElementId) {
        let (a, b) = (*self.element(one), *self.element(other));
        (self.element_mut(one).place, self.element_mut(one).pose) = (b.place, b.pose);
        (self.element_mut(other).place, self.element_mut(other).pose) = (a.place, a.pose);
    }

    pub(crate) fn swap(&mut self, one: ElementId, other: ElementId, chronicle: &mut impl Chronicle) {
        self.exchange(one, other);
        let side = self.defender();
        self.sides[side.index()].swapped |= 1 << one.slot() | 1 << other.slot();
        chronicle.note(|| {
            let text = format!("{} and {} change places", self.label(one), self.label(other));
            Event::new(EventKind::Moved, "R29", text).counters([u16::from(one.0), u16::from(other.0)])
        });
    }

    pub(crate) fn list_swaps(&self, out: &mut Vec<Order>) {
        let side = self.defender();
        for one in ElementId::troops_of(side) {
            for other in ElementId::troops_of(side).filter(|&other| other > one) {
                let alike = self.element(one).troop == self.element(other).troop
                    && !one.is_general()
                    && !other.is_general();
                if !alike && self.may_swap(one, other).is_ok() {
                    out.push(Order::Swap { unit: one, with: other });
                }
            }
        }
        out.push(Order::Done);
    }
}

#[cfg(test)]
mod tests;
