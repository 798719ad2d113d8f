//! Keys and the mouse, and where they go.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::prompt::Typed;
use super::screen::areas;
use super::{Action, App, Clicked, Menu, Overlay, Prompt, Purpose, Screen, buttons, review_lines};
use crate::draw::most_scrolled;
use crate::walk::Direction;

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let is_control_c = key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'd'));
        if is_control_c {
            self.quit(true);
            return;
        }
        if self.overlay.is_some() {
            self.overlay_key(key);
            return;
        }
        if key.code == KeyCode::Esc && self.stop_finding() {
            return;
        }
        match &self.screen {
            Screen::Menu(_) => self.menu_key(key),
            Screen::Game(play) if play.watch.is_some() => self.watch_key(key),
            Screen::Game(_) => self.game_key(key),
        }
    }

    fn overlay_key(&mut self, key: KeyEvent) {
        match &mut self.overlay {
            Some(Overlay::Prompt(prompt)) => match prompt.key(key) {
                Typed::More => {}
                Typed::Left => self.overlay = None,
                Typed::Done(text) => {
                    let purpose = prompt.purpose;
                    self.overlay = None;
                    self.message = None;
                    self.typed(purpose, &text);
                }
            },
            Some(Overlay::Review(at)) => {
                let at = *at;
                self.review_key(key, at);
            }
            Some(Overlay::Help(_) | Overlay::Statistics(_) | Overlay::Rules(..)) => {
                let page = isize::from(self.size.1.saturating_sub(4) as i16).max(1);
                match key.code {
                    KeyCode::Down => self.scroll(1),
                    KeyCode::Up => self.scroll(-1),
                    KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page),
                    KeyCode::PageUp => self.scroll(-page),
                    KeyCode::End => self.scroll(isize::MAX / 2),
                    KeyCode::Home => self.scroll(isize::MIN / 2),
                    _ => self.overlay = None,
                }
            }
            None => {}
        }
    }

    /// Moves the text of an overlay, as far as there is more.
    fn scroll(&mut self, lines: isize) {
        let most = most_scrolled(self);
        if let Some(Overlay::Help(first) | Overlay::Statistics(first) | Overlay::Rules(_, first)) =
            &mut self.overlay
        {
            *first = (*first).min(most).saturating_add_signed(lines).min(most);
        }
    }

    fn review_key(&mut self, key: KeyEvent, at: usize) {
        let lines = self.play().map_or(0, |play| review_lines(play).len());
        let last = lines.saturating_sub(1);
        let at = at.min(last);
        let next = match key.code {
            KeyCode::Down | KeyCode::Right => (at + 1).min(last),
            KeyCode::Up | KeyCode::Left => at.saturating_sub(1),
            KeyCode::PageDown => (at + 10).min(last),
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter => return self.go_to_review_line(at),
            _ => return self.close_review(),
        };
        self.overlay = Some(Overlay::Review(next));
    }

    fn menu_key(&mut self, key: KeyEvent) {
        self.message = None;
        let Screen::Menu(menu) = &mut self.screen else {
            return;
        };
        match key.code {
            KeyCode::Up => menu.step_game(false),
            KeyCode::Down => menu.step_game(true),
            KeyCode::Home => menu.first_game(),
            KeyCode::End => menu.last_game(),
            KeyCode::Left | KeyCode::BackTab => menu.step_goal(false),
            KeyCode::Right | KeyCode::Tab => menu.step_goal(true),
            KeyCode::Char('s') => menu.next_setting(),
            KeyCode::Char('+' | '=') => menu.step_setting(true),
            KeyCode::Char('-') => menu.step_setting(false),
            KeyCode::Enter => self.start_chosen(),
            KeyCode::Esc => self.leave_menu(),
            _ => {
                let action = Action::of_key(key).filter(|action| is_for_menu(*action));
                if let Some(action) = action {
                    self.act(action);
                }
            }
        }
    }

    fn game_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Left => self.walk(Direction::Left),
            KeyCode::Right => self.walk(Direction::Right),
            KeyCode::Up => self.walk(Direction::Up),
            KeyCode::Down => self.walk(Direction::Down),
            KeyCode::Tab => self.walk_around(true),
            KeyCode::BackTab => self.walk_around(false),
            KeyCode::Enter => self.press(),
            KeyCode::Esc => {
                self.message = None;
                if !self.end_wish() {
                    self.put_back();
                }
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.ask(Purpose::Move, &digit.to_string());
            }
            _ => {
                if let Some(action) = Action::of_key(key) {
                    self.put_back();
                    self.act(action);
                }
            }
        }
    }

    fn watch_key(&mut self, key: KeyEvent) {
        let now = self.now;
        let Some(play) = self.play_mut() else {
            return;
        };
        let Some(watch) = &mut play.watch else {
            return;
        };
        match key.code {
            KeyCode::Char(' ' | 'p') => watch.toggle(now),
            KeyCode::Left | KeyCode::Up => watch.go_to(watch.at.saturating_sub(1)),
            KeyCode::Right | KeyCode::Down => watch.go_to(watch.at + 1),
            KeyCode::Home => watch.go_to(0),
            KeyCode::End => watch.go_to(usize::MAX),
            KeyCode::Char('+' | '=') => watch.change_speed(true),
            KeyCode::Char('-' | '_') => watch.change_speed(false),
            KeyCode::Enter => return self.take_over(),
            KeyCode::Esc | KeyCode::Char('w' | 's') => return self.leave_watch(),
            KeyCode::Char('?') => return self.act(Action::Help),
            KeyCode::Char('q') => {
                self.leave_watch();
                return self.quit(false);
            }
            _ => return,
        }
        play.layout = play.seen().layout();
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(Overlay::Prompt(prompt)) = &mut self.overlay {
            text.chars().take(100).for_each(|letter| prompt.add(letter));
        } else if self.play().is_some_and(|play| play.watch.is_none()) && self.overlay.is_none() {
            let mut prompt = Prompt::new(Purpose::Move, "");
            text.chars().take(100).for_each(|letter| prompt.add(letter));
            self.overlay = Some(Overlay::Prompt(prompt));
        }
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let point = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollDown => self.scroll(1),
            MouseEventKind::ScrollUp => self.scroll(-1),
            MouseEventKind::Down(MouseButton::Left) => self.mouse_down(point),
            MouseEventKind::Drag(MouseButton::Left) => self.drag(point),
            MouseEventKind::Up(MouseButton::Left) => self.drop_at(point),
            _ => {}
        }
    }

    fn mouse_down(&mut self, point: Position) {
        self.pressed = None;
        match &self.overlay {
            // A line stays until it is finished: a stray click must not lose it.
            Some(Overlay::Prompt(_)) => return,
            Some(Overlay::Review(_)) => {
                self.close_review();
                return;
            }
            Some(_) => {
                self.overlay = None;
                return;
            }
            None => {}
        }
        match &self.screen {
            Screen::Menu(menu) => self.click_menu(menu.clone(), point),
            Screen::Game(_) => self.click_game(point),
        }
    }

    fn click_menu(&mut self, mut menu: Menu, point: Position) {
        self.message = None;
        let screen = Rect::new(0, 0, self.size.0, self.size.1);
        let before = menu.clone();
        match menu.clicked(point, screen) {
            Some(Clicked::Game(game)) if game != menu.game => menu = Menu::of(game),
            Some(Clicked::Goal(goal)) => menu.goal = goal,
            Some(Clicked::Setting(setting)) => {
                menu.setting = setting;
                menu.step_setting(true);
            }
            Some(Clicked::Game(_)) => {}
            None => return,
        }
        // The second click on what is chosen begins.
        let begins = before == menu;
        self.screen = Screen::Menu(menu);
        if begins {
            self.start_chosen();
        }
    }

    fn click_game(&mut self, point: Position) {
        let Screen::Game(play) = &self.screen else {
            return;
        };
        let parts = areas(self, play);
        let is_watching = play.watch.is_some();
        let pressed = buttons(parts.buttons)
            .into_iter()
            .find(|button| button.area.contains(point));
        if is_watching {
            // A click on the table plays or pauses.
            let now = self.now;
            if let Some(watch) = self.play_mut().and_then(|play| play.watch.as_mut()) {
                watch.toggle(now);
            }
        } else if let Some(button) = pressed {
            self.put_back();
            self.act(button.action);
        } else if parts.table.contains(point) {
            self.message = None;
            self.press_table(point);
        }
    }
}

fn is_for_menu(action: Action) -> bool {
    matches!(
        action,
        Action::NewDeal
            | Action::DealNumber
            | Action::Deals
            | Action::Daily
            | Action::Rules
            | Action::Statistics
            | Action::Help
            | Action::Quit
    )
}
