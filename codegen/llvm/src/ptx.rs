//! Compiles the modules for a device to PTX.
//!
//! Before:
//! ```mlir
//! gpu.module @kernels {
//!   llvm.func @double(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256>} { … }
//! }
//! ```
//! After: `.visible .entry double(.param .u64 .ptr double_param_0) .maxntid 256 { … ld.global.b32 … }`
//!
//! Several modules are combined into one text: only kernels are visible, and other symbols with equal names are renamed.

use strata_ir::core::{Body, DenseArrayAttr, Location, Op};

use crate::constants;
use crate::context::ExitContext;
use crate::device_symbols::{DeviceSymbols, no_kernels};
use crate::error::{CodegenError, Result};
use crate::from_ir::build_device_module;
use crate::libraries::Library;
use crate::llvm_module::LlvmModule;
use crate::machine::TargetMachine;
use crate::nvptx;
use crate::ptx_needs;
use crate::symbol_ops::{is_kernel, symbol_name, symbols};
use crate::target::{OptLevel, Target};

/// The target triple, for which pointers in kernel parameters are addresses of global memory.
const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// Options for the generation of PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxOptions {
    /// The architecture: `sm_80`, `sm_90a`, ….
    pub arch: String,
    /// `+ptx83` for a version of PTX, or empty for the lowest one that has all instructions.
    pub features: String,
    /// The level of LLVM's optimisations.
    pub opt: OptLevel,
    /// Whether the text has line information.
    pub line_info: bool,
    /// Libraries of LLVM IR for the device.
    pub libraries: Vec<Library>,
    /// Further options of the assembler.
    pub assembler_options: Vec<String>,
}

impl PtxOptions {
    /// All of LLVM's optimisations for an architecture, without line information.
    #[must_use]
    pub fn new(arch: &str) -> Self {
        Self {
            arch: arch.to_owned(),
            features: String::new(),
            opt: OptLevel::O3,
            line_info: false,
            libraries: Vec::new(),
            assembler_options: Vec::new(),
        }
    }
}

/// PTX and its kernels.
#[derive(Clone, Debug)]
pub struct Ptx {
    /// The text.
    pub text: String,
    /// The kernels, in the order of the modules.
    pub kernels: Vec<Kernel>,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The name of its `gpu.module`; empty without one.
    pub module: String,
    /// Its location.
    pub location: Location,
    /// The largest number of threads of its blocks, if it is declared.
    pub threads: Option<u32>,
    /// Whether it uses dynamic shared memory.
    pub dynamic_shared: bool,
    /// The bytes of dynamic shared memory, if they are declared.
    pub dynamic_bytes: Option<u32>,
}

/// Compiles the `gpu.module`s of a module, or a module of functions with `nvvm.kernel`, to PTX. Other ops belong to the host.
pub fn compile_ptx(module: &Body, options: &PtxOptions) -> Result<Ptx> {
    compile(module, options).map(|(ptx, _)| ptx)
}

/// The same modules as optimised bitcode of LLVM for the device.
pub fn compile_bitcode(module: &Body, options: &PtxOptions) -> Result<Vec<u8>> {
    optimised(module, options).map(|(ir, ..)| ir.to_bitcode())
}

/// The same, with the optimised LLVM IR as text.
pub(crate) fn compile(module: &Body, options: &PtxOptions) -> Result<(Ptx, String)> {
    let (ir, machine, kernels) = optimised(module, options)?;
    let text = machine.emit_assembly(&ir)?;
    Ok((Ptx { text, kernels }, ir.to_text()))
}

/// The optimised LLVM IR, the target, and the kernels.
fn optimised(module: &Body, options: &PtxOptions) -> Result<(LlvmModule, TargetMachine, Vec<Kernel>)> {
    // The names are checked before the translation.
    nvptx::features(&options.arch, &options.features).map_err(CodegenError::Target)?;
    let (parts, hides) = parts(module);
    let kernels: Vec<Kernel> = parts.iter().flat_map(|part| kernels(part)).collect();
    if kernels.is_empty() {
        return Err(no_kernels());
    }
    let device = DeviceSymbols::new(&parts, hides, options.line_info)?;
    let exit = ExitContext::new();
    let built = build_device_module(&exit, &parts, device)?;
    built.lower_inline_ptx()?;
    let mut ir = built.translate_without_constants()?;
    for library in &options.libraries {
        ir.link_library(library)?;
    }
    if !options.libraries.is_empty() {
        ir.erase_unused()?;
    }
    let version = ptx_needs::version(&ir.to_text(), &options.arch)?;
    constants::inline(&mut ir, built.constants())?;
    let features = match options.features.strip_prefix("+ptx").and_then(|v| v.parse::<u32>().ok()) {
        Some(wanted) if wanted < version => {
            return Err(CodegenError::Target(format!(
                "an instruction of the module needs +ptx{version}, and {} is asked for",
                options.features
            )));
        }
        Some(wanted) => format!("+ptx{wanted}"),
        None => format!("+ptx{version}"),
    };
    let target = Target::new(Some(TRIPLE), &options.arch, &features)?.with_opt(options.opt);
    let machine = TargetMachine::new(&target)?;
    ir.optimize(&machine)?;
    Ok((ir, machine, kernels))
}

/// The modules for a device, and whether their symbols other than kernels are hidden.
fn parts(module: &Body) -> (Vec<&Body>, bool) {
    let is_gpu = |body: &Body| body.info(Op::SELF).name == "gpu.module";
    if is_gpu(module) {
        return (vec![module], true);
    }
    let children = symbols(module).filter_map(|op| module.child(op));
    let parts: Vec<&Body> = children.filter(|body| is_gpu(body)).collect();
    if parts.is_empty() { (vec![module], false) } else { (parts, true) }
}

fn kernels(part: &Body) -> Vec<Kernel> {
    let cx = part.cx();
    let module = part.attr(Op::SELF, "sym_name").and_then(|a| cx.attr_str(a));
    let dynamic: Vec<_> = symbols(part).filter(|&op| is_dynamic_shared(part, op)).collect();
    let dynamic: Vec<_> = dynamic.into_iter().filter_map(|op| symbol_name(part, op)).collect();
    let uses = |body: &Body| {
        body.regions(Op::SELF).iter().flat_map(|&r| body.region_ops(r)).any(|op| {
            let name = (body.info(op).name == "llvm.mlir.addressof").then(|| body.attr(op, "global_name"));
            let symbol = name.flatten().and_then(|a| cx.attr_as::<strata_ir::core::SymbolRefAttr>(a));
            symbol.is_some_and(|s| dynamic.contains(&s.root))
        })
    };
    symbols(part)
        .filter(|&op| is_kernel(part, op) && part.info(op).name == "llvm.func")
        .filter_map(|op| {
            let name = cx.str(symbol_name(part, op)?).to_owned();
            let dynamic_shared = part.child(op).is_some_and(uses);
            let module = module.unwrap_or_default().to_owned();
            let bytes = part.extra_attr(op, "strata.dynamic_shared_memory").and_then(|a| cx.attr_i64(a));
            Some(Kernel {
                name,
                module,
                location: part.loc(op),
                threads: threads(part, op),
                dynamic_shared,
                dynamic_bytes: bytes.and_then(|n| u32::try_from(n).ok()),
            })
        })
        .collect()
}

/// The product of the sizes in `nvvm.reqntid` or `nvvm.maxntid`.
fn threads(part: &Body, op: Op) -> Option<u32> {
    let cx = part.cx();
    let sizes = |name| part.extra_attr(op, name).and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let sizes = sizes("nvvm.reqntid").or_else(|| sizes("nvvm.maxntid"))?;
    sizes.values.iter().try_fold(1u32, |all, &n| all.checked_mul(u32::try_from(n).ok()?))
}

/// Whether an op is the global that represents dynamic shared memory.
fn is_dynamic_shared(part: &Body, op: Op) -> bool {
    let cx = part.cx();
    let space = part.attr(op, "addr_space").and_then(|a| cx.attr_i64(a));
    let ty = part.attr(op, "global_type").and_then(|a| cx.attr_as::<strata_ir::core::TypeAttr>(a));
    let array = ty.and_then(|t| cx.type_as::<strata_llvm::ArrayType>(t.0));
    part.info(op).name == "llvm.mlir.global" && space == Some(3) && array.is_some_and(|a| a.len == 0)
}
