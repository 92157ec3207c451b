//! Scenes: what a viewer may see of a position, ready to draw.

use engine::contract::{Rules, Shown, Side, Turn, Viewer};
use engine::hex::Hex;
use engine::place::Place;
use engine::scene::{Counter, Mark, SideCard, Threat, Track, Tray};

use crate::position::{Position, Step};
use crate::unit::{NO_ATTACK, Spot, Unit, UnitId};

/// Blank counters are numbered from here, beyond all others.
const BLANKS: u16 = 1_000;

impl Position {
    /// Every counter. Blank ones come last, in the order of their hexes, and are numbered anew: neither their
    /// number nor their place in the list says which they are.
    pub(crate) fn counters(&self, viewer: Viewer) -> Vec<Counter> {
        let (blank, known): (Vec<UnitId>, Vec<UnitId>) =
            self.unit_ids().partition(|&id| self.hidden_from(id, viewer));
        let mut blank: Vec<Counter> = blank.into_iter().map(|id| self.counter(id, viewer)).collect();
        blank.sort_by_key(|counter| (counter.side, counter.place));
        for (counter, id) in blank.iter_mut().zip(BLANKS..) {
            counter.id = id;
        }
        known.into_iter().map(|id| self.counter(id, viewer)).chain(blank).collect()
    }

    /// The prompt, without the name of a hidden unit in hand.
    pub(crate) fn prompt_for(&self, viewer: Viewer) -> String {
        match (self.counter_in_hand(), self.turn()) {
            (Some(id), Turn::Order(side)) if self.hidden_from(id, viewer) => {
                format!("{}: a hidden unit moves", self.side_name(side))
            }
            _ => self.prompt(),
        }
    }

    fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<'_> {
        self.battle.ids().filter(|&id| self.unit(id).spot != Spot::ABSENT)
    }

    pub(crate) fn side_card(&self, side: Side) -> SideCard {
        let mut standing = format!("{} lost", self.losses(side));
        if !self.battle.sheet.exits[side.index()].is_empty() {
            standing += &format!(", {} left by the exit", self.exited(side));
        }
        SideCard { name: self.side_name(side).into(), strength: self.troops_left(side) as u32, standing }
    }

    pub(crate) fn hidden_from(&self, id: UnitId, viewer: Viewer) -> bool {
        self.unit(id).has(Unit::HIDDEN) && !viewer.sees_secrets_of(self.side(id))
    }

    pub(crate) fn counter(&self, id: UnitId, viewer: Viewer) -> Counter {
        let unit = self.unit(id);
        let hex = unit.hex().map(|hex| self.number(hex));
        let side = self.side(id).index() as u8;
        if self.hidden_from(id, viewer) {
            return Counter {
                id: id.0 as u16,
                side,
                place: hex.map(Place::from),
                glyph: "hidden",
                name: "Hidden unit".into(),
                left: String::new(),
                middle: String::new(),
                right: String::new(),
                facing: None,
                seals: vec![],
                code: String::new(),
                symbols: vec![],
                base: None,
                aboard: None,
                about: vec![],
            };
        }
        let unit_type = self.battle.unit_type(unit.kind);
        let bracket = |value: u8| if unit_type.bracketed { format!("({value})") } else { value.to_string() };
        let (left, middle) = match (unit.kind.is_leader(), unit_type.fire.len()) {
            (true, _) => (unit_type.bonus.to_string(), format!("r{}", unit_type.radius)),
            (_, 0) => (bracket(unit_type.front), bracket(unit_type.flank)),
            (_, range) => (format!("{}", unit_type.fire[0]), format!("r{range}")),
        };
        Counter {
            id: id.0 as u16,
            side,
            place: hex.map(Place::from),
            glyph: unit.kind.code(),
            name: self.label(id),
            left,
            middle,
            right: (self.full_allowance(id) / 2).to_string(),
            facing: Some(unit.facing),
            seals: self.seals(id, viewer),
            code: String::new(),
            symbols: vec![],
            base: None,
            aboard: self.carrier(id, viewer).map(|chariot| chariot.0 as u16),
            about: vec![],
        }
    }

    /// The chariot a unit is seen to ride: one that hides gives nothing away.
    fn carrier(&self, id: UnitId, viewer: Viewer) -> Option<UnitId> {
        self.unit(id).aboard.some().filter(|&chariot| !self.hidden_from(chariot, viewer))
    }

    fn seals(&self, id: UnitId, viewer: Viewer) -> Vec<&'static str> {
        let unit = self.unit(id);
        let active = self.mover.unit == id || self.combat.piece == id || self.facing_due == id;
        let fired = unit.fired != 0 && unit.fired + 1 >= self.player_turn;
        let all = [
            (unit.disrupted(), "disrupted"),
            (unit.has(Unit::MOVED) && self.step == Step::Moving, "moved"),
            (fired, "fired"),
            (unit.has(Unit::CHARGED), "charged"),
            (unit.attack != NO_ATTACK, "attacking"),
            (unit.has(Unit::HIDDEN), "hidden"),
            (unit.has(Unit::REFUSES), "refuses"),
            (self.carrier(id, viewer).is_some(), "aboard"),
            (active, "active"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect()
    }

    pub(crate) fn marks(&self) -> Vec<Mark> {
        let sheet = &self.battle.sheet;
        let objectives = sheet.objectives.iter().enumerate().map(|(i, &hex)| {
            let side = self.control[i];
            let holder = side.map_or("nobody", |side| self.side_name(side));
            let number = self.number(hex);
            let text =
                format!("{}: held by {holder}. {}", self.place_words(number), self.objective_words(hex));
            Mark {
                place: number.into(),
                kind: "objective",
                side: side.map(|s| s.index() as u8),
                nation: "",
                text,
            }
        });
        let dust = self.dust.iter().filter_map(|spot| spot.hex()).map(|hex| Mark {
            place: self.number(hex).into(),
            kind: "dust",
            side: None,
            nation: "",
            text: "Dust cloud".into(),
        });
        let targets = self.attacks.iter().flat_map(|attack| attack.targets()).map(|hex| Mark {
            place: self.number(hex).into(),
            kind: "target",
            side: None,
            nation: "",
            text: format!("Attack on {}", self.number(hex)),
        });
        objectives.chain(dust).chain(targets).collect()
    }

    pub(crate) fn turn_track(&self) -> Track {
        let sheet = &self.battle.sheet;
        Track {
            name: "Game-Turn".into(),
            spaces: (1..=sheet.turns).map(|turn| turn.to_string()).collect(),
            at: (self.game_turn() as usize).checked_sub(1),
            house: sheet.turns_house,
        }
    }

    pub(crate) fn trays(&self) -> Vec<Tray> {
        let mut trays = vec![];
        for side in Side::BOTH {
            let name = self.side_name(side);
            let all = [
                (Spot::RESERVE, format!("{name} to come")),
                (Spot::LOST, format!("{name} lost")),
                (Spot::EXITED, format!("{name} gone by the exit")),
            ];
            for (spot, name) in all {
                let units = self.battle.units(side).filter(|&id| self.unit(id).spot == spot);
                trays.extend(Tray::of(side, name, units.map(|id| id.0 as u16)));
            }
        }
        trays
    }

    /// Hexes the viewer's enemy could shoot at or attack from where it stands, or stop a mover in.
    pub(crate) fn enemy_reach(&self, viewer: Viewer) -> Vec<Threat> {
        let Viewer::Side(side) = viewer else { return vec![] };
        let grid = &self.battle.sheet.ground.grid;
        let mut kinds: Vec<(Hex, &'static str)> = vec![];
        for id in self.battle.units(side.other()) {
            let unit = self.unit(id);
            let Some(hex) = unit.hex() else { continue };
            if self.hidden_from(id, viewer) {
                continue;
            }
            let front = unit.facing.front().into_iter().filter_map(|to| self.battle.neighbour(hex, to));
            if unit.kind.is_fire() {
                kinds.extend(front.clone().map(|hex| (hex, "stop")));
            }
            if unit.disrupted() {
                continue;
            }
            if !self.battle.unit_type(unit.kind).bracketed {
                kinds.extend(front.map(|hex| (hex, "melee")));
            }
            let reach = self.battle.unit_type(unit.kind).fire.len() as u16;
            let cone = &self.battle.sheet.ground.cones[unit.facing.index()];
            let in_range = cone.iter().filter(|c| c.range <= reach + 1);
            for target in in_range.filter_map(|c| grid.offset(hex, c.offset)) {
                if unit.kind.is_fire() && self.could_hit(id, target) {
                    kinds.push((target, "fire"));
                }
            }
        }
        Threat::to_hexes(&self.battle.sheet.ground.grid, kinds)
    }

    /// The board in words.
    pub(crate) fn board_words(&self, viewer: Viewer) -> String {
        let sheet = &self.battle.sheet;
        let turn = match self.game_turn() {
            0 => "Before play".to_string(),
            turn => format!("Game-Turn {turn} of {}", sheet.turns),
        };
        let mut lines = vec![format!(
            "{}, {}. {turn}, {}. {}.",
            sheet.title,
            sheet.date,
            self.phase_words(),
            self.prompt_for(viewer)
        )];
        for mark in self.marks() {
            lines.push(format!("{}.", mark.text));
        }
        for side in Side::BOTH {
            let mut hexes: Vec<Hex> = self.battle.units(side).filter_map(|id| self.unit(id).hex()).collect();
            hexes.sort();
            hexes.dedup();
            let stacks = hexes.into_iter().map(|hex| {
                let units: Vec<String> = self.stack(hex).map(|id| self.unit_words(id, viewer)).collect();
                format!("{}: {}", self.place_words(self.number(hex)), units.join(", "))
            });
            let stacks: Vec<String> = stacks.collect();
            lines.push(format!("{}: {}.", self.side_name(side), stacks.join("; ")));
        }
        lines.join("\n")
    }

    fn unit_words(&self, id: UnitId, viewer: Viewer) -> String {
        if self.hidden_from(id, viewer) {
            return "hidden unit".into();
        }
        let unit = self.unit(id);
        let state = if unit.disrupted() { ", disrupted" } else { "" };
        match self.carrier(id, viewer) {
            Some(chariot) => format!("{} aboard {}{state}", self.label(id), self.label(chariot)),
            None => format!("{} facing {}{state}", self.label(id), self.compass(unit.facing)),
        }
    }
}
