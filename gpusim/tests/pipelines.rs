//! Matrix products as in real kernels: several stages of asynchronous copies, tensor cores, warps with different roles. The text is
//! generated for a shape, in the style of the kernels that the compiler makes.

use crate::support;
use std::fmt::Write;

use strata_gpusim::{Counters, Device, Dims, ErrorKind, SimError, TensorMap, encode_tensor_map};
use support::*;

/// Lines of a kernel, with new names for values.
#[derive(Default)]
struct Lines {
    text: String,
    names: u32,
}

impl Lines {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%t{}", self.names)
    }
    fn line(&mut self, text: impl AsRef<str>) {
        writeln!(self.text, "{}", text.as_ref()).unwrap();
    }
    fn op(&mut self, text: impl AsRef<str>) -> String {
        let name = self.name();
        self.line(format!("{name} = {}", text.as_ref()));
        name
    }
    fn int(&mut self, n: i64) -> String {
        self.op(format!("llvm.mlir.constant({n} : i32) : i32"))
    }
    fn long(&mut self, n: u64) -> String {
        self.op(format!("llvm.mlir.constant({} : i64) : i64", n as i64))
    }
    fn bin(&mut self, op: &str, a: &str, b: &str) -> String {
        self.op(format!("llvm.{op} {a}, {b} : i32"))
    }
    fn by(&mut self, op: &str, a: &str, n: i64) -> String {
        let n = self.int(n);
        self.bin(op, a, &n)
    }
    fn add(&mut self, a: &str, b: &str) -> String {
        self.bin("add", a, b)
    }
    /// An address in shared memory.
    fn place(&mut self, at: &str) -> String {
        self.op(format!("llvm.getelementptr %smem[{at}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8"))
    }
}

/// A product of `bf16` matrices by blocks of 64 x 64 with four warps of 32 x 32 each, `deep` columns at a time.
struct Gemm {
    m: usize,
    n: usize,
    k: usize,
    deep: usize,
    stages: usize,
    /// Whether chunks of rows are swizzled so that matrices have no bank conflicts.
    swizzle: bool,
    /// The number of groups of copies that may be pending when a stage is read.
    left: usize,
    /// Whether there is a barrier before a stage is filled again.
    barrier: bool,
}

const TILE: usize = 64;

impl Gemm {
    fn new(deep: usize) -> Self {
        Self { m: 128, n: 64, k: 256, deep, stages: 3, swizzle: true, left: 1, barrier: true }
    }
    fn stage_bytes(&self) -> usize {
        2 * TILE * self.deep * 2
    }
    /// The address of a chunk of 16 bytes of the first factor's tile.
    fn at_a(&self, l: &mut Lines, row: &str, chunk: &str) -> String {
        let by = if self.deep == 32 { l.by("lshr", row, 1) } else { row.to_owned() };
        let by = l.by("and", &by, if self.deep == 32 { 3 } else { 7 });
        self.at(l, row, chunk, &by, self.deep * 2)
    }
    fn at_b(&self, l: &mut Lines, row: &str, chunk: &str) -> String {
        let by = l.by("and", row, 7);
        self.at(l, row, chunk, &by, TILE * 2)
    }
    fn at(&self, l: &mut Lines, row: &str, chunk: &str, by: &str, row_bytes: usize) -> String {
        let chunk = if self.swizzle { l.bin("xor", chunk, by) } else { chunk.to_owned() };
        let chunk = l.by("shl", &chunk, 4);
        let row = l.by("mul", row, row_bytes as i64);
        l.add(&row, &chunk)
    }

    /// Copies the tiles of a step to a stage.
    fn fill(&self, l: &mut Lines, stage: &str, step: &str) {
        for second in [false, true] {
            let per_row = if second { TILE / 8 } else { self.deep / 8 };
            let rows = if second { self.deep } else { TILE };
            for i in 0..rows * per_row / 128 {
                let c = l.by("add", "%tid", 128 * i as i64);
                let (row, chunk) = (l.by("udiv", &c, per_row as i64), l.by("urem", &c, per_row as i64));
                let column = l.by("shl", &chunk, 3);
                let first = l.by("mul", step, self.deep as i64);
                let (to, from) = if second {
                    let k = l.add(&first, &row);
                    let k = l.by("mul", &k, self.n as i64);
                    let column = l.add(&column, "%n0");
                    (self.at_b(l, &row, &chunk), l.add(&k, &column))
                } else {
                    let row_at = l.add("%m0", &row);
                    let row_at = l.by("mul", &row_at, self.k as i64);
                    let column = l.add(&first, &column);
                    (self.at_a(l, &row, &chunk), l.add(&row_at, &column))
                };
                let to = if second { l.by("add", &to, (TILE * self.deep * 2) as i64) } else { to };
                let to = l.add(stage, &to);
                let to = l.place(&to);
                let base = if second { "%b" } else { "%a" };
                let from = l.op(format!(
                    "llvm.getelementptr {base}[{from}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, bf16"
                ));
                l.line(format!(
                    "nvvm.cp.async.shared.global {to}, {from}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>"
                ));
            }
        }
        l.line("nvvm.cp.async.commit.group");
    }

    fn text(&self) -> String {
        let l = &mut Lines::default();
        l.line("%tid = nvvm.read.ptx.sreg.tid.x : i32\n%bx = nvvm.read.ptx.sreg.ctaid.x : i32\n%by = nvvm.read.ptx.sreg.ctaid.y : i32");
        l.line("%smem = llvm.mlir.addressof @smem : !llvm.ptr<3>\n%c0 = llvm.mlir.constant(0 : i32) : i32\n%zero = llvm.mlir.constant(0.0 : f32) : f32");
        l.line(format!("%tile = llvm.mlir.constant({TILE} : i32) : i32\n%m0 = llvm.mul %by, %tile : i32\n%n0 = llvm.mul %bx, %tile : i32"));
        let (warp, lane) = (l.by("lshr", "%tid", 5), l.by("and", "%tid", 31));
        let (wm, wn) = (l.by("urem", &warp, 2), l.by("udiv", &warp, 2));
        for s in 0..self.stages - 1 {
            let (stage, step) = (l.int((s * self.stage_bytes()) as i64), l.int(s as i64));
            self.fill(l, &stage, &step);
        }
        let first_write = l.int(((self.stages - 1) * self.stage_bytes()) as i64);
        // The state of the loop: step, stage that is read, stage that is filled, and the sums.
        let sums: Vec<String> = (0..2 * 4 * 4).map(|i| format!("%c{i}_")).collect();
        let typed: String = sums.iter().map(|s| format!(", {s}: f32")).collect();
        let zeros = ", %zero".repeat(sums.len());
        let types = ", f32".repeat(sums.len());
        l.line(format!("llvm.br ^loop(%c0, %c0, {first_write}{zeros} : i32, i32, i32{types})"));
        l.line(format!("^loop(%step: i32, %read: i32, %fill: i32{typed}):"));
        l.line(format!("nvvm.cp.async.wait.group {}", self.left));
        if self.barrier {
            l.line("nvvm.barrier0");
        }
        let steps = self.k / self.deep;
        let next = l.by("add", "%step", self.stages as i64 - 1);
        let bound = l.int(steps as i64);
        let more = l.op(format!("llvm.icmp \"ult\" {next}, {bound} : i32"));
        let next = l.op(format!("llvm.select {more}, {next}, %c0 : i1, i32"));
        self.fill(l, "%fill", &next);
        let mut c = sums.clone();
        let (low, high) = (l.by("and", &lane, 15), l.by("lshr", &lane, 4));
        for kk in 0..self.deep / 16 {
            self.multiply(l, kk, [&low, &high], [&wm, &wn], &mut c);
        }
        let one = l.by("add", "%step", 1);
        let end = l.int((self.stages * self.stage_bytes()) as i64);
        let after = l.by("add", "%read", self.stage_bytes() as i64);
        let wraps = l.op(format!("llvm.icmp \"eq\" {after}, {end} : i32"));
        let after = l.op(format!("llvm.select {wraps}, %c0, {after} : i1, i32"));
        let done = l.op(format!("llvm.icmp \"eq\" {one}, {bound} : i32"));
        let passed: String = c.iter().map(|c| format!(", {c}")).collect();
        l.line(format!(
            "llvm.cond_br {done}, ^end, ^loop({one}, {after}, %read{passed} : i32, i32, i32{types})\n^end:"
        ));
        self.write(l, &lane, [&wm, &wn], &c);
        let globals = "llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>";
        kernel(globals, "%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr", &l.text)
    }

    /// Writes the sums of a thread.
    fn write(&self, l: &mut Lines, lane: &str, [wm, wn]: [&str; 2], c: &[String]) {
        let (g, t) = (l.by("lshr", lane, 2), l.by("and", lane, 3));
        for i in 0..2 {
            for j in 0..4 {
                for h in 0..2 {
                    let row = l.by("mul", wm, 32);
                    let row = l.by("add", &row, (16 * i + 8 * h) as i64);
                    let row = l.add(&row, &g);
                    let row = l.add(&row, "%m0");
                    let row = l.by("mul", &row, self.n as i64);
                    let column = l.by("mul", wn, 32);
                    let column = l.by("add", &column, 8 * j as i64);
                    let two = l.by("shl", &t, 1);
                    let column = l.add(&column, &two);
                    let column = l.add(&column, "%n0");
                    let at = l.add(&row, &column);
                    let p = l.op(format!("llvm.getelementptr %c[{at}] : (!llvm.ptr, i32) -> !llvm.ptr, f32"));
                    let (x, y) = (&c[4 * (4 * i + j) + 2 * h], &c[4 * (4 * i + j) + 2 * h + 1]);
                    let (first, second) = (l.int(0), l.int(1));
                    let v = l.op("llvm.mlir.poison : vector<2xf32>");
                    let v = l.op(format!("llvm.insertelement {x}, {v}[{first} : i32] : vector<2xf32>"));
                    let v = l.op(format!("llvm.insertelement {y}, {v}[{second} : i32] : vector<2xf32>"));
                    l.line(format!("llvm.store {v}, {p} {{alignment = 8 : i64}} : vector<2xf32>, !llvm.ptr"));
                }
            }
        }
    }

    /// Loads the matrices of 16 columns of the first factor, and adds their products to the sums.
    fn multiply(
        &self,
        l: &mut Lines,
        kk: usize,
        [low, high]: [&str; 2],
        [wm, wn]: [&str; 2],
        c: &mut [String],
    ) {
        let quad = "!llvm.struct<(i32, i32, i32, i32)>";
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let load = |l: &mut Lines, at: &str, layout: &str| -> Vec<String> {
            let at = l.add("%read", at);
            let p = l.place(&at);
            let m = l.op(format!("nvvm.ldmatrix {p} {{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<{layout}>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}} : (!llvm.ptr<3>) -> {quad}"));
            (0..4).map(|i| l.op(format!("llvm.extractvalue {m}[{i}] : {quad}"))).collect()
        };
        for i in 0..2 {
            let row = l.by("mul", wm, 32);
            let row = l.by("add", &row, 16 * i);
            let row = l.add(&row, low);
            let chunk = l.by("add", high, 2 * kk as i64);
            let at = self.at_a(l, &row, &chunk);
            a.push(load(l, &at, "row"));
        }
        for j in 0..2 {
            let row = l.by("add", low, 16 * kk as i64);
            let chunk = l.by("mul", wn, 4);
            let chunk = l.by("add", &chunk, 2 * j);
            let chunk = l.add(&chunk, high);
            let at = self.at_b(l, &row, &chunk);
            let at = l.by("add", &at, (TILE * self.deep * 2) as i64);
            let m = load(l, &at, "col");
            b.extend([[m[0].clone(), m[1].clone()], [m[2].clone(), m[3].clone()]]);
        }
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                let at = 4 * (4 * i + j);
                let result = "!llvm.struct<(f32, f32, f32, f32)>";
                let r = l.op(format!(
                    "nvvm.mma.sync A[{}] B[{}] C[{}] {{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}} : (i32, i32, f32) -> {result}",
                    a.join(", "), b.join(", "), c[at..at + 4].join(", ")
                ));
                for q in 0..4 {
                    c[at + q] = l.op(format!("llvm.extractvalue {r}[{q}] : {result}"));
                }
            }
        }
    }

    fn run(&self) -> Result<Counters, Box<SimError>> {
        self.run_on(device(&self.text()), true)
    }
    fn run_on(&self, mut d: Device, checks: bool) -> Result<Counters, Box<SimError>> {
        let (a, b) = factors(self.m, self.n, self.k);
        let args = [bf16s(&mut d, &a), bf16s(&mut d, &b), d.alloc(4 * self.m * self.n).unwrap()];
        let grid = [(self.n / TILE) as u32, (self.m / TILE) as u32, 1];
        let dynamic_shared = (self.stages * self.stage_bytes()) as u32;
        let counters = d.launch("m::k", Dims { grid, dynamic_shared, ..Dims::linear(1, 128) }, &args)?;
        if checks {
            check(&mut d, args[2], [self.m, self.n, self.k], &a, &b);
        }
        Ok(counters)
    }
}

/// Small whole numbers, whose products and sums are exact.
fn factors(m: usize, n: usize, k: usize) -> (Vec<f32>, Vec<f32>) {
    let number = |i: usize, by: usize, of: usize| ((i * by + i / 11) % of) as f32 - (of / 2) as f32;
    ((0..m * k).map(|i| number(i, 37, 17)).collect(), (0..k * n).map(|i| number(i, 29, 13)).collect())
}
fn bf16s(d: &mut Device, values: &[f32]) -> u64 {
    d.alloc_from(&bytes(values, |v| ((v.to_bits() >> 16) as u16).to_le_bytes())).unwrap()
}
fn check(d: &mut Device, c: u64, [m, n, k]: [usize; 3], a: &[f32], b: &[f32]) {
    let got = read_f32s(d, c, m * n);
    for i in 0..m {
        for j in 0..n {
            let want: f32 = (0..k).map(|q| a[i * k + q] * b[q * n + j]).sum();
            assert_eq!(got[i * n + j], want, "row {i}, column {j}");
        }
    }
}

#[test]
fn stages_of_copies_and_products_by_warps() {
    for deep in [32, 64] {
        let counters = Gemm::new(deep).run().unwrap();
        assert_eq!(counters.mma, (128 * 64 * 256) / (16 * 8 * 16));
        assert_eq!((counters.matrix_phases, counters.matrix_conflicts), (counters.mma * 2, 0));
        assert_eq!(counters.global_sectors, counters.global_ideal);
    }
    // Without the swizzle, rows of a matrix have bank conflicts.
    let plain = Gemm { swizzle: false, ..Gemm::new(64) }.run().unwrap();
    assert_eq!(plain.matrix_conflicts, plain.matrix_phases);
}

#[test]
fn stages_have_to_be_waited_for() {
    let e = Gemm { left: 2, ..Gemm::new(32) }.run().unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingWait, "{e}");
    let e = Gemm { barrier: false, ..Gemm::new(32) }.run().unwrap_err();
    assert!(matches!(e.kind, ErrorKind::Race | ErrorKind::MissingWait), "{e}");
    assert!(Gemm { left: 0, ..Gemm::new(32) }.run().is_ok());
}

/// A product of `bf16` matrices by blocks of 64 x 64: one warp fills stages of 64 columns with boxes, four others multiply.
struct Hopper {
    k: usize,
    /// Whether the products are inline PTX, as upstream emits them.
    text: bool,
    /// The number of pending products when a stage is released, after the first one.
    left: usize,
    /// Whether the last products are waited for.
    last: bool,
    fence: bool,
    /// Arrivals that a stage needs to be filled again.
    arrivals: usize,
}

const STAGES: usize = 2;
/// Bytes of one factor of a stage.
const FACTOR_BYTES: usize = TILE * 64 * 2;
/// Where the barriers follow the stages.
const BARRIERS: usize = STAGES * 2 * FACTOR_BYTES;
/// Sums that a thread has.
const SUMS: usize = TILE * TILE / 128;

/// The type of the sums of a thread.
fn sums_type() -> String {
    format!("!llvm.struct<({})>", vec!["f32"; SUMS].join(", "))
}

/// The addresses of the barriers of a stage: one for filled, one for empty.
fn barriers(l: &mut Lines, stage: &str) -> (String, String) {
    let at = l.by("shl", stage, 3);
    let full = l.by("add", &at, BARRIERS as i64);
    let empty = l.by("add", &full, 8 * STAGES as i64);
    (l.place(&full), l.place(&empty))
}

/// The next stage and its phase.
fn turn(l: &mut Lines, stage: &str, phase: &str) -> (String, String) {
    let next = l.by("add", stage, 1);
    let all = l.int(STAGES as i64);
    let wraps = l.op(format!("llvm.icmp \"eq\" {next}, {all} : i32"));
    let other = l.by("xor", phase, 1);
    let stage = l.op(format!("llvm.select {wraps}, %c0, {next} : i1, i32"));
    (stage, l.op(format!("llvm.select {wraps}, {other}, {phase} : i1, i32")))
}

/// The descriptor of a factor in shared memory.
fn descriptor(l: &mut Lines, at: &str, leading: u64, stride: u64) -> String {
    let at = l.by("lshr", at, 4);
    let at = l.op(format!("llvm.zext {at} : i32 to i64"));
    let rest = l.long(leading >> 4 << 16 | stride >> 4 << 32 | 1 << 62);
    l.op(format!("llvm.or {at}, {rest} : i64"))
}

impl Hopper {
    fn new(k: usize) -> Self {
        Self { k, text: false, left: 0, last: true, fence: true, arrivals: 1 }
    }

    fn text(&self) -> String {
        let l = &mut Lines::default();
        l.line("%tid = nvvm.read.ptx.sreg.tid.x : i32\n%smem = llvm.mlir.addressof @smem : !llvm.ptr<3>");
        l.line("%base = llvm.ptrtoint %smem : !llvm.ptr<3> to i32\n%c0 = llvm.mlir.constant(0 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n%zero = llvm.mlir.constant(0.0 : f32) : f32");
        let steps = l.int((self.k / 64) as i64);
        let first = l.op("llvm.icmp \"eq\" %tid, %c0 : i32");
        l.line(format!("llvm.cond_br {first}, ^init, ^go\n^init:"));
        let arrivals = l.int(self.arrivals as i64);
        for s in 0..STAGES {
            for (at, count) in [(BARRIERS + 8 * s, "%c1"), (BARRIERS + 8 * (STAGES + s), arrivals.as_str())] {
                let at = l.int(at as i64);
                let p = l.place(&at);
                l.line(format!("nvvm.mbarrier.init {p}, {count} : !llvm.ptr<3>, i32"));
            }
        }
        l.line("nvvm.fence.mbarrier.init\nllvm.br ^go\n^go:\nnvvm.barrier0");
        let four = l.int(128);
        let multiplies = l.op(format!("llvm.icmp \"slt\" %tid, {four} : i32"));
        l.line(format!("llvm.cond_br {multiplies}, ^consumer, ^producer\n^producer:"));
        Self::produce(l, &steps, &four);
        self.consume(l, &steps);
        l.line("llvm.br ^end\n^end:");
        let globals = "llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>";
        let map = "!llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}";
        kernel(globals, &format!("%ma: {map}, %mb: {map}, %c: !llvm.ptr"), &l.text)
    }

    /// The warp that fills the stages; its first thread is `first`.
    fn produce(l: &mut Lines, steps: &str, first: &str) {
        l.line("nvvm.setmaxregister decrease 40");
        let one = l.op(format!("llvm.icmp \"eq\" %tid, {first} : i32"));
        l.line(format!("llvm.cond_br {one}, ^fill(%c0, %c0, %c1 : i32, i32, i32), ^end\n^fill(%fk: i32, %fs: i32, %fp: i32):"));
        let (full, empty) = barriers(l, "%fs");
        l.line(format!("nvvm.mbarrier.try_wait.parity {empty}, %fp, %c1 : !llvm.ptr<3>, i32, i32"));
        let tx = l.int(2 * FACTOR_BYTES as i64);
        l.line(format!("nvvm.mbarrier.arrive.expect_tx {full}, {tx} : !llvm.ptr<3>, i32"));
        let at = l.by("mul", "%fs", 2 * FACTOR_BYTES as i64);
        let (pa, at) = (l.place(&at), l.by("add", &at, FACTOR_BYTES as i64));
        let (pb, column) = (l.place(&at), l.by("mul", "%fk", 64));
        for (p, map, coords) in [(pa, "%ma", format!("{column}, %c0")), (pb, "%mb", format!("%c0, {column}"))]
        {
            l.line(format!("nvvm.cp.async.bulk.tensor.shared.cluster.global {p}, {map}, {full}, box[{coords}] {{isCTAOnly = true}} : !llvm.ptr<3>, !llvm.ptr"));
        }
        let (stage, phase) = turn(l, "%fs", "%fp");
        let next = l.by("add", "%fk", 1);
        let done = l.op(format!("llvm.icmp \"eq\" {next}, {steps} : i32"));
        l.line(format!("llvm.cond_br {done}, ^end, ^fill({next}, {stage}, {phase} : i32, i32, i32)"));
    }

    /// The four warps that multiply.
    fn consume(&self, l: &mut Lines, steps: &str) {
        let ty = sums_type();
        l.line("^consumer:\nnvvm.setmaxregister increase 232");
        let mut start = l.op(format!("llvm.mlir.poison : {ty}"));
        for i in 0..SUMS {
            start = l.op(format!("llvm.insertvalue %zero, {start}[{i}] : {ty}"));
        }
        let leader = l.op("llvm.icmp \"eq\" %tid, %c0 : i32");
        l.line(format!("llvm.br ^multiply(%c0, %c0, %c0, {start} : i32, i32, i32, {ty})"));
        l.line(format!("^multiply(%ck: i32, %cs: i32, %cp: i32, %sums: {ty}):"));
        let (full, empty) = barriers(l, "%cs");
        l.line(format!("nvvm.mbarrier.try_wait.parity {full}, %cp, %c1 : !llvm.ptr<3>, i32, i32"));
        let at = l.by("mul", "%cs", 2 * FACTOR_BYTES as i64);
        let at = l.add("%base", &at);
        let da = descriptor(l, &at, 16, 1024);
        let at_b = l.by("add", &at, FACTOR_BYTES as i64);
        let db = descriptor(l, &at_b, FACTOR_BYTES as u64, 1024);
        if self.fence {
            l.line("nvvm.wgmma.fence.aligned");
        }
        let c = self.multiply(l, &da, &db);
        l.line(format!(
            "nvvm.wgmma.commit.group.sync.aligned\nnvvm.wgmma.wait.group.sync.aligned {}",
            self.left
        ));
        l.line(format!("llvm.cond_br {leader}, ^give, ^next\n^give:"));
        l.op(format!("nvvm.mbarrier.arrive {empty} : !llvm.ptr<3> -> i64"));
        l.line("llvm.br ^next\n^next:");
        let (stage, phase) = turn(l, "%cs", "%cp");
        let next = l.by("add", "%ck", 1);
        let done = l.op(format!("llvm.icmp \"eq\" {next}, {steps} : i32"));
        l.line(format!("llvm.cond_br {done}, ^write, ^multiply({next}, {stage}, {phase}, {c} : i32, i32, i32, {ty})\n^write:"));
        if self.last {
            l.line("nvvm.wgmma.wait.group.sync.aligned 0");
        }
        Self::write(l, &c);
    }

    /// The products of one stage; returns the sums.
    fn multiply(&self, l: &mut Lines, da: &str, db: &str) -> String {
        let ty = sums_type();
        let mut c = "%sums".to_owned();
        for kk in 0..4 {
            let (by_a, by_b) = (l.long(2 * kk), l.long(128 * kk));
            let a = l.op(format!("llvm.add {da}, {by_a} : i64"));
            let b = l.op(format!("llvm.add {db}, {by_b} : i64"));
            c = if self.text {
                let parts: Vec<String> =
                    (0..SUMS).map(|i| l.op(format!("llvm.extractvalue {c}[{i}] : {ty}"))).collect();
                let regs: Vec<String> = (0..SUMS).map(|i| format!("${i}")).collect();
                let ties: Vec<String> =
                    vec!["=f".to_owned(); SUMS].into_iter().chain((0..SUMS).map(|i| i.to_string())).collect();
                let list = "f32, ".repeat(SUMS);
                let (x, y) = (2 * SUMS, 2 * SUMS + 1);
                l.op(format!(
                    "llvm.inline_asm has_side_effects asm_dialect = att \"{{ .reg .pred p; setp.ne.b32 p, ${}, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{{}}}, ${x}, ${y}, p, 1, 1, 0, 1; }}\", \"{},l,l,n\" {}, {a}, {b}, %c1 : ({list}i64, i64, i32) -> {ty}",
                    y + 1, regs.join(", "), ties.join(","), parts.join(", ")
                ))
            } else {
                l.op(format!(
                    "nvvm.wgmma.mma_async {a}, {b}, {c}, <m = 64, n = 64, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <row>] : {ty} -> {ty}"
                ))
            };
        }
        c
    }

    /// Writes the sums of a thread.
    fn write(l: &mut Lines, c: &str) {
        let ty = sums_type();
        let (warp, lane) = (l.by("lshr", "%tid", 5), l.by("and", "%tid", 31));
        let (g, t) = (l.by("lshr", &lane, 2), l.by("and", &lane, 3));
        let row = l.by("shl", &warp, 4);
        let row = l.add(&row, &g);
        let column = l.by("shl", &t, 1);
        for i in 0..SUMS {
            let row = l.by("add", &row, (i / 2 % 2 * 8) as i64);
            let row = l.by("mul", &row, TILE as i64);
            let column = l.by("add", &column, (i / 4 * 8 + i % 2) as i64);
            let at = l.add(&row, &column);
            let p = l.op(format!("llvm.getelementptr %c[{at}] : (!llvm.ptr, i32) -> !llvm.ptr, f32"));
            let v = l.op(format!("llvm.extractvalue {c}[{i}] : {ty}"));
            l.line(format!("llvm.store {v}, {p} : f32, !llvm.ptr"));
        }
    }

    fn run(&self) -> Result<Counters, Box<SimError>> {
        self.run_on(device(&self.text()), true)
    }
    fn run_on(&self, mut d: Device, checks: bool) -> Result<Counters, Box<SimError>> {
        let (a, b) = factors(TILE, TILE, self.k);
        let (pa, pb, pc) = (bf16s(&mut d, &a), bf16s(&mut d, &b), d.alloc(4 * TILE * TILE).unwrap());
        let map = |address, width: usize, height: usize| TensorMap {
            element: 9,
            address,
            sizes: vec![width as u64, height as u64],
            strides: vec![2 * width as u64],
            box_sizes: vec![64, 64],
            interleave: 0,
            swizzle: 3,
            l2_promotion: 0,
            fill: 0,
        };
        let mut args = Vec::new();
        for m in [map(pa, self.k, TILE), map(pb, TILE, self.k)] {
            args.extend(
                encode_tensor_map(&m)
                    .unwrap()
                    .chunks_exact(8)
                    .map(|c| u64::from_le_bytes(c.try_into().unwrap())),
            );
        }
        args.push(pc);
        let dynamic_shared = (STAGES * 2 * TILE * 64 * 2 + 16 * STAGES) as u32;
        let counters = d.launch("m::k", Dims { dynamic_shared, ..Dims::linear(1, 256) }, &args)?;
        if checks {
            check(&mut d, pc, [TILE, TILE, self.k], &a, &b);
        }
        Ok(counters)
    }
}

#[test]
fn warps_with_roles_boxes_and_products_by_four_warps() {
    for text in [false, true] {
        let counters = Hopper { text, ..Hopper::new(512) }.run().unwrap();
        assert_eq!(counters.wgmma, 4 * 512 / 16);
        assert_eq!(counters.bulk_bytes, 2 * 2 * 64 * 512);
    }
}

#[test]
fn products_by_four_warps_have_to_be_waited_for() {
    // A stage is filled again while a product reads it.
    let e = Hopper { left: 1, ..Hopper::new(512) }.run().unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingWait, "{e}");
    assert!(e.to_string().contains("still reading"), "{e}");
    // The sums of the last products are used at once.
    let e = Hopper { left: 1, last: false, ..Hopper::new(64) }.run().unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingWait, "{e}");
    assert!(e.to_string().contains("the sums of a wgmma.mma_async"), "{e}");
    assert!(Hopper { left: 1, ..Hopper::new(64) }.run().is_ok());
    let e = Hopper { fence: false, ..Hopper::new(64) }.run().unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingFence, "{e}");
    // The stages are not released.
    let e = Hopper { arrivals: 2, ..Hopper::new(512) }.run().unwrap_err();
    assert_eq!(e.kind, ErrorKind::Deadlock, "{e}");
    assert!(e.to_string().contains("waits for phase"), "{e}");
}

/// Mutates a text at a few places: changes numbers; removes, duplicates or swaps lines.
fn damage(text: &str, seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + next(3) {
        let at = next(lines.len());
        match next(9) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[next(lines.len())].clone()),
            2 => {
                let other = next(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let numbers: Vec<usize> =
                    (0..lines.len()).filter(|&i| lines[i].contains("llvm.mlir.constant(")).collect();
                let line = &mut lines[numbers[next(numbers.len())]];
                let start = line.find('(').unwrap() + 1;
                let end = start + line[start..].find(' ').unwrap();
                let new = [0, 1, -1, 7, 33, 4096, 1 << 30, i32::MIN][next(8)];
                if !line.contains("f32") {
                    line.replace_range(start..end, &new.to_string());
                }
            }
        }
    }
    lines.join("\n")
}

/// The device of a text that may be invalid.
fn damaged_device(text: &str) -> Option<Device> {
    let module = try_module(text)?;
    let mut d = Device::new(strata_gpusim::Config { max_instructions: 1 << 15, ..Default::default() });
    d.load(&module).ok().map(|_| d)
}

#[test]
fn damaged_kernels_are_errors_at_most() {
    let (gemm, hopper) = (Gemm { k: 64, m: 64, ..Gemm::new(32) }, Hopper::new(64));
    let (mut ran, mut failed) = (0, 0);
    for seed in 0..200 {
        let text = if seed % 2 == 0 { gemm.text() } else { hopper.text() };
        let Some(d) = damaged_device(&damage(&text, seed)) else { continue };
        ran += 1;
        if let Err(e) = if seed % 2 == 0 { gemm.run_on(d, false) } else { hopper.run_on(d, false) } {
            assert!(!e.message.is_empty() && e.block.is_some(), "{e}");
            failed += 1;
        }
    }
    assert!(ran > 60 && failed > 20, "{ran} kernels ran and {failed} failed");
}
