use covers::covers;
use engine::ledger::Unread;

use crate::drill::{THEM, US, ground, mu};
use crate::field::Feature;
use crate::geometry::{Hand, Point};
use crate::kind::Kind;
use crate::position::Position;
use crate::sheet::Class;

/// Kind, class, close against foot and mounted, shooting, when shot at, in bad going.
type Row = (Kind, Class, [i8; 2], [i8; 2], i8, i8);

const CHART: [Row; 21] = {
    use Class::{Foot, Mounted};
    [
        (Kind::Artillery, Foot, [2, 2], [4, 4], 0, -2),
        (Kind::Auxilia, Foot, [3, 2], [3, 2], 0, 0),
        (Kind::Blades, Foot, [5, 3], [5, 3], -1, -2),
        (Kind::Bows, Foot, [2, 4], [2, 4], 0, 0),
        (Kind::Camelry, Mounted, [3, 2], [3, 2], 0, -2),
        (Kind::CampFollowers, Foot, [1, 1], [1, 1], 0, 0),
        (Kind::Cataphracts, Mounted, [4, 4], [4, 4], 0, -2),
        (Kind::Cavalry, Mounted, [3, 3], [3, 3], 0, -2),
        (Kind::Elephants, Mounted, [5, 4], [5, 4], -1, -2),
        (Kind::Hordes, Foot, [3, 2], [3, 2], 0, -2),
        (Kind::Knights, Mounted, [3, 4], [3, 4], 0, -2),
        (Kind::LightHorse, Mounted, [2, 2], [2, 2], 0, -2),
        (Kind::LightSpear, Foot, [3, 3], [3, 3], 0, 0),
        (Kind::Pavises, Foot, [3, 4], [2, 4], 0, -2),
        (Kind::Pikes, Foot, [3, 4], [3, 4], 0, -2),
        (Kind::Psiloi, Foot, [2, 2], [2, 2], 0, 0),
        (Kind::Raiders, Foot, [4, 2], [4, 2], -1, -1),
        (Kind::ScythedChariots, Mounted, [4, 4], [4, 4], 0, -2),
        (Kind::Spears, Foot, [4, 4], [4, 4], 0, -2),
        (Kind::WarWagons, Foot, [3, 4], [3, 4], 0, -2),
        (Kind::Warband, Foot, [3, 2], [3, 2], 0, 0),
    ]
};

#[test]
#[covers("1.1", "1.3", "1.4")]
fn the_chart_has_every_factor() {
    let position = ground();
    for (kind, class, close, shooting, shot_at, bad_going) in CHART {
        let card = position.sheet().card(kind);
        assert_eq!((card.class, card.close, card.shooting), (class, close, shooting), "{kind:?}");
        assert_eq!((card.shot_at, card.bad_going), (shot_at, bad_going), "{kind:?}");
        let range = match kind {
            Kind::Artillery => Some(mu(8.0)),
            Kind::Bows | Kind::Pavises | Kind::WarWagons => Some(mu(3.0)),
            _ => None,
        };
        assert_eq!(card.range, range, "{kind:?}");
    }
}

/// One of ours and one of theirs in full front contact in the middle of the table.
fn duel(ours: &str, theirs: &str) -> (Position, crate::ElementId, crate::ElementId) {
    let mut position = ground();
    let one = position.put(US, 1, ours, 19.0, 19.0, 0.0);
    let other = position.put(THEM, 1, theirs, 19.0, 19.0, 180.0);
    (position, one, other)
}

fn close(position: &Position, id: crate::ElementId, foe: crate::ElementId) -> i32 {
    position.close_factor(id, foe, &mut Unread)
}

#[test]
#[covers("1.1", "R9", "7.6")]
fn the_class_of_the_foe_decides_and_chariots_are_mounted() {
    let (position, one, other) = duel("4Bd", "LCh");
    assert_eq!((close(&position, one, other), close(&position, other, one)), (3, 3));
    let (position, one, other) = duel("4Bd", "WWg");
    assert_eq!((close(&position, one, other), close(&position, other, one)), (5, 3), "War Wagons are foot");
    let (position, one, other) = duel("HCh", "3Bd");
    assert_eq!((close(&position, one, other), close(&position, other, one)), (3, 2));
}

#[test]
#[covers("1.4", "R97", "R12")]
fn generals_and_own_camps_help() {
    let mut position = ground();
    position.set_camp(US, crate::drill::at(18.0, 0.0), crate::drill::at(21.0, 2.0));
    let holder = position.stand_in_camp(US, 2, "Ps", US);
    let attacker = position.put(THEM, 0, "3Cv", 19.0, 2.0, 180.0);
    assert_eq!(close(&position, holder, attacker), 2 + 2);
    assert_eq!(close(&position, attacker, holder), 3 + 1, "against the occupant, who is on foot");
    let rider = position.stand_in_camp(US, 2, "LH", US);
    assert_eq!(close(&position, rider, attacker), 2, "only foot gain from their camp");
    let mut taken = ground();
    taken.set_camp(THEM, crate::drill::at(18.0, 36.0), crate::drill::at(21.0, 38.0));
    let thief = taken.stand_in_camp(US, 2, "4Bd", THEM);
    let owner = taken.put(THEM, 3, "4Bd", 19.0, 36.0, 0.0);
    assert_eq!(close(&taken, thief, owner), 5, "another's camp gives nothing");
}

#[test]
#[covers("1.4", "2.10", "R77", "R78", "R145")]
fn each_flank_and_the_rear_cost_one() {
    let (mut position, one, other) = duel("4Sp", "4Sp");
    let base = position.base(one);
    assert_eq!(close(&position, one, other), 4);
    // Beside our foe, so that right front corners meet: an overlap.
    position.put_at(THEM, 2, "Ps", position.base(other).beside_place(Hand::Left));
    assert_eq!(position.pressure(one, other).right, Some(crate::ElementId::of(THEM, 2)));
    assert_eq!(close(&position, one, other), 3);
    // A second enemy on the same side, in flank contact, changes nothing.
    let mut both = position.clone();
    both.elements[crate::ElementId::of(THEM, 2).index()].place = crate::Whereabouts::Out;
    both.put_at(THEM, 3, "4Sp", base.flank_place(Hand::Right));
    assert_eq!(close(&both, one, other), 3);
    both.put_at(THEM, 4, "4Sp", base.flank_place(Hand::Left));
    assert_eq!(close(&both, one, other), 2);
    both.put_at(THEM, 5, "4Sp", base.rear_place());
    assert_eq!(close(&both, one, other), 1);
}

#[test]
#[covers("2.10")]
fn an_overlapper_that_fights_in_front_itself_counts_only_side_to_side() {
    let (mut position, one, other) = duel("4Sp", "4Sp");
    let beside = position.put_at(THEM, 2, "4Sp", position.base(other).beside_place(Hand::Left));
    let neighbour = position.put_at(US, 2, "4Sp", position.base(one).beside_place(Hand::Right));
    assert!(position.front_to_front(neighbour, beside).is_some());
    assert_eq!(position.pressure(one, other).right, None, "it is in full front contact with another");
    // Alongside us, side edges touching, it counts though it fights.
    let mut position = duel("4Sp", "4Sp").0;
    let base = position.base(one);
    let place = base.beside_place(Hand::Right);
    let alongside = crate::geometry::Base::new(place, 3).about_face().pose;
    let enemy = position.put_at(THEM, 2, "4Sp", alongside);
    let victim = position.put_at(US, 3, "4Sp", position.base(enemy).front_place());
    assert!(position.front_to_front(victim, enemy).is_some());
    assert_eq!(position.pressure(one, other).right, Some(enemy));
}

#[test]
#[covers("R79")]
fn corner_overlaps_do_not_trouble_scythed_chariots() {
    let (mut position, one, other) = duel("SCh", "4Sp");
    position.put_at(THEM, 2, "4Sp", position.base(other).beside_place(Hand::Left));
    assert_eq!(close(&position, one, other), 4);
    position.put_at(THEM, 3, "4Sp", position.base(one).flank_place(Hand::Right));
    assert_eq!(close(&position, one, other), 3, "a flank contact does");
}

#[test]
#[covers("1.4", "R5", "R6", "R7", "R8")]
fn bad_going_is_judged_for_whoever_suffers() {
    let (mut position, one, other) = duel("3Cv", "Ps");
    assert_eq!(close(&position, one, other), 3);
    position.oval(Feature::Woods, 19.0, 22.05, 6.0, 4.0);
    assert!(!position.in_bad_going(one, one) && position.in_bad_going(other, other));
    assert_eq!(close(&position, one, other), 1, "its foe is in the woods");
    assert_eq!(close(&position, other, one), 2, "Psiloi do not mind");
    position.oval(Feature::Rough, 19.0, 17.0, 4.0, 3.0);
    assert_eq!(close(&position, one, other), 1, "once, though both stand in bad going");
    position.line(Feature::Road, true, 19.0, 2.0);
    assert_eq!(close(&position, one, other), 1, "a road helps only movement");
    // Camels see dunes as good going, Cavalry does not.
    let (mut position, one, other) = duel("3Cv", "Cm");
    position.oval(Feature::Dunes, 19.0, 22.05, 6.0, 4.0);
    assert_eq!(close(&position, one, other), 1);
    assert_eq!(close(&position, other, one), 2);
    let (mut position, one, other) = duel("3Bd", "4Sp");
    position.oval(Feature::Marsh, 19.0, 17.5, 4.0, 3.0);
    assert_eq!(close(&position, one, other), 3, "Raiders lose one");
    // Touching the outline is not in it.
    let (mut position, one, other) = duel("4Sp", "4Sp");
    position.oval(Feature::River, 30.0, 30.0, 4.0, 4.0);
    assert_eq!(close(&position, one, other), 4, "rivers are not bad going");
}

#[test]
#[covers("2.12", "R92", "R93")]
fn nearer_to_the_crest_is_uphill() {
    let (mut position, one, other) = duel("4Sp", "4Sp");
    position.oval(Feature::GentleHill, 19.0, 17.0, 6.0, 6.0);
    assert!(position.is_uphill(one, other) && !position.is_uphill(other, one));
    assert_eq!((close(&position, one, other), close(&position, other, one)), (5, 4));
    let (mut level, one, other) = duel("4Sp", "4Sp");
    level.oval(Feature::GentleHill, 19.0, 19.0, 8.0, 8.0);
    assert!(!level.is_uphill(one, other) && !level.is_uphill(other, one), "equally near: none");
}

#[test]
#[covers("R93", "R146", "2.6")]
fn a_bank_is_defended_against_whoever_stands_in_the_river() {
    let (mut position, one, other) = duel("4Sp", "4Sp");
    position.line(Feature::River, false, 19.9, 1.5);
    assert!(position.defends_bank(one, other) && !position.defends_bank(other, one));
    assert_eq!((close(&position, one, other), close(&position, other, one)), (5, 4));
    let mut crossing = position.clone();
    crossing.line(Feature::Road, true, 19.0, 2.0);
    assert!(!crossing.defends_bank(one, other), "not at the road crossing");
    position.oval(Feature::GentleHill, 19.0, 17.0, 6.0, 6.0);
    assert_eq!(close(&position, one, other), 5, "height and bank are one");
}

#[test]
#[covers("1.5", "R94", "R95")]
fn ranks_behind_help_against_whom_the_chart_names() {
    let cases = [
        ("Pk", "Pk", "4Sp", 3),
        ("Pk", "Pk", "Bw", 0),
        ("Pk", "Pk", "Ps", 0),
        ("Pk", "Pk", "4Kn", 2),
        ("Pk", "Pk", "El", 2),
        ("Pk", "Pk", "3Kn", 2),
        ("Pk", "Pk", "3Cv", 0),
        ("4Sp", "4Sp", "4Bd", 1),
        ("4Sp", "4Sp", "3Kn", 1),
        ("4Sp", "4Sp", "LH", 0),
        ("3Sp", "3Sp", "Hd", 1),
        ("4Wb", "4Wb", "Art", 1),
        ("4Sp", "3Sp", "4Bd", 0),
        ("4Bd", "3Bd", "4Bd", 0),
        ("Ax", "Ps", "3Cv", 1),
        ("4Bd", "Ps", "4Wb", 1),
        ("3Sp", "Ps", "El", 1),
        ("3Bd", "Ps", "3Kn", 1),
        ("4Sp", "Ps", "LH", 1),
        ("4Sp", "Ps", "4Bd", 0),
        ("Pk", "Ps", "3Cv", 0),
        ("4Wb", "Ps", "3Cv", 0),
    ];
    for (front, behind, foe, adds) in cases {
        let (mut position, one, other) = duel(front, foe);
        let alone = close(&position, one, other);
        position.put_at(US, 2, behind, position.base(one).rear_place());
        assert_eq!(close(&position, one, other) - alone, adds, "{front} with {behind} behind against {foe}");
    }
}

#[test]
#[covers("1.5", "R94", "R98")]
fn support_stands_on_good_ground_and_is_left_in_peace() {
    let (mut position, one, other) = duel("4Sp", "4Bd");
    let second = position.put_at(US, 2, "4Sp", position.base(one).rear_place());
    assert_eq!(position.rear_support(one, other), (1, second));
    let mut spoilt = position.clone();
    spoilt.oval(Feature::Rough, 19.0, 15.5, 5.5, 4.0);
    assert!(spoilt.in_bad_going(second, second) && !spoilt.in_bad_going(one, one));
    assert_eq!(spoilt.rear_support(one, other).0, 0, "both must stand in good going");
    let mut touched = position.clone();
    touched.put_at(THEM, 2, "4Bd", touched.base(second).rear_place());
    assert_eq!(touched.rear_support(one, other).0, 0, "an enemy front on the supporter");
    position.elements[second.index()].place = crate::Whereabouts::Lost;
    assert_eq!(position.rear_support(one, other).0, 0, "gone is gone");
}

#[test]
#[covers("1.5", "R94")]
fn one_element_of_psiloi_supports_three() {
    let (mut position, middle, foe) = duel("4Bd", "3Kn");
    let base = position.base(middle);
    let left = position.put_at(US, 2, "4Bd", base.beside_place(Hand::Left));
    let right = position.put_at(US, 3, "3Bd", base.beside_place(Hand::Right));
    let psiloi = position.put_at(US, 4, "Ps", base.rear_place());
    assert_eq!(position.rear_support(middle, foe), (1, psiloi));
    assert_eq!(position.rear_support(left, foe), (1, psiloi));
    assert_eq!(position.rear_support(right, foe).0, 0, "Raiders are not Blades");
}

#[test]
#[covers("R96", "R152")]
fn psiloi_help_against_a_camp_and_nobody_helps_its_occupant() {
    let mut position = ground();
    position.set_camp(THEM, crate::drill::at(18.0, 36.0), crate::drill::at(21.0, 38.0));
    let followers = position.stand_in_camp(THEM, 12, "CF", THEM);
    let one = position.put(US, 1, "4Bd", 19.0, 36.0, 0.0);
    let psiloi = position.put_at(US, 2, "Ps", position.base(one).rear_place());
    assert_eq!(position.rear_support(one, followers), (1, psiloi));
    assert_eq!(position.rear_support(followers, one).0, 0);
    assert_eq!(close(&position, followers, one), 1 + 2);
}

#[test]
#[covers("1.3", "R80", "R81")]
fn shooting_has_factors_of_its_own() {
    let mut position = ground();
    let bows = position.put(US, 1, "Bw", 19.0, 16.0, 0.0);
    let blades = position.put(THEM, 1, "4Bd", 19.0, 18.0, 180.0);
    position.oval(Feature::GentleHill, 19.0, 20.0, 6.0, 6.0);
    position.oval(Feature::Rough, 19.0, 14.0, 4.0, 3.0);
    let factor = |id, foe, shot, aides| position.shooting_factor(id, foe, shot, aides, &mut Unread);
    assert_eq!(factor(bows, blades, false, 0), 2, "no height, no going");
    assert_eq!(factor(blades, bows, true, 0), 5 - 1);
    assert_eq!(factor(blades, bows, true, 2), 5 - 1 - 2);
    let general = crate::ElementId::of(THEM, 0);
    assert_eq!(factor(general, bows, true, 1), 3 + 1 - 1);
    assert_eq!(factor(general, bows, false, 0), 3, "his one counts only when he is shot at");
}

#[test]
#[covers("R141")]
fn a_dead_general_helps_nobody() {
    let (position, one, other) = duel("4Sp", "4Sp");
    assert!(!one.is_general());
    assert_eq!(close(&position, one, other), 4);
    let mut dead = position.clone();
    dead.elements[crate::ElementId::of(US, 0).index()].place = crate::Whereabouts::Lost;
    dead.sides[0].turns = 2;
    assert!(!dead.in_command(one), "and commands nobody");
}

#[test]
fn points_lie_where_a_base_has_them() {
    let (position, one, _) = duel("4Sp", "4Sp");
    assert_eq!(position.base(one).front_left(), Point::new(mu(18.0), mu(19.0)));
}
