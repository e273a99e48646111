//! Expansions of ops to simpler ones: batch normalization, Einstein sums, selection by index, random bits, factorizations of large
//! matrices.
//!
//! Each pass replaces its ops and leaves all others alone.

mod batch_norm;
mod block_factorizations;
mod einsum;
mod rng_bit_generator;
mod torch_index_select;

pub use batch_norm::BatchNormExpander;
pub use block_factorizations::BlockFactorizations;
pub use einsum::EinsumToDotGeneral;
pub use rng_bit_generator::RngBitGeneratorExpander;
pub use torch_index_select::TorchIndexSelectToGather;

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_stablehlo::*;

use crate::hlo_builder::{elem, sizes, state, sum_region};

/// Builds a value for each result in front of an op, or returns the reason why the op stays.
type Expansion = fn(&mut Hlo<'_, '_>, Op) -> Result<Vec<Value>, &'static str>;

/// Replaces every op that the table names by its expansion. An op whose expansion fails stays, and the error is reported.
fn each(body: &mut Body, table: &[(&str, Expansion)]) -> PassResult {
    for op in body.all_ops() {
        let name = body.op_name(op);
        let Some(&(_, expand)) = table.iter().find(|(known, _)| *known == name) else { continue };
        let outcome = expand(&mut Hlo { b: &mut Builder::before(body, op) }, op);
        let values = match outcome {
            Ok(values) => values,
            Err(why) => {
                let name = body.op_name(op);
                return Err(Diagnostic::error(
                    body.loc(op),
                    format!("'{name}' op cannot be expanded: {why}"),
                )
                .into());
            }
        };
        for (i, value) in values.into_iter().enumerate() {
            let old = body.result(op, i);
            body.replace_all_uses(old, value);
        }
        body.erase(op);
    }
    Ok(())
}

/// Builds StableHLO ops.
pub(crate) struct Hlo<'a, 'b> {
    pub b: &'a mut Builder<'b>,
}

impl Hlo<'_, '_> {
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
    pub fn splat(&mut self, number: Attr, ty: Type) -> Value {
        let cx = self.b.cx_arc().clone();
        let value = cx.splat_attr(ty, number).unwrap_or(number);
        ConstantOp::build(self.b, value, ty)
    }
    pub fn reshape(&mut self, x: Value, shape: &[i64]) -> Value {
        if sizes(self.b, x) == shape {
            return x;
        }
        let ty = self.tensor_of(x, shape);
        self.op::<ReshapeOp>(&[x], &[], ty)
    }
    /// Broadcasts `x`: dimension `i` of the operand becomes `dims[i]` of the result.
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
    /// Like [`Hlo::broadcast`], with computed sizes for the dimensions that the type leaves open.
    pub fn broadcast_to(&mut self, x: Value, dims: &[i64], to: &[Value], shape: &[i64]) -> Value {
        let parts: Vec<Value> = to.iter().map(|&n| self.reshape(n, &[1])).collect();
        let to = self.concatenate(&parts, 0);
        let (ty, dims) = (self.tensor_of(x, shape), self.b.cx().i64_array(dims));
        self.op::<DynamicBroadcastInDimOp>(&[x, to], &[("broadcast_dimensions", dims)], ty)
    }
    pub fn transpose(&mut self, x: Value, permutation: &[i64]) -> Value {
        if permutation.iter().enumerate().all(|(i, &p)| p == i as i64) {
            return x;
        }
        let shape: Vec<i64> = permutation.iter().map(|&p| sizes(self.b, x)[p as usize]).collect();
        let (ty, permutation) = (self.tensor_of(x, &shape), self.b.cx().i64_array(permutation));
        self.op::<TransposeOp>(&[x], &[("permutation", permutation)], ty)
    }
    pub fn concatenate(&mut self, parts: &[Value], dim: i64) -> Value {
        let mut shape = sizes(self.b, parts[0]).to_vec();
        shape[dim as usize] = parts.iter().map(|&p| sizes(self.b, p)[dim as usize]).sum();
        let (ty, dim) = (self.tensor_of(parts[0], &shape), self.b.cx().i64_attr(dim));
        self.op::<ConcatenateOp>(parts, &[("dimension", dim)], ty)
    }
    /// The elements from `start` to `limit` along one dimension.
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
    /// The sum over some dimensions of a tensor of floats or integers.
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
        if crate::hlo_builder::is_static(self.b.cx(), self.b.ty(x)) {
            Ok(sizes(self.b, x).to_vec())
        } else {
            Err("its sizes must be known")
        }
    }
}
