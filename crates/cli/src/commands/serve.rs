//! `patience serve`: the page for the browser, from inside the program.

use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use anyhow::bail;
use patience_site::{SITE, serve};

use crate::args::ServeArgs;
use crate::exit::Exit;

/// Runs the command, until it is interrupted.
pub fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    if SITE.is_missing() {
        bail!(
            "this `patience` was built without its page: run `cargo xtask web`, then build it again"
        );
    }
    let listener = listen(args)?;
    let address = format!("http://{}/", listener.local_addr()?);
    let open_to = match args.host.is_loopback() {
        true => String::new(),
        false => format!("Everybody who can reach {} can open it.\n", args.host),
    };
    // Whoever started it may read only the address and close the pipe: the page
    // is served all the same.
    let words = format!("Patience is at {address}\n{open_to}Ctrl-C ends it.\n");
    let _ = anstream::stdout().write_all(words.as_bytes());
    // Nothing is lost by ending at once: the games are kept by the browser.
    let _ = ctrlc::set_handler(|| std::process::exit(0));
    if args.open {
        open(&address);
    }
    serve(&listener, SITE)?;
    Ok(Exit::Done)
}

fn listen(args: &ServeArgs) -> anyhow::Result<TcpListener> {
    let address = SocketAddr::new(args.host, args.port);
    TcpListener::bind(address).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {} is in use, perhaps by another `patience serve`; --port N takes another one, --port 0 any that is free",
            args.port
        ),
        io::ErrorKind::AddrNotAvailable => {
            anyhow::anyhow!("this machine does not have the address {}", args.host)
        }
        io::ErrorKind::PermissionDenied => anyhow::anyhow!(
            "no permission to listen at port {}; ports from 1024 on are free for everybody",
            args.port
        ),
        _ => anyhow::anyhow!("{address}: {error}"),
    })
}

/// Opens the browser, where the system has a way to; the address is printed in
/// any case.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        eprintln!("could not open a browser ({program} is missing); open the address yourself");
    }
}
