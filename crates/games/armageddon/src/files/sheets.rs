//! A scenario file, the map and the charts made into a [`Sheet`].

use std::sync::Arc;

use engine::Side;
use engine::datafile::{DataFault, DataFile, Spanned, digest, landscape as drawing, sides};
use engine::hex::{Direction, Hex};
use engine::scene::{Course, Label, Landscape};
use engine::words::counted;

use super::map::PrintedMap;
use super::scenario::{ScenarioFile, SpecialEntry};
use super::setup::Setup;
use super::{changes, phrases};
use crate::sheet::{
    Charts, Claim, Condition, Ground, Kind, MOST_MOVEMENT, MOST_OBJECTIVES, Sheet, Specials, Terrain,
    TerrainEffect, UnitType, Victory,
};
use crate::unit::Marker;

/// The longest game a file may ask for; a disruption marker names its Player-Turn in six bits.
const MOST_TURNS: u8 = Marker::LAST_TURN / 2;

/// What a sheet is made from.
pub(crate) struct Printer<'a> {
    pub(crate) name: &'a str,
    pub(crate) file: &'a DataFile,
    pub(crate) scenario: &'a ScenarioFile,
    pub(crate) map: &'a PrintedMap,
    pub(crate) charts: &'a Arc<Charts>,
}

impl Printer<'_> {
    /// The sheet of the scenario for a game of so many turns.
    pub(crate) fn sheet(self, turns: u8) -> Result<Sheet, DataFault> {
        let Printer { file, scenario, .. } = self;
        let sides = self.sides()?;
        let ground = changes::ground(file, &scenario.terrain, self.map)?;
        let setup = Setup { file, ground: &ground, charts: self.charts, turns: self.shortest()? };
        let (groups, units) = setup.forces(scenario)?;
        let mut exits = [vec![], vec![]];
        for (exit, side) in exits.iter_mut().zip(scenario.side.get_ref()) {
            *exit = side.exit.as_ref().map(|entry| setup.exits(entry)).transpose()?.unwrap_or_default();
        }
        let chariot_movement = self.chariots()?;
        let specials = self.specials(&scenario.special)?;
        let victory = self.victory(&ground, &exits, &specials)?;
        let objectives = self.objectives(&victory)?;
        let landscape = Arc::new(landscape(&ground, self.map));
        let mut sheet = Sheet {
            page: scenario.page(self.name, sides),
            deploys_first: self.side(&scenario.deploys_first)?,
            moves_first: self.side(&scenario.moves_first)?,
            turns,
            turns_house: scenario.turns_house,
            turn_choices: scenario.turn_choices.iter().map(|t| *t.get_ref()).collect(),
            leaders: scenario.leaders,
            chariot_movement,
            ground,
            charts: Arc::clone(self.charts),
            units,
            groups,
            objectives,
            exits,
            specials,
            victory,
            landscape,
        };
        sheet.page.fingerprint = fingerprint(&sheet);
        Ok(sheet)
    }

    fn sides(&self) -> Result<[String; 2], DataFault> {
        sides::names(self.file, "scenario", &self.scenario.side)
    }

    /// The side with a name.
    fn side(&self, name: &Spanned<String>) -> Result<Side, DataFault> {
        sides::called(self.file, &self.sides()?, name)
    }

    /// The shortest length the game may have; whatever is due in a turn must be due by then.
    fn shortest(&self) -> Result<u8, DataFault> {
        let printed = &self.scenario.turns;
        for turns in self.scenario.turn_choices.iter().chain([printed]) {
            if !(1..=MOST_TURNS).contains(turns.get_ref()) {
                let message = format!("a game of {}", counted(turns.get_ref(), "turn", "turns"));
                return Err(self.file.fault(turns.span(), message, format!("1 to {MOST_TURNS}")));
            }
        }
        let choices = || self.scenario.turn_choices.iter().map(|t| *t.get_ref());
        if !self.scenario.turn_choices.is_empty() && choices().all(|t| t != *printed.get_ref()) {
            let message =
                format!("{} not among the choices", counted(printed.get_ref(), "turn is", "turns are"));
            return Err(self.file.fault(printed.span(), message, "one of turn_choices"));
        }
        Ok(choices().min().unwrap_or(*printed.get_ref()))
    }

    fn chariots(&self) -> Result<[u8; 2], DataFault> {
        let mut movement = [self.charts.units[Kind::CH as usize].movement; 2];
        for (allowance, side) in movement.iter_mut().zip(self.scenario.side.get_ref()) {
            if let Some(changed) = &side.chariots {
                if !(1..=MOST_MOVEMENT).contains(changed.get_ref()) {
                    let message = format!("chariots with {} Movement Points", changed.get_ref());
                    return Err(self.file.fault(changed.span(), message, format!("1 to {MOST_MOVEMENT}")));
                }
                *allowance = *changed.get_ref();
            }
        }
        Ok(movement)
    }

    fn specials(&self, entry: &SpecialEntry) -> Result<Specials, DataFault> {
        let side = |name: &Option<Spanned<String>>| name.as_ref().map(|name| self.side(name)).transpose();
        if let Some(turn) = &entry.eclipse_from
            && !(1..=*self.scenario.turns.get_ref()).contains(turn.get_ref())
        {
            let message = format!("an eclipse from Game-Turn {} on", turn.get_ref());
            return Err(self.file.fault(
                turn.span(),
                message,
                format!("1 to {}", self.scenario.turns.get_ref()),
            ));
        }
        Ok(Specials {
            eclipse_from: entry.eclipse_from.as_ref().map(|turn| *turn.get_ref()),
            cats: side(&entry.cats)?,
            asses: side(&entry.asses)?,
            fake_retreat: side(&entry.fake_retreat)?,
            wings: side(&entry.wings)?,
            crossing: side(&entry.crossing)?,
        })
    }

    fn victory(
        &self,
        ground: &Ground,
        exits: &[Vec<Hex>; 2],
        specials: &Specials,
    ) -> Result<Victory, DataFault> {
        let claim = |name: &Spanned<String>, when: &Spanned<Vec<Spanned<String>>>| {
            let side = self.side(name)?;
            if when.get_ref().is_empty() {
                return Err(self.file.fault(when.span(), "nothing has to hold", "at least one condition"));
            }
            let mut conditions = vec![];
            for phrase in when.get_ref() {
                let condition = phrases::condition(self.file, phrase, ground)?;
                self.can_be_judged(&condition, phrase, side, exits, specials)?;
                conditions.push(condition);
            }
            Ok(Claim { side, when: conditions })
        };
        let victory = Victory {
            wins: self
                .scenario
                .victory
                .iter()
                .map(|v| claim(&v.winner, &v.when))
                .collect::<Result<_, _>>()?,
            draws: self.scenario.draw.iter().map(|d| claim(&d.side, &d.when)).collect::<Result<_, _>>()?,
            otherwise: self.scenario.otherwise.as_ref().map(|name| self.side(name)).transpose()?,
        };
        if victory.wins.is_empty() {
            let message = "nobody can win this scenario by anything it does";
            return Err(self.file.fault(self.scenario.title.span(), message, "at least one [[victory]]"));
        }
        Ok(victory)
    }

    /// Some conditions need another entry of the file to mean anything.
    fn can_be_judged(
        &self,
        condition: &Condition,
        phrase: &Spanned<String>,
        side: Side,
        exits: &[Vec<Hex>; 2],
        specials: &Specials,
    ) -> Result<(), DataFault> {
        let (message, expected) = match condition {
            Condition::Exited(_) if exits[side.index()].is_empty() => {
                ("this side has no exit", "an `exit` in its [[side]]")
            }
            Condition::EnemyCrossedFewerThan(_) if specials.crossing != Some(side.other()) => {
                ("nobody counts the enemies that cross", "`crossing` with the enemy's name in [special]")
            }
            _ => return Ok(()),
        };
        Err(self.file.fault(phrase.span(), message, expected))
    }

    /// The hexes whose control the conditions ask for.
    fn objectives(&self, victory: &Victory) -> Result<Vec<Hex>, DataFault> {
        let mut objectives: Vec<Hex> = vec![];
        let wins = self.scenario.victory.iter().map(|entry| entry.when.span());
        let spans = wins.chain(self.scenario.draw.iter().map(|entry| entry.when.span()));
        for (claim, span) in victory.wins.iter().chain(&victory.draws).zip(spans) {
            for condition in &claim.when {
                if let Condition::Controls(hexes) = condition {
                    objectives.extend(hexes);
                }
            }
            objectives.sort();
            objectives.dedup();
            if objectives.len() > MOST_OBJECTIVES {
                let message =
                    format!("the conditions name {} to control", counted(objectives.len(), "hex", "hexes"));
                return Err(self.file.fault(span, message, format!("at most {MOST_OBJECTIVES}")));
            }
        }
        Ok(objectives)
    }
}

/// The map for scenes, as the scenario has it.
fn landscape(ground: &Ground, map: &PrintedMap) -> Landscape {
    let grid = &ground.grid;
    let crest = |hex: Hex, side: Direction, _| drawing::marked(&ground.crests, hex, side).then_some("crest");
    let flowing = |course: &Vec<Hex>| {
        let kind = ground.terrain[course.first()?.index()];
        (kind != Terrain::Clear)
            .then(|| Course { kind: kind.name(), hexes: course.iter().map(|&h| grid.number(h)).collect() })
    };
    let label = |(letter, &hex): (&char, &Hex)| Label {
        hex: grid.number(hex),
        text: letter.to_string(),
        kind: "letter",
    };
    let landscape = Landscape {
        terrain: ground.terrain.iter().map(|t| t.name()).collect(),
        sides: drawing::sides(grid, crest),
        lines: map.courses.iter().filter_map(flowing).collect(),
        labels: ground.places.iter().map(label).collect(),
        house: map.house.clone(),
        ..Landscape::of("", grid, "")
    };
    drawing::keyed("armageddon", landscape)
}

/// A digest of everything in a sheet that play depends on. Titles, notes and other prose do not count: a
/// record stays good when a sentence is improved.
fn fingerprint(sheet: &Sheet) -> String {
    let Sheet { ground, charts, .. } = sheet;
    let terrain: Vec<&str> = ground.terrain.iter().map(|t| t.name()).collect();
    let counters = charts.units.iter().map(|u| {
        let UnitType { front, flank, bracketed, fire, movement, bonus, radius, .. } = u;
        format!("{front} {flank} {bracketed} {fire:?} {movement} {bonus} {radius}")
    });
    let effects =
        charts.terrain.iter().map(|t| format!("{:?}", TerrainEffect { house: vec![], ..t.clone() }));
    let units = sheet.units.iter().map(|u| format!("{} {:?} {}", u.kind.code(), u.side, u.group));
    let groups = sheet.groups.iter().map(|g| format!("{:?} {:?}", g.side, g.coming));
    let grid = &ground.grid;
    let play =
        (sheet.deploys_first, sheet.moves_first, &sheet.turn_choices, sheet.leaders, sheet.chariot_movement);
    let parts = [
        format!("{} {} {:?} {}", grid.columns(), grid.rows(), grid.orientation(), grid.even_shifted()),
        terrain.join(" "),
        format!("{:?} {:?} {:?}", ground.crests, ground.south, ground.villages),
        counters.collect::<Vec<_>>().join("; "),
        effects.collect::<Vec<_>>().join("; "),
        format!("{:?} {:?}", charts.results, charts.capability),
        units.collect::<Vec<_>>().join("; "),
        groups.collect::<Vec<_>>().join("; "),
        format!("{play:?} {:?} {:?}", sheet.objectives, sheet.exits),
        format!("{:?} {:?}", sheet.specials, sheet.victory),
        if sheet.turn_choices.is_empty() { sheet.turns.to_string() } else { String::new() },
    ];
    digest(parts.iter().map(String::as_str))
}
