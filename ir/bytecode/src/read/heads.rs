//! Kinds and attributes of ops, decoded once for all ops that have the same.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{Attr, DictionaryAttr, Location, OpInfo, Str, Trait, UNREGISTERED};

use super::{
    cursor::{Cursor, ReadResult},
    entries::Entries,
    properties,
    sections::OpName,
};
use crate::{
    Conversion, OpHead,
    format::since,
    write::plan::{Plan, Target},
};

/// An op name that has been used.
struct Kind {
    info: &'static OpInfo,
    /// The attribute with the name of an op that is not registered.
    name: Option<Attr>,
    plan: Plan,
    /// The head that was used last.
    last: u32,
}

/// The numbers in the file that determine the head of an op.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub name: u32,
    /// One more than the number of the dictionary of attributes.
    pub dict: u32,
    /// One more than the number of the properties.
    pub properties: u32,
    /// The address of the kind of the op around it, where that matters.
    parent: usize,
}

/// The head of an op, converted.
pub(super) struct Head {
    key: Key,
    pub info: &'static OpInfo,
    pub attrs: SmallVec<[Option<Attr>; 8]>,
    pub extra: SmallVec<[(Str, Attr); 1]>,
    /// Whether the op has a body of its own.
    pub isolated: bool,
    /// The number of regions that it must have.
    pub regions: usize,
}

/// No head yet.
const NONE: u32 = u32::MAX;

pub(super) struct Heads<'f> {
    names: Vec<OpName<'f>>,
    kinds: Vec<Option<Kind>>,
    properties: Vec<Cursor<'f>>,
    conversion: Option<&'f dyn Conversion>,
    pub list: Vec<Head>,
    index: FxHashMap<Key, u32>,
    /// The head that was used last with each of the properties.
    by_properties: Vec<u32>,
}

impl<'f> Heads<'f> {
    pub(super) fn new(
        names: Vec<OpName<'f>>,
        properties: Vec<Cursor<'f>>,
        conversion: Option<&'f dyn Conversion>,
    ) -> Self {
        let kinds = names.iter().map(|_| None).collect();
        let by_properties = vec![NONE; properties.len()];
        Self {
            names,
            kinds,
            properties,
            conversion,
            list: Vec::new(),
            // Most heads are the only one with their properties.
            index: FxHashMap::with_capacity_and_hasher(by_properties.len().min(1 << 16), Default::default()),
            by_properties,
        }
    }

    /// For another reader of the same file.
    pub(super) fn fork(&self) -> Self {
        Self::new(self.names.clone(), self.properties.clone(), self.conversion)
    }

    /// The number of the head with these parts; of `key`, the parent is filled in here.
    #[inline]
    pub(super) fn find(
        &mut self,
        e: &mut Entries<'f>,
        (name, dict, properties): (u64, u64, u64),
        parent: &'static OpInfo,
        c: &Cursor<'f>,
        loc: Location,
    ) -> ReadResult<usize> {
        let parent = match self.conversion {
            Some(_) => parent,
            None => &UNREGISTERED,
        };
        let key = Key {
            name: narrow(name),
            dict: narrow(dict),
            properties: narrow(properties),
            parent: std::ptr::from_ref(parent) as usize,
        };
        let last = match self.by_properties.get((key.properties as usize).wrapping_sub(1)) {
            Some(&last) => last,
            None => match self.kinds.get(key.name as usize) {
                Some(Some(kind)) => kind.last,
                _ => NONE,
            },
        };
        match self.list.get(last as usize) {
            Some(head) if head.key == key => Ok(last as usize),
            _ => self.search(e, key, parent, c, loc),
        }
    }
    #[cold]
    fn search(
        &mut self,
        e: &mut Entries<'f>,
        key: Key,
        parent: &'static OpInfo,
        c: &Cursor<'f>,
        loc: Location,
    ) -> ReadResult<usize> {
        let n = match self.index.get(&key) {
            Some(&n) => n,
            None => {
                let head = self.decode(e, key, parent, c, loc)?;
                let n = self.list.len() as u32;
                self.list.push(head);
                self.index.insert(key, n);
                n
            }
        };
        match self.by_properties.get_mut((key.properties as usize).wrapping_sub(1)) {
            Some(last) => *last = n,
            None => {
                if let Some(Some(kind)) = self.kinds.get_mut(key.name as usize) {
                    kind.last = n;
                }
            }
        }
        Ok(n as usize)
    }

    fn decode(
        &mut self,
        e: &mut Entries<'f>,
        key: Key,
        parent: &'static OpInfo,
        c: &Cursor<'f>,
        loc: Location,
    ) -> ReadResult<Head> {
        let cx = e.cx;
        let Kind { info, name, .. } = *self.kind(e, key.name, c)?;
        let mut head = OpHead::new(info);
        if name.is_some() {
            head.attrs[0] = name;
        }
        if key.dict != 0 {
            let (attr, _) = e.attr(u64::from(key.dict) - 1, c, 0)?;
            let Some(dict) = cx.attr_as::<DictionaryAttr>(attr) else {
                return Err(c.error("expected attribute of type: DictionaryAttr"));
            };
            dict.entries().iter().for_each(|&(name, value)| head.set_attr(cx, cx.str(name), value));
        }
        if key.properties != 0 {
            self.decode_properties(e, key, c, &mut head)?;
        }
        if let Some(conversion) = self.conversion {
            let name = head.attrs.first().copied().flatten().and_then(|a| cx.attr_str(a));
            let name = if std::ptr::eq(info, &UNREGISTERED) { name.unwrap_or_default() } else { info.name };
            head = conversion.op(cx, head, parent).map_err(|why| {
                c.error_at(
                    loc,
                    format!(
                        "failed to legalize operation '{name}' that was explicitly marked illegal: {why}"
                    ),
                )
            })?;
        }
        let OpHead { info, mut attrs, mut extra } = head;
        for (attr, spec) in attrs.iter_mut().zip(info.attrs) {
            if attr.is_none() {
                *attr = spec.default.map(|default| default(cx));
            }
        }
        // Of several with one name the last one counts.
        extra.reverse();
        extra.sort_by(|a, b| cx.str(a.0).cmp(cx.str(b.0)));
        extra.dedup_by_key(|e| e.0);
        let isolated = info.has(Trait::IsolatedFromAbove);
        let regions = info.regions.iter().filter(|r| !r.variadic).count();
        Ok(Head { key, info, attrs, extra, isolated, regions })
    }

    fn decode_properties(
        &mut self,
        e: &mut Entries<'f>,
        key: Key,
        c: &Cursor<'f>,
        head: &mut OpHead,
    ) -> ReadResult<()> {
        if e.version < since::PROPERTIES {
            return Err(c.error("unexpected properties in this version"));
        }
        let index = key.properties as usize - 1;
        let Some(part) = self.properties.get(index).cloned() else {
            return Err(c.error(format!("invalid properties index: {index}")));
        };
        let (cx, unknown) = (e.cx, std::ptr::eq(head.info, &UNREGISTERED));
        if !self.names[key.name as usize].registered || unknown {
            // The properties of an op that was unregistered for the writer are one dictionary attribute.
            let mut part = part;
            let index = part.varint()?;
            let (dict, _) = e.attr(index, &part, 0)?;
            let Some(entries) = cx.attr_as::<DictionaryAttr>(dict) else {
                return Err(part.error("expected the properties of an unregistered op to be a dictionary"));
            };
            if unknown {
                head.extra.push((cx.intern("<properties>"), dict));
            } else {
                entries.entries().iter().for_each(|&(n, a)| head.set_attr(cx, cx.str(n), a));
            }
            return Ok(());
        }
        let Some(Some(Kind { info, plan, .. })) = self.kinds.get(key.name as usize) else { return Ok(()) };
        for (target, attr) in properties::read(e, info, plan, part)? {
            match target {
                Target::Slot(slot) => head.attrs[slot] = Some(attr),
                Target::Extra(name) => head.extra.push((cx.intern(name), attr)),
            }
        }
        Ok(())
    }

    fn kind(&mut self, e: &Entries<'f>, index: u32, c: &Cursor<'f>) -> ReadResult<&Kind> {
        let i = index as usize;
        let Some(known) = self.names.get(i) else {
            return Err(c.error(format!("invalid operation name index: {index}")));
        };
        let dialect = known.dialect;
        if self.kinds[i].is_none() {
            let name = known.full();
            let cx = e.cx;
            let kind = match cx.op_info(&name) {
                Some(info) => Kind { info, name: None, plan: Plan::new(cx, info), last: NONE },
                None if cx.dynamic().is_some_and(|d| d.has_op(&name))
                    || cx.allows_unregistered() && !name.is_empty() =>
                {
                    let attr = cx.string_attr(&name);
                    Kind { info: &UNREGISTERED, name: Some(attr), plan: Plan::default(), last: NONE }
                }
                None if cx.dialect(dialect).is_some() => {
                    return Err(c.error(format!(
                        "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
                    )));
                }
                None => {
                    return Err(c.error(format!(
                        "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used: '{name}'"
                    )));
                }
            };
            self.kinds[i] = Some(kind);
        }
        self.kinds[i].as_ref().ok_or_else(|| c.error("the op name was not resolved"))
    }
}

/// A number of a list in 32 bits; no list is longer.
fn narrow(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
