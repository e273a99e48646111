//! The memory that a compiled program needs besides its arguments and results.

use strata_ir::prelude::*;

/// The functions of the runtime that allocate what a program uses between its ops; the second operand is the number of bytes.
const ALLOCATORS: [&str; 2] = ["strata_rt_buffer", "strata_rt_gpu_alloc"];

/// The bytes that a program and its code take up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The buffers that it allocates in a call, as if none were freed before the end. Buffers whose sizes only the call knows are not counted,
    /// nor are those of routines of the runtime.
    pub temporaries: u64,
    /// Its object files and kernels.
    pub code: u64,
}

impl Footprint {
    /// The buffers that functions of the `llvm` dialect allocate, by the constant operands of their calls.
    pub(crate) fn temporaries(module: &Body) -> u64 {
        let of_op = |body: &Body, op: Op| {
            let cx = body.cx();
            let callee = body.attr(op, "callee").and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
            let is_allocator = callee.is_some_and(|callee| ALLOCATORS.contains(&cx.str(callee.root)));
            let size = body.operands(op).nth(1).filter(|_| is_allocator);
            let constant = size.and_then(|size| body.attr(body.def_op(size)?, "value"));
            constant.and_then(|a| cx.attr_i64(a)).and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(0)
        };
        let of_body =
            |body: &Body| body.all_ops().into_iter().map(|op| of_op(body, op)).fold(0, u64::saturating_add);
        module.children().map(|(_, body)| of_body(body)).fold(of_body(module), u64::saturating_add)
    }
}
