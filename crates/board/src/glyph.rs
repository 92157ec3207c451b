//! One glyph of our own for each type of unit, drawn in one stroke weight about the middle of a counter.

/// Opening of every glyph: it takes its ink from `color`; solid parts carry a tint of it.
macro_rules! glyph {
    ($code:literal, $strokes:literal) => {
        ($code, concat!("<g id=\"g-", $code, "\" transform=\"translate(-12.2 -14.6)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\">", $strokes, "</g>"))
    };
}

/// Unit types and their glyphs on a field of 24 by 24.
pub(crate) const GLYPHS: [(&str, &str); 11] = [
    // A round shield before two javelins.
    glyph!(
        "MI",
        r##"<path d="M3.5 22L18.8 4.4M20.5 22L5.2 4.4"/><path d="M20.8 2l-.8 4.6-3-2.6zM3.2 2l.8 4.6 3-2.6z" fill="currentColor" stroke-width="1"/><circle cx="12" cy="13" r="6.7" fill="#fff" stroke="none"/><circle cx="12" cy="13" r="6.7" fill="currentColor" fill-opacity=".34"/><circle cx="12" cy="13" r="2" fill="currentColor"/>"##
    ),
    // A tall shield and an upright spear.
    glyph!(
        "MS",
        r##"<path d="M17.5 7.5v15"/><path d="M17.5 1l2.2 5-2.2 2.5-2.2-2.5z" fill="currentColor"/><path d="M3.5 5.5h10v7.5c0 4.2-2.8 7-5 8.3-2.2-1.3-5-4.1-5-8.3z" fill="currentColor" fill-opacity=".34"/><path d="M8.5 5.5v15.5M3.5 11.5h10" stroke-width="1.1"/>"##
    ),
    // The double axe.
    glyph!(
        "AX",
        r##"<g transform="rotate(28 12 12)"><path d="M12 1v22.5"/><path d="M11 5.5C8.3 7.2 5.8 6.4 3.4 2.8 1.9 7.2 1.9 11 3.4 15.2 5.8 11.6 8.3 10.8 11 12.5zM13 5.5c2.7 1.7 5.2.9 7.6-2.7 1.5 4.4 1.5 8.2 0 12.4-2.4-3.6-4.9-4.4-7.6-2.7z" fill="currentColor" fill-opacity=".4"/></g>"##
    ),
    // A leaf-shaped sword.
    glyph!(
        "SD",
        r##"<g transform="rotate(38 12 12)"><path d="M12 -.5c2 2.6 2.7 5 2.1 8.5l-.5 7.5h-3.2l-.5-7.5c-.6-3.5.1-5.9 2.1-8.5z" fill="currentColor" fill-opacity=".34"/><path d="M12 4v9" stroke-width="1"/><path d="M7.3 15.8q4.7-1.4 9.4 0M12 15.8v5"/><circle cx="12" cy="22.3" r="1.5" fill="currentColor"/></g>"##
    ),
    // A horse's head.
    glyph!(
        "MC",
        r##"<path d="M4.5 21.5c-.6-7 1.4-11.3 5.5-13.7l.4-5.3 3.3 3.6c2.8.9 4.8 2.7 6.2 5.6l2 4.2c.6 1.7-.9 3-2.6 2.5l-4.7-1.6c-1.1 1.5-.7 3 .6 4.7z" fill="currentColor" fill-opacity=".34"/><circle cx="14.3" cy="10" r=".9" fill="currentColor"/><path d="M7.5 11.5l-2.3-1.3M5.8 15.3l-2.4-.9M8.8 8.6L7.6 6.8" stroke-width="1.2"/>"##
    ),
    // A horse's head under a bow.
    glyph!(
        "HA",
        r##"<g transform="translate(6.4 6.2) scale(.76)"><path d="M4.5 21.5c-.6-7 1.4-11.3 5.5-13.7l.4-5.3 3.3 3.6c2.8.9 4.8 2.7 6.2 5.6l2 4.2c.6 1.7-.9 3-2.6 2.5l-4.7-1.6c-1.1 1.5-.7 3 .6 4.7z" fill="currentColor" fill-opacity=".34" stroke-width="2"/><circle cx="14.3" cy="10" r="1.1" fill="currentColor" stroke="none"/></g><path d="M3 1.5c6.5 1.8 8.2 9.5 1.6 14.5"/><path d="M3 1.5l1.6 14.5" stroke-width=".9"/><path d="M.8 9.3l11-1.2" stroke-width="1.2"/>"##
    ),
    // The plain bow.
    glyph!(
        "BO",
        r##"<path d="M7.5 1.5c9 4 9 17 0 21"/><path d="M7.5 1.5v21" stroke-width=".9"/><path d="M3 12h16"/><path d="M21.5 12l-4.5-2.5v5z" fill="currentColor"/><path d="M3 12l-1.8-1.8M3 12l-1.8 1.8" stroke-width="1.2"/>"##
    ),
    // The composite bow with its bent tips.
    glyph!(
        "IB",
        r##"<path d="M8.5 .5c-2.5.8-2.2 2.7 0 3.6 4.2 1.8 6.2 4.3 4.5 7.9 1.7 3.6-.3 6.1-4.5 7.9-2.2.9-2.5 2.8 0 3.6" stroke-width="2.2"/><path d="M7.2 2.5L5.5 12l1.7 9.5" stroke-width=".9"/><path d="M3.5 12h16"/><path d="M22.5 12l-4.8-2.6v5.2z" fill="currentColor"/><path d="M3.5 12L1.7 10.2M3.5 12l-1.8 1.8M6 12l-1.8-1.8M6 12l-1.8 1.8" stroke-width="1.1"/>"##
    ),
    // A crescent shield and light javelins.
    glyph!(
        "SK",
        r##"<path d="M17 22.5L21.5 5.5M13 22.5l4.8-15"/><path d="M22.6 1.5l.6 4.6-3.2-.9zM18.9 3.6l.7 4.5-3.2-1z" fill="currentColor" stroke-width="1"/><path d="M2.5 7.5c2.5 3 8.5 3 11 0 1.7 6.5-1.2 12.5-5.5 12.5S.8 14 2.5 7.5z" fill="#fff" stroke="none"/><path d="M2.5 7.5c2.5 3 8.5 3 11 0 1.7 6.5-1.2 12.5-5.5 12.5S.8 14 2.5 7.5z" fill="currentColor" fill-opacity=".34"/><circle cx="8" cy="14" r="1.3" fill="currentColor"/>"##
    ),
    // A light chariot.
    glyph!(
        "CH",
        r##"<circle cx="8" cy="16.5" r="5.7" fill="currentColor" fill-opacity=".18"/><circle cx="8" cy="16.5" r="1.2" fill="currentColor"/><path d="M8 10.8v11.4M3.1 13.6l9.8 5.8M3.1 19.4l9.8-5.8" stroke-width="1.1"/><path d="M3 10.3V4.5c3.2-1 6.5-1 9.3 0 .4 2.4 1.3 4.3 2.7 5.8z" fill="currentColor" fill-opacity=".34"/><path d="M13.5 13.5c3.5.4 6-.8 8.5-3.5M19.6 8.5l4 2.4"/>"##
    ),
    // A leader's banner; the grade is lettered on it.
    glyph!(
        "leader",
        r##"<path d="M4.5 3v20"/><circle cx="4.5" cy="1.7" r="1.4" fill="currentColor"/><path d="M4.5 4.5h17.5l-3.6 5.2 3.6 5.3h-17.5z" fill="currentColor" fill-opacity=".24"/><path d="M4.5 17.3h3M4.5 4.5" stroke-width="1.1"/>"##
    ),
];

/// Whether a glyph stands for a leader of some grade.
pub(crate) fn is_leader(code: &str) -> bool {
    matches!(code, "A" | "B" | "C" | "D" | "E" | "F")
}

/// Whether there is a glyph for a code.
pub(crate) fn is_drawn(code: &str) -> bool {
    code != "leader" && GLYPHS.iter().any(|&(known, _)| known == code)
}

/// All glyphs as definitions.
pub(crate) fn symbols() -> String {
    GLYPHS.iter().map(|&(_, strokes)| strokes).collect()
}
