//! `outline-shape-computation`: the computation of each shape that a value gets becomes a function of shapes.
//!
//! Before:
//! ```mlir
//! func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
//!   %0 = "a.exp"(%a) : (tensor<?xf32>) -> tensor<?xf32>
//!   %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
//!   %2 = shape.with_shape %0, %1 : tensor<?xf32>, tensor<1xindex>
//!   %3 = shape.value_of %2 : tensor<?xf32>
//!   return %3 : tensor<?xf32>
//! }
//! ```
//! After:
//! ```mlir
//! func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
//!   %0 = "a.exp"(%a) : (tensor<?xf32>) -> tensor<?xf32>
//!   return %0 : tensor<?xf32>
//! }
//! shape.func private @shape_cal_0(%a: tensor<?xf32>) -> tensor<1xindex> {
//!   %0 = shape_of %a : tensor<?xf32> -> tensor<1xindex>
//!   return %0 : tensor<1xindex>
//! }
//! ```
//! The function has the ops from which nothing but shapes is computed; other values are its arguments. `tensor.dim` becomes ops on shapes
//! before. Only values of ranked tensors get functions. An op whose region uses values from outside is never moved.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_func::FuncOp;
use strata_ir::{
    core::{symbols::SymbolTable, writer::deep},
    prelude::*,
    rewrite::patterns,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_shape::{GetExtentOp, ReturnOp, ShapeOfOp, ValueOfOp, ValueShapeType, WithShapeOp};
use strata_tensor::DimOp;

use crate::shape_constraints::apply;

/// Using shape.func to preserve shape computation.
#[pass(
    name = "outline-shape-computation",
    class = "OutlineShapeComputationPass",
    on = "builtin.module",
    produces = [shape]
)]
pub struct OutlineShapeComputation;

impl BodyPass for OutlineShapeComputation {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let taken = SymbolTable::new(body).iter().map(|(name, _)| name).collect();
        outline_all(body, &mut Names { taken, next: 0 })
    }
}

/// The names of symbols.
struct Names {
    taken: FxHashSet<Str>,
    /// The number behind the next name that is taken.
    next: usize,
}

impl Names {
    /// A name that neither these symbols nor those of a table have.
    fn fresh(&mut self, cx: &Context, table: &SymbolTable, stem: &str) -> String {
        let mut name = stem.to_owned();
        while table.get(cx.intern(&name)).is_some() || !self.taken.insert(cx.intern(&name)) {
            name = format!("{stem}_{}", self.next);
            self.next += 1;
        }
        name
    }
}

/// The functions of a symbol table, and of those in it.
fn outline_all(table: &mut Body, names: &mut Names) -> PassResult {
    let shells: Vec<Op> = table.children().map(|(op, _)| op).collect();
    for shell in shells {
        let is_function = shell.isa::<FuncOp>(table);
        let Some(mut body) = table.take_child(shell) else { continue };
        let done = match body.has_trait(Op::SELF, Trait::SymbolTable) {
            _ if is_function => outline(table, shell, &mut body, names),
            true => deep(|| outline_all(&mut body, names)),
            false => Ok(()),
        };
        table.put_child(shell, body);
        done?;
    }
    Ok(())
}

/// The shapes of one function.
fn outline(table: &mut Body, function: Op, body: &mut Body, names: &mut Names) -> PassResult {
    apply(body, patterns! { DimOp => "dim-as-extent": dim_as_extent })?;
    let ops = body.all_ops();
    let withs: Vec<WithShapeOp> = ops.iter().filter_map(|op| op.as_op::<WithShapeOp>(body)).collect();
    let places: FxHashMap<Op, usize> = ops.into_iter().enumerate().map(|(i, op)| (op, i)).collect();
    let only = only_for_shapes(body, &withs);
    let (cx, mut known) = (body.cx_arc().clone(), FxHashSet::default());
    for with in &withs {
        let (value, shape) = (with.operand(body), with.shape(body));
        if cx.type_as::<TensorType>(body.ty(value)).is_none() || !known.insert(shape) {
            continue;
        }
        let mut cluster = cluster(body, shape, &only);
        cluster.sort_unstable_by_key(|op| places.get(op));
        let stem = format!("shape_cal_{}", known.len() - 1);
        let name = names.fresh(&cx, &SymbolTable::new(table), &stem);
        let made = Computation { shape, ops: cluster, loc: body.value_loc(value) };
        made.define(table, function, body, &name);
    }
    for with in withs {
        use_plain_value(body, with);
    }
    apply(body, &[])
}

/// A dimension of a tensor as an extent of its shape.
fn dim_as_extent(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let dim = op.as_op::<DimOp>(rw)?;
    let (source, index) = (dim.source(rw), dim.index(rw));
    let rank = rw.cx().shaped(rw.ty(source))?.shape.map_or(DYNAMIC, |shape| shape.len() as i64);
    let (extents, ty) = (rw.cx().tensor(&[rank], rw.cx().index()), rw.result_types(op).next()?);
    let shape = ShapeOfOp::build(rw, source, extents);
    let extent = GetExtentOp::build(rw, shape, index, ty);
    rw.replace_op(op, &[extent]);
    Some(())
}

/// The ops whose results are used for nothing but shapes that values get.
fn only_for_shapes(body: &Body, withs: &[WithShapeOp]) -> FxHashSet<Op> {
    let mut uses: FxHashMap<Op, usize> = FxHashMap::default();
    let mut only = FxHashSet::default();
    let mut open: Vec<Value> = Vec::new();
    for with in withs {
        let shape = with.shape(body);
        open.extend(body.operands(with.op()).filter(|&v| v == shape));
    }
    while let Some(value) = open.pop() {
        let Some(op) = body.def_op(value) else { continue };
        let all = || body.results(op).iter().map(|&v| body.users(v).count()).sum();
        let left = uses.entry(op).or_insert_with(all);
        *left = left.saturating_sub(1);
        if *left == 0 && !uses_outside(body, op) && only.insert(op) {
            open.extend(body.operands(op));
        }
    }
    only
}

/// Whether a region of an op uses values from outside of the op.
fn uses_outside(body: &Body, op: Op) -> bool {
    let uses = |inner: Op| inner != op && body.operands(inner).any(|v| body.is_defined_outside(v, op));
    let mut found = false;
    body.walk_in(op, |inner| {
        found = uses(inner);
        if found { WalkControl::Stop } else { WalkControl::Continue }
    });
    found
}

/// The ops that compute a shape.
fn cluster(body: &Body, shape: Value, only: &FxHashSet<Op>) -> Vec<Op> {
    let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![shape]);
    while let Some(value) = open.pop() {
        if let Some(op) = body.def_op(value)
            && only.contains(&op)
            && seen.insert(op)
        {
            found.push(op);
            open.extend(body.operands(op));
        }
    }
    found
}

/// The computation of a shape.
struct Computation {
    shape: Value,
    /// Its ops in their order; empty for a shape that is an argument or has other uses.
    ops: Vec<Op>,
    loc: Location,
}

impl Computation {
    /// The values that it uses.
    fn inputs(&self, body: &Body) -> Vec<Value> {
        if self.ops.is_empty() {
            return vec![self.shape];
        }
        let inside: FxHashSet<Op> = self.ops.iter().copied().collect();
        let mut seen = FxHashSet::default();
        let operands = self.ops.iter().flat_map(|&op| body.operands(op));
        let is_input = |v: &Value| body.def_op(*v).is_none_or(|op| !inside.contains(&op));
        operands.filter(is_input).filter(|&v| seen.insert(v)).collect()
    }
    /// Writes it as a function behind another one.
    fn define(&self, table: &mut Body, function: Op, body: &Body, name: &str) {
        let cx = body.cx_arc().clone();
        let inputs = self.inputs(body);
        let types: Vec<Type> = inputs.iter().map(|&v| body.ty(v)).collect();
        let (name, ty) = (cx.string_attr(name), cx.type_attr(cx.function(&types, &[body.ty(self.shape)])));
        let at = InsertPoint::after(table, function);
        let mut b = Builder::new(table, at, self.loc);
        let private = Some(cx.string_attr("private"));
        let shell = strata_shape::FuncOp::build(&mut b, name, ty, None, None, private).op();
        let Some(code) = table.child_mut(shell) else { return };
        let Some(&region) = code.regions(Op::SELF).first() else { return };
        let entry = code.add_block(region, &types);
        let mut map = IdMap::new();
        for (i, &input) in inputs.iter().enumerate() {
            map.map(input, code.block_args(entry)[i]);
        }
        for &op in &self.ops {
            let copy = code.import_op(body, op, &mut map);
            code.insert(copy, InsertPoint::at_end(entry));
        }
        let result = map.get(self.shape);
        ReturnOp::build(&mut Builder::new(code, InsertPoint::at_end(entry), self.loc), &[result]);
    }
}

/// The value of a value with a shape is the value.
fn use_plain_value(body: &mut Body, with: WithShapeOp) {
    let value = with.operand(body);
    let users: Vec<Op> = body.users(with.result(body)).collect();
    for user in users {
        let Some(value_of) = user.as_op::<ValueOfOp>(body) else { continue };
        let result = value_of.result(body);
        if body.ty(result) == body.ty(value) {
            body.replace_all_uses(result, value);
        } else if body.cx().type_as::<ValueShapeType>(body.ty(value)).is_some() {
            body.set_operand(user, 0, value);
        }
    }
}
