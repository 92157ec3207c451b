//! Golden games: records of whole battles, at least one for every kind of ending, replayed on every change
//! and told again in words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p basileus --test golden` plays and writes them anew; do that only
//! together with a new ruleset version, or when a golden game is added.

use std::path::Path;

use engine::contract::Side;
use engine::hex::HexNumber;
use engine::scene::Scene;
use engine::table::Table;
use golden::{Gallery, Golden, outcome};
use serde_json::{Value, json};

/// Players prefer fighting, and steps that bring them nearer to the enemy.
const WEIGHTS: &[(&str, u32)] = &[
    ("muster", 100_000),
    ("place", 200),
    ("move", 30),
    ("lead", 60),
    ("halt", 4),
    ("feign", 20),
    ("attack", 60),
    ("join", 200),
    ("charge", 400),
    ("leave", 1),
    ("withdraw", 1),
    ("commit", 12),
    ("advance", 40),
    ("occupy", 40),
    ("done", 30),
];

#[test]
fn golden_games_replay_to_the_letter() {
    let edition = basileus::edition(None).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    Gallery { edition: &edition, folder, weights: WEIGHTS, dawdling: &[], games: games() }.check();
}

/// Whether a battle ended by a rule with a victory of a grade.
fn by(table: &dyn Table, rule: &str, winner: Side, grade: &str) -> bool {
    outcome(table).is_some_and(|o| o.rule == rule && o.winner == Some(winner) && o.grade == grade)
}

/// The points both sides have lost.
fn points(table: &dyn Table) -> [u32; 2] {
    let sides = table.scene(engine::Viewer::Referee).sides;
    sides.map(|side| side.standing.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

const BYZANTINES: Side = Side::First;
const THEIR_ENEMIES: Side = Side::Second;

fn games() -> Vec<Golden> {
    vec![
        Golden::new("arcadiopolis-byzantines", "arcadiopolis", "the Rus army breaks", |t| {
            by(t, "11", BYZANTINES, "major")
        }),
        Golden::new("arcadiopolis-rus", "arcadiopolis", "the Byzantine army breaks", |t| {
            by(t, "11", THEIR_ENEMIES, "major")
        })
        .idle(BYZANTINES),
        Golden::new(
            "dorostolon-first-both-break",
            "dorostolon-first",
            "both armies break in one turn",
            |t| outcome(t).is_some_and(|o| o.rule == "11" && o.grade == "minor"),
        )
        .from(both_near_breaking),
        Golden::new(
            "dorostolon-first-both-alike",
            "dorostolon-first",
            "both armies break in one turn and by as much: a draw",
            |t| outcome(t).is_some_and(|o| o.rule == "11" && o.winner.is_none()),
        )
        .from(both_near_breaking),
        Golden::new("arcadiopolis-fewer-points", "arcadiopolis", "the Rus have lost fewer points", |t| {
            by(t, "R103", THEIR_ENEMIES, "minor")
        })
        .idle(BYZANTINES)
        .weigh("done", 300),
        Golden::new(
            "dorostolon-first-fewer-points",
            "dorostolon-first",
            "the Byzantines have lost fewer points",
            |t| by(t, "R103", BYZANTINES, "minor"),
        )
        .weigh("done", 400),
        Golden::new(
            "dorostolon-first-draw",
            "dorostolon-first",
            "equal points: a draw; begun in the last turn",
            |t| outcome(t).is_some_and(|o| o.rule == "R103" && o.winner.is_none()),
        )
        .from(last_turn_with_equal_losses)
        .weigh("done", 300),
        Golden::new(
            "dorostolon-third-tie",
            "dorostolon-third",
            "equal points: the Byzantines win the third battle; begun in the last turn",
            |t| by(t, "R124", BYZANTINES, "minor"),
        )
        .from(last_turn_with_equal_losses)
        .weigh("done", 300),
        Golden::new(
            "dorostolon-third-fewer-points",
            "dorostolon-third",
            "the Rus have lost fewer points",
            |t| by(t, "R103", THEIR_ENEMIES, "minor"),
        )
        .weigh("done", 400),
        Golden::new("sortie-both-engines", "dorostolon-sortie", "both mangonels fall", |t| {
            by(t, "R122", THEIR_ENEMIES, "major")
        })
        .idle(BYZANTINES)
        .towards(engines),
        Golden::new(
            "sortie-sviatoslav-fails",
            "dorostolon-sortie",
            "one mangonel falls early, Sviatoslav comes out and does not take the other",
            |t| by(t, "R122", BYZANTINES, "minor"),
        )
        .towards(engines),
        Golden::new(
            "sortie-one-engine",
            "dorostolon-sortie",
            "one mangonel falls in the last turn; begun then",
            |t| by(t, "R122", THEIR_ENEMIES, "minor"),
        )
        .from(sixth_turn_of_the_sortie)
        .towards(engines),
        Golden::new("sortie-no-engine", "dorostolon-sortie", "no mangonel falls", |t| {
            by(t, "R122", BYZANTINES, "major")
        })
        .weigh("done", 100),
        Golden::new("beroia-wagons", "beroia", "all wagons are plundered; begun at the ring", |t| {
            by(t, "R130", BYZANTINES, "major")
        })
        .from(at_the_ring)
        .idle(THEIR_ENEMIES)
        .towards(wagons),
        Golden::new(
            "beroia-byzantines",
            "beroia",
            "a wagon is plundered and the emperor lives; begun at the ring",
            |t| by(t, "R131", BYZANTINES, "minor"),
        )
        .from(at_the_ring)
        .weigh("done", 400),
        Golden::new("beroia-pechenegs", "beroia", "no wagon is plundered", |t| {
            by(t, "R131", THEIR_ENEMIES, "minor")
        })
        .weigh("done", 300),
        Golden::new(
            "beroia-emperor-dead",
            "beroia",
            "wagons are plundered but the emperor is dead; begun after his death",
            |t| by(t, "R131", THEIR_ENEMIES, "minor") && points(t)[1] > 2,
        )
        .from(the_emperor_is_dead)
        .towards(wagons),
        Golden::new("beroia-all-options", "beroia", "every optional rule", |_| true)
            .option("zoc_to_zoc")
            .option("counter_charge")
            .option("dice_pools")
            .option("impetuosity")
            .option("feigned_flight"),
        Golden::new("bridge-practice", "practice", "every terrain of the chart", |_| true),
    ]
}

/// The hexes of an enemy's counters with a glyph, for the side that attacks them; its enemy goes for the foe.
fn prizes(scene: &Scene, side: Side, glyph: &str) -> Vec<HexNumber> {
    let enemy = scene.counters.iter().filter(|c| c.side != side.index() as u8);
    let standing = enemy.filter(|c| !c.seals.contains(&"plundered"));
    let (prizes, others): (Vec<_>, Vec<_>) = standing.partition(|c| c.glyph == glyph);
    let wanted = if prizes.is_empty() { others } else { prizes };
    wanted.into_iter().filter_map(|c| c.place?.hex()).collect()
}

fn engines(scene: &Scene, side: Side) -> Vec<HexNumber> {
    prizes(scene, side, "mangonel")
}

fn wagons(scene: &Scene, side: Side) -> Vec<HexNumber> {
    prizes(scene, side, "wagon")
}

fn mustered(mut table: Box<dyn Table>) -> Value {
    let muster = table.read(&json!({"do": "muster"})).unwrap();
    while table.check(&muster).is_ok() {
        table.play(&muster).unwrap();
    }
    table.state()
}

/// The number of the counter with a name.
fn counter(table: &dyn Table, name: &str) -> usize {
    let scene = table.scene(engine::Viewer::Referee);
    scene.counters.iter().find(|c| c.name == name).map(|c| c.id as usize).unwrap()
}

/// The last turn but one, with both armies a few points short of breaking and their lines in contact.
fn both_near_breaking(table: Box<dyn Table>) -> Value {
    let names = table.clone();
    let mut state = mustered(table);
    let lost = [
        "Klibanophoroi",
        "Hetaireia",
        "Scholai",
        "Hikanatoi",
        "Rus pikemen 4 #1",
        "Rus pikemen 4 #2",
        "Rus pikemen 4 #3",
        "Druzhina",
    ];
    for name in lost {
        state["units"][counter(names.as_ref(), name)]["at"] = json!("lost");
    }
    state["player_turn"] = json!(15);
    state
}

/// The last turn of a battle at Dorostolon, four points lost on either side.
fn last_turn_with_equal_losses(table: Box<dyn Table>) -> Value {
    let (names, last) = (table.clone(), table.scene(engine::Viewer::Referee).tracks[0].spaces.len());
    let mut state = mustered(table);
    for name in ["Scholai", "Rus pikemen 4 #1"] {
        state["units"][counter(names.as_ref(), name)]["at"] = json!("lost");
    }
    state["player_turn"] = json!(2 * last - 1);
    state
}

/// The last turn of the sortie, with the Rus beside an engine nobody guards.
fn sixth_turn_of_the_sortie(table: Box<dyn Table>) -> Value {
    let names = table.clone();
    let mut state = mustered(table);
    let at = [
        ("Rus pikemen 3 #1", "0502"),
        ("Rus pikemen 3 #2", "0601"),
        ("Hikanatoi", "0806"),
        ("Exkoubites", "0810"),
        ("Skutatoi 3 #1", "0404"),
    ];
    for (name, hex) in at {
        state["units"][counter(names.as_ref(), name)]["at"] = json!(hex);
    }
    state["sets"]["reduced"] = json!([]);
    state["sets"]["surprised"] = json!([]);
    state["player_turn"] = json!(11);
    state
}

/// Turn 3 at Beroia, the ring broken on its far side and the Varangians before it.
fn at_the_ring(table: Box<dyn Table>) -> Value {
    let names = table.clone();
    let mut state = mustered(table);
    let id = |name: &str| counter(names.as_ref(), name);
    state["sets"]["plundered"] = json!([id("Wagons #1"), id("Wagons #3"), id("Wagons #5")]);
    for (name, hex) in [("Varangians 4 #2", "0507"), ("Varangians 3", "0707"), ("Skutatoi 3 #1", "0608")] {
        state["units"][id(name)]["at"] = json!(hex);
    }
    state["player_turn"] = json!(5);
    state
}

/// Turn 3 at Beroia, John II and his guard lost.
fn the_emperor_is_dead(table: Box<dyn Table>) -> Value {
    let names = table.clone();
    let mut state = mustered(table);
    for name in ["John II", "Varangians 4 #1"] {
        state["units"][counter(names.as_ref(), name)]["at"] = json!("lost");
    }
    state["player_turn"] = json!(5);
    state
}
