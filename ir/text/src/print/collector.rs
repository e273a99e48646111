//! [`Collector`]: takes note of what is printed, in the order in which it is, and gives aliases.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use strata_core::{
    AffineMapAttr, Attr, Body, Context, DenseElementsAttr, DenseResourceAttr, DistinctAttr, FloatAttr,
    IntegerAttr, IntegerSetAttr, Location, Op, OpInfo, StringAttr, TupleType, Type, TypeOrAttr,
    location::{CallSiteLoc, FusedLoc, NameLoc},
    writer::{AliasTable, deep, is_location},
};

/// The aliases and resources of a file.
#[derive(Default)]
pub(super) struct Found {
    /// All names.
    pub table: AliasTable,
    /// The aliases defined before the module, in order.
    pub before: Vec<TypeOrAttr>,
    /// The aliases defined after the module, in order.
    pub after: Vec<TypeOrAttr>,
    /// The resources that are used.
    pub resources: Vec<Attr>,
}

/// The stem of the alias that the attribute or type always has.
pub(super) fn automatic_name(cx: &Context, of: TypeOrAttr) -> Option<&'static str> {
    match of {
        TypeOrAttr::Type(ty) => {
            cx.type_as::<TupleType>(ty).is_some_and(|t| t.0.len() > 16).then_some("tuple")
        }
        TypeOrAttr::Attr(attr) => {
            if cx.attr_name(attr).is_some() {
                cx.attr_alias(attr)
            } else if cx.attr_as::<AffineMapAttr>(attr).is_some() {
                Some("map")
            } else if cx.attr_as::<IntegerSetAttr>(attr).is_some() {
                Some("set")
            } else if is_location(cx, attr) {
                Some("loc")
            } else {
                cx.attr_as::<DistinctAttr>(attr).is_some_and(|d| d.inner != cx.unit()).then_some("distinct")
            }
        }
    }
}

/// One attribute or type that is printed.
struct Item {
    of: TypeOrAttr,
    name: Option<&'static str>,
    /// 0 without any alias in it, else one more than the largest depth inside.
    depth: u32,
    /// Used only by locations of ops, so that it can be defined at the end.
    deferred: bool,
    children: Vec<u32>,
}

/// Finds what is printed, and in which order.
#[derive(Default)]
pub(super) struct Collector {
    index: FxHashMap<TypeOrAttr, u32>,
    items: Vec<Item>,
    forced: FxHashSet<TypeOrAttr>,
    resources: Vec<Attr>,
    /// The ops that were printed.
    printed: FxHashSet<Printed>,
}

/// The parts of an op without regions that its text has types and attributes of.
#[derive(PartialEq, Eq, Hash)]
struct Printed {
    info: *const OpInfo,
    types: SmallVec<[Type; 4]>,
    attrs: SmallVec<[Option<Attr>; 8]>,
}

/// The number of different ops that are remembered; more would not save much.
const MOST_PRINTED: usize = 1 << 14;

impl Collector {
    /// One that gives aliases to these, too.
    pub fn new(forced: FxHashSet<TypeOrAttr>) -> Self {
        Self { forced, ..Self::default() }
    }

    /// Whether an op like this one was asked for before: nothing in it is new.
    pub fn is_repeated(&mut self, body: &Body, op: Op) -> bool {
        if !body.regions(op).is_empty() || body.is_shell(op) {
            return false;
        }
        let info = body.info(op);
        let mut attrs: SmallVec<_> = (0..info.attrs.len()).map(|slot| body.attr_slot(op, slot)).collect();
        attrs.extend(body.extra_attrs(op).iter().map(|e| Some(e.1)));
        let types = body.operand_types(op).chain(body.result_types(op)).collect();
        let printed = Printed { info: std::ptr::from_ref(info), types, attrs };
        if self.printed.contains(&printed) {
            return true;
        }
        if self.printed.len() < MOST_PRINTED {
            self.printed.insert(printed);
        }
        false
    }

    /// Records a location.
    pub fn visit_location(&mut self, cx: &Context, loc: Location, deferred: bool) {
        self.visit(cx, TypeOrAttr::Attr(loc.to_attr(cx)), deferred);
    }

    /// Records a use; returns the depth and the index.
    pub fn visit(&mut self, cx: &Context, of: TypeOrAttr, deferred: bool) -> (u32, u32) {
        if let Some(&at) = self.index.get(&of) {
            if !deferred {
                self.not_deferred(at);
            }
            return (self.items[at as usize].depth, at);
        }
        let at = self.items.len() as u32;
        self.index.insert(of, at);
        let forced = self.forced.contains(&of).then_some(if of.ty().is_some() { "type" } else { "attr" });
        let name = automatic_name(cx, of).or(forced);
        self.items.push(Item { of, name, depth: name.is_some() as u32, deferred, children: vec![] });
        if let TypeOrAttr::Attr(attr) = of
            && cx.attr_as::<DenseResourceAttr>(attr).is_some()
        {
            self.resources.push(attr);
        }
        let (depth, children) = self.inside(cx, of, deferred);
        let item = &mut self.items[at as usize];
        item.children = children;
        if depth != 0 {
            item.depth = depth + 1;
        }
        (item.depth, at)
    }

    /// Records what is inside of an attribute that is printed without its name.
    pub fn visit_inside(&mut self, cx: &Context, of: TypeOrAttr, deferred: bool) {
        self.inside(cx, of, deferred);
    }

    /// Records an attribute whose type is not printed.
    pub fn visit_without_type(&mut self, cx: &Context, attr: Attr) {
        let plain = cx.attr_as::<IntegerAttr>(attr).is_some()
            || cx.attr_as::<FloatAttr>(attr).is_some()
            || cx.attr_as::<StringAttr>(attr).is_some()
            || cx.attr_as::<DenseElementsAttr>(attr).is_some();
        if !plain {
            self.visit(cx, TypeOrAttr::Attr(attr), false);
        }
    }

    fn inside(&mut self, cx: &Context, of: TypeOrAttr, deferred: bool) -> (u32, Vec<u32>) {
        let mut children = vec![];
        let loc = |l: Location| TypeOrAttr::Attr(l.to_attr(cx));
        match of {
            TypeOrAttr::Attr(attr) if is_location(cx, attr) => {
                if let Some(name) = cx.attr_as::<NameLoc>(attr) {
                    children.extend((name.child != Location::UNKNOWN).then(|| loc(name.child)));
                } else if let Some(call) = cx.attr_as::<CallSiteLoc>(attr) {
                    children.extend([loc(call.callee), loc(call.caller)]);
                } else if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
                    children.extend(fused.metadata.map(TypeOrAttr::Attr));
                    children.extend(fused.locations.iter().map(|&l| loc(l)));
                }
            }
            _ => cx.visit_children(of, &mut |c| children.push(c)),
        }
        let (mut depth, mut indices) = (0, Vec::with_capacity(children.len()));
        for c in children {
            let (d, i) = deep(|| self.visit(cx, c, deferred));
            depth = depth.max(d);
            indices.push(i);
        }
        (depth, indices)
    }

    fn not_deferred(&mut self, at: u32) {
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            let item = &mut self.items[at as usize];
            if std::mem::take(&mut item.deferred) {
                todo.extend(&item.children);
            }
        }
    }

    /// Numbers the aliases: those that contain no other one come first.
    pub fn finish(mut self, cx: &Context) -> Found {
        let distinct = |i: &&Item| i.of.attr().is_some_and(|a| cx.attr_as::<DistinctAttr>(a).is_some());
        // Those without an alias are printed between the definitions before and after the module, or in these.
        let inline: Vec<_> = self
            .items
            .iter()
            .filter(|i| i.name.is_none() && !i.deferred)
            .filter(distinct)
            .map(|i| i.of)
            .collect();
        self.items.sort_by_key(|i| (i.depth, Reverse(i.of.ty().is_some()), i.name));
        let mut found = Found { resources: self.resources, ..Found::default() };
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        for item in &self.items {
            let Some(name) = item.name else { continue };
            let sigil = if item.of.ty().is_some() { '!' } else { '#' };
            let count = counts.entry(name).or_default();
            let text = if *count == 0 { format!("{sigil}{name}") } else { format!("{sigil}{name}{count}") };
            *count += 1;
            found.table.names.insert(item.of, text);
            if item.deferred { found.after.push(item.of) } else { found.before.push(item.of) }
        }
        let names = &found.table.names;
        let text = |of: &TypeOrAttr| printed_in(cx, *of, names);
        let all = found.before.iter().flat_map(text).chain(inline).chain(found.after.iter().flat_map(text));
        found.table.distinct = number(cx, all);
        found
    }

    /// Numbers distinct attributes where nothing has an alias.
    pub fn without_aliases(self, cx: &Context) -> Found {
        let mut found = Found { resources: self.resources, ..Found::default() };
        found.table.distinct = number(cx, self.items.iter().map(|i| i.of));
        found
    }
}

/// An attribute or type and those in its definition that have no alias, in the order of the text.
fn printed_in(cx: &Context, of: TypeOrAttr, names: &FxHashMap<TypeOrAttr, String>) -> Vec<TypeOrAttr> {
    let (mut out, mut todo, mut seen) = (Vec::new(), vec![of], FxHashSet::default());
    while let Some(next) = todo.pop() {
        if !seen.insert(next) {
            continue;
        }
        out.push(next);
        let mut children = Vec::new();
        cx.visit_children(next, &mut |c| children.push(c));
        todo.extend(children.into_iter().rev().filter(|c| !names.contains_key(c)));
    }
    out
}

/// Numbers the distinct attributes in the order in which they are printed.
fn number(cx: &Context, printed: impl Iterator<Item = TypeOrAttr>) -> FxHashMap<u64, u64> {
    let mut numbers = FxHashMap::default();
    for d in printed.filter_map(|of| cx.attr_as::<DistinctAttr>(of.attr()?)) {
        let next = numbers.len() as u64;
        numbers.entry(d.id).or_insert(next);
    }
    numbers
}
