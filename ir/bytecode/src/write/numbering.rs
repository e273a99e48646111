//! [`Numbering`]: the numbers of strings, dialects, op names, attributes, types and resources.

use rustc_hash::FxHashMap;
use strata_core::{Attr, Context, DynamicAttr, DynamicType, OpaqueAttr, OpaqueType, Str, Type};

/// The numbers of attributes or of types.
pub(super) struct Numbers<T> {
    pub index: FxHashMap<T, u32>,
    /// With the number of uses and the number of the dialect; first in the order of discovery, then in that of the
    /// file.
    pub list: Vec<(T, u32, u32)>,
}
impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self { index: FxHashMap::default(), list: Vec::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbers<T> {
    /// The number; a use is counted, and a new one gets a place, while collecting.
    #[inline]
    fn number(&mut self, value: T, collecting: bool) -> u64 {
        if !collecting {
            return self.index.get(&value).copied().map_or(0, u64::from);
        }
        let next = self.list.len() as u32;
        let at = *self.index.entry(value).or_insert(next);
        if at == next {
            self.list.push((value, 0, 0));
        }
        self.list[at as usize].1 += 1;
        u64::from(at)
    }
    /// Assigns short numbers to entries that are used often; among numbers of one length, entries of one dialect are
    /// adjacent.
    fn sort(&mut self) {
        self.list.sort_by_key(|e| std::cmp::Reverse(e.1));
        let mut start = 0;
        for bits in (7..=28).step_by(7) {
            let end = self.list.len().min(1 << bits);
            self.list[start.min(end)..end].sort_by_key(|e| e.2);
            start = end;
        }
        for (i, e) in self.list.iter().enumerate() {
            self.index.insert(e.0, i as u32);
        }
    }
    /// Runs of one dialect: its number, and where the run ends.
    pub fn groups(&self) -> Vec<(u32, usize)> {
        let mut groups: Vec<(u32, usize)> = Vec::new();
        for (i, e) in self.list.iter().enumerate() {
            match groups.last_mut() {
                Some(g) if g.0 == e.2 => g.1 = i + 1,
                _ => groups.push((e.2, i + 1)),
            }
        }
        groups
    }
}

/// See the module documentation.
#[derive(Default)]
pub(crate) struct Numbering {
    pub(super) strings: FxHashMap<Box<[u8]>, u32>,
    pub(super) string_list: Vec<Box<[u8]>>,
    pub(super) dialects: Vec<String>,
    pub(super) attrs: Numbers<Attr>,
    pub(super) types: Numbers<Type>,
    pub(super) resources: Vec<Str>,
    resource_index: FxHashMap<Str, u32>,
    /// Op names with the number of the dialect and whether they are registered.
    pub(super) ops: Vec<(String, u32, bool)>,
    op_index: FxHashMap<String, u32>,
    info_index: FxHashMap<usize, u32>,
}

impl Numbering {
    pub(super) fn string(&mut self, bytes: &[u8]) -> u64 {
        if let Some(&n) = self.strings.get(bytes) {
            return u64::from(n);
        }
        let n = self.string_list.len() as u32;
        self.strings.insert(bytes.into(), n);
        self.string_list.push(bytes.into());
        u64::from(n)
    }
    #[inline]
    pub(super) fn attr(&mut self, attr: Attr, collecting: bool) -> u64 {
        self.attrs.number(attr, collecting)
    }
    #[inline]
    pub(super) fn ty(&mut self, ty: Type, collecting: bool) -> u64 {
        self.types.number(ty, collecting)
    }
    pub(super) fn dialect(&mut self, name: &str) -> u32 {
        let at = self.dialects.iter().position(|d| d == name);
        at.unwrap_or_else(|| {
            self.dialects.push(name.to_owned());
            self.dialects.len() - 1
        }) as u32
    }
    pub(super) fn resource(&mut self, key: Str) -> u64 {
        let next = self.resources.len() as u32;
        let at = *self.resource_index.entry(key).or_insert(next);
        if at == next {
            self.resources.push(key);
        }
        u64::from(at)
    }
    /// The number of an op name; `info` is the address of its descriptor, when it has one of its own.
    pub(super) fn op(&mut self, name: &str, info: Option<usize>) -> u64 {
        if let Some(&n) = info.and_then(|i| self.info_index.get(&i)) {
            return u64::from(n);
        }
        let n = match self.op_index.get(name) {
            Some(&n) => n,
            None => {
                let dialect = self.dialect(name.split('.').next().unwrap_or(name));
                let n = self.ops.len() as u32;
                self.ops.push((name.to_owned(), dialect, info.is_some()));
                self.op_index.insert(name.to_owned(), n);
                n
            }
        };
        if let Some(i) = info {
            self.info_index.insert(i, n);
        }
        u64::from(n)
    }
    /// The dialect of an attribute.
    pub(super) fn dialect_of_attr(&mut self, cx: &Context, attr: Attr) -> u32 {
        if let Some(o) = cx.attr_as::<OpaqueAttr>(attr) {
            return self.dialect(cx.str(o.dialect));
        }
        let dynamic = cx.attr_as::<DynamicAttr>(attr).map(|d| cx.str(d.name));
        self.dialect(dynamic.or(cx.attr_name(attr)).and_then(|n| n.split('.').next()).unwrap_or("builtin"))
    }
    /// The dialect of a type.
    pub(super) fn dialect_of_type(&mut self, cx: &Context, ty: Type) -> u32 {
        if let Some(o) = cx.type_as::<OpaqueType>(ty) {
            return self.dialect(cx.str(o.dialect));
        }
        let dynamic = cx.type_as::<DynamicType>(ty).map(|d| cx.str(d.name));
        self.dialect(dynamic.or(cx.type_name(ty)).and_then(|n| n.split('.').next()).unwrap_or("builtin"))
    }
    /// Ends collecting: all final numbers are given.
    pub(super) fn finish(&mut self) {
        self.attrs.sort();
        self.types.sort();
        // Op names are stored by dialect.
        let mut order: Vec<usize> = (0..self.ops.len()).collect();
        order.sort_by_key(|&i| self.ops[i].1);
        let mut renumber = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            renumber[old] = new as u32;
        }
        let mut old = std::mem::take(&mut self.ops);
        self.ops = order.iter().map(|&i| std::mem::take(&mut old[i])).collect();
        for n in self.op_index.values_mut().chain(self.info_index.values_mut()) {
            *n = renumber[*n as usize];
        }
    }
}
