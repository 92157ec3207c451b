//! What a counter says (1.3): factors, army, class, its seals, and what it has done this year.

use engine::profile::{Printed, Profile, band};
use engine::scene::Counter;

use crate::position::Position;
use crate::unit::{Expedition, Unit, UnitId};

impl Position {
    pub(crate) fn profile_of(&self, id: UnitId) -> Option<Profile> {
        let roster = &self.sheet.roster;
        if let Some(expedition) = Expedition::ALL.into_iter().find(|&e| roster.expedition(e) == id) {
            return self.expedition_profile(expedition);
        }
        if !self.exists(id) {
            return None;
        }
        let counter = self.counter(id)?;
        let unit = self.unit(id);
        let profile = self.headed(&counter);
        let profile = if let Some(leader) = roster.as_leader(id) {
            let card = &roster.leaders[leader as usize];
            let army = card.army.map_or("of no army".into(), |army| format!("leads the {}", army.name()));
            profile
                .says(Printed::Glyph, "leader", army, "1.3.6")
                .says(Printed::Left, counter.left.as_str(), "columns he shifts a field battle", "6.3")
                .says(Printed::Right, counter.right.as_str(), "columns he shifts a naval battle", "6.3")
                .cites(["6.3", "3.5", "R57"])
        } else {
            let classes =
                [(unit.is_picked(), "picked"), (unit.is_mounted(), "mounted"), (unit.is_ship(), "a ship")];
            let class: Vec<&str> = classes.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
            let class = if class.is_empty() { "foot".to_string() } else { class.join(" and ") };
            profile
                .says(
                    Printed::Glyph,
                    class,
                    if unit.is_ship() {
                        "carries land units, and fights at sea with whom it carries"
                    } else {
                        "its class"
                    },
                    if unit.is_ship() { "5.1.6" } else { "1.3.3" },
                )
                .says(Printed::Code, counter.code.as_str(), counter.name.clone(), "1.3.1")
                .says(Printed::Left, counter.left.as_str(), "factor in clear ground and desert", "1.3.4")
                .says(
                    Printed::Right,
                    counter.right.as_str(),
                    "factor in rough ground, mountain and marsh, and aboard",
                    "1.3.4",
                )
                .cites(if unit.is_ship() {
                    vec!["5.1.1", "5.1.2", "5.1.4", "2.4"]
                } else {
                    vec!["6.1.1", "3.0", "4.0"]
                })
        };
        let colours = counter.symbols.iter().fold(profile, |profile, symbol| {
            profile.says(Printed::Symbol, *symbol, format!("the colour of its army: {symbol}"), "1.3.2")
        });
        let mut profile = colours
            .sealed(&counter, seal_words)
            .did(unit.has(Unit::CHANGED), "has changed its mode this year")
            .did(unit.has(Unit::MOVED), "has had its move");
        profile.may.extend(self.return_words(id));
        Some(profile)
    }

    fn headed(&self, counter: &Counter) -> Profile {
        let side = &self.sheet.sides[usize::from(counter.side.min(1))];
        Profile::of(counter).says(Printed::Band, band(counter.side), side.as_str(), "")
    }

    fn expedition_profile(&self, expedition: Expedition) -> Option<Profile> {
        let counter = self.expedition_counter(expedition)?;
        let (host, at_sea) = (self.host(expedition), self.host(expedition).at_sea);
        let mut profile = self
            .headed(&counter)
            .says(Printed::Glyph, "banner", "an expedition: those in its box march and fight as one", "3.3")
            .says(Printed::Code, counter.code.as_str(), expedition.name(), "1.3.2")
            .says(Printed::Left, counter.left.as_str(), "land units with it", "3.3")
            .says(
                Printed::Right,
                counter.right.as_str(),
                if at_sea { "MPs left at sea" } else { "MPs it sets out with, or has left" },
                if at_sea { "5.1.2" } else { "3.3.1" },
            )
            .sealed(&counter, seal_words)
            .did(host.done, "has made its move this year")
            .did(host.camped, "has camped")
            .did(host.winters > 0, format!("winters in camp: {}", host.winters))
            .cites(["3.3.1", "3.3.2", "3.3.3", "6.0", "7.0"]);
        for symbol in &counter.symbols {
            profile =
                profile.says(Printed::Symbol, *symbol, format!("the colour of its army: {symbol}"), "1.3.2");
        }
        profile.may.extend(counter.about.iter().cloned());
        Some(profile)
    }

    /// What a Fabrica may bring back, and how many of the sort wait (2.3).
    pub(crate) fn return_words(&self, id: UnitId) -> Vec<String> {
        let Some((_, fabrica)) = self.forge() else { return vec![] };
        let place = self.sheet.ground.settlement(fabrica);
        if self.may_replace(id, place.hex).is_err() {
            return vec![];
        }
        let kind = self.unit(id).kind;
        let alike = self
            .land_ids()
            .filter(|&other| self.unit(other).kind == kind && self.may_replace(other, place.hex).is_ok());
        let room = self.limit(fabrica).saturating_sub(self.crowd(fabrica));
        vec![
            format!("may be raised at {} for nothing but its turn there", place.name),
            format!("{} of its sort wait in the box", alike.count()),
            format!("{} has room for {room} more", place.name),
        ]
    }
}

fn seal_words(seal: &str) -> (String, &'static str) {
    let (words, rule) = match seal {
        "garrison" => ("in garrison: it neither moves nor attacks, and only sieges touch it", "3.1.3"),
        "patrol" => ("on patrol: the six hexes around it cost a Muslim army two dice of MPs", "3.2.4"),
        "rebel" => ("in revolt: it fights every expedition in its hex", "R20"),
        "reserve" => ("held in reserve in this battle", "6.4"),
        "moved" => ("has moved or changed its mode", "R29"),
        "aboard" => ("at sea", "5.1.7"),
        "camped" => ("camped: attrition takes its toll in the next Administration Phase", "3.3.3"),
        other => return (other.to_string(), ""),
    };
    (words.into(), rule)
}
