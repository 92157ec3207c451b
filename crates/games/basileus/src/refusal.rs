//! Why an order is refused: every reason, with its rule and its sentence.

use engine::Shown;
use engine::hex::{Hex, HexNumber};
use engine::odds::Quarters;
use engine::words::counted;

use crate::order::Order;
use crate::position::{Gait, Position, Stage};
use crate::sheet::Terrain;
use crate::unit::{Spot, UnitId};

engine::refusals! {
    /// A reason to refuse an order.
    pub(crate) enum Refusal, told at (position: &Position);

    NotNow => ("protocol", "this order does not fit now: {}", position.prompt_words()),
    NotYours => ("protocol", "that counter is not yours to use now"),
    NoSuchHex(hex: HexNumber) => ("protocol", "there is no hex {hex} on this map"),
    EntersLater => (position.paragraph(), "this counter comes on later and is not deployed"),
    FixedByTheScenario => (position.paragraph(), "the battle says where this counter stands"),
    TakeFirst(id: UnitId) =>
        ("protocol", "identical counters are taken in order: place {} first", position.label(id)),
    OutsideTheZone => (position.paragraph(), "the hex is not among those of its group"),
    TooClose => ("R126", "a free hex must lie between it and every other own unit"),
    StillToPlace(id: UnitId) => ("3", "{} still has to be placed", position.label(id)),
    AlreadyOnTheMap => ("3", "the counter has come on already"),
    NotOnTheMap(id: UnitId) => {
        match (position.unit(id).spot, position.player_turn) {
            (Spot::LOST, _) => ("10.9", format!("{} has been eliminated", position.label(id))),
            (Spot::ABSENT, _) => ("protocol", format!("{} is not in this battle", position.label(id))),
            (_, 0) => ("3", format!("{} has not been placed yet", position.label(id))),
            _ => ("R111", format!("{} has not come on yet", position.label(id))),
        }
    },
    NotDue(id: UnitId) => {
        match position.arrival(id) {
            Some(arrival) => {
                (position.paragraph(), format!("{} does not come before turn {}", position.label(id), arrival.turn))
            }
            None => ("13.3/3", format!("{} comes out only after the first mangonel has fallen", position.label(id))),
        }
    },
    NotAnEntryHex => ("R111", "the reinforcement does not arrive in that hex"),
    ReinforcementDue(id: UnitId) => ("R111", "{} must be placed first", position.label(id)),
    IllegalStack =>
        ("6", "a hex holds one combat unit, one commander and one baggage at most, a commander and baggage only \
         with a combat unit"),
    NotOnAMangonel => ("R120", "only one unit of Skutatoi or Peltastoi may stand on a mangonel"),
    OffTheMap => (if position.retreating() { "R86" } else { "R44" }, "there is no map beyond this hexside"),
    Uncrossable(terrain: Terrain) => {
        let rule = match terrain {
            Terrain::Mountain => "tec.mountain",
            Terrain::Fortification => "tec.fortification",
            _ => "tec.river",
        };
        (rule, format!("nobody may enter {} hexes", terrain.name()))
    },
    EnemyThere => ("6", "an enemy unit is there"),
    EnemyBaggageThere => ("R33", "intact enemy baggage is there"),
    OnlyTroopsCapture => ("R37", "only a combat unit can ride a lone enemy commander down"),
    OnlyMovesCapture => ("R37", "a lone enemy commander is there, who can be ridden down only in a move"),
    HexOccupied => ("R22", "the hex is occupied"),
    NobodyInHand => ("protocol", "take up a unit first"),
    AnotherInHand => ("8", "finish the move of {} first", position.label(position.mover.unit)),
    HasMoved => ("8", "the unit has made its move in this phase"),
    NoWayOn(unit: UnitId) => {
        match position.is_pinned(unit) {
            true => ("9", "the unit stands in an enemy zone of control, and every way leads into another".into()),
            false => ("8", "the unit has no move to make".into()),
        }
    },
    BaggageStays => ("8", "baggage has no Movement Points and stays where it is"),
    NoMoveInTurnOne =>
        ("13.3/2", "{} may not move in turn 1; they may attack the enemy beside them or in range",
         position.side_name(position.phasing())),
    NotACombatUnit => ("7", "commanders and baggage do not do this"),
    LeadsACombatUnit => ("R38", "name the combat unit the commander goes along with"),
    BaggageFightsNot => ("10.4", "baggage does not attack"),
    NoFireFromBaggage => ("R70", "a unit on baggage attacks hand to hand only"),
    NoCommanderThere => ("R38", "no commander is stacked with the unit"),
    LeavesCommanderWithBaggage => ("R30", "the commander may not be left alone with the baggage"),
    ZoneToZone => ("9", "a unit may not pass directly from one enemy zone of control to another"),
    NoRoomToStop => ("R32", "the unit would have to stop there, and stacking does not allow it"),
    NoRoomBeyond => ("R31", "the unit could not end its move there, nor go on to where it could"),
    TooFewPoints { cost: u8, left: u8 } =>
        ("8", "this costs {} and {}", counted(Quarters::halves(cost), "Movement Point", "Movement Points"),
         counted(Quarters::halves(left), "is left", "are left")),
    RidersKeepAway => ("13.5/3", "with a third Movement Point the unit may not come beside the enemy"),
    NotTowardsTheQuarry => ("2.2.2", "every step of the rush must lead nearer to the enemy it goes for"),
    NotAmongTheNearest => ("2.2.2", "that is not among the nearest enemies"),
    MustRush => ("2.2.2", "the rush goes on until the unit is beside an enemy, out of Movement Points or blocked"),
    CannotFeign => ("2.2.4", "the unit cannot feign flight in this game"),
    FeignedAlready => ("R23", "a unit tries feigned flight once in a phase, before its first step"),
    NotToBeDrawnOn =>
        ("R20", "only a combat unit two or three hexes away, with no comrade and no enemy beside it and no \
         baggage, can be drawn on"),
    NotTowardsTheLurer => ("R22", "every step must lead nearer to the unit that feigns"),
    MustFollowTheLure => ("2.2.4", "the unit drawn on goes two hexes, unless it meets the enemy or is blocked"),
    NoEnemyThere => ("10.1", "no enemy unit is there"),
    LoneCommander => ("R36", "a lone commander cannot be attacked; ride through his hex"),
    StruckAlready => ("R53", "those units have been attacked in this phase"),
    AttackOpen => ("R52", "carry out or call off the attack in hand first"),
    NobodyCanAttack(hex: Hex) => {
        match position.nearest_candidate(hex) {
            Some((id, why)) => {
                let ((rule, why), hex, id) = (why.words(position), position.number(hex), position.label(id));
                (rule, format!("none of your units can attack {hex}; {id} is the nearest: {why}"))
            }
            None => ("10.1", format!("you have no unit that could attack {}", position.number(hex))),
        }
    },
    AttackedAlready => ("10.1", "the unit has attacked in this phase"),
    NotAdjacent => ("10.1", "the unit is not next to the target"),
    OutOfRange { distance: u16, range: u8 } =>
        ("10.1", "the target is {distance} hexes away and the unit reaches {range}"),
    EnemyBesideFirer => {
        let rule = if position.combat.stage == Stage::Support { "R109" } else { "R62" };
        (rule, "a unit with an enemy beside it does not shoot".into())
    },
    BaggageTakesNoFire => ("R67", "baggage and units on it are attacked hand to hand only"),
    NoAttackOpen => ("R52", "begin an attack first"),
    NoAttackers => ("10.1", "no unit takes part in the attack yet"),
    InTheAttackAlready => ("10.1", "the unit takes part already"),
    NotInTheAttack => ("10.1", "the unit is not in the attack being built"),
    NotTheTarget => ("R52", "no attack is made on that hex"),
    TooWeakAlone => ("10.3", "a missile unit alone attacks hand to hand only at better than 1 to 1"),
    CannotCharge => ("10.2", "only cavalry with a charge bonus can charge"),
    ChargesAlready => ("10.2", "the unit charges already"),
    NoRunUp => ("R58", "the unit has no run-up: it must have moved in this turn"),
    NotStraightAtIt => ("R58", "every step of the run-up must have led nearer to the target"),
    RunUpNotClear => ("R59", "the run-up must lead through plain or road hexes, across no stream or palisade"),
    TargetNotInTheOpen => ("R59", "only a target in a plain, road or bridge hex can be charged"),
    ChargeBarred => ("R59", "a stream or palisade lies between charger and target"),
    MetByCounterCharge => ("12.2", "a unit that can charge itself cannot be charged"),
    WithdrawalOffTheMap => ("R11", "a withdrawal does not leave the map"),
    NoRoomToWithdraw => ("R9", "the withdrawal could not end there, nor beyond"),
    MustWithdraw => ("2.2.1", "the unit has slipped away and must withdraw, one hex at least"),
    CannotShoot => ("R109", "only missile units support the defence"),
    SupportedAlready => ("R109", "the unit has supported a defence in this phase"),
    NoAttackerInRange => ("R109", "no hand-to-hand attacker is in its range"),
    NotAmongTheSufferers => ("R90", "the loss does not fall on that unit"),
    MustLose => ("10.9", "every loss that can be taken must be: name the unit that takes it"),
    NeedNotRetreat => ("10.8", "that unit does not have to retreat"),
    MustRetreat => ("10.8", "the beaten must retreat"),
    BetterRefugeOpen => ("R80", "a better hex of the Retreat Chart is open"),
    TakenByAComrade => ("R88", "an attacker that retreated before it is there, and another hex is open"),
    EnemyInTheWay => ("10.8", "an enemy unit is there, and nobody retreats into it"),
    FriendOnBaggage => ("R83", "the friend there stands on baggage and cannot be pushed back"),
    FriendHemmedIn => ("R83", "the friend there has nowhere to be pushed back to"),
    LeftByTheChain =>
        ("R84", "a unit of the same chain of retreats leaves that hex, and it stays closed to the others"),
    ChargersGoFirst => ("R96", "a unit that charged must advance"),
    MayNotAdvance => ("R94", "only a hand-to-hand attacker may advance into the emptied hex"),
    MayNotOccupy => ("R95", "the defender may follow only into a hex the beaten attackers left"),
}

impl Refusal {
    /// What an order that fits no open question meets.
    pub(crate) fn out_of_turn(position: &Position, order: &Order) -> Refusal {
        let barred = match *order {
            Order::Halt | Order::Done => position.stage().duty,
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
    fn retreating(&self) -> bool {
        matches!(self.combat.stage, Stage::Retreats | Stage::Retreating)
    }

    /// The battle's own paragraph of the rulebook; a battle of ours has none, and rule 3 sends players to it.
    fn paragraph(&self) -> &'static str {
        crate::rulebook::rulebook().get(&self.sheet().number).map_or("3", |rule| &rule.rule)
    }
}

#[cfg(test)]
mod tests;
