//! Errors are reported, never printed, and end neither the test nor the process.

use strata_codegen_llvm::{
    CodegenError, ExitContext, ExitModule, Linker, LlvmModule, Location, OptLevel, Result, Severity, Target,
    TargetMachine, link_shared,
};

use super::{compiled, jit_of};

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
fn linker_errors_are_reported() -> Result<()> {
    assert!(matches!(Linker::find_in([]), Err(CodegenError::Link(_))));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let output = directory.path().join("x.so");
    let linker = Linker::find()?;
    let error = link_shared(&linker, &[b"not an object"], &[], &output, None).unwrap_err();
    assert!(error.to_string().contains("failed"), "{error}");
    assert!(link_shared(&linker, &[], &[], &output, None).is_err());
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

/// Uses of tiles for which LLVM's code generator would end the process.
#[test]
fn tiles_are_refused_where_llvm_would_abort() -> Result<()> {
    let types = "(i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx";
    let load = format!("llvm.call_intrinsic \"llvm.x86.tileloadd64.internal\"(%r, %c, %p, %s) : {types}");
    let store = "llvm.call_intrinsic \"llvm.x86.tilestored64.internal\"(%r, %c, %p, %s, %t) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()";
    let start = "llvm.func @f(%p: !llvm.ptr, %s: i64, %q: i1) {
        %r = llvm.mlir.constant(16 : i16) : i16
        %c = llvm.mlir.constant(64 : i16) : i16";
    let selects = format!(
        "{start} %a = {load} %b = {load} %t = llvm.select %q, %a, %b : i1, !llvm.x86_amx {store} llvm.return }}"
    );
    let stores = format!("{start} %a = {load} llvm.store %a, %p : !llvm.x86_amx, !llvm.ptr llvm.return }}");
    let carries = format!(
        "{start} %a = {load} llvm.br ^bb1(%a : !llvm.x86_amx)
        ^bb1(%t: !llvm.x86_amx): %b = {load} llvm.cond_br %q, ^bb1(%b : !llvm.x86_amx), ^bb2
        ^bb2: {store} llvm.return }}"
    );
    let with_tiles = Target::new(Some("x86_64-unknown-linux-gnu"), "sapphirerapids", "")?;
    let without = Target::new(Some("x86_64-unknown-linux-gnu"), "sapphirerapids", "-amx-tile")?;
    let object = |text: &str, target: &Target, opt: OptLevel| {
        compiled(text, &target.clone().with_opt(opt))
            .and_then(|(machine, module)| machine.emit_object(&module))
    };
    for opt in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
        let error = object(&carries, &without, opt).unwrap_err().to_string();
        assert!(error.contains("needs the feature amx-tile"), "{error}");
        for text in [&selects, &stores] {
            assert!(object(text, &with_tiles, opt).is_err(), "{text}");
        }
        match opt {
            OptLevel::O0 => {
                let error = object(&carries, &with_tiles, opt).unwrap_err().to_string();
                assert!(error.contains("-O1 or more"), "{error}");
            }
            _ => assert!(!object(&carries, &with_tiles, opt)?.is_empty()),
        }
    }
    Ok(())
}

/// Intrinsics that a CPU has no instruction for, where LLVM's code generator would end the process.
#[test]
fn intrinsics_that_a_cpu_lacks_are_refused() -> Result<()> {
    let bf16 = "llvm.func @f(%s: vector<16xf32>, %a: vector<32xbf16>) -> vector<16xf32> {
        %0 = llvm.call_intrinsic \"llvm.x86.avx512bf16.dpbf16ps.512\"(%s, %a, %a) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
        llvm.return %0 : vector<16xf32> }";
    let with_features = bf16.replace(
        "-> vector<16xf32> {",
        "-> vector<16xf32> attributes {target_features = #llvm.target_features<[\"+avx512bf16\", \"+avx512vl\"]>} {",
    );
    let dot = "llvm.func @f(%s: vector<4xi32>, %a: vector<4xi32>, %b: vector<16xi8>) -> vector<4xi32> {
        %0 = llvm.call_intrinsic \"llvm.x86.avx512.vpdpbusd.128\"(%s, %b, %b) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
        llvm.return %0 : vector<4xi32> }";
    let random = "llvm.func @f() -> !llvm.struct<(i32, i32)> {
        %0 = llvm.call_intrinsic \"llvm.x86.rdrand.32\"() : () -> !llvm.struct<(i32, i32)>
        llvm.return %0 : !llvm.struct<(i32, i32)> }";
    for (text, cpu, expected) in [
        (bf16, "haswell", Some("needs the feature avx512bf16, which `haswell` does not have")),
        (bf16, "skylake-avx512", Some("needs the feature avx512bf16")),
        (bf16, "znver4", None),
        (&with_features, "skylake-avx512", None),
        (dot, "haswell", Some("needs the feature avxvnni or avx512vnni")),
        (dot, "alderlake", None),
        (dot, "icelake-server", None),
        (random, "x86-64", Some("needs the feature rdrnd")),
        (random, "haswell", None),
    ] {
        let target = Target::new(Some("x86_64-unknown-linux-gnu"), cpu, "")?;
        for opt in [OptLevel::O0, OptLevel::O2] {
            let result = compiled(text, &target.clone().with_opt(opt))
                .and_then(|(machine, module)| machine.emit_object(&module));
            match (result, expected) {
                (Ok(object), None) => assert!(!object.is_empty()),
                (Err(error), Some(expected)) => {
                    let error = error.to_string();
                    assert!(error.contains(expected), "{cpu}: {error}");
                }
                (Ok(_), Some(_)) => panic!("{cpu} has no code for {text}"),
                (Err(error), None) => panic!("{cpu}: {error}"),
            }
        }
    }
    Ok(())
}
