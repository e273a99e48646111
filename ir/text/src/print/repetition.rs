//! The length of a text without aliases: shared parts are printed at each occurrence, which can make it exponential.

use rustc_hash::FxHashMap;
use strata_core::{
    Body, Context, Entity, Location, Op, TypeOrAttr, Value,
    location::{CallSiteLoc, FusedLoc, NameLoc},
    writer::{deep, is_location},
};

/// The number of parts of types, attributes and locations that any text may have.
const ALWAYS_ALLOWED: u64 = 4 << 20;
/// The largest average number of occurrences of a part in a longer text.
const MOST_TIMES: u64 = 256;

/// Whether the text of `body` without aliases would exceed these bounds.
pub(super) fn is_unbounded(body: &Body) -> bool {
    let mut count = Count::default();
    count.body(body);
    count.written > ALWAYS_ALLOWED && count.written / MOST_TIMES > count.entities + count.sizes.len() as u64
}

#[derive(Default)]
struct Count {
    /// The number of parts of a type or attribute, with repetitions.
    sizes: FxHashMap<TypeOrAttr, u64>,
    /// The number of parts in the text.
    written: u64,
    /// The number of ops and values.
    entities: u64,
}

impl Count {
    fn body(&mut self, body: &Body) {
        let cx = body.cx();
        for v in (0..body.value_capacity()).map(Value::from_index).filter(|&v| body.is_live_value(v)) {
            self.entities += 1;
            self.add(cx, TypeOrAttr::Type(body.ty(v)));
        }
        for op in (0..body.op_capacity()).map(Op::from_index).filter(|&op| body.is_live(op)) {
            self.entities += 1;
            let inherent = (0..body.info(op).attrs.len()).filter_map(|slot| body.attr_slot(op, slot));
            for attr in inherent.chain(body.extra_attrs(op).iter().map(|e| e.1)) {
                self.add(cx, TypeOrAttr::Attr(attr));
            }
            // Only locations with an attribute have parts.
            if let Some(loc) = body.loc(op).as_attr() {
                self.add(cx, TypeOrAttr::Attr(loc));
            }
        }
        for (_, child) in body.children() {
            deep(|| self.body(child));
        }
    }

    fn add(&mut self, cx: &Context, of: TypeOrAttr) {
        let size = self.size(cx, of);
        self.written = self.written.saturating_add(size);
    }

    fn size(&mut self, cx: &Context, of: TypeOrAttr) -> u64 {
        if let Some(&size) = self.sizes.get(&of) {
            return size;
        }
        let mut size = 1u64;
        for part in parts(cx, of) {
            size = size.saturating_add(deep(|| self.size(cx, part)));
        }
        self.sizes.insert(of, size);
        size
    }
}

/// The direct parts of a type, an attribute or a location.
fn parts(cx: &Context, of: TypeOrAttr) -> Vec<TypeOrAttr> {
    let mut parts = Vec::new();
    let loc = |l: Location| l.as_attr().map(TypeOrAttr::Attr);
    match of {
        TypeOrAttr::Attr(attr) if is_location(cx, attr) => {
            if let Some(name) = cx.attr_as::<NameLoc>(attr) {
                parts.extend(loc(name.child));
            } else if let Some(call) = cx.attr_as::<CallSiteLoc>(attr) {
                parts.extend([call.callee, call.caller].into_iter().filter_map(loc));
            } else if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
                parts.extend(fused.metadata.map(TypeOrAttr::Attr));
                parts.extend(fused.locations.iter().filter_map(|&l| loc(l)));
            }
        }
        _ => cx.visit_children(of, &mut |part| parts.push(part)),
    }
    parts
}
