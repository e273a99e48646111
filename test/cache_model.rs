//! The cache misses of products stay within the bounds of their blocking, for all caches and leading dimensions: a cache model gets the
//! addresses of the kernels. Nothing is timed, so the result is the same on all machines.

use strata_passes_structured::panels::{
    blocking::{Blocking, Machine},
    cache::{Cache, Caches},
};
use strata_test::{
    random::check,
    traffic::{Geometry, Hierarchy, Kernel, Misses, replay},
};

/// Bytes of a number.
const BYTES: u64 = 4;
/// The number of rows that use a slab: few enough for a short test, and more than enough register tiles.
const ROWS: u64 = 48;
/// More steps than a block has.
const STEPS: u64 = 600;
/// More columns than a slab has.
const COLUMNS: u64 = 640;

/// A processor: its caches and its vectors.
struct Processor {
    name: &'static str,
    geometry: Geometry,
    vector_bits: i64,
}

const PROCESSORS: [Processor; 3] = [
    Processor {
        name: "32 KiB of 8 ways, 1 MiB of 16 ways, 512 bits",
        geometry: Geometry { l1: (32 << 10, 8), l2: (1 << 20, 16), pages: 64 },
        vector_bits: 512,
    },
    Processor {
        name: "48 KiB of 12 ways, 2 MiB of 16 ways, 512 bits",
        geometry: Geometry { l1: (48 << 10, 12), l2: (2 << 20, 16), pages: 64 },
        vector_bits: 512,
    },
    Processor {
        name: "32 KiB of 8 ways, 512 KiB of 8 ways, 256 bits",
        geometry: Geometry { l1: (32 << 10, 8), l2: (512 << 10, 8), pages: 64 },
        vector_bits: 256,
    },
];

impl Processor {
    fn machine(&self) -> Machine {
        let cache = |(bytes, ways): (u64, u64)| Cache { bytes: bytes as i64, ways: ways as i64 };
        let g = &self.geometry;
        let caches = Caches { l1: cache(g.l1), l2: cache(g.l2), pages: g.pages as i64 };
        Machine { caches, vector_bits: self.vector_bits, groups: Default::default() }
    }
    /// The pass with the parameters of these caches, and the vectorisation.
    fn pipeline(&self, packs: bool) -> String {
        let (g, bits) = (&self.geometry, self.vector_bits);
        let pack = format!(
            "linalg-pack-contractions{{vector-bits={bits} l1-bytes={} l1-ways={} l2-bytes={} l2-ways={} pages={}}},",
            g.l1.0, g.l1.1, g.l2.0, g.l2.1, g.pages
        );
        let pack = if packs { pack } else { String::new() };
        format!("{pack}linalg-vectorize{{vector-bits={bits}}},canonicalize,cse,loop-invariant-code-motion")
    }
}

/// The layout of the operands, with a letter for each: `n` if the reduced dimension is where it is in a matrix product, and `t` if the
/// operand is transposed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Nn,
    /// Weights `[out, in]`.
    Nt,
    /// The gradient of weights.
    Tn,
}

/// A product whose operands are parts of matrices with rows of `leading` numbers.
fn program(layout: Layout, leading: u64) -> String {
    let (a, b) = match layout {
        Layout::Nn => ([ROWS, STEPS], [STEPS, COLUMNS]),
        Layout::Nt => ([ROWS, STEPS], [COLUMNS, STEPS]),
        Layout::Tn => ([STEPS, ROWS], [STEPS, COLUMNS]),
    };
    let maps = match layout {
        Layout::Nn => ["m, k", "k, n"],
        Layout::Nt => ["m, k", "n, k"],
        Layout::Tn => ["k, m", "k, n"],
    };
    let ty = |[r, c]: [u64; 2]| format!("memref<{r}x{c}xf32, strided<[{leading}, 1]>>");
    let (a, b, c) = (ty(a), ty(b), ty([ROWS, COLUMNS]));
    let map = |to: &str| format!("affine_map<(m, n, k) -> ({to})>");
    format!(
        "func.func @main(%a: {a}, %b: {b}, %c: {c}) {{
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : {c})
  linalg.generic {{indexing_maps = [{}, {}, {}], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}}
      ins(%a, %b : {a}, {b}) outs(%c : {c}) {{
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }}
  return
}}",
        map(maps[0]),
        map(maps[1]),
        map("m, n")
    )
}

fn misses(processor: &Processor, layout: Layout, leading: u64, packs: bool) -> Misses {
    let cx = check::context();
    let mut module = check::parse(&cx, &program(layout, leading)).expect("the program is right");
    check::run_passes(&mut module, &processor.pipeline(packs)).expect("the passes run");
    let (_, function) = module.children().next().expect("a function");
    let kernel = Kernel::from_function(function).expect("loops and accesses");
    let mut caches = Hierarchy::new(processor.geometry);
    replay(&kernel, &mut caches);
    caches.misses()
}

/// Numbers per line and per page.
const LINE: f64 = 64.0 / BYTES as f64;
const PAGE: f64 = 4096.0 / BYTES as f64;

/// The most misses per multiply-add.
fn promised(machine: Machine) -> [f64; 3] {
    let Blocking { nr, depth, columns } = machine.blocking(BYTES as i64);
    let [mr, nr, depth, slab] = [machine.tile_rows(), nr, depth, columns].map(|n| n as f64);
    let (rows, columns) = (ROWS as f64, COLUMNS as f64);
    let slab = slab.min(columns);
    // Reads and writes of sums, once for each block of steps.
    let sums = 2.0 / depth;
    // Reads and writes of panels, and twice the copied rows, whose neighbours use the same line later.
    let copies = 3.0 / rows + 3.0 / slab;
    [
        // Each tile streams a panel through the first-level cache, and may reload its rows.
        (1.0 / mr + 1.0 / nr + sums + copies) / LINE,
        // The traffic beyond the second-level cache: each operand once, the left one once for each slab, and the sums.
        (2.0 / rows + 2.0 / slab + sums) / LINE,
        // A panel is a few consecutive pages. A tile touches a page for each row of the sums. The copy of a panel reads 16 steps of each
        // row at a time.
        1.0 / (mr * PAGE) + 2.0 / (nr * depth) + 1.2 / (16.0 * rows),
    ]
}

#[test]
fn products_fetch_what_their_blocking_promises() {
    let work = (ROWS * STEPS * COLUMNS) as f64;
    let mut wrong = Vec::new();
    for processor in &PROCESSORS {
        let promised = promised(processor.machine());
        for layout in [Layout::Nn, Layout::Nt, Layout::Tn] {
            for leading in [1000, 1024, 2048, 4096] {
                let m = misses(processor, layout, leading, true);
                let found = [m.l1, m.l2, m.pages].map(|n| n as f64 / work);
                for (what, (found, promised)) in
                    ["first cache", "second cache", "pages"].iter().zip(found.iter().zip(promised))
                {
                    let line = format!(
                        "{}: {layout:?}, rows of {leading}: {what}: {found:.6} misses for each multiply-add, promised {promised:.6}",
                        processor.name
                    );
                    println!("{line}");
                    if *found > promised {
                        wrong.push(line);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The model detects the benefit of packing: without it, the bounds are exceeded.
#[test]
fn without_panels_the_second_cache_and_translations_miss() {
    let processor = &PROCESSORS[0];
    let [packed, plain] = [true, false].map(|packs| misses(processor, Layout::Nn, 4096, packs));
    assert!(plain.pages > 4 * packed.pages, "{plain:?} {packed:?}");
    assert!(plain.l2 > packed.l2, "{plain:?} {packed:?}");
    assert!(plain.l1 > packed.l1, "{plain:?} {packed:?}");
}
