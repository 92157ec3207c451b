//! What the game waits for, a row for each: who acts, what may be ordered, how it is checked, what the prompt says.
//!
//! A fight being resolved lies inside its step; the innermost that waits decides ([`Position::stage`]). How the position
//! comes from one stage to the next is told by the [sequence of play](crate::sequence).

use engine::dice::DiceRequest;
use engine::stage::{Row, Stages, refused};
use engine::words::counted;
use engine::{Side, Turn};

use crate::geometry::Hand;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::refusal::Refusal;

type StageRow = Row<Position, Refusal>;

impl Position {
    /// The row of the innermost procedure that waits: the fight being resolved, the step.
    #[inline]
    pub(crate) fn stage(&self) -> StageRow {
        match self.fight.stage {
            Stage::None => self.step.row(),
            stage => stage.row(),
        }
    }

    /// The piece of terrain that is diced for or shifted.
    fn piece_words(&self) -> &'static str {
        let (Step::ShiftRoll(index) | Step::Shift(index)) = self.step else { return "terrain" };
        self.field.pieces.get(index as usize).map_or("terrain", |laid| laid.feature().name())
    }
}

impl Stages<Refusal> for Position {
    fn out_of_turn(&self, _: &Order) -> Refusal {
        Refusal::NotNow
    }

    fn is_done(order: &Order) -> bool {
        *order == Order::Done
    }
}

// Who acts.

fn active(p: &Position) -> Turn {
    Turn::Order(p.active)
}

fn invader(p: &Position) -> Turn {
    Turn::Order(p.invader)
}

fn defender(p: &Position) -> Turn {
    Turn::Order(p.defender())
}

fn loser(p: &Position) -> Turn {
    Turn::Order(p.fight.loser.side())
}

fn dice<const COUNT: u8>(_: &Position) -> Turn {
    Turn::Dice(DiceRequest { count: COUNT, sides: 6 })
}

/// The fight being resolved, shooting or close combat.
impl Stage {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            // T4b.
            Stage::Aides => Row::new(
                |p| Turn::Order(p.fight.other.side()),
                Position::list_aides,
                |p, order| match order {
                    Order::Support { units } => p.may_aid(units),
                    _ => refused(p, order),
                },
                |p| format!("name up to two who aid {} in shooting back", p.label(p.fight.other)),
            ),
            // T4c, T5b; without a fight nobody is asked.
            Stage::None | Stage::Roll => Row::dice(dice::<2>, |p| {
                format!("roll for {} and for {}", p.full_label(p.fight.one), p.full_label(p.fight.other))
            }),
            // O3.
            Stage::Run => Row::new(
                loser,
                |_, out| out.extend(Hand::BOTH.map(|hand| Order::Bend { hand })),
                |p, order| match order {
                    Order::Bend { .. } => p.may_bend(),
                    _ => refused(p, order),
                },
                |p| format!("choose which way {} bends", p.label(p.fight.loser)),
            ),
            // O4.
            Stage::Follow => Row::new(
                loser,
                |p, out| {
                    let following = Position::members(p.fight.following).filter(|&id| p.on_table(id));
                    out.extend(following.map(|unit| Order::Retreat { unit }));
                },
                |p, order| match order {
                    Order::Retreat { unit } => p.may_follow(*unit),
                    _ => refused(p, order),
                },
                |_| "name who recoils next".into(),
            ),
        }
    }
}

/// The steps before the battle and of a turn.
impl Step {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Step::Options => Row::new(
                active,
                Position::list_options,
                |p, order| match order {
                    Order::Choose { unit, choice } => p.may_choose(*unit, *choice),
                    Order::Followers { .. } => p.may_set_followers(),
                    Order::Baggage { camp } => p.may_set_baggage(*camp),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                |_| "choose the options of your list, or be ready".into(),
            ),
            Step::Aggression => Row::dice(dice::<2>, |_| "roll for aggression".into()),
            Step::Terrain => Row::new(
                defender,
                Position::list_terrain,
                |p, order| match order {
                    Order::Lay { piece } => p.may_lay(piece).map(drop),
                    Order::Lift { unit } => p.may_lift_piece(unit.index()),
                    Order::Muster => Ok(()),
                    Order::Done => p.may_confirm_terrain(),
                    _ => refused(p, order),
                },
                |_| "choose and lay the terrain".into(),
            ),
            Step::Survey => Row::dice(dice::<3>, |_| "roll for terrain by chance".into()),
            Step::CentreRoll => Row::dice(dice::<1>, |_| "roll for the open centre".into()),
            Step::Centre => Row::new(
                invader,
                Position::list_centre,
                |p, order| match order {
                    Order::Lay { piece } => p.may_lay(piece).map(drop),
                    Order::Shift { piece, to, heading } => p.may_shift(*piece, *to, *heading).map(drop),
                    _ => refused(p, order),
                },
                |_| "fill the centre with bad going".into(),
            ),
            Step::ShiftRoll(_) => Row::dice(dice::<1>, |p| format!("roll for the {}", p.piece_words())),
            Step::Shift(_) => Row::new(
                invader,
                Position::list_shifts,
                |p, order| match order {
                    Order::Shift { piece, to, heading } => p.may_shift(*piece, *to, *heading).map(drop),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                |p| format!("shift or turn the {}, or leave it", p.piece_words()),
            ),
            Step::Edges => Row::new(
                invader,
                Position::list_edges,
                |p, order| match order {
                    Order::Number { edges } => p.may_number(edges),
                    _ => refused(p, order),
                },
                |_| "number the edges".into(),
            ),
            Step::EdgeRoll(_) => Row::dice(dice::<1>, |_| "roll for the base edge".into()),
            Step::Encamp => Row::new(
                active,
                Position::list_camps,
                |p, order| match order {
                    Order::Encamp { least, most } => p.may_encamp(*least, *most),
                    Order::Muster => Ok(()),
                    _ => refused(p, order),
                },
                |_| "set up your camp".into(),
            ),
            Step::Deploy => Row::new(
                active,
                Position::list_deployment,
                |p, order| match order {
                    Order::Place { unit, at, dismount } => p.may_place(*unit, *at, *dismount),
                    Order::Lift { unit } => p.may_lift(*unit),
                    Order::Muster => Ok(()),
                    Order::Done => p.may_end_deployment(),
                    _ => refused(p, order),
                },
                |_| "deploy your army".into(),
            ),
            Step::Swap => Row::new(
                defender,
                Position::list_swaps,
                |p, order| match order {
                    Order::Swap { unit, with } => p.may_swap(*unit, *with),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                |_| "exchange up to two pairs, or begin".into(),
            ),
            Step::Pips => {
                Row::dice(dice::<1>, |p| format!("roll for the PIPs of the {}", p.side_words(p.active)))
            }
            Step::Move => Row::new(
                active,
                Position::list_moves,
                |p, order| match order {
                    Order::Move { units } => p.may_begin_move(units),
                    Order::March { units, legs } => p.may_march(units, legs.legs()).map(drop),
                    Order::File { units, legs } => p.may_file(units, legs.legs()).map(drop),
                    Order::Form { units, to, files } => p.may_form(units, *to, *files).map(drop),
                    Order::Withdraw { unit, back } => p.may_break_off(*unit, *back).map(drop),
                    Order::Land { units, to, files } => p.may_land(units, *to, *files).map(drop),
                    Order::Halt if p.hand.is_empty() => Err(Refusal::NobodyInHand),
                    Order::Halt => Ok(()),
                    Order::Done if p.hand.is_empty() => Ok(()),
                    Order::Done => Err(Refusal::AnotherInHand),
                    _ => refused(p, order),
                },
                |p| match p.hand.is_empty() {
                    true => format!("move ({}), or end movement", counted(p.pips, "PIP left", "PIPs left")),
                    false => format!("move {}, or put down", p.names(&p.hand)),
                },
            ),
            Step::Volley => Row::new(
                active,
                |_, out| out.extend(Side::BOTH.map(|side| Order::Volley { side })),
                |p, order| match order {
                    Order::Volley { side } if p.must_shoot(*side) => Ok(()),
                    _ => refused(p, order),
                },
                |_| "say which side shoots next".into(),
            ),
            Step::Shoot(_) => Row::new(
                |p| Turn::Order(p.shooting_side()),
                |p, out| p.list_shots(p.shooting_side(), out),
                |p, order| match order {
                    Order::Shoot { units, target } => p.may_volley(units, *target, p.shooting_side()),
                    _ => refused(p, order),
                },
                |_| "shoot".into(),
            ),
            Step::Fight => Row::new(
                active,
                Position::list_fights,
                |p, order| match order {
                    Order::Attack { unit, target } => p.may_fight(*unit, *target),
                    Order::Stand { unit } => p.may_stand(*unit),
                    _ => refused(p, order),
                },
                |_| "choose the next close combat".into(),
            ),
            Step::Storm => Row::new(
                |p| Turn::Order(p.active.other()),
                Position::list_storms,
                |p, order| match order {
                    Order::Attack { unit, target } => p.may_storm_against(*unit, *target),
                    _ => refused(p, order),
                },
                |_| "choose who storms the camp".into(),
            ),
            Step::Over => Row::dice(active, Position::verdict_text),
        }
    }
}
