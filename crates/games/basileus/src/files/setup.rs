//! From the forces of a battle file to counters, groups and the hexes they come to.

use std::collections::BTreeMap;

use engine::Side;
use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use engine::hex::{Direction, Hex, HexNumber};
use engine::words::counted;

use super::scenario::{ArriveEntry, GroupEntry, ScenarioFile, SideEntry};
use crate::sheet::{Arm, Arrival, Blueprint, Charts, Coming, Ground, Group, MOST_UNITS, UnitType};

/// What the set-up of a battle needs to know.
pub(super) struct Setup<'a> {
    pub(super) file: &'a DataFile,
    pub(super) ground: &'a Ground,
    pub(super) charts: &'a Charts,
    /// Every type of counter there is.
    pub(super) types: &'a [UnitType],
    /// The sheets of the map from west to east.
    pub(super) sheets: Vec<Window>,
    pub(super) turns: u8,
}

/// The forces of a battle; counters name their type by its place among all types.
pub(super) struct Forces {
    pub(super) groups: Vec<Group>,
    pub(super) units: Vec<Blueprint>,
}

/// A sheet of the map, or the whole of it, whose hexes a side counts for itself.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Its name.
    pub(super) sheet: String,
    /// The columns west of it.
    pub(super) west: u16,
    /// Its own columns.
    pub(super) columns: u16,
}

impl Setup<'_> {
    /// The groups and counters of both sides.
    pub(super) fn forces(&self, scenario: &ScenarioFile) -> Result<Forces, DataFault> {
        let mut forces = Forces { groups: vec![], units: vec![] };
        for (side, entry) in Side::BOTH.into_iter().zip(scenario.side.get_ref()) {
            let window = self.window(entry)?;
            let mut numbered: BTreeMap<usize, u8> = BTreeMap::new();
            for group in entry.group.get_ref() {
                let troops = self.troops(group)?;
                self.room(&forces, &troops, group)?;
                let coming = self.coming(group, &window)?;
                self.fits(group, &coming, &troops)?;
                self.no_overlap(&forces, side, group, &coming)?;
                for &(kind, reduced) in &troops {
                    let ordinal = numbered.entry(kind).or_default();
                    *ordinal += 1;
                    forces.units.push(Blueprint {
                        unit_type: kind as u8,
                        side,
                        group: forces.groups.len() as u8,
                        ordinal: *ordinal,
                        reduced,
                    });
                }
                forces.groups.push(Group { side, name: group.name.clone(), coming });
            }
            let fighters = forces.units.iter().filter(|unit| unit.side == side);
            if !fighters.into_iter().any(|unit| self.types[unit.unit_type as usize].arm.fights()) {
                let message = format!("{} has nobody who fights", entry.name.get_ref());
                return Err(self.file.fault(entry.name.span(), message, "at least one combat unit"));
            }
        }
        Ok(forces)
    }

    /// The counters of a group, each with whether it begins reduced.
    fn troops(&self, group: &GroupEntry) -> Result<Vec<(usize, bool)>, DataFault> {
        let mut troops = vec![];
        for text in group.troops.get_ref() {
            let words = text.get_ref().trim();
            let (count, rest) = match words.split_once(' ') {
                Some((count, rest)) if count.starts_with(|c: char| c.is_ascii_digit()) => (count, rest),
                _ => ("1", words),
            };
            let count = count.parse().ok().filter(|n| (1..=MOST_UNITS).contains(n)).ok_or_else(|| {
                let message = format!("`{count}` is no number of counters");
                self.file.fault(text.span(), message, "entries such as \"2 Skutatoi 3\"")
            })?;
            let (name, reduced) = match rest.strip_suffix(" reduced") {
                Some(name) => (name.trim(), true),
                None => (rest.trim(), false),
            };
            let kind = self.kind(text, name)?;
            if reduced && self.types[kind].steps == 1 {
                let message = format!("{name} has one side and cannot begin reduced");
                return Err(self.file.fault(text.span(), message, "a unit of two steps"));
            }
            troops.extend(std::iter::repeat_n((kind, reduced), count));
        }
        if troops.is_empty() {
            let expected = "entries such as \"2 Skutatoi 3\"";
            return Err(self.file.fault(group.troops.span(), "the group has no counters", expected));
        }
        Ok(troops)
    }

    /// The type with a full name.
    fn kind(&self, entry: &Spanned<String>, name: &str) -> Result<usize, DataFault> {
        if let Some(kind) = self.types.iter().position(|unit| unit.name == name) {
            return Ok(kind);
        }
        let same: Vec<&str> =
            self.types.iter().filter(|unit| unit.troop == name).map(|unit| unit.name.as_str()).collect();
        if !same.is_empty() {
            let message = format!("there are {name} of several strengths");
            return Err(self.file.fault(entry.span(), message, format!("one of {}", same.join(", "))));
        }
        let near = nearest(name, self.types.iter().map(|unit| unit.name.as_str()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let message = format!("there are no counters `{name}`{hint}");
        Err(self.file.fault(
            entry.span(),
            message,
            "a name of units.toml, with its strength if it has several",
        ))
    }

    fn room(&self, forces: &Forces, troops: &[(usize, bool)], group: &GroupEntry) -> Result<(), DataFault> {
        let total = forces.units.len() + troops.len();
        if total > MOST_UNITS {
            let message = format!("with these the battle has {total} counters");
            return Err(self.file.fault(group.troops.span(), message, format!("at most {MOST_UNITS}")));
        }
        Ok(())
    }

    fn coming(&self, group: &GroupEntry, window: &Window) -> Result<Coming, DataFault> {
        if let Some(apart) = group.apart.as_ref().filter(|_| group.deploy.is_none()) {
            let message = "only units that deploy can keep apart";
            return Err(self.file.fault(apart.span(), message, "`deploy`, or no `apart`"));
        }
        if let Some(baited) = group.baited.as_ref().filter(|_| group.arrive.is_none()) {
            let message = "another arrival for a group that does not arrive";
            return Err(self.file.fault(baited.turn.span(), message, "`arrive` beside `baited`"));
        }
        match (&group.deploy, &group.arrive, &group.sortie) {
            (Some(deploy), None, None) => Ok(Coming::Deploys {
                hexes: self.hexes(deploy, window)?,
                apart: group.apart.as_ref().is_some_and(|apart| *apart.get_ref()),
            }),
            (None, Some(arrive), None) => Ok(Coming::Arrives {
                usual: self.arrival(arrive, window)?,
                baited: group.baited.as_ref().map(|baited| self.arrival(baited, window)).transpose()?,
            }),
            (None, None, Some(sortie)) => Ok(Coming::Sorties { hexes: self.hexes(sortie, window)? }),
            _ => Err(self.file.fault(
                group.troops.span(),
                "it must be clear how these units come to the map",
                "exactly one of deploy, arrive and sortie",
            )),
        }
    }

    fn arrival(&self, entry: &ArriveEntry, window: &Window) -> Result<Arrival, DataFault> {
        let turn = *entry.turn.get_ref();
        if !(1..=self.turns).contains(&turn) {
            let message = format!("the battle has no turn {turn}");
            return Err(self.file.fault(entry.turn.span(), message, format!("1 to {}", self.turns)));
        }
        Ok(Arrival { turn, hexes: self.hexes(&entry.at, window)? })
    }

    /// The hexes of a list, in order of number.
    fn hexes(&self, list: &Spanned<Vec<Spanned<String>>>, window: &Window) -> Result<Vec<Hex>, DataFault> {
        let mut hexes = vec![];
        for entry in list.get_ref() {
            let words: Vec<&str> = entry.get_ref().split_whitespace().collect();
            match words.as_slice() {
                [number] => hexes.push(self.firm(entry, self.hex(entry, number, window)?)?),
                ["rows", from, "to", to] => hexes.extend(self.rows(entry, from, to, window)?),
                [from, "to", to] => {
                    let ends = (self.hex(entry, from, window)?, self.hex(entry, to, window)?);
                    for hex in self.line(entry, ends)? {
                        hexes.push(self.firm(entry, hex)?);
                    }
                }
                _ => {
                    let message = format!("`{}` is no place", entry.get_ref());
                    let expected =
                        "a hex such as \"0905\", a line such as \"0905 to 0912\" or \"rows 01 to 10\"";
                    return Err(self.file.fault(entry.span(), message, expected));
                }
            }
        }
        hexes.sort();
        hexes.dedup();
        if hexes.is_empty() {
            let message = "no hex of the map is open to this group";
            return Err(self.file.fault(list.span(), message, "at least one hex it may come to"));
        }
        Ok(hexes)
    }

    /// Where a side's hex numbers count from.
    fn window(&self, entry: &SideEntry) -> Result<Window, DataFault> {
        let Some(sheet) = &entry.sheet else {
            return Ok(Window { sheet: String::new(), west: 0, columns: self.ground.grid.columns() });
        };
        let named = self.sheets.iter().find(|window| window.sheet == *sheet.get_ref());
        named.cloned().ok_or_else(|| {
            let known: Vec<&str> = self.sheets.iter().map(|window| window.sheet.as_str()).collect();
            let message = format!("the battle has no sheet `{}`", sheet.get_ref());
            self.file.fault(sheet.span(), message, format!("one of {}", known.join(", ")))
        })
    }

    /// A hex by its number, or the one it means (ruling R116).
    fn hex(&self, entry: &Spanned<String>, number: &str, window: &Window) -> Result<Hex, DataFault> {
        let parsed: Option<HexNumber> = number.parse().ok();
        let inside = parsed.filter(|number| (1..=window.columns).contains(&number.line()));
        let found = inside.and_then(|number| {
            self.ground.meant(HexNumber::new(number.line() + window.west, number.place()))
        });
        found.ok_or_else(|| {
            let last = HexNumber::new(window.columns, self.ground.grid.rows());
            let message = format!("there is no hex `{number}` on the map");
            self.file.fault(entry.span(), message, format!("a number from 0101 to {last}"))
        })
    }

    /// A hex somebody can stand in.
    fn firm(&self, entry: &Spanned<String>, hex: Hex) -> Result<Hex, DataFault> {
        let terrain = self.ground.terrain[hex.index()];
        if self.charts.terrain[terrain as usize].cost.is_some() {
            return Ok(hex);
        }
        let message = format!("{} is {}", self.ground.grid.number(hex), terrain.name());
        Err(self.file.fault(entry.span(), message, "a hex units can stand in"))
    }

    /// Ruling R25: the hexes of a column, or of the north or south edge, between two of them.
    fn line(&self, entry: &Spanned<String>, (from, to): (Hex, Hex)) -> Result<Vec<Hex>, DataFault> {
        let grid = &self.ground.grid;
        let (first, last) = (from.min(to), from.max(to));
        let between = |hex: &Hex| (grid.column(first)..=grid.column(last)).contains(&grid.column(*hex));
        let (north, south) = (Direction::new(0), Direction::new(3));
        let northern = |hex: Hex| grid.neighbour(hex, north).is_none();
        let southern = |hex: Hex| grid.neighbour(hex, south).is_none();
        if grid.column(first) == grid.column(last) {
            Ok(grid.hexes().filter(|hex| (first..=last).contains(hex)).collect())
        } else if northern(first) && northern(last) {
            Ok(grid.hexes().filter(between).filter(|&hex| northern(hex)).collect())
        } else if southern(first) && southern(last) {
            Ok(grid.hexes().filter(between).filter(|&hex| southern(hex)).collect())
        } else {
            let message = format!("`{}` is no line", entry.get_ref());
            let expected = "two hexes of one column, of the north edge or of the south edge";
            Err(self.file.fault(entry.span(), message, expected))
        }
    }

    /// Every hex of some rows that units can stand in.
    fn rows(
        &self,
        entry: &Spanned<String>,
        from: &str,
        to: &str,
        window: &Window,
    ) -> Result<Vec<Hex>, DataFault> {
        let grid = &self.ground.grid;
        let row = |word: &str| word.parse::<u16>().ok().filter(|row| (1..=grid.rows()).contains(row));
        let (Some(from), Some(to)) = (row(from), row(to)) else {
            let message = format!("`{}` are no rows of the map", entry.get_ref());
            return Err(self.file.fault(
                entry.span(),
                message,
                format!("rows from 01 to {:02}", grid.rows()),
            ));
        };
        let columns = window.west + 1..=window.west + window.columns;
        let inside = |&hex: &Hex| (from..=to).contains(&grid.row(hex)) && columns.contains(&grid.column(hex));
        Ok(grid.hexes().filter(inside).filter(|&hex| self.firm(entry, hex).is_ok()).collect())
    }

    /// One combat unit, one commander, one baggage in a hex: a group that deploys needs as many hexes.
    fn fits(&self, group: &GroupEntry, coming: &Coming, troops: &[(usize, bool)]) -> Result<(), DataFault> {
        let Coming::Deploys { hexes, .. } = coming else { return Ok(()) };
        let arms = || troops.iter().map(|(kind, _)| self.types[*kind].arm);
        let crowds = [
            (arms().filter(|arm| arm.fights()).count(), "combat units"),
            (arms().filter(|arm| *arm == Arm::Commander).count(), "commanders"),
            (arms().filter(|arm| *arm == Arm::Baggage).count(), "baggage"),
        ];
        if let Some((count, what)) = crowds.into_iter().find(|(count, _)| *count > hexes.len()) {
            let message = format!("{count} {what} for {}", counted(hexes.len(), "hex", "hexes"));
            return Err(self.file.fault(group.troops.span(), message, "a hex for each"));
        }
        Ok(())
    }

    /// The two sides deploy in hexes of their own.
    fn no_overlap(
        &self,
        forces: &Forces,
        side: Side,
        group: &GroupEntry,
        coming: &Coming,
    ) -> Result<(), DataFault> {
        let Coming::Deploys { hexes, .. } = coming else { return Ok(()) };
        let enemies = forces.groups.iter().filter(|other| other.side != side);
        let shared = enemies.filter_map(|other| match &other.coming {
            Coming::Deploys { hexes: theirs, .. } => hexes.iter().find(|hex| theirs.contains(hex)),
            _ => None,
        });
        match shared.into_iter().next() {
            Some(&hex) => {
                let message = format!("both sides may deploy in {}", self.ground.grid.number(hex));
                let span = group.deploy.as_ref().map_or(group.troops.span(), Spanned::span);
                Err(self.file.fault(span, message, "hexes that the other side does not deploy in"))
            }
            None => Ok(()),
        }
    }
}
