//! `bufferization.dealloc`.

use strata_ir::prelude::*;

/// Frees the buffers whose condition holds, unless they alias a retained buffer; the results tell which retained
/// buffers took over the duty of being freed.
#[op(
    name = "bufferization.dealloc",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, InferTypes, Canonicalize],
    custom_asm,
)]
pub struct DeallocOp {
    /// The buffers, as they were allocated.
    pub memrefs: Variadic<AnyRankedOrUnrankedMemRef>,
    /// Which of them are to be freed.
    pub conditions: Variadic<I1>,
    /// Buffers that stay.
    pub retained: Variadic<AnyRankedOrUnrankedMemRef>,
    /// For each retained buffer, whether it has to be freed later.
    pub updated_conditions: VariadicRes<I1>,
}

impl InferTypes for DeallocOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(SmallVec::from_elem(b.cx().i1(), self.retained(b).len()))
    }
}

impl Verify for DeallocOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.memrefs(b).len() == self.conditions(b).len(),
            "must have the same number of conditions as memrefs to deallocate"
        );
        ensure!(
            self.retained(b).len() == self.updated_conditions(b).len(),
            "must have the same number of updated conditions (results) as retained operands"
        );
        Ok(())
    }
}

impl CustomAsm for DeallocOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if self.memrefs(b).len() != 0 {
            p.text(" (").values(self.memrefs(b)).text(" : ").types(self.memrefs(b).map(|v| b.ty(v)));
            p.text(") if (").values(self.conditions(b)).text(")");
        }
        if self.retained(b).len() != 0 {
            p.text(" retain (").values(self.retained(b)).text(" : ").types(self.retained(b).map(|v| b.ty(v)));
            p.text(")");
        }
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let (mut memrefs, mut conditions, mut retained) = (Vec::new(), Vec::new(), Vec::new());
        if p.eat("(") {
            memrefs = typed_operands(p)?;
            p.expect("if")?;
            p.expect("(")?;
            for condition in p.list_until(")", Parser::operand)? {
                conditions.push(p.resolve(condition, cx.i1())?);
            }
        }
        if p.eat("retain") {
            p.expect("(")?;
            retained = typed_operands(p)?;
        }
        p.attr_dict(state)?;
        let groups = [memrefs.len() as i32, conditions.len() as i32, retained.len() as i32];
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&groups));
        state.result_types = SmallVec::from_elem(cx.i1(), retained.len());
        state.operands.extend(memrefs.into_iter().chain(conditions).chain(retained));
        Ok(())
    }
}

/// `%a, %b : types)`, after the opening parenthesis.
fn typed_operands(p: &mut Parser<'_>) -> PResult<Vec<Value>> {
    let loc = p.location();
    let operands = p.comma_list(Parser::operand)?;
    p.expect(":")?;
    let types = p.types_comma()?;
    p.expect(")")?;
    p.resolve_all(&operands, &types, loc)
}
