//! Groups of operands and results: which values belong to which declared field.

use std::ops::Range;

use crate::{Arity, Attr, Body, DenseArrayAttr, Op, Value, op_info::ValueSpec};

/// The range of group `index` among `total` values: from explicit sizes, or with all variadic groups of one size.
pub fn group(specs: &[ValueSpec], sizes: Option<&[i64]>, total: usize, index: usize) -> Range<usize> {
    if let Some(sizes) = sizes
        && sizes.len() == specs.len()
    {
        let size = |i: usize| usize::try_from(sizes[i]).unwrap_or(0);
        let start: usize = (0..index).map(size).fold(0, usize::saturating_add).min(total);
        return start..start.saturating_add(size(index)).min(total);
    }
    // As many values as groups: one for each, whatever their arity.
    if total == specs.len() {
        return index..index + 1;
    }
    let fixed = specs.iter().filter(|s| s.arity == Arity::One).count();
    let n_var = specs.len() - fixed;
    let var = total.saturating_sub(fixed).checked_div(n_var).unwrap_or(0);
    let len = |s: &ValueSpec| if s.arity == Arity::One { 1 } else { var };
    let start: usize = specs[..index].iter().map(len).sum::<usize>().min(total);
    start..(start + len(&specs[index])).min(total)
}

impl Body {
    fn sizes(&self, attr: Option<Attr>) -> Option<&[i64]> {
        self.cx().attr_as::<DenseArrayAttr>(attr?).map(|a| &a.values[..])
    }
    /// Operand numbers of operand group `index`.
    pub fn operand_group(&self, op: Op, index: usize) -> Range<usize> {
        let info = self.info(op);
        if info.operands.len() == 1 && info.operands[0].arity != Arity::One {
            return 0..self.num_operands(op);
        }
        let sizes = info.operand_segments().and_then(|slot| self.sizes(self.attr_slot(op, slot)));
        group(info.operands, sizes, self.num_operands(op), index)
    }
    /// Result numbers of result group `index`.
    pub fn result_group(&self, op: Op, index: usize) -> Range<usize> {
        let info = self.info(op);
        if info.results.len() == 1 && info.results[0].arity != Arity::One {
            return 0..self.results(op).len();
        }
        let sizes = info.result_segments().and_then(|slot| self.sizes(self.attr_slot(op, slot)));
        group(info.results, sizes, self.results(op).len(), index)
    }
    /// Replaces the operands of one group, and its size where it is kept in an attribute.
    pub fn set_operand_group(&mut self, op: Op, index: usize, values: &[Value]) {
        let range = self.operand_group(op, index);
        let mut all: Vec<Value> = self.operands(op).collect();
        all.splice(range, values.iter().copied());
        let info = self.info(op);
        if let Some(slot) = info.operand_segments() {
            let mut sizes: Vec<i32> =
                (0..info.operands.len()).map(|g| self.operand_group(op, g).len() as i32).collect();
            sizes[index] = values.len() as i32;
            let attr = self.cx().i32_array(&sizes);
            self.set_attr_slot(op, slot, Some(attr));
        }
        self.set_operands(op, &all);
    }
}
