//! The closed loop: look, compare with what should be there, play, look again.
