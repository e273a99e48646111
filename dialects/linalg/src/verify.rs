//! Checks that all structured ops share.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::LinalgOp;

/// Checks maps, shapes, the payload and the result types of a structured op.
pub fn structured(op: &dyn LinalgOp, b: &Body) -> VerifyResult {
    let (cx, this) = (b.cx(), op.as_op());
    let maps = op.indexing_maps(b);
    let n = b.num_operands(this);
    ensure!(
        !op.dps_init_range(b).is_empty() || n == 0 || b.results(this).is_empty(),
        "expected at least 1 output operand"
    );
    ensure!(
        maps.len() == n,
        "expected the number of indexing_map ({}) to be equal to the number of input/output operands ({n})",
        maps.len()
    );
    let loops = op.num_loops(b);
    for (i, (map, v)) in maps.iter().zip(b.operands(this)).enumerate() {
        ensure!(map.n_symbols() == 0, "unexpected symbols in indexing_map #{i}");
        ensure!(
            map.n_dims() as usize == loops,
            "expected indexing_map #{i} to have {loops} dim(s) to match the number of loops"
        );
        let rank = cx.shaped(b.ty(v)).map_or(Some(0), |s| s.rank());
        if let Some(rank) = rank {
            ensure!(
                map.n_results() == rank,
                "expected operand #{i} rank ({rank}) to match the result rank of indexing_map #{i} ({})",
                map.n_results()
            );
        }
    }
    results(op, b)?;
    payload(op, b)?;
    // Dimensions must not be read outside of the loops' sizes.
    let used = strata_ir::affine::concat_maps(&maps);
    let found = (0..loops as u32).all(|l| used.result_position(l).is_some());
    ensure!(loops == 0 || found, "expected the shape-to-loops map to be non-null");
    let ranges = op.static_loop_ranges(b);
    for (i, (map, v)) in maps.iter().zip(b.operands(this)).enumerate() {
        let shape = cx.shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]);
        for (d, (e, &size)) in map.results().iter().zip(shape).enumerate() {
            if size == DYNAMIC || ranges.contains(&DYNAMIC) || ranges.contains(&0) {
                continue;
            }
            let last: Vec<i64> = ranges.iter().map(|r| r - 1).collect();
            let zeros = vec![0; ranges.len()];
            let (Some(at_start), Some(at_end)) = (e.eval(&zeros, &[]), e.eval(&last, &[])) else { continue };
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
        let (got, want) = (b.ty(arg), b.cx().elem_or_self(b.ty(v)));
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
