//! Errands: where a stack could go, and what good it would do there.

use std::rc::Rc;

use engine::hex::Hex;
use engine::odds::Quarters;

use super::atlas::{Lore, Marches, TOLL_COLUMNS};
use super::dispositions::{self, Dispositions};
use super::survey::{Goal, Survey};
use crate::position::Position;
use crate::sheet::{Arm, Kind, State};
use crate::unit::{Party, Spot, Unit, UnitId};

/// A stack that could be sent somewhere.
#[derive(Clone, Copy)]
pub(super) struct Errand {
    pub arm: Arm,
    /// The type that suffers most from the march.
    pub kind: Kind,
    /// Land units, or ships.
    pub men: u8,
    pub strength: u16,
    /// Land units aboard, and their strength.
    cargo: (u8, u16),
    /// Units of Muslim nationality, who had better fight than brood.
    natives: u8,
    nation: State,
    /// What the loss of a unit hurts: to attrition, in combat; summed over the stack.
    worn: f32,
    slain: f32,
    /// Units that can be spared: they come back from the pool.
    fodder: u8,
}

/// What a force could do.
pub(super) struct Outlook<'a> {
    position: &'a Position,
    pub survey: Rc<Survey>,
}

/// An errand with what it comes to by the length of the way.
struct Venture<'a> {
    errand: &'a Errand,
    /// What the loss of an average unit in combat hurts now.
    hurt: f32,
    /// What a fight is worth for its own sake; without limit for a stack that gains by its losses.
    zeal: f32,
    /// By column of the attrition table.
    tolls: [Toll; TOLL_COLUMNS],
}

/// What a way costs a stack.
#[derive(Clone, Copy)]
struct Toll {
    price: f32,
    /// What is left of its strength, and the chance that somebody is left.
    strength: u16,
    left: f32,
}

impl Venture<'_> {
    #[inline]
    fn toll(&self, points: u16) -> Toll {
        self.tolls[Lore::toll_column(points)]
    }

    /// More than the errand can come to at a goal.
    #[inline]
    fn ceiling(&self, goal: &Goal, toll: Toll) -> f32 {
        match self.errand.arm {
            Arm::Land => goal.ceiling(self.hurt, self.zeal, toll.left) - toll.price,
            Arm::Naval => f32::INFINITY,
        }
    }
}

/// What a unit is worth that waits in a pool.
pub(super) fn kept_of(unit: &Unit) -> f32 {
    match unit.kind {
        Kind::Bedouin => death_of(unit) - wear_of(unit),
        Kind::Levy | Kind::Mercenary => 0.8,
        Kind::Naval => 0.3,
    }
}

/// What the loss of a unit to attrition hurts: Bedouin come back for nothing.
pub(super) fn wear_of(unit: &Unit) -> f32 {
    match unit.kind {
        Kind::Bedouin => 0.8,
        Kind::Levy if matches!(unit.state, State::Muslim | State::Byzantine | State::Persian) => 1.2,
        Kind::Levy => 1.8,
        Kind::Mercenary | Kind::Naval => 2.2,
    }
}

/// What the loss of a unit in combat hurts: Bedouin are gone for good, men of the Empires change sides.
fn death_of(unit: &Unit) -> f32 {
    match unit.kind {
        Kind::Bedouin => 3.0,
        Kind::Mercenary => 3.0,
        Kind::Naval => 2.5,
        Kind::Levy if unit.is_muslim() => 1.2,
        Kind::Levy => 1.5,
    }
}

impl Errand {
    fn nobody(arm: Arm) -> Errand {
        let kind = if arm == Arm::Naval { Kind::Naval } else { Kind::Bedouin };
        let (worn, slain) = (0.0, 0.0);
        Errand {
            arm,
            kind,
            men: 0,
            strength: 0,
            cargo: (0, 0),
            natives: 0,
            nation: State::Muslim,
            worn,
            slain,
            fodder: 0,
        }
    }

    /// Adds a unit to the stack.
    pub fn add(&mut self, unit: &Unit) {
        self.kind = self.kind.max(unit.kind);
        self.men += 1;
        self.strength += unit.strength as u16;
        self.natives += u8::from(unit.is_native());
        self.nation = unit.state;
        self.worn += wear_of(unit);
        self.slain += death_of(unit);
        self.fodder += u8::from(unit.kind == Kind::Levy);
    }

    /// What so many losses in combat hurt: those who can be spared fall first.
    fn bill(&self, losses: f32) -> f32 {
        let losses = losses.min(self.men as f32);
        let spared = losses.min(self.fodder as f32);
        1.3 * spared + self.dear() * (losses - spared)
    }

    /// What the loss of one of those hurts who cannot be spared.
    #[inline]
    fn dear(&self) -> f32 {
        let rest = (self.men - self.fodder) as f32;
        if rest > 0.0 { (self.slain - 1.3 * self.fodder as f32) / rest } else { 1.3 }
    }

    /// The stack without one average unit, who stays behind.
    fn leaving_one(mut self) -> Errand {
        let men = self.men as f32;
        self.strength -= (self.strength as f32 / men).round() as u16;
        self.worn -= self.worn / men;
        self.slain -= self.slain / men;
        self.natives = self.natives.min(self.men - 1);
        self.fodder = self.fodder.min(self.men - 1);
        self.men -= 1;
        self
    }

    /// Whether anybody is aboard.
    pub fn is_laden(&self) -> bool {
        self.cargo.0 > 0
    }
}

impl Position {
    /// What a force could do now.
    pub(super) fn outlook(&self, party: Party) -> Outlook<'_> {
        Outlook { position: self, survey: self.survey(party) }
    }

    /// A unit by itself.
    pub(super) fn errand_alone(&self, unit: &Unit) -> Errand {
        let mut errand = Errand::nobody(unit.arm());
        errand.add(unit);
        errand
    }

    /// The stack in hand.
    pub(super) fn errand_in_hand(&self) -> Errand {
        let mut errand = Errand::nobody(self.mover.arm);
        for id in self.stack(self.mover.at) {
            let unit = self.unit(id);
            if unit.has(Unit::IN_HAND) && !unit.has(Unit::DROPPING) {
                errand.add(unit);
            } else if unit.aboard.some().is_some() {
                errand.cargo.0 += 1;
                errand.cargo.1 += unit.strength as u16;
            }
        }
        if self.mover.leader {
            errand.strength += self.sheet.roster.leader_strength as u16;
        }
        errand
    }

    /// The stack that would go if a unit were taken up: all of its arm there who march as well as it does.
    fn errand_of(&self, party: Party, id: UnitId) -> Errand {
        let first = self.unit(id);
        let mut errand = Errand::nobody(first.arm());
        for other in self.force(first.spot, party, first.arm()) {
            let unit = self.unit(other);
            if unit.kind <= first.kind && !unit.has(Unit::MOVED) {
                errand.add(unit);
            }
        }
        if first.arm() == Arm::Naval && self.hex_of(first.spot).is_some_and(|hex| self.is_port(hex)) {
            for other in self.force(first.spot, party, Arm::Land).take(errand.men as usize) {
                if !self.unit(other).has(Unit::MOVED) {
                    errand.cargo.0 += 1;
                    errand.cargo.1 += self.unit(other).strength as u16;
                }
            }
        }
        errand
    }
}

impl Outlook<'_> {
    /// The lay of the land.
    #[inline]
    pub fn dispositions(&self) -> &Dispositions {
        &self.survey.dispositions
    }

    fn venture<'a>(&self, errand: &'a Errand) -> Venture<'a> {
        let (lore, troops) = (self.position.sheet.lore(), self.survey.troops);
        let war = self.dispositions().party.at_war();
        let men = f32::max(errand.men as f32, 1.0);
        let toll = |column: usize| {
            let (losses, left) = lore.toll_in(column, errand.men);
            match errand.arm {
                Arm::Land if war => Toll { price: 0.0, strength: errand.strength, left: 1.0 },
                Arm::Land => Toll {
                    price: losses * troops * errand.worn / men,
                    strength: errand.strength - (losses * errand.strength as f32 / men) as u16,
                    left,
                },
                Arm::Naval => Toll { price: losses * troops * 2.2, strength: errand.strength, left },
            }
        };
        Venture {
            errand,
            hurt: errand.slain / men * troops,
            zeal: if errand.dear() < 0.0 { f32::INFINITY } else { 0.5 * errand.natives as f32 },
            tolls: std::array::from_fn(toll),
        }
    }

    /// How good it would be to send the stack of a unit out, against leaving it where it is.
    pub fn promise(&self, id: UnitId) -> f32 {
        let (position, party) = (self.position, self.dispositions().party);
        let spot = position.unit(id).spot;
        let Some(origin) = position.hex_of(spot) else { return 0.0 };
        let mut errand = position.errand_of(party, id);
        let mut price = 0.0;
        if errand.arm == Arm::Land && spot != Spot::BOX && self.dispositions().own(origin).men <= errand.men {
            if errand.men > 1 {
                errand = errand.leaving_one();
            } else {
                price = self.survey.gain * position.yields(origin);
            }
        }
        let (idle, losable) = match errand.arm {
            Arm::Land => (
                position.idle_points(party, spot, Arm::Land) as u16,
                position.idle_losable(party, spot, Arm::Land).min(errand.men),
            ),
            Arm::Naval => (0, 0),
        };
        let losses = position.sheet.lore().toll(idle, losable).0;
        let stays = -losses * self.survey.troops * errand.worn / errand.men as f32;
        let best = self.best(&errand, origin, 0);
        best - price - stays.max(-2.0)
    }

    /// How good it would be to have a unit stay where it is raised.
    pub fn here(&self, errand: &Errand, hex: Hex) -> f32 {
        let position = self.position;
        let points = position.sheet.charts.points(position.sheet.ground.place(hex), errand.kind) as u16;
        let idle = (points * position.sheet.charts.figures.idle_factor as u16)
            .saturating_sub(position.value(hex) as u16);
        let goal = self.survey.goals.iter().find(|goal| goal.hex == hex);
        goal.map_or(-1.0, |goal| {
            let venture = self.venture(errand);
            self.score(&venture, goal, venture.toll(idle))
        })
    }

    /// The best any goal has to offer to a stack in a hex that has gathered so many points.
    pub fn best(&self, errand: &Errand, from: Hex, points: u16) -> f32 {
        let marches = self.position.sheet.marches(errand.kind, from);
        let limit = self.position.attrition_limit(self.dispositions().party);
        let venture = self.venture(errand);
        let mut best = -1.0f32;
        for (summit, goal) in self.survey.ranking() {
            if errand.arm == Arm::Land && summit + venture.zeal <= best {
                break;
            }
            let Some(way) = marches.points(goal.hex) else { continue };
            let total = points + way;
            if total > limit || goal.hex == from {
                continue;
            }
            let toll = venture.toll(total);
            if venture.ceiling(goal, toll) > best {
                best = best.max(self.score(&venture, goal, toll));
            }
        }
        best
    }

    /// How well each of the neighbouring hexes leads to what the stack in hand could go for, and how good it is to
    /// stop here. Only goals to which this hex is no detour count: nobody walks in circles.
    pub fn pulls(&self, neighbours: &[Option<Hex>; 6]) -> ([f32; 6], f32) {
        let position = self.position;
        let mut pulls = [0.0; 6];
        let Some(here) = position.hex_of(position.mover.at) else { return (pulls, 0.0) };
        let errand = position.errand_in_hand();
        let sheet = &position.sheet;
        let from_here = sheet.marches(errand.kind, here);
        let origin = position.hex_of(position.mover.origin).filter(|&hex| hex != here);
        let from_origin = origin.map(|hex| sheet.marches(errand.kind, hex));
        let onward = neighbours.map(|hex| hex.map(|hex| sheet.marches(errand.kind, hex)));
        let limit = position.attrition_limit(self.dispositions().party);
        let venture = self.venture(&errand);
        let points = position.mover.points as u16;
        let mut stop = 0.0;
        for goal in &self.survey.goals {
            if goal.hex == here {
                stop = pull(self.score(&venture, goal, venture.toll(points)));
                continue;
            }
            let Some(length) = from_here.length(goal.hex) else { continue };
            let straight = from_origin.is_none_or(|from| {
                let whole = from.length(goal.hex).unwrap_or(0);
                from.length(here).unwrap_or(0) + length <= whole
            });
            let total = points + from_here.points(goal.hex).unwrap_or(0);
            if !straight || total > limit || Some(goal.hex) == origin {
                continue;
            }
            let toll = venture.toll(total);
            if venture.ceiling(goal, toll) <= 0.0 {
                continue;
            }
            let leads = |(next, marches): (&Option<Hex>, Option<Marches>)| {
                let (Some(next), Some(marches)) = (*next, marches) else { return false };
                let rest = if next == goal.hex { Some(0) } else { marches.length(goal.hex) };
                rest.is_some_and(|rest| rest + sheet.stride_length(errand.kind, next) == length)
            };
            if let Some(side) = neighbours.iter().zip(onward).position(leads) {
                pulls[side] += pull(self.score(&venture, goal, toll));
            }
        }
        (pulls, stop)
    }

    /// What a stack would do at a goal, in points.
    fn score(&self, venture: &Venture, goal: &Goal, toll: Toll) -> f32 {
        let errand = venture.errand;
        match errand.arm {
            Arm::Land => {
                let force = (errand.men, toll.strength);
                self.score_ashore(errand, goal, force, venture.hurt, toll.left) - toll.price
            }
            Arm::Naval => self.score_at_sea(errand, goal, toll),
        }
    }

    fn score_ashore(
        &self,
        errand: &Errand,
        goal: &Goal,
        (men, strength): (u8, u16),
        hurt: f32,
        left: f32,
    ) -> f32 {
        let (own, foe) = (goal.own, goal.foe);
        let crowd = (own.men + men).saturating_sub(goal.limit) as f32;
        let mut score = -0.8 * crowd * self.survey.troops - goal.alarm;
        if self.dispositions().party.at_war() {
            return score + self.score_in_war(errand, goal, men, strength);
        }
        let risk = goal.risk(own.strength + strength);
        if foe.men > 0 {
            return score + (self.score_attack(errand, goal, men, strength) - 0.5 * risk * hurt) * left;
        }
        let fallen = f32::min(men as f32, 1.5) * hurt;
        let gain = self.survey.gain;
        if own.men == 0 {
            let site = if errand.natives > 0 { goal.site } else { 0.0 };
            let gain = gain * (goal.worth + site);
            return score + ((1.0 - 0.7 * risk) * gain - risk * fallen) * left;
        }
        let lonely = if own.men == 1 { 0.4 } else { 0.1 };
        score += (goal.before - risk) * (gain * goal.yields + 1.5 * hurt) - risk * (fallen - hurt).max(0.0);
        score + lonely * goal.yields
    }

    fn score_attack(&self, errand: &Errand, goal: &Goal, men: u8, strength: u16) -> f32 {
        let position = self.position;
        let (own, survey) = (goal.own, &self.survey);
        let limited = survey.dispositions.party == Party::Empires && errand.nation.has_attack_limit();
        let mut attack = strength + own.strength;
        if limited {
            let most = position.books.allowance[errand.nation as usize];
            if most == 0 {
                // Nobody fights, but the foe no longer counts the hex (R33, R88).
                return 0.6 * survey.gain * goal.worth - 0.5 * men as f32;
            }
            attack = attack.min(most as u16 * (strength / men.max(1) as u16).max(1));
        } else if own.men == 0 {
            // Others who have yet to move may come as well.
            let support = goal.support[usize::from(errand.nation == State::Persian)] - survey.need;
            attack += dispositions::counted_on(strength, support);
        }
        let lost = |losses: f32| errand.bill(losses.min(men as f32));
        let mut score = survey.value_of_attack(position, goal, attack, lost);
        if own.men > 0 && !limited {
            // Those who are there fight anyway: what counts is what they gain.
            score -= goal.alone;
        }
        if survey.dispositions.party == Party::Muslims {
            score += 0.5 * errand.natives as f32;
            score += goal.challenge;
        }
        score
    }

    /// In a civil war the leader is the prize; for the rest the Rebels want blood and the Authority does not.
    fn score_in_war(&self, errand: &Errand, goal: &Goal, men: u8, strength: u16) -> f32 {
        let party = self.dispositions().party;
        let foe = goal.foe;
        if foe.strength == 0 {
            return 0.0;
        }
        let attack = strength + goal.own.strength;
        let odds = self.position.prospect(attack, goal.defence(foe.strength));
        let lost = odds.attacker.min(men as f32) * errand.slain / f32::max(errand.men as f32, 1.0);
        let killed = odds.defender.min(foe.men as f32) * 1.5;
        let leader = self.position.leader_at(party.foe(), Spot::on(goal.hex));
        let prize = if leader { 6.0 * odds.wins } else { 0.0 };
        // Where nothing hangs on it, the quickest end is the best: a leader who falls in any fight.
        let end = if self.position.mover.leader && !self.position.war_counts() { 4.0 } else { 0.0 };
        match party {
            Party::Rebels => prize + 0.5 * (killed + lost),
            _ => prize + end + 0.2 * killed - 0.7 * lost,
        }
    }

    fn score_at_sea(&self, errand: &Errand, goal: &Goal, toll: Toll) -> f32 {
        let position = self.position;
        let foe = goal.foe;
        if errand.is_laden() {
            if !position.is_port(goal.hex) || foe.ships > 0 {
                return -1.0;
            }
            let ashore = Errand { natives: 0, slain: 1.5, ..*errand };
            let hurt = ashore.slain / f32::max(ashore.men as f32, 1.0) * self.survey.troops;
            return self.score_ashore(&ashore, goal, errand.cargo, hurt, toll.left) - toll.price;
        }
        let siege = self.dispositions().party == Party::Muslims
            && goal.hex == position.sheet.ground.constantinople
            && goal.own.men > 0;
        let mut score = if siege { 4.0 } else { 0.0 };
        if foe.ships > 0 {
            let odds = position.prospect(errand.strength, Quarters::points(foe.ships as u32));
            score += 2.0 * odds.wins + 1.5 * odds.defender - 2.5 * odds.attacker;
        } else if goal.own.men > 0 {
            score += 0.1;
        }
        score - toll.price
    }
}

/// How strongly a score draws: nothing below zero.
pub(super) fn pull(score: f32) -> f32 {
    if score <= 0.0 { 0.0 } else { (0.8 * score).min(8.0).exp() - 1.0 }
}

#[cfg(test)]
mod tests;
