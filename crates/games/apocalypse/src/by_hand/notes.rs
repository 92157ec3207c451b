//! What is noted beside the counters: expeditions, control, pillage, annals.

use engine::by_hand::{Field, Hand, Wrong};
use serde_json::{Map, Value, json};

use super::WITH;
use crate::position::{Annals, Holder, Position};
use crate::unit::Expedition;

/// The holders by the words of `control`.
const HOLDERS: [(&str, Holder); 3] =
    [("muslims", Holder::Muslims), ("byzantines", Holder::Byzantines), ("rebels", Holder::Rebels)];

impl Position {
    pub(super) fn take_notes(&mut self, hand: &Hand) -> Result<(), Wrong> {
        if let Some(expeditions) = hand.note("expeditions") {
            expeditions.only(&WITH)?;
            for (expedition, name) in Expedition::ALL.into_iter().zip(WITH) {
                if let Some(field) = expeditions.get(name) {
                    self.note_expedition(expedition, &field)?;
                }
            }
        }
        if let Some(control) = hand.note("control") {
            control.only(&HOLDERS.map(|(name, _)| name))?;
            for (name, holder) in HOLDERS {
                for place in control.get(name).map_or(Ok(vec![]), |list| list.items())? {
                    let place = self.noted_place(&place)?;
                    self.control[place as usize] = holder;
                }
            }
        }
        for place in hand.note("pillaged").map_or(Ok(vec![]), |list| list.items())? {
            self.pillaged |= 1 << self.noted_place(&place)?;
        }
        if let Some(annals) = hand.note("annals") {
            // What is not said is as usual.
            let mut whole = serde_json::to_value(self.annals).unwrap_or_default();
            for (name, field) in annals.entries()? {
                if whole.get(name).is_none() {
                    return Err(field.wrong("nothing of that name is noted"));
                }
                whole[name] = field.value().clone();
            }
            self.annals =
                serde_json::from_value::<Annals>(whole).map_err(|fault| annals.wrong(fault.to_string()))?;
        }
        Ok(())
    }

    fn note_expedition(&mut self, expedition: Expedition, field: &Field) -> Result<(), Wrong> {
        field.only(&["camped", "winters", "done", "spared"])?;
        if !self.host(expedition).on_map() {
            return Err(field.wrong(format!("no counter is with the {}", expedition.name())));
        }
        let flag = |name: &str| field.get(name).map_or(Ok(false), |flag| flag.flag());
        let (camped, done) = (flag("camped")?, flag("done")?);
        let winters = field.get("winters").map_or(Ok(0), |winters| winters.number(0..=9))?;
        let names = self.leader_ids().map(|id| self.label_under(id, None)).collect::<Vec<_>>();
        let spared = match field.get("spared") {
            Some(name) => {
                let index = name.one_of("leader", names.iter().map(String::as_str))?;
                self.leader_ids().nth(index)
            }
            None => None,
        };
        let host = self.host_mut(expedition);
        (host.camped, host.done, host.winters) = (camped, done, winters as u8);
        if let Some(leader) = spared {
            host.spared = leader;
        }
        Ok(())
    }

    fn noted_place(&self, field: &Field) -> Result<u8, Wrong> {
        let places = &self.sheet.ground.places;
        field.one_of("place", places.iter().map(|place| place.name.as_str())).map(|index| index as u8)
    }

    pub(super) fn notes(&self) -> Map<String, Value> {
        let mut notes = Map::new();
        let mut expeditions = Map::new();
        for (expedition, name) in Expedition::ALL.into_iter().zip(WITH) {
            let host = self.host(expedition);
            if !host.on_map() {
                continue;
            }
            let mut said = Map::new();
            for (word, on) in [("camped", host.camped), ("done", host.done)] {
                if on {
                    said.insert(word.into(), json!(true));
                }
            }
            if host.winters > 0 {
                said.insert("winters".into(), json!(host.winters));
            }
            if let Some(leader) = host.spared.some() {
                said.insert("spared".into(), json!(self.label_under(leader, None)));
            }
            if !said.is_empty() {
                expeditions.insert(name.into(), said.into());
            }
        }
        if !expeditions.is_empty() {
            notes.insert("expeditions".into(), expeditions.into());
        }
        let mut control = Map::new();
        for (name, holder) in HOLDERS {
            let places = &self.sheet.ground.places;
            let held: Vec<&str> = places
                .iter()
                .zip(self.control.iter().zip(&self.sheet.opening.control))
                .filter(|(_, (now, begun))| **now == holder && **now != Holder::of(**begun))
                .map(|(place, _)| place.name.as_str())
                .collect();
            if !held.is_empty() {
                control.insert(name.into(), json!(held));
            }
        }
        if !control.is_empty() {
            notes.insert("control".into(), control.into());
        }
        let pillaged = (0..self.sheet.ground.places.len() as u8).filter(|&place| self.is_pillaged(place));
        let pillaged: Vec<&str> =
            pillaged.map(|place| self.sheet.ground.place(place).name.as_str()).collect();
        if !pillaged.is_empty() {
            notes.insert("pillaged".into(), json!(pillaged));
        }
        let usual = Position::empty(self.sheet.clone()).annals;
        let (now, usual) = (serde_json::to_value(self.annals), serde_json::to_value(usual));
        if let (Ok(Value::Object(now)), Ok(usual)) = (now, usual) {
            let odd: Map<String, Value> =
                now.into_iter().filter(|(name, value)| usual.get(name) != Some(value)).collect();
            if !odd.is_empty() {
                notes.insert("annals".into(), odd.into());
            }
        }
        notes
    }
}
