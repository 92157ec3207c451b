//! What a counter says (2.1, 2.2): its figures, its symbols, its seals, and what it has done this turn.

use engine::contract::Shown;
use engine::profile::{Printed, Profile, band};

use crate::position::Position;
use crate::sheet::UnitType;
use crate::unit::UnitId;

impl Position {
    pub(crate) fn profile_of(&self, id: UnitId) -> Profile {
        let counter = self.counter(id);
        let unit_type = self.battle.unit_type(id);
        let (commander, baggage) = (self.battle.is_commander(id), self.battle.is_baggage(id));
        let strength = match (commander, baggage) {
            (true, _) => "added to the unit he stands with, hand to hand",
            (_, true) => "strength; in defence it counts 1 whatever the ground",
            _ => "strength, and morale: tests are thrown against it",
        };
        let (middle, rule) = middle_words(unit_type);
        let mut profile = Profile::of(&counter)
            .says(Printed::Band, band(counter.side), self.side_name(self.side(id)), "")
            .says(Printed::Glyph, unit_type.troop.as_str(), self.arm_words(id), "2.1")
            .says(
                Printed::Code,
                counter.code.as_str(),
                format!("{}, {}", unit_type.name, unit_type.people),
                "",
            )
            .says(Printed::Left, counter.left.as_str(), strength, if commander { "7" } else { "2.1" })
            .says(Printed::Middle, counter.middle.as_str(), middle, rule)
            .says(Printed::Right, counter.right.as_str(), "Movement Points a turn", "8");
        for (symbol, means, rule) in [
            ("serpent", "serpent: attacked, it may slip away on 5 or 6", "2.2.1"),
            ("lightning", "lightning: near the enemy or under fire it rushes at him on 5 or 6", "2.2.2"),
            ("swords", "crossed swords: shoots, and fights hand to hand at full strength", "2.2.3"),
            ("arrows", "double arrow: may feign flight to draw an enemy on", "2.2.4"),
        ] {
            if counter.symbols.contains(&symbol) {
                profile = profile.says(Printed::Symbol, symbol, means, rule);
            }
        }
        let profile = profile.sealed(&counter, seal_words);
        self.deeds(id, profile).cites(rules_of(commander, baggage, unit_type))
    }

    fn arm_words(&self, id: UnitId) -> &'static str {
        let unit_type = self.battle.unit_type(id);
        match () {
            () if self.battle.is_commander(id) => {
                "a commander: he has no zone of control and never attacks alone"
            }
            () if self.battle.is_baggage(id) => "baggage: it never attacks and cannot be shot at",
            () if unit_type.range > 0 => "missile troops: they shoot where no enemy is beside them",
            () if unit_type.charge > 0 => "cavalry, that charges",
            () => "troops that fight hand to hand",
        }
    }

    /// What it did in this phase, and what follows from that.
    fn deeds(&self, id: UnitId, profile: Profile) -> Profile {
        let marks = &self.marks;
        let unit_type = self.battle.unit_type(id);
        let steps = self.steps(id);
        let fights = self.battle.is_fighter(id);
        profile
            .did(marks.moved.has(id), "has moved")
            .did(marks.feigned.has(id), "has tried to feign flight")
            .did(marks.attacked.has(id), "has attacked")
            .did(marks.struck.has(id), "has been attacked")
            .did(marks.supported.has(id), "has supported a defence")
            .may(fights && steps == 2, format!("bears two losses: reduced it counts {}", unit_type.reduced))
            .may(fights && steps == 1, "the next loss eliminates it")
    }
}

fn middle_words(unit_type: &UnitType) -> (String, &'static str) {
    match (unit_type.range, unit_type.charge) {
        (0, 0) => (String::new(), ""),
        (0, bonus) => (format!("charge bonus: {bonus} more after a clear run at the enemy"), "10.2"),
        (range, _) if unit_type.red_range => {
            (format!("red: shoots {range} hexes far with a strength of 1, fights with its own"), "10.3")
        }
        (range, _) => (format!("range: shoots {range} hexes far; hand to hand it counts 1 less"), "10.3"),
    }
}

fn seal_words(seal: &str) -> (String, &'static str) {
    let (words, rule) = match seal {
        "reduced" => ("on its reduced side: strength and morale are lower", "10.9"),
        "surprised" => ("surprised: on its reduced side until it collects itself", "R118"),
        "plundered" => ("plundered: it has no effect any more", "10.4"),
        "moved" => ("has moved in this phase", "8"),
        "fought" => ("has attacked in this phase, and attacks once", "R53"),
        "charged" => ("has a clear run behind it: its attack may be a charge", "10.2"),
        "attacking" => ("takes part in the attack that is being made", "10.1"),
        other => return (other.to_string(), ""),
    };
    (words.into(), rule)
}

fn rules_of(commander: bool, baggage: bool, unit_type: &UnitType) -> Vec<&'static str> {
    match () {
        () if commander => vec!["7", "6", "R37", "11"],
        () if baggage => vec!["10.4", "6", "11"],
        () if unit_type.range > 0 => vec!["10.3", "9", "6", "10.10"],
        () if unit_type.charge > 0 => vec!["10.2", "9", "6", "10.10"],
        () => vec!["10.1", "9", "6", "10.10"],
    }
}
