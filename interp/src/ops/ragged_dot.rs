//! `chlo.ragged_dot`: products of groups of several sizes.

use strata_chlo::RaggedDotDimensionNumbers;
use strata_ir::prelude::{ArrayAttr, DictionaryAttr};

use super::stablehlo::dot_of;
use crate::{
    Data, Eval, Interpreter, Num, Shape, Step, Tensor,
    kernels::{Bin, binary},
    tensor::for_each_position,
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("chlo.ragged_dot", ragged_dot);
}

/// The role of the ragged dimension in the product.
enum Mode {
    /// Kept: each group meets its own right operand.
    Free,
    /// Summed over: each group gives its own result.
    Contracted,
    /// A batch dimension: the sizes change nothing.
    Batch,
}

fn ragged_dot(s: &mut Step<'_, '_>) -> Eval {
    let dimensions: &RaggedDotDimensionNumbers = s.typed("ragged_dot_dimension_numbers")?;
    ragged_dot_of(s, dimensions)
}

/// The call `chlo.ragged_dot`, whose attributes are a dictionary.
pub(crate) fn ragged_dot_call(s: &mut Step<'_, '_>) -> Eval {
    let cx = s.cx();
    let attributes = s.attr("mhlo.attributes").and_then(|a| cx.attr_as::<DictionaryAttr>(a));
    let lists = attributes.and_then(|d| d.get(cx.intern("ragged_dot_dimension_numbers")));
    let lists = lists.and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let dimensions = lists.and_then(|l| RaggedDotDimensionNumbers::of_lists(cx, l));
    let dimensions =
        dimensions.ok_or_else(|| s.fault("needs 'ragged_dot_dimension_numbers' of six tensors"))?;
    s.ensure(s.num_operands() == 3, || "needs three operands".into())?;
    ragged_dot_of(s, &dimensions)
}

fn ragged_dot_of(s: &mut Step<'_, '_>, d: &RaggedDotDimensionNumbers) -> Eval {
    let (x, y, sizes) = (s.tensor(0)?.clone(), s.tensor(1)?.clone(), s.tensor(2)?.clone());
    let to = s.result_elem(0)?;
    let (lb, lc) =
        (s.dims(&d.lhs_batching_dimensions, x.rank())?, s.dims(&d.lhs_contracting_dimensions, x.rank())?);
    let (rb, rc) =
        (s.dims(&d.rhs_batching_dimensions, y.rank())?, s.dims(&d.rhs_contracting_dimensions, y.rank())?);
    let ragged = s.dims(&d.lhs_ragged_dimensions, x.rank())?;
    let group = s.dims(&d.rhs_group_dimensions, y.rank())?;
    let &[ragged] = &ragged[..] else { return Err(s.fault("needs one ragged dimension")) };
    let mode = if lb.contains(&ragged) {
        Mode::Batch
    } else if lc.contains(&ragged) {
        Mode::Contracted
    } else {
        Mode::Free
    };
    if let Mode::Batch = mode {
        let out = dot_of(s, &x, &y, [&lb, &rb, &lc, &rc], to)?;
        return s.set_elements(0, out);
    }
    let Some(&groups) = sizes.shape.last() else { return Err(s.fault("needs sizes of groups")) };
    // Sizes are for all batches, or for each batch and each other dimension before the ragged one.
    let leading: Shape = match mode {
        Mode::Contracted => lb.iter().copied().collect(),
        _ => lb.iter().copied().chain((0..ragged).filter(|k| !lb.contains(k) && !lc.contains(k))).collect(),
    };
    let lead = &sizes.shape[..sizes.rank() - 1];
    let shared = lead.is_empty();
    let fits = lead.len() == leading.len() && leading.iter().zip(lead).all(|(&k, &n)| x.shape[k] == n);
    s.ensure(shared || fits, || "has group_sizes of a shape that does not fit its batches".into())?;
    let mut parts: Vec<Tensor> = Vec::new();
    for g in 0..groups {
        let part = in_group(&x, ragged, g, &sizes, if shared { &[] } else { &leading });
        let right = match (&mode, &group[..]) {
            (Mode::Contracted, []) => y.clone(),
            (Mode::Free, &[k]) => {
                s.ensure(y.shape[k] == groups, || format!("needs {groups} right operands"))?;
                let own = y.strides();
                let mut shape = y.shape.clone();
                shape.remove(k);
                let mut strides = own.clone();
                strides.remove(k);
                y.view(&shape, &strides, g * own[k])
            }
            _ => return Err(s.fault("has group dimensions that do not fit its ragged dimension")),
        };
        // Without its group dimension the right operand has one dimension less.
        let shift = |dims: &Shape| -> Shape {
            dims.iter().map(|&d| d - group.iter().filter(|&&k| k < d).count()).collect()
        };
        parts.push(dot_of(s, &part, &right, [&lb, &shift(&rb), &lc, &shift(&rc)], to)?);
    }
    let Some(first) = parts.first() else { return Err(s.fault("needs a group")) };
    let out = if let Mode::Contracted = mode {
        let shape: Shape = [groups].iter().chain(&first.shape).copied().collect();
        s.elements(&shape)?;
        let nums = parts.iter().flat_map(|p| p.data.iter());
        Tensor::new(to, shape, Data::collect(to, nums))
    } else {
        let mut sum = first.clone();
        for part in &parts[1..] {
            sum.data = binary(Bin::Add, to, sum.data.clone(), part.data.clone())
                .ok_or_else(|| s.fault("is not defined for its operand type"))?;
        }
        sum
    };
    s.set_elements(0, out)
}

/// A tensor whose elements outside of a group along dimension `ragged` are zero.
fn in_group(x: &Tensor, ragged: usize, g: usize, sizes: &Tensor, leading: &[usize]) -> Tensor {
    let groups = sizes.shape.last().copied().unwrap_or(0);
    let mut keep = Vec::with_capacity(x.len());
    for_each_position(&x.shape, |pos| {
        let row = leading.iter().fold(0, |row, &k| row * x.shape[k] + pos[k]) * groups;
        let size = |k: usize| match (sizes.elem, sizes.at(row + k).int()) {
            (e, n) if e.is_unsigned() => i64::try_from(e.zext(n)).unwrap_or(i64::MAX),
            (_, n) => n.max(0),
        };
        let start = (0..g).fold(0i64, |sum, k| sum.saturating_add(size(k)));
        let at = pos[ragged] as i64;
        keep.push(at >= start && at < start.saturating_add(size(g)));
    });
    let zero = Num::zero(x.elem);
    let data = x.data.pick_or(x.len(), zero, |i| keep.get(i).copied().unwrap_or(false).then_some(i));
    Tensor::new(x.elem, x.shape.clone(), data)
}
