//! Conversions between element types.

use super::columns::Wrap;
use crate::{C32, Carried, Carrier, Data, Elem, Num};

/// The integer nearest to zero from a float: saturates at the ends of the type; NaN gives 0.
pub fn float_to_int(v: f64, e: Elem) -> i64 {
    if v.is_nan() {
        return 0;
    }
    let width = e.width();
    if e.is_unsigned() {
        let max = if width == 64 { u64::MAX } else { (1u64 << width) - 1 };
        return (v as u64).min(max) as i64;
    }
    if e.is_bool() {
        return e.wrap((v as i64).clamp(-1, 0));
    }
    let max = if width == 64 { i64::MAX } else { (1i64 << (width - 1)) - 1 };
    (v as i64).clamp(-max - 1, max)
}

/// Converts a number from type `from` to type `to`: integers wrap, floats round to nearest even and saturate to
/// integers, and whatever is not zero is true.
pub fn convert_num(from: Elem, to: Elem, x: Num) -> Num {
    if from == to {
        return x;
    }
    if to.is_bool() {
        // Also true for NaN, which is not zero. For a complex number it is the real part, as in all conversions to real types.
        let zero = match x {
            Num::Int(v) => v == 0,
            _ => x.complex().re == 0.0,
        };
        return Num::Int(!zero as i64);
    }
    match (x, to.carrier()) {
        (Num::Int(v), Carrier::Int) => Num::Int(to.wrap(v)),
        // An unsigned integer of 64 bits is kept as the bits of a signed one.
        (Num::Int(v), Carrier::F32) if from.is_unsigned() && to == Elem::F32 => Num::F32(v as u64 as f32),
        (Num::Int(v), Carrier::F32) if to == Elem::F32 => Num::F32(v as f32),
        (Num::Int(v), Carrier::F32) => {
            let wide = if from.is_unsigned() { v as u64 as i128 } else { v as i128 };
            // Straight from the integer: a detour through f64 could round twice.
            Num::F32(match to {
                Elem::Float(f) => f.to_f64(f.from_i128(wide)) as f32,
                _ => wide as f32,
            })
        }
        (Num::Int(v), Carrier::F64) if from.is_unsigned() => Num::F64(v as u64 as f64),
        (Num::Int(v), Carrier::F64) => Num::F64(v as f64),
        (Num::Int(v), _) => Num::from_f64(to, if from.is_unsigned() { v as u64 as f64 } else { v as f64 }),
        (Num::C32(_) | Num::C64(_), _) => Num::from_complex(to, x.complex()),
        (Num::F32(v), Carrier::F32) if to == Elem::F32 => Num::F32(v),
        _ => Num::from_f64(to, x.real()),
    }
}

/// Converts every element.
pub fn convert(from: Elem, to: Elem, x: Data) -> Data {
    if from == to {
        return x;
    }
    match (&x, to.carrier()) {
        (Data::F32(_), Carrier::F32) if to == Elem::F32 => x,
        (Data::F32(v), Carrier::F64) => f64::wrap(v.iter().map(|&x| x as f64).collect()),
        (Data::F64(v), Carrier::F32) if to == Elem::F32 => f32::wrap(v.iter().map(|&x| x as f32).collect()),
        (Data::F32(v), Carrier::C32) => C32::wrap(v.iter().map(|&x| C32::new(x, 0.0)).collect()),
        (Data::Int(v), Carrier::Int) if to.is_bool() => {
            i64::wrap(v.iter().map(|&x| (x != 0) as i64).collect())
        }
        (Data::Int(v), Carrier::Int) => {
            let w = Wrap::for_elem(to);
            i64::wrap(v.iter().map(|&x| w.apply(x)).collect())
        }
        (Data::Int(v), Carrier::F32) if to == Elem::F32 && !from.is_unsigned() => {
            f32::wrap(v.iter().map(|&x| x as f32).collect())
        }
        (Data::Int(v), Carrier::F64) if !from.is_unsigned() => {
            f64::wrap(v.iter().map(|&x| x as f64).collect())
        }
        (Data::F32(v), Carrier::Int) if !to.is_bool() && !to.is_unsigned() && to.width() <= 32 => {
            // The conversion of Rust saturates and makes NaN 0, as that of the type does.
            let max = (1i64 << (to.width() - 1)) - 1;
            i64::wrap(v.iter().map(|&x| (x as i64).clamp(-max - 1, max)).collect())
        }
        _ => x.map(to, |n| convert_num(from, to, n)),
    }
}
