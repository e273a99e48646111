//! Conversion of modules: the selected dialects, functions and blocks are converted to those of LLVM.
//!
//! One walk over a function replaces each op that a selected dialect has a handler for, definitions before uses; so the time is linear and
//! there are no casts between converted ops. Values that ops of other dialects use are cast by `builtin.unrealized_conversion_cast`.

use rustc_hash::FxHashSet;
use strata_ir::{
    prelude::*,
    rewrite::conversion::{
        Conversion, ConversionTable, ConvertedArgs, Failure, Folding, InPlace, Rule, convert_ops,
        definitions_first, failure, fold_op,
    },
};
use strata_llvm as llvm;

use crate::{
    engine::{Declarations, Dialect, Handler, Lower, Lowered, Needed, Options},
    func_upstream::{CArgument, EMIT_C_INTERFACE, add_c_wrapper},
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
    /// Whether ops are folded before they are converted, in upstream's form.
    pub folds: bool,
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
        let mut declarations = Declarations::new(module);
        let mut ops: Vec<Op> = module.all_ops();
        ops.retain(|&op| module.is_live(op));
        for op in ops {
            let name = module.info(op).name;
            if let Some(&(_, convert)) = self.functions.iter().find(|f| f.0 == name) {
                let wrapped = self.c_arguments(module, op);
                match convert(module, op, self.options) {
                    Ok((new, entry)) => {
                        self.run_on(table, module, new, Some(entry), &mut declarations, &mut errors);
                        let added = wrapped.map_or(Ok(()), |arguments| {
                            add_c_wrapper(module, new, &arguments, self.options, &mut declarations)
                        });
                        if let Err(why) = added {
                            errors.push(failure(module, new, &why));
                        }
                    }
                    // In upstream's form, a function of types without equivalent stays as it is.
                    Err(_) if self.options.upstream && !self.options.required.contains(&name) => {}
                    Err(why) => errors.push(failure(module, op, &why)),
                }
            } else if name == "memref.global" && table.converts("memref") {
                let converted = match self.options.upstream {
                    true => crate::memref::upstream_global(module, op, self.options),
                    false => crate::memref::global(module, op),
                };
                if let Err(why) = converted {
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
            // Upstream puts each symbol in front of those before it.
            let declared = match self.options.upstream {
                true => {
                    let (last, first): (Vec<_>, Vec<_>) =
                        declarations.in_order().partition(|(_, n)| matches!(n, Needed::Runtime(_)));
                    declare(module, first.into_iter().rev().chain(last))
                }
                false => declare(module, declarations.by_name()),
            };
            declared.map_err(|e| vec![e])?;
            return Ok(());
        }
        Err(errors)
    }

    /// The arguments of a function that gets a wrapper for C.
    fn c_arguments(&self, module: &Body, op: Op) -> Option<Vec<CArgument>> {
        let options = self.options;
        let wanted = options.upstream && !options.bare_ptr && module.attr(op, EMIT_C_INTERFACE).is_some();
        let func = wanted.then(|| strata_func::FuncOp::from_op_unchecked(op))?;
        let attrs = |i| strata_func::function_syntax::dict_at(module, op, "arg_attrs", i);
        Some(
            func.inputs(module)
                .iter()
                .enumerate()
                .map(|(i, &ty)| CArgument { ty, attrs: attrs(i) })
                .collect(),
        )
    }

    fn run_on(
        &self,
        table: &ConversionTable<Handler>,
        module: &mut Body,
        shell: Op,
        args: Option<function::NewArgs>,
        declarations: &mut Declarations,
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
        declarations: &mut Declarations,
    ) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        let upstream = self.options.upstream;
        if table.converts("memref") {
            crate::scope::inline_scopes(body);
        }
        let order = definitions_first(body);
        let casts: FxHashSet<Op> = order.iter().copied().filter(|&op| is_cast(body, op)).collect();
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
        let first_args = self.options.upstream.then(|| first_args(lower.body, &old_args)).unwrap_or_default();
        if self.blocks {
            let targets = upstream.then(|| targets(lower.body, table));
            for block in inner_blocks(lower.body) {
                if targets.as_ref().is_some_and(|t| !t.contains(&block)) {
                    continue;
                }
                let InPlace { body, types, values, .. } = &mut *lower;
                match values.convert_args(body, types, block) {
                    Ok(args) => old_args.extend(args),
                    Err(why) => errors.push(failure(lower.body, Op::SELF, &why)),
                }
            }
        }
        let mut function = Function { lower, table, full: self.full, folds: self.folds, made: Vec::new() };
        let mut outcome = convert_ops(&mut function, order);
        errors.extend(outcome.errors);
        outcome.converted.append(&mut function.made);
        if let Err(why) = function.lower.cast_back(&first_args, &outcome.converted) {
            errors.push(failure(function.lower.body, Op::SELF, &why));
        }
        let InPlace { body, values, .. } = function.lower.into_state();
        if let Err(why) = values.finish(body, &outcome.converted, &old_args) {
            errors.push(failure(body, Op::SELF, &why));
        }
        if upstream {
            sweep_casts(body, &casts);
        } else {
            sweep(body);
        }
        errors
    }
}

/// How often an op is folded in place.
const MAX_FOLDS: usize = 8;

/// The conversion of the ops of one function.
struct Function<'b, 't> {
    lower: Lower<'b>,
    table: &'t ConversionTable<Handler>,
    /// Whether an op of a dialect that is not selected is an error.
    full: bool,
    /// Whether ops are folded before they are converted.
    folds: bool,
    /// Converted constants that ops folded to.
    made: Vec<Op>,
}

impl Conversion for Function<'_, '_> {
    /// `None` for an op that may fold, but has no conversion.
    type Handler = Option<Handler>;
    fn body(&self) -> &Body {
        self.lower.body
    }
    fn rule(&self, info: &'static OpInfo) -> Rule<Option<Handler>> {
        match self.table.rule(info) {
            Rule::Convert(handler) => Rule::Convert(Some(handler)),
            _ if self.lower.options.upstream && is_legal(info) => Rule::Legal,
            _ if self.lower.options.upstream => Rule::Convert(None),
            Rule::Legal if self.full && !is_legal(info) => Rule::Illegal("has no conversion to LLVM"),
            Rule::Legal => Rule::Legal,
            Rule::Illegal(why) => Rule::Illegal(why),
        }
    }
    fn convert(&mut self, op: Op, handler: Option<Handler>) -> Result<(), Failure> {
        if self.lower.options.upstream {
            return self.fold_or_convert(op, handler);
        }
        self.lower.start(op);
        match handler {
            Some(handler) => Ok(handler(&mut self.lower)?),
            None => Err(Failure::Stays),
        }
    }
}

impl Function<'_, '_> {
    /// Replaces an op by what it folds to, or else by its conversion. An op that has neither stays.
    fn fold_or_convert(&mut self, op: Op, handler: Option<Handler>) -> Result<(), Failure> {
        let table = self.table;
        let convertible = |b: &Body, op: Op| table.has_row(b.info(op));
        let foldable = self.folds && !self.lower.body.has_trait(op, Trait::ConstantLike);
        // An op that was simplified in place may fold further.
        for _ in 0..if foldable { MAX_FOLDS } else { 0 } {
            match fold_op(self.lower.body, op, &convertible) {
                Some(Folding::InPlace) => continue,
                Some(Folding::Values(values, made)) => return self.replace_by_folded(op, &values, &made),
                None => break,
            }
        }
        let Some(handler) = handler else { return Err(Failure::Stays) };
        self.lower.start(op);
        let before = self.lower.body.prev_op(op);
        match handler(&mut self.lower) {
            Ok(()) => Ok(()),
            Err(why) => {
                self.erase_between(before, op);
                let required = self.lower.options.required.contains(&self.lower.body.op_name(op));
                Err(if required { Failure::from(why) } else { Failure::Stays })
            }
        }
    }
    /// Replaces an op by what it folds to, and converts the constants among that.
    fn replace_by_folded(&mut self, op: Op, values: &[Value], made: &[Op]) -> Result<(), Failure> {
        for &new in made {
            if let Rule::Convert(Some(handler)) = self.rule(self.lower.body.info(new)) {
                self.lower.start(new);
                handler(&mut self.lower)?;
                self.made.push(new);
            }
        }
        self.lower.start(op);
        Ok(self.lower.replace_by_folded(values)?)
    }
    /// Erases what an attempt to convert `op` has made in front of it.
    fn erase_between(&mut self, before: Option<Op>, op: Op) {
        let described = std::mem::take(&mut self.lower.described);
        let is_descriptor = |b: &Body, op: Op| b.results(op).iter().any(|v| described.contains(v));
        let body = &mut *self.lower.body;
        while let Some(made) = body.prev_op(op).filter(|&made| Some(made) != before) {
            // The descriptor of an argument is needed again.
            if !body.is_unused(made) || body.info(made).dialect() != "llvm" || is_descriptor(body, made) {
                break;
            }
            body.erase_forced(made);
        }
        self.lower.described = described;
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

/// The blocks to which ops with a conversion branch.
fn targets(body: &Body, table: &ConversionTable<Handler>) -> FxHashSet<Block> {
    let blocks = body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r));
    let branches = blocks.filter_map(|&b| body.last_op(b)).filter(|&op| table.has_row(body.info(op)));
    branches.flat_map(|op| body.successors(op).iter().copied()).collect()
}

/// The old arguments of blocks whose arguments are converted.
fn first_args(body: &Body, args: &[ConvertedArgs]) -> Vec<Value> {
    args.iter().flat_map(|a| body.block_args(a.block)[..a.old].iter().copied()).collect()
}

fn is_cast(body: &Body, op: Op) -> bool {
    op.isa::<strata_builtin::UnrealizedConversionCastOp>(body)
}

/// Erases unused casts that are none of the `old` ones.
fn sweep_casts(body: &mut Body, old: &FxHashSet<Op>) {
    for op in body.all_ops().into_iter().rev() {
        if is_cast(body, op) && body.is_unused(op) && !old.contains(&op) {
            body.erase_forced(op);
        }
    }
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

/// Adds the symbols that converted code needs, unless the module has the functions.
fn declare(module: &mut Body, needed: impl Iterator<Item = (String, Needed)>) -> Result<(), Diagnostic> {
    let mut needed = needed.peekable();
    let Some(entry) = module.entry().filter(|_| needed.peek().is_some()) else { return Ok(()) };
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    let cx = module.cx_arc().clone();
    let first = module.first_op(entry);
    let mut at = InsertPoint { block: entry, before: first };
    for (name, wanted) in needed {
        if matches!(wanted, Needed::Runtime(_)) {
            at = InsertPoint::at_end(entry);
        }
        let state = match wanted {
            Needed::Text(bytes) => text(&cx, &name, &bytes),
            Needed::Format(bytes, space) => format(&cx, &name, &bytes, space),
            Needed::Function(wanted) | Needed::Runtime(wanted) => {
                let result = wanted.result.unwrap_or_else(|| llvm::void(&cx));
                let ty = llvm::LlvmFunctionType { result, params: wanted.params, variadic: wanted.variadic };
                if let Some(known) = table.get(cx.intern(&name)) {
                    check_declared(module, known, &name, &ty)?;
                    continue;
                }
                let mut state = llvm::FuncOp::state(&cx, &name, ty, Location::UNKNOWN);
                for (name, attr) in wanted.attrs {
                    state.set_attr(&cx, name, attr);
                }
                state
            }
        };
        let op = module.create(state);
        module.insert(op, at);
        at = InsertPoint { block: entry, before: module.next_op(op) };
    }
    Ok(())
}

/// A function with a body is a different one than that of the library. A declaration may not be converted yet.
fn check_declared(
    module: &Body,
    known: Op,
    name: &str,
    ty: &llvm::LlvmFunctionType,
) -> Result<(), Diagnostic> {
    let same = known.as_op::<llvm::FuncOp>(module).is_some_and(|f| f.ty(module) == Some(ty));
    let defined = module.child(known).is_some_and(|body| body.entry().is_some());
    if defined || !same && module.info(known).dialect() != "func" {
        let message = format!("symbol '{name}' is also the name of a function that the lowering calls");
        return Err(Diagnostic::error(module.loc(known), message));
    }
    Ok(())
}

/// A private constant of bytes.
fn text(cx: &Context, name: &str, bytes: &[u8]) -> OpState {
    let (n, i8) = (bytes.len() as i64, cx.i8());
    let array = cx.ty(llvm::ArrayType { len: bytes.len() as u64, elem: i8 });
    let value = cx.dense_attr(cx.tensor(&[n], i8), bytes);
    let linkage = llvm::Linkage::Private;
    let mut state = llvm::GlobalOp::state(cx, name, array, linkage, value, Location::UNKNOWN);
    state.set_attr(cx, "constant", cx.unit());
    state.set_attr(cx, "addr_space", cx.i32_attr(0));
    state
}

/// An internal constant string.
fn format(cx: &Context, name: &str, bytes: &[u8], space: i32) -> OpState {
    let array = cx.ty(llvm::ArrayType { len: bytes.len() as u64, elem: cx.i8() });
    let value = Some(cx.attr(StringAttr { value: bytes.to_vec(), ty: None }));
    let linkage = llvm::Linkage::Internal;
    let mut state = llvm::GlobalOp::state(cx, name, array, linkage, value, Location::UNKNOWN);
    state.set_attr(cx, "constant", cx.unit());
    state.set_attr(cx, "addr_space", cx.i32_attr(space));
    state
}
