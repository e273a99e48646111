//! The sizes of a launch, and their limits.

use strata_arith::constant_index;
use strata_gpu::{LaunchOp, LaunchShape};
use strata_ir::prelude::*;

/// The sizes of a grid or a block that change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dims {
    /// Numbers of blocks.
    Grid([i64; 3]),
    /// Numbers of threads.
    Block([i64; 3]),
}

/// The largest grid and the largest number of its blocks, as CUDA has them.
const GRID: ([i64; 3], i64) = ([2_147_483_647, 65_535, 65_535], 2_147_483_647);
/// The same of the threads of a block.
const BLOCK: ([i64; 3], i64) = ([1024, 1024, 64], 1024);

impl Dims {
    /// Checks the limits of devices.
    ///
    /// # Errors
    /// In words.
    pub fn check(self) -> Result<(), String> {
        let (dims, (largest, total)) = match self {
            Self::Grid(dims) => (dims, GRID),
            Self::Block(dims) => (dims, BLOCK),
        };
        let product = dims.iter().try_fold(1i64, |all, &n| all.checked_mul(n));
        if product.is_some_and(|n| n <= total) && dims.iter().zip(largest).all(|(&n, most)| n <= most) {
            return Ok(());
        }
        let ([gx, gy, gz], [bx, by, bz]) = match self {
            Self::Grid(grid) => (grid, [1; 3]),
            Self::Block(block) => ([1; 3], block),
        };
        Err(format!(
            "Trying to launch a GPU kernel with grid_dims = ({gx}, {gy}, {gz}) block_dims = ({bx}, {by}, {bz}). It is larger than the limits."
        ))
    }
}

/// A launch of one thread before an op, which moves into it.
pub fn create(body: &mut Body, op: Op) -> Option<LaunchOp> {
    let mut b = Builder::before(body, op);
    let one = constant_index(&mut b, 1);
    let launch = LaunchOp::create(&mut b, [one; 3], [one; 3], &LaunchShape::default(), |_, _| {});
    let block = *body.blocks(launch.body(body)).first()?;
    let start = InsertPoint::at_start(body, block);
    body.move_op(op, start);
    Some(launch)
}

/// Sets sizes of a launch.
pub fn set_sizes(body: &mut Body, launch: LaunchOp, dims: Dims) {
    let threads = launch.block_size(body)[0];
    let at = match body.def(threads) {
        Def::Result { op, .. } => InsertPoint::after(body, op),
        Def::Arg { block, .. } => InsertPoint::at_start(body, block),
        Def::Forward => InsertPoint::before(body, launch.op()),
    };
    let loc = body.value_loc(threads);
    let (sizes, old) = match dims {
        Dims::Grid(sizes) => (sizes, 0),
        Dims::Block(sizes) => (sizes, 3),
    };
    // The sizes come after the tokens that the launch waits for.
    let first = body.operand_group(launch.op(), 1).start + old;
    let mut b = Builder::new(body, at, loc);
    let values = sizes.map(|n| constant_index(&mut b, n));
    for (i, v) in values.into_iter().enumerate() {
        body.set_operand(launch.op(), first + i, v);
    }
}
