//! Contractions whose number of rows is not known, such as layers of a network with any number of examples.
//!
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<?x1024xf32>, memref<1024x512xf32>) outs(%c : memref<?x512xf32>)     // before
//!
//! scf.if %at_least_16 {                                                                                  // after
//!   scf.for %pc … { scf.for %jc … {
//!     linalg.generic ins(%from) outs(%slab) { … }                                                        // the copy of a slab
//!     scf.for %i = 0 to %whole step 96 { linalg.generic … ins(%rows, %slab) outs(%block) }               // 96 rows with it,
//!     scf.for %i = %whole to %twelves step 12 { … } …                                                    // 12, 8, 4, 3, 2 and 1
//! } else {
//!   scf.for %pc … step 16 { scf.for %i … step 12 { linalg.matmul … } scf.for %i … step 8 { … } … }
//! }
//! ```
//! A slab is copied once for all rows, as for a known number of them. With fewer rows than are worth copies, 16 rows of the matrix at a time are
//! read from their begin to their end, for all rows of the other operand.

use strata_arith::{CmpIOp, CmpIPredicate, MulIOp, constant_index};
use strata_ir::prelude::*;
use strata_memref::DimOp;
use strata_passes_analysis::contraction;
use strata_scf::{IfOp, YieldOp};

use super::{PACKED_ROWS, Packing, blocking::Machine, emit};
use crate::{
    structured_op::{self, Structured},
    tile_contractions::STREAMS,
    tile_dynamic_sizes::{self, Tiles},
    vectorize::contract::loop_nest::{Nest, UNKNOWN},
};

/// Rows of a tile where there are fewer than are worth a copy of the other operand.
const FEW_ROWS: [i64; 6] = [12, 8, 4, 3, 2, 1];
/// Rows of the largest tile in rows of a register tile.
const LARGE: i64 = 8;

/// Where the number of rows stands, and by what it is multiplied.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub value: Value,
    pub dim: usize,
    pub times: i64,
    /// The loop of the op.
    of_op: usize,
}

/// Packs all contractions on buffers with an unknown number of rows. Returns how many.
pub(super) fn pack(body: &mut Body, machine: Machine) -> usize {
    let mut packed = 0;
    for op in body.all_ops() {
        if body.is_live(op)
            && let Some((packing, rows)) = find(body, op)
        {
            choose(body, op, &packing, rows, machine);
            packed += 1;
        }
    }
    packed
}

/// The loop of unknown size of an op, where that is one parallel loop and stands in a buffer.
fn unknown_loop(body: &Body, s: &Structured) -> Option<(usize, Value, usize)> {
    let mut known = vec![false; s.num_loops()];
    let mut place: Option<(usize, Value, usize)> = None;
    for (v, map) in s.operands().zip(&s.maps) {
        let memref = body.cx().type_as::<MemRefType>(body.ty(v))?;
        for (k, (expr, &size)) in map.results().iter().zip(memref.shape.iter()).enumerate() {
            let d = expr.as_dim()? as usize;
            match size {
                DYNAMIC if place.is_none_or(|(of, ..)| of == d) => place = Some((d, v, k)),
                DYNAMIC => return None,
                _ => known[d] = true,
            }
        }
    }
    let (d, v, k) = place?;
    (known.iter().filter(|k| !**k).count() == 1 && !known[d]).then_some((d, v, k))
}

fn find(body: &Body, op: Op) -> Option<(Packing, Rows)> {
    let s = structured_op::structured(body, op)?;
    let product = contraction::product(body, &s).filter(|_| body.results(op).is_empty())?;
    let (of_op, value, dim) = unknown_loop(body, &s)?;
    let nest = Nest::with_unknown(body, &s, of_op)?;
    let row = nest.loops.iter().position(|l| l.size >= UNKNOWN)?;
    let times = nest.loops[row].size / UNKNOWN;
    let packing = Packing::from_nest(body, &s, product, nest)?;
    (packing.roles.rows == [row]).then_some((packing, Rows { value, dim, times, of_op }))
}

fn choose(body: &mut Body, op: Op, packing: &Packing, rows: Rows, machine: Machine) {
    let mut b = Builder::before(body, op);
    let (number, ty) = (constant_index(&mut b, rows.dim as i64), b.cx().index());
    let count = DimOp::build(&mut b, rows.value, number, ty);
    let all = match rows.times {
        1 => count,
        n => {
            let n = constant_index(&mut b, n);
            MulIOp::build(&mut b, count, n, None)
        }
    };
    let few = constant_index(&mut b, PACKED_ROWS);
    let predicate = CmpIPredicate::Uge.attr(b.cx());
    let many = CmpIOp::build(&mut b, predicate, all, few);
    let choice = IfOp::build(&mut b, many, &[]);
    b.region_block(choice, 1, &[], |b, _| {
        few_rows(b, op, packing, rows, count);
        YieldOp::build(b, &[]);
    });
    b.region_block(choice, 0, &[], |b, _| {
        let here = b.point();
        b.move_op(op, here);
        YieldOp::build(b, &[]);
    });
    let tile = machine.tile_rows();
    let tiles = [LARGE * tile, tile, 8, 4, 3, 2, 1].into_iter().filter(|&n| n != 8 || tile > 8);
    let unknown = emit::Unknown { count: all, tiles: tiles.collect() };
    if emit::emit_rows(body, op, packing, machine, Some(unknown)).is_some() {
        body.erase(op);
    }
}

/// The contraction with fewer rows than are worth copies.
fn few_rows(b: &mut Builder<'_>, op: Op, packing: &Packing, rows: Rows, count: Value) {
    let mut tiles = Vec::new();
    // A step is a row of the matrix: a few of them at a time are read from memory once.
    if let Some((step, size)) = step_of(b, op, packing) {
        let all = constant_index(b, size);
        tiles.push(Tiles { of: step, sizes: vec![STREAMS, 1], count: all });
    }
    tiles.push(Tiles { of: rows.of_op, sizes: FEW_ROWS.to_vec(), count });
    tile_dynamic_sizes::tile_loops(b, op, tiles);
}

/// The loop of steps of an op and its size, where steps are rows of the shared operand.
fn step_of(body: &Body, op: Op, packing: &Packing) -> Option<(usize, i64)> {
    let s = structured_op::structured(body, op)?;
    let &[reduction] = &packing.roles.reductions[..] else { return None };
    let step = &packing.nest.loops[reduction];
    let d = s.iterators.iter().position(|&i| i == structured_op::IteratorType::Reduction)?;
    let rows = packing.nest.loops[packing.roles.lanes].strides[packing.roles.shared] == 1;
    let one = s.iterators.iter().filter(|&&i| i == structured_op::IteratorType::Reduction).count() == 1;
    (rows && one && step.size >= 2 * STREAMS).then_some((d, step.size))
}
