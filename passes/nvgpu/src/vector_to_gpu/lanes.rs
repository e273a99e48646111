//! Which elements of a matrix the lanes of a warp hold for `nvgpu.mma.sync`, and whose addresses they give for `nvgpu.ldmatrix`.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_vector::{ContractionOp, TransferWriteOp};

/// Lanes that share a row of a tile.
const LANES_OF_ROW: i64 = 4;
/// Rows of a tile.
const TILE_ROWS: i64 = 8;
/// Bits of a row that one lane addresses.
const ROW_BITS: i64 = 128;

/// The part of a matrix in a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Left,
    Right,
    Sum,
}

/// A matrix of a warp.
#[derive(Clone, Debug)]
pub(super) struct WarpMatrix {
    pub shape: [i64; 2],
    pub elem: Type,
    pub role: Role,
    bits: i64,
}

/// The registers of a lane: how many, and elements in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Registers {
    pub count: i64,
    pub elements: i64,
}

/// The first contraction that uses a value.
pub(super) fn user_contraction(b: &Body, v: Value) -> Option<ContractionOp> {
    b.users(v).find_map(|user| user.as_op::<ContractionOp>(b))
}

impl WarpMatrix {
    /// The matrix that an op gives or writes.
    pub fn from_op(b: &Body, op: Op) -> Option<Self> {
        if let Some(write) = op.as_op::<TransferWriteOp>(b) {
            return Self::new(b, write.value_to_store(b), Role::Sum);
        }
        let v = *b.results(op).first()?;
        let role = match user_contraction(b, v) {
            Some(c) if c.lhs(b) == v => Role::Left,
            Some(c) if c.rhs(b) == v => Role::Right,
            _ => Role::Sum,
        };
        Self::new(b, v, role)
    }
    fn new(b: &Body, v: Value, role: Role) -> Option<Self> {
        let ty = b.cx().type_as::<VectorType>(b.ty(v))?;
        let shape = <[i64; 2]>::try_from(&ty.shape[..]).ok()?;
        Some(Self { shape, elem: ty.elem, role, bits: i64::from(b.cx().bit_width(ty.elem)?) })
    }
    /// Bits of a row of a tile.
    pub fn tile_bits(&self) -> i64 {
        match (self.bits, self.role) {
            (32, Role::Sum) => 256,
            (64, Role::Sum) => 512,
            (64, _) => 256,
            _ => ROW_BITS,
        }
    }
    /// The registers of a lane; `None` for elements that are not multiplied.
    pub fn registers(&self, cx: &Context) -> Option<Registers> {
        let int = cx.as_int(self.elem).map(|i| i.width);
        let sum = self.role == Role::Sum;
        let elements = match int {
            Some(8) => 4,
            Some(4) => 8,
            Some(32) => 2,
            Some(_) => return None,
            None if self.elem == cx.f16() => 2,
            None if self.elem == cx.f32() || self.elem == cx.f64() => 1 + i64::from(sum),
            None => return None,
        };
        let [rows, columns] = self.shape;
        let count = (rows / TILE_ROWS) * (columns * self.bits) / self.tile_bits();
        (count > 0).then_some(Registers { count, elements })
    }
    /// Row and column of an element from the lane and the number of the element in it.
    pub fn place(&self, registers: Registers) -> Option<AffineMap> {
        let (lane, element) = (AffineExpr::dim(0), AffineExpr::dim(1));
        let tiles = self.shape[0] / TILE_ROWS;
        if tiles == 0 {
            return None;
        }
        let register = element.floor_div(registers.elements);
        let row = register.modulo(tiles) * TILE_ROWS + lane.floor_div(LANES_OF_ROW);
        let column = register.floor_div(tiles) * (self.tile_bits() / self.bits)
            + lane.modulo(LANES_OF_ROW) * registers.elements
            + element.modulo(registers.elements);
        Some(AffineMap::new(2, 0, vec![row, column]))
    }
    /// Tiles that `nvgpu.ldmatrix` loads; `None` if it cannot load the matrix.
    pub fn loaded_tiles(&self, transposed: bool) -> Option<i64> {
        let [rows, columns] = self.shape;
        // Only 16 bits can be transposed, in whole tiles.
        if transposed && (self.bits != 16 || columns < TILE_ROWS || rows * self.bits < ROW_BITS) {
            return None;
        }
        (self.tile_bits() == ROW_BITS).then(|| {
            let (outer, inner) = if transposed { (columns, rows) } else { (rows, columns) };
            (outer / TILE_ROWS) * (inner * self.bits / ROW_BITS)
        })
    }
    /// Row and column of the row of a tile whose address a lane gives.
    pub fn loaded_row(&self, transposed: bool) -> AffineMap {
        let lane = AffineExpr::dim(0);
        let rows = self.shape[usize::from(transposed)];
        let (row, column) = (lane.modulo(rows), lane.floor_div(rows) * (ROW_BITS / self.bits));
        AffineMap::new(1, 0, if transposed { vec![column, row] } else { vec![row, column] })
    }
}
