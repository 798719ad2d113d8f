//! A shortest solution, proved.
