//! Shows where a profile finds its table in a picture, and with a deal number
//! how well its cards are learned and read, and how long that takes. Instead of the
//! number, a data folder may say what the cards look like.
//!
//!   cargo run --release --example look -- kpatience-freecell picture.png 617 [other.png 618 ...]

use std::path::Path;
use std::time::Instant;

use patience_screen::vision::{Face, Geometry, Reader};
use patience_screen::{Frame, Profile, calibrate, store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let profile = words.next().ok_or("which profile?")?;
    let profile = Profile::built_in(&profile).ok_or("no such profile")?;
    let game = patience::find_game(&profile.game)?;
    let mut deck = None;
    while let Some(path) = words.next() {
        let frame = Frame::load(Path::new(&path))?;
        let start = Instant::now();
        let geometry = Geometry::find(&frame, &profile)?;
        println!("{path}: {geometry:?}, found in {:?}", start.elapsed());
        let Some(number) = words.next() else { break };
        let known = match number.parse() {
            Ok(number) => {
                let table = game.deal(number, &Default::default())?;
                calibrate::known_in(&profile, &*table)
            }
            Err(_) => Vec::new(),
        };
        if deck.is_none() {
            deck = Some(match known.is_empty() {
                true => store::load(&profile, Some(Path::new(&number)))?,
                false => calibrate::learn(&frame, &profile, &known, None)?,
            });
        }
        let Some(deck) = &deck else { break };
        let start = Instant::now();
        let reader = Reader::with_geometry(&profile, deck, geometry);
        let made = start.elapsed();
        let start = Instant::now();
        let reading = reader.read(&frame)?;
        println!("  reader made in {made:?}, read in {:?}", start.elapsed());
        let first_look = || {
            let start = Instant::now();
            Reader::new(&profile, deck, &frame)?.read(&frame)?;
            Ok::<_, patience_screen::Error>(start.elapsed())
        };
        let looks: Result<Vec<_>, _> = (0..20).map(|_| first_look()).collect();
        let fastest = looks?.into_iter().min().unwrap_or_default();
        println!("  a first look takes {fastest:?}, the fastest of 20");
        let least = reading.cards().map(|(_, _, card)| card.margin);
        println!(
            "  {} cards, {} doubtful, least margin {:.2}",
            reading.cards().count(),
            reading.doubtful(),
            least.fold(1.0, f32::min)
        );
        let mut certain = reading;
        for card in certain.piles.iter_mut().flat_map(|pile| &mut pile.cards) {
            if card.doubtful {
                card.face = Face::Down;
            }
        }
        let differences = match known.is_empty() {
            true => Vec::new(),
            false => calibrate::differences(&certain, &known),
        };
        for difference in differences {
            println!("  {difference}, without a mark");
        }
    }
    Ok(())
}
