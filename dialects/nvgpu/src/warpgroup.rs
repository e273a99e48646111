//! Products of the tensor cores that four warps compute, from matrices in shared memory.

use strata_ir::{num::FloatFormat, prelude::*};

use crate::{
    tma::verify_descriptor,
    types::{
        Swizzle, TensorMapDescriptor, TensorMapDescriptorType, WarpgroupAccumulator, WarpgroupDescriptor,
        accumulator, matrix,
    },
};

/// Describes a matrix in shared memory to the tensor cores.
#[op(
    name = "nvgpu.warpgroup.generate.descriptor",
    interfaces = [Verify],
    asm = "$tensor `,` $tensorMap attr-dict `:` type($tensor) `,` type($tensorMap) `->` type($descriptor)",
)]
pub struct WarpgroupGenerateDescriptorOp {
    /// The matrix.
    pub tensor: Operand<AnyMemRef>,
    /// The descriptor of the copy that wrote it.
    #[ir_name = "tensorMap"]
    pub tensor_map: Operand<TensorMapDescriptor>,
    /// Its description.
    pub descriptor: Res<WarpgroupDescriptor>,
}

/// A product of matrices, added to an accumulator.
#[op(
    name = "nvgpu.warpgroup.mma",
    interfaces = [Verify],
    asm = "$descriptorA `,` $descriptorB `,` $matrixC attr-dict `:` type($descriptorA) `,` type($descriptorB) `,` type($matrixC) `->` type($matrixD)",
)]
pub struct WarpgroupMmaOp {
    /// The left matrix.
    #[ir_name = "descriptorA"]
    pub descriptor_a: Operand<WarpgroupDescriptor>,
    /// The right matrix.
    #[ir_name = "descriptorB"]
    pub descriptor_b: Operand<WarpgroupDescriptor>,
    /// The number of groups of products that may be pending at its end.
    #[ir_name = "waitGroup"]
    pub wait_group: OptAttr<I64Attr>,
    /// The left matrix is transposed.
    #[ir_name = "transposeA"]
    pub transpose_a: OptAttr<UnitAttr>,
    /// The right matrix is transposed.
    #[ir_name = "transposeB"]
    pub transpose_b: OptAttr<UnitAttr>,
    /// The addend.
    #[ir_name = "matrixC"]
    pub matrix_c: Operand<WarpgroupAccumulator>,
    /// The sum.
    #[ir_name = "matrixD"]
    pub matrix_d: Res<WarpgroupAccumulator>,
}

/// Writes an accumulator to memory.
#[op(
    name = "nvgpu.warpgroup.mma.store",
    interfaces = [Verify],
    asm = "$matrixD `,` $dstMemref attr-dict `:` type($matrixD) `to` type($dstMemref)",
)]
pub struct WarpgroupMmaStoreOp {
    /// The accumulator.
    #[ir_name = "matrixD"]
    pub matrix_d: Operand<WarpgroupAccumulator>,
    /// The destination.
    #[ir_name = "dstMemref"]
    pub dst_memref: Operand<AnyMemRef>,
}

/// An accumulator of zeros.
#[op(
    name = "nvgpu.warpgroup.mma.init.accumulator",
    interfaces = [Verify],
    asm = "attr-dict `->` type($matrixC)",
)]
pub struct WarpgroupMmaInitAccumulatorOp {
    /// The accumulator.
    #[ir_name = "matrixC"]
    pub matrix_c: Res<WarpgroupAccumulator>,
}

impl Verify for WarpgroupGenerateDescriptorOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let map = b.ty(self.tensor_map(b));
        verify_descriptor(b, map, None)?;
        let swizzle = b.cx().type_as::<TensorMapDescriptorType>(map).map(|d| d.swizzle);
        if swizzle != Some(Swizzle::B128) {
            let text = "supports only swizzle_128b is supported for the time being";
            return Err(VerifyError::bare(text));
        }
        Ok(())
    }
}

fn float(cx: &Context, ty: Type) -> Option<FloatFormat> {
    cx.as_float(ty)
}

/// Whether the tensor cores add products of these elements.
fn is_allowed(cx: &Context, d: Type, x: Type, y: Type) -> bool {
    let small = |t| matches!(float(cx, t), Some(FloatFormat::F8E5M2 | FloatFormat::F8E4M3FN));
    let to_float = d == cx.f32() || d == cx.f16();
    let tf32 = |t| float(cx, t) == Some(FloatFormat::TF32);
    (x == y && (x == cx.f16() || x == cx.bf16()) && to_float)
        || (tf32(x) && tf32(y) && d == cx.f32())
        || (x == y && (x == cx.i16() || x == cx.i1()) && d == cx.i32())
        || (small(x) && small(y) && to_float)
}

/// Whether the units multiply matrices with `n` columns.
fn is_allowed_n(cx: &Context, n: i64, elem: Type) -> bool {
    let step = if elem == cx.i8() || elem == cx.i1() {
        if n <= 32 { 8 } else { 16 }
    } else if float(cx, elem).is_some() && elem != cx.f64() {
        8
    } else {
        return false;
    };
    (8..=256).contains(&n) && n % step == 0
}

impl Verify for WarpgroupMmaOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let show = |t| cx.type_to_string(t);
        let has = |name| b.attr(self.op(), name).is_some();
        ensure!(
            !has("transposeA") || has("transposeB"),
            "supports non-transpose A (Row Major) and transpose B (Column Major) for the time being "
        );
        let (ta, tb) = (b.ty(self.descriptor_a(b)), b.ty(self.descriptor_b(b)));
        let (tc, td) = (b.ty(self.matrix_c(b)), b.ty(self.matrix_d(b)));
        let (Some(x), Some(y), Some(c)) = (matrix(cx, ta), matrix(cx, tb), accumulator(cx, tc)) else {
            return Ok(());
        };
        ensure!(tc == td, "type of matrix C and matrix D must be the same");
        let ([m, k], [k2, n], [m2, n2]) = match (&x.shape[..], &y.shape[..], &c.shape[..]) {
            (&[m, k], &[k2, n], &[m2, n2]) => ([m, k], [k2, n], [m2, n2]),
            _ => return Err("has matrices A, B, C and D, they must be 2 dimensional".into()),
        };
        ensure!(k == k2, "2nd dim matrix-A ({k})!= 1st dim matrix-B ({k2} )");
        ensure!(m == m2, "1st dim matrix-A ( {m} )!= 1st dim matrix-C ( {m2} )");
        ensure!(n == n2, "2nd dim matrix-B ( {n} ) != 2nd dim matrix-C ( {n2} )");
        let sum = format!("'{}' += '{}' * '{}'", show(c.elem), show(x.elem), show(y.elem));
        ensure!(is_allowed(cx, c.elem, x.elem, y.elem), "{sum}, it is not supported.");
        ensure!(
            is_allowed_n(cx, n, x.elem),
            "has input type '{}' n is set to {n}, it is not supported",
            cx.type_as::<crate::types::WarpgroupDescriptorType>(tb).map_or(String::new(), |d| show(d.tensor))
        );
        ensure!(
            c.elem == cx.f32() || x.elem == cx.f16() || x.elem == cx.bf16(),
            "hit a limitation: {sum}, it is not supported yet"
        );
        Ok(())
    }
}

impl Verify for WarpgroupMmaStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ty = b.ty(self.matrix_d(b));
        let (Some(v), Some(t)) = (accumulator(cx, ty), cx.type_as::<MemRefType>(b.ty(self.dst_memref(b))))
        else {
            return Ok(());
        };
        ensure!(v.elem == cx.f32(), "hit a limitation: only f32 results for the time being");
        let shown =
            cx.type_as::<crate::types::WarpgroupAccumulatorType>(ty).map(|a| cx.type_to_string(a.fragmented));
        let size = |shape: &[i64], i: usize| shape.get(i).copied().unwrap_or(0);
        ensure!(
            v.shape[..] == t.shape[..],
            "results ['{}'][{}] values. However, destination memref[{}][{}]  does not have same size as results",
            shown.unwrap_or_default(),
            size(&v.shape, 1),
            size(&t.shape, 0),
            size(&t.shape, 1)
        );
        Ok(())
    }
}

impl Verify for WarpgroupMmaInitAccumulatorOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, ty) = (b.cx(), b.ty(self.matrix_c(b)));
        let Some(v) = accumulator(cx, ty) else { return Ok(()) };
        let fits = matches!(v.shape[..], [m, n] if m % 64 == 0 && is_allowed_n(cx, n, v.elem));
        let shown =
            cx.type_as::<crate::types::WarpgroupAccumulatorType>(ty).map(|a| cx.type_to_string(a.fragmented));
        ensure!(
            fits,
            "has type '{}'. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)",
            shown.unwrap_or_default()
        );
        Ok(())
    }
}
