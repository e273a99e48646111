//! `dot` and `dot_general`.

use strata_arith::CmpIPredicate;
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{IteratorType, MatmulOp};
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use crate::stablehlo_to_linalg::{
    Lowered, constants,
    contraction::{rounded, sum_of_products, sum_type_of},
    factors::Factors,
    sizes,
    state::Lowering,
};

/// Dimensions of one operand: batch, reduction, and free ones.
struct Parts {
    batch: Vec<i64>,
    contract: Vec<i64>,
    free: Vec<i64>,
}

pub(in crate::stablehlo_to_linalg) fn dot(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let olds = [b.operand(op, 0), b.operand(op, 1)];
    let values = [l.get(olds[0])?, l.get(olds[1])?];
    let all = [sizes::of(b, values[0])?, sizes::of(b, values[1])?];
    let lists = match op.as_op::<hlo::DotGeneralOp>(b) {
        Some(dot) => {
            let d = dot.dims(b);
            [
                (d.lhs_batching_dimensions.to_vec(), d.lhs_contracting_dimensions.to_vec()),
                (d.rhs_batching_dimensions.to_vec(), d.rhs_contracting_dimensions.to_vec()),
            ]
        }
        None => [(vec![], vec![all[0].len() as i64 - 1]), (vec![], vec![0])],
    };
    let mut side = 0;
    let parts = lists.map(|(batch, contract)| {
        let rank = all[side].len() as i64;
        side += 1;
        let free = (0..rank).filter(|d| !batch.contains(d) && !contract.contains(d)).collect();
        Parts { batch, contract, free }
    });
    let pairs = |part: fn(&Parts) -> &Vec<i64>| part(&parts[0]).iter().zip(part(&parts[1]));
    for (&x, &y) in pairs(|p| &p.batch).chain(pairs(|p| &p.contract)) {
        let (n, m) = (all[0][x as usize], all[1][y as usize]);
        sizes::require(b, CmpIPredicate::Eq, n, m, "sizes of the operands of a product differ")?;
    }
    let factors = Factors::of(l, b, op)?;
    let (nb, nl, nr) = (parts[0].batch.len(), parts[0].free.len(), parts[1].free.len());
    let rank = nb + nl + nr + parts[0].contract.len();
    let map = |side: usize| {
        let mut loops = vec![0; all[side].len()];
        let p = &parts[side];
        let groups =
            [(&p.batch, 0), (&p.free, if side == 0 { nb } else { nb + nl }), (&p.contract, nb + nl + nr)];
        for (dims, first) in groups {
            for (i, &dim) in dims.iter().enumerate() {
                loops[dim as usize] = (first + i) as u32;
            }
        }
        loops
    };
    let mut to: Vec<MixedIndex> = parts[0].batch.iter().map(|&d| all[0][d as usize]).collect();
    for side in 0..2 {
        to.extend(parts[side].free.iter().map(|&d| all[side][d as usize]));
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    let elem = sum_type_of(b, op)?;
    let zero = constants::zero(b, elem);
    let init = sizes::filled(b, zero, &to)?;
    let (lhs, rhs) = (map(0), map(1));
    let sums = if !factors.unsigned && lhs == [0, 2] && rhs == [2, 1] {
        let op = MatmulOp::of(b, values, init, &[])?.op();
        factors.note(b.body(), op);
        b.result(op, 0)
    } else {
        let (n, out) = (rank as u32, (nb + nl + nr) as u32);
        let maps = [
            AffineMap::select(n, &lhs),
            AffineMap::select(n, &rhs),
            AffineMap::select(n, &(0..out).collect::<Vec<_>>()),
        ];
        let loops: Vec<IteratorType> =
            (0..n).map(|i| if i < out { IteratorType::Parallel } else { IteratorType::Reduction }).collect();
        sum_of_products(b, &values, init, &maps, &loops, factors)?
    };
    rounded(b, sums, result)
}
