//! The charts, cell by cell against the rulebook.

use covers::covers;
use engine::datafile::proof::{altered, says};
use engine::odds::Quarters;

use super::*;
use crate::sheet::{Extent, Locale};

const TEXT: &str = include_str!("../../../data/charts.toml");

fn charts() -> Charts {
    read(&DataFile::new("charts.toml", TEXT)).unwrap()
}

fn fault(from: &str, to: &str) -> (DataFault, usize) {
    let (file, line) = altered("charts.toml", TEXT, from, to);
    (read(&file).unwrap_err(), line)
}

#[test]
#[covers("table.combat")]
fn the_combat_results_are_those_of_the_table() {
    // Attacker's losses, defender's losses, whether the attacker retreats.
    const A3: (u8, u8, bool) = (3, 0, true);
    const A2: (u8, u8, bool) = (2, 0, true);
    const A22: (u8, u8, bool) = (2, 2, true);
    const A11: (u8, u8, bool) = (1, 1, true);
    const D11: (u8, u8, bool) = (1, 1, false);
    const D22: (u8, u8, bool) = (2, 2, false);
    const D2: (u8, u8, bool) = (0, 2, false);
    const D3: (u8, u8, bool) = (0, 3, false);
    const D4: (u8, u8, bool) = (0, 4, false);
    let printed = [
        [A3, A3, A2, A2, A22, A11, D11, D22],
        [A3, A2, A2, A22, A11, D11, D22, D2],
        [A2, A2, A22, A11, D11, D22, D2, D2],
        [A2, A22, A11, D11, D22, D2, D2, D3],
        [A22, A11, D11, D22, D2, D2, D3, D3],
        [A11, D11, D22, D2, D2, D3, D3, D4],
    ];
    let table = charts().results;
    for (die, row) in (1..).zip(printed) {
        for (column, expected) in row.into_iter().enumerate() {
            let found = table.result(column, die);
            let found = (found.attacker, found.defender, found.attacker_retreats);
            assert_eq!(found, expected, "die {die} at {}", table.column_name(column));
        }
    }
}

#[test]
#[covers("R91")]
fn odds_are_rounded_for_the_defender_and_kept_within_the_table() {
    let charts = charts();
    let column = |attack, defence| {
        charts.results.column_name(charts.combat_column(Quarters::points(attack), Quarters::points(defence)))
    };
    assert_eq!([column(1, 9), column(1, 3), column(2, 5)], ["1 to 3", "1 to 3", "1 to 3"]);
    assert_eq!([column(1, 2), column(9, 10), column(5, 5)], ["1 to 2", "1 to 2", "1 to 1"]);
    assert_eq!([column(17, 3), column(18, 3), column(99, 1)], ["5 to 1", "6 to 1", "6 to 1"]);
}

#[test]
#[covers("table.susceptibility", "R11")]
fn attrition_points_follow_ground_and_type() {
    let charts = charts();
    let at = |extent, land| Locale {
        extent,
        land,
        state: None,
        fertile: 0,
        limit: 0,
        value: 0,
        city: None,
        site: None,
        port: false,
        strait: false,
        black_sea: false,
    };
    let row = |land| {
        [Kind::Bedouin, Kind::Mercenary, Kind::Levy].map(|kind| {
            let coast = charts.points(at(Extent::Partial, land), kind);
            assert_eq!(coast, charts.points(at(Extent::Full, land), kind), "coasts count like their land");
            coast
        })
    };
    assert_eq!(row(Land::Fertile), [1, 1, 2]);
    assert_eq!(row(Land::Rough), [2, 2, 4]);
    assert_eq!(row(Land::Desert), [0, 4, 8]);
    assert_eq!(charts.points(at(Extent::Partial, Land::Rough), Kind::Naval), 1);
    assert_eq!(charts.points(at(Extent::Sea, Land::Desert), Kind::Naval), 2);
}

#[test]
#[covers("table.attrition", "R72")]
fn attrition_losses_are_those_of_the_table() {
    let printed = [
        [0, 0, 0, 1, 1, 2],
        [0, 0, 1, 1, 2, 2],
        [0, 1, 1, 2, 2, 3],
        [1, 1, 2, 2, 3, 3],
        [1, 2, 2, 3, 3, 4],
        [2, 2, 3, 3, 4, 4],
    ];
    let charts = charts();
    for (die, row) in (1..).zip(printed) {
        for (band, lost) in (0..).zip(row) {
            for points in [10 * band + 1, 10 * band + 10] {
                assert_eq!(charts.attrition_losses(points, die), lost, "{points} points, die {die}");
            }
        }
        assert_eq!(charts.attrition_losses(0, die), 0);
    }
}

#[test]
#[covers("table.stacking")]
fn stacking_limits_are_four_three_two_and_one() {
    assert_eq!(charts().stacking, [[4, 3], [2, 2], [1, 1]]);
}

#[test]
#[covers("table.recruitment", "R48")]
fn prices_are_those_of_the_recruitment_table() {
    let charts = charts();
    let price = |state: State| charts.recruit[state.index()];
    assert_eq!(price(State::Muslim), [Some(0), None, Some(2), Some(5)]);
    for state in [State::Byzantine, State::Persian] {
        assert_eq!(price(state), [None, Some(6), Some(2), Some(3)]);
        assert_eq!(charts.construct_naval[state.index()], Some(8));
    }
    for state in State::ALL.into_iter().filter(|state| state.has_attack_limit()) {
        assert_eq!(price(state), [None, None, Some(4), None], "{state:?}");
        assert_eq!(charts.construct_naval[state.index()], None);
    }
    assert_eq!(charts.construct_naval[State::Muslim.index()], Some(8));
    assert_eq!((charts.construct_base, charts.base_levels), (4, 3));
}

#[test]
#[covers("table.conversion", "table.reconversion", "table.conversion-cost")]
fn conversion_is_that_of_the_tables() {
    let charts = charts();
    let dice = |of: &dyn Fn(u8) -> bool| (1..=6).filter(|&die| of(die)).collect::<Vec<u8>>();
    // State, cost, dice that convert, dice that reconvert.
    let printed: [(State, u8, &[u8], &[u8]); 7] = [
        (State::Berber, 3, &[5, 6], &[4, 5, 6]),
        (State::Byzantine, 2, &[4, 5, 6], &[3, 4, 5, 6]),
        (State::Goth, 2, &[5, 6], &[3, 4, 5, 6]),
        (State::Khazar, 2, &[4, 5, 6], &[4, 5, 6]),
        (State::Persian, 1, &[2, 3, 4, 5, 6], &[6]),
        (State::Sindhi, 2, &[4, 5, 6], &[5, 6]),
        (State::Turk, 2, &[3, 4, 5, 6], &[4, 5, 6]),
    ];
    for (state, cost, converts, reconverts) in printed {
        assert_eq!(charts.conversion_cost[state.index()], Some(cost), "{state:?}");
        assert_eq!(dice(&|die| charts.converts(state, die)), converts, "{state:?}");
        assert_eq!(dice(&|die| charts.reconverts(state, die)), reconverts, "{state:?}");
    }
    for state in [State::Muslim, State::Frank] {
        assert_eq!(charts.conversion_cost[state.index()], None);
        assert!(dice(&|die| charts.converts(state, die)).is_empty());
    }
}

#[test]
#[covers("table.rebellion", "R110")]
fn rebellion_is_that_of_the_table() {
    let charts = charts();
    let first = |state, kind| (1..=6).find(|&die| charts.rebels(state, kind, die));
    let always = |state, kind| {
        let first = first(state, kind).unwrap_or(7);
        (1..=6).all(|die| charts.rebels(state, kind, die) == (die >= first))
    };
    assert_eq!(first(State::Muslim, Kind::Bedouin), Some(2));
    assert_eq!(first(State::Muslim, Kind::Levy), Some(3));
    for state in [State::Byzantine, State::Persian] {
        assert_eq!(first(state, Kind::Mercenary), Some(6));
        assert_eq!(first(state, Kind::Levy), Some(5));
    }
    for state in [State::Berber, State::Goth, State::Khazar, State::Sindhi, State::Turk] {
        assert_eq!(first(state, Kind::Levy), Some(4), "{state:?}");
    }
    for state in State::ALL {
        assert!(Kind::ALL.into_iter().all(|kind| always(state, kind)), "from its first die on");
        assert_eq!(first(state, Kind::Naval), None, "ships never rebel");
    }
}

#[test]
#[covers("table.suppression", "R112")]
fn suppression_is_that_of_the_table() {
    let charts = charts();
    let incomes = [20, 40, 60, 80, 100, 120, 121];
    assert_eq!(incomes.map(|income| charts.suppression(Kind::Levy, income)), [5, 4, 3, 2, 2, 3, 4]);
    assert_eq!(incomes.map(|income| charts.suppression(Kind::Bedouin, income)), [4, 3, 2, 1, 0, 1, 2]);
    assert_eq!(charts.suppression(Kind::Bedouin, 0), 4, "nothing earned counts as the first column");
}

#[test]
#[covers("table.khalif")]
fn the_khalif_lives_on_three_dice_and_leaves_an_heir_on_one() {
    use Fate::{Heir, NoHeir, Survives};
    assert_eq!(charts().khalif, [Survives, Survives, Survives, Heir, NoHeir, NoHeir]);
}

#[test]
#[covers("table.civil-war")]
fn civil_war_is_that_of_the_table() {
    assert_eq!(charts().civil_war, [[0, 0, 4], [0, 4, 5], [4, 5, 6]]);
}

#[test]
fn figures_are_those_of_the_rules_and_the_brief() {
    let figures = charts().figures;
    assert_eq!((figures.attrition_limit, figures.war_attrition_limit, figures.idle_factor), (60, 24, 3));
    assert_eq!((figures.converts_per_muslim, figures.aid_limit, figures.aid_factor), (3, 8, 2));
    assert_eq!((figures.alarm_income, figures.buy_off), (100, 1));
    assert_eq!((figures.rough_halves, figures.box_halves, figures.war_rounds), (3, 4, 1));
}

#[test]
fn wrong_tables_are_faults() {
    says(fault("\"1 to 3\",", "\"1 to 4\","), &["not the columns", "1 to 3"]);
    says(fault("\"6   1R/1  1/1R", "\"6   1R/1R  1/1R"), &["`1R/1R` is no entry", "one R in each"]);
    says(fault("\"4   -  C  -", "\"4   -  X  -"), &["`X` is no entry", "C or -"]);
    says(
        fault("\"6   2  2  3  3  4  4\"", "\"6   2  2  3  3  4\""),
        &["row of 6 has 5 entries", "6, one for each"],
    );
    says(fault("\"rough    2  2\"", "\"hilly    2  2\""), &["does not begin with its head", "\"rough\""]);
    says(fault("\"4   heir\"", "\"4   son\""), &["`son` is no entry", "survives, heir or no-heir"]);
    says(fault("CW6", "CW7"), &["`CW7` is no entry", "CW and a die"]);
    says(
        fault("desert       0  4  8  -", "desert       0  4  8  1"),
        &["`desert` has points", "on land for land units"],
    );
}

#[test]
fn wrong_figures_are_faults() {
    says(fault("attrition_limit = 60", "attrition_limit = 70"), &["attrition_limit is 70", "1 to 60"]);
    says(
        fault("rough_defence = \"1½\"", "rough_defence = \"half\""),
        &["`half` is no multiplier", "\"1\" to \"4½\""],
    );
    says(fault("house = [\"rough", "house = [\"gh"), &["no field `gh_defence`", "some of rough_defence"]);
    says(fault("buy_off = 1", "buy_of = 1"), &["unknown field `buy_of`", "expected one of"]);
}

#[test]
fn a_missing_row_is_a_fault() {
    let (file, _) = altered("charts.toml", TEXT, "    \"rough    2  2\",\n", "");
    let fault = read(&file).unwrap_err().to_string();
    assert!(fault.contains("the table has 2 rows; expected rows for fertile, rough, desert"), "{fault}");
}

#[test]
fn a_base_without_a_price_is_a_fault() {
    let fault = fault("construct-base   4", "construct-base   -").0.to_string();
    assert!(fault.contains("a base costs nothing that could be paid; expected points"), "{fault}");
}

#[test]
fn values_that_are_ours_are_marked() {
    assert_eq!(charts().house.len(), 3);
    let file = DataFile::new("charts.toml", TEXT.replacen("\"war_rounds\"]", "]", 1));
    assert_eq!(read(&file).unwrap().house.len(), 2);
}
