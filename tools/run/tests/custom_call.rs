//! Custom calls of compiled programs: routines of the host, and their errors.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, program};
use strata_runtime_cpu::call::{Call, Routine};

const PROGRAM: &str = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @twice(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @scale(%x) {backend_config = \"by=2.5\"} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.custom_call @scale(%0) {backend_config = \"by=2.0\"} : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}";

fn compile(routines: Vec<(String, Arc<Routine>)>) -> Result<Executable, String> {
    let cx = program::context();
    let mut module = program::parse(&cx, "calls", PROGRAM)?;
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions::new(target);
    Ok(Executable::with_routines(&mut module, &options, routines)?)
}

fn scale(call: &mut Call<'_>) -> Result<(), String> {
    let by: f32 = call.entry("by").and_then(|b| b.parse().ok()).ok_or("the factor is missing")?;
    let ([input], [output]) = (&call.inputs[..], &mut call.outputs[..]) else {
        return Err("one array is scaled".into());
    };
    assert_eq!((input.element.code, input.element.bits, &input.shape[..]), (2, 32, &[3][..]));
    for (from, to) in input.bytes.chunks_exact(4).zip(output.bytes.chunks_exact_mut(4)) {
        let number = f32::from_le_bytes([from[0], from[1], from[2], from[3]]);
        to.copy_from_slice(&(number * by).to_le_bytes());
    }
    Ok(())
}

fn input() -> Vec<u8> {
    [1f32, -2.0, 0.5].iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn a_routine_of_the_host_is_called_with_its_configuration() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = calls.clone();
    let routine = move |call: &mut Call<'_>| {
        counter.fetch_add(1, Ordering::Relaxed);
        scale(call)
    };
    let executable = compile(vec![("scale".into(), Arc::new(routine))]).unwrap_or_else(|e| panic!("{e}"));
    let out = executable.run(&[&input()]).unwrap_or_else(|e| panic!("{e}"));
    let want: Vec<u8> = [5f32, -10.0, 2.5].iter().flat_map(|v| v.to_le_bytes()).collect();
    assert_eq!(out[0], want);
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn an_error_of_a_routine_is_that_of_the_run() {
    let failing = Arc::new(AtomicUsize::new(1));
    let flag = failing.clone();
    let routine = move |call: &mut Call<'_>| match flag.load(Ordering::Relaxed) {
        1 => Err("it is not ready".to_string()),
        2 => panic!("it gives up"),
        _ => scale(call),
    };
    let executable = compile(vec![("scale".into(), Arc::new(routine))]).unwrap_or_else(|e| panic!("{e}"));
    let error = executable.run(&[&input()]).expect_err("the routine fails");
    assert!(error.text().contains("the call of 'scale' failed: it is not ready"), "{error}");
    failing.store(2, Ordering::Relaxed);
    let error = executable.run(&[&input()]).expect_err("the routine panics");
    assert!(error.text().contains("the routine panicked"), "{error}");
    // The error does not affect the next run.
    failing.store(0, Ordering::Relaxed);
    assert!(executable.run(&[&input()]).is_ok());
}

#[test]
fn a_target_that_nobody_serves_is_refused_where_it_stands() {
    let error = compile(Vec::new()).err().expect("there is no routine");
    assert!(
        error.starts_with("calls:6:8: error: failed to legalize operation 'stablehlo.custom_call'"),
        "{error}"
    );
    assert!(error.contains("the target 'scale' is not known"), "{error}");
    let named: Arc<Routine> = Arc::new(scale);
    let error = compile(vec![("a,b}".into(), named)]).err().expect("the name is wrong");
    assert!(error.contains("'a,b}' cannot be the name of a routine"), "{error}");
}

#[test]
fn the_compiler_and_the_runtime_know_the_same_routines() {
    use strata_lowering_hlo::runtime_calls::{LAPACK, is_served};
    for letter in ["s", "d", "c", "z"] {
        for routine in LAPACK.iter().chain(&["gebrd", "potrs"]) {
            let name = format!("lapack_{letter}{routine}_ffi");
            assert_eq!(is_served(&name), strata_runtime_kernels::lapack::is_known(&name), "{name}");
        }
    }
    assert!(!is_served("lapack_getrf_ffi") && !is_served("getrf"));
}
