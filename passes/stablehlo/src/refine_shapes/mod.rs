//! `stablehlo-refine-shapes`: propagates known sizes of arguments through the program.
//!
//! Before:
//! ```mlir
//! func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
//!   %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, …) : (…) -> tensor<?xf32>
//!   %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
//!   %1 = call @f(%n, %0) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
//! ```
//! After:
//! ```mlir
//! func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
//!   %1 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
//! ```
//! One walk over each function is enough: definitions come before uses, and the results of a call are known once its callee was refined.
//! Arithmetic on sizes is folded by the interpreter's kernels. A function is refined for the types of its arguments and the sizes passed
//! to it; when it is called with other types or sizes, a copy is refined.

mod call;
mod dynamic_reduce_window;
mod result_types;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_func::FuncOp;
use strata_ir::{
    analysis::would_be_trivially_dead,
    core::{symbols::SymbolTable, symbols::for_each_symbol_ref, writer::deep},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

use crate::{Evaluator, hlo_builder::*};

/// Refines shapes across a StableHLO program.
#[pass(
    name = "stablehlo-refine-shapes",
    class = "StablehloRefineShapesPass",
    on = "builtin.module",
    produces = [stablehlo, func]
)]
pub struct RefineShapes;

impl BodyPass for RefineShapes {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let Some(main) = target(module)? else { return Ok(()) };
        let mut refiner = Refiner::new(module, main);
        Ok(refiner.function_in_place(main, None).map(|_| ())?)
    }
}

/// The function that shapes are refined from: the only one, or `@main`; `None` in a module without functions.
pub fn target(module: &Body) -> Result<Option<Op>, Diagnostic> {
    let table = SymbolTable::new(module);
    let functions: Vec<Op> =
        table.iter().map(|(_, op)| op).filter(|op| op.as_op::<FuncOp>(module).is_some()).collect();
    let main = match functions[..] {
        [] => return Ok(None),
        [only] => Some(only),
        _ => table.get(module.cx().intern("main")).filter(|op| functions.contains(op)),
    };
    let Some(main) = main else {
        return Err(Diagnostic::error(
            module.loc(Op::SELF),
            "'builtin.module' op must have no more than one function or a `main` function to clearly identify which \
             function will be refined",
        ));
    };
    match single_block(module, main) {
        Some(_) => Ok(Some(main)),
        None => Err(Diagnostic::error(module.loc(main), "'func.func' op must have exactly one block")),
    }
}

/// The only block of a function.
fn single_block(module: &Body, function: Op) -> Option<Block> {
    let body = module.child(function)?;
    match *body.blocks(*body.regions(Op::SELF).first()?) {
        [block] => Some(block),
        _ => None,
    }
}

/// The most elements of a tensor of sizes, and of values computed from sizes.
const SIZES: i64 = 4096;

/// The known properties of the arguments of a function: types, and values of those that are constants.
type Arguments = Vec<(Type, Option<Attr>)>;

/// A function that was refined.
#[derive(Clone)]
struct Refined {
    name: String,
    /// Whether each argument is kept.
    kept: Vec<bool>,
    results: Vec<Type>,
    /// Results that are constants.
    constants: Vec<Option<Attr>>,
    /// Whether a call of it has no effects besides its results.
    is_pure: bool,
}

struct Refiner<'m> {
    module: &'m mut Body,
    table: SymbolTable,
    /// The names of functions; a function that is being refined is not in the module.
    names: FxHashMap<Op, Str>,
    evaluator: Evaluator,
    done: FxHashMap<(Op, Arguments), Refined>,
    /// The original bodies of functions.
    originals: FxHashMap<Op, Box<Body>>,
    /// Functions with references other than calls that are refined as well.
    pinned: FxHashSet<Str>,
    active: Vec<Op>,
}

impl<'m> Refiner<'m> {
    fn new(module: &'m mut Body, main: Op) -> Self {
        let table = SymbolTable::new(module);
        let evaluator = Evaluator::new(module.cx(), SIZES, false);
        let pinned = pinned(module, &table, main);
        let names = table.iter().map(|(name, op)| (op, name)).collect();
        let (done, originals) = (FxHashMap::default(), FxHashMap::default());
        Self { module, table, names, evaluator, done, originals, pinned, active: Vec::new() }
    }
    /// Refines a function for arguments; `None` keeps the types of its arguments.
    fn function_in_place(
        &mut self,
        function: Op,
        arguments: Option<&Arguments>,
    ) -> Result<Refined, Diagnostic> {
        let Some(mut body) = self.module.take_child(function) else {
            return Err(Diagnostic::error(self.module.loc(function), "'func.func' op must have a body"));
        };
        self.active.push(function);
        let result = deep(|| self.body(&mut body, arguments));
        self.active.pop();
        self.module.put_child(function, body);
        let mut refined = result?;
        refined.name = self.name(function).to_owned();
        Ok(refined)
    }
    /// The name of a function.
    fn name(&self, function: Op) -> &str {
        self.names.get(&function).map_or("", |&n| self.module.cx().str(n))
    }
    /// Refines the body of a function.
    fn body(&mut self, b: &mut Body, arguments: Option<&Arguments>) -> Result<Refined, Diagnostic> {
        let fail =
            |b: &Body| Diagnostic::error(b.loc(Op::SELF), "'func.func' op must have exactly one block");
        let Some(&region) = b.regions(Op::SELF).first() else { return Err(fail(b)) };
        let [entry] = *b.blocks(region) else { return Err(fail(b)) };
        let params = b.block_args(entry).to_vec();
        let mut kept = vec![true; params.len()];
        for (i, &(ty, constant)) in arguments.into_iter().flatten().enumerate() {
            b.set_type(params[i], ty);
            let Some(value) = constant else { continue };
            let at = InsertPoint::at_start(b, entry);
            let mut builder = Builder::new(b, at, Location::UNKNOWN);
            if let Some(value) = hlo::ConstantOp::create(&mut builder, value) {
                b.replace_all_uses(params[i], value);
                kept[i] = false;
            }
        }
        drop_identities(b);
        self.block(b, entry)?;
        erase_dead(b);
        for i in (0..params.len()).rev().filter(|&i| !kept[i]) {
            b.erase_block_arg(entry, i);
        }
        let end = b.last_op(entry).filter(|&op| b.has_trait(op, Trait::ReturnLike));
        let Some(end) = end else {
            return Err(Diagnostic::error(b.loc(Op::SELF), "'func.func' op must end with a return"));
        };
        let values: Vec<Value> = b.operands(end).collect();
        let results: Vec<Type> = values.iter().map(|&v| b.ty(v)).collect();
        let constants = values.iter().map(|&v| self.size_constant(b, v)).collect();
        set_signature(b, entry, &kept, &results);
        let is_pure = b.all_ops().into_iter().all(|op| {
            b.has_trait(op, Trait::Terminator)
                || match b.op_name(op) {
                    "func.call" => self.calls_pure(b, op),
                    _ => strata_ir::analysis::effects_of(b, op).is_some_and(|e| e.is_empty()),
                }
        });
        Ok(Refined { name: String::new(), kept, results, constants, is_pure })
    }
    fn calls_pure(&self, b: &Body, call: Op) -> bool {
        let name = b.attr(call, "callee").and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a)).map(|s| s.root);
        let name = name.map(|n| b.cx().str(n));
        self.done.values().any(|r| Some(r.name.as_str()) == name && r.is_pure)
    }
    /// The constant value of `v`, if it may be a size or a list of sizes.
    fn size_constant(&self, b: &Body, v: Value) -> Option<Attr> {
        let integers = b.cx().as_int(elem(b, v)).is_some();
        constant_value(b, v).filter(|_| integers && count(b, v).is_some_and(|n| n <= 64))
    }
    fn block(&mut self, b: &mut Body, block: Block) -> Result<(), Diagnostic> {
        for op in b.block_ops(block).collect::<Vec<_>>() {
            if b.is_live(op) {
                self.op(b, op)?;
            }
        }
        Ok(())
    }
    fn op(&mut self, b: &mut Body, op: Op) -> Result<(), Diagnostic> {
        if self.evaluated(b, op) {
            return Ok(());
        }
        match b.op_name(op) {
            "func.call" => return self.call(b, op, "callee"),
            "stablehlo.composite" => return self.call(b, op, "decomposition"),
            "stablehlo.custom_call" => return self.custom_call(b, op),
            "stablehlo.while" => {
                let types: Vec<Type> = b.operand_types(op).collect();
                for region in b.regions(op).to_vec() {
                    for block in b.blocks(region).to_vec() {
                        let args = b.block_args(block).to_vec();
                        for (&arg, &ty) in args.iter().zip(&types) {
                            result_types::refine_value(b, arg, ty);
                        }
                        deep(|| self.block(b, block))?;
                    }
                }
            }
            _ => {
                for region in b.regions(op).to_vec() {
                    for block in b.blocks(region).to_vec() {
                        deep(|| self.block(b, block))?;
                    }
                }
                if matches!(b.op_name(op), "stablehlo.if" | "stablehlo.case") {
                    result_types::widen_branches(b, op);
                }
            }
        }
        if let Some(types) = result_types::inferred(b, op) {
            result_types::refine_results(b, op, &types);
        }
        Ok(())
    }
    /// Replaces an op by constants if it computes with sizes.
    fn evaluated(&self, b: &mut Body, op: Op) -> bool {
        let results = b.results(op).to_vec();
        let of_sizes =
            |&r: &Value| b.cx().as_int(elem(b, r)).is_some() && count(b, r).is_some_and(|n| n <= SIZES);
        if results.is_empty() || b.has_trait(op, Trait::ConstantLike) || !results.iter().all(of_sizes) {
            return false;
        }
        let size = op
            .as_op::<hlo::GetDimensionSizeOp>(b)
            .and_then(|get| crate::simplify::known_dimension(b, get).map(|attr| vec![attr]));
        let Some(attrs) = size.or_else(|| self.evaluator.evaluate(b, op)).or_else(|| folded(b, op)) else {
            return false;
        };
        replace_by_constants(b, op, &attrs)
    }
}

/// The constants that an op folds to, if it folds.
fn folded(b: &mut Body, op: Op) -> Option<Vec<Attr>> {
    let consts: SmallVec<[Option<Attr>; 4]> = b.operands(op).map(|v| constant_value(b, v)).collect();
    let fold = op.cast::<dyn Fold>(b).filter(|_| b.num_operands(op) == 1 && consts[0].is_some())?;
    let Folded::Results(results) = fold.fold(b, &consts)? else { return None };
    results
        .iter()
        .map(|r| match *r {
            FoldResult::Attr(a) => Some(a),
            FoldResult::Value(v) => constant_value(b, v),
        })
        .collect()
}

/// Replaces an op by constants, if these have the types of its results.
fn replace_by_constants(b: &mut Body, op: Op, attrs: &[Attr]) -> bool {
    let results = b.results(op).to_vec();
    let typed = |(&a, &r): (&Attr, &Value)| {
        b.cx().attr_type(a).is_some_and(|t| t == b.ty(r) || hlo::infer::compatible(b.cx(), t, b.ty(r)))
    };
    if attrs.len() != results.len() || !attrs.iter().zip(&results).all(typed) {
        return false;
    }
    for (&attr, &result) in attrs.iter().zip(&results) {
        let mut builder = Builder::before(b, op);
        let Some(value) = hlo::ConstantOp::create(&mut builder, attr) else { return false };
        b.replace_all_uses(result, value);
    }
    b.erase(op);
    true
}

/// Removes casts that change no type, so that their operands can be refined.
fn drop_identities(b: &mut Body) {
    for op in b.all_ops() {
        let cast = matches!(b.op_name(op), "tensor.cast" | "builtin.unrealized_conversion_cast");
        if let (true, &[result], 1) = (cast, b.results(op), b.num_operands(op))
            && b.ty(b.operand(op, 0)) == b.ty(result)
        {
            let operand = b.operand(op, 0);
            b.replace_all_uses(result, operand);
            b.erase(op);
        }
    }
}

/// Erases ops without uses: arithmetic on sizes that became constants.
fn erase_dead(b: &mut Body) {
    for op in b.post_order().into_iter().rev() {
        if op != Op::SELF && b.is_live(op) && b.is_unused(op) && would_be_trivially_dead(b, op) {
            b.erase(op);
        }
    }
}

/// Sets the type of a function to that of its arguments and returned values; drops the attributes of dropped arguments.
fn set_signature(b: &mut Body, entry: Block, kept: &[bool], results: &[Type]) {
    let cx = b.cx_arc().clone();
    let inputs: Vec<Type> = b.block_args(entry).iter().map(|&a| b.ty(a)).collect();
    b.set_attr(Op::SELF, "function_type", Some(cx.type_attr(cx.function(&inputs, results))));
    let attrs = b.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    if let Some(attrs) = attrs.filter(|a| a.0.len() == kept.len() && inputs.len() < kept.len()) {
        let left = attrs.0.iter().zip(kept).filter(|(_, k)| **k).map(|(&a, _)| a).collect();
        b.set_attr(Op::SELF, "arg_attrs", Some(cx.array_attr(left)));
    }
}

/// The functions referenced by code that `main` does not reach, or by anything other than a call.
fn pinned(module: &Body, table: &SymbolTable, main: Op) -> FxHashSet<Str> {
    let cx = module.cx();
    let (mut reached, mut todo) = (FxHashSet::from_iter([main]), vec![main]);
    let mut pinned = FxHashSet::default();
    while let Some(function) = todo.pop() {
        let Some(body) = module.child(function) else { continue };
        for op in body.all_ops() {
            let is_call = matches!(body.op_name(op), "func.call" | "stablehlo.composite");
            for_each_symbol_ref(body, op, &mut |r| {
                if !is_call {
                    pinned.insert(r.root);
                } else if let Some(callee) = table.get(r.root).filter(|&c| reached.insert(c)) {
                    todo.push(callee);
                }
            });
        }
    }
    for (_, function) in table.iter().filter(|(_, op)| !reached.contains(op)) {
        let Some(body) = module.child(function) else { continue };
        for op in body.all_ops() {
            for_each_symbol_ref(body, op, &mut |r| _ = pinned.insert(r.root));
        }
    }
    pinned.insert(cx.intern("main"));
    pinned
}
