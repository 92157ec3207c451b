//! The table in words, for those who do not see it, and what is to be known of an element.

use engine::contract::{Side, Viewer};
use engine::words::counted;

use crate::element::{ElementId, Units, Whereabouts};
use crate::geometry::{Base, MU, gap};
use crate::position::{Position, Step};
use crate::refusal::mu;
use crate::sheet::TroopId;

/// How far off an enemy is still worth a word.
const NEAR: i64 = 12 * MU;

impl Position {
    /// Everything on the table in words: "Gauls: fourth Warband, 2 MU before the Latins' first Spears, not overlapped".
    pub(super) fn table_words(&self, viewer: Viewer) -> String {
        let mut lines = vec![];
        for side in Side::BOTH {
            if self.step == Step::Options && !viewer.sees_secrets_of(side) {
                lines.push(format!("{}: still choosing", self.side_words(side)));
                continue;
            }
            for id in ElementId::all_of(side).filter(|&id| self.element(id).place != Whereabouts::Out) {
                let standing = self.standing_words(id).map(|words| format!(", {words}")).unwrap_or_default();
                let (name, place) = (self.spoken(id), self.where_words(id));
                lines.push(format!("{}: {name}{standing}, {place}", self.side_words(side)));
            }
        }
        for laid in &self.field.pieces {
            let extent = laid.extent();
            let middle = crate::field::middle(extent.least, extent.most);
            let name = laid.feature().name();
            lines.push(format!("Terrain: {name} about {}, {}", tenths(middle.x), tenths(middle.y)));
        }
        lines.join("\n")
    }

    /// How an element stands to the enemy: whom it fights or who is nearest, and who presses on its flanks and rear.
    pub(crate) fn standing_words(&self, id: ElementId) -> Option<String> {
        if !self.on_table(id) {
            return None;
        }
        let fought = self.contacted_by(id).next().or_else(|| self.contacters(id).next());
        if let Some((enemy, _)) = fought {
            let pressed = self.pressed_words(id, enemy);
            return Some(format!("in contact with {}, {pressed}", self.spoken_of(enemy)));
        }
        let base = self.base(id);
        let nearest = self
            .standing_of(id.side().other())
            .map(|enemy| (gap(&base.corners, &self.base(enemy).corners), enemy))
            .min_by_key(|&(far, _)| far)?;
        let (far, enemy) = nearest;
        (far <= NEAR).then(|| {
            let (side, pressed) = (bearing(&self.base(enemy), &base), self.pressed_words(id, enemy));
            format!("{} MU {side} {}, {pressed}", tenths(far), self.spoken_of(enemy))
        })
    }

    /// Who presses on an element beside the enemy it has to do with: "not overlapped".
    fn pressed_words(&self, id: ElementId, enemy: ElementId) -> String {
        let pressure = self.pressure(id, enemy);
        let sides = [("left", pressure.left), ("right", pressure.right), ("rear", pressure.rear)];
        let sides: Vec<&str> = sides.iter().filter(|(_, by)| by.is_some()).map(|(side, _)| *side).collect();
        match sides.as_slice() {
            [] => "not overlapped".into(),
            sides => format!("pressed on its {}", sides.join(" and ")),
        }
    }

    /// Before the battle: what else its list lets an element be, and as what it may dismount (R13, 2.4).
    fn list_words(&self, id: ElementId) -> Vec<String> {
        let Some(slot) = self.sheet.army(id.side()).slots.get(id.slot()) else { return vec![] };
        let name = |troop: TroopId| self.sheet.troop(troop).name.as_str();
        let now = self.element(id).troop;
        let others: Vec<&str> =
            slot.choices.iter().map(|choice| choice.troop).filter(|&troop| troop != now).map(name).collect();
        let mounts = slot.choices.iter().find(|choice| choice.troop == now);
        let foot = mounts.and_then(|choice| choice.dismounts).map(name);
        let mut lines = vec![];
        if self.step == Step::Options && !others.is_empty() {
            let whole = if slot.block { ", with the rest of its block" } else { "" };
            lines.push(format!("may be {} instead{whole}", others.join(" or ")));
        }
        if let Some(foot) = foot.filter(|_| matches!(self.step, Step::Options | Step::Deploy)) {
            lines.push(format!("may dismount as {foot} when it is deployed"));
        }
        lines
    }

    /// What a player wants to know of an element before it is taken up.
    pub(crate) fn about(&self, id: ElementId) -> Vec<String> {
        let card = self.card(id);
        let depth = mu(self.depth(id) * MU / 4);
        let mut lines = vec![
            format!("{:+} against foot, {:+} against mounted", card.close[0], card.close[1]),
            format!("moves {} MU on a base 2 × {depth}", mu(card.allowance)),
        ];
        if let Some(range) = card.range {
            lines.push(format!("shoots {} MU", mu(range)));
        }
        lines.extend(self.list_words(id));
        if let Some(standing) = self.standing_words(id) {
            lines.push(standing);
        }
        let movable = self.step == Step::Move && id.side() == self.active && self.may_move(id).is_ok();
        if movable {
            let price = self.price(&Units::one(id));
            let why: Vec<&str> = [
                (price.burden, "slow or unwieldy"),
                (price.far, "out of command"),
                (price.hidden, "the general is in cover"),
            ]
            .into_iter()
            .filter_map(|(is, why)| is.then_some(why))
            .collect();
            let why = if why.is_empty() { String::new() } else { format!(": {}", why.join(", ")) };
            lines.push(format!("a move costs {}{why}", counted(price.pips(), "PIP", "PIPs")));
        }
        lines
    }
}

/// A length in MU to a tenth.
pub(super) fn tenths(length: i64) -> String {
    mu(crate::geometry::rounded_quotient(length.into(), (MU / 10).into()) * (MU / 10))
}

/// Where a base lies as another sees it.
fn bearing(from: &Base, there: &Base) -> &'static str {
    let way = there.centre() - from.centre();
    let (ahead, aside) = (way.dot(from.q), way.dot(from.r));
    match () {
        () if aside.abs() > ahead.abs() && aside < 0 => "to the left of",
        () if aside.abs() > ahead.abs() => "to the right of",
        () if ahead < 0 => "behind",
        () => "before",
    }
}
