//! The types of random programs: element types with their kinds, and tensors of them.

use std::fmt;

/// The kind of an element type, which determines the possible ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `i1`.
    Bool,
    /// Signless integers, interpreted as signed.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floats.
    Float,
    /// Complex numbers.
    Complex,
    /// Integers that represent floats.
    Quantized,
}

/// An element type.
#[derive(Clone, Copy, Debug)]
pub struct Elem {
    /// The name in MLIR.
    pub name: &'static str,
    /// The kind.
    pub kind: Kind,
    /// The width in bits.
    pub bits: u32,
    /// The relative frequency in programs.
    weight: usize,
}

impl PartialEq for Elem {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

macro_rules! elems {
    ($($name:literal $kind:ident $bits:literal $weight:literal;)*) => {
        /// All element types.
        pub const ELEMS: &[Elem] = &[$(Elem { name: $name, kind: Kind::$kind, bits: $bits, weight: $weight }),*];
    };
}
elems! {
    "f32" Float 32 12;
    "i32" Signed 32 10;
    "i1" Bool 1 5;
    "f64" Float 64 4;
    "i64" Signed 64 4;
    "f16" Float 16 3;
    "bf16" Float 16 3;
    "i8" Signed 8 3;
    "i16" Signed 16 2;
    "ui8" Unsigned 8 2;
    "ui16" Unsigned 16 1;
    "ui32" Unsigned 32 3;
    "ui64" Unsigned 64 2;
    "complex<f32>" Complex 64 4;
    "complex<f64>" Complex 128 2;
    "i2" Signed 2 1;
    "i4" Signed 4 1;
    "ui2" Unsigned 2 1;
    "ui4" Unsigned 4 1;
    "f4E2M1FN" Float 4 1;
    "f6E2M3FN" Float 6 1;
    "f6E3M2FN" Float 6 1;
    "f8E3M4" Float 8 1;
    "f8E4M3" Float 8 1;
    "f8E4M3B11FNUZ" Float 8 1;
    "f8E4M3FN" Float 8 1;
    "f8E4M3FNUZ" Float 8 1;
    "f8E5M2" Float 8 1;
    "f8E5M2FNUZ" Float 8 1;
    "f8E8M0FNU" Float 8 1;
}

/// Quantized element types, all of `f32`.
pub const QUANTIZED: &[Elem] = &[
    Elem { name: "!quant.uniform<i8:f32, 2.500000e-01:-3>", kind: Kind::Quantized, bits: 8, weight: 1 },
    Elem { name: "!quant.uniform<u8:f32, 5.000000e-01:128>", kind: Kind::Quantized, bits: 8, weight: 1 },
    Elem { name: "!quant.uniform<i32:f32, 1.000000e-02>", kind: Kind::Quantized, bits: 32, weight: 1 },
];

/// The element type with this name.
///
/// # Panics
/// If there is none.
pub fn elem(name: &str) -> Elem {
    *ELEMS.iter().find(|e| e.name == name).unwrap_or_else(|| panic!("{name} is no element type"))
}

impl Elem {
    /// An element type selected by a number, according to the weights.
    pub fn drawn(number: usize) -> Elem {
        let total: usize = ELEMS.iter().map(|e| e.weight).sum();
        let mut at = number % total;
        for e in ELEMS {
            if at < e.weight {
                return *e;
            }
            at -= e.weight;
        }
        ELEMS[0]
    }
    /// Signed or unsigned integers, without booleans.
    pub fn is_int(self) -> bool {
        matches!(self.kind, Kind::Signed | Kind::Unsigned)
    }
    /// Floats.
    pub fn is_float(self) -> bool {
        self.kind == Kind::Float
    }
    /// Complex numbers.
    pub fn is_complex(self) -> bool {
        self.kind == Kind::Complex
    }
    /// Anything but quantized numbers.
    pub fn is_plain(self) -> bool {
        self.kind != Kind::Quantized
    }
    /// The part type of complex numbers, and any other type itself.
    pub fn part(self) -> Elem {
        match self.name {
            "complex<f32>" => elem("f32"),
            "complex<f64>" => elem("f64"),
            _ => self,
        }
    }
    /// Whether the type has a zero: `f8E8M0FNU` has only powers of two.
    pub fn has_zero(self) -> bool {
        self.name != "f8E8M0FNU"
    }
}

/// The type of a tensor.
#[derive(Clone, PartialEq, Debug)]
pub struct Ty {
    /// The sizes.
    pub shape: Vec<usize>,
    /// The element type.
    pub elem: Elem,
}

impl Ty {
    /// A tensor.
    pub fn new(shape: &[usize], elem: Elem) -> Ty {
        Ty { shape: shape.to_vec(), elem }
    }
    /// A tensor of one element.
    pub fn scalar(elem: Elem) -> Ty {
        Ty { shape: Vec::new(), elem }
    }
    /// The same shape with other elements.
    pub fn with(&self, elem: Elem) -> Ty {
        Ty { shape: self.shape.clone(), elem }
    }
    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }
    /// The number of elements.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        self.shape.iter().try_for_each(|d| write!(f, "{d}x"))?;
        write!(f, "{}>", self.elem.name)
    }
}

/// Numbers in the form of a list: `1, 2`.
pub fn list<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
/// Numbers as an array attribute of `i64`.
pub fn array<T: fmt::Display>(items: &[T]) -> String {
    if items.is_empty() { "array<i64>".into() } else { format!("array<i64: {}>", list(items)) }
}
