//! `flatten-memref`: buffers of several dimensions are accessed as buffers of one.
//!
//! Before: `%v = memref.load %m[%i, %j] : memref<4x8xf32>`. After:
//! ```mlir
//! %0 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1)>()[%i, %j]
//! %r = memref.reinterpret_cast %m to offset: [0], sizes: [32], strides: [1] : memref<4x8xf32> to memref<32xf32, strided<[1]>>
//! %v = memref.load %r[%0] : memref<32xf32, strided<[1]>>
//! ```
//! Allocations have one dimension, and are seen as before through a `memref.reinterpret_cast`. Buffers with a layout that is a map stay, as do
//! accesses to vectors of several dimensions, and transfers beyond the bounds or of elements that are apart from each other.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    rewrite::patterns,
};
use strata_memref::{
    AllocOp, AllocaOp, ExtractStridedMetadataOp, ReinterpretCastOp,
    layout::{self, Strided},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::affine_size::{composed_apply, composed_max};
use strata_tensor::MixedIndex;

use crate::access::{Access, Kind};

/// Flatten a multiple dimensional memref to 1-dimensional.
#[pass(name = "flatten-memref", class = "FlattenMemrefsPass", produces = [affine, arith, memref, vector], each_body)]
pub struct FlattenMemrefs;

const PATTERNS: &[PatternRow] = patterns! {
    any => "flatten-access": access,
    AllocOp => "flatten-alloc": alloc,
    AllocaOp => "flatten-alloca": alloca,
};

impl BodyPass for FlattenMemrefs {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        crate::apply(body, &patterns)
    }
}

/// The sizes, strides and offset of a buffer.
struct Shape {
    sizes: Vec<MixedIndex>,
    strides: Vec<MixedIndex>,
    offset: MixedIndex,
}

/// The layout of a buffer of several dimensions; `None` for others, and where it is a map.
fn several_dims(b: &Body, ty: Type) -> Option<Strided> {
    let cx = b.cx();
    let memref = cx.type_as::<MemRefType>(ty).filter(|t| t.shape.len() > 1)?;
    let strided = |layout: Attr| cx.attr_as::<StridedLayoutAttr>(layout).is_some();
    if !memref.layout.is_none_or(strided) && !layout::is_identity(cx, ty) {
        return None;
    }
    layout::strides(cx, ty)
}

/// Accesses the flat buffer.
fn access(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let access = Access::all(rw, op).next().filter(|a| a.kind != Kind::Copy && !a.is_affine(rw))?;
    let ty = rw.ty(access.memref);
    let known = several_dims(rw, ty)?;
    if access.kind != Kind::Element && (access.vector_rank(rw) > 1 || known.strides.last() != Some(&1)) {
        return None;
    }
    let transfer = access.kind == Kind::Transfer;
    if transfer {
        let minor = access.transfer_map(rw)?.is_minor_identity();
        (minor && access.in_bounds(rw).iter().all(|&x| x)).then_some(())?;
    }
    let sizes = rw.cx().shaped(ty)?.shape?.to_vec();
    let parts = ExtractStridedMetadataOp::create(rw, access.memref)?;
    rw.touch(parts.op());
    let mixed = |known: &[i64], values: &[Value]| -> Vec<MixedIndex> {
        let pairs = known.iter().zip(values);
        pairs.map(|(&n, &v)| if n == DYNAMIC { v.into() } else { n.into() }).collect()
    };
    let shape = Shape {
        sizes: mixed(&sizes, parts.sizes(rw)),
        strides: mixed(&known.strides, parts.strides(rw)),
        offset: mixed(&[known.offset], &[parts.offset(rw)])[0],
    };
    let mut terms = Vec::new();
    let mut sum = AffineExpr::constant(0);
    for (&index, &stride) in access.operands(rw).iter().zip(&shape.strides) {
        let at = terms.len() as u32;
        sum = sum + AffineExpr::symbol(at) * AffineExpr::symbol(at + 1);
        terms.extend([MixedIndex::Value(index), stride]);
    }
    let position = composed_apply(rw, &AffineMap::new(0, terms.len() as u32, vec![sum]), &terms)?;
    let position = position.materialize(rw)?;
    let size = extent(rw, &shape)?;
    let flat = flat_type(rw, ty, size, shape.offset)?;
    let one = [MixedIndex::Static(1)];
    let flat = ReinterpretCastOp::create(rw, access.memref, shape.offset, &[size], &one, flat);
    for value in [position, flat] {
        if let Some(def) = rw.def_op(value) {
            rw.touch(def);
        }
    }
    if transfer {
        let rank = access.vector_rank(rw);
        access.set_transfer_map(rw, AffineMap::minor_identity(1, rank as u32));
    }
    access.redirect(rw, flat, &[position]);
    Some(())
}

/// The number of elements between the first and the last: the largest product of a size and a stride.
fn extent(rw: &mut Rewriter<'_>, shape: &Shape) -> Option<MixedIndex> {
    let rank = shape.sizes.len() as u32;
    let s = AffineExpr::symbol;
    let products = (0..rank).map(|i| s(2 * i) * s(2 * i + 1)).collect();
    let operands: Vec<MixedIndex> =
        shape.strides.iter().zip(&shape.sizes).flat_map(|(&stride, &size)| [stride, size]).collect();
    composed_max(rw, &AffineMap::new(0, 2 * rank, products), &operands)
}

/// The type of a buffer of one dimension in the memory of another.
fn flat_type(b: &Body, ty: Type, size: MixedIndex, offset: MixedIndex) -> Option<Type> {
    let layout = Strided { strides: vec![1], offset: offset.as_dim() };
    Some(layout::with_layout(b.cx(), b.cx().type_as::<MemRefType>(ty)?, &[size.as_dim()], &layout))
}

fn alloc(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let sizes = op.as_op::<AllocOp>(rw)?.mixed_sizes(rw);
    allocation(op, &sizes, rw, AllocOp::build)
}

fn alloca(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let sizes = op.as_op::<AllocaOp>(rw)?.mixed_sizes(rw);
    allocation(op, &sizes, rw, AllocaOp::build)
}

/// Allocates a buffer of one dimension.
fn allocation(
    op: Op,
    sizes: &[MixedIndex],
    rw: &mut Rewriter<'_>,
    build: fn(&mut Builder<'_>, &[Value], &[Value], Option<Attr>, Type) -> Value,
) -> Option<()> {
    let ty = rw.ty(rw.result(op, 0));
    let known = several_dims(rw, ty)?;
    // Strides and offsets that are not known have values that only a descriptor has.
    if known.offset == DYNAMIC || known.strides.contains(&DYNAMIC) && !layout::is_identity(rw.cx(), ty) {
        return None;
    }
    let s = AffineExpr::symbol;
    let mut strides = vec![MixedIndex::Static(1); sizes.len()];
    for i in (1..sizes.len()).rev() {
        let product = AffineMap::new(0, 2, vec![s(0) * s(1)]);
        strides[i - 1] = match known.strides[i - 1] {
            DYNAMIC => composed_apply(rw, &product, &[strides[i], sizes[i]])?,
            n => MixedIndex::Static(n),
        };
    }
    if let Some((last, &n)) = strides.last_mut().zip(known.strides.last()) {
        *last = MixedIndex::Static(n);
    }
    let shape = Shape { sizes: sizes.to_vec(), strides, offset: MixedIndex::Static(known.offset) };
    let size = extent(rw, &shape)?;
    let flat = flat_type(rw, ty, size, shape.offset)?;
    let values: Vec<Value> = size.value().into_iter().collect();
    let alignment = rw.attr(op, "alignment");
    let buffer = build(rw, &values, &[], alignment, flat);
    let view = ReinterpretCastOp::create(rw, buffer, shape.offset, &shape.sizes, &shape.strides, ty);
    rw.replace_op(op, &[view]);
    Some(())
}
