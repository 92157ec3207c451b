//! Golden games: records of whole games, at least one for every kind of ending, replayed on every change
//! and told again in words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p armageddon --test golden` plays and writes them anew; do that only
//! together with a new ruleset version, or when a golden game is added.

use std::path::Path;

use engine::contract::{Side, Viewer};
use engine::hex::HexNumber;
use engine::scene::Scene;
use engine::table::Table;
use golden::{Gallery, Golden, drawn, enemies_and_objectives, outcome, won};
use serde_json::Value;

/// Players prefer fighting, and steps that bring them nearer to the enemy or the objective. How readily they
/// end a step decides how long the games are; each game says so itself.
const WEIGHTS: &[(&str, u32)] = &[
    ("muster", 100_000),
    ("exit", 5_000),
    ("attack", 60),
    ("join", 200),
    ("commit", 12),
    ("also", 1),
    ("leave", 1),
    ("withdraw", 1),
    ("move", 30),
    ("enter", 20),
    ("arrive", 20),
    ("halt", 4),
    ("turn", 1),
    ("feint", 5),
    ("dust", 6),
    ("hide", 6),
    ("fall_back", 6),
];

#[test]
fn golden_games_replay_to_the_letter() {
    let edition = armageddon::edition(None).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    Gallery { edition: &edition, folder, weights: WEIGHTS, dawdling: &["turn"], games: games() }.check();
}

fn by_eclipse(table: &dyn Table) -> bool {
    outcome(table).is_some_and(|outcome| outcome.rule == "R112")
}

fn games() -> Vec<Golden> {
    vec![
        Golden::new("rome-romans", "rome", "control of a hex, first side", |t| won(t, Side::First))
            .weigh("done", 40),
        Golden::new("rome-sabines", "rome", "control of a hex, second side", |t| won(t, Side::Second))
            .weigh("done", 40),
        Golden::new("sinai-draw", "sinai", "nobody came to the objective", drawn)
            .weigh("done", 200)
            .idle(Side::Second)
            .weigh("turn", 6)
            .weigh("debark", 0)
            .weigh("dismount", 0),
        Golden::new("babylon-hittites", "babylon", "losses inflicted", |t| won(t, Side::First))
            .weigh("done", 40),
        Golden::new("babylon-denied", "babylon", "the other side wins by denial", |t| won(t, Side::Second))
            .weigh("done", 200),
        Golden::new("megiddo-syrians", "megiddo", "nobody south of the stream", |t| won(t, Side::Second))
            .weigh("done", 200),
        Golden::new("megiddo-draw", "megiddo", "neither condition is met", drawn).weigh("done", 200),
        Golden::new("kadesh-entry", "kadesh", "entry by choice over three edges", |t| won(t, Side::First))
            .weigh("done", 120),
        Golden::new("tabal-entry", "tabal", "compulsory entry by an edge", |t| !drawn(t)).weigh("done", 200),
        Golden::new(
            "armageddon-609-exit",
            "armageddon-609",
            "fifteen troops leave by the corner; begun when they have come near it",
            |t| won(t, Side::First),
        )
        .weigh("done", 20)
        .idle(Side::Second)
        .weigh("turn", 6)
        .weigh("debark", 0)
        .weigh("dismount", 0)
        .towards(south_west_corner)
        .from(near_the_corner),
        Golden::new("bubastis-villages", "bubastis", "both village hexes", |t| won(t, Side::First))
            .weigh("done", 40),
        Golden::new("forever-war-undisrupted", "fan-02a-forever-war", "more undisrupted troops", |t| {
            !drawn(t)
        })
        .weigh("done", 200),
        Golden::new("lagash-umma-strength", "fan-02b-lagash-umma", "strength points destroyed", |t| {
            !drawn(t)
        })
        .weigh("done", 200),
        Golden::new("senzer-draw", "fan-05-senzer", "half the objective: a draw by the scenario", drawn)
            .weigh("done", 200),
        Golden::new(
            "king-david-arrivals",
            "fan-12-king-david",
            "reinforcements at lettered hexes, a road",
            |_| true,
        )
        .weigh("done", 150),
        Golden::new("chengpu-feint", "fan-20-chengpu", "fake retreat, dust and pursuit", |_| true)
            .weigh("done", 400),
        Golden::new("halys-eclipse", "fan-23-halys", "the eclipse ends the battle", by_eclipse)
            .weigh("done", 200),
        Golden::new("yanling-crossing", "fan-24-yanling", "too few crossed the stream", |t| {
            won(t, Side::First)
        })
        .weigh("done", 200)
        .idle(Side::Second)
        .weigh("turn", 6)
        .weigh("debark", 0)
        .weigh("dismount", 0),
        Golden::new("pelusium-asses", "fan-26-battle-of-pelusium", "asses that refuse", |_| true)
            .weigh("done", 200),
    ]
}

/// Where those who leave the map are going.
fn south_west_corner(scene: &Scene, side: Side) -> Vec<HexNumber> {
    if side == Side::First {
        return vec![HexNumber::new(1, 30)];
    }
    enemies_and_objectives(scene, side)
}

/// The position after deployment, but with the first side already before the south-west corner.
fn near_the_corner(mut table: Box<dyn Table>) -> Value {
    for _ in Side::BOTH {
        let muster = table.read(&serde_json::json!({"do": "muster"})).unwrap();
        table.play(&muster).unwrap();
    }
    let first: Vec<u16> =
        table.scene(Viewer::Referee).counters.iter().filter(|c| c.side == 0).map(|c| c.id).collect();
    let mut state = table.state();
    let mut hexes =
        (1..=8).flat_map(|column| (25..=30).map(move |row| HexNumber::new(column, row).to_string()));
    for id in first {
        let chariot = state["units"][id as usize]["aboard"].as_u64();
        state["units"][id as usize]["at"] = match chariot {
            Some(chariot) => state["units"][chariot as usize]["at"].clone(),
            None => hexes.next().unwrap().into(),
        };
        state["units"][id as usize]["facing"] = 4.into();
    }
    // Riders listed before their chariots follow them now.
    for id in 0..state["units"].as_array().unwrap().len() {
        if let Some(chariot) = state["units"][id]["aboard"].as_u64() {
            let chariot = state["units"][chariot as usize].clone();
            state["units"][id]["at"] = chariot["at"].clone();
            state["units"][id]["facing"] = chariot["facing"].clone();
        }
    }
    state
}
