//! NumPy's `.npy` files: reading, writing, and conversion to and from values.

use strata_ir::{
    num::FloatFormat,
    prelude::{Context, Type, VectorType},
};

use crate::{
    Data, Elem, MemRef, Num, Shape, Tensor, Value,
    npy_header::{Fields, fields},
    tensor::{StridedIndices, count},
};

/// An array as a `.npy` file holds it, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct NpyArray {
    /// Type description without the byte order: `f4`, `i8`, `b1`, `V2` (bfloat16 and others without a NumPy type).
    pub dtype: String,
    /// Sizes.
    pub shape: Vec<usize>,
    /// The elements, row-major and little-endian.
    pub data: Vec<u8>,
}

/// The header of a file, before its data.
#[derive(Clone, Debug, PartialEq)]
pub struct NpyHeader {
    /// As [`NpyArray::dtype`].
    pub dtype: String,
    /// Sizes.
    pub shape: Vec<usize>,
    /// Bytes of an element.
    pub elem_bytes: usize,
    /// Bytes of the data.
    pub data_bytes: usize,
    /// Bytes before the data.
    pub data_at: usize,
    big_endian: bool,
    column_major: bool,
}

impl NpyHeader {
    /// The number of bytes at the start of a file that include the length of its header.
    pub const PREFIX: usize = 12;

    /// The header of an array in row-major order and little-endian, of which other files say type and sizes.
    pub fn row_major(dtype: &str, shape: &[usize], elem_bytes: usize) -> Result<Self, String> {
        let data_bytes =
            count(shape).and_then(|n| n.checked_mul(elem_bytes)).ok_or("the shape is too large")?;
        let (dtype, shape) = (dtype.to_owned(), shape.to_vec());
        Ok(Self { dtype, shape, elem_bytes, data_bytes, data_at: 0, big_endian: false, column_major: false })
    }

    /// How many bytes come before the data, from the first [`Self::PREFIX`] bytes of a file.
    pub fn length(prefix: &[u8]) -> Result<usize, String> {
        match prefix.strip_prefix(b"\x93NUMPY").ok_or("not a .npy file")? {
            [1, _, a, b, ..] => Ok(10 + u16::from_le_bytes([*a, *b]) as usize),
            [2 | 3, _, a, b, c, d, ..] => Ok(12 + u32::from_le_bytes([*a, *b, *c, *d]) as usize),
            _ => Err("unknown .npy version".into()),
        }
    }

    /// Reads the bytes before the data; more may follow.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let data_at = Self::length(bytes)?;
        let start = if bytes.get(6) == Some(&1) { 10 } else { 12 };
        let header = bytes.get(start..data_at).ok_or("the header is cut off")?;
        let header = std::str::from_utf8(header).map_err(|_| "the header is not text")?;
        let Fields { descr, fortran_order: column_major, shape } = fields(header)?;
        let (order, dtype) = match descr.split_at_checked(1) {
            Some((order @ ("<" | ">" | "|" | "="), dtype)) => (order, dtype),
            _ => ("<", descr),
        };
        if dtype.starts_with('O') {
            return Err("arrays of Python objects are not read".into());
        }
        let elem_bytes: usize = dtype.get(1..).and_then(|n| n.parse().ok()).ok_or("the type has no size")?;
        if elem_bytes == 0 || elem_bytes > 16 {
            return Err(format!("elements of {elem_bytes} bytes are not read"));
        }
        let data_bytes =
            count(&shape).and_then(|n| n.checked_mul(elem_bytes)).ok_or("the shape is too large")?;
        let (dtype, big_endian) = (dtype.to_owned(), order == ">");
        Ok(Self { dtype, shape, elem_bytes, data_bytes, data_at, big_endian, column_major })
    }

    /// The array; `data` must have the number of bytes that the header implies.
    pub fn array(self, mut data: Vec<u8>) -> NpyArray {
        if self.big_endian {
            let part = if self.dtype.starts_with('c') { self.elem_bytes / 2 } else { self.elem_bytes };
            data.chunks_exact_mut(part.max(1)).for_each(<[u8]>::reverse);
        }
        if self.column_major {
            data = to_row_major(&data, &self.shape, self.elem_bytes);
        }
        NpyArray { dtype: self.dtype, shape: self.shape, data }
    }
}

/// Reads a file.
pub fn read_npy(bytes: &[u8]) -> Result<NpyArray, String> {
    let header = NpyHeader::read(bytes)?;
    let body = bytes.get(header.data_at..).unwrap_or_default();
    let data = body.get(..header.data_bytes).ok_or("the data is cut off")?.to_vec();
    Ok(header.array(data))
}

fn to_row_major(data: &[u8], shape: &[usize], size: usize) -> Vec<u8> {
    let mut strides: Shape = Shape::from_elem(1, shape.len());
    for d in 1..shape.len() {
        strides[d] = strides[d - 1] * shape[d - 1];
    }
    let mut it = StridedIndices::new(shape, &strides);
    let mut out = Vec::with_capacity(data.len());
    for _ in 0..data.len() / size {
        let at = it.step() * size;
        out.extend_from_slice(&data[at..at + size]);
    }
    out
}

/// Writes a file of version 1.0.
pub fn write_npy(array: &NpyArray) -> Vec<u8> {
    let order = if array.dtype.ends_with('1') && !array.dtype.starts_with('V') { '|' } else { '<' };
    let sizes: String = array.shape.iter().map(|d| format!("{d}, ")).collect();
    let sizes = if array.shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let mut header =
        format!("{{'descr': '{order}{}', 'fortran_order': False, 'shape': ({sizes}), }}", array.dtype);
    // The data starts at a multiple of 64 bytes.
    let pad = (64 - (10 + header.len() + 1) % 64) % 64;
    header.push_str(&" ".repeat(pad));
    header.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend((header.len() as u16).to_le_bytes());
    out.extend(header.as_bytes());
    out.extend(&array.data);
    out
}

/// The NumPy type of an element type. Types that NumPy lacks are raw bytes.
pub fn dtype_of(e: Elem) -> String {
    match e {
        Elem::Int { width: 1, .. } => "b1".into(),
        // The lowest bits of a byte, which ml_dtypes has types for.
        Elem::Int { width: ..8, .. } => "V1".into(),
        Elem::Int { unsigned, .. } => format!("{}{}", if unsigned { "u" } else { "i" }, e.bytes()),
        Elem::Index => "i8".into(),
        Elem::Float(FloatFormat::F16 | FloatFormat::F32 | FloatFormat::F64) => format!("f{}", e.bytes()),
        Elem::Float(_) => format!("V{}", e.bytes()),
        Elem::Complex(_) => format!("c{}", e.bytes()),
    }
}

/// The name that NumPy has for a code as `f4`: `float32`.
fn dtype_name(code: &str) -> String {
    let (kind, bytes) = code.split_at_checked(1).unwrap_or((code, ""));
    let bits = bytes.parse::<usize>().ok().and_then(|n| n.checked_mul(8));
    let word = match kind {
        "b" => return "bool".into(),
        "i" => "int",
        "u" => "uint",
        "f" => "float",
        "c" => "complex",
        "V" => return format!("raw data of {bytes} bytes"),
        _ => return format!("'{code}'"),
    };
    bits.map_or_else(|| format!("'{code}'"), |bits| format!("{word}{bits}"))
}

/// The name that NumPy, or `ml_dtypes` for it, has for an element type.
fn numpy_name(elem: Elem) -> String {
    match elem {
        Elem::Int { width, unsigned } if width > 1 && width < 8 => {
            format!("{}{width}", if unsigned { "uint" } else { "int" })
        }
        Elem::Float(FloatFormat::BF16) => "bfloat16".into(),
        // `f8E4M3FN` is `float8_e4m3fn`.
        Elem::Float(f) if f.width() < 16 => {
            let name = elem.to_string().to_lowercase();
            name.replacen('f', "float", 1).replacen('e', "_e", 1)
        }
        _ => dtype_name(&dtype_of(elem)),
    }
}

impl NpyArray {
    /// The array as a value of a scalar, tensor, vector or memref type. Element types must agree in kind and size.
    pub fn to_value(&self, cx: &Context, ty: Type) -> Result<Value, String> {
        let elem =
            Elem::from_type(cx, cx.elem_or_self(ty)).ok_or("values of this element type cannot be read")?;
        // Small integers come in whole bytes, and booleans also as bytes.
        let bytes = elem.bytes();
        let same_size = self.dtype.get(1..) == Some(&bytes.to_string());
        let kind = self.dtype.chars().next().unwrap_or(' ');
        let fits = match elem {
            // NumPy has no integers of less than 8 bits; those of other packages are raw bytes to it.
            Elem::Int { width: ..8, .. } => matches!(kind, 'i' | 'u' | 'b' | 'V'),
            Elem::Int { .. } | Elem::Index => matches!(kind, 'i' | 'u' | 'b'),
            Elem::Float(FloatFormat::BF16) => matches!(kind, 'V' | 'u'),
            Elem::Float(f) => kind == 'f' || f.width() <= 16 && matches!(kind, 'V' | 'u'),
            Elem::Complex(_) => kind == 'c',
        };
        if !same_size || !fits {
            let (own, wanted) = (dtype_name(&self.dtype), numpy_name(elem));
            return Err(format!("the array has elements of type {own}, but {elem} ({wanted}) is needed"));
        }
        let data = Data::from_le(elem, &self.data);
        let t = Tensor::new(elem, &self.shape[..], data);
        let value = if cx.type_as::<VectorType>(ty).is_some() {
            Value::Vector(t)
        } else if cx.type_as::<strata_ir::prelude::MemRefType>(ty).is_some() {
            Value::MemRef(MemRef::from_tensor(&t))
        } else if cx.shaped(ty).is_some() {
            Value::Tensor(t)
        } else if t.len() == 1 {
            Value::Scalar(elem, t.at(0))
        } else {
            return Err(format!("the array has {} elements, but a scalar is needed", t.len()));
        };
        if value.fits(cx, ty) {
            return Ok(value);
        }
        Err(format!("the array is {}, which is not the type that is needed", value.describe()))
    }
    /// The array that holds a value; none for tuples, functions and tokens.
    pub fn from_value(value: &Value) -> Option<NpyArray> {
        let of = |t: &Tensor| {
            let data = t.data.to_le(t.elem);
            NpyArray { dtype: dtype_of(t.elem), shape: t.shape.to_vec(), data }
        };
        match value {
            Value::Scalar(e, n) => Some(of(&Tensor::scalar(*e, *n))),
            Value::Tensor(t) | Value::Vector(t) => Some(of(t)),
            Value::MemRef(m) => Some(of(&m.to_tensor().ok()?)),
            _ => None,
        }
    }
    /// Element `i` as a number of type `elem`.
    pub fn get(&self, elem: Elem, i: usize) -> Option<Num> {
        let n = elem.bytes();
        Some(Num::from_le(elem, self.data.get(i * n..(i + 1) * n)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_names() {
        let codes = ["b1", "i4", "u1", "f2", "c16", "V2", "M8"].map(dtype_name);
        let names = ["bool", "int32", "uint8", "float16", "complex128", "raw data of 2 bytes", "'M8'"];
        assert_eq!(codes, names);
        let elems = [
            (Elem::I1, "bool"),
            (Elem::I32, "int32"),
            (Elem::Int { width: 4, unsigned: true }, "uint4"),
            (Elem::Float(FloatFormat::BF16), "bfloat16"),
            (Elem::Float(FloatFormat::F8E4M3FN), "float8_e4m3fn"),
            (Elem::Float(FloatFormat::F64), "float64"),
        ];
        for (elem, name) in elems {
            assert_eq!(numpy_name(elem), name);
        }
    }

    #[test]
    fn integers_of_less_than_a_byte_are_raw_bytes() {
        let elem = Elem::Int { width: 4, unsigned: false };
        let tensor = Tensor::from_ints(elem, crate::Shape::from_slice(&[2]), &[-3, 5]);
        let array = NpyArray::from_value(&Value::Tensor(tensor)).expect("an array");
        assert_eq!((array.dtype.as_str(), array.data.as_slice()), ("V1", &[13, 5][..]));
        let read = read_npy(&write_npy(&array)).expect("a file");
        assert_eq!((read.dtype.as_str(), read.data), ("V1", array.data));
    }
}
