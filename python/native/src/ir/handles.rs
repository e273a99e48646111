//! The objects: a place in a program and an entity there.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use pyo3::prelude::*;
use strata_driver::Program;
use strata_ir::prelude::{self as ir, Body, Op};

/// A body of a program: that of the module, or of an isolated op inside of it.
#[derive(Clone)]
pub(crate) struct Place {
    pub(super) program: Arc<Program>,
    path: Arc<[Op]>,
}

impl Place {
    /// The body of the module.
    pub(crate) fn module(program: &Arc<Program>) -> Self {
        Self { program: Arc::clone(program), path: Arc::new([]) }
    }
    /// The body; paths are made of ops that have one.
    pub(super) fn body(&self) -> &Body {
        let module = self.program.module();
        self.path.iter().fold(module, |body, &op| body.child(op).unwrap_or(body))
    }
    /// The body where the regions of an op are, and the op there.
    pub(super) fn inner(&self, op: Op) -> (Self, Op) {
        if self.body().child(op).is_none() {
            return (self.clone(), op);
        }
        let path = self.path.iter().copied().chain([op]).collect();
        (Self { program: Arc::clone(&self.program), path }, Op::SELF)
    }
    /// The op of which this is the body, in the body around it; none for the module.
    pub(super) fn outer(&self) -> Option<(Self, Op)> {
        let (&op, path) = self.path.split_last()?;
        Some((Self { program: Arc::clone(&self.program), path: path.into() }, op))
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.program, &other.program) && self.path == other.path
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.program).hash(state);
        self.path.hash(state);
    }
}

/// An op.
#[pyclass(frozen, eq, hash, module = "strata._native")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Operation {
    pub(super) place: Place,
    pub(super) handle: Op,
}

impl Operation {
    /// An op of a body. The op that a body stands for is that of the body around it.
    pub(super) fn new(place: Place, handle: Op) -> Self {
        match place.outer().filter(|_| handle == Op::SELF) {
            Some((place, handle)) => Self { place, handle },
            None => Self { place, handle },
        }
    }
}

/// A region of an op.
#[pyclass(frozen, eq, hash, module = "strata._native")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Region {
    pub(super) place: Place,
    pub(super) handle: ir::Region,
}

/// A block of a region.
#[pyclass(frozen, eq, hash, module = "strata._native")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Block {
    pub(super) place: Place,
    pub(super) handle: ir::Block,
}

/// A value: a result of an op, or an argument of a block.
#[pyclass(frozen, eq, hash, module = "strata._native")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Value {
    pub(super) place: Place,
    pub(super) handle: ir::Value,
}
