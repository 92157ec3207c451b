//! Shooting (1.3, 2.11; R80 to R91, R150).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::element::{Element, ElementId, Units, Whereabouts};
use crate::field::Feature;
use crate::geometry::{
    Base, Convex, Edge, Ground, Point, SLACK, breadth, clip_to, cuts, gap, overlap, properly_cross, within,
};
use crate::kind::Kind;
use crate::position::{Fight, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::sheet::Combat;

/// The most that shoot together.
const TOGETHER: usize = 3;

/// How far to either side of the middle of a front the arc goes, in facing vectors: three MU (2.11).
pub(crate) const BESIDE: i64 = 12;

/// Cover in which nobody shoots or is shot at.
const COVER: [Feature; 2] = [Feature::Woods, Feature::Oasis];

/// What blocks a path that it cuts on both sides.
const SCREENS: [Feature; 4] = [Feature::Woods, Feature::Oasis, Feature::GentleHill, Feature::SteepHill];

impl Position {
    /// Whether an element may shoot of its own accord now.
    pub(crate) fn may_shoot(&self, id: ElementId) -> bool {
        self.could_shoot(id) && !(self.kind(id) == Kind::Artillery && id.side() != self.active)
    }

    /// Whether an element may shoot or shoot back now (R87).
    fn could_shoot(&self, id: ElementId) -> bool {
        let element = self.element(id);
        matches!(element.place, Whereabouts::Table | Whereabouts::Camp(_))
            && self.card(id).range.is_some()
            && !element.has(Element::SHOT)
            && !(self.kind(id) == Kind::Artillery && id.side() == self.active && element.moves > 0)
            && !self.in_cover(id)
            && !self.is_engaged(id)
    }

    /// Whether an element may be shot at now.
    fn may_be_shot_at(&self, id: ElementId) -> bool {
        let element = self.element(id);
        matches!(element.place, Whereabouts::Table | Whereabouts::Camp(_))
            && !element.has(Element::SHOT_AT)
            && !self.in_cover(id)
            && !self.is_engaged(id)
    }

    fn in_cover(&self, id: ElementId) -> bool {
        self.on_table(id) && self.field.wholly_in(&COVER, &self.base(id).corners)
    }

    /// How far an element shoots at another along a free path; none if it cannot (R82, R83).
    pub(crate) fn shot(&self, id: ElementId, target: ElementId) -> Option<i64> {
        let reach = self.card(id).range?;
        let outline = self.outline(target)?;
        let mine = self.outline(id)?;
        let apart = mine.extent().grown(reach + SLACK);
        if !apart.meets(&outline.extent()) {
            return None;
        }
        let all_round = self.kind(id) == Kind::WarWagons || !self.on_table(id);
        let mut best: Option<i64> = None;
        let mut paths: Vec<([Point; 2], [Point; 2], i64)> = vec![];
        let corners = mine.corners();
        let edges: Vec<[Point; 2]> = match all_round {
            true => (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]).collect(),
            false => vec![self.base(id).edge(Edge::Front)],
        };
        let arc = (!all_round).then(|| self.base(id));
        let theirs = outline.corners();
        if let Some(base) = &arc {
            let mut left = theirs.to_vec();
            let reach = BESIDE * base.q.squared();
            clip_to(&mut left, base.pose.at, -base.q, 0);
            clip_to(&mut left, base.pose.at, base.r, reach);
            clip_to(&mut left, base.pose.at, -base.r, reach);
            if left.len() < 3 {
                return None;
            }
        }
        for edge in edges {
            for i in 0..theirs.len() {
                let whole = [theirs[i], theirs[(i + 1) % theirs.len()]];
                let Some(part) = arc.as_ref().map_or(Some(whole), |base| in_arc(base, whole)) else {
                    continue;
                };
                let range = gap(&edge, &part);
                best = Some(best.map_or(range, |best| best.min(range)));
                paths.push((edge, whole, range));
            }
        }
        let best = best.filter(|&range| within(range, reach))?;
        let clear = paths.iter().any(|(edge, whole, range)| {
            *range <= best + SLACK && self.path_is_clear(id, target, *edge, *whole)
        });
        clear.then_some(best)
    }

    /// R83: no third element in the hull of both edges, and no screen that cuts both of its sides.
    fn path_is_clear(&self, id: ElementId, target: ElementId, from: [Point; 2], to: [Point; 2]) -> bool {
        let mut points = [from[0], from[1], to[0], to[1]];
        let path = Ground::around(&mut points);
        let blocked = self.standing().any(|other| {
            other != id && other != target && {
                let base = self.base(other);
                path.extent().meets(&base.extent()) && overlap(&path, &base)
            }
        });
        let walls = Side::BOTH.into_iter().any(|camp| {
            let holder = self.occupant(camp);
            holder.is_some_and(|holder| holder != id && holder != target)
                && self.camp(camp).ground().is_some_and(|ground| overlap(&path, &ground))
        });
        if blocked || walls {
            return false;
        }
        let (mut one, mut other) = ([from[0], to[0]], [from[1], to[1]]);
        if properly_cross(one, other) {
            (one, other) = ([from[0], to[1]], [from[1], to[0]]);
        }
        !self.field.pieces.iter().filter(|laid| SCREENS.contains(&laid.feature())).any(|laid| {
            let cut = |[a, b]: [Point; 2]| match laid.crest {
                Some(crest) => properly_cross(crest, [a, b]),
                None => laid.outlines.iter().any(|outline| cuts(a, b, outline.corners())),
            };
            cut(one) && cut(other)
        })
    }

    /// Whether an element has a legal shot at another of its own accord now.
    pub(crate) fn has_shot(&self, id: ElementId, target: ElementId) -> Option<i64> {
        let may = target.side() != id.side()
            && self.may_be_in_range(id, target)
            && self.may_shoot(id)
            && self.may_be_shot_at(target);
        if may { self.shot(id, target) } else { None }
    }

    /// Whether a target stands so near that measuring the range is worth while: asked first, since few do.
    #[inline]
    fn may_be_in_range(&self, id: ElementId, target: ElementId) -> bool {
        let Some(range) = self.card(id).range else { return false };
        if !self.on_table(id) || !self.on_table(target) {
            return true;
        }
        let far = range + SLACK + breadth(self.depth(id)) + breadth(self.depth(target));
        let apart = self.element(id).pose.at - self.element(target).pose.at;
        apart.x.abs().max(apart.y.abs()) <= far
    }

    /// R85: enemy shooters that could shoot at it and that it could shoot at.
    fn duels(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        ElementId::troops_of(id.side().other()).filter(move |&enemy| {
            !self.element(id).has(Element::SHOT_AT)
                && self.has_shot(enemy, id).is_some()
                && self.has_shot(id, enemy).is_some()
        })
    }

    /// Whether the duty to duel lets an element shoot at this target.
    fn free_to_shoot_at(&self, id: ElementId, target: ElementId) -> bool {
        let mut duels = self.duels(id).peekable();
        duels.peek().is_none() || duels.any(|enemy| enemy == target)
    }

    /// The targets an element may shoot at now.
    pub(crate) fn targets(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        ElementId::all_of(id.side().other())
            .filter(move |&target| self.has_shot(id, target).is_some() && self.free_to_shoot_at(id, target))
    }

    /// Whether a side has a shot it must take (R84).
    pub(crate) fn must_shoot(&self, side: Side) -> bool {
        ElementId::troops_of(side).any(|id| self.targets(id).next().is_some())
    }

    /// T4a: a shooting of one to three at a target, the closest first.
    pub(crate) fn may_volley(&self, units: &Units, target: ElementId, side: Side) -> Result<(), Refusal> {
        if units.is_empty() || units.len() > TOGETHER || !units.are_distinct() {
            return Err(Refusal::NobodyNamed);
        }
        if !self.exists(target)
            || target.side() == side
            || units.ids().iter().any(|&id| !self.exists(id) || id.side() != side)
        {
            return Err(Refusal::NotYours);
        }
        if self.element(target).has(Element::SHOT_AT) {
            return Err(Refusal::ShotAtAlready(target));
        }
        if !self.may_be_shot_at(target) {
            return Err(Refusal::NoTarget(target));
        }
        let mut closest = i64::MAX;
        let mut main = i64::MAX;
        for (i, &id) in units.ids().iter().enumerate() {
            if self.element(id).has(Element::SHOT) {
                return Err(Refusal::ShotAlready(id));
            }
            if !self.may_shoot(id) {
                return Err(Refusal::NoShooter(id));
            }
            let range = self.shot(id, target).ok_or(Refusal::OutOfSight(id, target))?;
            if !self.free_to_shoot_at(id, target) {
                return Err(Refusal::MustShootBack(id));
            }
            closest = closest.min(range);
            if i == 0 {
                main = range;
            }
        }
        if main > closest + SLACK { Err(Refusal::NotClosest(units.first())) } else { Ok(()) }
    }

    /// Begins a shooting; a target that can shoot the main shooter shoots back (R86).
    pub(crate) fn begin_volley(&mut self, units: &Units, target: ElementId, chronicle: &mut impl Chronicle) {
        let aides: Units = units.ids()[1..].iter().copied().collect();
        let main = units.first();
        let mutual = self.could_shoot(target)
            && !self.element(main).has(Element::SHOT_AT)
            && self.shot(target, main).is_some();
        self.fight = Fight {
            stage: Stage::Roll,
            combat: Combat::Shooting,
            one: main,
            other: target,
            aides: [aides, Units::NONE],
            mutual,
            ..Fight::NONE
        };
        if mutual && self.possible_aides().next().is_some() {
            self.fight.stage = Stage::Aides;
        }
        chronicle.note(|| {
            let text = format!("{} {} {}", self.names(units), shoots(units.len()), self.full_label(target));
            let event = Event::new(EventKind::Declared, "2.11", text)
                .counters(units.ids().iter().chain([&target]).map(|id| u16::from(id.0)));
            match self.fight.stage {
                Stage::Roll => event.sum(self.sum_of_fight()),
                _ => event,
            }
        });
    }

    /// T4b: who may aid the target in shooting back.
    pub(crate) fn possible_aides(&self) -> impl Iterator<Item = ElementId> + '_ {
        let Fight { one, other, .. } = self.fight;
        ElementId::troops_of(other.side()).filter(move |&id| {
            id != other
                && self.may_shoot(id)
                && self.shot(id, one).is_some()
                && self.free_to_shoot_at(id, one)
        })
    }

    pub(crate) fn may_aid(&self, units: &Units) -> Result<(), Refusal> {
        if units.len() >= TOGETHER || !units.are_distinct() {
            return Err(Refusal::NobodyNamed);
        }
        for &id in units.ids() {
            if !self.exists(id) || !self.possible_aides().any(|aide| aide == id) {
                return Err(if self.exists(id) { Refusal::NoShooter(id) } else { Refusal::NotYours });
            }
        }
        Ok(())
    }

    pub(crate) fn name_aides(&mut self, units: &Units, chronicle: &mut impl Chronicle) {
        self.fight.aides[1] = *units;
        self.fight.stage = Stage::Roll;
        chronicle.note(|| {
            let text = match units.is_empty() {
                true => format!("{} shoots back alone", self.label(self.fight.other)),
                false => format!(
                    "{} {} {} in shooting back",
                    self.names(units),
                    aids(units.len()),
                    self.label(self.fight.other)
                ),
            };
            Event::new(EventKind::Declared, "R86", text).sum(self.sum_of_fight())
        });
    }

    /// The side that shoots now.
    pub(crate) fn shooting_side(&self) -> Side {
        if let Step::Shoot(side) = self.step { side } else { self.active }
    }

    /// The phase goes on with whoever must still shoot; with neither it is over.
    pub(crate) fn next_volley(&mut self) -> bool {
        let must = Side::BOTH.map(|side| self.must_shoot(side));
        self.step = match must {
            [false, false] => return false,
            [true, true] => Step::Volley,
            [true, false] => Step::Shoot(Side::First),
            [false, true] => Step::Shoot(Side::Second),
        };
        true
    }
}

fn shoots(count: usize) -> &'static str {
    if count == 1 { "shoots at" } else { "shoot at" }
}

fn aids(count: usize) -> &'static str {
    if count == 1 { "aids" } else { "aid" }
}

/// What of a segment lies straight ahead within three MU to each side (item 14).
fn in_arc(base: &Base, segment: [Point; 2]) -> Option<[Point; 2]> {
    let reach = BESIDE * base.q.squared();
    let mut left = segment;
    for (out, most) in [(-base.q, 0), (base.r, reach), (-base.r, reach)] {
        let beyond = left.map(|point| (point - base.pose.at).dot(out) - most);
        match (beyond[0] > 0, beyond[1] > 0) {
            (true, true) => return None,
            (true, false) => left[0] = left[0] + (left[1] - left[0]).scaled(beyond[0], beyond[0] - beyond[1]),
            (false, true) => left[1] = left[1] + (left[0] - left[1]).scaled(beyond[1], beyond[1] - beyond[0]),
            _ => {}
        }
    }
    Some(left)
}

#[cfg(test)]
mod tests;
