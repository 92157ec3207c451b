//! A rehearsal of the automatic deployment, so that no scenario is opened that cannot be set up.

use engine::edition::Misfit;

use super::*;

/// Deploys both sides automatically and checks that everybody stands lawfully (ruling R92), whatever the
/// enemy does: his zones must be elsewhere.
pub(crate) fn rehearse(battle: Battle) -> Result<(), Misfit> {
    separate(&battle)?;
    let battle = Arc::new(battle);
    let mut position = Position::empty(battle.clone());
    for side in [battle.sheet.deploys_first, battle.sheet.deploys_first.other()] {
        position.step = Step::Deploy(side);
        position.muster(side);
        for id in position.to_deploy(side) {
            let group = battle.sheet.units[id.index()].group.into();
            stands(&position, id).map_err(|why| Misfit {
                group,
                why,
                expected: "a zone with room for the automatic deployment",
            })?;
        }
        if let Err(refusal) = position.may_end_deployment() {
            let first = battle.sheet.groups.iter().position(|group| group.side == side);
            let why = refusal.objection(&position).why;
            return Err(Misfit { group: first.unwrap_or(0), why, expected: "a force that can be deployed" });
        }
    }
    Ok(())
}

/// Whether the zones of the two sides have no hex in common.
fn separate(battle: &Battle) -> Result<(), Misfit> {
    let zone = |group: &crate::sheet::Group| match &group.coming {
        Coming::Deploys { hexes, .. } => hexes.clone(),
        _ => vec![],
    };
    let groups = &battle.sheet.groups;
    for (index, theirs) in groups.iter().enumerate().filter(|(_, group)| group.side == Side::Second) {
        let enemies =
            groups.iter().filter(|group| group.side == Side::First).flat_map(zone).collect::<Vec<_>>();
        if let Some(shared) = zone(theirs).into_iter().find(|hex| enemies.contains(hex)) {
            let number = battle.sheet.ground.grid.number(shared);
            let why = format!("both sides may deploy in {number}");
            return Err(Misfit { group: index, why, expected: "zones that do not overlap" });
        }
    }
    Ok(())
}

/// Whether a counter stands where it may, in a lawful stack.
fn stands(position: &Position, id: UnitId) -> Result<(), String> {
    let battle = &position.battle;
    let Some(hex) = position.unit(id).hex() else {
        return Err(format!("there is no room to deploy {}", position.label(id)));
    };
    let unit = &battle.sheet.units[id.index()];
    let lawful =
        battle.in_zone(unit.group, hex) && battle.bears(unit.kind, hex) && position.stacked_legally(hex);
    if lawful {
        Ok(())
    } else {
        Err(format!("{} cannot stand in {}", position.label(id), position.number(hex)))
    }
}
