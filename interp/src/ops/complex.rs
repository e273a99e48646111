//! `complex`: arithmetic and functions of complex numbers.

use strata_ir::prelude::*;

use super::elementwise::{bin, functions, map_n, map1, un};
use crate::{
    C64, Elem, Eval, Interpreter, Num, Step, Value,
    error_text::NOT_INTERPRETED,
    kernels::{Bin, Un},
};

functions!(UNARY, register_unary, Un, "complex.", un, {
    "neg" => Neg, "exp" => Exp, "expm1" => Expm1, "log" => Log, "log1p" => Log1p, "sin" => Sin, "cos" => Cos,
    "tan" => Tan, "tanh" => Tanh, "sqrt" => Sqrt, "rsqrt" => Rsqrt, "sign" => Sign,
});
functions!(BINARY, register_binary, Bin, "complex.", bin, {
    "add" => Add, "sub" => Sub, "mul" => Mul, "div" => Div, "pow" => Pow, "atan2" => Atan2,
});

pub(crate) fn register(i: &mut Interpreter) {
    register_unary(i);
    register_binary(i);
    i.register("complex.constant", constant);
    i.register("complex.bitcast", |s| {
        map1(s, |from, to, x| {
            let mut bytes = Vec::new();
            x.to_le(from, &mut bytes);
            (bytes.len() == to.bytes()).then(|| Num::from_le(to, &bytes))
        })
    });
    i.register("complex.create", |s| {
        let to = s.result_elem(0)?;
        map_n(s, 2, |v| Some(Num::from_complex(to, C64::new(v[0].1.real(), v[1].1.real()))))
    });
    i.register("complex.conj", |s| map1(s, |e, _, x| Some(Num::from_complex(e, x.complex().conj()))));
    i.register("complex.re", |s| map1(s, |_, to, x| Some(Num::from_f64(to, x.complex().re))));
    i.register("complex.im", |s| map1(s, |_, to, x| Some(Num::from_f64(to, x.complex().im))));
    i.register("complex.abs", |s| map1(s, |_, to, x| Some(Num::from_f64(to, x.complex().norm()))));
    i.register("complex.angle", |s| map1(s, |_, to, x| Some(Num::from_f64(to, x.complex().arg()))));
    i.register("complex.eq", |s| {
        map_n(s, 2, |v| Some(Num::Int((v[0].1.complex() == v[1].1.complex()) as i64)))
    });
    i.register("complex.neq", |s| {
        map_n(s, 2, |v| Some(Num::Int((v[0].1.complex() != v[1].1.complex()) as i64)))
    });
    i.register("complex.powi", |s| {
        let to = s.result_elem(0)?;
        map_n(s, 2, |v| Some(Num::from_complex(to, powi(v[0].1.complex(), v[1].0.signed(v[1].1.int())))))
    });
}

fn constant(s: &mut Step<'_, '_>) -> Eval {
    let elem = s.result_elem(0)?;
    let cx = s.cx();
    let parts = s.typed::<ArrayAttr>("value")?;
    let part = |i: usize| parts.0.get(i).and_then(|&a| cx.attr_as::<FloatAttr>(a)).map(|f| f.to_f64(cx));
    let (Some(re), Some(im), Elem::Complex(_)) = (part(0), part(1), elem) else {
        return Err(s.fault(format!("has a value of a kind or a type that is {NOT_INTERPRETED}")));
    };
    s.set(0, Value::Scalar(elem, Num::from_complex(elem, C64::new(re, im))))
}

/// `z` to an integer power, by squaring; the reciprocal for a negative one.
fn powi(z: C64, n: i64) -> C64 {
    let (mut power, mut square, mut left) = (C64::new(1.0, 0.0), z, n.unsigned_abs());
    while left != 0 {
        if left & 1 != 0 {
            power *= square;
        }
        left >>= 1;
        if left != 0 {
            square *= square;
        }
    }
    if n < 0 { power.inv() } else { power }
}
