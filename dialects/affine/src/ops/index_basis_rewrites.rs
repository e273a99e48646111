//! Canonicalizations of `affine.delinearize_index` and `affine.linearize_index`.
//!
//! Before:
//! ```mlir
//! %0:3 = affine.delinearize_index %i into (%n, 1, 4) : index, index, index
//! ```
//! After: `%0:2 = affine.delinearize_index %i into (%n, 4) : index, index`, and zero for the digit of base 1.

use strata_ir::prelude::*;

use super::{
    DelinearizeIndexOp, LinearizeIndexOp,
    index_basis::{Base, mixed_basis, split_basis},
};

impl DelinearizeIndexOp {
    fn bases(self, b: &Body) -> Vec<Base> {
        mixed_basis(b, self.op(), self.dynamic_basis(b))
    }
    /// Splits an index into as many digits as bases, or one more; `Err` is a dynamic base.
    pub fn create(b: &mut Builder<'_>, index: Value, bases: &[Result<i64, Value>], digits: usize) -> Self {
        let (fixed, dynamic) = split_basis(b.cx(), bases);
        let types = vec![b.cx().index(); digits];
        Self::build(b, index, &dynamic, fixed, &types)
    }
}

impl LinearizeIndexOp {
    fn bases(self, b: &Body) -> Vec<Base> {
        mixed_basis(b, self.op(), self.dynamic_basis(b))
    }
    /// Composes digits, for as many bases or one less; `Err` is a dynamic base.
    pub fn create(
        b: &mut Builder<'_>,
        digits: &[Value],
        bases: &[Result<i64, Value>],
        disjoint: bool,
    ) -> Value {
        let (fixed, dynamic) = split_basis(b.cx(), bases);
        let (disjoint, index) = (disjoint.then(|| b.cx().unit()), b.cx().index());
        Self::build(b, digits, &dynamic, fixed, disjoint, index)
    }
}

fn zero(rw: &mut Rewriter<'_>) -> Option<Value> {
    let (attr, index) = (rw.cx().index_attr(0), rw.cx().index());
    rw.constant("arith", attr, index)
}

fn is_zero(b: &Body, v: Value) -> bool {
    constant_value(b, v).and_then(|a| b.cx().attr_i64(a)) == Some(0)
}

impl Canonicalize for DelinearizeIndexOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let bases = self.bases(rw);
        let digits = self.multi_index(rw).len();
        if bases.iter().filter(|base| base.is_err()).count() != self.dynamic_basis(rw).len() {
            let index = self.linear_index(rw);
            let new = Self::create(rw, index, &bases, digits);
            let values = new.multi_index(rw).to_vec();
            rw.replace_op(self.op(), &values);
            return Some(());
        }
        self.undo_linearize(rw, &bases).or_else(|| self.drop_unit_bases(rw, &bases))
    }
}

impl DelinearizeIndexOp {
    /// The last digits of an index that was linearized with the same bases are the operands of that op.
    fn undo_linearize(self, rw: &mut Rewriter<'_>, bases: &[Base]) -> Option<()> {
        let index = self.linear_index(rw);
        let linearize = rw.def_as::<LinearizeIndexOp>(index).filter(|op| op.is_disjoint(rw))?;
        let inner = linearize.bases(rw);
        let matching = inner.iter().rev().zip(bases.iter().rev()).take_while(|(x, y)| x == y).count();
        if matching == 0 {
            return None;
        }
        let inputs: Vec<Value> = linearize.multi_index(rw).collect();
        let digits = self.multi_index(rw).len();
        if matching == inner.len() && matching == bases.len() && inputs.len() == digits {
            rw.replace_op(self.op(), &inputs);
            return Some(());
        }
        let (kept, same) = inputs.split_at(inputs.len() - matching);
        let rest = LinearizeIndexOp::create(rw, kept, &inner[..inner.len() - matching], true);
        let new = Self::create(rw, rest, &bases[..bases.len() - matching], digits - matching);
        let mut values = new.multi_index(rw).to_vec();
        values.extend_from_slice(same);
        rw.replace_op(self.op(), &values);
        Some(())
    }

    /// The digit of base 1 is zero.
    fn drop_unit_bases(self, rw: &mut Rewriter<'_>, bases: &[Base]) -> Option<()> {
        let digits = self.multi_index(rw).len();
        if bases.iter().all(|base| *base != Ok(1)) {
            return None;
        }
        let unbounded = digits - bases.len();
        let kept: Vec<Base> = bases.iter().filter(|base| **base != Ok(1)).copied().collect();
        let index = self.linear_index(rw);
        let zero = zero(rw)?;
        let rest = match kept.len() + unbounded {
            0 => Vec::new(),
            n => Self::create(rw, index, &kept, n).multi_index(rw).to_vec(),
        };
        let mut rest = rest.into_iter();
        let mut values: Vec<Value> = rest.by_ref().take(unbounded).collect();
        values
            .extend(bases.iter().map(|base| if *base == Ok(1) { zero } else { rest.next().unwrap_or(zero) }));
        rw.replace_op(self.op(), &values);
        Some(())
    }
}

impl Canonicalize for LinearizeIndexOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let bases = self.bases(rw);
        let digits: Vec<Value> = self.multi_index(rw).collect();
        let disjoint = self.is_disjoint(rw);
        if bases.iter().filter(|base| base.is_err()).count() != self.dynamic_basis(rw).len() {
            let new = Self::create(rw, &digits, &bases, disjoint);
            rw.replace_op(self.op(), &[new]);
            return Some(());
        }
        if let Some(index) = self.undone(rw, &digits) {
            rw.replace_op(self.op(), &[index]);
            return Some(());
        }
        let unbounded = digits.len() - bases.len();
        // A first digit that is zero adds nothing.
        if digits.first().is_some_and(|&v| is_zero(rw, v)) && digits.len() > 1 {
            let new = Self::create(rw, &digits[1..], &bases[1 - unbounded..], disjoint);
            rw.replace_op(self.op(), &[new]);
            return Some(());
        }
        // Nor does one of base 1, which is zero.
        let drops = |i: usize| {
            let base = i.checked_sub(unbounded).map(|i| bases[i]);
            base == Some(Ok(1)) && (disjoint || is_zero(rw, digits[i]))
        };
        let kept: Vec<usize> = (0..digits.len()).filter(|&i| !drops(i)).collect();
        if kept.len() == digits.len() {
            return None;
        }
        let new = if kept.is_empty() {
            zero(rw)?
        } else {
            let new_digits: Vec<Value> = kept.iter().map(|&i| digits[i]).collect();
            let new_bases: Vec<Base> =
                kept.iter().filter_map(|&i| i.checked_sub(unbounded)).map(|i| bases[i]).collect();
            Self::create(rw, &new_digits, &new_bases, disjoint)
        };
        rw.replace_op(self.op(), &[new]);
        Some(())
    }
}

impl LinearizeIndexOp {
    /// The index that these digits are all digits of, with the same bases.
    fn undone(self, b: &Body, digits: &[Value]) -> Option<Value> {
        let Def::Result { op, index: 0 } = b.def(*digits.first()?) else { return None };
        let from = op.isa::<DelinearizeIndexOp>(b).then(|| DelinearizeIndexOp::from_op_unchecked(op))?;
        let same = from.multi_index(b) == digits && from.effective_basis(b) == self.effective_basis(b);
        same.then(|| from.linear_index(b))
    }
}
