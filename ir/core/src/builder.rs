//! [`Builder`]: a body plus an insertion point and a location.

use std::ops::{Deref, DerefMut};

pub use crate::mutate::OpState;
use crate::{Block, Body, Location, Op, Type};

/// A place between two ops of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertPoint {
    /// The block.
    pub block: Block,
    /// The op after the place; `None` is the end of the block.
    pub before: Option<Op>,
}

impl InsertPoint {
    /// The end of a block.
    pub fn at_end(block: Block) -> Self {
        Self { block, before: None }
    }
    /// The start of a block.
    pub fn at_start(body: &Body, block: Block) -> Self {
        Self { block, before: body.first_op(block) }
    }
    /// Before an op.
    ///
    /// # Panics
    /// If the op is in no block.
    #[track_caller]
    pub fn before(body: &Body, op: Op) -> Self {
        Self { block: body.parent_block(op).expect("op is in a block"), before: Some(op) }
    }
    /// After an op.
    ///
    /// # Panics
    /// If the op is in no block.
    #[track_caller]
    pub fn after(body: &Body, op: Op) -> Self {
        Self { block: body.parent_block(op).expect("op is in a block"), before: body.next_op(op) }
    }
}

/// A body plus an insertion point. Dereferences to [`Body`] for reading.
pub struct Builder<'b> {
    body: &'b mut Body,
    at: InsertPoint,
    loc: Location,
}

impl<'b> Builder<'b> {
    /// Builds at `at`, with location `loc`.
    pub fn new(body: &'b mut Body, at: InsertPoint, loc: Location) -> Self {
        Self { body, at, loc }
    }
    /// Builds at the end of a block, with an unknown location.
    pub fn at_end(body: &'b mut Body, block: Block) -> Self {
        Self::new(body, InsertPoint::at_end(block), Location::UNKNOWN)
    }
    /// Builds at the start of a block, with an unknown location.
    pub fn at_start(body: &'b mut Body, block: Block) -> Self {
        let at = InsertPoint::at_start(body, block);
        Self::new(body, at, Location::UNKNOWN)
    }
    /// Builds before an op, with its location.
    pub fn before(body: &'b mut Body, op: Op) -> Self {
        let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
        Self::new(body, at, loc)
    }
    /// Builds after an op, with its location.
    pub fn after(body: &'b mut Body, op: Op) -> Self {
        let (at, loc) = (InsertPoint::after(body, op), body.loc(op));
        Self::new(body, at, loc)
    }
    /// The insertion point.
    pub fn point(&self) -> InsertPoint {
        self.at
    }
    /// Moves the insertion point.
    pub fn goto(&mut self, at: InsertPoint) -> &mut Self {
        self.at = at;
        self
    }
    /// Moves the insertion point to the end of a block.
    pub fn goto_end(&mut self, block: Block) -> &mut Self {
        self.goto(InsertPoint::at_end(block))
    }
    /// The location that new ops get.
    pub fn cur_loc(&self) -> Location {
        self.loc
    }
    /// Sets the location that new ops get.
    pub fn set_cur_loc(&mut self, loc: Location) -> &mut Self {
        self.loc = loc;
        self
    }
    /// Creates an op and inserts it.
    pub fn build(&mut self, state: OpState) -> Op {
        let op = self.body.create(state);
        self.body.insert(op, self.at);
        op
    }
    /// Inserts a detached op.
    pub fn insert_op(&mut self, op: Op) -> Op {
        self.body.insert(op, self.at);
        op
    }
    /// Runs `f` with the insertion point at the end of `block`.
    pub fn in_block<R>(&mut self, block: Block, f: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        let mut inner = Builder::new(self.body, InsertPoint::at_end(block), self.loc);
        f(&mut inner)
    }
    /// Adds a block to region `index` of `op` and builds its ops.
    pub fn region_block<R>(
        &mut self,
        op: impl Into<Op>,
        index: usize,
        arg_types: &[Type],
        f: impl FnOnce(&mut Builder<'_>, Block) -> R,
    ) -> R {
        let region = self.body.regions(op.into())[index];
        let block = self.body.add_block(region, arg_types);
        self.in_block(block, |b| f(b, block))
    }
    /// The body.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }
}

impl Deref for Builder<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}
impl DerefMut for Builder<'_> {
    fn deref_mut(&mut self) -> &mut Body {
        self.body
    }
}
