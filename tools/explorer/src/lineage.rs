//! Which ops an op was made from, and what became of it.
//!
//! From a version to the next one an op is related to
//! - itself, if it survived;
//! - the op whose result took the place of one of its results, by the events of the pass;
//! - new ops from its location, if it is gone: those of its kind, or if there are none, those that share a place in the source with it;
//! - new ops from its places, if it survived, but no op from there is gone.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::core::{Context, Location};

use crate::{
    numbering::Number,
    places::leaves,
    version::{Version, VersionOp},
};

/// The ops of each version that one op is related to.
pub fn trace(cx: &Context, versions: &[Version], at: usize, number: Number) -> Vec<Vec<Number>> {
    let mut out = vec![Vec::new(); versions.len()];
    let Some(of_version) = out.get_mut(at) else { return out };
    *of_version = vec![number];
    let mut places = Places { cx, known: FxHashMap::default() };
    for now in at + 1..versions.len() {
        let from: FxHashSet<Number> = out[now - 1].iter().copied().collect();
        out[now] = Relation::new(&mut places, &versions[now - 1], &versions[now]).forward(&mut places, &from);
    }
    for now in (1..=at).rev() {
        let from: FxHashSet<Number> = out[now].iter().copied().collect();
        out[now - 1] =
            Relation::new(&mut places, &versions[now - 1], &versions[now]).backward(&mut places, &from);
    }
    out
}

/// The places of locations, each computed once.
struct Places<'a> {
    cx: &'a Context,
    known: FxHashMap<Location, Vec<Location>>,
}

impl Places<'_> {
    fn places_of(&mut self, loc: Location) -> &[Location] {
        self.known.entry(loc).or_insert_with(|| leaves(self.cx, loc))
    }
    fn any(&mut self, loc: Location, wanted: &FxHashSet<Location>) -> bool {
        self.places_of(loc).iter().any(|place| wanted.contains(place))
    }
    fn of_all<'o>(&mut self, ops: impl Iterator<Item = &'o VersionOp>) -> FxHashSet<Location> {
        ops.flat_map(|op| self.places_of(op.loc).to_vec()).collect()
    }
}

/// Two versions, one after the other.
struct Relation<'a> {
    before: &'a Version,
    after: &'a Version,
    /// The places of the ops that are gone after the pass.
    gone: FxHashSet<Location>,
    /// The locations and the kinds of these ops.
    gone_kinds: FxHashSet<(Location, &'static str)>,
}

impl<'a> Relation<'a> {
    fn new(places: &mut Places<'_>, before: &'a Version, after: &'a Version) -> Self {
        let gone = || before.ops.iter().filter(|op| after.op(op.number).is_none());
        let known = |op: &&VersionOp| op.loc != Location::UNKNOWN;
        let gone_kinds = gone().filter(known).map(|op| (op.loc, op.kind)).collect();
        Self { before, after, gone: places.of_all(gone()), gone_kinds }
    }
    /// The places from which new ops come that are related to an op of the version before: of ops that are gone all of them, of others
    /// those that no op is gone from.
    fn places_handed_on(&self, places: &mut Places<'_>, ops: &FxHashSet<Number>) -> FxHashSet<Location> {
        let mut out = FxHashSet::default();
        for op in ops.iter().filter_map(|&number| self.before.op(number)) {
            let stays = self.after.op(op.number).is_some();
            out.extend(places.places_of(op.loc).iter().filter(|&place| !stays || !self.gone.contains(place)));
        }
        out
    }
    /// Whether a new op is a copy of one that is gone: of its kind, and from its location.
    fn is_copy(&self, op: &VersionOp) -> bool {
        op.is_new && self.gone_kinds.contains(&(op.loc, op.kind))
    }
    /// The locations and kinds of those of some ops of a version for which that is enough.
    fn kinds_of(&self, version: &Version, ops: &FxHashSet<Number>) -> FxHashSet<(Location, &'static str)> {
        let ops = ops.iter().filter_map(|&number| version.op(number));
        ops.map(|op| (op.loc, op.kind)).filter(|key| self.gone_kinds.contains(key)).collect()
    }
    /// The ops that ops became.
    fn forward(&self, places: &mut Places<'_>, from: &FxHashSet<Number>) -> Vec<Number> {
        let replaced: FxHashSet<Number> =
            self.after.replaced.iter().filter(|pair| from.contains(&pair.1)).map(|pair| pair.0).collect();
        let handed_on = self.places_handed_on(places, from);
        let kinds = self.kinds_of(self.before, from);
        let related = |op: &&VersionOp| {
            let by_place = |places: &mut Places<'_>| match self.is_copy(op) {
                true => kinds.contains(&(op.loc, op.kind)),
                false => op.is_new && places.any(op.loc, &handed_on),
            };
            from.contains(&op.number) || replaced.contains(&op.number) || by_place(places)
        };
        self.after.ops.iter().filter(related).map(|op| op.number).collect()
    }
    /// The ops that ops were made from.
    fn backward(&self, places: &mut Places<'_>, from: &FxHashSet<Number>) -> Vec<Number> {
        let replaced: FxHashSet<Number> =
            self.after.replaced.iter().filter(|pair| from.contains(&pair.0)).map(|pair| pair.1).collect();
        let new = from.iter().filter_map(|&number| self.after.op(number)).filter(|op| op.is_new);
        let (copies, new): (Vec<&VersionOp>, Vec<&VersionOp>) = new.partition(|op| self.is_copy(op));
        let copies = copies.into_iter().map(|op| op.number).collect();
        let kinds = self.kinds_of(self.after, &copies);
        let wanted = places.of_all(new.into_iter());
        let related = |op: &&VersionOp| {
            let stays = self.after.op(op.number).is_some();
            let mut hands_on = || {
                let all = places.places_of(op.loc);
                all.iter().any(|place| wanted.contains(place) && (!stays || !self.gone.contains(place)))
            };
            from.contains(&op.number)
                || replaced.contains(&op.number)
                || !stays && kinds.contains(&(op.loc, op.kind))
                || hands_on()
        };
        self.before.ops.iter().filter(related).map(|op| op.number).collect()
    }
}
