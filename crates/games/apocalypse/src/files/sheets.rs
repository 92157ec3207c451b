//! A scenario file, the map, the counters and the charts made into a [`Sheet`].

use std::sync::Arc;

use engine::datafile::{DataFault, digest};
use engine::edition::Source;

use super::scenario::{self, Reader};
use super::{Files, ScenarioFile};
use crate::distance::Vicinity;
use crate::judgment::Atlas;
use crate::sheet::{Charts, FirstValues, Roster, Settlement, Sheet, Ways};

impl Files {
    /// Everything printed for a scenario.
    pub(crate) fn sheet(&self, source: &Source<Files>) -> Result<Sheet, DataFault> {
        let Source { name, file, scenario: parsed } = source;
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
            Some(names) => reader.settlements(names)?,
            None => (0..ground.settlements.len() as u8)
                .filter(|&place| ground.settlement(place).fabrica)
                .collect(),
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
        let mut page = parsed.page(name, ["Muslims".into(), "Byzantines".into()]);
        page.house.extend(self.roster.house.iter().chain(&self.charts.house).chain(&self.map.house).cloned());
        let mut sheet = Sheet {
            page,
            first_year: parsed.first_year,
            last_year,
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
            vicinity: Vicinity::new(ground.grid.len()),
            atlas: Atlas::default(),
        };
        sheet.page.fingerprint = fingerprint(&sheet);
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

/// A town or city in the words that fingerprints have had for it since the first records, whatever the code calls it.
fn in_words(settlement: &Settlement) -> String {
    let Settlement { name, hex, kind, anchors, fabrica, side, district } = settlement;
    format!(
        "Place {{ name: {name:?}, hex: {hex:?}, kind: {kind:?}, anchors: {anchors}, fabrica: {fabrica}, \
         side: {side:?}, district: {district} }}"
    )
}

/// A digest of everything in a sheet that play depends on, as version 1 of the rules reads it: a record names its version
/// beside it, and stays good when a sentence is improved or the house finds a better value.
fn fingerprint(sheet: &Sheet) -> String {
    let ground = &sheet.ground;
    let FirstValues { roster, charts, opening, victory } = sheet.first_values();
    let charts = Charts { house: vec![], ..charts };
    let roster = Roster { house: vec![], ..roster };
    let settlements = format!("[{}]", ground.settlements.iter().map(in_words).collect::<Vec<_>>().join(", "));
    let parts = [
        format!("{} {} {:?}", ground.grid.columns(), ground.grid.rows(), ground.grid.numbers()),
        format!("{:?} {:?} {:?} {:?}", ground.terrain, ground.rivers, ground.straits, ground.delta),
        format!("{:?} {} {:?} {:?}", ground.roads, settlements, ground.kufa, ground.africa),
        format!("{roster:?} {charts:?}"),
        format!("{opening:?} {victory:?} {:?}", sheet.ways.closed),
        format!("{:?} {:?} {:?}", sheet.events, sheet.fixed_events, sheet.fabricae),
        format!("{} {} {:?}", sheet.maintenance, sheet.muslim_fleets_from, sheet.kufa_by),
        format!("{} {} {:?}", sheet.first_year, sheet.last_year, sheet.gathering),
    ];
    digest(parts.iter().map(String::as_str))
}
