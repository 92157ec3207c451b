//! The special rules of a battle file.

use engine::Side;
use engine::datafile::{DataFault, Spanned};

use super::setup::Forces;
use super::sheets::Printer;
use crate::sheet::{Arm, Bait, Coming, Costly, Sortie, Specials, UnitType};

/// The most a lost unit may cost beyond its strength, and the most turns a sortie may add.
const MOST_EXTRA: u8 = 20;

/// Changes what counters of a troop say (13.5, special rule 4).
pub(super) fn change_types(printer: &Printer, types: &mut [UnitType]) -> Result<(), DataFault> {
    for entry in &printer.scenario.special.charges {
        let charge = printer.figure(&entry.charge, 2, "points of charge")?;
        for kind in troop(printer, &entry.troop, types)? {
            let unit = &mut types[kind as usize];
            if unit.arm != Arm::Cavalry {
                let message = format!("{} are {}", unit.troop, unit.arm.name());
                return Err(printer.file.fault(entry.troop.span(), message, "cavalry, which alone charges"));
            }
            unit.charge = charge;
        }
    }
    Ok(())
}

/// The special rules; each must have what it is about.
pub(super) fn read(
    printer: &Printer,
    types: &[UnitType],
    forces: &Forces,
    rows: u16,
) -> Result<Specials, DataFault> {
    let entry = &printer.scenario.special;
    let specials = Specials {
        bait: bait(printer, types, forces, rows)?,
        costly: costly(printer, types)?,
        surprised: surprised(printer, forces)?,
        sortie: sortie(printer)?,
        laager: entry.laager,
        axes: troops(printer, &entry.axes, types)?,
        riders: troops(printer, &entry.riders, types)?,
    };
    groups_need(printer, &specials)?;
    Ok(specials)
}

fn bait(
    printer: &Printer,
    types: &[UnitType],
    forces: &Forces,
    rows: u16,
) -> Result<Option<Bait>, DataFault> {
    let Some(entry) = &printer.scenario.special.bait else { return Ok(None) };
    let side = printer.side(&entry.side)?;
    let kinds = troops(printer, &entry.troops, types)?;
    if !forces.units.iter().any(|unit| unit.side == side && kinds.contains(&unit.unit_type)) {
        let message = format!("{} has none of these troops", entry.side.get_ref());
        return Err(printer.file.fault(entry.side.span(), message, "the side whose units are drawn on"));
    }
    if !(1..=rows).contains(entry.row.get_ref()) {
        let message = format!("the map has no row {}", entry.row.get_ref());
        return Err(printer.file.fault(entry.row.span(), message, format!("1 to {rows}")));
    }
    let waits = |coming: &Coming| matches!(coming, Coming::Arrives { baited: Some(_), .. });
    if !forces.groups.iter().any(|group| group.side != side && waits(&group.coming)) {
        let message = "no reinforcement of the enemy waits for the bait";
        return Err(printer.file.fault(entry.side.span(), message, "a group with `baited`"));
    }
    let turn = printer.figure(&entry.turn, printer.turns()?, "as the turn of the test")?;
    Ok(Some(Bait { types: kinds, side, row: *entry.row.get_ref(), turn }))
}

fn costly(printer: &Printer, types: &[UnitType]) -> Result<Option<Costly>, DataFault> {
    let Some(entry) = &printer.scenario.special.costly else { return Ok(None) };
    Ok(Some(Costly {
        types: troops(printer, &entry.troops, types)?,
        before: printer.figure(&entry.before, printer.turns()?, "as the turn from which losses cost less")?,
        extra: printer.figure(&entry.extra, MOST_EXTRA, "points more")?,
    }))
}

fn surprised(printer: &Printer, forces: &Forces) -> Result<Option<Side>, DataFault> {
    let Some(entry) = &printer.scenario.special.surprised else { return Ok(None) };
    let side = printer.side(entry)?;
    if !forces.units.iter().any(|unit| unit.side == side && unit.reduced) {
        let message = format!("{} has no unit that begins reduced", entry.get_ref());
        return Err(printer.file.fault(entry.span(), message, "entries such as \"Skutatoi 3 reduced\""));
    }
    Ok(Some(side))
}

fn sortie(printer: &Printer) -> Result<Option<Sortie>, DataFault> {
    let Some(entry) = &printer.scenario.special.sortie else { return Ok(None) };
    let side = printer.side(&entry.side)?;
    let own = printer.scenario.side.get_ref().get(side.index());
    if !own.is_some_and(|own| own.group.get_ref().iter().any(|group| group.sortie.is_some())) {
        let message = format!("{} has nobody to make a sortie", entry.side.get_ref());
        return Err(printer.file.fault(entry.side.span(), message, "a group of this side with `sortie`"));
    }
    Ok(Some(Sortie {
        side,
        before: printer.figure(&entry.before, printer.turns()?, "as the turn from which it is too late")?,
        turns: printer.figure(&entry.turns, MOST_EXTRA, "turns more")?,
    }))
}

/// Groups that wait for a special rule need the rule.
fn groups_need(printer: &Printer, specials: &Specials) -> Result<(), DataFault> {
    for (side, entry) in Side::BOTH.into_iter().zip(printer.scenario.side.get_ref()) {
        for group in entry.group.get_ref() {
            if let Some(baited) = &group.baited
                && specials.bait.as_ref().is_none_or(|bait| bait.side == side)
            {
                let message = "nothing says what the enemy must do for this";
                return Err(printer.file.fault(
                    baited.turn.span(),
                    message,
                    "`bait` of the enemy in [special]",
                ));
            }
            if let Some(hexes) = &group.sortie
                && specials.sortie.as_ref().is_none_or(|sortie| sortie.side != side)
            {
                let message = "nothing says when this sortie is made";
                return Err(printer.file.fault(hexes.span(), message, "`sortie` of this side in [special]"));
            }
        }
    }
    Ok(())
}

/// The types of several troops.
fn troops(printer: &Printer, names: &[Spanned<String>], types: &[UnitType]) -> Result<Vec<u8>, DataFault> {
    let mut kinds = vec![];
    for name in names {
        kinds.extend(troop(printer, name, types)?);
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

/// The types of a troop among those of the battle.
fn troop(printer: &Printer, name: &Spanned<String>, types: &[UnitType]) -> Result<Vec<u8>, DataFault> {
    let named = |(_, unit): &(u8, &UnitType)| unit.troop == *name.get_ref();
    let kinds: Vec<u8> = (0..).zip(types).filter(named).map(|(kind, _)| kind).collect();
    if kinds.is_empty() {
        let mut known: Vec<&str> = types.iter().map(|unit| unit.troop.as_str()).collect();
        known.dedup();
        let message = format!("there are no `{}` in this battle", name.get_ref());
        return Err(printer.file.fault(name.span(), message, format!("one of {}", known.join(", "))));
    }
    Ok(kinds)
}
