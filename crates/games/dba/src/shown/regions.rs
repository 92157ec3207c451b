//! Ground that a rule speaks of, shown on demand: zones of control, arcs of shooters, how far the general's word
//! carries, bad going.

use engine::Side;
use engine::contract::Region;
use engine::scene::Overlay;

use super::table::{outline_of, spot};
use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::{Base, Convex, Heading, Point, QUARTER, RIGHT_ANGLE, TABLE, clip_to};
use crate::kind::Kind;
use crate::pips::{BLOCKED, COMMAND};
use crate::position::Position;
use crate::refusal::mu;
use crate::shooting::BESIDE;

/// What may be laid over the table.
pub(super) const OVERLAYS: &[Overlay] = &[
    Overlay {
        kind: "zones",
        title: "Zones",
        about: "Zones of control: the 2 MU ahead of every front, as far as nobody stands in them",
        key: "z",
        rule: "2.7",
    },
    Overlay {
        kind: "arcs",
        title: "Arcs",
        about: "Where shooters shoot: straight ahead, a base width to either side, as far as they reach",
        key: "a",
        rule: "2.11",
    },
    Overlay {
        kind: "command",
        title: "Command",
        about: "How far the general's word carries: 16 MU, 8 past woods, dunes, an oasis or a crest; and who is out of it",
        key: "d",
        rule: "1.9",
    },
    Overlay { kind: "going", title: "Bad going", about: "Bad going, and water", key: "v", rule: "2.3" },
];

/// Round corners are drawn in steps of so many thousandths of a degree.
const ARC_STEP: i32 = 10_000;

impl Position {
    /// The ground an overlay shows: as it bears on these counters, or all of it.
    pub(super) fn regions_of(&self, overlay: &str, counters: &[u16]) -> Vec<Region> {
        let element = |&counter: &u16| {
            let id = ElementId(u8::try_from(counter).ok()?);
            (self.exists(id) && self.outline(id).is_some()).then_some(id)
        };
        let chosen: Vec<ElementId> = counters.iter().filter_map(element).collect();
        match overlay {
            "zones" => self.zone_regions(&chosen),
            "arcs" => self.arc_regions(&chosen),
            "command" => self.command_regions(&chosen),
            "going" => self.going_regions(&chosen),
            _ => vec![],
        }
    }

    fn region(&self, look: &'static str, id: ElementId, outline: &[Point], name: String) -> Region {
        Region {
            look,
            side: Some(id.side().index() as u8),
            counter: Some(u16::from(id.0)),
            outline: outline.iter().map(|&corner| spot(corner)).collect(),
            name,
        }
    }

    /// Everybody's zone; for some, their own and those of the enemy as they would be without them, those strong that
    /// hold one of them now (2.7).
    fn zone_regions(&self, chosen: &[ElementId]) -> Vec<Region> {
        let ours = chosen.first().map(|id| id.side());
        let moving = Position::mask(chosen.iter().copied());
        let mut regions = vec![];
        for bound in Side::BOTH {
            let off = if ours == Some(bound) { moving } else { 0 };
            for zone in self.zones_against(bound, off) {
                if ours.is_some_and(|side| side != bound) && !chosen.contains(&zone.owner) {
                    continue;
                }
                let binds = chosen
                    .iter()
                    .any(|&id| id.side() == bound && self.on_table(id) && zone.holds(&self.base(id)));
                let look = if binds { "strong" } else { "plain" };
                let name = format!("zone of {}", self.label(zone.owner));
                regions.push(self.region(look, zone.owner, zone.ground.corners(), name));
            }
        }
        regions
    }

    /// Every shooter's arc and range; for some, their own, and strong those of enemies with a shot at one of them
    /// (2.11, R82).
    fn arc_regions(&self, chosen: &[ElementId]) -> Vec<Region> {
        let shooters = ElementId::all().filter(|&id| self.exists(id));
        let arc = |id: ElementId| {
            let range = self.card(id).range?;
            let aims =
                chosen.iter().any(|&other| other.side() != id.side() && self.shot(id, other).is_some());
            if !chosen.is_empty() && !aims && !chosen.contains(&id) {
                return None;
            }
            let look = if aims { "strong" } else { "plain" };
            let name = format!("{} shoots {} MU", self.label(id), mu(range));
            Some(self.region(look, id, &self.field_of_shot(id, range)?, name))
        };
        shooters.filter_map(arc).collect()
    }

    /// Where an element shoots: ahead of its front and a base width to either side; all round from a camp or wagons.
    fn field_of_shot(&self, id: ElementId, range: i64) -> Option<Vec<Point>> {
        if !self.on_table(id) || self.kind(id) == Kind::WarWagons {
            return self.all_round(id, range);
        }
        let base = self.base(id);
        let mut field = round(&base.corners, base.pose.heading, range);
        clip_to(&mut field, base.pose.at, -base.q, 0);
        for aside in [base.r, -base.r] {
            clip_to(&mut field, base.pose.at, aside, BESIDE * base.q.squared());
        }
        Some(on_the_cloth(field))
    }

    /// Everything within a distance of an element, or of the camp it is in.
    fn all_round(&self, id: ElementId, reach: i64) -> Option<Vec<Point>> {
        let field = match self.element(id).place {
            Whereabouts::Table => {
                let Base { corners, pose, .. } = self.base(id);
                round(&corners, pose.heading, reach)
            }
            Whereabouts::Camp(camp) => {
                let [least, most] = self.camp(camp).area?;
                let corners = [Point::new(least.x, most.y), most, Point::new(most.x, least.y), least];
                round(&corners, Heading::NORTH, reach)
            }
            _ => return None,
        };
        Some(on_the_cloth(field))
    }

    /// How far the word of each general carries, of those alone who lead the chosen; and who does not hear it (1.9,
    /// R33 to R35).
    fn command_regions(&self, chosen: &[ElementId]) -> Vec<Region> {
        let sides = Side::BOTH.into_iter();
        let sides = sides.filter(|side| chosen.is_empty() || chosen.iter().any(|id| id.side() == *side));
        let mut regions = vec![];
        for side in sides {
            let general = ElementId::of(side, 0);
            for (reach, look) in [(COMMAND, "plain"), (BLOCKED, "faint")] {
                if let Some(field) = self.all_round(general, reach) {
                    let name = format!("{} MU from the general of the {}", mu(reach), self.side_words(side));
                    regions.push(self.region(look, general, &field, name));
                }
            }
            for id in self.standing_of(side).filter(|&id| !self.in_command(id)) {
                let name = format!("{} does not hear the general: 1 PIP more", self.label(id));
                regions.push(self.region("lost", id, &self.base(id).corners, name));
            }
        }
        regions
    }

    /// Bad going for these elements, or for anybody but camels; rivers, in which everybody is slow, and the waterway
    /// (2.3, R6).
    fn going_regions(&self, chosen: &[ElementId]) -> Vec<Region> {
        let camels = !chosen.is_empty() && chosen.iter().all(|&id| self.camels(id));
        let pieces = self.field.pieces.iter().filter_map(|laid| {
            let feature = laid.feature();
            let (look, name) = match feature {
                Feature::River => ("faint", "river: 2 MU a move".to_string()),
                Feature::Waterway => ("strong", "waterway: nobody passes".to_string()),
                bad if bad.is_bad(camels) => ("plain", format!("{}: bad going", bad.name())),
                _ => return None,
            };
            Some(Region { look, side: None, counter: None, outline: outline_of(laid), name })
        });
        pieces.collect()
    }
}

/// Everything within a distance of a rectangle, given clockwise from its left front corner and by its heading.
fn round(corners: &[Point; 4], heading: Heading, reach: i64) -> Vec<Point> {
    let quarter = |(i, &corner): (usize, &Point)| {
        let from = heading.turned((i as i32 - 1) * RIGHT_ANGLE);
        let steps = 0..=RIGHT_ANGLE / ARC_STEP;
        steps.map(move |step| corner + from.turned(step * ARC_STEP).ahead().scaled(reach, QUARTER))
    };
    corners.iter().enumerate().flat_map(quarter).collect()
}

/// What of a figure lies on the table.
fn on_the_cloth(mut figure: Vec<Point>) -> Vec<Point> {
    let winds = [
        (Point::new(-1, 0), 0),
        (Point::new(1, 0), TABLE),
        (Point::new(0, -1), 0),
        (Point::new(0, 1), TABLE),
    ];
    for (out, most) in winds {
        clip_to(&mut figure, Point::default(), out, most);
    }
    figure
}
