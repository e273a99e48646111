//! The instructions of kernels for matrix products and for rows, at the sizes that they are designed for.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use super::nvidia::{ARCHITECTURES, Tools, tools, translate_text};
use strata_codegen_ptxas::Opcodes;

/// An assembled program: the instructions of its kernels, and the messages.
struct Code {
    kernels: BTreeMap<String, Opcodes>,
    said: String,
}

impl Code {
    /// Assembles a program; `None` without a disassembler.
    fn assemble(tools: &Tools, program: &str, arch: &str) -> Option<Self> {
        let disassembler = tools.nvdisasm.as_ref()?;
        let flags = [format!("--mcpu={arch}"), format!("--ptxas={}", tools.ptxas.display())];
        let arguments = ["--mlir-to-cubin", "--remarks", &flags[0], &flags[1]];
        let (cubin, said) =
            translate_text(&arguments, program).unwrap_or_else(|e| panic!("{arch}: {e}\n{program}"));
        let kernels = disassembler.opcodes(&cubin).unwrap_or_else(|e| panic!("{e}"));
        Some(Self { kernels, said })
    }

    /// The number of occurrences of an instruction in all kernels.
    fn count(&self, opcode: &str) -> usize {
        self.kernels.values().map(|k| k.count(opcode)).sum()
    }

    /// Checks that nothing is in local memory, and that no matrix instruction waits for another one.
    fn check(&self, what: &str) {
        assert!(!self.said.contains("warning"), "{what}: {}", self.said);
        let remarks = self.said.lines().filter(|l| l.contains("remark: "));
        for remark in remarks {
            assert!(remark.contains("no spills"), "{what}: {remark}");
        }
        assert_eq!(self.count("LDL") + self.count("STL"), 0, "{what}");
    }
}

fn product(m: impl Display, n: usize, k: usize, ty: &str, to: &str) -> String {
    format!(
        "func.func @main(%a: tensor<{m}x{k}x{ty}>, %b: tensor<{k}x{n}x{ty}>) -> tensor<{m}x{n}x{to}> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<{m}x{k}x{ty}>, tensor<{k}x{n}x{ty}>) -> tensor<{m}x{n}x{to}>
  return %0 : tensor<{m}x{n}x{to}>
}}"
    )
}

#[test]
fn products_are_on_tensor_cores() {
    let Some(tools) = tools() else { return };
    let sizes = [(128, 128, 64), (1024, 4096, 1024), (4096, 4096, 4096)];
    for (m, n, k) in sizes {
        for (ty, to) in [("bf16", "bf16"), ("bf16", "f32"), ("f16", "f16")] {
            for arch in ARCHITECTURES {
                let what = format!("{m}x{n}x{k} {ty} {to} {arch}");
                let Some(code) = Code::assemble(&tools, &product(m, n, k, ty, to), arch) else { return };
                code.check(&what);
                // Matrices are loaded by asynchronous copies, either of 16 bytes per thread or of a tile.
                assert!(code.count("HMMA") + code.count("HGMMA") > 0, "{what}");
                assert!(code.count("LDGSTS") + code.count("UTMALDG") > 0, "{what}");
                assert!(code.count("LDSM") > 0 || code.count("HGMMA") > 0, "{what}");
                // Large products on Hopper use groups of warps, which take registers from the warps that only copy.
                if m * n * k >= 1 << 32 && arch == "sm_90a" {
                    // Two blocks share multicast copies, and sums are stored in units of 16 bytes.
                    let names = ["HGMMA", "UTMALDG.2D.MULTICAST", "USETMAXREG", "STG.E.128"];
                    let groups = names.map(|name| code.count(name) > 0);
                    assert_eq!((groups, code.count("HMMA")), ([true; 4], 0), "{what}");
                }
            }
        }
    }
}

/// With an unknown number of rows, the remaining code is the same as for known numbers.
#[test]
fn products_of_unknown_rows_are_on_tensor_cores() {
    let Some(tools) = tools() else { return };
    for (ty, to, on_ampere) in [("bf16", "bf16", "HMMA"), ("f32", "f32", "HMMA"), ("i8", "i32", "IMMA")] {
        for arch in ARCHITECTURES {
            let what = format!("{ty} {to} {arch}");
            let Some(code) = Code::assemble(&tools, &product("?", 4096, 4096, ty, to), arch) else { return };
            code.check(&what);
            let groups = ty == "bf16" && arch == "sm_90a";
            let names = if groups { ["HGMMA", "UTMALDG.2D.MULTICAST"] } else { [on_ampere, "LDGSTS"] };
            for name in names {
                assert!(code.count(name) > 0, "{what}: no {name}");
            }
        }
    }
}

/// Elements that asynchronous copies cannot load go through registers: rows of odd sizes, images of three channels.
#[test]
fn products_of_odd_sizes_are_on_tensor_cores() {
    let Some(tools) = tools() else { return };
    let image = "func.func @main(%x: tensor<8x230x230x3xbf16>, %w: tensor<7x7x3x64xbf16>) -> tensor<8x112x112x64xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x230x230x3xbf16>, tensor<7x7x3x64xbf16>) -> tensor<8x112x112x64xbf16>
  return %0 : tensor<8x112x112x64xbf16>
}";
    let odd = [(100, 300, 77), (101, 301, 77), (1023, 1025, 1023)];
    let mut programs: Vec<String> = odd.iter().map(|&(m, n, k)| product(m, n, k, "bf16", "bf16")).collect();
    programs.push(image.to_owned());
    for program in &programs {
        for arch in ARCHITECTURES {
            let what = format!("{arch} {program}");
            let Some(code) = Code::assemble(&tools, program, arch) else { return };
            code.check(&what);
            assert!(code.count("HMMA") > 0 && code.count("LDG.E.U16") > 0, "{what}");
        }
    }
}

/// Few sums of many products: partial sums, and a kernel that adds these.
#[test]
fn long_sums_have_two_kernels() {
    let Some(tools) = tools() else { return };
    for ty in ["bf16", "f32"] {
        for arch in ARCHITECTURES {
            let what = format!("{arch} {ty}");
            let Some(code) = Code::assemble(&tools, &product(64, 64, 65536, ty, "f32"), arch) else { return };
            code.check(&what);
            assert_eq!(code.kernels.len(), 2, "{what}");
            assert!(code.count("LDGSTS") > 0 && code.count("ATOM") + code.count("RED") == 0, "{what}");
        }
    }
}

/// A product of `f32` with the given `precision` of its factors.
fn product_of_precision(size: usize, precision: &str) -> String {
    let ty = format!("tensor<{size}x{size}xf32>");
    format!(
        "func.func @main(%a: {ty}, %b: {ty}) -> {ty} {{
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : {ty}
  %1 = linalg.fill ins(%zero : f32) outs(%0 : {ty}) -> {ty}
  %2 = linalg.matmul {{input_precision = \"{precision}\"}} ins(%a, %b : {ty}, {ty}) outs(%1 : {ty}) -> {ty}
  return %2 : {ty}
}}"
    )
}

/// Bytes, words and doubles are computed on tensor cores, too, with only the additional instructions needed to load and to split them.
#[test]
fn bytes_words_and_doubles_are_on_tensor_cores() {
    let Some(tools) = tools() else { return };
    for size in [128, 1024, 4096] {
        let programs = [
            (product(size, size, size, "i8", "i32"), "IMMA.16832.S8.S8", 1),
            (product(size, size, size, "ui8", "ui32"), "IMMA.16832.U8.U8", 1),
            (product(size, size, size, "f64", "f64"), "DMMA", 2),
            (product_of_precision(size, "tf32"), "HMMA.1688.F32.TF32", 1),
            (product_of_precision(size, "tf32x3"), "HMMA.1688.F32.TF32", 3),
        ];
        for (program, instruction, each) in programs {
            for arch in ARCHITECTURES {
                let what = format!("{size} {instruction} {each} {arch}");
                let Some(code) = Code::assemble(&tools, &program, arch) else { return };
                code.check(&what);
                let products = code.count(instruction);
                assert!(products >= 8 * each && products % each == 0, "{what}: {products}");
                // Copies bypass registers, and elements are not loaded one by one.
                let loaded = if instruction == "DMMA" { "LDS.128" } else { "LDSM" };
                assert!(code.count("LDGSTS") > 0 && code.count(loaded) > 0, "{what}");
                assert!(code.count("LDS.U8") + code.count("LDG") == 0, "{what}");
                assert_eq!(code.count("STG.E.128"), code.count("STG"), "{what}");
            }
        }
    }
}

/// In single precision, products are exact, and each is fused with the sum in one instruction.
#[test]
fn products_of_single_precision_are_fused() {
    let Some(tools) = tools() else { return };
    for arch in ARCHITECTURES {
        let Some(code) = Code::assemble(&tools, &product_of_precision(1024, "ieee"), arch) else { return };
        code.check(arch);
        let (fused, wide) = (code.count("FFMA"), code.count("LDS.128"));
        assert!(fused >= 256 && code.count("FMUL") == 0 && code.count("LDGSTS") > 0, "{arch}");
        // Each number loaded from shared memory is used for several products.
        assert!(fused >= 8 * wide, "{arch}: {fused} products for {wide} reads");
    }
}

/// `softmax` of rows, in `f32`.
fn softmax(rows: usize, columns: usize, ty: &str) -> String {
    let (x, f, r) = (
        format!("tensor<{rows}x{columns}x{ty}>"),
        format!("tensor<{rows}x{columns}xf32>"),
        format!("tensor<{rows}xf32>"),
    );
    let mut out = format!(
        "func.func @main(%x: {x}) -> {x} {{
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convert %x : ({x}) -> {f}\n"
    );
    let steps =
        [("m", "%0", "%low", "maximum", "subtract", "%0"), ("s", "%e", "%zero", "add", "divide", "%e")];
    for (name, of, init, fold, then, with) in steps {
        _ = writeln!(
            out,
            "  %{name} = stablehlo.reduce({of} init: {init}) applies stablehlo.{fold} across dimensions = [1] : ({f}, tensor<f32>) -> {r}
  %{name}b = stablehlo.broadcast_in_dim %{name}, dims = [0] : ({r}) -> {f}
  %{name}d = stablehlo.{then} {with}, %{name}b : {f}"
        );
        if name == "m" {
            _ = writeln!(out, "  %e = stablehlo.exponential %md : {f}");
        }
    }
    _ = writeln!(out, "  %r = stablehlo.convert %sd : ({f}) -> {x}\n  return %r : {x}\n}}");
    out
}

#[test]
fn rows_are_read_once_in_sixteen_bytes() {
    let Some(tools) = tools() else { return };
    for (rows, columns) in [(65536, 64), (4096, 1024), (4096, 4096)] {
        for ty in ["f32", "bf16"] {
            for arch in ARCHITECTURES {
                let what = format!("{rows}x{columns} {ty} {arch}");
                let Some(code) = Code::assemble(&tools, &softmax(rows, columns, ty), arch) else { return };
                code.check(&what);
                assert_eq!(code.kernels.len(), 1, "{what}");
                let (wide, all) = (code.count("LDG.E.128"), code.count("LDG"));
                assert!(wide > 0 && wide == all, "{what}: {wide} of {all}");
                assert!(code.count("STG.E.128") == wide && code.count("SHFL") > 0, "{what}");
            }
        }
    }
}

/// Attention of some heads with queries and keys of a length, causal or with all keys.
fn attention(heads: usize, length: usize, width: usize, causal: bool) -> String {
    let (x, f) =
        (format!("tensor<{heads}x{length}x{width}xbf16>"), format!("tensor<{heads}x{length}x{length}xf32>"));
    let (w, r, i) = (
        format!("tensor<{heads}x{length}x{length}xbf16>"),
        format!("tensor<{heads}x{length}xf32>"),
        format!("tensor<{heads}x{length}x{length}xi32>"),
    );
    let mut out = format!(
        "func.func @main(%q: {x}, %k: {x}, %v: {x}) -> {x} {{
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scale = stablehlo.constant dense<0.125> : {f}
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : ({x}, {x}) -> {f}
  %1 = stablehlo.multiply %0, %scale : {f}\n"
    );
    let scores = if causal { "%2" } else { "%1" };
    if causal {
        _ = writeln!(
            out,
            "  %t = stablehlo.iota dim = 1 : {i}
  %s = stablehlo.iota dim = 2 : {i}
  %c = stablehlo.compare GE, %t, %s, SIGNED : ({i}, {i}) -> tensor<{heads}x{length}x{length}xi1>
  %none = stablehlo.constant dense<-1.0e30> : {f}
  %2 = stablehlo.select %c, %1, %none : tensor<{heads}x{length}x{length}xi1>, {f}"
        );
    }
    let softmax = [("m", scores, "%low", "maximum", "subtract"), ("l", "%e", "%zero", "add", "divide")];
    for (name, of, init, fold, then) in softmax {
        _ = writeln!(
            out,
            "  %{name} = stablehlo.reduce({of} init: {init}) applies stablehlo.{fold} across dimensions = [2] : ({f}, tensor<f32>) -> {r}
  %{name}b = stablehlo.broadcast_in_dim %{name}, dims = [0, 1] : ({r}) -> {f}
  %{name}d = stablehlo.{then} {of}, %{name}b : {f}"
        );
        if name == "m" {
            _ = writeln!(out, "  %e = stablehlo.exponential %md : {f}");
        }
    }
    _ = writeln!(
        out,
        "  %p = stablehlo.convert %ld : ({f}) -> {w}
  %o = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({w}, {x}) -> {x}
  return %o : {x}\n}}"
    );
    out
}

/// Attention is one kernel, with the scores in registers.
#[test]
fn attention_is_one_kernel() {
    let Some(tools) = tools() else { return };
    for (heads, length, width, causal) in
        [(4, 256, 64, false), (32, 2048, 64, true), (32, 2048, 128, true), (3, 100, 80, false)]
    {
        for arch in ARCHITECTURES {
            let what = format!("{heads}x{length}x{width} {causal} {arch}");
            let Some(code) = Code::assemble(&tools, &attention(heads, length, width, causal), arch) else {
                return;
            };
            code.check(&what);
            assert_eq!(code.kernels.len(), 1, "{what}");
            assert!(code.count("HMMA") >= 2 * 4 * width / 8, "{what}: {}", code.count("HMMA"));
            assert!(code.count("LDGSTS") > 0 && code.count("LDSM") > 0 && code.count("MUFU") > 0, "{what}");
        }
    }
}

#[test]
fn elements_are_read_and_written_in_sixteen_bytes() {
    let Some(tools) = tools() else { return };
    let program = "func.func @main(%x: tensor<1048576xf32>, %y: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %0 = stablehlo.add %x, %y : tensor<1048576xf32>
  %1 = stablehlo.multiply %0, %y : tensor<1048576xf32>
  return %1 : tensor<1048576xf32>
}";
    for arch in ARCHITECTURES {
        let Some(code) = Code::assemble(&tools, program, arch) else { return };
        code.check(arch);
        assert_eq!(
            (code.count("LDG.E.128"), code.count("LDG"), code.count("STG.E.128"), code.count("STG")),
            (2, 2, 1, 1)
        );
    }
}

/// Elementwise ops after a product are fused into its kernel.
#[test]
fn products_end_with_what_follows() {
    let Some(tools) = tools() else { return };
    let program = "func.func @main(%a: tensor<2048x1024xbf16>, %b: tensor<1024x4096xbf16>, %c: tensor<4096xbf16>) -> tensor<2048x4096xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<2048x4096xbf16>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2048x4096xbf16>
  %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<4096xbf16>) -> tensor<2048x4096xbf16>
  %2 = stablehlo.add %0, %1 : tensor<2048x4096xbf16>
  %3 = stablehlo.maximum %2, %zero : tensor<2048x4096xbf16>
  return %3 : tensor<2048x4096xbf16>
}";
    for arch in ARCHITECTURES {
        let Some(code) = Code::assemble(&tools, program, arch) else { return };
        code.check(arch);
        assert_eq!(code.kernels.len(), 1, "{arch}");
        assert!(code.count("HMMA") + code.count("HGMMA") > 0, "{arch}");
    }
}

/// A thread has at most 128 registers, so that two blocks share a multiprocessor, whatever the order of the factors.
#[test]
fn two_blocks_of_single_precision_share_a_multiprocessor() {
    let Some(tools) = tools() else { return };
    for (a, b) in [(1, 0), (1, 1), (0, 0), (0, 1)] {
        let program = format!(
            "func.func @main(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [{a}] x [{b}], precision = [HIGHEST, HIGHEST] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}}"
        );
        for arch in ARCHITECTURES {
            let what = format!("{a} x {b} {arch}");
            let Some(code) = Code::assemble(&tools, &program, arch) else { return };
            code.check(&what);
            assert!(code.said.contains("2 blocks on a multiprocessor"), "{what}: {}", code.said);
            assert!(code.count("FFMA") >= 256, "{what}");
        }
    }
}

/// Narrow elements are transposed in words, with loads and stores of 16 bytes.
#[test]
fn transposes_read_and_write_sixteen_bytes() {
    let Some(tools) = tools() else { return };
    for (ty, rows) in [("bf16", 2), ("f16", 2), ("i8", 4)] {
        let program = format!(
            "func.func @main(%x: tensor<2048x1024x{ty}>) -> tensor<1024x2048x{ty}> {{
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2048x1024x{ty}>) -> tensor<1024x2048x{ty}>
  return %0 : tensor<1024x2048x{ty}>
}}"
        );
        for arch in ARCHITECTURES {
            let what = format!("{ty} {arch}");
            let Some(code) = Code::assemble(&tools, &program, arch) else { return };
            code.check(&what);
            let counts = ["LDG", "LDG.E.128", "LDS", "LDS.128", "STG", "STG.E.128"].map(|op| code.count(op));
            assert_eq!(counts, [rows; 6], "{what}");
            // One word of shared memory for each column of the 16 bytes.
            assert_eq!(code.count("STS"), 4 * rows, "{what}");
        }
    }
}
