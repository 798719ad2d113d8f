//! A short solution within a fixed effort.
