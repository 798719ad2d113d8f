//! `patience serve`: the page for the browser, from inside the program. A program
//! that was built without the page builds it, where it is run in the repository.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use patience_site::{SITE, Site, serve};

use crate::args::ServeArgs;
use crate::exit::Exit;

/// Runs the command, until it is interrupted.
pub fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    // A port that is in use is reported before anything is built.
    let listener = listen(args)?;
    let site = site(SITE, std::env::current_dir().ok(), runs)?;
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
    if args.open || (!args.no_open && io::stdout().is_terminal()) {
        open(&address);
    }
    serve(&listener, site)?;
    Ok(Exit::Done)
}

const NODE: &str = "Node.js 20.19 or newer with npm (nodejs.org)";

/// The page: the one inside, or the one of the repository around this folder,
/// built if need be.
fn site(
    inside: Site,
    folder: Option<PathBuf>,
    runs: impl Fn(&str) -> bool,
) -> anyhow::Result<Site> {
    if !inside.is_missing() {
        return Ok(inside);
    }
    let Some(repository) = folder.and_then(repository) else {
        bail!(
            "this `patience` was built without its page: in the repository, run `cargo xtask web`, then build it again"
        );
    };
    let page = repository.join("crates/site/page");
    if !page.join("index.html").exists() {
        build(&repository, runs)?;
    }
    Site::read(&page).with_context(|| page.display().to_string())
}

/// The repository around a folder.
fn repository(folder: PathBuf) -> Option<PathBuf> {
    let is_ours = |folder: &&Path| {
        ["web/package.json", "crates/site/page", "xtask"]
            .iter()
            .all(|name| folder.join(name).exists())
    };
    folder.ancestors().find(is_ours).map(Path::to_owned)
}

/// Builds the page, and says what that needs and how long it takes.
fn build(repository: &Path, runs: impl Fn(&str) -> bool) -> anyhow::Result<()> {
    for program in ["cargo", "node", "npm"] {
        if !runs(program) {
            bail!(
                "the page has to be built first, and `{program}` is missing: it needs Rust (rustup.rs) and {NODE}"
            );
        }
    }
    let mut err = anstream::stderr();
    let _ = writeln!(
        err,
        "The page is not built yet. Building it takes two to five minutes, once:"
    );
    let status = Command::new("cargo")
        .args(["xtask", "web"])
        .current_dir(repository)
        // The first line of the output is the address, for programs that read it.
        .stdout(Stdio::from(io::stderr()))
        .status()?;
    if !status.success() {
        bail!("`cargo xtask web` failed; its messages are above");
    }
    Ok(())
}

fn runs(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const NOTHING: Site = Site::new(&[]);

    /// A folder that looks like the repository.
    fn repository(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("patience-{name}-{}", std::process::id()));
        for folder in ["web", "crates/site/page", "xtask", "games/golf"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        fs::write(root.join("web/package.json"), "{}").unwrap();
        root
    }

    #[test]
    fn a_page_that_is_built_in_the_repository_is_served_from_there() {
        let root = repository("built");
        fs::write(root.join("crates/site/page/index.html"), "<p>here</p>").unwrap();
        let site = site(NOTHING, Some(root.join("games/golf")), |_| false).unwrap();
        let page = site.find("").expect("the page");
        assert_eq!(page.contents().unwrap(), b"<p>here</p>");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_is_missing_for_building_the_page_is_said_in_one_line() {
        let root = repository("missing");
        let error = site(NOTHING, Some(root.clone()), |program| program != "npm").unwrap_err();
        let words = error.to_string();
        assert!(words.contains("`npm` is missing"), "{words}");
        assert!(words.contains("Node.js 20.19"), "{words}");
        assert_eq!(words.lines().count(), 1);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn outside_of_the_repository_the_command_that_builds_it_is_named() {
        let error = site(NOTHING, None, |_| true).unwrap_err();
        assert!(error.to_string().contains("cargo xtask web"), "{error}");
    }
}
