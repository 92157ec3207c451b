//! What an element says: its factors, how far it moves and shoots, its seals, and what it has done this turn.

use engine::contract::{Shown, Viewer};
use engine::profile::{Printed, Profile, band};
use engine::words::counted;

use crate::element::{Element, ElementId};
use crate::position::{Position, Step};
use crate::sheet::{Class, KindCard, Pursues};

impl Position {
    pub(crate) fn profile_of(&self, id: ElementId, viewer: Viewer) -> Option<Profile> {
        if self.conceals(u16::from(id.0), viewer) {
            return None;
        }
        let counter = self.counter(id, viewer);
        let (card, element) = (self.card(id), self.element(id));
        let class = if card.class == Class::Mounted { "mounted" } else { "foot" };
        let mut profile = Profile::of(&counter)
            .says(Printed::Band, band(counter.side), self.side_words(id.side()), "")
            .says(Printed::Glyph, card.name.as_str(), format!("its kind: {class}{}", traits_of(card)), "1.1")
            .says(Printed::Code, counter.code.as_str(), format!("{} in the army list", self.label(id)), "2.2")
            .says(
                Printed::Left,
                counter.left.as_str(),
                "factors in close combat: against foot, and against mounted",
                "1.1",
            )
            .says(Printed::Middle, counter.middle.as_str(), "MU it shoots, straight before its base", "1.3")
            .says(Printed::Right, counter.right.as_str(), "MU it moves in good going", "1.2");
        if counter.symbols.contains(&"general") {
            profile = profile.says(
                Printed::Symbol,
                "general",
                "the general: one more in combat; his loss can lose the battle",
                "1.4",
            );
        }
        let pressed = matches!(self.step, Step::Move) && id.side() == self.active;
        let mut profile = profile
            .sealed(&counter, seal_words)
            .did(
                pressed && element.moves > 0,
                format!("has moved {}", counted(element.moves, "time", "times")),
            )
            .did(element.has(Element::SHOT), "has shot this turn")
            .did(element.has(Element::FOUGHT), "has fought this turn")
            .cites(rules_of(card));
        profile.may.extend(self.about(id).into_iter().skip(2));
        Some(profile)
    }
}

fn traits_of(card: &KindCard) -> String {
    let all = [
        (card.wheeled, "on wheels"),
        (card.extra_pip, "slow to order"),
        (card.pursues != Pursues::Never, "follows whoever gives way"),
        (card.bad_going < 0, "weak in bad going"),
        (card.camels, "at home in dunes"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, words)| format!(", {words}")).collect()
}

fn seal_words(seal: &str) -> (String, &'static str) {
    let (words, rule) = match seal {
        "moved" => ("has moved this turn", "2.6"),
        "attacking" => ("in the fight that is being settled", "2.5"),
        "fired" => ("has shot this turn", "2.11"),
        "fought" => ("has fought this turn", "2.5"),
        other => return (other.to_string(), ""),
    };
    (words.into(), rule)
}

fn rules_of(card: &KindCard) -> Vec<&'static str> {
    let mut rules = vec!["1.6", "2.6", "2.7", "1.9"];
    if card.range.is_some() {
        rules.push("2.11");
    }
    if card.pursues != Pursues::Never {
        rules.push("1.7");
    }
    rules
}
