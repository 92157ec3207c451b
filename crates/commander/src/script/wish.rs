//! Where each script wants its counters to stand.

use engine::hex::{Direction, Hex};

use super::field::{FAR, Field, Piece};
use super::{Script, Stance};

/// The share of an army that must be able to strike before those who close up do.
const TOGETHER: f32 = 0.6;
/// How deep an army may stand that is closed up.
const DEPTH: u16 = 3;
/// How far from what it holds an army stands, and how far those who strike from there may go.
const RING: u16 = 2;
const SALLY: u16 = 4;
/// The odds at which those who stand go for who comes near.
const GOOD_ODDS: f32 = 2.0;
/// The odds below which nobody goes beside the enemy, and what it costs to.
const GOOD_ENOUGH: f32 = 1.5;
const POOR: f32 = 3.0;
/// How far those are counted on who may still come up, and at most.
const COMING: f32 = 0.5;
const MOST_COMING: f32 = 8.0;
/// Strength up to which an enemy is weak.
const WEAK: f32 = 1.0;
/// What it is worth to stand on a place that is to be taken, and to strike those who do.
const TAKEN: f32 = 5.0;
const HOLDER: f32 = 1.5;
/// How far archers like to be.
const BOWSHOT: u16 = 2;

/// What those of a script are about this turn.
enum Purpose {
    /// Nobody marches.
    Stay,
    /// Everybody at the enemy and what must be taken.
    Strike,
    /// Up to so far from the enemy and no farther, or back to there.
    March { far: u16, back: bool },
    /// Along these ways, by the number of the hex.
    Along(Vec<u16>),
    /// About a hex.
    Stand(Hex),
    /// The fast ones along these ways, the others about a hex.
    Raid { ways: Vec<u16>, fast: u16, post: Hex },
}

/// What a script wants on this field.
pub(crate) struct Wish {
    purpose: Purpose,
    leaves: bool,
    /// What draws: enemies, and marked places that are not the own side's.
    targets: Vec<Hex>,
}

impl Wish {
    pub fn of(stance: Stance, field: &Field) -> Wish {
        let foes = field.foes.iter().filter_map(|foe| foe.hex);
        let targets: Vec<Hex> =
            foes.chain(field.goals.iter().filter(|(_, own)| !own).map(|(hex, _)| *hex)).collect();
        let leaves = stance == Stance::By(Script::ExitColumn);
        let mut wish = Wish { purpose: Purpose::Strike, leaves, targets };
        wish.purpose = match stance {
            Stance::Stay => Purpose::Stay,
            Stance::OutOfReach => Purpose::March { far: reach(field), back: true },
            Stance::By(Script::Rush) => Purpose::Strike,
            Stance::By(Script::CloseUp) => wish.closing_up(field),
            Stance::By(Script::ExitColumn) => match field.rim_behind_the_enemy() {
                rim if rim.is_empty() => Purpose::Strike,
                rim => Purpose::Along(field.ways_round(&rim)),
            },
            Stance::By(Script::Turtle) => post(field).map_or(Purpose::Strike, Purpose::Stand),
            Stance::By(Script::Raid) => match post(field) {
                Some(post) => {
                    let ways = field.ways_round(&prizes(field));
                    Purpose::Raid { ways, fast: fast(field), post }
                }
                None => Purpose::Strike,
            },
        };
        wish
    }

    /// Whether those at the rim leave the map if they may.
    pub fn leaves(&self) -> bool {
        self.leaves
    }

    /// Whether nobody marches.
    pub fn stays(&self) -> bool {
        matches!(self.purpose, Purpose::Stay)
    }

    fn far(&self, field: &Field, hex: Hex) -> u16 {
        self.targets.iter().map(|&target| field.grid.distance(hex, target)).min().unwrap_or(FAR)
    }

    /// On at the pace of the slowest quarter, but not into reach before all are up; then at them.
    fn closing_up(&self, field: &Field) -> Purpose {
        let mut ways: Vec<(u16, u16)> = vec![];
        let (mut ready, mut all) = (0.0, 0.1);
        for (piece, hex) in field.troops() {
            let far = self.far(field, hex);
            ways.push((far, far.saturating_sub(piece.speed)));
            all += piece.strength;
            ready += if far <= piece.speed + 1 { piece.strength } else { 0.0 };
        }
        let Some(last) = ways.len().checked_sub(1) else { return Purpose::Strike };
        let quarter = last * 3 / 4;
        let mut then: Vec<u16> = ways.iter().map(|way| way.1).collect();
        then.sort_unstable();
        ways.sort_unstable();
        let (van, rear) = (ways[0].0, ways[quarter].0);
        let reach = reach(field);
        let pace = then[quarter].max(1);
        let held = !field.goals.is_empty() && field.goals.iter().all(|(_, own)| *own);
        match () {
            () if ready >= TOGETHER * all || van <= 1 && !held => Purpose::Strike,
            // Whoever has all there is to have lets the enemy come.
            () if held => post(field).map_or(Purpose::Strike, Purpose::Stand),
            () if rear - van <= DEPTH && rear <= reach + DEPTH => Purpose::March { far: pace, back: false },
            () => Purpose::March { far: pace.max(reach), back: false },
        }
    }

    /// Those in front go first, so that they are out of the way; leaders go last.
    pub fn in_order(&self, field: &Field, mut movers: Vec<u16>) -> Vec<u16> {
        let rank = |id: &u16| {
            let piece = field.piece(*id);
            let far = piece.and_then(|piece| piece.hex).map_or(FAR, |hex| self.far(field, hex));
            (piece.is_some_and(|piece| piece.leads), far, *id)
        };
        movers.sort_by_key(rank);
        movers
    }

    /// What a hex is worth to a counter.
    pub fn worth(&self, field: &Field, id: u16, hex: Hex) -> f32 {
        let Some(piece) = field.piece(id) else { return 0.0 };
        if piece.leads && !self.stays() {
            return with_the_men(field, id, hex);
        }
        if guards(field, piece) {
            return -(field.grid.distance(hex, piece.hex.unwrap_or(hex)) as f32);
        }
        match &self.purpose {
            Purpose::Stay => 0.0,
            Purpose::Strike => self.strike(field, piece, hex),
            Purpose::March { far, back } => {
                let (here, now) = (self.far(field, hex), piece.hex.map_or(FAR, |now| self.far(field, now)));
                // Whoever is nearer already stays, unless all are to go back.
                let far = if *back { *far } else { now.min(*far) };
                let short = if here < far { 3.0 * f32::from(far - here) } else { f32::from(here - far) };
                -short + company(field, piece, hex)
            }
            Purpose::Along(ways) => -f32::from(ways[hex.index()]),
            Purpose::Stand(post) => self.stand(field, piece, hex, *post),
            Purpose::Raid { ways, fast, .. } if piece.speed >= *fast => {
                -f32::from(ways[hex.index()]) - 0.3 * field.foes_within(hex, 1)
            }
            Purpose::Raid { post, .. } => self.stand(field, piece, hex, *post),
        }
    }

    /// At the enemy: where most strike one stack together and few strike back.
    fn strike(&self, field: &Field, piece: &Piece, hex: Hex) -> f32 {
        let liked = if piece.shoots { BOWSHOT } else { 1 };
        let far = self.far(field, hex);
        let taken = if field.is_to_be_taken(hex) { TAKEN } else { 0.0 };
        -f32::from(far.abs_diff(liked)) + blow(field, piece, hex) + taken
    }

    /// By the post, in company, and out to strike who comes near at good odds.
    fn stand(&self, field: &Field, piece: &Piece, hex: Hex, post: Hex) -> f32 {
        let far = field.grid.distance(hex, post);
        let blow = if far <= SALLY { best_odds(field, piece, hex) } else { 0.0 };
        let strikes = if blow >= GOOD_ODDS { 2.0 + blow } else { 0.0 };
        strikes - f32::from(far.saturating_sub(RING)) + 0.5 * company(field, piece, hex)
    }

    /// The way to look from a hex: at the nearest enemy.
    pub fn front(&self, field: &Field, hex: Hex) -> Option<Direction> {
        let (_, foe) = field.nearest(hex)?;
        let ahead = field.grid.neighbours(hex).min_by_key(|&(_, next)| field.grid.distance(next, foe));
        ahead.map(|(direction, _)| direction)
    }
}

/// How far the enemy's fastest do not come in a turn.
fn reach(field: &Field) -> u16 {
    field.foes.iter().filter(|foe| !foe.leads).map(|foe| foe.speed + 2).max().unwrap_or(0)
}

/// Whether a counter stands on a marked place of its own side's.
fn guards(field: &Field, piece: &Piece) -> bool {
    piece.hex.is_some_and(|hex| field.goals.contains(&(hex, true)))
}

/// Where an army stands that stands: at a place of its own, or else in its own middle.
fn post(field: &Field) -> Option<Hex> {
    let own: Vec<Hex> = field.troops().map(|(_, hex)| hex).collect();
    let middle = field.middle(&own)?;
    let held = field.goals.iter().filter(|(_, own)| *own).map(|(hex, _)| *hex);
    let unguarded: Vec<Hex> =
        field.own.iter().filter(|piece| piece.speed == 0).filter_map(|piece| piece.hex).collect();
    let held = held.min_by_key(|&hex| field.grid.distance(hex, middle));
    Some(held.or_else(|| field.middle(&unguarded)).unwrap_or(middle))
}

/// What raiders go for: places of the enemy's, and whoever is weak.
fn prizes(field: &Field) -> Vec<Hex> {
    let weak = field.foes.iter().filter(|foe| foe.strength <= WEAK || foe.shoots);
    let places = field.goals.iter().filter(|(_, own)| !own).map(|(hex, _)| *hex);
    let prizes: Vec<Hex> = places.chain(weak.filter_map(|foe| foe.hex)).collect();
    match prizes.is_empty() {
        true => field.foes.iter().filter_map(|foe| foe.hex).collect(),
        false => prizes,
    }
}

/// The pace of the fastest third.
pub(super) fn fast(field: &Field) -> u16 {
    let mut speeds: Vec<u16> = field.troops().map(|(piece, _)| piece.speed).collect();
    speeds.sort_unstable();
    speeds.get(speeds.len() * 2 / 3).copied().unwrap_or(0)
}

/// Friends beside and in a hex.
fn company(field: &Field, piece: &Piece, hex: Hex) -> f32 {
    let beside =
        field.troops().filter(|(other, at)| other.id != piece.id && field.grid.distance(*at, hex) <= 1);
    0.2 * beside.count().min(3) as f32
}

/// The best odds at which an enemy beside a hex would be struck if a counter came there.
fn best_odds(field: &Field, piece: &Piece, hex: Hex) -> f32 {
    let mut best = 0.0f32;
    for foe in field.foes.iter().filter_map(|foe| foe.hex) {
        if field.grid.distance(hex, foe) == 1 {
            let force = piece.strength
                + field.strength_beside(foe, piece.id)
                + (COMING * field.strength_coming(foe, piece.id)).min(MOST_COMING);
            let holds = if field.is_to_be_taken(foe) { HOLDER } else { 1.0 };
            best = best.max(holds * force / field.foes_within(foe, 0).max(1.0));
        }
    }
    best
}

/// What a share in a blow from a hex is worth, less what strikes back.
fn blow(field: &Field, piece: &Piece, hex: Hex) -> f32 {
    let odds = if piece.shoots { 0.0 } else { best_odds(field, piece, hex) };
    let beset = field.foes_within(hex, 1);
    let blow = if odds >= GOOD_ENOUGH || beset == 0.0 || piece.shoots { odds.min(4.0) } else { odds - POOR };
    blow - 0.15 * beset
}

/// A leader goes where most men are, and not alone among the enemy.
fn with_the_men(field: &Field, id: u16, hex: Hex) -> f32 {
    let near =
        |radius| field.troops().filter(|(_, at)| field.grid.distance(*at, hex) <= radius).count() as f32;
    let alone = !field.troops().any(|(piece, at)| at == hex && piece.id != id);
    0.5 * near(0).min(1.0) + 0.1 * near(1) + 0.05 * near(3)
        - if alone { field.foes_within(hex, 1) } else { 0.0 }
}
