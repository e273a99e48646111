//! `gpu-decompose-memrefs`: in a launch, accesses to buffers and views of them become positions in memory without dimensions.
//!
//! Before, in a `gpu.launch`:
//! ```mlir
//! %0 = memref.load %m[%i, %j] : memref<4x8xf32>
//! ```
//! After, with the first op where `%m` is defined:
//! ```mlir
//! %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> …
//! %at = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1)>()[%i, %j]
//! %r = memref.reinterpret_cast %base to offset: [%at], sizes: [], strides: [] : memref<f32> to memref<f32, strided<[], offset: ?>>
//! %0 = memref.load %r[] : memref<f32, strided<[], offset: ?>>
//! ```
//! Launches thereby need no descriptors of several dimensions. Buffers with a layout that is a map stay as they are. As upstream's,
//! the pass drops hints about the accesses (`nontemporal`, `alignment`).

use strata_gpu::LaunchOp;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    rewrite::patterns,
};
use strata_memref::{
    ExtractStridedMetadataOp, LoadOp, ReinterpretCastOp, StoreOp, SubViewOp,
    layout::{self, Strided},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::affine_size::{combined, composed_apply};
use strata_tensor::{MixedIndex, OffsetSizeStride};

/// Decomposes memref index computation into explicit ops.
#[pass(
    name = "gpu-decompose-memrefs",
    class = "GpuDecomposeMemrefsPass",
    produces = [affine, arith, memref],
    each_body
)]
pub struct DecomposeMemrefs;

const PATTERNS: &[PatternRow] = patterns! {
    LoadOp => "decompose-load": load,
    StoreOp => "decompose-store": store,
    SubViewOp => "decompose-subview": subview,
};

impl BodyPass for DecomposeMemrefs {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        let config = GreedyConfig { canonicalize: false, top_down: false, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

fn is_in_launch(b: &Body, op: Op) -> bool {
    std::iter::successors(b.parent_op(op), |&p| b.parent_op(p)).any(|p| p.isa::<LaunchOp>(b))
}

/// Memory without dimensions, and where a part of a buffer is in it: its first element, and the strides for the steps asked for.
struct Flat {
    base: Value,
    offset: MixedIndex,
    strides: Vec<MixedIndex>,
}

/// Takes the buffer apart where it is defined. `None` if it has no dimensions or no strides.
fn flat(rw: &mut Rewriter<'_>, source: Value, offsets: &[MixedIndex], steps: &[MixedIndex]) -> Option<Flat> {
    let ty = rw.ty(source);
    let memref = rw.cx().type_as::<MemRefType>(ty).filter(|t| !t.shape.is_empty())?;
    let strided = |layout: Attr| rw.cx().attr_as::<StridedLayoutAttr>(layout).is_some();
    if !memref.layout.is_none_or(strided) {
        return None;
    }
    let known = layout::strides(rw.cx(), ty)?;
    let here = rw.point();
    let start = match rw.def(source) {
        Def::Result { op, .. } => InsertPoint::after(rw, op),
        Def::Arg { block, .. } => InsertPoint::at_start(rw, block),
        Def::Forward => return None,
    };
    rw.goto(start);
    let parts = ExtractStridedMetadataOp::create(rw, source)?;
    rw.touch(parts.op());
    rw.goto(here);
    let mixed = |n: i64, value: Value| if n == DYNAMIC { MixedIndex::from(value) } else { n.into() };
    let strides: Vec<MixedIndex> =
        known.strides.iter().zip(parts.strides(rw)).map(|(&n, &v)| mixed(n, v)).collect();
    let mut terms = vec![mixed(known.offset, parts.offset(rw))];
    let mut sum = AffineExpr::symbol(0);
    for (&offset, &stride) in offsets.iter().zip(&strides) {
        let at = terms.len() as u32;
        sum = sum + AffineExpr::symbol(at) * AffineExpr::symbol(at + 1);
        terms.extend([offset, stride]);
    }
    let mut products = Vec::new();
    for (&step, &stride) in steps.iter().zip(&strides) {
        products.push(combined(rw, &[step, stride], |x, y| x * y)?);
    }
    let offset = composed_apply(rw, &AffineMap::new(0, terms.len() as u32, vec![sum]), &terms)?;
    Some(Flat { base: parts.base_buffer(rw), offset, strides: products })
}

/// The part of the memory with these sizes and strides.
fn view(rw: &mut Rewriter<'_>, flat: &Flat, sizes: &[MixedIndex], strides: &[MixedIndex]) -> Option<Value> {
    let base = rw.cx().type_as::<MemRefType>(rw.ty(flat.base))?.clone();
    let dims = |list: &[MixedIndex]| list.iter().map(|m| m.as_dim()).collect::<Vec<_>>();
    let layout = Strided { strides: dims(strides), offset: flat.offset.as_dim() };
    let ty = layout::with_layout(rw.cx(), &base, &dims(sizes), &layout);
    Some(ReinterpretCastOp::create(rw, flat.base, flat.offset, sizes, strides, ty))
}

/// The element at a position, as a buffer.
fn element(rw: &mut Rewriter<'_>, op: Op, source: Value, indices: &[Value]) -> Option<Value> {
    is_in_launch(rw, op).then_some(())?;
    let indices: Vec<MixedIndex> = indices.iter().copied().map(MixedIndex::Value).collect();
    let flat = flat(rw, source, &indices, &[])?;
    view(rw, &flat, &[], &[])
}

fn load(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let access = op.as_op::<LoadOp>(rw)?;
    let (source, indices) = (access.memref(rw), access.indices(rw).collect::<Vec<_>>());
    let element = element(rw, op, source, &indices)?;
    let new = LoadOp::create(rw, element, &[]);
    rw.replace_op(op, &[new]);
    Some(())
}

fn store(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let access = op.as_op::<StoreOp>(rw)?;
    let (source, indices) = (access.memref(rw), access.indices(rw).collect::<Vec<_>>());
    let element = element(rw, op, source, &indices)?;
    let value = access.value(rw);
    StoreOp::create(rw, value, element, &[]);
    rw.erase_op(op);
    Some(())
}

fn subview(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    is_in_launch(rw, op).then_some(())?;
    let part = op.as_op::<SubViewOp>(rw)?;
    let dropped = part.dropped_dims(rw)?;
    let (offsets, sizes, steps) = (part.mixed_offsets(rw), part.mixed_sizes(rw), part.mixed_strides(rw));
    let source = part.source(rw);
    let flat = flat(rw, source, &offsets, &steps)?;
    let kept = |list: Vec<MixedIndex>| -> Vec<MixedIndex> {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(m, _)| m).collect()
    };
    let new = view(rw, &flat, &kept(sizes), &kept(flat.strides.clone()))?;
    rw.replace_op(op, &[new]);
    Some(())
}
