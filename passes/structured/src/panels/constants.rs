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

/// The constants of a module, the functions that may be called with them, and the calls.
struct Program {
    globals: FxHashMap<Str, Op>,
    functions: FxHashMap<Str, Op>,
    /// Calls of each function, with the function that they are in.
    calls: FxHashMap<Op, Vec<(Op, Op)>>,
}

impl Program {
    fn from_module(module: &Body) -> Program {
        let name = |op: Op| module.symbol_name(op);
        let is_private = |op: Op| module.symbol_visibility(op) == "private";
        let mut globals = FxHashMap::default();
        for op in module.all_ops().into_iter().filter(|op| op.isa::<GlobalOp>(module)) {
            if is_private(op) && module.attr(op, "constant").is_some() {
                globals.extend(name(op).map(|name| (name, op)));
            }
        }
        let shells = module.children().filter_map(|(op, _)| op.as_op::<FuncOp>(module));
        let mut functions: FxHashMap<Str, Op> = shells
            .filter(|f| is_private(f.op()) && !f.is_declaration(module))
            .filter_map(|f| Some((name(f.op())?, f.op())))
            .collect();
        let mut calls: FxHashMap<Op, Vec<(Op, Op)>> = FxHashMap::default();
        for (shell, body) in module.children() {
            for op in body.all_ops() {
                // A function that is a value may be called by anybody.
                if op.isa::<strata_func::ConstantOp>(body) {
                    functions.clear();
                    return Program { globals, functions, calls };
                }
                if op.isa::<CallOp>(body)
                    && let Some(callee) = symbol(body, op, "callee").and_then(|name| functions.get(&name))
                {
                    calls.entry(*callee).or_default().push((shell, op));
                }
            }
        }
        Program { globals, functions, calls }
    }
}

/// The symbol that an attribute names.
fn symbol(body: &Body, op: Op, name: &str) -> Option<Str> {
    body.attr(op, name).and_then(|a| body.cx().attr_as::<SymbolRefAttr>(a)).map(|r| r.root)
}

/// The shape of a buffer that is one piece of memory in row-major order.
fn shape(body: &Body, v: Value) -> Option<Vec<i64>> {
    let t = body.cx().type_as::<MemRefType>(body.ty(v)).filter(|t| t.layout.is_none())?;
    t.shape.iter().all(|&n| n != DYNAMIC).then(|| t.shape.to_vec())
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

/// The contractions that read a constant through `user`, if it has no other readers.
fn contractions(body: &Body, shell: Op, value: Value, user: Op, machine: Machine) -> Option<Vec<Use>> {
    let shape = shape(body, value)?;
    let mut found = Vec::new();
    let mut open: Vec<(Op, Value, Vec<Vec<MixedIndex>>)> = vec![(user, value, vec![Vec::new(); shape.len()])];
    while let Some((op, view, offsets)) = open.pop() {
        let next = if let Some(part) = op.as_op::<SubViewOp>(body) {
            // Parts of parts are followed as long as dimensions stay what they are.
            let rank = body.cx().shaped(body.ty(part.source(body)))?.rank()?;
            if rank != shape.len() || part.mixed_strides(body).iter().any(|s| s.as_static() != Some(1)) {
                return None;
            }
            let added = part.mixed_offsets(body);
            let mut offsets = offsets;
            offsets.iter_mut().zip(added).for_each(|(all, n)| all.push(n));
            (part.result(body), offsets)
        } else if op.isa::<CollapseShapeOp>(body) && view != value {
            (body.result(op, 0), offsets)
        } else {
            let packing = Packing::for_op(body, op, machine)?;
            let Roles { shared, pair, .. } = packing.roles;
            let converts = packing.product.casts[shared].is_some();
            let reads = packing.operands[shared] == view && packing.operands[1 - shared] != view;
            if !reads || pair.is_some() || converts || packing.operands[2] == view {
                return None;
            }
            let panels = panels(body, &packing, &shape, machine)?;
            let aligned = offsets[panels.lanes].iter().all(|&n| is_multiple(body, n, panels.nr, DEPTH));
            let is_whole = panels.steps.iter().all(|&d| offsets[d].iter().all(|n| n.as_static() == Some(0)));
            if !aligned || !is_whole {
                return None;
            }
            found.push(Use { function: shell, op, view, offsets, panels });
            continue;
        };
        let (view, offsets) = next;
        open.extend(body.users(view).map(|user| (user, view, offsets.clone())));
    }
    Some(found)
}

/// In which panels a contraction reads a constant of this shape.
fn panels(body: &Body, packing: &Packing, shape: &[i64], machine: Machine) -> Option<Panels> {
    let Packing { nest, roles, .. } = packing;
    let elem = body.cx().elem_or_self(body.ty(packing.operands[roles.shared]));
    let bytes = body.cx().bit_width(elem).filter(|w| w.is_multiple_of(8)).map(|w| i64::from(w / 8))?;
    // Each loop runs along one dimension, and along all of it where it is summed.
    let lanes = dim(shape, nest, roles, roles.lanes)?;
    let steps: Vec<usize> =
        roles.reductions.iter().map(|&l| dim(shape, nest, roles, l)).collect::<Option<_>>()?;
    let along: Vec<usize> = roles.batch.iter().map(|&l| dim(shape, nest, roles, l)).collect::<Option<_>>()?;
    let mut used: Vec<usize> = steps.iter().chain(&along).copied().chain([lanes]).collect();
    used.sort_unstable();
    used.dedup();
    let whole = steps.iter().zip(&roles.reductions).all(|(&d, &l)| nest.loops[l].size == shape[d]);
    if used.len() != 1 + steps.len() + along.len() || nest.starts[roles.shared] != 0 || !whole {
        return None;
    }
    let batch = (0..shape.len()).filter(|d| *d != lanes && !steps.contains(d)).collect();
    let sizes = machine.blocking(bytes);
    Some(Panels {
        shape: shape.to_vec(),
        lanes,
        steps,
        batch,
        nr: sizes.nr,
        depth: sizes.steps(nest, roles)?,
    })
}

/// The dimension of a constant that a loop runs along.
fn dim(shape: &[i64], nest: &Nest, roles: &Roles, l: usize) -> Option<usize> {
    let strides = layout::row_major(shape);
    let is_it = |d: &usize| shape[*d] > 1 && strides[*d] == nest.loops[l].strides[roles.shared];
    (0..shape.len()).find(is_it).filter(|&d| nest.loops[l].size <= shape[d])
}

/// How far back the definition of an offset is followed.
const DEPTH: usize = 8;

/// Whether a number is known to be a multiple of `n`.
fn is_multiple(body: &Body, number: MixedIndex, n: i64, depth: usize) -> bool {
    if let Some(number) = number.constant(body) {
        return number % n == 0;
    }
    let MixedIndex::Value(v) = number else { return false };
    let of = |v: Value| depth > 0 && is_multiple(body, v.into(), n, depth - 1);
    let Some(op) = body.def_op(v) else {
        // The number of an iteration, from where the loop begins on and in steps.
        let Some(parent) = body.def_block(v).and_then(|block| body.block_parent_op(block)) else {
            return false;
        };
        let Some(scf) = parent.as_op::<strata_scf::ForOp>(body) else { return false };
        return scf.induction_var(body) == v && of(scf.lower_bound(body)) && of(scf.step(body));
    };
    let mut operands = body.operands(op);
    match body.op_name(op) {
        "arith.muli" => operands.any(of),
        "arith.addi" | "arith.subi" => operands.all(of),
        _ => false,
    }
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

/// Writes a contraction over panels, and removes the views that it read the constant through.
fn replace(body: &mut Body, found: &Use, machine: Machine) -> Option<()> {
    let mut packing = Packing::for_op(body, found.op, machine)?;
    let mut views = Vec::new();
    let mut base = found.view;
    while let Some(op) = body.def_op(base).filter(|op| is_view(body, *op)) {
        views.push(op);
        base = body.operand(op, 0);
    }
    let Panels { shape, lanes, batch, .. } = &found.panels;
    let (strides, _) = found.panels.batches()?;
    let numbers = |d: usize| found.offsets[d].iter().copied();
    let start = batch.iter().zip(&strides).flat_map(|(&d, &s)| numbers(d).map(move |n| (n, s))).collect();
    let of_loop = |&l: &usize| {
        let d = dim(shape, &packing.nest, &packing.roles, l)?;
        Some((l, strides[batch.iter().position(|&b| b == d)?]))
    };
    let batches = packing.roles.batch.iter().map(of_loop).collect::<Option<_>>()?;
    let columns = numbers(*lanes).collect();
    packing.packed = Some(Packed { base, start, columns, batches, step: found.panels.step()? });
    emit::emit(body, found.op, &packing, machine)?;
    body.erase(found.op);
    for view in views {
        if body.users(body.result(view, 0)).next().is_none() {
            body.erase(view);
        }
    }
    Some(())
}

/// Whether an op gives a part of a constant, or a part without dimensions of size 1.
fn is_view(body: &Body, op: Op) -> bool {
    op.isa::<SubViewOp>(body)
        || op.isa::<CollapseShapeOp>(body)
            && body.def_op(body.operand(op, 0)).is_some_and(|source| source.isa::<SubViewOp>(body))
}
