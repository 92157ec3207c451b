//! Where a unit in hand wants to be, and how it wants to look.

use engine::Side;
use engine::hex::{Direction, Hex};
use engine::ledger::Unread;
use engine::odds::Quarters;

use crate::position::{Gait, Position};
use crate::sheet::Kind;
use crate::unit::{NO_ATTACK, UnitId};

use super::blow::{Onslaught, Stakes};
use super::prospects::Mission;
use super::survey::{Distances, Hexsides, MOST_BODIES, Survey, front};

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
/// How near the enemy must be for that; those farther off will not come before the next chance to turn.
const LOOKOUT: u16 = 10;
/// How readily a turn is made that makes nothing better.
const NEEDLESS: f32 = 0.01;
/// What the edge of the map is worth to those who want to leave, and to look over it from an exit.
const EDGE: f32 = 8.0;
const THRESHOLD: f32 = 1.0;
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

/// How strongly each enemy stack draws.
struct Lures([f32; MOST_BODIES]);

const NO_LURES: Lures = Lures([f32::MIN; MOST_BODIES]);

impl Lures {
    /// The strongest pull of so many stacks at their distances, when one is liked best.
    fn strongest(&self, distances: &Distances, liked: i16, count: usize) -> f32 {
        let mut pulls = [f32::MIN; 4];
        let filled = count.next_multiple_of(pulls.len());
        let (lures, distances) = (self.0[..filled].chunks_exact(4), distances[..filled].chunks_exact(4));
        for (lures, distances) in lures.zip(distances) {
            for ((most, lure), far) in pulls.iter_mut().zip(lures).zip(distances) {
                let pull = lure - SLOPE * (far - liked).abs() as f32;
                *most = if pull > *most { pull } else { *most };
            }
        }
        pulls.into_iter().fold(f32::MIN, f32::max)
    }
}

/// What a hex is to the unit in hand, whichever way it looks there.
#[derive(Clone, Copy)]
struct Outlook {
    hex: Hex,
    /// How it is drawn there; for a leader, all that counts.
    pull: f32,
    /// It is drawn off the map.
    leaves: bool,
    /// How far the nearest enemy stack is, and where.
    nearest: (u16, Hex),
    /// Where enemies stand next to it.
    enemies: Hexsides,
    /// What friends beside it are worth, and what the enemy's answer costs.
    company: f32,
    fear: f32,
    /// Foot in the hex to stand among.
    cover: f32,
    wet: bool,
}

/// An enemy stack the unit in hand could come to strike.
#[derive(Clone, Copy)]
struct Prey {
    hex: Hex,
    /// What all others do to it.
    onslaught: Onslaught,
    /// Strength that may still come up.
    coming: Quarters,
    stakes: Option<Stakes>,
}

/// Hexes kept in mind: where the unit stands and those around it.
const MOST_OUTLOOKS: usize = 7;
/// Enemy stacks kept in mind.
const MOST_PREY: usize = 8;

/// The field from the place of the unit in hand.
pub(super) struct Bearing<'a> {
    position: &'a Position,
    survey: &'a Survey,
    mission: Mission,
    lures: Lures,
    goer: Goer,
    /// What it is worth to stay as it is.
    here: f32,
    /// What was looked at already.
    outlooks: Vec<Outlook>,
    prey: Vec<Prey>,
}

impl<'a> Bearing<'a> {
    pub fn of(position: &'a Position, survey: &'a Survey, id: UnitId) -> Bearing<'a> {
        let side = position.side(id);
        let goer = Goer::new(position, id);
        // A leader goes by his men alone.
        let (mission, lures) = if goer.kind.is_leader() {
            (Mission::NONE, NO_LURES)
        } else {
            let mission = position.mission(side);
            let lures = position.lures(survey, &mission, side);
            (mission, lures)
        };
        let mut bearing = Bearing {
            position,
            survey,
            mission,
            lures,
            goer,
            here: 0.0,
            outlooks: Vec::with_capacity(MOST_OUTLOOKS),
            prey: Vec::new(),
        };
        if let Some((hex, facing)) = bearing.stand() {
            bearing.here = bearing.value(hex, facing, position.mover.run);
        }
        bearing
    }

    /// How readily each order of a move is given: by what it makes better.
    pub fn step(&mut self, to: Direction) -> f32 {
        let position = self.position;
        let Some((here, facing)) = self.stand() else { return 1.0 };
        let Some(hex) = position.battle.neighbour(here, to) else { return 1.0 };
        let run = self.run_after(hex, facing, to);
        let turned = if position.mover.gait == Gait::FallBack { facing } else { to };
        let then = self.value(hex, turned, run);
        self.drive(then - self.here)
    }

    pub fn turn(&mut self, to: Direction) -> f32 {
        let Some((here, facing)) = self.stand() else { return 1.0 };
        let mut then = self.value(here, to, 0);
        // A turn is also the first half of a step that way, unless the unit can step there as it stands.
        if self.position.paces_left() >= 2
            && !facing.fronts(to)
            && let Some(ahead) = self.position.battle.neighbour(here, to)
            && !self.position.occupied(ahead)
            && self.position.battle.bears(self.goer.kind, ahead)
        {
            then = then.max(self.value(ahead, to, 1) - 0.2);
        }
        let gain = then - self.here - TURN;
        if gain > 0.0 { self.drive(gain) } else { NEEDLESS }
    }

    /// How good it is to come on, or be put down, in a hex.
    pub fn arrival(&mut self, hex: Hex) -> f32 {
        self.value(hex, Direction::ALL[0], 0)
    }

    /// How readily a unit comes on in a hex of some worth, while it might in another of most worth. Who must
    /// do something comes, however far the enemy is; who wins by waiting comes to where there is work.
    pub fn entry(&self, there: f32, most: f32) -> f32 {
        let far = if self.mission.eager { f32::min(most, 0.0) } else { 0.0 };
        self.drive(0.3 * (there - far + 5.0)).min(20.0)
    }

    /// How good it is to look a way.
    pub fn look(&mut self, facing: Direction) -> f32 {
        let Some((here, _)) = self.stand() else { return 1.0 };
        let ahead = self.position.battle.neighbour(here, facing);
        let so = self.value(here, facing, 0);
        let on = ahead.map_or(-1.0, |ahead| self.value(ahead, facing, 0) - so);
        let back = self.value(here, facing.opposite(), 0);
        self.drive(so - back + 0.5 * on)
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
    fn value(&mut self, hex: Hex, facing: Direction, run: u8) -> f32 {
        let outlook = self.outlook(hex);
        if self.goer.kind.is_leader() {
            return outlook.pull;
        }
        let position = self.position;
        let mut value = outlook.pull;
        for _ in 0..(outlook.enemies & !front(facing)).count_ones() {
            value -= TURNED;
        }
        value += outlook.company;
        value -= outlook.fear;
        if outlook.wet {
            value -= WET;
        }
        if self.goer.shoots {
            value += COVER * outlook.cover;
        }
        if outlook.leaves && position.opens_off_map(self.goer.side, hex, facing) {
            value += THRESHOLD;
        }
        if outlook.nearest.0 <= LOOKOUT
            && let Some(ahead) = position.battle.neighbour(hex, facing)
            && position.battle.distance(ahead, outlook.nearest.1) < outlook.nearest.0
        {
            value += LOOK;
        }
        if self.goer.strength != Quarters::ZERO && outlook.nearest.0 == 1 {
            value += BITE * self.bite(hex, facing, run);
        }
        if self.goer.chariot && self.goer.strength != Quarters::ZERO {
            value += CHARGE * f32::from(run.min(4));
        }
        value
    }

    fn outlook(&mut self, hex: Hex) -> Outlook {
        if let Some(outlook) = self.outlooks.iter().find(|outlook| outlook.hex == hex) {
            return *outlook;
        }
        let outlook = if self.goer.kind.is_leader() { self.post(hex) } else { self.prospect(hex) };
        if self.outlooks.len() < MOST_OUTLOOKS {
            self.outlooks.push(outlook);
        }
        outlook
    }

    /// What a hex is to a troop.
    fn prospect(&self, hex: Hex) -> Outlook {
        let position = self.position;
        let foes = self.survey.host(self.goer.side.other());
        let distances = foes.places.distances(position.coordinates(hex));
        let mut nearest = (u16::MAX, hex);
        if let Some(far) = foes.places.least(&distances) {
            let mut all = foes.bodies().iter().zip(&distances);
            let first = all.find(|&(_, &there)| there as u16 == far);
            nearest = (far, first.map_or(hex, |(foe, _)| foe.hex));
        }
        let liked = if self.goer.shoots { BOWSHOT as i16 } else { 1 };
        let mut pull = f32::MIN;
        for goal in self.mission.goals() {
            let far = position.battle.distance(hex, goal.hex).max(goal.ring);
            pull = pull.max(goal.pull - SLOPE * far as f32);
        }
        // Who leaves the map leaves the enemy alone.
        let out = self.survey.way_out(self.goer.side);
        let out = out.map_or(f32::MIN, |out| EDGE - SLOPE * f32::from(out.from(hex)));
        let leaves = out > pull;
        pull =
            if leaves { out } else { pull.max(self.lures.strongest(&distances, liked, foes.bodies().len())) };
        let (mut cover, mut defence) = (0.0, self.goer.defence);
        for id in position.stack(hex) {
            let unit = position.unit(id);
            if id != self.goer.id && unit.aboard != self.goer.id && unit.is_troop() {
                let mettle = position.battle.lore.mettle(unit.kind);
                if !mettle.bracketed && !unit.disrupted() {
                    defence += mettle.front as f32;
                    cover = 1.0;
                }
            }
        }
        let ring = position.ring(hex);
        // The unit in hand is no company to itself.
        let itself = self.stand().is_some_and(|(here, _)| {
            position.battle.distance(here, hex) == 1 && position.stack(here).nth(1).is_none()
        });
        let friends = (ring.held_by(self.goer.side).count_ones() - u32::from(itself)) as f32;
        let room = ROOM * (6.0 - friends);
        let threat = foes.threat(&distances).min(room);
        let risk = self.goer.worth * Position::toll(threat, position.on_ground(hex, defence));
        Outlook {
            hex,
            pull: pull.max(-60.0),
            leaves,
            nearest,
            enemies: ring.held_by(self.goer.side.other()),
            company: COMPANY * f32::min(friends, 3.0),
            fear: risk * if self.mission.eager { EAGER_FEAR } else { WAITING_FEAR },
            cover,
            wet: position.battle.effect(hex).halves_melee,
        }
    }

    /// The best share in a melee that the unit in hand would have from a hex: what all who front the enemy
    /// do together, and half of what may still come up.
    fn bite(&mut self, hex: Hex, facing: Direction, run: u8) -> f32 {
        let position = self.position;
        let strength = self.goer.strength.times(position.attack_ground(hex, &mut Unread));
        let newcomer = (self.goer.kind, strength, self.goer.chariot && run >= 4);
        let mut best = 0.0f32;
        for to in facing.front() {
            let Some(target) = position.battle.neighbour(hex, to) else { continue };
            if position.holder(target) != Some(self.goer.side.other()) {
                continue;
            }
            let prey = self.prey(target);
            let (before, coming) = (prey.onslaught.strength, prey.coming);
            let column = position.joined_column(target, prey.onslaught, newcomer, to.opposite(), coming);
            let all = (before + strength + coming).0.max(1) as f32;
            let share = ((strength.0 + before.0 / 2) as f32 / all).min(1.0);
            best = best.max(position.at_stake(prey.stakes, column) * share.max(LEAST_SHARE));
        }
        best
    }

    fn prey(&mut self, target: Hex) -> Prey {
        if let Some(prey) = self.prey.iter().find(|prey| prey.hex == target) {
            return *prey;
        }
        let (position, goer) = (self.position, &self.goer);
        let others = |id: UnitId| id != goer.id && position.unit(id).aboard != goer.id;
        let prey = Prey {
            hex: target,
            onslaught: position.onslaught(goer.side, target, others),
            coming: Quarters((4.0 * COMING * self.coming(target)) as u32),
            stakes: position.stakes(target, true),
        };
        if self.prey.len() < MOST_PREY {
            self.prey.push(prey);
        }
        prey
    }

    /// Points of friends who have not moved and could still reach an enemy stack.
    fn coming(&self, target: Hex) -> f32 {
        let own = self.survey.host(self.goer.side);
        let distances = own.places.distances(self.position.coordinates(target));
        let here = self.position.unit(self.goer.id).hex();
        let near = own.bodies().iter().zip(distances).filter(|(body, far)| {
            let far = *far as u16;
            Some(body.hex) != here && far > 1 && far <= body.reach
        });
        near.map(|(body, _)| body.force).sum::<f32>().min(12.0)
    }

    /// What a hex is to a leader: men in reach of his voice, blades at his side, and his own skin.
    fn post(&self, hex: Hex) -> Outlook {
        let position = self.position;
        let leader = position.battle.unit_type(self.goer.kind);
        let radius = leader.radius as u16;
        let mut value = 0.0;
        let place = position.coordinates(hex);
        let foes = &self.survey.host(self.goer.side.other()).places;
        let front = foes.least(&foes.distances(place)).unwrap_or(u16::MAX);
        let own = self.survey.host(self.goer.side);
        for (body, far) in own.bodies().iter().zip(own.places.distances(place)) {
            let far = far as u16;
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
        let pull = value - 0.6 * mates.count() as f32 - 0.01 * f32::from(front.min(40));
        Outlook {
            hex,
            pull,
            leaves: false,
            nearest: (front, hex),
            enemies: 0,
            company: 0.0,
            fear: 0.0,
            cover: 0.0,
            wet: false,
        }
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
    fn lures(&self, survey: &Survey, mission: &Mission, side: Side) -> Lures {
        let mut lures = NO_LURES;
        let own = survey.host(side);
        for (lure, foe) in lures.0.iter_mut().zip(survey.host(side.other()).bodies()) {
            let place = self.coordinates(foe.hex);
            if !mission.eager && own.places.nearest(place) > NEARBY as u16 {
                *lure = -10.0;
                continue;
            }
            let toll = Position::toll(own.strikers(place).min(24.0), foe.defence);
            let prey = foe.worth * toll * if foe.disrupted { 2.0 } else { 1.0 };
            *lure = if mission.eager { EAGER_LURE } else { WAITING_LURE } + PREY * prey;
        }
        lures
    }

    /// Whether one of a side who faces a way looks out over an exit.
    fn opens_off_map(&self, side: Side, hex: Hex, facing: Direction) -> bool {
        let off_map = |to: Direction| self.battle.neighbour(hex, to).is_none();
        self.battle.is_exit(side, hex) && facing.front().into_iter().any(off_map)
    }

    /// Whether a troop takes part in no attack yet.
    pub(super) fn is_free(&self, id: UnitId) -> bool {
        self.unit(id).attack == NO_ATTACK
    }
}
