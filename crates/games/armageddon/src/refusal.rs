//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.

use engine::Objection;
use engine::hex::{Hex, HexNumber};
use engine::odds::Quarters;
use engine::words::counted;

use crate::position::{Position, Stage, Step};
use crate::sheet::Terrain;
use crate::unit::UnitId;

/// A reason to refuse an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NotNow,
    NotYours,
    NoSuchHex(HexNumber),
    // Deployment
    EntersLater,
    TakeFirst(UnitId),
    OutsideTheZone,
    StillToPlace(UnitId),
    MustOccupy(Hex),
    WingsWrong,
    // Being somewhere
    NotOnTheMap,
    AlreadyOnTheMap,
    EnemyThere,
    BarredGround(Terrain),
    IllegalStack,
    Disrupted,
    // Facing and movement
    NobodyInHand,
    AnotherInHand,
    StillOffTheMap,
    HasMoved,
    NotToTheFront,
    OffTheMap,
    TooFewPoints { cost: u8, left: u8 },
    NoRoomBeyond(Hex),
    NoRest(Hex),
    ClosesLastCure(Hex),
    Stopped(UnitId),
    EnemyStandsStill(UnitId),
    NoWayOn,
    FacesThatWay,
    CrowdToDisperse,
    // Entry and exit
    NotAnEntryHex,
    NoWayIn,
    MustEnter,
    EntryDue(UnitId),
    NoExitHere,
    ExitNotToTheFront,
    NotAnEntryFacing,
    // Attacks
    NoAttackOpen,
    NoEnemyThere,
    AlreadyATarget,
    NotATarget,
    NobodyCanAttack(Hex),
    NotInFront,
    NotBeside { range: u16 },
    NoAttackers,
    BelowMinimum { attack: Quarters, defence: Quarters },
    NotInThisAttack,
    AlreadyAttacking,
    // Melee
    MayNotAttack,
    FiredThisTurn,
    NotCommonFront,
    SeveralHexesAgainstSeveral,
    MixedTypes,
    NotALeader,
    SupportsAlready,
    NoTroopsBesideLeader,
    // Fire
    NotAFireUnit,
    OnlyLeadersThere,
    FiredLately,
    NoFireFromHere(Terrain),
    OutOfRange { range: u16, reach: u16 },
    OutsideTheField,
    Sheltered(Terrain),
    LineObstructed,
    NotEnteredItsFront,
    MoverBeganAdjacent,
    // Results and retreats
    NotAmongTheAttacked,
    NeedNotRetreat,
    NotAway,
    RetreatOverCrest,
    RetreatBeforeFire,
    NotTowardsAnAllowedEnd,
    // Chariots
    CrestBarsChariots,
    NotAChariot,
    EnemyChariot,
    MayNotRide,
    RidesAChariot,
    NotRiding,
    ChariotFull,
    NotAdjacent,
    // Special rules
    AssesRefuse,
    NoFeint,
    FeignedBefore,
    NoStepBack,
    FellBack,
    FallBackKeepsFacing,
    DustBars,
    NotBehindDust,
    HiddenAlready,
    NotTowardsTheEnemy,
    PursuitTurnsOnlyAsNeeded,
    MustPursue,
    PursuitDue(UnitId),
    PursuersMayNotEmbark,
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
        let number = |hex: Hex| position.number(hex);
        let melee = position.is_melee();
        let chapter = if melee { "melee" } else { "fire" };
        let (rule, why) = match self {
            Refusal::NotNow => ("protocol", format!("this order does not fit now: {}", position.prompt_words())),
            Refusal::NotYours => ("protocol", "that counter is not yours to use now".into()),
            Refusal::NoSuchHex(hex) => ("protocol", format!("there is no hex {hex} on this map")),
            Refusal::EntersLater => ("setup.deploy", "this counter comes on later and is not deployed".into()),
            Refusal::TakeFirst(id) => {
                ("setup.deploy", format!("identical counters are taken in order: place {} first", label(id)))
            }
            Refusal::OutsideTheZone => ("R92", "the hex lies outside its deployment zone".into()),
            Refusal::StillToPlace(id) => ("R92", format!("{} still has to be placed", label(id))),
            Refusal::MustOccupy(hex) => ("R106", format!("the garrison must occupy {} too", number(hex))),
            Refusal::WingsWrong => (
                "R113",
                "Militia Infantry must stand in columns west of all, or east of all, other troops, some on each side"
                    .into(),
            ),
            Refusal::NotOnTheMap => ("R1", "the unit is not on the map".into()),
            Refusal::AlreadyOnTheMap => ("R1", "the unit is on the map already".into()),
            Refusal::EnemyThere => ("movement.F", "an enemy unit is there".into()),
            Refusal::BarredGround(terrain) => {
                let rule = if terrain == Terrain::Marsh { "R101" } else { "R106" };
                (rule, format!("this unit may never enter {} hexes", terrain.name()))
            }
            Refusal::IllegalStack => (
                "R73",
                "the stack would be illegal: at most three troops, non-fire troops of one type, or one chariot with its passenger"
                    .into(),
            ),
            Refusal::Disrupted => ("R64", "disrupted units do not act".into()),
            Refusal::NobodyInHand => ("protocol", "take up a unit first".into()),
            Refusal::AnotherInHand => {
                ("movement.J", format!("finish the move of {} first", label(position.mover.unit)))
            }
            Refusal::StillOffTheMap => ("R21", "the unit must enter the map first".into()),
            Refusal::HasMoved => ("movement.G", "the unit has made its move in this phase".into()),
            Refusal::NotToTheFront => ("facing", "a unit moves only into one of its three front hexes".into()),
            Refusal::OffTheMap => {
                let retreating = position.combat.stage == Stage::Retreating;
                (if retreating { "R69" } else { "R24" }, "there is no map beyond this hexside".into())
            }
            Refusal::TooFewPoints { cost, left } => (
                "movement.A",
                format!(
                    "this costs {} and {}",
                    counted(points(cost), "Movement Point", "Movement Points"),
                    counted(points(left), "is left", "are left")
                ),
            ),
            // Whether a cure would be closed is worth saying, and only here worth finding out.
            Refusal::NoRoomBeyond(hex) if position.fits(position.mover.unit, hex) => {
                return position.why_no_rest(position.mover.unit, hex).words(position);
            }
            Refusal::NoRoomBeyond(_) => {
                ("R75", "the unit could not end its move there, nor go on to where it could".into())
            }
            Refusal::NoRest(hex) => return position.why_no_rest(position.mover.unit, hex).words(position),
            Refusal::ClosesLastCure(hex) => (
                "R75",
                format!("the stack in {} is not legal, and this move would close the last way to mend it", number(hex)),
            ),
            Refusal::Stopped(id) => match position.unit(id).hex() {
                Some(hex) if !position.before_enemy_fire(hex, position.side(id)) => {
                    ("chariots.E", format!("{} had to stop in the stream and moves no further", label(id)))
                }
                _ => (
                    "movement.L",
                    format!("{} had to stop in front of enemy fire units and moves no further", label(id)),
                ),
            },
            Refusal::EnemyStandsStill(id) => (
                "movement.D",
                format!("{} is not of the side whose Movement Phase this is; only that side moves", label(id)),
            ),
            Refusal::NoWayOn => ("R75", "the unit has no move to make".into()),
            Refusal::FacesThatWay => ("facing.A", "the unit faces that way already".into()),
            Refusal::CrowdToDisperse => {
                let hex = position.crowd_to_disperse().map_or(String::from("a hex"), |hex| number(hex).to_string());
                ("stacking", format!("the stack in {hex} is not legal, and units there can still move away"))
            }
            Refusal::NotAnEntryHex => ("R21", "the unit does not enter by that hex".into()),
            Refusal::NoWayIn => ("R23", "the unit has no way onto the map now".into()),
            Refusal::MustEnter => ("R23", "its entry may not be postponed".into()),
            Refusal::EntryDue(id) => ("R23", format!("{} must enter in this phase", label(id))),
            Refusal::NoExitHere => ("R24", "units may not leave the map here".into()),
            Refusal::ExitNotToTheFront => ("R24", "no front hexside of the unit leads off the map".into()),
            Refusal::NotAnEntryFacing => {
                ("R14", "an entering unit faces a hexside that leads to a map hex and lets it end its move".into())
            }
            Refusal::NoAttackOpen => ("R25", "begin an attack first".into()),
            Refusal::NoEnemyThere => (chapter, "no enemy unit is there".into()),
            Refusal::AlreadyATarget => {
                let rule = if melee { "melee.A" } else { "R43" };
                (rule, "that hex is attacked already; no unit is attacked twice".into())
            }
            Refusal::NotATarget => ("R25", "no attack is made on that hex".into()),
            Refusal::NobodyCanAttack(hex) => match position.nearest_candidate(hex) {
                Some((id, why)) => {
                    let (rule, why) = why.words(position);
                    let (hex, id) = (number(hex), label(id));
                    (rule, format!("none of your units can attack {hex}; {id} is the nearest: {why}"))
                }
                None => (chapter, format!("you have no unit that could attack {}", number(hex))),
            },
            Refusal::NotInFront => ("melee", "the hex is not one of its three front hexes".into()),
            Refusal::NotBeside { range } => {
                ("melee", format!("it is {range} hexes away, and melee is with adjacent hexes only"))
            }
            Refusal::NoAttackers => ("R25", "no unit takes part in the attack yet".into()),
            Refusal::BelowMinimum { .. } if (0..position.attack_count).any(|a| position.hides_defenders(a)) => {
                ("R26", "the odds are below 1 to 2; such attacks are not permitted".into())
            }
            Refusal::BelowMinimum { attack, defence } => {
                let rule = match position.step {
                    Step::Window => "R55",
                    _ if melee => "R26",
                    _ => "R43",
                };
                (rule, format!("{attack} against {defence} is below 1 to 2; such attacks are not permitted"))
            }
            Refusal::NotInThisAttack => ("R25", "the unit is not in the attack being built".into()),
            Refusal::AlreadyAttacking => {
                (if melee { "melee.A" } else { "fire.F" }, "the unit takes part in an attack already".into())
            }
            Refusal::MayNotAttack => ("melee.M", "units with strengths in parentheses do not attack in melee".into()),
            Refusal::FiredThisTurn => ("fire.A", "the unit fired in this Player-Turn and may not melee".into()),
            Refusal::NotCommonFront => ("R28", "the hex is not in front of every attacker".into()),
            Refusal::SeveralHexesAgainstSeveral => {
                ("R27", "an attack has either one target hex or one attacking hex".into())
            }
            Refusal::MixedTypes => {
                ("melee.J", "attackers of one hex must be of one type, Skirmishers excepted".into())
            }
            Refusal::NotALeader => ("leaders", "only leaders may do this".into()),
            Refusal::SupportsAlready => ("R89", "the leader supports that attack already".into()),
            Refusal::NoTroopsBesideLeader => ("leaders.D", "no troops of the leader's hex are in that attack".into()),
            Refusal::NotAFireUnit => ("fire", "the unit cannot fire".into()),
            Refusal::OnlyLeadersThere => ("R51", "fire is not aimed at leaders alone".into()),
            Refusal::FiredLately => ("fire.B", "the unit fired in this or the previous Player-Turn".into()),
            Refusal::NoFireFromHere(terrain) => ("fire.H", format!("no fire from {} hexes", terrain.name())),
            Refusal::OutOfRange { range, reach } => {
                ("fire.C", format!("the target is {range} hexes away and the unit reaches {reach}"))
            }
            Refusal::OutsideTheField => ("fire.C", "the target is outside the field of fire".into()),
            Refusal::Sheltered(terrain) => {
                ("R47", format!("{} hexes are fired into from adjacent hexes only", terrain.name()))
            }
            Refusal::LineObstructed => {
                ("fire.G", "the line of fire is blocked by units, village, woods or a crest".into())
            }
            Refusal::NotEnteredItsFront => ("R53", "the mover did not step into a front hex of this unit".into()),
            Refusal::MoverBeganAdjacent => ("R54", "the mover began the phase adjacent to this unit".into()),
            Refusal::NotAmongTheAttacked => ("R60", "only troops that were attacked can be named".into()),
            Refusal::NeedNotRetreat => ("R65", "that unit does not have to retreat".into()),
            Refusal::NotAway => ("R66", "every step must lead away from where the unit began".into()),
            Refusal::RetreatOverCrest => ("R66", "retreats do not cross crest hexsides".into()),
            Refusal::RetreatBeforeFire => {
                ("R66", "retreats do not enter the front hexes of enemy fire units".into())
            }
            Refusal::NotTowardsAnAllowedEnd => {
                ("R68", "this way leads to no end as far from the enemy as the unit can get".into())
            }
            Refusal::CrestBarsChariots => ("chariots.G", "chariots never cross crest hexsides".into()),
            Refusal::NotAChariot => ("chariots", "that is not a chariot".into()),
            Refusal::EnemyChariot => ("chariots.B", "units board chariots of their own side only".into()),
            Refusal::MayNotRide => ("R77", "only foot troops and leaders ride chariots".into()),
            Refusal::RidesAChariot => ("R80", "the unit rides a chariot and moves only with it".into()),
            Refusal::NotRiding => ("chariots", "the unit rides no chariot".into()),
            Refusal::ChariotFull => ("chariots.C", "the chariot carries a unit already".into()),
            Refusal::NotAdjacent => ("chariots", "the two are not in the same or adjacent hexes".into()),
            Refusal::AssesRefuse => ("R116", "the asses refuse to move in this phase".into()),
            Refusal::NoFeint => ("R107", "units fall back only in the fake retreat".into()),
            Refusal::FeignedBefore => {
                ("R107", "the retreat was feigned before; that is done once in a game".into())
            }
            Refusal::NoStepBack => {
                ("R107", "a unit that falls back takes at least one step; one that stands still has not fallen back".into())
            }
            Refusal::FellBack => ("R107", "a unit that fell back may not melee in this Player-Turn".into()),
            Refusal::FallBackKeepsFacing => ("R107", "a unit that falls back keeps its facing".into()),
            Refusal::DustBars => ("R108", "the dust cloud bars the way".into()),
            Refusal::NotBehindDust => ("R109", "the unit is not behind the dust".into()),
            Refusal::HiddenAlready => ("R109", "the unit is hidden already".into()),
            Refusal::NotTowardsTheEnemy => {
                ("R110", "in the pursuit every step must bring the levies nearer to the enemy".into())
            }
            Refusal::PursuitTurnsOnlyAsNeeded => ("R110", "pursuers turn only to go on".into()),
            Refusal::MustPursue => ("R110", "the levies must pursue as far as they can".into()),
            Refusal::PursuitDue(id) => ("R110", format!("{} must pursue first", label(id))),
            Refusal::PursuersMayNotEmbark => ("R110", "pursuing levies may not embark".into()),
        };
        (rule, why)
    }
}
