//! Elementwise ops: arithmetic, comparisons, conversions.

use strata_ir::num::FloatFormat;
use strata_stablehlo::{CompareOp, ComparisonType};

use crate::{
    Data, Elem, Eval, Interpreter, Num, Step, Tensor,
    kernels::{self, Bin, Cmp, Un, binary},
    ops::elementwise::{bin, functions, map_n, map1, on_booleans, select, un},
};

functions!(UNARY, register_unary, Un, "stablehlo.", un, {
    "negate" => Neg, "not" => Not, "sign" => Sign, "popcnt" => Popcnt, "count_leading_zeros" => Clz,
    "exponential" => Exp, "exponential_minus_one" => Expm1, "log" => Log, "log_plus_one" => Log1p,
    "logistic" => Logistic, "sine" => Sin, "cosine" => Cos, "tan" => Tan, "tanh" => Tanh, "sqrt" => Sqrt,
    "rsqrt" => Rsqrt, "cbrt" => Cbrt, "ceil" => Ceil, "floor" => Floor, "round_nearest_afz" => RoundAway,
    "round_nearest_even" => RoundEven, "abs" => Abs,
});
functions!(BINARY, register_binary, Bin, "stablehlo.", logical_bin, {
    "add" => Add, "subtract" => Sub, "multiply" => Mul, "divide" => Div, "remainder" => Rem, "maximum" => Max,
    "minimum" => Min, "power" => Pow, "atan2" => Atan2, "and" => And, "or" => Or, "xor" => Xor,
    "shift_left" => Shl, "shift_right_arithmetic" => ShrA, "shift_right_logical" => ShrL,
});

pub(super) fn register(i: &mut Interpreter) {
    register_unary(i);
    register_binary(i);
    // The absolute value of a complex number is of another type.
    i.register("stablehlo.abs", abs);
    i.register("stablehlo.real", |s| map1(s, |_, to, x| Some(Num::from_f64(to, x.real()))));
    i.register("stablehlo.imag", |s| map1(s, |_, to, x| Some(Num::from_f64(to, x.complex().im))));
    i.register("stablehlo.is_finite", |s| map1(s, |_, _, x| Some(Num::Int(x.real().is_finite() as i64))));
    i.register("stablehlo.complex", |s| {
        let to = s.result_elem(0)?;
        map_n(s, 2, |v| Some(Num::from_complex(to, crate::C64::new(v[0].1.real(), v[1].1.real()))))
    });
    i.register("stablehlo.convert", convert);
    i.register("stablehlo.bitcast_convert", bitcast_convert);
    i.register("stablehlo.reduce_precision", reduce_precision);
    i.register("stablehlo.compare", |s| {
        let op = s.op.as_op::<CompareOp>(s.body()).ok_or_else(|| s.fault("is no comparison here"))?;
        let total = op.order(s.body()) == ComparisonType::TotalOrder;
        compare_words(s, op.direction(s.body()).word(), total)
    });
    i.register("stablehlo.select", |s| match s.tensor(0)? {
        // A condition of rank 0 picks all of one side.
        c if c.rank() == 0 => {
            let v = s.operand(if c.at(0).int() != 0 { 1 } else { 2 })?.clone();
            s.set(0, v)
        }
        _ => select(s),
    });
    i.register("stablehlo.clamp", clamp);
}

/// `min(max(low, x), high)`, where the limits may be one number for all elements.
fn clamp(s: &mut Step<'_, '_>) -> Eval {
    let (shape, n) = (s.tensor(1)?.shape.clone(), s.tensor(1)?.len());
    let mut part = |i| -> Eval<(Elem, Data)> {
        let t = s.take_tensor(i)?;
        let fits = t.shape == shape || t.rank() == 0;
        s.ensure(fits, || format!("has an operand #{i} of the wrong shape: {:?}", &t.shape[..]))?;
        Ok((t.elem, if t.shape == shape { t.data } else { Data::splat(t.at(0), n) }))
    };
    let (low, (e, x), high) = (part(0)?, part(1)?, part(2)?);
    let out = binary(Bin::Max, e, low.1, x).and_then(|v| binary(Bin::Min, e, v, high.1));
    let out = out.ok_or_else(|| s.fault("is not defined for its operands"))?;
    s.set_elements(0, Tensor::new(e, shape, out))
}

fn logical_bin(s: &mut Step<'_, '_>, op: Bin) -> Eval {
    let e = s.tensor(0)?.elem;
    bin(s, on_booleans(op, e))
}

fn abs(s: &mut Step<'_, '_>) -> Eval {
    let x = s.tensor(0)?;
    if let Elem::Complex(f) = x.elem {
        let to = Elem::Float(f);
        let norms = Data::collect(to, x.data.iter().map(|n| Num::from_f64(to, n.complex().norm())));
        let t = Tensor::new(to, x.shape.clone(), norms);
        return s.set_elements(0, t);
    }
    un(s, Un::Abs)
}

/// `convert`.
pub(crate) fn convert(s: &mut Step<'_, '_>) -> Eval {
    let to = s.result_elem(0)?;
    let x = s.take_tensor(0)?;
    s.set_elements(0, Tensor::new(to, x.shape, kernels::convert(x.elem, to, x.data)))
}

/// A comparison given by the words of its attributes.
pub(crate) fn compare_words(s: &mut Step<'_, '_>, direction: &str, total: bool) -> Eval {
    let cmp = Cmp::from_word(direction).ok_or_else(|| s.fault("has an unknown comparison direction"))?;
    super::super::elementwise::compare(s, cmp, total)
}

/// Reads the bits as another type: of the same width, or with a minor dimension more or less.
fn bitcast_convert(s: &mut Step<'_, '_>) -> Eval {
    let to = s.result_elem(0)?;
    let x = s.tensor(0)?;
    let (from, mut shape) = (x.elem, x.shape.clone());
    let (a, b) = (from.width(), to.width());
    let data = if from == to {
        x.data.clone()
    } else if a.is_multiple_of(8) && b.is_multiple_of(8) {
        Data::from_le(to, &x.data.to_le(from))
    } else {
        // Types narrower than a byte: split or join their bits, the lowest first.
        let (piece, pieces) = (a.min(b), (a / b.max(1)).max(1) as usize);
        let join = (b / a.max(1)).max(1) as usize;
        let mask = if piece == 64 { u64::MAX } else { (1u64 << piece) - 1 };
        let bits: Vec<u64> = x
            .data
            .iter()
            .flat_map(|n| (0..pieces).map(move |k| (n.bits(from) >> (k as u32 * piece)) & mask))
            .collect();
        let joined = bits.chunks(join).map(|c| c.iter().rev().fold(0u64, |v, &p| v << (piece % 64) | p));
        Data::collect(to, joined.map(|v| Num::from_bits(to, v)))
    };
    if a > b {
        shape.push((a / b) as usize);
    } else if a < b {
        shape.pop();
    }
    s.ensure(crate::tensor::count(&shape) == Some(data.len()), || {
        "has sizes that do not fit the widths".into()
    })?;
    let t = Tensor::new(to, shape, data);
    s.set_elements(0, t)
}

/// Rounds a float to a format with fewer bits and back; subnormal results become zero.
pub(crate) fn reduce_float(x: f64, own_exponent: i64, exponent: i64, mantissa: i64) -> f64 {
    if !x.is_finite() || x == 0.0 {
        return x;
    }
    let mut bits = x.to_bits();
    if mantissa < 52 {
        let drop = (52 - mantissa) as u32;
        let odd = (bits >> drop) & 1;
        bits = (bits + odd + ((1u64 << (drop - 1)) - 1)) & !((1u64 << drop) - 1);
    }
    let y = f64::from_bits(bits);
    if exponent >= own_exponent || !y.is_finite() {
        return y;
    }
    let bias = (1i64 << (exponent.max(1) - 1)) - 1;
    let e = ((bits >> 52) & 0x7FF) as i64 - 1023;
    if e > bias {
        f64::INFINITY.copysign(x)
    } else if e < 1 - bias {
        0f64.copysign(x)
    } else {
        y
    }
}

fn reduce_precision(s: &mut Step<'_, '_>) -> Eval {
    let (e, m) = (s.int_attr("exponent_bits")?, s.int_attr("mantissa_bits")?);
    s.ensure((1..64).contains(&e) && (0..64).contains(&m), || "has an unusable format".into())?;
    map1(s, |from, to, x| {
        let own = match from {
            Elem::Float(f) => f.spec().exponent_bits as i64,
            _ => return None,
        };
        if from == Elem::Float(FloatFormat::F32) || from == Elem::F64 || from.is_narrow_float() {
            return Some(Num::from_f64(to, reduce_float(x.real(), own, e, m)));
        }
        None
    })
}
