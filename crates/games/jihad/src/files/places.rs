//! Cities, base sites, the Black Sea and the names of hexes, from `map.toml`.

use std::collections::BTreeMap;

use engine::datafile::{DataFault, DataFile, Spanned, ground, nearest};
use engine::hex::{Grid, Hex};
use schemars::JsonSchema;
use serde::Deserialize;

use super::map::MapFile;
use crate::sheet::{City, Extent, Locale, MOST_CITIES, MOST_SITES, Site, State};

/// Cities, base sites, the Black Sea.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacesEntry {
    /// The Byzantine city with a box of its own (13.0).
    #[serde(rename = "box")]
    box_: Spanned<String>,
    /// The two Muslim cities where a leader without an army is placed (12.0).
    refuges: Spanned<Vec<Spanned<String>>>,
    /// The cities.
    cities: Spanned<Vec<PlaceEntry>>,
    /// The base sites.
    bases: Spanned<Vec<PlaceEntry>>,
    /// The hexes of the Black Sea (R16).
    black_sea: Vec<Spanned<String>>,
}

/// A city or a base site.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct PlaceEntry {
    /// Where.
    hex: Spanned<String>,
    /// Its name.
    name: Spanned<String>,
    /// Stacking value; cities only.
    #[schemars(with = "u8")]
    value: Option<Spanned<u8>>,
    /// Whether it has a port.
    #[serde(default)]
    port: bool,
}

/// What the map prints in hexes.
pub(super) struct Printed {
    pub(super) cities: Vec<City>,
    pub(super) sites: Vec<Site>,
    pub(super) names: Vec<String>,
    pub(super) constantinople: Hex,
    pub(super) refuges: [Hex; 2],
}

/// Reads places and names, and marks them in the hexes.
pub(super) fn read(
    file: &DataFile,
    grid: &Grid,
    places: &mut [Locale],
    parsed: &MapFile,
) -> Result<Printed, DataFault> {
    let entry = &parsed.places;
    let mut names = vec![];
    let cities = cities(file, grid, places, &entry.cities, &mut names)?;
    let sites = sites(file, grid, places, &entry.bases, &mut names)?;
    for text in &entry.black_sea {
        let hex = ground::hex(file, grid, text, text.get_ref())?;
        if !places[hex.index()].has_sea() {
            let message = format!("there is no sea in {}", text.get_ref());
            return Err(file.fault(text.span(), message, "all-sea and partial hexes"));
        }
        places[hex.index()].black_sea = true;
    }
    let city = |name: &Spanned<String>, state: State| {
        cities.iter().find(|c| c.name == *name.get_ref() && c.state == state).map(|c| c.hex).ok_or_else(
            || {
                let own = cities.iter().filter(|c| c.state == state).map(|c| c.name.as_str());
                let near =
                    nearest(name.get_ref(), own).map_or(String::new(), |n| format!("; did you mean {n}?"));
                let message = format!("there is no {} city `{}`{near}", state.adjective(), name.get_ref());
                file.fault(name.span(), message, format!("the name of a {} city", state.adjective()))
            },
        )
    };
    let [one, two] = entry.refuges.get_ref().as_slice() else {
        let message = format!("{} refuges", entry.refuges.get_ref().len());
        return Err(file.fault(entry.refuges.span(), message, "two Muslim cities"));
    };
    Ok(Printed {
        constantinople: city(&entry.box_, State::Byzantine)?,
        refuges: [city(one, State::Muslim)?, city(two, State::Muslim)?],
        names: hex_names(file, grid, places, parsed, names)?,
        cities,
        sites,
    })
}

fn cities(
    file: &DataFile,
    grid: &Grid,
    places: &mut [Locale],
    entries: &Spanned<Vec<PlaceEntry>>,
    names: &mut Vec<(Hex, String)>,
) -> Result<Vec<City>, DataFault> {
    let mut cities = vec![];
    for entry in entries.get_ref() {
        let hex = free_hex(file, grid, places, entry, names)?;
        let Some(value) = &entry.value else {
            let message = format!("{} has no stacking value", entry.name.get_ref());
            return Err(file.fault(entry.name.span(), message, "`value`, 1 to 9"));
        };
        if !(1..=9).contains(value.get_ref()) {
            let message = format!("{} has a stacking value of {}", entry.name.get_ref(), value.get_ref());
            return Err(file.fault(value.span(), message, "1 to 9"));
        }
        let Some(state) = places[hex.index()].state else { continue };
        let name = entry.name.get_ref().clone();
        cities.push(City { name, hex, state, value: *value.get_ref(), port: entry.port });
    }
    if cities.len() > MOST_CITIES {
        let message = format!("{} cities", cities.len());
        return Err(file.fault(entries.span(), message, format!("at most {MOST_CITIES}")));
    }
    cities.sort_by_key(|city| city.hex);
    for (index, city) in cities.iter().enumerate() {
        let place = &mut places[city.hex.index()];
        (place.city, place.value, place.port) = (Some(index as u8), city.value, city.port);
    }
    Ok(cities)
}

fn sites(
    file: &DataFile,
    grid: &Grid,
    places: &mut [Locale],
    entries: &Spanned<Vec<PlaceEntry>>,
    names: &mut Vec<(Hex, String)>,
) -> Result<Vec<Site>, DataFault> {
    let mut sites = vec![];
    for entry in entries.get_ref() {
        let hex = free_hex(file, grid, places, entry, names)?;
        if let Some(value) = &entry.value {
            let message = format!("the base site {} has a stacking value", entry.name.get_ref());
            return Err(file.fault(value.span(), message, "none: a site is worth nothing until built"));
        }
        sites.push(Site { name: entry.name.get_ref().clone(), hex, port: entry.port });
    }
    if sites.len() > MOST_SITES {
        let message = format!("{} base sites", sites.len());
        return Err(file.fault(entries.span(), message, format!("at most {MOST_SITES}")));
    }
    sites.sort_by_key(|site| site.hex);
    for (index, site) in sites.iter().enumerate() {
        places[site.hex.index()].site = Some(index as u8);
    }
    Ok(sites)
}

/// The hex of a place: on land, a port by the sea, and no other place in it (R17).
fn free_hex(
    file: &DataFile,
    grid: &Grid,
    places: &[Locale],
    entry: &PlaceEntry,
    names: &mut Vec<(Hex, String)>,
) -> Result<Hex, DataFault> {
    let name = entry.name.get_ref();
    let hex = ground::hex(file, grid, &entry.hex, entry.hex.get_ref())?;
    let place = places[hex.index()];
    if !place.has_land() || entry.port && place.extent != Extent::Partial {
        let (what, expected) =
            if entry.port { ("port", "a hex of land and sea") } else { ("place", "a hex with land") };
        let message = format!("the {what} {name} lies in {}", entry.hex.get_ref());
        return Err(file.fault(entry.hex.span(), message, expected));
    }
    if let Some((_, other)) = names.iter().find(|(there, _)| *there == hex) {
        let message = format!("{name} lies in {}, and so does {other}", entry.hex.get_ref());
        return Err(file.fault(entry.hex.span(), message, "one place a hex"));
    }
    if names.iter().any(|(_, other)| other == name) || !name.chars().next().is_some_and(char::is_alphabetic) {
        let message = format!("`{name}` cannot be the name of a place");
        return Err(file.fault(entry.name.span(), message, "a name of its own that begins with a letter"));
    }
    names.push((hex, name.clone()));
    Ok(hex)
}

/// A name for every hex: that of its place, its region or its sea.
fn hex_names(
    file: &DataFile,
    grid: &Grid,
    places: &[Locale],
    parsed: &MapFile,
    of_places: Vec<(Hex, String)>,
) -> Result<Vec<String>, DataFault> {
    let mut names = vec![String::new(); grid.len()];
    let mut list = |entries: &BTreeMap<String, Spanned<String>>, sea: bool| {
        for (name, hexes) in entries {
            for word in hexes.get_ref().split_whitespace() {
                let hex = ground::hex(file, grid, hexes, word)?;
                let fits = if sea {
                    places[hex.index()].extent == Extent::Sea
                } else {
                    places[hex.index()].has_land()
                };
                if !fits || !names[hex.index()].is_empty() {
                    let message = format!("{word} cannot be named {name}");
                    let expected = if sea { "all-sea hexes" } else { "hexes with land" };
                    return Err(file.fault(hexes.span(), message, format!("{expected}, each named once")));
                }
                names[hex.index()].clone_from(name);
            }
        }
        Ok(())
    };
    list(&parsed.regions, false)?;
    list(&parsed.seas, true)?;
    for hex in grid.hexes() {
        match places[hex.index()].extent {
            Extent::OffMap => names[hex.index()] = "off the map".into(),
            _ if names[hex.index()].is_empty() => {
                let message = format!("{} has no name", grid.number(hex));
                let span = parsed.regions.values().next().map_or(0..0, Spanned::span);
                return Err(file.fault(span, message, "every hex in a region or a sea"));
            }
            _ => {}
        }
    }
    for (hex, name) in of_places {
        names[hex.index()] = name;
    }
    Ok(names)
}
