//! `affine.dma_start` and `affine.dma_wait`: asynchronous transfers between buffers.
//!
//! The maps are discardable attributes, so an op may lack them; it is then invalid, and has no indices.

use strata_ir::prelude::*;

use crate::{
    simplify::ValueMap,
    syntax::{map_of, op_error, parse_subscripts, print_subscripts},
    validity::{affine_scope, is_valid_dim_in, is_valid_symbol_in},
};

/// Starts a transfer. Its operands are the source, the destination and the tag, each buffer followed by the operands of
/// its map, then the number of elements, and for a strided transfer the stride and the number of elements per stride.
#[op(
    name = "affine.dma_start",
    interfaces = [Verify, Fold],
    custom_asm,
)]
pub struct DmaStartOp {
    /// Buffers, operands of maps, number of elements and stride.
    pub operands: Variadic<AnyType>,
}

/// Waits for the end of the transfer with a tag. Its operands are the tag with the operands of its map, and the number
/// of elements.
#[op(
    name = "affine.dma_wait",
    interfaces = [Verify, Fold],
    custom_asm,
)]
pub struct DmaWaitOp {
    /// Buffer, operands of its map and number of elements.
    pub operands: Variadic<AnyType>,
}

/// The attributes with the maps of a start.
const MAPS: [&str; 3] = ["src_map", "dst_map", "tag_map"];

/// A buffer with the map that gives a position in it.
pub struct Place {
    /// The buffer.
    pub buffer: Value,
    /// The position.
    pub at: ValueMap,
}

impl DmaStartOp {
    /// The source, the destination and the tag; then the number of elements and, for a strided transfer, the stride and
    /// the number of elements per stride.
    pub fn places(self, b: &Body) -> Option<([Place; 3], Vec<Value>)> {
        let (found, rest) = places(b, self.op(), &MAPS)?;
        Some((found.try_into().ok()?, rest))
    }
}

impl DmaWaitOp {
    /// The tag, and the number of elements.
    pub fn place(self, b: &Body) -> Option<(Place, Value)> {
        let (mut found, rest) = places(b, self.op(), &MAPS[2..])?;
        Some((found.pop()?, *rest.first()?))
    }
}

/// Splits operands into places, one for each attribute in `maps`, and the rest; `None` when there are too few.
fn places(b: &Body, op: Op, maps: &[&str]) -> Option<(Vec<Place>, Vec<Value>)> {
    let mut operands = b.operands(op);
    let mut places = Vec::new();
    for &name in maps {
        let map = map_of(b, b.attr(op, name));
        let buffer = operands.next()?;
        let indices: Vec<Value> = operands.by_ref().take(map.n_inputs() as usize).collect();
        if indices.len() != map.n_inputs() as usize {
            return None;
        }
        places.push(Place { buffer, at: ValueMap::new(map, indices) });
    }
    Some((places, operands.collect()))
}

/// Verifies the indices of a place, called `what` in diagnostics; `op_name` is the name of the op in those about their
/// types.
fn verify_place(b: &Body, op: Op, place: &Place, what: &str, op_name: &str) -> VerifyResult {
    let scope = affine_scope(b, op);
    for &index in &place.at.operands {
        ensure!(b.cx().is_index(b.ty(index)), "{what} to {op_name} must have 'index' type");
        ensure!(
            is_valid_dim_in(b, index, scope) || is_valid_symbol_in(b, index, scope),
            "{what} must be a valid dimension or symbol identifier"
        );
    }
    Ok(())
}

fn is_memref(b: &Body, v: Value) -> bool {
    b.cx().type_as::<MemRefType>(b.ty(v)).is_some()
}

impl Verify for DmaStartOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some((places, rest)) = places(b, self.op(), &MAPS) else {
            return Err("incorrect number of operands".into());
        };
        for (place, what) in places.iter().zip(["source", "destination", "tag"]) {
            ensure!(is_memref(b, place.buffer), "expected DMA {what} to be of memref type");
        }
        ensure!(rest.len() == 1 || rest.len() == 3, "incorrect number of operands");
        for (place, what) in places.iter().zip(["src index", "dst index", "tag index"]) {
            verify_place(b, self.op(), place, what, "dma_start")?;
        }
        Ok(())
    }
}

impl Verify for DmaWaitOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some((places, rest)) = places(b, self.op(), &MAPS[2..]) else {
            return Err("incorrect number of operands".into());
        };
        for place in &places {
            ensure!(is_memref(b, place.buffer), "expected DMA tag to be of memref type");
            verify_place(b, self.op(), place, "index", "dma_wait")?;
        }
        ensure!(rest.len() == 1, "incorrect number of operands");
        Ok(())
    }
}

impl Fold for DmaStartOp {
    /// Casts of buffers are looked through.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        super::access::fold_memref_casts(b, self.op(), None)
    }
}

impl Fold for DmaWaitOp {
    /// Casts of buffers are looked through.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        super::access::fold_memref_casts(b, self.op(), None)
    }
}

/// `%buffer[indices], …, %elements, …: types`.
fn print(p: &mut Printer<'_>, op: Op, maps: &[&str]) {
    let b = p.body();
    let Some((places, rest)) = places(b, op, maps) else {
        p.generic_op(op);
        return;
    };
    p.space();
    for place in &places {
        p.value(place.buffer);
        print_subscripts(p, &place.at.map, &place.at.operands);
        p.text(", ");
    }
    p.values(rest).text(" : ").types(places.iter().map(|place| b.ty(place.buffer)));
}

/// See [`print`]; `names` are the names of the buffers in diagnostics.
fn parse(p: &mut Parser<'_>, state: &mut OpState, maps: &[&str], names: &[&str]) -> PResult<()> {
    let cx = p.cx();
    let mut places = Vec::new();
    for &name in maps {
        let buffer = p.operand()?;
        let (map, indices) = parse_subscripts(p)?;
        state.set_attr(cx, name, cx.affine_map_attr(map));
        p.expect(",")?;
        places.push((buffer, indices));
    }
    let mut rest = vec![p.operand()?];
    while maps.len() > 1 && p.eat(",") {
        rest.push(p.operand()?);
    }
    if rest.len() != 1 && rest.len() != 3 {
        return Err(op_error(p, state, "expected two stride related operands"));
    }
    p.expect(":")?;
    let types = p.types_comma()?;
    if types.len() != maps.len() {
        let message = if maps.len() == 1 { "expected one type" } else { "expected three types" };
        return Err(op_error(p, state, message));
    }
    for (((buffer, indices), ty), name) in places.into_iter().zip(types).zip(names) {
        if cx.type_as::<MemRefType>(ty).is_none() {
            return Err(op_error(p, state, &format!("expected {name} to be of memref type")));
        }
        state.operands.push(p.resolve(buffer, ty)?);
        state.operands.extend(indices);
    }
    for operand in rest {
        state.operands.push(p.resolve(operand, cx.index())?);
    }
    Ok(())
}

impl CustomAsm for DmaStartOp {
    fn print(&self, p: &mut Printer<'_>) {
        print(p, self.op(), &MAPS);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        parse(p, state, &MAPS, &["source", "destination", "tag"])
    }
}

impl CustomAsm for DmaWaitOp {
    fn print(&self, p: &mut Printer<'_>) {
        print(p, self.op(), &MAPS[2..]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        parse(p, state, &MAPS[2..], &["tag"])
    }
}
