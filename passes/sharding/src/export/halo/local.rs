//! An op on what a device needs of its operands.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, ints, sizes};
use strata_sdy::shardings::SHARDING;
use strata_stablehlo as hlo;

use super::exchange::Exchange;
use super::plan::Edit;
use crate::export::select::compare;

/// How the attributes of an op differ on parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    pub edits: Vec<Edit>,
    /// Attributes that are one number.
    pub counts: Vec<(&'static str, i64)>,
}

/// Copies an op into the builder's body, with its operands, the types of its results, and other attributes.
pub(super) fn copy(
    b: &mut Builder<'_>,
    source: &Body,
    op: Op,
    operands: &[Value],
    results: &[Type],
    changes: &Changes,
) -> Vec<Value> {
    let mut map = IdMap::new();
    for (outer, &inner) in source.operands(op).zip(operands) {
        map.map(outer, inner);
    }
    let new = b.body().import_op(source, op, &mut map);
    b.insert_op(new);
    // An operand may be there twice, with different needs.
    for (index, &operand) in operands.iter().enumerate() {
        b.body().set_operand(new, index, operand);
    }
    let name = b.cx().intern(SHARDING);
    b.body().set_extra_attr(new, name, None);
    for edit in &changes.edits {
        set(b.body(), new, *edit);
    }
    for &(name, count) in &changes.counts {
        let count = b.cx().i64_attr(count);
        b.body().set_attr(new, name, Some(count));
    }
    let values = b.results(new).to_vec();
    for (&value, &ty) in values.iter().zip(results) {
        b.body().set_type(value, ty);
    }
    values
}

/// Sets a number of an attribute. A padding is a tensor of two columns, and zero where it is missing.
fn set(b: &mut Body, op: Op, edit: Edit) {
    let cx = b.cx_arc().clone();
    let mut list = ints(b, op, edit.name).to_vec();
    let is_table = edit.name == "padding";
    if is_table && list.is_empty() {
        list = vec![0; 2 * spatial(b, op)];
    }
    let Some(slot) = list.get_mut(edit.at) else { return };
    *slot = edit.value;
    let attr = match is_table {
        true => cx.dense_i64s(cx.tensor(&[list.len() as i64 / 2, 2], cx.i64()), &list),
        false => Some(cx.i64_array(&list)),
    };
    b.set_attr(op, edit.name, attr);
}

/// The number of dimensions of a window.
fn spatial(b: &Body, op: Op) -> usize {
    match super::link::conv_dims(b, op) {
        Some(dims) => dims.input_spatial_dimensions.len(),
        None => ints(b, op, "window_dimensions").len(),
    }
}

/// The part of a concatenation from what the device needs of each operand: from each place, the element of the operand that is there.
/// `wholes` are the sizes of the whole operands along the dimension.
pub(super) fn concatenate(
    h: &mut HloBuilder<'_, '_>,
    along: &Exchange<'_>,
    operands: &[Value],
    wholes: &[i64],
) -> Option<Value> {
    let (&last, others) = operands.split_last()?;
    let length = *sizes(h.b, last).get(along.dim)?;
    let index = along.index(h, length, length, 0);
    let mut end: i64 = wholes.iter().take(others.len()).sum();
    let mut all = last;
    for (&operand, size) in others.iter().zip(wholes).rev() {
        let before = compare(h, index, hlo::ComparisonDirection::Lt, end);
        all = along.select(h, before, operand, all);
        end -= size;
    }
    Some(all)
}
