//! A reading becomes the text of a position, and a table becomes what a
//! reading of it should say.
