//! What a side could do to the other if it moved next: its best blows, each with the overlaps and the flank it can add.

use engine::Side;

use crate::kind::Kind;
use crate::sheet::Class;

use super::survey::{Figure, Survey, dot, way};

/// What the best blows count for, one after another: PIPs run out.
const BLOWS: [f32; 3] = [1.0, 0.7, 0.4];
/// How much farther than its move an element is taken to reach: the other side has not moved yet.
const NEARLY: f32 = 0.3;
/// What of a shooter's move goes into turning to its target.
const TURNING: f32 = 0.5;

impl Figure {
    /// How far its front corners have to go to stand at a place, facing so.
    fn march_to(&self, at: [f32; 2], facing: [f32; 2]) -> f32 {
        let (from, to) = (self.right(), [facing[1], -facing[0]]);
        let corner = |sign: f32| {
            let apart = [0, 1].map(|i| at[i] + sign * to[i] - self.at[i] - sign * from[i]);
            dot(apart, apart)
        };
        corner(-1.0).max(corner(1.0)).sqrt()
    }

    fn reaches(&self, at: [f32; 2], facing: [f32; 2]) -> bool {
        !self.engaged && self.march_to(at, facing) <= self.reach + NEARLY
    }

    /// Whether it stands where the rules let it strike a flank: beyond the side line, or behind.
    fn is_beyond(&self, enemy: &Figure, sign: f32) -> bool {
        let (aside, behind) = enemy.frame(self);
        aside * sign >= 1.5 || aside * sign > 0.0 && behind > enemy.depth + 0.5
    }
}

impl Survey<'_> {
    /// What a side could gain by its best blows if it moved next, the storming of the camp among them.
    pub(super) fn menace(&self, side: Side, storm: f32) -> f32 {
        let mut best = [0.0_f32; BLOWS.len()];
        best[0] = storm;
        for victim in self.army(side.other()) {
            let mut blow = self.best_blow(side, victim).max(self.best_fire(side, victim));
            for place in &mut best {
                if blow > *place {
                    std::mem::swap(place, &mut blow);
                }
            }
        }
        best.iter().zip(BLOWS).map(|(blow, share)| blow * share).sum()
    }

    /// What the shooters who can come up are worth against an enemy, together.
    fn best_fire(&self, side: Side, victim: &Figure) -> f32 {
        if victim.engaged {
            return 0.0;
        }
        let (mut best, mut count) = (None, 0_usize);
        for shooter in self.army(side).iter().filter(|figure| figure.range > 0.0 && !figure.engaged) {
            let steps = if shooter.kind == Kind::Artillery { 0.0 } else { shooter.reach - TURNING };
            let gap = shooter.way_to(victim.centre()) - 0.5 - victim.depth / 2.0;
            if gap <= shooter.range + steps {
                count += 1;
                let worth = self.lore.volley(shooter.kind, victim.kind, 0);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, shooter.kind));
                }
            }
        }
        best.map_or(0.0, |(_, main)| self.lore.volley(main, victim.kind, count - 1) * victim.worth).max(0.0)
    }

    /// The best a side can do to an enemy: whoever fights it, overlapped and flanked as far as others can come up.
    fn best_blow(&self, side: Side, victim: &Figure) -> f32 {
        let own = self.army(side);
        let back = [-victim.facing[0], -victim.facing[1]];
        let near = |figure: &Figure| {
            let apart = way(figure.at, victim.at);
            dot(apart, apart) <= (figure.reach + 4.0) * (figure.reach + 4.0)
        };
        let mut main: Option<(f32, usize)> = None;
        for (i, figure) in own.iter().enumerate() {
            let fights = match victim.foe {
                Some(foe) => usize::from(foe) == i,
                None => {
                    near(figure)
                        && dot(way(victim.at, figure.at), victim.facing) > 0.0
                        && figure.reaches(victim.at, back)
                }
            };
            if fights {
                let worth = self.duel(figure, victim, [self.suffered(figure, victim), 0], false);
                if main.is_none_or(|(most, _)| worth > most) {
                    main = Some((worth, i));
                }
            }
        }
        let Some((alone, main)) = main else { return 0.0 };
        let (mut overlaps, mut trapped) = (0, false);
        for (hand, sign) in [(0, -1.0), (1, 1.0)] {
            if victim.beside[hand].is_some() {
                continue;
            }
            let helpers = || own.iter().enumerate().filter(|(i, helper)| *i != main && near(helper));
            let flank = victim.spot(sign, -1.0);
            let inward = victim.right().map(|part| -sign * part);
            let flanks =
                helpers().any(|(_, helper)| helper.is_beyond(victim, sign) && helper.reaches(flank, inward));
            let place = victim.spot(2.0 * sign, 0.0);
            let overlapped = || {
                helpers().any(|(_, helper)| {
                    helper.reaches(place, back)
                        || helper.foe.is_none() && {
                            let apart = way(helper.at, place);
                            dot(apart, apart) < 0.1
                        }
                })
            };
            if flanks || overlapped() {
                overlaps += 1;
            }
            trapped |= flanks;
        }
        if overlaps == 0 {
            return alone.max(0.0);
        }
        let figure = &own[main];
        self.duel(figure, victim, [self.suffered(figure, victim), overlaps], trapped).max(0.0)
    }

    /// By how many of its neighbours whoever strikes an enemy is overlapped: those whom no comrade of his keeps busy.
    fn suffered(&self, figure: &Figure, victim: &Figure) -> i32 {
        let theirs = self.army(victim.id.side());
        let overlaps = |hand: &usize| match victim.beside[*hand] {
            // They look at each other: his left is the other's right.
            Some(friend) => !theirs[usize::from(friend)].engaged && figure.beside[1 - hand].is_none(),
            None => false,
        };
        [0, 1].iter().filter(|hand| overlaps(hand)).count() as i32
    }

    /// What a close combat of two would be worth to the first, each so much overlapped.
    fn duel(&self, one: &Figure, other: &Figure, pressed: [i32; 2], trapped: bool) -> f32 {
        // Whoever comes up fights on the ground of the other.
        let bad = other.bad;
        let factors = [self.factor(one, other, bad) - pressed[0], self.factor(other, one, bad) - pressed[1]];
        self.lore.bout([one, other], factors, bad, trapped)
    }

    fn factor(&self, one: &Figure, other: &Figure, bad: bool) -> i32 {
        let going = if bad { i32::from(self.position.sheet.card(one.kind).bad_going) } else { 0 };
        one.close[other.class as usize] + going + if bad { 0 } else { self.support(one, other) }
    }

    /// What the one behind adds (1.5).
    fn support(&self, one: &Figure, other: &Figure) -> i32 {
        let charts = &self.position.sheet.charts;
        match one.behind {
            Some(Kind::Psiloi) if charts.psiloi_support.has(one.kind) => {
                let helps = other.class == Class::Mounted || other.kind == Kind::Warband;
                if helps { i32::from(charts.psiloi_adds) } else { 0 }
            }
            Some(kind) if kind == one.kind => charts.support[kind as usize].map_or(0, |[foot, heavy]| {
                i32::from(match other.kind {
                    Kind::Bows | Kind::Psiloi => 0,
                    Kind::Cataphracts | Kind::Elephants | Kind::Knights => heavy,
                    _ if other.class == Class::Foot => foot,
                    _ => 0,
                })
            }),
            _ => 0,
        }
    }
}
