//! Aliases: short names for attributes, types and locations.
//!
//! Affine maps, integer sets, distinct attributes, long tuples and locations get an alias wherever they are printed.
//! So does every attribute or type with shared parts whose text would be large only because the parts are repeated.
//! A fast scan over the bodies first looks whether there is any of these; only then the module is printed once with a
//! [`Collector`] in place of the output, which finds the uses in the order in which they will be printed.

use std::{any::TypeId, cmp::Reverse, num::NonZeroU32, rc::Rc};

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use strata_core::{
    Attr, Body, Context, DenseResourceAttr, DistinctAttr, Entity, Op, StringAttr, SymbolRefAttr, TypeOrAttr,
    Value, writer::deep,
};

use super::{
    PrintOptions,
    collector::{Collector, Found, automatic_name},
    names::Names,
    printer::Printer,
};

/// Finds aliases and resources; `None` when the scan shows that there are none.
pub(super) fn collect(body: &Body, names: &Rc<Names>, options: &PrintOptions) -> Option<Found> {
    let mut scan = Scan::default();
    scan.body(body);
    // Without aliases only the numbers of distinct attributes are to be found, which are in locations too.
    let wanted = if options.local_scope {
        scan.distinct || options.debuginfo
    } else {
        scan.interesting || scan.distinct || options.debuginfo || !scan.bombs.is_empty()
    };
    if !wanted {
        return None;
    }
    let forced = scan.repeated(body.cx());
    let mut p = Printer::new(body, Rc::clone(names), None, options);
    p.collect = Some(Box::new(Collector::new(forced)));
    p.nested_op(Op::SELF);
    let c = p.collect?;
    Some(if options.local_scope { c.without_aliases(body.cx()) } else { c.finish(body.cx()) })
}

/// Text longer than this is printed through aliases if most of it is repetition.
const LARGE: u32 = 16 << 10;
/// In such text, everything longer than this that occurs more than once gets an alias.
const REPEATED: u32 = 256;

/// Sizes, at most 2^32, by the index of a type or an attribute, in pages, as a module may use few of those of its context.
#[derive(Default)]
struct Sizes {
    types: Pages,
    attrs: Pages,
}

type Pages = Vec<Option<Box<[Option<NonZeroU32>; PAGE]>>>;
const PAGE: usize = 256;

impl Sizes {
    #[inline]
    fn get(&self, of: TypeOrAttr) -> Option<NonZeroU32> {
        let (pages, index) = match of {
            TypeOrAttr::Type(ty) => (&self.types, ty.index()),
            TypeOrAttr::Attr(attr) => (&self.attrs, attr.index()),
        };
        pages.get(index / PAGE)?.as_ref()?[index % PAGE]
    }
    fn insert(&mut self, of: TypeOrAttr, size: NonZeroU32) {
        let (pages, index) = match of {
            TypeOrAttr::Type(ty) => (&mut self.types, ty.index()),
            TypeOrAttr::Attr(attr) => (&mut self.attrs, attr.index()),
        };
        if pages.len() <= index / PAGE {
            pages.resize_with(index / PAGE + 1, || None);
        }
        pages[index / PAGE].get_or_insert_with(|| Box::new([None; PAGE]))[index % PAGE] = Some(size);
    }
}

/// The fast scan.
#[derive(Default)]
struct Scan {
    /// Estimated length of the text without aliases.
    sizes: Sizes,
    interesting: bool,
    distinct: bool,
    bombs: Vec<TypeOrAttr>,
}

/// Whether an attribute is a string without a type, or refers to a symbol.
fn is_name(cx: &Context, attr: Attr) -> bool {
    match cx.attr_as::<StringAttr>(attr) {
        Some(string) => string.ty.is_none(),
        None => cx.attr_as::<SymbolRefAttr>(attr).is_some(),
    }
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
            let inherent = body.attr_slots(op).flatten();
            for attr in inherent.chain(body.extra_attrs(op).iter().map(|e| e.1)) {
                self.size(cx, TypeOrAttr::Attr(attr));
            }
        }
        for (_, child) in body.children() {
            deep(|| self.body(child));
        }
    }

    fn size(&mut self, cx: &Context, of: TypeOrAttr) -> NonZeroU32 {
        if let Some(size) = self.sizes.get(of) {
            return size;
        }
        // Most attributes that only one op has are names: they have no parts, and no alias.
        if of.attr().is_some_and(|attr| is_name(cx, attr)) {
            return NonZeroU32::MIN.saturating_add(7);
        }
        let kind = of.attr().map(|attr| cx.attr_kind(attr));
        if kind != Some(TypeId::of::<StringAttr>()) {
            self.interesting |=
                automatic_name(cx, of).is_some() || kind == Some(TypeId::of::<DenseResourceAttr>());
            self.distinct |= kind == Some(TypeId::of::<DistinctAttr>());
        }
        let mut children: SmallVec<[TypeOrAttr; 8]> = SmallVec::new();
        cx.visit_children(of, &mut |c| children.push(c));
        let mut size = NonZeroU32::MIN.saturating_add(7);
        for c in children {
            size = size.saturating_add(deep(|| self.size(cx, c)).get());
        }
        if size.get() > LARGE {
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
        roots.sort_by_key(|r| Reverse(self.sizes.get(*r)));
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
            if self.sizes.get(root).is_some_and(|s| u64::from(s.get() / 4) > 8 * (edges + 1)) {
                let big = |of: &TypeOrAttr| self.sizes.get(*of).is_some_and(|s| s.get() > REPEATED);
                forced.extend(uses.iter().filter(|(of, n)| **n > 1 && big(of)).map(|(of, _)| *of));
            }
        }
        forced
    }
}
