//! `affine.apply`.

use strata_ir::{affine::AffineMap, prelude::*};

use crate::{
    simplify::ValueMap,
    syntax::{map_of, op_error, parse_operands, print_operands},
    validity::{affine_scope, is_valid_dim_in, is_valid_symbol_in},
};

/// The only result of an affine map.
#[op(
    name = "affine.apply",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    custom_asm,
)]
pub struct ApplyOp {
    /// The map.
    pub map: Attr<AffineMapAttr>,
    /// Values of its dimensions, then of its symbols.
    #[ir_name = "mapOperands"]
    pub map_operands: Variadic<Index>,
    /// The result of the map.
    pub result: Res<Index>,
}

impl ApplyOp {
    /// One op for each result of a map.
    pub fn of_each_result(b: &mut Builder<'_>, map: &AffineMap, operands: &[Value]) -> Vec<Value> {
        (0..map.n_results()).map(|i| Self::create(b, map.sub_map(&[i]), operands)).collect()
    }
    /// Applies a map with one result.
    pub fn create(b: &mut Builder<'_>, map: AffineMap, operands: &[Value]) -> Value {
        let (map, index) = (b.cx().affine_map_attr(map), b.cx().index());
        Self::build(b, map, operands, index)
    }
    /// The map with its operands.
    pub fn value_map(self, b: &Body) -> ValueMap {
        ValueMap::new(map_of(b, b.attr_slot(self.op(), 0)), b.operands(self.op()))
    }
}

impl Verify for ApplyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ValueMap { map, operands } = self.value_map(b);
        ensure!(
            operands.len() == map.n_inputs() as usize,
            "operand count and affine map dimension and symbol count must match"
        );
        ensure!(map.n_results() == 1, "mapping must produce one value");
        // Values that are not valid symbols are allowed as symbols outside of affine ops, but dimensions are not.
        let region = affine_scope(b, self.op());
        for &v in &operands[map.n_dims() as usize..] {
            if !is_valid_symbol_in(b, v, region) && is_valid_dim_in(b, v, region) {
                return Err(VerifyError::bare("dimensional operand cannot be used as a symbol"));
            }
        }
        Ok(())
    }
}

impl Fold for ApplyOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let vm = self.value_map(b);
        if vm.map.n_results() != 1 || vm.map.n_inputs() as usize != vm.operands.len() {
            return None;
        }
        let result = vm.map.result(0);
        let n = vm.map.n_dims() as usize;
        let position =
            result.as_dim().map(|i| i as usize).or_else(|| result.as_symbol().map(|i| n + i as usize));
        if let Some(i) = position {
            return Some(vm.operands[i].into());
        }
        let values = vm.fold(b, consts)?;
        Some(b.cx().index_attr(*values.first()?).into())
    }
}

impl Canonicalize for ApplyOp {
    /// The maps of applied operands become a part of this one.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let old = self.value_map(rw);
        let new = old.simplified_in_loops(rw);
        if new == old {
            return None;
        }
        let value = Self::create(rw, new.map, &new.operands);
        rw.replace_op(self.op(), &[value]);
        Some(())
    }
}

impl CustomAsm for ApplyOp {
    fn print(&self, p: &mut Printer<'_>) {
        print_applied(p, self.op());
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        parse_applied(p, state, Some("dimension or symbol index mismatch"))
    }
}

/// ` #map(%dims)[%symbols]` and the other attributes.
pub(super) fn print_applied(p: &mut Printer<'_>, op: Op) {
    let b = p.body();
    let operands: SmallVec<[Value; 4]> = b.operands(op).collect();
    if let Some(map) = b.attr_slot(op, 0) {
        p.space().attr(map);
    }
    print_operands(p, &operands, map_of(b, b.attr_slot(op, 0)).n_dims() as usize);
    p.attr_dict(op, &["map"]);
}

/// See [`print_applied`]; `mismatch` is the error for a number of operands that differs from that of the map. Without
/// it the verifier reports this.
pub(super) fn parse_applied(p: &mut Parser<'_>, state: &mut OpState, mismatch: Option<&str>) -> PResult<()> {
    let cx = p.cx();
    let at = p.location();
    let attr = p.attr()?;
    let Some(AffineMapAttr(map)) = cx.attr_as::<AffineMapAttr>(attr) else {
        return Err(p.error_at(at, "invalid kind of attribute specified"));
    };
    state.set_attr(cx, "map", attr);
    let (dims, symbols) = parse_operands(p, state)?;
    p.attr_dict(state)?;
    if let Some(mismatch) = mismatch
        && (dims, symbols) != (map.n_dims() as usize, map.n_symbols() as usize)
    {
        return Err(op_error(p, state, mismatch));
    }
    state.result_types.push(cx.index());
    Ok(())
}
