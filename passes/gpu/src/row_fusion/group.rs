//! Groups of ops that share rows: values are passed between them in registers or through memory.

use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_memref::{AllocOp, CastOp, CollapseShapeOp, DeallocOp, ExpandShapeOp, LoadOp};
use strata_passes_analysis::buffer_alias::{Root, is_memref, is_view, root};

use super::member::{Form, Kind, Member};

/// The elements of a buffer that an op accesses for a row and a column.
#[derive(Clone, PartialEq, Debug)]
enum Key {
    /// One element for each row and column, in the order of memory.
    Full,
    /// One element for each row, in the order of memory.
    Row,
    /// The elements of a map.
    Other(Value, AffineMap, Vec<i64>),
}

/// The source of an operand's element in the payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// The payload does not use it.
    Unused,
    /// It is a scalar of the host.
    Value(Value),
    /// It is loaded from memory; the index of the load.
    Load(usize),
    /// It is the output of another member.
    Def(Node),
}

/// The value of an output: the indices of the member and of the output.
pub(crate) type Node = (usize, usize);

/// An operand of a member: the indices of both.
pub(crate) type OperandOf = (usize, usize);

/// A buffer that the group reads or writes.
pub(crate) struct Buffer {
    pub root: Root,
    key: Key,
    /// Whether its initial contents are read.
    read_first: bool,
    /// The node that is stored in it at the end, and the operand that gives the place; `None` if it is only read.
    pub last: Option<(Node, OperandOf)>,
}

/// Ops that share rows.
pub(crate) struct Group {
    /// The number of rows; [`DYNAMIC`] if unknown.
    pub rows: i64,
    pub cols: i64,
    pub members: Vec<Member>,
    /// For each member the sources of its operands.
    pub inputs: Vec<Vec<Input>>,
    /// Loads from memory, each as the first operand that uses it.
    pub loads: Vec<OperandOf>,
    pub buffers: Vec<Buffer>,
}

impl Group {
    pub(crate) fn new(rows: i64, cols: i64) -> Self {
        Self { rows, cols, members: Vec::new(), inputs: Vec::new(), loads: Vec::new(), buffers: Vec::new() }
    }
    /// Whether a member uses a buffer of the group.
    pub(crate) fn touches(&self, b: &Body, member: &Member) -> bool {
        member.nest.operands.iter().any(|&v| {
            is_memref(b, v) && root(b, v).is_known() && self.buffers.iter().any(|x| x.root == root(b, v))
        })
    }
    /// Whether a member has the same dynamic number of rows as the others: it uses one of their buffers of rows, or one of the same
    /// allocated size.
    fn has_rows_of(&self, b: &Body, member: &Member) -> bool {
        let buffers = |m: &Member| -> Vec<Value> {
            let of_rows = |&i: &usize| matches!(m.forms[i], Form::Full | Form::Row);
            (0..m.forms.len()).filter(of_rows).map(|i| m.nest.operands[i]).collect()
        };
        let length = |v: Value| b.def_as::<AllocOp>(v).and_then(|a| a.dynamic_sizes(b).next());
        let known: Vec<Value> = self.members.iter().flat_map(buffers).collect();
        let same = |x: Value, y: Value| x == y || length(x).is_some() && length(x) == length(y);
        buffers(member).iter().any(|&v| known.iter().any(|&k| same(v, k)))
    }
    /// Adds a member behind the others, if each thread reads only elements that it wrote itself, or that no member writes.
    pub(crate) fn add(&mut self, b: &Body, member: Member) -> bool {
        if self.rows == DYNAMIC && !self.members.is_empty() && !self.has_rows_of(b, &member) {
            return false;
        }
        let inits = member.nest.inits.clone();
        let mut uses: Vec<(Root, Key, bool)> = Vec::new();
        for (i, &v) in member.nest.operands.iter().enumerate() {
            let written = inits.contains(&i);
            if !is_memref(b, v) || !written && !member.uses(b, i) {
                continue;
            }
            uses.push((root(b, v), key(b, &member, i), written));
        }
        // A `memref.load` in a payload may access any element of its buffer, so it has the elements of no operand.
        let loads = b.ops_in(member.nest.op).into_iter().filter(|o| o.isa::<LoadOp>(b));
        let loaded: Vec<(Root, Key)> = loads
            .map(|o| b.operand(o, 0))
            .map(|v| (root(b, v), Key::Other(v, AffineMap::new(0, 0, Vec::new()), Vec::new())))
            .collect();
        uses.extend(loaded.iter().map(|(root, key)| (*root, key.clone(), false)));
        for (i, (root, key, write)) in uses.iter().enumerate() {
            let clash = |other: Root, k: &Key, w: bool| {
                (w || *write) && other.may_alias(b, *root) && !(other == *root && k == key)
            };
            // Two outputs must not alias.
            let twice = |(r, _, w): &(Root, Key, bool)| *w && *write && r.may_alias(b, *root);
            if self.buffers.iter().any(|x| clash(x.root, &x.key, x.last.is_some()))
                || uses[..i].iter().any(|u| clash(u.0, &u.1, u.2) || twice(u))
            {
                return false;
            }
        }
        for (root, key) in loaded {
            self.buffers.push(Buffer { root, key, read_first: true, last: None });
        }
        let number = self.members.len();
        self.members.push(member);
        let inputs =
            (0..self.members[number].nest.operands.len()).map(|i| self.input(b, number, i)).collect();
        self.inputs.push(inputs);
        for (output, i) in inits.enumerate() {
            let member = &self.members[number];
            let (root, key) = (root(b, member.nest.operands[i]), key(b, member, i));
            let last = Some(((number, output), (number, i)));
            match self.buffers.iter_mut().find(|x| x.root == root && x.key == key) {
                Some(buffer) => buffer.last = last,
                None => self.buffers.push(Buffer { root, key, read_first: false, last }),
            }
        }
        true
    }
    fn input(&mut self, b: &Body, number: usize, i: usize) -> Input {
        let member = &self.members[number];
        let v = member.nest.operands[i];
        if !member.uses(b, i) {
            return Input::Unused;
        }
        if !is_memref(b, v) {
            return Input::Value(v);
        }
        let (root, key) = (root(b, v), key(b, member, i));
        match self.buffers.iter_mut().find(|x| x.root == root && x.key == key) {
            Some(Buffer { last: Some((node, _)), .. }) => return Input::Def(*node),
            Some(buffer) => buffer.read_first = true,
            None => self.buffers.push(Buffer { root, key, read_first: true, last: None }),
        }
        let same = |&(m, o): &OperandOf| {
            let (x, y) = (&self.members[m], &self.members[number]);
            x.nest.operands[o] == v
                && x.nest.maps[o] == y.nest.maps[i]
                && x.split == y.split
                && x.nest.ranges == y.nest.ranges
        };
        if let Some(known) = self.loads.iter().position(same) {
            return Input::Load(known);
        }
        self.loads.push((number, i));
        Input::Load(self.loads.len() - 1)
    }
    /// The group without members that only fill buffers that no other member uses; `None` if no reduction remains.
    pub(crate) fn without_unused(mut self, b: &Body) -> Option<Self> {
        let used = |m: usize| {
            let read = self.inputs.iter().flatten().any(|i| matches!(i, Input::Def((d, _)) if *d == m));
            // A fill stays if an earlier member uses its buffer: that use must remain in front of it.
            let fill = &self.members[m];
            let out = root(b, fill.nest.operands[fill.nest.inits.start]);
            let uses = |v: &Value| is_memref(b, *v) && root(b, *v).may_alias(b, out);
            let after = self.members[..m].iter().any(|o| o.nest.operands.iter().any(uses));
            read || after || !fill.is_fill()
        };
        let keep: Vec<bool> = (0..self.members.len()).map(used).collect();
        if keep.contains(&false) {
            let mut new = Self::new(self.rows, self.cols);
            let members = std::mem::take(&mut self.members);
            for (member, keep) in members.into_iter().zip(keep) {
                if keep && !new.add(b, member) {
                    return None;
                }
            }
            self = new;
        }
        self.members.iter().any(|m| matches!(m.kind, Kind::Reduction(_))).then_some(self)
    }
    /// Whether the final contents of a buffer have to be stored in memory.
    pub(crate) fn is_stored(&self, b: &Body, buffer: &Buffer) -> bool {
        if buffer.last.is_none() {
            return false;
        }
        let Some(v) = buffer.root.local(b) else { return true };
        let mine = |op: Op| op.isa::<DeallocOp>(b) || self.members.iter().any(|m| m.nest.op == op);
        let here = self.members.first().and_then(|m| b.parent_block(m.nest.op));
        let fresh = b.def_op(v).and_then(|op| b.parent_block(op)) == here;
        // A buffer from outside of the block may carry its contents to the next iteration of a loop.
        (buffer.read_first && !fresh) || !only_users(b, v, &mine)
    }
}

/// Whether all users of a buffer, and of its views, satisfy `mine`.
fn only_users(b: &Body, v: Value, mine: &dyn Fn(Op) -> bool) -> bool {
    b.users(v).all(|op| mine(op) || is_view(b, op) && b.results(op).iter().all(|&r| only_users(b, r, mine)))
}

/// The elements that operand `i` accesses for a row and a column.
fn key(b: &Body, member: &Member, i: usize) -> Key {
    let v = member.nest.operands[i];
    match member.forms[i] {
        Form::Full if is_whole(b, v) => Key::Full,
        Form::Row if is_whole(b, v) => Key::Row,
        _ => Key::Other(v, member.nest.maps[i].clone(), member.nest.ranges.clone()),
    }
}

/// Whether a memref covers its whole allocation, in the order of memory.
fn is_whole(b: &Body, mut v: Value) -> bool {
    loop {
        if b.cx().type_as::<MemRefType>(b.ty(v)).is_none_or(|t| t.layout.is_some()) {
            return false;
        }
        match b.def_op(v) {
            Some(op) if op.isa::<CollapseShapeOp>(b) || op.isa::<ExpandShapeOp>(b) || op.isa::<CastOp>(b) => {
                v = b.operand(op, 0);
            }
            Some(op) if is_view(b, op) => return false,
            _ => return root(b, v).is_known(),
        }
    }
}
