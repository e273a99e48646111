//! [`Stopwatch`]: the only clock of the pass manager.

use std::time::Duration;

/// Measures the time since it was started. In a browser, where Rust's library has no clock, all times are zero: whoever runs passes there
/// has one and runs them one by one.
pub(crate) struct Stopwatch {
    #[cfg(not(target_family = "wasm"))]
    started: std::time::Instant,
}

impl Stopwatch {
    /// Starts to measure.
    pub fn start() -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            started: std::time::Instant::now(),
        }
    }
    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.started.elapsed();
        #[cfg(target_family = "wasm")]
        Duration::ZERO
    }
}
