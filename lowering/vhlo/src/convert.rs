//! Rebuilding a body with every op, type and attribute converted.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use strata_bytecode::{OpHead, UseOrders};
use strata_ir::{core::writer::deep, prelude::*};

/// What becomes of an op.
pub(crate) enum Action {
    /// A new op.
    Keep,
    /// Its results are its operands.
    Forward,
    /// The op as it is, with the types that it has: casts stand between its values and those that were converted.
    Foreign,
}

/// A conversion, op by op.
pub(crate) trait Convert {
    /// The type that values of type `ty` get.
    fn ty(&self, cx: &Context, ty: Type) -> Result<Type, String>;
    /// Sets kind and attributes of the op that `op` becomes; `parent` is the name of the op around it.
    fn op(&self, body: &Body, op: Op, parent: &str, new: &mut OpState) -> Result<Action, String>;
    /// Whether an op stays as it is, with the arguments of its regions.
    fn is_foreign(&self, body: &Body, op: Op) -> bool {
        let _ = (body, op);
        false
    }
}

/// The kind and the attributes of an op.
pub(crate) fn head_of(body: &Body, op: Op) -> OpHead {
    let info = body.info(op);
    OpHead {
        info,
        attrs: (0..info.attrs.len()).map(|slot| body.attr_slot(op, slot)).collect(),
        extra: body.extra_attrs(op).into(),
    }
}
/// Gives an op its kind and attributes.
pub(crate) fn set_head(new: &mut OpState, head: OpHead) {
    new.info = head.info;
    new.attrs = head.attrs;
    new.extra = head.extra.into_vec();
}

/// The body that `old` becomes.
pub(crate) fn convert(old: &Body, conversion: &dyn Convert) -> Result<Box<Body>, Vec<Diagnostic>> {
    let cx = old.cx_arc().clone();
    Rebuild { cx, conversion }.body(old).map_err(|e| vec![*e])
}

type Failed<T> = Result<T, Box<Diagnostic>>;

struct Rebuild<'c> {
    cx: Arc<Context>,
    conversion: &'c dyn Convert,
}

/// Where one body stands.
struct Walk<'b> {
    old: &'b Body,
    new: Box<Body>,
    values: Vec<Option<Value>>,
    blocks: FxHashMap<Block, Block>,
    /// Stand-ins for values that were used before their definition was reached.
    forward: FxHashMap<Value, Value>,
}

impl Rebuild<'_> {
    fn error<T>(&self, body: &Body, op: Op, why: String) -> Failed<T> {
        let name = body.op_name(op);
        let message =
            format!("failed to legalize operation '{name}' that was explicitly marked illegal: {why}");
        Err(Box::new(Diagnostic::error(body.loc(op), message)))
    }

    fn body(&self, old: &Body) -> Failed<Box<Body>> {
        let mut state = OpState::new(old.info(Op::SELF), old.loc(Op::SELF));
        if let Err(why) = self.conversion.op(old, Op::SELF, "", &mut state) {
            return self.error(old, Op::SELF, why);
        }
        let mut new = Box::new(Body::new(&self.cx, state.info, state.loc));
        for (slot, attr) in state.attrs.iter().enumerate() {
            if attr.is_some() {
                new.set_attr_slot(Op::SELF, slot, *attr);
            }
        }
        for &(name, attr) in &state.extra {
            new.set_extra_attr(Op::SELF, name, Some(attr));
        }
        let values = vec![None; old.value_capacity()];
        let mut walk = Walk { old, new, values, blocks: FxHashMap::default(), forward: FxHashMap::default() };
        for (i, &region) in old.regions(Op::SELF).iter().enumerate() {
            let target = match walk.new.regions(Op::SELF).get(i) {
                Some(&r) => r,
                None => {
                    let r = walk.new.new_region();
                    walk.new.push_region(Op::SELF, r);
                    r
                }
            };
            self.region(&mut walk, region, target)?;
        }
        // The uses were made in the default order.
        let orders = UseOrders::of(old);
        for i in 0..walk.values.len() {
            let Some(value) = walk.values[i] else { continue };
            if let Some(places) = orders.places(old, Value::from_index(i)) {
                walk.new.set_use_order(value, &places);
            }
        }
        Ok(walk.new)
    }

    fn region(&self, walk: &mut Walk<'_>, region: Region, target: Region) -> Failed<()> {
        let old = walk.old;
        for &block in old.blocks(region) {
            let new = walk.new.new_block();
            walk.new.attach_block(target, new);
            walk.blocks.insert(block, new);
            let owner = old.block_parent_op(block).unwrap_or(Op::SELF);
            let foreign = self.conversion.is_foreign(old, owner);
            for &arg in old.block_args(block) {
                let ty = if foreign { old.ty(arg) } else { self.value_type(old, owner, arg)? };
                let value = walk.new.add_block_arg(new, ty);
                walk.new.set_arg_loc(value, old.value_loc(arg));
                let value =
                    if foreign { self.converted(walk, arg, value, InsertPoint::at_end(new)) } else { value };
                walk.define(arg, value);
            }
        }
        for &block in old.blocks(region) {
            let at = InsertPoint::at_end(walk.blocks[&block]);
            let parent = old.block_parent_op(block).map_or("", |op| old.op_name(op));
            for op in old.block_ops(block) {
                self.op(walk, op, parent, at)?;
            }
        }
        Ok(())
    }

    /// The value of an op that stays as it is, for ops that do not.
    fn converted(&self, walk: &mut Walk<'_>, old: Value, value: Value, at: InsertPoint) -> Value {
        match self.conversion.ty(&self.cx, walk.old.ty(old)) {
            Ok(ty) => self.cast(walk, value, ty, walk.old.value_loc(old), at),
            // Then no other op can use it.
            Err(_) => value,
        }
    }
    /// The value with another type.
    fn cast(&self, walk: &mut Walk<'_>, value: Value, ty: Type, loc: Location, at: InsertPoint) -> Value {
        let info = self.cx.op_info("builtin.unrealized_conversion_cast");
        let Some(info) = info.filter(|_| walk.new.ty(value) != ty) else { return value };
        let mut state = OpState::new(info, loc);
        state.operands.push(value);
        state.result_types.push(ty);
        let op = walk.new.create(state);
        walk.new.insert(op, at);
        walk.new.result(op, 0)
    }

    fn value_type(&self, body: &Body, op: Op, value: Value) -> Failed<Type> {
        match self.conversion.ty(&self.cx, body.ty(value)) {
            Ok(ty) => Ok(ty),
            Err(why) => self.error(body, op, why),
        }
    }

    fn op(&self, walk: &mut Walk<'_>, op: Op, parent: &str, at: InsertPoint) -> Failed<()> {
        let old = walk.old;
        let mut state = OpState::new(old.info(op), old.loc(op));
        let action = match self.conversion.op(old, op, parent, &mut state) {
            Ok(action) => action,
            Err(why) => return self.error(old, op, why),
        };
        for v in old.operands(op) {
            let value = match walk.values[v.index()] {
                Some(value) => value,
                None => {
                    let ty = self.value_type(old, op, v)?;
                    let new = &mut walk.new;
                    *walk.forward.entry(v).or_insert_with(|| new.new_forward(ty))
                }
            };
            state.operands.push(value);
        }
        if let Action::Forward = action {
            for (i, &result) in old.results(op).iter().enumerate() {
                match state.operands.get(i) {
                    // A stand-in goes once its value is reached.
                    Some(value) if walk.forward.values().any(|f| f == value) => {
                        return self.error(old, op, "its operand is not defined before it".into());
                    }
                    Some(&value) => walk.define(result, value),
                    None => return self.error(old, op, "it has more results than operands".into()),
                }
            }
            return Ok(());
        }
        let foreign = matches!(action, Action::Foreign);
        if foreign {
            for (value, v) in state.operands.iter_mut().zip(old.operands(op)) {
                *value = self.cast(walk, *value, old.ty(v), old.loc(op), at);
            }
        }
        for &v in old.results(op) {
            let ty = if foreign { old.ty(v) } else { self.value_type(old, op, v)? };
            state.result_types.push(ty);
        }
        state.successors.extend(old.successors(op).iter().filter_map(|b| walk.blocks.get(b)).copied());
        let inline: &[Region] = match old.child(op) {
            Some(child) if state.info.has(strata_ir::core::Trait::IsolatedFromAbove) => {
                state.child = Some(deep(|| self.body(child))?);
                &[]
            }
            Some(_) => return self.error(old, op, "it is isolated from above".into()),
            None => old.regions(op),
        };
        state.regions.extend(inline.iter().map(|_| walk.new.new_region()));
        let new = walk.new.create(state);
        walk.new.insert(new, at);
        for (i, &v) in old.results(op).iter().enumerate() {
            let mut value = walk.new.result(new, i);
            if foreign {
                value = self.converted(walk, v, value, at);
            }
            walk.define(v, value);
        }
        // What is in the regions comes later, so that its uses do too.
        for (i, &region) in inline.iter().enumerate() {
            let target = walk.new.regions(new)[i];
            deep(|| self.region(walk, region, target))?;
        }
        Ok(())
    }
}

impl Walk<'_> {
    fn define(&mut self, old: Value, new: Value) {
        self.values[old.index()] = Some(new);
        if !self.forward.is_empty()
            && let Some(forward) = self.forward.remove(&old)
        {
            self.new.resolve_forward(forward, new);
        }
    }
}
