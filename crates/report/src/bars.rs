//! Bars in plain HTML: they keep their letters readable at any width.

use std::fmt::Write;

/// Text as it may stand in HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A share in percent: "54 %", "54.3 %" where a tenth is known.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// An interval in percent: "51.2–57.3 %".
pub(crate) fn percents((low, high): (f64, f64)) -> String {
    format!("{:.1}–{:.1} %", low.max(0.0) * 100.0, high.min(1.0) * 100.0)
}

/// A difference in points, with its sign: "+4.2".
pub(crate) fn points(difference: f64) -> String {
    format!("{:+.1}", difference * 100.0).replace('-', "−")
}

/// The share of the first side as a bar from none to all, with its interval and a line in the middle.
pub(crate) fn share_bar(share: f64, interval: (f64, f64), drawn: f64) -> String {
    let (low, high) = (interval.0.clamp(0.0, 1.0) * 100.0, interval.1.clamp(0.0, 1.0) * 100.0);
    let (won, half) = ((share - drawn / 2.0).max(0.0) * 100.0, drawn * 100.0);
    format!(
        "<div class=\"share\" role=\"img\" aria-label=\"{} of the games, {} with a chance of 95 %\">\
         <i class=\"first\" style=\"width:{won:.2}%\"></i><i class=\"drawn\" style=\"width:{half:.2}%\"></i>\
         <b style=\"left:{low:.2}%;width:{:.2}%\"></b><u></u></div>",
        percent(share),
        percents(interval),
        high - low
    )
}

/// Two bars a row, one for each side, on a common scale.
pub(crate) fn paired(rows: &[(String, [f64; 2])], unit: &str) -> String {
    let most =
        rows.iter().flat_map(|(_, pair)| pair).fold(0.0, |most: f64, figure| most.max(*figure)).max(1e-9);
    let mut out = String::from("<table class=\"bars\">");
    for (name, pair) in rows {
        let _ = write!(out, "<tr><th>{}</th><td>", escape(name));
        for (side, figure) in ["first", "second"].into_iter().zip(pair) {
            let _ = write!(
                out,
                "<span class=\"bar\"><i class=\"{side}\" style=\"width:{:.1}%\"></i><em>{figure:.2}{unit}</em></span>",
                72.0 * figure / most
            );
        }
        out.push_str("</td></tr>");
    }
    out + "</table>"
}

/// One bar in a cell.
pub(crate) fn single(figure: f64, most: f64, words: &str) -> String {
    format!(
        "<span class=\"bar\"><i class=\"accent\" style=\"width:{:.1}%\"></i><em>{words}</em></span>",
        62.0 * figure / most.max(1e-9)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_people_write_them() {
        assert_eq!((percent(0.543), percents((-0.01, 0.5))), ("54.3 %".into(), "0.0–50.0 %".into()));
        assert_eq!((points(0.042), points(-0.042)), ("+4.2".into(), "−4.2".into()));
    }

    #[test]
    fn what_comes_from_files_cannot_become_markup() {
        assert_eq!(escape("<b>\"&"), "&lt;b&gt;&quot;&amp;");
    }
}
