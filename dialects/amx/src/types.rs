//! The type of a tile, and what its registers hold.

use strata_ir::{core::types::Dims, prelude::*, text::Param};

/// Rows of a register at most.
pub const MAX_ROWS: i64 = 16;
/// Bytes of a row at most.
pub const MAX_ROW_BYTES: i64 = 64;

/// Rows and columns of a tile and the type of its elements: `16x64xi8`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Elements {
    /// Its dimensions.
    pub shape: Dims,
    /// The type of its elements.
    pub elem: Type,
}

/// Values in a register of tiles.
#[ty(name = "amx.tile", format = "params")]
pub struct TileType {
    /// Its shape and elements.
    pub elements: Elements,
}

const ELEMENTS: &str =
    "32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer";

impl Param for Elements {
    fn print(&self, w: &mut AsmWriter<'_>) {
        for n in &self.shape {
            w.int((*n).into()).text("x");
        }
        w.ty(self.elem);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        let shape = p.dims(false)?;
        let elem = p.ty()?;
        let cx = p.cx();
        if ![cx.f32(), cx.f16(), cx.bf16(), cx.i32(), cx.i8()].contains(&elem) {
            return Err(p.error_at(at, format!("failed to verify 'elementType': {ELEMENTS}")));
        }
        Ok(Self { shape, elem })
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        let elem = map(TypeOrAttr::Type(self.elem)).ty().unwrap_or(self.elem);
        Self { shape: self.shape.clone(), elem }
    }
}

/// The type of a tile of so many rows and columns.
pub fn tile_type(cx: &Context, rows: i64, columns: i64, elem: Type) -> Type {
    cx.ty(TileType { elements: Elements { shape: smallvec::smallvec![rows, columns], elem } })
}

impl TileType {
    /// Rows and columns, where it has two dimensions.
    #[must_use]
    pub fn sizes(&self) -> Option<[i64; 2]> {
        <[i64; 2]>::try_from(&self.elements.shape[..]).ok()
    }

    /// Rows, and bytes of one.
    #[must_use]
    pub fn rows_and_bytes(&self, cx: &Context) -> Option<[i64; 2]> {
        let [rows, columns] = self.sizes()?;
        Some([rows, columns.checked_mul(i64::from(cx.bit_width(self.elements.elem)? / 8))?])
    }
}

/// The tile type of a value.
pub(crate) fn tile(b: &Body, v: Value) -> Option<&TileType> {
    b.cx().type_as::<TileType>(b.ty(v))
}

fn is_tile_of(cx: &Context, ty: Type, allowed: &[Type]) -> bool {
    cx.type_as::<TileType>(ty).is_some_and(|t| t.sizes().is_some() && allowed.contains(&t.elements.elem))
}

type_constraint! {
    /// A tile of any elements.
    AnyTile = "tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer values",
        |ty, cx| is_tile_of(cx, ty, &[cx.f32(), cx.f16(), cx.bf16(), cx.i32(), cx.i8()]);
    /// A tile of sums of products of floats.
    TileOfF32 = "tile of 32-bit float values", |ty, cx| is_tile_of(cx, ty, &[cx.f32()]);
    /// A tile of factors of such products.
    TileOfHalves = "tile of 16-bit float or bfloat16 type values", |ty, cx| is_tile_of(cx, ty, &[cx.f16(), cx.bf16()]);
    /// A tile of sums of products of integers.
    TileOfI32 = "tile of 32-bit signless integer values", |ty, cx| is_tile_of(cx, ty, &[cx.i32()]);
    /// A tile of factors of such products.
    TileOfI8 = "tile of 8-bit signless integer values", |ty, cx| is_tile_of(cx, ty, &[cx.i8()]);
}

/// Whether a register can hold a tile.
pub(crate) fn verify_size(b: &Body, v: Value) -> VerifyResult {
    let Some([rows, bytes]) = tile(b, v).and_then(|t| t.rows_and_bytes(b.cx())) else { return Ok(()) };
    ensure!(rows <= MAX_ROWS, "bad row height: {rows}");
    ensure!(bytes <= MAX_ROW_BYTES && bytes % 4 == 0, "bad column width: {bytes}");
    Ok(())
}
