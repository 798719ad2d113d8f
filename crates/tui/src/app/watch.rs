//! Watching a solution: play, pause, step both ways, faster and slower.

use std::time::Duration;

use patience::counter::PlayedStep;
use patience::{Move, Table};

/// From slow to fast.
const PAUSES: [Duration; 6] = [
    Duration::from_millis(2_000),
    Duration::from_millis(1_000),
    Duration::from_millis(600),
    Duration::from_millis(300),
    Duration::from_millis(150),
    Duration::from_millis(60),
];
const USUAL: usize = 2;

/// A solution that is being shown.
#[derive(Debug)]
pub struct Watch {
    /// Its moves, and which of them the autoplay makes.
    pub steps: Vec<PlayedStep>,
    /// The table before the first move, and after each.
    tables: Vec<Box<dyn Table>>,
    /// How many moves are shown.
    pub at: usize,
    /// It goes on by itself.
    pub is_playing: bool,
    speed: usize,
    last_step: Duration,
    /// At the end, the moves are taken over.
    pub takes_over: bool,
}

impl Watch {
    /// A line from a table; as much of it as is legal.
    pub fn new(table: &dyn Table, line: &[PlayedStep], now: Duration, takes_over: bool) -> Self {
        let mut tables = vec![table.boxed_clone()];
        let mut steps = Vec::new();
        for step in line {
            let made = tables.last().map(|table| table.play(&step.move_));
            let Some(Ok((after, written))) = made else {
                break;
            };
            steps.push(PlayedStep {
                move_: written,
                is_auto: step.is_auto,
            });
            tables.push(after);
        }
        Self {
            steps,
            tables,
            at: 0,
            is_playing: true,
            speed: if takes_over { USUAL + 2 } else { USUAL },
            last_step: now,
            takes_over,
        }
    }

    /// The table that is shown.
    pub fn table(&self) -> &dyn Table {
        &*self.tables[self.at]
    }

    /// The table before the first move.
    pub fn first(&self) -> &dyn Table {
        &*self.tables[0]
    }

    /// The move that led here, and the table before it.
    pub fn last_move(&self) -> Option<(&dyn Table, &Move)> {
        let last = self.at.checked_sub(1)?;
        Some((&*self.tables[last], &self.steps[last].move_))
    }

    /// How many moves are shown and how many there are, as the counter counts
    /// them.
    pub fn moves(&self) -> (usize, usize) {
        let own = |steps: &[PlayedStep]| steps.iter().filter(|step| !step.is_auto).count();
        (own(&self.steps[..self.at]), own(&self.steps))
    }

    /// The end is shown.
    pub fn is_at_end(&self) -> bool {
        self.at == self.steps.len()
    }

    /// Time has gone by; true if something has changed.
    pub fn tick(&mut self, now: Duration) -> bool {
        if !self.is_playing || now.saturating_sub(self.last_step) < PAUSES[self.speed] {
            return false;
        }
        self.last_step = now;
        if self.is_at_end() {
            self.is_playing = false;
        } else {
            self.at += 1;
        }
        true
    }

    /// Play or pause; from the end, once more.
    pub fn toggle(&mut self, now: Duration) {
        if !self.is_playing && self.is_at_end() {
            self.at = 0;
        }
        self.is_playing = !self.is_playing;
        self.last_step = now;
    }

    /// Pauses at another step.
    pub fn go_to(&mut self, at: usize) {
        self.is_playing = false;
        self.at = at.min(self.steps.len());
    }

    /// Faster or slower.
    pub fn change_speed(&mut self, faster: bool) {
        self.speed = if faster {
            (self.speed + 1).min(PAUSES.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
    }

    /// The speed, from 1 to 6.
    pub const fn speed(&self) -> usize {
        self.speed + 1
    }
}
