//! One file a command.

pub mod autoplay;
pub mod batch;
pub mod bench;
pub mod calibrate;
pub mod challenge;
pub mod chances;
pub mod deal;
pub mod doctor;
pub mod games;
pub mod hint;
mod new_program;
pub mod perft;
pub mod play;
pub mod profiles;
pub mod reveal;
pub mod scan;
pub mod serve;
pub mod shell;
pub mod solve;
pub mod survey;
pub mod verify;
