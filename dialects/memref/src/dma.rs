//! `memref.dma_start` and `memref.dma_wait`: asynchronous transfers between buffers.

use strata_ir::prelude::*;

/// Starts a transfer. Its operands are the source, the destination, the number of elements and the tag, each buffer
/// followed by its position, and for a strided transfer the stride and the number of elements per stride.
#[op(
    name = "memref.dma_start",
    interfaces = [Verify, Fold, MemoryEffects],
    custom_asm,
)]
pub struct DmaStartOp {
    /// Buffers, positions, number of elements and stride.
    pub operands: Variadic<AnyType>,
}

/// Waits for the end of the transfer with a tag.
#[op(
    name = "memref.dma_wait",
    interfaces = [Verify, Fold],
    asm = "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
)]
pub struct DmaWaitOp {
    /// The buffer with the tag.
    #[ir_name = "tagMemRef"]
    pub tag_mem_ref: Operand<AnyMemRef>,
    /// Its position.
    #[ir_name = "tagIndices"]
    pub tag_indices: Variadic<Index>,
    /// The number of elements of the transfer.
    #[ir_name = "numElements"]
    pub num_elements: Operand<Index>,
}

fn rank(b: &Body, v: Value) -> Option<usize> {
    Some(b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len())
}

/// The operands of a transfer by their meaning.
struct Transfer {
    /// Source, destination and tag, each with its position.
    places: [(Value, Vec<Value>); 3],
    elements: Value,
    stride: Vec<Value>,
}

impl DmaStartOp {
    fn transfer(self, b: &Body) -> Result<Transfer, VerifyError> {
        let operands: Vec<Value> = b.operands(self.op()).collect();
        ensure!(operands.len() >= 4, "expected at least 4 operands");
        let index = |v: Value| b.cx().is_index(b.ty(v));
        let mut least = 4;
        let mut place = |rest: &mut &[Value], what: &str| -> Result<(Value, Vec<Value>), VerifyError> {
            let n = rest.first().and_then(|&v| rank(b, v));
            let (Some((&memref, after)), Some(n)) = (rest.split_first(), n) else {
                return Err(format!("expected {what} to be of memref type").into());
            };
            least += n;
            ensure!(operands.len() >= least, "expected at least {least} operands");
            let (indices, after) = after.split_at(n);
            ensure!(indices.iter().all(|&v| index(v)), "expected {what} indices to be of index type");
            *rest = after;
            Ok((memref, indices.to_vec()))
        };
        let mut rest = &operands[..];
        let source = place(&mut rest, "source")?;
        let destination = place(&mut rest, "destination")?;
        let Some((&elements, after)) = rest.split_first() else {
            return Err("expected num elements to be of index type".into());
        };
        ensure!(index(elements), "expected num elements to be of index type");
        rest = after;
        let tag = place(&mut rest, "tag")?;
        ensure!(rest.is_empty() || rest.len() == 2, "incorrect number of operands");
        ensure!(
            rest.iter().all(|&v| index(v)),
            "expected stride and num elements per stride to be of type index"
        );
        Ok(Transfer { places: [source, destination, tag], elements, stride: rest.to_vec() })
    }
}

impl Verify for DmaStartOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        self.transfer(b).map(|_| ())
    }
}
impl Verify for DmaWaitOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (want, got) = (rank(b, self.tag_mem_ref(b)).unwrap_or(0), self.tag_indices(b).len());
        ensure!(
            want == got,
            "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {want}, but got {got}"
        );
        Ok(())
    }
}

impl MemoryEffects for DmaStartOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        let Ok(transfer) = self.transfer(b) else { return };
        let kinds = [EffectKind::Read, EffectKind::Write, EffectKind::Read];
        out.extend(transfer.places.iter().zip(kinds).map(|((v, _), kind)| Effect { kind, on: Some(*v) }));
    }
}
impl Fold for DmaStartOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}
impl Fold for DmaWaitOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}

impl CustomAsm for DmaStartOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let Ok(Transfer { places: [source, destination, tag], elements, stride }) = self.transfer(b) else {
            // Only an op that does not verify has other operands.
            p.text(" ").values(b.operands(self.op()));
            return;
        };
        let place = |p: &mut Printer<'_>, (v, at): &(Value, Vec<Value>)| {
            p.value(*v).text("[").values(at.iter().copied()).text("]");
        };
        p.text(" ");
        place(p, &source);
        p.text(", ");
        place(p, &destination);
        p.text(", ").value(elements).text(", ");
        place(p, &tag);
        for v in stride {
            p.text(", ").value(v);
        }
        p.attr_dict(self.op(), &[]);
        p.text(" : ").types([source.0, destination.0, tag.0].map(|v| b.ty(v)));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        fn place<'s>(p: &mut Parser<'s>) -> PResult<(Unresolved<'s>, Vec<Unresolved<'s>>)> {
            let memref = p.operand()?;
            p.expect("[")?;
            Ok((memref, p.list_until("]", Parser::operand)?))
        }
        let index = p.cx().index();
        let source = place(p)?;
        p.expect(",")?;
        let destination = place(p)?;
        p.expect(",")?;
        let elements = p.operand()?;
        p.expect(",")?;
        let tag = place(p)?;
        let mut stride = Vec::new();
        let at = p.location();
        while p.eat(",") {
            stride.push(p.operand()?);
        }
        if !stride.is_empty() && stride.len() != 2 {
            return Err(p.error_at(at, "expected two stride related operands"));
        }
        p.attr_dict(state)?;
        p.expect(":")?;
        let at = p.location();
        let types = p.types_comma()?;
        let [x, y, z] = types[..] else { return Err(p.error_at(at, "fewer/more types expected")) };
        for ((memref, indices), ty) in [(source, x), (destination, y)] {
            let v = p.resolve(memref, ty)?;
            state.operands.push(v);
            for i in indices {
                let v = p.resolve(i, index)?;
                state.operands.push(v);
            }
        }
        let v = p.resolve(elements, index)?;
        state.operands.push(v);
        let v = p.resolve(tag.0, z)?;
        state.operands.push(v);
        for i in tag.1.into_iter().chain(stride) {
            let v = p.resolve(i, index)?;
            state.operands.push(v);
        }
        Ok(())
    }
}
