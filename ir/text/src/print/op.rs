//! Ops, regions and blocks.

use std::rc::Rc;

use smallvec::SmallVec;
use strata_core::{
    Asm, Block, Body, DefaultDialect, DictionaryAttr, Op, OpInfo, Region, Trait, Type, UNREGISTERED,
    writer::deep,
};

use super::{
    attrs::{Entries, UNREGISTERED_PROPERTIES},
    printer::{Printer, RegionStyle},
};
use crate::custom::CustomFns;

impl<'a> Printer<'a> {
    /// Appends an op with its results and its location, without indentation and without a line break.
    pub fn nested_op(&mut self, op: Op) -> &mut Self {
        let place = self.begin_place(op);
        self.results(op);
        let loc = self.body.loc(op);
        match self.body.is_shell(op).then(|| self.body.child(op)).flatten() {
            None => self.custom_or_generic(op),
            Some(child) => self.in_child(op, child),
        };
        self.trailing_location(loc);
        if self.options.value_users {
            self.op_users(op);
        }
        self.end_place(place);
        self
    }

    fn in_child(&mut self, shell: Op, child: &'a Body) -> &mut Self {
        let saved = (self.body, self.index, self.outer);
        self.outer = Some((self.body, shell, self.index));
        let names = self.names.defers.then(|| self.enter_names(child));
        (self.body, self.index) = (child, self.names.index_of(child));
        self.custom_or_generic(Op::SELF);
        (self.body, self.index, self.outer) = saved;
        if let Some(names) = names {
            self.leave_names(names);
        }
        self
    }

    /// Appends `%0 = `.
    fn results(&mut self, op: Op) {
        let body = self.body;
        let results = body.results(op);
        match results {
            [] => return,
            &[one] => {
                self.value(one);
            }
            _ => {
                let (names, index) = (Rc::clone(&self.names), self.index);
                let groups: &[u32] = match names.groups(index, op) {
                    [] => &[0],
                    groups => groups,
                };
                for (g, &start) in groups.iter().enumerate() {
                    if g != 0 {
                        self.text(", ");
                    }
                    let end = groups.get(g + 1).map_or(results.len(), |&e| e as usize);
                    self.id(names.value(index, results[start as usize]), false);
                    if end - start as usize > 1 {
                        self.text(":").number(end as u32 - start);
                    }
                }
            }
        }
        self.text(" = ");
    }

    /// Appends an op without its results, in the syntax that the options ask for.
    pub fn custom_or_generic(&mut self, op: Op) -> &mut Self {
        if let Some(collect) = &mut self.collect {
            // Only the uses are counted, so the text of the ops so far is not needed.
            self.out.clear();
            if self.options.debuginfo {
                let loc = match self.outer.filter(|_| op == Op::SELF) {
                    Some((body, shell, _)) => body.loc(shell),
                    None => self.body.loc(op),
                };
                collect.visit_location(self.cx, loc, true);
            }
            if op != Op::SELF && collect.is_repeated(self.body, op) {
                return self;
            }
        }
        let info = self.body.info(op);
        if self.options.generic {
            return self.generic_op(op);
        }
        match &info.asm {
            Asm::Generic => self.generic_op(op),
            Asm::Format(format) => {
                self.op_name(info);
                self.format(op, info, format);
                self
            }
            Asm::Custom(custom) => match custom.downcast_ref::<CustomFns>() {
                Some(custom) => {
                    self.op_name(info);
                    (custom.print)(op, self);
                    self
                }
                None => self.generic_op(op),
            },
        }
    }

    /// Appends the name without its dialect where that is the default.
    fn op_name(&mut self, info: &'static OpInfo) {
        let default = self.dialects.last().copied().unwrap_or("");
        // Most regions have no default dialect, and comparing with an empty text costs as much as with a long one.
        let short = Some(info.name).filter(|_| !default.is_empty());
        let short = short.and_then(|n| n.strip_prefix(default)?.strip_prefix('.'));
        self.text(short.filter(|s| !s.contains('.')).unwrap_or(info.name));
    }

    /// Appends an op in generic form, after its results.
    pub fn generic_op(&mut self, op: Op) -> &mut Self {
        let name = self.body.op_name(op);
        if self.collect.is_some() {
            return self.visit_generic(op);
        }
        if name.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' | b'A'..=b'Z')) {
            self.text("\"").text(name).text("\"");
        } else {
            self.quoted(name);
        }
        self.text("(");
        self.in_parent(op, |p, op| {
            p.values(p.body.operands(op));
        });
        self.text(")");
        let body = self.body;
        let successors = self.in_parent(op, |p, op| p.body.successors(op));
        if !successors.is_empty() {
            self.text("[");
            self.list(successors, |p, &b| {
                p.block(b);
            });
            self.text("]");
        }
        let properties = self.properties(op);
        if !properties.is_empty() {
            self.text(" <").braced(&properties).text(">");
        }
        let regions = body.regions(op);
        if !regions.is_empty() {
            self.text(" (");
            self.list(regions, |p, &r| {
                p.region(r, RegionStyle { empty_block: true, ..RegionStyle::default() });
            });
            self.text(")");
        }
        let discardable = self.discardable(op);
        self.entry_dict("", &discardable).text(" : (");
        self.in_parent(op, |p, op| {
            let results: SmallVec<[Type; 4]> = p.body.result_types(op).collect();
            p.types(p.body.operand_types(op)).text(") -> ").result_types(&results);
        });
        self
    }

    /// The inherent attributes, sorted by name.
    fn properties(&mut self, op: Op) -> Entries<'a> {
        let mut entries = Entries::new();
        if std::ptr::eq(self.body.info(op), &UNREGISTERED) {
            let dict = self.body.extra_attr(op, UNREGISTERED_PROPERTIES);
            if let Some(dict) = dict.and_then(|d| self.cx.attr_as::<DictionaryAttr>(d)) {
                entries.extend(dict.entries().iter().map(|&(n, a)| (self.cx.str(n), a)));
            }
            return entries;
        }
        self.inherent(op, false, |_, _| true, &mut entries);
        entries.sort_by_key(|e| e.0);
        entries
    }

    /// Counts the uses in an op that is printed in generic form.
    fn visit_generic(&mut self, op: Op) -> &mut Self {
        for &region in self.body.regions(op) {
            self.region(region, RegionStyle::default());
        }
        self.in_parent(op, |p, op| {
            let body = p.body;
            p.types(body.operand_types(op)).types(body.result_types(op));
        });
        let mut entries = self.properties(op);
        entries.extend(self.discardable(op));
        entries.sort_by_key(|e| e.0);
        for (_, attr) in entries {
            self.attr(attr);
        }
        self
    }

    /// Appends a region of the op that is printed: `{`, its blocks on lines of their own, `}`.
    pub fn region(&mut self, region: Region, style: RegionStyle) -> &mut Self {
        if self.options.skip_regions {
            return self.text("{...}");
        }
        deep(|| self.region_here(region, style));
        self
    }

    fn region_here(&mut self, region: Region, style: RegionStyle) {
        let body = self.body;
        self.text("{\n");
        if let Some((&entry, rest)) = body.blocks(region).split_first() {
            let parent = body.region_parent(region);
            let dialect = parent.and_then(|op| Some(op.cast::<dyn DefaultDialect>(body)?.default_dialect()));
            self.dialects.push(dialect.unwrap_or(""));
            let empty = style.empty_block && body.first_op(entry).is_none();
            let header = empty || (style.args && !body.block_args(entry).is_empty());
            let preds = if rest.is_empty() { vec![] } else { predecessors(body, region) };
            self.block_here(entry, header, style.terminator, true, preds.first());
            for (i, &block) in rest.iter().enumerate() {
                self.block_here(block, true, true, false, preds.get(i + 1));
            }
            self.dialects.pop();
        }
        self.indentation().text("}");
    }

    fn block_here(
        &mut self,
        block: Block,
        header: bool,
        terminator: bool,
        entry: bool,
        preds: Option<&Preds>,
    ) {
        let body = self.body;
        if header {
            self.indentation().block(block);
            let args = body.block_args(block);
            if !args.is_empty() {
                self.text("(");
                self.list(args, |p, &arg| {
                    p.region_arg(arg);
                });
                self.text(")");
            }
            self.text(":");
            match preds.map_or(&[][..], |p| p) {
                [] if entry => {}
                [] => {
                    self.text("  // no predecessors");
                }
                [one] => {
                    self.text("  // pred: ^bb").number(*one);
                }
                many => {
                    self.text("  // ").number(many.len() as u32).text(" preds: ");
                    self.list(many, |p, &n| {
                        p.text("^bb").number(n);
                    });
                }
            }
            self.newline();
        }
        self.indent += 2;
        if self.options.value_users {
            for &arg in body.block_args(block) {
                self.indentation().arg_users(arg);
            }
        }
        let mut next = body.first_op(block);
        while let Some(op) = next {
            next = body.next_op(op);
            if next.is_none() && !terminator && body.has_trait(op, Trait::Terminator) {
                break;
            }
            self.indentation().nested_op(op).end_op();
        }
        self.indent -= 2;
    }
}

/// Numbers of the blocks that branch to a block, once for each edge, in ascending order.
type Preds = SmallVec<[u32; 4]>;

/// The predecessors of the blocks of a region.
fn predecessors(body: &Body, region: Region) -> Vec<Preds> {
    let blocks = body.blocks(region);
    let mut numbers = rustc_hash::FxHashMap::default();
    numbers.extend(blocks.iter().enumerate().map(|(i, &b)| (b, i)));
    let mut preds = vec![Preds::new(); blocks.len()];
    for (i, &block) in blocks.iter().enumerate() {
        for to in body.last_op(block).map_or(&[][..], |op| body.successors(op)) {
            if let Some(&n) = numbers.get(to) {
                preds[n].push(i as u32);
            }
        }
    }
    preds
}
