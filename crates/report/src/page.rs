//! The page: everything the games say in one HTML file, by day and by night, without anything outside it.

use std::fmt::Write;

use engine::Viewer;
use engine::edition::Options;
use engine::scene::Scene;
use lab::intervals;
use shelf::Shelf;

use crate::bars::{escape, percent, percents, points, share_bar};
use crate::findings::{Findings, SeriesFindings};
use crate::section::Section;

/// A page stays smaller than this: series that come when it is nearly full are told without maps.
const ROOM: usize = 1_700_000;

/// The page.
pub fn page(findings: &Findings, shelf: &Shelf) -> String {
    let title = escape(&findings.title);
    let mut body = format!(
        "<header><h1>{title}</h1><p>{} games in {} series, played by Strategikon {}. Shares are of the first side, a draw \
         counted half; intervals hold the truth with a chance of 95 %. Below every figure stands the command that makes it; \
         DIR is the folder of this run.</p></header>",
        findings.games(),
        findings.series.len(),
        escape(&findings.program)
    );
    if findings.series.len() > 1 {
        body.push_str(&side_by_side(findings));
    }
    for (number, series) in findings.series.iter().enumerate() {
        let scenario = &series.heading.scenario;
        let edition = shelf.scenario(scenario).ok().and_then(|card| shelf.edition(&card.game).ok());
        let scene = (body.len() < ROOM).then(|| board_of(shelf, series)).flatten();
        let rulebook = edition.map(|edition| edition.rulebook());
        let section = Section { series, rulebook, scene: scene.as_ref(), number };
        let whole = section.html();
        if body.len() + whole.len() < ROOM {
            body.push_str(&whole);
        } else {
            body.push_str(&Section { scene: None, ..section }.html());
        }
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\"><title>{title}</title><style>{STYLE}</style></head><body>{body}</body></html>\n"
    )
}

/// The board at the start of a game.
fn board_of(shelf: &Shelf, series: &SeriesFindings) -> Option<Scene> {
    let scenario = &series.heading.scenario;
    let table = shelf.deployed(scenario).or_else(|_| shelf.open(scenario, &Options::new()).map(|o| o.table));
    Some(table.ok()?.scene(Viewer::Referee))
}

/// All series under each other, variants with what they change.
fn side_by_side(findings: &Findings) -> String {
    let variants = findings.series.iter().any(|series| findings.printed(series).is_some());
    let mut out = String::from(
        "<section><h2>Side by side</h2><div class=\"scroll\" tabindex=\"0\"><table class=\"side\"><thead><tr><th>series</th><th>share of the first side</th><th>games</th><th>Player-Turns</th>",
    );
    if variants {
        out.push_str("<th>against as printed, points</th><th>effect</th>");
    }
    out.push_str("</tr></thead>");
    for (number, series) in findings.series.iter().enumerate() {
        let SeriesFindings { heading, games, draws, share, interval, .. } = series;
        let _ = write!(
            out,
            "<tr><th><a href=\"#s{number}\">{}</a></th><td>{}<small>{} ({})</small></td><td>{games}</td><td>{:.1}</td>",
            escape(&heading.label),
            share_bar(*share, *interval, *draws as f64 / (*games).max(1) as f64),
            percent(*share),
            percents(*interval),
            series.mean_turns()
        );
        if variants {
            out.push_str(&compared(series, findings.printed(series)));
        }
        out.push_str("</tr>");
    }
    let told = if variants {
        "Effect is Cohen’s h: 0.2 is small, 0.5 is to be seen, 0.8 is large. A difference whose interval holds 0 may be chance."
    } else {
        ""
    };
    let _ = write!(out, "</table></div><p>{told} <code>strategikon lab report DIR</code></p></section>");
    out
}

/// A variant against what is printed.
fn compared(series: &SeriesFindings, printed: Option<&SeriesFindings>) -> String {
    let Some(printed) = printed else { return "<td>–</td><td>–</td>".into() };
    let (difference, (low, high)) =
        intervals::difference((series.share, series.games), (printed.share, printed.games));
    let effect = intervals::effect(series.share, printed.share);
    let word = match effect.abs() {
        _ if low <= 0.0 && high >= 0.0 => "may be chance",
        size if size < 0.2 => "very small",
        size if size < 0.5 => "small",
        size if size < 0.8 => "to be seen",
        _ => "large",
    };
    format!(
        "<td>{} <small>{} to {}</small></td><td>{} <small>{word}</small></td>",
        points(difference),
        points(low),
        points(high),
        format!("{effect:+.2}").replace('-', "−")
    )
}

const STYLE: &str = include_str!("page.css");
