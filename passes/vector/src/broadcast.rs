//! Broadcasts to several dimensions as insertions of rows.
//!
//! ```mlir
//! %b = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
//! ```
//! becomes, for each row,
//! ```mlir
//! %n = vector.insert %v, %b [1] : vector<4xf32> into vector<2x4xf32>
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_vector::{BroadcastOp, ExtractOp, InsertOp};

use crate::shapes::{fixed, poison, row, rows, vector};

/// Broadcasts become insertions of rows.
pub const LOWER_BROADCAST: &[PatternRow] = patterns! { BroadcastOp => "lower-broadcast": broadcast };

fn broadcast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<BroadcastOp>(rw)?;
    let (source, result) = (broadcast.source(rw), broadcast.vector(rw));
    let (from, to) = (vector(rw, source)?, vector(rw, result)?);
    let result = rw.ty(result);
    if from == to {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    if from.shape.len() <= 1 && to.shape.len() == 1 {
        let element = ExtractOp::create(rw, source, &fixed(&vec![0; from.shape.len()]));
        let value = BroadcastOp::build(rw, element, result);
        rw.replace_op(op, &[value]);
        return Some(());
    }
    let (count, part) = (rows(&to)?, rw.cx().ty(row(&to)?));
    // All rows are the same where the leading dimension is added or stretched.
    let shared =
        if from.shape.len() < to.shape.len() { Some(BroadcastOp::build(rw, source, part)) } else { None };
    let mut value = poison(rw, result);
    let shared = match shared {
        None if from.shape.first() != to.shape.first() => {
            let first = ExtractOp::create(rw, source, &fixed(&[0]));
            Some(BroadcastOp::build(rw, first, part))
        }
        shared => shared,
    };
    for d in 0..count {
        let at = fixed(&[d]);
        let row = match shared {
            Some(row) => row,
            None => {
                let row = ExtractOp::create(rw, source, &at);
                BroadcastOp::build(rw, row, part)
            }
        };
        value = InsertOp::create(rw, row, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}
