//! The chart and the bases.

use engine::datafile::{DataFault, DataFile, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::field::Feature;
use crate::geometry::MU;
use crate::judgment::Lore;
use crate::kind::{KINDS, Kind, KindSet};
use crate::sheet::{Charts, Class, Combat, Fate, Going, KindCard, Line, Pursues, Results, Topography, Troop};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TroopsFile {
    troops: Vec<PrintedTroop>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedTroop {
    code: String,
    name: String,
    kind: Kind,
    /// In MU; a whole number of quarters.
    depth: Spanned<f64>,
    #[serde(default)]
    camels: bool,
}

/// The bases.
pub(super) fn troops(file: &DataFile) -> Result<Vec<Troop>, DataFault> {
    let printed: TroopsFile = file.parse()?;
    let troop = |troop: PrintedTroop| {
        let quarters = troop.depth.get_ref() * 4.0;
        if quarters.fract() != 0.0 || !(1.0..=16.0).contains(&quarters) {
            let message = format!("{} is no depth", troop.depth.get_ref());
            return Err(file.fault(troop.depth.span(), message, "whole quarters of a MU up to 4"));
        }
        let PrintedTroop { code, name, kind, camels, .. } = troop;
        Ok(Troop { code, name, kind, depth: quarters as i64, camels: camels || kind == Kind::Camelry })
    };
    printed.troops.into_iter().map(troop).collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartsFile {
    kinds: Vec<PrintedKind>,
    movement: Movement,
    support: Vec<Support>,
    psiloi_support: PsiloiSupport,
    beaten: Vec<Row>,
    doubled: Vec<Row>,
    equal: Vec<Row>,
    passes: Vec<Passes>,
    topography: Vec<PrintedTopography>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedKind {
    kind: Spanned<Kind>,
    name: String,
    class: Class,
    close: [i8; 2],
    shooting: Option<[i8; 2]>,
    #[serde(default)]
    shot_at: i8,
    r#move: u8,
    range: Option<u8>,
    #[serde(default)]
    bad_going: i8,
    #[serde(default)]
    extra_pip: bool,
    #[serde(default)]
    wheeled: bool,
    #[serde(default)]
    pursues: Pursues,
    #[serde(default)]
    camels: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Movement {
    mounted_in_bad_going: u8,
    river: u8,
    road: u8,
    road_light_horse: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Support {
    front: Vec<Kind>,
    foot: i8,
    heavy: i8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PsiloiSupport {
    front: Vec<Kind>,
    adds: i8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Row {
    loser: Vec<Kind>,
    lines: Spanned<Vec<PrintedLine>>,
}

/// A kind, or several by one word.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Name {
    Kind(Kind),
    Many(Many),
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Many {
    Any,
    Foot,
    Mounted,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedLine {
    result: Fate,
    vs: Option<Vec<Name>>,
    going: Option<Going>,
    combat: Option<Combat>,
    in_camp: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Passes {
    mover: Vec<Name>,
    through: Vec<Name>,
    #[serde(default)]
    except: Vec<Name>,
    recoiling: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedTopography {
    name: String,
    compulsory: Feature,
    optional: Vec<Spanned<String>>,
}

/// The chart.
pub(super) fn read(file: &DataFile) -> Result<Charts, DataFault> {
    let printed: ChartsFile = file.parse()?;
    for (kind, &wanted) in printed.kinds.iter().zip(&Kind::ALL) {
        if *kind.kind.get_ref() != wanted {
            let message = format!("{:?} stands where {wanted:?} belongs", kind.kind.get_ref());
            return Err(file.fault(kind.kind.span(), message, "the kinds in the order of the chart"));
        }
    }
    if printed.kinds.len() != KINDS {
        let message = format!("there are {} kinds", printed.kinds.len());
        return Err(file.fault(0..0, message, format!("all {KINDS} kinds of the chart")));
    }
    let kinds: Vec<KindCard> = printed.kinds.into_iter().map(card).collect();
    let set = |names: &[Name]| named(&kinds, names);
    let mut support = [None; KINDS];
    for row in &printed.support {
        for &kind in &row.front {
            support[kind as usize] = Some([row.foot, row.heavy]);
        }
    }
    let (mut passes, mut recoils_through) = ([KindSet::default(); KINDS], [KindSet::default(); KINDS]);
    for row in &printed.passes {
        let through = set(&row.through).without(set(&row.except));
        let table = if row.recoiling { &mut recoils_through } else { &mut passes };
        for kind in Kind::ALL.into_iter().filter(|&kind| set(&row.mover).has(kind)) {
            table[kind as usize] = table[kind as usize].and(through);
        }
    }
    let movement = printed.movement;
    let mu = |figure: u8| i64::from(figure) * MU;
    let beaten = results(file, &printed.beaten, &kinds, true)?;
    let doubled = results(file, &printed.doubled, &kinds, true)?;
    let equal = results(file, &printed.equal, &kinds, false)?;
    Ok(Charts {
        mounted_in_bad_going: mu(movement.mounted_in_bad_going),
        river: mu(movement.river),
        road: mu(movement.road),
        road_light_horse: mu(movement.road_light_horse),
        support,
        psiloi_support: KindSet::of(printed.psiloi_support.front),
        psiloi_adds: printed.psiloi_support.adds,
        lore: Lore::of(&kinds, &equal, &beaten, &doubled),
        beaten,
        doubled,
        equal,
        passes,
        recoils_through,
        topographies: printed
            .topography
            .into_iter()
            .map(|t| topography(file, t))
            .collect::<Result<_, _>>()?,
        kinds,
    })
}

fn card(kind: PrintedKind) -> KindCard {
    let mu = |figure: u8| i64::from(figure) * MU;
    KindCard {
        name: kind.name,
        class: kind.class,
        close: kind.close,
        shooting: kind.shooting.unwrap_or(kind.close),
        shot_at: kind.shot_at,
        allowance: mu(kind.r#move),
        range: kind.range.map(mu),
        bad_going: kind.bad_going,
        extra_pip: kind.extra_pip,
        wheeled: kind.wheeled,
        pursues: kind.pursues,
        camels: kind.camels,
    }
}

fn named(kinds: &[KindCard], names: &[Name]) -> KindSet {
    let of_class =
        |class: Class| KindSet::of(Kind::ALL.into_iter().filter(|&kind| kinds[kind as usize].class == class));
    names.iter().fold(KindSet::default(), |set, name| {
        set.and(match name {
            Name::Kind(kind) => KindSet::of([*kind]),
            Name::Many(Many::Any) => KindSet::ALL,
            Name::Many(Many::Foot) => of_class(Class::Foot),
            Name::Many(Many::Mounted) => of_class(Class::Mounted),
        })
    })
}

/// A table: a row for every kind where the table is to be complete, and a last line that always fits.
fn results(file: &DataFile, rows: &[Row], kinds: &[KindCard], complete: bool) -> Result<Results, DataFault> {
    let mut table: Results = std::array::from_fn(|_| vec![]);
    for row in rows {
        let always = row.lines.get_ref().last().is_some_and(|line| {
            line.vs.is_none() && line.going.is_none() && line.combat.is_none() && line.in_camp.is_none()
        });
        if !always {
            let message = "the last line of a row has a condition".to_string();
            return Err(file.fault(row.lines.span(), message, "a last line that always fits"));
        }
        let line = |line: &PrintedLine| Line {
            vs: line.vs.as_ref().map_or(KindSet::ALL, |names| named(kinds, names)),
            going: line.going,
            combat: line.combat,
            in_camp: line.in_camp,
            fate: line.result,
        };
        for &kind in &row.loser {
            if !table[kind as usize].is_empty() {
                let message = format!("{kind:?} has two rows");
                return Err(file.fault(row.lines.span(), message, "one row for each kind"));
            }
            table[kind as usize] = row.lines.get_ref().iter().map(line).collect();
        }
    }
    match Kind::ALL.into_iter().find(|&kind| complete && table[kind as usize].is_empty()) {
        Some(kind) => Err(file.fault(0..0, format!("{kind:?} has no row"), "a row for each kind")),
        None => Ok(table),
    }
}

fn topography(file: &DataFile, printed: PrintedTopography) -> Result<Topography, DataFault> {
    let mut optional = vec![];
    for (group, text) in printed.optional.iter().enumerate() {
        for name in text.get_ref().split(" or ") {
            let feature = Feature::named(name).ok_or_else(|| {
                let names = Feature::ALL.map(Feature::code).join(", ");
                file.fault(text.span(), format!("there is no terrain `{name}`"), names)
            })?;
            optional.push((feature, group as u8));
        }
    }
    Ok(Topography { name: printed.name, compulsory: printed.compulsory, optional })
}
