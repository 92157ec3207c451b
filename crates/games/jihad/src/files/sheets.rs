//! A scenario file, the map, the counters and the charts made into a [`Sheet`].

use std::sync::Arc;

use engine::datafile::{DataFault, DataFile, digest};

use super::map::PrintedMap;
use super::scenario::{FinalCountEntry, ScenarioFile};
use super::setup::Setup;
use crate::judgment::Atlas;
use crate::sheet::{Charts, Ground, Locale, Roster, Sheet, State, Variant, Victory};

/// The last turn of the longest game.
const LAST_TURN: u8 = 20;

/// What a sheet is made from.
pub(crate) struct Printer<'a> {
    pub(crate) name: &'a str,
    pub(crate) file: &'a DataFile,
    pub(crate) scenario: &'a ScenarioFile,
    pub(crate) map: &'a PrintedMap,
    pub(crate) roster: &'a Arc<Roster>,
    pub(crate) charts: &'a Arc<Charts>,
}

impl Printer<'_> {
    /// The sheet of the scenario.
    pub(crate) fn sheet(self, variant: Variant) -> Result<Sheet, DataFault> {
        let Printer { file, scenario, .. } = self;
        let (first_turn, last_turn) = self.turns()?;
        let ground = &self.map.ground;
        let setup = Setup { file, ground, roster: self.roster, charts: self.charts, first_turn };
        let opening = setup.opening(&scenario.setup)?;
        let victory = self.victory(&setup, &scenario.final_count)?;
        let mut page = scenario.page(self.name, ["Muslims".into(), "Empires".into()]);
        page.house.extend(self.roster.house.iter().chain(&self.charts.house).chain(&self.map.house).cloned());
        let mut sheet = Sheet {
            page,
            first_turn,
            last_turn,
            ground: Arc::clone(ground),
            roster: Arc::clone(self.roster),
            charts: Arc::clone(self.charts),
            opening,
            victory,
            variant,
            landscape: Arc::clone(&self.map.landscape),
            atlas: Atlas::new(ground.grid.len()),
        };
        sheet.page.fingerprint = fingerprint(&sheet);
        Ok(sheet)
    }

    fn turns(&self) -> Result<(u8, u8), DataFault> {
        let (first, last) = (&self.scenario.first_turn, &self.scenario.last_turn);
        for turn in [first, last] {
            if !(1..=LAST_TURN).contains(turn.get_ref()) {
                let message = format!("there is no turn {}", turn.get_ref());
                return Err(self.file.fault(turn.span(), message, format!("1 to {LAST_TURN}")));
            }
        }
        if first.get_ref() > last.get_ref() {
            let message = format!("the game ends with turn {}", last.get_ref());
            let expected = format!("a turn not before turn {}", first.get_ref());
            return Err(self.file.fault(last.span(), message, expected));
        }
        Ok((*first.get_ref(), *last.get_ref()))
    }

    fn victory(&self, setup: &Setup, entry: &FinalCountEntry) -> Result<Victory, DataFault> {
        let (above, below) = (*entry.muslims_above.get_ref(), *entry.empires_below.get_ref());
        if below > above.saturating_add(1) {
            let message = format!("both sides win with a count of {}", above.saturating_add(1));
            return Err(self.file.fault(
                entry.empires_below.span(),
                message,
                format!("at most {}", above.saturating_add(1)),
            ));
        }
        let mut prizes = vec![];
        for (name, points) in &entry.prizes {
            prizes.push((setup.place(name.span(), name.get_ref())?, *points));
        }
        prizes.sort();
        Ok(Victory {
            automatic: entry.automatic,
            muslims_above: above,
            empires_below: below,
            handicap: entry.handicap,
            handicap_step: entry.handicap_step,
            box_bonus: entry.box_bonus,
            box_wins: entry.box_wins,
            war_points: entry.war_points,
            prizes,
        })
    }
}

/// A locale in the words that fingerprints have had for it since the first records, whatever the code calls it.
fn in_words(locale: &Locale) -> String {
    let Locale { extent, land, state, fertile, limit, value, city, site, port, strait, black_sea } = locale;
    format!(
        "Place {{ extent: {extent:?}, land: {land:?}, state: {state:?}, fertile: {fertile}, limit: {limit}, \
         value: {value}, city: {city:?}, site: {site:?}, port: {port}, strait: {strait}, black_sea: {black_sea} }}"
    )
}

/// A digest of everything in a sheet that play depends on. Titles, notes, names of regions and other prose do
/// not count: a record stays good when a sentence is improved. Nor do the options, which a record names.
fn fingerprint(sheet: &Sheet) -> String {
    let Sheet { ground, roster, charts, .. } = sheet;
    let Ground { grid, places, land_sides, naval_sides, constantinople, refuges, .. } = &**ground;
    let bases: Vec<u16> = State::ALL.map(|state| ground.realm(state).base).into();
    let sites: Vec<_> = ground.sites.iter().map(|site| (site.hex, site.port)).collect();
    let charts = Charts { house: vec![], ..Charts::clone(charts) };
    let parts = [
        format!("{} {} {:?} {}", grid.columns(), grid.rows(), grid.orientation(), grid.even_shifted()),
        format!("[{}]", places.iter().map(in_words).collect::<Vec<_>>().join(", ")),
        format!("{land_sides:?} {naval_sides:?} {bases:?} {sites:?} {constantinople:?} {refuges:?}"),
        format!("{:?} {}", roster.units, roster.leader_strength),
        format!("{charts:?}"),
        format!("{:?} {:?}", sheet.opening, sheet.victory),
        format!("{} {}", sheet.first_turn, sheet.last_turn),
    ];
    digest(parts.iter().map(String::as_str))
}
