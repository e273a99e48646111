//! Values with names: attributes that the plugin has, and options that a caller gives.

use crate::abi::{PJRT_NamedValue, PJRT_NamedValue_Value, named};
use crate::border::{slice, text};
use crate::error::{Error, Result};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    String(String),
    Int64(i64),
    Int64List(Vec<i64>),
    Float(f32),
    Bool(bool),
}

/// Values with names, in the form of the interface.
pub(crate) struct NamedValues {
    _values: Vec<(String, Value)>,
    table: Vec<PJRT_NamedValue>,
}

// SAFETY: the table points to the values beside it, which never change.
unsafe impl Send for NamedValues {}
// SAFETY: as above.
unsafe impl Sync for NamedValues {}

impl NamedValues {
    pub(crate) fn new(values: Vec<(String, Value)>) -> Self {
        // Names and values stay where they are when the list moves: they are in memory of their own, which nobody changes.
        let table = values.iter().map(|(name, value)| {
            let (kind, union, size) = match value {
                Value::String(s) => (named::STRING, PJRT_NamedValue_Value { string: s.as_ptr() }, s.len()),
                Value::Int64(n) => (named::INT64, PJRT_NamedValue_Value { int64: *n }, 1),
                Value::Int64List(l) => {
                    (named::INT64_LIST, PJRT_NamedValue_Value { list: l.as_ptr() }, l.len())
                }
                Value::Float(f) => (named::FLOAT, PJRT_NamedValue_Value { float: *f }, 1),
                Value::Bool(b) => (named::BOOL, PJRT_NamedValue_Value { boolean: (*b).into() }, 1),
            };
            PJRT_NamedValue {
                struct_size: size_of::<PJRT_NamedValue>(),
                extension_start: std::ptr::null_mut(),
                name: name.as_ptr(),
                name_size: name.len(),
                r#type: kind,
                value: union,
                value_size: size,
            }
        });
        let table = table.collect();
        Self { _values: values, table }
    }

    pub(crate) fn as_ptr(&self) -> *const PJRT_NamedValue {
        self.table.as_ptr()
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }
}

/// The values that a caller gives.
///
/// # Safety
/// The list has that length, and each value what its type says.
pub(crate) unsafe fn read(list: *const PJRT_NamedValue, length: usize) -> Result<Vec<(String, Value)>> {
    // SAFETY: as the caller says.
    let list = unsafe { slice(list, length, "the list of options") }?;
    let read = |v: &PJRT_NamedValue| {
        // SAFETY: the type says which part of the union it is.
        let value = unsafe {
            match v.r#type {
                named::STRING => Value::String(text(v.value.string, v.value_size, "an option")?.to_owned()),
                named::INT64 => Value::Int64(v.value.int64),
                named::INT64_LIST => {
                    Value::Int64List(slice(v.value.list, v.value_size, "an option")?.to_vec())
                }
                named::FLOAT => Value::Float(v.value.float),
                named::BOOL => Value::Bool(v.value.boolean != 0),
                other => return Err(Error::invalid(format!("there is no type {other} of options"))),
            }
        };
        // SAFETY: the name has this length.
        Ok((unsafe { text(v.name, v.name_size, "the name of an option") }?.to_owned(), value))
    };
    list.iter().map(read).collect()
}

impl Value {
    /// A number, also as text: options of the environment are strings.
    pub(crate) fn number(&self, name: &str) -> Result<i64> {
        match self {
            Self::Int64(n) => Ok(*n),
            Self::String(s) => {
                s.trim().parse().map_err(|_| Error::invalid(format!("{name}: '{s}' is no number")))
            }
            _ => Err(Error::invalid(format!("{name} is no number"))),
        }
    }
}
