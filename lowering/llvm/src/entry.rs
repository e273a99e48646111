//! `llvm-emit-entry`: emits the C function by which a host calls a compiled program.
//!
//! Before:
//! ```mlir
//! module @m { func.func @main(%in: memref<4xf32>, %out: memref<4xf32>) attributes {strata.num_inputs = 1 : i64} { … } }
//! ```
//! After, in addition:
//! ```mlir
//! llvm.func @m_main(%inputs: !llvm.ptr, %outputs: !llvm.ptr, %ctx: !llvm.ptr) -> i32
//! llvm.func @m_main_num_inputs() -> i32
//! llvm.func @m_main_num_outputs() -> i32
//! llvm.func @m_main_input_spec(%i: i32) -> !llvm.ptr
//! llvm.func @m_main_output_spec(%i: i32) -> !llvm.ptr
//! llvm.func @m_main_input_name(%i: i32) -> !llvm.ptr
//! llvm.func @m_main_output_name(%i: i32) -> !llvm.ptr
//! ```
//! A spec is an array of `int64_t`: the type code, the width of an element in bits, the rank, and the sizes; null for an index out of
//! range. The type codes are DLPack's: 0 signed, 1 unsigned, 2 float, 4 bfloat, 5 complex, 6 bool, and 16 for floats of 8 bits or less.
//! Names are texts that [`set_names`] noted; null for those without a name and for an index out of range.
//!
//! A function whose inputs or results have dynamic sizes gets these as tensors with sizes: see `entry_sizes`.
//!
//! The pass runs after `convert-program-to-llvm{use-bare-ptr-memref-call-conv=1}`, when the arguments of `@main` are pointers. An additional last
//! argument behind the inputs and the outputs, which `strata.num_outputs` counts, is the context.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm::{
    self as llvm,
    mangle::{escape, mangle},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

pub use crate::entry_plain::emit_plain_entry;
use crate::{
    define::{declare, define, define_returning, define_with},
    engine::ARGUMENT_TYPES,
    entry_arrays::{load_pointer, take_arrays},
    entry_names::{define_names, note_names},
};

/// Add the C interface of a compiled program.
#[pass(name = "llvm-emit-entry", class = "LlvmEmitEntry", on = "builtin.module", produces = [llvm])]
pub struct EmitEntry {
    /// The name of the function that a host calls
    #[option(default = "main".to_owned())]
    pub entry: String,
    /// The prefix of the C functions; the name of the module, or `module`, when empty
    pub prefix: String,
    /// Also define PREFIX_context_new, PREFIX_context_free and PREFIX_last_error, which call the runtime
    pub context: bool,
}

impl BodyPass for EmitEntry {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        emit_entry(body, &self.entry, &self.prefix)?;
        if self.context {
            emit_context(body, &self.prefix);
        }
        Ok(())
    }
}

/// Adds the C interface of the function `entry`.
///
/// # Errors
/// If the function is missing, has arguments other than pointers, or has no attribute with the number of inputs.
pub fn emit_entry(module: &mut Body, entry: &str, prefix: &str) -> Result<(), Diagnostic> {
    let cx = module.cx_arc().clone();
    let here = module.loc(Op::SELF);
    let Some((func, symbol)) = entry_function(module, entry) else {
        return Err(Diagnostic::error(here, format!("there is no llvm.func named '{entry}'")));
    };
    let symbol = symbol.as_str();
    let loc = module.loc(func.op());
    let fail = |message: &str| Diagnostic::error(loc, format!("'{entry}' cannot be an entry: {message}"));
    let ty = func.ty(module).cloned().ok_or_else(|| fail("it has no function type"))?;
    let unknown = crate::entry_sizes::DynamicInterface::from_func(module, func.op());
    if unknown.is_none() && ty.params.iter().any(|&t| !llvm::types::is_ptr(&cx, t)) {
        return Err(fail(
            "all of its arguments have to be memrefs of static shape that are passed as pointers",
        ));
    }
    let prefix = prefix_of(module, prefix);
    let name = c_name(&prefix, entry);
    if let Some(unknown) = unknown {
        check_names(module, &prefix, &name).map_err(|taken| fail(&taken))?;
        define_names(module, func.op(), &name, loc);
        return unknown.emit(module, func, symbol, &name).map_err(|why| fail(&why));
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
    check_names(module, &prefix, &name).map_err(|taken| fail(&taken))?;
    let (ptr, i32) = (llvm::ptr(&cx), cx.i32());
    let takes_arrays = take_arrays(module, func, symbol, inputs as usize, has_context);
    define(module, &name, &[ptr, ptr, ptr], loc, |b, args| {
        let mut operands = if takes_arrays {
            args[..2].to_vec()
        } else {
            let places = (0..inputs).map(|i| (args[0], i)).chain((0..outputs).map(|i| (args[1], i)));
            places.map(|(list, i)| load_pointer(b, list, i)).collect()
        };
        // If the host passes no context, one is created for the call, so that errors can be recorded.
        let begun = (has_context && !returns_code).then(|| {
            let call = llvm::CallOp::direct(b, "strata_rt_begin", &args[2..3], &[ptr]);
            call.result(b).unwrap_or(args[2])
        });
        if has_context {
            operands.push(begun.unwrap_or(args[2]));
        }
        let results: &[Type] = if returns_code { &[i32] } else { &[] };
        let call = llvm::CallOp::direct(b, symbol, &operands, results);
        match call.result(b) {
            Some(code) => code,
            None if begun.is_some() => {
                let operands = [begun.unwrap_or(args[2]), args[2]];
                let code = llvm::CallOp::direct(b, "strata_rt_end", &operands, &[i32]);
                code.result(b).unwrap_or(args[2])
            }
            None => llvm::ConstantOp::build(b, cx.i32_attr(0), i32),
        }
    });
    if has_context && !returns_code {
        declare(module, "strata_rt_begin", &[ptr], ptr, loc);
        declare(module, "strata_rt_end", &[ptr, ptr], i32, loc);
    }
    for (suffix, n) in [("_num_inputs", inputs), ("_num_outputs", outputs)] {
        define(module, &format!("{name}{suffix}"), &[], loc, |b, _| {
            llvm::ConstantOp::build(b, cx.int_attr(n, i32), i32)
        });
    }
    define_names(module, func.op(), &name, loc);
    let types = module.attr(func.op(), ARGUMENT_TYPES).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let Some(types) = types.filter(|t| t.0.len() + usize::from(has_context) >= ty.params.len()) else {
        return Ok(());
    };
    let types: Vec<Type> = types.0.iter().filter_map(|&a| cx.attr_as::<TypeAttr>(a).map(|t| t.0)).collect();
    let (first, rest) = types.split_at((inputs as usize).min(types.len()));
    let rest = &rest[..(outputs as usize).min(rest.len())];
    for (suffix, types) in [("_input_spec", first), ("_output_spec", rest)] {
        define_specs(module, &format!("{name}{suffix}"), types, loc);
    }
    Ok(())
}

/// The name of the C function for an entry: `PREFIX_ENTRY`, with characters that assemblers do not allow replaced by their codes.
#[must_use]
pub fn c_name(prefix: &str, entry: &str) -> String {
    format!("{prefix}_{}", escape(entry))
}

/// The function of an entry, and its symbol, which `convert-program-to-llvm` may have changed.
fn entry_function(module: &Body, entry: &str) -> Option<(llvm::FuncOp, String)> {
    let table = SymbolTable::new(module);
    let named = |name: String| {
        let op = table.get(module.cx().intern(&name))?;
        Some((op.as_op::<llvm::FuncOp>(module)?, name))
    };
    named(mangle(entry)).or_else(|| named(entry.to_owned()))
}

/// Notes the names of the arguments and results of the function `entry`, as far as they have any: `llvm-emit-entry` puts them into the C
/// interface. It does nothing if there is no such function.
pub fn set_names(module: &mut Body, entry: &str, inputs: &[Option<String>], outputs: &[Option<String>]) {
    if let Some((func, _)) = entry_function(module, entry) {
        note_names(module, func.op(), inputs, outputs);
    }
}

/// The arguments of the function `entry` whose memory results may take, each with the number of its result.
pub fn in_place(module: &Body, entry: &str) -> Vec<(usize, usize)> {
    let Some((func, _)) = entry_function(module, entry) else { return Vec::new() };
    let cx = module.cx();
    let inputs = module.attr(func.op(), "strata.num_inputs").and_then(|a| cx.attr_i64(a));
    let pairs = module.attr(func.op(), "strata.in_place").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let (Some(inputs), Some(pairs)) = (inputs, pairs) else { return Vec::new() };
    let numbers = |pair: &[i64]| match *pair {
        [from, to] if from < inputs => {
            Some((usize::try_from(from).ok()?, usize::try_from(to.checked_sub(inputs)?).ok()?))
        }
        _ => None,
    };
    pairs.values.chunks(2).filter_map(numbers).collect()
}

/// Suffixes of the C functions for an entry: the function itself, and those that describe it.
pub const INTERFACE: [&str; 7] =
    ["", "_num_inputs", "_num_outputs", "_input_spec", "_output_spec", "_input_name", "_output_name"];
/// Suffixes of the C functions of a program as a whole.
const OF_PROGRAM: [&str; 5] =
    ["_context_new", "_context_free", "_last_error", "_tensor_free", "_interface_version"];

/// Checks that no symbol of the module, and no library, has a name that the C interface defines.
fn check_names(module: &Body, prefix: &str, name: &str) -> Result<(), String> {
    let table = SymbolTable::new(module);
    let own = INTERFACE.map(|suffix| format!("{name}{suffix}"));
    if let Some(taken) = own.iter().find(|name| table.get(module.cx().intern(name)).is_some()) {
        return Err(format!("the name '{taken}' is taken"));
    }
    let all = own.into_iter().chain(OF_PROGRAM.map(|suffix| format!("{prefix}{suffix}")));
    let mut taken = all.filter(|name| is_reserved(name));
    taken.next().map_or(Ok(()), |name| {
        Err(format!("the name '{name}' of its C interface belongs to the C library or to the runtime"))
    })
}

/// Whether a name with `_` is reserved by compiled programs, the runtime or the C library.
fn is_reserved(name: &str) -> bool {
    // Families of names in POSIX and Rust. C reserves names that begin with `__`, or with `_` and an upper-case letter.
    const FAMILIES: [&str; 14] = [
        "strata_rt_",
        "aligned_",
        "posix_",
        "pthread_",
        "sched_",
        "clock_",
        "sem_",
        "dl_",
        "rust_",
        "gnu_",
        "pidfd_",
        "copy_file_range",
        "gai_strerror",
        "getpwuid_r",
    ];
    let mut bytes = name.bytes();
    let own = bytes.next() == Some(b'_') && bytes.next().is_some_and(|b| b == b'_' || b.is_ascii_uppercase());
    own || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// The given prefix, or the name of the module.
fn prefix_of(module: &Body, given: &str) -> String {
    match (given, module.attr(Op::SELF, "sym_name").and_then(|a| module.cx().attr_str(a))) {
        ("", Some(name)) => name.to_owned(),
        ("", None) => "module".to_owned(),
        (given, _) => given.to_owned(),
    }
}

/// Type code and width in bits of an element type.
pub(crate) fn type_code(cx: &Context, elem: Type) -> (i64, i64) {
    let bits = i64::from(cx.bit_width(elem).unwrap_or(0));
    if let Some(c) = cx.type_as::<ComplexType>(elem) {
        return (5, 2 * type_code(cx, c.elem).1);
    }
    if elem == cx.i1() {
        return (6, 8);
    }
    if elem == cx.bf16() {
        return (4, 16);
    }
    if cx.as_float(elem).is_some() {
        return (if bits <= 8 { 16 } else { 2 }, bits);
    }
    let unsigned = cx.as_int(elem).is_some_and(|i| i.signedness == Signedness::Unsigned);
    (i64::from(unsigned), bits)
}

/// Defines `name(i)`: the address of the spec of memref type `i`, or null.
pub(crate) fn define_specs(module: &mut Body, name: &str, types: &[Type], loc: Location) {
    let cx = module.cx_arc().clone();
    let shapes: Vec<_> = types.iter().filter_map(|&t| cx.type_as::<MemRefType>(t)).collect();
    // All rows are as long as the longest one.
    let row = 3 + shapes.iter().map(|m| m.shape.len()).max().unwrap_or(0);
    let mut numbers = Vec::with_capacity(row * shapes.len());
    for m in &shapes {
        let (code, bits) = type_code(&cx, m.elem);
        let start = numbers.len();
        numbers.extend([code, bits, m.shape.len() as i64]);
        numbers.extend(m.shape.iter().map(|&n| if n == DYNAMIC { -1 } else { n }));
        numbers.resize(start + row, 0);
    }
    let (ptr, i64) = (llvm::ptr(&cx), cx.i64());
    let table = format!("{name}_table");
    let tensor = cx.tensor(&[numbers.len() as i64], i64);
    let value = cx.dense_i64s(tensor, &numbers).filter(|_| !numbers.is_empty());
    if let (Some(value), Some(entry)) = (value, module.entry()) {
        let array = cx.ty(llvm::ArrayType { len: numbers.len() as u64, elem: i64 });
        let mut state = llvm::GlobalOp::state(&cx, &table, array, llvm::Linkage::Private, Some(value), loc);
        state.set_attr(&cx, "constant", cx.unit());
        let op = module.create(state);
        module.insert(op, InsertPoint::at_end(entry));
    }
    define_with(module, name, &[cx.i32()], ptr, loc, |b, args| {
        let null = llvm::ZeroOp::build(b, ptr);
        if numbers.is_empty() {
            return null;
        }
        let base = llvm::AddressOfOp::build(b, cx.symbol_ref(&table), ptr);
        let n = llvm::ConstantOp::build(b, cx.i32_attr(shapes.len() as i32), cx.i32());
        let mut test = OpState::new(llvm::ICmpOp::info(), loc);
        test.set_attr(&cx, "predicate", cx.i64_attr(6));
        test.operands.extend([args[0], n]);
        test.result_types.push(cx.i1());
        let test = b.build(test);
        let test = b.result(test, 0);
        let row_type = cx.ty(llvm::ArrayType { len: row as u64, elem: i64 });
        let (indices, elem) = (cx.i32_array(&[llvm::DYNAMIC_INDEX]), cx.type_attr(row_type));
        let wide = llvm::ZExtOp::build(b, args[0], None, i64);
        let at = llvm::GEPOp::build(b, base, &[wide], indices, elem, None, ptr);
        llvm::SelectOp::build(b, test, at, null, None)
    });
}

/// The version of the C interface of compiled programs: of its functions, its structures and the meaning of their values. A change that a
/// caller could notice increases it (`docs/c-interface.md`).
pub const INTERFACE_VERSION: i32 = 1;

/// Defines `PREFIX_interface_version`, which returns [`INTERFACE_VERSION`].
pub fn emit_version(module: &mut Body, prefix: &str) {
    let cx = module.cx_arc().clone();
    let prefix = prefix_of(module, prefix);
    let loc = module.loc(Op::SELF);
    define(module, &format!("{prefix}_interface_version"), &[], loc, |b, _| {
        llvm::ConstantOp::build(b, cx.int_attr(i64::from(INTERFACE_VERSION), cx.i32()), cx.i32())
    });
}

/// Defines the functions that create, free and query the context of the runtime.
pub fn emit_context(module: &mut Body, prefix: &str) {
    let cx = module.cx_arc().clone();
    let prefix = prefix_of(module, prefix);
    let loc = module.loc(Op::SELF);
    let (ptr, void) = (llvm::ptr(&cx), llvm::void(&cx));
    let functions = [
        ("context_new", "strata_rt_context_new", cx.i32(), ptr),
        ("context_free", "strata_rt_context_free", ptr, void),
        ("last_error", "strata_rt_last_error", ptr, ptr),
        ("tensor_free", "strata_rt_tensor_free", ptr, void),
    ];
    let gives = |module: &Body| {
        let name = module.cx().intern("strata_rt_give_tensor");
        SymbolTable::new(module).get(name).is_some()
    };
    let functions = &functions[..if gives(module) { 4 } else { 3 }];
    for &(name, callee, param, result) in functions {
        declare(module, callee, &[param], result, loc);
        let results: &[Type] = if result == void { &[] } else { &[ptr] };
        define_returning(module, &format!("{prefix}_{name}"), &[param], result, loc, |b, args| {
            llvm::CallOp::direct(b, callee, args, results).result(b)
        });
    }
}
