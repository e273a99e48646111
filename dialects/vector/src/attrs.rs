//! `#vector.kind`.

use strata_ir::prelude::*;

/// Kind of combining function for contractions and reductions.
#[attr(name = "vector.kind")]
#[derive(Default)]
pub enum CombiningKind {
    /// Sum.
    #[default]
    Add,
    /// Product.
    Mul,
    /// Unsigned minimum.
    Minui,
    /// Signed minimum.
    Minsi,
    /// Float minimum that ignores NaN.
    Minnumf,
    /// Unsigned maximum.
    Maxui,
    /// Signed maximum.
    Maxsi,
    /// Float maximum that ignores NaN.
    Maxnumf,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Float maximum that propagates NaN.
    Maximumf,
    /// Float minimum that propagates NaN.
    Minimumf,
}

attr_constraint! {
    /// Whether an access bypasses the caches.
    Nontemporal: IntegerAttr = "bool attribute", |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == cx.i1()),
        form AttrForm::ImpliedType(Context::i1), default |cx| cx.bool_attr(false);
}
