//! Verification of a large body by several threads.
//!
//! The threads only find the ops that are valid together with the ops nested in them. The other ops are verified once
//! more by a single thread, which reports the errors, so that errors, their order and their limit do not depend on the
//! number of threads.

use rayon::prelude::*;

use crate::{Body, Entity, Op, dominance::Dominance};

use super::{SHOWN_LIMIT, Scope, Step, Verifier};

/// Verifying fewer ops takes less time than starting other threads.
const FEWEST: usize = 1 << 13;
/// The least number of ops in a share; the cache of valid ops is not shared, so small shares waste work.
const SHARE: usize = 1 << 12;
/// A share stops after this many errors; its remaining ops are left to the single thread.
const MOST_ERRORS: usize = 64;

/// An estimate of the work for an op of a body, in ops.
fn weight(body: &Body, op: Op) -> usize {
    body.child(op).map_or(1 + 4 * body.regions(op).len(), Body::num_ops)
}

impl Verifier {
    /// Removes the valid ops from a stack, if there are many. The stack holds the ops directly in a body.
    pub(super) fn drop_valid<'a>(&mut self, body: &'a Body, ops: &mut Vec<(Op, Step)>, scopes: &[Scope<'a>]) {
        let total = body.num_ops() + body.children().map(|(_, c)| c.num_ops()).sum::<usize>();
        if total < FEWEST {
            return;
        }
        let threads = *self.threads.get_or_insert_with(rayon::current_num_threads);
        if threads < 2 {
            return;
        }
        // More shares than threads, for load balance.
        let size = (total / (4 * threads)).max(SHARE);
        // A large child body is not part of a share: it is divided among all threads when it is verified.
        let mut shares: Vec<Vec<Op>> = Vec::new();
        let mut room = 0;
        // In the order of the block, so that definitions of operands are visited shortly before their uses.
        for (op, weight) in
            ops.iter().rev().map(|&(op, _)| (op, weight(body, op))).filter(|&(_, w)| w < FEWEST)
        {
            match shares.last_mut() {
                Some(share) if weight <= room => {
                    share.push(op);
                    room -= weight;
                }
                _ => {
                    shares.push(vec![op]);
                    room = size.saturating_sub(weight);
                }
            }
        }
        // The trees of the regions that the shares are parts of are built once.
        let mut dom = Dominance::new();
        body.regions(Op::SELF).iter().for_each(|&region| dom.prepare(body, region));
        let valid: Vec<Vec<Op>> =
            shares.into_par_iter().map(|share| valid_ones(body, share, scopes, dom.clone())).collect();
        let mut is_valid = vec![false; body.op_capacity()];
        valid.into_iter().flatten().for_each(|op| is_valid[op.index()] = true);
        ops.retain(|(op, _)| !is_valid[op.index()]);
    }
}

/// The valid ops of a share.
fn valid_ones<'a>(body: &'a Body, share: Vec<Op>, scopes: &[Scope<'a>], mut dom: Dominance) -> Vec<Op> {
    let mut v = Verifier { shown: SHOWN_LIMIT, ..Verifier::new(MOST_ERRORS, Some(1)) };
    let (mut stack, mut scopes) = (Vec::new(), scopes.to_vec());
    let depth = scopes.len();
    let mut valid = share;
    valid.retain(|&op| {
        let before = v.errors.len();
        if before >= MOST_ERRORS {
            return false;
        }
        stack.clear();
        stack.push((op, Step::Enter));
        v.walk(body, &mut stack, &mut scopes, &mut dom);
        scopes.truncate(depth);
        v.errors.len() == before
    });
    valid
}
