//! Pages that are kept are packed once, as well as can be, rather than in haste for every visitor.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A page as it is, and packed where that makes it smaller.
#[derive(Clone)]
pub struct Packed {
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl Packed {
    /// Packs a page; a large one takes some milliseconds.
    pub fn new(plain: impl Into<Bytes>) -> Packed {
        let plain = plain.into();
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        let packed = encoder.write_all(&plain).and_then(|()| encoder.finish());
        let gzip = packed.ok().filter(|packed| packed.len() < plain.len()).map(Bytes::from);
        Packed { plain, gzip }
    }

    /// The page for somebody who sent these headers.
    pub fn answer<const N: usize>(
        &self,
        asked: &HeaderMap,
        headers: [(HeaderName, HeaderValue); N],
    ) -> Response {
        let vary = (header::VARY, HeaderValue::from_static("accept-encoding"));
        match &self.gzip {
            Some(gzip) if takes_gzip(asked) => {
                let coding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                (headers, [vary, coding], gzip.clone()).into_response()
            }
            Some(_) => (headers, [vary], self.plain.clone()).into_response(),
            None => (headers, self.plain.clone()).into_response(),
        }
    }
}

/// Whether somebody unpacks what is packed by gzip.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let lists = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| {
        let (coding, weight) = one.split_once(';').unwrap_or((one, ""));
        let refused = weight
            .trim()
            .strip_prefix("q=")
            .is_some_and(|weight| weight.parse().is_ok_and(|weight: f32| weight <= 0.0));
        coding.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(coding: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(coding))])
    }

    #[test]
    fn a_page_is_packed_for_those_who_unpack_it() {
        let page = Packed::new("hic sunt leones ".repeat(100));
        let coding = |asked: &HeaderMap| {
            let answer = page.answer(asked, []);
            answer.headers().get(header::CONTENT_ENCODING).is_some_and(|coding| coding == "gzip")
        };
        assert!(coding(&asking("br, gzip;q=0.8")) && coding(&asking("GZIP")));
        assert!(!coding(&asking("br")) && !coding(&asking("gzip;q=0")) && !coding(&HeaderMap::new()));
    }

    #[test]
    fn what_does_not_shrink_is_left_as_it_is() {
        let answer = Packed::new("Σ").answer(&asking("gzip"), []);
        assert!(answer.headers().get(header::CONTENT_ENCODING).is_none());
    }
}
