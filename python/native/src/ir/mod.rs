//! Programs as Python sees them: ops, blocks and values, types and attributes, which a caller reads and does not change.
//!
//! An object holds its program and the place of what it stands for: the bodies from the module down, and an entity of the last.

mod attribute;
mod operation;
mod types;
mod value;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use strata_driver::Program;
use strata_ir::prelude::{Body, Op};

pub(crate) use attribute::Attribute;
pub(crate) use operation::{Location, Operation};
pub(crate) use types::Type;
pub(crate) use value::{Block, Region, Value};

/// A body of a program: that of the module, or of an isolated op inside of it.
#[derive(Clone)]
pub(crate) struct Place {
    program: Arc<Program>,
    path: Arc<[Op]>,
}

impl Place {
    /// The body of the module.
    pub(crate) fn module(program: &Arc<Program>) -> Self {
        Self { program: Arc::clone(program), path: Arc::new([]) }
    }
    /// The body; paths are made of ops that have one.
    fn body(&self) -> &Body {
        let module = self.program.module();
        self.path.iter().fold(module, |body, &op| body.child(op).unwrap_or(body))
    }
    /// The body where the regions of an op are, and the op there.
    fn inner(&self, op: Op) -> (Self, Op) {
        if self.body().child(op).is_none() {
            return (self.clone(), op);
        }
        let path = self.path.iter().copied().chain([op]).collect();
        (Self { program: Arc::clone(&self.program), path }, Op::SELF)
    }
    /// The op of which this is the body, in the body around it; none for the module.
    fn outer(&self) -> Option<(Self, Op)> {
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
