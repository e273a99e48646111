//! The exit end to end: `llvm`-dialect modules to LLVM IR, object, assembly, shared library and JIT.

mod builder;
mod constants;
mod errors;
#[path = "../../../../runtime/cpu/tests/support/fake_device.rs"]
mod fake_device;
mod from_ir;
mod on_device;
mod parts;
mod predication;
mod ptx;

use std::sync::Arc;

use strata_codegen_llvm::{
    ExitContext, ExitModule, Jit, Linker, LlvmModule, OptLevel, Result, Target, TargetMachine, link_shared,
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
  %in = llvm.add %i, %c1 overflow<nsw> : i64
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

/// The squared absolute values of complex numbers, or of other pairs.
fn squares(load: &str) -> String {
    format!(
        r#"
llvm.func @squares(%z: !llvm.ptr {{llvm.noalias}}, %out: !llvm.ptr {{llvm.noalias}}) {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(1003 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %p = llvm.getelementptr inbounds %z[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
  {load}
  %0 = llvm.fmul %x, %x : f32
  %1 = llvm.fmul %y, %y : f32
  %2 = llvm.fadd %0, %1 : f32
  %q = llvm.getelementptr inbounds %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %2, %q : f32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}}"#
    )
}

#[test]
fn loops_over_pairs_become_loops_over_vectors() -> Result<()> {
    let pair = "%v = llvm.load %p : !llvm.ptr -> !llvm.struct<(f32, f32)>
  %x = llvm.extractvalue %v[0] : !llvm.struct<(f32, f32)>
  %y = llvm.extractvalue %v[1] : !llvm.struct<(f32, f32)>";
    let parts = "%x = llvm.load %p : !llvm.ptr -> f32
  %o = llvm.getelementptr inbounds %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %y = llvm.load %o : !llvm.ptr -> f32";
    // Loops without pairs are unchanged by LLVM.
    for (load, vectors) in [(pair, true), (parts, false)] {
        let (machine, module) = compiled(&squares(load), &Target::host()?)?;
        assert_eq!(module.to_text().contains(" x float>"), vectors, "{}", module.to_text());
        let jit = Jit::new()?;
        jit.add_module(&machine, &module)?;
        let symbol = jit.lookup("squares")?;
        let z: Vec<f32> = (0..2006).map(|i| (i % 89) as f32).collect();
        let mut out = vec![-1.0f32; 1003];
        // SAFETY: the function reads 1003 pairs and writes as many numbers.
        unsafe {
            let run = symbol.function::<unsafe extern "C" fn(*const f32, *mut f32)>();
            run(z.as_ptr(), out.as_mut_ptr());
        }
        for (pair, &got) in z.chunks(2).zip(&out) {
            assert_eq!(got, pair[0] * pair[0] + pair[1] * pair[1]);
        }
    }
    Ok(())
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
fn code_for_the_other_architecture() -> Result<()> {
    let body = "llvm.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %p: !llvm.ptr) {
      %0 = llvm.intr.fma(%a, %b, %b) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      llvm.store %0, %p {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
      llvm.return }";
    for (triple, instruction, machine) in
        [("aarch64-linux-gnu", "fmla", 183), ("x86_64-linux-gnu", "fmaf", 62)]
    {
        // `native` is the baseline on another architecture; here it is asked for by an empty name.
        let target = Target::new(Some(triple), "", "")?;
        assert_eq!(target.vector_bits(), 128);
        let (machine_code, module) = compiled(body, &target)?;
        let assembly = machine_code.emit_assembly(&module)?;
        // The baseline of x86-64 has no fused multiply-add, so a function is called.
        assert!(assembly.contains(instruction), "{triple}: {assembly}");
        assert_eq!(machine_code.emit_object(&module)?[18], machine);
    }
    let target = Target::new(Some("aarch64-linux-gnu"), "neoverse-n1", "+bf16,-sve")?;
    assert_eq!((target.cpu(), target.vector_bits(), target.has_fma()), ("neoverse-n1", 128, true));
    for (cpu, features) in [("znver4", ""), ("generic", "+avx2"), ("generic", "-neon"), ("generic", "bf16")] {
        let error = Target::new(Some("aarch64-linux-gnu"), cpu, features).unwrap_err().to_string();
        assert!(error.contains("AArch64"), "{error}");
    }
    assert!(Target::new(Some("riscv64-linux-gnu"), "", "").is_err());
    Ok(())
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
    link_shared(&Linker::find()?, &[&object], &[], &path, None)?;
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
