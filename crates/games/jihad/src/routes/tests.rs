//! Routes and menace.

use engine::contract::{Rules, Shown, Viewer};

use crate::drill::Drill;
use crate::position::Step;
use crate::sheet::{EMPIRES, MUSLIMS};
use crate::unit::Party;

#[test]
fn a_route_can_be_played_as_it_stands() {
    let field = Drill::new()
        .place("khalid", "muslim bedouin", "0404")
        .place("guard", "persian mercenary", "0604")
        .place("other", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims));
    let khalid = field.id("khalid");
    let routes = field.routes(khalid.0 as u16);
    assert!(routes.len() > 60, "{}", routes.len());
    for route in routes {
        let mut position = (*field).clone();
        for order in &route.orders {
            assert_eq!(position.check(order), Ok(()), "{order:?} on the way to {}", route.place);
            position.play(order, &mut engine::Silence);
        }
        assert_eq!(position.unit(khalid).hex(), route.place.hex().and_then(|number| position.hex(number)));
        assert_eq!(position.mover.points.to_string(), route.cost);
    }
}

#[test]
fn a_march_around_the_enemy_is_cheaper_than_one_past_him() {
    let field = Drill::new()
        .place("khalid", "muslim bedouin", "0504")
        .place_all(3, "guard", "persian mercenary", "0604")
        .place("other", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims));
    let behind = field.routes(field.id("khalid").0 as u16);
    let behind = behind.iter().find(|route| route.place == field.hex_number("0704")).unwrap();
    // Round by Ctesiphon; straight on it would be 1 and 9 and 1.
    assert_eq!(behind.cost, "2");
}

#[test]
fn menace_is_what_a_side_can_reach() {
    let field = Drill::new()
        .place("town", "muslim levy", "0303")
        .place("guard", "persian levy", "0604")
        .begin(Step::Move(Party::Muslims));
    let kinds = |side, hex: &str| {
        let hex = field.hex_number(hex);
        let threats = field.menace(side, Viewer::Referee);
        threats.iter().filter(|t| t.place == hex).map(|t| t.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(MUSLIMS, "0604"), ["reach", "melee"]);
    assert_eq!(kinds(EMPIRES, "0303"), ["reach", "melee"]);
    assert_eq!(kinds(MUSLIMS, "1505"), [""; 0]);
}
