//! Results of combat (1.6; R99 to R103) and what follows from one (O1 to O7).

use engine::event::{Chronicle, Event, EventKind};

use crate::element::{Element, ElementId, Whereabouts};
use crate::geometry::Edge;
use crate::movement::wholly_behind;
use crate::position::{Fight, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::sheet::{Combat, Fate, Going, Line, Results};

/// How two scores compare for the one who has the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Score {
    Better,
    Equal,
    Beaten,
    Doubled,
}

/// 1.6: half or less is doubled.
pub(crate) fn score(own: i32, other: i32) -> Score {
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => Score::Better,
        std::cmp::Ordering::Equal => Score::Equal,
        std::cmp::Ordering::Less if 2 * own <= other => Score::Doubled,
        std::cmp::Ordering::Less => Score::Beaten,
    }
}

/// What both fighters add to their dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Factors {
    pub(crate) one: i32,
    pub(crate) other: i32,
}

/// What a throw does to both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    pub(crate) scores: [i32; 2],
    pub(crate) fates: [Fate; 2],
}

impl Position {
    /// What befalls an element by its score against a foe.
    pub(crate) fn fate(&self, id: ElementId, foe: ElementId, combat: Combat, score: Score) -> Fate {
        let charts = &self.sheet.charts;
        let row = |results: &Results| self.read_row(&results[self.kind(id) as usize], id, foe, combat);
        match score {
            Score::Better => Fate::NoEffect,
            Score::Equal => row(&charts.equal),
            Score::Beaten => row(&charts.beaten),
            // R100: never milder than beaten.
            Score::Doubled => row(&charts.beaten).max(row(&charts.doubled)),
        }
    }

    /// The first line that fits (R99).
    fn read_row(&self, lines: &[Line], id: ElementId, foe: ElementId, combat: Combat) -> Fate {
        let in_camp = matches!(self.element(id).place, Whereabouts::Camp(_));
        let bad = |camels: bool| self.on_table(id) && self.field.bad_under(&self.base(id), camels);
        let fits = |line: &&Line| {
            line.vs.has(self.kind(foe))
                && line.combat.is_none_or(|of| of == combat)
                && line.in_camp.is_none_or(|in_it| in_it == in_camp)
                && match line.going {
                    None => true,
                    Some(Going::Good) => !bad(self.camels(id)),
                    Some(Going::Sand) => !bad(true),
                    Some(Going::Bad) => bad(self.camels(id)),
                }
        };
        lines.iter().find(fits).map_or(Fate::NoEffect, |line| line.fate)
    }

    /// What a throw brings in the fight being resolved: the same for the dice and for whoever foretells them.
    pub(crate) fn verdict_of(&self, factors: Factors, dice: [u8; 2]) -> Verdict {
        let Fight { one, other, combat, mutual, .. } = self.fight;
        let scores = [factors.one + i32::from(dice[0]), factors.other + i32::from(dice[1])];
        let at_risk = [combat == Combat::Close || mutual, true];
        let fate = |i: usize, id, foe| match at_risk[i] {
            true => self.fate(id, foe, combat, score(scores[i], scores[1 - i])),
            false => Fate::NoEffect,
        };
        Verdict { scores, fates: [fate(0, one, other), fate(1, other, one)] }
    }

    /// The result in words, for the log and for the odds.
    pub(crate) fn verdict_words(&self, verdict: &Verdict) -> String {
        let Fight { one, other, .. } = self.fight;
        let words = |id: ElementId, fate: Fate| match fate {
            Fate::NoEffect => None,
            Fate::Recoil => Some(format!("{} recoils", self.full_label(id))),
            Fate::Flee => Some(format!("{} flees", self.full_label(id))),
            Fate::Destroyed => Some(format!("{} is destroyed", self.full_label(id))),
        };
        let [first, second] = verdict.fates;
        match (words(one, first), words(other, second)) {
            (Some(first), Some(second)) => format!("{first}, {second}"),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => "no effect".into(),
        }
    }

    /// O1 to O3: the throw is read, and the loser suffers.
    pub(crate) fn resolve(&mut self, dice: [u8; 2], chronicle: &mut impl Chronicle) {
        let factors = self.factors(&mut engine::ledger::Unread);
        let verdict = self.verdict_of(factors, dice);
        let Fight { one, other, combat, .. } = self.fight;
        chronicle.note(|| {
            let [a, b] = verdict.scores;
            let text = format!("{} {a}, {} {b}", self.full_label(one), self.full_label(other));
            Event::new(EventKind::Rolled, "1.6", text)
                .dice(&dice)
                .counters([u16::from(one.0), u16::from(other.0)])
        });
        chronicle.note(|| {
            Event::new(EventKind::Result, "1.6", self.verdict_words(&verdict))
                .counters([u16::from(one.0), u16::from(other.0)])
        });
        self.mark_fought();
        let [first, second] = verdict.fates;
        // Both suffer only from an equal score with Scythed Chariots (R102): whoever dies is removed first.
        let (loser, winner, fate) = match (first, second) {
            (Fate::Destroyed, Fate::Destroyed) => {
                self.destroy(one, "R102", chronicle);
                (other, ElementId::NONE, Fate::Destroyed)
            }
            (Fate::NoEffect, fate) => (other, one, fate),
            (fate, _) => (one, other, fate),
        };
        self.fight.loser = loser;
        self.fight.winner = if combat == Combat::Close { winner } else { ElementId::NONE };
        self.fight.fate = fate;
        self.fight.following = self.friends_of_loser();
        if combat == Combat::Shooting && matches!(fate, Fate::Recoil | Fate::Flee) {
            self.turn_from_shot(loser);
        }
        match fate {
            Fate::NoEffect => return self.close_fight(),
            Fate::Destroyed => self.destroy(loser, "1.6", chronicle),
            Fate::Recoil => {
                self.recoil(loser, chronicle);
            }
            Fate::Flee => {
                if self.recoil(loser, chronicle) {
                    self.begin_run(loser, chronicle);
                    if !self.run_on(loser, chronicle) {
                        return;
                    }
                }
            }
        }
        self.after_run(chronicle);
    }

    /// R91: shot at only from behind, it first turns about.
    fn turn_from_shot(&mut self, id: ElementId) {
        if !self.on_table(id) {
            return;
        }
        let base = self.base(id);
        let index = usize::from(id == self.fight.one);
        let main = if index == 0 { self.fight.one } else { self.fight.other };
        let aides = self.fight.aides[index];
        let behind = |shooter: ElementId| match self.element(shooter).place {
            Whereabouts::Table => wholly_behind(&self.base(shooter), &base),
            _ => self.outline(shooter).is_some_and(|outline| {
                let corners = crate::geometry::Convex::corners(&outline);
                corners.iter().all(|&c| -(c - base.pose.at).dot(base.q) >= base.depth * base.q.squared())
            }),
        };
        if [main].iter().chain(aides.ids()).all(|&shooter| behind(shooter)) {
            self.element_mut(id).pose = base.about_face().pose;
        }
    }

    /// O4: those of the loser's side in full flank or rear contact with the winner.
    fn friends_of_loser(&self) -> u32 {
        let Fight { winner, loser, combat, fate, .. } = self.fight;
        if combat != Combat::Close
            || winner == ElementId::NONE
            || fate == Fate::NoEffect
            || !self.on_table(winner)
        {
            return 0;
        }
        let friends = self
            .contacters(winner)
            .filter(|&(friend, contact)| friend != loser && contact.full && contact.edge != Edge::Front);
        Position::mask(friends.map(|(friend, _)| friend))
    }

    /// After the loser's move: friends recoil, in the order their owner says if there are several.
    pub(crate) fn after_run(&mut self, chronicle: &mut impl Chronicle) {
        self.engage_wagons();
        self.fight.stage = Stage::Follow;
        loop {
            let mut left = Position::members(self.fight.following).filter(|&id| self.on_table(id));
            match (left.next(), left.next()) {
                (Some(_), Some(_)) => return,
                (Some(only), None) => self.follow(only, chronicle),
                (None, _) => break,
            }
        }
        self.end_of_outcome(chronicle);
    }

    /// O4: whether a friend of the loser recoils next.
    pub(crate) fn may_follow(&self, id: ElementId) -> Result<(), Refusal> {
        let follows = self.fight.stage == Stage::Follow
            && self.exists(id)
            && self.fight.following >> id.index() & 1 != 0
            && self.on_table(id);
        if follows { Ok(()) } else { Err(Refusal::NotFollowing(id)) }
    }

    pub(crate) fn follow(&mut self, id: ElementId, chronicle: &mut impl Chronicle) {
        self.fight.following &= !(1 << id.index());
        self.recoil(id, chronicle);
    }

    /// O5 to O7: a camp changes hands, the winner pursues, the fight is over.
    fn end_of_outcome(&mut self, chronicle: &mut impl Chronicle) {
        let Fight { winner, loser, .. } = self.fight;
        if winner != ElementId::NONE && self.lives(winner) {
            match self.fight.storms {
                Some(camp)
                    if self.on_table(winner) && winner.side() != loser.side() && !self.lives(loser) =>
                {
                    self.occupy(winner, camp, chronicle);
                }
                Some(_) => {}
                None => self.pursue(winner, chronicle),
            }
        }
        self.close_fight();
    }

    fn close_fight(&mut self) {
        if self.fight.combat == Combat::Shooting {
            self.step = Step::Volley;
        }
        self.fight = Fight::NONE;
        self.engage_wagons();
    }

    fn mark_fought(&mut self) {
        let Fight { one, other, combat, aides, mutual, .. } = self.fight;
        if combat == Combat::Close {
            self.element_mut(one).marks |= Element::FOUGHT;
            self.element_mut(other).marks |= Element::FOUGHT;
            return;
        }
        for id in [one].iter().chain(aides[0].ids()) {
            self.element_mut(*id).marks |= Element::SHOT;
        }
        self.element_mut(other).marks |= Element::SHOT_AT;
        if mutual {
            for id in [other].iter().chain(aides[1].ids()) {
                self.element_mut(*id).marks |= Element::SHOT;
            }
            self.element_mut(one).marks |= Element::SHOT_AT;
        }
    }
}

#[cfg(test)]
mod tests;
