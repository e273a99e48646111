//! Other orders of the dimensions of packed operands.

use strata_ir::prelude::*;
use strata_linalg::{LinalgOp, PackOp, UnPackOp};
use strata_tensor::{MixedIndex, index_list};

use super::{
    Loops, count_tiles, generic,
    metadata::{indices, permuted},
    packed_dest,
};

/// The ops that a transposition makes.
#[derive(Clone, Copy, Debug)]
pub struct Transposed {
    /// The structured op.
    pub op: Op,
    /// The pack op.
    pub pack: Op,
    /// The unpack op of the result.
    pub unpack: Option<Op>,
}

/// The parts of a pack or unpack op, in another order.
struct Parts {
    tiles: Vec<MixedIndex>,
    dims: Vec<i64>,
    order: Vec<i64>,
}

impl Parts {
    fn new(
        tiles: Vec<MixedIndex>,
        dims: &[i64],
        order: &[i64],
        rank: usize,
        [outer, inner]: [&[i64]; 2],
    ) -> Self {
        let order = if order.is_empty() { (0..rank as i64).collect() } else { order.to_vec() };
        let mut out = Self { tiles, dims: dims.to_vec(), order };
        if !inner.is_empty() {
            out.tiles = permuted(&out.tiles, &indices(inner));
            out.dims = permuted(&out.dims, &indices(inner));
        }
        if !outer.is_empty() {
            out.order = permuted(&out.order, &indices(outer));
        }
        out
    }
    /// Sizes of tiles, their dimensions and the order of the outer ones as attributes; and dynamic sizes.
    fn attrs(&self, b: &Body) -> ([Attr; 3], Vec<Value>) {
        let (statics, dynamic) = index_list::split(&self.tiles);
        ([&statics, &self.dims, &self.order].map(|l| b.cx().i64_array(l)), dynamic)
    }
}

/// Transposes the outer dimensions and those of tiles of the operand `pack` of a structured op, which is its only user, and those of the
/// result that `unpack` reads.
///
/// # Errors
/// In words; nothing has changed then.
pub fn transpose(
    body: &mut Body,
    op: Op,
    pack: PackOp,
    unpack: Option<UnPackOp>,
    orders: [&[i64]; 2],
) -> Result<Transposed, &'static str> {
    let linalg = op.cast::<dyn LinalgOp>(body).ok_or("not a structured op")?;
    let uses: Vec<(Op, usize)> = body.uses_of(pack.result(body)).collect();
    let [(user, operand)] = uses[..] else { return Err("expect single pack use") };
    if user != op {
        return Err("not a single use by the LinalgOp target");
    }
    let inits = linalg.dps_init_range(body);
    if let Some(unpack) = unpack {
        let result = operand.checked_sub(inits.start).and_then(|i| body.results(op).get(i).copied());
        if !inits.contains(&operand) || Some(unpack.source(body)) != result {
            return Err("not produced by the LinalgOp target");
        }
    }
    // Without an unpack op, users of the result would see it transposed.
    let result = operand.checked_sub(inits.start).and_then(|i| body.results(op).get(i).copied());
    if unpack.is_none() && result.is_some_and(|v| body.has_uses(v)) {
        return Err("the result has users that do not expect it transposed");
    }
    let failed = "the operands cannot be transposed";
    let rank = |b: &Body, v: Value| b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0);
    let source_rank = rank(body, pack.source(body));
    let parts =
        Parts::new(pack.mixed_tiles(body), pack.positions(body), pack.outer_order(body), source_rank, orders);
    let mut b = Builder::before(body, pack.op());
    let (source, padding) = (pack.source(&b), pack.padding_value(&b));
    let dest =
        packed_dest(&mut b, source, &parts.dims, &parts.tiles, &parts.order, count_tiles).ok_or(failed)?;
    let ([tiles, dims, order], dynamic) = parts.attrs(&b);
    let new_pack = PackOp::build(&mut b, source, dest, padding, Some(order), dims, &dynamic, tiles);

    let n_tiles = parts.dims.len();
    let identity = |n: usize| (0..n).collect::<Vec<usize>>();
    let [outer, inner] = orders.map(indices);
    let outer = if outer.is_empty() { identity(source_rank) } else { outer };
    let inner = if inner.is_empty() { identity(n_tiles) } else { inner };
    let whole: Vec<usize> = outer.into_iter().chain(inner.into_iter().map(|i| source_rank + i)).collect();
    let mut b = Builder::before(body, op);
    let mut loops = Loops { maps: linalg.indexing_maps(&b), kinds: linalg.iterator_types(&b) };
    let map = &mut loops.maps[operand];
    *map = map.with_results(whole.iter().map(|&i| map.result(i).clone()).collect());
    let mut operands: Vec<Value> = b.operands(op).collect();
    operands[operand] = new_pack;
    let (ins, outs) = operands.split_at(inits.start);
    let types: Vec<Type> = outs.iter().map(|&v| b.ty(v)).collect();
    let new = generic(&mut b, op, (ins, outs), &loops, &types).ok_or(failed)?;
    let results = b.results(new).to_vec();
    let new_unpack = match unpack {
        Some(old) => {
            let result = results[operand - inits.start];
            Some(transpose_unpack(body, old, result, orders))
        }
        None => None,
    };
    crate::loops::replace(body, op, &results);
    if let Some(pack) = Some(pack.op()).filter(|&p| body.is_unused(p)) {
        body.erase(pack);
    }
    let pack = body.def_op(new_pack).ok_or(failed)?;
    Ok(Transposed { op: new, pack, unpack: new_unpack })
}

/// Replaces an unpack op by one of a transposed value.
fn transpose_unpack(body: &mut Body, old: UnPackOp, source: Value, orders: [&[i64]; 2]) -> Op {
    let dest = old.dest(body);
    let rank = body.cx().shaped(body.ty(dest)).and_then(|s| s.rank()).unwrap_or(0);
    let parts = Parts::new(old.mixed_tiles(body), old.positions(body), old.outer_order(body), rank, orders);
    let mut b = Builder::before(body, old.op());
    let ([tiles, dims, order], dynamic) = parts.attrs(&b);
    let new = UnPackOp::build(&mut b, source, dest, Some(order), dims, &dynamic, tiles);
    let op = body.def_op(new).unwrap_or(old.op());
    crate::loops::replace(body, old.op(), &[new]);
    op
}
