//! The iterations of `scf.parallel` and `scf.forall`, as indices from zero on.

use strata_arith::{AddIOp, CeilDivSIOp, MaxSIOp, MulIOp, SubIOp, constant_index};
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::{up, value};
use strata_scf::{ForOp, ForallOp, ParallelOp};
use strata_tensor::MixedIndex;

/// A parallel loop over numbers.
pub(crate) struct IterationSpace {
    op: Op,
    /// The lower bound, upper bound and step of each dimension.
    bounds: Vec<[MixedIndex; 3]>,
    block: Block,
}

impl IterationSpace {
    /// Reads a loop; the error says why its iterations have no kernel.
    pub(crate) fn read(b: &Body, op: Op) -> Result<Self, String> {
        let region = *b.regions(op).first().ok_or("it has no body")?;
        let block = *b.blocks(region).first().ok_or("it has no body")?;
        if !b.results(op).is_empty() {
            return Err("it combines results of its iterations".into());
        }
        let mixed = |v: Value| match constant_value(b, v).and_then(|a| b.cx().attr_i64(a)) {
            Some(n) => MixedIndex::Static(n),
            None => MixedIndex::Value(v),
        };
        let bounds = if let Some(p) = op.as_op::<ParallelOp>(b) {
            let all = p.lower_bound(b).zip(p.upper_bound(b)).zip(p.step(b));
            all.map(|((l, u), s)| [mixed(l), mixed(u), mixed(s)]).collect()
        } else if let Some(f) = op.as_op::<ForallOp>(b) {
            let mixed = |m: strata_scf::syntax::Mixed| match m {
                strata_scf::syntax::Mixed::Static(n) => MixedIndex::Static(n),
                strata_scf::syntax::Mixed::Dynamic(v) => mixed(v),
            };
            let all = f.lower_bounds(b).into_iter().zip(f.upper_bounds(b)).zip(f.steps(b));
            all.map(|((l, u), s)| [mixed(l), mixed(u), mixed(s)]).collect()
        } else {
            return Err("it is not a parallel loop".into());
        };
        Ok(Self { op, bounds, block })
    }
    /// The number of iterations, if it is static.
    pub(crate) fn static_count(&self) -> Option<i64> {
        self.bounds.iter().try_fold(1i64, |n, bounds| n.checked_mul(static_size(bounds)?))
    }
    /// The numbers of iterations of each dimension.
    pub(crate) fn sizes(&self, b: &mut Builder<'_>) -> Vec<MixedIndex> {
        self.bounds
            .iter()
            .map(|bounds| {
                if let Some(n) = static_size(bounds) {
                    return MixedIndex::Static(n);
                }
                let [lower, upper, step] = bounds.map(|m| value(b, m));
                let length = SubIOp::build(b, upper, lower, None);
                let count = CeilDivSIOp::build(b, length, step);
                let zero = constant_index(b, 0);
                MixedIndex::Value(MaxSIOp::build(b, count, zero))
            })
            .collect()
    }
    /// The induction variables of the iteration with these indices.
    fn ivs(&self, b: &mut Builder<'_>, numbers: &[Value]) -> Vec<Value> {
        let one = |(&number, bounds): (&Value, &[MixedIndex; 3])| {
            let mut iv = number;
            if bounds[2] != MixedIndex::Static(1) {
                let step = value(b, bounds[2]);
                iv = MulIOp::build(b, iv, step, None);
            }
            if bounds[0] != MixedIndex::Static(0) {
                let lower = value(b, bounds[0]);
                iv = AddIOp::build(b, iv, lower, None);
            }
            iv
        };
        numbers.iter().zip(&self.bounds).map(one).collect()
    }
    /// Moves the body of the loop to the insertion point, for the iteration with these indices, and erases the loop.
    pub(crate) fn inline(&self, b: &mut Builder<'_>, numbers: &[Value]) -> Result<(), String> {
        let ivs = self.ivs(b, numbers);
        let end = b.terminator(self.block).ok_or("its body has no end")?;
        b.erase_forced(end);
        let at = b.point();
        b.inline_block(self.block, at, &ivs);
        b.erase(self.op);
        Ok(())
    }
    /// Replaces the loop with sequential loops. Returns the outermost one.
    pub(crate) fn serialize(&self, b: &mut Body) -> Result<Option<Op>, String> {
        let mut at = Builder::before(b, self.op);
        let sizes = self.sizes(&mut at);
        let (mut numbers, mut first) = (Vec::new(), None);
        for &size in &sizes {
            let bounds = [MixedIndex::Static(0), size, MixedIndex::Static(1)].map(|m| value(&mut at, m));
            let op = ForOp::create(&mut at, bounds, &[], |_, _, _| Vec::new());
            first = first.or(Some(op.op()));
            numbers.push(op.induction_var(&at));
            let block = op.body_block(&at);
            let before = at.terminator(block);
            at.goto(InsertPoint { block, before });
        }
        self.inline(&mut at, &numbers)?;
        Ok(first)
    }
}

fn static_size(bounds: &[MixedIndex; 3]) -> Option<i64> {
    let [lower, upper, step] = bounds.map(MixedIndex::as_static);
    let (lower, upper, step) = (lower?, upper?, step?);
    (step > 0).then(|| up(upper.saturating_sub(lower).max(0), step))
}
