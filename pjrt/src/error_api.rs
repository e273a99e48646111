//! The functions of the interface on errors.

use std::sync::Arc;

use crate::abi::{
    PJRT_Error, PJRT_Error_Destroy_Args, PJRT_Error_ForEachPayload_Args, PJRT_Error_GetCode_Args,
    PJRT_Error_Message_Args,
};
use crate::error::{Code, Error, Result};
use crate::slab::Slab;

/// An object for a caller, who destroys it. Null, which is no error, if there is no slot for one.
pub(crate) fn handle(error: Error) -> *mut PJRT_Error {
    ERRORS.insert(Arc::new(error)).unwrap_or(std::ptr::null_mut())
}

/// The errors that callers hold.
pub(crate) static ERRORS: Slab<Error> = Slab::new("error");

pub(crate) fn destroy(args: &mut PJRT_Error_Destroy_Args) -> Result<()> {
    ERRORS.remove(args.error);
    Ok(())
}

pub(crate) fn message(args: &mut PJRT_Error_Message_Args) -> Result<()> {
    // The text stays where it is for as long as the slot has the error.
    let error = ERRORS.get(args.error).ok();
    let text = error.as_deref().map_or("", Error::message);
    (args.message, args.message_size) =
        if error.is_some() { (text.as_ptr(), text.len()) } else { (c"".as_ptr().cast(), 0) };
    Ok(())
}

pub(crate) fn get_code(args: &mut PJRT_Error_GetCode_Args) -> Result<()> {
    args.code = ERRORS.get(args.error).map_or(Code::Unknown as u32, |error| error.code());
    Ok(())
}

/// Errors have no payloads. This never fails, since a caller asks for the payloads of an error that it gets.
pub(crate) fn for_each_payload(_: &mut PJRT_Error_ForEachPayload_Args) -> Result<()> {
    Ok(())
}
