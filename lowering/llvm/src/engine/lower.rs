//! [`Lower`]: the interface for handlers that replace one op.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    prelude::*,
    rewrite::conversion::{Converted, InPlace, unrealized_cast},
};
use strata_llvm as llvm;
use strata_llvm::FastmathFlags;

use super::types::{ExtraTypes, index_type, llvm_types, pointer_to};
use super::{Declaration, Declarations};

/// The result of a conversion; the error is the reason, which becomes part of a diagnostic at the op.
pub type Lowered<T = ()> = Converted<T>;

/// Computes one vector (or scalar) of a result from the same part of each operand and the type of the part.
pub type Each<'b, 'f> = dyn FnMut(&mut Lower<'b>, &[Value], Type) -> Lowered<Value> + 'f;

/// Options of the conversion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Pass memrefs of static shape and identity layout as one pointer.
    pub bare_ptr: bool,
    /// Mark pointer arguments of public functions as not aliasing, with the alignment that the runtime guarantees.
    pub annotate_pointers: bool,
    /// Give private functions internal linkage.
    pub internalize: bool,
    /// Let floating-point reductions combine the elements in any order.
    pub reassociate_reductions: bool,
    /// Vectors in memory have the alignment of their type instead of that of their elements.
    pub vector_alignment: bool,
    /// Let failed assertions report to the runtime and return, instead of ending the process.
    pub report_assertions: bool,
    /// Expand `vector.fma` to a multiplication and an addition, with two roundings.
    pub expand_fma: bool,
    /// Compute `math.rsqrt` of 16 numbers of `f32` from the estimates of AVX-512.
    pub rsqrt_estimates: bool,
    /// Expand `arith.maximumf` and `arith.minimumf` of `f32` and `f64` for targets without instructions for them.
    pub expand_extrema: bool,
    /// Emit what upstream's conversions of single dialects emit: ops fold before they are converted, constants stand where they are used,
    /// and ops that cannot be converted stay.
    pub upstream: bool,
    /// The width of `index` in bits; 0 stands for 64.
    pub index_bits: u32,
    /// Approximate `log(1 + x)` by a sum and a logarithm.
    pub approximate_log1p: bool,
    /// Allocate by `aligned_alloc` instead of `malloc`.
    pub aligned_alloc: bool,
    /// Allocate by functions of the runtime, `_mlir_memref_to_llvm_…`.
    pub generic_functions: bool,
    /// Pass memrefs to kernels as one pointer.
    pub kernel_bare_ptr: bool,
    /// Pass the size of each memref to kernels behind it.
    pub kernel_sizes: bool,
    /// In upstream's form, the ops whose conversion must not fail.
    pub required: &'static [&'static str],
    /// The conversion of types of additional dialects.
    pub extra_types: Option<ExtraTypes>,
}

/// The state of a compare-exchange loop, from the start of the update to its end.
#[derive(Clone, Copy)]
pub(crate) struct Update {
    pub pointer: Value,
    /// The bits that the last load or exchange found.
    pub bits: Value,
    /// The block of the loop.
    pub head: Block,
    /// The block behind the loop.
    pub rest: Block,
}

/// The conversion of one function, at one of its ops.
pub struct Lower<'b> {
    state: InPlace<'b>,
    /// Options of the conversion.
    pub options: Options,
    /// External functions that the code calls.
    pub declarations: &'b mut Declarations,
    /// Atomic updates whose end is not converted yet, by the terminator of their region.
    pub(crate) updates: FxHashMap<Op, Update>,
    /// Arguments of the function whose descriptors are not built yet, with the arguments that are their fields.
    pub(crate) pending: FxHashMap<Value, Vec<Value>>,
    /// The descriptors that were built for arguments.
    pub(crate) described: FxHashSet<Value>,
    constants: FxHashMap<(i64, Type), Value>,
    fastmath: FxHashMap<Attr, FastmathFlags>,
    entry: Option<Block>,
}

impl<'b> std::ops::Deref for Lower<'b> {
    type Target = InPlace<'b>;
    fn deref(&self) -> &InPlace<'b> {
        &self.state
    }
}
impl std::ops::DerefMut for Lower<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.state
    }
}

impl<'b> Lower<'b> {
    pub(crate) fn new(body: &'b mut Body, options: Options, declarations: &'b mut Declarations) -> Self {
        let entry = body.entry();
        Self {
            state: InPlace::new(body, llvm_types(options.extra_types, options.index_bits)),
            options,
            declarations,
            updates: FxHashMap::default(),
            pending: FxHashMap::default(),
            described: FxHashSet::default(),
            constants: FxHashMap::default(),
            fastmath: FxHashMap::default(),
            entry,
        }
    }
    /// The state of the conversion without the parts specific to LLVM.
    pub(crate) fn into_state(self) -> InPlace<'b> {
        self.state
    }

    // ---------------------------------------------------------------- operands

    /// The replacement of a value of the input, with the converted type.
    pub fn value(&mut self, old: Value) -> Lowered<Value> {
        if let Some(fields) = self.pending.remove(&old) {
            let new = self.describe(old, &fields)?;
            self.described.insert(new);
            self.state.values.set(old, new);
        }
        self.state.value(old)
    }
    /// Operand `i` after the conversion.
    pub fn operand(&mut self, i: usize) -> Lowered<Value> {
        if i >= self.body.num_operands(self.op()) {
            return Err("misses an operand".to_owned());
        }
        self.value(self.body.operand(self.op(), i))
    }
    /// The operands of a range after the conversion.
    pub fn operands(&mut self, range: impl IntoIterator<Item = usize>) -> Lowered<Vec<Value>> {
        range.into_iter().map(|i| self.operand(i)).collect()
    }
    /// All operands after the conversion.
    pub fn all_operands(&mut self) -> Lowered<Vec<Value>> {
        self.operands(0..self.body.num_operands(self.op()))
    }
    /// Sets the replacements of the results of the op. In upstream's form, ops that are not converted yet keep the old ones, so that they fold
    /// as before.
    pub fn replace(&mut self, values: &[Value]) -> Lowered {
        if !self.options.upstream {
            return self.state.replace(values);
        }
        let results: SmallVec<[Value; 2]> = SmallVec::from_slice(self.body.results(self.op()));
        for (old, &new) in results.into_iter().zip(values) {
            self.state.values.set(old, new);
        }
        Ok(())
    }
    /// Sets the replacement of the only result of the op.
    pub fn replace_one(&mut self, value: Value) -> Lowered {
        self.replace(&[value])
    }
    /// Replaces the results of the op by values of the same types, in all ops.
    pub(crate) fn replace_by_folded(&mut self, values: &[Value]) -> Lowered {
        self.state.replace(values)
    }
    /// Builds the descriptor of an argument at the start of the function.
    fn describe(&mut self, arg: Value, fields: &[Value]) -> Lowered<Value> {
        let op = self.op();
        let first = self.entry.and_then(|entry| self.body.first_op(entry)).ok_or("has an empty block")?;
        self.start(first);
        let ty = self.body.ty(arg);
        let value = match fields {
            &[pointer] => crate::memref::upstream_descriptor::descriptor_of_pointer(self, ty, pointer),
            &[rank, memory] => crate::memref::upstream_descriptor::unranked(self, ty, rank, memory),
            _ => self.convert(ty).map(|new| crate::memref::upstream_descriptor::packed(self, new, fields)),
        };
        self.start(op);
        value
    }
    /// Gives ops that were not converted values of the old types for those of the arguments `args` that they use.
    pub(crate) fn cast_back(&mut self, args: &[Value], converted: &[Op]) -> Lowered {
        for &op in converted {
            self.body.set_operands(op, &[]);
        }
        for &op in converted {
            for old in self.body.results(op).to_vec() {
                let new = self.state.values.get(old).filter(|&new| self.body.ty(new) == self.body.ty(old));
                if let Some(new) = new {
                    self.body.replace_all_uses(old, new);
                }
            }
        }
        for &arg in args {
            if !self.body.has_uses(arg) {
                continue;
            }
            let (new, ty) = (self.value(arg)?, self.body.ty(arg));
            let mut b = match self.body.def(new) {
                Def::Result { op, .. } => Builder::after(self.body, op),
                Def::Arg { block, .. } => Builder::at_start(self.body, block),
                Def::Forward => continue,
            };
            let back = unrealized_cast(&mut b, new, ty)?;
            self.body.replace_all_uses(arg, back);
        }
        Ok(())
    }

    // ---------------------------------------------------------------- types

    /// The type of pointers to the elements of a memref.
    pub fn pointer_type(&self, memref: Type) -> Lowered<Type> {
        let cx = self.cx();
        let special = self.options.extra_types.and_then(|extra| extra(cx, memref));
        if let Some(pointer) =
            special.and_then(|ty| cx.type_as::<llvm::StructType>(ty)?.members().first().copied())
        {
            return Ok(pointer);
        }
        let m = cx.type_as::<MemRefType>(memref);
        let pointer = m.and_then(|m| pointer_to(cx, m));
        pointer.ok_or_else(|| format!("type '{}' has no address space of LLVM", cx.type_to_string(memref)))
    }
    // ---------------------------------------------------------------- attributes

    /// An integer attribute of the op.
    pub fn attr_i64(&self, name: &str) -> Option<i64> {
        self.attr(name).and_then(|a| self.cx().attr_i64(a))
    }
    /// A dense array of the op; empty where there is none.
    pub fn array(&self, name: &str) -> SmallVec<[i64; 4]> {
        let attr = self.attr(name).and_then(|a| self.cx().attr_as::<DenseArrayAttr>(a));
        attr.map(|a| a.values.clone()).unwrap_or_default()
    }
    /// The words in the brackets of an attribute of the op, as of `#arith.fastmath<nnan,ninf>`.
    pub fn words(&self, name: &str) -> Vec<String> {
        let Some(attr) = self.attr(name) else { return Vec::new() };
        let text = self.cx().attr_to_string(attr);
        let inside = text.split_once('<').and_then(|(_, t)| t.strip_suffix('>')).unwrap_or("");
        inside.split(',').map(|w| w.trim().to_owned()).filter(|w| !w.is_empty()).collect()
    }
    /// The fast-math flags of the op for an op of LLVM.
    pub fn fastmath(&mut self) -> Option<Attr> {
        let attr = self.attr("fastmath")?;
        let flags = match self.fastmath.get(&attr) {
            Some(&known) => known,
            None => {
                let words = self.words("fastmath");
                let flags = FastmathFlags::from_words(words.iter().map(String::as_str));
                self.fastmath.insert(attr, flags);
                flags
            }
        };
        Some(flags.attr(self.cx()))
    }

    // ---------------------------------------------------------------- constants and index arithmetic

    /// An integer constant; one op for all uses of a number in a function, except in upstream's form.
    pub fn int(&mut self, value: i64, ty: Type) -> Value {
        if self.options.upstream {
            let attr = self.cx().int_attr(value, ty);
            return llvm::ConstantOp::build(&mut self.at(), attr, ty);
        }
        if let Some(&known) = self.constants.get(&(value, ty)) {
            return known;
        }
        let attr = self.cx().int_attr(value, ty);
        let mut b = match self.entry {
            Some(entry) => Builder::at_start(self.body, entry),
            None => self.at(),
        };
        let constant = llvm::ConstantOp::build(&mut b, attr, ty);
        self.constants.insert((value, ty), constant);
        constant
    }
    /// The type of converted values of type `index`.
    pub fn index_type(&self) -> Type {
        index_type(self.cx(), self.options.index_bits)
    }
    /// A constant of the type that `index` becomes.
    pub fn index(&mut self, value: i64) -> Value {
        let ty = self.index_type();
        if self.options.upstream {
            let attr = self.cx().int_attr(value, self.cx().index());
            return llvm::ConstantOp::build(&mut self.at(), attr, ty);
        }
        self.int(value, ty)
    }
    /// The position of a lane, which has 64 bits, whatever `index` has.
    pub fn position(&mut self, lane: i64) -> Value {
        let i64 = self.cx().i64();
        self.int(lane, i64)
    }
    /// The constant that a converted value is known to be.
    pub fn known(&self, value: Value) -> Option<i64> {
        let mut op = self.body.def_op(value)?;
        if op.isa::<strata_builtin::UnrealizedConversionCastOp>(self.body) && self.body.num_operands(op) == 1
        {
            // A constant of a dialect that is not converted yet.
            op = self.body.def_op(self.body.operand(op, 0))?;
        }
        let constant = self.body.has_trait(op, Trait::ConstantLike);
        let value = constant.then(|| self.body.attr(op, "value")).flatten()?;
        self.cx().attr_i64(value)
    }
    /// A sum of `i64` values that does not overflow.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(x), Some(y)) if x.checked_add(y).is_some() => self.index(x.wrapping_add(y)),
            _ => {
                let flags = self.no_wrap();
                llvm::AddOp::build(&mut self.at(), a, b, flags)
            }
        }
    }
    /// A product of `i64` values that does not overflow.
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(1), _) => b,
            (_, Some(1)) => a,
            (Some(0), _) => a,
            (_, Some(0)) => b,
            (Some(x), Some(y)) if x.checked_mul(y).is_some() => self.index(x.wrapping_mul(y)),
            _ => {
                let flags = self.no_wrap();
                llvm::MulOp::build(&mut self.at(), a, b, flags)
            }
        }
    }
    fn no_wrap(&self) -> Option<Attr> {
        Some(self.cx().i32_attr(llvm::attrs::NSW))
    }

    // ---------------------------------------------------------------- ops

    /// Builds an op of the `llvm` dialect with one result by its descriptor.
    pub fn build(
        &mut self,
        info: &'static OpInfo,
        operands: &[Value],
        ty: Type,
        attrs: &[(&str, Attr)],
    ) -> Value {
        let mut state = OpState::new(info, self.body.loc(self.op()));
        state.operands.extend_from_slice(operands);
        state.result_types.push(ty);
        for &(name, attr) in attrs {
            state.set_attr(self.body.cx(), name, attr);
        }
        let op = self.at().build(state);
        self.body.result(op, 0)
    }
    /// Calls an external function, which is declared if necessary.
    pub fn call(&mut self, name: &str, operands: &[Value], result: Option<Type>) -> Lowered<Option<Value>> {
        let params = operands.iter().map(|&v| self.body.ty(v)).collect();
        let wanted = Declaration { params, result, ..Declaration::default() };
        self.declarations.function(name, wanted)?;
        let call = llvm::CallOp::direct(&mut self.at(), name, operands, result.as_slice());
        Ok(call.result(self.body))
    }
    /// Calls a function of upstream's runtime, which is declared at the end of the module if necessary.
    pub fn call_runtime(
        &mut self,
        name: &str,
        operands: &[Value],
        result: Option<Type>,
    ) -> Lowered<Option<Value>> {
        let params = operands.iter().map(|&v| self.body.ty(v)).collect();
        self.declarations.runtime(name, Declaration { params, result, ..Declaration::default() })?;
        let call = llvm::CallOp::direct(&mut self.at(), name, operands, result.as_slice());
        Ok(call.result(self.body))
    }
    /// Extracts a part of an aggregate; no op is needed if the part was just inserted.
    pub fn part(&mut self, aggregate: Value, position: &[i64]) -> Lowered<Value> {
        let inserted = llvm::inserted_value(self.body, aggregate, position);
        if let Some(value) = inserted.filter(|_| !self.options.upstream) {
            return Ok(value);
        }
        let cx = self.body.cx();
        let ty = llvm::types::member_at(cx, self.body.ty(aggregate), position)
            .ok_or_else(|| "refers to a part that is not there".to_owned())?;
        let position = cx.i64_array(position);
        Ok(llvm::ExtractValueOp::build(&mut self.at(), aggregate, position, ty))
    }
    /// Inserts a part into an aggregate.
    pub fn with_part(&mut self, aggregate: Value, part: Value, position: &[i64]) -> Value {
        let position = self.cx().i64_array(position);
        llvm::InsertValueOp::build(&mut self.at(), aggregate, part, position)
    }
    /// A poison value.
    pub fn poison(&mut self, ty: Type) -> Value {
        llvm::PoisonOp::build(&mut self.at(), ty)
    }
    /// Applies `each` to each one-dimensional vector inside of the operands, or once to scalars and such vectors.
    ///
    /// `ty` is the converted type of the result; `each` gets the type of its part.
    pub fn each_vector(&mut self, operands: &[Value], ty: Type, each: &mut Each<'b, '_>) -> Lowered<Value> {
        let Some(&array) = self.body.cx().type_as::<llvm::ArrayType>(ty) else {
            return each(self, operands, ty);
        };
        let mut out = self.poison(ty);
        for i in 0..array.len as i64 {
            let parts = operands
                .iter()
                .map(|&v| {
                    let is_array = self.body.cx().type_as::<llvm::ArrayType>(self.body.ty(v)).is_some();
                    if is_array { self.part(v, &[i]) } else { Ok(v) }
                })
                .collect::<Lowered<Vec<_>>>()?;
            let part = self.each_vector(&parts, array.elem, each)?;
            out = self.with_part(out, part, &[i]);
        }
        Ok(out)
    }
    /// A vector of `ty` whose elements are all `scalar`.
    pub fn splat(&mut self, scalar: Value, ty: Type) -> Value {
        let constant =
            self.body.def_as::<llvm::ConstantOp>(scalar).and_then(|c| self.body.attr(c.op(), "value"));
        if let Some(all) = constant.and_then(|c| self.cx().splat_attr(ty, c)) {
            return llvm::ConstantOp::build(&mut self.at(), all, ty);
        }
        let poison = self.poison(ty);
        let zero = self.int(0, self.body.cx().i32());
        let first = llvm::InsertElementOp::build(&mut self.at(), poison, scalar, zero);
        let n = self.lanes(ty);
        if n == 1 {
            return first;
        }
        let mask = self.cx().i32_array(&vec![0; n]);
        llvm::ShuffleVectorOp::build(&mut self.at(), first, poison, mask, ty)
    }
    /// The number of elements of a one-dimensional vector.
    pub fn lanes(&self, ty: Type) -> usize {
        let n = self.cx().type_as::<VectorType>(ty).and_then(|v| v.shape.first().copied()).unwrap_or(1);
        usize::try_from(n).unwrap_or(1)
    }
}
