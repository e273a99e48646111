//! Ops, blocks and regions, collected and written.

use rustc_hash::FxHashMap;
use strata_core::{
    Attr, Block, Body, DenseArrayAttr, Location, Op, OpInfo, Region, Str, Trait, UNREGISTERED, Value,
    writer::deep,
};

use super::{
    Writer,
    plan::{Plan, Target},
};
use crate::{
    Emitter, EntryWriter, PropertyForm, UseOrders,
    format::{mask, section, since},
};

/// The name of the attribute with the properties of an unregistered op.
const UNREGISTERED_PROPERTIES: &str = "<properties>";

/// The properties that were written, each once.
#[derive(Default)]
struct Properties {
    index: FxHashMap<Vec<u8>, u32>,
    list: Vec<Vec<u8>>,
}

/// The state of writing the ops of one body.
struct Walk<'b> {
    body: &'b Body,
    values: Vec<u32>,
    blocks: FxHashMap<Block, u32>,
    orders: UseOrders,
}

impl<'b> Walk<'b> {
    fn new(body: &'b Body) -> Self {
        let values = vec![0; body.value_capacity()];
        Self { body, values, blocks: FxHashMap::default(), orders: UseOrders::from_body(body) }
    }
    /// Writes the orders of the uses of values that have another than the default one; `false` when there is none.
    fn use_lists(&self, values: &[Value], out: &mut Emitter) -> bool {
        let mut found = 0;
        let mut text = Emitter::default();
        for (i, &value) in values.iter().enumerate() {
            let Some(places) = self.orders.places(self.body, value) else { continue };
            found += 1;
            if values.len() > 1 {
                text.varint(i as u64);
            }
            let moved = || (0u32..).zip(&places).filter(|(i, place)| i != *place);
            let n = moved().count();
            if n < places.len() / 2 {
                text.varint_flag(2 * n as u64, true);
                for (i, &place) in moved() {
                    text.varint(u64::from(i));
                    text.varint(u64::from(place));
                }
            } else {
                text.varint_flag(places.len() as u64, false);
                places.iter().for_each(|&place| text.varint(u64::from(place)));
            }
        }
        if found != 0 {
            if values.len() > 1 {
                out.varint(found);
            }
            out.out.extend(text.out);
        }
        found != 0
    }
    /// The body and the op in which the attributes and regions of `op` are.
    fn inner(&self, op: Op) -> (&'b Body, Op) {
        self.body.inner(op)
    }
}

impl Writer {
    fn plan(&mut self, info: &'static OpInfo) {
        let cx = &self.cx;
        self.plans.entry(address(info)).or_insert_with(|| Plan::new(cx, info));
    }

    // ------------------------------------------------------------------------------------------------ first walk

    /// Counts the uses of names, attributes and types by ops.
    pub(super) fn collect_ops(&mut self, body: &Body) {
        let mut todo: Vec<(&Body, Op)> = vec![(body, Op::SELF)];
        while let Some((body, op)) = todo.pop() {
            self.collect_op(body, op);
            let (inner, own) = body.inner(op);
            let ops: Vec<Op> = inner
                .regions(own)
                .iter()
                .flat_map(|&r| inner.blocks(r))
                .flat_map(|&b| {
                    for &arg in inner.block_args(b) {
                        self.numbers.ty(inner.ty(arg), true);
                        if self.version < since::ELIDED_ARG_LOCATIONS
                            || inner.value_loc(arg) != Location::UNKNOWN
                        {
                            self.numbers.attr(inner.value_loc(arg).to_attr(&self.cx), true);
                        }
                    }
                    inner.block_ops(b)
                })
                .collect();
            // Pushed in reverse, so that numbers are assigned in the order of the text.
            todo.extend(ops.into_iter().rev().map(|o| (inner, o)));
        }
    }
    fn collect_op(&mut self, body: &Body, op: Op) {
        let info = body.info(op);
        self.op_number(body, op);
        self.numbers.attr(body.loc(op).to_attr(&self.cx), true);
        for ty in body.result_types(op) {
            self.numbers.ty(ty, true);
        }
        self.plan(info);
        if let Some(dict) = self.dictionary(body, op) {
            self.numbers.attr(dict, true);
        }
        if self.version >= since::PROPERTIES {
            let mut scratch = Emitter::default();
            self.encode_properties(body, op, &mut scratch, true);
        }
    }
    fn op_number(&mut self, body: &Body, op: Op) -> u64 {
        let info = body.info(op);
        let registered = (!std::ptr::eq(info, &UNREGISTERED)).then(|| address(info));
        self.numbers.op(body.op_name(op), registered)
    }

    /// The attributes that are stored with their names.
    fn dictionary(&self, body: &Body, op: Op) -> Option<Attr> {
        let extra = body.extra_attrs(op);
        let info = body.info(op);
        let registered = !std::ptr::eq(info, &UNREGISTERED);
        let properties = self.version >= since::PROPERTIES;
        if extra.is_empty() && (properties || info.attrs.is_empty() || !registered) {
            return None;
        }
        let cx = &self.cx;
        let mut entries: Vec<(Str, Attr)> = Vec::new();
        for &(name, attr) in extra {
            let text = cx.str(name);
            if properties && self.plans.get(&address(info)).is_some_and(|p| p.has_extra(text)) {
                continue;
            }
            if text != UNREGISTERED_PROPERTIES {
                entries.push((name, attr));
            } else if !properties && let Some(d) = cx.attr_as::<strata_core::DictionaryAttr>(attr) {
                entries.extend(d.entries());
            }
        }
        if registered && !properties {
            let slots = info.attrs.iter().enumerate();
            entries.extend(slots.filter_map(|(i, a)| Some((cx.intern(a.name), body.attr_slot(op, i)?))));
        }
        (!entries.is_empty()).then(|| cx.dict_attr(entries))
    }

    /// Writes the properties of an op; `false` when it has none.
    fn encode_properties(&mut self, body: &Body, op: Op, out: &mut Emitter, collecting: bool) -> bool {
        let info = body.info(op);
        let mut w = EntryWriter { numbers: &mut self.numbers, out, collecting, version: self.version };
        if std::ptr::eq(info, &UNREGISTERED) {
            let Some(dict) = body.extra_attr(op, UNREGISTERED_PROPERTIES) else { return false };
            w.attr(dict);
            return true;
        }
        let Some(plan) = self.plans.get(&address(info)).filter(|p| !p.properties.is_empty()) else {
            return false;
        };
        let sparse = self.version >= since::SPARSE_SEGMENTS;
        let newer = plan
            .properties
            .iter()
            .any(|p| p.form == PropertyForm::Newer && value(body, op, p.target).is_some());
        if !newer && plan.properties.iter().all(|p| p.form == PropertyForm::Newer) {
            return false;
        }
        for p in &plan.properties {
            let attr = value(body, op, p.target);
            match (p.form, attr) {
                (PropertyForm::Segments, _) if sparse => {}
                (PropertyForm::Segments, a) => w.attr(a.unwrap_or_else(|| self.cx.i32_array(&[]))),
                (PropertyForm::Required, Some(a)) => w.attr(a),
                // The verifier rejects such an op, but it must be possible to read the file.
                (PropertyForm::Required, None) => w.attr(self.cx.unit()),
                // Properties that were added later are all written or all omitted.
                (PropertyForm::Newer, _) if !newer => {}
                (PropertyForm::Optional | PropertyForm::Newer, a) => w.attr_opt(a),
                (PropertyForm::Unknown, _) => w.attr_opt(None),
                (PropertyForm::Integer(_), a) => {
                    w.varint(a.and_then(|a| self.cx.attr_i64(a)).unwrap_or(0) as u64);
                }
                (PropertyForm::Flag, a) => {
                    // A flag that is off is left out, or is a boolean.
                    let off = a.is_none_or(|a| a == self.cx.bool_attr(false));
                    w.byte(u8::from(!off));
                }
            }
        }
        for p in plan.properties.iter().filter(|p| sparse && p.form == PropertyForm::Segments) {
            let sizes = value(body, op, p.target).and_then(|a| self.cx.attr_as::<DenseArrayAttr>(a));
            let mut sizes: Vec<u64> =
                sizes.map_or(vec![], |a| a.values.iter().map(|&v| v.max(0) as u64).collect());
            sizes.resize(p.groups, 0);
            w.out.varint_flag(sizes.len() as u64, false);
            sizes.iter().for_each(|&v| w.varint(v));
        }
        true
    }

    // ------------------------------------------------------------------------------------------------ second walk

    /// The sections of ops and of properties.
    pub(super) fn ir(&mut self, body: &Body) -> (Vec<u8>, Vec<u8>) {
        let (mut out, mut properties) = (Emitter::default(), Properties::default());
        out.varint_flag(1, false);
        self.op(&mut Walk::new(body), Op::SELF, 0, &mut out, &mut properties);
        let mut table = Emitter::default();
        table.varint(properties.list.len() as u64);
        properties.list.iter().for_each(|p| table.blob(p));
        (out.out, table.out)
    }

    fn op(&mut self, walk: &mut Walk<'_>, op: Op, values: u32, out: &mut Emitter, props: &mut Properties) {
        let body = walk.body;
        let info = body.info(op);
        let name = self.op_number(body, op);
        out.varint(name);
        let mask_at = out.out.len();
        let mut what = 0;
        out.byte(0);
        out.varint(self.numbers.attr(body.loc(op).to_attr(&self.cx), false));
        if let Some(dict) = self.dictionary(body, op) {
            what |= mask::ATTRS;
            out.varint(self.numbers.attr(dict, false));
        }
        if self.version >= since::PROPERTIES {
            let mut bytes = Emitter::default();
            if self.encode_properties(body, op, &mut bytes, false) {
                what |= mask::PROPERTIES;
                let next = props.list.len() as u32;
                let n = *props.index.entry(bytes.out).or_insert_with_key(|bytes| {
                    props.list.push(bytes.clone());
                    next
                });
                out.varint(u64::from(n));
            }
        }
        let (n_results, n_operands) = (body.results(op).len(), body.num_operands(op));
        if n_results != 0 {
            what |= mask::RESULTS;
            out.varint(n_results as u64);
            for ty in body.result_types(op) {
                out.varint(self.numbers.ty(ty, false));
            }
        }
        if n_operands != 0 {
            what |= mask::OPERANDS;
            out.varint(n_operands as u64);
            for v in body.operands(op) {
                out.varint(u64::from(walk.values[strata_core::Entity::index(v)]));
            }
        }
        let successors = body.successors(op);
        if !successors.is_empty() {
            what |= mask::SUCCESSORS;
            out.varint(successors.len() as u64);
            for b in successors {
                out.varint(u64::from(walk.blocks.get(b).copied().unwrap_or(0)));
            }
        }
        if self.version >= since::USE_LISTS && walk.use_lists(body.results(op), out) {
            what |= mask::USE_LISTS;
        }
        let (inner, own) = walk.inner(op);
        let regions = inner.regions(own);
        if !regions.is_empty() {
            what |= mask::REGIONS;
            let isolated = info.has(Trait::IsolatedFromAbove);
            out.varint_flag(regions.len() as u64, isolated);
            deep(|| {
                if !isolated {
                    regions.iter().for_each(|&r| self.region(walk, r, values, out, props));
                    return;
                }
                let mut nested = Emitter::default();
                let lazy = self.version >= since::LAZY_REGIONS;
                let mut inner = Walk::new(inner);
                for &r in regions {
                    self.region(&mut inner, r, 0, if lazy { &mut nested } else { &mut *out }, props);
                }
                if lazy {
                    out.section(section::IR, &nested.out);
                }
            });
        }
        out.out[mask_at] = what;
    }

    /// A region whose first value gets number `first`.
    fn region(
        &mut self,
        walk: &mut Walk<'_>,
        region: Region,
        first: u32,
        out: &mut Emitter,
        props: &mut Properties,
    ) {
        let body = walk.body;
        let blocks = body.blocks(region);
        out.varint(blocks.len() as u64);
        if blocks.is_empty() {
            return;
        }
        let mut next = first;
        let mut number = |v: Value| {
            walk.values[strata_core::Entity::index(v)] = next;
            next += 1;
        };
        for (i, &b) in blocks.iter().enumerate() {
            walk.blocks.insert(b, i as u32);
            body.block_args(b).iter().for_each(|&v| number(v));
            for op in body.block_ops(b) {
                body.results(op).iter().for_each(|&v| number(v));
            }
        }
        out.varint(u64::from(next - first));
        for &b in blocks {
            let args = body.block_args(b);
            out.varint_flag(body.block_ops(b).count() as u64, !args.is_empty());
            if !args.is_empty() {
                out.varint(args.len() as u64);
                for &arg in args {
                    self.block_arg(body, arg, out);
                }
                if self.version >= since::USE_LISTS {
                    let at = out.out.len();
                    out.byte(0);
                    if walk.use_lists(args, out) {
                        out.out[at] = mask::USE_LISTS;
                    }
                }
            }
            for op in body.block_ops(b) {
                self.op(walk, op, next, out, props);
            }
        }
    }
    fn block_arg(&mut self, body: &Body, arg: Value, out: &mut Emitter) {
        let (ty, loc) = (self.numbers.ty(body.ty(arg), false), body.value_loc(arg));
        let elided = self.version >= since::ELIDED_ARG_LOCATIONS;
        if elided {
            out.varint_flag(ty, loc != Location::UNKNOWN);
        } else {
            out.varint(ty);
        }
        if !elided || loc != Location::UNKNOWN {
            out.varint(self.numbers.attr(loc.to_attr(&self.cx), false));
        }
    }
}

/// The value of a property.
fn value(body: &Body, op: Op, target: Target) -> Option<Attr> {
    match target {
        Target::Slot(slot) => body.attr_slot(op, slot),
        Target::Extra(name) => body.extra_attr(op, name),
    }
}

fn address(info: &'static OpInfo) -> usize {
    std::ptr::from_ref(info).addr()
}
