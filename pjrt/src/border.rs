//! The border between C and Rust: each function of the table is called through [`enter`].

use std::any::Any;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::{Layout, PJRT_Error};
use crate::error::{Error, Result};
use crate::error_api::handle;

/// Calls a function of the interface with a copy of its arguments, and writes the results back.
///
/// A caller may be older or newer than this plugin: fields that it does not have are zeros, and are not written. No panic leaves.
///
/// # Safety
/// `args` is null, or begins with the number of bytes that can be read and written there.
pub(crate) unsafe fn enter<A: Layout>(
    args: *mut c_void,
    function: fn(&mut A) -> Result<()>,
) -> *mut PJRT_Error {
    // SAFETY: as the caller says.
    unsafe { call(args, function) }.map_or_else(handle, |()| std::ptr::null_mut())
}

/// As [`enter`], with the error as a value.
///
/// # Safety
/// As for [`enter`].
pub(crate) unsafe fn call<A: Layout>(args: *mut c_void, function: fn(&mut A) -> Result<()>) -> Result<()> {
    if args.is_null() {
        return Err(Error::invalid(format!("{} is null", A::NAME)));
    }
    // SAFETY: as the caller says.
    let size = unsafe { common_size::<A>(args.cast()) }?;
    // SAFETY: the caller has as many bytes there.
    unsafe { on_copy(args, size, function) }
}

/// As [`enter`], for structures that callers have in full, whatever they give as the size: jaxlib does not set that of some.
///
/// # Safety
/// `args` is null, or the whole structure can be read and written there.
pub(crate) unsafe fn enter_whole<A: Layout>(
    args: *mut c_void,
    function: fn(&mut A) -> Result<()>,
) -> *mut PJRT_Error {
    if args.is_null() {
        return handle(Error::invalid(format!("{} is null", A::NAME)));
    }
    // SAFETY: as the caller says.
    unsafe { on_copy(args, A::SIZE, function) }.map_or_else(handle, |()| std::ptr::null_mut())
}

/// Calls a function with a copy of `size` bytes of its arguments, and writes the results back.
///
/// # Safety
/// As many bytes, at most those of the structure, can be read and written there.
unsafe fn on_copy<A: Layout>(
    args: *mut c_void,
    size: usize,
    function: fn(&mut A) -> Result<()>,
) -> Result<()> {
    // SAFETY: as the caller says.
    let mut own = unsafe { copy_of::<A>(args.cast(), size) };
    let outcome = catch_unwind(AssertUnwindSafe(|| function(&mut own)));
    // SAFETY: as above. The size that the caller gave is among what is written back.
    unsafe { std::ptr::from_ref(&own).cast::<u8>().copy_to_nonoverlapping(args.cast(), size) };
    outcome.unwrap_or_else(|payload| {
        Err(Error::internal(format!("{}: internal error: {}", A::NAME, panic_text(&*payload))))
    })
}

/// A copy of a structure inside of arguments, as far as the caller has it, with zeros for the rest; none if it is null.
///
/// # Safety
/// It is null, or begins with the number of bytes that can be read there.
pub(crate) unsafe fn copied<A: Layout>(from: *const A) -> Result<Option<A>> {
    if from.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    unsafe { common_size(from).map(|size| Some(copy_of(from, size))) }
}

/// The bytes of a structure that the caller and this plugin both have, in whole fields.
///
/// # Safety
/// The structure begins with its size.
unsafe fn common_size<A: Layout>(from: *const A) -> Result<usize> {
    // SAFETY: as the caller says.
    let given = unsafe { from.cast::<usize>().read_unaligned() };
    if given < 2 * size_of::<usize>() {
        return Err(Error::invalid(format!("{} has no size: struct_size is {given}", A::NAME)));
    }
    Ok(if given < A::SIZE { whole_fields(A::FIELDS, given) } else { A::SIZE })
}

/// A copy of the first bytes of a structure, with zeros for the rest.
///
/// # Safety
/// As many bytes, at most those of the structure, can be read there.
unsafe fn copy_of<A: Layout>(from: *const A, size: usize) -> A {
    let mut own = MaybeUninit::<A>::zeroed();
    // SAFETY: as the caller says, and ours has at least `SIZE`. Every bit pattern is valid.
    unsafe {
        from.cast::<u8>().copy_to_nonoverlapping(own.as_mut_ptr().cast(), size);
        own.assume_init()
    }
}

/// Defines functions of the interface by those that take the arguments in safe Rust; they are called by the function of this module that
/// is named first.
macro_rules! entries {
    ($by:ident: $($name:ident = $function:path,)*) => {$(
        unsafe extern "C" fn $name(args: *mut std::ffi::c_void) -> *mut $crate::abi::PJRT_Error {
            // SAFETY: callers of the interface pass what the header says.
            unsafe { $crate::border::$by(args, $function) }
        }
    )*};
}
pub(crate) use entries;

/// The bytes of the fields that are inside of a structure of `given` bytes: half of an address is none.
fn whole_fields(fields: &[(&str, usize)], given: usize) -> usize {
    fields.iter().map(|field| field.1).take_while(|&start| start <= given).last().unwrap_or(0)
}

/// The message of a panic.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}

/// The elements that a caller gives.
///
/// # Safety
/// Unless it is null, `length` elements can be read there for as long as the result is used.
pub(crate) unsafe fn slice<'a, T: Copy>(start: *const T, length: usize, what: &str) -> Result<&'a [T]> {
    if length == 0 {
        return Ok(&[]);
    }
    if start.is_null() {
        return Err(Error::invalid(format!("{what} is null, but has {length} elements")));
    }
    if !start.is_aligned() || length > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Error::invalid(format!("{what} has {length} elements, or is not aligned")));
    }
    // SAFETY: checked, and as the caller says.
    Ok(unsafe { std::slice::from_raw_parts(start, length) })
}

/// The text that a caller gives.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn text<'a>(start: *const u8, length: usize, what: &str) -> Result<&'a str> {
    // SAFETY: as the caller says.
    let bytes = unsafe { slice(start, length, what) }?;
    std::str::from_utf8(bytes).map_err(|_| Error::invalid(format!("{what} is not UTF-8 text")))
}

/// Writes one element.
///
/// # Safety
/// Unless it is null, an element can be written there.
pub(crate) unsafe fn write<T>(to: *mut T, value: T, what: &str) -> Result<()> {
    if to.is_null() {
        return Err(Error::invalid(format!("{what} is null")));
    }
    // SAFETY: checked, and as the caller says.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_whole() {
        let fields = [("struct_size", 0), ("extension_start", 8), ("client", 16), ("id", 24), ("name", 32)];
        let sizes = [16, 23, 24, 31, 32, 39].map(|given| whole_fields(&fields, given));
        assert_eq!(sizes, [16, 16, 24, 24, 32, 32]);
    }
}
