//! `llvm-emit-entry`: the C function through which a host calls a compiled program.
//!
//! Before:
//! ```mlir
//! module @m { func.func @main(%in: memref<4xf32>, %out: memref<4xf32>) attributes {strata.num_inputs = 1 : i64} { … } }
//! ```
//! After, in addition:
//! ```mlir
//! func.func @main → kept, private
//! llvm.func @m_main(%inputs: !llvm.ptr, %outputs: !llvm.ptr, %ctx: !llvm.ptr) -> i32
//! llvm.func @m_main_num_inputs() -> i32
//! llvm.func @m_main_num_outputs() -> i32
//! ```
//! It runs after `convert-to-llvm{use-bare-ptr-memref-call-conv=1}`: the arguments of `@main` are pointers then. A last
//! argument beyond the inputs and outputs that `strata.num_outputs` counts is the context.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_pass::{Pass, PassCx, PassInfo, PassResult, pass_options};

pass_options! {
    /// Adds the functions of the C interface.
    pub struct EmitEntry {
        /// The name of the function that a host calls
        pub entry: String = "main".to_owned(),
        /// The prefix of the C functions; the name of the module, or `module`, when empty
        pub prefix: String = String::new(),
    }
}

/// Its description.
pub static INFO: PassInfo = PassInfo::new("llvm-emit-entry", "Add the C interface of a compiled program")
    .on("builtin.module")
    .dialects(&["llvm"]);

impl Pass for EmitEntry {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(emit_entry(body, &self.entry, &self.prefix)?)
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        strata_pass::PassOptions::print(self)
    }
}

/// Adds the C interface of the function `entry`.
///
/// # Errors
/// When the function is missing, has other arguments than pointers, or does not say how many are inputs.
pub fn emit_entry(module: &mut Body, entry: &str, prefix: &str) -> Result<(), Diagnostic> {
    let cx = module.cx_arc().clone();
    let here = module.loc(Op::SELF);
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    let Some(func) = table.get(cx.intern(entry)).and_then(|op| op.as_op::<llvm::FuncOp>(module)) else {
        return Err(Diagnostic::error(here, format!("there is no llvm.func named '{entry}'")));
    };
    let loc = module.loc(func.op());
    let fail = |message: &str| Diagnostic::error(loc, format!("'{entry}' cannot be an entry: {message}"));
    let ty = func.ty(module).cloned().ok_or_else(|| fail("it has no function type"))?;
    if ty.params.iter().any(|&t| !llvm::types::is_ptr(&cx, t)) {
        return Err(fail("all of its arguments have to be memrefs of static shape that are passed as pointers"));
    }
    let count = |name: &str| module.attr(func.op(), name).and_then(|a| cx.attr_i64(a));
    let n = ty.params.len() as i64;
    let inputs = count("strata.num_inputs").ok_or_else(|| fail("it has no attribute 'strata.num_inputs'"))?;
    let outputs = count("strata.num_outputs").unwrap_or(n - inputs);
    let has_context = inputs.checked_add(outputs) == Some(n - 1);
    if inputs < 0 || outputs < 0 || !(has_context || inputs.checked_add(outputs) == Some(n)) {
        return Err(fail("its numbers of inputs and outputs do not fit its arguments"));
    }
    let returns_code = ty.result == cx.i32();
    if !returns_code && !llvm::types::is_void(&cx, ty.result) {
        return Err(fail("it returns something other than an error code"));
    }
    let prefix = match (prefix, module.attr(Op::SELF, "sym_name").and_then(|a| cx.attr_str(a))) {
        ("", Some(name)) => name.to_owned(),
        ("", None) => "module".to_owned(),
        (given, _) => given.to_owned(),
    };
    let name = format!("{prefix}_{entry}");
    for suffix in ["", "_num_inputs", "_num_outputs"] {
        if table.get(cx.intern(&format!("{name}{suffix}"))).is_some() {
            return Err(fail(&format!("the name '{name}{suffix}' is taken")));
        }
    }
    let (ptr, i32) = (llvm::ptr(&cx), cx.i32());
    define(module, &name, &[ptr, ptr, ptr], loc, |b, args| {
        let address = |b: &mut Builder<'_>, list: Value, i: i64| {
            let (index, elem) = (cx.i32_array(&[i as i32]), cx.type_attr(ptr));
            let at = llvm::GEPOp::build(b, list, &[], index, elem, None, ptr);
            let op = OpState {
                operands: smallvec![at],
                result_types: smallvec![ptr],
                ..OpState::new(llvm::LoadOp::info(), b.cur_loc())
            };
            let op = b.build(op);
            b.result(op, 0)
        };
        let mut operands: Vec<Value> = (0..inputs).map(|i| address(b, args[0], i)).collect();
        operands.extend((0..outputs).map(|i| address(b, args[1], i)).collect::<Vec<_>>());
        if has_context {
            operands.push(args[2]);
        }
        let results: &[Type] = if returns_code { &[i32] } else { &[] };
        let call = llvm::CallOp::direct(b, entry, &operands, results);
        match call.result(b) {
            Some(code) => code,
            None => llvm::ConstantOp::build(b, cx.i32_attr(0), i32),
        }
    });
    for (suffix, n) in [("_num_inputs", inputs), ("_num_outputs", outputs)] {
        define(module, &format!("{name}{suffix}"), &[], loc, |b, _| {
            llvm::ConstantOp::build(b, cx.int_attr(n, i32), i32)
        });
    }
    Ok(())
}

/// Defines a function at the end of the module that returns the `i32` that `code` computes.
fn define(
    module: &mut Body,
    name: &str,
    params: &[Type],
    loc: Location,
    code: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) {
    let cx = module.cx_arc().clone();
    let ty = llvm::LlvmFunctionType { result: cx.i32(), params: params.to_vec(), variadic: false };
    let mut body = Body::new(&cx, llvm::FuncOp::info(), loc);
    let region = body.regions(Op::SELF)[0];
    let block = body.add_block(region, params);
    let args = body.block_args(block).to_vec();
    let mut b = Builder::new(&mut body, InsertPoint::at_end(block), loc);
    let value = code(&mut b, &args);
    llvm::ReturnOp::build(&mut b, Some(value));
    let mut state = llvm::FuncOp::state(&cx, name, ty, loc);
    state.child = Some(Box::new(body));
    let op = module.create(state);
    if let Some(entry) = module.entry() {
        module.insert(op, InsertPoint::at_end(entry));
    }
}
