//! Whether a program has handled everything that was sent to it: programs
//! answer `_NET_WM_PING` from the same queue in which clicks and keys wait.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask,
    Window,
};
use x11rb::rust_connection::RustConnection;

use super::lost;
use crate::Error;

/// A ping to one program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ping {
    /// None was sent since the last click.
    None,
    /// One with this number was sent.
    Sent(u32),
    /// It was answered: the program has handled everything before it.
    Answered,
}

/// Sends pings and receives the answers.
#[derive(Debug)]
pub(super) struct Answers {
    protocols: Atom,
    ping: Atom,
    root: Window,
    state: Ping,
    last: u32,
    /// A ping was answered at some time. Some programs say that they do, and do not.
    has_ever_answered: bool,
}

impl Answers {
    /// Answers go to the root window: this connection asks to see them.
    pub(super) fn listen(connection: &RustConnection, root: Window) -> Result<Self, Error> {
        let number = |name: &str| -> Result<Atom, Error> {
            let cookie = connection
                .intern_atom(false, name.as_bytes())
                .map_err(lost)?;
            Ok(cookie.reply().map_err(lost)?.atom)
        };
        // GTK sends its answers to those who watch the windows of the root, Qt to
        // those who watch the root itself.
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::STRUCTURE_NOTIFY;
        let wanted = ChangeWindowAttributesAux::new().event_mask(mask);
        connection
            .change_window_attributes(root, &wanted)
            .map_err(lost)?;
        Ok(Self {
            protocols: number("WM_PROTOCOLS")?,
            ping: number("_NET_WM_PING")?,
            root,
            state: Ping::None,
            last: 0,
            has_ever_answered: false,
        })
    }

    /// Something was sent: earlier answers do not count for it.
    pub(super) fn forget(&mut self) {
        self.state = Ping::None;
    }

    /// Handles an event that may be an answer.
    pub(super) fn receive(&mut self, event: &ClientMessageEvent) {
        let data = event.data.as_data32();
        let is_answer = event.type_ == self.protocols && data[0] == self.ping;
        if is_answer && event.window == self.root && self.state == Ping::Sent(data[1]) {
            self.state = Ping::Answered;
            self.has_ever_answered = true;
        }
    }

    /// The program has handled everything that was sent to it. Sends a ping, if
    /// none is under way. Always false for a program that does not know pings.
    pub(super) fn has_answered(
        &mut self,
        connection: &RustConnection,
        window: Window,
    ) -> Result<bool, Error> {
        if self.state == Ping::None && self.knows_pings(connection, window)? {
            self.last = self.last.wrapping_add(1);
            let data = [self.ping, self.last, window, 0, 0];
            let ping = ClientMessageEvent::new(32, window, self.protocols, data);
            connection
                .send_event(false, window, EventMask::NO_EVENT, ping)
                .map_err(lost)?;
            connection.flush().map_err(lost)?;
            self.state = Ping::Sent(self.last);
        }
        Ok(self.state == Ping::Answered)
    }

    /// A ping was sent, has not been answered, and will be.
    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.state, Ping::Sent(_)) && self.has_ever_answered
    }

    fn knows_pings(&self, connection: &RustConnection, window: Window) -> Result<bool, Error> {
        const MOST_WORDS: u32 = 64;
        let kind = AtomEnum::ATOM;
        let known = connection
            .get_property(false, window, self.protocols, kind, 0, MOST_WORDS)
            .map_err(lost)?
            .reply();
        let Ok(known) = known else { return Ok(false) };
        Ok(known
            .value32()
            .into_iter()
            .flatten()
            .any(|it| it == self.ping))
    }
}
