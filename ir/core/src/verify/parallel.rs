//! The ops of a large body, looked at by several threads first.
//!
//! These only find out which ops are valid, with all that is in them. The others are verified once more by the one thread
//! that says what is wrong, so that errors, their order and their limit do not depend on threads.

use rayon::prelude::*;

use crate::{Body, Entity, Op, dominance::Dominance};

use super::{SHOWN_LIMIT, Scope, Step, Verifier, seen::Seen};

/// Fewer ops are verified before other threads have started.
const FEWEST: usize = 1 << 13;
/// So many ops are a share at least: ops that look the same are found only within one.
const SHARE: usize = 1 << 12;
/// A share with so many errors is left to the one thread.
const MOST_ERRORS: usize = 64;

/// How much there is to do for an op of a body.
fn weight(body: &Body, op: Op) -> usize {
    body.child(op).map_or(1 + 4 * body.regions(op).len(), Body::num_ops)
}

impl Verifier {
    /// Takes the ops that are valid from a stack, if there are many. They are the ops of a body, not those in them.
    pub(super) fn drop_valid<'a>(&mut self, body: &'a Body, ops: &mut Vec<(Op, Step)>, scopes: &[Scope<'a>]) {
        let total = body.num_ops() + body.children().map(|(_, c)| c.num_ops()).sum::<usize>();
        if total < FEWEST {
            return;
        }
        let threads = *self.threads.get_or_insert_with(rayon::current_num_threads);
        if threads < 2 {
            return;
        }
        // Some more shares than threads, for threads that are slower than others.
        let size = (total / (4 * threads)).max(SHARE);
        // A body with many ops is for all threads, when its turn comes.
        let mut shares: Vec<Vec<Op>> = Vec::new();
        let mut room = 0;
        // From the start of the block on, so that what defines operands was looked at just before.
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
        let valid: Vec<Vec<Op>> =
            shares.into_par_iter().map(|share| valid_ones(body, share, scopes)).collect();
        let mut is_valid = vec![false; body.op_capacity()];
        valid.into_iter().flatten().for_each(|op| is_valid[op.index()] = true);
        ops.retain(|(op, _)| !is_valid[op.index()]);
    }
}

/// The ops of a share that are valid.
fn valid_ones<'a>(body: &'a Body, share: Vec<Op>, scopes: &[Scope<'a>]) -> Vec<Op> {
    let mut v = Verifier {
        errors: Vec::new(),
        limit: MOST_ERRORS,
        shown: SHOWN_LIMIT,
        seen: Seen::default(),
        threads: Some(1),
    };
    let (mut stack, mut scopes, mut dom) = (Vec::new(), scopes.to_vec(), Dominance::new());
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
