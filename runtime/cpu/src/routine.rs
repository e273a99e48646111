//! Routines and their calls: arrays, the configuration, and the routines registered by a host.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The element type of a buffer: a type code of DLPack (0 signed, 1 unsigned, 2 float, 4 bfloat, 5 complex, 6 bool, and 16 for floats of
/// 8 bits or less), and the width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementType {
    /// The type code.
    pub code: i64,
    /// The width in bits.
    pub bits: i64,
}

impl ElementType {
    /// Bytes of one element; narrow ones have a byte each.
    #[must_use]
    pub fn bytes(self) -> usize {
        usize::try_from(self.bits).map_or(0, |bits| bits.div_ceil(8).max(1))
    }
}

/// An array that a routine reads, in row-major order.
#[derive(Debug)]
pub struct Input<'a> {
    /// The elements.
    pub element: ElementType,
    /// The sizes.
    pub shape: Vec<usize>,
    /// The data; none of an array in the memory of the result that the routine computes from it ([`Input::is_in_result`]).
    pub bytes: &'a [u8],
}

impl Input<'_> {
    /// Whether the elements are in the memory of a result, which has the same type and sizes and is computed from them.
    #[must_use]
    pub fn is_in_result(&self) -> bool {
        self.bytes.is_empty() && !self.shape.contains(&0)
    }
}

/// An array that a routine writes, in row-major order.
#[derive(Debug)]
pub struct Output<'a> {
    /// The elements.
    pub element: ElementType,
    /// The sizes.
    pub shape: Vec<usize>,
    /// The data.
    pub bytes: &'a mut [u8],
}

/// A call of a routine.
#[derive(Debug)]
pub struct Call<'a> {
    /// The configuration: lines `name=value`, or a text in another format.
    pub config: &'a str,
    /// The arguments.
    pub inputs: Vec<Input<'a>>,
    /// The results.
    pub outputs: Vec<Output<'a>>,
}

impl<'a> Call<'a> {
    /// The value of an entry of the configuration.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&'a str> {
        self.config.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
    }
}

/// A routine.
pub type Routine = dyn Fn(&mut Call<'_>) -> Result<(), String> + Send + Sync;

/// The routines that the host registered, by name.
#[derive(Default)]
pub(crate) struct Routines(RwLock<HashMap<String, Arc<Routine>>>);

impl Routines {
    pub(crate) fn insert(&self, name: &str, routine: Arc<Routine>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), routine);
    }
    pub(crate) fn get(&self, name: &str) -> Option<Arc<Routine>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}
