//! The engine behind all conversions to the `llvm` dialect.
//!
//! One walk over a function replaces each op that a selected dialect has a handler for, definitions before uses, with
//! a map from old to new values; so the cost is linear and no casts arise between converted ops. Values that ops of
//! other dialects use get a `builtin.unrealized_conversion_cast`.

pub mod function;
mod lower;
mod types;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_llvm as llvm;

pub use lower::{Declaration, Lower, Lowered, Options};
pub use types::{ExtraTypes, TypeConverter, address_space, descriptor_type, pointer_to};

/// Replaces one op.
pub type Handler = fn(&mut Lower<'_>) -> Lowered;

/// The handlers of a dialect.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// Its namespace.
    pub name: &'static str,
    /// The handler of an op, by its name without the dialect.
    pub handler: fn(&str) -> Option<Handler>,
}

/// How an op becomes an `llvm.func` with the same blocks, whose ops are not converted yet.
pub type FunctionHandler = fn(&mut Body, Op, Options) -> Lowered<(Op, function::NewArgs)>;

/// Converts functions of `func`.
pub const FUNCTIONS: [(&str, FunctionHandler); 1] = [("func.func", function::convert)];

/// A conversion: which dialects, and how.
#[derive(Clone, Copy)]
pub struct Conversion<'a> {
    /// The dialects.
    pub dialects: &'a [Dialect],
    /// The ops that become `llvm.func`, and how.
    pub functions: &'a [(&'static str, FunctionHandler)],
    /// Whether the arguments of blocks get converted types.
    pub blocks: bool,
    /// Whether anything that is left over is an error.
    pub full: bool,
    /// How to convert.
    pub options: Options,
}

impl Conversion<'_> {
    /// Converts a module.
    ///
    /// # Errors
    /// One diagnostic for each op that cannot be converted.
    pub fn run(&self, module: &mut Body) -> Result<(), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut declarations = BTreeMap::new();
        let mut ops: Vec<Op> = module.all_ops();
        ops.retain(|&op| module.is_live(op));
        for op in ops {
            let name = module.info(op).name;
            if let Some(&(_, convert)) = self.functions.iter().find(|f| f.0 == name) {
                match convert(module, op, self.options) {
                    Ok((new, entry)) => self.run_on(module, new, Some(entry), &mut declarations, &mut errors),
                    Err(why) => errors.push(failure(module, op, &why)),
                }
            } else if name == "memref.global" && self.dialects.iter().any(|d| d.name == "memref") {
                if let Err(why) = crate::memref::global(module, op) {
                    errors.push(failure(module, op, &why));
                }
            } else if name == "gpu.module" && self.full {
                // Kernels have their own conversion.
            } else if matches!(name, "builtin.module" | "gpu.module") {
                if let Some(mut child) = module.take_child(op) {
                    if let Err(more) = self.run(&mut child) {
                        errors.extend(more);
                    }
                    module.put_child(op, child);
                }
            } else if module.is_shell(op) {
                self.run_on(module, op, None, &mut declarations, &mut errors);
            } else if self.full && module.info(op).dialect() != "gpu" {
                errors.push(failure(module, op, "no op outside of a function has a conversion"));
            }
        }
        if errors.is_empty() {
            declare(module, declarations).map_err(|e| vec![e])?;
            return Ok(());
        }
        Err(errors)
    }

    fn run_on(
        &self,
        module: &mut Body,
        shell: Op,
        args: Option<function::NewArgs>,
        declarations: &mut BTreeMap<String, Declaration>,
        errors: &mut Vec<Diagnostic>,
    ) {
        let Some(mut child) = module.take_child(shell) else { return };
        let found = self.run_in(&mut child, args, declarations);
        module.put_child(shell, child);
        errors.extend(found);
    }

    fn run_in(
        &self,
        body: &mut Body,
        args: Option<function::NewArgs>,
        declarations: &mut BTreeMap<String, Declaration>,
    ) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        if self.dialects.iter().any(|d| d.name == "memref") {
            crate::scope::inline_scopes(body);
        }
        let order = in_order(body);
        let mut lower = Lower::new(body, self.options, declarations);
        // Old arguments, by block, with the number of those at the front of the block that go away.
        let mut old_args: Vec<(Block, usize)> = Vec::new();
        if let Some(args) = args
            && let Some(entry) = lower.body.entry()
        {
            match args.bind(&mut lower, entry) {
                Ok(n) => old_args.push((entry, n)),
                Err(why) => errors.push(failure(lower.body, Op::SELF, &why)),
            }
        }
        if self.blocks {
            for block in inner_blocks(lower.body) {
                match convert_args(&mut lower, block) {
                    Ok(n) => old_args.push((block, n)),
                    Err(why) => errors.push(failure(lower.body, Op::SELF, &why)),
                }
            }
        }
        let mut handlers: FxHashMap<usize, Option<Handler>> = FxHashMap::default();
        let mut converted = Vec::new();
        for &op in &order {
            let info = lower.body.info(op);
            let key = std::ptr::from_ref(info).addr();
            let handler = *handlers.entry(key).or_insert_with(|| self.handler(info));
            let result = match handler {
                Some(handler) => {
                    lower.start(op);
                    handler(&mut lower)
                }
                None if self.must_go(info) => Err("has no conversion to LLVM".to_owned()),
                None => continue,
            };
            match result {
                Ok(()) => converted.push(op),
                Err(why) => errors.push(failure(lower.body, op, &why)),
            }
        }
        let map = std::mem::take(&mut lower.map);
        finish(body, map, &converted, &old_args);
        sweep(body);
        errors
    }

    fn handler(&self, info: &'static OpInfo) -> Option<Handler> {
        let dialect = self.dialects.iter().find(|d| d.name == info.dialect())?;
        (dialect.handler)(info.mnemonic())
    }
    /// Whether an op without a handler is an error.
    fn must_go(&self, info: &'static OpInfo) -> bool {
        let dialect = info.dialect();
        if matches!(dialect, "llvm" | "nvvm") || info.name == "builtin.unrealized_conversion_cast" {
            return false;
        }
        self.full || self.dialects.iter().any(|d| d.name == dialect) && dialect != "builtin"
    }
}

fn failure(body: &Body, op: Op, why: &str) -> Diagnostic {
    let message = format!("failed to legalize operation '{}': {why}", body.op_name(op));
    Diagnostic::error(body.loc(op), message)
}

/// All ops of a body, definitions before uses.
fn in_order(body: &Body) -> Vec<Op> {
    let mut out = Vec::with_capacity(body.num_ops());
    for &region in body.regions(Op::SELF) {
        for block in reverse_post_order(body, region) {
            for op in body.block_ops(block) {
                out.push(op);
                if !body.regions(op).is_empty() {
                    out.extend(body.ops_in(op));
                }
            }
        }
    }
    out
}

/// The blocks of a region, each before those it dominates; unreachable ones last.
fn reverse_post_order(body: &Body, region: Region) -> Vec<Block> {
    let blocks = body.blocks(region);
    let [entry, rest @ ..] = blocks else { return Vec::new() };
    if rest.is_empty() {
        return vec![*entry];
    }
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut order = Vec::with_capacity(blocks.len());
    let successors = |b: Block| body.last_op(b).map(|op| body.successors(op).to_vec()).unwrap_or_default();
    seen.insert(*entry);
    let mut stack = vec![(*entry, successors(*entry), 0)];
    while let Some((block, next, i)) = stack.last_mut() {
        match next.get(*i).copied() {
            Some(to) => {
                *i += 1;
                if seen.insert(to) {
                    stack.push((to, successors(to), 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order.extend(blocks.iter().copied().filter(|b| !seen.contains(b)));
    order
}

/// The blocks of the function other than its entry block.
fn inner_blocks(body: &Body) -> Vec<Block> {
    body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r).iter().skip(1).copied()).collect()
}

/// Adds arguments of converted types to a block; returns the number of the old ones before them.
fn convert_args(lower: &mut Lower<'_>, block: Block) -> Lowered<usize> {
    let old = lower.body.block_args(block).to_vec();
    let types = old
        .iter()
        .map(|&v| {
            let ty = lower.body.ty(v);
            lower.convert(ty)
        })
        .collect::<Lowered<Vec<_>>>()?;
    if types.iter().zip(&old).all(|(&t, &v)| t == lower.body.ty(v)) {
        return Ok(0);
    }
    for (&arg, &ty) in old.iter().zip(&types) {
        let new = lower.body.add_block_arg(block, ty);
        let loc = lower.body.value_loc(arg);
        lower.body.set_arg_loc(new, loc);
        if ty == lower.body.ty(arg) {
            lower.body.replace_all_uses(arg, new);
        } else {
            lower.map.insert(arg, new);
        }
    }
    Ok(old.len())
}

/// Erases what was converted; values that are still used by ops that were not get casts back to their types.
fn finish(body: &mut Body, map: FxHashMap<Value, Value>, converted: &[Op], old_args: &[(Block, usize)]) {
    for &op in converted {
        body.set_operands(op, &[]);
    }
    let mut map: Vec<(Value, Value)> = map.into_iter().collect();
    map.sort_unstable();
    let gone: FxHashSet<Op> = converted.iter().copied().collect();
    for (old, new) in map {
        let stays = match body.def(old) {
            Def::Result { op, .. } => !gone.contains(&op),
            Def::Arg { block, index } => !old_args.iter().any(|&(b, n)| b == block && index < n),
            Def::Forward => true,
        };
        if stays || !body.has_uses(old) {
            continue;
        }
        let ty = body.ty(old);
        let cast = {
            let mut b = match body.def(new) {
                Def::Result { op, .. } => Builder::after(body, op),
                Def::Arg { block, .. } => Builder::at_start(body, block),
                Def::Forward => continue,
            };
            lower::unrealized(&mut b, &[new], &[ty])
        };
        let back = body.result(cast, 0);
        body.replace_all_uses(old, back);
    }
    for &op in converted.iter().rev() {
        if body.is_live(op) && body.is_unused(op) {
            body.erase_forced(op);
        }
    }
    for &(block, n) in old_args {
        for i in (0..n).rev() {
            if !body.has_uses(body.block_args(block)[i]) {
                body.erase_block_arg(block, i);
            }
        }
    }
}

/// Erases ops of the `llvm` dialect that compute something nobody uses.
fn sweep(body: &mut Body) {
    for op in body.all_ops().into_iter().rev() {
        let dead = body.is_live(op)
            && body.has_trait(op, Trait::Pure)
            && !body.has_trait(op, Trait::Terminator)
            && body.info(op).dialect() == "llvm"
            && body.is_unused(op);
        if dead {
            body.erase_forced(op);
        }
    }
}

/// Declares the functions that converted code calls, where the module does not have them.
fn declare(module: &mut Body, declarations: BTreeMap<String, Declaration>) -> Result<(), Diagnostic> {
    if declarations.is_empty() {
        return Ok(());
    }
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    let cx = module.cx_arc().clone();
    let Some(entry) = module.entry() else { return Ok(()) };
    let first = module.first_op(entry);
    let mut at = InsertPoint { block: entry, before: first };
    for (name, wanted) in declarations {
        let result = wanted.result.unwrap_or_else(|| llvm::void(&cx));
        let ty = llvm::LlvmFunctionType { result, params: wanted.params, variadic: false };
        if let Some(known) = table.get(cx.intern(&name)) {
            let same = known.as_op::<llvm::FuncOp>(module).is_some_and(|f| f.ty(module) == Some(&ty));
            // A function that somebody else defines is another one. A declaration may still wait for its own conversion.
            let defined = module.child(known).is_some_and(|body| body.entry().is_some());
            if defined || !same && module.info(known).dialect() != "func" {
                let message =
                    format!("symbol '{name}' is also the name of a function that the lowering calls");
                return Err(Diagnostic::error(module.loc(known), message));
            }
            continue;
        }
        let state = llvm::FuncOp::state(&cx, &name, ty, Location::UNKNOWN);
        let op = module.create(state);
        module.insert(op, at);
        at = InsertPoint { block: entry, before: module.next_op(op) };
    }
    Ok(())
}
