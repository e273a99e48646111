//! [`Interpreter`]: runs the ops of a script.

use rustc_hash::FxHashMap;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::PassCx;
use strata_transform::{
    HandleEffects, NamedSequenceOp, PayloadAccess,
    types::{HandleKind, OperationType},
};

use crate::{
    failure::{Failure, Outcome},
    payload::{Payload, PayloadOp, PayloadValue},
    state::{Frame, Invalidation, Mapping},
};

/// Sequences that include each other may be so many.
const DEPTH: usize = 256;

/// An op of the script.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The body in which it is.
    pub body: &'a Body,
    /// The op.
    pub op: Op,
}

impl<'a> Site<'a> {
    /// Its location.
    pub fn loc(self) -> Location {
        self.body.loc(self.op)
    }
    /// An attribute.
    pub fn attr(self, name: &str) -> Option<Attr> {
        self.body.attr(self.op, name)
    }
    /// Whether an attribute is there.
    pub fn has(self, name: &str) -> bool {
        self.attr(name).is_some()
    }
    /// Whether a boolean attribute is `true`.
    pub fn is_true(self, name: &str) -> bool {
        self.attr(name) == Some(self.body.cx().bool_attr(true))
    }
    /// A number.
    pub fn int(self, name: &str) -> Option<i64> {
        self.body.cx().attr_i64(self.attr(name)?)
    }
    /// A string.
    pub fn str(self, name: &str) -> Option<&'a str> {
        self.body.cx().attr_str(self.attr(name)?)
    }
    /// The strings of an array.
    pub fn strs(self, name: &str) -> Option<Vec<&'a str>> {
        let cx = self.body.cx();
        let list = cx.attr_as::<ArrayAttr>(self.attr(name)?)?;
        Some(list.0.iter().filter_map(|&a| cx.attr_str(a)).collect())
    }
    /// The numbers of a dense array or an array; none if it is missing.
    pub fn ints(self, name: &str) -> Vec<i64> {
        let cx = self.body.cx();
        let Some(attr) = self.attr(name) else { return Vec::new() };
        if let Some(dense) = cx.attr_as::<DenseArrayAttr>(attr) {
            return dense.values.to_vec();
        }
        let list = cx.attr_as::<ArrayAttr>(attr).map_or(&[][..], |a| &a.0);
        list.iter().filter_map(|&a| cx.attr_i64(a)).collect()
    }
    /// An operand.
    pub fn operand(self, i: usize) -> Value {
        self.body.operand(self.op, i)
    }
    /// The operands of a group.
    pub fn operands(self, group: usize) -> Vec<Value> {
        self.body.operand_group(self.op, group).map(|i| self.operand(i)).collect()
    }
    /// The type of a result.
    pub fn result_type(self, i: usize) -> Type {
        self.body.ty(self.body.result(self.op, i))
    }
    /// A failure at the op that may be silenced.
    pub fn silenceable(self, message: impl Into<String>) -> Failure {
        Failure::silenceable(self.error(message))
    }
    /// A failure at the op that may not.
    pub fn definite(self, message: impl Into<String>) -> Failure {
        Failure::definite(self.error(message))
    }
    /// An error at the op.
    pub fn error(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.loc(), message)
    }
}

/// Runs one op of a script.
pub type Apply = for<'a, 'c> fn(&mut Interpreter<'a, 'c>, Site<'a>) -> Outcome;

/// Runs ops of a script on a payload.
pub struct Interpreter<'a, 'c> {
    /// The services of the pass.
    pub cx: &'a mut PassCx<'c>,
    /// The payload.
    pub payload: Payload<'a>,
    /// The op on which the script works.
    pub root: PayloadOp,
    script: &'a Body,
    frames: Vec<Frame>,
    /// The ops that have the patterns, the innermost last.
    patterns: Vec<Site<'a>>,
    checks: bool,
    table: FxHashMap<&'static str, Apply>,
}

impl<'a, 'c> Interpreter<'a, 'c> {
    /// An interpreter of the sequences in `script`, with what ops do by their names. `checks` looks for uses of invalidated handles.
    pub fn new(
        script: &'a Body,
        payload: Payload<'a>,
        root: PayloadOp,
        cx: &'a mut PassCx<'c>,
        checks: bool,
        table: FxHashMap<&'static str, Apply>,
    ) -> Self {
        Self { cx, payload, root, script, frames: Vec::new(), patterns: Vec::new(), checks, table }
    }
    /// The module of the script as it was at the beginning.
    pub fn script(&self) -> &'a Body {
        self.script
    }
    /// Calls a named sequence with what its arguments stand for; returns what it yields. Failures that may be silenced end it
    /// unless `suppress` is set.
    pub fn call(
        &mut self,
        at: (&'a Body, NamedSequenceOp),
        args: Vec<Mapping>,
        suppress: bool,
    ) -> Outcome<Vec<Mapping>> {
        let loc = at.0.loc(at.1.op());
        let Some((body, block)) = at.1.block(at.0) else {
            let d = Diagnostic::error(loc, "unresolved external named sequence");
            return Err(Failure::definite(d));
        };
        if self.frames.len() >= DEPTH {
            return Err(Failure::definite(Diagnostic::error(loc, "sequences include each other too deeply")));
        }
        self.in_frame(|this| {
            let params = body.block_args(block);
            params.iter().zip(args).for_each(|(&v, mapping)| this.bind(v, mapping));
            strata_ir::core::writer::deep(|| this.run_block(body, block, suppress))
        })
    }
    /// Runs with the patterns that an op has.
    pub fn with_patterns<R>(&mut self, site: Site<'a>, f: impl FnOnce(&mut Self) -> R) -> R {
        self.patterns.push(site);
        let result = f(self);
        self.patterns.pop();
        result
    }
    /// The innermost op that has patterns.
    pub fn patterns(&self) -> Option<Site<'a>> {
        self.patterns.last().copied()
    }
    /// Runs with values of its own.
    pub fn in_frame<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.frames.push(Frame::default());
        let result = f(self);
        self.frames.pop();
        result
    }
    /// Runs the ops of a block; returns what its terminator yields.
    pub fn run_block(&mut self, body: &'a Body, block: Block, suppress: bool) -> Outcome<Vec<Mapping>> {
        for op in body.block_ops(block) {
            if body.has_trait(op, Trait::Terminator) {
                return body.operands(op).map(|v| self.mapping(Site { body, op }, v)).collect();
            }
            match self.run(Site { body, op }) {
                Ok(()) => {}
                Err(Failure::Silenceable(_)) if suppress => self.clear_results(Site { body, op }),
                Err(failure) => return Err(failure),
            }
        }
        Ok(Vec::new())
    }
    /// Results of an op that failed stand for nothing.
    fn clear_results(&mut self, site: Site<'a>) {
        for &v in site.body.results(site.op) {
            if self.frames.last().is_some_and(|f| f.get(v).is_none()) {
                self.bind(v, Mapping::empty(site.body.cx(), site.body.ty(v)));
            }
        }
    }
    /// Runs one op.
    pub fn run(&mut self, site: Site<'a>) -> Outcome {
        let name = site.body.op_name(site.op);
        let Some(&apply) = self.table.get(name) else {
            return Err(site.definite(format!("'{name}' op is not supported by the interpreter")));
        };
        let invalidated = if self.checks { self.check_operands(site)? } else { Vec::new() };
        strata_ir::core::writer::deep(|| apply(self, site))?;
        for (frame, v, why) in invalidated {
            self.frames[frame].invalidate(v, why);
        }
        self.check_results(site)
    }
    /// No operand was invalidated, and none is consumed that has an op twice; returns the handles that the op invalidates.
    fn check_operands(&mut self, site: Site<'a>) -> Outcome<Vec<(usize, Value, Invalidation)>> {
        let Some(frame) = self.frames.last() else { return Ok(Vec::new()) };
        for v in site.body.operands(site.op) {
            if let Some(why) = frame.invalidation(v) {
                return Err(Failure::definite(use_of_invalid(site, v, why)));
            }
        }
        let Some(effects) = site.op.cast::<dyn HandleEffects>(site.body) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for operand in effects.consumed(site.body) {
            let v = site.operand(operand);
            if HandleKind::from_type(site.body.cx(), site.body.ty(v)) == Some(HandleKind::Param) {
                continue;
            }
            let Some(mapping) = frame.get(v) else { continue };
            let consumed = mapping.places(&self.payload);
            if effects.payload(site.body) == PayloadAccess::Modifies {
                self.check_repeated(site, operand, &consumed)?;
                self.invalidated(site, operand, &consumed, &mut all);
            }
        }
        Ok(all)
    }
    fn check_repeated(&self, site: Site<'a>, operand: usize, ops: &[PayloadOp]) -> Outcome {
        let mut seen = rustc_hash::FxHashSet::default();
        let Some(&again) = ops.iter().find(|&&op| !seen.insert(op)) else { return Ok(()) };
        let message = format!(
            "a handle passed as operand #{operand} and consumed by this operation points to a payload entity more than once"
        );
        Err(Failure::definite(self.payload.note(site.error(message), again, "repeated target op")))
    }
    /// The handles to consumed ops and to ops in them.
    fn invalidated(
        &self,
        site: Site<'a>,
        operand: usize,
        consumed: &[PayloadOp],
        out: &mut Vec<(usize, Value, Invalidation)>,
    ) {
        let consumed: rustc_hash::FxHashSet<PayloadOp> = consumed.iter().copied().collect();
        for (i, frame) in self.frames.iter().enumerate() {
            for (v, mapping) in frame.valid() {
                let gone = mapping.places(&self.payload).into_iter().find_map(|at| {
                    let mut around = std::iter::successors(Some(at), |&at| self.payload.parent(at));
                    around.find(|outer| consumed.contains(outer)).map(|outer| (outer, at))
                });
                if let Some((outer, at)) = gone {
                    let (ancestor, nested) = (self.payload.loc(outer), self.payload.loc(at));
                    out.push((i, v, Invalidation { by: site.loc(), operand, ancestor, nested }));
                }
            }
        }
    }
    /// Results stand for what their types allow.
    fn check_results(&mut self, site: Site<'a>) -> Outcome {
        for &v in site.body.results(site.op) {
            let want = site.body.cx().type_as::<OperationType>(site.body.ty(v));
            let (Some(want), Some(mapping)) = (want, self.frames.last().and_then(|f| f.get(v))) else {
                continue;
            };
            let name = |at: &PayloadOp| self.payload.body(at.body).op_name(at.op) != want.operation_name;
            if let Some(at) = mapping.places(&self.payload).into_iter().find(name) {
                let have = self.payload.body(at.body).op_name(at.op);
                let d = site.error(format!(
                    "incompatible payload operation name expected {} vs {have}",
                    want.operation_name
                ));
                return Err(Failure::silenceable(self.payload.note(d, at, "payload operation")));
            }
        }
        Ok(())
    }

    // ---------------------------------------------------------------- handles

    /// Sets what a value stands for.
    pub fn bind(&mut self, v: Value, mapping: Mapping) {
        if let Some(frame) = self.frames.last_mut() {
            frame.set(v, mapping);
        }
    }
    /// Sets what a result stands for.
    pub fn set(&mut self, site: Site<'a>, result: usize, mapping: Mapping) {
        self.bind(site.body.result(site.op, result), mapping);
    }
    /// Sets the ops of a result.
    pub fn set_ops(&mut self, site: Site<'a>, result: usize, ops: impl IntoIterator<Item = PayloadOp>) {
        let mapping = Mapping::ops(&self.payload, ops);
        self.set(site, result, mapping);
    }
    /// The objects that a value stands for now.
    pub fn mapping(&self, site: Site<'a>, v: Value) -> Outcome<Mapping> {
        match self.frames.last().and_then(|f| f.get(v)) {
            Some(mapping) => Ok(mapping.current(&self.payload)),
            None => Err(site.definite("a handle is used that stands for nothing")),
        }
    }
    /// The ops that a value stands for.
    pub fn ops(&self, site: Site<'a>, v: Value) -> Outcome<Vec<PayloadOp>> {
        match self.mapping(site, v)? {
            mapping @ Mapping::Ops(_) => Ok(mapping.places(&self.payload)),
            _ => Err(site.definite("expected a handle to payload operations")),
        }
    }
    /// The values that a value stands for.
    pub fn values(&self, site: Site<'a>, v: Value) -> Outcome<Vec<PayloadValue>> {
        match self.mapping(site, v)? {
            Mapping::Values(list) => Ok(list),
            _ => Err(site.definite("expected a handle to payload values")),
        }
    }
    /// The parameters that a value stands for.
    pub fn params(&self, site: Site<'a>, v: Value) -> Outcome<Vec<Attr>> {
        match self.mapping(site, v)? {
            Mapping::Params(list) => Ok(list),
            _ => Err(site.definite("expected parameters")),
        }
    }
    /// The ops of the first operand.
    pub fn targets(&self, site: Site<'a>) -> Outcome<Vec<PayloadOp>> {
        self.ops(site, site.operand(0))
    }

    // ---------------------------------------------------------------- symbols

    /// The named sequence that an attribute of an op of the script refers to.
    pub fn sequence(&self, site: Site<'a>, name: Attr) -> Outcome<(&'a Body, NamedSequenceOp)> {
        let cx = site.body.cx();
        let found = cx.attr_as::<SymbolRefAttr>(name).and_then(|name| {
            let (mut body, mut op) = member(table_of(self.script, site.body)?, name.root)?;
            for &inner in &name.nested {
                (body, op) = member(body.child(op)?, inner)?;
            }
            Some((body, op.as_op::<NamedSequenceOp>(body)?))
        });
        found.ok_or_else(|| {
            let message = format!("could not find the named sequence {}", cx.attr_to_string(name));
            site.definite(message)
        })
    }
}

/// The op that defines a symbol of a table.
fn member(table: &Body, name: Str) -> Option<(&Body, Op)> {
    Some((table, SymbolTable::new(table).get(name)?))
}

/// The body of the symbol table around a body of the script.
fn table_of<'a>(script: &'a Body, inner: &Body) -> Option<&'a Body> {
    let mut todo = vec![script];
    while let Some(body) = todo.pop() {
        for (_, child) in body.children() {
            if std::ptr::eq(child, inner) {
                // An alternative is in a sequence, which is in the table.
                return if body.has_trait(Op::SELF, Trait::SymbolTable) {
                    Some(body)
                } else {
                    table_of(script, body)
                };
            }
            todo.push(child);
        }
    }
    None
}

/// Finds the named sequence of a name, in any body.
pub fn find_sequence<'a>(script: &'a Body, name: &str) -> Option<(&'a Body, NamedSequenceOp)> {
    let mut todo = vec![script];
    while let Some(body) = todo.pop() {
        let mut inner = Vec::new();
        for op in body.all_ops() {
            if let Some(sequence) = op.as_op::<NamedSequenceOp>(body)
                && sequence.name(body) == name
            {
                return Some((body, sequence));
            }
            inner.extend(body.child(op));
        }
        todo.extend(inner.into_iter().rev());
    }
    None
}

fn use_of_invalid(site: Site<'_>, v: Value, why: Invalidation) -> Diagnostic {
    site.error("op uses a handle invalidated by a previously executed transform op")
        .note(site.body.value_loc(v), "handle to invalidated ops")
        .note(
            why.by,
            format!(
                "invalidated by this transform op that consumes its operand #{} and invalidates all handles to payload IR entities associated with this operand and entities nested in them",
                why.operand
            ),
        )
        .note(why.ancestor, "ancestor payload op")
        .note(why.nested, "nested payload op")
}
