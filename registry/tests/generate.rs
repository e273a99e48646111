//! Every registered op has random instances or a waiver; instances verify, and printing and parsing are inverse.

use std::{collections::BTreeSet, sync::Arc};

use strata_ir::{
    core::{Body, Context, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

use crate::support;
use crate::waivers;

/// Instances of each op.
const SEEDS: u64 = 16;

fn parsed(cx: &Arc<Context>, text: &str) -> Result<Box<Body>, String> {
    parse_module(cx, "printed.mlir", text, ParseOptions::default())
        .map_err(|errors| format!("what is printed is rejected: {}\n{text}", render_all(cx, &errors)))
}

/// Checks that both forms parse to the same module.
fn round_trip(cx: &Arc<Context>, module: &Body) -> Result<(), String> {
    let custom = PrintOptions::default();
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let want = [print_body(module, &custom), print_body(module, &generic)];
    for text in &want {
        let again = parsed(cx, text)?;
        let got = [print_body(&again, &custom), print_body(&again, &generic)];
        if got != want {
            return Err(format!("another module\n{}\nfrom\n{}", got[1], want[1]));
        }
    }
    Ok(())
}

#[test]
fn instances_verify_and_round_trip() {
    let (cx, generator) = support::generator();
    let waived: BTreeSet<String> = waivers::waivers("Generate").into_keys().collect();
    let mut problems = Vec::new();
    for name in cx.op_names().into_iter().filter(|name| !waived.contains(*name)) {
        for seed in 0..SEEDS {
            let made = generator.instance(name, seed).map_err(|why| format!("no instance: {why}"));
            if let Err(why) = made.and_then(|module| round_trip(&cx, &module)) {
                problems.push(format!("{name}, seed {seed}: {why}"));
                break;
            }
        }
    }
    assert!(problems.is_empty(), "{} ops fail\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn instances_are_a_function_of_the_seed() {
    let ((_, one), (_, other)) = (support::generator(), support::generator());
    for name in ["arith.addi", "stablehlo.dot_general", "tensor.insert", "llvm.load", "vector.transfer_read"]
    {
        let text = |generator: &strata_generate::Generator, seed| {
            print_body(&generator.instance(name, seed).expect("an instance"), &PrintOptions::default())
        };
        let texts: Vec<String> = (0..8).map(|seed| text(&one, seed)).collect();
        for (seed, want) in texts.iter().enumerate() {
            assert_eq!(&text(&other, seed as u64), want, "{name}, seed {seed}");
        }
        let distinct: BTreeSet<&String> = texts.iter().collect();
        assert!(distinct.len() > 1, "all instances of {name} are equal");
    }
}
