//! Products of the tensor cores that one warp computes, and how it loads their operands.

use strata_ir::prelude::*;

use crate::types::{F32Vector, RankedVector, SparseMetadata, is_shared};

strata_ir::text::word_attrs! {
    /// How a reciprocal is rounded.
    bare RcpRoundingMode = "nvgpu.rcp_rounding_mode" "Rounding mode of rcp" of "::mlir::nvgpu::RcpRoundingMode" default Approx {
        /// Nearly.
        Approx = "approx",
        /// To the nearest, ties to even.
        Rn = "rn",
        /// Towards zero.
        Rz = "rz",
        /// Down.
        Rm = "rm",
        /// Up.
        Rp = "rp",
    }
}

attr_constraint! {
    /// Sizes M, N and K of a product.
    MmaShape: ArrayAttr = "64-bit integer array attribute", |a, cx|
        cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&n| I64Attr::check(n, cx)));
    /// Which two of four lanes give the positions; zero, if it is not given.
    SparsitySelector: IntegerAttr = "32-bit signless integer attribute", |a, cx| I32Attr::check(a, cx),
        form AttrForm::ImpliedType(Context::i32), default |cx| cx.i32_attr(0);
}

fn vector(b: &Body, v: Value) -> Option<&VectorType> {
    b.cx().type_as::<VectorType>(b.ty(v))
}

/// Loads 8 by 8 tiles of a matrix in shared memory as operands of products.
#[op(
    name = "nvgpu.ldmatrix",
    interfaces = [Verify, MemoryEffects],
    holds(same_elements, "srcMemref and res have same element type"),
    asm = "$srcMemref `` `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
)]
pub struct LdMatrixOp {
    /// The matrix.
    #[ir_name = "srcMemref"]
    pub src_memref: Operand<AnyMemRef>,
    /// The position of the row whose address this lane provides.
    pub indices: Variadic<Index>,
    /// Tiles are transposed.
    pub transpose: Attr<BoolAttr>,
    /// The number of tiles.
    #[ir_name = "numTiles"]
    pub num_tiles: Attr<I32Attr>,
    /// The elements of this lane.
    pub res: Res<RankedVector>,
}

fn same_elements(b: &Body, op: Op) -> bool {
    b.cx().elem_or_self(b.ty(b.operand(op, 0))) == b.cx().elem_or_self(b.ty(b.result(op, 0)))
}

impl LdMatrixOp {
    /// Loads `tiles` tiles.
    pub fn create(
        b: &mut Builder<'_>,
        source: Value,
        indices: &[Value],
        tiles: i32,
        transpose: bool,
    ) -> Value {
        let cx = b.cx();
        let elem = cx.elem_or_self(b.ty(source));
        let per_register = 32 / i64::from(cx.bit_width(elem).unwrap_or(32)).max(1);
        let ty = cx.vector(&[i64::from(tiles), per_register], elem);
        let (transpose, tiles) = (cx.bool_attr(transpose), cx.i32_attr(tiles));
        Self::build(b, source, indices, transpose, tiles, ty)
    }
}
impl MemoryEffects for LdMatrixOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.src_memref(b)) });
    }
}
impl Verify for LdMatrixOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let source = cx.type_as::<MemRefType>(b.ty(self.src_memref(b)));
        let (Some(source), Some(res)) = (source, vector(b, self.res(b))) else { return Ok(()) };
        let number = |name| b.attr(self.op(), name).and_then(|a| cx.attr_i64(a)).unwrap_or(0);
        let bits = i64::from(cx.bit_width(res.elem).unwrap_or(0));
        let bare = |text: String| Err(VerifyError::bare(text));
        if !is_shared(cx, source) {
            return bare("expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)".into());
        }
        if !(1..=32).contains(&bits) {
            return bare("nvgpu.ldmatrix works for 32b or lower".into());
        }
        if number("transpose") != 0 && bits != 16 {
            return bare("nvgpu.ldmatrix transpose works only at 16b granularity".into());
        }
        let [rows, columns] = res.shape[..] else {
            return bare("results must be 2 dimensional vector".into());
        };
        if columns != 32 / bits {
            return bare(format!("expected vector register shape[1] = {}", 32 / bits));
        }
        if rows != number("numTiles") {
            return bare("expected vector register shape[0] and numTiles to match".into());
        }
        Ok(())
    }
}

/// A product of matrices that a warp has in its registers, added to a third.
#[op(
    name = "nvgpu.mma.sync",
    traits = [Pure],
    interfaces = [Verify],
    holds(same_operands, "matrixA and matrixB have same element type"),
    asm = "`(` $matrixA `,` $matrixB `,` $matrixC `)` attr-dict `:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)",
)]
pub struct MmaSyncOp {
    /// The left matrix.
    #[ir_name = "matrixA"]
    pub matrix_a: Operand<RankedVector>,
    /// The right matrix.
    #[ir_name = "matrixB"]
    pub matrix_b: Operand<RankedVector>,
    /// The addend.
    #[ir_name = "matrixC"]
    pub matrix_c: Operand<RankedVector>,
    /// Sizes of the product.
    #[ir_name = "mmaShape"]
    pub mma_shape: Attr<MmaShape>,
    /// Operands are rounded to 19 bits.
    #[ir_name = "tf32Enabled"]
    pub tf32_enabled: OptAttr<UnitAttr>,
    /// The sum.
    pub res: Res<RankedVector>,
}

/// As `nvgpu.mma.sync`, with a 2:4 sparse left matrix, of which two of four neighbouring elements are stored.
#[op(
    name = "nvgpu.mma.sp.sync",
    traits = [Pure],
    interfaces = [Verify],
    holds(same_operands, "matrixA and matrixB have same element type"),
    asm = "`(` $matrixA `,` $matrixB `,` $matrixC `)` `metadata` `(` $sparseMetadata `)` attr-dict `:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)",
)]
pub struct MmaSparseSyncOp {
    /// The left matrix.
    #[ir_name = "matrixA"]
    pub matrix_a: Operand<RankedVector>,
    /// The right matrix.
    #[ir_name = "matrixB"]
    pub matrix_b: Operand<RankedVector>,
    /// The addend.
    #[ir_name = "matrixC"]
    pub matrix_c: Operand<RankedVector>,
    /// Which elements of the left matrix are there.
    #[ir_name = "sparseMetadata"]
    pub sparse_metadata: Operand<SparseMetadata>,
    /// Sizes of the product.
    #[ir_name = "mmaShape"]
    pub mma_shape: Attr<MmaShape>,
    /// The lanes that provide the sparse metadata.
    #[ir_name = "sparsitySelector"]
    pub sparsity_selector: DefaultAttr<SparsitySelector>,
    /// Operands are rounded to 19 bits.
    #[ir_name = "tf32Enabled"]
    pub tf32_enabled: OptAttr<UnitAttr>,
    /// The sum.
    pub res: Res<RankedVector>,
}

fn same_operands(b: &Body, op: Op) -> bool {
    b.cx().elem_or_self(b.ty(b.operand(op, 0))) == b.cx().elem_or_self(b.ty(b.operand(op, 1)))
}

impl MmaSyncOp {
    /// A product of `m` by `k` and `k` by `n` elements; `tf32` for operands of `f32`.
    pub fn create(b: &mut Builder<'_>, [x, y, acc]: [Value; 3], shape: [i64; 3], tf32: bool) -> Value {
        let cx = b.cx();
        let shape = cx.array_attr(shape.iter().map(|&n| cx.i64_attr(n)).collect());
        let (tf32, ty) = (tf32.then(|| cx.unit()), b.ty(acc));
        Self::build(b, x, y, acc, shape, tf32, ty)
    }
}

/// The signedness of the factors of an 8-bit product, and the overflow behaviour of its sums.
///
/// By default `nvgpu.mma.sync` multiplies signed integers, and sums saturate. Discardable attributes change this:
/// `strata.unsigned_a`, `strata.unsigned_b`, `strata.wrapped`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntegerProduct {
    /// Which of the two factors are without a sign.
    pub unsigned: [bool; 2],
    /// Sums wrap around.
    pub wraps: bool,
}

const UNSIGNED: [&str; 2] = ["strata.unsigned_a", "strata.unsigned_b"];
const WRAPPED: &str = "strata.wrapped";

impl IntegerProduct {
    /// The signedness and overflow behaviour of a product.
    pub fn from_op(b: &Body, op: Op) -> Self {
        let has = |name| b.attr(op, name).is_some();
        Self { unsigned: UNSIGNED.map(has), wraps: has(WRAPPED) }
    }
}

impl MmaSyncOp {
    /// A product of `m` by `k` and `k` by `n` integers.
    pub fn of_integers(
        b: &mut Builder<'_>,
        operands: [Value; 3],
        shape: [i64; 3],
        kind: IntegerProduct,
    ) -> Value {
        let result = Self::create(b, operands, shape, false);
        let unit = b.cx().unit();
        let words = [(UNSIGNED[0], kind.unsigned[0]), (UNSIGNED[1], kind.unsigned[1]), (WRAPPED, kind.wraps)];
        if let Some(op) = b.def_op(result) {
            for (name, _) in words.into_iter().filter(|(_, set)| *set) {
                b.set_attr(op, name, Some(unit));
            }
        }
        result
    }
}

/// The sizes M, N and K of a product.
pub fn mma_shape(b: &Body, op: Op) -> Option<[i64; 3]> {
    let all = b.cx().attr_as::<ArrayAttr>(b.attr(op, "mmaShape")?)?;
    let sizes: Option<Vec<i64>> = all.0.iter().map(|&a| b.cx().attr_i64(a)).collect();
    sizes?.try_into().ok()
}

/// The rules of both products: the vectors of a lane are its share of matrices of the sizes.
fn verify_mma(b: &Body, op: Op, sparse: bool) -> VerifyResult {
    let cx = b.cx();
    let vectors: Option<Vec<&VectorType>> = (0..3).map(|i| vector(b, b.operand(op, i))).collect();
    let Some(vectors) = vectors else { return Ok(()) };
    let elem = vectors[0].elem;
    if sparse && elem == cx.f64() {
        return Err(VerifyError::bare("f64 is not supported for sparse mode"));
    }
    let bits = i64::from(cx.bit_width(elem).unwrap_or(0));
    let known = [cx.f32(), cx.bf16(), cx.f16(), cx.i8(), cx.int_type(4)];
    // Tiles of 8 by 8 by 128 bits, for `f64` 256, of which a lane has 32 bits, or one `f64`.
    let (tile_k, share) = if elem == cx.f64() {
        (4, 1)
    } else if known.contains(&elem) {
        (128 / bits, 32 / bits)
    } else {
        return Err(VerifyError::bare(format!(
            "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by {}",
            b.op_name(op)
        )));
    };
    let Some([m, n, k]) = mma_shape(b, op) else { return Err("expected three sizes in 'mmaShape'".into()) };
    let half = if sparse { 2 } else { 1 };
    let wanted = [("A", m * k, m * k / half), ("B", k * n, k * n), ("C", m * n, m * n)];
    for (v, (name, shown, want)) in vectors.iter().zip(wanted) {
        let elements = v.shape.iter().product::<i64>() * 32;
        ensure!(v.shape.len() == 2 && elements == want, "expected {shown} warp-wide matrix {name} elements");
    }
    ensure!(
        b.attr(op, "tf32Enabled").is_none() || elem == cx.f32(),
        "expected tf32 tensor cores only for F32 operands"
    );
    let [mt, nt, kt] = [m / 8, n / 8, k / tile_k];
    let wanted =
        [("A", mt * kt, mt * kt / half, share), ("B", kt * nt, kt * nt, share), ("C", mt * nt, mt * nt, 2)];
    for (v, (name, shown, tiles, each)) in vectors.iter().zip(wanted) {
        ensure!(v.shape[..] == [tiles, each], "expected matrix {name} to be shaped ({shown} x {each})");
    }
    Ok(())
}

impl Verify for MmaSyncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_mma(b, self.op(), false)
    }
}
impl Verify for MmaSparseSyncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let selector = b.attr(self.op(), "sparsitySelector").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
        ensure!((0..2).contains(&selector), "sparsity selector should be 0 or 1");
        verify_mma(b, self.op(), true)
    }
}

/// Reciprocals.
#[op(
    name = "nvgpu.rcp",
    traits = [Pure, SameOperandsAndResultType],
    interfaces = [Verify],
    asm = "$in `{` `rounding` `=` $rounding (`,` `ftz` $ftz^)? `}` attr-dict `:` type($out)",
)]
pub struct RcpOp {
    /// The numbers.
    pub in_: Operand<F32Vector>,
    /// The rounding mode.
    pub rounding: DefaultAttr<RcpRoundingMode>,
    /// Subnormal numbers are zero.
    pub ftz: OptAttr<UnitAttr>,
    /// Their reciprocals.
    pub out: Res<F32Vector>,
}

impl Verify for RcpOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let rounding = b.attr(self.op(), "rounding").unwrap_or_else(|| RcpRoundingMode::Approx.attr(cx));
        let approx = cx.attr_as::<RcpRoundingMode>(rounding) == Some(&RcpRoundingMode::Approx);
        ensure!(
            approx && b.attr(self.op(), "ftz").is_some(),
            "has a limitation. {} or non-ftz is not supported yet.",
            cx.attr_to_string(rounding)
        );
        Ok(())
    }
}
