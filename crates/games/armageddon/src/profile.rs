//! What a counter says: its figures, its point, its seals, and what it has done this Player-Turn.

use engine::contract::{Shown, Viewer};
use engine::profile::{Printed, Profile, band};

use crate::position::Position;
use crate::sheet::{Kind, UnitType};
use crate::unit::{MarkerKind, NO_ATTACK, Unit, UnitId};

impl Position {
    pub(crate) fn profile_of(&self, id: UnitId, viewer: Viewer) -> Option<Profile> {
        if self.hidden_from(id, viewer) {
            return None;
        }
        let counter = self.counter(id, viewer);
        let (unit, side) = (self.unit(id), self.side(id));
        let unit_type = self.battle.unit_type(unit.kind);
        let facing = counter.facing.map_or_else(String::new, |facing| self.compass(facing).to_string());
        let marches = match unit.kind {
            Kind::CH => "Movement Points a turn, as this battle has them for its chariots",
            _ => "Movement Points a turn; half of them out of every leader's reach",
        };
        let profile = Profile::of(&counter)
            .says(Printed::Band, band(counter.side), self.side_name(side), "")
            .says(Printed::Glyph, unit_type.name.as_str(), kind_words(unit.kind, unit_type), "")
            .says(
                Printed::Left,
                counter.left.as_str(),
                left_words(unit.kind, unit_type),
                left_rule(unit.kind, unit_type),
            )
            .says(
                Printed::Middle,
                counter.middle.as_str(),
                middle_words(unit.kind, unit_type),
                middle_rule(unit.kind, unit_type),
            )
            .says(Printed::Right, counter.right.as_str(), marches, "movement.A")
            .says(
                Printed::Facing,
                facing,
                "where it faces: three hexes before it are its front, three its flank",
                "facing",
            )
            .sealed(&counter, |seal| self.seal_words(id, seal));
        Some(self.deeds(id, profile).cites(rules_of(unit.kind, unit_type)))
    }

    /// What it did in this Player-Turn, and what follows from that.
    fn deeds(&self, id: UnitId, profile: Profile) -> Profile {
        let unit = self.unit(id);
        let fired_now = unit.fired != 0 && unit.fired == self.player_turn;
        let fired_before = unit.fired != 0 && unit.fired + 1 == self.player_turn;
        let fire = unit.kind.is_fire();
        let bracketed = self.battle.unit_type(unit.kind).bracketed;
        profile
            .did(unit.has(Unit::MOVED), "has made its move")
            .did(fired_now, "has fired")
            .did(fired_before, "fired in the turn before this one")
            .did(unit.has(Unit::CHARGED), "has charged")
            .did(unit.has(Unit::RETREATED), "has retreated from a fight")
            .did(unit.has(Unit::FELL_BACK), "has fallen back")
            .did(unit.has(Unit::CROSSED), "has entered the stream")
            .did(unit.attack != NO_ATTACK, "takes part in an attack")
            .may(
                unit.disrupted(),
                format!(
                    "may not move, turn, fire or attack until it recovers; it recovers {}",
                    self.recovery_words(id)
                ),
            )
            .may(fire && (fired_now || fired_before), "may not fire again before a Player-Turn without fire")
            .may(
                bracketed && !unit.kind.is_leader(),
                "never attacks hand to hand: its strength stands in parentheses",
            )
    }

    /// When a disruption marker goes (disruption.recovery, R63).
    fn recovery_words(&self, id: UnitId) -> &'static str {
        match self.unit(id).marker.kind() {
            MarkerKind::Fire => "as the enemy's next Fire Combat Phase ends",
            MarkerKind::Melee => "as the next Melee Combat Phase of whoever struck it ends",
            MarkerKind::Movement | MarkerKind::Pursuit => "as its own next Movement Phase ends",
        }
    }

    fn seal_words(&self, id: UnitId, seal: &str) -> (String, &'static str) {
        let unit = self.unit(id);
        match seal {
            "disrupted" => (
                format!(
                    "disrupted: may not move, turn, fire or attack; recovers {}",
                    self.recovery_words(id)
                ),
                "disruption",
            ),
            "moved" => ("its move in this phase is over".into(), "movement.G"),
            "fired" if unit.fired == self.player_turn => {
                ("has fired, and will not fire in the next Player-Turn".into(), "fire.B")
            }
            "fired" => ("fired in the last Player-Turn, and does not fire in this one".into(), "fire.B"),
            "charged" => {
                ("its chariot charged: an attack it takes part in shifts two columns".into(), "chariots.A")
            }
            "attacking" => ("takes part in an attack".into(), "melee.A"),
            "hidden" => ("hidden behind the dust; the enemy sees a blank counter".into(), "R109"),
            "refuses" => ("its asses refuse to move in this phase".into(), "R116"),
            "aboard" => ("rides a chariot, and moves with it".into(), "chariots"),
            _ => (seal.to_string(), ""),
        }
    }
}

fn kind_words(kind: Kind, unit_type: &UnitType) -> &'static str {
    match kind {
        Kind::CH => "carries one troop and any leaders, and charges",
        _ if kind.is_leader() && unit_type.bonus == 0 => "a leader who sets troops moving",
        _ if kind.is_leader() => "a leader who sets troops moving and helps them fight",
        _ if kind.is_fire() => "fire units: they shoot before anybody moves",
        Kind::MC => "cavalry, that rides down axemen and swordsmen and is stopped by militia",
        Kind::MS | Kind::MI => "militia: halved against axemen and swordsmen, doubled against cavalry",
        _ => "heavy foot, that fights hand to hand",
    }
}

fn left_words(kind: Kind, unit_type: &UnitType) -> &'static str {
    match () {
        () if kind.is_leader() => "combat bonus for the troops in its hex, at most doubling them",
        () if !unit_type.fire.is_empty() => "fire strength against the next hex; less farther off",
        () if unit_type.bracketed => "strength to the front, in defence only: never attacks",
        () => "strength hand to hand, to the front",
    }
}

fn left_rule(kind: Kind, unit_type: &UnitType) -> &'static str {
    match () {
        () if kind.is_leader() => "leaders.D",
        () if !unit_type.fire.is_empty() => "rec",
        () if unit_type.bracketed => "melee.M",
        () => "melee.H",
    }
}

fn middle_words(kind: Kind, unit_type: &UnitType) -> String {
    match unit_type.fire.len() {
        _ if kind.is_leader() => {
            format!("control radius: troops that begin within {} hexes of it move freely", unit_type.radius)
        }
        0 => "strength against whoever comes through its flank".into(),
        1 => "range: shoots one hex far".into(),
        range => format!("range: shoots {range} hexes far, within its front"),
    }
}

fn middle_rule(kind: Kind, unit_type: &UnitType) -> &'static str {
    match unit_type.fire.len() {
        _ if kind.is_leader() => "leaders",
        0 => "melee.K",
        _ => "fire.C",
    }
}

fn rules_of(kind: Kind, unit_type: &UnitType) -> Vec<&'static str> {
    let own: &[&'static str] = match () {
        () if kind == Kind::CH => &["chariots", "chariots.A", "stacking.D"],
        () if kind.is_leader() => &["leaders", "leaders.B", "stacking.A"],
        () if !unit_type.fire.is_empty() => &["fire", "fire.J", "melee.M"],
        () => &["melee", "cuc"],
    };
    own.iter().copied().chain(["stacking"]).collect()
}
