//! Entry functions without tensors: of memrefs and numbers, or of the `llvm` dialect, as `mlir-runner` runs them.
//!
//! Before:
//! ```mlir
//! func.func @main(%m: memref<4xf32>, %n: index) -> f32
//! ```
//! After, in addition:
//! ```mlir
//! func.func @main.tensors(%0: tensor<4xf32>, %1: tensor<i64>) -> (tensor<4xf32>, tensor<f32>)
//!     attributes {strata.plain_entry = @main} { … }
//! ```
//! A number is a tensor without dimensions, an index one of `i64`. A memref is an argument and a result: its contents before the call and
//! after it. From argument `strata.num_inputs` on, where the function has that attribute, memrefs are results only, and those before are
//! arguments only.
//!
//! A function of the `llvm` dialect takes and returns numbers only. [`lower`] replaces the function on tensors, which is a declaration
//! then, with the C entry of the program.

use std::fmt::Write;

use strata_ir::{
    core::symbols::SymbolTable,
    prelude::*,
    text::{ParseOptions, parse_module},
};
use strata_lowering_llvm::entry::{c_name, emit_plain_entry};

use crate::{
    error::{Error, ErrorKind, Result},
    options::CompileOptions,
    signature::spec,
};

/// Names the function that a function on tensors calls.
const PLAIN_ENTRY: &str = "strata.plain_entry";
const NUM_INPUTS: &str = "strata.num_inputs";

/// An argument or a result that is no tensor.
struct Plain {
    ty: Type,
    /// The tensor for it.
    tensor: Type,
    form: Form,
    /// Whether it is known only at a call how large it is.
    is_open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Number,
    /// A number of type `index`.
    Index,
    /// A memref whose contents are an argument and a result.
    InOut,
    /// A memref that is read.
    In,
    /// A memref that is written, or returned.
    Out,
}

impl Plain {
    fn new(cx: &Context, ty: Type, memref: Form) -> Option<Self> {
        if let Some(m) = cx.type_as::<MemRefType>(ty) {
            let plain = m.layout.is_none() && m.memory_space.is_none();
            let tensor = cx.tensor(&m.shape, m.elem);
            let is_open = m.shape.contains(&DYNAMIC);
            return (plain && spec(cx, tensor).is_some()).then_some(Self {
                ty,
                tensor,
                form: memref,
                is_open,
            });
        }
        let (form, elem) = if ty == cx.index() { (Form::Index, cx.i64()) } else { (Form::Number, ty) };
        let is_number = cx.as_int(elem).is_some()
            || cx.as_float(elem).is_some()
            || cx.type_as::<ComplexType>(elem).is_some();
        let tensor = is_number.then(|| cx.tensor(&[], elem))?;
        spec(cx, tensor)?;
        Some(Self { ty, tensor, form, is_open: false })
    }
    fn is_argument(&self) -> bool {
        self.form != Form::Out
    }
}

/// A function without tensors, and what it takes and gives.
struct Entry {
    name: String,
    arguments: Vec<Plain>,
    results: Vec<Plain>,
}

impl Entry {
    /// The entry function of a module, if it takes or gives memrefs and numbers, and nothing else.
    fn find(module: &Body, name: &str) -> Option<Self> {
        let cx = module.cx();
        let op = SymbolTable::new(module).get(cx.intern(name))?;
        let (arguments, results) = op.cast::<dyn CallableOp>(module)?.signature(module);
        let is_llvm = module.op_name(op).starts_with("llvm.");
        if !is_llvm && arguments.is_empty() && results.is_empty() {
            return None;
        }
        let inputs = module.attr(op, NUM_INPUTS).and_then(|a| cx.attr_i64(a));
        let form = |i: usize| match inputs {
            None => Form::InOut,
            Some(n) if (i as i64) < n => Form::In,
            Some(_) => Form::Out,
        };
        let argument = |(i, &ty): (usize, &Type)| Plain::new(cx, ty, form(i));
        let arguments = arguments.iter().enumerate().map(argument).collect::<Option<Vec<_>>>()?;
        let results = results.iter().map(|&ty| Plain::new(cx, ty, Form::Out)).collect::<Option<Vec<_>>>()?;
        // Nothing tells the size of what is written only.
        let closed = arguments.iter().all(|a| a.form != Form::Out || !a.is_open);
        let numbers = |all: &[Plain]| all.iter().all(|p| p.form == Form::Number);
        let fits = if is_llvm { numbers(&arguments) && numbers(&results) } else { closed };
        fits.then(|| Self { name: name.to_owned(), arguments, results })
    }
    /// The results of the function on tensors: memrefs that the function may write, and what it returns.
    fn outputs(&self) -> impl Iterator<Item = &Plain> {
        let written = self.arguments.iter().filter(|a| matches!(a.form, Form::InOut | Form::Out));
        written.chain(&self.results)
    }
}

/// Adds a function on tensors for an entry function without tensors, and returns its name.
pub(crate) fn wrap(module: &mut Body, name: &str) -> Option<String> {
    let entry = Entry::find(module, name)?;
    let op = SymbolTable::new(module).get(module.cx().intern(name))?;
    let is_llvm = module.op_name(op).starts_with("llvm.");
    let new = format!("{name}.tensors");
    let text = on_tensors(module.cx(), &entry, &new, is_llvm);
    add_function(module, text, &new, op)?;
    Some(new)
}

/// Prepares the function that [`wrap`] added for a pipeline, or replaces it with the C entry of a function of the `llvm` dialect. Returns
/// whether that was done, so that nothing is left to lower.
pub(crate) fn lower(module: &mut Body, options: &CompileOptions) -> Result<bool> {
    let cx = module.cx_arc().clone();
    let table = SymbolTable::new(module);
    let name = &options.entry;
    let Some(wrapper) = table.get(cx.intern(name)) else { return Ok(false) };
    let plain = module.attr(wrapper, PLAIN_ENTRY).and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
    let Some(inner) = plain.and_then(|symbol| table.get(symbol.root)) else { return Ok(false) };
    if !module.op_name(inner).starts_with("llvm.") {
        module.set_attr(inner, NUM_INPUTS, None);
        let blocks = module.child(inner).map_or(0, |body| body.blocks(body.regions(Op::SELF)[0]).len());
        if blocks > 1 {
            // Bufferization of the function on tensors needs structured control flow.
            module.set_attr(inner, "no_inline", Some(cx.unit()));
        }
        return Ok(false);
    }
    module.erase_forced(wrapper);
    let symbol = c_name(&options.prefix, name);
    match emit_plain_entry(module, inner, &symbol) {
        Ok(()) => Ok(true),
        Err(d) => Err(Error::diagnostics(&cx, ErrorKind::Program, &[d])),
    }
}

/// Refuses to interpret a function of the `llvm` dialect.
pub(crate) fn check_interpreted(module: &Body, name: &str) -> Result<()> {
    let cx = module.cx();
    let table = SymbolTable::new(module);
    let wrapper = table.get(cx.intern(name));
    let plain = wrapper.and_then(|op| cx.attr_as::<SymbolRefAttr>(module.attr(op, PLAIN_ENTRY)?));
    let Some(inner) = plain.and_then(|symbol| table.get(symbol.root)) else { return Ok(()) };
    if !module.op_name(inner).starts_with("llvm.") {
        return Ok(());
    }
    let d =
        Diagnostic::error(module.loc(inner), "the interpreter does not run functions of the 'llvm' dialect");
    Err(Error::diagnostics(cx, ErrorKind::Program, &[d]))
}

/// Moves the function `name` of a module, which is given as text, to another module, in front of an op.
fn add_function(module: &mut Body, text: String, name: &str, before: Op) -> Option<()> {
    let cx = module.cx_arc().clone();
    let mut parsed = parse_module(&cx, "", text, ParseOptions::default()).ok()?;
    let op = SymbolTable::new(&parsed).get(cx.intern(name))?;
    let mut state = OpState::new(parsed.info(op), module.loc(before));
    for (slot, attr) in parsed.info(op).attrs.iter().enumerate() {
        if let Some(value) = parsed.attr_slot(op, slot) {
            state.set_attr(&cx, attr.name, value);
        }
    }
    for &(name, value) in parsed.extra_attrs(op) {
        state.set_attr(&cx, cx.str(name), value);
    }
    state.child = parsed.take_child(op);
    if let Some(child) = &mut state.child {
        for op in child.all_ops() {
            child.set_loc(op, state.loc);
        }
    }
    let new = module.create(state);
    module.insert(new, InsertPoint::before(module, before));
    Some(())
}

/// Text of a function in the making.
struct Text<'a> {
    cx: &'a Context,
    text: String,
}

impl Text<'_> {
    fn ty(&self, ty: Type) -> String {
        self.cx.type_to_string(ty)
    }
    fn types<'t>(&self, types: impl IntoIterator<Item = &'t Type>) -> String {
        types.into_iter().map(|&t| self.ty(t)).collect::<Vec<_>>().join(", ")
    }
    fn symbol(&self, name: &str) -> String {
        self.cx.attr_to_string(self.cx.symbol_ref(name))
    }
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        _ = writeln!(self.text, "  {line}");
    }
    /// Declares the entry function, so that it can be called.
    fn declare(&mut self, entry: &Entry) {
        let (name, types) = (self.symbol(&entry.name), self.of_call(entry));
        self.line(format_args!("func.func private {name}{types}"));
    }
    fn of_call(&self, entry: &Entry) -> String {
        let results = self.types(entry.results.iter().map(|r| &r.ty));
        format!("({}) -> ({results})", self.types(entry.arguments.iter().map(|a| &a.ty)))
    }
    /// Calls the entry function; its results are `%r0`, `%r1`, ….
    fn call(&mut self, entry: &Entry) {
        let names =
            |letter: &str, n: usize| (0..n).map(|i| format!("%{letter}{i}")).collect::<Vec<_>>().join(", ");
        let (name, types) = (self.symbol(&entry.name), self.of_call(entry));
        let (operands, results) = (names("p", entry.arguments.len()), names("r", entry.results.len()));
        let equals = if results.is_empty() { "" } else { " = " };
        // The value of argument N is `%pN`.
        self.line(format_args!("{results}{equals}func.call {name}({operands}) : {types}"));
    }
    /// Makes `%name` the index `%name_wide`, or the other way around.
    fn cast(&mut self, to: &str, from: &str, types: &str) {
        self.line(format_args!("%{to} = arith.index_cast %{from} : {types}"));
    }
}

/// The function on tensors. That for a function of the `llvm` dialect is a declaration.
fn on_tensors(cx: &Context, entry: &Entry, name: &str, is_llvm: bool) -> String {
    let mut t = Text { cx, text: String::new() };
    if !is_llvm {
        t.declare(entry);
    }
    let arguments = entry.arguments.iter().enumerate().filter(|(_, a)| a.is_argument());
    let parameter = |(i, a): (usize, &Plain)| match is_llvm {
        true => t.ty(a.tensor),
        false => format!("%a{i}: {}", t.ty(a.tensor)),
    };
    let parameters = arguments.map(parameter).collect::<Vec<_>>().join(", ");
    let results = t.types(entry.outputs().map(|o| &o.tensor));
    let (symbol, plain) = (t.symbol(name), t.symbol(&entry.name));
    let private = if is_llvm { "private " } else { "" };
    let head = format!(
        "func.func {private}{symbol}({parameters}) -> ({results}) attributes {{{PLAIN_ENTRY} = {plain}}}"
    );
    if is_llvm {
        t.line(format_args!("{head}"));
        return t.text;
    }
    t.line(format_args!("{head} {{"));
    for (i, a) in entry.arguments.iter().enumerate() {
        let (ty, tensor) = (t.ty(a.ty), t.ty(a.tensor));
        match a.form {
            Form::Number => t.line(format_args!("%p{i} = tensor.extract %a{i}[] : {tensor}")),
            Form::Index => {
                t.line(format_args!("%w{i} = tensor.extract %a{i}[] : {tensor}"));
                t.cast(&format!("p{i}"), &format!("w{i}"), "i64 to index");
            }
            Form::In | Form::InOut => {
                t.line(format_args!("%p{i} = bufferization.to_buffer %a{i} : {tensor} to {ty}"))
            }
            Form::Out => t.line(format_args!("%p{i} = memref.alloc() : {ty}")),
        }
    }
    t.call(entry);
    let mut returned = Vec::new();
    let written =
        entry.arguments.iter().enumerate().filter(|(_, a)| matches!(a.form, Form::InOut | Form::Out));
    let values =
        written.map(|(i, a)| ("p", i, a)).chain(entry.results.iter().enumerate().map(|(i, r)| ("r", i, r)));
    for (letter, i, value) in values {
        let (ty, tensor) = (t.ty(value.ty), t.ty(value.tensor));
        match value.form {
            Form::Number => {
                t.line(format_args!("%t{letter}{i} = tensor.from_elements %{letter}{i} : {tensor}"))
            }
            Form::Index => {
                t.cast(&format!("w{letter}{i}"), &format!("{letter}{i}"), "index to i64");
                t.line(format_args!("%t{letter}{i} = tensor.from_elements %w{letter}{i} : {tensor}"));
            }
            Form::In | Form::InOut | Form::Out => t.line(format_args!(
                "%t{letter}{i} = bufferization.to_tensor %{letter}{i} : {ty} to {tensor}"
            )),
        }
        returned.push(format!("%t{letter}{i}"));
    }
    finish(t, &returned, &results)
}

fn finish(mut t: Text<'_>, returned: &[String], types: &str) -> String {
    match returned {
        [] => t.line(format_args!("return\n}}")),
        _ => t.line(format_args!("return {} : {types}\n}}", returned.join(", "))),
    }
    t.text
}
