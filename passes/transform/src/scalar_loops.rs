//! Structured ops on buffers as loops over elements.
//!
//! ```mlir
//! linalg.exp ins(%a : memref<?xf32>) outs(%c : memref<?xf32>)
//! ```
//! becomes
//! ```mlir
//! scf.for %i = %c0 to %n step %c1 {
//!   %x = memref.load %a[%i] : memref<?xf32>
//!   %y = math.exp %x : f32
//!   memref.store %y, %c[%i] : memref<?xf32>
//! }
//! ```

use strata_affine::ApplyOp;
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{IndexOp, LinalgOp};
use strata_memref::{LoadOp, StoreOp};
use strata_scf::{ForOp, YieldOp};
use strata_tensor::MixedIndex;

use crate::tiling::tile_op;

/// Replaces an op by loops; returns them, outermost first. `None`, with nothing changed, if it has results or sizes that are not known.
pub fn to_loops(body: &mut Body, op: Op) -> Option<Vec<Op>> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    let (maps, inits, payload) =
        (linalg.indexing_maps(body), linalg.dps_init_range(body), linalg.payload(body)?);
    linalg.loop_sources(body)?;
    let is_tensor = |v: Value| body.cx().type_as::<TensorType>(body.ty(v)).is_some();
    if !body.results(op).is_empty() || body.operands(op).any(is_tensor) {
        return None;
    }
    let mut b = Builder::before(body, op);
    let ranges = tile_op::ranges(&mut b, op)?;
    let constant = |b: &mut Builder<'_>, m: MixedIndex| match m {
        MixedIndex::Static(n) => strata_arith::constant_index(b, n),
        MixedIndex::Value(v) => v,
    };
    let (mut loops, mut ivs) = (Vec::new(), Vec::new());
    for range in ranges {
        let [lower, upper, step] = [0.into(), range, 1.into()].map(|m| constant(&mut b, m));
        let new = ForOp::build(&mut b, lower, upper, step, &[], None, &[]);
        let index = b.cx().index();
        let block = b.region_block(new, 0, &[index], |b, block| {
            YieldOp::build(b, &[]);
            block
        });
        ivs.push(b.block_args(block)[0]);
        loops.push(new.op());
        if let Some(end) = b.last_op(block) {
            let at = InsertPoint::before(&b, end);
            b.goto(at);
        }
    }
    let args = b.block_args(payload).to_vec();
    let mut map = IdMap::new();
    for (i, &arg) in args.iter().enumerate() {
        let v = b.operand(op, i);
        if !b.has_uses(arg) {
            continue;
        }
        let element = if b.cx().shaped(b.ty(v)).is_some() {
            let at = indices(&mut b, &maps[i], &ivs);
            LoadOp::create(&mut b, v, &at)
        } else {
            v
        };
        map.map(arg, element);
    }
    for inner in b.block_ops(payload).collect::<Vec<_>>() {
        if b.has_trait(inner, Trait::Terminator) {
            let values: Vec<Value> = b.operands(inner).map(|v| map.get(v)).collect();
            for (i, v) in inits.clone().zip(values) {
                let at = indices(&mut b, &maps[i], &ivs);
                let buffer = b.operand(op, i);
                StoreOp::create(&mut b, v, buffer, &at);
            }
        } else if let Some(index) = inner.as_op::<IndexOp>(&b) {
            let iv = index.loop_number(&b).and_then(|d| ivs.get(d).copied())?;
            map.map(index.result(&b), iv);
        } else {
            let new = b.clone_op(inner, &mut map);
            b.insert_op(new);
        }
    }
    body.erase(op);
    Some(loops)
}

/// Where an element is in an operand.
fn indices(b: &mut Builder<'_>, map: &AffineMap, ivs: &[Value]) -> Vec<Value> {
    map.results()
        .iter()
        .map(|e| match e.as_dim().and_then(|d| ivs.get(d as usize)) {
            Some(&iv) => iv,
            None => match e.as_const() {
                Some(n) => strata_arith::constant_index(b, n),
                None => ApplyOp::create(b, AffineMap::new(map.n_dims(), 0, vec![e.clone()]), ivs),
            },
        })
        .collect()
}
