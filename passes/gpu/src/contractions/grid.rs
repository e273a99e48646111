//! Assignment of a product's tiles to blocks.

use strata_arith::{MinUIOp, SubIOp, constant_index};
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::{add, div, is_multiple, mul, rem, times, value};
use strata_tensor::MixedIndex;

use super::product::Product;
use crate::launch::extent;

/// Columns of a group of blocks: they are computed before the next rows, so that their factors stay in the cache.
const GROUP: i64 = 8;

/// The batch, the row and the column of a block of threads, in the order of groups of columns.
pub fn place_of_block(
    b: &mut Builder<'_>,
    product: &Product,
    [rows, columns]: [MixedIndex; 2],
    block: Value,
) -> (Vec<Value>, [Value; 2]) {
    let grid = [rows, columns];
    if product.loops.batch.is_empty() {
        return (Vec::new(), place_of_tile(b, grid, block));
    }
    let tiles = extent(b, &grid);
    let number = div(b, block, tiles);
    let batch = product.numbers_of_batch(b, number);
    let tile = rem(b, block, tiles);
    (batch, place_of_tile(b, grid, tile))
}

/// The row and the column of a tile.
fn place_of_tile(b: &mut Builder<'_>, [rows, columns]: [MixedIndex; 2], tile: Value) -> [Value; 2] {
    match columns {
        MixedIndex::Static(..=1) => return [tile, constant_index(b, 0)],
        MixedIndex::Static(..=GROUP) => return [div(b, tile, columns), rem(b, tile, columns)],
        _ => {}
    }
    let of_group = extent(b, &[MixedIndex::Static(GROUP), rows]);
    let group = div(b, tile, of_group);
    let inside = rem(b, tile, of_group);
    let first = times(b, group, GROUP);
    if is_multiple(columns, GROUP) {
        let column = rem(b, inside, GROUP);
        return [div(b, inside, GROUP), add(b, first, column)];
    }
    // The last group has fewer columns.
    let (all, eight) = (value(b, columns), constant_index(b, GROUP));
    let left = SubIOp::build(b, all, first, None);
    let width = MinUIOp::build(b, left, eight);
    let row = div(b, inside, width);
    let before = mul(b, row, width);
    let column = SubIOp::build(b, inside, before, None);
    [row, add(b, first, column)]
}
