//! `one-shot-bufferize`: tensors become buffers, and an analysis of the whole function decides what is computed in place.
//!
//! # Before
//! ```mlir
//! %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
//! %1 = tensor.extract %t[%j] : tensor<8xf32>
//! ```
//! # After
//! ```mlir
//! %alloc = memref.alloc() : memref<8xf32>
//! memref.copy %t, %alloc
//! memref.store %v, %alloc[%i] : memref<8xf32>
//! %1 = memref.load %t[%j] : memref<8xf32>
//! ```
//! Without the second op, the element is stored to the buffer of `%t`.
//!
//! 1. The analysis (`analysis`) goes through the ops and decides for each operand whether its op may use the buffer in place. It may
//!    not if a read of the buffer would see the wrong contents (`conflicts`), or if the buffer must not be written.
//! 2. What is not in place is copied, while all are still tensors (`copies`).
//! 3. Each op is replaced by one on buffers (`bufferize`).
//!
//! Each op has a rule for the buffers of its operands (`rules`). Buffers are not freed: see the pipeline
//! `buffer-deallocation-pipeline`.
//!
//! With `bufferize-function-boundaries`, functions are analyzed in the order of their calls, callees first, and callers know what they do
//! with their arguments (`functions`).

mod alias_sets;
mod analysis;
mod annotate;
mod buffer_type;
mod bufferize;
mod chains;
mod conflicts;
mod copies;
mod editor;
mod facts;
mod functions;
mod globals;
pub(crate) mod layouts;
mod options;
mod pass;
mod random;
mod repetition;
mod results;
mod rules;
mod subsets;

use strata_func::FuncOp;
use strata_ir::prelude::*;

use facts::{Editor, Facts, Outcome, View};
use functions::{Functions, by_calls};
use globals::Globals;

pub(crate) use rules::functions::returns;

pub use options::{Heuristic, MemorySpaces, Options, TypeConversion};
pub use pass::OneShotBufferize;

/// Bufferizes a module and all that is in it.
///
/// # Errors
/// When an op cannot be bufferized.
pub fn bufferize_module(module: &mut Body, options: &Options) -> Outcome {
    if options.function_boundaries {
        with_functions(module, options)
    } else {
        without_functions(module, options)
    }
}

fn facts(options: &Options, functions: &Functions) -> Facts {
    Facts { options: options.clone(), functions: functions.clone(), decisions: None, rules: rules::rule_of }
}

/// Bufferizes bodies, each for itself; arguments and results of functions stay tensors.
fn without_functions(module: &mut Body, options: &Options) -> Outcome {
    let functions = Functions::default();
    let mut globals = Globals::new(module);
    let analyzed = !options.copy_before_write;
    if analyzed {
        each_body(module, &mut |body| analyze_and_copy(body, &mut facts(options, &functions)))?;
        if options.test_analysis_only {
            return Ok(());
        }
    }
    bufferize_bodies(module, &facts(options, &functions), &mut globals)?;
    globals.insert(module);
    Ok(())
}

/// Bufferizes the bodies in a module, and those in modules that are in it, which have globals of their own.
fn bufferize_bodies(body: &mut Body, facts: &Facts, globals: &mut Globals) -> Outcome {
    for op in body.children().map(|(op, _)| op).collect::<Vec<_>>() {
        let Some(child) = body.child_mut(op) else { continue };
        if child.op_name(Op::SELF) == "builtin.module" {
            let mut own = Globals::new(child);
            bufferize_bodies(child, facts, &mut own)?;
            own.insert(child);
        } else {
            bufferize_bodies(child, facts, globals)?;
        }
    }
    bufferize::bufferize(body, facts, globals)
}

fn each_body(body: &mut Body, f: &mut dyn FnMut(&mut Body) -> Outcome) -> Outcome {
    for (_, child) in body.children_mut() {
        each_body(child, f)?;
    }
    f(body)
}

/// Analyzes a body and makes the copies that it needs.
fn analyze_and_copy(body: &mut Body, facts: &mut Facts) -> Outcome {
    analysis::analyze(body, facts)?;
    if facts.options.test_analysis_only {
        return Ok(());
    }
    copies::insert_copies(&mut Editor { body, facts, globals: &mut Globals::default() })
}

/// Bufferizes the functions of a module with their arguments and results, then the other ops.
fn with_functions(module: &mut Body, options: &Options) -> Outcome {
    let mut functions = Functions::new(module);
    let mut globals = Globals::new(module);
    let (ordered, circular) = by_calls(module);
    let name_of = |module: &Body, op: Op| module.symbol_name(op).map(|n| (n, module.cx().str(n).to_owned()));
    if !options.copy_before_write {
        for (n, &op) in ordered.iter().chain(&circular).enumerate() {
            let Some((symbol, name)) = name_of(module, op) else { continue };
            if options.not_analyzed.contains(&name) {
                continue;
            }
            let mut facts = facts(options, &functions);
            let Some(body) = module.child_mut(op) else { continue };
            let is_allowed = View { body, facts: &facts }.is_allowed(Op::SELF);
            if is_allowed {
                analysis::analyze(body, &mut facts)?;
            } else {
                analysis::start(body, &mut facts);
            }
            if n < ordered.len()
                && is_allowed
                && let Some(known) = functions.0.get(&symbol)
            {
                let summary = analysis::summarize(body, &facts, known);
                functions.0.insert(symbol, summary);
            }
            if !options.test_analysis_only {
                copies::insert_copies(&mut Editor { body, facts: &facts, globals: &mut Globals::default() })?;
            }
        }
        if options.test_analysis_only {
            return Ok(());
        }
    }
    for &op in ordered.iter().chain(&circular) {
        let Some((symbol, name)) = name_of(module, op) else { continue };
        let mut facts = facts(options, &functions);
        facts.options.copy_before_write |= options.not_analyzed.contains(&name);
        let Some(body) = module.child_mut(op) else { continue };
        bufferize::bufferize(body, &facts, &mut globals)?;
        if options.infers_result_layouts() {
            results::infer_layouts(body);
        }
        remove_attributes(body);
        if let (Some(func), Some(known)) = (body.self_as::<FuncOp>(), functions.0.get_mut(&symbol)) {
            known.inputs = func.inputs(body).to_vec();
            known.results = func.results(body).to_vec();
        }
    }
    let facts = facts(options, &functions);
    bufferize::bufferize(module, &facts, &mut globals)?;
    globals.insert(module);
    Ok(())
}

/// Removes the attributes of arguments that are about bufferization.
fn remove_attributes(body: &mut Body) {
    let cx = body.cx_arc().clone();
    if body.entry().is_none() {
        return;
    }
    let Some(all) = body.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a)) else { return };
    let names = ["bufferization.writable", "bufferization.access", "bufferization.buffer_layout"];
    let strip = |&attr: &Attr| match cx.attr_as::<DictionaryAttr>(attr) {
        Some(d) => {
            let kept = d.entries().iter().filter(|(n, _)| !names.contains(&cx.str(*n)));
            cx.dict_attr(kept.copied().collect())
        }
        None => attr,
    };
    let stripped: Vec<Attr> = all.0.iter().map(strip).collect();
    let empty = cx.dict_attr(Vec::new());
    let new = stripped.iter().any(|&a| a != empty).then(|| cx.array_attr(stripped.clone()));
    body.set_attr(Op::SELF, "arg_attrs", new);
}
