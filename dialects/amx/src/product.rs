//! Products of tiles.

use strata_ir::prelude::*;

use crate::types::{TileOfF32, TileOfHalves, TileOfI8, TileOfI32, tile, verify_size};

/// Adds products of pairs of narrow floats to sums.
///
/// For each sum, the products of the first members of all pairs are added up from zero by fused multiply-adds in the order of the steps, so are those of the
/// second members, then both are added, and the result is added to the sum. All is rounded to nearest, subnormal numbers are zero. So it is
/// for `bf16`; of `f16`, subnormal factors are what they are.
#[op(
    name = "amx.tile_mulf",
    traits = [Pure],
    interfaces = [Verify],
    same = [acc, res],
    asm = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs) `,` type($rhs) `,` type($acc)",
)]
pub struct TileMulFOp {
    /// Rows of pairs.
    pub lhs: Operand<TileOfHalves>,
    /// For each pair of a row, the pairs of all columns.
    pub rhs: Operand<TileOfHalves>,
    /// The sums before.
    pub acc: Operand<TileOfF32>,
    /// The sums after.
    pub res: Res<TileOfF32>,
}

/// Adds products of groups of four integers to sums, which wrap around.
#[op(
    name = "amx.tile_muli",
    traits = [Pure],
    interfaces = [Verify],
    same = [acc, res],
    asm = "$lhs (`zext` $isZextLhs^)? `,` $rhs (`zext` $isZextRhs^)? `,` $acc attr-dict `:` type($lhs) `,` type($rhs) `,` type($acc)",
)]
pub struct TileMulIOp {
    /// Rows of groups.
    pub lhs: Operand<TileOfI8>,
    /// For each group of a row, the groups of all columns.
    pub rhs: Operand<TileOfI8>,
    /// The sums before.
    pub acc: Operand<TileOfI32>,
    /// The left factors have no sign.
    #[ir_name = "isZextLhs"]
    pub is_zext_lhs: OptAttr<UnitAttr>,
    /// The right factors have no sign.
    #[ir_name = "isZextRhs"]
    pub is_zext_rhs: OptAttr<UnitAttr>,
    /// The sums after.
    pub res: Res<TileOfI32>,
}

impl TileMulIOp {
    /// The factors without a sign, as attributes.
    pub fn create(b: &mut Builder<'_>, [lhs, rhs, acc]: [Value; 3], unsigned: [bool; 2]) -> Value {
        let [x, y] = unsigned.map(|yes| yes.then(|| b.cx().unit()));
        Self::build(b, lhs, rhs, acc, x, y)
    }
}

impl Verify for TileMulFOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let operands = [self.lhs(b), self.rhs(b), self.acc(b)];
        verify_product(b, operands, 2)?;
        let elem = |v: Value| tile(b, v).map(|t| t.elements.elem);
        ensure!(elem(operands[0]) == elem(operands[1]), "unsupported type combination");
        Ok(())
    }
}
impl Verify for TileMulIOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_product(b, [self.lhs(b), self.rhs(b), self.acc(b)], 4)
    }
}

/// The shapes of a product of groups of `group` elements.
fn verify_product(b: &Body, operands: [Value; 3], group: i64) -> VerifyResult {
    operands.into_iter().try_for_each(|v| verify_size(b, v))?;
    let sizes = operands.map(|v| tile(b, v).and_then(|t| t.sizes()).unwrap_or_default());
    let [[rows, steps], [groups, columns], [m, n]] = sizes;
    let fits = m == rows && n == columns / group && steps / group == groups;
    ensure!(fits, "bad mult shape: {m} x {n} x {}", steps / group);
    Ok(())
}
