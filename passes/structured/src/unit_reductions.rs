//! Reductions over one element, which the fusion of elementwise ops makes elementwise.
//!
//! # Before
//! ```mlir
//! %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 16, 1] : tensor<8x16xi1> into tensor<8x16x1xi1>
//! %f = linalg.fill ins(%true : i1) outs(%0 : tensor<8x16xi1>) -> tensor<8x16xi1>
//! %1 = linalg.generic {… iterator_types = ["parallel", "parallel", "reduction"]} ins(%e) outs(%f) { … arith.andi %acc, %in … }
//! ```
//! # After
//! ```mlir
//! %1 = linalg.generic {… iterator_types = ["parallel", "parallel"]} ins(%x) outs(%0) { … arith.andi %true, %in … }
//! ```
//! Bounds checks of gather indices are such reductions: they run over the components of an index that has only one.

use strata_ir::{affine::AffineExpr, affine::AffineMap, prelude::*};
use strata_linalg::{FillOp, GenericOp, IndexOp};
use strata_tensor::{CollapseShapeOp, EmptyOp, ExpandShapeOp};

use crate::{
    inline_payload::{clone_payload, replace},
    structured_op::{self, IteratorType},
};

/// The initial value of an accumulator.
#[derive(Clone, Copy)]
enum Start {
    Value(Value),
    Constant(Attr),
}

/// Replaces a reduction whose reduced sizes are all 1 by an elementwise op.
pub(crate) fn drop_unit_reductions(body: &mut Body, op: Op) -> Option<Op> {
    let s =
        structured_op::structured(body, op).filter(|s| op.isa::<GenericOp>(body) && !s.is_elementwise())?;
    let sizes = s.static_sizes(body)?;
    let is_kept = |d: usize| s.iterators[d] == IteratorType::Parallel;
    let kept: Vec<usize> = (0..s.num_loops()).filter(|&d| is_kept(d)).collect();
    if !(0..s.num_loops()).all(|d| is_kept(d) || sizes[d] == 1)
        || body.block_ops(s.block).any(|o| o.isa::<IndexOp>(body))
    {
        return None;
    }
    let starts: Vec<Start> = s.outputs.iter().map(|&v| start(body, v)).collect::<Option<_>>()?;
    // Each map without the removed loops, and the dimensions of the operand that are removed with them.
    let reduced: Vec<(AffineMap, Vec<usize>)> =
        s.maps.iter().map(|map| without(map, &kept)).collect::<Option<_>>()?;
    let (_, of_outputs) = reduced.split_at(s.inputs.len());
    let bounded = |d: u32| of_outputs.iter().any(|(m, _)| m.results().iter().any(|e| e.as_dim() == Some(d)));
    if of_outputs.iter().any(|(_, gone)| !gone.is_empty()) || !(0..kept.len() as u32).all(bounded) {
        return None;
    }
    let types: Vec<Type> = body.result_types(op).collect();
    let mut b = Builder::before(body, op);
    let inputs: Vec<Value> =
        s.inputs.iter().zip(&reduced).map(|(&v, (_, gone))| flat(&mut b, v, gone)).collect();
    let outputs: Vec<Value> = types.iter().map(|&ty| EmptyOp::build(&mut b, &[], ty)).collect();
    let starts: Vec<Value> = starts
        .into_iter()
        .map(|start| match start {
            Start::Value(v) => v,
            Start::Constant(attr) => strata_arith::constant(&mut b, attr),
        })
        .collect();
    let maps = reduced.into_iter().map(|(map, _)| map).collect();
    let iterators = vec![IteratorType::Parallel; kept.len()];
    let count = inputs.len();
    let new = structured_op::build_generic(&mut b, &inputs, &outputs, maps, &iterators, &types, |b, args| {
        let mut map = IdMap::new();
        for (i, old) in b.block_args(s.block).to_vec().into_iter().enumerate() {
            map.map(old, if i < count { args[i] } else { starts[i - count] });
        }
        clone_payload(b, s.block, &mut map, None)
    });
    replace(body, op, new, 0);
    Some(new)
}

/// The common value of all elements of a tensor.
fn start(body: &Body, tensor: Value) -> Option<Start> {
    let def = body.def_op(tensor)?;
    if def.isa::<FillOp>(body) {
        return body.operands(def).next().map(Start::Value);
    }
    let value = body.attr(def, "value").filter(|_| body.has_trait(def, Trait::ConstantLike))?;
    body.cx().splat_value(value).map(Start::Constant)
}

/// A map of plain loops without those that are not in `kept`, and the numbers of the results that were removed with them.
fn without(map: &AffineMap, kept: &[usize]) -> Option<(AffineMap, Vec<usize>)> {
    let (mut results, mut gone) = (Vec::new(), Vec::new());
    for (i, e) in map.results().iter().enumerate() {
        let d = e.as_dim()? as usize;
        match kept.iter().position(|&k| k == d) {
            Some(k) => results.push(AffineExpr::dim(k as u32)),
            None => gone.push(i),
        }
    }
    Some((AffineMap::new(kept.len() as u32, 0, results), gone))
}

/// The groups of `rank` dimensions of which each has one that is not in `gone`.
pub(crate) fn groups_without(rank: usize, gone: &[usize]) -> Vec<Vec<i64>> {
    let mut groups: Vec<Vec<i64>> = Vec::new();
    let mut leading = Vec::new();
    for d in 0..rank {
        match groups.last_mut() {
            Some(last) if gone.contains(&d) => last.push(d as i64),
            None if gone.contains(&d) => leading.push(d as i64),
            _ => {
                leading.push(d as i64);
                groups.push(std::mem::take(&mut leading));
            }
        }
    }
    groups
}

/// A tensor without the unit dimensions `gone`.
pub(crate) fn flat(b: &mut Builder<'_>, tensor: Value, gone: &[usize]) -> Value {
    if gone.is_empty() {
        return tensor;
    }
    let shape = b.cx().shaped(b.ty(tensor)).and_then(|s| s.shape).unwrap_or(&[]).to_vec();
    let groups = groups_without(shape.len(), gone);
    let left: Vec<i64> = (0..shape.len()).filter(|d| !gone.contains(d)).map(|d| shape[d]).collect();
    let source = b.def_op(tensor).and_then(|op| op.as_op::<ExpandShapeOp>(b)).map(|e| e.src(b));
    match source {
        // The elements are in the same order in both.
        Some(v) if b.cx().shaped(b.ty(v)).and_then(|s| s.shape) == Some(&left[..]) => v,
        _ => CollapseShapeOp::create(b, tensor, &groups),
    }
}
