//! What the game waits for, a row for each: who acts, what may be ordered, how it is checked, what the prompt says.
//!
//! Procedures lie inside one another; the innermost that waits decides ([`Position::stage`]). How the position comes
//! from one stage to the next is told by the [sequence of play](crate::sequence).

use engine::hex::Direction;
use engine::odds::Quarters;
use engine::stage::{Row, Stages, refused};
use engine::words::counted;
use engine::{Shown, Side, Turn};

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::unit::UnitId;

type StageRow = Row<Position, Refusal>;

impl Position {
    /// The row of the innermost procedure that waits: a facing, the attack being resolved, the step.
    #[inline]
    pub(crate) fn stage(&self) -> StageRow {
        match () {
            _ if self.facing_due != UnitId::NONE => FACING,
            _ if self.combat.stage != Stage::Idle => self.combat.stage.row(),
            _ => self.step.row(),
        }
    }

    /// The side that deploys, in the stage of that name.
    fn deployer(&self) -> Side {
        match self.step {
            Step::Deploy(side) => side,
            _ => self.phasing(),
        }
    }
}

// Who acts.

fn phasing(p: &Position) -> Turn {
    Turn::Order(p.phasing())
}

fn attacked(p: &Position) -> Turn {
    Turn::Order(p.attacked_side())
}

/// A counter just put down is turned (ruling R14).
const FACING: StageRow = Row {
    acts: |p| Turn::Order(p.side(p.facing_due)),
    orders: |p, out| {
        let facings = Direction::ALL.into_iter().filter(|&facing| p.may_face(facing).is_ok());
        out.extend(facings.map(|facing| Order::Face { facing }));
    },
    check: |p, order| match *order {
        Order::Face { facing } => p.may_face(facing),
        _ => refused(p, order),
    },
    duty: None,
    prompt: |p| format!("choose the facing of {}", p.label(p.facing_due)),
};

/// The attack being resolved, and in it retreats.
impl Stage {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            // Nothing is being resolved: nobody is asked.
            Stage::Idle | Stage::Roll => Row::roll(|_| "roll for the attack".into()),
            Stage::Losses => Row {
                acts: attacked,
                orders: Position::list_losses,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_lose(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name {} lost", counted(p.combat.losses, "more troop", "more troops")),
            },
            Stage::Retreats => Row {
                acts: attacked,
                orders: Position::list_retreats,
                check: |p, order| match *order {
                    Order::Retreat { unit } => p.may_begin_retreat(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "choose the piece that retreats next".into(),
            },
            Stage::Retreating => Row {
                acts: attacked,
                orders: Position::list_retreats,
                check: |p, order| match *order {
                    Order::Step { to } => p.may_retreat_step(to),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| {
                    let left = counted(Quarters::halves(p.combat.points), "point", "points");
                    format!("{} retreats, {left} left: choose a hex", p.label(p.combat.piece))
                },
            },
        }
    }
}

/// The steps of the sequence of play.
impl Step {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Step::Deploy(_) => Row {
                acts: |p| Turn::Order(p.deployer()),
                orders: |p, out| p.list_deploying(p.deployer(), out),
                check: |p, order| match order {
                    Order::Muster => Ok(()),
                    Order::Done => p.may_end_deployment(),
                    _ => p.legal_in_its_chapter(order),
                },
                duty: None,
                prompt: Position::deploying_words,
            },
            Step::Eclipse => Row::roll(|_| "roll for the eclipse".into()),
            Step::Aim | Step::Array => Row {
                acts: phasing,
                orders: Position::list_building,
                check: Position::legal_in_its_chapter,
                duty: None,
                prompt: Position::building_words,
            },
            Step::Shoot | Step::Clash => Row {
                acts: phasing,
                orders: Position::list_resolving,
                check: Position::legal_in_its_chapter,
                duty: None,
                prompt: |_| "choose the attack to resolve next".into(),
            },
            Step::Feint => Row::at_leisure(
                phasing,
                |_, out| out.extend([Order::Feint, Order::Done]),
                |_| "announce the fake retreat, or not".into(),
            ),
            Step::Arrive(_) => Row {
                acts: phasing,
                orders: Position::list_arrivals,
                check: |p, order| match order {
                    Order::Delay => Ok(()),
                    _ => p.legal_in_its_chapter(order),
                },
                duty: None,
                prompt: Position::arriving_words,
            },
            Step::Asses(_) => Row::roll(|p| match p.step {
                Step::Asses(id) => format!("roll for the asses of {}", p.label(id)),
                _ => String::new(),
            }),
            Step::Embark => Row::at_leisure(phasing, Position::list_embarking, |_| {
                "embark units on chariots, or go on".into()
            }),
            Step::Dust => Row::at_leisure(
                phasing,
                |p, out| {
                    out.extend(p.dust_chariots().map(|unit| Order::Dust { unit }));
                    out.push(Order::Done);
                },
                |_| "choose the chariot that raises the dust, or none".into(),
            ),
            Step::Moving => Row {
                acts: phasing,
                orders: Position::list_moving,
                check: |p, order| match order {
                    Order::Done => p.may_end_moving(),
                    _ => p.legal_in_its_chapter(order),
                },
                duty: None,
                prompt: Position::moving_words,
            },
            Step::Window => Row {
                acts: |p| Turn::Order(p.phasing().other()),
                orders: Position::list_building,
                check: Position::legal_in_its_chapter,
                duty: None,
                prompt: Position::window_words,
            },
            Step::Debark => {
                Row::at_leisure(phasing, Position::list_debarking, |_| "debark passengers, or go on".into())
            }
            Step::Hide => Row::at_leisure(phasing, Position::list_hiding, |_| {
                "hide units behind the dust, or go on".into()
            }),
            Step::Over => Row::dice(phasing, |p| p.verdict()),
        }
    }
}

/// Prompts that depend on more than their stage.
impl Position {
    fn deploying_words(&self) -> String {
        match self.to_deploy(self.deployer()).filter(|&id| self.unit(id).hex().is_none()).count() {
            0 => self.with_way_out("all are placed: adjust", "end the deployment", Order::Done),
            left => format!("place your counters, {left} to go, or muster them automatically"),
        }
    }

    fn building_words(&self) -> String {
        if self.attacks.is_empty() {
            return self.with_way_out(
                "choose a hex to attack",
                "end the phase without attacks",
                Order::Commit,
            );
        }
        match self.legal(&Order::Commit) {
            Err(Refusal::NoAttackers) => "build your attacks: choose the units that join this one".into(),
            _ => self.with_way_out("build your attacks", "commit them", Order::Commit),
        }
    }

    fn arriving_words(&self) -> String {
        let group = match self.step {
            Step::Arrive(group) => self.battle.sheet.groups.get(group as usize),
            _ => None,
        };
        let name = group.and_then(|group| group.name.as_deref()).unwrap_or("the reinforcements");
        format!("bring on {name} or delay them")
    }

    fn moving_words(&self) -> String {
        let Some(id) = self.mover.unit.some() else {
            return self.with_way_out("choose a unit to move", "end moving", Order::Done);
        };
        let label = self.label(id);
        if self.unit(id).hex().is_none() {
            return format!("choose where {label} enters the map");
        }
        let left = Quarters::halves(self.mover.points);
        let points = || counted(left, "point", "points");
        match self.mover.gait {
            Gait::FallBack => {
                let invitation = format!("{label} falls back, {} left: choose a hex", points());
                self.with_way_out(&invitation, "halt", Order::Halt)
            }
            Gait::Pursue => format!("{label} pursues, {} left: choose a hex", points()),
            Gait::March | Gait::RaiseDust => {
                let invitation = format!("{label} may move {left} more: choose a hex or turn");
                self.with_way_out(&invitation, "halt", Order::Halt)
            }
        }
    }

    fn window_words(&self) -> String {
        if self.may_hold_fire() {
            return "defensive fire: choose the units that shoot at the mover, or hold fire".into();
        }
        self.with_way_out("defensive fire: add units", "commit", Order::Commit)
    }

    /// An invitation with the order that goes on, if that is legal now; if not, with what bars it.
    fn with_way_out(&self, invitation: &str, way_out: &str, order: Order) -> String {
        match self.legal(&order) {
            Ok(()) => format!("{invitation}, or {way_out}"),
            // Its sentence would quote this prompt again.
            Err(Refusal::NotNow) => invitation.into(),
            Err(refusal) => format!("{invitation}; {}", refusal.objection(self).why),
        }
    }
}
