//! Data files: counters, charts, map and scenarios, read and checked.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, DataFile, SheetFault, Sort, Texts, digest};
use schemars::{Schema, schema_for};

use crate::sheet::{Charts, Roster, Sheet, Ways};

mod charts;
mod counters;
mod embedded;
mod landscape;
mod map;
mod scenario;

use map::PrintedMap;
use scenario::{Reader, ScenarioFile};

/// The sorts of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Units,
    Charts,
    Map,
    Scenario,
}

const FILES: Catalogue<FileKind> = Catalogue {
    folder: "apocalypse",
    title: "Apocalypse in the East",
    sorts: &[
        Sort { kind: FileKind::Units, what: "units", place: "units.toml", keys: &["leader"] },
        Sort { kind: FileKind::Charts, what: "charts", place: "charts.toml", keys: &["greek_fire"] },
        Sort { kind: FileKind::Map, what: "a map", place: "map.toml", keys: &["start_line"] },
        Sort { kind: FileKind::Scenario, what: "a scenario", place: "scenarios/", keys: &["first_year"] },
    ],
};

struct Scenario {
    file: DataFile,
    parsed: ScenarioFile,
}

/// Everything the data files hold.
pub struct Library {
    roster: Arc<Roster>,
    charts: Arc<Charts>,
    map: PrintedMap,
    scenarios: BTreeMap<String, Scenario>,
    names: Vec<String>,
}

fn embedded_texts() -> Texts<FileKind> {
    let scenarios = embedded::SCENARIOS.iter().map(|(name, text)| (format!("scenarios/{name}.toml"), *text));
    let sheets =
        [("units.toml", embedded::UNITS), ("charts.toml", embedded::CHARTS), ("map.toml", embedded::MAP)];
    Texts::new(&FILES, sheets.into_iter().map(|(place, text)| (place.to_string(), text)).chain(scenarios))
}

fn read(texts: &Texts<FileKind>) -> Result<Library, DataFault> {
    let roster = Arc::new(counters::read(texts.one(FileKind::Units)?)?);
    let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?)?);
    let map = map::read(texts.one(FileKind::Map)?)?;
    let mut scenarios = BTreeMap::new();
    for (name, file) in texts.all(FileKind::Scenario) {
        let parsed: ScenarioFile = file.parse()?;
        scenarios.insert(name.to_string(), Scenario { file: file.clone(), parsed });
    }
    let mut names: Vec<String> = scenarios.keys().cloned().collect();
    names.sort_by_key(|name| scenarios[name].parsed.order);
    Ok(Library { roster, charts, map, scenarios, names })
}

impl Library {
    /// The library compiled in.
    pub fn embedded() -> Result<Library, DataFault> {
        read(&embedded_texts())
    }

    /// The library compiled in, with what a folder overrides or adds: `units.toml`, `charts.toml`, `map.toml`
    /// and `scenarios/*.toml` in its subfolder `apocalypse`. Every scenario is checked against the whole.
    pub fn with_folder(folder: &Path) -> Result<Library, DataFault> {
        let mut texts = embedded_texts();
        if !texts.take_folder(folder)? {
            return Library::embedded();
        }
        let library = read(&texts)?;
        for scenario in library.names() {
            library.print(scenario)?;
        }
        Ok(library)
    }

    /// The names of the scenarios in the order of the shelf.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Everything printed for a scenario.
    pub fn sheet(&self, name: &str) -> Result<Sheet, SheetFault> {
        if !self.scenarios.contains_key(name) {
            return Err(SheetFault::unknown(name, self.names.iter().map(String::as_str)));
        }
        Ok(self.print(name)?)
    }

    /// The sheet of a scenario that is known to be there.
    fn print(&self, name: &str) -> Result<Sheet, DataFault> {
        let Scenario { file, parsed } = &self.scenarios[name];
        let ground = &self.map.ground;
        let last_year = *parsed.last_year.get_ref();
        if last_year < parsed.first_year || last_year - parsed.first_year > 30 {
            let message = format!("the game would last from {} to {last_year}", parsed.first_year);
            return Err(file.fault(parsed.last_year.span(), message, "1 to 31 years"));
        }
        let closed = self.closed(parsed);
        let reader = Reader { file, ground, roster: &self.roster, closed: &closed };
        let gathering = match &parsed.gathering {
            Some(entry) => reader.by_side(entry)?,
            None => scenario::usual_gathering(ground),
        };
        let fabricae = match &parsed.replacements {
            Some(names) => reader.places(names)?,
            None => (0..ground.places.len() as u8).filter(|&place| ground.place(place).fabrica).collect(),
        };
        let events = match &parsed.events {
            Some(list) if list.is_empty() => None,
            Some(list) => Some(list.iter().filter(|n| (2..=12).contains(*n)).map(|n| 1 << n).sum()),
            None => Some(0b1_1111_1111_1100),
        };
        let mut fixed_events: Vec<(u16, u8)> = vec![];
        for (year, &throw) in &parsed.fixed_events {
            let year = year.parse().ok().filter(|year| (parsed.first_year..=last_year).contains(year));
            let (Some(year), 2..=12) = (year, throw) else {
                let message = "an event of no year of the game, or of no throw";
                return Err(file.fault(parsed.last_year.span(), message, "such as { 653 = 4 }"));
            };
            fixed_events.push((year, throw));
        }
        let opening = reader.opening(parsed)?;
        let victory = reader.victory(&parsed.victory)?;
        let ways = Ways::new(ground, &self.charts, closed);
        let mut house = parsed.house.clone();
        house.extend(self.roster.house.iter().chain(&self.charts.house).chain(&self.map.house).cloned());
        let mut sheet = Sheet {
            name: name.to_string(),
            title: parsed.title.clone(),
            date: parsed.date.clone(),
            first_year: parsed.first_year,
            last_year,
            category: parsed.category.clone(),
            notes: parsed.notes.trim().to_string(),
            rules: parsed.rules.clone(),
            house,
            sides: ["Muslims".into(), "Byzantines".into()],
            ground: Arc::clone(ground),
            ways,
            roster: Arc::clone(&self.roster),
            charts: Arc::clone(&self.charts),
            opening,
            events,
            fixed_events,
            fabricae,
            maintenance: parsed.maintenance,
            muslim_fleets_from: parsed.muslim_fleets_from,
            kufa_by: parsed.kufa_by,
            gathering,
            victory,
            landscape: Arc::clone(&self.map.landscape),
            fingerprint: String::new(),
        };
        sheet.fingerprint = fingerprint(&sheet);
        Ok(sheet)
    }

    /// The hexes nobody enters in a scenario.
    fn closed(&self, parsed: &ScenarioFile) -> Vec<bool> {
        let grid = &self.map.ground.grid;
        let shut = |hex| {
            let label = grid.number(hex);
            let outside =
                parsed.open_rows.is_some_and(|[first, last]| !(first..=last).contains(&label.line()));
            let within = |area: &scenario::AreaEntry| {
                let ([north, south], [east, west]) = (area.rows, area.columns);
                (north..=south).contains(&label.line()) && (east..=west).contains(&label.place())
            };
            outside || parsed.closed.as_ref().is_some_and(within)
        };
        grid.hexes().map(shut).collect()
    }
}

/// A digest of everything in a sheet that play depends on; a record stays good when a sentence is improved.
fn fingerprint(sheet: &Sheet) -> String {
    let ground = &sheet.ground;
    let charts = Charts { house: vec![], ..Charts::clone(&sheet.charts) };
    let roster = Roster { house: vec![], ..Roster::clone(&sheet.roster) };
    let parts = [
        format!("{} {} {:?}", ground.grid.columns(), ground.grid.rows(), ground.grid.numbers()),
        format!("{:?} {:?} {:?} {:?}", ground.terrain, ground.rivers, ground.straits, ground.delta),
        format!("{:?} {:?} {:?} {:?}", ground.roads, ground.places, ground.kufa, ground.africa),
        format!("{roster:?} {charts:?}"),
        format!("{:?} {:?} {:?}", sheet.opening, sheet.victory, sheet.ways.closed),
        format!("{:?} {:?} {:?}", sheet.events, sheet.fixed_events, sheet.fabricae),
        format!("{} {} {:?}", sheet.maintenance, sheet.muslim_fleets_from, sheet.kufa_by),
        format!("{} {} {:?}", sheet.first_year, sheet.last_year, sheet.gathering),
    ];
    digest(parts.iter().map(String::as_str))
}

/// A JSON schema for each kind of data file, by the kind's name.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("units", schema_for!(counters::UnitsFile)),
        ("charts", schema_for!(charts::ChartsFile)),
        ("map", schema_for!(map::MapFile)),
        ("scenario", schema_for!(ScenarioFile)),
    ]
}

/// Whether a file is one of this game's: by keys only its files have, or by its name in a folder `apocalypse`.
pub fn looks_like_ours(path: &Path, text: &str) -> bool {
    FILES.claims(path, text)
}

/// Checks a file against the rest of the library compiled in, and says what it is.
pub fn validate(path: &Path, text: &str) -> Result<String, DataFault> {
    let file = DataFile::new(path.display().to_string(), text);
    let place = FILES.filing(path, text).ok_or_else(|| FILES.unknown(&file))?;
    let mut texts = embedded_texts();
    texts.put(&place, file);
    let library = read(&texts)?;
    if place.kind == FileKind::Scenario {
        let sheet = library.print(&place.name)?;
        let (title, turns) = (&sheet.title, sheet.turns());
        return Ok(format!("Apocalypse in the East scenario: {title}, {turns} turns"));
    }
    for scenario in library.names() {
        library.print(scenario)?;
    }
    Ok(match place.kind {
        FileKind::Units => format!("Apocalypse in the East counters: {} land units", library.roster.land()),
        FileKind::Charts => "Apocalypse in the East charts: every table in order".to_string(),
        _ => format!("Apocalypse in the East map: {} towns and cities", library.map.ground.places.len()),
    })
}

#[cfg(test)]
mod tests;
