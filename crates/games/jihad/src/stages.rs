//! What the game waits for, a row for each: who acts, what may be ordered, how it is checked, what the prompt says.
//!
//! Procedures lie inside one another; the innermost that waits decides ([`Position::stage`]). How the position comes
//! from one stage to the next is told by the [sequence of play](crate::sequence).

use std::ops::ControlFlow;

use engine::hex::Hex;
use engine::stage::{Lists, Row, Stages, refused};
use engine::{Shown, Turn};

use crate::order::Order;
use crate::position::{Clash, Position, Step, Wear};
use crate::refusal::Refusal;
use crate::unit::Party;
use crate::words::points_words;

/// Legal orders as they are found, until there are enough.
pub(crate) type Offers<'a> = engine::stage::Offers<'a, Order>;

type StageRow = Row<Position, Refusal, fn(&Position, &mut Offers) -> ControlFlow<()>>;

impl Position {
    /// The row of the innermost procedure that waits: attrition being judged, the combat, the step.
    #[inline]
    pub(crate) fn stage(&self) -> StageRow {
        match () {
            _ if self.attrition.stage != Wear::None => self.attrition.stage.row(),
            _ if self.combat.stage != Clash::None => self.combat.stage.row(),
            _ => self.step.row(),
        }
    }

    fn combat_words(&self) -> String {
        self.spot_words(self.combat.at)
    }
}

// Who acts.

fn actor(p: &Position) -> Turn {
    Turn::Order(p.player(p.party()))
}

fn sufferer(p: &Position) -> Turn {
    Turn::Order(p.player(p.sufferer()))
}

/// Attrition being judged.
impl Wear {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            // Nobody is judged: nobody is asked.
            Wear::None | Wear::Roll => Row::roll(|p| {
                let (points, at) = (p.attrition.points, p.spot_words(p.attrition.at));
                format!("roll for attrition in {at}, {}", points_words(points))
            }),
            Wear::Losses => Row {
                acts: actor,
                orders: Position::list_wear,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_lose_to_attrition(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name {} more lost to attrition", p.attrition.losses),
            },
        }
    }
}

/// The combat being fought.
impl Clash {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Clash::Array => Row {
                acts: sufferer,
                orders: Position::list_array,
                check: |p, order| match *order {
                    Order::Commit => Ok(()),
                    Order::Join { unit } => p.may_join_attack(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "name the units that attack, then commit".into(),
            },
            Clash::Offer => Row {
                acts: sufferer,
                orders: Position::list_offer,
                check: |p, order| match *order {
                    Order::Stand => Ok(()),
                    Order::Withdraw { hex } => p.may_withdraw(p.named_hex(hex)?),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("accept the naval combat in {} or withdraw", p.combat_words()),
            },
            // No combat: nobody is asked.
            Clash::None | Clash::Roll => {
                Row::roll(|p| format!("roll for the combat in {}", p.combat_words()))
            }
            Clash::AttackerLosses | Clash::DefenderLosses => Row {
                acts: sufferer,
                orders: Position::list_combat_losses,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_lose_in_combat(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name {} more lost in {}", p.combat.losses, p.combat_words()),
            },
            Clash::Retreat => Row {
                acts: sufferer,
                orders: Position::list_retreats,
                check: |p, order| match *order {
                    Order::Retreat { at } => p.may_retreat(p.named_spot(at)?),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("choose where the beaten stack in {} goes", p.combat_words()),
            },
        }
    }
}

/// The steps of the sequence of play.
impl Step {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Step::Assign(_) => Row::at_leisure(actor, Position::list_assigning, |p| match p.step {
                Step::Assign(hex) => {
                    format!("choose the State that counts {}, or accept the usual", p.place_words(Hex(hex)))
                }
                _ => String::new(),
            }),
            Step::Recruit(_) => Row::at_leisure(actor, Position::list_recruiting, |_| {
                "recruit units, or go on to construction".into()
            }),
            Step::Build(Party::Muslims) => {
                Row::at_leisure(actor, Position::list_building, |_| "build ships and bases, or go on".into())
            }
            Step::Build(_) => {
                Row::at_leisure(actor, Position::list_building, |_| "build ships, or go on".into())
            }
            Step::Move(_) => Row {
                acts: actor,
                orders: Position::list_moving,
                check: |p, order| match order {
                    Order::Done => p.may_end_moving(),
                    _ => p.legal_in_its_chapter(order),
                },
                duty: None,
                prompt: Position::moving_words,
            },
            Step::Idle(..) => Row {
                acts: actor,
                orders: Lists::NOTHING,
                check: Position::legal_in_its_chapter,
                duty: None,
                prompt: |_| "attrition of idle stacks".into(),
            },
            Step::Fight(_) => Row {
                acts: actor,
                orders: Position::list_fighting,
                check: |p, order| match order {
                    Order::Done => p.may_end_fighting(),
                    _ => p.legal_in_its_chapter(order),
                },
                duty: None,
                prompt: |_| "choose the combat to resolve next".into(),
            },
            Step::Stack(..) => Row {
                acts: actor,
                orders: Position::list_stacking,
                check: Position::legal_in_its_chapter,
                duty: None,
                prompt: Position::stacking_words,
            },
            Step::Unrest(_) => Row::roll(|p| match p.step {
                Step::Unrest(id) => format!("roll for rebellion of {}", p.where_words(id)),
                _ => String::new(),
            }),
            Step::BuyOff => Row::at_leisure(actor, Position::list_buying_off, |_| {
                "buy off converts in revolt, or go on".into()
            }),
            Step::Suppress(_) => Row::roll(|p| match p.step {
                Step::Suppress(id) => format!("roll to suppress {}", p.where_words(id)),
                _ => String::new(),
            }),
            Step::Khalif => Row::roll(|_| "roll for the fate of the Khalif".into()),
            Step::War(_) => Row::roll(|p| match p.step {
                Step::War(number) => format!("roll for civil war: it comes on {number} or less"),
                _ => String::new(),
            }),
            Step::Leader(_) => Row {
                acts: actor,
                orders: Position::list_placing_leader,
                check: |p, order| match *order {
                    Order::Place { unit, at, aid: false } => p.may_place_leader(unit, p.named_spot(at)?),
                    Order::Place { aid: true, .. } => Err(Refusal::NoAidNeeded),
                    _ => p.legal_in_its_chapter(order),
                },
                duty: None,
                prompt: |p| format!("place {}", p.leader_of(p.party()).name()),
            },
            Step::Convert => Row::at_leisure(actor, Position::list_declaring, |_| {
                "choose units to convert, then go on".into()
            }),
            Step::Reconvert => Row::at_leisure(actor, Position::list_declaring, |_| {
                "choose units to win back, then go on".into()
            }),
            Step::ConvertDie(_) | Step::ReconvertDie(_) => Row::roll(Position::faith_words),
            Step::Over => Row::dice(actor, |p| p.verdict()),
        }
    }
}

/// Prompts that depend on more than their stage.
impl Position {
    fn moving_words(&self) -> String {
        if self.mover.count == 0 {
            return "choose a unit to move, or end moving".into();
        }
        let hand = self.hand_words();
        if !self.mover.begun {
            return format!("{hand}: add units, or choose a hex");
        }
        let (points, limit) = (self.mover.points, self.attrition_limit(self.party()));
        match self.dropping() {
            true => "drop the units named, or name more".into(),
            false => {
                format!("{hand}, {points} of {}: choose a hex, leave units, or halt", points_words(limit))
            }
        }
    }

    fn stacking_words(&self) -> String {
        let Step::Stack(_, hex) = self.step else { return String::new() };
        let (place, limit) = (self.place_words(Hex(hex)), self.stacking_limit(Hex(hex)));
        format!("{place} holds {limit}: name a unit that leaves")
    }

    fn faith_words(&self) -> String {
        let (Step::ConvertDie(place) | Step::ReconvertDie(place)) = self.step else { return String::new() };
        let whom = self.declared_at(place).map_or_else(|| "nobody".into(), |id| self.label(id));
        format!("roll for the faith of {whom}")
    }
}
