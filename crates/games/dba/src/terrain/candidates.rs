//! Useful places for terrain, and tables laid by chance (R137, R138).

use std::sync::OnceLock;

use engine::Generator;
use engine::event::{Chronicle, Silence};

use crate::field::{Feature, Laid, Piece, Shape, Span};
use crate::geometry::{Heading, MU, Point, TABLE};
use crate::order::{Order, Wind};
use crate::position::{Position, Step};

use super::{CENTRE, lines::point_on, moved, shapely, span_of};

/// Attempts at a table by chance before the defender is left to lay it himself.
const ATTEMPTS: u64 = 400;

impl Position {
    /// The types the defender's topography has.
    fn home_features(&self) -> Vec<Feature> {
        let home = self.home();
        let mut features = vec![home.compulsory];
        features.extend(home.optional.iter().map(|(feature, _)| *feature));
        features
    }

    pub(crate) fn list_terrain(&self, out: &mut Vec<Order>) {
        for feature in self.home_features() {
            if self.may_choose_terrain(feature).is_err() {
                continue;
            }
            for laid in usual(feature) {
                if self.may_be_laid(laid, usize::MAX).is_ok() {
                    out.push(Order::Lay { piece: laid.piece.clone() });
                }
            }
        }
        out.extend((0..self.field.pieces.len() as u8).map(|i| Order::Lift { unit: crate::ElementId(i) }));
        out.push(Order::Muster);
        if self.may_confirm_terrain().is_ok() {
            out.push(Order::Done);
        }
    }

    /// D7.
    pub(crate) fn list_centre(&self, out: &mut Vec<Order>) {
        for index in self.smallest() {
            let piece = &self.field.pieces[index].piece;
            for heading in [0, 45, 90, 135].map(Heading::degrees) {
                let turned = span_of(piece).map(|span| moved(piece, Span { heading, ..*span }));
                if let Some(to) = turned.and_then(|piece| self.nearest_to_the_centre(&piece, index)) {
                    out.push(Order::Shift { piece: index as u8, to, heading });
                }
            }
        }
        for feature in self.home_features().into_iter().filter(|feature| feature.is_bad(false)) {
            for (length, width) in [(4, 4), (3, 3), (4, 2)] {
                let span =
                    Span { centre: CENTRE, heading: Heading::NORTH, length: length * MU, width: width * MU };
                let piece = Piece { feature, shape: Shape::Oval(span) };
                if let Some(centre) = self.nearest_to_the_centre(&piece, usize::MAX) {
                    out.push(Order::Lay { piece: moved(&piece, Span { centre, ..span }) });
                }
            }
        }
    }

    /// D8.
    pub(crate) fn list_shifts(&self, out: &mut Vec<Order>) {
        let Step::Shift(index) = self.step else { return };
        let laid = &self.field.pieces[index as usize];
        if let Some(span) = span_of(&laid.piece) {
            let shifts =
                (0..8).map(|turn| (span.centre + Heading::degrees(45 * turn).ahead() * 16, span.heading));
            let near =
                (0..4).map(|turn| (span.centre + Heading::degrees(90 * turn).ahead() * 8, span.heading));
            let turns = [-45, -30, -15, 15, 30, 45].map(|by| (span.centre, span.heading.turned(by * 1_000)));
            for (to, heading) in shifts.chain(near).chain(turns) {
                if self.may_shift(index, to, heading).is_ok() {
                    out.push(Order::Shift { piece: index, to, heading });
                }
            }
        }
        out.push(Order::Done);
    }

    /// A table by chance: pieces of the defender's topography, drawn until they make a legal one. The three dice say
    /// which.
    pub(crate) fn survey(&mut self, dice: [u8; 3], chronicle: &mut impl Chronicle) {
        self.step = Step::Terrain;
        let seed = dice.iter().fold(0, |seed, &die| seed * 6 + u64::from(die) - 1);
        for attempt in 0..ATTEMPTS {
            let mut table = self.clone();
            table.field = std::sync::Arc::default();
            let mut whims = Generator::new(seed, attempt);
            let wanted = 3 + whims.below(3) as usize;
            let features = self.home_features();
            for draw in 0..40 {
                if table.field.pieces.len() >= wanted {
                    break;
                }
                let feature = if draw == 0 {
                    features[0]
                } else {
                    features[whims.below(features.len() as u32) as usize]
                };
                if table.may_choose_terrain(feature).is_ok() {
                    table.lay(&chance_piece(feature, &mut whims), &mut Silence);
                }
            }
            if table.may_confirm_terrain().is_ok() {
                let pieces = table.field.plain();
                self.field = std::sync::Arc::default();
                pieces.iter().for_each(|piece| self.lay(piece, chronicle));
                self.end_terrain();
                return;
            }
        }
    }

    /// D5 is over.
    pub(crate) fn end_terrain(&mut self) {
        self.step = Step::CentreRoll;
        self.active = self.invader;
    }
}

/// Pieces worth laying, with their outlines.
fn usual(feature: Feature) -> &'static [Laid] {
    static OUTLINED: OnceLock<[Vec<Laid>; Feature::ALL.len()]> = OnceLock::new();
    let outlined = |feature| {
        let pieces = usual_pieces(feature).into_iter().filter(|piece| shapely(piece).is_ok());
        pieces.filter_map(Laid::new).collect()
    };
    &OUTLINED.get_or_init(|| Feature::ALL.map(outlined))[feature as usize]
}

/// Pieces worth laying: a few sizes at a few places.
fn usual_pieces(feature: Feature) -> Vec<Piece> {
    match feature {
        Feature::Waterway => {
            Wind::ALL.into_iter().flat_map(|edge| [3, 5].map(|deep| waterway(edge, deep * MU / 2))).collect()
        }
        Feature::River => {
            let straight = [12, 19, 26]
                .into_iter()
                .flat_map(|at| [true, false].map(|north| straight(feature, north, at * MU, MU)));
            straight.collect()
        }
        Feature::Road => {
            let straight = [5, 12, 19, 26, 33]
                .into_iter()
                .flat_map(|at| [true, false].map(|north| straight(feature, north, at * MU, MU)));
            straight.collect()
        }
        _ => {
            let places = [6, 14, 24, 32];
            let centres = places.into_iter().flat_map(|x| places.map(|y| Point::new(x * MU, y * MU)));
            let sizes = [(6, 4, 0), (8, 5, 90)];
            let piece = |centre: Point, (length, width, heading): (i64, i64, i32)| Piece {
                feature,
                shape: Shape::Oval(Span {
                    centre,
                    heading: Heading::degrees(heading),
                    length: length * MU,
                    width: width * MU,
                }),
            };
            centres.flat_map(|centre| sizes.map(|size| piece(centre, size))).collect()
        }
    }
}

/// A piece drawn by chance.
fn chance_piece(feature: Feature, whims: &mut Generator) -> Piece {
    let mut between = |low: i64, high: i64| low + i64::from(whims.below((high - low + 1) as u32));
    match feature {
        Feature::Waterway => waterway(Wind::ALL[between(0, 3) as usize], between(2, 6) * MU / 2),
        Feature::River => {
            bent(feature, between(0, 1) == 0, between(11, 27) * MU, between(11, 27) * MU, MU + MU / 2)
        }
        Feature::Road => bent(feature, between(0, 1) == 0, between(4, 34) * MU, between(4, 34) * MU, MU),
        _ => {
            let width = between(3, 6) * MU;
            let length = width + between(0, 4) * MU / 2;
            let centre = Point::new(between(4, 34) * MU, between(4, 34) * MU);
            let span = Span { centre, heading: Heading::degrees(15 * between(0, 23) as i32), length, width };
            let square = feature == Feature::Rough && between(0, 1) == 0;
            Piece { feature, shape: if square { Shape::Rectangle(span) } else { Shape::Oval(span) } }
        }
    }
}

/// A line straight across the table.
fn straight(feature: Feature, north: bool, at: i64, width: i64) -> Piece {
    bent(feature, north, at, at, width)
}

/// A line across the table from one place on an edge to another on the opposite one.
fn bent(feature: Feature, north: bool, from: i64, to: i64, width: i64) -> Piece {
    let half = width / 2;
    let cuts = match north {
        // Going north the left end lies west; going east it lies north.
        true => vec![
            [Point::new(from - half, 0), Point::new(from + half, 0)],
            [Point::new(to - half, TABLE), Point::new(to + half, TABLE)],
        ],
        false => vec![
            [Point::new(0, from + half), Point::new(0, from - half)],
            [Point::new(TABLE, to + half), Point::new(TABLE, to - half)],
        ],
    };
    Piece { feature, shape: Shape::Chain(cuts) }
}

/// Water along an edge, somewhat deeper in the middle.
fn waterway(edge: Wind, deep: i64) -> Piece {
    let forward = matches!(edge, Wind::South | Wind::East);
    let mut places = [(0, deep), (TABLE / 2, deep + MU / 2), (TABLE, deep)];
    if !forward {
        places.reverse();
    }
    let cut = |(along, deep): (i64, i64)| [point_on(edge, along, deep), point_on(edge, along, 0)];
    Piece { feature: Feature::Waterway, shape: Shape::Chain(places.map(cut).to_vec()) }
}
