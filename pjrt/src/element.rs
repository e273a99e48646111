//! Element types: the numbers of PJRT and the names of MLIR.

use crate::error::{Error, Result};

/// The number of a type in the interface, its name in MLIR, and the bytes of an element; types of fewer than 8 bits have a byte each.
const TYPES: [(u32, &str, usize); 28] = [
    (1, "i1", 1),
    (2, "i8", 1),
    (3, "i16", 2),
    (4, "i32", 4),
    (5, "i64", 8),
    (6, "ui8", 1),
    (7, "ui16", 2),
    (8, "ui32", 4),
    (9, "ui64", 8),
    (10, "f16", 2),
    (11, "f32", 4),
    (12, "f64", 8),
    (13, "bf16", 2),
    (14, "complex<f32>", 8),
    (15, "complex<f64>", 16),
    (16, "f8E5M2", 1),
    (17, "f8E4M3FN", 1),
    (18, "f8E4M3B11FNUZ", 1),
    (19, "f8E5M2FNUZ", 1),
    (20, "f8E4M3FNUZ", 1),
    (21, "i4", 1),
    (22, "ui4", 1),
    (24, "i2", 1),
    (25, "ui2", 1),
    (26, "f8E4M3", 1),
    (27, "f8E3M4", 1),
    (28, "f8E8M0FNU", 1),
    (29, "f4E2M1FN", 1),
];

/// An element type that programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// Its number in the interface.
    pub number: u32,
    /// Its name in MLIR.
    pub name: &'static str,
    /// The bytes of an element.
    pub bytes: usize,
}

/// The type of tokens, which have no bytes.
pub(crate) const TOKEN: Element = Element { number: 23, name: "token", bytes: 0 };

impl Element {
    pub(crate) fn of_number(number: u32) -> Result<Self> {
        if number == TOKEN.number {
            return Ok(TOKEN);
        }
        let found = TYPES.iter().find(|row| row.0 == number);
        let found = found.ok_or_else(|| Error::unimplemented(format!("buffers of element type {number}")));
        found.map(|&(number, name, bytes)| Self { number, name, bytes })
    }

    pub(crate) fn named(name: &str) -> Result<Self> {
        let found = TYPES.iter().find(|row| row.1 == name);
        let found =
            found.ok_or_else(|| Error::unimplemented(format!("buffers with elements of type {name}")));
        found.map(|&(number, name, bytes)| Self { number, name, bytes })
    }

    /// The bytes of a row-major array.
    pub(crate) fn array_bytes(self, dims: &[i64]) -> Result<usize> {
        let bytes = dims.iter().try_fold(self.bytes, |n, &d| n.checked_mul(usize::try_from(d).ok()?));
        let bytes = bytes.filter(|&n| n <= isize::MAX as usize);
        bytes.ok_or_else(|| Error::invalid(format!("an array of sizes {dims:?} does not fit into memory")))
    }
}
