//! Scenes: a position ready to draw. Nothing is hidden in this game.

use engine::contract::{Shown, Side, Viewer};
use engine::hex::Hex;
use engine::scene::{Counter, Mark, SideCard, Threat, Track, Tray};
use engine::words::counted;

use crate::position::{Position, Stage};
use crate::unit::{Spot, UnitId};

impl Position {
    /// Baggage first, then units, then commanders: the order of a stack.
    pub(crate) fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<'_> {
        let all = || self.battle.ids().filter(|&id| self.unit(id).spot != Spot::ABSENT);
        let baggage = all().filter(|&id| self.battle.is_baggage(id));
        let fighters = all().filter(|&id| self.battle.is_fighter(id));
        let commanders = all().filter(|&id| self.battle.is_commander(id));
        baggage.chain(fighters).chain(commanders)
    }

    pub(crate) fn side_card(&self, side: Side) -> SideCard {
        let on_map = self.battle.fighters(side).iter().filter(|&id| self.at(id).is_some());
        let lost = self.points_lost(side);
        let standing = match self.battle.sheet.thresholds[side.index()] {
            Some(threshold) => format!("{lost} of {} lost", counted(threshold, "point", "points")),
            None => format!("{} lost", counted(lost, "point", "points")),
        };
        SideCard {
            name: self.side_name(side).into(),
            strength: on_map.map(|id| self.strength(id) as u32).sum(),
            standing,
        }
    }

    pub(crate) fn counter(&self, id: UnitId) -> Counter {
        let unit_type = self.battle.unit_type(id);
        let middle = match (unit_type.range, unit_type.charge) {
            (0, 0) => String::new(),
            (0, bonus) => format!("+{bonus}"),
            (range, _) if unit_type.red_range => format!("1/r{range}"),
            (range, _) => format!("r{range}"),
        };
        let symbols = [
            (unit_type.serpent, "serpent"),
            (unit_type.lightning, "lightning"),
            (unit_type.swords, "swords"),
            (unit_type.arrows, "arrows"),
        ];
        Counter {
            id: id.0 as u16,
            side: self.side(id).index() as u8,
            place: self.unit(id).hex().map(|hex| self.number(hex).into()),
            glyph: unit_type.glyph,
            code: unit_type.code.clone(),
            symbols: symbols.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect(),
            name: self.label(id),
            left: self.strength(id).to_string(),
            middle,
            right: unit_type.movement.to_string(),
            facing: None,
            seals: self.seals(id),
            base: None,
            aboard: None,
            about: vec![],
        }
    }

    fn seals(&self, id: UnitId) -> Vec<&'static str> {
        let in_attack = self.combat.attackers.has(id) && self.combat.stage == Stage::Building;
        let all = [
            (self.marks.reduced.has(id), "reduced"),
            (self.marks.surprised.has(id), "surprised"),
            (self.marks.plundered.has(id), "plundered"),
            (self.marks.moved.has(id), "moved"),
            (self.marks.attacked.has(id) && !in_attack, "fought"),
            (self.marks.ran_clear.has(id) && self.can_charge(id) && !self.marks.attacked.has(id), "charged"),
            (in_attack, "attacking"),
            (self.counter_in_hand() == Some(id) || self.mover.with == id, "active"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect()
    }

    pub(crate) fn marks(&self) -> Vec<Mark> {
        let target = self.target().filter(|_| self.fighting()).map(|hex| Mark {
            place: self.number(hex).into(),
            kind: "target",
            side: None,
            nation: "",
            text: format!("Attack on {}", self.number(hex)),
        });
        target.into_iter().collect()
    }

    pub(crate) fn turn_track(&self) -> Track {
        Track {
            name: "Turn".into(),
            spaces: (1..=self.last_turn()).map(|turn| turn.to_string()).collect(),
            at: (self.game_turn() as usize).checked_sub(1),
            house: false,
        }
    }

    pub(crate) fn tracks(&self) -> Vec<Track> {
        let morale = Side::BOTH.into_iter().filter_map(|side| {
            let threshold = self.battle.sheet.thresholds[side.index()]? as usize;
            let lost = self.points_lost(side) as usize;
            Some(Track {
                name: format!("{}: points lost", self.side_name(side)),
                spaces: (0..=threshold).map(|points| points.to_string()).collect(),
                at: Some(lost.min(threshold)),
                house: false,
            })
        });
        std::iter::once(self.turn_track()).chain(morale).collect()
    }

    pub(crate) fn trays(&self) -> Vec<Tray> {
        let mut trays = vec![];
        for side in Side::BOTH {
            let name = self.side_name(side);
            let all = [(Spot::RESERVE, format!("{name} to come")), (Spot::LOST, format!("{name} lost"))];
            for (spot, name) in all {
                let units = self.battle.of(side).iter().filter(|&id| self.unit(id).spot == spot);
                trays.extend(Tray::of(side, name, units.map(|id| id.0 as u16)));
            }
        }
        trays
    }

    /// Hexes in the zone of control or range of the viewer's enemy.
    pub(crate) fn enemy_reach(&self, viewer: Viewer) -> Vec<Threat> {
        let Viewer::Side(side) = viewer else { return vec![] };
        let mut kinds: Vec<(Hex, &'static str)> = vec![];
        for hex in self.battle.sheet.ground.grid.hexes().filter(|&hex| self.battle.enterable(hex)) {
            if self.in_zone(side.other(), hex) {
                kinds.extend([(hex, "stop"), (hex, "melee")]);
            }
        }
        for id in self.battle.missiles(side.other()).iter() {
            kinds.extend(self.fire_hexes(id).map(|hex| (hex, "fire")));
        }
        Threat::to_hexes(&self.battle.sheet.ground.grid, kinds)
    }

    /// The board in words.
    pub(crate) fn board_words(&self) -> String {
        let sheet = &self.battle.sheet;
        let turn = match self.game_turn() {
            0 => "Before play".to_string(),
            turn => format!("Turn {turn} of {}", self.last_turn()),
        };
        let mut lines = vec![format!(
            "{}, {}. {turn}, {}. {}.",
            sheet.title,
            sheet.date,
            self.phase_words(),
            self.prompt()
        )];
        for side in Side::BOTH {
            let on_map = self.unit_ids().filter(|&id| self.side(id) == side && self.at(id).is_some());
            let words: Vec<String> = on_map.map(|id| self.unit_words(id)).collect();
            lines.push(format!(
                "{}, {}: {}.",
                self.side_name(side),
                self.side_card(side).standing,
                words.join("; ")
            ));
        }
        lines.join("\n")
    }

    fn unit_words(&self, id: UnitId) -> String {
        let reduced = if self.marks.reduced.has(id) { ", reduced" } else { "" };
        format!("{}, strength {}{reduced}", self.where_words(id), self.strength(id))
    }
}

#[cfg(test)]
mod tests;
