//! Attributes.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use numpy::PyArrayDescr;
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyList},
};
use strata_driver::{Program, interpret::Value, value::from_value};
use strata_ir::prelude::{
    ArrayAttr, Attr, Context, DenseArrayAttr, DictionaryAttr, FloatAttr, IntegerAttr, StringAttr,
    SymbolRefAttr, TypeAttr, UnitAttr,
};

use crate::{array::owned, ir::types::Type};

/// The deepest nesting of lists and dictionaries that becomes Python's.
const DEEPEST: usize = 200;

/// An attribute.
#[pyclass(frozen, eq, hash, module = "strata._native")]
pub(crate) struct Attribute {
    program: Arc<Program>,
    handle: Attr,
}

impl Attribute {
    pub(crate) fn new(program: &Arc<Program>, handle: Attr) -> Self {
        Self { program: Arc::clone(program), handle }
    }
    fn text(&self) -> String {
        self.program.module().cx().attr_to_string(self.handle)
    }
}

impl PartialEq for Attribute {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Hash for Attribute {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

#[pymethods]
impl Attribute {
    /// The attribute as an object of Python: a number, a string, a list, a dictionary, an array of NumPy or a type; the text of others.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, &self.program, self.handle, 0)
    }
    fn __str__(&self) -> String {
        self.text()
    }
    fn __repr__(&self) -> String {
        format!("<strata.Attribute {}>", self.text())
    }
}

fn value<'py>(
    py: Python<'py>,
    program: &Arc<Program>,
    attr: Attr,
    depth: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let cx = program.module().cx();
    if depth >= DEEPEST {
        return cx.attr_to_string(attr).into_bound_py_any(py);
    }
    if let Some(list) = cx.attr_as::<ArrayAttr>(attr) {
        let items = list.0.iter().map(|&item| value(py, program, item, depth + 1));
        return Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    if let Some(entries) = cx.attr_as::<DictionaryAttr>(attr) {
        let dict = PyDict::new(py);
        for &(name, item) in entries.entries() {
            dict.set_item(cx.str(name), value(py, program, item, depth + 1)?)?;
        }
        return Ok(dict.into_any());
    }
    if let Some(ty) = cx.attr_as::<TypeAttr>(attr) {
        return Type::new(program, ty.0).into_bound_py_any(py);
    }
    match plain(py, cx, attr)? {
        Some(value) => Ok(value),
        None => constant(py, cx, attr),
    }
}

/// Numbers and strings.
fn plain<'py>(py: Python<'py>, cx: &Context, attr: Attr) -> PyResult<Option<Bound<'py, PyAny>>> {
    if cx.attr_as::<UnitAttr>(attr).is_some() {
        return true.into_bound_py_any(py).map(Some);
    }
    if let Some(number) = cx.attr_as::<IntegerAttr>(attr) {
        if cx.bit_width(number.ty) == Some(1) {
            return (!number.value.is_zero()).into_bound_py_any(py).map(Some);
        }
        return match number.as_i64(cx) {
            Some(number) => number.into_bound_py_any(py).map(Some),
            None => Ok(None),
        };
    }
    if let Some(number) = cx.attr_as::<FloatAttr>(attr) {
        return number.to_f64(cx).into_bound_py_any(py).map(Some);
    }
    if let Some(text) = cx.attr_as::<StringAttr>(attr) {
        return match std::str::from_utf8(&text.value) {
            Ok(text) => text.into_bound_py_any(py).map(Some),
            Err(_) => text.value.as_slice().into_bound_py_any(py).map(Some),
        };
    }
    if let Some(symbol) = cx.attr_as::<SymbolRefAttr>(attr) {
        let names = std::iter::once(&symbol.root).chain(&symbol.nested).map(|&name| cx.str(name));
        return names.collect::<Vec<_>>().join("::").into_bound_py_any(py).map(Some);
    }
    let list = cx.attr_as::<DenseArrayAttr>(attr).filter(|list| cx.as_float(list.elem).is_none());
    match list {
        Some(list) if cx.bit_width(list.elem) == Some(1) => {
            let bools: Vec<bool> = list.values.iter().map(|&v| v != 0).collect();
            bools.into_bound_py_any(py).map(Some)
        }
        Some(list) => list.values.to_vec().into_bound_py_any(py).map(Some),
        None => Ok(None),
    }
}

/// The elements of a tensor, or the text of an attribute of another kind.
fn constant<'py>(py: Python<'py>, cx: &Context, attr: Attr) -> PyResult<Bound<'py, PyAny>> {
    let constant = Value::from_attr(cx, attr).map(|value| from_value(&value));
    let element = cx.attr_type(attr).map(|ty| cx.type_to_string(cx.elem_or_self(ty)));
    match (constant, element) {
        (Some(Ok((bytes, shape))), Some(element)) => {
            let dtype = py.import("strata._dtypes")?.getattr("dtype_of")?.call1((element,))?;
            Ok(owned(py, &dtype.cast_into::<PyArrayDescr>()?, bytes, &shape)?.into_any())
        }
        _ => cx.attr_to_string(attr).into_bound_py_any(py),
    }
}
