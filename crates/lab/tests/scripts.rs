//! Scripted players: they play every battle to its end by the rules, and each does what it is for.

use commander::{Script, Scripted};
use engine::contract::{Side, Turn, Viewer};
use engine::dice::Generator;
use engine::edition::Options;
use engine::scene::Scene;
use engine::table::Table;
use lab::{Player, Series, Thinking, simulate};
use shelf::Shelf;

#[test]
fn scripts_play_every_battle_to_its_end() {
    let shelf = Shelf::standard().unwrap();
    let is_battle = |name: &str| name.starts_with("armageddon/") || name.starts_with("basileus/");
    let scenarios: Vec<String> =
        shelf.scenarios().map(|card| card.scenario.clone()).filter(|name| is_battle(name)).collect();
    assert!(scenarios.len() > 40);
    for (number, scenario) in scenarios.iter().enumerate() {
        let script = |n: usize| Player::Script(Script::ALL[n % Script::ALL.len()]);
        let players = [script(number), script(number + 1 + number / 5)];
        let thinking = Thinking::default();
        let series = Series { games: 1, players, seed: 21, thinking, ..Series::new(scenario) };
        let summary = simulate(&shelf, &series, 1, &|| {}).unwrap();
        assert_eq!((summary.finished, summary.faults), (1, 0), "{scenario}: {:?}", summary.fault_list);
    }
}

/// A battle led by two scripts, the first side by the first, until the clock has come so far or it is over.
fn played(scenario: &str, scripts: [Script; 2], until: u32) -> Box<dyn Table> {
    let shelf = Shelf::standard().unwrap();
    let mut table = shelf.open(scenario, &Options::new()).unwrap().table;
    let game = scenario.split('/').next().unwrap();
    let players = scripts.map(|script| Scripted::new(game, script));
    let mut dice = Generator::new(5, 1);
    while table.clock() < until {
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(side) => {
                for order in players[side.index()].decide(table.as_ref(), 7) {
                    table.play(&order).unwrap_or_else(|why| panic!("{order}: {why}"));
                }
            }
        }
    }
    table
}

/// How far each counter of a side is from the nearest of the other, the nearest first.
fn ways_to_the_enemy(scene: &Scene, side: Side) -> Vec<u16> {
    let grid = scene.landscape.grid();
    let at = |of: Side| {
        let all = scene.counters.iter().filter(move |counter| counter.side == of.index() as u8);
        all.filter_map(|counter| grid.at(counter.place?.hex()?)).collect::<Vec<_>>()
    };
    let foes = at(side.other());
    let far = |hex| foes.iter().map(|&foe| grid.distance(hex, foe)).min().unwrap();
    let mut ways: Vec<u16> = at(side).into_iter().map(far).collect();
    ways.sort_unstable();
    ways
}

/// The ways of the Sabines to the Romans, who stand, after two turns.
fn sabines(script: Script) -> Vec<u16> {
    let table = played("armageddon/rome", [Script::Turtle, script], 5);
    ways_to_the_enemy(&table.scene(Viewer::Referee), Side::Second)
}

#[test]
fn who_rushes_is_there_first_and_who_stands_is_not() {
    let nearest = |script| sabines(script)[0];
    assert!(nearest(Script::Rush) < nearest(Script::Turtle));
    let mean = |script| sabines(script).iter().map(|&far| f64::from(far)).sum::<f64>();
    assert!(mean(Script::Rush) < mean(Script::Turtle));
}

#[test]
fn who_closes_up_comes_in_a_shallower_column_than_who_rushes() {
    let depth = |script| {
        let ways = sabines(script);
        ways[ways.len() * 3 / 4] - ways[0]
    };
    assert!(depth(Script::CloseUp) <= depth(Script::Rush));
}

#[test]
fn a_raid_sends_the_fast_and_keeps_the_slow() {
    let (raid, turtle) = (sabines(Script::Raid), sabines(Script::Turtle));
    assert!(raid[0] < turtle[0], "{raid:?}, {turtle:?}");
    let (last, of) = (raid.len() - 1, turtle.len() - 1);
    assert!(raid[last] + 2 >= turtle[of], "{raid:?}, {turtle:?}");
}

#[test]
fn an_exit_column_leaves_the_map_where_it_may() {
    let table = played("armageddon/lake-regillus", [Script::Turtle, Script::ExitColumn], u32::MAX);
    let goal = table.scene(Viewer::Referee).goal;
    let gone = goal.standing.iter().find_map(|figure| figure.of.filter(|of| of[1] == 20)).unwrap();
    assert!(gone[0] >= 5, "{}", goal.words());
}

#[test]
fn a_script_always_plays_the_same() {
    let hash = || played("basileus/practice", [Script::CloseUp, Script::Raid], 6).hash();
    assert_eq!(hash(), hash());
}
