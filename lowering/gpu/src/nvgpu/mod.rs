//! `convert-nvgpu-to-nvvm`: converts copies, fragments of matrices and barriers on memrefs and vectors to instructions.
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
//! Memrefs, vectors and indices are converted as by the conversions to `llvm`, so that casts between both cancel. The handlers can be part
//! of one walk with those conversions ([`NVGPU`], [`types`]), which loop-carried values need.

mod barrier;
mod copy;
mod mma;
mod tensor_copy;
mod warpgroup;

use strata_ir::{prelude::*, rewrite::conversions};
use strata_lowering_llvm::{
    engine::{Dialect, Lower, Lowered, Options},
    module::ToLlvm,
};
use strata_nvgpu::{
    DeviceAsyncTokenType, MBarrierGroupType, MBarrierTokenType, TensorMapDescriptorType,
    WarpgroupAccumulatorType, WarpgroupDescriptorType,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

pub use barrier::create_barriers;

/// The handlers of `nvgpu` in kernels.
pub const NVGPU: Dialect = Dialect {
    name: "nvgpu",
    rows: conversions! {
        strata_nvgpu::DeviceAsyncCopyOp => copy::copy,
        strata_nvgpu::DeviceAsyncCreateGroupOp => copy::create_group,
        strata_nvgpu::DeviceAsyncWaitOp => copy::wait,
        strata_nvgpu::LdMatrixOp => mma::ldmatrix,
        strata_nvgpu::MmaSyncOp => mma::mma,
        strata_nvgpu::MBarrierGetOp => barrier::get,
        strata_nvgpu::MBarrierInitOp => barrier::init,
        strata_nvgpu::MBarrierArriveOp => barrier::arrive,
        strata_nvgpu::MBarrierArriveNoCompleteOp => barrier::arrive_nocomplete,
        strata_nvgpu::MBarrierArriveExpectTxOp => barrier::expect_tx,
        strata_nvgpu::MBarrierTestWaitOp => barrier::test_wait,
        strata_nvgpu::MBarrierTryWaitParityOp => barrier::try_wait,
        strata_nvgpu::TmaAsyncLoadOp => tensor_copy::load,
        strata_nvgpu::TmaAsyncStoreOp => tensor_copy::store,
        strata_nvgpu::TmaPrefetchOp => tensor_copy::prefetch,
        strata_nvgpu::TmaFenceOp => tensor_copy::fence,
        strata_nvgpu::WarpgroupGenerateDescriptorOp => warpgroup::descriptor,
        strata_nvgpu::WarpgroupMmaInitAccumulatorOp => warpgroup::init,
        strata_nvgpu::WarpgroupMmaOp => warpgroup::mma,
        strata_nvgpu::WarpgroupMmaStoreOp => warpgroup::store,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// Converts the types of `nvgpu`.
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
        return strata_lowering_llvm::engine::converted_type(cx, barriers);
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
            ToLlvm { dialects: &[NVGPU], functions: &[], blocks: false, full: false, folds: false, options };
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

/// An index as a 32-bit integer.
fn word(l: &mut Lower<'_>, value: Value) -> Value {
    let i32 = l.cx().i32();
    match l.known(value) {
        Some(n) if i32::try_from(n).is_ok() => l.int(n, i32),
        _ => strata_llvm::TruncOp::build(&mut l.at(), value, None, i32),
    }
}
