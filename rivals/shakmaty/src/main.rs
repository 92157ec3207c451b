//! Random games of chess by shakmaty: `rival-shakmaty GAMES` prints games, orders and choices.

use shakmaty::{Chess, Position};

/// A small generator: choosing must not cost more than playing.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * count as u128) >> 64) as usize
    }
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).expect("how many games");
    let (mut orders, mut choices) = (0u64, 0u64);
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    for _ in 0..games {
        let mut position = Chess::default();
        // Fifty moves without capture or pawn move end a game; shakmaty leaves claiming it to its user.
        while position.halfmoves() < 100 && !position.is_game_over() {
            let moves = position.legal_moves();
            choices += moves.len() as u64;
            let pick = chance.below(moves.len());
            position.play_unchecked(moves[pick]);
            orders += 1;
        }
    }
    println!("{games} {orders} {choices}");
}
