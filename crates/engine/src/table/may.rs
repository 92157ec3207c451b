//! What may be done with a counter now, in words: the legal orders about it, those alike in one line.

use crate::act;
use crate::contract::{Game, Turn, Viewer};

/// So many orders of a sort are told one by one.
const FEW: usize = 2;

/// What the viewer may say about a counter now; whose turn it is, if it is not theirs.
pub(super) fn may_now<G: Game>(position: &G, counter: u16, viewer: Viewer) -> Vec<String> {
    let turn = position.turn();
    if !viewer.may_act(turn) {
        return match turn {
            Turn::Order(side) => vec![format!("the {} are to move", position.side_name(side))],
            _ => vec![],
        };
    }
    let mut orders = vec![];
    position.orders(&mut orders);
    let mut sorts: Vec<(&'static str, Vec<G::Order>)> = vec![];
    for order in orders {
        let aim = position.aim(&order);
        if aim.counter != Some(counter) {
            continue;
        }
        match sorts.iter_mut().find(|(kind, _)| *kind == aim.act.kind) {
            Some((_, alike)) => alike.push(order),
            None => sorts.push((aim.act.kind, vec![order])),
        }
    }
    let told = sorts.into_iter().flat_map(|(kind, alike)| match (kind, alike.len()) {
        (kind, _) if kind == act::MOVE.kind => vec!["may move now".to_string()],
        (kind, many) if kind == act::PLACE.kind && many > FEW => {
            vec![format!("may be placed now, in {many} ways")]
        }
        (_, many) if many > FEW => {
            vec![format!("{}, and {} more of the sort", position.describe(&alike[0]), many - 1)]
        }
        _ => alike.iter().map(|order| position.describe(order)).collect(),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { vec!["nothing to do at this moment".into()] } else { told }
}
