//! The explorer as a WebAssembly module with a C interface, for the worker of the page.
//!
//! ```text
//! at = request(length)      the memory for a request of so many bytes of JSON
//! length = answer()         handles the request
//! at = answer_at()          the answer: so many bytes of JSON
//! ```
//!
//! A panic traps. Its message is at `panic_at()`: the worker reads it and starts a new instance.
//!
//! The functions exist in modules for the web only: for other machines the library is empty.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;

use strata_explorer::Explorer;

/// The state of the instance, which has one thread.
#[derive(Default)]
struct Instance {
    explorer: Option<Explorer>,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
    /// Kept apart from the rest, which is in use when a panic comes.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a request; its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.request.clear();
        instance.request.resize(length, 0);
        instance.request.as_mut_ptr()
    })
}

/// Handles the request; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    INSTANCE.with_borrow_mut(|instance| {
        let explorer = instance.explorer.get_or_insert_with(|| {
            std::panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
            Explorer::default()
        });
        let text = String::from_utf8_lossy(&instance.request);
        instance.answer = explorer.answer(&text).into_bytes();
        instance.answer.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    INSTANCE.with_borrow(|instance| instance.answer.as_ptr())
}

/// The length of the message of the panic that ended the instance.
#[unsafe(no_mangle)]
pub extern "C" fn panic_length() -> usize {
    PANIC.with_borrow(String::len)
}

/// The address of the message of the panic that ended the instance.
#[unsafe(no_mangle)]
pub extern "C" fn panic_at() -> *const u8 {
    PANIC.with_borrow(|message| message.as_ptr())
}
