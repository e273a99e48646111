//! [`NativeType`]: Rust types of elements, and literals from Rust values and from `ndarray`.

use half::{bf16, f16};
use num_complex::Complex;

use crate::{Literal, PrimitiveType};

/// A Rust type that elements of a literal have.
pub trait NativeType: Copy + 'static {
    /// The element type.
    const TYPE: PrimitiveType;
    /// Appends the little-endian bytes.
    fn write(&self, out: &mut Vec<u8>);
    /// The value of little-endian bytes, as many as [`PrimitiveType::byte_width`] says.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! native {
    ($($ty:ty = $name:ident),*) => {$(
        impl NativeType for $ty {
            const TYPE: PrimitiveType = PrimitiveType::$name;
            fn write(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$ty>()];
                own.iter_mut().zip(bytes).for_each(|(to, &b)| *to = b);
                <$ty>::from_le_bytes(own)
            }
        }
    )*};
}
native!(
    i8 = S8,
    i16 = S16,
    i32 = S32,
    i64 = S64,
    u8 = U8,
    u16 = U16,
    u32 = U32,
    u64 = U64,
    f16 = F16,
    bf16 = BF16,
    f32 = F32,
    f64 = F64
);

impl NativeType for bool {
    const TYPE: PrimitiveType = PrimitiveType::Pred;
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }
    fn read(bytes: &[u8]) -> Self {
        bytes.first().is_some_and(|&b| b != 0)
    }
}

macro_rules! complex {
    ($($part:ty = $name:ident),*) => {$(
        impl NativeType for Complex<$part> {
            const TYPE: PrimitiveType = PrimitiveType::$name;
            fn write(&self, out: &mut Vec<u8>) {
                self.re.write(out);
                self.im.write(out);
            }
            fn read(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                Complex::new(<$part>::read(re), <$part>::read(im))
            }
        }
    )*};
}
complex!(f32 = C64, f64 = C128);

impl<T: NativeType> From<T> for Literal {
    fn from(value: T) -> Self {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        Literal::Array(T::TYPE, Vec::new(), bytes)
    }
}

/// Nested Rust arrays, whose sizes are those of the literal.
macro_rules! arrays {
    ($(|$x:ident: $ty:ty| [$($n:ident),*] $flat:expr;)*) => {$(
        impl<T: NativeType, $(const $n: usize),*> From<$ty> for Literal {
            fn from($x: $ty) -> Self {
                let mut bytes = Vec::new();
                $flat.iter().for_each(|x: &T| x.write(&mut bytes));
                Literal::Array(T::TYPE, vec![$($n as i64),*], bytes)
            }
        }
    )*};
}
arrays! {
    |x: [T; A]| [A] x;
    |x: [[T; B]; A]| [A, B] x.as_flattened();
    |x: [[[T; C]; B]; A]| [A, B, C] x.as_flattened().as_flattened();
    |x: [[[[T; D]; C]; B]; A]| [A, B, C, D] x.as_flattened().as_flattened().as_flattened();
}

impl<T: NativeType> From<Vec<T>> for Literal {
    fn from(values: Vec<T>) -> Self {
        Literal::vector(&values)
    }
}

/// An array of the crate `ndarray`, of any layout.
///
/// ```
/// use strata_xla::Literal;
/// let a = ndarray::array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
/// let x = Literal::from(&a.t());
/// assert_eq!(x.dimensions(), [3, 2]);
/// assert_eq!(ndarray::ArrayD::<f32>::try_from(&x)?, a.t().into_dyn());
/// # Ok::<(), strata_xla::Error>(())
/// ```
#[cfg(feature = "ndarray")]
impl<T, S, D> From<&ndarray::ArrayBase<S, D>> for Literal
where
    T: NativeType,
    S: ndarray::Data<Elem = T>,
    D: ndarray::Dimension,
{
    fn from(array: &ndarray::ArrayBase<S, D>) -> Self {
        let mut bytes = Vec::with_capacity(array.len() * T::TYPE.byte_width());
        array.iter().for_each(|x| x.write(&mut bytes));
        Literal::Array(T::TYPE, array.shape().iter().map(|&d| d as i64).collect(), bytes)
    }
}

#[cfg(feature = "ndarray")]
impl<T: NativeType> TryFrom<&Literal> for ndarray::ArrayD<T> {
    type Error = crate::Error;
    fn try_from(literal: &Literal) -> crate::Result<Self> {
        let shape: Vec<usize> = literal.dimensions().iter().map(|&d| d as usize).collect();
        ndarray::ArrayD::from_shape_vec(shape, literal.to_vec::<T>()?)
            .map_err(|e| crate::Error::new("Literal", e.to_string()))
    }
}
