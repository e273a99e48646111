//! Types.

use std::sync::Arc;

use pyo3::prelude::*;
use strata_driver::Program;
use strata_ir::prelude::{DYNAMIC, Type as Handle};

/// A type.
#[pyclass(frozen, eq, hash, module = "strata._native")]
pub(crate) struct Type {
    program: Arc<Program>,
    handle: Handle,
}

impl Type {
    pub(crate) fn new(program: &Arc<Program>, handle: Handle) -> Self {
        Self { program: Arc::clone(program), handle }
    }
    fn text(&self) -> String {
        self.program.module().cx().type_to_string(self.handle)
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl std::hash::Hash for Type {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

#[pymethods]
impl Type {
    /// The sizes of a tensor, a vector or a memref, with `None` for one that is not known; `None` for other types.
    #[getter]
    fn shape(&self) -> Option<Vec<Option<i64>>> {
        let shaped = self.program.module().cx().shaped(self.handle)?;
        Some(shaped.shape?.iter().map(|&d| (d != DYNAMIC).then_some(d)).collect())
    }
    /// The type of the elements; `None` for types without elements.
    #[getter]
    fn element(&self) -> Option<Self> {
        let cx = self.program.module().cx();
        let element = cx.elem_or_self(self.handle);
        cx.shaped(self.handle).is_some().then(|| Self::new(&self.program, element))
    }
    fn __str__(&self) -> String {
        self.text()
    }
    fn __repr__(&self) -> String {
        format!("<strata.Type {}>", self.text())
    }
}
