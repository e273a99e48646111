//! Events of threads of the host, from their beginning to their end.

use std::sync::Arc;
use std::time::Instant;

use super::host_event::HostEvent;
use super::session::{Session, current};

/// Something that this thread does until it is dropped.
pub(crate) struct Span {
    session: Arc<Session>,
    name: String,
    start: Instant,
}

/// Begins an event, if there is a session; only then is it named.
pub(crate) fn span(name: impl FnOnce() -> String) -> Option<Span> {
    current().map(|session| Span { session, name: name(), start: Instant::now() })
}

impl Drop for Span {
    fn drop(&mut self) {
        self.session.add(HostEvent {
            name: std::mem::take(&mut self.name),
            thread: std::thread::current().id(),
            start: self.start,
            end: Instant::now(),
        });
    }
}
