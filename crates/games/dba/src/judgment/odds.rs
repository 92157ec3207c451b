//! What a fight is likely to bring, counted over the thirty-six throws of two dice.

use engine::ledger::Unread;

use crate::element::{ElementId, Whereabouts};
use crate::kind::{KINDS, Kind};
use crate::position::Position;
use crate::results::Score;
use crate::sheet::{Combat, Fate, Going, KindCard, Line, Results};

use super::survey::Figure;

/// Of the thirty-six throws, how many go how for whoever has the first of two factors.
#[derive(Clone, Copy)]
struct Throws {
    /// The other is doubled.
    doubles: u8,
    beats: u8,
    equals: u8,
    beaten: u8,
    doubled: u8,
}

/// Factors from −4 to 11; what lies beyond counts as the last.
const FACTORS: usize = 16;
const LEAST: i32 = -4;

const THROWS: [[Throws; FACTORS]; FACTORS] = {
    let none = Throws { doubles: 0, beats: 0, equals: 0, beaten: 0, doubled: 0 };
    let mut table = [[none; FACTORS]; FACTORS];
    let mut cell = 0;
    while cell < FACTORS * FACTORS {
        let (one, other) = (cell / FACTORS, cell % FACTORS);
        let mut throw = 0;
        while throw < 36 {
            let own = one as i32 + LEAST + 1 + throw % 6;
            let theirs = other as i32 + LEAST + 1 + throw / 6;
            let counts = &mut table[one][other];
            if own == theirs {
                counts.equals += 1;
            } else if own > theirs {
                *(if 2 * theirs <= own { &mut counts.doubles } else { &mut counts.beats }) += 1;
            } else {
                *(if 2 * own <= theirs { &mut counts.doubled } else { &mut counts.beaten }) += 1;
            }
            throw += 1;
        }
        cell += 1;
    }
    table
};

fn throws(one: i32, other: i32) -> Throws {
    let index = |factor: i32| (factor - LEAST).clamp(0, FACTORS as i32 - 1) as usize;
    THROWS[index(one)][index(other)]
}

/// What a fate costs, as a share of what the element is worth.
const fn cost(fate: Fate) -> f32 {
    match fate {
        Fate::NoEffect => 0.0,
        Fate::Recoil => 0.06,
        Fate::Flee => 0.25,
        Fate::Destroyed => 1.0,
    }
}

/// What is at stake for one of two fighters: the cost to it of being equalled, beaten and doubled.
#[derive(Clone, Copy)]
struct Stake {
    equal: f32,
    beaten: f32,
    doubled: f32,
}

impl Stake {
    /// Nothing is at stake for whoever is not shot back at.
    const NONE: Stake = Stake { equal: 0.0, beaten: 0.0, doubled: 0.0 };

    /// By what may befall somebody of such worth; whoever is trapped cannot go back.
    fn of(fates: Fates, worth: f32, trapped: bool) -> Stake {
        let price = |fate: Fate| match fate {
            Fate::Recoil | Fate::Flee if trapped => worth,
            fate => cost(fate) * worth,
        };
        let [equal, beaten, doubled] = fates.map(price);
        Stake { equal, beaten, doubled }
    }
}

/// What a fight is worth to the first of two: what the other is likely to lose less what it is.
fn balance(factors: [i32; 2], own: Stake, theirs: Stake) -> f32 {
    let throws = throws(factors[0], factors[1]);
    let sum = f32::from(throws.doubles) * theirs.doubled + f32::from(throws.beats) * theirs.beaten
        - f32::from(throws.doubled) * own.doubled
        - f32::from(throws.beaten) * own.beaten
        + f32::from(throws.equals) * (theirs.equal - own.equal);
    sum / 36.0
}

/// What befalls somebody who is equalled, beaten, doubled.
type Fates = [Fate; 3];

/// What kinds of troops are worth against each other, in thousandths of an element on open ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lore {
    clash: [[i16; KINDS]; KINDS],
    /// What a close combat may do to the first of two kinds, in good going and in bad.
    fates: [[[Fates; 2]; KINDS]; KINDS],
    /// What shooting at the second is worth to the first, by how many help, not shot back at.
    volley: [[[i16; KINDS]; KINDS]; MOST_AIDES + 1],
}

/// Others who may help a shooter.
const MOST_AIDES: usize = 2;

impl Lore {
    /// Worked out from the chart.
    pub(crate) fn of(kinds: &[KindCard], equal: &Results, beaten: &Results, doubled: &Results) -> Lore {
        let fate = |results: &Results, id: Kind, foe: Kind, combat: Combat, bad: bool| {
            let fits = |line: &&Line| {
                line.vs.has(foe)
                    && line.combat.is_none_or(|of| of == combat)
                    && line.in_camp != Some(true)
                    && line.going.is_none_or(|going| (going == Going::Bad) == bad)
            };
            results[id as usize].iter().find(fits).map_or(Fate::NoEffect, |line| line.fate)
        };
        let fates = |id: Kind, foe: Kind, combat: Combat, bad: bool| {
            let hurt = fate(beaten, id, foe, combat, bad);
            [fate(equal, id, foe, combat, bad), hurt, hurt.max(fate(doubled, id, foe, combat, bad))]
        };
        let stake =
            |id: Kind, foe: Kind, combat: Combat| Stake::of(fates(id, foe, combat, false), 1.0, false);
        let card = |kind: Kind| &kinds[kind as usize];
        let (mut clash, mut volley) = ([[0; KINDS]; KINDS], [[[0; KINDS]; KINDS]; MOST_AIDES + 1]);
        let mut close_fates = [[[[Fate::NoEffect; 3]; 2]; KINDS]; KINDS];
        for one in Kind::ALL {
            for other in Kind::ALL {
                close_fates[one as usize][other as usize] =
                    [false, true].map(|bad| fates(one, other, Combat::Close, bad));
                let factor = |a: Kind, b: Kind| i32::from(card(a).close[card(b).class as usize]);
                let close = balance(
                    [factor(one, other), factor(other, one)],
                    stake(one, other, Combat::Close),
                    stake(other, one, Combat::Close),
                );
                clash[one as usize][other as usize] = (close * 1_000.0) as i16;
                let shot = |a: Kind, b: Kind| i32::from(card(a).shooting[card(b).class as usize]);
                for (aides, volley) in volley.iter_mut().enumerate() {
                    let aided = shot(other, one) + i32::from(card(other).shot_at) - aides as i32;
                    let far = match card(one).range {
                        Some(_) => balance(
                            [shot(one, other), aided],
                            Stake::NONE,
                            stake(other, one, Combat::Shooting),
                        ),
                        None => 0.0,
                    };
                    volley[one as usize][other as usize] = (far * 1_000.0) as i16;
                }
            }
        }
        Lore { clash, fates: close_fates, volley }
    }

    /// What a close combat would be worth to the first of two, with these factors on this ground; the other is lost
    /// where it cannot recoil.
    pub(super) fn bout(&self, fighters: [&Figure; 2], factors: [i32; 2], bad: bool, trapped: bool) -> f32 {
        let [one, other] = fighters;
        let stake = |own: &Figure, foe: &Figure, trapped: bool| {
            let fates = self.fates[own.kind as usize][foe.kind as usize][usize::from(bad)];
            Stake::of(fates, own.worth, trapped)
        };
        balance(factors, stake(one, other, false), stake(other, one, trapped))
    }

    /// What storming a camp is worth to the first: nobody recoils in a camp, whoever is beaten there is lost with it.
    pub(super) fn storm(&self, figure: &Figure, holder: Kind, factors: [i32; 2], worth: f32) -> f32 {
        let fates = self.fates[figure.kind as usize][holder as usize][0];
        let theirs = Stake { equal: 0.0, beaten: worth, doubled: worth };
        balance(factors, Stake::of(fates, figure.worth, false), theirs)
    }

    /// What a fight front to front is worth to the first, in elements.
    #[inline]
    pub(super) fn clash(&self, one: Kind, other: Kind) -> f32 {
        f32::from(self.clash[one as usize][other as usize]) / 1_000.0
    }

    /// What a shot is worth to the first, so many others helping.
    #[inline]
    pub(super) fn volley(&self, one: Kind, other: Kind, aides: usize) -> f32 {
        f32::from(self.volley[aides.min(MOST_AIDES)][one as usize][other as usize]) / 1_000.0
    }
}

/// What losing one more element means, by how many are lost: the fourth decides.
const NEXT_LOSS: [f32; 5] = [1.0, 1.1, 1.3, 2.0, 1.5];

/// Troops whose loss counts for less than others'.
const CHEAP: f32 = 0.35;

impl Position {
    /// What losing an element would mean to its side.
    pub(super) fn worth(&self, id: ElementId) -> f32 {
        let losses = [self.losses(id.side()), self.losses(id.side().other())];
        let next = NEXT_LOSS[usize::from(losses[0]).min(NEXT_LOSS.len() - 1)];
        let kind = match (self.element(id).place, self.kind(id)) {
            // With the camp's holder the camp goes, which counts for two.
            (Whereabouts::Camp(camp), _) if camp == id.side() => 2.0,
            (_, Kind::ScythedChariots | Kind::CampFollowers) => return CHEAP,
            (_, _) => 1.0,
        };
        let general = match id.is_general() {
            // Whoever is not ahead by then loses the battle with its general.
            true if losses[0] + 1 > losses[1] => 2.5,
            true => 1.5,
            false => 0.0,
        };
        kind * next + general
    }

    /// What each score costs an element, in elements.
    fn stake(&self, id: ElementId, foe: ElementId, combat: Combat) -> Stake {
        let fates =
            [Score::Equal, Score::Beaten, Score::Doubled].map(|score| self.fate(id, foe, combat, score));
        let goes_back = fates.iter().any(|fate| matches!(fate, Fate::Recoil | Fate::Flee));
        let trapped = goes_back && (!self.on_table(id) || self.is_cornered(id, foe));
        Stake::of(fates, self.worth(id), trapped)
    }

    /// What the close combat of two is worth to the first, as they stand.
    pub(super) fn fight_worth(&self, one: ElementId, other: ElementId) -> f32 {
        let factors =
            [self.close_factor(one, other, &mut Unread), self.close_factor(other, one, &mut Unread)];
        balance(factors, self.stake(one, other, Combat::Close), self.stake(other, one, Combat::Close))
    }

    /// What shooting together at a target is worth to the shooters; `back` if the target shoots too.
    pub(super) fn volley(&self, main: ElementId, aides: usize, target: ElementId, back: bool) -> f32 {
        let factors = [
            self.shooting_factor(main, target, back, 0, &mut Unread),
            self.shooting_factor(target, main, true, aides, &mut Unread),
        ];
        let own = if back { self.stake(main, target, Combat::Shooting) } else { Stake::NONE };
        balance(factors, own, self.stake(target, main, Combat::Shooting))
    }
}
