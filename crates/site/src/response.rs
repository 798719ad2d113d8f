//! What the server answers.

use std::io::{self, Write};

use crate::files::Site;
use crate::request::Request;

/// Nothing comes from elsewhere, and nothing inline is run. The page says the
/// same of itself (web/vite.config.ts), for hosts that send no header; only
/// `frame-ancestors` must be a header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// An answer: the first line's words, headers, and what follows.
#[derive(Debug)]
pub(crate) struct Response {
    status: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Response {
    /// A short answer in words.
    fn words(status: &'static str, words: &str) -> Self {
        Self {
            status,
            headers: vec![("Content-Type", "text/plain; charset=utf-8".to_owned())],
            body: format!("{words}\n").into_bytes(),
        }
    }

    /// The answer to what is no request.
    pub(crate) fn bad_request() -> Self {
        Self::words("400 Bad Request", "this is no request that a page makes")
    }

    /// The answer to a request.
    pub(crate) fn to(request: &Request, site: Site) -> Self {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            let mut refusal = Self::words("405 Method Not Allowed", "only GET and HEAD");
            refusal.headers.push(("Allow", "GET, HEAD".to_owned()));
            return refusal;
        }
        let Some(file) = site.find(&request.path) else {
            return Self::words("404 Not Found", "there is no such file");
        };
        let cache = if file.never_changes() {
            "public, max-age=31536000, immutable"
        } else {
            // It may be kept, but not used without asking.
            "no-cache"
        };
        let mut headers = vec![
            ("ETag", file.tag.to_owned()),
            ("Cache-Control", cache.to_owned()),
            ("Vary", "Accept-Encoding".to_owned()),
        ];
        if request.has.split(',').any(|tag| tag.trim() == file.tag) {
            return Self {
                status: "304 Not Modified",
                headers,
                body: Vec::new(),
            };
        }
        headers.push(("Content-Type", file.media_type().to_owned()));
        let body = if request.takes_gzip {
            headers.push(("Content-Encoding", "gzip".to_owned()));
            file.packed.to_vec()
        } else {
            match file.contents() {
                Ok(contents) => contents,
                Err(_) => return Self::words("500 Internal Server Error", "a damaged file"),
            }
        };
        Self {
            status: "200 OK",
            headers,
            body,
        }
    }

    /// Writes it; the body only if it is wanted.
    pub(crate) fn write(&self, stream: &mut impl Write, with_body: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {}\r\n", self.status);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!(
            "Content-Length: {}\r\n\
             Content-Security-Policy: {POLICY}\r\n\
             X-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Connection: close\r\n\r\n",
            self.body.len()
        ));
        stream.write_all(head.as_bytes())?;
        if with_body {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}
