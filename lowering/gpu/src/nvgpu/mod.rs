//! `convert-nvgpu-to-nvvm`: copies, fragments of matrices and barriers on memrefs and vectors become instructions.
//!
//! Before:
//! ```mlir
//! %a = nvgpu.ldmatrix %tile[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<128x32xf16, 3> -> vector<4x2xf16>
//! %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
//!     : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
//! ```
//! After:
//! ```mlir
//! %p = llvm.getelementptr %tile_pointer[%linear] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
//! %0 = nvvm.ldmatrix %p {num = 4 : i32, layout = #nvvm.mma_layout<row>, …} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
//! %1 = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%c0, %c1, %c2, %c3] {…}
//!     : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
//! ```
//! Memrefs, vectors and indices are converted as by the conversions to `llvm`, so that casts between both cancel. The handlers
//! can be part of one walk with those conversions ([`NVGPU`], [`types`]), which values that loops carry need.

mod barrier;
mod copy;
mod mma;
mod tensor_copy;
mod warpgroup;

use strata_ir::prelude::*;
use strata_lowering_llvm::engine::{Conversion, Dialect, Handler, Lower, Lowered, Options};
use strata_nvgpu::{
    DeviceAsyncTokenType, MBarrierGroupType, MBarrierTokenType, TensorMapDescriptorType,
    WarpgroupAccumulatorType, WarpgroupDescriptorType,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

pub use barrier::create_barriers;

/// The handlers of `nvgpu` in kernels.
pub const NVGPU: Dialect = Dialect { name: "nvgpu", handler };

fn handler(op: &str) -> Option<Handler> {
    Some(match op {
        "device_async_copy" => copy::copy,
        "device_async_create_group" => copy::create_group,
        "device_async_wait" => copy::wait,
        "ldmatrix" => mma::ldmatrix,
        "mma.sync" => mma::mma,
        "mbarrier.get" => barrier::get,
        "mbarrier.init" => barrier::init,
        "mbarrier.arrive" => barrier::arrive,
        "mbarrier.arrive.nocomplete" => barrier::arrive_nocomplete,
        "mbarrier.arrive.expect_tx" => barrier::expect_tx,
        "mbarrier.test.wait" => barrier::test_wait,
        "mbarrier.try_wait.parity" => barrier::try_wait,
        "tma.async.load" => tensor_copy::load,
        "tma.async.store" => tensor_copy::store,
        "tma.prefetch.descriptor" => tensor_copy::prefetch,
        "tma.fence.descriptor" => tensor_copy::fence,
        "warpgroup.generate.descriptor" => warpgroup::descriptor,
        "warpgroup.mma.init.accumulator" => warpgroup::init,
        "warpgroup.mma" => warpgroup::mma,
        "warpgroup.mma.store" => warpgroup::store,
        _ => return None,
    })
}

/// What the types of `nvgpu` become.
pub fn types(cx: &Context, ty: Type) -> Option<Type> {
    if cx.type_as::<DeviceAsyncTokenType>(ty).is_some() {
        return Some(cx.i32());
    }
    if cx.type_as::<MBarrierTokenType>(ty).is_some() || cx.type_as::<WarpgroupDescriptorType>(ty).is_some() {
        return Some(cx.i64());
    }
    if cx.type_as::<TensorMapDescriptorType>(ty).is_some() {
        return Some(strata_llvm::ptr(cx));
    }
    if let Some(group) = cx.type_as::<MBarrierGroupType>(ty) {
        let barriers = barrier::memref(cx, group);
        return strata_lowering_llvm::engine::TypeConverter::default().convert(cx, barriers);
    }
    if cx.type_as::<WarpgroupAccumulatorType>(ty).is_some() {
        return warpgroup::registers(cx, ty);
    }
    None
}

/// Convert NVGPU dialect to NVVM dialect.
#[pass(name = "convert-nvgpu-to-nvvm", produces = [llvm, memref, nvvm])]
pub struct ConvertNvgpuToNvvm;

impl BodyPass for ConvertNvgpuToNvvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        create_barriers(body);
        let options = Options { extra_types: Some(types), ..Options::default() };
        let conversion =
            Conversion { dialects: &[NVGPU], functions: &[], blocks: false, full: false, options };
        Ok(conversion.run(body)?)
    }
}

/// The operands of one group after the conversion.
fn group(l: &mut Lower<'_>, i: usize) -> Lowered<Vec<Value>> {
    let range = l.body.operand_group(l.op(), i);
    l.operands(range)
}

/// The operand of a group that has one or none.
fn optional(l: &mut Lower<'_>, i: usize) -> Lowered<Option<Value>> {
    Ok(group(l, i)?.first().copied())
}

/// The type of the only operand of a group, before the conversion.
fn type_of_group(l: &Lower<'_>, i: usize) -> Lowered<Type> {
    let index = l.body.operand_group(l.op(), i).next().ok_or("misses an operand")?;
    Ok(l.operand_type(index))
}

/// An index as a number of 32 bits.
fn word(l: &mut Lower<'_>, value: Value) -> Value {
    let i32 = l.cx().i32();
    match l.known(value) {
        Some(n) if i32::try_from(n).is_ok() => l.int(n, i32),
        _ => strata_llvm::TruncOp::build(&mut l.at(), value, None, i32),
    }
}
