//! Calling conventions and linkages by their numbers in LLVM.

use llvm_sys::LLVMLinkage;
use strata_llvm::{CConv, Linkage};

/// The calling conventions of the dialect by their numbers.
const CONVENTIONS: [(u32, CConv); 47] = [
    (0, CConv::C),
    (8, CConv::Fast),
    (9, CConv::Cold),
    (10, CConv::Ghc),
    (11, CConv::Hipe),
    (13, CConv::AnyReg),
    (14, CConv::PreserveMost),
    (15, CConv::PreserveAll),
    (16, CConv::Swift),
    (17, CConv::CxxFastTls),
    (18, CConv::Tail),
    (19, CConv::CfGuardCheck),
    (20, CConv::SwiftTail),
    (64, CConv::X86Stdcall),
    (65, CConv::X86Fastcall),
    (66, CConv::ArmApcs),
    (67, CConv::ArmAapcs),
    (68, CConv::ArmAapcsVfp),
    (69, CConv::Msp430Intr),
    (70, CConv::X86Thiscall),
    (71, CConv::PtxKernel),
    (72, CConv::PtxDevice),
    (75, CConv::SpirFunc),
    (76, CConv::SpirKernel),
    (77, CConv::IntelOclBi),
    (78, CConv::X86_64SysV),
    (79, CConv::Win64),
    (80, CConv::X86VectorCall),
    (81, CConv::Hhvm),
    (82, CConv::HhvmC),
    (83, CConv::X86Intr),
    (84, CConv::AvrIntr),
    (86, CConv::AvrBuiltin),
    (87, CConv::AmdgpuVs),
    (88, CConv::AmdgpuGs),
    (90, CConv::AmdgpuCs),
    (91, CConv::AmdgpuKernel),
    (92, CConv::X86Regcall),
    (93, CConv::AmdgpuHs),
    (94, CConv::Msp430Builtin),
    (95, CConv::AmdgpuLs),
    (96, CConv::AmdgpuEs),
    (97, CConv::Aarch64Vectorcall),
    (98, CConv::Aarch64SveVectorcall),
    (99, CConv::WasmEmscriptenInvoke),
    (100, CConv::AmdgpuGfx),
    (101, CConv::M68kIntr),
];

/// The calling convention with a number.
pub(super) fn calling_convention(number: u32) -> Result<CConv, String> {
    let known = CONVENTIONS.iter().find(|row| row.0 == number);
    known.map(|row| row.1).ok_or_else(|| format!("the dialect has no calling convention {number}"))
}

/// The linkage of the dialect.
pub(super) fn linkage(of: LLVMLinkage) -> Result<Linkage, String> {
    Ok(match of {
        LLVMLinkage::LLVMExternalLinkage => Linkage::External,
        LLVMLinkage::LLVMAvailableExternallyLinkage => Linkage::AvailableExternally,
        LLVMLinkage::LLVMLinkOnceAnyLinkage => Linkage::Linkonce,
        LLVMLinkage::LLVMLinkOnceODRLinkage => Linkage::LinkonceOdr,
        LLVMLinkage::LLVMWeakAnyLinkage => Linkage::Weak,
        LLVMLinkage::LLVMWeakODRLinkage => Linkage::WeakOdr,
        LLVMLinkage::LLVMAppendingLinkage => Linkage::Appending,
        LLVMLinkage::LLVMInternalLinkage => Linkage::Internal,
        LLVMLinkage::LLVMPrivateLinkage => Linkage::Private,
        LLVMLinkage::LLVMExternalWeakLinkage => Linkage::ExternWeak,
        LLVMLinkage::LLVMCommonLinkage => Linkage::Common,
        other => return Err(format!("the dialect has no linkage '{other:?}'")),
    })
}
