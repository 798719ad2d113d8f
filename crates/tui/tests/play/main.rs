//! The terminal game without a terminal: events go in, frames come out.

mod colours;
mod frames;
mod hands;
mod keeping;
mod picture;
mod support;
mod table;
mod thinking;
