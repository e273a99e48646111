//! The state of the writer of a rewriter.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pdl_interp::{CreateAttributeOp, CreateTypeOp, CreateTypesOp, FuncOp, GetResultsOp};

use crate::{
    handles::Handles,
    position::Pos,
    predicates::{Pattern, constant_type},
};

/// The writer of a rewriter.
pub struct Rewriter<'a> {
    pub pattern: &'a Pattern<'a>,
    pub handles: Handles,
    /// The function.
    pub body: Box<Body>,
    /// The values in it that stand for values of the pattern.
    pub values: FxHashMap<Value, Value>,
    used: Vec<Pos>,
}

impl<'a> Rewriter<'a> {
    pub fn new(pattern: &'a Pattern<'a>, name: &str) -> Self {
        let (cx, loc) = (pattern.body.cx_arc(), pattern.body.loc(Op::SELF));
        let body = FuncOp::create(cx, loc, name, &[]);
        Self { pattern, handles: Handles::new(cx), body, values: FxHashMap::default(), used: Vec::new() }
    }
    /// The function, and the positions of its arguments.
    pub fn finish(mut self) -> (Box<Body>, Vec<Pos>) {
        let entry = self.entry();
        let inputs: Vec<Type> = self.body.block_args(entry).iter().map(|&arg| self.body.ty(arg)).collect();
        let ty = self.cx().type_attr(self.cx().function(&inputs, &[]));
        self.body.set_attr(Op::SELF, "function_type", Some(ty));
        (self.body, self.used)
    }
    pub fn cx(&self) -> &'a Context {
        self.pattern.body.cx()
    }
    fn entry(&self) -> Block {
        self.body.blocks(self.body.regions(Op::SELF)[0])[0]
    }
    /// Writes at the end, with the location of an op of the pattern.
    pub fn at(&mut self, op: Op) -> Builder<'_> {
        let loc = self.pattern.body.loc(op);
        self.at_loc(loc)
    }
    /// Writes at the end.
    pub fn at_loc(&mut self, loc: Location) -> Builder<'_> {
        let entry = self.entry();
        Builder::new(&mut self.body, InsertPoint::at_end(entry), loc)
    }
    /// A type or a list of types that the pattern gives at `op`.
    pub fn constant_type(&mut self, op: Op, given: Attr) -> Value {
        let (h, is_one) = (self.handles, self.cx().attr_as::<TypeAttr>(given).is_some());
        let mut at = self.at(op);
        if is_one {
            CreateTypeOp::build(&mut at, given, h.ty)
        } else {
            CreateTypesOp::build(&mut at, given, h.types)
        }
    }
    /// The value that stands for one of the pattern: created already, given by the pattern, or a new argument.
    pub fn map(&mut self, value: Value) -> Result<Value, Diagnostic> {
        if let Some(&known) = self.values.get(&value) {
            return Ok(known);
        }
        let b = self.pattern.body;
        let def = b.def_op(value);
        let attribute = b.def_as::<strata_pdl::AttributeOp>(value).and_then(|op| b.attr(op.op(), "value"));
        let handle = self.handles.attribute;
        let new = match (def, attribute, constant_type(b, value)) {
            (Some(op), Some(attribute), _) => CreateAttributeOp::build(&mut self.at(op), attribute, handle),
            (Some(op), _, Some(given)) => self.constant_type(op, given),
            _ => self.argument(value)?,
        };
        self.values.insert(value, new);
        Ok(new)
    }
    pub fn map_all(&mut self, values: impl IntoIterator<Item = Value>) -> Result<Vec<Value>, Diagnostic> {
        values.into_iter().map(|value| self.map(value)).collect()
    }
    /// All results of the op that a handle of the pattern stands for.
    pub fn all_results(&mut self, handle: Value) -> Result<Value, Diagnostic> {
        let op = self.map(handle)?;
        let ty = self.handles.values;
        let loc = self.pattern.body.value_loc(handle);
        Ok(GetResultsOp::build(&mut self.at_loc(loc), op, None, ty))
    }
    fn argument(&mut self, value: Value) -> Result<Value, Diagnostic> {
        let b = self.pattern.body;
        let Some(&pos) = self.pattern.places.get(&value) else {
            let op = b.def_op(value).unwrap_or(Op::SELF);
            let message = format!("'{}' op is used by the rewrite, and no match finds it", b.op_name(op));
            return Err(Diagnostic::error(b.loc(op), message));
        };
        self.used.push(pos);
        let entry = self.entry();
        let arg = self.body.add_block_arg(entry, b.ty(value));
        self.body.set_arg_loc(arg, b.value_loc(value));
        Ok(arg)
    }
}
