//! `int-range-optimizations` and `arith-unsigned-when-equivalent`: simplifications of ops from integer ranges.
//!
//! Before:
//! ```mlir
//! %0 = arith.andi %x, %c7 : i32
//! %1 = arith.cmpi slt, %0, %c8 : i32
//! ```
//! After the first pass uses of `%1` are `true`; after the second one the comparison would be `ult`.

use strata_arith::{
    CeilDivSIOp, CeilDivUIOp, CmpIOp, CmpIPredicate, DivSIOp, DivUIOp, ExtSIOp, ExtUIOp, FloorDivSIOp,
    MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, RemSIOp, RemUIOp,
    fold::elements::{int_constant, splat_int},
    materialize_constant,
};
use strata_ir::{
    analysis::{IntRanges, is_trivially_dead},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Do optimizations based on integer range analysis
#[pass(name = "int-range-optimizations", class = "ArithIntRangeOpts", each_body)]
pub struct IntRangeOptimizations;

/// Replace signed ops with unsigned ones where they are proven equivalent
#[pass(name = "arith-unsigned-when-equivalent", class = "ArithUnsignedWhenEquivalent", each_body)]
pub struct UnsignedWhenEquivalent;

/// Folds the simplified ops and erases those without uses. The analyses must not be used afterwards.
pub(crate) fn clean_up(body: &mut Body, patterns: &PatternSet) -> PassResult {
    let regions = strata_ir::rewrite::RegionSimplification::Aggressive;
    let config = GreedyConfig { canonicalize: false, regions, ..Default::default() };
    Ok(rewrite_greedily(body, patterns, &config).into_result()?)
}

impl BodyPass for IntRangeOptimizations {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let ranges = IntRanges::new(body);
        // Nothing is erased before the end, so that no new value reuses the index of an old one.
        for op in body.all_ops() {
            if body.has_trait(op, Trait::ConstantLike) {
                continue;
            }
            for value in body.results(op).to_vec() {
                known_constant(body, &ranges, value, InsertPoint::before(body, op));
            }
            trivial_remainder(body, &ranges, op);
            for region in body.regions(op).to_vec() {
                for block in body.blocks(region).to_vec() {
                    for arg in body.block_args(block).to_vec() {
                        known_constant(body, &ranges, arg, InsertPoint::at_start(body, block));
                    }
                }
            }
        }
        for op in body.all_ops().into_iter().rev() {
            if body.is_unused(op) && is_trivially_dead(body, op) {
                body.erase(op);
            }
        }
        clean_up(body, &PatternSet::new())
    }
}

/// Replaces a value whose range is a single number.
fn known_constant(body: &mut Body, ranges: &IntRanges, value: Value, at: InsertPoint) -> Option<()> {
    if !body.has_uses(value) {
        return None;
    }
    let constant = ranges.get(value)?.as_constant()?.clone();
    let (cx, ty) = (body.cx_arc().clone(), body.ty(value));
    let attr = int_constant(&cx, ty, constant)?;
    let loc = body.value_loc(value);
    let new = materialize_constant(&mut Builder::new(body, at, loc), attr, ty)?;
    body.replace_all_uses(value, new);
    Some(())
}

/// The remainder of a dividend that is less than the divisor is the dividend.
fn trivial_remainder(body: &mut Body, ranges: &IntRanges, op: Op) -> Option<()> {
    let signed = op.isa::<RemSIOp>(body);
    if !signed && !op.isa::<RemUIOp>(body) {
        return None;
    }
    let (dividend, divisor, result) = (body.operand(op, 0), body.operand(op, 1), body.result(op, 0));
    let modulus = constant_value(body, divisor).and_then(|a| splat_int(body.cx(), a))?;
    let range = ranges.get(dividend)?;
    let (min, max) = if signed { (&range.smin, &range.smax) } else { (&range.umin, &range.umax) };
    let below = |v: &strata_ir::num::ApInt| !v.is_negative() && v.ucmp(&modulus).is_lt();
    if modulus.is_negative() || !below(min) || !below(max) {
        return None;
    }
    body.replace_all_uses(result, dividend);
    Some(())
}

impl BodyPass for UnsignedWhenEquivalent {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let ranges = IntRanges::new(body);
        let non_negative = |v: Value| ranges.get(v).is_some_and(|r| r.is_non_negative());
        let mut replaced = Vec::new();
        for op in body.all_ops() {
            let operands = body.operands(op).all(non_negative);
            let results = body.results(op).iter().all(|&v| non_negative(v));
            let new = match op.as_op::<CmpIOp>(body) {
                Some(cmp) if operands => unsigned_comparison(cmp, body),
                None if operands && results => unsigned_op(op, body),
                _ => None,
            };
            if let Some(new) = new {
                let old = body.result(op, 0);
                body.replace_all_uses(old, new);
                replaced.push(op);
            }
        }
        for op in replaced {
            body.erase(op);
        }
        Ok(())
    }
}

/// A signed comparison of non-negative numbers, as an unsigned one.
fn unsigned_comparison(op: CmpIOp, body: &mut Body) -> Option<Value> {
    let predicate = match CmpIPredicate::from_attr(body.cx(), op.predicate(body).into())? {
        CmpIPredicate::Slt => CmpIPredicate::Ult,
        CmpIPredicate::Sle => CmpIPredicate::Ule,
        CmpIPredicate::Sgt => CmpIPredicate::Ugt,
        CmpIPredicate::Sge => CmpIPredicate::Uge,
        _ => return None,
    };
    let (lhs, rhs, predicate) = (op.lhs(body), op.rhs(body), predicate.attr(body.cx()));
    Some(CmpIOp::build(&mut Builder::before(body, op.op()), predicate, lhs, rhs))
}

/// The same op on unsigned numbers.
fn unsigned_op(op: Op, body: &mut Body) -> Option<Value> {
    let is = |name: &str, b: &Body| b.op_name(op) == name;
    let ty = body.results(op).first().map(|&v| body.ty(v))?;
    let x = body.operands(op).next()?;
    if is(ExtSIOp::NAME, body) {
        return Some(ExtUIOp::build(&mut Builder::before(body, op), x, ty));
    }
    let y = body.operands(op).nth(1)?;
    let exact = body.attr(op, "isExact");
    let name = body.op_name(op).to_owned();
    let b = &mut Builder::before(body, op);
    Some(match name.as_str() {
        DivSIOp::NAME => DivUIOp::build(b, x, y, exact),
        FloorDivSIOp::NAME => DivUIOp::build(b, x, y, None),
        CeilDivSIOp::NAME => CeilDivUIOp::build(b, x, y),
        RemSIOp::NAME => RemUIOp::build(b, x, y),
        MinSIOp::NAME => MinUIOp::build(b, x, y),
        MaxSIOp::NAME => MaxUIOp::build(b, x, y),
        _ => return None,
    })
}
