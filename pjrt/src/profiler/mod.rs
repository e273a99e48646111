//! Profiles: what the plugin and its programs did while a caller recorded, as planes of XSpace.
//!
//! ```text
//! api ─► session ◄─ span             events while there is a session
//!           │       └─ variant       a program with marks, which is compiled when it first runs in a session
//!           ▼
//!        planes ─► xspace            the serialized form
//! ```
//! Without a session, all of this costs one load of an atomic number for each call.

mod api;
mod host_event;
mod planes;
mod session;
mod span;
mod variant;
mod xspace;

pub(crate) use api::EXTENSION;
pub(crate) use session::{Program, current, is_active};
pub(crate) use span::span;
pub(crate) use variant::{Marked, Variant};
