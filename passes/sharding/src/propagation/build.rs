//! Reads a module as a [`Program`].

use rustc_hash::FxHashMap;
use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_sdy::attrs::{TensorSharding, TensorShardingPerValue};
use strata_sdy::{DataFlowEdgeOp, ManualComputationOp, PropagationBarrierOp, ShardingGroupOp, shardings};
use strata_stablehlo as hlo;

use super::direction::Direction;
use super::edges;
use super::populate::Unknown;
use super::program::{Facts, Manual, Node, Place, Program, Role, SlotId, View};
use super::rules::{Found, Rules, identity, target};

/// Reads a module. Ops without a rule that are not known are added to `unknown`.
pub(super) fn program(module: &Body, rules: &Rules, unknown: &mut Unknown) -> Result<Program, Diagnostic> {
    let mut program = Program::default();
    program.meshes = shardings::Meshes::of_module(module);
    let mut builder =
        Builder { program: &mut program, rules, unknown, bodies: 0, group_types: FxHashMap::default() };
    builder.body(module, &[])?;
    Ok(program)
}

struct Builder<'a> {
    program: &'a mut Program,
    rules: &'a Rules,
    unknown: &'a mut Unknown,
    /// The number of bodies so far.
    bodies: usize,
    /// The type of the first member of each group.
    group_types: FxHashMap<i64, Type>,
}

/// One body while it is read.
struct Scope<'a> {
    b: &'a Body,
    number: usize,
    /// The slots of the values that have one of their own.
    own: FxHashMap<Value, SlotId>,
    /// The operands of the computation that has the body.
    outer: &'a [Option<SlotId>],
    /// The returned values of the computations in the body.
    returned: FxHashMap<Op, Vec<Option<SlotId>>>,
}

impl Scope<'_> {
    /// The slot with the sharding of a value.
    fn slot(&self, value: Value) -> Option<SlotId> {
        let b = self.b;
        let owner = edges::owner_of_target(b, value);
        if let Some(edge) = owner.and_then(|owner| edges::edge_of_owner(b, owner)) {
            return self.own.get(&b.result(edge, 0)).copied();
        }
        match b.def(value) {
            Def::Result { .. } => self.own.get(&value).copied(),
            Def::Arg { .. } => self.own.get(&owner.unwrap_or(value)).copied(),
            Def::Forward => None,
        }
    }
}

impl Builder<'_> {
    /// Reads a body and those in it. Returns the slots of the values that its terminator has.
    fn body(&mut self, b: &Body, outer: &[Option<SlotId>]) -> Result<Vec<Option<SlotId>>, Diagnostic> {
        let number = self.bodies;
        self.bodies += 1;
        let mut scope = Scope { b, number, own: FxHashMap::default(), outer, returned: FxHashMap::default() };
        let ops = b.all_ops();
        self.slots(&mut scope, &ops)?;
        for &op in &ops {
            self.op(&mut scope, op)?;
        }
        let end = b.entry().and_then(|entry| b.last_op(entry));
        let returned: Vec<Value> = end.map(|end| b.operands(end).collect()).unwrap_or_default();
        let returned: Vec<Option<SlotId>> = returned.into_iter().map(|value| scope.slot(value)).collect();
        if b.has_trait(Op::SELF, Trait::FunctionLike) {
            self.function_results(&scope, &returned, end);
        }
        Ok(returned)
    }
    /// Makes the slots of a body: those of its arguments and of all results.
    fn slots(&mut self, scope: &mut Scope<'_>, ops: &[Op]) -> Result<(), Diagnostic> {
        let b = scope.b;
        for &value in b.entry().map(|entry| b.block_args(entry)).unwrap_or_default() {
            if rank(b, value).is_none() {
                continue;
            }
            let slot = self.value(scope, value);
            self.program.slots[slot as usize].manual = manual(b, Op::SELF, "in_shardings", b.def(value));
        }
        for &op in ops {
            for &value in b.results(op) {
                check_type(b, op, b.ty(value))?;
                if rank(b, value).is_some() {
                    self.value(scope, value);
                }
            }
        }
        Ok(())
    }
    fn value(&mut self, scope: &mut Scope<'_>, value: Value) -> SlotId {
        let b = scope.b;
        // A sharding on a single device has no dimensions.
        let sharding =
            shardings::sharding(b, value).filter(|s| Some(s.dim_shardings.len()) == rank(b, value));
        let slot = self.program.add_slot(Place::Value(scope.number, value), sharding);
        scope.own.insert(value, slot);
        slot
    }
    fn op(&mut self, scope: &mut Scope<'_>, op: Op) -> Result<(), Diagnostic> {
        let b = scope.b;
        if let Some(child) = b.child(op) {
            let operands: Vec<Option<SlotId>> = b.operands(op).map(|value| scope.slot(value)).collect();
            let returned = deep(|| self.body(child, &operands))?;
            scope.returned.insert(op, returned);
            return Ok(());
        }
        if let Some(group) = op.as_op::<ShardingGroupOp>(b) {
            let number = b.cx().attr_i64(group.group_id(b).raw()).unwrap_or(-1);
            let slot = scope.slot(group.input(b));
            let member = (scope.number, op, b.value_loc(group.input(b)));
            let Some(slot) = slot else { return Ok(()) };
            let fail = |message: String| Err(Diagnostic::error(b.loc(op), message));
            let ty = b.ty(group.input(b));
            if !self.program.add_to_group(slot, number, member) {
                return fail("Value can only map to one sharding group id after import.".to_owned());
            }
            let shape = |ty| b.cx().shaped(ty).and_then(|shaped| shaped.shape);
            if shape(*self.group_types.entry(number).or_insert(ty)) != shape(ty) {
                return fail(format!(
                    "ShardingGroupOps values must have the same shape for groupId: {number}"
                ));
            }
            return Ok(());
        }
        if let Some(edge) = op.as_op::<DataFlowEdgeOp>(b) {
            self.edge(scope, edge);
            return Ok(());
        }
        let (rule, allowed) = match op.as_op::<PropagationBarrierOp>(b) {
            Some(barrier) => {
                let number = b.cx().attr_i64(barrier.allowed_direction(b).raw()).unwrap_or(0);
                (identity(b.cx(), b.ty(b.result(op, 0)), 1), Some(Direction::of_number(number)))
            }
            None => (self.rule(scope, op), None),
        };
        let Some(rule) = rule else { return Ok(()) };
        let operands: Vec<Value> = b.operands(op).collect();
        let is_shared = |value: &Value| !b.has_one_use(*value) && rank(b, *value) != Some(0);
        self.program.add_node(Node {
            operands: operands.iter().map(|&value| scope.slot(value)).collect(),
            results: b.results(op).iter().map(|&value| scope.slot(value)).collect(),
            rule,
            facts: Facts {
                role: role(b, op),
                shares_operands: operands.iter().any(is_shared),
                is_elementwise: is_elementwise(b, op),
                allowed,
            },
            view: None,
            settled: None,
        });
        Ok(())
    }
    fn rule(&mut self, scope: &Scope<'_>, op: Op) -> Option<strata_sdy::attrs::OpShardingRule> {
        let rule = match self.rules.find(scope.b, op) {
            Found::Rule(rule) => rule,
            Found::Nothing => return None,
            Found::Unknown => {
                self.unknown.add(scope.b, op);
                return None;
            }
        };
        // A rule by hand may have other counts than the op.
        let counts = (rule.operand_mappings.len(), rule.result_mappings.len());
        let is_right = counts == (scope.b.num_operands(op), scope.b.results(op).len());
        if is_right {
            self.program.rules.push((scope.number, op, rule.clone()));
        }
        is_right.then_some(rule)
    }
    fn edge(&mut self, scope: &Scope<'_>, edge: DataFlowEdgeOp) {
        let b = scope.b;
        let input = edge.input(b);
        let (sources, view) = match b.def(input) {
            Def::Arg { block, index } if b.block_parent_op(block) == Some(Op::SELF) => {
                let view = manual(b, Op::SELF, "in_shardings", b.def(input)).map(View::Argument);
                (vec![scope.outer.get(index).copied().flatten()], view)
            }
            Def::Result { op, index } => match scope.returned.get(&op) {
                Some(returned) => {
                    let view = manual(b, op, "out_shardings", b.def(input)).map(View::Result);
                    (vec![returned.get(index).copied().flatten()], view)
                }
                None => (edges::sources(b, input).into_iter().map(|value| scope.slot(value)).collect(), None),
            },
            _ => return,
        };
        let result = b.result(edge.op(), 0);
        let Some(rule) = identity(b.cx(), b.ty(result), sources.len()) else { return };
        self.program.add_node(Node {
            operands: sources,
            results: vec![scope.own.get(&result).copied()],
            rule,
            facts: Facts {
                role: Role::PassThrough,
                shares_operands: !b.has_one_use(input),
                is_elementwise: false,
                allowed: None,
            },
            view,
            settled: None,
        });
    }
    fn function_results(&mut self, scope: &Scope<'_>, returned: &[Option<SlotId>], end: Option<Op>) {
        let b = scope.b;
        let Some(end) = end else { return };
        for (index, (value, &operand)) in b.operands(end).zip(returned).enumerate() {
            let Some(rule) = identity(b.cx(), b.ty(value), 1) else { continue };
            let sharding = shardings::function_result(b, index);
            let sharding = sharding.filter(|s| Some(s.dim_shardings.len()) == rank(b, value));
            let result = self.program.add_slot(Place::FunctionResult(scope.number, index), sharding);
            self.program.returns.push(Node {
                operands: vec![operand],
                results: vec![Some(result)],
                rule,
                facts: Facts {
                    role: Role::Other,
                    shares_operands: false,
                    is_elementwise: false,
                    allowed: Some(Direction::Both),
                },
                view: None,
                settled: None,
            });
        }
    }
}

/// The rank of a value that can have a sharding.
fn rank(b: &Body, value: Value) -> Option<usize> {
    let shape = b.cx().shaped(b.ty(value))?.shape?;
    (!shape.contains(&DYNAMIC)).then_some(shape.len())
}

/// Checks that a result has known sizes, and is no tuple.
fn check_type(b: &Body, op: Op, ty: Type) -> Result<(), Diagnostic> {
    let cx = b.cx();
    let fail = |what: &str| Err(Diagnostic::error(b.loc(op), format!("{what}: '{}'", cx.type_to_string(ty))));
    if cx.shaped(ty).is_some_and(|shaped| shaped.shape.is_none_or(|shape| shape.contains(&DYNAMIC))) {
        return fail("Shardy propagation only supports ranked tensors with a static shape. type");
    }
    match cx.type_as::<TupleType>(ty) {
        Some(_) => fail("Shardy propagation doesn't support tuples"),
        None => Ok(()),
    }
}

/// The manual axes of a computation, and the sharding outside of one of its arguments or results.
fn manual(b: &Body, op: Op, list: &str, def: Def) -> Option<Manual> {
    let (Def::Arg { index, .. } | Def::Result { index, .. }) = def else { return None };
    let (inner, own) = b.inner(op);
    if !op.isa::<ManualComputationOp>(b) {
        return None;
    }
    let all = inner.attr(own, list).and_then(|attr| b.cx().attr_as::<TensorShardingPerValue>(attr))?;
    let outer: TensorSharding = all.0.get(index)?.clone();
    let axes = shardings::manual_axes(b, op).filter(|axes| !axes.0.is_empty())?;
    Some(Manual { axes: axes.clone(), outer })
}

/// Whether an op works element by element for the sake of conflicts.
fn is_elementwise(b: &Body, op: Op) -> bool {
    let same_shape = || {
        let shape = |ty| b.cx().shaped(ty).and_then(|shaped| shaped.shape);
        b.operand_types(op).next().map(shape) == b.result_types(op).next().map(shape)
    };
    b.has_trait(op, Trait::Elementwise)
        || op.isa::<hlo::ClampOp>(b)
        || op.isa::<hlo::SelectOp>(b)
        || op.isa::<hlo::BitcastConvertOp>(b) && same_shape()
}

fn role(b: &Body, op: Op) -> Role {
    let is_offload = || target(b, op).is_some_and(|target| matches!(target, "MoveToDevice" | "MoveToHost"));
    match b.op_name(op) {
        hlo::ReshapeOp::NAME | hlo::TransposeOp::NAME => Role::PassThrough,
        hlo::DynamicSliceOp::NAME | hlo::DynamicUpdateSliceOp::NAME => Role::DynamicSlice,
        hlo::BroadcastInDimOp::NAME => Role::Broadcast,
        _ if is_elementwise(b, op) || is_offload() => Role::PassThrough,
        _ => Role::Other,
    }
}
