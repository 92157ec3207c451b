//! Golden games: records of whole games, at least one for every kind of ending and of fight, replayed on every change
//! and told again in words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p apocalypse --test golden` plays and writes them anew; do that only together with a
//! new ruleset version, with new data, or when a golden game is added. `STRATEGIKON_RETELL=1` in its place tells the games
//! that are kept in words that have changed.

use std::path::Path;

use engine::contract::{Side, Viewer};
use engine::hex::HexNumber;
use engine::scene::Scene;
use engine::table::Table;
use golden::{Gallery, Golden, enemies_and_objectives, outcome};
use serde_json::{Value, json};

/// Players gather, march at enemy places, fight, and camp rather than disband.
const WEIGHTS: &[(&str, u32)] = &[
    ("done", 40),
    ("halt", 3),
    ("move", 6),
    ("patrol", 2),
    ("raise", 60),
    ("join", 60),
    ("siege", 30),
    ("assault", 30),
    ("disembark", 20),
    ("camp", 30),
    ("disband", 2),
    ("lose", 30),
    ("rout", 3),
];

const MUSLIMS: Side = Side::First;
const BYZANTINES: Side = Side::Second;

/// Places of the enemy.
fn enemy_places(scene: &Scene, side: Side) -> Vec<HexNumber> {
    let theirs = side.other().index() as u8;
    scene
        .marks
        .iter()
        .filter(|m| m.kind == "control" && m.side == Some(theirs))
        .filter_map(|m| m.place.hex())
        .collect()
}

/// Constantinople alone.
fn constantinople(scene: &Scene, _: Side) -> Vec<HexNumber> {
    scene.landscape.labels.iter().filter(|l| l.text.starts_with("Constantinople")).map(|l| l.hex).collect()
}

fn ended(table: &dyn Table, side: Side, grade: &str, rule: &str) -> bool {
    outcome(table).is_some_and(|o| (o.winner, o.grade, o.rule) == (Some(side), grade, rule))
}

/// Two Muslim expeditions before the walls, the garrison down to its guards.
fn before_the_walls(table: Box<dyn Table>) -> Value {
    let _ = table.scene(Viewer::Referee);
    by_hand(
        table.as_ref(),
        &json!({"phase": "land_move", "side": "Muslims", "turn": 655, "counters": [
            {"name": "Syrian 6-4", "count": 6, "at": "Constantinople", "marks": ["syria"]},
            {"name": "Syrian 5-4", "count": 8, "at": "Constantinople", "marks": ["syria"]},
            {"name": "Muawiya", "at": "Constantinople", "marks": ["syria"]},
            {"name": "Obsequium foot", "count": 3, "at": "Constantinople"},
            {"name": "Obsequium horse", "count": 2, "at": "Nicomedia"},
        ], "expeditions": {"syria": {"camped": true, "winters": 2}}}),
    )
}

/// Fleets within sight of one another, Greek fire known, an army ashore.
fn fleets_in_sight(table: Box<dyn Table>) -> Value {
    by_hand(
        table.as_ref(),
        &json!({"phase": "sea_move", "side": "Muslims", "turn": 654, "counters": [
            {"name": "Syrian 5-4", "count": 8, "at": "Rhodes", "marks": ["syria"]},
            {"name": "Muslim fleet", "count": 4, "at": "Rhodes", "marks": ["syria"]},
            {"name": "Muawiya", "at": "Rhodes", "marks": ["syria"]},
            {"name": "Junada", "at": "Rhodes", "marks": ["syria"]},
            {"name": "Obsequium foot", "count": 6, "at": "2935", "marks": ["byzantine"]},
            {"name": "Byzantine fleet", "count": 5, "at": "2935", "marks": ["byzantine"]},
        ], "control": {"muslims": ["Rhodes"]}, "annals": {"greek_fire": true}}),
    )
}

/// The state of a position written by hand.
fn by_hand(table: &dyn Table, text: &Value) -> Value {
    let mut set = table.clone_box();
    set.set_by_hand(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    set.state()
}

fn games() -> Vec<Golden> {
    let fell = |t: &dyn Table| ended(t, MUSLIMS, "victory", "2.1.1");
    let muawiya = |t: &dyn Table| ended(t, BYZANTINES, "victory", "2.1.2");
    let lasted = |t: &dyn Table| ended(t, BYZANTINES, "endurance", "2.1.2");
    let held = |t: &dyn Table| ended(t, MUSLIMS, "objective", "scenario");
    let taken = |t: &dyn Table| ended(t, BYZANTINES, "objective", "scenario");
    let kept = |t: &dyn Table| ended(t, BYZANTINES, "endurance", "scenario");
    vec![
        Golden::new("campaign-muawiya", "campaign", "the campaign, ended by Muawiya's death", muawiya)
            .towards(enemy_places),
        Golden::new(
            "great-fleet-endurance",
            "great-fleet",
            "the Byzantines hold out to the last year",
            lasted,
        )
        .towards(enemy_places)
        .weigh("embark", 0)
        .weigh("disband", 60)
        .idle(MUSLIMS),
        Golden::new("constantinople", "campaign", "Constantinople is stormed", fell)
            .towards(constantinople)
            .weigh("assault", 5_000)
            .weigh("rout", 0)
            .from(before_the_walls)
            .tells("The walls are breached"),
        Golden::new("greek-fire", "great-fleet", "a battle at sea with Greek fire", |t| outcome(t).is_some())
            .towards(enemies_and_objectives)
            .weigh("fire", 100)
            .weigh("done", 1)
            .weigh("load", 1)
            .from(fleets_in_sight)
            .tells("Greek fire burns"),
        Golden::new("delta-muslims", "delta", "the Muslims hold Alexandria at the end", held)
            .towards(enemy_places),
        Golden::new("delta-fustat", "delta", "the Byzantines take Fustat", taken)
            .towards(enemy_places)
            .tells("The siege costs"),
        Golden::new("isles-byzantines", "isles", "the isles are kept", kept).towards(enemy_places),
        Golden::new("armenia", "armenia", "Armenia divided, with the revolt of 653", |t| {
            outcome(t).is_some()
        })
        .towards(enemy_places),
    ]
}

#[test]
fn golden_games_replay_to_the_letter() {
    let edition = apocalypse::edition(None).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    Gallery { edition: &edition, folder, weights: WEIGHTS, dawdling: &["halt"], games: games() }.check();
}
