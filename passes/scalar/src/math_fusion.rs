//! `math-uplift-to-fma` and `math-sincos-fusion`: fuse two ops into one that computes both.
//!
//! Before:
//! ```mlir
//! %0 = arith.mulf %a, %b fastmath<contract> : f32
//! %1 = arith.addf %0, %c fastmath<contract> : f32
//! ```
//! After: `%1 = math.fma %a, %b, %c fastmath<contract> : f32`.

use strata_arith::{AddFOp, FastMathFlags, MulFOp};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_math::{CosOp, FmaOp, SinOp, SincosOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Uplift arith ops to math.fma.
#[pass(name = "math-uplift-to-fma", class = "MathUpliftToFMA", each_body, idempotent)]
pub struct UpliftToFma;

/// Fuse sin and cos operations.
#[pass(name = "math-sincos-fusion", class = "MathSincosFusionPass", each_body, idempotent)]
pub struct SincosFusion;

/// Applies one pattern greedily.
fn run(body: &mut Body, rows: &[PatternRow]) -> PassResult {
    let mut patterns = PatternSet::new();
    patterns.add(rows);
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
}

impl BodyPass for UpliftToFma {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        run(body, patterns! { AddFOp => "math.uplift-to-fma": uplift })
    }
}

impl BodyPass for SincosFusion {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        run(body, patterns! { SinOp => "math.sincos-fusion": sincos })
    }
}

/// Whether an op may be contracted with others.
fn contracts(b: &Body, op: Op) -> bool {
    FastMathFlags::from_attr(b.cx(), b.attr(op, "fastmath")).contains(FastMathFlags::CONTRACT)
}

fn uplift(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !contracts(rw, op) {
        return None;
    }
    let (a, b) = (rw.operand(op, 0), rw.operand(op, 1));
    let product = |v: Value| rw.def_as::<MulFOp>(v).filter(|m| contracts(rw, m.op()));
    let (product, other) = match (product(a), product(b)) {
        (Some(m), _) => (m, b),
        (None, Some(m)) => (m, a),
        (None, None) => return None,
    };
    let (x, y, fastmath) = (product.lhs(rw), product.rhs(rw), rw.attr(op, "fastmath"));
    let fma = FmaOp::build(rw, x, y, other, fastmath);
    rw.replace_op(op, &[fma]);
    Some(())
}

/// The first cosine of the same operand with the same flags in the same block.
fn sincos(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (x, block) = (rw.operand(op, 0), rw.parent_block(op)?);
    let flags = |b: &Body, o: Op| FastMathFlags::from_attr(b.cx(), b.attr(o, "fastmath"));
    let wanted = flags(rw, op);
    let cos = rw
        .block_ops(block)
        .find(|&o| o.isa::<CosOp>(rw) && rw.operand(o, 0) == x && flags(rw, o) == wanted)?;
    let first = if rw.is_before(op, cos) { op } else { cos };
    let (at, loc) = (strata_ir::core::InsertPoint::before(rw, first), rw.loc(first));
    rw.goto(at);
    rw.set_cur_loc(loc);
    let flags = wanted.attr(rw.cx());
    let both = SincosOp::build(rw, x, Some(flags));
    let (s, c) = (both.sin(rw), both.cos(rw));
    rw.replace_op(op, &[s]);
    rw.replace_op(cos, &[c]);
    Some(())
}
