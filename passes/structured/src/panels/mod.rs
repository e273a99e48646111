//! `linalg-pack-contractions`: blocks of contractions on buffers whose shared operand is laid out as register tiles read it.
//!
//! # Before
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<512x1024xf32>, memref<1024x512xf32>) outs(%c : memref<512x512xf32>)
//! ```
//! # After
//! ```mlir
//! %panels = memref.alloc() : memref<65536xf32>
//! scf.for %pc … { scf.for %jc … {
//!   %from = memref.reinterpret_cast %b … to memref<16x256x16xf32, strided<[16, 512, 1], offset: ?>>
//!   %slab = memref.reinterpret_cast %panels … to memref<16x256x16xf32>
//!   linalg.generic {iterator_types = ["parallel", "parallel", "parallel"]} ins(%from) outs(%slab) { … }      // the copy
//!   linalg.generic {indexing_maps = [(i, p, k, j) -> (i, k), … -> (p, k, j), … -> (i, p, j)], …}
//!       ins(%rows, %slab) outs(%block)                                                                       // the product
//! ```
//! One operand of a contraction is read as vectors, which all rows of a register tile use. Where it lies in rows that are far
//! from each other, each step of a tile reads another page, and rows whose distance is a power of two share few sets of the
//! caches. A slab of it is copied first, in panels as wide as a register tile; each panel is one piece of memory that tiles
//! read from its begin to its end. The copy is a structured op: it converts numbers that are narrower than the sums, and where
//! lanes are not neighbours in memory, as in weights `[out, in]`, it is a transpose, which `linalg-vectorize` does in registers.
//! Of narrow numbers it makes [`groups`] that one instruction multiplies.
//!
//! The panels of constants are made when the program is compiled (`constants`), and those of an operand that many chunks of a parallel
//! loop read are made once before the loop (`shared`), as are those of an operand that a loop does not change (`invariant`).
//!
//! The pass deliberately skips operands that stay in the caches where they are, contractions with few rows, and
//! buffers of unknown shape, but for those with any number of rows (`unknown`). The sizes are those of [`blocking`]; ADR 0025 has the reasons.

pub mod blocking;
pub mod cache;
mod constants;
mod emit;
pub mod groups;
mod invariant;
pub(crate) mod nest_op;
mod order;
mod program;
mod reads;
mod shared;
mod unknown;
mod whole_copy;

use strata_ir::prelude::*;
use strata_passes_analysis::contraction::{self, Product};

use self::{blocking::Machine, cache::Rows, order::Packed};
use crate::{
    structured_op::{self, Structured},
    vectorize::contract::loop_nest::{Loop, Nest},
};

/// Rows that make a copy worth its time. With fewer the shared operand is read once, in the order of its rows.
pub(crate) const PACKED_ROWS: i64 = 16;
/// Steps and columns below which the operand is no matrix.
const SMALL: i64 = 4;

/// The parts that loops play.
#[derive(Clone, Debug)]
pub(crate) struct Roles {
    /// The columns: neighbours in the result.
    pub lanes: usize,
    /// The operand that all rows share; 0 or 1.
    pub shared: usize,
    /// Parallel loops that do not move the shared operand.
    pub rows: Vec<usize>,
    /// The other parallel loops.
    pub batch: Vec<usize>,
    /// Loops that are summed up, the one with the largest steps of the shared operand first.
    pub reductions: Vec<usize>,
    /// The sum of a few neighbours in both operands, which one instruction multiplies.
    pub pair: Option<usize>,
}

impl Roles {
    /// The parts of a contraction that is a product of matrices, or many of them.
    pub fn classify(nest: &Nest) -> Option<Roles> {
        let loops = &nest.loops;
        let all = 0..loops.len();
        if loops.iter().any(|l| l.strides.iter().any(|&s| s < 0)) {
            return None;
        }
        let lanes = all.clone().find(|&d| !loops[d].reduction && loops[d].strides[2] == 1)?;
        let shared = match loops[lanes].strides {
            [0, s, _] if s != 0 => 1,
            [s, 0, _] if s != 0 => 0,
            _ => return None,
        };
        let others = all.clone().filter(|&d| !loops[d].reduction && d != lanes);
        let (batch, rows): (Vec<usize>, Vec<usize>) = others.partition(|&d| loops[d].strides[shared] != 0);
        let mut reductions: Vec<usize> = all.filter(|&d| loops[d].reduction).collect();
        // Groups of numbers that one instruction multiplies are next to each other, between those of the next column.
        let pair = nest.group_loop(lanes, shared);
        reductions.retain(|&d| Some(d) != pair);
        // A sum whose steps do not move the operand has nothing to copy.
        if reductions.is_empty()
            || rows.is_empty()
            || reductions.iter().any(|&d| loops[d].strides[shared] == 0)
        {
            return None;
        }
        reductions.sort_by_key(|&d| std::cmp::Reverse(loops[d].strides[shared]));
        Some(Roles { lanes, shared, rows, batch, reductions, pair })
    }

    /// Whether the shared operand is a matrix that can be copied into panels, where neighbours along its columns are `column` elements apart, and
    /// those along its steps `step`.
    fn can_be_copied(&self, nest: &Nest, (column, step): (i64, i64)) -> bool {
        let stride = |d: usize| nest.loops[d].strides[self.shared];
        // Only along its rows can an operand be transposed in registers.
        let turns =
            stride(self.lanes) == column || self.reductions.last().is_some_and(|&d| stride(d) == step);
        turns && self.steps(nest) >= SMALL && nest.loops[self.lanes].size >= 2
    }

    fn steps(&self, nest: &Nest) -> i64 {
        self.reductions.iter().map(|&d| nest.loops[d].size).product()
    }
}

/// A contraction that is worth copies of its shared operand.
struct Packing {
    nest: Nest,
    roles: Roles,
    product: Product,
    operands: [Value; 3],
    /// Whether the copy makes groups: the operand has none.
    regroups: bool,
    /// The panels, where the shared operand is a constant that is packed when the program is compiled.
    packed: Option<Packed>,
}

/// How much of a module was packed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Contractions that read panels.
    pub contractions: usize,
    /// Constants whose panels were made when the program was compiled.
    pub constants: usize,
    /// Operands that are packed once for all chunks of a parallel loop or for all iterations of another loop.
    pub shared: usize,
}

/// Packs all contractions of a module: first constants, then the operands that the chunks of a parallel loop share.
///
/// # Errors
/// Those of `machine_of`, which says what the processor of a function is like.
pub fn pack_module<E>(
    module: &mut Body,
    machine_of: &dyn Fn(&Body) -> Result<Machine, E>,
) -> Result<Counts, E> {
    let machine = machine_of(module)?;
    let (constants, of_constants) = constants::pack(module, machine);
    let (shared, of_shared) = shared::pack(module, machine);
    let (invariant, of_invariant) = invariant::pack(module, machine);
    let contractions = of_constants + of_shared + of_invariant + pack_all(module, machine_of)?;
    Ok(Counts { constants, shared: shared + invariant, contractions })
}

/// Packs the contractions of a module whose number of rows is not known. Returns how many.
///
/// # Errors
/// Those of `machine_of`.
pub fn pack_unknown_rows<E>(
    body: &mut Body,
    machine_of: &dyn Fn(&Body) -> Result<Machine, E>,
) -> Result<usize, E> {
    in_each_body(body, machine_of, unknown::pack)
}

fn pack_all<E>(body: &mut Body, machine_of: &dyn Fn(&Body) -> Result<Machine, E>) -> Result<usize, E> {
    in_each_body(body, machine_of, pack)
}

/// Calls `pack` for the bodies in `body`, and for itself. Returns the sum of what it returns.
fn in_each_body<E>(
    body: &mut Body,
    machine_of: &dyn Fn(&Body) -> Result<Machine, E>,
    pack: fn(&mut Body, Machine) -> usize,
) -> Result<usize, E> {
    let mut packed = 0;
    for (_, child) in body.children_mut() {
        packed += in_each_body(child, machine_of, pack)?;
    }
    let machine = machine_of(body)?;
    Ok(packed + pack(body, machine))
}

/// Packs all contractions on static buffers that are worth it. Returns how many.
fn pack(body: &mut Body, machine: Machine) -> usize {
    let mut packed = 0;
    for op in body.all_ops() {
        // Payloads go with their ops.
        if !body.is_live(op) {
            continue;
        }
        let Some(found) = Packing::for_op(body, op, machine) else { continue };
        if emit::emit(body, op, &found, machine).is_some() {
            body.erase(op);
            packed += 1;
        }
    }
    packed
}

impl Packing {
    fn for_op(body: &Body, op: Op, machine: Machine) -> Option<Packing> {
        let s = structured_op::structured(body, op)?;
        let product = contraction::product(body, &s).filter(|_| body.results(op).is_empty())?;
        let nest = Nest::from_structured(body, &s)?;
        let grouped = if machine.groups.have(body, &product) { groups::with_groups(&nest) } else { None };
        let found = match grouped {
            Some((nest, roles)) => Self::from_roles(body, &s, product, (nest, roles), true),
            None => Self::from_nest(body, &s, product, nest),
        };
        found.filter(|p| p.pays(body, machine) == Some(true))
    }

    /// A contraction in these loops, whose shared operand can be copied.
    fn from_nest(body: &Body, s: &Structured, product: Product, nest: Nest) -> Option<Packing> {
        let roles = Roles::classify(&nest)?;
        let column = roles.pair.map_or(1, |_| nest.group);
        let fits = roles.can_be_copied(&nest, (column, 1));
        fits.then(|| Self::from_roles(body, s, product, (nest, roles), false))?
    }

    fn from_roles(
        body: &Body,
        s: &Structured,
        product: Product,
        (nest, roles): (Nest, Roles),
        regroups: bool,
    ) -> Option<Packing> {
        let operands = [s.inputs[0], s.inputs[1], s.outputs[0]];
        let packing = Packing { nest, roles, product, operands, regroups, packed: None };
        for ty in [packing.product.sum, packing.elem(body, 0), packing.elem(body, 1)] {
            bytes_of(body, ty)?;
        }
        Some(packing)
    }

    /// Whether copies are worth their time; `None` where sizes have no meaning for the target.
    fn pays(&self, body: &Body, machine: Machine) -> Option<bool> {
        let (roles, columns) = (&self.roles, self.columns());
        let rows: i64 = roles.rows.iter().map(|&d| self.nest.loops[d].size).product();
        let lanes = machine.vector_bits / 8 / bytes_of(body, self.product.sum)?;
        if lanes < 2 || columns.size < lanes.min(SMALL) {
            return None;
        }
        if self.regroups {
            return Some(true);
        }
        let narrow = bytes_of(body, self.elem(body, roles.shared))?;
        let pair = self.pair();
        let step = self.nest.loops[*roles.reductions.last()?].strides[roles.shared];
        let whole = Rows {
            count: self.roles.steps(&self.nest),
            bytes: columns.size.saturating_mul(narrow * pair),
            stride: step.saturating_mul(narrow),
        };
        let converts = pair == 1 && self.product.casts[roles.shared].is_some();
        let near = !self.is_across() && !converts && machine.caches.keep(whole);
        Some(rows >= PACKED_ROWS && !near)
    }

    /// The loop over columns.
    fn columns(&self) -> &Loop {
        &self.nest.loops[self.roles.lanes]
    }

    fn pair(&self) -> i64 {
        if self.roles.pair.is_some() { self.nest.group } else { 1 }
    }

    /// Whether columns of the shared operand are no neighbours.
    fn is_across(&self) -> bool {
        self.columns().strides[self.roles.shared] != self.pair()
    }

    fn elem(&self, body: &Body, operand: usize) -> Type {
        body.cx().elem_or_self(body.ty(self.operands[operand]))
    }
}

/// The bytes of a number, where it has whole ones.
fn bytes_of(body: &Body, ty: Type) -> Option<i64> {
    body.cx().bit_width(ty).filter(|w| w.is_multiple_of(8)).map(|w| i64::from(w / 8))
}
