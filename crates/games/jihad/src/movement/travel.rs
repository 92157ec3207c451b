//! Where a stack may go and stop (7.2, 7.3; rulings R15, R66, R67, R70, R71, R77, R79, R81).

use engine::hex::{Direction, Hex};
use engine::ledger::{Ledger, Unread};

use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::{Arm, Extent, Kind, MOST_HEXES, State};
use crate::unit::{Party, Spot, Unit, UnitId};

/// What the way of a stack depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Travel {
    pub party: Party,
    pub arm: Arm,
    /// The type that suffers most (R68).
    pub worst: Kind,
    /// The nationality, which Empires stacks have only one of.
    pub nation: State,
    /// Whether ships carry land units.
    pub laden: bool,
    /// Where the move began.
    pub origin: Spot,
    /// Where part of the stack is being dropped, so that the rest cannot stop (R66).
    pub shunned: Spot,
}

impl Position {
    /// The way of one unit from where it stands.
    pub(crate) fn travel_of(&self, party: Party, id: UnitId) -> Travel {
        let unit = self.unit(id);
        Travel {
            party,
            arm: unit.arm(),
            worst: unit.kind,
            nation: unit.state,
            laden: false,
            origin: unit.spot,
            shunned: Spot::NOWHERE,
        }
    }

    /// The way of the stack in hand, without those being dropped and without one more.
    pub(crate) fn travel(&self, without: UnitId) -> Travel {
        let mut travel = Travel {
            party: self.party(),
            arm: self.mover.arm,
            worst: if self.mover.arm == Arm::Naval { Kind::Naval } else { Kind::Bedouin },
            nation: State::Muslim,
            laden: false,
            origin: self.mover.origin,
            shunned: Spot::NOWHERE,
        };
        for id in self.stack(self.mover.at) {
            let unit = self.unit(id);
            if unit.has(Unit::DROPPING) || (id == without && unit.has(Unit::IN_HAND)) {
                travel.shunned = self.mover.at;
            } else if unit.has(Unit::IN_HAND) {
                travel.worst = travel.worst.max(unit.kind);
                travel.nation = unit.state;
            } else if let Some(ship) = unit.aboard.some() {
                travel.laden |= ship != without && !self.unit(ship).has(Unit::DROPPING);
            }
        }
        travel
    }

    /// The most attrition points a stack may gather (7.2, 11.33).
    #[inline]
    pub(crate) fn attrition_limit(&self, party: Party) -> u16 {
        let figures = &self.sheet.charts.figures;
        (if party.at_war() { figures.war_attrition_limit } else { figures.attrition_limit }) as u16
    }

    /// What marching past costs on leaving a place: the strength of opposing units of the arm (R71, R119, R120).
    #[inline]
    pub(crate) fn passing(&self, spot: Spot, party: Party, arm: Arm) -> u16 {
        let opposing = self.stack(spot).map(|id| self.unit(id)).filter(|unit| unit.arm() == arm);
        opposing.filter(|unit| !unit.serves(party)).map(|unit| unit.strength as u16).sum()
    }

    /// The points of a stack that leaves a place: what it has gathered, and what marching past costs (7.3).
    #[inline]
    pub(crate) fn points_on_leaving(
        &self,
        travel: &Travel,
        (from, entered): (Spot, bool),
        points: u8,
        ledger: &mut impl Ledger,
    ) -> u16 {
        let so_far = u16::from(ledger.count(points, "7.2", || "so far"));
        if !entered {
            return so_far;
        }
        match self.passing(from, travel.party, travel.arm) {
            0 => so_far,
            past => {
                let label = || format!("marching past opposing units in {}", self.spot_words(from));
                so_far + ledger.count(past, "7.3", label)
            }
        }
    }

    /// The points a hex costs a stack that enters it (7.2).
    #[inline]
    pub(crate) fn points_to_enter(&self, travel: &Travel, hex: Hex, ledger: &mut impl Ledger) -> u16 {
        let (place, worst) = (self.sheet.ground.place(hex), travel.worst);
        let points = ledger.count(self.sheet.charts.points(place, worst), "7.2", || {
            let ground = match worst {
                Kind::Naval if place.has_land() => "partial sea",
                Kind::Naval => "all sea",
                _ => place.land.name(),
            };
            format!("{}: {ground}, {}", self.place_words(hex), worst.name())
        });
        u16::from(points)
    }

    /// One hex on from another: where it leads and what the total then is.
    pub(crate) fn stride(
        &self,
        travel: &Travel,
        from: Hex,
        entered: bool,
        points: u8,
        to: Direction,
    ) -> Result<(Hex, u8), Refusal> {
        let ground = &self.sheet.ground;
        let Some(beyond) = ground.grid.neighbour(from, to) else { return Err(Refusal::OffTheMap) };
        let place = ground.place(beyond);
        if !ground.may_cross(from, to, travel.arm) || !place.admits(travel.arm) {
            return Err(self.barrier(from, to, beyond, travel.arm));
        }
        let crosses_border = ground.place(from).state != place.state;
        if travel.party == Party::Empires && crosses_border && self.is_neutral(travel.nation, beyond) {
            return Err(Refusal::NeutralGround);
        }
        let leaving = self.points_on_leaving(travel, (Spot::on(from), entered), points, &mut Unread);
        let total = leaving + self.points_to_enter(travel, beyond, &mut Unread);
        let limit = self.attrition_limit(travel.party);
        if total > limit {
            return Err(Refusal::TooFar { total, limit });
        }
        Ok((beyond, total as u8))
    }

    /// Why a hexside is shut.
    fn barrier(&self, from: Hex, to: Direction, beyond: Hex, arm: Arm) -> Refusal {
        let ground = &self.sheet.ground;
        let side = |sides: &[u8]| sides[from.index()] >> to.index() & 1 == 1;
        if ground.place(beyond).extent == Extent::OffMap {
            Refusal::OffTheMap
        } else if arm == Arm::Naval {
            Refusal::AllLand
        } else if side(&ground.mountain_sides) {
            Refusal::Mountains
        } else if side(&ground.strait_sides) {
            Refusal::Strait
        } else {
            Refusal::AllSea
        }
    }

    /// Whether a stack may stop in a place (R66, R79, R81).
    pub(crate) fn may_rest(&self, travel: &Travel, spot: Spot) -> Result<(), Refusal> {
        if spot == travel.shunned {
            return Err(Refusal::SplitToOnePlace);
        }
        for id in self.stack(spot) {
            let unit = self.unit(id);
            if travel.party == Party::Empires && !unit.is_muslim() && unit.state != travel.nation {
                return Err(Refusal::NationsApart);
            }
            let came_apart = unit.has(Unit::MOVED) && unit.origin == travel.origin;
            if came_apart && unit.arm() == travel.arm {
                return Err(Refusal::SplitToOnePlace);
            }
        }
        if !travel.laden {
            return Ok(());
        }
        let hex = self.hex_of(spot);
        if !hex.is_some_and(|hex| self.is_port(hex)) {
            return Err(Refusal::CargoNeedsPort);
        }
        if hex == self.hex_of(travel.origin) {
            return Err(Refusal::AnotherPort);
        }
        let ships = hex.is_some_and(|hex| self.passing(Spot::on(hex), travel.party, Arm::Naval) > 0);
        if ships { Err(Refusal::EnemyShips) } else { Ok(()) }
    }

    /// Whether a stack may go one hex on, which it may only if it can stop there or farther on (R67).
    pub(crate) fn may_go(
        &self,
        travel: &Travel,
        from: Hex,
        entered: bool,
        points: u8,
        to: Direction,
    ) -> Result<(Hex, u8), Refusal> {
        let (beyond, total) = self.stride(travel, from, entered, points, to)?;
        match self.may_rest(travel, Spot::on(beyond)) {
            Err(why) if !self.finds_rest(travel, beyond, total, true) => Err(why),
            _ => Ok((beyond, total)),
        }
    }

    /// Whether Byzantines in the Constantinople hex may go into the box (13.0, R132).
    pub(super) fn may_shelter(&self, travel: &Travel, entered: bool, points: u8) -> Result<u8, Refusal> {
        if travel.party != Party::Empires || travel.nation != State::Byzantine {
            return Err(Refusal::BoxForByzantines);
        }
        if !self.books.box_open {
            return Err(Refusal::BoxClosed);
        }
        let total = self.points_on_leaving(travel, (self.constantinople(), entered), points, &mut Unread);
        let limit = self.attrition_limit(travel.party);
        if total > limit {
            return Err(Refusal::TooFar { total, limit });
        }
        self.may_rest(travel, Spot::BOX).map(|()| total as u8)
    }

    /// Whether a stack that has come to a hex where it may not stop can still get to a place where it may. From
    /// the box it returns there only after a march (R75).
    fn finds_rest(&self, travel: &Travel, start: Hex, points: u8, marched: bool) -> bool {
        let mut best = [u8::MAX; MOST_HEXES];
        let mut queued = [false; MOST_HEXES];
        let mut queue = [0u16; MOST_HEXES];
        let (mut head, mut waiting) = (0, 1);
        best[start.index()] = points;
        queue[0] = start.0;
        while waiting > 0 {
            let hex = Hex(queue[head]);
            head = (head + 1) % MOST_HEXES;
            waiting -= 1;
            queued[hex.index()] = false;
            let spent = best[hex.index()];
            let sheltered = hex == self.sheet.ground.constantinople
                && (marched || hex != start || travel.origin != Spot::BOX)
                && self.may_shelter(travel, true, spent).is_ok();
            if sheltered {
                return true;
            }
            for (to, _) in self.sheet.ground.ways(hex, travel.arm) {
                let Ok((beyond, total)) = self.stride(travel, hex, true, spent, to) else { continue };
                if total >= best[beyond.index()] {
                    continue;
                }
                if self.may_rest(travel, Spot::on(beyond)).is_ok() {
                    return true;
                }
                best[beyond.index()] = total;
                if !queued[beyond.index()] {
                    queued[beyond.index()] = true;
                    queue[(head + waiting) % MOST_HEXES] = beyond.0;
                    waiting += 1;
                }
            }
        }
        false
    }

    /// Whether a stack could make a first step from where it stands.
    pub(crate) fn can_set_out(&self, travel: &Travel) -> bool {
        let Some(hex) = travel.origin.hex() else { return self.may_come_out(travel).is_ok() };
        let shelters = travel.origin == self.constantinople() && self.may_shelter(travel, false, 0).is_ok();
        shelters || self.can_go_on(travel, hex, false, 0)
    }

    /// Whether any step is open to a stack.
    pub(crate) fn can_go_on(&self, travel: &Travel, hex: Hex, entered: bool, points: u8) -> bool {
        let mut ways = self.sheet.ground.ways(hex, travel.arm);
        ways.any(|(to, _)| self.may_go(travel, hex, entered, points, to).is_ok())
    }

    /// Whether a stack in the box may come out into the hex.
    pub(super) fn may_come_out(&self, travel: &Travel) -> Result<(), Refusal> {
        let hex = self.sheet.ground.constantinople;
        match self.may_rest(travel, Spot::on(hex)) {
            Err(why) if !self.finds_rest(travel, hex, 0, false) => Err(why),
            _ => Ok(()),
        }
    }
}
