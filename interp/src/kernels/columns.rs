//! Functions of whole vectors. The usual types and functions have loops of their own, which the compiler vectorizes; the
//! others call the function of single numbers for each element. Both give the same bits.
//!
//! A vector that nothing else holds is overwritten with the result.

use std::{cmp::Ordering, sync::Arc};
use strata_ir::num::FloatFormat;

use super::{
    Bin, Cmp, Un, binary::float as float_of_two, binary::int as int_of_two, complex, total_order_key,
    unary::float as float_of_one, unary::int as int_of_one,
};
use crate::{C32, C64, Carried, Data, Elem, Num};

/// Wraps integers to a type, as [`Elem::wrap`] does; the properties of the type are looked up once.
#[derive(Clone, Copy)]
pub(super) struct Wrap {
    shift: u32,
    zero_extends: bool,
}

impl Wrap {
    pub(super) fn for_elem(e: Elem) -> Wrap {
        Wrap { shift: 64 - e.width().clamp(1, 64), zero_extends: e.is_unsigned() || e.is_bool() }
    }
    #[inline]
    pub(super) fn apply(self, v: i64) -> i64 {
        let high = v << self.shift;
        if self.zero_extends { ((high as u64) >> self.shift) as i64 } else { high >> self.shift }
    }
}

macro_rules! extremes {
    ($max:ident, $min:ident, $float:ty, $bits:ty) => {
        /// The larger float; NaN if either is, and +0 is larger than -0.
        #[inline]
        pub(super) fn $max(x: $float, y: $float) -> $float {
            let larger = if (x > y) | ((x == y) & (x.to_bits() as $bits >= 0)) { x } else { y };
            if (x != x) | (y != y) { <$float>::NAN } else { larger }
        }
        /// The smaller float; NaN if either is, and -0 is smaller than +0.
        #[inline]
        pub(super) fn $min(x: $float, y: $float) -> $float {
            let smaller = if (x < y) | ((x == y) & ((x.to_bits() as $bits) < 0)) { x } else { y };
            if (x != x) | (y != y) { <$float>::NAN } else { smaller }
        }
    };
}
extremes!(max_f32, min_f32, f32, i32);
extremes!(max_f64, min_f64, f64, i64);

fn zip<T: Carried>(mut x: Arc<Vec<T>>, mut y: Arc<Vec<T>>, f: impl Fn(T, T) -> T) -> Data {
    if x.len() == y.len() {
        if let Some(slots) = Arc::get_mut(&mut x) {
            slots.iter_mut().zip(y.iter()).for_each(|(a, &b)| *a = f(*a, b));
            return T::share(x);
        }
        if let Some(slots) = Arc::get_mut(&mut y) {
            slots.iter_mut().zip(x.iter()).for_each(|(b, &a)| *b = f(a, *b));
            return T::share(y);
        }
    }
    T::wrap(x.iter().zip(y.iter()).map(|(&x, &y)| f(x, y)).collect())
}

fn try_zip<T: Carried>(x: &[T], y: &[T], f: impl Fn(T, T) -> Option<T>) -> Option<Data> {
    Some(T::wrap(x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect::<Option<Vec<T>>>()?))
}

fn map<T: Carried>(mut x: Arc<Vec<T>>, f: impl Fn(T) -> T) -> Data {
    if let Some(slots) = Arc::get_mut(&mut x) {
        slots.iter_mut().for_each(|a| *a = f(*a));
        return T::share(x);
    }
    T::wrap(x.iter().map(|&x| f(x)).collect())
}

fn try_map<T: Carried>(x: &[T], f: impl Fn(T) -> Option<T>) -> Option<Data> {
    Some(T::wrap(x.iter().map(|&x| f(x)).collect::<Option<Vec<T>>>()?))
}

/// A function applied to the elements of two vectors of one length; `None` where it is undefined for any of them.
pub fn binary(op: Bin, e: Elem, x: Data, y: Data) -> Option<Data> {
    match (x, y) {
        (Data::F32(x), Data::F32(y)) if e == Elem::F32 => Some(match op {
            Bin::Add => zip(x, y, |x, y| x + y),
            Bin::Sub => zip(x, y, |x, y| x - y),
            Bin::Mul => zip(x, y, |x, y| x * y),
            Bin::Div => zip(x, y, |x, y| x / y),
            Bin::Max => zip(x, y, max_f32),
            Bin::Min => zip(x, y, min_f32),
            _ => return try_zip(&x, &y, |x, y| float_of_two(op, x as f64, y as f64).map(|v| v as f32)),
        }),
        (Data::F32(x), Data::F32(y)) => {
            let in_f64 = |x: f32, y: f32| (x as f64, y as f64);
            Some(match op {
                Bin::Add => zip(x, y, |x, y| e.round(in_f64(x, y).0 + in_f64(x, y).1)),
                Bin::Sub => zip(x, y, |x, y| e.round(in_f64(x, y).0 - in_f64(x, y).1)),
                Bin::Mul => zip(x, y, |x, y| e.round(in_f64(x, y).0 * in_f64(x, y).1)),
                // The other ops select one of two values of the type, so they need no rounding, except for a type
                // without NaN.
                _ => return try_zip(&x, &y, |x, y| float_of_two(op, x as f64, y as f64).map(|v| e.round(v))),
            })
        }
        (Data::F64(x), Data::F64(y)) => Some(match op {
            Bin::Add => zip(x, y, |x, y| x + y),
            Bin::Sub => zip(x, y, |x, y| x - y),
            Bin::Mul => zip(x, y, |x, y| x * y),
            Bin::Div => zip(x, y, |x, y| x / y),
            Bin::Max => zip(x, y, max_f64),
            Bin::Min => zip(x, y, min_f64),
            _ => return try_zip(&x, &y, |x, y| float_of_two(op, x, y)),
        }),
        (Data::Int(x), Data::Int(y)) => ints(op, e, x, y),
        (Data::C32(x), Data::C32(y)) => {
            let wide = |v: C32| C64::new(v.re as f64, v.im as f64);
            try_zip(&x, &y, |x, y| {
                complex::binary(op, wide(x), wide(y)).map(|v| C32::new(v.re as f32, v.im as f32))
            })
        }
        (Data::C64(x), Data::C64(y)) => try_zip(&x, &y, |x, y| complex::binary(op, x, y)),
        _ => None,
    }
}

fn ints(op: Bin, e: Elem, x: Arc<Vec<i64>>, y: Arc<Vec<i64>>) -> Option<Data> {
    let w = Wrap::for_elem(e);
    let by_sign = !w.zero_extends;
    Some(match op {
        Bin::Add => zip(x, y, |x, y| w.apply(x.wrapping_add(y))),
        Bin::Sub => zip(x, y, |x, y| w.apply(x.wrapping_sub(y))),
        Bin::Mul => zip(x, y, |x, y| w.apply(x.wrapping_mul(y))),
        Bin::And => zip(x, y, |x, y| x & y),
        Bin::Or => zip(x, y, |x, y| x | y),
        Bin::Xor => zip(x, y, |x, y| x ^ y),
        Bin::Max if by_sign => zip(x, y, i64::max),
        Bin::Min if by_sign => zip(x, y, i64::min),
        Bin::Div if by_sign => zip(x, y, |x, y| w.apply(if y == 0 { -1 } else { x.wrapping_div(y) })),
        Bin::Rem if by_sign => zip(x, y, |x, y| if y == 0 { x } else { x.wrapping_rem(y) }),
        _ => return try_zip(&x, &y, |x, y| int_of_two(op, e, x, y)),
    })
}

/// A function applied to every element; `None` if the type has no such function.
pub fn unary(op: Un, e: Elem, x: Data) -> Option<Data> {
    Some(match x {
        // The sign bit of a NaN changes too, so these do not go through f64.
        Data::F32(v) if op == Un::Neg && e != Elem::Float(FloatFormat::F8E8M0FNU) => map(v, |x| -x),
        Data::F32(v) if op == Un::Abs => map(v, f32::abs),
        Data::F32(v) if e == Elem::F32 => match op {
            Un::Sqrt => map(v, f32::sqrt),
            Un::Square => map(v, |x| x * x),
            Un::Rsqrt => map(v, |x| (1.0 / (x as f64).sqrt()) as f32),
            Un::Exp => map(v, |x| (x as f64).exp() as f32),
            Un::Logistic => map(v, |x| (1.0 / (1.0 + (-(x as f64)).exp())) as f32),
            _ => return try_map(&v, |x| float_of_one(op, x as f64).map(|y| y as f32)),
        },
        Data::F32(v) => return try_map(&v, |x| float_of_one(op, x as f64).map(|y| e.round(y))),
        Data::F64(v) => match op {
            Un::Neg => map(v, |x| -x),
            Un::Abs => map(v, f64::abs),
            Un::Sqrt => map(v, f64::sqrt),
            _ => return try_map(&v, |x| float_of_one(op, x)),
        },
        Data::Int(v) => {
            let w = Wrap::for_elem(e);
            match op {
                Un::Neg => map(v, |x| w.apply(x.wrapping_neg())),
                Un::Not => map(v, |x| w.apply(!x)),
                _ => return try_map(&v, |x| int_of_one(op, e, x)),
            }
        }
        Data::C32(_) | Data::C64(_) => {
            // The function must exist for the type even if the vector is empty.
            complex::unary(op, C64::default())?;
            x.map(e, |n| complex::unary(op, n.complex()).map_or(Num::zero(e), |v| Num::from_complex(e, v)))
        }
    })
}

/// Whether a comparison holds for each pair of elements, as 0 or 1; see [`super::compare`] for the meaning of `total`.
pub fn compare_all(cmp: Cmp, e: Elem, x: &Data, y: &Data, total: bool) -> Vec<i64> {
    fn go<T: PartialOrd + Copy>(cmp: Cmp, pairs: impl Iterator<Item = (T, T)>) -> Vec<i64> {
        match cmp {
            Cmp::Eq => pairs.map(|(x, y)| (x == y) as i64).collect(),
            Cmp::Ne => pairs.map(|(x, y)| (x != y) as i64).collect(),
            Cmp::Lt => pairs.map(|(x, y)| (x < y) as i64).collect(),
            Cmp::Le => pairs.map(|(x, y)| (x <= y) as i64).collect(),
            Cmp::Gt => pairs.map(|(x, y)| (x > y) as i64).collect(),
            Cmp::Ge => pairs.map(|(x, y)| (x >= y) as i64).collect(),
        }
    }
    fn pairs<'a, T: Copy>(x: &'a [T], y: &'a [T]) -> impl Iterator<Item = (T, T)> + 'a {
        x.iter().copied().zip(y.iter().copied())
    }
    match (x, y) {
        (Data::Int(x), Data::Int(y)) if e.is_unsigned() && e.width() == 64 => {
            go(cmp, pairs(x, y).map(|(x, y)| (x as u64, y as u64)))
        }
        // Narrower unsigned integers and booleans are kept zero-extended.
        (Data::Int(x), Data::Int(y)) => go(cmp, pairs(x, y)),
        (Data::F32(x), Data::F32(y)) if !total => go(cmp, pairs(x, y)),
        (Data::F64(x), Data::F64(y)) if !total => go(cmp, pairs(x, y)),
        (Data::F32(x), Data::F32(y)) => {
            let key = |v: f32| total_order_key(e, Num::F32(v));
            go(cmp, pairs(x, y).map(|(x, y)| (key(x), key(y))))
        }
        (Data::F64(x), Data::F64(y)) => {
            let key = |v: f64| total_order_key(e, Num::F64(v));
            go(cmp, pairs(x, y).map(|(x, y)| (key(x), key(y))))
        }
        _ => {
            let order = |(a, b): (Num, Num)| -> Option<Ordering> { super::compare(e, a, b, total) };
            x.iter().zip(y.iter()).map(|pair| cmp.holds(order(pair)) as i64).collect()
        }
    }
}

/// The element of `x` where the condition is not 0, else that of `y`; `None` if the two are of different carriers.
pub fn choose(condition: &[i64], x: &Data, y: Data) -> Option<Data> {
    fn go<T: Carried>(condition: &[i64], x: &[T], mut y: Arc<Vec<T>>) -> Data {
        if let Some(slots) = Arc::get_mut(&mut y) {
            let rows = slots.iter_mut().zip(x).zip(condition);
            rows.for_each(|((slot, &x), &c)| *slot = if c != 0 { x } else { *slot });
            return T::share(y);
        }
        let rows = x.iter().zip(y.iter()).zip(condition);
        T::wrap(rows.map(|((&x, &y), &c)| if c != 0 { x } else { y }).collect())
    }
    Some(match (x, y) {
        (Data::Int(x), Data::Int(y)) => go(condition, x, y),
        (Data::F32(x), Data::F32(y)) => go(condition, x, y),
        (Data::F64(x), Data::F64(y)) => go(condition, x, y),
        (Data::C32(x), Data::C32(y)) => go(condition, x, y),
        (Data::C64(x), Data::C64(y)) => go(condition, x, y),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Wrap, max_f32, max_f64, min_f32, min_f64};
    use crate::{
        Carried, Data, Elem,
        kernels::{Bin, Un, binary_num, unary_num},
    };

    const BINARY: &[Bin] = &[
        Bin::Add,
        Bin::Sub,
        Bin::Mul,
        Bin::Div,
        Bin::Rem,
        Bin::Max,
        Bin::Min,
        Bin::And,
        Bin::Or,
        Bin::Xor,
        Bin::Shl,
        Bin::ShrA,
        Bin::ShrL,
        Bin::Pow,
        Bin::MaxU,
        Bin::MinS,
        Bin::MaxNum,
        Bin::CopySign,
    ];
    const UNARY: &[Un] = &[
        Un::Abs,
        Un::Neg,
        Un::Not,
        Un::Sign,
        Un::Popcnt,
        Un::Clz,
        Un::Exp,
        Un::Logistic,
        Un::Sqrt,
        Un::Rsqrt,
        Un::Tanh,
        Un::Square,
        Un::Floor,
        Un::Cbrt,
    ];
    const FLOATS: &[f64] =
        &[0.0, -0.0, 1.0, -1.5, 3.25, 1e30, -1e-30, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.1];

    /// All pairs of a list as two columns.
    fn pairs(e: Elem) -> (Data, Data) {
        let ints: Vec<i64> = [0, 1, -1, 2, 7, -8, 63, 64, i64::MIN, i64::MAX].map(|v| e.wrap(v)).into();
        let all = match e {
            Elem::Int { .. } => i64::wrap(ints),
            _ => Data::collect(e, FLOATS.iter().map(|&v| crate::Num::from_f64(e, v))),
        };
        let n = all.len();
        (all.pick(n * n, |i| i / n), all.pick(n * n, |i| i % n))
    }

    fn elems() -> Vec<Elem> {
        use strata_ir::num::FloatFormat;
        let int = |width, unsigned| Elem::Int { width, unsigned };
        let mut all: Vec<Elem> =
            [1, 4, 8, 32, 64].into_iter().flat_map(|w| [int(w, false), int(w, true)]).collect();
        all.extend([Elem::F32, Elem::F64, Elem::Float(FloatFormat::BF16), Elem::Float(FloatFormat::F16)]);
        all
    }

    /// Whole vectors give the bits that single numbers give, also when they are overwritten.
    #[test]
    fn columns_agree_with_numbers() {
        for e in elems() {
            let (x, y) = pairs(e);
            for &op in BINARY {
                let wanted: Option<Vec<_>> =
                    x.iter().zip(y.iter()).map(|(a, b)| binary_num(op, e, a, b).map(|n| n.bits(e))).collect();
                let bits = |d: Data| d.iter().map(|n| n.bits(e)).collect::<Vec<_>>();
                let shared = super::binary(op, e, x.clone(), y.clone()).map(bits);
                assert_eq!(shared, wanted, "{op:?} {e}");
                let (own, same) = (x.pick(x.len(), |i| i), y.pick(y.len(), |i| i));
                assert_eq!(super::binary(op, e, own, y.clone()).map(bits), wanted, "{op:?} {e}");
                assert_eq!(super::binary(op, e, x.clone(), same).map(bits), wanted, "{op:?} {e}");
            }
            for &op in UNARY {
                let wanted: Option<Vec<_>> =
                    x.iter().map(|a| unary_num(op, e, a).map(|n| n.bits(e))).collect();
                let bits = |d: Data| d.iter().map(|n| n.bits(e)).collect::<Vec<_>>();
                assert_eq!(super::unary(op, e, x.clone()).map(bits), wanted, "{op:?} {e}");
                let own = x.pick(x.len(), |i| i);
                assert_eq!(super::unary(op, e, own).map(bits), wanted, "{op:?} {e}");
            }
        }
    }

    #[test]
    fn wrapping_is_that_of_the_type() {
        for e in elems().into_iter().filter(|e| e.is_int()) {
            for v in [0, 1, -1, 5, 0x1_2345_6789, i64::MIN, i64::MAX] {
                assert_eq!(Wrap::for_elem(e).apply(v), e.wrap(v), "{e} {v}");
            }
        }
    }

    #[test]
    fn extremes_order_zeros_and_spread_nans() {
        assert!(max_f32(-0.0, 0.0).is_sign_positive() && max_f64(0.0, -0.0).is_sign_positive());
        assert!(min_f32(-0.0, 0.0).is_sign_negative() && min_f64(0.0, -0.0).is_sign_negative());
        assert!(max_f32(f32::NAN, 1.0).is_nan() && min_f64(1.0, f64::NAN).is_nan());
        assert_eq!((max_f64(1.0, 2.0), min_f32(1.0, 2.0)), (2.0, 1.0));
    }
}
