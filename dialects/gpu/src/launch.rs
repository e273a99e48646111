//! `gpu.launch`: a kernel in the place where it is launched.

use strata_arith::constant_index;
use strata_ir::{prelude::*, text::RegionStyle};

use crate::{
    AddressSpace, AsyncToken, AsyncTokenType,
    syntax::{
        WORKGROUP_ATTRIBUTIONS, num_workgroup, parse_async, parse_buffers, print_async, print_buffers,
        verify_buffers,
    },
};

/// Runs its body in all threads of a grid.
///
/// The body has arguments for the position of block and thread and the sizes of grid and block, in three dimensions each;
/// for the position in the grid of clusters and its size, where there are clusters; and for the buffers.
#[op(
    name = "gpu.launch",
    traits = [AttrSizedOperandSegments, AffineScope, AutomaticAllocationScope, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, Canonicalize],
    custom_asm,
)]
pub struct LaunchOp {
    /// Tokens of the operations that it waits for.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Variadic<AsyncToken>,
    /// Number of blocks.
    #[ir_name = "gridSizeX"]
    pub grid_size_x: Operand<Index>,
    /// Number of blocks.
    #[ir_name = "gridSizeY"]
    pub grid_size_y: Operand<Index>,
    /// Number of blocks.
    #[ir_name = "gridSizeZ"]
    pub grid_size_z: Operand<Index>,
    /// Number of threads.
    #[ir_name = "blockSizeX"]
    pub block_size_x: Operand<Index>,
    /// Number of threads.
    #[ir_name = "blockSizeY"]
    pub block_size_y: Operand<Index>,
    /// Number of threads.
    #[ir_name = "blockSizeZ"]
    pub block_size_z: Operand<Index>,
    /// Number of blocks in a cluster.
    #[ir_name = "clusterSizeX"]
    pub cluster_size_x: OptOperand<Index>,
    /// Number of blocks in a cluster.
    #[ir_name = "clusterSizeY"]
    pub cluster_size_y: OptOperand<Index>,
    /// Number of blocks in a cluster.
    #[ir_name = "clusterSizeZ"]
    pub cluster_size_z: OptOperand<Index>,
    /// Bytes of shared memory beside its buffers.
    #[ir_name = "dynamicSharedMemorySize"]
    pub dynamic_shared_memory_size: OptOperand<I32>,
    /// The name of the module that the kernel goes to.
    pub module: OptAttr<FlatSymbolRef>,
    /// The name that the kernel gets.
    pub function: OptAttr<FlatSymbolRef>,
    /// The kernel.
    pub body: AnyRegion,
    /// The token of its completion.
    #[ir_name = "asyncToken"]
    pub async_token: OptRes<AsyncToken>,
}

/// Number of arguments of a body without clusters and buffers.
const CONFIG: usize = 12;

/// The operands and attributes of a launch.
#[derive(Clone, Debug, Default)]
pub struct LaunchShape<'a> {
    /// Bytes of shared memory beside the buffers.
    pub dynamic_shared_memory: Option<Value>,
    /// Number of blocks in a cluster.
    pub cluster: Option<[Value; 3]>,
    /// Types of the buffers in shared memory.
    pub workgroup: &'a [Type],
    /// Types of the buffers of one thread.
    pub private: &'a [Type],
}

/// The arguments of the body of a launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchArgs<'a> {
    args: &'a [Value],
    clusters: bool,
    workgroup: usize,
}

impl<'a> LaunchArgs<'a> {
    fn three(self, first: usize) -> [Value; 3] {
        [self.args[first], self.args[first + 1], self.args[first + 2]]
    }
    /// Position of the block.
    pub fn block_ids(self) -> [Value; 3] {
        self.three(0)
    }
    /// Position of the thread.
    pub fn thread_ids(self) -> [Value; 3] {
        self.three(3)
    }
    /// Number of blocks.
    pub fn grid_size(self) -> [Value; 3] {
        self.three(6)
    }
    /// Number of threads.
    pub fn block_size(self) -> [Value; 3] {
        self.three(9)
    }
    /// Position of the cluster.
    pub fn cluster_ids(self) -> Option<[Value; 3]> {
        self.clusters.then(|| self.three(CONFIG))
    }
    /// Number of blocks in a cluster.
    pub fn cluster_size(self) -> Option<[Value; 3]> {
        self.clusters.then(|| self.three(CONFIG + 3))
    }
    fn buffers(self) -> &'a [Value] {
        &self.args[CONFIG + if self.clusters { 6 } else { 0 }..]
    }
    /// Buffers in shared memory.
    pub fn workgroup(self) -> &'a [Value] {
        let buffers = self.buffers();
        &buffers[..self.workgroup.min(buffers.len())]
    }
    /// Buffers of one thread.
    pub fn private(self) -> &'a [Value] {
        let buffers = self.buffers();
        &buffers[self.workgroup.min(buffers.len())..]
    }
}

impl LaunchOp {
    /// Creates a launch; `body` makes the kernel, without its `gpu.terminator`, which is added.
    pub fn create(
        b: &mut Builder<'_>,
        [gx, gy, gz]: [Value; 3],
        [bx, by, bz]: [Value; 3],
        shape: &LaunchShape<'_>,
        body: impl FnOnce(&mut Builder<'_>, LaunchArgs<'_>),
    ) -> Self {
        let [cx, cy, cz] = shape.cluster.map_or([None; 3], |c| c.map(Some));
        let dynamic = shape.dynamic_shared_memory;
        let op = Self::build(b, &[], gx, gy, gz, bx, by, bz, cx, cy, cz, dynamic, None, None, &[]);
        let clusters = shape.cluster.is_some();
        let mut types = vec![b.cx().index(); CONFIG + if clusters { 6 } else { 0 }];
        types.extend(shape.workgroup.iter().chain(shape.private));
        let workgroup = shape.workgroup.len();
        let count = b.cx().i64_attr(workgroup as i64);
        b.body().set_attr(op.op(), WORKGROUP_ATTRIBUTIONS, Some(count));
        b.region_block(op, 0, &types, |b, block| {
            let args = b.block_args(block).to_vec();
            body(b, LaunchArgs { args: &args, clusters, workgroup });
            TerminatorOp::build(b);
        });
        op
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
    /// The arguments of the body; `None` when there are too few, in an op that was not verified.
    pub fn args(self, b: &Body) -> Option<LaunchArgs<'_>> {
        let region = b.regions(self.op()).first()?;
        let args = b.block_args(*b.blocks(*region).first()?);
        let clusters = self.cluster_size(b).is_some();
        let workgroup = num_workgroup(b, self.op());
        let least = CONFIG + if clusters { 6 } else { 0 } + workgroup;
        (args.len() >= least).then_some(LaunchArgs { args, clusters, workgroup })
    }
}

impl Verify for LaunchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let sizes = [self.cluster_size_x(b), self.cluster_size_y(b), self.cluster_size_z(b)];
        let given = sizes.iter().flatten().count();
        ensure!(given == 0 || given == 3, "cluster size must be all present");
        Ok(())
    }
}

impl VerifyRegions for LaunchOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let region = self.body(b);
        if b.blocks(region).is_empty() {
            return Ok(());
        }
        let Some(args) = self.args(b) else { return Err("unexpected number of region arguments".into()) };
        verify_buffers(b, args.workgroup(), AddressSpace::Workgroup)?;
        verify_buffers(b, args.private(), AddressSpace::Private)?;
        for &block in b.blocks(region) {
            let Some(last) = b.last_op(block) else { continue };
            if b.successors(last).is_empty() && !last.isa::<TerminatorOp>(b) {
                let error = VerifyError::bare("expected 'gpu.terminator' or a terminator with successors");
                return Err(error.at(b.loc(last)).note(b.loc(self.op()), "in 'gpu.launch' body region"));
            }
        }
        Ok(())
    }
}

impl Canonicalize for LaunchOp {
    /// In a dimension of size one there is only position zero.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let args = self.args(rw)?;
        let ids = args.block_ids().into_iter().chain(args.thread_ids());
        let sizes = self.grid_size(rw).into_iter().chain(self.block_size(rw));
        let one = |v: Value| constant_value(rw, v).and_then(|a| rw.cx().attr_i64(a)) == Some(1);
        let known: SmallVec<[Value; 6]> =
            ids.zip(sizes).filter(|&(id, size)| rw.has_uses(id) && one(size)).map(|(id, _)| id).collect();
        let block = rw.def_block(*known.first()?)?;
        let at = InsertPoint::at_start(rw, block);
        rw.goto(at);
        let zero = constant_index(rw, 0);
        for id in known {
            rw.replace_all_uses(id, zero);
        }
        Some(())
    }
}

/// `word(%a, %b, %c) in (%d = %x, %e = %y, %f = %z)`.
fn print_sizes(p: &mut Printer<'_>, word: &str, ids: [Value; 3], args: [Value; 3], sizes: [Value; 3]) {
    p.text(" ").text(word).text("(").values(ids).text(") in (");
    p.list(args.into_iter().zip(sizes), |p, (arg, size)| {
        p.value(arg).text(" = ").value(size);
    });
    p.text(")");
}

/// Positions, sizes and their values.
type Sizes<'s> = (Vec<BlockArg<'s>>, Vec<BlockArg<'s>>, Vec<Unresolved<'s>>);

/// The inverse of [`print_sizes`].
fn parse_sizes<'s>(p: &mut Parser<'s>, word: &str) -> PResult<Sizes<'s>> {
    let index = p.cx().index();
    p.expect(word)?;
    p.expect("(")?;
    let arg = |p: &mut Parser<'s>| p.arg_name().map(|(name, loc)| BlockArg { name, ty: index, loc });
    let at = p.location();
    let ids = p.list_until(")", arg)?;
    p.expect("in")?;
    p.expect("(")?;
    let mut sizes = Vec::new();
    let args = p.list_until(")", |p| {
        let a = arg(p)?;
        p.expect("=")?;
        sizes.push(p.operand()?);
        Ok(a)
    })?;
    if ids.len() != 3 || args.len() != 3 {
        return Err(p.error_at(at, format!("expected three {word}")));
    }
    Ok((ids, args, sizes))
}

const SHOWN: [&str; 4] = ["operandSegmentSizes", WORKGROUP_ATTRIBUTIONS, "module", "function"];

impl CustomAsm for LaunchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        if self.async_token(b).is_some() || self.async_dependencies(b).len() != 0 {
            p.text(" ");
            print_async(p, op);
        }
        if let Some(args) = self.args(b) {
            if let (Some(ids), Some(sizes), Some(values)) =
                (args.cluster_ids(), args.cluster_size(), self.cluster_size(b))
            {
                print_sizes(p, "clusters", ids, sizes, values);
            }
            print_sizes(p, "blocks", args.block_ids(), args.grid_size(), self.grid_size(b));
            print_sizes(p, "threads", args.thread_ids(), args.block_size(), self.block_size(b));
            if let Some(v) = self.dynamic_shared_memory_size(b) {
                p.text(" dynamic_shared_memory_size ").value(v);
            }
            for name in ["module", "function"] {
                if let Some(attr) = b.attr(op, name) {
                    p.text(" ").text(name).text("(").attr(attr).text(")");
                }
            }
            print_buffers(p, op, "workgroup", args.workgroup(), None);
            print_buffers(p, op, "private", args.private(), None);
        }
        p.text(" ").region(self.body(b), RegionStyle::NO_ARGS);
        p.attr_dict(op, &SHOWN);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let (index, token) = (cx.index(), cx.ty(AsyncTokenType));
        let (gives, deps) = parse_async(p)?;
        if gives {
            state.result_types.push(token);
        }
        let clusters = if p.peek("clusters") { parse_sizes(p, "clusters")? } else { Default::default() };
        let (block_ids, grid_sizes, grid) = parse_sizes(p, "blocks")?;
        let (thread_ids, block_sizes, block) = parse_sizes(p, "threads")?;
        let mut segments = vec![deps.len() as i32, 1, 1, 1, 1, 1, 1];
        segments.extend([i32::from(!clusters.0.is_empty()); 3]);
        for dep in deps {
            let v = p.resolve(dep, token)?;
            state.operands.push(v);
        }
        for size in grid.into_iter().chain(block).chain(clusters.2) {
            let v = p.resolve(size, index)?;
            state.operands.push(v);
        }
        let dynamic = p.eat("dynamic_shared_memory_size");
        if dynamic {
            let v = p.operand()?;
            let v = p.resolve(v, cx.i32())?;
            state.operands.push(v);
        }
        segments.push(i32::from(dynamic));
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&segments));
        for name in ["module", "function"] {
            if p.eat(name) {
                p.expect("(")?;
                let symbol = p.symbol_ref()?;
                p.expect(")")?;
                state.set_attr(cx, name, symbol);
            }
        }
        let (workgroup, _) = parse_buffers(p, "workgroup", false)?;
        let (private, _) = parse_buffers(p, "private", false)?;
        let count = cx.i64_attr(workgroup.len() as i64);
        let args =
            [block_ids, thread_ids, grid_sizes, block_sizes, clusters.0, clusters.1, workgroup, private]
                .concat();
        p.region(state, &args)?;
        p.attr_dict(state)?;
        state.set_attr(cx, WORKGROUP_ATTRIBUTIONS, count);
        Ok(())
    }
}

/// Ends a thread of a `gpu.launch`.
#[op(
    name = "gpu.terminator",
    traits = [Pure, Terminator],
    parents = ["gpu.launch"],
    asm = "attr-dict",
)]
pub struct TerminatorOp {}

/// Ends a region of an op that combines values.
#[op(
    name = "gpu.yield",
    traits = [Pure, Terminator, ReturnLike],
    asm = "attr-dict ($values^ `:` type($values))?",
)]
pub struct YieldOp {
    /// The values.
    pub values: Variadic<AnyType>,
}
