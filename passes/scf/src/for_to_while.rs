//! `scf-for-to-while`: counted loops as loops with a condition.
//!
//! Before:
//! ```mlir
//! %r = scf.for %i = %a to %b step %s iter_args(%x = %0) -> f32 { … scf.yield %y : f32 }
//! ```
//! After:
//! ```mlir
//! %r:2 = scf.while (%i = %a, %x = %0) : (index, f32) -> (index, f32) {
//!   %c = arith.cmpi slt, %i, %b : index
//!   scf.condition(%c) %i, %x : index, f32
//! } do {
//! ^bb0(%i: index, %x: f32):
//!   %n = arith.addi %i, %s : index
//!   …
//!   scf.yield %n, %y : index, f32
//! }
//! ```

use strata_arith::{AddIOp, CmpIOp, CmpIPredicate};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::loop_nest::ops_of;
use strata_scf::{ConditionOp, ForOp, WhileOp};

/// Convert SCF for loops to SCF while loops.
#[pass(name = "scf-for-to-while", class = "SCFForToWhileLoop", produces = [scf, arith], each_body)]
pub struct ForToWhile;

impl BodyPass for ForToWhile {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ForOp>(body) {
            convert(body, op);
        }
        // Erases ops without uses, as after any rewriting by patterns.
        let config = GreedyConfig { canonicalize: false, ..GreedyConfig::default() };
        rewrite_greedily(body, &PatternSet::new(), &config);
        Ok(())
    }
}

fn convert(body: &mut Body, op: ForOp) -> Option<()> {
    let end = op.terminator(body)?;
    let (upper, step) = (op.upper_bound(body), op.step(body));
    let unsigned = op.unsigned_cmp(body).is_some();
    let predicate = if unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt }.attr(body.cx());
    let inits: Vec<Value> = [op.lower_bound(body)].into_iter().chain(op.init_args(body)).collect();
    let types: Vec<Type> = inits.iter().map(|&v| body.ty(v)).collect();
    let extra = body.extra_attrs(op.op()).to_vec();
    let block = op.body_block(body);
    let iv = op.induction_var(body);
    let mut b = Builder::before(body, op.op());
    let new = WhileOp::build(&mut b, &inits, &types);
    b.region_block(new, 0, &types, |b, before| {
        let args = b.block_args(before).to_vec();
        let condition = CmpIOp::build(b, predicate, args[0], upper);
        ConditionOp::build(b, condition, &args);
    });
    let at = InsertPoint::at_start(&b, block);
    b.goto(at);
    let next = AddIOp::build(&mut b, iv, step, None);
    let mut yielded = vec![next];
    yielded.extend(end.results(&b));
    b.body().set_operands(end.op(), &yielded);
    let after = body.regions(new.op())[1];
    body.move_block(block, after, None);
    for (name, attr) in extra {
        body.set_extra_attr(new.op(), name, Some(attr));
    }
    if unsigned {
        let unit = body.cx().unit();
        body.set_attr(new.op(), "unsignedCmp", Some(unit));
    }
    let olds = body.results(op.op()).to_vec();
    let news = body.results(new.op())[1..].to_vec();
    for (old, new) in olds.into_iter().zip(news) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    Some(())
}
