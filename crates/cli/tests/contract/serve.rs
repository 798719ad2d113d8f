//! `patience serve`, whether the page was built before or not.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use patience_site::SITE;

use crate::common::command;

/// A server on any port, and the first line that it prints.
fn serve() -> (Child, String) {
    // In the repository it would build a page that is missing.
    let mut child = command(&["serve", "--port", "0"])
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut first).expect("text");
    (child, first)
}

#[test]
fn serve_starts_if_there_is_a_page_and_else_names_the_command_that_builds_it() {
    let (mut child, first) = serve();
    if SITE.is_missing() {
        assert_eq!(first, "");
        let output = child.wait_with_output().expect("it ends");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(words.contains("cargo xtask web"), "{words}");
        assert_eq!(words.lines().count(), 1);
    } else {
        child.kill().expect("it is still there");
        child.wait().expect("it ends");
        assert!(first.starts_with("Patience is at http://"), "{first}");
    }
}

mod needs_page {
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};

    use super::serve;
    use crate::common::patience;

    #[test]
    #[ignore = "needs the page (cargo xtask web)"]
    fn the_page_is_served_to_this_machine_only() {
        let (mut child, first) = serve();
        let address = first.trim().strip_prefix("Patience is at http://");
        let address = address.and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{first}"));
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream
            .write_all(b"GET / HTTP/1.1\r\n\r\n")
            .expect("it takes it");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("the page is text");
        child.kill().expect("it is still there");
        child.wait().expect("it ends");
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.contains("<title>Patience</title>"), "{answer}");
    }

    #[test]
    #[ignore = "needs the page (cargo xtask web)"]
    fn a_port_in_use_is_reported_in_one_line() {
        let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = taken.local_addr().expect("an address").port().to_string();
        let run = patience(&["serve", "--port", &port]);
        assert_eq!(run.code, Some(2));
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.err.contains("in use"), "{}", run.err);
    }
}
