//! What is shown: the scene, words, the sums behind fights, ways and threats.

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Route, Rules, Shown, Side, Turn, Viewer};
use engine::event::Silence;
use engine::hex::Direction;
use engine::odds::Sum;
use engine::profile::Profile;
use engine::scene::{self, Scene, Threat};

use crate::order::{Order, Station};
use crate::position::{Clash, Position, Step};
use crate::sheet::{Arm, Leader, MOST_HEXES, State};
use crate::unit::{Party, Spot, Unit, UnitId};
use crate::words::points_words;

/// Gives a State's land unit to a hex.
const ASSIGN: Act = Act { button: true, ..Act::lit("assign", Look::Target) };
/// Begins the next combat.
const FIGHT: Act = Act { button: true, ..act::ATTACK };

impl Shown for Position {
    fn scene(&self, _: Viewer) -> Scene {
        let turn = self.turn();
        let control = self.control();
        let forecast = self.usual_incomes(&control);
        let units = self.ids().map(|id| self.counter(id));
        let leaders = Leader::BOTH.into_iter().filter_map(|leader| self.leader_counter(leader));
        Scene {
            title: self.sheet.title.clone(),
            subtitle: format!("{} · Jihad!", self.sheet.date),
            sides: Side::BOTH.map(|side| self.side_card(side, &forecast)),
            landscape: self.sheet.landscape.clone(),
            counters: units.chain(leaders).collect(),
            marks: self.marks(&control),
            tracks: self.tracks(&forecast),
            boxes: self.trays(),
            goal: self.goal(),
            cards: vec![],
            hints: vec![],
            threats: vec![],
            phase: self.phase_words(),
            prompt: self.prompt(),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.board_words(),
        }
    }

    fn profile(&self, counter: u16, _: Viewer) -> Option<Profile> {
        u8::try_from(counter).ok().and_then(|id| self.profile_of(UnitId(id)))
    }

    fn heading(&self) -> String {
        scene::heading(Some(&self.turn_track()), &self.phase_words())
    }

    fn side_name(&self, side: Side) -> &str {
        let role = if self.swapped { side.other() } else { side };
        &self.sheet.sides[role.index()]
    }

    fn prompt(&self) -> String {
        let words = self.prompt_words();
        match self.turn() {
            Turn::Order(side) => format!("{}: {words}", self.actor_words(side)),
            _ => words,
        }
    }

    fn describe(&self, order: &Order) -> String {
        let label = |id: UnitId| self.label(id);
        match *order {
            Order::Assign { hex, state } => format!("{} count {}", state.name(), self.number_words(hex)),
            Order::Place { unit, at, aid } => {
                let verb = if self.as_leader(unit).is_some() { "Place" } else { "Recruit" };
                let payer = if aid { ", paid by Byzantium" } else { "" };
                format!("{verb} {} in {}{payer}", label(unit), self.station_words(at))
            }
            Order::Build { unit } => format!("Build {}", label(unit)),
            Order::Fortify { unit } => format!("{} builds the base", self.where_words(unit)),
            Order::Move { unit } => format!("Move {}", self.where_words(unit)),
            Order::Join { unit } if self.combat.stage == Clash::Array => {
                format!("{} attacks too", label(unit))
            }
            Order::Join { unit } => format!("{} comes along", label(unit)),
            Order::Embark { unit, ship } => format!("{} embarks on {}", label(unit), label(ship)),
            Order::Step { to } => self.step_words(to),
            Order::Enter => "Enter the Constantinople box".into(),
            Order::Exit => "Come out of the Constantinople box".into(),
            Order::Leave { unit } => format!("{} stays here", label(unit)),
            Order::Drop => "Drop the units named".into(),
            Order::Halt => "Halt".into(),
            Order::Attack { at, arm } => {
                let how = if arm == Arm::Naval { "Fight at sea in" } else { "Fight in" };
                format!("{how} {}", self.station_words(at))
            }
            Order::Commit => "Attack with the units named".into(),
            Order::Withdraw { hex } => format!("Withdraw to {}", self.number_words(hex)),
            Order::Stand => "Accept combat".into(),
            Order::Lose { unit } => format!("Lose {}", self.where_words(unit)),
            Order::Retreat { at } => format!("Retreat to {}", self.station_words(at)),
            Order::Suppress { unit } => format!("Buy off {}", self.where_words(unit)),
            Order::Convert { unit } => format!("Try to convert {}", label(unit)),
            Order::Reconvert { unit } => self.reconvert_words(unit),
            Order::Done => match self.step {
                Step::Assign(_) => "Accept the usual assignment",
                Step::Recruit(_) => "End recruitment",
                Step::Build(_) => "End construction",
                Step::Move(_) => "End moving",
                Step::Fight(_) => "End the Combat Segment",
                _ => "Go on",
            }
            .into(),
        }
    }

    fn verdict(&self) -> String {
        let Some(outcome) = self.outcome else { return String::new() };
        let who = outcome.winner.map(|side| self.side_name(side));
        let earned = self.books.income[State::Muslim as usize];
        match (who, outcome.grade, outcome.rule) {
            (Some(who), "automatic", _) => format!("{who} win at once by earning {}", points_words(earned)),
            (Some(who), _, "13.0") => format!("{who} win: Constantinople has fallen"),
            (Some(who), ..) => format!("{who} win with a final count of {}", self.count_words()),
            (None, ..) => format!("A draw with a final count of {}", self.count_words()),
        }
    }

    fn sums(&self, order: &Order) -> Vec<Sum> {
        if self.legal(order).is_err() {
            return vec![];
        }
        let mut after = self.clone();
        match *order {
            Order::Attack { at, arm } => {
                let Some(spot) = self.spot(at) else { return vec![] };
                after.begin_attack(spot, arm, &mut Silence);
                vec![after.combat_sum()]
            }
            Order::Join { unit } if self.combat.stage == Clash::Array => {
                after.join_attack(unit);
                vec![after.combat_sum()]
            }
            Order::Commit | Order::Stand => vec![self.combat_sum()],
            Order::Step { to } => {
                self.may_step(to).map(|(hex, _)| self.march_sum(Some(hex))).into_iter().collect()
            }
            Order::Enter => vec![self.march_sum(None)],
            Order::Halt if !self.party().at_war() => vec![self.halt_sum(self.hand().count())],
            Order::Drop if !self.party().at_war() => {
                let dropped = self.hand().filter(|&id| self.unit(id).has(Unit::DROPPING));
                vec![self.halt_sum(dropped.count())]
            }
            Order::Done => self.income_sums_at_close(),
            _ => vec![],
        }
    }

    fn routes(&self, counter: u16) -> Vec<Route<Order>> {
        UnitId::among(counter, self.count()).map_or_else(Vec::new, |id| self.routes_of(id))
    }

    fn strides(&self, to: Direction) -> Vec<Order> {
        vec![Order::Step { to }]
    }

    fn menace(&self, side: Side, _viewer: Viewer) -> Vec<Threat> {
        let party = if side == self.player(Party::Muslims) { Party::Muslims } else { Party::Empires };
        let mut reached = [false; MOST_HEXES];
        let mut seen: Vec<UnitId> = vec![];
        for id in self.ids() {
            let unit = self.unit(id);
            if !unit.serves(party) || !unit.spot.in_play() || seen.iter().any(|&other| self.alike(other, id))
            {
                continue;
            }
            seen.push(id);
            let Some(origin) = self.hex_of(unit.spot) else { continue };
            let travel = self.travel_of(party, id);
            let marches = self.explore(&travel, origin, unit.spot == Spot::BOX, 0);
            for hex in self.sheet.ground.grid.hexes() {
                reached[hex.index()] |= marches.spent(hex).is_some();
            }
        }
        let mut threats = vec![];
        for hex in self.sheet.ground.grid.hexes().filter(|hex| reached[hex.index()]) {
            let number = self.number(hex);
            let spot = Spot::on(hex);
            threats.push(Threat { place: number.into(), kind: "reach" });
            if Arm::BOTH.into_iter().any(|arm| self.stands(spot, party.foe(), arm)) {
                threats.push(Threat { place: number.into(), kind: "melee" });
            }
        }
        threats
    }

    fn closings(&self) -> Vec<Order> {
        vec![Order::Done, Order::Commit, Order::Halt]
    }

    fn aim(&self, order: &Order) -> Aim {
        let of = |act: Act, unit: UnitId| Aim::new(act).of(unit.0 as u16);
        let unit_act = |kind, unit| of(Act::lit(kind, Look::Unit), unit);
        let hex_of = |station: Station| match station {
            Station::Box => self.number(self.sheet.ground.constantinople),
            Station::Hex(number) => number,
        };
        match *order {
            Order::Assign { hex, .. } => Aim::new(ASSIGN).at(hex),
            Order::Place { unit, at, .. } => of(act::PLACE, unit).at(hex_of(at)),
            Order::Build { unit } => unit_act("build", unit),
            Order::Fortify { unit } => unit_act("fortify", unit),
            Order::Move { unit } => of(act::MOVE, unit),
            Order::Join { unit } => of(Act { joins: false, weighed: false, ..act::JOIN }, unit),
            Order::Embark { unit, ship } => of(act::EMBARK, unit).with(ship.0 as u16),
            Order::Step { to } => {
                let hand = self.hand().next().map(|id| id.0 as u16);
                Aim::new(act::STEP).of(hand).towards(to, self.beyond(to))
            }
            Order::Enter => Aim::new(Act { look: Look::Dark, ..act::ENTER }),
            Order::Exit => Aim::new(act::EXIT),
            Order::Leave { unit } => of(Act { weighed: false, ..act::LEAVE }, unit),
            Order::Drop => Aim::new(Act::plain("drop")),
            Order::Halt => Aim::new(act::HALT),
            Order::Attack { at, .. } => Aim::new(FIGHT).at(hex_of(at)),
            Order::Commit => Aim::new(act::COMMIT),
            Order::Withdraw { hex } => Aim::new(act::EVADE).at(hex),
            Order::Stand => Aim::new(act::STAND),
            Order::Lose { unit } => of(act::LOSE, unit),
            Order::Retreat { at } => Aim::new(act::RETREAT_TO).at(hex_of(at)),
            Order::Suppress { unit } => unit_act("suppress", unit),
            Order::Convert { unit } => unit_act("convert", unit),
            Order::Reconvert { unit } => unit_act("reconvert", unit),
            Order::Done => Aim::new(act::DONE),
        }
    }
}
