//! Invariants: what must hold of every position, whatever was played.

use engine::hex::Hex;

use crate::position::{Attrition, Books, Clash, Mover, Position, Step, Wear};
use crate::sheet::{Arm, Extent, Kind, STATES, State};
use crate::unit::{Party, Spot, Unit, UnitId};

impl Position {
    /// The first broken invariant, in words.
    pub(crate) fn find_fault(&self) -> Result<(), String> {
        self.audit_clock()?;
        self.audit_stacks()?;
        for id in self.ids() {
            self.audit_unit(id).map_err(|why| format!("counter {} ({}): {why}", id.0, self.label(id)))?;
        }
        self.audit_mover()?;
        self.audit_judgment()?;
        self.audit_combat()?;
        self.audit_war()?;
        self.audit_ledger()
    }

    fn audit_clock(&self) -> Result<(), String> {
        let sheet = &self.sheet;
        ensure((sheet.first_turn..=sheet.last_turn).contains(&self.turn), "it is another turn")?;
        ensure((self.step == Step::Over) == self.outcome.is_some(), "the end and the outcome do not fit")?;
        let hexes = sheet.ground.grid.len() as u16;
        let fits = match self.step {
            Step::Assign(hex) => hex < hexes,
            Step::Stack(party, hex) => {
                hex < hexes && self.fits_peace(party) && self.overstacked(party, Hex(hex))
            }
            Step::Idle(party, group) => group <= 4 * hexes && !party.at_war(),
            Step::Recruit(party) | Step::Build(party) => !party.at_war(),
            Step::Move(party) | Step::Fight(party) => self.fits_peace(party),
            Step::Leader(party) => party.at_war() && self.war.round == 1,
            Step::Unrest(id) => self.exists(id) && self.may_revolt(self.unit(id)),
            Step::Suppress(id) => {
                self.exists(id) && self.unit(id).has(Unit::REBEL) && self.unit(id).is_native()
            }
            Step::ConvertDie(place) | Step::ReconvertDie(place) => {
                place > 0 && self.declared_at(place).is_some()
            }
            Step::War(number) => (1..=6).contains(&number),
            _ => true,
        };
        ensure(fits, "the step does not fit")?;
        ensure(!self.swapped || self.variant().exchange, "nobody changes seats here")
    }

    fn may_revolt(&self, unit: &Unit) -> bool {
        unit.is_muslim() && unit.is_land() && unit.hex().is_some()
    }

    /// Whether a force acts in its own time: factions in civil war only.
    fn fits_peace(&self, party: Party) -> bool {
        party.at_war() == (self.war.round > 0)
    }

    fn audit_stacks(&self) -> Result<(), String> {
        let mut stacked = 0;
        let mut presence = [0u8; STATES];
        for hex in self.sheet.ground.grid.hexes() {
            let spot = Spot::on(hex);
            self.audit_stack(spot, &mut stacked)?;
            let muslims = self.stack(spot).filter(|&id| self.unit(id).is_muslim()).count() as u8;
            if let Some(state) = self.sheet.ground.place(hex).state {
                presence[state as usize] += muslims;
            }
        }
        self.audit_stack(Spot::BOX, &mut stacked)?;
        ensure(presence == self.presence, "the count of Muslims in the States is wrong")?;
        let in_play = self.units[..self.count()].iter().filter(|unit| unit.spot.in_play()).count();
        ensure(in_play == stacked, "a counter on the map is in no stack")
    }

    fn audit_stack(&self, spot: Spot, stacked: &mut usize) -> Result<(), String> {
        let mut last = None;
        let mut nation = None;
        for id in self.stack(spot) {
            *stacked += 1;
            ensure(*stacked <= self.count(), "a stack has no end")?;
            let unit = self.unit(id);
            let place = || self.spot_words(spot);
            ensure(unit.spot == spot, &format!("a counter in {} stands elsewhere", place()))?;
            ensure(last < Some(id), &format!("the stack in {} is out of order", place()))?;
            last = Some(id);
            // Those in hand pass through others; everybody else keeps apart (R79).
            if !unit.is_muslim() && !unit.has(Unit::IN_HAND) && unit.aboard.some().is_none() {
                let apart = nation.is_none_or(|state| state == unit.state);
                ensure(apart, &format!("two Empires nations share {}", place()))?;
                nation = Some(unit.state);
            }
        }
        Ok(())
    }

    fn audit_unit(&self, id: UnitId) -> Result<(), String> {
        let unit = self.unit(id);
        let convertible = unit.state.is_empire() && unit.state != State::Frank;
        ensure(convertible || !unit.has(Unit::CONVERTED | Unit::TURNED), "it cannot be converted")?;
        let place_fits = match unit.spot {
            Spot::BOX => unit.state == State::Byzantine && !unit.is_muslim() && self.books.box_open,
            Spot::POOL => true,
            Spot::UNBUILT => unit.kind.is_naval(),
            Spot::LOST => unit.kind == Kind::Bedouin,
            Spot::CONVERSION => convertible && !unit.has(Unit::CONVERTED),
            spot => spot.hex().is_some_and(|hex| {
                unit.aboard.some().is_some() || self.sheet.ground.place(hex).admits(unit.arm())
            }),
        };
        ensure(place_fits, "it is where it cannot be")?;
        let off_map = !unit.spot.in_play();
        ensure(!off_map || unit.flags & !(Unit::CONVERTED | Unit::TURNED) == 0, "it acts off the map")?;
        ensure(!unit.has(Unit::TURNED) || unit.spot == Spot::CONVERSION, "it turned outside its box")?;
        ensure(
            unit.declared == 0 || (unit.spot == Spot::CONVERSION && unit.declared <= self.books.declared),
            "it is declared for nothing",
        )?;
        self.audit_deeds(unit)?;
        let revolt = self.may_revolt(unit) && self.in_unrest();
        ensure(!unit.has(Unit::REBEL) || revolt, "it is in revolt")?;
        let moving = matches!(self.step, Step::Move(_) | Step::Idle(..));
        ensure(
            moving || (!unit.has(Unit::OF_THE_MOVE) && unit.origin == Spot::NOWHERE),
            "it is on the move",
        )?;
        ensure(unit.origin == Spot::NOWHERE || unit.has(Unit::MOVED), "it moved and did not")?;
        ensure(unit.has(Unit::MOVED) || !unit.has(Unit::MARCHED), "it marched without moving")?;
        let Some(ship) = unit.aboard.some() else { return Ok(()) };
        let carrier = self.exists(ship)
            && self.unit(ship).kind.is_naval()
            && self.unit(ship).spot == unit.spot
            && self.unit(ship).has(Unit::IN_HAND | Unit::JUDGED);
        ensure(carrier && unit.is_land(), "it is aboard what does not carry it")?;
        let others = self.ids().filter(|&other| self.unit(other).aboard == ship).count();
        ensure(others == 1, "its ship is overloaded")
    }

    /// What a unit did this turn must fit the step: attacks are forgotten with their segment, those of the
    /// Muslims and the building of bases with the rebellion (R63, R109).
    fn audit_deeds(&self, unit: &Unit) -> Result<(), String> {
        let rebellion = matches!(
            self.step,
            Step::Stack(Party::Muslims, _)
                | Step::Unrest(_)
                | Step::BuyOff
                | Step::Suppress(_)
                | Step::Khalif
                | Step::War(_)
                | Step::Over
        );
        let attacks = match self.step {
            Step::Fight(party) => unit.serves(party),
            _ => rebellion && unit.is_muslim(),
        };
        ensure(attacks || !unit.has(Unit::ATTACKED), "it attacked out of its time")?;
        let builds = match self.step {
            Step::Build(Party::Muslims) | Step::Move(Party::Muslims) | Step::Idle(Party::Muslims, _) => true,
            Step::Fight(Party::Muslims) => true,
            Step::Recruit(Party::Empires) | Step::Build(Party::Empires) => self.variant().errata,
            _ => rebellion,
        };
        let builder = builds && unit.is_native() && unit.is_land();
        ensure(builder || !unit.has(Unit::BUILDER), "it built out of its time")
    }

    /// Whether units may be in revolt now: between the dice and the end of the civil war.
    fn in_unrest(&self) -> bool {
        let opening = self.sheet.opening.civil_war && self.turn == self.sheet.first_turn;
        self.war.round > 0
            || opening
            || self.step == Step::Over
            || matches!(
                self.step,
                Step::Unrest(_) | Step::BuyOff | Step::Suppress(_) | Step::Khalif | Step::War(_)
            )
    }

    fn audit_mover(&self) -> Result<(), String> {
        let in_hand = self.units[..self.count()].iter().filter(|unit| unit.has(Unit::IN_HAND));
        ensure(in_hand.count() == self.mover.count as usize, "the stack in hand is miscounted")?;
        let dropping =
            self.units[..self.count()].iter().any(|u| u.has(Unit::DROPPING) && !u.has(Unit::IN_HAND));
        ensure(!dropping, "somebody is dropped who was not in hand")?;
        if self.mover.count == 0 {
            return ensure(self.mover == Mover::NOBODY, "nobody is in hand and moves");
        }
        let Step::Move(party) = self.step else { return Err("a stack is in hand outside movement".into()) };
        ensure(self.mover.at.in_play() && self.mover.origin.in_play(), "the stack in hand is nowhere")?;
        ensure(self.mover.points as u16 <= self.attrition_limit(party), "the stack in hand went too far")?;
        let Mover { begun, marched, points, origin, at, .. } = self.mover;
        ensure(begun || (at == origin && !marched && points == 0), "the stack in hand moved and did not")?;
        let own = |id: UnitId| {
            let unit = self.unit(id);
            unit.serves(party) && unit.arm() == self.mover.arm && unit.spot == self.mover.at
        };
        let hand = self.ids().filter(|&id| self.unit(id).has(Unit::IN_HAND));
        ensure(hand.into_iter().all(own), "the stack in hand is not one stack")?;
        ensure(!self.mover.leader || self.leader_at(party, self.mover.at), "the leader in hand is elsewhere")
    }

    fn audit_judgment(&self) -> Result<(), String> {
        let judged = self.units[..self.count()].iter().filter(|unit| unit.has(Unit::JUDGED)).count();
        if self.attrition.stage == Wear::None {
            let nothing = judged == 0 && self.attrition == Attrition::NONE;
            return ensure(nothing, "somebody is judged for nothing");
        }
        let party = self.party();
        let in_time = matches!(self.step, Step::Move(_) | Step::Idle(..)) && !party.at_war();
        ensure(in_time, "attrition out of its time")?;
        ensure(judged > 0 && self.judged().count() == judged, "the judged are not together")?;
        let fits = self.judged().all(|id| self.unit(id).serves(party));
        ensure(
            fits && self.attrition.points as u16 <= self.attrition_limit(party),
            "the judgment does not fit",
        )?;
        match self.attrition.stage {
            Wear::Losses => ensure(
                (1..judged).contains(&(self.attrition.losses as usize)),
                "the losses do not fit the stack",
            ),
            _ => ensure(self.attrition.losses == 0, "losses before the die"),
        }
    }

    fn audit_combat(&self) -> Result<(), String> {
        let combat = &self.combat;
        if combat.stage == Clash::None {
            return Ok(());
        }
        let Step::Fight(party) = self.step else { return Err("a combat outside its segment".into()) };
        ensure(combat.at.in_play(), "a combat nowhere")?;
        ensure(combat.at != Spot::BOX || party == Party::Muslims, "the box is stormed by its own")?;
        ensure(!party.at_war() || combat.arm == Arm::Land, "ships in a civil war")?;
        let leader = self.leader_at(party.foe(), combat.at);
        if matches!(combat.stage, Clash::Array | Clash::Offer | Clash::Roll) {
            ensure(self.attackers().next().is_some(), "nobody attacks")?;
            ensure(self.defenders().next().is_some() || leader, "nobody defends")?;
        }
        match combat.stage {
            Clash::AttackerLosses | Clash::DefenderLosses => ensure(combat.losses > 0, "no losses to name"),
            Clash::Array => {
                let mut attackers = self.attackers().map(|id| self.unit(id).state);
                let limited = party == Party::Empires && attackers.all(State::has_attack_limit);
                ensure(limited, "attackers are named who are all bound to attack")
            }
            Clash::Offer => {
                let sea = combat.at.hex().map(|hex| self.sheet.ground.place(hex).extent) == Some(Extent::Sea);
                ensure(combat.arm == Arm::Naval && sea, "only fleets at sea decline combat")
            }
            Clash::Retreat => {
                ensure(self.stands(self.rout_from(), self.sufferer(), combat.arm), "nobody retreats")
            }
            _ => Ok(()),
        }
    }

    fn audit_war(&self) -> Result<(), String> {
        let rounds = self.war.round <= self.sheet.charts.figures.war_rounds;
        ensure(rounds && self.war.won.iter().all(|&n| n <= self.turn), "wars were counted twice")?;
        let placed = self.war.leaders.map(|spot| spot.hex().is_some());
        let ashore = |hex: Hex| self.sheet.ground.place(hex).admits(Arm::Land);
        let on_land = |&spot: &Spot| spot == Spot::NOWHERE || spot.hex().is_some_and(ashore);
        ensure(self.war.leaders.iter().all(on_land), "a leader is off the map")?;
        let fought = matches!(self.step, Step::Leader(_) | Step::Move(_) | Step::Fight(_) | Step::Stack(..));
        ensure(self.war.round == 0 || fought, "a civil war out of its time")?;
        let over = self.step == Step::Over;
        match (self.war.round, self.step) {
            (0, _) => ensure(placed == [false; 2] || over, "leaders in peace"),
            (_, Step::Leader(Party::Rebels)) => ensure(placed == [false; 2], "a leader came early"),
            (_, Step::Leader(_)) => ensure(
                self.leader_spot(Party::Rebels) != Spot::NOWHERE
                    && self.leader_spot(Party::Authority) == Spot::NOWHERE,
                "the wrong leader is on the map",
            ),
            _ => ensure(placed == [true; 2] || self.combat.stage != Clash::None, "a leader is missing"),
        }
    }

    fn audit_ledger(&self) -> Result<(), String> {
        let ledger = &self.books;
        self.audit_recruits()?;
        self.audit_conversion()?;
        let fair = ledger.awards.iter().all(|&points| points.abs() < 1_000);
        ensure(fair && (matches!(self.step, Step::Assign(_)) || ledger.awards == [0; STATES]), "odd awards")?;
        let levels = ledger.bases.iter().all(|&level| level <= self.sheet.charts.base_levels);
        ensure(levels, "a base is too high")?;
        ensure(ledger.first_attack <= self.turn, "Byzantium was attacked in the future")?;
        ensure(!(ledger.box_open && ledger.box_emptied), "the box was emptied and is open")?;
        let per = self.sheet.charts.figures.converts_per_muslim.max(1);
        ensure(ledger.natives >= ledger.converts / per, "too many converts were recruited")?;
        ensure(ledger.defeated.iter().all(|s| s.is_empire() && s != State::Frank), "who was defeated?")?;
        ensure(ledger.inactive.is_empty() || self.variant().errata, "inaction without the errata")?;
        ensure(!ledger.inactive.has(State::Muslim), "the Muslims stood by")?;
        let fresh = self.step == Step::Recruit(Party::Muslims) && ledger.natives == 0 && ledger.converts == 0;
        if fresh { self.audit_income() } else { Ok(()) }
    }

    /// Recruits of this turn are counters in play; while they are raised they stand on the map (R49).
    fn audit_recruits(&self) -> Result<(), String> {
        if matches!(self.step, Step::Assign(_)) {
            let Books { natives, converts, raised, recruited, eligible, .. } = self.books;
            let nothing = natives == 0 && converts == 0 && raised == 0;
            return ensure(
                nothing && recruited.is_empty() && eligible.is_empty(),
                "something was raised before the turn's phases",
            );
        }
        let mustering = self.step == Step::Recruit(Party::Muslims);
        let there = |fits: fn(&Unit) -> bool| {
            let units = self.units[..self.count()].iter();
            units.filter(|unit| fits(unit) && (!mustering || unit.hex().is_some())).count()
        };
        let natives = self.books.natives as usize <= there(Unit::is_native);
        let converts = self.books.converts as usize <= there(|unit| unit.has(Unit::CONVERTED));
        ensure(natives && converts, "more was recruited than there is")
    }

    /// The Conversion Box fills with combat and is empty after phase D (R104); the list of attempts has no gap
    /// (R8, R103), and once the Muslims have had theirs only those just converted are left.
    fn audit_conversion(&self) -> Result<(), String> {
        let before_combat = match self.step {
            Step::Assign(_) => true,
            Step::Recruit(party) | Step::Build(party) => party == Party::Muslims || self.variant().errata,
            Step::Move(party) | Step::Idle(party, _) => party == Party::Muslims,
            _ => false,
        };
        let units = || self.units[..self.count()].iter();
        let mut box_units = units().filter(|unit| unit.spot == Spot::CONVERSION);
        ensure(!before_combat || box_units.clone().next().is_none(), "the Conversion Box is not empty")?;
        let turning = matches!(self.step, Step::ConvertDie(_) | Step::Reconvert | Step::ReconvertDie(_));
        ensure(turning || !units().any(|unit| unit.has(Unit::TURNED)), "somebody turned out of time")?;
        let again = matches!(self.step, Step::Reconvert | Step::ReconvertDie(_));
        ensure(
            !again || box_units.all(|unit| unit.has(Unit::TURNED)),
            "somebody waits who was not converted",
        )?;
        let declared = self.books.declared;
        let first = match self.step {
            Step::Convert | Step::Reconvert => 1,
            Step::ConvertDie(place) | Step::ReconvertDie(place) => place,
            _ => return ensure(declared == 0, "attempts outside their phase"),
        };
        let listed = units().filter(|unit| unit.declared > 0).count();
        let complete = (first..=declared).all(|place| self.declared_at(place).is_some());
        ensure(complete && listed == (first..=declared).count(), "the list of attempts has gaps")
    }

    /// Right after phase A the income must equal a recount, hex by hex and without the tables of
    /// [`productivity`](crate::productivity).
    fn audit_income(&self) -> Result<(), String> {
        let (low, high) = self.recount();
        for state in State::ALL {
            let earned = self.books.income[state as usize] as i32;
            let (low, high) = (low[state as usize].max(0), high[state as usize].max(0));
            if !(low..=high).contains(&earned) {
                let name = state.name();
                return Err(format!("the {name} earned {earned}, a recount gives {low} to {high}"));
            }
        }
        Ok(())
    }

    /// What each State must have earned at least and at most; they differ only by hexes that several claim.
    fn recount(&self) -> ([i32; STATES], [i32; STATES]) {
        let mut sum = [[0i32; STATES]; 2];
        let home = |state: State| if self.is_conquered(state) { State::Muslim } else { state };
        let ground = &self.sheet.ground;
        for hex in ground.grid.hexes() {
            let place = ground.place(hex);
            let Some(state) = place.state else { continue };
            let owner = home(state);
            let here = self.owners(hex);
            let both = here.contains(&State::Muslim) && here.iter().any(|s| s.is_empire());
            // A city pays whoever sits in it; a base likewise, but only its sole occupant.
            let camp = place.site.map_or(0, |site| self.books.bases[site as usize]) as i32;
            for &state in &here {
                let city = if state == owner || !both { place.value as i32 } else { 0 };
                let base = if both { 0 } else { camp };
                sum.iter_mut().for_each(|s| s[state as usize] += city + base);
            }
            let pays = |state: State, sum: &mut [i32; STATES]| sum[state as usize] += place.fertile as i32;
            match self.tillers(hex, owner, &here).as_slice() {
                [only] => sum.iter_mut().for_each(|s| pays(*only, s)),
                several => several.iter().for_each(|&state| pays(state, &mut sum[1])),
            }
        }
        (sum[0], sum[1])
    }

    /// Whose land units stand in a hex.
    fn owners(&self, hex: Hex) -> Vec<State> {
        let land = self.stack(Spot::on(hex)).map(|id| self.unit(id)).filter(|unit| unit.is_land());
        let mut states: Vec<State> = land.map(Unit::allegiance).collect();
        states.sort();
        states.dedup();
        states
    }

    /// Who may count the fields of a hex: one State, or several that claim it.
    fn tillers(&self, hex: Hex, owner: State, here: &[State]) -> Vec<State> {
        let ground = &self.sheet.ground;
        match here {
            [one] => return vec![*one],
            [] => {}
            _ => return vec![owner],
        }
        if self.value(hex) > 0 {
            return vec![owner];
        }
        let mut near: Vec<State> = vec![];
        for (to, next) in ground.grid.neighbours(hex) {
            if ground.may_cross(next, to.opposite(), Arm::Land) {
                near.extend(self.owners(next));
            }
        }
        near.sort();
        near.dedup();
        match (near.contains(&State::Muslim), near.len()) {
            (true, 1) => vec![State::Muslim],
            (true, _) | (false, 0) => vec![owner],
            (false, _) => {
                if owner.is_empire() && !near.contains(&owner) {
                    near.push(owner);
                }
                near
            }
        }
    }
}

fn ensure(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_string()) }
}
