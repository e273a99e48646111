//! `gpu.launch_func`: the launch of a kernel of a `gpu.module`.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::{AsyncToken, FuncOp, LaunchIndex, ModuleOp, syntax::ASYNC};

/// The attribute of modules with kernels.
pub const CONTAINER_MODULE: &str = "gpu.container_module";

/// Launches a kernel by its name.
#[op(
    name = "gpu.launch_func",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, VerifySymbolUses],
    same = [grid_size_x, grid_size_y, grid_size_z, block_size_x, block_size_y, block_size_z],
    asm = "custom<ASYNC>(type($asyncToken), $asyncDependencies) (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel (`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` custom<DIM_TYPE>(type($gridSizeX)) (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? custom<ARGS>($kernelOperands, type($kernelOperands)) attr-dict",
)]
pub struct LaunchFuncOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// The kernel.
    pub kernel: Attr<SymbolRefAttr>,
    /// Number of blocks.
    #[ir_name = "gridSizeX"]
    pub grid_size_x: Operand<LaunchIndex>,
    /// Number of blocks.
    #[ir_name = "gridSizeY"]
    pub grid_size_y: Operand<LaunchIndex>,
    /// Number of blocks.
    #[ir_name = "gridSizeZ"]
    pub grid_size_z: Operand<LaunchIndex>,
    /// Number of threads.
    #[ir_name = "blockSizeX"]
    pub block_size_x: Operand<LaunchIndex>,
    /// Number of threads.
    #[ir_name = "blockSizeY"]
    pub block_size_y: Operand<LaunchIndex>,
    /// Number of threads.
    #[ir_name = "blockSizeZ"]
    pub block_size_z: Operand<LaunchIndex>,
    /// Number of blocks in a cluster.
    #[ir_name = "clusterSizeX"]
    pub cluster_size_x: OptOperand<LaunchIndex>,
    /// Number of blocks in a cluster.
    #[ir_name = "clusterSizeY"]
    pub cluster_size_y: OptOperand<LaunchIndex>,
    /// Number of blocks in a cluster.
    #[ir_name = "clusterSizeZ"]
    pub cluster_size_z: OptOperand<LaunchIndex>,
    /// Bytes of shared memory beside the buffers of the kernel.
    #[ir_name = "dynamicSharedMemorySize"]
    pub dynamic_shared_memory_size: OptOperand<I32>,
    /// The parameters.
    #[ir_name = "kernelOperands"]
    pub kernel_operands: Variadic<AnyType>,
    /// A stream or another object of the runtime.
    #[ir_name = "asyncObject"]
    pub async_object: OptOperand<AnyType>,
    /// The token of its completion.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

static DIM_TYPE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let ty = op.as_op::<LaunchFuncOp>(b).map(|l| b.ty(l.grid_size_x(b)));
        if let Some(ty) = ty.filter(|&t| !b.cx().is_index(t)) {
            p.text(": ").ty(ty);
        }
    },
    parse: |p, _, f| {
        let ty = if p.eat(":") { p.ty()? } else { p.cx().index() };
        for group in 1..10 {
            let n = f.operands[group].len();
            f.operand_types[group] = Some(std::iter::repeat_n(ty, n).collect());
        }
        Ok(())
    },
    attrs: &[],
};

static ARGS: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let Some(launch) = op.as_op::<LaunchFuncOp>(b).filter(|l| l.kernel_operands(b).len() != 0) else {
            return;
        };
        p.text("args(");
        p.list(launch.kernel_operands(b), |p, v| {
            p.value(v).text(" : ").type_of(v);
        });
        p.text(")");
    },
    parse: |p, state, f| {
        let Some(group) = state.info.operands.iter().position(|o| o.name == "kernelOperands") else {
            return Ok(());
        };
        let mut types = SmallVec::new();
        if p.eat("args") {
            p.expect("(")?;
            f.operands[group] = p
                .list_until(")", |p| {
                    let v = p.operand()?;
                    p.expect(":")?;
                    types.push(p.ty()?);
                    Ok(v)
                })?
                .into();
        }
        f.operand_types[group] = Some(types);
        Ok(())
    },
    attrs: &[],
};

impl LaunchFuncOp {
    /// Launches `@module::@kernel`, and waits for nothing.
    pub fn create(
        b: &mut Builder<'_>,
        kernel: Attr,
        [gx, gy, gz]: [Value; 3],
        [bx, by, bz]: [Value; 3],
        cluster: Option<[Value; 3]>,
        dynamic_shared_memory: Option<Value>,
        args: &[Value],
    ) -> Self {
        let [cx, cy, cz] = cluster.map_or([None; 3], |c| c.map(Some));
        let dynamic = dynamic_shared_memory;
        Self::build(b, &[], kernel, gx, gy, gz, bx, by, bz, cx, cy, cz, dynamic, args, None, &[])
    }
    /// Number of blocks.
    pub fn grid_size(self, b: &Body) -> [Value; 3] {
        [self.grid_size_x(b), self.grid_size_y(b), self.grid_size_z(b)]
    }
    /// Number of threads.
    pub fn block_size(self, b: &Body) -> [Value; 3] {
        [self.block_size_x(b), self.block_size_y(b), self.block_size_z(b)]
    }
    /// Number of blocks in a cluster.
    pub fn cluster_size(self, b: &Body) -> Option<[Value; 3]> {
        Some([self.cluster_size_x(b)?, self.cluster_size_y(b)?, self.cluster_size_z(b)?])
    }
    /// The reference `@module::@kernel` as an attribute.
    pub fn reference(cx: &Context, module: &str, kernel: &str) -> Attr {
        cx.attr(SymbolRefAttr { root: cx.intern(module), nested: smallvec![cx.intern(kernel)] })
    }
}

impl Verify for LaunchFuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let sizes = [self.cluster_size_x(b), self.cluster_size_y(b), self.cluster_size_z(b)];
        let given = sizes.iter().flatten().count();
        ensure!(given == 0 || given == 3, "expected cluster size operands to be all present or all absent");
        let want = b.ty(self.grid_size_x(b));
        ensure!(
            sizes.into_iter().flatten().all(|v| b.ty(v) == want),
            "expects types of the cluster dimensions must be the same"
        );
        Ok(())
    }
}

impl VerifySymbolUses for LaunchFuncOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(kernel) = b.attr(self.op(), "kernel") else { return Ok(()) };
        let Some(name) = cx.attr_as::<SymbolRefAttr>(kernel) else { return Ok(()) };
        let shown = cx.attr_to_string(kernel);
        let root = cx.str(name.root);
        let module = symbols.lookup(cx, cx.symbol_ref(root));
        let Some((body, module)) = module else {
            return Err(format!("kernel container '{root}' is undefined").into());
        };
        ensure!(
            body.attr(Op::SELF, CONTAINER_MODULE).is_some(),
            "expected the closest surrounding module to have the '{CONTAINER_MODULE}' attribute"
        );
        // The kernels in a binary are unknown.
        if body.info(module).name == "gpu.binary" {
            return Ok(());
        }
        ensure!(module.isa::<ModuleOp>(body), "kernel module '{root}' is undefined");
        let Some((body, func)) = symbols.lookup(cx, kernel) else {
            return Err(format!("kernel function '{shown}' is undefined").into());
        };
        let is_kernel = body.attr(func, crate::KERNEL).is_some() || body.attr(func, "nvvm.kernel").is_some();
        ensure!(is_kernel, "kernel function is missing the 'gpu.kernel' attribute");
        let Some(func) = func.as_op::<FuncOp>(body) else { return Ok(()) };
        let (want, given) = (func.inputs(body), self.kernel_operands(b));
        ensure!(given.len() == want.len(), "got {} kernel operands but expected {}", given.len(), want.len());
        for (i, (v, &want)) in given.zip(want).enumerate() {
            ensure!(b.ty(v) == want, "type of function argument {i} does not match");
        }
        Ok(())
    }
}
