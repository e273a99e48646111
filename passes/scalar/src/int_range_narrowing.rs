//! `arith-int-range-narrowing`: computes in fewer bits where integer ranges allow it.
//!
//! Before:
//! ```mlir
//! %0 = arith.addi %x, %y : index
//! ```
//! After, when all three fit 8 bits:
//! ```mlir
//! %0 = arith.index_castui %x : index to i8
//! %1 = arith.index_castui %y : index to i8
//! %2 = arith.addi %0, %1 : i8
//! %3 = arith.index_castui %2 : i8 to index
//! ```

use std::sync::Arc;

use strata_arith::{CmpIOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, TruncIOp};
use strata_ir::{
    analysis::{IntRange, IntRanges, is_trivially_dead},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{dialect_conversion::fold, int_range_optimizations::clean_up};

/// Reduce integer operations bitwidth based on integer range analysis
#[pass(name = "arith-int-range-narrowing", class = "ArithIntRangeNarrowing", each_body)]
pub struct IntRangeNarrowing {
    /// Integer bitwidths supported
    pub int_bitwidths_supported: Vec<u32>,
}

/// The casts to fewer bits and back that keep a value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Casts {
    signed: bool,
    unsigned: bool,
}

impl Casts {
    fn for_range(range: &IntRange, width: u32) -> Self {
        if range.width() <= width {
            return Casts { signed: false, unsigned: false };
        }
        Casts { signed: range.fits_signed(width), unsigned: range.fits_unsigned(width) }
    }
    fn both(self, other: Self) -> Self {
        Casts { signed: self.signed && other.signed, unsigned: self.unsigned && other.unsigned }
    }
    fn possible(self) -> bool {
        self.signed || self.unsigned
    }
    /// A value that both kinds of casts keep gets unsigned casts.
    fn is_signed(self) -> bool {
        self.signed && !self.unsigned
    }
}

impl BodyPass for IntRangeNarrowing {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let widths: Vec<u32> = self.int_bitwidths_supported.iter().copied().filter(|&w| w > 0).collect();
        let mut ranges = IntRanges::new(body);
        // From the users to the definitions: a value is narrowed by the range known at the start.
        for op in body.all_ops().into_iter().rev() {
            let results = body.results(op).to_vec();
            let erased = if body.is_unused(op) && is_trivially_dead(body, op) {
                body.erase(op);
                true
            } else {
                !body.has_trait(op, Trait::ConstantLike) && fold(body, op)
                    || narrow(body, &ranges, op, &widths)
            };
            if erased {
                results.into_iter().for_each(|v| ranges.forget(v));
            }
        }
        let mut patterns = PatternSet::new();
        for name in [IndexCastOp::NAME, IndexCastUIOp::NAME] {
            let widths = widths.clone();
            patterns.add_fn(
                Some(name),
                "arith.index-cast-chain",
                1,
                Arc::new(move |op, rw| cast_chain(op, rw, &widths)),
            );
        }
        clean_up(body, &patterns)
    }
}

/// Replaces an op by one in fewer bits.
fn narrow(body: &mut Body, ranges: &IntRanges, op: Op, widths: &[u32]) -> bool {
    let narrowed = match op.as_op::<CmpIOp>(body) {
        Some(cmp) => compare(body, ranges, cmp, widths),
        None => elementwise(body, ranges, op, widths),
    };
    let Some(new) = narrowed else { return false };
    for (old, new) in body.results(op).to_vec().into_iter().zip(new) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    true
}

/// `ty` with integers of `width` bits.
fn with_width(cx: &Context, ty: Type, width: u32) -> Type {
    cx.with_elem(ty, cx.int_type(width))
}

/// A cast to another width.
fn cast(b: &mut Builder<'_>, v: Value, to: Type, signed: bool) -> Value {
    let cx = b.cx();
    let (from, elem) = (cx.elem_or_self(b.ty(v)), cx.elem_or_self(to));
    if b.ty(v) == to {
        return v;
    }
    match (cx.is_index(from) || cx.is_index(elem), signed) {
        (true, true) => IndexCastOp::build(b, v, to),
        (true, false) => IndexCastUIOp::build(b, v, to),
        _ if cx.bit_width(elem) < cx.bit_width(from) => TruncIOp::build(b, v, None, to),
        (false, true) => ExtSIOp::build(b, v, to),
        (false, false) => ExtUIOp::build(b, v, to),
    }
}

/// An elementwise op on values of one type, all of which fit fewer bits.
fn elementwise(body: &mut Body, ranges: &IntRanges, op: Op, widths: &[u32]) -> Option<Vec<Value>> {
    let ty = body.results(op).first().map(|&v| body.ty(v))?;
    let same = body.operand_types(op).chain(body.result_types(op)).all(|t| t == ty);
    if !same || body.num_operands(op) == 0 || !body.has_trait(op, Trait::Elementwise) {
        return None;
    }
    let known: Option<Vec<&IntRange>> =
        body.operands(op).chain(body.results(op).iter().copied()).map(|v| ranges.get(v)).collect();
    let known = known?;
    let all = Casts { signed: true, unsigned: true };
    let fits = |width: u32| known.iter().fold(all, |c, r| c.both(Casts::for_range(r, width)));
    let width = widths.iter().copied().find(|&w| fits(w).possible())?;
    let casts = fits(width);
    let narrow = with_width(body.cx(), ty, width);
    let signs: Vec<bool> = known.iter().map(|r| casts.is_signed() && !r.is_non_negative()).collect();
    let operands: Vec<Value> = body.operands(op).collect();
    let mut map: Vec<(Value, Value)> = Vec::new();
    let mut new_operands = Vec::new();
    for (&v, &signed) in operands.iter().zip(&signs) {
        let new = cast(&mut Builder::before(body, op), v, narrow, signed);
        map.push((v, new));
        new_operands.push(new);
    }
    // Of several casts of one operand the last one is used.
    let last = |v: Value| map.iter().rev().find(|m| m.0 == v).map_or(v, |m| m.1);
    let copy = body.clone_op(op, &mut IdMap::new());
    let at = InsertPoint::before(body, op);
    body.insert(copy, at);
    for (i, &v) in operands.iter().enumerate() {
        body.set_operand(copy, i, last(v));
    }
    let results = body.results(copy).to_vec();
    let mut back = Vec::new();
    for v in results {
        body.set_type(v, narrow);
        back.push(cast(&mut Builder::before(body, op), v, ty, casts.is_signed()));
    }
    Some(back)
}

/// A comparison of values that fit fewer bits.
fn compare(body: &mut Body, ranges: &IntRanges, op: CmpIOp, widths: &[u32]) -> Option<Vec<Value>> {
    let (lhs, rhs) = (op.lhs(body), op.rhs(body));
    let (l, r) = (ranges.get(lhs)?, ranges.get(rhs)?);
    let width =
        widths.iter().copied().find(|&w| Casts::for_range(l, w).both(Casts::for_range(r, w)).possible())?;
    let (lhs_signed, rhs_signed) =
        (Casts::for_range(l, width).is_signed(), Casts::for_range(r, width).is_signed());
    let narrow = with_width(body.cx(), body.ty(lhs), width);
    let predicate = op.predicate(body);
    let b = &mut Builder::before(body, op.op());
    let lhs = cast(b, lhs, narrow, lhs_signed);
    let rhs = cast(b, rhs, narrow, rhs_signed);
    Some(vec![CmpIOp::build(b, predicate, lhs, rhs)])
}

/// Folds casts to `index` and back, for widths up to that of `index`.
fn cast_chain(op: Op, rw: &mut Rewriter<'_>, widths: &[u32]) -> Option<()> {
    let middle = rw.operand(op, 0);
    let inner = rw.def_op(middle).filter(|&i| rw.op_name(i) == rw.op_name(op))?;
    let (source, ty) = (rw.operand(inner, 0), rw.ty(rw.result(op, 0)));
    let cx = rw.cx();
    let supported = cx.as_int(ty).is_some_and(|t| widths.contains(&t.width));
    if rw.ty(source) != ty || !cx.is_index(rw.ty(middle)) || !supported {
        return None;
    }
    rw.replace_op(op, &[source]);
    Some(())
}
