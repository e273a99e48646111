//! `convert-shape-to-std`: represents shapes as tensors of `index`.
//!
//! Before:
//! ```mlir
//! %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
//! %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<2xindex>
//! %r = shape.assuming %w -> (tensor<2xindex>) {
//!   %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
//!   shape.assuming_yield %2 : tensor<2xindex>
//! }
//! ```
//! After:
//! ```mlir
//! %d = tensor.dim %x, %c0 : tensor<?x4xf32>
//! %0 = tensor.from_elements %d, %c4 : tensor<2xindex>
//! cf.assert %holds, "required broadcastable shapes"
//! %r = tensor.from_elements %3, %4 : tensor<2xindex>
//! ```
//! The length of a shape follows from its definition, even if its type leaves it open; `!shape.shape` and `!shape.size` are extent tensors
//! and indices. Witnesses are removed: a failing check ends the program at its place. A shape whose length is not known is rejected, but for a
//! reduction of its sizes (`reduce`), and so is a type of the dialect in the signature of a function.

mod reduce;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, FloorDivSIOp, MulIOp, OrIOp, SelectOp, constant_index as index,
};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_shape as shape;
use strata_tensor::{self as tensor, MixedIndex};

/// Convert operations from the shape dialect into the standard dialect.
#[pass(
    name = "convert-shape-to-std",
    class = "ConvertShapeToStandardPass",
    on = "func.func",
    produces = [arith, cf, scf, tensor],
    idempotent
)]
pub struct ConvertShapeToStd;

impl BodyPass for ConvertShapeToStd {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        let mut known = Known::default();
        // An assumption is lowered before the ops in it, which then move in front of it.
        for op in body.all_ops() {
            if !body.is_live(op) || body.info(op).dialect() != "shape" {
                continue;
            }
            if let Err(why) = known.lower(body, op) {
                let message = format!("failed to legalize operation '{}': {why}", body.op_name(op));
                errors.push(Diagnostic::error(body.loc(op), message));
            }
        }
        // Results of lowered ops may be used by lowered ops only.
        let gone: FxHashSet<Op> = known.done.iter().copied().collect();
        for &op in &known.done {
            let results = body.results(op).iter();
            if let Some(user) = results.flat_map(|&v| body.users(v)).find(|user| !gone.contains(user)) {
                let (name, user) = (body.op_name(op), body.op_name(user));
                let message = format!("failed to legalize operation '{name}': '{user}' uses its result");
                errors.push(Diagnostic::error(body.loc(op), message));
            }
        }
        if !errors.is_empty() {
            return Err(errors.into());
        }
        // Users before their operands.
        for op in known.done.into_iter().rev() {
            body.erase(op);
        }
        Ok(())
    }
}

type Lowered<T> = Result<T, &'static str>;

/// The lowered forms of values of the dialect.
#[derive(Default)]
struct Known {
    /// The sizes of shapes that ops of the dialect computed.
    shapes: FxHashMap<Value, Vec<Value>>,
    /// The indices that represent values of `!shape.size`.
    sizes: FxHashMap<Value, Value>,
    /// Lowered ops, whose results have no users outside of the dialect any more.
    done: Vec<Op>,
}

impl Known {
    fn lower(&mut self, body: &mut Body, op: Op) -> Lowered<()> {
        if let Some(assuming) = op.as_op::<shape::AssumingOp>(body) {
            inline_assuming(body, assuming)?;
            self.done.push(op);
            return Ok(());
        }
        if let Some(reduce) = op.as_op::<shape::ReduceOp>(body) {
            return self.lower_reduce(body, reduce);
        }
        let mut builder = Builder::before(body, op);
        builder.set_cur_loc(builder.loc(op));
        let b = &mut builder;
        let is_known = self.lower_check(b, op)? || self.lower_shape(b, op)? || self.lower_size(b, op)?;
        if !is_known {
            return Err("it is not known");
        }
        self.done.push(op);
        Ok(())
    }
    /// Lowers constraints and predicates; false for other ops.
    fn lower_check(&mut self, b: &mut Builder<'_>, op: Op) -> Lowered<bool> {
        match b.op_name(op) {
            "shape.assuming_all" => (),
            "shape.const_witness" => {
                let holds = b.attr(op, "passing").and_then(|a| b.cx().attr_i64(a)) != Some(0);
                if !holds {
                    let never = boolean(b, false);
                    assert(b, never, "a failing witness");
                }
            }
            "shape.cstr_require" => {
                let holds = b.operand(op, 0);
                let message = b.attr(op, "msg").ok_or("it has no message")?;
                strata_cf::AssertOp::build(b, holds, message);
            }
            "shape.cstr_broadcastable" => {
                let shapes = self.operands(b, op)?;
                let holds = broadcastable(b, &shapes);
                assert(b, holds, "required broadcastable shapes");
            }
            "shape.cstr_eq" => {
                let shapes = self.operands(b, op)?;
                let holds = equal(b, &shapes);
                assert(b, holds, "required equal shapes");
            }
            "shape.is_broadcastable" | "shape.shape_eq" => {
                let shapes = self.operands(b, op)?;
                let broadcast = b.op_name(op) == "shape.is_broadcastable";
                let holds = if broadcast { broadcastable(b, &shapes) } else { equal(b, &shapes) };
                let old = b.result(op, 0);
                b.body().replace_all_uses(old, holds);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    /// Lowers ops whose result is a shape; false for other ops.
    fn lower_shape(&mut self, b: &mut Builder<'_>, op: Op) -> Lowered<bool> {
        match b.op_name(op) {
            "shape.shape_of" => {
                let x = b.operand(op, 0);
                let sizes = sizes_of(b, x)?;
                self.set_shape(b, op, 0, sizes)?;
            }
            "shape.const_shape" => {
                let elements = b.attr(op, "shape").and_then(|a| b.cx().attr_as::<DenseElementsAttr>(a));
                let sizes = elements.and_then(|d| d.to_i64s(b.cx())).ok_or("it has no sizes")?;
                let sizes = sizes.into_iter().map(|n| index(b, n)).collect();
                self.set_shape(b, op, 0, sizes)?;
            }
            "shape.broadcast" => {
                let shapes = self.operands(b, op)?;
                let sizes = broadcast(b, &shapes);
                self.set_shape(b, op, 0, sizes)?;
            }
            "shape.concat" | "shape.from_extent_tensor" | "shape.to_extent_tensor" => {
                let sizes = self.operands(b, op)?.into_iter().flatten().collect();
                self.set_shape(b, op, 0, sizes)?;
            }
            "shape.any" => {
                // All are the same shape.
                let first = b.operands(op).next().ok_or("it has no shapes")?;
                let sizes = self.shape(b, first)?;
                self.set_shape(b, op, 0, sizes)?;
            }
            "shape.split_at" => {
                let (x, at) = (b.operand(op, 0), b.operand(op, 1));
                let (sizes, at) = (self.shape(b, x)?, self.size(b, at)?);
                let at = constant_value(b, at).and_then(|a| b.cx().attr_i64(a));
                let at = at.ok_or("where it splits is not known")?;
                let at = if at < 0 { at.checked_add(sizes.len() as i64) } else { Some(at) };
                let parts = at.and_then(|at| sizes.split_at_checked(usize::try_from(at).ok()?));
                let (head, tail) = parts.ok_or("it splits outside of the shape")?;
                self.set_shape(b, op, 0, head.to_vec())?;
                self.set_shape(b, op, 1, tail.to_vec())?;
            }
            "shape.from_extents" => {
                let sizes = b.operands(op).map(|v| self.size(b, v)).collect::<Lowered<_>>()?;
                self.set_shape(b, op, 0, sizes)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    /// Lowers ops whose result is a size; false for other ops.
    fn lower_size(&mut self, b: &mut Builder<'_>, op: Op) -> Lowered<bool> {
        match b.op_name(op) {
            "shape.num_elements" => {
                let x = b.operand(op, 0);
                let mut product = None;
                for n in self.shape(b, x)? {
                    product = Some(product.map_or(n, |p| MulIOp::build(b, p, n, None)));
                }
                let product = product.unwrap_or_else(|| index(b, 1));
                self.set_size(b, op, product);
            }
            "shape.rank" => {
                let x = b.operand(op, 0);
                let rank = self.shape(b, x)?.len();
                let rank = index(b, rank as i64);
                self.set_size(b, op, rank);
            }
            "shape.dim" => {
                let (x, i) = (b.operand(op, 0), b.operand(op, 1));
                let i = self.size(b, i)?;
                if !AnyTensor::check(b.ty(x), b.cx()) {
                    return Err("its operand is no tensor");
                }
                let ty = b.cx().index();
                let size = tensor::DimOp::build(b, x, i, ty);
                self.set_size(b, op, size);
            }
            "shape.get_extent" => {
                let (x, i) = (b.operand(op, 0), b.operand(op, 1));
                let (sizes, i) = (self.shape(b, x)?, self.size(b, i)?);
                let constant = constant_value(b, i).and_then(|a| b.cx().attr_i64(a));
                let size = match constant.and_then(|i| sizes.get(usize::try_from(i).ok()?)) {
                    Some(&size) => size,
                    None => {
                        let list = list(b, &sizes);
                        tensor::ExtractOp::build(b, list, &[i])
                    }
                };
                self.set_size(b, op, size);
            }
            "shape.const_size" => {
                let n = b.attr(op, "value").and_then(|a| b.cx().attr_i64(a)).ok_or("it has no value")?;
                let n = index(b, n);
                self.set_size(b, op, n);
            }
            "shape.index_to_size" | "shape.size_to_index" => {
                let x = b.operand(op, 0);
                let x = self.size(b, x)?;
                self.set_size(b, op, x);
            }
            name @ ("shape.add" | "shape.mul" | "shape.div") => {
                let name = name.to_owned();
                let (x, y) = (b.operand(op, 0), b.operand(op, 1));
                let (x, y) = (self.size(b, x)?, self.size(b, y)?);
                let result = match &name[..] {
                    "shape.add" => AddIOp::build(b, x, y, None),
                    "shape.mul" => MulIOp::build(b, x, y, None),
                    _ => FloorDivSIOp::build(b, x, y),
                };
                self.set_size(b, op, result);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    fn operands(&self, b: &mut Builder<'_>, op: Op) -> Lowered<Vec<Vec<Value>>> {
        b.operands(op).collect::<Vec<_>>().into_iter().map(|v| self.shape(b, v)).collect()
    }
    /// The sizes of a shape.
    fn shape(&self, b: &mut Builder<'_>, v: Value) -> Lowered<Vec<Value>> {
        if let Some(sizes) = self.shapes.get(&v) {
            return Ok(sizes.clone());
        }
        let ty = b.cx().type_as::<TensorType>(b.ty(v)).ok_or("a shape comes from outside of the function")?;
        let &[n] = &ty.shape[..] else { return Err("a shape is no list") };
        if n == DYNAMIC {
            return Err("the rank of a shape is not known");
        }
        if let Some(elements) = b.def_as::<tensor::FromElementsOp>(v) {
            return Ok(elements.elements(b).collect());
        }
        let one = |i: i64| {
            let i = index(b, i);
            tensor::ExtractOp::build(b, v, &[i])
        };
        Ok((0..n).map(one).collect())
    }
    fn set_shape(&mut self, b: &mut Builder<'_>, op: Op, result: usize, sizes: Vec<Value>) -> Lowered<()> {
        let old = b.result(op, result);
        let ty = b.ty(old);
        let open = b.cx().type_as::<TensorType>(ty).map(|t| t.shape.first().copied());
        let n = sizes.len() as i64;
        match open {
            Some(Some(m)) if m != DYNAMIC && m != n => return Err("its type has another number of sizes"),
            Some(_) if !outside(b, old) => (),
            Some(_) => {
                let mut new = list(b, &sizes);
                if b.ty(new) != ty {
                    new = tensor::CastOp::build(b, new, ty);
                }
                // Ops of the dialect look the sizes up by the old value.
                for (user, i) in b.uses_of(old).collect::<Vec<_>>() {
                    if b.info(user).dialect() != "shape" || user.isa::<shape::AssumingYieldOp>(b) {
                        b.body().set_operand(user, i, new);
                        self.shapes.insert(new, sizes.clone());
                    }
                }
            }
            None if outside(b, old) => return Err("what uses the shape is not of the dialect"),
            None => (),
        }
        self.shapes.insert(old, sizes);
        Ok(())
    }
    /// A size as an `index`.
    fn size(&self, b: &Body, v: Value) -> Lowered<Value> {
        match self.sizes.get(&v) {
            Some(&n) => Ok(n),
            None if b.cx().is_index(b.ty(v)) => Ok(v),
            None => Err("a size comes from outside of the function"),
        }
    }
    fn set_size(&mut self, b: &mut Builder<'_>, op: Op, size: Value) {
        let old = b.result(op, 0);
        if b.cx().is_index(b.ty(old)) {
            return b.body().replace_all_uses(old, size);
        }
        self.sizes.insert(old, size);
    }
}

/// Moves the ops of an assumption in front of it. Its witness is checked before.
fn inline_assuming(body: &mut Body, assuming: shape::AssumingOp) -> Lowered<()> {
    let op = assuming.op();
    let end = assuming.terminator(body).ok_or("its region has no end")?;
    let (values, results) = (body.operands(end.op()).collect::<Vec<_>>(), body.results(op).to_vec());
    for (&old, &new) in results.iter().zip(&values) {
        body.replace_all_uses(old, new);
    }
    body.erase(end.op());
    let block = body.blocks(assuming.do_region(body)).first().copied();
    let block = block.ok_or("its region is empty")?;
    body.inline_block(block, InsertPoint::before(body, op), &[]);
    Ok(())
}

/// Whether a value has, or may have, a use outside of the dialect.
fn outside(b: &Body, v: Value) -> bool {
    b.users(v).any(|u| b.info(u).dialect() != "shape" || u.isa::<shape::AssumingYieldOp>(b))
}

fn boolean(b: &mut Builder<'_>, holds: bool) -> Value {
    let holds = b.cx().bool_attr(holds);
    strata_arith::constant(b, holds)
}
fn assert(b: &mut Builder<'_>, holds: Value, message: &str) {
    let message = b.cx().string_attr(message);
    strata_cf::AssertOp::build(b, holds, message);
}

/// A tensor of sizes.
fn list(b: &mut Builder<'_>, sizes: &[Value]) -> Value {
    let ty = b.cx().tensor(&[sizes.len() as i64], b.cx().index());
    tensor::FromElementsOp::build(b, sizes, ty)
}

fn sizes_of(b: &mut Builder<'_>, x: Value) -> Lowered<Vec<Value>> {
    if b.cx().type_as::<TensorType>(b.ty(x)).is_none() {
        return Err("the rank of its operand is not known");
    }
    let sizes = tensor::DimOp::all(b, x).ok_or("its operand has no sizes")?;
    let one = |size: MixedIndex| match size {
        MixedIndex::Static(n) => index(b, n),
        MixedIndex::Value(v) => v,
    };
    Ok(sizes.into_iter().map(one).collect())
}

/// The sizes of each dimension of the result of a broadcast.
fn columns(shapes: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let size = |s: &Vec<Value>, d: usize| Some(s[(d + s.len()).checked_sub(rank)?]);
    (0..rank).map(|d| shapes.iter().filter_map(|s| size(s, d)).collect()).collect()
}

fn compare(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let predicate = CmpIPredicate::Eq.attr(b.cx());
    CmpIOp::build(b, predicate, x, y)
}

/// The size that results from a broadcast of two sizes: the one that is not 1.
fn wider(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    if x == y {
        return x;
    }
    let one = index(b, 1);
    let is_one = compare(b, y, one);
    SelectOp::build(b, is_one, x, y)
}

fn broadcast(b: &mut Builder<'_>, shapes: &[Vec<Value>]) -> Vec<Value> {
    let all = columns(shapes);
    let mut widest = |column: Vec<Value>| column.into_iter().reduce(|x, y| wider(b, x, y));
    let mut out = Vec::with_capacity(all.len());
    for column in all {
        out.extend(widest(column));
    }
    out
}

fn broadcastable(b: &mut Builder<'_>, shapes: &[Vec<Value>]) -> Value {
    let mut holds = boolean(b, true);
    for column in columns(shapes) {
        let mut sizes = column.into_iter();
        let Some(mut common) = sizes.next() else { continue };
        for size in sizes.filter(|&s| s != common).collect::<Vec<_>>() {
            let one = index(b, 1);
            let (same, first, second) =
                (compare(b, common, size), compare(b, common, one), compare(b, size, one));
            let either = OrIOp::build(b, first, second);
            let fits = OrIOp::build(b, same, either);
            holds = AndIOp::build(b, holds, fits);
            common = SelectOp::build(b, second, common, size);
        }
    }
    holds
}

fn equal(b: &mut Builder<'_>, shapes: &[Vec<Value>]) -> Value {
    let Some((first, rest)) = shapes.split_first() else { return boolean(b, true) };
    if rest.iter().any(|s| s.len() != first.len()) {
        return boolean(b, false);
    }
    let mut holds = boolean(b, true);
    for other in rest {
        for (&x, &y) in first.iter().zip(other) {
            let same = compare(b, x, y);
            holds = AndIOp::build(b, holds, same);
        }
    }
    holds
}
