//! The end of a process that cannot continue: a message and an exit status instead of the signal `SIGABRT`.
//!
//! Rust calls `abort` on allocation failure in code that cannot handle it, and so do LLVM and the C++ library. The reason is on the
//! standard error output by then; the handler adds the name of the tool, and ends the process with status 1 if there is no more memory,
//! and with 3 otherwise.

use std::ptr::null_mut;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::{FAILED, INTERNAL_ERROR, allocator};

/// The name of the tool. A signal handler can only access it in a static.
static TOOL: AtomicPtr<libc::c_char> = AtomicPtr::new(null_mut());

/// An allocation that succeeds unless the process is out of memory. Compilers usually fail to allocate large tables.
const PROBE: usize = 256 << 20;
/// The same for faults, where failed allocations may have gone unnoticed.
const FAULT_PROBE: usize = 64 << 20;
/// Addresses below this, and this close to `MAP_FAILED`, are offsets from a failed allocation.
const LOW: usize = 1 << 16;

/// Installs the handlers: the process ends with a message and a status of its own instead of being aborted.
pub fn start(tool: &'static std::ffi::CStr) {
    static INSTALLED: Once = Once::new();
    TOOL.store(tool.as_ptr().cast_mut(), Ordering::Release);
    INSTALLED.call_once(|| {
        let handler: extern "C" fn(libc::c_int) = ended;
        // SAFETY: the structure is valid when it is zero, and the handler calls nothing that a handler must not call.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as usize;
            action.sa_flags = libc::SA_RESETHAND | libc::SA_ONSTACK;
            libc::sigaction(libc::SIGABRT, &raw const action, null_mut());
        }
        let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = fault;
        // SAFETY: as above. The previous handler, which detects stack overflows, is kept.
        unsafe {
            let (mut action, mut before): (libc::sigaction, libc::sigaction) =
                (std::mem::zeroed(), std::mem::zeroed());
            action.sa_sigaction = handler as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigaction(libc::SIGSEGV, &raw const action, &raw mut before);
            BEFORE.store(before.sa_sigaction, Ordering::Release);
        }
    });
}

/// The previous handler of faults; zero if there was none.
static BEFORE: AtomicUsize = AtomicUsize::new(0);

/// Handles a fault. Libraries that do not check for failed allocations use invalid addresses; other faults are passed on.
extern "C" fn fault(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system gives a valid structure.
    let address = unsafe { (*info).si_addr() } as usize;
    let is_nothing = address.wrapping_add(LOW) < 2 * LOW;
    if is_nothing && !has_memory(FAULT_PROBE) {
        out_of_memory();
    }
    match BEFORE.load(Ordering::Acquire) {
        libc::SIG_DFL | libc::SIG_IGN => {
            // The access is repeated, and ends the process as without this handler.
            // SAFETY: the call only sets what the signal does.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        handler => {
            // SAFETY: this is the handler of Rust's library, which it installed with these arguments.
            unsafe {
                let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                    std::mem::transmute(handler);
                handler(signal, info, context);
            }
        }
    }
}

extern "C" fn ended(_: libc::c_int) {
    if !has_memory(PROBE) {
        out_of_memory();
    }
    end(b": internal error: the process was aborted; please report it with the input\n", INTERNAL_ERROR)
}

/// Ends the process if there is no memory even for a message.
pub(crate) fn out_of_memory() -> ! {
    end(b": error: out of memory\n", FAILED)
}

fn end(text: &[u8], status: u8) -> ! {
    let tool = TOOL.load(Ordering::Acquire);
    if !tool.is_null() {
        // SAFETY: the name is a static, NUL-terminated string.
        write(unsafe { std::ffi::CStr::from_ptr(tool) }.to_bytes());
    }
    write(text);
    // SAFETY: the call ends the process, without running anything of it.
    unsafe { libc::_exit(status.into()) }
}

/// Whether the system still has memory. Rust's allocator records failures, but LLVM's does not.
fn has_memory(bytes: usize) -> bool {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping at an address that the system chooses; a handler may ask for one.
    let block = unsafe { libc::mmap(null_mut(), bytes, protection, flags, -1, 0) };
    if block == libc::MAP_FAILED {
        return false;
    }
    // SAFETY: the mapping was made above, and nobody uses it.
    unsafe { libc::munmap(block, bytes) };
    !allocator::has_refused()
}

fn write(bytes: &[u8]) {
    // SAFETY: the bytes are there. Nothing can be done about an error.
    unsafe { libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), bytes.len()) };
}
