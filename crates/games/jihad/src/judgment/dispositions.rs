//! The lay of the land before a force: who stands where, what reaches where, what a hex is worth.

use engine::hex::Hex;
use engine::ledger::Unread;
use engine::odds::Quarters;

use crate::position::Position;
use crate::sheet::{Arm, Charts, Kind, MOST_HEXES, Sheet, State};
use crate::unit::{Party, Spot, Unit};

/// What a force has in a hex.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) struct Post {
    /// Land units.
    pub men: u8,
    /// Their strength, a leader's with it.
    pub strength: u16,
    /// The strength of its ships.
    pub ships: u16,
    /// Bedouin among the land units, and their strength.
    pub bedouin: u8,
    tribal: u16,
}

impl Post {
    /// Whether nobody is there.
    #[inline]
    fn is_empty(self) -> bool {
        self.strength | self.ships == 0
    }

    /// The strength of an average unit.
    pub fn dear(self) -> f32 {
        self.strength as f32 / f32::max(self.men as f32, 1.0)
    }

    /// What so many losses in combat hurt: Bedouin fall last, and never come back.
    pub fn bill(self, losses: f32) -> f32 {
        let others = (self.men - self.bedouin) as f32;
        let losses = losses.min(self.men as f32);
        let spared = losses.min(others);
        let cost = if others > 0.0 { (self.strength - self.tribal) as f32 / others } else { 0.0 };
        spared * cost.clamp(1.2, 2.5) + 4.0 * (losses - spared)
    }
}

/// What stands on the map as one force sees it. The stack in hand is left out.
#[derive(PartialEq)]
pub(super) struct Dispositions {
    pub party: Party,
    own: [Post; MOST_HEXES],
    foe: [Post; MOST_HEXES],
    /// What reaches each hex from next to it: bit 0 own units, bit 1 the foe's.
    reach: [u8; MOST_HEXES],
    /// The hexes where anybody stands.
    pub held: Vec<Hex>,
    /// Own land units that may still be sent somewhere.
    pub musters: Vec<Muster>,
}

/// Land units of one type in one place that have yet to move.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Muster {
    hex: Hex,
    kind: Kind,
    /// The nation with which they may stack; all who serve the Muslims are one.
    pub nation: State,
    pub strength: u16,
}

impl Muster {
    /// Where they could come to a fight.
    #[inline]
    pub fn reach(self, sheet: &Sheet) -> impl Fn(Hex) -> bool + '_ {
        let marches = sheet.marches(self.kind, self.hex);
        move |hex| self.hex != hex && marches.points(hex).is_some_and(|way| way <= FAR)
    }
}

/// The nation with which a unit may end its move in one hex (R79).
pub(super) fn comrades(unit: &Unit) -> State {
    if unit.is_muslim() { State::Muslim } else { unit.state }
}

/// What a combat at some odds comes to, on average.
#[derive(Clone, Copy)]
pub(crate) struct Prospect {
    /// The chance that the defender has to go.
    pub wins: f32,
    /// Units the attacker loses.
    pub attacker: f32,
    /// Units the defender loses.
    pub defender: f32,
}

impl Prospect {
    /// What a column of the table comes to.
    pub fn new(charts: &Charts, column: usize) -> Prospect {
        let mut prospect = Prospect { wins: 0.0, attacker: 0.0, defender: 0.0 };
        for die in 1..=6 {
            let result = charts.results.result(column, die);
            prospect.wins += f32::from(!result.attacker_retreats) / 6.0;
            prospect.attacker += result.attacker as f32 / 6.0;
            prospect.defender += result.defender as f32 / 6.0;
        }
        prospect
    }
}

/// Attrition points up to which troops are counted on for a fight.
pub(super) const FAR: u16 = 20;

/// The odds at which an attack is worth its losses.
pub(super) const GOOD_ODDS: f32 = 4.0;

const OWN: u8 = 1;
const FOE: u8 = 2;

impl Dispositions {
    pub fn new(position: &Position, party: Party) -> Dispositions {
        let mut dispositions = Dispositions {
            party,
            own: [Post::default(); MOST_HEXES],
            foe: [Post::default(); MOST_HEXES],
            reach: [0; MOST_HEXES],
            held: Vec::with_capacity(96),
            musters: Vec::with_capacity(48),
        };
        for unit in &position.units[..position.count()] {
            let Some(hex) = unit.hex() else { continue };
            if unit.has(Unit::IN_HAND) || unit.aboard.some().is_some() {
                continue;
            }
            if unit.is_land() && !unit.has(Unit::MOVED) && unit.serves(party) {
                dispositions.muster(hex, unit);
            }
            let at = hex.index();
            let fresh = dispositions.own[at].is_empty() && dispositions.foe[at].is_empty();
            let posts = if unit.serves(party) {
                &mut dispositions.own
            } else if unit.serves(party.foe()) {
                &mut dispositions.foe
            } else {
                continue;
            };
            let post = &mut posts[at];
            if unit.is_land() {
                post.men += 1;
                post.strength += unit.strength as u16;
                if unit.kind == Kind::Bedouin {
                    post.bedouin += 1;
                    post.tribal += unit.strength as u16;
                }
            } else {
                post.ships += unit.strength as u16;
            }
            if fresh {
                dispositions.held.push(hex);
            }
        }
        dispositions.add_leaders(position);
        dispositions.reach_out(position);
        dispositions
    }

    /// Strength that is wanted for good odds where own units have gone to fight.
    pub fn need(&self, position: &Position) -> f32 {
        self.foes().map(|hex| self.need_in(position, hex)).sum()
    }

    /// The same for one hex.
    pub fn need_in(&self, position: &Position, hex: Hex) -> f32 {
        let (own, foe) = (self.own(hex), self.foe(hex));
        if own.men == 0 || foe.men == 0 {
            return 0.0;
        }
        let defence = position.defence_of(hex, foe.strength).0 as f32 / 4.0;
        (GOOD_ODDS * defence - own.strength as f32).max(0.0)
    }

    fn muster(&mut self, hex: Hex, unit: &Unit) {
        let (kind, nation) = (unit.kind, comrades(unit));
        match self.musters.last_mut() {
            Some(last) if last.hex == hex && last.kind == kind && last.nation == nation => {
                last.strength += unit.strength as u16;
            }
            _ => self.musters.push(Muster { hex, kind, nation, strength: unit.strength as u16 }),
        }
    }

    /// The strength of those who could still come to a fight in a hex beside a stack of their nation.
    pub fn support(&self, sheet: &Sheet, hex: Hex, nation: State) -> f32 {
        let comes = |muster: &&Muster| muster.nation == nation && muster.reach(sheet)(hex);
        self.musters.iter().filter(comes).map(|muster| muster.strength as f32).sum()
    }

    fn add_leaders(&mut self, position: &Position) {
        let strength = position.sheet.roster.leader_strength as u16;
        for (party, own) in [(self.party, true), (self.party.foe(), false)] {
            if party.at_war()
                && let Some(hex) = position.leader_spot(party).hex()
            {
                let at = hex.index();
                if self.own[at].is_empty() && self.foe[at].is_empty() {
                    self.held.push(hex);
                }
                let posts = if own { &mut self.own } else { &mut self.foe };
                posts[at].strength += strength;
            }
        }
    }

    fn reach_out(&mut self, position: &Position) {
        let ground = &position.sheet.ground;
        for &hex in &self.held {
            let (own, foe) = (self.own[hex.index()], self.foe[hex.index()]);
            let reach = (u8::from(own.men > 0) * OWN) | (u8::from(foe.men > 0) * FOE);
            if reach > 0 {
                for (_, beyond) in ground.ways(hex, Arm::Land) {
                    self.reach[beyond.index()] |= reach;
                }
            }
        }
    }

    /// The hexes where foes stand.
    pub fn foes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.held.iter().copied().filter(|&hex| self.foe(hex).strength + self.foe(hex).ships > 0)
    }

    /// For every hex, the strength of the foe that could be upon it soon.
    pub fn threats(&self, sheet: &Sheet) -> [u16; MOST_HEXES] {
        self.menaces(sheet, &self.foe)
    }

    /// The same as the foe sees it.
    pub fn threats_to_foe(&self, sheet: &Sheet) -> [u16; MOST_HEXES] {
        self.menaces(sheet, &self.own)
    }

    fn menaces(&self, sheet: &Sheet, posts: &[Post; MOST_HEXES]) -> [u16; MOST_HEXES] {
        let near = &sheet.lore().near;
        let mut threats = [0; MOST_HEXES];
        for &hex in &self.held {
            let strength = posts[hex.index()].strength;
            if strength > 0 {
                near[hex.index()].iter().for_each(|there| threats[there.index()] += strength);
            }
        }
        threats
    }

    #[inline]
    pub fn own(&self, hex: Hex) -> Post {
        self.own[hex.index()]
    }

    #[inline]
    pub fn foe(&self, hex: Hex) -> Post {
        self.foe[hex.index()]
    }

    /// Whether both sides have land units somewhere.
    pub fn has_contact(&self) -> bool {
        self.held.iter().any(|&hex| self.own(hex).men > 0 && self.foe(hex).men > 0)
    }

    /// Points a turn that a force wins by standing in a hex where it is not yet: its land and city, and the
    /// fields around it that its zone takes from the other side or from nobody.
    pub fn worth(&self, position: &Position, hex: Hex) -> f32 {
        let around = position.sheet.lore().fields(hex);
        around.fold(self.worth_itself(position, hex), |sum, field| sum + self.field(position, field))
    }

    /// What the land and the city of a hex are worth to a force that is not yet there.
    pub fn worth_itself(&self, position: &Position, hex: Hex) -> f32 {
        let at = hex.index();
        let fertile = position.sheet.ground.place(hex).fertile as f32;
        let ours = self.is_ours(position, hex);
        let land = match (ours, self.foe[at].men > 0, self.reach[at] & OWN > 0, self.reach[at] & FOE > 0) {
            (_, true, _, _) => fertile,
            (false, false, true, false) | (true, false, _, false) => 0.2 * fertile,
            (true, false, true, true) => 0.4 * fertile,
            _ => fertile,
        };
        position.value(hex) as f32 + land
    }

    /// What the fields of a hex are worth to a force that comes to stand beside it.
    pub fn field(&self, position: &Position, hex: Hex) -> f32 {
        let at = hex.index();
        if position.value(hex) > 0 || self.own[at].men + self.foe[at].men > 0 {
            return 0.0;
        }
        let share = match (self.is_ours(position, hex), self.reach[at] & OWN > 0, self.reach[at] & FOE > 0) {
            (_, true, _) | (true, false, false) => 0.0,
            (false, false, true) => 0.3,
            (false, false, false) | (true, false, true) => 0.8,
        };
        share * position.sheet.ground.place(hex).fertile as f32
    }

    /// Whether a hex lies inside the borders of the force.
    #[inline]
    fn is_ours(&self, position: &Position, hex: Hex) -> bool {
        (position.border(hex) == Some(State::Muslim)) == (self.party == Party::Muslims)
    }

    /// What a dead foe in a hex is worth: his strength, and for Muslims the chance that he changes sides (9.2).
    pub fn prize(&self, position: &Position, hex: Hex) -> f32 {
        let charts = &position.sheet.charts;
        let turns = |state: State| {
            let share = |dice: u8| dice.count_ones() as f32 / 6.0;
            share(charts.conversion[state as usize]) * (1.0 - share(charts.reconversion[state as usize]))
        };
        let state = position.force(Spot::on(hex), self.party.foe(), Arm::Land).next();
        let hope = match (self.party, state) {
            (Party::Muslims, Some(id)) => turns(position.unit(id).state),
            (Party::Empires, Some(id)) if position.unit(id).kind == Kind::Bedouin => 1.0,
            _ => 0.0,
        };
        self.foe(hex).dear() * (0.6 + 1.2 * hope)
    }
}

/// How much of those who could still join a stack it may count on: others want them too.
pub(super) fn counted_on(strength: u16, support: f32) -> u16 {
    let most = 2.0 * strength as f32;
    (0.6 * support.max(0.0)).min(most) as u16
}

/// How likely a force is to be driven from where it defends, from 0 to 1, by what is near.
#[inline]
pub(super) fn risk(defence: Quarters, threat: f32) -> f32 {
    let defence = f32::max(defence.0 as f32 / 4.0, 0.5);
    ((threat / defence - 0.7) / 2.0).clamp(0.0, 1.0)
}

impl Position {
    /// Points a turn that hang on a hex once it is held.
    #[inline]
    pub(super) fn yields(&self, hex: Hex) -> f32 {
        (self.sheet.ground.place(hex).fertile + self.value(hex)) as f32
    }

    /// What a strength is in defence of a hex (R90).
    #[inline]
    pub(super) fn defence_of(&self, hex: Hex, strength: u16) -> Quarters {
        self.defended(hex, Quarters::points(strength.into()), &mut Unread)
    }

    /// What a strength is multiplied by in defence of a hex, in quarters (R90).
    #[inline]
    pub(super) fn defence_quarters(&self, hex: Hex) -> u8 {
        Quarters::points(1).times(self.defence_ground(hex, &mut Unread)).0 as u8
    }

    /// What an attack comes to.
    #[inline]
    pub(super) fn prospect(&self, attack: u16, defence: Quarters) -> Prospect {
        let column = self.sheet.charts.combat_column(Quarters::points(attack as u32), defence);
        self.sheet.lore().prospects[column]
    }
}
