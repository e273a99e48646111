//! The number of zeros above the highest one bit: the number of times that the value can be doubled until it is negative.

use strata_arith::{AddIOp, CmpIOp, CmpIPredicate, ShLIOp, constant_index, constant_int};
use strata_func::ReturnOp;
use strata_ir::prelude::*;
use strata_scf::{ForOp, IfOp};

pub(super) fn write(b: &mut Builder<'_>, entry: Block) {
    let x = b.block_args(entry)[0];
    let ty = b.ty(x);
    let width = i64::from(b.cx().as_int(ty).map_or(0, |t| t.width));
    let (all, zero) = (constant_int(b, width, ty), constant_int(b, 0, ty));
    let predicate = CmpIPredicate::Eq.attr(b.cx());
    let is_zero = CmpIOp::build(b, predicate, x, zero);
    let count = IfOp::create(b, is_zero, &[ty], |_| vec![all], |b| vec![doublings(b, x, zero, width)]);
    let count = b.result(count.op(), 0);
    ReturnOp::build(b, &[count]);
}

/// Doubles a value that is not zero in each of `width - 1` rounds until it is negative.
fn doublings(b: &mut Builder<'_>, x: Value, zero: Value, width: i64) -> Value {
    let ty = b.ty(x);
    let first = constant_index(b, 1);
    let one = constant_int(b, 1, ty);
    let end = constant_index(b, width);
    let none = constant_int(b, 0, ty);
    let rounds = ForOp::create(b, [first, end, first], &[x, none], |b, _, carried| {
        let [x, count] = *carried else { return Vec::new() };
        let predicate = CmpIPredicate::Slt.attr(b.cx());
        let done = CmpIOp::build(b, predicate, x, zero);
        let step = IfOp::create(
            b,
            done,
            &[ty, ty],
            |_| vec![x, count],
            |b| {
                let count = AddIOp::build(b, count, one, None);
                vec![ShLIOp::build(b, x, one, None), count]
            },
        );
        b.results(step.op()).to_vec()
    });
    b.result(rounds.op(), 1)
}
