//! The slow playout: what the contract promises is checked at every position of the game.

use serde_json::Value;

use super::{Fault, Playout, Tally};
use crate::contract::{Game, Listing, Turn};
use crate::dice::{Dice, Generator};
use crate::event::{Event, EventKind, Silence};
use crate::odds::{Chance, Sum, walk_roll};

/// What changed a position.
enum Input<O> {
    Order(O),
    Roll(Dice),
}

pub(super) fn run<G: Game>(playout: Playout, position: &mut G, orders: &mut Vec<G::Order>) -> Tally {
    let mut generator = Generator::new(playout.seed, playout.stream);
    // Its own stream, so that the audited game is the same game as the quick one.
    let mut mischief = Generator::new(!playout.seed, playout.stream);
    let mut tally = Tally::begin();
    let start = position.clone();
    let mut inputs: Vec<Input<G::Order>> = vec![];
    let mut stale: Vec<G::Order> = vec![];
    let mut foretold = Foretold::default();
    let mut drawn: Vec<G::Order> = vec![];
    loop {
        orders.clear();
        position.orders(orders);
        let examined = examine(position, orders)
            .and_then(|()| {
                stale.extend(orders.first().cloned());
                provoke(position, orders, &stale, &mut mischief)
            })
            .and_then(|()| foretold.comes_true(position));
        if let Err(what) = examined {
            let fault = playout.fault(&tally, what);
            return tally.faulted(fault);
        }
        match position.turn() {
            Turn::Order(_) => {
                let pick = position.draw(&mut generator, &mut drawn);
                let order = match playout.count(&mut tally, pick, drawn.len()) {
                    Ok(pick) => drawn[pick].clone(),
                    Err(fault) => return tally.faulted(fault),
                };
                if let Err(what) = lawful(position, orders, &order) {
                    let fault = playout.fault(&tally, what);
                    return tally.faulted(fault);
                }
                foretold.shown = position.sums(&order);
                foretold.told.clear();
                position.play(&order, &mut foretold.told);
                stale.clear();
                stale.push(order.clone());
                inputs.push(Input::Order(order));
            }
            Turn::Dice(request) => {
                tally.rolls += 1;
                let dice = generator.throw(request);
                foretold = Foretold::default();
                position.roll(dice, &mut foretold.told);
                inputs.push(Input::Roll(dice));
            }
            Turn::Over(outcome) => {
                return match replay(playout, start, inputs, position) {
                    Ok(()) => tally.finished(outcome),
                    Err(fault) => tally.faulted(fault),
                };
            }
        }
    }
}

/// An order drawn without the list is as good as one from it.
fn lawful<G: Game>(position: &G, orders: &[G::Order], order: &G::Order) -> Result<(), String> {
    if let Err(objection) = position.check(order) {
        return Err(format!("{order:?} was drawn and is refused: {objection}"));
    }
    agree(position, orders, order)
}

/// The sums a player has seen when the dice fall.
#[derive(Default)]
struct Foretold {
    /// Those of the order that was given.
    shown: Vec<Sum>,
    /// What happened since, the sums of fights declared among it.
    told: Vec<Event>,
}

impl Foretold {
    /// The sum shown is the sum fought: the chances a player has seen last are those of the dice now due, found by
    /// trying every throw. Fights of several throws count their chances otherwise, and prove them themselves.
    fn comes_true<G: Game>(&self, position: &G) -> Result<(), String> {
        let Turn::Dice(request) = position.turn() else { return Ok(()) };
        let of_these_dice = |sum: &&Sum| sum.results.first().is_some_and(|c| c.of == request.ways());
        let shown: Vec<&Sum> = self.shown.iter().filter(of_these_dice).collect();
        let declared = self.told.iter().filter(|event| event.kind == EventKind::Declared);
        let told = declared.filter_map(|event| event.sum.as_ref()).rfind(of_these_dice);
        if shown.is_empty() && told.is_none() {
            return Ok(());
        }
        let walked = walk_roll(position).unwrap_or_default();
        let walked = possible(&walked);
        let true_of = |sum: &Sum| possible(&sum.results) == walked;
        match told {
            Some(sum) if !true_of(sum) => {
                Err(format!("a fight is declared by this sum: {sum:?}, but the dice bring {walked:?}"))
            }
            Some(sum) => match shown.iter().find(|other| other.title == sum.title && **other != sum) {
                Some(other) => Err(format!("this is shown: {other:?}, and then this is fought: {sum:?}")),
                None => Ok(()),
            },
            None if !shown.iter().any(|sum| true_of(sum)) => {
                Err(format!("an order shows these sums: {shown:?}, but the dice bring {walked:?}"))
            }
            None => Ok(()),
        }
    }
}

/// The results that can come up as the dice bring them, in a fixed order.
fn possible(chances: &[Chance]) -> Vec<Chance> {
    let can_come = chances.iter().filter(|chance| chance.ways > 0);
    let mut possible: Vec<Chance> = can_come.map(Chance::thrown).collect();
    possible.sort_by(|one, other| one.result.cmp(&other.result));
    possible
}

/// Invariants hold, listed orders are legal and told apart, and saving and loading changes nothing.
fn examine<G: Game>(position: &G, orders: &[G::Order]) -> Result<(), String> {
    position.audit().map_err(|what| format!("broken invariant: {what}"))?;
    if !matches!(position.turn(), Turn::Order(_)) && !orders.is_empty() {
        return Err("orders are listed though none is due".into());
    }
    for order in orders {
        position.check(order).map_err(|o| format!("{order:?} is listed but refused: {o}"))?;
    }
    let unique: std::collections::HashSet<&G::Order> = orders.iter().collect();
    if unique.len() != orders.len() {
        return Err("an order is listed twice".into());
    }
    let saved = serde_json::to_string(&position.state()).map_err(|e| format!("cannot be saved: {e}"))?;
    let loaded = serde_json::from_str(&saved).map_err(|e| format!("cannot be loaded again: {e}: {saved}"))?;
    let loaded = position.restore(loaded).map_err(|o| format!("refused when loaded again: {o}"))?;
    if &loaded != position {
        return Err(format!("saving and loading changes the position: {saved}"));
    }
    let mut listed = vec![];
    loaded.orders(&mut listed);
    if listed != orders || loaded.turn() != position.turn() {
        return Err(format!("saving and loading changes what may be ordered: {saved}"));
    }
    Ok(())
}

/// Orders nobody listed keep the list's promise, and what is refused does no harm.
fn provoke<G: Game>(
    position: &G,
    orders: &[G::Order],
    stale: &[G::Order],
    mischief: &mut Generator,
) -> Result<(), String> {
    for _ in 0..2 {
        let (Some(seed), Some(graft)) = (one_of(orders, mischief).or(stale.first()), stale.last()) else {
            break;
        };
        let (Ok(mut order), Ok(graft)) = (serde_json::to_value(seed), serde_json::to_value(graft)) else {
            break;
        };
        mutate(&mut order, &graft, mischief);
        let Ok(order) = serde_json::from_value::<G::Order>(order) else { continue };
        agree(position, orders, &order)?;
    }
    stale.iter().try_for_each(|order| agree(position, orders, order))
}

/// Holds any order against the list: a legal one is listed, or comes to the same as one that is; where the list
/// is representative, it can be played.
pub(crate) fn agree<G: Game>(position: &G, orders: &[G::Order], order: &G::Order) -> Result<(), String> {
    if position.check(order).is_err() || orders.contains(order) {
        return Ok(());
    }
    match G::LISTING {
        Listing::Complete => listed_alike(position, orders, order),
        Listing::Representative => playable(position, order),
    }
}

/// A legal order that is not in a complete list comes to the same as one that is.
fn listed_alike<G: Game>(position: &G, orders: &[G::Order], order: &G::Order) -> Result<(), String> {
    let listed = position.as_listed(order);
    if !orders.contains(&listed) {
        return Err(format!("{order:?} is legal but not listed"));
    }
    let after = |order: &G::Order| {
        let (after, orders) = played(position, order);
        (after.audit(), after.turn(), orders.len())
    };
    match after(order) == after(&listed) {
        true => Ok(()),
        false => Err(format!("{order:?} is listed as {listed:?} but comes to something else")),
    }
}

/// A legal order beyond a representative list leads to a sound position from which somebody can go on.
fn playable<G: Game>(position: &G, order: &G::Order) -> Result<(), String> {
    let (after, orders) = played(position, order);
    after.audit().map_err(|what| format!("{order:?} is legal but breaks an invariant: {what}"))?;
    match after.turn() {
        Turn::Order(_) if orders.is_empty() => Err(format!("{order:?} is legal but leads to a dead end")),
        _ => Ok(()),
    }
}

/// The position after an order, with what may be ordered then.
fn played<G: Game>(position: &G, order: &G::Order) -> (G, Vec<G::Order>) {
    let (mut after, mut orders) = (position.clone(), vec![]);
    after.play(order, &mut Silence);
    after.orders(&mut orders);
    (after, orders)
}

fn one_of<'a, T>(all: &'a [T], generator: &mut Generator) -> Option<&'a T> {
    if all.is_empty() { None } else { all.get(generator.below(all.len() as u32) as usize) }
}

/// Changes one leaf of an order: a number by a little or a lot, a word for one from another order.
fn mutate(order: &mut Value, graft: &Value, generator: &mut Generator) {
    match order {
        Value::Number(number) => {
            let now = number.as_i64().unwrap_or(0);
            *order = match generator.below(5) {
                0 => now.saturating_add(1),
                1 => now.saturating_sub(1),
                2 => generator.below(256) as i64,
                3 => generator.below(65_536) as i64,
                _ => graft.as_i64().unwrap_or(0),
            }
            .into();
        }
        Value::String(text) => *text = other_word(text, graft, generator),
        Value::Bool(flag) => *flag = !*flag,
        Value::Array(items) if !items.is_empty() => {
            let at = generator.below(items.len() as u32) as usize;
            if generator.below(4) == 0 {
                let again = items[at].clone();
                items.push(again);
            } else {
                mutate(&mut items[at], &graft[at], generator);
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = generator.below(fields.len() as u32) as usize;
            if let Some((name, value)) = fields.iter_mut().nth(at) {
                mutate(value, &graft[name.as_str()], generator);
            }
        }
        _ => *order = graft.clone(),
    }
}

/// A word in place of another; hex numbers become numbers nearby.
fn other_word(text: &str, graft: &Value, generator: &mut Generator) -> String {
    match text.parse::<u32>() {
        Ok(number) if text.len() == 4 => {
            let step = [1, 100, 101, 99][generator.below(4) as usize];
            let moved = if generator.below(2) == 0 { number + step } else { number.saturating_sub(step) };
            format!("{moved:04}")
        }
        _ => graft.as_str().unwrap_or(text).to_string(),
    }
}

/// The same inputs on the same start give the same end, with someone listening as well.
fn replay<G: Game>(playout: Playout, start: G, inputs: Vec<Input<G::Order>>, end: &G) -> Result<(), Fault> {
    let fault = |order, what: String| Fault { what, seed: playout.seed, stream: playout.stream, order };
    let mut again = start;
    let mut events: Vec<Event> = vec![];
    let mut order_number = 0;
    for input in inputs {
        events.clear();
        match input {
            Input::Order(order) => {
                again
                    .check(&order)
                    .map_err(|o| fault(Some(order_number), format!("refused in the replay: {o}")))?;
                again.play(&order, &mut events);
                order_number += 1;
            }
            Input::Roll(dice) => again.roll(dice, &mut events),
        }
    }
    if &again != end {
        return Err(fault(None, "the replay ends in another position".into()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Rules, Shown};
    use crate::hex::HexNumber;
    use crate::skirmish::{Order, Skirmish};

    #[test]
    fn lists_and_checks_that_disagree_are_found() {
        let game = Skirmish::new(20);
        let mut orders = vec![];
        game.orders(&mut orders);
        assert_eq!(examine(&game, &orders), Ok(()));
        let short = &orders[1..];
        assert!(agree(&game, short, &orders[0]).unwrap_err().contains("legal but not listed"));
        assert!(examine(&game, short).unwrap_err().contains("changes what may be ordered"));
        orders.push(orders[0]);
        assert!(examine(&game, &orders).unwrap_err().contains("listed twice"));
        orders.push(Order::Step { counter: 0, to: HexNumber::new(1, 1) });
        assert!(examine(&game, &orders).unwrap_err().contains("listed but refused"));
    }

    #[test]
    fn a_sum_that_does_not_come_true_is_found() {
        let mut game = Skirmish::new(20);
        for (counter, to) in [(0, "0204"), (0, "0203"), (2, "0202"), (3, "0402")] {
            game.play(&Order::Step { counter, to: to.parse().unwrap() }, &mut Silence);
        }
        let attack = Order::Attack { counter: 0, target: 2 };
        game.check(&attack).unwrap();
        let sum = game.sums(&attack).remove(0);
        game.play(&attack, &mut Silence);
        let shown = |sum: &Sum| Foretold { shown: vec![sum.clone()], told: vec![] };
        let told = |sum: &Sum| {
            let event = Event::new(EventKind::Declared, "skirmish.attack", "Red 1 attacks").sum(sum.clone());
            Foretold { shown: vec![], told: vec![event] }
        };
        assert_eq!((shown(&sum).comes_true(&game), told(&sum).comes_true(&game)), (Ok(()), Ok(())));
        // One way more for the target's death than the die has.
        let mut wrong = sum.clone();
        wrong.results[1].ways -= 1;
        wrong.results[2].ways += 1;
        assert!(shown(&wrong).comes_true(&game).unwrap_err().contains("shows these sums"));
        assert!(told(&wrong).comes_true(&game).unwrap_err().contains("declared by this sum"));
        // The same chances by another reckoning.
        let other = Sum { total: "2 to 1".into(), ..sum.clone() };
        let both = Foretold { shown: vec![other], ..told(&sum) };
        assert!(both.comes_true(&game).unwrap_err().contains("and then this is fought"));
    }

    #[test]
    fn a_replay_that_ends_elsewhere_is_found() {
        let start = Skirmish::new(20);
        let step = Input::Order(Order::Step { counter: 0, to: HexNumber::new(2, 4) });
        let fault = replay(Playout::new(1, 1), start.clone(), vec![step], &start).unwrap_err();
        assert!(fault.what.contains("another position"), "{fault}");
    }

    #[test]
    fn mutated_orders_reach_both_legal_and_illegal_ones() {
        let game = Skirmish::new(20);
        let mut generator = Generator::new(4, 4);
        let (mut legal, mut illegal) = (0, 0);
        for _ in 0..500 {
            let mut order = serde_json::json!({"order": "step", "counter": 0, "to": "0204"});
            mutate(
                &mut order,
                &serde_json::json!({"order": "attack", "counter": 1, "target": 2}),
                &mut generator,
            );
            match serde_json::from_value::<Order>(order) {
                Ok(order) if game.check(&order).is_ok() => legal += 1,
                Ok(_) => illegal += 1,
                Err(_) => {}
            }
        }
        assert!(legal > 20 && illegal > 20, "{legal} legal, {illegal} illegal");
    }
}
