//! Regions, blocks and values.

use pyo3::{IntoPyObjectExt, prelude::*};
use strata_ir::prelude::Def;

use crate::ir::{
    handles::{Block, Operation, Region, Value},
    types::Type,
};

#[pymethods]
impl Region {
    /// The blocks, in order.
    #[getter]
    fn blocks(&self) -> Vec<Block> {
        let blocks = self.place.body().blocks(self.handle);
        blocks.iter().map(|&handle| Block { place: self.place.clone(), handle }).collect()
    }
    fn __repr__(&self) -> String {
        format!("<strata.Region of {} blocks>", self.place.body().blocks(self.handle).len())
    }
}

#[pymethods]
impl Block {
    /// The arguments.
    #[getter]
    fn arguments(&self) -> Vec<Value> {
        let arguments = self.place.body().block_args(self.handle);
        arguments.iter().map(|&handle| Value { place: self.place.clone(), handle }).collect()
    }
    /// The ops, in order.
    #[getter]
    fn operations(&self) -> Vec<Operation> {
        let ops = self.place.body().block_ops(self.handle);
        ops.map(|op| Operation::new(self.place.clone(), op)).collect()
    }
    /// The op around it.
    #[getter]
    fn parent(&self) -> Option<Operation> {
        let op = self.place.body().block_parent_op(self.handle)?;
        Some(Operation::new(self.place.clone(), op))
    }
    fn __repr__(&self) -> String {
        format!("<strata.Block of {} operations>", self.place.body().block_ops(self.handle).count())
    }
}

#[pymethods]
impl Value {
    /// The type.
    #[getter]
    fn r#type(&self) -> Type {
        Type::new(&self.place.program, self.place.body().ty(self.handle))
    }
    /// The op or the block that defines it.
    #[getter]
    fn owner<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.place.body().def(self.handle) {
            Def::Result { op, .. } => Operation::new(self.place.clone(), op).into_bound_py_any(py),
            Def::Arg { block, .. } => {
                Block { place: self.place.clone(), handle: block }.into_bound_py_any(py)
            }
            Def::Forward => Ok(py.None().into_bound(py)),
        }
    }
    /// Its number among the results or arguments.
    #[getter]
    fn index(&self) -> usize {
        match self.place.body().def(self.handle) {
            Def::Result { index, .. } | Def::Arg { index, .. } => index,
            Def::Forward => 0,
        }
    }
    /// The ops that use it, each with the number of the operand.
    #[getter]
    fn uses(&self) -> Vec<(Operation, usize)> {
        let uses = self.place.body().uses_of(self.handle);
        uses.map(|(op, number)| (Operation::new(self.place.clone(), op), number)).collect()
    }
    fn __repr__(&self) -> String {
        let body = self.place.body();
        let ty = body.cx().type_to_string(body.ty(self.handle));
        match body.def(self.handle) {
            Def::Result { op, index } => {
                format!("<strata.Value result #{index} of {}: {ty}>", body.op_name(op))
            }
            Def::Arg { index, .. } => format!("<strata.Value argument #{index}: {ty}>"),
            Def::Forward => format!("<strata.Value {ty}>"),
        }
    }
}
