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

use super::{
    blocking::Machine,
    order::PanelOrder,
    program::{Program, symbol, update_function_type},
    reads::{PackedRead, contractions},
};

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
            read += usize::from(found.replace(body, machine, found.source()).is_some());
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
        // Reshapes of the constant are replaced by the constant.
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
