//! `arith`: integers without sign, floats, casts. Undefined behaviour is an error; a poisoned result is some value.

use std::cmp::Ordering;

use strata_ir::{num::FloatFormat, prelude::*};

use super::elementwise::{bin, functions, map_n, map1, select, un};
use crate::{
    Elem, Eval, Interpreter, Num, Step, Tensor, Value,
    error_text::NOT_INTERPRETED,
    kernels::{Bin, Cmp, Rounding, Un, binary_num, compare, convert_float, convert_num},
};

functions!(BINARY, register_binary, Bin, "arith.", bin, {
    "addi" => Add, "subi" => Sub, "muli" => Mul,
    "divsi" => DivS, "divui" => DivU, "remsi" => RemS, "remui" => RemU,
    "ceildivsi" => CeilDivS, "ceildivui" => CeilDivU, "floordivsi" => FloorDivS,
    "andi" => And, "ori" => Or, "xori" => Xor, "shli" => Shl, "shrsi" => ShrA, "shrui" => ShrL,
    "maxsi" => MaxS, "maxui" => MaxU, "minsi" => MinS, "minui" => MinU,
    "addf" => Add, "subf" => Sub, "mulf" => Mul, "divf" => Div, "remf" => Rem,
    "maximumf" => Max, "minimumf" => Min, "maxnumf" => MaxNum, "minnumf" => MinNum,
});
functions!(UNARY, register_unary, Un, "arith.", un, { "negf" => Neg, });

/// A function from a number of one type to one of another.
pub(crate) type Cast = fn(Elem, Elem, Num) -> Num;

macro_rules! casts {
    ($($name:literal => $f:expr,)*) => {
        const CASTS: &[(&str, Cast)] = &[$(($name, $f)),*];
        fn register_casts(i: &mut Interpreter) {
            $( i.register($name, |s| map1(s, |e, to, x| Some(($f)(e, to, x)))); )*
        }
    };
}
const U64: Elem = Elem::Int { width: 64, unsigned: true };
casts! {
    "arith.extui" => |e: Elem, to: Elem, x: Num| Num::Int(to.wrap(e.zext(x.int()) as i64)),
    "arith.extsi" => |e: Elem, to: Elem, x: Num| Num::Int(to.wrap(e.signed(x.int()))),
    "arith.trunci" => |_: Elem, to: Elem, x: Num| Num::Int(to.wrap(x.int())),
    "arith.index_cast" => |e: Elem, to: Elem, x: Num| Num::Int(to.wrap(e.signed(x.int()))),
    "arith.index_castui" => |e: Elem, to: Elem, x: Num| Num::Int(to.wrap(e.zext(x.int()) as i64)),
    "arith.sitofp" => |e: Elem, to: Elem, x: Num| convert_num(Elem::I64, to, Num::Int(e.signed(x.int()))),
    "arith.uitofp" => |e: Elem, to: Elem, x: Num| convert_num(U64, to, Num::Int(e.zext(x.int()) as i64)),
    "arith.fptosi" => |_: Elem, to: Elem, x: Num| float_to_signless(x, to, false),
    "arith.fptoui" => |_: Elem, to: Elem, x: Num| float_to_signless(x, to, true),
    "arith.extf" => |e: Elem, to: Elem, x: Num| convert_num(e, to, x),
    "arith.truncf" => |e: Elem, to: Elem, x: Num| convert_num(e, to, x),
    "arith.bitcast" => |e: Elem, to: Elem, x: Num| Num::from_bits(to, x.bits(e)),
}

/// The function that a cast of `arith` is.
pub(crate) fn cast_of(name: &str) -> Option<Cast> {
    CASTS.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
}

pub(crate) fn register(i: &mut Interpreter) {
    i.register("arith.constant", constant);
    register_binary(i);
    register_unary(i);
    register_casts(i);
    i.register("arith.select", select);
    i.register("arith.cmpi", cmpi);
    i.register("arith.cmpf", cmpf);
    i.register("arith.addui_extended", addui_extended);
    i.register("arith.mulsi_extended", |s| mul_extended(s, Bin::MulHiS));
    i.register("arith.mului_extended", |s| mul_extended(s, Bin::MulHiU));
    i.register("arith.scaling_extf", |s| {
        let to = s.result_elem(0)?;
        map_n(s, 2, |v| {
            let ((e, x), scale) = (v[0], scale_in(to, v[1]));
            binary_num(Bin::Mul, to, convert_num(e, to, x), scale)
        })
    });
    // The table of casts has no attributes, and is for those that round to nearest.
    i.register("arith.truncf", |s| {
        let mode = rounding(s)?;
        map1(s, |e, to, x| convert_float(mode, e, to, x))
    });
    i.register("arith.scaling_truncf", |s| {
        let (mode, to) = (rounding(s)?, s.result_elem(0)?);
        map_n(s, 2, |v| {
            let (e, x) = v[0];
            convert_float(mode, e, to, binary_num(Bin::Div, e, x, scale_in(e, v[1]))?)
        })
    });
}

/// The rounding mode of an op, to nearest even where it has none.
fn rounding(s: &Step<'_, '_>) -> Eval<Rounding> {
    let mode = Rounding::from_number(s.int_attr_opt("roundingmode").unwrap_or(0));
    let mode = mode.ok_or_else(|| s.fault("has an unknown rounding mode"))?;
    let to = s.result_elem(0)?;
    s.ensure(mode == Rounding::NearestEven || matches!(to.width(), 16 | 32 | 64), || {
        format!("rounds to {to} in a direction, which is {NOT_INTERPRETED}")
    })?;
    Ok(mode)
}

/// A scale as a number of type `to`: the power of two with the exponent of the float; NaN for one that is not finite.
fn scale_in(to: Elem, (e, scale): (Elem, Num)) -> Num {
    let v = scale.real();
    if e == Elem::Float(FloatFormat::F8E8M0FNU) {
        return Num::from_f64(to, v);
    }
    let biased = (v as f32).to_bits() >> 23 & 0xFF;
    Num::from_f64(to, if biased == 0xFF { f64::NAN } else { (biased as f64 - 127.0).exp2() })
}

fn float_to_signless(x: Num, to: Elem, unsigned: bool) -> Num {
    let like = Elem::Int { width: to.width() as u8, unsigned };
    Num::Int(to.wrap(crate::kernels::float_to_int(x.real(), like)))
}

/// The value of a typed attribute.
pub(crate) fn attr_value(cx: &Context, attr: Attr) -> Option<Value> {
    if let Some(i) = cx.attr_as::<IntegerAttr>(attr) {
        let elem = Elem::from_type(cx, i.ty)?;
        return Some(Value::Scalar(elem, Num::Int(elem.wrap(i.value.low_u128() as u64 as i64))));
    }
    if let Some(f) = cx.attr_as::<FloatAttr>(attr) {
        let elem = Elem::from_type(cx, f.ty)?;
        return Some(Value::Scalar(elem, Num::from_bits(elem, f.bits as u64)));
    }
    if let Some(d) = cx.attr_as::<DenseElementsAttr>(attr) {
        let t = Tensor::from_dense(cx, d)?;
        return Some(shaped(cx, d.ty, t));
    }
    if let Some(d) = cx.attr_as::<DenseResourceAttr>(attr) {
        let s = cx.shaped(d.ty)?;
        let elem = Elem::from_type(cx, s.elem)?;
        let shape = crate::value::static_shape(s.shape?)?;
        let blob = cx.resource(d.key)?;
        let data = crate::Data::from_le(elem, &blob);
        return (Some(data.len()) == crate::tensor::count(&shape))
            .then(|| shaped(cx, d.ty, Tensor::new(elem, shape, data)));
    }
    let d = cx.attr_as::<SparseElementsAttr>(attr)?;
    let s = cx.shaped(d.ty)?;
    let shape = crate::value::static_shape(s.shape?)?;
    let mut t = Tensor::splat(Elem::from_type(cx, s.elem)?, shape, Num::zero(Elem::from_type(cx, s.elem)?));
    let positions = cx.attr_as::<DenseElementsAttr>(d.indices)?.to_i64s(cx)?;
    let values = Tensor::from_dense(cx, cx.attr_as::<DenseElementsAttr>(d.values)?)?;
    for (k, pos) in positions.chunks_exact(t.rank().max(1)).enumerate() {
        let at = t.index_of(pos)?;
        t.data.set(at, values.at(k));
    }
    Some(shaped(cx, d.ty, t))
}

fn shaped(cx: &Context, ty: Type, t: Tensor) -> Value {
    if cx.type_as::<VectorType>(ty).is_some() { Value::Vector(t) } else { Value::Tensor(t) }
}

/// An op whose result is its attribute `value`.
pub(crate) fn constant(s: &mut Step<'_, '_>) -> Eval {
    let attr = s.attr("value").ok_or_else(|| s.fault("has no value"))?;
    let value = match s.m.constants.get(&attr) {
        Some(v) => v.clone(),
        None => {
            let v = attr_value(s.cx(), attr).ok_or_else(|| {
                s.fault(format!("has a value of a kind or a type that is {NOT_INTERPRETED}"))
            })?;
            s.m.constants.insert(attr, v.clone());
            v
        }
    };
    s.set(0, value)
}

/// The comparison behind a predicate of `arith.cmpi`.
fn int_comparison(p: i64) -> Option<Cmp> {
    Some(match p {
        0 => Cmp::Eq,
        1 => Cmp::Ne,
        2 | 6 => Cmp::Lt,
        3 | 7 => Cmp::Le,
        4 | 8 => Cmp::Gt,
        5 | 9 => Cmp::Ge,
        _ => return None,
    })
}

/// Whether a predicate of `arith.cmpi` holds for two integers.
pub(crate) fn holds_int(p: i64, e: Elem, x: Num, y: Num) -> bool {
    let (x, y) = (x.int(), y.int());
    let order = if p >= 6 { e.zext(x).cmp(&e.zext(y)) } else { e.signed(x).cmp(&e.signed(y)) };
    int_comparison(p).is_some_and(|cmp| cmp.holds(Some(order)))
}

/// Whether a predicate of `arith.cmpf` holds for two floats.
pub(crate) fn holds_float(p: i64, e: Elem, x: Num, y: Num) -> bool {
    let order = compare(e, x, y, false);
    let ordered = match p {
        0 => false,
        1 | 8 => order == Some(Ordering::Equal),
        2 | 9 => order == Some(Ordering::Greater),
        3 | 10 => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        4 | 11 => order == Some(Ordering::Less),
        5 | 12 => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        6 | 13 => matches!(order, Some(Ordering::Less | Ordering::Greater)),
        7 => order.is_some(),
        15 => true,
        _ => false,
    };
    // The second half of the predicates also hold when the operands are not ordered.
    ordered || p >= 8 && order.is_none()
}

fn cmpi(s: &mut Step<'_, '_>) -> Eval {
    let p = s.int_attr("predicate")?;
    s.ensure(int_comparison(p).is_some(), || format!("has an unknown predicate {p}"))?;
    if let (&Value::Scalar(e, x), &Value::Scalar(_, y)) = (s.operand(0)?, s.operand(1)?) {
        return s.set(0, Value::bool(holds_int(p, e, x, y)));
    }
    map_n(s, 2, |v| Some(Num::Int(holds_int(p, v[0].0, v[0].1, v[1].1) as i64)))
}

fn cmpf(s: &mut Step<'_, '_>) -> Eval {
    let p = s.int_attr("predicate")?;
    s.ensure((0..16).contains(&p), || format!("has an unknown predicate {p}"))?;
    if let (&Value::Scalar(e, x), &Value::Scalar(_, y)) = (s.operand(0)?, s.operand(1)?) {
        return s.set(0, Value::bool(holds_float(p, e, x, y)));
    }
    map_n(s, 2, |v| Some(Num::Int(holds_float(p, v[0].0, v[0].1, v[1].1) as i64)))
}

fn addui_extended(s: &mut Step<'_, '_>) -> Eval {
    bin(s, Bin::Add)?;
    let overflow = |v: &[(Elem, Num)]| {
        let (e, x, y) = (v[0].0, v[0].1.int(), v[1].1.int());
        e.zext(x.wrapping_add(y)) < e.zext(x)
    };
    let flags = pairwise(s, overflow)?;
    s.set(1, flags)
}

/// A boolean for each pair of elements of the two operands.
fn pairwise(s: &Step<'_, '_>, f: impl Fn(&[(Elem, Num)]) -> bool) -> Eval<Value> {
    if let (&Value::Scalar(e, x), &Value::Scalar(_, y)) = (s.operand(0)?, s.operand(1)?) {
        return Ok(Value::bool(f(&[(e, x), (e, y)])));
    }
    let (x, y) = (s.tensor(0)?, s.tensor(1)?);
    let flags: Vec<i64> =
        x.data.iter().zip(y.data.iter()).map(|(a, b)| f(&[(x.elem, a), (x.elem, b)]) as i64).collect();
    let t = Tensor::from_ints(Elem::I1, x.shape.clone(), &flags);
    Ok(s.shaped_value(s.result_type(1)?, t))
}

fn mul_extended(s: &mut Step<'_, '_>, high: Bin) -> Eval {
    bin(s, Bin::Mul)?;
    let value = match (s.operand(0)?, s.operand(1)?) {
        (&Value::Scalar(e, x), &Value::Scalar(_, y)) => {
            binary_num(high, e, x, y).map(|n| Value::Scalar(e, n))
        }
        _ => {
            let (x, y) = (s.tensor(0)?, s.tensor(1)?);
            let data = crate::kernels::binary(high, x.elem, x.data.clone(), y.data.clone());
            let ty = s.result_type(1)?;
            data.map(|d| s.shaped_value(ty, Tensor::new(x.elem, x.shape.clone(), d)))
        }
    };
    let value = value.ok_or_else(|| s.fault("is not defined for its operand type"))?;
    s.set(1, value)
}
