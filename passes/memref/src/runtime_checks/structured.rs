//! Sizes of the operands of structured ops.
//!
//! The first and the last iteration of all loops access elements of each operand, and where a loop runs over a dimension, it runs over
//! all of it. Ops with a loop that has no iteration access nothing.

use strata_arith::AndIOp;
use strata_index::{AddOp, CmpOp, IndexCmpPredicate, MaxSOp, MinSOp, SubOp};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::LinalgOp;
use strata_passes_analysis::affine_size::composed_apply;
use strata_scf::IfOp;
use strata_tensor::MixedIndex;

use super::checker::{Checker, folded_by};

/// The operands of a structured op, with the dimensions that each iteration accesses.
struct Accesses {
    operands: Vec<(Value, AffineMap)>,
    zero: Value,
    one: Value,
}

/// The operands have the sizes that the loops need.
pub(super) fn sizes(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let linalg = op.cast::<dyn LinalgOp>(c.b)?;
    let (maps, loops) = (linalg.indexing_maps(c.b), linalg.iterator_types(c.b).len());
    let operands: Vec<(Value, AffineMap)> = c.b.operands(op).zip(maps).collect();
    let ends = loop_sizes(c, &operands, loops)?;
    let (zero, one) = (c.index(0), c.index(1));
    let mut runs: Option<Value> = None;
    for end in &ends {
        let start = c.index(0);
        let end = c.materialize(end)?;
        let slt = IndexCmpPredicate::Slt;
        let here = compare(c.b, slt, start, end);
        runs = Some(match runs {
            Some(runs) => AndIOp::build(c.b, runs, here),
            None => here,
        });
    }
    let accesses = Accesses { operands, zero, one };
    // An op without loops runs once, and accesses operands without dimensions.
    let runs = runs?;
    let texts = c.texts();
    IfOp::create_then(c.b, runs, &[], |b| {
        // A map that cannot be composed has no checks.
        let _checked = accesses.check(&mut Checker::with_texts(b, texts), ends);
        Vec::new()
    });
    Some(())
}

/// The number of iterations of each loop: the size of the first dimension that it runs over.
fn loop_sizes(
    c: &mut Checker<'_, '_>,
    operands: &[(Value, AffineMap)],
    loops: usize,
) -> Option<Vec<MixedIndex>> {
    let mut sizes = vec![None; loops];
    for (operand, map) in operands {
        let shape = c.b.cx().shaped(c.b.ty(*operand)).and_then(|s| s.shape).unwrap_or(&[]).to_vec();
        for (i, n) in shape.into_iter().enumerate() {
            let size =
                if n == DYNAMIC { MixedIndex::Value(c.dim(*operand, i)) } else { MixedIndex::Static(n) };
            if let Some(dim) = map.results().get(i).and_then(|e| e.as_dim()) {
                sizes.get_mut(dim as usize)?.get_or_insert(size);
            }
        }
    }
    sizes.into_iter().collect()
}

fn compare(b: &mut Builder<'_>, predicate: IndexCmpPredicate, x: Value, y: Value) -> Value {
    let predicate = b.cx().attr(predicate);
    let bit = b.cx().i1();
    CmpOp::build(b, predicate, x, y, bit)
}

/// The value of a new op of `index`, or what it folds to.
fn folded(b: &mut Builder<'_>, value: Value) -> Value {
    folded_by(b, value, |b, attr, ty| strata_index::materialize_constant(b, attr, ty))
}

/// The operands of an op for which their order is of no importance: a constant is the second one.
fn constant_last(b: &Body, x: Value, y: Value) -> (Value, Value) {
    if constant_value(b, x).is_some() && constant_value(b, y).is_none() { (y, x) } else { (x, y) }
}

impl Accesses {
    fn check(&self, c: &mut Checker<'_, '_>, ends: Vec<MixedIndex>) -> Option<()> {
        let index = c.b.cx().index();
        let mut last = Vec::with_capacity(ends.len());
        for end in ends {
            let end = c.materialize(&end)?;
            let end = SubOp::build(c.b, end, self.one, index);
            last.push(MixedIndex::Value(folded(c.b, end)));
        }
        let first = vec![MixedIndex::Static(0); last.len()];
        for (i, (operand, map)) in self.operands.iter().enumerate() {
            let mut corner = |at: &[MixedIndex]| -> Option<Vec<MixedIndex>> {
                let results = map.results().iter();
                let one = |e: &_| AffineMap::new(map.n_dims(), map.n_symbols(), vec![Clone::clone(e)]);
                results.map(|e| composed_apply(c.b, &one(e), at)).collect()
            };
            let (starts, ends) = (corner(&first)?, corner(&last)?);
            for (dim, (start, end)) in starts.iter().zip(&ends).enumerate() {
                let exact = map.results().get(dim).is_some_and(|e| e.as_dim().is_some());
                let place = format!("dimension #{dim} of input/output operand #{i}");
                self.check_dim(c, *operand, dim, [start, end], exact, &place)?;
            }
        }
        Some(())
    }
    /// Checks the positions of the first and the last iteration along one dimension, in whichever order these are.
    fn check_dim(
        &self,
        c: &mut Checker<'_, '_>,
        operand: Value,
        dim: usize,
        [start, end]: [&MixedIndex; 2],
        exact: bool,
        place: &str,
    ) -> Option<()> {
        let index = c.b.cx().index();
        let (start, end) = (c.materialize(start)?, c.materialize(end)?);
        let (x, y) = constant_last(c.b, start, end);
        let min = MinSOp::build(c.b, x, y, index);
        let min = folded(c.b, min);
        let holds = compare(c.b, IndexCmpPredicate::Sge, min, self.zero);
        let holds = folded(c.b, holds);
        c.assert(holds, &format!("unexpected negative result on {place}"));
        let max = MaxSOp::build(c.b, x, y, index);
        let max = folded(c.b, max);
        let (max, one) = constant_last(c.b, max, self.one);
        let needed = AddOp::build(c.b, max, one, index);
        let needed = folded(c.b, needed);
        let size = c.known_dim(operand, dim);
        let predicate = if exact { IndexCmpPredicate::Eq } else { IndexCmpPredicate::Sle };
        let holds = compare(c.b, predicate, needed, size);
        let holds = folded(c.b, holds);
        c.assert(holds, &format!("{place} is incompatible with inferred dimension size"));
        Some(())
    }
}
