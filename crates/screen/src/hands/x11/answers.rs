//! Whether a program has come to everything that was sent to it: programs
//! answer `_NET_WM_PING` from the same queue in which clicks and keys wait.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask,
    Window,
};
use x11rb::rust_connection::RustConnection;

use super::lost;
use crate::Error;

/// A question to one program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Nothing was asked since the last click.
    Open,
    /// Asked, with this number.
    Asked(u32),
    /// Answered: it has come to everything before.
    Answered,
}

/// Asks, and knows the answers.
#[derive(Debug)]
pub(super) struct Answers {
    protocols: Atom,
    ping: Atom,
    root: Window,
    question: Question,
    last: u32,
}

impl Answers {
    /// Answers go to the root window: this connection wants to see them.
    pub(super) fn listen(connection: &RustConnection, root: Window) -> Result<Self, Error> {
        let number = |name: &str| -> Result<Atom, Error> {
            let cookie = connection
                .intern_atom(false, name.as_bytes())
                .map_err(lost)?;
            Ok(cookie.reply().map_err(lost)?.atom)
        };
        let wanted = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        connection
            .change_window_attributes(root, &wanted)
            .map_err(lost)?;
        Ok(Self {
            protocols: number("WM_PROTOCOLS")?,
            ping: number("_NET_WM_PING")?,
            root,
            question: Question::Open,
            last: 0,
        })
    }

    /// Something was sent: older answers say nothing about it.
    pub(super) fn forget(&mut self) {
        self.question = Question::Open;
    }

    /// An event that may be an answer.
    pub(super) fn hear(&mut self, event: &ClientMessageEvent) {
        let data = event.data.as_data32();
        let is_answer = event.type_ == self.protocols && data[0] == self.ping;
        if is_answer && event.window == self.root && self.question == Question::Asked(data[1]) {
            self.question = Question::Answered;
        }
    }

    /// The program has come to everything that was sent to it; asks it, if
    /// that was not done yet. A program that does not know the question never
    /// has.
    pub(super) fn has_answered(
        &mut self,
        connection: &RustConnection,
        window: Window,
    ) -> Result<bool, Error> {
        if self.question == Question::Open && self.understands(connection, window)? {
            self.last = self.last.wrapping_add(1);
            let data = [self.ping, self.last, window, 0, 0];
            let question = ClientMessageEvent::new(32, window, self.protocols, data);
            connection
                .send_event(false, window, EventMask::NO_EVENT, question)
                .map_err(lost)?;
            connection.flush().map_err(lost)?;
            self.question = Question::Asked(self.last);
        }
        Ok(self.question == Question::Answered)
    }

    fn understands(&self, connection: &RustConnection, window: Window) -> Result<bool, Error> {
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
