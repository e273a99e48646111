//! Tensors of the interpreter, from and to bytes.

use strata_interp::{Elem, NpyArray, Value, npy::dtype_of};
use strata_ir::prelude::Context;
use strata_runtime_cpu::collective::Sent;

use crate::{
    error::{Error, ErrorKind, Result},
    signature::TensorSpec,
};

/// The outputs of each process, and what left the processes for the host.
pub type GridResults = (Vec<Vec<Vec<u8>>>, Vec<Sent>);

/// The type of the elements of a tensor, as the interpreter has them.
///
/// # Errors
/// When it has no such type.
pub fn element(cx: &Context, spec: &TensorSpec) -> Result<Elem> {
    let elem = Elem::from_type(cx, cx.elem_or_self(spec.ty));
    elem.ok_or_else(|| Error::new(ErrorKind::Run, format!("no data of type {}", spec.describe())))
}

/// The value that bytes of a tensor are.
///
/// # Errors
/// When the bytes are not those of a tensor of this type.
pub fn to_value(cx: &Context, spec: &TensorSpec, data: Vec<u8>) -> Result<Value> {
    let dtype = dtype_of(element(cx, spec)?);
    let shape = spec.shape.iter().map(|&d| d as usize).collect();
    let value = NpyArray { dtype, shape, data }.to_value(cx, spec.ty);
    value.map_err(|e| Error::new(ErrorKind::Run, e))
}

/// The bytes and the sizes of a value.
///
/// # Errors
/// When it is no tensor.
pub fn from_value(value: &Value) -> Result<(Vec<u8>, Vec<i64>)> {
    let array = NpyArray::from_value(value);
    let array = array.ok_or_else(|| Error::new(ErrorKind::Run, "a result has no data"))?;
    Ok((array.data, array.shape.iter().map(|&d| d as i64).collect()))
}
