//! Rules of `scf.for` and `scf.while`: carried tensors become carried buffers.

use strata_ir::prelude::*;
use strata_scf::{ForOp, WhileOp};

use crate::one_shot::{
    copies::copy_of_operand,
    facts::{Alias, Editor, Outcome, Rule, Types, Use, View},
    layouts::{fully_dynamic, is_tensor, memory_space},
};

/// The type of a carried buffer: that of the initial one and of what an iteration yields.
fn carried_type(
    t: &Types<'_>,
    op: Op,
    arg: Value,
    init: Value,
    yielded: Value,
    around: &mut Vec<Value>,
) -> Outcome<Type> {
    let first = t.within(init, around)?;
    // The type of what is yielded may depend on that of the argument: the second time it is taken as it begins.
    if around.iter().filter(|&&v| v == arg).count() >= 2 {
        return Ok(first);
    }
    let next = t.within(yielded, around)?;
    if first == next {
        return Ok(next);
    }
    let cx = t.view.cx();
    if memory_space(cx, first) != memory_space(cx, next) {
        let message = "init_arg and yielded value bufferize to inconsistent memory spaces";
        return Err(Diagnostic::op_error(t.view.body, op, message));
    }
    Ok(fully_dynamic(cx, t.view.ty(arg), memory_space(cx, next)))
}

/// Whether a value may have a buffer from outside of the region of a loop, or that of another argument than its own.
fn has_other_buffer(v: &View<'_>, value: Value, arg: Value) -> bool {
    let Some(region) = v.body.def_block(arg).and_then(|b| v.body.block_parent(b)) else { return true };
    let Some(decisions) = &v.facts.decisions else { return true };
    let is_inside = |inner: Option<Region>| {
        std::iter::successors(inner, |&r| v.body.region_parent(r).and_then(|op| v.body.parent_region(op)))
            .any(|r| r == region)
    };
    let foreign = |alias: Value| {
        let home = v.body.def_block(alias).and_then(|b| v.body.block_parent(b));
        alias != arg && !(is_inside(home) && (v.is_result(alias) || home != Some(region)))
    };
    decisions.aliases.members(value).into_iter().any(foreign)
}

/// Copies those operands of a terminator for which that is needed.
fn copy_new_buffers(
    ed: &mut Editor<'_>,
    end: Op,
    first: usize,
    args: &[Value],
    needed: &dyn Fn(&View<'_>, usize, Value, Value) -> bool,
) -> Outcome {
    let values: Vec<Value> = ed.body.operands(end).skip(first).collect();
    for (i, &value) in values.iter().enumerate() {
        let view = ed.view();
        if view.is_tensor(value) && args.get(i).is_none_or(|&arg| needed(&view, i, value, arg)) {
            copy_of_operand(ed, end, first + i)?;
        }
    }
    Ok(())
}

/// Checks that what a terminator passes on has the buffers of the arguments that it becomes.
fn check_equivalent(v: &View<'_>, end: Op, first: usize, args: &[Value], what: &str) -> Outcome {
    if v.options().allow_return_allocs_from_loops {
        return Ok(());
    }
    for (i, value) in v.body.operands(end).skip(first).enumerate() {
        if v.is_tensor(value) && args.get(i).is_none_or(|&arg| !v.are_equivalent(value, arg)) {
            let message = format!("{what} #{i} is not equivalent to the corresponding iter bbArg");
            return Err(Diagnostic::error(v.loc(end), message));
        }
    }
    Ok(())
}

/// A counted loop.
pub(super) struct For;

/// The number of operands in front of the carried values.
const FOR_BOUNDS: usize = 3;

impl For {
    fn parts<'a>(body: &'a Body, op: Op) -> Option<(ForOp, &'a [Value], Op)> {
        let op = op.as_op::<ForOp>(body)?;
        Some((op, op.region_iter_args(body), op.terminator(body)?.op()))
    }
    fn is_equivalent(v: &View<'_>, op: Op, i: usize) -> bool {
        Self::parts(v.body, op).is_some_and(|(_, args, end)| {
            i < v.body.num_operands(end)
                && args.get(i).is_some_and(|&a| v.are_equivalent(a, v.body.operand(end, i)))
        })
    }
}

impl Rule for For {
    fn reads(&self, v: &View<'_>, (op, i): Use) -> bool {
        let Some(typed) = op.as_op::<ForOp>(v.body) else { return true };
        // Without an iteration, the result is the initial value.
        let bound = |i: usize| v.body.cx().attr_i64(constant_value(v.body, v.body.operand(op, i))?);
        if !matches!((bound(0), bound(1)), (Some(lower), Some(upper)) if lower < upper) {
            return true;
        }
        let arg = i.checked_sub(FOR_BOUNDS).and_then(|i| typed.region_iter_args(v.body).get(i).copied());
        arg.is_none_or(|arg| strata_ir::core::writer::deep(|| v.is_value_read(arg)))
    }
    fn writes(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, (op, i): Use) -> Vec<Alias<Value>> {
        let Some(i) = i.checked_sub(FOR_BOUNDS) else { return Vec::new() };
        let Some(&result) = v.body.results(op).get(i) else { return Vec::new() };
        if Self::is_equivalent(v, op, i) {
            vec![Alias::equivalent(result)]
        } else {
            vec![Alias::unknown(result, false)]
        }
    }
    fn is_writable(&self, _: &View<'_>, _: Value) -> bool {
        true
    }
    fn verify(&self, v: &View<'_>, op: Op) -> Outcome {
        let Some((_, args, end)) = Self::parts(v.body, op) else { return Ok(()) };
        check_equivalent(v, end, 0, args, "Yield operand")
    }
    fn resolve(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        ed.copy_operands(op)?;
        if ed.facts.decisions.is_none() {
            return Ok(());
        }
        let Some((_, args, end)) = Self::parts(ed.body, op) else { return Ok(()) };
        let args = args.to_vec();
        copy_new_buffers(ed, end, 0, &args, &|v, _, value, arg| has_other_buffer(v, value, arg))
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let body = t.view.body;
        let Some((_, args, end)) = Self::parts(body, op) else { return t.by_default(value, around) };
        match body.def(value) {
            Def::Result { index, .. } => match args.get(index) {
                Some(&arg) => t.within(arg, around),
                None => t.by_default(value, around),
            },
            _ => match args.iter().position(|&a| a == value) {
                Some(i) if i < body.num_operands(end) => {
                    carried_type(t, op, value, body.operand(op, FOR_BOUNDS + i), body.operand(end, i), around)
                }
                _ => t.by_default(value, around),
            },
        }
    }
    fn is_repetitive(&self, _: &View<'_>, _: Op, _: usize) -> bool {
        true
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(typed) = op.as_op::<ForOp>(ed.body) else { return Ok(()) };
        let mut operands: Vec<Value> = ed.body.operands(op).collect();
        let inits = ed.buffers(&operands[FOR_BOUNDS..])?;
        let results = ed.body.results(op).to_vec();
        let mut types = Vec::new();
        for (&init, &result) in inits.iter().zip(&results) {
            let (mut ty, mut init) = (ed.body.ty(result), init);
            if is_tensor(ed.body.cx(), ty) {
                ty = ed.types().buffer_of(result)?;
                init = ed.cast(op, init, ty);
            }
            operands[FOR_BOUNDS + types.len()] = init;
            types.push(ty);
        }
        let block = typed.body(ed.body);
        let Some(&block) = ed.body.blocks(block).first() else { return Ok(()) };
        let new = ed.rebuild(op, &operands, &types);
        types.insert(0, ed.body.ty(ed.body.block_args(block)[0]));
        ed.retype_args(block, &types);
        let values = ed.body.results(new).to_vec();
        ed.replace(op, &values);
        Ok(())
    }
}

/// A loop with a condition.
pub(super) struct While;

struct WhileParts<'a> {
    before: &'a [Value],
    after: &'a [Value],
    condition: Op,
    end: Op,
}

impl While {
    fn parts(body: &Body, op: Op) -> Option<WhileParts<'_>> {
        let op = op.as_op::<WhileOp>(body)?;
        Some(WhileParts {
            before: op.before_args(body),
            after: op.after_args(body),
            condition: op.condition_op(body)?.op(),
            end: op.yield_op(body)?.op(),
        })
    }
    /// Whether a result has the buffer of the initial value with its number.
    fn is_equivalent(v: &View<'_>, op: Op, i: usize) -> bool {
        let Some(p) = Self::parts(v.body, op) else { return false };
        let operand = |op: Op, i: usize| v.body.operands(op).nth(i);
        let (Some(&before), Some(&after)) = (p.before.get(i), p.after.get(i)) else { return false };
        let (Some(passed), Some(yielded)) = (operand(p.condition, i + 1), operand(p.end, i)) else {
            return false;
        };
        v.body.results(op).get(i).is_some_and(|&r| v.ty(r) == v.ty(before))
            && v.are_equivalent(before, passed)
            && v.are_equivalent(after, yielded)
    }
}

impl Rule for While {
    fn writes(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        let result = v.body.results(u.0).get(u.1).copied();
        match result.filter(|&r| v.ty(r) == v.ty(v.value_of(u))) {
            Some(result) if Self::is_equivalent(v, u.0, u.1) => vec![Alias::equivalent(result)],
            Some(result) => vec![Alias::unknown(result, false)],
            None => Vec::new(),
        }
    }
    fn is_writable(&self, _: &View<'_>, _: Value) -> bool {
        true
    }
    fn verify(&self, v: &View<'_>, op: Op) -> Outcome {
        let Some(p) = Self::parts(v.body, op) else { return Ok(()) };
        check_equivalent(v, p.condition, 1, p.before, "Condition arg")?;
        check_equivalent(v, p.end, 0, p.after, "Yield operand")
    }
    fn resolve(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        ed.copy_operands(op)?;
        if ed.facts.decisions.is_none() {
            return Ok(());
        }
        let Some(p) = Self::parts(ed.body, op) else { return Ok(()) };
        let (condition, end, before, after) = (p.condition, p.end, p.before.to_vec(), p.after.to_vec());
        copy_new_buffers(ed, condition, 1, &before, &|v, i, value, arg| {
            let yielded = v.body.operands(end).nth(i);
            let goes_round = after.get(i).zip(yielded).is_some_and(|(&a, y)| v.are_equivalent(a, y));
            !(goes_round && v.are_equivalent(arg, value))
        })
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let body = t.view.body;
        let Some(p) = Self::parts(body, op) else { return t.by_default(value, around) };
        if let Some(i) = p.before.iter().position(|&a| a == value)
            && let (Some(init), Some(yielded)) = (body.operands(op).nth(i), body.operands(p.end).nth(i))
        {
            return carried_type(t, op, value, init, yielded, around);
        }
        let number = match body.def(value) {
            Def::Result { index, .. } => Some(index),
            _ => p.after.iter().position(|&a| a == value),
        };
        match number.and_then(|i| body.operands(p.condition).nth(i + 1)) {
            Some(passed) => t.within(passed, around),
            None => t.by_default(value, around),
        }
    }
    fn is_repetitive(&self, _: &View<'_>, _: Op, _: usize) -> bool {
        true
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let operands: Vec<Value> = ed.body.operands(op).collect();
        let mut inits = ed.buffers(&operands)?;
        let Some(p) = Self::parts(ed.body, op) else { return Ok(()) };
        let (before, after) = (p.before.to_vec(), p.after.to_vec());
        let types_of = |ed: &Editor<'_>, values: &[Value]| -> Outcome<Vec<Type>> {
            let types = ed.types();
            values
                .iter()
                .map(|&v| if ed.view().is_tensor(v) { types.buffer_of(v) } else { Ok(ed.body.ty(v)) })
                .collect()
        };
        let before_types = types_of(ed, &before)?;
        for (init, &ty) in inits.iter_mut().zip(&before_types) {
            *init = ed.cast(op, *init, ty);
        }
        let after_types = types_of(ed, &after)?;
        let regions = ed.body.regions(op).to_vec();
        let blocks: Vec<Block> = regions.iter().filter_map(|&r| ed.body.blocks(r).first().copied()).collect();
        let [before, after] = blocks[..] else { return Ok(()) };
        let new = ed.rebuild(op, &inits, &after_types);
        ed.retype_args(before, &before_types);
        ed.retype_args(after, &after_types);
        let values = ed.body.results(new).to_vec();
        ed.replace(op, &values);
        Ok(())
    }
}
