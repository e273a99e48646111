//! A cache of ops that were found valid: large programs have many ops and few different ones.
//!
//! Most checks of an op without regions depend only on its kind, its attributes, and the types of its operands and
//! results. Where these equal those of a valid op, only the remaining checks run.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::{
    Attr, AttrConstraint, Body, Op, Trait, TypeRule,
    constraints::FlatSymbolRef,
    counts::HAS_EXTRA,
    interfaces::{BranchOp, Verify, VerifySymbolUses},
};

/// The checks that the cache cannot skip for an op.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// Checks of the op's parent, or of its position in the block.
    pub place: bool,
    /// The op's own verifier, which looks at more than types and attributes.
    pub verify: bool,
    /// Checks of the symbols that it uses.
    pub symbols: bool,
}

/// The number of different ops that are cached; a larger cache would not save much.
const MOST: usize = 1 << 12;
/// Ops with longer descriptions are not cached.
const LONGEST: usize = 64;
/// Stands for any symbol that an op names: most calls differ in nothing else. Whether the symbol exists is one of the remaining checks.
const SYMBOL: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Seen {
    valid: FxHashMap<u64, Entry>,
    /// The descriptions of the valid ops, one after the other.
    descriptions: Vec<u32>,
    /// The description of the op that is being looked at.
    words: Words,
}

/// An op that is valid.
struct Entry {
    /// Where its description starts.
    at: u32,
    len: u8,
    rest: Rest,
}

/// A short list of numbers, in place.
struct Words {
    n: usize,
    list: [u32; LONGEST],
}

impl Default for Words {
    fn default() -> Self {
        Self { n: 0, list: [0; LONGEST] }
    }
}

impl Words {
    /// Adds a number; the list is never full.
    #[inline(always)]
    fn push(&mut self, word: u32) {
        if let Some(slot) = self.list.get_mut(self.n) {
            *slot = word;
            self.n += 1;
        }
    }
    fn all(&self) -> &[u32] {
        &self.list[..self.n]
    }
    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        let (pairs, last) = self.all().as_chunks::<2>();
        for &[a, b] in pairs {
            hasher.write_u64(u64::from(a) << 32 | u64::from(b));
        }
        last.iter().for_each(|&w| hasher.write_u32(w));
        hasher.finish()
    }
}

impl Seen {
    /// A hash of the parts of an op that most checks depend on, and the remaining checks if an op with equal parts was
    /// valid; `None` for an op that is not cached.
    pub fn find(&mut self, body: &Body, op: Op) -> Option<(u64, Option<Rest>)> {
        let d = &body.ops[op];
        let info = d.info;
        if op == Op::SELF || d.counts.regions() != Some(0) || body.is_shell(op) {
            return None;
        }
        let kind = std::ptr::from_ref(info).addr() as u64;
        let mut attrs = body.attr_slots(op);
        let results = body.results(op);
        let extra = if d.counts.has(HAS_EXTRA) { body.extra_attrs(op) } else { &[] };
        let n_operands = body.num_operands(op);
        let n = 5 + info.attrs.len() + n_operands + results.len() + 2 * extra.len();
        if n > LONGEST {
            return None;
        }
        let n_succs = body.successors(op).len() as u32;
        let id = |index: usize| index as u32 + 1;
        let words = &mut self.words;
        words.n = 0;
        for word in [kind as u32, (kind >> 32) as u32, n_operands as u32, results.len() as u32, n_succs] {
            words.push(word);
        }
        for spec in info.attrs {
            let names_any = |attr: Attr| {
                spec.desc == FlatSymbolRef::DESC && (spec.check)(attr, body.cx()) && !asks_for_names(body, op)
            };
            words.push(match attrs.next().flatten() {
                None => 0,
                Some(attr) if names_any(attr) => SYMBOL,
                Some(attr) => id(attr.index()),
            });
        }
        for operand in body.operands(op) {
            words.push(id(body.ty(operand).index()));
        }
        for &result in results {
            words.push(id(body.ty(result).index()));
        }
        for (name, attr) in extra {
            words.push(id(name.index()));
            words.push(id(attr.index()));
        }
        let hash = words.hash();
        let equal = |v: &&Entry| self.descriptions[v.at as usize..][..usize::from(v.len)] == *words.all();
        Some((hash, self.valid.get(&hash).filter(equal).map(|v| v.rest)))
    }
    /// Records that the op of the last [`Self::find`] is valid.
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
        let words = self.words.all();
        let entry = Entry { at: self.descriptions.len() as u32, len: words.len() as u8, rest };
        self.descriptions.extend_from_slice(words);
        self.valid.insert(hash, entry);
    }
}

/// Whether rules of an op for its attributes may depend on which symbol it names.
fn asks_for_names(body: &Body, op: Op) -> bool {
    op.cast::<dyn Verify>(body).is_some_and(|v| v.is_local())
        || body.info(op).rules.iter().any(|rule| matches!(rule, TypeRule::Holds { .. }))
}
