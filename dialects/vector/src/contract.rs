//! `vector.contract`.

use strata_ir::{affine::AffineMap, prelude::*};

use crate::{
    IteratorType, attrs,
    constraints::{DefaultKind, IteratorTypes, RankedVector, same_elem, vector_of},
};

/// A generalised product: elements of both operands are multiplied and combined along some dimensions.
#[op(
    name = "vector.contract",
    traits = [Pure],
    interfaces = [Verify],
    custom_asm,
)]
pub struct ContractionOp {
    /// The first factor.
    pub lhs: Operand<RankedVector>,
    /// The second factor.
    pub rhs: Operand<RankedVector>,
    /// The accumulator, with which products are combined.
    pub acc: Operand<AnyType>,
    /// For each operand, the map from loops to dimensions.
    pub indexing_maps: Attr<AffineMapArray>,
    /// For each loop, whether products are combined along it.
    pub iterator_types: Attr<IteratorTypes>,
    /// How products are combined.
    pub kind: DefaultAttr<DefaultKind>,
    /// The combined products.
    pub result: Res<AnyType>,
}

impl ContractionOp {
    /// For each operand, the map from loops to dimensions.
    pub fn maps(self, b: &Body) -> Vec<AffineMap> {
        let array = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
        let map = |a: &Attr| b.cx().attr_as::<AffineMapAttr>(*a).map(|m| m.0.clone());
        array.and_then(|v| v.0.iter().map(map).collect()).unwrap_or_default()
    }
    /// For each loop, whether products are combined along it.
    pub fn iterators(self, b: &Body) -> Vec<IteratorType> {
        b.attr_slot(self.op(), 1).and_then(|a| attrs::iterator_types(b.cx(), a)).unwrap_or_default()
    }
}

impl Verify for ContractionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.lhs(b), self.rhs(b), "lhs and rhs")?;
        same_elem(b, self.acc(b), self.result(b), "third operand acc and result")?;
        let (maps, types) = (self.maps(b), self.iterators(b));
        ensure!(maps.len() == 3, "expected an indexing map for each vector operand");
        for (i, (map, v)) in maps.iter().zip([self.lhs(b), self.rhs(b), self.acc(b)]).enumerate() {
            ensure!(map.n_symbols() == 0, "expected indexing map {i} to have no symbols");
            ensure!(
                map.n_dims() as usize == types.len(),
                "expected indexing map {i} to have {} number of inputs",
                types.len()
            );
            let shape = vector_of(b, v).map_or(&[][..], |v| &v.shape[..]);
            ensure!(
                map.n_results() == shape.len(),
                "expected indexing map {i} to have {} number of outputs",
                shape.len()
            );
            ensure!(
                map.result_dims().is_some() && map.is_projected_permutation(false),
                "expected indexing map {i} to be a projected permutation of its inputs"
            );
        }
        let dims: Vec<Vec<u32>> = maps.iter().map(|m| m.result_dims().unwrap_or_default()).collect();
        self.verify_shapes(b, &dims, &types)?;
        let Some(kind) = b.attr_slot(self.op(), 2).and_then(|a| b.cx().attr_as::<crate::CombiningKind>(a))
        else {
            return Ok(());
        };
        let elem = b.cx().elem_or_self(b.ty(self.result(b)));
        ensure!(kind.supports(b.cx(), elem), "unsupported contraction type");
        Ok(())
    }
}

impl ContractionOp {
    /// The dimensions of the factors fit together, and those of the result are made of them.
    fn verify_shapes(self, b: &Body, dims: &[Vec<u32>], types: &[IteratorType]) -> VerifyResult {
        let shape = |v: Value| vector_of(b, v).map_or(&[][..], |v| &v.shape[..]);
        let (left, right) = (shape(self.lhs(b)), shape(self.rhs(b)));
        // The places in both factors of each dimension that both have.
        let pairs = |ty: IteratorType| -> Vec<(usize, usize)> {
            let place = |i: usize, d: usize| dims[i].iter().position(|&x| x as usize == d);
            (0..types.len())
                .filter(|&d| types[d] == ty)
                .filter_map(|d| Some((place(0, d)?, place(1, d)?)))
                .collect()
        };
        let (contracted, batch) = (pairs(IteratorType::Reduction), pairs(IteratorType::Parallel));
        let fit = |pairs: &[(usize, usize)]| pairs.iter().all(|&(l, r)| left[l] == right[r]);
        ensure!(!contracted.is_empty(), "expected at least one contracting dimension pair");
        ensure!(fit(&contracted), "invalid contracting dimension map");
        ensure!(fit(&batch), "invalid batch dimension map");
        let free = left.len() + right.len() - 2 * contracted.len() - batch.len();
        let cx = b.cx();
        let (acc, result) = (b.ty(self.acc(b)), b.ty(self.result(b)));
        let Some(vector) = cx.type_as::<VectorType>(result) else {
            ensure!(free == 0 && acc == result, "invalid accumulator/result vector shape");
            return Ok(());
        };
        ensure!(
            free != 0 && cx.type_as::<VectorType>(acc).is_some(),
            "invalid accumulator/result vector shape"
        );
        let mut sizes = vec![None; types.len()];
        for (dims, shape) in dims.iter().zip([left, right]) {
            dims.iter().zip(shape).for_each(|(&d, &n)| sizes[d as usize] = Some(n));
        }
        ensure!(
            sizes.iter().all(Option::is_some),
            "expected all dimensions to be either a LHS or a RHS dimension"
        );
        let wanted = dims[2].iter().filter_map(|&d| sizes[d as usize]).collect();
        let wanted = cx.ty(VectorType { shape: wanted, ..vector.clone() });
        ensure!(
            acc == wanted && result == wanted,
            "invalid accumulator/result vector shape, expected: '{}'",
            cx.type_to_string(wanted)
        );
        Ok(())
    }
}

impl CustomAsm for ContractionOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" {");
        if let Some(maps) = b.attr_slot(self.op(), 0) {
            p.text("indexing_maps = ").attr(maps);
        }
        p.text(", iterator_types = [");
        p.list(self.iterators(b), |p, t| {
            p.quoted(t.word());
        });
        p.text("]");
        if let Some(kind) = b.attr_slot(self.op(), 2) {
            p.text(", kind = ").attr(kind);
        }
        p.text("} ").values([self.lhs(b), self.rhs(b), self.acc(b)]);
        p.extra_attrs_only(self.op(), &[]);
        p.text(" : ")
            .type_of(self.lhs(b))
            .text(", ")
            .type_of(self.rhs(b))
            .text(" into ")
            .type_of(self.result(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let at = p.location();
        let dict = p.attr()?;
        let Some(dict) = cx.attr_as::<DictionaryAttr>(dict) else {
            return Err(p.error_at(at, "expected a dictionary attribute"));
        };
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
                        return Err(p.error_at(
                            at,
                            format!("unexpected iterator_type ({})", cx.attr_str(item).unwrap_or("")),
                        ));
                    };
                    types.push(cx.attr(t));
                }
                attr = cx.array_attr(types);
            }
            state.set_attr(cx, cx.str(name), attr);
        }
        let lhs = p.operand()?;
        p.expect(",")?;
        let rhs = p.operand()?;
        p.expect(",")?;
        let acc = p.operand()?;
        p.attr_dict(state)?;
        let lhs_ty = p.colon_type()?;
        p.expect(",")?;
        let rhs_ty = p.ty()?;
        p.expect("into")?;
        let result = p.ty()?;
        for (o, t) in [(lhs, lhs_ty), (rhs, rhs_ty), (acc, result)] {
            let v = p.resolve(o, t)?;
            state.operands.push(v);
        }
        state.result_types.push(result);
        Ok(())
    }
}
