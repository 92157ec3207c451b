//! Computations laid open: odds, attrition, sieges, breaches, the cost of a step.

use engine::Rules;
use engine::event::Silence;
use engine::hex::{Direction, Hex};
use engine::ledger::{Ledger, Unread};
use engine::odds::{Chance, Gainer, Sum, Term, walk_roll};

use crate::attrition::units_words;
use crate::battle::capital;
use crate::order::Order;
use crate::position::{Fight, Pace, Position, Stage};
use crate::siege::siege_words;
use crate::unit::Expedition;
use crate::words::count_words;

impl Position {
    /// The battle about to be rolled for.
    pub(crate) fn battle_sum(&self) -> Sum {
        let mut terms = vec![];
        let odds = self.odds(&mut terms);
        let table = &self.sheet.charts.combat;
        let what = if self.battle.kind == Fight::Naval { "Naval battle" } else { "Battle" };
        let title = format!("{what} at {}", self.hex_words(self.battle.hex));
        let column_name = |column| table.column_name(column);
        let sum = Sum::of_fight(title, terms, &odds, table, column_name, |verdict| capital(verdict.words()));
        sum.gained_by(|face| table.outcome(&odds, face).gainer())
    }

    /// The chances of Greek fire from so many ships.
    pub(crate) fn fire_sum(&self, ships: u8) -> Sum {
        let charts = &self.sheet.charts;
        let column = charts.fire_column(ships);
        let mut terms: Vec<Term> = vec![];
        terms.count(ships, "8.3", || "ships that use Greek fire");
        let results = Chance::of_a_die(|face| self.fire_words(charts.fire[face as usize - 1][column]));
        let title = format!("Greek fire at {}", self.hex_words(self.battle.hex));
        Sum { title, terms, total: "then the battle with who is left".into(), results }
    }

    /// The toll of the winter on an expedition: what is added to the die, and what its faces cost. It is not thrown
    /// before the next year, so its chances stand among the terms.
    pub(crate) fn winter_sum(&self, expedition: Expedition) -> Sum {
        let units = count_words(self.strength_of(expedition).into(), "unit", "units");
        let mut terms = vec![Term::new("who winters", units, "3.3.3")];
        let die = self.wear(expedition, &mut terms);
        for (losses, faces) in self.tolls(expedition) {
            terms.push(Term::new(capital(&units_words(losses)), in_six(faces), "3.3.3"));
        }
        let total = match die {
            0 => "the die as it falls".to_string(),
            die => format!("die {die:+}"),
        };
        let title = format!("If the {} camps here: attrition", expedition.name());
        Sum { title, terms, total, results: vec![] }
    }

    /// The same in a line: "no unit 2 in 6, one unit 2 in 6, 3 units 1 in 6".
    pub(crate) fn winter_words(&self, expedition: Expedition) -> String {
        let tolls = self.tolls(expedition);
        let parts: Vec<String> = tolls
            .iter()
            .map(|(losses, faces)| match losses {
                0 => format!("no loss {}", in_six(*faces)),
                losses => format!("{} {}", units_words(*losses), in_six(*faces)),
            })
            .collect();
        parts.join(", ")
    }

    /// What the faces of the attrition die cost an expedition where it stands, each toll with its number of faces.
    fn tolls(&self, expedition: Expedition) -> Vec<(u8, u8)> {
        let mut tolls: Vec<(u8, u8)> = vec![];
        for losses in (1..=6).map(|face| self.toll_of(expedition, face)) {
            match tolls.iter_mut().find(|(other, _)| *other == losses) {
                Some((_, faces)) => *faces += 1,
                None => tolls.push((losses, 1)),
            }
        }
        tolls
    }

    /// What a siege of the place in the hex of the expedition in hand would cost.
    pub(crate) fn siege_sum(&self) -> Option<Sum> {
        let expedition = self.march.expedition?;
        let hex = self.host(expedition).spot.hex()?;
        let place = self.sheet.ground.settlement_in(hex)?;
        let (left, garrison) = (u16::from(self.host(expedition).land), self.defenders(place));
        let mut terms: Vec<Term> = vec![];
        terms.count(left, "7.1.1", || "MPs left");
        terms.count(garrison, "7.1.1", || "land units in garrison, times the dice");
        let mut results: Vec<Chance> = vec![];
        let request = self.siege_dice(hex);
        for dice in request.throws().filter(|_| garrison > 0) {
            let cost = self.siege_cost(place, dice.faces().iter().sum());
            let result = siege_words(cost, left);
            match results.iter_mut().find(|chance| chance.result == result) {
                Some(chance) => chance.ways += 1,
                None => results.push(Chance::new(result, 1, request.ways())),
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
        let place = self.sheet.ground.settlement_in(hex)?;
        let title = format!("Breach of {}", self.hex_words(hex));
        if self.annals.open_walls == place {
            let terms = vec![Term::new("the earthquake opened the walls", "no die", "event.3")];
            return Some(Sum { title, terms, total: "the walls are open".into(), results: vec![] });
        }
        let needed = self.sheet.charts.breach[self.sheet.ground.settlement(place).kind as usize];
        let mut terms: Vec<Term> = vec![];
        terms.count(needed, "table.breach", || "the die has to reach; a six always breaches");
        self.breach_bonus(expedition, &mut terms);
        let results = Chance::of_a_die(|face| {
            let breached = self.breaches(expedition, place, face);
            if breached { "The walls are breached" } else { "The walls hold" }.into()
        });
        let bonus = self.breach_bonus(expedition, &mut Unread);
        let sum = Sum { title, terms, total: format!("{needed} or more on the die {bonus:+}"), results };
        let gainer = |breached: bool| if breached { Gainer::Attacker } else { Gainer::Defender };
        Some(sum.gained_by(|face| gainer(self.breaches(expedition, place, face))))
    }

    /// The breach, and how many stand against whom once there is one.
    pub(crate) fn assault_sums(&self) -> Vec<Sum> {
        let Some(mut sum) = self.breach_sum() else { return vec![] };
        let (Some(expedition), Some(place)) = (self.march.expedition, self.besieged()) else {
            return vec![sum];
        };
        let storm = self.troops(expedition).filter(|&id| !self.unit(id).is_mounted()).count();
        let side = Self::side_of(expedition).other();
        let hex = self.sheet.ground.settlement(place).hex;
        let hold = self.number(hex, |unit| {
            unit.is_land()
                && !unit.is_mounted()
                && unit.mode == crate::unit::Mode::Garrison
                && unit.serves(side)
        });
        sum.terms.push(Term::new("who can storm the walls", storm.to_string(), "7.2.2"));
        sum.terms.push(Term::new("who can hold them, loss for loss", hold.to_string(), "7.2.2"));
        vec![sum]
    }

    /// The place in the hex of the expedition in hand.
    fn besieged(&self) -> Option<u8> {
        let hex = self.host(self.march.expedition?).spot.hex()?;
        self.sheet.ground.settlement_in(hex)
    }

    /// What a step or a landing of the expedition in hand costs, and every roll it meets there: patrols, surprise, the
    /// battle with everybody in line, a siege or an assault with the MPs then left, the winter.
    pub(crate) fn march_sums(&self, order: &Order) -> Vec<Sum> {
        let Some(expedition) = self.march.expedition else { return vec![] };
        let mut after = self.clone();
        after.play(order, &mut Silence);
        let mut sums: Vec<Sum> = match *order {
            Order::Step { to } => self.step_sum(to).into_iter().collect(),
            _ => vec![self.landing_sum(expedition)],
        };
        if after.march.expedition != Some(expedition) {
            return sums;
        }
        if after.march.pace == Pace::Zoc {
            sums.push(after.patrol_sum(expedition));
        }
        match (after.battle.kind, after.battle.stage) {
            (Fight::Field | Fight::Rebels, stage) => {
                if stage == Stage::Surprise {
                    sums.push(after.surprise_sum());
                    after.battle.stage = Stage::Reserve;
                }
                sums.push(after.battle_sum());
            }
            (Fight::Naval, _) => sums.push(after.battle_sum()),
            _ => {}
        }
        if after.march.pace == Pace::Free && !after.host(expedition).at_sea {
            if after.may_besiege().is_ok() {
                sums.extend(after.siege_sum());
            }
            if after.may_assault().is_ok() {
                sums.extend(after.assault_sums());
            }
        }
        if !after.host(expedition).at_sea {
            sums.push(after.winter_sum(expedition));
        }
        sums
    }

    /// What landing costs an expedition where it lies.
    fn landing_sum(&self, expedition: Expedition) -> Sum {
        let host = self.host(expedition);
        let hex = host.spot.hex().unwrap_or(Hex(0));
        let cost = self.embark_cost(expedition, hex);
        let mut terms: Vec<Term> = vec![];
        terms.count(cost, "5.1.7", || "MPs to land");
        let total =
            format!("{} left on land", count_words(host.land.saturating_sub(cost).into(), "MP", "MPs"));
        Sum { title: format!("Landing at {}", self.hex_words(hex)), terms, total, results: vec![] }
    }

    /// Two dice of MPs for a patrol's Zone of Control.
    fn patrol_sum(&self, expedition: Expedition) -> Sum {
        let mut terms: Vec<Term> = vec![];
        terms.count(self.host(expedition).land, "3.2.4", || "MPs left, less two dice");
        let results = walk_roll(self).unwrap_or_default();
        Sum { title: "A patrol's Zone of Control".into(), terms, total: "two dice of MPs".into(), results }
    }

    /// The die before a camp.
    fn surprise_sum(&self) -> Sum {
        let terms = vec![Term::new("the enemy is camped", "a 1 surprises", "6.0")];
        let results = walk_roll(self).unwrap_or_default();
        let title = format!("Surprise at {}", self.hex_words(self.battle.hex));
        Sum { title, terms, total: "one die".into(), results }
    }

    /// What a step of the expedition in hand costs.
    fn step_sum(&self, to: Direction) -> Option<Sum> {
        let (there, cost) = self.may_step(to).ok()?;
        let expedition = self.march.expedition?;
        let (host, side) = (self.host(expedition), Self::side_of(expedition));
        let mut terms: Vec<Term> = vec![];
        let extra = self.surcharge(side, there);
        terms.count(cost - extra, "R10", || "the hex and its hexside");
        if extra > 0 {
            terms.add(extra, "3.3.2", || "enemy units in it");
        }
        let left = if host.at_sea { host.sea } else { host.land } - cost;
        let total = format!("{}, {left} left", count_words(cost.into(), "MP", "MPs"));
        Some(Sum { title: format!("To {}", self.hex_words(there)), terms, total, results: vec![] })
    }
}

/// A number of faces of a die.
fn in_six(faces: u8) -> String {
    format!("{faces} in 6")
}

#[cfg(test)]
mod tests;
