//! How the forces of the scenarios come to the map: zones, edges, arrivals, exits, on the real sheets.

use super::*;
use crate::drill::direction;
use crate::sheet::Kind;

/// A scenario in play, with events thrown away.
struct Table {
    position: Position,
}

impl Table {
    fn of(name: &str) -> Table {
        Table { position: start(name) }
    }

    /// The n-th counter of a type of a side, from 1.
    #[track_caller]
    fn unit(&self, side: &str, kind: Kind, ordinal: u8) -> UnitId {
        let sheet = self.position.sheet();
        let side = Side::BOTH.into_iter().find(|s| sheet.sides[s.index()] == side).expect("a side");
        let fits = |u: &crate::sheet::Blueprint| (u.side, u.kind, u.ordinal) == (side, kind, ordinal);
        UnitId(sheet.units.iter().position(fits).expect("a counter of the scenario") as u8)
    }

    #[track_caller]
    fn play(&mut self, order: Order) -> &mut Table {
        if let Err(objection) = self.position.check(&order) {
            panic!("{order:?} refused: {objection}");
        }
        self.position.play(&order, &mut Silence);
        self
    }

    #[track_caller]
    fn refuses(&self, order: Order, rule: &str) {
        let objection = self.position.check(&order).expect_err("the order should be refused");
        assert_eq!(objection.rule, rule, "{objection}");
    }

    fn muster(&mut self) -> &mut Table {
        while let Step::Deploy(_) = self.position.step {
            self.play(Order::Muster);
        }
        self
    }

    /// Goes on without doing anything that is not demanded until a step of a Player-Turn.
    #[track_caller]
    fn until(&mut self, player_turn: u8, wanted: impl Fn(Step) -> bool) -> &mut Table {
        for _ in 0..4000 {
            let now = self.position.player_turn;
            if now == player_turn && wanted(self.position.step) && self.position.facing_due == UnitId::NONE {
                return self;
            }
            assert!(now <= player_turn, "the step was passed by");
            let mut orders = vec![];
            self.position.orders(&mut orders);
            let ends = [Order::Done, Order::Commit, Order::Delay, Order::Halt];
            let order = ends.into_iter().find(|order| orders.contains(order)).unwrap_or(orders[0]);
            self.play(order);
        }
        panic!("the step never came");
    }

    /// The hexes an entering unit may choose from.
    fn gates(&self) -> Vec<String> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        let gates = orders.into_iter().filter_map(|order| match order {
            Order::Enter { hex } => Some(hex.to_string()),
            _ => None,
        });
        gates.collect()
    }
}

fn place(unit: UnitId, hex: &str) -> Order {
    Order::Place { unit, hex: number(hex) }
}

#[test]
#[covers("scenario.delta", "R92", "setup.deploy")]
fn the_egyptians_of_the_delta_divide_their_force_as_they_like() {
    let mut table = Table::of("delta");
    table.play(Order::Muster);
    let levy = |n| table.unit("Egyptians", Kind::MI, n);
    let (one, two) = (levy(1), levy(2));
    table.refuses(place(one, "0613"), "R92"); // K, six hexes from G and from J
    table.refuses(place(one, "1529"), "R92"); // P, where the Hyksos are
    table.refuses(place(one, "0501"), "R92"); // six hexes from G
    table.refuses(place(one, "1714"), "R92"); // six hexes from J
    table.play(place(one, "0502")).play(Order::Face { facing: direction("S") });
    table.play(place(two, "1713")).play(Order::Face { facing: direction("S") });
}

#[test]
#[covers("scenario.kadesh", "R92")]
fn each_division_of_kadesh_keeps_to_its_own_zone() {
    let table = Table::of("kadesh");
    let swords = |n| table.unit("Egyptians", Kind::AX, n);
    // Six Axemen in Division A around P, three in B around E, three in C around A.
    table.refuses(place(swords(1), "2016"), "R92");
    table.refuses(place(swords(7), "1529"), "R92");
    table.refuses(place(swords(10), "2016"), "R92");
    for (id, hex) in [(swords(1), "1529"), (swords(7), "2016"), (swords(10), "3017")] {
        assert_eq!(table.position.check(&place(id, hex)), Ok(()));
    }
    let hittite = table.unit("Hittites", Kind::MS, 1);
    table.refuses(place(hittite, "0101"), "protocol");
}

#[test]
#[covers("scenario.kadesh", "R23")]
fn hittites_come_when_and_where_they_like_but_not_from_the_south() {
    let mut table = Table::of("kadesh");
    table.muster();
    assert_eq!((table.position.player_turn, table.position.step), (1, Step::Embark));
    table.until(1, |step| step == Step::Moving);
    assert_eq!(table.position.check(&Order::Done), Ok(()), "nobody has to come on");
    let (spears, axes) = (table.unit("Hittites", Kind::MS, 1), table.unit("Hittites", Kind::AX, 1));
    table.play(Order::Move { unit: spears });
    let gates = table.gates();
    // 30 hexes in the west, 30 in the east, 38 more in the north; the corners of the south belong to the sides.
    assert_eq!(gates.len(), 98);
    assert!(["0101", "0130", "4030", "2001"].iter().all(|hex| gates.contains(&hex.to_string())));
    table.refuses(Order::Enter { hex: number("2030") }, "R21");
    table.play(Order::Enter { hex: number("0115") }).play(Order::Face { facing: direction("NE") });
    table.play(Order::Halt).play(Order::Move { unit: axes });
    table.play(Order::Enter { hex: number("4002") }).play(Order::Face { facing: direction("SW") });
    table.play(Order::Halt);
    table.until(29, |step| step == Step::Moving);
    let late = table.unit("Hittites", Kind::SK, 6);
    table.play(Order::Move { unit: late }).play(Order::Enter { hex: number("2001") });
}

#[test]
#[covers("scenario.tabal", "R23", "setup.deploy")]
fn assyrians_must_enter_tabal_from_the_south_in_player_turn_two() {
    let mut table = Table::of("tabal");
    let assyrian = table.unit("Assyrians", Kind::MS, 1);
    table.refuses(place(assyrian, "2016"), "protocol");
    table.play(Order::Muster);
    assert_eq!(table.position.player_turn, 1, "nobody else deploys");
    table.until(2, |step| step == Step::Moving);
    table.refuses(Order::Done, "R23");
    table.play(Order::Move { unit: assyrian });
    let gates = table.gates();
    assert_eq!(gates.len(), 40);
    assert!(gates.iter().all(|hex| hex.ends_with("30")), "{gates:?}");
    table.refuses(Order::Halt, "R23");
}

#[test]
#[covers("scenario.charchemish", "R23")]
fn egyptians_must_enter_charchemish_from_the_east_in_player_turn_one() {
    let mut table = Table::of("charchemish");
    table.play(Order::Muster).until(1, |step| step == Step::Moving);
    table.refuses(Order::Done, "R23");
    let levy = table.unit("Egyptians", Kind::MI, 1);
    table.play(Order::Move { unit: levy });
    let gates = table.gates();
    assert_eq!(gates.len(), 30);
    assert!(gates.iter().all(|hex| hex.starts_with("40")), "{gates:?}");
}

#[test]
#[covers("scenario.fan-14", "R5", "R23")]
fn judean_force_b_must_enter_in_game_turn_four_south_of_the_stream() {
    let mut table = Table::of("fan-14-judeans-strike");
    table.muster().until(6, |step| step == Step::Moving);
    let levy = table.unit("Judeans", Kind::MI, 9);
    assert!(table.position.check(&Order::Move { unit: levy }).is_err(), "Game-Turn 3 is too early");
    table.until(8, |step| step == Step::Moving);
    table.refuses(Order::Done, "R23");
    table.play(Order::Move { unit: levy });
    let gates = table.gates();
    // The stream leaves the map at 4009: 40 hexes in the south, and 4010 to 4029 in the east.
    assert_eq!(gates.len(), 40 + 20);
    assert!(gates.contains(&"4010".to_string()) && gates.contains(&"0130".to_string()));
    assert!(!gates.contains(&"4009".to_string()) && !gates.contains(&"4008".to_string()));
    assert!(!gates.contains(&"0129".to_string()));
}

#[test]
#[covers("scenario.fan-12", "R103", "R22")]
fn the_relief_of_king_david_comes_whole_or_waits() {
    let mut table = Table::of("fan-12-king-david");
    table.muster();
    let arriving = |step| matches!(step, Step::Arrive(_));
    // Israel moves second: Player-Turn 8 is its turn in Game-Turn 4.
    table.until(6, |step| step == Step::Moving);
    let scouts = table.unit("Israelites", Kind::SK, 3);
    assert!(table.position.unit(scouts).hex().is_none(), "nothing was offered in Game-Turn 3");
    table.until(8, arriving);
    table.refuses(Order::Arrive { hex: number("3624") }, "R21"); // L is for Force C
    for hex in ["1225", "0426"] {
        assert_eq!(table.position.check(&Order::Arrive { hex: number(hex) }), Ok(()));
    }
    table.play(Order::Delay);
    table.until(10, arriving).play(Order::Delay);
    // In Game-Turn 6 both groups are due.
    table.until(12, arriving).play(Order::Delay);
    assert!(arriving(table.position.step), "Force C is due as well");
    for hex in ["3624", "0721", "0507"] {
        assert_eq!(table.position.check(&Order::Arrive { hex: number(hex) }), Ok(()));
    }
    table.refuses(Order::Arrive { hex: number("1225") }, "R21");
    table.play(Order::Delay);
    // And in Game-Turn 15 Force B comes at last, whole.
    table.until(30, arriving).play(Order::Arrive { hex: number("0426") });
    let position = &table.position;
    let there = position.hex(number("0426")).unwrap();
    let force: Vec<UnitId> = position.battle.group(1).collect();
    assert_eq!(force.len(), 16);
    assert!(force.iter().all(|&id| position.unit(id).hex() == Some(there)));
}

#[test]
#[covers("scenario.fan-12", "R105", "R23")]
fn the_philistines_come_up_the_road_in_player_turn_one() {
    let mut table = Table::of("fan-12-king-david");
    table.play(Order::Muster).until(1, |step| step == Step::Moving);
    table.refuses(Order::Done, "R23");
    let chariot = table.unit("Philistines", Kind::CH, 1);
    table.play(Order::Move { unit: chariot });
    assert_eq!(table.gates(), ["0117"]);
    table.play(Order::Enter { hex: number("0117") });
    assert_eq!(table.position.mover.points, 2 * 10 - 1, "half a point for the road hex at the edge");
    table.play(Order::Face { facing: direction("NE") });
    // Along the road: 0216, 0317, 0417, 0518 for half a point each.
    for (to, left) in [("NE", 18), ("SE", 17)] {
        table.play(Order::Step { to: direction(to) });
        assert_eq!(table.position.mover.points, left);
    }
}

#[test]
#[covers("scenario.armageddon-609", "R24", "R4")]
fn egyptians_leave_armageddon_near_the_corner_only() {
    let sheet = start("armageddon-609").sheet().clone();
    let number = |&hex: &Hex| sheet.ground.grid.number(hex).to_string();
    let corner: Vec<String> = sheet.exits[0].iter().map(number).collect();
    let west = ["0125", "0126", "0127", "0128", "0129", "0130"];
    let south = ["0230", "0330", "0430", "0530", "0630"];
    assert!(corner.iter().eq(west.iter().chain(&south)), "{corner:?}");
    assert!(sheet.exits[1].is_empty(), "the Judeans do not leave");
}

#[test]
#[covers("scenario.armageddon-609", "scenario.fan-13", "R92")]
fn two_zones_are_shared_out_freely() {
    for (name, side, kind, hexes) in [
        ("armageddon-609", "Judeans", Kind::MI, ["1225", "0721"]),
        ("fan-13-israel-egypt", "Israelites", Kind::MI, ["2724", "3017"]),
    ] {
        let mut table = Table::of(name);
        if name == "armageddon-609" {
            table.play(Order::Muster);
        }
        for (n, hex) in [1, 2].into_iter().zip(hexes) {
            let id = table.unit(side, kind, n);
            table.play(place(id, hex)).play(Order::Face { facing: direction("N") });
        }
        let third = table.unit(side, kind, 3);
        table.refuses(place(third, "2001"), "R92");
    }
}

#[test]
#[covers("scenario.lake-regillus", "scenario.fan-14", "R24")]
fn the_south_edge_is_an_exit_for_one_side_only() {
    for (name, side) in [("lake-regillus", 1), ("fan-14-judeans-strike", 1)] {
        let sheet = start(name).sheet().clone();
        assert_eq!((sheet.exits[side].len(), sheet.exits[1 - side].len()), (40, 0), "{name}");
        assert!(sheet.exits[side].iter().all(|&hex| sheet.ground.grid.row(hex) == 30), "{name}");
    }
    let others =
        LIBRARY.names().iter().filter(|name| start(name).sheet().exits.iter().any(|e| !e.is_empty()));
    assert_eq!(others.count(), 3, "nobody leaves the map in the other scenarios");
}

#[test]
#[covers("scenario.fan-11", "setup.deploy")]
fn the_israelites_of_gilboa_keep_off_the_slopes() {
    let mut table = Table::of("fan-11-mount-gilboa");
    table.play(Order::Muster);
    let levy = table.unit("Israelites", Kind::MI, 1);
    let position = &table.position;
    let sheet = position.sheet();
    let j = sheet.ground.places[&'J'];
    let mut slopes = 0;
    for hex in sheet.ground.grid.within(j, 4) {
        let slope = sheet.ground.terrain[hex.index()] == crate::sheet::Terrain::Slope;
        let order = Order::Place { unit: levy, hex: position.number(hex) };
        assert_eq!(position.check(&order).is_err(), slope, "{}", position.number(hex));
        slopes += usize::from(slope);
    }
    assert!(slopes > 0, "there are slopes near J");
}
