//! Casts between `index` and integers.

use strata_ir::prelude::*;

use crate::fold::index_attr;

type_constraint! {
    /// `index` or an integer without sign.
    IndexOrInteger = "integer or index", |t, cx| cx.is_index(t) || cx.as_int(t).is_some();
}

macro_rules! casts {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $extend:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure],
            interfaces = [Verify, Fold],
            asm = "$input attr-dict `:` type($input) `to` type($output)",
        )]
        pub struct $name {
            /// The number.
            pub input: Operand<IndexOrInteger>,
            /// The number in the other type.
            pub output: Res<IndexOrInteger>,
        }
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                verify_cast(b, self.op())
            }
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                let cx = b.cx();
                let value = &cx.attr_as::<IntegerAttr>(consts[0]?)?.value;
                // The width of `index` is not known, so that an integer that it becomes is not either.
                (cx.is_index(b.ty(self.output(b))) && value.width() <= 32)
                    .then(|| index_attr(cx, value.$extend(64)).into())
            }
        }
    )*};
}

casts! {
    /// A cast that copies the sign, or cuts.
    CastSOp = "index.casts" sext;
    /// A cast that fills with zeros, or cuts.
    CastUOp = "index.castu" zext;
}

fn verify_cast(b: &Body, op: Op) -> VerifyResult {
    let cx = b.cx();
    let (from, to) = (b.ty(b.operand(op, 0)), b.ty(b.result(op, 0)));
    ensure!(
        cx.is_index(from) != cx.is_index(to),
        "operand type '{}' and result type '{}' are cast incompatible",
        cx.type_to_string(from),
        cx.type_to_string(to)
    );
    Ok(())
}
