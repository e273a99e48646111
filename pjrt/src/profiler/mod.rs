//! Profiles: what the plugin and its programs did while a caller recorded, as planes of XSpace.
//!
//! ```text
//! api ─► session ◄─ span, run        events while there is a session
//!           │       └─ variant       the program with marks, compiled when it first runs in a session
//!           ▼
//!        planes ─► xspace            the serialized form
//! ```
//! Without a session, all of this costs one load of an atomic number for each call.

mod api;
mod planes;
mod session;
mod span;
mod variant;
mod xspace;

pub(crate) use api::EXTENSION;
pub(crate) use session::{is_active, run};
pub(crate) use span::span;
pub(crate) use variant::Variant;
