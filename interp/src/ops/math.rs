//! `math`: functions of floats and integers, element by element.

use super::elementwise::{bin, functions, map_n, map1, un};
use crate::{
    Elem, Interpreter, Num,
    kernels::{Bin, Un, binary_num},
};

functions!(UNARY, register_unary, Un, "math.", un, {
    "absf" => Abs, "absi" => Abs, "ceil" => Ceil, "floor" => Floor, "trunc" => Trunc, "round" => RoundAway,
    "roundeven" => RoundEven, "exp" => Exp, "exp2" => Exp2, "expm1" => Expm1, "log" => Log, "log2" => Log2,
    "log10" => Log10, "log1p" => Log1p, "sin" => Sin, "cos" => Cos, "tan" => Tan, "asin" => Asin, "acos" => Acos,
    "atan" => Atan, "sinh" => Sinh, "cosh" => Cosh, "tanh" => Tanh, "asinh" => Asinh, "acosh" => Acosh,
    "atanh" => Atanh, "erf" => Erf, "erfc" => Erfc, "sqrt" => Sqrt, "rsqrt" => Rsqrt, "cbrt" => Cbrt,
    "ctlz" => Clz, "cttz" => Ctz, "ctpop" => Popcnt,
});
functions!(BINARY, register_binary, Bin, "math.", bin, {
    "powf" => Pow, "ipowi" => Pow, "atan2" => Atan2, "copysign" => CopySign,
});

pub(crate) fn register(i: &mut Interpreter) {
    register_unary(i);
    register_binary(i);
    i.register("math.fma", |s| {
        map_n(s, 3, |v| {
            Some(match (v[0].1, v[1].1, v[2].1) {
                (Num::F32(a), Num::F32(b), Num::F32(c)) if v[0].0 == Elem::F32 => Num::F32(a.mul_add(b, c)),
                (Num::F32(a), Num::F32(b), Num::F32(c)) => {
                    Num::F32(v[0].0.round((a as f64).mul_add(b as f64, c as f64)))
                }
                (Num::F64(a), Num::F64(b), Num::F64(c)) => Num::F64(a.mul_add(b, c)),
                _ => return None,
            })
        })
    });
    i.register("math.fpowi", |s| {
        map_n(s, 2, |v| {
            let power = Num::from_f64(v[0].0, v[1].0.signed(v[1].1.int()) as f64);
            binary_num(Bin::Pow, v[0].0, v[0].1, power)
        })
    });
    i.register("math.isnan", |s| map1(s, |_, _, x| Some(Num::Int(x.real().is_nan() as i64))));
    i.register("math.isinf", |s| map1(s, |_, _, x| Some(Num::Int(x.real().is_infinite() as i64))));
    i.register("math.isfinite", |s| map1(s, |_, _, x| Some(Num::Int(x.real().is_finite() as i64))));
    i.register("math.isnormal", |s| {
        map1(s, |e, _, x| {
            Some(Num::Int(match (e, x) {
                (Elem::Float(f), x) => {
                    let least = f.to_f64(f.smallest_normal());
                    x.real().is_finite() && x.real().abs() >= least
                }
                _ => return None,
            } as i64))
        })
    });
    i.register("math.clampf", |s| {
        map_n(s, 3, |v| {
            let low = binary_num(Bin::Max, v[0].0, v[0].1, v[1].1)?;
            binary_num(Bin::Min, v[0].0, low, v[2].1)
        })
    });
    i.register("math.sincos", |s| {
        let (elem, x) = match s.operand(0)? {
            &crate::Value::Scalar(e, x) => (e, crate::Tensor::scalar(e, x)),
            _ => (s.tensor(0)?.elem, s.tensor(0)?.clone()),
        };
        for (k, op) in [Un::Sin, Un::Cos].into_iter().enumerate() {
            let data =
                crate::kernels::unary(op, elem, x.data.clone()).ok_or_else(|| s.fault("needs floats"))?;
            s.set_elements(k, crate::Tensor::new(elem, x.shape.clone(), data))?;
        }
        Ok(crate::Flow::Next)
    });
}
