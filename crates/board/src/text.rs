//! The board in plain text, for a terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use engine::hex::{Direction, Hex, Orientation};
use engine::place::Place;
use engine::scene::{Counter, Scene};

use crate::glyph;
use crate::layer::stacks;
use crate::layout::Layout;

mod table;

/// Characters of a cell; the last one keeps neighbours apart.
const CELL: usize = 4;

/// The board as text: one cell for each hex, flat-topped columns staggered by a line, pointy-topped rows by
/// half a cell. The first side's units are in capitals, the second's in small letters.
///
/// A cell with units reads `MS2*` (top unit, counters in the stack, active) over `↗!~` (facing, disrupted, ground);
/// an empty one shows its ground over the letter printed there.
///
/// An open table has a cell of two characters for each of its units, and a base reads as the first letters of its code.
pub fn text_board(scene: &Scene) -> String {
    if let Some(table) = &scene.landscape.table {
        return table::text_table(scene, table);
    }
    let sheet = Layout::of(&scene.landscape);
    let stacks = stacks(scene);
    let mut lines: Vec<Vec<char>> = vec![];
    let mut write_at = |line: usize, column: usize, text: &str| {
        if lines.len() <= line {
            lines.resize(line + 1, vec![]);
        }
        for (i, c) in text.chars().enumerate() {
            let place = column + i;
            if lines[line].len() <= place {
                lines[line].resize(place + 1, ' ');
            }
            lines[line][place] = c;
        }
    };
    let flat = scene.landscape.orientation == Orientation::Flat;
    let grid = sheet.grid();
    let pushed = |line: u16| line.is_multiple_of(2) == scene.landscape.even_shifted;
    let last = if flat { usize::from(grid.rows()) * 2 + 2 } else { usize::from(grid.rows()) * 2 + 1 };
    // Along the rim the halves of the printed numbers, which need not count from the left or from one.
    let rim = |column: u16, row: u16| {
        let numbers = &scene.landscape.numbers;
        let (line, place) = if flat { (column, row) } else { (row, column) };
        let places = if flat { grid.rows() } else { grid.columns() };
        let number =
            numbers.get(usize::from(line * places + place)).map(ToString::to_string).unwrap_or_default();
        let (first, second) = number.split_at(number.len().saturating_sub(2));
        if flat { (first.to_string(), second.to_string()) } else { (second.to_string(), first.to_string()) }
    };
    for column in 0..grid.columns() {
        let left = 4 + usize::from(column) * CELL;
        write_at(0, left, &rim(column, 0).0);
        write_at(last, left, &rim(column, grid.rows().saturating_sub(1)).0);
    }
    for row in 0..grid.rows() {
        write_at(1 + usize::from(row) * 2, 0, &rim(0, row).1);
    }
    for hex in grid.hexes() {
        let (column, row) = (usize::from(grid.column(hex)) - 1, usize::from(grid.row(hex)) - 1);
        let (line, _) = grid.line_and_place(hex);
        let (down, right) = match (flat, pushed(line + 1)) {
            (_, false) => (0, 0),
            (true, true) => (1, 0),
            (false, true) => (0, CELL / 2),
        };
        let (line, place) = (1 + row * 2 + down, 4 + column * CELL + right);
        let (upper, lower) =
            cell(scene, &sheet, hex, stacks.get(&grid.number(hex).into()).map_or(&[], Vec::as_slice));
        write_at(line, place, &upper);
        write_at(line + 1, place, &lower);
    }
    let mut out = String::new();
    let _ = writeln!(out, "{}", join(&[&scene.title, &scene.subtitle]));
    for track in &scene.tracks {
        if let Some(space) = track.at.and_then(|at| track.spaces.get(at)) {
            let house = if track.house { " (house value)" } else { "" };
            let _ = writeln!(out, "{} {space} of {}{house}", track.name, track.spaces.len());
        }
    }
    let _ = writeln!(out, "{}\n", join(&[&scene.phase, &scene.prompt]));
    for line in lines {
        out.push_str(line.into_iter().collect::<String>().trim_end());
        out.push('\n');
    }
    out.push('\n');
    out.push_str(&legend(scene, &stacks));
    out
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|p| !p.is_empty()).copied().collect::<Vec<_>>().join(" – ")
}

/// What can have befallen a unit, the gravest first, and the letter that says so.
const PLIGHTS: [(&str, char); 5] =
    [("disrupted", '!'), ("surprised", '?'), ("plundered", 'x'), ("rebel", '&'), ("reduced", '-')];

/// The letter of a terrain class.
fn ground(class: &str) -> char {
    match class {
        "woods" | "wood" => '♣',
        "slope" => '^',
        "stream" => '~',
        "village" => '#',
        "marsh" => '"',
        "road" => '=',
        "nile" | "river" | "sea" => '≈',
        "hill" => 'n',
        "vineyard" => '%',
        "mountain" => '▲',
        "fortification" => 'H',
        "bridge" => '╫',
        "ford" => '÷',
        "fertile" => ',',
        "rough" => ':',
        "coast-fertile" => ';',
        "coast-rough" => '¦',
        "coast-desert" => '˙',
        "offmap" => ' ',
        _ => '·',
    }
}

/// The code of a unit: capitals for the first side, small letters for the second.
fn code(counter: &Counter) -> String {
    let code = match counter.glyph {
        "hidden" => return if counter.side == 0 { "??".into() } else { "¿¿".into() },
        leader if glyph::is_leader(leader) => format!("L{leader}"),
        // A code of two letters tells the unit; a longer one tells its nation, and the glyph the rest.
        other if counter.code.chars().count() > 2 => {
            counter.code.chars().take(1).chain(other.chars().take(1)).collect()
        }
        other if counter.code.is_empty() => other.chars().take(2).collect(),
        _ => counter.code.clone(),
    };
    if counter.side == 0 { code.to_uppercase() } else { code.to_lowercase() }
}

fn arrow(orientation: Orientation, facing: Direction) -> char {
    match orientation {
        Orientation::Flat => ['↑', '↗', '↘', '↓', '↙', '↖'][facing.index()],
        Orientation::Pointy => ['↗', '→', '↘', '↙', '←', '↖'][facing.index()],
    }
}

/// The two lines of a cell.
fn cell(scene: &Scene, sheet: &Layout, hex: Hex, stack: &[&Counter]) -> (String, String) {
    let land = &scene.landscape;
    let number = sheet.grid().number(hex);
    let Some(top) = stack.iter().rev().find(|c| c.aboard.is_none()).or(stack.last()) else {
        let mark = ground(land.terrain.get(hex.index()).copied().unwrap_or("clear"));
        let letter = land.labels.iter().find(|l| l.hex == number && l.kind == "letter");
        let below = letter.map_or(String::new(), |l| format!("({})", l.text.chars().next().unwrap_or(' ')));
        // Ground other than open fills its cell, so that woods and hills show as areas.
        let filled = mark.to_string().repeat(3);
        if mark == ' ' {
            return (String::new(), below);
        }
        return match (mark, below.is_empty()) {
            ('·', _) => (" ·".into(), below),
            (_, true) => (filled.clone(), filled),
            (_, false) => (filled, below),
        };
    };
    let mut upper = code(top);
    match stack.len() {
        1 => {}
        n @ 2..=9 => upper.push((b'0' + n as u8) as char),
        _ => upper.push('+'),
    }
    if stack.iter().any(|c| c.seals.contains(&"active")) {
        upper = format!("{upper:<3}*");
    }
    let mut lower = String::new();
    lower.push(top.facing.map_or(' ', |f| arrow(land.orientation, f)));
    let plight = PLIGHTS.iter().find(|(seal, _)| stack.iter().any(|c| c.seals.contains(seal)));
    lower.push(plight.map_or(' ', |&(_, letter)| letter));
    lower.push(match ground(land.terrain.get(hex.index()).copied().unwrap_or("clear")) {
        '·' => ' ',
        other => other,
    });
    (upper, lower)
}

fn legend(scene: &Scene, stacks: &BTreeMap<Place, Vec<&Counter>>) -> String {
    let land = &scene.landscape;
    let mut out = String::new();
    for (side, card) in scene.sides.iter().enumerate() {
        let case = if side == 0 { "CAPITALS" } else { "small letters" };
        let standing = if card.standing.is_empty() { String::new() } else { format!(", {}", card.standing) };
        let _ = writeln!(out, "{case}: {} ({}{standing})", card.name, card.strength);
    }
    let classes: BTreeSet<&str> =
        land.terrain.iter().copied().filter(|class| !matches!(*class, "void" | "offmap")).collect();
    let ground: Vec<String> = classes.iter().map(|class| format!("{} {class}", ground(class))).collect();
    let _ = writeln!(out, "Ground: {}.  (A) a lettered hex.", ground.join(", "));
    let met = |&&(seal, _): &&(&str, char)| scene.counters.iter().any(|c| c.seals.contains(&seal));
    let plights: String =
        PLIGHTS.iter().filter(met).map(|(seal, letter)| format!(" {letter} {seal},")).collect();
    let _ = writeln!(
        out,
        "Units: code, counters in the stack, * active; below, facing,{plights} the ground if not clear."
    );
    let mut codes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for counter in scene.counters.iter().filter(|c| !c.code.is_empty() && c.place.is_some()) {
        let sort = counter.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '#' || c == ' ');
        codes.entry(code(counter)).or_default().insert(sort);
    }
    let codes: Vec<String> = codes
        .iter()
        .map(|(code, names)| format!("{code} {}", names.iter().copied().collect::<Vec<_>>().join(" or ")))
        .collect();
    if !codes.is_empty() {
        let _ = writeln!(out, "Codes: {}.", codes.join(", "));
    }
    // What a unit hides is told here: the letters of occupied hexes.
    let held: Vec<String> = land
        .labels
        .iter()
        .filter(|l| l.kind == "letter" && stacks.contains_key(&l.hex.into()))
        .map(|l| format!("{} at {}", l.text, l.hex))
        .collect();
    if !held.is_empty() {
        let _ = writeln!(out, "Under units: {}.", held.join(", "));
    }
    for mark in &scene.marks {
        let holder =
            mark.side.and_then(|s| scene.sides.get(usize::from(s))).map_or("nobody", |s| s.name.as_str());
        let text = if mark.text.is_empty() { mark.kind } else { mark.text.as_str() };
        let _ = writeln!(out, "{}: {text} ({holder})", mark.place);
    }
    for tray in scene.boxes.iter().filter(|t| !t.counters.is_empty()) {
        let codes: Vec<String> = tray
            .counters
            .iter()
            .filter_map(|id| scene.counters.iter().find(|c| c.id == *id))
            .map(code)
            .collect();
        let _ = writeln!(out, "{}: {}", tray.name, codes.join(" "));
    }
    if let Some(house) = &land.house {
        let _ = writeln!(out, "House: {house}");
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::scene::Landscape;

    use super::*;
    use crate::sample;

    /// The two lines of the cell of a flat-topped map with even columns lower.
    fn cell_of(board: &str, column: usize, row: usize) -> [String; 2] {
        let lines: Vec<&str> = board.lines().skip_while(|l| !l.starts_with("    01")).collect();
        let line = 1 + (row - 1) * 2 + usize::from(column.is_multiple_of(2));
        [line, line + 1].map(|l| {
            let cell: String = lines[l].chars().skip(4 + (column - 1) * CELL).take(CELL).collect();
            cell.trim_end().to_string()
        })
    }

    #[test]
    fn sides_differ_by_case_and_stacks_by_number() {
        let board = text_board(&sample::skirmish());
        assert_eq!(cell_of(&board, 5, 4), ["MS2", "↗ ^"]);
        assert_eq!(cell_of(&board, 8, 3), ["sd4", "↖!"]);
        assert_eq!(cell_of(&board, 6, 3), ["AX *", "↘"]);
        assert_eq!(cell_of(&board, 4, 5), ["LE", "↗ ^"]);
        assert_eq!(cell_of(&board, 1, 2), ["??", "↗"]);
        assert_eq!(cell_of(&board, 7, 2), ["CH2", "↘ ♣"]);
    }

    #[test]
    fn empty_hexes_show_their_ground_and_letter() {
        let board = text_board(&sample::skirmish());
        assert_eq!(cell_of(&board, 6, 2), ["♣♣♣", "♣♣♣"]);
        assert_eq!(cell_of(&board, 8, 1), [" ·", "(C)"]);
        assert_eq!(cell_of(&board, 1, 5), ["~~~", "~~~"]);
    }

    #[test]
    fn the_legend_names_sides_boxes_and_covered_letters() {
        let board = text_board(&sample::skirmish());
        for line in [
            "CAPITALS: Romans (21",
            "small letters: Sabines",
            "Under units: A at 1103, G at 0303.",
            "Romans to be placed: MI MS",
            "Game-Turn 4 of 10 (house value)",
        ] {
            assert!(board.contains(line), "{line}");
        }
    }

    #[test]
    fn codes_tell_units_and_nations_and_missing_hexes_are_blank() {
        let board = text_board(&sample::valley());
        assert_eq!(cell_of(&board, 2, 5), ["PE", " -"]);
        assert_eq!(cell_of(&board, 3, 5), ["sk", " ?"]);
        assert_eq!(cell_of(&board, 1, 1), ["HHH", "HHH"]);
        assert_eq!(cell_of(&board, 2, 9), ["", ""]);
        assert_eq!(cell_of(&board, 6, 7), ["╫╫╫", "╫╫╫"]);
        assert!(board.contains("PE Pe") && board.contains("! disrupted") != board.contains("? surprised"));
        let board = text_board(&sample::realm());
        assert_eq!(cell_of(&board, 2, 7), ["bl", " &"]);
        assert_eq!(cell_of(&board, 1, 9), ["", ""]);
    }

    #[test]
    fn a_map_of_forty_by_thirty_has_a_cell_for_every_hex() {
        let mut scene = sample::skirmish();
        scene.counters.clear();
        let land = Landscape {
            columns: 40,
            rows: 30,
            terrain: vec![],
            labels: vec![],
            ..(*scene.landscape).clone()
        };
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            scene.landscape = Arc::new(Landscape { orientation, ..land.clone() });
            let board = text_board(&scene);
            let map: Vec<&str> = board.lines().skip_while(|l| !l.starts_with("    01")).take(63).collect();
            assert_eq!(map.concat().matches('·').count(), 1200);
            assert!(map.iter().all(|line| line.chars().count() <= 4 + 40 * CELL + 2));
        }
    }
}
