//! Arguments and results: elements in memory of the host.

use crate::error::{Error, ErrorKind, Result};

/// A tensor argument of a program, in any kind of storage.
pub trait Buffer {
    /// The element type as MLIR writes it: `f32`, `i64`, `ui8`, `i1`, `complex<f32>`, ….
    fn element(&self) -> &str;
    /// The sizes.
    fn shape(&self) -> &[i64];
    /// The elements, row-major and contiguous.
    fn bytes(&self) -> &[u8];
}

/// A Rust type of elements.
pub trait Element: Copy {
    /// The type as MLIR writes it.
    const NAME: &'static str;
    /// Appends the bytes of a number.
    fn write(self, out: &mut Vec<u8>);
    /// Reads a number from its `size_of::<Self>()` bytes; `None` for any other length.
    fn read(bytes: &[u8]) -> Option<Self>;
}

macro_rules! elements {
    ($($ty:ty = $name:literal),*) => {$(
        impl Element for $ty {
            const NAME: &'static str = $name;
            fn write(self, out: &mut Vec<u8>) {
                out.extend(self.to_ne_bytes());
            }
            fn read(bytes: &[u8]) -> Option<Self> {
                Some(Self::from_ne_bytes(bytes.try_into().ok()?))
            }
        }
    )*};
}
elements!(
    i8 = "i8",
    i16 = "i16",
    i32 = "i32",
    i64 = "i64",
    u8 = "ui8",
    u16 = "ui16",
    u32 = "ui32",
    u64 = "ui64",
    f32 = "f32",
    f64 = "f64"
);

impl Element for bool {
    const NAME: &'static str = "i1";
    fn write(self, out: &mut Vec<u8>) {
        out.push(self.into());
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let [byte] = bytes else { return None };
        Some(*byte != 0)
    }
}

/// A tensor in memory of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostBuffer {
    element: String,
    shape: Vec<i64>,
    bytes: Vec<u8>,
}

impl HostBuffer {
    /// A tensor of numbers.
    ///
    /// # Errors
    /// If the number of elements is not that of the shape.
    pub fn new<T: Element>(shape: &[i64], numbers: &[T]) -> Result<Self> {
        let mut bytes = Vec::with_capacity(size_of_val(numbers));
        numbers.iter().for_each(|&number| number.write(&mut bytes));
        let wanted = shape.iter().try_fold(1_usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?));
        if wanted != Some(numbers.len()) {
            let message = format!("{} elements are given for the sizes {shape:?}", numbers.len());
            return Err(Error::new(ErrorKind::Run, message));
        }
        Ok(Self::from_bytes(T::NAME, shape, bytes))
    }
    /// A tensor of any element type. The number of bytes is checked when a program is called with it.
    #[must_use]
    pub fn from_bytes(element: &str, shape: &[i64], bytes: Vec<u8>) -> Self {
        Self { element: element.to_owned(), shape: shape.to_vec(), bytes }
    }
    /// The numbers.
    ///
    /// # Errors
    /// If the tensor has another element type.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        let numbers = self.bytes.chunks_exact(size_of::<T>()).map(T::read);
        let numbers = (T::NAME == self.element).then(|| numbers.collect()).flatten();
        let wrong = || {
            Error::new(ErrorKind::Run, format!("a tensor of {} has no elements of {}", self.element, T::NAME))
        };
        numbers.ok_or_else(wrong)
    }
    /// The bytes of the elements.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl Buffer for HostBuffer {
    fn element(&self) -> &str {
        &self.element
    }
    fn shape(&self) -> &[i64] {
        &self.shape
    }
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
