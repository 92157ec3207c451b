//! Which orders come to mind, and how readily.

use engine::Side;

use crate::element::{ElementId, Units, Whereabouts};
use crate::geometry::{Base, Pose};
use crate::kind::Kind;
use crate::movement::step;
use crate::order::{Leg, Order};
use crate::position::{Position, Stage, Step};
use crate::sheet::ELEMENTS;

use super::survey::{Figure, Survey};

/// How much readier an order comes to mind that is worth an element more, as an exponent.
const SHARPNESS: f32 = 8.0;
/// Gains beyond this make no order readier.
const MOST: f32 = 1.2;
/// What turning to an enemy behind is worth.
const ABOUT: f32 = 0.06;
/// How likely it is that a fight in reach can be had.
const HOPE: f32 = 0.6;
/// What those who may may gain by moving again.
const ANEW: f32 = 0.01;
/// What falling into column costs where nothing asks for it.
const COLUMN: f32 = 0.08;
/// What having been put down again is worth: nothing, and time was lost.
const PUT_DOWN: f32 = 0.001;

fn readiness(gain: f32) -> f32 {
    (SHARPNESS * gain.clamp(-MOST, MOST)).exp()
}

impl Position {
    pub(super) fn advise(&self, orders: &[Order], out: &mut Vec<f32>) {
        match (self.fight.stage, self.step) {
            (Stage::None, Step::Move) if self.hand.is_empty() => Counsel::of(self).mind_movers(orders, out),
            (Stage::None, Step::Move) => Counsel::of(self).mind_ways(orders, out),
            (Stage::None, Step::Deploy) => self.mind_deployment(orders, out),
            _ => out.extend(orders.iter().map(|order| self.habit(order))),
        }
    }

    /// Orders that need no look at the whole table.
    fn habit(&self, order: &Order) -> f32 {
        match order {
            Order::Muster | Order::Done => 1.0,
            Order::Choose { .. } | Order::Shift { .. } | Order::Swap { .. } | Order::Lay { .. }
                if self.step != Step::Centre =>
            {
                0.05
            }
            Order::Encamp { .. } => 0.2,
            Order::Followers { come } => {
                if *come {
                    0.5
                } else {
                    0.01
                }
            }
            Order::Baggage { .. } | Order::Lift { .. } => 0.01,
            Order::Shoot { units, target } => {
                let back = self.shot(*target, units.first()).is_some();
                readiness(self.volley(units.first(), units.len() - 1, *target, back) / 2.0)
            }
            Order::Support { units } => 1.0 + units.len() as f32,
            Order::Attack { unit, target } => {
                let (one, other) =
                    if unit.side() == self.active { (*unit, *target) } else { (*target, *unit) };
                readiness(self.fight_worth(one, other) / 4.0)
            }
            _ => 1.0,
        }
    }
}

/// A side about to move, and all it sees.
struct Counsel<'a> {
    survey: Survey<'a>,
    side: Side,
    /// What the fights at hand are worth to it as everybody stands.
    fights: f32,
}

impl<'a> Counsel<'a> {
    fn of(position: &'a Position) -> Counsel<'a> {
        let side = position.active;
        let survey = Survey::of(position);
        let fights = as_seen(side, position.clashes());
        Counsel { survey, side, fights }
    }

    fn position(&self) -> &'a Position {
        self.survey.position
    }

    /// Whom to move next: those who gain most by going on, or can strike.
    fn mind_movers(&self, orders: &[Order], out: &mut Vec<f32>) {
        let mut urge = [0.0_f32; ELEMENTS];
        for figure in self.survey.army(self.side) {
            urge[figure.id.slot()] = self.urge(figure);
        }
        out.extend(orders.iter().map(|order| match order {
            Order::Move { units } => readiness(self.desire(units, &urge)),
            Order::Withdraw { unit, back } => readiness(self.parting(*unit, *back)),
            Order::Land { .. } => readiness(0.2),
            _ => 1.0,
        }));
    }

    /// What a set of elements may gain by moving, less the comrades it leaves.
    fn desire(&self, units: &Units, urge: &[f32; ELEMENTS]) -> f32 {
        let moving = Position::mask(units.ids().iter().copied());
        let mut sum = 0.0;
        for &id in units.ids() {
            let Some(figure) = self.survey.figure(id) else {
                sum += 0.02;
                continue;
            };
            sum += urge[id.slot()];
            let left = self
                .survey
                .army(self.side)
                .iter()
                .filter(|friend| friend.id != id && moving >> friend.id.index() & 1 == 0);
            sum -= left.map(|friend| self.survey.comradeship(figure, friend)).sum::<f32>();
        }
        let extra = self.position().price(units).pips().saturating_sub(1);
        sum - 0.03 * f32::from(extra)
    }

    /// What an element may gain by a move: ground ahead, or a blow.
    fn urge(&self, figure: &Figure) -> f32 {
        let enemies = self.survey.army(self.side.other());
        let mut nearest: Option<(f32, &Figure)> = None;
        let mut blow = 0.0_f32;
        for enemy in enemies {
            let distance = figure.distance(enemy);
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, enemy));
            }
            if distance <= figure.reach + 4.0 {
                blow = blow.max(self.survey.blow(figure, enemy));
            }
        }
        // Who has moved may at best close in, or go on at a distance (2.8).
        if self.position().element(figure.id).moves > 0 {
            return match figure.kind {
                Kind::Warband => HOPE * blow,
                Kind::LightHorse | Kind::Psiloi => ANEW,
                _ => 0.0,
            };
        }
        let Some((distance, enemy)) = nearest else { return 0.0 };
        let ahead = figure.reach.min((distance - 2.0).max(0.0));
        let mut moved = *figure;
        moved.at = [figure.at[0] + ahead * figure.facing[0], figure.at[1] + ahead * figure.facing[1]];
        let gain = self.survey.prospect(&moved) - self.survey.prospect(figure);
        let turn = if figure.sees(enemy) < 0.3 && distance < 8.0 { ABOUT } else { 0.0 };
        gain.max(turn).max(HOPE * blow)
    }

    /// What breaking off is worth.
    fn parting(&self, unit: ElementId, back: i64) -> f32 {
        let mut after = self.position().clone();
        let element = after.element_mut(unit);
        element.pose = element.pose.ahead(-back);
        as_seen(self.side, after.clashes()) - self.fights - 0.05
    }

    /// Where to go: what stands better there than here.
    fn mind_ways(&self, orders: &[Order], out: &mut Vec<f32>) {
        let hand = self.position().hand;
        let moving = Position::mask(hand.ids().iter().copied());
        let here: f32 = hand
            .ids()
            .iter()
            .filter_map(|&id| self.survey.figure(id))
            .map(|figure| self.survey.prospect(figure) + self.survey.company(figure, moving))
            .sum();
        let mut bases: Vec<Base> = Vec::with_capacity(ELEMENTS);
        for order in orders {
            out.push(match order {
                Order::March { units, legs } => {
                    self.ends(units, legs.legs(), &mut bases);
                    readiness(self.gain(units, &bases, moving) - here)
                }
                Order::File { units, legs } => {
                    let lead = Units::one(units.first());
                    self.ends(&lead, legs.legs(), &mut bases);
                    readiness(self.lead(units, &bases[0].pose) - COLUMN)
                }
                Order::Form { units, to, .. } => readiness(self.lead(units, to) - 2.0 * COLUMN),
                _ => PUT_DOWN,
            });
        }
    }

    /// Where legs lead.
    fn ends(&self, units: &Units, legs: &[Leg], bases: &mut Vec<Base>) {
        bases.clear();
        bases.extend(units.ids().iter().map(|&id| self.position().base(id)));
        for leg in legs {
            if step(bases, leg).is_err() {
                return;
            }
        }
    }

    /// What the elements are worth at the end of a way, with the fights they bring about.
    fn gain(&self, units: &Units, bases: &[Base], moving: u32) -> f32 {
        let mut sum = 0.0;
        let mut touches = false;
        for (&id, base) in units.ids().iter().zip(bases) {
            let figure = Figure::of(self.position(), id).posed(&base.pose);
            sum += self.survey.prospect(&figure) + self.survey.company(&figure, moving);
            touches |= self.survey.army(self.side.other()).iter().any(|enemy| figure.touches(enemy));
            touches |= self.survey.to_camp(&figure, self.side.other()).is_some_and(|far| far < 0.01);
        }
        if touches {
            sum += self.blows_after(units, bases) - self.fights;
        }
        sum
    }

    /// What the fights are worth once these elements stand there.
    fn blows_after(&self, units: &Units, bases: &[Base]) -> f32 {
        let mut after = self.position().clone();
        for (&id, base) in units.ids().iter().zip(bases) {
            let element = after.element_mut(id);
            (element.place, element.pose) = (Whereabouts::Table, base.pose);
        }
        as_seen(self.side, after.clashes())
    }

    /// What leading a column to a place is worth.
    fn lead(&self, units: &Units, to: &Pose) -> f32 {
        let Some(figure) = self.survey.figure(units.first()) else { return 0.0 };
        self.survey.prospect(&figure.posed(to)) - self.survey.prospect(figure)
    }
}

fn as_seen(side: Side, worth: f32) -> f32 {
    if side == Side::First { worth } else { -worth }
}
