//! Charts in SVG, drawn as wide as a phone so that their letters stay readable there. Colours are those of the page.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::bars::escape;
use crate::fortune::Moment;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;

/// Where a figure lies on an axis.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn across(low: f64, high: f64) -> Scale {
        Scale { low, high: if high > low { high } else { low + 1.0 }, from: LEFT, to: WIDTH - RIGHT }
    }

    fn up(low: f64, high: f64) -> Scale {
        Scale { low, high: if high > low { high } else { low + 1.0 }, from: HEIGHT - BOTTOM, to: TOP }
    }

    fn at(&self, figure: f64) -> f64 {
        self.from + (figure - self.low) / (self.high - self.low) * (self.to - self.from)
    }
}

/// A round step that divides a span into a handful of parts.
fn step(span: f64) -> f64 {
    let rough = (span / 5.0).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|round| round * power >= rough);
    round.unwrap_or(10.0) * power
}

fn chart(title: &str, below: &str, inside: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">{inside}\
         <text class=\"axis\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text></svg>",
        escape(title),
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 6.0,
        escape(below)
    )
}

/// A line across with its figure at the left.
fn rung(y: f64, words: &str) -> String {
    format!(
        "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{:.0}\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>",
        WIDTH - RIGHT,
        LEFT - 6.0,
        y + 4.0
    )
}

fn foot(x: f64, words: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{words}</text>", HEIGHT - BOTTOM + 16.0)
}

/// How many games there are of each figure, as the share of all games. Many figures are gathered into few columns.
pub(crate) fn histogram(
    counts: &BTreeMap<i64, u64>,
    below: &str,
    title: &str,
    word: impl Fn(i64) -> String,
    middle: bool,
) -> String {
    let (Some((&low, _)), Some((&high, _))) = (counts.first_key_value(), counts.last_key_value()) else {
        return String::new();
    };
    let all: u64 = counts.values().sum();
    let wide = ((high - low) / 30 + 1).max(1);
    let mut columns: BTreeMap<i64, u64> = BTreeMap::new();
    for (figure, games) in counts {
        *columns.entry((figure - low).div_euclid(wide)).or_default() += games;
    }
    let last = (high - low) / wide;
    let most = columns.values().max().map_or(1.0, |&most| most as f64 / all.max(1) as f64);
    let (across, up) = (Scale::across(0.0, last as f64 + 1.0), Scale::up(0.0, most));
    let mut inside = String::new();
    let mut mark = 0.0;
    while mark <= most + 1e-9 {
        inside.push_str(&rung(up.at(mark), &format!("{:.0} %", mark * 100.0)));
        mark += step(most).max(0.01);
    }
    for (&column, &games) in &columns {
        let (from, to) = (across.at(column as f64) + 0.8, across.at(column as f64 + 1.0) - 0.8);
        let share = games as f64 / all.max(1) as f64;
        let kind = match low + column * wide {
            _ if !middle => "accent",
            figure if figure < 0 => "second",
            0 => "soft",
            _ => "first",
        };
        let _ = write!(
            inside,
            "<rect class=\"{kind}\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {games} games ({:.1} %)</title></rect>",
            up.at(share),
            (to - from).max(0.5),
            up.at(0.0) - up.at(share),
            word(low + column * wide),
            share * 100.0
        );
    }
    let every = (last / 6 + 1).max(1);
    for column in (0..=last).step_by(every as usize) {
        inside.push_str(&foot(across.at(column as f64 + 0.5), &word(low + column * wide)));
    }
    chart(title, below, &inside)
}

/// How the chance of the first side went: the middle of the games, and between which figures eight in ten lay.
pub(crate) fn course(moments: &[Moment], sides: &[String; 2]) -> String {
    let (Some(first), Some(last)) = (moments.first(), moments.last()) else { return String::new() };
    let (across, up) = (Scale::across(first.turn.into(), last.turn.into()), Scale::up(0.0, 1.0));
    let mut inside = String::new();
    for mark in [0.0, 0.25, 0.5, 0.75, 1.0] {
        inside.push_str(&rung(up.at(mark), &format!("{:.0} %", mark * 100.0)));
    }
    let point = |turn: u32, chance: f32| format!("{:.1} {:.1}", across.at(turn.into()), up.at(chance.into()));
    let upper: Vec<String> = moments.iter().map(|m| point(m.turn, m.high)).collect();
    let lower: Vec<String> = moments.iter().rev().map(|m| point(m.turn, m.low)).collect();
    let middle: Vec<String> = moments.iter().map(|m| point(m.turn, m.middle)).collect();
    let _ = write!(
        inside,
        "<path class=\"band\" d=\"M{}L{}z\"/><path class=\"even\" d=\"M{LEFT} {y:.1}H{:.0}\"/><path class=\"line\" d=\"M{}\"/>",
        upper.join("L"),
        lower.join("L"),
        WIDTH - RIGHT,
        middle.join("L"),
        y = up.at(0.5)
    );
    for moment in moments {
        let Moment { turn, low, middle, high, games } = moment;
        let _ = write!(
            inside,
            "<circle class=\"line\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>Player-Turn {turn}: {:.0} % in the middle, {:.0} to {:.0} % in eight games of ten ({games} games)</title></circle>",
            across.at((*turn).into()),
            up.at((*middle).into()),
            middle * 100.0,
            low * 100.0,
            high * 100.0
        );
    }
    let span = f64::from(last.turn - first.turn);
    let every = step(span).max(1.0);
    let mut mark = (f64::from(first.turn) / every).ceil() * every;
    while mark <= f64::from(last.turn) {
        inside.push_str(&foot(across.at(mark), &format!("{mark:.0}")));
        mark += every;
    }
    let [one, two] = sides;
    let title = format!("The chance of the {one} against the {two} by Player-Turn");
    chart(&title, "Player-Turn", &inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (span, round) in [(1.0, 0.2), (10.0, 2.0), (23.0, 5.0), (100.0, 20.0), (0.3, 0.1)] {
            assert!((step(span) - round).abs() < 1e-9, "{span}: {}", step(span));
        }
    }

    #[test]
    fn every_game_is_in_some_column() {
        let counts: BTreeMap<i64, u64> = (0..200).map(|figure| (figure, 1)).collect();
        let svg = histogram(&counts, "turns", "Length", |figure| figure.to_string(), false);
        let games: u64 =
            svg.split(": ").skip(1).filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok()).sum();
        assert_eq!(games, 200);
        assert!(svg.matches("<rect").count() <= 31);
        assert_eq!(histogram(&BTreeMap::new(), "", "", |_| String::new(), false), "");
    }
}
