//! `convert-gpu-to-nvvm`: converts the functions of a module of kernels to functions of the `llvm` dialect, with ops of `nvvm`.
//!
//! # Before
//! ```mlir
//! gpu.module @m {
//!   gpu.func @k(%x: memref<64xf32>) workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>) kernel
//!       attributes {known_block_size = array<i32: 64, 1, 1>} {
//!     %t = gpu.thread_id x
//!     %v = memref.load %x[%t] : memref<64xf32>
//!     memref.store %v, %w[%t] : memref<64xf32, #gpu.address_space<workgroup>>
//!     gpu.barrier
//!     …
//!     gpu.return
//!   }
//! }
//! ```
//! # After
//! ```mlir
//! gpu.module @m {
//!   llvm.mlir.global internal @__wg_k_0() {addr_space = 3 : i32, …} : !llvm.array<64 x f32>
//!   llvm.func @k(%x: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>, …} {
//!     %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
//!     …
//!     nvvm.barrier0
//!     llvm.return
//!   }
//! }
//! ```
//! All ops in the functions are converted in the same walk, by the handlers of `convert-program-to-llvm`. With `use-bare-ptr-memref-call-conv` a
//! memref of static size and row-major order is one pointer, other memrefs are still passed as the fields of their descriptors. A GPU has
//! no C library: ops that would become library calls are an error here, and have to be expanded before.
//!
//! With `allowed-dialects` only `gpu` and these dialects are converted, in upstream's form: other ops stay, with casts between the types, and so
//! do ops without a conversion.

mod function;
mod ids;
mod matrix;
mod memory;
mod redux;
mod shuffle;

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{Dialect, Lower, Lowered, Options},
    module::{FUNCTIONS, FunctionHandler, ToLlvm},
    passes::ALL,
    upstream,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Generate NVVM operations for gpu operations.
#[pass(
    name = "convert-gpu-to-nvvm",
    class = "ConvertGpuOpsToNVVMOps",
    on = "gpu.module",
    produces = [llvm, nvvm]
)]
pub struct ConvertGpuToNvvm {
    /// Bitwidth of the index type, 0 or 64 to use the size of a machine word
    pub index_bitwidth: u32,
    /// Pass memrefs of static shape and identity layout as one pointer
    pub use_bare_ptr_memref_call_conv: bool,
    /// Run conversion patterns of only the specified dialects
    pub allowed_dialects: Vec<String>,
    /// Target gpu supports redux
    pub has_redux: bool,
}

/// The handlers of `gpu` in kernels.
pub const GPU: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        strata_gpu::ReturnOp => ret,
        strata_gpu::BarrierOp => barrier,
        strata_gpu::ShuffleOp => shuffle::shuffle,
        strata_gpu::RotateOp => shuffle::rotate,
        strata_gpu::SubgroupBroadcastOp => shuffle::broadcast,
        strata_gpu::DynamicSharedMemoryOp => memory::dynamic_shared_memory,
        strata_gpu::PrintfOp => memory::printf,
        strata_gpu::SubgroupMmaLoadMatrixOp => matrix::load,
        strata_gpu::SubgroupMmaStoreMatrixOp => matrix::store,
        strata_gpu::SubgroupMmaComputeOp => matrix::compute,
        strata_gpu::SubgroupMmaConstantMatrixOp => matrix::constant,
        strata_gpu::SubgroupMmaElementwiseOp => matrix::elementwise,
        strata_gpu::SubgroupMmaExtractThreadLocalOp => matrix::extract,
        strata_gpu::SubgroupMmaInsertThreadLocalOp => matrix::insert,
        strata_gpu::AllReduceOp => expanded_before,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// Reductions of warps for GPUs without an instruction for them.
const REDUCTIONS: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        strata_gpu::SubgroupReduceOp => expanded_before,
    },
    otherwise: None,
};

fn expanded_before(_: &mut Lower<'_>) -> Lowered {
    Err("has to be expanded before (--gpu-expand-reductions)".to_owned())
}

/// Converts the types of `gpu` and `nvgpu`.
fn types(cx: &Context, ty: Type) -> Option<Type> {
    matrix::types(cx, ty).or_else(|| crate::nvgpu::types(cx, ty))
}

impl ConvertGpuToNvvm {
    /// Converts `gpu` and the allowed dialects.
    fn convert_some(&self, body: &mut Body) -> PassResult {
        let allowed = |name: &str| self.allowed_dialects.iter().any(|d| d == name);
        let mut dialects: Vec<Dialect> = upstream::ALL.into_iter().filter(|d| allowed(d.name)).collect();
        dialects.extend([Dialect { otherwise: None, ..GPU }, ids::IDS]);
        dialects.extend(self.has_redux.then_some(redux::REDUX));
        if allowed("nvgpu") {
            crate::nvgpu::create_barriers(body);
            dialects.push(Dialect { otherwise: None, ..crate::nvgpu::NVGPU });
        }
        let mut functions: Vec<(&'static str, FunctionHandler)> = vec![("gpu.func", function::convert)];
        functions.extend(allowed("func").then_some(FUNCTIONS).into_iter().flatten());
        let options = Options {
            upstream: true,
            bare_ptr: self.use_bare_ptr_memref_call_conv,
            extra_types: Some(types),
            ..Options::default()
        };
        let conversion = ToLlvm {
            dialects: &dialects,
            functions: &functions,
            blocks: allowed("cf"),
            full: false,
            folds: false,
            options,
        };
        Ok(conversion.run(body)?)
    }
}

fn ret(l: &mut Lower<'_>) -> Lowered {
    let values = l.all_operands()?;
    match values[..] {
        [] => llvm::ReturnOp::build(&mut l.at(), None),
        [one] => llvm::ReturnOp::build(&mut l.at(), Some(one)),
        _ => return Err("returns several values".to_owned()),
    };
    Ok(())
}

fn barrier(l: &mut Lower<'_>) -> Lowered {
    strata_nvvm::Barrier0Op::build(&mut l.at());
    Ok(())
}

/// Functions that the device's runtime provides.
const DEVICE_FUNCTIONS: [&str; 2] = ["vprintf", "__assertfail"];

impl BodyPass for ConvertGpuToNvvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if !matches!(self.index_bitwidth, 0 | 64) {
            let message =
                format!("index-bitwidth={} is not supported: 'index' has 64 bits", self.index_bitwidth);
            return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
        }
        memory::add_globals(body);
        if !self.allowed_dialects.is_empty() {
            return self.convert_some(body);
        }
        let functions: Vec<(&'static str, FunctionHandler)> =
            FUNCTIONS.into_iter().chain([("gpu.func", function::convert as FunctionHandler)]).collect();
        let reductions = if self.has_redux { redux::REDUX } else { REDUCTIONS };
        let dialects: Vec<Dialect> =
            ALL.into_iter().filter(|d| d.name != "gpu").chain([GPU, ids::IDS, reductions]).collect();
        let options = Options {
            bare_ptr: self.use_bare_ptr_memref_call_conv,
            internalize: true,
            extra_types: Some(types),
            ..Options::default()
        };
        ToLlvm {
            dialects: &dialects,
            functions: &functions,
            blocks: true,
            full: true,
            folds: false,
            options,
        }
        .run(body)?;
        Ok(check_calls(body)?)
    }
}

/// Reports calls of functions that the module does not define.
fn check_calls(module: &Body) -> Result<(), Vec<Diagnostic>> {
    let cx = module.cx();
    let mut missing: Vec<Str> = Vec::new();
    for (op, body) in module.children() {
        let Some(name) = module.symbol_name(op).filter(|_| op.isa::<llvm::FuncOp>(module)) else { continue };
        let text = cx.str(name);
        if body.entry().is_none() && !DEVICE_FUNCTIONS.contains(&text) && !text.starts_with("llvm.") {
            missing.push(name);
        }
    }
    let mut errors = Vec::new();
    for (_, body) in module.children() {
        for op in body.all_ops().into_iter().filter(|op| op.isa::<llvm::CallOp>(body)) {
            let callee = body.attr(op, "callee").and_then(|a| cx.attr_as::<SymbolRefAttr>(a)).map(|s| s.root);
            if let Some(name) = callee.filter(|c| missing.contains(c)) {
                let message = format!("a kernel calls '{}', which a GPU does not have", cx.str(name));
                errors.push(Diagnostic::error(body.loc(op), message));
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
