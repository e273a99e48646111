//! Constraints of structured ops.

use strata_ir::prelude::*;

use crate::attrs;

type_constraint! {
    /// An operand that a structured op writes.
    Output = "shaped of any type values", |ty, cx| cx.shaped(ty).is_some();
    /// A ranked tensor or a memref.
    TensorOrMemRef = "memref of any type values or ranked tensor of any type values", |ty, cx|
        cx.type_as::<MemRefType>(ty).is_some() || cx.type_as::<TensorType>(ty).is_some();
}
attr_constraint! {
    /// The iterator types of a structured op.
    IteratorTypes: ArrayAttr = "Iterator type should be an enum.", |a, cx| attrs::iterator_types(cx, a).is_some();
}
