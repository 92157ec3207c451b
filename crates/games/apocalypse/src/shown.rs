//! What is shown: the scene, words, the sums behind fights, ways and threats.

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Route, Rules, Shown, Side, Viewer};
use engine::event::Silence;
use engine::hex::{Direction, HexNumber};
use engine::odds::Sum;
use engine::profile::Profile;
use engine::scene::{self, Scene, Threat};

use crate::order::Order;
use crate::position::{Position, Stage};
use crate::unit::{Expedition, UnitId};

/// Names where one of several who flee goes; the next of them follows.
const FLEE: Act = Act { button: false, begins: "placing", ..act::RETREAT_TO };

impl Shown for Position {
    fn scene(&self, _: Viewer) -> Scene {
        let turn = self.turn();
        let expeditions =
            Expedition::ALL.into_iter().filter_map(|expedition| self.expedition_counter(expedition));
        Scene {
            title: self.sheet.title.clone(),
            subtitle: format!("{} · Apocalypse in the East", self.year),
            sides: Side::BOTH.map(|side| self.side_card(side)),
            landscape: self.sheet.landscape.clone(),
            counters: self.ids().filter_map(|id| self.counter(id)).chain(expeditions).collect(),
            marks: self.marks(),
            tracks: self.tracks(),
            boxes: self.trays(),
            goal: self.goal(),
            cards: self.cards(),
            hints: vec![],
            threats: vec![],
            phase: self.phase_words().into(),
            prompt: self.prompt(),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.board_words(),
        }
    }

    fn profile(&self, counter: u16, _: Viewer) -> Option<Profile> {
        u8::try_from(counter).ok().and_then(|id| self.profile_of(UnitId(id)))
    }

    fn heading(&self) -> String {
        scene::heading(Some(&self.turn_track()), self.phase_words())
    }

    fn side_name(&self, side: Side) -> &str {
        &self.sheet.sides[side.index()]
    }

    fn prompt(&self) -> String {
        scene::addressed(self, self.prompt_words())
    }

    fn describe(&self, order: &Order) -> String {
        self.order_words(order)
    }

    fn verdict(&self) -> String {
        let Some(outcome) = self.outcome else { return String::new() };
        let who = outcome.winner.map_or("nobody", |side| self.side_name(side));
        match (outcome.grade, outcome.rule) {
            ("victory", "2.1.1") => format!("{who} win: Constantinople has fallen"),
            ("victory", _) => format!("{who} win: Muawiya is lost"),
            ("endurance", _) => format!("{who} win: they have held out"),
            _ => format!("{who} win by what they hold"),
        }
    }

    fn sums(&self, order: &Order) -> Vec<Sum> {
        if self.legal(order).is_err() {
            return vec![];
        }
        let mut after = self.clone();
        match *order {
            Order::Commit if self.battle.stage == Stage::Reserve || !self.annals.greek_fire => {
                vec![self.battle_sum()]
            }
            Order::Reserve { unit } => {
                after.reserve(unit);
                vec![after.battle_sum()]
            }
            Order::Load { .. } if self.battle.stage == Stage::Boarding => {
                after.carry_out(order, &mut Silence);
                vec![after.battle_sum()]
            }
            Order::Fire { ships: 0 } => vec![self.battle_sum()],
            Order::Fire { ships } => vec![self.fire_sum(ships)],
            Order::Role { role: crate::order::Role::Counterattack } => {
                after.battle.stage = Stage::Counter;
                vec![after.battle_sum()]
            }
            Order::Siege => self.siege_sum().into_iter().collect(),
            Order::Assault => self.assault_sums(),
            Order::Step { .. } if self.march.expedition.is_some() => self.march_sums(order),
            Order::Disembark => self.march_sums(order),
            Order::Camp => {
                self.march.expedition.map(|expedition| self.winter_sum(expedition)).into_iter().collect()
            }
            _ => vec![],
        }
    }

    fn routes(&self, counter: u16) -> Vec<Route<Order>> {
        u8::try_from(counter).map_or_else(|_| vec![], |id| self.routes_of(UnitId(id)))
    }

    fn menace(&self, side: Side, _viewer: Viewer) -> Vec<Threat> {
        self.threats_of(side)
    }

    fn strides(&self, to: Direction) -> Vec<Order> {
        vec![Order::Step { to }]
    }

    fn closings(&self) -> Vec<Order> {
        vec![Order::Done, Order::Commit, Order::Halt]
    }

    fn aim(&self, order: &Order) -> Aim {
        let of = |act: Act, unit: UnitId| Aim::new(act).of(u16::from(unit.0));
        match *order {
            Order::Name { .. } => Aim::new(Act::plain("name")),
            Order::Place { unit, at, .. } => of(act::PLACE, unit).at(at),
            Order::Defect { unit } => of(Act::lit("defect", Look::Unit), unit),
            Order::Arrive { at } => Aim::new(Act::lit("arrive", Look::Enter)).at(at),
            Order::Levy => Aim::new(Act::plain("levy")),
            Order::Move { unit } => of(act::MOVE, unit),
            Order::Patrol { unit } => of(Act::lit("patrol", Look::Unit), unit),
            Order::Raise { .. } => Aim::new(Act::plain("raise")),
            Order::Gather { at } => Aim::new(Act::lit("gather", Look::Place)).at(at),
            Order::Join { unit, .. } => of(Act { joins: false, weighed: false, ..act::JOIN }, unit),
            Order::Substitute { leader } => of(Act::lit("substitute", Look::Unit), leader),
            Order::Embark => Aim::new(Act { look: Look::Dark, ..act::EMBARK }),
            Order::Load { unit, ship } => of(Act::lit("load", Look::Unit), unit).with(u16::from(ship.0)),
            Order::Disembark => Aim::new(Act::plain("disembark")),
            Order::Step { to } => {
                let hand = self.in_hand();
                let from = hand.and_then(|id| self.where_is(id)).and_then(|label| self.hex(label));
                let there = from.and_then(|hex| self.sheet.ground.grid.neighbour(hex, to));
                let aim = Aim::new(act::STEP).of(hand.map(|id| u16::from(id.0)));
                aim.towards(to, there.map(|hex| self.label_of(hex)))
            }
            Order::Halt => Aim::new(act::HALT),
            Order::Camp => Aim::new(Act::plain("camp")),
            Order::Disband => Aim::new(Act::plain("disband")),
            Order::Siege => Aim::new(Act { weighed: true, ..Act::plain("siege") }),
            Order::Assault => Aim::new(Act { weighed: true, ..Act::plain("assault") }),
            Order::Garrison { unit } => of(Act::lit("garrison", Look::Unit), unit),
            Order::Reserve { unit } => of(Act::lit("reserve", Look::Unit), unit),
            Order::Role { .. } => Aim::new(Act::plain("role")),
            Order::Commit => Aim::new(act::COMMIT),
            Order::Fire { .. } => Aim::new(Act { weighed: true, ..Act::plain("fire") }),
            Order::Lose { unit } => of(act::LOSE, unit),
            Order::Rout => Aim::new(Act { careful: true, ..Act::plain("rout") }),
            Order::Retreat { unit, at } => of(FLEE, unit).at(at),
            Order::Done => Aim::new(act::DONE),
        }
    }
}

impl Position {
    /// The counter in hand: an expedition, a patrol, a leader, a unit that changes its mode.
    pub(crate) fn in_hand(&self) -> Option<UnitId> {
        match self.march.expedition {
            Some(expedition) => Some(self.sheet.roster.expedition(expedition)),
            None => self.hand.some(),
        }
    }

    fn where_is(&self, id: UnitId) -> Option<HexNumber> {
        let spot = match self.sheet.roster.as_expedition(id) {
            Some(expedition) => self.host(expedition).spot,
            None if self.exists(id) => self.unit(id).spot,
            None => return None,
        };
        spot.hex().map(|hex| self.label_of(hex))
    }
}
