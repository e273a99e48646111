//! The plans of Fourier transforms that a context caches.

use std::sync::Mutex;

use realfft::RealFftPlanner;
use rustfft::{FftNum, FftPlanner};

/// The planner for one type of numbers, and the plans made so far.
pub(crate) struct Plans<T: FftNum> {
    pub complex: FftPlanner<T>,
    pub real: RealFftPlanner<T>,
}

impl<T: FftNum> Default for Plans<T> {
    fn default() -> Self {
        Self { complex: FftPlanner::new(), real: RealFftPlanner::new() }
    }
}

/// The plans of a context.
#[derive(Default)]
pub(crate) struct Planners {
    pub single: Mutex<Option<Plans<f32>>>,
    pub double: Mutex<Option<Plans<f64>>>,
}
