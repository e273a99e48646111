//! `sdy-constant-or-scalar-splitter` and `sdy-constant-splitter`: each use of a constant gets a copy of its own, so that no sharding spreads
//! from one use to another one through the constant.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
//! %1 = stablehlo.add %a, %0 : tensor<8xf32>
//! %2 = stablehlo.add %b, %0 : tensor<8xf32>
//! ```
//! After:
//! ```mlir
//! %0 = sdy.constant dense<1.0> : tensor<8xf32>
//! %1 = sdy.constant dense<1.0> : tensor<8xf32>
//! %2 = stablehlo.add %a, %0 : tensor<8xf32>
//! %3 = stablehlo.add %b, %1 : tensor<8xf32>
//! ```
//! Constants are copied with all that is computed from constants alone, elementwise or by moving elements. Scalars are not split over
//! devices, and not copied. The first pass copies broadcasts of scalars that are no constants too.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{self as sdy, ShardingGroupOp};
use strata_stablehlo as hlo;

use crate::nested::for_each_nested;

/// Splits constant and scalar expansions so each has a single use.
#[pass(
    name = "sdy-constant-or-scalar-splitter",
    class = "ConstantOrScalarSplitterPass",
    on = "builtin.module",
    produces = [sdy]
)]
pub struct ConstantOrScalarSplitter;

/// Splits constant sub-computations so each has a single use.
#[pass(
    name = "sdy-constant-splitter",
    class = "ConstantSplitterPass",
    on = "builtin.module",
    produces = [sdy]
)]
pub struct ConstantSplitter;

impl BodyPass for ConstantOrScalarSplitter {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            Splitter::from_body(b, true).run(b);
            Ok(())
        })
    }
}

impl BodyPass for ConstantSplitter {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            Splitter::from_body(b, false).run(b);
            Ok(())
        })
    }
}

/// The ops of a body, and which of them compute constants.
struct Splitter {
    /// Whether broadcasts of scalars are copied.
    with_scalars: bool,
    /// The ops in their order.
    ops: Vec<Op>,
    /// The place of each op in this order.
    places: FxHashMap<Op, usize>,
    /// Those that compute a constant.
    constants: FxHashSet<Op>,
    /// Those that broadcast a scalar that is no constant.
    expansions: FxHashSet<Op>,
}

fn is_scalar(b: &Body, value: Value) -> bool {
    b.cx().shaped(b.ty(value)).and_then(|shaped| shaped.shape).is_some_and(<[i64]>::is_empty)
}

/// Whether the result of an op on constants is one.
fn keeps_constants(b: &Body, op: Op) -> bool {
    let moves =
        op.isa::<hlo::BroadcastInDimOp>(b) || op.isa::<hlo::ReshapeOp>(b) || op.isa::<hlo::SliceOp>(b);
    (moves || b.has_trait(op, Trait::Elementwise)) && b.has_trait(op, Trait::Pure) && b.num_operands(op) != 0
}

impl Splitter {
    /// Replaces constants of StableHLO, which folds would unite again.
    fn from_body(b: &mut Body, with_scalars: bool) -> Self {
        for op in b.all_ops() {
            let Some(constant) = op.as_op::<hlo::ConstantOp>(b) else { continue };
            let (value, ty) = (constant.value(b).raw(), b.ty(b.result(op, 0)));
            let attrs = b.extra_attrs(op).to_vec();
            let new = sdy::ConstantOp::build(&mut Builder::before(b, op), value, ty);
            if let Some(new) = b.def_op(new) {
                attrs.into_iter().for_each(|(name, attr)| b.set_extra_attr(new, name, Some(attr)));
            }
            let old = b.result(op, 0);
            b.replace_all_uses(old, new);
            b.erase(op);
        }
        let ops = b.all_ops();
        let places = ops.iter().enumerate().map(|(place, op)| (*op, place)).collect();
        let (constants, expansions) = (FxHashSet::default(), FxHashSet::default());
        Self { with_scalars, ops, places, constants, expansions }
    }
    fn run(&mut self, b: &mut Body) {
        for op in self.ops.clone() {
            if op.isa::<ShardingGroupOp>(b) {
                continue;
            }
            if self.is_constant(b, op) {
                self.constants.insert(op);
            } else if self.with_scalars && is_expansion(b, op) {
                self.expansions.insert(op);
            } else {
                self.copy_operands(b, op);
            }
        }
        // Each use is of a copy now.
        for op in self.ops.iter().rev() {
            if !self.constants.contains(op) && !self.expansions.contains(op) {
                continue;
            }
            let users: Vec<Op> = b.results(*op).iter().flat_map(|&value| b.users(value)).collect();
            if users.iter().all(|user| user.isa::<ShardingGroupOp>(b)) {
                users.into_iter().for_each(|user| b.erase(user));
                b.erase(*op);
            }
        }
    }
    fn is_constant(&self, b: &Body, op: Op) -> bool {
        op.isa::<sdy::ConstantOp>(b)
            || op.isa::<hlo::IotaOp>(b)
            || keeps_constants(b, op)
                && b.operands(op)
                    .all(|value| b.def_op(value).is_some_and(|def| self.constants.contains(&def)))
    }
    fn copy_operands(&self, b: &mut Body, op: Op) {
        for index in 0..b.num_operands(op) {
            let value = b.operand(op, index);
            let Def::Result { op: def, .. } = b.def(value) else { continue };
            let is_split = self.constants.contains(&def) || self.expansions.contains(&def);
            if is_split && !is_scalar(b, value) {
                let new = self.copy(b, value, def);
                b.set_operand(op, index, new);
            }
        }
    }
    /// Copies what a value is computed from, each op in front of the original one.
    fn copy(&self, b: &mut Body, value: Value, root: Op) -> Value {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![root]);
        while let Some(op) = todo.pop() {
            if !seen.insert(op) {
                continue;
            }
            for operand in b.operands(op) {
                if let Def::Result { op: def, .. } = b.def(operand)
                    && self.constants.contains(&def)
                    && !is_scalar(b, operand)
                {
                    todo.push(def);
                }
            }
        }
        let mut ops: Vec<Op> = seen.into_iter().collect();
        ops.sort_unstable_by_key(|op| self.places.get(op));
        let mut map = IdMap::new();
        for op in ops {
            let groups: Vec<Op> =
                b.users(b.result(op, 0)).filter(|user| user.isa::<ShardingGroupOp>(b)).collect();
            for original in [op].into_iter().chain(groups) {
                let new = b.clone_op(original, &mut map);
                let at = InsertPoint::before(b, op);
                b.insert(new, at);
            }
        }
        map.get(value)
    }
}

fn is_expansion(b: &Body, op: Op) -> bool {
    op.as_op::<hlo::BroadcastInDimOp>(b).is_some_and(|broadcast| is_scalar(b, broadcast.operand(b)))
}
