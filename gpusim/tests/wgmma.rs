//! Products by four warps: layouts of shared memory, types, factors in registers.

use crate::support;
use strata_gpusim::{Device, Dims, ErrorKind};
use support::*;

/// The layout of a factor in shared memory: bytes of a row of the swizzle, 16 for none, and whether its depth is contiguous.
#[derive(Clone, Copy, Debug)]
struct Layout {
    width: usize,
    along_depth: bool,
}

impl Layout {
    /// The strides of groups: the leading one and the other one.
    fn strides(self, rows: usize) -> (usize, usize) {
        match (self.width, self.along_depth) {
            // Matrices of 8 rows of 16 bytes: first all along the depth, then the next rows, or the other way around.
            (16, true) => (128, 256),
            (16, false) => (rows / 8 * 128, 128),
            (w, true) => (16, 8 * w),
            // Rows of the swizzle hold `w / 2` numbers of one depth.
            (w, false) => (16 * w, 8 * w),
        }
    }
    /// The offset of row `r` at byte `k` of its depth, or of element `r` at depth `k`.
    fn byte(self, rows: usize, r: usize, k: usize) -> usize {
        let (leading, stride) = self.strides(rows);
        let w = self.width;
        let at = match (w, self.along_depth) {
            (16, true) => r / 8 * stride + r % 8 * 16 + k / 16 * leading + k % 16,
            (16, false) => 2 * r / 16 * stride + k / 8 * leading + k % 8 * 16 + 2 * r % 16,
            (_, true) => r / 8 * stride + r % 8 * w + k,
            (_, false) => 2 * r / w * leading + k / 8 * stride + k % 8 * w + 2 * r % w,
        };
        let chunk = at >> 7 & (w / 16 - 1);
        at ^ chunk << 4
    }
    fn descriptor(self, rows: usize) -> i64 {
        let (leading, stride) = self.strides(rows);
        let mode: u64 = match self.width {
            16 => 0,
            128 => 1,
            64 => 2,
            _ => 3,
        };
        ((leading as u64 >> 4) << 16 | (stride as u64 >> 4) << 32 | mode << 62) as i64
    }
}

struct Case {
    n: usize,
    /// The type of the factors, bytes of an element, the type of the sums.
    elem: &'static str,
    bytes: usize,
    sum: &'static str,
    a: Layout,
    b: Layout,
    /// Whether the first factor is in registers.
    registers: bool,
    /// Whether the signs of the first factor are inverted, and whether the product is accumulated.
    negative: bool,
    adds: bool,
    fence: bool,
}

const ALONG: Layout = Layout { width: 128, along_depth: true };

impl Case {
    fn new(elem: &'static str, bytes: usize, sum: &'static str) -> Self {
        Self {
            n: 32,
            elem,
            bytes,
            sum,
            a: ALONG,
            b: ALONG,
            registers: false,
            negative: false,
            adds: true,
            fence: true,
        }
    }
    fn depth(&self) -> usize {
        32 / self.bytes
    }
    fn sums(&self) -> usize {
        if self.sum == "f16" { self.n / 4 } else { self.n / 2 }
    }

    /// Threads copy the image of shared memory, then multiply; a thread's sums are contiguous in memory.
    fn text(&self) -> String {
        let reg = match self.sum {
            "f32" => "f32",
            _ => "i32",
        };
        let count = self.sums();
        let ty = format!("!llvm.struct<({})>", vec![reg; count].join(", "));
        let fence = if self.fence {
            "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}"
        } else {
            ""
        };
        let mut body = format!(
            "%tid = nvvm.read.ptx.sreg.tid.x : i32
             %c0 = llvm.mlir.constant(0 : i32) : i32
             %c1 = llvm.mlir.constant(1 : i32) : i32
             %c128 = llvm.mlir.constant(128 : i32) : i32
             %end = llvm.mlir.constant(1024 : i32) : i32
             %s = llvm.mlir.addressof @s : !llvm.ptr<3>
             llvm.br ^copy(%tid : i32)
           ^copy(%i: i32):
             %p = llvm.getelementptr %image[%i] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xi32>
             %q = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
             %v = llvm.load %p : !llvm.ptr -> vector<4xi32>
             llvm.store %v, %q : vector<4xi32>, !llvm.ptr<3>
             %j = llvm.add %i, %c128 : i32
             %more = llvm.icmp \"slt\" %j, %end : i32
             llvm.cond_br %more, ^copy(%j : i32), ^done
           ^done:
             {fence}
             nvvm.barrier0
             %n = llvm.mlir.constant({count} : i32) : i32
             %at = llvm.mul %tid, %n : i32
             %o = llvm.getelementptr %out[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             %x0 = llvm.mlir.poison : {ty}\n"
        );
        for i in 0..count {
            body += &format!(
                "%o{i} = llvm.getelementptr %o[{i}] : (!llvm.ptr) -> !llvm.ptr, i32
                 %l{i} = llvm.load %o{i} : !llvm.ptr -> {reg}
                 %x{} = llvm.insertvalue %l{i}, %x{i}[{i}] : {ty}\n",
                i + 1
            );
        }
        // Shared memory begins at byte 1024 of its window; the second factor follows 8192 bytes later.
        let desc = |name: &str, layout: Layout, rows: usize, at: usize| {
            let bits = layout.descriptor(rows) | (at as i64 + 1024) >> 4;
            format!("%{name} = llvm.mlir.constant({bits} : i64) : i64\n")
        };
        body += &desc("a", self.a, 64, 0);
        body += &desc("b", self.b, self.n, 8192);
        body += "nvvm.wgmma.fence.aligned\n";
        body += &if self.registers { self.register_product(reg, &ty) } else { self.shared_product(&ty) };
        body += "nvvm.wgmma.commit.group.sync.aligned\nnvvm.wgmma.wait.group.sync.aligned 0\n";
        for i in 0..count {
            body += &format!(
                "%r{i} = llvm.extractvalue %r[{i}] : {ty}\nllvm.store %r{i}, %o{i} : {reg}, !llvm.ptr\n"
            );
        }
        let globals = "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<16384 x i8>";
        kernel(globals, "%image: !llvm.ptr, %regs: !llvm.ptr, %out: !llvm.ptr", &body)
    }

    /// The product with the first factor in registers, which are loaded before.
    fn register_product(&self, reg: &str, ty: &str) -> String {
        let count = self.sums();
        let mut body = String::new();
        for i in 0..4 {
            body += &format!(
                "%ai{i} = llvm.mlir.constant({i} : i32) : i32
                 %am{i} = llvm.mlir.constant(4 : i32) : i32
                 %at{i} = llvm.mul %tid, %am{i} : i32
                 %ap{i} = llvm.getelementptr %regs[%at{i}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 %aq{i} = llvm.getelementptr %ap{i}[{i}] : (!llvm.ptr) -> !llvm.ptr, i32
                 %a{i} = llvm.load %aq{i} : !llvm.ptr -> i32\n"
            );
        }
        let parts: Vec<String> = (0..count).map(|i| format!("%l{i}")).collect();
        let regs: Vec<String> = (0..count).map(|i| format!("${i}")).collect();
        let ties: Vec<String> = (0..count).map(|i| i.to_string()).collect();
        let sign = if self.negative { "-1" } else { "1" };
        body += &format!(
            "%r = llvm.inline_asm has_side_effects asm_dialect = att \"wgmma.mma_async.sync.aligned.m64n{}k{}.{}.{e}.{e} {{{}}}, {{${}, ${}, ${}, ${}}}, ${}, {}, {sign}, 1{};\", \"{}{},r,r,r,r,l\" {}, %a0, %a1, %a2, %a3, %b : ({}i32, i32, i32, i32, i64) -> {ty}\n",
            self.n,
            self.depth(),
            self.sum,
            regs.join(", "),
            2 * count,
            2 * count + 1,
            2 * count + 2,
            2 * count + 3,
            2 * count + 4,
            u8::from(self.adds),
            if self.bytes == 2 { if self.b.along_depth { ", 0" } else { ", 1" } } else { "" },
            "=f,".repeat(count),
            ties.join(","),
            parts.join(", "),
            format!("{reg}, ").repeat(count),
            e = self.elem,
        );
        body
    }

    /// The product with both factors in shared memory.
    fn shared_product(&self, ty: &str) -> String {
        let count = self.sums();
        let neg = if self.negative { "neg" } else { "one" };
        let la = if self.a.along_depth { "row" } else { "col" };
        let lb = if self.b.along_depth { "col" } else { "row" };
        let adds = if self.adds { "one" } else { "zero" };
        format!(
            "%r = nvvm.wgmma.mma_async %a, %b, %x{count}, <m = 64, n = {}, k = {}>, D [<{}>, <{adds}>], A [<{e}>, <{neg}>, <{la}>], B [<{e}>, <one>, <{lb}>] : {ty} -> {ty}\n",
            self.n,
            self.depth(),
            self.sum,
            e = self.elem
        )
    }

    fn encode(&self, v: i32) -> Vec<u8> {
        match self.elem {
            "f16" => half(v, 5, 10).to_le_bytes().to_vec(),
            "bf16" => half(v, 8, 7).to_le_bytes().to_vec(),
            "tf32" => (v as f32).to_le_bytes().to_vec(),
            _ => vec![v as u8],
        }
    }
    fn encode_sum(&self, v: i32) -> Vec<u8> {
        match self.sum {
            "f16" => half(v, 5, 10).to_le_bytes().to_vec(),
            "f32" => (v as f32).to_le_bytes().to_vec(),
            _ => v.to_le_bytes().to_vec(),
        }
    }

    fn run(&self) -> Result<(), Box<strata_gpusim::SimError>> {
        let k = self.depth();
        let low = if self.elem == "u8" { 0 } else { 5 };
        let a = |r: usize, q: usize| ((r * 7 + q * 3) % 11) as i32 - low;
        let b = |q: usize, c: usize| ((q * 5 + c * 2) % 9) as i32 - low.min(4);
        let start = |r: usize, c: usize| ((r + 3 * c) % 7) as i32 - 3;
        let mut image = vec![0u8; 16384];
        for q in 0..k {
            for (layout, rows, at, of) in
                [(self.a, 64, 0, &a as &dyn Fn(usize, usize) -> i32), (self.b, self.n, 8192, &|r, q| b(q, r))]
            {
                for r in 0..rows {
                    let byte = at + layout.byte(rows, r, if layout.along_depth { q * self.bytes } else { q });
                    image[byte..byte + self.bytes].copy_from_slice(&self.encode(of(r, q)));
                }
            }
        }
        // Registers of 32 bits: of the first factor as of a product by one warp, and of the sums.
        let (mut regs, mut sums) = (Vec::new(), Vec::new());
        let per = 4 / self.bytes;
        for thread in 0..128usize {
            let (warp, g, t) = (thread / 32, thread % 32 / 4, thread % 4);
            for reg in 0..4 {
                for j in 0..per {
                    let row = 16 * warp + g + 8 * (reg % 2);
                    regs.extend(self.encode(a(row, t * per + j + 4 * per * (reg / 2))));
                }
            }
            for e in 0..self.n / 2 {
                let row = 16 * warp + g + 8 * (e / 2 % 2);
                sums.extend(self.encode_sum(start(row, e / 4 * 8 + 2 * t + e % 2)));
            }
        }
        let mut d: Device = device(&self.text());
        let args = [&image, &regs, &sums].map(|v| d.alloc_from(v).unwrap());
        let counters = d.launch("k", Dims::linear(1, 128), &args)?;
        assert_eq!(counters.wgmma, 4);
        let mut out = vec![0; sums.len()];
        d.read(args[2], &mut out).unwrap();
        let mut at = 0;
        for thread in 0..128usize {
            let (warp, g, t) = (thread / 32, thread % 32 / 4, thread % 4);
            for e in 0..self.n / 2 {
                let (r, c) = (16 * warp + g + 8 * (e / 2 % 2), e / 4 * 8 + 2 * t + e % 2);
                let product: i32 = (0..k).map(|q| a(r, q) * b(q, c)).sum();
                let product = if self.negative { -product } else { product };
                let want = self.encode_sum(if self.adds { start(r, c) } else { 0 } + product);
                let name = format!("{} {:?} {:?} row {r}, column {c}", self.elem, self.a, self.b);
                assert_eq!(out[at..at + want.len()], want, "{name}");
                at += want.len();
            }
        }
        Ok(())
    }
}

/// The bits of a small whole number as a float of 16 bits.
fn half(v: i32, exponent: u32, fraction: u32) -> u16 {
    if v == 0 {
        return 0;
    }
    let bits = (v as f32).to_bits();
    let e = (bits >> 23 & 255) as i32 - 127 + (1 << (exponent - 1)) - 1;
    ((bits >> 31 << 15) | (e as u32) << fraction | (bits & 0x7f_ffff) >> (23 - fraction)) as u16
}

#[test]
fn layouts_of_both_factors() {
    for width in [16, 32, 64, 128] {
        for along_depth in [true, false] {
            let layout = Layout { width, along_depth };
            Case { a: layout, ..Case::new("bf16", 2, "f32") }.run().unwrap();
            // A row of the swizzle must not hold more elements than the factor has.
            let n = if along_depth { 24 } else { 64 };
            Case { b: layout, n, ..Case::new("f16", 2, "f32") }.run().unwrap();
        }
    }
}

#[test]
fn types_of_factors_and_sums() {
    Case::new("f16", 2, "f16").run().unwrap();
    Case::new("tf32", 4, "f32").run().unwrap();
    Case::new("s8", 1, "s32").run().unwrap();
    Case::new("u8", 1, "s32").run().unwrap();
    let none = Layout { width: 16, along_depth: true };
    Case { a: none, b: none, n: 8, ..Case::new("s8", 1, "s32") }.run().unwrap();
    Case { a: none, b: none, n: 256, ..Case::new("tf32", 4, "f32") }.run().unwrap();
    Case { negative: true, ..Case::new("bf16", 2, "f32") }.run().unwrap();
    Case { adds: false, ..Case::new("bf16", 2, "f32") }.run().unwrap();
}

#[test]
fn factors_in_registers() {
    Case { registers: true, ..Case::new("bf16", 2, "f32") }.run().unwrap();
    Case { registers: true, negative: true, adds: false, ..Case::new("f16", 2, "f32") }.run().unwrap();
    let turned = Layout { width: 64, along_depth: false };
    Case { registers: true, b: turned, ..Case::new("bf16", 2, "f32") }.run().unwrap();
    Case { registers: true, ..Case::new("tf32", 4, "f32") }.run().unwrap();
}

#[test]
fn what_threads_wrote_needs_a_fence() {
    let e = Case { fence: false, ..Case::new("bf16", 2, "f32") }.run().unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingFence, "{e}");
    assert!(e.to_string().contains("without a fence.proxy.async between"), "{e}");
}
