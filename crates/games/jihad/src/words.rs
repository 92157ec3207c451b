//! Sentences: names of units and places, prompts, orders in words, the verdict.

use engine::hex::{Direction, Hex, HexNumber};
use engine::words::counted;
use engine::{Shown, Side};

use crate::order::Station;
use crate::position::{Position, Step};
use crate::sheet::{CombatResult, Sheet, State};
use crate::unit::{Party, Spot, Unit, UnitId};

/// "1 point", "12 points".
pub(crate) fn points_words(points: impl ToString) -> String {
    counted(points, "point", "points")
}

/// What attrition takes, as announced before the die and after it.
pub(crate) fn losses_words(losses: u8) -> String {
    match losses {
        0 => "No losses to attrition".into(),
        1 => "Attrition takes one unit".into(),
        _ => format!("Attrition takes {losses} units"),
    }
}

impl State {
    /// "1 Byzantine point", "12 Byzantine points".
    pub(crate) fn points_words(self, points: impl ToString) -> String {
        counted(points, &format!("{} point", self.adjective()), &format!("{} points", self.adjective()))
    }
}

impl Position {
    /// A counter's name for people: "Byzantine Levy 3", "converted Persian Levy 4".
    pub(crate) fn label(&self, id: UnitId) -> String {
        if let Some(leader) = self.as_leader(id) {
            return leader.name().into();
        }
        let Some(blueprint) = self.sheet.roster.units.get(id.index()) else { return "nobody".into() };
        let (nation, kind) = (blueprint.state.adjective(), blueprint.kind.name());
        let convert = if self.unit(id).has(Unit::CONVERTED) { "converted " } else { "" };
        format!("{convert}{nation} {kind} {}", blueprint.ordinal)
    }

    /// A hex with its name: "2508 (Kufa)".
    pub(crate) fn place_words(&self, hex: Hex) -> String {
        let name = self.sheet.ground.name(hex);
        let number = self.number(hex);
        if name.is_empty() { number.to_string() } else { format!("{number} ({name})") }
    }

    pub(crate) fn number_words(&self, number: HexNumber) -> String {
        self.hex(number).map_or_else(|| number.to_string(), |hex| self.place_words(hex))
    }

    /// A place on or beside the map.
    pub(crate) fn spot_words(&self, spot: Spot) -> String {
        match spot {
            Spot::BOX => "the Constantinople box".into(),
            Spot::POOL => "the pool".into(),
            Spot::UNBUILT => "the Un-built box".into(),
            Spot::CONVERSION => "the Conversion Box".into(),
            Spot::LOST => "the dead".into(),
            _ => spot.hex().map_or_else(|| "nowhere".into(), |hex| self.place_words(hex)),
        }
    }

    pub(crate) fn station_words(&self, station: Station) -> String {
        match station {
            Station::Box => "the Constantinople box".into(),
            Station::Hex(number) => self.number_words(number),
        }
    }

    /// A unit with its place.
    pub(crate) fn where_words(&self, id: UnitId) -> String {
        match self.as_leader(id) {
            Some(leader) => {
                format!("{} in {}", leader.name(), self.spot_words(self.war.leaders[leader as usize]))
            }
            None if self.exists(id) => {
                format!("{} in {}", self.label(id), self.spot_words(self.unit(id).spot))
            }
            None => self.label(id),
        }
    }

    /// Some counters in words: "2 Muslim Bedouin, converted Persian Levy".
    pub(crate) fn troops_words(&self, ids: impl Iterator<Item = UnitId>) -> String {
        let mut counted: Vec<(String, u32)> = vec![];
        for id in ids {
            let unit = self.unit(id);
            let convert = if unit.has(Unit::CONVERTED) { "converted " } else { "" };
            let revolt = if unit.has(Unit::REBEL) { " in revolt" } else { "" };
            let name = format!("{convert}{} {}{revolt}", unit.state.adjective(), unit.kind.name());
            match counted.iter_mut().find(|(n, _)| *n == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        let words = counted.into_iter().map(|(name, n)| if n == 1 { name } else { format!("{n} {name}") });
        words.collect::<Vec<_>>().join(", ")
    }

    /// The stack in hand.
    pub(crate) fn hand_words(&self) -> String {
        let mut words = self.troops_words(self.hand());
        if self.mover.leader {
            words += &format!(" with {}", self.leader_of(self.party()).name());
        }
        words
    }

    /// The phase as the rulebook names it.
    pub(crate) fn phase_words(&self) -> String {
        let segment = match self.step {
            Step::Assign(_) => return "Joint Productivity Phase".into(),
            Step::Convert | Step::ConvertDie(_) => return "Muslim Conversion Segment".into(),
            Step::Reconvert | Step::ReconvertDie(_) => return "Empires Re-conversion Segment".into(),
            Step::Leader(_) => return "Civil War: leaders".into(),
            Step::Over => return "The end".into(),
            Step::Unrest(_) | Step::BuyOff | Step::Suppress(_) => "Rebellion Segment",
            Step::Khalif => "Khalif Fate Determination",
            Step::War(_) => "Civil War Determination",
            Step::Recruit(_) => "Recruitment Segment",
            Step::Build(_) => "Construction",
            Step::Move(_) => "Movement Segment",
            Step::Idle(..) => "Attrition",
            Step::Fight(_) => "Combat Segment",
            Step::Stack(..) => "Stacking Judgment",
        };
        let party = self.party();
        match party.at_war() {
            true => format!("Civil War, round {}: {} {segment}", self.war.round, party.adjective()),
            false => format!("{} {segment}", party.adjective()),
        }
    }

    /// What is expected now.
    pub(crate) fn prompt_words(&self) -> String {
        (self.stage().prompt)(self)
    }

    pub(crate) fn reconvert_words(&self, unit: UnitId) -> String {
        let payer = match self.exists(unit).then(|| self.reconversion_payer(unit)) {
            Some(Ok((payer, price))) => format!(" for {}", payer.points_words(price)),
            _ => String::new(),
        };
        format!("Try to win back {}{payer}", self.label(unit))
    }

    pub(crate) fn step_words(&self, to: Direction) -> String {
        let compass = self.sheet.ground.grid.orientation().compass(to);
        let beyond = self.mover.at.hex().and_then(|hex| self.sheet.ground.grid.neighbour(hex, to));
        let Some(beyond) = beyond else { return format!("Step {compass}") };
        let points = match self.may_step(to) {
            Ok((_, points)) => format!(", {}", points_words(points)),
            Err(_) => String::new(),
        };
        format!("Step {compass} to {}{points}", self.place_words(beyond))
    }

    /// A combat result in words.
    pub(crate) fn result_words(&self, result: CombatResult) -> String {
        let lost = |count: u8| if count == 0 { "none".to_string() } else { count.to_string() };
        let who = if result.attacker_retreats { "attacker" } else { "defender" };
        format!(
            "attacker loses {}, defender loses {}, {who} retreats",
            lost(result.attacker),
            lost(result.defender)
        )
    }

    /// The turn with its years.
    pub(crate) fn turn_words(&self) -> String {
        let (first, last) = Sheet::years(self.turn);
        format!("Turn {} ({first} to {last})", self.turn)
    }

    pub(crate) fn count_words(&self) -> String {
        let count = self.reckoning();
        let mut terms = vec![format!("income {}", count.income), format!("handicap {}", count.handicap)];
        let rest = [("Constantinople", count.walls), ("civil wars", count.wars), ("prizes", count.prizes)];
        terms.extend(rest.iter().filter(|(_, n)| *n != 0).map(|(name, n)| format!("{name} {n}")));
        format!("{} ({})", count.total(), terms.join(", "))
    }

    /// Whom a side plays now: in a civil war, its faction.
    pub(crate) fn actor_words(&self, side: Side) -> String {
        let muslims = self.player(Party::Muslims) == side;
        match (self.war.round > 0, muslims) {
            (true, true) => "Authority".into(),
            (true, false) => "Rebels".into(),
            _ => self.side_name(side).into(),
        }
    }
}
