//! What was learned, in a folder: one small PNG for every rank, suit or card,
//! and `deck.toml`, which says how large the cards were.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::vision::{Deck, Grid, Pictures};
use crate::{Error, Frame, Profile};

/// What `deck.toml` says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    /// The deck's name in profiles.
    deck: String,
    /// A card's width and height in pixels where it was learned.
    card: [f32; 2],
}

fn folder(data: &Path, deck: &str) -> PathBuf {
    data.join("decks").join(deck)
}

/// Saves what was learned; returns the folder.
pub fn save(deck: &Deck, data: &Path) -> Result<PathBuf, Error> {
    let folder = folder(data, &deck.name);
    let fault = |error: &dyn std::fmt::Display| Error::File {
        name: folder.display().to_string(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(&folder).map_err(|error| fault(&error))?;
    for (name, grid) in named(deck) {
        if let Some(grid) = grid {
            grid.to_frame().save(&folder.join(format!("{name}.png")))?;
        }
    }
    let file = DeckFile {
        deck: deck.name.clone(),
        card: [deck.card.0, deck.card.1],
    };
    let text = toml::to_string(&file).map_err(|error| fault(&error))?;
    let text =
        format!("# Learned by `patience calibrate`. Delete this folder to forget it.\n{text}");
    std::fs::write(folder.join("deck.toml"), text).map_err(|error| fault(&error))?;
    Ok(folder)
}

/// Loads what was learned for a profile.
pub fn load(profile: &Profile, data: Option<&Path>) -> Result<Deck, Error> {
    let not_calibrated = || Error::NotCalibrated {
        profile: profile.name.clone(),
    };
    let folder = folder(data.ok_or_else(not_calibrated)?, &profile.deck);
    let path = folder.join("deck.toml");
    let text = std::fs::read_to_string(&path).map_err(|_| not_calibrated())?;
    let file: DeckFile = toml::from_str(&text).map_err(|error| Error::File {
        name: path.display().to_string(),
        reason: error.message().to_owned(),
    })?;
    let names = profile.game()?.about().cards;
    let empty = |count: usize| Pictures {
        grids: vec![None; count],
    };
    let look = &profile.look;
    let with_suits = |place: Option<[f32; 4]>| place.is_some() && !names.suits.is_empty();
    let count = |wanted: bool, count: usize| if wanted { count } else { 0 };
    let mut deck = Deck {
        name: profile.deck.clone(),
        names,
        card: (file.card[0], file.card[1]),
        ranks: empty(names.ranks.len()),
        suits: empty(count(with_suits(look.suit), names.suits.len())),
        cards: empty(count(with_suits(look.card), names.len())),
        back: None,
    };
    let read = |name: String| -> Result<Option<Grid>, Error> {
        let path = folder.join(format!("{name}.png"));
        if !path.exists() {
            return Ok(None);
        }
        Ok(Some(Grid::from_frame(&Frame::load(&path)?)))
    };
    for (index, grid) in deck.ranks.grids.iter_mut().enumerate() {
        *grid = read(format!("rank-{}", names.ranks[index]))?;
    }
    for (index, grid) in deck.suits.grids.iter_mut().enumerate() {
        *grid = read(format!("suit-{}", names.suits[index]))?;
    }
    for (index, grid) in deck.cards.grids.iter_mut().enumerate() {
        *grid = read(format!("card-{}", names.name(index)))?;
    }
    deck.back = read("back".to_owned())?;
    Ok(deck)
}

/// Every picture with the name of its file.
fn named(deck: &Deck) -> Vec<(String, Option<&Grid>)> {
    let mut named = Vec::new();
    for (grid, rank) in deck.ranks.grids.iter().zip(deck.names.ranks) {
        named.push((format!("rank-{rank}"), grid.as_ref()));
    }
    for (grid, suit) in deck.suits.grids.iter().zip(deck.names.suits) {
        named.push((format!("suit-{suit}"), grid.as_ref()));
    }
    for (index, grid) in deck.cards.grids.iter().enumerate() {
        named.push((format!("card-{}", deck.names.name(index)), grid.as_ref()));
    }
    named.push(("back".to_owned(), deck.back.as_ref()));
    named
}
