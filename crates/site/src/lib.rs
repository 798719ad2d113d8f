//! The page for the browser, carried inside the program, and a small server
//! for it. `cargo xtask web` builds the page; a program built without it has
//! no files, and [`SITE`] says so.
//!
//! ```no_run
//! let listener = std::net::TcpListener::bind(("127.0.0.1", 8164))?;
//! patience_site::serve(&listener, patience_site::SITE)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod files;
mod request;
mod response;
mod server;

pub use files::{File, SITE, Site};
pub use server::serve;
