//! Productivity: what a referee would be asked about 5.0.

use covers::covers;

use crate::codes::StateSet;
use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Land, State};
use crate::unit::{Party, Unit, UnitId};

/// What the Romans earn from an empty map: 24 full fields, 9 on the Syrian coast, 15 and 5 beyond the sea.
const ROMANS: u16 = 2 * 24 + 9 + 2 * 15 + 5;
/// What the Persians earn from an empty map.
const PERSIANS: u16 = 2 * 24;

fn counted(drill: Drill) -> Field {
    drill.begin(Step::Assign(0))
}

/// What Muslims, Persians and Byzantines would earn.
fn incomes(drill: Drill) -> [u16; 3] {
    let field = counted(drill);
    [State::Muslim, State::Persian, State::Byzantine].map(|state| field.forecast(state))
}

/// Phase A played to its end, claimed hexes going as usual.
fn credited(drill: Drill) -> Field {
    let mut field = counted(drill);
    field.settle();
    if matches!(field.step, Step::Assign(_)) {
        field.done();
    }
    field
}

fn earned(field: &Field, state: State) -> u16 {
    field.books.income[state as usize]
}

#[test]
#[covers("5.1", "5.2", "R13", "R26", "R27")]
fn unguarded_fields_are_earned_and_unguarded_cities_are_not() {
    let field = counted(Drill::new());
    let base = State::ALL.map(|state| field.sheet.ground.realm(state).base);
    assert_eq!(base, [3, 10, 103, 8, 31, 9, 52, 9, 9]);
    let forecast = State::ALL.map(|state| field.forecast(state));
    assert_eq!(forecast, [0, 9, ROMANS, 7, 28, 8, PERSIANS, 8, 8]);
}

#[test]
#[covers("5.2", "R26")]
fn a_partial_field_is_worth_one_and_rough_and_desert_nothing() {
    // 1206 is rough; around it two rough hexes, two full fields, two fields on the coast.
    let [muslims, _, romans] = incomes(Drill::new().place("raider", "muslim bedouin", "1206"));
    assert_eq!((muslims, romans), (6, ROMANS - 6));
}

#[test]
#[covers("5.2", "R30")]
fn two_zones_on_a_field_count_once_and_one_opposing_zone_cancels_both() {
    let raid =
        || Drill::new().place("a", "muslim bedouin", "0404").place_all(2, "b", "muslim bedouin", "0405");
    // 0504, 0505 and 0506.
    assert_eq!(incomes(raid())[..2], [6, PERSIANS - 6]);
    // From 0605 a Persian reaches 0505 and 0506.
    assert_eq!(incomes(raid().place("watch", "persian levy", "0605"))[..2], [2, PERSIANS - 2]);
    // Any Empires State's zone will do.
    assert_eq!(incomes(raid().place("watch", "turk levy", "0605"))[0], 2);
}

#[test]
#[covers("5.2", "R30", "R31")]
fn a_mountain_shields_a_field_from_the_opposing_zone_too() {
    let raid = |drill: Drill| {
        let drill = drill.place("raider", "muslim bedouin", "0404").place("watch", "persian levy", "0604");
        incomes(drill)[0]
    };
    assert_eq!(raid(Drill::new()), 0);
    // 0604 lies south-east of 0504: over the mountain the watch reaches 0505 only.
    assert_eq!(raid(Drill::new().mountain("0604", "NW")), 2);
    assert_eq!(raid(Drill::new().strait("0604", "NW")), 2);
}

#[test]
#[covers("5.2", "R3", "R31")]
fn a_convert_controls_for_the_muslim_state() {
    let drill = Drill::new().place("renegade", "converted persian levy", "0504");
    // 0504 itself, 0503 and 0505, 0603 is a city, 0604 and no Muslim field.
    assert_eq!(incomes(drill)[..2], [2 * 4, PERSIANS - 2 * 4]);
}

#[test]
#[covers("5.2", "R5", "R29")]
fn a_fleet_neither_takes_nor_holds_a_city() {
    let with = |what: &str| incomes(Drill::new().place("fleet", what, "Tyre"));
    assert_eq!(with("muslim naval"), [0, PERSIANS, ROMANS]);
    assert_eq!(with("byzantine naval"), [0, PERSIANS, ROMANS]);
    let garrison =
        Drill::new().place("fleet", "muslim naval", "Tyre").place("tyrians", "byzantine levy", "Tyre");
    assert_eq!(incomes(garrison), [0, PERSIANS, ROMANS + 1], "nor does it shut the garrison out");
}

#[test]
#[covers("5.2", "R26", "R32")]
fn an_outside_city_pays_its_occupant_its_value_and_its_field() {
    // Tyre's own field is worth 1 and the city 1; zones: 1307 and 1309, 1207 and 1208 are rough.
    let drill = Drill::new().place("governor", "muslim bedouin", "Tyre");
    assert_eq!(incomes(drill), [1 + 1 + 2, PERSIANS, ROMANS - 3]);
}

#[test]
#[covers("R27", "R34")]
fn a_friendly_state_in_a_city_takes_city_and_field_from_its_owner() {
    let drill = Drill::new().place("romans", "byzantine levy", "Ctesiphon");
    // The fields around, reached by a zone alone, stay with the Persians unless the player says otherwise.
    assert_eq!(incomes(drill), [0, PERSIANS - 2, ROMANS + 2 + 3]);
}

#[test]
#[covers("R34", "5.3")]
fn an_occupied_field_is_never_asked_about() {
    let field = counted(Drill::new().place("romans", "byzantine levy", "0504"));
    let control = field.control();
    let hex = |at: &str| field.hex(field.hex_number(at)).unwrap();
    assert_eq!(field.claimants(&control, hex("0504")), None, "the occupant has it");
    let both = StateSet::of(State::Byzantine).or(StateSet::of(State::Persian));
    assert_eq!(field.claimants(&control, hex("0505")), Some(both), "the owner claims without any unit");
    assert_eq!(field.claimants(&control, hex("0603")), None, "a city is not taken by zones");
    assert_eq!(field.claimants(&control, hex("0404")), None, "there is nothing in the desert");
}

#[test]
#[covers("5.3", "R35", "brief.5")]
fn a_claimed_field_goes_whole_to_one_state_and_the_hexes_are_asked_in_turn() {
    let mut field = counted(Drill::new().place("romans", "byzantine levy", "0504"));
    field.settle();
    let assign = |field: &Field, at: &str, state| Order::Assign { hex: field.hex_number(at), state };
    field.refuses(assign(&field, "0505", State::Byzantine), "5.3");
    field.refuses(assign(&field, "0503", State::Turk), "5.3");
    for at in ["0503", "0505"] {
        assert!(field.offers(assign(&field, at, State::Persian)));
        field.play(assign(&field, at, State::Byzantine));
    }
    assert!(matches!(field.step, Step::Assign(_)), "0604 is still open");
    field.refuses(assign(&field, "0503", State::Persian), "5.3");
    field.done();
    assert_eq!(earned(&field, State::Persian), PERSIANS - 2 * 3);
    assert_eq!(earned(&field, State::Byzantine), ROMANS + 2 * 3);
    assert_eq!(field.track(State::Byzantine), ROMANS + 2 * 3);
}

#[test]
#[covers("R35")]
fn without_a_border_state_byzantium_comes_first_and_then_the_alphabet() {
    // Persia is conquered; Turks in 0701 and Khazars in 0801 both reach 0702.
    let usual = |romans: bool, conquered: bool| {
        let drill = Drill::new().place("turks", "turk levy", "0701").place("khazars", "khazar levy", "0801");
        let drill = if romans { drill.place("romans", "byzantine levy", "0802") } else { drill };
        let mut field = counted(drill);
        if conquered {
            field.books.defeated.add(State::Persian);
        }
        let hex = field.hex(field.hex_number("0702")).unwrap();
        let claimants = field.claimants(&field.control(), hex).unwrap();
        field.usual_claimant(hex, claimants)
    };
    assert_eq!(usual(false, true), State::Khazar);
    assert_eq!(usual(true, true), State::Byzantine);
    assert_eq!(usual(true, false), State::Persian);
}

#[test]
#[covers("R33", "R36")]
fn a_base_pays_nobody_while_both_are_in_it_and_no_zone_takes_it() {
    let shared =
        Drill::new().base(3).place("camp", "muslim bedouin", "0505").place("watch", "persian levy", "0505");
    assert_eq!(incomes(shared)[..2], [0, PERSIANS]);
    let beside = |level| incomes(Drill::new().base(level).place("raider", "muslim bedouin", "0404"))[0];
    assert_eq!([beside(0), beside(1)], [4, 2], "a bare site is a field like any other");
    let levels = [0, 1, 2, 3]
        .map(|level| incomes(Drill::new().base(level).place("camp", "muslim bedouin", "0505"))[0] - 2 * 5);
    assert_eq!(levels, [0, 1, 2, 3]);
}

#[test]
#[covers("R33")]
fn those_who_share_a_hex_still_project_their_zones() {
    let drill = Drill::new()
        .place("raider", "muslim bedouin", "0504")
        .place("watch", "persian levy", "0504")
        .place("other", "muslim bedouin", "0406");
    // 0406 reaches 0506 and 0507; the shared hex and all around it change nothing.
    assert_eq!(incomes(drill)[..2], [4, PERSIANS - 4]);
}

#[test]
#[covers("5.3", "R37", "R38", "R40")]
fn a_kept_track_grows_by_the_income_and_a_wiped_one_is_the_income() {
    let turn = |first_attack: u8| {
        let drill = Drill::new()
            .points(State::Muslim, 7)
            .points(State::Byzantine, 7)
            .points(State::Persian, 7)
            .place("raider", "muslim bedouin", "0404")
            .note(move |p| {
                p.books.first_attack = first_attack;
                p.open_productivity();
            });
        let field = credited(drill);
        let tracks = [State::Muslim, State::Byzantine, State::Persian].map(|state| field.track(state));
        (tracks, earned(&field, State::Muslim))
    };
    assert_eq!(turn(2), ([7 + 4, 7 + ROMANS, PERSIANS - 4], 4));
    assert_eq!(turn(3), ([7 + 4, ROMANS, PERSIANS - 4], 4));
    assert_eq!(turn(0), ([7 + 4, ROMANS, PERSIANS - 4], 4));
}

#[test]
#[covers("R52", "6.3")]
fn eight_points_are_poor_and_nine_are_not() {
    let empty = credited(Drill::new());
    assert_eq!((earned(&empty, State::Turk), empty.books.poor.has(State::Turk)), (8, true));
    let held = credited(Drill::new().place("garrison", "turk levy", "Balkh"));
    assert_eq!((earned(&held, State::Turk), held.books.poor.has(State::Turk)), (9, false));
}

#[test]
#[covers("8.4", "R87")]
fn the_allowance_is_one_for_each_fertile_home_hex_full_or_partial_under_muslim_control() {
    let goths = |drill: Drill| credited(drill).books.allowance[State::Goth as usize];
    let landing = || Drill::new().place("landing", "muslim bedouin", "1707");
    assert_eq!(goths(Drill::new()), 0);
    // 1706 and 1707 partial, 1806 and 1807 full; Seville is a city and not occupied.
    assert_eq!(goths(landing()), 4);
    assert_eq!(goths(landing().place("governor", "converted goth levy", "Seville")), 7);
    assert_eq!(goths(landing().place("duke", "goth levy", "1906")), 3, "1806 is contested");
    assert_eq!(goths(landing().land("1806", Land::Rough)), 3);
    assert_eq!(goths(landing().place("duke", "goth levy", "1707")), 0, "a shared hex is nobody's");
    let romans = credited(Drill::new().place("raider", "muslim bedouin", "1005"));
    assert_eq!(romans.books.allowance[State::Byzantine as usize], 0, "Byzantium needs none");
}

/// Turns every land unit of a State, whatever its place, but for some.
fn turn_all_but(drill: Drill, state: State, spared: usize) -> Drill {
    drill.note(move |position| {
        let land = |id: &UnitId| position.unit(*id).is_land();
        let ids: Vec<_> = position.sheet.roster.ids_of(state).map(UnitId).filter(land).collect();
        for id in ids.into_iter().skip(spared) {
            position.unit_mut(id).flags |= Unit::CONVERTED;
        }
    })
}

#[test]
#[covers("5.4", "R42", "R43")]
fn one_unconverted_land_unit_anywhere_saves_a_state() {
    for at in ["1807", "pool", "conversion"] {
        let drill = turn_all_but(Drill::new().place("last", "goth levy", at), State::Goth, 1);
        let mut field = drill.begin(Step::Recruit(Party::Muslims));
        field.open_recruitment(Party::Muslims, &mut engine::Silence);
        assert!(field.books.defeated.is_empty(), "{at}");
    }
    for party in [Party::Muslims, Party::Empires] {
        let drill = Drill::new().place("renegade", "converted goth levy", "1807");
        let mut field = turn_all_but(drill, State::Goth, 0).begin(Step::Recruit(party));
        field.open_recruitment(party, &mut engine::Silence);
        assert!(field.books.defeated.has(State::Goth), "converts on the map do not save it");
    }
}

#[test]
#[covers("5.4", "R43", "R45")]
fn a_state_conquered_in_this_turn_is_still_counted_apart_and_then_loses_its_points() {
    let mut field = credited(turn_all_but(Drill::new(), State::Persian, 0));
    assert_eq!((earned(&field, State::Persian), earned(&field, State::Muslim)), (PERSIANS, 0));
    assert_eq!(field.track(State::Persian), 0, "lost as the Recruitment Segment opens");
    // The next phase A counts its land as Muslim, but for cities without a garrison.
    field.open_productivity();
    field.settle();
    assert_eq!((earned(&field, State::Persian), earned(&field, State::Muslim)), (0, PERSIANS));
}

#[test]
#[covers("R44")]
fn ships_in_the_conversion_box_are_not_handed_over() {
    let drill = Drill::new()
        .place("beaten", "persian naval", "conversion")
        .place("fleet", "persian naval", "Tyre")
        .place("roman", "byzantine naval", "Tyre");
    let mut field = turn_all_but(drill, State::Persian, 0).begin(Step::Recruit(Party::Muslims));
    field.open_recruitment(Party::Muslims, &mut engine::Silence);
    assert_eq!(["beaten", "fleet", "roman"].map(|name| field.at(name)), ["conversion", "pool", "1308"]);
    assert!(!field.see("beaten").has(Unit::CONVERTED) && !field.see("roman").has(Unit::CONVERTED));
}

#[test]
#[covers("R45")]
fn an_empires_army_on_conquered_land_takes_fields_from_the_muslims() {
    let mut field = counted(Drill::new().place("romans", "byzantine levy", "0604"));
    field.books.defeated.add(State::Persian);
    // Its own hex and five around it; Ctesiphon is a city.
    assert_eq!(field.forecast(State::Muslim), PERSIANS - 2 * 6);
    assert_eq!(field.forecast(State::Byzantine), ROMANS + 2 * 6);
    assert_eq!(field.forecast(State::Persian), 0);
}

#[test]
#[covers("R24", "R45")]
fn a_state_defeated_by_inaction_recovers_when_the_invaders_leave() {
    let counts = |raider: &'static str| {
        let drill = Drill::new().place("raider", "muslim bedouin", raider).note(|p| {
            p.books.inactive.add(State::Persian);
            p.open_productivity();
        });
        let field = credited(drill);
        (earned(&field, State::Persian), field.books.inactive.has(State::Persian))
    };
    assert_eq!(counts("0504"), (0, true));
    assert_eq!(counts("0303"), (PERSIANS, false));
}
