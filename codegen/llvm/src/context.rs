//! The MLIR context of the exit: the `llvm`, `nvvm` and `builtin` dialects with their translations, and the capture of diagnostics.
//!
//! - A context belongs to one thread at a time (it is neither `Send` nor `Sync`); compile in parallel with one context a thread.
//! - Multithreading inside MLIR is off, because parallelism is across modules.
//! - Only the three necessary translations are registered: registering everything would link all of MLIR.

use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::Rc;

use mlir_sys as m;

use crate::error::{Diagnostic, Location, Severity};
use crate::ffi::{initialize_targets, printed, success, to_string};

/// Notes longer than this are cut: a verifier error of a kernel would otherwise carry the whole kernel.
const MAX_MESSAGE: usize = 4096;

unsafe extern "C" {
    // These registrations have no C API of their own short of the one that registers every translation. The C++ functions take one
    // `DialectRegistry &`, which the Itanium C++ ABI passes as a pointer, so they can be called directly.
    #[link_name = "_ZN4mlir30registerLLVMDialectTranslationERNS_15DialectRegistryE"]
    fn register_llvm_translation(registry: *mut c_void);
    #[link_name = "_ZN4mlir30registerNVVMDialectTranslationERNS_15DialectRegistryE"]
    fn register_nvvm_translation(registry: *mut c_void);
    #[link_name = "_ZN4mlir33registerBuiltinDialectTranslationERNS_15DialectRegistryE"]
    fn register_builtin_translation(registry: *mut c_void);
}

/// An MLIR context that can hold, verify and translate `llvm`-dialect modules.
pub struct ExitContext {
    raw: m::MlirContext,
    /// Behind an `Rc`, because MLIR keeps a pointer to the list.
    diagnostics: Rc<RefCell<Vec<Diagnostic>>>,
}

impl Default for ExitContext {
    fn default() -> Self {
        Self::new()
    }
}

impl ExitContext {
    /// Creates a context, which takes about a millisecond.
    #[must_use]
    pub fn new() -> Self {
        initialize_targets();
        let diagnostics = Rc::new(RefCell::new(Vec::new()));
        // SAFETY: the registry is live until destroyed at the end; the context copies it. The handler's user data is the shared list, which
        // lives as long as the context (`Drop` destroys the context first) and is only reached from the thread that calls MLIR.
        let raw = unsafe {
            let registry = m::mlirDialectRegistryCreate();
            m::mlirDialectHandleInsertDialect(m::mlirGetDialectHandle__llvm__(), registry);
            m::mlirDialectHandleInsertDialect(m::mlirGetDialectHandle__nvvm__(), registry);
            register_llvm_translation(registry.ptr.cast());
            register_nvvm_translation(registry.ptr.cast());
            register_builtin_translation(registry.ptr.cast());
            let context = m::mlirContextCreateWithThreading(false);
            m::mlirContextAppendDialectRegistry(context, registry);
            m::mlirContextLoadAllAvailableDialects(context);
            m::mlirDialectRegistryDestroy(registry);
            let user_data = Rc::as_ptr(&diagnostics).cast_mut().cast();
            m::mlirContextAttachDiagnosticHandler(context, Some(collect), user_data, None);
            context
        };
        Self { raw, diagnostics }
    }

    /// The context for the C API.
    pub(crate) fn raw(&self) -> m::MlirContext {
        self.raw
    }

    /// Takes the diagnostics since the last call.
    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.diagnostics.borrow_mut())
    }
}

impl Drop for ExitContext {
    fn drop(&mut self) {
        // SAFETY: modules and builders borrow the context, so none is alive; the context is destroyed once.
        unsafe { m::mlirContextDestroy(self.raw) }
    }
}

/// MLIR's diagnostic handler: stores the diagnostic and says that it was handled, so that MLIR does not print it.
unsafe extern "C" fn collect(diagnostic: m::MlirDiagnostic, user_data: *mut c_void) -> m::MlirLogicalResult {
    // SAFETY: `user_data` is the list of the `ExitContext` that attached the handler; see `ExitContext::new`.
    let list = unsafe { &*user_data.cast::<RefCell<Vec<Diagnostic>>>() };
    if let Ok(mut list) = list.try_borrow_mut() {
        list.push(convert(diagnostic));
    }
    success()
}

fn convert(diagnostic: m::MlirDiagnostic) -> Diagnostic {
    // SAFETY: MLIR keeps the diagnostic and its notes alive during the handler's call.
    unsafe {
        let severity = match m::mlirDiagnosticGetSeverity(diagnostic) {
            m::MlirDiagnosticSeverity_MlirDiagnosticError => Severity::Error,
            m::MlirDiagnosticSeverity_MlirDiagnosticWarning => Severity::Warning,
            m::MlirDiagnosticSeverity_MlirDiagnosticNote => Severity::Note,
            _ => Severity::Remark,
        };
        let mut message = printed(|callback, data| m::mlirDiagnosticPrint(diagnostic, callback, data));
        if message.len() > MAX_MESSAGE {
            message.truncate(message.floor_char_boundary(MAX_MESSAGE));
            message.push('…');
        }
        let notes = (0..m::mlirDiagnosticGetNumNotes(diagnostic))
            .map(|i| convert(m::mlirDiagnosticGetNote(diagnostic, i)))
            .collect();
        Diagnostic { severity, location: location(m::mlirDiagnosticGetLocation(diagnostic)), message, notes }
    }
}

/// The first file position inside a location: through names, call sites (the callee) and fused lists.
fn location(mut raw: m::MlirLocation) -> Location {
    let whole = raw;
    // SAFETY: locations live as long as the context; each getter is called only after the matching `IsA`.
    unsafe {
        loop {
            if m::mlirLocationIsAFileLineColRange(raw) {
                let file = m::mlirIdentifierStr(m::mlirLocationFileLineColRangeGetFilename(raw));
                return Location::File {
                    file: to_string(file),
                    line: u32::try_from(m::mlirLocationFileLineColRangeGetStartLine(raw)).unwrap_or(0),
                    column: u32::try_from(m::mlirLocationFileLineColRangeGetStartColumn(raw)).unwrap_or(0),
                };
            }
            if m::mlirLocationIsAName(raw) {
                raw = m::mlirLocationNameGetChildLoc(raw);
            } else if m::mlirLocationIsACallSite(raw) {
                raw = m::mlirLocationCallSiteGetCallee(raw);
            } else if m::mlirLocationIsAFused(raw) && m::mlirLocationFusedGetNumLocations(raw) > 0 {
                let n = m::mlirLocationFusedGetNumLocations(raw) as usize;
                let mut parts = vec![raw; n];
                m::mlirLocationFusedGetLocations(raw, parts.as_mut_ptr());
                raw = parts[0];
            } else {
                break;
            }
        }
        let text = printed(|callback, data| m::mlirLocationPrint(whole, callback, data));
        if text == "loc(unknown)" { Location::Unknown } else { Location::Other(text) }
    }
}
