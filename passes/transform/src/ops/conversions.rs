//! `transform.apply_conversion_patterns`: the passes that the named conversions stand for, on the target alone.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, RunStatus, pipeline::PipelineElement};

use super::Rows;
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::{PayloadOp, ROOT},
};

pub const OPS: Rows = &[("transform.apply_conversion_patterns", apply)];

/// The dialects that `convert-to-llvm` converts, each with the pass that converts it alone and whether that has a width of indices.
const TO_LLVM: &[(&str, &str, bool)] = &[
    ("vector", "convert-vector-to-llvm", false),
    ("math", "convert-math-to-llvm", false),
    ("complex", "convert-complex-to-llvm", false),
    ("memref", "finalize-memref-to-llvm", true),
    ("index", "convert-index-to-llvm", true),
    ("arith", "convert-arith-to-llvm", true),
    ("ub", "convert-ub-to-llvm", true),
    ("cf", "convert-cf-to-llvm", true),
    ("func", "convert-func-to-llvm", true),
];

/// The dialects that are converted, and how.
#[derive(Default)]
struct Plan {
    /// Passes that come before the conversion to `llvm`.
    first: Vec<&'static str>,
    dialects: Vec<&'static str>,
    /// Whether `gpu` is converted to `nvvm`, with reductions of warps as one instruction, and whether `nvgpu` is.
    kernels: bool,
    redux: bool,
    nvgpu: bool,
    reassociate: bool,
    vector_alignment: bool,
    aligned_alloc: bool,
    generic_functions: bool,
    bare_pointers: bool,
    index_bits: i64,
}

impl Plan {
    /// The conversions that the ops of a region name.
    fn read(site: Site<'_>) -> Outcome<Self> {
        let mut plan = Self::default();
        let (body, regions) = (site.body, site.body.regions(site.op));
        let converter = regions.get(1).and_then(|&r| body.region_ops(r).next());
        if let Some(op) = converter {
            let of = Site { op, ..site };
            plan.aligned_alloc = of.is_true("use_aligned_alloc");
            plan.generic_functions = of.is_true("use_generic_functions");
            plan.bare_pointers = of.is_true("use_bare_ptr_call_conv");
            plan.index_bits = of.int("index_bitwidth").filter(|&n| n != 64).unwrap_or(0);
            if of.has("data_layout") {
                let name = body.op_name(op);
                return Err(of.definite(format!("'{name}' op with 'data_layout' is not supported")));
            }
        }
        for op in regions.first().map_or(Vec::new(), |&r| body.region_ops(r).collect()) {
            if converter.is_none() {
                let message = "pattern descriptor does not specify type converter and apply_conversion_patterns op has no default type converter";
                let d = site.error(message).note(body.loc(op), "pattern descriptor op");
                return Err(Failure::definite(d));
            }
            plan.add(Site { op, ..site })?;
        }
        Ok(plan)
    }
    fn add(&mut self, of: Site<'_>) -> Outcome {
        let name = of.body.op_name(of.op);
        let dialect = match name.strip_prefix("transform.apply_conversion_patterns.").unwrap_or(name) {
            "scf.scf_to_control_flow" => {
                self.first.push("convert-scf-to-cf");
                return Ok(());
            }
            "dialect_to_llvm" => of.str("dialect_name").unwrap_or_default(),
            "func.func_to_llvm" => "func",
            "gpu.gpu_to_nvvm" | "gpu.gpu_wmma_to_nvvm" => {
                self.kernels = true;
                return Ok(());
            }
            "gpu.gpu_subgroup_reduce_to_nvvm" => {
                (self.kernels, self.redux) = (true, true);
                return Ok(());
            }
            "nvgpu.nvgpu_to_nvvm" => {
                self.nvgpu = true;
                return Ok(());
            }
            "vector.vector_to_llvm" => {
                self.reassociate |= of.is_true("reassociate_fp_reductions");
                self.vector_alignment |= of.is_true("use_vector_alignment");
                "vector"
            }
            _ => return Err(of.definite(format!("'{name}' op names conversions that are not supported"))),
        };
        match TO_LLVM.iter().find(|row| row.0 == dialect) {
            Some(row) => {
                self.dialects.push(row.0);
                Ok(())
            }
            None => Err(of.definite(format!(
                "'{name}' op dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: {dialect}"
            ))),
        }
    }
    /// The passes. All dialects are converted at once where no option is for one of them.
    fn passes(&self) -> Vec<PipelineElement> {
        let with = |name: &str, options: &[(&str, String)]| {
            let mut element = PipelineElement::pass(name);
            element.options.extend(options.iter().map(|(k, v)| ((*k).to_owned(), v.clone())));
            element
        };
        let mut out: Vec<PipelineElement> = self.first.iter().map(|name| with(name, &[])).collect();
        out.extend(self.kernel_passes());
        let special = self.reassociate || self.vector_alignment || self.aligned_alloc;
        if !special && !self.generic_functions && !self.bare_pointers && self.index_bits == 0 {
            if !self.dialects.is_empty() {
                out.push(with("convert-to-llvm", &[("filter-dialects", self.dialects.join(","))]));
            }
            return out;
        }
        let yes = || "true".to_owned();
        for &(dialect, pass, has_width) in TO_LLVM.iter().filter(|row| self.dialects.contains(&row.0)) {
            let mut options = Vec::new();
            if has_width && self.index_bits != 0 {
                options.push(("index-bitwidth", self.index_bits.to_string()));
            }
            match dialect {
                "memref" => {
                    options.extend(self.aligned_alloc.then(|| ("use-aligned-alloc", yes())));
                    options.extend(self.generic_functions.then(|| ("use-generic-functions", yes())));
                }
                "vector" => {
                    options.extend(self.reassociate.then(|| ("reassociate-fp-reductions", yes())));
                    options.extend(self.vector_alignment.then(|| ("use-vector-alignment", yes())));
                }
                "func" => {
                    options.extend(self.bare_pointers.then(|| ("use-bare-ptr-memref-call-conv", yes())))
                }
                _ => {}
            }
            out.push(with(pass, &options));
        }
        out.push(with("reconcile-unrealized-casts", &[]));
        out
    }
}

impl Plan {
    /// The passes for ops of `gpu` and `nvgpu`.
    fn kernel_passes(&self) -> Vec<PipelineElement> {
        if self.kernels {
            return vec![PipelineElement::nested(KERNELS, self.passes_in_kernels())];
        }
        self.nvgpu.then(|| PipelineElement::pass("convert-nvgpu-to-nvvm")).into_iter().collect()
    }
    /// The passes on a module of kernels, which convert all named dialects at once.
    fn passes_in_kernels(&self) -> Vec<PipelineElement> {
        let mut dialects = vec!["gpu"];
        dialects.extend(self.nvgpu.then_some("nvgpu"));
        dialects.extend(&self.dialects);
        let pass = PipelineElement::pass("convert-gpu-to-nvvm")
            .option("allowed-dialects", dialects.join(","))
            .option("has-redux", self.redux)
            .option("use-bare-ptr-memref-call-conv", self.bare_pointers);
        let first = self.first.iter().map(|name| PipelineElement::pass(name));
        first.chain([pass, PipelineElement::pass("reconcile-unrealized-casts")]).collect()
    }
}

/// Which ops may remain.
struct Legality<'a> {
    legal: [Vec<&'a str>; 2],
    illegal: [Vec<&'a str>; 2],
    partial: bool,
}

impl<'a> Legality<'a> {
    fn read(site: Site<'a>) -> Self {
        let list = |name| site.strs(name).unwrap_or_default();
        Self {
            legal: [list("legal_ops"), list("legal_dialects")],
            illegal: [list("illegal_ops"), list("illegal_dialects")],
            partial: site.has("partial_conversion"),
        }
    }
    /// An error about the first op that must not remain in a body.
    fn check(&self, body: &Body) -> Option<Diagnostic> {
        for op in body.all_ops() {
            if let Some(d) =
                body.child(op).and_then(|inner| strata_ir::core::writer::deep(|| self.check(inner)))
            {
                return Some(d);
            }
            let name = body.op_name(op);
            let dialect = name.split('.').next().unwrap_or_default();
            let is_in = |lists: &[Vec<&str>; 2]| lists[0].contains(&name) || lists[1].contains(&dialect);
            if is_in(&self.legal) {
                continue;
            }
            let marked = is_in(&self.illegal);
            if marked || !self.partial {
                let why = if marked { " that was explicitly marked illegal" } else { "" };
                let message = format!("failed to legalize operation '{name}'{why}");
                return Some(Diagnostic::error(body.loc(op), message));
            }
        }
        None
    }
}

const MODULE: &str = "builtin.module";
const KERNELS: &str = "gpu.module";

/// The passes of a plan, on modules of a kind.
fn manager(cx: &Interpreter<'_, '_>, site: Site<'_>, plan: &Plan, kind: &str) -> Outcome<PassManager> {
    let Some(registry) = cx.cx.registry().cloned() else {
        return Err(site.definite("no passes are registered"));
    };
    let mut pipeline = OpPipeline::new(Some(kind));
    let elements = if kind == KERNELS { plan.passes_in_kernels() } else { plan.passes() };
    for element in elements {
        if pipeline.add_element(&registry, &element, false).is_err() {
            return Err(site.definite(format!("the pass '{}' is not registered", element.name)));
        }
    }
    let config = PassManagerConfig {
        print: cx.cx.print_options().clone(),
        single_threaded: true,
        ..Default::default()
    };
    Ok(PassManager::new(pipeline, config, Some(registry)))
}

fn apply<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (plan, legality) = (Plan::read(site)?, Legality::read(site));
    let managers = [MODULE, KERNELS].map(|kind| manager(cx, site, &plan, kind));
    let [of_modules, of_kernels] = managers;
    let (of_modules, of_kernels) = (of_modules?, plan.kernels.then_some(of_kernels).transpose()?);
    for at in cx.targets(site)? {
        let failed = |cx: &Interpreter<'_, '_>| {
            Failure::silenceable(cx.payload.note(site.error("dialect conversion failed"), at, "target op"))
        };
        // Functions of kernels are converted in a module of kernels.
        let is_module = [MODULE, KERNELS].contains(&cx.payload.body(at.body).op_name(at.op));
        let (kind, manager) = match &of_kernels {
            Some(manager) if !is_module => (KERNELS, manager),
            _ => (MODULE, &of_modules),
        };
        let Some(mut module) = module_of(cx, at, kind) else {
            let d = site.error("conversions of ops that are not isolated from above are not supported");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        };
        let report = manager.run(&mut module);
        cx.cx.forward(report.outputs);
        if report.status != RunStatus::Success {
            return Err(failed(cx));
        }
        if let Some(d) = legality.check(&module) {
            cx.cx.emit(d);
            return Err(failed(cx));
        }
        put_back(cx, at, *module);
    }
    Ok(())
}

/// A module of this kind with the target alone; a copy, so that the payload stays where the conversion fails.
fn module_of(cx: &mut Interpreter<'_, '_>, at: PayloadOp, kind: &str) -> Option<Box<Body>> {
    let (inner, _) = cx.payload.inner(at);
    if cx.payload.body(at.body).op_name(at.op) == MODULE {
        return Some(Box::new(cx.payload.body(inner).clone()));
    }
    let body = cx.payload.body(at.body);
    if !body.is_shell(at.op) {
        return None;
    }
    let ctx = body.cx_arc().clone();
    let mut module = Box::new(Body::new(&ctx, ctx.op_info(kind)?, body.loc(at.op)));
    if kind != MODULE {
        let name = ctx.string_attr("kernels");
        module.set_attr(Op::SELF, "sym_name", Some(name));
    }
    let region = *module.regions(Op::SELF).first()?;
    let block = match module.blocks(region).first() {
        Some(&block) => block,
        None => module.add_block(region, &[]),
    };
    let copy = module.import_op(body, at.op, &mut IdMap::new());
    module.insert(copy, InsertPoint::at_end(block));
    Some(module)
}

/// Puts the converted target in its place, and declarations that the conversion added before it.
fn put_back(cx: &mut Interpreter<'_, '_>, at: PayloadOp, module: Body) {
    if cx.payload.body(at.body).op_name(at.op) == MODULE {
        let (inner, _) = cx.payload.inner(at);
        let id = if at.op == Op::SELF { at.body } else { inner };
        cx.payload.rebuild(id, |body| *body = module);
        return;
    }
    let target = cx.payload.body(at.body).symbol_name(at.op);
    cx.payload.rebuild(at.body, |body| {
        for op in module.entry().map_or(Vec::new(), |block| module.block_ops(block).collect()) {
            let name = module.symbol_name(op);
            let known = name != target && name.is_some_and(|n| SymbolTable::new(body).get(n).is_some());
            if known {
                continue;
            }
            let new = body.import_op(&module, op, &mut IdMap::new());
            let first = body.parent_block(at.op).map(|block| InsertPoint::at_start(body, block));
            let before = InsertPoint::before(body, at.op);
            body.insert(new, if name == target { before } else { first.unwrap_or(before) });
        }
        body.erase_forced(at.op);
    });
    debug_assert!(at.body != ROOT || at.op != Op::SELF, "a root that is no module has no body around it");
}
