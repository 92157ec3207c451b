//! Whether the lists hold what a player wants: contacts, closed doors and overlaps that a search over a fine grid finds
//! legal are offered, and places to shoot from, in positions reached by play.
//!
//! `STRATEGIKON_SEARCHED=1000 cargo test -p dba --release a_search_finds` looks at more positions.

use covers::covers;
use engine::{Generator, Rules, Side, Silence, Turn};

use crate::drill::{THEM, US, ground};
use crate::element::{ElementId, Units};
use crate::geometry::{Base, Edge, Hand, Heading, MU, Point, Pose};
use crate::order::{Leg, Order};
use crate::position::{Position, Step};

const TROOPS: [&str; 12] = ["4Sp", "4Bd", "Ax", "Ps", "3Cv", "LH", "3Kn", "Bw", "4Wb", "Pk", "HCh", "El"];

/// A movement phase some orders into a battle that began with two lines near each other.
fn played(stream: u64) -> Option<Position> {
    let mut generator = Generator::new(31, stream);
    let mut position = ground();
    let gap = 0.5 * f64::from(1 + generator.below(8));
    for (side, sign, degrees) in [(US, -1.0, 0.0), (THEM, 1.0, 180.0)] {
        for slot in 1..9 {
            let troop = TROOPS[generator.below(12) as usize];
            let apart = if generator.below(4) == 0 { 0.3 } else { 0.0 };
            let x = 10.0 + 2.0 * slot as f64 + apart * f64::from(slot as u8 % 2);
            let back = if apart > 0.0 { 2.5 } else { 0.0 };
            position.put(side, slot, troop, x, 19.0 + sign * (gap / 2.0 + back), degrees);
        }
    }
    if generator.below(2) == 0 {
        position.oval(crate::field::Feature::Woods, 10.0 + f64::from(generator.below(12)), 19.0, 4.0, 5.0);
    }
    let standing: Vec<ElementId> = position.standing().collect();
    let clash = standing.iter().enumerate().any(|(i, &one)| {
        standing[..i].iter().any(|&other| position.base(one).overlaps(&position.base(other)))
    });
    if clash {
        return None;
    }
    let mut orders = vec![];
    let steps = generator.below(120);
    for _ in 0..steps {
        match position.turn() {
            Turn::Over(_) => return None,
            Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
            Turn::Order(_) => {
                orders.clear();
                position.orders(&mut orders);
                let order = orders[generator.below(orders.len() as u32) as usize].clone();
                position.play(&order, &mut Silence);
            }
        }
    }
    (position.step == Step::Move && position.hand.is_empty() && position.pips > 1).then_some(position)
}

/// Some way of one or two legs that leads legally to a pose, found on a grid of half a MU.
fn reachable(position: &Position, id: ElementId, to: Pose) -> bool {
    let start = position.at(id);
    let most = position.card(id).allowance;
    if (to.at - start.at).length() > most + MU {
        return false;
    }
    let legal = |legs: &[Leg]| position.may_march(&Units::one(id), legs).is_ok();
    if legal(&[Leg::To(to)]) {
        return true;
    }
    let steps = 2 * most / MU;
    for x in -steps..=steps {
        for y in -steps..=steps {
            let at = start.at + Point::new(x * MU / 2, y * MU / 2);
            for heading in [start.heading, to.heading] {
                let by = Pose::new(at, heading);
                let cost = |a: Pose, b: Pose| (a.at - b.at).length();
                if cost(start, by) + cost(by, to) > most + MU || by == start {
                    continue;
                }
                if legal(&[Leg::To(by), Leg::To(to)]) {
                    return true;
                }
            }
        }
    }
    false
}

/// Where listed moves of a single element end.
fn ends(position: &Position, id: ElementId) -> Vec<Pose> {
    let mut taken = position.clone();
    taken.play(&Order::Move { units: Units::one(id) }, &mut Silence);
    let mut orders = vec![];
    taken.orders(&mut orders);
    let end = |order: &Order| match order {
        Order::March { units, legs } => {
            position.may_march(units, legs.legs()).ok().map(|arrival| arrival.ends[0])
        }
        _ => None,
    };
    orders.iter().filter_map(end).collect()
}

fn near(one: Pose, other: Pose) -> bool {
    (one.at - other.at).length() <= MU / 10 && one.heading.turn_to(other.heading).abs() <= 1_000
}

/// Where the element stands, if it stood there.
fn moved(position: &Position, id: ElementId, pose: Pose) -> Position {
    let mut after = position.clone();
    after.element_mut(id).pose = pose;
    after
}

/// The enemy sides an element overlaps in a position: enemy and hand.
fn overlaps(position: &Position, id: ElementId) -> Vec<(ElementId, Hand)> {
    let mut found = vec![];
    for enemy in position.standing_of(id.side().other()) {
        let foe =
            position.contacters(enemy).find(|(friend, contact)| *friend != id && contact.edge == Edge::Front);
        if let Some((foe, _)) = foe
            && position.contact(id, enemy).is_none()
        {
            let pressure = position.pressure(enemy, foe);
            found.extend((pressure.left == Some(id)).then_some((enemy, Hand::Left)));
            found.extend((pressure.right == Some(id)).then_some((enemy, Hand::Right)));
        }
    }
    found
}

#[test]
#[covers("7.5", "R137")]
fn contacts_and_overlaps_a_search_finds_are_offered_in_positions_reached_by_play() {
    search(false).all_offered();
}

#[test]
#[covers("7.5", "R137")]
fn shooting_places_a_search_finds_are_offered() {
    let found = search(true);
    found.all_offered();
    assert!(found.shots >= 3, "{} shots", found.shots);
}

/// What a search found, and what of it the lists do not have.
struct Found {
    contacts: u32,
    shots: u32,
    missing: Vec<String>,
}

impl Found {
    fn all_offered(&self) {
        assert!(self.missing.is_empty(), "{} missing:\n{}", self.missing.len(), self.missing.join("\n"));
        assert!(self.contacts > 10, "{} contacts", self.contacts);
    }
}

fn search(shooting: bool) -> Found {
    let wanted: u64 = std::env::var("STRATEGIKON_SEARCHED").ok().and_then(|n| n.parse().ok()).unwrap_or(25);
    let (mut seen, mut stream) = (0, 0);
    let (mut contacts, mut sides, mut shots) = (0, 0, 0);
    let mut missing: Vec<String> = vec![];
    while seen < wanted {
        stream += 1;
        let Some(position) = played(stream) else { continue };
        seen += 1;
        let side: Side = position.active;
        let movers: Vec<ElementId> = position
            .standing_of(side)
            .filter(|&id| position.may_take_up(&Units::one(id)).is_ok() && position.element(id).moves == 0)
            .collect();
        let Some(&id) = movers.get(stream as usize % movers.len().max(1)) else { continue };
        let listed = ends(&position, id);
        for enemy in position.standing_of(side.other()) {
            let base = position.base(enemy);
            for edge in Edge::ALL {
                let place = crate::contact::full_place(&base, edge);
                if reachable(&position, id, place) {
                    contacts += 1;
                    if !listed.iter().any(|&end| near(end, place)) {
                        let direct = position.goes(id, place);
                        missing.push(format!(
                            "game {stream}: {id:?} on the {edge:?} of {enemy:?}; straight {direct:?}"
                        ));
                    }
                }
            }
            for hand in Hand::BOTH {
                sides += u32::from(search_overlap(&position, id, enemy, hand, &listed, stream, &mut missing));
            }
            if shooting && position.card(id).range.is_some() {
                shots += u32::from(search_shot(&position, id, enemy, &listed, stream, &mut missing));
            }
        }
    }
    println!("{seen} positions: {contacts} contacts, {sides} overlaps, {shots} shooting places");
    Found { contacts, shots, missing }
}

/// Corner overlaps at every five degrees: if one is legal, the list has an overlap of the same side.
fn search_overlap(
    position: &Position,
    id: ElementId,
    enemy: ElementId,
    hand: Hand,
    listed: &[Pose],
    stream: u64,
    missing: &mut Vec<String>,
) -> bool {
    let base = position.base(enemy);
    let fought =
        position.contacters(enemy).any(|(friend, c)| friend != id && c.full && c.edge == Edge::Front);
    if !fought {
        return false;
    }
    let corner = base.front_corner(hand);
    let legal = (0..72).any(|step| {
        let heading = Heading::degrees(5 * step);
        let at = corner - heading.ahead().right() * (4 * hand.sign());
        let pose = Pose::new(at, heading);
        overlaps(&moved(position, id, pose), id).contains(&(enemy, hand)) && reachable(position, id, pose)
    });
    if legal {
        let already = overlaps(position, id).contains(&(enemy, hand));
        let offered =
            listed.iter().any(|&end| overlaps(&moved(position, id, end), id).contains(&(enemy, hand)));
        if !offered && !already {
            missing.push(format!("game {stream}: {id:?} overlaps the {hand:?} of {enemy:?}"));
        }
    }
    legal
}

/// Shooting places on a grid of half a MU and fifteen degrees.
fn search_shot(
    position: &Position,
    id: ElementId,
    enemy: ElementId,
    listed: &[Pose],
    stream: u64,
    missing: &mut Vec<String>,
) -> bool {
    let start = position.at(id);
    let shoots = |pose: Pose| {
        let after = moved(position, id, pose);
        !after.is_engaged(id) && !after.is_engaged(enemy) && after.shot(id, enemy).is_some()
    };
    let most = position.card(id).allowance;
    let steps = 2 * most / MU;
    let legal = (-steps..=steps).any(|x| {
        (-steps..=steps).any(|y| {
            (0..24).any(|turn| {
                let pose =
                    Pose::new(start.at + Point::new(x * MU / 2, y * MU / 2), Heading::degrees(15 * turn));
                let base = Base::new(pose, position.depth(id));
                let free =
                    position.standing().all(|other| other == id || !position.base(other).overlaps(&base));
                free && shoots(pose) && position.may_march(&Units::one(id), &[Leg::To(pose)]).is_ok()
            })
        })
    });
    if legal && !shoots(start) && !listed.iter().any(|&end| shoots(end)) {
        missing.push(format!("game {stream}: {id:?} shoots at {enemy:?}"));
    }
    legal
}
