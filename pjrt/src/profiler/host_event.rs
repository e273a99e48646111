//! An event of a thread of the host.

use std::thread::ThreadId;
use std::time::Instant;

/// Something that a thread did.
pub(super) struct HostEvent {
    pub name: String,
    pub thread: ThreadId,
    pub start: Instant,
    pub end: Instant,
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
