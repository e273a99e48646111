//! Ops that move operands to other memory.

use strata_ir::prelude::*;

use crate::{
    attrs::{Bools, DeviceMapping, I64Attrs},
    directives::FUNCTION_TYPE_OF_ONE,
    effects::{HandleEffects, handle_effects},
    types::{OpHandle, ValueHandle},
};

/// Copies the subviews that ops work on to buffers of their own.
#[op(
    name = "transform.structured.promote",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` custom<FUNCTION_TYPE_OF_ONE>(type($target), type($transformed))",
)]
pub struct PromoteOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The numbers of the operands; all if there is none.
    pub operands_to_promote: DefaultAttr<I64Attrs>,
    /// For each operand, whether the op works on the whole buffer, filled with zeros.
    pub use_full_tile_buffers: DefaultAttr<Bools>,
    /// Operands for which that is not said use the whole buffer.
    pub use_full_tiles_by_default: OptAttr<UnitAttr>,
    /// Buffers have the sizes of subviews, and not the bounds of these.
    pub use_original_subview_size: OptAttr<UnitAttr>,
    /// Buffers are on the stack.
    pub use_alloca: OptAttr<UnitAttr>,
    /// The memory space of buffers.
    pub memory_space: OptAttr<AnyAttr>,
    /// The memory of a GPU that the buffers are in.
    pub mapping: OptAttr<DeviceMapping>,
    /// The alignment of buffers.
    pub alignment: OptAttr<I64Attr>,
    /// The ops.
    pub transformed: Res<OpHandle>,
}

/// Gives tensors memory of their own.
#[op(
    name = "transform.structured.promote_tensor",
    traits = [SameOperandsAndResultType],
    interfaces = [HandleEffects, MemoryEffects],
    asm = "(`to` $memory_space^)? $tensor attr-dict `:` type($tensor)",
)]
pub struct PromoteTensorOp {
    /// The payload values.
    pub tensor: Operand<ValueHandle>,
    /// The memory space.
    pub memory_space: OptAttr<AnyAttr>,
    /// The tensors that replace them.
    pub promoted: Res<ValueHandle>,
}

handle_effects! {
    all, Modifies: PromoteOp;
    none, Modifies: PromoteTensorOp;
}
