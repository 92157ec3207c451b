//! Why an order is refused. A refusal is small and built on every check; its sentence only for a person.

use engine::{Objection, Side};

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

/// A reason to refuse an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NotNow,
    NotYours,
    NobodyNamed,
    FarOffTable,
    // Before the battle
    NoSuchChoice,
    NeedsCamp,
    NoSuchPiece,
    NotOfTopography,
    TooManyPieces,
    TooManyOfType,
    OnlyOneOfType,
    OneOfAPair,
    TooFewPieces,
    NoCompulsory,
    QuartersEmpty,
    QuartersOpen,
    Malformed,
    TooLarge,
    TooNarrow,
    TooLong,
    PieceOffTable,
    TooNearPiece,
    LineWidth,
    LineEnds,
    LineTooWinding,
    RiverAtEdge,
    RiverOnHill,
    WaterwayShape,
    NotTheCentre,
    NotTheSmallest,
    ShiftTooFar,
    TurnTooFar,
    EdgesTwice,
    CampShape,
    CampPlace,
    CampGround,
    CampTaken,
    NotInHand,
    OutsideZone,
    WheelsDeployed,
    WaterDeployed,
    OnSomebody,
    NoKeepingBack,
    CannotDismount,
    FollowersAreThere,
    StillInHand,
    SwappedAlready,
    // Movement
    AnotherInHand,
    NobodyInHand,
    Pinned(ElementId),
    NotOnTable(ElementId),
    FollowersStay,
    NoLaterMove(ElementId),
    NoGroup,
    NoColumn,
    TooFewPips(Price, u8),
    NoWay,
    LeaveCampFirst,
    GroupsGoForward,
    WheelTooFar,
    TooFar { unit: ElementId, corner: Hand, moved: i64, most: i64, rate: Rate },
    OffTable(ElementId),
    EnemyInTheWay(ElementId, ElementId),
    FriendInTheWay(ElementId, ElementId),
    CampInTheWay(ElementId, Side),
    WaterInTheWay(ElementId),
    GroupInBadGoing(ElementId),
    WheelsInBadGoing(ElementId),
    SlideTooFar(i64),
    SlideForNothing,
    LaterMoveTooNear(ElementId, ElementId),
    LaterMoveNearCamp(ElementId),
    WarbandMustClose(ElementId),
    InRiver(ElementId),
    RiverAngle(ElementId),
    HeldByZone(ElementId, ElementId),
    StopsInZone(ElementId, ElementId),
    ContactFromZone(ElementId, ElementId),
    CampFromZone(ElementId),
    NotInFull(ElementId, ElementId),
    NotBeyondFlank(ElementId, ElementId),
    NotBehind(ElementId, ElementId),
    WheelsInContact(ElementId, ElementId),
    WheelsInOverlap(ElementId),
    WheelsAtCamp(ElementId),
    ColumnBreaks(ElementId),
    Backward(ElementId),
    // Breaking off, landing
    NotFighting(ElementId),
    NoFaster { unit: ElementId, mine: i64, theirs: i64 },
    HeldFromBehind(ElementId),
    TooShort(i64),
    EndsTouching(ElementId),
    EndsInRiver(ElementId),
    NotKept(ElementId),
    LandsOnce,
    NotAtTheBank,
    LandsInContact(ElementId),
    // Shooting and close combat
    NoShooter(ElementId),
    ShotAlready(ElementId),
    ShotAtAlready(ElementId),
    NoTarget(ElementId),
    OutOfSight(ElementId, ElementId),
    MustShootBack(ElementId),
    NotClosest(ElementId),
    NoFight(ElementId),
    BetterFight(ElementId),
    NotFollowing(ElementId),
    NoChoiceOfBend,
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

    /// The rule and the sentence, for a player.
    pub(crate) fn objection(self, position: &Position) -> Objection {
        let (rule, why) = self.words(position);
        Objection::new(rule, why)
    }

    fn words(self, p: &Position) -> (&'static str, String) {
        let plain = |rule, why: &str| (rule, why.to_string());
        let of = |id: ElementId| p.label(id);
        match self {
            Refusal::NotNow => ("2.5", format!("this order does not fit now: {}", p.prompt_words())),
            Refusal::NotYours => plain("2.5", "that element is not yours to use now"),
            Refusal::NobodyNamed => plain("2.6", "name the elements, each of them once"),
            Refusal::FarOffTable => plain("7.1", "that is far off the table"),
            Refusal::NoSuchChoice => plain("R13", "the list offers no such alternative"),
            Refusal::NeedsCamp => plain("2.2", "only an army with two War Wagons may go without a camp"),
            Refusal::NoSuchPiece => plain("2.3", "there is no such piece of terrain"),
            Refusal::NotOfTopography => plain("1.11", "the defender's home ground has no such terrain"),
            Refusal::TooManyPieces => {
                plain("1.11", "a table has at most five pieces, three of them optional")
            }
            Refusal::TooManyOfType => {
                plain("1.11", "at most three pieces of the compulsory type and two of another")
            }
            Refusal::OnlyOneOfType => plain("1.11", "there is at most one waterway, one river and one oasis"),
            Refusal::OneOfAPair => plain("R18", "of that pair of types only one may be chosen"),
            Refusal::TooFewPieces => plain("1.11", "a table has at least three pieces"),
            Refusal::NoCompulsory => plain("1.11", "a piece of the compulsory type is still missing"),
            Refusal::QuartersEmpty => {
                plain("R19", "at least three quarters of the table must hold some terrain")
            }
            Refusal::QuartersOpen => {
                plain("R19", "at least two quarters must hold river, waterway or bad going")
            }
            Refusal::Malformed => plain("R20", "the outline of the piece is not a convex figure"),
            Refusal::TooLarge => plain("2.3", "length and width of a piece together are at most 18 MU"),
            Refusal::TooNarrow => plain("2.3", "a piece is at least 2 MU across everywhere"),
            Refusal::TooLong => plain("2.3", "such a piece is at most twice as long as wide"),
            Refusal::PieceOffTable => plain("R21", "a piece lies wholly on the table"),
            Refusal::TooNearPiece => plain("R21", "pieces lie at least 2 MU apart"),
            Refusal::LineWidth => {
                plain("R144", "rivers and roads are 1 to 2 MU wide, of at most twelve parts")
            }
            Refusal::LineEnds => {
                plain("2.3", "it must run from one edge of the table to the right other one")
            }
            Refusal::LineTooWinding => {
                plain("2.3", "it is more than one and a half times as long as the straight way")
            }
            Refusal::RiverAtEdge => plain("2.3", "a river stays 8 MU from the edges it runs along"),
            Refusal::RiverOnHill => plain("2.3", "a river does not cross hills"),
            Refusal::WaterwayShape => plain(
                "R144",
                "a waterway lies along a whole edge, 1 to 6 MU deep, not more than half of it deeper than 3",
            ),
            Refusal::NotTheCentre => {
                plain("R24", "a new piece is of bad going, 2 to 4 MU each way, at the centre")
            }
            Refusal::NotTheSmallest => {
                plain("R24", "only the smallest piece of bad going moves to the centre")
            }
            Refusal::ShiftTooFar => {
                plain("1.12", "a piece is shifted by at most 4 MU, or turned and not shifted")
            }
            Refusal::TurnTooFar => plain("1.12", "a piece is turned by at most 45°"),
            Refusal::EdgesTwice => plain("2.4", "every edge gets its number once"),
            Refusal::CampShape => {
                plain("R25", "a camp is a box of at least 2 MU each way, length and width 8 at most")
            }
            Refusal::CampPlace => {
                plain("R25", "one whole side of the camp lies on the base edge or on the bank before it")
            }
            Refusal::CampGround => {
                plain("R25", "a camp lies in good going, off river and road, on the table")
            }
            Refusal::CampTaken => plain("R17", "a camp holds one element"),
            Refusal::NotInHand => plain("2.4", "that element is not waiting to be deployed"),
            Refusal::OutsideZone => {
                plain("R27", "the whole base must be within 10 MU of the base edge and 4 MU from the sides")
            }
            Refusal::WheelsDeployed => plain("R28", "Artillery and War Wagons are not deployed in bad going"),
            Refusal::WaterDeployed => plain("R28", "nobody is deployed in a river or waterway"),
            Refusal::OnSomebody => plain("R11", "somebody stands there"),
            Refusal::NoKeepingBack => plain(
                "R30",
                "only a Littoral army with a waterway on the table keeps elements back, four at most and not the general",
            ),
            Refusal::CannotDismount => plain("R14", "the list does not let these troops dismount"),
            Refusal::FollowersAreThere => plain("R17", "Camp Followers hold the camp"),
            Refusal::StillInHand => plain("2.4", "elements are still to be deployed"),
            Refusal::SwappedAlready => plain("R29", "two pairs at most, and an element only once"),
            Refusal::AnotherInHand => plain("2.6", "other elements are in hand; put them down first"),
            Refusal::NobodyInHand => plain("2.6", "nobody is taken up"),
            Refusal::Pinned(id) => {
                ("R54", format!("{} is in contact with the enemy and may only break off", of(id)))
            }
            Refusal::NotOnTable(id) => ("2.6", format!("{} is not on the table", of(id))),
            Refusal::FollowersStay => plain("2.2", "Camp Followers never move"),
            Refusal::NoLaterMove(id) => ("2.8", format!("{} has moved and may not move again", of(id))),
            Refusal::NoGroup => {
                plain("R44", "these elements are no group: one facing, edge to edge and corner to corner")
            }
            Refusal::NoColumn => plain("R46", "these elements are no column, each touching the one ahead"),
            Refusal::TooFewPips(price, pips) => {
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
            }
            Refusal::NoWay => plain("R39", "the move has no legs"),
            Refusal::LeaveCampFirst => {
                plain("R124", "first it is placed outside the camp with its rear edge on it")
            }
            Refusal::GroupsGoForward => {
                plain("2.6", "groups and columns go forward and wheel; only single elements go anywhere")
            }
            Refusal::WheelTooFar => plain("R45", "a wheel turns toward its hinge, by 90° at most"),
            Refusal::TooFar { unit, corner, moved, most, rate } => {
                let (rule, ground) = match rate {
                    Rate::Ordinary => ("R40", ""),
                    Rate::BadGoing => ("R42", " in bad going"),
                    Rate::River => ("R42", " in a river"),
                };
                let why = format!(
                    "the {} front corner moves {} MU; {} may move {}{ground}",
                    Position::hand_name(corner),
                    mu(moved),
                    of(unit),
                    mu(most)
                );
                (rule, why)
            }
            Refusal::OffTable(id) => ("R39", format!("{} would leave the table", of(id))),
            Refusal::EnemyInTheWay(id, enemy) => {
                ("R39", format!("{} stands in the way of {}", of(enemy), of(id)))
            }
            Refusal::FriendInTheWay(id, friend) => {
                ("1.8", format!("{} cannot pass through {}", of(id), of(friend)))
            }
            Refusal::CampInTheWay(id, camp) => {
                ("R39", format!("the camp of the {} stands in the way of {}", p.side_words(camp), of(id)))
            }
            Refusal::WaterInTheWay(id) => ("2.3", format!("{} cannot enter a waterway", of(id))),
            Refusal::GroupInBadGoing(id) => (
                "R49",
                format!(
                    "a group enters neither bad going nor a river ({}); a column or a single element may",
                    of(id)
                ),
            ),
            Refusal::WheelsInBadGoing(id) => {
                ("1.2", format!("{} may not enter bad going off a road", of(id)))
            }
            Refusal::SlideTooFar(by) => ("R48", format!("a group slides by 1 MU at most, not {}", mu(by))),
            Refusal::SlideForNothing => plain("R48", "a slide must line up with an enemy within 2 MU"),
            Refusal::LaterMoveTooNear(id, enemy) => {
                ("R121", format!("a later move of {} must stay more than 2 MU from {}", of(id), of(enemy)))
            }
            Refusal::LaterMoveNearCamp(id) => {
                ("R121", format!("a later move of {} must stay more than 2 MU from the enemy's camp", of(id)))
            }
            Refusal::WarbandMustClose(id) => {
                ("R120", format!("a second move of {} must end in contact, in overlap or in support", of(id)))
            }
            Refusal::InRiver(id) => {
                ("R146", format!("in a river {} goes straight on or back, or lines up", of(id)))
            }
            Refusal::RiverAngle(id) => {
                ("R51", format!("{} must enter a river within 45° of square to its bank", of(id)))
            }
            Refusal::HeldByZone(id, enemy) => (
                "R63",
                format!(
                    "{} starts in the zone of {}: it may go straight back, square up, or meet it in full front contact",
                    of(id),
                    of(enemy)
                ),
            ),
            Refusal::StopsInZone(id, enemy) => (
                "R64",
                format!(
                    "{} comes into the zone of {} and must stop there no less square, or meet it",
                    of(id),
                    of(enemy)
                ),
            ),
            Refusal::ContactFromZone(id, enemy) => {
                ("R66", format!("{} cannot contact {} from inside a zone", of(id), of(enemy)))
            }
            Refusal::CampFromZone(id) => {
                ("R66", format!("{} cannot reach a camp from inside a zone", of(id)))
            }
            Refusal::NotInFull(id, enemy) => {
                ("R69", format!("{} touches {} without full front, flank or rear contact", of(id), of(enemy)))
            }
            Refusal::NotBeyondFlank(id, enemy) => {
                ("R71", format!("{} did not start beyond the flank of {}", of(id), of(enemy)))
            }
            Refusal::NotBehind(id, enemy) => {
                ("R71", format!("{} did not start behind {}", of(id), of(enemy)))
            }
            Refusal::WheelsInContact(id, enemy) => {
                ("R53", format!("{} may not move into contact with {}", of(id), of(enemy)))
            }
            Refusal::WheelsInOverlap(id) => ("R53", format!("{} may not move into overlap", of(id))),
            Refusal::WheelsAtCamp(id) => ("R53", format!("{} may not move against a camp", of(id))),
            Refusal::ColumnBreaks(id) => {
                ("R46", format!("{} cannot close up with the one ahead of it", of(id)))
            }
            Refusal::Backward(id) => ("R46", format!("{} would move backward into the column", of(id))),
            Refusal::NotFighting(id) => ("1.10", format!("{} is in contact with nobody", of(id))),
            Refusal::NoFaster { unit, mine, theirs } => (
                "1.10",
                format!(
                    "{} moves {} MU there, its opponent {}; it must be faster",
                    of(unit),
                    mu(mine),
                    mu(theirs)
                ),
            ),
            Refusal::HeldFromBehind(id) => {
                ("1.10", format!("an enemy's front is on the flank or rear of {}", of(id)))
            }
            Refusal::TooShort(back) => ("1.10", format!("it must go back at least 3 MU, not {}", mu(back))),
            Refusal::EndsTouching(id) => ("R58", format!("it would end touching {}", of(id))),
            Refusal::EndsInRiver(id) => ("R56", format!("{} would end in a river", of(id))),
            Refusal::NotKept(id) => ("2.15", format!("{} was not kept back", of(id))),
            Refusal::LandsOnce => plain("R128", "troops land once, in their own first turn"),
            Refusal::NotAtTheBank => plain("R128", "at least two of those landing touch the bank"),
            Refusal::LandsInContact(id) => ("R128", format!("{} would land in contact", of(id))),
            Refusal::NoShooter(id) => ("2.11", format!("{} cannot shoot now", of(id))),
            Refusal::ShotAlready(id) => ("R84", format!("{} has shot", of(id))),
            Refusal::ShotAtAlready(id) => ("R84", format!("{} has been shot at", of(id))),
            Refusal::NoTarget(id) => ("R89", format!("{} cannot be shot at", of(id))),
            Refusal::OutOfSight(id, target) => {
                ("R82", format!("{} has no shot at {}: range, arc or path", of(id), of(target)))
            }
            Refusal::MustShootBack(id) => {
                ("R85", format!("{} must shoot at an enemy shooter that can shoot at it", of(id)))
            }
            Refusal::NotClosest(id) => ("R88", format!("{} is not the closest of the shooters", of(id))),
            Refusal::NoFight(id) => ("R76", format!("{} has no such fight now", of(id))),
            Refusal::BetterFight(id) => ("R76", format!("{} has a fuller contact to fight", of(id))),
            Refusal::NotFollowing(id) => ("R110", format!("{} need not recoil now", of(id))),
            Refusal::NoChoiceOfBend => plain("R112", "nobody may choose a way to bend now"),
        }
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
