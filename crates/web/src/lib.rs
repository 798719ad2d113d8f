//! The facade for the browser: questions and answers as JSON, compiled to
//! WebAssembly. `web/src/engine.ts` speaks with it; the types of everything that
//! goes back and forth are in `web/src/types.ts`, which `cargo xtask types`
//! writes from the types here.
//!
//! | who | what |
//! |---|---|
//! | [`Desk`] | the game in progress: quick answers only |
//! | [`Mind`] | everything that thinks: solving, hints, the oracle |
//!
//! Each lives in a worker of its own, so that the page never waits for a
//! search, and a search that nobody wants any more ends with its worker. The
//! two share nothing: a position goes from one to the other as text.
//!
//! Nothing here trusts what it is given: texts have a greatest length, and
//! every answer to nonsense is a message in words.

mod desk;
mod limits;
mod mind;
mod question;
mod reply;
mod shapes;
#[cfg(test)]
mod types;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(words: &str);
}

/// Runs when a worker starts: the message of a panic goes to the console, where
/// WebAssembly alone would show no more than "unreachable".
#[wasm_bindgen(start)]
pub fn begin() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

/// A table with a game in progress.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Desk(desk::Desk);

#[wasm_bindgen]
impl Desk {
    /// A desk without a game.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question; both are JSON.
    pub fn ask(&mut self, question: &str) -> String {
        self.0.ask(question)
    }
}

/// Something that thinks.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Mind(mind::Mind);

#[wasm_bindgen]
impl Mind {
    /// A mind that knows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question; both are JSON.
    pub fn ask(&mut self, question: &str) -> String {
        self.0.ask(question)
    }
}
