//! An open table in plain text.

use std::fmt::Write;

use engine::place::Place;
use engine::scene::{Scene, Tabletop};

use super::join;

/// The table, a cell of two characters for each of its units, and then everything on it in words.
pub(super) fn text_table(scene: &Scene, table: &Tabletop) -> String {
    let (columns, rows) = (table.width / 1_000, table.depth / 1_000);
    let mut cells: Vec<Vec<[char; 2]>> =
        (0..rows).map(|y| (0..columns).map(|x| [ground(table, x, y), ' ']).collect()).collect();
    for counter in &scene.counters {
        let Some(Place::Pose(pose)) = counter.place else { continue };
        let row = usize::try_from(pose.y / 1_000).ok().and_then(|y| cells.get_mut(y));
        let cell = row.zip(usize::try_from(pose.x / 1_000).ok()).and_then(|(row, x)| row.get_mut(x));
        if let Some(cell) = cell {
            let mut code = counter.code.chars();
            let mut letter = || code.next().unwrap_or(' ');
            let letters = [letter(), letter()];
            *cell = match counter.side {
                0 => letters.map(|c| c.to_ascii_uppercase()),
                _ => letters.map(|c| c.to_ascii_lowercase()),
            };
        }
    }
    let mut out =
        format!("{}\n{}\n\n", join(&[&scene.title, &scene.subtitle]), join(&[&scene.phase, &scene.prompt]));
    for row in cells {
        let line: String = row.into_iter().flatten().collect();
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let _ = writeln!(out, "\n{}", scene.description);
    out
}

/// The letter of the ground in the middle of a cell.
fn ground(table: &Tabletop, x: i32, y: i32) -> char {
    let at = [x * 1_000 + 500, y * 1_000 + 500];
    let here = table.pieces.iter().rev().find(|piece| piece.kind != "zone" && holds(&piece.outline, at));
    match here.map_or("", |piece| piece.kind) {
        "" => '·',
        "woods" => '♣',
        "gentle-hill" => 'n',
        "steep-hill" => '^',
        "marsh" => '"',
        "rough" => ':',
        "dunes" | "oasis" => '~',
        "road" => '=',
        "camp" => 'A',
        _ => '≈',
    }
}

/// Whether a figure holds a point.
fn holds(outline: &[[i32; 2]], [x, y]: [i32; 2]) -> bool {
    let (n, x, y) = (outline.len(), i64::from(x), i64::from(y));
    let crosses = |i: &usize| {
        let ([ax, ay], [bx, by]) = (outline[*i].map(i64::from), outline[(i + 1) % n].map(i64::from));
        let left = (x - ax) * (by - ay) < (bx - ax) * (y - ay);
        (ay > y) != (by > y) && left == (by > ay)
    };
    (0..n).filter(crosses).count() % 2 == 1
}
