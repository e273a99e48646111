//! Ops, blocks and regions.
//!
//! Values have numbers: those of a region come after those of the regions around it, up to an isolated op, where they
//! start from zero again.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{
    Attr, Block, Body, DictionaryAttr, InsertPoint, Location, Op, OpInfo, OpState, Region, Trait,
    UNREGISTERED, Value, writer::deep,
};

use super::{
    cursor::{Cursor, ReadResult},
    entries::Entries,
    properties,
    sections::OpName,
};
use crate::{
    format::{mask, section, since},
    write::plan::{Plan, Target},
};

/// An op name that has been used.
struct Kind {
    info: &'static OpInfo,
    /// The attribute with the name of an op that is not registered.
    name: Option<Attr>,
    plan: Plan,
}

/// The values that can be named.
#[derive(Default)]
struct Scope {
    values: Vec<Option<Value>>,
    /// Number of the next value of the innermost region.
    next: usize,
    /// Number of the first value that belongs to the body: those before it are outside of an isolated op.
    first: usize,
    /// Values that were used before their definition.
    forward: FxHashMap<usize, Value>,
}

pub(super) struct Reader<'f> {
    e: Entries<'f>,
    names: Vec<OpName<'f>>,
    kinds: Vec<Option<Kind>>,
    properties: Vec<Cursor<'f>>,
    /// Properties as they were decoded for an op name.
    decoded: FxHashMap<(u32, u32), Vec<(Target, Attr)>>,
    body: Box<Body>,
    scope: Scope,
    blocks: Vec<Block>,
    /// Values and blocks that the rest of the file can still define: each takes a byte.
    budget: usize,
    depth: u32,
    file: Location,
}

impl<'f> Reader<'f> {
    pub(super) fn new(
        e: Entries<'f>,
        names: Vec<OpName<'f>>,
        properties: Vec<Cursor<'f>>,
        budget: usize,
        file: Location,
    ) -> Self {
        let body = Box::new(Body::new(e.cx, &UNREGISTERED, file));
        let kinds = names.iter().map(|_| None).collect();
        Self {
            e,
            names,
            kinds,
            properties,
            decoded: FxHashMap::default(),
            body,
            scope: Scope::default(),
            blocks: Vec::new(),
            budget,
            depth: 0,
            file,
        }
    }

    /// The section of ops: one module, or ops that are put into one.
    pub(super) fn module(mut self, mut c: Cursor<'f>) -> ReadResult<Box<Body>> {
        let Some(module) = self.e.cx.op_info("builtin.module") else {
            return Err(c.error("the builtin dialect is not registered"));
        };
        *self.body = Body::new(self.e.cx, module, self.file);
        let region = self.body.regions(Op::SELF)[0];
        let block = self.body.add_block(region, &[]);
        let (n, has_args) = c.varint_flag()?;
        if has_args {
            return Err(c.error("unexpected block arguments at the top level"));
        }
        // Values at the top level have no region that says how many there are.
        self.scope.values.clear();
        for _ in 0..c.checked_count(n)? {
            self.op(&mut c, block)?;
        }
        if !c.at_end() {
            return Err(c.error("unexpected trailing bytes in the IR section"));
        }
        self.finish_region(0, &c)?;
        let mut ops = self.body.block_ops(block);
        let (first, second) = (ops.next(), ops.next());
        drop(ops);
        if let (Some(only), None) = (first, second)
            && std::ptr::eq(self.body.info(only), module)
            && let Some(child) = self.body.take_child(only)
        {
            return Ok(child);
        }
        Ok(self.body)
    }

    fn kind(&mut self, index: u64, c: &Cursor<'f>) -> ReadResult<usize> {
        let i = usize::try_from(index).unwrap_or(usize::MAX);
        match self.kinds.get(i) {
            Some(Some(_)) => return Ok(i),
            Some(None) => {}
            None => return Err(c.error(format!("invalid operation name index: {index}"))),
        }
        let OpName { dialect, rest, .. } = &self.names[i];
        let name = if dialect.is_empty() { (*rest).to_owned() } else { format!("{dialect}.{rest}") };
        let cx = self.e.cx;
        let kind = match cx.op_info(&name) {
            Some(info) => Kind { info, name: None, plan: Plan::new(cx, info) },
            None if cx.allows_unregistered() && !name.is_empty() => {
                let attr = cx.string_attr(&name);
                Kind { info: &UNREGISTERED, name: Some(attr), plan: Plan::default() }
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
        Ok(i)
    }

    /// One op, put at the end of `block`.
    fn op(&mut self, c: &mut Cursor<'f>, block: Block) -> ReadResult<()> {
        let index = c.varint()?;
        let kind = self.kind(index, c)?;
        let Some(Kind { info, name, .. }) = &self.kinds[kind] else {
            return Err(c.error("the op name was not resolved"));
        };
        let (info, name) = (*info, *name);
        let what = c.byte()?;
        let index = c.varint()?;
        let loc = self.e.location(index, c)?;
        let mut state = OpState::new(info, loc);
        if name.is_some() {
            state.attrs[0] = name;
        }
        if what & mask::ATTRS != 0 {
            let index = c.varint()?;
            self.attrs(index, c, &mut state)?;
        }
        if what & mask::PROPERTIES != 0 {
            let index = c.varint()?;
            self.properties(kind, index, c, &mut state)?;
        }
        if what & mask::RESULTS != 0 {
            let n = self.values_of_op(c)?;
            state.result_types.reserve(n);
            for _ in 0..n {
                let index = c.varint()?;
                state.result_types.push(self.e.ty(index, c, 0)?.0);
            }
        }
        if what & mask::OPERANDS != 0 {
            let n = self.values_of_op(c)?;
            state.operands.reserve(n);
            for _ in 0..n {
                let index = c.varint()?;
                let value = self.value(index, c)?;
                state.operands.push(value);
            }
        }
        if what & mask::SUCCESSORS != 0 {
            for _ in 0..c.count()?.min(usize::from(u16::MAX) + 1) {
                let index = c.varint()?;
                match self.blocks.get(usize::try_from(index).unwrap_or(usize::MAX)) {
                    Some(&b) => state.successors.push(b),
                    None => return Err(c.error(format!("invalid successor index: {index}"))),
                }
            }
            if state.successors.len() > usize::from(u16::MAX) {
                return Err(c.error("an op has too many successors"));
            }
        }
        if what & mask::USE_LISTS != 0 {
            if self.e.version < since::USE_LISTS {
                return Err(c.error("unexpected use-list order in this version"));
            }
            skip_use_lists(c, state.result_types.len())?;
        }
        if what & mask::REGIONS != 0 {
            deep(|| self.regions(c, &mut state))?;
        }
        let op = self.body.create(state);
        self.body.insert(op, InsertPoint::at_end(block));
        let results: SmallVec<[Value; 4]> = self.body.results(op).into();
        for v in results {
            self.define(v, c)?;
        }
        Ok(())
    }

    /// The number of operands or of results of an op.
    fn values_of_op(&self, c: &mut Cursor<'f>) -> ReadResult<usize> {
        let n = c.count()?;
        let limit = self.e.cx.limits().op_values;
        if n > limit as usize {
            return Err(c.error(format!("an op has more than {limit} operands or results (op_values)")));
        }
        Ok(n)
    }

    fn attrs(&mut self, index: u64, c: &Cursor<'f>, state: &mut OpState) -> ReadResult<()> {
        let (attr, _) = self.e.attr(index, c, 0)?;
        let cx = self.e.cx;
        let Some(dict) = cx.attr_as::<DictionaryAttr>(attr) else {
            return Err(c.error("expected attribute of type: DictionaryAttr"));
        };
        for &(name, value) in dict.entries() {
            state.set_attr(cx, cx.str(name), value);
        }
        Ok(())
    }

    fn properties(&mut self, kind: usize, index: u64, c: &Cursor<'f>, state: &mut OpState) -> ReadResult<()> {
        if self.e.version < since::PROPERTIES {
            return Err(c.error("unexpected properties in this version"));
        }
        let Some(part) = self.properties.get(usize::try_from(index).unwrap_or(usize::MAX)) else {
            return Err(c.error(format!("invalid properties index: {index}")));
        };
        if !self.names[kind].registered || std::ptr::eq(state.info, &UNREGISTERED) {
            // Those of an op that the writer did not know are one attribute.
            let (cx, mut part) = (self.e.cx, part.clone());
            let index = part.varint()?;
            let (dict, _) = self.e.attr(index, &part, 0)?;
            let Some(entries) = cx.attr_as::<DictionaryAttr>(dict) else {
                return Err(part.error("expected the properties of an unregistered op to be a dictionary"));
            };
            if std::ptr::eq(state.info, &UNREGISTERED) {
                state.extra.push((cx.intern("<properties>"), dict));
            } else {
                entries.entries().iter().for_each(|&(n, a)| state.set_attr(cx, cx.str(n), a));
            }
            return Ok(());
        }
        let key = (kind as u32, index as u32);
        if !self.decoded.contains_key(&key) {
            let Some(Kind { info, plan, .. }) = &self.kinds[kind] else { return Ok(()) };
            let slots = properties::read(&mut self.e, info, plan, part.clone())?;
            self.decoded.insert(key, slots);
        }
        for &(target, attr) in self.decoded.get(&key).map_or(&[][..], Vec::as_slice) {
            match target {
                Target::Slot(slot) => state.attrs[slot] = Some(attr),
                Target::Extra(name) => state.extra.push((self.e.cx.intern(name), attr)),
            }
        }
        Ok(())
    }

    /// The value of a number; a stand-in when it is not defined yet.
    fn value(&mut self, index: u64, c: &Cursor<'f>) -> ReadResult<Value> {
        let i = usize::try_from(index).unwrap_or(usize::MAX);
        match self.scope.values.get(i) {
            _ if i < self.scope.first => {
                Err(c.error("an op in an isolated op uses a value from outside of it"))
            }
            Some(&Some(v)) => Ok(v),
            Some(None) => {
                let none = self.e.cx.none();
                let body = &mut self.body;
                Ok(*self.scope.forward.entry(i).or_insert_with(|| body.new_forward(none)))
            }
            None => Err(c.error(format!("invalid value index: {index}"))),
        }
    }
    fn define(&mut self, value: Value, c: &Cursor<'f>) -> ReadResult<()> {
        let i = self.scope.next;
        let Some(slot) = self.scope.values.get_mut(i) else {
            return Err(c.error("value index range was larger than the region said"));
        };
        *slot = Some(value);
        self.scope.next += 1;
        if !self.scope.forward.is_empty()
            && let Some(forward) = self.scope.forward.remove(&i)
        {
            self.body.resolve_forward(forward, value);
        }
        Ok(())
    }

    /// The regions of an op.
    fn regions(&mut self, c: &mut Cursor<'f>, state: &mut OpState) -> ReadResult<()> {
        let limit = self.e.cx.limits().region_depth;
        if self.depth >= limit {
            return Err(c.error(format!("nesting exceeds the limit of {limit} regions (region_depth)")));
        }
        self.depth += 1;
        let (n, isolated) = c.varint_flag()?;
        let n = c.checked_count(n)?;
        if n > usize::from(u16::MAX) {
            return Err(c.error("an op has too many regions"));
        }
        let mut part;
        // The regions of an isolated op are a section, which a lazy reader could skip.
        let c = if isolated && self.e.version >= since::LAZY_REGIONS {
            let (id, data) = c.section()?;
            if id != section::IR {
                return Err(c.error("expected an IR section for the regions of an isolated op"));
            }
            part = data;
            &mut part
        } else {
            c
        };
        let owns_body = state.info.has(Trait::IsolatedFromAbove);
        let outer = isolated.then(|| std::mem::take(&mut self.scope));
        if owns_body {
            let mut child = Box::new(Body::new(self.e.cx, state.info, state.loc));
            std::mem::swap(&mut self.body, &mut child);
            // A writer that does not know the op looks whether it uses values from outside, and may miss that.
            let values = self.scope.values.len();
            let first = std::mem::replace(&mut self.scope.first, values);
            let forward = std::mem::take(&mut self.scope.forward);
            let r = (0..n).try_for_each(|i| {
                let region = self.region_of_self(i);
                self.region(c, region)
            });
            std::mem::swap(&mut self.body, &mut child);
            (self.scope.first, self.scope.forward) = (first, forward);
            r?;
            state.child = Some(child);
        } else {
            for _ in 0..n {
                let region = self.body.new_region();
                state.regions.push(region);
                self.region(c, region)?;
            }
        }
        if let Some(outer) = outer {
            self.scope = outer;
            if self.e.version >= since::LAZY_REGIONS && !c.at_end() {
                return Err(c.error("unexpected trailing bytes in a nested IR section"));
            }
        }
        self.depth -= 1;
        Ok(())
    }
    /// Region `i` of the op that owns the body.
    fn region_of_self(&mut self, i: usize) -> Region {
        if let Some(&r) = self.body.regions(Op::SELF).get(i) {
            return r;
        }
        let r = self.body.new_region();
        self.body.push_region(Op::SELF, r);
        r
    }

    fn region(&mut self, c: &mut Cursor<'f>, region: Region) -> ReadResult<()> {
        let n_blocks = c.count()?;
        if n_blocks == 0 {
            return Ok(());
        }
        let n_values = c.count()?;
        self.budget = match self.budget.checked_sub(n_values + n_blocks) {
            Some(left) => left,
            None => return Err(c.error("the regions have more blocks and values than the file has bytes")),
        };
        let start = self.scope.values.len();
        self.scope.values.resize(start + n_values, None);
        let next = std::mem::replace(&mut self.scope.next, start);
        let blocks: Vec<Block> = (0..n_blocks).map(|_| self.body.new_block()).collect();
        for &b in &blocks {
            self.body.attach_block(region, b);
        }
        let outer = std::mem::replace(&mut self.blocks, blocks);
        for i in 0..n_blocks {
            let block = self.blocks[i];
            self.block(c, block)?;
        }
        self.blocks = outer;
        if self.scope.next != start + n_values {
            return Err(c.error("value index range was smaller than the region said"));
        }
        self.finish_region(start, c)?;
        self.scope.values.truncate(start);
        self.scope.next = next;
        Ok(())
    }
    /// No value of the region may be missing.
    fn finish_region(&self, start: usize, c: &Cursor<'f>) -> ReadResult<()> {
        if self.scope.forward.keys().any(|&i| i >= start) {
            return Err(c.error("not all forward unresolved forward operand references"));
        }
        Ok(())
    }

    fn block(&mut self, c: &mut Cursor<'f>, block: Block) -> ReadResult<()> {
        let (n_ops, has_args) = c.varint_flag()?;
        if has_args {
            let n = c.count()?;
            for _ in 0..n {
                self.block_arg(c, block)?;
            }
            if self.e.version >= since::USE_LISTS && c.byte()? != 0 {
                skip_use_lists(c, n)?;
            }
        }
        for _ in 0..c.checked_count(n_ops)? {
            self.op(c, block)?;
        }
        Ok(())
    }
    fn block_arg(&mut self, c: &mut Cursor<'f>, block: Block) -> ReadResult<()> {
        let (index, has_loc) = match self.e.version >= since::ELIDED_ARG_LOCATIONS {
            true => c.varint_flag()?,
            false => (c.varint()?, true),
        };
        let (ty, _) = self.e.ty(index, c, 0)?;
        let loc = match has_loc {
            true => {
                let index = c.varint()?;
                self.e.location(index, c)?
            }
            false => Location::UNKNOWN,
        };
        let arg = self.body.add_block_arg(block, ty);
        self.body.set_arg_loc(arg, loc);
        self.define(arg, c)
    }
}

/// Skips the orders of use lists of `n` values: text has none, so the order in which uses are read is as good.
fn skip_use_lists(c: &mut Cursor<'_>, n: usize) -> ReadResult<()> {
    let values = if n > 1 { c.count()? } else { 1 };
    for _ in 0..values {
        if n > 1 {
            c.varint()?;
        }
        let (count, _pairs) = c.varint_flag()?;
        for _ in 0..c.checked_count(count)? {
            c.varint()?;
        }
    }
    Ok(())
}
