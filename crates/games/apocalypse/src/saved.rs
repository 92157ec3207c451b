//! A position as data: saved, and taken back only if it could occur.

use std::borrow::Cow;
use std::fmt;

use engine::hex::{Hex, HexNumber};
use engine::{Objection, Outcome, Rules, Side, Turn};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::order::Role;
use crate::position::{
    Annals, Battle, Cause, Fight, Holder, Host, March, Pace, Placing, Position, Stage, Step,
};
use crate::sheet::Verdict;
use crate::unit::{Mode, Spot, Unit, UnitId};

/// Everything a position holds that its sheet does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    year: u16,
    step: Step,
    units: Vec<SavedUnit>,
    /// Who controls each place, in the order of the map.
    control: Vec<Holder>,
    /// Pillaged places, by their number in the order of the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pillaged: Vec<u8>,
    expeditions: [Option<SavedHost>; 4],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hand: Option<UnitId>,
    #[serde(default, skip_serializing_if = "is_zero")]
    points: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    march: Option<March>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    battle: Option<SavedBattle>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    placing: Option<SavedPlacing>,
    annals: Annals,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<SavedOutcome>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_off(mode: &Mode) -> bool {
    *mode == Mode::Off
}

fn off() -> Mode {
    Mode::Off
}

/// A place by name or label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Beside(Spot),
    Hex(HexNumber),
}

/// The places beside the map by the names that saved positions and positions by hand have for them.
pub(crate) const BESIDE: [(Spot, &str); 5] = [
    (Spot::GONE, "gone"),
    (Spot::DESTROYED, "destroyed"),
    (Spot::ASIDE, "aside"),
    (Spot::AFRICA, "africa"),
    (Spot::SETUP, "setup"),
];

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Hex(label) => label.fmt(f),
            Place::Beside(spot) => {
                f.write_str(BESIDE.iter().find(|(named, _)| named == spot).map_or("gone", |(_, name)| name))
            }
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        match BESIDE.iter().find(|(_, name)| *name == text) {
            Some((spot, _)) => Ok(Place::Beside(*spot)),
            None => text.parse().map(Place::Hex).map_err(D::Error::custom),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedUnit {
    at: Place,
    #[serde(default = "off", skip_serializing_if = "is_off")]
    mode: Mode,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aboard: Option<UnitId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedHost {
    at: Place,
    camped: bool,
    winters: u8,
    done: bool,
    at_sea: bool,
    land: u8,
    sea: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spared: Option<UnitId>,
    reinforced: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedBattle {
    kind: Fight,
    stage: Stage,
    at: Place,
    attacker: Side,
    role: Role,
    verdict: Verdict,
    turn: Side,
    owed: u8,
    rounds: u8,
    ships: u8,
    scorched: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedPlacing {
    cause: Cause,
    side: Side,
    from: Place,
    leaders: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedOutcome {
    winner: Option<Side>,
    grade: String,
    rule: String,
}

/// How games end: grade and rule.
const ENDINGS: [(&str, &str); 5] = [
    ("victory", "2.1.1"),
    ("victory", "2.1.2"),
    ("endurance", "2.1.2"),
    ("endurance", "scenario"),
    ("objective", "scenario"),
];

/// The flags by the names that saved positions have for them.
pub(crate) const FLAGS: [(u16, &str); 7] = [
    (Unit::REBEL, "rebel"),
    (Unit::RESERVE, "reserve"),
    (Unit::CHANGED, "changed"),
    (Unit::MOVED, "moved"),
    (Unit::ADRIFT, "adrift"),
    (Unit::LANDED, "landed"),
    (Unit::FERRY, "ferry"),
];

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let place = |spot: Spot| self.place_of(spot);
        let unit = |unit: &Unit| SavedUnit {
            at: place(unit.spot),
            mode: unit.mode,
            flags: FLAGS.iter().filter(|(f, _)| unit.has(*f)).map(|(_, name)| name.to_string()).collect(),
            aboard: unit.aboard.some(),
        };
        let host = |host: &Host| {
            host.on_map().then(|| SavedHost {
                at: place(host.spot),
                camped: host.camped,
                winters: host.winters,
                done: host.done,
                at_sea: host.at_sea,
                land: host.land,
                sea: host.sea,
                spared: host.spared.some(),
                reinforced: host.reinforced,
            })
        };
        let places = self.sheet.ground.places.len();
        let Battle { kind, stage, hex, attacker, role, verdict, turn, owed, rounds, ships, scorched } =
            self.battle;
        let at = place(Spot::on(hex));
        let battle =
            SavedBattle { kind, stage, at, attacker, role, verdict, turn, owed, rounds, ships, scorched };
        let Placing { cause, side, hex, leaders } = self.placing;
        Saved {
            year: self.year,
            step: self.step,
            units: self.units[..self.count()].iter().map(unit).collect(),
            control: self.control[..places].to_vec(),
            pillaged: (0..places as u8).filter(|&place| self.is_pillaged(place)).collect(),
            expeditions: [0, 1, 2, 3].map(|i| host(&self.hosts[i])),
            hand: self.hand.some(),
            points: self.points,
            march: self.march.expedition.map(|_| self.march),
            battle: (kind != Fight::None).then_some(battle),
            placing: (cause != Cause::None).then(|| SavedPlacing {
                cause,
                side,
                from: place(Spot::on(hex)),
                leaders,
            }),
            annals: self.annals,
            outcome: self.outcome.map(|o| SavedOutcome {
                winner: o.winner,
                grade: o.grade.into(),
                rule: o.rule.into(),
            }),
        }
    }

    fn place_of(&self, spot: Spot) -> Place {
        spot.hex().map_or(Place::Beside(spot), |hex| Place::Hex(self.label_of(hex)))
    }

    fn spot_of(&self, place: Place) -> Result<Spot, String> {
        match place {
            Place::Beside(spot) => Ok(spot),
            Place::Hex(label) => {
                self.hex(label).map(Spot::on).ok_or_else(|| format!("there is no hex {label} on this map"))
            }
        }
    }

    fn hex_of(&self, place: Place) -> Result<Hex, String> {
        self.spot_of(place)?.hex().ok_or_else(|| format!("{place} is no hex"))
    }

    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        let refuse =
            |why: String| Objection::new("protocol", format!("this is no position of the scenario: {why}"));
        let position = self.rebuild(saved).map_err(refuse)?;
        position.find_fault().map_err(refuse)?;
        let mut orders = Vec::new();
        position.orders(&mut orders);
        if matches!(position.turn(), Turn::Order(_)) && orders.is_empty() {
            return Err(refuse("nobody could go on from it".into()));
        }
        Ok(position)
    }

    fn rebuild(&self, saved: Saved) -> Result<Position, String> {
        let mut position = Position::empty(self.sheet.clone());
        let count = self.count();
        if saved.units.len() != count {
            return Err(format!("it has {} counters, expected {count}", saved.units.len()));
        }
        for (i, unit) in saved.units.iter().enumerate() {
            self.rebuild_unit(&mut position, UnitId(i as u8), unit)
                .map_err(|why| format!("counter {i}: {why}"))?;
        }
        let places = self.sheet.ground.places.len();
        if saved.control.len() != places {
            return Err(format!("it has {} places, expected {places}", saved.control.len()));
        }
        position.control[..places].copy_from_slice(&saved.control);
        for place in saved.pillaged {
            if place as usize >= places {
                return Err(format!("there is no place {place}"));
            }
            position.pillaged |= 1 << place;
        }
        position.year = saved.year;
        position.step = saved.step;
        for (host, saved) in position.hosts.iter_mut().zip(saved.expeditions) {
            let Some(saved) = saved else { continue };
            *host = Host {
                spot: Spot::on(self.hex_of(saved.at)?),
                camped: saved.camped,
                winters: saved.winters,
                done: saved.done,
                at_sea: saved.at_sea,
                land: saved.land,
                sea: saved.sea,
                spared: saved.spared.unwrap_or(UnitId::NONE),
                reinforced: saved.reinforced,
            };
        }
        position.hand = saved.hand.unwrap_or(UnitId::NONE);
        position.points = saved.points;
        position.march = saved.march.unwrap_or(March::NONE);
        if position.march.expedition.is_none() && position.march.pace != Pace::Free {
            return Err("a march of nobody".into());
        }
        if let Some(b) = saved.battle {
            let SavedBattle { kind, stage, at, attacker, role, verdict, turn, owed, rounds, ships, scorched } =
                b;
            let hex = self.hex_of(at)?;
            position.battle =
                Battle { kind, stage, hex, attacker, role, verdict, turn, owed, rounds, ships, scorched };
        }
        if let Some(p) = saved.placing {
            position.placing =
                Placing { cause: p.cause, side: p.side, hex: self.hex_of(p.from)?, leaders: p.leaders };
        }
        position.annals = saved.annals;
        position.outcome = match saved.outcome {
            None => None,
            Some(o) => {
                let ending = ENDINGS.iter().find(|(grade, rule)| *grade == o.grade && *rule == o.rule);
                let (grade, rule) = ending.ok_or("games do not end like that")?;
                Some(Outcome { winner: o.winner, grade, rule })
            }
        };
        position.far = position.surveyed();
        Ok(position)
    }

    /// The distances that belong to whoever is in hand or adrift.
    pub(crate) fn surveyed(&self) -> crate::position::Far {
        let mut again = self.clone();
        again.forget_distances();
        let Placing { cause, side, hex, .. } = self.placing;
        match cause {
            Cause::Rout | Cause::Disband => again.open_placing(cause, side, hex),
            Cause::Arrival => again.survey(side, hex, self.sheet.charts.within),
            Cause::None if matches!(self.step, Step::Mode(_)) && self.exists(self.hand) => {
                again.take_up(self.hand);
            }
            _ => {}
        }
        again.far
    }

    fn rebuild_unit(&self, position: &mut Position, id: UnitId, saved: &SavedUnit) -> Result<(), String> {
        let mut flags = 0;
        for name in &saved.flags {
            let known = FLAGS.iter().find(|(_, n)| n == name);
            flags |= known.ok_or_else(|| format!("`{name}` is no flag"))?.0;
        }
        position.send(id, self.spot_of(saved.at)?);
        let unit = position.unit_mut(id);
        unit.mode = saved.mode;
        unit.flags = flags;
        unit.aboard = saved.aboard.unwrap_or(UnitId::NONE);
        Ok(())
    }
}
