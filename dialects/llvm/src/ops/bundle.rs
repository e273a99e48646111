//! Operand bundles: `["tag"(%a, %b : i32, i32), …]`, which calls have after their arguments.

use strata_ir::prelude::*;

use crate::constraints::*;

/// Prints the bundles of an op whose last operands they are.
pub(super) fn print_bundles(p: &mut Printer<'_>, op: Op, operands: &[Value]) {
    let b = p.body();
    let cx = b.cx();
    let sizes = b.attr(op, "op_bundle_sizes").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let sizes = sizes.map_or(&[][..], |a| &a.values);
    if sizes.is_empty() && b.attr(op, "op_bundle_tags").is_none() {
        return;
    }
    let tags = b.attr(op, "op_bundle_tags").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let mut rest = operands;
    p.text(" [");
    p.list(sizes.iter().enumerate(), |p, (i, &size)| {
        let (group, after) = rest.split_at(usize::try_from(size).unwrap_or(0).min(rest.len()));
        rest = after;
        match tags.and_then(|t| t.0.get(i)) {
            Some(&tag) => p.attr_without_type(tag),
            None => p.quoted(""),
        };
        p.text("(");
        if !group.is_empty() {
            p.values(group.iter().copied()).text(" : ").types(group.iter().map(|&v| b.ty(v)));
        }
        p.text(")");
    });
    p.text("]");
}

/// Parses bundles if they come next; appends their operands and returns their number.
pub(super) fn parse_bundles(p: &mut Parser<'_>, state: &mut OpState) -> PResult<usize> {
    let cx = p.cx();
    let (mut sizes, mut tags) = (Vec::new(), Vec::new());
    let before = state.operands.len();
    // No bundles are written as `[]` where there is a list of tags.
    let has_list = p.eat("[");
    if has_list {
        p.list_until("]", |p| {
            let tag = p.string()?;
            tags.push(cx.attr(StringAttr { value: tag, ty: None }));
            p.expect("(")?;
            if p.eat(")") {
                sizes.push(0);
                return Ok(());
            }
            let at = p.location();
            let operands = p.comma_list(Parser::operand)?;
            p.expect(":")?;
            let types = p.types_comma()?;
            if operands.len() != types.len() {
                let message = format!(
                    "expected {} types for operand bundle operands for operand bundle #{}, but actually got {}",
                    operands.len(),
                    sizes.len(),
                    types.len()
                );
                return Err(p.error_at(at, message));
            }
            p.expect(")")?;
            sizes.push(operands.len() as i32);
            let values = p.resolve_all(&operands, &types, at)?;
            state.operands.extend(values);
            Ok(())
        })?;
    }
    state.set_attr(cx, "op_bundle_sizes", cx.i32_array(&sizes));
    if has_list {
        state.set_attr(cx, "op_bundle_tags", cx.array_attr(tags));
    }
    Ok(state.operands.len() - before)
}

/// Each bundle has a tag, and the bundles have all the operands in `bundled`.
pub(super) fn verify_bundles(b: &Body, op: Op, bundled: usize) -> VerifyResult {
    let cx = b.cx();
    let sizes = b.attr(op, "op_bundle_sizes").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let sizes = sizes.map_or(&[][..], |a| &a.values);
    let bundles = sizes.len();
    let held = sizes.iter().try_fold(0_usize, |sum, &n| sum.checked_add(usize::try_from(n).ok()?));
    ensure!(
        held == Some(bundled),
        "operand bundles with {sizes:?} operands do not fit to the {bundled} that there are"
    );
    let Some(tags) = b.attr(op, "op_bundle_tags").and_then(|a| cx.attr_as::<ArrayAttr>(a)) else {
        ensure!(bundles == 0, "expected {bundles} operand bundle tags, but actually got 0");
        return Ok(());
    };
    let strings = tags.0.iter().all(|&t| cx.attr_as::<StringAttr>(t).is_some());
    ensure!(strings, "operand bundle tag must be a StringAttr");
    ensure!(
        tags.0.len() == bundles,
        "expected {bundles} operand bundle tags, but actually got {}",
        tags.0.len()
    );
    Ok(())
}

/// Asserts to the optimizer that a condition holds.
#[op(name = "llvm.intr.assume", traits = [MemWrite], interfaces = [Verify], custom_asm)]
pub struct AssumeOp {
    /// The condition.
    pub cond: Operand<I1>,
    /// Operands of bundles.
    pub op_bundle_operands: Variadic<LlvmType>,
    /// The number of operands of each bundle.
    pub op_bundle_sizes: DefaultAttr<I32Array>,
    /// Names of the bundles.
    pub op_bundle_tags: OptAttr<ArrayAttr>,
}

impl Verify for AssumeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_bundles(b, self.op(), self.op_bundle_operands(b).count())
    }
}

impl CustomAsm for AssumeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let bundled: Vec<Value> = self.op_bundle_operands(b).collect();
        p.text(" ").value(self.cond(b));
        print_bundles(p, self.op(), &bundled);
        p.text(" : ").type_of(self.cond(b));
        p.attr_dict(self.op(), &["op_bundle_sizes", "op_bundle_tags"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cond = p.operand()?;
        let cond = p.resolve(cond, p.cx().i1())?;
        state.operands.push(cond);
        parse_bundles(p, state)?;
        p.colon_type()?;
        p.attr_dict(state)
    }
}
