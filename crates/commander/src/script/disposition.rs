//! Dispositions: which part of an army goes by which script.

use engine::contract::{Side, Turn};
use engine::table::Table;

use super::Script;
use super::field::Field;
use super::march::{March, movers};
use super::wish::{Wish, fast};
use crate::plan::Plan;

/// A part of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wing {
    /// Nobody.
    None,
    /// The fast third.
    Horse,
    /// The half that stands first as the map is read.
    First,
    /// The other half.
    Second,
}

/// What a part of an army is told to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stance {
    /// What a script does.
    By(Script),
    /// Nobody marches.
    Stay,
    /// Back to where the enemy cannot strike next turn, or up to there.
    OutOfReach,
}

impl From<Script> for Arrangement {
    fn from(script: Script) -> Arrangement {
        Arrangement { all: Stance::By(script), wing: Wing::None, detached: Stance::Stay }
    }
}

/// Who is told what: all of an army, but for one wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrangement {
    all: Stance,
    wing: Wing,
    detached: Stance,
}

const fn all(stance: Stance) -> Arrangement {
    Arrangement { all: stance, wing: Wing::None, detached: Stance::Stay }
}

const fn but(wing: Wing, detached: Stance, stance: Stance) -> Arrangement {
    Arrangement { all: stance, wing, detached }
}

impl Arrangement {
    /// What a commander looks at beside what comes to mind unit by unit. Those that go somewhere come first: whoever sees
    /// no farther than the enemy's answer finds it safest to stay away, turn after turn.
    pub const ALL: [Arrangement; 10] = [
        all(Stance::By(Script::CloseUp)),
        all(Stance::By(Script::ExitColumn)),
        but(Wing::Horse, Stance::By(Script::ExitColumn), Stance::By(Script::CloseUp)),
        all(Stance::By(Script::Rush)),
        but(Wing::First, Stance::OutOfReach, Stance::By(Script::Rush)),
        but(Wing::Second, Stance::OutOfReach, Stance::By(Script::Rush)),
        all(Stance::By(Script::Turtle)),
        but(Wing::Horse, Stance::By(Script::Raid), Stance::OutOfReach),
        all(Stance::Stay),
        all(Stance::OutOfReach),
    ];
}

/// An army that was told what to do.
pub(crate) struct Disposition {
    field: Field,
    all: Wish,
    detached: Option<Wish>,
    /// The counters of the wing.
    wing: Vec<u16>,
}

impl Disposition {
    pub fn of(field: &Field, arrangement: Arrangement) -> Disposition {
        let wing = wing(field, arrangement.wing);
        let detached = (!wing.is_empty()).then(|| Wish::of(arrangement.detached, field));
        Disposition { field: field.clone(), all: Wish::of(arrangement.all, field), detached, wing }
    }

    /// The marches of all who are to go, one after another, until dice fall or the other side acts.
    pub fn carry_out(mut self, table: &dyn Table, side: Side, each: &mut dyn FnMut(Plan)) {
        let (mut here, clock) = (table.clone_box(), table.clock());
        for id in self.all.in_order(&self.field, movers(table)) {
            let wish = match &self.detached {
                Some(detached) if self.wing.contains(&id) => detached,
                _ => &self.all,
            };
            let Some(march) = March::of(here.as_ref(), &self.field, wish, id) else { continue };
            self.field.shift(id, march.to);
            here = march.end.clone_box();
            each(Plan { orders: march.orders, end: march.end });
            if here.turn() != Turn::Order(side) || !here.at_rest() || here.clock() != clock {
                return;
            }
        }
    }
}

/// The troops of a wing.
fn wing(field: &Field, wing: Wing) -> Vec<u16> {
    match wing {
        Wing::None => vec![],
        Wing::Horse => {
            let pace = fast(field);
            let slowest = field.troops().map(|(piece, _)| piece.speed).min();
            let quick = field.troops().filter(|(piece, _)| piece.speed >= pace && Some(pace) > slowest);
            quick.map(|(piece, _)| piece.id).collect()
        }
        Wing::First | Wing::Second => {
            let mut along: Vec<((u16, u16), u16)> =
                field.troops().map(|(piece, hex)| (field.along_the_line(hex), piece.id)).collect();
            along.sort_unstable();
            let (first, second) = along.split_at(along.len() / 2);
            let half = if wing == Wing::First { first } else { second };
            half.iter().map(|(_, id)| *id).collect()
        }
    }
}
