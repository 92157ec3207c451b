//! Listed and legal agree, on listed orders and on any other that can be said.
//!
//! The input is a script: a scenario, then for every decision either "play the listed order with this
//! number" or an order made of the bytes themselves, which must be refused or be in the list.
#![no_main]

use std::sync::{Arc, OnceLock};

use armageddon::files::Library;
use armageddon::{Battle, Order, Position, UnitId};
use engine::hex::{Direction, HexNumber};
use engine::{Dice, Game, Silence, Turn};
use libfuzzer_sys::fuzz_target;

fn starts() -> &'static [Position] {
    static STARTS: OnceLock<Vec<Position>> = OnceLock::new();
    STARTS.get_or_init(|| {
        let library = Library::embedded().expect("the data compiled in");
        let sheet = |name: &String| library.sheet(name, None).expect("a scenario of the shelf");
        library.names().iter().map(|name| Position::new(Arc::new(Battle::new(sheet(name))))).collect()
    })
}

/// Takes bytes of the script one by one; zeros when it is used up.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    fn hex(&mut self) -> HexNumber {
        HexNumber::new(self.byte() as u16 % 45, self.byte() as u16 % 35)
    }

    fn unit(&mut self) -> UnitId {
        UnitId(self.byte())
    }

    fn direction(&mut self) -> Direction {
        Direction::new(self.byte())
    }

    fn order(&mut self) -> Order {
        match self.byte() % 30 {
            0 => Order::Place { unit: self.unit(), hex: self.hex() },
            1 => Order::Board { unit: self.unit(), chariot: self.unit() },
            2 => Order::Lift { unit: self.unit() },
            3 => Order::Muster,
            4 => Order::Face { facing: self.direction() },
            5 => Order::Attack { hex: self.hex() },
            6 => Order::Also { hex: self.hex() },
            7 => Order::Join { unit: self.unit() },
            8 => Order::Leave { unit: self.unit() },
            9 => Order::Withdraw { hex: self.hex() },
            10 => Order::Support { leader: self.unit(), hex: self.hex() },
            11 => Order::Commit,
            12 => Order::Resolve { hex: self.hex() },
            13 => Order::Lose { unit: self.unit() },
            14 => Order::Retreat { unit: self.unit() },
            15 => Order::Arrive { hex: self.hex() },
            16 => Order::Delay,
            17 => Order::Feint,
            18 => Order::Dust { unit: self.unit() },
            19 => Order::Hide { unit: self.unit() },
            20 => Order::Embark { unit: self.unit(), chariot: self.unit() },
            21 => Order::Debark { unit: self.unit(), hex: self.hex() },
            22 => Order::Dismount { unit: self.unit() },
            23 => Order::Move { unit: self.unit() },
            24 => Order::FallBack { unit: self.unit() },
            25 => Order::Step { to: self.direction() },
            26 => Order::Turn { facing: self.direction() },
            27 => Order::Enter { hex: self.hex() },
            28 => Order::Exit,
            _ => [Order::Halt, Order::Done][self.byte() as usize % 2],
        }
    }
}

fuzz_target!(|script: &[u8]| {
    let mut script = Script(script);
    let starts = starts();
    let mut position = starts[script.byte() as usize % starts.len()].clone();
    // Fighting is more interesting than deploying: one byte says how much of the set-up is automatic.
    let automatic = script.byte();
    let mut orders = vec![];
    while !script.0.is_empty() {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Dice(request) => {
                let face = script.byte() % request.sides + 1;
                position.roll(Dice::one(face), &mut Silence);
            }
            Turn::Order(_) => {
                orders.clear();
                position.orders(&mut orders);
                assert!(!orders.is_empty(), "dead end: {}", position.prompt());
                let said = script.byte();
                if said >= 128 {
                    let order = script.order();
                    let (listed, legal) = (orders.contains(&order), position.check(&order));
                    assert_eq!(listed, legal.is_ok(), "{order:?} in `{}`: {legal:?}", position.prompt());
                    continue;
                }
                let mut pick = orders[(said as usize * 256 + script.byte() as usize) % orders.len()];
                if automatic < 200 && orders.contains(&Order::Muster) {
                    pick = Order::Muster;
                }
                assert_eq!(position.check(&pick), Ok(()), "{pick:?}");
                position.play(&pick, &mut Silence);
            }
        }
    }
    assert_eq!(position.audit(), Ok(()));
    let again = position.restore(position.state()).expect("its own state is taken back");
    assert!(again == position);
});
