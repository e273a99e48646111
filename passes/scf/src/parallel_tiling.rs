//! `scf-parallel-loop-tiling`: innermost parallel loops become loops over tiles around loops over the iterations of a tile.
//!
//! Before:
//! ```mlir
//! scf.parallel (%i) = (%a) to (%b) step (%s) { use(%i) }
//! ```
//! After, with `parallel-loop-tile-sizes=4`:
//! ```mlir
//! %t = arith.muli %s, %c4 : index
//! scf.parallel (%o) = (%a) to (%b) step (%t) {
//!   %n = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)>(%t, %b, %o)
//!   scf.parallel (%j) = (%c0) to (%n) step (%s) {
//!     %i = arith.addi %j, %o : index
//!     use(%i)
//!   }
//! }
//! ```
//! With `no-min-max-bounds`, all tiles are full, and a `scf.if` around the ops leaves out what is behind the upper bound. Loops with
//! reductions stay.

use strata_arith::{AddIOp, AndIOp, CmpIOp, CmpIPredicate, MulIOp, constant_index, constant_int};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::loop_nest::innermost;
use strata_scf::{IfOp, ParallelOp, ReduceOp, YieldOp};

/// Tile parallel loops.
#[pass(name = "scf-parallel-loop-tiling", class = "SCFParallelLoopTiling", produces = [affine, arith, scf], each_body)]
pub struct ParallelLoopTiling {
    /// Factors to tile parallel loops by
    pub parallel_loop_tile_sizes: Vec<i64>,
    /// Perform tiling with fixed upper bound with inbound check inside the internal loops
    pub no_min_max_bounds: bool,
}

impl BodyPass for ParallelLoopTiling {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for &size in &self.parallel_loop_tile_sizes {
            if size <= 0 {
                let why = if size == 0 { "cannot be 0" } else { "must be positive" };
                return Err(Diagnostic::error(Location::UNKNOWN, format!("tile size {why}")).into());
            }
        }
        for op in innermost::<ParallelOp>(body) {
            if body.results(op.op()).is_empty() {
                self.tile(body, op);
            }
        }
        Ok(())
    }
}

/// One dimension of a loop that is tiled.
struct Dim {
    lower: Value,
    upper: Value,
    step: Value,
    size: i64,
    /// The step of the loop over tiles.
    outer_step: Value,
}

impl ParallelLoopTiling {
    fn tile(&self, body: &mut Body, op: ParallelOp) {
        let block = op.body_block(body);
        let mut b = Builder::before(body, op.op());
        let zero = constant_index(&mut b, 0);
        let dims = self.dims(&mut b, op);
        let list = |f: fn(&Dim) -> Value| dims.iter().map(f).collect::<Vec<Value>>();
        let outer = ParallelOp::build(
            &mut b,
            &list(|d| d.lower),
            &list(|d| d.upper),
            &list(|d| d.outer_step),
            &[],
            &[],
        );
        let indices = vec![b.cx().index(); dims.len()];
        let (outer_ivs, at) = b.region_block(outer, 0, &indices, |b, block| {
            let end = ReduceOp::build(b, &[], 0);
            (b.block_args(block).to_vec(), InsertPoint { block, before: Some(end.op()) })
        });
        b.goto(at);
        let (bounds, checked) = self.inner_bounds(&mut b, &dims, &outer_ivs);
        let inner = ParallelOp::build(&mut b, &vec![zero; dims.len()], &bounds, &list(|d| d.step), &[], &[]);

        // The arguments of the block become those of the inner loop; the ops use their sums with those of the outer loop.
        let region = b.regions(inner.op())[0];
        b.body().move_block(block, region, None);
        let ivs = b.block_args(block).to_vec();
        let at = InsertPoint::at_start(&b, block);
        b.goto(at);
        let sums: Vec<Value> =
            ivs.iter().zip(&outer_ivs).map(|(&iv, &outer)| AddIOp::build(&mut b, iv, outer, None)).collect();
        for (&iv, &sum) in ivs.iter().zip(&sums) {
            b.body().replace_all_uses(iv, sum);
        }
        for (i, &sum) in sums.iter().enumerate() {
            if let Some(add) = b.def_op(sum) {
                b.body().set_operand(add, 0, ivs[i]);
            }
        }
        if checked {
            guard(&mut b, block, &dims, &ivs, &outer_ivs);
        }
        b.body().erase(op);
    }

    fn dims(&self, b: &mut Builder<'_>, op: ParallelOp) -> Vec<Dim> {
        let bounds: Vec<(Value, Value, Value)> = (op.lower_bound(b).zip(op.upper_bound(b)).zip(op.step(b)))
            .map(|((lower, upper), step)| (lower, upper, step))
            .collect();
        let sizes: Vec<i64> =
            (0..bounds.len()).map(|i| self.parallel_loop_tile_sizes.get(i).copied().unwrap_or(1)).collect();
        let constants: Vec<Value> = sizes.iter().map(|&size| constant_index(b, size)).collect();
        let mut dims = Vec::with_capacity(bounds.len());
        for (i, (lower, upper, step)) in bounds.into_iter().enumerate() {
            let outer_step = MulIOp::build(b, step, constants[i], None);
            dims.push(Dim { lower, upper, step, size: sizes[i], outer_step });
        }
        dims
    }

    /// The upper bounds of the inner loop, and whether its iterations must be compared with those of the outer one.
    fn inner_bounds(&self, b: &mut Builder<'_>, dims: &[Dim], ivs: &[Value]) -> (Vec<Value>, bool) {
        let (d0, d1, d2) = (AffineExpr::dim(0), AffineExpr::dim(1), AffineExpr::dim(2));
        let map = AffineMap::new(3, 0, vec![d0, d1 - d2]);
        let (mut bounds, mut checked) = (Vec::with_capacity(dims.len()), false);
        for (dim, &iv) in dims.iter().zip(ivs) {
            bounds.push(if dim.has_full_tiles(b) {
                dim.outer_step
            } else if self.no_min_max_bounds {
                checked = true;
                dim.outer_step
            } else {
                strata_affine::MinOp::create(b, map.clone(), &[dim.outer_step, dim.upper, iv])
            });
        }
        (bounds, checked)
    }
}

fn constant(b: &Body, v: Value) -> Option<i64> {
    b.cx().attr_i64(constant_value(b, v)?)
}

impl Dim {
    /// Whether the number of iterations is known to be a multiple of the tile size.
    fn has_full_tiles(&self, b: &Body) -> bool {
        let (Some(lower), Some(upper), Some(step)) =
            (constant(b, self.lower), constant(b, self.upper), constant(b, self.step))
        else {
            return false;
        };
        let length = upper.wrapping_sub(lower) as u64;
        step > 0 && length.div_ceil(step as u64) % self.size as u64 == 0
    }
}

/// Puts the ops of `block` behind the sums of its arguments into a `scf.if`, which is true in front of the upper bounds.
fn guard(b: &mut Builder<'_>, block: Block, dims: &[Dim], ivs: &[Value], outer_ivs: &[Value]) {
    let (first, end) = (b.point().before, b.last_op(block));
    let ops: Vec<Op> =
        std::iter::successors(first, |&op| b.next_op(op)).take_while(|&op| Some(op) != end).collect();
    let i1 = b.cx().i1();
    let mut inside = constant_int(b, 1, i1);
    for ((dim, &iv), &outer) in dims.iter().zip(ivs).zip(outer_ivs) {
        // A step of one is multiplied as in upstream's output; by any other step `iv` is a multiple already.
        let offset = if constant(b, dim.step) == Some(1) { MulIOp::build(b, iv, dim.step, None) } else { iv };
        let index = AddIOp::build(b, offset, outer, None);
        let positive = constant(b, dim.lower).is_some_and(|lower| lower >= 0);
        let predicate = if positive { CmpIPredicate::Ult } else { CmpIPredicate::Slt }.attr(b.cx());
        let in_dim = CmpIOp::build(b, predicate, index, dim.upper);
        inside = AndIOp::build(b, inside, in_dim);
    }
    let conditional = IfOp::build(b, inside, &[]);
    b.region_block(conditional, 0, &[], |b, then| {
        YieldOp::build(b, &[]);
        for op in ops {
            let at = InsertPoint { block: then, before: b.last_op(then) };
            b.body().move_op(op, at);
        }
    });
}
