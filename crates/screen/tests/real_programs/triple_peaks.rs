//! AisleRiot's Triple Peaks: random deals, from face down to won or proved lost.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Cancel, Limits, Request, find_game};
use patience_screen::hands::x11::X11;
use patience_screen::player::sight::ProfileSight;
use patience_screen::player::{Ended, Manner, Player};
use patience_screen::{Eyes as _, Hands as _, Profile, WindowId};

use crate::desk::{Desk, missing};
use crate::{Certain, all_wanted};

fn placeholder() {}
