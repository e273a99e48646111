//! What was found to be valid already: large programs have many ops and few different ones.
//!
//! Most checks of an op without regions look at its kind, its attributes, and the types of its operands and results.
//! Where these are the same as those of an op that is valid, only the other checks are made.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::{
    Body, Op, Trait,
    body::HAS_EXTRA,
    interfaces::{BranchOp, Verify, VerifySymbolUses},
};

/// What has to be checked of an op whatever others were found to be.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// The op around it, or its place in the block.
    pub place: bool,
    /// What it says about itself, because that looks at more than types and attributes.
    pub verify: bool,
    /// The symbols that it uses.
    pub symbols: bool,
}

/// How many different ops are kept; more of them would not save much.
const MOST: usize = 1 << 14;
/// Longer descriptions of ops are not kept.
const LONGEST: usize = 64;

#[derive(Default)]
pub(super) struct Seen {
    valid: FxHashMap<u64, (Box<[u32]>, Rest)>,
    /// The description of the op that is being looked at.
    words: Vec<u32>,
}

impl Seen {
    /// A number for what most checks look at, and what is left to check if an op with the same was valid; `None` for an
    /// op of which nothing is kept.
    pub fn find(&mut self, body: &Body, op: Op) -> Option<(u64, Option<Rest>)> {
        let d = &body.ops[op];
        if op == Op::SELF || d.n_regions != 0 || body.is_shell(op) {
            return None;
        }
        let words = &mut self.words;
        words.clear();
        let kind = std::ptr::from_ref(d.info).addr() as u64;
        let id = |index: usize| index as u32 + 1;
        words.extend([kind as u32, (kind >> 32) as u32, d.n_operands, d.n_results, u32::from(d.n_succs)]);
        words.extend(
            body.attrs.get(d.attrs_at, d.n_attrs as usize).iter().map(|a| a.map_or(0, |a| id(a.index()))),
        );
        words.extend(body.operands(op).map(|v| id(body.ty(v).index())));
        words.extend(body.results(op).iter().map(|&v| id(body.ty(v).index())));
        if d.flags & HAS_EXTRA != 0 {
            words.extend(body.extra_attrs(op).iter().flat_map(|e| [id(e.0.index()), id(e.1.index())]));
        }
        if words.len() > LONGEST {
            return None;
        }
        let mut hasher = FxHasher::default();
        words.iter().for_each(|&w| hasher.write_u32(w));
        let hash = hasher.finish();
        Some((hash, self.valid.get(&hash).filter(|v| *v.0 == **words).map(|v| v.1)))
    }
    /// Keeps that the op which was looked for last is valid.
    pub fn keep(&mut self, hash: u64, body: &Body, op: Op) {
        if self.valid.len() >= MOST {
            return;
        }
        let info = body.info(op);
        let rest = Rest {
            place: !info.parents.is_empty()
                || info.has(Trait::Terminator)
                || op.implements::<dyn BranchOp>(body),
            verify: op.cast::<dyn Verify>(body).is_some_and(|v| !v.is_local()),
            symbols: op.implements::<dyn VerifySymbolUses>(body),
        };
        self.valid.insert(hash, (self.words.as_slice().into(), rest));
    }
}
