use std::collections::HashMap;

use engine::Rules;
use engine::dice::Generator;

use crate::drill::{THEM, US, ground, units};
use crate::order::Order;
use crate::position::Position;

/// How often each order comes up in so many draws; every one of them is legal.
fn drawn(position: &Position, draws: u32) -> HashMap<Order, u32> {
    let (mut generator, mut room) = (Generator::new(3, 1), vec![]);
    let mut counts = HashMap::new();
    for _ in 0..draws {
        let pick = position.draw(&mut generator, &mut room).expect("an order is due");
        assert_eq!(position.check(&room[pick]), Ok(()));
        *counts.entry(room[pick].clone()).or_insert(0) += 1;
    }
    counts
}

fn listed(position: &Position) -> Vec<Order> {
    let mut orders = vec![];
    position.orders(&mut orders);
    orders
}

#[test]
fn movers_come_up_as_often_as_they_would_from_the_list() {
    let mut position = ground();
    for slot in 1..5 {
        position.put(US, slot, "4Sp", 12.0 + 2.0 * slot as f64, 14.0, 0.0);
    }
    let front = position.base(crate::element::ElementId::of(US, 2));
    position.put_at(US, 5, "4Sp", front.rear_place());
    position.put(US, 6, "LH", 30.0, 14.0, 45.0);
    position.put(THEM, 1, "4Sp", 19.0, 30.0, 180.0);
    let orders = listed(&position);
    let each = 300;
    let counts = drawn(&position, each * orders.len() as u32);
    // A group is the same in whatever order its elements are named.
    let key = |order: &Order| match order {
        Order::Move { units } => Order::Move { units: units.sorted() },
        other => other.clone(),
    };
    let mut sums: HashMap<Order, u32> = HashMap::new();
    counts.iter().for_each(|(order, count)| *sums.entry(key(order)).or_insert(0) += count);
    assert_eq!(sums.len(), orders.len());
    for order in &orders {
        let count = sums.get(&key(order)).copied().unwrap_or(0);
        assert!((200..400).contains(&count), "{order:?} {count} times, not about {each}");
    }
}

#[test]
fn every_way_on_the_list_comes_up() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Bd", 19.0, 18.0, 190.0);
    position.put(THEM, 2, "4Bd", 23.0, 18.0, 170.0);
    position.put_at(US, 1, "4Sp", position.base(enemy).front_place());
    let wing = position.put(US, 2, "LH", 23.5, 13.0, 0.0);
    let bows = position.put(US, 3, "Bw", 15.0, 13.0, 0.0);
    let pair = [4, 5].map(|slot| position.put(US, slot, "Ax", 1.0 + 2.0 * slot as f64, 13.0, 0.0));
    for hand in [vec![wing], vec![bows], pair.to_vec()] {
        let mut taken = position.clone();
        taken.order(Order::Move { units: units(&hand) });
        let orders = listed(&taken);
        let counts = drawn(&taken, 200 * orders.len() as u32);
        let missing: Vec<&Order> = orders.iter().filter(|order| !counts.contains_key(order)).collect();
        assert!(missing.is_empty(), "{} of {}: {missing:?}", missing.len(), orders.len());
    }
}
