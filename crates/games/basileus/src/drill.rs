//! Small positions for tests, set up as on a practice ground.
//!
//! ```ignore
//! let mut field = Drill::new()
//!     .terrain("0606", Terrain::Wood)
//!     .blue("spears", foot(4), "0607")
//!     .gold("bows", bows(2), "0606")
//!     .begin(Step::Fighting);
//! field.attack("0606");
//! field.refuses(Order::Commit, "10.1");
//! field.join("spears").commit().roll(1);
//! ```
//!
//! Blue is the first side and moves first; the ground is a plain of 12 columns, the battle lasts ten turns
//! without thresholds or special rules. [`Drill::of`] starts from a battle with its ground and special rules.

use std::sync::{Arc, LazyLock};

use engine::dice::Dice;
use engine::event::Event;
use engine::hex::{Hex, HexNumber};
use engine::{Rules, Shown, Side};

use crate::battle::Battle;
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Arm, Blueprint, Choices, Coming, EndTest, Group, Sheet, Specials, Terrain, UnitType};
use crate::unit::{Spot, Unit, UnitId};

pub(crate) use engine::proving::{direction, number};

/// A practice ground being set up.
#[derive(Clone)]
pub(crate) struct Drill {
    pub sheet: Sheet,
    placed: Vec<Placed>,
}

#[derive(Clone)]
struct Placed {
    name: &'static str,
    side: Side,
    unit_type: u8,
    at: Option<HexNumber>,
    reduced: bool,
    group: Option<u8>,
    run: Option<(HexNumber, u8)>,
}

engine::proving_ground! {
    /// A practice position in play, with its counters by name and all events so far.
    pub(crate) struct Field of Position, Order, UnitId;
}

engine::orders_by_name! {
    impl Field with Order;
    of a counter: join => Join, charge => Charge, take_up => Move, lead => Lead;
    alone: commit => Commit, halt => Halt, done => Done;
}

/// Infantry of a strength, two hexes a move.
pub(crate) fn foot(strength: u8) -> UnitType {
    UnitType {
        name: format!("Foot {strength}"),
        code: "Ft".into(),
        glyph: "infantry",
        people: "Drill".into(),
        troop: "Foot".into(),
        arm: Arm::Infantry,
        strength,
        reduced: (strength - 1).max(1),
        steps: 2,
        movement: 2,
        range: 0,
        red_range: false,
        charge: 0,
        serpent: false,
        lightning: false,
        swords: false,
        arrows: false,
        infantry_only: false,
        house: vec![],
    }
}

/// Foot archers with a range of 2.
pub(crate) fn bows(strength: u8) -> UnitType {
    UnitType {
        name: format!("Bows {strength}"),
        arm: Arm::FootMissile,
        glyph: "archers",
        range: 2,
        ..foot(strength)
    }
}

/// Cavalry that charges at +1, three hexes a move.
pub(crate) fn horse(strength: u8) -> UnitType {
    let name = format!("Horse {strength}");
    UnitType { name, arm: Arm::Cavalry, glyph: "cavalry", movement: 3, charge: 1, ..foot(strength) }
}

/// Mounted archers without symbols, four hexes a move.
pub(crate) fn riders(strength: u8) -> UnitType {
    let name = format!("Riders {strength}");
    UnitType {
        name,
        arm: Arm::MountedMissile,
        glyph: "horse-archers",
        movement: 4,
        range: 2,
        ..foot(strength)
    }
}

/// Mounted archers with the serpent.
pub(crate) fn serpents(strength: u8) -> UnitType {
    UnitType { name: format!("Serpents {strength}"), serpent: true, ..riders(strength) }
}

/// A commander.
pub(crate) fn chief(strength: u8) -> UnitType {
    let name = format!("Chief {strength}");
    UnitType {
        name,
        arm: Arm::Commander,
        glyph: "commander",
        steps: 1,
        reduced: strength,
        movement: 4,
        ..foot(strength)
    }
}

/// A wagon.
pub(crate) fn wagon() -> UnitType {
    UnitType {
        name: "Wagon".into(),
        arm: Arm::Baggage,
        glyph: "wagon",
        steps: 1,
        reduced: 1,
        movement: 0,
        ..foot(1)
    }
}

/// A mangonel.
pub(crate) fn mangonel() -> UnitType {
    UnitType { name: "Mangonel".into(), glyph: "mangonel", infantry_only: true, ..wagon() }
}

impl Drill {
    /// Open ground, no special rules.
    pub fn new() -> Drill {
        let mut drill = Drill::of("beroia");
        let ground = &mut drill.sheet.ground;
        ground.terrain.fill(Terrain::Plain);
        for sides in [&mut ground.roads, &mut ground.streams, &mut ground.palisades, &mut ground.slopes] {
            sides.fill(0);
        }
        drill.sheet.specials = Specials::default();
        drill.sheet.thresholds = [None, None];
        drill.sheet.end = EndTest::FewerPoints { tie: None };
        drill.sheet.turns = 10;
        drill.sheet.moves_first = Side::First;
        drill.sheet.deploys_first = Side::First;
        drill.sheet.page.sides = ["Blue".into(), "Gold".into()];
        drill
    }

    /// Open ground, with a counter of each side far off, so that no phase ends by itself.
    pub fn open() -> Drill {
        Drill::new().blue("rest", foot(2), "1201").gold("foe", foot(2), "1214")
    }

    /// A battle of the shelf before deployment, its counters by the names players read: "Skutatoi 3 #2".
    pub fn battle(name: &str) -> Field {
        let sheet = library().sheet(name, Choices::default()).expect("a battle of the shelf");
        let position = Position::new(Arc::new(Battle::new(sheet)));
        let labels = (0..position.battle.count() as u8).map(|id| position.label(UnitId(id)));
        let names = labels.zip(0..).map(|(label, id)| (&*label.leak(), UnitId(id))).collect();
        Field::new(position, names)
    }

    /// The ground, types, rules and sides of a battle, without its counters. Its groups stay, and two more
    /// follow that deploy anywhere, one a side.
    pub fn of(battle: &str) -> Drill {
        let mut sheet = library().sheet(battle, Choices::default()).expect("a battle of the shelf");
        sheet.units.clear();
        let hexes: Vec<Hex> = sheet.ground.grid.hexes().collect();
        let coming = Coming::Deploys { hexes, apart: false };
        sheet.groups.extend(Side::BOTH.map(|side| Group {
            side,
            name: "drill".into(),
            coming: coming.clone(),
        }));
        Drill { sheet, placed: vec![] }
    }

    /// Changes the printed matter.
    pub fn with(mut self, change: impl FnOnce(&mut Sheet)) -> Drill {
        change(&mut self.sheet);
        self
    }

    /// Chooses optional rules.
    pub fn option(mut self, choose: impl FnOnce(&mut Choices)) -> Drill {
        choose(&mut self.sheet.choices);
        self
    }

    /// Changes one hex.
    pub fn terrain(mut self, hex: &str, terrain: Terrain) -> Drill {
        let hex = self.hex(hex);
        self.sheet.ground.terrain[hex.index()] = terrain;
        self
    }

    fn hex(&self, hex: &str) -> Hex {
        self.sheet.ground.grid.at(number(hex)).expect("a hex of the map")
    }

    fn mark_side(mut self, hex: &str, side: &str, sides: impl Fn(&mut Sheet) -> &mut Vec<u8>) -> Drill {
        let (hex, side) = (self.hex(hex), direction(side));
        let beyond = self.sheet.ground.grid.neighbour(hex, side);
        let bits = sides(&mut self.sheet);
        bits[hex.index()] |= 1 << side.index();
        if let Some(beyond) = beyond {
            bits[beyond.index()] |= 1 << side.opposite().index();
        }
        self
    }

    /// Makes a hexside a stream.
    pub fn stream(self, hex: &str, side: &str) -> Drill {
        self.mark_side(hex, side, |sheet| &mut sheet.ground.streams)
    }

    /// Palisades a hexside.
    pub fn palisade(self, hex: &str, side: &str) -> Drill {
        self.mark_side(hex, side, |sheet| &mut sheet.ground.palisades)
    }

    /// Makes a hexside a slope.
    pub fn slope(self, hex: &str, side: &str) -> Drill {
        self.mark_side(hex, side, |sheet| &mut sheet.ground.slopes)
    }

    /// Leads a road across a hexside.
    pub fn road(self, hex: &str, side: &str) -> Drill {
        self.mark_side(hex, side, |sheet| &mut sheet.ground.roads)
    }

    /// Puts a counter of the first side on a hex.
    pub fn blue(self, name: &'static str, unit_type: UnitType, hex: &str) -> Drill {
        self.put(name, Side::First, unit_type, Some(hex))
    }

    /// Puts a counter of the second side on a hex.
    pub fn gold(self, name: &'static str, unit_type: UnitType, hex: &str) -> Drill {
        self.put(name, Side::Second, unit_type, Some(hex))
    }

    /// Keeps a counter off the map.
    pub fn off_map(self, name: &'static str, side: Side, unit_type: UnitType) -> Drill {
        self.put(name, side, unit_type, None)
    }

    fn put(mut self, name: &'static str, side: Side, unit_type: UnitType, hex: Option<&str>) -> Drill {
        let known = self.sheet.types.iter().position(|t| *t == unit_type);
        let index = known.unwrap_or_else(|| {
            self.sheet.types.push(unit_type);
            self.sheet.types.len() - 1
        });
        let at = hex.map(number);
        let unit_type = index as u8;
        self.placed.push(Placed { name, side, unit_type, at, reduced: false, group: None, run: None });
        self
    }

    /// A type of the battle by its name: "Varangians 4".
    pub fn kind(&self, name: &str) -> UnitType {
        let found = self.sheet.types.iter().find(|t| t.name == name);
        found.unwrap_or_else(|| panic!("no type {name} in {}", self.sheet.name)).clone()
    }

    fn named(&mut self, name: &str) -> &mut Placed {
        self.placed.iter_mut().find(|p| p.name == name).expect("a counter placed before")
    }

    /// Turns a counter on its reduced side.
    pub fn reduced(mut self, name: &str) -> Drill {
        self.named(name).reduced = true;
        self
    }

    /// Puts a counter into a group of the sheet other than its side's.
    pub fn of_group(mut self, name: &str, group: u8) -> Drill {
        self.named(name).group = Some(group);
        self
    }

    /// Gives a counter a clear run-up of so many hexes from a hex.
    pub fn ran(mut self, name: &str, from: &str, steps: u8) -> Drill {
        self.named(name).run = Some((number(from), steps));
        self
    }

    /// Begins in the first side's half of turn 1 at a step.
    pub fn begin(self, step: Step) -> Field {
        self.begin_in(1, step)
    }

    /// Begins in a given Player-Turn (two a turn) at a step. Nothing is settled: it stands as described.
    pub fn begin_in(mut self, player_turn: u8, step: Step) -> Field {
        self.placed.sort_by_key(|p| p.side);
        let own = self.sheet.groups.len() as u8 - 2;
        let mut ordinals = std::collections::HashMap::new();
        for placed in &self.placed {
            let ordinal = ordinals.entry((placed.side, placed.unit_type)).or_insert(0u8);
            *ordinal += 1;
            self.sheet.units.push(Blueprint {
                unit_type: placed.unit_type,
                side: placed.side,
                group: placed.group.unwrap_or(own + placed.side.index() as u8),
                ordinal: *ordinal,
                reduced: placed.reduced,
            });
        }
        let mut position = Position::empty(Arc::new(Battle::new(self.sheet)));
        position.player_turn = player_turn;
        position.step = step;
        for (i, placed) in self.placed.iter().enumerate() {
            let id = UnitId(i as u8);
            if let Some(at) = placed.at {
                let hex = position.hex(at).expect("a hex of the map");
                position.put(id, hex);
            }
            if let Some((start, steps)) = placed.run {
                let start = position.hex(start).expect("a hex of the map");
                position.unit_mut(id).start = Spot::on(start);
                position.unit_mut(id).steps = steps;
                position.marks.ran_clear.add(id);
            }
        }
        let names = self.placed.iter().zip(0..).map(|(p, id)| (p.name, UnitId(id))).collect();
        Field::new(position, names)
    }
}

impl Field {
    /// The state of a counter.
    pub fn see(&self, name: &str) -> &Unit {
        self.position.unit(self.id(name))
    }

    /// The number of the hex a counter stands in; empty off the map, and for plundered baggage.
    pub fn at(&self, name: &str) -> String {
        self.position.at(self.id(name)).map_or(String::new(), |hex| self.position.number(hex).to_string())
    }

    /// Whether a counter was eliminated or plundered.
    pub fn lost(&self, name: &str) -> bool {
        self.see(name).spot == Spot::LOST || self.position.marks.plundered.has(self.id(name))
    }

    /// Whether a counter is on its reduced side.
    pub fn is_reduced(&self, name: &str) -> bool {
        self.position.marks.reduced.has(self.id(name))
    }

    /// The hexes the counter in hand may go to, in order.
    pub fn ways(&self) -> Vec<String> {
        let steps = self.orders().into_iter().filter(|order| matches!(order, Order::Step { .. }));
        let mut hexes: Vec<String> =
            steps.filter_map(|order| self.position.aim(&order).place).map(|hex| hex.to_string()).collect();
        hexes.sort();
        hexes
    }

    /// What the attack being built comes to: "6 against 3, 2/1".
    pub fn odds(&self) -> String {
        self.position.sum_of_attack().total
    }

    /// What each face of the combat die would bring, from 1 on: "D1 DT DR AR AT A1".
    #[track_caller]
    pub fn outcomes(&self) -> String {
        let code = |face: u8| {
            let mut events: Vec<Event> = vec![];
            self.position.clone().roll(Dice::from_faces(&[face]), &mut events);
            let result = events.iter().find(|e| e.kind == engine::event::EventKind::Result);
            result.and_then(|e| e.text.split(':').next()).expect("the combat die is due").to_string()
        };
        (1..=6).map(code).collect::<Vec<_>>().join(" ")
    }

    /// Carries an attack on to its end, taking the first choice wherever a player has one.
    #[track_caller]
    pub fn finish(&mut self) -> &mut Field {
        while self.position.combat.stage != Stage::Idle
            && matches!(self.position.turn(), engine::Turn::Order(_))
        {
            let order = self.orders()[0];
            self.play(order);
        }
        self
    }

    /// Lets a result fall on the committed attack whatever the die says: "D1R".
    #[track_caller]
    pub fn suffer(&mut self, code: &str) -> &mut Field {
        assert_eq!(self.position.combat.stage, Stage::Roll, "{}", self.position.prompt());
        self.position.apply(crate::sheet::CombatResult::from_code(code));
        self.position.settle(&mut self.events);
        self
    }

    // Orders by name.

    pub fn attack(&mut self, hex: &str) -> &mut Field {
        self.play(Order::Attack { hex: number(hex) })
    }

    pub fn step(&mut self, to: &str) -> &mut Field {
        self.play(Order::Step { to: direction(to) })
    }

    /// A step of the counter in hand to a neighbouring hex by its number.
    pub fn step_to(&mut self, hex: &str) -> &mut Field {
        let wanted = Some(number(hex).into());
        let steps = self.orders().into_iter().filter(|order| matches!(order, Order::Step { .. }));
        let order = steps.into_iter().find(|order| self.position.aim(order).place == wanted);
        self.play(order.unwrap_or_else(|| panic!("no step to {hex}: {:?}", self.ways())))
    }

    /// Attacks a hex with these units and commits.
    pub fn assault(&mut self, hex: &str, with: &[&str]) -> &mut Field {
        self.attack(hex);
        for name in with {
            self.join(name);
        }
        self.commit()
    }
}

/// The battles, read once for all tests.
fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::embedded().expect("the library compiled in"));
    &LIBRARY
}

mod tests {
    use super::*;

    #[test]
    fn a_drill_stands_as_described() {
        let mut field = Drill::new()
            .blue("spears", foot(4), "0607")
            .gold("others", foot(2), "0606")
            .begin(Step::Fighting);
        assert_eq!(field.at("spears"), "0607");
        field.refuses(Order::Halt, "protocol");
        field.attack("0606").join("spears");
        assert_eq!(field.odds(), "4 against 2, 2/1");
        field.commit().roll(2);
        assert!(field.is_reduced("others"));
    }
}
