//! Rebuilds a body with every op, type and attribute converted.

use rustc_hash::FxHashMap;
use strata_bytecode::{OpHead, UseOrders};
use strata_ir::{
    core::writer::deep,
    prelude::*,
    rewrite::conversion::{
        Conversion, Converted, Failure, Rule, TypeConverter, convert_ops, unrealized_cast,
    },
};

/// The outcome of an op's conversion.
pub(crate) enum Action {
    /// It is replaced with a new op.
    Keep,
    /// Its results are replaced with its operands.
    Forward,
    /// It is kept with its types: casts connect its values with converted ones.
    Foreign,
}

/// A conversion of types and ops.
pub(crate) trait Convert {
    /// The type of converted values of type `ty`.
    fn ty(&self, cx: &Context, ty: Type) -> Converted<Type>;
    /// Sets kind and attributes of the new op for `op`; `parent` is the name of the op around it.
    fn op(&self, body: &Body, op: Op, parent: &str, new: &mut OpState) -> Converted<Action>;
    /// Whether an op is kept unchanged, with the arguments of its regions.
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
/// Sets the kind and the attributes of an op.
pub(crate) fn set_head(new: &mut OpState, head: OpHead) {
    new.info = head.info;
    new.attrs = head.attrs;
    new.extra = head.extra.into_vec();
}

/// Converts the body `old`.
pub(crate) fn convert(old: &Body, conversion: &dyn Convert) -> Result<Box<Body>, Vec<Diagnostic>> {
    let types = TypeConverter::new().with(|_, cx, ty| Some(conversion.ty(cx, ty)));
    rebuild(old, conversion, &types)
}

/// The conversion of one body, which is rebuilt beside the old one.
struct Rebuild<'c, 'r> {
    conversion: &'c dyn Convert,
    types: &'c TypeConverter<'r>,
    old: &'c Body,
    new: Box<Body>,
    values: Vec<Option<Value>>,
    blocks: FxHashMap<Block, Block>,
    /// Placeholders for values that are used before their definition is reached.
    forward: FxHashMap<Value, Value>,
}

fn rebuild(
    old: &Body,
    conversion: &dyn Convert,
    types: &TypeConverter<'_>,
) -> Result<Box<Body>, Vec<Diagnostic>> {
    let cx = old.cx_arc();
    let mut state = OpState::new(old.info(Op::SELF), old.loc(Op::SELF));
    if let Err(why) = conversion.op(old, Op::SELF, "", &mut state) {
        return Err(vec![failure(old, Op::SELF, &why)]);
    }
    let mut new = Box::new(Body::new(cx, state.info, state.loc));
    for (slot, attr) in state.attrs.iter().enumerate() {
        if attr.is_some() {
            new.set_attr_slot(Op::SELF, slot, *attr);
        }
    }
    for &(name, attr) in &state.extra {
        new.set_extra_attr(Op::SELF, name, Some(attr));
    }
    let values = vec![None; old.value_capacity()];
    let (blocks, forward) = (FxHashMap::default(), FxHashMap::default());
    let mut walk = Rebuild { conversion, types, old, new, values, blocks, forward };
    for (i, &region) in old.regions(Op::SELF).iter().enumerate() {
        let target = match walk.new.regions(Op::SELF).get(i) {
            Some(&r) => r,
            None => {
                let r = walk.new.new_region();
                walk.new.push_region(Op::SELF, r);
                r
            }
        };
        walk.open(region, target).map_err(|why| vec![failure(old, Op::SELF, &why)])?;
    }
    // Parents first: ops in regions are built after their parents, as are their uses.
    let outcome = convert_ops(&mut walk, old.all_ops());
    if !outcome.errors.is_empty() {
        return Err(outcome.errors);
    }
    // The uses were made in the default order.
    let orders = UseOrders::from_body(old);
    for i in 0..walk.values.len() {
        let Some(value) = walk.values[i] else { continue };
        if let Some(places) = orders.places(old, Value::from_index(i)) {
            walk.new.set_use_order(value, &places);
        }
    }
    Ok(walk.new)
}

fn failure(body: &Body, op: Op, why: &str) -> Diagnostic {
    let name = body.op_name(op);
    let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal: {why}");
    Diagnostic::error(body.loc(op), message)
}

impl Conversion for Rebuild<'_, '_> {
    type Handler = ();
    fn body(&self) -> &Body {
        self.old
    }
    fn rule(&self, _: &'static OpInfo) -> Rule<()> {
        Rule::Convert(())
    }
    fn convert(&mut self, op: Op, (): ()) -> Result<(), Failure> {
        self.op(op)
    }
    fn failure(&self, op: Op, why: &str) -> Diagnostic {
        failure(self.old, op, why)
    }
    /// Ops after a failed one would lack its values.
    fn continues_after_errors(&self) -> bool {
        false
    }
}

impl Rebuild<'_, '_> {
    fn ty(&self, old: Value) -> Converted<Type> {
        self.types.convert(self.old.cx(), self.old.ty(old))
    }

    /// Makes the blocks of a region, with their arguments.
    fn open(&mut self, region: Region, target: Region) -> Converted {
        let old = self.old;
        for &block in old.blocks(region) {
            let new = self.new.new_block();
            self.new.attach_block(target, new);
            self.blocks.insert(block, new);
            let owner = old.block_parent_op(block).unwrap_or(Op::SELF);
            let foreign = self.conversion.is_foreign(old, owner);
            for &arg in old.block_args(block) {
                let ty = if foreign { old.ty(arg) } else { self.ty(arg)? };
                let mut value = self.new.add_block_arg(new, ty);
                self.new.set_arg_loc(value, old.value_loc(arg));
                if foreign {
                    value = self.converted(arg, value, InsertPoint::at_end(new))?;
                }
                self.define(arg, value);
            }
        }
        Ok(())
    }

    /// The value of a kept op, cast for the use by converted ops.
    fn converted(&mut self, old: Value, value: Value, at: InsertPoint) -> Converted<Value> {
        match self.ty(old) {
            Ok(ty) => self.cast(value, ty, self.old.value_loc(old), at),
            // If the type cannot be converted, no converted op uses the value.
            Err(_) => Ok(value),
        }
    }
    /// Casts the value to another type.
    fn cast(&mut self, value: Value, ty: Type, loc: Location, at: InsertPoint) -> Converted<Value> {
        if self.new.ty(value) == ty {
            return Ok(value);
        }
        unrealized_cast(&mut Builder::new(&mut self.new, at, loc), value, ty)
    }

    fn op(&mut self, op: Op) -> Result<(), Failure> {
        let old = self.old;
        let block = old.parent_block(op).ok_or("it is in no block")?;
        let at = InsertPoint::at_end(*self.blocks.get(&block).ok_or("it is in no block")?);
        let parent = old.block_parent_op(block).map_or("", |op| old.op_name(op));
        let mut state = OpState::new(old.info(op), old.loc(op));
        let action = self.conversion.op(old, op, parent, &mut state)?;
        for v in old.operands(op) {
            let value = match self.values[v.index()] {
                Some(value) => value,
                None => {
                    let ty = self.ty(v)?;
                    let new = &mut self.new;
                    *self.forward.entry(v).or_insert_with(|| new.new_forward(ty))
                }
            };
            state.operands.push(value);
        }
        if let Action::Forward = action {
            return Ok(self.forward_results(op, &state.operands)?);
        }
        let foreign = matches!(action, Action::Foreign);
        if foreign {
            for (value, v) in state.operands.iter_mut().zip(old.operands(op)) {
                *value = self.cast(*value, old.ty(v), old.loc(op), at)?;
            }
        }
        for &v in old.results(op) {
            let ty = if foreign { old.ty(v) } else { self.ty(v)? };
            state.result_types.push(ty);
        }
        state.successors.extend(old.successors(op).iter().filter_map(|b| self.blocks.get(b)).copied());
        let inline: &[Region] = match old.child(op) {
            Some(child) if state.info.has(Trait::IsolatedFromAbove) => {
                let child = deep(|| rebuild(child, self.conversion, self.types));
                state.child = Some(child.map_err(Failure::Reported)?);
                &[]
            }
            Some(_) => return Err("it is isolated from above".into()),
            None => old.regions(op),
        };
        state.regions.extend(inline.iter().map(|_| self.new.new_region()));
        let new = self.new.create(state);
        self.new.insert(new, at);
        for (i, &v) in old.results(op).iter().enumerate() {
            let mut value = self.new.result(new, i);
            if foreign {
                value = self.converted(v, value, at)?;
            }
            self.define(v, value);
        }
        for (i, &region) in inline.iter().enumerate() {
            let target = self.new.regions(new)[i];
            self.open(region, target)?;
        }
        Ok(())
    }

    /// Replaces the results of a removed op with its operands.
    fn forward_results(&mut self, op: Op, operands: &[Value]) -> Converted {
        for (i, &result) in self.old.results(op).iter().enumerate() {
            let &value = operands.get(i).ok_or("it has more results than operands")?;
            // A placeholder is removed when its value is reached.
            if self.forward.values().any(|&f| f == value) {
                return Err("its operand is not defined before it".into());
            }
            self.define(result, value);
        }
        Ok(())
    }

    fn define(&mut self, old: Value, new: Value) {
        self.values[old.index()] = Some(new);
        if !self.forward.is_empty()
            && let Some(forward) = self.forward.remove(&old)
        {
            self.new.resolve_forward(forward, new);
        }
    }
}
