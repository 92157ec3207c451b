//! Seals: what has befallen a counter or what it has done, and the symbols printed on it.

/// Seals at the right edge, one under the other, in this order.
pub(crate) const MARGINAL: [&str; 12] = [
    "fired",
    "charged",
    "fought",
    "attacking",
    "converted",
    "builder",
    "turned",
    "declared",
    "exhausted",
    "camped",
    "patrol",
    "reserve",
];

/// Seals at the upper right corner, the gravest first; only one has room there.
pub(crate) const CORNER: [&str; 3] = ["disrupted", "surprised", "rebel"];

/// Symbols printed on counters that have a drawing of their own.
const PRINTED: [&str; 4] = ["serpent", "lightning", "swords", "arrows"];

/// Whether a printed symbol has a drawing.
pub(crate) fn is_printed(symbol: &str) -> bool {
    PRINTED.contains(&symbol)
}

/// Every seal as a definition, about its middle; those that cover the card, about the middle of the card.
pub(crate) const SEALS: &str = concat!(
    r##"<rect id="seal-moved" x="-21" y="-21" width="42" height="42" rx="3.2" fill="#7d705c" fill-opacity=".3"/>"##,
    r##"<g id="seal-active" fill="none"><rect x="-25" y="-25" width="50" height="51.5" rx="6" stroke="#b56a96" stroke-opacity=".45" stroke-width="5"/><rect x="-23.6" y="-23.6" width="47.2" height="48.8" rx="5" stroke="#6a1f4d" stroke-width="3.2" fill="#6a1f4d"/></g>"##,
    r##"<g id="seal-disrupted"><path d="M0-8.8c2 0 2.6 1.3 4.2 1.8 1.7.6 3.2.6 3.9 2.5.6 1.7-.5 2.7-.4 4.4.1 1.9 1 3-.2 4.6-1.2 1.5-2.8.9-4.3 1.9-1.4 1-1.8 2.4-3.7 2.3-1.8-.1-2.3-1.5-3.8-2.2-1.6-.8-3.3-.3-4.2-2-.9-1.6.3-2.8.3-4.5 0-1.8-1.2-2.9-.3-4.6.9-1.7 2.6-1.3 4.1-2.2 1.4-.8 2.5-2 4.4-2z" fill="#a3261c" stroke="#6e120c" stroke-width=".8"/><circle r="5.6" fill="#b8352a" stroke="#7d1710" stroke-width=".7"/><path d="M-4.2-5.8q2-1.7 4.4-1.7" fill="none" stroke="#e88a78" stroke-width=".9" stroke-linecap="round"/><text y="3.3" font-size="9.5" font-weight="700" text-anchor="middle" fill="#fff3e4">D</text></g>"##,
    r##"<g id="seal-surprised"><path d="M0-8.6L8.8 6.6H-8.8z" fill="#f4c93a" stroke="#5d3f06" stroke-width="1.1" stroke-linejoin="round"/><text y="5.2" font-size="11.5" font-weight="700" text-anchor="middle" fill="#3d2904">?</text></g>"##,
    r##"<g id="seal-rebel"><circle r="7.4" fill="#2a2016" stroke="#fff8e8" stroke-width=".9"/><path d="M.2-5.6c.4 2.3 3.4 3.3 3.4 6 0 2.2-1.5 3.6-3.6 3.6s-3.6-1.4-3.6-3.6c0-1.5 1-2.2 1.3-3.3.7.5 1 1.1 1 1.8.9-1.2 1.5-2.6 1.5-4.5z" fill="#e8842c"/><path d="M0 4c-1 0-1.7-.7-1.7-1.6S-.7.9 0-.3C.7.9 1.7 1.5 1.7 2.4S1 4 0 4z" fill="#fbe08a"/></g>"##,
    r##"<g id="seal-reduced" fill="none"><path d="M-21 9L9-21H20L-21 20z" fill="#8e2f23" fill-opacity=".3"/><path d="M-21 9L9-21M-21 20L20-21" stroke="#8e2f23" stroke-opacity=".75" stroke-width="1"/><path d="M-21 14.5L14.5-21" stroke="#fff8e8" stroke-opacity=".7" stroke-width="1.2" stroke-dasharray="4 3"/></g>"##,
    r##"<g id="seal-plundered"><rect x="-21" y="-21" width="42" height="42" rx="3.2" fill="#8b8478" fill-opacity=".62"/><path d="M-15 12L-6 0l3 4L4-7l2 5L15-13" fill="none" stroke="#fff8e8" stroke-width="3.6" stroke-linejoin="round"/><path d="M-15 12L-6 0l3 4L4-7l2 5L15-13" fill="none" stroke="#3a3128" stroke-width="1.7" stroke-linejoin="round"/></g>"##,
    r##"<g id="seal-fired"><circle r="4.7" fill="#fff8e8" stroke="#3d2b16" stroke-width=".8"/><path d="M-2.4 2.4l4-4" stroke="#3d2b16" stroke-width="1.1"/><path d="M2.8-2.8l-.8 3-2.2-2.2z" fill="#3d2b16"/></g>"##,
    r##"<g id="seal-charged"><circle r="5" fill="#6a1f4d" stroke="#fff8e8" stroke-width=".8"/><path d="M-3 3.2L3.4-3.3" fill="none" stroke="#fff8e8" stroke-width="1.2" stroke-linecap="round"/><path d="M3-2.9L-1.6-3.2-.2-1.5-1.7.4 1.3-.9z" fill="#f0c766"/></g>"##,
    r##"<g id="seal-fought"><circle r="4.7" fill="#8b8478" stroke="#fff8e8" stroke-width=".8"/><path d="M-2.5-2.5l5 5M2.5-2.5l-5 5M-2.8 1l1.8 1.8M2.8 1l-1.8 1.8" fill="none" stroke="#fff8e8" stroke-width="1" stroke-linecap="round"/></g>"##,
    r##"<g id="seal-attacking"><circle r="4.7" fill="#a3261c" stroke="#fff8e8" stroke-width=".8"/><path d="M-2.5-2.5l5 5M2.5-2.5l-5 5M-2.8 1l1.8 1.8M2.8 1l-1.8 1.8" fill="none" stroke="#fff8e8" stroke-width="1" stroke-linecap="round"/></g>"##,
    r##"<g id="seal-converted"><circle r="4.9" fill="#2f6b46" stroke="#fff8e8" stroke-width=".8"/><path d="M1.8-2.8a3.2 3.2 0 1 0 0 5.6 2.6 2.6 0 1 1 0-5.6z" fill="#fff8e8"/></g>"##,
    r##"<g id="seal-builder"><circle r="4.9" fill="#8a6a3e" stroke="#fff8e8" stroke-width=".8"/><path d="M-2.6 2.7L1.4-1.3M0-3.2L3.2 0" fill="none" stroke="#fff8e8" stroke-width="1.4" stroke-linecap="round"/></g>"##,
    r##"<g id="seal-turned"><circle r="4.9" fill="#fff8e8" stroke="#6a1f4d" stroke-width="1"/><path d="M-2.4 1.4a2.7 2.7 0 1 1 2.4 1.3" fill="none" stroke="#6a1f4d" stroke-width="1.2"/><path d="M-.6 1.2v3l-2.4-1.5z" fill="#6a1f4d"/></g>"##,
    r##"<g id="seal-declared"><circle r="4.9" fill="#fff8e8" stroke="#1f4f7d" stroke-width="1"/><path d="M-1.5 3.3v-6.4h3.6l-1 1.5 1 1.5h-3.6" fill="#1f4f7d" fill-opacity=".35" stroke="#1f4f7d" stroke-width="1" stroke-linejoin="round"/></g>"##,
    r##"<g id="seal-exhausted"><circle r="4.9" fill="#fff8e8" stroke="#7d705c" stroke-width="1"/><path d="M-2-2.6h4l-4 5.2h4z" fill="none" stroke="#7d705c" stroke-width="1.1" stroke-linejoin="round"/></g>"##,
    r##"<g id="seal-camped"><circle r="5.400" fill="#fff8e8" stroke="#6b3f06" stroke-width="1"/><path d="M-3.800 3L0-3.400 3.800 3z" fill="#d9a13c" stroke="#6b3f06" stroke-width=".8" stroke-linejoin="round"/><path d="M-1 3L0-.4 1 3z" fill="#6b3f06"/></g>"##,
    r##"<g id="seal-patrol"><circle r="5.400" fill="#fff8e8" stroke="#1f4f7d" stroke-width="1"/><path d="M-3.800 0Q0-4.200 3.800 0 0 4.200-3.800 0z" fill="none" stroke="#1f4f7d" stroke-width=".9"/><circle r="1.500" fill="#1f4f7d"/></g>"##,
    r##"<g id="seal-reserve"><circle r="5.400" fill="#6a1f4d" stroke="#fff8e8" stroke-width=".8"/><text y="2.900" font-size="8" font-weight="700" text-anchor="middle" fill="#fff8e8">R</text></g>"##,
);

/// The printed symbols as definitions, in the ink of the card.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<path id="s-serpent" d="M-3.2 2.9c2.4 1 4-.1 3.2-1.5-.8-1.5-3.3-1.6-3-3.3.3-1.4 2.5-2 4.1-.9M.9-2.9l2.3-.5-1 2" fill="none" stroke="currentColor" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"/>"##,
    r##"<path id="s-lightning" d="M1.6-4.2l-4 4.8h2.4l-1.4 3.8 4-5h-2.4z" fill="#b8352a" stroke="#6e120c" stroke-width=".5" stroke-linejoin="round"/>"##,
    r##"<path id="s-swords" d="M-3.3-3.3L3.3 3.3M3.3-3.3L-3.3 3.3M-3.6 1.2l2.4 2.4M3.6 1.2L1.2 3.6" fill="none" stroke="currentColor" stroke-width="1.1" stroke-linecap="round"/>"##,
    r##"<path id="s-arrows" d="M-3.6-1.6h5.6M0-3.5l2.3 1.9L0 .3M3.6 2.2h-5.6" fill="none" stroke="currentColor" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round"/>"##,
);
