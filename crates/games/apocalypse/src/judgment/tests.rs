use engine::{Generator, Judgment, Rules, Silence, Turn};

use crate::drill::Drill;
use crate::position::{Position, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Egypt, Kufa, Syria};
use crate::unit::{Spot, UnitId};

#[test]
fn every_order_has_a_weight_and_every_term_a_number() {
    let mut generator = Generator::new(21, 1);
    let (mut orders, mut weights, mut standing) = (vec![], vec![], vec![]);
    for scenario in ["campaign", "isles", "great-fleet"] {
        let mut position = Drill::opening(scenario).position;
        for _ in 0..600 {
            orders.clear();
            position.orders(&mut orders);
            match position.turn() {
                Turn::Order(_) => {
                    weights.clear();
                    standing.clear();
                    position.inclinations(&orders, &mut weights);
                    position.standing(&mut standing);
                    assert_eq!(weights.len(), orders.len());
                    assert!(weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0), "{weights:?}");
                    assert!(weights.iter().any(|weight| *weight > 0.0));
                    assert_eq!(standing.len(), Position::terms().len());
                    assert!(standing.iter().all(|term| term.is_finite()));
                    let order = orders[generator.below(orders.len() as u32) as usize];
                    position.play(&order, &mut Silence);
                }
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Over(_) => break,
            }
        }
    }
}

/// The share of games a Muslim who follows his inclinations wins against a Byzantine who does or does not.
fn share(scenario: &str, keen: [bool; 2], games: u64) -> f32 {
    let start = Drill::opening(scenario).position;
    let mut won = 0;
    for stream in 0..games {
        let mut generator = Generator::new(22, stream);
        let mut position = start.clone();
        let (mut orders, mut weights) = (vec![], vec![]);
        let winner = loop {
            orders.clear();
            position.orders(&mut orders);
            assert_eq!(position.audit(), Ok(()), "{scenario}, game {stream}");
            match position.turn() {
                Turn::Over(outcome) => break outcome.winner,
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Order(side) => {
                    weights.clear();
                    match keen[side.index()] {
                        true => position.inclinations(&orders, &mut weights),
                        false => weights.extend(orders.iter().map(|_| 1.0)),
                    }
                    let total: f32 = weights.iter().sum();
                    let mut pick = generator.below(1_000_000) as f32 / 1_000_000.0 * total;
                    let chosen = orders.iter().zip(&weights).find(|(_, weight)| {
                        pick -= **weight;
                        pick <= 0.0
                    });
                    let order = *chosen.map_or(&orders[0], |(order, _)| order);
                    position.play(&order, &mut Silence);
                }
            }
        };
        won += u32::from(winner == Some(MUSLIMS));
    }
    won as f32 / games as f32
}

#[test]
fn inclinations_beat_chance() {
    let muslims = share("delta", [true, false], 60);
    let byzantines = 1.0 - share("delta", [false, true], 60);
    let even = share("delta", [false, false], 60);
    assert!(muslims > even + 0.2, "keen Muslims {muslims}, idle ones {even}");
    assert!(byzantines >= 0.9, "{byzantines}");
}

#[test]
fn a_planner_reckons_sieges_and_breaches_as_the_rules_do() {
    let mut drill = Drill::new();
    drill.host(Syria, "Antioch", &[("Syrian 5-4", 10)]);
    for name in ["Tarsus", "Attaleia", "Constantinople"] {
        let place = drill.position.sheet.ground.named(name).unwrap();
        let hex = drill.position.sheet.ground.settlement(place).hex;
        for garrison in 1..=4u16 {
            for points in 0..30u8 {
                let request = drill.position.siege_dice(hex);
                let falls = |dice: &engine::Dice| {
                    u16::from(dice.faces().iter().sum::<u8>()) * garrison <= u16::from(points)
                };
                let share = request.throws().filter(falls).count() as f32 / request.ways() as f32;
                let reckoned = drill.position.siege_chance(place, garrison as u8, points);
                assert!((reckoned - share).abs() < 1e-6, "{name}: {garrison} against {points}");
            }
        }
        for winters in 0..4 {
            drill.position.host_mut(Syria).winters = winters;
            let faces = (1..=6).filter(|&face| drill.position.breaches(Syria, place, face)).count();
            let reckoned = drill.position.breach_chance(place, winters);
            assert!((reckoned - faces as f32 / 6.0).abs() < 1e-6, "{name} after {winters} winters");
        }
    }
}

#[test]
fn nobody_who_holds_the_walls_of_constantinople_is_called_up() {
    let mut drill = Drill::new();
    drill.puts(5, "Obsequium foot", "Constantinople");
    drill.puts(3, "Obsequium horse", "Constantinople");
    drill.puts(3, "Obsequium foot", "Nicomedia");
    drill.at(Step::Mode(BYZANTINES));
    let roll = drill.position.estimate().muster_roll(Byzantine);
    let city = Spot::on(drill.hex("Constantinople"));
    let called: Vec<UnitId> = roll.wanted(30).to_vec();
    assert!(called.len() >= 3, "{called:?}");
    for id in called {
        let unit = drill.position.unit(id);
        assert!(unit.spot != city || unit.is_mounted(), "{id:?}");
    }
}

#[test]
fn muawiya_rides_with_a_guard_and_turns_back_without_one() {
    let mut drill = Drill::of("campaign");
    drill.host(Syria, "Tarsus", &[("Syrian 5-4", 3)]);
    drill.lead_with(Leader::Muawiya, Syria);
    drill.at(Step::Land(MUSLIMS));
    assert!(drill.position.estimate().mind_setting_out(Syria) > 5.0, "he goes home");
}

#[test]
fn an_army_gathers_as_near_to_its_aim_as_it_may() {
    let mut drill = Drill::new();
    drill.puts(10, "Syrian 5-4", "Damascus");
    drill.puts(1, "Orientales foot", "Tarsus");
    drill.at(Step::Gather(Syria));
    let position = &drill.position;
    let estimate = position.estimate();
    let design = estimate.design(Syria, &estimate.muster_roll(Syria)).expect("there is something to take");
    let (mut orders, mut weights) = (vec![], vec![]);
    position.orders(&mut orders);
    position.inclinations(&orders, &mut weights);
    let far = |order: &crate::order::Order, goal| match order {
        crate::order::Order::Gather { at } => {
            estimate.distance_to(MUSLIMS, goal, position.hex(*at).unwrap()).unwrap_or(u8::MAX)
        }
        _ => u8::MAX,
    };
    let nearest = |goal| orders.iter().map(|order| far(order, goal)).min().unwrap();
    assert!(orders.len() > 20 && nearest(design.aim.hex) < u8::MAX, "{} hexes", orders.len());
    let most = weights.iter().copied().fold(0.0, f32::max);
    let designs = estimate.designs(Syria, &estimate.muster_roll(Syria));
    for (order, &weight) in orders.iter().zip(&weights) {
        let by_the_way = |goal| far(order, goal) <= nearest(goal).saturating_add(2);
        assert!(
            weight == 0.0 || designs.iter().any(|design| by_the_way(design.aim.hex)),
            "{order:?}: {weight}"
        );
        assert!(weight < most || by_the_way(design.aim.hex), "{order:?} comes to mind first");
    }
}

#[test]
fn an_army_screens_constantinople_while_a_fleet_lies_within_a_years_sailing() {
    let screens = |ships: usize| {
        let mut drill = Drill::of("campaign");
        drill.puts(8, "Obsequium foot", "Constantinople");
        drill.host(Syria, "Rhodes", &[("Syrian 5-4", 10)]);
        drill.fleet(Syria, ships);
        drill.host(Byzantine, "Constantinople", &[("Scholae", 7)]);
        drill.at(Step::Land(BYZANTINES));
        let estimate = drill.position.estimate();
        let at = estimate.host(Byzantine).spot.hex();
        estimate.screen(Byzantine, at, &estimate.force_of(Byzantine)).is_some()
    };
    assert!(screens(5));
    assert!(!screens(0), "nobody swims to Constantinople");
}

#[test]
fn a_camp_before_the_walls_is_worth_more_with_every_winter() {
    let worth = |winters: u8| {
        let mut drill = Drill::of("campaign");
        drill.puts(6, "Orientales foot", "Alexandria");
        drill.host(Syria, "Alexandria", &[("Syrian 5-4", 10)]);
        let host = drill.position.host_mut(Syria);
        (host.camped, host.done, host.winters) = (true, true, winters);
        drill.at(Step::Land(BYZANTINES));
        let city = drill.hex("Alexandria");
        let estimate = drill.position.estimate();
        let aim = estimate.aims_of(Syria).iter().find(|aim| aim.hex == city).copied();
        aim.map_or(0.0, |aim| aim.value)
    };
    assert!(worth(0) > 0.0);
    assert!(worth(1) > worth(0), "{} after one winter, {} after none", worth(1), worth(0));
}

#[test]
fn an_army_thinks_of_more_than_one_aim() {
    let mut drill = Drill::of("campaign");
    drill.host(Syria, "Antioch", &[("Syrian 5-4", 10)]);
    drill.puts(1, "Orientales foot", "Tarsus");
    drill.puts(1, "Orientales foot", "Germanikeia");
    drill.at(Step::Land(MUSLIMS));
    let estimate = drill.position.estimate();
    let aims: Vec<_> = estimate.aims_of(Syria).iter().collect();
    assert!(aims.len() > 2, "{aims:?}");
    assert!(aims.windows(2).all(|pair| pair[0].value >= pair[1].value && pair[0].hex != pair[1].hex));
}

#[test]
fn muawiyas_life_is_worth_less_from_year_to_year_where_constantinople_alone_decides() {
    let share = |scenario: &str, year: u16| {
        let mut drill = Drill::of(scenario);
        drill.position.year = year;
        drill.position.his_share()
    };
    assert_eq!(share("campaign", 646), 1.0);
    assert!(share("campaign", 656) < share("campaign", 652) && share("campaign", 652) < 1.0);
    assert_eq!(share("isles", 652), 1.0, "where harbours decide he is worth the war to the end");
}

#[test]
fn an_army_stands_by_another_that_can_storm_constantinople() {
    let stays = |stormers: usize| {
        let mut drill = Drill::of("campaign");
        drill.puts(6, "Obsequium foot", "Constantinople");
        drill.host(Syria, "Constantinople", &[("Syrian 5-4", stormers)]);
        drill.host(Egypt, "Constantinople", &[("Egyptian", 4)]);
        drill.at(Step::Land(MUSLIMS));
        let walls = drill.hex("Constantinople");
        let estimate = drill.position.estimate();
        estimate.stand_by(Egypt, walls, &estimate.force_of(Egypt)).is_some()
    };
    assert!(stays(10));
    assert!(!stays(5), "nobody can storm");
}

#[test]
fn who_has_begun_to_march_does_not_waver() {
    let (mut steps, mut again) = (0, 0);
    for (stream, scenario) in (0..16).zip(["delta", "armenia", "isles", "great-fleet"].into_iter().cycle()) {
        let mut generator = Generator::new(23, stream);
        let mut position = Drill::opening(scenario).position;
        let (mut orders, mut weights, mut trodden) = (vec![], vec![], vec![]);
        loop {
            orders.clear();
            position.orders(&mut orders);
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Order(_) => {
                    weights.clear();
                    position.inclinations(&orders, &mut weights);
                    // As sharply as plans are drawn.
                    let sharp: Vec<f32> = weights.iter().map(|weight| weight.powf(6.0)).collect();
                    let total: f32 = sharp.iter().sum();
                    let mut pick = generator.below(1 << 24) as f32 / (1 << 24) as f32 * total;
                    let at = sharp.iter().position(|weight| {
                        pick -= weight;
                        pick < 0.0
                    });
                    let order = orders[at.unwrap_or(orders.len() - 1)];
                    let march = position.march.expedition;
                    let from = march.and_then(|expedition| position.host(expedition).spot.hex());
                    if march.is_none() || from == position.set_out {
                        trodden.clear();
                    }
                    trodden.extend(from);
                    position.play(&order, &mut Silence);
                    let to = march.and_then(|expedition| position.host(expedition).spot.hex());
                    if matches!(order, crate::order::Order::Step { .. })
                        && let Some(to) = to.filter(|_| march.is_some())
                    {
                        steps += 1;
                        again += u32::from(trodden.contains(&to));
                    }
                }
            }
        }
    }
    assert!(steps > 500 && again * 20 < steps, "{again} of {steps} steps lead back");
}

#[test]
fn a_place_that_decides_the_game_is_not_laid_bare_before_an_army() {
    let mut drill = Drill::of("armenia");
    let guards = drill.puts(2, "Armeniae foot", "Dvin");
    let others = drill.puts(3, "Armeniae foot", "Koloneia");
    drill.puts(3, "Armeniae horse", "Theodosiopolis");
    drill.host(Kufa, "1807", &[("Kufan", 8)]);
    drill.at(Step::Mode(BYZANTINES));
    let estimate = drill.position.estimate();
    let roll = estimate.muster_roll(Byzantine);
    let called = roll.wanted(30);
    assert!(others.iter().any(|id| called.contains(id)), "{called:?}");
    assert!(guards.iter().all(|id| !called.contains(id)), "{called:?}");
}
