//! [`Literal`]: data outside of a program, as passed to and returned by programs.

use std::fmt;

use strata_interp::{Data, Elem, NpyArray, Tensor, Value, read_npy, write_npy};
use strata_ir::prelude::Context;

use crate::{ArrayShape, Error, NativeType, PrimitiveType, Result, Shape};

/// An array in row-major order, or a tuple of literals.
///
/// Two literals are equal when they have the same shape and the same bits, so that `0.0` and `-0.0` differ and a NaN
/// equals itself.
///
/// ```
/// use strata_xla::{Literal, PrimitiveType::F32};
/// let x = Literal::from([[1.0f32, 2.0], [3.0, 4.0]]);
/// assert_eq!((x.element_type(), x.dimensions()), (Some(F32), &[2, 2][..]));
/// assert_eq!(x.to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(x.to_string(), "f32[2,2] dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]>");
/// # Ok::<(), strata_xla::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum Literal {
    /// An array: its type, and its elements in row-major order and little-endian.
    Array(PrimitiveType, Vec<i64>, Vec<u8>),
    /// A tuple.
    Tuple(Vec<Literal>),
    /// A token.
    Token,
}

/// The number of elements of sizes.
pub(crate) fn count(dimensions: &[i64]) -> Option<usize> {
    if dimensions.contains(&0) {
        return Some(0);
    }
    dimensions.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?))
}

impl Literal {
    /// An array from its elements in row-major order.
    pub fn from_slice<T: NativeType>(elements: &[T], dimensions: &[i64]) -> Result<Self> {
        let mut bytes = Vec::with_capacity(elements.len() * T::TYPE.byte_width());
        elements.iter().for_each(|x| x.write(&mut bytes));
        Self::from_bytes(T::TYPE, dimensions, bytes)
    }
    /// An array from its elements as little-endian bytes; narrow elements take a byte each.
    pub fn from_bytes(element_type: PrimitiveType, dimensions: &[i64], bytes: Vec<u8>) -> Result<Self> {
        let wanted = count(dimensions).and_then(|n| n.checked_mul(element_type.byte_width()));
        if wanted != Some(bytes.len()) {
            let shape = Shape::array(element_type, dimensions);
            return Err(Error::new("Literal", format!("{shape} does not have {} bytes", bytes.len())));
        }
        Ok(Literal::Array(element_type, dimensions.to_vec(), bytes))
    }
    /// A vector.
    pub fn vector<T: NativeType>(elements: &[T]) -> Self {
        let mut bytes = Vec::new();
        elements.iter().for_each(|x| x.write(&mut bytes));
        Literal::Array(T::TYPE, vec![elements.len() as i64], bytes)
    }
    /// An array of one value.
    pub fn splat<T: NativeType>(value: T, dimensions: &[i64]) -> Result<Self> {
        let n = count(dimensions).ok_or_else(|| Error::new("Literal", "the array is too large"))?;
        Self::from_slice(&vec![value; n], dimensions)
    }
    /// An array of another element type with the nearest values.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::F8E4M3FN};
    /// let x = Literal::from([1.5f32, 448.0]).convert(F8E4M3FN)?;
    /// assert_eq!(x.bytes(), [0x3c, 0x7e]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn convert(&self, element_type: PrimitiveType) -> Result<Self> {
        crate::eval(|b| b.convert_element_type(b.constant(self.clone())?, element_type))
    }
    /// The type.
    pub fn shape(&self) -> Shape {
        match self {
            Literal::Array(t, d, _) => Shape::array(*t, d),
            Literal::Tuple(v) => Shape::Tuple(v.iter().map(Literal::shape).collect()),
            Literal::Token => Shape::Token,
        }
    }
    /// The element type of an array.
    pub fn element_type(&self) -> Option<PrimitiveType> {
        match self {
            Literal::Array(t, ..) => Some(*t),
            _ => None,
        }
    }
    /// The sizes of an array; none for other literals.
    pub fn dimensions(&self) -> &[i64] {
        match self {
            Literal::Array(_, d, _) => d,
            _ => &[],
        }
    }
    /// The elements of an array as little-endian bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Literal::Array(_, _, b) => b,
            _ => &[],
        }
    }
    /// The elements of a tuple.
    pub fn elements(&self) -> &[Literal] {
        match self {
            Literal::Tuple(v) => v,
            _ => &[],
        }
    }
    /// The elements of an array in row-major order, which must be of type `T`.
    pub fn to_vec<T: NativeType>(&self) -> Result<Vec<T>> {
        match self {
            Literal::Array(t, _, bytes) if *t == T::TYPE => {
                Ok(bytes.chunks_exact(t.byte_width()).map(T::read).collect())
            }
            _ => Err(Error::new("Literal", format!("{} has no elements of type {}", self.shape(), T::TYPE))),
        }
    }
    /// The one element of an array.
    pub fn scalar<T: NativeType>(&self) -> Result<T> {
        match self.to_vec::<T>()?[..] {
            [x] => Ok(x),
            _ => Err(Error::new("Literal", format!("{} does not have one element", self.shape()))),
        }
    }
    /// Reads a NumPy file. Types that NumPy lacks come back as unsigned integers; see [`Literal::from_npy_as`].
    pub fn from_npy(file: &[u8]) -> Result<Self> {
        let array = read_npy(file).map_err(|e| Error::new("Literal", e))?;
        let found = PrimitiveType::ALL.iter().copied().find(|t| match &array.dtype[..] {
            "b1" => *t == PrimitiveType::Pred,
            "V1" => *t == PrimitiveType::U8,
            "V2" => *t == PrimitiveType::U16,
            d => match (d.chars().next(), d[1..].parse::<u32>()) {
                (Some(kind), Ok(bytes)) if t.bit_width() == 8 * bytes => match kind {
                    'i' => t.name().starts_with('s'),
                    'u' => t.name().starts_with('u'),
                    'f' => matches!(t, PrimitiveType::F16 | PrimitiveType::F32 | PrimitiveType::F64),
                    'c' => t.is_complex(),
                    _ => false,
                },
                _ => false,
            },
        });
        match found {
            Some(t) => Self::from_npy_parts(array, t),
            None => Err(Error::new("Literal", format!("there is no element type for '{}'", array.dtype))),
        }
    }
    /// Reads a NumPy file whose elements are the bytes of a type that NumPy lacks.
    pub fn from_npy_as(file: &[u8], element_type: PrimitiveType) -> Result<Self> {
        Self::from_npy_parts(read_npy(file).map_err(|e| Error::new("Literal", e))?, element_type)
    }
    fn from_npy_parts(array: NpyArray, element_type: PrimitiveType) -> Result<Self> {
        let dimensions: Vec<i64> = array.shape.iter().map(|&d| d as i64).collect();
        Self::from_bytes(element_type, &dimensions, array.data)
    }
    /// Writes a NumPy file.
    ///
    /// ```
    /// use strata_xla::Literal;
    /// let x = Literal::from([[1u8, 2], [3, 4]]);
    /// assert_eq!(Literal::from_npy(&x.to_npy()?)?, x);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn to_npy(&self) -> Result<Vec<u8>> {
        let Literal::Array(t, dimensions, data) = self else {
            return Err(Error::new("Literal", format!("{} is no array", self.shape())));
        };
        let bytes = t.byte_width();
        let dtype = match t {
            PrimitiveType::Pred => "b1".to_owned(),
            PrimitiveType::F16 | PrimitiveType::F32 | PrimitiveType::F64 => format!("f{bytes}"),
            t if t.is_complex() => format!("c{bytes}"),
            t if t.is_integral() => format!("{}{bytes}", if t.name().starts_with('s') { 'i' } else { 'u' }),
            _ => format!("V{bytes}"),
        };
        let shape = dimensions.iter().map(|&d| d as usize).collect();
        Ok(write_npy(&NpyArray { dtype, shape, data: data.clone() }))
    }
    /// The value of the interpreter.
    pub(crate) fn to_value(&self, cx: &Context) -> Result<Value> {
        match self {
            Literal::Token => Ok(Value::Token),
            Literal::Tuple(v) => {
                let items: Vec<Value> = v.iter().map(|l| l.to_value(cx)).collect::<Result<_>>()?;
                Ok(Value::Tuple(items.into()))
            }
            Literal::Array(t, dimensions, bytes) => {
                let elem = t.elem(cx).ok_or_else(|| {
                    Error::new("Literal", format!("elements of type {t} are not interpreted"))
                })?;
                if count(dimensions).and_then(|n| n.checked_mul(t.byte_width())) != Some(bytes.len()) {
                    let message = format!("{} does not have {} bytes", self.shape(), bytes.len());
                    return Err(Error::new("Literal", message));
                }
                let shape: Vec<usize> = dimensions.iter().map(|&d| d as usize).collect();
                Ok(Value::Tensor(Tensor::new(elem, &shape[..], Data::from_le(elem, bytes))))
            }
        }
    }
    /// The literal of a value of the interpreter.
    pub(crate) fn of_value(cx: &Context, value: &Value) -> Result<Self> {
        let array = |elem: Elem, shape: &[usize], data: Vec<u8>| {
            let t = PrimitiveType::of_type(cx, elem.ty(cx))
                .ok_or_else(|| Error::new("Execute", format!("no literal has elements of type {elem}")))?;
            Self::from_bytes(t, &shape.iter().map(|&d| d as i64).collect::<Vec<_>>(), data)
        };
        match value {
            Value::Token => Ok(Literal::Token),
            Value::Tuple(items) => {
                Ok(Literal::Tuple(items.iter().map(|v| Self::of_value(cx, v)).collect::<Result<_>>()?))
            }
            Value::Tensor(t) => array(t.elem, &t.shape, t.data.to_le(t.elem)),
            other => Err(Error::new("Execute", format!("a {} is no literal", other.describe()))),
        }
    }
    /// Whether the literal may be an argument of type `shape`.
    pub(crate) fn fits(&self, shape: &Shape) -> bool {
        match (self, shape) {
            (Literal::Token, Shape::Token) => true,
            (Literal::Tuple(v), Shape::Tuple(s)) => {
                v.len() == s.len() && v.iter().zip(s).all(|(v, s)| v.fits(s))
            }
            (Literal::Array(t, d, _), Shape::Array(a)) => {
                let size = |(i, &n): (usize, &i64)| match (a.is_dynamic(i), a.dimensions[i]) {
                    (true, crate::UNBOUNDED) => true,
                    (true, bound) => n <= bound,
                    (false, size) => n == size,
                };
                *t == a.element_type && d.len() == a.dimensions.len() && d.iter().enumerate().all(size)
            }
            _ => false,
        }
    }
    /// The array type, of an array.
    pub fn array_shape(&self) -> Option<ArrayShape> {
        self.shape().as_array().cloned()
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Literal::Tuple(v) = self {
            let v: Vec<String> = v.iter().map(Literal::to_string).collect();
            return write!(f, "({})", v.join(", "));
        }
        write!(f, "{}", self.shape())?;
        let cx = crate::builder::context();
        if let (Literal::Array(..), Ok(value)) = (self, self.to_value(&cx)) {
            let text = value.display(&cx);
            write!(f, " {}", text.split(" : ").next().unwrap_or(""))?;
        }
        Ok(())
    }
}
impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
