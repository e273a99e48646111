//! `--interpret`: runs a program on the reference interpreter, as `stablehlo-translate --interpret` does.
//!
//! Arguments are literals of MLIR, `dense<[1, 2]> : tensor<2xi32>`, files of them, or `.npy` files.

use std::{io::Write, path::Path, sync::Arc};

use strata_driver::{
    Program,
    interpret::{
        NpyArray, Options as InterpreterOptions, ScatterOutOfBounds, Tensor, Value as Data, read_npy,
        write_npy,
    },
    program::Source as Part,
};
use strata_ir::{
    core::{diagnostics::render_all, symbols::SymbolTable},
    prelude::*,
    text::parse_attr,
};

use crate::{
    Failure, Outcome,
    output::{self, describe},
    source::Source,
    verify::{Diagnostics, Problem, settle},
};

/// The name of the file that lists the probes.
const INDEX: &str = "index.csv";
/// The form of arguments, for messages.
const FORM: &str = "i.e. --args=[dense<1> : tensor<2xi32>, ...] or --args=@file";

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// As the reference interpreter of StableHLO does.
    Reference,
    /// As literals.
    Dense,
}

/// How programs are interpreted.
pub(crate) struct Options<'a> {
    /// The function that is called.
    pub entry: &'a str,
    /// Its arguments, as `--args` has them.
    pub args: &'a str,
    /// The rule of `scatter` for windows that are partly outside.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// Where the values of probes go.
    pub probes: Option<&'a Path>,
    /// How results are printed.
    pub style: Style,
    /// How diagnostics are dealt with.
    pub diagnostics: Diagnostics,
    /// Where results go.
    pub output: &'a Path,
}

/// Interprets every part of the input and prints the results, one after the other.
pub(crate) fn run(
    options: &Options<'_>,
    source: &Source,
    cwd: &Path,
    out: &mut Outcome,
) -> Result<(), Failure> {
    let (mut text, mut errors) = (String::new(), String::new());
    let mut probes = Vec::new();
    for part in &source.parts {
        let cx = source.context();
        let result = interpret(options, &cx, source, part, cwd, &mut probes);
        match settle(options.diagnostics, source, part, &cx, result) {
            Ok(results) => text.push_str(&results),
            Err(message) => errors.push_str(&message),
        }
    }
    if let Some(dir) = options.probes {
        serialize(&cwd.join(dir), &probes)?;
    }
    if errors.is_empty() || options.output.as_os_str() == "-" {
        output::emit(options.output, cwd, text.as_bytes(), out)?;
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
}

/// The value that a probe saw: its name, the type as text, and the elements.
type Probe = (String, String, Tensor);

fn interpret(
    options: &Options<'_>,
    cx: &Arc<Context>,
    source: &Source,
    part: &Part,
    cwd: &Path,
    probes: &mut Vec<Probe>,
) -> Result<String, Problem> {
    let module = source.load(cx, part, options.diagnostics.report())?;
    let Some(entry) = entry(&module, options.entry) else { return Ok(String::new()) };
    // No argument on the command line is a token or a tensor of unknown rank, which are left out where nothing uses them.
    let program = Program::new(module, &entry)?;
    let module = program.module();
    let values = arguments(options.args, cx, module, &entry, cwd)?;
    check(module, &entry, &values)?;
    let scatter_out_of_bounds = options.scatter_out_of_bounds;
    let interpreter = InterpreterOptions { scatter_out_of_bounds, ..InterpreterOptions::default() };
    let outcome = program.interpret(interpreter, values)?;
    probes.extend(outcome.probes.into_iter().map(|(name, t)| {
        let ty = Data::Tensor(t.clone()).describe();
        (name, ty, t)
    }));
    let print = |v: &Data| match options.style {
        Style::Dense => v.display(cx),
        Style::Reference => v.print(cx),
    };
    let printed = outcome.output.into_iter().chain(outcome.results.iter().map(print));
    Ok(printed.map(|line| line + "\n").collect())
}

/// The function to call. With the default name, a single function is called whatever its name, and a module without functions has nothing
/// to run.
fn entry(module: &Body, name: &str) -> Option<String> {
    let functions: Vec<Op> = module.children().map(|(op, _)| op).collect();
    let name_of = |op: Op| module.attr(op, "sym_name").and_then(|a| module.cx().attr_str(a));
    match functions.as_slice() {
        [] if name == "main" => None,
        [only] if name == "main" => Some(name_of(*only).unwrap_or(name).to_owned()),
        _ => Some(name.to_owned()),
    }
}

/// The values of `--args`.
fn arguments(
    args: &str,
    cx: &Arc<Context>,
    module: &Body,
    entry: &str,
    cwd: &Path,
) -> Result<Vec<Data>, String> {
    let Some(files) = args.strip_prefix('@') else { return literals(cx, args) };
    let files: Vec<&str> = files.split(',').map(|f| f.strip_prefix('@').unwrap_or(f)).collect();
    let arrays = files.iter().filter(|f| f.ends_with(".npy")).count();
    let read = |file: &str, kind: &str| {
        std::fs::read(cwd.join(file))
            .map_err(|e| format!("error: failed to read {kind} file '{file}': {}\n", describe(&e)))
    };
    if arrays == 0 {
        let [file] = files.as_slice() else {
            let message = "expected a single args file, multiple files are only supported for .npy args";
            return Err(format!("error: {message}\n"));
        };
        let text = String::from_utf8(read(file, "args")?)
            .map_err(|_| format!("error: the args file '{file}' is not text\n"))?;
        return literals(cx, text.trim());
    }
    if arrays < files.len() {
        return Err("error: cannot mix .npy and non-.npy args files\n".to_owned());
    }
    let types = inputs(module, entry);
    let mut values = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let array = read_npy(&read(file, "NumPy args")?).map_err(|e| format!("error: {file}: {e}\n"))?;
        let ty = *types.get(i).ok_or_else(|| {
            format!("error: '@{entry}' takes {} arguments, --args has {}\n", types.len(), files.len())
        })?;
        values.push(array.to_value(cx, ty).map_err(|e| format!("error: {file}: {e}\n"))?);
    }
    Ok(values)
}

/// The values of a list of literals.
fn literals(cx: &Arc<Context>, text: &str) -> Result<Vec<Data>, String> {
    let expected = |what: &str| format!("error: expected {what}, {FORM}\n");
    // Text that is no attribute is no array either; the reason goes with it.
    let list = parse_attr(cx, text)
        .map_err(|e| format!("{}{}", render_all(cx, &e), expected("array attribute string for args")))?;
    let list = cx.attr_as::<ArrayAttr>(list).ok_or_else(|| expected("array attribute string for args"))?;
    let value = |&attr: &Attr| {
        let dense = cx.attr_as::<DenseElementsAttr>(attr).and_then(|_| Data::from_attr(cx, attr));
        dense.ok_or_else(|| expected("dense elements attribute for args elements"))
    };
    list.0.iter().map(value).collect()
}

/// The types of the arguments of a function.
fn inputs(module: &Body, entry: &str) -> Vec<Type> {
    let Some(op) = SymbolTable::new(module).get(module.cx().intern(entry)) else { return Vec::new() };
    op.cast::<dyn CallableOp>(module).map_or_else(Vec::new, |c| c.signature(module).0.to_vec())
}

/// Writes the recorded values: a file for each, and an index of them, to which later runs append.
fn serialize(dir: &Path, probes: &[Probe]) -> Result<(), String> {
    let failed = |path: &Path, e: &std::io::Error| output::cannot_write(path, e);
    let index = dir.join(INDEX);
    let mut lines = String::new();
    for (i, (name, ty, value)) in probes.iter().enumerate() {
        let path = dir.join(format!("probe{}.npy", i + 1));
        let array = NpyArray::from_value(&Data::Tensor(value.clone()));
        let bytes = array.map(|a| write_npy(&a)).unwrap_or_default();
        std::fs::write(&path, bytes).map_err(|e| failed(&path, &e))?;
        lines.push_str(&format!("{name},{ty},{}\n", path.display()));
    }
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&index);
    file.and_then(|mut f| f.write_all(lines.as_bytes())).map_err(|e| failed(&index, &e))
}

/// Checks that the arguments fit the entry function.
fn check(module: &Body, entry: &str, values: &[Data]) -> Result<(), Diagnostic> {
    let cx = module.cx();
    let Some(op) = SymbolTable::new(module).get(cx.intern(entry)) else {
        return Err(Diagnostic::error(
            module.loc(Op::SELF),
            format!("the module has no function '@{entry}'"),
        ));
    };
    let loc = module.loc(op);
    let Some(callable) = op.cast::<dyn CallableOp>(module) else {
        return Err(Diagnostic::error(loc, format!("'@{entry}' is not a function")));
    };
    let (types, _) = callable.signature(module);
    if types.len() != values.len() {
        let (n, m) = (types.len(), values.len());
        return Err(Diagnostic::error(loc, format!("'@{entry}' takes {n} arguments, --args has {m}")));
    }
    for (i, (&ty, value)) in types.iter().zip(values).enumerate() {
        if !value.fits(cx, ty) {
            let (want, got) = (cx.type_to_string(ty), value.describe());
            let message = format!("argument #{i} of '@{entry}' has type '{want}', --args gives '{got}'");
            return Err(Diagnostic::error(loc, message));
        }
    }
    Ok(())
}
