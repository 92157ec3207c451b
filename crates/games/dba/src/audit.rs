//! What must hold of every position.

use engine::Side;

use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::TABLE;
use crate::movement::on_the_table;
use crate::position::{Position, Stage, Step};
use crate::sheet::ELEMENTS;

impl Position {
    /// The first invariant that is broken.
    pub(crate) fn find_fault(&self) -> Result<(), String> {
        self.check_figures()?;
        self.check_elements()?;
        self.check_bases()?;
        self.check_camps()?;
        self.check_fight()?;
        self.check_step()
    }

    /// No figure from outside is so large that a sum could overflow.
    fn check_figures(&self) -> Result<(), String> {
        let near = |p: crate::geometry::Point| {
            (-TABLE..=2 * TABLE).contains(&p.x) && (-TABLE..=2 * TABLE).contains(&p.y)
        };
        if self.elements.iter().any(|element| !near(element.pose.at)) {
            return Err("an element is far off the table".into());
        }
        if self.camps.iter().filter_map(|camp| camp.area).flatten().any(|corner| !near(corner)) {
            return Err("a camp is far off the table".into());
        }
        for laid in &self.field.pieces {
            if !near(laid.extent().least) || !near(laid.extent().most) {
                return Err(format!("a {} is far off the table", laid.feature().name()));
            }
        }
        if self.field.pieces.len() > 6 {
            return Err("there are more than six pieces of terrain".into());
        }
        let ids = self.hand.ids().iter().chain(self.contacts.iter().flatten());
        if ids.into_iter().any(|&id| !self.exists(id)) {
            return Err("an element that does not exist is named".into());
        }
        if self.elements.iter().any(|element| element.faced != ElementId::NONE && !self.exists(element.faced))
        {
            return Err("an element faces one that does not exist".into());
        }
        if self.pips > 6 || self.turns > crate::victory::LAST_TURN {
            return Err(format!("{} PIPs in turn {}", self.pips, self.turns));
        }
        Ok(())
    }

    /// Every element is what its list lets it be.
    fn check_elements(&self) -> Result<(), String> {
        for side in Side::BOTH {
            let muster = &self.sides[side.index()];
            for (slot, entry) in self.sheet.army(side).slots.iter().enumerate() {
                let id = ElementId::of(side, slot);
                let Some(choice) = entry.choices.get(muster.choices[slot] as usize) else {
                    return Err(format!("{} has no such alternative", self.label(id)));
                };
                let troop = self.element(id).troop;
                if troop != choice.troop && Some(troop) != choice.dismounts {
                    return Err(format!("{} is not what its list says", self.label(id)));
                }
            }
            let followers = ElementId::of(side, ELEMENTS);
            if self.troop(followers).code != "CF" {
                return Err("the Camp Followers are somebody else".into());
            }
            if matches!(self.element(followers).place, Whereabouts::Table | Whereabouts::Kept) {
                return Err("Camp Followers have left their camp".into());
            }
        }
        Ok(())
    }

    /// Nobody stands on anybody, off the table, in a camp or in the water.
    fn check_bases(&self) -> Result<(), String> {
        let standing: Vec<ElementId> = self.standing().collect();
        for (i, &id) in standing.iter().enumerate() {
            let base = self.base(id);
            if !on_the_table(&base) {
                return Err(format!("{} is off the table", self.label(id)));
            }
            if let Some(&other) = standing[..i].iter().find(|&&other| self.base(other).overlaps(&base)) {
                return Err(format!("{} stands on {}", self.label(id), self.label(other)));
            }
            if self.camp_under(&base).is_some() {
                return Err(format!("{} stands in a camp", self.label(id)));
            }
            if self.field.touches(Feature::Waterway, &base) {
                return Err(format!("{} stands in the water", self.label(id)));
            }
        }
        Ok(())
    }

    fn check_camps(&self) -> Result<(), String> {
        for side in Side::BOTH {
            let inside = ElementId::all().filter(|&id| self.element(id).place == Whereabouts::Camp(side));
            let inside: Vec<ElementId> = inside.collect();
            let camp = self.camp(side);
            if inside.len() > 1 {
                return Err(format!("{} and {} share a camp", self.label(inside[0]), self.label(inside[1])));
            }
            match (camp.area, inside.first()) {
                (None, Some(&id)) => {
                    return Err(format!("{} is in a camp that is not there", self.label(id)));
                }
                (Some([least, most]), _) => {
                    let on_table = [least, most]
                        .iter()
                        .all(|p| (0..=TABLE).contains(&p.x) && (0..=TABLE).contains(&p.y));
                    if !on_table || least.x >= most.x || least.y >= most.y {
                        return Err("a camp is no box on the table".into());
                    }
                }
                _ => {}
            }
            if let Some(&id) = inside.first()
                && camp.captured != (id.side() != side)
            {
                return Err(format!("{} is in a camp whose last holder was another", self.label(id)));
            }
        }
        Ok(())
    }

    fn check_fight(&self) -> Result<(), String> {
        let fight = &self.fight;
        if fight.stage == Stage::None {
            return Ok(());
        }
        let aides = fight.aides.iter().flat_map(|aides| aides.ids());
        if [fight.one, fight.other].iter().chain(aides).any(|&id| !self.exists(id)) {
            return Err("somebody who does not exist fights".into());
        }
        let loser_needed = matches!(fight.stage, Stage::Run | Stage::Follow);
        if loser_needed && !self.exists(fight.loser)
            || fight.winner != ElementId::NONE && !self.exists(fight.winner)
        {
            return Err("a fight has no loser".into());
        }
        let stands =
            |id: ElementId| matches!(self.element(id).place, Whereabouts::Table | Whereabouts::Camp(_));
        if matches!(fight.stage, Stage::Aides | Stage::Roll) && (!stands(fight.one) || !stands(fight.other)) {
            return Err("somebody who is not there fights".into());
        }
        if fight.one.side() == fight.other.side() {
            return Err("friends fight one another".into());
        }
        match fight.stage {
            Stage::Run if !self.on_table(fight.loser) => {
                Err("the fleeing element is not on the table".into())
            }
            Stage::Run if !(0..=12 * crate::geometry::MU).contains(&fight.run) => {
                Err("it has run too far".into())
            }
            Stage::Run
                if self.bends(fight.loser).0 != self.bends(fight.loser).1
                    || self.bends(fight.loser).0.is_none() =>
            {
                Err("there is no choice of bends".into())
            }
            Stage::Follow
                if Position::members(fight.following).filter(|&id| self.on_table(id)).count() < 2 =>
            {
                Err("there is no choice who recoils next".into())
            }
            Stage::Follow if Position::members(fight.following).any(|id| id.side() != fight.loser.side()) => {
                Err("an enemy of the loser recoils".into())
            }
            _ => Ok(()),
        }
    }

    /// The step has something to decide.
    fn check_step(&self) -> Result<(), String> {
        if self.outcome.is_some() != (self.step == Step::Over) {
            return Err("the end of the battle and its step do not agree".into());
        }
        let pieces = self.field.pieces.len();
        match self.step {
            _ if self.fight.stage != Stage::None => Ok(()),
            Step::Shift(index) | Step::ShiftRoll(index) if index as usize >= pieces => {
                Err("a piece that is not there is to be shifted".into())
            }
            Step::Shoot(side) if !self.must_shoot(side) => Err("nobody has a shot".into()),
            Step::Volley if !Side::BOTH.iter().all(|&side| self.must_shoot(side)) => {
                Err("only one side has a shot, or none".into())
            }
            Step::Fight if !self.fights_left() => Err("no close combat is left".into()),
            Step::Storm if self.camp_to_storm().is_none() => Err("no camp is stormed".into()),
            Step::Move if !self.hand.is_empty() && self.may_take_up(&self.hand).is_err() => {
                Err("those in hand may not be moved".into())
            }
            Step::Move | Step::Pips | Step::Fight | Step::Volley | Step::Shoot(_) => {
                let waiting = ElementId::all().any(|id| self.element(id).place == Whereabouts::Hand);
                if waiting { Err("somebody was never deployed".into()) } else { Ok(()) }
            }
            _ if !self.hand.is_empty() => Err("somebody is in hand outside of movement".into()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
