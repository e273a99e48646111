//! Instances from the declaration of an op: its groups of values with their constraints, its type rules, its traits,
//! its attributes with their checks.
//!
//! One attempt makes random choices that the declaration allows, as far as it states the restrictions. If the verifier
//! rejects the result, the caller tries again. Choices are biased to values of related types, as most ops need them.

use std::sync::Arc;

use strata_core::{
    Arity, Attr, AttrForm, AttrSpec, Body, Context, InsertPoint, Location, Op, OpInfo, OpState, Trait, Type,
    TypeRule, Value, interfaces::InferTypes, op_info::ValueSpec,
};

use crate::{Pool, Rng, wrap};

/// Why the declaration of an op is not enough to make instances, if it is not.
pub(crate) fn obstacle(info: &OpInfo) -> Option<&'static str> {
    let needs_block = info.has(Trait::ImplicitTerminator);
    if info.regions.iter().any(|r| (needs_block || !r.may_be_empty) && !r.variadic) {
        return Some("its regions need a recipe");
    }
    if !info.successors.is_empty() {
        return Some("its successors need a recipe");
    }
    if !info.parents.is_empty() || info.has(Trait::Terminator) {
        return Some("its place needs a recipe");
    }
    if info.has(Trait::Symbol) || info.has(Trait::IsolatedFromAbove) {
        return Some("its symbol needs a recipe");
    }
    None
}

/// One attempt: a module with a function that takes the operands of the op and returns its results.
pub(crate) fn attempt(
    cx: &Arc<Context>,
    pool: &Pool,
    info: &'static OpInfo,
    rng: &mut Rng,
) -> Option<Box<Body>> {
    let (mut function, block) = wrap::function(cx)?;
    let types = Types::choose(cx, pool, info, rng)?;
    let mut state = OpState::new(info, Location::UNKNOWN);
    let mut args: Vec<Value> = Vec::new();
    for &ty in types.operands.iter().flatten() {
        let known = args.iter().copied().find(|&v| function.ty(v) == ty);
        let value = match known {
            Some(value) if rng.chance(1, 4) => value,
            _ => function.add_block_arg(block, ty),
        };
        args.push(value);
        state.operands.push(value);
    }
    state.result_types.extend(types.results.iter().flatten().copied());
    for (slot, spec) in info.attrs.iter().enumerate() {
        let of = |groups: &[Vec<Type>]| {
            let sizes: Vec<i32> = groups.iter().map(|g| g.len() as i32).collect();
            Some(cx.i32_array(&sizes))
        };
        state.attrs[slot] = if Some(slot) == info.operand_segments() {
            of(&types.operands)
        } else if Some(slot) == info.result_segments() {
            of(&types.results)
        } else {
            attribute(cx, pool, info, spec, &types, rng)?
        };
    }
    if rng.chance(1, 8) {
        state.extra.push((cx.intern("note"), cx.unit()));
    }
    let op = function.create(state);
    function.insert(op, InsertPoint::at_end(block));
    if let Some(infer) = op.cast::<dyn InferTypes>(&function) {
        let inferred = infer.infer_types(&function).ok()?;
        if inferred.len() != function.results(op).len() {
            return None;
        }
        for (value, ty) in function.results(op).to_vec().into_iter().zip(inferred) {
            function.set_type(value, ty);
        }
    }
    let results = function.results(op).to_vec();
    wrap::module(cx, function, block, &results)
}

/// The types of the values of an op, by group.
struct Types {
    info: &'static OpInfo,
    operands: Vec<Vec<Type>>,
    results: Vec<Vec<Type>>,
}

impl Types {
    fn choose(cx: &Context, pool: &Pool, info: &'static OpInfo, rng: &mut Rng) -> Option<Self> {
        let mut types = Self { info, operands: Vec::new(), results: Vec::new() };
        let sizes = sizes(info.operands, info.has(Trait::SameVariadicOperandSize), rng);
        for (spec, n) in info.operands.iter().zip(sizes) {
            let mut group = Vec::new();
            for _ in 0..n {
                let first = group.first().copied();
                group.push(types.one(cx, pool, spec, Side::Operand, first, rng)?);
            }
            types.operands.push(group);
        }
        let sizes = self::sizes(info.results, info.has(Trait::SameVariadicResultSize), rng);
        for (spec, n) in info.results.iter().zip(sizes) {
            let mut group = Vec::new();
            for _ in 0..n {
                let first = group.first().copied();
                group.push(types.one(cx, pool, spec, Side::Result, first, rng)?);
            }
            types.results.push(group);
        }
        Some(types)
    }
    /// The first type chosen.
    fn theme(&self) -> Option<Type> {
        self.operands.iter().chain(&self.results).flatten().next().copied()
    }
    /// The type of a named group, if it is chosen and not empty.
    fn named(&self, name: &str) -> Option<Type> {
        let find = |specs: &[ValueSpec], groups: &[Vec<Type>]| {
            let group = specs.iter().position(|spec| spec.name == name)?;
            groups.get(group)?.first().copied()
        };
        find(self.info.operands, &self.operands).or_else(|| find(self.info.results, &self.results))
    }
    /// The type that a rule derives for a name from the choices made so far.
    fn ruled(&self, cx: &Context, name: &str) -> Option<Type> {
        self.info.rules.iter().find_map(|rule| match rule {
            TypeRule::Same(names) if names.contains(&name) => {
                names.iter().find_map(|other| self.named(other))
            }
            TypeRule::Derived { target, source, derive, .. } if *target == name => {
                derive(self.named(source)?, cx)
            }
            _ => None,
        })
    }
    fn one(
        &self,
        cx: &Context,
        pool: &Pool,
        spec: &ValueSpec,
        side: Side,
        first: Option<Type>,
        rng: &mut Rng,
    ) -> Option<Type> {
        let info = self.info;
        let check = |ty: Type| (spec.check)(ty, cx);
        if let Some(ty) = self.ruled(cx, spec.name) {
            return check(ty).then_some(ty);
        }
        if let Some(ty) = (spec.buildable)(cx) {
            return Some(ty);
        }
        let theme = self.theme();
        let is_same = info.has(Trait::SameOperandsAndResultType)
            || side == Side::Operand && info.has(Trait::SameTypeOperands)
            || info.has(Trait::CompatibleOperandsAndResultType) && rng.chance(3, 4);
        if let Some(ty) = theme.filter(|_| is_same) {
            return check(ty).then_some(ty);
        }
        if let Some(ty) = first.filter(|_| rng.chance(1, 2)) {
            return Some(ty);
        }
        let keeps_shape = info.has(Trait::SameOperandsAndResultShape)
            || info.has(Trait::Elementwise)
            || side == Side::Operand && info.has(Trait::SameOperandsShape);
        match theme {
            Some(theme) if keeps_shape && rng.chance(3, 4) => pool.same_shape(theme, rng, check),
            Some(theme) if check(theme) && rng.chance(2, 5) => Some(theme),
            Some(theme) if rng.chance(3, 4) => {
                pool.related(theme, rng, check).or_else(|| pool.any_type(rng, check))
            }
            _ => pool.any_type(rng, check),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Operand,
    Result,
}

/// How many values each group gets.
fn sizes(specs: &[ValueSpec], same: bool, rng: &mut Rng) -> Vec<usize> {
    let shared = rng.below(3);
    let size = |spec: &ValueSpec| match spec.arity {
        Arity::One => 1,
        Arity::Optional if same => shared.min(1),
        Arity::Optional => rng.below(2),
        Arity::Variadic if same => shared,
        Arity::Variadic => rng.below(4),
    };
    specs.iter().map(size).collect()
}

/// An attribute or none of them; `None` where there must be one and there is nothing to choose from.
fn attribute(
    cx: &Context,
    pool: &Pool,
    info: &OpInfo,
    spec: &AttrSpec,
    types: &Types,
    rng: &mut Rng,
) -> Option<Option<Attr>> {
    if !spec.required && rng.chance(3, 5) {
        return Some(None);
    }
    let check = |attr: Attr| (spec.check)(attr, cx);
    let typed = info.rules.iter().find_map(|rule| match rule {
        TypeRule::Same(names) if names.contains(&spec.name) => {
            names.iter().find_map(|other| types.named(other))
        }
        _ => None,
    });
    let chosen = match (typed, spec.form) {
        (Some(ty), _) => pool.constant(ty, rng),
        (None, AttrForm::Keyword(words, ty)) => rng.pick(words).map(|(_, value)| cx.int_attr(*value, ty(cx))),
        (None, AttrForm::ImpliedType(ty)) => pool.constant(ty(cx), rng),
        (None, AttrForm::DenseArray(elem)) => Some(dense_array(cx, elem(cx), rng)),
        _ => None,
    };
    let chosen = chosen.filter(|&attr| check(attr)).or_else(|| pool.any_attr(rng, check));
    if spec.required && chosen.is_none() { None } else { Some(chosen) }
}

fn dense_array(cx: &Context, elem: Type, rng: &mut Rng) -> Attr {
    let n = rng.below(4);
    let numbers: Vec<i64> = (0..n).map(|_| rng.below(4) as i64).collect();
    if elem == cx.i1() {
        cx.bool_array(&numbers.iter().map(|v| v % 2 == 1).collect::<Vec<_>>())
    } else if elem == cx.i32() {
        cx.i32_array(&numbers.iter().map(|&v| v as i32).collect::<Vec<_>>())
    } else {
        cx.i64_array(&numbers)
    }
}

/// The op of an instance made by [`attempt`]: the first op of the function.
pub(crate) fn subject(module: &Body, name: &str) -> bool {
    let mut found = module.op_name(Op::SELF) == name;
    module.walk(|op| found |= module.op_name(op) == name);
    found || module.children().any(|(_, child)| subject(child, name))
}
