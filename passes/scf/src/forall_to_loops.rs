//! `scf-forall-to-for` and `scf-forall-to-parallel`: nests whose iterations write no tensors, in other forms.
//!
//! Before:
//! ```mlir
//! scf.forall (%i, %j) in (%m, 4) { … }
//! ```
//! After the first: a loop from 0 to `%m` around one from 0 to 4. After the second:
//! ```mlir
//! scf.parallel (%i, %j) = (%c0, %c0) to (%m, %c4) step (%c1, %c1) { … }
//! ```
//! Outputs are tensors, which neither form can share between iterations: run bufferization first.

use strata_ir::{core::Diagnostic, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::loop_nest::ops_of;
use strata_scf::{ForallOp, ParallelOp, ReduceOp, syntax::Mixed};

use crate::nest::replace_by_nest;

/// Convert SCF forall loops to SCF for loops.
#[pass(name = "scf-forall-to-for", class = "SCFForallToForLoop", produces = [scf, arith], each_body)]
pub struct ForallToFor;

impl BodyPass for ForallToFor {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ForallOp>(body) {
            check(body, op)?;
            forall_to_nest(body, op);
        }
        Ok(())
    }
}

/// Replaces a nest without outputs by loops of `scf.for`, and returns these, outermost first.
pub fn forall_to_nest(body: &mut Body, op: ForallOp) -> Vec<Op> {
    let bounds = bounds(body, op);
    let block = take_block(body, op);
    replace_by_nest(body, op.op(), block, &bounds)
}

/// Convert SCF forall loops to SCF parallel loops.
#[pass(name = "scf-forall-to-parallel", class = "SCFForallToParallelLoop", produces = [scf, arith], each_body)]
pub struct ForallToParallel;

impl BodyPass for ForallToParallel {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ForallOp>(body) {
            check(body, op)?;
            if op.rank(body) == 0 {
                let message = "'scf.forall' op without dimensions has no form as 'scf.parallel'";
                return Err(Diagnostic::error(body.loc(op.op()), message).into());
            }
            forall_to_parallel(body, op);
        }
        Ok(())
    }
}

/// Replaces a nest without outputs, but with dimensions, by `scf.parallel`, and returns that.
pub fn forall_to_parallel(body: &mut Body, op: ForallOp) -> Op {
    let bounds = bounds(body, op);
    let block = take_block(body, op);
    let list = |i: usize| bounds.iter().map(|b| b[i]).collect::<Vec<Value>>();
    let (lower, upper, step) = (list(0), list(1), list(2));
    let extra = body.extra_attrs(op.op()).to_vec();
    let mapping = body.attr(op.op(), "mapping");
    let mut b = Builder::before(body, op.op());
    b.in_block(block, |b| ReduceOp::build(b, &[], 0));
    let new = ParallelOp::build(&mut b, &lower, &upper, &step, &[], &[]);
    let to = body.regions(new.op())[0];
    body.move_block(block, to, None);
    if let Some(mapping) = mapping {
        body.set_attr(new.op(), "mapping", Some(mapping));
    }
    for (name, attr) in extra {
        body.set_extra_attr(new.op(), name, Some(attr));
    }
    body.erase(op);
    new.op()
}

fn check(body: &Body, op: ForallOp) -> PassResult {
    if body.results(op.op()).is_empty() {
        return Ok(());
    }
    let message = "'scf.forall' op cannot be converted while it has outputs: bufferize it first";
    Err(Diagnostic::error(body.loc(op.op()), message).into())
}

/// Lower bound, upper bound and step of each dimension; static numbers become constants.
fn bounds(body: &mut Body, op: ForallOp) -> Vec<[Value; 3]> {
    let lists = [op.lower_bounds(body), op.upper_bounds(body), op.steps(body)];
    let mut b = Builder::before(body, op.op());
    let lists = lists.map(|list| {
        let value = |m: Mixed| match m {
            Mixed::Static(v) => strata_arith::constant_index(&mut b, v),
            Mixed::Dynamic(v) => v,
        };
        list.into_iter().map(value).collect::<Vec<Value>>()
    });
    (0..lists[0].len()).map(|i| [lists[0][i], lists[1][i], lists[2][i]]).collect()
}

/// The block of the loop, without its terminator.
fn take_block(body: &mut Body, op: ForallOp) -> Block {
    if let Some(end) = op.terminator(body) {
        body.erase(end);
    }
    op.body_block(body)
}
