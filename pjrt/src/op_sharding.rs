//! `xla.OpSharding` of arguments and results, as messages.

use strata_driver::Tiling;

use crate::device::Handles;
use crate::wire;

/// `OpSharding.Type`.
const OTHER: i64 = 3;

/// Messages that a caller reads for as long as there is the executable.
pub(crate) struct Messages {
    /// Kept for the addresses below.
    _bytes: Vec<Vec<u8>>,
    starts: Handles<u8>,
    sizes: Vec<usize>,
}

impl Messages {
    /// The addresses and sizes; null where there are no shardings to tell: callers take an empty list for an error.
    pub(crate) fn addresses(&self) -> (*const *const u8, *const usize) {
        match self.sizes.is_empty() {
            true => (std::ptr::null(), std::ptr::null()),
            false => (self.starts.as_ptr().cast(), self.sizes.as_ptr()),
        }
    }

    /// `xla.OpSharding` of each of `count` arrays of a program of several partitions; arrays without a tiling are replicated.
    pub(crate) fn new(count: usize, tilings: &[Option<Tiling>]) -> Self {
        let one = |i: usize| tilings.get(i).and_then(Option::as_ref).map_or_else(replicated, proto);
        let bytes: Vec<Vec<u8>> = (0..count).map(one).collect();
        Self {
            starts: Handles::new(bytes.iter().map(|bytes| bytes.as_ptr().cast_mut())),
            sizes: bytes.iter().map(Vec::len).collect(),
            _bytes: bytes,
        }
    }
}

/// The type `REPLICATED` is 0, but a message of no bytes would be none.
fn replicated() -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::push_int(&mut bytes, 1, 0);
    bytes
}

fn proto(tiling: &Tiling) -> Vec<u8> {
    let mut bytes = Vec::new();
    let copies = tiling.copies() as i64;
    let mut dims = tiling.tiles.clone();
    dims.extend((copies > 1).then_some(copies));
    wire::push_int(&mut bytes, 1, OTHER);
    wire::push_bytes(&mut bytes, 3, &wire::packed(&dims));
    wire::push_bytes(&mut bytes, 4, &wire::packed(&tiling.devices));
    if copies > 1 {
        wire::push_int(&mut bytes, 6, 1);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_and_copies() {
        let tiling = Tiling { tiles: vec![2, 1], devices: vec![0, 2, 1, 3] };
        assert_eq!(proto(&tiling), [8, 3, 26, 3, 2, 1, 2, 34, 4, 0, 2, 1, 3, 48, 1]);
        assert_eq!(replicated(), [8, 0]);
    }
}
