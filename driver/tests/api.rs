//! The driver as a library for other programs: no files, no command line, errors as values, several threads.

use std::{sync::Arc, thread, time::Duration};

use strata_driver::{
    Buffer, CancelToken, CompileCache, CompileOptions, Compiler, DeviceBlock, ErrorKind, Executable,
    HostBuffer, Program, Target, target::processor,
};

const SUM: &str = "func.func @main(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %one = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %shape = stablehlo.concatenate %one, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rows = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %sum = stablehlo.add %x, %rows : tensor<?x3xf32>
  return %sum : tensor<?x3xf32>
}
func.func @twice(%x: tensor<2xi64>) -> tensor<2xi64> {
  %0 = stablehlo.add %x, %x : tensor<2xi64>
  return %0 : tensor<2xi64>
}";

fn program(text: &str) -> Program {
    Program::load("test.mlir", text).unwrap_or_else(|e| panic!("{e}"))
}

fn compiler() -> Compiler {
    Compiler::new(Target::host().expect("the host is a target")).with_run_threads(1)
}

fn buffer<T: strata_driver::Element>(shape: &[i64], numbers: &[T]) -> HostBuffer {
    HostBuffer::new(shape, numbers).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn what_threads_share_may_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Program>();
    shared::<Compiler>();
    shared::<Executable>();
    shared::<Target>();
    shared::<CancelToken>();
    shared::<strata_driver::Error>();
}

#[test]
fn sizes_are_those_of_the_call() {
    let program = program(SUM);
    let signature = program.signature().expect("a signature");
    assert_eq!(
        signature.inputs.iter().map(|s| s.describe()).collect::<Vec<_>>(),
        ["tensor<?x3xf32>", "tensor<3xf32>"]
    );
    let executable = compiler().compile(&program).unwrap_or_else(|e| panic!("{e}"));
    for rows in [0_usize, 1, 5] {
        let numbers: Vec<f32> = (0..3 * rows).map(|i| i as f32).collect();
        let x = buffer(&[rows as i64, 3], &numbers);
        let y = buffer(&[3], &[0.5_f32, 1.0, 1.5]);
        let results = executable.execute(&[&x, &y]).unwrap_or_else(|e| panic!("{e}"));
        let want: Vec<f32> = (0..3 * rows).map(|i| i as f32 + 0.5 * (i % 3 + 1) as f32).collect();
        assert_eq!(results[0].to_vec::<f32>().expect("floats"), want);
        assert_eq!((results[0].shape(), results[0].element()), (&[rows as i64, 3][..], "f32"));
    }
}

#[test]
fn any_function_may_be_the_entry() {
    let executable = compiler().compile(&program(SUM).with_entry("twice")).unwrap_or_else(|e| panic!("{e}"));
    let results = executable.execute(&[&buffer(&[2], &[3_i64, -4])]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(results[0].to_vec::<i64>().expect("integers"), [6, -8]);
    let error = compiler().compile(&program(SUM).with_entry("thrice")).err().expect("no function");
    assert_eq!(
        (error.kind(), error.messages()[0].text.as_str()),
        (ErrorKind::Program, "the module has no function '@thrice'")
    );
}

#[test]
fn wrong_arguments_are_errors() {
    let executable = compiler().compile(&program(SUM)).unwrap_or_else(|e| panic!("{e}"));
    let y = buffer(&[3], &[0.0_f32; 3]);
    let short = HostBuffer::from_bytes("f32", &[2, 3], vec![0; 20]);
    let cases: [(&[&dyn Buffer], &str); 5] = [
        (&[&y], "the program takes 2 arguments, 1 are given"),
        (&[&y, &y], "argument #0 is tensor<?x3xf32>, not tensor<3xf32>"),
        (&[&buffer(&[1, 4], &[0.0_f32; 4]), &y], "argument #0 is tensor<?x3xf32>, not tensor<1x4xf32>"),
        (&[&buffer(&[1, 3], &[0_i32; 3]), &y], "argument #0 is tensor<?x3xf32>, not tensor<1x3xi32>"),
        (&[&short, &y], "argument #0 is tensor<2x3xf32> of 24 bytes, not 20"),
    ];
    for (inputs, why) in cases {
        let error = executable.execute(inputs).expect_err("it does not fit");
        assert_eq!((error.kind(), error.messages()[0].text.as_str()), (ErrorKind::Run, why));
    }
    assert!(HostBuffer::new(&[2, 2], &[1.0_f64; 3]).is_err());
    assert!(HostBuffer::new(&[-1], &[0_u8; 0]).is_err());
    assert!(y.to_vec::<f64>().is_err());
}

#[test]
fn errors_and_signatures_have_the_names_of_arguments() {
    let text = r#"func.func @main(%x: tensor<2xf32> {jax.arg_info = "params['w']"} loc("x"), %y: tensor<2xf32> loc("y"), %z: tensor<2xf32> loc("y"))
        -> (tensor<2xf32> {jax.result_info = "result"}) {
      return %x : tensor<2xf32>
    }"#;
    let executable = compiler().compile(&program(text)).unwrap_or_else(|e| panic!("{e}"));
    let signature = &executable.signature;
    assert_eq!(signature.input_number("params['w']"), Ok(Some(0)));
    assert_eq!((signature.input_number("x"), signature.output_number("result")), (Ok(None), Ok(Some(0))));
    assert_eq!(signature.input_number("y"), Err("the name 'y' is that of several arguments".to_owned()));
    let (x, y) = (buffer(&[3], &[0.0_f32; 3]), buffer(&[2], &[0.0_f32; 2]));
    let error = executable.execute(&[&x, &y, &y]).expect_err("it does not fit");
    let why = "argument #0 (params['w']) is tensor<2xf32>, not tensor<3xf32>";
    assert_eq!(error.messages()[0].text, why);
}

#[test]
fn errors_of_programs_have_places() {
    let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @nobody_has_this(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}";
    let error = compiler().compile(&program(text)).err().expect("there is no such target");
    let place = error.messages()[0].place.as_ref().expect("a place");
    assert_eq!(
        (error.kind(), place.file.as_str(), place.line, place.column),
        (ErrorKind::Program, "test.mlir", 2, 8)
    );
    assert!(error.text().starts_with("test.mlir:2:8: error: "), "{}", error.text());
    let error = Program::load("bytes", vec![0xff, 0xfe, 0]).err().expect("this is no program");
    assert!(error.to_string().contains("not UTF-8"), "{error}");
}

#[test]
fn threads_compile_and_run_at_the_same_time() {
    let compiler = compiler();
    let program = program(SUM).with_entry("twice");
    let shared = compiler.compile(&program).unwrap_or_else(|e| panic!("{e}"));
    thread::scope(|scope| {
        for n in 0..4_i64 {
            let (compiler, program, shared) = (&compiler, &program, &shared);
            scope.spawn(move || {
                let own = compiler.compile(program).unwrap_or_else(|e| panic!("{e}"));
                for i in 0..100 {
                    let x = buffer(&[2], &[n, i]);
                    for executable in [shared, &own] {
                        let results = executable.execute(&[&x]).unwrap_or_else(|e| panic!("{e}"));
                        assert_eq!(results[0].to_vec::<i64>().expect("integers"), [2 * n, 2 * i]);
                    }
                }
            });
        }
    });
}

#[test]
fn compiling_ends_when_it_is_asked_to() {
    let token = CancelToken::new();
    token.cancel();
    let program = program(SUM);
    let cancelled = compiler().with_cancel_token(token.clone()).compile(&program).err().expect("cancelled");
    assert_eq!(cancelled.kind(), ErrorKind::Cancelled);
    let late = compiler().with_timeout(Duration::ZERO).compile(&program).err().expect("too late");
    assert_eq!(late.kind(), ErrorKind::TimedOut);
    let both = compiler().with_cancel_token(token).with_timeout(Duration::from_secs(3600));
    assert_eq!(both.compile(&program).err().expect("cancelled").kind(), ErrorKind::Cancelled);
    let in_time = compiler().with_timeout(Duration::from_secs(3600)).compile(&program);
    assert!(in_time.is_ok());
}

/// Counts to its argument, to run for any length of time.
const COUNT: &str = "func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.while(%i = %zero) : tensor<i64>
    cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %next : tensor<i64>
    }
  return %0 : tensor<i64>
}";

#[test]
fn runs_end_when_they_are_asked_to() {
    let target = Target::host().expect("the host is a target");
    let processor = target.processor().expect("the host has one").clone();
    let options = CompileOptions { cancellable: true, ..CompileOptions::new(processor) };
    let token = CancelToken::new();
    let compiler = Compiler::new(target).with_options(options).with_cancel_token(token.clone());
    let executable = compiler.compile(&program(COUNT)).unwrap_or_else(|e| panic!("{e}"));
    let results = executable.execute(&[&buffer(&[], &[5_i64])]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(results[0].to_vec::<i64>().expect("integers"), [5]);
    thread::scope(|scope| {
        let run = scope.spawn(|| executable.execute(&[&buffer(&[], &[i64::MAX])]));
        thread::sleep(Duration::from_millis(20));
        token.cancel();
        let error = run.join().expect("the thread ends").expect_err("it was cancelled");
        assert!(error.to_string().contains("cancelled"), "{error}");
    });
}

#[test]
fn compiled_programs_are_found_in_the_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Arc::new(CompileCache::new(folder.path()));
    let compiler = compiler().with_cache(Arc::clone(&cache));
    let program = program(SUM).with_entry("twice");
    for hits in 0..2 {
        let executable = compiler.compile(&program).unwrap_or_else(|e| panic!("{e}"));
        let results = executable.execute(&[&buffer(&[2], &[1_i64, 2])]).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(results[0].to_vec::<i64>().expect("integers"), [2, 4]);
        assert_eq!(cache.hits(), hits);
    }
}

#[test]
fn kernels_run_on_the_simulator() {
    let processor = processor("native", "").expect("the host is a target");
    let target = Target::simulator(processor.clone(), Some("sm_80"));
    let executable =
        Compiler::new(target).compile(&program(SUM).with_entry("twice")).unwrap_or_else(|e| panic!("{e}"));
    let results = executable.execute(&[&buffer(&[2], &[20_i64, 1 << 40])]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(results[0].to_vec::<i64>().expect("integers"), [40, 1 << 41]);
    let wrong = Target::simulator(processor, Some("sm_35"));
    let error = Compiler::new(wrong).compile(&program(SUM)).err().expect("there are no such kernels");
    assert_eq!(error.kind(), ErrorKind::Target);
}

#[test]
fn arrays_stay_on_a_device_from_program_to_program() {
    let target = Target::shared_simulator(processor("native", "").expect("a processor"), None);
    let memory = target.backend().and_then(strata_driver::Backend::memory).expect("shared memory");
    let compiler = Compiler::new(target);
    let compile = |text: &str| compiler.compile(&program(text)).unwrap_or_else(|e| panic!("{e}"));
    let one = compile(
        "func.func @main() -> tensor<2xi64> {
          %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
          return %0 : tensor<2xi64>
        }",
    );
    let twice = compile(
        "func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
          %0 = stablehlo.add %x, %x : tensor<2xi64>
          return %0 : tensor<2xi64>
        }",
    );
    let [a, b] = [(); 2].map(|()| DeviceBlock::new(&memory, 16).expect("memory"));
    one.run_on_device(0, &[], &[&a]).unwrap_or_else(|e| panic!("{e}"));
    twice.run_on_device(0, &[&a], &[&b]).unwrap_or_else(|e| panic!("{e}"));
    twice.run_on_device(0, &[&b], &[&a]).unwrap_or_else(|e| panic!("{e}"));
    let mut bytes = [0; 16];
    a.read(0, &mut bytes).expect("bytes");
    assert_eq!(bytes, *[4_i64, 8].map(i64::to_le_bytes).as_flattened());
    let small = DeviceBlock::new(&memory, 8).expect("memory");
    for (inputs, outputs) in [(&a, &a), (&a, &small), (&small, &a)] {
        assert!(twice.run_on_device(0, &[inputs], &[outputs]).is_err());
    }
    assert!(a.read(8, &mut bytes).is_err() && a.write(9, &[0; 8]).is_err());
}

#[test]
fn layouts_are_those_that_the_program_asks_for() {
    let text = "func.func @main(%x: tensor<2x3xf32> {mhlo.layout_mode = \"{0,1}\"})
        -> (tensor<2x3xf32> {mhlo.layout_mode = \"{0,1}\"}, tensor<2x3xf32>) {
      %0 = stablehlo.add %x, %x : tensor<2x3xf32>
      return %0, %x : tensor<2x3xf32>, tensor<2x3xf32>
    }";
    let mut program = program(text);
    let layouts = program.apply_layouts().expect("layouts");
    let columns = Some(vec![1, 0]);
    assert_eq!((layouts.inputs, layouts.outputs), (vec![columns.clone()], vec![columns, None]));
    let executable = compiler().compile(&program).unwrap_or_else(|e| panic!("{e}"));
    let x = buffer(&[3, 2], &[0.0_f32, 3.0, 1.0, 4.0, 2.0, 5.0]);
    let results = executable.execute(&[&x]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(results[0].to_vec::<f32>().expect("floats"), [0.0, 6.0, 2.0, 8.0, 4.0, 10.0]);
    assert_eq!(results[1].to_vec::<f32>().expect("floats"), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    for wrong in ["{0}", "{0,0}", "{0,2}", "{0,1:T(8,128)}", "{a}", "0,1"] {
        let text = text.replace("\"{0,1}\"", &format!("\"{wrong}\""));
        let why = self::program(&text).apply_layouts().expect_err("an error");
        assert!(why.to_string().contains(wrong), "{why}");
    }
}

#[test]
fn the_interpreter_is_a_target() {
    let interpreter = Compiler::new(Target::interpreter());
    let executable = interpreter.compile(&program(SUM)).unwrap_or_else(|e| panic!("{e}"));
    let compiled = compiler().compile(&program(SUM)).unwrap_or_else(|e| panic!("{e}"));
    let (x, y) = (buffer(&[2, 3], &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]), buffer(&[3], &[0.5_f32, 1.0, 1.5]));
    let results = executable.execute(&[&x, &y]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(results, compiled.execute(&[&x, &y]).unwrap_or_else(|e| panic!("{e}")));
    assert_eq!((results[0].shape(), results[0].element()), (&[2, 3][..], "f32"));
    // Errors are the same, whoever runs the program.
    let bytes = [0_u8; 12];
    for sizes in [&[2_i64, 3][..], &[1], &[-1, 3]] {
        let inputs = [strata_driver::TensorRef { bytes: &bytes, sizes }; 2];
        let [a, b] = [&executable, &compiled].map(|e| e.run_tensors(&inputs).expect_err("it does not fit"));
        assert_eq!((a.kind(), a.text()), (ErrorKind::Run, b.text()));
    }
    assert!(executable.run(&[x.bytes(), y.bytes()]).is_err(), "a size is not known");
    assert!(executable.resident(&[], false).is_err());
    let twice = interpreter.compile(&program(SUM).with_entry("twice")).unwrap_or_else(|e| panic!("{e}"));
    let (a, b) = (buffer(&[2], &[3_i64, -4]), buffer(&[2], &[5_i64, 6]));
    assert_eq!(
        twice.run(&[a.bytes()]).unwrap_or_else(|e| panic!("{e}")),
        [buffer(&[2], &[6_i64, -8]).into_bytes()]
    );
    let grid = twice.run_on_grid(2, 1, &[vec![a.bytes()], vec![b.bytes()]]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(grid[1], [buffer(&[2], &[10_i64, 12]).into_bytes()]);
}

#[test]
fn interpreted_runs_end_when_they_are_asked_to() {
    let token = CancelToken::new();
    let compiler = Compiler::new(Target::interpreter()).with_cancel_token(token.clone());
    let executable = compiler.compile(&program(COUNT)).unwrap_or_else(|e| panic!("{e}"));
    let results = executable.execute(&[&buffer(&[], &[5_i64])]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(results[0].to_vec::<i64>().expect("integers"), [5]);
    thread::scope(|scope| {
        let run = scope.spawn(|| executable.execute(&[&buffer(&[], &[i64::MAX])]));
        thread::sleep(Duration::from_millis(20));
        token.cancel();
        let error = run.join().expect("the thread ends").expect_err("it was cancelled");
        assert!(error.to_string().contains("cancelled"), "{error}");
    });
}
