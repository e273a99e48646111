//! `shape-legalize-to-stablehlo`: represents shapes as tensors of `i32`.
//!
//! Before:
//! ```mlir
//! %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
//! %1 = stablehlo.dynamic_reshape %y, %0 : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x4xf32>
//! ```
//! After, where casts cancel out by `reconcile-unrealized-casts`:
//! ```mlir
//! %2 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
//! %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
//! …
//! %0 = stablehlo.concatenate %3, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
//! %1 = stablehlo.dynamic_reshape %y, %0 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
//! ```
//! `tensor.dim`, `tensor.extract`, `tensor.from_elements`, `arith.index_cast` and `arith.muli` on indices become StableHLO too. As
//! upstream, the sizes of a broadcast are the maxima, which is correct for shapes without zeros, and shape checks are rejected:
//! `convert-shape-to-std` supports both.

use strata_builtin::UnrealizedConversionCastOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

/// Legalize shape-related ops to StableHLO.
#[pass(
    name = "shape-legalize-to-stablehlo",
    class = "ShapeLegalizeToStablehloPass",
    on = "func.func",
    produces = [builtin, stablehlo]
)]
pub struct ShapeLegalizeToStablehlo;

impl BodyPass for ShapeLegalizeToStablehlo {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut done = Vec::new();
        for op in body.all_ops() {
            let mut builder = Builder::before(body, op);
            builder.set_cur_loc(builder.loc(op));
            let mut l = Legalizer { b: &mut builder };
            match l.replacement(op) {
                Some(value) => {
                    let old = body.result(op, 0);
                    body.replace_all_uses(old, value);
                    done.push(op);
                }
                None if is_illegal(body, op) => {
                    let name = body.op_name(op);
                    let message =
                        format!("failed to legalize operation '{name}' that was explicitly marked illegal");
                    return Err(Diagnostic::error(body.loc(op), message).into());
                }
                None => (),
            }
        }
        for op in done.into_iter().rev() {
            body.erase(op);
        }
        Ok(())
    }
}

/// Whether an op must not remain.
fn is_illegal(b: &Body, op: Op) -> bool {
    match b.info(op).dialect() {
        "shape" => true,
        "tensor" => b.op_name(op) != "tensor.cast",
        "arith" => matches!(b.op_name(op), "arith.index_cast" | "arith.muli"),
        "stablehlo" => b.operands(op).any(|v| is_index(b.cx(), b.ty(v))),
        _ => false,
    }
}

/// Whether a type is `index` or a tensor of it.
fn is_index(cx: &Context, ty: Type) -> bool {
    cx.is_index(cx.elem_or_self(ty))
}

struct Legalizer<'a, 'b> {
    b: &'a mut Builder<'b>,
}

impl Legalizer<'_, '_> {
    /// The value that replaces the only result of an op.
    fn replacement(&mut self, op: Op) -> Option<Value> {
        let cx = self.b.cx_arc().clone();
        let ty = self.b.results(op).first().map(|&v| self.b.ty(v))?;
        match self.b.op_name(op) {
            "shape.shape_of" => {
                let list = self.shape_of(op)?;
                self.index_of_type(list, ty)
            }
            "shape.const_shape" => {
                let elements = self.b.attr(op, "shape").and_then(|a| cx.attr_as::<DenseElementsAttr>(a))?;
                let sizes = elements.to_i64s(&cx)?;
                cx.type_as::<TensorType>(ty)?;
                let sizes: Vec<i64> = sizes.into_iter().map(|n| i64::from(n as i32)).collect();
                let list = self.constant(&[sizes.len() as i64], &sizes)?;
                self.index_of_type(list, ty)
            }
            "shape.num_elements" => {
                let shape = self.b.operand(op, 0);
                let shape = self.i32(shape)?;
                let mut product = self.constant(&[], &[1])?;
                for i in 0..self.length(shape)? {
                    let size = self.element(shape, &[i]);
                    product = self.make::<hlo::MulOp>(&[product, size], &[], cx.tensor(&[], cx.i32()));
                }
                self.index_of_type(product, ty)
            }
            "shape.broadcast" => {
                let [x, y] = self.b.operands(op).collect::<Vec<_>>()[..] else { return None };
                let (x, y) = (self.i32(x)?, self.i32(y)?);
                let (m, n) = (self.length(x)?, self.length(y)?);
                let (x, y) = (self.padded(x, n - m)?, self.padded(y, m - n)?);
                let list = self.make::<hlo::MaxOp>(&[x, y], &[], cx.tensor(&[m.max(n)], cx.i32()));
                self.index_of_type(list, ty)
            }
            "arith.index_cast" => self.index_cast(op, ty),
            "arith.muli" => {
                if self.b.operand_types(op).chain([ty]).any(|t| !is_index(&cx, t)) {
                    return None;
                }
                let (x, y) = (self.b.operand(op, 0), self.b.operand(op, 1));
                let (x, y) = (self.number(x)?, self.number(y)?);
                let like = self.b.ty(x);
                let product = self.make::<hlo::MulOp>(&[x, y], &[], like);
                self.index(product)
            }
            "tensor.dim" => {
                let dim = constant_value(self.b, self.b.operand(op, 1)).and_then(|a| cx.attr_i64(a))?;
                let x = self.b.operand(op, 0);
                let rank = cx.type_as::<TensorType>(self.b.ty(x))?.shape.len();
                usize::try_from(dim).ok().filter(|&d| d < rank)?;
                let size = self.size(x, dim);
                self.index(size)
            }
            "tensor.extract" => {
                let x = self.b.operand(op, 0);
                let places: Vec<i64> = (self.b.operands(op).skip(1))
                    .map(|v| constant_value(self.b, v).and_then(|a| cx.attr_i64(a)))
                    .collect::<Option<_>>()?;
                let shape = &cx.type_as::<TensorType>(self.b.ty(x))?.shape;
                if places.iter().zip(shape).any(|(p, n)| p < &0 || p >= n) {
                    return None;
                }
                let x = self.i32(x)?;
                let one = self.element(x, &places);
                if is_index(&cx, ty) { self.index(one) } else { Some(self.cast(one, ty)) }
            }
            "tensor.from_elements" => self.from_elements(op, ty),
            "stablehlo.dynamic_broadcast_in_dim" | "stablehlo.dynamic_reshape" => {
                for (i, v) in self.b.operands(op).collect::<Vec<_>>().into_iter().enumerate() {
                    if is_index(&cx, self.b.ty(v)) {
                        let v = self.i32(v)?;
                        self.b.body().set_operand(op, i, v);
                    }
                }
                None
            }
            _ => None,
        }
    }
    fn shape_of(&mut self, op: Op) -> Option<Value> {
        let cx = self.b.cx_arc().clone();
        let x = self.b.operand(op, 0);
        let rank = cx.type_as::<TensorType>(self.b.ty(x))?.shape.len() as i64;
        if rank == 0 {
            return self.constant(&[0], &[]);
        }
        let parts: Vec<Value> = (0..rank)
            .map(|d| {
                let size = self.size(x, d);
                self.reshaped(size, &[1])
            })
            .collect();
        Some(self.concatenated(&parts, rank))
    }
    fn index_cast(&mut self, op: Op, ty: Type) -> Option<Value> {
        let cx = self.b.cx_arc().clone();
        let x = self.b.operand(op, 0);
        let from = self.b.ty(x);
        let shaped = cx.shaped(from).is_some();
        if !shaped && is_index(&cx, from) {
            let mut x = self.i32(x)?;
            if ty != cx.i32() {
                x = self.make::<hlo::ConvertOp>(&[x], &[], cx.tensor(&[], ty));
            }
            return Some(self.cast(x, ty));
        }
        if !shaped {
            let x = self.cast(x, cx.tensor(&[], from));
            return Some(self.cast(x, ty));
        }
        let fits = |t: Type| is_index(&cx, t) || cx.elem_or_self(t) == cx.i32();
        if !fits(from) || !fits(ty) {
            return None;
        }
        let x = self.i32(x)?;
        if is_index(&cx, ty) { self.index(x) } else { Some(x) }
    }
    fn from_elements(&mut self, op: Op, ty: Type) -> Option<Value> {
        let cx = self.b.cx_arc().clone();
        let t = cx.type_as::<TensorType>(ty)?;
        let elements: Vec<Value> = self.b.operands(op).collect();
        if t.shape.is_empty() {
            return Some(self.cast(*elements.first()?, ty));
        }
        if t.shape.len() != 1 || !is_index(&cx, ty) {
            return None;
        }
        let mut parts = Vec::new();
        for v in elements {
            let constant = constant_value(self.b, v).and_then(|a| cx.attr_i64(a));
            parts.push(match constant {
                Some(n) => self.constant(&[1], &[i64::from(n as i32)])?,
                None => {
                    let v = self.i32(v)?;
                    self.reshaped(v, &[1])
                }
            });
        }
        let list = match parts.len() {
            0 => self.constant(&[0], &[])?,
            n => self.concatenated(&parts, n as i64),
        };
        self.index_of_type(list, ty)
    }

    /// An op with one result.
    fn make<O: OpDef>(&mut self, operands: &[Value], attrs: &[(&str, Attr)], ty: Type) -> Value {
        let cx = self.b.cx_arc().clone();
        let mut state = OpState::new(O::info(), self.b.cur_loc());
        state.operands.extend_from_slice(operands);
        for &(name, value) in attrs {
            state.set_attr(&cx, name, value);
        }
        state.result_types.push(ty);
        let op = self.b.build(state);
        self.b.result(op, 0)
    }
    fn cast(&mut self, v: Value, ty: Type) -> Value {
        self.make::<UnrealizedConversionCastOp>(&[v], &[], ty)
    }
    /// An index or a tensor of indices as a tensor of `i32`.
    fn i32(&mut self, v: Value) -> Option<Value> {
        let cx = self.b.cx_arc().clone();
        let ty = self.b.ty(v);
        if cx.is_index(ty) {
            return Some(self.cast(v, cx.tensor(&[], cx.i32())));
        }
        let t = cx.type_as::<TensorType>(ty)?;
        if t.shape.contains(&DYNAMIC) {
            return None;
        }
        match t.elem {
            e if e == cx.i32() => Some(v),
            e if cx.is_index(e) => Some(self.cast(v, cx.tensor(&t.shape, cx.i32()))),
            _ => None,
        }
    }
    /// The inverse of [`Self::i32`].
    fn index(&mut self, v: Value) -> Option<Value> {
        let cx = self.b.cx_arc().clone();
        let shape = &cx.type_as::<TensorType>(self.b.ty(v))?.shape;
        let ty = if shape.is_empty() { cx.index() } else { cx.tensor(shape, cx.index()) };
        Some(self.cast(v, ty))
    }
    /// The same, if the result has this type.
    fn index_of_type(&mut self, v: Value, ty: Type) -> Option<Value> {
        let new = self.index(v)?;
        (self.b.ty(new) == ty).then_some(new)
    }
    /// The same as [`Self::i32`], but a constant becomes a constant of StableHLO.
    fn number(&mut self, v: Value) -> Option<Value> {
        let constant = constant_value(self.b, v).and_then(|a| self.b.cx().attr_i64(a));
        match constant.filter(|_| self.b.cx().is_index(self.b.ty(v))) {
            Some(n) => self.constant(&[], &[i64::from(n as i32)]),
            None => self.i32(v),
        }
    }
    fn constant(&mut self, shape: &[i64], values: &[i64]) -> Option<Value> {
        let ty = self.b.cx().tensor(shape, self.b.cx().i32());
        let value = self.b.cx().dense_i64s(ty, values)?;
        hlo::ConstantOp::create(self.b, value)
    }
    fn size(&mut self, x: Value, dim: i64) -> Value {
        let cx = self.b.cx_arc().clone();
        self.make::<hlo::GetDimensionSizeOp>(
            &[x],
            &[("dimension", cx.i64_attr(dim))],
            cx.tensor(&[], cx.i32()),
        )
    }
    fn reshaped(&mut self, v: Value, shape: &[i64]) -> Value {
        let ty = self.b.cx().tensor(shape, self.b.cx().i32());
        self.make::<hlo::ReshapeOp>(&[v], &[], ty)
    }
    fn concatenated(&mut self, parts: &[Value], n: i64) -> Value {
        let cx = self.b.cx_arc().clone();
        self.make::<hlo::ConcatenateOp>(parts, &[("dimension", cx.i64_attr(0))], cx.tensor(&[n], cx.i32()))
    }
    /// One element, as a tensor of rank 0.
    fn element(&mut self, v: Value, at: &[i64]) -> Value {
        let cx = self.b.cx_arc().clone();
        let limits: Vec<i64> = at.iter().map(|i| i + 1).collect();
        let ones = vec![1; at.len()];
        let attrs = [
            ("start_indices", cx.i64_array(at)),
            ("limit_indices", cx.i64_array(&limits)),
            ("strides", cx.i64_array(&ones)),
        ];
        let part = self.make::<hlo::SliceOp>(&[v], &attrs, cx.tensor(&ones, cx.i32()));
        self.reshaped(part, &[])
    }
    /// A list with `ones` ones prepended.
    fn padded(&mut self, v: Value, ones: i64) -> Option<Value> {
        if ones <= 0 {
            return Some(v);
        }
        let n = self.length(v)?;
        let front = self.constant(&[ones], &vec![1; usize::try_from(ones).ok()?])?;
        Some(self.concatenated(&[front, v], n + ones))
    }
    /// The number of elements of a list.
    fn length(&self, v: Value) -> Option<i64> {
        match self.b.cx().type_as::<TensorType>(self.b.ty(v))?.shape[..] {
            [n] => Some(n),
            _ => None,
        }
    }
}
