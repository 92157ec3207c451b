//! Productivity, tested from 5.0 and its rulings on the practice ground.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Land, State};
use crate::unit::{Party, Unit, UnitId};

fn in_phase_a(drill: Drill) -> Field {
    drill.begin(Step::Assign(0))
}

#[test]
#[covers("5.1", "5.2", "R26", "R28")]
fn an_empty_map_earns_the_base_without_the_cities() {
    let field = in_phase_a(Drill::new());
    // Three desert cities of value 1, and nobody in them.
    assert_eq!(field.sheet.ground.realm(State::Muslim).base, 3);
    assert_eq!(field.forecast(State::Muslim), 0);
    // Three fertile columns of eight hexes, Ctesiphon 3, Nineveh 1.
    assert_eq!(field.sheet.ground.realm(State::Persian).base, 52);
    assert_eq!(field.forecast(State::Persian), 48);
}

#[test]
#[covers("5.2", "R27", "R5")]
fn a_home_city_counts_with_a_land_unit_of_its_own_in_the_hex() {
    let city = |what: &str| {
        let field = in_phase_a(Drill::new().place("garrison", what, "Tyre"));
        (field.forecast(State::Byzantine), field.forecast(State::Muslim))
    };
    let (empty, _) = city("byzantine naval");
    assert_eq!(city("byzantine levy").0, empty + 1);
    // A convert takes the city and its one point of land, and those around it.
    let (left, gained) = city("converted byzantine levy");
    assert!(left < empty && gained > 0);
}

#[test]
#[covers("5.2", "R30", "R31")]
fn a_zone_takes_two_points_a_hex_unless_an_opposing_zone_meets_it() {
    let raid = || Drill::new().place("raider", "muslim bedouin", "0404");
    // 0504 and 0505 are Persian and fertile.
    let field = in_phase_a(raid());
    assert_eq!((field.forecast(State::Muslim), field.forecast(State::Persian)), (4, 44));
    let met = in_phase_a(raid().place("watch", "persian levy", "0604"));
    assert_eq!((met.forecast(State::Muslim), met.forecast(State::Persian)), (0, 48));
}

#[test]
#[covers("5.2", "R29")]
fn ships_neither_control_nor_cancel() {
    let coast = |ship: &str| {
        let drill = Drill::new().place("host", "muslim bedouin", "1206");
        in_phase_a(drill.place("fleet", ship, "1305")).forecast(State::Muslim)
    };
    assert_eq!(coast("byzantine naval"), coast("muslim naval"));
    let alone = in_phase_a(Drill::new().place("fleet", "muslim naval", "1305"));
    assert_eq!(alone.forecast(State::Muslim), 0);
}

#[test]
#[covers("5.2", "R30")]
fn zones_do_not_cross_mountains() {
    let raid = || Drill::new().place("raider", "muslim bedouin", "0404");
    assert_eq!(in_phase_a(raid().mountain("0404", "NE")).forecast(State::Muslim), 2);
    assert_eq!(in_phase_a(raid().strait("0404", "NE")).forecast(State::Muslim), 2);
    assert_eq!(in_phase_a(raid().land("0504", Land::Rough)).forecast(State::Muslim), 2, "nothing to take");
}

#[test]
#[covers("R31", "R32")]
fn occupation_beats_zones_and_cities_fall_only_to_it() {
    let occupied = in_phase_a(Drill::new().place("raider", "muslim bedouin", "0504").place(
        "watch",
        "persian levy",
        "0604",
    ));
    // Its own field, and 0503, which the watch does not reach.
    assert_eq!(occupied.forecast(State::Muslim), 4);
    // Next to empty Ctesiphon: five fields around, but neither the city nor its own field.
    let beside = in_phase_a(Drill::new().place("raider", "muslim bedouin", "0604"));
    let inside = in_phase_a(Drill::new().place("raider", "muslim bedouin", "Ctesiphon"));
    assert_eq!(beside.forecast(State::Muslim), 2 * 6);
    assert_eq!(inside.forecast(State::Muslim), 2 * 7 + 3);
}

#[test]
#[covers("R33")]
fn a_shared_hex_leaves_its_fields_and_pays_its_city_to_its_own_garrison() {
    let shared = |garrison: &str| {
        let drill = Drill::new().place("raider", "muslim bedouin", "Ctesiphon");
        in_phase_a(drill.place("garrison", garrison, "Ctesiphon"))
    };
    // Both project zones, so nothing around changes hands either.
    let own = shared("persian levy");
    assert_eq!((own.forecast(State::Persian), own.forecast(State::Muslim)), (51, 0));
    let stranger = shared("byzantine levy");
    assert_eq!((stranger.forecast(State::Persian), stranger.forecast(State::Muslim)), (48, 0));
}

#[test]
#[covers("5.3", "R34", "R35", "brief.5")]
fn a_field_that_two_states_reach_is_assigned_by_the_empires_player() {
    let mut field = in_phase_a(Drill::new().place("khazars", "khazar levy", "Itil"));
    field.settle();
    let first = field.orders();
    let hex = field.hex_number("0902");
    assert_eq!(first[0], Order::Done);
    assert!(field.offers(Order::Assign { hex, state: State::Khazar }));
    assert!(field.offers(Order::Assign { hex, state: State::Byzantine }));
    field.refuses(Order::Assign { hex, state: State::Goth }, "5.3");
    let byzantium = field.forecast(State::Byzantine);
    field.play(Order::Assign { hex, state: State::Khazar }).done();
    assert_eq!(field.books.income[State::Byzantine as usize], byzantium - 2);
}

#[test]
#[covers("R35")]
fn the_usual_claimant_is_the_border_state_then_byzantium_then_the_alphabet() {
    let mut field = in_phase_a(Drill::new().place("khazars", "khazar levy", "Itil").place(
        "romans",
        "byzantine levy",
        "0804",
    ));
    field.settle();
    let usual = field.forecast(State::Persian);
    field.done();
    assert_eq!(field.books.income[State::Persian as usize], usual);
    assert!(!matches!(field.step, Step::Assign(_)));
}

#[test]
#[covers("5.3", "R37", "R38")]
fn only_muslims_save_until_byzantium_has_been_attacked() {
    let kept = |first_attack: u8| {
        let drill = Drill::new()
            .points(State::Muslim, 10)
            .points(State::Persian, 10)
            .points(State::Byzantine, 10)
            .note(move |p| {
                p.books.first_attack = first_attack;
                p.open_productivity();
            });
        let field = in_phase_a(drill);
        [State::Muslim, State::Persian, State::Byzantine].map(|state| field.track(state))
    };
    assert_eq!(kept(0), [10, 0, 0]);
    assert_eq!(kept(3), [10, 0, 0], "attacked in this very turn");
    assert_eq!(kept(2), [10, 0, 10]);
}

#[test]
#[covers("R40", "R52", "R87", "8.4")]
fn crediting_fixes_income_the_poor_and_the_attack_allowance() {
    // A Bedouin in the Berber strip: its own hex and those its zone reaches.
    let mut field =
        in_phase_a(Drill::new().place("raider", "muslim bedouin", "1110").points(State::Muslim, 5));
    field.settle();
    let income = field.books.income[State::Muslim as usize];
    assert_eq!(field.track(State::Muslim), income + 5);
    // 1110 itself and 1210; 1010 is a city, 1109 and 1209 are not Berber.
    assert_eq!(field.books.allowance[State::Berber as usize], 2);
    assert_eq!(field.books.allowance[State::Persian as usize], 0);
    assert!(field.books.poor.has(State::Berber) && !field.books.poor.has(State::Persian));
}

#[test]
#[covers("R36", "6.42")]
fn a_base_pays_its_sole_occupant_and_is_not_missed_when_empty() {
    let camp = |level: u8| {
        in_phase_a(Drill::new().place("camp", "muslim bedouin", "0505").base(level)).forecast(State::Muslim)
    };
    assert_eq!(camp(2), camp(0) + 2);
    let empty = in_phase_a(Drill::new().base(2));
    assert_eq!((empty.forecast(State::Muslim), empty.forecast(State::Persian)), (0, 48));
    let taken = in_phase_a(Drill::new().base(2).place("watch", "persian levy", "0505"));
    assert_eq!(taken.forecast(State::Persian), 50);
}

/// Converts every land unit of a State that is still in its pool.
fn convert_all(position: &mut crate::Position, state: State) {
    for id in position.sheet.roster.ids_of(state).map(UnitId).collect::<Vec<_>>() {
        if position.unit(id).is_land() {
            position.unit_mut(id).flags |= Unit::CONVERTED;
        }
    }
}

#[test]
#[covers("5.4", "R42", "R43", "R44")]
fn a_state_without_unconverted_land_units_is_defeated_when_recruitment_opens() {
    let mut field = Drill::new()
        .place("fleet", "persian naval", "1305")
        .place("spare", "persian naval", "pool")
        .place("hulk", "persian naval", "unbuilt")
        .points(State::Persian, 9)
        .note(|p| convert_all(p, State::Persian))
        .begin(Step::Recruit(Party::Muslims));
    field.open_recruitment(Party::Muslims, &mut engine::Silence);
    assert!(field.books.defeated.has(State::Persian) && !field.books.defeated.has(State::Turk));
    assert_eq!(field.track(State::Persian), 0);
    assert_eq!(["fleet", "spare", "hulk"].map(|ship| field.at(ship)), ["pool", "pool", "unbuilt"]);
    assert!(["fleet", "spare", "hulk"].iter().all(|ship| field.see(ship).has(Unit::CONVERTED)));
}

#[test]
#[covers("5.4", "R42", "R46")]
fn one_unit_in_the_conversion_box_saves_a_state_and_franks_are_never_defeated() {
    let mut field = Drill::new()
        .note(|p| convert_all(p, State::Goth))
        .place("last", "goth levy", "conversion")
        .begin(Step::Recruit(Party::Muslims));
    let last = field.id("last");
    field.unit_mut(last).flags = crate::unit::Flags::NONE;
    field.open_recruitment(Party::Muslims, &mut engine::Silence);
    assert!(field.books.defeated.is_empty());
    assert_eq!(field.sheet.charts.conversion_cost[State::Frank as usize], None);
}

#[test]
#[covers("R45")]
fn a_conquered_land_counts_inside_the_muslim_border() {
    let mut field = in_phase_a(Drill::new().place("governor", "muslim bedouin", "Ctesiphon"));
    field.books.defeated.add(State::Persian);
    // All fields of Persia, Ctesiphon held, Nineveh without a garrison; the own three cities stand empty.
    assert_eq!(field.forecast(State::Muslim), 48 + 3);
    assert_eq!(field.forecast(State::Persian), 0);
}
