//! Combat factors (1.1, 1.3, 1.4, 1.5, 2.12; R80, R81, R92 to R98): added for the dice or told to the player.

use engine::ledger::Ledger;

use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::{Base, Hand, MU, Point, SLACK, cuts, distance_to_segment, within};
use crate::kind::Kind;
use crate::position::Position;
use crate::sheet::Class;

/// How near the river a front must be to defend its bank.
const BANK: i64 = MU;
/// How far ahead the river must be met.
const FACING_BANK: i64 = 2 * MU;

impl Position {
    /// What an element adds to its die in close combat with a foe.
    pub(crate) fn close_factor(&self, id: ElementId, foe: ElementId, ledger: &mut impl Ledger) -> i32 {
        let card = self.card(id);
        let against = self.class(foe);
        let in_camp = matches!(self.element(id).place, Whereabouts::Camp(_));
        let basic = i32::from(card.close[against as usize]);
        let mut sum = ledger.count(basic, "1.1", || {
            format!("{} against {}", self.label(id), if against == Class::Foot { "foot" } else { "mounted" })
        });
        if self.element(id).place == Whereabouts::Camp(id.side()) && card.class == Class::Foot {
            sum += ledger.add(2, "1.4", || "in its own camp");
        }
        if id.is_general() {
            sum += ledger.add(1, "1.4", || "the general's element");
        }
        if self.is_uphill(id, foe) {
            sum += ledger.add(1, "R92", || "uphill");
        } else if self.defends_bank(id, foe) {
            sum += ledger.add(1, "R146", || "defending the river bank");
        }
        let pressure = self.pressure(id, foe);
        for (side, enemy) in [("left", pressure.left), ("right", pressure.right), ("rear", pressure.rear)] {
            if let Some(enemy) = enemy {
                sum += ledger.add(-1, "1.4", || format!("{} on its {side}", self.label(enemy)));
            }
        }
        let bad_here = !in_camp && self.in_bad_going(id, id);
        let bad_there = card.class == Class::Mounted && self.in_bad_going(foe, id);
        if (bad_here || bad_there) && card.bad_going != 0 {
            let why = if bad_here { "in bad going" } else { "its foe is in bad going" };
            sum += ledger.add(i32::from(card.bad_going), "1.4", || why);
        }
        let (support, by) = self.rear_support(id, foe);
        if support != 0 {
            sum += ledger.add(support, "1.5", || format!("{} behind it", self.label(by)));
        }
        sum
    }

    /// What an element adds to its die when shooting, or shot at.
    pub(crate) fn shooting_factor(
        &self,
        id: ElementId,
        foe: ElementId,
        shot_at: bool,
        enemy_aides: usize,
        ledger: &mut impl Ledger,
    ) -> i32 {
        let card = self.card(id);
        let against = self.class(foe);
        let basic = i32::from(card.shooting[against as usize]);
        let mut sum = ledger.count(basic, "1.1", || {
            format!("{} against {}", self.label(id), if against == Class::Foot { "foot" } else { "mounted" })
        });
        if !shot_at {
            return sum;
        }
        if card.shot_at != 0 {
            sum += ledger.add(i32::from(card.shot_at), "1.3", || format!("{} shot at", card.name));
        }
        if self.element(id).place == Whereabouts::Camp(id.side()) && card.class == Class::Foot {
            sum += ledger.add(2, "1.3", || "in its own camp");
        }
        if id.is_general() {
            sum += ledger.add(1, "1.3", || "the general's element");
        }
        if enemy_aides > 0 {
            let aides = -(enemy_aides.min(2) as i32);
            sum += ledger.add(aides, "1.3", || "enemy shooters aiding");
        }
        sum
    }

    /// Whether the ground under one element is bad going as another sees it (R8).
    pub(crate) fn in_bad_going(&self, id: ElementId, seen_by: ElementId) -> bool {
        self.on_table(id) && self.field.bad_under(&self.base(id), self.camels(seen_by))
    }

    /// R92: some of the front on a hill, and nearer to its crest than the foe; off the hill is lowest.
    pub(crate) fn is_uphill(&self, id: ElementId, foe: ElementId) -> bool {
        if !self.on_table(id) || !self.on_table(foe) {
            return false;
        }
        let (mine, theirs) = (self.fighting_base(id), self.fighting_base(foe));
        let inner = |base: &Base| base.pose.at - base.q * 2;
        self.field.pieces.iter().any(|laid| {
            let Some([a, b]) = laid.crest else { return false };
            let corners = crate::geometry::Convex::corners(&laid.outlines[0]);
            let on_hill = cuts(mine.front_left(), mine.front_right(), corners);
            let height = |point: Point| laid.holds_all_of(&[point]).then(|| distance_to_segment(point, a, b));
            on_hill
                && match (height(inner(&mine)), height(inner(&theirs))) {
                    (Some(_), None) => true,
                    (Some(mine), Some(theirs)) => mine + SLACK < theirs,
                    (None, _) => false,
                }
        })
    }

    /// 2.6, R146: the whole front within 1 MU of the river and facing it, no part in it, the foe partly in it.
    pub(crate) fn defends_bank(&self, id: ElementId, foe: ElementId) -> bool {
        if !self.on_table(id) || !self.on_table(foe) {
            return false;
        }
        let base = self.fighting_base(id);
        let near = |point: Point| self.field.distance_to_river(point).is_some_and(|gap| within(gap, BANK));
        let ahead = base.pose.ahead(FACING_BANK).at;
        let faces = || {
            let quads = self.field.of_type(Feature::River).flat_map(|laid| &laid.outlines);
            quads.into_iter().any(|quad| cuts(base.pose.at, ahead, crate::geometry::Convex::corners(quad)))
        };
        [base.front_left(), base.pose.at, base.front_right()].into_iter().all(near)
            && self.field.touches(Feature::River, &self.base(foe))
            && !self.field.touches(Feature::River, &base)
            && self.field.road_direction(base.pose.at).is_none()
            && faces()
    }

    /// What stands behind a fighter and helps it: the better of its own kind and Psiloi (R94 to R96).
    pub(crate) fn rear_support(&self, id: ElementId, foe: ElementId) -> (i32, ElementId) {
        if !self.on_table(id) {
            return (0, ElementId::NONE);
        }
        let kind = self.kind(id);
        let charts = &self.sheet.charts;
        let mut best = (0, ElementId::NONE);
        if let Some([foot, heavy]) = charts.support[kind as usize]
            && let Some(behind) = self.directly_behind(id).filter(|&behind| self.kind(behind) == kind)
            && !self.in_bad_going(id, id)
            && !self.in_bad_going(behind, behind)
        {
            let adds = match self.kind(foe) {
                Kind::Bows | Kind::Psiloi => 0,
                Kind::Cataphracts | Kind::Elephants | Kind::Knights => heavy,
                _ if self.class(foe) == Class::Foot => foot,
                _ => 0,
            };
            best = (i32::from(adds), behind);
        }
        let against = self.class(foe) == Class::Mounted
            || self.kind(foe) == Kind::Warband
            || matches!(self.element(foe).place, Whereabouts::Camp(_));
        if charts.psiloi_support.has(kind) && against && i32::from(charts.psiloi_adds) > best.0 {
            let neighbours = Hand::BOTH.into_iter().filter_map(|hand| self.beside(id, hand));
            let files = [Some(id)]
                .into_iter()
                .flatten()
                .chain(neighbours.filter(|&friend| self.kind(friend) == kind));
            let psiloi = files.filter_map(|front| self.directly_behind(front));
            if let Some(psiloi) = psiloi.into_iter().find(|&behind| self.kind(behind) == Kind::Psiloi) {
                best = (i32::from(charts.psiloi_adds), psiloi);
            }
        }
        best
    }

    /// The friend directly behind, edge to edge and facing the same way, untouched by enemy fronts.
    pub(crate) fn directly_behind(&self, id: ElementId) -> Option<ElementId> {
        let place = self.base(id).rear_place();
        self.friend_at(id, place).filter(|&behind| !self.is_contacted(behind))
    }

    /// The friend beside, fronts level.
    pub(crate) fn beside(&self, id: ElementId, hand: Hand) -> Option<ElementId> {
        self.friend_at(id, self.base(id).beside_place(hand))
    }

    pub(crate) fn friend_at(&self, id: ElementId, place: crate::geometry::Pose) -> Option<ElementId> {
        self.standing_of(id.side()).find(|&friend| {
            let pose = self.element(friend).pose;
            friend != id && pose.heading == place.heading && pose.at.coincides(place.at)
        })
    }
}

#[cfg(test)]
mod tests;
