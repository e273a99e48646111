//! Large constants as bytes: LLVM gets no value for each of their elements, and for object files not even the bytes.
//!
//! Before:
//! ```mlir
//! llvm.mlir.global private constant @w(dense<"0x…"> : tensor<1048576xf32>) {alignment = 64 : i64} : !llvm.array<1048576 x f32>
//! ```
//! After, for text and assembly:
//! ```llvm
//! @w = private constant [4194304 x i8] c"…", align 64
//! ```
//! After, for an object file, into whose section [`fill`] writes the bytes after code generation:
//! ```llvm
//! @w = private externally_initialized constant [4194304 x i8] zeroinitializer, section ".bss.ta.strata.0", align 64
//! ```
//! - LLVM emits an array of bytes at once, but other arrays element by element.
//! - `externally_initialized` says that the zeros are not the value; `constant`, that the value never changes.
//! - Small constants are unchanged, so that LLVM folds loads of them.

use std::{collections::HashMap, ffi::CString};

use llvm_sys::core::*;
use strata_ir::prelude::*;
use strata_llvm::{ArrayType, GlobalOp, Linkage};

use crate::{
    elf,
    error::{CodegenError, Result},
    llvm_module::LlvmModule,
};

/// The size in bytes from which on a constant is large.
const LARGE: usize = 512;
/// The prefix of the section's name at first: LLVM writes no contents for `.bss`.
const WITHOUT_CONTENTS: &str = ".bss.ta";
/// The prefix of the section's name with contents, which has the same length.
const WITH_CONTENTS: &str = ".rodata";

/// A large constant.
pub(crate) struct LargeConstant {
    /// The name of the global.
    pub(crate) name: String,
    /// Its value.
    pub(crate) bytes: Blob,
}

/// The bytes of a global if it is a large constant with the same layout in memory as in the attribute.
pub(crate) fn large(module: &Body, op: Op) -> Option<LargeConstant> {
    op.as_op::<GlobalOp>(module)?;
    let cx = module.cx();
    let dense = cx.attr_as::<DenseElementsAttr>(module.attr(op, "value")?)?;
    if dense.splat || dense.data.len() < LARGE {
        return None;
    }
    module.attr(op, "constant")?;
    // A global with any of these attributes is translated as usual.
    let others = [
        "thread_local_",
        "externally_initialized",
        "section",
        "comdat",
        "dbg_exprs",
        "target_specific_attrs",
    ];
    if others.iter().any(|name| module.attr(op, name).is_some()) {
        return None;
    }
    let number = |name: &str| module.attr(op, name).and_then(|a| cx.attr_i64(a));
    // The generic address space; 1 is global memory of a device.
    if !matches!(number("addr_space").unwrap_or(0), 0 | 1) {
        return None;
    }
    let linkage = module.attr(op, "linkage").and_then(|a| cx.attr_as::<Linkage>(a)).copied();
    if !matches!(linkage, Some(Linkage::Private | Linkage::Internal | Linkage::External)) {
        return None;
    }
    let mut elem = cx.attr_as::<TypeAttr>(module.attr(op, "global_type")?)?.0;
    while let Some(array) = cx.type_as::<ArrayType>(elem) {
        elem = array.elem;
    }
    // For other types, LLVM's elements are larger than those of the attribute.
    let bytes = match (cx.bit_width(elem)?, cx.as_float(elem).is_some()) {
        (1, false) => 1,
        (width @ (8 | 16 | 32 | 64), _) => i64::from(width) / 8,
        _ => return None,
    };
    if cx.elem_or_self(dense.ty) != elem || dense.elem_bytes(cx) as i64 != bytes {
        return None;
    }
    // An array of bytes has no alignment of its own.
    number("alignment").filter(|&align| align >= bytes)?;
    let name = cx.attr_str(module.attr(op, "sym_name")?)?.to_owned();
    Some(LargeConstant { name, bytes: dense.data.clone() })
}

/// The type of the global of a large constant.
pub(crate) fn type_text(constant: &LargeConstant) -> String {
    format!("!llvm.array<{} x i8>", constant.bytes.len())
}

/// Sets the bytes of constants as the initializers of their globals.
pub(crate) fn inline(module: &mut LlvmModule, constants: &[LargeConstant]) -> Result<()> {
    for constant in constants {
        let global = global(module, constant)?;
        // SAFETY: module, context and global are live; LLVM copies the bytes into a constant of the type of the global.
        unsafe {
            let context = LLVMGetModuleContext(module.raw());
            let value =
                LLVMConstStringInContext2(context, constant.bytes.as_ptr().cast(), constant.bytes.len(), 1);
            LLVMSetInitializer(global, value);
        }
    }
    Ok(())
}

/// Puts the globals of constants into sections, whose bytes are written by [`fill`].
pub(crate) fn reserve(module: &mut LlvmModule, constants: &[LargeConstant]) -> Result<()> {
    for (number, constant) in constants.iter().enumerate() {
        let global = global(module, constant)?;
        let section = c_name(&section(WITHOUT_CONTENTS, number))?;
        // SAFETY: module and global are live; LLVM copies the name.
        unsafe {
            LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
            LLVMSetExternallyInitialized(global, 1);
            LLVMSetSection(global, section.as_ptr());
        }
    }
    Ok(())
}

/// Writes the bytes of constants into the sections of an object file that [`reserve`] created. Passes may have removed unused constants;
/// `module` has the remaining ones.
pub(crate) fn fill(object: &mut Vec<u8>, module: &LlvmModule, constants: &[LargeConstant]) -> Result<()> {
    let sections = (0..).map(|number| section(WITHOUT_CONTENTS, number)).zip(constants);
    let mut wanted: HashMap<String, &[u8]> = sections.map(|(name, c)| (name, &*c.bytes)).collect();
    let filled = elf::fill(object, WITHOUT_CONTENTS, WITH_CONTENTS, |name| wanted.remove(name));
    filled.map_err(|why| CodegenError::Llvm { step: "write constants", message: why.to_owned() })?;
    let lost = |constant: &&LargeConstant| global(module, constant).is_ok();
    let unfilled = constants
        .iter()
        .enumerate()
        .filter(|(number, _)| wanted.contains_key(&section(WITHOUT_CONTENTS, *number)));
    match unfilled.map(|(_, constant)| constant).find(lost) {
        None => Ok(()),
        Some(constant) => Err(CodegenError::Llvm {
            step: "write constants",
            message: format!("the object file has no section for @{}", constant.name),
        }),
    }
}

fn section(prefix: &str, number: usize) -> String {
    format!("{prefix}.strata.{number}")
}

fn c_name(name: &str) -> Result<CString> {
    CString::new(name)
        .map_err(|_| CodegenError::Limit(format!("the name '{}' has a NUL byte", name.escape_debug())))
}

fn global(module: &LlvmModule, constant: &LargeConstant) -> Result<llvm_sys::prelude::LLVMValueRef> {
    let name = c_name(&constant.name)?;
    // SAFETY: the module is live and the name terminated.
    let global = unsafe { LLVMGetNamedGlobal(module.raw(), name.as_ptr()) };
    if global.is_null() {
        let message = format!("there is no global @{}", constant.name);
        return Err(CodegenError::Llvm { step: "find constants", message });
    }
    Ok(global)
}
