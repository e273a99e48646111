//! `memref.expand_shape`, `memref.collapse_shape` and `memref.reshape`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{
    MixedIndex,
    constraints::Reassociation,
    index_list::{self, OUTPUT_SHAPE},
    reassociation,
};

use crate::{
    constraints::{ShapeMemRef, StridedMemRef},
    layout::{self, Strided, mul},
};

/// Splits dimensions into groups of dimensions, in place.
#[op(
    name = "memref.expand_shape",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ResultNames],
    asm = "$src $reassociation `output_shape` custom<OUTPUT_SHAPE>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
)]
pub struct ExpandShapeOp {
    /// The buffer.
    pub src: Operand<StridedMemRef>,
    /// For each of its dimensions, those of the result.
    pub reassociation: Attr<Reassociation>,
    /// Dynamic sizes of the result.
    pub output_shape: Variadic<Index>,
    /// Sizes of the result.
    pub static_output_shape: Attr<I64Array>,
    /// The buffer of higher rank.
    pub result: Res<StridedMemRef>,
}

/// Merges groups of dimensions, in place.
#[op(
    name = "memref.collapse_shape",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ResultNames],
    asm = "$src $reassociation attr-dict `:` type($src) `into` type($result)",
)]
pub struct CollapseShapeOp {
    /// The buffer.
    pub src: Operand<StridedMemRef>,
    /// For each dimension of the result, those of the buffer.
    pub reassociation: Attr<Reassociation>,
    /// The buffer of lower rank.
    pub result: Res<StridedMemRef>,
}

/// The same elements in row-major order in another shape.
#[op(
    name = "memref.reshape",
    interfaces = [Verify, MemoryEffects, ResultNames],
    asm = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
)]
pub struct ReshapeOp {
    /// The buffer.
    pub source: Operand<AnyRankedOrUnrankedMemRef>,
    /// The new sizes.
    pub shape: Operand<ShapeMemRef>,
    /// The buffer in the new shape.
    pub result: Res<AnyRankedOrUnrankedMemRef>,
}

strata_tensor::result_name!(ExpandShapeOp => "expand_shape", CollapseShapeOp => "collapse_shape", ReshapeOp => "reshape");

fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

impl ExpandShapeOp {
    /// The groups.
    pub fn groups(self, b: &Body) -> Vec<Vec<i64>> {
        b.attr_slot(self.op(), 0).and_then(|a| reassociation::groups(b.cx(), a)).unwrap_or_default()
    }
    /// The sizes of the result.
    pub fn mixed_output_shape(self, b: &Body) -> Vec<MixedIndex> {
        index_list::mixed_of(b, self.op(), "output_shape", "static_output_shape")
    }
    /// The type of expanding a buffer to the given sizes.
    pub fn infer_type(cx: &Context, source: Type, sizes: &[i64], groups: &[Vec<i64>]) -> Option<Type> {
        let (t, from) = (cx.type_as::<MemRefType>(source)?, layout::strides(cx, source)?);
        // The expanded dimensions of a rank-0 buffer belong to no group; their strides are those of a single element.
        let mut strides = vec![if groups.is_empty() { 1 } else { DYNAMIC }; sizes.len()];
        for (group, &stride) in groups.iter().zip(&from.strides) {
            let mut at = stride;
            for &d in group.iter().rev() {
                *strides.get_mut(d as usize)? = at;
                at = mul(at, sizes[d as usize]);
            }
        }
        if layout::is_trivial(cx, t) {
            return Some(cx.ty(MemRefType { shape: sizes.into(), layout: None, ..t.clone() }));
        }
        Some(layout::with_layout(cx, t, sizes, &Strided { strides, offset: from.offset }))
    }
    /// Expands to the given sizes.
    pub fn create(
        b: &mut Builder<'_>,
        src: Value,
        groups: &[Vec<i64>],
        sizes: &[MixedIndex],
    ) -> Option<Value> {
        let (statics, values) = index_list::split(sizes);
        let ty = Self::infer_type(b.cx(), b.ty(src), &statics, groups)?;
        let (r, s) = (reassociation::attr(b.cx(), groups), b.cx().i64_array(&statics));
        Some(Self::build(b, src, r, &values, s, ty))
    }
}
impl CollapseShapeOp {
    /// The groups.
    pub fn groups(self, b: &Body) -> Vec<Vec<i64>> {
        b.attr_slot(self.op(), 0).and_then(|a| reassociation::groups(b.cx(), a)).unwrap_or_default()
    }
    /// The type of collapsing groups; `None` when the elements of a group are known not to be evenly spaced.
    pub fn infer_type(cx: &Context, source: Type, groups: &[Vec<i64>]) -> Option<Type> {
        let (t, from) = (cx.type_as::<MemRefType>(source)?, layout::strides(cx, source)?);
        let sizes = reassociation::collapsed_shape(&t.shape, groups);
        if layout::is_trivial(cx, t) {
            return Some(cx.ty(MemRefType { shape: sizes.into(), layout: None, ..t.clone() }));
        }
        let mut strides = Vec::new();
        for group in groups {
            let dims: Vec<usize> = group.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
            let size = |d: usize| t.shape.get(d).copied();
            // The strides of dimensions of size one are irrelevant; the innermost other dimension determines the
            // stride. A dimension of unknown size may have size one.
            let skipped = dims.iter().skip(1).rev().take_while(|&&d| size(d) == Some(1)).count();
            let last = *dims.get(dims.len().checked_sub(skipped + 1)?)?;
            let open = dims.len() > skipped + 1 && size(last)? == DYNAMIC;
            let stride = if open { DYNAMIC } else { *from.strides.get(last)? };
            strides.push(stride);
            let mut want = stride;
            for pair in dims.windows(2).rev() {
                let (outer, inner) = (pair[0], pair[1]);
                want = mul(want, size(inner)?);
                let have = *from.strides.get(outer)?;
                if size(outer)? != 1 && want != DYNAMIC && have != DYNAMIC && want != have {
                    return None;
                }
            }
        }
        Some(layout::with_layout(cx, t, &sizes, &Strided { strides, offset: from.offset }))
    }
    /// Collapses the groups.
    pub fn create(b: &mut Builder<'_>, src: Value, groups: &[Vec<i64>]) -> Option<Value> {
        let ty = Self::infer_type(b.cx(), b.ty(src), groups)?;
        let r = reassociation::attr(b.cx(), groups);
        Some(Self::build(b, src, r, ty))
    }
}

/// Checks that the groups turn `expanded` into `collapsed`.
fn verify_groups(expanded: &[i64], collapsed: &[i64], groups: &[Vec<i64>]) -> VerifyResult {
    let (found, expected) = (groups.len(), collapsed.len());
    ensure!(found == expected, "invalid number of reassociation groups: found {found}, expected {expected}");
    let mut next = 0;
    for (i, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
        let mut product = Some(1i64);
        for &d in group {
            ensure!(d == next, "reassociation indices must be contiguous");
            next += 1;
            let Some(&n) = usize::try_from(d).ok().and_then(|d| expanded.get(d)) else {
                return Err(format!("reassociation index {d} is out of bounds").into());
            };
            product = product.filter(|_| n != DYNAMIC).map(|p| p.saturating_mul(n));
        }
        ensure!(
            product.is_none() == (size == DYNAMIC),
            "collapsed dim ({i}) must be dynamic if and only if reassociation group is dynamic"
        );
        if let Some(product) = product {
            ensure!(
                product == size,
                "collapsed dim size ({size}) must equal reassociation group size ({product})"
            );
        }
    }
    if collapsed.is_empty() {
        let ones = expanded.iter().all(|&d| d == 1);
        ensure!(ones, "rank 0 memrefs can only be extended/collapsed with/from ones");
    } else {
        let rank = expanded.len();
        ensure!(
            next as usize == rank,
            "expanded rank ({rank}) inconsistent with number of reassociation indices ({next})"
        );
    }
    Ok(())
}

impl Verify for ExpandShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (shape(b, self.src(b)), shape(b, self.result(b)));
        let (n, m) = (from.len(), to.len());
        ensure!(n <= m, "has source rank {n} and result rank {m}. This is not an expansion ({n} > {m}).");
        verify_groups(to, from, &self.groups(b))?;
        let Some(expected) = Self::infer_type(cx, b.ty(self.src(b)), to, &self.groups(b)) else {
            return Err("invalid source layout map".into());
        };
        let got = b.ty(self.result(b));
        ensure!(
            got == expected,
            "expected expanded type to be '{}' but found '{}'",
            cx.type_to_string(expected),
            cx.type_to_string(got)
        );
        let statics = index_list::statics(b, self.op(), "static_output_shape");
        ensure!(
            statics.len() == m,
            "expected number of static shape bounds to be equal to the output rank ({m}) but found {} inputs instead",
            statics.len()
        );
        let dynamic = statics.iter().filter(|&&d| d == DYNAMIC).count();
        ensure!(
            dynamic == self.output_shape(b).len(),
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} dynamic dims while output_shape has {} values",
            self.output_shape(b).len()
        );
        let wrong = to.iter().zip(statics).position(|(&d, &s)| d != DYNAMIC && d != s);
        ensure!(wrong.is_none(), "invalid output shape provided at pos {}", wrong.unwrap_or_default());
        Ok(())
    }
}
impl Verify for CollapseShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (shape(b, self.src(b)), shape(b, self.result(b)));
        let (n, m) = (from.len(), to.len());
        ensure!(n >= m, "has source rank {n} and result rank {m}. This is not a collapse ({n} < {m}).");
        verify_groups(from, to, &self.groups(b))?;
        let Some(expected) = Self::infer_type(cx, b.ty(self.src(b)), &self.groups(b)) else {
            return Err("invalid source layout map or collapsing non-contiguous dims".into());
        };
        let got = b.ty(self.result(b));
        ensure!(
            got == expected,
            "expected collapsed type to be '{}' but found '{}'",
            cx.type_to_string(expected),
            cx.type_to_string(got)
        );
        Ok(())
    }
}
impl Verify for ReshapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        ensure!(
            cx.elem_or_self(from) == cx.elem_or_self(to),
            "element types of source and destination memref types should be the same"
        );
        let ranked = |t| cx.type_as::<MemRefType>(t).is_some();
        ensure!(
            !ranked(from) || layout::is_identity(cx, from),
            "source memref type should have identity affine map"
        );
        let size = shape(b, self.shape(b)).first().copied().unwrap_or(DYNAMIC);
        if let Some(t) = cx.type_as::<MemRefType>(to) {
            ensure!(layout::is_identity(cx, to), "result memref type should have identity affine map");
            ensure!(
                size != DYNAMIC,
                "cannot use shape operand with dynamic length to reshape to statically-ranked memref type"
            );
            ensure!(
                size as usize == t.shape.len(),
                "length of shape operand differs from the result's memref rank"
            );
        }
        Ok(())
    }
}

impl MemoryEffects for ReshapeOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.shape(b)) });
    }
}

impl Fold for ExpandShapeOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        if b.ty(self.src(b)) == b.ty(self.result(b)) {
            return Some(self.src(b).into());
        }
        let inner = b.def_as::<CollapseShapeOp>(self.src(b))?;
        let origin = inner.src(b);
        let restored = reassociation::restores(shape(b, origin), &inner.groups(b), &self.groups(b));
        (b.ty(origin) == b.ty(self.result(b)) && restored).then(|| origin.into())
    }
}
impl Fold for CollapseShapeOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        if b.ty(self.src(b)) == b.ty(self.result(b)) {
            return Some(self.src(b).into());
        }
        let inner = b.def_as::<ExpandShapeOp>(self.src(b))?;
        let origin = inner.src(b);
        let restored = reassociation::restores(shape(b, origin), &inner.groups(b), &self.groups(b));
        (b.ty(origin) == b.ty(self.result(b)) && restored).then(|| origin.into())
    }
}
