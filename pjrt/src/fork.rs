//! Forks of the process: a child has none of the threads of its parent.

use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many forks there are between the process that loaded the library and this one.
static FORKS: AtomicU64 = AtomicU64::new(0);

extern "C" fn count() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// The number of this process among its ancestors: a parent and its child have different ones. It costs no system call, as the number of
/// a process would.
pub(crate) fn generation() -> u64 {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        // SAFETY: the function does nothing but count. Where there is no memory to register it, forks are not noticed.
        unsafe { libc::pthread_atfork(None, None, Some(count)) };
    });
    FORKS.load(Ordering::Relaxed)
}
