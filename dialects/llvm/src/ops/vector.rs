//! Parts of vectors and aggregates.

use strata_ir::prelude::*;

use crate::{constraints::*, types::part_at};

fn element_of(ty: Type, cx: &Context) -> Option<Type> {
    cx.type_as::<VectorType>(ty).map(|v| v.elem)
}

/// An element of a vector.
#[op(
    name = "llvm.extractelement",
    traits = [Pure],
    infer(res = element_of(vector), "result type matches vector element type"),
    asm = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
)]
pub struct ExtractElementOp {
    /// The vector.
    pub vector: Operand<LlvmVector>,
    /// Number of the element.
    pub position: Operand<SignlessInteger>,
    /// The element.
    pub res: Res<LlvmType>,
}

/// A vector with one element replaced.
#[op(
    name = "llvm.insertelement",
    traits = [Pure],
    same = [vector, res],
    infer(value = element_of(vector), "argument type matches vector element type"),
    asm = "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
)]
pub struct InsertElementOp {
    /// The vector.
    pub vector: Operand<LlvmVector>,
    /// The element.
    pub value: Operand<LlvmType>,
    /// Number of the element.
    pub position: Operand<SignlessInteger>,
    /// The new vector.
    pub res: Res<LlvmVector>,
}

/// A part of an aggregate.
#[op(
    name = "llvm.extractvalue",
    traits = [Pure],
    interfaces = [Verify, Fold, InferTypes],
    custom_asm,
)]
pub struct ExtractValueOp {
    /// The aggregate.
    pub container: Operand<LlvmAggregate>,
    /// Number of the part, from the outside in.
    pub position: Attr<I64Array>,
    /// The part.
    pub res: Res<LlvmType>,
}

/// The type of the part at the position of the op.
fn part(b: &Body, op: Op) -> Result<Type, String> {
    let position = b.attr(op, "position").and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    part_at(b.cx(), b.ty(b.operand(op, 0)), position.map_or(&[], |p| &p.values[..]))
}

impl InferTypes for ExtractValueOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        part(b, self.op()).map(|t| smallvec![t])
    }
}

impl Verify for ExtractValueOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ty = part(b, self.op())?;
        ensure!(
            ty == b.ty(self.res(b)),
            "Type mismatch: extracting from '{}' should produce '{}' but this op returns '{}'",
            b.cx().type_to_string(b.ty(self.container(b))),
            b.cx().type_to_string(ty),
            b.cx().type_to_string(b.ty(self.res(b)))
        );
        Ok(())
    }
}

impl CustomAsm for ExtractValueOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.container(b)).dense_array(self.position(b).into());
        // The type of the part would follow; it is not written, but the space before it is.
        p.attr_dict(self.op(), &["position"]).text(" : ").type_of(self.container(b)).text(" ");
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let container = p.operand()?;
        let position = p.attr_in_form(state.info, 0)?;
        state.set_attr(cx, "position", position);
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        let position = cx.attr_as::<DenseArrayAttr>(position).map(|a| a.values.clone()).unwrap_or_default();
        let part = part_at(cx, ty, &position).map_err(|message| p.error(message))?;
        let container = p.resolve(container, ty)?;
        state.operands.push(container);
        state.result_types.push(part);
        Ok(())
    }
}

/// The value at `position` of an aggregate that insertions made.
pub fn inserted_value(b: &Body, mut container: Value, position: &[i64]) -> Option<Value> {
    loop {
        let insert = b.def_as::<InsertValueOp>(container)?;
        let at = &insert.position(b).get(b.cx()).values;
        if at[..] == *position {
            return Some(insert.value(b));
        }
        // An insertion that contains the part or is contained in it gives no whole value for the part.
        if position.starts_with(at) || at.starts_with(position) {
            return None;
        }
        container = insert.container(b);
    }
}

/// The part of a constant at `position`.
fn constant_part(cx: &Context, value: Attr, position: &[i64]) -> Option<Attr> {
    if let Some(dense) = cx.attr_as::<DenseElementsAttr>(value) {
        // As upstream, elements of arrays of arrays are left where they are.
        let &[i] = position else { return None };
        let i = usize::try_from(i).ok()?;
        return (i < dense.num_elements(cx)).then(|| dense.element_attr(cx, i))?;
    }
    position
        .iter()
        .try_fold(value, |value, &i| cx.attr_as::<ArrayAttr>(value)?.0.get(usize::try_from(i).ok()?).copied())
}

impl Fold for ExtractValueOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let op = self.op();
        let position = self.position(b).get(b.cx()).values.clone();
        // A part of a part is one part.
        if let Some(outer) = b.def_as::<ExtractValueOp>(self.container(b)) {
            let whole = [&outer.position(b).get(b.cx()).values[..], &position[..]].concat();
            let container = outer.container(b);
            let attr = b.cx().i64_array(&whole);
            b.set_attr(op, "position", Some(attr));
            b.set_operand(op, 0, container);
            return Some(Folded::InPlace);
        }
        if let Some(value) = consts.first().copied().flatten()
            && let Some(part) = constant_part(b.cx(), value, &position)
            && b.cx().attr_type(part) == Some(b.ty(self.res(b)))
        {
            return Some(part.into());
        }
        if let Some(value) = inserted_value(b, self.container(b), &position) {
            return Some(value.into());
        }
        // Insertions of other parts do not matter.
        let start = self.container(b);
        let mut container = start;
        while let Some(insert) = b.def_as::<InsertValueOp>(container) {
            let at = &insert.position(b).get(b.cx()).values;
            let n = at.len().min(position.len());
            if at[..n] == position[..n] {
                break;
            }
            container = insert.container(b);
        }
        if container == start {
            return None;
        }
        b.set_operand(op, 0, container);
        Some(Folded::InPlace)
    }
}

/// An aggregate with one part replaced.
#[op(name = "llvm.insertvalue", traits = [Pure], interfaces = [Verify], same = [container, res], custom_asm)]
pub struct InsertValueOp {
    /// The aggregate.
    pub container: Operand<LlvmAggregate>,
    /// The part.
    pub value: Operand<LlvmType>,
    /// Number of the part, from the outside in.
    pub position: Attr<I64Array>,
    /// The new aggregate.
    pub res: Res<LlvmAggregate>,
}

impl Verify for InsertValueOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ty = part(b, self.op())?;
        ensure!(
            ty == b.ty(self.value(b)),
            "Type mismatch: cannot insert '{}' into '{}'",
            b.cx().type_to_string(b.ty(self.value(b))),
            b.cx().type_to_string(b.ty(self.container(b)))
        );
        Ok(())
    }
}

impl CustomAsm for InsertValueOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.value(b)).text(", ").value(self.container(b));
        p.dense_array(self.position(b).into());
        // The type of the part would follow; it is not written, but the space before it is.
        p.attr_dict(self.op(), &["position"]).text(" : ").type_of(self.container(b)).text(" ");
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let value = p.operand()?;
        p.expect(",")?;
        let container = p.operand()?;
        let position = p.attr_in_form(state.info, 0)?;
        state.set_attr(cx, "position", position);
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        let position = cx.attr_as::<DenseArrayAttr>(position).map(|a| a.values.clone()).unwrap_or_default();
        let part = part_at(cx, ty, &position).map_err(|message| p.error(message))?;
        let container = p.resolve(container, ty)?;
        let value = p.resolve(value, part)?;
        state.operands.extend([container, value]);
        state.result_types.push(ty);
        Ok(())
    }
}

/// Elements of two vectors in any order.
#[op(name = "llvm.shufflevector", traits = [Pure], interfaces = [Verify, Fold], same = [v1, v2], custom_asm)]
pub struct ShuffleVectorOp {
    /// The first vector.
    pub v1: Operand<LlvmVector>,
    /// The second vector.
    pub v2: Operand<LlvmVector>,
    /// Numbers of elements of both vectors; `-1` for poison.
    pub mask: Attr<I32Array>,
    /// The elements.
    pub res: Res<LlvmVector>,
}

/// The type of `n` elements of a vector; scalable where the vector is.
fn shuffled(cx: &Context, ty: Type, n: i64) -> Option<Type> {
    let vector = cx.type_as::<VectorType>(ty)?;
    Some(cx.ty(VectorType { shape: smallvec![n], ..vector.clone() }))
}

impl Verify for ShuffleVectorOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let mask = self.mask(b);
        let (n, result) = (mask.get(cx).values.len() as i64, b.ty(self.res(b)));
        ensure!(
            shuffled(cx, b.ty(self.v1(b)), n) == Some(result),
            "expected mask and result to have the same number of elements"
        );
        let scalable = cx.type_as::<VectorType>(result).is_some_and(|v| v.scalable.contains(&true));
        ensure!(
            !scalable || mask.get(cx).values.iter().all(|&m| m == 0 || m == -1),
            "expected a splat operation for scalable vectors"
        );
        Ok(())
    }
}

impl Fold for ShuffleVectorOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let v1 = self.v1(b);
        let one = cx.type_as::<VectorType>(b.ty(v1)).is_some_and(|v| v.shape[..] == [1]);
        (one && self.mask(b).get(cx).values[..] == [0] && b.ty(v1) == b.ty(self.res(b))).then(|| v1.into())
    }
}

impl CustomAsm for ShuffleVectorOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.v1(b)).text(", ").value(self.v2(b)).text(" ").dense_array(self.mask(b).into());
        p.attr_dict(self.op(), &["mask"]).text(" : ").type_of(self.v1(b)).text(" ");
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let v1 = p.operand()?;
        p.expect(",")?;
        let v2 = p.operand()?;
        let mask = p.attr_in_form(state.info, 0)?;
        state.set_attr(cx, "mask", mask);
        p.attr_dict(state)?;
        let at = p.location();
        let ty = p.colon_type()?;
        let n = cx.attr_as::<DenseArrayAttr>(mask).map_or(0, |m| m.values.len());
        let Some(result) = shuffled(cx, ty, n as i64).filter(|_| n != 0) else {
            let found = cx.type_to_string(ty);
            let message =
                format!("invalid kind of type specified: expected builtin.vector, but found '{found}'");
            return Err(p.error_at(at, message));
        };
        for v in [v1, v2] {
            let v = p.resolve(v, ty)?;
            state.operands.push(v);
        }
        state.result_types.push(result);
        Ok(())
    }
}
