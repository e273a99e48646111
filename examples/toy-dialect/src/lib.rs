//! A third-party dialect in its own crate.
