//! Figures from above, fronting up the page, in units of a twentieth of the table's: who stands on a base and where.

use std::fmt::Write;

/// The inks of a side: tunic, shield, outline, boss, helmet.
struct Inks {
    tunic: &'static str,
    shield: &'static str,
    line: &'static str,
    boss: &'static str,
    helmet: &'static str,
}

const INKS: [Inks; 2] = [
    Inks { tunic: "#6f93b8", shield: "#1f5f9c", line: "#153552", boss: "#fff4d6", helmet: "#b9c0c4" },
    Inks { tunic: "#b5651d", shield: "#e79a1e", line: "#5a3608", boss: "#5a2d05", helmet: "#f0cd74" },
];

/// Shadow, and a body with a head: what every man on foot has.
const SHADOW: &str =
    "<ellipse cx=\"1\" cy=\"1.6\" rx=\"4.4\" ry=\"3.2\" fill=\"#1c1606\" fill-opacity=\".42\"/>";
const BODY: &str = "<ellipse rx=\"4.1\" ry=\"2.7\" fill=\"{t}\" stroke=\"{k}\" stroke-width=\".6\"/>";
const HELMET: &str = "<circle cy=\".3\" r=\"2.2\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"-.6\" cy=\"-.3\" r=\".8\" fill=\"#fff\" fill-opacity=\".55\"/>";
const HEAD: &str = "<circle cy=\".3\" r=\"2.2\" fill=\"#e3c08c\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"-.6\" cy=\"-.3\" r=\".8\" fill=\"#fff\" fill-opacity=\".55\"/>";
const HAIR: &str = "<circle cy=\".3\" r=\"2.2\" fill=\"#7d4a1a\" stroke=\"#2a2016\" stroke-width=\".6\"/><path d=\"M-1.2-1.4Q0-2.6 1.2-1.4\" stroke=\"#e3c08c\" stroke-width=\"1.1\" fill=\"none\"/>";
/// A horse.
const HORSE: &str = "<ellipse cx=\"1.4\" cy=\"2.2\" rx=\"4.5\" ry=\"10.5\" fill=\"#1c1606\" fill-opacity=\".4\"/><path d=\"M0 10.5q1.600 3 .4 5\" stroke=\"#2b1b0e\" stroke-width=\"1.5\" fill=\"none\"/><path d=\"M-3.4 8.5C-4.4 4-3.4 0-2.8-3.5-2.6-6-1.9-8.5-1.5-10.5-1-13 1-13 1.5-10.5 1.9-8.5 2.600-6 2.8-3.5 3.4 0 4.4 4 3.4 8.5 2.2 11.5-2.2 11.5-3.4 8.5z\" fill=\"#74502f\" stroke=\"#2b1b0e\" stroke-width=\".6\"/><path d=\"M0-10.5V-4\" stroke=\"#2b1b0e\" stroke-width=\"1.1\"/>";
const CAMEL: &str = "<ellipse cx=\"1.4\" cy=\"2.2\" rx=\"4.7\" ry=\"10.5\" fill=\"#1c1606\" fill-opacity=\".4\"/><path d=\"M-3.4 8.5C-4.6 4-3.8 0-2.6-3L-1-7C-.6-11-1.600-13 0-13.500 1.6-13 .6-11 1-7L2.600-3C3.800 0 4.600 4 3.400 8.500 2.200 11.500-2.200 11.500-3.400 8.500z\" fill=\"#c39a5c\" stroke=\"#5e421c\" stroke-width=\".6\"/><ellipse cy=\"6\" rx=\"2.4\" ry=\"2\" fill=\"#ad8446\"/>";
const RIDER: &str = "<ellipse cy=\"2.8\" rx=\"4\" ry=\"2.4\" fill=\"{t}\" stroke=\"{k}\" stroke-width=\".6\"/><circle cx=\"-3.8\" cy=\"1.6\" r=\"2.3\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/><circle cx=\"-3.8\" cy=\"1.6\" r=\".8\" fill=\"{b}\"/>";
const RIDER_HELMET: &str = "<circle cy=\"3\" r=\"2.1\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"-.6\" cy=\"2.4\" r=\".8\" fill=\"#fff\" fill-opacity=\".55\"/>";
const RIDER_HEAD: &str =
    "<circle cy=\"3\" r=\"2.1\" fill=\"#e3c08c\" stroke=\"#2a2016\" stroke-width=\".6\"/>";
const BARDING: &str = "<path d=\"M-3.7 8.500C-4.700 4-3.600 0-3-4L-2-8h4l1 4c.6 4 1.700 8 .7 12.500C2.400 11-2.400 11-3.700 8.500z\" fill=\"{s}\" fill-opacity=\".92\" stroke=\"{k}\" stroke-width=\".6\"/><path d=\"M-3.500 5.500Q0 7 3.500 5.500\" stroke=\"{b}\" stroke-width=\".9\" fill=\"none\"/>";
const LANCE: &str = "<path d=\"M4.200 8L5.200-15\" stroke=\"#4a2f12\" stroke-width=\"1.2\"/><path d=\"M5.200-18.500l1.100 4h-2.100z\" fill=\"#e6e2d6\" stroke=\"#4a4438\" stroke-width=\".4\"/>";
const ROUND_SHIELD: &str = "<ellipse cx=\"-1.2\" cy=\"-2.6\" rx=\"3.5\" ry=\"2.300\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/><circle cx=\"-1.200\" cy=\"-2.8\" r=\"1\" fill=\"{b}\"/>";

/// Every figure: its name and the parts it is made of.
const FIGURES: [(&str, &[&str]); 24] = [
    (
        "blade",
        &[
            SHADOW,
            BODY,
            "<path d=\"M3.6-1.2L4.4-5.500\" stroke=\"#e6e2d6\" stroke-width=\"1.300\"/><path d=\"M-4.600-2.300Q-.6-6.600 3.200-2.900L2.500-1Q-.6-4-3.800-.6z\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/><circle cx=\"-.7\" cy=\"-3.700\" r=\".9\" fill=\"{b}\"/>",
            HELMET,
            "<path d=\"M0-1.300V3.100\" stroke=\"#8c2f2a\" stroke-width=\"1.500\" stroke-linecap=\"round\"/>",
        ],
    ),
    (
        "spear",
        &[
            SHADOW,
            "<path d=\"M3.2 5V-9\" stroke=\"#4a2f12\"/><path d=\"M3.2-12l1 3.400h-2z\" fill=\"#e6e2d6\" stroke=\"#4a4438\" stroke-width=\".4\"/>",
            BODY,
            ROUND_SHIELD,
            HELMET,
        ],
    ),
    (
        "pike",
        &[
            SHADOW,
            "<path d=\"M3.2 6V-14\" stroke=\"#4a2f12\"/><path d=\"M3.2-16.500l.8 3h-1.600z\" fill=\"#e6e2d6\"/>",
            BODY,
            "<circle cx=\"-2.600\" cy=\"-1.600\" r=\"2\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/>",
            HELMET,
        ],
    ),
    (
        "bow",
        &[
            SHADOW,
            BODY,
            "<path d=\"M-4.800-3Q0-8.200 4.800-3\" fill=\"none\" stroke=\"#4a2f12\" stroke-width=\"1.300\"/><path d=\"M-4.800-3L0-1.500 4.800-3\" fill=\"none\" stroke=\"#efe6cf\" stroke-width=\".5\"/><path d=\"M0-1V-7.500\" stroke=\"#efe6cf\" stroke-width=\".7\"/>",
            HEAD,
        ],
    ),
    (
        "warrior",
        &[
            SHADOW,
            "<path d=\"M3.4 3.500L5.200-6.500\" stroke=\"#cfc9b8\" stroke-width=\"1.300\"/>",
            BODY,
            "<ellipse cx=\"-2\" cy=\"-2.700\" rx=\"3.300\" ry=\"2\" transform=\"rotate(-14 -2 -2.700)\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/><path d=\"M-3.600-2.700h3.200\" stroke=\"{b}\" stroke-width=\".8\"/>",
            HAIR,
        ],
    ),
    (
        "javelin",
        &[
            SHADOW,
            "<path d=\"M2.600 6L4.600-8\" stroke=\"#4a2f12\"/><path d=\"M4.900-10.500l.7 3-1.800-.2z\" fill=\"#e6e2d6\"/>",
            BODY,
            "<circle cx=\"-2.600\" cy=\"-2\" r=\"2.300\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/>",
            HEAD,
        ],
    ),
    (
        "auxiliary",
        &[
            SHADOW,
            "<path d=\"M3 5L4-8\" stroke=\"#4a2f12\"/><path d=\"M4.200-10.500l.8 3h-1.800z\" fill=\"#e6e2d6\"/>",
            BODY,
            "<ellipse cx=\"-1.600\" cy=\"-2.600\" rx=\"3.600\" ry=\"1.900\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/><path d=\"M-4.500-2.600h5.800\" stroke=\"{b}\" stroke-width=\".7\"/>",
            HELMET,
        ],
    ),
    (
        "raider",
        &[
            SHADOW,
            "<path d=\"M3.400 0L5-6\" stroke=\"#e6e2d6\" stroke-width=\"1.300\"/>",
            BODY,
            ROUND_SHIELD,
            HAIR,
        ],
    ),
    (
        "peasant",
        &[SHADOW, "<path d=\"M3.200 4L4.600-5\" stroke=\"#4a2f12\" stroke-width=\"1.200\"/>", BODY, HAIR],
    ),
    (
        "follower",
        &[
            SHADOW,
            BODY,
            HEAD,
            "<circle cx=\"2.8\" cy=\"-1.400\" r=\"1.800\" fill=\"#a5703f\" stroke=\"#4a2f12\" stroke-width=\".5\"/>",
        ],
    ),
    (
        "pavise",
        &[
            "<path d=\"M-5-2.200h10v3.400h-10z\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".8\"/><path d=\"M0-2.200v3.400M-5-.5h10\" stroke=\"{b}\" stroke-width=\".7\"/>",
        ],
    ),
    (
        "horse",
        &[
            HORSE,
            "<path d=\"M-3.200 1h6.400v4.600h-6.400z\" fill=\"{t}\"/><path d=\"M3.800 6L5-8.500\" stroke=\"#4a2f12\"/>",
            RIDER,
            RIDER_HELMET,
        ],
    ),
    ("knight", &[HORSE, BARDING, LANCE, RIDER, RIDER_HELMET]),
    (
        "cataphract",
        &[
            HORSE,
            BARDING,
            "<path d=\"M-2-7h4M-2.600-4h5.200M-3-1h6M-3.400 7h6.800\" stroke=\"#f2ead4\" stroke-opacity=\".7\" stroke-width=\".7\"/>",
            LANCE,
            RIDER,
            RIDER_HELMET,
        ],
    ),
    (
        "light",
        &[
            HORSE,
            "<path d=\"M3 5.500L5.500-7.500M4 5.500L6.500-6.500\" stroke=\"#4a2f12\" stroke-width=\".9\"/>",
            RIDER,
            RIDER_HEAD,
        ],
    ),
    ("camel", &[CAMEL, "<path d=\"M3.800 6L5-8.500\" stroke=\"#4a2f12\"/>", RIDER, RIDER_HEAD]),
    ("team", &[HORSE, "<path d=\"M-3.200 4h6.400\" stroke=\"#4a2f12\" stroke-width=\"1.200\"/>"]),
    (
        "car",
        &[
            "<ellipse cx=\"1.600\" cy=\"2.400\" rx=\"9\" ry=\"6.500\" fill=\"#1c1606\" fill-opacity=\".4\"/><path d=\"M0-14V-4M-11 3H11\" stroke=\"#4a2f12\" stroke-width=\"1.600\"/><path d=\"M-11-2v10M11-2v10\" stroke=\"#3a2410\" stroke-width=\"2.600\" stroke-linecap=\"round\"/><path d=\"M-7 7V-1Q0-8 7-1V7z\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".8\"/><circle cx=\"-2.600\" cy=\"2.400\" r=\"2.200\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"3\" cy=\"2\" r=\"2.200\" fill=\"#e3c08c\" stroke=\"#2a2016\" stroke-width=\".6\"/>",
        ],
    ),
    (
        "scythes",
        &[
            "<path d=\"M-11 3l-6-3M11 3l6-3M-11 5l-6 2M11 5l6 2\" stroke=\"#e6e2d6\" stroke-width=\"1.400\" stroke-linecap=\"round\"/>",
        ],
    ),
    (
        "elephant",
        &[
            "<ellipse cx=\"2.400\" cy=\"3.200\" rx=\"10.500\" ry=\"15.500\" fill=\"#1c1606\" fill-opacity=\".42\"/><path d=\"M0 16q1.800 3-.4 4.500\" stroke=\"#5b5348\" stroke-width=\"1.400\" fill=\"none\"/><path d=\"M-8.500 8C-9.500 0-8-6-5.500-9h11C8-6 9.500 0 8.500 8 7 17-7 17-8.500 8z\" fill=\"#8b8378\" stroke=\"#3f3a33\" stroke-width=\".8\"/><path d=\"M-4.500-8.500C-9-13-13.500-10-11.500-5.500-9.500-3.500-6-5-4.500-8.500zM4.500-8.500C9-13 13.500-10 11.500-5.500 9.500-3.500 6-5 4.500-8.500z\" fill=\"#9a9186\" stroke=\"#3f3a33\" stroke-width=\".8\"/><path d=\"M-4.600-8C-4.600-14-2.600-16.500-1.800-18.500-1.500-20.500-2.400-22-1-22.500 1.600-23 2-20 1.800-18.500 2.600-16.500 4.600-14 4.600-8z\" fill=\"#8b8378\" stroke=\"#3f3a33\" stroke-width=\".8\"/><path d=\"M-3-15l-1.600-4.500M3-15l1.600-4.500\" stroke=\"#f4ead2\" stroke-width=\"1.700\" stroke-linecap=\"round\"/><rect x=\"-6.500\" y=\"-4\" width=\"13\" height=\"14\" rx=\"1.500\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".8\"/><rect x=\"-5\" y=\"-2.500\" width=\"10\" height=\"10\" rx=\"1\" fill=\"#6b431a\" stroke=\"{k}\" stroke-width=\".8\"/><circle cx=\"-2\" r=\"2.100\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"2.200\" cy=\".4\" r=\"2.100\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cy=\"4.600\" r=\"2.100\" fill=\"#e3c08c\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cy=\"-8\" r=\"1.900\" fill=\"#e3c08c\" stroke=\"#2a2016\" stroke-width=\".6\"/>",
        ],
    ),
    (
        "engine",
        &[
            "<ellipse cx=\"1.600\" cy=\"2\" rx=\"9\" ry=\"9\" fill=\"#1c1606\" fill-opacity=\".4\"/><path d=\"M-6 9V-7M6 9V-7M-8 6H8M-8-3H8\" stroke=\"#6b4627\" stroke-width=\"2.600\"/><path d=\"M-12-2Q0-13 12-2\" fill=\"none\" stroke=\"#4a2f12\" stroke-width=\"2\"/><path d=\"M0 7V-12\" stroke=\"#8a6138\" stroke-width=\"2\"/><path d=\"M-12-2L0 4 12-2\" fill=\"none\" stroke=\"#efe6cf\" stroke-width=\".7\"/><circle cy=\"5\" r=\"2.200\" fill=\"{s}\" stroke=\"{k}\" stroke-width=\".6\"/>",
        ],
    ),
    (
        "wagon",
        &[
            "<ellipse cx=\"2\" cy=\"3\" rx=\"15\" ry=\"16\" fill=\"#1c1606\" fill-opacity=\".35\"/><path d=\"M-12-14v28M12-14v28\" stroke=\"#2c1a0c\" stroke-width=\"3\" stroke-dasharray=\"7 14 7 60\"/><rect x=\"-10\" y=\"-15\" width=\"20\" height=\"30\" rx=\"2\" fill=\"#8a6138\" stroke=\"#3a2410\"/><path d=\"M-10-9H10M-10-3H10M-10 3H10M-10 9H10\" stroke=\"#5e3d1e\" stroke-width=\".8\"/><path d=\"M-10-15v30M10-15v30\" stroke=\"{s}\" stroke-width=\"2.600\"/><circle cx=\"-4\" cy=\"-8\" r=\"2.300\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"4\" cy=\"-4\" r=\"2.300\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"-3\" cy=\"3\" r=\"2.300\" fill=\"#e3c08c\" stroke=\"#2a2016\" stroke-width=\".6\"/><circle cx=\"4\" cy=\"8\" r=\"2.300\" fill=\"{h}\" stroke=\"#2a2016\" stroke-width=\".6\"/>",
        ],
    ),
    (
        "litter",
        &[
            "<path d=\"M-6-16v32M6-16v32\" stroke=\"#4a2f12\" stroke-width=\"1.400\"/><rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"2\" fill=\"{s}\" stroke=\"{k}\"/><path d=\"M-8-8L8 8M8-8L-8 8\" stroke=\"{b}\" stroke-width=\".8\"/><circle r=\"2.600\" fill=\"#f2cf62\" stroke=\"#6b4a12\" stroke-width=\".7\"/>",
        ],
    ),
    (
        "standard",
        &[
            "<path d=\"M0 5V-5\" stroke=\"#3a2410\" stroke-width=\"1.200\"/><path d=\"M0-5h8.500l-2 2.200 2 2.300H0z\" fill=\"{s}\" stroke=\"#fff6d8\" stroke-width=\".6\"/>",
        ],
    ),
];

/// Who may stand on a base, and how deep such a base usually is, in the units of figures.
pub(super) const USUAL: [(&str, i32); 24] = [
    ("artillery", 40),
    ("auxilia", 20),
    ("blades", 15),
    ("bows", 20),
    ("camelry", 30),
    ("cataphracts", 30),
    ("cavalry", 30),
    ("chariots", 40),
    ("elephants", 40),
    ("followers", 20),
    ("hordes", 30),
    ("knights", 30),
    ("light-camelry", 30),
    ("light-horse", 30),
    ("light-spear", 20),
    ("litter", 80),
    ("pavises", 40),
    ("pikes", 15),
    ("psiloi", 20),
    ("raiders", 20),
    ("scythed-chariots", 40),
    ("spears", 15),
    ("war-wagons", 40),
    ("warband", 15),
];

/// Every figure in the inks of either side.
pub(super) fn symbols() -> String {
    let mut out = String::from(
        "<linearGradient id=\"turf\" x2=\"0\" y2=\"1\"><stop offset=\"0\" stop-color=\"#b3a066\"/><stop offset=\"1\" stop-color=\"#8d7d49\"/></linearGradient>",
    );
    for (side, inks) in INKS.iter().enumerate() {
        for (name, parts) in FIGURES {
            let drawing = parts
                .concat()
                .replace("{t}", inks.tunic)
                .replace("{s}", inks.shield)
                .replace("{k}", inks.line)
                .replace("{b}", inks.boss)
                .replace("{h}", inks.helmet);
            let _ = write!(out, "<g id=\"f{side}-{name}\">{drawing}</g>");
        }
    }
    out
}

/// Whether there are figures for a sort of troops.
pub(crate) fn is_stood(glyph: &str) -> bool {
    USUAL.iter().any(|(known, _)| *known == glyph)
}

/// Men on foot in ranks, `across` of them in each, the front rank first.
fn ranks(figure: &'static str, across: usize, depth: f64, rank_depth: f64, jog: f64) -> Vec<Stood> {
    let count = ((depth / rank_depth).round() as usize).max(1);
    let mut men = vec![];
    for rank in 0..count {
        let y = depth * (rank as f64 + 0.5) / count as f64 + 0.6;
        for place in 0..across {
            let x = (place as f64 - (across as f64 - 1.0) / 2.0) * 36.0 / across as f64;
            // Looser troops do not stand in a row.
            let off = if (place + rank) % 2 == 0 { jog } else { -jog };
            men.push((figure, x + if jog > 1.0 { off * 0.6 } else { 0.0 }, y + off * 0.6));
        }
    }
    men
}

/// Riders side by side, in as many ranks as the base is deep.
fn riders(figure: &'static str, across: usize, depth: f64, wedge: bool) -> Vec<Stood> {
    let count = ((depth / 30.0).round() as usize).max(1);
    let mut men = vec![];
    for rank in 0..count {
        let y = depth * (rank as f64 + 0.5) / count as f64;
        for place in 0..across {
            let x = (place as f64 - (across as f64 - 1.0) / 2.0) * 38.0 / across as f64;
            let middle = across % 2 == 1 && place == across / 2;
            men.push((figure, x, y + if wedge && middle { -1.5 } else { 0.8 }));
        }
    }
    men
}

/// A figure and where it stands: from the middle of the base to the right, from the front back.
pub(super) type Stood = (&'static str, f64, f64);

/// Who stands on a base so deep, back to front where they cover one another.
pub(super) fn stood(glyph: &str, depth: f64) -> Vec<Stood> {
    let middle = depth / 2.0;
    match glyph {
        "blades" => ranks("blade", 4, depth, 15.0, 0.0),
        "spears" => ranks("spear", 4, depth, 7.5, 0.0),
        "pikes" => ranks("pike", 4, depth, 7.5, 0.0),
        "bows" => ranks("bow", 4, depth, 20.0, 1.6),
        "warband" => ranks("warrior", 4, depth, if depth < 16.0 { 15.0 } else { 10.0 }, 1.8),
        "auxilia" => ranks("auxiliary", 4, depth, 20.0, 1.6),
        "light-spear" => ranks("auxiliary", 3, depth, 20.0, 1.4),
        "raiders" => ranks("raider", 3, depth, 20.0, 1.6),
        "psiloi" => vec![("javelin", -9.2, middle + 1.6), ("javelin", 8.8, middle - 1.2)],
        "hordes" => ranks("peasant", 5, depth, 10.0, 2.2),
        "followers" => {
            vec![
                ("follower", -11.0, middle),
                ("follower", 1.0, middle - 2.0),
                ("follower", 11.0, middle + 2.0),
            ]
        }
        "pavises" => {
            let screens = [-12.0, 0.0, 12.0].map(|x| ("pavise", x, 5.0));
            screens
                .into_iter()
                .chain(ranks("bow", 3, depth - 8.0, 16.0, 0.0).into_iter().map(|(f, x, y)| (f, x, y + 8.0)))
                .collect()
        }
        "cavalry" => riders("horse", 3, depth, false),
        "knights" => riders("knight", 3, depth, true),
        "cataphracts" => riders("cataphract", 4, depth, false),
        "light-horse" => vec![("light", -9.0, middle + 1.6), ("light", 9.0, middle - 1.6)],
        "camelry" => riders("camel", 3, depth, false),
        "light-camelry" => vec![("camel", -9.0, middle + 1.6), ("camel", 9.0, middle - 1.6)],
        "chariots" => vec![("team", -5.5, 12.0), ("team", 5.5, 12.0), ("car", 0.0, 28.0)],
        "scythed-chariots" => {
            vec![
                ("team", -10.0, 12.0),
                ("team", 0.0, 12.0),
                ("team", 10.0, 12.0),
                ("scythes", 0.0, 29.0),
                ("car", 0.0, 29.0),
            ]
        }
        "elephants" => vec![
            ("elephant", 0.0, middle + 2.0),
            ("javelin", -15.0, middle + 8.0),
            ("javelin", 15.0, middle + 8.0),
        ],
        "artillery" => vec![
            ("engine", 0.0, middle - 2.0),
            ("follower", -13.0, middle + 9.0),
            ("follower", 13.0, middle + 9.0),
        ],
        "war-wagons" => vec![("wagon", 0.0, middle)],
        "litter" => {
            let bearers = [(-6.0, -17.0), (6.0, -17.0), (-6.0, 17.0), (6.0, 17.0)];
            let bearers = bearers.map(|(x, y)| ("blade", x, middle + y));
            bearers.into_iter().chain([("litter", 0.0, middle)]).collect()
        }
        _ => vec![],
    }
}
