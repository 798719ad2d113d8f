//! Reads the little of HTTP that a page needs: method, path, and two headers.

use std::io::{self, BufRead};

/// The most bytes of a request's head.
const MOST_BYTES: u64 = 16 << 10;

/// What a browser asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without the leading `/` and without what follows a `?`.
    pub(crate) path: String,
    /// It can unpack gzip.
    pub(crate) takes_gzip: bool,
    /// The tags of what it has already.
    pub(crate) has: String,
}

/// Reads a request; none if it is not one, or too long.
pub(crate) fn read(stream: impl BufRead) -> io::Result<Option<Request>> {
    let mut stream = stream.take(MOST_BYTES);
    let Some(first) = line(&mut stream)? else {
        return Ok(None);
    };
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some(version)) = (words.next(), words.next(), words.next())
    else {
        return Ok(None);
    };
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
        return Ok(None);
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let mut request = Request {
        method: method.to_owned(),
        path: path.trim_start_matches('/').to_owned(),
        ..Request::default()
    };
    loop {
        match line(&mut stream)? {
            None => return Ok(None),
            Some(line) if line.is_empty() => return Ok(Some(request)),
            Some(line) => request.take_header(&line),
        }
    }
}

impl Request {
    fn take_header(&mut self, line: &str) {
        let Some((name, value)) = line.split_once(':') else {
            return;
        };
        match name.trim().to_ascii_lowercase().as_str() {
            "accept-encoding" => self.takes_gzip = takes_gzip(value),
            "if-none-match" => self.has = value.trim().to_owned(),
            _ => {}
        }
    }
}

/// `gzip` is in the list, and not with `q=0`.
fn takes_gzip(value: &str) -> bool {
    value.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = parts.any(|part| {
            part.strip_prefix("q=")
                .is_some_and(|weight| weight.trim_matches(['0', '.']).is_empty())
        });
        is_gzip && !refused
    })
}

/// A line without its end; none where the stream ends before the line does.
fn line(stream: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    stream.read_until(b'\n', &mut bytes)?;
    if bytes.pop() != Some(b'\n') {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(String::from_utf8(bytes).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Option<Request> {
        read(text.as_bytes()).expect("no I/O fails in memory")
    }

    #[test]
    fn a_browsers_request_is_understood() {
        let text = "GET /assets/a.js?x=1 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br, gzip;q=0.5\r\nIf-None-Match: \"1\"\r\n\r\n";
        let request = read_text(text).expect("a request");
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("GET", "assets/a.js")
        );
        assert!(request.takes_gzip);
        assert_eq!(request.has, "\"1\"");
    }

    #[test]
    fn gzip_can_be_refused() {
        assert!(!takes_gzip("br"));
        assert!(!takes_gzip("gzip;q=0"));
        assert!(!takes_gzip("gzip; q=0.0, br"));
        assert!(takes_gzip("deflate, gzip"));
    }

    #[test]
    fn nonsense_is_no_request() {
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000));
        let endless = format!("GET / HTTP/1.1\r\n{}", "A: b\r\n".repeat(9_000));
        for text in [
            "",
            "GET",
            "GET /",
            "\r\n\r\n",
            "GET x HTTP/1.1\r\n\r\n",
            "GET / FTP/1\r\n\r\n",
            "GET / HTTP/1.1\r\n",
            &long,
            &endless,
        ] {
            assert_eq!(read_text(text), None, "{}", &text[..text.len().min(40)]);
        }
    }
}
