//! Meshes, and ops with the sharding of one tensor.

use strata_ir::core::{VerifySymbolUses, symbols::SymbolScope};
use strata_ir::prelude::*;

use crate::{
    ManualComputationOp, NamedComputationOp,
    attrs::{Mesh, TensorSharding},
    shardings,
    verify::{Place, sharding_of},
};

/// Names a mesh of devices.
#[op(
    name = "sdy.mesh",
    traits = [Symbol],
    parents = ["builtin.module"],
    asm = "$sym_name `=` $mesh attr-dict",
)]
pub struct MeshOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The devices.
    pub mesh: Attr<Mesh>,
}

/// Declares ops that give a tensor a sharding.
macro_rules! resharding {
    ($($(#[$doc:meta])* $name:ident = $full:literal [$($trait:ident),*] $([$interface:ident])?;)*) => {$(
        $(#[$doc])*
        #[op(
            name = $full,
            traits = [$($trait,)* Elementwise, SameOperandsAndResultType],
            interfaces = [VerifySymbolUses $(, $interface)?],
            asm = "$input $sharding attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The tensor.
            pub input: Operand<AnyTensor>,
            /// How it is split.
            pub sharding: Attr<TensorSharding>,
            /// The tensor, split so.
            pub result: Res<AnyTensor>,
        }

        impl VerifySymbolUses for $name {
            fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
                let sharding = self.sharding(b).get(b.cx());
                sharding_of(sharding, Some(b.ty(self.result(b))), &Place::new(b.cx(), symbols))?;
                kept_reduction(b, self.input(b), sharding)
            }
        }
    )*};
}

/// Along axes along which a tensor has parts of a reduction before and after, it is the same reduction.
fn kept_reduction(b: &Body, input: Value, to: &TensorSharding) -> VerifyResult {
    let Some(from) = shardings::sharding(b, input).filter(|from| from.reduction != to.reduction) else {
        return Ok(());
    };
    let kept =
        from.unreduced_axes.iter().any(|axis| to.unreduced_axes.iter().any(|other| axis.overlaps(other)));
    ensure!(
        !kept,
        "cannot change the reduction operator of kept unreduced axes from {} to {}.",
        from.reduction.name(),
        to.reduction.name()
    );
    Ok(())
}

resharding! {
    /// Constrains the sharding of a tensor, or of those uses that use the result.
    ShardingConstraintOp = "sdy.sharding_constraint" [];
    /// Changes the sharding of a tensor.
    ReshardOp = "sdy.reshard" [Pure] [Canonicalize];
}

/// Gives the tensors of a group the same sharding.
#[op(name = "sdy.sharding_group", asm = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)")]
pub struct ShardingGroupOp {
    /// The tensor.
    pub input: Operand<RankedTensor>,
    /// The number of the group.
    pub group_id: Attr<I64Attr>,
}

/// A constant that is not folded, so that each use can have a sharding of its own.
#[op(name = "sdy.constant", traits = [Pure], interfaces = [Verify], custom_asm)]
pub struct ConstantOp {
    /// The elements.
    pub value: Attr<DenseElementsAttr>,
    /// The tensor.
    pub output: Res<AnyTensor>,
}

impl Verify for ConstantOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (value, result) = (cx.attr_type(self.value(b).raw()), b.ty(self.output(b)));
        let (Some(value), true) = (value, true) else { return Err("the value has no type".into()) };
        ensure!(
            value == result,
            "inferred type(s) '{}' are incompatible with return type(s) of operation '{}'",
            cx.type_to_string(value),
            cx.type_to_string(result)
        );
        Ok(())
    }
}

impl CustomAsm for ConstantOp {
    fn print(&self, p: &mut Printer<'_>) {
        let value = self.value(p.body()).raw();
        p.attr_dict(self.op(), &["value"]).space().attr(value);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.attr_dict(state)?;
        let (at, value, cx) = (p.location(), p.attr()?, p.cx());
        match cx.attr_as::<DenseElementsAttr>(value) {
            Some(dense) => {
                state.result_types.push(dense.ty);
                state.set_attr(cx, "value", value);
                Ok(())
            }
            None => Err(p.error_at(at, "expected elements attribute")),
        }
    }
}

/// Gives all sources and targets of an edge, such as the operands and results of a loop, the same sharding.
#[op(
    name = "sdy.data_flow_edge",
    traits = [SameOperandsAndResultType],
    interfaces = [Verify, VerifySymbolUses],
    asm = "$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)",
)]
pub struct DataFlowEdgeOp {
    /// The root target.
    pub input: Operand<AnyShaped>,
    /// The sharding of the targets.
    pub sharding: OptAttr<TensorSharding>,
    /// The same value.
    pub result: Res<AnyShaped>,
}

impl Verify for DataFlowEdgeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, ty) = (b.cx(), b.ty(self.result(b)));
        let shape = cx.shaped(ty).and_then(|s| s.shape);
        let is_static = shape.is_some_and(|s| !s.contains(&DYNAMIC));
        ensure!(
            is_static,
            "expected sdy.data_flow_edge to have a static-shaped result. type: '{}'",
            cx.type_to_string(ty)
        );
        let uses = b.uses_of(self.input(b)).count();
        ensure!(uses == 1, "expected input of sdy.data_flow_edge to have a single user");
        if let Some(def) = b.def_op(self.input(b))
            && b.op_name(def).starts_with("sdy.")
            && !def.isa::<NamedComputationOp>(b)
            && !def.isa::<ManualComputationOp>(b)
        {
            return Err(VerifyError::from(
                "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).",
            )
            .note(b.loc(def), "sdy op defining the input of the sdy.data_flow_edge"));
        }
        Ok(())
    }
}

impl VerifySymbolUses for DataFlowEdgeOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let Some(sharding) = self.sharding(b) else { return Ok(()) };
        sharding_of(sharding.get(b.cx()), Some(b.ty(self.result(b))), &Place::new(b.cx(), symbols))
    }
}

/// The edge between the argument of a function and those of its calls.
#[op(
    name = "sdy.func_data_flow_edge",
    traits = [SameOperandsAndResultType],
    asm = "$operand attr-dict `:` type($result)",
)]
pub struct FuncDataFlowEdgeOp {
    /// The argument.
    pub operand: Operand<AnyShaped>,
    /// The same value.
    pub result: Res<AnyShaped>,
}

/// In which direction shardings spread.
const DIRECTIONS: &[(&str, i64)] = &[("NONE", 0), ("FORWARD", 1), ("BACKWARD", 2), ("BOTH", 3)];

attr_constraint! {
    /// `NONE`, `FORWARD`, `BACKWARD` or `BOTH`.
    PropagationDirection: IntegerAttr = "propagation direction enum", |a, cx| {
        I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| (0..4).contains(&v))
    }, form AttrForm::Keyword(DIRECTIONS, Context::i32);
}

/// Propagates shardings in one direction only.
#[op(
    name = "sdy.propagation_barrier",
    traits = [Pure, Elementwise, SameOperandsAndResultType],
    interfaces = [Verify],
    asm = "$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)",
)]
pub struct PropagationBarrierOp {
    /// The tensor.
    pub input: Operand<RankedTensor>,
    /// The direction.
    pub allowed_direction: Attr<PropagationDirection>,
    /// The same tensor.
    pub result: Res<RankedTensor>,
}

impl Verify for PropagationBarrierOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let direction = b.cx().attr_i64(self.allowed_direction(b).raw());
        ensure!(
            direction != Some(3),
            "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant."
        );
        Ok(())
    }
}
