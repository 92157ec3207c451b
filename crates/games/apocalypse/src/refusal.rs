//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.

use crate::position::Position;

engine::refusals! {
    /// A reason to refuse an order.
    pub(crate) enum Refusal, told at (position: &Position);

    NotNow => ("2.0", "this order does not fit now: {}", position.prompt_words()),
    NotYours => ("2.0", "that counter is not yours to use now"),
    NoSuchHex => ("protocol", "there is no such hex on this map"),
    // Set-up
    NoStartThere => ("10.1", "these units do not start there"),
    NoPatrolAtStart => ("10.1", "these units do not patrol there at the start"),
    OnlyMountedStartPatrol => ("10.1", "only mounted Byzantine units start on patrol"),
    AnotherFirst => ("10.1", "another counter is set up first"),
    HalfInEgypt => ("10.1.5", "half of the Orientales are in Egypt already"),
    // Events
    PlagueElsewhere => ("event.10", "the plague is in another city"),
    NotOfTheLords => ("R19", "only Armeniae units on the map turn"),
    NoRefugeThere => ("R19", "it cannot go there"),
    NoArrivalThere => ("R21", "it cannot arrive there"),
    NoEntryHex => ("R125", "the army of Kufa enters at Mosul or on the east edge"),
    EntryHeld => ("R125", "Byzantine or rebel units stand there"),
    // Replacements and fleets
    NotDestroyed => ("2.3", "the unit is not in the Destroyed box"),
    OnlyLandReplaced => ("2.3", "only land units are replaced"),
    OnlySyriansReturn => ("2.3", "only Syrian units return"),
    NoFootToLevy => ("2.3", "no foot is in the Destroyed box"),
    FootAskedFor => ("2.3", "foot was asked for"),
    FootByDie => ("2.3", "foot comes by a die: ask for it"),
    AnotherFabrica => ("2.3", "another Fabrica has its turn"),
    NoAnchorToBuild => ("2.4", "there is no free anchor of yours, clear of enemy ships"),
    ShipAfloat => ("2.4", "the naval unit is on the map already"),
    SurplusShipsFirst => ("2.4", "ships above a port's anchors go first"),
    AnchorsSuffice => ("R27a", "only ships above a port's anchors shift"),
    // Modes
    NotOnTheMap => ("3.0", "the unit is not on the map"),
    InGarrisonThere => ("R29", "the unit is in garrison there"),
    ModeChanged => ("R29", "the unit has changed its mode in this segment"),
    Invested => ("R11", "the place is invested"),
    PlaceTooFar => ("3.1.1", "the place is more than 10 MPs away"),
    TakeUpFirst => ("3.1.1", "take up the unit first"),
    NoTownThere => ("3.1.1", "garrisons lie in towns and cities"),
    EnemiesThere => ("3.1.2", "enemy units are there"),
    NoFreeAnchor => ("R30", "the port has no free anchor"),
    NotYourPort => ("R30", "ships shelter in ports of their own side"),
    OnlyMountedPatrol => ("3.2", "only mounted Byzantine units go on patrol"),
    NoPatrolThere => ("3.2.1", "it cannot go on patrol there"),
    PlaceFull => ("4.0", "the place is full"),
    FabricaFull => ("4.0", "the Fabrica is full"),
    // Expeditions
    NotFreeToJoin => ("3.3", "units join from garrison or patrol"),
    NowhereToGather => ("3.3", "there is no hex where it could gather"),
    OfAnotherArmy => ("3.3", "the unit is of another army"),
    TooFarToGather => ("3.3", "the hex is more than 10 MPs from every gathering city you control"),
    NoFurtherArmy => ("3.3", "the expedition may draw on no further army"),
    OnTheMapAlready => ("3.3", "the expedition is on the map already"),
    NoExpedition => ("3.3", "the expedition is not on the map"),
    NoSuchExpedition => ("3.3", "that expedition is not on the map"),
    NobodyToJoin => ("3.3", "no unit of the army is free to join"),
    NoGroundToGather => ("3.3", "an expedition gathers on land, clear of enemy units"),
    NoCoast => ("R40", "the expedition stands on no coast"),
    NeedsLandUnit => ("R40", "an expedition needs a land unit"),
    TooFarToReinforce => ("R41", "the expedition is too far from the gathering cities"),
    LeaderNotDue => ("R44", "that leader would not have to go"),
    ConstansRides => ("R44", "Constans rides for another already"),
    ConstansNotFree => ("R44", "Constans is not free to go"),
    NoneOfHisArmy => ("R128", "the expedition holds no units of his army"),
    LeadsNoArmy => ("R128", "he leads no army"),
    LeaderElsewhere => ("R128", "he is not in the expedition's hex"),
    // Movement
    OffTheMap => ("R6", "nothing leaves the map"),
    NoWayByLand => ("R10", "nobody goes that way by land"),
    NoMarchThatWay => ("R10", "no army marches that way"),
    TooFar => ("3.3.1", "the expedition has not enough MPs left"),
    MarchesThisYear => ("R62", "who did not embark in the Sea Move Phase marches this year"),
    HadItsMove => ("R62", "the expedition has had its move this year"),
    NoGarrisonThere => ("3.3.4", "it cannot go into garrison there"),
    WalkerTooFar => ("3.2.2", "there are not enough MPs left"),
    OnlyPatrolsMove => ("3.2.2", "only patrols move now"),
    PatrolledAlready => ("3.2.3", "one unit is on patrol there already"),
    NowhereToEnd => ("3.2.3", "it could not end its move beyond"),
    AnotherPatrol => ("3.2.3", "another patrol is there"),
    PatrolMeetsArmy => ("R33", "patrols do not enter hexes with enemy land units"),
    PatrolMeetsFleet => ("R33", "patrols do not enter a port with enemy ships in it"),
    WalkerMoved => ("R33", "it has had its move"),
    LeaderShutIn => ("R56", "the place is invested"),
    LeaderWithExpedition => ("R56", "he is with an expedition"),
    LeaderAmongEnemies => ("R56", "enemy units are there"),
    FaustaStays => ("9.0", "Fausta stays in Constantinople"),
    // Ships
    ShipsElsewhere => ("5.1.1", "its ships are not here"),
    FleetTooFar => ("5.1.2", "the fleet has not enough MPs left"),
    NoLandHere => ("5.1.5", "there is no land here"),
    AshoreAlready => ("5.1.5", "the expedition is ashore"),
    AboardAlready => ("5.1.6", "the unit is aboard already"),
    ShipsTooFew => ("5.1.6", "the ships cannot carry everybody"),
    NoRoomAboard => ("5.1.6", "the ship has no room for it"),
    OthersLeftAshore => ("5.1.6", "the others would not fit any more"),
    ShipNotHere => ("5.1.6", "that ship is not here"),
    TooFewToLand => ("5.1.7", "there are not enough MPs to land"),
    TooFewToEmbark => ("5.1.7", "there are not enough MPs to embark"),
    AtSea => ("5.1.7", "the expedition is at sea"),
    NoSeaWay => ("R65", "ships cannot go there"),
    // Battles
    FirstLossDue => ("6.1.4", "the first loss of each side has to be taken"),
    NotToBeLost => ("6.2.3", "that counter cannot be lost now"),
    NoRoutThere => ("6.2.4", "it cannot rout there"),
    RebelsHoldNone => ("6.4", "rebels hold no reserve"),
    LeaderInReserve => ("6.4.2", "one leader is in reserve already"),
    HalfInReserve => ("6.4.2", "half of the units are in reserve already"),
    LeaderNeedsReserve => ("6.4.2", "a leader stays with units in reserve"),
    NoSuchRole => ("6.4.3", "the reserve has no such role after this result"),
    LossesUnfinished => ("6.5", "the losses of this turn have to be completed"),
    TheyStand => ("R96", "they do not rout"),
    // Towns and cities
    NoPlaceHere => ("7.0", "there is no town or city here"),
    NotTheEnemys => ("7.0", "the place is not the enemy's"),
    GarrisonTooStrong => ("7.0", "the garrison has more units than the expedition"),
    BesiegersAtSea => ("7.0", "the expedition is at sea"),
    StalledMustCamp => ("7.1.3", "a stalled siege has to camp"),
    MountedCannotAssault => ("7.2.2", "mounted units cannot assault"),
    NoEvacuationThere => ("7.3", "it cannot be evacuated there"),
    // At sea
    ShipNotInBattle => ("8.0", "that ship is not in the battle"),
    NotToBoard => ("8.0", "only units of an expedition in the hex go aboard"),
    NoSeaRoutThere => ("8.2.2", "it cannot rout there"),
    TooFewToBurn => ("8.3", "there are not so many Byzantine ships in the battle"),
}

/// What chapters answer.
pub(crate) type Allowed<T = ()> = Result<T, Refusal>;

/// A refusal unless a condition holds.
pub(crate) fn ensure(holds: bool, refusal: Refusal) -> Allowed {
    if holds { Ok(()) } else { Err(refusal) }
}
