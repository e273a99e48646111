//! Contractions: sums of products become them, they take up transposes and broadcasts of their operands, and become outer products, dot
//! products, products of elements, or contractions of fewer dimensions.
//!
//! ```mlir
//! %r = vector.contract {indexing_maps = [(m, n, k) -> (m, k), (m, n, k) -> (k, n), (m, n, k) -> (m, n)], …} %x, %y, %c
//! ```
//! becomes for each `k`, as outer products ([`outer_product`]),
//! ```mlir
//! %s = vector.outerproduct %xk, %yk, %r {kind = #vector.kind<add>} : vector<8xf32>, vector<32xf32>
//! ```
//! and for each `m` and `n`, as dot products ([`dot`]),
//! ```mlir
//! %p = arith.mulf %xm, %yn : vector<4xf32>
//! %d = vector.reduction <add>, %p : vector<4xf32> into f32
//! ```
//! Other contractions lose one dimension after the other ([`unrolled`]).

mod dot;
mod elementwise;
mod fold;
mod outer_product;
mod unrolled;

use std::sync::Arc;

use strata_ir::{affine::AffineMap, prelude::*};
use strata_pass::option_enum;
use strata_vector::{CombiningKind, ContractionOp, IteratorType, MaskOp};

pub use fold::{FOLD_EXTENSIONS, REDUCTION_TO_CONTRACT};

option_enum! {
    /// The ops that contractions become.
    pub enum ContractionLowering {
        /// Progressively lower to finer grained `vector.contract` and dot-products.
        Dot = "dot",
        /// Lower directly to `llvm.intr.matrix.multiply`.
        LlvmIntr = "llvmintr",
        /// Lower to `vector.outerproduct`.
        OuterProduct = "outerproduct",
        /// Lower contract with all reduction dimensions unrolled to 1 to a vector elementwise operations.
        ParallelArith = "parallelarith",
    }
}

/// Adds the lowering of contractions. That to the intrinsics of LLVM is not here; without it they lose one dimension after the other.
pub fn add_contraction_patterns(set: &mut PatternSet, lowering: ContractionLowering) {
    let apply = move |op: Op, rw: &mut Rewriter<'_>| lower(op, rw, lowering);
    set.add_fn(Some(ContractionOp::NAME), "lower-contraction", 1, Arc::new(apply));
    if lowering == ContractionLowering::OuterProduct {
        set.add(outer_product::TO_OUTER_PRODUCT);
    }
}

fn lower(op: Op, rw: &mut Rewriter<'_>, lowering: ContractionLowering) -> Option<()> {
    let c = Contraction::read(rw, op).filter(|c| c.is_sum(rw))?;
    c.start(rw);
    let value = match lowering {
        ContractionLowering::OuterProduct => outer_product::outer_products(rw, &c),
        ContractionLowering::Dot => dot::dot_products(rw, &c),
        ContractionLowering::ParallelArith => elementwise::elementwise(rw, &c),
        ContractionLowering::LlvmIntr => None,
    };
    let value = match value {
        Some(value) => value,
        // Sums of `index` have no reduction.
        None if rw.cx().is_index(c.elems(rw)[2]) => return None,
        None => unrolled::unrolled(rw, &c)?,
    };
    rw.replace_op(c.root, &[value]);
    Some(())
}

/// The parts of a contraction.
#[derive(Clone)]
pub struct Contraction {
    /// The op that is replaced: the contraction, or the mask around it.
    pub root: Op,
    pub lhs: Value,
    pub rhs: Value,
    pub acc: Value,
    pub mask: Option<Value>,
    pub maps: Vec<AffineMap>,
    pub iterators: Vec<IteratorType>,
    kind: CombiningKind,
}

impl Contraction {
    /// The parts of an op, unless a mask has a value for the lanes that are off.
    pub fn read(b: &Body, op: Op) -> Option<Self> {
        let c = op.as_op::<ContractionOp>(b)?;
        let around = MaskOp::around(b, op);
        if around.is_some_and(|m| m.passthru(b).is_some()) {
            return None;
        }
        let kind = b.attr(op, "kind").and_then(|a| b.cx().attr_as::<CombiningKind>(a));
        let parts = Self {
            root: around.map_or(op, |m| m.op()),
            lhs: c.lhs(b),
            rhs: c.rhs(b),
            acc: c.acc(b),
            mask: around.map(|m| m.mask(b)),
            maps: c.maps(b),
            iterators: c.iterators(b),
            kind: kind.copied().unwrap_or(CombiningKind::Add),
        };
        (parts.maps.len() == 3).then_some(parts)
    }
    /// Builds in front of the op that is replaced.
    pub fn start(&self, rw: &mut Rewriter<'_>) {
        let at = InsertPoint::before(rw, self.root);
        rw.goto(at);
    }
    /// The elements of both factors and of the accumulator.
    fn elems(&self, b: &Body) -> [Type; 3] {
        [self.lhs, self.rhs, self.acc].map(|v| b.cx().elem_or_self(b.ty(v)))
    }
    /// Whether it is a sum of products of numbers of one type.
    fn is_sum(&self, b: &Body) -> bool {
        let [lhs, rhs, acc] = self.elems(b);
        self.kind == CombiningKind::Add && lhs == acc && rhs == acc
    }
    /// A contraction of these values.
    pub fn build(&self, b: &mut Builder<'_>) -> Value {
        let cx = b.cx_arc().clone();
        let maps = cx.array_attr(self.maps.iter().map(|m| cx.affine_map_attr(m.clone())).collect());
        let iterators = cx.array_attr(self.iterators.iter().map(|&i| cx.attr(i)).collect());
        let (kind, ty) = (cx.attr(self.kind), b.ty(self.acc));
        ContractionOp::build(b, self.lhs, self.rhs, self.acc, maps, iterators, Some(kind), ty)
    }
    /// Whether a map has these dimensions as its results.
    fn is(&self, map: usize, dims: &[u32]) -> bool {
        self.maps[map] == AffineMap::select(self.iterators.len() as u32, dims)
    }
}
