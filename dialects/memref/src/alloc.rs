//! `memref.alloc`, `memref.alloca` and `memref.dealloc`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{MixedIndex, ReifyShape, index_list};

use crate::{CastOp, constraints::Alignment, layout};

macro_rules! alloc_like {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $stem:literal $(, $interface:ident)*;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            traits = [AttrSizedOperandSegments],
            interfaces = [Verify, Canonicalize, MemoryEffects, ReifyShape, ResultNames $(, $interface)*],
            asm = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
        )]
        pub struct $op {
            /// Sizes of the dynamic dimensions.
            #[ir_name = "dynamicSizes"]
            pub dynamic_sizes: Variadic<Index>,
            /// Values of the symbols of the layout map.
            #[ir_name = "symbolOperands"]
            pub symbol_operands: Variadic<Index>,
            /// Alignment in bytes.
            pub alignment: OptAttr<Alignment>,
            /// The buffer.
            pub memref: Res<AnyMemRef>,
        }
        strata_tensor::result_name!($op => $stem);
        impl $op {
            /// A buffer of the given type, with values for its dynamic sizes.
            pub fn create(b: &mut Builder<'_>, ty: Type, sizes: &[Value]) -> Value {
                Self::build(b, sizes, &[], None, ty)
            }
            /// The sizes of the buffer.
            pub fn mixed_sizes(self, b: &Body) -> Vec<MixedIndex> {
                let shape = b.cx().shaped(b.ty(self.memref(b))).and_then(|s| s.shape).unwrap_or(&[]);
                index_list::mixed(shape, self.dynamic_sizes(b))
            }
        }
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                out.push(Effect { kind: EffectKind::Alloc, on: Some(self.memref(b)) });
            }
        }
        impl ReifyShape for $op {
            fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
                Some(self.mixed_sizes(b))
            }
        }
        impl Verify for $op {
            fn verify(&self, b: &Body) -> VerifyResult {
                let cx = b.cx();
                let Some(t) = cx.type_as::<MemRefType>(b.ty(self.memref(b))) else { return Ok(()) };
                let dynamic = t.shape.iter().filter(|&&d| d == DYNAMIC).count();
                ensure!(self.dynamic_sizes(b).len() == dynamic, "incorrect number of dynamic sizes, has {}, expected {dynamic}", self.dynamic_sizes(b).len());
                let symbols = t.layout.map_or(0, |l| layout::num_symbols(cx, l));
                let given = self.symbol_operands(b).len();
                ensure!(given == symbols, "symbol operand count does not equal memref symbol count: expected {symbols}, got {given}");
                Ok(())
            }
        }
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                // Sizes that are constants become part of the type.
                if let Some(sizes) = index_list::fold_constants(rw, &self.mixed_sizes(rw), |c| c >= 0) {
                    let (shape, values) = index_list::split(&sizes);
                    let old = rw.ty(self.memref(rw));
                    let t = rw.cx().type_as::<MemRefType>(old)?;
                    let ty = rw.cx().ty(MemRefType { shape: shape.into(), ..t.clone() });
                    let symbols: Vec<Value> = self.symbol_operands(rw).collect();
                    let alignment = self.alignment(rw).map(Attr::from);
                    let new = Self::build(rw, &values, &symbols, alignment, ty);
                    let cast = CastOp::build(rw, new, old);
                    rw.replace_op(*self, &[cast]);
                    return Some(());
                }
                let buffer = self.memref(rw);
                erase_dead(self.op(), buffer, rw)
            }
        }
    )*};
}

/// Erases an allocation whose buffer is only written or freed.
pub(crate) fn erase_dead(op: Op, buffer: Value, rw: &mut Rewriter<'_>) -> Option<()> {
    let users: SmallVec<[Op; 4]> = rw.users(buffer).collect();
    let dead = |&user: &Op| {
        let store = user.as_op::<crate::StoreOp>(rw);
        user.isa::<DeallocOp>(rw) || store.is_some_and(|s| s.memref(rw) == buffer && s.value(rw) != buffer)
    };
    if !users.iter().all(dead) {
        return None;
    }
    for user in users {
        rw.erase_op(user);
    }
    rw.erase_op(op);
    Some(())
}

alloc_like! {
    /// A buffer on the heap.
    AllocOp = "memref.alloc", "alloc";
    /// A buffer on the stack, until the scope around it ends.
    AllocaOp = "memref.alloca", "alloca", PromotableAllocation, DestructurableAllocation;
}

/// Frees a buffer on the heap.
#[op(
    name = "memref.dealloc",
    interfaces = [Fold, MemoryEffects],
    asm = "$memref attr-dict `:` type($memref)",
)]
pub struct DeallocOp {
    /// The buffer.
    pub memref: Operand<AnyRankedOrUnrankedMemRef>,
}

impl MemoryEffects for DeallocOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Free, on: Some(self.memref(b)) });
    }
}
impl Fold for DeallocOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}
