//! `memref.atomic_rmw`, `memref.generic_atomic_rmw` and `memref.atomic_yield`.

use strata_arith::AtomicRmwKindAttr;
use strata_ir::{core::constraints::is_signless_int, prelude::*, text::RegionStyle};

use crate::constraints::elem_type;

type_constraint! {
    /// An integer or a float.
    AtomicElement = "signless integer or floating-point", |ty, cx| is_signless_int(cx, ty) || cx.as_float(ty).is_some();
    /// A buffer of integers or floats.
    AtomicMemRef = "memref of signless integer or floating-point values", |ty, cx|
        cx.type_as::<MemRefType>(ty).is_some_and(|t| AtomicElement::check(t.elem, cx));
}

/// Combines an element with a value atomically, and returns the old element.
#[op(
    name = "memref.atomic_rmw",
    interfaces = [Verify, Fold, MemoryEffects],
    same = [value, result],
    infer(value = elem_type(memref), "value type matches element type of memref"),
    asm = "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
)]
pub struct AtomicRMWOp {
    /// How they are combined.
    pub kind: Attr<AtomicRmwKindAttr>,
    /// The value.
    pub value: Operand<AtomicElement>,
    /// The buffer.
    pub memref: Operand<AtomicMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The old element.
    pub result: Res<AtomicElement>,
}

/// Replaces an element atomically by the value that a region computes from it, and returns the old element.
#[op(
    name = "memref.generic_atomic_rmw",
    traits = [SingleBlock],
    interfaces = [Verify, VerifyRegions, MemoryEffects],
    infer(result = elem_type(memref), "result type matches element type of memref"),
    custom_asm,
)]
pub struct GenericAtomicRMWOp {
    /// The buffer.
    pub memref: Operand<AtomicMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The old element.
    pub result: Res<AtomicElement>,
    /// Computes the new element.
    pub atomic_body: AnyRegion,
}

/// Ends the region of `memref.generic_atomic_rmw` with the new element.
#[op(
    name = "memref.atomic_yield",
    traits = [Pure, ReturnLike, Terminator],
    interfaces = [Verify],
    parents = ["memref.generic_atomic_rmw"],
    asm = "$result attr-dict `:` type($result)",
)]
pub struct AtomicYieldOp {
    /// The new element.
    pub result: Operand<AnyType>,
}

macro_rules! reads_and_writes {
    ($($op:ty),*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                let on = Some(self.memref(b));
                out.extend([EffectKind::Read, EffectKind::Write].map(|kind| Effect { kind, on }));
            }
        }
    )*};
}
reads_and_writes!(AtomicRMWOp, GenericAtomicRMWOp);

fn rank(b: &Body, v: Value) -> usize {
    b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0)
}

impl Verify for AtomicRMWOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.indices(b).len() == rank(b, self.memref(b)),
            "expects the number of subscripts to be equal to memref rank"
        );
        let cx = b.cx();
        let kind =
            strata_arith::AtomicRmwKind::from_attr(cx, Attr::from(self.kind(b))).map_or("", |k| k.word());
        let ty = b.ty(self.value(b));
        match kind {
            "addf" | "maximumf" | "minimumf" | "mulf" => {
                ensure!(cx.as_float(ty).is_some(), "with kind '{kind}' expects a floating-point type");
            }
            "addi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "xori" | "andi" => {
                ensure!(cx.as_int(ty).is_some(), "with kind '{kind}' expects an integer type");
            }
            _ => {}
        }
        Ok(())
    }
}
impl Fold for AtomicRMWOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_cast(b, self.op(), 1)
    }
}

impl Verify for GenericAtomicRMWOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let arg = match b.blocks(self.atomic_body(b)) {
            &[block] => <[Value; 1]>::try_from(b.block_args(block)).ok(),
            _ => None,
        };
        let Some([arg]) = arg else { return Err("expected single number of entry block arguments".into()) };
        ensure!(b.ty(arg) == b.ty(self.result(b)), "expected block argument of the same type result type");
        Ok(())
    }
}
impl VerifyRegions for GenericAtomicRMWOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        for op in b.region_ops(self.atomic_body(b)) {
            if !strata_ir::analysis::is_memory_effect_free(b, op) {
                return Err(VerifyError::bare(
                    "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects",
                )
                .at(b.loc(op)));
            }
        }
        Ok(())
    }
}
impl Verify for AtomicYieldOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(parent) = b.parent_op(self.op()).and_then(|p| p.as_op::<GenericAtomicRMWOp>(b)) else {
            return Ok(());
        };
        let (want, got) = (b.ty(parent.result(b)), b.ty(self.result(b)));
        let text = |t| b.cx().type_to_string(t);
        ensure!(
            want == got,
            "types mismatch between yield op: '{}' and its parent: '{}'",
            text(got),
            text(want)
        );
        Ok(())
    }
}

impl CustomAsm for GenericAtomicRMWOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.memref(b)).text("[").values(self.indices(b)).text("] : ");
        p.type_of(self.memref(b)).text(" ").region(self.atomic_body(b), RegionStyle::default());
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let memref = p.operand()?;
        p.expect("[")?;
        let indices = p.list_until("]", Parser::operand)?;
        let at = p.location();
        let ty = p.colon_type()?;
        let Some(elem) = elem_type(ty, cx) else {
            return Err(p.error_at(at, "invalid kind of type specified: expected builtin.memref"));
        };
        let value = p.resolve(memref, ty)?;
        state.operands.push(value);
        for i in indices {
            let v = p.resolve(i, cx.index())?;
            state.operands.push(v);
        }
        p.region(state, &[])?;
        p.attr_dict(state)?;
        state.result_types.push(elem);
        Ok(())
    }
}
