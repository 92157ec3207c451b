use std::sync::Arc;
use engine::{Game, Side};
use crate::battle::Battle;
use crate::files::Library;
use crate::order::Order;
use crate::position::Position;

#[test]
#[ignore]
fn show() {
    let library = Library::embedded().unwrap();
    let wanted = std::env::var("SHOW").unwrap_or("rome".into());
    for name in library.names().iter().filter(|n| n.contains(&wanted)) {
        let battle = Arc::new(Battle::new(library.sheet(name, None).unwrap()));
        let mut p = Position::new(battle.clone());
        for _ in Side::BOTH {
            if matches!(p.step, crate::position::Step::Deploy(_)) {
                p.play(&Order::Muster, &mut engine::Silence);
            }
        }
        println!("== {name}");
        let grid = &battle.sheet.ground.grid;
        for side in Side::BOTH {
            let hexes: Vec<_> = battle.units(side).filter_map(|u| p.unit(u).hex()).collect();
            if hexes.is_empty() { continue; }
            let (c0, c1) = (hexes.iter().map(|h| grid.column(*h)).min().unwrap().saturating_sub(1).max(1), (hexes.iter().map(|h| grid.column(*h)).max().unwrap() + 1).min(40));
            let (r0, r1) = (hexes.iter().map(|h| grid.row(*h)).min().unwrap().saturating_sub(1).max(1), (hexes.iter().map(|h| grid.row(*h)).max().unwrap() + 1).min(30));
            println!("-- {} columns {c0}-{c1} rows {r0}-{r1}", battle.sheet.sides[side.index()]);
            let mut rows: Vec<String> = vec![];
            for line in (r0 - 1) * 2..r1 * 2 + 1 {
                let mut text = String::new();
                for c in c0..=c1 {
                    let shift = if c % 2 == 0 { 1 } else { 0 };
                    let l = line as i32 - shift;
                    let (r, part) = (l.div_euclid(2) + 1, l.rem_euclid(2));
                    let cell = if r < 1 || r > 30 { "     ".to_string() } else {
                        let hex = grid.at(engine::hex::HexNumber::new(c, r as u16)).unwrap();
                        let ids: Vec<_> = p.stack(hex).collect();
                        let t = match battle.terrain(hex).name() { "clear" => '.', "woods" => 'w', "stream" => '~', "slope" => '^', "village" => 'v', "marsh"=>'m', "road" => '=', _ => 'N' };
                        if part == 0 {
                            let mut s = String::new();
                            let tr: Vec<_> = ids.iter().filter(|i| p.unit(**i).is_troop()).collect();
                            let lead: String = ids.iter().filter(|i| !p.unit(**i).is_troop()).map(|i| p.unit(*i).kind.code()).collect();
                            s += &tr.iter().map(|i| match p.unit(**i).kind.code() { "MI" => 'i', "MS" => 's', "AX" => 'x', "SD" => 'd', "MC" => 'm', "HA" => 'h', "BO" => 'b', "IB"=>'b', "SK" => 'k', _ => 'O' }).collect::<String>();
                            s += &lead;
                            format!("{s:5}")
                        } else {
                            match ids.first() { Some(i) => format!("{t}{:<4}", ["^","/>","\\>","v","</","<\\"][p.unit(*i).facing.index()]), None => format!("{t}    ") }
                        }
                    };
                    text += &cell;
                }
                rows.push(text.trim_end().to_string());
            }
            println!("{}", rows.join("\n"));
        }
    }
}
