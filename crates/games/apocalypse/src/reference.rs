//! A slow model of movement, distance, attrition, odds and routs, written from the rulebook without a look at the
//! chapters, and held against them on the positions of random games.

use std::collections::{BTreeMap, BTreeSet};

use engine::datafile::landscape::marked;
use engine::hex::{Direction, Hex};
use engine::{Generator, Rules, Side, Silence, Turn};

use crate::drill::Drill;
use crate::order::Order;
use crate::position::{Cause, Fight, Pace, Position, Stage, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS, Terrain};
use crate::unit::{Expedition, Mode, Unit, UnitId};

/// What stands in a hex, looked for among all counters.
fn in_hex(position: &Position, hex: Hex) -> Vec<(UnitId, Unit)> {
    let all = position.ids().map(|id| (id, *position.unit(id)));
    all.filter(|(_, unit)| unit.spot.hex() == Some(hex)).collect()
}

fn hostile(unit: &Unit, side: Side) -> bool {
    unit.is_rebel() || unit.is(Unit::MUSLIM) != (side == MUSLIMS)
}

/// Ruling 10, written down once more.
fn land_cost(position: &Position, side: Side, from: Hex, to: Direction) -> Option<(Hex, u32)> {
    let sheet = &position.sheet;
    let ground = &sheet.ground;
    let there = ground.grid.neighbour(from, to)?;
    let land = |hex: Hex| ground.terrain[hex.index()] != Terrain::Sea && !sheet.ways.closed[hex.index()];
    if !land(from) || !land(there) || marked(&ground.straits, from, to) {
        return None;
    }
    if marked(&ground.roads, from, to) {
        return Some((there, 1));
    }
    let terrain = match (ground.terrain[there.index()], side) {
        (Terrain::Clear, _) | (Terrain::Desert, MUSLIMS) => 1,
        (Terrain::Rough, _) | (Terrain::Desert, BYZANTINES) => 2,
        (Terrain::Mountain | Terrain::Marsh, _) => 3,
        (Terrain::Sea, _) => return None,
    };
    Some((there, terrain + u32::from(marked(&ground.rivers, from, to))))
}

/// Every step of the expedition in hand that can be paid for, with what is left.
fn steps(position: &Position, expedition: Expedition) -> BTreeMap<usize, u32> {
    let side = if expedition == Expedition::Byzantine { BYZANTINES } else { MUSLIMS };
    let host = position.hosts[expedition.index()];
    let from = host.spot.hex().unwrap();
    let mut steps = BTreeMap::new();
    for to in Direction::ALL {
        let Some((there, cost)) = land_cost(position, side, from, to) else { continue };
        let enemies = in_hex(position, there)
            .into_iter()
            .any(|(_, unit)| hostile(&unit, side) && !unit.is_leader() && unit.mode != Mode::Patrol);
        let cost = cost + u32::from(enemies);
        if cost <= u32::from(host.land) {
            steps.insert(to.index(), u32::from(host.land) - cost);
        }
    }
    steps
}

/// Ruling 9 by brute force: distances are improved until none gets better.
fn distances(position: &Position, side: Side, from: Hex) -> BTreeMap<Hex, u32> {
    let barred: BTreeSet<Hex> = position
        .land_ids()
        .map(|id| *position.unit(id))
        .filter(|unit| hostile(unit, side))
        .filter_map(|unit| unit.spot.hex())
        .collect();
    let mut far = BTreeMap::from([(from, 0)]);
    loop {
        let mut better = vec![];
        for (&hex, &so_far) in &far {
            for to in Direction::ALL {
                let Some((there, cost)) = land_cost(position, side, hex, to) else { continue };
                let total = so_far + cost;
                if !barred.contains(&there) && far.get(&there).is_none_or(|&known| total < known) {
                    better.push((there, total));
                }
            }
        }
        if better.is_empty() {
            return far;
        }
        for (hex, total) in better {
            let known = far.entry(hex).or_insert(total);
            *known = (*known).min(total);
        }
    }
}

/// Ruling 53 and the table of the brief.
fn toll(position: &Position, expedition: Expedition, face: u8) -> u32 {
    let side = if expedition == Expedition::Byzantine { BYZANTINES } else { MUSLIMS };
    let hex = position.hosts[expedition.index()].spot.hex().unwrap();
    let units =
        position.land_ids().filter(|&id| position.unit(id).mode == Mode::Field(expedition)).count() as u32;
    let ground = &position.sheet.ground;
    let mut die = i32::from(face);
    die += match ground.terrain[hex.index()] {
        Terrain::Mountain | Terrain::Marsh => 1,
        Terrain::Desert if side == BYZANTINES => 1,
        _ => 0,
    };
    die += i32::from(units > 24);
    if let Some(place) = ground.settlement_in(hex) {
        let limit = match (ground.settlement(place).name.as_str(), ground.settlement(place).is_city()) {
            ("Constantinople", _) => 10,
            (_, true) => 8,
            _ => 4,
        };
        die -= i32::from(position.holder(place).side() == Some(side) && limit >= units);
    }
    match die {
        ..=2 => 0,
        3 | 4 => 1.min(units),
        5 => units.div_ceil(4),
        6 => units.div_ceil(3),
        _ => units.div_ceil(2),
    }
}

/// The column of the table, counted from 1:3, for the field battle about to be rolled for.
fn column(position: &Position) -> usize {
    let battle = &position.battle;
    let open = matches!(position.sheet.ground.terrain[battle.hex.index()], Terrain::Clear | Terrain::Desert);
    let (mut sums, mut leads) = ([0i64; 2], [0i64; 2]);
    for (id, unit) in in_hex(position, battle.hex) {
        let attacking = unit.mode == Mode::Field(position.march.expedition.unwrap());
        let defending = match battle.kind {
            Fight::Rebels => unit.is_rebel(),
            _ => matches!(unit.mode, Mode::Field(_)) && hostile(&unit, battle.attacker),
        };
        if !attacking && !defending || unit.has(Unit::RESERVE) || unit.is_ship() {
            continue;
        }
        let of = usize::from(defending);
        if let Some(leader) = position.sheet.roster.as_leader(id) {
            leads[of] += i64::from(position.sheet.roster.leaders[leader as usize].field);
        } else {
            let kind = &position.sheet.roster.kinds[unit.kind as usize];
            sums[of] += i64::from(if open { kind.clear } else { kind.rough });
        }
    }
    let ratios = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)];
    let plain = ratios.iter().rposition(|(a, d)| sums[0] * d >= sums[1] * a).unwrap_or(0) as i64;
    (plain + leads[0] - leads[1]).clamp(0, 6) as usize
}

/// Ruling 79: where a routed unit may go by land.
fn rout(position: &Position, id: UnitId) -> BTreeSet<Hex> {
    let (side, from) = (position.placing.side, position.placing.hex);
    let far = distances(position, side, from);
    let ground = &position.sheet.ground;
    let mut open: Vec<(u32, Hex)> = vec![];
    for (i, place) in ground.settlements.iter().enumerate() {
        let held = position.holder(i as u8).side() == Some(side) && place.hex != from;
        let garrison: u32 = in_hex(position, place.hex)
            .into_iter()
            .filter(|(_, unit)| unit.mode == Mode::Garrison && unit.is_land())
            .map(|(_, unit)| if unit.is_picked() { 2 } else { 1 })
            .sum();
        let limit = [4, 8, 12][place.kind as usize];
        let room = garrison + if position.unit(id).is_picked() { 2 } else { 1 } <= limit;
        if let Some(&distance) = far.get(&place.hex).filter(|&&d| held && room && d < 255) {
            let miss = if distance < 10 { 10 - distance } else { distance.saturating_sub(20) };
            open.push((miss, place.hex));
        }
    }
    let least = open.iter().map(|(miss, _)| *miss).min();
    open.into_iter().filter(|(miss, _)| Some(*miss) == least).map(|(_, hex)| hex).collect()
}

/// Holds the model against the chapters in one position; answers what was compared.
fn compare(position: &Position, orders: &[Order], seen: &mut [u32; 5]) {
    if let Some(expedition) = position.march.expedition
        && position.march.pace == Pace::Free
        && position.battle.kind == Fight::None
        && position.placing.cause == Cause::None
        && !position.host(expedition).at_sea
    {
        let mut ours = BTreeMap::new();
        for to in Direction::ALL {
            if let Ok((_, cost)) = position.may_step(to) {
                ours.insert(to.index(), u32::from(position.host(expedition).land - cost));
            }
        }
        assert_eq!(ours, steps(position, expedition));
        seen[0] += 1;
    }
    if let Step::Attrition(place) = position.step
        && matches!(position.turn(), Turn::Dice(_))
    {
        let expedition = Position::worn(place);
        for face in 1..=6 {
            assert_eq!(u32::from(position.toll_of(expedition, face)), toll(position, expedition, face));
        }
        seen[1] += 1;
    }
    if matches!(position.battle.kind, Fight::Field | Fight::Rebels) && position.battle.stage == Stage::Die {
        let odds = position.odds(&mut engine::ledger::Unread);
        assert_eq!(position.sheet.charts.combat.fought_on(&odds), column(position));
        seen[2] += 1;
    }
    if position.placing.cause == Cause::Rout && !position.placing.leaders {
        let ships = position.ids().any(|id| position.unit(id).has(Unit::FERRY));
        let mut looked = BTreeSet::new();
        for order in orders {
            let Order::Retreat { unit, .. } = *order else { continue };
            if ships || !position.unit(unit).is_land() || !looked.insert(unit) {
                continue;
            }
            let listed: BTreeSet<Hex> = orders
                .iter()
                .filter_map(|order| match *order {
                    Order::Retreat { unit: other, at } if other == unit => position.hex(at),
                    _ => None,
                })
                .collect();
            assert_eq!(listed, rout(position, unit));
            seen[3] += 1;
        }
    }
    if let (Step::Mode(side), Some(hand)) = (position.step, position.hand.some())
        && position.unit(hand).is_land()
    {
        let from = position.unit(hand).spot.hex().unwrap_or(position.sheet.ground.africa);
        // What is known of the surroundings of a hex agrees with a search, whoever stands in the way.
        let within = position.sheet.charts.within;
        let searched = position.by_land(side, from, within);
        for place in position.settlements() {
            let near = |far: u8| Some(far).filter(|&far| far <= within);
            let hex = position.sheet.ground.settlement(place).hex;
            assert_eq!(near(position.far[place as usize]), near(searched.of(hex)), "{from:?} to {hex:?}");
        }
        if seen[4] == 60 {
            return;
        }
        let model = distances(position, side, from);
        let reach = position.by_land(side, from, 60);
        for hex in position.sheet.ground.grid.hexes() {
            let expected = model.get(&hex).copied().filter(|&far| far <= 60);
            assert_eq!(expected, Some(u32::from(reach.of(hex))).filter(|&far| far != 255), "{hex:?}");
        }
        seen[4] += 1;
    }
}

#[test]
fn the_chapters_agree_with_the_slow_model() {
    let mut seen = [0; 5];
    let mut orders = vec![];
    for (stream, scenario) in
        (0..180).zip(["campaign", "delta", "armenia", "great-fleet", "isles"].into_iter().cycle())
    {
        let mut generator = Generator::new(11, stream);
        let mut position = Drill::opening(scenario).position;
        loop {
            orders.clear();
            position.orders(&mut orders);
            compare(&position, &orders, &mut seen);
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Order(_) => {
                    // Armies keep together and go on: random players rarely come to a battle otherwise.
                    let keen = |order: &&Order| {
                        matches!(
                            order,
                            Order::Join { .. } | Order::Raise { .. } | Order::Step { .. } | Order::Camp
                        )
                    };
                    let eager: Vec<&Order> = orders.iter().filter(keen).collect();
                    let order = match (eager.len() as u32, generator.below(5)) {
                        (0, _) | (_, 0) => orders[generator.below(orders.len() as u32) as usize],
                        (count, _) => *eager[generator.below(count) as usize],
                    };
                    position.play(&order, &mut Silence);
                }
            }
        }
    }
    let [marches, winters, battles, routs, ways] = seen;
    assert!(marches > 500 && winters > 10 && battles > 0 && routs > 2 && ways >= 60, "{seen:?}");
}

#[test]
fn odds_and_routs_agree_on_armies_thrown_together() {
    let fields =
        [("4015", "4016"), ("Damascus", "3917"), ("2721", "Tarsus"), ("5534", "Fustat"), ("1333", "1432")];
    let syrians = ["Syrian 6-4", "Syrian 5-4", "Syrian 4-4"];
    let byzantines = ["Scholae", "Obsequium foot", "Obsequium horse", "Orientales foot", "Excubitor"];
    let mut seen = [0; 5];
    for stream in 0..120 {
        let mut generator = Generator::new(12, stream);
        let mut pick = |below: usize| generator.below(below as u32) as usize;
        let (from, to) = fields[pick(fields.len())];
        let mut drill = Drill::new();
        drill.lead(Leader::Muawiya, "Emesa");
        let numbers = [pick(5), 1 + pick(8), pick(5)];
        let army: Vec<(&str, usize)> = syrians.into_iter().zip(numbers).collect();
        drill.host(Expedition::Syria, from, &army);
        let numbers = [pick(4), 1 + pick(7), pick(4), pick(8), pick(2)];
        let army: Vec<(&str, usize)> = byzantines.into_iter().zip(numbers).collect();
        drill.host(Expedition::Byzantine, to, &army);
        for (leader, expedition) in [
            (Leader::Muawiya, Expedition::Syria),
            (Leader::Junada, Expedition::Syria),
            (Leader::Theodore, Expedition::Byzantine),
            (Leader::Manuel, Expedition::Byzantine),
        ] {
            if pick(2) == 0 {
                drill.lead_with(leader, expedition);
            }
        }
        for place in ["Tyana", "Ikonion", "Caesarea", "Ancyra", "Amorion"] {
            if pick(2) == 0 {
                drill.puts(pick(2), "Armeniae foot", place);
            }
        }
        drill.at(Step::Land(MUSLIMS)).march(Expedition::Syria).step(to);
        for _ in 0..pick(6) {
            let reserve = drill.orders().into_iter().find(|order| matches!(order, Order::Reserve { .. }));
            if let Some(order) = reserve {
                drill.go(order);
            }
        }
        drill.commit();
        compare(&drill.position, &drill.orders(), &mut seen);
        drill.position.flee(pick(2) == 0, &mut Silence);
        drill.position.settle(&mut Silence);
        while drill.position.placing.cause == Cause::Rout && drill.position.outcome.is_none() {
            let orders = drill.orders();
            // The model is slow: it looks at some of the routs only.
            if pick(12) == 0 {
                compare(&drill.position, &orders, &mut seen);
            }
            drill.position.play(&orders[pick(orders.len())], &mut Silence);
        }
    }
    assert!(seen[2] == 120 && seen[3] > 100, "{seen:?}");
}
