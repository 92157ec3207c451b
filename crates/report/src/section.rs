//! What one series says, chart by chart. Every chart has a heading that says what it shows, and the command behind it.

use std::fmt::Write;

use engine::rulebook::Rulebook;
use engine::scene::Scene;

use crate::bars::{escape, paired, percent, percents, points, share_bar, single};
use crate::charts::{course, histogram};
use crate::findings::{RuleFindings, SeriesFindings};
use crate::fortune::Key;
use crate::places::heat_map;

/// Rules and places told in full; the rest is in the tables for programs.
const MOST_RULES: usize = 24;
const MOST_KEYS: usize = 8;
/// What dies, and what turns the game.
const RED: &str = "#a3122a";
const PURPLE: &str = "#6a1f4d";

/// What is needed to tell of a series.
pub(crate) struct Section<'a> {
    pub series: &'a SeriesFindings,
    pub rulebook: Option<&'a Rulebook>,
    /// The board, if heat maps are wanted.
    pub scene: Option<&'a Scene>,
    /// Its number on the page.
    pub number: usize,
}

impl Section<'_> {
    /// The section as HTML.
    pub fn html(&self) -> String {
        let SeriesFindings { heading, games, faults, .. } = self.series;
        let [first, second] = &heading.sides;
        let mut out = format!(
            "<section id=\"s{}\"><h2>{}</h2><p class=\"legend\"><span class=\"first\">{}</span> led by {} · \
             <span class=\"second\">{}</span> led by {} · {games} games, seed {}",
            self.number,
            escape(&heading.label),
            escape(first),
            heading.players[0],
            escape(second),
            heading.players[1],
            heading.seed
        );
        if *faults > 0 {
            let _ = write!(out, " · <strong>{faults} games went wrong and are not counted</strong>");
        }
        out.push_str("</p>");
        if *games == 0 {
            return out + "<p>No game has come to an end yet.</p></section>";
        }
        out.push_str("<div class=\"grid\">");
        for figure in [
            self.winners(),
            self.length(),
            self.course(),
            self.dice(),
            self.losses(),
            self.deaths(),
            self.swings(),
            self.keys(),
            self.rules(),
        ] {
            out.push_str(&figure);
        }
        out + "</div></section>"
    }

    fn figure(&self, title: &str, words: &str, inside: &str, command: &str) -> String {
        if inside.is_empty() {
            return String::new();
        }
        let broad = if inside.contains("class=\"rules\"") { " class=\"broad\"" } else { "" };
        format!(
            "<figure{broad}><h3>{title}</h3><p>{words}</p>{inside}<figcaption><code>{}</code></figcaption></figure>",
            escape(command)
        )
    }

    /// The command for what only the lab knows.
    fn lab(&self) -> &'static str {
        "strategikon lab report DIR"
    }

    fn winners(&self) -> String {
        let SeriesFindings { heading, games, won, draws, share, interval, endings, .. } = self.series;
        let [first, second] = heading.sides.each_ref().map(|side| escape(side));
        let all = (*games).max(1) as f64;
        let verdict = match interval {
            (low, _) if *low > 0.5 => format!("The {first} are favoured."),
            (_, high) if *high < 0.5 => format!("The {second} are favoured."),
            _ => "So many games do not show that either side is favoured.".into(),
        };
        let words = format!(
            "The {first} have {} of the games, a draw counted half; the true share lies within {} with a chance of 95 %. {verdict}",
            percent(*share),
            percents(*interval)
        );
        let mut inside = share_bar(*share, *interval, *draws as f64 / all);
        let _ = write!(
            inside,
            "<p class=\"ends\"><span class=\"first\">{first} {}</span><span>{} drawn</span><span class=\"second\">{second} {}</span></p><table>",
            won[0], draws, won[1]
        );
        let mut ranked: Vec<(&String, &u64)> = endings.iter().collect();
        ranked.sort_by(|a, b| b.1.cmp(a.1));
        for (ending, count) in ranked {
            let _ = write!(
                inside,
                "<tr><th>{}</th><td>{}</td></tr>",
                escape(ending),
                single(*count as f64, all, &format!("{count}"))
            );
        }
        inside.push_str("</table>");
        self.figure("Who wins", &words, &inside, &self.series.command())
    }

    fn length(&self) -> String {
        let SeriesFindings { turns, fifties, orders, rolls, .. } = self.series;
        let words = format!(
            "An average game takes {:.1} Player-Turns, {orders:.0} orders and {rolls:.0} rolls of dice.",
            self.series.mean_turns()
        );
        // Where every game is played to its last turn, orders tell more than turns.
        let chart = if turns.len() > 1 {
            let counts = turns.iter().map(|(turn, games)| (i64::from(*turn), *games)).collect();
            histogram(&counts, "Player-Turns", "Length of the games", |turn| turn.to_string(), false)
        } else {
            let counts = fifties.iter().map(|(fifty, games)| (*fifty as i64, *games)).collect();
            let word = |fifty: i64| (50 * fifty).to_string();
            histogram(&counts, "orders", "Length of the games", word, false)
        };
        self.figure("How long games take", &words, &chart, self.lab())
    }

    fn course(&self) -> String {
        let fortunes = &self.series.fortunes;
        if fortunes.games == 0 {
            return String::new();
        }
        let [first, _] = &self.series.heading.sides;
        let words = format!(
            "The chance of the {} to win as the referee estimates it, in the {} games that were followed: the line is the middle game, the band holds eight games in ten. Where it opens early, games are decided early.",
            escape(first),
            fortunes.games
        );
        let chart = course(&fortunes.course, &self.series.heading.sides);
        self.figure("How the chance ran", &words, &chart, self.lab())
    }

    fn dice(&self) -> String {
        let fortunes = &self.series.fortunes;
        if fortunes.games < 2 {
            return String::new();
        }
        let [first, second] = self.series.heading.sides.each_ref().map(|side| escape(side));
        let width = |(low, high): (f64, f64)| high - low;
        let narrower = 1.0 - width(fortunes.without_luck_interval) / width(fortunes.share_interval).max(1e-9);
        let narrower = match narrower {
            part if part > 0.01 => {
                format!(" That interval is narrower by {:.0} % than the plain one.", part * 100.0)
            }
            _ => String::new(),
        };
        let words = format!(
            "Every roll is held against the average of what it might have been. With the luck of the dice taken out, the {first} have {} ({}) of these games; as they fell, {} ({}).{narrower} In {} of the decided games the side the dice helped won.",
            percent(fortunes.without_luck),
            percents(fortunes.without_luck_interval),
            percent(fortunes.share),
            percents(fortunes.share_interval),
            percent(fortunes.luckier_won),
        );
        let counts = fortunes.luck_spread.iter().map(|(tenth, games)| (i64::from(*tenth), *games)).collect();
        let word = |tenth: i64| match tenth {
            0 => "0".to_string(),
            tenth => format!("{:+.1}", tenth as f64 / 10.0).replace('-', "−"),
        };
        let below = format!("luck in wins: right of 0 for the {first}, left for the {second}");
        let chart = histogram(&counts, &below, "Luck of the dice", word, true);
        self.figure("Dice and play", &words, &chart, self.lab())
    }

    fn losses(&self) -> String {
        let SeriesFindings { losses, games, .. } = self.series;
        let all = (*games).max(1) as f64;
        let mut rows: Vec<(String, [f64; 2])> =
            losses.iter().map(|(unit, lost)| (unit.clone(), lost.map(|lost| lost as f64 / all))).collect();
        rows.sort_by(|a, b| (b.1[0] + b.1[1]).total_cmp(&(a.1[0] + a.1[1])));
        rows.truncate(16);
        if rows.is_empty() {
            return String::new();
        }
        let [first, second] = self.series.heading.sides.each_ref().map(|side| escape(side));
        let words = format!(
            "Counters that leave the game, by type, in an average game: <span class=\"first\">{first}</span> above, <span class=\"second\">{second}</span> below."
        );
        self.figure("What is lost", &words, &paired(&rows, ""), self.lab())
    }

    fn deaths(&self) -> String {
        let (Some(scene), SeriesFindings { deaths, games, heading, .. }) = (self.scene, self.series) else {
            return String::new();
        };
        if deaths.is_empty() {
            return String::new();
        }
        let all = (*games).max(1) as f64;
        let warm =
            deaths.iter().map(|(place, lost)| (place.clone(), (lost[0] + lost[1]) as f64 / all)).collect();
        let [first, second] = &heading.sides;
        let words = |spot: &str, figure: f64| {
            let lost = deaths.get(spot).copied().unwrap_or_default().map(|lost| lost as f64 / all);
            format!("{spot}: {figure:.2} a game ({first} {:.2}, {second} {:.2})", lost[0], lost[1])
        };
        let name = format!("deaths {}", self.number);
        let map = heat_map(scene, &name, &warm, RED, words);
        let told = "The darker a place, the more counters leave the game there. The worst three bear their numbers; point at a place for its figures.";
        self.figure("Where units die", told, &map, self.lab())
    }

    fn swings(&self) -> String {
        let (Some(scene), swings) = (self.scene, &self.series.fortunes.swings) else { return String::new() };
        if swings.is_empty() {
            return String::new();
        }
        let words = |spot: &str, figure: f64| format!("{spot}: {:.1} points a game", figure * 100.0);
        let name = format!("swings {}", self.number);
        let map = heat_map(scene, &name, swings, PURPLE, words);
        let told = "The darker a place, the more the chance to win moved, up or down, through what happened there, in an average game.";
        self.figure("Where the game turns", told, &map, self.lab())
    }

    fn keys(&self) -> String {
        let keys: Vec<&Key> =
            self.series.fortunes.keys.iter().filter(|key| key.interval.0 > 0.0).take(MOST_KEYS).collect();
        if keys.is_empty() {
            return String::new();
        }
        let [first, second] = self.series.heading.sides.each_ref().map(|side| escape(side));
        let mut inside = format!(
            "<table class=\"keys\"><thead><tr><th>place</th><th>longer <span class=\"first\">{first}</span></th><th>longer <span class=\"second\">{second}</span></th><th>difference</th></tr></thead>"
        );
        for Key { place, games, share, difference, interval } in keys {
            let _ = write!(
                inside,
                "<tr><th>{}</th><td>{} <small>of {}</small></td><td>{} <small>of {}</small></td><td>{} <small>{} to {}</small></td></tr>",
                escape(place),
                percent(share[0]),
                games[0],
                percent(share[1]),
                games[1],
                points(*difference),
                points(interval.0),
                points(interval.1)
            );
        }
        inside.push_str("</table>");
        let words = format!(
            "How often the {first} won when they stood there for more turns than the {second}, and when they stood there for fewer. Holding a place goes with winning; it need not be the cause."
        );
        self.figure("Which places decide", &words, &inside, self.lab())
    }

    fn rules(&self) -> String {
        let SeriesFindings { rules, games, fortunes, .. } = self.series;
        let all = (*games).max(1) as f64;
        let followed = fortunes.games.max(1) as f64;
        let mut ranked: Vec<(&String, &RuleFindings)> = rules.iter().collect();
        ranked.sort_by(|a, b| {
            (b.1.swing, b.1.cited).partial_cmp(&(a.1.swing, a.1.cited)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let Some((_, top)) = ranked.first() else { return String::new() };
        let most = top.swing / followed;
        let mut inside = String::from(
            "<table class=\"rules\"><thead><tr><th>rule</th><th>cited a game</th><th>in games</th><th>points it turned the chance by, a game</th></tr></thead>",
        );
        for (rule, found) in ranked.iter().take(MOST_RULES) {
            let title = self.rulebook.and_then(|book| book.get(rule)).map_or("", |rule| rule.title.as_str());
            let swing = found.swing / followed;
            let _ = write!(
                inside,
                "<tr><th>{} <small>{}</small></th><td>{:.1}</td><td>{:.0} %</td><td>{}</td></tr>",
                escape(rule),
                escape(title),
                found.cited as f64 / all,
                found.games as f64 / all * 100.0,
                single(swing, most, &format!("{:.1}", swing * 100.0))
            );
        }
        inside.push_str("</table>");
        let rest = ranked.len().saturating_sub(MOST_RULES);
        let rest = if rest > 0 { format!(" {rest} more are in report.json.") } else { String::new() };
        let words = format!(
            "How often what happened in the games cited each rule, and by how many points the chance to win moved when it did; what several rules did together is shared between them.{rest}"
        );
        self.figure("Which rules matter", &words, &inside, self.lab())
    }
}
