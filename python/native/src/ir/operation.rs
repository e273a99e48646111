//! Ops.

use std::sync::Arc;

use pyo3::prelude::*;
use strata_driver::Program;
use strata_ir::{
    prelude::{Attr, CallableOp, Op, Str},
    text::{PrintOptions, print_op},
};

use crate::{
    ir::{
        attribute::Attribute,
        handles::{Block, Operation, Place, Region, Value},
    },
    work::on_large_stack,
};

impl Operation {
    /// The op of the module.
    pub(crate) fn module(program: &Arc<Program>) -> Self {
        Self { place: Place::module(program), handle: Op::SELF }
    }
    /// The functions of the module.
    pub(crate) fn functions(program: &Arc<Program>) -> Vec<Self> {
        let module = program.module();
        let ops = module.entry().into_iter().flat_map(|block| module.block_ops(block));
        let functions = ops.filter(|op| op.cast::<dyn CallableOp>(module).is_some());
        functions.map(|op| Self { place: Place::module(program), handle: op }).collect()
    }
    fn values(&self, handles: impl Iterator<Item = strata_ir::prelude::Value>) -> Vec<Value> {
        handles.map(|handle| Value { place: self.place.clone(), handle }).collect()
    }
    /// The attributes in the order of the text: those of the op's definition, then others.
    fn attrs(&self) -> Vec<(String, Attr)> {
        let body = self.place.body();
        let slots = body.info(self.handle).attrs.iter().enumerate();
        let own =
            slots.filter_map(|(slot, spec)| Some((spec.name.to_owned(), body.attr_slot(self.handle, slot)?)));
        let named = |&(name, attr): &(Str, Attr)| (body.cx().str(name).to_owned(), attr);
        own.chain(body.extra_attrs(self.handle).iter().map(named)).collect()
    }
}

#[pymethods]
impl Operation {
    /// The name, as `stablehlo.add`.
    #[getter]
    fn name(&self) -> String {
        self.place.body().op_name(self.handle).to_owned()
    }
    /// The operands.
    #[getter]
    fn operands(&self) -> Vec<Value> {
        self.values(self.place.body().operands(self.handle))
    }
    /// The results.
    #[getter]
    fn results(&self) -> Vec<Value> {
        self.values(self.place.body().results(self.handle).iter().copied())
    }
    /// The attributes by name.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let dict = pyo3::types::PyDict::new(py);
        for (name, attr) in self.attrs() {
            dict.set_item(name, Attribute::new(&self.place.program, attr))?;
        }
        Ok(dict)
    }
    /// The regions.
    #[getter]
    fn regions(&self) -> Vec<Region> {
        let (place, op) = self.place.inner(self.handle);
        let handles = place.body().regions(op).to_vec();
        handles.into_iter().map(|handle| Region { place: place.clone(), handle }).collect()
    }
    /// The blocks that a terminator may continue with.
    #[getter]
    fn successors(&self) -> Vec<Block> {
        let blocks = self.place.body().successors(self.handle);
        blocks.iter().map(|&handle| Block { place: self.place.clone(), handle }).collect()
    }
    /// The op around it; `None` for the module.
    #[getter]
    fn parent(&self) -> Option<Self> {
        let op = self.place.body().parent_op(self.handle)?;
        Some(Self::new(self.place.clone(), op))
    }
    /// Its place in a file, if it has one.
    #[getter]
    fn location(&self) -> Option<Location> {
        let body = self.place.body();
        let (file, line, column) = body.loc(self.handle).file_line_col(body.cx())?;
        Some(Location { file: file.to_owned(), line, column })
    }
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        on_large_stack(py, || Ok(print_op(self.place.body(), self.handle, &PrintOptions::default())))
    }
    fn __repr__(&self) -> String {
        format!("<strata.Operation {}>", self.name())
    }
}

/// A place in a file.
#[pyclass(frozen, eq, hash, get_all, module = "strata._native")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Location {
    /// The name of the file.
    file: String,
    /// The line, from 1.
    line: u32,
    /// The column, from 1.
    column: u32,
}

#[pymethods]
impl Location {
    fn __str__(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }
    fn __repr__(&self) -> String {
        format!("<strata.Location {}>", self.__str__())
    }
}
