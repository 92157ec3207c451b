//! Computations laid open: odds, attrition, sieges, breaches, the cost of a step.

use engine::hex::{Direction, Hex};
use engine::ledger::{Ledger, Unread};
use engine::odds::{Chance, Sum, Term};

use crate::attrition::units_words;
use crate::battle::capital;
use crate::position::{Fight, Position};
use crate::unit::Expedition;

impl Position {
    /// The battle about to be rolled for.
    pub(crate) fn battle_sum(&self) -> Sum {
        let mut terms = vec![];
        let odds = self.odds(&mut terms);
        let table = &self.sheet.charts.combat;
        let what = if self.battle.kind == Fight::Naval { "Naval battle" } else { "Battle" };
        let title = format!("{what} at {}", self.hex_words(self.battle.hex));
        let column_name = |column| table.column_name(column);
        Sum::of_fight(title, terms, &odds, table, column_name, |verdict| capital(verdict.words()))
    }

    /// The toll of the winter on an expedition.
    pub(crate) fn attrition_sum(&self, expedition: Expedition) -> Sum {
        let mut terms = vec![];
        let die = self.wear(expedition, &mut terms);
        let total = match die {
            0 => "the die as it falls".to_string(),
            die => format!("die {die:+}"),
        };
        let results = Chance::of_a_die(|face| {
            let losses = units_words(self.toll_of(expedition, face));
            format!("Attrition: the {} loses {losses}", expedition.name())
        });
        Sum { title: format!("Attrition of the {}", expedition.name()), terms, total, results }
    }

    /// What a siege of the place in the hex of the expedition in hand would cost.
    pub(crate) fn siege_sum(&self) -> Option<Sum> {
        let expedition = self.march.expedition?;
        let hex = self.host(expedition).spot.hex()?;
        let place = self.sheet.ground.place_in(hex)?;
        let (left, garrison) = (u16::from(self.host(expedition).land), self.defenders(place));
        let mut terms: Vec<Term> = vec![];
        terms.count(left, "7.1.1", || "MPs left");
        terms.count(garrison, "7.1.1", || "land units in garrison, times the dice");
        let mut results: Vec<Chance> = vec![];
        let request = self.siege_dice(hex);
        for dice in request.throws().filter(|_| garrison > 0) {
            let cost = self.siege_cost(place, dice.faces().iter().sum());
            let end = if cost <= left { "the place falls" } else { "the siege stalls" };
            let result = format!("The siege costs {cost} of {left} MPs: {end}");
            match results.iter_mut().find(|chance| chance.result == result) {
                Some(chance) => chance.ways += 1,
                None => results.push(Chance { result, ways: 1, of: request.ways() }),
            }
        }
        let total = if garrison == 0 {
            "no garrison: the place falls".into()
        } else {
            format!("{left} MPs against {garrison} times the dice")
        };
        Some(Sum { title: format!("Siege of {}", self.hex_words(hex)), terms, total, results })
    }

    /// The chances of a breach in the place in the hex of the expedition in hand.
    pub(crate) fn breach_sum(&self) -> Option<Sum> {
        let expedition = self.march.expedition?;
        let hex = self.host(expedition).spot.hex()?;
        let place = self.sheet.ground.place_in(hex)?;
        let title = format!("Breach of {}", self.hex_words(hex));
        if self.annals.open_walls == place {
            let terms = vec![Term::new("the earthquake opened the walls", "no die", "event.3")];
            return Some(Sum { title, terms, total: "the walls are open".into(), results: vec![] });
        }
        let needed = self.sheet.charts.breach[self.sheet.ground.place(place).kind as usize];
        let mut terms: Vec<Term> = vec![];
        terms.count(needed, "table.breach", || "the die has to reach; a six always breaches");
        self.breach_bonus(expedition, &mut terms);
        let results = Chance::of_a_die(|face| {
            let breached = self.breaches(expedition, place, face);
            if breached { "The walls are breached" } else { "The walls hold" }.into()
        });
        let bonus = self.breach_bonus(expedition, &mut Unread);
        Some(Sum { title, terms, total: format!("{needed} or more on the die {bonus:+}"), results })
    }

    /// What a step of the expedition in hand costs, and what its patrols may take.
    pub(crate) fn step_sum(&self, to: Direction) -> Option<Sum> {
        let (there, cost) = self.may_step(to).ok()?;
        let expedition = self.march.expedition?;
        let (host, side) = (self.host(expedition), Self::side_of(expedition));
        let mut terms: Vec<Term> = vec![];
        let extra = self.surcharge(side, there);
        terms.count(cost - extra, "R10", || "the hex and its hexside");
        if extra > 0 {
            terms.add(extra, "3.3.2", || "enemy units in it");
        }
        if !host.at_sea && side == crate::sheet::MUSLIMS && self.meets_patrols(there) {
            terms.push(Term::new("a patrol's Zone of Control", "two dice more", "3.2.4"));
        }
        let left = if host.at_sea { host.sea } else { host.land } - cost;
        let total = format!("{cost} MPs, {left} left");
        Some(Sum { title: format!("To {}", self.hex_words(there)), terms, total, results: vec![] })
    }

    /// Whether a Muslim expedition that enters a hex rolls for a Zone of Control.
    pub(crate) fn meets_patrols(&self, hex: Hex) -> bool {
        self.is_watched(hex) && !self.any(hex, |unit| unit.mode == crate::unit::Mode::Patrol)
    }
}
