//! Lessons: what is said in one, its table, and which of them an account has taken.

use axum::Json;
use axum::extract::{Path, State};
use engine::edition::Edition;
use engine::lesson::Lesson;
use serde::Deserialize;
use serde_json::{Value, json};

use super::visitor::{Known, Said, Whence};
use super::{Door, House};
use crate::contest::{Contest, Held};
use crate::contests::Draft;
use crate::deed::Act;
use crate::fault::Fault;
use crate::lessons;
use crate::secret;
use crate::store::{GameRow, Player};
use crate::timekeeping::now;

fn found<'a>(house: &'a House, game: &str, name: &str) -> Result<(&'a dyn Edition, &'a Lesson), Fault> {
    let edition =
        house.contests.shelf.edition(game).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    let lesson = edition.course().lesson(name);
    let unknown = || Fault::unknown(format!("{} has no lesson `{name}`", edition.title()));
    Ok((edition, lesson.ok_or_else(unknown)?))
}

/// `GET /api/lessons/{game}/{lesson}`: what is said in a lesson, step by step.
pub async fn script(
    State(house): Door,
    Path((game, name)): Path<(String, String)>,
) -> Result<Json<Value>, Fault> {
    let (edition, lesson) = found(&house, &game, &name)?;
    let course: Vec<Value> = edition.course().lessons().iter().map(Lesson::card).collect();
    let mut script = lesson.script();
    script["game"] = json!({ "name": game, "title": edition.title() });
    script["course"] = json!(course);
    Ok(Json(script))
}

/// Nobody brings more lessons at once than a browser could have kept.
const MOST: usize = 500;

/// `GET /api/lessons`: which lessons the account has taken; a guest's are kept in the browser.
pub async fn taken(State(house): Door, Known(player): Known) -> Result<Json<Value>, Fault> {
    let taken = match player.guest {
        true => Vec::new(),
        false => house.contests.store.lessons_taken(player.id).await?,
    };
    Ok(Json(json!({ "taken": taken })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    taken: Vec<String>,
}

/// `POST /api/lessons`: adds the lessons a browser knows of to those of the account, and answers all of them. What is not
/// taught any more is passed over.
pub async fn take(
    State(house): Door,
    Known(player): Known,
    Said(Taken { taken }): Said<Taken>,
) -> Result<Json<Value>, Fault> {
    if player.guest {
        return Err(Fault::outdated("a guest's lessons are kept in the browser; make an account first"));
    }
    if taken.len() > MOST {
        return Err(Fault::malformed(format!("{} lessons at once; at most {MOST} are taken", taken.len())));
    }
    if let Some(odd) = taken.iter().find(|lesson| lesson.split('/').count() != 2) {
        let shown: String = odd.chars().take(60).collect();
        return Err(Fault::malformed(format!("`{shown}` does not name a lesson; it is written GAME/LESSON")));
    }
    let given = |lesson: &String| {
        lesson.split_once('/').is_some_and(|(game, name)| found(&house, game, name).is_ok())
    };
    let known: Vec<String> = taken.into_iter().filter(given).collect();
    house.contests.store.take_lessons(player.id, &known, now()).await?;
    Ok(Json(json!({ "taken": house.contests.store.lessons_taken(player.id).await? })))
}

/// `POST /api/lessons/{game}/{lesson}`: a table of one's own to take a lesson at.
pub async fn begin(
    State(house): Door,
    Known(player): Known,
    Whence(address): Whence,
    Path((game, name)): Path<(String, String)>,
) -> Result<Json<Value>, Fault> {
    house.may_begin(address)?;
    let (edition, lesson) = found(&house, &game, &name)?;
    let session = lesson.begin(edition)?;
    let row = GameRow {
        id: secret::name(),
        scenario: lesson.scenario.clone(),
        header: serde_json::to_string(session.header()).map_err(|_| Fault::trouble())?,
        seed: None,
        seating: lessons::seating(lesson),
        clock: None,
        invite: None,
        created: now(),
    };
    let id = row.id.clone();
    let contest = Contest::open(&house.contests.shelf, row.clone(), house.contests.absences.clone())?;
    house.contests.store.create(&row, &contest.summary()).await?;
    let hand = house.contests.take(&id).await?;
    let (pupil, lesson) = (lesson.pupil(session.table())?, lesson.clone());
    let Player { id: number, name, .. } = player;
    let plan = move |draft: &mut Draft| {
        draft.act(Some(pupil), Act::Sit { player: number, name })?;
        draft.act(Some(pupil.other()), Act::Sit { player: number, name: lessons::TUTOR.into() })?;
        let session = &draft.contest.session;
        let mut guide = lesson.guide(session.table())?;
        draft.settle(&mut guide)?;
        Ok(())
    };
    house.contests.perform(hand, Held::Neither, plan).await?;
    Ok(Json(json!({ "id": id })))
}
