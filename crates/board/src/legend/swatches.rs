//! The swatches of the legend.

/// Where on the map a swatch's class stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    /// The ground of hexes, or a course through them.
    Hex,
    /// Courses alone.
    Line,
    /// Hexsides.
    Side,
    /// Names of places.
    Label,
}

/// What is explained: where it stands, its class, its name in the legend, and its drawing about the origin; `{hex}`
/// is the outline of a hex.
pub(super) type Swatch = (On, &'static str, &'static str, &'static str);

/// Every sort of ground, hexside and place that the legend can explain.
pub(super) const GROUND: [Swatch; 35] = [
    (
        On::Hex,
        "clear",
        "Clear",
        r##"<path d="{hex}" fill="#e8dbb4"/><use href="#tuft" x="-8" y="6"/><use href="#stones" x="9" y="-4"/>"##,
    ),
    (
        On::Hex,
        "plain",
        "Plain",
        r##"<path d="{hex}" fill="#e8dbb4"/><use href="#tuft" x="-8" y="6"/><use href="#stones" x="9" y="-4"/>"##,
    ),
    (
        On::Hex,
        "woods",
        "Woods",
        r##"<path d="{hex}" fill="#bcc487"/><use href="#oak" x="-11" y="-6"/><use href="#olive" x="11" y="-4"/><use href="#cypress" x="1" y="4"/><use href="#elm" x="-13" y="15"/><use href="#oak" x="12" y="17"/>"##,
    ),
    (
        On::Hex,
        "wood",
        "Wood",
        r##"<path d="{hex}" fill="#bcc487"/><use href="#oak" x="-11" y="-6"/><use href="#olive" x="11" y="-4"/><use href="#cypress" x="1" y="4"/><use href="#elm" x="-13" y="15"/><use href="#oak" x="12" y="17"/>"##,
    ),
    (
        On::Hex,
        "village",
        "Village",
        r##"<path d="{hex}" fill="#e3cb98"/><use href="#hut" x="-11" y="-10"/><use href="#house" x="9" y="-6"/><use href="#barn" x="-9" y="11"/><use href="#house" x="13" y="15"/>"##,
    ),
    (
        On::Hex,
        "stream",
        "Stream",
        r##"<path d="{hex}" fill="#e8dbb4"/><g fill="none"><path d="M-31 8C-14-12 8 20 31-6" stroke="#a9a266" stroke-opacity=".5" stroke-width="20"/><path d="M-31 8C-14-12 8 20 31-6" stroke="#3f6f86" stroke-width="13"/><path d="M-31 8C-14-12 8 20 31-6" stroke="#7fb2c4" stroke-width="9"/></g>"##,
    ),
    (
        On::Hex,
        "slope",
        "Slope",
        r##"<path d="{hex}" fill="#cfb27c"/><path d="M-20-14l-3 9M-12-17l-2 9M-4-18l0 9M4-18l1 9M12-17l2 9M20-14l3 9M-24 0l-3 7M-14-3l-2 8M-5-4l0 8M5-4l0 8M14-3l2 8M24 0l3 7M-14 12l-2 7M-5 11l0 8M5 11l0 8M14 12l2 7" stroke="#5b3c1b" stroke-opacity=".7" stroke-width="1.1" stroke-linecap="round" fill="none"/>"##,
    ),
    (
        On::Side,
        "crest",
        "Crest hexside",
        r##"<path d="{hex}" fill="#c9a96e"/><path d="M-20-12l0 10M-12-12l0 10M-4-12l0 10M4-12l0 10M12-12l0 10M20-12l0 10" stroke="#4a2f15" stroke-width="1.5"/><path d="M-24-12h48" stroke="#452a12" stroke-width="5" stroke-linecap="round"/><path d="M-24-12h48" stroke="#d9b57c" stroke-width="1.2"/>"##,
    ),
    (
        On::Hex,
        "marsh",
        "Marsh",
        r##"<path d="{hex}" fill="#c3cba0"/><use href="#pool" x="-6" y="-7"/><use href="#puddle" x="12" y="9"/><use href="#reed" x="13" y="-6"/><use href="#reed" x="-12" y="13"/><use href="#reed" x="1" y="19"/>"##,
    ),
    (
        On::Hex,
        "road",
        "Road",
        r##"<path d="{hex}" fill="#e8dbb4"/><g fill="none"><path d="M-31 6C-10-6 10 8 31-4" stroke="#74562f" stroke-width="9" stroke-dasharray="11 4"/><path d="M-31 6C-10-6 10 8 31-4" stroke="#f0e2bb" stroke-width="6"/></g>"##,
    ),
    (
        On::Hex,
        "nile",
        "The Nile",
        r##"<path d="{hex}" fill="#d5d39a"/><g fill="none"><path d="M-32 5C-12-5 12 8 32-3" stroke="#35627a" stroke-width="42"/><path d="M-32 5C-12-5 12 8 32-3" stroke="#6a9fb5" stroke-width="32"/></g>"##,
    ),
    (
        On::Hex,
        "hill",
        "Hill",
        r##"<path d="{hex}" fill="#dcc48f"/><use href="#knoll" x="-9" y="-5"/><use href="#knoll" x="10" y="3"/><use href="#knoll" x="-6" y="17"/>"##,
    ),
    (
        On::Side,
        "slope",
        "Slope hexside",
        r##"<path d="{hex}" fill="#e8dbb4"/><path d="M-31-31h62v23h-62z" fill="#dcc48f"/><path d="M-24-8l1.4 14 1.4-14zM-16-8l1.4 10 1.4-10zM-8-8l1.4 14 1.4-14zM0-8l1.4 10 1.4-10zM8-8l1.4 14 1.4-14zM16-8l1.4 10 1.4-10zM24-8l1.4 14 1.4-14z" fill="#54371a"/><path d="M-31-8h62" stroke="#54371a" stroke-width="1.8"/>"##,
    ),
    (
        On::Hex,
        "vineyard",
        "Vineyard",
        r##"<path d="{hex}" fill="#d3cd92"/><use href="#vine" x="-16" y="-14"/><use href="#vine" x="-5" y="-14"/><use href="#vine" x="6" y="-14"/><use href="#vine" x="17" y="-14"/><use href="#vine" x="-16" y="-2"/><use href="#vine" x="-5" y="-2"/><use href="#vine" x="6" y="-2"/><use href="#vine" x="17" y="-2"/><use href="#vine" x="-16" y="10"/><use href="#vine" x="-5" y="10"/><use href="#vine" x="6" y="10"/><use href="#vine" x="17" y="10"/><use href="#vine" x="-16" y="22"/><use href="#vine" x="-5" y="22"/><use href="#vine" x="6" y="22"/><use href="#vine" x="17" y="22"/>"##,
    ),
    (
        On::Hex,
        "river",
        "River",
        r##"<path d="{hex}" fill="#d5cf98"/><g fill="none"><path d="M-32 5C-12-5 12 8 32-3" stroke="#35627a" stroke-width="36"/><path d="M-32 5C-12-5 12 8 32-3" stroke="#6a9fb5" stroke-width="28"/></g>"##,
    ),
    (
        On::Line,
        "river",
        "River",
        r##"<path d="{hex}" fill="#e4d3a4"/><g fill="none"><path d="M-32 5C-12-15 12 18 32-3" stroke="#3a6b85" stroke-width="6"/><path d="M-32 5C-12-15 12 18 32-3" stroke="#6fa5bb" stroke-width="3.6"/></g>"##,
    ),
    (
        On::Hex,
        "bridge",
        "Bridge",
        r##"<path d="{hex}" fill="#d5cf98"/><path d="M0-34V34" stroke="#35627a" stroke-width="36"/><path d="M0-34V34" stroke="#6a9fb5" stroke-width="28"/><use href="#bridge"/>"##,
    ),
    (
        On::Hex,
        "ford",
        "Ford",
        r##"<path d="{hex}" fill="#d5cf98"/><path d="M-34 0H34" stroke="#35627a" stroke-width="36"/><path d="M-34 0H34" stroke="#6a9fb5" stroke-width="28"/><use href="#ford"/>"##,
    ),
    (
        On::Side,
        "stream",
        "Stream hexside",
        r##"<path d="{hex}" fill="#e8dbb4"/><g fill="none"><path d="M-31 4q10-10 20-2t20 0 22-4" stroke="#3f6f86" stroke-width="8"/><path d="M-31 4q10-10 20-2t20 0 22-4" stroke="#7fb2c4" stroke-width="5.5"/></g>"##,
    ),
    (
        On::Side,
        "palisade",
        "Palisade",
        r##"<path d="{hex}" fill="#e8dbb4"/><use href="#stake" x="-27" y="6"/><use href="#stake" x="-22" y="6"/><use href="#stake" x="-17" y="6"/><use href="#stake" x="-12" y="6"/><use href="#stake" x="-7" y="6"/><use href="#stake" x="-2" y="6"/><use href="#stake" x="3" y="6"/><use href="#stake" x="8" y="6"/><use href="#stake" x="13" y="6"/><use href="#stake" x="18" y="6"/><use href="#stake" x="23" y="6"/><use href="#stake" x="28" y="6"/>"##,
    ),
    (
        On::Hex,
        "fortification",
        "Wall",
        r##"<path d="{hex}" fill="#e8dbb4"/><path d="M-34 0H34" stroke="#43372a" stroke-width="15"/><path d="M-34 0H34" stroke="#cdbf9f" stroke-width="12"/><path d="M-34-5H34M-34 5H34" stroke="#efe5cd" stroke-width="2.6" stroke-dasharray="3.4 2.8"/><use href="#tower"/>"##,
    ),
    (
        On::Hex,
        "mountain",
        "Mountain",
        r##"<path d="{hex}" fill="#c6ab7c"/><use href="#peak" x="-9" y="-2"/><use href="#peak" x="11" y="3"/><use href="#horn" x="-12" y="17"/><use href="#crag" x="5" y="19"/>"##,
    ),
    (
        On::Hex,
        "sea",
        "Sea",
        r##"<path d="{hex}" fill="#7ba9bb"/><use href="#ripple" x="-8" y="-10"/><use href="#swell" x="10" y="2"/><use href="#ripple" x="-4" y="14"/>"##,
    ),
    (
        On::Hex,
        "fertile",
        "Fertile",
        r##"<path d="{hex}" fill="#cdd196"/><use href="#field" x="-10" y="-8"/><use href="#field" x="11" y="3"/><use href="#field" x="-7" y="16"/>"##,
    ),
    (
        On::Hex,
        "rough",
        "Rough",
        r##"<path d="{hex}" fill="#d6bd87"/><use href="#crag" x="-10" y="-8"/><use href="#knoll" x="11" y="3"/><use href="#knoll" x="-7" y="16"/>"##,
    ),
    (
        On::Hex,
        "desert",
        "Desert",
        r##"<path d="{hex}" fill="#efe0b4"/><use href="#dune" x="-10" y="-8"/><use href="#dune" x="11" y="3"/><use href="#dune" x="-7" y="16"/>"##,
    ),
    (
        On::Side,
        "mountain",
        "Mountain hexside",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#crag" x="-24" y="6"/><use href="#peak" x="-9" y="8"/><use href="#horn" x="9" y="8"/><use href="#crag" x="24" y="6"/>"##,
    ),
    (
        On::Side,
        "strait",
        "Strait",
        r##"<path d="{hex}" fill="#7ba9bb"/><path d="M-31-31h62v18q-30 9-62 0zM-31 31h62v-18q-30-9-62 0z" fill="#d6bd87" stroke="#5f7a6a" stroke-width="1"/><path d="M0-13v26" stroke="#fff8e8" stroke-width="3" stroke-dasharray="4 4"/>"##,
    ),
    (
        On::Side,
        "border",
        "Border",
        r##"<path d="{hex}" fill="#e4d3a4"/><path d="M-31 4q14-12 31-2t31-4" fill="none" stroke="#7d3a2a" stroke-width="2.4" stroke-dasharray="8 3 2 3"/>"##,
    ),
    (
        On::Label,
        "town",
        "Town",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#town" transform="scale(2.2)"/>"##,
    ),
    (
        On::Label,
        "city",
        "City",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#city" transform="scale(2)"/>"##,
    ),
    (
        On::Label,
        "capital",
        "Capital",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#capital" transform="translate(0 3) scale(1.5)"/>"##,
    ),
    (
        On::Label,
        "anchor",
        "Anchor",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#anchor" transform="scale(2.4)"/>"##,
    ),
    (
        On::Label,
        "port",
        "Port",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#city" transform="translate(-8 0) scale(2)"/><use href="#anchor" transform="translate(16 2) scale(2)"/>"##,
    ),
    (
        On::Label,
        "base",
        "Base site",
        r##"<path d="{hex}" fill="#e4d3a4"/><use href="#site" transform="scale(2)"/>"##,
    ),
];

/// What is explained beside the ground: a seal or printed symbol, its name, its drawing.
pub(super) type Token = (&'static str, &'static str, &'static str);

/// Seals, as they stand on counters.
pub(super) const SEALS: [Token; 16] = [
    ("disrupted", "disrupted", r##"<use href="#seal-disrupted"/>"##),
    ("surprised", "surprised", r##"<use href="#seal-surprised"/>"##),
    ("fired", "has fired", r##"<use href="#seal-fired"/>"##),
    ("charged", "has charged", r##"<use href="#seal-charged"/>"##),
    ("fought", "has fought", r##"<use href="#seal-fought"/>"##),
    ("attacking", "attacks", r##"<use href="#seal-attacking"/>"##),
    ("rebel", "rebel", r##"<use href="#seal-rebel"/>"##),
    ("converted", "converted", r##"<use href="#seal-converted"/>"##),
    ("builder", "builds", r##"<use href="#seal-builder"/>"##),
    ("turned", "turned", r##"<use href="#seal-turned"/>"##),
    ("declared", "declared", r##"<use href="#seal-declared"/>"##),
    ("camped", "camped", r##"<use href="#seal-camped"/>"##),
    ("patrol", "on patrol", r##"<use href="#seal-patrol"/>"##),
    ("reserve", "in reserve", r##"<use href="#seal-reserve"/>"##),
    (
        "reduced",
        "reduced",
        r##"<g transform="scale(.42)"><rect x="-21" y="-21" width="42" height="42" rx="3" fill="#f4ead0" stroke="#6d5c45" stroke-width="2"/><use href="#seal-reduced"/></g>"##,
    ),
    (
        "plundered",
        "plundered",
        r##"<g transform="scale(.42)"><rect x="-21" y="-21" width="42" height="42" rx="3" fill="#f4ead0" stroke="#6d5c45" stroke-width="2"/><use href="#seal-plundered"/></g>"##,
    ),
];

/// Symbols printed on counters.
pub(super) const PRINTED: [Token; 4] = [
    ("serpent", "slips away", r##"<use href="#s-serpent" transform="scale(1.7)"/>"##),
    ("lightning", "impetuous", r##"<use href="#s-lightning" transform="scale(1.7)"/>"##),
    ("swords", "good hand to hand", r##"<use href="#s-swords" transform="scale(1.7)"/>"##),
    ("arrows", "feigned flight", r##"<use href="#s-arrows" transform="scale(1.7)"/>"##),
];
