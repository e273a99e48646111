//! The sequence of random numbers of a context, by the finalizer of SplitMix64.

use std::sync::atomic::{AtomicU64, Ordering};

/// Distance between two states: the golden ratio as a fraction of 64 bits.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The position of a context in the sequence.
#[derive(Default)]
pub(crate) struct State(AtomicU64);

impl State {
    /// Advances by `count` numbers; returns the position before.
    pub(crate) fn advance(&self, count: u64) -> u64 {
        self.0.fetch_add(STEP.wrapping_mul(count), Ordering::Relaxed)
    }
}

/// A part of the sequence.
pub(crate) struct Sequence(u64);

impl Sequence {
    /// The numbers from a state on.
    pub(crate) fn new(start: u64) -> Self {
        Self(start)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A uniform number from 0 to 1, without 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// A number from the normal distribution, after G. Box and M. Muller.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}
