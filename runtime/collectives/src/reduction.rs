//! Reductions of two arrays, element by element.

use half::{bf16, f16};

use crate::element::Element;
use crate::small_float::SmallFloat;

/// How two elements become one. All of them are commutative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum; of booleans whether one of them is true.
    Add,
    /// The product; of booleans whether both are true.
    Multiply,
    /// The smaller one. NaN if one is NaN; the negative one of two zeros.
    Minimum,
    /// The larger one. NaN if one is NaN; the positive one of two zeros.
    Maximum,
    /// The bits that both have.
    And,
    /// The bits that one of them has.
    Or,
    /// The bits in which they differ.
    Xor,
}

impl Reduction {
    /// The reduction by the name of the op of StableHLO.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "add" => Self::Add,
            "multiply" => Self::Multiply,
            "minimum" => Self::Minimum,
            "maximum" => Self::Maximum,
            "and" => Self::And,
            "or" => Self::Or,
            "xor" => Self::Xor,
            _ => return None,
        })
    }
    /// Whether elements have bits of their own to it: floats have none.
    #[must_use]
    pub fn applies_to(self, element: Element) -> bool {
        element.is_integer() || !matches!(self, Self::And | Self::Or | Self::Xor)
    }
}

/// Replaces the elements of `into` with what they and those of `from` become. Both have the same length, a multiple of the bytes of an
/// element; bytes behind the last whole element are not changed.
pub fn combine(reduction: Reduction, element: Element, into: &mut [u8], from: &[u8]) {
    match element {
        Element::Bool => booleans(reduction, into, from),
        Element::Signed(8) => i8::reduce(reduction, into, from),
        Element::Signed(16) => i16::reduce(reduction, into, from),
        Element::Signed(32) => i32::reduce(reduction, into, from),
        Element::Signed(64) => i64::reduce(reduction, into, from),
        Element::Unsigned(8) => u8::reduce(reduction, into, from),
        Element::Unsigned(16) => u16::reduce(reduction, into, from),
        Element::Unsigned(32) => u32::reduce(reduction, into, from),
        Element::Unsigned(64) => u64::reduce(reduction, into, from),
        Element::Signed(bits) | Element::Unsigned(bits) => {
            narrow(reduction, bits, matches!(element, Element::Signed(_)), into, from);
        }
        Element::F32 => f32::reduce(reduction, into, from),
        Element::F64 => f64::reduce(reduction, into, from),
        Element::F16 => rounded(
            reduction,
            into,
            from,
            |b| f16::from_ne_bytes(b).to_f32(),
            |x| f16::from_f32(x).to_ne_bytes(),
        ),
        Element::Bf16 => rounded(
            reduction,
            into,
            from,
            |b| bf16::from_ne_bytes(b).to_f32(),
            |x| bf16::from_f32(x).to_ne_bytes(),
        ),
        Element::Small(format) => small(reduction, format, into, from),
        Element::Complex64 => complex(reduction, into, from, read_pair, |[re, im]| {
            let ([a, b, c, d], [e, f, g, h]) = ((re as f32).to_ne_bytes(), (im as f32).to_ne_bytes());
            [a, b, c, d, e, f, g, h]
        }),
        Element::Complex128 => complex(reduction, into, from, read_wide_pair, |[re, im]| {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&re.to_ne_bytes());
            bytes[8..].copy_from_slice(&im.to_ne_bytes());
            bytes
        }),
    }
}

/// A function of pairs of elements of `N` bytes.
#[inline(always)]
fn each<const N: usize>(into: &mut [u8], from: &[u8], f: impl Fn([u8; N], [u8; N]) -> [u8; N]) {
    let pairs = into.as_chunks_mut::<N>().0.iter_mut().zip(from.as_chunks::<N>().0);
    pairs.for_each(|(into, from)| *into = f(*into, *from));
}

/// Numbers that the processor computes with.
trait Number {
    fn reduce(reduction: Reduction, into: &mut [u8], from: &[u8]);
}

macro_rules! numbers {
    ($($ty:ident: $add:expr, $multiply:expr, $minimum:expr, $maximum:expr;)*) => {$(
        impl Number for $ty {
            fn reduce(reduction: Reduction, into: &mut [u8], from: &[u8]) {
                #[inline(always)]
                fn by(into: &mut [u8], from: &[u8], f: impl Fn($ty, $ty) -> $ty) {
                    each(into, from, |x, y| f($ty::from_ne_bytes(x), $ty::from_ne_bytes(y)).to_ne_bytes());
                }
                match reduction {
                    Reduction::Add => by(into, from, $add),
                    Reduction::Multiply => by(into, from, $multiply),
                    Reduction::Minimum => by(into, from, $minimum),
                    Reduction::Maximum => by(into, from, $maximum),
                    // The bits of a float are those of an integer, though nobody asks for them.
                    Reduction::And => each::<{ size_of::<$ty>() }>(into, from, bitwise(|x, y| x & y)),
                    Reduction::Or => each::<{ size_of::<$ty>() }>(into, from, bitwise(|x, y| x | y)),
                    Reduction::Xor => each::<{ size_of::<$ty>() }>(into, from, bitwise(|x, y| x ^ y)),
                }
            }
        }
    )*};
}

macro_rules! integers {
    ($($ty:ident)*) => {
        numbers! { $($ty: $ty::wrapping_add, $ty::wrapping_mul, |x: $ty, y: $ty| x.min(y), |x: $ty, y: $ty| x.max(y);)* }
    };
}
integers! { i8 i16 i32 i64 u8 u16 u32 u64 }
numbers! {
    f32: |x, y| x + y, |x, y| x * y, smaller, larger;
    f64: |x, y| x + y, |x, y| x * y, smaller_wide, larger_wide;
}

/// A function of bytes for each byte of an element.
#[inline(always)]
fn bitwise<const N: usize>(f: impl Fn(u8, u8) -> u8) -> impl Fn([u8; N], [u8; N]) -> [u8; N] {
    move |x, y| std::array::from_fn(|i| f(x[i], y[i]))
}

macro_rules! extremes {
    ($($ty:ident $smaller:ident $larger:ident;)*) => {$(
        #[inline(always)]
        fn $smaller(x: $ty, y: $ty) -> $ty {
            let least = if x < y { x } else { y };
            // Of equal ones, only zeros have different bits.
            let least = if x == y { $ty::from_bits(x.to_bits() | y.to_bits()) } else { least };
            if x.is_nan() { x } else { least }
        }
        #[inline(always)]
        fn $larger(x: $ty, y: $ty) -> $ty {
            let most = if x > y { x } else { y };
            let most = if x == y { $ty::from_bits(x.to_bits() & y.to_bits()) } else { most };
            if x.is_nan() { x } else { most }
        }
    )*};
}
extremes! {
    f32 smaller larger;
    f64 smaller_wide larger_wide;
}

/// Booleans of a byte each.
fn booleans(reduction: Reduction, into: &mut [u8], from: &[u8]) {
    let reduction = match reduction {
        Reduction::Add | Reduction::Maximum => Reduction::Or,
        Reduction::Multiply | Reduction::Minimum => Reduction::And,
        other => other,
    };
    u8::reduce(reduction, into, from);
}

/// Integers of less than 8 bits, in the low bits of a byte each.
fn narrow(reduction: Reduction, bits: u8, signed: bool, into: &mut [u8], from: &[u8]) {
    let unused = 8u8.saturating_sub(bits);
    // At the upper end of the byte they have the order, the sums and the overflow of bytes.
    let up = |x: u8| x << unused;
    let function: fn(u8, u8) -> u8 = match (reduction, signed) {
        (Reduction::Add, _) => u8::wrapping_add,
        (Reduction::Multiply, _) => u8::wrapping_mul,
        (Reduction::Minimum, true) => |x, y| (x as i8).min(y as i8) as u8,
        (Reduction::Maximum, true) => |x, y| (x as i8).max(y as i8) as u8,
        (Reduction::Minimum, false) => u8::min,
        (Reduction::Maximum, false) => u8::max,
        (Reduction::And, _) => |x, y| x & y,
        (Reduction::Or, _) => |x, y| x | y,
        (Reduction::Xor, _) => |x, y| x ^ y,
    };
    each(into, from, |[x], [y]| {
        // One factor of a product is moved up, not both.
        let y = if reduction == Reduction::Multiply { y } else { up(y) };
        let result = function(up(x), y);
        [if signed { ((result as i8) >> unused) as u8 } else { result >> unused }]
    });
}

/// The function of a reduction in `f32`.
fn in_f32(reduction: Reduction) -> Option<fn(f32, f32) -> f32> {
    Some(match reduction {
        Reduction::Add => |x, y| x + y,
        Reduction::Multiply => |x, y| x * y,
        Reduction::Minimum => smaller,
        Reduction::Maximum => larger,
        Reduction::And | Reduction::Or | Reduction::Xor => return None,
    })
}

/// Floats of 16 bits: sums and products of two in `f32`, rounded, are the exact ones rounded.
fn rounded(
    reduction: Reduction,
    into: &mut [u8],
    from: &[u8],
    wide: impl Fn([u8; 2]) -> f32,
    round: impl Fn(f32) -> [u8; 2],
) {
    match reduction {
        Reduction::Add => each(into, from, |x, y| round(wide(x) + wide(y))),
        _ => {
            let Some(f) = in_f32(reduction) else { return };
            each(into, from, |x, y| round(f(wide(x), wide(y))));
        }
    }
}

/// Floats of at most 8 bits.
fn small(reduction: Reduction, format: SmallFloat, into: &mut [u8], from: &[u8]) {
    let Some(f) = in_f32(reduction) else { return };
    let numbers: [f32; 256] = std::array::from_fn(|pattern| format.decode(pattern as u8));
    each(into, from, |[x], [y]| [format.encode(f(numbers[usize::from(x)], numbers[usize::from(y)]))]);
}

fn read_pair([a, b, c, d, e, f, g, h]: [u8; 8]) -> [f64; 2] {
    [f32::from_ne_bytes([a, b, c, d]).into(), f32::from_ne_bytes([e, f, g, h]).into()]
}

fn read_wide_pair(bytes: [u8; 16]) -> [f64; 2] {
    let half = |at: usize| f64::from_ne_bytes(std::array::from_fn(|i| bytes[at + i]));
    [half(0), half(8)]
}

/// Complex numbers, computed in `f64`. Their order is that of the real parts, then of the imaginary ones.
fn complex<const N: usize>(
    reduction: Reduction,
    into: &mut [u8],
    from: &[u8],
    read: impl Fn([u8; N]) -> [f64; 2],
    write: impl Fn([f64; 2]) -> [u8; N],
) {
    let function: fn([f64; 2], [f64; 2]) -> [f64; 2] = match reduction {
        Reduction::Add => |x, y| [x[0] + y[0], x[1] + y[1]],
        Reduction::Multiply => |x, y| [x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]],
        Reduction::Minimum => |x, y| extreme(x, y, x < y),
        Reduction::Maximum => |x, y| extreme(x, y, x > y),
        Reduction::And | Reduction::Or | Reduction::Xor => return,
    };
    each(into, from, |x, y| write(function(read(x), read(y))));
}

fn extreme(x: [f64; 2], y: [f64; 2], first: bool) -> [f64; 2] {
    if [x, y].iter().flatten().any(|part| part.is_nan()) {
        [f64::NAN; 2]
    } else if first {
        x
    } else {
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced<const N: usize>(reduction: Reduction, name: &str, x: [u8; N], y: [u8; N]) -> [u8; N] {
        let mut into = x;
        combine(reduction, Element::named(name).expect("a type of elements"), &mut into, &y);
        into
    }

    #[test]
    fn integers_wrap_at_their_width() {
        use Reduction::*;
        assert_eq!(reduced(Add, "i8", [127, 1], [1, 255]), [128, 0]);
        assert_eq!(reduced(Add, "ui4", [15, 7], [1, 7]), [0, 14]);
        // 7 + 1 is -8 in four bits, with copies of the sign above.
        assert_eq!(reduced(Add, "i4", [7, 0xFF], [1, 0xFF]), [0xF8, 0xFE]);
        assert_eq!(reduced(Multiply, "i4", [3, 7], [0xFE, 7]), [0xFA, 1]);
        assert_eq!(reduced(Minimum, "i4", [0x0F, 3], [2, 4]), [0xFF, 3]);
        assert_eq!(reduced(Minimum, "ui4", [0x0F, 3], [2, 4]), [2, 3]);
        assert_eq!(reduced(Maximum, "i2", [1, 0xFE], [0xFE, 0xFF]), [1, 0xFF]);
        let (x, y) = (1000_i32.to_ne_bytes(), (-7_i32).to_ne_bytes());
        assert_eq!(reduced(Multiply, "i32", x, y), (-7000_i32).to_ne_bytes());
        assert_eq!(reduced(Minimum, "ui32", x, y), x);
        assert_eq!(reduced(Xor, "i32", x, y), (1000_i32 ^ -7).to_ne_bytes());
    }

    #[test]
    fn booleans_are_true_or_false() {
        use Reduction::*;
        let (x, y) = ([0, 0, 1, 1], [0, 1, 0, 1]);
        for (reduction, expected) in [(Add, [0, 1, 1, 1]), (Maximum, [0, 1, 1, 1]), (Multiply, [0, 0, 0, 1])]
        {
            assert_eq!(reduced(reduction, "i1", x, y), expected);
        }
    }

    #[test]
    fn nan_wins_and_zeros_have_signs() {
        let bytes = |x: f32| x.to_ne_bytes();
        let of = |reduction, x, y| f32::from_ne_bytes(reduced(reduction, "f32", bytes(x), bytes(y)));
        for (x, y) in [(f32::NAN, 1.0), (1.0, f32::NAN)] {
            assert!(of(Reduction::Minimum, x, y).is_nan() && of(Reduction::Maximum, x, y).is_nan());
        }
        for (x, y) in [(0.0, -0.0), (-0.0, 0.0)] {
            assert!(of(Reduction::Minimum, x, y).is_sign_negative());
            assert!(of(Reduction::Maximum, x, y).is_sign_positive());
        }
        assert_eq!((of(Reduction::Minimum, 2.0, -3.0), of(Reduction::Maximum, 2.0, -3.0)), (-3.0, 2.0));
    }

    #[test]
    fn each_step_is_rounded() {
        let bytes = |x: f32| bf16::from_f32(x).to_ne_bytes();
        // 256 + 1 is not a bf16.
        assert_eq!(reduced(Reduction::Add, "bf16", bytes(256.0), bytes(1.0)), bytes(256.0));
        let bytes = |x: f32| f16::from_f32(x).to_ne_bytes();
        assert_eq!(reduced(Reduction::Multiply, "f16", bytes(300.0), bytes(300.0)), bytes(f32::INFINITY));
        // 1.75 + 0.25 in f8E4M3FN, and 448 + 448, which it does not have.
        assert_eq!(reduced(Reduction::Add, "f8E4M3FN", [0x3E, 0x7E], [0x28, 0x7E]), [0x40, 0x7F]);
        let pair = |re: f32, im: f32| -> [u8; 8] {
            [re.to_ne_bytes(), im.to_ne_bytes()].concat().try_into().expect("two floats")
        };
        let product = reduced(Reduction::Multiply, "complex<f32>", pair(1.0, 2.0), pair(3.0, -1.0));
        assert_eq!(product, pair(5.0, 5.0));
        let larger = reduced(Reduction::Maximum, "complex<f32>", pair(1.0, 2.0), pair(1.0, 3.0));
        assert_eq!(larger, pair(1.0, 3.0));
    }
}
