//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.
//!
//! Where several rules forbid an order, the first in the order of R9 is cited: side and phase, eligibility,
//! place, numbers, payment.

use engine::Objection;
use engine::hex::{Hex, HexNumber};

use crate::position::Position;
use crate::sheet::State;
use crate::unit::{Party, Spot};

/// A reason to refuse an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NotNow,
    NotYours,
    NoSuchHex(HexNumber),
    // Productivity
    NotTheHexAsked,
    NoClaim(State),
    // Recruitment and construction
    NotInThePool,
    NotEligible(State),
    NoAidNeeded,
    NotPoor(State),
    NotRecruited,
    BoxClosed,
    BoxForByzantines,
    MusterInTheBox,
    NotItsCity(State),
    BaseForMuslims,
    CitiesFirst,
    EnemyHeld,
    UnderTheWalls,
    NotAPort,
    NoGarrisonAtPort,
    NationsApart,
    NeutralGround,
    TwiceTheLimit,
    ConvertsNeedMuslims,
    TooDear { state: State, price: u16, track: u16 },
    NotUnbuilt,
    OnlyMuslimsBuild,
    NoSiteHere,
    RaisedThisTurn,
    BaseComplete,
    // Movement
    NotOnTheMap,
    HasMoved,
    AnotherInHand,
    NobodyInHand,
    StayedAtHome(State),
    NoWayOut,
    NoPickingUp,
    NotOfThisStack,
    InTheStack,
    OffTheMap,
    Mountains,
    Strait,
    AllSea,
    AllLand,
    TooFar { total: u16, limit: u16 },
    SplitToOnePlace,
    CargoNeedsPort,
    AnotherPort,
    EnemyShips,
    NotAShipInHand,
    ShipFull,
    AboardAlready,
    FromAnotherHex,
    DropFirst,
    NobodyToDrop,
    NotUnderWay,
    SomebodyGoesOn,
    LeaveTheBox,
    NotAtConstantinople,
    NotInTheBox,
    NoPointInReturning,
    NotAmongTheJudged,
    OnlyShipsCount,
    NotInTheCrowd,
    // Combat
    NobodyToAttackWith,
    NobodyToAttack,
    NoAllowance(State),
    CityNotClear,
    ShipsGuardTheBox,
    StormedAlready,
    CombatDue(Hex),
    NotAllSea,
    NotInThisCombat,
    NotAdjacent,
    RetreatBarred,
    EnemyThere,
    NoBlackSeaPort,
    AwayFromHome,
    // Rebellion and civil war
    NoConvertInRevolt,
    NoShipsInCivilWar,
    LeadersFollow,
    NoTroopsForLeader,
    LeaderSeeksRefuge,
    LeaderChanged,
    LeaderAlone,
    // Conversion
    NotInConversionBox,
    NotJustConverted,
    DeclaredAlready,
}

impl Refusal {
    /// The rule and the sentence, for a player.
    pub(crate) fn objection(self, position: &Position) -> Objection {
        let (rule, why) = self.words(position);
        Objection::new(rule, why)
    }

    fn words(self, position: &Position) -> (&'static str, String) {
        let plain = |rule, why: &str| (rule, why.to_string());
        match self {
            Refusal::NotNow => ("4.2", format!("this order does not fit now: {}", position.prompt_words())),
            Refusal::NotYours => plain("4.2", "that counter is not yours to use now"),
            Refusal::NoSuchHex(hex) => ("protocol", format!("there is no hex {hex} on this map")),
            Refusal::NotTheHexAsked => plain("5.3", "another hex is to be assigned now"),
            Refusal::NoClaim(state) => ("5.3", format!("the {} have no claim to that hex", state.name())),
            Refusal::NotInThePool => plain("6.1", "the unit is not in your recruitment pool"),
            Refusal::NotEligible(state) => (
                "6.3",
                format!("the {} may not recruit: no Muslim unit is in or next to their land", state.name()),
            ),
            Refusal::NoAidNeeded => plain("6.3", "Byzantium pays double only for other Empires States"),
            Refusal::NotPoor(state) => {
                ("6.3", format!("the {} had too many points after the Productivity Phase", state.name()))
            }
            Refusal::NotRecruited => plain("6.2", "the chart has no price for such a unit"),
            Refusal::BoxClosed => plain("13.0", "the Constantinople box is closed for good"),
            Refusal::BoxForByzantines => plain("13.0", "only unconverted Byzantine units use the box"),
            Refusal::MusterInTheBox => plain("6.2", "Byzantine land units are recruited in the box"),
            Refusal::NotItsCity(state) => {
                ("6.2", format!("{} units are recruited in cities of their own State", state.adjective()))
            }
            Refusal::BaseForMuslims => plain("6.2", "only Muslim units are recruited in bases"),
            Refusal::CitiesFirst => {
                plain("6.2", "recruits appear outside cities only when every city of the State is enemy-held")
            }
            Refusal::EnemyHeld => {
                let building = matches!(position.step, crate::position::Step::Build(_));
                plain(if building { "6.42" } else { "6.2" }, "opposing land units hold that hex")
            }
            Refusal::UnderTheWalls => {
                let troops = position.troops_words(position.stack(Spot::BOX));
                ("6.2", format!("the Constantinople box is held against converts: {troops} (R57)"))
            }
            Refusal::NotAPort => plain(Refusal::port_rule(position), "there is no port"),
            Refusal::NoGarrisonAtPort => plain("6.2", "no friendly land unit holds that port"),
            Refusal::NationsApart => {
                plain("7.5", "Empires units of different nations may not stack together")
            }
            Refusal::NeutralGround => {
                plain("7.3", "Byzantines may not enter another State without Muslim units in it")
            }
            Refusal::TwiceTheLimit => plain("6.2", "the hex would hold more than twice its stacking limit"),
            Refusal::ConvertsNeedMuslims => {
                plain("6.3", "for every three converts a Muslim unit must be recruited first")
            }
            Refusal::TooDear { state, price, track } => {
                let rule = position.payment_rule();
                (rule, format!("this costs {price} and the {} have {track}", state.name()))
            }
            Refusal::NotUnbuilt => plain("6.41", "only destroyed and unbuilt ships are constructed"),
            Refusal::OnlyMuslimsBuild => plain("6.42", "only land units of Muslim nationality build bases"),
            Refusal::NoSiteHere => plain("6.42", "the unit stands on no base site"),
            Refusal::RaisedThisTurn => plain("6.42", "a base grows by one level a turn"),
            Refusal::BaseComplete => plain("6.42", "the base has its highest level"),
            Refusal::NotOnTheMap => plain("7.1", "the unit is not on the map"),
            Refusal::HasMoved => plain("7.1", "the unit has had its move in this segment"),
            Refusal::AnotherInHand => plain("7.1", "finish the move of the stack in hand first"),
            Refusal::NobodyInHand => plain("7.1", "take up a unit first"),
            Refusal::StayedAtHome(state) => {
                ("R23", format!("the {} did not recruit this turn and may not move", state.name()))
            }
            Refusal::NoWayOut => plain("7.3", "there is no way from here"),
            Refusal::NoPickingUp => plain("7.1", "nobody is picked up on the way"),
            Refusal::NotOfThisStack => plain("7.1", "the unit is not with this stack"),
            Refusal::InTheStack => plain("7.1", "the unit takes part already"),
            Refusal::OffTheMap => plain("7.3", "the map ends here"),
            Refusal::Mountains => plain("7.3", "land units may not cross mountain hexsides"),
            Refusal::Strait => plain("7.3", "land units cross straits only by sea transport"),
            Refusal::AllSea => plain("7.3", "land units may not cross all-sea hexsides"),
            Refusal::AllLand => plain("7.3", "naval units may not cross all-land hexsides"),
            Refusal::TooFar { total, limit } => {
                let rule = if position.party().at_war() { "11.33" } else { "7.2" };
                (rule, format!("that would make {total} attrition points and {limit} are allowed"))
            }
            Refusal::SplitToOnePlace => {
                plain("7.1", "units from one hex that go to the same hex must move together")
            }
            Refusal::CargoNeedsPort => plain("7.4", "transported units must come to a port"),
            Refusal::AnotherPort => plain("7.4", "transported units must be landed at another port"),
            Refusal::EnemyShips => plain("7.4", "opposing ships are in that port"),
            Refusal::NotAShipInHand => plain("7.4", "a land unit embarks on a ship of the fleet in hand"),
            Refusal::ShipFull => plain("7.4", "the ship carries a unit already"),
            Refusal::AboardAlready => plain("7.4", "the unit is aboard a ship already"),
            Refusal::FromAnotherHex => {
                plain("7.4", "a land unit and its ship must begin the segment in the same hex")
            }
            Refusal::DropFirst => plain("7.2", "the units named must be dropped first"),
            Refusal::NobodyToDrop => plain("7.2", "name the units that stay here first"),
            Refusal::NotUnderWay => plain("7.1", "the stack has not left its place yet"),
            Refusal::SomebodyGoesOn => plain("7.2", "somebody must go on; halt the stack instead"),
            Refusal::LeaveTheBox => plain("13.0", "the stack must come out of the box first"),
            Refusal::NotAtConstantinople => {
                plain("13.0", "the box is reached only from the Constantinople hex")
            }
            Refusal::NotInTheBox => plain("13.0", "the stack is not in the box"),
            Refusal::NoPointInReturning => plain("13.0", "the stack has just come out of the box"),
            Refusal::NotAmongTheJudged => plain("7.2", "the unit is not among those judged"),
            Refusal::OnlyShipsCount => {
                plain("7.4", "only ships count as losses of a fleet; what a ship carries goes down with it")
            }
            Refusal::NotInTheCrowd => plain("7.5", "the unit is not in the overstacked hex"),
            Refusal::NobodyToAttackWith => plain("8.1", "none of your units of that arm is there"),
            Refusal::NobodyToAttack => plain("8.1", "no opposing unit of that arm is there"),
            Refusal::NoAllowance(state) => {
                ("8.4", format!("the {} may not attack with more units this turn", state.name()))
            }
            Refusal::CityNotClear => {
                plain("13.0", "Empires units were in the Constantinople hex when the segment opened")
            }
            Refusal::ShipsGuardTheBox => {
                plain("13.0", "land units in the box are safe while Byzantine ships are in it")
            }
            Refusal::StormedAlready => plain("13.0", "this arm has attacked the box in this segment"),
            Refusal::CombatDue(hex) => {
                ("8.1", format!("combat in {} is mandatory", position.place_words(hex)))
            }
            Refusal::NotAllSea => plain("8.5", "a fleet declines combat only into an all-sea hex"),
            Refusal::NotInThisCombat => plain("8.2", "only units that took part can be named"),
            Refusal::NotAdjacent => plain("8.2", "retreats go to adjacent hexes"),
            Refusal::RetreatBarred => plain("8.2", "these units could not enter that hex by movement"),
            Refusal::EnemyThere => plain("8.2", "opposing units are there"),
            Refusal::NoBlackSeaPort => plain("13.0", "there is no friendly port on the Black Sea"),
            Refusal::AwayFromHome => plain("8.2", "the hex is farther from home than the combat"),
            Refusal::NoConvertInRevolt => plain("10.2", "only converts in revolt are bought off"),
            Refusal::NoShipsInCivilWar => plain("11.33", "naval units are not used in a civil war"),
            Refusal::LeadersFollow => plain("12.0", "leaders move only with their units"),
            Refusal::NoTroopsForLeader => {
                plain("12.0", "the leader must be placed with units of the faction")
            }
            Refusal::LeaderSeeksRefuge => {
                plain("12.0", "a leader without units is placed in Medina or Mecca")
            }
            Refusal::LeaderChanged => plain("12.0", "the leader has changed stacks here already"),
            Refusal::LeaderAlone => {
                plain("12.0", "no other unit of the faction is here for the leader to stay with")
            }
            Refusal::NotInConversionBox => plain("9.1", "the unit is not in the Conversion Box"),
            Refusal::NotJustConverted => plain("9.2", "only units just converted are won back"),
            Refusal::DeclaredAlready => plain("9.2", "the unit is on the list already"),
        }
    }

    fn port_rule(position: &Position) -> &'static str {
        if matches!(position.step, crate::position::Step::Move(_)) { "7.4" } else { "6.2" }
    }
}

impl Position {
    /// The rule under which points are spent in the present step.
    fn payment_rule(&self) -> &'static str {
        use crate::position::Step;
        match self.step {
            Step::Build(Party::Muslims) => "6.4",
            Step::Build(_) => "6.41",
            Step::BuyOff => "10.2",
            Step::Convert | Step::Reconvert => "9.2",
            _ => "6.2",
        }
    }
}
