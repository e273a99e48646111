//! Ops of StableHLO whose attributes have sizes: those of divided dimensions become local.
//!
//! Dimensions that an op treats as a whole cannot be divided; `sdy-insert-explicit-reshards` sees to that. A program that it has not
//! prepared gets an error.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_passes_stablehlo::hlo_builder::{int, ints};
use strata_stablehlo as hlo;

use super::super::whole_dimensions::whole_dimensions;
use super::Localizer;

impl Localizer<'_> {
    pub(super) fn convert_hlo(&mut self, op: Op) -> PassResult {
        let is_split = |value: Value| self.whole.contains_key(&value);
        if !self.body.operands(op).any(is_split) && !self.body.results(op).iter().copied().any(is_split) {
            return Ok(());
        }
        let whole = whole_dimensions(self.body, op, &|value| self.whole_sizes(value));
        if let Some((_, dim)) = whole.into_iter().find(|&(value, dim)| self.is_split(value, dim)) {
            return Err(self.error(op, &format!("cannot be divided along dimension {dim}")));
        }
        match self.body.op_name(op).strip_prefix("stablehlo.").unwrap_or_default() {
            "constant" => self.constant(op),
            "iota" => self.iota(op),
            "reduce" => self.reduce(op),
            "slice" => self.local_sizes(op, "limit_indices"),
            "dynamic_slice" | "gather" => self.local_sizes(op, "slice_sizes"),
            "broadcast" => self.broadcast(op),
            "convolution" => self.convolution(op),
            "reshape" => self.reshape(op),
            "get_dimension_size" => self.dimension_size(op),
            _ => Ok(()),
        }
    }

    /// An attribute with the sizes of whole dimensions of the operand, of which the device has a part; slices of one element stay.
    fn local_sizes(&mut self, op: Op, name: &str) -> PassResult {
        let input = self.body.operand(op, 0);
        let (whole, sizes) = (self.whole_sizes(input), self.sizes(input));
        let mut list = ints(self.body, op, name);
        for (dim, size) in list.iter_mut().enumerate() {
            if self.is_split(input, dim) && Some(&*size) == whole.get(dim) {
                *size = sizes[dim];
            }
        }
        let attr = self.body.cx().i64_array(&list);
        self.body.set_attr(op, name, Some(attr));
        Ok(())
    }

    /// `broadcast`: the new dimensions come first.
    fn broadcast(&mut self, op: Op) -> PassResult {
        let result = self.sizes(self.body.result(op, 0));
        let count = ints(self.body, op, "broadcast_sizes").len();
        let attr = self.body.cx().i64_array(&result[..count.min(result.len())]);
        self.body.set_attr(op, "broadcast_sizes", Some(attr));
        Ok(())
    }

    fn convolution(&mut self, op: Op) -> PassResult {
        let parts = |value: Value, dim: usize| self.whole_sizes(value)[dim] / self.sizes(value)[dim].max(1);
        let counts = group_counts(self.body, op, &parts).map_err(|message| self.error(op, &message))?;
        for (name, count) in counts {
            let attr = self.body.cx().i64_attr(count);
            self.body.set_attr(op, name, Some(attr));
        }
        Ok(())
    }

    fn reshape(&mut self, op: Op) -> PassResult {
        let count = |value: Value| self.sizes(value).iter().product::<i64>();
        if count(self.body.operand(op, 0)) != count(self.body.result(op, 0)) {
            return Err(self.error(op, "has an operand and a result that are divided differently"));
        }
        Ok(())
    }

    /// `get_dimension_size` of a divided dimension is the size of the whole one.
    fn dimension_size(&mut self, op: Op) -> PassResult {
        let (input, result) = (self.body.operand(op, 0), self.body.result(op, 0));
        let dim = int(self.body, op, "dimension").unwrap_or(0) as usize;
        if !self.is_split(input, dim) {
            return Ok(());
        }
        let (size, ty) = (self.whole_sizes(input)[dim], self.body.ty(result));
        let number = self.before(op, |h| h.int(size.unsigned_abs(), ty));
        self.replace(op, number);
        Ok(())
    }
}

/// The numbers of groups of a convolution that change where its tensors are in parts: groups are divided with the features or the batches
/// that they are groups of.
pub(in crate::export) fn group_counts(
    b: &Body,
    op: Op,
    parts: &dyn Fn(Value, usize) -> i64,
) -> Result<Vec<(&'static str, i64)>, String> {
    let dims = b.attr(op, "dimension_numbers");
    let dims = dims.and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
    let Some(dims) = dims else { return Ok(Vec::new()) };
    let [lhs, rhs, result] = [b.operand(op, 0), b.operand(op, 1), b.result(op, 0)];
    let parts = |value: Value, dim: i64| parts(value, dim as usize);
    // Features within a group are divided with the kernel, batches within a group with the result.
    let within = parts(rhs, dims.kernel_input_feature_dimension);
    let batches = parts(result, dims.output_batch_dimension);
    let mut changed = Vec::new();
    for (name, parts) in [
        ("feature_group_count", parts(lhs, dims.input_feature_dimension) / within.max(1)),
        ("batch_group_count", parts(lhs, dims.input_batch_dimension) / batches.max(1)),
    ] {
        let count = int(b, op, name).unwrap_or(1);
        if count == 1 || parts <= 1 {
            continue;
        }
        if count % parts != 0 {
            return Err(format!("has {count} groups, which {parts} devices cannot share"));
        }
        changed.push((name, count / parts));
    }
    Ok(changed)
}
