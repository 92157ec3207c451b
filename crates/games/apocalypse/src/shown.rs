//! What is shown: the scene, words, the sums behind fights, ways and threats.

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Route, Rules, Shown, Side, Turn, Viewer};
use engine::hex::{Direction, HexNumber};
use engine::odds::Sum;
use engine::scene::{self, Counter, Mark, Scene, SideCard, Track, Tray};

use crate::order::Order;
use crate::position::{Holder, Position, Stage, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

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
            hints: vec![],
            threats: vec![],
            phase: self.phase_words().into(),
            prompt: self.prompt(),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.board_words(),
        }
    }

    fn heading(&self) -> String {
        scene::heading(Some(&self.turn_track()), self.phase_words())
    }

    fn side_name(&self, side: Side) -> &str {
        &self.sheet.sides[side.index()]
    }

    fn prompt(&self) -> String {
        let words = self.prompt_words();
        match self.turn() {
            Turn::Order(side) => format!("{}: {words}", self.side_name(side)),
            _ => words,
        }
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
            Order::Commit if self.battle.stage == Stage::Reserve => vec![self.battle_sum()],
            Order::Reserve { unit } => {
                after.reserve(unit);
                vec![after.battle_sum()]
            }
            Order::Fire { ships: 0 } => vec![self.battle_sum()],
            Order::Role { role: crate::order::Role::Counterattack } => {
                after.battle.stage = Stage::Counter;
                vec![after.battle_sum()]
            }
            Order::Siege => self.siege_sum().into_iter().collect(),
            Order::Assault => self.breach_sum().into_iter().collect(),
            Order::Step { to } if self.march.expedition.is_some() => self.step_sum(to).into_iter().collect(),
            Order::Camp => {
                let expedition = self.march.expedition;
                let sum =
                    expedition.map(|expedition| Sum { results: vec![], ..self.attrition_sum(expedition) });
                sum.into_iter().collect()
            }
            _ => vec![],
        }
    }

    fn routes(&self, counter: u16) -> Vec<Route<Order>> {
        u8::try_from(counter).map_or_else(|_| vec![], |id| self.routes_of(UnitId(id)))
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
            Order::Retreat { unit, at } => of(Act { button: false, ..act::RETREAT_TO }, unit).at(at),
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

    fn side_card(&self, side: Side) -> SideCard {
        let kinds = &self.sheet.roster.kinds;
        let there = |id: &UnitId| {
            let unit = self.unit(*id);
            unit.serves(side) && (unit.spot.hex().is_some() || unit.spot == Spot::AFRICA)
        };
        let strength =
            self.land_ids().filter(there).map(|id| u32::from(kinds[self.unit(id).kind as usize].clear));
        let places = self.places().filter(|&place| self.holds(side, place)).count();
        let forges =
            self.sheet.fabricae.iter().filter(|&&place| self.holds(side, place) && !self.is_pillaged(place));
        let mut standing = format!("{places} places, {} Fabricae", forges.count());
        if self.sheet.maintenance {
            let (have, due) = (self.fleet_size(side), self.fleet_due(side));
            standing = format!("{standing}, {have} naval units, {due} anchors");
        }
        if side == BYZANTINES && self.annals.greek_fire {
            standing = format!("{standing}, Greek fire");
        }
        SideCard { name: self.side_name(side).into(), strength: strength.sum(), standing }
    }

    fn counter(&self, id: UnitId) -> Option<Counter> {
        let unit = self.unit(id);
        if unit.spot == Spot::GONE {
            return None;
        }
        let kind = self.sheet.roster.kinds.get(unit.kind as usize);
        let glyph = match (unit.is_leader(), unit.is_ship(), unit.is_mounted(), unit.is(Unit::MUSLIM)) {
            (true, ..) => "leader",
            (_, true, ..) => "naval",
            (_, _, true, _) => "cavalry",
            (.., true) => "bedouin",
            _ => "infantry",
        };
        let shifts = |leader: crate::sheet::Leader| {
            let card = &self.sheet.roster.leaders[leader as usize];
            (card.field.to_string(), card.sea.to_string())
        };
        let (left, right) = match (kind, self.sheet.roster.as_leader(id)) {
            (Some(kind), _) => (kind.clear.to_string(), kind.rough.to_string()),
            (_, Some(leader)) => shifts(leader),
            _ => (String::new(), String::new()),
        };
        Some(Counter {
            id: id.0.into(),
            side: u8::from(!unit.is(Unit::MUSLIM)),
            place: unit.spot.hex().map(|hex| self.label_of(hex).into()),
            glyph,
            code: kind.map_or_else(String::new, |kind| kind.name.chars().take(3).collect()),
            symbols: vec![],
            name: self.label(id),
            left,
            middle: String::new(),
            right,
            facing: None,
            seals: self.seals(id),
            aboard: unit.aboard.some().map(|ship| ship.0.into()),
        })
    }

    fn seals(&self, id: UnitId) -> Vec<&'static str> {
        let unit = self.unit(id);
        let all = [
            (unit.mode == Mode::Garrison, "garrison"),
            (unit.mode == Mode::Patrol, "patrol"),
            (unit.is_rebel(), "rebel"),
            (unit.has(Unit::RESERVE), "reserve"),
            (unit.has(Unit::MOVED | Unit::CHANGED), "moved"),
            (unit.aboard != UnitId::NONE, "aboard"),
            (self.hand == id || unit.has(Unit::ADRIFT), "active"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect()
    }

    fn expedition_counter(&self, expedition: Expedition) -> Option<Counter> {
        let host = self.host(expedition);
        let hex = host.spot.hex()?;
        let units = self.strength_of(expedition);
        let allowance = match (self.march.expedition == Some(expedition), host.at_sea) {
            (true, true) => host.sea,
            (true, false) => host.land,
            _ => self.allowance(expedition, &mut engine::ledger::Unread),
        };
        let seals = [
            (host.camped, "camped"),
            (host.at_sea, "aboard"),
            (host.done, "moved"),
            (self.march.expedition == Some(expedition), "active"),
        ];
        Some(Counter {
            id: self.sheet.roster.expedition(expedition).0.into(),
            side: u8::from(expedition == Expedition::Byzantine),
            place: Some(self.label_of(hex).into()),
            glyph: "army",
            code: expedition.name().chars().take(3).collect(),
            symbols: vec![],
            name: format!("The {}, {}", expedition.name(), self.host_words(expedition)),
            left: units.to_string(),
            middle: String::new(),
            right: allowance.to_string(),
            facing: None,
            seals: seals.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect(),
            aboard: None,
        })
    }

    /// Whose each place is, districts tinted by who holds most of them, pillage, open walls, the battle.
    fn marks(&self) -> Vec<Mark> {
        let ground = &self.sheet.ground;
        let mut marks = vec![];
        for place in self.places() {
            let card = ground.place(place);
            let side = self.holder(place).side();
            let who = match self.holder(place) {
                Holder::Muslims => "held by the Muslims",
                Holder::Byzantines => "held by the Byzantines",
                Holder::Rebels => "held by rebels",
            };
            let hex = self.label_of(card.hex);
            let side = side.map(|side| side.index() as u8);
            marks.push(Mark {
                place: hex.into(),
                kind: "control",
                side,
                text: format!("{}, {who}", card.name),
            });
            if self.is_pillaged(place) {
                marks.push(Mark {
                    place: hex.into(),
                    kind: "pillaged",
                    side: None,
                    text: format!("{} is pillaged", card.name),
                });
            }
            if self.annals.open_walls == place {
                marks.push(Mark {
                    place: hex.into(),
                    kind: "breach",
                    side: None,
                    text: format!("The walls of {} lie open", card.name),
                });
            }
        }
        if self.battle.kind != crate::position::Fight::None {
            let hex = self.label_of(self.battle.hex);
            marks.push(Mark { place: hex.into(), kind: "target", side: None, text: "Battle".into() });
        }
        marks
    }

    fn turn_track(&self) -> Track {
        let years: Vec<String> =
            (self.sheet.first_year..=self.sheet.last_year).map(|year| year.to_string()).collect();
        let at = Some(usize::from(self.year - self.sheet.first_year));
        Track { name: "Year".into(), spaces: years, at, house: true }
    }

    fn tracks(&self) -> Vec<Track> {
        let mut tracks = vec![self.turn_track()];
        if self.annals.event > 0 {
            let event = self.sheet.charts.events[self.annals.event as usize - 2];
            let spaces = vec![event.name().to_string()];
            tracks.push(Track { name: "Event of the year".into(), spaces, at: Some(0), house: true });
        }
        tracks
    }

    fn trays(&self) -> Vec<Tray> {
        let tray = |name: &str, side: Option<Side>, spot: Spot| {
            let ids = self.ids().filter(|&id| {
                let unit = self.unit(id);
                let ours = side.is_none_or(|side| unit.is(Unit::MUSLIM) == (side == MUSLIMS));
                unit.spot == spot && ours
            });
            Tray {
                name: name.into(),
                side: side.map(|side| side.index() as u8),
                counters: ids.map(|id| id.0.into()).collect(),
            }
        };
        let trays = [
            tray("To be set up", None, Spot::SETUP),
            tray("African box", Some(BYZANTINES), Spot::AFRICA),
            tray("Kept aside", None, Spot::ASIDE),
            tray("Destroyed Muslim units", Some(MUSLIMS), Spot::DESTROYED),
            tray("Destroyed Byzantine units", Some(BYZANTINES), Spot::DESTROYED),
        ];
        trays.into_iter().filter(|tray| !tray.counters.is_empty()).collect()
    }

    /// The board in words.
    fn board_words(&self) -> String {
        let mut text = format!("{}, {}.", self.year, self.phase_words());
        for expedition in Expedition::ALL {
            if let Some(hex) = self.host(expedition).spot.hex() {
                let how = if self.host(expedition).camped { ", camped" } else { "" };
                text = format!(
                    "{text} The {} at {}{how}: {}.",
                    expedition.name(),
                    self.hex_words(hex),
                    self.host_words(expedition)
                );
            }
        }
        for id in self.ids().filter(|&id| matches!(self.unit(id).mode, Mode::Garrison | Mode::Patrol)) {
            let mode = self.mode_words(id);
            text = format!("{text} {}, {mode}.", self.where_words(id));
        }
        if let Step::EventDice = self.step {
            text.push_str(" The event of the year is due.");
        }
        text
    }
}
