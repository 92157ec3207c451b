//! What a good player knows beside the rules: how a position stands, and which orders come to mind.

mod atlas;
mod counsel;
mod dispositions;
mod errand;
mod muster;
mod survey;

use engine::Judgment;
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Clash, Position, Step, Wear};
use crate::sheet::{Arm, MOST_HEXES, MUSLIMS, State};
use crate::unit::{Party, Spot, Unit, UnitId};

pub(crate) use atlas::Atlas;
use dispositions::Dispositions;

/// What is weighed; all from the Muslims' point of view.
pub(crate) const TERMS: &[&str] = &[
    "count",
    "income",
    "army",
    "empires",
    "treasury",
    "clashes",
    "frailty",
    "danger",
    "unrest",
    "wear",
    "constantinople",
    "conquest",
    "slumber",
    "war",
];

/// The share of what hangs on a garrison in danger that is really lost: its foes cannot be everywhere.
const HELD: f32 = 0.6;

/// How much an open place fears those who are far off.
const FAR_OFF: f32 = 0.3;

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let sign = if self.muslims() == MUSLIMS { 1.0 } else { -1.0 };
        out.extend(self.merits().into_iter().map(|merit| sign * merit));
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        let start = out.len();
        if self.attrition.stage == Wear::Losses || matches!(self.step, Step::Stack(..)) {
            out.extend(orders.iter().map(|order| self.spare(order, false)));
        } else if self.combat.stage != Clash::None {
            self.mind_combat(orders, out);
        } else {
            match self.step {
                Step::Recruit(party) => self.mind_recruiting(party, orders, out),
                Step::Move(party) if self.mover.count > 0 => self.mind_march(party, orders, out),
                Step::Move(party) => self.mind_moves(party, orders, out),
                Step::Fight(party) => self.mind_fights(party, orders, out),
                Step::Leader(party) => self.mind_leader(party, orders, out),
                _ => out.extend(orders.iter().map(|order| self.mind_purse(order))),
            }
        }
        debug_assert_eq!(out.len() - start, orders.len());
    }

    fn at_rest(&self) -> bool {
        self.mover.count == 0
            && self.attrition.stage == Wear::None
            && self.combat.stage == Clash::None
            && !matches!(
                self.step,
                Step::Recruit(_) | Step::Build(_) | Step::BuyOff | Step::Convert | Step::Reconvert
            )
    }

    fn schemes_hold(&self) -> bool {
        matches!(self.step, Step::Move(_))
    }

    fn clock(&self) -> u32 {
        self.player_phase()
    }

    fn merit(&self) -> Option<f32> {
        self.outcome.map(|_| self.clearness())
    }
}

impl Position {
    /// How the Muslims stand, term by term.
    fn merits(&self) -> [f32; 14] {
        let reckoning = self.reckoning();
        let left = self.sheet.last_turn.saturating_sub(self.turn) as f32;
        let late = 1.0 - left / self.sheet.turns() as f32;
        // Troops are worth something as long as there is something left for them to do.
        let ahead = matches!(
            self.step,
            Step::Assign(_)
                | Step::Recruit(Party::Muslims)
                | Step::Build(Party::Muslims)
                | Step::Move(Party::Muslims)
        );
        let fade = ((left + f32::from(ahead)) / 3.0).min(1.0);
        let dispositions = Dispositions::new(self, Party::Muslims);
        let lore = self.sheet.lore();
        let (army, empires) = self.armies();
        [
            (reckoning.total() as f32 - self.par(late)) / 25.0 * (0.1 + 0.9 * late * late),
            reckoning.income as f32 / 20.0 * left.min(6.0) / 6.0,
            (army - lore.army) / 20.0 * fade,
            (lore.empires - empires) / 20.0 * fade,
            self.treasury() * fade,
            self.clashes(&dispositions) / 10.0,
            -self.frailty(&dispositions) / 10.0,
            self.danger(&dispositions) / 10.0,
            -self.unrest_ahead(&dispositions),
            -self.wear_ahead(&dispositions) / 10.0 * (left / 4.0).clamp(0.2, 1.0),
            self.siege(),
            self.conquest() / 20.0,
            (self.slumber() - 80.0) / 60.0 * (left / 6.0).min(1.0),
            self.war_merit(),
        ]
    }

    /// The count the Muslims should have come to: from what they begin with to the middle of a draw.
    fn par(&self, late: f32) -> f32 {
        let victory = &self.sheet.victory;
        let middle = (victory.muslims_above + victory.empires_below) as f32 / 2.0;
        if self.sheet.opening.first_attack > 0 {
            return middle;
        }
        let start = victory.handicap as f32 + self.sheet.ground.realm(State::Muslim).base as f32;
        start + (middle - start) * late
    }

    /// What both sides' men are worth, in the measure of errands: a unit that stands is worth more than one in a
    /// pool by what its loss to attrition hurts, so no side gains by marching its men to death.
    fn armies(&self) -> (f32, f32) {
        let (mut army, mut empires) = (0.0, 0.0);
        for unit in &self.units[..self.count()] {
            let kept = errand::kept_of(unit);
            let worth = match unit.spot {
                spot if spot.in_play() => kept + errand::wear_of(unit),
                Spot::POOL | Spot::CONVERSION => kept,
                _ => 0.0,
            };
            if unit.is_muslim() || unit.has(Unit::TURNED) {
                army += worth;
            } else {
                empires += worth;
            }
        }
        (army, empires)
    }

    /// Points saved. A few are wanted for conversion (9.2) and for buying off rebels (10.2); more than that only
    /// lie there while recruits wait, and none counts in the end (14.2).
    fn treasury(&self) -> f32 {
        let wealth = |state: State| 1.0 - (-f32::from(self.track(state)) / 12.0).exp();
        wealth(State::Muslim) - wealth(State::Byzantine)
    }

    /// What the combats ahead promise: those of the force that moves or fights now.
    fn clashes(&self, muslims: &Dispositions) -> f32 {
        let (Step::Move(party) | Step::Fight(party) | Step::Idle(party, _)) = self.step else { return 0.0 };
        if !muslims.has_contact() {
            return 0.0;
        }
        let turned;
        let (dispositions, sign) = match party {
            Party::Muslims => (muslims, 1.0),
            Party::Empires => {
                turned = Dispositions::new(self, Party::Empires);
                (&turned, -1.0)
            }
            _ => return 0.0,
        };
        let moving = matches!(self.step, Step::Move(_));
        let need = if moving { dispositions.need(self) } else { 0.0 };
        let mut sum = 0.0;
        for hex in dispositions.foes() {
            let (own, foe) = (dispositions.own(hex), dispositions.foe(hex));
            if own.men == 0 || foe.men == 0 || self.must_fight(party, Spot::on(hex), Arm::Land).is_err() {
                continue;
            }
            // Those who have yet to move may still come.
            let nation = self
                .force(Spot::on(hex), party, Arm::Land)
                .next()
                .map(|id| dispositions::comrades(self.unit(id)));
            let support = nation
                .filter(|_| moving)
                .map_or(0.0, |nation| dispositions.support(&self.sheet, hex, nation));
            let others = need - dispositions.need_in(self, hex);
            let attack = own.strength + dispositions::counted_on(own.strength, support - others);
            let odds = self.prospect(attack, self.defence_of(hex, foe.strength));
            let killed = odds.defender.min(foe.men as f32) * dispositions.prize(self, hex);
            let lost = own.bill(odds.attacker);
            sum += sign * (1.5 * odds.wins * dispositions.worth(self, hex) + killed - lost);
        }
        sum
    }

    /// What the Muslims hold with too few: garrisons melt away (7.2).
    fn frailty(&self, dispositions: &Dispositions) -> f32 {
        let mut sum = 0.0;
        for &hex in &dispositions.held {
            let own = dispositions.own(hex);
            if own.men > 0 && dispositions.foe(hex).men == 0 {
                sum += self.yields(hex) * 0.5f32.powi(own.men as i32);
            }
        }
        sum
    }

    /// What the foe could take from the Muslims, and they from him. Who has moved must fear who moves next.
    fn danger(&self, dispositions: &Dispositions) -> f32 {
        let muslims = self.player_phase().is_multiple_of(2);
        let threats = if muslims {
            dispositions.threats(&self.sheet)
        } else {
            dispositions.threats_to_foe(&self.sheet)
        };
        let risk = |hex: Hex| {
            let post = if muslims { dispositions.own(hex) } else { dispositions.foe(hex) };
            if post.men == 0 {
                return 0.0;
            }
            let stake = 2.0 * self.yields(hex) + post.bill(1.5);
            stake * dispositions::risk(self.defence_of(hex, post.strength), threats[hex.index()] as f32)
        };
        let held = dispositions.held.iter().map(|&hex| risk(hex)).sum::<f32>();
        if muslims { -held } else { HELD * held + self.abandoned(dispositions, &threats) }
    }

    /// What lies open to the Muslims: cities of the Empires that nobody defends. A garrison has to be beaten, and
    /// only by those who come for it; what is left alone anybody takes in passing.
    fn abandoned(&self, dispositions: &Dispositions, threats: &[u16; MOST_HEXES]) -> f32 {
        let open = |&&hex: &&Hex| {
            let held = dispositions.foe(hex).men + dispositions.own(hex).men > 0;
            !held && self.value(hex) > 0 && self.border(hex) != Some(State::Muslim)
        };
        let stake = |&hex: &Hex| {
            let near = if threats[hex.index()] > 0 { 1.0 } else { FAR_OFF };
            near * 2.0 * self.yields(hex)
        };
        self.sheet.lore().yielding.iter().filter(open).map(stake).sum()
    }

    /// The chance of a civil war this turn, if those who have moved stay where they are: Muslims who do not fight
    /// brood (10.1, 11.2). Those who have yet to move may still find a fight.
    fn unrest_ahead(&self, dispositions: &Dispositions) -> f32 {
        let (Step::Move(Party::Muslims) | Step::Idle(Party::Muslims, _)) = self.step else { return 0.0 };
        let charts = &self.sheet.charts;
        let income = self.books.income[State::Muslim as usize];
        let (mut rebels, mut all) = (0.0, 0.0);
        for id in self.sheet.roster.ids_of(State::Muslim) {
            let unit = self.unit(UnitId(id));
            let Some(hex) = unit.hex() else { continue };
            all += 1.0;
            if !unit.is_land() || unit.has(Unit::BUILDER) || dispositions.foe(hex).men > 0 {
                continue;
            }
            let restless = (1..=6).filter(|&die| charts.rebels(State::Muslim, unit.kind, die)).count() as f32;
            let stays = 1.0 - charts.suppression(unit.kind, income) as f32 / 6.0;
            let sure = if unit.has(Unit::MOVED) { 1.0 } else { 0.7 };
            rebels += sure * stays * restless / 6.0;
        }
        if all == 0.0 {
            return 0.0;
        }
        let share = rebels / all;
        // The three columns of the table, run together: dice do not fall on the average.
        let chance = [(0.10, 0.22), (0.25, 0.30), (0.35, 0.39), (0.50, 0.60), (0.65, 0.81)];
        let after = chance.partition_point(|&(at, _)| at < share);
        let war = match (after.checked_sub(1).map(|i| chance[i]), chance.get(after)) {
            (None, _) => 0.22,
            (Some((_, high)), None) => high,
            (Some((a, low)), Some(&(b, high))) => low + (high - low) * (share - a) / (b - a),
        };
        // A war among many costs more.
        war * f32::min(all / 16.0, 1.5)
    }

    /// What idleness and crowding will cost the force that moves now, as the Muslims feel it.
    fn wear_ahead(&self, dispositions: &Dispositions) -> f32 {
        let Step::Move(party) = self.step else { return 0.0 };
        if party.at_war() {
            return 0.0;
        }
        let mut sum = 0.0;
        for &hex in &dispositions.held {
            let spot = Spot::on(hex);
            let all = self.force(spot, party, Arm::Land);
            let (mut men, mut idle) = (0u8, 0u8);
            for id in all {
                men += 1;
                idle += u8::from(!self.unit(id).has(Unit::MARCHED));
            }
            // A crowd that has yet to march is none.
            let crowd = if idle == men { 0 } else { men.saturating_sub(self.stacking_limit(hex)) };
            if idle > 0 {
                let points = self.idle_points(party, spot, Arm::Land);
                let dear = self.force(spot, party, Arm::Land).map(|id| errand::wear_of(self.unit(id)));
                let losable = self.idle_losable(party, spot, Arm::Land);
                let losses = self.sheet.lore().toll(points as u16, losable).0;
                sum += losses * dear.sum::<f32>() / men as f32;
            }
            sum += crowd as f32;
        }
        if party == Party::Muslims { sum } else { -sum }
    }

    /// How far the walls of Constantinople are from falling.
    fn siege(&self) -> f32 {
        if self.books.box_emptied {
            return 1.0;
        }
        let held = |party| self.stands_any(self.constantinople(), party);
        if held(Party::Muslims) && !held(Party::Empires) { 0.2 } else { 0.0 }
    }

    /// How far the States are from being conquered: their bases, by the share of their men who have converted.
    fn conquest(&self) -> f32 {
        let mut sum = 0.0;
        for state in State::EMPIRES {
            let base = self.sheet.ground.realm(state).base as f32;
            if self.books.defeated.has(state) {
                sum += base;
                continue;
            }
            let land = self.sheet.roster.ids_of(state).map(|id| self.unit(UnitId(id)));
            let (mut all, mut turned) = (0.0, 0.0);
            for unit in land.filter(|unit| unit.is_land()) {
                all += 1.0;
                turned += match unit.spot {
                    _ if unit.has(Unit::CONVERTED) => 1.0,
                    Spot::CONVERSION if unit.has(Unit::TURNED) => 1.0,
                    Spot::CONVERSION => 0.2,
                    _ => 0.0,
                };
            }
            sum += base * (turned / f32::max(all, 1.0)).powi(2);
        }
        sum
    }

    /// States that sleep: they may not recruit before Muslims come near (6.3). Persia is on everybody's way.
    fn slumber(&self) -> f32 {
        let asleep = State::EMPIRES.into_iter().filter(|&s| s != State::Persian && !self.is_awake(s));
        asleep.map(|state| self.sheet.ground.realm(state).base as f32).sum()
    }

    /// Whether a State has been stirred up, or is beyond it.
    fn is_awake(&self, state: State) -> bool {
        self.presence[state as usize] > 0
            || self.is_conquered(state)
            || (state == State::Byzantine && self.books.byzantium_recruited)
    }

    /// A civil war under way: it bleeds the Muslims, and where its outcome counts, the stronger leader matters.
    fn war_merit(&self) -> f32 {
        if self.war.round == 0 {
            return 0.0;
        }
        let natives = self.sheet.roster.ids_of(State::Muslim).map(|id| self.unit(UnitId(id)));
        let bleeding = natives.filter(|unit| unit.is_land() && unit.hex().is_some()).count() as f32 / 12.0;
        if !self.war_counts() {
            return -bleeding;
        }
        let strength = |party: Party, spot: Spot| -> f32 {
            let men = self.force(spot, party, Arm::Land);
            men.map(|id| self.unit(id).strength as f32).sum()
        };
        let safety = |party: Party| {
            let spot = self.leader_spot(party);
            let (own, foe) = (strength(party, spot), strength(party.foe(), spot));
            (own - 1.5 * foe).clamp(-10.0, 10.0) / 10.0
        };
        safety(Party::Authority) - safety(Party::Rebels) - bleeding
    }

    /// Whether it matters who wins a civil war: for points, or for the seat.
    fn war_counts(&self) -> bool {
        self.sheet.victory.war_points != 0 || self.variant().exchange
    }

    /// Rises with every player phase: the Muslims' with rebellion and civil war, then the Empires' with phase D.
    pub(crate) fn player_phase(&self) -> u32 {
        let empires = match self.step {
            Step::Recruit(Party::Empires) | Step::Build(Party::Empires) => !self.variant().errata,
            Step::Move(party) | Step::Idle(party, _) | Step::Fight(party) | Step::Stack(party, _) => {
                party == Party::Empires
            }
            Step::Convert | Step::ConvertDie(_) | Step::Reconvert | Step::ReconvertDie(_) | Step::Over => {
                true
            }
            _ => false,
        };
        2 * self.turn as u32 + u32::from(empires)
    }
}
