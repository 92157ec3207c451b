//! From the forces of a scenario file to counters, groups and the hexes they come to.

use engine::Side;
use engine::datafile::{DataFault, DataFile, Spanned, ground};
use engine::hex::{Edge, Hex};

use super::charts::terrain_named;
use super::counters::kind;
use super::scenario::{ArriveEntry, EnterEntry, ExitEntry, GroupEntry, ScenarioFile, SideEntry};
use crate::sheet::{Blueprint, Charts, Coming, Ground, Group, Kind, MOST_ATTACKERS, MOST_UNITS, Terrain};

/// What the set-up of a scenario needs to know.
pub(super) struct Setup<'a> {
    pub(super) file: &'a DataFile,
    pub(super) ground: &'a Ground,
    pub(super) charts: &'a Charts,
    pub(super) turns: u8,
}

/// A lettered hex, or a fault at the entry its letter stands in.
pub(super) fn place<T>(
    file: &DataFile,
    entry: &Spanned<T>,
    ground: &Ground,
    letter: &str,
) -> Result<Hex, DataFault> {
    let mut letters = letter.chars();
    let named = match (letters.next(), letters.next()) {
        (Some(letter), None) => ground.places.get(&letter).copied(),
        _ => None,
    };
    named.ok_or_else(|| {
        let known: Vec<String> = ground.places.keys().map(char::to_string).collect();
        let expected = format!("one of {}", known.join(", "));
        file.fault(entry.span(), format!("there is no place `{letter}` on the map"), expected)
    })
}

impl Setup<'_> {
    /// The groups and counters of both sides.
    pub(super) fn forces(&self, scenario: &ScenarioFile) -> Result<(Vec<Group>, Vec<Blueprint>), DataFault> {
        let (mut groups, mut units) = (vec![], vec![]);
        for (side, entry) in Side::BOTH.into_iter().zip(scenario.side.get_ref()) {
            let mut numbered = [0u8; Kind::ALL.len()];
            if entry.group.get_ref().is_empty() {
                let message = format!("{} has no units", entry.name.get_ref());
                return Err(self.file.fault(entry.name.span(), message, "at least one [[side.group]]"));
            }
            for group in entry.group.get_ref() {
                let index = groups.len() as u8;
                let coming = self.coming(group)?;
                groups.push(Group { side, name: group.name.clone(), coming });
                let troops = self.troops(&group.troops)?;
                let total = units.len() + troops.iter().map(|(_, count)| *count as usize).sum::<usize>();
                if total > MOST_UNITS {
                    let message = format!("with these the scenario has {total} units");
                    return Err(self.file.fault(
                        group.troops.span(),
                        message,
                        format!("at most {MOST_UNITS}"),
                    ));
                }
                for (kind, count) in troops {
                    for _ in 0..count {
                        numbered[kind as usize] += 1;
                        units.push(Blueprint { kind, side, group: index, ordinal: numbered[kind as usize] });
                    }
                }
            }
            self.attackers(entry, side, &units)?;
        }
        Ok((groups, units))
    }

    /// The units a text lists: "9MI 6MS 2C".
    fn troops(&self, text: &Spanned<String>) -> Result<Vec<(Kind, u8)>, DataFault> {
        let mut troops: Vec<(Kind, u8)> = vec![];
        for word in text.get_ref().split_whitespace() {
            let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
            let (count, code) = word.split_at(digits);
            let count = count.parse().ok().filter(|n| (1..=99).contains(n)).ok_or_else(|| {
                self.file.fault(
                    text.span(),
                    format!("`{word}` is no number of units"),
                    "entries such as \"9MI 6MS 2C\"",
                )
            })?;
            let kind = kind(self.file, text.span(), code)?;
            if troops.iter().any(|(listed, _)| *listed == kind) {
                let message = format!("{code} is listed twice in `{}`", text.get_ref());
                return Err(self.file.fault(text.span(), message, "every unit type once in a group"));
            }
            troops.push((kind, count));
        }
        if troops.is_empty() {
            return Err(self.file.fault(
                text.span(),
                "the group has no units",
                "entries such as \"9MI 6MS 2C\"",
            ));
        }
        Ok(troops)
    }

    /// Every attacker could make an attack of its own, and a position has room for so many.
    fn attackers(&self, entry: &SideEntry, side: Side, units: &[Blueprint]) -> Result<(), DataFault> {
        let own = || units.iter().filter(|u| u.side == side && !u.kind.is_leader());
        let melee = own().filter(|u| !self.charts.units[u.kind as usize].bracketed).count();
        let fire = own().filter(|u| u.kind.is_fire()).count();
        if melee.max(fire) > MOST_ATTACKERS {
            let message =
                format!("{} could make {} attacks in a phase", entry.name.get_ref(), melee.max(fire));
            let span = entry.group.get_ref().last().map_or(entry.name.span(), |group| group.troops.span());
            return Err(self.file.fault(span, message, format!("at most {MOST_ATTACKERS}")));
        }
        if own().next().is_none() {
            let message = format!("{} has leaders but nobody to lead", entry.name.get_ref());
            return Err(self.file.fault(entry.name.span(), message, "at least one troop"));
        }
        Ok(())
    }

    fn coming(&self, group: &GroupEntry) -> Result<Coming, DataFault> {
        let deploys = !group.deploy.is_empty() || group.deploy_villages;
        match (deploys, &group.enter, &group.arrive) {
            (true, None, None) => Ok(Coming::Deploys { hexes: self.zone(group)?, fill: group.fill }),
            (false, Some(enter), None) => self.enters(enter),
            (false, None, Some(arrive)) => self.arrives(arrive),
            _ => Err(self.file.fault(
                group.troops.span(),
                "it must be clear how these units come to the map",
                "exactly one of deploy (or deploy_villages), enter and arrive",
            )),
        }
    }

    /// The deployment zone of a group, without hexes it may not be in.
    fn zone(&self, group: &GroupEntry) -> Result<Vec<Hex>, DataFault> {
        let mut inside = vec![false; self.ground.grid.len()];
        for entry in &group.deploy {
            self.around(entry)?.into_iter().for_each(|hex| inside[hex.index()] = true);
        }
        if group.deploy_villages {
            self.ground.villages.iter().for_each(|hex| inside[hex.index()] = true);
        }
        let mut barred: Vec<Terrain> = vec![];
        for entry in &group.avoid {
            barred.push(terrain_named(self.file, entry, entry.get_ref())?);
        }
        let zone = self.ground.grid.hexes().filter(|&h| {
            let terrain = self.ground.terrain[h.index()];
            inside[h.index()]
                && !barred.contains(&terrain)
                && !self.charts.terrain[terrain as usize].impassable
        });
        self.some(zone.collect(), &group.troops)
    }

    /// The hexes of "D-3": within three hexes of D. A hex number may stand for the letter.
    fn around(&self, entry: &Spanned<String>) -> Result<Vec<Hex>, DataFault> {
        let parts = entry.get_ref().split_once('-');
        let radius = parts.and_then(|(_, radius)| radius.parse().ok()).filter(|r| *r <= 40u16);
        let (Some((centre, _)), Some(radius)) = (parts, radius) else {
            let message = format!("`{}` is no zone", entry.get_ref());
            return Err(self.file.fault(entry.span(), message, "a place and a radius, such as \"D-3\""));
        };
        let centre = if centre.starts_with(|c: char| c.is_ascii_digit()) {
            ground::hex(self.file, &self.ground.grid, entry, centre)?
        } else {
            place(self.file, entry, self.ground, centre)?
        };
        Ok(self.ground.grid.within(centre, radius))
    }

    fn enters(&self, enter: &EnterEntry) -> Result<Coming, DataFault> {
        let mut hexes = self.edge_hexes(&enter.edges);
        if enter.south_of_stream {
            hexes.retain(|hex| self.ground.south[hex.index()]);
        }
        if let Some(edge) = enter.stream_at {
            let mut wet = self.edge_hexes(&[edge]);
            wet.retain(|hex| matches!(self.ground.terrain[hex.index()], Terrain::Stream | Terrain::Road));
            hexes.extend(wet.first());
            hexes.sort();
            hexes.dedup();
        }
        hexes.retain(|hex| !self.charts.terrain[self.ground.terrain[hex.index()] as usize].impassable);
        let turn = self.turn(&enter.turn)?;
        Ok(Coming::Enters { hexes: self.some(hexes, &enter.turn)?, turn, optional: enter.optional })
    }

    fn arrives(&self, arrive: &ArriveEntry) -> Result<Coming, DataFault> {
        let places = arrive.at.get_ref().iter();
        let mut hexes = places
            .map(|entry| place(self.file, entry, self.ground, entry.get_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        hexes.sort();
        let turn = self.turn(&arrive.turn)?;
        Ok(Coming::Arrives { hexes: self.some(hexes, &arrive.at)?, turn })
    }

    /// The edge hexes by which a side may leave the map (ruling R24).
    pub(super) fn exits(&self, exit: &ExitEntry) -> Result<Vec<Hex>, DataFault> {
        let mut hexes = self.edge_hexes(&exit.edges);
        if let Some(zone) = &exit.within {
            let near = self.around(zone)?;
            hexes.retain(|hex| near.contains(hex));
        }
        Ok(hexes)
    }

    /// The hexes of these edges in order of number (ruling R4).
    fn edge_hexes(&self, edges: &[Edge]) -> Vec<Hex> {
        let grid = &self.ground.grid;
        grid.hexes().filter(|&hex| edges.iter().any(|&edge| grid.on_edge(hex, edge))).collect()
    }

    fn turn(&self, turn: &Spanned<u8>) -> Result<u8, DataFault> {
        if (1..=self.turns).contains(turn.get_ref()) {
            return Ok(*turn.get_ref());
        }
        let message = format!("the scenario has no Game-Turn {}", turn.get_ref());
        Err(self.file.fault(turn.span(), message, format!("1 to {}", self.turns)))
    }

    fn some<T>(&self, hexes: Vec<Hex>, entry: &Spanned<T>) -> Result<Vec<Hex>, DataFault> {
        if hexes.is_empty() {
            let message = "no hex of the map is open to this group";
            return Err(self.file.fault(entry.span(), message, "at least one hex it may come to"));
        }
        Ok(hexes)
    }
}
