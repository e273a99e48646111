//! Shrinking: the smallest part of a program that still has the property that it was kept for.
//!
//! A step returns fewer results, drops an unused op, or replaces an op's results by existing values or new arguments. A
//! step is kept if `keeps` holds for the program after it; shrinking ends when no step is left.

use strata_core::{Block, Body, Op, Trait, Value};

use crate::wrap;

/// Steps after which the smallest program so far has to do.
const MAX_STEPS: usize = 4_000;

/// A smaller module with the property `keeps`, which the module has; `entry` is the function that takes the inputs.
pub fn shrink(module: &Body, entry: &str, keeps: &mut dyn FnMut(&Body) -> bool) -> Box<Body> {
    let mut shrinker = Shrinker { best: Box::new(module.clone()), keeps, steps: 0 };
    loop {
        let before = shrinker.best.extent();
        shrinker.functions(entry);
        shrinker.results(entry);
        shrinker.ops(entry);
        shrinker.arguments(entry);
        if shrinker.best.extent() == before || shrinker.steps >= MAX_STEPS {
            return shrinker.best;
        }
    }
}

/// How much there is of a module.
trait Size {
    fn extent(&self) -> usize;
}
impl Size for Body {
    fn extent(&self) -> usize {
        let own: usize = self.all_ops().iter().map(|&op| 1 + self.num_operands(op)).sum();
        own + self.entry().map_or(0, |block| self.block_args(block).len())
            + self.children().map(|(_, child)| child.extent()).sum::<usize>()
    }
}

struct Shrinker<'a> {
    best: Box<Body>,
    keeps: &'a mut dyn FnMut(&Body) -> bool,
    steps: usize,
}

impl Shrinker<'_> {
    /// Takes a step if the program after it is valid and keeps the property.
    fn attempt(&mut self, step: impl FnOnce(&mut Body) -> Option<()>) -> bool {
        if self.steps >= MAX_STEPS {
            return false;
        }
        let mut next = self.best.clone();
        if step(&mut next).is_none() {
            return false;
        }
        self.steps += 1;
        let holds = next.verify().is_empty() && (self.keeps)(&next);
        if holds {
            self.best = next;
        }
        holds
    }
    fn function(&self, name: &str) -> Option<Op> {
        let of = |op: Op| self.best.attr(op, "sym_name").and_then(|a| self.best.cx().attr_str(a));
        self.best.children().map(|(op, _)| op).find(|&op| of(op) == Some(name))
    }
    /// Drops functions.
    fn functions(&mut self, entry: &str) {
        let kept = self.function(entry);
        let others: Vec<Op> = self.best.children().map(|(op, _)| op).filter(|&op| Some(op) != kept).collect();
        for op in others {
            self.attempt(|module| {
                module.erase(op);
                Some(())
            });
        }
    }
    /// Returns one result alone, or each one less.
    fn results(&mut self, entry: &str) {
        let Some(function) = self.function(entry) else { return };
        let count =
            |module: &Body| terminator(module, function).map_or(0, |(body, end)| body.num_operands(end));
        let all = count(&self.best);
        if (0..all).any(|i| self.attempt(|module| return_only(module, function, |at| at == i))) {
            return;
        }
        for i in (0..all).rev() {
            self.attempt(|module| return_only(module, function, |at| at != i));
        }
    }
    /// Drops ops, last ones first.
    fn ops(&mut self, entry: &str) {
        let entry = self.function(entry);
        let bodies: Vec<Op> = self.best.children().map(|(op, _)| op).collect();
        for function in bodies {
            let ops = self.best.child(function).map(Body::all_ops).unwrap_or_default();
            for op in ops.into_iter().rev() {
                let with_args = Some(function) == entry;
                let dead = self.attempt(|module| erase(module.child_mut(function)?, op, None));
                let _ = dead
                    || self.attempt(|module| erase(module.child_mut(function)?, op, Some(false)))
                    || with_args
                        && self.attempt(|module| {
                            erase(module.child_mut(function)?, op, Some(true))?;
                            retype(module, function)
                        });
            }
        }
    }
    /// Drops arguments that nothing uses.
    fn arguments(&mut self, entry: &str) {
        let Some(function) = self.function(entry) else { return };
        let count = self.best.child(function).and_then(|b| Some(b.block_args(b.entry()?).len())).unwrap_or(0);
        for at in (0..count).rev() {
            self.attempt(|module| {
                let body = module.child_mut(function)?;
                let block = body.entry()?;
                if body.has_uses(*body.block_args(block).get(at)?) {
                    return None;
                }
                body.erase_block_arg(block, at);
                retype(module, function)
            });
        }
    }
}

fn terminator(module: &Body, function: Op) -> Option<(&Body, Op)> {
    let body = module.child(function)?;
    Some((body, body.terminator(body.entry()?)?))
}

/// Keeps the results whose numbers `keep` takes.
fn return_only(module: &mut Body, function: Op, keep: impl Fn(usize) -> bool) -> Option<()> {
    let (body, end) = terminator(module, function)?;
    let all: Vec<Value> = body.operands(end).collect();
    let kept: Vec<Value> = all.iter().enumerate().filter(|&(i, _)| keep(i)).map(|(_, &v)| v).collect();
    if kept.len() == all.len() {
        return None;
    }
    module.child_mut(function)?.set_operands(end, &kept);
    retype(module, function)
}

/// Sets the type of a function from its entry block and its terminator; drops the attributes of arguments and results.
fn retype(module: &mut Body, function: Op) -> Option<()> {
    let (body, end) = terminator(module, function)?;
    let args: Vec<Value> = body.block_args(body.entry()?).to_vec();
    let results: Vec<Value> = body.operands(end).collect();
    let ty = wrap::function_type(body, &args, &results);
    let body = module.child_mut(function)?;
    body.set_attr(Op::SELF, "function_type", Some(ty));
    body.set_attr(Op::SELF, "arg_attrs", None);
    body.set_attr(Op::SELF, "res_attrs", None);
    Some(())
}

/// Erases an op; its results are replaced by existing values or, with `Some(true)`, by new arguments.
fn erase(body: &mut Body, op: Op, stand_in: Option<bool>) -> Option<()> {
    if !body.is_live(op) || body.has_trait(op, Trait::Terminator) {
        return None;
    }
    if stand_in.is_none() && !body.is_unused(op) {
        return None;
    }
    for result in body.results(op).to_vec() {
        if !body.has_uses(result) {
            continue;
        }
        let value = match stand_in? {
            true => {
                let entry = body.entry()?;
                let ty = body.ty(result);
                body.add_block_arg(entry, ty)
            }
            false => visible(body, op, result)?,
        };
        body.replace_all_uses(result, value);
    }
    body.erase(op);
    Some(())
}

/// A value of the type of `result` that can be used where the op `op` is: an operand, an argument of a block around it,
/// or a result before it.
fn visible(body: &Body, op: Op, result: Value) -> Option<Value> {
    let ty = body.ty(result);
    let fits = |&v: &Value| body.ty(v) == ty;
    if let Some(value) = body.operands(op).find(fits) {
        return Some(value);
    }
    let mut block: Block = body.parent_block(op)?;
    loop {
        if let Some(&value) = body.block_args(block).iter().find(|v| fits(v)) {
            return Some(value);
        }
        let parent = body.block_parent_op(block)?;
        if parent == Op::SELF {
            break;
        }
        block = body.parent_block(parent)?;
    }
    let mut before = body.prev_op(op);
    while let Some(earlier) = before {
        if let Some(&value) = body.results(earlier).iter().find(|v| fits(v)) {
            return Some(value);
        }
        before = body.prev_op(earlier);
    }
    None
}
