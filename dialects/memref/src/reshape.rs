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
        // The dimensions of a scalar belong to no group, and are as those of one element.
        let mut strides = vec![if groups.is_empty() { 1 } else { DYNAMIC }; sizes.len()];
        for (group, &stride) in groups.iter().zip(&from.strides) {
            let mut at = stride;
            for &d in group.iter().rev() {
                *strides.get_mut(d as usize)? = at;
                at = mul(at, sizes[d as usize]);
            }
        }
        let to = Strided { strides, offset: from.offset };
        Some(if t.layout.is_none() {
            layout::with_strides(cx, t, sizes, &to)
        } else {
            layout::with_layout(cx, t, sizes, &to)
        })
    }
    /// Expands to the given sizes.
    pub fn of(b: &mut Builder<'_>, src: Value, groups: &[Vec<i64>], sizes: &[MixedIndex]) -> Option<Value> {
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
        if t.layout.is_none() {
            return Some(cx.ty(MemRefType { shape: sizes.into(), ..t.clone() }));
        }
        let mut strides = Vec::new();
        for group in groups {
            // Dimensions of size one have no say; the innermost other one gives the stride.
            let last = group.iter().rev().find(|&&d| t.shape.get(d as usize) != Some(&1)).or(group.last())?;
            strides.push(*from.strides.get(*last as usize)?);
            let mut at = from.strides[*last as usize];
            let mut size = t.shape[*last as usize];
            for &d in group.iter().rev().skip_while(|d| *d != last).skip(1) {
                let (s, n) = (from.strides[d as usize], t.shape[d as usize]);
                if n == 1 {
                    continue;
                }
                let want = mul(at, size);
                if want != DYNAMIC && s != DYNAMIC && want != s {
                    return None;
                }
                (at, size) = (s, n);
            }
        }
        Some(layout::with_layout(cx, t, &sizes, &Strided { strides, offset: from.offset }))
    }
    /// Collapses the groups.
    pub fn of(b: &mut Builder<'_>, src: Value, groups: &[Vec<i64>]) -> Option<Value> {
        let ty = Self::infer_type(b.cx(), b.ty(src), groups)?;
        let r = reassociation::attr(b.cx(), groups);
        Some(Self::build(b, src, r, ty))
    }
}

impl Verify for ExpandShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (shape(b, self.src(b)), shape(b, self.result(b)));
        ensure!(
            from.len() < to.len() || from.len() == to.len(),
            "has source rank {} and result rank {}. This is not an expansion ({} > {}).",
            from.len(),
            to.len(),
            from.len(),
            to.len()
        );
        let statics = index_list::statics(b, self.op(), "static_output_shape");
        ensure!(
            statics.len() == to.len(),
            "expected number of static shape bounds to be equal to the output rank ({}) but found {} inputs instead",
            to.len(),
            statics.len()
        );
        let dynamic = statics.iter().filter(|&&d| d == DYNAMIC).count();
        ensure!(
            dynamic == self.output_shape(b).len(),
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} dynamic dims while output_shape has {} values",
            self.output_shape(b).len()
        );
        reassociation::verify(to, from, &self.groups(b), true).map_err(VerifyError::from)?;
        let Some(expected) = Self::infer_type(cx, b.ty(self.src(b)), to, &self.groups(b)) else {
            return Err("invalid source layout map".into());
        };
        let got = b.ty(self.result(b));
        ensure!(
            cx.elem_or_self(got) == cx.elem_or_self(expected) && layout::same(cx, expected, got),
            "expected expanded type to be '{}' but found '{}'",
            cx.type_to_string(expected),
            cx.type_to_string(got)
        );
        Ok(())
    }
}
impl Verify for CollapseShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (shape(b, self.src(b)), shape(b, self.result(b)));
        ensure!(
            from.len() >= to.len(),
            "has source rank {} and result rank {}. This is not a collapse ({} < {}).",
            from.len(),
            to.len(),
            from.len(),
            to.len()
        );
        let groups = self.groups(b);
        let sizes = reassociation::collapsed_shape(from, &groups);
        for (&size, &dim) in sizes.iter().zip(to) {
            let known = size != DYNAMIC && dim != DYNAMIC;
            ensure!(
                !known || size == dim,
                "collapsed dim size ({dim}) must equal reassociation group size ({size})"
            );
        }
        reassociation::verify(from, to, &self.groups(b), false).map_err(VerifyError::from)?;
        let Some(expected) = Self::infer_type(cx, b.ty(self.src(b)), &self.groups(b)) else {
            return Err("invalid source layout map or collapsing non-contiguous dims".into());
        };
        let got = b.ty(self.result(b));
        ensure!(
            cx.elem_or_self(got) == cx.elem_or_self(expected) && layout::same(cx, expected, got),
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
        let inner = b.def_as::<CollapseShapeOp>(self.src(b))?;
        let origin = inner.src(b);
        let unique = self
            .groups(b)
            .iter()
            .all(|g| g.iter().filter(|&&d| shape(b, origin).get(d as usize) == Some(&DYNAMIC)).count() <= 1);
        (b.ty(origin) == b.ty(self.result(b)) && inner.groups(b) == self.groups(b) && unique)
            .then(|| origin.into())
    }
}
impl Fold for CollapseShapeOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let inner = b.def_as::<ExpandShapeOp>(self.src(b))?;
        let origin = inner.src(b);
        (b.ty(origin) == b.ty(self.result(b)) && inner.groups(b) == self.groups(b)).then(|| origin.into())
    }
}
