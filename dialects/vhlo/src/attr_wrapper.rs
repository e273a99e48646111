//! [`VhloAttr`]: the mark that makes an attribute of StableHLO programs one of VHLO.

use strata_ir::prelude::*;

/// An attribute of the dialect, by the attribute that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VhloAttr(pub Attr);

/// Marks an attribute. Those of other dialects, which programs can have too, stay what they are.
pub fn wrap(cx: &Context, attr: Attr) -> Attr {
    if is_foreign(cx, attr) { attr } else { cx.attr(VhloAttr(attr)) }
}
/// Whether an attribute belongs to neither StableHLO nor what is built in.
pub(crate) fn is_foreign(cx: &Context, attr: Attr) -> bool {
    match cx.attr_name(attr) {
        Some(name) => !name.starts_with("stablehlo.") && !name.starts_with("vhlo"),
        None => cx.attr_as::<OpaqueAttr>(attr).is_some(),
    }
}
/// Whether an attribute is one of another dialect, or has one in it.
pub fn has_foreign(cx: &Context, attr: Attr) -> bool {
    if let Some(a) = cx.attr_as::<ArrayAttr>(attr) {
        a.0.iter().any(|&a| has_foreign(cx, a))
    } else if let Some(a) = cx.attr_as::<DictionaryAttr>(attr) {
        a.entries().iter().any(|&(_, a)| has_foreign(cx, a))
    } else {
        is_foreign(cx, attr)
    }
}
/// The attribute that one of the dialect stands for; any other is itself.
pub fn unwrap(cx: &Context, attr: Attr) -> Attr {
    cx.attr_as::<VhloAttr>(attr).map_or(attr, |a| a.0)
}
