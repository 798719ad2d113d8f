//! The files of a folder over HTTP, for a browser on this machine.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

/// A page that switches automatic moves off, then opens what is behind its `#`.
pub const QUIET: &str = "quiet.html";
const QUIETLY: &str = r#"<script>
localStorage.setItem("patience.preferences", '{"autoplay":"off"}');
location.replace("/" + location.hash);
</script>"#;

/// Serves a folder until the test ends; the port.
pub fn serve(folder: PathBuf) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || answer(stream, &folder));
        }
    });
    port
}

/// One request, one answer; a browser that goes away is no fault.
fn answer(mut stream: TcpStream, folder: &Path) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let request = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    let path = request.split(' ').nth(1)?.split(['?', '#']).next()?;
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let file = folder.join(name);
    let is_inside = !name.contains("..");
    let (status, body) = match std::fs::read(&file) {
        _ if name == QUIET => ("200 OK", QUIETLY.into()),
        Ok(body) if is_inside => ("200 OK", body),
        _ => ("404 Not Found", Vec::new()),
    };
    let kind = match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}
