//! The PJRT C API, version 0.114: its structures as XLA's header `pjrt_c_api.h` lays them out.
//!
//! Names are those of the header. A test compares sizes and offsets with those of the package `pypjrt`, which clang computed from the
//! header. Booleans are bytes, as a caller may write any value.

#![cfg_attr(not(test), expect(dead_code, reason = "the whole interface stands here, used or not"))]

mod buffer;
mod client;
mod device;
mod error;
mod event;
mod executable;
mod ffi;
mod key_value;
mod layouts;
mod profiler;
mod shardings;
mod stream;
mod topology;
mod transfer;
mod types;

use std::ffi::c_void;

pub(crate) use buffer::*;
pub(crate) use client::*;
pub(crate) use device::*;
pub(crate) use error::*;
pub(crate) use event::*;
pub(crate) use executable::*;
pub(crate) use ffi::*;
pub(crate) use key_value::*;
pub(crate) use layouts::*;
pub(crate) use profiler::*;
pub(crate) use shardings::*;
pub(crate) use stream::*;
pub(crate) use topology::*;
pub(crate) use transfer::*;
pub(crate) use types::*;

/// The version of the interface.
pub(crate) const VERSION: [i32; 2] = [0, 114];

/// A structure of the interface.
///
/// # Safety
/// All bit patterns are valid, and zeros are what a caller leaves out.
pub(crate) unsafe trait Layout: Copy {
    /// The name in the header.
    const NAME: &'static str;
    /// The bytes up to the end of the last field; the header calls that `STRUCT_SIZE`.
    const SIZE: usize;
    /// The name of each field with its offset.
    const FIELDS: &'static [(&'static str, usize)];
}

/// Defines structures. Those marked `args` begin with their size and a list of extensions.
macro_rules! layout {
    ($($kind:ident $name:ident { $($field:ident: $ty:ty),* $(,)? })*) => {
        $(layout!(@$kind $name { $($field: $ty,)* });)*
        /// The structures of this file.
        pub(crate) const LAYOUTS: &[$crate::abi::Described] = &[$($crate::abi::described::<$name>()),*];
    };
    (@args $name:ident { $($field:ident: $ty:ty,)* }) => {
        layout!(@plain $name { struct_size: usize, extension_start: *mut PJRT_Extension_Base, $($field: $ty,)* });
    };
    (@plain $name:ident { $($field:ident: $ty:ty,)* }) => {
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub(crate) struct $name { $(pub $field: $ty,)* }
        // SAFETY: numbers, pointers, functions that may be null, and structures and unions of these.
        unsafe impl $crate::abi::Layout for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [(&'static str, usize)] =
                &[$((stringify!($field), std::mem::offset_of!($name, $field)),)*];
            const SIZE: usize = {
                let ends = [$(std::mem::offset_of!($name, $field) + size_of::<$ty>()),*];
                ends[ends.len() - 1]
            };
        }
    };
}
pub(crate) use layout;

/// Name, size and fields of a structure.
pub(crate) type Described = (&'static str, usize, &'static [(&'static str, usize)]);

pub(crate) const fn described<T: Layout>() -> Described {
    (T::NAME, T::SIZE, T::FIELDS)
}

/// Objects that only their address is known of.
macro_rules! handles {
    ($($name:ident)*) => {$(
        /// An object that only its address is known of.
        #[repr(C)]
        pub(crate) struct $name {
            _private: [u8; 0],
        }
    )*};
}
pub(crate) use handles;
handles!(
    PJRT_AsyncHostToDeviceTransferManager PJRT_Buffer PJRT_Client PJRT_CopyToDeviceStream PJRT_Device PJRT_DeviceDescription PJRT_Error
    PJRT_Event PJRT_Executable PJRT_ExecuteContext PJRT_FulfillAliasBufferCallback PJRT_Layouts_MemoryLayout PJRT_LoadedExecutable PJRT_Memory PJRT_TopologyDescription
    PLUGIN_Profiler PLUGIN_Profiler_ConsumeResult
);

/// The value of a named value; the type says which.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union PJRT_NamedValue_Value {
    /// Of a string.
    pub string: *const u8,
    /// A number.
    pub int64: i64,
    /// Of a list of numbers.
    pub list: *const i64,
    /// A float.
    pub float: f32,
    /// A truth value.
    pub boolean: u8,
}

/// The kind of the value of a named value.
pub(crate) mod named {
    pub(crate) const STRING: u32 = 0;
    pub(crate) const INT64: u32 = 1;
    pub(crate) const INT64_LIST: u32 = 2;
    pub(crate) const FLOAT: u32 = 3;
    pub(crate) const BOOL: u32 = 4;
}

/// A layout, tiled or strided; the type says which.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union PJRT_Buffer_MemoryLayout_Value {
    /// Of type [`TILED`].
    pub tiled: PJRT_Buffer_MemoryLayout_Tiled,
    /// Of type [`STRIDED`].
    pub strides: PJRT_Buffer_MemoryLayout_Strides,
}

/// A layout given by the order of dimensions and tiles.
pub(crate) const TILED: u32 = 0;
/// A layout given by strides in bytes.
pub(crate) const STRIDED: u32 = 1;

/// A function of the table: it takes a structure of its own, and returns an error or null.
pub(crate) type Function = unsafe extern "C" fn(*mut c_void) -> *mut PJRT_Error;

/// The number of functions.
pub(crate) const FUNCTIONS: usize = 138;

/// The table that a plugin is.
#[repr(C)]
pub struct PJRT_Api {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: *mut PJRT_Extension_Base,
    pub(crate) pjrt_api_version: PJRT_Api_Version,
    pub(crate) functions: [Function; FUNCTIONS],
}

// SAFETY: the table and its extensions are never written.
unsafe impl Sync for PJRT_Api {}

/// A constant structure that the table or an extension points to.
pub(crate) struct Extension<T>(pub T);
// SAFETY: it is never written.
unsafe impl<T> Sync for Extension<T> {}

impl<T> Extension<T> {
    /// Its address, as the table and other extensions have it.
    pub(crate) const fn base(&'static self) -> *mut PJRT_Extension_Base {
        (&raw const self.0).cast::<PJRT_Extension_Base>().cast_mut()
    }
}

/// All structures.
#[cfg(test)]
pub(crate) fn all_layouts() -> Vec<Described> {
    [
        buffer::LAYOUTS,
        client::LAYOUTS,
        device::LAYOUTS,
        error::LAYOUTS,
        event::LAYOUTS,
        executable::LAYOUTS,
        ffi::LAYOUTS,
        layouts::LAYOUTS,
        profiler::LAYOUTS,
        shardings::LAYOUTS,
        stream::LAYOUTS,
        topology::LAYOUTS,
        transfer::LAYOUTS,
        types::LAYOUTS,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line for each field: structure, its size, field, offset; `pypjrt_layouts.py` writes it from the tables of `pypjrt`.
    const EXPECTED: &str = include_str!("../../tests/layouts_0_114.tsv");

    #[test]
    fn layouts_are_those_of_the_header() {
        let mut found = Vec::new();
        for (name, size, fields) in all_layouts() {
            for (field, offset) in fields {
                found.push(format!("{name}\t{size}\t{}\t{offset}", field.trim_start_matches("r#")));
            }
        }
        found.sort_unstable();
        assert_eq!(found.join("\n"), EXPECTED.trim_end());
        assert_eq!(std::mem::offset_of!(PJRT_Api, functions), 40);
        assert_eq!(size_of::<PJRT_Api>(), 1144);
    }
}
