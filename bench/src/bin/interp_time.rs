//! Runs a function on the reference interpreter as often as it is told, and says how long each call took: the peer that
//! `bench/interp_vs_stablehlo.py` talks to.
//!
//! `interp_time FILE ENTRY RESULT.npy [ARGUMENT.npy …]` writes the first result of one call to `RESULT.npy` and prints
//! `ready`; then, for every line of input with a number `n`, it makes `n` calls and prints the nanoseconds of the
//! fastest one. Parsing, verifying and making the values of the arguments are not part of a call.

use std::{
    io::{BufRead, Write},
    process::ExitCode,
    time::Instant,
};

use strata_interp::{Interpreter, NpyArray, Value, read_npy, write_npy};
use strata_ir::{
    core::{diagnostics::render_all, symbols::SymbolTable},
    prelude::*,
    text::{ParseOptions, parse_module},
};

/// The arguments of the entry, from files.
fn arguments(module: &Body, entry: &str, files: &[String]) -> Result<Vec<Value>, String> {
    let cx = module.cx();
    let op = SymbolTable::new(module).get(cx.intern(entry)).ok_or(format!("no function '@{entry}'"))?;
    let callable = op.cast::<dyn CallableOp>(module).ok_or(format!("'@{entry}' is not a function"))?;
    let (types, _) = callable.signature(module);
    if types.len() != files.len() {
        return Err(format!("'@{entry}' takes {} arguments, {} are given", types.len(), files.len()));
    }
    let value = |(file, &ty): (&String, &Type)| {
        let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
        read_npy(&bytes)?.to_value(cx, ty).map_err(|e| format!("{file}: {e}"))
    };
    files.iter().zip(&types).map(value).collect()
}

fn serve(file: &str, entry: &str, result: &str, files: &[String]) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let cx = strata_registry::registry().freeze();
    let module =
        parse_module(&cx, file, text, ParseOptions::default()).map_err(|errors| render_all(&cx, &errors))?;
    let args = arguments(&module, entry, files)?;
    let interpreter = Interpreter::new(&cx);
    let call = || interpreter.interpret(&module, entry, args.clone()).map_err(|d| d.render(&cx));
    let first = call()?.into_iter().next().ok_or("the function has no result")?;
    let array = NpyArray::from_value(&first).ok_or("the result is no array")?;
    std::fs::write(result, write_npy(&array)).map_err(|e| format!("{result}: {e}"))?;
    let mut out = std::io::stdout();
    let mut say =
        |line: String| writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|e| e.to_string());
    say("ready".into())?;
    for line in std::io::stdin().lock().lines() {
        let n: u32 = line.map_err(|e| e.to_string())?.trim().parse().map_err(|_| "not a number of calls")?;
        let mut fastest = u128::MAX;
        for _ in 0..n {
            let start = Instant::now();
            let results = call()?;
            fastest = fastest.min(start.elapsed().as_nanos());
            drop(results);
        }
        say(fastest.to_string())?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, entry, result, files @ ..] = &args[..] else {
        eprintln!("usage: interp_time FILE ENTRY RESULT.npy [ARGUMENT.npy …]");
        return ExitCode::from(2);
    };
    match serve(file, entry, result, files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
