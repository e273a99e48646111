//! Results that handlers still compute.

use crate::event::Event;
use crate::slab::Slab;

/// The futures that handlers made.
pub(super) static FUTURES: Slab<Event> = Slab::new("future");
