//! A list of the IR that is being read cannot be changed meanwhile.

use strata_ir::prelude::*;

/// Erases the blocks of a region while it walks over them.
pub fn erase_all(body: &mut Body, region: Region) {
    for &block in body.blocks(region) {
        body.erase_block(block);
    }
}

fn main() {}
