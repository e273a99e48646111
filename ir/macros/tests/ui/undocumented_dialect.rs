//! A dialect without a doc comment is rejected.

use strata_ir::prelude::*;

dialect! {
    probe { ops: [] }
}

fn main() {}
