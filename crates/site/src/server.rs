//! A server for a handful of files: one thread a connection, one request a
//! connection. A page needs a dozen requests in its life, so that nothing more
//! is worth its code.

use std::io::{self, BufReader, Read as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::files::Site;
use crate::request;
use crate::response::Response;

/// Connections at a time; more wait in the system's queue.
const MOST_CONNECTIONS: usize = 64;

/// Whoever is silent for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves the site to everybody who connects, until the program ends. An error
/// means that the listener is broken; what goes wrong with a single connection
/// ends that connection.
pub fn serve(listener: &TcpListener, site: Site) -> io::Result<()> {
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if is_passing(&error) => continue,
            Err(error) => return Err(error),
        };
        while open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
            std::thread::sleep(Duration::from_millis(5));
        }
        open.fetch_add(1, Ordering::Relaxed);
        let theirs = open.clone();
        let worker = std::thread::Builder::new().spawn(move || {
            // A browser that goes away in the middle is no error of ours.
            let _ = attend(&stream, site);
            theirs.fetch_sub(1, Ordering::Relaxed);
        });
        if worker.is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The one who wanted to connect is gone already, or the system is busy.
fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
            | io::ErrorKind::WouldBlock
    )
}

fn attend(stream: &TcpStream, site: Site) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut out = stream;
    match request::read(BufReader::new(stream))? {
        Some(request) => {
            Response::to(&request, site).write(&mut out, request.method != "HEAD")?;
        }
        None => Response::bad_request().write(&mut out, true)?,
    }
    // Closing while something is unread would make the system throw away what
    // was sent.
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut stream.take(1 << 20), &mut io::sink())?;
    Ok(())
}
