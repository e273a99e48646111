//! Doing what the rewrite of a pattern says.

use strata_ir::{core::op_info::UNREGISTERED, prelude::*};
use strata_pdl::{
    ApplyNativeRewriteOp, EraseOp, OperationOp, RangeOp, ReplaceOp, RewriteOp, TypeType, types::elem_or_self,
};

use crate::{
    matcher::lookup,
    native::{Natives, not_registered},
    object::{Env, Object},
    types::infer,
};

/// The work on one match.
pub struct Rewrite<'a, 'r, 'b> {
    pub pattern: &'a Body,
    pub natives: &'a Natives,
    pub env: Env,
    pub rw: &'r mut Rewriter<'b>,
}

type Outcome = Result<(), String>;

impl Rewrite<'_, '_, '_> {
    /// Does all of it. The error says what failed; changes before it stay.
    pub fn run(&mut self, rewrite: RewriteOp) -> Outcome {
        let cx = self.pattern.cx();
        if let Some(name) = self.pattern.attr(rewrite.op(), "name").and_then(|a| cx.attr_str(a)) {
            let args: Vec<Value> =
                rewrite.root(self.pattern).into_iter().chain(rewrite.external_args(self.pattern)).collect();
            return self.call(name, &args).map(|_| ());
        }
        let regions = self.pattern.regions(rewrite.op()).to_vec();
        let ops: Vec<Op> = regions.into_iter().flat_map(|r| self.pattern.region_ops(r)).collect();
        ops.into_iter().try_for_each(|op| self.step(op))
    }
    fn step(&mut self, op: Op) -> Outcome {
        if let Some(operation) = op.as_op::<OperationOp>(self.pattern) {
            return self.create(operation);
        }
        if let Some(replace) = op.as_op::<ReplaceOp>(self.pattern) {
            return self.replace(replace);
        }
        if let Some(erase) = op.as_op::<EraseOp>(self.pattern) {
            let op = self.op(erase.op_value(self.pattern))?;
            if !self.rw.is_unused(op) {
                return Err(format!(
                    "'pdl.erase' op erases '{}', whose results are used",
                    self.rw.op_name(op)
                ));
            }
            self.rw.erase_op(op);
            return Ok(());
        }
        if let Some(native) = op.as_op::<ApplyNativeRewriteOp>(self.pattern) {
            let cx = self.pattern.cx();
            let name = self.pattern.attr(op, "name").and_then(|a| cx.attr_str(a)).unwrap_or("").to_owned();
            let args: Vec<Value> = native.args(self.pattern).collect();
            let results = self.call(&name, &args)?;
            let values = self.pattern.results(op);
            if results.len() != values.len() {
                let (n, m) = (results.len(), values.len());
                return Err(format!("native rewrite '{name}' has {n} results, but {m} are expected"));
            }
            self.env.extend(values.iter().copied().zip(results));
        } else if let Some(range) = op.as_op::<RangeOp>(self.pattern) {
            let cx = self.pattern.cx();
            let result = range.result(self.pattern);
            let parts: Vec<Value> = range.arguments(self.pattern).collect();
            let parts: Vec<Object> = parts.into_iter().map(|v| self.object(v)).collect::<Result<_, _>>()?;
            let is_types = cx.type_as::<TypeType>(elem_or_self(cx, self.pattern.ty(result))).is_some();
            let all = if is_types {
                Object::Types(parts.into_iter().flat_map(Object::types).collect())
            } else {
                Object::Values(parts.into_iter().flat_map(Object::values).collect())
            };
            self.env.insert(result, all);
        }
        // Constants and results are looked up where they are used.
        Ok(())
    }
    fn object(&self, value: Value) -> Result<Object, String> {
        lookup(self.pattern, self.rw, &self.env, value).ok_or_else(|| {
            let def = self.pattern.def_op(value).map_or("argument", |op| self.pattern.op_name(op));
            format!("'{def}' op has no value in the rewrite")
        })
    }
    fn objects(&self, values: impl Iterator<Item = Value>) -> Result<Vec<Object>, String> {
        values.map(|v| self.object(v)).collect()
    }
    fn op(&self, handle: Value) -> Result<Op, String> {
        match self.object(handle)? {
            Object::Op(op) if self.rw.is_live(op) => Ok(op),
            _ => Err("an op is used after it was erased or replaced".to_owned()),
        }
    }
    fn call(&mut self, name: &str, args: &[Value]) -> Result<Vec<Object>, String> {
        let args = self.objects(args.iter().copied())?;
        let function = self.natives.find_rewrite(name).ok_or_else(|| not_registered("rewrite", name))?;
        function(self.rw, &args).ok_or_else(|| format!("native rewrite '{name}' failed"))
    }
    fn replace(&mut self, replace: ReplaceOp) -> Outcome {
        let op = self.op(replace.op_value(self.pattern))?;
        let values: Vec<Value> = match replace.repl_operation(self.pattern) {
            Some(other) => {
                let other = self.op(other)?;
                self.rw.results(other).to_vec()
            }
            None => {
                let objects = self.objects(replace.repl_values(self.pattern))?;
                objects.into_iter().flat_map(Object::values).collect()
            }
        };
        let olds = self.rw.results(op).to_vec();
        let (n, m) = (olds.len(), values.len());
        if n != m {
            return Err(format!("'pdl.replace' op replaces {n} results by {m} values"));
        }
        let wrong = olds.iter().zip(&values).any(|(&old, &new)| {
            !self.rw.is_live_value(new)
                || self.rw.ty(old) != self.rw.ty(new)
                || self.rw.def_op(new) == Some(op)
        });
        if wrong {
            let name = self.rw.op_name(op);
            return Err(format!(
                "'pdl.replace' op replaces results of '{name}' by values of other types or by themselves"
            ));
        }
        self.rw.replace_op(op, &values);
        Ok(())
    }
    fn create(&mut self, operation: OperationOp) -> Outcome {
        let cx = self.pattern.cx();
        let name = operation.name(self.pattern).unwrap_or("").to_owned();
        let info = match cx.op_info(&name) {
            Some(info) => info,
            None if cx.allows_unregistered() => &UNREGISTERED,
            None => return Err(format!("'pdl.operation' op creates '{name}', which is not registered")),
        };
        let operands = self.objects(operation.operand_values(self.pattern))?;
        let mut state = OpState::new(info, self.rw.cur_loc());
        if std::ptr::eq(info, &UNREGISTERED) {
            state.attrs[0] = Some(cx.string_attr(&name));
        }
        state.operands.extend(operands.into_iter().flat_map(Object::values));
        let names: Vec<String> =
            operation.attribute_names(self.pattern).into_iter().map(str::to_owned).collect();
        for (name, value) in names.iter().zip(self.objects(operation.attribute_values(self.pattern))?) {
            if let Object::Attr(attr) = value {
                state.set_attr(cx, name, attr);
            }
        }
        let types = self.result_types(operation, info, &state.operands)?;
        state.result_types.extend(types);
        self.rw.check_room(&state)?;
        let op = self.rw.create(state);
        self.env.insert(operation.operation(self.pattern), Object::Op(op));
        Ok(())
    }
    /// The types of the results: those that are given, those that follow from the operands, or those of the op that is replaced.
    fn result_types(
        &self,
        operation: OperationOp,
        info: &'static OpInfo,
        operands: &[Value],
    ) -> Result<Vec<Type>, String> {
        let given: Vec<Value> = operation.type_values(self.pattern).collect();
        let known = self.objects(given.iter().copied()).ok();
        if let Some(known) = known.filter(|_| !given.is_empty()) {
            return Ok(known.into_iter().flat_map(Object::types).collect());
        }
        let types: Vec<Type> = operands.iter().map(|&v| self.rw.ty(v)).collect();
        if (!info.rules.is_empty() || info.has(Trait::SameOperandsAndResultType))
            && let Some(types) = infer(self.pattern.cx(), info, &types)
        {
            return Ok(types);
        }
        let handle = operation.operation(self.pattern);
        let replaced = self.pattern.uses_of(handle).find_map(|(user, i)| {
            let replace = user.as_op::<ReplaceOp>(self.pattern).filter(|_| i != 0)?;
            self.op(replace.op_value(self.pattern)).ok()
        });
        match replaced {
            Some(op) => Ok(self.rw.result_types(op).collect()),
            None if given.is_empty() => Ok(Vec::new()),
            None => {
                let name = operation.name(self.pattern).unwrap_or("");
                Err(format!("'pdl.operation' op: the types of the results of '{name}' are not known"))
            }
        }
    }
}
