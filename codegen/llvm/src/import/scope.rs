//! The body of a function, or of the initializer of a global, that is being built.

use std::collections::hash_map::Entry;

use llvm_sys::LLVMValueKind as Kind;
use rustc_hash::FxHashMap;
use strata_ir::core::OpDef;
use strata_ir::core::{Attr, Block, Body, Context, InsertPoint, Location, Op, OpState, Type, Value};
use strata_llvm::BlockAddressOp;
use strata_llvm::metadata::{BlockAddress, BlockTag, Of};

use super::constants;
use super::raw::{Block as RawBlock, Ty, Value as Raw};
use super::{Import, Outcome};

/// A body, and what its values and blocks are made from.
pub(super) struct Scope<'i, 'm> {
    pub(super) import: &'i mut Import<'m>,
    pub(super) body: Body,
    pub(super) values: FxHashMap<Raw<'m>, Value>,
    pub(super) blocks: FxHashMap<RawBlock<'m>, Block>,
    pub(super) loc: Location,
    /// Where instructions go.
    pub(super) current: Block,
    /// Constants are at the start of this block, in the order in which they are needed.
    entry: Block,
    last_constant: Option<Op>,
    in_constants: bool,
}

impl<'i, 'm> Scope<'i, 'm> {
    /// A scope whose constants go to the start of `entry`.
    pub(super) fn new(import: &'i mut Import<'m>, body: Body, entry: Block, loc: Location) -> Self {
        Self {
            import,
            body,
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            loc,
            current: entry,
            entry,
            last_constant: None,
            in_constants: false,
        }
    }

    pub(super) fn cx(&self) -> &Context {
        self.body.cx()
    }

    pub(super) fn ty(&mut self, ty: Ty<'m>) -> Outcome<Type> {
        self.import.ty(ty)
    }

    /// The state of an op, if the dialect has it.
    pub(super) fn state(&self, name: &str) -> Outcome<OpState> {
        let info = self.cx().op_info(name).ok_or_else(|| format!("there is no op '{name}'"))?;
        Ok(OpState::new(info, self.loc))
    }

    /// Builds an op with these operands, results and attributes.
    pub(super) fn build(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attr)],
    ) -> Outcome<Op> {
        let mut state = self.state(name)?;
        state.operands.extend_from_slice(operands);
        state.result_types.extend_from_slice(results);
        for (name, attr) in attrs {
            state.set_attr(self.body.cx(), name, *attr);
        }
        self.emit(state)
    }

    /// Inserts an op: after the last constant, or at the end of the current block.
    pub(super) fn emit(&mut self, state: OpState) -> Outcome<Op> {
        self.body.check_room(&state)?;
        let op = self.body.create(state);
        let at = match (self.in_constants, self.last_constant) {
            (false, _) => InsertPoint::at_end(self.current),
            (true, Some(last)) => InsertPoint::after(&self.body, last),
            (true, None) => InsertPoint::at_start(&self.body, self.entry),
        };
        self.body.insert(op, at);
        if self.in_constants {
            self.last_constant = Some(op);
        }
        Ok(op)
    }

    /// The value for an operand: of an instruction, an argument, or a constant, whose op is made when it is first needed.
    pub(super) fn value(&mut self, raw: Raw<'m>) -> Outcome<Value> {
        if let Some(&known) = self.values.get(&raw) {
            return Ok(known);
        }
        if !raw.is_constant() {
            return Err(match raw.kind() {
                Kind::LLVMMetadataAsValueValueKind => "an operand is metadata".to_owned(),
                Kind::LLVMInlineAsmValueKind => "an operand is inline assembly".to_owned(),
                _ => "an operand is used before its definition".to_owned(),
            });
        }
        let within = std::mem::replace(&mut self.in_constants, true);
        let made = self.constant(raw);
        self.in_constants = within;
        made
    }

    pub(super) fn values(&mut self, all: impl IntoIterator<Item = Raw<'m>>) -> Outcome<Vec<Value>> {
        all.into_iter().map(|raw| self.value(raw)).collect()
    }

    /// Makes the ops of a constant, those of its parts first, from the last part on.
    fn constant(&mut self, raw: Raw<'m>) -> Outcome<Value> {
        let mut work = vec![raw];
        let mut left: FxHashMap<Raw<'m>, Vec<Raw<'m>>> = FxHashMap::default();
        while let Some(&current) = work.last() {
            if self.values.contains_key(&current) {
                work.pop();
                continue;
            }
            if let Entry::Vacant(new) = left.entry(current) {
                if self.simple_constant(current)? {
                    continue;
                }
                new.insert(constants::parts(current));
            }
            match left.get_mut(&current).and_then(Vec::pop) {
                Some(part) => work.push(part),
                None => {
                    let value = self.compound_constant(current)?;
                    self.values.insert(current, value);
                }
            }
        }
        self.values.get(&raw).copied().ok_or_else(|| "a constant has no value".to_owned())
    }

    /// Makes the op of a constant without parts; returns whether it is one.
    fn simple_constant(&mut self, raw: Raw<'m>) -> Outcome<bool> {
        let ty = self.ty(raw.ty())?;
        let (name, attr) = match raw.kind() {
            Kind::LLVMFunctionValueKind
            | Kind::LLVMGlobalVariableValueKind
            | Kind::LLVMGlobalAliasValueKind
            | Kind::LLVMGlobalIFuncValueKind => {
                let symbol = self.cx().symbol_ref(&self.import.symbol(raw));
                ("llvm.mlir.addressof", Some(("global_name", symbol)))
            }
            Kind::LLVMUndefValueValueKind => ("llvm.mlir.undef", None),
            Kind::LLVMPoisonValueKind => ("llvm.mlir.poison", None),
            Kind::LLVMConstantTokenNoneValueKind => ("llvm.mlir.none", None),
            Kind::LLVMConstantPointerNullValueKind | Kind::LLVMConstantTargetNoneValueKind => {
                ("llvm.mlir.zero", None)
            }
            Kind::LLVMBlockAddressValueKind => {
                self.block_address(raw)?;
                return Ok(true);
            }
            // Upstream makes the ops of all parts first, whether it uses them or not.
            Kind::LLVMConstantAggregateZeroValueKind
            | Kind::LLVMConstantArrayValueKind
            | Kind::LLVMConstantStructValueKind
            | Kind::LLVMConstantVectorValueKind => return Ok(false),
            _ => match constants::attribute(self.cx(), self.import.module, raw, ty) {
                Some(value) => ("llvm.mlir.constant", Some(("value", value))),
                None => return Ok(false),
            },
        };
        let op = self.build(name, &[], &[ty], attr.as_slice())?;
        self.values.insert(raw, self.body.result(op, 0));
        Ok(true)
    }

    fn block_address(&mut self, raw: Raw<'m>) -> Outcome<()> {
        let (function, block) = raw.block_address().ok_or("a constant is no address of a block")?;
        let id = self.import.block_tag(block);
        let ty = self.ty(raw.ty())?;
        let cx = self.cx();
        let tag = Of::new(cx.attr(BlockTag { id }));
        let place = BlockAddress { function: cx.symbol_ref(&self.import.symbol(function)), tag };
        let attr = cx.attr(place);
        let mut state = OpState::new(BlockAddressOp::info(), self.loc);
        state.set_attr(self.body.cx(), "block_addr", attr);
        state.result_types.push(ty);
        let op = self.emit(state)?;
        self.values.insert(raw, self.body.result(op, 0));
        Ok(())
    }

    /// Makes the ops of a constant whose parts have values: an expression, or an aggregate element by element.
    fn compound_constant(&mut self, raw: Raw<'m>) -> Outcome<Value> {
        if raw.kind() == Kind::LLVMConstantExprValueKind {
            if !raw.opcode().is_some_and(constants::is_expression) {
                return Err("a constant expression has no form in the dialect".to_owned());
            }
            let op = self.expression(raw)?;
            return Ok(self.body.result(op, 0));
        }
        let ty = self.ty(raw.ty())?;
        let whole = match constants::attribute(self.cx(), self.import.module, raw, ty) {
            Some(value) => Some(("llvm.mlir.constant", Some(("value", value)))),
            None if raw.kind() == Kind::LLVMConstantAggregateZeroValueKind => Some(("llvm.mlir.zero", None)),
            None => None,
        };
        if let Some((name, attr)) = whole {
            let op = self.build(name, &[], &[ty], attr.as_slice())?;
            return Ok(self.body.result(op, 0));
        }
        let parts = constants::parts(raw);
        if parts.is_empty() {
            return Err(format!("the constant '{}' has no form in the dialect", shortened(&raw.to_text())));
        }
        let undef = self.build("llvm.mlir.undef", &[], &[ty], &[])?;
        let mut whole = self.body.result(undef, 0);
        let is_vector = raw.kind() == Kind::LLVMConstantVectorValueKind;
        for (i, part) in parts.into_iter().enumerate() {
            let value = self.value(part)?;
            let op = if is_vector {
                let position = self.body.cx().int_attr(i as i64, self.body.cx().i32());
                let i32 = self.body.cx().i32();
                let index = self.build("llvm.mlir.constant", &[], &[i32], &[("value", position)])?;
                let index = self.body.result(index, 0);
                self.build("llvm.insertelement", &[whole, value, index], &[ty], &[])?
            } else {
                let position = self.body.cx().i64_array(&[i as i64]);
                self.build("llvm.insertvalue", &[whole, value], &[ty], &[("position", position)])?
            };
            whole = self.body.result(op, 0);
        }
        Ok(whole)
    }
}

/// The start of a text, for messages.
pub(super) fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(200)]
}
