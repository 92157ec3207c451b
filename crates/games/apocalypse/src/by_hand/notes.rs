//! What is noted beside the counters: expeditions, control, pillage, annals.

use engine::by_hand::{Field, Primer, Wrong, amended, amendments, entries, listed};
use serde_json::{Value, json};

use super::WITH;
use crate::position::{Holder, Position};
use crate::unit::Expedition;

/// The holders by the words of `control`.
const HOLDERS: [(&str, Holder); 3] =
    [("muslims", Holder::Muslims), ("byzantines", Holder::Byzantines), ("rebels", Holder::Rebels)];

/// Reading.
impl Position {
    pub(super) fn note_expeditions(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        let said = note.named("expedition", WITH)?;
        said.iter().try_for_each(|(index, field)| self.note_expedition(Expedition::ALL[*index], field))
    }

    fn note_expedition(&mut self, expedition: Expedition, field: &Field) -> Result<(), Wrong> {
        field.only(&["camped", "winters", "done", "spared"])?;
        let mut host = *self.host(expedition);
        if !host.on_map() {
            return Err(field.wrong(format!("no counter is with the {}", expedition.name())));
        }
        let flag = |name: &str| field.get(name).map_or(Ok(false), |flag| flag.flag());
        (host.camped, host.done) = (flag("camped")?, flag("done")?);
        host.winters = field.get("winters").map_or(Ok(0), |winters| winters.number(0..=9))? as u8;
        if let Some(name) = field.get("spared") {
            let names = self.leader_ids().map(|id| self.label_under(id, None)).collect::<Vec<_>>();
            let index = name.one_of("leader", names.iter().map(String::as_str))?;
            host.spared = self.leader_ids().nth(index).unwrap_or_default();
        }
        *self.host_mut(expedition) = host;
        Ok(())
    }

    pub(super) fn note_control(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        for (holder, list) in note.named("holder", HOLDERS.map(|(name, _)| name))? {
            for place in list.items()? {
                let place = self.noted_place(&place)?;
                self.control[place as usize] = HOLDERS[holder].1;
            }
        }
        Ok(())
    }

    pub(super) fn note_pillaged(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        for place in note.items()? {
            let place = self.noted_place(&place)?;
            self.pillaged.add(place);
        }
        Ok(())
    }

    pub(super) fn note_annals(&mut self, note: &Field, _: &Primer) -> Result<(), Wrong> {
        self.annals = amended(note, &self.annals, &[])?;
        Ok(())
    }

    fn noted_place(&self, field: &Field) -> Result<u8, Wrong> {
        let places = &self.sheet.ground.settlements;
        field.one_of("place", places.iter().map(|place| place.name.as_str())).map(|index| index as u8)
    }
}

/// Writing: whatever is noted and not usual.
impl Position {
    pub(super) fn expeditions_noted(&self) -> Option<Value> {
        let said = |expedition: Expedition| {
            let host = self.host(expedition);
            entries(
                [
                    ("camped", host.camped.then(|| json!(true))),
                    ("done", host.done.then(|| json!(true))),
                    ("winters", (host.winters > 0).then(|| json!(host.winters))),
                    ("spared", host.spared.some().map(|leader| json!(self.label_under(leader, None)))),
                ]
                .into_iter()
                .filter_map(|(name, value)| Some((name.to_string(), value?))),
            )
        };
        let all = Expedition::ALL.into_iter().filter(|&expedition| self.host(expedition).on_map());
        entries(all.filter_map(|expedition| Some((WITH[expedition.index()].to_string(), said(expedition)?))))
    }

    pub(super) fn control_noted(&self) -> Option<Value> {
        let places = self.sheet.ground.settlements.iter();
        let changed: Vec<(&str, Holder)> = places
            .zip(self.control.iter().zip(&self.sheet.opening.control))
            .filter(|(_, (now, begun))| **now != Holder::of(**begun))
            .map(|(place, (now, _))| (place.name.as_str(), *now))
            .collect();
        entries(HOLDERS.into_iter().filter_map(|(name, holder)| {
            let held: Vec<&str> =
                changed.iter().filter(|(_, now)| *now == holder).map(|(place, _)| *place).collect();
            (!held.is_empty()).then(|| (name.to_string(), json!(held)))
        }))
    }

    pub(super) fn pillaged_noted(&self) -> Option<Value> {
        listed(self.pillaged.iter().map(|place| &self.sheet.ground.settlement(place).name))
    }

    pub(super) fn annals_noted(&self) -> Option<Value> {
        amendments(&self.annals, &Position::empty(self.sheet.clone()).annals, &[])
    }
}
