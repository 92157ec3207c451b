use covers::covers;

use crate::drill::{Drill, sheet};
use crate::order::Order;
use crate::position::{Phase, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::Expedition::Byzantine;

#[test]
#[covers("table.stacking", "4.0", "R133")]
fn limits_are_as_the_brief_has_them_but_for_constantinople() {
    let charts = &sheet("campaign").charts;
    assert_eq!(charts.stacking, [4, 8, 10]);
    assert_eq!(charts.open_stacking, [4, 3, 2, 2, 2, 0], "clear, rough, desert, mountain, marsh");
}

#[test]
#[covers("4.0", "R58", "1.3.3", "R14")]
fn picked_units_count_two_and_expeditions_patrols_ships_and_leaders_nothing() {
    let mut drill = Drill::new();
    drill.puts(2, "Scholae", "Nicomedia");
    drill.put("Obsequium foot", "Nicomedia");
    drill.patrol("Obsequium horse", "Nicomedia");
    drill.host(Byzantine, "Nicomedia", &[("Obsequium foot", 6)]);
    drill.lead(crate::sheet::Leader::Theodore, "Nicomedia");
    drill.moor(BYZANTINES, "Rhodes", 1);
    assert_eq!(drill.position.crowd(drill.settlement("Nicomedia")), 5);
    assert_eq!(drill.position.crowd(drill.settlement("Rhodes")), 0);
}

#[test]
#[covers("R60", "4.0", "R59", "R2")]
fn an_overfull_place_is_trimmed_by_its_owner_at_the_end_of_a_phase() {
    let mut drill = Drill::new();
    let units = drill.puts(4, "Syrian 5-4", "Tyana");
    let more = drill.puts(2, "Syrian 6-4", "Tyana");
    drill.at(Step::Stacking(Phase::MuslimLand, MUSLIMS));
    assert_eq!(drill.asked(), Some(MUSLIMS));
    drill.go(Order::Lose { unit: units[0] }).go(Order::Lose { unit: more[0] });
    assert!(!matches!(drill.position.step, Step::Stacking(Phase::MuslimLand, MUSLIMS)));
    assert_eq!(drill.lost(&units) + drill.lost(&more), 2);
}
