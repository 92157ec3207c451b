//! Flight: recoil, about-face, and a run that bends as little as it must (2.13; R111 to R114).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Whereabouts};
use crate::field::{Feature, Laid};
use crate::geometry::{Base, Convex, Ground, Hand, MU, Point, Pose, SLACK, gap, overlap};
use crate::kind::Kind;
use crate::movement::on_the_table;
use crate::position::{Position, Stage};
use crate::pursuit::Stop;
use crate::refusal::Refusal;
use crate::sheet::Class;

/// How far ahead must be open after a bend (R112).
const OPEN: i64 = 2 * MU;

/// The sharpest bend, in degrees.
const SHARPEST: i32 = 90;

/// What ends a stretch of a run.
enum Met {
    /// Its allowance.
    Nothing,
    /// Something it must bend round.
    Obstacle,
    /// The table edge or a river.
    Death(&'static str),
    /// Bad going it may still enter, or not.
    BadGoing,
    /// An empty camp.
    Camp(Side),
}

/// What came of an obstacle.
enum Turned {
    /// It has bent and runs on.
    Bent,
    /// Its owner must choose a hand.
    Asks,
    /// No bend clears.
    Halted,
}

impl Position {
    /// The run after the recoil: about-face, then on.
    pub(crate) fn begin_run(&mut self, id: ElementId, chronicle: &mut impl Chronicle) {
        let pose = self.base(id).about_face().pose;
        self.element_mut(id).pose = pose;
        self.fight.run = 0;
        self.fight.stage = Stage::Run;
        chronicle.note(|| {
            Event::new(EventKind::Retreated, "2.13", format!("{} turns and flees", self.full_label(id)))
                .counters([u16::from(id.0)])
        });
    }

    /// How far it may run in all: by the ground it started on, or has come to (R111).
    fn run_allowance(&self, id: ElementId, base: &Base) -> i64 {
        let card = self.card(id);
        let bad = self.field.bad_under(base, self.camels(id));
        match bad && card.class == Class::Mounted {
            true => self.sheet.charts.mounted_in_bad_going,
            false => card.allowance,
        }
    }

    /// Carries the run on until it ends or its owner must choose a bend; answers whether it has ended.
    pub(crate) fn run_on(&mut self, id: ElementId, chronicle: &mut impl Chronicle) -> bool {
        loop {
            let base = self.base(id);
            let left = self.run_allowance(id, &base) - self.fight.run;
            if left <= 0 {
                return true;
            }
            let (stop, met) = self.stretch(id, &base, left);
            if matches!(met, Met::Obstacle) {
                match self.turn_before(id, &base, stop.length(), chronicle) {
                    Turned::Bent => continue,
                    Turned::Asks => return false,
                    Turned::Halted => {
                        self.element_mut(id).pose = Pose::new(base.pose.at + stop.way, base.pose.heading);
                        self.fight.run += stop.length();
                        return true;
                    }
                }
            }
            self.fight.run += stop.length();
            self.element_mut(id).pose = Pose::new(base.pose.at + stop.way, base.pose.heading);
            match met {
                Met::Nothing => return true,
                Met::Death(rule) => {
                    self.destroy(id, rule, chronicle);
                    return true;
                }
                Met::Camp(camp) => {
                    self.occupy(id, camp, chronicle);
                    return true;
                }
                Met::BadGoing => {
                    let most = match self.class(id) {
                        Class::Mounted => self.sheet.charts.mounted_in_bad_going,
                        Class::Foot => self.card(id).allowance,
                    };
                    if self.fight.run >= most {
                        return true;
                    }
                    // A hair inside, so that the ground counts from here on.
                    let base = self.base(id);
                    let step = (most - self.fight.run).min(4 * SLACK);
                    let inside = Base::new(base.pose.ahead(step), base.depth);
                    if self.obstructed(id, &Ground::between(&base, &inside)) || !on_the_table(&inside) {
                        return true;
                    }
                    self.fight.run += step;
                    self.element_mut(id).pose = inside.pose;
                }
                // Seen to above.
                Met::Obstacle => return true,
            }
        }
    }

    /// Bends before an obstacle so far ahead: at the last quarter of a MU from which some bend clears it. Where it
    /// touches, no turn about its front midpoint ever does.
    fn turn_before(
        &mut self,
        id: ElementId,
        base: &Base,
        touch: i64,
        chronicle: &mut impl Chronicle,
    ) -> Turned {
        let before = self.fight.run;
        let quarter = MU / 4;
        for back in 0..=touch / quarter + 1 {
            let distance = (touch - back * quarter).max(0);
            // Every bend is some way on from the one before, so that a run comes to an end.
            if before + distance < self.fight.bent + quarter {
                break;
            }
            self.element_mut(id).pose = base.pose.ahead(distance);
            self.fight.run = before + distance;
            let (left, right) = self.bends(id);
            let hand = match (left, right) {
                (None, None) => continue,
                (Some(left), Some(right)) if left == right => return Turned::Asks,
                (Some(left), Some(right)) if left > right => Hand::Right,
                (None, Some(_)) => Hand::Right,
                _ => Hand::Left,
            };
            self.bend(id, hand, chronicle);
            return Turned::Bent;
        }
        self.element_mut(id).pose = base.pose;
        self.fight.run = before;
        Turned::Halted
    }

    /// How far it runs straight on, and what then.
    fn stretch(&self, id: ElementId, base: &Base, left: i64) -> (Stop, Met) {
        let far = Base::new(base.pose.ahead(left), base.depth);
        let ground = Ground::between(base, &far);
        let mut stop = Stop::new(base, left);
        let mut met = Met::Nothing;
        for other in self.standing().filter(|&other| other != id) {
            let theirs = self.base(other);
            if overlap(&ground, &theirs) && !self.flees_through(id, base, other) && stop.at(&theirs.corners) {
                met = Met::Obstacle;
            }
        }
        for camp in Side::BOTH {
            let Some(walls) = self.camp(camp).ground() else { continue };
            if overlap(&ground, &walls) && stop.at(walls.corners()) {
                met = if self.occupant(camp).is_some() { Met::Obstacle } else { Met::Camp(camp) };
            }
        }
        let inside = self.field.bad_under(base, self.camels(id));
        for laid in &self.field.pieces {
            let what = match laid.feature() {
                Feature::Waterway => Met::Obstacle,
                Feature::River if !self.crosses_by_road(base) => Met::Death("R113"),
                _ if self.shuns(id, laid) && !laid.holds_some_of(base) => Met::Obstacle,
                feature if feature.is_bad(self.camels(id)) && !inside => Met::BadGoing,
                _ => continue,
            };
            for outline in laid.outlines.iter().filter(|outline| overlap(&ground, *outline)) {
                if stop.at(outline.corners()) {
                    met = match &what {
                        Met::Death(rule) => Met::Death(rule),
                        Met::BadGoing => Met::BadGoing,
                        _ => Met::Obstacle,
                    };
                }
            }
        }
        if stop.at_edge(base) {
            met = Met::Death("R113");
        }
        // Nobody ends on a friend passed: without room beyond, the friend is an obstacle.
        loop {
            let end = Base::new(Pose::new(base.pose.at + stop.way, base.pose.heading), base.depth);
            let on = self.standing().find(|&other| other != id && end.overlaps(&self.base(other)));
            let on = on.filter(|&friend| stop.at(&self.base(friend).corners));
            if on.is_none() {
                let dies = !matches!(met, Met::Obstacle) && self.reaches_death(&stop, base);
                return (stop, if dies { Met::Death("R113") } else { met });
            }
            met = Met::Obstacle;
        }
    }

    /// R113: whether a run that enters neither comes to touch the edge of the table or a river. The first rules let live
    /// whoever did.
    fn reaches_death(&self, stop: &Stop, base: &Base) -> bool {
        if self.sheet.first_rules() {
            return false;
        }
        let end = Base::new(Pose::new(base.pose.at + stop.way, base.pose.heading), base.depth);
        let rivers = || self.field.of_type(Feature::River).flat_map(|laid| &laid.outlines);
        let comes_to = |bank: &[Point]| gap(&end.corners, bank) <= SLACK && gap(&base.corners, bank) > SLACK;
        stop.reaches_edge() || !self.crosses_by_road(base) && rivers().any(|quad| comes_to(quad.corners()))
    }

    /// Whether a run crosses the river on a road.
    fn crosses_by_road(&self, base: &Base) -> bool {
        self.field.road_direction(base.pose.at).is_some()
    }

    /// Terrain it runs round: (Cavalry) woods, steep hills, oasis, dunes; (Camelry) woods, steep hills.
    fn shuns(&self, id: ElementId, laid: &Laid) -> bool {
        match self.kind(id) {
            Kind::Cavalry => {
                matches!(
                    laid.feature(),
                    Feature::Woods | Feature::SteepHill | Feature::Oasis | Feature::Dunes
                )
            }
            Kind::Camelry => matches!(laid.feature(), Feature::Woods | Feature::SteepHill),
            _ => false,
        }
    }

    /// R114: friends of 1.8, facing the same or the opposite way.
    fn flees_through(&self, id: ElementId, base: &Base, friend: ElementId) -> bool {
        friend.side() == id.side()
            && self.sheet.charts.passes[self.kind(id) as usize].has(self.kind(friend))
            && matches!(base.pose.heading.right_angles_to(self.element(friend).pose.heading), Some(0 | 2))
    }

    /// Whether ground holds anything a fleeing element must bend round.
    fn obstructed(&self, id: ElementId, ground: &Ground) -> bool {
        self.standing().any(|other| other != id && overlap(ground, &self.base(other)))
            || Side::BOTH.into_iter().any(|camp| {
                self.occupant(camp).is_some()
                    && self.camp(camp).ground().is_some_and(|walls| overlap(&walls, ground))
            })
            || self.field.pieces.iter().any(|laid| {
                (laid.feature() == Feature::Waterway || self.shuns(id, laid)) && laid.holds_some_of(ground)
            })
    }

    /// The smallest bend to the left and to the right that clears, in degrees (R112).
    pub(crate) fn bends(&self, id: ElementId) -> (Option<i32>, Option<i32>) {
        let base = self.base(id);
        let left = (self.run_allowance(id, &base) - self.fight.run).min(OPEN);
        let clears = |degrees: i32| {
            let heading = base.pose.heading.turned(degrees * 1_000);
            let turned = Base::new(Pose::new(base.pose.at, heading), base.depth);
            let far = Base::new(turned.pose.ahead(left), base.depth);
            let free = on_the_table(&turned) && self.camp_under(&turned).is_none();
            free && !self.obstructed(id, &Ground::between(&turned, &far))
        };
        let smallest = |sign: i32| (1..=SHARPEST).find(|degrees| clears(sign * degrees));
        (smallest(-1), smallest(1))
    }

    /// Turns a fleeing element by the smallest bend of that hand.
    fn bend(&mut self, id: ElementId, hand: Hand, chronicle: &mut impl Chronicle) {
        let (left, right) = self.bends(id);
        let degrees = match hand {
            Hand::Left => left.map(|degrees| -degrees),
            Hand::Right => right,
        };
        let Some(degrees) = degrees else { return };
        let pose = self.element(id).pose;
        self.fight.bent = self.fight.run;
        self.element_mut(id).pose = Pose::new(pose.at, pose.heading.turned(degrees * 1_000));
        chronicle.note(|| {
            let text =
                format!("{} bends {} by {}°", self.full_label(id), Position::hand_name(hand), degrees.abs());
            Event::new(EventKind::Turned, "R112", text).counters([u16::from(id.0)])
        });
    }

    /// O3: whether the owner of a fleeing element may choose its bend now.
    pub(crate) fn may_bend(&self) -> Result<(), Refusal> {
        match self.fight.stage {
            Stage::Run => Ok(()),
            _ => Err(Refusal::NoChoiceOfBend),
        }
    }

    /// The owner has chosen; the run goes on.
    pub(crate) fn choose_bend(&mut self, hand: Hand, chronicle: &mut impl Chronicle) {
        let id = self.fight.loser;
        self.bend(id, hand, chronicle);
        if self.run_on(id, chronicle) {
            self.after_run(chronicle);
        }
    }

    /// Whether a fleeing element still stands.
    pub(crate) fn lives(&self, id: ElementId) -> bool {
        !matches!(self.element(id).place, Whereabouts::Lost | Whereabouts::Out)
    }
}

#[cfg(test)]
mod tests;
