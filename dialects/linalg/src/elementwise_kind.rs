//! `linalg.elementwise`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    ElementwiseKind, IteratorType, LinalgOp, TypeFn, attrs, constraints::Output, interfaces::structured_op,
    payload::PayloadResult, simplify, syntax,
};

/// A function of elements at the same position, or at positions given by maps.
#[op(
    name = "linalg.elementwise",
    traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
    interfaces = [VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
    custom_asm,
)]
pub struct ElementwiseOp {
    /// Operands that are read.
    pub inputs: Variadic<AnyType>,
    /// The operand that is written.
    pub outputs: Variadic<Output>,
    /// The function.
    pub kind: Attr<ElementwiseKind>,
    /// One map for each operand.
    pub indexing_maps: DefaultAttr<Maps>,
    /// The new contents of the output, when it is a tensor.
    pub result_tensors: VariadicRes<RankedTensor>,
    /// Computes one element.
    pub region: SingleBlockRegion,
}

attr_constraint! {
    /// Maps of `linalg.elementwise`.
    Maps: ArrayAttr = "AffineMap array attribute", |a, cx| AffineMapArray::check(a, cx), default |cx| cx.array_attr(Vec::new());
}

structured_op! { ElementwiseOp: "out"; }

impl ElementwiseOp {
    /// Builds the op with its region.
    ///
    /// # Errors
    /// When elements of these types have no such function.
    pub fn create(
        b: &mut Builder<'_>,
        kind: ElementwiseKind,
        inputs: &[Value],
        output: Value,
        maps: &[AffineMap],
    ) -> Result<Self, String> {
        let build = move |b: &mut Builder<'_>, args: &[Value], _: TypeFn| -> PayloadResult<Vec<Value>> {
            Ok(vec![kind.apply(b, args)?])
        };
        let (kind, maps) = (b.cx().attr(kind), attrs::maps_attr(b.cx(), maps));
        syntax::build_named(b, inputs, &[output], &[("kind", kind), ("indexing_maps", maps)], &build)
    }
    /// The function.
    pub fn function(self, b: &Body) -> Option<ElementwiseKind> {
        b.cx().attr_as::<ElementwiseKind>(b.attr(self.op(), "kind")?).copied()
    }
}

impl LinalgOp for ElementwiseOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        b.attr(self.op(), "indexing_maps").and_then(|a| attrs::maps(b.cx(), a)).unwrap_or_default()
    }
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        let out = self.outputs(b).next();
        vec![IteratorType::Parallel; out.and_then(|v| b.cx().shaped(b.ty(v))?.rank()).unwrap_or(0)]
    }
}

impl CustomAsm for ElementwiseOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if let Some(kind) = b.attr(self.op(), "kind") {
            p.text(" kind=").attr(kind);
        }
        let maps = LinalgOp::indexing_maps(self, b);
        let identity = AffineMap::identity(LinalgOp::num_loops(self, b) as u32);
        if maps.iter().any(|m| *m != identity)
            && let Some(attr) = b.attr(self.op(), "indexing_maps")
        {
            p.text(" indexing_maps = ").attr(attr);
        }
        p.attr_dict(self.op(), &["kind", "indexing_maps"]);
        syntax::print_operands(p, self.op());
        let results: Vec<Type> = b.result_types(self.op()).collect();
        p.arrow_types(&results);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        p.expect("kind")?;
        p.expect("=")?;
        let at = p.location();
        let attr = p.attr()?;
        let Some(&kind) = cx.attr_as::<ElementwiseKind>(attr) else {
            return Err(p.error_at(at, "expected ElementwiseKind attribute"));
        };
        state.set_attr(cx, "kind", attr);
        let mapped = syntax::parse_maps(p, state)?;
        let build = move |b: &mut Builder<'_>, args: &[Value], _: TypeFn| -> PayloadResult<Vec<Value>> {
            Ok(vec![kind.apply(b, args)?])
        };
        syntax::parse_named(p, state, &build, (kind.arity(), 1))?;
        if !mapped {
            let rank = state.operands.last().map(|&v| p.body().ty(v)).and_then(|t| cx.shaped(t)?.rank());
            let Some(rank) = rank else {
                return Err(p.error_at(at, "return type needs to be shaped"));
            };
            let maps = vec![AffineMap::identity(rank as u32); kind.arity() + 1];
            state.set_attr(cx, "indexing_maps", attrs::maps_attr(cx, &maps));
        }
        Ok(())
    }
}

impl Canonicalize for ElementwiseOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::common(self, rw)
    }
}
