//! Words for people: counters, hexes, phases, prompts.

use engine::hex::Hex;

use crate::order::{Noble, Order};
use crate::position::{Cause, Pace, Position, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

impl Position {
    /// A counter's name: "Scholae 3", "Byzantine fleet 2", "Muawiya", "Byzantine expedition".
    pub(crate) fn label(&self, id: UnitId) -> String {
        self.label_under(id, self.annals.noble)
    }

    /// The same under a noble, or before one is named: then the clan is "Clan".
    pub(crate) fn label_under(&self, id: UnitId, noble: Option<Noble>) -> String {
        let roster = &self.sheet.roster;
        if let Some(expedition) = roster.as_expedition(id) {
            return expedition.name().into();
        }
        if !self.exists(id) {
            return format!("counter {}", id.0);
        }
        if let Some(leader) = roster.as_leader(id) {
            return match (leader, noble) {
                (Leader::Noble, Some(noble)) => noble.name().into(),
                _ => roster.leaders[leader as usize].name.clone(),
            };
        }
        let unit = self.unit(id);
        if unit.is_ship() {
            let side = if unit.is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
            let name = if side == MUSLIMS { "Muslim" } else { "Byzantine" };
            return format!("{name} fleet {}", id.0 - roster.ships(side).start + 1);
        }
        let kind = &roster.kinds[unit.kind as usize];
        let first = roster.units.iter().position(|&other| other == unit.kind).unwrap_or(0);
        let alone = roster.units.iter().filter(|&&other| other == unit.kind).count() == 1;
        match (kind.clan, noble, alone) {
            (true, Some(noble), _) => noble.clan().into(),
            (_, _, true) => kind.name.clone(),
            _ => format!("{} {}", kind.name, id.index() - first + 1),
        }
    }

    /// A hex with the name of its place.
    pub(crate) fn hex_words(&self, hex: Hex) -> String {
        let label = self.label_of(hex);
        match self.sheet.ground.settlement_in(hex) {
            Some(place) => format!("{} ({label})", self.sheet.ground.settlement(place).name),
            None => label.to_string(),
        }
    }

    /// A place beside the map, or a hex.
    pub(crate) fn spot_words(&self, spot: Spot) -> String {
        match spot {
            Spot::DESTROYED => "the Destroyed Units box".into(),
            Spot::AFRICA => "the African box".into(),
            Spot::ASIDE => "its place aside".into(),
            Spot::SETUP => "the set-up".into(),
            spot => spot.hex().map_or_else(|| "out of the game".into(), |hex| self.hex_words(hex)),
        }
    }

    /// What an expedition holds, in a line: "12 units: 7 Scholae, 5 Obsequium foot; 3 ships; Komes Theodore".
    pub(crate) fn host_words(&self, expedition: Expedition) -> String {
        let kinds = &self.sheet.roster.kinds;
        let mut parts = vec![];
        for (i, kind) in kinds.iter().enumerate() {
            let count = self.troops(expedition).filter(|&id| self.unit(id).kind as usize == i).count();
            if count > 0 {
                parts.push(format!("{count} {}", kind.name));
            }
        }
        let mut text = format!("{} units: {}", self.strength_of(expedition), parts.join(", "));
        let ships = self.of(expedition).filter(|&id| self.unit(id).is_ship()).count();
        if ships > 0 {
            text = format!("{text}; {ships} ships");
        }
        let leaders = self.of(expedition).filter(|&id| self.unit(id).is_leader());
        let leaders: Vec<String> = leaders.map(|id| self.label(id)).collect();
        if !leaders.is_empty() {
            text = format!("{text}; {}", leaders.join(", "));
        }
        text
    }

    /// The phase, as the rulebook names it.
    pub(crate) fn phase_words(&self) -> &'static str {
        match self.step {
            Step::Name | Step::Deploy => "Set-up",
            Step::EventDice
            | Step::CityDie
            | Step::LordsDie
            | Step::Lords(_)
            | Step::Entry
            | Step::Plague(..)
            | Step::AfterEvent => "Administration: Events",
            Step::Replace(..) | Step::LevyDie(_) | Step::Levy(..) => "Administration: Replacements",
            Step::Fleets(_) => "Administration: Fleets",
            Step::Mode(_) | Step::Gather(_) | Step::Muster(_) => "Administration: Modes",
            Step::Attrition(_) | Step::Toll(..) => "Administration: Attrition",
            Step::Sea(MUSLIMS) => "Muslim Sea Move",
            Step::Sea(BYZANTINES) => "Byzantine Sea Move",
            Step::Patrols => "Byzantine Patrol Move",
            Step::Land(MUSLIMS) | Step::Rest(MUSLIMS) => "Muslim Land Move",
            Step::Land(BYZANTINES) | Step::Rest(BYZANTINES) => "Byzantine Land Move",
            Step::Stacking(..) => "Stacking",
            Step::Over => "The end",
        }
    }

    /// An order in words.
    pub(crate) fn order_words(&self, order: &Order) -> String {
        let at = |label| self.hex(label).map_or_else(|| format!("{label}"), |hex| self.hex_words(hex));
        let grid = &self.sheet.ground.grid;
        match *order {
            Order::Name { noble } => format!("{} commands the Armeniae", noble.name()),
            Order::Place { unit, at: label, patrol: true } => {
                format!("{} on patrol in {}", self.label(unit), at(label))
            }
            Order::Place { unit, at: label, .. } => format!("{} to {}", self.label(unit), at(label)),
            Order::Defect { unit } => format!("{} turns", self.where_words(unit)),
            Order::Arrive { at: label } => format!("The army of Kufa enters at {}", at(label)),
            Order::Levy => "Raise foot".into(),
            Order::Move { unit } => match self.sheet.roster.as_expedition(unit) {
                Some(expedition) if matches!(self.step, Step::Sea(_)) => {
                    format!("The {} embarks", expedition.name())
                }
                Some(expedition) => format!("Take up the {} where it stands", expedition.name()),
                None => format!("Move {}", self.where_words(unit)),
            },
            Order::Patrol { unit } => format!("{} goes on patrol", self.where_words(unit)),
            Order::Raise { expedition } => format!("Gather the {}", expedition.name()),
            Order::Gather { at: label } => format!("Gather at {}", at(label)),
            Order::Join { unit, expedition } => {
                format!("{} joins the {}", self.where_words(unit), expedition.name())
            }
            Order::Substitute { leader } => format!("Constans rides for {}", self.label(leader)),
            Order::Embark => "Embark".into(),
            Order::Load { unit, ship } => format!("{} aboard {}", self.label(unit), self.label(ship)),
            Order::Disembark => "Land".into(),
            Order::Step { to } => {
                let from = match self.march.expedition {
                    Some(expedition) => self.host(expedition).spot,
                    None if self.exists(self.hand) => self.unit(self.hand).spot,
                    None => Spot::GONE,
                };
                let there = from.hex().and_then(|hex| grid.neighbour(hex, to));
                let words = there.map_or_else(String::new, |hex| format!(" to {}", self.hex_words(hex)));
                format!("{}{words}", grid.orientation().compass(to))
            }
            Order::Halt => "Halt".into(),
            Order::Camp => "Camp".into(),
            Order::Disband => "Disband".into(),
            Order::Siege => "Lay siege".into(),
            Order::Assault => "Assault".into(),
            Order::Garrison { unit } => format!("{} stays as garrison", self.label(unit)),
            Order::Reserve { unit } => format!("{} in reserve", self.label(unit)),
            Order::Role { role } => {
                use crate::order::Role;
                match role {
                    Role::Feed => "Feed the battle from the reserve",
                    Role::Hold => "Hold the reserve back",
                    Role::Counterattack => "Counter-attack with the reserve",
                    Role::Cover => "Cover the rout with the reserve",
                    Role::Idle => "The reserve does nothing",
                }
                .into()
            }
            Order::Commit => "Join battle".into(),
            Order::Fire { ships: 0 } => "No Greek fire".into(),
            Order::Fire { ships } => format!("Greek fire from {ships} ships"),
            Order::Lose { unit } => format!("Lose {}", self.where_words(unit)),
            Order::Rout => "Break off and rout".into(),
            Order::Retreat { unit, at: label } => format!("{} to {}", self.label(unit), at(label)),
            Order::Done => match (self.march.expedition, self.march.pace) {
                (Some(_), Pace::Loading) => "Set sail",
                (Some(_), Pace::Leave) => "Nobody else stays",
                _ if self.placing.cause != Cause::None => "Nobody else leaves",
                _ => match self.step {
                    Step::Replace(..) => "Raise nobody here",
                    Step::Levy(..) => "No more foot",
                    Step::Mode(_) => "End the Mode Segment",
                    Step::Muster(_) => "The expedition is gathered",
                    Step::Sea(_) => "End the Sea Move",
                    Step::Patrols => "End the Patrol Move",
                    Step::Land(_) => "End the Land Move",
                    _ => "Go on",
                },
            }
            .into(),
        }
    }

    /// A counter with the place where it is.
    pub(crate) fn where_words(&self, id: UnitId) -> String {
        let name = self.label(id);
        let spot = match self.sheet.roster.as_expedition(id) {
            Some(expedition) => self.host(expedition).spot,
            None if self.exists(id) => self.unit(id).spot,
            None => return name,
        };
        format!("{name} in {}", self.spot_words(spot))
    }

    /// A counter's mode in a word.
    pub(crate) fn mode_words(&self, id: UnitId) -> &'static str {
        match self.unit(id).mode {
            Mode::Off => "",
            Mode::Garrison => "garrison",
            Mode::Patrol => "patrol",
            Mode::Field(_) => "expedition",
        }
    }
}

/// "one ship", "3 ships", "no ships".
pub(crate) fn count_words(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("one {one}"),
        count => format!("{count} {many}"),
    }
}
