//! Arrays of NumPy as arguments and results.

use numpy::{PyArray1, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyTypeError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyFunction, PyTuple},
};
use strata_driver::{Buffer, TensorSpec};

/// The function that makes an array of an argument that is none, or one that does not fit.
static FIT: PyOnceLock<Py<PyFunction>> = PyOnceLock::new();

/// An argument or a result of a program as NumPy knows it.
pub(crate) struct Slot {
    dtype: Py<PyArrayDescr>,
    label: String,
}

/// The data types of tensors.
pub(crate) fn slots(py: Python<'_>, kind: &str, specs: &[TensorSpec]) -> PyResult<Vec<Slot>> {
    let of = py.import("strata._dtypes")?.getattr("dtype_of")?;
    let slot = |(i, spec): (usize, &TensorSpec)| {
        let dtype = of.call1((&spec.elem,))?.cast_into::<PyArrayDescr>()?;
        if dtype.itemsize() != spec.elem_bytes {
            let message = format!("{dtype} of NumPy has not the {} bytes of {}", spec.elem_bytes, spec.elem);
            return Err(PyTypeError::new_err(message));
        }
        let dtype = dtype.unbind();
        Ok(Slot { dtype, label: format!("{} ({})", spec.label(kind, i), spec.describe()) })
    };
    specs.iter().enumerate().map(slot).collect()
}

/// An argument in memory of Python, whose elements are row-major, aligned, and of the right type.
pub(crate) struct Argument<'a> {
    element: &'a str,
    shape: Vec<i64>,
    bytes: &'a [u8],
}

impl Buffer for Argument<'_> {
    fn element(&self) -> &str {
        self.element
    }
    fn shape(&self) -> &[i64] {
        &self.shape
    }
    fn bytes(&self) -> &[u8] {
        self.bytes
    }
}

impl Slot {
    /// The array of an argument: itself if it fits, or else one that `strata._arrays` makes.
    pub(crate) fn array<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
        let py = value.py();
        if let Ok(array) = value.cast::<PyUntypedArray>()
            && self.takes(array)
        {
            return Ok(array.clone());
        }
        let fit = FIT.import(py, "strata._arrays", "fit")?;
        let array = fit.call1((value, &self.dtype, &self.label))?.cast_into::<PyUntypedArray>()?;
        match self.takes(&array) {
            true => Ok(array),
            false => Err(PyTypeError::new_err(format!("{} is no array", self.label))),
        }
    }
    fn takes(&self, array: &Bound<'_, PyUntypedArray>) -> bool {
        let dtype = array.dtype();
        let wanted = self.dtype.bind(array.py());
        (dtype.is(wanted) || dtype.is_equiv_to(wanted)) && array.is_c_contiguous() && array.is_aligned()
    }
    /// A new array for a result.
    pub(crate) fn empty<'py>(&self, py: Python<'py>, shape: &[i64]) -> PyResult<Bound<'py, PyUntypedArray>> {
        empty(py, self.dtype.bind(py), shape)
    }
    /// An array of bytes that a program returned.
    pub(crate) fn owned<'py>(
        &self,
        py: Python<'py>,
        bytes: Vec<u8>,
        shape: &[i64],
    ) -> PyResult<Bound<'py, PyUntypedArray>> {
        owned(py, self.dtype.bind(py), bytes, shape)
    }
}

/// A new array with elements of any value.
fn empty<'py>(
    py: Python<'py>,
    dtype: &Bound<'py, PyArrayDescr>,
    shape: &[i64],
) -> PyResult<Bound<'py, PyUntypedArray>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let made = EMPTY
        .get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.getattr("empty")?.unbind()))?
        .bind(py)
        .call1((PyTuple::new(py, shape)?, dtype))?;
    Ok(made.cast_into()?)
}

/// An array that has bytes as its memory.
pub(crate) fn owned<'py>(
    py: Python<'py>,
    dtype: &Bound<'py, PyArrayDescr>,
    bytes: Vec<u8>,
    shape: &[i64],
) -> PyResult<Bound<'py, PyUntypedArray>> {
    if bytes.is_empty() {
        return empty(py, dtype, shape);
    }
    let array = PyArray1::from_vec(py, bytes).call_method1(intern!(py, "view"), (dtype,))?;
    Ok(array.call_method1(intern!(py, "reshape"), (PyTuple::new(py, shape)?,))?.cast_into()?)
}

/// The argument that an array is.
pub(crate) fn argument<'a>(spec: &'a TensorSpec, array: &'a Bound<'_, PyUntypedArray>) -> Argument<'a> {
    let shape = array.shape().iter().map(|&d| i64::try_from(d).unwrap_or(i64::MAX)).collect();
    Argument { element: &spec.elem, shape, bytes: bytes(array) }
}

fn length(array: &Bound<'_, PyUntypedArray>) -> usize {
    array.shape().iter().product::<usize>().saturating_mul(array.dtype().itemsize())
}

/// The bytes of an array. Other threads of Python may write to them while a program reads; its results are not determined then.
fn bytes<'a>(array: &'a Bound<'_, PyUntypedArray>) -> &'a [u8] {
    let length = length(array);
    if length == 0 {
        return &[];
    }
    // SAFETY: the array is C-contiguous, which `Slot::array` checks, so that so many bytes are there; they live as long as the array,
    // whose memory NumPy does not move while there are references to it.
    unsafe { std::slice::from_raw_parts((*array.as_array_ptr()).fields.data.cast::<u8>(), length) }
}

/// The bytes of an array that [`Slot::empty`] made and nobody else knows.
pub(crate) fn bytes_mut<'a>(array: &'a mut Bound<'_, PyUntypedArray>) -> &'a mut [u8] {
    let length = length(array);
    if length == 0 {
        return &mut [];
    }
    // SAFETY: `Slot::empty` made the array, C-contiguous, writable and known to nobody else; bytes of any value are bytes.
    unsafe { std::slice::from_raw_parts_mut((*array.as_array_ptr()).fields.data.cast::<u8>(), length) }
}
