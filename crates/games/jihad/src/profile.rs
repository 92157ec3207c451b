//! What a counter says (3.3, 3.4): nationality, type, strength, its seals, and what it has done this turn.

use engine::contract::Shown;
use engine::profile::{Printed, Profile, band};
use engine::words::counted;

use crate::position::{Position, Step};
use crate::sheet::{Kind, Leader};
use crate::unit::{Party, Spot, Unit, UnitId};
use crate::words::points_words;

impl Position {
    pub(crate) fn profile_of(&self, id: UnitId) -> Option<Profile> {
        if let Some(leader) = self.as_leader(id) {
            return self.leader_profile(leader);
        }
        if !self.exists(id) {
            return None;
        }
        let counter = self.counter(id);
        let unit = self.unit(id);
        let nation = if unit.has(Unit::CONVERTED) {
            format!("{}, converted: the Muslims lead it", unit.state.name())
        } else {
            format!("its nationality: {}", unit.state.name())
        };
        let profile = Profile::of(&counter)
            .says(
                Printed::Band,
                band(counter.side),
                self.side_name(if counter.side == 0 { engine::Side::First } else { engine::Side::Second }),
                "2.0",
            )
            .says(Printed::Glyph, unit.kind.name(), kind_words(unit.kind), "3.4")
            .says(Printed::Code, counter.code.as_str(), nation.clone(), "3.4")
            .says(
                Printed::Symbol,
                unit.state.code(),
                format!("the colour of its State: {}", unit.state.name()),
                "3.1",
            )
            .says(Printed::Left, counter.left.as_str(), "strength in combat", "8.2")
            .sealed(&counter, seal_words);
        Some(self.deeds(id, profile).cites(rules_of(unit)))
    }

    fn leader_profile(&self, leader: Leader) -> Option<Profile> {
        let counter = self.leader_counter(leader)?;
        let side = if counter.side == 0 { engine::Side::First } else { engine::Side::Second };
        let profile = Profile::of(&counter)
            .says(Printed::Band, band(counter.side), self.side_name(side), "2.0")
            .says(
                Printed::Glyph,
                leader.name(),
                "a leader of the civil war: he moves only with units",
                "12.0",
            )
            .says(Printed::Left, counter.left.as_str(), "added to the strength of his stack", "12.0")
            .sealed(&counter, seal_words)
            .cites(["12.0", "11.31", "11.33"]);
        Some(profile)
    }

    /// What it did in this turn, what a recruit of its sort costs, and what waiting risks.
    fn deeds(&self, id: UnitId, profile: Profile) -> Profile {
        let unit = self.unit(id);
        let mut profile = profile
            .did(unit.has(Unit::MOVED), "has had its move in this segment")
            .did(unit.has(Unit::MARCHED), "was judged for its march")
            .did(unit.has(Unit::ATTACKED), "has attacked in this segment")
            .did(unit.has(Unit::BUILDER), "has built a base this turn");
        if let Some(offer) = self.recruit_words(id) {
            profile.may.extend(offer);
        }
        let party = if unit.is_muslim() { Party::Muslims } else { Party::Empires };
        let idle = self.idle_points(party, unit.spot, unit.arm());
        let waits = unit.spot.in_play() && !unit.has(Unit::MARCHED) && idle > 0;
        let moves = matches!(self.step, Step::Move(moving) if moving == party);
        profile.may(
            waits && moves,
            format!("left where it stands it is judged for {} of attrition", points_words(idle)),
        )
    }

    /// What a recruit costs, who pays, what there is to pay with, and how many are left (6.2, R47 to R55).
    pub(crate) fn recruit_words(&self, id: UnitId) -> Option<Vec<String>> {
        let Step::Recruit(party) = self.step else { return None };
        let unit = self.unit(id);
        if unit.spot != Spot::POOL || !unit.serves(party) {
            return None;
        }
        let alike = self.ids().filter(|&other| {
            let other = self.unit(other);
            other.spot == Spot::POOL
                && (other.state, other.kind) == (unit.state, unit.kind)
                && other.has(Unit::CONVERTED) == unit.has(Unit::CONVERTED)
        });
        let mut lines = vec![];
        match self.recruiting_price(unit, false) {
            Some((payer, price)) => {
                let purse = self.track(payer);
                let most = purse.checked_div(price).unwrap_or(u16::MAX);
                lines.push(format!(
                    "costs {price} of {}: {}",
                    payer.points_words(purse),
                    match most {
                        0 => "too dear".into(),
                        most => format!("enough for {most}"),
                    }
                ));
            }
            None => lines.push("is not recruited".into()),
        }
        lines.push(format!("{} in the pool", counted(alike.count(), "of its sort left", "of its sort left")));
        if unit.has(Unit::CONVERTED) {
            let per = self.sheet.charts.figures.converts_per_muslim.max(1);
            let (natives, converts) = (self.books.natives, self.books.converts);
            lines.push(format!(
                "converts: one Muslim recruit for every {per}; this turn {converts} converts, {natives} Muslims"
            ));
        }
        if party == Party::Empires && !self.books.eligible.has(unit.state) {
            lines.push(format!("the {} may not recruit this turn", unit.state.name()));
        }
        lines.push("at most twice the stacking limit of a hex".into());
        Some(lines)
    }
}

fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Bedouin => "land units at home in the desert: attrition troubles them least",
        Kind::Mercenary => "land units paid for their service",
        Kind::Levy => "land units called up where they live: attrition troubles them most",
        Kind::Naval => "ships: they carry land units and fight at sea",
    }
}

fn seal_words(seal: &str) -> (String, &'static str) {
    let (words, rule) = match seal {
        "converted" => ("converted: an Empires unit under Muslim control", "R3"),
        "rebel" => ("in revolt against the Authority", "10.1"),
        "moved" => ("has had its move in this segment", "7.1"),
        "attacking" => ("takes part in the combat that is fought", "8.1"),
        "builder" => ("builds a base this turn: safe from rebellion, not from attrition", "6.42"),
        "turned" => ("just converted: it may still be won back", "9.2"),
        "declared" => ("named for an attempt to convert it", "9.2"),
        "aboard" => ("carried by a ship, and lost with it", "7.4"),
        other => return (other.to_string(), ""),
    };
    (words.into(), rule)
}

fn rules_of(unit: &Unit) -> Vec<&'static str> {
    let mut rules =
        if unit.is_land() { vec!["7.2", "7.3", "8.2", "7.5"] } else { vec!["7.4", "6.41", "8.5"] };
    if unit.is_muslim() && unit.is_land() {
        rules.push("10.1");
    }
    if !unit.is_muslim() {
        rules.push("6.3");
        rules.push("9.1");
    }
    rules
}
