//! `wmma`: matrices from memory, their product and its way back, against plain products of matrices.

use crate::support::*;
use half::f16;
use strata_gpusim::{Dims, ErrorKind};

/// A kernel that multiplies the matrices at `a` and `b`, and adds the product to that at `c`.
struct Product {
    sizes: [usize; 3],
    /// The element's name in PTX, and that of the sums.
    elem: &'static str,
    sum: &'static str,
    /// The types of the registers of both factors and of the sums, with their numbers.
    registers: [(&'static str, usize); 3],
    /// Whether the factors are in memory by columns.
    columns: [bool; 2],
}

/// The distance of rows, in elements.
const DISTANCE: usize = 48;

impl Product {
    fn text(&self) -> String {
        let [m, n, k] = self.sizes;
        let sizes = format!("k = {k} : i32, m = {m} : i32, n = {n} : i32");
        let layout = |columns: bool| format!("#nvvm.mma_layout<{}>", if columns { "col" } else { "row" });
        let mut body = format!("%s = llvm.mlir.constant({DISTANCE} : i32) : i32\n");
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for (i, name) in ["a", "b", "c"].into_iter().enumerate() {
            let (ty, count) = self.registers[i];
            let one = self.elem == "f64" && i < 2;
            let whole =
                if one { ty.to_owned() } else { format!("!llvm.struct<({})>", vec![ty; count].join(", ")) };
            let elem = if i == 2 { self.sum } else { self.elem };
            let layout = layout(i < 2 && self.columns[i]);
            body += &format!(
                "%{name}m = nvvm.wmma.load %{name}, %s {{eltype = #nvvm.mma_type<{elem}>, frag = #nvvm.mma_frag<{name}>, layout = {layout}, {sizes}}} : (!llvm.ptr) -> {whole}\n"
            );
            for r in 0..count {
                types.push(ty);
                if one {
                    names.push(format!("%{name}m"));
                    continue;
                }
                body += &format!("%{name}{r} = llvm.extractvalue %{name}m[{r}] : {whole}\n");
                names.push(format!("%{name}{r}"));
            }
        }
        let (sum, count) = self.registers[2];
        let result = format!("!llvm.struct<({})>", vec![sum; count].join(", "));
        body += &format!(
            "%r = nvvm.wmma.mma {} {{eltypeA = #nvvm.mma_type<{}>, eltypeB = #nvvm.mma_type<{}>, layoutA = {}, layoutB = {}, {sizes}}} : ({}) -> {result}\n",
            names.join(", "),
            self.elem,
            self.sum,
            layout(self.columns[0]),
            layout(self.columns[1]),
            types.join(", ")
        );
        for r in 0..count {
            body += &format!("%r{r} = llvm.extractvalue %r[{r}] : {result}\n");
        }
        let values: Vec<String> = (0..count).map(|r| format!("%r{r}")).collect();
        body += &format!(
            "nvvm.wmma.store %c, %s, {} {{eltype = #nvvm.mma_type<{}>, layout = #nvvm.mma_layout<row>, {sizes}}} : !llvm.ptr, {}\n",
            values.join(", "),
            self.sum,
            vec![sum; count].join(", ")
        );
        kernel("", "%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr", &body)
    }

    fn check(&self) {
        let [m, n, k] = self.sizes;
        let small =
            |i: usize, by: usize| ((i * by + i / 5) % 15) as f64 - if self.elem == "u8" { 0.0 } else { 7.0 };
        let a: Vec<f64> = (0..m * k).map(|i| small(i, 7)).collect();
        let b: Vec<f64> = (0..k * n).map(|i| small(i, 11)).collect();
        let c: Vec<f64> = (0..m * n).map(|i| (i % 9) as f64 - 4.0).collect();
        let memory = |values: &[f64], columns: usize, by_columns: bool, elem: &str| {
            let rows = values.len() / columns;
            let mut out = vec![0u8; 32 * DISTANCE * width(elem)];
            for r in 0..rows {
                for q in 0..columns {
                    let at = if by_columns { q * DISTANCE + r } else { r * DISTANCE + q };
                    let bytes = encode(elem, values[r * columns + q]);
                    out[at * bytes.len()..(at + 1) * bytes.len()].copy_from_slice(&bytes);
                }
            }
            out
        };
        let mut d = device(&self.text());
        let args = [
            memory(&a, k, self.columns[0], self.elem),
            memory(&b, n, self.columns[1], self.elem),
            memory(&c, n, false, self.sum),
        ]
        .map(|bytes| d.alloc_from(&bytes).unwrap());
        let counters = d.launch("m::k", Dims::linear(1, 32), &args).unwrap();
        assert_eq!(counters.mma, 1);
        let mut out = vec![0; 32 * DISTANCE * width(self.sum)];
        d.read(args[2], &mut out).unwrap();
        for r in 0..m {
            for q in 0..n {
                let want = c[r * n + q] + (0..k).map(|i| a[r * k + i] * b[i * n + q]).sum::<f64>();
                let at = (r * DISTANCE + q) * width(self.sum);
                let found = &out[at..at + width(self.sum)];
                assert_eq!(found, encode(self.sum, want), "{}, row {r}, column {q}", self.elem);
            }
        }
    }
}

fn width(elem: &str) -> usize {
    match elem {
        "f16" => 2,
        "f64" => 8,
        "s8" | "u8" => 1,
        _ => 4,
    }
}

fn encode(elem: &str, v: f64) -> Vec<u8> {
    match elem {
        "f16" => f16::from_f64(v).to_le_bytes().to_vec(),
        "f32" | "tf32" => (v as f32).to_le_bytes().to_vec(),
        "f64" => v.to_le_bytes().to_vec(),
        "s32" => (v as i32).to_le_bytes().to_vec(),
        _ => vec![v as i64 as u8],
    }
}

const PAIR: &str = "vector<2xf16>";

#[test]
fn halves_in_all_shapes_and_orders() {
    for sizes in [[16, 16, 16], [32, 8, 16], [8, 32, 16]] {
        for columns in [[false, false], [false, true], [true, false], [true, true]] {
            let registers = [(PAIR, 8), (PAIR, 8), ("f32", 8)];
            Product { sizes, elem: "f16", sum: "f32", registers, columns }.check();
        }
        let registers = [(PAIR, 8), (PAIR, 8), (PAIR, 4)];
        Product { sizes, elem: "f16", sum: "f16", registers, columns: [false; 2] }.check();
    }
}

#[test]
fn bytes() {
    for elem in ["s8", "u8"] {
        let registers = [("i32", 2), ("i32", 2), ("i32", 8)];
        Product { sizes: [16, 16, 16], elem, sum: "s32", registers, columns: [false, true] }.check();
    }
}

#[test]
fn words_and_doubles() {
    let registers = [("i32", 4), ("i32", 4), ("f32", 8)];
    Product { sizes: [16, 16, 8], elem: "tf32", sum: "f32", registers, columns: [true, false] }.check();
    let registers = [("f64", 1), ("f64", 1), ("f64", 2)];
    Product { sizes: [8, 8, 4], elem: "f64", sum: "f64", registers, columns: [false; 2] }.check();
}

/// A kernel that loads a matrix whose rows have a distance, behind `skipped` words.
fn load(distance: usize, skipped: usize) -> String {
    let body = format!(
        "%s = llvm.mlir.constant({distance} : i32) : i32
         %p = llvm.getelementptr %a[{skipped}] : (!llvm.ptr) -> !llvm.ptr, i32
         %m = nvvm.wmma.load %p, %s {{eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<c>, layout = #nvvm.mma_layout<row>, k = 16 : i32, m = 16 : i32, n = 16 : i32}} : (!llvm.ptr) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>"
    );
    kernel("", "%a: !llvm.ptr", &body)
}

#[test]
fn matrices_outside_of_memory_and_between_rows_are_errors() {
    let dims = Dims::linear(1, 32);
    let memory = vec![0; 16 * 16];
    assert!(run(&load(16, 0), dims, &[&memory]).is_ok());
    fails(&load(24, 0), dims, &[&memory], ErrorKind::OutOfBounds, "read of 4 bytes");
    fails(&load(18, 0), dims, &[&memory], ErrorKind::Misaligned, "no multiple of 16 bytes");
    fails(&load(16, 1), dims, &[&memory], ErrorKind::Misaligned, "read of 4 bytes");
}
