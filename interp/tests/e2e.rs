//! Runs every program of `test/e2e` and the digits example, and compares with the results of XLA.

use std::{fs, path::Path};

use strata_interp::{Interpreter, NpyArray, Num, Tensor, Value, read_npy};
use strata_ir::{core::Registry, prelude::*};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn load(path: &Path) -> Box<Body> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_stablehlo::DIALECT);
    let cx = r.freeze();
    let text = fs::read_to_string(path).unwrap();
    let name = path.display().to_string();
    match strata_ir::text::parse_module(&cx, &name, &text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    }
}

fn npy(path: &Path) -> NpyArray {
    read_npy(&fs::read(path).unwrap()).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn main_type(module: &Body) -> FunctionType {
    let cx = module.cx();
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    let main = table.get(cx.intern("main")).unwrap();
    let Some(t) = module.attr(main, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a)) else {
        panic!("@main has no type");
    };
    cx.type_as::<FunctionType>(t.0).unwrap().clone()
}

/// The first element that is further away than allowed.
fn mismatch(got: &Tensor, want: &Tensor, rtol: f64, atol: f64) -> Option<String> {
    if got.shape != want.shape || got.elem != want.elem {
        return Some(format!("{:?} {} instead of {:?} {}", got.shape, got.elem, want.shape, want.elem));
    }
    let close = |g: f64, w: f64| g == w || g.is_nan() && w.is_nan() || (g - w).abs() <= atol + rtol * w.abs();
    (0..want.len()).find_map(|i| {
        let (g, w) = (got.at(i), want.at(i));
        let ok = match (g, w) {
            (Num::Int(g), Num::Int(w)) => g == w,
            _ => close(g.real(), w.real()) && close(g.complex().im, w.complex().im),
        };
        (!ok).then(|| format!("element {i} is {g:?} instead of {w:?}"))
    })
}

fn check(module: &Body, args: &[NpyArray], wants: &[NpyArray], rtol: f64, atol: f64) -> Result<(), String> {
    let cx = module.cx();
    let ty = main_type(module);
    let args = args.iter().zip(&ty.inputs).map(|(a, &t)| a.to_value(cx, t)).collect::<Result<Vec<_>, _>>()?;
    let results = Interpreter::new(cx).interpret(module, "main", args).map_err(|d| d.render(cx))?;
    if results.len() != wants.len() {
        return Err(format!("{} results instead of {}", results.len(), wants.len()));
    }
    for (i, ((got, want), &t)) in results.iter().zip(wants).zip(&ty.results).enumerate() {
        let (Value::Tensor(got), Value::Tensor(want)) = (got, want.to_value(cx, t)?) else {
            return Err(format!("result {i} is no tensor"));
        };
        if let Some(m) = mismatch(got, &want, rtol, atol) {
            return Err(format!("result {i}: {m}"));
        }
    }
    Ok(())
}

#[test]
fn every_program_gives_what_xla_gave() {
    let dir = root().join("test/e2e");
    let manifest = fs::read_to_string(dir.join("manifest.tsv")).unwrap();
    let mut failures = Vec::new();
    let mut ran = 0;
    for line in manifest.lines().skip(1).filter(|l| !l.is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, inputs, outputs, rtol, atol] = columns[..] else { panic!("bad line {line:?}") };
        let files = |stem: &str, n: &str| -> Vec<NpyArray> {
            (0..n.parse().unwrap())
                .map(|i: usize| npy(&dir.join(name).join(format!("{stem}_{i}.npy"))))
                .collect()
        };
        let module = load(&dir.join(name).join("program.mlir"));
        let (rtol, atol) = (rtol.parse().unwrap(), atol.parse().unwrap());
        if let Err(e) = check(&module, &files("in", inputs), &files("out", outputs), rtol, atol) {
            failures.push(format!("{name}: {e}"));
        }
        ran += 1;
    }
    assert!(ran >= 57, "only {ran} programs");
    assert!(failures.is_empty(), "{} of {ran} fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn digits_are_recognised() {
    let dir = root().join("examples/digits");
    let module = load(&dir.join("digits.mlir"));
    // The order of the arguments is that of the exported function: the parameters, then the images.
    let order = fs::read_to_string(dir.join("args.txt"));
    let names: Vec<String> = match &order {
        Ok(text) => text.split_whitespace().map(str::to_owned).collect(),
        Err(_) => ["w1", "b1", "w2", "b2", "w3", "b3", "images"].map(|n| format!("{n}.npy")).to_vec(),
    };
    let args: Vec<NpyArray> = names.iter().map(|n| npy(&dir.join(n))).collect();
    check(&module, &args, &[npy(&dir.join("logits.npy"))], 1e-5, 1e-5).unwrap();
}
