//! `linalg.generic`.

use strata_ir::{affine::AffineMap, prelude::*, text::RegionStyle};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, YieldOp, attrs,
    constraints::{IteratorTypes, Output},
    interfaces::structured_op,
    payload, simplify, syntax,
};

/// A structured op with explicit maps, iterator types and payload.
#[op(
    name = "linalg.generic",
    traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable],
    interfaces = [VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
    custom_asm,
)]
pub struct GenericOp {
    /// Operands that are read.
    pub inputs: Variadic<AnyType>,
    /// Operands that are written.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: Attr<AffineMapArray>,
    /// One word for each loop.
    pub iterator_types: Attr<IteratorTypes>,
    /// A description of the op.
    pub doc: OptAttr<StringAttr>,
    /// A function that does the same.
    pub library_call: OptAttr<StringAttr>,
    /// The new contents of outputs that are tensors.
    pub result_tensors: VariadicRes<RankedTensor>,
    /// Computes one element of each output.
    pub region: SingleBlockRegion,
}

structured_op! { GenericOp: "out"; }

impl LinalgOp for GenericOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        b.attr_slot(self.op(), 0).and_then(|a| attrs::maps(b.cx(), a)).unwrap_or_default()
    }
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        b.attr_slot(self.op(), 1).and_then(|a| attrs::iterator_types(b.cx(), a)).unwrap_or_default()
    }
}

impl GenericOp {
    /// Builds the op with its payload; `payload` gets the arguments of the block and returns the values to yield.
    pub fn build_with(
        b: &mut Builder<'_>,
        inputs: &[Value],
        outputs: &[Value],
        maps: &[AffineMap],
        iterator_types: &[IteratorType],
        result_types: &[Type],
        payload: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Self {
        let cx = b.cx();
        let (m, i) = (attrs::maps_attr(cx, maps), attrs::iterator_types_attr(cx, iterator_types));
        let op = Self::build(b, inputs, outputs, m, i, None, None, result_types);
        let elems: Vec<Type> =
            inputs.iter().chain(outputs).map(|&v| payload::element(b.cx(), b.ty(v))).collect();
        let loc = b.cur_loc();
        b.region_block(op, 0, &elems, |b, block| {
            let args = b.block_args(block).to_vec();
            for &arg in &args {
                b.body().set_arg_loc(arg, loc);
            }
            let values = payload(b, &args);
            YieldOp::build(b, &values);
        });
        op
    }
    /// An elementwise op: all loops parallel, all maps the identity; results are those of the outputs' types.
    pub fn elementwise(
        b: &mut Builder<'_>,
        inputs: &[Value],
        outputs: &[Value],
        payload: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Self {
        let rank = outputs.first().and_then(|&v| b.cx().shaped(b.ty(v))?.rank()).unwrap_or(0);
        let maps = vec![AffineMap::identity(rank as u32); inputs.len() + outputs.len()];
        let results: Vec<Type> =
            outputs.iter().map(|&v| b.ty(v)).filter(|&t| AnyTensor::check(t, b.cx())).collect();
        Self::build_with(b, inputs, outputs, &maps, &vec![IteratorType::Parallel; rank], &results, payload)
    }
}

impl CustomAsm for GenericOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, cx, op) = (p.body(), p.cx(), self.op());
        // The iterator types are written as strings here.
        p.text(" {");
        let mut first = true;
        for slot in ["doc", "indexing_maps", "iterator_types", "library_call"] {
            let Some(attr) = b.attr(op, slot) else { continue };
            if !std::mem::take(&mut first) {
                p.text(", ");
            }
            p.text(slot).text(" = ");
            match attrs::iterator_types(cx, attr).filter(|_| slot == "iterator_types") {
                Some(types) => {
                    p.text("[");
                    p.list(types, |p, t| {
                        p.quoted(t.word());
                    });
                    p.text("]");
                }
                None => {
                    p.attr(attr);
                }
            }
        }
        p.text("}");
        syntax::print_operands(p, op);
        if !b.extra_attrs(op).is_empty() {
            p.text(" attrs = ").extra_attrs_only(op, &[]);
        }
        let region = self.region(b);
        if !b.blocks(region).is_empty() {
            p.text(" ").region(region, RegionStyle::default());
        }
        let results: Vec<Type> = b.result_types(op).collect();
        p.arrow_types(&results);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let at = p.location();
        let dict = p.attr()?;
        let Some(dict) = cx.attr_as::<DictionaryAttr>(dict) else {
            return Err(p.error_at(at, "invalid kind of attribute specified"));
        };
        let at = p.location();
        if !dict
            .entries()
            .iter()
            .any(|&(name, attr)| cx.str(name) == "iterator_types" && cx.attr_as::<ArrayAttr>(attr).is_some())
        {
            return Err(p.error_at(at, "expected \"iterator_types\" array attribute"));
        }
        for &(name, attr) in dict.entries() {
            let mut attr = attr;
            if cx.str(name) == "iterator_types"
                && let Some(items) = cx.attr_as::<ArrayAttr>(attr)
            {
                let mut types = Vec::new();
                for &item in &items.0 {
                    let word = match cx.attr_str(item) {
                        Some(text) => IteratorType::from_word(text),
                        None => cx.attr_as::<IteratorType>(item).copied(),
                    };
                    let Some(t) = word else {
                        let text = cx.attr_str(item).unwrap_or("");
                        return Err(p.error_at(at, format!("unexpected iterator_type ({text})")));
                    };
                    types.push(t);
                }
                attr = attrs::iterator_types_attr(cx, &types);
            }
            state.set_attr(cx, cx.str(name), attr);
        }
        syntax::parse_operands(p, state)?;
        if p.eat("attrs") {
            p.expect("=")?;
            p.attr_dict(state)?;
        }
        p.region(state, &[])?;
        let results = p.arrow_types_opt()?;
        state.result_types.extend(results);
        Ok(())
    }
}

impl Canonicalize for GenericOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::generic(*self, rw)
    }
}
