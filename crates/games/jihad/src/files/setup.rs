//! The set-up of a scenario: where every counter begins, and what has happened before.

use std::ops::Range;

use engine::datafile::{DataFault, DataFile, Spanned, ground, nearest};
use engine::hex::Hex;

use super::counters::kind;
use super::map::{named_state, state};
use super::scenario::SetupEntry;
use crate::sheet::{
    Arm, Charts, Ground, Kind, Leader, MOST_SITES, Opening, Roster, STATES, Spot, Start, State,
};

/// What a set-up is made from.
pub(super) struct Setup<'a> {
    pub(super) file: &'a DataFile,
    pub(super) ground: &'a Ground,
    pub(super) roster: &'a Roster,
    pub(super) charts: &'a Charts,
    pub(super) first_turn: u8,
}

/// The form of a phrase, as a reader is told it.
const PHRASE: &str = "a phrase such as \"3 byzantine mercenary at Constantinople\"";

/// Units of one kind with one beginning.
struct Phrase {
    count: u8,
    state: State,
    kind: Kind,
    start: Start,
}

impl Setup<'_> {
    /// The opening of a scenario.
    pub(super) fn opening(&self, entry: &SetupEntry) -> Result<Opening, DataFault> {
        let civil_war = entry.civil_war.as_ref().is_some_and(|war| *war.get_ref());
        let mut units: Vec<Option<Start>> = vec![None; self.roster.len()];
        for text in &entry.units {
            let phrase = self.phrase(text)?;
            if phrase.start.rebel && !civil_war {
                let message = "there are rebels but no civil war";
                return Err(self.fault(text.span(), message, "`civil_war = true`"));
            }
            self.put(&mut units, text.span(), &phrase)?;
        }
        self.levies(entry, &mut units)?;
        let units = units.into_iter().zip(&self.roster.units).map(|(start, unit)| {
            let spot = if unit.kind.is_naval() { Spot::Unbuilt } else { Spot::Pool };
            start.unwrap_or(Start { spot, converted: false, rebel: false })
        });
        let units: Vec<Start> = units.collect();
        if let Some(war) = entry.civil_war.as_ref().filter(|war| *war.get_ref())
            && !units.iter().any(|start| start.rebel)
        {
            return Err(self.fault(war.span(), "a civil war without rebels", "units marked \"rebel\""));
        }
        self.peaceful(entry, &units)?;
        let first_attack = self.first_attack(entry)?;
        Ok(Opening {
            bases: self.bases(entry)?,
            tracks: self.tracks(entry, first_attack > 0)?,
            defeated: self.defeated(entry, &units)?,
            first_attack,
            byzantium_recruited: entry.byzantium_recruited,
            box_open: true,
            authority: self.authority(entry)?,
            civil_war,
            units,
        })
    }

    fn fault(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> DataFault {
        self.file.fault(span, message, expected)
    }

    fn phrase(&self, text: &Spanned<String>) -> Result<Phrase, DataFault> {
        let wrong = || self.fault(text.span(), format!("`{}` places no units", text.get_ref()), PHRASE);
        let (what, place) = text.get_ref().split_once(" at ").ok_or_else(wrong)?;
        let words: Vec<&str> = what.split_whitespace().collect();
        let [count, state, kind, signs @ ..] = words.as_slice() else { return Err(wrong()) };
        let count = count.parse().ok().filter(|n| (1..=99).contains(n)).ok_or_else(wrong)?;
        let state = named_state(self.file, text.span(), state)?;
        let kind = self::kind(self.file, text.span(), kind)?;
        if let Some(sign) = signs.iter().find(|sign| !["converted", "rebel"].contains(sign)) {
            let message = format!("units cannot be `{sign}`");
            return Err(self.fault(text.span(), message, "converted or rebel"));
        }
        let converted = signs.contains(&"converted");
        if converted && self.charts.conversion_cost[state.index()].is_none() {
            let message = format!("{} cannot be converted", state.name());
            return Err(self.fault(text.span(), message, "a State of the conversion table"));
        }
        let start =
            Start { spot: self.spot(text, place.trim())?, converted, rebel: signs.contains(&"rebel") };
        let phrase = Phrase { count, state, kind, start };
        self.can_be_there(text, &phrase)?;
        Ok(phrase)
    }

    fn spot(&self, text: &Spanned<String>, place: &str) -> Result<Spot, DataFault> {
        Ok(match place {
            "pool" => Spot::Pool,
            "unbuilt" => Spot::Unbuilt,
            "box" => Spot::Box,
            "lost" => Spot::Lost,
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                Spot::Hex(ground::hex(self.file, &self.ground.grid, text, number)?)
            }
            name => Spot::Hex(self.place(text.span(), name)?),
        })
    }

    /// The hex of a city or base site.
    pub(super) fn place(&self, span: Range<usize>, name: &str) -> Result<Hex, DataFault> {
        self.ground.named(name).ok_or_else(|| {
            let cities = self.ground.cities.iter().map(|city| city.name.as_str());
            let names = cities.chain(self.ground.sites.iter().map(|site| site.name.as_str()));
            let near = nearest(name, names).map_or(String::new(), |near| format!("; did you mean {near}?"));
            let message = format!("there is no place `{name}`{near}");
            self.fault(span, message, "a city, a base site, a hex number, pool, unbuilt, box or lost")
        })
    }

    /// Whether units of this kind may be where the phrase puts them.
    fn can_be_there(&self, text: &Spanned<String>, phrase: &Phrase) -> Result<(), DataFault> {
        let Phrase { state, kind, start, .. } = phrase;
        let muslim = *state == State::Muslim || start.converted;
        let (fits, expected) = match start.spot {
            Spot::Hex(hex) => {
                let expected = match kind.arm() {
                    Arm::Land => "a hex with land",
                    Arm::Naval => "a hex with sea",
                };
                (self.ground.place(hex).admits(kind.arm()), expected)
            }
            Spot::Box => {
                (*state == State::Byzantine && !start.converted, "unconverted Byzantines in the box")
            }
            Spot::Unbuilt => (kind.is_naval(), "ships among the un-built"),
            Spot::Lost => (*kind == Kind::Bedouin, "only Bedouin lost for good"),
            Spot::Pool => (true, ""),
        };
        if !fits {
            return Err(self.fault(text.span(), format!("`{}` cannot be", text.get_ref()), expected));
        }
        let on_map = matches!(start.spot, Spot::Hex(_)) && kind.arm() == Arm::Land;
        if start.rebel && !(muslim && on_map) {
            let message = format!("`{}` cannot rebel", text.get_ref());
            return Err(self.fault(text.span(), message, "Muslim-controlled land units on the map"));
        }
        Ok(())
    }

    /// Gives the first units of a kind that have no beginning yet the one of a phrase.
    fn put(&self, units: &mut [Option<Start>], span: Range<usize>, phrase: &Phrase) -> Result<(), DataFault> {
        let Phrase { count, state, kind, start } = phrase;
        let mut free = self.roster.ids(*state, *kind).filter(|&id| units[id as usize].is_none());
        let ids: Vec<u8> = free.by_ref().take(*count as usize).collect();
        if ids.len() < *count as usize {
            let all = self.roster.ids(*state, *kind).len();
            let message = format!("there are not {count} {} {} units left", state.adjective(), kind.code());
            return Err(self.fault(span, message, format!("{all} in the whole set-up")));
        }
        for id in ids {
            units[id as usize] = Some(*start);
        }
        Ok(())
    }

    /// A levy of their own in every city of the States named (14.1).
    fn levies(&self, entry: &SetupEntry, units: &mut [Option<Start>]) -> Result<(), DataFault> {
        let except = entry.except.iter().map(|name| self.place(name.span(), name.get_ref()));
        let except: Vec<Hex> = except.collect::<Result<_, _>>()?;
        for code in &entry.levies {
            let state = state(self.file, code)?;
            for &hex in self.ground.realm(state).cities.iter().filter(|hex| !except.contains(hex)) {
                let start = Start { spot: Spot::Hex(hex), converted: false, rebel: false };
                let phrase = Phrase { count: 1, state, kind: Kind::Levy, start };
                self.put(units, code.span(), &phrase)?;
            }
        }
        Ok(())
    }

    /// No hex begins with land units of both players, nor with units of two Empires nationalities (7.5).
    fn peaceful(&self, entry: &SetupEntry, units: &[Start]) -> Result<(), DataFault> {
        let span = || entry.units.first().map_or(0..0, Spanned::span);
        let mut land: Vec<Option<bool>> = vec![None; self.ground.grid.len()];
        let mut nation: Vec<Option<State>> = vec![None; self.ground.grid.len()];
        for (start, unit) in units.iter().zip(&self.roster.units) {
            let Spot::Hex(hex) = start.spot else { continue };
            let muslim = unit.state == State::Muslim || start.converted;
            let name = self.ground.name(hex);
            if unit.kind.arm() == Arm::Land && *land[hex.index()].get_or_insert(muslim) != muslim {
                let message = format!("{name} begins with land units of both players");
                return Err(self.fault(span(), message, "one player's land units in a hex"));
            }
            if !muslim && *nation[hex.index()].get_or_insert(unit.state) != unit.state {
                let message = format!("{name} begins with units of two Empires nationalities");
                return Err(self.fault(span(), message, "one Empires nationality in a hex"));
            }
        }
        Ok(())
    }

    fn first_attack(&self, entry: &SetupEntry) -> Result<u8, DataFault> {
        let Some(turn) = &entry.first_attack else { return Ok(0) };
        if *turn.get_ref() >= self.first_turn {
            let message = format!("Byzantium was first attacked in turn {}", turn.get_ref());
            return Err(self.fault(turn.span(), message, format!("a turn before turn {}", self.first_turn)));
        }
        Ok(*turn.get_ref())
    }

    fn bases(&self, entry: &SetupEntry) -> Result<[u8; MOST_SITES], DataFault> {
        let mut bases = [0; MOST_SITES];
        for (name, level) in &entry.bases {
            let Some(site) = self.ground.sites.iter().position(|site| site.name == *name.get_ref()) else {
                let names: Vec<&str> = self.ground.sites.iter().map(|site| site.name.as_str()).collect();
                let message = format!("`{}` is no base site", name.get_ref());
                return Err(self.fault(name.span(), message, format!("one of {}", names.join(", "))));
            };
            if *level.get_ref() > self.charts.base_levels {
                let message = format!("a base of level {}", level.get_ref());
                return Err(self.fault(level.span(), message, format!("0 to {}", self.charts.base_levels)));
            }
            bases[site] = *level.get_ref();
        }
        Ok(bases)
    }

    fn tracks(&self, entry: &SetupEntry, byzantium_saves: bool) -> Result<[u16; STATES], DataFault> {
        let mut tracks = [0; STATES];
        for (code, points) in &entry.tracks {
            let state = state(self.file, code)?;
            if !(state == State::Muslim || state == State::Byzantine && byzantium_saves) {
                let message = format!("the {} have saved points", state.name());
                let expected = "points of the Muslims, or of Byzantines attacked in an earlier turn";
                return Err(self.fault(code.span(), message, expected));
            }
            if *points.get_ref() > 999 {
                return Err(self.fault(points.span(), "more than the track can hold", "0 to 999"));
            }
            tracks[state.index()] = *points.get_ref();
        }
        Ok(tracks)
    }

    /// A State is defeated when all its land units are converted (R42), and then its ships are too (R44).
    fn defeated(&self, entry: &SetupEntry, units: &[Start]) -> Result<[bool; STATES], DataFault> {
        let free = |state: State| self.roster.ids_of(state).any(|id| !units[id as usize].converted);
        let mut defeated = [false; STATES];
        for code in &entry.defeated {
            let state = state(self.file, code)?;
            if free(state) {
                let message = format!("the {} are defeated but have units of their own", state.name());
                return Err(self.fault(code.span(), message, "every unit of the State converted"));
            }
            defeated[state.index()] = true;
        }
        Ok(defeated)
    }

    fn authority(&self, entry: &SetupEntry) -> Result<Leader, DataFault> {
        let Some(code) = &entry.authority else { return Ok(Leader::Hashim) };
        Leader::BOTH.into_iter().find(|leader| leader.code() == code.get_ref()).ok_or_else(|| {
            self.fault(code.span(), format!("there is no leader `{}`", code.get_ref()), "hashim or umaiya")
        })
    }
}
