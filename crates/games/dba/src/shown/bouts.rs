//! The close combats that stand as everybody stands: both sums side by side and what each outcome does, before anybody
//! orders them.

use engine::contract::Bout;
use engine::event::Silence;
use engine::odds::{Chance, Term};

use crate::element::ElementId;
use crate::position::{Fight, Position, Step};
use crate::results::{Score, score};

/// Throws of two dice.
const THROWS: u8 = 36;

impl Position {
    /// Every close combat that would be fought if the active side ended its moves now (R76).
    pub(super) fn standing_bouts(&self) -> Vec<Bout> {
        let mut stand = self.clone();
        match self.step {
            Step::Move => stand.end_movement(&mut Silence),
            Step::Volley | Step::Shoot(_) | Step::Fight | Step::Storm => {}
            _ => return vec![],
        }
        stand.fight = Fight::NONE;
        let theirs = || ElementId::all_of(stand.active.other());
        let pairs = ElementId::all_of(stand.active).flat_map(|one| theirs().map(move |other| (one, other)));
        let pairs = pairs.filter(|&(one, other)| stand.may_fight(one, other).is_ok());
        pairs.map(|(one, other)| stand.bout(one, other)).collect()
    }

    fn bout(&self, one: ElementId, other: ElementId) -> Bout {
        let mut fought = self.clone();
        fought.begin_fight(one, other, &mut Silence);
        let mut terms: [Vec<Term>; 2] = [vec![], vec![]];
        fought.close_factor(one, other, &mut terms[0]);
        fought.close_factor(other, one, &mut terms[1]);
        let factors = fought.factors(&mut engine::ledger::Unread);
        let mut ways = [0; 3];
        // A row for each way the scores compare: the results tables know nothing else of the dice.
        let mut rows: [Option<Chance>; 5] = Default::default();
        for throw in 0..THROWS {
            let verdict = fought.verdict_of(factors, [throw % 6 + 1, throw / 6 + 1]);
            let [mine, theirs] = verdict.scores;
            let (row, how, better) = match (score(mine, theirs), score(theirs, mine)) {
                (_, Score::Doubled) => (0, "wins double", 0),
                (Score::Better, _) => (1, "wins", 0),
                (Score::Equal, _) => (2, "equal", 1),
                (Score::Beaten, _) => (3, "loses", 2),
                (Score::Doubled, _) => (4, "loses double", 2),
            };
            ways[better] += 1;
            let told = || format!("{how}: {}", fought.verdict_words(&verdict));
            let chance = rows[row].get_or_insert_with(|| Chance::new(told(), 0, u32::from(THROWS)));
            chance.ways += 1;
        }
        Bout {
            counters: [u16::from(one.0), u16::from(other.0)],
            names: [self.label(one), self.label(other)],
            terms,
            factors: [factors.one, factors.other],
            ways,
            of: u32::from(THROWS),
            results: rows.into_iter().flatten().collect(),
        }
    }
}
