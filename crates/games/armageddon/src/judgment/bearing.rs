//! Where a unit in hand wants to be, and how it wants to look.

use engine::Side;
use engine::hex::{Direction, Hex};
use engine::odds::Quarters;

use crate::position::{Gait, Position};
use crate::sheet::Kind;
use crate::unit::{NO_ATTACK, UnitId};

use super::prospects::Mission;
use super::survey::{MOST_BODIES, Survey};

/// What a hex of the way is worth.
const SLOPE: f32 = 1.0;
/// How sharply better places are preferred.
const ZEAL: f32 = 3.0;
/// How far archers like to be: near enough to hit hard, too far to be struck without a step.
const BOWSHOT: f32 = 2.0;
/// How an enemy stack draws a side that must do something, and one that wins by waiting.
const EAGER_LURE: f32 = 2.0;
const WAITING_LURE: f32 = 0.5;
/// How much more it draws for what could be done to it.
const PREY: f32 = 0.5;
/// How near an enemy must be for those who wait to go for him.
const NEARBY: f32 = 4.0;
/// How much it weighs what the enemy could do.
const EAGER_FEAR: f32 = 0.3;
const WAITING_FEAR: f32 = 0.3;
/// Points of enemies that find room at an open side.
const ROOM: f32 = 6.0;
/// What a share in a melee is worth, and the least share of one who takes part.
const BITE: f32 = 1.0;
const LEAST_SHARE: f32 = 0.3;
/// How far those who may still come up are counted on.
const COMING: f32 = 0.5;
/// What a friend beside is worth, and what an enemy costs who is not before the unit.
const COMPANY: f32 = 0.12;
const TURNED: f32 = 0.6;
/// What archers give for a stack of foot to stand in.
const COVER: f32 = 0.4;
/// What it is worth to look at the enemy, and what a turn costs.
const LOOK: f32 = 0.3;
const TURN: f32 = 0.25;
/// What a hex of a chariot's charge is worth.
const CHARGE: f32 = 0.1;
/// What standing in a stream costs.
const WET: f32 = 0.3;

/// Who is in hand, as far as where it goes matters.
struct Goer {
    id: UnitId,
    side: Side,
    /// The type that fights: the passenger's for a chariot.
    kind: Kind,
    strength: Quarters,
    /// Points it defends with, and what it is worth.
    defence: f32,
    worth: f32,
    shoots: bool,
    chariot: bool,
}

/// The field from the place of the unit in hand.
pub(super) struct Bearing<'a> {
    position: &'a Position,
    survey: Survey,
    mission: Mission,
    goer: Goer,
    /// What it is worth to stay as it is.
    here: f32,
}

impl<'a> Bearing<'a> {
    pub fn of(position: &'a Position, id: UnitId) -> Bearing<'a> {
        let side = position.side(id);
        let mut survey = Survey::of(position);
        let mission = position.mission(side);
        position.lay_lures(&mut survey, &mission, side);
        let mut bearing = Bearing { position, survey, mission, goer: Goer::new(position, id), here: 0.0 };
        if let Some((hex, facing)) = bearing.stand() {
            bearing.here = bearing.value(hex, facing, position.mover.run);
        }
        bearing
    }

    /// How readily each order of a move is given: by what it makes better.
    pub fn step(&self, to: Direction) -> f32 {
        let position = self.position;
        let Some((here, facing)) = self.stand() else { return 1.0 };
        let Some(hex) = position.battle.neighbour(here, to) else { return 1.0 };
        let run = self.run_after(hex, facing, to);
        let turned = if position.mover.gait == Gait::FallBack { facing } else { to };
        self.drive(self.value(hex, turned, run) - self.here)
    }

    pub fn turn(&self, to: Direction) -> f32 {
        let Some((here, _)) = self.stand() else { return 1.0 };
        let mut then = self.value(here, to, 0);
        // A turn is also the first half of a step that way.
        if self.position.paces_left() >= 2
            && let Some(ahead) = self.position.battle.neighbour(here, to)
            && !self.position.occupied(ahead)
            && self.position.battle.bears(self.goer.kind, ahead)
        {
            then = then.max(self.value(ahead, to, 1) - 0.2);
        }
        self.drive(then - self.here - TURN)
    }

    /// How good it is to come on, or be put down, in a hex.
    pub fn arrival(&self, hex: Hex) -> f32 {
        self.drive(0.3 * (self.value(hex, Direction::ALL[0], 0) + 5.0)).min(20.0)
    }

    /// How good it is to look a way.
    pub fn look(&self, facing: Direction) -> f32 {
        let Some((here, _)) = self.stand() else { return 1.0 };
        let ahead = self.position.battle.neighbour(here, facing);
        let on = ahead.map_or(-1.0, |ahead| self.value(ahead, facing, 0) - self.value(here, facing, 0));
        self.drive(self.value(here, facing, 0) - self.value(here, facing.opposite(), 0) + 0.5 * on)
    }

    fn stand(&self) -> Option<(Hex, Direction)> {
        let unit = self.position.unit(self.goer.id);
        Some((unit.hex()?, unit.facing))
    }

    fn drive(&self, gain: f32) -> f32 {
        (ZEAL * gain).clamp(-4.0, 4.0).exp()
    }

    fn run_after(&self, hex: Hex, facing: Direction, to: Direction) -> u8 {
        let fresh = !self.position.occupied(hex) && self.position.battle.effect(hex).charge_ground;
        match (fresh, self.position.mover.run > 0 && facing == to) {
            (false, _) => 0,
            (true, true) => self.position.mover.run + 1,
            (true, false) => 1,
        }
    }

    /// What it is worth to the unit in hand to stand in a hex, facing a way.
    fn value(&self, hex: Hex, facing: Direction, run: u8) -> f32 {
        if self.goer.kind.is_leader() {
            return self.post(hex);
        }
        let position = self.position;
        let foes = self.survey.host(self.goer.side.other()).bodies();
        let (mut pull, mut threat, mut nearest) = (f32::MIN, 0.0, (u16::MAX, hex));
        let liked = if self.goer.shoots { BOWSHOT as u16 } else { 1 };
        for foe in foes {
            let far = position.battle.distance(hex, foe.hex);
            pull = pull.max(foe.lure - SLOPE * far.abs_diff(liked) as f32);
            if far < nearest.0 {
                nearest = (far, foe.hex);
            }
            if far <= foe.reach + 1 && foe.reach > 0 {
                threat += if far <= 2 { foe.force } else { 0.5 * foe.force };
            }
        }
        for goal in self.mission.goals() {
            let far = position.battle.distance(hex, goal.hex).max(goal.ring);
            pull = pull.max(goal.pull - SLOPE * far as f32);
        }
        if self.mission.leaves {
            pull = pull.max(8.0 - SLOPE * position.hexes_to_exit(self.goer.side, hex) as f32);
        }
        let mut value = pull.max(-40.0);
        let (mut friends, mut cover, mut open) = (0.0, 0.0, 6.0);
        let mut defence = self.goer.defence;
        for id in position.stack(hex) {
            let unit = position.unit(id);
            if id != self.goer.id && unit.aboard != self.goer.id && unit.is_troop() {
                let unit_type = position.battle.unit_type(unit.kind);
                if !unit_type.bracketed && !unit.disrupted() {
                    defence += unit_type.front as f32;
                    cover = 1.0;
                }
            }
        }
        for (to, beyond) in position.battle.sheet.ground.grid.neighbours(hex) {
            match position.holder(beyond) {
                Some(side) if side == self.goer.side => {
                    // The unit in hand is no company to itself.
                    let itself = position.unit(self.goer.id).hex() == Some(beyond);
                    let alone = itself && position.stack(beyond).nth(1).is_none();
                    friends += f32::from(!alone);
                    open -= f32::from(!alone);
                }
                Some(_) if !facing.fronts(to) => value -= TURNED,
                _ => {}
            }
        }
        value += COMPANY * f32::min(friends, 3.0);
        let risk =
            self.goer.worth * Position::toll(threat.min(ROOM * open), position.on_ground(hex, defence));
        value -= risk * if self.mission.eager { EAGER_FEAR } else { WAITING_FEAR };
        if position.battle.effect(hex).halves_melee {
            value -= WET;
        }
        if self.goer.shoots {
            value += COVER * cover;
        }
        if let Some(ahead) = position.battle.neighbour(hex, facing)
            && position.battle.distance(ahead, nearest.1) < nearest.0
        {
            value += LOOK;
        }
        if self.goer.strength != Quarters::ZERO && nearest.0 == 1 {
            value += BITE * self.bite(hex, facing, run);
        }
        if self.goer.chariot && self.goer.strength != Quarters::ZERO {
            value += CHARGE * f32::from(run.min(4));
        }
        value
    }

    /// The best share in a melee that the unit in hand would have from a hex: what all who front the enemy
    /// do together, and half of what may still come up.
    fn bite(&self, hex: Hex, facing: Direction, run: u8) -> f32 {
        let position = self.position;
        let (side, goer) = (self.goer.side, &self.goer);
        let mut strength = goer.strength;
        if position.battle.effect(hex).halves_melee {
            strength = strength.halved();
        }
        let newcomer = (goer.kind, strength, goer.chariot && run >= 4);
        let mut best = 0.0f32;
        for to in facing.front() {
            let Some(target) = position.battle.neighbour(hex, to) else { continue };
            if position.holder(target) != Some(side.other()) {
                continue;
            }
            let others = |id: UnitId| id != goer.id && position.unit(id).aboard != goer.id;
            let onslaught = position.onslaught(side, target, others);
            let before = onslaught.strength;
            let coming = Quarters((4.0 * COMING * self.coming(target)) as u32);
            let column = position.joined_column(target, onslaught, newcomer, to.opposite(), coming);
            let all = (before + strength + coming).0.max(1) as f32;
            let share = ((strength.0 + before.0 / 2) as f32 / all).min(1.0);
            best = best.max(position.harm(target, column, true) * share.max(LEAST_SHARE));
        }
        best
    }

    /// Points of friends who have not moved and could still reach an enemy stack.
    fn coming(&self, target: Hex) -> f32 {
        let own = self.survey.host(self.goer.side).bodies().iter();
        let here = self.position.unit(self.goer.id).hex();
        let near = own.filter(|body| {
            let far = self.position.battle.distance(body.hex, target);
            Some(body.hex) != here && far > 1 && far <= body.reach
        });
        near.map(|body| body.force).sum::<f32>().min(12.0)
    }

    /// What a hex is worth to a leader: men in reach of his voice, blades at his side, and his own skin.
    fn post(&self, hex: Hex) -> f32 {
        let position = self.position;
        let leader = position.battle.unit_type(self.goer.kind);
        let radius = leader.radius as u16;
        let mut value = 0.0;
        let mut front = u16::MAX;
        for foe in self.survey.host(self.goer.side.other()).bodies() {
            front = front.min(position.battle.distance(hex, foe.hex));
        }
        for body in self.survey.host(self.goer.side).bodies() {
            let far = position.battle.distance(hex, body.hex);
            if far <= radius {
                value += COMPANY * body.worth;
            } else if far <= radius + 4 {
                value += 0.03 * body.worth;
            }
            if far == 0 {
                let engaged = if front <= 2 { 0.4 } else { 0.2 };
                value += engaged * f32::min(leader.bonus as f32, body.force);
            }
        }
        let alone = !position.troops(hex).any(|id| id != self.goer.id);
        if alone && front <= 4 {
            value -= 2.0;
        }
        let mates = position.stack(hex).filter(|&id| id != self.goer.id && !position.unit(id).is_troop());
        value - 0.6 * mates.count() as f32 - 0.01 * f32::from(front.min(40))
    }
}

impl Goer {
    fn new(position: &Position, id: UnitId) -> Goer {
        let own = position.unit(id);
        let passenger = if own.kind == Kind::CH { position.passenger(id) } else { None };
        let fighter = passenger.map_or(own, |rider| position.unit(rider));
        let unit_type = position.battle.unit_type(fighter.kind);
        let ready = !unit_type.bracketed && !fighter.disrupted() && fighter.fired != position.player_turn;
        let front = Quarters::points(unit_type.front as u32);
        Goer {
            id,
            side: position.side(id),
            kind: fighter.kind,
            strength: if ready && fighter.is_troop() { front } else { Quarters::ZERO },
            defence: if unit_type.bracketed { 1.0 } else { unit_type.front as f32 },
            worth: position.worth(fighter.kind) + if passenger.is_some() { 2.0 } else { 0.0 },
            shoots: fighter.kind.is_fire(),
            chariot: own.kind == Kind::CH,
        }
    }
}

impl Position {
    /// How strongly each enemy stack draws: by what all who could reach it would do to it together. A side
    /// that wins by waiting looks only at what comes near.
    pub(super) fn lay_lures(&self, survey: &mut Survey, mission: &Mission, side: Side) {
        let mut lures = [0.0f32; MOST_BODIES];
        let own = survey.host(side).bodies();
        for (lure, foe) in lures.iter_mut().zip(survey.host(side.other()).bodies()) {
            let (mut force, mut nearest) = (0.0, u16::MAX);
            for body in own {
                let far = self.battle.distance(body.hex, foe.hex);
                nearest = nearest.min(far);
                if far <= body.reach + 1 {
                    force += body.force;
                }
            }
            let toll = Position::toll(force.min(24.0), foe.defence);
            let prey = foe.worth * toll * if foe.disrupted { 2.0 } else { 1.0 };
            *lure = if mission.eager {
                EAGER_LURE + PREY * prey
            } else if nearest <= NEARBY as u16 {
                WAITING_LURE + PREY * prey
            } else {
                -10.0
            };
        }
        for (foe, lure) in survey.host_mut(side.other()).bodies_mut().iter_mut().zip(lures) {
            foe.lure = lure;
        }
    }

    /// Whether a troop takes part in no attack yet.
    pub(super) fn is_free(&self, id: UnitId) -> bool {
        self.unit(id).attack == NO_ATTACK
    }
}
