//! Answers on their way: one address has only so much of them waiting to be read.
//!
//! Whoever asks for much and reads nothing would otherwise have it all kept for them. A large answer goes out in
//! pieces, each a copy, so that the whole is given back as soon as its last piece is on its way.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as _, Frame, SizeHint};

use super::{House, guard};
use crate::fault::Fault;
use crate::limits::{Permit, Whose};

/// So many bytes may wait for one address, of answers and of what its listeners are told.
pub const MOST_WAITING: usize = 32 << 20;
/// Smaller answers are not counted.
const SMALL: usize = 16 << 10;
/// So many bytes go out at a time.
const PIECE: usize = 32 << 10;

/// Counts an answer against the address that asked for it, until it is on its way.
pub async fn measure(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let whose = Whose::address(guard::address_of(&house, &request));
    let response = next.run(request).await;
    let size = response.body().size_hint().exact().and_then(|size| usize::try_from(size).ok());
    let Some(size) = size.filter(|size| house.settings.limits && *size > SMALL) else { return response };
    match house.waiting.take_many(whose, size, MOST_WAITING) {
        Some(permit) => response.map(|body| Body::new(InPieces::new(body, permit))),
        None => {
            house.contests.metrics.turned_away();
            Fault::too_many().into_response()
        }
    }
}

/// A body that goes out in pieces.
struct InPieces {
    body: Body,
    /// What has yet to go out of the last part the body gave.
    rest: Bytes,
    permit: Option<Permit>,
}

impl InPieces {
    fn new(body: Body, permit: Permit) -> InPieces {
        InPieces { body, rest: Bytes::new(), permit: Some(permit) }
    }
}

impl hyper::body::Body for InPieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(part) => self.rest = part,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                end => {
                    self.permit = None;
                    return Poll::Ready(end);
                }
            }
        }
        let piece = Bytes::copy_from_slice(&self.rest[..self.rest.len().min(PIECE)]);
        self.rest = self.rest.slice(piece.len()..);
        if self.rest.is_empty() {
            self.rest = Bytes::new();
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        match self.body.size_hint().exact() {
            Some(more) => SizeHint::with_exact(more + self.rest.len() as u64),
            None => SizeHint::default(),
        }
    }
}
