//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.

use engine::hex::{Hex, HexNumber};
use engine::odds::Quarters;
use engine::words::counted;

use crate::position::{Position, Stage, Step};
use crate::sheet::Terrain;
use crate::unit::UnitId;

engine::refusals! {
    /// A reason to refuse an order.
    pub(crate) enum Refusal, told at (position: &Position);

    NotNow => ("protocol", "this order does not fit now: {}", position.prompt_words()),
    NotYours => ("protocol", "that counter is not yours to use now"),
    NoSuchHex(hex: HexNumber) => ("protocol", "there is no hex {hex} on this map"),
    // Deployment
    EntersLater => ("setup.deploy", "this counter comes on later and is not deployed"),
    TakeFirst(id: UnitId) =>
        ("setup.deploy", "identical counters are taken in order: place {} first", position.label(id)),
    OutsideTheZone => ("R92", "the hex lies outside its deployment zone"),
    StillToPlace(id: UnitId) => ("R92", "{} still has to be placed", position.label(id)),
    MustOccupy(hex: Hex) => ("R106", "the garrison must occupy {} too", position.number(hex)),
    WingsWrong =>
        ("R113", "Militia Infantry must stand in columns west of all, or east of all, other troops, some on \
         each side"),
    // Being somewhere
    NotOnTheMap => ("R1", "the unit is not on the map"),
    AlreadyOnTheMap => ("R1", "the unit is on the map already"),
    EnemyThere => ("movement.F", "an enemy unit is there"),
    BarredGround(terrain: Terrain) => {
        let rule = if terrain == Terrain::Marsh { "R101" } else { "R106" };
        (rule, format!("this unit may never enter {} hexes", terrain.name()))
    },
    IllegalStack =>
        ("R73", "the stack would be illegal: at most three troops, non-fire troops of one type, or one chariot \
         with its passenger"),
    Disrupted => ("R64", "disrupted units do not act"),
    // Facing and movement
    NobodyInHand => ("protocol", "take up a unit first"),
    AnotherInHand => ("movement.J", "finish the move of {} first", position.label(position.mover.unit)),
    StillOffTheMap => ("R21", "the unit must enter the map first"),
    HasMoved => ("movement.G", "the unit has made its move in this phase"),
    NotToTheFront => ("facing", "a unit moves only into one of its three front hexes"),
    OffTheMap => {
        let retreating = position.combat.stage == Stage::Retreating;
        (if retreating { "R69" } else { "R24" }, "there is no map beyond this hexside".into())
    },
    TooFewPoints { cost: u8, left: u8 } =>
        ("movement.A", "this costs {} and {}", counted(Quarters::halves(cost), "Movement Point", "Movement Points"),
         counted(Quarters::halves(left), "is left", "are left")),
    // Whether a cure would be closed is worth saying, and only here worth finding out.
    NoRoomBeyond(hex: Hex) => {
        match position.fits(position.mover.unit, hex) {
            true => position.why_no_rest(position.mover.unit, hex).words(position),
            false => ("R75", "the unit could not end its move there, nor go on to where it could".into()),
        }
    },
    NoRest(hex: Hex) => {
        position.why_no_rest(position.mover.unit, hex).words(position)
    },
    ClosesLastCure(hex: Hex) =>
        ("R75", "the stack in {} is not legal, and this move would close the last way to mend it",
         position.number(hex)),
    Stopped(id: UnitId) => {
        match position.unit(id).hex() {
            Some(hex) if !position.before_enemy_fire(hex, position.side(id)) => {
                ("chariots.E", format!("{} had to stop in the stream and moves no further", position.label(id)))
            }
            _ => (
                "movement.L",
                format!("{} had to stop in front of enemy fire units and moves no further", position.label(id)),
            ),
        }
    },
    EnemyStandsStill(id: UnitId) =>
        ("movement.D", "{} is not of the side whose Movement Phase this is; only that side moves",
         position.label(id)),
    NoWayOn => ("R75", "the unit has no move to make"),
    FacesThatWay => ("facing.A", "the unit faces that way already"),
    CrowdToDisperse => {
        let hex = position.crowd_to_disperse().map_or(String::from("a hex"), |hex| position.number(hex).to_string());
        ("stacking", format!("the stack in {hex} is not legal, and units there can still move away"))
    },
    // Entry and exit
    NotAnEntryHex => ("R21", "the unit does not enter by that hex"),
    NoWayIn => ("R23", "the unit has no way onto the map now"),
    MustEnter => ("R23", "its entry may not be postponed"),
    EntryDue(id: UnitId) => ("R23", "{} must enter in this phase", position.label(id)),
    NoExitHere => ("R24", "units may not leave the map here"),
    ExitNotToTheFront => ("R24", "no front hexside of the unit leads off the map"),
    NotAnEntryFacing => ("R14", "an entering unit faces a hexside that leads to a map hex and lets it end its move"),
    // Attacks
    NoAttackOpen => ("R25", "begin an attack first"),
    NoEnemyThere => (position.combat_chapter(), "no enemy unit is there"),
    AlreadyATarget =>
        (if position.is_melee() { "melee.A" } else { "R43" },
         "that hex is attacked already; no unit is attacked twice"),
    NotATarget => ("R25", "no attack is made on that hex"),
    NobodyCanAttack(hex: Hex) => {
        match position.nearest_candidate(hex) {
            Some((id, why)) => {
                let (rule, why) = why.words(position);
                let (hex, id) = (position.number(hex), position.label(id));
                (rule, format!("none of your units can attack {hex}; {id} is the nearest: {why}"))
            }
            None => (position.combat_chapter(), format!("you have no unit that could attack {}", position.number(hex))),
        }
    },
    NotInFront => ("melee", "the hex is not one of its three front hexes"),
    NotBeside { range: u16 } => ("melee", "it is {range} hexes away, and melee is with adjacent hexes only"),
    NoAttackers => ("R25", "no unit takes part in the attack yet"),
    BelowMinimum { attack: Quarters, defence: Quarters } => {
        if (0..position.attacks.len() as u8).any(|attack| position.hides_defenders(attack)) {
            return ("R26", "the odds are below 1 to 2; such attacks are not permitted".into());
        }
        let rule = match position.step {
            Step::Window => "R55",
            _ if position.is_melee() => "R26",
            _ => "R43",
        };
        (rule, format!("{attack} against {defence} is below 1 to 2; such attacks are not permitted"))
    },
    NotInThisAttack => ("R25", "the unit is not in the attack being built"),
    AlreadyAttacking =>
        (if position.is_melee() { "melee.A" } else { "fire.F" }, "the unit takes part in an attack already"),
    // Melee
    MayNotAttack => ("melee.M", "units with strengths in parentheses do not attack in melee"),
    FiredThisTurn => ("fire.A", "the unit fired in this Player-Turn and may not melee"),
    NotCommonFront => ("R28", "the hex is not in front of every attacker"),
    SeveralHexesAgainstSeveral => ("R27", "an attack has either one target hex or one attacking hex"),
    MixedTypes => ("melee.J", "attackers of one hex must be of one type, Skirmishers excepted"),
    NotALeader => ("leaders", "only leaders may do this"),
    SupportsAlready => ("R89", "the leader supports that attack already"),
    NoTroopsBesideLeader => ("leaders.D", "no troops of the leader's hex are in that attack"),
    // Fire
    NotAFireUnit => ("fire", "the unit cannot fire"),
    OnlyLeadersThere => ("R51", "fire is not aimed at leaders alone"),
    FiredLately => ("fire.B", "the unit fired in this or the previous Player-Turn"),
    NoFireFromHere(terrain: Terrain) => ("fire.H", "no fire from {} hexes", terrain.name()),
    OutOfRange { range: u16, reach: u16 } =>
        ("fire.C", "the target is {range} hexes away and the unit reaches {reach}"),
    OutsideTheField => ("fire.C", "the target is outside the field of fire"),
    Sheltered(terrain: Terrain) => ("R47", "{} hexes are fired into from adjacent hexes only", terrain.name()),
    LineObstructed => ("fire.G", "the line of fire is blocked by units, village, woods or a crest"),
    NotEnteredItsFront => ("R53", "the mover did not step into a front hex of this unit"),
    MoverBeganAdjacent => ("R54", "the mover began the phase adjacent to this unit"),
    // Results and retreats
    NotAmongTheAttacked => ("R60", "only troops that were attacked can be named"),
    NeedNotRetreat => ("R65", "that unit does not have to retreat"),
    NotAway => ("R66", "every step must lead away from where the unit began"),
    RetreatOverCrest => ("R66", "retreats do not cross crest hexsides"),
    RetreatBeforeFire => ("R66", "retreats do not enter the front hexes of enemy fire units"),
    NotTowardsAnAllowedEnd => ("R68", "this way leads to no end as far from the enemy as the unit can get"),
    // Chariots
    CrestBarsChariots => ("chariots.G", "chariots never cross crest hexsides"),
    NotAChariot => ("chariots", "that is not a chariot"),
    EnemyChariot => ("chariots.B", "units board chariots of their own side only"),
    MayNotRide => ("R77", "only foot troops and leaders ride chariots"),
    RidesAChariot => ("R80", "the unit rides a chariot and moves only with it"),
    NotRiding => ("chariots", "the unit rides no chariot"),
    ChariotFull => ("chariots.C", "the chariot carries a unit already"),
    NotAdjacent => ("chariots", "the two are not in the same or adjacent hexes"),
    // Special rules
    AssesRefuse => ("R116", "the asses refuse to move in this phase"),
    NoFeint => ("R107", "units fall back only in the fake retreat"),
    FeignedBefore => ("R107", "the retreat was feigned before; that is done once in a game"),
    NoStepBack =>
        ("R107", "a unit that falls back takes at least one step; one that stands still has not fallen back"),
    FellBack => ("R107", "a unit that fell back may not melee in this Player-Turn"),
    FallBackKeepsFacing => ("R107", "a unit that falls back keeps its facing"),
    DustBars => ("R108", "the dust cloud bars the way"),
    NotBehindDust => ("R109", "the unit is not behind the dust"),
    HiddenAlready => ("R109", "the unit is hidden already"),
    NotTowardsTheEnemy => ("R110", "in the pursuit every step must bring the levies nearer to the enemy"),
    PursuitTurnsOnlyAsNeeded => ("R110", "pursuers turn only to go on"),
    MustPursue => ("R110", "the levies must pursue as far as they can"),
    PursuitDue(id: UnitId) => ("R110", "{} must pursue first", position.label(id)),
    PursuersMayNotEmbark => ("R110", "pursuing levies may not embark"),
}

impl Position {
    /// The chapter of the combat being prepared.
    fn combat_chapter(&self) -> &'static str {
        if self.is_melee() { "melee" } else { "fire" }
    }
}
