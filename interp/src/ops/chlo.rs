//! `chlo`: the functions of one number, tests of infinity, constants and the largest elements.

use super::{
    arith,
    elementwise::{bin, map1, un},
    stablehlo::merge_sort,
};
use crate::{
    C64, Data, Elem, Eval, Flow, Interpreter, Num, Shape, Step, Tensor,
    kernels::{Bin, Un, compare},
};

pub(crate) fn register(i: &mut Interpreter) {
    macro_rules! unary {
        ($($name:literal => $op:ident,)*) => {$( i.register(concat!("chlo.", $name), |s| un(s, Un::$op)); )*};
    }
    unary! {
        "acos" => Acos, "acosh" => Acosh, "asin" => Asin, "asinh" => Asinh, "atan" => Atan, "atanh" => Atanh,
        "cosh" => Cosh, "sinh" => Sinh, "tan" => Tan, "erf" => Erf, "erfc" => Erfc, "square" => Square,
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
}

/// The `k` largest elements of each row and where they are; of equal ones the first comes first. NaN is the largest.
fn top_k(s: &mut Step<'_, '_>) -> Eval {
    let k = usize::try_from(s.int_attr("k")?).unwrap_or(0);
    let x = s.tensor(0)?.clone();
    let Some((&n, lead)) = x.shape.split_last() else { return Err(s.fault("needs a row")) };
    s.ensure(k <= n, || format!("takes {k} of {n} elements"))?;
    let shape: Shape = lead.iter().copied().chain([k]).collect();
    let (mut from, mut index) = (Vec::new(), Vec::new());
    for row in 0..if n == 0 { 0 } else { x.len() / n } {
        let mut order: Vec<usize> = (0..n).collect();
        merge_sort(&mut order, |a, b| {
            Ok(compare(x.elem, x.at(row * n + a), x.at(row * n + b), true)
                == Some(std::cmp::Ordering::Greater))
        })?;
        from.extend(order.iter().take(k).map(|&o| row * n + o));
        index.extend(order.iter().take(k).map(|&o| o as i64));
    }
    let values = x.data.pick(from.len(), |i| from[i]);
    s.set_elements(0, Tensor::new(x.elem, shape.clone(), values))?;
    let places = Data::collect(Elem::I32, index.into_iter().map(Num::Int));
    s.set_elements(1, Tensor::new(Elem::I32, shape, places))?;
    Ok(Flow::Next)
}
