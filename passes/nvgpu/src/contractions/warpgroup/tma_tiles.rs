//! Tiles of a factor that the tensor memory accelerator copies, its boxes: their copies to shared memory, and where the tensor cores
//! find them.

use strata_arith::{ConstantOp, constant_index};
use strata_gpu::AddressSpace;
use strata_ir::prelude::*;
use strata_memref::{CastOp, ReinterpretCastOp, layout};
use strata_nvgpu::{
    TensorMapDescriptorType, TmaAsyncLoadOp, TmaCreateDescriptorOp, WarpgroupDescriptorType,
    WarpgroupGenerateDescriptorOp,
    types::{Interleave, L2Promotion, OutOfBounds, Swizzle},
};
use strata_passes_analysis::index_arith::{add, add_const, times};
use strata_passes_gpu::{
    contractions::product::{Factor, Product},
    launch::extent,
};
use strata_tensor::MixedIndex;

use super::{K, STAGES, TILE_COLUMNS};

/// The tiles of a factor, of 64 columns; where the sum is along the rows each has several rows of the factor.
pub(super) struct TmaTiles {
    pub along_k: bool,
    /// Rows or columns of the factor in a step, and in a box.
    own: i64,
    each: i64,
    /// Rows of one box.
    rows: i64,
    /// The number of blocks of the cluster that each copy a part for all of them.
    parts: i64,
    /// Whether the product is batched.
    batched: bool,
    map: Value,
    elem: Type,
    elem_bytes: i64,
}

impl TmaTiles {
    pub fn new(b: &mut Builder<'_>, product: &Product, factor: &Factor, own: i64, parts: i64) -> Self {
        let cx = b.cx_arc().clone();
        let elem = product.elem;
        let (rows, each) = if factor.along_k { (own / parts, own / parts) } else { (K, TILE_COLUMNS) };
        let batched = !product.loops.batch.is_empty();
        let unranked = cx.ty(UnrankedMemRefType { elem, memory_space: None });
        let source = matrices(b, product, factor);
        let source = CastOp::build(b, source, unranked);
        let shape = shape(batched, [rows, TILE_COLUMNS]);
        let map_type = cx.ty(TensorMapDescriptorType {
            tensor: AddressSpace::Workgroup.memref(&cx, &shape, elem),
            swizzle: Swizzle::B128,
            l2promo: L2Promotion::B256,
            oob: OutOfBounds::Zero,
            interleave: Interleave::None,
        });
        let sizes: Vec<Value> = shape.iter().map(|&n| constant_index(b, n)).collect();
        let map = TmaCreateDescriptorOp::build(b, source, &sizes, map_type);
        let elem_bytes = i64::from(cx.bit_width(elem).unwrap_or(16)) / 8;
        Self { along_k: factor.along_k, own, each, rows, parts, batched, map, elem, elem_bytes }
    }
    /// Elements of a stage.
    fn elements(&self) -> i64 {
        self.own * K
    }
    /// Bytes of a stage.
    pub fn bytes(&self) -> i64 {
        self.elements() * self.elem_bytes
    }
    pub fn buffer(&self, cx: &Context) -> Type {
        AddressSpace::Workgroup.memref(
            cx,
            &[STAGES, self.own / self.each, self.rows, TILE_COLUMNS],
            self.elem,
        )
    }
    /// A view of a matrix in a buffer, from an element on.
    fn part(&self, b: &mut Builder<'_>, buffer: Value, first: Value, shape: &[i64]) -> Value {
        let sizes: Vec<MixedIndex> = shape.iter().map(|&n| n.into()).collect();
        view(b, buffer, first.into(), &sizes)
    }
    /// Starts the copies of a step, at a batch, a first row or column, and a place along the reduction.
    pub fn load(
        &self,
        b: &mut Builder<'_>,
        (buffer, stage): (Value, Value),
        barriers: Value,
        (batch, first, k): (Option<Value>, Value, Value),
        rank: Option<Value>,
    ) {
        let cx = b.cx_arc().clone();
        let count = self.own / self.each / self.parts;
        let mut start = times(b, stage, self.elements());
        let mut first = first;
        let mut mask = None;
        if let Some(rank) = rank.filter(|_| self.parts > 1) {
            // The block's part is multicast to all blocks.
            let (elements, own) = (times(b, rank, self.elements() / self.parts), self.own / self.parts);
            start = add(b, start, elements);
            let own = times(b, rank, own);
            first = add(b, first, own);
            let all = cx.int_attr((1 << self.parts) - 1, cx.i16());
            mask = Some(ConstantOp::build(b, all, cx.i16()));
        }
        for i in 0..count {
            let to = add_const(b, start, i * self.rows * TILE_COLUMNS);
            let to = self.part(b, buffer, to, &shape(self.batched, [self.rows, TILE_COLUMNS]));
            let own = add_const(b, first, i * self.each);
            // The fastest dimension comes first.
            let mut at = if self.along_k { vec![k, own] } else { vec![own, k] };
            at.extend(batch);
            TmaAsyncLoadOp::build(b, to, barriers, self.map, &at, stage, mask, None);
        }
    }
    /// The matrix descriptor of the part of a stage that begins `own` rows or columns further.
    pub fn descriptor(
        &self,
        b: &mut Builder<'_>,
        (buffer, stage): (Value, Value),
        own: Option<Value>,
        shape: [i64; 2],
    ) -> Value {
        let cx = b.cx_arc().clone();
        let mut start = times(b, stage, self.elements());
        if let Some(own) = own {
            // A row of a box along the sum, or a whole box of 64 columns: either has 64 elements for one.
            let moved = times(b, own, TILE_COLUMNS);
            start = add(b, start, moved);
        }
        let matrix = self.part(b, buffer, start, &shape);
        let tensor = AddressSpace::Workgroup.memref(&cx, &shape, self.elem);
        let ty = cx.ty(WarpgroupDescriptorType { tensor });
        WarpgroupGenerateDescriptorOp::build(b, matrix, self.map, ty)
    }
}

/// The factor as a memref with one dimension for rows, one for columns, and one for batches if there are any.
fn matrices(b: &mut Builder<'_>, product: &Product, factor: &Factor) -> Value {
    let loops = &product.loops;
    let [m, n, k] = product.matrix;
    let own = if factor.is_first { m } else { n };
    let mut sizes = if factor.along_k { vec![own, k] } else { vec![k, own] };
    if !loops.batch.is_empty() {
        let batches = product.extent(b, &loops.batch);
        sizes.insert(0, batches);
    }
    if factor.map.n_results() == sizes.len() {
        return factor.buffer;
    }
    view(b, factor.buffer, MixedIndex::Static(0), &sizes)
}

/// A contiguous view of a buffer from element `first` on, with these sizes.
fn view(b: &mut Builder<'_>, buffer: Value, first: MixedIndex, sizes: &[MixedIndex]) -> Value {
    let strides: Vec<MixedIndex> = (0..sizes.len()).map(|i| extent(b, &sizes[i + 1..])).collect();
    let cx = b.cx_arc().clone();
    let whole = b.ty(buffer);
    let shape: Vec<i64> = sizes.iter().map(|s| s.as_dim()).collect();
    let strided =
        layout::Strided { strides: strides.iter().map(|s| s.as_dim()).collect(), offset: first.as_dim() };
    let ty = match cx.type_as::<MemRefType>(whole) {
        Some(t) => layout::with_layout(&cx, t, &shape, &strided),
        None => whole,
    };
    ReinterpretCastOp::create(b, buffer, first, sizes, &strides, ty)
}

/// The shape of a box, with a batch dimension of one if `batched`.
fn shape(batched: bool, matrix: [i64; 2]) -> Vec<i64> {
    if batched { vec![1, matrix[0], matrix[1]] } else { matrix.to_vec() }
}
