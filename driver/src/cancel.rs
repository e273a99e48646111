//! Cancellation of compilations and runs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    time::{Duration, Instant},
};

/// A request to cancel: compilation ends before the next pass, and runs end where they check the token. Clones share the request.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token without a request.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
    /// Cancels; this cannot be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }
    /// Whether cancellation was requested.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
    /// The flag of the token, for code that does not use tokens.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// Cancels a token of its own when the time is over or another token is cancelled, until it is dropped.
pub(crate) struct Deadline {
    token: CancelToken,
    end: Instant,
    /// Dropped when the work is done.
    _done: Sender<()>,
}

impl Deadline {
    /// The interval at which the other token is checked.
    const TURN: Duration = Duration::from_millis(10);

    /// Starts the clock.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(crate) fn start(time: Duration, parent: Option<CancelToken>) -> std::io::Result<Self> {
        let (done, wait) = channel::<()>();
        let token = CancelToken::new();
        let now = Instant::now();
        // A time beyond the range of the clock is no limit.
        let end = now.checked_add(time).unwrap_or(now + Duration::from_secs(u64::from(u32::MAX)));
        let ours = token.clone();
        let clock = move || {
            let is_asked = || parent.as_ref().is_some_and(CancelToken::is_cancelled);
            loop {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() || is_asked() {
                    return ours.cancel();
                }
                let turn = if parent.is_some() { left.min(Self::TURN) } else { left };
                if wait.recv_timeout(turn) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        std::thread::Builder::new().stack_size(1 << 20).spawn(clock)?;
        Ok(Self { token, end, _done: done })
    }
    /// The token to check.
    pub(crate) fn token(&self) -> &CancelToken {
        &self.token
    }
    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }
}
