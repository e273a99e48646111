//! The state while the ops of a nest get their forms on vectors, one after the other: the values that stand for old ones, and where new ops go.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{ParallelLoops, body_check::is_element, nests::Nest};

/// A nest that is being vectorized. The new loops are built behind the old ones, which stay as they are.
pub struct State<'a> {
    /// The sizes of the vectors.
    pub sizes: &'a [i64],
    /// The loops of the body that may be vectorized, with their reductions.
    pub loops: &'a ParallelLoops,
    /// The dimension of the vectors that an old loop is for.
    pub dims: IndexMap<Op, usize>,
    /// The dimension of the vectors that a new loop is for.
    pub new_dims: IndexMap<Op, usize>,
    /// Where the next op goes.
    pub at: InsertPoint,
    /// For each new loop that needs one, which elements of vectors are those of an iteration.
    pub masks: FxHashMap<Op, Value>,
    /// The results of the old outermost loop with what replaces them.
    pub reduced: Vec<(Value, Value)>,
    /// Ops around the new loops that only these need.
    pub around: Vec<Op>,
    root: Op,
    new_root: Option<Op>,
    vectors: FxHashMap<Value, Value>,
    scalars: FxHashMap<Value, Value>,
}

impl<'a> State<'a> {
    /// The start, before any op.
    pub fn new(b: &Body, nest: &Nest, sizes: &'a [i64], loops: &'a ParallelLoops) -> Self {
        let root = nest.root.op();
        Self {
            sizes,
            loops,
            dims: nest.dims(),
            new_dims: IndexMap::new(),
            at: InsertPoint::after(b, root),
            masks: FxHashMap::default(),
            reduced: Vec::new(),
            around: Vec::new(),
            root,
            new_root: None,
            vectors: FxHashMap::default(),
            scalars: FxHashMap::default(),
        }
    }

    /// The type of vectors with elements of a scalar type.
    pub fn vector_type(&self, cx: &Context, elem: Type) -> Option<Type> {
        is_element(cx, elem).then(|| cx.vector(self.sizes, elem))
    }

    /// A new loop with its dimension, if it is for one. The first one is the outermost one.
    pub fn add_loop(&mut self, new: ForOp, dim: Option<usize>) {
        self.new_root.get_or_insert(new.op());
        if let Some(dim) = dim {
            self.new_dims.insert(new.op(), dim);
        }
    }

    /// The vector that stands for an old value, if there is one where the next op goes.
    pub fn vector(&self, b: &Body, old: Value) -> Option<Value> {
        let new = *self.vectors.get(&old)?;
        let block = b.def_block(new)?;
        // A constant in a loop beside is not seen here.
        let mut at = Some(self.at.block);
        while let Some(here) = at {
            if here == block {
                return Some(new);
            }
            at = b.block_parent_op(here).and_then(|op| b.parent_block(op));
        }
        None
    }
    /// Whether a vector stands for an old value.
    pub fn is_vector(&self, old: Value) -> bool {
        self.vectors.contains_key(&old)
    }
    /// Makes a vector stand for an old value.
    pub fn set_vector(&mut self, old: Value, new: Value) {
        self.vectors.insert(old, new);
    }
    /// Makes a scalar stand for an old value.
    pub fn set_scalar(&mut self, old: Value, new: Value) {
        self.scalars.insert(old, new);
    }

    /// The scalar that stands for an old value. `None` for one in the old loops that has none.
    pub fn scalar(&self, b: &Body, old: Value) -> Option<Value> {
        if let Some(&new) = self.scalars.get(&old) {
            return Some(new);
        }
        b.is_defined_outside(old, self.root).then_some(old)
    }

    /// The innermost new loop around the next op that is for a dimension.
    pub fn enclosing(&self, b: &Body) -> Option<ForOp> {
        let op = self.enclosing_dims(b).first()?.0;
        op.as_op::<ForOp>(b)
    }
    /// The new loops around the next op that are for dimensions, inner ones first.
    pub fn enclosing_dims(&self, b: &Body) -> Vec<(Op, usize)> {
        let mut found = Vec::new();
        let mut block = Some(self.at.block);
        while let Some(op) = block.and_then(|block| b.block_parent_op(block)) {
            if let Some(&dim) = self.new_dims.get(&op) {
                found.push((op, dim));
            }
            block = b.parent_block(op);
        }
        found
    }

    /// The old outermost loop.
    pub fn root(&self) -> Op {
        self.root
    }

    /// Erases the new loops and what only these need. Vectors of values from outside stay behind these values, as upstream.
    pub fn abandon(self, body: &mut Body) {
        // Users are erased before what they use.
        for op in self.around.into_iter().rev().chain(self.new_root) {
            body.erase_forced(op);
        }
    }
}
