//! Puts compiled code into this process and finds its symbols, through ORC's LLJIT.
//!
//! - Code is loaded as an object file, so that freshly compiled and cached code take the same path.
//! - Compiled code sees its own symbols, those given to [`Jit::define_symbols`], those of the libraries given to [`Jit::add_library`] and a
//!   short list of C functions; nothing else.
//! - A [`JitSymbol`] keeps the JIT, and with it the code, alive.

use std::ffi::{CString, c_void};
use std::path::Path;
use std::ptr;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::LLVMErrorRef;
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use strata_runtime_exec::EntryPoint;

use crate::error::{CodegenError, Result};
use crate::ffi::take_error;
use crate::link::HOST_MACHINE;
use crate::llvm_module::LlvmModule;
use crate::machine::TargetMachine;
use crate::symbols;
use crate::target::Target;

/// A place for compiled code in this process.
pub struct Jit {
    raw: LLVMOrcLLJITRef,
    dylib: LLVMOrcJITDylibRef,
    /// The errors that ORC reported besides returned errors. Kept until the JIT is gone, because ORC has a pointer to it.
    reported: Arc<Mutex<Vec<String>>>,
}

// SAFETY: LLJIT guards its state with a session lock, and objects are linked on the calling thread; the C API may be used from any thread.
unsafe impl Send for Jit {}
// SAFETY: as above.
unsafe impl Sync for Jit {}

extern "C" fn report(list: *mut c_void, error: LLVMErrorRef) {
    if let Some(text) = take_error(error) {
        // SAFETY: `list` is the shared list that `Jit::new` attached, which outlives the session.
        let list = unsafe { &*list.cast::<Mutex<Vec<String>>>() };
        list.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

impl Jit {
    /// Creates an empty JIT, in which only the allowed C functions are defined.
    pub fn new() -> Result<Arc<Self>> {
        let reported = Arc::new(Mutex::new(Vec::new()));
        let mut raw = ptr::null_mut();
        // Only object files are loaded, for which the baseline processor is enough; LLVM would detect all features of this one.
        let machine = TargetMachine::new(&Target::new(None, "", "")?)?;
        // SAFETY: the machine is consumed by what is made of it, that by the builder, and the builder by the creation, also where
        // it fails.
        let error = unsafe {
            let builder = LLVMOrcCreateLLJITBuilder();
            let machine = LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine.into_raw());
            LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, machine);
            LLVMOrcCreateLLJIT(&raw mut raw, builder)
        };
        if let Some(message) = take_error(error) {
            return Err(CodegenError::Jit(message));
        }
        // SAFETY: the session belongs to the live JIT; the list outlives it, see `Drop`. A bare dylib links to no other dylib, so
        // that the symbols of the process stay invisible.
        let dylib = unsafe {
            let session = LLVMOrcLLJITGetExecutionSession(raw);
            LLVMOrcExecutionSessionSetErrorReporter(
                session,
                report,
                Arc::as_ptr(&reported).cast_mut().cast(),
            );
            LLVMOrcExecutionSessionCreateBareJITDylib(session, c"strata".as_ptr())
        };
        let jit = Self { raw, dylib, reported };
        jit.define(symbols::allowed().into_iter())?;
        Ok(Arc::new(jit))
    }

    /// Makes functions or data of the host visible to compiled code, each under a name. The addresses must be valid whenever compiled code
    /// runs; they are not accessed before.
    pub fn define_symbols(&self, symbols: &[(String, *const ())]) -> Result<()> {
        self.define(symbols.iter().map(|(name, address)| (name.as_str(), *address)))
    }

    fn define<'a>(&self, symbols: impl Iterator<Item = (&'a str, *const ())>) -> Result<()> {
        let mut names = Vec::new();
        for (name, address) in symbols {
            names.push((c_name(name)?, address));
        }
        if names.is_empty() {
            return Ok(());
        }
        let mut pairs: Vec<LLVMOrcCSymbolMapPair> = names
            .iter()
            .map(|(name, address)| LLVMOrcCSymbolMapPair {
                // SAFETY: the JIT is live and the name terminated; the reference that comes back is handed over below.
                Name: unsafe { LLVMOrcLLJITMangleAndIntern(self.raw, name.as_ptr()) },
                Sym: LLVMJITEvaluatedSymbol {
                    Address: *address as u64,
                    Flags: LLVMJITSymbolFlags {
                        GenericFlags: LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8,
                        TargetFlags: 0,
                    },
                },
            })
            .collect();
        // SAFETY: the unit takes over the interned names; on failure it is still ours and is disposed of.
        unsafe {
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            if let Some(message) = take_error(LLVMOrcJITDylibDefine(self.dylib, unit)) {
                LLVMOrcDisposeMaterializationUnit(unit);
                return Err(CodegenError::Jit(message));
            }
        }
        Ok(())
    }

    /// Makes the symbols of a shared library visible to compiled code; its own definitions come first. Loading a library runs its code.
    pub fn add_library(&self, path: &Path) -> Result<()> {
        let Some(text) = path.to_str() else {
            return Err(CodegenError::Jit(format!(
                "the name of the library '{}' is not UTF-8",
                path.display()
            )));
        };
        let text = c_name(text)?;
        let mut generator = ptr::null_mut();
        // SAFETY: the name is terminated, and there is no filter; a generator that was made is handed over to the live dylib.
        unsafe {
            let error = LLVMOrcCreateDynamicLibrarySearchGeneratorForPath(
                &raw mut generator,
                text.as_ptr(),
                0,
                None,
                ptr::null_mut(),
            );
            if let Some(message) = take_error(error) {
                return Err(CodegenError::Jit(message));
            }
            LLVMOrcJITDylibAddGenerator(self.dylib, generator);
        }
        Ok(())
    }

    /// Generates code for a module and adds it.
    pub fn add_module(&self, machine: &TargetMachine, module: &LlvmModule) -> Result<()> {
        self.add_object(&machine.emit_object(module)?)
    }

    /// Adds an object file for this machine's architecture. It is linked at the first lookup of one of its symbols.
    pub fn add_object(&self, object: &[u8]) -> Result<()> {
        check_elf(object)?;
        // SAFETY: the buffer is a copy that the JIT takes over, also where it fails.
        let error = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"object".as_ptr(),
            );
            LLVMOrcLLJITAddObjectFile(self.raw, self.dylib, buffer)
        };
        self.outcome(take_error(error))
    }

    /// Links the code that `name` depends on and returns its address.
    pub fn lookup(self: &Arc<Self>, name: &str) -> Result<JitSymbol> {
        let text = c_name(name)?;
        let answer = Answer::default();
        // SAFETY: the arrays are read during the call; the interned name is taken over; `answer` is alive until it is filled, because
        // `wait` blocks until then.
        let (error, address) = unsafe {
            let mut order = LLVMOrcCJITDylibSearchOrderElement {
                JD: self.dylib,
                JDLookupFlags: LLVMOrcJITDylibLookupFlags::LLVMOrcJITDylibLookupFlagsMatchAllSymbols,
            };
            let mut wanted = LLVMOrcCLookupSetElement {
                Name: LLVMOrcLLJITMangleAndIntern(self.raw, text.as_ptr()),
                LookupFlags: LLVMOrcSymbolLookupFlags::LLVMOrcSymbolLookupFlagsRequiredSymbol,
            };
            LLVMOrcExecutionSessionLookup(
                LLVMOrcLLJITGetExecutionSession(self.raw),
                LLVMOrcLookupKind::LLVMOrcLookupKindStatic,
                &raw mut order,
                1,
                &raw mut wanted,
                1,
                found,
                (&raw const answer).cast_mut().cast(),
            );
            answer.wait()
        };
        self.outcome(error)?;
        if address == 0 {
            return Err(CodegenError::Jit(format!("`{name}` has no address")));
        }
        Ok(JitSymbol { address: address as usize as *const (), jit: Arc::clone(self) })
    }

    /// The C entry `name`, which keeps the code; what it may be called with is that of the verified module that it was compiled from.
    pub fn entry_point(self: &Arc<Self>, name: &str) -> Result<EntryPoint> {
        let symbol = self.lookup(name)?;
        // SAFETY: entries of programs have this type, and `symbol` keeps their code.
        Ok(unsafe { EntryPoint::new(symbol.function(), Arc::new(symbol)) })
    }

    /// An error together with what was reported besides; reports alone are not fatal to what was asked for.
    fn outcome(&self, error: Option<String>) -> Result<()> {
        let reported = std::mem::take(&mut *self.reported.lock().unwrap_or_else(PoisonError::into_inner));
        match error {
            None => Ok(()),
            Some(mut message) => {
                for more in reported {
                    message.push_str("; ");
                    message.push_str(&more);
                }
                Err(CodegenError::Jit(message))
            }
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        // SAFETY: owned by `self`, disposed of once; no `JitSymbol` is left, because each holds an `Arc`. An error has nowhere to go.
        drop(take_error(unsafe { LLVMOrcDisposeLLJIT(self.raw) }));
    }
}

/// The slot for the result of a lookup.
#[derive(Default)]
struct Answer {
    value: Mutex<Option<(Option<String>, u64)>>,
    ready: Condvar,
}

impl Answer {
    fn wait(&self) -> (Option<String>, u64) {
        let mut value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match value.take() {
                Some(answer) => return answer,
                None => value = self.ready.wait(value).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

extern "C" fn found(error: LLVMErrorRef, pairs: LLVMOrcCSymbolMapPairs, n: usize, answer: *mut c_void) {
    let error = take_error(error);
    // SAFETY: `answer` is the slot of the waiting lookup; on success `pairs` holds `n` entries that live during the call.
    unsafe {
        let address = if error.is_none() && n > 0 { (*pairs).Sym.Address } else { 0 };
        let slot = &*answer.cast::<Answer>();
        let mut value = slot.value.lock().unwrap_or_else(PoisonError::into_inner);
        *value = Some((error, address));
        // Notified under the lock: the waiting thread frees the slot as soon as it has the lock.
        slot.ready.notify_one();
    }
}

fn c_name(name: &str) -> Result<CString> {
    if name.is_empty() {
        return Err(CodegenError::Jit("a symbol needs a name".to_owned()));
    }
    CString::new(name).map_err(|_| CodegenError::Jit("a symbol name contains a NUL byte".to_owned()))
}

/// Checks that the bytes are a relocatable ELF file for this architecture.
fn check_elf(object: &[u8]) -> Result<()> {
    let half = |at: usize| object.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]]));
    if object.get(..6) != Some(b"\x7fELF\x02\x01") || half(16) != Some(1) {
        return Err(CodegenError::Jit("not a 64-bit relocatable ELF object".to_owned()));
    }
    if half(18) != Some(HOST_MACHINE) {
        return Err(CodegenError::Jit("the object is for another architecture".to_owned()));
    }
    Ok(())
}

/// An address in compiled code, which is kept alive by this value.
#[derive(Clone)]
pub struct JitSymbol {
    address: *const (),
    jit: Arc<Jit>,
}

// SAFETY: an address and a thread-safe owner; what is done with the address is up to the unsafe code that uses it.
unsafe impl Send for JitSymbol {}
// SAFETY: as above.
unsafe impl Sync for JitSymbol {}

impl JitSymbol {
    /// The address. It is valid as long as this value, or another one of the same JIT, is alive.
    #[must_use]
    pub fn address(&self) -> *const () {
        self.address
    }

    /// The JIT that owns the code.
    #[must_use]
    pub fn jit(&self) -> &Arc<Jit> {
        &self.jit
    }

    /// The address as a function pointer of type `F`.
    ///
    /// # Safety
    /// `F` is an `extern "C"` function pointer type that matches the compiled function, and the result is not called after the last
    /// `JitSymbol` and `Arc<Jit>` of the JIT are gone.
    #[must_use]
    pub unsafe fn function<F: Copy>(&self) -> F {
        const { assert!(size_of::<F>() == size_of::<*const ()>(), "F has to be a function pointer") };
        // SAFETY: the sizes are equal; the caller guarantees the type.
        unsafe { std::mem::transmute_copy(&self.address) }
    }
}
