//! Every position: a solution, or the proof that there is none.
