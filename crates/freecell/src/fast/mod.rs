//! A first solution at once.
