//! The command as it is built for Windows, under Wine: its contract, and a table
//! in a window of Windows that it plays.
//!
//! Wine is not Windows: what is right here may still be wrong there, but what is
//! wrong here is wrong. `table.c` is the other program; see there what it can do.
#![cfg(target_os = "linux")]

#[path = "../../../screen/tests/real_programs/desk.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod desk;
mod needs_wine;
mod wine;
