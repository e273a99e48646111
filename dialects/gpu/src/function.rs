//! `gpu.module`, `gpu.func` and `gpu.return`.

use strata_func::function_syntax::{self, FunctionShape, NamedAttrs, Signature, Variadics};
use strata_ir::{prelude::*, text::RegionStyle};

use crate::{
    AddressSpace,
    syntax::{
        WORKGROUP_ATTRIBUTIONS, num_workgroup, parse_buffers, print_buffers, set_dicts, verify_buffers,
    },
};

/// The attribute of functions that are launched.
pub const KERNEL: &str = "gpu.kernel";
/// The attribute of a launch or a kernel with how many blocks a multiprocessor is to hold at once, as an `i32`: a bound for the registers of
/// a thread.
pub const MIN_BLOCKS_PER_MULTIPROCESSOR: &str = "gpu.min_blocks_per_multiprocessor";

attr_constraint! {
    /// Sizes in three dimensions.
    DimSizeHint: DenseArrayAttr = "i32 dense array attribute with 3 elements (if present)", |a, cx|
        I32Array::check(a, cx) && cx.attr_as::<DenseArrayAttr>(a).is_some_and(|v| v.values.len() == 3),
        form AttrForm::DenseArray(Context::i32), kind |a, cx| I32Array::check(a, cx);
    /// Descriptions of devices.
    TargetArray: ArrayAttr = "array of GPU target attributes with at least 1 elements", |a, cx|
        cx.attr_as::<ArrayAttr>(a).is_some_and(|v| !v.0.is_empty());
}

/// Code for a device.
#[op(
    name = "gpu.module",
    traits = [IsolatedFromAbove, SymbolTable, Symbol, NoTerminator, GraphRegion, SingleBlock, NoRegionArguments],
    custom_asm,
)]
pub struct ModuleOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The devices it is for.
    pub targets: OptAttr<TargetArray>,
    /// How it becomes part of the program of the host.
    #[ir_name = "offloadingHandler"]
    pub offloading_handler: OptAttr<AnyAttr>,
    /// The members.
    #[ir_name = "bodyRegion"]
    pub body_region: SingleBlockRegion,
}

impl ModuleOp {
    /// Creates a module without members; they go into [`ModuleOp::members`] of its body.
    pub fn create(b: &mut Builder<'_>, name: &str) -> Self {
        let name = b.cx().string_attr(name);
        let op = Self::build(b, name, None, None);
        if let Some(child) = b.body().child_mut(op.op()) {
            Self::members(child);
        }
        op
    }
    /// The block of members of the module that `body` is the body of; it is added where it is missing.
    pub fn members(body: &mut Body) -> Block {
        let region = body.regions(Op::SELF)[0];
        match body.blocks(region).first() {
            Some(&block) => block,
            None => body.add_block(region, &[]),
        }
    }
}

impl CustomAsm for ModuleOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let attr = |name| b.attr(self.op(), name);
        p.text(" ").symbol_text(attr("sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or(""));
        if let Some(handler) = attr("offloadingHandler") {
            p.text("<").attr(handler).text(">");
        }
        if let Some(targets) = attr("targets") {
            p.text(" ").attr(targets);
        }
        p.attr_dict_with_keyword(self.op(), &["sym_name", "offloadingHandler", "targets"]);
        if let Some(&region) = b.regions(self.op()).first() {
            p.text(" ").region(region, RegionStyle { args: false, ..Default::default() });
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (cx, name) = (p.cx(), p.symbol_name()?);
        state.set_attr(cx, "sym_name", cx.name_attr(name));
        if p.eat("<") {
            let handler = p.attr()?;
            p.expect(">")?;
            state.set_attr(cx, "offloadingHandler", handler);
        }
        if p.peek("[") {
            let targets = p.attr()?;
            state.set_attr(cx, "targets", targets);
        }
        p.attr_dict_with_keyword(state)?;
        p.region(state, &[])?;
        // `gpu.module @m {}` has an empty block all the same.
        if let Some(child) = &mut state.child {
            Self::members(child);
        }
        Ok(())
    }
}

/// A function that runs on a device: a kernel, which is launched, or a function that kernels call.
///
/// Its body has an argument for each parameter, for each buffer in shared memory and for each buffer of one thread.
#[op(
    name = "gpu.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike, AffineScope, AutomaticAllocationScope],
    interfaces = [Verify, CallableOp],
    parents = ["gpu.module"],
    custom_asm,
)]
pub struct FuncOp {
    /// Types of the parameters and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// One dictionary for each parameter.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// One dictionary for each buffer in shared memory.
    pub workgroup_attrib_attrs: OptAttr<DictArray>,
    /// One dictionary for each buffer of one thread.
    pub private_attrib_attrs: OptAttr<DictArray>,
    /// The number of threads that it is launched with.
    pub known_block_size: OptAttr<DimSizeHint>,
    /// The number of blocks that it is launched with.
    pub known_grid_size: OptAttr<DimSizeHint>,
    /// The number of blocks of a cluster that it is launched with.
    pub known_cluster_size: OptAttr<DimSizeHint>,
    /// The code.
    pub body: AnyRegion,
}

impl FuncOp {
    /// Creates a function without a body.
    pub fn create(b: &mut Builder<'_>, name: &str, inputs: &[Type], results: &[Type]) -> Self {
        let cx = b.cx();
        let (name, none) = (cx.string_attr(name), cx.i64_attr(0));
        let ty = cx.type_attr(cx.function(inputs, results));
        let op = Self::build(b, ty, None, None, None, None, None, None, None);
        b.body().set_attr(op.op(), "sym_name", Some(name));
        b.body().set_attr(op.op(), WORKGROUP_ATTRIBUTIONS, Some(none));
        op
    }
    /// Adds the entry block to the function that `body` is the body of, with its buffers.
    pub fn add_entry(body: &mut Body, workgroup: &[Type], private: &[Type]) -> Option<Block> {
        let this = body.self_as::<Self>()?;
        let args = [this.inputs(body), workgroup, private].concat();
        let n = body.cx().i64_attr(workgroup.len() as i64);
        body.set_attr(this.op(), WORKGROUP_ATTRIBUTIONS, Some(n));
        let region = *body.regions(Op::SELF).first()?;
        Some(body.add_block(region, &args))
    }
    /// The function type.
    pub fn ty(self, b: &Body) -> &FunctionType {
        // The op may be wrong: it is also printed, and the ops in it verified, when it is.
        static EMPTY: FunctionType = FunctionType { inputs: Vec::new(), results: Vec::new() };
        let attr = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_as::<TypeAttr>(a));
        attr.and_then(|t| b.cx().type_as::<FunctionType>(t.ty())).unwrap_or(&EMPTY)
    }
    /// Types of the parameters.
    pub fn inputs(self, b: &Body) -> &[Type] {
        &self.ty(b).inputs
    }
    /// Types of the results.
    pub fn results(self, b: &Body) -> &[Type] {
        &self.ty(b).results
    }
    /// The name.
    pub fn name(self, b: &Body) -> &str {
        b.attr(self.op(), "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("")
    }
    /// Whether it can be launched.
    pub fn is_kernel(self, b: &Body) -> bool {
        b.attr(self.op(), KERNEL).is_some()
    }
    /// Makes it one that can be launched.
    pub fn set_kernel(self, b: &mut Body) {
        let unit = b.cx().unit();
        b.set_attr(self.op(), KERNEL, Some(unit));
    }
    /// The sizes in one of the attributes `known_block_size`, `known_grid_size` and `known_cluster_size`.
    pub fn known(self, b: &Body, name: &str) -> Option<[i64; 3]> {
        let sizes = b.attr(self.op(), name)?;
        b.cx().attr_as::<DenseArrayAttr>(sizes)?.values[..].try_into().ok()
    }
    /// Parameters, buffers in shared memory and buffers of one thread: the arguments of the body that `b` is.
    pub fn args(self, b: &Body) -> [&[Value]; 3] {
        let entry = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first());
        let args = entry.map_or(&[][..], |&e| b.block_args(e));
        let first = self.inputs(b).len().min(args.len());
        let (params, buffers) = args.split_at(first);
        let (workgroup, private) = buffers.split_at(num_workgroup(b, self.op()).min(buffers.len()));
        [params, workgroup, private]
    }
}

impl CallableOp for FuncOp {
    fn signature(&self, b: &Body) -> (Vec<Type>, Vec<Type>) {
        let ty = self.ty(b);
        (ty.inputs.clone(), ty.results.clone())
    }
}

impl Verify for FuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, op) = (b.cx(), self.op());
        ensure!(
            !self.is_kernel(b) || self.results(b).is_empty(),
            "expected void return type for kernel function"
        );
        let entry = b.regions(op).first().and_then(|&r| b.blocks(r).first().copied());
        let Some(entry) = entry else { return Err("expected body with at least one block".into()) };
        let (args, inputs) = (b.block_args(entry), self.inputs(b));
        let least = inputs.len() + num_workgroup(b, op);
        ensure!(args.len() >= least, "expected at least {least} arguments to body region");
        for (i, (&arg, &want)) in args.iter().zip(inputs).enumerate() {
            ensure!(
                b.ty(arg) == want,
                "expected body region argument #{i} to be of type '{}', got '{}'",
                cx.type_to_string(want),
                cx.type_to_string(b.ty(arg))
            );
        }
        let [_, workgroup, private] = self.args(b);
        verify_buffers(b, workgroup, AddressSpace::Workgroup)?;
        verify_buffers(b, private, AddressSpace::Private)
    }
}

const SHOWN: [&str; 8] = [
    "sym_name",
    "function_type",
    "arg_attrs",
    "res_attrs",
    "workgroup_attrib_attrs",
    "private_attrib_attrs",
    WORKGROUP_ATTRIBUTIONS,
    KERNEL,
];

impl CustomAsm for FuncOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        p.text(" ").symbol_text(self.name(b));
        let ty = self.ty(b);
        let shape = FunctionShape { inputs: &ty.inputs, results: &ty.results, variadic: false };
        function_syntax::print_signature(p, op, &shape);
        let [_, workgroup, private] = self.args(b);
        print_buffers(p, op, "workgroup", workgroup, Some("workgroup_attrib_attrs"));
        print_buffers(p, op, "private", private, Some("private_attrib_attrs"));
        if self.is_kernel(b) {
            p.text(" kernel");
        }
        p.attr_dict_with_keyword(op, &SHOWN);
        if let Some(&region) = b.regions(op).first() {
            p.text(" ").region(region, RegionStyle::NO_ARGS);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (cx, name) = (p.cx(), p.symbol_name()?);
        state.set_attr(cx, "sym_name", cx.name_attr(name));
        let at = p.location();
        let mut signature = Signature::parse(p, state.info.name, Variadics::Rejected)?;
        if signature.args.first().is_some_and(|a| a.name.is_empty()) {
            return Err(p.error_at(at, "custom op 'gpu.func' gpu.func requires named arguments"));
        }
        let ty = cx.function(&signature.arg_types(), &signature.results);
        state.set_attr(cx, "function_type", cx.type_attr(ty));
        let arg_attrs: Vec<NamedAttrs> = std::mem::take(&mut signature.arg_attrs);
        let result_attrs = std::mem::take(&mut signature.result_attrs);
        function_syntax::set_arg_and_result_attrs(cx, state, arg_attrs, result_attrs);
        let mut args = signature.args;
        let (workgroup, dicts) = parse_buffers(p, "workgroup", true)?;
        let count = cx.i64_attr(workgroup.len() as i64);
        args.extend(workgroup);
        set_dicts(cx, state, "workgroup_attrib_attrs", dicts);
        let (private, dicts) = parse_buffers(p, "private", true)?;
        args.extend(private);
        set_dicts(cx, state, "private_attrib_attrs", dicts);
        if p.eat("kernel") {
            state.set_attr(cx, KERNEL, cx.unit());
        }
        p.attr_dict_with_keyword(state)?;
        state.set_attr(cx, WORKGROUP_ATTRIBUTIONS, count);
        p.region(state, &args)
    }
}

/// Returns from a function of a device, with the values of its results.
#[op(
    name = "gpu.return",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    parents = ["gpu.func"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct ReturnOp {
    /// The results of the function.
    pub operands: Variadic<AnyType>,
}

impl Verify for ReturnOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(func) = b.self_as::<FuncOp>() else { return Ok(()) };
        let (cx, results) = (b.cx(), func.results(b));
        if results.len() != b.num_operands(self.op()) {
            let error = VerifyError::from(format!("expected {} result operands", results.len()));
            return Err(error.note(b.loc(func.op()), "return type declared here"));
        }
        for (i, (ty, &want)) in b.operand_types(self.op()).zip(results).enumerate() {
            ensure!(ty == want, "unexpected type `'{}'' for operand #{i}", cx.type_to_string(ty));
        }
        Ok(())
    }
}
