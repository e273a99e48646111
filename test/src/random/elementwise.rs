//! Elementwise ops, and ops that create values.

use strata_ir::core::OpDef;
use strata_stablehlo::{
    AddOp,
    facts::{Associative, Exact, Transcendental},
};

use super::{
    domains::{Pointwise, pointwise},
    limits,
    types::{Elem, Kind, Ty, elem},
    writer::{Level, Val, Writer, has_elem, op_info},
};

/// A unary op.
pub fn unary(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    unary_of(w, &x);
    Some(())
}

fn unary_of(w: &mut Writer, x: &Val) -> Val {
    let e = x.ty.elem;
    if e.is_float() && w.chance(1, 16) {
        let attrs = precision(w);
        return w.op1("reduce_precision", &[x], &attrs, x.ty.clone());
    }
    let mut ops = pointwise("stablehlo", 1, e);
    limits::keep_elementwise(w.level, e, &mut ops);
    apply(w, &ops, &[x])
}

/// Applies one of several ops, a transcendental function in about a third of the cases.
fn apply(w: &mut Writer, ops: &[Pointwise], operands: &[&Val]) -> Val {
    let (smooth, others): (Vec<Pointwise>, Vec<Pointwise>) =
        ops.iter().partition(|op| op.info.implements::<dyn Transcendental>());
    let takes_smooth = others.is_empty() || !smooth.is_empty() && w.chance(1, 3);
    let op = w.one(if takes_smooth { &smooth } else { &others });
    let ty = operands[0].ty.with(op.result);
    w.op1(op.info.name, operands, "", ty)
}

fn precision(w: &mut Writer) -> String {
    let (e, m) = (w.number(1, 11), w.number(0, 23));
    format!("exponent_bits = {e} : i32, mantissa_bits = {m} : i32")
}

/// A binary op.
pub fn binary(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let y = w.need(&x.ty);
    binary_of(w, &x, &y);
    Some(())
}

fn binary_of(w: &mut Writer, x: &Val, y: &Val) -> Val {
    if w.level == Level::Compiler && x.ty.elem.is_int() && w.chance(1, 8) {
        return limits::integer_power(w, x);
    }
    let mut ops = pointwise("stablehlo", 2, x.ty.elem);
    limits::keep_elementwise(w.level, x.ty.elem, &mut ops);
    apply(w, &ops, &[x, y])
}

/// A comparison.
pub fn compare(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let y = w.need(&x.ty);
    compare_of(w, &x, &y);
    Some(())
}

fn compare_of(w: &mut Writer, x: &Val, y: &Val) -> Val {
    let e = x.ty.elem;
    let complex = e.is_complex();
    let direction =
        w.one(if complex { &["EQ", "NE"] } else { &["EQ", "NE", "LT", "LE", "GT", "GE"] as &[&str] });
    let mut attrs = format!("comparison_direction = #stablehlo<comparison_direction {direction}>");
    let kind = match e.kind {
        Kind::Bool | Kind::Unsigned => "UNSIGNED",
        Kind::Signed => "SIGNED",
        Kind::Float if w.chance(1, 4) => "TOTALORDER",
        _ => "FLOAT",
    };
    if kind == "TOTALORDER" || w.chance(1, 2) {
        attrs.push_str(&format!(", compare_type = #stablehlo<comparison_type {kind}>"));
    }
    w.op1("compare", &[x, y], &attrs, x.ty.with(elem("i1")))
}

/// A choice between two values, element by element or as a whole.
pub fn select(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let y = w.need(&x.ty);
    let boolean = if w.chance(1, 4) { Ty::scalar(elem("i1")) } else { x.ty.with(elem("i1")) };
    let p = w.need(&boolean);
    w.op1("select", &[&p, &x, &y], "", x.ty.clone());
    Some(())
}

/// A value clamped to bounds.
pub fn clamp(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain() && t.elem.kind != Kind::Bool && !t.elem.is_complex())?;
    let bound = if w.chance(1, 2) { Ty::scalar(x.ty.elem) } else { x.ty.clone() };
    let (low, high) = (w.need(&bound), w.need(&bound));
    w.op1("clamp", &[&low, &x, &high], "", x.ty.clone());
    Some(())
}

/// A conversion to another element type.
pub fn convert(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let e = w.elem();
    w.op1("convert", &[&x], "", x.ty.with(e));
    Some(())
}

/// A bitcast to another type, of the same width, of a fraction of it, or of a multiple.
pub fn bitcast(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain() && !t.elem.is_complex() && t.elem.bits >= 8)?;
    let (bits, shape) = (x.ty.elem.bits, &x.ty.shape);
    // XLA takes subnormal numbers for zero.
    let only_ints = w.level == Level::Compiler;
    let to = w.elem_where(|e| {
        !e.is_complex()
            && (e.is_int() || !only_ints)
            && e.bits >= 8
            && (e.bits == bits
                || e.bits < bits && bits % e.bits == 0
                || e.bits % bits == 0 && shape.last() == Some(&((e.bits / bits) as usize)))
    });
    let mut ty = x.ty.with(to);
    if to.is_complex() || to.bits < 8 || only_ints && !to.is_int() {
        return None;
    } else if to.bits < bits && bits % to.bits == 0 {
        ty.shape.push((bits / to.bits) as usize);
    } else if to.bits > bits && ty.shape.last() == Some(&((to.bits / bits) as usize)) {
        ty.shape.pop();
    } else if to.bits != bits {
        return None;
    }
    w.op1("bitcast_convert", &[&x], "", ty);
    Some(())
}

/// A complex number from its parts.
pub fn complex(w: &mut Writer) -> Option<()> {
    if !has_elem(w.level, elem("complex<f32>")) {
        return None;
    }
    let x = w.any(|t| t.elem == elem("f32") || t.elem == elem("f64"))?;
    let y = w.need(&x.ty);
    let to = if x.ty.elem == elem("f32") { "complex<f32>" } else { "complex<f64>" };
    w.op1("complex", &[&x, &y], "", x.ty.with(elem(to)));
    Some(())
}

/// Numbers counting along a dimension.
pub fn iota(w: &mut Writer) -> Option<()> {
    let e = w.elem_where(|e| e.kind != Kind::Bool);
    let ty = Ty { shape: w.shape(), elem: e };
    if ty.rank() == 0 || !e.has_zero() && ty.count() > 0 {
        return None;
    }
    let d = w.rng.below(ty.rank());
    if w.chance(1, 4) {
        let sizes: Vec<i64> = ty.shape.iter().map(|&d| d as i64).collect();
        let shape = w.numbers(&sizes, elem("i64"));
        w.op1("dynamic_iota", &[&shape], &format!("iota_dimension = {d} : i64"), ty);
    } else {
        w.op1("iota", &[], &format!("iota_dimension = {d} : i64"), ty);
    }
    Some(())
}

/// A constant.
pub fn constant(w: &mut Writer) -> Option<()> {
    let ty = Ty { shape: w.shape(), elem: w.elem() };
    let value = w.literal(&ty);
    w.op1("constant", &[], &format!("value = {value}"), ty);
    Some(())
}

/// A dequantization or a quantization.
pub fn quantize(w: &mut Writer) -> Option<()> {
    // Neither XLA nor the parser of jaxlib has these types.
    if w.level != Level::Own {
        return None;
    }
    let f32 = elem("f32");
    let x = w.any(|t| t.elem == f32 || t.elem.kind == Kind::Quantized)?;
    if x.ty.elem == f32 {
        let q = w.quantized();
        w.op1("uniform_quantize", &[&x], "", x.ty.with(q));
    } else {
        w.op1("uniform_dequantize", &[&x], "", x.ty.with(f32));
    }
    Some(())
}

/// A function of `chlo`.
pub fn chlo(w: &mut Writer) -> Option<()> {
    if w.level != Level::Own {
        return None;
    }
    let x = w.any(|t| (t.elem.is_float() && t.elem.bits >= 16) || t.elem.is_complex() || t.elem.is_int())?;
    let [unary, binary] = [1, 2].map(|n| pointwise("chlo", n, x.ty.elem));
    if !binary.is_empty() && (unary.is_empty() || w.chance(1, 6)) {
        let y = w.need(&x.ty);
        apply(w, &binary, &[&x, &y]);
    } else if !unary.is_empty() {
        apply(w, &unary, &[&x]);
    } else {
        return None;
    }
    Some(())
}

/// A binary op of `chlo` on operands of different shapes: one that is an op of `stablehlo` on operands of equal shapes.
pub fn chlo_broadcast(w: &mut Writer) -> Option<()> {
    if w.level != Level::Own {
        return None;
    }
    let x = w.any(|t| t.elem.is_plain())?;
    // The other operand has the last of the sizes, some of them 1.
    let from = w.rng.below(x.ty.rank() + 1);
    let mut ty = Ty::new(&x.ty.shape[from..], x.ty.elem);
    for d in &mut ty.shape {
        if w.chance(1, 4) {
            *d = 1;
        }
    }
    let y = w.need(&ty);
    let mut ops = pointwise("stablehlo", 2, x.ty.elem);
    ops.retain_mut(|op| {
        let name = op.info.name.replace("stablehlo.", "chlo.broadcast_");
        op_info(&name).is_some_and(|info| {
            op.info = info;
            true
        })
    });
    let (a, b) = if w.chance(1, 2) { (&x, &y) } else { (&y, &x) };
    if ops.is_empty() {
        return None;
    }
    let op = w.one(&ops);
    w.op1(op.info.name, &[a, b], "", x.ty.clone());
    Some(())
}

/// A value of a type, computed by a few elementwise ops from the arguments of a block.
pub fn scribble(w: &mut Writer, ops: i64) {
    for _ in 0..ops {
        let Some(x) = w.known(|t| t.elem.is_plain()) else { return };
        match w.rng.below(6) {
            0 => {
                unary_of(w, &x);
            }
            1 | 2 => {
                let y = w.need(&x.ty);
                binary_of(w, &x, &y);
            }
            3 => {
                let y = w.need(&x.ty);
                compare_of(w, &x, &y);
            }
            4 => {
                let p = w.need(&x.ty.with(elem("i1")));
                let y = w.need(&x.ty);
                w.op1("select", &[&p, &x, &y], "", x.ty.clone());
            }
            _ => {
                let e = w.elem();
                w.op1("convert", &[&x], "", x.ty.with(e));
            }
        }
    }
}

/// The name of an associative and commutative op.
pub fn monoid(w: &mut Writer, e: Elem) -> &'static str {
    if e.is_complex() {
        // Infinities and NaN among the parts of others depend on the grouping.
        return AddOp::NAME;
    }
    let mut ops = pointwise("stablehlo", 2, e);
    ops.retain(|op| op.info.implements::<dyn Associative>());
    if w.level == Level::Compiler && e.is_float() {
        ops.retain(|op| op.info.implements::<dyn Exact>());
    }
    w.one(&ops).info.name
}
