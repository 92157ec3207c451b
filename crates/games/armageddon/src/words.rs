//! Sentences: names of units, prompts, orders in words, the verdict.

use engine::hex::{Direction, HexNumber};
use engine::{Shown, Side};

use crate::position::{Position, Step};
use crate::unit::UnitId;

impl Position {
    /// A counter's name for people: "Axemen 3".
    pub(crate) fn label(&self, id: UnitId) -> String {
        let Some(blueprint) = self.battle.sheet.units.get(id.index()) else { return "nobody".into() };
        let kind = self.unit(id).kind;
        let name = &self.battle.unit_type(kind).name;
        format!("{name} {}", blueprint.ordinal)
    }

    pub(crate) fn compass(&self, direction: Direction) -> &'static str {
        self.battle.sheet.ground.grid.orientation().compass(direction)
    }

    /// The phase as the rulebook names it.
    pub(crate) fn phase_words(&self) -> &'static str {
        match self.step {
            Step::Deploy(_) => "Deployment",
            Step::Eclipse => "Start of the Game-Turn",
            Step::Aim | Step::Shoot => "Fire Combat Phase",
            Step::Array | Step::Clash => "Melee Combat Phase",
            Step::Over => "The end",
            _ => "Movement Phase",
        }
    }

    /// What is expected now.
    pub(crate) fn prompt_words(&self) -> String {
        (self.stage().prompt)(self)
    }

    pub(crate) fn may_hold_fire(&self) -> bool {
        let firers = self.battle.fire_units(self.attacking_side());
        firers.iter().all(|&id| self.unit(id).attack == crate::unit::NO_ATTACK)
    }

    pub(crate) fn unit_if(&self, id: UnitId) -> Option<engine::hex::Hex> {
        self.exists(id).then(|| self.unit(id).hex()).flatten()
    }

    /// A hex with its letter, if it has one: "2724 (D)".
    pub(crate) fn place_words(&self, number: HexNumber) -> String {
        let letter = self.battle.sheet.ground.places.iter().find(|(_, h)| self.number(**h) == number);
        letter.map_or_else(|| number.to_string(), |(letter, _)| format!("{number} ({letter})"))
    }

    /// A unit with its place: "Axemen 3 in 2107".
    pub(crate) fn where_words(&self, id: UnitId) -> String {
        match self.unit_if(id) {
            Some(hex) => format!("{} in {}", self.label(id), self.place_words(self.number(hex))),
            None => self.label(id),
        }
    }

    /// An enemy hex with who is there: "2107, 2 Axemen".
    pub(crate) fn target_words(&self, number: HexNumber) -> String {
        let place = self.place_words(number);
        match self.hex(number) {
            Some(hex) if self.occupied(hex) => format!("{place}, {}", self.stack_words(hex)),
            _ => place,
        }
    }

    /// The counters of a hex in words: "2 Axemen, Skirmishers"; hidden ones are not named.
    pub(crate) fn stack_words(&self, hex: engine::hex::Hex) -> String {
        let mut counted: Vec<(String, u32)> = vec![];
        for id in self.stack(hex) {
            let unit = self.unit(id);
            let name = match unit.has(crate::unit::Unit::HIDDEN) {
                true => "hidden unit".to_string(),
                false => self.battle.unit_type(unit.kind).name.clone(),
            };
            match counted.iter_mut().find(|(n, _)| *n == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        let words = counted.into_iter().map(|(name, n)| if n == 1 { name } else { format!("{n} {name}") });
        words.collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn standing_words(&self) -> String {
        let [a, b] = Side::BOTH.map(|s| format!("{} lost {}", self.side_name(s), self.losses(s)));
        let held = self.battle.sheet.objectives.iter().enumerate().map(|(i, &hex)| {
            let holder = self.control[i].map_or("nobody", |side| self.side_name(side));
            format!("{} held by {holder}", self.place_words(self.number(hex)))
        });
        let mut parts: Vec<String> = held.collect();
        parts.extend([a, b]);
        format!("({})", parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::Drill;
    use crate::order::Order;
    use crate::refusal::Refusal;
    use crate::sheet::Kind;

    #[test]
    fn a_prompt_offers_the_way_out_only_when_it_is_open() {
        let mut field = Drill::new()
            .blue("axes", Kind::AX, "1012", "N")
            .blue("others", Kind::AX, "1014", "N")
            .gold("spears", Kind::MS, "1010", "S")
            .begin(Step::Moving);
        assert_eq!(field.prompt_words(), "choose a unit to move, or end moving");
        field.take_up("axes");
        assert!(field.prompt_words().ends_with("choose a hex or turn, or halt"), "{}", field.prompt_words());
        let mut field = Drill::new()
            .blue("axes", Kind::AX, "1012", "N")
            .gold("spears", Kind::MS, "1011", "S")
            .begin(Step::Array);
        assert_eq!(field.prompt_words(), "choose a hex to attack, or end the phase without attacks");
        field.attack("1011");
        assert_eq!(field.legal(&Order::Commit), Err(Refusal::NoAttackers));
        assert_eq!(field.prompt_words(), "build your attacks: choose the units that join this one");
        field.join("axes");
        assert_eq!(field.prompt_words(), "build your attacks, or commit them");
        let mut field = Drill::new()
            .blue("militia", Kind::MI, "1012", "N")
            .gold("first", Kind::MS, "1011", "S")
            .gold("second", Kind::MS, "1011", "S")
            .begin(Step::Array);
        field.attack("1011").join("militia");
        assert!(field.prompt_words().starts_with("build your attacks; "), "{}", field.prompt_words());
        assert!(field.prompt_words().contains("below 1 to 2"), "{}", field.prompt_words());
    }

    #[test]
    fn who_joins_an_attack_is_named_so_that_a_hidden_unit_can_be_left_out() {
        use engine::Rules;
        let mut field = Drill::new()
            .blue("axes", Kind::AX, "1012", "N")
            .gold("spears", Kind::MS, "1011", "S")
            .begin(Step::Array);
        field.attack("1011");
        let unit = field.id("axes");
        for order in [Order::Join { unit }, Order::Leave { unit }] {
            let mut events = vec![];
            let mut position = (*field).clone();
            position.play(&order, &mut events);
            assert_eq!(events[0].counters, [unit.0 as u16], "{events:?}");
            field.play(order);
        }
    }
}
