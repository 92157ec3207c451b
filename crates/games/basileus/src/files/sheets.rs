//! A battle file, the maps, the counters and the charts made into a [`Sheet`].

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Side;
use engine::datafile::{DataFault, DataFile, Spanned, digest, landscape as drawing, sides};
use engine::hex::Hex;
use engine::scene::{Course, Landscape};

use super::map::{PrintedMap, join};
use super::scenario::{ScenarioFile, Test};
use super::setup::{Forces, Setup, Window};
use super::specials;
use crate::sheet::{Arm, Charts, Choices, Coming, EndTest, Ground, Sheet, TerrainEffect, UnitType};

/// The longest battle a file may ask for.
const MOST_TURNS: u8 = 30;
/// The highest army morale threshold a file may ask for.
const MOST_POINTS: u8 = 250;

/// What a sheet is made from.
pub(crate) struct Printer<'a> {
    pub(crate) name: &'a str,
    pub(crate) file: &'a DataFile,
    pub(crate) scenario: &'a ScenarioFile,
    pub(crate) maps: &'a BTreeMap<String, PrintedMap>,
    pub(crate) charts: &'a Arc<Charts>,
    pub(crate) types: &'a [UnitType],
}

impl Printer<'_> {
    /// The sheet of the battle.
    pub(crate) fn sheet(&self, choices: Choices) -> Result<Sheet, DataFault> {
        let scenario = self.scenario;
        let sides = self.sides()?;
        let turns = self.turns()?;
        let (map, sheets) = self.map()?;
        let setup = Setup {
            file: self.file,
            ground: &map.ground,
            charts: self.charts,
            types: self.types,
            sheets,
            turns,
        };
        let forces = setup.forces(scenario)?;
        let mut thresholds = [None; 2];
        for (threshold, side) in thresholds.iter_mut().zip(scenario.side.get_ref()) {
            *threshold =
                side.threshold.as_ref().map(|t| self.figure(t, MOST_POINTS, "points")).transpose()?;
        }
        let (mut types, forces) = used(self.types, forces);
        specials::change_types(self, &mut types)?;
        let specials = specials::read(self, &types, &forces, map.ground.grid.rows())?;
        let end = self.end(&types, &forces)?;
        let landscape = Arc::new(landscape(&map));
        let mut sheet = Sheet {
            page: scenario.page(self.name, sides),
            number: scenario.number.clone(),
            deploys_first: self.side(&scenario.deploys_first)?,
            moves_first: self.side(&scenario.moves_first)?,
            turns,
            choices,
            ground: map.ground,
            charts: Arc::clone(self.charts),
            types,
            units: forces.units,
            groups: forces.groups,
            thresholds,
            end,
            specials,
            landscape,
        };
        sheet.page.fingerprint = fingerprint(&sheet);
        Ok(sheet)
    }

    fn sides(&self) -> Result<[String; 2], DataFault> {
        sides::names(self.file, "battle", &self.scenario.side)
    }

    /// The side with a name.
    pub(crate) fn side(&self, name: &Spanned<String>) -> Result<Side, DataFault> {
        sides::called(self.file, &self.sides()?, name)
    }

    pub(crate) fn turns(&self) -> Result<u8, DataFault> {
        self.figure(&self.scenario.turns, MOST_TURNS, "turns")
    }

    /// A figure from 1 to the most allowed.
    pub(crate) fn figure(&self, value: &Spanned<u8>, most: u8, what: &str) -> Result<u8, DataFault> {
        if (1..=most).contains(value.get_ref()) {
            return Ok(*value.get_ref());
        }
        let message = format!("{} {what}", value.get_ref());
        Err(self.file.fault(value.span(), message, format!("1 to {most}")))
    }

    /// The map, its sheets joined from west to east.
    fn map(&self) -> Result<(PrintedMap, Vec<Window>), DataFault> {
        let entry = &self.scenario.map;
        let mut whole: Option<PrintedMap> = None;
        let mut sheets: Vec<Window> = vec![];
        for name in entry.get_ref().split('+').map(str::trim) {
            let sheet = self.maps.get(name).ok_or_else(|| {
                let known: Vec<&str> = self.maps.keys().map(String::as_str).collect();
                let message = format!("there is no map `{name}`");
                self.file.fault(entry.span(), message, format!("one of {}", known.join(", ")))
            })?;
            if sheets.iter().any(|window| window.sheet == name) {
                let message = format!("the map `{name}` cannot lie beside itself");
                return Err(self.file.fault(entry.span(), message, "every sheet once"));
            }
            let columns = sheet.ground.grid.columns();
            let west = sheets.iter().map(|window| window.columns).sum();
            sheets.push(Window { sheet: name.to_string(), west, columns });
            whole = Some(match whole {
                None => sheet.clone(),
                Some(west) => join(&west, sheet).map_err(|why| {
                    let expected = "sheets of as many rows, even numbers of columns, 360 hexes at most";
                    self.file.fault(entry.span(), why, expected)
                })?,
            });
        }
        // Splitting a text always yields a part, so there is a map or a fault.
        let missing = || self.file.fault(entry.span(), "the battle has no map", "the name of a map");
        Ok((whole.ok_or_else(missing)?, sheets))
    }

    fn end(&self, types: &[UnitType], forces: &Forces) -> Result<EndTest, DataFault> {
        let entry = &self.scenario.end;
        let test = *entry.test.get_ref();
        let out_of_place = if test == Test::FewerPoints { &entry.defender } else { &entry.tie };
        if let Some(name) = out_of_place {
            let expected = "`tie` with fewer points, `defender` with engines or wagons";
            return Err(self.file.fault(name.span(), "this does not go with the test", expected));
        }
        if test == Test::FewerPoints {
            return Ok(EndTest::FewerPoints {
                tie: entry.tie.as_ref().map(|name| self.side(name)).transpose()?,
            });
        }
        let Some(name) = &entry.defender else {
            let message = "it must be said whose baggage decides";
            return Err(self.file.fault(entry.test.span(), message, "a `defender`"));
        };
        let defender = self.side(name)?;
        let baggage = forces
            .units
            .iter()
            .filter(|unit| unit.side == defender && types[unit.unit_type as usize].arm == Arm::Baggage);
        let deploys = |group: u8| matches!(forces.groups[group as usize].coming, Coming::Deploys { .. });
        if !baggage.into_iter().any(|unit| deploys(unit.group)) {
            let message = format!("{} deploys no baggage", name.get_ref());
            return Err(self.file.fault(name.span(), message, "wagons or engines among its groups"));
        }
        Ok(match test {
            Test::Engines => EndTest::Engines { defender },
            _ => EndTest::Wagons { defender },
        })
    }
}

/// The types a battle uses, and its forces with types counted among these.
fn used(all: &[UnitType], mut forces: Forces) -> (Vec<UnitType>, Forces) {
    let kinds: std::collections::BTreeSet<u8> = forces.units.iter().map(|unit| unit.unit_type).collect();
    for unit in &mut forces.units {
        unit.unit_type = kinds.iter().take_while(|kind| **kind < unit.unit_type).count() as u8;
    }
    (kinds.iter().map(|kind| all[*kind as usize].clone()).collect(), forces)
}

/// The map for scenes.
fn landscape(map: &PrintedMap) -> Landscape {
    let Ground { grid, terrain, streams, palisades, slopes, .. } = &map.ground;
    let sides = |table: &[u8], kind: &'static str| {
        drawing::sides(grid, |hex, side, _| drawing::marked(table, hex, side).then_some(kind))
    };
    let mut names = vec!["void"; grid.len()];
    grid.hexes().for_each(|hex| names[hex.index()] = terrain[hex.index()].name());
    let line = |(kind, hexes): &(&'static str, Vec<Hex>)| Course {
        kind,
        hexes: hexes.iter().map(|&hex| grid.number(hex)).collect(),
    };
    let landscape = Landscape {
        terrain: names,
        sides: [sides(streams, "stream"), sides(palisades, "palisade"), sides(slopes, "slope")].concat(),
        lines: map.courses.iter().map(line).collect(),
        labels: map.labels.clone(),
        house: map.house.clone(),
        ..Landscape::of("", grid, "")
    };
    drawing::keyed("basileus", landscape)
}

/// A digest of everything in a sheet that play depends on. Titles, notes, names and other prose do not count: a
/// record stays good when a sentence is improved. Nor do the choices, which a record names itself.
fn fingerprint(sheet: &Sheet) -> String {
    let Sheet { ground, charts, .. } = sheet;
    let Ground { grid, terrain, roads, streams, palisades, slopes } = ground;
    let hexes = grid.hexes().map(|hex| format!("{}{}", grid.number(hex), terrain[hex.index()].name()));
    let effects =
        charts.terrain.iter().map(|t| format!("{:?}", TerrainEffect { house: vec![], ..t.clone() }));
    let counters = sheet.types.iter().map(|u| {
        let UnitType { arm, strength, reduced, steps, movement, range, red_range, charge, .. } = u;
        let symbols = [u.serpent, u.lightning, u.swords, u.arrows, u.infantry_only];
        format!("{arm:?} {strength} {reduced} {steps} {movement} {range} {red_range} {charge} {symbols:?}")
    });
    let groups = sheet.groups.iter().map(|group| format!("{:?} {:?}", group.side, group.coming));
    let sides = [charts.road, charts.stream, charts.palisade, charts.slope];
    let parts = [
        format!("{} {} {:?} {}", grid.columns(), grid.rows(), grid.orientation(), grid.even_shifted()),
        hexes.collect::<Vec<_>>().join(" "),
        format!("{roads:?} {streams:?} {palisades:?} {slopes:?}"),
        effects.collect::<Vec<_>>().join("; "),
        format!("{sides:?} {} {}", charts.stream_die, charts.palisade_columns),
        format!("{:?}", charts.results),
        counters.collect::<Vec<_>>().join("; "),
        format!("{:?}", sheet.units),
        groups.collect::<Vec<_>>().join("; "),
        format!("{:?} {:?} {}", sheet.deploys_first, sheet.moves_first, sheet.turns),
        format!("{:?} {:?} {:?}", sheet.thresholds, sheet.end, sheet.specials),
    ];
    digest(parts.iter().map(String::as_str))
}
