//! Packing of contractions whose loops stand in any order.

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_linalg::{GenericOp, LinalgOp, generalize};
use strata_passes_analysis::contraction::contraction_dims;
use strata_tensor::{DimOp, MixedIndex};

use super::metadata::permutation;
use crate::{
    ops::{interchange_loops, rewrite_body},
    tiling::{index_math::apply, tile_op},
};

/// How contractions are packed.
#[derive(Clone, Debug)]
pub struct Greedy {
    /// The sizes of tiles of rows, columns and depth.
    pub sizes: [MixedIndex; 3],
    /// Loops become one tile, whose size is a multiple of these; zero for loops with a size of tiles.
    pub multiples: [i64; 3],
    /// The place of rows, columns and depth among the loops of tiles.
    pub order: [usize; 3],
}

/// Packs the innermost loops of a contraction, which become the last ones; returns the new op. `None`, with nothing changed, if the op is
/// no contraction of at least three loops.
pub fn pack_greedily(body: &mut Body, op: Op, greedy: &Greedy) -> Option<Op> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    let n = linalg.num_loops(body);
    if n <= 2 || linalg.payload(body).is_none() || body.results(op).is_empty() {
        return None;
    }
    let dims = contraction_dims(body, linalg)?;
    let positions = [*dims.m.last()?, *dims.n.last()?, *dims.k.last()?];
    let (mut sizes, mut multiples) = (greedy.sizes, greedy.multiples);
    for (i, &at) in greedy.order.iter().enumerate() {
        *sizes.get_mut(at)? = greedy.sizes[i];
        multiples[at] = greedy.multiples[i];
    }
    let wanted = greedy.order.map(|at| n - 3 + at);
    let order = permutation(n, &positions, &wanted);
    let generic = match op.as_op::<GenericOp>(body) {
        Some(generic) => generic,
        None => rewrite_body(body, op, generalize)?,
    };
    interchange_loops(body, generic, &order);
    let mut b = Builder::before(body, generic.op());
    let mut tiles = vec![MixedIndex::Static(0); n - 3];
    // The sizes of all operands, as upstream reads them; those that nothing uses are dead.
    for v in b.operands(generic.op()).collect::<Vec<_>>() {
        DimOp::all(&mut b, v)?;
    }
    let ranges = tile_op::ranges(&mut b, generic.op())?;
    for i in 0..3 {
        tiles.push(match multiples[i] {
            0 => sizes[i],
            multiple => {
                let [size, by] = [0, 1].map(AffineExpr::dim);
                let whole = [ranges[n - 3 + i], MixedIndex::Static(multiple)];
                apply(&mut b, &(size.ceil_div(by.clone()) * by), &whole)
            }
        });
    }
    // A contraction that cannot be packed stays interchanged.
    super::pack(body, generic.op(), &tiles).or(Some(generic.op()))
}
