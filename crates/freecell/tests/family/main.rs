//! The family of FreeCell, seen from outside: rules and solvers against a
//! replayer of their own and against fc-solve.

mod replayer;
mod rules_agree;
