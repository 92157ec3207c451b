//! The automatic deployment of every side of every scenario: lawful, and such as a player might choose.

use std::sync::Arc;

use covers::covers;
use engine::{Rules, Side, Silence, Turn};

use super::*;
use crate::battle::Battle;
use crate::files::Library;
use crate::order::Order;
use crate::sheet::Sheet;

fn sheets() -> impl Iterator<Item = Sheet> {
    let library = Library::embedded().unwrap();
    let names = library.names().to_vec();
    names.into_iter().map(move |name| library.sheet(&name, None).unwrap())
}

/// Every scenario with both sides mustered, before the first order of play.
fn mustered() -> impl Iterator<Item = Position> {
    sheets().map(|sheet| {
        let mut position = Position::new(Arc::new(Battle::new(sheet)));
        while let Step::Deploy(_) = position.step {
            position.play(&Order::Muster, &mut Silence);
        }
        position
    })
}

#[test]
#[covers("setup.deploy", "R92", "R73")]
fn the_referee_accepts_every_counter_where_the_automatic_deployment_puts_it() {
    for sheet in sheets() {
        let mut plain = Position::new(Arc::new(Battle::new(sheet)));
        let name = plain.sheet().name.clone();
        while let Step::Deploy(side) = plain.step {
            let mut model = plain.clone();
            model.muster(side);
            // Chariots first, so that their riders find them.
            let mut counters: Vec<UnitId> = plain.to_deploy(side).collect();
            counters.sort_by_key(|&id| plain.unit(id).kind != Kind::CH);
            for id in counters {
                let there = *model.unit(id);
                let label = plain.label(id);
                let hex = there.hex().unwrap_or_else(|| panic!("{name}: {label} was left out"));
                let put = match there.aboard.some() {
                    Some(chariot) => Order::Board { unit: id, chariot },
                    None => Order::Place { unit: id, hex: plain.number(hex) },
                };
                plain.check(&put).unwrap_or_else(|objection| panic!("{name}: {label}: {objection}"));
                plain.play(&put, &mut Silence);
                if there.aboard == UnitId::NONE {
                    plain.play(&Order::Face { facing: there.facing }, &mut Silence);
                }
            }
            plain.check(&Order::Done).unwrap_or_else(|objection| panic!("{name}: {objection}"));
            plain.play(&Order::Done, &mut Silence);
            let same = plain.battle.units(side).all(|id| plain.unit(id).spot == model.unit(id).spot);
            assert!(same, "{name}");
        }
        plain.audit().unwrap();
    }
}

#[test]
#[covers("setup.deploy")]
fn mustering_twice_is_mustering_once_and_undoes_what_was_placed_by_hand() {
    for sheet in sheets().take(4) {
        let start = Position::new(Arc::new(Battle::new(sheet)));
        let Step::Deploy(side) = start.step else { panic!("somebody deploys") };
        let mut by_hand = start.clone();
        let mut orders = vec![];
        by_hand.orders(&mut orders);
        by_hand.play(&orders[orders.len() / 2], &mut Silence);
        while let Turn::Order(_) = by_hand.turn()
            && by_hand.facing_due != UnitId::NONE
        {
            by_hand.play(&Order::Face { facing: engine::hex::Direction::new(3) }, &mut Silence);
        }
        by_hand.muster(side);
        let mut once = start.clone();
        once.muster(side);
        assert_eq!(by_hand.units, once.units);
        once.muster(side);
        assert_eq!(by_hand.units, once.units);
    }
}

#[test]
fn everybody_looks_towards_the_enemy() {
    for position in mustered() {
        for side in Side::BOTH {
            let enemy = position.enemy_centre(side);
            for id in position.to_deploy(side) {
                let unit = position.unit(id);
                let hex = unit.hex().unwrap();
                let Some(ahead) = position.battle.neighbour(hex, unit.facing) else {
                    panic!("{}: {} looks off the map", position.sheet().name, position.label(id))
                };
                let distance = |hex| position.battle.distance(hex, enemy);
                assert!(
                    distance(ahead) <= distance(hex),
                    "{}: {}",
                    position.sheet().name,
                    position.label(id)
                );
            }
        }
    }
}

#[test]
fn leaders_stand_with_troops_and_reach_most_of_the_army() {
    for position in mustered() {
        let name = &position.sheet().name;
        for side in Side::BOTH {
            let leaders: Vec<UnitId> =
                position.to_deploy(side).filter(|&id| position.unit(id).kind.is_leader()).collect();
            for &id in &leaders {
                let hex = position.unit(id).hex().unwrap();
                assert!(position.troops(hex).next().is_some(), "{name}: {} is alone", position.label(id));
            }
            let troops: Vec<UnitId> =
                position.to_deploy(side).filter(|&id| position.unit(id).is_troop()).collect();
            let controlled = |&&id: &&UnitId| {
                leaders.iter().any(|&leader| {
                    let radius = position.battle.unit_type(position.unit(leader).kind).radius as u16;
                    let (at, there) =
                        (position.unit(id).hex().unwrap(), position.unit(leader).hex().unwrap());
                    position.battle.distance(at, there) <= radius
                })
            };
            let reached = troops.iter().filter(controlled).count();
            assert!(
                10 * reached >= 8 * troops.len() || leaders.is_empty(),
                "{name}: {reached} of {}",
                troops.len()
            );
        }
    }
}

#[test]
fn most_chariots_have_a_way_forward() {
    let mobile = |kind: Kind| matches!(kind, Kind::CH | Kind::MC | Kind::HA);
    for position in mustered() {
        for side in Side::BOTH {
            let chariots: Vec<UnitId> =
                position.to_deploy(side).filter(|&id| position.unit(id).kind == Kind::CH).collect();
            let shut_in = |&&id: &&UnitId| {
                let (hex, facing) = (position.unit(id).hex().unwrap(), position.unit(id).facing);
                let front = facing.front().into_iter().filter_map(|to| position.battle.neighbour(hex, to));
                !front.into_iter().any(|hex| position.troops(hex).all(|id| mobile(position.unit(id).kind)))
            };
            let (shut_in, all) = (chariots.iter().filter(shut_in).count(), chariots.len());
            assert!(2 * shut_in <= all, "{}: {shut_in} of {all} chariots behind foot", position.sheet().name);
        }
    }
}

#[test]
fn the_strongest_foot_stands_in_front_of_the_militia() {
    for position in mustered() {
        for side in Side::BOTH {
            let enemy = position.enemy_centre(side);
            let mean = |wanted: Kind| {
                let of_kind = position.to_deploy(side).filter(|&id| {
                    position.unit(id).kind == wanted && position.unit(id).aboard == UnitId::NONE
                });
                let far: Vec<u16> = of_kind
                    .map(|id| position.battle.distance(position.unit(id).hex().unwrap(), enemy))
                    .collect();
                (!far.is_empty()).then(|| 10 * far.iter().sum::<u16>() / far.len() as u16)
            };
            // The wings of Yanling stand beside the line, and several divisions have several lines.
            let one_line = position.sheet().specials.wings != Some(side)
                && position.sheet().groups.iter().filter(|group| group.side == side).count() == 1;
            if let (true, Some(heavy), Some(light)) = (one_line, mean(Kind::SD), mean(Kind::MI)) {
                assert!(heavy <= light, "{}: {heavy} and {light}", position.sheet().name);
            }
        }
    }
}

// Scenarios that cannot be set up

fn rome() -> Sheet {
    Library::embedded().unwrap().sheet("rome", None).unwrap()
}

fn misfit(change: impl FnOnce(&mut Sheet)) -> (usize, String) {
    let mut sheet = rome();
    change(&mut sheet);
    let misfit = rehearse(Battle::new(sheet)).unwrap_err();
    (misfit.group, misfit.why)
}

fn zone(sheet: &mut Sheet, group: usize, place: char, radius: u16) {
    let hexes = sheet.ground.grid.within(sheet.ground.places[&place], radius);
    sheet.groups[group].coming = Coming::Deploys { hexes, fill: false };
}

#[test]
fn every_scenario_of_the_shelf_passes_its_rehearsal() {
    for sheet in sheets() {
        let name = sheet.name.clone();
        assert_eq!(rehearse(Battle::new(sheet)), Ok(()), "{name}");
    }
}

#[test]
fn a_zone_too_small_for_its_force_fails_the_rehearsal() {
    // Nine Militia Infantry, six Spearmen and three Axemen fill six hexes at least; four Skirmishers a seventh
    // and part of an eighth.
    let (group, why) = misfit(|sheet| zone(sheet, 0, 'D', 1));
    assert_eq!(group, 0);
    assert!(why.contains("no room to deploy"), "{why}");
    let mut sheet = rome();
    zone(&mut sheet, 0, 'D', 2);
    assert_eq!(rehearse(Battle::new(sheet)), Ok(()));
}

#[test]
fn zones_of_both_sides_that_share_a_hex_fail_the_rehearsal() {
    let (group, why) = misfit(|sheet| zone(sheet, 1, 'D', 4));
    assert_eq!(group, 1);
    assert!(why.contains("both sides may deploy in"), "{why}");
    // D and H lie 15 hexes apart: radii of 7 and 7 keep clear of each other, 8 and 7 do not.
    let sheet = rome();
    let (d, h) = (sheet.ground.places[&'D'], sheet.ground.places[&'H']);
    assert_eq!(sheet.ground.grid.distance(d, h), 15);
    let radii = |romans: u16, sabines: u16| {
        let mut sheet = rome();
        zone(&mut sheet, 0, 'D', romans);
        zone(&mut sheet, 1, 'H', sabines);
        rehearse(Battle::new(sheet)).is_ok()
    };
    assert!(radii(7, 7) && !radii(8, 7));
}

#[test]
fn a_garrison_that_cannot_fill_its_hexes_fails_the_rehearsal() {
    let filled = |radius: u16| {
        let mut sheet = rome();
        let hexes = sheet.ground.grid.within(sheet.ground.places[&'D'], radius);
        sheet.groups[0].coming = Coming::Deploys { hexes, fill: true };
        rehearse(Battle::new(sheet)).is_ok()
    };
    // 22 troops hold 19 hexes, but not 37.
    assert!(filled(2) && !filled(3));
}

#[test]
fn chariots_in_a_marsh_fail_the_rehearsal() {
    let (_, why) = misfit(|sheet| {
        sheet.ground.terrain.fill(crate::sheet::Terrain::Marsh);
        sheet.units[0].kind = Kind::CH;
    });
    assert!(why.contains("no room to deploy"), "{why}");
}

#[test]
fn wings_without_militia_fail_the_rehearsal() {
    let (group, why) = misfit(|sheet| sheet.specials.wings = Some(Side::Second));
    assert_eq!(group, 1);
    assert!(why.contains("Militia Infantry"), "{why}");
}
