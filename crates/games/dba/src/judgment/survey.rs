//! Both armies at a glance: where everybody stands and faces, in MU, and what stands near what.

use std::cell::OnceCell;

use engine::Side;

use crate::element::ElementId;
use crate::geometry::{MU, Pose, QUARTER};
use crate::kind::Kind;
use crate::position::Position;
use crate::sheet::{Class, ELEMENTS};

use super::odds::Lore;
use super::raids::Ways;

/// Enemies farther off than this do not bear on each other.
const FAR: f32 = 9.0;
/// What it is worth to look at an enemy's side or back.
const FLANK: f32 = 0.16;
/// What a good match is worth before it is joined, as a share of the fight.
const PROMISE: f32 = 0.5;
/// What a shot at hand is worth, as a share of it: the target may move away.
const AIM: f32 = 0.8;
/// What may be hoped of an enemy's open flank that can be reached.
const OPEN_FLANK: f32 = 0.35;
/// What an overlap is worth.
const OVERLAP: f32 = 0.12;
/// What a comrade beside is worth.
const BESIDE: f32 = 0.035;
/// What one behind is worth to those whom it supports, and to Pikes.
const BEHIND: f32 = 0.03;
const BEHIND_PIKES: f32 = 0.12;
/// How far the general's word carries for sure.
const COMMAND: f32 = 8.0;
/// What each MU beyond that costs.
const OUT_OF_REACH: f32 = 0.006;
/// What each MU towards an enemy is worth, and how much more where he stands alone or is a good match.
const ADVANCE: f32 = 0.012;
const LONELY: f32 = 1.0;
const LIKED: f32 = 2.0;
/// How a camp tempts that may be stormed, and how much more for each element that is worth.
const CAMP: f32 = 0.5;
const RAID: f32 = 1.2;
/// As far as one looks for an enemy to go for.
const FARTHEST: f32 = 40.0;
/// Friends nearer than this keep an element company.
const NEAR: f32 = 4.5;
/// Whoever is nearer than this bears on an enemy that may be hunted down, and what that comes to at most.
const HUNTING: f32 = 18.0;
const HUNTED: f32 = 1.2;

/// An element as the eye sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub(super) id: ElementId,
    pub(super) kind: Kind,
    pub(super) at: [f32; 2],
    /// Where it faces, of length one.
    pub(super) facing: [f32; 2],
    pub(super) depth: f32,
    /// How far it moves, and shoots.
    pub(super) reach: f32,
    pub(super) range: f32,
    pub(super) engaged: bool,
    /// Whom it fights front to front, by its place in the other army.
    pub(super) foe: Option<u8>,
    pub(super) class: Class,
    /// What it adds in close combat against foot and against mounted, being who it is.
    pub(super) close: [i32; 2],
    /// What losing it would mean.
    pub(super) worth: f32,
    /// What stands behind it.
    pub(super) behind: Option<Kind>,
    /// Whether it stands behind another.
    pub(super) second: bool,
    /// Who stands level with it on its left and right, by its place in its army.
    pub(super) beside: [Option<u8>; 2],
    /// Whether it stands in bad going.
    pub(super) bad: bool,
    /// How alone it stands: 1 with no friend near, less with each.
    pub(super) lonely: f32,
}

fn mu(length: i64) -> f32 {
    length as f32 / MU as f32
}

pub(super) fn dot(a: [f32; 2], b: [f32; 2]) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn way(from: [f32; 2], to: [f32; 2]) -> [f32; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

impl Figure {
    pub(super) fn of(position: &Position, id: ElementId) -> Figure {
        let card = position.card(id);
        let figure = Figure {
            id,
            kind: position.kind(id),
            at: [0.0; 2],
            facing: [0.0; 2],
            depth: position.depth(id) as f32 / 4.0,
            reach: mu(card.allowance),
            range: card.range.map_or(0.0, mu),
            engaged: false,
            foe: None,
            class: card.class,
            close: card.close.map(|factor| i32::from(factor) + i32::from(id.is_general())),
            worth: 1.0,
            behind: None,
            second: false,
            beside: [None; 2],
            bad: false,
            lonely: 1.0,
        };
        figure.posed(&position.element(id).pose)
    }

    /// The same somewhere else.
    pub(super) fn posed(&self, pose: &Pose) -> Figure {
        let ahead = pose.heading.ahead();
        let unit = QUARTER as f32;
        Figure {
            at: [mu(pose.at.x), mu(pose.at.y)],
            facing: [ahead.x as f32 / unit, ahead.y as f32 / unit],
            ..*self
        }
    }

    pub(super) fn right(&self) -> [f32; 2] {
        [self.facing[1], -self.facing[0]]
    }

    /// Its middle.
    pub(super) fn centre(&self) -> [f32; 2] {
        let back = self.depth / 2.0;
        [self.at[0] - back * self.facing[0], self.at[1] - back * self.facing[1]]
    }

    pub(super) fn distance(&self, other: &Figure) -> f32 {
        let apart = way(self.centre(), other.centre());
        dot(apart, apart).sqrt()
    }

    pub(super) fn way_to(&self, at: [f32; 2]) -> f32 {
        let apart = way(self.at, at);
        dot(apart, apart).sqrt()
    }

    /// How squarely it looks at another: 1 straight on, 0 to its side.
    pub(super) fn sees(&self, other: &Figure) -> f32 {
        dot(self.facing, way(self.at, other.centre())) / self.way_to(other.centre()).max(0.1)
    }

    /// Where another stands as this one sees it: how far to its right, how far behind its front.
    pub(super) fn frame(&self, other: &Figure) -> (f32, f32) {
        let apart = way(self.at, other.centre());
        (dot(apart, self.right()), -dot(apart, self.facing))
    }

    /// A place so far to its right and so far ahead of its front.
    pub(super) fn spot(&self, aside: f32, ahead: f32) -> [f32; 2] {
        let right = self.right();
        [0, 1].map(|i| self.at[i] + aside * right[i] + ahead * self.facing[i])
    }

    /// Whether a front corner or the middle of its front lies on a corner or the middle of a front of another.
    pub(super) fn touches(&self, other: &Figure) -> bool {
        let apart = way(self.at, other.at);
        if dot(apart, apart) > 36.0 {
            return false;
        }
        let theirs = [
            other.spot(0.0, 0.0),
            other.spot(-1.0, 0.0),
            other.spot(1.0, 0.0),
            other.spot(-1.0, -other.depth),
            other.spot(1.0, -other.depth),
        ];
        [self.spot(0.0, 0.0), self.spot(-1.0, 0.0), self.spot(1.0, 0.0)].iter().any(|&own| {
            theirs.iter().any(|&point| {
                let apart = way(own, point);
                dot(apart, apart) < 0.001
            })
        })
    }
}

/// What stands on the table, side by side.
pub(super) struct Survey<'a> {
    pub(super) position: &'a Position,
    pub(super) lore: &'a Lore,
    figures: [[Figure; ELEMENTS]; 2],
    counts: [usize; 2],
    /// What keeping together counts for each side: less before an enemy who does not.
    cohesion: [f32; 2],
    /// The ways to the camp of each side, once somebody asks.
    ways: [OnceCell<Option<Ways>>; 2],
}

impl<'a> Survey<'a> {
    pub(super) fn of(position: &'a Position) -> Survey<'a> {
        let nobody = Figure::of(position, ElementId::of(Side::First, 0));
        let mut survey = Survey {
            position,
            lore: &position.sheet.charts.lore,
            figures: [[nobody; ELEMENTS]; 2],
            counts: [0; 2],
            cohesion: [1.0; 2],
            ways: [OnceCell::new(), OnceCell::new()],
        };
        for side in Side::BOTH {
            for id in position.standing_of(side) {
                let count = &mut survey.counts[side.index()];
                let mut figure = Figure::of(position, id);
                figure.worth = position.worth(id);
                figure.bad = position.in_bad_going(id, id);
                survey.figures[side.index()][*count] = figure;
                *count += 1;
            }
            survey.mark_comrades(side);
        }
        survey.mark_engaged();
        survey.cohesion = Side::BOTH.map(|side| (1.25 - survey.scattered(side.other())).min(1.0));
        survey
    }

    /// The ways to the camp of a side, past its troops.
    pub(super) fn ways(&self, camp: Side) -> Option<&Ways> {
        self.ways[camp.index()].get_or_init(|| Ways::to_camp(self, camp)).as_ref()
    }

    pub(super) fn cohesion(&self, side: Side) -> f32 {
        self.cohesion[side.index()]
    }

    /// Who stands level with whom, and behind whom.
    fn mark_comrades(&mut self, side: Side) {
        let army = &mut self.figures[side.index()][..self.counts[side.index()]];
        for i in 0..army.len() {
            for j in 0..army.len() {
                let (one, other) = (army[i], army[j]);
                if i == j {
                    continue;
                }
                let apart = way(one.at, other.at);
                if dot(apart, apart) < NEAR * NEAR {
                    army[i].lonely = one.lonely / (1.0 + one.lonely);
                }
                if dot(one.facing, other.facing) < 0.999 {
                    continue;
                }
                let (ahead, aside) = (dot(apart, one.facing), dot(apart, one.right()));
                if ahead.abs() < 0.3 && (aside.abs() - 2.0).abs() < 0.3 {
                    army[i].beside[usize::from(aside > 0.0)] = Some(j as u8);
                } else if aside.abs() < 0.05 && (ahead + one.depth).abs() < 0.05 {
                    army[i].behind = Some(other.kind);
                    army[j].second = true;
                }
            }
        }
    }

    /// Whoever stands front to front with an enemy fights, whatever else is near.
    fn mark_engaged(&mut self) {
        let [first, second] = &mut self.figures;
        for (i, one) in first[..self.counts[0]].iter_mut().enumerate() {
            for (j, other) in second[..self.counts[1]].iter_mut().enumerate() {
                let apart = way(one.at, other.at);
                if dot(apart, apart) < 16.0 && self.position.frontal(one.id, other.id).is_some() {
                    (one.engaged, other.engaged) = (true, true);
                    (one.foe, other.foe) = (Some(j as u8), Some(i as u8));
                }
            }
        }
    }

    pub(super) fn army(&self, side: Side) -> &[Figure] {
        &self.figures[side.index()][..self.counts[side.index()]]
    }

    pub(super) fn figure(&self, id: ElementId) -> Option<&Figure> {
        self.army(id.side()).iter().find(|figure| figure.id == id)
    }

    /// What two enemies not yet at each other's throats bear on each other, as the first sees it; the opposite for the
    /// other.
    pub(super) fn tension(&self, one: &Figure, other: &Figure) -> f32 {
        let [promise, flank, aim] = self.tensions(one, other);
        PROMISE * promise + FLANK * flank + AIM * aim
    }

    /// The same by what it consists of: how good a match they are, who looks at whose side, who shoots at whom.
    pub(super) fn tensions(&self, one: &Figure, other: &Figure) -> [f32; 3] {
        let apart = way(one.centre(), other.centre());
        let square = dot(apart, apart);
        if square > FAR * FAR {
            return [0.0; 3];
        }
        let distance = square.sqrt().max(0.1);
        let near = (1.0 - distance / FAR).powi(2);
        let faces = (dot(one.facing, apart) / distance).max(0.0);
        let faced = (-dot(other.facing, apart) / distance).max(0.0);
        let clash = if one.engaged || other.engaged { 0.0 } else { self.lore.clash(one.kind, other.kind) };
        let aim = self.aims(one, other) - self.aims(other, one);
        [near * clash * faces.max(faced), near * (faces - faced), aim]
    }

    /// What a shot from one at the other is worth, if it has one.
    fn aims(&self, one: &Figure, other: &Figure) -> f32 {
        if one.range == 0.0 || one.engaged || other.engaged {
            return 0.0;
        }
        let apart = way(one.at, other.centre());
        let (ahead, aside) = (dot(apart, one.facing), dot(apart, one.right()).abs());
        let all_round = one.kind == Kind::WarWagons;
        let arc = all_round || ahead > 0.0 && aside <= 3.5;
        let gap = dot(apart, apart).sqrt() - 0.5 - other.depth / 2.0 - if ahead > 1.0 { 0.0 } else { 0.5 };
        if arc && gap <= one.range { self.lore.volley(one.kind, other.kind, 0) } else { 0.0 }
    }

    /// What an element may expect of the enemies before it.
    pub(super) fn prospect(&self, figure: &Figure) -> f32 {
        let (mut sum, mut pull) = (0.0, 0.0_f32);
        for enemy in self.army(figure.id.side().other()) {
            sum += self.tension(figure, enemy);
            let far = (figure.distance(enemy) - 2.0).max(0.0);
            let liked = LIKED * self.lore.clash(figure.kind, enemy.kind);
            let appetite = (1.0 + LONELY * enemy.lonely + liked).max(0.5);
            pull = pull.max(appetite * (FARTHEST - far).max(0.0));
        }
        if let Some((far, appetite)) = self.camp_ahead(figure) {
            pull = pull.max(appetite * (FARTHEST - far).max(0.0));
        }
        sum + ADVANCE * pull
    }

    /// How far the enemy's camp is from an element, and how it tempts: by what storming it is worth.
    fn camp_ahead(&self, figure: &Figure) -> Option<(f32, f32)> {
        let worth = self.storm(figure);
        let far = self.way_to_camp(figure).filter(|_| worth > 0.0)?;
        Some((far, CAMP + RAID * worth))
    }

    /// How far the middle of an element's front is from a camp.
    pub(super) fn to_camp(&self, figure: &Figure, camp: Side) -> Option<f32> {
        let [least, most] = self.position.camp(camp).area?;
        let off = |at: f32, least: i64, most: i64| (mu(least) - at).max(at - mu(most)).max(0.0);
        let apart = [off(figure.at[0], least.x, most.x), off(figure.at[1], least.y, most.y)];
        Some(dot(apart, apart).sqrt())
    }

    /// What a side may hope to hunt down: enemies who stand alone, by who is near enough to them and fit for it.
    pub(super) fn hunt(&self, side: Side) -> f32 {
        let hunted = self.army(side.other()).iter().map(|prey| {
            let bears = |hunter: &Figure| {
                let near = (1.0 - hunter.distance(prey) / HUNTING).max(0.0);
                near * near * (0.5 + self.lore.clash(hunter.kind, prey.kind).clamp(-0.3, 0.3))
            };
            prey.lonely * self.army(side).iter().map(bears).sum::<f32>().min(HUNTED)
        });
        hunted.sum()
    }

    /// What a side's shots at hand are worth: everybody at whom it is best for him, helped by those who do the same.
    pub(super) fn volleys(&self, side: Side) -> f32 {
        let targets = self.army(side.other());
        // By target: the best shooter's kind and how many shoot.
        let mut shots: [(Option<Kind>, usize); ELEMENTS] = [(None, 0); ELEMENTS];
        for shooter in self.army(side).iter().filter(|figure| figure.range > 0.0 && !figure.engaged) {
            let worth = |target: &Figure| self.aims(shooter, target) * target.worth;
            let best = targets.iter().map(worth).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((place, worth)) = best.filter(|(_, worth)| *worth > 0.0) {
                let shot = &mut shots[place];
                let before = shot.0.map_or(0.0, |kind| {
                    self.lore.volley(kind, targets[place].kind, 0) * targets[place].worth
                });
                if worth > before {
                    shot.0 = Some(shooter.kind);
                }
                shot.1 += 1;
            }
        }
        let worth = |(target, (main, count)): (&Figure, &(Option<Kind>, usize))| {
            main.map_or(0.0, |kind| self.lore.volley(kind, target.kind, count - 1) * target.worth)
        };
        targets.iter().zip(&shots).map(worth).sum()
    }

    /// What its friends are to an element, those of `absent` left out.
    pub(super) fn company(&self, figure: &Figure, absent: u32) -> f32 {
        let mut sum = 0.0;
        for friend in self.army(figure.id.side()) {
            if friend.id == figure.id || absent >> friend.id.index() & 1 != 0 {
                continue;
            }
            sum += self.comradeship(figure, friend);
            if friend.id.is_general() {
                sum -= OUT_OF_REACH * (figure.distance(friend) - COMMAND).max(0.0);
            }
        }
        sum
    }

    /// What striking an enemy could bring, if it is in reach.
    pub(super) fn blow(&self, figure: &Figure, enemy: &Figure) -> f32 {
        let (aside, behind) = enemy.frame(figure);
        let reaches = |at: [f32; 2]| figure.way_to(at) <= figure.reach + 0.3;
        let mut best = 0.0_f32;
        let flank = enemy.spot(aside.signum(), -1.0);
        if (aside.abs() >= 1.0 || behind > enemy.depth) && reaches(flank) {
            best = if enemy.engaged { OPEN_FLANK } else { 0.6 * OPEN_FLANK };
        }
        if enemy.engaged {
            if reaches(enemy.spot(2.0 * aside.signum(), 0.0)) {
                best = best.max(OVERLAP);
            }
        } else if reaches(enemy.at) {
            best = best.max(self.lore.clash(figure.kind, enemy.kind) + 0.02);
        }
        best
    }

    /// The nearest enemy, and how far off he is.
    pub(super) fn nearest_foe(&self, figure: &Figure) -> Option<(f32, &Figure)> {
        let enemies = self.army(figure.id.side().other()).iter();
        enemies.map(|enemy| (figure.distance(enemy), enemy)).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The same, the enemy's camp counted as one of them while it is to be had.
    pub(super) fn nearest_prey(&self, figure: &Figure) -> f32 {
        let camp = self.camp_ahead(figure).map_or(f32::MAX, |(far, _)| far);
        self.nearest_foe(figure).map_or(camp, |(far, _)| far.min(camp))
    }

    /// How scattered a side is: from about a quarter for those in line to 1 if everybody is alone.
    pub(super) fn scattered(&self, side: Side) -> f32 {
        let army = self.army(side);
        army.iter().map(|figure| figure.lonely).sum::<f32>() / army.len().max(1) as f32
    }

    /// What it is worth to two that they stand together.
    pub(super) fn comradeship(&self, figure: &Figure, friend: &Figure) -> f32 {
        let [beside, behind] = self.comradeships(figure, friend);
        self.cohesion(figure.id.side()) * (beside + behind)
    }

    /// Side by side, or one behind the other where that helps.
    pub(super) fn comradeships(&self, figure: &Figure, friend: &Figure) -> [f32; 2] {
        if dot(figure.facing, friend.facing) < 0.999 {
            return [0.0; 2];
        }
        let apart = way(figure.at, friend.at);
        let (ahead, aside) = (dot(apart, figure.facing), dot(apart, figure.right()).abs());
        if ahead.abs() < 0.05 && (aside - 2.0).abs() < 0.05 {
            return [BESIDE, 0.0];
        }
        if aside > 0.05 {
            return [0.0; 2];
        }
        let (front, back) = if ahead > 0.0 { (friend, figure) } else { (figure, friend) };
        let charts = &self.position.sheet.charts;
        let helps = match back.kind {
            Kind::Psiloi => charts.psiloi_support.has(front.kind),
            kind => kind == front.kind && charts.support[kind as usize].is_some(),
        };
        // Nobody needs a third rank.
        if !helps || front.second || (ahead.abs() - front.depth).abs() > 0.05 {
            return [0.0; 2];
        }
        [0.0, if back.kind == Kind::Pikes { BEHIND_PIKES } else { BEHIND }]
    }
}
