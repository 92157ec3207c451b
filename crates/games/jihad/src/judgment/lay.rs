//! The lay of the land before a force: who stands where, what reaches where, what a hex is worth.

use engine::hex::Hex;
use engine::odds::Quarters;

use crate::position::Position;
use crate::sheet::{Arm, Kind, MOST_HEXES, State};
use crate::unit::{Party, Spot, Unit};

/// What a force has in a hex.
#[derive(Clone, Copy, Default)]
pub(super) struct Post {
    /// Land units.
    pub men: u8,
    /// Their strength, a leader's with it.
    pub strength: u8,
    /// The strength of its ships.
    pub ships: u8,
    /// Bedouin among the land units.
    pub bedouin: u8,
}

impl Post {
    /// The strength of an average unit.
    pub fn dear(self) -> f32 {
        self.strength as f32 / f32::max(self.men as f32, 1.0)
    }

    /// What so many losses in combat hurt: Bedouin fall last, and never come back.
    pub fn bill(self, losses: f32) -> f32 {
        let others = (self.men - self.bedouin) as f32;
        let losses = losses.min(self.men as f32);
        let spared = losses.min(others);
        let cost =
            if others > 0.0 { (self.strength as f32 - 2.0 * self.bedouin as f32) / others } else { 0.0 };
        spared * cost.clamp(1.2, 2.5) + 4.0 * (losses - spared)
    }
}

/// What stands on the map as one force sees it. The stack in hand is left out.
pub(super) struct Lay<'a> {
    position: &'a Position,
    pub party: Party,
    own: [Post; MOST_HEXES],
    foe: [Post; MOST_HEXES],
    own_reach: [bool; MOST_HEXES],
    foe_reach: [bool; MOST_HEXES],
    /// The hexes where foes stand, with their strength on land.
    pub foes: Vec<(Hex, u8)>,
}

/// What a combat at some odds comes to, on average.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// The chance that the defender has to go.
    pub wins: f32,
    /// Units the attacker loses.
    pub attacker: f32,
    /// Units the defender loses.
    pub defender: f32,
}

/// Steps within which troops threaten a place.
const NEAR: u16 = 3;

impl<'a> Lay<'a> {
    pub fn new(position: &'a Position, party: Party) -> Lay<'a> {
        let mut lay = Lay {
            position,
            party,
            own: [Post::default(); MOST_HEXES],
            foe: [Post::default(); MOST_HEXES],
            own_reach: [false; MOST_HEXES],
            foe_reach: [false; MOST_HEXES],
            foes: vec![],
        };
        for unit in &position.units[..position.count()] {
            let Some(hex) = unit.hex() else { continue };
            if unit.has(Unit::IN_HAND) || unit.aboard.some().is_some() {
                continue;
            }
            let posts = if unit.serves(party) {
                &mut lay.own
            } else if unit.serves(party.foe()) {
                &mut lay.foe
            } else {
                continue;
            };
            let post = &mut posts[hex.index()];
            if unit.is_land() {
                post.men += 1;
                post.strength += unit.strength;
                post.bedouin += u8::from(unit.kind == Kind::Bedouin);
            } else {
                post.ships += unit.strength;
            }
        }
        lay.add_leaders();
        lay.reach_out();
        lay
    }

    fn add_leaders(&mut self) {
        let strength = self.position.sheet.roster.leader_strength;
        for (party, posts) in [(self.party, &mut self.own), (self.party.foe(), &mut self.foe)] {
            if party.at_war()
                && let Some(hex) = self.position.leader_spot(party).hex()
            {
                posts[hex.index()].strength += strength;
            }
        }
    }

    fn reach_out(&mut self) {
        let ground = &self.position.sheet.ground;
        for hex in ground.grid.hexes() {
            let (own, foe) = (self.own[hex.index()], self.foe[hex.index()]);
            if foe.strength + foe.ships > 0 {
                self.foes.push((hex, foe.strength));
            }
            if own.men + foe.men == 0 {
                continue;
            }
            for (_, beyond) in ground.ways(hex, Arm::Land) {
                self.own_reach[beyond.index()] |= own.men > 0;
                self.foe_reach[beyond.index()] |= foe.men > 0;
            }
        }
    }

    #[inline]
    pub fn own(&self, hex: Hex) -> Post {
        self.own[hex.index()]
    }

    #[inline]
    pub fn foe(&self, hex: Hex) -> Post {
        self.foe[hex.index()]
    }

    /// Points a turn that hang on a hex once it is held.
    pub fn yields(&self, hex: Hex) -> f32 {
        (self.position.sheet.ground.place(hex).fertile + self.position.value(hex)) as f32
    }

    /// Points a turn that a force wins by standing in a hex where it is not yet: its land and city, and the
    /// fields around it that its zone takes from the other side or from nobody.
    pub fn worth(&self, hex: Hex) -> f32 {
        let position = self.position;
        let ground = &position.sheet.ground;
        let at = hex.index();
        let place = ground.place(hex);
        let muslims = self.party == Party::Muslims;
        let ours = |hex: Hex| (position.border(hex) == Some(State::Muslim)) == muslims;
        let fertile = place.fertile as f32;
        let mut worth = position.value(hex) as f32;
        worth += match (ours(hex), self.foe[at].men > 0, self.own_reach[at], self.foe_reach[at]) {
            (_, true, _, _) => fertile,
            (false, false, true, false) | (true, false, _, false) => 0.2 * fertile,
            (true, false, true, true) => 0.4 * fertile,
            _ => fertile,
        };
        for (_, beyond) in ground.ways(hex, Arm::Land) {
            let near = ground.place(beyond);
            let i = beyond.index();
            if near.fertile == 0 || position.value(beyond) > 0 || self.own[i].men + self.foe[i].men > 0 {
                continue;
            }
            let share = match (ours(beyond), self.own_reach[i], self.foe_reach[i]) {
                (_, true, _) | (true, false, false) => 0.0,
                (false, false, true) => 0.3,
                (false, false, false) | (true, false, true) => 0.8,
            };
            worth += share * near.fertile as f32;
        }
        worth
    }

    /// What a dead foe in a hex is worth: his strength, and for Muslims the chance that he changes sides (9.2).
    pub fn prize(&self, hex: Hex) -> f32 {
        let position = self.position;
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

    /// The foe's strength that could be upon a hex soon.
    pub fn threat(&self, hex: Hex) -> f32 {
        let grid = &self.position.sheet.ground.grid;
        let near = self.foes.iter().filter(|(there, _)| grid.distance(hex, *there) <= NEAR);
        near.map(|&(_, strength)| strength as f32).sum()
    }

    /// How likely a force of some strength is to be driven from a hex, from 0 to 1, by what is near.
    pub fn risk(&self, hex: Hex, strength: u8, threat: f32) -> f32 {
        let defence = f32::max(self.defence(hex, strength).0 as f32 / 4.0, 0.5);
        ((threat / defence - 0.7) / 2.0).clamp(0.0, 1.0)
    }

    /// What a strength is in defence of a hex (R90).
    pub fn defence(&self, hex: Hex, strength: u8) -> Quarters {
        let figures = &self.position.sheet.charts.figures;
        let rough = self.position.sheet.ground.place(hex).is_rough();
        let halves = if rough { figures.rough_halves } else { 2 };
        Quarters(strength as u32 * halves as u32 * 2) + Quarters::points(self.position.value(hex) as u32)
    }

    /// What an attack comes to.
    pub fn prospect(&self, attack: u8, defence: Quarters) -> Prospect {
        let charts = &self.position.sheet.charts;
        let column = charts.combat_column(Quarters::points(attack as u32), defence);
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

impl Position {
    /// Units that so many attrition points take from a stack, on average, and the chance that somebody is left.
    pub(super) fn toll(&self, points: u16, men: u8) -> (f32, f32) {
        let (mut losses, mut left) = (0.0, 0.0);
        for die in 1..=6 {
            let lost = self.sheet.charts.attrition_losses(points.min(60) as u8, die).min(men);
            losses += lost as f32 / 6.0;
            left += f32::from(lost < men) / 6.0;
        }
        (losses, left)
    }
}
