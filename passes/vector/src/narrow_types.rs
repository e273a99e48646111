//! Conversions of integers of less than a byte as shifts and masks of bytes, and of bits of vectors that are cast.
//!
//! ```mlir
//! %0 = arith.extsi %x : vector<8xi4> to vector<8xi32>
//! ```
//! becomes
//! ```mlir
//! %b = vector.bitcast %x : vector<8xi4> to vector<4xi8>
//! %s = arith.shli %b, %four : vector<4xi8>
//! %l = arith.shrsi %s, %four : vector<4xi8>
//! %h = arith.shrsi %b, %four : vector<4xi8>
//! %i = vector.interleave %l, %h : vector<4xi8> -> vector<8xi8>
//! %0 = arith.extsi %i : vector<8xi8> to vector<8xi32>
//! ```
//! Only for targets whose lowest byte comes first, as upstream's patterns.

use strata_arith::{AndIOp, ExtSIOp, ExtUIOp, OrIOp, ShLIOp, ShRSIOp, ShRUIOp, TruncIOp};
use strata_ir::{core::constraints::is_signless_int, prelude::*};
use strata_vector::{BitCastOp, DeinterleaveOp, InterleaveOp, ShuffleOp, TransposeOp};

const BYTE: u32 = 8;

/// Adds the patterns. Those for whole bytes come first, since they make better code.
pub fn add_narrow_type_patterns(set: &mut PatternSet) {
    set.add(strata_ir::rewrite::patterns! { TransposeOp => "transpose-bytes": transpose });
    set.add_fn(
        Some("vector.bitcast"),
        "bitcast-of-truncation",
        1,
        std::sync::Arc::new(bitcast_of_truncation),
    );
    for name in ["arith.extui", "arith.extsi"] {
        set.add_fn(Some(name), "extension-of-bitcast", 1, std::sync::Arc::new(extension_of_bitcast));
    }
    for (name, sign) in [
        ("arith.extsi", Sign::Signed),
        ("arith.sitofp", Sign::Signed),
        ("arith.extui", Sign::Unsigned),
        ("arith.uitofp", Sign::Unsigned),
    ] {
        let rewrite = move |op: Op, rw: &mut Rewriter<'_>| conversion(op, sign, rw);
        set.add_fn(Some(name), "conversion-by-bytes", 2, std::sync::Arc::new(rewrite));
    }
    set.add_fn(Some("arith.trunci"), "truncation-by-bytes", 2, std::sync::Arc::new(truncation));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

fn vector(b: &Body, v: Value) -> Option<&VectorType> {
    b.cx().type_as::<VectorType>(b.ty(v))
}

fn width(cx: &Context, ty: &VectorType) -> Option<u32> {
    cx.bit_width(ty.elem)
}

/// Whether the elements of a vector of fixed length are whole bytes.
fn has_whole_bytes(cx: &Context, ty: &VectorType) -> bool {
    !ty.scalable.contains(&true) && width(cx, ty).is_some_and(|bits| bits % BYTE == 0)
}

/// The width of the elements of a vector that fill whole bytes, if that is one of these.
fn packed_width(cx: &Context, ty: &VectorType, widths: &[u32]) -> Option<u32> {
    cx.type_as::<IntegerType>(ty.elem)?;
    let bits = width(cx, ty).filter(|bits| widths.contains(bits))?;
    let last = *ty.shape.last()?;
    (!ty.scalable.contains(&true) && last > 0 && last % i64::from(BYTE / bits) == 0).then_some(bits)
}

/// The type with other elements, so many times as many as `times.0` by `times.1`.
fn with_elem(cx: &Context, ty: &VectorType, bits: u32, times: (i64, i64)) -> Type {
    let mut ty = ty.clone();
    ty.elem = cx.int_type(bits);
    if let Some(last) = ty.shape.last_mut() {
        *last = *last * times.0 / times.1;
    }
    cx.ty(ty)
}

/// A vector of one number.
fn splat(b: &mut Builder<'_>, ty: Type, n: i64) -> Value {
    strata_arith::constant_int(b, n, ty)
}

/// `width` bits of each byte from `first` on, with their sign.
fn signed_part(b: &mut Builder<'_>, bytes: Value, first: u32, width: u32) -> Value {
    let ty = b.ty(bytes);
    let (left, right) = (BYTE - width - first, BYTE - width);
    let mut part = bytes;
    if left > 0 {
        let by = splat(b, ty, i64::from(left));
        part = ShLIOp::build(b, part, by, None);
    }
    let by = splat(b, ty, i64::from(right));
    ShRSIOp::build(b, part, by, None)
}

/// `width` bits of each byte from `first` on.
fn unsigned_part(b: &mut Builder<'_>, bytes: Value, first: u32, width: u32) -> Value {
    let ty = b.ty(bytes);
    let mut part = bytes;
    if first > 0 {
        let by = splat(b, ty, i64::from(first));
        part = ShRUIOp::build(b, part, by, None);
    }
    if first + width == BYTE {
        return part;
    }
    let mask = splat(b, ty, (1i64 << width) - 1);
    AndIOp::build(b, part, mask)
}

/// A conversion of integers of two or four bits converts bytes.
fn conversion(op: Op, sign: Sign, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = rw.operand(op, 0);
    let ty = vector(rw, source)?.clone();
    let bits = packed_width(rw.cx(), &ty, &[2, 4])?;
    if !has_whole_bytes(rw.cx(), vector(rw, rw.result(op, 0))?) {
        return None;
    }
    let bytes = with_elem(rw.cx(), &ty, BYTE, (1, i64::from(BYTE / bits)));
    let bytes = BitCastOp::build(rw, source, bytes);
    let part = |rw: &mut Rewriter<'_>, first: u32| match sign {
        Sign::Signed => signed_part(rw, bytes, first, bits),
        Sign::Unsigned => unsigned_part(rw, bytes, first, bits),
    };
    let parts: Vec<Value> = (0..BYTE / bits).map(|i| part(rw, i * bits)).collect();
    let value = match parts[..] {
        [low, high] => InterleaveOp::build(rw, low, high),
        [a, b, c, d] => {
            let (even, odd) = (InterleaveOp::build(rw, a, c), InterleaveOp::build(rw, b, d));
            InterleaveOp::build(rw, even, odd)
        }
        _ => return None,
    };
    // An extension to bytes is done.
    if rw.ty(value) == rw.ty(rw.result(op, 0)) {
        rw.replace_op(op, &[value]);
    } else {
        rw.set_operand(op, 0, value);
    }
    Some(())
}

/// A truncation to four bits puts two bytes together.
fn truncation(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = rw.operand(op, 0);
    let (from, to) = (vector(rw, source)?.clone(), vector(rw, rw.result(op, 0))?.clone());
    packed_width(rw.cx(), &to, &[4])?;
    if !has_whole_bytes(rw.cx(), &from) {
        return None;
    }
    let bytes = with_elem(rw.cx(), &from, BYTE, (1, 1));
    let bytes = if rw.ty(source) == bytes { source } else { TruncIOp::build(rw, source, None, bytes) };
    let half = with_elem(rw.cx(), &from, BYTE, (1, 2));
    let split = DeinterleaveOp::build(rw, bytes, half, half).op();
    let (low, high) = (rw.result(split, 0), rw.result(split, 1));
    let mask = splat(rw, half, 15);
    let low = AndIOp::build(rw, low, mask);
    let by = splat(rw, half, 4);
    let high = ShLIOp::build(rw, high, by, None);
    let both = OrIOp::build(rw, low, high);
    let ty = rw.cx().ty(to);
    let value = BitCastOp::build(rw, both, ty);
    rw.replace_op(op, &[value]);
    Some(())
}

/// A transpose of integers of less than a byte transposes bytes.
fn transpose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = rw.operand(op, 0);
    let from = vector(rw, source)?.clone();
    if !is_signless_int(rw.cx(), from.elem) || width(rw.cx(), &from)? >= BYTE {
        return None;
    }
    let result = rw.ty(rw.result(op, 0));
    let to = rw.cx().type_as::<VectorType>(result)?.clone();
    let order = rw.attr(op, "permutation")?;
    let [wide, transposed] = [&from, &to].map(|ty| with_elem(rw.cx(), ty, BYTE, (1, 1)));
    let wide = ExtSIOp::build(rw, source, wide);
    let wide = TransposeOp::build(rw, wide, order, transposed);
    let value = TruncIOp::build(rw, wide, None, result);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Some bits of an element of the source.
#[derive(Clone, Copy)]
struct Bits {
    element: i64,
    first: u32,
    end: u32,
}

/// For each element of the target of a bitcast of one dimension, the bits of the source that it has, the lowest first.
fn bits_of(cx: &Context, from: &VectorType, to: &VectorType) -> Option<Vec<Vec<Bits>>> {
    let (narrow, wide) = (i64::from(width(cx, from)?), i64::from(width(cx, to)?));
    let [n] = to.shape[..] else { return None };
    let element = |i: i64| {
        let (mut at, end) = (i * wide, (i + 1) * wide);
        let mut out = Vec::new();
        while at < end {
            let (element, first) = (at / narrow, at % narrow);
            let count = (narrow - first).min(end - at);
            out.push(Bits { element, first: first as u32, end: (first + count) as u32 });
            at += count;
        }
        out
    };
    Some((0..n).map(element).collect())
}

/// The elements of the target of a bitcast, of the width of the elements of `source`, which have at least the bits of those of `from`. `None`
/// if these are too narrow for them.
fn gather(rw: &mut Rewriter<'_>, source: Value, from: &VectorType, to: &VectorType) -> Option<Value> {
    let elements = bits_of(rw.cx(), from, to)?;
    let elem = vector(rw, source)?.elem;
    let elem_width = rw.cx().bit_width(elem).filter(|&bits| width(rw.cx(), to).is_some_and(|n| n <= bits))?;
    let ty = rw.cx().vector(&[elements.len() as i64], elem);
    let steps = elements.iter().map(Vec::len).max()?;
    let mut sum = None;
    for step in 0..steps {
        let part = |all: &Vec<Bits>| all.get(step).copied().unwrap_or(Bits { element: 0, first: 0, end: 0 });
        let parts: Vec<Bits> = elements.iter().map(part).collect();
        // A shift by the width is no number; mlir-opt makes one of bits that are not there.
        let before = |all: &Vec<Bits>| {
            let sum: u32 = all.iter().take(step).map(|bits| bits.end - bits.first).sum();
            i64::from(if sum < elem_width { sum } else { 0 })
        };
        let lefts: Vec<i64> = elements.iter().map(before).collect();
        let picked = rw.cx().i64_array(&parts.iter().map(|bits| bits.element).collect::<Vec<_>>());
        let picked = ShuffleOp::build(rw, source, source, picked, ty);
        let mask = |bits: &Bits| ((1i128 << bits.end) - (1i128 << bits.first)) as i64;
        let mask = numbers(rw, ty, &parts.iter().map(mask).collect::<Vec<_>>())?;
        let masked = AndIOp::build(rw, picked, mask);
        let by = numbers(rw, ty, &parts.iter().map(|bits| i64::from(bits.first)).collect::<Vec<_>>())?;
        let right = ShRUIOp::build(rw, masked, by, None);
        let by = numbers(rw, ty, &lefts)?;
        let left = ShLIOp::build(rw, right, by, None);
        sum = Some(match sum {
            Some(sum) => OrIOp::build(rw, sum, left),
            None => left,
        });
    }
    sum
}

/// A constant vector.
fn numbers(rw: &mut Rewriter<'_>, ty: Type, list: &[i64]) -> Option<Value> {
    let value = rw.cx().dense_i64s(ty, list)?;
    Some(strata_arith::constant(rw, value))
}

/// `bitcast(trunci(x))` puts the bits of `x` together.
fn bitcast_of_truncation(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cast = op.as_op::<BitCastOp>(rw)?;
    let source = cast.source(rw);
    let wide = rw.def_of::<TruncIOp>(source).map(|trunc| rw.operand(trunc.op(), 0))?;
    let (from, to) = (vector(rw, source)?.clone(), vector(rw, cast.result(rw))?.clone());
    rw.cx().type_as::<IntegerType>(to.elem)?;
    if to.shape.len() != 1 || !has_whole_bytes(rw.cx(), &to) || width(rw.cx(), vector(rw, wide)?)? > 64 {
        return None;
    }
    let ty = rw.cx().ty(to);
    let to = rw.cx().type_as::<VectorType>(ty)?.clone();
    let value = gather(rw, wide, &from, &to)?;
    let value = resized(rw, value, ty, ExtUIOp::NAME)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// An extension of a bitcast takes the bits from its source.
fn extension_of_bitcast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cast = rw.def_of::<BitCastOp>(rw.operand(op, 0))?;
    let source = cast.source(rw);
    let result = rw.ty(rw.result(op, 0));
    let wide = rw.cx().type_as::<VectorType>(result)?;
    let (from, to) = (vector(rw, source)?.clone(), vector(rw, cast.result(rw))?.clone());
    rw.cx().type_as::<IntegerType>(from.elem)?;
    if wide.shape.len() != 1 || !has_whole_bytes(rw.cx(), wide) || width(rw.cx(), &from)? > 64 {
        return None;
    }
    let mut value = gather(rw, source, &from, &to)?;
    let name = rw.info(op).name;
    if name == ExtSIOp::NAME {
        // The bits of an element have zeros above them; mlir-opt takes these for its sign.
        let (ty, above) = (rw.ty(value), width(rw.cx(), &from)? - width(rw.cx(), &to)?);
        let by = splat(rw, ty, i64::from(above));
        value = ShLIOp::build(rw, value, by, None);
        value = ShRSIOp::build(rw, value, by, None);
    }
    let value = resized(rw, value, result, name)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// The value with elements of another width, by a truncation or by an extension of this name.
fn resized(rw: &mut Rewriter<'_>, v: Value, ty: Type, extension: &str) -> Option<Value> {
    if rw.ty(v) == ty {
        return Some(v);
    }
    let bits = |rw: &Rewriter<'_>, ty: Type| width(rw.cx(), rw.cx().type_as::<VectorType>(ty)?);
    if bits(rw, ty)? <= bits(rw, rw.ty(v))? {
        return Some(TruncIOp::build(rw, v, None, ty));
    }
    let is_unsigned = extension == ExtUIOp::NAME;
    Some(if is_unsigned { ExtUIOp::build(rw, v, ty) } else { ExtSIOp::build(rw, v, ty) })
}
