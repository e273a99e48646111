//! The bodies of loops in the place of the loops.

use strata_arith::{AndIOp, constant_index};
use strata_gpu::{BarrierOp, BlockDimOp, LaunchOp, ThreadIdOp};
use strata_ir::prelude::*;
use strata_scf::{ForallOp, IfOp};

use super::{
    ids,
    units::{Unit, Units},
};

/// How loops are mapped to threads.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// The sizes of a block.
    pub block: [i64; 3],
    /// The number of threads of a warp.
    pub warp: i64,
    /// Whether threads wait for each other after a loop.
    pub waits: bool,
}

/// Puts the body of a loop in its place. With `available` units, those that have no iteration skip it.
fn inline(
    body: &mut Body,
    op: ForallOp,
    units: &Units,
    available: Option<[i64; 3]>,
    warp: i64,
) -> Result<(), String> {
    let sizes = units.sizes();
    let basis = match available {
        Some(basis) => basis,
        None => {
            let mut basis = sizes.clone();
            basis.resize(basis.len().max(3), 1);
            <[i64; 3]>::try_from(basis).map_err(|_| "transform require size-3 mapping")?
        }
    };
    let mut b = Builder::before(body, op.op());
    let ids = ids::build(&mut b, units, basis, warp)?;
    let conditions = if available.is_some() { ids.conditions } else { Vec::new() };
    let all = conditions.into_iter().reduce(|all, c| AndIOp::build(&mut b, all, c));
    let numbers: Option<Vec<Value>> = units.places().map(|i| ids.numbers.get(i).copied()).collect();
    let numbers = numbers.ok_or("a dimension of the mapping has no number")?;
    let mut at = InsertPoint::before(&b, op.op());
    if let Some(condition) = all {
        let guard = IfOp::create_then(&mut b, condition, &[], |_| Vec::new());
        at = guard.then_yield(&b).map_or(at, |end| InsertPoint::before(&b, end.op()));
    }
    if let Some(end) = op.terminator(body) {
        body.erase(end.op());
    }
    let block = body.blocks(op.body(body)).first().copied();
    if let Some(block) = block {
        body.inline_block(block, at, &numbers);
    }
    body.erase(op.op());
    Ok(())
}

/// Maps a loop to blocks; `grid` is their number, or else as many as the loop needs. Returns the sizes of the grid.
///
/// # Errors
/// In words; the body may have changed then.
pub fn map_to_blocks(body: &mut Body, op: ForallOp, grid: Option<[i64; 3]>) -> Result<[i64; 3], String> {
    let units = Units::read(body, op, true)?;
    let block = body.parent_block(op.op()).ok_or("a loop outside of all blocks")?;
    let start = InsertPoint::at_start(body, block);
    let zero = constant_index(&mut Builder::new(body, start, body.loc(op.op())), 0);
    inline(body, op, &units, grid, 1)?;
    let sizes = units.sizes();
    let around: Vec<Op> = body.block_ops(block).collect();
    let ops = around.into_iter().flat_map(|op| std::iter::once(op).chain(body.ops_in(op)));
    let of_block: Vec<Op> = ops.filter(|op| op.isa::<BlockDimOp>(body)).collect();
    replace_where_one(body, &of_block, &sizes, zero);
    let at = |i: usize| sizes.get(i).copied().unwrap_or(1);
    Ok(grid.unwrap_or([at(0), at(1), at(2)]))
}

/// Replaces the results of ops for one of three dimensions by zero, where the size of the dimension is one.
fn replace_where_one(body: &mut Body, ops: &[Op], sizes: &[i64], zero: Value) {
    for &op in ops {
        let dim = body.attr(op, "dimension").and_then(|a| body.cx().attr_as::<strata_gpu::Dimension>(a));
        if dim.is_some_and(|dim| sizes.get(dim.index()) == Some(&1)) {
            let value = body.result(op, 0);
            body.replace_all_uses(value, zero);
        }
    }
}

/// Maps the loops in a launch to threads.
///
/// # Errors
/// In words; the body may have changed then.
pub fn map_to_threads(body: &mut Body, launch: LaunchOp, threads: Threads) -> Result<(), String> {
    let block = body.blocks(launch.body(body)).first().copied().ok_or("a launch without a body")?;
    let start = InsertPoint::at_start(body, block);
    let zero = constant_index(&mut Builder::new(body, start, body.loc(launch.op())), 0);
    for op in body.post_order_in(launch.op()) {
        let Some(op) = op.as_op::<ForallOp>(body) else { continue };
        let units = Units::read(body, op, false)?;
        check(&units, threads)?;
        let after = InsertPoint::after(body, op.op());
        if threads.waits {
            BarrierOp::build(&mut Builder::new(body, after, body.loc(op.op())));
        }
        inline(body, op, &units, Some(threads.block), threads.warp)?;
    }
    let ids: Vec<Op> = body.ops_in(launch.op()).into_iter().filter(|op| op.isa::<ThreadIdOp>(body)).collect();
    replace_where_one(body, &ids, &threads.block, zero);
    Ok(())
}

/// There are threads for all iterations.
fn check(units: &Units, threads: Threads) -> Result<(), String> {
    let factor = units.unit.factor(threads.warp).filter(|&f| f > 0).ok_or(ids::NO_WARP)?;
    let linear = units.is_linear();
    if !linear && threads.block[0] % factor != 0 {
        return Err(format!("3-D mapping: size of threadIdx.x must be a multiple of {factor}"));
    }
    let product = |first: i64, list: &[i64]| {
        list.iter().try_fold(first, |all, &n| all.checked_mul(n)).unwrap_or(i64::MAX)
    };
    let (needed, there) = (product(factor, &units.counts), product(1, &threads.block));
    if needed > there {
        return Err(format!(
            "the number of required parallel resources (blocks or threads) {needed} overflows the number of available resources {there}"
        ));
    }
    debug_assert!(units.unit != Unit::Block, "loops over blocks are no loops over threads");
    Ok(())
}
