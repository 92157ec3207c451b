//! The sequence of play from 4.2 and the errata option (R19 to R24).

use std::sync::Arc;

use covers::covers;
use engine::hex::HexNumber;
use engine::{Rules, Silence, Turn};

use crate::Position;
use crate::drill::{Drill, Field};
use crate::order::{Order, Station};
use crate::position::Step;
use crate::sheet::{Arm, EMPIRES, MUSLIMS, State};
use crate::unit::{Party, UnitId};

/// A step without its particulars.
fn name(step: Step) -> String {
    match step {
        Step::Idle(party, _) => format!("idle {}", party.name()),
        Step::Stack(party, _) => format!("stack {}", party.name()),
        Step::Recruit(party) => format!("recruit {}", party.name()),
        Step::Build(party) => format!("build {}", party.name()),
        Step::Move(party) => format!("move {}", party.name()),
        Step::Fight(party) => format!("fight {}", party.name()),
        Step::Unrest(_) => "unrest".into(),
        Step::Suppress(_) => "suppress".into(),
        Step::ConvertDie(_) => "convert die".into(),
        Step::ReconvertDie(_) => "reconvert die".into(),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// A turn in which every step has something to decide: a combat on each side, an overstacked hex, rebels of both
/// sorts, losses to convert.
fn full_turn() -> Drill {
    Drill::new()
        .place("tribe", "muslim bedouin", "0303")
        .place("town", "muslim levy", "0303")
        .place("turks", "converted turk levy", "0305")
        .place_all(4, "host", "muslim bedouin", "0504")
        .place("guard", "persian levy", "0504")
        .place("raider", "persian levy", "Ctesiphon")
        .points(State::Muslim, 20)
        .points(State::Persian, 20)
}

/// Plays one turn by a fixed plan; answers the steps at which somebody had to act, and who.
fn steps_of_a_turn(mut field: Field) -> Vec<String> {
    let mut seen: Vec<String> = vec![];
    for _ in 0..200 {
        if field.turn_number() != 3 {
            return seen;
        }
        let now = name(field.step);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
        match field.turn() {
            Turn::Dice(_) => {
                let high = matches!(field.step, Step::Fight(Party::Muslims) | Step::Unrest(_));
                let face = if high || matches!(field.step, Step::ConvertDie(_)) { 6 } else { 1 };
                field.roll(face);
            }
            Turn::Order(side) => {
                let usual = if field.party() == Party::Muslims { MUSLIMS } else { EMPIRES };
                assert_eq!(side, usual, "{:?}", field.step);
                act(&mut field);
            }
            Turn::Over(_) => return seen,
        }
    }
    panic!("the turn does not end: {seen:?}");
}

fn act(field: &mut Field) {
    let raider = field.id("raider");
    let orders = field.orders();
    let first = |fits: fn(&Order) -> bool| orders.iter().copied().find(fits);
    match field.step {
        Step::Recruit(Party::Empires) if field.books.recruited.is_empty() => {
            let order = first(|order| matches!(order, Order::Place { .. })).expect("Persia is invaded");
            field.play(order);
        }
        Step::Move(Party::Empires) if field.check(&Order::Move { unit: raider }).is_ok() => {
            field.take_up("raider").step("SW").halt();
        }
        Step::Convert | Step::Reconvert => {
            let try_one = first(|order| matches!(order, Order::Convert { .. } | Order::Reconvert { .. }));
            let fresh = field.books.declared == 0;
            field.play(try_one.filter(|_| fresh).unwrap_or(Order::Done));
        }
        _ if field.check(&Order::Done).is_ok() => {
            field.done();
        }
        _ => {
            field.play(orders[0]);
        }
    }
}

#[test]
#[covers("4.1", "4.2", "R19", "R20", "R21")]
fn a_full_turn_passes_every_step_in_the_printed_order() {
    let seen = steps_of_a_turn(full_turn().begin(Step::Recruit(Party::Muslims)));
    let printed = [
        "recruit Muslims",
        "build Muslims",
        "move Muslims",
        "idle Muslims",
        "fight Muslims",
        "stack Muslims",
        "unrest",
        "buyoff",
        "suppress",
        "khalif",
        "recruit Empires",
        "build Empires",
        "move Empires",
        "fight Empires",
        "convert",
        "convert die",
        "reconvert",
        "reconvert die",
    ];
    assert_eq!(seen, printed);
}

#[test]
#[covers("brief.1", "R22")]
fn a_full_turn_under_the_errata_has_both_recruitments_first() {
    let seen = steps_of_a_turn(full_turn().errata().begin(Step::Recruit(Party::Muslims)));
    let errata = [
        "recruit Muslims",
        "build Muslims",
        "recruit Empires",
        "build Empires",
        "move Muslims",
        "idle Muslims",
        "fight Muslims",
        "stack Muslims",
        "unrest",
        "buyoff",
        "suppress",
        "khalif",
        "move Empires",
        "fight Empires",
        "convert",
        "convert die",
        "reconvert",
        "reconvert die",
    ];
    assert_eq!(seen, errata);
}

#[test]
#[covers("4.2", "R9", "R21")]
fn an_order_outside_its_step_is_refused_under_the_sequence() {
    let (unit, ship) = (UnitId(0), UnitId(1));
    let at = Station::Hex(HexNumber(202));
    let ne = crate::drill::direction("NE");
    let orders: [(Order, &str); 19] = [
        (Order::Assign { hex: HexNumber(202), state: State::Turk }, "assign"),
        (Order::Place { unit, at, aid: false }, "recruit"),
        (Order::Build { unit }, "build"),
        (Order::Fortify { unit }, "build"),
        (Order::Move { unit }, "move"),
        (Order::Join { unit }, "move"),
        (Order::Embark { unit, ship }, "move"),
        (Order::Step { to: ne }, "move"),
        (Order::Enter, "move"),
        (Order::Exit, "move"),
        (Order::Leave { unit }, "move"),
        (Order::Drop, "move"),
        (Order::Halt, "move"),
        (Order::Attack { at, arm: Arm::Land }, "fight"),
        (Order::Lose { unit }, "stack"),
        (Order::Suppress { unit }, "buyoff"),
        (Order::Convert { unit }, "convert"),
        (Order::Reconvert { unit }, "reconvert"),
        (Order::Retreat { at }, "-"),
    ];
    let mut steps = vec![Step::BuyOff, Step::Convert, Step::Reconvert];
    for party in [Party::Muslims, Party::Empires] {
        steps.extend([Step::Recruit(party), Step::Build(party), Step::Move(party), Step::Fight(party)]);
    }
    for step in steps {
        let field = Drill::new().place("tribe", "muslim bedouin", "Medina").begin(step);
        for (order, home) in orders {
            if !name(step).starts_with(home) {
                field.refuses(order, "4.2");
            }
        }
        for order in [Order::Commit, Order::Stand, Order::Withdraw { hex: HexNumber(202) }] {
            field.refuses(order, "4.2");
        }
    }
}

#[test]
#[covers("4.2", "dice")]
fn nobody_gives_orders_while_a_die_is_due() {
    for step in [Step::Khalif, Step::War(4)] {
        let field = Drill::new().place("tribe", "muslim bedouin", "Medina").begin(step);
        assert!(matches!(field.turn(), Turn::Dice(_)) && field.orders().is_empty());
        field.refuses(Order::Done, "4.2");
    }
}

#[test]
#[covers("R22", "R50")]
fn eligibility_is_tested_at_the_recruitment_of_the_empires_before_or_after_the_march() {
    let drill = || {
        Drill::new()
            .place("tribe", "muslim bedouin", "0204")
            .place("guard", "persian levy", "Nineveh")
            .points(State::Persian, 7)
    };
    let march = |field: &mut Field| {
        field.take_up("tribe").step("SE").step("NE").step("SE").halt();
        assert_eq!(field.at("tribe"), "0505");
    };
    let mut printed = drill().begin(Step::Move(Party::Muslims));
    march(&mut printed);
    // The only unit has moved, so the segment ends with it.
    printed.roll_all(1);
    assert_eq!(printed.step, Step::Recruit(Party::Empires));
    assert!(printed.books.eligible.has(State::Persian));
    let mut errata = drill().errata().begin(Step::Recruit(Party::Muslims));
    errata.done();
    // The raid comes too late to call the Persians to arms, so they may not march either.
    assert_eq!(errata.step, Step::Move(Party::Muslims));
    march(&mut errata);
    errata.roll_all(1);
    assert!(!errata.books.eligible.has(State::Persian));
    assert_eq!((errata.turn_number(), errata.at("guard")), (4, "0608".into()));
}

#[test]
#[covers("R23", "brief.1")]
fn a_state_without_recruits_is_rooted_to_the_spot_in_hex_and_box_and_at_sea() {
    let still = |recruited: &'static [State]| {
        Drill::new()
            .errata()
            .place("guard", "persian levy", "Nineveh")
            .place("walls", "byzantine mercenary", "box")
            .place("fleet", "byzantine naval", "box")
            .place("city", "byzantine levy", "Constantinople")
            .recruited(recruited)
            .begin(Step::Move(Party::Empires))
    };
    let field = still(&[]);
    for unit in ["guard", "walls", "fleet", "city"] {
        field.refuses(Order::Move { unit: field.id(unit) }, "R23");
    }
    let field = still(&[State::Byzantine]);
    field.refuses(Order::Move { unit: field.id("guard") }, "R23");
    for unit in ["walls", "fleet", "city"] {
        assert!(field.offers(Order::Move { unit: field.id(unit) }), "{unit}");
    }
}

#[test]
#[covers("R23")]
fn a_state_without_recruits_still_fights_and_retreats() {
    let mut field = Drill::new()
        .errata()
        .place("guard", "persian mercenary", "0606")
        .place_all(2, "tribes", "muslim bedouin", "0606")
        .begin(Step::Fight(Party::Empires));
    field.settle();
    assert_eq!(field.odds(), "3 against 4, 1 to 2");
    // 1R/1: with one lost on each side nobody is left to retreat.
    field.roll(5);
    assert_eq!((field.at("guard"), field.how_many("tribes", "lost")), ("pool".into(), 1));
}

#[test]
#[covers("R23", "R52", "R60")]
fn recruits_paid_by_byzantium_let_a_state_march_and_ships_built_do_not() {
    let drill = || {
        Drill::new()
            .errata()
            .place("raider", "muslim bedouin", "0504")
            .place("guard", "persian levy", "Nineveh")
            .place("levy", "persian levy", "pool")
            .place("dhow", "persian naval", "unbuilt")
            .points(State::Byzantine, 20)
            .eligible(&[State::Persian])
            .note(|p| p.books.poor.add(State::Persian))
    };
    let mut aided = drill().begin(Step::Recruit(Party::Empires));
    let (unit, at) = (aided.id("levy"), aided.station("Ctesiphon"));
    aided.play(Order::Place { unit, at, aid: true });
    assert_eq!(aided.track(State::Byzantine), 16);
    assert!(aided.books.recruited.has(State::Persian) && !aided.books.recruited.has(State::Byzantine));
    aided.step = Step::Move(Party::Empires);
    assert!(aided.offers(Order::Move { unit: aided.id("guard") }));
    let mut built = drill().points(State::Persian, 8).begin(Step::Build(Party::Empires));
    let unit = built.id("dhow");
    built.play(Order::Build { unit });
    assert_eq!(built.at("dhow"), "pool");
    built.step = Step::Move(Party::Empires);
    built.refuses(Order::Move { unit: built.id("guard") }, "R23");
}

/// Whether a State counts as defeated once Empires recruitment closes.
fn stood_by(drill: Drill, state: State) -> bool {
    let mut field = drill.errata().begin(Step::Recruit(Party::Empires));
    field.done();
    field.books.inactive.has(state)
}

#[test]
#[covers("R24", "brief.1")]
fn defeat_by_inaction_needs_every_one_of_its_conditions() {
    let invaded = |at| Drill::new().place("raider", "muslim bedouin", at).eligible(&[State::Persian]);
    let rich = |drill: Drill| drill.points(State::Persian, 2);
    assert!(stood_by(rich(invaded("0504")), State::Persian));
    assert!(!stood_by(rich(invaded("0404")), State::Persian), "next door is not inside");
    assert!(!stood_by(invaded("0504").points(State::Persian, 1), State::Persian), "it could not pay");
    let armed = rich(invaded("0504")).place_all(18, "levies", "persian levy", "Ctesiphon").place_all(
        8,
        "guards",
        "persian mercenary",
        "Nineveh",
    );
    assert!(!stood_by(armed, State::Persian), "its pool is empty");
    let unready = Drill::new().place("raider", "muslim bedouin", "0504").points(State::Persian, 9);
    assert!(!stood_by(unready, State::Persian), "it was not eligible");
    let mut printed = rich(invaded("0504")).begin(Step::Recruit(Party::Empires));
    printed.done();
    assert!(printed.books.inactive.is_empty(), "only with the errata");
}

#[test]
#[covers("R24")]
fn a_muslim_ship_on_the_coast_does_not_make_byzantium_inactive_and_a_ship_recruited_saves_it() {
    let coast = || Drill::new().eligible(&[State::Byzantine]).points(State::Byzantine, 9);
    assert!(!stood_by(coast().place("dhow", "muslim naval", "1305"), State::Byzantine));
    assert!(stood_by(coast().place("raider", "muslim bedouin", "1004"), State::Byzantine));
    let mut field = coast()
        .place("raider", "muslim bedouin", "1004")
        .place("galley", "byzantine naval", "pool")
        .errata()
        .begin(Step::Recruit(Party::Empires));
    field.recruit("galley", "box").done();
    assert!(field.books.inactive.is_empty());
}

#[test]
#[covers("R24", "5.4")]
fn an_inactive_state_feeds_the_muslims_and_keeps_its_army() {
    let drill = || {
        Drill::new()
            .errata()
            .place("raider", "muslim bedouin", "0504")
            .place("guard", "persian levy", "Nineveh")
            .place("levy", "persian levy", "pool")
            .place("dhow", "persian naval", "pool")
            .eligible(&[State::Persian])
            .points(State::Persian, 9)
    };
    let mut field = drill().begin(Step::Recruit(Party::Empires));
    let (before, base) = (field.forecast(State::Muslim), field.sheet.ground.realm(State::Persian).base);
    field.done();
    assert_eq!(field.track(State::Persian), 0);
    assert!(!field.books.defeated.has(State::Persian));
    for unit in ["guard", "levy", "dhow"] {
        assert!(!field.see(unit).is_muslim(), "{unit}");
    }
    // The whole of Persia is inside the border now, less its cities without a Muslim garrison and what the
    // Persian garrison controls.
    let after = field.forecast(State::Muslim);
    assert!(after > before && after < before + base, "{before} and {base} make {after}");
    // A recruit ends it.
    field.step = Step::Recruit(Party::Empires);
    field.books.tracks[State::Persian as usize] = 2;
    field.recruit("levy", "Nineveh");
    assert!(field.books.inactive.is_empty());
    assert_eq!(field.forecast(State::Muslim), before);
}

#[test]
#[covers("R24")]
fn inaction_ends_when_a_phase_a_finds_no_muslim_land_unit_inside() {
    let reviewed = |what: &'static str, at: &'static str| {
        let mut field = Drill::new()
            .errata()
            .place("raider", what, at)
            .note(|p| p.books.inactive.add(State::Byzantine))
            .begin(Step::Reconvert);
        field.settle();
        assert_eq!(field.turn_number(), 4);
        field.books.inactive.has(State::Byzantine)
    };
    assert!(reviewed("muslim bedouin", "1004"));
    assert!(reviewed("converted turk levy", "1004"));
    assert!(!reviewed("muslim bedouin", "0404"));
    assert!(!reviewed("muslim naval", "1305"), "a ship is not enough");
}

/// The civil-war scenario at its first decision after productivity.
fn civil_war_scenario(errata: bool) -> Position {
    let mut drill = Drill::of("first-civil-war");
    drill.sheet.variant.errata = errata;
    let mut position = Position::new(Arc::new(drill.sheet));
    while let Step::Assign(_) = position.step {
        position.play(&Order::Done, &mut Silence);
    }
    position
}

#[test]
#[covers("scenario.first-civil-war", "11.1")]
fn the_civil_war_scenario_goes_from_productivity_to_the_leaders_and_then_to_the_empires() {
    let mut position = civil_war_scenario(false);
    assert_eq!((position.turn, position.step), (6, Step::Leader(Party::Rebels)));
    assert_eq!(position.turn(), Turn::Order(EMPIRES));
    assert!(position.books.income[0] > 0 && position.track(State::Muslim) > position.books.income[0]);
    let place = |position: &Position| {
        let mut orders = vec![];
        position.orders(&mut orders);
        orders[0]
    };
    for side in [EMPIRES, MUSLIMS] {
        assert_eq!(position.turn(), Turn::Order(side));
        let order = place(&position);
        position.play(&order, &mut Silence);
    }
    // Nobody stirs, unless stacks share a hex: the Authority keeps its throne and the Empires recruit.
    assert_eq!(position.step, Step::Move(Party::Rebels));
    position.play(&Order::Done, &mut Silence);
    assert_eq!(position.step, Step::Move(Party::Authority));
    position.play(&Order::Done, &mut Silence);
    assert_eq!((position.turn, position.step), (6, Step::Recruit(Party::Empires)));
    assert_eq!(position.war.won, [1, 0]);
    assert_eq!(position.audit(), Ok(()));
}

#[test]
#[covers("scenario.first-civil-war", "R22")]
fn under_the_errata_the_empires_of_the_civil_war_scenario_recruit_before_the_war() {
    let mut position = civil_war_scenario(true);
    assert_eq!((position.turn, position.step), (6, Step::Recruit(Party::Empires)));
    while !matches!(position.step, Step::Leader(_)) {
        assert!(matches!(position.step, Step::Recruit(Party::Empires) | Step::Build(Party::Empires)));
        position.play(&Order::Done, &mut Silence);
    }
    assert_eq!((position.step, position.war.round), (Step::Leader(Party::Rebels), 1));
}
