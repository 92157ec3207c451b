//! Neither side is lost from the start: both win games of the short scenarios when both follow the same
//! inclinations. The commanders' own figures are in `docs/games/jihad.md`.

use std::sync::Arc;

use engine::contract::{Judgment, Rules, Turn};
use engine::dice::Generator;
use engine::event::Silence;
use jihad::Position;
use jihad::files::Library;
use jihad::sheet::{MUSLIMS, Variant};

/// Games of each scenario.
const GAMES: u64 = 12;

/// Orders a game may take.
const LIMIT: u32 = 50_000;

/// A player without foresight: of what comes to mind, mostly the best.
fn choose(position: &Position, orders: &[<Position as Rules>::Order], whims: &mut Generator) -> usize {
    let mut wishes = vec![];
    position.inclinations(orders, &mut wishes);
    let keen: Vec<f32> = wishes.iter().map(|wish| wish * wish).collect();
    let mut pick = whims.below(1 << 24) as f32 / (1 << 24) as f32 * keen.iter().sum::<f32>();
    for (index, wish) in keen.iter().enumerate() {
        pick -= wish;
        if pick < 0.0 {
            return index;
        }
    }
    keen.len() - 1
}

/// Whether the Muslims won; none for a draw.
fn play(start: &Position, stream: u64) -> Option<bool> {
    let mut position = start.clone();
    let (mut dice, mut whims) = (Generator::new(5, stream), Generator::new(6, stream));
    let mut orders = vec![];
    for _ in 0..LIMIT {
        match position.turn() {
            Turn::Over(outcome) => return outcome.winner.map(|side| side == MUSLIMS),
            Turn::Dice(request) => position.roll(dice.throw(request), &mut Silence),
            Turn::Order(_) => {
                orders.clear();
                position.orders(&mut orders);
                let index = choose(&position, &orders, &mut whims);
                position.play(&orders[index], &mut Silence);
            }
        }
    }
    panic!("game {stream} is not over after {LIMIT} orders");
}

#[test]
fn both_sides_win_short_games_between_equals() {
    let library = Library::embedded().unwrap();
    let (mut muslims, mut empires) = (0, 0);
    for name in ["first-conquests", "first-civil-war", "sieges-of-constantinople"] {
        let start = Position::new(Arc::new(library.sheet(name, Variant::default()).unwrap()));
        let results: Vec<Option<bool>> = (0..GAMES).map(|stream| play(&start, stream)).collect();
        let won = |side: bool| results.iter().filter(|result| **result == Some(side)).count();
        println!("{name}: Muslims {}, Empires {} of {GAMES}", won(true), won(false));
        muslims += won(true);
        empires += won(false);
    }
    assert!(muslims > 0 && empires > 0, "Muslims {muslims}, Empires {empires}");
}
