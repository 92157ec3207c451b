//! Scenes: a position ready to draw. Nothing is hidden in this game (R10).

use engine::contract::{Shown, Side};
use engine::scene::{Counter, Mark, SideCard, Track, Tray};

use crate::position::{Clash, Position, Step};
use crate::sheet::{Leader, STATES, Sheet, State};
use crate::unit::{Party, Spot, Unit, UnitId};
use crate::words::points_words;

impl Position {
    fn seat_index(&self, party: Party) -> u8 {
        self.player(party).index() as u8
    }

    pub(crate) fn side_card(&self, side: Side, forecast: &[u16; STATES]) -> SideCard {
        let party = if side == self.player(Party::Muslims) { Party::Muslims } else { Party::Empires };
        let states = State::ALL.into_iter().filter(|s| s.is_empire() == (party == Party::Empires));
        let (mut track, mut income, mut next) = (0u32, 0u32, 0u32);
        for state in states {
            track += self.books.tracks[state as usize] as u32;
            income += self.books.income[state as usize] as u32;
            next += forecast[state as usize] as u32;
        }
        let strength = self.units[..self.count()].iter().filter(|u| u.spot.in_play() && u.serves(party));
        SideCard {
            name: self.side_name(side).into(),
            strength: strength.map(|unit| unit.strength as u32).sum(),
            standing: format!("{}, earned {income} this turn, {next} as the map stands", points_words(track)),
        }
    }

    pub(crate) fn counter(&self, id: UnitId) -> Counter {
        let unit = self.unit(id);
        let party = if unit.is_muslim() { Party::Muslims } else { Party::Empires };
        Counter {
            id: id.0 as u16,
            side: self.seat_index(party),
            place: unit.hex().map(|hex| self.number(hex).into()),
            glyph: unit.kind.code(),
            code: badge(unit.state).into(),
            symbols: vec![unit.state.code()],
            name: self.label(id),
            left: unit.strength.to_string(),
            middle: String::new(),
            right: String::new(),
            facing: None,
            seals: self.seals(id),
            base: None,
            aboard: unit.aboard.some().map(|ship| ship.0 as u16),
            about: self.recruit_words(id).unwrap_or_default(),
        }
    }

    pub(crate) fn leader_counter(&self, leader: Leader) -> Option<Counter> {
        let hex = self.war.leaders[leader as usize].hex()?;
        let party = if leader == self.war.authority { Party::Authority } else { Party::Rebels };
        let mut seals = vec![];
        if party == Party::Rebels {
            seals.push("rebel");
        }
        if self.mover.leader && self.party() == party {
            seals.push("active");
        }
        Some(Counter {
            id: self.leader_id(leader).0 as u16,
            side: self.seat_index(party),
            place: Some(self.number(hex).into()),
            glyph: "leader",
            code: String::new(),
            symbols: vec![],
            name: leader.name().into(),
            left: self.sheet.roster.leader_strength.to_string(),
            middle: String::new(),
            right: String::new(),
            facing: None,
            seals,
            base: None,
            aboard: None,
            about: vec![],
        })
    }

    fn seals(&self, id: UnitId) -> Vec<&'static str> {
        let unit = self.unit(id);
        let fighting = self.combat.stage != Clash::None;
        let awaited = matches!(self.step, Step::Unrest(due) | Step::Suppress(due) if due == id);
        let all = [
            (unit.has(Unit::CONVERTED), "converted"),
            (unit.has(Unit::REBEL), "rebel"),
            (unit.has(Unit::MOVED), "moved"),
            (unit.has(Unit::ATTACKED) && fighting, "attacking"),
            (unit.has(Unit::BUILDER), "builder"),
            (unit.has(Unit::TURNED), "turned"),
            (unit.declared > 0, "declared"),
            (unit.aboard != UnitId::NONE, "aboard"),
            (unit.has(Unit::IN_HAND | Unit::JUDGED) || awaited, "active"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect()
    }

    /// Whose each land hex is now, the bases, and the combats that are due.
    pub(crate) fn marks(&self, control: &crate::productivity::Control) -> Vec<Mark> {
        let ground = &self.sheet.ground;
        let mut marks = vec![];
        for hex in ground.grid.hexes() {
            let (Some(state), Some(master)) = (ground.place(hex).state, self.master(control, hex)) else {
                continue;
            };
            let side = self.player(master);
            let text = format!(
                "{}, {} land, held by the {}",
                self.place_words(hex),
                state.adjective(),
                self.side_name(side)
            );
            let nation = if master == Party::Muslims { State::Muslim } else { state };
            marks.push(Mark {
                place: self.number(hex).into(),
                kind: "control",
                side: Some(side.index() as u8),
                nation: nation.code(),
                text,
            });
        }
        for (site, &level) in ground.sites.iter().zip(&self.books.bases) {
            if level > 0 {
                let text = format!("Base {}, level {level}", site.name);
                marks.push(Mark {
                    place: self.number(site.hex).into(),
                    kind: "base",
                    side: None,
                    nation: "",
                    text,
                });
            }
        }
        let fought = self.hex_of(self.combat.at).into_iter();
        let due = match self.step {
            Step::Fight(party) => self.open_combats(party).map(|(hex, _)| hex).collect(),
            _ => vec![],
        };
        for hex in fought.chain(due) {
            let text = format!("Combat in {}", self.place_words(hex));
            marks.push(Mark { place: self.number(hex).into(), kind: "target", side: None, nation: "", text });
        }
        marks
    }

    /// The turn track, and for each State its points, its income and its income as the map stands.
    pub(crate) fn turn_track(&self) -> Track {
        let sheet = &self.sheet;
        Track {
            name: "Turn".into(),
            spaces: (sheet.first_turn..=sheet.last_turn)
                .map(|turn| format!("{turn} · {}", Sheet::years(turn).0))
                .collect(),
            at: Some((self.turn - sheet.first_turn) as usize),
            house: sheet.category != "published",
        }
    }

    pub(crate) fn tracks(&self, forecast: &[u16; STATES]) -> Vec<Track> {
        let state = |state: State| Track {
            name: state.name().into(),
            spaces: vec![
                points_words(self.books.tracks[state as usize]),
                format!("income {}", self.books.income[state as usize]),
                format!("forecast {}", forecast[state as usize]),
            ],
            at: Some(0),
            house: false,
        };
        std::iter::once(self.turn_track()).chain(State::ALL.into_iter().map(state)).collect()
    }

    pub(crate) fn trays(&self) -> Vec<Tray> {
        let mut trays = vec![];
        let mut tray = |name: String, party: Option<Party>, holds: &dyn Fn(&Unit) -> bool| {
            let counters: Vec<u16> =
                self.ids().filter(|&id| holds(self.unit(id))).map(|id| id.0 as u16).collect();
            if !counters.is_empty() {
                trays.push(Tray { name, side: party.map(|party| self.seat_index(party)), counters });
            }
        };
        tray("Constantinople box".into(), Some(Party::Empires), &|unit| unit.spot == Spot::BOX);
        tray("Muslim pool".into(), Some(Party::Muslims), &|u| u.spot == Spot::POOL && u.is_muslim());
        for state in State::EMPIRES {
            let name = format!("{} pool", state.adjective());
            tray(name, Some(Party::Empires), &|unit| {
                unit.spot == Spot::POOL && !unit.is_muslim() && unit.state == state
            });
        }
        tray("Conversion Box".into(), None, &|unit| unit.spot == Spot::CONVERSION);
        for (party, name) in [(Party::Muslims, "Muslim"), (Party::Empires, "Empires")] {
            tray(format!("{name} ships destroyed and unbuilt"), Some(party), &|unit| {
                unit.spot == Spot::UNBUILT && unit.serves(party)
            });
        }
        tray("Lost for good".into(), Some(Party::Muslims), &|unit| unit.spot == Spot::LOST);
        trays
    }

    /// The board in words.
    pub(crate) fn board_words(&self) -> String {
        let sheet = &self.sheet;
        let mut lines = vec![format!(
            "{}, {}. {}, {}. {}.",
            sheet.title,
            sheet.date,
            self.turn_words(),
            self.phase_words(),
            self.prompt()
        )];
        for state in State::ALL {
            let index = state as usize;
            let fate = match (self.books.defeated.has(state), self.books.inactive.has(state)) {
                (true, _) => ", conquered",
                (_, true) => ", counted as defeated",
                _ => "",
            };
            lines.push(format!(
                "{}: {}, income {}{fate}.",
                state.name(),
                points_words(self.books.tracks[index]),
                self.books.income[index]
            ));
        }
        for party in [Party::Muslims, Party::Empires] {
            let hexes = sheet.ground.grid.hexes().map(Spot::on).chain([Spot::BOX]);
            let stacks: Vec<String> = hexes
                .filter(|&spot| self.stands_any(spot, party))
                .map(|spot| {
                    let units = self.stack(spot).filter(|&id| self.unit(id).serves(party));
                    format!("{}: {}", self.spot_words(spot), self.troops_words(units))
                })
                .collect();
            lines.push(format!("{} on the map: {}.", party.name(), stacks.join("; ")));
        }
        for leader in Leader::BOTH {
            if let Some(hex) = self.war.leaders[leader as usize].hex() {
                lines.push(format!("{} in {}.", leader.name(), self.place_words(hex)));
            }
        }
        lines.extend(self.trays().iter().map(|tray| self.tray_words(tray)));
        lines.join("\n")
    }

    fn tray_words(&self, tray: &Tray) -> String {
        let ids = tray.counters.iter().map(|&id| UnitId(id as u8));
        format!("{}: {}.", tray.name, self.troops_words(ids))
    }
}

/// The letters of a nationality on its counters.
fn badge(state: State) -> &'static str {
    ["Mus", "Ber", "Byz", "Fra", "Got", "Kha", "Per", "Sin", "Tur"][state as usize]
}

#[cfg(test)]
mod tests;
