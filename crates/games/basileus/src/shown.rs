//! What is shown: the scene, words, the sums behind fights, ways and threats.

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Route, Rules, Shown, Side, Turn, Viewer};
use engine::hex::{Direction, Hex};
use engine::odds::Sum;
use engine::place::Place;
use engine::profile::Profile;
use engine::scene::{self, Scene, Threat};

use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::unit::UnitId;

impl Shown for Position {
    fn scene(&self, _: Viewer) -> Scene {
        let sheet = &self.battle.sheet;
        let turn = self.turn();
        Scene {
            title: sheet.title.clone(),
            subtitle: format!("{} · Basileus", sheet.date),
            sides: Side::BOTH.map(|side| self.side_card(side)),
            landscape: sheet.landscape.clone(),
            counters: self.unit_ids().map(|id| self.counter(id)).collect(),
            marks: self.marks(),
            tracks: self.tracks(),
            boxes: self.trays(),
            goal: self.goal(),
            cards: vec![],
            hints: vec![],
            threats: vec![],
            phase: self.phase_words().into(),
            prompt: self.prompt(),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.board_words(),
        }
    }

    fn profile(&self, counter: u16, _: Viewer) -> Option<Profile> {
        UnitId::among(counter, self.battle.count()).map(|id| self.profile_of(id))
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
        match self.turn() {
            Turn::Order(side) => format!("{}: {}", self.side_name(side), self.prompt_words()),
            Turn::Dice(_) => format!("Dice: {}", self.prompt_words()),
            Turn::Over(_) => self.verdict(),
        }
    }

    fn describe(&self, order: &Order) -> String {
        let label = |id: UnitId| self.label(id);
        match *order {
            Order::Place { unit, hex } => format!("Place {} in {hex}", label(unit)),
            Order::Lift { unit } => format!("Take {} back", label(unit)),
            Order::Muster => "Deploy everything automatically".into(),
            Order::Move { unit } => format!("Move {}", self.where_words(unit)),
            Order::Lead { unit } => {
                let with = self.exists(unit).then(|| self.commander_on(unit)).flatten();
                format!("Move {}", self.stack_words(unit, with.unwrap_or(UnitId::NONE)))
            }
            Order::Feign { target } => format!("Feign flight before {}", self.where_words(target)),
            Order::Provoke { unit } => format!("It rushes at {}", self.where_words(unit)),
            Order::Step { to } => {
                let hex = self.counter_in_hand().and_then(|id| self.at(id));
                let hex = hex.and_then(|hex| self.battle.neighbour(hex, to));
                let verb = match self.combat.stage {
                    Stage::Retreating if self.mover.unit == UnitId::NONE => "Retreat",
                    Stage::Withdrawing | Stage::WithdrawingOn => "Withdraw",
                    _ => "Step",
                };
                let place = hex.map_or(String::new(), |hex| format!(" to {}", self.number(hex)));
                format!("{verb} {}{place}", self.compass(to))
            }
            Order::Halt => "Halt".into(),
            Order::Attack { hex } => format!("Attack {}", self.target_words(hex)),
            Order::Join { unit } => format!("{} joins the attack", self.where_words(unit)),
            Order::Charge { unit } => format!("{} charges", self.where_words(unit)),
            Order::Leave { unit } => format!("{} leaves the attack", self.where_words(unit)),
            Order::Withdraw { hex } => format!("Call off the attack on {hex}"),
            Order::Commit if self.combat.stage == Stage::Support => "Go on without further support".into(),
            Order::Commit => "Commit the attack".into(),
            Order::Dodge => format!("{} tries to slip away", label(self.combat.defender)),
            Order::Stand => format!("{} stands", label(self.combat.defender)),
            Order::Support { unit } => format!("{} supports the defence", self.where_words(unit)),
            Order::Lose { unit } => format!("{} takes a loss", self.where_words(unit)),
            Order::Retreat { unit } => format!("Retreat {}", self.where_words(unit)),
            Order::Advance { unit } => format!("{} advances", self.where_words(unit)),
            Order::Occupy { hex } => format!("{} advances to {hex}", label(self.combat.defender)),
            Order::Follow => "The commander goes along".into(),
            Order::Remain => "The commander stays".into(),
            Order::Done => match (self.combat.stage, self.step) {
                (Stage::Advance | Stage::Occupy, _) => "Stay",
                (_, Step::Deploy(_)) => "End the set-up",
                (_, Step::Moving) => "End moving",
                _ => "End the combats",
            }
            .into(),
        }
    }

    fn verdict(&self) -> String {
        let Some(outcome) = self.outcome else { return String::new() };
        let [first, second] = Side::BOTH.map(|side| self.points_lost(side));
        let lost = format!(
            "points lost: {} {first}, {} {second}",
            self.side_name(Side::First),
            self.side_name(Side::Second)
        );
        match outcome.winner {
            Some(side) => format!("{} win a {} victory; {lost}", self.side_name(side), outcome.grade),
            None => format!("A draw; {lost}"),
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
            Order::Join { unit } => after.combat.attackers.add(unit),
            Order::Charge { unit } => after.charge(unit),
            Order::Leave { unit } => after.leave(unit),
            Order::Support { unit } => after.support(unit),
            Order::Dodge => return vec![self.sum_of_dodge(), self.sum_of_attack()],
            Order::Commit | Order::Stand => {}
            _ => return vec![],
        }
        vec![after.sum_of_attack()]
    }

    fn routes(&self, counter: u16) -> Vec<Route<Order>> {
        UnitId::among(counter, self.battle.count()).map_or_else(Vec::new, |id| self.routes_of(id))
    }

    fn strides(&self, to: Direction) -> Vec<Order> {
        vec![Order::Step { to }]
    }

    fn menace(&self, side: Side, _viewer: Viewer) -> Vec<Threat> {
        let mut threats: Vec<(Hex, &'static str)> = vec![];
        let grid = &self.battle.sheet.ground.grid;
        for id in self.battle.fighters(side).iter() {
            let Some(march) = self.fresh_march(id, UnitId::NONE) else { continue };
            for &(reached, _) in self.explore(march).keys() {
                // A friend's hex that is only passed threatens nobody.
                if !self.may_rest(id, UnitId::NONE, reached) {
                    continue;
                }
                threats.push((reached, "reach"));
                threats.extend(grid.neighbours(reached).map(|(_, hex)| (hex, "melee")));
                let range = self.battle.unit_type(id).range as u16;
                if range > 1 && !self.beside(side.other(), reached) {
                    let near = grid.within(reached, range).into_iter();
                    threats.extend(near.filter(|&h| grid.distance(h, reached) > 1).map(|h| (h, "fire")));
                }
            }
        }
        threats.retain(|&(hex, _)| self.battle.enterable(hex));
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
        match *order {
            Order::Place { unit, hex } => of(self.placing(), unit).at(hex),
            Order::Lift { unit } => of(act::LIFT, unit),
            Order::Muster => Aim::new(act::MUSTER),
            Order::Move { unit } => of(act::MOVE, unit),
            Order::Lead { unit } => of(Act::lit("lead", Look::Able), unit),
            Order::Feign { target } => of(Act::lit("feign", Look::Target), target),
            Order::Provoke { unit } => of(Act::lit("provoke", Look::Unit), unit),
            Order::Step { to } => {
                let hand = self.counter_in_hand();
                let back = matches!(
                    self.combat.stage,
                    Stage::Retreating | Stage::Withdrawing | Stage::WithdrawingOn
                );
                let act = if back { act::STEP_BACK } else { act::STEP };
                Aim::new(act).of(hand.map(|id| id.0 as u16)).towards(to, self.beyond(hand, to))
            }
            Order::Halt => Aim::new(act::HALT),
            Order::Attack { hex } => Aim::new(act::ATTACK).at(hex),
            Order::Join { unit } => of(act::JOIN, unit),
            Order::Charge { unit } => of(Act { kind: "charge", ..act::JOIN }, unit),
            Order::Leave { unit } => of(act::LEAVE, unit),
            Order::Withdraw { hex } => Aim::new(act::CALL_OFF).at(hex),
            Order::Commit => Aim::new(act::COMMIT),
            Order::Dodge => Aim::new(Act::plain("dodge")),
            Order::Stand => Aim::new(act::STAND),
            Order::Support { unit } => of(act::SUPPORT, unit),
            Order::Lose { unit } => of(act::LOSE, unit),
            Order::Retreat { unit } => of(act::RETREAT, unit),
            Order::Advance { unit } => of(Act::lit("advance", Look::Unit), unit),
            Order::Occupy { hex } => Aim::new(Act::lit("occupy", Look::Move)).at(hex),
            Order::Follow => Aim::new(Act::plain("follow")),
            Order::Remain => Aim::new(Act::plain("remain")),
            Order::Done => Aim::new(act::DONE),
        }
    }
}
