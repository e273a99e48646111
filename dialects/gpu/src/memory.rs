//! Memory of the device as seen by the host, and shared memory whose size is set by a launch.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{AddressSpace, AsyncToken, AsyncTokenType, ByteMemRef, Printable, UnrankedMemRef, syntax::ASYNC};

/// A buffer in the memory of the device.
#[op(
    name = "gpu.alloc",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, MemoryEffects, ResultNames],
    asm = "custom<ASYNC>(type($asyncToken), $asyncDependencies) (` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
)]
pub struct AllocOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// Sizes of the dynamic dimensions.
    #[ir_name = "dynamicSizes"]
    pub dynamic_sizes: Variadic<Index>,
    /// Values of the symbols of the layout map.
    #[ir_name = "symbolOperands"]
    pub symbol_operands: Variadic<Index>,
    /// The host can use it too.
    #[ir_name = "hostShared"]
    pub host_shared: OptAttr<UnitAttr>,
    /// The buffer.
    pub memref: Res<AnyMemRef>,
    /// The token of its completion.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

impl AllocOp {
    /// A buffer of the given type, with values for its dynamic sizes.
    pub fn create(b: &mut Builder<'_>, ty: Type, sizes: &[Value]) -> Value {
        let op = Self::build(b, &[], sizes, &[], None, ty, &[]);
        op.memref(b)
    }
}
impl ResultNames for AllocOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.memref(b), "memref");
        if let Some(token) = self.async_token(b) {
            name(token, "asyncToken");
        }
    }
}
impl Verify for AllocOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(t) = b.cx().type_as::<MemRefType>(b.ty(self.memref(b))) else { return Ok(()) };
        let dynamic = t.shape.iter().filter(|&&d| d == DYNAMIC).count();
        ensure!(
            self.dynamic_sizes(b).len() == dynamic,
            "incorrect number of dynamic sizes, has {}, expected {dynamic}",
            self.dynamic_sizes(b).len()
        );
        let symbols = t.layout.map_or(0, |l| strata_memref::layout::num_symbols(b.cx(), l));
        ensure!(
            self.symbol_operands(b).len() == symbols,
            "symbol operand count does not equal memref symbol count: expected {symbols}, got {}",
            self.symbol_operands(b).len()
        );
        Ok(())
    }
}

/// Frees a buffer in the memory of the device.
#[op(
    name = "gpu.dealloc",
    interfaces = [MemoryEffects],
    asm = "custom<ASYNC>(type($asyncToken), $asyncDependencies) $memref attr-dict `:` type($memref)",
)]
pub struct DeallocOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// The buffer.
    pub memref: Operand<AnyMemRef>,
    /// The token of its completion.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

/// Copies a buffer to another; each may be in the memory of the host or of the device.
#[op(
    name = "gpu.memcpy",
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects],
    asm = "custom<ASYNC>(type($asyncToken), $asyncDependencies) $dst `,` $src `:` type($dst) `,` type($src) attr-dict",
)]
pub struct MemcpyOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// The destination.
    pub dst: Operand<AnyMemRef>,
    /// The source.
    pub src: Operand<AnyMemRef>,
    /// The token of its completion.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

impl MemcpyOp {
    /// Copies, and waits for nothing.
    pub fn create(b: &mut Builder<'_>, dst: Value, src: Value) -> Self {
        Self::build(b, &[], dst, src, &[])
    }
}
impl Verify for MemcpyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let [dst, src] = [self.dst(b), self.src(b)].map(|v| cx.shaped(b.ty(v)));
        let (Some(dst), Some(src)) = (dst, src) else { return Ok(()) };
        ensure!(dst.elem == src.elem, "arguments have incompatible element type");
        let fits = |(&x, &y): (&i64, &i64)| x == y || x == DYNAMIC || y == DYNAMIC;
        let compatible = match (dst.shape, src.shape) {
            (Some(x), Some(y)) => x.len() == y.len() && x.iter().zip(y).all(fits),
            _ => true,
        };
        ensure!(compatible, "arguments have incompatible shape");
        Ok(())
    }
}

/// Takes the sources of casts as operands from number `first` on.
fn fold_casts(b: &mut Body, op: Op, first: usize) -> Option<Folded> {
    let mut changed = None;
    for i in first..b.num_operands(op) {
        if let Some(source) = strata_memref::cast_source(b, b.operand(op, i)) {
            b.set_operand(op, i, source);
            changed = Some(Folded::InPlace);
        }
    }
    changed
}

impl Fold for MemcpyOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let first = self.async_dependencies(b).len();
        fold_casts(b, self.op(), first)
    }
}
impl Canonicalize for MemcpyOp {
    /// Erases a copy to a buffer that is never read.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let dst = self.dst(rw);
        // A copy with async dependencies or a token is not simplified.
        if self.async_token(rw).is_some() || self.async_dependencies(rw).len() != 0 {
            return None;
        }
        let made_here =
            rw.def_op(dst).is_some_and(|d| d.isa::<AllocOp>(rw) || d.isa::<strata_memref::AllocOp>(rw));
        let frees = |op: Op| op.isa::<DeallocOp>(rw) || op.isa::<strata_memref::DeallocOp>(rw);
        let unread = made_here && rw.users(dst).all(|op| op == self.op() || frees(op));
        if !unread {
            return None;
        }
        rw.erase_op(*self);
        Some(())
    }
}

/// Writes one value to all elements of a buffer.
#[op(
    name = "gpu.memset",
    interfaces = [Fold, MemoryEffects],
    infer(value = strata_memref::constraints::elem_type(dst), "all of {dst, value} have same element type"),
    asm = "custom<ASYNC>(type($asyncToken), $asyncDependencies) $dst `,` $value `:` type($dst) `,` type($value) attr-dict",
)]
pub struct MemsetOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// The buffer.
    pub dst: Operand<AnyMemRef>,
    /// The value.
    pub value: Operand<AnyType>,
    /// The token of its completion.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

impl MemsetOp {
    /// Writes, and waits for nothing.
    pub fn create(b: &mut Builder<'_>, dst: Value, value: Value) -> Self {
        Self::build(b, &[], dst, value, &[])
    }
}
impl Fold for MemsetOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let first = self.async_dependencies(b).len();
        fold_casts(b, self.op(), first)
    }
}

/// Waits for async operations, or makes a token of their completion.
#[op(
    name = "gpu.wait",
    interfaces = [Canonicalize],
    asm = "custom<ASYNC>(type($asyncToken), $asyncDependencies) attr-dict",
)]
pub struct WaitOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// The token of the completion of all of them.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

impl Canonicalize for WaitOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let deps: SmallVec<[Value; 2]> = self.async_dependencies(rw).collect();
        if let Some(token) = self.async_token(rw) {
            // A wait whose token is unused is erased.
            if !rw.has_uses(token) {
                rw.erase_op(*self);
                return Some(());
            }
            // A token for a single dependency is that dependency.
            let [only] = deps[..] else { return None };
            rw.replace_op(*self, &[only]);
            return Some(());
        }
        // The token of a wait without dependencies is complete from the start.
        let made = |v: &Value| rw.def_as::<Self>(*v).is_none_or(|w| w.async_dependencies(rw).len() != 0);
        let kept: SmallVec<[Value; 2]> = deps.iter().copied().filter(made).collect();
        if kept.is_empty() {
            rw.erase_op(*self);
            return Some(());
        }
        if kept.len() == deps.len() {
            return None;
        }
        rw.body().set_operands(self.op(), &kept);
        Some(())
    }
}

macro_rules! registrations {
    ($($(#[$meta:meta])* $op:ident = $name:literal;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            asm = "$value attr-dict `:` type($value)",
        )]
        pub struct $op {
            /// The buffer.
            pub value: Operand<UnrankedMemRef>,
        }
    )*};
}
registrations! {
    /// Lets the device use a buffer of the host.
    HostRegisterOp = "gpu.host_register";
    /// Ends the registration of `gpu.host_register`.
    HostUnregisterOp = "gpu.host_unregister";
}

/// Sets the device for the operations that follow.
#[op(
    name = "gpu.set_default_device",
    traits = [MemWrite],
    asm = "attr-dict $devIndex",
)]
pub struct SetDefaultDeviceOp {
    /// Its number.
    #[ir_name = "devIndex"]
    pub dev_index: Operand<I32>,
}

/// Shared memory whose size is an operand of the launch.
#[op(
    name = "gpu.dynamic_shared_memory",
    traits = [Pure],
    interfaces = [Verify],
    asm = "attr-dict `:` type($resultMemref)",
)]
pub struct DynamicSharedMemoryOp {
    /// The memory.
    #[ir_name = "resultMemref"]
    pub result_memref: Res<ByteMemRef>,
}

impl DynamicSharedMemoryOp {
    /// The memory, as bytes.
    pub fn create(b: &mut Builder<'_>) -> Value {
        let ty = AddressSpace::Workgroup.memref(b.cx(), &[DYNAMIC], b.cx().i8());
        Self::build(b, ty)
    }
}
impl Verify for DynamicSharedMemoryOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, ty) = (b.cx(), b.ty(self.result_memref(b)));
        let Some(t) = cx.type_as::<MemRefType>(ty) else { return Ok(()) };
        ensure!(
            AddressSpace::from_type(cx, ty) == Some(AddressSpace::Workgroup),
            "address space must be address_space<workgroup>"
        );
        ensure!(
            t.shape[..] == [DYNAMIC],
            "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>"
        );
        Ok(())
    }
}

/// Prints from a kernel.
#[op(
    name = "gpu.printf",
    traits = [MemWrite],
    asm = "$format attr-dict (`,` $args^ `:` type($args))?",
)]
pub struct PrintfOp {
    /// The text, with places for the values.
    pub format: Attr<StringAttr>,
    /// The values.
    pub args: Variadic<Printable>,
}

macro_rules! effects {
    ($($op:ident: $($kind:ident $field:ident),*;)*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                $(out.push(Effect { kind: EffectKind::$kind, on: Some(self.$field(b)) });)*
            }
        }
    )*};
}
effects! {
    AllocOp: Alloc memref;
    DeallocOp: Free memref;
    MemcpyOp: Read src, Write dst;
    MemsetOp: Write dst;
}

/// The type of tokens.
pub fn token_type(cx: &Context) -> Type {
    cx.ty(AsyncTokenType)
}
