//! Attribute dictionaries of ops.

use smallvec::SmallVec;
use strata_core::{Attr, AttrSpec, Op, Str, UNREGISTERED};

use super::printer::Printer;

/// Named attributes in the order in which they are printed.
pub(super) type Entries<'a> = SmallVec<[(&'a str, Attr); 4]>;

/// The attributes with the sizes of groups, which the structure of a custom form implies.
const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

/// An unregistered op keeps the dictionary of its properties as an attribute of this name, which no parser accepts in
/// a file.
pub const UNREGISTERED_PROPERTIES: &str = "<properties>";

impl<'a> Printer<'a> {
    /// Appends ` {...}` with all attributes of `op`, sorted by name, except those named, those with their default
    /// value and the sizes of groups; nothing when none is left.
    pub fn attr_dict(&mut self, op: Op, elided: &[&str]) -> &mut Self {
        let entries = self.entries(op, elided);
        self.entry_dict("", &entries)
    }
    /// As [`Printer::attr_dict`], after the keyword `attributes`.
    pub fn attr_dict_with_keyword(&mut self, op: Op, elided: &[&str]) -> &mut Self {
        let entries = self.entries(op, elided);
        self.entry_dict(" attributes", &entries)
    }
    /// Appends ` {...}` with the discardable attributes except those named.
    pub fn extra_attrs_only(&mut self, op: Op, elided: &[&str]) -> &mut Self {
        let mut entries = self.discardable(op);
        entries.retain(|e| !elided.contains(&e.0));
        self.entry_dict("", &entries)
    }
    /// Appends ` {...}` with these attributes; nothing when there are none.
    pub fn named_attrs(&mut self, attrs: &[(Str, Attr)]) -> &mut Self {
        let entries: Entries<'a> = attrs.iter().map(|&(n, a)| (self.cx.str(n), a)).collect();
        self.entry_dict("", &entries)
    }

    /// The attributes that [`Printer::attr_dict`] prints.
    fn entries(&mut self, op: Op, elided: &[&str]) -> Entries<'a> {
        let mut entries = Entries::new();
        self.inherent(op, true, |_, s| !elided.contains(&s.name), &mut entries);
        entries.extend(self.discardable(op).into_iter().filter(|e| !elided.contains(&e.0)));
        entries.sort_by_key(|e| e.0);
        entries
    }

    /// Adds the inherent attributes that are there and that `keep`.
    pub(super) fn inherent(
        &mut self,
        op: Op,
        custom_form: bool,
        keep: impl Fn(usize, &AttrSpec) -> bool,
        entries: &mut Entries<'a>,
    ) {
        let info = self.body.info(op);
        if std::ptr::eq(info, &UNREGISTERED) {
            return;
        }
        for (slot, (spec, attr)) in info.attrs.iter().zip(self.body.attr_slots(op)).enumerate() {
            if let Some(attr) = attr
                && keep(slot, spec)
                && !(custom_form && (self.is_default(spec, attr) || SEGMENTS.contains(&spec.name)))
            {
                entries.push((spec.name, attr));
            }
        }
    }

    /// The discardable attributes.
    pub(super) fn discardable(&self, op: Op) -> Entries<'a> {
        let all = self.body.extra_attrs(op).iter().map(|&(n, a)| (self.cx.str(n), a));
        if std::ptr::eq(self.body.info(op), &UNREGISTERED) {
            return all.filter(|e| e.0 != UNREGISTERED_PROPERTIES).collect();
        }
        all.collect()
    }

    /// Whether `attr` is the default of the attribute.
    pub(super) fn is_default(&mut self, spec: &'static AttrSpec, attr: Attr) -> bool {
        let Some(default) = spec.default else { return false };
        let cx = self.cx;
        let key = std::ptr::from_ref(spec).addr();
        *self.defaults.entry(key).or_insert_with(|| default(cx)) == attr
    }

    /// Appends `before {...}`; nothing for an empty dictionary.
    pub(super) fn entry_dict(&mut self, before: &str, entries: &[(&str, Attr)]) -> &mut Self {
        if entries.is_empty() {
            return self;
        }
        self.text(before).text(" ").braced(entries)
    }

    /// Appends `{...}`.
    pub(super) fn braced(&mut self, entries: &[(&str, Attr)]) -> &mut Self {
        self.text("{");
        self.list(entries, |p, &(name, attr)| {
            p.keyword_or_string(name);
            if attr != p.cx.unit() {
                p.text(" = ").attr(attr);
            }
        });
        self.text("}")
    }
}
