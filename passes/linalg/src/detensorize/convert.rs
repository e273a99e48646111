//! Tensors without dimensions as their elements.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_linalg::{GenericOp, LinalgOp};
use strata_tensor::{ExtractOp, FromElementsOp};

use super::component::{Component, Edges, element, passed};

/// Replaces what was found by scalars. Where a tensor is still used, it is made of the scalar.
pub(super) fn convert(b: &mut Body, found: &Component) {
    let mut scalars = Scalars::default();
    let edges = Edges::new(b);
    let args = convertible(b, found, &edges);
    for &(block, place) in &args {
        let arg = b.block_args(block)[place];
        if let Some(elem) = element(b, arg) {
            scalars.arg(b, arg, elem);
        }
    }
    for op in b.all_ops() {
        if b.is_live(op) && found.ops.contains(&op) {
            scalars.payload(b, op);
        }
    }
    for (block, place) in args {
        for &(branch, i) in edges.to(block) {
            if let Ok(Some(operand)) = passed(b, branch, i, place) {
                if let Some(scalar) = scalars.element_of(b, b.operand(branch, operand)) {
                    b.set_operand(branch, operand, scalar);
                }
            }
        }
    }
}

/// The arguments, by their blocks and numbers, that become scalars: tensors that every branch to the block passes.
fn convertible(b: &Body, found: &Component, edges: &Edges) -> Vec<(Block, usize)> {
    let mut out = Vec::new();
    let blocks = b.regions(Op::SELF).iter().flat_map(|&r| b.blocks(r));
    for &block in blocks {
        for (place, &arg) in b.block_args(block).iter().enumerate() {
            let is_passed = |&(branch, i): &(Op, usize)| matches!(passed(b, branch, i, place), Ok(Some(_)));
            if found.args.contains(&arg) && element(b, arg).is_some() && edges.to(block).iter().all(is_passed)
            {
                out.push((block, place));
            }
        }
    }
    out
}

/// The elements of tensors without dimensions.
#[derive(Default)]
struct Scalars {
    of: FxHashMap<Value, Value>,
}

impl Scalars {
    /// The element of a tensor, which is extracted behind its definition unless it is known.
    fn element_of(&mut self, b: &mut Body, tensor: Value) -> Option<Value> {
        if let Some(&known) = self.of.get(&tensor) {
            return Some(known);
        }
        let scalar = ExtractOp::build(&mut behind(b, tensor)?, tensor, &[]);
        self.of.insert(tensor, scalar);
        Some(scalar)
    }
    /// The tensor that is made of a scalar behind the definition of that.
    fn made(&mut self, b: &mut Body, scalar: Value, tensor: Type) -> Option<Value> {
        let new = FromElementsOp::build(&mut behind(b, scalar)?, &[scalar], tensor);
        self.of.insert(new, scalar);
        Some(new)
    }
    /// Makes an argument of a block a scalar.
    fn arg(&mut self, b: &mut Body, arg: Value, elem: Type) -> Option<()> {
        let tensor = b.ty(arg);
        b.set_type(arg, elem);
        if b.has_uses(arg) {
            let new = self.made(b, arg, tensor)?;
            let def = b.def_op(new);
            b.replace_uses_if(arg, new, |_, user| Some(user) != def);
        }
        Some(())
    }
    /// Replaces a structured op by its payload.
    fn payload(&mut self, b: &mut Body, op: Op) -> Option<()> {
        let block = op.as_op::<GenericOp>(b)?.payload(b)?;
        let end = b.last_op(block)?;
        let tensors: Vec<Value> = b.operands(op).collect();
        let scalars: Vec<Value> =
            tensors.into_iter().map(|v| self.element_of(b, v)).collect::<Option<_>>()?;
        let types: Vec<Type> = b.result_types(op).collect();
        b.inline_block(block, InsertPoint::before(b, op), &scalars);
        let yielded: Vec<Value> = b.operands(end).collect();
        for (i, (scalar, ty)) in yielded.into_iter().zip(types).enumerate() {
            let new = self.made(b, scalar, ty)?;
            let old = b.result(op, i);
            b.replace_all_uses(old, new);
        }
        b.erase(end);
        b.erase(op);
        Some(())
    }
}

/// A builder behind the definition of a value.
fn behind(b: &mut Body, v: Value) -> Option<Builder<'_>> {
    match b.def(v) {
        Def::Arg { block, .. } => Some(Builder::at_start(b, block)),
        Def::Result { op, .. } => Some(Builder::after(b, op)),
        Def::Forward => None,
    }
}
