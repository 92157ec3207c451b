//! What the game waits for, a row for each: who acts, what may be ordered, how it is checked, what the prompt says.
//!
//! Procedures lie inside one another; the innermost that waits decides ([`Position::stage`]). How the position comes
//! from one stage to the next is told by the [sequence of play](crate::sequence).

use std::ops::ControlFlow;

use engine::Turn;
use engine::dice::DiceRequest;
use engine::stage::{Row, Stages, refused};

use crate::order::{Noble, Order};
use crate::position::{Cause, Fight, Pace, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::sheet::{BYZANTINES, MUSLIMS};

/// Legal orders as they are found, until there are enough.
pub(crate) type Offers<'a> = engine::stage::Offers<'a, Order>;

type StageRow = Row<Position, Refusal, fn(&Position, &mut Offers) -> ControlFlow<()>>;

impl Position {
    /// The row of the innermost procedure that waits: counters adrift, the fight, the expedition in hand, the step.
    #[inline]
    pub(crate) fn stage(&self) -> StageRow {
        match () {
            _ if self.placing.cause != Cause::None => PLACING,
            _ if self.battle.kind != Fight::None => self.battle.stage.row(),
            _ if self.march.expedition.is_some() => self.march.pace.row(),
            _ => self.step.row(),
        }
    }

    /// What is expected now, without who is asked.
    pub(crate) fn prompt_words(&self) -> String {
        match self.outcome {
            Some(_) => "the game is over".into(),
            None => (self.stage().prompt)(self),
        }
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

fn actor(p: &Position) -> Turn {
    Turn::Order(p.acting_side())
}

fn byzantines(_: &Position) -> Turn {
    Turn::Order(BYZANTINES)
}

fn muslims(_: &Position) -> Turn {
    Turn::Order(MUSLIMS)
}

/// Whose losses, or whose choice, it is in a fight.
fn sufferer(p: &Position) -> Turn {
    Turn::Order(p.battle.turn)
}

fn marcher(p: &Position) -> Turn {
    Turn::Order(p.march.expedition.map_or(p.acting_side(), Position::side_of))
}

fn two_dice(_: &Position) -> Turn {
    Turn::Dice(DiceRequest { count: 2, sides: 6 })
}

/// Counters adrift find their places.
const PLACING: StageRow = Row {
    acts: |p| Turn::Order(p.placing.side),
    orders: Position::list_placing,
    check: |p, order| match *order {
        Order::Place { unit, at, patrol: false } => p.may_settle_at(unit, p.named_hex(at)?, false),
        Order::Retreat { unit, at } => p.may_settle_at(unit, p.named_hex(at)?, true),
        Order::Done if p.placing.cause == Cause::Evacuation => Ok(()),
        _ => refused(p, order),
    },
    duty: None,
    prompt: |p| match p.placing.cause {
        Cause::None => String::new(),
        Cause::Disband => "place the units of the disbanded expedition".into(),
        Cause::Rout | Cause::SeaRout => "name where the routed go".into(),
        Cause::Evacuation => format!("evacuate {} by sea, or stay", p.hex_words(p.placing.hex)),
        Cause::Revolt => "name where those turned by the revolt go".into(),
        Cause::Arrival => "place the Quraysh that Fustat cannot hold".into(),
    },
};

/// The fight going on.
impl Stage {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Stage::Surprise => Row::roll(|_| "a die for surprise".into()),
            Stage::Reserve => Row {
                acts: byzantines,
                orders: Position::list_reserves,
                check: |p, order| match *order {
                    Order::Reserve { unit } => p.may_reserve(unit),
                    Order::Commit => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "name a reserve, or join battle".into(),
            },
            Stage::Boarding => Row {
                acts: |p| Turn::Order(p.defender()),
                orders: Position::list_boarding,
                check: |p, order| match *order {
                    Order::Load { unit, ship } => p.may_board(unit, ship),
                    Order::Commit => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "put camped units aboard, or join battle".into(),
            },
            Stage::Fire => Row {
                acts: byzantines,
                orders: Position::list_fire,
                check: |p, order| match *order {
                    Order::Fire { ships } => p.may_burn(ships),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "name how many ships use Greek fire".into(),
            },
            Stage::FireDie => Row::roll(|_| "a die for Greek fire".into()),
            Stage::Sunk => losses(byzantines, |p| format!("name {} Muslim ships that burn", p.battle.owed)),
            Stage::Scorched => losses(muslims, |_| "name a Byzantine ship that burns".into()),
            Stage::Die => Row::roll(|_| "a die for the battle".into()),
            Stage::Role => Row {
                acts: byzantines,
                orders: Position::list_roles,
                check: |p, order| match *order {
                    Order::Role { role } => p.may_assign(role),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "say what the reserve does".into(),
            },
            Stage::Counter => Row::roll(|_| "a die for the counter-attack".into()),
            Stage::Exchange => losses(sufferer, |p| match p.may_rout() {
                Ok(()) => format!("lose {}, or rout", p.battle.owed),
                Err(_) => format!("name {} to lose", p.battle.owed),
            }),
            Stage::Losses | Stage::Victors => losses(sufferer, |p| format!("name {} to lose", p.battle.owed)),
            Stage::SiegeDie => {
                Row::dice(|p| Turn::Dice(p.siege_dice(p.battle.hex)), |_| "dice for the siege".into())
            }
            Stage::Breach => Row::roll(|_| "a die for the breach".into()),
            Stage::Pillage => Row::roll(|_| "a die for pillage".into()),
            // These pass by themselves.
            Stage::Evacuate => Row::dice(sufferer, |_| "evacuation".into()),
            Stage::Over => Row::dice(sufferer, |_| "the battle is over".into()),
        }
    }
}

/// A side names what it loses in a fight, or breaks off where it may.
fn losses(acts: fn(&Position) -> Turn, prompt: fn(&Position) -> String) -> StageRow {
    Row {
        acts,
        orders: Position::list_losses,
        check: |p, order| match *order {
            Order::Lose { unit } => p.may_fall(unit),
            Order::Rout => p.may_rout(),
            _ => refused(p, order),
        },
        duty: None,
        prompt,
    }
}

/// The expedition in hand.
impl Pace {
    #[inline]
    fn row(self) -> StageRow {
        match self {
            Pace::Free => Row {
                acts: marcher,
                orders: Position::list_marching,
                check: |p, order| match *order {
                    Order::Step { to } => p.may_step(to).map(drop),
                    Order::Halt => p.free_march().map(drop),
                    Order::Embark => p.may_embark(),
                    Order::Disembark => p.may_disembark(),
                    Order::Siege => p.may_besiege(),
                    Order::Assault => p.may_assault(),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: Position::marching_words,
            },
            Pace::Loading => Row {
                acts: marcher,
                orders: Position::list_loading,
                check: |p, order| match *order {
                    Order::Load { unit, ship } => p.may_load(unit, ship),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("load the ships of the {}, or let the referee do it", p.host_name()),
            },
            Pace::Zoc => Row::dice(two_dice, |_| "two dice for the patrols".into()),
            Pace::Skirmish => Row {
                acts: marcher,
                orders: |p, offers| p.march_units(|unit| offers.add(Order::Lose { unit })),
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_skirmish(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "name the unit lost with the patrol".into(),
            },
            // These pass by themselves.
            Pace::Arrive | Pace::Take => Row::dice(marcher, |_| "the expedition arrives".into()),
            Pace::Leave => Row {
                acts: marcher,
                orders: |p, offers| {
                    p.march_units(|unit| offers.add(Order::Garrison { unit }))?;
                    offers.add(Order::Done)
                },
                check: |p, order| match *order {
                    Order::Garrison { unit } => p.may_leave(unit),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "leave units in the place, or go on".into(),
            },
            Pace::Rest => Row {
                acts: marcher,
                orders: Position::list_resting,
                check: |p, order| match *order {
                    Order::Camp => p.may_rest(false),
                    Order::Disband => p.may_rest(true),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.march.must_camp {
                    true => "camp before the walls".into(),
                    false => format!("the {} camps or disbands", p.host_name()),
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
            Step::Name => Row {
                acts: actor,
                orders: |_, offers| {
                    Noble::BOTH.into_iter().try_for_each(|noble| offers.add(Order::Name { noble }))
                },
                check: |p, order| match *order {
                    Order::Name { .. } => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "name the noble who commands the Armeniae".into(),
            },
            Step::Deploy => Row {
                acts: actor,
                orders: Position::list_deploying,
                check: |p, order| match *order {
                    Order::Place { unit, at, patrol } => p.may_deploy(unit, p.named_hex(at)?, patrol),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.next_deployed() {
                    Some((id, _)) => format!("set up {}", p.label(id)),
                    None => "set up".into(),
                },
            },
            Step::EventDice => Row::dice(two_dice, |_| "two dice for the event of the year".into()),
            Step::CityDie => Row::dice(
                |p| Turn::Dice(p.city_dice()),
                |_| "a die for the city that the earthquake strikes".into(),
            ),
            Step::LordsDie => Row::roll(|_| "a die for the units that turn".into()),
            Step::Lords(_) => Row {
                acts: actor,
                orders: Position::list_defecting,
                check: |p, order| match *order {
                    Order::Defect { unit } => p.may_defect(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name {} more units of the Armeniae that turn", p.step.left()),
            },
            Step::Entry => Row {
                acts: actor,
                orders: Position::list_entries,
                check: |p, order| match *order {
                    Order::Arrive { at } => p.may_enter(p.named_hex(at)?),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "name the hex where the army of Kufa enters".into(),
            },
            Step::Plague(..) => Row {
                acts: actor,
                orders: Position::list_plague,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_die_of_plague(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: Position::plague_words,
            },
            // This passes by itself.
            Step::AfterEvent => Row::dice(actor, |_| "events".into()),
            Step::Replace(..) => Row {
                acts: actor,
                orders: Position::list_replacing,
                check: |p, order| match *order {
                    Order::Place { unit, at, patrol: false } => p.may_replace(unit, p.named_hex(at)?),
                    Order::Levy => p.may_levy(),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: Position::replacing_words,
            },
            Step::LevyDie(_) => Row::roll(|_| "a die for the foot that is raised".into()),
            Step::Levy(..) => Row {
                acts: actor,
                orders: Position::list_replacing,
                check: |p, order| match *order {
                    Order::Place { unit, at, patrol: false } => p.may_replace(unit, p.named_hex(at)?),
                    Order::Done => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("raise up to {} foot", p.step.left()),
            },
            Step::Fleets(_) => Row {
                acts: actor,
                orders: Position::list_fleets,
                check: |p, order| match *order {
                    Order::Place { unit, at, patrol: false } => p.may_build(unit, p.named_hex(at)?),
                    Order::Lose { unit } => p.may_lay_up(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| {
                    let side = p.acting_side();
                    let (have, due) = (p.fleet_size(side), p.fleet_due(side));
                    format!("{have} naval units on {due} anchors: bring them in line")
                },
            },
            Step::Mode(_) => Row {
                acts: actor,
                orders: Position::list_modes,
                check: |p, order| match (*order, p.hand.some()) {
                    (Order::Place { unit, at, patrol: false }, _) => p.may_garrison(unit, p.named_hex(at)?),
                    (Order::Join { unit, expedition }, _) => p.may_join(unit, expedition),
                    (Order::Raise { expedition }, _) => p.may_muster(expedition),
                    (Order::Halt, Some(_)) => Ok(()),
                    (Order::Move { unit }, None) => p.may_take_up(unit),
                    (Order::Patrol { unit }, None) => p.may_patrol(unit),
                    (Order::Done, None) => Ok(()),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| match p.hand.some() {
                    Some(hand) => format!("name the garrison of {}, or leave it as it is", p.label(hand)),
                    None => "change modes, gather expeditions, or go on".into(),
                },
            },
            Step::Gather(_) => Row {
                acts: actor,
                orders: Position::list_gathering,
                check: |p, order| match *order {
                    Order::Gather { at } => p.may_gather(p.acting_side(), p.named_hex(at)?),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name where the {} gathers", p.host_name()),
            },
            Step::Muster(_) => Row {
                acts: actor,
                orders: Position::list_mustering,
                check: |p, order| match *order {
                    Order::Join { unit, expedition } => p.may_join(unit, expedition),
                    Order::Substitute { leader } => p.may_substitute(leader),
                    Order::Done => p.may_close_muster(),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name who joins the {}", p.host_name()),
            },
            Step::Attrition(_) => Row::roll(|p| format!("a die for the attrition of the {}", p.host_name())),
            Step::Toll(..) => Row {
                acts: actor,
                orders: Position::list_toll,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_wear_away(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |p| format!("name {} more units lost by the {}", p.step.left(), p.host_name()),
            },
            Step::Sea(_) => Row {
                acts: actor,
                orders: Position::list_expeditions,
                check: Position::may_set_out,
                duty: None,
                prompt: |_| "embark an expedition, or go on".into(),
            },
            Step::Patrols => Row {
                acts: actor,
                orders: |p, offers| match p.hand.some() {
                    Some(_) => p.list_walking(offers),
                    None => p.list_patrols(offers),
                },
                check: Position::may_set_out,
                duty: None,
                prompt: |p| p.walking_words().unwrap_or_else(|| "move patrols, or go on".into()),
            },
            Step::Land(_) => Row {
                acts: actor,
                orders: |p, offers| match p.hand.some() {
                    Some(_) => p.list_walking(offers),
                    None => p.list_expeditions(offers),
                },
                check: Position::may_set_out,
                duty: None,
                prompt: |p| {
                    p.walking_words().unwrap_or_else(|| "move an expedition or a leader, or go on".into())
                },
            },
            // This passes by itself.
            Step::Rest(_) => Row::dice(actor, |_| "camp or disband".into()),
            Step::Stacking(..) => Row {
                acts: actor,
                orders: Position::list_trimming,
                check: |p, order| match *order {
                    Order::Lose { unit } => p.may_trim(unit),
                    _ => refused(p, order),
                },
                duty: None,
                prompt: |_| "remove units from an overfull place".into(),
            },
            Step::Over => Row::dice(actor, |_| "the game is over".into()),
        }
    }

    /// How many are still to be named or raised, in the steps that count.
    fn left(self) -> u8 {
        match self {
            Step::Lords(left) | Step::Levy(_, left) | Step::Toll(_, left) => left,
            _ => 0,
        }
    }
}

/// Orders of a phase of movement, where an expedition, a patrol or a leader is taken up or in hand.
impl Position {
    fn may_set_out(&self, order: &Order) -> Result<(), Refusal> {
        match (*order, self.hand.some()) {
            (Order::Move { unit }, _) => match self.sheet.roster.as_expedition(unit) {
                Some(expedition) => self.may_march(expedition),
                None => self.may_walk(unit),
            },
            (Order::Step { to }, _) => self.may_walk_on(to).map(drop),
            (Order::Halt, _) => self.may_stop(),
            (Order::Done, None) => Ok(()),
            _ => refused(self, order),
        }
    }
}

/// Prompts that depend on more than their stage.
impl Position {
    /// The name of the expedition in hand, or of the one its step is about.
    fn host_name(&self) -> &'static str {
        let of_step = match self.step {
            Step::Gather(expedition) | Step::Muster(expedition) => Some(expedition),
            Step::Attrition(turn) | Step::Toll(turn, _) => Some(Position::worn(turn)),
            _ => None,
        };
        self.march.expedition.or(of_step).map_or("expedition", |expedition| expedition.name())
    }

    fn marching_words(&self) -> String {
        let Some(expedition) = self.march.expedition else { return String::new() };
        let (host, name) = (self.host(expedition), expedition.name());
        match host.at_sea {
            true => format!("sail the {name}: {} MPs at sea, {} on land", host.sea, host.land),
            false => format!("march the {name}: {} MPs", host.land),
        }
    }

    fn plague_words(&self) -> String {
        let Step::Plague(_, place) = self.step else { return String::new() };
        format!("the plague is in {}: name the unit it takes", self.sheet.ground.settlement(place).name)
    }

    fn replacing_words(&self) -> String {
        let name = self.forge().map_or("", |(_, place)| &self.sheet.ground.settlement(place).name);
        match self.acting_side() {
            MUSLIMS => format!("raise a Syrian unit in {name}, or none"),
            BYZANTINES => format!("raise a picked or mounted unit in {name}, ask for foot, or none"),
        }
    }

    /// The patrol or leader in hand, if there is one.
    fn walking_words(&self) -> Option<String> {
        let hand = self.hand.some()?;
        Some(format!("move {}, {} MPs left", self.label(hand), self.points))
    }
}
