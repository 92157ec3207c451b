use covers::covers;
use engine::ledger::Unread;
use engine::odds::{Odds, Quarters};

use crate::drill::{Drill, sheet};
use crate::order::{Order, Role};
use crate::position::{Cause, Fight, Pace, Stage, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS, Verdict};
use crate::unit::Expedition::{Byzantine, Egypt, Kufa, Syria};
use crate::unit::{Unit, UnitId};

/// The Syrians march from 3815 into Damascus, where the Byzantines stand.
struct Field {
    drill: Drill,
    muslims: Vec<UnitId>,
    byzantines: Vec<UnitId>,
}

fn field(muslims: &[(&str, usize)], byzantines: &[(&str, usize)], camped: bool) -> Field {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    let muslims = drill.host(Syria, "4015", muslims);
    let byzantines = drill.host(Byzantine, "4016", byzantines);
    if camped {
        drill.camp(Byzantine);
    }
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("4016");
    Field { drill, muslims, byzantines }
}

fn odds(drill: &Drill) -> (u32, u32, i32) {
    let odds = drill.position.odds(&mut Unread);
    (odds.attack.0 / 4, odds.defence.0 / 4, odds.shift)
}

#[test]
#[covers("table.combat", "6.1.3", "R73", "6.1.2")]
fn every_cell_of_the_table_is_as_the_brief_has_it() {
    use Verdict::{A, AD, AR, DD, DR};
    let table = &sheet("campaign").charts.combat;
    let rows = [
        [AD, AD, AR, AR, A, A, DR],
        [AD, AR, AR, A, A, DR, DR],
        [AR, AR, A, A, DR, DR, DR],
        [AR, A, A, DR, DR, DR, DD],
        [A, A, DR, DR, DR, DD, DD],
        [A, DR, DR, DR, DD, DD, DD],
    ];
    let ratios = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)];
    for (face, row) in (1..).zip(rows) {
        for (&(attack, defence), expected) in ratios.iter().zip(row) {
            let points = |n: u32| Quarters::points(n * 6);
            let odds = Odds { attack: points(attack), defence: points(defence), shift: 0, die: 0 };
            assert_eq!(table.outcome(&odds, face), expected, "{face} at {attack}:{defence}");
        }
    }
}

#[test]
#[covers("6.1.2", "R73", "R4")]
fn odds_are_rounded_for_the_defender_and_held_at_the_ends() {
    let table = &sheet("campaign").charts.combat;
    let column = |attack, defence, shift| {
        let odds =
            Odds { attack: Quarters::points(attack), defence: Quarters::points(defence), shift, die: 0 };
        table.column_name(table.fought_on(&odds))
    };
    assert_eq!(column(25, 4, -1), "3 to 1", "25:4 against a leader of one");
    assert_eq!(column(14, 10, 0), "1 to 1");
    assert_eq!(column(15, 10, 0), "3 to 2");
    assert_eq!(column(1, 9, 0), "1 to 3");
    assert_eq!(column(1, 9, -2), "1 to 3");
    assert_eq!(column(90, 1, 3), "4 to 1");
}

#[test]
#[covers("6.1.1", "1.3.4", "R15", "6.0")]
fn strengths_follow_the_terrain_of_the_hex() {
    // 4016 is clear.
    let field = field(
        &[("Syrian 6-4", 2), ("Syrian 5-4", 1)],
        &[("Orientales horse", 2), ("Orientales foot", 2)],
        false,
    );
    assert_eq!(odds(&field.drill), (17, 12, 0));
    let mut drill = Drill::new();
    drill.host(Syria, "3916", &[("Syrian 6-4", 2)]);
    drill.host(Byzantine, "3917", &[("Orientales horse", 2), ("Orientales foot", 2)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("3917");
    assert_eq!(odds(&drill), (8, 12, 0), "mountain");
}

#[test]
#[covers("6.3", "R75", "1.3.6")]
fn leaders_add_up_for_their_side() {
    let mut drill = Drill::new();
    drill.host(Syria, "4015", &[("Syrian 5-4", 4)]);
    drill.lead_with(Leader::Muawiya, Syria);
    drill.lead_with(Leader::Junada, Syria);
    drill.host(Byzantine, "4016", &[("Orientales horse", 4), ("Obsequium horse", 2)]);
    drill.lead_with(Leader::Theodore, Byzantine);
    drill.lead_with(Leader::Manuel, Byzantine);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("4016");
    assert_eq!(odds(&drill).2, 2 - 2, "Junada leads at sea only");
    let theodore = drill.position.leader(Leader::Theodore);
    let first = drill.position.force(false).next().unwrap();
    drill.go(Order::Reserve { unit: first });
    drill.go(Order::Reserve { unit: theodore });
    assert_eq!(odds(&drill).2, 2 - 1, "a leader in reserve does not count");
}

#[test]
#[covers("6.0", "R71")]
fn only_a_camp_can_be_surprised() {
    let open = field(&[("Syrian 5-4", 4)], &[("Orientales foot", 4)], false);
    assert_eq!(open.drill.position.battle.stage, Stage::Reserve);
    let mut camp = field(&[("Syrian 5-4", 4)], &[("Orientales foot", 4)], true);
    assert_eq!(camp.drill.position.battle.stage, Stage::Surprise);
    camp.drill.dice(&[2]);
    assert_eq!(
        (camp.drill.position.battle.kind, camp.drill.position.battle.stage),
        (Fight::Field, Stage::Reserve)
    );
}

#[test]
#[covers("6.5", "R88", "R76", "6.2.5", "brief.3")]
fn in_a_stormed_camp_the_defender_loses_two_for_one() {
    let mut f = field(
        &[("Syrian 5-4", 2), ("Syrian 4-4", 2)],
        &[("Orientales foot", 4), ("Orientales horse", 2)],
        true,
    );
    f.drill.dice(&[1]);
    assert_eq!(f.drill.position.battle.kind, Fight::Storm);
    assert_eq!((f.drill.asked(), f.drill.no(Order::Rout).as_str()), (Some(MUSLIMS), "6.1.4"));
    f.drill.go(Order::Lose { unit: f.muslims[0] });
    assert_eq!((f.drill.asked(), f.drill.position.battle.owed), (Some(BYZANTINES), 2));
    f.drill.go(Order::Lose { unit: f.byzantines[0] });
    f.drill.go(Order::Lose { unit: f.byzantines[4] });
    assert!(f.drill.may(Order::Rout), "from the second round on");
    f.drill.go(Order::Lose { unit: f.muslims[2] });
    f.drill.go(Order::Lose { unit: f.byzantines[1] });
    assert_eq!(f.drill.no(Order::Rout), "6.5", "not in the middle of a turn");
    f.drill.go(Order::Lose { unit: f.byzantines[5] });
    f.drill.go(Order::Rout);
    assert_eq!(f.drill.position.placing.cause, Cause::Rout);
    assert_eq!(f.drill.lost(&f.muslims), 2, "breaking off costs nothing more");
}

#[test]
#[covers("6.1.4", "R76", "R77")]
fn an_attrition_result_is_played_loss_by_loss() {
    let mut f = field(
        &[("Syrian 6-4", 1), ("Syrian 5-4", 2)],
        &[("Orientales foot", 1), ("Orientales horse", 1)],
        false,
    );
    f.drill.commit();
    // 16 to 6: two to one, a one is attrition.
    f.drill.dice(&[1]);
    f.drill.go(Order::Lose { unit: f.muslims[0] });
    f.drill.go(Order::Lose { unit: f.byzantines[0] });
    assert!(f.drill.may(Order::Rout));
    f.drill.go(Order::Lose { unit: f.muslims[1] });
    // The last Byzantine might still rout instead.
    f.drill.go(Order::Lose { unit: f.byzantines[1] });
    assert!(!f.drill.position.host(Byzantine).on_map());
    assert_eq!(f.drill.position.march.pace, Pace::Free, "the attacker may go on");
}

#[test]
#[covers("R76")]
fn at_one_against_one_the_attacker_dies() {
    let mut f = field(&[("Syrian 5-4", 1)], &[("Orientales horse", 1)], false);
    // 5 to 4 is one to one.
    f.drill.dice(&[3]);
    assert!(f.drill.is_lost(f.muslims[0]) && !f.drill.is_lost(f.byzantines[0]));
}

#[test]
#[covers("6.2", "6.2.1", "R78", "6.2.3")]
fn routed_byzantines_lose_as_many_as_there_are_muslims() {
    let mut f = field(&[("Syrian 6-4", 4)], &[("Orientales foot", 6), ("Obsequium foot", 1)], false);
    f.drill.commit();
    // 24 to 14 is three to two.
    f.drill.dice(&[4]);
    assert_eq!((f.drill.asked(), f.drill.position.battle.owed), (Some(BYZANTINES), 4));
    f.drill.lose_any();
    assert_eq!(f.drill.lost(&f.byzantines), 4);
    assert_eq!(f.drill.position.placing.cause, Cause::Rout);
}

#[test]
#[covers("6.2.2", "R78")]
fn routed_muslims_lose_as_many_as_there_are_mounted_byzantines() {
    let mut f = field(&[("Syrian 4-4", 5)], &[("Orientales horse", 3), ("Orientales foot", 9)], false);
    // Mounted units in reserve count too.
    f.drill.go(Order::Reserve { unit: f.byzantines[0] });
    f.drill.commit();
    // 20 against 26 is one to two.
    f.drill.dice(&[2]);
    assert_eq!(f.drill.lost(&f.muslims), 3, "they are alike: three are taken");
    assert_eq!(f.drill.position.placing.side, MUSLIMS);
}

#[test]
#[covers("6.4", "6.4.1", "6.4.2", "R82", "R4")]
fn half_of_the_units_and_one_leader_may_be_held_back() {
    let mut f = field(&[("Syrian 5-4", 5)], &[("Orientales foot", 5), ("Orientales horse", 1)], false);
    assert_eq!(f.drill.asked(), Some(BYZANTINES));
    f.drill.go(Order::Reserve { unit: f.byzantines[0] });
    assert_eq!(f.drill.no(Order::Reserve { unit: f.muslims[0] }), "2.0", "Muslims hold none");
    f.drill.go(Order::Reserve { unit: f.byzantines[5] });
    assert_eq!(odds(&f.drill).1, 8);
    f.drill.go(Order::Reserve { unit: f.byzantines[1] });
    // Three of six are held back and there is no leader: battle is joined.
    assert_eq!((f.drill.position.battle.stage, odds(&f.drill).1), (Stage::Die, 6));
}

/// The Muslims attack five horse and five foot, of which these are in reserve, and roll.
fn with_reserve(muslims: usize, reserve: &[usize], face: u8) -> Field {
    let mut f = field(&[("Syrian 5-4", muslims)], &[("Orientales horse", 5), ("Orientales foot", 5)], false);
    for &i in reserve {
        f.drill.go(Order::Reserve { unit: f.byzantines[i] });
    }
    f.drill.commit().dice(&[face]);
    f
}

#[test]
#[covers("6.4.3", "R83")]
fn a_reserve_has_its_roles_by_the_result() {
    let roles = |f: &Field| {
        let all = [Role::Feed, Role::Hold, Role::Counterattack, Role::Cover, Role::Idle];
        all.into_iter().filter(|&role| f.drill.may(Order::Role { role })).collect::<Vec<_>>()
    };
    // 25 against 20: one to one. 3 is attrition, 5 a rout.
    assert_eq!(roles(&with_reserve(5, &[5, 6, 7, 8, 9], 3)), [Role::Feed, Role::Hold]);
    assert_eq!(roles(&with_reserve(5, &[5, 6, 7, 8, 9], 5)), [Role::Counterattack, Role::Cover, Role::Idle]);
    // 50 against 10: four to one, 4 destroys.
    assert_eq!(roles(&with_reserve(10, &[0, 1, 2, 3, 4], 4)), [Role::Counterattack, Role::Idle]);
    let won = with_reserve(5, &[5, 6, 7, 8, 9], 1);
    assert_ne!(won.drill.position.battle.stage, Stage::Role, "the Muslims rout: the reserve does nothing");
}

#[test]
#[covers("R84", "6.4.3")]
fn a_reserve_feeds_an_exchange_or_stays_out_of_it() {
    // 25 against 26: one to two, and a four is attrition. The Syrians are alike: one is taken.
    let mut fed = with_reserve(5, &[5, 6], 4);
    fed.drill.go(Order::Role { role: Role::Feed });
    assert_eq!(fed.drill.lost(&fed.muslims), 1);
    assert!(fed.drill.may(Order::Lose { unit: fed.byzantines[5] }));
    let mut held = with_reserve(5, &[5, 6], 4);
    held.drill.go(Order::Role { role: Role::Hold });
    assert_eq!(held.drill.no(Order::Lose { unit: held.byzantines[5] }), "6.2.3");
    // The Byzantines lose whoever fights; when the fighting units are gone the reserve routs.
    let mut gone = with_reserve(9, &[0, 1, 2, 3, 4], 1);
    // 45 against 10: four to one; take the exchange as if it had come up.
    gone.drill.position.battle.verdict = Verdict::A;
    if gone.drill.position.battle.stage == Stage::Role {
        gone.drill.go(Order::Role { role: Role::Hold });
        while gone.drill.position.battle.kind != Fight::None {
            let lose = gone.drill.orders().into_iter().find(|order| matches!(order, Order::Lose { .. }));
            gone.drill.go(lose.unwrap());
        }
        assert_eq!(gone.drill.position.placing.cause, Cause::Rout);
        assert_eq!((gone.drill.lost(&gone.byzantines[..5]), gone.drill.lost(&gone.byzantines[5..])), (0, 5));
    } else {
        panic!("the reserve has a role after a rout");
    }
}

#[test]
#[covers("R85", "6.4.3")]
fn a_counter_attack_is_all_or_nothing() {
    let counter = |face: u8| {
        let mut f = with_reserve(5, &[0, 1, 2, 3, 4], 5);
        f.drill.go(Order::Role { role: Role::Counterattack });
        // 25 against the 20 of the reserve.
        assert_eq!(odds(&f.drill), (25, 20, 0));
        f.drill.dice(&[3]);
        assert_eq!(f.drill.position.battle.stage, Stage::Counter, "attrition is rolled again");
        f.drill.dice(&[face]);
        f
    };
    let won = counter(2);
    assert_eq!((won.drill.lost(&won.muslims), won.drill.lost(&won.byzantines)), (5, 0));
    let lost = counter(6);
    assert_eq!((lost.drill.lost(&lost.muslims), lost.drill.lost(&lost.byzantines)), (0, 10));
}

#[test]
#[covers("R86", "6.4.3")]
fn mounted_units_in_reserve_cover_the_rout() {
    let mut f = with_reserve(5, &[0, 1, 2], 6);
    // 25 against 18 is one to one: 6 routs the defender.
    f.drill.go(Order::Role { role: Role::Cover });
    assert_eq!(f.drill.position.battle.owed, 2, "five Muslims less three horse");
    assert_eq!(f.drill.no(Order::Lose { unit: f.byzantines[0] }), "6.2.3", "not from the reserve");
}

#[test]
#[covers("R87")]
fn an_idle_reserve_routs_without_loss() {
    let mut f = with_reserve(10, &[0, 1, 2, 3, 4], 4);
    f.drill.go(Order::Role { role: Role::Idle });
    assert_eq!(f.drill.lost(&f.byzantines), 5);
    assert_eq!(f.drill.position.placing.cause, Cause::Rout);
    assert!(f.byzantines[..5].iter().all(|&id| f.drill.position.unit(id).has(Unit::ADRIFT)));
}

#[test]
#[covers("R72", "R127")]
fn muslim_expeditions_in_a_hex_defend_as_one() {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    drill.host(Egypt, "4016", &[("Egyptian", 3)]);
    drill.host(Kufa, "4016", &[("Kufan", 2)]);
    drill.camp(Egypt);
    drill.host(Byzantine, "4015", &[("Scholae", 5)]);
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("4016");
    assert_eq!(drill.position.battle.stage, Stage::Reserve, "not all of them are camps");
    assert_eq!(odds(&drill), (30, 22, 0));
    drill.commit().dice(&[6]);
    // DR: five mounted, so all five are lost.
    assert!(!drill.position.host(Egypt).on_map() || drill.position.battle.owed == 5);
}

#[test]
#[covers("R20", "event.4")]
fn rebels_are_fought_without_surprise_and_destroyed_when_beaten() {
    let mut drill = Drill::new();
    let rebels = drill.puts(2, "Armeniae foot", "Dvin");
    let noble = drill.lead(Leader::Noble, "Dvin");
    for &id in rebels.iter().chain([&noble]) {
        drill.position.unit_mut(id).flags |= Unit::REBEL;
    }
    let dvin = drill.settlement("Dvin");
    drill.position.control[dvin as usize] = crate::position::Holder::Rebels;
    drill.host(Syria, "1405", &[("Syrian 6-4", 3)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Dvin");
    assert_eq!(drill.position.battle.kind, Fight::Rebels);
    assert_eq!(odds(&drill), (18, 4, -1), "the noble gives his shift");
    // 4:1 shifted to 3:1.
    drill.dice(&[2]);
    assert_eq!(drill.lost(&rebels), 2);
    assert!(drill.is_lost(noble));
    assert!(drill.position.holds(MUSLIMS, dvin), "the winner takes the place");
}

#[test]
#[covers("R20")]
fn who_routs_before_rebels_loses_one_for_each_and_the_other_player_decides_for_them() {
    let rebels = |drill: &mut Drill| {
        let ids = drill.puts(5, "Armeniae foot", "Dvin");
        let horse = drill.put("Armeniae horse", "Dvin");
        for &id in ids.iter().chain([&horse]) {
            drill.position.unit_mut(id).flags |= Unit::REBEL;
        }
        let dvin = drill.settlement("Dvin");
        drill.position.control[dvin as usize] = crate::position::Holder::Rebels;
        ids
    };
    let mut drill = Drill::new();
    rebels(&mut drill);
    let syrians = drill.host(Syria, "1405", &[("Syrian 4-4", 3)]);
    drill.control("Manzikert", MUSLIMS);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Dvin");
    // 12 against 14: one to two; 2 routs the attacker, one mounted rebel.
    drill.dice(&[2]);
    assert_eq!(drill.lost(&syrians), 1);
    let mut drill = Drill::new();
    rebels(&mut drill);
    drill.host(Byzantine, "1405", &[("Obsequium foot", 5), ("Orientales foot", 2)]);
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("Dvin").commit().dice(&[3]);
    // 14 against 14: attrition. The Byzantine loses first, then the Muslim names a rebel.
    drill.lose_one_then(MUSLIMS);
    assert_eq!(drill.no(Order::Rout), "6.1.4");
}

impl Drill {
    fn lose_one_then(&mut self, asked: engine::Side) {
        let order = self.orders().into_iter().find(|order| matches!(order, Order::Lose { .. })).unwrap();
        self.go(order);
        assert_eq!(self.asked(), Some(asked));
    }
}
