//! The size of a module.

use strata_core::{Body, Op};

/// How much there is of a module, which reducing makes smaller: its ops, and then its operands, blocks, arguments and attributes.
pub fn extent(module: &Body) -> (usize, usize) {
    let (mut ops, mut parts) = (0, 0);
    let mut bodies = vec![module];
    while let Some(body) = bodies.pop() {
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            ops += 1;
            parts += body.num_operands(op) + body.extra_attrs(op).len();
            for &region in body.regions(op) {
                parts += body.blocks(region).iter().map(|&b| 1 + body.block_args(b).len()).sum::<usize>();
            }
        }
        bodies.extend(body.children().map(|(_, child)| child));
    }
    (ops, parts)
}
