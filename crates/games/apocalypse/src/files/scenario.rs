//! `scenarios/*.toml`: how a scenario begins, what happens in it, what wins.

use std::collections::BTreeMap;

use engine::Side;
use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use engine::hex::Hex;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{
    Army, BYZANTINES, Deployment, Ground, Leader, MUSLIMS, Opening, Roster, StandingExpedition, Victory,
};
use crate::unit::{Spot, UnitId};

engine::scenario_file! {
    /// `scenarios/*.toml`.
    pub struct ScenarioFile {
        /// The first turn.
        first_year: u16,
        /// The last turn.
        last_year: Spanned<u16>,
        /// Whether fleets are maintained.
        maintenance: bool,
        /// The first year of Muslim maintenance; the first of the game if nothing is said.
        #[serde(default)]
        muslim_fleets_from: u16,
        /// The year by which Kufa comes.
        kufa_by: Option<u16>,
        /// The throws that count; all if nothing is said, and no Events Segment if the list is empty.
        events: Option<Vec<u8>>,
        /// Events of a year, by their throw.
        #[serde(default)]
        fixed_events: BTreeMap<String, u8>,
        /// The places that bring replacements; all Fabricae if nothing is said.
        replacements: Option<Vec<Spanned<String>>>,
        /// The only label rows in play, first and last.
        open_rows: Option<[u16; 2]>,
        /// An area nobody enters.
        closed: Option<AreaEntry>,
        /// The gathering cities; those of 3.3 if nothing is said.
        gathering: Option<GatheringEntry>,
        /// Where the noble begins: a place, or "with the clan".
        noble: Option<Spanned<String>>,
        /// Counters with a place of their own: "Scholae at Nicomedia".
        #[serde(default)]
        placed: Vec<Spanned<String>>,
        /// Naval units set on their anchors.
        fleets: Option<Spanned<FleetsEntry>>,
        /// Whether Paul sits in the Patriarchal chair.
        #[serde(default)]
        patriarch: bool,
        /// Counters that events bring.
        #[serde(default)]
        aside: Vec<Spanned<String>>,
        /// Counters in the African box.
        #[serde(default)]
        africa: Vec<Spanned<String>>,
        /// Places whose side is not the gazetteer's.
        control: Option<GatheringEntry>,
        /// Groups that are set up freely.
        #[serde(default)]
        deploy: Vec<DeployEntry>,
        /// Expeditions on the map.
        #[serde(default)]
        expedition: Vec<ExpeditionEntry>,
        /// What wins.
        victory: VictoryEntry,
    }
    /// Where a scenario comes from.
    categories {
        /// The rulebook.
        Published = "published",
        /// This house.
        Ours = "house",
    }
}

/// An area by its labels.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaEntry {
    /// First and last row.
    pub(super) rows: [u16; 2],
    /// First and last column.
    pub(super) columns: [u16; 2],
}

/// Places by side.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GatheringEntry {
    /// Of the Byzantines.
    #[serde(default)]
    byzantine: Vec<Spanned<String>>,
    /// Of the Muslims.
    #[serde(default)]
    muslim: Vec<Spanned<String>>,
}

/// Naval units by side.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct FleetsEntry {
    /// Byzantine.
    byzantine: u8,
    /// Muslim.
    muslim: u8,
}

/// A group that is set up freely.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeployEntry {
    /// "8 Obsequium foot".
    units: Vec<Spanned<String>>,
    /// In these places.
    #[serde(default)]
    at: Vec<Spanned<String>>,
    /// Or in the places of this district.
    district: Option<Spanned<String>>,
    /// So many of them in Byzantine Egypt instead (10.1.5).
    egypt: Option<u8>,
    /// Where mounted units may patrol: in the `district`, `near` the places, or only `here`.
    patrol: Option<Spanned<String>>,
}

/// An expedition on the map.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExpeditionEntry {
    /// Its army.
    army: Army,
    /// Where.
    at: Spanned<String>,
    /// Its units.
    units: Vec<Spanned<String>>,
    /// Its ships.
    #[serde(default)]
    fleets: u8,
    /// Its leaders.
    #[serde(default)]
    leaders: Vec<Spanned<String>>,
}

/// What wins besides Muawiya and Constantinople.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryEntry {
    /// The Muslims win by holding these at the end.
    muslim_holds: Option<HoldsEntry>,
    /// The Byzantines win at once by taking this.
    byzantine_takes: Option<Spanned<String>>,
}

/// Places to hold.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct HoldsEntry {
    /// Of these …
    of: Vec<Spanned<String>>,
    /// … so many.
    at_least: u8,
}

/// Reads the names of a scenario against map and counters.
pub(super) struct Reader<'a> {
    pub(super) file: &'a DataFile,
    pub(super) ground: &'a Ground,
    pub(super) roster: &'a Roster,
    pub(super) closed: &'a [bool],
}

/// How far from its places a group may patrol (brief, "Scenarios of ours").
const NEAR: u16 = 3;

impl Reader<'_> {
    pub(super) fn settlement(&self, name: &Spanned<String>) -> Result<u8, DataFault> {
        let word = name.get_ref();
        self.ground.named(word).ok_or_else(|| {
            let near = nearest(word, self.ground.settlements.iter().map(|place| place.name.as_str()));
            let expected =
                near.map_or_else(|| "a place of the map".to_string(), |near| format!("did you mean {near}?"));
            self.file.fault(name.span(), format!("there is no place {word}"), expected)
        })
    }

    pub(super) fn settlements(&self, names: &[Spanned<String>]) -> Result<Vec<u8>, DataFault> {
        names.iter().map(|name| self.settlement(name)).collect()
    }

    /// The gathering cities of both sides.
    pub(super) fn by_side(&self, entry: &GatheringEntry) -> Result<[Vec<u8>; 2], DataFault> {
        let mut both = [vec![], vec![]];
        both[BYZANTINES.index()] = self.settlements(&entry.byzantine)?;
        both[MUSLIMS.index()] = self.settlements(&entry.muslim)?;
        Ok(both)
    }

    pub(super) fn victory(&self, entry: &VictoryEntry) -> Result<Victory, DataFault> {
        let takes = entry.byzantine_takes.as_ref().map(|name| self.settlement(name)).transpose()?;
        let Some(holds) = &entry.muslim_holds else {
            return Ok(Victory { byzantine_takes: takes, ..Victory::default() });
        };
        Ok(Victory {
            muslim_holds: self.settlements(&holds.of)?,
            at_least: holds.at_least,
            byzantine_takes: takes,
        })
    }

    /// The opening: every counter has its place, its group, or none at all.
    pub(super) fn opening(&self, parsed: &ScenarioFile) -> Result<Opening, DataFault> {
        let count = self.roster.count();
        let mut opening = Opening {
            spots: vec![Spot::GONE; count],
            with: vec![None; count],
            deployments: vec![],
            expeditions: vec![],
            control: self.ground.settlements.iter().map(|place| place.side).collect(),
            names_noble: parsed.noble.is_some(),
            noble_with_clan: false,
            patriarch: parsed.patriarch,
        };
        // Naval units that are not placed wait to be built.
        for side in Side::BOTH {
            for id in self.roster.ships(side) {
                opening.spots[id as usize] = Spot::DESTROYED;
            }
        }
        if let Some(entry) = &parsed.control {
            let [mut muslim, mut byzantine] = [vec![], vec![]];
            muslim.extend(self.settlements(&entry.muslim)?);
            byzantine.extend(self.settlements(&entry.byzantine)?);
            muslim.into_iter().for_each(|place| opening.control[place as usize] = MUSLIMS);
            byzantine.into_iter().for_each(|place| opening.control[place as usize] = BYZANTINES);
        }
        for entry in &parsed.expedition {
            self.expedition(entry, &mut opening)?;
        }
        for line in &parsed.placed {
            self.counter_at(line, &mut opening)?;
        }
        for line in &parsed.aside {
            self.take(line, &mut opening, Spot::ASIDE)?;
        }
        for line in &parsed.africa {
            self.take(line, &mut opening, Spot::AFRICA)?;
        }
        if let Some(noble) = &parsed.noble {
            let id = self.roster.leader(Leader::Noble);
            opening.noble_with_clan = noble.get_ref() == "with the clan";
            opening.spots[id.index()] = match opening.noble_with_clan {
                true => Spot::SETUP,
                false => Spot::on(self.ground.settlement(self.settlement(noble)?).hex),
            };
        }
        for entry in &parsed.deploy {
            let group = self.deployment(entry, &mut opening)?;
            opening.deployments.push(group);
        }
        if let Some(fleets) = &parsed.fleets {
            let entry = fleets.get_ref();
            for (side, number) in [(BYZANTINES, entry.byzantine), (MUSLIMS, entry.muslim)] {
                self.anchor(side, number, fleets, &mut opening)?;
            }
        }
        Ok(opening)
    }

    /// The first counters of a kind that the scenario has not used yet.
    fn take(
        &self,
        line: &Spanned<String>,
        opening: &mut Opening,
        spot: Spot,
    ) -> Result<Vec<UnitId>, DataFault> {
        let text = line.get_ref().as_str();
        let counted = text.split_once(' ').and_then(|(n, name)| Some((n.parse::<usize>().ok()?, name)));
        let (number, name) = counted.unwrap_or((1, text));
        if let Some(card) = self.roster.leaders.iter().find(|card| card.name == name) {
            let id = self.roster.leader(card.leader);
            opening.spots[id.index()] = spot;
            return Ok(vec![id]);
        }
        let kind = self.roster.kinds.iter().position(|kind| kind.name == name).ok_or_else(|| {
            let names = self.roster.kinds.iter().map(|kind| kind.name.as_str());
            let near = nearest(name, names.chain(self.roster.leaders.iter().map(|card| card.name.as_str())));
            let expected = near.map_or_else(
                || "a counter of units.toml".to_string(),
                |near| format!("did you mean {near}?"),
            );
            self.file.fault(line.span(), format!("there is no counter {name}"), expected)
        })?;
        let free = |id: &usize| self.roster.units[*id] as usize == kind && opening.spots[*id] == Spot::GONE;
        let ids: Vec<usize> = (0..self.roster.land()).filter(free).take(number).collect();
        if ids.len() < number {
            let message = format!("there are not {number} {name} left");
            return Err(self.file.fault(line.span(), message, format!("at most {}", ids.len())));
        }
        ids.iter().for_each(|&id| opening.spots[id] = spot);
        Ok(ids.into_iter().map(|id| UnitId(id as u8)).collect())
    }

    /// "Scholae at Nicomedia", "fleet at Trebizond".
    fn counter_at(&self, line: &Spanned<String>, opening: &mut Opening) -> Result<(), DataFault> {
        let Some((name, place)) = line.get_ref().split_once(" at ") else {
            let message = format!("`{}` says no place", line.get_ref());
            return Err(self.file.fault(line.span(), message, "such as \"Scholae at Nicomedia\""));
        };
        let place = self.settlement(&Spanned::new(line.span(), place.to_string()))?;
        let spot = Spot::on(self.ground.settlement(place).hex);
        if name == "fleet" {
            let side = opening.control[place as usize];
            let free = self.roster.ships(side).find(|&id| opening.spots[id as usize] == Spot::DESTROYED);
            let Some(id) = free else {
                return Err(self.file.fault(line.span(), "there is no naval unit left", "fewer of them"));
            };
            opening.spots[id as usize] = spot;
            return Ok(());
        }
        self.take(&Spanned::new(line.span(), name.to_string()), opening, spot).map(drop)
    }

    /// Naval units on the anchors of their side, port by port (10.1.4).
    fn anchor<T>(
        &self,
        side: Side,
        number: u8,
        at: &Spanned<T>,
        opening: &mut Opening,
    ) -> Result<(), DataFault> {
        let ships: Vec<u8> =
            self.roster.ships(side).filter(|&id| opening.spots[id as usize] == Spot::DESTROYED).collect();
        let mut berths = vec![];
        for (i, place) in self.ground.settlements.iter().enumerate() {
            if opening.control[i] == side && !self.closed[place.hex.index()] {
                berths.extend(std::iter::repeat_n(place.hex, place.anchors as usize));
            }
        }
        if number as usize > berths.len().min(ships.len()) {
            let message = format!("there is no anchor for {number} naval units");
            return Err(self.file.fault(
                at.span(),
                message,
                format!("at most {}", berths.len().min(ships.len())),
            ));
        }
        for (&id, hex) in ships.iter().zip(berths).take(number as usize) {
            opening.spots[id as usize] = Spot::on(hex);
        }
        Ok(())
    }

    fn expedition(&self, entry: &ExpeditionEntry, opening: &mut Opening) -> Result<(), DataFault> {
        let hex = self.ground.settlement(self.settlement(&entry.at)?).hex;
        let expedition = entry.army.expedition();
        let mut ids = vec![];
        for line in entry.units.iter().chain(&entry.leaders) {
            ids.extend(self.take(line, opening, Spot::on(hex))?);
        }
        let waiting = |id: &u8| opening.spots[*id as usize] == Spot::DESTROYED;
        let ships: Vec<u8> =
            self.roster.ships(entry.army.side()).filter(waiting).take(entry.fleets as usize).collect();
        if ships.len() < entry.fleets as usize {
            return Err(self.file.fault(
                entry.at.span(),
                "there are not so many naval units",
                "fewer fleets",
            ));
        }
        for id in ids.into_iter().chain(ships.into_iter().map(UnitId)) {
            opening.spots[id.index()] = Spot::on(hex);
            opening.with[id.index()] = Some(expedition);
        }
        opening.expeditions.push(StandingExpedition { expedition, hex });
        Ok(())
    }

    fn deployment(&self, entry: &DeployEntry, opening: &mut Opening) -> Result<Deployment, DataFault> {
        let ground = self.ground;
        let mut units = vec![];
        for line in &entry.units {
            units.extend(self.take(line, opening, Spot::SETUP)?);
        }
        let army = units.first().map(|&id| self.roster.kinds[self.roster.units[id.index()] as usize].army);
        let side = army.map_or(BYZANTINES, Army::side);
        let mut places = self.settlements(&entry.at)?;
        let district = match &entry.district {
            Some(name) => Some(ground.district_named(name.get_ref()).ok_or_else(|| {
                let near = nearest(name.get_ref(), ground.districts.iter().map(String::as_str));
                let expected = near
                    .map_or_else(|| "a district of the map".into(), |near| format!("did you mean {near}?"));
                self.file.fault(name.span(), format!("there is no district {}", name.get_ref()), expected)
            })?),
            None => None,
        };
        let egypt = entry.egypt.map(|_| ground.egypt);
        for (i, place) in ground.settlements.iter().enumerate() {
            let ours = Some(place.district) == district
                || Some(place.district) == egypt && ground.north_west[place.hex.index()];
            if ours && opening.control[i] == side && !self.closed[place.hex.index()] {
                places.push(i as u8);
            }
        }
        if places.is_empty() {
            let span = entry.units.first().map_or(0..0, |line| line.span());
            return Err(self.file.fault(
                span,
                "these units have nowhere to go",
                "`at` with places, or a `district`",
            ));
        }
        let patrol = self.patrol_zone(entry, &places, district, egypt, opening)?;
        Ok(Deployment { units, places, patrol, most_in_egypt: entry.egypt.unwrap_or(u8::MAX) })
    }

    fn patrol_zone(
        &self,
        entry: &DeployEntry,
        places: &[u8],
        district: Option<u8>,
        egypt: Option<u8>,
        opening: &Opening,
    ) -> Result<Vec<Hex>, DataFault> {
        let (ground, grid) = (self.ground, &self.ground.grid);
        let Some(word) = &entry.patrol else { return Ok(vec![]) };
        let hostile = |hex: Hex| {
            ground.settlement_in(hex).is_some_and(|place| opening.control[place as usize] == MUSLIMS)
        };
        let zone = |hex: Hex| {
            if !ground.is_land(hex) || self.closed[hex.index()] {
                return false;
            }
            match word.get_ref().as_str() {
                "here" => places.iter().any(|&place| ground.settlement(place).hex == hex),
                "near" => {
                    let near = |&place: &u8| grid.distance(ground.settlement(place).hex, hex) <= NEAR;
                    let watched = hostile(hex) || grid.neighbours(hex).any(|(_, there)| hostile(there));
                    places.iter().any(near) && !watched
                }
                _ => {
                    let here = Some(ground.district[hex.index()]);
                    !hostile(hex) && (here == district || here == egypt && ground.north_west[hex.index()])
                }
            }
        };
        if !["here", "near", "district"].contains(&word.get_ref().as_str()) {
            let message = format!("`{}` is no zone of patrols", word.get_ref());
            return Err(self.file.fault(word.span(), message, "district, near or here"));
        }
        Ok(grid.hexes().filter(|&hex| zone(hex)).collect())
    }
}

/// The cities of 3.3, where a scenario names none.
pub(super) fn usual_gathering(ground: &Ground) -> [Vec<u8>; 2] {
    let cities: Vec<u8> =
        ["Constantinople", "Damascus", "Fustat"].iter().filter_map(|name| ground.named(name)).collect();
    [cities.clone(), cities]
}
