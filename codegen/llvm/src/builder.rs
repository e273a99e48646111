//! Builds an `llvm`-dialect module through MLIR's C API, without printing text.
//!
//! The builder hands out small ids instead of MLIR's pointers, so that a walk over another IR can keep plain side tables.
//!
//! - Operations are created top-down: an op is created with empty regions, then blocks are added to them, then ops to the blocks.
//!   Everything belongs to the module from the moment it exists, so an error half-way leaks nothing.
//! - Types and attributes are given as MLIR text once and are cached by that text.
//! - A value that is used before its definition gets a placeholder from [`ModuleBuilder::forward`].
//! - An id of another builder is either refused or names another entity of this one; it is never undefined behaviour.
//!
//! ```text
//! let mut b = ModuleBuilder::new(&cx);
//! let loc = b.unknown();
//! let f32 = b.ty("f32")?;
//! let func = b.func("twice", "!llvm.func<f32 (f32)>", &[], loc)?;
//! let (entry, args) = b.block(func.regions[0], &[f32], loc)?;
//! let sum = b.op(entry, &OpSpec { operands: &[args[0], args[0]], results: &[f32], ..OpSpec::new("llvm.fadd", loc) })?;
//! b.op(entry, &OpSpec { operands: &sum.results, ..OpSpec::new("llvm.return", loc) })?;
//! let module = b.finish()?;
//! ```

mod constants;
mod ids;
mod properties;
mod segments;

use std::collections::{HashMap, HashSet};

use mlir_sys as m;

pub use ids::{AttrId, BlockId, LocId, OpId, OpResult, OpSpec, RegionId, TypeId, ValueId};

use crate::context::ExitContext;
use crate::error::{CodegenError, Result};
use crate::ffi::string_ref;
use crate::limits;
use crate::module::ExitModule;

/// See the module documentation.
pub struct ModuleBuilder<'cx> {
    cx: &'cx ExitContext,
    module: ExitModule<'cx>,
    types: Vec<m::MlirType>,
    type_texts: HashMap<String, TypeId>,
    attrs: Vec<m::MlirAttribute>,
    attr_texts: HashMap<String, AttrId>,
    names: HashMap<String, m::MlirIdentifier>,
    registered: HashSet<String>,
    locs: Vec<m::MlirLocation>,
    ops: Vec<m::MlirOperation>,
    regions: Vec<m::MlirRegion>,
    blocks: Vec<m::MlirBlock>,
    values: Vec<m::MlirValue>,
    /// The placeholder op of each unresolved forward reference.
    forwards: HashMap<ValueId, m::MlirOperation>,
}

fn wrong(message: impl Into<String>) -> CodegenError {
    CodegenError::Builder { message: message.into(), diagnostics: Vec::new() }
}

fn id(index: usize) -> u32 {
    // More than 2^32 entities do not fit into memory: each takes over 32 bytes inside MLIR.
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl<'cx> ModuleBuilder<'cx> {
    /// Starts an empty module.
    #[must_use]
    pub fn new(cx: &'cx ExitContext) -> Self {
        cx.take_diagnostics();
        // SAFETY: the context is live.
        let unknown = unsafe { m::mlirLocationUnknownGet(cx.raw()) };
        let module = ExitModule::empty(cx, unknown);
        // SAFETY: the module is live; its body lives as long.
        let body = unsafe { m::mlirModuleGetBody(module.raw()) };
        Self {
            cx,
            module,
            types: Vec::new(),
            type_texts: HashMap::new(),
            attrs: Vec::new(),
            attr_texts: HashMap::new(),
            names: HashMap::new(),
            registered: HashSet::new(),
            locs: vec![unknown],
            ops: Vec::new(),
            regions: Vec::new(),
            blocks: vec![body],
            values: Vec::new(),
            forwards: HashMap::new(),
        }
    }

    /// The block of the module's top-level ops.
    #[must_use]
    pub fn module_body(&self) -> BlockId {
        BlockId(0)
    }

    /// Finishes the module. It is not verified yet; [`ExitModule::translate`] verifies it.
    pub fn finish(self) -> Result<ExitModule<'cx>> {
        if !self.forwards.is_empty() {
            return Err(wrong(format!("{} forward reference(s) were never resolved", self.forwards.len())));
        }
        Ok(self.module)
    }

    // Types and attributes.

    /// The type that `text` spells, for example `!llvm.ptr<1>` or `vector<16xf32>`.
    pub fn ty(&mut self, text: &str) -> Result<TypeId> {
        if let Some(&known) = self.type_texts.get(text) {
            return Ok(known);
        }
        limits::check(text)?;
        // SAFETY: the context is live and the text is read during the call only; MLIR copies it. Null means a parse error.
        let raw = unsafe { m::mlirTypeParseGet(self.cx.raw(), string_ref(text)) };
        if raw.ptr.is_null() {
            return Err(self.rejected(format!("`{text}` is not a type")));
        }
        let new = TypeId(id(self.types.len()));
        self.types.push(raw);
        self.type_texts.insert(text.to_owned(), new);
        Ok(new)
    }

    /// The attribute that `text` spells, for example `#llvm.fastmath<contract>` or `1.0 : f32`.
    pub fn attr(&mut self, text: &str) -> Result<AttrId> {
        if let Some(&known) = self.attr_texts.get(text) {
            return Ok(known);
        }
        limits::check(text)?;
        // SAFETY: as for types.
        let raw = unsafe { m::mlirAttributeParseGet(self.cx.raw(), string_ref(text)) };
        if raw.ptr.is_null() {
            return Err(self.rejected(format!("`{text}` is not an attribute")));
        }
        let new = self.push_attr(raw);
        self.attr_texts.insert(text.to_owned(), new);
        Ok(new)
    }

    /// A string attribute; `value` may hold any characters.
    pub fn string_attr(&mut self, value: &str) -> AttrId {
        // SAFETY: the context is live; MLIR copies the text.
        let raw = unsafe { m::mlirStringAttrGet(self.cx.raw(), string_ref(value)) };
        self.push_attr(raw)
    }

    fn push_attr(&mut self, raw: m::MlirAttribute) -> AttrId {
        self.attrs.push(raw);
        AttrId(id(self.attrs.len() - 1))
    }

    /// Sets an attribute of the module itself, for example `llvm.target_triple`.
    pub fn set_module_attr(&mut self, name: &str, value: AttrId) -> Result<()> {
        let value = self.attr_of(value)?;
        // SAFETY: the module's op and the attribute are live; MLIR copies the name.
        unsafe {
            let op = m::mlirModuleGetOperation(self.module.raw());
            m::mlirOperationSetAttributeByName(op, string_ref(name), value);
        }
        Ok(())
    }

    // Locations.

    /// The unknown location.
    #[must_use]
    pub fn unknown(&self) -> LocId {
        LocId(0)
    }

    /// A position in a file; line and column count from one.
    pub fn file_loc(&mut self, file: &str, line: u32, column: u32) -> LocId {
        // SAFETY: the context is live; MLIR copies the file name.
        let raw = unsafe { m::mlirLocationFileLineColGet(self.cx.raw(), string_ref(file), line, column) };
        self.push_loc(raw)
    }

    /// A named location around another one.
    pub fn name_loc(&mut self, name: &str, child: LocId) -> Result<LocId> {
        let child = self.loc_of(child)?;
        if name.is_empty() {
            return Err(wrong("a name location needs a name"));
        }
        // SAFETY: the context and the child are live; MLIR copies the name.
        let raw = unsafe { m::mlirLocationNameGet(self.cx.raw(), string_ref(name), child) };
        Ok(self.push_loc(raw))
    }

    /// The location of an op inlined from `callee` into `caller`.
    pub fn call_site_loc(&mut self, callee: LocId, caller: LocId) -> Result<LocId> {
        let (callee, caller) = (self.loc_of(callee)?, self.loc_of(caller)?);
        // SAFETY: both locations are live.
        let raw = unsafe { m::mlirLocationCallSiteGet(callee, caller) };
        Ok(self.push_loc(raw))
    }

    /// The location of an op made from several others.
    pub fn fused_loc(&mut self, parts: &[LocId]) -> Result<LocId> {
        let parts = parts.iter().map(|&part| self.loc_of(part)).collect::<Result<Vec<_>>>()?;
        // SAFETY: the locations are live, and the array is read during the call only; a null metadata attribute means none.
        let raw = unsafe {
            m::mlirLocationFusedGet(
                self.cx.raw(),
                parts.len() as isize,
                parts.as_ptr(),
                m::MlirAttribute { ptr: std::ptr::null() },
            )
        };
        Ok(self.push_loc(raw))
    }

    /// A location with a debug scope.
    pub(crate) fn scoped_loc(&mut self, part: LocId, scope: AttrId) -> Result<LocId> {
        let (part, scope) = (self.loc_of(part)?, self.attr_of(scope)?);
        // SAFETY: location and attribute are live, and the array is read during the call only.
        let raw = unsafe { m::mlirLocationFusedGet(self.cx.raw(), 1, &raw const part, scope) };
        Ok(self.push_loc(raw))
    }

    /// The elements of an array attribute.
    pub(crate) fn elements(&mut self, array: AttrId) -> Result<Vec<AttrId>> {
        let raw = self.attr_of(array)?;
        // SAFETY: the attribute is live; indices stay below the count that it reports itself.
        let elements: Vec<_> = unsafe {
            if !m::mlirAttributeIsAArray(raw) {
                return Err(wrong("the attribute is not an array"));
            }
            (0..m::mlirArrayAttrGetNumElements(raw)).map(|i| m::mlirArrayAttrGetElement(raw, i)).collect()
        };
        Ok(elements.into_iter().map(|e| self.push_attr(e)).collect())
    }

    fn push_loc(&mut self, raw: m::MlirLocation) -> LocId {
        self.locs.push(raw);
        LocId(id(self.locs.len() - 1))
    }

    // Structure.

    /// Appends an empty `llvm.func` of the type `ty` (`!llvm.func<void (ptr, i64)>`) to the module. `regions[0]` is its body, which stays
    /// empty for a declaration. `attrs` come on top of the symbol name and the type.
    pub fn func(&mut self, name: &str, ty: &str, attrs: &[(&str, AttrId)], loc: LocId) -> Result<OpResult> {
        if name.is_empty() || name.contains('\0') {
            return Err(wrong(format!("`{}` is not a function name", name.escape_debug())));
        }
        let sym_name = self.string_attr(name);
        let function_type = self.attr(ty)?;
        let mut all = vec![("sym_name", sym_name), ("function_type", function_type)];
        all.extend_from_slice(attrs);
        let body = self.module_body();
        self.op(body, &OpSpec { attrs: &all, regions: 1, ..OpSpec::new("llvm.func", loc) })
    }

    /// Appends a block with arguments of the given types to a region.
    pub fn block(
        &mut self,
        region: RegionId,
        args: &[TypeId],
        loc: LocId,
    ) -> Result<(BlockId, Vec<ValueId>)> {
        let &region = self.regions.get(region.index()).ok_or_else(|| wrong("unknown region id"))?;
        let types = args.iter().map(|&ty| self.type_of(ty)).collect::<Result<Vec<_>>>()?;
        let locs = vec![self.loc_of(loc)?; types.len()];
        // SAFETY: types and locations are live and the arrays equally long; the new block is handed to a region of the live module.
        let block = unsafe {
            let block = m::mlirBlockCreate(types.len() as isize, types.as_ptr(), locs.as_ptr());
            m::mlirRegionAppendOwnedBlock(region, block);
            block
        };
        self.blocks.push(block);
        // SAFETY: the block has `types.len()` arguments.
        let values = (0..types.len())
            .map(|i| self.push_value(unsafe { m::mlirBlockGetArgument(block, i as isize) }))
            .collect();
        Ok((BlockId(id(self.blocks.len() - 1)), values))
    }

    /// Appends an operation to a block. The operands that go to successors follow `spec.operands`; the segment attributes of the branch
    /// and call ops of the `llvm` dialect are filled in where they are not given.
    pub fn op(&mut self, block: BlockId, spec: &OpSpec<'_>) -> Result<OpResult> {
        let &block = self.blocks.get(block.index()).ok_or_else(|| wrong("unknown block id"))?;
        let raw = self.create(spec)?;
        // SAFETY: the op was created just now and has no parent; the block is live.
        unsafe { m::mlirBlockAppendOwnedOperation(block, raw) };
        self.ops.push(raw);
        let op = OpId(id(self.ops.len() - 1));
        // SAFETY: indices stay below the counts that the op itself reports.
        let (results, regions) = unsafe {
            let n_results = m::mlirOperationGetNumResults(raw);
            let results =
                (0..n_results).map(|i| self.push_value(m::mlirOperationGetResult(raw, i))).collect();
            let first = self.regions.len();
            for i in 0..m::mlirOperationGetNumRegions(raw) {
                self.regions.push(m::mlirOperationGetRegion(raw, i));
            }
            (results, (first..self.regions.len()).map(|i| RegionId(id(i))).collect())
        };
        Ok(OpResult { op, results, regions })
    }

    fn create(&mut self, spec: &OpSpec<'_>) -> Result<m::MlirOperation> {
        self.check_registered(spec.name)?;
        let mut operands = self.values_of(spec.operands)?;
        let mut successors = Vec::with_capacity(spec.successors.len());
        for (block, args) in spec.successors {
            successors.push(*self.blocks.get(block.index()).ok_or_else(|| wrong("unknown block id"))?);
            operands.extend(self.values_of(args)?);
        }
        let results = spec.results.iter().map(|&ty| self.type_of(ty)).collect::<Result<Vec<_>>>()?;
        let mut attrs = Vec::with_capacity(spec.attrs.len() + 2);
        let mut native = Vec::new();
        for &(name, value) in spec.attrs {
            let list = if properties::is_native(name) { &mut native } else { &mut attrs };
            list.push(self.named(name, self.attr_of(value)?)?);
        }
        for (name, text) in segments::missing(spec) {
            let value = self.attr(&text)?;
            attrs.push(self.named(name, self.attr_of(value)?)?);
        }
        let location = self.loc_of(spec.loc)?;
        // SAFETY: every array outlives `mlirOperationCreate`, which copies it; the regions are created for this op, which takes them over;
        // the op's name is registered, so that creation cannot abort.
        let raw = unsafe {
            let regions: Vec<_> = (0..spec.regions).map(|_| m::mlirRegionCreate()).collect();
            let mut state = m::mlirOperationStateGet(string_ref(spec.name), location);
            m::mlirOperationStateAddOperands(&raw mut state, operands.len() as isize, operands.as_ptr());
            m::mlirOperationStateAddResults(&raw mut state, results.len() as isize, results.as_ptr());
            m::mlirOperationStateAddAttributes(&raw mut state, attrs.len() as isize, attrs.as_ptr());
            m::mlirOperationStateAddSuccessors(
                &raw mut state,
                successors.len() as isize,
                successors.as_ptr(),
            );
            m::mlirOperationStateAddOwnedRegions(&raw mut state, regions.len() as isize, regions.as_ptr());
            m::mlirOperationCreate(&raw mut state)
        };
        if raw.ptr.is_null() {
            return Err(self.rejected(format!("MLIR refused to create `{}`", spec.name)));
        }
        match self.complete(raw, spec, location, &native) {
            Ok(()) => Ok(raw),
            Err(error) => {
                // SAFETY: the op was created just now, so it has no parent and no uses.
                unsafe { m::mlirOperationDestroy(raw) };
                Err(error)
            }
        }
    }

    /// Sets the properties that creation does not, and rejects attributes that the op does not have.
    fn complete(
        &self,
        raw: m::MlirOperation,
        spec: &OpSpec<'_>,
        location: m::MlirLocation,
        native: &[m::MlirNamedAttribute],
    ) -> Result<()> {
        // SAFETY: the op is live, and location and properties belong to its context.
        if !native.is_empty() && !unsafe { properties::set(self.cx.raw(), raw, location, native) } {
            return Err(self.rejected(format!("MLIR refused a property of `{}`", spec.name)));
        }
        // Without a dialect prefix a name means one of the op's own attributes. MLIR would keep an unknown one without any effect.
        let own = spec.attrs.iter().filter(|(name, _)| !name.contains('.') && !properties::is_native(name));
        for (name, _) in own {
            // SAFETY: the op is live; the name is read during the call only.
            let left = unsafe { m::mlirOperationGetDiscardableAttributeByName(raw, string_ref(name)) };
            if !left.ptr.is_null() {
                return Err(wrong(format!("`{}` has no attribute `{name}`", spec.name)));
            }
        }
        Ok(())
    }

    /// Sets an attribute of an existing operation.
    pub fn set_attr(&mut self, op: OpId, name: &str, value: AttrId) -> Result<()> {
        let &op = self.ops.get(op.index()).ok_or_else(|| wrong("unknown operation id"))?;
        let value = self.attr_of(value)?;
        if name.is_empty() || properties::is_native(name) {
            return Err(wrong(format!("`{name}` cannot be set after the operation's creation")));
        }
        // SAFETY: op and attribute are live; MLIR copies the name.
        unsafe { m::mlirOperationSetAttributeByName(op, string_ref(name), value) };
        Ok(())
    }

    /// A placeholder for a value of type `ty` whose definition comes later.
    pub fn forward(&mut self, ty: TypeId) -> Result<ValueId> {
        let spec =
            OpSpec { results: &[ty], ..OpSpec::new("builtin.unrealized_conversion_cast", self.unknown()) };
        // The op gets no id, so that nothing can name it after it is gone.
        let raw = self.create(&spec)?;
        // SAFETY: the op was created just now with one result; the module's body is live.
        let value = unsafe {
            m::mlirBlockAppendOwnedOperation(self.blocks[0], raw);
            m::mlirOperationGetResult(raw, 0)
        };
        let value = self.push_value(value);
        self.forwards.insert(value, raw);
        Ok(value)
    }

    /// Replaces a placeholder with its definition, also under the placeholder's id.
    pub fn resolve(&mut self, placeholder: ValueId, definition: ValueId) -> Result<()> {
        let new = self.value_of(definition)?;
        let old = self.value_of(placeholder)?;
        if self.forwards.contains_key(&definition) {
            return Err(wrong("a forward reference cannot be resolved by another one"));
        }
        // SAFETY: both values are live.
        if !unsafe { m::mlirTypeEqual(m::mlirValueGetType(old), m::mlirValueGetType(new)) } {
            return Err(wrong("a forward reference is resolved by a value of another type"));
        }
        let op = self
            .forwards
            .remove(&placeholder)
            .ok_or_else(|| wrong("the value is not a forward reference"))?;
        // SAFETY: after the replacement the placeholder has no uses; it is destroyed once, because it left the map, and its value's table
        // entry is overwritten. The op has no id.
        unsafe {
            m::mlirValueReplaceAllUsesOfWith(old, new);
            m::mlirOperationDestroy(op);
        }
        self.values[placeholder.index()] = new;
        Ok(())
    }

    // Lookups.

    fn push_value(&mut self, raw: m::MlirValue) -> ValueId {
        self.values.push(raw);
        ValueId(id(self.values.len() - 1))
    }

    fn type_of(&self, ty: TypeId) -> Result<m::MlirType> {
        self.types.get(ty.index()).copied().ok_or_else(|| wrong("unknown type id"))
    }

    fn attr_of(&self, attr: AttrId) -> Result<m::MlirAttribute> {
        self.attrs.get(attr.index()).copied().ok_or_else(|| wrong("unknown attribute id"))
    }

    fn loc_of(&self, loc: LocId) -> Result<m::MlirLocation> {
        self.locs.get(loc.index()).copied().ok_or_else(|| wrong("unknown location id"))
    }

    fn value_of(&self, value: ValueId) -> Result<m::MlirValue> {
        self.values.get(value.index()).copied().ok_or_else(|| wrong("unknown value id"))
    }

    fn values_of(&self, values: &[ValueId]) -> Result<Vec<m::MlirValue>> {
        values.iter().map(|&value| self.value_of(value)).collect()
    }

    fn named(&mut self, name: &str, value: m::MlirAttribute) -> Result<m::MlirNamedAttribute> {
        let identifier = match self.names.get(name) {
            Some(&known) => known,
            None if name.is_empty() => return Err(wrong("an attribute needs a name")),
            None => {
                // SAFETY: the context is live; MLIR copies the name.
                let new = unsafe { m::mlirIdentifierGet(self.cx.raw(), string_ref(name)) };
                self.names.insert(name.to_owned(), new);
                new
            }
        };
        // SAFETY: both belong to the live context.
        Ok(unsafe { m::mlirNamedAttributeGet(identifier, value) })
    }

    /// Checks that an op is registered: MLIR aborts, in some builds, when an unregistered op is created.
    fn check_registered(&mut self, name: &str) -> Result<()> {
        if self.registered.contains(name) {
            return Ok(());
        }
        // SAFETY: the context is live; the name is read during the call only.
        if !unsafe { m::mlirContextIsRegisteredOperation(self.cx.raw(), string_ref(name)) } {
            return Err(wrong(format!(
                "`{name}` is not an operation of the dialects that can be translated (builtin, llvm, nvvm)"
            )));
        }
        self.registered.insert(name.to_owned());
        Ok(())
    }

    fn rejected(&self, message: String) -> CodegenError {
        CodegenError::Builder { message, diagnostics: self.cx.take_diagnostics() }
    }
}
