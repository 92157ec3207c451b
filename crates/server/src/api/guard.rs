//! The guard at the door: limits, forged requests, headers, counting.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{House, tokens, visitor};
use crate::fault::Fault;
use crate::limits::{RequestKind, Whose};

/// The header that a page of another site cannot send.
const OURS: HeaderName = HeaderName::from_static("x-strategikon");

/// Everything from here, nothing in line, no frame around it.
const POLICY: &str = "default-src 'self'; font-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Lets a request in, or says why not.
pub async fn admit(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    if let Err(fault) = addressed(&house, &request) {
        return fault.into_response();
    }
    let address = address_of(&house, &request);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let mut granted = house.limits.grants(RequestKind::Any, Whose::address(address));
    let bearer = tokens::bearer(request.headers()).is_some();
    if bearer && let Err(fault) = tokens::may_open(request.uri().path()) {
        return fault.into_response();
    }
    if changes {
        // No page of another site can send a token: there is nothing to be forged with one.
        if !bearer && let Err(fault) = genuine(&house, request.headers()) {
            // The link in a mail is answered to mail programs, which send no header of ours.
            if !request.uri().path().starts_with("/api/unsubscribe/") {
                return fault.into_response();
            }
        }
        granted = granted && house.limits.grants(RequestKind::Change, Whose::address(address));
        if let Some(session) = visitor::session(request.headers()) {
            granted = granted && house.limits.grants(RequestKind::Change, Whose::Session(session));
        }
    }
    if !granted {
        house.contests.metrics.turned_away();
        return Fault::too_many().into_response();
    }
    next.run(request).await
}

/// Whether a request is meant for this house: a page of another site can make its own name point here, but not
/// browsers call that name ours.
fn addressed(house: &House, request: &Request) -> Result<(), Fault> {
    let path = request.uri().path();
    if path.contains("%00") || request.uri().query().is_some_and(|query| query.contains("%00")) {
        return Err(Fault::malformed("the address has a character 0 in it"));
    }
    if matches!(path, "/healthz" | "/metrics") {
        return Ok(());
    }
    let header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let asked = header.or(request.uri().authority().map(|authority| authority.as_str())).unwrap_or_default();
    match house.settings.answers_to(asked) {
        true => Ok(()),
        false => Err(Fault::misdirected(
            "this table is not known by that name; whoever runs it says which with --address",
        )),
    }
}

/// Whether a request that changes something comes from our own page.
fn genuine(house: &House, headers: &HeaderMap) -> Result<(), Fault> {
    if headers.get(OURS).is_none_or(|value| value != "1") {
        return Err(Fault::forbidden("requests that change something carry the header X-Strategikon: 1"));
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let from_here =
        origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host));
    let public = house.settings.address.as_deref();
    if from_here || public.is_some_and(|public| public.trim_end_matches('/').eq_ignore_ascii_case(origin)) {
        return Ok(());
    }
    Err(Fault::forbidden("the request comes from another site"))
}

/// Where a request comes from; behind a proxy, what the proxy says.
pub fn address_of(house: &House, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    if !house.settings.proxy {
        return peer;
    }
    // The proxy adds the last one; those before are whatever the client claimed.
    let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
    let last = forwarded.and_then(|value| value.to_str().ok()).and_then(|list| list.rsplit(',').next());
    last.and_then(|text| text.trim().parse().ok()).unwrap_or(peer)
}

/// Puts the headers every answer carries.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    );
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Counts answers, and logs those that took long or failed.
pub async fn count(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    house.contests.metrics.answered(status);
    let millis = started.elapsed().as_millis() as u64;
    // Invitations and stop tokens are secrets; they stay out of the log.
    let path = match path.split('/').nth(2) {
        Some(secret @ ("invite" | "unsubscribe")) => format!("/api/{secret}/…"),
        _ if path.starts_with("/invite/") => "/invite/…".into(),
        _ => path,
    };
    match status {
        500.. => tracing::error!(%method, path, status, millis, "answered"),
        400.. => tracing::info!(%method, path, status, millis, "refused"),
        _ => tracing::debug!(%method, path, status, millis, "answered"),
    }
    response
}
