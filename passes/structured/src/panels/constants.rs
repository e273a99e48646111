//! Constants whose panels are made when the program is compiled.
//!
//! ```mlir
//! memref.global "private" constant @w : memref<1024x512xf32> = dense<…>       // before
//! memref.global "private" constant @w : memref<524288xf32> = dense<…>         // after: 4 times 16 panels of 256 x 32
//! ```
//! A constant that nothing but packed contractions read, all in the same panels, is written in the order in which these read it:
//! block of steps by block of steps, in each panel by panel. A slab is then a view of the constant, for any tile of columns that
//! begins at a panel, and nothing is copied when the program runs. Zeros follow the columns of the last panel.
//!
//! Kernels get constants as arguments, and several layers share one kernel. So constants, the arguments they are passed as and their
//! views of another shape form classes; a class is packed as a whole, or not at all.

use rustc_hash::FxHashMap;
use strata_func::CallOp;
use strata_ir::{core::element_bytes, prelude::*};
use strata_memref::{CollapseShapeOp, ExpandShapeOp, GetGlobalOp, GlobalOp};

use super::{Packing, Roles, blocking::Machine, emit};
use crate::vectorize::contract::loop_nest::Nest;

/// The order of the elements of a packed constant: batches, blocks of steps, panels, steps, columns of a panel.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Panels {
    /// The shape that the contraction sees.
    shape: Vec<i64>,
    /// Its dimension of columns.
    lanes: usize,
    /// Its dimensions of steps, the slowest one first.
    steps: Vec<usize>,
    /// Its other dimensions.
    batch: Vec<usize>,
    /// Columns of a panel.
    nr: i64,
    /// Steps of the slowest dimension in a block: as many as the contraction sums at a time, so that a slab is one piece of memory.
    depth: i64,
}

impl Panels {
    /// Panels of one matrix.
    fn count(&self) -> i64 {
        (self.shape[self.lanes] + self.nr - 1) / self.nr
    }

    /// Elements of one step of the slowest dimension, in all panels.
    fn step(&self) -> Option<i64> {
        let inner = self.steps[1..].iter().map(|&d| self.shape[d]);
        inner.chain([self.count()]).try_fold(self.nr, |product, n| product.checked_mul(n))
    }

    /// Elements from one index of each dimension of a batch to the next, and all elements.
    fn batches(&self) -> Option<(Vec<i64>, i64)> {
        let mut stride = self.step()?.checked_mul(self.shape[self.steps[0]])?;
        let mut strides = vec![0; self.batch.len()];
        for (i, &d) in self.batch.iter().enumerate().rev() {
            strides[i] = stride;
            stride = stride.checked_mul(self.shape[d])?;
        }
        Some((strides, stride))
    }

    /// The bytes of a row-major constant in this order.
    fn pack(&self, bytes: &[u8], width: usize) -> Option<Vec<u8>> {
        let (batches, all) = self.batches()?;
        let mut packed = vec![0; usize::try_from(all).ok()?.checked_mul(width)?];
        let from = layout::row_major(&self.shape);
        let (first, count, step) = (self.steps[0], self.count(), self.step()?);
        let others: Vec<usize> = self.batch.iter().chain(&self.steps).copied().collect();
        let mut index = vec![0i64; self.shape.len()];
        loop {
            let source: i64 = others.iter().map(|&d| index[d] * from[d]).sum();
            let batch: i64 = self.batch.iter().zip(&batches).map(|(&d, s)| index[d] * s).sum();
            let block = index[first] / self.depth * self.depth;
            let depth = self.depth.min(self.shape[first] - block);
            let inner = self.steps.iter().fold(0, |at, &d| match d == first {
                true => index[d] - block,
                false => at * self.shape[d] + index[d],
            });
            let panel = step / count * depth;
            let target = batch + block * step + inner * self.nr;
            for column in 0..self.shape[self.lanes] {
                let read = usize::try_from(source + column * from[self.lanes]).ok()? * width;
                let write = target + column / self.nr * panel + column % self.nr;
                let write = usize::try_from(write).ok()? * width;
                packed.get_mut(write..write + width)?.copy_from_slice(bytes.get(read..read + width)?);
            }
            let Some(at) = others.iter().rposition(|&d| index[d] + 1 < self.shape[d]) else { break };
            index[others[at]] += 1;
            others[at + 1..].iter().for_each(|&d| index[d] = 0);
        }
        Some(packed)
    }
}

/// A contraction that reads a constant through views of it.
struct Use {
    function: Op,
    op: Op,
    /// What the contraction reads.
    view: Value,
    /// Where the view begins in each dimension of the constant.
    offsets: Vec<Vec<MixedIndex>>,
    panels: Panels,
}

/// Where the shared operand of a contraction is packed already.
pub(super) struct Packed {
    /// All panels.
    pub base: Value,
    /// Sums of numbers of elements from which the contraction begins.
    pub start: Vec<(MixedIndex, i64)>,
    /// Columns, in sums of such numbers, from which it begins: whole panels.
    pub columns: Vec<MixedIndex>,
    /// By how many elements the loops of a batch move.
    pub batches: Vec<(usize, i64)>,
    /// Elements of one step of the slowest dimension of steps, in all panels.
    pub step: i64,
}

/// Constants and what is passed around of them.
#[derive(Default)]
struct Classes {
    /// Values of functions, and symbols of constants.
    ids: FxHashMap<Member, usize>,
    parents: Vec<usize>,
    rejected: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Member {
    Global(Str),
    Value(Op, Value),
}

impl Classes {
    /// The number of a member, and whether it is new.
    fn add(&mut self, member: Member) -> (usize, bool) {
        let next = self.parents.len();
        let id = *self.ids.entry(member).or_insert(next);
        if id == next {
            self.parents.push(next);
            self.rejected.push(false);
        }
        (id, id == next)
    }
    fn root(&self, mut id: usize) -> usize {
        while self.parents[id] != id {
            id = self.parents[id];
        }
        id
    }
    fn join(&mut self, x: usize, y: usize) {
        let (x, y) = (self.root(x), self.root(y));
        self.parents[y] = x;
        self.rejected[x] |= self.rejected[y];
    }
    fn reject(&mut self, id: usize) {
        let root = self.root(id);
        self.rejected[root] = true;
    }
}

/// Packs the constants of a module that are worth it. Returns how many, and how many contractions read them.
pub(super) fn pack(module: &mut Body, machine: Machine) -> (usize, usize) {
    let program = Program::from_module(module);
    if program.globals.is_empty() {
        return (0, 0);
    }
    let mut classes = Classes::default();
    let mut open: Vec<(Op, Value)> = Vec::new();
    for (shell, body) in module.children() {
        for op in body.all_ops().into_iter().filter(|op| op.isa::<GetGlobalOp>(body)) {
            if let Some(name) = symbol(body, op, "name").filter(|name| program.globals.contains_key(name)) {
                let value = body.result(op, 0);
                let (global, _) = classes.add(Member::Global(name));
                let (id, _) = classes.add(Member::Value(shell, value));
                classes.join(global, id);
                open.push((shell, value));
            }
        }
    }
    let mut uses = Vec::new();
    let mut arguments: Vec<(Op, usize)> = Vec::new();
    while let Some((shell, value)) = open.pop() {
        let Some(body) = module.child(shell) else { continue };
        let (id, _) = classes.add(Member::Value(shell, value));
        for (user, i) in body.uses_of(value) {
            if user.isa::<CollapseShapeOp>(body) || user.isa::<ExpandShapeOp>(body) {
                let (other, is_new) = classes.add(Member::Value(shell, body.result(user, 0)));
                classes.join(id, other);
                if is_new {
                    open.push((shell, body.result(user, 0)));
                }
                continue;
            }
            if user.isa::<CallOp>(body)
                && let Some(&callee) =
                    symbol(body, user, "callee").and_then(|name| program.functions.get(&name))
                && let Some(&arg) = module.child(callee).and_then(|f| f.block_args(f.entry()?).get(i))
            {
                let (other, is_new) = classes.add(Member::Value(callee, arg));
                classes.join(id, other);
                if is_new {
                    arguments.push((callee, i));
                    open.push((callee, arg));
                }
                continue;
            }
            match contractions(body, shell, value, user, machine) {
                Some(found) => uses.extend(found.into_iter().map(|u| (id, u))),
                None => classes.reject(id),
            }
        }
    }
    // An argument is a constant of a class at each call, or the class is not packed.
    for (callee, i) in arguments {
        let Some(&arg) = module.child(callee).and_then(|f| f.block_args(f.entry()?).get(i)) else { continue };
        let (id, _) = classes.add(Member::Value(callee, arg));
        for &(shell, call) in program.calls.get(&callee).map_or(&[][..], |list| list) {
            let given = module.child(shell).map(|body| body.operand(call, i));
            if given.is_none_or(|v| !classes.ids.contains_key(&Member::Value(shell, v))) {
                classes.reject(id);
            }
        }
    }
    let mut panels: FxHashMap<usize, PanelOrder> = FxHashMap::default();
    for (id, found) in &uses {
        let root = classes.root(*id);
        if *panels.entry(root).or_insert_with(|| found.order.clone()) != found.order {
            classes.reject(root);
        }
    }
    panels.retain(|&root, _| !classes.rejected[root]);
    write(module, machine, &program, &classes, &mut panels, uses)
}

/// Writes the constants of all classes, and the contractions that read them.
fn write(
    module: &mut Body,
    machine: Machine,
    program: &Program,
    classes: &Classes,
    panels: &mut FxHashMap<usize, PanelOrder>,
    uses: Vec<(usize, PackedRead)>,
) -> (usize, usize) {
    let cx = module.cx_arc().clone();
    // First the bytes: a constant whose elements cannot be read keeps its class as it is.
    let mut values: Vec<(usize, Op, Type, Attr)> = Vec::new();
    let mut members: Vec<(Member, usize)> =
        classes.ids.iter().map(|(&m, &id)| (m, classes.root(id))).collect();
    members.sort_by_key(|(m, _)| classes.ids[m]);
    for &(member, root) in &members {
        let (Member::Global(name), Some(of)) = (member, panels.get(&root)) else { continue };
        let op = program.globals[&name];
        match packed_global(module, op, of) {
            Some((ty, value)) => values.push((root, op, ty, value)),
            None => drop(panels.remove(&root)),
        }
    }
    values.retain(|(root, ..)| panels.contains_key(root));
    let types: FxHashMap<usize, Type> = values.iter().map(|&(root, _, ty, _)| (root, ty)).collect();
    let mut read = 0;
    for (id, found) in &uses {
        if panels.contains_key(&classes.root(*id))
            && let Some(body) = module.child_mut(found.function)
        {
            read += usize::from(found.replace(body, machine).is_some());
        }
    }
    for &(_, op, ty, value) in &values {
        let ty = cx.type_attr(ty);
        module.set_attr(op, "type", Some(ty));
        module.set_attr(op, "initial_value", Some(value));
    }
    let mut changed: Vec<Op> = Vec::new();
    for &(member, root) in &members {
        let (Member::Value(shell, v), Some(&ty)) = (member, types.get(&root)) else { continue };
        let Some(body) = module.child_mut(shell) else { continue };
        changed.push(shell);
        let Some(def) = body.def_op(v).filter(|def| !def.isa::<GetGlobalOp>(body)) else {
            body.set_type(v, ty);
            continue;
        };
        // What was another shape of the constant is the constant now.
        let source = body.operand(def, 0);
        body.replace_all_uses(v, source);
        body.erase(def);
    }
    changed.dedup();
    for shell in changed {
        if let Some(body) = module.child_mut(shell) {
            update_function_type(body);
        }
    }
    (values.len(), read)
}

/// The type and the elements of a packed constant.
fn packed_global(module: &Body, op: Op, panels: &PanelOrder) -> Option<(Type, Attr)> {
    let cx = module.cx();
    let global = op.as_op::<GlobalOp>(module)?;
    let t = cx.type_as::<MemRefType>(global.memref_type(module)?)?;
    let width = element_bytes(cx, t.elem)?;
    let bytes = cx.element_blob(global.value(module)?)?;
    let packed = panels.pack(&bytes, width)?;
    let (_, n) = panels.batches()?;
    let ty = cx.tensor(&[n], t.elem);
    let value = cx.attr(DenseElementsAttr { ty, data: packed.into(), splat: false });
    Some((cx.ty(MemRefType { shape: smallvec![n], ..t.clone() }), value))
}
