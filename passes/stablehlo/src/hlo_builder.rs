//! Short ways to read what rules ask about, and [`HloBuilder`], which makes the ops that they leave.

use strata_ir::prelude::*;
use strata_stablehlo::{
    AddOp, BroadcastInDimOp, ConcatenateOp, ConstantOp, DynamicBroadcastInDimOp, GetDimensionSizeOp, PadOp,
    ReduceOp, ReshapeOp, ReturnOp, SliceOp, TransposeOp, infer,
};

/// The sizes of a value, empty when it is no ranked tensor.
pub fn sizes(b: &Body, v: Value) -> &[i64] {
    infer::sizes(b.cx(), b.ty(v))
}
/// Whether all sizes of a type are known and it has no encoding.
pub fn is_static(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some_and(|t| t.encoding.is_none() && !t.shape.contains(&DYNAMIC))
}
/// The number of elements, where it is known.
pub fn count(b: &Body, v: Value) -> Option<i64> {
    b.cx().shaped(b.ty(v))?.num_elements()
}
/// The element type.
pub fn elem(b: &Body, v: Value) -> Type {
    b.cx().elem_or_self(b.ty(v))
}
/// The values of a constant of integers, unless it is far too large for a list of sizes.
pub fn const_ints(b: &Body, v: Value) -> Option<Vec<i64>> {
    let attr = constant_value(b, v).filter(|_| count(b, v).is_some_and(|n| n <= 4096))?;
    b.cx().attr_as::<DenseElementsAttr>(attr)?.to_i64s(b.cx())
}
/// The numbers of an attribute that is an array, or has the elements of a tensor.
pub fn ints(b: &Body, op: Op, name: &str) -> SmallVec<[i64; 6]> {
    let (cx, Some(attr)) = (b.cx(), b.attr(op, name)) else { return SmallVec::new() };
    if let Some(array) = cx.attr_as::<DenseArrayAttr>(attr) {
        return array.values.iter().copied().collect();
    }
    let dense = cx.attr_as::<DenseElementsAttr>(attr).and_then(|dense| dense.to_i64s(cx));
    dense.unwrap_or_default().into_iter().collect()
}
/// An integer attribute.
pub fn int(b: &Body, op: Op, name: &str) -> Option<i64> {
    b.cx().attr_i64(b.attr(op, name)?)
}

/// The state of an op of kind `O` with operands, attributes and one result.
pub fn state<O: OpDef>(b: &Builder<'_>, operands: &[Value], attrs: &[(&str, Attr)], result: Type) -> OpState {
    let mut state = OpState::new(O::info(), b.cur_loc());
    state.operands.extend_from_slice(operands);
    for &(name, attr) in attrs {
        state.set_attr(b.cx(), name, attr);
    }
    state.result_types.push(result);
    state
}
/// Makes an op with one result before the op that is rewritten.
pub fn make<O: OpDef>(rw: &mut Rewriter<'_>, operands: &[Value], attrs: &[(&str, Attr)], ty: Type) -> Value {
    let state = state::<O>(rw, operands, attrs, ty);
    let op = rw.create(state);
    rw.result(op, 0)
}
/// Replaces an op of one result by a new one of kind `O` with the same result type.
pub fn become_op<O: OpDef>(
    rw: &mut Rewriter<'_>,
    op: Op,
    operands: &[Value],
    attrs: &[(&str, Attr)],
) -> Option<()> {
    let ty = rw.ty(rw.result(op, 0));
    let mut attrs = attrs.to_vec();
    for name in ANNOTATIONS {
        attrs.extend(rw.attr(op, name).map(|value| (name, value)));
    }
    let value = make::<O>(rw, operands, &attrs, ty);
    rw.replace_op(op, &[value]);
    Some(())
}
/// The annotations of an op that are copied to its replacement.
const ANNOTATIONS: [&str; 2] = ["mhlo.frontend_attributes", "mhlo.sharding"];
/// Replaces an op of one result by a value, if the types are equal.
pub fn become_value(rw: &mut Rewriter<'_>, op: Op, value: Value) -> Option<()> {
    if rw.ty(rw.result(op, 0)) != rw.ty(value) {
        return None;
    }
    rw.replace_op(op, &[value]);
    Some(())
}
/// Replaces an op of one result by a constant.
pub fn become_constant(rw: &mut Rewriter<'_>, op: Op, value: Attr) -> Option<()> {
    let ty = rw.ty(rw.result(op, 0));
    let value = rw.constant("stablehlo", value, ty)?;
    rw.replace_op(op, &[value]);
    Some(())
}
/// The attributes of `op` that an op of kind `O` has too.
pub fn common_attrs<O: OpDef>(b: &Body, op: Op) -> Vec<(&'static str, Attr)> {
    let names = b.info(op).attrs.iter().map(|a| a.name);
    names.filter(|n| O::info().attr_slot(n).is_some()).filter_map(|n| Some((n, b.attr(op, n)?))).collect()
}
/// Fills the first region of an op with a block that adds two arguments of type `scalar`.
pub fn sum_region(b: &mut Builder<'_>, op: Op, scalar: Type) {
    b.region_block(op, 0, &[scalar, scalar], |inner, block| {
        let args = inner.block_args(block).to_vec();
        let sum = state::<AddOp>(inner, &args, &[], scalar);
        let sum = inner.build(sum);
        let mut end = OpState::new(ReturnOp::info(), inner.cur_loc());
        end.operands.push(inner.result(sum, 0));
        inner.build(end);
    });
}

/// Builds ops of StableHLO.
pub struct HloBuilder<'a, 'b> {
    /// Where they go.
    pub b: &'a mut Builder<'b>,
}

impl HloBuilder<'_, '_> {
    /// An op with one result.
    pub fn op<O: OpDef>(&mut self, operands: &[Value], attrs: &[(&str, Attr)], ty: Type) -> Value {
        let state = state::<O>(self.b, operands, attrs, ty);
        let op = self.b.build(state);
        self.b.result(op, 0)
    }
    /// An op whose result has the type of its first operand.
    pub fn like<O: OpDef>(&mut self, operands: &[Value]) -> Value {
        let ty = self.b.ty(operands[0]);
        self.op::<O>(operands, &[], ty)
    }
    /// A tensor type with the elements of a value.
    pub fn tensor_of(&self, x: Value, shape: &[i64]) -> Type {
        self.b.cx().tensor(shape, elem(self.b, x))
    }
    /// A constant of one integer everywhere.
    pub fn int(&mut self, n: u64, ty: Type) -> Value {
        let cx = self.b.cx_arc().clone();
        let number = cx.int_attr(n as i64, cx.elem_or_self(ty));
        self.splat(number, ty)
    }
    /// A constant of one float everywhere.
    pub fn float(&mut self, x: f64, ty: Type) -> Value {
        let cx = self.b.cx_arc().clone();
        let number = cx.float_attr(x, cx.elem_or_self(ty));
        self.splat(number, ty)
    }
    /// A constant of one element everywhere.
    pub fn splat(&mut self, number: Attr, ty: Type) -> Value {
        let cx = self.b.cx_arc().clone();
        let value = cx.splat_attr(ty, number).unwrap_or(number);
        ConstantOp::build(self.b, value, ty)
    }
    /// The same elements in another shape.
    pub fn reshape(&mut self, x: Value, shape: &[i64]) -> Value {
        if sizes(self.b, x) == shape {
            return x;
        }
        let ty = self.tensor_of(x, shape);
        self.op::<ReshapeOp>(&[x], &[], ty)
    }
    /// Dimension `i` of the operand becomes `dims[i]` of the result.
    pub fn broadcast(&mut self, x: Value, dims: &[i64], shape: &[i64]) -> Value {
        let (ty, dims) = (self.tensor_of(x, shape), self.b.cx().i64_array(dims));
        self.op::<BroadcastInDimOp>(&[x], &[("broadcast_dimensions", dims)], ty)
    }
    /// The size of a dimension, as a tensor of rank 0.
    pub fn size(&mut self, x: Value, dim: i64) -> Value {
        let cx = self.b.cx_arc().clone();
        let attrs = [("dimension", cx.i64_attr(dim))];
        self.op::<GetDimensionSizeOp>(&[x], &attrs, cx.tensor(&[], cx.i32()))
    }
    /// The same as [`HloBuilder::broadcast`] to computed sizes, as far as the type leaves them open.
    pub fn broadcast_to(&mut self, x: Value, dims: &[i64], to: &[Value], shape: &[i64]) -> Value {
        let parts: Vec<Value> = to.iter().map(|&n| self.reshape(n, &[1])).collect();
        let to = self.concatenate(&parts, 0);
        let (ty, dims) = (self.tensor_of(x, shape), self.b.cx().i64_array(dims));
        self.op::<DynamicBroadcastInDimOp>(&[x, to], &[("broadcast_dimensions", dims)], ty)
    }
    /// Dimension `permutation[i]` of the operand becomes dimension `i`.
    pub fn transpose(&mut self, x: Value, permutation: &[i64]) -> Value {
        if permutation.iter().enumerate().all(|(i, &p)| p == i as i64) {
            return x;
        }
        let shape: Vec<i64> = permutation.iter().map(|&p| sizes(self.b, x)[p as usize]).collect();
        let (ty, permutation) = (self.tensor_of(x, &shape), self.b.cx().i64_array(permutation));
        self.op::<TransposeOp>(&[x], &[("permutation", permutation)], ty)
    }
    /// All parts, one behind the other along a dimension.
    pub fn concatenate(&mut self, parts: &[Value], dim: i64) -> Value {
        let mut shape = sizes(self.b, parts[0]).to_vec();
        shape[dim as usize] = parts.iter().map(|&p| sizes(self.b, p)[dim as usize]).sum();
        let (ty, dim) = (self.tensor_of(parts[0], &shape), self.b.cx().i64_attr(dim));
        self.op::<ConcatenateOp>(parts, &[("dimension", dim)], ty)
    }
    /// The places from `start` to `limit` of one dimension.
    pub fn slice(&mut self, x: Value, dim: usize, start: i64, limit: i64) -> Value {
        let mut shape = sizes(self.b, x).to_vec();
        if (start, limit) == (0, shape[dim]) {
            return x;
        }
        let (mut starts, mut limits) = (vec![0; shape.len()], shape.clone());
        (starts[dim], limits[dim]) = (start, limit);
        shape[dim] = limit - start;
        let cx = self.b.cx_arc().clone();
        let attrs = [
            ("start_indices", cx.i64_array(&starts)),
            ("limit_indices", cx.i64_array(&limits)),
            ("strides", cx.i64_array(&vec![1; shape.len()])),
        ];
        let ty = self.tensor_of(x, &shape);
        self.op::<SliceOp>(&[x], &attrs, ty)
    }
    /// The elements of a tensor with others in front of it, behind it and between; negative numbers leave elements out.
    pub fn pad(&mut self, x: Value, fill: Value, low: &[i64], high: &[i64], interior: &[i64]) -> Value {
        let cx = self.b.cx_arc().clone();
        let dims = sizes(self.b, x).iter().zip(low).zip(high).zip(interior);
        let shape: Vec<i64> = dims
            .map(|(((size, low), high), interior)| low + size + interior * (size - 1).max(0) + high)
            .collect();
        let lists = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
        let attrs = lists.map(|(name, list)| (name, cx.i64_array(list)));
        let ty = self.tensor_of(x, &shape);
        self.op::<PadOp>(&[x, fill], &attrs, ty)
    }
    /// The sums over some dimensions of a tensor of floats or integers.
    pub fn sum(&mut self, x: Value, dims: &[i64]) -> Value {
        let cx = self.b.cx_arc().clone();
        let e = elem(self.b, x);
        let scalar = cx.tensor(&[], e);
        let zero = if cx.as_float(e).is_some() { self.float(0.0, scalar) } else { self.int(0, scalar) };
        let kept = sizes(self.b, x).iter().enumerate().filter(|(d, _)| !dims.contains(&(*d as i64)));
        let kept: Vec<i64> = kept.map(|(_, &n)| n).collect();
        let attrs = [("dimensions", cx.i64_array(dims))];
        let state = state::<ReduceOp>(self.b, &[x, zero], &attrs, cx.tensor(&kept, e));
        let reduce = self.b.build(state);
        sum_region(self.b, reduce, scalar);
        self.b.result(reduce, 0)
    }
    /// The shape of a value, if all its sizes are known.
    pub fn known_shape(&self, x: Value) -> Result<Vec<i64>, &'static str> {
        if is_static(self.b.cx(), self.b.ty(x)) {
            Ok(sizes(self.b, x).to_vec())
        } else {
            Err("its sizes must be known")
        }
    }
}
