//! Computations laid open: odds of combats, tolls of marches, and where each point of income comes from.

use engine::event::Silence;
use engine::hex::{Direction, Hex};
use engine::odds::{Chance, Quarters, Sum, Term};

use crate::order::Order;
use crate::position::{Clash, Position, Step};
use crate::productivity::Source;
use crate::sheet::{Arm, Kind, State};
use crate::unit::{Party, Spot, UnitId};
use crate::words::points_words;

impl Position {
    /// The computations behind an order: a combat it begins or changes, a march it ends or lengthens, the income
    /// of the phase it closes.
    pub(crate) fn sums_of(&self, order: &Order) -> Vec<Sum> {
        if self.legal(order).is_err() {
            return vec![];
        }
        let mut after = self.clone();
        match *order {
            Order::Attack { at, arm } => {
                let Some(spot) = self.spot(at) else { return vec![] };
                after.begin_attack(spot, arm, &mut Silence);
                vec![after.combat_sum()]
            }
            Order::Join { unit } if self.combat.stage == Clash::Array => {
                after.join_attack(unit);
                vec![after.combat_sum()]
            }
            Order::Commit | Order::Stand => vec![self.combat_sum()],
            Order::Step { to } => self.march_sum(to).into_iter().collect(),
            Order::Halt | Order::Drop if !self.party().at_war() => {
                vec![self.attrition_sum(self.mover.points)]
            }
            Order::Done => self.income_sums_at_close(),
            _ => vec![],
        }
    }

    /// The combat being prepared.
    pub(crate) fn combat_sum(&self) -> Sum {
        let mut terms = vec![];
        let printed = |id: UnitId, terms: &mut Vec<Term>, who: &str| {
            let label = format!("{who}{}", self.label(id));
            terms.push(Term::new(label, self.unit(id).strength.to_string(), "8.2"));
        };
        let party = self.party();
        let leader = |party: Party, spot: Spot, who: &str, terms: &mut Vec<Term>| {
            if self.leader_at(party, spot) {
                let label = format!("{who}{}", self.leader_of(party).name());
                terms.push(Term::new(label, self.sheet.roster.leader_strength.to_string(), "12.0"));
            }
        };
        self.attackers().for_each(|id| printed(id, &mut terms, ""));
        leader(party, self.assault_hex(), "", &mut terms);
        self.defenders().for_each(|id| printed(id, &mut terms, "against "));
        leader(party.foe(), self.combat.at, "against ", &mut terms);
        self.defence_terms(&mut terms);
        let odds = self.odds();
        let table = &self.sheet.charts.results;
        let total = format!("{} against {}, {}", odds.attack, odds.defence, table.column_name(odds.column));
        let mut results: Vec<Chance> = vec![];
        for die in 1..=6 {
            let result = self.result_words(table.result(odds.column, die));
            match results.iter_mut().find(|chance| chance.result == result) {
                Some(chance) => chance.ways += 1,
                None => results.push(Chance { result, ways: 1, of: 6 }),
            }
        }
        let title = format!("Combat in {}", self.spot_words(self.combat.at));
        Sum { title, terms, total, results }
    }

    /// What ground and walls add to the defence (R90).
    fn defence_terms(&self, terms: &mut Vec<Term>) {
        let figures = &self.sheet.charts.figures;
        let times = |halves: u8| format!("× {}", Quarters(halves as u32 * 2));
        match (self.combat.at.hex(), self.combat.arm) {
            (None, _) => terms.push(Term::new("defends in the box", times(figures.box_halves), "13.0")),
            (Some(hex), Arm::Land) => {
                if self.sheet.ground.place(hex).is_rough() {
                    terms.push(Term::new("defends in rough ground", times(figures.rough_halves), "R90"));
                }
                if self.value(hex) > 0 {
                    let label = format!("walls of {}", self.sheet.ground.name(hex));
                    terms.push(Term::new(label, format!("+ {}", self.value(hex)), "R90"));
                }
            }
            (Some(_), Arm::Naval) => {}
        }
    }

    /// The toll of so many attrition points.
    pub(crate) fn attrition_sum(&self, points: u8) -> Sum {
        let charts = &self.sheet.charts;
        let mut results: Vec<Chance> = vec![];
        for die in 1..=6 {
            let losses = charts.attrition_losses(points, die);
            let result = match losses {
                0 => "no losses".to_string(),
                1 => "one unit lost".to_string(),
                _ => format!("{losses} units lost"),
            };
            match results.iter_mut().find(|chance| chance.result == result) {
                Some(chance) => chance.ways += 1,
                None => results.push(Chance { result, ways: 1, of: 6 }),
            }
        }
        if points == 0 {
            results.clear();
        }
        Sum { title: "Attrition".into(), terms: vec![], total: points_words(points), results }
    }

    /// What a further hex costs, and the toll if the stack stops there.
    fn march_sum(&self, to: Direction) -> Option<Sum> {
        let (hex, total) = self.may_step(to).ok()?;
        let party = self.party();
        let travel = self.travel(UnitId::NONE);
        let place = self.sheet.ground.place(hex);
        let cost = self.sheet.charts.points(place, travel.worst);
        let mut terms = vec![Term::new("so far", self.mover.points.to_string(), "7.2")];
        let past = if self.mover.begun { self.passing(self.mover.at, party, travel.arm) } else { 0 };
        if past > 0 {
            let label = format!("marching past opposing units in {}", self.spot_words(self.mover.at));
            terms.push(Term::new(label, past.to_string(), "7.3"));
        }
        let ground = match travel.worst {
            Kind::Naval if place.has_land() => "partial sea",
            Kind::Naval => "all sea",
            _ => place.land.name(),
        };
        let label = format!("{}: {ground}, {}", self.place_words(hex), travel.worst.name());
        terms.push(Term::new(label, cost.to_string(), "7.2"));
        let toll = if party.at_war() { 0 } else { total };
        let title = format!("March to {}", self.place_words(hex));
        let results = self.attrition_sum(toll).results;
        Some(Sum { title, terms, total: points_words(total), results })
    }

    /// The incomes a player sees when closing a step: as the map stands.
    fn income_sums_at_close(&self) -> Vec<Sum> {
        match self.step {
            Step::Assign(_) => self.income_sums(&State::ALL),
            Step::Recruit(Party::Muslims) | Step::Build(Party::Muslims) | Step::Convert => {
                self.income_sums(&[State::Muslim])
            }
            Step::Recruit(_) | Step::Build(_) | Step::Reconvert => self.income_sums(&State::EMPIRES),
            _ => vec![],
        }
    }

    /// Where each point of these States' income comes from, as the map stands; hexes that several Empires States
    /// claim go to the usual one.
    pub fn income_sums(&self, states: &[State]) -> Vec<Sum> {
        let control = self.control();
        let awards = self.usual_awards(&control);
        let incomes = self.incomes(&control, &awards);
        let mut terms: Vec<Vec<Term>> = State::ALL.map(|_| vec![]).to_vec();
        self.reckon(&control, &mut |state, points, source| {
            terms[state as usize].push(self.income_term(points, source));
        });
        for state in State::ALL {
            if awards[state as usize] != 0 {
                let points = signed(awards[state as usize]);
                terms[state as usize].push(Term::new("hexes that several States claim", points, "5.3"));
            }
        }
        let sum = |&state: &State| Sum {
            title: format!("Income of the {}", state.name()),
            terms: std::mem::take(&mut terms[state as usize]),
            total: points_words(incomes[state as usize]),
            results: vec![],
        };
        states.iter().map(sum).collect()
    }

    fn income_term(&self, points: i16, source: Source) -> Term {
        let name = |hex: Hex| self.place_words(hex);
        let (label, rule) = match source {
            Source::Base(state) => (format!("base of the {}", state.name()), "5.2"),
            Source::Fertile(hex) if points < 0 => (format!("land lost: {}", name(hex)), "5.2"),
            Source::Fertile(hex) => (format!("land held: {}", name(hex)), "5.2"),
            Source::City(hex) if points < 0 => (format!("city without a garrison: {}", name(hex)), "5.2"),
            Source::City(hex) => (format!("city held: {}", name(hex)), "5.2"),
            Source::Camp(hex) => (format!("base: {}", name(hex)), "6.42"),
        };
        Term::new(label, signed(points), rule)
    }
}

fn signed(points: i16) -> String {
    if points < 0 { format!("− {}", -points) } else { format!("+ {points}") }
}

#[cfg(test)]
mod tests;
