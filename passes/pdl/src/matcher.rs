//! Finding the objects that the values of a pattern stand for.
//!
//! From the root, operands lead to the ops that define them; from there, users lead to ops that are no operands of the root, with a choice
//! where a value has several users. The number of steps is limited.

use strata_ir::{
    core::{Trait, writer::deep},
    prelude::*,
};
use strata_pdl::{
    ApplyNativeConstraintOp, AttributeOp, OperandOp, OperandsOp, OperationOp, RangeType, ResultOp, ResultsOp,
};

use crate::{
    native::Natives,
    object::{Env, Object},
};

/// The steps of one match.
const STEPS: usize = 1 << 14;

/// A match of a pattern with a program.
pub struct Matcher<'a> {
    pub pattern: &'a Body,
    pub payload: &'a Body,
    pub natives: &'a Natives,
    steps: usize,
}

/// A part of a list of operands or results: all, one, or a group with a number.
#[derive(Clone, Copy)]
enum Part {
    All,
    One(usize),
    Group(usize),
}

impl<'a> Matcher<'a> {
    /// A match that begins.
    pub fn new(pattern: &'a Body, payload: &'a Body, natives: &'a Natives) -> Self {
        Self { pattern, payload, natives, steps: 0 }
    }
    /// The objects of the pattern, whose op `root` stands for `op`.
    pub fn run(&mut self, root: OperationOp, op: Op) -> Option<Env> {
        let mut env = Env::default();
        if !self.operation(&mut env, root, op) {
            return None;
        }
        self.complete(env)
    }
    /// Finds the ops that were not reached from the root, then checks the conditions.
    fn complete(&mut self, env: Env) -> Option<Env> {
        let block = self.pattern.entry()?;
        let operations = self.pattern.block_ops(block).filter_map(|op| op.as_op::<OperationOp>(self.pattern));
        let missing: Vec<OperationOp> =
            operations.filter(|o| !env.contains_key(&o.operation(self.pattern))).collect();
        if missing.is_empty() {
            return self.conditions(env);
        }
        let (next, candidates) = missing.into_iter().find_map(|next| {
            let candidates = self.users(&env, next);
            (!candidates.is_empty()).then_some((next, candidates))
        })?;
        candidates.into_iter().find_map(|candidate| {
            let mut env = env.clone();
            if self.operation(&mut env, next, candidate) { deep(|| self.complete(env)) } else { None }
        })
    }
    /// The users of the operands of `next` that are known, in order, each once.
    fn users(&self, env: &Env, next: OperationOp) -> Vec<Op> {
        let mut out: Vec<Op> = Vec::new();
        for operand in next.operand_values(self.pattern) {
            let Some(object) = lookup(self.pattern, self.payload, env, operand) else { continue };
            let users = object.values().into_iter().flat_map(|v| self.payload.users(v).collect::<Vec<_>>());
            for user in users {
                if !out.contains(&user) {
                    out.push(user);
                }
            }
        }
        out
    }
    fn conditions(&mut self, mut env: Env) -> Option<Env> {
        let block = self.pattern.entry()?;
        let ops: Vec<Op> = self.pattern.block_ops(block).collect();
        for op in ops {
            let Some(condition) = op.as_op::<ApplyNativeConstraintOp>(self.pattern) else { continue };
            let cx = self.pattern.cx();
            let function = self.natives.find_constraint(cx.attr_str(self.pattern.attr(op, "name")?)?)?;
            let args: Option<Vec<Object>> =
                condition.args(self.pattern).map(|v| lookup(self.pattern, self.payload, &env, v)).collect();
            let negated = self.pattern.attr(op, "isNegated").and_then(|a| cx.attr_i64(a)).unwrap_or(0) != 0;
            match (function(self.payload, &args?), negated) {
                (None, true) => {}
                (Some(results), false) => {
                    let values = self.pattern.results(op);
                    if results.len() != values.len() {
                        return None;
                    }
                    env.extend(values.iter().copied().zip(results));
                }
                _ => return None,
            }
        }
        Some(env)
    }
    fn bind(env: &mut Env, value: Value, object: Object) -> bool {
        match env.get(&value) {
            Some(known) => *known == object,
            None => {
                env.insert(value, object);
                true
            }
        }
    }
    fn operation(&mut self, env: &mut Env, def: OperationOp, op: Op) -> bool {
        self.steps += 1;
        let handle = def.operation(self.pattern);
        if let Some(known) = env.get(&handle) {
            return *known == Object::Op(op);
        }
        if self.steps > STEPS || def.name(self.pattern).is_some_and(|name| name != self.payload.op_name(op)) {
            return false;
        }
        env.insert(handle, Object::Op(op));
        let names = def.attribute_names(self.pattern);
        let attributes: Vec<Value> = def.attribute_values(self.pattern).collect();
        let attributes = names.into_iter().zip(attributes).all(|(name, value)| {
            self.payload.attr(op, name).is_some_and(|attr| self.attribute(env, value, attr))
        });
        attributes && deep(|| self.operands(env, def, op)) && self.results(env, def, op)
    }
    /// Whether a value of the pattern is a range.
    fn is_range(&self, value: Value) -> bool {
        self.pattern.cx().type_as::<RangeType>(self.pattern.ty(value)).is_some()
    }
    /// The parts of the list that values of the pattern stand for; `None` if `n` is not a possible number of items.
    fn parts(&self, values: &[Value], n: usize) -> Option<Vec<Part>> {
        if let [one] = values
            && self.is_range(*one)
        {
            return Some(vec![Part::All]);
        }
        let least = values.iter().filter(|&&v| !self.is_range(v)).count();
        if n < least || least == values.len() && n != least {
            return None;
        }
        let first = values.iter().position(|&v| self.is_range(v)).unwrap_or(values.len());
        Some((0..values.len()).map(|i| if i < first { Part::One(i) } else { Part::Group(i) }).collect())
    }
    fn operands(&mut self, env: &mut Env, def: OperationOp, op: Op) -> bool {
        let values: Vec<Value> = def.operand_values(self.pattern).collect();
        let all: Vec<Value> = self.payload.operands(op).collect();
        let Some(parts) = self.parts(&values, all.len()) else { return false };
        let sizes = sizes(self.payload, op, Trait::AttrSizedOperandSegments, "operandSegmentSizes");
        values.into_iter().zip(parts).all(|(value, part)| {
            let Some(items) = items(&all, part, sizes.as_deref()) else { return false };
            if self.is_range(value) {
                return self.values(env, value, items);
            }
            matches!(items[..], [one] if self.value(env, value, one))
        })
    }
    fn results(&mut self, env: &mut Env, def: OperationOp, op: Op) -> bool {
        let values: Vec<Value> = def.type_values(self.pattern).collect();
        let all: Vec<Type> = self.payload.result_types(op).collect();
        let Some(parts) = self.parts(&values, all.len()) else { return false };
        let sizes = sizes(self.payload, op, Trait::AttrSizedResultSegments, "resultSegmentSizes");
        values.into_iter().zip(parts).all(|(value, part)| {
            let Some(items) = items(&all, part, sizes.as_deref()) else { return false };
            if self.is_range(value) {
                return self.types(env, value, items);
            }
            matches!(items[..], [one] if self.ty(env, value, one))
        })
    }
    fn attribute(&mut self, env: &mut Env, value: Value, attr: Attr) -> bool {
        if let Some(def) = self.pattern.def_as::<AttributeOp>(value) {
            if self.pattern.attr(def.op(), "value").is_some_and(|given| given != attr) {
                return false;
            }
            if let Some(ty) = def.value_type(self.pattern)
                && !self.payload.cx().attr_type(attr).is_some_and(|own| self.ty(env, ty, own))
            {
                return false;
            }
        }
        Self::bind(env, value, Object::Attr(attr))
    }
    fn ty(&mut self, env: &mut Env, value: Value, ty: Type) -> bool {
        let given = constant(self.pattern, value);
        given.is_none_or(|given| given == Object::Type(ty)) && Self::bind(env, value, Object::Type(ty))
    }
    fn types(&mut self, env: &mut Env, value: Value, types: Vec<Type>) -> bool {
        let object = Object::Types(types);
        constant(self.pattern, value).is_none_or(|given| given == object) && Self::bind(env, value, object)
    }
    fn value(&mut self, env: &mut Env, value: Value, found: Value) -> bool {
        if let Some(def) = self.pattern.def_as::<OperandOp>(value) {
            let own = self.payload.ty(found);
            if def.value_type(self.pattern).is_some_and(|ty| !self.ty(env, ty, own)) {
                return false;
            }
        } else if let Some(def) = self.pattern.def_as::<ResultOp>(value) {
            let Some(op) = self.payload.def_op(found) else { return false };
            let index = self.payload.results(op).iter().position(|&r| r == found);
            let wanted = self.pattern.attr(def.op(), "index").and_then(|a| self.pattern.cx().attr_i64(a));
            if index.map(|i| i as i64) != wanted || !self.parent(env, def.parent(self.pattern), op) {
                return false;
            }
        } else if self.pattern.def_as::<ResultsOp>(value).is_some() && !self.results_of(env, value, &[found])
        {
            return false;
        }
        Self::bind(env, value, Object::Value(found))
    }
    fn values(&mut self, env: &mut Env, value: Value, found: Vec<Value>) -> bool {
        if let Some(def) = self.pattern.def_as::<OperandsOp>(value) {
            let own: Vec<Type> = found.iter().map(|&v| self.payload.ty(v)).collect();
            if def.value_type(self.pattern).is_some_and(|types| !self.types(env, types, own)) {
                return false;
            }
        } else if !self.results_of(env, value, &found) {
            return false;
        }
        Self::bind(env, value, Object::Values(found))
    }
    /// Whether values are the group of results that a `pdl.results` stands for.
    fn results_of(&mut self, env: &mut Env, value: Value, found: &[Value]) -> bool {
        let Some(def) = self.pattern.def_as::<ResultsOp>(value) else { return true };
        let Some(op) = found.first().and_then(|&v| self.payload.def_op(v)) else { return false };
        let group = group_of(self.pattern, self.payload, def, op);
        group.as_deref() == Some(found) && self.parent(env, def.parent(self.pattern), op)
    }
    fn parent(&mut self, env: &mut Env, handle: Value, op: Op) -> bool {
        let def = self.pattern.def_as::<OperationOp>(handle);
        def.is_some_and(|def| self.operation(env, def, op))
    }
}

/// The sizes of the groups of an op that has them in an attribute.
fn sizes(b: &Body, op: Op, kind: Trait, name: &str) -> Option<Vec<usize>> {
    let attr = b.attr(op, name).filter(|_| b.has_trait(op, kind))?;
    let sizes = &b.cx().attr_as::<DenseArrayAttr>(attr)?.values;
    sizes.iter().map(|&n| usize::try_from(n).ok()).collect()
}

/// A part of a list. Without sizes, a group has all items from its number on.
fn items<T: Copy>(all: &[T], part: Part, sizes: Option<&[usize]>) -> Option<Vec<T>> {
    Some(match (part, sizes) {
        (Part::All, _) => all.to_vec(),
        (Part::One(i), _) => vec![*all.get(i)?],
        (Part::Group(i), None) => all.get(i..)?.to_vec(),
        (Part::Group(i), Some(sizes)) => {
            let start: usize = sizes.get(..i)?.iter().sum();
            all.get(start..start.checked_add(*sizes.get(i)?)?)?.to_vec()
        }
    })
}

/// The results that a `pdl.results` of an op stands for.
pub fn group_of(pattern: &Body, payload: &Body, def: ResultsOp, op: Op) -> Option<Vec<Value>> {
    let index = pattern.attr(def.op(), "index").and_then(|a| pattern.cx().attr_i64(a));
    let part = match index {
        None => Part::All,
        Some(index) => Part::Group(usize::try_from(index).ok()?),
    };
    let sizes = sizes(payload, op, Trait::AttrSizedResultSegments, "resultSegmentSizes");
    items(payload.results(op), part, sizes.as_deref())
}

/// The object of a value of the pattern that is given there: an attribute or types.
pub fn constant(pattern: &Body, value: Value) -> Option<Object> {
    let cx = pattern.cx();
    let def = pattern.def_op(value)?;
    let ty = |attr: Attr| cx.attr_as::<TypeAttr>(attr).map(TypeAttr::ty);
    match pattern.op_name(def) {
        "pdl.attribute" => pattern.attr(def, "value").map(Object::Attr),
        "pdl.type" => pattern.attr(def, "constantType").and_then(ty).map(Object::Type),
        "pdl.types" => {
            let list = cx.attr_as::<ArrayAttr>(pattern.attr(def, "constantTypes")?)?;
            list.0.iter().map(|&a| ty(a)).collect::<Option<Vec<Type>>>().map(Object::Types)
        }
        _ => None,
    }
}

/// The object of a value of the pattern, if it is known, given, or a result of an op that is known.
pub fn lookup(pattern: &Body, payload: &Body, env: &Env, value: Value) -> Option<Object> {
    if let Some(known) = env.get(&value) {
        return Some(known.clone());
    }
    if let Some(given) = constant(pattern, value) {
        return Some(given);
    }
    let of = |handle: Value| match env.get(&handle) {
        Some(Object::Op(op)) if payload.is_live(*op) => Some(*op),
        _ => None,
    };
    if let Some(def) = pattern.def_as::<ResultOp>(value) {
        let index = pattern.cx().attr_i64(pattern.attr(def.op(), "index")?)?;
        let op = of(def.parent(pattern))?;
        return payload.results(op).get(usize::try_from(index).ok()?).copied().map(Object::Value);
    }
    let def = pattern.def_as::<ResultsOp>(value)?;
    let group = group_of(pattern, payload, def, of(def.parent(pattern))?)?;
    match pattern.cx().type_as::<RangeType>(pattern.ty(value)) {
        Some(_) => Some(Object::Values(group)),
        None => match group[..] {
            [one] => Some(Object::Value(one)),
            _ => None,
        },
    }
}
