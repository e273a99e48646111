//! `cf.switch`.

use std::ops::Range;

use strata_ir::{core::interfaces::BranchOp as Branch, prelude::*};

attr_constraint! {
    /// Integers of one type.
    IntElements: DenseElementsAttr = "integer elements attribute", |a, cx| {
        cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| cx.as_int(cx.elem_or_self(d.ty)).is_some())
    }, kind |a, cx| is_dense_ints(a, cx);
}

/// Branches to the block for the value of an integer.
#[op(
    name = "cf.switch",
    traits = [Pure, Terminator, AttrSizedOperandSegments],
    interfaces = [Branch, Canonicalize, Verify],
    custom_asm,
)]
pub struct SwitchOp {
    /// Which block it is.
    pub flag: Operand<AnyInteger>,
    /// The arguments of the default block.
    #[ir_name = "defaultOperands"]
    pub default_operands: Variadic<AnyType>,
    /// The arguments of the other blocks.
    #[ir_name = "caseOperands"]
    pub case_operands: Variadic<AnyType>,
    /// The values for which there is a block.
    pub case_values: OptAttr<IntElements>,
    /// The number of arguments of each of the other blocks.
    pub case_operand_segments: Attr<I32Array>,
    /// The block for all other values.
    #[ir_name = "defaultDestination"]
    pub default_destination: Successor,
    /// The block for the value with the same number in `case_values`.
    #[ir_name = "caseDestinations"]
    pub case_destinations: VariadicSuccessor,
}

/// A destination with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The block.
    pub block: Block,
    /// Its arguments.
    pub operands: Vec<Value>,
}

impl SwitchOp {
    /// The values of the cases as integer attributes of the type of the flag.
    pub fn cases(self, b: &Body) -> Vec<Attr> {
        let cx = b.cx();
        let Some(list) = self.case_values(b) else { return Vec::new() };
        let list = list.get(cx);
        (0..list.num_elements(cx)).filter_map(|i| list.element_attr(cx, i)).collect()
    }
    /// Successor `i` with its operands; the default is number 0.
    pub fn target(self, b: &Body, i: usize) -> Target {
        let operands = self.successor_operands(b, i).map(|n| b.operand(self.op(), n)).collect();
        Target { block: b.successors(self.op())[i], operands }
    }
    /// Creates a switch; `cases` are integer attributes of the type of the flag.
    pub fn create(b: &mut Builder<'_>, flag: Value, default: &Target, cases: &[(Attr, Target)]) -> Self {
        let cx = b.cx();
        let segments: Vec<i32> = cases.iter().map(|c| c.1.operands.len() as i32).collect();
        let segments = cx.i32_array(&segments);
        let values: Vec<Attr> = cases.iter().map(|c| c.0).collect();
        let values = case_values(cx, b.ty(flag), &values);
        let operands: Vec<Value> = cases.iter().flat_map(|c| c.1.operands.iter().copied()).collect();
        let blocks: Vec<Block> = cases.iter().map(|c| c.1.block).collect();
        Self::build(b, flag, &default.operands, &operands, values, segments, default.block, &blocks)
    }
}

/// `dense<[…]> : vector<nxty>` of integer attributes; nothing for none.
fn case_values(cx: &Context, ty: Type, values: &[Attr]) -> Option<Attr> {
    let vector = cx.vector(&[values.len() as i64], ty);
    let bytes = element_bytes(cx, ty)?;
    if values.is_empty() {
        return None;
    }
    let one = |a: Attr| {
        let mut data = cx.attr_as::<IntegerAttr>(a)?.value.to_le_bytes();
        data.resize(bytes, 0);
        Some(data)
    };
    let data = values.iter().map(|&a| one(a)).collect::<Option<Vec<_>>>()?;
    cx.dense_attr(vector, data.concat())
}

impl Verify for SwitchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let blocks = self.case_destinations(b).len();
        let segments = &self.case_operand_segments(b).get(cx).values;
        ensure!(
            segments.len() == blocks,
            "has {blocks} case destinations but case_operand_segments for {}",
            segments.len()
        );
        let sum = segments.iter().fold(0i64, |a, &n| a.saturating_add(n));
        ensure!(
            segments.iter().all(|&n| n >= 0) && usize::try_from(sum) == Ok(self.case_operands(b).len()),
            "operand count ({}) does not match with the total size ({sum}) specified in attribute 'case_operand_segments'",
            self.case_operands(b).len()
        );
        let Some(values) = self.case_values(b).map(|v| v.get(cx)) else {
            ensure!(
                blocks == 0,
                "number of case values (0) should match number of case destinations ({blocks})"
            );
            return Ok(());
        };
        let (flag, value) = (b.ty(self.flag(b)), cx.elem_or_self(values.ty));
        ensure!(
            flag == value,
            "'flag' type ('{}') should match case value type ('{}')",
            cx.type_to_string(flag),
            cx.type_to_string(value)
        );
        let n = values.num_elements(cx);
        ensure!(
            n == blocks,
            "number of case values ({n}) should match number of case destinations ({blocks})"
        );
        Ok(())
    }
}

impl Branch for SwitchOp {
    fn successor_operands(&self, b: &Body, successor: usize) -> Range<usize> {
        let Some(case) = successor.checked_sub(1) else { return b.operand_group(self.op(), 1) };
        let all = b.operand_group(self.op(), 2);
        let sizes =
            b.attr(self.op(), "case_operand_segments").and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
        let sizes = sizes.map_or(&[][..], |s| &s.values);
        let size = |i: usize| sizes.get(i).and_then(|&n| usize::try_from(n).ok()).unwrap_or(0);
        let start = (0..case).map(size).fold(all.start, usize::saturating_add).min(all.end);
        start..start.saturating_add(size(case)).min(all.end)
    }
    fn successor_for(&self, b: &Body, consts: &[Option<Attr>]) -> Option<usize> {
        let flag = &b.cx().attr_as::<IntegerAttr>((*consts.first()?)?)?.value;
        let same = |&a: &Attr| b.cx().attr_as::<IntegerAttr>(a).is_some_and(|c| c.value == *flag);
        Some(self.cases(b).iter().position(same).map_or(0, |i| i + 1))
    }
    fn case_segments(&self) -> Option<&'static str> {
        Some("case_operand_segments")
    }
}

/// The integer of a case; of one that is too large for the type of the flag the low bits count.
fn case_value(p: &mut Parser<'_>, ty: Type) -> PResult<Attr> {
    let at = p.location();
    let wrong = |p: &Parser<'_>, what: &str| p.error_at(at, format!("custom op 'cf.switch' {what}"));
    if !p.peek_integer() {
        return Err(wrong(p, "expected integer value"));
    }
    let width = p.cx().bit_width(ty).unwrap_or(64);
    let wide = p.cx().int_type(width.max(64).saturating_add(1));
    let value = p.attr_of_type(wide).map_err(|_| wrong(p, "integer value too large"))?;
    let Some(value) = p.cx().attr_as::<IntegerAttr>(value).map(|i| i.value.trunc(width)) else {
        return Err(wrong(p, "expected integer value"));
    };
    Ok(p.cx().attr(IntegerAttr { value, ty }))
}

impl CustomAsm for SwitchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.flag(b)).text(" : ").type_of(self.flag(b)).text(", [").indented_newline();
        p.text("  default: ");
        for i in 0..b.successors(self.op()).len() {
            if i > 0 {
                p.text(",").indented_newline().text("  ");
                let value = self.cases(b).get(i - 1).and_then(|&a| b.cx().attr_as::<IntegerAttr>(a));
                // MLIR prints at most 64 bits.
                let value = value.map_or(0, |v| v.value.as_u64().unwrap_or(u64::MAX));
                p.text(&value.to_string()).text(": ");
            }
            let target = self.target(b, i);
            p.successor(target.block, &target.operands);
        }
        // So does MLIR.
        if self.case_values(b).is_some() {
            p.indented_newline();
        }
        p.text("]").attr_dict(self.op(), &["case_values", "case_operand_segments"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let flag = p.operand()?;
        p.expect(":")?;
        let at = p.location();
        let ty = p.ty()?;
        if cx.as_int(ty).is_none() {
            let shown = cx.type_to_string(ty);
            return Err(p.error_at(at, format!(
                "custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found '{shown}'"
            )));
        }
        let flag = p.resolve(flag, ty)?;
        state.operands.push(flag);
        p.expect(",")?;
        p.expect("[")?;
        p.expect("default")?;
        p.expect(":")?;
        let (block, operands) = p.successor_with_args()?;
        let n_default = operands.len() as i32;
        state.successors.push(block);
        state.operands.extend(operands);
        let (mut values, mut segments) = (Vec::new(), Vec::new());
        while p.eat(",") {
            values.push(case_value(p, ty)?);
            p.expect(":")?;
            let (block, operands) = p.successor_with_args()?;
            segments.push(operands.len() as i32);
            state.successors.push(block);
            state.operands.extend(operands);
        }
        p.expect("]")?;
        p.attr_dict(state)?;
        if let Some(values) = case_values(cx, ty, &values) {
            state.set_attr(cx, "case_values", values);
        }
        state.set_attr(cx, "case_operand_segments", cx.i32_array(&segments));
        let n_cases = segments.iter().sum();
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[1, n_default, n_cases]));
        Ok(())
    }
}
