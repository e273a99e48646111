//! Products of matrices in shared memory that four warps start together.

use strata_ir::prelude::*;
use strata_llvm::{constraints::LlvmStruct, types::StructType};

use crate::{attrs::*, enums::*};

/// Orders earlier writes to registers before the products that follow.
#[op(name = "nvvm.wgmma.fence.aligned", asm = "attr-dict")]
pub struct WgmmaFenceAlignedOp {}

/// Commits the products that were started since the last commit as a group.
#[op(name = "nvvm.wgmma.commit.group.sync.aligned", asm = "attr-dict")]
pub struct WgmmaGroupSyncAlignedOp {}

/// Waits until at most this many groups are pending.
#[op(name = "nvvm.wgmma.wait.group.sync.aligned", asm = "attr-dict $group")]
pub struct WgmmaWaitGroupSyncOp {
    /// The number of groups.
    pub group: Attr<I64Attr>,
}

/// Starts to multiply two matrices in shared memory and to add the product to registers.
#[op(
    name = "nvvm.wgmma.mma_async",
    interfaces = [Verify],
    asm = "$descriptorA `,` $descriptorB `,` $inouts `,` $shape `,` `D` `[` $typeD `,` $scaleD (`,` $satfinite^)? `]` `,` `A` `[` $typeA `,` $scaleA `,` $layoutA `]` `,` `B` `[` $typeB `,` $scaleB `,` $layoutB `]` attr-dict `:` type($inouts) `->` type($results)",
)]
pub struct WgmmaMmaAsyncOp {
    /// The accumulator.
    pub inouts: Operand<LlvmStruct>,
    /// The descriptor of the first factor.
    #[ir_name = "descriptorA"]
    pub descriptor_a: Operand<I64>,
    /// The descriptor of the second factor.
    #[ir_name = "descriptorB"]
    pub descriptor_b: Operand<I64>,
    /// Numbers of rows, of columns, and of products in a sum.
    pub shape: Attr<MmaShape>,
    /// The type of the first factor's elements.
    #[ir_name = "typeA"]
    pub type_a: Attr<WgmmaType>,
    /// The type of the second factor's elements.
    #[ir_name = "typeB"]
    pub type_b: Attr<WgmmaType>,
    /// The type of the sum's elements.
    #[ir_name = "typeD"]
    pub type_d: Attr<WgmmaType>,
    /// Whether the product is added to the accumulator.
    #[ir_name = "scaleD"]
    pub scale_d: Attr<WgmmaScaleOut>,
    /// The sign of the first factor.
    #[ir_name = "scaleA"]
    pub scale_a: Attr<WgmmaScaleIn>,
    /// The sign of the second factor.
    #[ir_name = "scaleB"]
    pub scale_b: Attr<WgmmaScaleIn>,
    /// The order of the first factor's elements.
    #[ir_name = "layoutA"]
    pub layout_a: Attr<MmaLayout>,
    /// The order of the second factor's elements.
    #[ir_name = "layoutB"]
    pub layout_b: Attr<MmaLayout>,
    /// Whether sums of integers saturate or wrap around on overflow.
    pub satfinite: OptAttr<MmaIntOverflow>,
    /// The sum.
    pub results: Res<LlvmStruct>,
}

/// Whether the hardware sums products of such elements so.
fn sums(d: WgmmaType, a: WgmmaType, b: WgmmaType) -> bool {
    use WgmmaType::*;
    let eight = |t| matches!(t, E4M3 | E5M2);
    match a {
        F16 => b == F16 && matches!(d, F16 | F32),
        Tf32 => b == Tf32 && d == F32,
        Bf16 => b == Bf16 && d == F32,
        U8 | S8 => matches!(b, U8 | S8) && d == S32,
        B1 => b == B1 && d == S32,
        E4M3 | E5M2 => eight(b) && matches!(d, F16 | F32),
        F32 | S32 => false,
    }
}

impl Verify for WgmmaMmaAsyncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        use WgmmaType::*;
        let cx = b.cx();
        let op = self.op();
        ensure!(
            b.ty(self.inouts(b)) == b.ty(self.results(b)),
            "failed to verify that input struct and result struct must be the same type"
        );
        let kind = |name| b.attr(op, name).and_then(|a| cx.attr_as::<WgmmaType>(a)).copied();
        let (Some(ta), Some(tb), Some(td)) = (kind("typeA"), kind("typeB"), kind("typeD")) else {
            return Ok(());
        };
        let Some(shape) = b.attr(op, "shape").and_then(|a| cx.attr_as::<MmaShape>(a)) else { return Ok(()) };
        ensure!(matches!(td, F32 | F16 | S32), "does not support the given output type {}", td.word());
        let negative = |name| b.attr(op, name) == Some(WgmmaScaleIn::Neg.attr(cx));
        ensure!(
            td != S32 || !(negative("scaleA") || negative("scaleB")),
            "has s32 output, scaleA and scaleB cannot be neg"
        );
        ensure!(sums(td, ta, tb), "{} += {} * {}, it is not supported.", td.word(), ta.word(), tb.word());
        ensure!(shape.m == 64, "shape 'm' must be 64");
        let k = match ta {
            Tf32 => 8,
            F16 | Bf16 => 16,
            B1 => 256,
            _ => 32,
        };
        ensure!(shape.k == k, "shape 'k' must be {k} for input type {}", ta.word());
        let n = shape.n;
        let allowed = (8..=256).contains(&n)
            && n % 8 == 0
            && (!matches!(ta, U8 | S8 | B1) || matches!(n, 8 | 16 | 24) || n % 16 == 0);
        ensure!(allowed, "has input type {} n is set to {n}, it is not supported.", ta.word());
        let layout = |name| b.attr(op, name).and_then(|a| cx.attr_as::<MmaLayout>(a)).copied();
        let (la, lb) = (layout("layoutA"), layout("layoutB"));
        if let (Some(la), Some(lb)) = (la, lb) {
            ensure!(
                matches!(ta, F16 | Bf16) || (la == MmaLayout::Row && lb == MmaLayout::Col),
                "given layouts layout_a = {} and layout_b = {} for input types {} and {} requires transpose. However, this is only supported for: f16 and bf16",
                la.word(),
                lb.word(),
                ta.word(),
                tb.word()
            );
        }
        let expected = if td == F16 { n / 4 } else { n / 2 };
        let found = cx.type_as::<StructType>(b.ty(self.results(b))).map_or(0, |s| s.members().len()) as i64;
        ensure!(expected == found, "results {expected}, however output struct has {found} elements");
        ensure!(
            td == S32 || b.attr(op, "satfinite") != Some(MmaIntOverflow::Satfinite.attr(cx)),
            " `satfinite` can be only used with s32 accumulator, however the current accumulator is {}",
            td.word()
        );
        Ok(())
    }
}
