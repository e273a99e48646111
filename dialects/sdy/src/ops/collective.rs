//! Ops that move the parts of a tensor between devices.

use strata_ir::core::{VerifySymbolUses, symbols::SymbolScope};
use strata_ir::prelude::*;

use crate::{
    attrs::{AllToAllParamList, AxisRefList, ListOfAxisRefLists, TensorSharding},
    collectives::collective,
    verify::{Place, sharding_of},
};

/// Declares collective ops: the attribute with their axes stands before the tensor.
macro_rules! collectives {
    ($($(#[$doc:meta])* $name:ident = $full:literal $axes:ident: $ty:ident $asm:literal;)*) => {$(
        $(#[$doc])*
        #[op(
            name = $full,
            traits = [SameOperandsAndResultType],
            interfaces = [VerifySymbolUses, Canonicalize],
            asm = $asm,
        )]
        pub struct $name {
            /// The tensor.
            pub tensor: Operand<AnyTensor>,
            /// The axes.
            pub $axes: Attr<$ty>,
            /// How the result is split.
            pub out_sharding: Attr<TensorSharding>,
            /// The same tensor, split so.
            pub result: Res<AnyTensor>,
        }

        impl VerifySymbolUses for $name {
            fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
                let cx = b.cx();
                let place = Place::new(cx, symbols);
                let sharding = self.out_sharding(b).get(cx);
                sharding_of(sharding, Some(b.ty(self.result(b))), &place)?;
                collective(b, self.op(), Some(self.$axes(b).raw()), sharding, &place)
            }
        }
    )*};
}

collectives! {
    /// Gathers the parts of a tensor along axes.
    AllGatherOp = "sdy.all_gather" gathering_axes: ListOfAxisRefLists
        "$gathering_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
    /// Cuts a tensor into parts along axes.
    AllSliceOp = "sdy.all_slice" slicing_axes: ListOfAxisRefLists
        "$slicing_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
    /// Moves axes from one dimension to another.
    AllToAllOp = "sdy.all_to_all" params: AllToAllParamList
        "$params $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
    /// Reduces the parts of a tensor along axes.
    AllReduceOp = "sdy.all_reduce" reduction_axes: AxisRefList
        "$reduction_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
    /// Reduces the parts of a tensor along axes, and cuts the result into parts along them.
    ReduceScatterOp = "sdy.reduce_scatter" reduce_scatter_axes: ListOfAxisRefLists
        "$reduce_scatter_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
    /// Treats copies of a tensor as partial results of a reduction.
    ReplicatedToUnreducedOp = "sdy.replicated_to_unreduced" axes: AxisRefList
        "$axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
    /// Treats the parts of a tensor as partial results of a reduction.
    ShardedToUnreducedOp = "sdy.sharded_to_unreduced" axes: ListOfAxisRefLists
        "$axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
}

/// Sends the parts of a tensor from each device to another one.
#[op(
    name = "sdy.collective_permute",
    traits = [SameOperandsAndResultType],
    interfaces = [VerifySymbolUses, Canonicalize],
    asm = "$tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)",
)]
pub struct CollectivePermuteOp {
    /// The tensor.
    pub tensor: Operand<AnyTensor>,
    /// How the result is split.
    pub out_sharding: Attr<TensorSharding>,
    /// The same tensor, split so.
    pub result: Res<AnyTensor>,
}

impl VerifySymbolUses for CollectivePermuteOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let sharding = self.out_sharding(b).get(b.cx());
        let place = Place::new(b.cx(), symbols);
        sharding_of(sharding, Some(b.ty(self.result(b))), &place)?;
        collective(b, self.op(), None, sharding, &place)
    }
}
