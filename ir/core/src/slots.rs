//! The attributes of ops.
//!
//! The inherent ones of an op are a run of the pool of words, one for each slot up to the last that has an attribute; the slots behind it
//! are empty and take no memory. Behind these is the place of its regions, if it has some, so that ops without have no field for it.
//! An op of a kind with many slots, whose number does not fit into its [`Counts`], has words for all of them.

use std::num::NonZeroU32;

use crate::{
    Attr, AttrOf, Body, Entity, Op, Region, Str, Value,
    counts::{Counts, HAS_EXTRA, SHELL},
    data::OpData,
};

/// The word of a slot.
#[inline]
pub(crate) fn word(attr: Option<Attr>) -> Value {
    Value::from_bits(attr.map_or(NonZeroU32::MIN, |attr| attr.bits().saturating_add(1)))
}

/// The attribute in the slot of a word.
#[inline]
fn attr_in(word: Value) -> Option<Attr> {
    NonZeroU32::new(word.bits().get() - 1).map(Attr::from_bits)
}

/// How many slots have to be stored for these attributes.
#[inline]
pub(crate) fn needed(attrs: &[Option<Attr>]) -> usize {
    let mut n = attrs.len();
    while n > 0 && attrs[n - 1].is_none() {
        n -= 1;
    }
    n
}

impl Body {
    /// The words of the stored slots of an op. Each op is asked several times while it is read, verified and printed.
    #[inline(always)]
    fn slot_words(&self, op: Op) -> &[Value] {
        let d = &self.ops[op];
        if d.counts.has(SHELL) { self.slot_words_of_shell(op) } else { self.words.get(d.at, d.n_attrs()) }
    }
    #[inline(never)]
    fn slot_words_of_shell(&self, op: Op) -> &[Value] {
        self.child(op).map_or(&[], |child| child.slot_words(Op::SELF))
    }
    /// The inherent attributes by slot, up to the last one that is there, or further; none for a shell whose child was taken.
    #[inline]
    pub fn attr_slots(&self, op: Op) -> impl ExactSizeIterator<Item = Option<Attr>> + Clone + '_ {
        self.slot_words(op).iter().map(|&word| attr_in(word))
    }
    /// The inherent attribute in a slot.
    #[inline]
    pub fn attr_slot(&self, op: Op, slot: usize) -> Option<Attr> {
        self.slot_words(op).get(slot).and_then(|&word| attr_in(word))
    }
    /// The inherent attribute in a slot as a typed handle; the verifier guarantees a required one.
    #[inline]
    #[track_caller]
    pub fn attr_of<T>(&self, op: Op, slot: usize) -> AttrOf<T> {
        match self.attr_slot(op, slot) {
            Some(attr) => AttrOf::new(attr),
            None => panic!("'{}' op has no attribute '{}'", self.op_name(op), self.info(op).attrs[slot].name),
        }
    }
    /// Whether two ops of one kind have the same attributes, inherent and discardable.
    pub fn attrs_equal(&self, a: Op, b: Op) -> bool {
        let n = self.info(a).attrs.len();
        let slots = |op| self.attr_slots(op).chain(std::iter::repeat(None)).take(n);
        slots(a).eq(slots(b)) && self.extra_attrs(a) == self.extra_attrs(b)
    }
    /// An attribute by name, inherent or discardable.
    pub fn attr(&self, op: Op, name: &str) -> Option<Attr> {
        // Only the names of the slots that are stored are compared: of most kinds of ops few are.
        let info = self.info(op);
        let mut stored = info.attrs.iter().zip(self.slot_words(op));
        match stored.find(|(spec, _)| spec.name == name) {
            Some((_, &word)) => attr_in(word),
            None if self.extra_attrs(op).is_empty() || info.attr_slot(name).is_some() => None,
            None => self.extra_attr(op, name),
        }
    }
    /// Discardable attributes, sorted by name.
    #[inline]
    pub fn extra_attrs(&self, op: Op) -> &[(Str, Attr)] {
        let d = &self.ops[op];
        if d.counts.has(SHELL) {
            return self.child(op).map_or(&[], |c| c.extra_attrs(Op::SELF));
        }
        if !d.counts.has(HAS_EXTRA) {
            return &[];
        }
        self.rare.as_ref().and_then(|rare| rare.extra.get(&op)).map_or(&[], Vec::as_slice)
    }
    /// A discardable attribute.
    pub fn extra_attr(&self, op: Op, name: &str) -> Option<Attr> {
        self.extra_attrs(op).iter().find(|(n, _)| self.cx.str(*n) == name).map(|e| e.1)
    }
}

/// Storing.
impl Body {
    /// A run for the slots of a new op of a kind with `declared` ones: its place, and how many slots it has.
    #[inline]
    pub(crate) fn alloc_slots(&mut self, attrs: &[Option<Attr>], declared: usize) -> (u32, usize) {
        let n = Counts::stored_slots(needed(attrs), declared);
        let given = &attrs[..n.min(attrs.len())];
        let at = self.alloc_words_from(given.iter().map(|&attr| word(attr)), n);
        (at, n)
    }
    /// The only region of an op, or the place of several in their pool; any number if it has none.
    #[inline]
    pub(crate) fn regions_at(&self, d: &OpData) -> Region {
        let n = d.n_attrs();
        if n == 0 {
            return Region::from_index(d.at as usize);
        }
        let kept = self.words.items.get(d.at as usize + n);
        Region::from_index(kept.map_or(0, |word| word.index()))
    }
    /// Changes the only region, or the place of several, of an op that has some.
    pub(crate) fn set_regions_at(&mut self, op: Op, region: Region) {
        let d = &mut self.ops[op];
        match d.n_attrs() {
            0 => d.at = region.index() as u32,
            n => self.words.items[d.at as usize + n] = Value::from_index(region.index()),
        }
    }
    /// Makes room for the first region of an op behind its attributes.
    pub(crate) fn add_place_of_regions(&mut self, op: Op) {
        let n = self.ops[op].n_attrs();
        if n > 0 {
            self.resize_run(op, n, n + 1);
        }
    }
    /// Changes the words of an op, of which the first `kept` stay; those behind them are empty slots.
    fn resize_run(&mut self, op: Op, kept: usize, n: usize) {
        let d = &self.ops[op];
        let (at, old) = (d.at, d.run());
        let from = at as usize;
        if old > 0 && from + old == self.words.items.len() {
            self.words.items.truncate(from + kept);
            self.words.items.resize(from + n, word(None));
            return;
        }
        let new = self.alloc_words(n, word(None));
        self.words.items.copy_within(from..from + kept, new as usize);
        self.ops[op].at = new;
        // A list of free runs takes more memory than the run of a single op.
        if op != Op::SELF || self.vacant().is_some() {
            self.free_words(at, old);
        }
    }
    /// Stores at least the first `needed` slots of an op that is no shell. Readers call it before they read the regions of an op, as later
    /// its run has to move.
    pub fn reserve_attr_slots(&mut self, op: Op, needed: usize) {
        let d = &self.ops[op];
        let old = d.n_attrs();
        if needed <= old || d.counts.has(SHELL) {
            return;
        }
        let n = Counts::stored_slots(needed, d.info.attrs.len());
        let has_regions = d.counts.regions() != Some(0);
        let region = self.regions_at(d);
        self.resize_run(op, old, n + usize::from(has_regions));
        let d = &mut self.ops[op];
        d.counts = d.counts.and_slots(n);
        if has_regions {
            self.set_regions_at(op, region);
        }
    }
    /// Changes a slot of an op that is no shell; returns whether it had something else.
    pub(crate) fn store_slot(&mut self, op: Op, slot: usize, attr: Option<Attr>) -> bool {
        let d = &self.ops[op];
        assert!(slot < d.info.attrs.len(), "{} has no attribute slot {slot}", d.info.name);
        if slot >= d.n_attrs() {
            if attr.is_none() {
                return false;
            }
            // More may follow, each of which would move the run.
            self.reserve_attr_slots(op, self.ops[op].info.attrs.len());
        }
        let place = self.ops[op].at as usize + slot;
        let old = std::mem::replace(&mut self.words.items[place], word(attr));
        old != word(attr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, InsertPoint, Location, OpInfo, OpState, Registry, op_info::*};

    const SPEC: AttrSpec = AttrSpec {
        name: "a",
        required: false,
        desc: "any attribute",
        check: |_, _| true,
        is_kind: |_, _| true,
        default: None,
        form: AttrForm::Full,
    };
    const fn kind(attrs: &'static [AttrSpec]) -> OpInfo {
        OpInfo {
            name: "test.op",
            doc: "",
            traits: TraitSet::from_traits(&[]),
            operands: &[],
            results: &[],
            attrs,
            regions: &[],
            successors: &[],
            rules: &[],
            parents: &[],
            interfaces: &[],
            asm: Asm::Generic,
        }
    }
    /// A kind without slots, two whose numbers are stored, and one with more slots than a number that is stored.
    static KINDS: [OpInfo; 4] = [kind(&[]), kind(&[SPEC; 4]), kind(&[SPEC; 6]), kind(&[SPEC; 20])];

    fn attrs(cx: &Context) -> Vec<Option<Attr>> {
        (0..5).map(|n| (n > 0).then(|| cx.i32_attr(n))).collect()
    }

    /// Ops of all kinds, of which attributes are set and removed, and that get regions, in any order.
    #[test]
    fn attributes_are_those_of_a_list() {
        let cx = Registry::new().freeze();
        let all = attrs(&cx);
        let mut body = Body::new(&cx, &UNREGISTERED, Location::UNKNOWN);
        let region = body.new_region();
        body.push_region(Op::SELF, region);
        let block = body.add_block(region, &[]);
        let mut state = 7u32;
        let mut random = move |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % n
        };
        let mut models: Vec<(Op, Vec<Option<Attr>>, Vec<Region>)> = Vec::new();
        for step in 0..4000 {
            let place = random(models.len().max(1));
            match random(10) {
                0 => {
                    let info = &KINDS[random(KINDS.len())];
                    let mut state = OpState::new(info, Location::UNKNOWN);
                    let given = random(info.attrs.len() + 1);
                    state.attrs[..given].iter_mut().for_each(|slot| *slot = all[random(5)]);
                    let model = state.attrs.to_vec();
                    let op = body.create(state);
                    body.insert(op, InsertPoint::at_end(block));
                    models.push((op, model, Vec::new()));
                }
                1 if place < models.len() && step % 3 == 0 => body.erase(models.swap_remove(place).0),
                2 if place < models.len() => {
                    let region = body.new_region();
                    body.push_region(models[place].0, region);
                    models[place].2.push(region);
                }
                3.. if place < models.len() && !models[place].1.is_empty() => {
                    let (op, model, _) = &mut models[place];
                    let (slot, attr) = (random(model.len()), all[random(5)]);
                    body.set_attr_slot(*op, slot, attr);
                    model[slot] = attr;
                }
                _ => (),
            }
            for (op, model, regions) in &models {
                let found: Vec<_> = (0..model.len()).map(|slot| body.attr_slot(*op, slot)).collect();
                assert_eq!((&found, body.regions(*op)), (model, &regions[..]), "step {step}");
                let stored = body.attr_slots(*op);
                assert!(stored.len() >= needed(model) && stored.len() <= model.len(), "step {step}");
                assert!(stored.eq(model.iter().copied().take(body.attr_slots(*op).len())), "step {step}");
            }
        }
        assert!(models.len() > 100, "{}", models.len());
    }

    #[test]
    fn empty_slots_at_the_end_take_no_memory() {
        let cx = Registry::new().freeze();
        let mut body = Body::new(&cx, &UNREGISTERED, Location::UNKNOWN);
        let some = attrs(&cx)[1];
        for (info, given, words) in [(1, 0, 0), (1, 1, 1), (1, 4, 4), (2, 6, 6), (3, 6, 6), (3, 7, 20)] {
            let before = body.words.items.len();
            let mut state = OpState::new(&KINDS[info], Location::UNKNOWN);
            state.attrs[..given].fill(some);
            body.create(state);
            assert_eq!(body.words.items.len() - before, words, "{given} of kind {info}");
        }
    }
}
