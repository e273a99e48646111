//! Printing by assembly format.
//!
//! Whether a space goes before an element depends on the elements before it in the format, not on what was printed:
//! an optional group that is not printed still moves the state of spacing forward.

use std::rc::Rc;

use smallvec::SmallVec;
use strata_core::{
    Anchor, Arity, AttrForm, Directive, Group, Op, OpInfo, Region, StringAttr, Trait, Type, TypeAttr, Value,
};

use super::{
    attrs::Entries,
    printer::{Printer, RegionStyle},
    shown::Shown,
};
use crate::custom::CustomDirective;

/// Whether a space is due.
#[derive(Clone, Copy)]
struct Spacing {
    space: bool,
    punctuation: bool,
}

struct Format<'f> {
    op: Op,
    info: &'static OpInfo,
    shown: &'f Shown,
}

impl<'a> Printer<'a> {
    pub(super) fn format(&mut self, op: Op, info: &'static OpInfo, format: &'static [Directive]) {
        let shown = self.shown.entry(std::ptr::from_ref(info));
        let shown = Rc::clone(shown.or_insert_with(|| Rc::new(Shown::new(info, format))));
        let mut spacing = Spacing { space: true, punctuation: false };
        self.directives(&Format { op, info, shown: &shown }, format, &mut spacing, true, None);
    }

    fn directives(
        &mut self,
        f: &Format<'_>,
        format: &'static [Directive],
        spacing: &mut Spacing,
        emit: bool,
        elided: Option<u8>,
    ) {
        for directive in format {
            if !matches!((directive, elided), (Directive::Attr(a), Some(b)) if *a == b) {
                self.directive(f, directive, spacing, emit);
            }
        }
    }

    fn directive(
        &mut self,
        f: &Format<'_>,
        directive: &'static Directive,
        spacing: &mut Spacing,
        emit: bool,
    ) {
        match directive {
            Directive::Literal(text) => return self.literal(text, spacing, emit),
            Directive::NoSpace => return *spacing = Spacing { space: false, punctuation: true },
            Directive::Space => {
                if emit {
                    self.space();
                }
                return *spacing = Spacing { space: false, punctuation: false };
            }
            Directive::Newline => {
                if emit {
                    self.indented_newline();
                }
                return;
            }
            Directive::Optional { anchor, then, otherwise } => {
                return self.optional(f, *anchor, (then, otherwise), spacing, emit);
            }
            Directive::OneOf(clauses) => {
                for clause in *clauses {
                    let present = emit && self.clause_present(f, clause);
                    let unit = match clause {
                        [Directive::Literal(_), Directive::Attr(slot)] if is_unit(f.info, *slot) => {
                            Some(*slot)
                        }
                        _ => None,
                    };
                    self.directives(f, clause, spacing, present, unit);
                }
                return;
            }
            Directive::AttrDict | Directive::AttrDictWithKeyword | Directive::PropDict => {
                if emit {
                    self.dict_directive(f, directive);
                }
                return spacing.punctuation = false;
            }
            _ => {}
        }
        if emit && (spacing.space || !spacing.punctuation) {
            self.space();
        }
        *spacing = Spacing { space: true, punctuation: false };
        if emit {
            self.element(f, directive);
        }
    }

    fn literal(&mut self, text: &str, spacing: &mut Spacing, emit: bool) {
        if emit {
            if spacing.space && space_before(text, spacing.punctuation) {
                self.space();
            }
            self.text(text);
        }
        spacing.space = !matches!(text.as_bytes(), [b'<' | b'(' | b'{' | b'[']);
        spacing.punctuation = !text.as_bytes().first().is_some_and(|c| *c == b'_' || c.is_ascii_alphabetic());
    }

    fn optional(
        &mut self,
        f: &Format<'_>,
        anchor: Anchor,
        (then, otherwise): (&'static [Directive], &'static [Directive]),
        spacing: &mut Spacing,
        emit: bool,
    ) {
        // A unit attribute is not printed if other elements of the group imply it.
        let elided = match anchor {
            Anchor::Attr(slot) if is_unit(f.info, slot) => {
                let leads = |d: &[Directive]| matches!(d.first(), Some(Directive::Attr(a)) if *a == slot);
                (!leads(then) && !leads(otherwise)).then_some(slot)
            }
            _ => None,
        };
        let present = emit && self.present(f, anchor);
        self.directives(f, then, spacing, present, elided);
        self.directives(f, otherwise, spacing, emit && !present, elided);
    }

    fn present(&mut self, f: &Format<'_>, anchor: Anchor) -> bool {
        match anchor {
            Anchor::Attr(slot) => match self.body.attr_slot(f.op, slot as usize) {
                Some(attr) => !self.is_default(&f.info.attrs[slot as usize], attr),
                None => false,
            },
            Anchor::Operand(g) => {
                self.in_parent(f.op, |p, op| !p.body.operand_group(op, g as usize).is_empty())
            }
            Anchor::Result(g) => {
                self.in_parent(f.op, |p, op| !p.body.result_group(op, g as usize).is_empty())
            }
            Anchor::Region(i) => self.regions_of(f, i).iter().any(|&r| !self.body.blocks(r).is_empty()),
            Anchor::Successor(i) => self.in_parent(f.op, |p, op| {
                p.body.successors(op).get(i as usize..).is_some_and(|s| !s.is_empty())
            }),
        }
    }

    /// Whether any variable of a clause has something to show.
    fn clause_present(&mut self, f: &Format<'_>, clause: &'static [Directive]) -> bool {
        clause.iter().any(|d| match d {
            Directive::Attr(i) => self.present(f, Anchor::Attr(*i)),
            Directive::Operand(i) | Directive::Type(Group::Operand(i)) => {
                self.present(f, Anchor::Operand(*i))
            }
            Directive::Type(Group::Result(i)) => self.present(f, Anchor::Result(*i)),
            Directive::Region(i) => self.present(f, Anchor::Region(*i)),
            Directive::Successor(i) => self.present(f, Anchor::Successor(*i)),
            Directive::Optional { anchor, .. } => self.present(f, *anchor),
            Directive::Custom(custom) => custom.downcast_ref::<CustomDirective>().is_some_and(|c| {
                c.attrs
                    .iter()
                    .filter_map(|a| f.info.attr_slot(a))
                    .any(|i| self.present(f, Anchor::Attr(i as u8)))
            }),
            _ => false,
        })
    }

    fn dict_directive(&mut self, f: &Format<'_>, directive: &Directive) {
        let mut entries = Entries::new();
        let hidden = |slot: usize| f.shown.has(slot);
        let props = matches!(directive, Directive::PropDict);
        if props || !f.shown.prop_dict {
            let visible_sizes = f.shown.operands || f.shown.results;
            // `shown` hides the sizes of groups where the format implies them.
            self.inherent(f.op, !visible_sizes, |slot, _| !hidden(slot), &mut entries);
            if visible_sizes {
                entries.retain(|&mut (name, attr)| match f.info.attr_slot(name) {
                    Some(slot) => !self.is_default(&f.info.attrs[slot], attr),
                    None => true,
                });
            }
        }
        if props {
            entries.sort_by_key(|e| e.0);
            if !entries.is_empty() {
                self.text(" <").braced(&entries).text(">");
            }
            return;
        }
        entries.extend(self.discardable(f.op));
        entries.sort_by_key(|e| e.0);
        let keyword = if matches!(directive, Directive::AttrDictWithKeyword) { " attributes" } else { "" };
        self.entry_dict(keyword, &entries);
    }

    /// Prints a variable or a directive after the space before it.
    fn element(&mut self, f: &Format<'_>, directive: &Directive) {
        match directive {
            Directive::Operand(g) => self.in_parent(f.op, |p, op| {
                let range = p.body.operand_group(op, *g as usize);
                p.values(p.body.operands(op).skip(range.start).take(range.len()));
            }),
            Directive::Operands => self.in_parent(f.op, |p, op| {
                p.values(p.body.operands(op));
            }),
            Directive::Attr(slot) => self.attr_element(f, *slot as usize),
            Directive::Region(i) => {
                let regions = self.regions_of(f, *i);
                self.region_elements(f, regions);
            }
            Directive::Regions => self.region_elements(f, self.body.regions(f.op)),
            Directive::Successor(i) => self.in_parent(f.op, |p, op| {
                let all = p.body.successors(op);
                let variadic = f.info.successors.get(*i as usize).is_some_and(|s| s.variadic);
                let own = all.get(*i as usize..).unwrap_or(&[]);
                p.list(if variadic { own } else { own.get(..1).unwrap_or(own) }, |p, &b| {
                    p.block(b);
                });
            }),
            Directive::Successors => self.in_parent(f.op, |p, op| {
                p.list(p.body.successors(op), |p, &b| {
                    p.block(b);
                });
            }),
            Directive::Type(group) => {
                let types = self.group_types(f, *group);
                self.types(types);
            }
            Directive::FunctionalType(inputs, results) => {
                let (inputs, results) = (self.group_types(f, *inputs), self.group_types(f, *results));
                self.function_type(&inputs, &results);
            }
            Directive::Custom(custom) => {
                if let Some(custom) = custom.downcast_ref::<CustomDirective>() {
                    (custom.print)(f.op, self);
                }
            }
            _ => {}
        }
    }

    fn group_types(&mut self, f: &Format<'_>, group: Group) -> SmallVec<[Type; 4]> {
        self.in_parent(f.op, |p, op| {
            let body = p.body;
            let ty = |v: Value| body.ty(v);
            match group {
                Group::Operands => body.operands(op).map(ty).collect(),
                Group::Results => body.result_types(op).collect(),
                Group::Operand(g) => {
                    let range = body.operand_group(op, g as usize);
                    body.operands(op).skip(range.start).take(range.len()).map(ty).collect()
                }
                Group::Result(g) => {
                    let range = body.result_group(op, g as usize);
                    body.results(op)[range].iter().map(|&v| ty(v)).collect()
                }
            }
        })
    }

    fn regions_of(&self, f: &Format<'_>, index: u8) -> &'a [Region] {
        let own = self.body.regions(f.op).get(index as usize..).unwrap_or(&[]);
        let variadic = f.info.regions.get(index as usize).is_some_and(|r| r.variadic);
        if variadic { own } else { own.get(..1).unwrap_or(own) }
    }

    fn region_elements(&mut self, f: &Format<'_>, regions: &'a [Region]) {
        self.list(regions, |p, &region| {
            let terminator = !f.info.has(Trait::ImplicitTerminator) || p.needs_terminator(region);
            p.region(region, RegionStyle { terminator, ..RegionStyle::default() });
        });
    }

    /// Whether the terminator of the entry block of `region` differs from the implicit one.
    pub fn needs_terminator(&self, region: Region) -> bool {
        let body = self.body;
        let term = body.blocks(region).first().and_then(|&b| body.terminator(b));
        term.is_none_or(|t| {
            let attrs = body.attr_slots(t).flatten().next().is_some();
            attrs
                || !body.extra_attrs(t).is_empty()
                || body.num_operands(t) != 0
                || !body.results(t).is_empty()
        })
    }

    fn attr_element(&mut self, f: &Format<'_>, slot: usize) {
        let Some(attr) = self.body.attr_slot(f.op, slot) else { return };
        let cx = self.cx;
        match f.info.attrs[slot].form {
            AttrForm::Full => self.attr(attr),
            AttrForm::ImpliedType(_) | AttrForm::Str => self.attr_without_type(attr),
            AttrForm::DenseArray(_) => self.dense_array(attr),
            AttrForm::SymbolName => match cx.attr_as::<StringAttr>(attr) {
                Some(name) => self.symbol_text(name.as_str()),
                None => self.attr(attr),
            },
            AttrForm::Keyword(words, _) => {
                let value = cx.attr_i64(attr);
                match words.iter().find(|w| Some(w.1) == value) {
                    Some((word, _)) => self.keyword_or_string(word),
                    None => self.attr(attr),
                }
            }
            AttrForm::Params(name) if cx.attr_name(attr) == Some(name) => self.attr_params(attr),
            AttrForm::Params(_) => self.attr(attr),
            AttrForm::Type => match cx.attr_as::<TypeAttr>(attr) {
                Some(ty) => self.ty(ty.0),
                None => self.attr(attr),
            },
        };
    }

    /// The operand of a group that has at most one.
    pub fn optional_operand(&mut self, op: Op, group: usize) -> Option<Value> {
        self.in_parent(op, |p, op| {
            let range = p.body.operand_group(op, group);
            let one = p.body.info(op).operands.get(group).is_some_and(|s| s.arity != Arity::Variadic);
            p.body.operands(op).nth(range.start).filter(|_| one && !range.is_empty())
        })
    }
}

/// Whether the attribute can only be there or not.
fn is_unit(info: &OpInfo, slot: u8) -> bool {
    info.attrs.get(slot as usize).is_some_and(|s| s.desc == "unit attribute")
}

/// Whether a space precedes a literal.
fn space_before(text: &str, after_punctuation: bool) -> bool {
    match text.as_bytes() {
        [b'>' | b')' | b'}' | b']' | b','] => false,
        [b'<' | b'(' | b'{' | b'['] => after_punctuation,
        _ => true,
    }
}
