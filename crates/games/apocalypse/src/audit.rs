//! What must hold of every position.

use engine::Side;

use crate::position::{Cause, Fight, Host, Pace, Position, Stage, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

/// A sentence if something does not hold.
fn hold(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl Position {
    /// The first broken invariant.
    pub(crate) fn find_fault(&self) -> Result<(), String> {
        self.check_stacks()?;
        if self.outcome.is_some() {
            // The running procedure stops where the game ends (ruling 109).
            return Ok(());
        }
        self.check_numbers()?;
        self.ids().try_for_each(|id| self.check_counter(id))?;
        Expedition::ALL.into_iter().try_for_each(|expedition| self.check_expedition(expedition))?;
        self.check_company()?;
        self.check_procedures()?;
        self.check_administration()?;
        hold(self.far == self.surveyed(), || "distances are not those of whoever is in hand".into())
    }

    /// Small numbers are in their ranges: the rest relies on it.
    fn check_numbers(&self) -> Result<(), String> {
        let (sheet, places) = (&self.sheet, self.sheet.ground.settlements.len() as u8);
        let years = sheet.first_year..=sheet.last_year;
        hold(years.contains(&self.year), || format!("the year {} is not played", self.year))?;
        hold(self.annals.event == 0 || (2..=12).contains(&self.annals.event), || "no such event".into())?;
        let walls = self.annals.open_walls;
        hold(walls == u8::MAX || walls < places, || format!("there is no place {walls}"))?;
        match self.step {
            Step::Plague(_, place) => hold(place <= places, || format!("there is no place {place}"))?,
            Step::Replace(_, index) | Step::LevyDie(index) | Step::Levy(index, _) => {
                hold((index as usize) < sheet.fabricae.len(), || format!("there is no Fabrica {index}"))?;
            }
            Step::Attrition(place) | Step::Toll(place, _) => {
                // The ships of the last expedition may still be on their way to port.
                hold(place < 4 || place == 4 && self.busy(), || format!("there is no expedition {place}"))?;
            }
            _ => {}
        }
        match self.step {
            Step::Toll(place, left) => {
                let units = self.strength_of(Self::worn(place));
                hold((1..=units).contains(&left), || "more is lost than there is".into())?;
            }
            Step::Lords(left) => hold((1..=6).contains(&left), || "no die shows that".into())?,
            Step::Levy(_, left) => hold((1..=6).contains(&left), || "no die shows that".into())?,
            Step::Attrition(place) => {
                let host = self.host(Self::worn(place));
                hold(host.on_map() && host.camped || self.busy(), || "attrition of nobody".into())?;
            }
            _ => {}
        }
        hold(self.hand == UnitId::NONE || self.exists(self.hand), || "no such counter in hand".into())?;
        let points = if self.hand == UnitId::NONE { 0 } else { sheet.charts.leader.max(sheet.charts.patrol) };
        hold(self.points <= points, || "more movement points than anybody has".into())
    }

    fn check_stacks(&self) -> Result<(), String> {
        let mut stacked = 0;
        for hex in self.sheet.ground.grid.hexes() {
            let mut before = None;
            for id in self.stack(hex) {
                hold(self.unit(id).spot == Spot::on(hex), || {
                    format!("counter {} is in another stack", id.0)
                })?;
                hold(before < Some(id), || format!("the stack with counter {} is out of order", id.0))?;
                before = Some(id);
                stacked += 1;
            }
        }
        let on_map = self.ids().filter(|&id| self.unit(id).spot.hex().is_some()).count();
        hold(stacked == on_map, || format!("{on_map} counters on the map, {stacked} in stacks"))
    }

    fn check_counter(&self, id: UnitId) -> Result<(), String> {
        let unit = self.unit(id);
        let name = || self.label(id);
        let Some(hex) = unit.spot.hex() else {
            let boxed = unit.spot == Spot::AFRICA && unit.mode == Mode::Garrison && unit.is_land();
            hold(unit.mode == Mode::Off || boxed, || format!("{} has a mode off the map", name()))?;
            let arriving = self.placing.cause == Cause::Arrival && unit.flags == Unit::ADRIFT;
            let changed = boxed && unit.flags & !(Unit::CHANGED) == 0;
            hold(unit.flags == 0 || arriving || changed, || format!("{} is marked off the map", name()))?;
            return hold(unit.aboard == UnitId::NONE, || format!("{} is aboard off the map", name()));
        };
        let ground = &self.sheet.ground;
        let open = !self.sheet.ways.closed[hex.index()];
        hold(open, || format!("{} is in the closed area", name()))?;
        let side = if unit.is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
        let adrift = unit.has(Unit::ADRIFT);
        hold(!adrift || self.placing.cause != Cause::None || matches!(self.step, Step::Lords(_)), || {
            format!("{} is adrift for no reason", name())
        })?;
        hold(!unit.has(Unit::RESERVE) || self.battle.kind != Fight::None, || {
            format!("{} is in reserve for no battle", name())
        })?;
        if unit.is_rebel() {
            let rebel = side == BYZANTINES && !unit.is_ship();
            hold(rebel, || format!("{} cannot be a rebel", name()))?;
        }
        match unit.mode {
            Mode::Garrison => {
                hold(!unit.is_leader(), || format!("{} is a leader in garrison", name()))?;
                let place = ground.settlement_in(hex);
                let Some(place) = place else { return Err(format!("{} is in garrison in no place", name())) };
                let holder = self.holder(place);
                let owner =
                    if unit.is_rebel() { holder.side().is_none() } else { holder.side() == Some(side) };
                let turning = self.placing.cause == Cause::Revolt || matches!(self.step, Step::Lords(_));
                hold(owner || turning, || format!("{} holds a place of others", name()))?;
                if unit.is_ship() {
                    hold(self.is_port(place), || format!("{} lies in no port", name()))?;
                }
            }
            Mode::Patrol => {
                hold(unit.is_mounted() && unit.is_land(), || format!("{} cannot patrol", name()))?;
                hold(ground.is_land(hex), || format!("{} patrols at sea", name()))?;
                let alone = self.number(hex, |other| other.mode == Mode::Patrol) == 1;
                let passing = self.hand.some().is_some_and(|hand| self.unit(hand).spot == unit.spot);
                hold(alone || passing, || format!("{} is not alone on patrol", name()))?;
            }
            Mode::Field(expedition) => self.check_member(id, expedition)?,
            Mode::Off => {
                let homeless = unit.is_leader() || adrift || unit.is_rebel();
                hold(homeless, || format!("{} has no mode", name()))?;
            }
        }
        hold(ground.is_land(hex) || unit.mode != Mode::Off || adrift, || {
            format!("{} stands in the sea", name())
        })?;
        match unit.aboard.some() {
            None => Ok(()),
            Some(ship) => {
                let carried = unit.is_land() && self.exists(ship) && self.unit(ship).is_ship();
                hold(carried, || format!("{} is aboard no ship", name()))?;
                let mine = self.unit(ship).is(Unit::MUSLIM) == unit.is(Unit::MUSLIM);
                hold(mine, || format!("{} is aboard an enemy ship", name()))?;
                let near = self.unit(ship).spot == unit.spot || self.placing.cause != Cause::None;
                hold(near, || format!("{} is not where its ship is", name()))
            }
        }
    }

    fn check_member(&self, id: UnitId, expedition: Expedition) -> Result<(), String> {
        let (unit, host) = (self.unit(id), self.host(expedition));
        let name = || self.label(id);
        let mine = unit.serves(Self::side_of(expedition));
        hold(mine, || format!("{} is with an enemy expedition", name()))?;
        hold(host.on_map(), || format!("{} is with an expedition off the map", name()))?;
        if unit.is_land() {
            hold(self.army(id).expedition() == expedition, || format!("{} is of another army", name()))?;
        }
        if unit.is_ship() {
            let hex = unit.spot.hex();
            let afloat = hex
                .is_some_and(|hex| self.sheet.ground.coastal[hex.index()] || !self.sheet.ground.is_land(hex));
            return hold(afloat, || format!("{} lies on dry land", name()));
        }
        hold(unit.spot == host.spot, || format!("{} is not with its expedition", name()))
    }

    fn check_expedition(&self, expedition: Expedition) -> Result<(), String> {
        let host = self.host(expedition);
        let name = expedition.name();
        let Some(hex) = host.spot.hex() else {
            return hold(*host == Host::NONE, || format!("the {name} has marks off the map"));
        };
        let charts = &self.sheet.charts;
        let most = charts.muslim.max(charts.byzantine_mounted);
        hold(host.land <= most && host.sea <= charts.sea[Self::side_of(expedition).index()], || {
            format!("the {name} has more movement points than any")
        })?;
        hold(host.winters <= charts.breach_most, || format!("the {name} counts too many winters"))?;
        hold(host.spared == UnitId::NONE || self.sheet.roster.as_leader(host.spared).is_some(), || {
            "Constans rides for nobody".into()
        })?;
        let gathering = matches!(self.step, Step::Muster(e) if e == expedition);
        let turning = self.placing.cause == Cause::Revolt || matches!(self.step, Step::Lords(_));
        hold(self.strength_of(expedition) > 0 || gathering || turning, || {
            format!("the {name} has no land unit")
        })?;
        let armies = self.armies_of(expedition).count_ones();
        hold(armies <= 2, || format!("the {name} draws on {armies} armies"))?;
        let land = self.sheet.ground.is_land(hex);
        hold(land || host.at_sea, || format!("the {name} stands in the sea"))?;
        hold(!self.sheet.ways.closed[hex.index()], || format!("the {name} is in the closed area"))?;
        if host.at_sea {
            let aboard = self.troops(expedition).all(|id| {
                let ship = self.unit(id).aboard;
                self.exists(ship) && self.unit(ship).mode == Mode::Field(expedition)
            });
            hold(aboard, || format!("somebody of the {name} swims"))?;
            hold(!host.camped, || format!("the {name} camps at sea"))?;
            let under_way = self.march.expedition == Some(expedition) || !land && host.done;
            hold(under_way, || format!("the {name} lies aboard on a coast"))?;
        }
        for ship in self.fleet(expedition, hex) {
            let load: Vec<UnitId> = self.cargo(ship).collect();
            let ok = load.split_last().is_none_or(|(last, others)| {
                others.len() < 4 && (others.is_empty() || self.same_berth(*last, others))
            });
            hold(ok, || format!("{} carries too much", self.label(ship)))?;
        }
        Ok(())
    }

    /// Nobody shares a hex with rebels, and opposing expeditions meet only to fight.
    fn check_company(&self) -> Result<(), String> {
        if self.busy() {
            return Ok(());
        }
        for id in self.land_ids() {
            let unit = self.unit(id);
            let Some(hex) = unit.spot.hex().filter(|_| unit.is_rebel()) else { continue };
            hold(!self.has_land(BYZANTINES, hex), || {
                format!("{} shares its hex with loyal units", self.label(id))
            })?;
        }
        for &muslim in Self::expeditions(MUSLIMS) {
            let (one, two) = (self.host(muslim), self.host(Expedition::Byzantine));
            let met = one.on_map() && one.spot == two.spot && !one.at_sea && !two.at_sea;
            hold(!met, || format!("the {} stands beside the Byzantine one", muslim.name()))?;
        }
        Ok(())
    }

    /// Whether a nested procedure is under way.
    fn busy(&self) -> bool {
        self.placing.cause != Cause::None
            || self.battle.kind != Fight::None
            || self.march.expedition.is_some()
            || matches!(self.step, Step::Lords(_))
    }

    fn check_procedures(&self) -> Result<(), String> {
        let moving = matches!(self.step, Step::Sea(_) | Step::Land(_) | Step::Rest(_));
        if let Some(expedition) = self.march.expedition {
            hold(moving && self.acting_side() == Self::side_of(expedition), || {
                "a march out of its phase".into()
            })?;
            hold(self.host(expedition).on_map() || self.placing.cause != Cause::None, || {
                "nobody marches".into()
            })?;
            let at_sea = self.host(expedition).at_sea;
            hold(!at_sea || self.march.pace == Pace::Free, || {
                "an army at sea does what is done on land".into()
            })?;
            hold(self.hand == UnitId::NONE, || "two are in hand".into())?;
            let calm = self.battle.kind != Fight::None || self.placing.cause != Cause::None;
            let passing = matches!(self.march.pace, Pace::Arrive | Pace::Take);
            hold(calm || !passing, || "a march that goes on by itself".into())?;
            if self.march.pace == Pace::Loading {
                hold(self.may_embark_with(expedition, u8::MAX).is_ok(), || "nobody can go aboard".into())?;
            }
            if self.march.pace == Pace::Skirmish && self.battle.kind == Fight::None {
                hold(Self::side_of(expedition) == MUSLIMS, || "Byzantines skirmish with a patrol".into())?;
            }
        } else {
            hold(self.battle.kind == Fight::None, || "a battle nobody began".into())?;
            hold(!matches!(self.step, Step::Rest(_)) || self.placing.cause != Cause::None, || {
                "nobody rests".into()
            })?;
        }
        if self.battle.kind != Fight::None {
            self.check_battle()?;
        }
        let handy = matches!(self.step, Step::Mode(_) | Step::Patrols | Step::Land(_));
        if let Some(hand) = self.hand.some() {
            hold(handy && self.exists(hand), || "a counter is in hand for nothing".into())?;
            let unit = self.unit(hand);
            let right = match self.step {
                Step::Mode(_) => self.may_change(hand).is_ok(),
                Step::Patrols => {
                    unit.mode == Mode::Patrol && unit.serves(BYZANTINES) && !unit.has(Unit::MOVED)
                }
                Step::Land(side) => {
                    unit.is_leader() && unit.mode == Mode::Off && unit.serves(side) && !unit.has(Unit::MOVED)
                }
                _ => false,
            };
            hold(right, || "the counter in hand does not belong there".into())?;
        }
        let waiting = self.ids().any(|id| self.unit(id).spot == Spot::SETUP);
        hold(waiting == matches!(self.step, Step::Name | Step::Deploy), || "the set-up is not over".into())?;
        if self.step == Step::Name {
            hold(self.annals.noble.is_none(), || "the noble is named".into())?;
        }
        match self.placing.cause {
            Cause::None => Ok(()),
            _ => hold(self.ids().any(|id| self.unit(id).has(Unit::ADRIFT)), || "nobody is adrift".into()),
        }
    }

    fn check_battle(&self) -> Result<(), String> {
        let Some(expedition) = self.march.expedition else { return Ok(()) };
        let battle = &self.battle;
        hold(battle.attacker == Self::side_of(expedition), || {
            "the attacker is not the one who moves".into()
        })?;
        hold(self.host(expedition).spot == Spot::on(battle.hex), || "the battle is elsewhere".into())?;
        let place = self.sheet.ground.settlement_in(battle.hex).is_some();
        let naval = battle.kind == Fight::Naval;
        match battle.kind {
            Fight::Siege | Fight::Assault | Fight::Entry => hold(place, || "a siege of nothing".into())?,
            Fight::Naval => hold(self.host(expedition).at_sea, || "a naval battle on land".into())?,
            _ => hold(!self.host(expedition).at_sea, || "a field battle at sea".into())?,
        }
        let of_the_sea = matches!(
            battle.stage,
            Stage::Boarding | Stage::Fire | Stage::FireDie | Stage::Sunk | Stage::Scorched | Stage::Victors
        );
        hold(!of_the_sea || naval, || "ships in a field battle".into())?;
        let of_walls = matches!(battle.stage, Stage::SiegeDie | Stage::Breach | Stage::Pillage);
        let walls = matches!(battle.kind, Fight::Siege | Fight::Assault);
        hold(!of_walls || walls, || "walls in a field battle".into())?;
        let naming = matches!(battle.stage, Stage::Exchange | Stage::Losses | Stage::Victors);
        if naming {
            let attacking = battle.turn == battle.attacker;
            let left = self.losable(attacking).count();
            hold((1..=left).contains(&(battle.owed as usize)), || "losses nobody can take".into())?;
        }
        let both = matches!(battle.kind, Fight::Field | Fight::Storm | Fight::Rebels | Fight::Naval);
        if both && battle.stage != Stage::Over {
            let afloat = |attacking| self.losable(attacking).next().is_some();
            let there =
                |attacking| if naval { afloat(attacking) } else { self.force(attacking).next().is_some() };
            let settled =
                matches!(battle.stage, Stage::Scorched | Stage::Sunk | Stage::Losses | Stage::Victors);
            hold(settled || there(true) && there(false), || "a battle against nobody".into())?;
        }
        hold(battle.stage != Stage::FireDie || battle.ships > 0, || "nobody uses Greek fire".into())
    }

    /// What holds while nobody moves: stacking, and fleets after their maintenance.
    fn check_administration(&self) -> Result<(), String> {
        let calm = matches!(
            self.step,
            Step::Deploy
                | Step::EventDice
                | Step::Replace(..)
                | Step::Fleets(_)
                | Step::Mode(_)
                | Step::Attrition(_)
                | Step::Sea(MUSLIMS)
        ) && !self.busy();
        if calm {
            for place in self.settlements() {
                let (crowd, limit) = (self.crowd(place), self.limit(place));
                let name = &self.sheet.ground.settlement(place).name;
                hold(crowd <= limit, || format!("{name} holds {crowd} points of {limit}"))?;
            }
        }
        if self.step == Step::Mode(MUSLIMS) && !self.busy() {
            // A garrison put into an empty port takes its anchors from the other side at once.
            let untouched = !self.ids().any(|id| self.unit(id).has(Unit::CHANGED));
            let sides = Side::BOTH.into_iter().filter(|&side| side == MUSLIMS || untouched);
            for side in sides.filter(|&side| self.maintains(side)) {
                let (have, due) = (self.fleet_size(side), self.fleet_due(side));
                hold(have <= due, || format!("{have} naval units on {due} anchors"))?;
            }
        }
        let muawiya = self.leader(Leader::Muawiya);
        let began = self.sheet.opening.spots[muawiya.index()].hex().is_some();
        let lost = began && self.unit(muawiya).spot.hex().is_none();
        hold(!lost || self.outcome.is_some(), || "Muawiya is lost and the game goes on".into())?;
        hold(self.outcome.is_some() || self.step != Step::Over, || "over without an end".into())
    }
}
