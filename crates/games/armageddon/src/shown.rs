//! What is shown: the scene, words, the sums behind fights, ways and threats.

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Route, Rules, Shown, Side, Viewer};
use engine::hex::{Direction, Hex};
use engine::odds::Sum;
use engine::place::Place;
use engine::profile::Profile;
use engine::scene::{self, Scene, Threat};

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::unit::{NO_ATTACK, Unit, UnitId};

/// Resolves an attack that was declared.
const RESOLVE: Act = Act { weighed: true, ..Act::lit("resolve", Look::Target) };
/// Lets reinforcements wait.
const DELAY: Act = Act { key: "d", ..Act::plain("delay") };

impl Shown for Position {
    fn scene(&self, viewer: Viewer) -> Scene {
        let sheet = &self.battle.sheet;
        let turn = self.turn();
        Scene {
            title: sheet.title.clone(),
            subtitle: format!("{} · Armageddon", sheet.date),
            sides: Side::BOTH.map(|side| self.side_card(side)),
            landscape: sheet.landscape.clone(),
            counters: self.counters(viewer),
            marks: self.marks(),
            tracks: vec![self.turn_track()],
            boxes: self.trays(),
            goal: self.goal(),
            cards: vec![],
            hints: vec![],
            threats: vec![],
            phase: self.phase_words().into(),
            prompt: self.prompt_for(viewer),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.board_words(viewer),
        }
    }

    fn profile(&self, counter: u16, viewer: Viewer) -> Option<Profile> {
        UnitId::among(counter, self.battle.count()).and_then(|id| self.profile_of(id, viewer))
    }

    fn enemy_ground(&self, side: Side) -> Vec<Place> {
        let deploys = matches!(self.step, Step::Deploy(_));
        let hexes = if deploys { self.enemy_hexes(side) } else { vec![] };
        hexes.into_iter().map(|hex| self.number(hex).into()).collect()
    }

    fn heading(&self) -> String {
        scene::heading(Some(&self.turn_track()), self.phase_words())
    }

    fn threats(&self, viewer: Viewer) -> Vec<Threat> {
        self.enemy_reach(viewer)
    }

    fn side_name(&self, side: Side) -> &str {
        &self.battle.sheet.sides[side.index()]
    }

    fn prompt(&self) -> String {
        scene::addressed(self, self.prompt_words())
    }

    fn describe(&self, order: &Order) -> String {
        let label = |id: UnitId| self.label(id);
        let way = |to: Direction| self.compass(to);
        let beyond = |id: UnitId, to: Direction| {
            let hex = self.unit_if(id).and_then(|hex| self.battle.neighbour(hex, to));
            hex.map_or(String::new(), |hex| format!(" to {}", self.number(hex)))
        };
        match *order {
            Order::Place { unit, hex } => format!("Place {} at {}", label(unit), self.place_words(hex)),
            Order::Board { unit, chariot } => format!("Place {} aboard {}", label(unit), label(chariot)),
            Order::Lift { unit } => format!("Take {} back", label(unit)),
            Order::Muster => "Deploy everything automatically".into(),
            Order::Face { facing } => format!("Face {}", way(facing)),
            Order::Attack { hex } => format!("Attack {}", self.target_words(hex)),
            Order::Also { hex } => format!("Attack {} as well", self.target_words(hex)),
            Order::Join { unit } => format!("{} joins the attack", self.where_words(unit)),
            Order::Leave { unit } => format!("{} leaves the attack", self.where_words(unit)),
            Order::Withdraw { hex } => format!("Call off the attack on {}", self.place_words(hex)),
            Order::Support { leader, hex } => {
                format!("{} supports the attack on {}", label(leader), self.place_words(hex))
            }
            Order::Commit if self.step == Step::Window && self.may_hold_fire() => "Hold fire".into(),
            Order::Commit if self.attacks.is_empty() => "End the phase without attacks".into(),
            Order::Commit => "Commit the attacks".into(),
            Order::Resolve { hex } => format!("Resolve the attack on {}", self.target_words(hex)),
            Order::Lose { unit } => format!("Lose {}", self.where_words(unit)),
            Order::Retreat { unit } => format!("Retreat {}", self.where_words(unit)),
            Order::Arrive { hex } => format!("Arrive at {}", self.place_words(hex)),
            Order::Delay => "Delay them".into(),
            Order::Feint => "Announce the fake retreat".into(),
            Order::Dust { unit } => format!("{} raises the dust", self.where_words(unit)),
            Order::Hide { unit } => format!("Hide {}", self.where_words(unit)),
            Order::Embark { unit, chariot } => {
                format!("{} embarks on {}", self.where_words(unit), self.where_words(chariot))
            }
            Order::Debark { unit, hex } => format!("{} debarks at {}", label(unit), self.place_words(hex)),
            Order::Dismount { unit } => format!("{} stops riding", label(unit)),
            Order::Move { unit } => format!("Move {}", self.where_words(unit)),
            Order::FallBack { unit } => format!("{} falls back", self.where_words(unit)),
            Order::Step { to } if self.combat.stage == Stage::Retreating => {
                format!("Retreat {}{}", way(to), beyond(self.combat.piece, to))
            }
            Order::Step { to } => format!("Step {}{}", way(to), beyond(self.mover.unit, to)),
            Order::Turn { facing } => format!("Turn to face {}", way(facing)),
            Order::Enter { hex } => format!("Enter at {}", self.place_words(hex)),
            Order::Exit => "Leave the map".into(),
            Order::Halt => "Halt".into(),
            Order::Done => match self.step {
                Step::Deploy(_) => "End the deployment",
                Step::Moving => "End moving",
                Step::Feint => "No fake retreat",
                Step::Dust => "Raise no dust",
                _ => "Go on",
            }
            .into(),
        }
    }

    fn verdict(&self) -> String {
        let Some(outcome) = self.outcome else { return String::new() };
        let end = match outcome.rule {
            "R112" => "The eclipse ends the battle. ",
            _ => "",
        };
        match outcome.winner {
            Some(side) => format!("{end}{} win {}", self.side_name(side), self.standing_words()),
            None => format!("{end}The battle is drawn {}", self.standing_words()),
        }
    }

    fn sums(&self, order: &Order) -> Vec<Sum> {
        if self.legal(order).is_err() {
            return vec![];
        }
        let mut after = self.clone();
        match *order {
            Order::Attack { hex } => {
                let Some(hex) = self.hex(hex) else { return vec![] };
                after.begin_attack(hex);
            }
            Order::Also { hex } => {
                let Some(hex) = self.hex(hex) else { return vec![] };
                after.attacks[self.open as usize].add(hex);
            }
            Order::Join { unit } => after.join(unit),
            Order::Leave { unit } => after.leave(unit),
            Order::Support { leader, hex } => {
                let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) else { return vec![] };
                after.unit_mut(leader).attack = attack;
                return (0..after.attacks.len() as u8).map(|i| after.sum_of(i)).collect();
            }
            Order::Commit => return (0..self.attacks.len() as u8).map(|i| self.sum_of(i)).collect(),
            Order::Resolve { hex } => {
                let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) else { return vec![] };
                return vec![self.sum_of(attack)];
            }
            _ => return vec![],
        }
        if after.open == NO_ATTACK { vec![] } else { vec![after.sum_of(after.open)] }
    }

    fn routes(&self, counter: u16) -> Vec<Route<Order>> {
        UnitId::among(counter, self.battle.count()).map_or_else(Vec::new, |id| self.routes_of(id))
    }

    fn strides(&self, to: Direction) -> Vec<Order> {
        let facing = self.counter_in_hand().map(|id| self.unit(id).facing);
        let ahead = self.mover.gait == Gait::FallBack || facing.is_none_or(|facing| facing.fronts(to));
        let turn = (!ahead).then_some(Order::Turn { facing: to });
        turn.into_iter().chain([Order::Step { to }]).collect()
    }

    fn menace(&self, side: Side, viewer: Viewer) -> Vec<Threat> {
        let mut threats: Vec<(Hex, &'static str)> = vec![];
        for id in self.battle.units(side) {
            let unit = self.unit(id);
            let Some(hex) = unit.hex() else { continue };
            let hidden = unit.has(Unit::HIDDEN) && !viewer.sees_secrets_of(side);
            if unit.disrupted() || unit.aboard.some().is_some() || hidden {
                continue;
            }
            let attacks = self.attacks_where_it_goes(id);
            for &(reached, facing) in
                self.explore(id, Gait::March, (hex, unit.facing), self.full_allowance(id)).keys()
            {
                threats.push((reached, "reach"));
                if attacks {
                    let front =
                        facing.front().into_iter().filter_map(|to| self.battle.neighbour(reached, to));
                    threats.extend(front.filter(|&h| self.holder(h) != Some(side)).map(|h| (h, "melee")));
                }
            }
            threats.extend(self.fire_hexes(id).map(|hex| (hex, "fire")));
        }
        Threat::to_hexes(&self.battle.sheet.ground.grid, threats)
    }

    fn field_of_fire(&self, counter: u16) -> Vec<Place> {
        let hexes =
            UnitId::among(counter, self.battle.count()).into_iter().flat_map(|id| self.fire_hexes(id));
        hexes.map(|hex| self.number(hex).into()).collect()
    }

    fn closings(&self) -> Vec<Order> {
        vec![Order::Done, Order::Commit, Order::Halt]
    }

    fn aim(&self, order: &Order) -> Aim {
        let of = |act: Act, unit: UnitId| Aim::new(act).of(unit.0 as u16);
        let hand = |act: Act| Aim::new(act).of(self.counter_in_hand().map(|id| id.0 as u16));
        match *order {
            Order::Place { unit, hex } => of(act::PLACE, unit).at(hex),
            Order::Board { unit, chariot } => of(Act::lit("board", Look::Unit), unit).with(chariot.0 as u16),
            Order::Lift { unit } => of(act::LIFT, unit),
            Order::Muster => Aim::new(act::MUSTER),
            Order::Face { facing } => hand(act::FACE).facing(facing),
            Order::Attack { hex } => Aim::new(act::ATTACK).at(hex),
            Order::Also { hex } => Aim::new(act::ALSO).at(hex),
            Order::Join { unit } => of(act::JOIN, unit),
            Order::Leave { unit } => of(act::LEAVE, unit),
            Order::Withdraw { hex } => Aim::new(act::CALL_OFF).at(hex),
            Order::Support { leader, hex } => of(act::SUPPORT, leader).at(hex),
            Order::Commit => Aim::new(act::COMMIT),
            Order::Resolve { hex } => Aim::new(RESOLVE).at(hex),
            Order::Lose { unit } => of(act::LOSE, unit),
            Order::Retreat { unit } => of(act::RETREAT, unit),
            Order::Arrive { hex } => Aim::new(Act::lit("arrive", Look::Enter)).at(hex),
            Order::Delay => Aim::new(DELAY),
            Order::Feint => Aim::new(Act::plain("feint")),
            Order::Dust { unit } => of(Act::lit("dust", Look::Unit), unit),
            Order::Hide { unit } => of(Act::lit("hide", Look::Unit), unit),
            Order::Embark { unit, chariot } => of(act::EMBARK, unit).with(chariot.0 as u16),
            Order::Debark { unit, hex } => of(Act::lit("debark", Look::Place), unit).at(hex),
            Order::Dismount { unit } => of(Act::lit("dismount", Look::Able), unit),
            Order::Move { unit } => of(act::MOVE, unit),
            Order::FallBack { unit } => of(act::FALL_BACK, unit),
            Order::Step { to } if self.combat.stage == Stage::Retreating => {
                hand(act::STEP_BACK).towards(to, self.beyond(to))
            }
            Order::Step { to } => hand(act::STEP).towards(to, self.beyond(to)),
            Order::Turn { facing } => hand(act::TURN).facing(facing),
            Order::Enter { hex } => Aim::new(act::ENTER).at(hex),
            Order::Exit => Aim::new(act::EXIT),
            Order::Halt => Aim::new(act::HALT),
            Order::Done => Aim::new(act::DONE),
        }
    }

    fn hides_from(&self, viewer: Viewer) -> bool {
        (0..self.battle.count() as u8).any(|id| self.hidden_from(UnitId(id), viewer))
    }

    fn conceals(&self, counter: u16, viewer: Viewer) -> bool {
        let id = u8::try_from(counter).ok().map(UnitId);
        id.is_some_and(|id| self.exists(id) && self.hidden_from(id, viewer))
    }
}
