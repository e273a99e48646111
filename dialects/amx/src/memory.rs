//! Tiles of zeros, and tiles in memory.
//!
//! As upstream's, ops that begin a tile have an effect beside what they read, so that each has a register of its own: two of them are never
//! made one.

use strata_ir::prelude::*;
use strata_memref::layout;

use crate::types::{AnyTile, verify_size};

/// A tile of zeros.
#[op(name = "amx.tile_zero", interfaces = [Verify, MemoryEffects], asm = "attr-dict `:` type($res)")]
pub struct TileZeroOp {
    /// The tile.
    pub res: Res<AnyTile>,
}

/// Reads a tile: rows of neighbours, each a number of elements behind the one before.
#[op(
    name = "amx.tile_load",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, MemoryEffects],
    asm = "$base `[` $indices `]` (`,` $stride^)? attr-dict `:` type($base) `into` type($res)",
)]
pub struct TileLoadOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position of the first row.
    pub indices: Variadic<Index>,
    /// Elements from one row to the next; those of the last dimension but one, where it is not given.
    pub stride: OptOperand<Index>,
    /// The tile.
    pub res: Res<AnyTile>,
}

/// Writes a tile: rows of neighbours, each a number of elements behind the one before.
#[op(
    name = "amx.tile_store",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, MemoryEffects],
    asm = "$base `[` $indices `]` `,` $val (`,` $stride^)? attr-dict `:` type($base) `,` type($val)",
)]
pub struct TileStoreOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position of the first row.
    pub indices: Variadic<Index>,
    /// The tile.
    pub val: Operand<AnyTile>,
    /// Elements from one row to the next; those of the last dimension but one, where it is not given.
    pub stride: OptOperand<Index>,
}

/// A register is taken.
const TAKES_REGISTER: Effect = Effect { kind: EffectKind::Write, on: None };

impl MemoryEffects for TileZeroOp {
    fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
        out.push(TAKES_REGISTER);
    }
}
impl MemoryEffects for TileLoadOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(TAKES_REGISTER);
        out.push(Effect { kind: EffectKind::Read, on: Some(self.base(b)) });
    }
}
impl MemoryEffects for TileStoreOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.base(b)) });
    }
}

impl Verify for TileZeroOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_size(b, self.res(b))
    }
}
impl Verify for TileLoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let indices = self.indices(b).count();
        verify_access(b, self.base(b), indices, self.res(b), self.stride(b))
    }
}
impl Verify for TileStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let indices = self.indices(b).count();
        verify_access(b, self.base(b), indices, self.val(b), self.stride(b))
    }
}

fn verify_access(b: &Body, base: Value, indices: usize, tile: Value, stride: Option<Value>) -> VerifyResult {
    let rank = b.cx().shaped(b.ty(base)).and_then(|s| s.rank()).unwrap_or(0);
    ensure!(indices == rank, "requires {rank} indices");
    verify_size(b, tile)?;
    if stride.is_none() {
        ensure!(rank >= 2, "requires at least 2D memref");
        let strides = layout::strides(b.cx(), b.ty(base)).map(|l| l.strides);
        ensure!(strides.is_some_and(|s| s.last() == Some(&1)), "requires memref with unit innermost stride");
    }
    Ok(())
}
