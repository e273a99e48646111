//! Shared buffers beyond the limit of static shared memory become views of dynamic shared memory.
//!
//! # Before
//! ```mlir
//! gpu.launch … workgroup(%a : memref<32768xf32, #gpu.address_space<workgroup>>) { … %a … }
//! ```
//! # After
//! ```mlir
//! gpu.launch … dynamic_shared_memory_size %c131072_i32 {
//!   %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
//!   %a = memref.view %m[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32768xf32, #gpu.address_space<workgroup>>
//!   … %a …
//! }
//! ```

use strata_arith::{constant_index, constant_int};
use strata_gpu::{DynamicSharedMemoryOp, GpuTarget, LaunchOp, syntax::WORKGROUP_ATTRIBUTIONS};
use strata_ir::prelude::*;
use strata_passes_analysis::buffer_layout::static_bytes;

/// Bytes of static shared memory that a kernel can declare.
const OWN: i64 = GpuTarget::DEFAULT.shared.declared;
/// Alignment of each buffer, which bulk copies with swizzles need.
const ALIGNMENT: i64 = 1024;

/// Turns the buffers of a launch into views of memory whose size it says, where they are too large otherwise.
pub(crate) fn make_dynamic(b: &mut Body, launch: LaunchOp) -> Result<(), Diagnostic> {
    let cx = b.cx_arc().clone();
    let fail = |b: &Body, why: &str| Diagnostic::error(b.loc(launch.op()), format!("a launch has {why}"));
    let Some(args) = launch.args(b) else { return Ok(()) };
    let buffers = args.workgroup().to_vec();
    let mut sizes = Vec::new();
    for &v in &buffers {
        let bytes = static_bytes(&cx, b.ty(v))
            .ok_or_else(|| fail(b, "a shared buffer of unknown size or of another order than rows"))?;
        sizes.push(bytes);
    }
    let total = sizes.iter().try_fold(0i64, |n, &s| n.checked_add(s)).unwrap_or(i64::MAX);
    if total <= OWN {
        return Ok(());
    }
    // The kernel's own dynamic shared memory comes first.
    let given = launch.dynamic_shared_memory_size(b);
    let mut end = match given {
        None => 0,
        Some(v) => constant_value(b, v)
            .and_then(|a| cx.attr_i64(a))
            .ok_or_else(|| fail(b, "large shared buffers beside shared memory of unknown size"))?,
    };
    let region = launch.body(b);
    let Some(&block) = b.blocks(region).first() else { return Ok(()) };
    let at = InsertPoint::at_start(b, block);
    let loc = b.loc(launch.op());
    let mut builder = Builder::new(b, at, loc);
    let memory = DynamicSharedMemoryOp::create(&mut builder);
    let mut views = Vec::new();
    for (&v, &bytes) in buffers.iter().zip(&sizes) {
        let start = end.checked_add(ALIGNMENT - 1).map_or(end, |n| n / ALIGNMENT * ALIGNMENT);
        let offset = constant_index(&mut builder, start);
        let ty = builder.ty(v);
        views.push(strata_memref::ViewOp::build(&mut builder, memory, offset, &[], ty));
        end = start.saturating_add(bytes);
    }
    let i32 = cx.i32();
    let bytes = i32::try_from(end).map_err(|_| fail(b, "more shared memory than there can be"))?;
    for (&old, &new) in buffers.iter().zip(&views) {
        b.replace_all_uses(old, new);
    }
    let first = b.block_args(block).iter().position(|&a| Some(&a) == buffers.first()).unwrap_or(0);
    for i in (first..first + buffers.len()).rev() {
        b.erase_block_arg(block, i);
    }
    b.set_attr(launch.op(), WORKGROUP_ATTRIBUTIONS, Some(cx.i64_attr(0)));
    let bytes = constant_int(&mut Builder::before(b, launch.op()), i64::from(bytes), i32);
    set_size(b, launch, bytes);
    Ok(())
}

/// Sets the operand with the bytes of dynamic shared memory.
fn set_size(b: &mut Body, launch: LaunchOp, bytes: Value) {
    let mut operands: Vec<Value> = b.operands(launch.op()).collect();
    if launch.dynamic_shared_memory_size(b).is_some() {
        operands.pop();
    }
    operands.push(bytes);
    let segments =
        b.attr(launch.op(), "operandSegmentSizes").and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    let mut segments: Vec<i32> =
        segments.map(|s| s.values.iter().map(|&n| n as i32).collect()).unwrap_or_default();
    if let Some(last) = segments.last_mut() {
        *last = 1;
    }
    let segments = b.cx().i32_array(&segments);
    b.set_operands(launch.op(), &operands);
    b.set_attr(launch.op(), "operandSegmentSizes", Some(segments));
}
