//! `tensor.expand_shape`, `tensor.collapse_shape` and `tensor.reshape`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    DimOp, MixedIndex, ReifyShape,
    constraints::{Reassociation, ShapeTensor},
    index_list::{self, OUTPUT_SHAPE},
    reassociation,
};

/// Splits dimensions into groups of dimensions.
#[op(
    name = "tensor.expand_shape",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ReifyShape, ResultNames],
    asm = "$src $reassociation `output_shape` custom<OUTPUT_SHAPE>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
)]
pub struct ExpandShapeOp {
    /// The tensor.
    pub src: Operand<RankedTensor>,
    /// For each of its dimensions, those of the result.
    pub reassociation: Attr<Reassociation>,
    /// Dynamic sizes of the result.
    pub output_shape: Variadic<Index>,
    /// Sizes of the result.
    pub static_output_shape: Attr<I64Array>,
    /// The tensor of higher rank.
    pub result: Res<RankedTensor>,
}

/// Merges groups of dimensions.
#[op(
    name = "tensor.collapse_shape",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ReifyShape, ResultNames],
    asm = "$src $reassociation attr-dict `:` type($src) `into` type($result)",
)]
pub struct CollapseShapeOp {
    /// The tensor.
    pub src: Operand<RankedTensor>,
    /// For each dimension of the result, those of the tensor.
    pub reassociation: Attr<Reassociation>,
    /// The tensor of lower rank.
    pub result: Res<RankedTensor>,
}

/// The same elements in row-major order in another shape.
#[op(
    name = "tensor.reshape",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames],
    asm = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
)]
pub struct ReshapeOp {
    /// The tensor.
    pub source: Operand<AnyTensor>,
    /// The new sizes.
    pub shape: Operand<ShapeTensor>,
    /// The tensor in the new shape.
    pub result: Res<AnyTensor>,
}

crate::result_name!(ExpandShapeOp => "expanded", CollapseShapeOp => "collapsed", ReshapeOp => "reshape");

impl ExpandShapeOp {
    /// The groups.
    pub fn groups(self, b: &Body) -> Vec<Vec<i64>> {
        b.attr_slot(self.op(), 0).and_then(|a| reassociation::groups(b.cx(), a)).unwrap_or_default()
    }
    /// The sizes of the result.
    pub fn mixed_output_shape(self, b: &Body) -> Vec<MixedIndex> {
        index_list::mixed_of(b, self.op(), "output_shape", "static_output_shape")
    }
    /// Expands to the given sizes.
    pub fn create(b: &mut Builder<'_>, src: Value, groups: &[Vec<i64>], sizes: &[MixedIndex]) -> Value {
        let (shape, values) = index_list::split(sizes);
        let elem = b.cx().elem_or_self(b.ty(src));
        let (ty, r, s) =
            (b.cx().tensor(&shape, elem), reassociation::attr(b.cx(), groups), b.cx().i64_array(&shape));
        Self::build(b, src, r, &values, s, ty)
    }
}
impl CollapseShapeOp {
    /// The groups.
    pub fn groups(self, b: &Body) -> Vec<Vec<i64>> {
        b.attr_slot(self.op(), 0).and_then(|a| reassociation::groups(b.cx(), a)).unwrap_or_default()
    }
    /// Collapses the groups.
    pub fn create(b: &mut Builder<'_>, src: Value, groups: &[Vec<i64>]) -> Value {
        let cx = b.cx();
        let (shape, elem) =
            (cx.shaped(b.ty(src)).and_then(|s| s.shape).unwrap_or(&[]), cx.elem_or_self(b.ty(src)));
        let ty = cx.tensor(&reassociation::collapsed_shape(shape, groups), elem);
        let r = reassociation::attr(cx, groups);
        Self::build(b, src, r, ty)
    }
}

fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

impl Verify for ExpandShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let to = shape(b, self.result(b));
        let statics = index_list::statics(b, self.op(), "static_output_shape");
        ensure!(
            statics.len() == to.len(),
            "expected number of static shape dims to be equal to the output rank ({}) but found {} inputs instead",
            to.len(),
            statics.len()
        );
        let dynamic = statics.iter().filter(|&&d| d == DYNAMIC).count();
        ensure!(
            dynamic == self.output_shape(b).len(),
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} dynamic dims while output_shape has {} values",
            self.output_shape(b).len()
        );
        verify_reshape(b, self.result(b), self.src(b), &self.groups(b))?;
        let same = statics.iter().zip(to).all(|(s, t)| s == t);
        ensure!(same, "expected output shape to match the sizes of the result type");
        verify_elem(b, self.src(b), self.result(b))
    }
}
impl Verify for CollapseShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let groups = self.groups(b);
        ensure!(groups.iter().all(|g| !g.is_empty()), "reassociation indices must not be empty");
        verify_reshape(b, self.src(b), self.result(b), &groups)?;
        verify_elem(b, self.src(b), self.result(b))
    }
}
fn verify_elem(b: &Body, x: Value, y: Value) -> VerifyResult {
    let same = b.cx().elem_or_self(b.ty(x)) == b.cx().elem_or_self(b.ty(y));
    ensure!(same, "element types of source and destination tensor types should be the same");
    Ok(())
}
fn verify_reshape(b: &Body, expanded: Value, collapsed: Value, groups: &[Vec<i64>]) -> VerifyResult {
    reassociation::verify(b.cx(), b.ty(expanded), b.ty(collapsed), groups).map_err(Into::into)
}
impl Verify for ReshapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (source, result) = (cx.shaped(b.ty(self.source(b))), cx.shaped(b.ty(self.result(b))));
        let (Some(s), Some(r)) = (source, result) else { return Ok(()) };
        ensure!(s.elem == r.elem, "element types of source and destination tensor types should be the same");
        let size = shape(b, self.shape(b)).first().copied().unwrap_or(DYNAMIC);
        match r.shape {
            Some(shape) => {
                if let (Some(n), Some(m)) = (s.num_elements(), r.num_elements()) {
                    ensure!(n == m, "source and destination tensor should have the same number of elements");
                }
                ensure!(
                    size != DYNAMIC,
                    "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type"
                );
                ensure!(
                    size as usize == shape.len(),
                    "length of shape operand differs from the result's tensor rank"
                );
            }
            None => (),
        }
        Ok(())
    }
}

/// Turns a constant around: a reshape of a constant is the constant with the other type.
fn reshape_constant(b: &Body, value: Option<Attr>, ty: Type) -> Option<Folded> {
    let cx = b.cx();
    let dense = cx.attr_as::<DenseElementsAttr>(value?)?;
    if !cx.shaped(ty)?.is_static() {
        return None;
    }
    Some(cx.attr(DenseElementsAttr { ty, ..dense.clone() }).into())
}

impl Fold for ExpandShapeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let result = b.ty(self.result(b));
        if b.ty(self.src(b)) == result {
            return Some(self.src(b).into());
        }
        if let Some(inner) = b.def_as::<CollapseShapeOp>(self.src(b)) {
            let origin = inner.src(b);
            let restored = reassociation::restores(shape(b, origin), &inner.groups(b), &self.groups(b));
            if b.ty(origin) == result && restored {
                return Some(origin.into());
            }
        }
        reshape_constant(b, consts[0], result)
    }
}
impl Fold for CollapseShapeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let result = b.ty(self.result(b));
        if b.ty(self.src(b)) == result {
            return Some(self.src(b).into());
        }
        if let Some(inner) = b.def_as::<ExpandShapeOp>(self.src(b)) {
            let origin = inner.src(b);
            let restored = reassociation::restores(shape(b, origin), &inner.groups(b), &self.groups(b));
            if b.ty(origin) == result && restored {
                return Some(origin.into());
            }
        }
        reshape_constant(b, consts[0], result)
    }
}
impl Fold for ReshapeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, result) = (self.source(b), b.ty(self.result(b)));
        if let Some(folded) = reshape_constant(b, consts[0], result) {
            return Some(folded);
        }
        if let Some(inner) = b.def_as::<ReshapeOp>(source) {
            let origin = inner.source(b);
            self.set_source(b, origin);
            return Some(Folded::InPlace);
        }
        let shape = b.cx().type_as::<TensorType>(result)?.shape.as_slice();
        if b.ty(source) != result {
            return None;
        }
        let same = shape.len() <= 1
            || b.def_as::<crate::FromElementsOp>(self.shape(b)).is_some_and(|sizes| {
                sizes.elements(b).len() == shape.len()
                    && sizes.elements(b).enumerate().all(|(i, v)| is_size(b, v, source, shape, i))
            });
        same.then(|| source.into())
    }
}

/// Whether `v` is known to be size `i` of `of`, a tensor of this shape.
fn is_size(b: &Body, v: Value, of: Value, shape: &[i64], i: usize) -> bool {
    match index_list::constant_index(b, v) {
        Some(c) => c == shape[i],
        None => {
            b.def_as::<DimOp>(v).is_some_and(|dim| dim.source(b) == of && dim.constant_index(b) == Some(i))
        }
    }
}

impl Canonicalize for ExpandShapeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let src = self.src(rw);
        // Two expansions in a row are one.
        if let Some(inner) = rw.def_of::<ExpandShapeOp>(src) {
            let groups = reassociation::compose(&inner.groups(rw), &self.groups(rw))?;
            let (origin, sizes) = (inner.src(rw), self.mixed_output_shape(rw));
            let (statics, values) = index_list::split(&sizes);
            let ty = rw.ty(self.result(rw));
            let (r, s) = (reassociation::attr(rw.cx(), &groups), rw.cx().i64_array(&statics));
            let new = Self::build(rw, origin, r, &values, s, ty);
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        if let Some(inner) = rw.def_of::<CollapseShapeOp>(src) {
            return expand_of_collapse(*self, inner, rw);
        }
        let ty = rw.ty(self.result(rw));
        of_elements(self.op(), src, ty, rw)
    }
}

/// A collapse and an expansion are one reshape, where the dimensions of one can be told from those of the other.
fn expand_of_collapse(op: ExpandShapeOp, inner: CollapseShapeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (origin, ty) = (inner.src(rw), rw.ty(op.result(rw)));
    if rw.ty(origin) == ty {
        return None;
    }
    let (from, to) = (shape(rw, origin).to_vec(), shape(rw, op.result(rw)).to_vec());
    let (inner_groups, outer_groups) = (inner.groups(rw), op.groups(rw));
    let new = if from.len() > to.len() {
        let groups = reassociation::compose_expand_of_collapse(&inner_groups, &outer_groups, &from, &to)?;
        let groups = reassociation::attr(rw.cx(), &groups);
        CollapseShapeOp::build(rw, origin, groups, ty)
    } else {
        let groups = reassociation::compose_expand_of_collapse(&outer_groups, &inner_groups, &to, &from)?;
        let (statics, values) = index_list::split(&op.mixed_output_shape(rw));
        let (groups, statics) = (reassociation::attr(rw.cx(), &groups), rw.cx().i64_array(&statics));
        ExpandShapeOp::build(rw, origin, groups, &values, statics, ty)
    };
    rw.replace_op(op, &[new]);
    Some(())
}

/// An expansion and a collapse are one reshape, where the groups of one are unions of groups of the other.
fn collapse_of_expand(op: CollapseShapeOp, inner: ExpandShapeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (origin, ty) = (inner.src(rw), rw.ty(op.result(rw)));
    if rw.ty(origin) == ty {
        return None;
    }
    let (from, to) = (shape(rw, origin).len(), shape(rw, op.result(rw)).len());
    let (inner_groups, outer_groups) = (inner.groups(rw), op.groups(rw));
    let new = if from > to {
        let groups = reassociation::compose_collapse_of_expand(&inner_groups, &outer_groups)?;
        let groups = reassociation::attr(rw.cx(), &groups);
        CollapseShapeOp::build(rw, origin, groups, ty)
    } else {
        let groups = reassociation::compose_collapse_of_expand(&outer_groups, &inner_groups)?;
        if from == to {
            crate::CastOp::build(rw, origin, ty)
        } else {
            let sizes = inner.mixed_output_shape(rw);
            let (statics, values) =
                index_list::split(&index_list::group_products(rw, &sizes, &outer_groups)?);
            let (groups, statics) = (reassociation::attr(rw.cx(), &groups), rw.cx().i64_array(&statics));
            ExpandShapeOp::build(rw, origin, groups, &values, statics, ty)
        }
    };
    rw.replace_op(op, &[new]);
    Some(())
}

/// A reshape of equal or of listed elements has these elements.
fn of_elements(op: Op, src: Value, ty: Type, rw: &mut Rewriter<'_>) -> Option<()> {
    if !rw.cx().shaped(ty)?.is_static() {
        return None;
    }
    let new = if let Some(splat) = rw.def_of::<crate::SplatOp>(src) {
        let input = splat.input(rw);
        crate::SplatOp::build(rw, input, &[], ty)
    } else {
        let elements: Vec<Value> = rw.def_of::<crate::FromElementsOp>(src)?.elements(rw).collect();
        crate::FromElementsOp::build(rw, &elements, ty)
    };
    rw.replace_op(op, &[new]);
    Some(())
}
impl Canonicalize for CollapseShapeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let src = self.src(rw);
        let ty = rw.ty(self.result(rw));
        if let Some(inner) = rw.def_of::<CollapseShapeOp>(src) {
            let groups = reassociation::compose(&self.groups(rw), &inner.groups(rw))?;
            let origin = inner.src(rw);
            let r = reassociation::attr(rw.cx(), &groups);
            let new = Self::build(rw, origin, r, ty);
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        if let Some(inner) = rw.def_of::<ExpandShapeOp>(src) {
            return collapse_of_expand(*self, inner, rw);
        }
        if of_elements(self.op(), src, ty, rw).is_some() {
            return Some(());
        }
        // A cast before that only forgets sizes moves after.
        let origin = crate::cast::cast_source(rw, src)?;
        let groups = self.groups(rw);
        let known = reassociation::collapsed_shape(shape(rw, origin), &groups);
        let t = rw.cx().type_as::<TensorType>(ty)?;
        let new_ty = rw.cx().ty(TensorType { shape: known.into(), ..t.clone() });
        if new_ty == ty {
            rw.set_operand(*self, 0, origin);
            return Some(());
        }
        let r = reassociation::attr(rw.cx(), &groups);
        let new = Self::build(rw, origin, r, new_ty);
        let cast = crate::CastOp::build(rw, new, ty);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}

impl ReifyShape for ExpandShapeOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        Some(self.mixed_output_shape(b))
    }
}
impl ReifyShape for CollapseShapeOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        let (src, groups) = (self.src(b), self.groups(b));
        let known = shape(b, self.result(b)).to_vec();
        let mut out = Vec::new();
        for (group, &size) in groups.iter().zip(&known) {
            if size != DYNAMIC {
                out.push(MixedIndex::Static(size));
                continue;
            }
            let mut product: Option<Value> = None;
            for &d in group {
                let size = DimOp::create_or_fold(b, src, d as usize)?;
                if size == MixedIndex::Static(1) {
                    continue;
                }
                let size = size.materialize(b)?;
                product = Some(match product {
                    None => size,
                    Some(p) => index_list::index_op(b, "arith.muli", p, size)?,
                });
            }
            out.push(product.map_or(MixedIndex::Static(1), MixedIndex::Value));
        }
        Some(out)
    }
}
