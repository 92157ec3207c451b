//! What the game waits for, a row for each: who acts, what may be ordered, how it is checked, what the prompt says.
//!
//! Procedures lie inside one another; the innermost that waits decides ([`Position::stage`]). How the position comes
//! from one stage to the next is told by the [sequence of play](crate::sequence).

use engine::odds::Quarters;
use engine::stage::{Row, Stages, refused};
use engine::{Shown, Side, Turn};

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::unit::UnitId;

type StageRow = Row<Position, Refusal>;

impl Position {
    /// The row of the innermost procedure that waits: the counter in hand, the attack in progress, the step.
    #[inline]
    pub(crate) fn stage(&self) -> StageRow {
        match () {
            _ if self.mover.unit != UnitId::NONE => self.mover.gait.row(),
            _ if self.fighting() => self.combat.stage.row(),
            _ => self.step.row(),
        }
    }

    fn defender_words(&self) -> String {
        self.label(self.combat.defender)
    }

    fn in_hand_words(&self) -> String {
        self.stack_words(self.mover.unit, self.mover.with)
    }

    /// The counter in hand with the Movement Points it has left.
    fn marching_words(&self) -> String {
        let left = Quarters::halves(self.mover.points);
        format!("{} may move {left} more: choose a hex", self.in_hand_words())
    }

    /// 13.3/2: why a player is not asked for moves; empty if he is, or was.
    fn standstill_words(&self) -> String {
        if !self.stands_surprised(self.phasing()) {
            return String::new();
        }
        format!("{} may not move in turn 1: ", self.side_name(self.phasing()))
    }
}

// Who acts.

fn owner(p: &Position) -> Turn {
    Turn::Order(p.side(p.mover.unit))
}

fn adversary(p: &Position) -> Turn {
    Turn::Order(p.side(p.mover.unit).other())
}

fn attacker(p: &Position) -> Turn {
    Turn::Order(p.phasing())
}

fn defender(p: &Position) -> Turn {
    Turn::Order(p.defending())
}

fn loser(p: &Position) -> Turn {
    Turn::Order(p.losing_side())
}

fn handful(p: &Position) -> Turn {
    Turn::Dice(p.handful())
}

impl Stages<Refusal> for Position {
    fn out_of_turn(&self, order: &Order) -> Refusal {
        Refusal::out_of_turn(self, order)
    }

    fn is_done(order: &Order) -> bool {
        *order == Order::Done
    }
}

/// The counter in hand, in a movement phase or rushing after fire.
impl Gait {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Gait::March => Row {
                acts: owner,
                orders: Position::list_in_hand,
                check: |p, order| match *order {
                    Order::Step { to } => p.may_step(to).map(drop),
                    Order::Feign { target } => p.may_feign(target),
                    Order::Halt => p.may_halt(),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.may_halt() {
                    Ok(()) => format!("{}, or halt", p.marching_words()),
                    Err(_) => p.marching_words(),
                },
            },
            Gait::Decoy => {
                Row::roll(|p| format!("does {} follow the feigned flight?", p.label(p.mover.other)))
            }
            Gait::Lured => Row {
                acts: adversary,
                orders: |p, out| out.extend(p.lure_ways().map(|to| Order::Step { to })),
                check: |p, order| match *order {
                    Order::Step { to } => p.may_follow_lure(to).map(drop),
                    _ => refused(p, order),
                },
                duty: Some(Refusal::MustFollowTheLure),
                prompt: |p| format!("{} is drawn on: choose a hex", p.label(p.mover.other)),
            },
            Gait::Temper => Row::roll(|p| format!("does {} keep its temper?", p.in_hand_words())),
            Gait::Quarry => Row {
                acts: adversary,
                orders: |p, out| out.extend(p.nearest_enemies().iter().map(|unit| Order::Provoke { unit })),
                check: |p, order| match *order {
                    Order::Provoke { unit } => p.may_provoke(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("choose the unit {} rushes at", p.in_hand_words()),
            },
            Gait::Rush => Row {
                acts: owner,
                orders: Position::list_in_hand,
                check: |p, order| match *order {
                    Order::Step { to } => p.may_step(to).map(drop),
                    _ => refused(p, order),
                },
                duty: Some(Refusal::MustRush),
                prompt: |p| {
                    format!("{} rushes at {}: choose a hex", p.in_hand_words(), p.label(p.mover.other))
                },
            },
            Gait::Nerve => {
                Row::roll(|p| format!("{} tests morale {}", p.in_hand_words(), p.morale_now(p.mover.unit)))
            }
        }
    }
}

/// The attack in progress.
impl Stage {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            // Nothing is asked: there is no attack, or all that is left of it passes by itself.
            Stage::Idle | Stage::Aftermath => Row::dice(attacker, |_| String::new()),
            Stage::Building => Row {
                acts: attacker,
                orders: Position::list_building,
                check: |p, order| match *order {
                    Order::Attack { hex } => p.may_attack(p.named_hex(hex)?),
                    Order::Join { unit } => p.may_join(unit),
                    Order::Charge { unit } => p.may_charge(unit),
                    Order::Leave { unit } => p.may_leave(unit),
                    Order::Withdraw { hex } => p.may_withdraw(p.named_hex(hex)?),
                    Order::Commit => p.may_commit(),
                    Order::Done => Err(Refusal::AttackOpen),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match (p.combat.attackers.is_empty(), p.may_commit()) {
                    (true, _) => format!("choose who attacks {}", p.defender_words()),
                    (_, Ok(())) => {
                        format!("add attackers against {}, or commit the attack", p.defender_words())
                    }
                    (_, Err(refusal)) => {
                        format!("add attackers against {}: {}", p.defender_words(), refusal.objection(p).why)
                    }
                },
            },
            Stage::Dodge => Row {
                acts: defender,
                orders: |_, out| out.extend([Order::Dodge, Order::Stand]),
                check: |p, order| match *order {
                    Order::Dodge | Order::Stand => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("{} may try to slip away, or stand", p.defender_words()),
            },
            Stage::DodgeRoll => Row::roll(|p| format!("does {} slip away?", p.defender_words())),
            Stage::Withdrawing => Row {
                acts: defender,
                orders: |p, out| out.extend(p.first_ways().map(|to| Order::Step { to })),
                check: |p, order| match *order {
                    Order::Step { to } => p.may_withdraw_first(to).map(drop),
                    _ => refused(p, order),
                },
                duty: Some(Refusal::MustWithdraw),
                prompt: |p| format!("{} withdraws: choose a hex", p.defender_words()),
            },
            Stage::WithdrawingOn => Row {
                acts: defender,
                orders: |p, out| {
                    out.extend(p.further_ways().map(|to| Order::Step { to }));
                    out.extend(p.may_end_withdrawal().is_ok().then_some(Order::Halt));
                },
                check: |p, order| match *order {
                    Order::Step { to } => p.may_withdraw_second(to).map(drop),
                    Order::Halt => p.may_end_withdrawal(),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.may_end_withdrawal() {
                    Ok(()) => format!("{} may withdraw another hex, or halt", p.defender_words()),
                    Err(_) => format!("{} must withdraw another hex", p.defender_words()),
                },
            },
            Stage::Support => Row {
                acts: defender,
                orders: Position::list_support,
                check: |p, order| match *order {
                    Order::Support { unit } => p.may_support(unit),
                    Order::Commit => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("add missile units in support of {}, or go on", p.defender_words()),
            },
            Stage::Roll => Row::roll(|p| format!("roll for the attack on {}", p.defender_words())),
            Stage::AttackPool => {
                Row::dice(handful, |p| format!("{} more dice for the attackers", p.combat.pool))
            }
            Stage::DefencePool => {
                Row::dice(handful, |p| format!("{} more dice for the defender", p.combat.pool))
            }
            Stage::Losses => Row {
                acts: loser,
                orders: Position::list_losses,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_lose(unit),
                    _ => refused(p, order),
                },
                duty: Some(Refusal::MustLose),
                prompt: |p| format!("choose who takes a loss, {} to go", p.combat.losses),
            },
            Stage::Retreats => Row {
                acts: loser,
                orders: |p, out| out.extend(p.combat.routed.iter().map(|unit| Order::Retreat { unit })),
                check: |p, order| match *order {
                    Order::Retreat { unit } => p.may_begin_retreat(unit),
                    _ => refused(p, order),
                },
                duty: Some(Refusal::MustRetreat),
                prompt: |_| "choose the unit that retreats next".into(),
            },
            Stage::Retreating => Row {
                acts: loser,
                orders: Position::list_refuges,
                check: |p, order| match *order {
                    Order::Step { to } => p.may_retreat_to(to).map(drop),
                    _ => refused(p, order),
                },
                duty: Some(Refusal::MustRetreat),
                prompt: |p| {
                    let pushed = p.combat.piece != p.combat.head;
                    let what = if pushed { "is pushed back" } else { "retreats" };
                    format!("{} {what}: choose a hex", p.label(p.combat.piece))
                },
            },
            Stage::Tests => Row::roll(|p| {
                let test = |id| format!("{} tests morale {}", p.label(id), p.morale(id));
                p.next_to_test().map_or(String::new(), test)
            }),
            Stage::Advance => Row {
                acts: attacker,
                orders: |p, out| {
                    out.extend(p.advancers().iter().map(|unit| Order::Advance { unit }));
                    out.extend((!p.advance_is_due()).then_some(Order::Done));
                },
                check: |p, order| match *order {
                    Order::Advance { unit } => p.may_advance(unit),
                    Order::Done if p.advance_is_due() => Err(Refusal::ChargersGoFirst),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.advance_is_due() {
                    true => "a unit that charged must advance: choose it".into(),
                    false => "choose a unit to advance, or stay".into(),
                },
            },
            Stage::Occupy => Row {
                acts: defender,
                orders: |p, out| {
                    out.extend(p.occupiable().map(|hex| Order::Occupy { hex: p.number(hex) }));
                    out.push(Order::Done);
                },
                check: |p, order| match *order {
                    Order::Occupy { hex } => p.may_occupy(p.named_hex(hex)?),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| {
                    format!("{} may follow into a hex the attackers left, or stay", p.defender_words())
                },
            },
            Stage::AdvanceFollow => follow(attacker),
            Stage::OccupyFollow => follow(defender),
        }
    }
}

/// Whether a commander goes along.
fn follow(acts: fn(&Position) -> Turn) -> StageRow {
    Row {
        acts,
        orders: |_, out| out.extend([Order::Follow, Order::Remain]),
        check: |p, order| match *order {
            Order::Follow | Order::Remain => Ok(()),
            _ => refused(p, order),
        },
        duty: None,
        prompt: |_| "does the commander go along, or stay?".into(),
    }
}

/// The sequence of play.
impl Step {
    /// The side that deploys.
    fn deploying(self) -> Side {
        if let Step::Deploy(side) = self { side } else { Side::First }
    }

    #[inline]
    fn row(self) -> StageRow {
        match self {
            Step::Deploy(_) => Row {
                acts: |p| Turn::Order(p.step.deploying()),
                orders: |p, out| p.list_deploying(p.step.deploying(), out),
                check: |p, order| match *order {
                    Order::Place { unit, hex } => p.may_place(p.step.deploying(), unit, p.named_hex(hex)?),
                    Order::Lift { unit } => p.may_lift(p.step.deploying(), unit),
                    Order::Muster => Ok(()),
                    Order::Done => p.may_end_deployment(p.step.deploying()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.to_deploy(p.step.deploying()).filter(|&id| p.at(id).is_none()).count() {
                    0 => "all are placed: adjust, or end the set-up".into(),
                    left => format!("place your counters, {left} to go, or muster them automatically"),
                },
            },
            Step::Rally(_) => Row::roll(|p| {
                let Step::Rally(id) = p.step else { return String::new() };
                format!("{}does {} form up in time?", p.standstill_words(), p.label(id))
            }),
            Step::Moving => Row {
                acts: attacker,
                orders: Position::list_moving,
                check: |p, order| match *order {
                    Order::Place { unit, hex } => p.may_bring_on(unit, p.named_hex(hex)?),
                    Order::Move { unit } => p.may_take_up(unit, UnitId::NONE),
                    Order::Lead { unit } => p.may_lead(unit),
                    Order::Done => p.may_end_moving(),
                    Order::Step { .. } | Order::Halt | Order::Feign { .. } => Err(Refusal::NobodyInHand),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.may_end_moving() {
                    Err(refusal @ Refusal::ReinforcementDue(_)) => {
                        format!("bring on your reinforcements: {}", refusal.objection(p).why)
                    }
                    _ => "choose a unit to move, or end moving".into(),
                },
            },
            Step::Fighting => Row {
                acts: attacker,
                orders: Position::list_targets,
                check: |p, order| match *order {
                    Order::Attack { hex } => p.may_attack(p.named_hex(hex)?),
                    Order::Done => Ok(()),
                    Order::Join { .. }
                    | Order::Charge { .. }
                    | Order::Leave { .. }
                    | Order::Withdraw { .. }
                    | Order::Commit => Err(Refusal::NoAttackOpen),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("{}choose a hex to attack, or end your combats", p.standstill_words()),
            },
            Step::Over => Row::dice(attacker, Position::verdict),
        }
    }
}
