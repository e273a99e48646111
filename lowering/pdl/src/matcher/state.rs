//! The state of the writer of a matcher.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pdl_interp::FuncOp;

use crate::{
    handles::Handles,
    position::{Pos, Positions},
    predicates::Pattern,
};

/// The writer of a matcher.
pub struct Matcher<'a> {
    pub patterns: &'a [Pattern<'a>],
    pub positions: &'a Positions,
    /// The name of the module in which the rewriters are.
    pub module_of_rewriters: &'a str,
    pub loc: Location,
    pub handles: Handles,
    /// The function.
    pub body: Box<Body>,
    pub rewriters: Vec<Box<Body>>,
    /// Where a question leads whose answer matches nothing, the innermost last.
    pub failures: Vec<Block>,
    /// The ops that the path to this place asks about.
    pub matched: Vec<Value>,
    values: FxHashMap<Pos, Value>,
    /// The positions of `values`, in the order in which they got their values.
    bound: Vec<Pos>,
}

impl<'a> Matcher<'a> {
    pub fn new(
        module: &Body,
        patterns: &'a [Pattern<'a>],
        positions: &'a Positions,
        name: &str,
        module_of_rewriters: &'a str,
    ) -> Self {
        let (cx, loc) = (module.cx_arc(), module.loc(Op::SELF));
        let handles = Handles::new(cx);
        let body = FuncOp::create(cx, loc, name, &[handles.operation]);
        Self {
            patterns,
            positions,
            module_of_rewriters,
            loc,
            handles,
            body,
            rewriters: Vec::new(),
            failures: Vec::new(),
            matched: Vec::new(),
            values: FxHashMap::default(),
            bound: Vec::new(),
        }
    }
    /// The entry block, its region and the op that the function is called with.
    pub fn entry(&mut self) -> (Block, Region, Value) {
        let region = self.body.regions(Op::SELF)[0];
        let entry = self.body.blocks(region)[0];
        let handle = self.body.block_args(entry)[0];
        self.body.set_arg_loc(handle, self.loc);
        (entry, region, handle)
    }
    pub fn region_of(&self, block: Block) -> Region {
        self.body.block_parent(block).unwrap_or_else(|| self.body.regions(Op::SELF)[0])
    }
    pub fn value(&self, pos: Pos) -> Option<Value> {
        self.values.get(&pos).copied()
    }
    pub fn bind(&mut self, pos: Pos, value: Value) {
        if self.values.insert(pos, value).is_none() {
            self.bound.push(pos);
        }
    }
    /// Values that are bound from now on are known until the scope ends.
    pub fn begin_scope(&self) -> usize {
        self.bound.len()
    }
    pub fn end_scope(&mut self, scope: usize) {
        for pos in self.bound.drain(scope..) {
            self.values.remove(&pos);
        }
    }
    /// Where this place leads if nothing matches.
    pub fn failure(&self) -> Result<Block, Diagnostic> {
        self.failures
            .last()
            .copied()
            .ok_or_else(|| self.error("a question of the matcher has no way to its end"))
    }
    pub fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error(self.loc, message)
    }
    /// Writes at the end of a block.
    pub fn at(&mut self, block: Block, loc: Location) -> Builder<'_> {
        Builder::new(&mut self.body, InsertPoint::at_end(block), loc)
    }
}
