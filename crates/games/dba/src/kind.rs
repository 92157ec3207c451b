//! Kinds of troops (1.1) and sets of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of troops: a row of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the kinds are known by their names")]
pub enum Kind {
    Artillery,
    Auxilia,
    Blades,
    Bows,
    Camelry,
    CampFollowers,
    Cataphracts,
    Cavalry,
    Elephants,
    Hordes,
    Knights,
    LightHorse,
    LightSpear,
    Pavises,
    Pikes,
    Psiloi,
    Raiders,
    ScythedChariots,
    Spears,
    WarWagons,
    Warband,
}

/// How many kinds there are.
pub const KINDS: usize = 21;

impl Kind {
    /// Every kind, in the order of the chart.
    pub const ALL: [Kind; KINDS] = [
        Kind::Artillery,
        Kind::Auxilia,
        Kind::Blades,
        Kind::Bows,
        Kind::Camelry,
        Kind::CampFollowers,
        Kind::Cataphracts,
        Kind::Cavalry,
        Kind::Elephants,
        Kind::Hordes,
        Kind::Knights,
        Kind::LightHorse,
        Kind::LightSpear,
        Kind::Pavises,
        Kind::Pikes,
        Kind::Psiloi,
        Kind::Raiders,
        Kind::ScythedChariots,
        Kind::Spears,
        Kind::WarWagons,
        Kind::Warband,
    ];
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KindSet(u32);

impl KindSet {
    /// Every kind.
    pub const ALL: KindSet = KindSet((1 << KINDS) - 1);

    /// The set of these kinds.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> KindSet {
        KindSet(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }

    /// Whether a kind is in it.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// Both together.
    pub const fn and(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }

    /// Without those.
    pub const fn without(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }
}
