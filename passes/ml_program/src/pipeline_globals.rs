//! `mlprogram-pipeline-globals`: erases accesses to globals whose values are known.
//!
//! Before: two loads of `@g` in a block, or two stores to it. After: the first load and the last store, if no op between them may store
//! to `@g` (for loads), or may load it or store to it (for stores).
//!
//! A call accesses the globals of all functions of its name, and those of the functions that these call. Blocks are optimized one by
//! one; an op with regions accesses the globals that the ops in it access.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{core::writer::deep, prelude::*};
use strata_ml_program::{GlobalLoadOp, GlobalStoreOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Optimize `ml_program` global operations for read and store.
#[pass(name = "mlprogram-pipeline-globals", class = "MLProgramPipelineGlobals", on = "builtin.module")]
pub struct PipelineGlobals;

impl BodyPass for PipelineGlobals {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut direct = Functions::default();
        collect(body, None, &mut direct)?;
        let calls = Calls { accesses: with_callees(&direct) };
        for region in body.regions(Op::SELF).to_vec() {
            calls.region(body, region, &mut Accesses::default());
        }
        Ok(())
    }
}

/// The globals that some ops read and write.
#[derive(Default, Clone)]
struct Accesses {
    loaded: FxHashSet<Attr>,
    stored: FxHashSet<Attr>,
}

impl Accesses {
    fn add(&mut self, other: &Self) {
        self.loaded.extend(&other.loaded);
        self.stored.extend(&other.stored);
    }
}

/// The accesses of the functions of one name, and the names of the functions that these call.
#[derive(Default)]
struct Function {
    accesses: Accesses,
    callees: BTreeSet<Str>,
}

type Functions = FxHashMap<Str, Function>;

/// The name that an attribute refers to.
fn leaf(cx: &Context, name: Attr) -> Option<Str> {
    cx.attr_as::<SymbolRefAttr>(name).map(SymbolRefAttr::leaf)
}

/// The last name of the function that a call names; `None` for an op that is no call.
fn callee(body: &Body, op: Op) -> Option<Result<Str, Diagnostic>> {
    let call = op.cast::<dyn CallOp>(body)?;
    let name = call.callee(body).and_then(|name| leaf(body.cx(), name));
    Some(name.ok_or_else(|| {
        let name = body.op_name(op);
        Diagnostic::error(body.loc(op), format!("'{name}' op calls a function that is not known by its name"))
    }))
}

/// Adds the accesses and calls of all ops in `body` to the function that they are in, and to all functions around it.
fn collect(body: &Body, inside: Option<Str>, functions: &mut Functions) -> Result<(), Diagnostic> {
    for op in body.all_ops() {
        if let Some(name) = inside {
            let function = functions.entry(name).or_default();
            if let Some(load) = op.as_op::<GlobalLoadOp>(body) {
                function.accesses.loaded.insert(load.global(body).raw());
            } else if let Some(store) = op.as_op::<GlobalStoreOp>(body) {
                function.accesses.stored.insert(store.global(body).raw());
            }
        }
        if let Some(name) = callee(body, op) {
            let name = name?;
            if let Some(caller) = inside {
                functions.entry(caller).or_default().callees.insert(name);
            }
        }
        if let Some(child) = body.child(op) {
            let name = child.symbol_name(Op::SELF);
            // The ops of a function count as those of its name; names in it are as good as calls.
            if let (Some(outer), Some(name)) = (inside, name) {
                functions.entry(outer).or_default().callees.insert(name);
            }
            deep(|| collect(child, name.or(inside), functions))?;
        }
    }
    Ok(())
}

/// The accesses of each function and of those that it calls.
fn with_callees(direct: &Functions) -> FxHashMap<Str, Accesses> {
    let of_one = |&name: &Str| {
        let (mut all, mut todo) = (Accesses::default(), vec![name]);
        let mut seen: FxHashSet<Str> = [name].into_iter().collect();
        while let Some(function) = todo.pop().map(|name| direct.get(&name)) {
            let Some(function) = function else { continue };
            all.add(&function.accesses);
            todo.extend(function.callees.iter().copied().filter(|&callee| seen.insert(callee)));
        }
        (name, all)
    };
    direct.keys().map(of_one).collect()
}

/// The accesses that calls stand for, by the name of the callee.
struct Calls {
    accesses: FxHashMap<Str, Accesses>,
}

/// The known values of globals, and the stores that nothing has read yet, in a block.
#[derive(Default)]
struct Known {
    values: FxHashMap<Attr, Value>,
    stores: FxHashMap<Attr, Op>,
}

impl Known {
    fn forget(&mut self, accesses: &Accesses) {
        self.stores.retain(|name, _| !accesses.loaded.contains(name) && !accesses.stored.contains(name));
        self.values.retain(|name, _| !accesses.stored.contains(name));
    }
}

impl Calls {
    fn region(&self, body: &mut Body, region: Region, accesses: &mut Accesses) {
        for block in body.blocks(region).to_vec() {
            deep(|| self.block(body, block, accesses));
        }
    }
    /// Optimizes a block and all blocks in it; their accesses are added to `accesses`.
    fn block(&self, body: &mut Body, block: Block, accesses: &mut Accesses) {
        let mut known = Known::default();
        let ops: Vec<Op> = body.block_ops(block).collect();
        for op in ops {
            if let Some(load) = op.as_op::<GlobalLoadOp>(body) {
                let (name, result) = (load.global(body).raw(), load.result(body));
                accesses.loaded.insert(name);
                match known.values.get(&name) {
                    Some(&value) if body.ty(value) == body.ty(result) => {
                        body.replace_all_uses(result, value);
                        body.erase(op);
                    }
                    _ => {
                        known.values.insert(name, result);
                    }
                }
            } else if let Some(store) = op.as_op::<GlobalStoreOp>(body) {
                let (name, value) = (store.global(body).raw(), store.value(body));
                accesses.stored.insert(name);
                known.values.insert(name, value);
                if let Some(previous) = known.stores.insert(name, op) {
                    body.erase(previous);
                }
            } else {
                let inner = self.other(body, op);
                known.forget(&inner);
                accesses.add(&inner);
            }
        }
    }
    /// The accesses of an op that is neither a load nor a store; blocks in it are optimized.
    fn other(&self, body: &mut Body, op: Op) -> Accesses {
        let mut inner = Accesses::default();
        if let Some(Ok(name)) = callee(body, op)
            && let Some(of_callee) = self.accesses.get(&name)
        {
            inner.add(of_callee);
        }
        for region in body.regions(op).to_vec() {
            self.region(body, region, &mut inner);
        }
        if let Some(child) = body.child_mut(op) {
            for region in child.regions(Op::SELF).to_vec() {
                self.region(child, region, &mut inner);
            }
        }
        inner
    }
}
