//! `--interpret`: runs a program on the reference interpreter.
//!
//! Arguments and results are literals of MLIR: `dense<[1, 2]> : tensor<2xi32>`.

use std::path::Path;

use strata_interp::{Interpreter, Value as Data};
use strata_ir::{
    core::{diagnostics::render_all, symbols::SymbolTable},
    prelude::*,
    text::parse_attr,
};
use strata_run::driver;

use crate::{Cli, Failure, Outcome, output, source::Source};

/// Interprets every part of the input and prints the results, one a line.
pub(crate) fn run(cli: &Cli, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let (mut text, mut errors) = (String::new(), String::new());
    for part in &source.parts {
        match interpret(cli, source, part) {
            Ok(results) => text.push_str(&results),
            Err(message) => errors.push_str(&message),
        }
    }
    if errors.is_empty() || cli.output.as_os_str() == "-" {
        output::emit(&cli.output, cwd, text.as_bytes(), out)?;
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
}

fn interpret(cli: &Cli, source: &Source, part: &str) -> Result<String, String> {
    let cx = driver::context();
    let module = source.parse(&cx, part)?;
    let args = parse_attr(&cx, &cli.args).map_err(|e| format!("error: --args:\n{}", render_all(&cx, &e)))?;
    let Some(list) = cx.attr_as::<ArrayAttr>(args) else {
        return Err("error: --args is not a list of the form [dense<…> : tensor<…>, …]\n".to_owned());
    };
    let mut values = Vec::new();
    for (i, &attr) in list.0.iter().enumerate() {
        let value = Data::from_attr(&cx, attr);
        values.push(
            value.ok_or_else(|| format!("error: --args: argument #{i} is no value of a type with data\n"))?,
        );
    }
    check(&module, &cli.entry, &values).map_err(|d| d.render(&cx))?;
    let outcome = Interpreter::new(&cx).run(&module, &cli.entry, values).map_err(|d| d.render(&cx))?;
    let printed = outcome.output.into_iter().chain(outcome.results.iter().map(|v| v.display(&cx)));
    Ok(printed.map(|line| line + "\n").collect())
}

/// Whether the arguments are those that the entry takes.
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
