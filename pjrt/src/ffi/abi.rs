//! XLA's FFI, version 0.3: its structures as the header `xla/ffi/api/c_api.h` lays them out.
//!
//! Names are those of the header; functions of the table are in lower case, without `XLA_FFI_`. A test compares sizes, offsets and
//! constants with those that a C compiler found in the header of jaxlib.

#![cfg_attr(not(test), expect(dead_code, reason = "the whole interface stands here, used or not"))]

use std::ffi::{c_char, c_void};

use crate::abi::{handles, layout};

/// The version of the interface.
pub(crate) const FFI_VERSION: [i32; 2] = [0, 3];

handles!(XLA_FFI_Error XLA_FFI_ExecutionContext XLA_FFI_Future);

/// A function of the table that may fail.
pub(crate) type FfiFunction = unsafe extern "C" fn(*mut c_void) -> *mut XLA_FFI_Error;
/// A function of the table that cannot fail.
pub(crate) type FfiProcedure = unsafe extern "C" fn(*mut c_void);
/// A handler.
pub(crate) type FfiHandler = unsafe extern "C" fn(*mut XLA_FFI_CallFrame) -> *mut XLA_FFI_Error;
/// A task for the threads of the runtime.
pub(crate) type FfiTask = unsafe extern "C" fn(*mut c_void);

layout! {
    plain XLA_FFI_Api {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        api_version: XLA_FFI_Api_Version,
        internal_api: *const c_void,
        error_create: Option<FfiFunction>,
        error_getmessage: Option<FfiProcedure>,
        error_destroy: Option<FfiProcedure>,
        handler_register: Option<FfiFunction>,
        stream_get: Option<FfiFunction>,
        type_register: Option<FfiFunction>,
        executioncontext_get: Option<FfiFunction>,
        state_set: Option<FfiFunction>,
        state_get: Option<FfiFunction>,
        devicememory_allocate: Option<FfiFunction>,
        devicememory_free: Option<FfiFunction>,
        threadpool_schedule: Option<FfiFunction>,
        threadpool_numthreads: Option<FfiFunction>,
        future_create: Option<FfiFunction>,
        future_setavailable: Option<FfiFunction>,
        future_seterror: Option<FfiFunction>,
        runid_get: Option<FfiFunction>,
        deviceordinal_get: Option<FfiFunction>,
    }
    plain XLA_FFI_Api_Version {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        major_version: i32,
        minor_version: i32,
    }
    plain XLA_FFI_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        size: i64,
        types: *mut u32,
        args: *mut *mut c_void,
    }
    plain XLA_FFI_Array {
        dtype: u32,
        size: usize,
        data: *mut c_void,
    }
    plain XLA_FFI_Attrs {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        size: i64,
        types: *mut u32,
        names: *mut *mut XLA_FFI_ByteSpan,
        attrs: *mut *mut c_void,
    }
    plain XLA_FFI_Buffer {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        dtype: u32,
        data: *mut c_void,
        rank: i64,
        dims: *mut i64,
    }
    plain XLA_FFI_ByteSpan {
        ptr: *const u8,
        len: usize,
    }
    plain XLA_FFI_CallFrame {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        api: *const XLA_FFI_Api,
        ctx: *mut XLA_FFI_ExecutionContext,
        stage: u32,
        args: XLA_FFI_Args,
        rets: XLA_FFI_Rets,
        attrs: XLA_FFI_Attrs,
        future: *mut XLA_FFI_Future,
    }
    plain XLA_FFI_DeviceMemory_Allocate_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        size: usize,
        alignment: usize,
        data: *mut c_void,
    }
    plain XLA_FFI_DeviceMemory_Free_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        size: usize,
        data: *mut c_void,
    }
    plain XLA_FFI_DeviceOrdinal_Get_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        device_ordinal: i32,
    }
    plain XLA_FFI_Error_Create_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        message: *const c_char,
        errc: u32,
    }
    plain XLA_FFI_Error_Destroy_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        error: *mut XLA_FFI_Error,
    }
    plain XLA_FFI_Error_GetMessage_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        error: *mut XLA_FFI_Error,
        message: *const c_char,
    }
    plain XLA_FFI_ExecutionContext_Get_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        type_id: *mut XLA_FFI_TypeId,
        data: *mut c_void,
    }
    plain XLA_FFI_Extension_Base {
        struct_size: usize,
        r#type: u32,
        next: *mut XLA_FFI_Extension_Base,
    }
    plain XLA_FFI_Future_Create_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        future: *mut XLA_FFI_Future,
    }
    plain XLA_FFI_Future_SetAvailable_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        future: *mut XLA_FFI_Future,
    }
    plain XLA_FFI_Future_SetError_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        future: *mut XLA_FFI_Future,
        error: *mut XLA_FFI_Error,
    }
    plain XLA_FFI_Handler_Bundle {
        instantiate: Option<FfiHandler>,
        prepare: Option<FfiHandler>,
        initialize: Option<FfiHandler>,
        execute: Option<FfiHandler>,
    }
    plain XLA_FFI_Handler_Register_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        name: XLA_FFI_ByteSpan,
        platform: XLA_FFI_ByteSpan,
        bundle: XLA_FFI_Handler_Bundle,
        traits: u32,
    }
    plain XLA_FFI_Metadata {
        struct_size: usize,
        api_version: XLA_FFI_Api_Version,
        traits: u32,
        state_type_id: XLA_FFI_TypeId,
    }
    plain XLA_FFI_Metadata_Extension {
        extension_base: XLA_FFI_Extension_Base,
        metadata: *mut XLA_FFI_Metadata,
    }
    plain XLA_FFI_Rets {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        size: i64,
        types: *mut u32,
        rets: *mut *mut c_void,
    }
    plain XLA_FFI_RunId_Get_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        run_id: i64,
    }
    plain XLA_FFI_Scalar {
        dtype: u32,
        value: *mut c_void,
    }
    plain XLA_FFI_State_Get_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        stage: u32,
        type_id: *mut XLA_FFI_TypeId,
        state: *mut c_void,
    }
    plain XLA_FFI_State_Set_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        stage: u32,
        type_id: *mut XLA_FFI_TypeId,
        state: *mut c_void,
    }
    plain XLA_FFI_Stream_Get_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        stream: *mut c_void,
    }
    plain XLA_FFI_ThreadPool_NumThreads_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        num_threads: *mut i64,
    }
    plain XLA_FFI_ThreadPool_Schedule_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        ctx: *mut XLA_FFI_ExecutionContext,
        task: Option<FfiTask>,
        data: *mut c_void,
    }
    plain XLA_FFI_TypeId {
        type_id: i64,
    }
    plain XLA_FFI_TypeInfo {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    plain XLA_FFI_Type_Register_Args {
        struct_size: usize,
        extension_start: *mut XLA_FFI_Extension_Base,
        name: XLA_FFI_ByteSpan,
        type_id: *mut XLA_FFI_TypeId,
        type_info: *const XLA_FFI_TypeInfo,
    }
}

/// `XLA_FFI_CallFrame_STRUCT_SIZE` of the header: the field `future` is not counted.
pub(crate) const CALL_FRAME_SIZE: usize = std::mem::offset_of!(XLA_FFI_CallFrame, future);
/// `XLA_FFI_Metadata_STRUCT_SIZE` of the header: the field `state_type_id` is not counted.
pub(crate) const METADATA_SIZE: usize = std::mem::offset_of!(XLA_FFI_Metadata, traits) + size_of::<u32>();

/// Defines constants, and a list of them for the comparison with the header.
macro_rules! constants {
    ($($prefix:literal { $($name:ident = $value:literal $text:literal,)* })*) => {
        $($(
            #[doc = concat!("`", $prefix, $text, "` of the header.")]
            pub(crate) const $name: u32 = $value;
        )*)*
        /// The constants with their names in the header.
        pub(crate) const CONSTANTS: &[(&str, u32)] = &[$($((concat!($prefix, $text), $value),)*)*];
    };
}
constants! {
    "XLA_FFI_Extension_" { METADATA_EXTENSION = 1 "Metadata", }
    "XLA_FFI_ArgType_" { ARG_BUFFER = 1 "BUFFER", }
    "XLA_FFI_RetType_" { RET_BUFFER = 1 "BUFFER", }
    "XLA_FFI_AttrType_" {
        ATTR_ARRAY = 1 "ARRAY",
        ATTR_DICTIONARY = 2 "DICTIONARY",
        ATTR_SCALAR = 3 "SCALAR",
        ATTR_STRING = 4 "STRING",
    }
    "XLA_FFI_ExecutionStage_" {
        INSTANTIATE = 0 "INSTANTIATE",
        PREPARE = 1 "PREPARE",
        INITIALIZE = 2 "INITIALIZE",
        EXECUTE = 3 "EXECUTE",
    }
    "XLA_FFI_DataType_" {
        PRED = 1 "PRED",
        S2 = 26 "S2",
        S4 = 21 "S4",
        S8 = 2 "S8",
        S16 = 3 "S16",
        S32 = 4 "S32",
        S64 = 5 "S64",
        U2 = 27 "U2",
        U4 = 22 "U4",
        U8 = 6 "U8",
        U16 = 7 "U16",
        U32 = 8 "U32",
        U64 = 9 "U64",
        F16 = 10 "F16",
        F32 = 11 "F32",
        F64 = 12 "F64",
        BF16 = 16 "BF16",
        C64 = 15 "C64",
        C128 = 18 "C128",
        TOKEN = 17 "TOKEN",
        F8E5M2 = 19 "F8E5M2",
        F8E3M4 = 29 "F8E3M4",
        F8E4M3 = 28 "F8E4M3",
        F8E4M3FN = 20 "F8E4M3FN",
        F8E4M3B11FNUZ = 23 "F8E4M3B11FNUZ",
        F8E5M2FNUZ = 24 "F8E5M2FNUZ",
        F8E4M3FNUZ = 25 "F8E4M3FNUZ",
        F4E2M1FN = 32 "F4E2M1FN",
        F8E8M0FNU = 33 "F8E8M0FNU",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line for each field and for each constant; `ffi_layouts.py` writes it with a C compiler.
    const EXPECTED: &str = include_str!("../../tests/ffi_layouts_0_3.tsv");

    #[test]
    fn layouts_are_those_of_the_header() {
        let mut found: Vec<String> =
            CONSTANTS.iter().map(|(name, value)| format!("{name}\t{value}")).collect();
        let sizes = [("XLA_FFI_CallFrame", CALL_FRAME_SIZE), ("XLA_FFI_Metadata", METADATA_SIZE)];
        found.extend(sizes.map(|(name, size)| format!("{name}_STRUCT_SIZE\t{size}")));
        for (name, size, fields) in LAYOUTS {
            for (field, offset) in *fields {
                found.push(format!("{name}\t{size}\t{}\t{offset}", field.trim_start_matches("r#")));
            }
        }
        found.sort_unstable();
        assert_eq!(found.join("\n"), EXPECTED.trim_end());
    }
}
