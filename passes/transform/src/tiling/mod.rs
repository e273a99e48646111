//! Tiling of structured ops on tensors and buffers by loops of `scf`, and fusion of producers into these loops.
//!
//! ```mlir
//! %r = linalg.matmul ins(%a, %b) outs(%c)
//! ```
//! with tiles of 4 rows becomes
//! ```mlir
//! %r = scf.for %i = %c0 to %rows step %c4 iter_args(%d = %c) {
//!   %t = linalg.matmul ins(%a[%i, 0] [4, …], %b) outs(%d[%i, 0] [4, …])
//!   %n = tensor.insert_slice %t into %d[%i, 0] [4, …]
//!   scf.yield %n
//! }
//! ```

mod domain;
mod fuse;
pub mod index_math;
mod loops;
mod reduction;
pub mod tile_op;

use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_tensor::{InsertSliceOp, MixedIndex, ParallelInsertSliceOp, index_list};

pub use fuse::{fuse_into, fuse_producers};
pub use reduction::{TiledReduction, tile_reduction};
pub use tile_op::{Domain, Place};

use domain::Tiles;
use loops::{Nest, close_nest, open_nest};

/// How an op is tiled.
#[derive(Clone, Debug)]
pub struct Tiling {
    /// The sizes of tiles, or the numbers of threads; loops beyond the list, and those with zero, are not tiled.
    pub sizes: Vec<MixedIndex>,
    /// The order of the loops; those beyond the list follow.
    pub interchange: Vec<usize>,
    /// The loops that are made.
    pub loops: LoopKind,
}

/// The loops around tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// A nest of `scf.for`.
    For,
    /// One `scf.forall` with a mapping.
    Forall(Option<Attr>),
    /// One `scf.forall` of so many threads, with a mapping.
    Threads(Option<Attr>),
    /// One `scf.forall` over the iterations themselves, in steps, with a mapping.
    Stepped(Option<Attr>),
}

/// A tiled op.
#[derive(Clone, Debug)]
pub struct Tiled {
    /// The op on tiles.
    pub op: Op,
    /// The loops, outermost first.
    pub loops: Vec<Op>,
}

/// Tiles a structured op, and replaces it.
///
/// # Errors
/// In words, if the op cannot be tiled so; nothing has changed then.
pub fn tile(body: &mut Body, op: Op, tiling: &Tiling) -> Result<Tiled, String> {
    let linalg =
        op.cast::<dyn LinalgOp>(body).ok_or("only ops implementing TilingInterface are supported")?;
    let n = linalg.num_loops(body);
    if tiling.sizes.len() > n {
        return Err(format!("too many tiles provided, expected at most {n} found {}", tiling.sizes.len()));
    }
    let order = order(&tiling.interchange, n)?;
    if tiling.sizes.iter().all(|&s| s == MixedIndex::Static(0)) {
        return Ok(Tiled { op, loops: Vec::new() });
    }
    let on_tensors = !body.results(op).is_empty();
    let inits: Vec<Value> = if on_tensors { linalg.dps_inits(body).to_vec() } else { Vec::new() };
    let n_inits = linalg.dps_init_range(body);
    let mut b = Builder::before(body, op);
    let ranges = tile_op::ranges(&mut b, op).ok_or("the sizes of its loops are not known")?;
    let mut tiles = Tiles::new(tiling, ranges, order);
    let nest = open_nest(&mut b, &mut tiles, &inits);
    let domain = tiles.domain(&mut b, &nest.ivs);
    let new = tile_op::tiled(&mut b, op, &nest.iter_args, &domain).ok_or("its operands cannot be sliced")?;
    let values = write_back(&mut b, op, new, &nest, n_inits, &domain);
    let results = close_nest(&mut b, &nest, values);
    let olds = body.results(op).to_vec();
    for (old, new) in olds.into_iter().zip(results) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    Ok(Tiled { op: new, loops: nest.loops })
}

/// The loops in the order of an interchange, which is a permutation of the first of them.
fn order(interchange: &[usize], n: usize) -> Result<Vec<usize>, String> {
    let mut order = interchange.to_vec();
    order.extend((0..n).filter(|d| !interchange.contains(d)));
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted != (0..n).collect::<Vec<_>>() {
        return Err("the interchange is not a permutation of the loops".to_owned());
    }
    Ok(order)
}

/// The parts of results that a tile makes, to be written to the values that loops carry.
struct Parts {
    values: Vec<Value>,
    places: Vec<Place>,
}

/// Where the results of a tile go.
fn write_back(
    b: &mut Builder<'_>,
    op: Op,
    new: Op,
    nest: &Nest,
    inits: std::ops::Range<usize>,
    domain: &Domain,
) -> Vec<Value> {
    let results = b.results(new).to_vec();
    let places: Vec<Place> =
        inits.take(results.len()).filter_map(|i| tile_op::place(b, op, i, domain)).collect();
    let parts = Parts { values: results, places };
    let Some(block) = nest.in_parallel else {
        let insert = |b: &mut Builder<'_>, (v, (place, &into)): (Value, (&Place, &Value))| {
            if place.sizes.is_empty() {
                return v;
            }
            InsertSliceOp::create(b, v, into, &place.offsets, &place.sizes, &place.strides())
        };
        let targets = parts.places.iter().zip(&nest.iter_args);
        return parts.values.into_iter().zip(targets).map(|x| insert(b, x)).collect();
    };
    b.in_block(block, |b| {
        for (v, (place, &into)) in parts.values.iter().zip(parts.places.iter().zip(&nest.iter_args)) {
            let strides = place.strides();
            let [(so, o), (ss, s), (st, t)] =
                [&place.offsets, &place.sizes, &strides].map(|l| index_list::split(l));
            let [so, ss, st] = [&so, &ss, &st].map(|l| b.cx().i64_array(l));
            ParallelInsertSliceOp::build(b, *v, into, &o, &s, &t, so, ss, st);
        }
    });
    Vec::new()
}
