//! The position: the complete state of one battle, and what every chapter asks of it.

use std::sync::Arc;

use engine::saved::{Counters, Ending, Few};
use engine::{Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::element::{Element, ElementId, MOST, PER_SIDE, Units, Whereabouts};
use crate::field::{Field, Piece};
use crate::geometry::{Base, Ground, Hand, Point};
use crate::kind::Kind;
use crate::order::Wind;
use crate::sheet::{Class, Combat, ELEMENTS, Fate, KindCard, Sheet, Troop, TroopId};

engine::kept! {
    /// Everything a position holds that its sheet and the terrain do not, nor follows from the rest.
    pub struct State, saved as SavedState of Sheet {
        pub(crate) step: Step,
        /// Whose turn it is; before the battle, who acts.
        pub(crate) active: Side,
        pub(crate) invader: Side,
        /// Player turns begun.
        pub(crate) turns: u8 = 0,
        pub(crate) pips: u8 = 0,
        pub(crate) sides: [Muster; 2],
        pub(crate) camps: [Camp; 2],
        pub(crate) elements: Counters<Element, MOST>,
        /// Contacts of this movement phase in the order they were made, contacter and contacted.
        pub(crate) contacts: Few<[ElementId; 2], MOST_CONTACTS> = Few::none(),
        /// Who is taken up for a move.
        pub(crate) hand: Units = Units::NONE,
        pub(crate) fight: Fight = Fight::NONE,
    }
    also saved {
        /// The terrain laid.
        terrain: Vec<Piece>,
        /// How it ended.
        outcome: Ending,
    }
}

/// A battle in progress: its printed matter, the terrain laid, and its state.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) field: Arc<Field>,
    pub(crate) state: State,
    pub(crate) outcome: Option<Outcome>,
}

/// What a side brings and has done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Muster {
    /// Which alternative each element of the list is.
    pub(crate) choices: [u8; ELEMENTS],
    pub(crate) followers: bool,
    pub(crate) baggage: bool,
    /// Its base edge, once it has one.
    pub(crate) edge: Option<Wind>,
    /// Its own turns begun (R140).
    pub(crate) turns: u8,
    /// Elements swapped before the battle.
    pub(crate) swapped: u16,
    pub(crate) landed: bool,
}

impl Muster {
    pub(crate) const USUAL: Muster = Muster {
        choices: [0; ELEMENTS],
        followers: true,
        baggage: true,
        edge: None,
        turns: 0,
        swapped: 0,
        landed: false,
    };
}

/// A camp: a box square to the table (R25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Camp {
    /// Its corners, once it is set up.
    pub(crate) area: Option<[Point; 2]>,
    /// Whether the enemy was the last to hold it (R127).
    pub(crate) captured: bool,
    /// Whether somebody has attacked it in this phase (R125).
    pub(crate) stormed: bool,
}

impl Camp {
    pub(crate) fn ground(&self) -> Option<Ground> {
        self.area.map(|[least, most]| Ground::of_box(least, most))
    }

    /// Its four sides, each from left to right as one looks out of the camp.
    pub(crate) fn walls(&self) -> impl Iterator<Item = [Point; 2]> + use<> {
        let corners = self
            .area
            .map(|[least, most]| [Point::new(least.x, most.y), most, Point::new(most.x, least.y), least]);
        corners.into_iter().flat_map(|c| (0..4).map(move |i| [c[i], c[(i + 1) % 4]]))
    }
}

/// Where the sequence of play stands ("Decision points").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    /// D2: list options.
    Options,
    /// D3: the dice for aggression.
    Aggression,
    /// D4 and D5: the defender chooses and lays terrain.
    Terrain,
    /// The dice for terrain laid by chance.
    Survey,
    /// D6: is the centre filled?
    CentreRoll,
    /// D7: the invader fills it.
    Centre,
    /// D8: the die of a piece.
    ShiftRoll(u8),
    /// D8: the invader shifts it.
    Shift(u8),
    /// D9: the invader numbers the edges.
    Edges,
    /// D10: the die for his base edge; the edges as numbered.
    EdgeRoll([Wind; 4]),
    /// D11: a camp.
    Encamp,
    /// D12, D13: deployment.
    Deploy,
    /// D14: the defender swaps.
    Swap,
    /// T1: the PIP die.
    Pips,
    /// T2: tactical moves.
    Move,
    /// T4: which side shoots next.
    Volley,
    /// T4a: the side that acts shoots.
    Shoot(Side),
    /// T5: the next close combat.
    Fight,
    /// T5a: which attacker storms the camp of the side that is active.
    Storm,
    /// The battle is over.
    Over,
}

/// Where the fight being resolved stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// There is none.
    #[default]
    None,
    /// T4b: aides of the target that shoots back.
    Aides,
    /// T4c, T5b: the dice.
    Roll,
    /// O3: a fleeing element runs, and may bend either way.
    Run,
    /// O4: friends of the loser recoil.
    Follow,
}

engine::kept_as_is!(Muster, Camp, Step, Stage, Combat, Fate);

engine::kept! {
    /// The fight being resolved, shooting or close combat.
    pub(crate) struct Fight, saved as SavedFight of Sheet, usually NONE {
        pub(crate) stage: Stage = Stage::None,
        pub(crate) combat: Combat = Combat::Close,
        /// The main shooter, or the active side's fighter.
        pub(crate) one: ElementId = ElementId::NONE,
        /// The target, or the other fighter.
        pub(crate) other: ElementId = ElementId::NONE,
        pub(crate) aides: [Units; 2] = [Units::NONE; 2],
        /// Whether the target shoots back.
        pub(crate) mutual: bool = false,
        /// The camp that is fought for.
        pub(crate) storms: Option<Side> = None,
        /// Who won, once it is known.
        pub(crate) winner: ElementId = ElementId::NONE,
        pub(crate) loser: ElementId = ElementId::NONE,
        pub(crate) fate: Fate = Fate::NoEffect,
        /// How far the fleeing element has run.
        pub(crate) run: i64 = 0,
        /// How far it had run when it bent last; less than nothing before.
        pub(crate) bent: i64 = -crate::geometry::MU,
        /// Who has recoiled from this fight, by number.
        pub(crate) recoiled: u32 = 0,
        /// Friends of the loser still to recoil, by number.
        pub(crate) following: u32 = 0,
    }
}

/// The most contacts a movement phase can make.
pub(crate) const MOST_CONTACTS: usize = 24;

impl Position {
    /// The start of a battle: both sides choose the options of their lists.
    pub fn new(sheet: Arc<Sheet>) -> Position {
        let mut position = Position::empty(sheet);
        position.settle(&mut engine::Silence);
        position
    }

    pub(crate) fn empty(sheet: Arc<Sheet>) -> Position {
        let followers = sheet.troop_of("CF").unwrap_or(TroopId(0));
        let mut elements = Counters::new(MOST);
        *elements = [Element::new(followers, Whereabouts::Hand); MOST];
        for side in Side::BOTH {
            for (slot, entry) in sheet.army(side).slots.iter().enumerate() {
                elements[ElementId::of(side, slot).index()].troop = entry.choices[0].troop;
            }
        }
        let state = State {
            step: Step::Options,
            active: Side::First,
            invader: Side::First,
            turns: 0,
            pips: 0,
            sides: [Muster::USUAL; 2],
            camps: [Camp::default(); 2],
            elements,
            contacts: Few::none(),
            hand: Units::NONE,
            fight: Fight::NONE,
        };
        Position { sheet, field: Arc::default(), state, outcome: None }
    }

    /// Notes a contact once; the oldest are kept if there are too many.
    pub(crate) fn note_contact(&mut self, by: ElementId, on: ElementId) {
        if !self.contacts.contains(&[by, on]) {
            self.contacts.push([by, on]);
        }
    }

    /// The printed matter.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    #[inline]
    pub(crate) fn element(&self, id: ElementId) -> &Element {
        &self.elements[id.index()]
    }

    #[inline]
    pub(crate) fn element_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.elements[id.index()]
    }

    #[inline]
    pub(crate) fn troop(&self, id: ElementId) -> &Troop {
        self.sheet.troop(self.element(id).troop)
    }

    #[inline]
    pub(crate) fn kind(&self, id: ElementId) -> Kind {
        self.troop(id).kind
    }

    #[inline]
    pub(crate) fn card(&self, id: ElementId) -> &KindCard {
        self.sheet.card(self.kind(id))
    }

    #[inline]
    pub(crate) fn class(&self, id: ElementId) -> Class {
        self.card(id).class
    }

    #[inline]
    pub(crate) fn camels(&self, id: ElementId) -> bool {
        self.troop(id).camels
    }

    #[inline]
    pub(crate) fn depth(&self, id: ElementId) -> i64 {
        self.troop(id).depth
    }

    /// Whether an id names an element.
    #[inline]
    pub(crate) fn exists(&self, id: ElementId) -> bool {
        id.index() < MOST
    }

    #[inline]
    pub(crate) fn on_table(&self, id: ElementId) -> bool {
        self.element(id).place == Whereabouts::Table
    }

    /// Where an element stands.
    #[inline]
    pub(crate) fn base(&self, id: ElementId) -> Base {
        Base::new(self.element(id).pose, self.depth(id))
    }

    /// The base as it fights: a War Wagon in contact with the edge it is engaged on as its front (R75).
    #[inline]
    pub(crate) fn fighting_base(&self, id: ElementId) -> Base {
        let base = self.base(id);
        match self.element(id).edge {
            Some(edge) => base.fronting(edge),
            None => base,
        }
    }

    /// Everybody on the table.
    #[inline]
    pub(crate) fn standing(&self) -> impl Iterator<Item = ElementId> + '_ {
        ElementId::all().filter(|&id| self.on_table(id))
    }

    /// Those of a side on the table.
    #[inline]
    pub(crate) fn standing_of(&self, side: Side) -> impl Iterator<Item = ElementId> + '_ {
        ElementId::troops_of(side).filter(|&id| self.on_table(id))
    }

    /// Who is in the camp of a side.
    pub(crate) fn occupant(&self, camp: Side) -> Option<ElementId> {
        ElementId::all().find(|&id| self.element(id).place == Whereabouts::Camp(camp))
    }

    #[inline]
    pub(crate) fn camp(&self, side: Side) -> &Camp {
        &self.camps[side.index()]
    }

    /// What a side brings and has done, to be changed.
    #[inline]
    pub(crate) fn muster_mut(&mut self, side: Side) -> &mut Muster {
        &mut self.sides[side.index()]
    }

    #[inline]
    pub(crate) fn defender(&self) -> Side {
        self.invader.other()
    }

    /// Whether this is the first turn of the side that is active (R140).
    pub(crate) fn is_first_turn(&self) -> bool {
        self.sides[self.active.index()].turns == 1
    }

    /// A mask of elements.
    pub(crate) fn mask(ids: impl IntoIterator<Item = ElementId>) -> u32 {
        ids.into_iter().fold(0, |mask, id| mask | 1 << id.index())
    }

    /// The elements of a mask.
    pub(crate) fn members(mask: u32) -> impl Iterator<Item = ElementId> {
        ElementId::all().filter(move |id| mask >> id.index() & 1 != 0)
    }

    pub(crate) fn hand_name(hand: Hand) -> &'static str {
        match hand {
            Hand::Left => "left",
            Hand::Right => "right",
        }
    }
}

// The terrain is laid before the battle, and belongs to the setting from then on.
engine::follows_from_state!(Position, state: State, |one, other| {
    Arc::ptr_eq(&one.sheet, &other.sheet)
        && (Arc::ptr_eq(&one.field, &other.field) || one.field == other.field)
});

const _: () = assert!(PER_SIDE == 13);
