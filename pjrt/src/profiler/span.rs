//! What threads of the host do.

use std::sync::Arc;
use std::thread::ThreadId;
use std::time::Instant;

use super::session::{Session, current};

/// Something that a thread did.
pub(super) struct HostEvent {
    pub name: String,
    pub thread: ThreadId,
    pub start: Instant,
    pub end: Instant,
}

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

/// The name of this thread; threads of the caller have the names that the system knows them by.
pub(super) fn thread_name() -> String {
    let own = std::thread::current().name().map(str::to_owned);
    let name = own.or_else(|| {
        let name = std::fs::read_to_string("/proc/thread-self/comm").ok()?;
        Some(format!("{} (Strata)", name.trim_end()))
    });
    name.unwrap_or_else(|| "thread (Strata)".to_owned())
}
