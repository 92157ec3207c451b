//! The observer: who notes in the course of a game what the report will tell of it.

use std::collections::BTreeMap;

use commander::{Commander, Level, Teller};
use engine::Viewer;
use engine::contract::Turn;
use engine::dice::{DiceRequest, Generator};
use engine::edition::Opening;
use engine::event::{Event, EventKind};
use engine::place::{Place, Pose};
use engine::table::Table;

use crate::match_up::{Ended, Witness};
use crate::upshot::{Fortunes, Loss, Upshot};

/// So often the chances of a usual game are looked into anew; between, they follow from how it stands.
const LOOKS: u32 = 24;
/// A smaller change of the chance is none.
const LEAST: f32 = 0.0005;

/// Notes losses, rules and, if the game is followed, its fortunes.
pub(crate) struct Observer {
    roster: BTreeMap<u16, Muster>,
    clock: Option<u32>,
    /// Where something happened last in this Player-Turn: troops that march inside an army have no place of their own.
    scene: Option<Place>,
    losses: Vec<Loss>,
    rules: BTreeMap<String, u32>,
    follower: Option<Follower>,
}

/// What is known of a counter.
struct Muster {
    side: u8,
    unit: String,
    place: Option<Place>,
}

/// Follows the chances of a game.
struct Follower {
    teller: Teller,
    /// The chances are looked into anew after so many Player-Turns.
    every: u32,
    /// When they were last.
    looked: Option<u32>,
    /// The chance when the players last had a choice with nothing half done.
    last: f32,
    /// What it should have been on average once the dice that are due have fallen.
    expected: Option<f32>,
    /// The rules and places of what has happened since.
    rules: Vec<&'static str>,
    places: Vec<String>,
    fortunes: Fortunes,
}

/// A place in a word: a hex by its number, a box by its name, on an open table the square of one unit.
pub fn spot(place: Place) -> String {
    match place {
        Place::Pose(Pose { x, y, .. }) => format!("{},{}", x.div_euclid(1000), y.div_euclid(1000)),
        other => other.to_string(),
    }
}

/// The name of a unit without its number: "Militia Spearmen" of "Militia Spearmen 4".
fn kind_of(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((kind, number)) if number.chars().all(|c| c.is_ascii_digit()) => kind,
        _ => name,
    }
}

impl Observer {
    pub fn new(opening: &Opening, follows: bool) -> Observer {
        let follower = follows.then(|| Follower::new(opening));
        let (roster, rules) = (BTreeMap::new(), BTreeMap::new());
        Observer { roster, clock: None, scene: None, losses: vec![], rules, follower }
    }

    /// Takes down who stands where.
    fn look(&mut self, table: &dyn Table) {
        let scene = table.scene(Viewer::Referee);
        let mut held: BTreeMap<String, [bool; 2]> = BTreeMap::new();
        for counter in &scene.counters {
            if let Some(place) = counter.place {
                held.entry(spot(place)).or_default()[usize::from(counter.side.min(1))] = true;
            }
            let (side, unit, place) = (counter.side, kind_of(&counter.name).to_string(), counter.place);
            self.roster.insert(counter.id, Muster { side, unit, place });
        }
        if let Some(follower) = &mut self.follower {
            follower.note_held(held);
        }
    }

    fn note(&mut self, table: &dyn Table, event: &Event) {
        *self.rules.entry(event.rule.to_string()).or_default() += 1;
        if event.counters.iter().any(|id| !self.roster.contains_key(id)) {
            self.look(table);
        }
        let named = event.places.last().copied();
        self.scene = named.or(self.scene);
        for id in &event.counters {
            let Some(known) = self.roster.get_mut(id) else { continue };
            if event.kind == EventKind::Removed {
                let place = known.place.or(named).or(self.scene).map(spot).unwrap_or_default();
                let (side, unit) = (known.side, known.unit.clone());
                let turn = table.clock();
                self.losses.push(Loss { side, unit, place, turn, rule: event.rule.to_string() });
            } else if let (EventKind::Placed | EventKind::Moved | EventKind::Retreated, Some(place)) =
                (event.kind, named)
            {
                known.place = Some(place);
            }
        }
    }

    /// What came of the game, with what was noted of it.
    pub fn upshot(self, upshot: Upshot, ended: &Ended) -> Upshot {
        let fortunes = self.follower.map(|follower| follower.closed(ended));
        let (turns, losses, rules) = (ended.table.clock(), self.losses, self.rules);
        Upshot { turns, losses, rules, fortunes, ..upshot }
    }
}

impl Witness for Observer {
    fn listens(&self) -> bool {
        true
    }

    fn order_due(&mut self, table: &dyn Table, _: &mut Generator) {
        if self.clock.replace(table.clock()) != Some(table.clock()) {
            self.scene = None;
            self.look(table);
        }
        if let Some(follower) = &mut self.follower {
            follower.order_due(table);
        }
    }

    fn dice_due(&mut self, table: &dyn Table, request: DiceRequest) {
        if let Some(follower) = &mut self.follower {
            follower.expected = Some(follower.teller.expected(table, request));
        }
    }

    fn happened(&mut self, table: &dyn Table, events: &[Event], rolled: bool) {
        for event in events {
            self.note(table, event);
        }
        if let Some(follower) = &mut self.follower {
            follower.happened(table, events, rolled);
        }
    }
}

impl Follower {
    fn new(opening: &Opening) -> Follower {
        let card = &opening.card;
        // Soldiers played the games that chances are calibrated by.
        let commander = Commander::new(&card.game, Level::Soldier).in_scenario(&card.scenario);
        Follower {
            teller: Teller::new(&commander, opening.table.as_ref()),
            every: (2 * card.turns / LOOKS).max(1),
            looked: None,
            last: 0.5,
            expected: None,
            rules: vec![],
            places: vec![],
            fortunes: Fortunes::default(),
        }
    }

    fn note_held(&mut self, held: BTreeMap<String, [bool; 2]>) {
        for (place, sides) in held {
            let longer = i32::from(sides[0]) - i32::from(sides[1]);
            *self.fortunes.held.entry(place).or_default() += longer;
        }
    }

    fn order_due(&mut self, table: &dyn Table) {
        if !table.at_rest() {
            return;
        }
        self.attribute(table);
        let clock = table.clock();
        if self.looked.is_none_or(|looked| clock >= looked + self.every) {
            self.looked = Some(clock);
            self.teller.look(table);
            self.last = self.teller.chance(table);
            self.fortunes.chances.push((clock, rounded(self.last)));
        }
    }

    /// Lays what the chance has changed by since the last rest to the rules that were cited and the places that were named.
    fn attribute(&mut self, table: &dyn Table) {
        let now = self.teller.chance(table);
        let change = (now - std::mem::replace(&mut self.last, now)).abs();
        let share = |among: usize| change / among as f32;
        if change >= LEAST && self.looked.is_some() {
            for rule in &self.rules {
                *self.fortunes.swings.entry(rule.to_string()).or_default() += share(self.rules.len());
            }
            for place in &self.places {
                *self.fortunes.places.entry(place.clone()).or_default() += share(self.places.len());
            }
        }
        self.rules.clear();
        self.places.clear();
    }

    fn happened(&mut self, table: &dyn Table, events: &[Event], rolled: bool) {
        if let Some(expected) = self.expected.take().filter(|_| rolled) {
            self.fortunes.luck += self.teller.chance(table) - expected;
        }
        for event in events {
            if !self.rules.contains(&event.rule) {
                self.rules.push(event.rule);
            }
            // Of a way only its end is where something happened.
            if let Some(place) = event.places.last().map(|&place| spot(place))
                && !self.places.contains(&place)
            {
                self.places.push(place);
            }
        }
    }

    fn closed(mut self, ended: &Ended) -> Fortunes {
        self.attribute(ended.table.as_ref());
        if let Turn::Over(outcome) = ended.table.turn() {
            self.fortunes.chances.push((ended.table.clock(), commander::result_of(&outcome)));
        }
        let mut fortunes = self.fortunes;
        fortunes.luck = rounded(fortunes.luck);
        fortunes.swings.values_mut().for_each(|swing| *swing = rounded(*swing));
        fortunes.places.values_mut().for_each(|swing| *swing = rounded(*swing));
        fortunes.held.retain(|_, longer| *longer != 0);
        fortunes
    }
}

/// To a hundredth of a point: nobody reads more, and files stay small.
fn rounded(chance: f32) -> f32 {
    (chance * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use shelf::Shelf;

    use crate::series::{Attention, Ready, Series};

    fn observed(scenario: &str, followed: u64) -> Upshot {
        let shelf = Shelf::standard().unwrap();
        let attention = Attention::Whole { followed };
        let players = ["recruit".parse().unwrap(); 2];
        let series = Series { attention, players, seed: 5, ..Series::new(scenario) };
        Ready::new(&shelf, 0, series).unwrap().play(0).0
    }

    #[test]
    fn losses_are_told_with_unit_and_place_in_every_game() {
        for scenario in ["armageddon/rome", "basileus/practice", "jihad/first-conquests", "apocalypse/delta"]
        {
            let upshot = observed(scenario, 0);
            assert_eq!(upshot.fault, None, "{scenario}");
            assert!(!upshot.losses.is_empty() && upshot.rules.len() > 3, "{scenario}");
            let placed = upshot.losses.iter().filter(|loss| !loss.place.is_empty()).count();
            assert!(2 * placed > upshot.losses.len(), "{scenario}: {:?}", upshot.losses);
            assert!(upshot.losses.iter().all(|loss| !loss.unit.is_empty() && loss.side < 2), "{scenario}");
            assert_eq!(upshot.fortunes, None);
        }
    }

    #[test]
    fn a_followed_game_has_its_chances_luck_swings_and_places() {
        let upshot = observed("armageddon/rome", 1);
        let fortunes = upshot.fortunes.clone().unwrap();
        assert!(fortunes.chances.len() > 5, "{:?}", fortunes.chances);
        assert!(fortunes.chances.iter().all(|&(_, chance)| (0.0..=1.0).contains(&chance)));
        assert_eq!(fortunes.chances.last().map(|last| f64::from(last.1)), upshot.result());
        assert!(fortunes.luck != 0.0 && fortunes.luck.abs() < 3.0, "{}", fortunes.luck);
        assert!(fortunes.swings.values().sum::<f32>() > 0.1 && !fortunes.places.is_empty());
        assert!(fortunes.held.values().any(|&longer| longer > 0) && fortunes.held.values().any(|&l| l < 0));
    }

    #[test]
    fn units_go_by_their_kind() {
        assert_eq!(kind_of("Militia Spearmen 4"), "Militia Spearmen");
        assert_eq!(kind_of("Romulus"), "Romulus");
        assert_eq!(kind_of("Khalid"), "Khalid");
    }

    #[test]
    fn a_pose_is_told_by_its_square() {
        assert_eq!(spot(Pose { x: 12_500, y: -1, heading: 0 }.into()), "12,-1");
    }
}
