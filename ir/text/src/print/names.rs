//! Names of values and blocks, chosen before anything is printed.
//!
//! Each region is numbered completely before the regions inside of it, which start with the counters that it ended
//! with. A name that is taken in an enclosing region gets a suffix. The result is one table of four bytes per value.
//!
//! In a body without values and branches, such as that of a module of functions, nothing is known that the names in its children depend
//! on. These are named one by one when they are printed, so that the table of a large module is never in memory as a whole.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{
    ArgsNamedAsOperands, Block, BlockArgNames, Body, Context, Entity, Location, Op, OpInfo, Region,
    ResultNames, Value,
    location::{CallSiteLoc, FusedLoc, NameLoc},
    writer::deep,
};

use super::PrintOptions;

/// How a value is named: a kind in the top two bits and a number below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id(pub u32);

/// The number is printed.
pub(super) const NUMBER: u32 = 0;
/// `arg` and the number are printed.
pub(super) const ARG: u32 = 1 << 30;
/// The number is an index into [`Names::strings`].
pub(super) const STRING: u32 = 2 << 30;
/// The number is an index into [`Names::grouped`].
pub(super) const GROUPED: u32 = 3 << 30;
/// Bits of the kind.
pub(super) const KIND: u32 = 3 << 30;
/// No name.
pub(super) const NONE: Id = Id(u32::MAX);

/// Where the names inside of one body are in the tables of [`Names`].
#[derive(Clone, Copy, Default)]
struct BodyNames {
    values: u32,
    n_values: u32,
    blocks: u32,
    n_blocks: u32,
}

/// A result of an op with more than one: the name of its group and its number there.
#[derive(Clone, Copy)]
pub(super) struct Grouped {
    /// Name of the group.
    pub head: Id,
    /// Number in the group, for groups of more than one.
    pub number: Option<u32>,
}

/// The names in a body and in the bodies below it.
#[derive(Default)]
pub(super) struct Names {
    bodies: Vec<BodyNames>,
    /// Names of values, body after body.
    values: Vec<Id>,
    /// Numbers of blocks in their regions, body after body.
    blocks: Vec<u32>,
    /// First results of the named groups, for ops that have more than one.
    groups: FxHashMap<(u32, Op), SmallVec<[u32; 4]>>,
    /// Numbers of ops without results, for the comments about users.
    ops: FxHashMap<(u32, Op), u32>,
    /// The body that was named first, with index 0.
    root: Option<*const Body>,
    /// Index of the others, by their address.
    index: FxHashMap<*const Body, usize>,
    /// Each child of the root has names of its own, made when it is printed.
    pub defers: bool,
    /// Index of each name that was ever used.
    known: FxHashMap<Box<str>, u32>,
    /// Whether the name is taken in the current region or one around it.
    live: Vec<bool>,
    /// Texts of named values; one that is used in many regions is stored once.
    pub strings: Vec<Box<str>>,
    /// Results of ops with several results.
    pub grouped: Vec<Grouped>,
}

impl Names {
    /// Names all values and blocks below the op of `body`, and below `extra` if it is in no region.
    pub fn new(body: &Body, extra: Option<Op>, options: &PrintOptions) -> Self {
        Numbering::new(body.cx(), options).name_at_once(Names::default(), body, extra)
    }
    /// Names those whose names others depend on. The other ones are named by [`Numbering::name_lazily`] when they are printed.
    pub fn new_lazily(body: &Body, options: &PrintOptions) -> Self {
        Numbering::new(body.cx(), options).name_lazily(Names::default(), body)
    }
    /// Forgets everything but the texts of names, and has no names for the values of any body.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.bodies.push(BodyNames::default());
        self.values.clear();
        self.blocks.clear();
        self.groups.clear();
        self.ops.clear();
        self.index.clear();
        self.grouped.clear();
        (self.root, self.defers) = (None, true);
    }
    /// The names of a body that was numbered.
    pub fn index_of(&self, body: &Body) -> usize {
        let body = std::ptr::from_ref(body);
        if self.root == Some(body) { 0 } else { self.index.get(&body).copied().unwrap_or(0) }
    }
    /// The name of a value of the body with this index.
    #[inline]
    pub fn value(&self, body: usize, v: Value) -> Id {
        let at = self.bodies[body];
        if v.index() < at.n_values as usize { self.values[at.values as usize + v.index()] } else { NONE }
    }
    fn set_value(&mut self, body: usize, v: Value, id: Id) {
        let at = self.bodies[body].values as usize;
        self.values[at + v.index()] = id;
    }
    /// The number of a block in its region.
    pub fn block(&self, body: usize, b: Block) -> Option<u32> {
        let at = self.bodies[body];
        let known = b.index() < at.n_blocks as usize;
        known.then(|| self.blocks[at.blocks as usize + b.index()]).filter(|&n| n != u32::MAX)
    }
    /// The first results of the groups of an op; empty if it has only one.
    pub fn groups(&self, body: usize, op: Op) -> &[u32] {
        if self.groups.is_empty() { &[] } else { self.groups.get(&(body as u32, op)).map_or(&[], |g| g) }
    }
    /// The number of an op without results.
    pub fn op(&self, body: usize, op: Op) -> Option<u32> {
        self.ops.get(&(body as u32, op)).copied()
    }
}

#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    arg: u32,
    conflict: u32,
}

/// A region to be numbered.
struct Task<'a> {
    body: &'a Body,
    index: usize,
    region: Region,
    count: Counters,
    /// Length of the list of names in scope when the parent was done.
    scope: usize,
}

/// Which interfaces an op kind has.
#[derive(Clone, Copy)]
struct Named {
    results: bool,
    args: bool,
}

/// The state of numbering.
pub(super) struct Numbering<'a> {
    names: Names,
    options: &'a PrintOptions,
    cx: &'a Context,
    count: Counters,
    /// The live names in order of their use.
    scope: Vec<u32>,
    /// How many names like `arg0` an interface asked for.
    args: usize,
    infos: FxHashMap<*const OpInfo, Named>,
    stack: Vec<Task<'a>>,
    /// The ops with regions of the region that is being numbered.
    holders: Vec<Op>,
    buffer: String,
    /// The names that an op asked for.
    stems: String,
}

impl<'a> Numbering<'a> {
    pub fn new(cx: &'a Context, options: &'a PrintOptions) -> Self {
        Self {
            names: Names::default(),
            options,
            cx,
            count: Counters::default(),
            scope: vec![],
            args: 0,
            infos: FxHashMap::default(),
            stack: vec![],
            holders: vec![],
            buffer: String::new(),
            stems: String::new(),
        }
    }

    /// Names the values and blocks of `body`; those of its children only if they depend on those of `body`. The tables are in the memory
    /// of `names`.
    pub fn name_lazily(&mut self, names: Names, body: &'a Body) -> Names {
        let o = self.options;
        self.start(names, body);
        // Where numbers are never used again, those in a child depend on those in the children before it.
        let again = !(o.generic || o.unique_ssa || o.value_users);
        self.names.defers = again && body.value_capacity() == 0 && body.block_capacity() <= 1;
        self.finish(body, None)
    }

    /// Names all values and blocks below the op of `body`, and below `extra` if it is in no region.
    fn name_at_once(&mut self, names: Names, body: &'a Body, extra: Option<Op>) -> Names {
        self.start(names, body);
        self.names.defers = false;
        self.finish(body, extra)
    }

    fn start(&mut self, names: Names, body: &'a Body) {
        self.names = names;
        self.names.clear();
        self.names.bodies.clear();
        (self.count, self.args) = (Counters::default(), 0);
        self.add_body(body);
    }

    fn finish(&mut self, body: &'a Body, extra: Option<Op>) -> Names {
        let root = 0;
        if self.options.generic && self.options.value_users {
            // Only here the outermost op has a number.
            self.number();
        }
        self.push_regions(body, root, Op::SELF);
        if let Some(op) = extra.filter(|&op| op != Op::SELF) {
            let top = std::iter::successors(Some(op), |&o| body.parent_op(o)).last().unwrap_or(op);
            if top != Op::SELF {
                self.op(body, root, top);
                self.push_regions(body, root, top);
            }
        }
        self.run();
        self.leave_scope(0);
        std::mem::take(&mut self.names)
    }

    /// Makes the names free that were used from number `mark` on.
    fn leave_scope(&mut self, mark: usize) {
        for name in self.scope.drain(mark.min(self.scope.len())..) {
            self.names.live[name as usize] = false;
        }
    }

    fn add_body(&mut self, body: &'a Body) -> usize {
        let index = self.names.bodies.len();
        let (n_values, n_blocks) = (body.value_capacity(), body.block_capacity());
        let names = &mut self.names;
        names.bodies.push(BodyNames {
            values: names.values.len() as u32,
            n_values: n_values as u32,
            blocks: names.blocks.len() as u32,
            n_blocks: n_blocks as u32,
        });
        names.values.resize(names.values.len() + n_values, NONE);
        names.blocks.resize(names.blocks.len() + n_blocks, u32::MAX);
        if index == 0 {
            self.names.root = Some(body);
        } else {
            self.names.index.insert(body, index);
        }
        index
    }

    fn push_regions(&mut self, body: &'a Body, index: usize, op: Op) {
        let (count, scope) = (self.count, self.scope.len());
        if body.is_shell(op) {
            if !self.names.defers
                && let Some(child) = body.child(op)
            {
                let outer = index;
                let index = self.add_body(child);
                self.name_as_operands(body, outer, op, (child, index));
                self.push_regions(child, index, Op::SELF);
            }
            return;
        }
        let tasks = body.regions(op).iter().map(|&region| Task { body, index, region, count, scope });
        self.stack.extend(tasks);
    }

    /// Gives the arguments of the body of an isolated op the names of its operands, if its syntax does so.
    fn name_as_operands(&mut self, body: &Body, index: usize, op: Op, (child, inner): (&Body, usize)) {
        let named = !self.options.generic
            && op.cast::<dyn ArgsNamedAsOperands>(body).is_some_and(|n| n.names_args_as_operands(body));
        let args = child.entry().filter(|_| named).map_or(&[][..], |entry| child.block_args(entry));
        for (&arg, operand) in args.iter().zip(body.operands(op)) {
            let id = self.names.value(index, operand);
            self.names.set_value(inner, arg, id);
        }
    }

    fn run(&mut self) {
        while let Some(task) = self.stack.pop() {
            // As in MLIR, the generic form never uses a number again.
            if !self.options.unique_ssa && !self.options.generic {
                self.count = task.count;
            }
            self.leave_scope(task.scope);
            self.region(task.body, task.index, task.region);
            // These start with the counters of the whole region.
            let mut holders = std::mem::take(&mut self.holders);
            for op in holders.drain(..) {
                self.push_regions(task.body, task.index, op);
            }
            self.holders = holders;
        }
    }

    fn named(&mut self, body: &Body, op: Op) -> Named {
        *self.infos.entry(std::ptr::from_ref(body.info(op))).or_insert_with(|| Named {
            results: op.implements::<dyn ResultNames>(body),
            args: op.implements::<dyn BlockArgNames>(body),
        })
    }

    fn region(&mut self, body: &'a Body, index: usize, region: Region) {
        if let Some(parent) = body.region_parent(region)
            && !self.options.generic
            && self.named(body, parent).args
            && let Some(names) = parent.cast::<dyn BlockArgNames>(body)
        {
            self.name_all(body, index, |name| names.name_block_args(body, region, name));
        }
        for (number, &block) in body.blocks(region).iter().enumerate() {
            let at = self.names.bodies[index].blocks as usize;
            self.names.blocks[at + block.index()] = number as u32;
            for &arg in body.block_args(block) {
                self.block_arg(body, index, arg, number == 0);
            }
            for op in body.block_ops(block) {
                self.op(body, index, op);
                if body.is_shell(op) || !body.regions(op).is_empty() {
                    self.holders.push(op);
                }
            }
        }
    }

    fn block_arg(&mut self, body: &Body, index: usize, arg: Value, entry: bool) {
        if self.names.value(index, arg) != NONE {
            return;
        }
        let number = self.count.arg;
        if self.options.use_nameloc_as_prefix && name_in(self.cx, body.value_loc(arg)).is_some() {
            self.count.arg += entry as u32;
            return self.name(body, index, arg, "");
        }
        let id = if !entry {
            self.number()
        } else if self.args == 0 {
            Id(ARG | number)
        } else {
            let stem = format!("arg{number}");
            self.unique(&stem)
        };
        self.count.arg += entry as u32;
        self.names.set_value(index, arg, id);
    }

    fn number(&mut self) -> Id {
        self.count.value += 1;
        Id(NUMBER | (self.count.value - 1))
    }

    #[inline]
    fn op(&mut self, body: &'a Body, index: usize, op: Op) {
        let named = !self.options.generic && self.named(body, op).results;
        let results = body.results(op);
        if results.is_empty() {
            if self.options.value_users {
                let Id(n) = self.number();
                self.names.ops.insert((index as u32, op), n);
            }
            return;
        }
        if named && let Some(names) = op.cast::<dyn ResultNames>(body) {
            self.name_all(body, index, |name| names.name_results(body, name));
        }
        let first = results[0];
        if self.names.value(index, first) == NONE {
            if self.options.use_nameloc_as_prefix && name_in(self.cx, body.loc(op)).is_some() {
                self.name(body, index, first, "");
            } else {
                let id = self.number();
                self.names.set_value(index, first, id);
            }
        }
        if results.len() > 1 {
            self.group(body, index, op);
        }
    }

    /// Names the values that `ask` calls its argument with.
    fn name_all(&mut self, body: &Body, index: usize, ask: impl FnOnce(&mut dyn FnMut(Value, &str))) {
        let mut stems = std::mem::take(&mut self.stems);
        stems.clear();
        // With each value, the end of its stem.
        let mut found: SmallVec<[(Value, usize); 4]> = SmallVec::new();
        ask(&mut |v, stem| {
            stems.push_str(stem);
            found.push((v, stems.len()));
        });
        let mut start = 0;
        for (v, end) in found {
            self.name(body, index, v, &stems[start..end]);
            start = end;
        }
        self.stems = stems;
    }

    /// Splits the results of an op into groups that start at the named ones.
    fn group(&mut self, body: &Body, index: usize, op: Op) {
        let results = body.results(op);
        let at = self.names.bodies[index].values as usize;
        let ids = &mut self.names.values[at..];
        let heads: SmallVec<[u32; 4]> = (0..results.len())
            .filter(|&i| i == 0 || ids[results[i].index()] != NONE)
            .map(|i| i as u32)
            .collect();
        for (g, &start) in heads.iter().enumerate() {
            let end = heads.get(g + 1).map_or(results.len(), |&e| e as usize);
            let head = ids[results[start as usize].index()];
            let many = end - start as usize > 1;
            for (k, v) in results[start as usize..end].iter().enumerate() {
                ids[v.index()] = Id(GROUPED | self.names.grouped.len() as u32);
                self.names.grouped.push(Grouped { head, number: many.then_some(k as u32) });
            }
        }
        if heads.len() > 1 {
            self.names.groups.insert((index as u32, op), heads);
        }
    }

    /// Names a value after `stem`, or after its location where the options say so.
    fn name(&mut self, body: &Body, index: usize, v: Value, stem: &str) {
        if v.index() >= body.value_capacity() || self.names.value(index, v) != NONE {
            return;
        }
        let from_loc =
            if self.options.use_nameloc_as_prefix { name_in(self.cx, body.value_loc(v)) } else { None };
        let stem = from_loc.unwrap_or(stem);
        let id = if stem.is_empty() { self.number() } else { self.unique(stem) };
        self.names.set_value(index, v, id);
    }

    fn unique(&mut self, stem: &str) -> Id {
        let mut name = std::mem::take(&mut self.buffer);
        name.clear();
        sanitize(stem, &mut name);
        if self.taken(&name) {
            name.push('_');
            let len = name.len();
            loop {
                name.truncate(len);
                // Writing to a string cannot fail.
                let _ = write!(name, "{}", self.count.conflict);
                self.count.conflict += 1;
                if !self.taken(&name) {
                    break;
                }
            }
        }
        let at = match self.names.known.get(name.as_str()) {
            Some(&at) => at,
            None => {
                let at = self.names.strings.len() as u32;
                self.names.strings.push(name.as_str().into());
                self.names.known.insert(name.as_str().into(), at);
                self.names.live.push(false);
                at
            }
        };
        if arg_number(&name).is_some() {
            self.args += 1;
        }
        self.names.live[at as usize] = true;
        self.scope.push(at);
        self.buffer = name;
        Id(STRING | at)
    }

    fn taken(&self, name: &str) -> bool {
        self.names.known.get(name).is_some_and(|&at| self.names.live[at as usize])
            || arg_number(name).is_some_and(|n| n < self.count.arg)
    }
}

/// The number in a name like `arg12`.
fn arg_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("arg")?;
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}

/// Appends `name` with everything replaced that cannot be in an identifier.
fn sanitize(name: &str, out: &mut String) {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        out.push('_');
    }
    for c in name.bytes() {
        match c {
            b'$' | b'.' | b'_' | b'-' => out.push(c as char),
            c if c.is_ascii_alphanumeric() => out.push(c as char),
            b' ' => out.push('_'),
            c => {
                // Writing to a string cannot fail.
                let _ = write!(out, "{c:X}");
            }
        }
    }
}

/// The first name in a location.
fn name_in(cx: &Context, loc: Location) -> Option<&str> {
    let attr = loc.as_attr()?;
    if let Some(n) = cx.attr_as::<NameLoc>(attr) {
        return Some(cx.str(n.name));
    }
    deep(|| {
        if let Some(c) = cx.attr_as::<CallSiteLoc>(attr) {
            return name_in(cx, c.callee).or_else(|| name_in(cx, c.caller));
        }
        cx.attr_as::<FusedLoc>(attr)?.locations.iter().find_map(|&l| name_in(cx, l))
    })
}
