//! Surveys: the lay of the land before a force and the hexes worth going to. While a stack is in hand everything
//! else stands still, and plans begin alike: the last surveys are kept.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use engine::hex::Hex;
use engine::odds::Quarters;

use super::dispositions::{self, Dispositions, Post};
use crate::codes::StateSet;
use crate::position::{Affairs, Books, Position, War};
use crate::sheet::{MOST_HEXES, MOST_UNITS, STATES, Sheet, State};
use crate::unit::{Party, Unit};

/// A hex worth going to.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Goal {
    pub hex: Hex,
    pub worth: f32,
    pub yields: f32,
    pub threat: f32,
    pub own: Post,
    pub foe: Post,
    /// Land units it holds (7.5).
    pub limit: u8,
    /// What a strength is multiplied by in defence there, in quarters, and what its walls add (R90).
    quarters: u8,
    walls: u8,
    /// What it costs to wake the State it lies in.
    pub alarm: f32,
    /// What a base there would be worth to Muslims who could build it next turn.
    pub site: f32,
    /// What it is worth to be the first to attack Byzantium there.
    pub challenge: f32,
    /// What a dead foe there is worth.
    pub prize: f32,
    /// The strength that could still join a fight there: of the Muslims or Byzantines, of the Persians.
    pub support: [f32; 2],
    /// How likely those who are there already are to be driven out.
    pub before: f32,
    /// What those who are there already would come to by fighting alone.
    pub alone: f32,
    /// No stack of land units can do more there: so much if it arrives, and for each point of what its units are
    /// worth this.
    most: f32,
    most_kept: f32,
}

/// What a ceiling is rounded up by, in points and in proportion: far more than floating point can err.
const ROUNDING: f32 = 0.01;
const ROUNDING_RATE: f32 = 1.001;

/// No unit of a stack is worth more than this.
const DEAREST: f32 = 3.0;

impl Goal {
    /// What a strength is in defence there (R90).
    #[inline]
    pub fn defence(&self, strength: u16) -> Quarters {
        Quarters(strength as u32 * self.quarters as u32) + Quarters::points(self.walls as u32)
    }

    /// How likely a force of some strength is to be driven out.
    #[inline]
    pub fn risk(&self, strength: u16) -> f32 {
        dispositions::risk(self.defence(strength), self.threat)
    }

    /// More than any stack of land units can do there, its losses on the way aside: whose units are worth `hurt`
    /// each, who are so eager for a fight and arrive with this chance.
    #[inline]
    pub fn ceiling(&self, hurt: f32, zeal: f32, left: f32) -> f32 {
        let gross = match (self.foe.men > 0, self.own.men > 0) {
            (true, _) => (self.most + zeal) * left,
            (false, false) => self.most * left,
            (false, true) => self.most + self.most_kept * hurt,
        };
        gross + ROUNDING - self.alarm
    }

    /// More than any stack of land units can do there that is not eager for a fight.
    fn summit(&self) -> f32 {
        ROUNDING_RATE * (self.most + self.most_kept * DEAREST) + ROUNDING - self.alarm
    }
}

/// What a force sees: the lay of the land, the hexes worth something, and how much time is left.
pub(super) struct Survey {
    pub dispositions: Dispositions,
    pub goals: Vec<Goal>,
    /// What a point of income a turn is worth now.
    pub gain: f32,
    /// What troops are still worth: nothing after the last turn.
    pub troops: f32,
    /// Strength that the fights already begun still want.
    pub need: f32,
    /// The goals by their summits, the highest first.
    ranking: OnceCell<Vec<(f32, u16)>>,
}

/// All that a survey depends on beside the sheet. The stack in hand is none of it, but for the States it wakes.
#[derive(Clone, PartialEq)]
struct Grounds {
    party: Party,
    turn: u8,
    awake: StateSet,
    /// For every unit that stands on the map and is not in hand, where it stands and its lasting flags; else 0.
    stances: [u32; MOST_UNITS],
    books: Books,
    war: War,
}

impl Grounds {
    fn new(position: &Position, party: Party) -> Grounds {
        const SEEN: u16 = Unit::CONVERTED | Unit::REBEL | Unit::MOVED;
        const STANDS: u16 = 1 << 15;
        let mut stances = [0; MOST_UNITS];
        for (stance, unit) in stances.iter_mut().zip(&position.units[..position.count()]) {
            if let Some(hex) = unit.hex()
                && !unit.has(Unit::IN_HAND)
                && unit.aboard.some().is_none()
            {
                *stance = (hex.0 as u32) << 16 | (unit.flags & SEEN | STANDS) as u32;
            }
        }
        let mut awake = StateSet::EMPTY;
        State::EMPIRES.into_iter().filter(|&state| position.is_awake(state)).for_each(|s| awake.add(s));
        let Affairs { turn, books, war, .. } = position.affairs;
        Grounds { party, turn, awake, stances, books, war }
    }
}

/// A survey with what it was made from. The sheet is held weakly: that is enough to keep its address its own.
struct Kept {
    sheet: Weak<Sheet>,
    grounds: Grounds,
    survey: Rc<Survey>,
}

/// How many surveys are kept.
const MOST_KEPT: usize = 16;

thread_local! {
    /// The last surveys, the latest first.
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(vec![]) };
}

impl Position {
    /// What a force sees now, but for the stack in hand.
    pub(super) fn survey(&self, party: Party) -> Rc<Survey> {
        let grounds = Grounds::new(self, party);
        KEPT.with_borrow_mut(|kept| {
            let same = |old: &Kept| {
                std::ptr::eq(old.sheet.as_ptr(), Arc::as_ptr(&self.sheet)) && old.grounds == grounds
            };
            if let Some(at) = kept.iter().position(same) {
                kept[..=at].rotate_right(1);
            } else {
                let survey = Rc::new(Survey::new(self, party));
                kept.truncate(MOST_KEPT - 1);
                kept.insert(0, Kept { sheet: Arc::downgrade(&self.sheet), grounds, survey });
            }
            Rc::clone(&kept[0].survey)
        })
    }

    /// What it costs the Muslims to wake a State that sleeps: it may not recruit before they come near (6.3).
    fn alarm(&self, party: Party, state: State) -> f32 {
        let left = self.sheet.last_turn.saturating_sub(self.turn);
        if party != Party::Muslims || !state.is_empire() || left < 2 || self.is_awake(state) {
            return 0.0;
        }
        match state {
            State::Persian => 0.0,
            State::Byzantine => 6.0,
            _ => self.sheet.ground.realm(state).base as f32 / 2.0,
        }
    }

    /// What a base is worth to Muslims who could build it next turn.
    fn site_worth(&self, hex: Hex) -> f32 {
        let Some(site) = self.sheet.ground.place(hex).site else { return 0.0 };
        match self.books.bases[site as usize] {
            0 => 3.0,
            level if level < self.sheet.charts.base_levels => 1.0,
            _ => 0.0,
        }
    }

    /// What it is worth to be the first to attack Byzantium in a hex (R140).
    fn challenge(&self, hex: Hex) -> f32 {
        let byzantium = self.sheet.ground.place(hex).state == Some(State::Byzantine);
        if !byzantium || self.books.first_attack > 0 || self.sheet.victory.handicap <= 0 {
            return 0.0;
        }
        if self.turn < 5 { 3.0 } else { 9.0 }
    }
}

impl Survey {
    pub fn new(position: &Position, party: Party) -> Survey {
        let sheet = &position.sheet;
        let dispositions = Dispositions::new(position, party);
        let left = sheet.last_turn.saturating_sub(position.turn) as f32;
        let late = 1.0 - left / sheet.turns() as f32;
        let gain = 1.5 + 1.5 * late * late;
        let troops = if left == 0.0 { 0.2 } else { (0.5 + left / 4.0).min(1.0) };
        let need = dispositions.need(position);
        let mut survey = Survey { dispositions, goals: vec![], gain, troops, need, ranking: OnceCell::new() };
        survey.find_goals(position);
        survey.count_support(sheet);
        survey
    }

    fn find_goals(&mut self, position: &Position) {
        let (sheet, dispositions) = (&position.sheet, &self.dispositions);
        let lore = sheet.lore();
        let outside = Outside {
            threats: dispositions.threats(sheet),
            alarms: State::ALL.map(|state| position.alarm(dispositions.party, state)),
            fields: self.fields(position),
        };
        let barren = |hex: &Hex| position.yields(*hex) == 0.0;
        let fields = lore.yielding.iter().copied().filter(|hex| !barren(hex));
        let camps = dispositions.foes().filter(barren);
        let mut goals = Vec::with_capacity(lore.yielding.len() + 32);
        goals.extend(fields.chain(camps).map(|hex| self.goal(position, hex, &outside)));
        self.goals = goals;
    }

    /// For every hex, what its fields are worth to a force that comes to stand beside it.
    fn fields(&self, position: &Position) -> [f32; MOST_HEXES] {
        let mut fields = [0.0; MOST_HEXES];
        for &hex in position.sheet.lore().yielding.iter().filter(|_| !self.dispositions.party.at_war()) {
            fields[hex.index()] = self.dispositions.field(position, hex);
        }
        fields
    }

    fn goal(&self, position: &Position, hex: Hex, outside: &Outside) -> Goal {
        let (dispositions, party) = (&self.dispositions, self.dispositions.party);
        let (own, foe) = (dispositions.own(hex), dispositions.foe(hex));
        let sheet = &position.sheet;
        let place = sheet.ground.place(hex);
        let worth = || {
            let around = sheet.lore().fields(hex).map(|field| outside.fields[field.index()]);
            around.fold(dispositions.worth_itself(position, hex), |sum, field| sum + field)
        };
        let mut goal = Goal {
            hex,
            worth: if party.at_war() { 0.0 } else { worth() },
            yields: position.yields(hex),
            threat: outside.threats[hex.index()] as f32 - foe.strength as f32,
            own,
            foe,
            limit: position.stacking_limit(hex),
            quarters: position.defence_quarters(hex),
            walls: position.value(hex),
            alarm: place.state.map_or(0.0, |state| outside.alarms[state as usize]),
            site: if self.troops < 1.0 { 0.0 } else { position.site_worth(hex) },
            challenge: if party == Party::Muslims { position.challenge(hex) } else { 0.0 },
            prize: if foe.men > 0 { dispositions.prize(position, hex) } else { 0.0 },
            support: [0.0; 2],
            before: 0.0,
            alone: 0.0,
            most: 0.0,
            most_kept: 0.0,
        };
        if own.men > 0 {
            goal.before = goal.risk(own.strength);
            if foe.men > 0 {
                goal.alone = self.value_of_attack(position, &goal, own.strength, |losses| own.bill(losses));
            }
        }
        self.limit(sheet, &mut goal);
        goal
    }

    /// The goals that promise most first, each with more than any stack of land units can do there that is not
    /// eager for a fight.
    pub fn ranking(&self) -> impl Iterator<Item = (f32, &Goal)> {
        let ranking = self.ranking.get_or_init(|| {
            let mut ranking: Vec<_> = (0..).zip(&self.goals).map(|(at, goal)| (goal.summit(), at)).collect();
            ranking.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            ranking
        });
        ranking.iter().map(|&(summit, at)| (summit, &self.goals[at as usize]))
    }

    /// What an attack on a goal is worth.
    #[inline]
    pub fn value_of_attack(
        &self,
        position: &Position,
        goal: &Goal,
        attack: u16,
        lost: impl Fn(f32) -> f32,
    ) -> f32 {
        let odds = position.prospect(attack, goal.defence(goal.foe.strength));
        let killed = odds.defender.min(goal.foe.men as f32) * goal.prize;
        odds.wins * self.gain * goal.worth + (killed - lost(odds.attacker)) * self.troops
            - (1.0 - odds.wins) * 0.5
    }

    /// Reckons the most that can be done at a goal: it only has to tell which goals need no closer look.
    fn limit(&self, sheet: &Sheet, goal: &mut Goal) {
        let (own, foe) = (goal.own, goal.foe);
        let lonely = if own.men == 1 { 0.4 } else { 0.1 };
        let most = if self.dispositions.party.at_war() {
            if foe.strength > 0 { f32::INFINITY } else { 0.0 }
        } else if foe.men > 0 {
            let killed = sheet.lore().deadliest.min(foe.men as f32) * goal.prize;
            self.gain * goal.worth + killed * self.troops + (-goal.alone).max(0.0) + goal.challenge
        } else if own.men == 0 {
            self.gain * (goal.worth + goal.site)
        } else {
            goal.most_kept = ROUNDING_RATE * 1.5 * goal.before;
            goal.before * self.gain * goal.yields + lonely * goal.yields
        };
        goal.most = ROUNDING_RATE * most;
    }

    /// Counts for every fight who could still come to it.
    fn count_support(&mut self, sheet: &Sheet) {
        let nations: &[State] = match self.dispositions.party {
            Party::Muslims => &[State::Muslim],
            Party::Empires => &[State::Byzantine, State::Persian],
            _ => return,
        };
        let mut fights: Vec<&mut Goal> = self.goals.iter_mut().filter(|goal| goal.foe.men > 0).collect();
        for muster in &self.dispositions.musters {
            let Some(nation) = nations.iter().position(|&nation| nation == muster.nation) else { continue };
            let comes = muster.reach(sheet);
            for goal in fights.iter_mut().filter(|goal| comes(goal.hex)) {
                goal.support[nation] += muster.strength as f32;
            }
        }
    }
}

/// What a goal takes from the rest of the map, by hex and by State.
struct Outside {
    threats: [u16; MOST_HEXES],
    alarms: [f32; STATES],
    fields: [f32; MOST_HEXES],
}
