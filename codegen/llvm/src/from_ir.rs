//! Translates a module of the `llvm` dialect to MLIR, op by op through the C API, and compiles it.
//!
//! Types, attributes and locations are converted once each; values and blocks are mapped by tables. Large constants bypass MLIR
//! ([`crate::constants`]), others are passed as bytes.

use rustc_hash::FxHashMap;
use strata_ir::core::{
    Attr, Block, Body, Context, DenseElementsAttr, Entity, Location as IrLocation, Op, OpInfo, StringAttr,
    Type, Value,
};

use crate::builder::{AttrId, BlockId, LocId, ModuleBuilder, OpSpec, RegionId, TypeId, ValueId};
use crate::constants::{self, LargeConstant};
use crate::context::ExitContext;
use crate::device_symbols::DeviceSymbols;
use crate::error::{CodegenError, Result};
use crate::llvm_module::LlvmModule;
use crate::machine::TargetMachine;
use crate::module::ExitModule;
use crate::names;
use crate::symbol_ops::{in_full, is_kernels, refuse};

/// Builds the MLIR module for a `builtin.module` with ops of the `llvm` dialect; modules of kernels are skipped.
pub fn build_module<'cx>(exit: &'cx ExitContext, module: &Body) -> Result<ExitModule<'cx>> {
    let mut walk = Walk::new(exit, module.cx(), None);
    let top = walk.out.module_body();
    for &(name, attr) in module.extra_attrs(Op::SELF) {
        let name = module.cx().str(name);
        if name.starts_with("llvm.") {
            let attr = walk.attr(attr)?;
            walk.out.set_module_attr(name, attr)?;
        }
    }
    let Some(entry) = module.entry() else { return walk.finish() };
    for op in module.block_ops(entry) {
        if !is_kernels(module, op) {
            walk.symbol(module, op, top)?;
        }
    }
    walk.finish()
}

/// Builds the MLIR module for a device from the bodies of several modules.
pub(crate) fn build_device_module<'cx>(
    exit: &'cx ExitContext,
    parts: &[&Body],
    device: DeviceSymbols,
) -> Result<ExitModule<'cx>> {
    let Some(first) = parts.first() else { return ModuleBuilder::new(exit).finish() };
    let mut walk = Walk::new(exit, first.cx(), Some(device));
    if let Some(device) = &mut walk.device {
        device.describe(parts, &mut walk.out)?;
    }
    let top = walk.out.module_body();
    for (i, part) in parts.iter().enumerate() {
        walk.attrs.clear();
        for op in part.entry().into_iter().flat_map(|block| part.block_ops(block)) {
            if walk.device.as_mut().is_none_or(|device| device.enter(part, i, op)) {
                walk.symbol(part, op, top)?;
            }
        }
    }
    walk.finish()
}

/// Translates a module to LLVM IR and optimises it for a target.
pub fn compile(module: &Body, machine: &TargetMachine) -> Result<LlvmModule> {
    names::check(module)?;
    let mut ir = build_module(&ExitContext::new(), module)?.translate()?;
    ir.optimize(machine).map_err(|error| at_call(module, error))?;
    Ok(ir)
}

/// Compiles a module to an object file, in a context that may have been used for other modules.
pub(crate) fn object_in(exit: &ExitContext, module: &Body, machine: &TargetMachine) -> Result<Vec<u8>> {
    names::check(module)?;
    let built = build_module(exit, module)?;
    let mut ir = built.translate_without_constants()?;
    constants::reserve(&mut ir, built.constants())?;
    let object = ir.optimize(machine).and_then(|()| machine.object_of(&ir));
    let mut object = object.map_err(|error| at_call(module, error))?;
    constants::fill(&mut object, &ir, built.constants())?;
    Ok(object)
}

/// The error about an intrinsic, at a call of it.
fn at_call(module: &Body, error: CodegenError) -> CodegenError {
    let CodegenError::Intrinsic { name, why } = &error else { return error };
    let mut bodies = vec![module];
    while let Some(body) = bodies.pop() {
        for op in body.all_ops() {
            let called = ["intrin", "callee"].iter().find_map(|attr| body.attr(op, attr));
            let called = called.map(|attr| in_full(body.cx(), |w| _ = w.attr(attr)));
            let called = called.or_else(|| strata_arm_neon::intrinsic(body.op_name(op)));
            if called.is_some_and(|called| is_name_of(called.trim_matches(['"', '@']), name)) {
                return refuse(body, op, &format!("calls the intrinsic `{name}`, which {why}"));
            }
        }
        bodies.extend(body.children().map(|(_, child)| child));
    }
    error
}

/// Whether a call of `called` is one of the intrinsic `name`, whose name may end with types.
fn is_name_of(called: &str, name: &str) -> bool {
    name.strip_prefix(called).is_some_and(|types| types.is_empty() || types.starts_with('.'))
}

/// Attributes whose default values MLIR adds.
const IMPLIED: [&str; 8] = [
    "fastmathFlags",
    "overflowFlags",
    "noWrapFlags",
    "ordering",
    "CConv",
    "TailCallKind",
    "visibility_",
    "unnamed_addr",
];

/// Ops of modules without regions.
const WITHOUT_CODE: [&str; 5] = [
    "llvm.mlir.global_ctors",
    "llvm.mlir.global_dtors",
    "llvm.mlir.ifunc",
    "llvm.linker_options",
    "llvm.module_flags",
];

struct Walk<'a, 'cx> {
    cx: &'a Context,
    out: ModuleBuilder<'cx>,
    types: FxHashMap<Type, TypeId>,
    attrs: FxHashMap<Attr, AttrId>,
    locs: FxHashMap<IrLocation, LocId>,
    defaults: FxHashMap<usize, Vec<Option<Attr>>>,
    /// The constants that bypass MLIR.
    constants: Vec<LargeConstant>,
    /// The symbols of a device, where the code is for one.
    device: Option<DeviceSymbols>,
}

/// The values and blocks of one function.
struct Scope {
    values: Vec<Option<ValueId>>,
    blocks: FxHashMap<Block, BlockId>,
    /// Values that were used before their definition was reached.
    early: FxHashMap<Value, ValueId>,
}

impl<'a, 'cx> Walk<'a, 'cx> {
    fn new(exit: &'cx ExitContext, cx: &'a Context, device: Option<DeviceSymbols>) -> Self {
        Self {
            cx,
            out: ModuleBuilder::new(exit),
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            locs: FxHashMap::default(),
            defaults: FxHashMap::default(),
            constants: Vec::new(),
            device,
        }
    }

    fn finish(self) -> Result<ExitModule<'cx>> {
        Ok(self.out.finish()?.with_constants(self.constants))
    }

    fn ty(&mut self, ty: Type) -> Result<TypeId> {
        if let Some(&known) = self.types.get(&ty) {
            return Ok(known);
        }
        let new = self.out.ty(&in_full(self.cx, |w| _ = w.ty(ty)))?;
        self.types.insert(ty, new);
        Ok(new)
    }

    fn attr(&mut self, attr: Attr) -> Result<AttrId> {
        if let Some(&known) = self.attrs.get(&attr) {
            return Ok(known);
        }
        let cx = self.cx;
        let renamed = self.device.as_ref().and_then(|device| device.renamed(cx, attr));
        let new = if let Some(name) = renamed {
            self.out.attr(&name)?
        } else if let Some(text) = cx.attr_as::<StringAttr>(attr).filter(|s| s.ty.is_none()) {
            match std::str::from_utf8(&text.value) {
                Ok(text) => self.out.string_attr(text),
                Err(_) => self.out.attr(&in_full(cx, |w| _ = w.attr(attr)))?,
            }
        } else if let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) {
            let ty = self.ty(dense.ty)?;
            self.out.dense_attr(ty, &dense.data)?
        } else {
            self.out.attr(&in_full(cx, |w| _ = w.attr(attr)))?
        };
        self.attrs.insert(attr, new);
        Ok(new)
    }

    fn loc(&mut self, loc: IrLocation) -> LocId {
        if let Some(&known) = self.locs.get(&loc) {
            return known;
        }
        let new = match loc.file_line_col(self.cx) {
            Some((file, line, column)) => {
                let plain = self.out.file_loc(file, line, column);
                match self.device.as_ref().and_then(|device| device.scope_of(file)) {
                    Some(scope) => self.out.scoped_loc(plain, scope).unwrap_or(plain),
                    None => plain,
                }
            }
            None => self.out.unknown(),
        };
        self.locs.insert(loc, new);
        new
    }

    /// The location of an op in a function: an unknown one is replaced with the function's, if there is line information.
    fn op_loc(&mut self, loc: IrLocation) -> LocId {
        let known = loc.file_line_col(self.cx).is_some();
        let loc = if known { loc } else { self.device.as_ref().map_or(loc, |d| d.function_loc(loc)) };
        self.loc(loc)
    }

    /// The MLIR attributes of an op.
    fn attrs_of(&mut self, body: &Body, op: Op) -> Result<Vec<(&'a str, AttrId)>> {
        self.attrs_but(body, op, &[])
    }

    /// The same without the attributes in `but`.
    fn attrs_but(&mut self, body: &Body, op: Op, but: &[&str]) -> Result<Vec<(&'a str, AttrId)>> {
        let info = body.info(op);
        let defaults = self.defaults_of(info);
        let mut out = Vec::new();
        for (slot, spec) in info.attrs.iter().enumerate() {
            let Some(attr) = body.attr_slot(op, slot) else { continue };
            if IMPLIED.contains(&spec.name) && defaults[slot] == Some(attr) || but.contains(&spec.name) {
                continue;
            }
            let id = if spec.name == "overflowFlags" {
                self.out.attr(overflow_text(self.cx.attr_i64(attr).unwrap_or(0)))?
            } else {
                self.attr(attr)?
            };
            out.push((spec.name, id));
        }
        for &(name, attr) in body.extra_attrs(op) {
            // Attributes of other dialects have no meaning for LLVM, and MLIR would reject them.
            let name = self.cx.str(name);
            if name.starts_with("llvm.") || self.device.is_some() && name.starts_with("nvvm.") {
                out.push((name, self.attr(attr)?));
            }
        }
        Ok(out)
    }

    fn defaults_of(&mut self, info: &'static OpInfo) -> Vec<Option<Attr>> {
        let cx = self.cx;
        let key = std::ptr::from_ref(info).addr();
        let make = || info.attrs.iter().map(|spec| spec.default.map(|d| d(cx))).collect();
        self.defaults.entry(key).or_insert_with(make).clone()
    }

    /// A function or a global.
    fn symbol(&mut self, module: &Body, op: Op, top: BlockId) -> Result<()> {
        let name = module.info(op).name;
        if WITHOUT_CODE.contains(&name) {
            let (attrs, loc) = (self.attrs_of(module, op)?, self.loc(module.loc(op)));
            self.out.op(top, &OpSpec { attrs: &attrs, ..OpSpec::new(name, loc) })?;
            return Ok(());
        }
        if name == "llvm.comdat" {
            return self.comdats(module, op, top);
        }
        if !["llvm.func", "llvm.mlir.global", "llvm.mlir.alias"].contains(&name) {
            return Err(refuse(
                module,
                op,
                "cannot be translated: a module may hold only functions, globals and facts of the 'llvm' dialect",
            ));
        }
        let mut large = constants::large(module, op);
        if let (Some(constant), Some(device)) = (&mut large, &self.device) {
            constant.name = device.name_of(module, op).unwrap_or(&constant.name).to_owned();
        }
        let mut attrs = match &large {
            None => self.attrs_of(module, op)?,
            Some(constant) => {
                let ty = self.out.attr(&constants::type_text(constant))?;
                let mut attrs = self.attrs_but(module, op, &["value", "global_type"])?;
                attrs.push(("global_type", ty));
                attrs
            }
        };
        self.constants.extend(large);
        let mut loc = self.loc(module.loc(op));
        if let Some(device) = &mut self.device {
            // Debug locations depend on the function, so cached ones are dropped.
            self.locs.clear();
            loc = device.finish_symbol(module, op, &mut attrs, loc, &mut self.out)?;
        }
        let new = self.out.op(top, &OpSpec { attrs: &attrs, regions: 1, ..OpSpec::new(name, loc) })?;
        let (Some(child), Some(&region)) = (module.child(op), new.regions.first()) else { return Ok(()) };
        self.body(child, region)
    }

    /// Groups of definitions.
    fn comdats(&mut self, module: &Body, op: Op, top: BlockId) -> Result<()> {
        let (attrs, loc) = (self.attrs_of(module, op)?, self.loc(module.loc(op)));
        let new =
            self.out.op(top, &OpSpec { attrs: &attrs, regions: 1, ..OpSpec::new("llvm.comdat", loc) })?;
        let Some(&region) = new.regions.first() else { return Ok(()) };
        let (block, _) = self.out.block(region, &[], loc)?;
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region).to_vec());
        for selector in blocks.flat_map(|from| module.block_ops(from).collect::<Vec<_>>()) {
            let (attrs, loc) = (self.attrs_of(module, selector)?, self.loc(module.loc(selector)));
            let spec = OpSpec { attrs: &attrs, ..OpSpec::new(module.info(selector).name, loc) };
            self.out.op(block, &spec)?;
        }
        Ok(())
    }

    fn body(&mut self, body: &Body, region: RegionId) -> Result<()> {
        let Some(&from) = body.regions(Op::SELF).first() else { return Ok(()) };
        let mut scope = Scope {
            values: vec![None; body.value_capacity()],
            blocks: FxHashMap::default(),
            early: FxHashMap::default(),
        };
        for &block in body.blocks(from) {
            let args = body.block_args(block);
            let types = args.iter().map(|&v| self.ty(body.ty(v))).collect::<Result<Vec<_>>>()?;
            let loc = self.loc(args.first().map_or(IrLocation::UNKNOWN, |&v| body.value_loc(v)));
            let (new, values) = self.out.block(region, &types, loc)?;
            scope.blocks.insert(block, new);
            for (&old, value) in args.iter().zip(values) {
                scope.values[old.index()] = Some(value);
            }
        }
        for &block in body.blocks(from) {
            for op in body.block_ops(block) {
                self.op(body, op, &mut scope, block)?;
            }
        }
        if let Some((&value, _)) = scope.early.iter().next() {
            let user = body.users(value).next().unwrap_or(Op::SELF);
            return Err(refuse(body, user, "uses a value that is not defined"));
        }
        Ok(())
    }

    fn op(&mut self, body: &Body, op: Op, scope: &mut Scope, block: Block) -> Result<()> {
        let name = body.info(op).name;
        let intrinsic = strata_arm_neon::intrinsic(name);
        let known = name.starts_with("llvm.")
            || self.device.is_some() && name.starts_with("nvvm.")
            || intrinsic.is_some();
        if !known || !body.regions(op).is_empty() || body.is_shell(op) {
            return Err(refuse(
                body,
                op,
                "cannot be translated: it is not an operation of the 'llvm' dialect",
            ));
        }
        if name == "nvvm.wmma.load" && body.result_types(op).any(|t| is_single(body.cx(), t)) {
            return Err(refuse(body, op, "has one register as its result, which is no struct for LLVM"));
        }
        let mut operands = Vec::with_capacity(body.num_operands(op));
        for v in body.operands(op) {
            operands.push(self.use_of(body, v, scope)?);
        }
        let results = body.result_types(op).map(|t| self.ty(t)).collect::<Result<Vec<_>>>()?;
        let mut attrs = self.attrs_of(body, op)?;
        let name = match &intrinsic {
            Some(intrinsic) => {
                attrs.push(("intrin", self.out.string_attr(intrinsic)));
                "llvm.call_intrinsic"
            }
            None => name,
        };
        let none: &[ValueId] = &[];
        let mut successors = Vec::new();
        for to in body.successors(op) {
            match scope.blocks.get(to) {
                Some(&to) => successors.push((to, none)),
                None => return Err(refuse(body, op, "goes to a block of another region")),
            }
        }
        let loc = self.op_loc(body.loc(op));
        let Some(&at) = scope.blocks.get(&block) else { return Ok(()) };
        // Operands of successors are part of the operand list; the segment sizes are among the attributes.
        let spec = OpSpec {
            operands: &operands,
            results: &results,
            attrs: &attrs,
            successors: &successors,
            ..OpSpec::new(name, loc)
        };
        let new = self.out.op(at, &spec)?;
        for (&old, &value) in body.results(op).iter().zip(&new.results) {
            if let Some(placeholder) = scope.early.remove(&old) {
                self.out.resolve(placeholder, value)?;
            }
            scope.values[old.index()] = Some(value);
        }
        Ok(())
    }

    fn use_of(&mut self, body: &Body, v: Value, scope: &mut Scope) -> Result<ValueId> {
        if let Some(known) = scope.values[v.index()] {
            return Ok(known);
        }
        let ty = self.ty(body.ty(v))?;
        let placeholder = self.out.forward(ty)?;
        scope.early.insert(v, placeholder);
        scope.values[v.index()] = Some(placeholder);
        Ok(placeholder)
    }
}

/// Whether a type is a struct of one member. MLIR's translation would end the process for a matrix in one register.
fn is_single(cx: &Context, ty: Type) -> bool {
    cx.type_as::<strata_llvm::StructType>(ty).is_some_and(|s| s.members().len() == 1)
}

/// The attribute for the bits of `overflowFlags`.
fn overflow_text(bits: i64) -> &'static str {
    match bits & 3 {
        0 => "#llvm.overflow<none>",
        1 => "#llvm.overflow<nsw>",
        2 => "#llvm.overflow<nuw>",
        _ => "#llvm.overflow<nsw, nuw>",
    }
}
