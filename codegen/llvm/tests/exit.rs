//! The exit end to end: builder and text to LLVM IR, object, assembly, shared library and JIT, and the errors on the way.

use std::sync::Arc;

use strata_codegen_llvm::{
    CodegenError, ExitContext, ExitModule, Jit, Linker, LlvmModule, Location, ModuleBuilder, OpSpec,
    OptLevel, Result, Severity, Target, TargetMachine, ValueId, link_shared,
};

const AXPY: &str = r#"
llvm.func @axpy(%a: f32, %x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias}, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^bb1(%c0 : i64)
^bb1(%i: i64):
  %cmp = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %cmp, ^bb2, ^bb3
^bb2:
  %px = llvm.getelementptr inbounds %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %py = llvm.getelementptr inbounds %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %vx = llvm.load %px : !llvm.ptr -> f32
  %vy = llvm.load %py : !llvm.ptr -> f32
  %s = llvm.intr.fma(%a, %vx, %vy) : (f32, f32, f32) -> f32
  llvm.store %s, %py : f32, !llvm.ptr
  %in = llvm.add %i, %c1 : i64
  llvm.br ^bb1(%in : i64)
^bb3:
  llvm.return
}
"#;

type Axpy = unsafe extern "C" fn(f32, *const f32, *mut f32, i64);

fn check_axpy(axpy: Axpy) {
    let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let mut y = vec![2.0f32; 1000];
    // SAFETY: the compiled function reads and writes `n` elements behind the two pointers.
    unsafe { axpy(3.0, x.as_ptr(), y.as_mut_ptr(), 1000) };
    for (i, value) in y.iter().enumerate() {
        assert_eq!(*value, 3.0 * i as f32 + 2.0, "element {i}");
    }
}

fn compiled(text: &str, target: &Target) -> Result<(TargetMachine, LlvmModule)> {
    let cx = ExitContext::new();
    let mut module = ExitModule::parse(&cx, text)?.translate()?;
    let machine = TargetMachine::new(target)?;
    module.optimize(&machine)?;
    Ok((machine, module))
}

fn jit_of(text: &str, target: &Target) -> Result<Arc<Jit>> {
    let (machine, module) = compiled(text, target)?;
    let jit = Jit::new()?;
    jit.add_module(&machine, &module)?;
    Ok(jit)
}

/// The same function as [`AXPY`], operation by operation.
fn build_axpy(cx: &ExitContext) -> Result<ExitModule<'_>> {
    let mut b = ModuleBuilder::new(cx);
    let loc = b.file_loc("axpy.mlir", 3, 5);
    let (f32, i64, i1, ptr) = (b.ty("f32")?, b.ty("i64")?, b.ty("i1")?, b.ty("!llvm.ptr")?);
    let linkage = b.attr("#llvm.linkage<external>")?;
    let func = b.func("axpy", "!llvm.func<void (f32, ptr, ptr, i64)>", &[("linkage", linkage)], loc)?;
    let body = func.regions[0];
    let (entry, args) = b.block(body, &[f32, ptr, ptr, i64], loc)?;
    let (head, head_args) = b.block(body, &[i64], loc)?;
    let (step, _) = b.block(body, &[], loc)?;
    let (exit, _) = b.block(body, &[], loc)?;
    let constant = |b: &mut ModuleBuilder<'_>, text: &str| -> Result<ValueId> {
        let value = b.attr(text)?;
        let spec =
            OpSpec { results: &[i64], attrs: &[("value", value)], ..OpSpec::new("llvm.mlir.constant", loc) };
        Ok(b.op(entry, &spec)?.results[0])
    };
    let c0 = constant(&mut b, "0 : i64")?;
    let c1 = constant(&mut b, "1 : i64")?;
    b.op(entry, &OpSpec { successors: &[(head, &[c0])], ..OpSpec::new("llvm.br", loc) })?;
    let slt = b.attr("2 : i64")?;
    let compare = OpSpec {
        operands: &[head_args[0], args[3]],
        results: &[i1],
        attrs: &[("predicate", slt)],
        ..OpSpec::new("llvm.icmp", loc)
    };
    let more = b.op(head, &compare)?.results;
    let branch = OpSpec {
        operands: &more,
        successors: &[(step, &[]), (exit, &[])],
        ..OpSpec::new("llvm.cond_br", loc)
    };
    b.op(head, &branch)?;
    let elem = b.attr("f32")?;
    let indices = b.attr("array<i32: -2147483648>")?;
    let mut pointers = Vec::new();
    for base in [args[1], args[2]] {
        let spec = OpSpec {
            operands: &[base, head_args[0]],
            results: &[ptr],
            attrs: &[("elem_type", elem), ("rawConstantIndices", indices)],
            ..OpSpec::new("llvm.getelementptr", loc)
        };
        pointers.push(b.op(step, &spec)?.results[0]);
    }
    let mut loaded = vec![args[0]];
    for &pointer in &pointers {
        let spec = OpSpec { operands: &[pointer], results: &[f32], ..OpSpec::new("llvm.load", loc) };
        loaded.push(b.op(step, &spec)?.results[0]);
    }
    let fma = OpSpec { operands: &loaded, results: &[f32], ..OpSpec::new("llvm.intr.fma", loc) };
    let sum = b.op(step, &fma)?.results[0];
    b.op(step, &OpSpec { operands: &[sum, pointers[1]], ..OpSpec::new("llvm.store", loc) })?;
    let add = OpSpec { operands: &[head_args[0], c1], results: &[i64], ..OpSpec::new("llvm.add", loc) };
    let next = b.op(step, &add)?.results;
    b.op(step, &OpSpec { successors: &[(head, &next)], ..OpSpec::new("llvm.br", loc) })?;
    b.op(exit, &OpSpec::new("llvm.return", loc))?;
    b.finish()
}

#[test]
fn text_runs_in_the_jit_at_every_level() -> Result<()> {
    for opt in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
        let jit = jit_of(AXPY, &Target::host()?.with_opt(opt))?;
        let symbol = jit.lookup("axpy")?;
        drop(jit);
        // SAFETY: `Axpy` is the type of the compiled function, and `symbol` is alive during the call.
        check_axpy(unsafe { symbol.function::<Axpy>() });
    }
    Ok(())
}

#[test]
fn built_module_runs_and_equals_the_text() -> Result<()> {
    let cx = ExitContext::new();
    let module = build_axpy(&cx)?;
    module.verify()?;
    let mut ir = module.translate()?;
    assert_eq!(ir.defined_functions(), ["axpy"]);
    let machine = TargetMachine::new(&Target::host()?)?;
    ir.optimize(&machine)?;
    let jit = Jit::new()?;
    jit.add_module(&machine, &ir)?;
    let symbol = jit.lookup("axpy")?;
    // SAFETY: as above.
    check_axpy(unsafe { symbol.function::<Axpy>() });
    Ok(())
}

#[test]
fn builder_resolves_forward_references_and_calls() -> Result<()> {
    let cx = ExitContext::new();
    let mut b = ModuleBuilder::new(&cx);
    let loc = b.unknown();
    let i32 = b.ty("i32")?;
    b.func("ext", "!llvm.func<i32 (i32)>", &[], loc)?;
    let func = b.func("f", "!llvm.func<i32 (i32)>", &[], loc)?;
    let (entry, args) = b.block(func.regions[0], &[i32], loc)?;
    let (first, _) = b.block(func.regions[0], &[], loc)?;
    let (second, _) = b.block(func.regions[0], &[], loc)?;
    b.op(entry, &OpSpec { successors: &[(second, &[])], ..OpSpec::new("llvm.br", loc) })?;
    let later = b.forward(i32)?;
    b.op(first, &OpSpec { operands: &[later], ..OpSpec::new("llvm.return", loc) })?;
    let callee = b.attr("@ext")?;
    let call = OpSpec {
        operands: &args,
        results: &[i32],
        attrs: &[("callee", callee)],
        ..OpSpec::new("llvm.call", loc)
    };
    let value = b.op(second, &call)?.results[0];
    b.op(second, &OpSpec { successors: &[(first, &[])], ..OpSpec::new("llvm.br", loc) })?;
    b.resolve(later, value)?;
    let mut ir = b.finish()?.translate()?;
    let machine = TargetMachine::new(&Target::host()?)?;
    ir.optimize(&machine)?;
    extern "C" fn ext(x: i32) -> i32 {
        x * 2
    }
    let jit = Jit::new()?;
    jit.define_symbols(&[("ext".to_owned(), ext as *const ())])?;
    jit.add_module(&machine, &ir)?;
    let symbol = jit.lookup("f")?;
    // SAFETY: the type is the compiled function's.
    let f: extern "C" fn(i32) -> i32 = unsafe { symbol.function() };
    assert_eq!(f(21), 42);
    Ok(())
}

#[test]
fn builder_refuses_wrong_calls() -> Result<()> {
    let cx = ExitContext::new();
    let mut b = ModuleBuilder::new(&cx);
    let loc = b.unknown();
    let body = b.module_body();
    let message = |error: CodegenError| error.to_string();
    let unknown = b.op(body, &OpSpec::new("arith.addf", loc)).unwrap_err();
    assert!(message(unknown).contains("`arith.addf` is not an operation"));
    let bad_type = b.ty("!llvm.nosuch").unwrap_err();
    assert!(!bad_type.diagnostics().is_empty(), "{bad_type}");
    assert!(b.attr("#llvm.linkage<").is_err());
    let tensor = b.ty("tensor<4xf32>")?;
    assert!(message(b.dense_attr(tensor, &[0; 7]).unwrap_err()).contains("7 bytes"));
    b.dense_attr(tensor, &[0; 16])?;
    let huge = b.ty("tensor<4611686018427387904x8xi1>")?;
    assert!(matches!(b.dense_attr(huge, &[1]), Err(CodegenError::Limit(_))));
    let bools = b.ty("tensor<3xi1>")?;
    assert!(b.dense_attr(bools, &[1, 0]).is_err());
    let wide = b.ty("i8388609").unwrap_err();
    assert!(matches!(wide, CodegenError::Limit(_)), "{wide}");
    assert!(matches!(b.ty("vector<65536x16xf32>"), Err(CodegenError::Limit(_))));
    assert!(b.func("", "!llvm.func<void ()>", &[], loc).is_err());
    let i32 = b.ty("i32")?;
    b.forward(i32)?;
    assert!(b.finish().err().map(message).is_some_and(|m| m.contains("never resolved")));
    Ok(())
}

#[test]
fn object_assembly_and_function_attributes() -> Result<()> {
    let target = Target::host()?;
    let (machine, module) = compiled(AXPY, &target)?;
    assert_eq!(&machine.emit_object(&module)?[..4], b"\x7fELF");
    let assembly = machine.emit_assembly(&module)?;
    if target.has_fma() && cfg!(target_arch = "x86_64") {
        assert!(assembly.contains("vfmadd"), "{assembly}");
    }
    let ir = module.to_text();
    assert!(ir.contains(&format!("\"target-cpu\"=\"{}\"", target.cpu())), "{ir}");
    assert_eq!(ir.contains("\"prefer-vector-width\"=\"512\""), target.vector_bits() == 512);
    Ok(())
}

#[cfg(target_arch = "x86_64")]
#[test]
fn cpu_names_choose_instructions() -> Result<()> {
    let body = "llvm.func @f(%a: vector<16xf32>, %p: !llvm.ptr) {
      %0 = llvm.fadd %a, %a : vector<16xf32>
      llvm.store %0, %p {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
      llvm.return }";
    for (cpu, features, bits, register) in [
        ("x86-64", "", 128, "xmm"),
        ("x86-64-v3", "", 256, "ymm"),
        ("x86-64-v4", "", 512, "zmm"),
        ("skylake-avx512", "", 512, "zmm"),
        ("x86-64", "+avx2,+avx512f", 512, "zmm"),
        ("znver4", "-avx512f", 256, "ymm"),
    ] {
        let target = Target::new(None, cpu, features)?;
        assert_eq!(target.vector_bits(), bits, "{cpu} {features}");
        let (machine, module) = compiled(body, &target)?;
        let assembly = machine.emit_assembly(&module)?;
        assert!(assembly.contains(register), "{cpu} {features}: {assembly}");
    }
    Ok(())
}

#[test]
fn unknown_targets_are_errors() {
    for (triple, cpu, features) in [
        (Some("riscv64-unknown-linux-gnu"), "", ""),
        (Some("x86_64-unknown-linux-gnu"), "pentium4", ""),
        (Some("x86_64-unknown-linux-gnu"), "nosuchcpu", ""),
        (Some("x86_64-unknown-linux-gnu"), "", "avx2"),
        (Some("x86_64-unknown-linux-gnu"), "", "+nosuchfeature"),
        (Some("nvptx64-nvidia-cuda"), "sm_99", ""),
        (Some("nvptx64-nvidia-cuda"), "sm_90a", "+ptx78"),
        (Some("nvptx64-nvidia-cuda"), "native", ""),
    ] {
        let result = Target::new(triple, cpu, features);
        assert!(matches!(result, Err(CodegenError::Target(_))), "{triple:?} {cpu} {features}: {result:?}");
    }
}

#[test]
fn ptx_is_emitted() -> Result<()> {
    let text = r#"llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %q = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %t, %q : i32, !llvm.ptr<1>
      llvm.return }"#;
    let target = Target::new(Some("nvptx64-nvidia-cuda"), "sm_90a", "")?;
    let (machine, module) = compiled(text, &target)?;
    let ptx = machine.emit_assembly(&module)?;
    assert!(ptx.contains(".target sm_90a") && ptx.contains(".entry k"), "{ptx}");
    assert!(machine.emit_object(&module).is_err());
    Ok(())
}

#[test]
fn shared_library_can_be_loaded() -> Result<()> {
    // The call of expf makes the library depend on the mathematical library.
    let text = format!(
        "llvm.func @expf(f32) -> f32
         llvm.func @e(%x: f32) -> f32 {{ %r = llvm.call @expf(%x) : (f32) -> f32 llvm.return %r : f32 }}\n{AXPY}"
    );
    let (machine, module) = compiled(&text, &Target::host()?)?;
    let object = machine.emit_object(&module)?;
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("libaxpy.so");
    link_shared(&Linker::find()?, &[&object], &[], &path)?;
    // SAFETY: the library has no initialisers, and the types are those of the compiled functions.
    unsafe {
        let library = libloading::Library::new(&path).expect("the library loads");
        check_axpy(*library.get::<Axpy>(b"axpy").expect("axpy is exported"));
        let e = library.get::<unsafe extern "C" fn(f32) -> f32>(b"e").expect("e is exported");
        assert!((e(1.0) - std::f32::consts::E).abs() < 1e-6);
    }
    Ok(())
}

#[test]
fn linker_errors_are_reported() -> Result<()> {
    assert!(matches!(Linker::find_in([]), Err(CodegenError::Link(_))));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let output = directory.path().join("x.so");
    let linker = Linker::find()?;
    let error = link_shared(&linker, &[b"not an object"], &[], &output).unwrap_err();
    assert!(error.to_string().contains("failed"), "{error}");
    assert!(link_shared(&linker, &[], &[], &output).is_err());
    Ok(())
}

#[test]
fn invalid_modules_give_located_diagnostics() {
    let cx = ExitContext::new();
    let Err(syntax) = ExitModule::parse(&cx, "llvm.func @f() {\n  llvm.nosuch\n}") else {
        panic!("the module is wrong")
    };
    let first = &syntax.diagnostics()[0];
    assert_eq!(first.severity, Severity::Error);
    assert!(matches!(first.location, Location::File { line: 2, .. }), "{first:?}");
    let text =
        "llvm.func @g() -> i32 {\n  %0 = llvm.mlir.constant(1.0 : f32) : f32\n  llvm.return %0 : f32\n}";
    // The verifier runs at the end of parsing, too.
    let error = ExitModule::parse(&cx, text).and_then(|m| m.verify()).expect_err("the return type is wrong");
    let first = &error.diagnostics()[0];
    assert!(matches!(first.location, Location::File { line: 3, .. }), "{error}");
    assert!(cx.take_diagnostics().is_empty());
}

#[test]
fn inline_assembly_errors_do_not_end_the_process() -> Result<()> {
    let text = r#"llvm.func @f() { llvm.inline_asm has_side_effects "nosuchinstruction", "" : () -> () llvm.return }"#;
    let (machine, module) = compiled(text, &Target::host()?)?;
    let error = machine.emit_object(&module).expect_err("the instruction does not exist");
    assert!(
        error.to_string().contains("nosuchinstruction") || error.to_string().contains("instruction"),
        "{error}"
    );
    Ok(())
}

#[test]
fn llvm_ir_text_and_pass_errors() -> Result<()> {
    assert!(matches!(LlvmModule::parse("define void @f( {"), Err(CodegenError::Llvm { .. })));
    let mut module = LlvmModule::parse("define i32 @f(i32 %x) { %y = add i32 %x, 0 ret i32 %y }")?;
    let machine = TargetMachine::new(&Target::host()?)?;
    let error = module.run_passes("nosuchpass", &machine).unwrap_err();
    assert!(error.to_string().contains("nosuchpass"), "{error}");
    module.run_passes("function(instsimplify)", &machine)?;
    assert!(!module.to_text().contains("add"), "{}", module.to_text());
    Ok(())
}

#[test]
fn jit_errors_name_the_symbol() -> Result<()> {
    let jit = jit_of(
        "llvm.func @getenv(!llvm.ptr) -> !llvm.ptr
         llvm.func @f(%p: !llvm.ptr) -> !llvm.ptr { %0 = llvm.call @getenv(%p) : (!llvm.ptr) -> !llvm.ptr llvm.return %0 : !llvm.ptr }",
        &Target::host()?,
    )?;
    let error = jit.lookup("f").err().expect("getenv is a symbol of the process, which is not visible");
    assert!(error.to_string().contains("getenv"), "{error}");
    assert!(jit.lookup("nosuch").err().is_some_and(|e| e.to_string().contains("nosuch")));
    assert!(jit.add_object(b"garbage").is_err());
    let mut broken = b"\x7fELF\x02\x01\x01".to_vec();
    broken.resize(64, 0);
    broken[16] = 1;
    broken[18] = if cfg!(target_arch = "x86_64") { 62 } else { 183 };
    broken[40] = 0xff;
    let added = jit.add_object(&broken);
    assert!(added.is_err() || jit.lookup("other").is_err());
    let twice = vec![("expf".to_owned(), jit_errors_name_the_symbol as *const ())];
    assert!(jit.define_symbols(&twice).err().is_some_and(|e| e.to_string().contains("expf")));
    Ok(())
}

#[test]
fn half_conversions_without_hardware() -> Result<()> {
    let text = "llvm.func @h(%x: f64) -> f32 {
        %0 = llvm.fptrunc %x : f64 to f16
        %1 = llvm.fpext %0 : f16 to f32
        llvm.return %1 : f32 }
      llvm.func @b(%x: f32) -> f32 {
        %0 = llvm.fptrunc %x : f32 to bf16
        %1 = llvm.fpext %0 : bf16 to f32
        llvm.return %1 : f32 }";
    let jit =
        jit_of(text, &Target::new(None, if cfg!(target_arch = "x86_64") { "x86-64" } else { "" }, "")?)?;
    let (h, b) = (jit.lookup("h")?, jit.lookup("b")?);
    // SAFETY: the types are those of the compiled functions; `h` and `b` are alive.
    let (h, b) =
        unsafe { (h.function::<extern "C" fn(f64) -> f32>(), b.function::<extern "C" fn(f32) -> f32>()) };
    for (x, expected) in [
        (1.0, 1.0f32),
        (-0.1, -0.099975586),
        (65504.0, 65504.0),
        (65519.9, 65504.0),
        (65520.0, f32::INFINITY),
        (5.960464477539063e-8, 5.9604645e-8),
        (f64::powi(2.0, -25), 0.0),
        (f64::powi(2.0, -25) * 1.0001, 5.9604645e-8),
        (1.00048828125, 1.0),
        (1.0004882812501, 1.0009766),
        (6.1e-5, 6.097_555e-5),
    ] {
        assert_eq!(h(x).to_bits(), expected.to_bits(), "{x}: {} {expected}", h(x));
    }
    assert!(h(f64::NAN).is_nan() && b(f32::NAN).is_nan());
    assert_eq!(b(1.0 + 1.0 / 256.0), 1.0);
    assert_eq!(b(1.0 + 3.0 / 256.0), 1.015625);
    assert_eq!(b(f32::MAX), f32::INFINITY);
    Ok(())
}

#[test]
fn threads_compile_in_contexts_of_their_own() {
    let workers: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| -> Result<()> {
                for _ in 0..5 {
                    let jit = jit_of(AXPY, &Target::host()?)?;
                    let symbol = jit.lookup("axpy")?;
                    // SAFETY: as above.
                    check_axpy(unsafe { symbol.function::<Axpy>() });
                }
                Ok(())
            })
        })
        .collect();
    for worker in workers {
        worker.join().expect("no panic").expect("compiles");
    }
}

#[test]
fn an_object_can_be_kept_and_run_later() -> Result<()> {
    let object = {
        let (machine, module) = compiled(AXPY, &Target::host()?)?;
        machine.emit_object(&module)?
    };
    let jit = Jit::new()?;
    jit.add_object(&object)?;
    let symbol = jit.lookup("axpy")?;
    // SAFETY: as above.
    check_axpy(unsafe { symbol.function::<Axpy>() });
    Ok(())
}

/// Inputs that MLIR accepts and that would make LLVM end the process, or print.
#[test]
fn fatal_errors_of_llvm_are_avoided() -> Result<()> {
    let target = Target::host()?;
    let nested = format!(
        "llvm.func @f(%p: !llvm.{}i32{}) {{ llvm.return }}",
        "struct<(".repeat(5000),
        ")>".repeat(5000)
    );
    for (text, expected) in [
        ("llvm.func @f(%a: !llvm.ppc_fp128) { llvm.return }", "ppc_fp128"),
        ("llvm.func @f(%a: vector<[4]xf32>) { llvm.return }", "scalable"),
        ("llvm.func @f(%a: !llvm.target<\"nosuch\">) { llvm.return }", "target extension"),
        (
            "llvm.func @f() -> i32 { %0 = nvvm.read.ptx.sreg.tid.x : i32 llvm.return %0 : i32 }",
            "another target",
        ),
        ("llvm.func @f() attributes {garbageCollector = \"nosuch\"} { llvm.return }", "garbage collector"),
        (
            "llvm.func @f() -> i64 { %0 = \"llvm.intr.vscale\"() : () -> i64 llvm.return %0 : i64 }",
            "llvm.vscale",
        ),
        ("llvm.func @f() attributes {target_cpu = \"i386\"} { llvm.return }", "i386"),
        (
            "llvm.func @f() attributes {target_features = #llvm.target_features<[\"+nosuch\"]>} { llvm.return }",
            "+nosuch",
        ),
        (
            "llvm.func @f(%a: i32) -> i64 { %0 = llvm.bitcast %a : i32 to i64 llvm.return %0 : i64 }",
            "Invalid bitcast",
        ),
        (&nested, "nest deeper"),
    ] {
        for opt in [OptLevel::O0, OptLevel::O2] {
            let result = compiled(text, &target.clone().with_opt(opt))
                .and_then(|(machine, module)| machine.emit_object(&module));
            let error = result.expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
    Ok(())
}

/// A parallel loop over a compiled chunk function, started by compiled code.
const PARALLEL: &str = r#"
llvm.func @strata_rt_parallel_for(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> i32
llvm.func internal @chunk(%args: !llvm.ptr, %i: i64) {
  %p = llvm.getelementptr inbounds %args[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %old = llvm.load %p : !llvm.ptr -> i64
  %sum = llvm.add %old, %i : i64
  llvm.store %sum, %p : i64, !llvm.ptr
  llvm.return
}
llvm.func @run(%ctx: !llvm.ptr, %data: !llvm.ptr, %n: i64) -> i32 {
  %f = llvm.mlir.addressof @chunk : !llvm.ptr
  %r = llvm.call @strata_rt_parallel_for(%ctx, %f, %n, %data) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> i32
  llvm.return %r : i32
}
"#;

#[test]
fn compiled_code_uses_the_runtime() -> Result<()> {
    let (machine, module) = compiled(PARALLEL, &Target::host()?)?;
    let jit = Jit::new()?;
    let runtime: Vec<_> =
        strata_runtime_cpu::symbols().into_iter().map(|(name, at)| (name.to_owned(), at)).collect();
    jit.define_symbols(&runtime)?;
    jit.add_module(&machine, &module)?;
    let symbol = jit.lookup("run")?;
    type Run = unsafe extern "C" fn(*const strata_runtime_cpu::Context, *mut i64, i64) -> i32;
    let context = strata_runtime_cpu::Context::new(4);
    let mut data = vec![1i64; 500];
    for _ in 0..3 {
        // SAFETY: `Run` is the compiled function's type; the context and the data outlive the call.
        let code = unsafe { symbol.function::<Run>()(&raw const context, data.as_mut_ptr(), 500) };
        assert_eq!(code, 0);
    }
    assert!(data.iter().zip(0..).all(|(&value, i)| value == 1 + 3 * i));
    Ok(())
}

#[test]
fn builder_makes_constant_tables_and_switches() -> Result<()> {
    let cx = ExitContext::new();
    let mut b = ModuleBuilder::new(&cx);
    let loc = b.unknown();
    let body = b.module_body();
    let (i1, i32, i64, ptr) = (b.ty("i1")?, b.ty("i32")?, b.ty("i64")?, b.ty("!llvm.ptr")?);
    let global = |b: &mut ModuleBuilder<'_>, name: &str, ty: &str, shape: &str, bytes: &[u8]| -> Result<()> {
        let shape = b.ty(shape)?;
        let value = b.dense_attr(shape, bytes)?;
        let (sym_name, global_type) = (b.string_attr(name), b.attr(ty)?);
        let (linkage, unit) = (b.attr("#llvm.linkage<internal>")?, b.attr("unit")?);
        let attrs = [
            ("sym_name", sym_name),
            ("global_type", global_type),
            ("linkage", linkage),
            ("constant", unit),
            ("value", value),
        ];
        b.op(body, &OpSpec { attrs: &attrs, regions: 1, ..OpSpec::new("llvm.mlir.global", loc) })?;
        Ok(())
    };
    let numbers: Vec<u8> = [10i32, 20, 30, 40].iter().flat_map(|x| x.to_le_bytes()).collect();
    global(&mut b, "numbers", "!llvm.array<2 x array<2 x i32>>", "tensor<2x2xi32>", &numbers)?;
    let flags = [1u8, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1];
    global(&mut b, "flags", "!llvm.array<11 x i1>", "tensor<11xi1>", &flags)?;
    global(&mut b, "splat", "!llvm.array<3 x i32>", "tensor<3xi32>", &7i32.to_le_bytes())?;

    // table(which, i): numbers[i], flags[i] or splat[i].
    let func = b.func("table", "!llvm.func<i32 (i32, i64)>", &[], loc)?;
    let region = func.regions[0];
    let (entry, args) = b.block(region, &[i32, i64], loc)?;
    let (exit, result) = b.block(region, &[i32], loc)?;
    let mut cases = Vec::new();
    for (name, element) in [("numbers", "i32"), ("flags", "i1"), ("splat", "i32")] {
        let (block, passed) = b.block(region, &[i64], loc)?;
        let symbol = b.attr(&format!("@{name}"))?;
        let address = OpSpec {
            results: &[ptr],
            attrs: &[("global_name", symbol)],
            ..OpSpec::new("llvm.mlir.addressof", loc)
        };
        let base = b.op(block, &address)?.results[0];
        let (elem, indices) = (b.attr(element)?, b.attr("array<i32: -2147483648>")?);
        let gep = OpSpec {
            operands: &[base, passed[0]],
            results: &[ptr],
            attrs: &[("elem_type", elem), ("rawConstantIndices", indices)],
            ..OpSpec::new("llvm.getelementptr", loc)
        };
        let pointer = b.op(block, &gep)?.results;
        let ty = if element == "i1" { i1 } else { i32 };
        let load = OpSpec { operands: &pointer, results: &[ty], ..OpSpec::new("llvm.load", loc) };
        let mut value = b.op(block, &load)?.results;
        if element == "i1" {
            let extend = OpSpec { operands: &value, results: &[i32], ..OpSpec::new("llvm.zext", loc) };
            value = b.op(block, &extend)?.results;
        }
        b.op(block, &OpSpec { successors: &[(exit, &value)], ..OpSpec::new("llvm.br", loc) })?;
        cases.push(block);
    }
    let case_values = b.attr("dense<[1, 2]> : vector<2xi32>")?;
    let switch = OpSpec {
        operands: &args[..1],
        attrs: &[("case_values", case_values)],
        successors: &[(cases[0], &args[1..]), (cases[1], &args[1..]), (cases[2], &args[1..])],
        ..OpSpec::new("llvm.switch", loc)
    };
    b.op(entry, &switch)?;
    b.op(exit, &OpSpec { operands: &result, ..OpSpec::new("llvm.return", loc) })?;

    let mut ir = b.finish()?.translate()?;
    let machine = TargetMachine::new(&Target::host()?)?;
    ir.optimize(&machine)?;
    let jit = Jit::new()?;
    jit.add_module(&machine, &ir)?;
    let symbol = jit.lookup("table")?;
    // SAFETY: the type is the compiled function's.
    let table: extern "C" fn(i32, i64) -> i32 = unsafe { symbol.function() };
    for (i, expected) in [10, 20, 30, 40].into_iter().enumerate() {
        assert_eq!(table(0, i as i64), expected);
    }
    for (i, expected) in flags.into_iter().enumerate() {
        assert_eq!(table(1, i as i64), i32::from(expected), "flag {i}");
    }
    assert_eq!(table(2, 2), 7);
    Ok(())
}
