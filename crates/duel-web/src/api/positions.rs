//! Positions: what may be done in them, who wins and why; starts drawn by lot.

use std::sync::atomic::AtomicBool;

use axum::{Json, extract::State, http::header, response::IntoResponse};
use duel_json::{AnalysisForm, DailyForm, DealsForm, PageForm, PageQuery, PositionForm};
use duel_play::{Dice, NumberSize, daily as day};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{JsonResult, games::find_book, read_position, read_seed};
use crate::{
    app::App,
    deals,
    extract::{Path, Query},
    guard::Client,
    insight::NoProof,
    limits::Counted,
    problem::Problem,
    worker_pool::Busy,
};

/// Which starts to draw.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DealsQuery {
    /// The book.
    #[param(inline, value_type = super::BookName)]
    pub book: String,
    /// How many, to 24.
    #[param(minimum = 1, maximum = 24)]
    pub count: Option<u32>,
    /// The seed, a number below 2^64.
    #[param(pattern = "^[0-9]{1,20}$")]
    pub seed: Option<String>,
}

/// A position, and what may be done in it.
#[utoipa::path(get, path = "/api/v1/positions/{position}", tag = "positions", params(("position" = String, Path)),
    responses((status = 200, body = PositionForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn show(
    State(app): State<App>,
    client: Client,
    Path(text): Path<String>,
) -> JsonResult<PositionForm> {
    let position = read_position(&app, &text)?;
    app.count(client, Counted::Analysis)?;
    Ok(Json(app.workers.listings.run(client.0, move |_| PositionForm::of(&position)).await?))
}

/// Who wins, and why.
#[utoipa::path(get, path = "/api/v1/positions/{position}/analysis", tag = "positions", params(("position" = String, Path)),
    responses((status = 200, body = AnalysisForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn analysis(
    State(app): State<App>,
    client: Client,
    Path(text): Path<String>,
) -> JsonResult<AnalysisForm> {
    let position = read_position(&app, &text)?;
    if app.insights.remembered(&position.to_string()).is_none() {
        app.count(client, Counted::Analysis)?;
    }
    Ok(Json(AnalysisForm::clone(&*app.insights.analyse(client.0, position).await?)))
}

/// A stretch of the choices for one number.
#[utoipa::path(get, path = "/api/v1/positions/{position}/moves", tag = "positions",
    params(("position" = String, Path), PageQuery),
    responses((status = 200, body = PageForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn choices(
    State(app): State<App>,
    client: Client,
    Path(text): Path<String>,
    Query(query): Query<PageQuery>,
) -> JsonResult<PageForm> {
    let position = read_position(&app, &text)?;
    app.count(client, Counted::Analysis)?;
    let work = move |_: &AtomicBool| duel_json::page(&position, &query);
    let page = app.workers.listings.run(client.0, work).await?;
    page.map(Json).map_err(|what| Problem::unprocessable("no-such-page", what))
}

/// A proof of who wins that a program can check: `duel verify FILE`.
#[utoipa::path(get, path = "/api/v1/positions/{position}/certificate", tag = "positions",
    params(("position" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn certificate(
    State(app): State<App>,
    client: Client,
    Path(text): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let position = read_position(&app, &text)?;
    app.count(client, Counted::Analysis)?;
    let certificate =
        app.insights.certificate(client.0, position).await.map_err(|error| match error {
            NoProof::Busy => Busy.into(),
            NoProof::Unproved(why) => {
                let detail = format!("there is no certificate within the server's limits: {why}");
                Problem::unprocessable("unproved", duel_books::explain::sentence(&detail))
            }
        })?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"position.cert\""),
    ];
    Ok((headers, certificate))
}

/// Fair starts, drawn by lot.
#[utoipa::path(get, path = "/api/v1/deals", tag = "positions", params(DealsQuery),
    responses((status = 200, body = DealsForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn deals(
    State(app): State<App>,
    client: Client,
    Query(query): Query<DealsQuery>,
) -> JsonResult<DealsForm> {
    let book = find_book(&query.book)?;
    let count = query.count.unwrap_or(1);
    if !(1..=24).contains(&count) {
        return Err(Problem::unprocessable("count", "at most 24 starts are drawn at once"));
    }
    let seed = match query.seed.as_deref() {
        None => Dice::fresh_seed() >> 11,
        Some(seed) => read_seed(seed)?,
    };
    for _ in 0..count.div_ceil(2) {
        app.count(client, Counted::Analysis)?;
    }
    let rules = deals::fair(book)
        .ok_or_else(|| Problem::unprocessable("no-deal", "this book has no fair variant"))?
        .rules;
    let mut starts = Vec::new();
    // One after the other, so that others are served in between, and none is drawn for a client that
    // has left.
    for round in 1..=count {
        let size = NumberSize::default();
        let draw = move |_: &AtomicBool| deals::start(&rules, seed, round, size);
        let start = app.workers.deals.run(client.0, draw).await?;
        starts.extend(start.map(|start| start.to_string()));
    }
    Ok(Json(DealsForm { seed: seed.to_string(), starts }))
}

/// The duel of a day, the same for everybody.
#[utoipa::path(get, path = "/api/v1/daily/{date}", tag = "positions", params(("date" = String, Path, pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
    responses((status = 200, body = DailyForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn daily(
    State(app): State<App>,
    client: Client,
    Path(date): Path<String>,
) -> JsonResult<DailyForm> {
    let date = day::parse_date(&date).map_err(|error| {
        Problem::unprocessable("date", duel_books::explain::sentence(&error.to_string()))
    })?;
    if app.insights.remembered_day(date).is_none() {
        app.count(client, Counted::Analysis)?;
    }
    let drawn = app.insights.day(client.0, date).await?;
    let drawn = drawn.map_err(|error| Problem::unprocessable("date", error.to_string()))?;
    Ok(Json(DailyForm::of(&drawn)))
}
