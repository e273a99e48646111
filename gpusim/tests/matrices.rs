//! Fragments of `ldmatrix`, `stmatrix` and `mma.sync` against plain products of matrices.

use crate::support;
use strata_gpusim::{Device, Dims, ErrorKind};
use support::*;

/// A kernel that loads `n` registers of type `reg` of each lane for each factor and for the sums, multiplies, and stores the result.
struct Product {
    m: usize,
    n: usize,
    k: usize,
    /// The element's name in PTX, its bits, and the type of the registers of factors.
    elem: &'static str,
    bits: usize,
    reg: &'static str,
    /// The type of the registers of sums.
    sum: &'static str,
}

impl Product {
    fn text(&self) -> String {
        let word = if self.bits == 64 { 2 } else { 1 };
        let per = if self.bits == 64 { 1 } else { 32 / self.bits };
        let (na, nb) = (self.m * self.k / 32 / per, self.n * self.k / 32 / per);
        let halves = if self.sum == "vector<2xf16>" { 2 } else { 1 };
        let nc = self.m * self.n / 32 / halves;
        let wide = if self.sum == "f64" { 2 } else { 1 };
        let mut body = String::from("%lane = nvvm.read.ptx.sreg.laneid : i32\n");
        let mut load = |name: &str, count: usize, ty: &str, words: usize| {
            for i in 0..count {
                let (stride, at) = (count * words, i * words);
                body += &format!(
                    "%{name}s{i} = llvm.mlir.constant({stride} : i32) : i32
                     %{name}m{i} = llvm.mul %lane, %{name}s{i} : i32
                     %{name}p{i} = llvm.getelementptr %{name}[%{name}m{i}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                     %{name}q{i} = llvm.getelementptr %{name}p{i}[{at}] : (!llvm.ptr) -> !llvm.ptr, i32
                     %{name}{i} = llvm.load %{name}q{i} : !llvm.ptr -> {ty}\n"
                );
            }
        };
        load("a", na, self.reg, word);
        load("b", nb, self.reg, word);
        load("c", nc, self.sum, wide);
        let list =
            |name: &str, n: usize| (0..n).map(|i| format!("%{name}{i}")).collect::<Vec<_>>().join(", ");
        let result = format!("!llvm.struct<({})>", vec![self.sum; nc].join(", "));
        let types = if ["f16", "f64"].contains(&self.elem) {
            String::new()
        } else {
            format!(
                "multiplicandAPtxType = #nvvm.mma_type<{0}>, multiplicandBPtxType = #nvvm.mma_type<{0}>, ",
                self.elem
            )
        };
        let wrap = if self.elem.ends_with('8') {
            "intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, "
        } else {
            ""
        };
        body += &format!(
            "%r = nvvm.mma.sync A[{}] B[{}] C[{}] {{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, {types}{wrap}shape = #nvvm.shape<m = {}, n = {}, k = {}>}} : ({}, {}, {}) -> {result}\n",
            list("a", na),
            list("b", nb),
            list("c", nc),
            self.m,
            self.n,
            self.k,
            self.reg,
            self.reg,
            self.sum
        );
        for i in 0..nc {
            body += &format!(
                "%r{i} = llvm.extractvalue %r[{i}] : {result}\nllvm.store %r{i}, %cq{i} : {}, !llvm.ptr\n",
                self.sum
            );
        }
        kernel("", "%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr", &body)
    }

    /// The position of element `e` of a lane's fragment, as in the PTX ISA: of the first factor, of the second one (its depth first), and
    /// of the sums.
    fn places(&self, lane: usize, e: usize) -> [(usize, usize); 3] {
        let (g, t) = (lane / 4, lane % 4);
        match (self.m, self.k, self.bits) {
            (8, 4, 64) => [(g, t), (t, g), (g, 2 * t + e)],
            (8, 16, 8) => [(g, 4 * t + e), (4 * t + e, g), (g, 2 * t + e)],
            (16, 16, 16) => {
                let row = if matches!(e, 0 | 1 | 4 | 5) { g } else { g + 8 };
                let a = (row, 2 * t + (e & 1) + if e >= 4 { 8 } else { 0 });
                [
                    a,
                    (2 * t + (e & 1) + if e >= 2 { 8 } else { 0 }, g),
                    (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1)),
                ]
            }
            (16, 8, 16) => [
                (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1)),
                (2 * t + e, g),
                (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1)),
            ],
            (16, 8, 32) => {
                let a = (if e == 0 || e == 2 { g } else { g + 8 }, if e < 2 { t } else { t + 4 });
                [a, (if e == 0 { t } else { t + 4 }, g), (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1))]
            }
            (16, 4, 32) => [(g + 8 * e, t), (t, g), (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1))],
            (16, 16, 8) => [
                (if e < 4 { g } else { g + 8 }, 4 * t + (e & 3)),
                (4 * t + e, g),
                (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1)),
            ],
            (16, 32, 8) => {
                let row = if matches!(e, 0..4 | 8..12) { g } else { g + 8 };
                let a = (row, 4 * t + (e & 3) + if e >= 8 { 16 } else { 0 });
                [
                    a,
                    (4 * t + (e & 3) + if e >= 4 { 16 } else { 0 }, g),
                    (if e < 2 { g } else { g + 8 }, 2 * t + (e & 1)),
                ]
            }
            _ => panic!("no such product"),
        }
    }

    fn encode(&self, v: f64) -> Vec<u8> {
        match self.elem {
            "f16" => half_bits(v as f32, 5, 10).to_le_bytes().to_vec(),
            "bf16" => half_bits(v as f32, 8, 7).to_le_bytes().to_vec(),
            "tf32" => (v as f32).to_le_bytes().to_vec(),
            "f64" => v.to_le_bytes().to_vec(),
            _ => vec![v as i64 as u8],
        }
    }

    fn check(&self) {
        let (m, n, k) = (self.m, self.n, self.k);
        let small =
            |i: usize, by: usize| ((i * by + i / 5) % 15) as f64 - if self.elem == "u8" { 0.0 } else { 7.0 };
        let a: Vec<f64> = (0..m * k).map(|i| small(i, 7)).collect();
        let b: Vec<f64> = (0..n * k).map(|i| small(i, 11)).collect();
        let c: Vec<f64> = (0..m * n).map(|i| (i % 9) as f64 - 4.0).collect();
        let (mut fa, mut fb, mut fc) = (Vec::new(), Vec::new(), Vec::new());
        for lane in 0..32 {
            for e in 0..m * k / 32 {
                let (r, q) = self.places(lane, e)[0];
                fa.extend(self.encode(a[r * k + q]));
            }
            for e in 0..n * k / 32 {
                let (q, r) = self.places(lane, e)[1];
                fb.extend(self.encode(b[q * n + r]));
            }
            for e in 0..m * n / 32 {
                let (r, q) = self.places(lane, e)[2];
                let v = c[r * n + q];
                match self.sum {
                    "f32" => fc.extend((v as f32).to_le_bytes()),
                    "f64" => fc.extend(v.to_le_bytes()),
                    "i32" => fc.extend((v as i32).to_le_bytes()),
                    _ => fc.extend(half_bits(v as f32, 5, 10).to_le_bytes()),
                }
            }
        }
        let mut d: Device = device(&self.text());
        let args = [&fa, &fb, &fc].map(|f| d.alloc_from(f).unwrap());
        let counters = d.launch("k", Dims::linear(1, 32), &args).unwrap();
        assert_eq!(counters.mma, 1);
        let mut out = vec![0; fc.len()];
        d.read(args[2], &mut out).unwrap();
        let mut at = 0;
        for lane in 0..32 {
            for e in 0..m * n / 32 {
                let (r, q) = self.places(lane, e)[2];
                let want: f64 = c[r * n + q] + (0..k).map(|i| a[r * k + i] * b[i * n + q]).sum::<f64>();
                let bytes = match self.sum {
                    "f32" => (want as f32).to_le_bytes().to_vec(),
                    "f64" => want.to_le_bytes().to_vec(),
                    "i32" => (want as i32).to_le_bytes().to_vec(),
                    _ => half_bits(want as f32, 5, 10).to_le_bytes().to_vec(),
                };
                assert_eq!(
                    out[at..at + bytes.len()],
                    bytes,
                    "m{m}n{n}k{k} {}: row {r}, column {q}",
                    self.elem
                );
                at += bytes.len();
            }
        }
    }
}

/// The bits of a small whole number as a float of 16 bits.
fn half_bits(v: f32, exponent: u32, fraction: u32) -> u16 {
    if v == 0.0 {
        return 0;
    }
    let bits = v.to_bits();
    let e = (bits >> 23 & 255) as i32 - 127 + (1 << (exponent - 1)) - 1;
    ((bits >> 31 << 15) | (e as u32) << fraction | (bits & 0x7f_ffff) >> (23 - fraction)) as u16
}

#[test]
fn products_by_one_warp() {
    let p = |m, n, k, elem, bits, reg, sum| Product { m, n, k, elem, bits, reg, sum };
    for product in [
        p(16, 8, 16, "f16", 16, "vector<2xf16>", "f32"),
        p(16, 8, 16, "f16", 16, "vector<2xf16>", "vector<2xf16>"),
        p(16, 8, 8, "f16", 16, "vector<2xf16>", "f32"),
        p(16, 8, 16, "bf16", 16, "i32", "f32"),
        p(16, 8, 8, "bf16", 16, "i32", "f32"),
        p(16, 8, 8, "tf32", 32, "i32", "f32"),
        p(16, 8, 4, "tf32", 32, "i32", "f32"),
        p(16, 8, 32, "s8", 8, "i32", "i32"),
        p(16, 8, 32, "u8", 8, "i32", "i32"),
        p(16, 8, 16, "s8", 8, "i32", "i32"),
        p(8, 8, 16, "s8", 8, "i32", "i32"),
        p(8, 8, 4, "f64", 64, "f64", "f64"),
    ] {
        product.check();
    }
}

const TILE: &str =
    "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x i8>";

/// Lanes write rows of `stride` bytes to shared memory, load matrices from there, and store them.
fn ldmatrix(stride: u32, trans: bool) -> String {
    let layout = if trans { "col" } else { "row" };
    let s = "!llvm.struct<(i32, i32, i32, i32)>";
    let mut body = format!(
        "%lane = nvvm.read.ptx.sreg.laneid : i32
         %n = llvm.mlir.constant({stride} : i32) : i32
         %c4 = llvm.mlir.constant(4 : i32) : i32
         %all = llvm.mlir.constant(-1 : i32) : i32
         %at = llvm.mul %lane, %n : i32
         %i = llvm.mul %lane, %c4 : i32
         %s = llvm.mlir.addressof @s : !llvm.ptr<3>
         %p = llvm.getelementptr %s[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
         %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
         %row = llvm.load %q {{alignment = 16 : i64}} : !llvm.ptr -> vector<4xi32>
         llvm.store %row, %p {{alignment = 16 : i64}} : vector<4xi32>, !llvm.ptr<3>
         nvvm.bar.warp.sync %all : i32
         %m = nvvm.ldmatrix %p {{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<{layout}>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}} : (!llvm.ptr<3>) -> {s}
         %o = llvm.getelementptr %b[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32\n"
    );
    for i in 0..4 {
        body += &format!(
            "%m{i} = llvm.extractvalue %m[{i}] : {s}
             %o{i} = llvm.getelementptr %o[{i}] : (!llvm.ptr) -> !llvm.ptr, i32
             llvm.store %m{i}, %o{i} : i32, !llvm.ptr\n"
        );
    }
    kernel(TILE, "%a: !llvm.ptr, %b: !llvm.ptr", &body)
}

/// Four matrices of 8x8 numbers of 16 bits, each row in a lane's four registers.
fn rows() -> Vec<i32> {
    (0..32 * 4).map(|i| (2 * i) | (2 * i + 1) << 16).collect()
}

#[test]
fn matrices_are_loaded_by_rows_and_columns() {
    for trans in [false, true] {
        let (out, counters) = run(&ldmatrix(16, trans), Dims::linear(1, 32), &[&rows(), &[0; 128]]).unwrap();
        assert_eq!((counters.matrix_phases, counters.matrix_conflicts, counters.bank_conflicts()), (4, 0, 0));
        for lane in 0..32 {
            for q in 0..4 {
                let (r, c) = (lane / 4, lane % 4 * 2);
                let at = |r: usize, c: usize| (64 * q + 8 * r + c) as i32;
                let want = if trans { at(c, r) | at(c + 1, r) << 16 } else { at(r, c) | at(r, c + 1) << 16 };
                assert_eq!(out[1][4 * lane + q], want, "lane {lane}, matrix {q}");
            }
        }
    }
    // Rows 128 bytes apart are all in the same banks.
    let (_, counters) = run(&ldmatrix(128, false), Dims::linear(1, 32), &[&rows(), &[0; 128]]).unwrap();
    assert_eq!((counters.matrix_phases, counters.matrix_conflicts), (4, 4));
    fails(
        &ldmatrix(24, false),
        Dims::linear(1, 32),
        &[&rows(), &[0; 128]],
        ErrorKind::Misaligned,
        "no multiple of 16",
    );
    let few = ldmatrix(16, false).replace("%m = nvvm.ldmatrix", "%c16 = llvm.mlir.constant(16 : i32) : i32\n%half = llvm.icmp \"slt\" %lane, %c16 : i32\nllvm.cond_br %half, ^in, ^out\n^out:\nllvm.return\n^in:\n%m = nvvm.ldmatrix");
    fails(&few, Dims::linear(1, 32), &[&rows(), &[0; 128]], ErrorKind::Divergence, "some lanes");
}

#[test]
fn matrices_are_stored_as_they_are_loaded() {
    for (layout, trans) in [("row", false), ("col", true)] {
        // The loaded matrices are stored elsewhere, and read again row by row.
        let text = ldmatrix(16, trans).replace(
            "%m0 = llvm.extractvalue",
            &format!(
                "%x0 = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
                 %x1 = llvm.extractvalue %m[1] : !llvm.struct<(i32, i32, i32, i32)>
                 %x2 = llvm.extractvalue %m[2] : !llvm.struct<(i32, i32, i32, i32)>
                 %x3 = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
                 %t = llvm.getelementptr %p[2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
                 nvvm.stmatrix %t, %x0, %x1, %x2, %x3 {{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<{layout}>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}} : !llvm.ptr<3>, i32, i32, i32, i32
                 nvvm.bar.warp.sync %all : i32
                 %back = llvm.load %t {{alignment = 16 : i64}} : !llvm.ptr<3> -> vector<4xi32>
                 llvm.store %back, %o {{alignment = 16 : i64}} : vector<4xi32>, !llvm.ptr
                 llvm.return
               ^never:
                 %m0 = llvm.extractvalue"
            ),
        );
        let text = text
            .replace("^never:", "^never:\n")
            .replace("llvm.return\n               ^never", "llvm.br ^never\n               ^never");
        let text =
            (0..4).fold(text, |t, i| t.replace(&format!("llvm.store %m{i}, %o{i} : i32, !llvm.ptr"), ""));
        let (out, _) = run(&text, Dims::linear(1, 32), &[&rows(), &[0; 128]]).unwrap();
        assert_eq!(out[1], rows());
    }
}
