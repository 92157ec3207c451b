//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.
//!
//! Where several rules forbid an order, the first in the order of R9 is cited: side and phase, eligibility,
//! place, numbers, payment.

use engine::hex::{Hex, HexNumber};

use crate::position::{Position, Step};
use crate::sheet::State;
use crate::unit::{Party, Spot};

engine::refusals! {
    /// A reason to refuse an order.
    pub(crate) enum Refusal, told at (position: &Position);

    NotNow => ("4.2", "this order does not fit now: {}", position.prompt_words()),
    NotYours => ("4.2", "that counter is not yours to use now"),
    NoSuchHex(hex: HexNumber) => ("protocol", "there is no hex {hex} on this map"),
    // Productivity
    NotTheHexAsked => ("5.3", "another hex is to be assigned now"),
    NoClaim(state: State) => ("5.3", "the {} have no claim to that hex", state.name()),
    // Recruitment and construction
    NotInThePool => ("6.1", "the unit is not in your recruitment pool"),
    NotEligible(state: State) =>
        ("6.3", "the {} may not recruit: no Muslim unit is in or next to their land", state.name()),
    NoAidNeeded => ("6.3", "Byzantium pays double only for other Empires States"),
    NotPoor(state: State) => ("6.3", "the {} had too many points after the Productivity Phase", state.name()),
    NotRecruited => ("6.2", "the chart has no price for such a unit"),
    BoxClosed => ("13.0", "the Constantinople box is closed for good"),
    BoxForByzantines => ("13.0", "only unconverted Byzantine units use the box"),
    MusterInTheBox => ("6.2", "Byzantine land units are recruited in the box"),
    NotItsCity(state: State) => ("6.2", "{} units are recruited in cities of their own State", state.adjective()),
    BaseForMuslims => ("6.2", "only Muslim units are recruited in bases"),
    CitiesFirst => ("6.2", "recruits appear outside cities only when every city of the State is enemy-held"),
    EnemyHeld =>
        (if matches!(position.step, Step::Build(_)) { "6.42" } else { "6.2" }, "opposing land units hold that hex"),
    UnderTheWalls =>
        ("6.2", "the Constantinople box is held against converts: {} (R57)",
         position.troops_words(position.stack(Spot::BOX))),
    NotAPort => (position.port_rule(), "there is no port"),
    NoGarrisonAtPort => ("6.2", "no friendly land unit holds that port"),
    NationsApart => ("7.5", "Empires units of different nations may not stack together"),
    NeutralGround => ("7.3", "Byzantines may not enter another State without Muslim units in it"),
    TwiceTheLimit => ("6.2", "the hex would hold more than twice its stacking limit"),
    ConvertsNeedMuslims => ("6.3", "for every three converts a Muslim unit must be recruited first"),
    TooDear { state: State, price: u16, track: u16 } =>
        (position.payment_rule(), "this costs {price} and the {} have {track}", state.name()),
    NotUnbuilt => ("6.41", "only destroyed and unbuilt ships are constructed"),
    OnlyMuslimsBuild => ("6.42", "only land units of Muslim nationality build bases"),
    NoSiteHere => ("6.42", "the unit stands on no base site"),
    RaisedThisTurn => ("6.42", "a base grows by one level a turn"),
    BaseComplete => ("6.42", "the base has its highest level"),
    // Movement
    NotOnTheMap => ("7.1", "the unit is not on the map"),
    HasMoved => ("7.1", "the unit has had its move in this segment"),
    AnotherInHand => ("7.1", "finish the move of the stack in hand first"),
    NobodyInHand => ("7.1", "take up a unit first"),
    StayedAtHome(state: State) => ("R23", "the {} did not recruit this turn and may not move", state.name()),
    NoWayOut => ("7.3", "there is no way from here"),
    NoPickingUp => ("7.1", "nobody is picked up on the way"),
    NotOfThisStack => ("7.1", "the unit is not with this stack"),
    InTheStack => ("7.1", "the unit takes part already"),
    OffTheMap => ("7.3", "the map ends here"),
    Mountains => ("7.3", "land units may not cross mountain hexsides"),
    Strait => ("7.3", "land units cross straits only by sea transport"),
    AllSea => ("7.3", "land units may not cross all-sea hexsides"),
    AllLand => ("7.3", "naval units may not cross all-land hexsides"),
    TooFar { total: u16, limit: u16 } =>
        (if position.party().at_war() { "11.33" } else { "7.2" },
         "that would make {total} attrition points and {limit} are allowed"),
    SplitToOnePlace => ("7.1", "units from one hex that go to the same hex must move together"),
    CargoNeedsPort => ("7.4", "transported units must come to a port"),
    AnotherPort => ("7.4", "transported units must be landed at another port"),
    EnemyShips => ("7.4", "opposing ships are in that port"),
    NotAShipInHand => ("7.4", "a land unit embarks on a ship of the fleet in hand"),
    ShipFull => ("7.4", "the ship carries a unit already"),
    AboardAlready => ("7.4", "the unit is aboard a ship already"),
    FromAnotherHex => ("7.4", "a land unit and its ship must begin the segment in the same hex"),
    DropFirst => ("7.2", "the units named must be dropped first"),
    NobodyToDrop => ("7.2", "name the units that stay here first"),
    NotUnderWay => ("7.1", "the stack has not left its place yet"),
    SomebodyGoesOn => ("7.2", "somebody must go on; halt the stack instead"),
    LeaveTheBox => ("13.0", "the stack must come out of the box first"),
    NotAtConstantinople => ("13.0", "the box is reached only from the Constantinople hex"),
    NotInTheBox => ("13.0", "the stack is not in the box"),
    NoPointInReturning => ("13.0", "the stack has just come out of the box"),
    NotAmongTheJudged => ("7.2", "the unit is not among those judged"),
    OnlyShipsCount => ("7.4", "only ships count as losses of a fleet; what a ship carries goes down with it"),
    NotInTheCrowd => ("7.5", "the unit is not in the overstacked hex"),
    // Combat
    NobodyToAttackWith => ("8.1", "none of your units of that arm is there"),
    NobodyToAttack => ("8.1", "no opposing unit of that arm is there"),
    NoAllowance(state: State) => ("8.4", "the {} may not attack with more units this turn", state.name()),
    CityNotClear => ("13.0", "Empires units were in the Constantinople hex when the segment opened"),
    ShipsGuardTheBox => ("13.0", "land units in the box are safe while Byzantine ships are in it"),
    StormedAlready => ("13.0", "this arm has attacked the box in this segment"),
    CombatDue(hex: Hex) => ("8.1", "combat in {} is mandatory", position.place_words(hex)),
    NotAllSea => ("8.5", "a fleet declines combat only into an all-sea hex"),
    NotInThisCombat => ("8.2", "only units that took part can be named"),
    NotAdjacent => ("8.2", "retreats go to adjacent hexes"),
    RetreatBarred => ("8.2", "these units could not enter that hex by movement"),
    EnemyThere => ("8.2", "opposing units are there"),
    NoBlackSeaPort => ("13.0", "there is no friendly port on the Black Sea"),
    AwayFromHome => ("8.2", "the hex is farther from home than the combat"),
    // Rebellion and civil war
    NoConvertInRevolt => ("10.2", "only converts in revolt are bought off"),
    NoShipsInCivilWar => ("11.33", "naval units are not used in a civil war"),
    LeadersFollow => ("12.0", "leaders move only with their units"),
    NoTroopsForLeader => ("12.0", "the leader must be placed with units of the faction"),
    LeaderSeeksRefuge => ("12.0", "a leader without units is placed in Medina or Mecca"),
    LeaderChanged => ("12.0", "the leader has changed stacks here already"),
    LeaderAlone => ("12.0", "no other unit of the faction is here for the leader to stay with"),
    // Conversion
    NotInConversionBox => ("9.1", "the unit is not in the Conversion Box"),
    NotJustConverted => ("9.2", "only units just converted are won back"),
    DeclaredAlready => ("9.2", "the unit is on the list already"),
}

impl Position {
    fn port_rule(&self) -> &'static str {
        if matches!(self.step, Step::Move(_)) { "7.4" } else { "6.2" }
    }

    /// The rule under which points are spent in the present step.
    fn payment_rule(&self) -> &'static str {
        match self.step {
            Step::Build(Party::Muslims) => "6.4",
            Step::Build(_) => "6.41",
            Step::BuyOff => "10.2",
            Step::Convert | Step::Reconvert => "9.2",
            _ => "6.2",
        }
    }
}
