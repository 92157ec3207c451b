//! Terrain: chosen and laid by the defender, modified by the invader (1.11, 1.12, 2.3, D4 to D10; R18 to R24).
//!
//! Choosing and laying are one step: a piece is chosen by laying it, and the counts are checked at once.

use std::sync::Arc;

use engine::event::{Chronicle, Event, EventKind};

use crate::field::{Feature, Field, Laid, Piece, Shape, Span};
use crate::geometry::{
    Convex, Ground, Heading, MU, Point, Polygon, QUARTER, SLACK, TABLE, distance_to_segment, gap, overlap,
    within,
};
use crate::order::{Order, Wind};
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Topography;

mod candidates;
mod lines;

/// The centre of the table.
pub(crate) const CENTRE: Point = Point::new(TABLE / 2, TABLE / 2);
/// Area pieces lie so far apart.
const APART: i64 = 2 * MU;
/// How far from the centre bad going must lie for the invader to fill it.
const CENTRAL: i64 = 8 * MU;
/// How exactly the spot nearest to the centre is found (house).
const RING: i64 = QUARTER;
/// The most pieces the defender lays.
const MOST_PIECES: usize = 5;

impl Position {
    fn home(&self) -> &Topography {
        &self.sheet.charts.topographies[self.sheet.army(self.defender()).topography]
    }

    fn count_of(&self, feature: Feature) -> usize {
        self.field.of_type(feature).count()
    }

    /// Whether one more piece of a type fits the defender's topography (1.11, R18).
    fn may_choose_terrain(&self, feature: Feature) -> Result<(), Refusal> {
        let home = self.home();
        let compulsory = home.compulsory == feature;
        let group = home.optional.iter().find(|(known, _)| *known == feature).map(|(_, group)| *group);
        if !compulsory && group.is_none() {
            return Err(Refusal::NotOfTopography);
        }
        let count = self.count_of(feature);
        if count >= 1 && matches!(feature, Feature::Waterway | Feature::River | Feature::Oasis) {
            return Err(Refusal::OnlyOneOfType);
        }
        let most = if compulsory { 3 } else { 2 };
        if count >= most {
            return Err(Refusal::TooManyOfType);
        }
        let rival = home
            .optional
            .iter()
            .any(|&(other, of)| Some(of) == group && other != feature && self.count_of(other) > 0);
        if rival {
            return Err(Refusal::OneOfAPair);
        }
        let optional = self.field.pieces.iter().filter(|laid| laid.feature() != home.compulsory).count();
        if self.field.pieces.len() >= MOST_PIECES || !compulsory && optional >= 3 {
            return Err(Refusal::TooManyPieces);
        }
        Ok(())
    }

    /// Whether a piece may be laid now.
    pub(crate) fn may_lay(&self, piece: &Piece) -> Result<Laid, Refusal> {
        match self.step {
            Step::Terrain => {
                self.may_choose_terrain(piece.feature)?;
                self.may_lie(piece, usize::MAX)
            }
            Step::Centre => {
                let (Shape::Oval(span) | Shape::Rectangle(span)) = &piece.shape else {
                    return Err(Refusal::NotTheCentre);
                };
                let sizes = [span.length, span.width].iter().all(|size| (2 * MU..=4 * MU).contains(size));
                let home = self.home();
                let known = home.compulsory == piece.feature
                    || home.optional.iter().any(|(feature, _)| *feature == piece.feature);
                if !sizes || !known || !piece.feature.is_bad(false) {
                    return Err(Refusal::NotTheCentre);
                }
                self.may_fill_centre(piece, usize::MAX)
            }
            _ => Err(Refusal::NotNow),
        }
    }

    /// A piece that goes to the centre lies on it, or as near as spacing allows (R24).
    fn may_fill_centre(&self, piece: &Piece, except: usize) -> Result<Laid, Refusal> {
        let laid = self.may_lie(piece, except)?;
        let span = span_of(piece).ok_or(Refusal::NotTheCentre)?;
        if span.centre == CENTRE {
            return Ok(laid);
        }
        let nearest = self.nearest_to_the_centre(piece, except).ok_or(Refusal::NotTheCentre)?;
        let (far, least) = ((span.centre - CENTRE).length(), (nearest - CENTRE).length());
        if within(far, least + RING) { Ok(laid) } else { Err(Refusal::NotTheCentre) }
    }

    /// R24: the legal spot for a piece, turned as it is, that is nearest to the centre, to a quarter of a MU.
    pub(super) fn nearest_to_the_centre(&self, piece: &Piece, except: usize) -> Option<Point> {
        span_of(piece)?;
        shapely(piece).ok()?;
        let laid = Laid::new(piece.clone())?;
        let legal =
            |&centre: &Point| laid.about(centre).is_some_and(|laid| self.may_be_laid(&laid, except).is_ok());
        let rings = (1..=CENTRAL / RING).flat_map(|ring| {
            let around = move |turn| CENTRE + Heading::new(turn * 7_500).ahead() * ring;
            (0..48).map(around)
        });
        std::iter::once(CENTRE).chain(rings).find(legal)
    }

    /// Whether a piece has a legal shape and place; `except` is the piece it takes the place of.
    pub(crate) fn may_lie(&self, piece: &Piece, except: usize) -> Result<Laid, Refusal> {
        shapely(piece)?;
        let laid = Laid::new(piece.clone()).ok_or(Refusal::Malformed)?;
        self.may_be_laid(&laid, except)?;
        Ok(laid)
    }

    /// Whether a piece of a legal shape may lie where it would.
    pub(super) fn may_be_laid(&self, laid: &Laid, except: usize) -> Result<(), Refusal> {
        let extent = laid.extent();
        let table = Ground::of_box(Point::default(), Point::new(TABLE, TABLE)).extent().grown(SLACK);
        if extent.least.x < table.least.x
            || extent.least.y < table.least.y
            || extent.most.x > table.most.x
            || extent.most.y > table.most.y
        {
            return Err(Refusal::PieceOffTable);
        }
        if let Shape::Chain(cuts) = &laid.piece.shape {
            self.may_run(laid.feature(), cuts)?;
        }
        let mut others = self.field.pieces.iter().enumerate().filter(|(i, _)| *i != except);
        others.try_for_each(|(_, other)| self.may_lie_beside(laid, other))
    }

    /// R21: area pieces and the waterway 2 MU apart; a river crosses no hill.
    fn may_lie_beside(&self, laid: &Laid, other: &Laid) -> Result<(), Refusal> {
        let spaced = |laid: &Laid| laid.feature().is_area() || laid.feature() == Feature::Waterway;
        if spaced(laid) && spaced(other) {
            let near = laid.extent().grown(APART).meets(&other.extent())
                && laid.outlines.iter().any(|one| other.outlines.iter().any(|two| too_near(one, two)));
            if near {
                return Err(Refusal::TooNearPiece);
            }
        }
        let pair = [(laid, other), (other, laid)];
        let on_hill = pair.iter().any(|(river, hill)| {
            river.feature() == Feature::River
                && hill.feature().is_hill()
                && river
                    .outlines
                    .iter()
                    .any(|quad| hill.outlines.iter().any(|outline| overlap(quad, outline)))
        });
        if on_hill { Err(Refusal::RiverOnHill) } else { Ok(()) }
    }

    pub(crate) fn lay(&mut self, piece: &Piece, chronicle: &mut impl Chronicle) {
        let Ok(laid) = self.may_lay(piece) else { return };
        let mut field = (*self.field).clone();
        field.pieces.push(laid);
        self.field = Arc::new(field);
        chronicle.note(|| {
            Event::new(EventKind::Placed, "2.3", format!("{} is laid", capital(piece.feature.name())))
        });
        if self.step == Step::Centre {
            self.step = Step::ShiftRoll(0);
        }
    }

    pub(crate) fn may_lift_piece(&self, index: usize) -> Result<(), Refusal> {
        if index < self.field.pieces.len() { Ok(()) } else { Err(Refusal::NoSuchPiece) }
    }

    pub(crate) fn lift_piece(&mut self, index: usize) {
        let mut field = (*self.field).clone();
        field.pieces.remove(index);
        self.field = Arc::new(field);
    }

    /// Whether the table is complete (1.11, R19, R22).
    pub(crate) fn may_confirm_terrain(&self) -> Result<(), Refusal> {
        let pieces = &self.field.pieces;
        if pieces.len() < 3 {
            return Err(Refusal::TooFewPieces);
        }
        if self.count_of(self.home().compulsory) == 0 {
            return Err(Refusal::NoCompulsory);
        }
        let half = TABLE / 2;
        let quarters = [(0, 0), (half, 0), (0, half), (half, half)]
            .map(|(x, y)| Ground::of_box(Point::new(x, y), Point::new(x + half, y + half)));
        let filled = |counts: &dyn Fn(&Laid) -> bool| {
            let holds =
                |quarter: &&Ground| pieces.iter().any(|laid| counts(laid) && laid.holds_some_of(*quarter));
            quarters.iter().filter(holds).count()
        };
        if filled(&|_| true) < 3 {
            return Err(Refusal::QuartersEmpty);
        }
        let hard = |laid: &Laid| {
            laid.feature().is_bad(false) || matches!(laid.feature(), Feature::River | Feature::Waterway)
        };
        if filled(&hard) < 2 { Err(Refusal::QuartersOpen) } else { Ok(()) }
    }

    /// D6: whether bad going lies within 8 MU of the centre.
    pub(crate) fn centre_is_filled(&self) -> bool {
        let near = |laid: &Laid| {
            laid.outlines.iter().any(|outline| {
                let corners = outline.corners();
                let inside = crate::geometry::wholly_in(&[CENTRE], corners);
                let edges = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
                inside || edges.into_iter().any(|(a, b)| within(distance_to_segment(CENTRE, a, b), CENTRAL))
            })
        };
        self.field.pieces.iter().any(|laid| laid.feature().is_bad(false) && near(laid))
    }

    /// D6: the die for the centre.
    pub(crate) fn roll_centre(&mut self, die: u8, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            Event::new(EventKind::Rolled, "1.12", format!("The centre is open: {die}")).dice(&[die])
        });
        self.step = if die <= 2 { Step::Centre } else { Step::ShiftRoll(0) };
    }

    /// The smallest pieces of bad going (R24).
    pub(crate) fn smallest(&self) -> impl Iterator<Item = usize> + '_ {
        let area = |laid: &Laid| laid.outlines[0].double_area();
        let bad =
            move || self.field.pieces.iter().enumerate().filter(|(_, laid)| laid.feature().is_bad(false));
        let least = bad().map(|(_, laid)| area(laid)).min();
        bad().filter(move |(_, laid)| Some(area(laid)) == least).map(|(i, _)| i)
    }

    /// D7 and D8: whether a piece may be put there.
    pub(crate) fn may_shift(&self, piece: u8, to: Point, heading: Heading) -> Result<Laid, Refusal> {
        let index = piece as usize;
        let laid = self.field.pieces.get(index).ok_or(Refusal::NoSuchPiece)?;
        let span = *span_of(&laid.piece).ok_or(Refusal::NoSuchPiece)?;
        let near = |c: i64| (-TABLE..=2 * TABLE).contains(&c);
        if !near(to.x) || !near(to.y) {
            return Err(Refusal::FarOffTable);
        }
        let piece = moved(&laid.piece, Span { centre: to, heading, ..span });
        match self.step {
            Step::Centre => {
                if !self.smallest().any(|i| i == index) {
                    return Err(Refusal::NotTheSmallest);
                }
                self.may_fill_centre(&piece, index)
            }
            Step::Shift(now) if now as usize == index => {
                let turned = span.heading.turn_to(heading).abs();
                let shifted = (to - span.centre).length();
                if shifted > 0 && (turned > 0 || !within(shifted, 4 * MU)) {
                    return Err(Refusal::ShiftTooFar);
                }
                if turned > 45_000 {
                    return Err(Refusal::TurnTooFar);
                }
                self.may_lie(&piece, index)
            }
            _ => Err(Refusal::NotNow),
        }
    }

    pub(crate) fn shift_piece(
        &mut self,
        piece: u8,
        to: Point,
        heading: Heading,
        chronicle: &mut impl Chronicle,
    ) {
        let Ok(laid) = self.may_shift(piece, to, heading) else { return };
        let mut field = (*self.field).clone();
        chronicle.note(|| {
            let text = format!("{} is moved by the invader", capital(laid.feature().name()));
            Event::new(EventKind::Moved, "1.12", text)
        });
        field.pieces[piece as usize] = laid;
        self.field = Arc::new(field);
        self.step = match self.step {
            Step::Shift(now) => Step::ShiftRoll(now + 1),
            _ => Step::ShiftRoll(0),
        };
    }

    /// D8: the die of a piece.
    pub(crate) fn roll_shift(&mut self, index: u8, die: u8, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            let name = self.field.pieces[index as usize].feature().name();
            Event::new(EventKind::Rolled, "1.12", format!("Modification of the {name}: {die}")).dice(&[die])
        });
        self.step = if die <= 2 { Step::Shift(index) } else { Step::ShiftRoll(index + 1) };
    }

    /// D9: whether the edges are numbered once each.
    pub(crate) fn may_number(&self, edges: &[Wind; 4]) -> Result<(), Refusal> {
        let all = Wind::ALL.iter().all(|wind| edges.contains(wind));
        if all { Ok(()) } else { Err(Refusal::EdgesTwice) }
    }

    /// D10: the invader's base edge, and the defender's across from it.
    pub(crate) fn roll_edge(&mut self, edges: [Wind; 4], die: u8, chronicle: &mut impl Chronicle) {
        let edge = edges[usize::from(die.min(4)) - 1];
        self.muster_mut(self.invader).edge = Some(edge);
        self.muster_mut(self.defender()).edge = Some(edge.opposite());
        self.active = self.defender();
        self.step = Step::Encamp;
        chronicle.note(|| {
            let text = format!("{} come from the {}", self.side_words(self.invader), edge.name());
            Event::new(EventKind::Rolled, "2.4", text).dice(&[die])
        });
    }

    pub(crate) fn list_edges(&self, out: &mut Vec<Order>) {
        // Only the edge of 4, 5 and 6 and its neighbours' order matter; all are offered.
        for a in Wind::ALL {
            for b in Wind::ALL.into_iter().filter(|&b| b != a) {
                for c in Wind::ALL.into_iter().filter(|&c| c != a && c != b) {
                    for d in Wind::ALL.into_iter().filter(|&d| d != a && d != b && d != c) {
                        out.push(Order::Number { edges: [a, b, c, d] });
                    }
                }
            }
        }
    }

    /// How deep the waterway on an edge is at a place along it; 0 without one.
    pub(crate) fn bank_depth(&self, edge: Wind, along: i64) -> i64 {
        let Some(laid) = self.field.of_type(Feature::Waterway).next() else { return 0 };
        let Shape::Chain(cuts) = &laid.piece.shape else { return 0 };
        if lines::edge_of(cuts) != Some(edge) {
            return 0;
        }
        let place = |point: Point| lines::along(edge, point);
        let deep = |cut: &[Point; 2]| depth(edge, cut[0]);
        for pair in cuts.windows(2) {
            let (a, b) = (place(pair[0][1]), place(pair[1][1]));
            let (low, high) = (a.min(b), a.max(b));
            if (low..=high).contains(&along) {
                let (from, to) =
                    if a <= b { (deep(&pair[0]), deep(&pair[1])) } else { (deep(&pair[1]), deep(&pair[0])) };
                return from
                    + crate::geometry::rounded_quotient(
                        i128::from(to - from) * i128::from(along - low),
                        i128::from((high - low).max(1)),
                    );
            }
        }
        0
    }

    /// Whether a waterway lies on an edge.
    pub(crate) fn waterway_on(&self, edge: Wind) -> bool {
        self.field.of_type(Feature::Waterway).any(|laid| match &laid.piece.shape {
            Shape::Chain(cuts) => lines::edge_of(cuts) == Some(edge),
            _ => false,
        })
    }
}

pub(crate) use lines::{along, depth, point_on};

fn span_of(piece: &Piece) -> Option<&Span> {
    match &piece.shape {
        Shape::Oval(span) | Shape::Rectangle(span) => Some(span),
        Shape::Chain(_) => None,
    }
}

fn moved(piece: &Piece, span: Span) -> Piece {
    let shape = match piece.shape {
        Shape::Rectangle(_) => Shape::Rectangle(span),
        _ => Shape::Oval(span),
    };
    Piece { feature: piece.feature, shape }
}

/// No figure of it is so large that a sum could overflow.
pub(crate) fn sane(piece: &Piece) -> bool {
    let near =
        |point: &Point| (-TABLE..=2 * TABLE).contains(&point.x) && (-TABLE..=2 * TABLE).contains(&point.y);
    match &piece.shape {
        Shape::Oval(span) | Shape::Rectangle(span) => {
            near(&span.centre) && (0..=TABLE).contains(&span.length) && (0..=TABLE).contains(&span.width)
        }
        Shape::Chain(cuts) => cuts.len() <= 13 && cuts.iter().flatten().all(near),
    }
}

/// A word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Field {
    /// The pieces as data.
    pub(crate) fn plain(&self) -> Vec<Piece> {
        self.pieces.iter().map(|laid| laid.piece.clone()).collect()
    }
}

/// Whether a piece has a shape that pieces of its type may have.
fn shapely(piece: &Piece) -> Result<(), Refusal> {
    if !sane(piece) {
        return Err(Refusal::Malformed);
    }
    match (&piece.shape, piece.feature) {
        (Shape::Chain(_), feature) if feature.is_area() => Err(Refusal::Malformed),
        (Shape::Oval(_) | Shape::Rectangle(_), feature) if !feature.is_area() => Err(Refusal::Malformed),
        (Shape::Rectangle(_), feature) if feature != Feature::Rough => Err(Refusal::Malformed),
        (Shape::Oval(span) | Shape::Rectangle(span), feature) => {
            let slender = !matches!(feature, Feature::Rough | Feature::Marsh);
            match () {
                () if span.width < 2 * MU || span.length < span.width => Err(Refusal::TooNarrow),
                () if span.length + span.width > 18 * MU => Err(Refusal::TooLarge),
                () if slender && span.length > 2 * span.width => Err(Refusal::TooLong),
                () => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Whether two outlines lie less than 2 MU apart. Most pairs are parted by a line with that much room, which is found
/// without measuring the gap.
fn too_near(one: &Polygon, two: &Polygon) -> bool {
    !one.keeps_off(two.corners(), APART)
        && !two.keeps_off(one.corners(), APART)
        && gap(one.corners(), two.corners()) + SLACK < APART
}

#[cfg(test)]
mod tests;
