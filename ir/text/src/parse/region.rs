//! Regions and blocks.

use rustc_hash::FxHashMap;
use strata_core::{Block, Body, Location, Op, OpState, Region, Trait, Type, Value};

use super::{
    PResult, ParseError, Parser,
    names::{Name, Unresolved, empty},
};

/// An argument of an entry block whose name a custom syntax gives outside of the region.
#[derive(Clone, Copy, Debug)]
pub struct BlockArg<'s> {
    /// The name without `%`.
    pub name: &'s str,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub loc: Location,
}

/// The blocks of the region being parsed.
#[derive(Default)]
pub(super) struct Blocks<'s> {
    by_name: FxHashMap<Name<'s>, (Block, Location, bool)>,
}

impl<'s> Parser<'s> {
    /// `%name: type`, with an optional `loc(...)`.
    pub fn block_arg(&mut self) -> PResult<BlockArg<'s>> {
        let loc = self.location();
        let name = self.new_name()?;
        self.expect_in(":", " and type for SSA operand")?;
        let ty = self.ty()?;
        let loc = self.location_opt()?.unwrap_or(loc);
        Ok(BlockArg { name, ty, loc })
    }
    /// `%name`, the name of a value that the custom syntax defines.
    pub fn arg_name(&mut self) -> PResult<(&'s str, Location)> {
        let loc = self.location();
        Ok((self.new_name()?, loc))
    }
    /// `%name` whose type stands elsewhere, with an optional `loc(...)`.
    pub fn untyped_arg(&mut self) -> PResult<(&'s str, Location)> {
        let (name, loc) = self.arg_name()?;
        Ok((name, self.location_opt()?.unwrap_or(loc)))
    }
    /// `%name`; one result of several has no name of its own.
    fn new_name(&mut self) -> PResult<&'s str> {
        let name = self.suffix_id(b'%', "SSA operand")?;
        if self.byte(self.pos) == b'#' && self.byte(self.pos + 1).is_ascii_digit() {
            return Err(self.err("result number not allowed in argument list"));
        }
        Ok(name)
    }
    /// A region in braces, as the next one of the op.
    ///
    /// `args` are the arguments of its entry block; when there are none the region may declare its own.
    pub fn region(&mut self, state: &mut OpState, args: &[BlockArg<'s>]) -> PResult<()> {
        let limit = self.cx.limits().region_depth;
        if self.default_dialects.len() as u32 > limit {
            return Err(self.err(format!("nesting exceeds the limit of {limit} regions (region_depth)")));
        }
        let default = match self.custom_op {
            Some(_) => default_dialect(state).unwrap_or_default(),
            None => self.default_dialects.last().copied().unwrap_or_default(),
        };
        self.default_dialects.push(default);
        let r = strata_core::writer::deep(|| {
            if state.info.has(Trait::IsolatedFromAbove) {
                self.isolated_region(state, args)
            } else {
                let region = self.body.new_region();
                state.regions.push(region);
                self.region_body(region, args, false)
            }
        });
        self.default_dialects.pop();
        r
    }
    /// A region of an isolated op, the arguments of whose entry block have the names of the operands of the op. Where two of them would
    /// have one name, the region declares its arguments.
    pub fn region_of_operands(
        &mut self,
        state: &mut OpState,
        operands: &[Unresolved<'s>],
        types: &[Type],
    ) -> PResult<()> {
        let repeated = operands
            .iter()
            .enumerate()
            .find(|&(i, o)| operands[..i].iter().any(|p| (p.name, p.index) == (o.name, o.index)));
        let arg = |(o, &ty): (&Unresolved<'s>, &Type)| BlockArg { name: o.written, ty, loc: o.loc };
        let mut args: Vec<BlockArg<'s>> = operands.iter().zip(types).map(arg).collect();
        let loc = self.location();
        let first = state.regions.len();
        if repeated.is_some() {
            args.clear();
        }
        self.region(state, &args)?;
        if let Some((_, operand)) = repeated {
            let child = state.child.as_ref();
            let declared = child.is_some_and(|child| {
                let region = child.regions(strata_core::Op::SELF).get(first);
                let entry = region.and_then(|&r| child.blocks(r).first());
                entry.is_some_and(|&entry| child.block_args(entry).len() == operands.len())
            });
            if !declared {
                let (op, name) = (state.info.name, operand.name);
                let message =
                    format!("'{op}' with recurring operands expected block arguments: '%{name}' recurs");
                return Err(self.error_at(loc, message));
            }
        }
        Ok(())
    }
    /// As [`Parser::region`], if `{` comes next.
    pub fn region_opt(&mut self, state: &mut OpState, args: &[BlockArg<'s>]) -> PResult<bool> {
        if self.peek_byte() != b'{' {
            return Ok(false);
        }
        self.region(state, args)?;
        Ok(true)
    }
    fn isolated_region(&mut self, state: &mut OpState, args: &[BlockArg<'s>]) -> PResult<()> {
        let mut child = match state.child.take() {
            Some(child) => child,
            None => match self.spare_bodies.pop() {
                Some(mut spare) => {
                    spare.reset(state.info, state.loc);
                    spare
                }
                None => Box::new(Body::new(self.cx, state.info, state.loc)),
            },
        };
        child.reserve_attr_slots(Op::SELF, state.n_attr_slots());
        let number = state.regions.len();
        let region = match child.regions(Op::SELF).get(number) {
            Some(&r) => r,
            None => {
                let r = child.new_region();
                child.push_region(Op::SELF, r);
                r
            }
        };
        // Only their number matters for an isolated op.
        state.regions.push(region);
        std::mem::swap(&mut self.body, &mut child);
        let outer_scope = self.enter_scope();
        let mut r = self.region_body(region, args, true);
        if r.is_ok() {
            r = self.finish_scope();
        }
        self.leave_scope(outer_scope);
        state.child = Some(Box::new(self.body.take_fitted()));
        std::mem::swap(&mut self.body, &mut child);
        self.spare_bodies.push(child);
        r
    }
    fn region_body(&mut self, region: Region, args: &[BlockArg<'s>], isolated: bool) -> PResult<()> {
        self.expect_in("{", " to begin a region")?;
        let mark = self.open_scope();
        let inner = self.spare_blocks.pop().unwrap_or_default();
        let outer = std::mem::replace(&mut self.blocks, inner);
        let r = match self.record {
            None => self.region_blocks(region, args),
            Some(_) => self.recorded_region(isolated, |p| p.region_blocks(region, args)),
        };
        let mut blocks = std::mem::replace(&mut self.blocks, outer);
        self.close_scope(mark);
        r?;
        self.check_blocks(&blocks)?;
        let used = blocks.by_name.len();
        empty(&mut blocks.by_name, used);
        self.spare_blocks.push(blocks);
        Ok(())
    }
    /// At the end of a region, every block that was named must have been defined.
    pub(super) fn check_blocks(&mut self, blocks: &Blocks<'_>) -> PResult<()> {
        let mut missing: Vec<Location> = blocks.by_name.values().filter(|b| !b.2).map(|b| b.1).collect();
        if missing.is_empty() || !self.diags.is_empty() {
            return Ok(());
        }
        let cx = self.cx;
        missing.sort_by_key(|l| l.file_line_col(cx).map(|(_, line, col)| (line, col)));
        for loc in missing {
            let e = self
                .undefined_block(loc, blocks.by_name.iter().filter(|(_, b)| b.2).map(|(name, _)| name.text));
            self.report(e);
        }
        Err(ParseError(None))
    }
    fn region_blocks(&mut self, region: Region, args: &[BlockArg<'s>]) -> PResult<()> {
        if self.peek_byte() == b'}' && args.is_empty() {
            self.pos += 1;
            return Ok(());
        }
        if self.peek_byte() != b'^' || !args.is_empty() {
            let block = self.body.add_block(region, &[]);
            self.record_block(None);
            for a in args {
                let v = self.add_arg(block, a);
                self.define_entry(a.name, a.loc, v)?;
            }
            if self.peek_byte() == b'^' {
                return Err(self.err("invalid block name in region with named arguments"));
            }
            self.block_ops(block)?;
        }
        while self.peek_byte() == b'^' {
            let loc = self.location();
            let name = self.suffix_id(b'^', "block name")?;
            let key = Name::new(name);
            let block = match self.blocks.by_name.get_mut(&key) {
                Some((_, _, true)) => {
                    return Err(self.err_at(loc, format!("redefinition of block '^{name}'")));
                }
                Some((block, at, defined)) => {
                    (*at, *defined) = (loc, true);
                    *block
                }
                None => {
                    let block = self.body.new_block();
                    self.blocks.by_name.insert(key, (block, loc, true));
                    block
                }
            };
            self.body.attach_block(region, block);
            self.record_block(Some(name));
            if self.peek_byte() == b'(' {
                let args = self.list_in(["(", ")"], "", Self::block_arg)?;
                self.add_args(block, &args)?;
            }
            self.expect_in(":", " after block name")?;
            self.block_ops(block)?;
        }
        self.expect("}")
    }
    fn add_args(&mut self, block: Block, args: &[BlockArg<'s>]) -> PResult<()> {
        for a in args {
            let v = self.add_arg(block, a);
            self.define(a.name, a.loc, &[v])?;
        }
        Ok(())
    }
    fn add_arg(&mut self, block: Block, arg: &BlockArg<'s>) -> Value {
        let v = self.body.add_block_arg(block, arg.ty);
        self.body.set_arg_loc(v, arg.loc);
        v
    }
    fn block_ops(&mut self, block: Block) -> PResult<()> {
        loop {
            match self.peek_byte() {
                b'}' | b'^' => return Ok(()),
                _ if self.at_end() => return Err(self.missing("expected operation name in quotes")),
                _ => (),
            }
            if let Err(e) = self.operation(block) {
                self.recover(e)?;
            }
        }
    }
    /// After an error in an op: if recovery is enabled, reports it and skips to the likely start of the next op.
    pub(super) fn recover(&mut self, e: ParseError) -> PResult<()> {
        if !self.recovers || self.diags.len() + 1 >= self.cx.limits().diagnostics as usize {
            return Err(e);
        }
        self.report(e);
        self.custom_op = None;
        let start = self.pos;
        self.skip_op();
        self.record_skipped(start);
        Ok(())
    }
    /// Skips the rest of the line, and whole regions that were opened on it.
    fn skip_op(&mut self) {
        let mut depth = 0i32;
        let mut dictionaries = std::mem::take(&mut self.dictionaries);
        while let Some(&c) = self.bytes().get(self.pos) {
            match c {
                b'{' => depth += 1,
                // This brace ends a dictionary and not a region: more of the op follows.
                b'}' if depth == 0 && dictionaries > 0 => dictionaries -= 1,
                b'}' if depth == 0 && self.ends_dictionary() => (),
                b'}' if depth == 0 => return,
                b'}' => depth -= 1,
                b'\n' if depth <= 0 => {
                    self.pos += 1;
                    self.skip_blank();
                    let c = self.byte(self.pos);
                    if matches!(c, b'%' | b'}' | b'^' | b'"') || c.is_ascii_alphabetic() || self.at_end() {
                        return;
                    }
                    continue;
                }
                _ => (),
            }
            self.pos += 1;
        }
    }
    /// Whether the brace at the current position is followed by more of the op that it is in.
    fn ends_dictionary(&self) -> bool {
        let rest = self.bytes()[self.pos + 1..].iter().find(|c| !matches!(c, b' ' | b'\t'));
        matches!(rest, Some(b':' | b',' | b'>' | b']' | b'-'))
    }
    /// `^name`, a block of the region that the op is in.
    pub fn successor(&mut self) -> PResult<Block> {
        let loc = self.location();
        let text = self.suffix_id(b'^', "block name")?;
        self.record_block_use(text);
        let name = Name::new(text);
        if let Some((block, ..)) = self.blocks.by_name.get(&name) {
            return Ok(*block);
        }
        let block = self.body.new_block();
        self.blocks.by_name.insert(name, (block, loc, false));
        Ok(block)
    }
    /// `^name` or `^name(%a, %b : types)`.
    pub fn successor_with_args(&mut self) -> PResult<(Block, Vec<Value>)> {
        let block = self.successor()?;
        if !self.eat("(") {
            return Ok((block, Vec::new()));
        }
        let loc = self.location();
        let operands = self.comma_list(Self::operand)?;
        self.expect(":")?;
        let types = self.types_comma()?;
        self.expect(")")?;
        Ok((block, self.resolve_all(&operands, &types, loc)?))
    }
}

fn default_dialect(state: &OpState) -> Option<&'static str> {
    use strata_core::DefaultDialect;
    let want = std::any::TypeId::of::<dyn DefaultDialect>();
    let row = state.info.interfaces.iter().find(|r| r.id == want)?;
    let cast = row.cast.downcast_ref::<for<'y> fn(&'y Op) -> &'y (dyn DefaultDialect + 'static)>()?;
    Some(cast(&Op::SELF).default_dialect())
}
