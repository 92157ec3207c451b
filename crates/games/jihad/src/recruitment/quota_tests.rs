//! Recruitment: prices, places, quotas and doors.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::State;
use crate::unit::{Party, Unit};

fn muslims(drill: Drill) -> Field {
    drill.begin(Step::Recruit(Party::Muslims))
}

fn empires(drill: Drill) -> Field {
    drill.begin(Step::Recruit(Party::Empires))
}

fn place(field: &Field, name: &str, at: &str) -> Order {
    Order::Place { unit: field.id(name), at: field.station(at), aid: false }
}

fn aided(field: &Field, name: &str, at: &str) -> Order {
    Order::Place { unit: field.id(name), at: field.station(at), aid: true }
}

#[test]
#[covers("6.2", "R47", "R48", "table.recruitment")]
fn every_recruit_of_the_muslims_costs_its_nations_price_from_the_muslim_track() {
    let recruits = [
        ("muslim bedouin", "Medina", 0),
        ("muslim levy", "Medina", 2),
        ("muslim naval", "Tyre", 5),
        ("converted byzantine levy", "Homs", 2),
        ("converted byzantine mercenary", "Homs", 6),
        ("converted byzantine naval", "Tyre", 3),
        ("converted persian levy", "Nineveh", 2),
        ("converted persian mercenary", "Nineveh", 6),
        ("converted persian naval", "Tyre", 3),
        ("converted berber levy", "Tahert", 4),
        ("converted goth levy", "Toledo", 4),
        ("converted khazar levy", "Itil", 4),
        ("converted sindhi levy", "Daybul", 4),
        ("converted turk levy", "Balkh", 4),
    ];
    for (what, at, price) in recruits {
        let with = |points: u16| {
            let drill = Drill::new().place("recruit", what, "pool").place("port", "muslim bedouin", "Tyre");
            muslims(drill.points(State::Muslim, points).points(State::Byzantine, 50))
        };
        let mut exact = with(price);
        exact.recruit("recruit", at);
        assert_eq!((exact.track(State::Muslim), exact.track(State::Byzantine)), (0, 50), "{what}");
        if price > 0 {
            let short = with(price - 1);
            let why = short.refuses(place(&short, "recruit", at), "6.2");
            assert!(why.contains(&format!("costs {price}")), "{what}: {why}");
        }
    }
}

#[test]
#[covers("6.2", "R47", "table.recruitment")]
fn every_recruit_of_the_empires_costs_its_own_state() {
    let recruits = [
        (State::Byzantine, "byzantine levy", "box", 2),
        (State::Byzantine, "byzantine mercenary", "box", 6),
        (State::Byzantine, "byzantine naval", "box", 3),
        (State::Persian, "persian levy", "Nineveh", 2),
        (State::Persian, "persian mercenary", "Nineveh", 6),
        (State::Persian, "persian naval", "Tyre", 3),
        (State::Berber, "berber levy", "Tahert", 4),
        (State::Frank, "frank levy", "Tours", 4),
        (State::Goth, "goth levy", "Toledo", 4),
        (State::Khazar, "khazar levy", "Itil", 4),
        (State::Sindhi, "sindhi levy", "Daybul", 4),
        (State::Turk, "turk levy", "Balkh", 4),
    ];
    for (state, what, at, price) in recruits {
        let with = |points: u16| {
            let drill = Drill::new()
                .place("recruit", what, "pool")
                .place("port", "persian levy", "Tyre")
                .eligible(&State::EMPIRES)
                .points(State::Muslim, 50)
                .note(|p| State::EMPIRES.iter().for_each(|&s| p.books.tracks[s as usize] = 50));
            empires(drill.points(state, points))
        };
        let mut exact = with(price);
        exact.recruit("recruit", at);
        let others = State::ALL.into_iter().filter(|&other| other != state);
        assert!(others.clone().all(|other| exact.track(other) == 50), "{what}");
        assert_eq!(exact.track(state), 0, "{what}");
        assert!(exact.books.recruited.has(state) && exact.books.recruited.len() == 1, "{what}");
        let short = with(price - 1);
        short.refuses(place(&short, "recruit", at), "6.2");
    }
}

#[test]
#[covers("6.1", "R9", "R21")]
fn only_units_in_ones_own_pool_are_recruited() {
    let field = muslims(
        Drill::new()
            .place("on the map", "muslim bedouin", "Mecca")
            .place("theirs", "persian levy", "pool")
            .place("hulk", "muslim naval", "unbuilt")
            .place("gone", "muslim bedouin", "lost")
            .place("beaten", "persian levy", "conversion")
            .points(State::Muslim, 50),
    );
    field.refuses(place(&field, "on the map", "Medina"), "6.1");
    field.refuses(place(&field, "hulk", "Medina"), "6.1");
    field.refuses(place(&field, "gone", "Medina"), "6.1");
    field.refuses(place(&field, "theirs", "Nineveh"), "4.2");
    field.refuses(place(&field, "beaten", "Nineveh"), "4.2");
    field.refuses(Order::Build { unit: field.id("hulk") }, "4.2");
}

#[test]
#[covers("6.3", "R49")]
fn n_muslims_allow_three_n_and_two_converts() {
    for natives in 0..4u8 {
        let mut field = muslims(
            Drill::new()
                .place_all(18, "converts", "converted persian levy", "pool")
                .points(State::Muslim, 60)
                .note(move |p| p.books.natives = natives),
        );
        let ids = field.ids("converts");
        let at = field.station("Ctesiphon");
        let order = |unit| Order::Place { unit, at, aid: false };
        let allowed = 3 * natives as usize + 2;
        for &unit in &ids[..allowed] {
            field.play(order(unit));
        }
        field.refuses(order(ids[allowed]), "6.3");
    }
}

#[test]
#[covers("6.3", "R49", "R3")]
fn ships_count_in_the_quota_on_both_sides_of_it_and_converts_never_as_muslims() {
    let mut field = muslims(
        Drill::new()
            .place("port", "muslim bedouin", "Tyre")
            .place("dromon", "converted byzantine naval", "pool")
            .place("goths", "converted goth levy", "pool")
            .place("turks", "converted turk levy", "pool")
            .place("dhow", "muslim naval", "pool")
            .points(State::Muslim, 50),
    );
    field.recruit("dromon", "Tyre").recruit("goths", "Toledo");
    field.refuses(place(&field, "turks", "Balkh"), "6.3");
    field.recruit("dhow", "Tyre").recruit("turks", "Balkh");
    assert_eq!((field.books.natives, field.books.converts), (1, 3));
}

#[test]
#[covers("6.3", "R50", "R4")]
fn eligible_are_exactly_the_states_with_a_muslim_unit_inside_or_adjacent() {
    let eligible = |drill: Drill| {
        let mut field = empires(drill);
        field.open_recruitment(Party::Empires, &mut engine::Silence);
        field.books.eligible.iter().collect::<Vec<_>>()
    };
    let with = |what: &str, at: &'static str| eligible(Drill::new().place("raider", what, at));
    assert_eq!(with("muslim bedouin", "pool"), []);
    assert_eq!(with("muslim bedouin", "Medina"), []);
    // In Persia, next to the Turks in the north and the Romans in the east; 0901 is not adjacent.
    assert_eq!(with("muslim bedouin", "0802"), [State::Byzantine, State::Persian, State::Turk]);
    assert_eq!(with("converted goth levy", "0405"), [State::Persian], "a convert is a Muslim unit");
    assert_eq!(with("goth levy", "0405"), [], "an Empires unit is not");
    assert_eq!(with("converted byzantine naval", "1607"), [State::Goth], "a ship at sea beside the coast");
    assert_eq!(with("muslim naval", "1507"), [], "two hexes off the coast");
    let drill = Drill::new().place("raider", "muslim bedouin", "0405");
    let walled = drill.mountain("0405", "NE").mountain("0405", "SE");
    assert_eq!(eligible(walled), [State::Persian], "whatever the hexside");
}

#[test]
#[covers("6.3", "R51")]
fn an_income_of_a_hundred_rouses_byzantium_alone_and_saved_points_do_not() {
    let eligible = |income: u16, track: u16| {
        let drill = Drill::new().earned(State::Muslim, income).points(State::Muslim, track);
        let mut field = empires(drill);
        field.open_recruitment(Party::Empires, &mut engine::Silence);
        field.books.eligible.iter().collect::<Vec<_>>()
    };
    assert_eq!(eligible(100, 0), [State::Byzantine]);
    assert_eq!(eligible(99, 300), []);
}

#[test]
#[covers("6.3", "R51")]
fn once_byzantium_has_recruited_a_ship_the_door_stays_open() {
    let mut field = empires(
        Drill::new()
            .place("fleet", "byzantine naval", "pool")
            .eligible(&[State::Byzantine])
            .points(State::Byzantine, 9),
    );
    field.recruit("fleet", "box");
    assert!(field.books.byzantium_recruited);
    // Turns later, with no Muslim anywhere.
    field.turn = 9;
    field.open_recruitment(Party::Empires, &mut engine::Silence);
    assert!(field.books.eligible.has(State::Byzantine));
}

#[test]
#[covers("6.3", "R52")]
fn byzantine_aid_is_twice_the_price_of_each_type_and_never_shared() {
    for (what, at, price) in
        [("persian levy", "Nineveh", 4), ("persian mercenary", "Nineveh", 12), ("persian naval", "Tyre", 6)]
    {
        let with = |points: u16| {
            let drill = Drill::new()
                .place("recruit", what, "pool")
                .place("port", "persian levy", "Tyre")
                .eligible(&[State::Persian])
                .points(State::Persian, 1)
                .note(|p| p.books.poor.add(State::Persian));
            empires(drill.points(State::Byzantine, points))
        };
        let mut exact = with(price);
        let order = aided(&exact, "recruit", at);
        exact.play(order);
        assert_eq!((exact.track(State::Byzantine), exact.track(State::Persian)), (0, 1), "{what}");
        let short = with(price - 1);
        short.refuses(aided(&short, "recruit", at), "6.2");
        short.refuses(place(&short, "recruit", at), "6.2");
    }
}

#[test]
#[covers("6.3", "R52", "R9")]
fn aid_goes_only_to_eligible_states_that_were_poor_when_phase_a_ended() {
    let with = |eligible: &'static [State], poor: bool, track: u16| {
        let drill = Drill::new()
            .place("recruit", "turk levy", "pool")
            .place("theme", "byzantine levy", "pool")
            .eligible(eligible)
            .points(State::Turk, track)
            .points(State::Byzantine, 50)
            .note(move |p| {
                if poor {
                    p.books.poor.add(State::Turk)
                }
            });
        empires(drill)
    };
    const BOTH: &[State] = &[State::Byzantine, State::Turk];
    let spent = with(BOTH, false, 0);
    let why = spent.refuses(aided(&spent, "recruit", "Balkh"), "6.3");
    assert!(why.contains("too many points"), "spent since, but not poor then: {why}");
    let poor = with(BOTH, true, 8);
    assert!(poor.offers(aided(&poor, "recruit", "Balkh")) && poor.offers(place(&poor, "recruit", "Balkh")));
    poor.refuses(aided(&poor, "theme", "box"), "6.3");
    let asleep = with(&[State::Byzantine], true, 8);
    let why = asleep.refuses(aided(&asleep, "recruit", "Balkh"), "6.3");
    assert!(why.contains("may not recruit"), "{why}");
    let field = muslims(Drill::new().place("tribe", "muslim bedouin", "pool").points(State::Byzantine, 50));
    field.refuses(aided(&field, "tribe", "Medina"), "6.3");
}

#[test]
#[covers("R53", "R79")]
fn a_city_with_another_nation_in_it_takes_no_recruits_one_with_enemy_ships_does() {
    let goths = |guest: &str| {
        empires(
            Drill::new()
                .place("recruit", "goth levy", "pool")
                .place("guest", guest, "Seville")
                .eligible(&[State::Goth])
                .points(State::Goth, 9),
        )
    };
    for guest in ["byzantine levy", "byzantine naval"] {
        let field = goths(guest);
        field.refuses(place(&field, "recruit", "Seville"), "7.5");
        assert!(field.offers(place(&field, "recruit", "Toledo")), "an empty city is allowed");
        field.refuses(place(&field, "recruit", "1807"), "6.2");
    }
    let field = goths("muslim naval");
    assert!(field.offers(place(&field, "recruit", "Seville")));
    field.refuses(place(&field, "recruit", "Constantinople"), "6.2");
    field.refuses(place(&field, "recruit", "box"), "13.0");
    let field = goths("muslim levy");
    field.refuses(place(&field, "recruit", "Seville"), "6.2");
}

#[test]
#[covers("R54", "R55")]
fn full_cities_or_foreign_guests_do_not_open_the_country() {
    // Balkh, the only city of the Turks: fertile 4 and 1, twice that is ten.
    let full = empires(
        Drill::new()
            .place_all(10, "crowd", "turk levy", "Balkh")
            .place("recruit", "turk levy", "pool")
            .eligible(&[State::Turk])
            .points(State::Turk, 9),
    );
    let why = full.refuses(place(&full, "recruit", "Balkh"), "6.2");
    assert!(why.contains("twice"), "{why}");
    let why = full.refuses(place(&full, "recruit", "0701"), "6.2");
    assert!(why.contains("every city"), "{why}");
    let guests = empires(
        Drill::new()
            .place("guest", "khazar levy", "Balkh")
            .place("recruit", "turk levy", "pool")
            .eligible(&[State::Turk])
            .points(State::Turk, 9),
    );
    guests.refuses(place(&guests, "recruit", "0701"), "6.2");
}

#[test]
#[covers("R54", "R55", "R79")]
fn in_the_country_recruits_keep_clear_of_enemies_strangers_and_crowds() {
    let field = empires(
        Drill::new()
            .place("conqueror", "muslim bedouin", "Balkh")
            .place("recruit", "turk levy", "pool")
            .place("guest", "khazar levy", "0501")
            .place_all(8, "crowd", "turk levy", "0701")
            .eligible(&[State::Turk])
            .points(State::Turk, 9),
    );
    field.refuses(place(&field, "recruit", "Balkh"), "6.2");
    field.refuses(place(&field, "recruit", "0501"), "7.5");
    field.refuses(place(&field, "recruit", "0701"), "6.2");
    field.refuses(place(&field, "recruit", "0502"), "6.2");
    assert!(field.offers(place(&field, "recruit", "0801")));
}

#[test]
#[covers("R54", "R3", "6.2")]
fn converts_go_home_to_a_free_city_or_else_to_the_country_and_never_to_a_base() {
    let persia = |second: &'static str, base: u8| {
        muslims(
            Drill::new()
                .place("a", "persian levy", "Ctesiphon")
                .place("b", "persian levy", second)
                .place("renegade", "converted persian levy", "pool")
                .base(base)
                .points(State::Muslim, 9),
        )
    };
    let one = persia("0706", 0);
    assert!(one.offers(place(&one, "renegade", "Nineveh")));
    one.refuses(place(&one, "renegade", "0704"), "6.2");
    one.refuses(place(&one, "renegade", "Medina"), "6.2");
    let none = persia("Nineveh", 0);
    assert!(none.offers(place(&none, "renegade", "0704")));
    assert!(none.offers(place(&none, "renegade", "0505")), "a bare site is a hex like any other");
    let base = persia("Nineveh", 1);
    let why = base.refuses(place(&base, "renegade", "0505"), "6.2");
    assert!(why.contains("Muslim units"), "{why}");
}

#[test]
#[covers("R55")]
fn the_cap_counts_friendly_land_units_of_every_nation_but_no_ships_and_no_enemies() {
    // Seville: a partial field of 3 and a city of 1.
    let seville = |friends: usize| {
        let drill = Drill::new()
            .place_all(friends, "friends", "muslim bedouin", "Seville")
            .place("renegade", "converted berber levy", "Seville")
            .place_all(3, "dhows", "muslim naval", "Seville")
            .place("recruit", "converted goth levy", "pool")
            .points(State::Muslim, 9);
        let field = muslims(drill);
        field.offers(place(&field, "recruit", "Seville"))
    };
    assert!(seville(6), "the eighth land unit");
    assert!(!seville(7), "the ninth");
}

#[test]
#[covers("R55", "R56", "R83")]
fn the_box_takes_any_number_even_with_the_enemy_in_the_hex() {
    let mut field = empires(
        Drill::new()
            .place_all(20, "garrison", "byzantine levy", "box")
            .place("theme", "byzantine mercenary", "pool")
            .place("siege", "muslim bedouin", "Constantinople")
            .eligible(&[State::Byzantine])
            .points(State::Byzantine, 9),
    );
    field.refuses(place(&field, "theme", "Constantinople"), "6.2");
    field.recruit("theme", "box");
    assert_eq!(field.at("theme"), "box");
}

#[test]
#[covers("R56", "R58", "R79")]
fn byzantine_ships_go_to_the_box_or_to_a_port_of_a_byzantine_garrison() {
    let with = |garrison: &str, open: bool| {
        let drill = Drill::new()
            .place("fleet", "byzantine naval", "pool")
            .place("garrison", garrison, "Tyre")
            .place("foe", "muslim naval", "Tyre")
            .eligible(&[State::Byzantine])
            .points(State::Byzantine, 9);
        empires(drill.note(move |p| p.books.box_open = open))
    };
    let held = with("byzantine levy", true);
    assert!(held.offers(place(&held, "fleet", "box")));
    assert!(held.offers(place(&held, "fleet", "Tyre")), "enemy ships do not forbid it");
    let why = held.refuses(place(&held, "fleet", "Constantinople"), "6.2");
    assert!(why.contains("friendly land unit"), "{why}");
    let closed = with("byzantine levy", false);
    closed.refuses(place(&closed, "fleet", "box"), "13.0");
    assert!(closed.offers(place(&closed, "fleet", "Tyre")));
    for stranger in ["persian levy", "muslim levy"] {
        let field = with(stranger, true);
        field.refuses(place(&field, "fleet", "Tyre"), "6.2");
    }
}

#[test]
#[covers("R58", "R77")]
fn a_byzantine_ship_is_not_launched_in_a_neutral_port() {
    let seville = |raider: &'static str| {
        empires(
            Drill::new()
                .place("fleet", "byzantine naval", "pool")
                .place("guard", "byzantine levy", "Seville")
                .place("raider", "muslim bedouin", raider)
                .eligible(&[State::Byzantine])
                .points(State::Byzantine, 9),
        )
    };
    let neutral = seville("Medina");
    neutral.refuses(place(&neutral, "fleet", "Seville"), "7.3");
    let invaded = seville("2007");
    assert!(invaded.offers(place(&invaded, "fleet", "Seville")));
}

#[test]
#[covers("R58", "R59", "R64", "6.2")]
fn muslim_ships_are_launched_in_any_port_with_a_native_or_convert_garrison() {
    let with = |ship: &str, garrison: &str| {
        let drill = Drill::new().place("ship", ship, "pool").place("garrison", garrison, "Antioch");
        let field = muslims(drill.points(State::Muslim, 9));
        field.offers(place(&field, "ship", "Antioch"))
    };
    assert!(with("muslim naval", "muslim bedouin"));
    assert!(with("muslim naval", "converted turk levy"));
    assert!(with("converted persian naval", "muslim levy"), "whoever owns the port");
    assert!(!with("muslim naval", "muslim naval"), "a ship is no garrison");
    assert!(!with("converted byzantine naval", "byzantine levy"));
}

#[test]
#[covers("R59", "R64")]
fn basra_is_a_port_once_its_base_is_begun() {
    let basra = |level: u8, with_army: bool| {
        let drill = Drill::of("full").place("ship", "muslim naval", "pool");
        let drill = if with_army { drill.place("army", "muslim bedouin", "2709") } else { drill };
        let field = muslims(drill.points(State::Muslim, 9).note(move |p| {
            let site = p.sheet.ground.sites.iter().position(|site| site.name == "Basra").unwrap();
            p.books.bases[site] = level;
        }));
        field.offers(place(&field, "ship", "2709"))
    };
    assert_eq!([basra(0, true), basra(1, true), basra(1, false)], [false, true, false]);
}

#[test]
#[covers("R55", "R59")]
fn a_base_needs_no_garrison_but_no_enemy_and_has_its_cap() {
    let camp = |crowd: usize, enemy: &'static str| {
        let drill = Drill::new()
            .base(1)
            .place_all(crowd, "crowd", "muslim bedouin", "0505")
            .place("foe", "persian levy", enemy)
            .place("recruit", "muslim levy", "pool")
            .points(State::Muslim, 9);
        let field = muslims(drill);
        field.offers(place(&field, "recruit", "0505"))
    };
    assert!(camp(0, "0506"));
    assert!(!camp(0, "0505"));
    assert!(camp(9, "0506"), "four and one, twice");
    assert!(!camp(10, "0506"));
}

#[test]
#[covers("R57", "R54")]
fn the_walls_count_as_held_when_converted_byzantines_look_for_a_city() {
    let cities = ["Damascus", "Homs", "Trebizond", "Antioch", "Tyre", "Adrianople"];
    let romans = |fleet: &'static str| {
        let drill = cities.into_iter().fold(Drill::new(), |d, city| d.place("g", "byzantine levy", city));
        let drill = drill.place("renegade", "converted byzantine levy", "pool");
        muslims(drill.place("fleet", "byzantine naval", fleet).points(State::Muslim, 9))
    };
    let manned = romans("box");
    let why = manned.refuses(place(&manned, "renegade", "Constantinople"), "6.2");
    assert!(why.contains("box") && why.contains("Byzantine Naval") && !why.contains("land"), "{why}");
    assert!(manned.offers(place(&manned, "renegade", "1006")));
    manned.refuses(place(&manned, "renegade", "box"), "13.0");
    let deserted = romans("1405");
    assert!(deserted.offers(place(&deserted, "renegade", "Constantinople")));
    deserted.refuses(place(&deserted, "renegade", "1006"), "6.2");
}

#[test]
#[covers("brief.1", "R24")]
fn defeat_by_inaction_asks_for_an_army_inside_and_a_unit_it_could_raise() {
    let untouched = |_: &mut crate::Position| {};
    let pauper = |p: &mut crate::Position| p.books.tracks[State::Persian as usize] = 1;
    let inactive = |raider: &str, at: &'static str, change: fn(&mut crate::Position)| {
        let drill = Drill::new()
            .errata()
            .place("raider", raider, at)
            .eligible(&[State::Persian])
            .points(State::Persian, 2)
            .note(change);
        let mut field = empires(drill);
        field.done();
        field.books.inactive.has(State::Persian)
    };
    assert!(inactive("muslim bedouin", "0504", untouched));
    assert!(inactive("converted turk levy", "0504", untouched));
    assert!(!inactive("muslim bedouin", "0404", untouched), "beside the border");
    assert!(!inactive("muslim bedouin", "0504", pauper));
    let all_gone = |p: &mut crate::Position| {
        let land = |id: &crate::UnitId| p.unit(*id).is_land();
        let ids = p.sheet.roster.ids_of(State::Persian).map(crate::UnitId).filter(land);
        for id in ids.collect::<Vec<_>>() {
            p.send(id, crate::unit::Spot::CONVERSION);
        }
    };
    assert!(!inactive("muslim bedouin", "0504", all_gone), "nobody in the pool");
    let printed = Drill::new().place("raider", "muslim bedouin", "0504").eligible(&[State::Persian]);
    let mut field = empires(printed.points(State::Persian, 9));
    field.done();
    assert!(field.books.inactive.is_empty(), "the printed rules know nothing of it");
}

#[test]
#[covers("R24", "R52")]
fn recruiting_with_byzantine_money_ends_defeat_by_inaction() {
    let mut field = empires(
        Drill::new()
            .errata()
            .place("recruit", "turk levy", "pool")
            .eligible(&[State::Turk])
            .points(State::Byzantine, 8)
            .note(|p| {
                p.books.poor.add(State::Turk);
                p.books.inactive.add(State::Turk);
            }),
    );
    let order = aided(&field, "recruit", "Balkh");
    field.play(order);
    assert!(field.books.inactive.is_empty() && field.books.recruited.has(State::Turk));
    assert!(!field.see("recruit").has(Unit::CONVERTED));
}
