//! Aliases: short names for attributes, types and locations.
//!
//! Affine maps, integer sets, distinct attributes, long tuples and locations get an alias wherever they are printed.
//! So does every attribute or type with shared parts whose text would be large only because the parts are repeated.
//! A fast scan over the bodies first looks whether there is any of these; only then the module is printed once with a
//! [`Collector`] in place of the output, which finds the uses in the order in which they will be printed.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_core::{
    AffineMapAttr, Attr, Body, Context, DenseElementsAttr, DenseResourceAttr, DistinctAttr, Entity,
    FloatAttr, IntegerAttr, IntegerSetAttr, Location, Op, StringAttr, TupleType, TypeOrAttr, Value,
    location::{CallSiteLoc, FusedLoc, NameLoc},
    writer::{AliasTable, deep, is_location},
};

use super::{PrintOptions, names::Names, printer::Printer};

/// The aliases and resources of a file.
#[derive(Default)]
pub(super) struct Found {
    /// All names.
    pub table: AliasTable,
    /// Aliases defined before the module, in order.
    pub before: Vec<TypeOrAttr>,
    /// Aliases defined after the module, in order.
    pub after: Vec<TypeOrAttr>,
    /// The resources that are used.
    pub resources: Vec<Attr>,
}

/// Finds aliases and resources; `None` when the scan shows that there are none.
pub(super) fn collect(body: &Body, names: &Names, options: &PrintOptions) -> Option<Found> {
    let mut scan = Scan::default();
    scan.body(body);
    // Without aliases only the numbers of distinct attributes are to be found.
    let wanted = if options.local_scope {
        scan.distinct
    } else {
        scan.interesting || scan.distinct || options.debuginfo || !scan.bombs.is_empty()
    };
    if !wanted {
        return None;
    }
    let forced = scan.repeated(body.cx());
    let mut p = Printer::new(body, names, None, options);
    p.collect = Some(Box::new(Collector { forced, ..Collector::default() }));
    p.nested_op(Op::SELF);
    let c = p.collect?;
    Some(if options.local_scope { c.without_aliases(body.cx()) } else { c.finish(body.cx()) })
}

/// Text longer than this is printed through aliases if most of it is repetition.
const LARGE: u64 = 16 << 10;
/// In such text, everything longer than this that occurs more than once gets an alias.
const REPEATED: u64 = 256;

/// The fast scan.
#[derive(Default)]
struct Scan {
    /// Estimated length of the text without aliases.
    sizes: FxHashMap<TypeOrAttr, u64>,
    interesting: bool,
    distinct: bool,
    bombs: Vec<TypeOrAttr>,
}

impl Scan {
    fn body(&mut self, body: &Body) {
        let cx = body.cx();
        let mut last_type = None;
        for v in (0..body.value_capacity()).map(Value::from_index).filter(|&v| body.is_live_value(v)) {
            let ty = body.ty(v);
            if last_type != Some(ty) {
                last_type = Some(ty);
                self.size(cx, TypeOrAttr::Type(ty));
            }
        }
        for op in (0..body.op_capacity()).map(Op::from_index).filter(|&op| body.is_live(op)) {
            if body.is_shell(op) {
                continue;
            }
            let inherent = (0..body.info(op).attrs.len()).filter_map(|slot| body.attr_slot(op, slot));
            for attr in inherent.chain(body.extra_attrs(op).iter().map(|e| e.1)) {
                self.size(cx, TypeOrAttr::Attr(attr));
            }
        }
        for (_, child) in body.children() {
            deep(|| self.body(child));
        }
    }

    fn size(&mut self, cx: &Context, of: TypeOrAttr) -> u64 {
        if let Some(&size) = self.sizes.get(&of) {
            return size;
        }
        self.interesting |= automatic_name(cx, of).is_some()
            || of.attr().is_some_and(|a| cx.attr_as::<DenseResourceAttr>(a).is_some());
        self.distinct |= of.attr().is_some_and(|a| cx.attr_as::<DistinctAttr>(a).is_some());
        let mut children = vec![];
        cx.visit_children(of, &mut |c| children.push(c));
        let mut size = 8u64;
        for c in children {
            size = size.saturating_add(deep(|| self.size(cx, c)));
        }
        if size > LARGE {
            self.bombs.push(of);
        }
        self.sizes.insert(of, size);
        size
    }

    /// The parts of the large attributes and types that need an alias.
    fn repeated(&self, cx: &Context) -> FxHashSet<TypeOrAttr> {
        let mut forced = FxHashSet::default();
        let mut uses: FxHashMap<TypeOrAttr, u32> = FxHashMap::default();
        let mut done: FxHashSet<TypeOrAttr> = FxHashSet::default();
        let mut roots = self.bombs.clone();
        roots.sort_by_key(|r| Reverse(self.sizes.get(r)));
        for root in roots {
            if done.contains(&root) {
                continue;
            }
            // Everything below the root, once.
            let mut reached = FxHashSet::default();
            let mut todo = vec![root];
            uses.clear();
            while let Some(of) = todo.pop() {
                if !reached.insert(of) {
                    continue;
                }
                cx.visit_children(of, &mut |c| {
                    *uses.entry(c).or_default() += 1;
                    todo.push(c);
                });
            }
            let edges: u64 = uses.values().map(|&n| n as u64).sum();
            done.extend(reached.iter().copied());
            if self.sizes.get(&root).is_some_and(|&s| s / 4 > 8 * (edges + 1)) {
                let big = |of: &TypeOrAttr| self.sizes.get(of).is_some_and(|&s| s > REPEATED);
                forced.extend(uses.iter().filter(|(of, n)| **n > 1 && big(of)).map(|(of, _)| *of));
            }
        }
        forced
    }
}

/// The stem of the alias that the attribute or type always has.
fn automatic_name(cx: &Context, of: TypeOrAttr) -> Option<&'static str> {
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

/// Finds the attributes and types that are printed, and their order.
#[derive(Default)]
pub(super) struct Collector {
    index: FxHashMap<TypeOrAttr, u32>,
    items: Vec<Item>,
    forced: FxHashSet<TypeOrAttr>,
    resources: Vec<Attr>,
}

impl Collector {
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

    /// Visits the parts of an attribute that is printed without its alias.
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
    fn finish(mut self, cx: &Context) -> Found {
        let distinct = |i: &&Item| i.of.attr().is_some_and(|a| cx.attr_as::<DistinctAttr>(a).is_some());
        // Those without an alias are printed between the definitions before and after the module.
        let inline: Vec<_> =
            self.items.iter().filter(|i| i.name.is_none()).filter(distinct).map(|i| i.of).collect();
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
        let all = found.before.iter().chain(&inline).chain(&found.after);
        found.table.distinct = number(cx, all.copied());
        found
    }

    /// Numbers distinct attributes where nothing has an alias.
    fn without_aliases(self, cx: &Context) -> Found {
        let mut found = Found { resources: self.resources, ..Found::default() };
        found.table.distinct = number(cx, self.items.iter().map(|i| i.of));
        found
    }
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
