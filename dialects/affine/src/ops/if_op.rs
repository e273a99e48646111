//! `affine.if`.

use strata_ir::{affine::IntegerSet, prelude::*, text::RegionStyle};

use crate::{
    simplify::simplify_set_operands,
    syntax::{op_error, parse_operands, print_operands},
    validity::verify_operands,
};

/// Executes the first region for operands in an integer set, else the second.
#[op(
    name = "affine.if",
    traits = [ImplicitTerminator, RecursivelySpeculatable, RecursiveMemoryEffects, NoRegionArguments],
    interfaces = [Verify, Canonicalize, ImplicitTerminatorName, RegionBranchOp],
    custom_asm,
)]
pub struct IfOp {
    /// Values of the dimensions of the set, then of its symbols.
    pub operands: Variadic<AnyType>,
    /// The set.
    pub condition: Attr<IntegerSetAttr>,
    /// Executed when the operands are in the set.
    #[ir_name = "thenRegion"]
    pub then_region: SingleBlockRegion,
    /// Executed otherwise; may be empty when there are no results.
    #[ir_name = "elseRegion"]
    pub else_region: OptRegion,
    /// The values that the executed region yields.
    pub results: VariadicRes<AnyType>,
}

impl IfOp {
    /// The set; the set of all points when the op is wrong.
    pub fn set(self, b: &Body) -> IntegerSet {
        let attr = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_as::<IntegerSetAttr>(a));
        attr.map_or_else(|| IntegerSet::new(0, 0, Vec::new()), |s| s.0.clone())
    }
    /// Whether there is a second region.
    pub fn has_else(self, b: &Body) -> bool {
        self.else_region_block(b).is_some()
    }
}

impl ImplicitTerminatorName for IfOp {
    fn implicit_terminator(&self) -> &'static str {
        "affine.yield"
    }
}

impl Verify for IfOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let set = self.set(b);
        ensure!(
            b.num_operands(self.op()) == set.n_inputs() as usize,
            "operand count and condition integer set dimension and symbol count must match"
        );
        verify_operands(b, self.op(), b.operands(self.op()), set.n_dims() as usize)
    }
}

impl RegionBranchOp for IfOp {
    fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        match from {
            RegionPoint::Parent if self.has_else(b) => {
                smallvec![RegionPoint::Region(0), RegionPoint::Region(1)]
            }
            RegionPoint::Parent => smallvec![RegionPoint::Region(0), RegionPoint::Parent],
            RegionPoint::Region(_) => smallvec![RegionPoint::Parent],
        }
    }
}

impl Canonicalize for IfOp {
    /// Simplifies the set. A conditional on the empty set or on the set of all points is replaced by a region; an
    /// empty second region is removed.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (set, operands) = (self.set(rw), rw.operands(self.op()).collect::<Vec<_>>());
        let (new, new_operands) = simplify_set_operands(rw, &set, &operands);
        let constants = new.constraints().iter().all(|c| c.expr.as_const().is_some());
        if constants && let Some(taken) = new.contains(&[], &[]).filter(|_| new_operands.is_empty()) {
            return self.take_region(rw, taken);
        }
        if (&new, &new_operands) != (&set, &operands) {
            let cx = rw.cx();
            rw.body().set_operands(self.op(), &new_operands);
            rw.body().set_attr_slot(self.op(), 0, Some(cx.attr(IntegerSetAttr(new))));
            rw.touch(self.op());
            for def in operands.iter().filter_map(|&v| rw.def_op(v)).collect::<Vec<_>>() {
                rw.touch(def);
            }
            return Some(());
        }
        let empty = self.else_region_block(rw).filter(|&block| rw.first_op(block) == rw.last_op(block));
        if let Some(block) = empty.filter(|_| rw.results(self.op()).is_empty()) {
            rw.body().erase_block(block);
            rw.touch(self.op());
            return Some(());
        }
        None
    }
}

impl IfOp {
    fn take_region(self, rw: &mut Rewriter<'_>, taken: bool) -> Option<()> {
        let block = if taken { Some(self.then_region_block(rw)) } else { self.else_region_block(rw) };
        let Some(block) = block else {
            // Without a second region there are no results.
            if !rw.results(self.op()).is_empty() {
                return None;
            }
            rw.erase_op(self.op());
            return Some(());
        };
        let end = rw.terminator(block)?;
        let values: SmallVec<[Value; 4]> = rw.operands(end).collect();
        if values.len() != rw.results(self.op()).len() {
            return None;
        }
        rw.erase_op(end);
        let at = InsertPoint::before(rw, self.op());
        rw.inline_block_before(block, at, &[]);
        rw.replace_op(self.op(), &values);
        Some(())
    }
}

impl CustomAsm for IfOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let operands: SmallVec<[Value; 4]> = b.operands(self.op()).collect();
        if let Some(set) = b.attr_slot(self.op(), 0) {
            p.space().attr(set);
        }
        print_operands(p, &operands, self.set(b).n_dims() as usize);
        let results: SmallVec<[Type; 4]> = b.result_types(self.op()).collect();
        p.arrow_types(&results);
        let style = RegionStyle { terminator: !results.is_empty(), ..RegionStyle::default() };
        p.space().region(self.then_region(b), style);
        if self.has_else(b) {
            p.text(" else ").region(self.else_region(b), style);
        }
        p.attr_dict(self.op(), &["condition"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let at = p.location();
        let attr = p.attr()?;
        let Some(IntegerSetAttr(set)) = cx.attr_as::<IntegerSetAttr>(attr) else {
            return Err(p.error_at(at, "invalid kind of attribute specified"));
        };
        state.set_attr(cx, "condition", attr);
        let (dims, symbols) = parse_operands(p, state)?;
        if dims != set.n_dims() as usize {
            return Err(op_error(p, state, "dim operand count and integer set dim count must match"));
        }
        if symbols != set.n_symbols() as usize {
            return Err(op_error(p, state, "symbol operand count and integer set symbol count must match"));
        }
        state.result_types = p.arrow_types_opt()?.into();
        // A second region that is not written is made empty with the op, and gets no terminator.
        p.region(state, &[])?;
        if p.eat("else") {
            p.region(state, &[])?;
        }
        p.attr_dict(state)
    }
}
