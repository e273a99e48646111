//! Invalid programs, and the locations of the compiler's errors.

use std::path::Path;

/// From the text to structured ops.
const PIPELINE: &str = "--pass-pipeline=builtin.module(inline,symbol-dce,func.func(rill-infer-shapes,canonicalize,convert-rill-to-linalg))";

/// The output of the compiler, or its errors.
fn compile(text: &str) -> Result<String, String> {
    let module = strata_tutorial::translate("test.rill", text)?;
    let (registry, passes) = (strata_tutorial::registry(), strata_tutorial::passes());
    let options = [PIPELINE.to_owned()];
    let (stdout, stderr, code) =
        strata_opt::run_with(registry, passes, &options, module.as_bytes(), Path::new("."));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the compiler writes text");
    if code == 0 { Ok(text(stdout)) } else { Err(text(stderr)) }
}

#[test]
fn errors_are_at_their_places() {
    for (program, wanted) in [
        ("fn main(x: [2]) { g(x) }", "1:19: error: there is no function `g` before this one"),
        (
            "fn g(x) { g(x) } fn main(x: [2]) { g(x) }",
            "1:11: error: there is no function `g` before this one",
        ),
        ("fn g(x, y) { x } fn main(x: [2]) { g(x) }", "1:36: error: `g` takes 2 arguments and not 1"),
        ("fn g(x) { x } fn g(y) { y }", "1:18: error: there are two functions `g`"),
        ("fn main(x) { x }", "1:9: error: `x` of main needs a shape"),
        ("fn main(x: [2], x: [3]) { x }", "1:17: error: there are two parameters `x`"),
        ("fn relu(x) { x }", "1:4: error: `relu` is built in"),
        ("fn main(x: [2]) { relu(x, x) }", "1:19: error: `relu` takes one argument"),
        (
            "fn main(x: [2], y: [3]) { x + y }",
            "1:29: error: 'rill.add' op has no shape: the shapes [2] and [3] do not fit",
        ),
        (
            "fn main(x: [2]) { transpose(x) }",
            "1:19: error: 'rill.transpose' op has no shape: the shape [2] is not that of a matrix",
        ),
    ] {
        let why = compile(program).expect_err(program);
        assert!(why.starts_with(&format!("test.rill:{wanted}")), "{program}\n{why}");
    }
}

#[test]
fn functions_are_generic() {
    let program = "fn twice(x) { x * 2 }\nfn both(x) { twice(x) + twice(transpose(x)) }\nfn main(x: [2, 2], y: [3]) { both(x) * 3 }";
    let module = compile(program).expect("it is a good program");
    assert!(!module.contains("rill.") && !module.contains("tensor<*"), "{module}");
    assert_eq!(module.matches("arith.mulf").count(), 3, "{module}");
    assert!(module.contains("affine_map<(d0, d1) -> (d1, d0)>"), "{module}");
}

#[test]
fn numbers_are_tensors() {
    let module = compile("fn main() { 1 + 2 * 3 }").expect("it is a good program");
    assert!(module.contains("func.func @main() -> tensor<f32>"), "{module}");
}
