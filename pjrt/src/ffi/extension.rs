//! The extensions of the PJRT table by which a caller registers handlers.

use super::abi::{FfiHandler, XLA_FFI_Handler_Bundle};
use super::api::API;
use super::context::USER_DATA;
use super::{registry, types};
use crate::abi::*;
use crate::border::{entries, slice, text};
use crate::error::{Error, Result};
use crate::platform::PLATFORM;
use crate::profiler;

/// A handler with the types of the FFI.
fn typed(handler: Option<Handler>) -> Option<FfiHandler> {
    // SAFETY: both take an address and return one.
    handler.map(|handler| unsafe { std::mem::transmute::<Handler, FfiHandler>(handler) })
}

fn type_register(args: &mut PJRT_FFI_Type_Register_Args) -> Result<()> {
    // SAFETY: the caller gives the name with its length, and functions of the type or null.
    let (name, info) = unsafe {
        let info = slice(args.type_info, usize::from(!args.type_info.is_null()), "the type")?;
        (text(args.type_name, args.type_name_size, "the name of the type")?, info.first())
    };
    args.type_id = types::register(name, args.type_id, info.and_then(|info| info.deleter))?;
    Ok(())
}

fn user_data_add(args: &mut PJRT_FFI_UserData_Add_Args) -> Result<()> {
    USER_DATA.get(args.context)?.add(args.user_data.type_id, args.user_data.data)
}

fn register_handler(args: &mut PJRT_FFI_Register_Handler_Args) -> Result<()> {
    // SAFETY: the caller gives both with their lengths.
    let (name, platform) = unsafe {
        (
            text(args.target_name, args.target_name_size, "the name of the handler")?,
            text(args.platform_name, args.platform_name_size, "the platform")?,
        )
    };
    let stages = XLA_FFI_Handler_Bundle {
        instantiate: None,
        prepare: None,
        initialize: None,
        execute: typed(args.handler),
    };
    registry::register_typed(API.address(), name, platform, &stages)
}

fn custom_call(args: &mut PJRT_Gpu_Register_Custom_Call_Args) -> Result<()> {
    // SAFETY: the caller gives the name with its length.
    let name = unsafe { text(args.function_name, args.function_name_size, "the name of the handler") }?;
    match args.api_version {
        0 => registry::register_untyped(name, typed(args.handler_execute)),
        1 => {
            let stages = XLA_FFI_Handler_Bundle {
                instantiate: typed(args.handler_instantiate),
                prepare: typed(args.handler_prepare),
                initialize: typed(args.handler_initialize),
                execute: typed(args.handler_execute),
            };
            registry::register_typed(API.address(), name, PLATFORM, &stages)
        }
        other => Err(Error::unimplemented(format!("the handler '{name}' has API version {other}"))),
    }
}

entries! { enter:
    call_type_register = type_register,
    call_user_data_add = user_data_add,
    call_register_handler = register_handler,
    call_custom_call = custom_call,
}

static CUSTOM_CALL: Extension<PJRT_Gpu_Custom_Call> = Extension(PJRT_Gpu_Custom_Call {
    base: PJRT_Extension_Base {
        struct_size: size_of::<PJRT_Gpu_Custom_Call>(),
        r#type: CUSTOM_CALL_EXTENSION,
        next: profiler::EXTENSION.base(),
    },
    custom_call: Some(call_custom_call),
});

/// The extension for the FFI; that for custom calls follows it.
pub(crate) static EXTENSION: Extension<PJRT_FFI_Extension> = Extension(PJRT_FFI_Extension {
    base: PJRT_Extension_Base {
        struct_size: size_of::<PJRT_FFI_Extension>(),
        r#type: FFI_EXTENSION,
        next: CUSTOM_CALL.base(),
    },
    type_register: Some(call_type_register),
    user_data_add: Some(call_user_data_add),
    register_handler: Some(call_register_handler),
});
