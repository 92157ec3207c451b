//! One glyph of our own for each type of unit, drawn in one stroke weight about the middle of a counter.

/// Opening of every glyph: it takes its ink from `color`; solid parts carry a tint of it.
macro_rules! glyph {
    ($code:literal, $strokes:literal) => {
        ($code, concat!("<g id=\"g-", $code, "\" transform=\"translate(-12.2 -14.6)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\">", $strokes, "</g>"))
    };
}

/// Unit types and their glyphs on a field of 24 by 24.
pub(crate) const GLYPHS: [(&str, &str); 27] = [
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
    // A kite shield before a sword.
    glyph!(
        "infantry",
        r##"<path d="M20.5 1.5L9 13" stroke-width="2"/><path d="M22 0l-1 5-4-4z" fill="currentColor" stroke-width=".8"/><path d="M4.5 13.5l5.5 5.5M5.5 18l-2.8 2.8"/><path d="M8.5 6c3.6-2 7.4-2 11 0 .8 7-1.2 12.5-5.5 17-4.3-4.5-6.3-10-5.5-17z" fill="#fff" stroke="none"/><path d="M8.5 6c3.6-2 7.4-2 11 0 .8 7-1.2 12.5-5.5 17-4.3-4.5-6.3-10-5.5-17z" fill="currentColor" fill-opacity=".34"/><path d="M14 5.2v16M8.7 10.5h10.6" stroke-width="1.2"/>"##
    ),
    // A hedge of spears behind two oval shields.
    glyph!(
        "spears",
        r##"<path d="M4 22.5V6M9.3 22.5V5M14.7 22.5V5M20 22.5V6"/><path d="M4 1l1.6 4.2L4 7.4 2.4 5.2zM9.3-.5l1.6 4.2-1.6 2.2-1.6-2.2zM14.7-.5l1.6 4.2-1.6 2.2-1.6-2.2zM20 1l1.6 4.2L20 7.4l-1.6-2.2z" fill="currentColor" stroke-width="1"/><ellipse cx="6.6" cy="15" rx="4.9" ry="6.4" fill="#fff" stroke="none"/><ellipse cx="6.6" cy="15" rx="4.9" ry="6.4" fill="currentColor" fill-opacity=".34"/><ellipse cx="17.4" cy="15" rx="4.9" ry="6.4" fill="#fff" stroke="none"/><ellipse cx="17.4" cy="15" rx="4.9" ry="6.4" fill="currentColor" fill-opacity=".34"/><circle cx="6.6" cy="15" r="1.4" fill="currentColor"/><circle cx="17.4" cy="15" r="1.4" fill="currentColor"/>"##
    ),
    // A drawn bow, its arrow pointing up.
    glyph!(
        "archers",
        r##"<path d="M2.5 13.5C3 6 7 2.5 12 2.5s9 3.5 9.5 11" stroke-width="2"/><path d="M2.5 13.5L12 20.5l9.5-7" stroke-width=".9"/><path d="M12 21.5V2"/><path d="M12-2l3 5.4H9z" fill="currentColor" stroke-width=".8"/><path d="M12 21.5l-2.4 2M12 21.5l2.4 2M12 18.8l-2.4 2M12 18.8l2.4 2" stroke-width="1.1"/>"##
    ),
    // A horse's head and a lance with its pennon.
    glyph!(
        "cavalry",
        r##"<path d="M2.5 22.5L22.5-1"/><path d="M20.3 1.6l-7-1.4 1.3 3.2-2.6 2.6 4.9.6z" fill="currentColor" fill-opacity=".5" stroke-width="1.1"/><path d="M6 22.5c-.6-6.2 1.2-10.1 4.9-12.3l.4-4.8 3 3.2c2.5.8 4.3 2.4 5.6 5l1.8 3.8c.5 1.5-.8 2.7-2.4 2.2l-4.2-1.4c-1 1.3-.6 2.7.6 4.3z" fill="#fff" stroke="none"/><path d="M6 22.5c-.6-6.2 1.2-10.1 4.9-12.3l.4-4.8 3 3.2c2.5.8 4.3 2.4 5.6 5l1.8 3.8c.5 1.5-.8 2.7-2.4 2.2l-4.2-1.4c-1 1.3-.6 2.7.6 4.3z" fill="currentColor" fill-opacity=".34"/><circle cx="14.8" cy="12.2" r=".9" fill="currentColor" stroke="none"/><path d="M8.7 13.6l-2.1-1.2M7.2 17l-2.2-.8" stroke-width="1.2"/>"##
    ),
    // A horse's head under a bow bent backwards.
    glyph!(
        "horse-archers",
        r##"<g transform="translate(6.4 6.2) scale(.76)"><path d="M4.5 21.5c-.6-7 1.4-11.3 5.5-13.7l.4-5.3 3.3 3.6c2.8.9 4.8 2.7 6.2 5.6l2 4.2c.6 1.7-.9 3-2.6 2.5l-4.7-1.6c-1.1 1.5-.7 3 .6 4.7z" fill="currentColor" fill-opacity=".34" stroke-width="2"/><circle cx="14.3" cy="10" r="1.1" fill="currentColor" stroke="none"/></g><path d="M3.6-.5c-1.6.6-1.4 1.9 0 2.5 3 1.3 4.3 3 3.2 5.5 1.1 2.6-.2 4.3-3.2 5.6-1.4.6-1.6 1.9 0 2.5" stroke-width="1.9"/><path d="M2.6 1L1.4 7.5l1.2 6.6" stroke-width=".9"/><path d="M-.5 7.5h13" stroke-width="1.2"/><path d="M14.5 7.5l-3.6-2v4z" fill="currentColor" stroke-width=".6"/>"##
    ),
    // A standard with a cross on its cloth.
    glyph!(
        "commander",
        r##"<path d="M12 3v20.5"/><path d="M3.5 4.5h17v11.2l-2.8 3-2.9-3-2.8 3-2.8-3-2.9 3-2.8-3z" fill="#fff" stroke="none"/><path d="M3.5 4.5h17v11.2l-2.8 3-2.9-3-2.8 3-2.8-3-2.9 3-2.8-3z" fill="currentColor" fill-opacity=".3"/><path d="M1.5 4.5h21"/><path d="M12 6.8v7M8.5 10.3h7" stroke-width="2"/><circle cx="12" cy="1" r="1.9" fill="currentColor"/>"##
    ),
    // A covered wagon.
    glyph!(
        "wagon",
        r##"<path d="M3 13C2.6 6.5 5 2.5 12 2.5s9.4 4 9 10.5z" fill="currentColor" fill-opacity=".24"/><path d="M8 13C7.6 8 8.3 4.5 9.6 2.8M16 13c.4-5-.3-8.5-1.6-10.2" stroke-width="1.1"/><path d="M1.5 13h21l-1.4 3.5H2.9z" fill="currentColor" fill-opacity=".5"/><circle cx="6.2" cy="18.8" r="4" fill="#fff"/><circle cx="17.8" cy="18.8" r="4" fill="#fff"/><path d="M6.2 14.8v8M2.2 18.8h8M17.8 14.8v8M13.8 18.8h8" stroke-width="1"/>"##
    ),
    // A beam on its frame, the sling flung up.
    glyph!(
        "mangonel",
        r##"<path d="M1.5 22.5h21M5 22.5L12.5 9 20 22.5M8 17.2h9"/><path d="M3.2 14.8L20.5 3.4" stroke-width="2.4"/><path d="M1.4 12l3.8 5.6-3 2-3.8-5.6z" fill="currentColor" fill-opacity=".5" stroke-width="1.2" transform="translate(1.6 .2)"/><path d="M20.5 3.4c1.8-2.8-.4-4.4-3-3.6" stroke-width="1"/><circle cx="16.2" cy=".4" r="2.1" fill="currentColor"/><circle cx="12.5" cy="9" r="1.4" fill="currentColor"/>"##
    ),
    // A camel.
    glyph!(
        "bedouin",
        r##"<path d="M2 9.5c1.2-1.6 2.4-1.7 3.6-.6.4 2.6 1.4 3.8 3 3.6C10 9 11 5.5 13.4 5.5S16.8 9 18 11.5c2 .2 3.2 1.6 3.2 4l.4 7.5h-2.4l-1-6.3h-6.4L10.4 23H8l.4-6.6C5 16 3.2 14 3.2 11L2 10.8z" fill="currentColor" fill-opacity=".4"/><path d="M5.4 8.6l.4-1.6M21.2 15.5l1.3 2.5" stroke-width="1.2"/><path d="M10.7 9.6q2.7 1.3 5.6 0" stroke-width="1.1"/>"##
    ),
    // A spear and a hide.
    glyph!(
        "levy",
        r##"<path d="M16.5 7v16"/><path d="M16.5 0l2.5 5.2-2.5 2.8L14 5.2z" fill="currentColor" stroke-width="1"/><path d="M8.5 5c2 0 2.6 1.2 4.6 1-.6 2.4.6 4 .4 7s-2 4-1.6 7c-1.4-.6-2.2 1.4-3.4 1.4S6 19.4 4.7 20c.4-3-1.4-4-1.6-7s1-4.6.4-7c2 .2 3-1 5-1z" fill="currentColor" fill-opacity=".34"/><path d="M8.3 9v8M6 11.5l4.6 3M10.6 11.5L6 14.5" stroke-width="1"/>"##
    ),
    // A helmet with its mail and plume.
    glyph!(
        "mercenary",
        r##"<path d="M12 4.5c5.3 0 8 4 8 9.5v2H4v-2C4 8.5 6.7 4.5 12 4.5z" fill="currentColor" fill-opacity=".42"/><path d="M12 4.5V16M4 12.6c5-1.6 11-1.6 16 0" stroke-width="1.2"/><path d="M5 16c-.2 3 .4 5 1.6 7M19 16c.2 3-.4 5-1.6 7M8.6 16l.6 6.5M15.4 16l-.6 6.5M12 16v7" stroke-width="1.1"/><path d="M12 4.5c-1-3 .6-5 4-5.2-.6 1.2-.6 2 .2 3.2-1.4-.2-3 .4-4.2 2z" fill="currentColor"/>"##
    ),
    // A galley under a lateen sail.
    glyph!(
        "naval",
        r##"<path d="M.5 14.5c2 1 4 1.3 6.5 1.3h10c3 0 5-.8 6.5-3-.2 5-2.5 8-6.5 8H7.5c-4 0-6.5-2.5-7-6.3z" fill="currentColor" fill-opacity=".5"/><path d="M11 15.8V2"/><path d="M4.5 8.5L18-1.5c1.4 6 1.2 10-.6 14.5-3.6-3.6-7.6-4.8-12.9-4.5z" fill="#fff" stroke="none"/><path d="M4.5 8.5L18-1.5c1.4 6 1.2 10-.6 14.5-3.6-3.6-7.6-4.8-12.9-4.5z" fill="currentColor" fill-opacity=".22"/><path d="M5 19.5l-2 4M9 20.3l-1.5 3.7M13 20.3l-1 3.7M17 19.8l-.6 4" stroke-width="1.1"/>"##
    ),
    // The same ship for games that say fleet.
    glyph!(
        "fleet",
        r##"<path d="M.5 14.5c2 1 4 1.3 6.5 1.3h10c3 0 5-.8 6.5-3-.2 5-2.5 8-6.5 8H7.5c-4 0-6.5-2.5-7-6.3z" fill="currentColor" fill-opacity=".5"/><path d="M11 15.8V1"/><path d="M4.5 3h13c1 3.5 1 6.5 0 10h-13c1-3.5 1-6.5 0-10z" fill="currentColor" fill-opacity=".22"/><path d="M5 19.5l-2 4M9 20.3l-1.5 3.7M13 20.3l-1 3.7M17 19.8l-.6 4" stroke-width="1.1"/>"##
    ),
    // Tents behind a rampart.
    glyph!(
        "base",
        r##"<path d="M3 17.5L8 6l5 11.5z" fill="currentColor" fill-opacity=".3"/><path d="M10.5 17.5L16 3.5l5.5 14z" fill="#fff" stroke="none"/><path d="M10.5 17.5L16 3.5l5.5 14z" fill="currentColor" fill-opacity=".42"/><path d="M16 3.5V-.5l4 1.5-4 1.5M16 17.5v-5l2 5"/><path d="M.5 23v-4.5h3V21h3v-2.5h3V21h5v-2.5h3V21h3v-2.5h3V23z" fill="currentColor" fill-opacity=".5" stroke-width="1.3"/>"##
    ),
    // Spears about a standard: an army on the march.
    glyph!(
        "army",
        r##"<path d="M3.500 23V7M8 23V5.500M16 23V5.500M20.500 23V7" stroke-width="1.300"/><path d="M3.500 2.500l1.500 3.500-1.500 2-1.500-2zM20.500 2.500l1.500 3.500-1.500 2-1.500-2z" fill="currentColor" stroke-width=".9"/><path d="M12 23V-1"/><circle cx="12" cy="-1.600" r="1.400" fill="currentColor"/><path d="M6 1.500h12v9.500l-3-2-3 2-3-2-3 2z" fill="#fff" stroke="none"/><path d="M6 1.500h12v9.500l-3-2-3 2-3-2-3 2z" fill="currentColor" fill-opacity=".38"/><path d="M12 3.200v4.600M9.700 5.500h4.600" stroke-width="1.200"/><path d="M2 15.500h20" stroke-width="1.100"/>"##
    ),
    // A torch.
    glyph!(
        "revolt",
        r##"<path d="M12-1c.6 4 5.5 5.5 5.5 10 0 2.9-2.2 4.5-5.5 4.5S6.5 11.9 6.5 9C6.5 6.8 8 5.8 8.6 4c1 .8 1.5 1.7 1.6 2.8C11.6 5 12.3 2.5 12-1z" fill="currentColor" fill-opacity=".4"/><path d="M12 13.5c-1.7 0-2.6-.9-2.6-2.3S11 9.2 12 7.5c1 1.7 2.6 2.3 2.6 3.7s-.9 2.3-2.6 2.3z" fill="currentColor" stroke="none"/><path d="M8 13.5h8l-1.2 3H9.2z" fill="currentColor" fill-opacity=".5"/><path d="M10 16.5l1 7h2l1-7"/>"##
    ),
];

/// Whether a glyph stands for a leader of some grade.
pub(crate) fn is_leader(code: &str) -> bool {
    matches!(code, "A" | "B" | "C" | "D" | "E" | "F")
}

/// Whether there is a glyph for a code.
pub(crate) fn is_drawn(code: &str) -> bool {
    GLYPHS.iter().any(|&(known, _)| known == code)
}

/// All glyphs as definitions.
pub(crate) fn symbols() -> String {
    GLYPHS.iter().map(|&(_, strokes)| strokes).collect()
}
