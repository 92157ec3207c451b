//! Scenes: a position ready to draw. Nothing is hidden in this game.

use engine::Side;
use engine::ledger::Unread;
use engine::scene::{Card, Counter, Mark, SideCard, Track, Tray};

use crate::position::{Fight, Holder, Position, Step};
use crate::sheet::{Army, BYZANTINES, MUSLIMS, YearEvent};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};
use crate::words::count_words;

/// The words by which the colours of the armies are known, in their order.
const COLOURS: [&str; 8] =
    ["obsequium", "orientales", "armeniae", "carabisianis", "african", "syria", "egypt", "kufa"];

impl Position {
    pub(crate) fn side_card(&self, side: Side) -> SideCard {
        let kinds = &self.sheet.roster.kinds;
        let there = |id: &UnitId| {
            let unit = self.unit(*id);
            unit.serves(side) && (unit.spot.hex().is_some() || unit.spot == Spot::AFRICA)
        };
        let strength =
            self.land_ids().filter(there).map(|id| u32::from(kinds[self.unit(id).kind as usize].clear));
        let places = self.settlements().filter(|&place| self.holds(side, place)).count();
        let mut standing =
            format!("{places} places, {}", count_words(self.forges(side).count(), "Fabrica", "Fabricae"));
        if self.sheet.maintenance {
            let (have, due) = (self.fleet_size(side), self.fleet_due(side));
            standing =
                format!("{standing}, {have} naval units, {}", count_words(due.into(), "anchor", "anchors"));
        }
        if side == BYZANTINES && self.annals.greek_fire {
            standing = format!("{standing}, Greek fire");
        }
        SideCard { name: self.side_name_of(side).into(), strength: strength.sum(), standing }
    }

    /// The Fabricae that work for a side.
    fn forges(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let works =
            move |place: &u8| self.holds(side, *place) && !self.is_pillaged(*place) && self.is_open(*place);
        self.sheet.fabricae.iter().copied().filter(works)
    }

    fn side_name_of(&self, side: Side) -> &str {
        &self.sheet.sides[side.index()]
    }

    /// Whether a counter is with an expedition where that stands: its counter stands for it on the map.
    fn in_box(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.expedition().is_some_and(|expedition| self.host(expedition).spot == unit.spot)
    }

    pub(crate) fn counter(&self, id: UnitId) -> Option<Counter> {
        let unit = self.unit(id);
        if unit.spot == Spot::GONE {
            return None;
        }
        let kind = self.sheet.roster.kinds.get(unit.kind as usize);
        let glyph = match (unit.is_leader(), unit.is_ship(), unit.is_mounted(), unit.is(Unit::MUSLIM)) {
            (true, ..) => "leader",
            (_, true, ..) => "naval",
            (_, _, true, _) => "cavalry",
            (.., true) => "bedouin",
            _ => "infantry",
        };
        let leader =
            self.sheet.roster.as_leader(id).map(|leader| &self.sheet.roster.leaders[leader as usize]);
        let (left, right) = match (kind, leader) {
            (Some(kind), _) => (kind.clear.to_string(), kind.rough.to_string()),
            (_, Some(card)) => (card.field.to_string(), card.sea.to_string()),
            _ => (String::new(), String::new()),
        };
        let colour = match kind {
            Some(kind) if kind.quraysh => Some("quraysh"),
            Some(kind) => Some(COLOURS[kind.army as usize]),
            None => None,
        };
        let place = unit.spot.hex().filter(|_| !self.in_box(id)).map(|hex| self.label_of(hex).into());
        Some(Counter {
            id: id.0.into(),
            side: u8::from(!unit.is(Unit::MUSLIM)),
            place,
            glyph,
            code: kind.map_or_else(String::new, |kind| kind.name.chars().take(3).collect()),
            symbols: colour.into_iter().collect(),
            name: self.label(id),
            left,
            middle: String::new(),
            right,
            facing: None,
            seals: self.seals(id),
            base: None,
            aboard: unit.aboard.some().map(|ship| ship.0.into()),
            about: self.about(id),
        })
    }

    /// What the figures of a counter say, and where a leader belongs.
    fn about(&self, id: UnitId) -> Vec<String> {
        let roster = &self.sheet.roster;
        let unit = self.unit(id);
        if let Some(leader) = roster.as_leader(id) {
            let card = &roster.leaders[leader as usize];
            let shifts = format!("{}, {}", columns(card.field, "in the field"), columns(card.sea, "at sea"));
            let army = card.army.map(|army| format!("goes with the {}", army.name()));
            return [Some(shifts), army].into_iter().flatten().collect();
        }
        let Some(kind) = roster.kinds.get(unit.kind as usize) else { return vec![] };
        let classes = [(kind.picked, "picked"), (kind.mounted, "mounted")];
        let class: Vec<&str> = classes.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        let army = [kind.army.name()].into_iter().chain(class).collect::<Vec<_>>().join(", ");
        let mut lines =
            vec![format!("{} in clear and desert, {} elsewhere and aboard", kind.clear, kind.rough), army];
        lines.extend(self.return_words(id));
        lines
    }

    fn seals(&self, id: UnitId) -> Vec<&'static str> {
        let unit = self.unit(id);
        let all = [
            (unit.mode == Mode::Garrison, "garrison"),
            (unit.mode == Mode::Patrol, "patrol"),
            (unit.is_rebel(), "rebel"),
            (unit.has(Unit::RESERVE), "reserve"),
            (unit.has(Unit::MOVED | Unit::CHANGED), "moved"),
            (unit.aboard != UnitId::NONE, "aboard"),
            (self.hand == id || unit.has(Unit::ADRIFT), "active"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect()
    }

    pub(crate) fn expedition_counter(&self, expedition: Expedition) -> Option<Counter> {
        let host = self.host(expedition);
        let hex = host.spot.hex()?;
        let seals = [
            (host.camped, "camped"),
            (host.at_sea, "aboard"),
            (host.done, "moved"),
            (self.march.expedition == Some(expedition), "active"),
        ];
        let colour = ["byzantine", "syria", "egypt", "kufa"][expedition.index()];
        Some(Counter {
            id: self.sheet.roster.expedition(expedition).0.into(),
            side: u8::from(expedition == Expedition::Byzantine),
            place: Some(self.label_of(hex).into()),
            glyph: "army",
            code: ["Byz", "Syr", "Egy", "Kuf"][expedition.index()].into(),
            symbols: vec![colour],
            name: format!("The {}", expedition.name()),
            left: self.strength_of(expedition).to_string(),
            middle: String::new(),
            right: self.points_left(expedition).to_string(),
            facing: None,
            seals: seals.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect(),
            base: None,
            aboard: None,
            about: self.about_host(expedition),
        })
    }

    /// The MPs an expedition would set out with, or has left of them.
    fn points_left(&self, expedition: Expedition) -> u8 {
        let host = self.host(expedition);
        match (self.march.expedition == Some(expedition), host.at_sea) {
            (true, true) => host.sea,
            (true, false) => host.land,
            _ => self.allowance(expedition, &mut Unread),
        }
    }

    /// Who is with an expedition, how far it goes, who leads it, and what a winter where it stands may cost.
    fn about_host(&self, expedition: Expedition) -> Vec<String> {
        let host = self.host(expedition);
        let units = self.strength_of(expedition);
        let mut lines = vec![self.host_words(expedition)];
        let base = self.allowance(expedition, &mut Unread).saturating_add(units);
        lines.push(match (self.march.expedition == Some(expedition), host.at_sea) {
            (true, true) => format!("{} MPs left at sea, {} on land", host.sea, host.land),
            (true, false) => format!("{} of {} MPs left", host.land, base.saturating_sub(units)),
            _ => format!(
                "{} MPs: {base} less {}",
                base.saturating_sub(units),
                count_words(units.into(), "unit", "units")
            ),
        });
        let leaders = self.of(expedition).filter(|&id| self.unit(id).is_leader());
        let led: Vec<String> = leaders.map(|id| self.led_by(id)).collect();
        lines.push(if led.is_empty() { "no leader".into() } else { format!("led by {}", led.join(", ")) });
        if let Some(hex) = host.spot.hex() {
            let ships = self.fleet(expedition, hex).count();
            if ships > 0 {
                let fits = if self.all_fit(expedition, hex, None) {
                    "everybody fits aboard"
                } else {
                    "not everybody fits aboard"
                };
                lines.push(format!("{}: {fits}", count_words(ships, "ship", "ships")));
            }
            lines.push(format!("a winter here: {}", self.winter_words(expedition)));
        }
        lines
    }

    fn led_by(&self, id: UnitId) -> String {
        let card = self.sheet.roster.as_leader(id).map(|leader| &self.sheet.roster.leaders[leader as usize]);
        card.map_or_else(String::new, |card| {
            format!("{} (field {}, sea {})", self.label(id), card.field, card.sea)
        })
    }

    /// Whose each place is, and with it the country about it; pillage, open walls, the battle.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        let ground = &self.sheet.ground;
        let mut marks = vec![];
        for place in self.settlements() {
            let card = ground.settlement(place);
            let side = self.holder(place).side();
            let who = match self.holder(place) {
                Holder::Muslims => "held by the Muslims",
                Holder::Byzantines => "held by the Byzantines",
                Holder::Rebels => "held by rebels",
            };
            let mut mark = |kind, side: Option<Side>, text: String| {
                let side = side.map(|side| side.index() as u8);
                marks.push(Mark { place: self.label_of(card.hex).into(), kind, side, nation: "", text });
            };
            mark("control", side, format!("{}, {who}", card.name));
            if self.is_wanted(place) {
                mark("objective", side, format!("{} decides the game, {who}", card.name));
            }
            if self.is_pillaged(place) {
                mark("pillaged", None, format!("{} is pillaged", card.name));
            }
            if self.annals.open_walls == place {
                mark("breach", None, format!("The walls of {} lie open", card.name));
            }
        }
        if self.battle.kind != Fight::None {
            let hex = self.label_of(self.battle.hex);
            marks.push(Mark {
                place: hex.into(),
                kind: "target",
                side: None,
                nation: "",
                text: "Battle".into(),
            });
        }
        marks
    }

    /// The years, and for each side its ships and anchors and what its Fabricae may bring.
    pub(crate) fn turn_track(&self) -> Track {
        let years: Vec<String> =
            (self.sheet.first_year..=self.sheet.last_year).map(|year| year.to_string()).collect();
        let at = Some(usize::from(self.year - self.sheet.first_year));
        Track { name: "Year".into(), spaces: years, at, house: true }
    }

    pub(crate) fn tracks(&self) -> Vec<Track> {
        let mut tracks = vec![self.turn_track()];
        let mut row = |name: String, spaces: Vec<String>| {
            tracks.push(Track { name, spaces, at: Some(0), house: false });
        };
        for (side, who) in [(MUSLIMS, "Muslim"), (BYZANTINES, "Byzantine")] {
            if self.sheet.maintenance {
                row(format!("{who} fleets"), self.fleet_words(side));
            }
            if !self.sheet.fabricae.is_empty() {
                row(format!("{who} replacements"), self.forge_words(side));
            }
        }
        tracks
    }

    /// Ships, anchors, and what the next Fleet Segment does about them.
    fn fleet_words(&self, side: Side) -> Vec<String> {
        let (have, due) = (self.fleet_size(side), self.fleet_due(side));
        let next = self.next_administration();
        let change = match have.cmp(&due) {
            _ if next > self.sheet.last_year => "the last year".into(),
            _ if side == MUSLIMS && next < self.sheet.muslim_fleets_from => {
                format!("none before {}", self.sheet.muslim_fleets_from)
            }
            std::cmp::Ordering::Less => format!("{} to build in {next}", due - have),
            std::cmp::Ordering::Greater => format!("{} to lay up in {next}", have - due),
            std::cmp::Ordering::Equal => format!("all kept in {next}"),
        };
        vec![count_words(have.into(), "ship", "ships"), count_words(due.into(), "anchor", "anchors"), change]
    }

    /// The Fabricae that work, and who waits in the box for them.
    fn forge_words(&self, side: Side) -> Vec<String> {
        let names: Vec<&str> =
            self.forges(side).map(|place| self.sheet.ground.settlement(place).name.as_str()).collect();
        let fallen = |elite: bool| {
            let waits = move |id: &UnitId| {
                let unit = self.unit(*id);
                unit.spot == Spot::DESTROYED
                    && unit.serves(side)
                    && (side == BYZANTINES || self.army(*id) == Army::Syria)
                    && (unit.is_picked() || unit.is_mounted()) == elite
            };
            self.land_ids().filter(waits).count()
        };
        let waiting = match side {
            MUSLIMS => format!("{} Syrians wait", fallen(false)),
            BYZANTINES => format!("{} mounted or picked and {} foot wait", fallen(true), fallen(false)),
        };
        let forges = if names.is_empty() { "no Fabrica".into() } else { names.join(", ") };
        vec![format!("{} a year", names.len()), forges, waiting]
    }

    /// The year whose Administration Phase comes next, or is on.
    fn next_administration(&self) -> u16 {
        let early = matches!(
            self.step,
            Step::Name
                | Step::Deploy
                | Step::EventDice
                | Step::CityDie
                | Step::LordsDie
                | Step::Lords(_)
                | Step::Entry
                | Step::Plague(..)
                | Step::AfterEvent
                | Step::Replace(..)
                | Step::LevyDie(_)
                | Step::Levy(..)
                | Step::Fleets(_)
        );
        if early { self.year } else { self.year + 1 }
    }

    /// Boxes beside the map: one for each expedition, then those of the rulebook.
    pub(crate) fn trays(&self) -> Vec<Tray> {
        let tray = |name: String, side: Option<Side>, holds: &dyn Fn(UnitId) -> bool| {
            let side = side.map(|side| side.index() as u8);
            Tray { name, side, counters: self.ids().filter(|&id| holds(id)).map(|id| id.0.into()).collect() }
        };
        let at = |spot: Spot| move |id: UnitId| self.unit(id).spot == spot;
        let fallen = |side: Side| {
            move |id: UnitId| {
                let unit = self.unit(id);
                unit.spot == Spot::DESTROYED && unit.is(Unit::MUSLIM) == (side == MUSLIMS)
            }
        };
        let mut trays: Vec<Tray> = vec![];
        for expedition in Expedition::ALL {
            if let Some(hex) = self.host(expedition).spot.hex() {
                let name =
                    format!("{} at {}", crate::battle::capital(expedition.name()), self.hex_words(hex));
                let with = |id: UnitId| self.unit(id).expedition() == Some(expedition) && self.in_box(id);
                trays.push(tray(name, Some(Self::side_of(expedition)), &with));
            }
        }
        trays.extend([
            tray("To be set up".into(), None, &at(Spot::SETUP)),
            tray("African box".into(), Some(BYZANTINES), &at(Spot::AFRICA)),
            tray("Kept aside".into(), None, &at(Spot::ASIDE)),
            tray("Destroyed Muslim units".into(), Some(MUSLIMS), &fallen(MUSLIMS)),
            tray("Destroyed Byzantine units".into(), Some(BYZANTINES), &fallen(BYZANTINES)),
        ]);
        trays.retain(|tray| !tray.counters.is_empty());
        trays
    }

    /// The event of the year.
    pub(crate) fn cards(&self) -> Vec<Card> {
        let mut cards = vec![];
        if self.annals.event > 0 {
            let event = self.sheet.charts.events[self.annals.event as usize - 2];
            let counts = self.sheet.events.is_some_and(|throws| throws >> self.annals.event & 1 == 1)
                || self.sheet.fixed_events.contains(&(self.year, self.annals.event));
            let (name, text) = match counts {
                true => (event.name(), event_words(event)),
                false => (YearEvent::Quiet.name(), event_words(YearEvent::Quiet)),
            };
            let standing = match event {
                YearEvent::Earthquake if self.annals.open_walls != crate::sheet::Ground::NO_SETTLEMENT => {
                    format!("{} lies open", self.sheet.ground.settlement(self.annals.open_walls).name)
                }
                _ => format!("thrown: {}", self.annals.event),
            };
            cards.push(Card {
                kind: "year",
                title: format!("{}: {name}", self.year),
                text: text.into(),
                standing,
                rule: "2.2",
            });
        }
        cards
    }

    /// Whether a place decides the game.
    fn is_wanted(&self, place: u8) -> bool {
        let victory = &self.sheet.victory;
        place == self.sheet.ground.constantinople
            || victory.muslim_holds.contains(&place)
            || victory.byzantine_takes == Some(place)
    }

    /// The board in words.
    pub(crate) fn board_words(&self) -> String {
        let mut text = format!("{}, {}.", self.year, self.phase_words());
        for expedition in Expedition::ALL {
            if let Some(hex) = self.host(expedition).spot.hex() {
                let how = if self.host(expedition).camped { ", camped" } else { "" };
                text = format!(
                    "{text} The {} at {}{how}: {}.",
                    expedition.name(),
                    self.hex_words(hex),
                    self.about_host(expedition).join("; ")
                );
            }
        }
        for id in self.ids().filter(|&id| matches!(self.unit(id).mode, Mode::Garrison | Mode::Patrol)) {
            let mode = self.mode_words(id);
            text = format!("{text} {}, {mode}.", self.where_words(id));
        }
        text = format!("{text} Goal: {}", self.goal().words());
        for card in self.cards() {
            text = format!("{text} {}: {} ({}).", card.title, card.text, card.standing);
        }
        if let Step::EventDice = self.step {
            text.push_str(" The event of the year is due.");
        }
        text
    }
}

fn columns(shift: i8, where_to: &str) -> String {
    match shift {
        0 => format!("no shift {where_to}"),
        1 => format!("one column {where_to}"),
        more => format!("{more} columns {where_to}"),
    }
}

/// What an event does, in our words.
fn event_words(event: YearEvent) -> &'static str {
    match event {
        YearEvent::GreekFire => "From now on Byzantine ships carry Greek fire into naval battles.",
        YearEvent::Earthquake => {
            "The walls of one city lie open this year: an assault there needs no breach."
        }
        YearEvent::ArmenianLords => {
            "The clan of the Armeniae, its noble and as many more of their units as a die says turn rebel and fight whoever enters their hexes."
        }
        YearEvent::Quraysh => {
            "Amr is called away; Abdallah ibn Sad comes to Fustat with ten units of Quraysh."
        }
        YearEvent::Kufa => "The army of Kufa enters at Mosul or on the eastern edge, as an expedition.",
        YearEvent::Quiet => "Nothing out of the common happens.",
        YearEvent::Exarch => "The army of Africa turns rebel until it is beaten.",
        YearEvent::Typos => {
            "The Byzantine expedition may draw on one army only this year, and the Patriarch's chair is vacant."
        }
        YearEvent::Plague => "Every city with more than four units loses one of them.",
        YearEvent::Storms => "Every naval unit outside a port is lost.",
    }
}

#[cfg(test)]
mod tests;
