//! Operations in generic and in custom form.

use std::borrow::Cow;

use smallvec::SmallVec;
use strata_core::{
    Asm, Attr, Block, InsertPoint, Location, Op, OpInfo, OpState, StringAttr, Trait, Value,
    op_info::{Arity, UNREGISTERED},
};

use super::{PResult, Parser, Unresolved, cursor::parse_i64};
use crate::CustomFns;

/// Names before the `=`: name, number of values, location.
type ResultNames<'s> = SmallVec<[(&'s str, u64, Location); 1]>;

impl<'s> Parser<'s> {
    /// One op, put at the end of `block`.
    #[inline]
    pub(super) fn operation(&mut self, block: Block) -> PResult<Op> {
        if self.record.is_some() {
            if let Some(op) = self.known_op(block) {
                return Ok(op);
            }
            return self.recorded_op(|p| p.operation_in(block));
        }
        self.operation_in(block)
    }
    fn operation_in(&mut self, block: Block) -> PResult<Op> {
        let mut names: ResultNames<'s> = SmallVec::new();
        if self.peek_byte() == b'%' {
            loop {
                let loc = self.location();
                let name = self.suffix_id(b'%', "valid ssa identifier")?;
                let n = if self.eat(":") { self.result_count()? } else { 1 };
                names.push((name, n, loc));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect_in("=", " after SSA name")?;
        }
        let result = self.operation_after_names(block, &names);
        if result.is_err() && self.record.is_some() {
            self.record_broken(names.iter().map(|&(name, n, _)| (name, n)));
        }
        result
    }
    fn operation_after_names(&mut self, block: Block, names: &ResultNames<'s>) -> PResult<Op> {
        let loc = self.location();
        // The kind is not known yet. The state is large, so that it is made where it stays.
        let mut state = OpState::new(&UNREGISTERED, loc);
        match self.peek_byte() {
            b'"' => self.generic(&mut state)?,
            c if (c.is_ascii_alphabetic() || c == b'_') && !self.at_integer_type() => {
                self.custom(&mut state)?
            }
            _ => return Err(self.missing("expected operation name in quotes")),
        }
        self.update_operands(&mut state);
        self.fill_defaults(&mut state);
        self.body.check_room(&state).map_err(|e| self.err_at(state.loc, e))?;
        let op = self.body.create(state);
        self.body.insert(op, InsertPoint::at_end(block));
        self.bind_results(op, names)?;
        Ok(op)
    }
    /// Sets the attributes that are not given to their defaults, of which only the first of a kind of op asks the context.
    fn fill_defaults(&mut self, state: &mut OpState) {
        let info = state.info;
        if info.has(Trait::IsolatedFromAbove) || info.attrs.iter().all(|spec| spec.default.is_none()) {
            return;
        }
        let cx = self.cx;
        let make = || info.attrs.iter().map(|spec| spec.default.map(|default| default(cx))).collect();
        for (attr, default) in state.attrs.iter_mut().zip(self.defaults.get_or_insert_with(info, make)) {
            *attr = attr.or(*default);
        }
    }
    /// Whether `i32` or the like comes next, which is a token of its own and names no op.
    fn at_integer_type(&self) -> bool {
        let rest = &self.bytes()[self.pos..];
        let rest = rest.strip_prefix(b"s").or_else(|| rest.strip_prefix(b"u")).unwrap_or(rest);
        let Some(rest) = rest.strip_prefix(b"i") else { return false };
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        digits > 0 && !rest.get(digits).is_some_and(|&c| super::cursor::is_id_byte(c))
    }
    /// The number of values of a name in front of `=`.
    fn result_count(&mut self) -> PResult<u64> {
        let at = self.location();
        match self.integer_text_opt() {
            Some((false, digits)) => parse_i64(false, digits)
                .and_then(|n| u64::try_from(n).ok())
                .filter(|&n| n >= 1)
                .ok_or_else(|| self.err_at(at, "expected named operation to have at least 1 result")),
            _ => Err(self.missing("expected integer number of results")),
        }
    }
    fn bind_results(&mut self, op: Op, names: &ResultNames<'s>) -> PResult<()> {
        if names.is_empty() {
            return Ok(());
        }
        let values: SmallVec<[Value; 2]> = SmallVec::from_slice(self.body.results(op));
        let wanted = names.iter().fold(0u64, |sum, n| sum.saturating_add(n.1));
        if values.is_empty() {
            return Err(self.err_at(names[0].2, "cannot name an operation with no results"));
        }
        if wanted != values.len() as u64 {
            let (n, m) = (values.len(), wanted);
            return Err(self
                .err_at(names[0].2, format!("operation defines {n} results but was provided {m} to bind")));
        }
        let mut at = 0;
        for &(name, n, loc) in names {
            self.define(name, loc, &values[at..at + n as usize])?;
            self.record_results(at);
            at += n as usize;
        }
        Ok(())
    }
    /// The descriptor for an op name in generic form.
    fn kind(&mut self, name: &'s str, loc: Location) -> PResult<&'static OpInfo> {
        if let Some(&known) = self.ops.get(name) {
            return known.map_or_else(|| self.unknown_kind(name, loc), Ok);
        }
        let info = self.cx.op_info(name);
        self.ops.insert(name, info);
        info.map_or_else(|| self.unknown_kind(name, loc), Ok)
    }
    fn unknown_kind(&mut self, name: &str, loc: Location) -> PResult<&'static OpInfo> {
        let dialect = name.split('.').next().unwrap_or(name);
        let dynamic = self.cx.is_dynamic(dialect);
        if dynamic && self.cx.dynamic().is_some_and(|d| d.has_op(name)) {
            return Ok(&UNREGISTERED);
        }
        if self.cx.dialect(dialect).is_none() && !dynamic && self.cx.allows_unregistered() {
            return Ok(&UNREGISTERED);
        }
        if self.cx.dialect(dialect).is_some() || dynamic {
            return Err(self.err_at(loc, format!(
                "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
            )));
        }
        Err(self.err(
            "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used",
        ))
    }

    /// `"name"(%a)[^bb]<{props}>({regions}){attrs} : (types) -> types loc(...)`.
    fn generic(&mut self, state: &mut OpState) -> PResult<()> {
        let loc = state.loc;
        let outer = self.custom_op.take();
        let start = self.pos;
        let bytes = self.string_ref()?;
        let Ok(name) = std::str::from_utf8(&bytes) else {
            return Err(self.err_at(loc, "operation name must be UTF-8"));
        };
        if name.is_empty() {
            return Err(self.err_at(loc, "empty operation name is invalid"));
        }
        if memchr::memchr(0, name.as_bytes()).is_some() {
            return Err(self.err_at(loc, "null character not allowed in operation name"));
        }
        // A name without escapes is borrowed from the source, so that its kind can be remembered.
        let info = match bytes {
            Cow::Borrowed(_) => self.kind(&self.src[start + 1..self.pos - 1], loc)?,
            Cow::Owned(_) => match self.cx.op_info(name) {
                Some(i) => i,
                None => self.unknown_kind(name, loc)?,
            },
        };
        state.set_info(info);
        self.record_op_name(start, info);
        if std::ptr::eq(info, &UNREGISTERED) {
            let name: Attr = self.cx.attr(StringAttr { value: name.into(), ty: None });
            state.attrs[0] = Some(name);
        }
        self.expect_in("(", " to start operand list")?;
        let mut operands: SmallVec<[Unresolved<'s>; 4]> = SmallVec::new();
        self.each_operand(|o| operands.push(o))?;
        self.expect_in(")", " to end operand list")?;
        if self.peek_byte() == b'[' {
            if !std::ptr::eq(info, &UNREGISTERED) && !info.has(Trait::Terminator) {
                return Err(self.err("successors in non-terminator"));
            }
            self.pos += 1;
            if self.peek_byte() == b']' {
                return Err(self.missing("expected list element"));
            }
            let list = self.list_to("]", Self::successor)?;
            state.successors.extend(list);
        }
        let properties = self.properties()?;
        if self.eat("(") {
            loop {
                self.region(state, &[])?;
                if !self.eat(",") {
                    break;
                }
            }
            self.expect_in(")", " to end region list")?;
        }
        let attrs = self.dictionary_opt()?;
        self.expect_in(":", " followed by operation type")?;
        let at = self.location();
        if self.peek_byte() != b'(' {
            self.ty()?;
            return Err(self.err_at(at, "expected function type"));
        }
        let (inputs, results) = self.type_lists()?;
        if inputs.len() != operands.len() {
            let (n, m) = (operands.len(), inputs.len());
            let s = if n == 1 { "" } else { "s" };
            return Err(self.err_at(at, format!("expected {n} operand type{s} but had {m}")));
        }
        for (&o, &t) in operands.iter().zip(&inputs) {
            let v = self.resolve(o, t)?;
            state.operands.push(v);
        }
        state.result_types.extend(results);
        self.inherent(state, properties, attrs)?;
        // An op without some of its regions cannot be made: the missing ones would be added.
        if !std::ptr::eq(info, &UNREGISTERED)
            && let Err(e) = strata_core::verify::check_region_count(info, state.regions.len())
        {
            return Err(self.err_at(loc, format!("'{}' op {}", info.name, e.message)));
        }
        if let Some(l) = self.location_opt()? {
            state.loc = l;
        }
        self.custom_op = outer;
        Ok(())
    }

    /// `name …` in the syntax of its dialect.
    fn custom(&mut self, state: &mut OpState) -> PResult<()> {
        let loc = state.loc;
        let Some(name) = self.keyword_opt() else { return Err(self.err("expected operation name")) };
        let default = self.default_dialects.last().copied().unwrap_or("builtin");
        let known = self.ops.get(name).copied().flatten();
        let info = match known.or_else(|| self.short_ops.get(&(default, name)).copied()) {
            Some(info) => info,
            None => self.custom_kind(default, name, loc)?,
        };
        state.set_info(info);
        self.record_op_name(self.pos - name.len(), info);
        let outer = self.custom_op.replace((info.name, self.depth));
        match &info.asm {
            Asm::Generic => {
                return Err(self.err_at(loc, format!("custom op '{name}' has no custom assembly form")));
            }
            Asm::Format(directives) => self.format(directives, state)?,
            Asm::Custom(fns) => match fns.downcast_ref::<CustomFns>() {
                Some(fns) => (fns.parse)(self, state)?,
                None => {
                    return Err(self.err_at(loc, format!("custom op '{name}' has no custom assembly form")));
                }
            },
        }
        self.custom_op = outer;
        self.implicit_terminators(state);
        if let Some(l) = self.location_opt()? {
            state.loc = l;
        }
        Ok(())
    }
    /// The descriptor for an op name in custom form, which may leave out the dialect `default`.
    fn custom_kind(
        &mut self,
        default: &'static str,
        name: &'s str,
        loc: Location,
    ) -> PResult<&'static OpInfo> {
        if name.contains('.')
            && let Some(info) = self.cx.op_info(name)
        {
            self.ops.insert(name, Some(info));
            return Ok(info);
        }
        let (dialect, tried) = match name.split_once('.') {
            Some((dialect, _)) => (dialect, None),
            None => {
                let full = format!("{default}.{name}");
                if let Some(info) = self.cx.op_info(&full) {
                    self.short_ops.insert((default, name), info);
                    return Ok(info);
                }
                (default, Some(full))
            }
        };
        let full = tried.clone().unwrap_or_else(|| name.to_owned());
        let tried = tried.map_or_else(String::new, |full| format!(" (tried '{full}' as well)"));
        if self.cx.dynamic().is_some_and(|d| d.has_op(&full)) {
            return Err(self.err_at(loc, format!("custom op '{full}' has no custom assembly form")));
        }
        if self.cx.dialect(dialect).is_some() || self.cx.is_dynamic(dialect) {
            let error = self.err_at(loc, format!("custom op '{name}' is unknown{tried}"));
            return Err(self.suggest_op(error, loc, name, &full));
        }
        let message = format!("Dialect `{dialect}' not found for custom op '{name}' {tried}");
        let mut known: Vec<&str> = self.cx.registry().dialects().iter().map(|d| d.name).collect();
        known.sort_unstable();
        let note = format!(
            "Available dialects: {} ; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management",
            known.join(", ")
        );
        let error = self.error_with_note(loc, message, loc, note);
        Err(self.suggest_op(error, loc, name, &full))
    }
    /// Adds the terminators that an op with `ImplicitTerminator` leaves out in custom form.
    fn implicit_terminators(&mut self, state: &mut OpState) {
        if !state.info.has(Trait::ImplicitTerminator) || state.info.has(Trait::IsolatedFromAbove) {
            return;
        }
        for region in state.regions.clone() {
            self.ensure_terminator(state.info, region, state.loc);
        }
    }
    /// Ends the only block of a region with the terminator of the op's kind, when it has none.
    ///
    /// The terminator is `dialect.yield`, or the one named by the op's regions' parents; see
    /// [`strata_core::ImplicitTerminatorName`].
    pub fn ensure_terminator(&mut self, info: &'static OpInfo, region: strata_core::Region, loc: Location) {
        let Some(name) = strata_core::implicit_terminator(info) else { return };
        let Some(terminator) = self.cx.op_info(name) else { return };
        if self.body.blocks(region).is_empty() {
            self.body.add_block(region, &[]);
        }
        let [block] = *self.body.blocks(region) else { return };
        if self.body.terminator(block).is_none() {
            let op = self.body.create(OpState::new(terminator, loc));
            self.body.insert(op, InsertPoint::at_end(block));
        }
    }
    /// The number of values of a group, for messages.
    pub(super) fn arity_ok(arity: Arity, n: usize) -> bool {
        match arity {
            Arity::One => n == 1,
            Arity::Optional => n <= 1,
            Arity::Variadic => true,
        }
    }
}
