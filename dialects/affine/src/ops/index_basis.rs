//! `affine.delinearize_index` and `affine.linearize_index`; [`super::index_basis_rewrites`] has their simplifications.

use strata_ir::prelude::*;

attr_constraint! {
    /// `unit` or a bool, `false` by default, as properties that are flags are written.
    Flag: UnitAttr = "unit property", |a, cx| a == cx.unit() || cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == cx.i1()),
        default |cx| cx.bool_attr(false);
}

/// Splits an index into the digits of a number system with mixed bases.
#[op(
    name = "affine.delinearize_index",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    custom_asm,
)]
pub struct DelinearizeIndexOp {
    /// The index.
    pub linear_index: Operand<Index>,
    /// Values of the dynamic bases, in order.
    pub dynamic_basis: Variadic<Index>,
    /// The bases; as many as results, or one less when the first digit is not bounded.
    pub static_basis: Attr<I64Array>,
    /// The digits.
    pub multi_index: VariadicRes<Index>,
}

/// Composes an index from the digits of a number system with mixed bases.
#[op(
    name = "affine.linearize_index",
    traits = [Pure, AttrSizedOperandSegments],
    interfaces = [Verify, Fold, Canonicalize],
    custom_asm,
)]
pub struct LinearizeIndexOp {
    /// The digits.
    pub multi_index: Variadic<Index>,
    /// Values of the dynamic bases, in order.
    pub dynamic_basis: Variadic<Index>,
    /// The bases; as many as digits, or one less when the first digit is not bounded.
    pub static_basis: Attr<I64Array>,
    /// Every digit is below its base.
    pub disjoint: DefaultAttr<Flag>,
    /// The index.
    pub linear_index: Res<Index>,
}

/// A base: a number, or a value.
pub(super) type Base = Result<i64, Value>;

/// The bases of an op; a dynamic one that is a known number is that number.
pub(super) fn mixed_basis(b: &Body, op: Op, dynamic: impl Iterator<Item = Value>) -> Vec<Base> {
    let mut dynamic = dynamic;
    let known = |v: Value| constant_value(b, v).and_then(|a| b.cx().attr_i64(a)).ok_or(v);
    basis(b, op)
        .iter()
        .map(|&n| if n == DYNAMIC { dynamic.next().map_or(Ok(1), known) } else { Ok(n) })
        .collect()
}

/// The attribute and the operands of bases.
pub(super) fn split_basis(cx: &strata_ir::core::Context, bases: &[Base]) -> (Attr, Vec<Value>) {
    let fixed: Vec<i64> = bases.iter().map(|base| base.unwrap_or(DYNAMIC)).collect();
    (cx.i64_array(&fixed), bases.iter().filter_map(|base| base.err()).collect())
}

/// The static bases of an op.
fn basis(b: &Body, op: Op) -> &[i64] {
    let attr = b.attr(op, "static_basis").and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    attr.map_or(&[], |a| &a.values)
}

impl DelinearizeIndexOp {
    /// The bases that are divided by, without the bound of the first digit; `Err` is a dynamic one.
    pub fn effective_basis(self, b: &Body) -> Vec<Result<i64, Value>> {
        effective(basis(b, self.op()), self.dynamic_basis(b).collect(), self.multi_index(b).len())
    }
}

impl LinearizeIndexOp {
    /// The bases that are multiplied with, without the bound of the first digit; `Err` is a dynamic one.
    pub fn effective_basis(self, b: &Body) -> Vec<Result<i64, Value>> {
        effective(basis(b, self.op()), self.dynamic_basis(b).collect(), self.multi_index(b).len())
    }
    /// Whether every digit is below its base.
    pub fn is_disjoint(self, b: &Body) -> bool {
        let cx = b.cx();
        b.attr(self.op(), "disjoint")
            .is_some_and(|a| a == cx.unit() || cx.attr_i64(a).is_some_and(|v| v != 0))
    }
}

fn effective(basis: &[i64], dynamic: Vec<Value>, digits: usize) -> Vec<Result<i64, Value>> {
    let mut dynamic = dynamic.into_iter();
    let all = basis.iter().map(|&n| match n {
        DYNAMIC => dynamic.next().map_or(Ok(1), Err),
        n => Ok(n),
    });
    let all: Vec<_> = all.collect();
    let bounded = all.len() == digits && digits != 0;
    all.into_iter().skip(bounded as usize).collect()
}

fn verify_basis(b: &Body, op: Op, dynamic: usize) -> VerifyResult {
    let want = basis(b, op).iter().filter(|&&n| n == DYNAMIC).count();
    ensure!(
        want == dynamic,
        "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite"
    );
    ensure!(
        basis(b, op).iter().all(|&n| n > 0 || n == DYNAMIC),
        "no basis element may be statically non-positive"
    );
    Ok(())
}

impl Verify for DelinearizeIndexOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (results, bases) = (self.multi_index(b).len(), basis(b, self.op()).len());
        ensure!(
            bases == results || bases + 1 == results,
            "should return an index for each basis element and up to one extra index"
        );
        verify_basis(b, self.op(), self.dynamic_basis(b).len())
    }
}

impl Verify for LinearizeIndexOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (digits, bases) = (self.multi_index(b).len(), basis(b, self.op()).len());
        ensure!(
            bases == digits || bases + 1 == digits,
            "should be passed a basis element for each index except possibly the first"
        );
        verify_basis(b, self.op(), self.dynamic_basis(b).len())
    }
}

impl Fold for DelinearizeIndexOp {
    /// A single digit is the index itself; the digits of a constant are constants.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let bases = self.effective_basis(b);
        if bases.is_empty() && self.multi_index(b).len() == 1 {
            return Some(self.linear_index(b).into());
        }
        let mut rest = b.cx().attr_i64((*consts.first()?)?)?;
        let mut digits: SmallVec<[FoldResult; 1]> = SmallVec::new();
        for base in bases.into_iter().rev() {
            let base = base.ok().filter(|&n| n > 0)?;
            digits.push(FoldResult::Attr(b.cx().index_attr(rest.rem_euclid(base))));
            rest = rest.div_euclid(base);
        }
        digits.push(FoldResult::Attr(b.cx().index_attr(rest)));
        digits.reverse();
        Some(Folded::Results(digits))
    }
}

impl Fold for LinearizeIndexOp {
    /// Without digits the result is zero, a single digit is the index itself, and constants give a constant.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let digits: SmallVec<[Value; 4]> = self.multi_index(b).collect();
        if let [only] = digits[..] {
            return Some(only.into());
        }
        let bases = self.effective_basis(b);
        let mut sum = 0i64;
        for (i, value) in consts.iter().take(digits.len()).enumerate() {
            if i != 0 {
                sum = sum.checked_mul((*bases.get(i - 1)?).ok()?)?;
            }
            sum = sum.checked_add(b.cx().attr_i64((*value)?)?)?;
        }
        Some(b.cx().index_attr(sum).into())
    }
}

fn print_basis(p: &mut Printer<'_>, op: Op, mut dynamic: impl Iterator<Item = Value>) {
    p.text("(");
    p.list(basis(p.body(), op), |p, &n| {
        match if n == DYNAMIC { dynamic.next() } else { None } {
            Some(v) => p.value(v),
            None => p.int(n),
        };
    });
    p.text(")");
}

/// `(%a, 4)`: sets the static bases and returns the dynamic ones.
fn parse_basis(p: &mut Parser<'_>, state: &mut OpState) -> PResult<Vec<Value>> {
    let cx = p.cx();
    let (mut dynamic, mut fixed) = (Vec::new(), Vec::new());
    p.expect("(")?;
    p.list_until(")", |p| {
        match p.operand_opt()? {
            Some(o) => {
                dynamic.push(p.resolve(o, cx.index())?);
                fixed.push(DYNAMIC);
            }
            None => fixed.push(p.integer()?),
        }
        Ok(())
    })?;
    state.set_attr(cx, "static_basis", cx.i64_array(&fixed));
    Ok(dynamic)
}

impl CustomAsm for DelinearizeIndexOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space().value(self.linear_index(b)).text(" into ");
        print_basis(p, self.op(), self.dynamic_basis(b));
        p.attr_dict(self.op(), &["static_basis"]);
        p.text(" : ").types(b.result_types(self.op()));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let index = p.cx().index();
        let linear = p.operand()?;
        p.expect("into")?;
        let dynamic = parse_basis(p, state)?;
        p.attr_dict(state)?;
        p.expect(":")?;
        state.result_types = p.types_comma()?.into();
        state.operands.push(p.resolve(linear, index)?);
        state.operands.extend(dynamic);
        Ok(())
    }
}

impl CustomAsm for LinearizeIndexOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(if self.is_disjoint(b) { " disjoint [" } else { " [" });
        p.values(self.multi_index(b)).text("] by ");
        print_basis(p, self.op(), self.dynamic_basis(b));
        p.attr_dict(self.op(), &["static_basis", "disjoint", "operandSegmentSizes"]);
        p.text(" : ").type_of(self.linear_index(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if p.eat("disjoint") {
            state.set_attr(cx, "disjoint", cx.unit());
        }
        p.expect("[")?;
        for digit in p.list_until("]", Parser::operand)? {
            state.operands.push(p.resolve(digit, cx.index())?);
        }
        let digits = state.operands.len();
        p.expect("by")?;
        let dynamic = parse_basis(p, state)?;
        p.attr_dict(state)?;
        state.result_types.push(p.colon_type()?);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[digits as i32, dynamic.len() as i32]));
        state.operands.extend(dynamic);
        Ok(())
    }
}
