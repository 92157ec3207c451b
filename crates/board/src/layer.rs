//! The moving layer: threats, hints, counters and marks, each with a stable id.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use engine::hex::Orientation;
use engine::place::Place;
use engine::scene::{Counter, Footprint, Label, Mark, Scene};

use crate::counter::{self, Seat};
use crate::label::letter_spot;
use crate::layout::{Layout, Point, RADIUS, unit_corners};
use crate::svg::{FAMILY, Ids, Num, PathText, escape, id_part};
use crate::{Style, glyph, realm, tabletop};

/// How far each counter of a stack lies from the one above it.
const STEP: Point = Point::new(-3.4, 3.4);
/// How far the middle of a stack lies from the middle of its hex where enemies share it.
const APART: Point = Point::new(9.5, 5.0);
/// The base of a counter on an open table that does not say how large it is.
const SQUARE: Footprint = Footprint { width: 1_000, depth: 1_000 };
/// Where a passenger rides, seen from its chariot, and how much smaller it is drawn.
const RIDES: (Point, f64) = (Point::new(-11.5, -13.0), 0.6);

/// Everything that moves on the map as an SVG fragment; it needs [`symbols_svg`] in the same document.
///
/// Counter 12 has the id `c12`; marks, hints and threats have ids made of hex and kind, such as
/// `m2107-objective`, `h2107-move`, `t2107-fire`.
pub fn layer_svg(scene: &Scene) -> String {
    layer(scene, &Style::default(), &mut Ids::default())
}

pub(crate) fn layer(scene: &Scene, style: &Style, ids: &mut Ids) -> String {
    let sheet = Layout::of(&scene.landscape);
    let layer = Layer::draw(scene, &sheet, None, ids);
    let mut out = format!("<g id=\"layer\" font-family=\"{FAMILY}\">{}", layer.realm);
    if style.threats {
        let threats = scene.threats.iter().map(|t| (t.place, t.kind, None));
        out.push_str(&highlights(scene, &sheet, "threat", threats, ids));
    }
    if style.hints {
        let hints = scene.hints.iter().map(|h| (h.place, h.kind, h.counter));
        out.push_str(&highlights(scene, &sheet, "hint", hints, ids));
    }
    for (group, pieces) in [("counters", &layer.counters), ("marks", &layer.marks)] {
        let _ = write!(out, "<g id=\"{group}\">");
        out.extend(pieces.iter().map(|piece| piece.svg.as_str()));
        out.push_str("</g>");
    }
    out.push_str("</g>");
    out
}

/// One drawn thing: a counter, a mark.
#[derive(PartialEq, Eq, Debug)]
pub struct Piece {
    /// The id it is patched by, the first attribute of its element.
    pub id: String,
    /// The element.
    pub svg: String,
}

/// What moves on a map, piece by piece, without hints and threats: for clients that are sent only what changed.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Who holds what: one group, or nothing.
    pub realm: Arc<str>,
    /// The counters, stack by stack, bottom first.
    pub counters: Vec<Arc<Piece>>,
    /// Marks and letters, above the counters.
    pub marks: Vec<Arc<Piece>>,
}

impl Layer {
    /// The layer of a scene on the sheet of its map.
    pub fn of(scene: &Scene, sheet: &Layout) -> Layer {
        Layer::draw(scene, sheet, None, &mut Ids::default())
    }

    /// The layer of another scene of the same game; what stands as it stood in the earlier one is not drawn again.
    pub fn after(&self, earlier: &Scene, scene: &Scene, sheet: &Layout) -> Layer {
        Layer::draw(scene, sheet, Some((earlier, self)), &mut Ids::default())
    }

    fn draw(scene: &Scene, sheet: &Layout, before: Option<(&Scene, &Layer)>, ids: &mut Ids) -> Layer {
        let realm = match before {
            Some((earlier, layer))
                if earlier.marks == scene.marks && earlier.landscape.table == scene.landscape.table =>
            {
                layer.realm.clone()
            }
            _ if scene.landscape.table.is_some() => tabletop::draw_pieces(scene),
            _ if scene.marks.iter().any(|mark| mark.kind == "control") => {
                realm::draw(scene, sheet, ids).into()
            }
            _ => "".into(),
        };
        let drawn = before.map(|(earlier, layer)| drawn_stacks(earlier, layer, sheet)).unwrap_or_default();
        let mut counters = Vec::with_capacity(scene.counters.len());
        for (place, stack) in stacks(scene) {
            let Some(at) = sheet.place(place) else { continue };
            match drawn.get(&place) {
                Some((same, pieces)) if *same == stack => counters.extend_from_slice(pieces),
                _ => draw_stack(scene, at, &stack, ids, &mut counters),
            }
        }
        let mut marks = vec![];
        draw_letters(scene, sheet, ids, &mut marks);
        for mark in scene.marks.iter().filter(|mark| mark.kind != "control") {
            if let Some(at) = sheet.place(mark.place) {
                marks.push(draw_mark(scene, mark, at, ids));
            }
        }
        Layer { realm, counters, marks }
    }
}

/// The stacks of an earlier scene with their pieces, one for each counter.
type DrawnStacks<'a> = BTreeMap<Place, (Vec<&'a Counter>, &'a [Arc<Piece>])>;

fn drawn_stacks<'a>(scene: &'a Scene, layer: &'a Layer, sheet: &Layout) -> DrawnStacks<'a> {
    let mut left = layer.counters.as_slice();
    let on_map = stacks(scene).into_iter().filter(|(place, _)| sheet.place(*place).is_some());
    let with_pieces = |(place, stack): (Place, Vec<&'a Counter>)| {
        let (pieces, rest) = left.split_at_checked(stack.len())?;
        left = rest;
        Some((place, (stack, pieces)))
    };
    on_map.map_while(with_pieces).collect()
}

/// The counters on each hex, bottom first.
pub(crate) fn stacks(scene: &Scene) -> BTreeMap<Place, Vec<&Counter>> {
    let mut stacks: BTreeMap<Place, Vec<&Counter>> = BTreeMap::new();
    for counter in &scene.counters {
        if let Some(place) = counter.place {
            stacks.entry(place).or_default().push(counter);
        }
    }
    stacks
}

fn draw_stack(scene: &Scene, at: Point, stack: &[&Counter], ids: &mut Ids, out: &mut Vec<Arc<Piece>>) {
    if let Some(Place::Pose(pose)) = stack.first().and_then(|counter| counter.place) {
        for counter in stack {
            let id = ids.take(format!("c{}", counter.id));
            let svg = tabletop::draw_base(counter, counter.base.unwrap_or(SQUARE), pose, &id);
            out.push(Arc::new(Piece { id, svg }));
        }
        return;
    }
    // A passenger whose chariot is elsewhere or unseen stands for itself.
    let rides =
        |c: &Counter| c.aboard.is_some_and(|carrier| stack.iter().any(|o| o.id == carrier && o.id != c.id));
    let mut standing: Vec<&Counter> = stack.iter().copied().filter(|c| !rides(c)).collect();
    // Enemies in one hex lie side by side as far as there is room, each stack for itself.
    standing.sort_by_key(|c| c.side);
    let mixed = standing.first().map(|c| c.side) != standing.last().map(|c| c.side);
    let mut draw = |counter: &Counter, seat: &Seat| {
        let id = ids.take(format!("c{}", counter.id));
        let svg = counter::draw(scene, counter, &id, seat);
        out.push(Arc::new(Piece { id, svg }));
    };
    for (i, counter) in standing.iter().enumerate() {
        let own: Vec<usize> = (0..standing.len()).filter(|&k| standing[k].side == counter.side).collect();
        let (count, rank) = (own.len(), own.iter().filter(|&&k| k < i).count());
        let shown = count.clamp(1, 3) as f64 - 1.0;
        let below_top = (count - 1 - rank).min(2) as f64;
        let apart =
            if mixed { APART * if counter.side == 0 { -1.0 } else { 1.0 } } else { Point::new(0.0, 0.0) };
        let place = at + apart + STEP * (below_top - shown / 2.0);
        let depth = if rank + 1 == count { count } else { 0 };
        draw(counter, &Seat { at: place, scale: 1.0, depth });
        for (n, rider) in stack.iter().filter(|c| rides(c) && c.aboard == Some(counter.id)).enumerate() {
            let seat = place + RIDES.0 + Point::new(23.0, 0.0) * n.min(1) as f64;
            draw(rider, &Seat { at: seat, scale: RIDES.1, depth: 0 });
        }
    }
    // Passengers of passengers do not exist in any rulebook; should one appear, it is not lost.
    for counter in stack.iter().filter(|c| rides(c) && standing.iter().all(|s| c.aboard != Some(s.id))) {
        draw(counter, &Seat { at, scale: RIDES.1, depth: 0 });
    }
}

/// Kinds of highlights with a look of their own; others take the first.
const HINTS: [&str; 6] = ["move", "target", "place", "retreat", "enter", "unit"];
const THREATS: [&str; 3] = ["fire", "melee", "stop"];

fn highlights(
    scene: &Scene,
    sheet: &Layout,
    family: &str,
    all: impl Iterator<Item = (Place, &'static str, Option<u16>)>,
    ids: &mut Ids,
) -> String {
    let mut by_place: BTreeMap<(Place, &str), Vec<u16>> = BTreeMap::new();
    for (hex, kind, counter) in all {
        by_place.entry((hex, kind)).or_default().extend(counter);
    }
    let known: &[&str] = if family == "hint" { &HINTS } else { &THREATS };
    let mut out = format!("<g id=\"{family}s\">");
    for ((hex, kind), counters) in by_place {
        let Some(at) = sheet.place(hex) else { continue };
        let look = if known.contains(&kind) { kind } else { known[0] };
        let id = ids.take(format!("{}{}-{}", &family[..1], id_part(&hex.to_string()), id_part(kind)));
        if let Place::Pose(pose) = hex {
            let acting = scene.counters.iter().find(|c| counters.contains(&c.id)).and_then(|c| c.base);
            let _ =
                write!(out, "<path id=\"{id}\" {}/>", tabletop::ghost(acting.unwrap_or(SQUARE), pose, look));
            continue;
        }
        let _ = write!(
            out,
            "<use id=\"{id}\" class=\"{family} {}\" href=\"#{family}-{look}\" x=\"{}\" y=\"{}\"",
            id_part(kind),
            Num(at.x),
            Num(at.y)
        );
        if !counters.is_empty() {
            let list: Vec<String> = counters.iter().map(u16::to_string).collect();
            let _ = write!(out, " data-counters=\"{}\"", list.join(" "));
        }
        out.push_str("/>");
    }
    out.push_str("</g>");
    out
}

/// The letters that counters would hide, small and on top; objectives bring their own.
fn draw_letters(scene: &Scene, sheet: &Layout, ids: &mut Ids, out: &mut Vec<Arc<Piece>>) {
    for label in scene.landscape.labels.iter().filter(|l| l.kind == "letter") {
        let Some(at) = sheet.place(label.hex) else { continue };
        let covered = scene.counters.iter().any(|c| c.place.is_some_and(|place| place == label.hex));
        let marked = scene.marks.iter().any(|m| m.place == label.hex && m.kind == "objective");
        if covered && !marked {
            let at = at + badge_spot(scene.landscape.orientation);
            let id = ids.take(format!("l{}", label.hex));
            let svg = format!(
                "<g id=\"{id}\" class=\"letter\" transform=\"translate({} {})\"><circle r=\"9.4\" fill=\"#f8f0da\" stroke=\"#6d5c45\" stroke-width=\".7\"/><text y=\"4.7\" font-size=\"14\" font-weight=\"700\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#3d2b16\">{}</text></g>",
                Num(at.x),
                Num(at.y),
                escape(&label.text)
            );
            out.push(Arc::new(Piece { id, svg }));
        }
    }
}

/// Where a badge about a hex's letter stands: in the corner, half off the counter.
fn badge_spot(orientation: Orientation) -> Point {
    letter_spot(orientation) * 1.14
}

fn draw_mark(scene: &Scene, mark: &Mark, at: Point, ids: &mut Ids) -> Arc<Piece> {
    let colour = mark.side.map_or("#6d5c45", counter::side_colour);
    let id = ids.take(format!("m{}-{}", mark.place, id_part(mark.kind)));
    let below = badge_spot(scene.landscape.orientation);
    // Where the name of a place stands below, the badge is above.
    let named = |label: &&Label| {
        label.hex == mark.place && matches!(label.kind, "town" | "city" | "capital" | "port")
    };
    let spot = match scene.landscape.labels.iter().find(named) {
        Some(_) if scene.landscape.orientation == Orientation::Pointy => at - below,
        _ => at + below,
    };
    let covered = scene.counters.iter().any(|c| c.place == Some(mark.place));
    let (place, drawing) = match mark.kind {
        "objective" if covered || spot.y < at.y => (spot, objective(scene, mark, colour)),
        // On an empty hex the wreath is large enough to go around the printed letter.
        "objective" => (
            at + letter_spot(scene.landscape.orientation),
            format!("<g transform=\"scale(1.3)\">{}</g>", objective(scene, mark, colour)),
        ),
        "dust" | "smoke" => (at, "<use href=\"#dust\"/>".to_string()),
        "target" => (at, "<use href=\"#hint-target\"/>".to_string()),
        "pillaged" => (spot, "<use href=\"#seal-rebel\"/>".to_string()),
        "base" | "city" => (spot, format!("<use href=\"#held-{}\" color=\"{colour}\"/>", mark.kind)),
        _ => (
            spot,
            format!(
                "<circle r=\"7\" fill=\"#fff8e8\" fill-opacity=\".85\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-dasharray=\"2.5 1.8\"/><circle r=\"2.4\" fill=\"{colour}\"/>"
            ),
        ),
    };
    let svg = format!(
        "<g id=\"{id}\" class=\"mark {}\" transform=\"translate({} {})\"><title>{}</title>{drawing}</g>",
        id_part(mark.kind),
        Num(place.x),
        Num(place.y),
        escape(&mark.text)
    );
    Arc::new(Piece { id, svg })
}

/// A wreath in the colour of the holder about the letter of the hex, or about a star if it has none. The wreath
/// of the second side is broken, as its band is.
fn objective(scene: &Scene, mark: &Mark, colour: &str) -> String {
    let wreath = match mark.side {
        Some(1) => "wreath1",
        Some(_) => "wreath0",
        None => "wreath",
    };
    let inner = match scene.landscape.labels.iter().find(|l| l.hex == mark.place && l.kind == "letter") {
        Some(label) => format!(
            "<text y=\"4.7\" font-size=\"14\" font-weight=\"700\" font-style=\"italic\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
            escape(&label.text)
        ),
        None => format!("<use href=\"#star\" color=\"{colour}\"/>"),
    };
    format!("<use href=\"#{wreath}\" color=\"{colour}\"/>{inner}")
}

/// The definitions [`layer_svg`] refers to; once in a document is enough.
pub fn symbols_svg(orientation: Orientation) -> String {
    let hex = |radius: f64| {
        let mut path = PathText::default();
        path.polygon(&unit_corners(orientation).map(|c| c * radius));
        path.into_string()
    };
    let (outer, inner, core) = (hex(RADIUS - 2.2), hex(RADIUS - 4.5), hex(RADIUS - 8.0));
    format!(
        "<defs>{}{}{}\
         <path id=\"hint-move\" d=\"{outer}\" fill=\"#fff7d0\" fill-opacity=\".5\" stroke=\"#c08a16\" stroke-width=\"1.8\"/>\
         <g id=\"hint-target\" fill=\"none\" stroke=\"#a3261c\"><path d=\"{outer}\" fill=\"#a3261c\" fill-opacity=\".14\" stroke-width=\"2.4\"/><path d=\"M0-30v7M0 30v-7M-32 0h7M32 0h-7\" stroke-width=\"2.4\" stroke-linecap=\"round\"/></g>\
         <path id=\"hint-place\" d=\"{inner}\" fill=\"#6a1f4d\" fill-opacity=\".1\" stroke=\"#6a1f4d\" stroke-width=\"1.6\" stroke-dasharray=\"1.5 4\" stroke-linecap=\"round\"/>\
         <path id=\"hint-retreat\" d=\"{inner}\" fill=\"#fff7d0\" fill-opacity=\".35\" stroke=\"#7b6a4e\" stroke-width=\"2\" stroke-dasharray=\"7 4\"/>\
         <path id=\"hint-enter\" d=\"{inner}\" fill=\"#dff0d0\" fill-opacity=\".5\" stroke=\"#3f7d4e\" stroke-width=\"2\" stroke-dasharray=\"9 3\"/>\
         <path id=\"hint-unit\" d=\"{outer}\" fill=\"#6a1f4d\" fill-opacity=\".07\" stroke=\"#6a1f4d\" stroke-opacity=\".75\" stroke-width=\"2\"/>\
         <path id=\"threat-fire\" d=\"{outer}\" fill=\"#a3261c\" fill-opacity=\".08\" stroke=\"#a3261c\" stroke-opacity=\".75\" stroke-width=\"1.6\" stroke-dasharray=\"3 4\"/>\
         <path id=\"threat-melee\" d=\"{inner}\" fill=\"#a3261c\" fill-opacity=\".16\" stroke=\"#a3261c\" stroke-opacity=\".6\" stroke-width=\"1.4\"/>\
         <path id=\"threat-stop\" d=\"{core}\" fill=\"none\" stroke=\"#7d4c07\" stroke-width=\"1.8\" stroke-dasharray=\"1 4\" stroke-linecap=\"round\"/>\
         {}\
         </defs>",
        counter::symbols(),
        glyph::symbols(),
        wreaths(),
        realm::symbols(&hex(RADIUS))
    )
}

/// Leaves of half a wreath on the right, from the bottom up: place and turn in degrees.
const LEAVES: [(f64, f64, i32); 5] =
    [(3.6, 10.6, 66), (7.5, 8.3, 40), (10.3, 4.6, 18), (11.2, 0.0, -4), (10.0, -4.8, -28)];

fn wreaths() -> String {
    let mut leaves = String::new();
    for (x, y, turn) in LEAVES {
        for mirror in [1, -1] {
            let _ = write!(
                leaves,
                "<path d=\"M0 3.6c-2.9-2-2.9-5.8-.4-8 3 1.8 3.4 5.9.4 8z\" transform=\"scale({mirror} 1) translate({} {}) rotate({turn})\"/>",
                Num(x),
                Num(y)
            );
        }
    }
    let disc = "<circle r=\"10.6\" fill=\"#fff8e8\" fill-opacity=\".93\"/>";
    let star = "M0-6.4l1.9 4.2 4.5.4-3.4 3 1 4.4-4-2.4-4 2.4 1-4.4-3.4-3 4.5-.4z";
    let leaf_look = "fill=\"currentColor\" stroke=\"#fff8e8\" stroke-width=\".6\"";
    format!(
        "<g id=\"wreath0\">{disc}<circle r=\"10.6\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\"/><g {leaf_look}>{leaves}</g></g>\
         <g id=\"wreath1\">{disc}<circle r=\"10.6\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\" stroke-dasharray=\"3 2\"/><g {leaf_look}>{leaves}</g></g>\
         <g id=\"wreath\">{disc}<circle r=\"10\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1\"/><circle r=\"8.2\" fill=\"none\" stroke=\"currentColor\" stroke-width=\".5\"/></g>\
         <path id=\"star\" d=\"{star}\" fill=\"currentColor\"/>\
         <g id=\"held-base\"><circle r=\"8\" fill=\"#f9efd6\" stroke=\"#2f6b46\" stroke-width=\"1.4\"/><path d=\"M-5 4L-1.6-3 1.8 4zM0 1L2.6-4.5 6 4H1.8\" fill=\"#2f6b46\" fill-opacity=\".35\" stroke=\"#2f6b46\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/></g>\
         <g id=\"held-city\"><circle r=\"8\" fill=\"#f9efd6\" stroke=\"currentColor\" stroke-width=\"1.6\"/><path d=\"M-5 4v-6h2v1.5h1.6V-4h2.8v3.5h1.6V-2h2v6z\" fill=\"currentColor\"/></g>\
         <g id=\"dust\" fill=\"#cdb88c\" fill-opacity=\".82\" stroke=\"#8d7446\" stroke-opacity=\".7\" stroke-width=\"1\"><circle cx=\"-13\" cy=\"7\" r=\"11\"/><circle cx=\"12\" cy=\"9\" r=\"12\"/><circle cx=\"-2\" cy=\"-4\" r=\"14\"/><circle cx=\"15\" cy=\"-7\" r=\"8\"/></g>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn ids_stay_the_same_when_a_counter_moves_and_only_it_changes() {
        let before = sample::skirmish();
        let mut after = before.clone();
        after.counters[4].place = Some(engine::hex::HexNumber(509).into());
        let elements = |scene: &Scene| -> BTreeMap<String, String> {
            layer_svg(scene)
                .split("<g id=\"")
                .filter_map(|part| part.split_once('"').map(|(id, rest)| (id.to_string(), rest.to_string())))
                .collect()
        };
        let (a, b) = (elements(&before), elements(&after));
        assert!(a.keys().eq(b.keys()));
        let changed: Vec<&String> =
            a.iter().filter(|(id, rest)| b[*id] != **rest).map(|(id, _)| id).collect();
        assert_eq!(changed, ["c5"]);
    }

    #[test]
    fn only_the_stacks_that_changed_are_drawn_again() {
        let before = sample::skirmish();
        let sheet = Layout::of(&before.landscape);
        let first = Layer::of(&before, &sheet);
        let mut after = before.clone();
        after.counters[4].place = Some(engine::hex::HexNumber(509).into());
        let second = first.after(&before, &after, &sheet);
        let anew = Layer::of(&after, &sheet);
        assert!(second.counters == anew.counters && second.marks == anew.marks && second.realm == anew.realm);
        let is_kept = |piece: &&Arc<Piece>| first.counters.iter().any(|old| Arc::ptr_eq(old, piece));
        let drawn: Vec<&str> =
            second.counters.iter().filter(|piece| !is_kept(piece)).map(|piece| piece.id.as_str()).collect();
        assert!(drawn.contains(&"c5") && drawn.len() <= 2, "{drawn:?}");
    }

    #[test]
    fn a_stack_of_four_says_so_and_one_of_two_does_not() {
        let svg = layer_svg(&sample::skirmish());
        assert_eq!(svg.matches("class=\"depth\"").count(), 1);
        assert!(svg.contains(">4</text></g></g>"));
    }

    #[test]
    fn a_passenger_is_small_and_drawn_right_after_its_chariot() {
        let svg = layer_svg(&sample::skirmish());
        let (chariot, rider) = (svg.find("id=\"c8\"").unwrap(), svg.find("id=\"c9\"").unwrap());
        assert!(chariot < rider && rider < svg.find("id=\"c20\"").unwrap());
        assert!(svg[rider..].split('>').next().unwrap().contains("scale(0.60)"));
    }

    #[test]
    fn seals_facing_and_backs_are_drawn() {
        let svg = layer_svg(&sample::skirmish());
        for (id, expected) in [
            ("c1", "seal-moved"),
            ("c3", "seal-active"),
            ("c4", "seal-attacking"),
            ("c5", "seal-fired"),
            ("c8", "seal-charged"),
            ("c10", "#back0"),
            ("c14", "seal-disrupted"),
            ("c15", "facing1\" transform=\"rotate(240)"),
            ("c18", "#back1"),
            ("c19", "#g-leader"),
        ] {
            let from = svg.find(&format!("<g id=\"{id}\"")).unwrap();
            let until = svg[from + 1..].find("<g id=\"").map_or(svg.len(), |n| from + 1 + n);
            assert!(svg[from..until].contains(expected), "{id}: {expected}");
        }
    }

    /// The part of a layer that draws one counter.
    fn drawn(svg: &str, id: u16) -> String {
        let from = svg.find(&format!("<g id=\"c{id}\"")).unwrap();
        let until = svg[from + 1..].find("<g id=\"").map_or(svg.len(), |n| from + 1 + n);
        svg[from..until].to_string()
    }

    #[test]
    fn every_glyph_seal_symbol_and_code_is_drawn_on_its_counter() {
        for scene in [sample::valley(), sample::realm()] {
            let svg = layer_svg(&scene);
            for counter in &scene.counters {
                let drawn = drawn(&svg, counter.id);
                assert!(drawn.contains(&format!("#g-{}\"", counter.glyph)), "{}", counter.glyph);
                for seal in &counter.seals {
                    assert!(drawn.contains(&format!("#seal-{seal}\"")), "{seal}");
                }
                for symbol in counter.symbols.iter().filter(|symbol| crate::seal::is_printed(symbol)) {
                    assert!(drawn.contains(&format!("#s-{symbol}\"")), "{symbol}");
                }
                assert!(drawn.contains(&format!(">{}</text>", counter.code)) || counter.code.is_empty());
            }
        }
    }

    #[test]
    fn what_nobody_knows_is_shown_in_letters_or_not_at_all() {
        let mut scene = sample::valley();
        scene.counters[0].glyph = "elephants";
        scene.counters[0].seals = vec!["bewitched"];
        scene.counters[0].symbols = vec!["trunk"];
        let drawn = drawn(&layer_svg(&scene), 0);
        assert!(drawn.contains(">elephants</text>"));
        assert!(!drawn.contains("#seal-") && !drawn.contains("#s-"));
    }

    #[test]
    fn a_red_range_is_red_and_another_is_not() {
        let svg = layer_svg(&sample::valley());
        let ink = |id: u16, text: &str| {
            let drawn = drawn(&svg, id);
            let before = drawn.split(&format!(">{text}<")).next().unwrap().to_string();
            before.rsplit("fill=\"").next().unwrap().trim_end_matches('"').to_string()
        };
        assert_eq!(ink(4, "1/r2"), "#a3261c");
        assert_eq!(ink(2, "r2"), "#5d4a30");
    }

    #[test]
    fn enemies_in_one_hex_lie_side_by_side() {
        let svg = layer_svg(&sample::realm());
        let x = |id: u16| -> f64 {
            let drawn = drawn(&svg, id);
            drawn.split("translate(").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
        };
        assert!(x(5) - x(6) > 15.0, "{} {}", x(5), x(6));
    }

    #[test]
    fn tints_lie_under_the_counters_and_marks_above() {
        let svg = layer_svg(&sample::realm());
        let at = |id: &str| svg.find(&format!("id=\"{id}\"")).unwrap();
        assert!(at("m0101-control") < at("frontier0") && at("frontier1") < at("counters"));
        assert!(at("marks") < at("m0607-base") && at("marks") < at("m0305-city"));
    }

    #[test]
    fn a_letter_under_a_counter_is_shown_on_top() {
        let svg = layer_svg(&sample::skirmish());
        assert!(svg.contains("id=\"l0303\""), "G is covered");
        assert!(!svg.contains("id=\"l1103\""), "A has its wreath");
        assert!(!svg.contains("id=\"l0801\""), "C is free");
    }
}
