//! tmp
use board::*;
use engine::hex::*;
use engine::scene::*;
use std::sync::Arc;
fn main() {
    let mut s = sample::skirmish();
    let mut l = sample::landscape(&["......ww", "..N..NN.", "NN.NN..N", "...v....", "====m^^.", "....=^^w"]);
    let kinds = ["nile", "road"];
    for k in kinds { let hexes: Vec<HexNumber> = if k=="nile" {[103,203,302,403,503,602,702,803].map(HexNumber).to_vec()} else {[105,205,305,405,506].map(HexNumber).to_vec()}; l.lines.push(Course{kind:k,hexes}); }
    l.labels = vec![Label{hex:HexNumber(104),text:"Memphis".into(),kind:"town"},Label{hex:HexNumber(801),text:"Hierakonpolis".into(),kind:"city"},Label{hex:HexNumber(404),text:"UPPER EGYPT".into(),kind:"region"}];
    s.landscape = Arc::new(l);
    s.sides[0].standing = "lost 12 of 40 troops, 3 disrupted, 2 leaders lost, exits open".into();
    s.sides[1].name = "The confederated peoples of the sea and the Libyan shore".into();
    s.title = "A very long title of a battle that nobody remembers any more, not even the losers of it".into();
    s.prompt = "Choose a unit to move, or end the phase. ".repeat(5);
    s.tracks[0].spaces = (1..=40).map(|i| i.to_string()).collect();
    let svg = picture(&s, &Style::default());
    std::fs::write("/tmp/board_out/nile.png", png(&svg, 1300).unwrap()).unwrap();
    let t = std::time::Instant::now();
    let real = std::fs::read_to_string("/tmp/board_out/large.svg").unwrap();
    let p = png(&real, 2400).unwrap();
    println!("png {:?} {} bytes", t.elapsed(), p.len());
}
