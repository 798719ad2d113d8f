//! The server, asked over a real connection.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::LazyLock;

use flate2::{Compression, write::GzEncoder};
use patience_site::{File, Site, serve};

const PAGE: &str = "<!doctype html><title>Patience</title>";
const ENGINE: &[u8] = b"\0asm not really";

fn packed(contents: &[u8]) -> &'static [u8] {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents).expect("memory takes it");
    encoder.finish().expect("memory takes it").leak()
}

/// A server for two files, for all tests of this program.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let file = |name, tag, contents| File {
        name,
        tag,
        packed: packed(contents),
    };
    let files = vec![
        file("index.html", "\"page\"", PAGE.as_bytes()),
        file("assets/engine-1.wasm", "\"engine\"", ENGINE),
    ];
    let site = Site::new(files.leak());
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    std::thread::spawn(move || serve(&listener, site));
    address
});

/// Head and body of the answer to a request.
fn ask(request: &[u8]) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(*ADDRESS).expect("it listens");
    // The server may refuse before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    stream
        .read_to_end(&mut answer)
        .expect("it answers and closes");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.expect("a head has an end");
    let body = answer.split_off(end + 4);
    (String::from_utf8(answer).expect("a head is text"), body)
}

fn get(path: &str, more: &str) -> (String, Vec<u8>) {
    ask(format!("GET {path} HTTP/1.1\r\nHost: here\r\n{more}\r\n").as_bytes())
}

#[test]
fn the_page_is_served_plain_to_clients_that_cannot_unpack_it() {
    let (head, body) = get("/", "");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(
        head.contains("Content-Type: text/html; charset=utf-8\r\n"),
        "{head}"
    );
    assert!(!head.contains("Content-Encoding"), "{head}");
    assert_eq!(body, PAGE.as_bytes());
}

#[test]
fn the_engine_is_served_packed_under_its_own_type() {
    let (head, body) = get("/assets/engine-1.wasm", "Accept-Encoding: gzip, br\r\n");
    assert!(
        head.contains("Content-Type: application/wasm\r\n"),
        "{head}"
    );
    assert!(head.contains("Content-Encoding: gzip\r\n"), "{head}");
    assert!(head.contains("immutable"), "{head}");
    assert_eq!(body, packed(ENGINE));
}

#[test]
fn the_policy_allows_nothing_inline() {
    for path in ["/", "/missing"] {
        let (head, _) = get(path, "");
        assert!(
            head.contains(
                "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"
            ),
            "{head}"
        );
        assert!(!head.contains("unsafe-inline"), "{head}");
    }
}

#[test]
fn what_a_browser_has_is_not_sent_again() {
    let (head, body) = get("/", "If-None-Match: \"other\", \"page\"\r\n");
    assert!(head.starts_with("HTTP/1.1 304 "), "{head}");
    assert!(body.is_empty());
}

#[test]
fn a_head_request_gets_no_body() {
    let (head, body) = ask(b"HEAD / HTTP/1.1\r\n\r\n");
    assert!(
        head.contains(&format!("Content-Length: {}\r\n", PAGE.len())),
        "{head}"
    );
    assert!(body.is_empty());
}

#[test]
fn there_is_no_way_out_of_the_folder() {
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/assets/",
        "/assets/../index.html",
        "/index.html/",
        "/%00",
    ] {
        let (head, _) = get(path, "");
        assert!(head.starts_with("HTTP/1.1 404 "), "{path}: {head}");
    }
}

#[test]
fn only_reading_is_allowed() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT"] {
        let (head, _) = ask(format!("{method} / HTTP/1.1\r\n\r\n").as_bytes());
        assert!(head.starts_with("HTTP/1.1 405 "), "{method}: {head}");
        assert!(head.contains("Allow: GET, HEAD\r\n"), "{head}");
    }
}

#[test]
fn nonsense_is_answered_in_words() {
    for request in [&b"hello\r\n\r\n"[..], b"\xff\xfe\r\n\r\n", &[b'x'; 40_000]] {
        let (head, _) = ask(request);
        assert!(head.starts_with("HTTP/1.1 400 "), "{head}");
    }
}

#[test]
fn a_site_without_files_is_missing() {
    assert!(Site::new(&[]).is_missing());
}
