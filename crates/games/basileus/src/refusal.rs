//! Why an order is refused: every reason, with its rule and its sentence.

use engine::hex::{Hex, HexNumber};
use engine::odds::Quarters;
use engine::words::counted;
use engine::{Objection, Shown};

use crate::order::Order;
use crate::position::{Gait, Position, Stage};
use crate::sheet::Terrain;
use crate::unit::{Spot, UnitId};

/// A reason to refuse an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NotNow,
    NotYours,
    NoSuchHex(HexNumber),
    EntersLater,
    FixedByTheScenario,
    TakeFirst(UnitId),
    OutsideTheZone,
    TooClose,
    StillToPlace(UnitId),
    AlreadyOnTheMap,
    NotOnTheMap(UnitId),
    NotDue(UnitId),
    NotAnEntryHex,
    ReinforcementDue(UnitId),
    IllegalStack,
    NotOnAMangonel,
    OffTheMap,
    Uncrossable(Terrain),
    EnemyThere,
    EnemyBaggageThere,
    OnlyTroopsCapture,
    OnlyMovesCapture,
    HexOccupied,
    NobodyInHand,
    AnotherInHand,
    HasMoved,
    NoWayOn(UnitId),
    BaggageStays,
    NoMoveInTurnOne,
    NotACombatUnit,
    LeadsACombatUnit,
    BaggageFightsNot,
    NoFireFromBaggage,
    NoCommanderThere,
    LeavesCommanderWithBaggage,
    ZoneToZone,
    NoRoomToStop,
    NoRoomBeyond,
    TooFewPoints { cost: u8, left: u8 },
    RidersKeepAway,
    NotTowardsTheQuarry,
    NotAmongTheNearest,
    MustRush,
    CannotFeign,
    FeignedAlready,
    NotToBeDrawnOn,
    NotTowardsTheLurer,
    MustFollowTheLure,
    NoEnemyThere,
    LoneCommander,
    StruckAlready,
    AttackOpen,
    NobodyCanAttack(Hex),
    AttackedAlready,
    NotAdjacent,
    OutOfRange { distance: u16, range: u8 },
    EnemyBesideFirer,
    BaggageTakesNoFire,
    NoAttackOpen,
    NoAttackers,
    InTheAttackAlready,
    NotInTheAttack,
    NotTheTarget,
    TooWeakAlone,
    CannotCharge,
    ChargesAlready,
    NoRunUp,
    NotStraightAtIt,
    RunUpNotClear,
    TargetNotInTheOpen,
    ChargeBarred,
    MetByCounterCharge,
    WithdrawalOffTheMap,
    NoRoomToWithdraw,
    MustWithdraw,
    CannotShoot,
    SupportedAlready,
    NoAttackerInRange,
    NotAmongTheSufferers,
    MustLose,
    NeedNotRetreat,
    MustRetreat,
    BetterRefugeOpen,
    TakenByAComrade,
    EnemyInTheWay,
    FriendOnBaggage,
    FriendHemmedIn,
    LeftByTheChain,
    ChargersGoFirst,
    MayNotAdvance,
    MayNotOccupy,
}

impl Refusal {
    /// The rule and the sentence, for a player.
    pub(crate) fn objection(self, position: &Position) -> Objection {
        let (rule, why) = self.words(position);
        Objection::new(rule, why)
    }

    fn words(self, position: &Position) -> (&'static str, String) {
        let points = |halves: u8| Quarters(halves as u32 * 2).to_string();
        let label = |id: UnitId| position.label(id);
        let retreating = matches!(position.combat.stage, Stage::Retreats | Stage::Retreating);
        match self {
            Refusal::NotNow => ("protocol", format!("this order does not fit now: {}", position.prompt_words())),
            Refusal::NotYours => ("protocol", "that counter is not yours to use now".into()),
            Refusal::NoSuchHex(hex) => ("protocol", format!("there is no hex {hex} on this map")),
            Refusal::EntersLater => (position.paragraph(), "this counter comes on later and is not deployed".into()),
            Refusal::FixedByTheScenario => (position.paragraph(), "the battle says where this counter stands".into()),
            Refusal::TakeFirst(id) => {
                ("protocol", format!("identical counters are taken in order: place {} first", label(id)))
            }
            Refusal::OutsideTheZone => (position.paragraph(), "the hex is not among those of its group".into()),
            Refusal::TooClose => ("R126", "a free hex must lie between it and every other own unit".into()),
            Refusal::StillToPlace(id) => ("3", format!("{} still has to be placed", label(id))),
            Refusal::AlreadyOnTheMap => ("3", "the counter has come on already".into()),
            Refusal::NotOnTheMap(id) => match (position.unit(id).spot, position.player_turn) {
                (Spot::LOST, _) => ("10.9", format!("{} has been eliminated", label(id))),
                (_, 0) => ("3", format!("{} has not been placed yet", label(id))),
                _ => ("R111", format!("{} has not come on yet", label(id))),
            },
            Refusal::NotDue(id) => match position.arrival(id) {
                Some(arrival) => {
                    (position.paragraph(), format!("{} does not come before turn {}", label(id), arrival.turn))
                }
                None => ("13.3/3", format!("{} comes out only after the first mangonel has fallen", label(id))),
            },
            Refusal::NotAnEntryHex => ("R111", "the reinforcement does not arrive in that hex".into()),
            Refusal::ReinforcementDue(id) => ("R111", format!("{} must be placed first", label(id))),
            Refusal::IllegalStack => {
                ("6", "a hex holds one combat unit, one commander and one baggage at most, a commander and baggage only with a combat unit".into())
            }
            Refusal::NotOnAMangonel => ("R120", "only one unit of Skutatoi or Peltastoi may stand on a mangonel".into()),
            Refusal::OffTheMap => (if retreating { "R86" } else { "R44" }, "there is no map beyond this hexside".into()),
            Refusal::Uncrossable(terrain) => {
                let rule = match terrain {
                    Terrain::Mountain => "tec.mountain",
                    Terrain::Fortification => "tec.fortification",
                    _ => "tec.river",
                };
                (rule, format!("nobody may enter {} hexes", terrain.name()))
            }
            Refusal::EnemyThere => ("6", "an enemy unit is there".into()),
            Refusal::EnemyBaggageThere => ("R33", "intact enemy baggage is there".into()),
            Refusal::OnlyTroopsCapture => ("R37", "only a combat unit can ride a lone enemy commander down".into()),
            Refusal::OnlyMovesCapture => {
                ("R37", "a lone enemy commander is there, who can be ridden down only in a move".into())
            }
            Refusal::HexOccupied => ("R22", "the hex is occupied".into()),
            Refusal::NobodyInHand => ("protocol", "take up a unit first".into()),
            Refusal::AnotherInHand => {
                ("8", format!("finish the move of {} first", label(position.mover.unit)))
            }
            Refusal::HasMoved => ("8", "the unit has made its move in this phase".into()),
            Refusal::NoWayOn(unit) if position.is_pinned(unit) => {
                ("9", "the unit stands in an enemy zone of control, and every way leads into another".into())
            }
            Refusal::NoWayOn(_) => ("8", "the unit has no move to make".into()),
            Refusal::BaggageStays => ("8", "baggage has no Movement Points and stays where it is".into()),
            Refusal::NoMoveInTurnOne => {
                let side = position.side_name(position.phasing());
                ("13.3/2", format!("{side} may not move in turn 1; they may attack the enemy beside them or in range"))
            }
            Refusal::NotACombatUnit => ("7", "commanders and baggage do not do this".into()),
            Refusal::LeadsACombatUnit => ("R38", "name the combat unit the commander goes along with".into()),
            Refusal::BaggageFightsNot => ("10.4", "baggage does not attack".into()),
            Refusal::NoFireFromBaggage => ("R70", "a unit on baggage attacks hand to hand only".into()),
            Refusal::NoCommanderThere => ("R38", "no commander is stacked with the unit".into()),
            Refusal::LeavesCommanderWithBaggage => {
                ("R30", "the commander may not be left alone with the baggage".into())
            }
            Refusal::ZoneToZone => {
                ("9", "a unit may not pass directly from one enemy zone of control to another".into())
            }
            Refusal::NoRoomToStop => {
                ("R32", "the unit would have to stop there, and stacking does not allow it".into())
            }
            Refusal::NoRoomBeyond => {
                ("R31", "the unit could not end its move there, nor go on to where it could".into())
            }
            Refusal::TooFewPoints { cost, left } => {
                let cost = counted(points(cost), "Movement Point", "Movement Points");
                ("8", format!("this costs {cost} and {}", counted(points(left), "is left", "are left")))
            }
            Refusal::RidersKeepAway => {
                ("13.5/3", "with a third Movement Point the unit may not come beside the enemy".into())
            }
            Refusal::NotTowardsTheQuarry => {
                ("2.2.2", "every step of the rush must lead nearer to the enemy it goes for".into())
            }
            Refusal::NotAmongTheNearest => ("2.2.2", "that is not among the nearest enemies".into()),
            Refusal::MustRush => (
                "2.2.2",
                "the rush goes on until the unit is beside an enemy, out of Movement Points or blocked".into(),
            ),
            Refusal::CannotFeign => ("2.2.4", "the unit cannot feign flight in this game".into()),
            Refusal::FeignedAlready => {
                ("R23", "a unit tries feigned flight once in a phase, before its first step".into())
            }
            Refusal::NotToBeDrawnOn => (
                "R20",
                "only a combat unit two or three hexes away, with no comrade and no enemy beside it and no baggage, can be drawn on"
                    .into(),
            ),
            Refusal::NotTowardsTheLurer => ("R22", "every step must lead nearer to the unit that feigns".into()),
            Refusal::MustFollowTheLure => {
                ("2.2.4", "the unit drawn on goes two hexes, unless it meets the enemy or is blocked".into())
            }
            Refusal::NoEnemyThere => ("10.1", "no enemy unit is there".into()),
            Refusal::LoneCommander => ("R36", "a lone commander cannot be attacked; ride through his hex".into()),
            Refusal::StruckAlready => ("R53", "those units have been attacked in this phase".into()),
            Refusal::AttackOpen => ("R52", "carry out or call off the attack in hand first".into()),
            Refusal::NobodyCanAttack(hex) => match position.nearest_candidate(hex) {
                Some((id, why)) => {
                    let ((rule, why), hex, id) = (why.words(position), position.number(hex), position.label(id));
                    (rule, format!("none of your units can attack {hex}; {id} is the nearest: {why}"))
                }
                None => ("10.1", format!("you have no unit that could attack {}", position.number(hex))),
            },
            Refusal::AttackedAlready => ("10.1", "the unit has attacked in this phase".into()),
            Refusal::NotAdjacent => ("10.1", "the unit is not next to the target".into()),
            Refusal::OutOfRange { distance, range } => {
                ("10.1", format!("the target is {distance} hexes away and the unit reaches {range}"))
            }
            Refusal::EnemyBesideFirer => {
                let rule = if position.combat.stage == Stage::Support { "R109" } else { "R62" };
                (rule, "a unit with an enemy beside it does not shoot".into())
            }
            Refusal::BaggageTakesNoFire => ("R67", "baggage and units on it are attacked hand to hand only".into()),
            Refusal::NoAttackOpen => ("R52", "begin an attack first".into()),
            Refusal::NoAttackers => ("10.1", "no unit takes part in the attack yet".into()),
            Refusal::InTheAttackAlready => ("10.1", "the unit takes part already".into()),
            Refusal::NotInTheAttack => ("10.1", "the unit is not in the attack being built".into()),
            Refusal::NotTheTarget => ("R52", "no attack is made on that hex".into()),
            Refusal::TooWeakAlone => {
                ("10.3", "a missile unit alone attacks hand to hand only at better than 1 to 1".into())
            }
            Refusal::CannotCharge => ("10.2", "only cavalry with a charge bonus can charge".into()),
            Refusal::ChargesAlready => ("10.2", "the unit charges already".into()),
            Refusal::NoRunUp => ("R58", "the unit has no run-up: it must have moved in this turn".into()),
            Refusal::NotStraightAtIt => {
                ("R58", "every step of the run-up must have led nearer to the target".into())
            }
            Refusal::RunUpNotClear => {
                ("R59", "the run-up must lead through plain or road hexes, across no stream or palisade".into())
            }
            Refusal::TargetNotInTheOpen => {
                ("R59", "only a target in a plain, road or bridge hex can be charged".into())
            }
            Refusal::ChargeBarred => ("R59", "a stream or palisade lies between charger and target".into()),
            Refusal::MetByCounterCharge => ("12.2", "a unit that can charge itself cannot be charged".into()),
            Refusal::WithdrawalOffTheMap => ("R11", "a withdrawal does not leave the map".into()),
            Refusal::NoRoomToWithdraw => ("R9", "the withdrawal could not end there, nor beyond".into()),
            Refusal::MustWithdraw => ("2.2.1", "the unit has slipped away and must withdraw, one hex at least".into()),
            Refusal::CannotShoot => ("R109", "only missile units support the defence".into()),
            Refusal::SupportedAlready => ("R109", "the unit has supported a defence in this phase".into()),
            Refusal::NoAttackerInRange => ("R109", "no hand-to-hand attacker is in its range".into()),
            Refusal::NotAmongTheSufferers => ("R90", "the loss does not fall on that unit".into()),
            Refusal::MustLose => ("10.9", "every loss that can be taken must be: name the unit that takes it".into()),
            Refusal::NeedNotRetreat => ("10.8", "that unit does not have to retreat".into()),
            Refusal::MustRetreat => ("10.8", "the beaten must retreat".into()),
            Refusal::BetterRefugeOpen => ("R80", "a better hex of the Retreat Chart is open".into()),
            Refusal::TakenByAComrade => {
                ("R88", "an attacker that retreated before it is there, and another hex is open".into())
            }
            Refusal::EnemyInTheWay => ("10.8", "an enemy unit is there, and nobody retreats into it".into()),
            Refusal::FriendOnBaggage => {
                ("R83", "the friend there stands on baggage and cannot be pushed back".into())
            }
            Refusal::FriendHemmedIn => ("R83", "the friend there has nowhere to be pushed back to".into()),
            Refusal::LeftByTheChain => {
                ("R84", "a unit of the same chain of retreats leaves that hex, and it stays closed to the others".into())
            }
            Refusal::ChargersGoFirst => ("R96", "a unit that charged must advance".into()),
            Refusal::MayNotAdvance => ("R94", "only a hand-to-hand attacker may advance into the emptied hex".into()),
            Refusal::MayNotOccupy => ("R95", "the defender may follow only into a hex the beaten attackers left".into()),
        }
    }

    /// What an order that fits no open question meets.
    pub(crate) fn out_of_turn(position: &Position, order: &Order) -> Refusal {
        let barred = match *order {
            Order::Halt | Order::Done => position.duty(),
            Order::Move { unit } | Order::Lead { unit } => {
                let still = position.exists(unit) && position.stands_surprised(position.side(unit));
                still.then_some(Refusal::NoMoveInTurnOne)
            }
            _ => None,
        };
        barred.unwrap_or(match position.mover.gait {
            Gait::March if position.mover.unit != UnitId::NONE => Refusal::AnotherInHand,
            _ => Refusal::NotNow,
        })
    }
}

impl Position {
    /// What the player in turn must do and cannot decline.
    fn duty(&self) -> Option<Refusal> {
        if self.mover.unit != UnitId::NONE {
            return match self.mover.gait {
                Gait::Rush => Some(Refusal::MustRush),
                Gait::Lured => Some(Refusal::MustFollowTheLure),
                _ => None,
            };
        }
        match self.combat.stage {
            Stage::Withdrawing => Some(Refusal::MustWithdraw),
            Stage::Losses => Some(Refusal::MustLose),
            Stage::Retreats | Stage::Retreating => Some(Refusal::MustRetreat),
            _ => None,
        }
    }

    /// The battle's own paragraph of the rulebook; a battle of ours has none, and rule 3 sends players to it.
    fn paragraph(&self) -> &'static str {
        crate::rulebook::rulebook().get(&self.sheet().number).map_or("3", |rule| &rule.rule)
    }
}

#[cfg(test)]
mod tests;
