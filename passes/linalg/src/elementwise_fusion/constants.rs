//! Inputs of which all elements are equal become scalars that the payload reads.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{DestinationStyle, FillOp, GenericOp, TypeFn, attrs, payload};
use strata_passes_analysis::structured_op::Structured;

use super::cover_loops;

/// The payload reads the value of a fill instead of an element of the filled tensor.
pub(super) fn fold_fills(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    // Most ops have no such input, which is found without taking them apart.
    rw.operands(op).any(|v| rw.def_of::<FillOp>(v).is_some()).then_some(())?;
    let s = Structured::read(rw, op).ok()?;
    if !op.as_op::<GenericOp>(rw)?.has_tensor_semantics(rw) {
        return None;
    }
    let args = rw.block_args(s.block).to_vec();
    let mut found = None;
    for (&input, &arg) in s.inputs.iter().zip(&args) {
        let Some(fill) = rw.def_of::<FillOp>(input).filter(|_| rw.has_uses(arg)) else { continue };
        let (Some(value), elem) = (fill.inputs(rw).next(), rw.cx().elem_or_self(rw.ty(input))) else {
            continue;
        };
        let Ok(value) = payload::cast(rw, value, elem, TypeFn::CastSigned) else { continue };
        if rw.ty(value) == elem {
            rw.replace_value(arg, value);
            found = Some(());
        }
    }
    found?;
    rw.touch(op);
    Some(())
}

/// The payload reads a constant instead of an element of a tensor whose elements are all this constant.
pub(super) fn fold_constant(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    rw.operands(op).any(|v| constant_value(rw, v).is_some()).then_some(())?;
    let s = Structured::read(rw, op).ok()?;
    if !op.as_op::<GenericOp>(rw)?.has_tensor_semantics(rw) {
        return None;
    }
    let (i, value) = s.inputs.iter().enumerate().find_map(|(i, &v)| Some((i, scalar(rw, v)?)))?;
    let (mut inputs, mut maps): (Vec<Value>, Vec<AffineMap>) = (s.inputs.clone(), s.maps.clone());
    let def = rw.def_op(inputs.remove(i))?;
    maps.remove(i);
    if !cover_loops(&maps, s.num_loops()) {
        return None;
    }
    let elem = rw.ty(*rw.block_args(s.block).get(i)?);
    let dialect = rw.info(def).dialect();
    let constant = rw.constant(dialect, value, elem)?;
    let types: Vec<Type> = rw.result_types(op).collect();
    let (m, t) = (attrs::maps_attr(rw.cx(), &maps), attrs::iterator_types_attr(rw.cx(), &s.iterators));
    let new = GenericOp::build(rw, &inputs, &s.outputs, m, t, None, None, &types);
    let (from, to) = (*rw.regions(op).first()?, new.region(rw));
    // Upstream clones, too: what is unused in the clone is erased before the op is looked at.
    rw.body().clone_region(from, to, &mut IdMap::new());
    let block = new.region_block(rw);
    let arg = rw.block_args(block)[i];
    rw.body().replace_all_uses(arg, constant);
    rw.body().erase_block_arg(block, i);
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}

/// The integer or float that a constant consists of.
fn scalar(rw: &Rewriter<'_>, v: Value) -> Option<Attr> {
    let (cx, value) = (rw.cx(), constant_value(rw, v)?);
    let is_scalar = |a: Attr| cx.attr_as::<IntegerAttr>(a).is_some() || cx.attr_as::<FloatAttr>(a).is_some();
    let is_splat = cx.attr_as::<DenseElementsAttr>(value).is_some();
    if is_splat && cx.is_index(cx.elem_or_self(rw.ty(v))) {
        return None;
    }
    let value = if is_splat { cx.splat_value(value)? } else { value };
    is_scalar(value).then_some(value)
}
