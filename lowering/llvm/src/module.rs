//! Conversion of modules: the selected dialects, functions and blocks are converted to those of LLVM.
//!
//! One walk over a function replaces each op that a selected dialect has a handler for, definitions before uses; so the time is linear and
//! there are no casts between converted ops. Values that ops of other dialects use are cast by `builtin.unrealized_conversion_cast`.

use std::collections::BTreeMap;

use strata_ir::{
    prelude::*,
    rewrite::conversion::{
        Conversion, ConversionTable, Failure, InPlace, Rule, convert_ops, definitions_first, failure,
    },
};
use strata_llvm as llvm;

use crate::{
    engine::{Declaration, Dialect, Handler, Lower, Lowered, Options},
    function,
};

/// Converts an op to an `llvm.func` with the same blocks, whose ops are not converted yet.
pub type FunctionHandler = fn(&mut Body, Op, Options) -> Lowered<(Op, function::NewArgs)>;

/// Converts functions of `func`.
pub const FUNCTIONS: [(&str, FunctionHandler); 1] = [("func.func", function::convert)];

/// A configuration of the conversion.
#[derive(Clone, Copy)]
pub struct ToLlvm<'a> {
    /// The dialects that are converted.
    pub dialects: &'a [Dialect],
    /// The ops that become `llvm.func`, with their handlers.
    pub functions: &'a [(&'static str, FunctionHandler)],
    /// Whether the arguments of blocks are converted.
    pub blocks: bool,
    /// Whether remaining ops of other dialects are errors.
    pub full: bool,
    /// Options of the conversion.
    pub options: Options,
}

impl ToLlvm<'_> {
    /// Converts a module.
    ///
    /// # Errors
    /// One diagnostic for each op that cannot be converted.
    pub fn run(&self, module: &mut Body) -> Result<(), Vec<Diagnostic>> {
        self.run_with(&ConversionTable::new(self.dialects.iter().copied()), module)
    }

    fn run_with(&self, table: &ConversionTable<Handler>, module: &mut Body) -> Result<(), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut declarations = BTreeMap::new();
        let mut ops: Vec<Op> = module.all_ops();
        ops.retain(|&op| module.is_live(op));
        for op in ops {
            let name = module.info(op).name;
            if let Some(&(_, convert)) = self.functions.iter().find(|f| f.0 == name) {
                match convert(module, op, self.options) {
                    Ok((new, entry)) => {
                        self.run_on(table, module, new, Some(entry), &mut declarations, &mut errors)
                    }
                    Err(why) => errors.push(failure(module, op, &why)),
                }
            } else if name == "memref.global" && table.converts("memref") {
                if let Err(why) = crate::memref::global(module, op) {
                    errors.push(failure(module, op, &why));
                }
            } else if name == "gpu.module" && self.full {
                // Kernels have a conversion of their own.
            } else if matches!(name, "builtin.module" | "gpu.module") {
                if let Some(mut child) = module.take_child(op) {
                    if let Err(more) = self.run_with(table, &mut child) {
                        errors.extend(more);
                    }
                    module.put_child(op, child);
                }
            } else if module.is_shell(op) {
                self.run_on(table, module, op, None, &mut declarations, &mut errors);
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
        table: &ConversionTable<Handler>,
        module: &mut Body,
        shell: Op,
        args: Option<function::NewArgs>,
        declarations: &mut BTreeMap<String, Declaration>,
        errors: &mut Vec<Diagnostic>,
    ) {
        let Some(mut child) = module.take_child(shell) else { return };
        let found = self.run_in(table, &mut child, args, declarations);
        module.put_child(shell, child);
        errors.extend(found);
    }

    fn run_in(
        &self,
        table: &ConversionTable<Handler>,
        body: &mut Body,
        args: Option<function::NewArgs>,
        declarations: &mut BTreeMap<String, Declaration>,
    ) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        if table.converts("memref") {
            crate::scope::inline_scopes(body);
        }
        let order = definitions_first(body);
        let mut lower = Lower::new(body, self.options, declarations);
        let mut old_args = Vec::new();
        if let Some(args) = args
            && let Some(entry) = lower.body.entry()
        {
            match args.bind(&mut lower, entry) {
                Ok(args) => old_args.push(args),
                Err(why) => errors.push(failure(lower.body, Op::SELF, &why)),
            }
        }
        if self.blocks {
            for block in inner_blocks(lower.body) {
                let InPlace { body, types, values, .. } = &mut *lower;
                match values.convert_args(body, types, block) {
                    Ok(args) => old_args.extend(args),
                    Err(why) => errors.push(failure(lower.body, Op::SELF, &why)),
                }
            }
        }
        let mut function = Function { lower, table, full: self.full };
        let outcome = convert_ops(&mut function, order);
        errors.extend(outcome.errors);
        let InPlace { body, values, .. } = function.lower.into_state();
        if let Err(why) = values.finish(body, &outcome.converted, &old_args) {
            errors.push(failure(body, Op::SELF, &why));
        }
        sweep(body);
        errors
    }
}

/// The conversion of the ops of one function.
struct Function<'b, 't> {
    lower: Lower<'b>,
    table: &'t ConversionTable<Handler>,
    /// Whether an op of a dialect that is not selected is an error.
    full: bool,
}

impl Conversion for Function<'_, '_> {
    type Handler = Handler;
    fn body(&self) -> &Body {
        self.lower.body
    }
    fn rule(&self, info: &'static OpInfo) -> Rule<Handler> {
        match self.table.rule(info) {
            Rule::Legal if self.full && !is_legal(info) => Rule::Illegal("has no conversion to LLVM"),
            rule => rule,
        }
    }
    fn convert(&mut self, op: Op, handler: Handler) -> Result<(), Failure> {
        self.lower.start(op);
        Ok(handler(&mut self.lower)?)
    }
}

/// Whether an op may occur in functions of LLVM.
fn is_legal(info: &'static OpInfo) -> bool {
    matches!(info.dialect(), "llvm" | "nvvm") || info.name == "builtin.unrealized_conversion_cast"
}

/// The blocks of the function other than its entry block.
fn inner_blocks(body: &Body) -> Vec<Block> {
    body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r).iter().skip(1).copied()).collect()
}

/// Erases ops of the `llvm` dialect whose results are unused.
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

/// Declares the external functions that converted code calls, unless the module declares them.
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
            // A function with a body is a different one. A declaration may not be converted yet.
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
