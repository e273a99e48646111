//! Checks that all structured ops share.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    LinalgOp,
    payload::{element, shape},
};

/// Checks maps, shapes, the payload and the result types of a structured op.
pub fn structured(op: &dyn LinalgOp, b: &Body) -> VerifyResult {
    let this = op.as_op();
    let n = b.num_operands(this);
    ensure!(
        !op.dps_init_range(b).is_empty() || n == 0 || b.results(this).is_empty(),
        "expected at least 1 output operand"
    );
    results(op, b)?;
    ensure!(n == 0 || is_pure(op, b), "expected to have pure tensor or buffer semantics");
    maps(op, b)?;
    payload(op, b)
}

/// Operands are tensors or memrefs, with scalars between them, and never both.
fn is_pure(op: &dyn LinalgOp, b: &Body) -> bool {
    let cx = b.cx();
    let any = |is: &dyn Fn(Type) -> bool| b.operands(op.as_op()).any(|v| is(b.ty(v)));
    let buffers = any(&|t| cx.type_as::<MemRefType>(t).is_some());
    let tensors = any(&|t| cx.type_as::<TensorType>(t).is_some());
    buffers != tensors
}

/// Checks that each operand has the rank that its map says, and that all of them agree on the sizes of the loops.
fn maps(op: &dyn LinalgOp, b: &Body) -> VerifyResult {
    let (cx, this) = (b.cx(), op.as_op());
    let (maps, n) = (op.indexing_maps(b), b.num_operands(this));
    ensure!(
        maps.len() == n,
        "expected the number of indexing_map ({}) to be equal to the number of input/output operands ({n})",
        maps.len()
    );
    for (i, (map, v)) in maps.iter().zip(b.operands(this)).enumerate() {
        ensure!(map.n_symbols() == 0, "unexpected symbols in indexing_map #{i}");
        let rank = shape(cx, b.ty(v)).len();
        ensure!(
            map.n_results() == rank,
            "expected operand #{i} rank ({rank}) to match the result rank of indexing_map ({})",
            map.n_results()
        );
    }
    let loops = op.num_loops(b);
    for (i, map) in maps.iter().enumerate() {
        ensure!(
            map.n_dims() as usize == loops,
            "expected indexing_map #{i} to have {loops} dim(s) to match the number of loops"
        );
    }
    let found = (0..loops as u32).all(|l| maps.iter().any(|map| map.result_position(l).is_some()));
    ensure!(
        loops == 0 || found,
        "invalid indexing maps are non-invertible: ({})",
        strata_ir::affine::concat_maps(&maps)
    );
    // Dimensions must not be read outside of the loops' sizes.
    let ranges = op.static_loop_ranges(b);
    if ranges.contains(&DYNAMIC) || ranges.contains(&0) {
        return Ok(());
    }
    let (first, last) = (vec![0; ranges.len()], ranges.iter().map(|r| r - 1).collect::<Vec<i64>>());
    for (i, (map, v)) in maps.iter().zip(b.operands(this)).enumerate() {
        for (d, (e, &size)) in
            map.results().iter().zip(shape(cx, b.ty(v))).enumerate().filter(|(_, (_, s))| **s != DYNAMIC)
        {
            let (Some(at_start), Some(at_end)) = (e.eval(&first, &[]), e.eval(&last, &[])) else { continue };
            let inferred = at_start.max(at_end).saturating_add(1);
            ensure!(at_start.min(at_end) >= 0, "unexpected result less than 0 at expression #{d} in '{map}'");
            if e.as_dim().is_some() {
                ensure!(
                    inferred == size,
                    "inferred input/output operand #{i} has shape's dimension #{d} to be {inferred}, but found {size}"
                );
            } else {
                ensure!(
                    inferred <= size,
                    "inferred input/output operand #{i} has shape's dimension #{d} to be greater than or equal to {inferred}, but found {size}"
                );
            }
        }
    }
    Ok(())
}

fn results(op: &dyn LinalgOp, b: &Body) -> VerifyResult {
    let this = op.as_op();
    let inits: Vec<Value> =
        op.dps_inits(b).into_iter().filter(|&v| AnyTensor::check(b.ty(v), b.cx())).collect();
    let n = b.results(this).len();
    ensure!(
        n == inits.len(),
        "expected the number of tensor results ({n}) to be equal to the number of output tensors ({})",
        inits.len()
    );
    for (&r, &i) in b.results(this).iter().zip(&inits) {
        let text = |v| b.cx().type_to_string(b.ty(v));
        ensure!(
            b.ty(r) == b.ty(i),
            "expected type of operand #{} ('{}') to match type of corresponding result ('{}')",
            b.operands(this).position(|v| v == i).unwrap_or(0),
            text(i),
            text(r)
        );
    }
    Ok(())
}

fn payload(op: &dyn LinalgOp, b: &Body) -> VerifyResult {
    let this = op.as_op();
    let Some(block) = op.payload(b) else { return Err("expects to have 1 region with 1 block".into()) };
    let (args, n) = (b.block_args(block), b.num_operands(this));
    ensure!(
        args.len() == n,
        "expected as many non-induction variable region arguments as the number of input/output operands"
    );
    for (i, (&arg, v)) in args.iter().zip(b.operands(this)).enumerate() {
        let (got, want) = (b.ty(arg), element(b.cx(), b.ty(v)));
        let text = |t| b.cx().type_to_string(t);
        ensure!(
            got == want,
            "expected type of bb argument #{i} ('{}') to match element or self type of the corresponding operand ('{}')",
            text(got),
            text(want)
        );
    }
    ensure!(op.payload_yield(b).is_some(), "expected the region to end in 'linalg.yield'");
    Ok(())
}
