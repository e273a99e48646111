//! The types of the buffers of tensors.

use strata_ir::{core::writer::deep, prelude::*};

use super::{
    facts::{Facts, Outcome, Relation, Types, View},
    layouts::{fully_dynamic, identity, is_memref, memory_space},
};

impl<'a> Types<'a> {
    pub fn new(body: &'a Body, facts: &'a Facts) -> Self {
        Self { view: View { body, facts } }
    }
    /// The type of the buffer of a tensor.
    pub fn buffer_of(&self, value: Value) -> Outcome<Type> {
        self.within(value, &mut Vec::new())
    }
    /// The type of the buffer of a tensor, or the type of a buffer. `around` has the values whose types depend on it.
    pub fn within(&self, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let ty = self.view.ty(value);
        if is_memref(self.view.cx(), ty) {
            return Ok(ty);
        }
        let owner = self.view.owner(value);
        let Some(rule) = self.view.rule(owner) else {
            let space = self.default_space(value)?;
            return Ok(self.view.options().unknown_type(self.view.cx(), ty, space));
        };
        around.push(value);
        let result = deep(|| rule.buffer_type(self, owner, value, around));
        around.pop();
        result
    }
    /// The memory space of a tensor's buffer where the options alone tell it.
    pub fn default_space(&self, value: Value) -> Outcome<Option<Attr>> {
        let space = self.view.options().memory_space(self.view.cx(), self.view.ty(value));
        space.ok_or_else(|| self.error(self.view.owner(value), "could not infer memory space"))
    }
    /// An error at an op.
    pub fn error(&self, op: Op, message: &str) -> Diagnostic {
        Diagnostic::error(self.view.loc(op), message)
    }
    /// The type of most results: that of the operand whose buffer it is.
    pub fn by_default(&self, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let ty = self.view.ty(value);
        if self.view.is_result(value)
            && let Some(alias) = self.view.aliasing_uses(value).first()
            && alias.relation == Relation::Equivalent
        {
            return self.within(self.view.value_of(alias.to), around);
        }
        let space = self.default_space(value)?;
        Ok(self.view.options().unknown_type(self.view.cx(), ty, space))
    }
    /// A row-major buffer in the memory space of another tensor's.
    pub fn new_like(&self, value: Value, source: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let from = self.within(source, around)?;
        let cx = self.view.cx();
        Ok(identity(cx, self.view.ty(value), memory_space(cx, from)))
    }
    /// The type for what is one of several buffers: theirs if they have one, else without a static layout.
    pub fn join(&self, op: Op, tensor: Type, types: &[Type], mismatch: &str) -> Outcome<Type> {
        let cx = self.view.cx();
        let mut all = types.iter().copied();
        let Some(first) = all.next() else { return Ok(identity(cx, tensor, None)) };
        let mut out = first;
        for ty in all.filter(|&ty| ty != first) {
            if memory_space(cx, ty) != memory_space(cx, first) {
                return Err(self.error(op, mismatch));
            }
            out = fully_dynamic(cx, tensor, memory_space(cx, first));
        }
        Ok(out)
    }
}
