//! Guard pages, to test compiled programs: every buffer has an inaccessible page directly after it, or directly before it, so that an
//! access outside of it is a fault, which is reported with the name of the program.
//!
//! `STRATA_GUARD_PAGES=after` (or `1`) and `STRATA_GUARD_PAGES=before` enable them; the first detects accesses after the end of buffers,
//! the second those before the start. Buffers then have only the alignment of their elements. New memory is filled with bytes that make
//! large numbers, so that results that depend on it are noticed.

use std::ffi::CString;
use std::ptr::null_mut;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The environment variable.
const VARIABLE: &str = "STRATA_GUARD_PAGES";
/// The contents of new memory.
const POISON: u8 = 0xcd;

/// The side of a buffer at which its guard page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// At its end.
    After,
    /// At its start.
    Before,
}

impl Guard {
    /// The setting of the environment.
    #[must_use]
    pub fn of_environment() -> Option<Self> {
        match std::env::var(VARIABLE).ok()?.as_str() {
            "1" | "after" => Some(Self::After),
            "before" => Some(Self::Before),
            _ => None,
        }
    }
}

/// A buffer with pages of its own, between two inaccessible pages.
pub(crate) struct Region {
    base: usize,
    length: usize,
    /// Bytes per page.
    page: usize,
    address: usize,
}

impl Region {
    /// A buffer of `size` bytes; `None` if the system cannot allocate it.
    pub(crate) fn new(guard: Guard, size: usize) -> Option<Self> {
        // SAFETY: the call only reads a setting.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()?;
        let inner = size.checked_next_multiple_of(page)?;
        let length = inner.checked_add(2 * page)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, at an address that the system chooses.
        let base = unsafe { libc::mmap(null_mut(), length, libc::PROT_NONE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        let base = base as usize;
        let address = match guard {
            Guard::After => base + page + inner - size,
            Guard::Before => base + page,
        };
        let region = Self { base, length, page, address };
        // SAFETY: the pages between the first and the last one of the mapping that was just made.
        let opened = inner == 0
            || unsafe {
                let start = (base + page) as *mut libc::c_void;
                let ok = libc::mprotect(start, inner, libc::PROT_READ | libc::PROT_WRITE) == 0;
                if ok {
                    start.cast::<u8>().write_bytes(POISON, inner);
                }
                ok
            };
        opened.then_some(region)
    }

    pub(crate) fn address(&self) -> usize {
        self.address
    }

    /// Makes the buffer read-only.
    pub(crate) fn protect(&self) {
        let inner = self.length - 2 * self.page;
        // SAFETY: the pages between the first and the last one of this mapping.
        unsafe { libc::mprotect((self.base + self.page) as *mut libc::c_void, inner, libc::PROT_READ) };
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the mapping is this region's, which nobody uses any more.
        unsafe { libc::munmap(self.base as *mut libc::c_void, self.length) };
    }
}

/// The program name for reports of faults. A signal handler can only access it in a static.
static PROGRAM: AtomicPtr<libc::c_char> = AtomicPtr::new(null_mut());

/// Reports a fault from now on as one of the program `name`; the process then ends as by the fault itself. Does nothing unless the
/// environment enables guard pages.
pub fn report_faults_of(name: &str) {
    static INSTALLED: Once = Once::new();
    if Guard::of_environment().is_none() {
        return;
    }
    // The old name is leaked, because a handler may be reading it. It is a few bytes in a test.
    let name = CString::new(name.replace('\0', "?")).unwrap_or_default();
    PROGRAM.store(name.into_raw(), Ordering::Release);
    INSTALLED.call_once(|| {
        for signal in [libc::SIGSEGV, libc::SIGBUS] {
            let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = report;
            // SAFETY: the structure is valid when it is zero, and the handler calls nothing that a handler must not call.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handler as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_RESETHAND | libc::SA_ONSTACK;
                libc::sigaction(signal, &raw const action, null_mut());
            }
        }
    });
}

/// Writes a message; the access is then repeated, and ends the process.
extern "C" fn report(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    let mut digits = *b"0x0000000000000000)\n";
    // SAFETY: the system gives a valid structure.
    let mut address = unsafe { (*info).si_addr() } as usize;
    for digit in digits[2..18].iter_mut().rev() {
        *digit = b"0123456789abcdef"[address & 15];
        address >>= 4;
    }
    write(b"\nerror: access outside of all buffers in program '");
    let name = PROGRAM.load(Ordering::Acquire);
    if !name.is_null() {
        // SAFETY: the name is NUL-terminated and never freed.
        write(unsafe { std::ffi::CStr::from_ptr(name) }.to_bytes());
    }
    write(b"' (address ");
    write(&digits);
}

fn write(bytes: &[u8]) {
    // SAFETY: the bytes are there. Nothing can be done about an error.
    unsafe { libc::write(2, bytes.as_ptr().cast(), bytes.len()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_touch_the_page_that_they_are_guarded_by() {
        for size in [0usize, 1, 100, 4096, 5000] {
            let after = Region::new(Guard::After, size).expect("there is memory");
            assert_eq!((after.address() + size) % after.page, 0);
            assert_eq!(after.address() + size, after.base + after.length - after.page);
            let before = Region::new(Guard::Before, size).expect("there is memory");
            assert_eq!(before.address(), before.base + before.page);
            for region in [&after, &before] {
                // SAFETY: the region has that many bytes.
                unsafe {
                    let bytes = std::slice::from_raw_parts_mut(region.address() as *mut u8, size);
                    assert!(bytes.iter().all(|&b| b == POISON));
                    bytes.fill(1);
                }
            }
        }
        assert!(Region::new(Guard::After, usize::MAX - 5000).is_none());
    }
}
