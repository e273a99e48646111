//! `vector.transfer_read` and `vector.transfer_write`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::DestinationStyle;

use crate::constraints::{BoolNumbers, MaskVector, vector_of, with_dims};

/// Reads a part of a tensor or buffer as a vector; elements outside of it are the padding.
#[op(
    name = "vector.transfer_read",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, Fold, MemoryEffects, Speculatable],
    custom_asm,
)]
pub struct TransferReadOp {
    /// The tensor or buffer.
    pub base: Operand<AnyShaped>,
    /// The position.
    pub indices: Variadic<Index>,
    /// Which dimensions of the base the dimensions of the vector run over.
    pub permutation_map: Attr<AffineMapAttr>,
    /// The elements outside of the base.
    pub padding: Operand<AnyType>,
    /// Which elements are read.
    pub mask: OptOperand<MaskVector>,
    /// For each dimension of the vector, whether all of it is inside of the base.
    pub in_bounds: Attr<BoolNumbers>,
    /// The vector.
    pub vector: Res<AnyVector>,
}

/// Writes a vector to a part of a tensor or buffer; elements outside of it are dropped.
#[op(
    name = "vector.transfer_write",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects, Speculatable, DestinationStyle],
    custom_asm,
)]
pub struct TransferWriteOp {
    /// The vector.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<AnyVector>,
    /// The tensor or buffer.
    pub base: Operand<AnyShaped>,
    /// The position.
    pub indices: Variadic<Index>,
    /// Which dimensions of the base the dimensions of the vector run over.
    pub permutation_map: Attr<AffineMapAttr>,
    /// Which elements are written.
    pub mask: OptOperand<MaskVector>,
    /// For each dimension of the vector, whether all of it is inside of the base.
    pub in_bounds: Attr<BoolNumbers>,
    /// The tensor after.
    pub result: OptRes<RankedTensor>,
}

/// The map that a transfer has when none is written: the last dimensions of the base.
pub fn default_map(cx: &Context, base: Type, vector: &VectorType) -> Option<AffineMap> {
    let shaped = cx.shaped(base)?;
    let inner = cx.type_as::<VectorType>(shaped.elem).map_or(0, |v| v.shape.len());
    let (rank, n) = (shaped.rank()?, vector.shape.len().checked_sub(inner)?);
    // A vector of one element of a scalar base has no dimension to run over.
    if rank == 0 && vector.shape[..] == [1] {
        return Some(AffineMap::new(0, 0, vec![strata_ir::affine::AffineExpr::constant(0)]));
    }
    (n <= rank).then(|| AffineMap::minor_identity(rank as u32, n as u32))
}

/// The booleans of an attribute.
fn bools(cx: &Context, attr: Option<Attr>) -> Vec<bool> {
    let array = attr.and_then(|a| cx.attr_as::<ArrayAttr>(a));
    array.map_or_else(Vec::new, |a| a.0.iter().map(|&x| x == cx.bool_attr(true)).collect())
}
/// The attribute of booleans.
pub(crate) fn bools_attr(cx: &Context, values: &[bool]) -> Attr {
    cx.array_attr(values.iter().map(|&v| cx.bool_attr(v)).collect())
}

impl TransferReadOp {
    /// Reads at a position; the map is the default one when `None`.
    pub fn create(
        b: &mut Builder<'_>,
        ty: Type,
        base: Value,
        indices: &[Value],
        padding: Value,
        map: Option<AffineMap>,
        in_bounds: &[bool],
    ) -> Option<Value> {
        let cx = b.cx();
        let map = map.or_else(|| default_map(cx, b.ty(base), cx.type_as(ty)?))?;
        let (map, bounds) = (cx.affine_map_attr(map), bools_attr(cx, in_bounds));
        Some(Self::build(b, base, indices, map, padding, None, bounds, ty))
    }
}
impl TransferWriteOp {
    /// Writes at a position; the map is the default one when `None`.
    pub fn create(
        b: &mut Builder<'_>,
        value: Value,
        base: Value,
        indices: &[Value],
        map: Option<AffineMap>,
        in_bounds: &[bool],
    ) -> Option<Self> {
        let cx = b.cx();
        let map = map.or_else(|| default_map(cx, b.ty(base), vector_of(b, value)?))?;
        let (map, bounds) = (cx.affine_map_attr(map), bools_attr(cx, in_bounds));
        let result: Vec<Type> = [b.ty(base)].into_iter().filter(|&t| AnyTensor::check(t, cx)).collect();
        Some(Self::build(b, value, base, indices, map, None, bounds, &result))
    }
}
impl DestinationStyle for TransferWriteOp {
    fn as_op(&self) -> Op {
        self.op()
    }
    fn dps_init_range(&self, _: &Body) -> std::ops::Range<usize> {
        1..2
    }
}

macro_rules! transfer {
    ($op:ident, $kind:ident) => {
        impl $op {
            /// The dimensions of the base that the dimensions of the vector run over.
            pub fn map(self, b: &Body) -> AffineMap {
                let map =
                    b.attr(self.op(), "permutation_map").and_then(|a| b.cx().attr_as::<AffineMapAttr>(a));
                map.map_or_else(AffineMap::empty, |m| m.0.clone())
            }
            /// For each dimension of the vector, whether all of it is inside of the base.
            pub fn bounds(self, b: &Body) -> Vec<bool> {
                bools(b.cx(), b.attr(self.op(), "in_bounds"))
            }
            /// Whether no element is outside of the base.
            pub fn is_in_bounds(self, b: &Body) -> bool {
                self.bounds(b).iter().all(|&x| x)
            }
        }
        impl Speculatable for $op {
            fn is_speculatable(&self, b: &Body) -> bool {
                b.cx().type_as::<TensorType>(b.ty(self.base(b))).is_some()
            }
        }
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                if b.cx().type_as::<MemRefType>(b.ty(self.base(b))).is_some() {
                    out.push(Effect { kind: EffectKind::$kind, on: Some(self.base(b)) });
                }
            }
        }
    };
}
transfer!(TransferReadOp, Read);
transfer!(TransferWriteOp, Write);

/// The common checks of both transfers.
fn verify(
    b: &Body,
    base: Value,
    indices: usize,
    vector: Value,
    map: &AffineMap,
    bounds: &[bool],
    mask: Option<Value>,
    write: bool,
) -> VerifyResult {
    let cx = b.cx();
    let Some(v) = vector_of(b, vector) else { return Ok(()) };
    let ty = b.ty(base);
    let ok = cx.type_as::<MemRefType>(ty).is_some() || cx.type_as::<TensorType>(ty).is_some();
    ensure!(ok, "requires source to be a memref or ranked tensor type");
    let Some(shaped) = cx.shaped(ty) else { return Ok(()) };
    let rank = shaped.rank().unwrap_or(0);
    ensure!(indices == rank, "requires {rank} indices");
    let inner = cx.type_as::<VectorType>(shaped.elem);
    if let Some(inner) = inner {
        let bits = |v: &VectorType| Some(cx.bit_width(v.elem)? as i64 * v.shape.last()?);
        let whole =
            bits(v).zip(bits(inner)).is_none_or(|(vector, source)| source != 0 && vector % source == 0);
        ensure!(
            whole,
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source"
        );
        ensure!(
            inner.shape.len() <= v.shape.len(),
            "requires source vector element and vector result ranks to match."
        );
        ensure!(mask.is_none(), "does not support masks with vector element type");
    } else {
        ensure!(
            cx.bit_width(shaped.elem).is_none() || shaped.elem == v.elem,
            "requires the element types of the source and of the vector to match"
        );
    }
    let n = v.shape.len() - inner.map_or(0, |i| i.shape.len()).min(v.shape.len());
    ensure!(map.n_symbols() == 0, "requires permutation_map without symbols");
    ensure!(
        map.n_dims() as usize == rank,
        "requires a permutation_map with input dims of the same rank as the source type"
    );
    ensure!(
        map.n_results() == n,
        "requires a permutation_map with result dims of the same rank as the vector type"
    );
    let mut seen = vec![false; rank];
    for e in map.results() {
        match (e.as_dim(), e.as_const()) {
            (Some(d), _) => ensure!(
                !std::mem::replace(&mut seen[d as usize], true),
                "requires a permutation_map that is a permutation (found one dim used more than once)"
            ),
            (None, Some(0)) => (),
            (None, Some(_)) => ensure!(
                false,
                "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)"
            ),
            _ => ensure!(
                false,
                "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)"
            ),
        }
    }
    ensure!(
        bounds.len() == n,
        "expects the in_bounds attr of same rank as permutation_map results: affine_map<{}> vs inBounds of size: {}",
        map,
        bounds.len()
    );
    if let Some(mask) = mask {
        ensure!(b.ty(mask) == infer_mask(cx, v, map), "inferred mask type and mask operand type don't match");
    }
    if write {
        ensure!(map.results().iter().all(|e| e.as_const().is_none()), "should not have broadcast dimensions");
    }
    Ok(())
}

/// The type of the mask of a transfer: one dimension for each of the base that the vector runs over, in the order of the base.
pub fn infer_mask(cx: &Context, v: &VectorType, map: &AffineMap) -> Type {
    let mut dims: Vec<(u32, usize)> =
        map.results().iter().zip(0..v.shape.len()).filter_map(|(e, d)| Some((e.as_dim()?, d))).collect();
    if dims.is_empty() {
        return cx.vector(&[1], cx.i1());
    }
    dims.sort_unstable();
    let bits = VectorType { elem: cx.i1(), ..v.clone() };
    with_dims(cx, &bits, dims.into_iter().map(|(_, d)| d))
}

impl Verify for TransferReadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (base, bounds) = (self.base(b), self.bounds(b));
        verify(b, base, self.indices(b).len(), self.vector(b), &self.map(b), &bounds, self.mask(b), false)?;
        let elem = b.cx().elem_or_self(b.ty(base));
        ensure!(
            b.ty(self.padding(b)) == elem,
            "requires formal padding and source of the same elemental type"
        );
        Ok(())
    }
}
impl Verify for TransferWriteOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (base, bounds) = (self.base(b), self.bounds(b));
        verify(
            b,
            base,
            self.indices(b).len(),
            self.value_to_store(b),
            &self.map(b),
            &bounds,
            self.mask(b),
            true,
        )?;
        let tensor = AnyTensor::check(b.ty(base), b.cx());
        ensure!(
            tensor == self.result(b).is_some(),
            "expected a result exactly when the destination is a tensor"
        );
        ensure!(
            self.result(b).is_none_or(|r| b.ty(r) == b.ty(base)),
            "expected the type of the result to be that of the destination"
        );
        Ok(())
    }
}

fn print_attrs(p: &mut Printer<'_>, op: Op, map: &AffineMap, bounds: &[bool]) {
    let mut elided = Vec::new();
    if map.is_minor_identity() {
        elided.push("permutation_map");
    }
    if !bounds.contains(&true) {
        elided.push("in_bounds");
    }
    p.attr_dict(op, &elided);
}
/// Sets the attributes that syntax may leave out.
fn finish(p: &mut Parser<'_>, state: &mut OpState, base: Type, vector: Type, at: Location) -> PResult<()> {
    let cx = p.cx();
    let slot = |state: &OpState, name| state.info.attr_slot(name).and_then(|s| state.attrs[s]);
    let Some(v) = cx.type_as::<VectorType>(vector) else {
        return Err(p.error_at(at, "requires vector type"));
    };
    if cx.shaped(base).is_none_or(|s| s.shape.is_none()) || cx.type_as::<VectorType>(base).is_some() {
        return Err(p.error_at(at, "requires memref or ranked tensor type"));
    }
    let given =
        slot(state, "permutation_map").and_then(|a| cx.attr_as::<AffineMapAttr>(a)).map(|m| m.0.clone());
    let results = match given {
        Some(map) => map.n_results(),
        None => {
            let Some(map) = default_map(cx, base, v) else {
                return Err(p.error_at(
                    at,
                    "expected the same rank for the vector and the results of the permutation map",
                ));
            };
            let n = map.n_results();
            state.set_attr(cx, "permutation_map", cx.affine_map_attr(map));
            n
        }
    };
    if slot(state, "in_bounds").is_none() {
        state.set_attr(cx, "in_bounds", bools_attr(cx, &vec![false; results]));
    }
    Ok(())
}
fn mask_type(p: &mut Parser<'_>, state: &OpState, vector: Type) -> Option<Type> {
    let cx = p.cx();
    let map = state.info.attr_slot("permutation_map").and_then(|s| state.attrs[s])?;
    Some(infer_mask(cx, cx.type_as(vector)?, &cx.attr_as::<AffineMapAttr>(map)?.0))
}

impl CustomAsm for TransferReadOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.base(b)).text("[").values(self.indices(b)).text("], ").value(self.padding(b));
        if let Some(mask) = self.mask(b) {
            p.text(", ").value(mask);
        }
        print_attrs(p, self.op(), &self.map(b), &self.bounds(b));
        p.text(" : ").type_of(self.base(b)).text(", ").type_of(self.vector(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let base = p.operand()?;
        p.expect("[")?;
        let indices = p.list_until("]", Parser::operand)?;
        p.expect(",")?;
        let padding = p.operand()?;
        let mask = if p.eat(",") { Some(p.operand()?) } else { None };
        p.attr_dict(state)?;
        let at = p.location();
        let base_ty = p.colon_type()?;
        if !p.eat(",") {
            return Err(p.error_at(at, "requires two types"));
        }
        let vector = p.ty()?;
        finish(p, state, base_ty, vector, at)?;
        let value = p.resolve(base, base_ty)?;
        state.operands.push(value);
        for &i in &indices {
            let v = p.resolve(i, cx.index())?;
            state.operands.push(v);
        }
        let v = p.resolve(padding, cx.elem_or_self(base_ty))?;
        state.operands.push(v);
        if let Some(mask) = mask {
            if cx.type_as::<VectorType>(cx.elem_or_self(base_ty)).is_some() {
                return Err(p.error_at(at, "does not support masks with vector element type"));
            }
            let Some(ty) = mask_type(p, state, vector) else {
                return Err(p.error_at(at, "requires vector type"));
            };
            let v = p.resolve(mask, ty)?;
            state.operands.push(v);
        }
        let sizes = cx.i32_array(&[1, indices.len() as i32, 1, mask.is_some() as i32]);
        state.set_attr(cx, "operandSegmentSizes", sizes);
        state.result_types.push(vector);
        Ok(())
    }
}
impl CustomAsm for TransferWriteOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ")
            .value(self.value_to_store(b))
            .text(", ")
            .value(self.base(b))
            .text("[")
            .values(self.indices(b))
            .text("]");
        if let Some(mask) = self.mask(b) {
            p.text(", ").value(mask);
        }
        print_attrs(p, self.op(), &self.map(b), &self.bounds(b));
        p.text(" : ").type_of(self.value_to_store(b)).text(", ").type_of(self.base(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let vector = p.operand()?;
        p.expect(",")?;
        let base = p.operand()?;
        p.expect("[")?;
        let indices = p.list_until("]", Parser::operand)?;
        let mask = if p.eat(",") { Some(p.operand()?) } else { None };
        p.attr_dict(state)?;
        let at = p.location();
        let vector_ty = p.colon_type()?;
        if !p.eat(",") {
            return Err(p.error_at(at, "requires two types"));
        }
        let base_ty = p.ty()?;
        finish(p, state, base_ty, vector_ty, at)?;
        for (o, t) in [(vector, vector_ty), (base, base_ty)] {
            let v = p.resolve(o, t)?;
            state.operands.push(v);
        }
        for &i in &indices {
            let v = p.resolve(i, cx.index())?;
            state.operands.push(v);
        }
        if let Some(mask) = mask {
            if cx.type_as::<VectorType>(cx.elem_or_self(base_ty)).is_some() {
                return Err(p.error_at(at, "does not support masks with vector element type"));
            }
            let Some(ty) = mask_type(p, state, vector_ty) else {
                return Err(p.error_at(at, "requires vector type"));
            };
            let v = p.resolve(mask, ty)?;
            state.operands.push(v);
        }
        let sizes = cx.i32_array(&[1, 1, indices.len() as i32, mask.is_some() as i32]);
        state.set_attr(cx, "operandSegmentSizes", sizes);
        if AnyTensor::check(base_ty, cx) {
            state.result_types.push(base_ty);
        }
        Ok(())
    }
}
