//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.

use engine::Side;

use crate::element::ElementId;
use crate::geometry::{Hand, MU};
use crate::pips::Price;
use crate::position::Position;

/// The ground that limits a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rate {
    Ordinary,
    BadGoing,
    River,
}

engine::refusals! {
    /// A reason to refuse an order.
    pub(crate) enum Refusal, told at (position: &Position);

    NotNow => ("2.5", "this order does not fit now: {}", position.prompt_words()),
    NotYours => ("2.5", "that element is not yours to use now"),
    NobodyNamed => ("2.6", "name the elements, each of them once"),
    FarOffTable => ("7.1", "that is far off the table"),
    // Before the battle
    NoSuchChoice => ("R13", "the list offers no such alternative"),
    NeedsCamp => ("2.2", "only an army with two War Wagons may go without a camp"),
    NoSuchPiece => ("2.3", "there is no such piece of terrain"),
    NotOfTopography => ("1.11", "the defender's home ground has no such terrain"),
    TooManyPieces => ("1.11", "a table has at most five pieces, three of them optional"),
    TooManyOfType => ("1.11", "at most three pieces of the compulsory type and two of another"),
    OnlyOneOfType => ("1.11", "there is at most one waterway, one river and one oasis"),
    OneOfAPair => ("R18", "of that pair of types only one may be chosen"),
    TooFewPieces => ("1.11", "a table has at least three pieces"),
    NoCompulsory => ("1.11", "a piece of the compulsory type is still missing"),
    QuartersEmpty => ("R19", "at least three quarters of the table must hold some terrain"),
    QuartersOpen => ("R19", "at least two quarters must hold river, waterway or bad going"),
    Malformed => ("R20", "the outline of the piece is not a convex figure"),
    TooLarge => ("2.3", "length and width of a piece together are at most 18 MU"),
    TooNarrow => ("2.3", "a piece is at least 2 MU across everywhere"),
    TooLong => ("2.3", "such a piece is at most twice as long as wide"),
    PieceOffTable => ("R21", "a piece lies wholly on the table"),
    TooNearPiece => ("R21", "pieces lie at least 2 MU apart"),
    LineWidth => ("R144", "rivers and roads are 1 to 2 MU wide, of at most twelve parts"),
    LineEnds => ("2.3", "it must run from one edge of the table to the right other one"),
    LineTooWinding => ("2.3", "it is more than one and a half times as long as the straight way"),
    RiverAtEdge => ("2.3", "a river stays 8 MU from the edges it runs along"),
    RiverOnHill => ("2.3", "a river does not cross hills"),
    WaterwayShape =>
        ("R144", "a waterway lies along a whole edge, 1 to 6 MU deep, not more than half of it deeper than 3"),
    NotTheCentre => ("R24", "a new piece is of bad going, 2 to 4 MU each way, at the centre"),
    NotTheSmallest => ("R24", "only the smallest piece of bad going moves to the centre"),
    ShiftTooFar => ("1.12", "a piece is shifted by at most 4 MU, or turned and not shifted"),
    TurnTooFar => ("1.12", "a piece is turned by at most 45°"),
    EdgesTwice => ("2.4", "every edge gets its number once"),
    CampShape => ("R25", "a camp is a box of at least 2 MU each way, length and width 8 at most"),
    CampPlace => ("R25", "one whole side of the camp lies on the base edge or on the bank before it"),
    CampGround => ("R25", "a camp lies in good going, off river and road, on the table"),
    CampTaken => ("R17", "a camp holds one element"),
    NotInHand => ("2.4", "that element is not waiting to be deployed"),
    OutsideZone => ("R27", "the whole base must be within 10 MU of the base edge and 4 MU from the sides"),
    WheelsDeployed => ("R28", "Artillery and War Wagons are not deployed in bad going"),
    WaterDeployed => ("R28", "nobody is deployed in a river or waterway"),
    OnSomebody => ("R11", "somebody stands there"),
    NoKeepingBack =>
        ("R30", "only a Littoral army with a waterway on the table keeps elements back, four at most and \
         not the general"),
    CannotDismount => ("R14", "the list does not let these troops dismount"),
    FollowersAreThere => ("R17", "Camp Followers hold the camp"),
    StillInHand => ("2.4", "elements are still to be deployed"),
    SwappedAlready => ("R29", "two pairs at most, and an element only once"),
    // Movement
    AnotherInHand => ("2.6", "other elements are in hand; put them down first"),
    NobodyInHand => ("2.6", "nobody is taken up"),
    Pinned(id: ElementId) =>
        ("R54", "{} is in contact with the enemy and may only break off", position.label(id)),
    NotOnTable(id: ElementId) => ("2.6", "{} is not on the table", position.label(id)),
    FollowersStay => ("2.2", "Camp Followers never move"),
    NoLaterMove(id: ElementId) => ("2.8", "{} has moved and may not move again", position.label(id)),
    NoGroup => ("R44", "these elements are no group: one facing, edge to edge and corner to corner"),
    NoColumn => ("R46", "these elements are no column, each touching the one ahead"),
    TooFewPips(price: Price, pips: u8) => {
                let mut why =
                    format!("the move costs {}", engine::words::counted(price.pips(), "PIP", "PIPs"));
                let reasons = [
                    (price.burden, "slow or unwieldy troops"),
                    (price.far, "out of the general's command"),
                    (price.hidden, "the general is in cover"),
                ];
                let reasons: Vec<&str> = reasons.iter().filter(|(is, _)| *is).map(|(_, why)| *why).collect();
                if !reasons.is_empty() {
                    why += &format!(" ({})", reasons.join(", "));
                }
                ("1.9", format!("{why}; {} left", engine::words::counted(pips, "is", "are")))
            },
    NothingInTheWay => ("R47", "a group narrows only where the way straight ahead is obstructed within its move"),
    NoWay => ("R39", "the move has no legs"),
    LeaveCampFirst => ("R124", "first it is placed outside the camp with its rear edge on it"),
    GroupsGoForward => ("2.6", "groups and columns go forward and wheel; only single elements go anywhere"),
    WheelTooFar => ("R45", "a wheel turns toward its hinge, by 90° at most"),
    TooFar { unit: ElementId, corner: Hand, moved: i64, most: i64, rate: Rate } => {
                let (rule, ground) = match rate {
                    Rate::Ordinary => ("R40", ""),
                    Rate::BadGoing => ("R42", " in bad going"),
                    Rate::River => ("R42", " in a river"),
                };
                let why = format!(
                    "the {} front corner moves {} MU; {} may move {}{ground}",
                    Position::hand_name(corner),
                    mu(moved),
                    position.label(unit),
                    mu(most)
                );
                (rule, why)
            },
    OffTable(id: ElementId) => ("R39", "{} would leave the table", position.label(id)),
    EnemyInTheWay(id: ElementId, enemy: ElementId) =>
        ("R39", "{} stands in the way of {}", position.full_label(enemy), position.full_label(id)),
    FriendInTheWay(id: ElementId, friend: ElementId) =>
        ("1.8", "{} cannot pass through {}", position.label(id), position.label(friend)),
    CampInTheWay(id: ElementId, camp: Side) =>
        ("R39", "the camp of the {} stands in the way of {}", position.side_words(camp), position.label(id)),
    WaterInTheWay(id: ElementId) => ("2.3", "{} cannot enter a waterway", position.label(id)),
    GroupInBadGoing(id: ElementId) =>
        ("R49", "a group enters neither bad going nor a river ({}); a column or a single element may",
         position.label(id)),
    WheelsInBadGoing(id: ElementId) => ("1.2", "{} may not enter bad going off a road", position.label(id)),
    SlideTooFar(by: i64) => ("R48", "a group slides by 1 MU at most, not {}", mu(by)),
    SlideForNothing => ("R48", "a slide must line up with an enemy within 2 MU"),
    LaterMoveTooNear(id: ElementId, enemy: ElementId) =>
        ("R121", "a later move of {} must stay more than 2 MU from {}",
         position.full_label(id), position.full_label(enemy)),
    LaterMoveNearCamp(id: ElementId) =>
        ("R121", "a later move of {} must stay more than 2 MU from the enemy's camp", position.label(id)),
    WarbandMustClose(id: ElementId) =>
        ("R120", "a second move of {} must end in contact, in overlap or in support", position.label(id)),
    InRiver(id: ElementId) =>
        ("R146", "in a river {} goes straight on or back, or lines up", position.label(id)),
    RiverAngle(id: ElementId) =>
        ("R51", "{} must enter a river within 45° of square to its bank", position.label(id)),
    HeldByZone(id: ElementId, enemy: ElementId) =>
        ("R63", "{} starts in the zone of {}: it may go straight back, square up, or meet it in full front \
         contact", position.full_label(id), position.full_label(enemy)),
    StopsInZone(id: ElementId, enemy: ElementId) =>
        ("R64", "{} comes into the zone of {} and must stop there no less square, or meet it",
         position.full_label(id), position.full_label(enemy)),
    ContactFromZone(id: ElementId, enemy: ElementId) =>
        ("R66", "{} cannot contact {} from inside a zone", position.full_label(id), position.full_label(enemy)),
    CampFromZone(id: ElementId) => ("R66", "{} cannot reach a camp from inside a zone", position.label(id)),
    NotInFull(id: ElementId, enemy: ElementId) =>
        ("R69", "{} touches {} without full front, flank or rear contact",
         position.full_label(id), position.full_label(enemy)),
    NotBeyondFlank(id: ElementId, enemy: ElementId) =>
        ("R71", "{} did not start beyond the flank of {}", position.full_label(id), position.full_label(enemy)),
    NotBehind(id: ElementId, enemy: ElementId) =>
        ("R71", "{} did not start behind {}", position.full_label(id), position.full_label(enemy)),
    WheelsInContact(id: ElementId, enemy: ElementId) =>
        ("R53", "{} may not move into contact with {}", position.full_label(id), position.full_label(enemy)),
    WheelsInOverlap(id: ElementId) => ("R53", "{} may not move into overlap", position.label(id)),
    WheelsAtCamp(id: ElementId) => ("R53", "{} may not move against a camp", position.label(id)),
    ColumnBreaks(id: ElementId) => ("R46", "{} cannot close up with the one ahead of it", position.label(id)),
    Backward(id: ElementId) => ("R46", "{} would move backward into the column", position.label(id)),
    // Breaking off, landing
    NotFighting(id: ElementId) => ("1.10", "{} is in contact with nobody", position.label(id)),
    NoFaster { unit: ElementId, mine: i64, theirs: i64 } =>
        ("1.10", "{} moves {} MU there, its opponent {}; it must be faster",
         position.label(unit), mu(mine), mu(theirs)),
    HeldFromBehind(id: ElementId) =>
        ("1.10", "an enemy's front is on the flank or rear of {}", position.label(id)),
    TooShort(back: i64) => ("1.10", "it must go back at least 3 MU, not {}", mu(back)),
    EndsTouching(id: ElementId) => ("R58", "it would end touching {}", position.full_label(id)),
    EndsInRiver(id: ElementId) => ("R56", "{} would end in a river", position.label(id)),
    NotKept(id: ElementId) => ("2.15", "{} was not kept back", position.label(id)),
    LandsOnce => ("R128", "troops land once, in their own first turn"),
    NotAtTheBank => ("R128", "at least two of those landing touch the bank"),
    LandsInContact(id: ElementId) => ("R128", "{} would land in contact", position.label(id)),
    // Shooting and close combat
    NoShooter(id: ElementId) => ("2.11", "{} cannot shoot now", position.label(id)),
    ShotAlready(id: ElementId) => ("R84", "{} has shot", position.label(id)),
    ShotAtAlready(id: ElementId) => ("R84", "{} has been shot at", position.full_label(id)),
    NoTarget(id: ElementId) => ("R89", "{} cannot be shot at", position.full_label(id)),
    OutOfSight(id: ElementId, target: ElementId) =>
        ("R82", "{} has no shot at {}: range, arc or path", position.full_label(id), position.full_label(target)),
    MustShootBack(id: ElementId) =>
        ("R85", "{} must shoot at an enemy shooter that can shoot at it", position.label(id)),
    NotClosest(id: ElementId) => ("R88", "{} is not the closest of the shooters", position.label(id)),
    NoFight(id: ElementId) => ("R76", "{} has no such fight now", position.label(id)),
    BetterFight(id: ElementId) => ("R76", "{} has a fuller contact to fight", position.label(id)),
    NotFollowing(id: ElementId) => ("R110", "{} need not recoil now", position.label(id)),
    NoChoiceOfBend => ("R112", "nobody may choose a way to bend now"),
}

impl Refusal {
    pub(crate) fn too_far(unit: ElementId, corner: Hand, moved: i64, most: i64) -> Refusal {
        Refusal::TooFar { unit, corner, moved, most, rate: Rate::Ordinary }
    }

    pub(crate) fn too_far_in_bad_going(unit: ElementId, corner: Hand, moved: i64, most: i64) -> Refusal {
        Refusal::TooFar { unit, corner, moved, most, rate: Rate::BadGoing }
    }

    pub(crate) fn too_far_in_river(unit: ElementId, corner: Hand, moved: i64, most: i64) -> Refusal {
        Refusal::TooFar { unit, corner, moved, most, rate: Rate::River }
    }
}

/// A length in MU to three places, without idle zeros: "5.3", "0.75".
pub(crate) fn mu(length: i64) -> String {
    let thousandths = crate::geometry::rounded_quotient(length.into(), (MU / 1_000).into());
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.abs());
    let (whole, rest) = (size / 1_000, size % 1_000);
    match rest {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{rest:03}").trim_end_matches('0').to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_shown_without_idle_zeros() {
        assert_eq!([5_300_000, 3_000_000, 750_000, -1_000, 400].map(mu), ["5.3", "3", "0.75", "-0.001", "0"]);
    }
}
