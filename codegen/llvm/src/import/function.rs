//! Functions: attributes, blocks, and instructions that go to other blocks.

use llvm_sys::LLVMOpcode::*;
use llvm_sys::core::*;
use rustc_hash::FxHashSet;
use strata_ir::core::{Attr, Block, Body, Diagnostic, FileLineColLoc, Location, Op, OpDef, OpState, Value};
use strata_llvm::metadata::BlockTag;
use strata_llvm::{BlockTagOp, CConv, FuncOp, InvokeOp, LlvmFunctionType};

use super::attributes::{LlvmAttribute, Place, dictionary, memory_effects};
use super::calls::{Call, collector};
use super::convention::calling_convention;
use super::metadata::{Node, branch_weights, loop_annotation};
use super::raw::{Block as RawBlock, Ty, Value as Raw, text};
use super::scope::{Scope, shortened};
use super::{Import, Outcome, constants};

/// The blocks of a function that can be reached, in their order, and in the order in which each comes after those that lead to it, but for
/// loops.
fn order<'m>(function: Raw<'m>) -> (Vec<RawBlock<'m>>, Vec<RawBlock<'m>>) {
    let all = function.blocks();
    let Some(&entry) = all.first() else { return (Vec::new(), Vec::new()) };
    let successors = |block: RawBlock<'m>| {
        let last = block.instructions().last().copied();
        last.map(Raw::successors).unwrap_or_default().into_iter()
    };
    let (mut seen, mut finished) = (FxHashSet::from_iter([entry]), Vec::new());
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, left)) = stack.last_mut() {
        match left.find(|next| seen.insert(*next)) {
            Some(next) => stack.push((next, successors(next))),
            None => {
                finished.push(*block);
                stack.pop();
            }
        }
    }
    finished.reverse();
    // A block whose address is taken can be reached by `indirectbr` only, which names it.
    (all.into_iter().filter(|block| seen.contains(block)).collect(), finished)
}

/// Builds a function.
pub(super) fn function<'m>(import: &mut Import<'m>, raw: Raw<'m>) -> Result<(), Diagnostic> {
    let loc = import.loc;
    let failed = |why: String| Diagnostic::error(loc, format!("function '{}': {why}", raw.name()));
    let mut state = head(import, raw).map_err(failed)?;
    let (blocks, sorted) = order(raw);
    if !blocks.is_empty() {
        state.child = Some(Box::new(body(import, raw, &blocks, &sorted)?));
    }
    import.insert(state).map_err(failed)?;
    Ok(())
}

/// The op of a function, without a body.
fn head<'m>(import: &mut Import<'m>, raw: Raw<'m>) -> Outcome<OpState> {
    let cx = import.cx.clone();
    // SAFETY: the value is a live function.
    let ty = unsafe { Ty::new(LLVMGlobalGetValueType(raw.raw())) };
    let ty = import.ty(ty.ok_or("it has no type")?)?;
    let ty = cx.type_as::<LlvmFunctionType>(ty).cloned().ok_or("its type is none of a function")?;
    let (name, params) = (import.symbol(raw), ty.params.len());
    let mut state = FuncOp::state(&cx, &name, ty, import.loc);
    for (name, attr) in import.symbol_attrs(raw)? {
        state.set_attr(&cx, name, attr);
    }
    // SAFETY: the value is a live function; a personality is asked of one that has it.
    let (convention, personality, has_data) = unsafe {
        let personality = (LLVMHasPersonalityFn(raw.raw()) != 0).then(|| LLVMGetPersonalityFn(raw.raw()));
        let has_data = LLVMHasPrefixData(raw.raw()) != 0 || LLVMHasPrologueData(raw.raw()) != 0;
        (LLVMGetFunctionCallConv(raw.raw()), personality.and_then(|p| Raw::new(p)), has_data)
    };
    let convention = calling_convention(convention)?;
    if convention != CConv::C {
        state.set_attr(&cx, "CConv", cx.attr(convention));
    }
    if let Some(personality) = personality {
        state.set_attr(&cx, "personality", cx.symbol_ref(&import.symbol(personality)));
    }
    if has_data {
        import.dropped("data in front of functions");
    }
    if let Some(gc) = collector(raw) {
        state.set_attr(&cx, "garbageCollector", cx.string_attr(&gc));
    }
    let mut dropped = Vec::new();
    let mut list = |import: &mut Import<'m>, places: &[Place]| {
        let one = |&place: &Place| {
            let all = import.names.of_function(raw, place);
            dictionary(&import.cx.clone(), &all, |ty| import.ty(ty), &mut dropped)
        };
        places.iter().map(one).collect::<Outcome<Vec<Attr>>>()
    };
    let empty = cx.dict_attr(Vec::new());
    let arguments = list(import, &(0..params as u32).map(Place::Argument).collect::<Vec<_>>())?;
    let result = list(import, &[Place::Result])?;
    for (name, list) in [("arg_attrs", arguments), ("res_attrs", result)] {
        if list.iter().any(|&a| a != empty) {
            state.set_attr(&cx, name, cx.array_attr(list));
        }
    }
    dropped.iter().for_each(|name| import.dropped(&format!("attribute '{name}' of arguments")));
    facts(import, raw, &mut state);
    Ok(state)
}

/// Attributes of functions that are flags of the op.
const FLAGS: [(&str, &str); 7] = [
    ("alwaysinline", "always_inline"),
    ("convergent", "convergent"),
    ("inlinehint", "inline_hint"),
    ("noinline", "no_inline"),
    ("nounwind", "no_unwind"),
    ("optnone", "optimize_none"),
    ("willreturn", "will_return"),
];
/// Attributes with a text; those with `true` are truth values.
const TEXTS: [(&str, &str, bool); 13] = [
    ("tune-cpu", "tune_cpu", false),
    ("reciprocal-estimates", "reciprocal_estimates", false),
    ("prefer-vector-width", "prefer_vector_width", false),
    ("no-infs-fp-math", "no_infs_fp_math", true),
    ("no-nans-fp-math", "no_nans_fp_math", true),
    ("no-signed-zeros-fp-math", "no_signed_zeros_fp_math", true),
    ("denormal-fp-math", "denormal_fp_math", false),
    ("denormal-fp-math-f32", "denormal_fp_math_f32", false),
    ("fp-contract", "fp_contract", false),
    ("instrument-function-entry", "instrument_function_entry", false),
    ("instrument-function-exit", "instrument_function_exit", false),
    ("target-cpu", "target_cpu", false),
    ("frame-pointer", "frame_pointer", false),
];

/// Sets what a function says about itself; what has no attribute is handed on as text.
fn facts(import: &mut Import<'_>, raw: Raw<'_>, state: &mut OpState) {
    let cx = import.cx.clone();
    let mut rest = Vec::new();
    let text = |s: &str| cx.string_attr(s);
    for attribute in import.names.of_function(raw, Place::Function) {
        match attribute {
            LlvmAttribute::Enum("memory", bits) => {
                state.set_attr(&cx, "memory_effects", memory_effects(&cx, bits));
            }
            LlvmAttribute::Enum("uwtable", kind) => {
                let kind =
                    if kind == 1 { strata_llvm::UwTableKind::Sync } else { strata_llvm::UwTableKind::Async };
                state.set_attr(&cx, "uwtable_kind", cx.attr(kind));
            }
            LlvmAttribute::Enum("vscale_range", bits) => {
                let number = |n: u64| cx.int_attr((n & 0xffff_ffff) as i64, cx.i32());
                let range = strata_llvm::metadata::VscaleRange {
                    min_range: number(bits >> 32),
                    max_range: number(bits),
                };
                state.set_attr(&cx, "vscale_range", cx.attr(range));
            }
            LlvmAttribute::Enum(name, number) => match FLAGS.iter().find(|row| row.0 == name) {
                Some((_, attr)) => state.set_attr(&cx, attr, cx.unit()),
                None if number == 0 => rest.push(text(name)),
                None => rest.push(cx.array_attr(vec![text(name), text(&number.to_string())])),
            },
            LlvmAttribute::Text(key, value) => {
                let handed_on = cx.array_attr(vec![text(&key), text(&value)]);
                // Upstream hands these on, too.
                if matches!(key.as_str(), "target-cpu" | "prefer-vector-width") {
                    rest.push(handed_on);
                }
                if !text_fact(&cx, &key, &value, state) {
                    rest.push(if value.is_empty() { text(&key) } else { handed_on });
                }
            }
            LlvmAttribute::Type(name, _) | LlvmAttribute::Other(name) => {
                import.dropped(&format!("attribute '{name}' of functions"));
            }
        }
    }
    if !rest.is_empty() {
        state.set_attr(&cx, "passthrough", cx.array_attr(rest));
    }
}

/// Sets an attribute that LLVM has as a text; returns whether the op has it.
fn text_fact(cx: &strata_ir::core::Context, key: &str, value: &str, state: &mut OpState) -> bool {
    if key == "target-features" {
        let features = value.split(',').filter(|f| !f.is_empty()).map(|f| cx.string_attr(f)).collect();
        state.set_attr(cx, "target_features", cx.attr(strata_llvm::TargetFeatures { features }));
        return true;
    }
    let Some(&(_, attr, is_bool)) = TEXTS.iter().find(|row| row.0 == key) else { return false };
    let attr_value = match (key, is_bool) {
        ("frame-pointer", _) => {
            use strata_llvm::FramePointerKind as Kind;
            let kinds = [
                ("none", Kind::None),
                ("non-leaf", Kind::NonLeaf),
                ("all", Kind::All),
                ("reserved", Kind::Reserved),
                ("non-leaf-no-reserve", Kind::NonLeafNoReserve),
            ];
            let Some(kind) = kinds.iter().find(|row| row.0 == value) else { return false };
            cx.attr(kind.1)
        }
        (_, true) => cx.bool_attr(value == "true"),
        (_, false) => cx.string_attr(value),
    };
    state.set_attr(cx, attr, attr_value);
    true
}

/// The body of a function.
fn body<'m>(
    import: &mut Import<'m>,
    raw: Raw<'m>,
    blocks: &[RawBlock<'m>],
    sorted: &[RawBlock<'m>],
) -> Result<Body, Diagnostic> {
    let loc = import.loc;
    let at = |why: String| Diagnostic::error(loc, format!("function '{}': {why}", raw.name()));
    let mut body = Body::new(&import.cx, FuncOp::info(), loc);
    let region = body.regions(Op::SELF)[0];
    let mut made: Vec<Block> = Vec::with_capacity(blocks.len());
    for (i, block) in blocks.iter().enumerate() {
        let values = if i == 0 { raw.arguments() } else { block.phis().collect() };
        let types = values.iter().map(|v| import.ty(v.ty())).collect::<Outcome<Vec<_>>>().map_err(at)?;
        body.check_room_for(0, types.len()).map_err(at)?;
        made.push(body.add_block(region, &types));
    }
    let entry = *made.first().ok_or_else(|| at("it has no entry".to_owned()))?;
    let mut scope = Scope::new(import, body, entry, loc);
    for (i, (&block, &new)) in blocks.iter().zip(&made).enumerate() {
        let values = if i == 0 { raw.arguments() } else { block.phis().collect() };
        scope.values.extend(values.into_iter().zip(scope.body.block_args(new).to_vec()));
        scope.blocks.insert(block, new);
    }
    for &block in sorted {
        let Some(&new) = scope.blocks.get(&block) else { continue };
        scope.current = new;
        if block.has_address() {
            let id = scope.import.block_tag(block);
            let tag = scope.cx().attr(BlockTag { id });
            let mut state = OpState::new(BlockTagOp::info(), loc);
            state.set_attr(&scope.import.cx, "tag", tag);
            scope.emit(state).map_err(at)?;
        }
        for instruction in block.instructions() {
            scope.loc = location(scope.import, instruction);
            let place = scope.loc;
            let failed = |why: String| {
                let text = instruction.to_text();
                Diagnostic::error(place, format!("cannot import '{}': {why}", shortened(text.trim())))
            };
            scope.instruction(block, instruction).map_err(failed)?;
        }
    }
    Ok(scope.body)
}

/// The place in the source that an instruction is from, if the module tells.
fn location(import: &Import<'_>, raw: Raw<'_>) -> Location {
    let mut length = 0;
    // SAFETY: the value is a live instruction; the name has so many bytes.
    let (line, column, file) = unsafe {
        let line = LLVMGetDebugLocLine(raw.raw());
        if line == 0 {
            return import.loc;
        }
        let data = LLVMGetDebugLocFilename(raw.raw(), &raw mut length);
        (line, LLVMGetDebugLocColumn(raw.raw()), text(data, length as usize))
    };
    let place = (line, column.max(1));
    let loc = FileLineColLoc { file: import.cx.intern(&file), start: place, end: place };
    Location::from_attr(import.cx.attr(loc))
}

impl<'m> Scope<'_, 'm> {
    fn instruction(&mut self, block: RawBlock<'m>, raw: Raw<'m>) -> Outcome<()> {
        let opcode = raw.opcode().ok_or("it is no instruction")?;
        let op = match opcode {
            LLVMPHI => return Ok(()),
            LLVMBr => self.branch(block, raw)?,
            LLVMSwitch => self.switch(block, raw)?,
            LLVMIndirectBr => self.indirect_branch(block, raw)?,
            LLVMInvoke => return self.invoke(block, raw),
            LLVMCall => match self.call(raw)? {
                Some(op) => op,
                None => return Ok(()),
            },
            _ => self.expression(raw)?,
        };
        if let Some(&result) = self.body.results(op).first() {
            self.values.insert(raw, result);
        }
        self.import.check_metadata(raw);
        Ok(())
    }

    /// The values that a branch hands to the phis of a block.
    fn handed_over(&mut self, from: RawBlock<'m>, to: RawBlock<'m>) -> Outcome<Vec<Value>> {
        let phis: Vec<_> = to.phis().collect();
        let incoming = |phi: Raw<'m>| phi.incoming(from).ok_or_else(|| "a phi has no value".to_owned());
        phis.into_iter().map(|phi| self.value(incoming(phi)?)).collect()
    }

    fn block(&self, raw: RawBlock<'m>) -> Outcome<Block> {
        self.blocks.get(&raw).copied().ok_or_else(|| "it goes to an unknown block".to_owned())
    }

    /// Weights and hints of a terminator.
    fn branch_attrs(&mut self, raw: Raw<'m>) -> Vec<(&'static str, Attr)> {
        let cx = self.import.cx.clone();
        let mut attrs = Vec::new();
        if let Some(node) = Node::of_instruction(self.import.module, raw, "prof") {
            match branch_weights(&cx, node) {
                Some(weights) => attrs.push(("branch_weights", weights)),
                None => self.import.dropped("metadata 'prof' of another form"),
            }
        }
        if let Some(node) = Node::of_instruction(self.import.module, raw, "llvm.loop") {
            match loop_annotation(&cx, node) {
                Some(hints) => attrs.push(("loop_annotation", hints)),
                None => self.import.dropped("metadata 'llvm.loop' of another form"),
            }
        }
        attrs
    }

    fn branch(&mut self, block: RawBlock<'m>, raw: Raw<'m>) -> Outcome<Op> {
        let successors = raw.successors();
        let mut attrs = self.branch_attrs(raw);
        let mut operands = Vec::new();
        let name = if successors.len() == 1 { "llvm.br" } else { "llvm.cond_br" };
        let mut sizes = Vec::new();
        if successors.len() == 2 {
            let condition = raw.operand(0).ok_or("it has no condition")?;
            operands.push(self.value(condition)?);
            sizes.push(1);
        }
        for &to in &successors {
            let values = self.handed_over(block, to)?;
            sizes.push(values.len() as i32);
            operands.extend(values);
        }
        if successors.len() == 2 {
            attrs.push(("operandSegmentSizes", self.cx().i32_array(&sizes)));
        } else {
            attrs.retain(|a| a.0 != "branch_weights");
        }
        self.terminator(name, &operands, &successors, &attrs)
    }

    fn terminator(
        &mut self,
        name: &str,
        operands: &[Value],
        successors: &[RawBlock<'m>],
        attrs: &[(&str, Attr)],
    ) -> Outcome<Op> {
        let mut state = self.state(name)?;
        state.operands.extend_from_slice(operands);
        for &to in successors {
            state.successors.push(self.block(to)?);
        }
        for (name, attr) in attrs {
            state.set_attr(&self.import.cx, name, *attr);
        }
        self.emit(state)
    }

    fn switch(&mut self, block: RawBlock<'m>, raw: Raw<'m>) -> Outcome<Op> {
        let successors = raw.successors();
        let condition = raw.operand(0).ok_or("it has no condition")?;
        let value = self.value(condition)?;
        let ty = self.ty(condition.ty())?;
        let cx = self.import.cx.clone();
        let mut operands = vec![value];
        let (mut sizes, mut numbers) = (Vec::new(), Vec::new());
        let bytes = strata_ir::core::attrs::element_bytes(&cx, ty).ok_or("its type has no size")?;
        for (i, &to) in successors.iter().enumerate() {
            let values = self.handed_over(block, to)?;
            sizes.push(values.len() as i32);
            operands.extend(values);
            if i > 0 {
                // SAFETY: the value is a live `switch` with a case for each successor but the first.
                let case = unsafe { Raw::new(LLVMGetSwitchCaseValue(raw.raw(), i as u32)) };
                let bits = case.and_then(constants::int_bits).ok_or("a case is no number")?;
                let mut number = bits.to_le_bytes();
                number.resize(bytes, 0);
                numbers.extend(number);
            }
        }
        let (default, cases) = sizes.split_first().ok_or("it goes nowhere")?;
        let mut attrs = self.branch_attrs(raw);
        attrs.retain(|a| a.0 == "branch_weights");
        attrs.push(("case_operand_segments", cx.i32_array(cases)));
        attrs.push(("operandSegmentSizes", cx.i32_array(&[1, *default, cases.iter().sum()])));
        if !cases.is_empty() {
            let shape = cx.vector(&[cases.len() as i64], ty);
            attrs.push(("case_values", cx.dense_attr(shape, numbers).ok_or("its cases have no type")?));
        }
        self.terminator("llvm.switch", &operands, &successors, &attrs)
    }

    fn indirect_branch(&mut self, block: RawBlock<'m>, raw: Raw<'m>) -> Outcome<Op> {
        let successors = raw.successors();
        let address = raw.operand(0).ok_or("it has no address")?;
        let mut operands = vec![self.value(address)?];
        let mut sizes = Vec::new();
        for &to in &successors {
            let values = self.handed_over(block, to)?;
            sizes.push(values.len() as i32);
            operands.extend(values);
        }
        let attrs = [("indbr_operand_segments", self.cx().i32_array(&sizes))];
        self.terminator("llvm.indirectbr", &operands, &successors, &attrs)
    }

    /// `invoke`. A phi of its normal destination that takes its result gets it from a block in between, as an op cannot hand over what it
    /// makes itself.
    fn invoke(&mut self, block: RawBlock<'m>, raw: Raw<'m>) -> Outcome<()> {
        let call = Call::new(raw)?;
        let (operands, attrs) = self.callee(&call)?;
        let successors = raw.successors();
        let [normal, unwind] = successors.as_slice() else {
            return Err("it has no two destinations".to_owned());
        };
        let takes_result = normal.phis().any(|phi| phi.incoming(block) == Some(raw));
        let to_normal = if takes_result { Vec::new() } else { self.handed_over(block, *normal)? };
        let to_unwind = self.handed_over(block, *unwind)?;
        let mut attrs = attrs;
        let weights = self.branch_attrs(raw);
        attrs.extend(weights.into_iter().filter(|a| a.0 == "branch_weights"));
        let op = self.with_bundles(raw, "llvm.invoke", operands, attrs, Some([to_normal, to_unwind]))?;
        if let Some(&result) = self.body.results(op).first() {
            self.values.insert(raw, result);
        }
        if !takes_result {
            return Ok(());
        }
        let region = self.body.regions(Op::SELF)[0];
        let after = self.body.blocks(region).iter().position(|&b| b == self.current).map_or(0, |i| i + 1);
        let between = self.body.insert_block(region, after, &[]);
        self.body.set_successor(op, 0, between);
        self.current = between;
        let values = self.handed_over(block, *normal)?;
        self.terminator("llvm.br", &values, &[*normal], &[]).map(|_| ())
    }

    /// The op of an `invoke` with all operands.
    pub(super) fn invoke_op(
        &mut self,
        raw: Raw<'m>,
        operands: &[Value],
        attrs: &[(&'static str, Attr)],
    ) -> Outcome<Op> {
        let ty = self.ty(raw.ty())?;
        let mut state = OpState::new(InvokeOp::info(), self.loc);
        state.operands.extend_from_slice(operands);
        if !strata_llvm::types::is_void(self.cx(), ty) {
            state.result_types.push(ty);
        }
        for to in raw.successors() {
            state.successors.push(self.block(to)?);
        }
        for (name, attr) in attrs {
            state.set_attr(&self.import.cx, name, *attr);
        }
        self.emit(state)
    }
}
