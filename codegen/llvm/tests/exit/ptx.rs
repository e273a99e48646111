//! Modules for devices: PTX, line information, errors, and images with a cubin.

use std::sync::Arc;

use strata_codegen_llvm::{KernelImage, Ptx, PtxOptions, Result, compile_kernels, compile_ptx};
use strata_codegen_ptxas::{Assembler, Limit};
use strata_ir::core::{Body, Context, Registry, diagnostics::render_all};
use strata_ir::text::{ParseOptions, parse_module};

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_gpu::DIALECT)
        .register(&strata_llvm::DIALECT)
        .register(&strata_nvvm::DIALECT);
    r.freeze()
}

fn parse(text: &str) -> Box<Body> {
    let cx = context();
    parse_module(&cx, "kernels.mlir", text, ParseOptions::default())
        .unwrap_or_else(|errors| panic!("{}", render_all(&cx, &errors)))
}

fn ptx(text: &str, arch: &str) -> Result<Ptx> {
    compile_ptx(&parse(text), &PtxOptions::new(arch))
}

fn refused(text: &str, arch: &str) -> String {
    ptx(text, arch).map(|p| p.text).expect_err("it is refused").to_string()
}

/// A module with a kernel of this body, which may use `%p`.
fn kernel(body: &str) -> String {
    format!(
        "gpu.module @m {{ llvm.func @k(%p: !llvm.ptr) attributes {{nvvm.kernel}} {{ {body} llvm.return }} }}"
    )
}

const TWO: &str = r#"
gpu.module @first {
  llvm.mlir.global internal constant @table(dense<[1.0, 2.0]> : tensor<2xf32>) {addr_space = 1 : i32} : !llvm.array<2 x f32>
  llvm.func @helper(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
    %0 = llvm.fadd %x, %x : f32
    llvm.return %0 : f32
  }
  llvm.func @one(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.maxntid = array<i32: 64, 2, 1>} {
    %t = llvm.mlir.addressof @table : !llvm.ptr<1>
    %i = nvvm.read.ptx.sreg.tid.x : i32
    %q = llvm.getelementptr %t[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.load %q : !llvm.ptr<1> -> f32
    %y = llvm.call @helper(%x) : (f32) -> f32
    llvm.store %y, %p : f32, !llvm.ptr
    llvm.return
  }
}
gpu.module @second {
  llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @helper(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
    %0 = llvm.fmul %x, %x : f32
    llvm.return %0 : f32
  }
  llvm.func @two(%p: !llvm.ptr) attributes {nvvm.kernel} {
    %s = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
    %x = llvm.load %s : !llvm.ptr<3> -> f32
    %y = llvm.call @helper(%x) : (f32) -> f32
    llvm.store %y, %p : f32, !llvm.ptr
    llvm.return
  }
}
"#;

#[test]
fn modules_of_a_program_become_one_text() -> Result<()> {
    let ptx = ptx(TWO, "sm_80")?;
    let facts: Vec<_> = ptx
        .kernels
        .iter()
        .map(|k| (k.name.as_str(), k.module.as_str(), k.threads, k.dynamic_shared))
        .collect();
    assert_eq!(facts, [("one", "first", Some(128), false), ("two", "second", None, true)]);
    // Both functions of the same name are there, and neither is visible.
    for part in [
        ".visible .entry one(",
        ".visible .entry two(",
        ".maxntid 64, 2",
        ".func  (.param .b32 func_retval0) helper(",
        ".func  (.param .b32 func_retval0) helper_0(",
        ".extern .shared .align 16 .b8 dynamic[]",
    ] {
        assert!(ptx.text.contains(part), "{part}\n{}", ptx.text);
    }
    assert!(!ptx.text.contains(".visible .func") && !ptx.text.contains(".visible .global"), "{}", ptx.text);
    Ok(())
}

#[test]
fn kernels_of_one_name_are_an_error() {
    let one = "gpu.module @a { llvm.func @k() attributes {nvvm.kernel} { llvm.return } }";
    let text = format!("{one}\n{}", one.replace("@a", "@b"));
    assert!(refused(&text, "sm_80").contains("'llvm.func' op defines 'k' again: another module does so too"));
    let odd = one.replace("@k", "@\"a.b\"");
    assert!(refused(&odd, "sm_80").contains("not an identifier of PTX"));
}

#[test]
fn what_is_no_kernel_is_no_code_for_a_device() {
    for text in
        ["llvm.func @f() { llvm.return }", "gpu.module @m { llvm.func @f() { llvm.return } }", "module {}"]
    {
        assert!(refused(text, "sm_80").contains("no 'gpu.module' with kernels"), "{text}");
    }
    // Without a `gpu.module`, functions have their declared visibility.
    let plain = "llvm.func @k() attributes {nvvm.kernel} { llvm.return } llvm.func @f() { llvm.return }";
    let text = ptx(plain, "sm_80").map(|p| p.text).unwrap_or_else(|e| panic!("{e}"));
    assert!(text.contains(".visible .entry k(") && text.contains(".visible .func f("), "{text}");
}

#[test]
fn versions_follow_architecture_and_instructions() -> Result<()> {
    let nothing = kernel("");
    for (arch, version) in
        [("sm_75", "6.3"), ("sm_80", "7.0"), ("sm_89", "7.8"), ("sm_90a", "8.0"), ("sm_100a", "8.6")]
    {
        let text = ptx(&nothing, arch)?.text;
        assert!(text.contains(&format!(".version {version}\n.target {arch}\n")), "{text}");
    }
    let policy = kernel(
        "%0 = llvm.inline_asm has_side_effects \"createpolicy.fractional.L2::evict_first.b64 $0, 1.0;\", \"=l\" : () -> i64",
    );
    assert!(ptx(&policy, "sm_80")?.text.contains(".version 7.4"));
    let wide = PtxOptions { features: "+ptx83".into(), ..PtxOptions::new("sm_80") };
    assert!(compile_ptx(&parse(&policy), &wide)?.text.contains(".version 8.3"));
    let narrow = PtxOptions { features: "+ptx70".into(), ..PtxOptions::new("sm_80") };
    let error = compile_ptx(&parse(&policy), &narrow).map(|p| p.text).expect_err("too old").to_string();
    assert!(error.contains("needs +ptx74"), "{error}");
    Ok(())
}

#[test]
fn what_ends_the_process_is_refused() {
    let elect = kernel("%0 = nvvm.elect.sync -> i1");
    assert!(refused(&elect, "sm_80").contains("'llvm.nvvm.elect.sync' needs sm_90"));
    assert!(ptx(&elect, "sm_90").is_ok());
    let fence = kernel("nvvm.wgmma.fence.aligned");
    assert!(refused(&fence, "sm_100a").contains("needs sm_90a"));
    assert!(ptx(&fence, "sm_90a").is_ok());
    let prefetch = kernel("llvm.call_intrinsic \"llvm.nvvm.prefetch.L2\"(%p) : (!llvm.ptr) -> ()");
    assert!(ptx(&prefetch, "sm_90").is_ok_and(|p| p.text.contains(".version 8.0")));
    let old = kernel(
        "%0 = llvm.mlir.constant(1 : i32) : i32
        %1 = llvm.call_intrinsic \"llvm.nvvm.shfl.up.i32\"(%0, %0, %0) : (i32, i32, i32) -> i32",
    );
    assert!(refused(&old, "sm_90").contains("needs another instruction"));
    let unary = |op: &str, ty: &str| {
        kernel(&format!(
            "%0 = llvm.load %p : !llvm.ptr -> {ty} %1 = llvm.intr.{op}(%0) : ({ty}) -> {ty} llvm.store %1, %p : {ty}, !llvm.ptr"
        ))
    };
    for (op, ty) in
        [("exp", "f32"), ("log", "f64"), ("sin", "f32"), ("tanh", "f16"), ("exp2", "f64"), ("cos", "f64")]
    {
        let error = refused(&unary(op, ty), "sm_90a");
        assert!(error.contains(&format!("'llvm.intr.{op}'")) && error.contains("expand it first"), "{error}");
    }
    for (op, ty) in [("sqrt", "f32"), ("exp2", "f32"), ("floor", "f64"), ("fabs", "bf16")] {
        assert!(ptx(&unary(op, ty), "sm_80").is_ok(), "{op}");
    }
    let matrix = kernel(
        "%m = llvm.mlir.constant(16 : i32) : i32
        %0 = nvvm.wmma.load %p, %m {eltype = #nvvm.mma_type<s8>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, \
         m = 8 : i32, n = 32 : i32} : (!llvm.ptr) -> !llvm.struct<(i32)>",
    );
    let error = refused(&matrix, "sm_80");
    assert!(error.contains("'nvvm.wmma.load' op has one register as its result"), "{error}");
    let call = "gpu.module @m { llvm.func @erff(f32) -> f32 llvm.func @k(%x: f32) attributes {nvvm.kernel} {
        %0 = llvm.call @erff(%x) : (f32) -> f32 llvm.return } }";
    assert!(refused(call, "sm_80").contains("the function 'erff' is declared and not defined"));
    assert!(refused(&kernel(""), "sm_12").contains("not a known NVIDIA architecture"));
    let other = "gpu.module @m { llvm.func @k() attributes {nvvm.kernel} { \"gpu.barrier\"() : () -> () llvm.return } }";
    assert!(refused(other, "sm_80").contains("'gpu.barrier' op cannot be translated"));
}

#[test]
fn instructions_without_intrinsics_become_assembly() -> Result<()> {
    let text = "gpu.module @m { llvm.func @w(%a: i64, %b: i64, %p: !llvm.ptr) attributes {nvvm.kernel} {
      %0 = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      %1 = nvvm.wgmma.mma_async %a, %b, %0, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<zero>], A [<bf16>, #nvvm.wgmma_scale_in<one>, <row>], B [<bf16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      llvm.store %1, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr
      llvm.return } }";
    assert!(ptx(text, "sm_90a")?.text.contains("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16"));
    assert!(refused(text, "sm_90").contains("'wgmma.' needs sm_90a"));
    Ok(())
}

#[test]
fn lines_of_the_source_are_kept_on_request() -> Result<()> {
    let text = r#"gpu.module @m { llvm.func @k(%p: !llvm.ptr) attributes {nvvm.kernel} {
      %0 = llvm.load %p : !llvm.ptr -> f32 loc("model.py":7:3)
      %1 = llvm.fadd %0, %0 : f32 loc("model.mlir":9:5)
      llvm.store %1, %p : f32, !llvm.ptr loc(unknown)
      llvm.return loc("model.mlir":10:5)
    } loc("model.mlir":3:1) }"#;
    assert!(!ptx(text, "sm_80")?.text.contains(".loc"));
    let with_lines = PtxOptions { line_info: true, ..PtxOptions::new("sm_80") };
    let ptx = compile_ptx(&parse(text), &with_lines)?.text;
    let number = |file: &str| {
        let line = ptx.lines().find(|l| l.contains(".file") && l.contains(&format!("\"{file}\"")));
        line.and_then(|l| l.split_whitespace().nth(1)).unwrap_or_else(|| panic!("{file}\n{ptx}")).to_owned()
    };
    let (own, other) = (number("model.mlir"), number("model.py"));
    for place in [format!(".loc\t{other} 7 3"), format!(".loc\t{own} 9 5"), format!(".loc\t{own} 3 1")] {
        assert!(ptx.contains(&place), "{place}\n{ptx}");
    }
    // Several functions and modules, one of which has no location.
    let ptx = compile_ptx(&parse(TWO), &with_lines)?.text;
    assert!(ptx.matches(".loc").count() > 6, "{ptx}");
    if let Ok(assembler) = Assembler::find(None) {
        assembler.assemble(&ptx, "sm_80", 3, true).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    }
    Ok(())
}

#[test]
fn images_have_a_cubin_where_there_is_an_assembler() -> Result<()> {
    let module = parse(TWO);
    let image: KernelImage = compile_kernels(&module, "sm_90a", None)?;
    assert_eq!(image.kernels.len(), 2);
    let error = compile_kernels(&module, "sm_90a", Some("/nowhere/ptxas".as_ref())).map(|i| i.ptx);
    assert!(error.is_err_and(|e| e.to_string().contains("--ptxas names '/nowhere/ptxas'")));
    let Some(cubin) = &image.cubin else {
        eprintln!("skipped in part: {}", Assembler::find(None).expect_err("there is none"));
        assert!(image.kernels.iter().all(|k| k.remark().is_none()));
        return Ok(());
    };
    assert_eq!(&cubin[..4], b"\x7fELF");
    let (one, two) = (&image.kernels[0], &image.kernels[1]);
    let takes = one.takes.as_ref().expect("a report");
    assert!(takes.registers >= 8 && !takes.uses_local_memory());
    assert!(one.occupancy.is_some_and(|o| o.limit == Limit::Warps && o.blocks == 16));
    let remark = one.remark().expect("a remark");
    assert!(
        remark.starts_with("kernel 'one': ") && remark.contains("no spills; of 128 threads, 16 blocks"),
        "{remark}"
    );
    let remark = two.remark().expect("a remark");
    assert!(remark.contains("0 bytes of shared memory and what the launch adds"), "{remark}");
    Ok(())
}

#[test]
fn large_constants_are_bytes() {
    // Of two symbols with the same name, one is renamed.
    let part = |name: &str, first: u8| {
        let hex: String =
            (0..1024).map(|i| format!("{:02X}", (i as u8).wrapping_mul(37).wrapping_add(first))).collect();
        format!(
            "gpu.module @{name} {{
               llvm.mlir.global private constant @w(dense<\"0x{hex}\"> : tensor<256xf32>) {{alignment = 64 : i64}} : !llvm.array<256 x f32>
               llvm.func @{name}_k(%p: !llvm.ptr) attributes {{gpu.kernel}} {{
                 %t = llvm.mlir.addressof @w : !llvm.ptr
                 %i = nvvm.read.ptx.sreg.tid.x : i32
                 %q = llvm.getelementptr %t[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
                 %x = llvm.load %q : !llvm.ptr -> f32
                 llvm.store %x, %p : f32, !llvm.ptr
                 llvm.return
               }}
             }}\n"
        )
    };
    let text =
        ptx(&format!("{}{}", part("a", 1), part("b", 2)), "sm_80").unwrap_or_else(|e| panic!("{e}")).text;
    for first in ["{1, 38, 75, 112,", "{2, 39, 76, 113,"] {
        assert_eq!(text.matches(first).count(), 1, "{text}");
    }
    assert_eq!(text.matches(".align 64 .b8").count(), 2, "{text}");
}
