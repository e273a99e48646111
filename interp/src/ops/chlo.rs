//! `chlo`: functions of one and two numbers, tests of infinity, constants and the largest elements.

use std::cmp::Ordering;

use super::{
    arith,
    elementwise::{bin, map_n, map1, un},
    stablehlo::merge_sort,
};
use crate::{
    C64, Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor, Value,
    kernels::{self, Bin, Un, compare},
};

pub(crate) fn register(i: &mut Interpreter) {
    macro_rules! unary {
        ($($name:literal => $op:ident,)*) => {$( i.register(concat!("chlo.", $name), |s| un(s, Un::$op)); )*};
    }
    unary! {
        "acos" => Acos, "acosh" => Acosh, "asin" => Asin, "asinh" => Asinh, "atan" => Atan, "atanh" => Atanh,
        "cosh" => Cosh, "sinh" => Sinh, "tan" => Tan, "erf" => Erf, "erfc" => Erfc, "square" => Square,
        "erf_inv" => ErfInv, "lgamma" => Lgamma, "digamma" => Digamma, "bessel_i1e" => BesselI1e,
    }
    i.register("chlo.constant", arith::constant);
    i.register("chlo.conj", |s| map1(s, |_, to, x| Some(Num::from_complex(to, C64::conj(&x.complex())))));
    i.register("chlo.is_inf", |s| map1(s, |_, _, x| Some(Num::Int(x.real().is_infinite() as i64))));
    i.register("chlo.is_pos_inf", |s| map1(s, |_, _, x| Some(Num::Int((x.real() == f64::INFINITY) as i64))));
    i.register("chlo.is_neg_inf", |s| {
        map1(s, |_, _, x| Some(Num::Int((x.real() == f64::NEG_INFINITY) as i64)))
    });
    i.register("chlo.mulhi", |s| {
        let unsigned = s.tensor(0)?.elem.is_unsigned();
        bin(s, if unsigned { Bin::MulHiU } else { Bin::MulHiS })
    });
    i.register("chlo.top_k", top_k);
    i.register("chlo.next_after", |s| map_n(s, 2, |v| next_after(v[0].0, v[0].1, v[1].1)));
    i.register("chlo.polygamma", |s| map_n(s, 2, |v| polygamma(v[0].0, v[0].1, v[1].1)));
    i.register("chlo.zeta", |s| map_n(s, 2, |v| zeta(v[0].0, v[0].1, v[1].1)));
    i.register("chlo._asin_acos_kernel", |s| {
        map1(s, |_, to, x| {
            let z = x.complex();
            let (re, im) = kernels::asin_acos_kernel(z.re, z.im);
            Some(Num::from_complex(to, C64::new(re, im)))
        })
    });
    i.register("chlo.constant_like", |s| {
        let value = s.attr("value").and_then(|a| Value::from_attr(s.cx(), a));
        let Some(Value::Scalar(e, n)) = value else { return Err(s.fault("needs a number")) };
        let t = Tensor::splat(e, s.tensor(0)?.shape.clone(), n);
        s.set_elements(0, t)
    });
}

/// The next number after `x` in the direction of `y`.
pub(crate) fn next_after(e: Elem, x: Num, y: Num) -> Option<Num> {
    if !e.is_float() {
        return None;
    }
    let (from, to) = (x.real(), y.real());
    if from.is_nan() || to.is_nan() {
        return Some(Num::from_f64(e, f64::NAN));
    }
    if from == to {
        return Some(y);
    }
    let sign = 1u64 << (e.width() - 1);
    let bits = x.bits(e);
    let next = if from == 0.0 {
        // The smallest number of the sign of `y`.
        1 | if to < 0.0 { sign } else { 0 }
    } else if (from < to) == (from > 0.0) {
        bits + 1
    } else {
        bits - 1
    };
    Some(Num::from_bits(e, next))
}
pub(crate) fn polygamma(e: Elem, n: Num, x: Num) -> Option<Num> {
    e.is_float().then(|| Num::from_f64(e, kernels::polygamma(n.real(), x.real())))
}
pub(crate) fn zeta(e: Elem, x: Num, q: Num) -> Option<Num> {
    e.is_float().then(|| Num::from_f64(e, kernels::zeta(x.real(), q.real())))
}

/// The `k` largest elements of each row and where they are; of equal ones the first comes first. NaN is the largest.
fn top_k(s: &mut Step<'_, '_>) -> Eval {
    let k = s.int_attr("k")?;
    top_k_of(s, k, Ordering::Greater)
}

/// The first `k` elements of each row of the first operand in falling or rising order, and where they were. The results may be
/// a tuple.
pub(crate) fn top_k_of(s: &mut Step<'_, '_>, k: i64, order: Ordering) -> Eval {
    let k = usize::try_from(k).map_err(|_| s.fault(format!("takes {k} elements")))?;
    let x = s.tensor(0)?.clone();
    let Some((&n, lead)) = x.shape.split_last() else { return Err(s.fault("needs a row")) };
    s.ensure(k <= n, || format!("takes {k} of {n} elements"))?;
    let shape: Shape = lead.iter().copied().chain([k]).collect();
    let (mut from, mut index) = (Vec::new(), Vec::new());
    for row in 0..if n == 0 { 0 } else { x.len() / n } {
        let mut places: Vec<usize> = (0..n).collect();
        merge_sort(&mut places, |a, b| {
            Ok(compare(x.elem, x.at(row * n + a), x.at(row * n + b), true) == Some(order))
        })?;
        from.extend(places.iter().take(k).map(|&o| row * n + o));
        index.extend(places.iter().take(k).map(|&o| o as i64));
    }
    let values = x.data.pick(from.len(), |i| from[i]);
    let places = Data::collect(Elem::I32, index.into_iter().map(Num::Int));
    let found = [Tensor::new(x.elem, shape.clone(), values), Tensor::new(Elem::I32, shape, places)];
    s.set_list(found.map(Value::Tensor).into_iter().collect())
}
