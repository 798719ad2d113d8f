//! Eyes and hands on an X11 display, by x11rb: no system library is needed.
//!
//! Pictures come from `GetImage` on the window itself. Moves and clicks go
//! through XTest, so that a program sees what a real mouse would send. The user's
//! Escape arrives as a raw event of XInput2, whichever window has the focus.

mod answers;
mod keys;
mod picture;

use x11rb::connection::Connection as _;
use x11rb::cookie::Cookie;
use x11rb::protocol::xinput::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    self, Atom, AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ClientMessageEvent,
    ConfigureWindowAux, ConnectionExt as _, EventMask, ImageFormat, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, MapState, WindowClass,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::protocol::{Event, xproto::Window};
use x11rb::rust_connection::RustConnection;

use super::monitors::is_on_screen;
use super::ready::off_screen;
use super::{Button, Eyes, HOLD, Hands, WindowId, matches, no_window};
use crate::profile::{self, WindowPlace};
use crate::{Error, Frame, Rectangle};

use answers::Answers;
use keys::Keys;
use picture::Picture;

/// Names of properties, as numbers of this display.
#[derive(Clone, Copy, Debug)]
struct Atoms {
    client_list: Atom,
    active_window: Atom,
    state: Atom,
    visible_name: Atom,
    utf8_string: Atom,
}

/// A connection to the display.
#[derive(Debug)]
pub struct X11 {
    connection: RustConnection,
    root: Window,
    screen: Rectangle,
    atoms: Atoms,
    keys: Keys,
    answers: Answers,
    picture: Picture,
    /// Bits of red, green and blue in a pixel, as shifts.
    shifts: [u32; 3],
    escape_pressed: bool,
    /// Presses of Escape by the player that have not come back as events yet.
    own_escapes: u32,
}

impl X11 {
    /// Connects to the display that `DISPLAY` names.
    pub fn open() -> Result<Self, Error> {
        Self::open_at(None)
    }

    /// Connects to the display with this name, such as `:1`.
    pub fn open_at(name: Option<&str>) -> Result<Self, Error> {
        let (connection, number) = x11rb::connect(name).map_err(|error| {
            let reason = match std::env::var("DISPLAY") {
                Err(_) if name.is_none() => "DISPLAY is not set".to_owned(),
                Ok(shown) if name.is_none() => format!("`{shown}`: {error}"),
                _ => error.to_string(),
            };
            Error::Window(format!(
                "there is no X11 display to look at ({reason}); on Wayland use a build with the \
                 feature `desktop`"
            ))
        })?;
        let screen = &connection.setup().roots[number];
        let root = screen.root;
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: screen.width_in_pixels.into(),
            height: screen.height_in_pixels.into(),
        };
        let shifts = colour_shifts(screen)?;
        connection
            .xtest_get_version(2, 2)
            .map_err(lost)?
            .reply()
            .map_err(|_| {
                Error::Window("this display has no XTest, so nothing can be clicked".to_owned())
            })?;
        let keys = Keys::read(&connection)?;
        let atoms = Atoms::intern(&connection)?;
        listen(&connection, root)?;
        let answers = Answers::listen(&connection, root)?;
        let picture = Picture::new(&connection);
        Ok(Self {
            root,
            screen: whole,
            atoms,
            keys,
            answers,
            picture,
            shifts,
            escape_pressed: false,
            own_escapes: 0,
            connection,
        })
    }

    fn fake(&mut self, kind: u8, detail: u8, at: (i32, i32)) -> Result<(), Error> {
        self.answers.forget();
        let (x, y) = (clamp(at.0), clamp(at.1));
        self.connection
            .xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, x, y, 0)
            .map_err(lost)?;
        self.sync()
    }

    /// Waits until the display has handled all requests.
    fn sync(&self) -> Result<(), Error> {
        self.connection
            .get_input_focus()
            .map_err(lost)?
            .reply()
            .map_err(lost)?;
        Ok(())
    }

    /// The windows that programs have opened, lowest first.
    fn clients(&self) -> Result<Vec<Window>, Error> {
        let listed = self.property(self.root, self.atoms.client_list, AtomEnum::WINDOW.into())?;
        let listed: Vec<_> = listed.value32().into_iter().flatten().collect();
        if !listed.is_empty() {
            return Ok(listed);
        }
        // Without a window manager the children of the root are the windows.
        let tree = self
            .connection
            .query_tree(self.root)
            .map_err(lost)?
            .reply()
            .map_err(lost)?;
        Ok(tree.children)
    }

    fn property(
        &self,
        window: Window,
        name: Atom,
        kind: Atom,
    ) -> Result<xproto::GetPropertyReply, Error> {
        const MOST_WORDS: u32 = 1 << 16;
        self.connection
            .get_property(false, window, name, kind, 0, MOST_WORDS)
            .map_err(lost)?
            .reply()
            .map_err(gone)
    }

    fn name(&self, window: Window) -> Result<String, Error> {
        let name = self.property(window, self.atoms.visible_name, self.atoms.utf8_string)?;
        let name = match name.value.is_empty() {
            false => name,
            true => self.property(window, AtomEnum::WM_NAME.into(), AtomEnum::STRING.into())?,
        };
        Ok(String::from_utf8_lossy(&name.value).into_owned())
    }

    /// Both words of the class: "sol Sol".
    fn class(&self, window: Window) -> Result<String, Error> {
        let class = self.property(window, AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into())?;
        let words = String::from_utf8_lossy(&class.value).replace('\0', " ");
        Ok(words.trim().to_owned())
    }

    fn is_shown(&self, window: Window) -> Result<bool, Error> {
        let attributes = self
            .connection
            .get_window_attributes(window)
            .map_err(lost)?;
        Ok(attributes.reply().is_ok_and(|it| can_be_seen(&it)))
    }

    /// The window manager shows it as an icon, or on another desktop.
    fn is_minimised(&self, window: Window) -> bool {
        const ICONIC: u32 = 3;
        let state = self.property(window, self.atoms.state, self.atoms.state);
        state.is_ok_and(|state| state.value32().into_iter().flatten().next() == Some(ICONIC))
    }

    /// The child of the root that contains a window: its frame.
    fn frame_of(&self, window: Window) -> Result<Window, Error> {
        let mut inner = window;
        loop {
            let tree = self
                .connection
                .query_tree(inner)
                .map_err(lost)?
                .reply()
                .map_err(gone)?;
            if tree.parent == self.root || tree.parent == x11rb::NONE {
                return Ok(inner);
            }
            inner = tree.parent;
        }
    }

    /// Requests the place of a window. Several requests take the time of one
    /// reply.
    fn request_place(&self, window: Window) -> Result<PlaceRequest<'_>, Error> {
        let connection = &self.connection;
        Ok(PlaceRequest {
            attributes: connection.get_window_attributes(window).map_err(lost)?,
            geometry: connection.get_geometry(window).map_err(lost)?,
            corner: connection
                .translate_coordinates(window, self.root, 0, 0)
                .map_err(lost)?,
        })
    }

    /// Handles the events since the last call.
    fn receive_events(&mut self) -> Result<(), Error> {
        while let Some(event) = self.connection.poll_for_event().map_err(lost)? {
            match event {
                Event::XinputRawKeyPress(event) if self.keys.is_escape(event.detail) => {
                    if self.own_escapes > 0 {
                        self.own_escapes -= 1;
                    } else {
                        self.escape_pressed = true;
                    }
                }
                Event::ClientMessage(event) => self.answers.receive(&event),
                Event::DamageNotify(event) => self.picture.receive(&event),
                Event::DestroyNotify(event) => self.picture.forget(event.window),
                Event::MappingNotify(_) => self.keys = Keys::read(&self.connection)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Requests about a window that have not been answered yet.
struct PlaceRequest<'c> {
    attributes: Cookie<'c, RustConnection, xproto::GetWindowAttributesReply>,
    geometry: Cookie<'c, RustConnection, xproto::GetGeometryReply>,
    corner: Cookie<'c, RustConnection, xproto::TranslateCoordinatesReply>,
}

impl PlaceRequest<'_> {
    /// Where the window is; nowhere, if it is closed or not shown.
    fn reply(self) -> Option<Rectangle> {
        let attributes = self.attributes.reply().ok()?;
        let geometry = self.geometry.reply().ok()?;
        let corner = self.corner.reply().ok()?;
        can_be_seen(&attributes).then(|| Rectangle {
            x: corner.dst_x.into(),
            y: corner.dst_y.into(),
            width: geometry.width.into(),
            height: geometry.height.into(),
        })
    }
}

fn can_be_seen(attributes: &xproto::GetWindowAttributesReply) -> bool {
    attributes.map_state == MapState::VIEWABLE && attributes.class != WindowClass::INPUT_ONLY
}

impl Eyes for X11 {
    fn find_all(&mut self, wanted: &profile::Window) -> Result<Vec<WindowId>, Error> {
        let (mut found, mut minimised, mut titles) = (Vec::new(), Vec::new(), Vec::new());
        // The last one was opened last, or lies on top.
        for window in self.clients()?.into_iter().rev() {
            let (Ok(title), Ok(class)) = (self.name(window), self.class(window)) else {
                continue; // just closed
            };
            let fits = matches(wanted, &title, &class);
            if fits && self.is_shown(window)? {
                found.push(WindowId(window.into()));
            } else if fits && self.is_minimised(window) {
                minimised.push(WindowId(window.into()));
            } else if !title.is_empty() {
                titles.push(title);
            }
        }
        found.append(&mut minimised);
        match found.is_empty() {
            true => Err(no_window(wanted, &titles)),
            false => Ok(found),
        }
    }

    fn place(&mut self, window: WindowId) -> Result<Rectangle, Error> {
        let window = number(window)?;
        match self.request_place(window)?.reply() {
            Some(place) => Ok(place),
            None if self.is_minimised(window) => Err(Error::Minimised),
            None => Err(Error::WindowClosed),
        }
    }

    fn title(&mut self, window: WindowId) -> Result<String, Error> {
        self.name(number(window)?)
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, Error> {
        let place = self.place(window)?;
        if !is_on_screen(&[self.screen], place) {
            return Err(off_screen());
        }
        // Everything drawn before the reply with the window's place is reported.
        self.receive_events()?;
        let window = number(window)?;
        let size = (place.width, place.height);
        let fetch = |part| fetch(&self.connection, self.shifts, window, part);
        self.picture.of(&self.connection, window, size, fetch)
    }

    fn covered_by(&mut self, window: WindowId, part: Rectangle) -> Result<Option<String>, Error> {
        let window = number(window)?;
        let frame = self.frame_of(window)?;
        let tree = self
            .connection
            .query_tree(self.root)
            .map_err(lost)?
            .reply()
            .map_err(lost)?;
        let children = tree.children.iter().copied();
        let above = children.skip_while(|other| *other != frame).skip(1);
        let requests = above.map(|other| Ok((other, self.request_place(other)?)));
        for (other, request) in requests.collect::<Result<Vec<_>, Error>>()? {
            if request
                .reply()
                .is_some_and(|place| place.common(part).is_some())
            {
                return Ok(Some(self.name_within(other)));
            }
        }
        Ok(None)
    }

    fn dialogs(&mut self, window: WindowId) -> Result<Vec<WindowId>, Error> {
        let window = number(window)?;
        let mut found = Vec::new();
        for other in self.clients()? {
            let parent = self.property(
                other,
                AtomEnum::WM_TRANSIENT_FOR.into(),
                AtomEnum::WINDOW.into(),
            );
            let is_ours =
                parent.is_ok_and(|it| it.value32().into_iter().flatten().any(|it| it == window));
            if is_ours && self.is_shown(other)? {
                found.push(WindowId(other.into()));
            }
        }
        Ok(found)
    }

    fn screen(&mut self) -> Result<Rectangle, Error> {
        Ok(self.screen)
    }
}

impl X11 {
    /// The name of a window or of the one inside its frame.
    fn name_within(&self, frame: Window) -> String {
        let mut inside = vec![frame];
        if let Ok(Ok(tree)) = self.connection.query_tree(frame).map(|it| it.reply()) {
            inside.extend(tree.children);
        }
        let names = inside
            .into_iter()
            .filter_map(|window| self.name(window).ok());
        names
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_else(|| "another window".to_owned())
    }
}

impl Hands for X11 {
    fn focus(&mut self, window: WindowId) -> Result<(), Error> {
        let window = number(window)?;
        const FROM_A_PAGER: u32 = 2;
        let data = [FROM_A_PAGER, x11rb::CURRENT_TIME, 0, 0, 0];
        let request = ClientMessageEvent::new(32, window, self.atoms.active_window, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection
            .send_event(false, self.root, mask, request)
            .map_err(lost)?;
        self.sync()
    }

    fn put(&mut self, window: WindowId, place: &WindowPlace) -> Result<(), Error> {
        // The window manager takes this as a request, and the corner as that of
        // its frame.
        let mut wanted = ConfigureWindowAux::new();
        if let Some([x, y]) = place.at {
            wanted = wanted.x(x).y(y);
        }
        if let Some([width, height]) = place.size {
            wanted = wanted.width(width).height(height);
        }
        self.connection
            .configure_window(number(window)?, &wanted)
            .map_err(lost)?;
        self.sync()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error> {
        self.fake(MOTION_NOTIFY_EVENT, 0, (x, y))
    }

    fn press(&mut self, button: Button) -> Result<(), Error> {
        self.fake(BUTTON_PRESS_EVENT, number_of(button), (0, 0))
    }

    fn release(&mut self, button: Button) -> Result<(), Error> {
        self.fake(BUTTON_RELEASE_EVENT, number_of(button), (0, 0))
    }

    fn key(&mut self, chord: &str) -> Result<(), Error> {
        let codes = self.keys.chord(chord)?;
        self.own_escapes += codes
            .iter()
            .filter(|&&code| self.keys.is_escape(code.into()))
            .count() as u32;
        for &code in &codes {
            self.fake(KEY_PRESS_EVENT, code, (0, 0))?;
        }
        std::thread::sleep(HOLD);
        for &code in codes.iter().rev() {
            self.fake(KEY_RELEASE_EVENT, code, (0, 0))?;
        }
        Ok(())
    }

    fn pointer(&mut self) -> Result<(i32, i32), Error> {
        let pointer = self
            .connection
            .query_pointer(self.root)
            .map_err(lost)?
            .reply()
            .map_err(lost)?;
        Ok((pointer.root_x.into(), pointer.root_y.into()))
    }

    fn has_handled_all(&mut self, window: WindowId) -> Result<bool, Error> {
        self.receive_events()?;
        self.answers.has_answered(&self.connection, number(window)?)
    }

    fn is_busy(&mut self, window: WindowId) -> Result<bool, Error> {
        let has_handled = self.has_handled_all(window)?;
        Ok(!has_handled && self.answers.is_awaited())
    }

    fn escape_pressed(&mut self) -> Result<bool, Error> {
        self.receive_events()?;
        Ok(std::mem::take(&mut self.escape_pressed))
    }
}

impl Atoms {
    fn intern(connection: &RustConnection) -> Result<Self, Error> {
        let number = |name: &str| -> Result<Atom, Error> {
            let cookie = connection
                .intern_atom(false, name.as_bytes())
                .map_err(lost)?;
            Ok(cookie.reply().map_err(lost)?.atom)
        };
        Ok(Self {
            client_list: number("_NET_CLIENT_LIST_STACKING")?,
            active_window: number("_NET_ACTIVE_WINDOW")?,
            state: number("WM_STATE")?,
            visible_name: number("_NET_WM_NAME")?,
            utf8_string: number("UTF8_STRING")?,
        })
    }
}

/// A part of a window's picture.
fn fetch(
    connection: &RustConnection,
    shifts: [u32; 3],
    window: Window,
    part: Rectangle,
) -> Result<Frame, Error> {
    let format = ImageFormat::Z_PIXMAP;
    let (x, y) = (clamp(part.x), clamp(part.y));
    let (width, height) = (part.width as u16, part.height as u16);
    let image = connection
        .get_image(format, window, x, y, width, height, !0)
        .map_err(lost)?
        .reply()
        .map_err(gone)?;
    let pixels = image.data.as_chunks::<4>().0;
    let mut rgb = vec![0; 3 * pixels.len()];
    let order = connection.setup().image_byte_order;
    let colours = rgb.as_chunks_mut::<3>().0.iter_mut().zip(pixels);
    if order == xproto::ImageOrder::LSB_FIRST && shifts == [16, 8, 0] {
        // The format of almost all displays; three times as fast.
        for (colour, [blue, green, red, _]) in colours {
            *colour = [*red, *green, *blue];
        }
    } else {
        for (colour, pixel) in colours {
            let pixel = match order {
                xproto::ImageOrder::MSB_FIRST => u32::from_be_bytes(*pixel),
                _ => u32::from_le_bytes(*pixel),
            };
            *colour = shifts.map(|shift| (pixel >> shift) as u8);
        }
    }
    Ok(Frame {
        width: part.width,
        height: part.height,
        rgb,
    })
}

/// Requests the raw events of all keyboards, whichever window has the focus.
fn listen(connection: &RustConnection, root: Window) -> Result<(), Error> {
    // On an old display without XInput2 Escape does not stop the player; the
    // corner and Ctrl-C do.
    let version = connection
        .xinput_xi_query_version(2, 2)
        .map(|it| it.reply());
    if !matches!(version, Ok(Ok(_))) {
        return Ok(());
    }
    let mask = xinput::EventMask {
        deviceid: xinput::Device::ALL_MASTER.into(),
        mask: vec![xinput::XIEventMask::RAW_KEY_PRESS],
    };
    connection
        .xinput_xi_select_events(root, &[mask])
        .map_err(lost)?;
    connection.flush().map_err(lost)?;
    Ok(())
}

/// Where red, green and blue are in a pixel of the screen.
fn colour_shifts(screen: &xproto::Screen) -> Result<[u32; 3], Error> {
    let visuals = screen
        .allowed_depths
        .iter()
        .flat_map(|depth| &depth.visuals);
    let visual = visuals
        .into_iter()
        .find(|visual| visual.visual_id == screen.root_visual);
    let masks = visual.map(|visual| [visual.red_mask, visual.green_mask, visual.blue_mask]);
    match masks {
        Some(masks) if screen.root_depth >= 24 => Ok(masks.map(u32::trailing_zeros)),
        _ => Err(Error::Window(format!(
            "this display has {} bits a pixel; 24 are needed",
            screen.root_depth
        ))),
    }
}

/// The display's number of a button.
fn number_of(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Middle => 2,
        Button::Right => 3,
    }
}

fn number(window: WindowId) -> Result<Window, Error> {
    Window::try_from(window.0).map_err(|_| Error::WindowClosed)
}

fn clamp(coordinate: i32) -> i16 {
    coordinate.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// The display itself does not answer.
fn lost(error: impl std::fmt::Display) -> Error {
    Error::Window(format!("the X11 display does not answer: {error}"))
}

/// The window does not exist any more.
fn gone(_: x11rb::errors::ReplyError) -> Error {
    Error::WindowClosed
}
