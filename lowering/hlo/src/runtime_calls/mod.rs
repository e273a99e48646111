//! `stablehlo-legalize-to-runtime-calls`: converts ops that the runtime computes to calls of functions without a body.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
//! ```
//! After:
//! ```mlir
//! func.func private @strata_fft.call(tensor<8xf32>) -> tensor<5xcomplex<f32>>
//!     attributes {strata.runtime_call = "strata_fft", strata.runtime_config = "type=RFFT\nlength=8\n"}
//! %0 = call @strata_fft.call(%x) : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
//! ```
//! These are Fourier transforms, sorts by keys (`sort`), factorizations and triangular systems (`linear`), `rng`, and custom calls
//! whose target the runtime provides: the routines of LAPACK that JAX calls on CPUs, and targets that the host registers. Eigenvectors and
//! singular vectors that nobody reads are not requested (`unread`).
//! `llvm-emit-runtime-calls` gives the functions their bodies. Calls with the same types and the same configuration share a function.
//!
//! Ops named in `keep` are not converted if `stablehlo-legalize-to-linalg{parallel=true}` parallelizes them, as for a GPU, which cannot
//! call the routines; this often requires static sizes.
//!
//! A call whose results have dynamic sizes also gets destination tensors of the results' sizes, whose contents are not read
//! (`destinations`):
//! ```mlir
//! func.func private @strata_fft.call(tensor<?x8xf32>, tensor<?x5xcomplex<f32>>) -> tensor<?x5xcomplex<f32>>
//!     attributes {strata.num_inputs = 1 : i64, …}
//! %n = tensor.dim %x, %c0 : tensor<?x8xf32>
//! %out = tensor.empty(%n) : tensor<?x5xcomplex<f32>>
//! %0 = call @strata_fft.call(%x, %out) : (tensor<?x8xf32>, tensor<?x5xcomplex<f32>>) -> tensor<?x5xcomplex<f32>>
//! ```

mod assertion;
mod comparator;
mod destinations;
mod linear;
mod sort;
mod unread;

use std::fmt::Write;

use rustc_hash::FxHashMap;
use strata_func::{CallOp, FuncOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

use crate::stablehlo_to_linalg;

/// The attribute with the name of the runtime routine that a function stands for.
pub const TARGET: &str = "strata.runtime_call";
/// The attribute with the configuration of such a function, which is passed at each call: lines `name=value`, or a string of the program.
pub const CONFIG: &str = "strata.runtime_config";
/// The attribute with the number of inputs of such a function, if the arguments behind them are destinations.
pub const NUM_INPUTS: &str = "strata.num_inputs";

/// Routines that are provided as `lapack_*_ffi`, without the letter of their element type.
pub const LAPACK: &[&str] = &[
    "geev", "gees", "gehrd", "geqp3", "geqrf", "gesdd", "gesvd", "getrf", "gtsv", "heevd", "hetrd", "orgqr",
    "ormqr", "potrf", "syevd", "sytrd", "trsm", "ungqr", "unmqr",
];

/// Turn operations that the runtime computes into calls of it.
#[pass(
    name = "stablehlo-legalize-to-runtime-calls",
    class = "StablehloLegalizeToRuntimeCalls",
    on = "builtin.module",
    produces = [arith, cf, func, tensor],
    idempotent
)]
pub struct LegalizeToRuntimeCalls {
    /// Targets of custom calls that the host registers with the runtime
    pub targets: Vec<String>,
    /// Ops that stay where they can be lowered to parallel ops: sort, fft, cholesky or triangular_solve
    pub keep: Vec<String>,
}

impl BodyPass for LegalizeToRuntimeCalls {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let mut declared = Declared::new(module);
        let mut errors = Vec::new();
        for function in functions {
            let Some(mut body) = module.take_child(function) else { continue };
            for op in body.all_ops() {
                // Ops that were replaced together with an earlier op have been erased.
                if !body.is_live(op) {
                    continue;
                }
                if assertion::applies(&body, op) {
                    assertion::expand(module, &mut declared, &mut body, op)
                        .map_err(|why| errors.push(why))
                        .ok();
                } else if !self.keeps(&body, op)
                    && let Some(call) = self.call_of(&body, op)
                {
                    declared.call(module, &mut body, op, call);
                }
            }
            module.put_child(function, body);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// Whether the runtime has a routine of this name.
pub fn is_served(target: &str) -> bool {
    let routine = target.strip_prefix("lapack_").and_then(|t| t.strip_suffix("_ffi"));
    routine.and_then(|r| r.strip_prefix(['s', 'd', 'c', 'z'])).is_some_and(|r| LAPACK.contains(&r))
}

impl LegalizeToRuntimeCalls {
    /// Whether an op is kept for the parallel form of `stablehlo-legalize-to-linalg`.
    fn keeps(&self, b: &Body, op: Op) -> bool {
        let info = b.info(op);
        let named = info.dialect() == "stablehlo" && self.keep.iter().any(|name| name == info.mnemonic());
        named && stablehlo_to_linalg::needs_no_routine(b, op)
    }
    /// The call that replaces an op, if the runtime computes it.
    fn call_of(&self, b: &Body, op: Op) -> Option<Call> {
        if let Some(call) = sort::call_of(b, op) {
            return Some(call);
        }
        let (target, mut config) = linear::routine_of(b, op).or_else(|| self.routine_of(b, op))?;
        let omitted = unread::omit_vectors(b, op, &target, &mut config);
        let kept = |k: &usize| !omitted.contains(k);
        let results: Vec<Value> = (0..b.results(op).len()).filter(kept).map(|k| b.result(op, k)).collect();
        let is_open =
            |v: Value| b.cx().shaped(b.ty(v)).and_then(|s| s.shape).is_some_and(|s| s.contains(&DYNAMIC));
        let sizes = if results.iter().any(|&v| is_open(v)) {
            let all = destinations::result_sizes(b, op)?.into_iter().enumerate();
            Some(all.filter(|(k, _)| kept(k)).map(|(_, sizes)| sizes).collect())
        } else {
            None
        };
        Some(Call {
            target,
            config,
            operands: destinations::inputs(b, op),
            results: results.into_iter().map(|v| vec![v]).collect(),
            sizes,
            replaced: vec![op],
        })
    }
    /// The runtime routine that computes an op from all of its operands, and its configuration.
    fn routine_of(&self, b: &Body, op: Op) -> Option<(String, String)> {
        let cx = b.cx();
        let mut config = String::new();
        let target = if let Some(fft) = op.as_op::<hlo::FftOp>(b) {
            let lengths = cx.attr_as::<DenseArrayAttr>(fft.fft_length(b).raw())?;
            let lengths: Vec<String> = lengths.values.iter().map(ToString::to_string).collect();
            let _ = writeln!(config, "type={}\nlength={}", fft.fft_type(b).get(cx).word(), lengths.join(","));
            "strata_fft"
        } else if let Some(rng) = op.as_op::<hlo::RngOp>(b) {
            let elem = cx.as_int(cx.elem_or_self(b.ty(rng.result(b))));
            let unsigned = elem.is_some_and(|t| t.signedness == Signedness::Unsigned);
            let distribution = rng.rng_distribution(b).get(cx).word();
            let _ = writeln!(config, "distribution={distribution}\nunsigned={}", u8::from(unsigned));
            "strata_rng"
        } else {
            let call = op.as_op::<hlo::CustomCallOp>(b)?;
            let target = cx.attr_str(call.call_target_name(b).raw())?;
            if target == destinations::DYNAMIC_RANDOM_BITS {
                let algorithm = cx.attr_as::<hlo::RngAlgorithm>(b.attr(op, "rng_algorithm")?)?.word();
                return Some(("strata_rng_bit_generator".to_owned(), format!("algorithm={algorithm}\n")));
            }
            if !is_served(target) && !self.targets.iter().any(|t| t == target) {
                return None;
            }
            for name in ["backend_config", "mhlo.backend_config"] {
                if let Some(attr) = b.attr(op, name) {
                    write_config(cx, attr, &mut config);
                }
            }
            target
        };
        Some((target.to_owned(), config))
    }
}

/// Writes the entries of a dictionary as lines, and a string unchanged.
fn write_config(cx: &Context, attr: Attr, out: &mut String) {
    if let Some(entries) = cx.attr_as::<DictionaryAttr>(attr) {
        for &(name, value) in entries.entries() {
            let _ = writeln!(out, "{}={}", cx.str(name), config_value(cx, value));
        }
    } else if let Some(text) = cx.attr_str(attr) {
        out.push_str(text);
    }
}

fn config_value(cx: &Context, value: Attr) -> String {
    let unsigned = |ty| cx.as_int(ty).is_some_and(|t| t.signedness == Signedness::Unsigned || t.width == 1);
    if let Some(int) = cx.attr_as::<IntegerAttr>(value).filter(|i| unsigned(i.ty)) {
        return int.value.as_u64().map_or_else(|| cx.attr_to_string(value), |v| v.to_string());
    }
    if let Some(int) = cx.attr_i64(value) {
        return int.to_string();
    }
    if let Some(text) = cx.attr_str(value) {
        return text.to_owned();
    }
    match cx.attr_as::<DenseArrayAttr>(value) {
        Some(array) => array.values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        None => cx.attr_to_string(value),
    }
}

/// A call of a routine.
struct Call {
    target: String,
    config: String,
    operands: Vec<Value>,
    /// For each result of the call the values that it replaces, which have one type.
    results: Vec<Vec<Value>>,
    /// The sources of the sizes of its results, unless all are static.
    sizes: Option<Vec<destinations::Sizes>>,
    /// The ops that it replaces, users first.
    replaced: Vec<Op>,
}

/// Target, configuration and function type of a function.
type Key = (String, String, Type);

/// The functions that were declared so far.
pub(crate) struct Declared {
    table: SymbolTable,
    known: FxHashMap<Key, String>,
}

impl Declared {
    /// An empty set for a module.
    pub fn new(module: &Body) -> Self {
        Self { table: SymbolTable::new(module), known: FxHashMap::default() }
    }
    /// Replaces ops, the last of which is `op`, with a call in front of it.
    fn call(&mut self, module: &mut Body, b: &mut Body, op: Op, call: Call) {
        let loc = b.loc(op);
        let results: Vec<Type> =
            call.results.iter().filter_map(|olds| olds.first()).map(|&v| b.ty(v)).collect();
        let cx = b.cx_arc().clone();
        let mut builder = Builder::before(b, op);
        builder.set_cur_loc(loc);
        for &op in &call.replaced {
            destinations::promise(&mut builder, op);
        }
        let mut operands = call.operands;
        let count = operands.len();
        for (sizes, &ty) in call.sizes.iter().flatten().zip(&results) {
            operands.push(destinations::make(&mut builder, sizes, ty));
        }
        let inputs: Vec<Type> = operands.iter().map(|&v| builder.ty(v)).collect();
        let symbol = self.function(module, &call.target, call.config, &inputs, &results);
        if call.sizes.is_some()
            && let Some(function) = self.table.get(cx.intern(&symbol))
        {
            module.set_attr(function, NUM_INPUTS, Some(cx.i64_attr(count as i64)));
        }
        let callee = cx.symbol_ref(&symbol);
        let made = CallOp::build(&mut builder, callee, &operands, None, None, None, &results).op();
        for (i, olds) in call.results.iter().enumerate() {
            let new = b.result(made, i);
            olds.iter().for_each(|&old| b.replace_all_uses(old, new));
        }
        call.replaced.into_iter().for_each(|op| b.erase(op));
    }
    /// The name of the function for a call, declared at its first use.
    pub fn function(
        &mut self,
        module: &mut Body,
        target: &str,
        config: String,
        inputs: &[Type],
        results: &[Type],
    ) -> String {
        let cx = module.cx_arc().clone();
        let key = (target.to_owned(), config, cx.function(inputs, results));
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        // The target's own name may be taken by a function of the runtime.
        let symbol = self.table.fresh(&cx, &format!("{target}.call"));
        if let Some(block) = module.entry() {
            let mut b = Builder::new(module, InsertPoint::at_end(block), Location::UNKNOWN);
            let function = FuncOp::create(&mut b, &symbol, inputs, results).op();
            self.table.insert(cx.intern(&symbol), function);
            module.set_attr(function, "sym_visibility", Some(cx.string_attr("private")));
            module.set_attr(function, TARGET, Some(cx.string_attr(target)));
            module.set_attr(function, CONFIG, Some(cx.string_attr(&key.1)));
        }
        self.known.insert(key, symbol.clone());
        symbol
    }
}
