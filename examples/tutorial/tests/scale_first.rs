//! Chapter 10: the equation that `rill-scale-first` applies holds for all numbers, and does not for factors of any sign.

use std::path::Path;

/// Arguments of the rectifier: signs, zeros, infinities, NaN, the smallest and the largest numbers.
const ARGUMENTS: [&str; 9] =
    ["3.0", "-3.0", "0.0", "-0.0", "0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001", "0x7F7FFFFF"];
const FACTORS: [&str; 6] = ["2.0", "0.5", "0.0", "-0.0", "-0.5", "0x7F800000"];

/// `max(x, 0) factor`
fn module(factor: &str) -> String {
    format!(
        "func.func @main(%arg0: f32) -> f32 {{
           %zero = arith.constant 0.0 : f32
           %factor = arith.constant {factor} : f32
           %0 = arith.maximumf %arg0, %zero : f32
           %1 = arith.mulf %0, %factor : f32
           return %1 : f32
         }}"
    )
}

/// A module after passes.
fn run(module: &str, passes: &[&str]) -> String {
    let options: Vec<String> = passes.iter().map(|&o| o.to_owned()).collect();
    let (registry, passes) = (strata_tutorial::registry(), strata_tutorial::passes());
    let (stdout, stderr, code) =
        strata_opt::run_with(registry, passes, &options, module.as_bytes(), Path::new("."));
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("the tool writes text")
}

/// The result of a module for an argument: the module with a constant in its place, and all constants folded.
fn evaluate(module: &str, passes: &[&str], x: &str) -> String {
    let constant = format!("@main() -> f32 {{ %arg0 = arith.constant {x} : f32");
    run(&run(module, passes).replace("@main(%arg0: f32) -> f32 {", &constant), &["--canonicalize"])
}

/// The cases in which a pass changes the result.
fn changed(pass: &str) -> Vec<(&'static str, &'static str)> {
    let mut changed = Vec::new();
    for factor in FACTORS {
        for x in ARGUMENTS {
            let module = module(factor);
            let before = evaluate(&module, &[], x);
            let after = evaluate(&module, &[pass], x);
            assert!(!before.contains("arith.mulf"), "{before}");
            if before != after {
                changed.push((factor, x));
            }
        }
    }
    changed
}

#[test]
fn the_equation_holds() {
    assert_eq!(changed("--rill-scale-first"), []);
}

#[test]
fn signs_matter() {
    let changed = changed("--rill-scale-first=any-sign");
    assert!(changed.contains(&("-0.5", "3.0")), "{changed:?}");
    // The product of zero and an infinite number is NaN.
    assert!(changed.contains(&("0.0", "0xFF800000")), "{changed:?}");
}
