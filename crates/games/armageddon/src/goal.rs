//! What wins a battle, in a sentence, and how it stands with that (rulings R93 to R99).

use std::collections::BTreeSet;

use engine::goal::{Figure, Goal};
use engine::hex::Hex;
use engine::{Shown, Side};

use crate::position::Position;
use crate::sheet::{Claim, Condition, Sheet};

/// Objectives that are named one by one; of more it is told how many each side holds.
const NAMED: usize = 4;

/// Who does it: a side by its name ("they control"), or whoever does ("controls").
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    They,
    Whoever,
}

impl Who {
    fn does(self, they: &'static str, whoever: &'static str) -> &'static str {
        match self {
            Who::They => they,
            Who::Whoever => whoever,
        }
    }
}

impl Sheet {
    /// What wins, in a sentence or two.
    pub(crate) fn goal_words(&self) -> String {
        let claims = |side: Side| -> Vec<&Claim> {
            self.victory.wins.iter().filter(|claim| claim.side == side).collect()
        };
        let ways = |claims: &[&Claim], who: Who| -> String {
            let ways: Vec<String> = claims.iter().map(|claim| self.claim_words(claim, who)).collect();
            ways.join(&format!(", or {}", who.does("if they ", "who ")))
        };
        let [first, second] = Side::BOTH.map(claims);
        let alike = first.len() == second.len() && first.iter().zip(&second).all(|(a, b)| a.when == b.when);
        let mut parts = match alike && !first.is_empty() {
            true => vec![format!("whoever {} wins", ways(&first, Who::Whoever))],
            false => Side::BOTH
                .into_iter()
                .zip([&first, &second])
                .filter(|(_, claims)| !claims.is_empty())
                .map(|(side, claims)| {
                    format!("{} win if they {}", self.sides[side.index()], ways(claims, Who::They))
                })
                .collect(),
        };
        parts.extend(self.victory.draws.iter().map(|claim| {
            format!(
                "it is a draw if {} {}",
                self.sides[claim.side.index()],
                self.claim_words(claim, Who::They)
            )
        }));
        parts.push(match self.victory.otherwise {
            Some(side) => format!("otherwise {} win", self.sides[side.index()]),
            None => "otherwise it is a draw".into(),
        });
        let early = self.specials.eclipse_from.map_or("", |_| ", or when the eclipse ends the battle");
        format!("At the end of Game-Turn {}{early}: {}.", self.turns, parts.join("; "))
    }

    fn claim_words(&self, claim: &Claim, who: Who) -> String {
        let words: Vec<String> = claim.when.iter().map(|when| self.condition_words(when, who)).collect();
        words.join(" and ")
    }

    fn condition_words(&self, condition: &Condition, who: Who) -> String {
        let have = who.does("have", "has");
        let destroy = who.does("destroy", "destroys");
        let lose = who.does("lose", "loses");
        match *condition {
            Condition::Controls(ref hexes) => {
                format!("{} {}", who.does("control", "controls"), self.hexes_words(hexes))
            }
            Condition::Occupies(hex) => format!("{have} a unit in {}", self.hex_words(hex)),
            Condition::NoEnemySouth => {
                format!("{} no enemy south of the stream", who.does("leave", "leaves"))
            }
            Condition::EnemyLosses(n) => format!("{destroy} {n} enemy troops or more"),
            Condition::EnemyLossesTimesOwn(n) => {
                format!("{destroy} {} as many troops as {}", times(n), who.does("they lose", "are lost"))
            }
            Condition::OwnLossesAtMost(n) => format!("{lose} {n} troops at most"),
            Condition::FewerLossesThanEnemy => format!("{lose} fewer troops than the enemy"),
            Condition::Exited(n) => {
                format!("{} {n} troops or more off the map by the exit", who.does("lead", "leads"))
            }
            Condition::TroopsTimesEnemy(n) => {
                format!("{have} {} as many troops on the map as the enemy", times(n))
            }
            Condition::MoreUndisrupted => {
                format!("{have} more undisrupted troops on the map than the enemy")
            }
            Condition::MoreStrengthDestroyed => format!("{destroy} more strength than the enemy"),
            Condition::EnemyBroken(n) => format!("{have} {n} enemy troops or more destroyed or disrupted"),
            Condition::OwnBrokenAtMost(n) => {
                format!("{have} {n} troops of their own at most destroyed or disrupted")
            }
            Condition::EnemyCrossedFewerThan(n) => {
                format!("{} fewer than {n} enemy troops into the stream", who.does("let", "lets"))
            }
        }
    }

    fn hexes_words(&self, hexes: &[Hex]) -> String {
        let letters: Vec<String> = hexes.iter().map(|&hex| self.hex_words(hex)).collect();
        match letters.as_slice() {
            [] => "nothing".into(),
            [one] => one.clone(),
            _ if hexes == self.ground.villages => "every village".into(),
            [first, .., last] if hexes.len() > NAMED => {
                format!("all {} hexes from {first} to {last}", hexes.len())
            }
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// A hex by its letter, or else by its number.
    fn hex_words(&self, hex: Hex) -> String {
        let letter = self.ground.places.iter().find(|(_, place)| **place == hex);
        letter.map_or_else(|| self.ground.grid.number(hex).to_string(), |(letter, _)| letter.to_string())
    }
}

impl Position {
    /// What wins, and how it stands with that.
    pub(crate) fn goal(&self) -> Goal {
        let sheet = &self.battle.sheet;
        let claims = sheet.victory.wins.iter().chain(&sheet.victory.draws);
        let conditions = claims.flat_map(|claim| claim.when.iter().map(|when| (claim.side, when)));
        let figures = conditions.flat_map(|(side, condition)| self.condition_figures(side, condition));
        let mut standing: Vec<Figure> =
            self.held_figures().into_iter().chain(figures).chain(self.loss_figures()).collect();
        let mut told = BTreeSet::new();
        standing.retain(|figure| told.insert(figure.words()));
        Goal { text: sheet.goal_words(), standing, rule: "setup.victory" }
    }

    /// What an objective is worth: the claims that name it.
    pub(crate) fn objective_words(&self, hex: Hex) -> String {
        let sheet = &self.battle.sheet;
        let names_it = |claim: &&Claim| {
            claim.when.iter().any(|when| match when {
                Condition::Controls(hexes) => hexes.contains(&hex),
                Condition::Occupies(place) => *place == hex,
                _ => false,
            })
        };
        let worth: Vec<String> = sheet
            .victory
            .wins
            .iter()
            .filter(names_it)
            .map(|claim| {
                format!("{} win if they {}", self.side_name(claim.side), sheet.claim_words(claim, Who::They))
            })
            .collect();
        worth.join("; ")
    }

    fn held_figures(&self) -> Vec<Figure> {
        let sheet = &self.battle.sheet;
        let objectives = &sheet.objectives;
        if objectives.len() > NAMED {
            let held =
                |side: Side| self.control.iter().filter(|&&holder| holder == Some(side)).count() as u32;
            let figure = |side: Side| {
                let text = format!("{} hold", self.side_name(side));
                Figure::measure(text, side, held(side), objectives.len() as u32)
            };
            return Side::BOTH.map(figure).into();
        }
        let figure = |(i, &hex): (usize, &Hex)| {
            let holder = self.control[i];
            let name = holder.map_or("nobody", |side| self.side_name(side));
            Figure::fact(format!("{} held by {name}", sheet.hex_words(hex)), holder)
        };
        objectives.iter().enumerate().map(figure).collect()
    }

    fn loss_figures(&self) -> [Figure; 2] {
        Side::BOTH.map(|side| {
            let text = format!("{} lost", self.side_name(side));
            Figure::measure(text, side, self.losses(side).into(), self.all_troops(side).into())
        })
    }

    /// The figures a condition goes by, beside control and losses of the whole.
    fn condition_figures(&self, side: Side, condition: &Condition) -> Vec<Figure> {
        let enemy = side.other();
        let name = |side: Side| self.side_name(side);
        let measure = |what: &str, of: Side, now: u16, needed: u16| {
            vec![Figure::measure(format!("{} {what}", name(of)), of, now.into(), needed.into())]
        };
        let both = |what: &str, count: &dyn Fn(Side) -> u16| {
            let fact = |side: Side| Figure::fact(format!("{} {what} {}", name(side), count(side)), side);
            Side::BOTH.map(fact).to_vec()
        };
        match *condition {
            Condition::EnemyLosses(n) => measure("lost, to decide:", enemy, self.losses(enemy), n),
            Condition::OwnLossesAtMost(n) => measure("lost, allowed:", side, self.losses(side), n),
            Condition::Exited(n) => measure("left by the exit:", side, self.exited(side), n),
            Condition::EnemyBroken(n) => {
                measure("lost or disrupted, to decide:", enemy, self.broken(enemy), n)
            }
            Condition::OwnBrokenAtMost(n) => {
                measure("lost or disrupted, allowed:", side, self.broken(side), n)
            }
            Condition::EnemyCrossedFewerThan(n) => {
                measure("in the stream so far:", enemy, self.crossed(enemy), n)
            }
            Condition::TroopsTimesEnemy(_) => both("on the map:", &|side| self.troops_left(side)),
            Condition::MoreUndisrupted => both("undisrupted:", &|side| self.undisrupted(side)),
            Condition::MoreStrengthDestroyed => both("strength lost:", &|side| self.strength_lost(side)),
            Condition::Occupies(hex) => {
                let holder = self.holder(hex);
                let who = holder.map_or("nobody", name);
                vec![Figure::fact(format!("{} occupied by {who}", self.battle.sheet.hex_words(hex)), holder)]
            }
            Condition::NoEnemySouth => {
                let there = if self.satisfied(side, condition) { "nobody" } else { "some" };
                vec![Figure::fact(format!("{} south of the stream: {there}", name(enemy)), enemy)]
            }
            Condition::Controls(_) | Condition::EnemyLossesTimesOwn(_) | Condition::FewerLossesThanEnemy => {
                vec![]
            }
        }
    }
}

fn times(n: u16) -> String {
    match n {
        2 => "at least twice".into(),
        _ => format!("at least {n} times"),
    }
}

#[cfg(test)]
mod tests;
