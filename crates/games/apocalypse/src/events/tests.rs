use covers::covers;

use crate::drill::{Drill, sheet};
use crate::order::Order;
use crate::position::{Holder, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS, YearEvent};
use crate::unit::Expedition::{Byzantine, Kufa, Syria};
use crate::unit::{Mode, Spot, Unit, UnitId};

/// A year whose dice show this.
fn year(drill: &mut Drill, throw: [u8; 2]) {
    drill.position.step = Step::EventDice;
    drill.dice(&throw);
}

#[test]
#[covers("2.2", "event.7", "R17", "R16")]
fn the_table_of_events_is_as_the_brief_has_it() {
    use YearEvent::*;
    let expected = [
        GreekFire,
        Earthquake,
        ArmenianLords,
        Quraysh,
        Kufa,
        Quiet,
        Exarch,
        Typos,
        Plague,
        Storms,
        GreekFire,
    ];
    assert_eq!(sheet("campaign").charts.events, expected);
    let again: Vec<YearEvent> = expected.into_iter().filter(|event| event.repeats()).collect();
    assert_eq!(again, [Earthquake, Quiet, Storms]);
    let mut drill = Drill::new();
    year(&mut drill, [3, 4]);
    assert_eq!((drill.position.annals.event, drill.position.annals.used), (7, 0));
}

#[test]
#[covers("event.2", "R17")]
fn callinicus_brings_his_fire_once_on_two_or_twelve() {
    let mut drill = Drill::new();
    year(&mut drill, [6, 6]);
    assert!(drill.position.annals.greek_fire);
    drill.position.annals.greek_fire = false;
    year(&mut drill, [1, 1]);
    assert!(!drill.position.annals.greek_fire, "2 and 12 are one event, and it is used up");
}

#[test]
#[covers("event.3", "R18")]
fn an_earthquake_strikes_one_of_the_unpillaged_cities() {
    let mut drill = Drill::new();
    drill.position.step = Step::EventDice;
    drill.dice(&[1, 2]);
    assert_eq!(drill.position.city_dice().sides, 26 - 4, "twenty-two cities");
    drill.dice(&[1]);
    let first = drill.position.annals.open_walls;
    assert!(drill.position.sheet.ground.settlement(first).is_city());
    drill.position.pillaged.add(first);
    assert_eq!(drill.position.city_dice().sides, 21);
}

#[test]
#[covers("event.4", "R19", "R126")]
fn armenian_lords_turn_with_the_clan_and_its_noble() {
    let mut drill = Drill::new();
    let clan = drill.put("Clan", "Dvin");
    let noble = drill.lead(Leader::Noble, "Dvin");
    let foot = drill.puts(2, "Armeniae foot", "Manzikert");
    let horse = drill.host(Byzantine, "Theodosiopolis", &[("Armeniae horse", 1), ("Obsequium foot", 2)]);
    let ship = drill.moor(BYZANTINES, "Trebizond", 1);
    let pontic = drill.put("Armeniae foot", "Trebizond");
    let manuel = drill.lead(Leader::Manuel, "Manzikert");
    year(&mut drill, [1, 3]);
    drill.dice(&[4]);
    assert_eq!(drill.asked(), Some(BYZANTINES));
    for id in [foot[0], foot[1], horse[0], pontic] {
        if drill.may(Order::Defect { unit: id }) {
            drill.go(Order::Defect { unit: id });
        }
    }
    drill.scatter();
    let rebel = |id: UnitId| drill.position.unit(id).is_rebel();
    assert!(rebel(clan) && rebel(noble) && rebel(foot[0]) && rebel(horse[0]) && rebel(pontic));
    let holder = |place: &str| drill.position.holder(drill.settlement(place));
    assert_eq!([holder("Dvin"), holder("Manzikert"), holder("Trebizond")], [Holder::Rebels; 3]);
    assert_eq!(drill.whereabouts(noble), "Dvin");
    assert_ne!(drill.whereabouts(horse[0]), "Theodosiopolis", "who was among loyal units has gone");
    assert!(!drill.position.unit(manuel).is_rebel() && drill.whereabouts(manuel) != "Manzikert");
    assert_ne!(drill.whereabouts(ship[0]), "Trebizond", "loyal ships leave the port");
}

#[test]
#[covers("R19", "R126")]
fn without_his_clan_the_noble_stays_loyal() {
    let mut drill = Drill::new();
    let noble = drill.lead(Leader::Noble, "Dvin");
    drill.puts(2, "Armeniae foot", "Dvin");
    year(&mut drill, [2, 2]);
    drill.dice(&[6]);
    assert!(!drill.position.unit(noble).is_rebel());
}

/// The Quraysh and Abdallah wait for their event.
fn egypt() -> (Drill, Vec<UnitId>) {
    let mut drill = Drill::new();
    let mut ids = vec![];
    for _ in 0..10 {
        let id = drill.unit("Quraysh");
        drill.position.send(id, Spot::ASIDE);
        ids.push(id);
    }
    let abdallah = drill.position.leader(Leader::Abdallah);
    drill.position.send(abdallah, Spot::ASIDE);
    (drill, ids)
}

#[test]
#[covers("event.5", "R21")]
fn abdallah_and_the_quraysh_replace_amr_at_fustat() {
    let (mut drill, ids) = egypt();
    let amr = drill.lead(Leader::Amr, "Pelusium");
    year(&mut drill, [1, 4]);
    assert!(drill.is_lost(amr) && drill.position.outcome.is_none(), "no kill");
    let at = |drill: &Drill, name: &str| ids.iter().filter(|&&id| drill.whereabouts(id) == name).count();
    assert_eq!((at(&drill, "Fustat"), at(&drill, "aside")), (8, 2));
    assert_eq!(drill.whereabouts(drill.position.leader(Leader::Abdallah)), "Fustat");
    assert_eq!(drill.asked(), Some(MUSLIMS));
    drill.go(drill.place_at(ids[8], "Pelusium"));
    drill.go(drill.place_at(ids[9], "Gaza"));
    assert_eq!((at(&drill, "Pelusium"), at(&drill, "Gaza")), (1, 1));
}

#[test]
#[covers("R21", "R125")]
fn with_fustat_lost_they_come_to_the_nearest_muslim_place() {
    let (mut drill, ids) = egypt();
    drill.put("Orientales foot", "Fustat");
    year(&mut drill, [2, 3]);
    assert_eq!(drill.whereabouts(ids[0]), "Pelusium");
}

#[test]
#[covers("R21", "R134")]
fn who_finds_no_room_waits_for_later_years() {
    let (mut drill, ids) = egypt();
    drill.puts(4, "Syrian 5-4", "Gaza");
    let others: Vec<u8> =
        drill.position.settlements().filter(|&place| drill.position.holds(MUSLIMS, place)).collect();
    let keep = [drill.settlement("Fustat"), drill.settlement("Gaza"), drill.settlement("Damascus")];
    for place in others.into_iter().filter(|place| !keep.contains(place)) {
        drill.position.control[place as usize] = Holder::Byzantines;
    }
    year(&mut drill, [2, 3]);
    assert_eq!(ids.iter().filter(|&&id| drill.whereabouts(id) == "aside").count(), 2);
    drill.control("Pelusium", MUSLIMS);
    drill.at(Step::AfterEvent);
    assert_eq!([drill.whereabouts(ids[8]), drill.whereabouts(ids[9])], ["Pelusium", "Pelusium"]);
}

#[test]
#[covers("event.6", "R22", "R125")]
fn the_army_of_kufa_enters_at_mosul_or_on_the_edge() {
    let mut drill = Drill::new();
    let mut ids = vec![];
    for _ in 0..10 {
        let id = drill.unit("Kufan");
        drill.position.send(id, Spot::ASIDE);
        ids.push(id);
    }
    drill.patrol("Armeniae horse", "2901");
    year(&mut drill, [3, 3]);
    let enter = |drill: &Drill, at: &str| Order::Arrive { at: drill.position.label_of(drill.hex(at)) };
    assert!(drill.may(enter(&drill, "2801")) && drill.may(enter(&drill, "4301")));
    assert_eq!(drill.no(enter(&drill, "2901")), "R125", "a Byzantine stands there");
    assert_eq!(drill.no(enter(&drill, "2701")), "R125");
    drill.go(enter(&drill, "Mosul"));
    let host = drill.position.host(Kufa);
    assert!(host.on_map() && !host.camped);
    assert_eq!(drill.position.strength_of(Kufa), 10);
}

#[test]
#[covers("R22")]
fn kufa_comes_in_650_if_it_has_not_come_before() {
    let mut drill = Drill::new();
    let id = drill.unit("Kufan");
    drill.position.send(id, Spot::ASIDE);
    drill.position.year = 649;
    year(&mut drill, [3, 4]);
    assert_ne!(drill.position.step, Step::Entry);
    drill.position.year = 650;
    year(&mut drill, [3, 4]);
    assert_eq!(drill.position.step, Step::Entry);
}

#[test]
#[covers("event.8", "R23", "R20")]
fn the_african_army_rebels_in_its_box_and_out_of_it() {
    let mut drill = Drill::new();
    let (boxed, away) = (drill.unit("African foot"), drill.put("African horse", "Paraetonium"));
    drill.position.send(boxed, Spot::AFRICA);
    drill.position.unit_mut(boxed).mode = Mode::Garrison;
    year(&mut drill, [4, 4]);
    assert!(drill.position.unit(boxed).is_rebel() && drill.position.unit(away).is_rebel());
    assert_eq!((drill.whereabouts(boxed), drill.whereabouts(away)), ("5150".into(), "Paraetonium".into()));
    assert_eq!(drill.position.holder(drill.settlement("Paraetonium")), Holder::Rebels);
    // An expedition that enters the hex has to fight.
    drill.host(Byzantine, "5149", &[("Obsequium foot", 3)]);
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("5150");
    assert_eq!(drill.position.battle.kind, crate::position::Fight::Rebels);
}

#[test]
#[covers("event.9", "R24", "10.1.3")]
fn the_typos_quarrel_empties_the_chair_and_binds_the_year() {
    let mut drill = Drill::new();
    drill.position.annals.patriarch = true;
    year(&mut drill, [4, 5]);
    assert!(drill.position.annals.typos && !drill.position.annals.patriarch);
    drill.position.begin_year(&mut engine::Silence);
    assert!(!drill.position.annals.typos);
}

#[test]
#[covers("event.10", "R25")]
fn plague_takes_one_from_every_city_with_more_than_four() {
    let mut drill = Drill::new();
    let syrians = drill.puts(5, "Syrian 5-4", "Damascus");
    let four = drill.puts(4, "Syrian 4-4", "Emesa");
    let guards = drill.puts(2, "Scholae", "Nicomedia");
    let camped = drill.host(Byzantine, "Nicomedia", &[("Obsequium foot", 3)]);
    let besiegers = drill.host(Syria, "Tarsus", &[("Syrian 6-4", 6)]);
    drill.put("Orientales foot", "Tarsus");
    year(&mut drill, [5, 5]);
    // The Syrians are alike: one of them is taken without asking.
    assert_eq!((drill.lost(&syrians), drill.lost(&four), drill.lost(&besiegers)), (1, 0, 0));
    assert_eq!(drill.asked(), Some(BYZANTINES));
    drill.go(Order::Lose { unit: camped[0] });
    assert_eq!((drill.lost(&guards), drill.lost(&camped)), (0, 1), "any mode counts");
}

#[test]
#[covers("event.11", "R26", "5.1.4", "brief.2")]
fn a_storm_destroys_ships_outside_ports_of_both_sides() {
    let mut drill = Drill::new();
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 2)]);
    let afloat = drill.fleet(Syria, 2);
    let safe = drill.moor(MUSLIMS, "Tyre", 1);
    drill.host(Byzantine, "5534", &[("Orientales foot", 2)]);
    let delta = drill.fleet(Byzantine, 1);
    drill.position.year = 646;
    year(&mut drill, [5, 6]);
    assert_eq!((drill.lost(&afloat), drill.lost(&delta), drill.lost(&safe)), (2, 1, 0));
}

#[test]
#[covers("R26", "2.2")]
fn storms_come_again() {
    let mut drill = Drill::new();
    year(&mut drill, [5, 6]);
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 2)]);
    let afloat = drill.fleet(Syria, 1);
    year(&mut drill, [5, 6]);
    assert_eq!(drill.lost(&afloat), 1);
    assert!(!drill.position.unit(afloat[0]).has(Unit::ADRIFT));
}
