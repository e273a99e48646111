//! Stack memory, addresses, loads and stores.

use strata_ir::prelude::*;

use crate::{
    attrs::{GepFlags, Ordering, ordering_word},
    constraints::*,
    metadata::{AccessGroups, AliasScopes, Dereferenceable, TbaaTags},
    types::{ArrayType, StructType, TargetExtType},
};

/// Index in `rawConstantIndices` of one that is an operand.
pub const DYNAMIC_INDEX: i32 = i32::MIN;

/// Reserves memory until the function returns.
#[op(name = "llvm.alloca", interfaces = [MemoryEffects, Verify, PromotableAllocation], custom_asm)]
pub struct AllocaOp {
    /// Number of elements.
    #[ir_name = "arraySize"]
    pub array_size: Operand<SignlessInteger>,
    /// Alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// Type of an element.
    pub elem_type: Attr<TypeAttr>,
    /// For an argument that is passed in memory.
    pub inalloca: OptAttr<UnitAttr>,
    /// The address.
    pub res: Res<LlvmPointer>,
}

impl MemoryEffects for AllocaOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Alloc, on: Some(self.res(b)) });
    }
}

impl Verify for AllocaOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let target = b.cx().type_as::<TargetExtType>(self.elem_type(b).get(b.cx()).0);
        ensure!(
            target.is_none_or(TargetExtType::is_in_memory),
            "this target extension type cannot be used in alloca"
        );
        Ok(())
    }
}

impl CustomAsm for AllocaOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if b.attr(self.op(), "inalloca").is_some() {
            p.text(" inalloca");
        }
        p.text(" ").value(self.array_size(b)).text(" x ");
        p.ty(self.elem_type(b).get(b.cx()).0);
        p.attr_dict(self.op(), &["elem_type", "inalloca"]);
        p.text(" : ").function_type(&[b.ty(self.array_size(b))], &[b.ty(self.res(b))]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if p.eat("inalloca") {
            state.set_attr(cx, "inalloca", cx.unit());
        }
        let size = p.operand()?;
        p.expect("x")?;
        let elem = p.ty()?;
        state.set_attr(cx, "elem_type", cx.type_attr(elem));
        p.attr_dict(state)?;
        p.expect(":")?;
        let at = p.location();
        let ty = p.ty()?;
        let alignment = state.info.attr_slot("alignment").and_then(|slot| state.attrs.get_mut(slot));
        if let Some((slot, attr)) = alignment.and_then(|slot| slot.map(|a| (slot, a))) {
            if cx.attr_as::<IntegerAttr>(attr).is_none() {
                return Err(p.error_at(state.loc, "expected integer alignment"));
            }
            // In this form zero means no alignment.
            if cx.attr_i64(attr) == Some(0) {
                *slot = None;
            }
        }
        let function = cx.type_as::<FunctionType>(ty).map(|f| (&f.inputs[..], &f.results[..]));
        let Some(([input], [result])) = function else {
            return Err(p.error_at(at, "expected trailing function type with one argument and one result"));
        };
        let size = p.resolve(size, *input)?;
        state.operands.push(size);
        state.result_types.push(*result);
        Ok(())
    }
}

/// Computes an address inside of an object.
#[op(name = "llvm.getelementptr", traits = [Pure], interfaces = [Verify, Fold, PromotableOp], custom_asm)]
pub struct GEPOp {
    /// The address of the object.
    pub base: Operand<LlvmPointerLike>,
    /// The indices that are not constant.
    #[ir_name = "dynamicIndices"]
    pub dynamic_indices: Variadic<LlvmIntLike>,
    /// All indices; [`DYNAMIC_INDEX`] is a placeholder for the next operand.
    #[ir_name = "rawConstantIndices"]
    pub raw_constant_indices: Attr<I32Array>,
    /// Type of the elements of the object.
    pub elem_type: Attr<TypeAttr>,
    /// Flags that exclude overflows.
    #[ir_name = "noWrapFlags"]
    pub no_wrap_flags: DefaultAttr<GepFlags>,
    /// The address.
    pub res: Res<LlvmPointerLike>,
}

impl Verify for GEPOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let indices = &self.raw_constant_indices(b).get(b.cx()).values;
        let dynamic = indices.iter().filter(|&&i| i == i64::from(DYNAMIC_INDEX)).count();
        ensure!(
            dynamic + 1 == b.num_operands(self.op()),
            "expected as many dynamic indices as specified in 'rawConstantIndices'"
        );
        let flags = b.attr(self.op(), "noWrapFlags").and_then(|a| b.cx().attr_i64(a));
        ensure!(flags != Some(GEP_WORDS[1].1), "'inbounds_flag' cannot be used directly");
        verify_indices(b.cx(), self.elem_type(b).get(b.cx()).0, indices)
    }
}

/// The indices after the first one lead from a type to its parts.
fn verify_indices(cx: &Context, mut ty: Type, indices: &[i64]) -> VerifyResult {
    for (i, &index) in indices.iter().enumerate().skip(1) {
        if let Some(members) = cx.type_as::<StructType>(ty) {
            ensure!(index != i64::from(DYNAMIC_INDEX), "expected index {i} indexing a struct to be constant");
            let member = usize::try_from(index).ok().and_then(|n| members.members().get(n));
            let Some(&member) = member else {
                return Err(format!("index {i} indexing a struct is out of bounds").into());
            };
            ty = member;
        } else if let Some(array) = cx.type_as::<ArrayType>(ty) {
            ty = array.elem;
        } else if let Some(vector) = cx.type_as::<VectorType>(ty) {
            ty = vector.elem;
        } else {
            return Err(format!("type '{}' cannot be indexed (index #{i})", cx.type_to_string(ty)).into());
        }
    }
    Ok(())
}

/// The largest numbers that upstream keeps as constant indices.
const CONSTANT_INDEX: std::ops::Range<i64> = -(1 << 28)..1 << 28;

impl Fold for GEPOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let op = self.op();
        let indices = self.raw_constant_indices(b).get(cx).values.clone();
        let mut operands: SmallVec<[Value; 4]> = smallvec![self.base(b)];
        let (mut known, mut next) = (Vec::new(), 1);
        let mut first = None;
        for &index in &indices {
            if index != i64::from(DYNAMIC_INDEX) {
                first = first.or(Some(Some(index)));
                known.push(index as i32);
                continue;
            }
            let constant = consts.get(next).copied().flatten().and_then(|a| cx.attr_i64(a));
            first = first.or(Some(constant));
            match constant.filter(|n| CONSTANT_INDEX.contains(n)) {
                Some(n) => known.push(n as i32),
                None => {
                    known.push(DYNAMIC_INDEX);
                    operands.push(b.operand(op, next));
                }
            }
            next += 1;
        }
        if indices.len() == 1 && first == Some(Some(0)) && b.ty(self.base(b)) == b.ty(self.res(b)) {
            return Some(self.base(b).into());
        }
        if operands.len() == b.num_operands(op) {
            return None;
        }
        let known = cx.i32_array(&known);
        b.set_attr(op, "rawConstantIndices", Some(known));
        b.set_operands(op, &operands);
        Some(Folded::InPlace)
    }
}

/// Words of `noWrapFlags`; `inbounds` includes `nusw`.
const GEP_WORDS: [(&str, i64); 4] = [("inbounds", 3), ("inbounds_flag", 1), ("nusw", 2), ("nuw", 4)];

impl CustomAsm for GEPOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let cx = b.cx();
        let mut flags = b.attr(self.op(), "noWrapFlags").and_then(|a| cx.attr_i64(a)).unwrap_or(0);
        let mut separator = " ";
        for (word, bits) in GEP_WORDS {
            if flags & bits == bits {
                p.text(separator).text(word);
                flags &= !bits;
                separator = "|";
            }
        }
        p.text(" ").value(self.base(b)).text("[");
        let mut dynamic = self.dynamic_indices(b);
        p.list(&self.raw_constant_indices(b).get(cx).values, |p, &i| match dynamic.next_if_dynamic(i) {
            Some(v) => {
                p.value(v);
            }
            None => {
                p.int(i);
            }
        });
        p.text("]").attr_dict(self.op(), &["rawConstantIndices", "elem_type", "noWrapFlags"]);
        let inputs: SmallVec<[Type; 4]> = b.operand_types(self.op()).collect();
        p.text(" : ").function_type(&inputs, &[b.ty(self.res(b))]).text(", ");
        p.ty(self.elem_type(b).get(cx).0);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let mut flags = 0;
        let words = GEP_WORDS.map(|w| w.0);
        while let Some(word) = p.keyword_of(&words) {
            flags |= GEP_WORDS.iter().find(|w| w.0 == word).map_or(0, |w| w.1);
            if !p.eat("|") {
                break;
            }
        }
        state.set_attr(cx, "noWrapFlags", cx.int_attr(flags, cx.i32()));
        let mut operands = vec![p.operand()?];
        p.expect("[")?;
        let indices = p.list_until("]", |p| {
            if let Some(o) = p.operand_opt()? {
                operands.push(o);
                return Ok(DYNAMIC_INDEX);
            }
            let at = p.location();
            let i = p.integer()?;
            i32::try_from(i).map_err(|_| p.error_at(at, "expected a 32-bit index"))
        })?;
        state.set_attr(cx, "rawConstantIndices", cx.i32_array(&indices));
        p.attr_dict(state)?;
        p.expect(":")?;
        let at = p.location();
        let ty = p.ty()?;
        let Some(function) = cx.type_as::<FunctionType>(ty) else {
            let found = cx.type_to_string(ty);
            let message =
                format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
            return Err(p.error_at(at, message));
        };
        let values = p.resolve_all(&operands, &function.inputs, at)?;
        state.operands.extend(values);
        state.result_types.extend(function.results.iter().copied());
        p.expect(",")?;
        let elem = p.ty()?;
        state.set_attr(cx, "elem_type", cx.type_attr(elem));
        Ok(())
    }
}

/// Takes the next operand for a dynamic index.
trait NextIfDynamic {
    fn next_if_dynamic(&mut self, index: i64) -> Option<Value>;
}
impl<I: Iterator<Item = Value>> NextIfDynamic for I {
    fn next_if_dynamic(&mut self, index: i64) -> Option<Value> {
        if index == i64::from(DYNAMIC_INDEX) { self.next() } else { None }
    }
}

/// Reads memory.
#[op(
    name = "llvm.load",
    interfaces = [MemoryEffects, Verify, PromotableMemOp],
    asm = "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? (`dereferenceable` `` $dereferenceable^)? attr-dict `:` qualified(type($addr)) `->` type($res)",
)]
pub struct LoadOp {
    /// The address.
    pub addr: Operand<LlvmPointer>,
    /// Alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// The access has effects of its own.
    #[ir_name = "volatile_"]
    pub volatile_: OptAttr<UnitAttr>,
    /// The memory will not be used again soon.
    pub nontemporal: OptAttr<UnitAttr>,
    /// The memory never changes.
    pub invariant: OptAttr<UnitAttr>,
    /// Loads of one group give one value.
    #[ir_name = "invariantGroup"]
    pub invariant_group: OptAttr<UnitAttr>,
    /// The memory ordering.
    pub ordering: DefaultAttr<Ordering>,
    /// The synchronization scope.
    pub syncscope: OptAttr<StringAttr>,
    /// The dereferenceable bytes at the loaded address.
    pub dereferenceable: OptAttr<Dereferenceable>,
    /// Access groups.
    pub access_groups: OptAttr<AccessGroups>,
    /// Scopes that it is in.
    pub alias_scopes: OptAttr<AliasScopes>,
    /// Scopes that it does not alias.
    pub noalias_scopes: OptAttr<AliasScopes>,
    /// Type tags.
    pub tbaa: OptAttr<TbaaTags>,
    /// The loaded value.
    pub res: Res<LlvmLoadable>,
}

impl MemoryEffects for LoadOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        let addr = self.addr(b);
        out.push(Effect { kind: EffectKind::Read, on: Some(addr) });
        // Volatile accesses and those that synchronise must stay, and stay in order.
        let ordering = b.attr(self.op(), "ordering").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
        if b.attr(self.op(), "volatile_").is_some() || ordering > UNORDERED {
            out.push(Effect { kind: EffectKind::Write, on: None });
        }
    }
}

/// An atomic access is of a type that a processor has, with an alignment; only atomic accesses synchronise.
fn verify_access(op: Op, b: &Body, value: Value, unsupported: [i64; 2]) -> VerifyResult {
    let cx = b.cx();
    let ordering = b.attr(op, "ordering").and_then(|a| cx.attr_i64(a)).unwrap_or(0);
    if ordering == 0 {
        ensure!(b.attr(op, "syncscope").is_none(), "expected syncscope to be null for non-atomic access");
        return Ok(());
    }
    ensure!(
        super::atomic::is_atomic_type(cx, b.ty(value)),
        "unsupported type '{}' for atomic access",
        cx.type_to_string(b.ty(value))
    );
    ensure!(!unsupported.contains(&ordering), "unsupported ordering '{}'", ordering_word(ordering));
    ensure!(b.attr(op, "alignment").is_some(), "expected alignment for atomic access");
    Ok(())
}

const UNORDERED: i64 = 1;
const ACQUIRE: i64 = 4;
const RELEASE: i64 = 5;
const ACQ_REL: i64 = 6;

impl Verify for LoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_access(self.op(), b, self.res(b), [RELEASE, ACQ_REL])
    }
}

impl Verify for StoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_access(self.op(), b, self.value(b), [ACQUIRE, ACQ_REL])
    }
}

/// Writes memory.
#[op(
    name = "llvm.store",
    interfaces = [MemoryEffects, Verify, PromotableMemOp],
    asm = "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? (`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` qualified(type($addr))",
)]
pub struct StoreOp {
    /// The stored value.
    pub value: Operand<LlvmLoadable>,
    /// The address.
    pub addr: Operand<LlvmPointer>,
    /// Alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// The access has effects of its own.
    #[ir_name = "volatile_"]
    pub volatile_: OptAttr<UnitAttr>,
    /// The memory will not be used again soon.
    pub nontemporal: OptAttr<UnitAttr>,
    /// Loads of one group give one value.
    #[ir_name = "invariantGroup"]
    pub invariant_group: OptAttr<UnitAttr>,
    /// The memory ordering.
    pub ordering: DefaultAttr<Ordering>,
    /// The synchronization scope.
    pub syncscope: OptAttr<StringAttr>,
    /// Access groups.
    pub access_groups: OptAttr<AccessGroups>,
    /// Scopes that it is in.
    pub alias_scopes: OptAttr<AliasScopes>,
    /// Scopes that it does not alias.
    pub noalias_scopes: OptAttr<AliasScopes>,
    /// Type tags.
    pub tbaa: OptAttr<TbaaTags>,
}

impl MemoryEffects for StoreOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.addr(b)) });
    }
}
