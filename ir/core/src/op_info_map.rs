//! Maps keyed by op kind.

use rustc_hash::FxHashMap;

use crate::OpInfo;

/// A map from op kinds to values. The key is the address of the descriptor, so that a lookup hashes one integer.
#[derive(Clone, Debug)]
pub struct OpInfoMap<V>(FxHashMap<usize, V>);

impl<V> OpInfoMap<V> {
    /// The value of an op kind.
    pub fn get(&self, info: &OpInfo) -> Option<&V> {
        self.0.get(&address(info))
    }
    /// Whether an op kind has a value.
    pub fn contains(&self, info: &OpInfo) -> bool {
        self.0.contains_key(&address(info))
    }
    /// The value of an op kind, which `make` makes if there is none.
    pub fn get_or_insert_with(&mut self, info: &'static OpInfo, make: impl FnOnce() -> V) -> &mut V {
        self.0.entry(address(info)).or_insert_with(make)
    }
}

impl<V> Default for OpInfoMap<V> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<V> Extend<(&'static OpInfo, V)> for OpInfoMap<V> {
    fn extend<I: IntoIterator<Item = (&'static OpInfo, V)>>(&mut self, rows: I) {
        self.0.extend(rows.into_iter().map(|(info, value)| (address(info), value)));
    }
}

impl<V> FromIterator<(&'static OpInfo, V)> for OpInfoMap<V> {
    fn from_iter<I: IntoIterator<Item = (&'static OpInfo, V)>>(rows: I) -> Self {
        let mut map = Self::default();
        map.extend(rows);
        map
    }
}

fn address(info: &OpInfo) -> usize {
    std::ptr::from_ref(info).addr()
}
