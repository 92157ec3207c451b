//! The table as it is drawn: the cloth, what lies on it, everybody where they stand, and the cards beside it.

use std::sync::Arc;

use engine::contract::{Rules, Shown, Side, Viewer};
use engine::place;
use engine::scene::{
    Card, Counter, Footprint, Landscape, Scene, SideCard, TablePiece, Tabletop, Track, Tray,
};
use engine::words::counted;

use super::regions::OVERLAYS;
use crate::element::{Element, ElementId, Whereabouts};
use crate::field::{Laid, Shape};
use crate::geometry::{Convex, Heading, MU, Point, Pose, TABLE, rounded_quotient};
use crate::kind::Kind;
use crate::order::Wind;
use crate::position::{Position, Step};
use crate::refusal::mu;
use crate::victory::LAST_TURN;

/// Units of a scene are thousandths of a MU.
const SCENE_UNIT: i64 = MU / 1_000;

/// Spaces of the turn track on either side of the present turn.
const TURNS_BESIDE: u8 = 2;

/// A length in thousandths of a MU.
pub(crate) fn thousandths(length: i64) -> i32 {
    rounded_quotient(length.into(), SCENE_UNIT.into()) as i32
}

/// A point of the table as a scene has it: from the left and from the far edge, which is the north.
pub(super) fn spot(point: Point) -> [i32; 2] {
    [thousandths(point.x), thousandths(TABLE - point.y)]
}

/// A pose as a scene has it.
pub(crate) fn on_scene(pose: Pose) -> place::Pose {
    let [x, y] = spot(pose.at);
    place::Pose { x, y, heading: pose.heading.thousandths() }
}

/// A pose of a scene on the table.
pub(crate) fn from_scene(pose: place::Pose) -> Pose {
    let at = Point::new(i64::from(pose.x) * SCENE_UNIT, TABLE - i64::from(pose.y) * SCENE_UNIT);
    Pose::new(at, Heading::new(pose.heading))
}

impl Position {
    pub(super) fn table_scene(&self, viewer: Viewer) -> Scene {
        let turn = self.turn();
        let trays = Side::BOTH.into_iter().flat_map(|side| [self.reserve(side), self.fallen(side)]);
        Scene {
            title: self.sheet.title.clone(),
            subtitle: format!("{} · DBA 2.2+", self.sheet.date),
            sides: Side::BOTH.map(|side| self.side_card(side)),
            landscape: Arc::new(self.landscape()),
            counters: ElementId::all()
                .filter(|&id| self.element(id).place != Whereabouts::Out)
                .map(|id| self.counter(id, viewer))
                .collect(),
            marks: vec![],
            tracks: self.turn_track().into_iter().chain(self.pip_track()).collect(),
            boxes: trays.filter(|tray| !tray.counters.is_empty()).collect(),
            goal: self.goal(),
            cards: self.cards(),
            hints: vec![],
            threats: vec![],
            phase: self.phase_words().into(),
            prompt: self.prompt_line(turn),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.table_words(viewer),
        }
    }

    /// The present turn between its neighbours, and the last: eighty spaces would fill the sheet.
    pub(super) fn turn_track(&self) -> Option<Track> {
        let turn = self.turns;
        if turn == 0 {
            return None;
        }
        let first = turn.saturating_sub(TURNS_BESIDE).max(1);
        let last = LAST_TURN.max(turn);
        let shown = (first..=last.min(first + 2 * TURNS_BESIDE)).chain([last]);
        let mut spaces: Vec<String> = shown.map(|n| n.to_string()).collect();
        spaces.dedup();
        Some(Track { name: "Turn".into(), spaces, at: Some(usize::from(turn - first)), house: false })
    }

    /// PIPs left, of the six a die may give.
    fn pip_track(&self) -> Option<Track> {
        let spaces = (1..=6).map(|n: u8| n.to_string()).collect();
        let at = usize::from(self.pips).checked_sub(1);
        (self.step == Step::Move).then(|| Track { name: "PIPs".into(), spaces, at, house: false })
    }

    fn landscape(&self) -> Landscape {
        let laid = self.field.pieces.iter().enumerate();
        let mut pieces: Vec<TablePiece> = laid
            .map(|(index, laid)| TablePiece { handle: self.handle_of(index, laid), ..piece(laid) })
            .collect();
        // Roads lie over the ground they lead across, and water under it.
        pieces.sort_by_key(|piece| match piece.kind {
            "waterway" => 0,
            "road" => 2,
            "river" => 3,
            _ => 1,
        });
        let deploys = matches!(self.step, Step::Encamp | Step::Deploy | Step::Swap);
        if deploys {
            pieces.extend(Side::BOTH.map(|side| self.zone_piece(side)));
        }
        pieces.extend(Side::BOTH.into_iter().filter_map(|side| self.camp_piece(side)));
        pieces.extend(self.camp_to_be());
        let size = thousandths(TABLE);
        let table = Tabletop { width: size, depth: size, unit: "MU", pieces, overlays: OVERLAYS };
        Landscape::open("dba-cloth-38", table)
    }

    fn camp_piece(&self, side: Side) -> Option<TablePiece> {
        let [least, most] = self.camp(side).area?;
        let taken = if self.camp(side).captured { ", taken by the enemy" } else { "" };
        Some(TablePiece {
            kind: "camp",
            side: Some(side.index() as u8),
            outline: rectangle(least, most),
            ridge: vec![],
            name: format!("camp of the {}{taken}", self.side_words(side)),
            handle: None,
        })
    }

    /// Where a side deploys: ten MU deep, four from the sides; a bank carries it on.
    fn zone_piece(&self, side: Side) -> TablePiece {
        let (near, far, from, to) = (0, 10 * MU, 4 * MU, TABLE - 4 * MU);
        let (least, most) = match self.base_edge(side) {
            Wind::South => (Point::new(from, near), Point::new(to, far)),
            Wind::North => (Point::new(from, TABLE - far), Point::new(to, TABLE - near)),
            Wind::West => (Point::new(near, from), Point::new(far, to)),
            Wind::East => (Point::new(TABLE - far, from), Point::new(TABLE - near, to)),
        };
        TablePiece {
            kind: "zone",
            side: Some(side.index() as u8),
            outline: rectangle(least, most),
            ridge: vec![],
            name: format!("deployment zone of the {}", self.side_words(side)),
            handle: None,
        }
    }

    pub(crate) fn counter(&self, id: ElementId, viewer: Viewer) -> Counter {
        let Element { place, pose, .. } = *self.element(id);
        let side = id.side().index() as u8;
        let hidden = self.conceals(u16::from(id.0), viewer);
        let (troop, card) = (self.troop(id), self.card(id));
        let shown = |text: String| if hidden { String::new() } else { text };
        Counter {
            id: u16::from(id.0),
            side,
            place: match place {
                Whereabouts::Table => Some(on_scene(pose).into()),
                Whereabouts::Camp(camp) => self.pose_in_camp(id, camp).map(|pose| on_scene(pose).into()),
                _ => None,
            },
            glyph: if hidden { "hidden" } else { figure(&troop.code, troop.kind) },
            code: shown(troop.code.trim_start_matches(|c: char| c.is_ascii_digit()).to_string()),
            symbols: if id.is_general() && !hidden { vec!["general"] } else { vec![] },
            name: if hidden { format!("Element {}", id.slot() + 1) } else { self.label(id) },
            left: shown(format!("{}/{}", card.close[0], card.close[1])),
            middle: shown(card.range.map(|range| format!("r{}", mu(range))).unwrap_or_default()),
            right: shown(mu(card.allowance)),
            facing: None,
            base: Some(Footprint { width: 2_000, depth: thousandths(troop.depth * MU / 4) }),
            seals: self.seals(id),
            aboard: None,
            about: if hidden { vec![] } else { self.about(id) },
        }
    }

    /// In the middle of a camp, its back to the base edge.
    fn pose_in_camp(&self, id: ElementId, camp: Side) -> Option<Pose> {
        let [least, most] = self.camp(camp).area?;
        let middle = Pose::new(crate::field::middle(least, most), self.base_edge(camp).inward());
        Some(middle.ahead(self.depth(id) * MU / 8))
    }

    fn seals(&self, id: ElementId) -> Vec<&'static str> {
        let element = self.element(id);
        let ours = id.side() == self.active;
        let fights = [self.fight.one, self.fight.other].contains(&id);
        [
            ("active", self.hand.has(id)),
            ("attacking", fights && self.fight.stage != crate::position::Stage::None),
            ("moved", ours && self.step == Step::Move && element.moves > 0),
            ("fired", element.has(Element::SHOT) && matches!(self.step, Step::Volley | Step::Shoot(_))),
            ("fought", element.has(Element::FOUGHT) && matches!(self.step, Step::Fight | Step::Storm)),
        ]
        .into_iter()
        .filter_map(|(seal, worn)| worn.then_some(seal))
        .collect()
    }

    fn side_card(&self, side: Side) -> SideCard {
        let left = ElementId::troops_of(side).filter(|&id| self.lives(id)).count();
        let losses = self.losses(side);
        let mut standing = format!("{losses} lost");
        if self.general_lost(side) {
            standing += ", general lost";
        }
        if self.camp(side).captured {
            standing += ", camp captured";
        }
        SideCard { name: self.side_words(side).into(), strength: left as u32, standing }
    }

    fn tray(&self, side: Side, words: &str, here: impl Fn(Whereabouts) -> bool) -> Tray {
        Tray {
            name: format!("{} {words}", self.side_words(side)),
            side: Some(side.index() as u8),
            counters: ElementId::all_of(side)
                .filter(|&id| here(self.element(id).place))
                .map(|id| u16::from(id.0))
                .collect(),
        }
    }

    fn reserve(&self, side: Side) -> Tray {
        self.tray(side, "beside the table", |place| matches!(place, Whereabouts::Hand | Whereabouts::Kept))
    }

    fn fallen(&self, side: Side) -> Tray {
        self.tray(side, "lost", |place| place == Whereabouts::Lost)
    }

    fn cards(&self) -> Vec<Card> {
        let pips = Card {
            kind: "pips",
            title: counted(self.pips, "PIP left", "PIPs left"),
            text: "Every move of an element, a group or a column costs one; more out of the general's command and \
                   for heavy troops."
                .into(),
            standing: String::new(),
            rule: "1.9",
        };
        let moves = self.step == Step::Move;
        Some(pips).filter(|_| moves).into_iter().collect()
    }
}

/// The outline of a piece of terrain in one turn.
pub(super) fn outline_of(laid: &Laid) -> Vec<[i32; 2]> {
    match &laid.piece.shape {
        Shape::Chain(cuts) => {
            let left = cuts.iter().map(|cut| spot(cut[0]));
            left.chain(cuts.iter().rev().map(|cut| spot(cut[1]))).collect()
        }
        _ => laid.outlines.iter().flat_map(|outline| outline.corners()).map(|&c| spot(c)).collect(),
    }
}

/// A piece of terrain as it is drawn.
fn piece(laid: &Laid) -> TablePiece {
    let ridge = match laid.crest {
        Some(crest) => crest.map(spot).to_vec(),
        None => laid.middle_line().into_iter().map(spot).collect(),
    };
    let (kind, name) = (laid.feature().code(), laid.feature().name().into());
    TablePiece { kind, side: None, outline: outline_of(laid), ridge, name, handle: None }
}

pub(super) fn rectangle(least: Point, most: Point) -> Vec<[i32; 2]> {
    [Point::new(least.x, most.y), most, Point::new(most.x, least.y), least].map(spot).to_vec()
}

/// The figures a base is drawn with.
fn figure(code: &str, kind: Kind) -> &'static str {
    match (code, kind) {
        ("LCh" | "HCh", _) => "chariots",
        ("LCm", _) => "light-camelry",
        ("LitBd", _) => "litter",
        (_, Kind::Artillery) => "artillery",
        (_, Kind::Auxilia) => "auxilia",
        (_, Kind::Blades) => "blades",
        (_, Kind::Bows) => "bows",
        (_, Kind::Camelry) => "camelry",
        (_, Kind::CampFollowers) => "followers",
        (_, Kind::Cataphracts) => "cataphracts",
        (_, Kind::Cavalry) => "cavalry",
        (_, Kind::Elephants) => "elephants",
        (_, Kind::Hordes) => "hordes",
        (_, Kind::Knights) => "knights",
        (_, Kind::LightHorse) => "light-horse",
        (_, Kind::LightSpear) => "light-spear",
        (_, Kind::Pavises) => "pavises",
        (_, Kind::Pikes) => "pikes",
        (_, Kind::Psiloi) => "psiloi",
        (_, Kind::Raiders) => "raiders",
        (_, Kind::ScythedChariots) => "scythed-chariots",
        (_, Kind::Spears) => "spears",
        (_, Kind::WarWagons) => "war-wagons",
        (_, Kind::Warband) => "warband",
    }
}
