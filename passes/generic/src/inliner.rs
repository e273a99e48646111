//! `inline`: replaces calls by the bodies of the called functions.
//!
//! Before:
//! ```mlir
//! func.func private @f(%x: i32) -> i32 { … return %y : i32 }
//! func.func @g(%a: i32) -> i32 { %0 = call @f(%a) : (i32) -> i32 … }
//! ```
//! After: `@g` contains the ops of `@f`, and `@f`, private and without users, is gone.
//!
//! Callers are processed before their callees, so every inlined body is copied in its original form and the work is proportional to the
//! result. A call that came from the body of a function is not replaced by that function again. Then the functions are simplified. That
//! may resolve indirect calls, which are inlined in turn.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::{CallSiteLoc, Limits, Location, symbols::SymbolTable, symbols::for_each_symbol_ref, writer::deep},
    prelude::*,
};
use strata_pass::{BodyPass, OpPipeline, PassCx, PassResult, pass};

/// Inline function calls.
#[pass(name = "inline", class = "Inliner", statistics = ["num-inlined": "Number of calls inlined"])]
pub struct Inline {
    /// The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList
    #[option(default = "canonicalize".to_owned())]
    pub default_pipeline: String,
    /// If the ratio between the number of the operations in the callee and the number of the operations in the
    /// caller exceeds this value (in percentage), then the callee is not inlined even if it is legal to inline it
    #[option(default = u64::from(u32::MAX))]
    pub inlining_threshold: u64,
    /// Maximum number of iterations when inlining within an SCC
    #[option(default = 4)]
    pub max_iterations: u64,
    /// Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)
    pub op_pipelines: Vec<String>,
}

/// The growth, in ops, that any module is allowed, whatever its size.
const ALWAYS_ALLOWED: u64 = 100_000;

/// The state of the work on one symbol table.
struct Work<'t> {
    table: &'t SymbolTable,
    /// The number of references to each name.
    uses: FxHashMap<Str, i64>,
    /// Ops of all functions before inlining.
    module_ops: u64,
    /// Ops that may still be copied.
    budget: u64,
    /// The calls that were processed in earlier rounds.
    known: &'t Callees,
}

/// The pipelines that simplify functions.
struct Pipelines {
    default: Option<OpPipeline>,
    /// Pipelines for the kinds of ops that their anchors name.
    by_op: Vec<OpPipeline>,
}

impl Pipelines {
    fn for_op(&self, op: &str) -> Option<&OpPipeline> {
        self.by_op.iter().find(|p| p.anchor_name() == op).or(self.default.as_ref())
    }
}

/// The functions that each caller calls directly.
type Callees = FxHashMap<Op, FxHashSet<Attr>>;

impl BodyPass for Inline {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        match self.pipelines(cx) {
            Ok(pipelines) => self.tables(body, cx, &pipelines),
            Err(message) => Err(cx.error(body.loc(Op::SELF), message)),
        }
    }
}

impl Inline {
    fn pipelines(&self, cx: &PassCx<'_>) -> Result<Pipelines, String> {
        let Some(registry) = cx.registry() else { return Ok(Pipelines { default: None, by_op: Vec::new() }) };
        let default = match self.default_pipeline.trim() {
            "" => None,
            text => Some(OpPipeline::parse(registry, &format!("any({text})"))?),
        };
        let by_op = self.op_pipelines.iter().map(|text| OpPipeline::parse(registry, text));
        Ok(Pipelines { default, by_op: by_op.collect::<Result<_, _>>()? })
    }
    fn tables(&self, body: &mut Body, cx: &mut PassCx<'_>, pipelines: &Pipelines) -> PassResult {
        if body.has_trait(Op::SELF, Trait::SymbolTable) {
            let mut known = Callees::default();
            for round in 0..self.max_iterations.max(1) {
                let (inlined, functions) = self.table(body, &known);
                cx.count("num-inlined", inlined);
                if round != 0 && inlined == 0 {
                    break;
                }
                known = functions.iter().map(|&f| (f, callees(body, f))).collect();
                // As in MLIR, all functions are simplified, whether they have changed or not.
                for &op in &functions {
                    let pipeline = pipelines.for_op(body.op_name(op));
                    if let (Some(pipeline), Some(child)) = (pipeline, body.child_mut(op)) {
                        cx.run_nested(pipeline, child)?;
                    }
                }
                if functions.iter().all(|f| known.get(f).is_some_and(|k| callees(body, *f).is_subset(k))) {
                    break;
                }
            }
        }
        for (_, child) in body.children_mut() {
            if child.has_trait(Op::SELF, Trait::SymbolTable) {
                deep(|| self.tables(child, cx, pipelines))?;
            }
        }
        Ok(())
    }
    /// Inlines the calls between the functions of one symbol table, except for those in `known`. Returns the number of inlined calls and
    /// the remaining functions.
    fn table(&self, body: &mut Body, known: &Callees) -> (u64, Vec<Op>) {
        let table = SymbolTable::new(body);
        let functions: Vec<Op> = table
            .iter()
            .map(|(_, op)| op)
            .filter(|&op| op.implements::<dyn CallableOp>(body) && body.child(op).is_some_and(has_code))
            .collect();
        let mut uses: FxHashMap<Str, i64> = FxHashMap::default();
        let mut names = Vec::new();
        for_each_symbol_ref(body, Op::SELF, &mut |r| names.push(r.root));
        body.walk(|op| names_in(body, op, &mut names));
        for &n in &names {
            *uses.entry(n).or_default() += 1;
        }
        let limits: Limits = *body.cx().limits();
        let module_ops = functions.iter().filter_map(|&f| body.child(f)).map(|c| c.num_ops() as u64).sum();
        let budget =
            u64::from(limits.inline_growth).saturating_mul(module_ops).saturating_add(ALWAYS_ALLOWED);
        let mut work = Work { table: &table, uses, module_ops, budget, known };
        let mut inlined = 0;
        for caller in callers_first(body, &table, &functions) {
            // A private function without users is erased, together with the references in it.
            let unused =
                body.symbol_name(caller).is_none_or(|n| work.uses.get(&n).copied().unwrap_or(0) <= 0);
            if unused && body.symbol_visibility(caller) == "private" {
                names.clear();
                names_in(body, caller, &mut names);
                for n in &names {
                    *work.uses.entry(*n).or_default() -= 1;
                }
                body.erase(caller);
                continue;
            }
            let Some(mut inner) = body.take_child(caller) else { continue };
            inlined += self.caller(body, &mut work, caller, &mut inner);
            body.put_child(caller, inner);
        }
        let left = functions.into_iter().filter(|&f| body.is_live(f)).collect();
        (inlined, left)
    }
    fn caller(&self, parent: &Body, work: &mut Work<'_>, caller: Op, inner: &mut Body) -> u64 {
        let limits: Limits = *inner.cx().limits();
        let before = inner.num_ops() as u64;
        let grown = before.saturating_mul(u64::from(limits.inline_growth)).max(work.module_ops);
        let most = grown.min(u64::from(limits.inline_ops));
        // The functions whose bodies a call came from, as a list linked by index.
        let mut history: Vec<(Op, Option<usize>)> = Vec::new();
        let known = work.known.get(&caller);
        let is_known = |call: Op| known.zip(callee_attr(inner, call)).is_some_and(|(k, a)| k.contains(&a));
        let mut todo: Vec<(Op, Option<usize>)> =
            calls(inner, inner.all_ops()).filter(|&op| !is_known(op)).map(|op| (op, None)).collect();
        todo.reverse();
        let mut inlined = 0;
        while let Some((call, from)) = todo.pop() {
            let Some(callee) = callee_of(inner, work.table, call) else { continue };
            let in_history =
                std::iter::successors(from, |&i: &usize| history[i].1).any(|i| history[i].0 == callee);
            if callee == caller || in_history {
                continue;
            }
            let Some(source) = parent.child(callee).filter(|c| has_code(c)) else { continue };
            let size = source.num_ops() as u64;
            let ratio_ok = size.saturating_mul(100) <= self.inlining_threshold.saturating_mul(before.max(1));
            let too_large = inner.num_ops() as u64 + size > most || size > work.budget;
            if too_large || !ratio_ok || !fits(inner, call, source, parent, callee) {
                continue;
            }
            history.push((callee, from));
            let at = history.len() - 1;
            work.budget -= size;
            let mut names = Vec::new();
            for_each_symbol_ref(inner, call, &mut |r| names.push((r.root, -1)));
            let new = inline_call(inner, call, source);
            for &op in &new {
                for_each_symbol_ref(inner, op, &mut |r| names.push((r.root, 1)));
            }
            for (n, by) in names {
                *work.uses.entry(n).or_default() += by;
            }
            inlined += 1;
            todo.extend(calls(inner, new).map(|op| (op, Some(at))).collect::<Vec<_>>().into_iter().rev());
        }
        // Calls in what is isolated within the function, as the part of a program that each device does by itself.
        for (_, child) in inner.children_mut() {
            if is_part(child) {
                inlined += deep(|| self.caller(parent, work, caller, child));
            }
        }
        inlined
    }
}

fn has_code(body: &Body) -> bool {
    body.regions(Op::SELF).first().is_some_and(|&r| !body.blocks(r).is_empty())
}

fn calls(body: &Body, ops: Vec<Op>) -> impl Iterator<Item = Op> + '_ {
    ops.into_iter().filter(|&op| op.implements::<dyn CallOp>(body))
}

fn callee_attr(body: &Body, call: Op) -> Option<Attr> {
    call.cast::<dyn CallOp>(body)?.callee(body)
}

fn callee_of(body: &Body, table: &SymbolTable, call: Op) -> Option<Op> {
    table.lookup(body.cx(), callee_attr(body, call)?)
}

/// Whether a body is that of an op which is isolated, but neither a function nor has functions.
fn is_part(body: &Body) -> bool {
    !body.has_trait(Op::SELF, Trait::SymbolTable) && !Op::SELF.implements::<dyn CallableOp>(body)
}

/// The callees of the calls in a body, and in those that are isolated within it.
fn called(body: &Body) -> Vec<Attr> {
    let mut all: Vec<Attr> = calls(body, body.all_ops()).filter_map(|call| callee_attr(body, call)).collect();
    for (_, child) in body.children() {
        if is_part(child) {
            all.extend(deep(|| called(child)));
        }
    }
    all
}

/// The functions that a function calls directly.
fn callees(body: &Body, function: Op) -> FxHashSet<Attr> {
    body.child(function).map(called).unwrap_or_default().into_iter().collect()
}

/// Functions ordered with callers before callees, as far as the calls are acyclic.
fn callers_first(body: &Body, table: &SymbolTable, functions: &[Op]) -> Vec<Op> {
    let known: FxHashSet<Op> = functions.iter().copied().collect();
    let callees = |op: Op| -> Vec<Op> {
        let names = body.child(op).map(called).unwrap_or_default();
        let all = names.into_iter().filter_map(|name| table.lookup(body.cx(), name));
        all.filter(|c| known.contains(c)).collect()
    };
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    let mut order = Vec::with_capacity(functions.len());
    for &root in functions {
        if !seen.insert(root) {
            continue;
        }
        let mut stack = vec![(root, callees(root), 0)];
        while let Some((op, list, next)) = stack.last_mut() {
            match list.get(*next).copied() {
                Some(callee) => {
                    *next += 1;
                    if seen.insert(callee) {
                        stack.push((callee, callees(callee), 0));
                    }
                }
                None => {
                    order.push(*op);
                    stack.pop();
                }
            }
        }
    }
    // Post-order of the call graph is callees first.
    order.reverse();
    order
}

/// Whether `call` can be replaced by the body of `source`.
fn fits(inner: &Body, call: Op, source: &Body, parent: &Body, callee: Op) -> bool {
    if inner.attr(call, "no_inline").is_some() || parent.attr(callee, "no_inline").is_some() {
        return false;
    }
    let region = source.regions(Op::SELF)[0];
    let blocks = source.blocks(region);
    let Some(c) = call.cast::<dyn CallOp>(inner) else { return false };
    let arguments = c.arguments(inner);
    let entry = source.block_args(blocks[0]);
    if arguments.len() != entry.len()
        || arguments.iter().zip(entry).any(|(&a, &b)| inner.ty(a) != source.ty(b))
    {
        return false;
    }
    // Every exit of the function is a return with the result types of the call, or unreachable.
    let results: Vec<Type> = inner.result_types(call).collect();
    let returns = blocks.iter().filter_map(|&b| source.last_op(b));
    for last in returns {
        if source.successors(last).is_empty() && source.has_trait(last, Trait::ReturnLike) {
            if !source.operand_types(last).eq(results.iter().copied()) {
                return false;
            }
        } else if blocks.len() == 1
            || source.successors(last).is_empty() && !source.has_trait(last, Trait::Terminator)
        {
            return false;
        }
    }
    if blocks.len() == 1 {
        return true;
    }
    // Several blocks need a region that may have them, and a branch to the code after the call.
    let Some(holder) = inner.parent_op(call) else { return false };
    let single = inner.has_trait(holder, Trait::SingleBlock)
        || inner.has_trait(holder, Trait::GraphRegion)
        || inner.info(holder).regions.iter().any(|r| r.single_block);
    !single && inner.cx().op_info("cf.br").is_some()
}

/// Replaces `call` by the code of `source`; returns the new ops.
fn inline_call(inner: &mut Body, call: Op, source: &Body) -> Vec<Op> {
    let region = source.regions(Op::SELF)[0];
    let arguments: Vec<Value> =
        call.cast::<dyn CallOp>(inner).map(|c| c.arguments(inner).to_vec()).unwrap_or_default();
    let results = inner.results(call).to_vec();
    let call_loc = inner.loc(call);
    let temporary = inner.new_region();
    let mut map = IdMap::new();
    inner.import_region(source, region, temporary, &mut map);
    let blocks = inner.blocks(temporary).to_vec();
    let mut new = Vec::new();
    for &block in &blocks {
        for op in inner.block_ops(block).collect::<Vec<_>>() {
            new.push(op);
            new.extend(inner.ops_in(op));
        }
    }
    for &op in &new {
        let loc = call_site(inner.cx(), inner.loc(op), call_loc);
        inner.set_loc(op, loc);
    }
    // The arguments of the entry block are replaced by the operands of the call.
    for &block in blocks.iter().skip(1) {
        for arg in inner.block_args(block).to_vec() {
            let loc = call_site(inner.cx(), inner.value_loc(arg), call_loc);
            inner.set_arg_loc(arg, loc);
        }
    }
    if let [only] = blocks[..] {
        let values = match inner.last_op(only) {
            Some(last) => {
                let values: Vec<Value> = inner.operands(last).collect();
                inner.erase(last);
                values
            }
            None => Vec::new(),
        };
        // An argument that is returned directly is the value passed for it.
        let args = inner.block_args(only).to_vec();
        let values: Vec<Value> = values
            .into_iter()
            .map(|v| args.iter().position(|&a| a == v).map_or(v, |i| arguments[i]))
            .collect();
        let at = InsertPoint::before(inner, call);
        inner.inline_block(only, at, &arguments);
        for (&old, &value) in results.iter().zip(&values) {
            inner.replace_all_uses(old, value);
        }
        inner.erase(call);
    } else {
        several_blocks(inner, call, &blocks, &arguments, &results, call_loc);
    }
    new.retain(|&op| inner.is_live(op));
    new
}

fn several_blocks(
    inner: &mut Body,
    call: Op,
    blocks: &[Block],
    arguments: &[Value],
    results: &[Value],
    call_loc: Location,
) {
    let Some(block) = inner.parent_block(call) else { return };
    let Some(region) = inner.block_parent(block) else { return };
    let after = inner.split_block(block, Some(call));
    for (i, &result) in results.iter().enumerate() {
        let ty = inner.ty(result);
        let arg = inner.add_block_arg(after, ty);
        inner.set_arg_loc(arg, call_loc);
        let arg = inner.block_args(after)[i];
        inner.replace_all_uses(result, arg);
    }
    inner.erase(call);
    let first = inner.block_number(region, after).unwrap_or(0);
    for (i, &b) in blocks.iter().enumerate() {
        let last = inner.last_op(b);
        if let Some(last) =
            last.filter(|&l| inner.has_trait(l, Trait::ReturnLike) && inner.successors(l).is_empty())
        {
            let values: Vec<Value> = inner.operands(last).collect();
            let loc = inner.loc(last);
            inner.erase(last);
            branch(inner, b, after, &values, loc);
        }
        inner.move_block(b, region, Some(first + i));
    }
    // The entry continues the block of the call.
    inner.inline_block(blocks[0], InsertPoint::at_end(block), arguments);
}

/// Adds a branch. It is found by its name: this crate depends on no dialect.
fn branch(body: &mut Body, from: Block, to: Block, values: &[Value], loc: Location) {
    let Some(info) = body.cx().op_info("cf.br") else { return };
    let mut state = OpState::new(info, loc);
    state.operands = SmallVec::from_slice(values);
    state.successors.push(to);
    let op = body.create(state);
    body.insert(op, InsertPoint::at_end(from));
}

fn call_site(cx: &Context, callee: Location, caller: Location) -> Location {
    if callee == Location::UNKNOWN && caller == Location::UNKNOWN {
        return callee;
    }
    Location::from_attr(cx.attr(CallSiteLoc { callee, caller }))
}

/// The names that an op and its child body refer to. Nested ops of this body are visited on their own.
fn names_in(body: &Body, op: Op, out: &mut Vec<Str>) {
    for_each_symbol_ref(body, op, &mut |r| out.push(r.root));
    if let Some(child) = body.child(op) {
        for op in child.all_ops() {
            deep(|| names_in(child, op, out));
        }
    }
}
