//! `llvm.func`.

use strata_func::function_syntax::{self, FunctionShape, Signature, Variadics};
use strata_ir::{core::symbols::SymbolScope, prelude::*};

use super::{BlockTagOp, LandingpadOp, ResumeOp};
use crate::{
    attrs::{
        CConv, FramePointerKind, Linkage, LlvmFunctionTypeAttr, TargetFeatures, UnnamedAddr, UwTableKind,
        Visibility,
    },
    metadata::{BlockTag, MemoryEffectsAttr, VecTypeHint, VscaleRange},
    types::{LlvmFunctionType, void},
};

/// A function; without a body it is defined elsewhere.
#[op(
    name = "llvm.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike, AffineScope, AutomaticAllocationScope],
    interfaces = [Verify, VerifyRegions, VerifySymbolUses, CallableOp],
    custom_asm,
)]
pub struct FuncOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The visibility in MLIR; LLVM has the linkage.
    pub sym_visibility: OptAttr<StringAttr>,
    /// Its type.
    pub function_type: Attr<LlvmFunctionTypeAttr>,
    /// Its linkage.
    pub linkage: DefaultAttr<Linkage>,
    /// It is defined in the same linkage unit.
    pub dso_local: OptAttr<UnitAttr>,
    /// Its calling convention.
    #[ir_name = "CConv"]
    pub cconv: DefaultAttr<CConv>,
    /// Its comdat.
    pub comdat: OptAttr<SymbolRefAttr>,
    /// It has convergent operations, such as barriers.
    pub convergent: OptAttr<UnitAttr>,
    /// The function that handles its exceptions.
    pub personality: OptAttr<FlatSymbolRef>,
    /// Its garbage collector.
    #[ir_name = "garbageCollector"]
    pub garbage_collector: OptAttr<StringAttr>,
    /// Attributes that are handed on to LLVM.
    pub passthrough: OptAttr<ArrayAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for the result.
    pub res_attrs: OptAttr<DictArray>,
    /// The number of calls in a profile.
    pub function_entry_count: OptAttr<I64Attr>,
    /// Which memory it uses.
    pub memory_effects: OptAttr<MemoryEffectsAttr>,
    /// Whether other libraries see it.
    #[ir_name = "visibility_"]
    pub visibility_: DefaultAttr<Visibility>,
    /// Its section.
    pub section: OptAttr<StringAttr>,
    /// Whether its address matters.
    pub unnamed_addr: OptAttr<UnnamedAddr>,
    /// Its alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// The range of `vscale`.
    pub vscale_range: OptAttr<VscaleRange>,
    /// Whether it has a frame pointer.
    pub frame_pointer: OptAttr<FramePointerKind>,
    /// The CPU that it is compiled for.
    pub target_cpu: OptAttr<StringAttr>,
    /// The CPU that it is tuned for.
    pub tune_cpu: OptAttr<StringAttr>,
    /// The precision of reciprocals.
    pub reciprocal_estimates: OptAttr<StringAttr>,
    /// The preferred width of vectors in bits.
    pub prefer_vector_width: OptAttr<StringAttr>,
    /// The features that it may use.
    pub target_features: OptAttr<TargetFeatures>,
    /// Floats are assumed not to be infinite.
    pub no_infs_fp_math: OptAttr<BoolAttr>,
    /// Floats are assumed not to be NaN.
    pub no_nans_fp_math: OptAttr<BoolAttr>,
    /// The sign of zero does not matter.
    pub no_signed_zeros_fp_math: OptAttr<BoolAttr>,
    /// The treatment of denormal floats.
    pub denormal_fp_math: OptAttr<StringAttr>,
    /// The same for `f32`.
    pub denormal_fp_math_f32: OptAttr<StringAttr>,
    /// Which operations on floats become one.
    pub fp_contract: OptAttr<StringAttr>,
    /// The function that is called on entry.
    pub instrument_function_entry: OptAttr<StringAttr>,
    /// The function that is called on exit.
    pub instrument_function_exit: OptAttr<StringAttr>,
    /// It must not be inlined.
    pub no_inline: OptAttr<UnitAttr>,
    /// It must be inlined.
    pub always_inline: OptAttr<UnitAttr>,
    /// Inlining it is preferred.
    pub inline_hint: OptAttr<UnitAttr>,
    /// It does not unwind.
    pub no_unwind: OptAttr<UnitAttr>,
    /// It always returns.
    pub will_return: OptAttr<UnitAttr>,
    /// It is not optimised.
    pub optimize_none: OptAttr<UnitAttr>,
    /// The type that it mostly computes on.
    pub vec_type_hint: OptAttr<VecTypeHint>,
    /// The number of work items that a work group is likely to have, in three dimensions.
    pub work_group_size_hint: OptAttr<I32Array>,
    /// The number that it has.
    pub reqd_work_group_size: OptAttr<I32Array>,
    /// The number of work items that a subgroup has.
    pub intel_reqd_sub_group_size: OptAttr<I32Attr>,
    /// Whether it has tables for unwinding.
    pub uwtable_kind: OptAttr<UwTableKind>,
    /// The code; its entry block has the arguments of the function.
    pub body: AnyRegion,
}

impl FuncOp {
    /// The state of a function; add attributes and a body before it is built.
    pub fn state(cx: &Context, name: &str, ty: LlvmFunctionType, loc: Location) -> OpState {
        let mut state = OpState::new(Self::info(), loc);
        state.set_attr(cx, "sym_name", cx.string_attr(name));
        let ty = cx.ty(ty);
        state.set_attr(cx, "function_type", cx.type_attr(ty));
        state
    }
    /// The type; `None` when the op is wrong.
    pub fn ty(self, b: &Body) -> Option<&LlvmFunctionType> {
        let attr = b.attr(self.op(), "function_type").and_then(|a| b.cx().attr_as::<TypeAttr>(a))?;
        b.cx().type_as::<LlvmFunctionType>(attr.0)
    }
}

impl CallableOp for FuncOp {
    fn signature(&self, b: &Body) -> (Vec<Type>, Vec<Type>) {
        self.ty(b).map(|t| (t.params.clone(), t.results(b.cx()).to_vec())).unwrap_or_default()
    }
}

impl Verify for FuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(ty) = self.ty(b) else { return Ok(()) };
        let linkage = b.attr(self.op(), "linkage").and_then(|a| cx.attr_as::<Linkage>(a)).copied();
        ensure!(linkage != Some(Linkage::Common), "functions cannot have 'common' linkage");
        let has = |name: &str| b.attr(self.op(), name).is_some();
        ensure!(
            !(has("no_inline") && has("always_inline")),
            "no_inline and always_inline attributes are incompatible"
        );
        ensure!(!has("optimize_none") || has("no_inline"), "with optimize_none must also be no_inline");
        let region = b.regions(self.op()).first().copied();
        let Some(&entry) = region.and_then(|r| b.blocks(r).first()) else {
            ensure!(
                matches!(linkage, None | Some(Linkage::External | Linkage::ExternWeak)),
                "external functions must have 'external' or 'extern_weak' linkage"
            );
            return Ok(());
        };
        let args = b.block_args(entry);
        ensure!(
            args.len() == ty.params.len(),
            "entry block must have {} arguments to match function signature",
            ty.params.len()
        );
        for (i, (&arg, &want)) in args.iter().zip(&ty.params).enumerate() {
            ensure!(
                b.ty(arg) == want,
                "type of entry block argument #{i}('{}') must match the type of the corresponding argument in function signature('{}')",
                cx.type_to_string(b.ty(arg)),
                cx.type_to_string(want)
            );
        }
        Ok(())
    }
}

impl VerifyRegions for FuncOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let (mut exception, mut wrong) = (None, None);
        let mut tags = Vec::new();
        b.walk(|op| {
            let (ty, message) = if let Some(pad) = op.as_op::<LandingpadOp>(b) {
                (b.ty(pad.res(b)), "'llvm.landingpad' should have a consistent result type inside a function")
            } else if let Some(resume) = op.as_op::<ResumeOp>(b) {
                (b.ty(resume.value(b)), "'llvm.resume' should have a consistent input type inside a function")
            } else {
                if op.isa::<BlockTagOp>(b) {
                    tags.push(op);
                }
                return;
            };
            if *exception.get_or_insert(ty) != ty {
                wrong = wrong.or(Some(message));
            }
        });
        if let Some(message) = wrong {
            return Err(VerifyError::bare(message));
        }
        for (i, &op) in tags.iter().enumerate() {
            let tag = b.attr(op, "tag");
            if tags[..i].iter().any(|&other| b.attr(other, "tag") == tag) {
                let id = tag.and_then(|t| b.cx().attr_as::<BlockTag>(t)).map_or(0, |t| t.id);
                let message = format!("duplicate block tag '{id}' in the same function: ");
                return Err(VerifyError::bare(message).at(b.loc(op)));
            }
        }
        Ok(())
    }
}

impl VerifySymbolUses for FuncOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        verify_comdat(b, self.op(), symbols)
    }
}

/// Attributes that are shown before the name or in the signature.
const SHOWN: [&str; 10] = [
    "vscale_range",
    "comdat",
    "sym_name",
    "function_type",
    "linkage",
    "CConv",
    "visibility_",
    "unnamed_addr",
    "arg_attrs",
    "res_attrs",
];

/// Words of visibilities by their number.
pub(super) const VISIBILITY_WORDS: [&str; 3] = ["", "hidden", "protected"];
/// Words of `unnamed_addr` by their number.
pub(super) const UNNAMED_WORDS: [&str; 3] = ["", "local_unnamed_addr", "unnamed_addr"];

/// Prints the word of a number when it is not the empty one.
pub(super) fn print_numbered(p: &mut Printer<'_>, op: Op, name: &str, words: &[&str]) {
    let number = p.body().attr(op, name).and_then(|a| p.cx().attr_i64(a)).unwrap_or(0);
    if let Some(word) = usize::try_from(number).ok().and_then(|n| words.get(n)).filter(|w| !w.is_empty()) {
        p.text(" ").text(word);
    }
}

/// Parses `comdat(@group::@selector)` if it comes next.
pub(super) fn parse_comdat(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat("comdat") {
        p.expect("(")?;
        let comdat = p.symbol_ref()?;
        state.set_attr(p.cx(), "comdat", comdat);
        p.expect(")")?;
    }
    Ok(())
}

/// Checks that the `comdat(…)` of a symbol names a selector.
pub(super) fn verify_comdat(b: &Body, op: Op, symbols: &SymbolScope<'_>) -> VerifyResult {
    let Some(comdat) = b.attr(op, "comdat") else { return Ok(()) };
    let found = symbols.lookup(b.cx(), comdat);
    ensure!(
        found.is_some_and(|(body, op)| body.info(op).name == "llvm.comdat_selector"),
        "expected comdat symbol"
    );
    Ok(())
}

/// Parses an optional word as its number.
pub(super) fn parse_numbered(p: &mut Parser<'_>, state: &mut OpState, name: &str, words: &[&str]) {
    let number = p.keyword_of(&words[1..]).and_then(|w| words.iter().position(|x| *x == w)).unwrap_or(0);
    let cx = p.cx();
    state.set_attr(cx, name, cx.i64_attr(number as i64));
}

impl CustomAsm for FuncOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let cx = b.cx();
        let op = self.op();
        if let Some(l) =
            b.attr(op, "linkage").and_then(|a| cx.attr_as::<Linkage>(a)).filter(|l| **l != Linkage::External)
        {
            p.text(" ").text(l.word());
        }
        print_numbered(p, op, "visibility_", &VISIBILITY_WORDS);
        print_numbered(p, op, "unnamed_addr", &UNNAMED_WORDS);
        if let Some(c) = b.attr(op, "CConv").and_then(|a| cx.attr_as::<CConv>(a)).filter(|c| **c != CConv::C)
        {
            p.text(" ").text(c.word());
        }
        let name = b.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
        p.text(" ").symbol_text(name);
        if let Some(ty) = self.ty(b) {
            let shape = FunctionShape { inputs: &ty.params, results: ty.results(cx), variadic: ty.variadic };
            function_syntax::print_signature(p, op, &shape);
        }
        if let Some(range) = b.attr(op, "vscale_range").and_then(|a| cx.attr_as::<VscaleRange>(a)) {
            let number = |a: Attr| cx.attr_i64(a).unwrap_or(0);
            p.text(" vscale_range(")
                .int(number(range.min_range))
                .text(", ")
                .int(number(range.max_range))
                .text(")");
        }
        if let Some(comdat) = b.attr(op, "comdat") {
            p.text(" comdat(").attr(comdat).text(")");
        }
        p.attr_dict_with_keyword(op, &SHOWN);
        let region = b.regions(op).first().copied().filter(|&r| !b.blocks(r).is_empty());
        if let Some(region) = region {
            p.text(" ").region(region, strata_ir::text::RegionStyle::NO_ARGS);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let linkage = p.keyword_of(Linkage::WORDS).and_then(Linkage::from_word).unwrap_or(Linkage::External);
        state.set_attr(cx, "linkage", linkage.attr(cx));
        parse_numbered(p, state, "visibility_", &VISIBILITY_WORDS);
        parse_numbered(p, state, "unnamed_addr", &UNNAMED_WORDS);
        let cconv = p.keyword_of(CConv::WORDS).and_then(CConv::from_word).unwrap_or(CConv::C);
        state.set_attr(cx, "CConv", cconv.attr(cx));
        let name = p.symbol_name()?;
        state.set_attr(cx, "sym_name", cx.name_attr(name));
        let at = p.location();
        let mut signature = Signature::parse(p, "llvm.func", Variadics::Allowed)?;
        let result = match signature.results[..] {
            [] => void(cx),
            [one] => one,
            _ => {
                return Err(p.error_at(
                    at,
                    "failed to construct function type: expected zero or one function result",
                ));
            }
        };
        let ty = LlvmFunctionType { result, params: signature.arg_types(), variadic: signature.variadic };
        let ty = cx.ty(ty);
        state.set_attr(cx, "function_type", cx.type_attr(ty));
        if p.eat("vscale_range") {
            p.expect("(")?;
            let min = p.integer()?;
            p.expect(",")?;
            let max = p.integer()?;
            p.expect(")")?;
            let number = |n: i64| cx.int_attr(n, cx.i32());
            let range = VscaleRange { min_range: number(min), max_range: number(max) };
            state.set_attr(cx, "vscale_range", cx.attr(range));
        }
        parse_comdat(p, state)?;
        p.attr_dict_with_keyword(state)?;
        let arg_attrs = std::mem::take(&mut signature.arg_attrs);
        let result_attrs = std::mem::take(&mut signature.result_attrs);
        function_syntax::set_arg_and_result_attrs(cx, state, arg_attrs, result_attrs);
        p.region_opt(state, signature.entry_args())?;
        Ok(())
    }
}
