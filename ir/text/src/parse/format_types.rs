//! The types of an op that its assembly format does not show: they follow from other types by the rules of the op.

use smallvec::SmallVec;
use strata_core::{
    Attr, Context, Location, OpInfo, OpState, Trait, Type, TypeRule,
    op_info::{Arity, ValueSpec},
};

use super::{
    PResult, Parser,
    format::{FormatState, TypeList},
};

impl FormatState<'_> {
    /// The type of an operand group. The type of a single element applies to all elements of a variadic group where a rule says so.
    fn operand_type(&self, info: &OpInfo, cx: &Context, g: usize) -> Option<Type> {
        let shown = self.operand_types[g].as_ref().and_then(|t| t.first().copied());
        shown.or_else(|| (info.operands[g].buildable)(cx))
    }
    /// The type of all operands and results, where the format shows one and the op has one value in each group.
    fn only_type(&self, info: &OpInfo, cx: &Context) -> Option<Type> {
        let same = info.has(Trait::SameOperandsAndResultType)
            && self.all_operands.is_none()
            && !info.has(Trait::AttrSizedOperandSegments)
            && !info.has(Trait::AttrSizedResultSegments);
        let mut shown = self.operand_types.iter().chain(&self.result_types).flatten().flatten();
        let ty = *shown.next().filter(|_| same)?;
        let plain = |spec: &ValueSpec| spec.arity == Arity::One && (spec.buildable)(cx).is_none();
        let all = shown.next().is_none() && info.operands.iter().chain(info.results).all(plain);
        (all && self.all_operand_types.is_none() && self.all_result_types.is_none()).then_some(ty)
    }
    /// The type of a result group.
    fn result_type(&self, info: &OpInfo, cx: &Context, g: usize) -> Option<Type> {
        let shown = self.result_types[g].as_ref().and_then(|t| t.first().copied());
        shown.or_else(|| (info.results[g].buildable)(cx))
    }
    /// The type of an operand, a result or an attribute.
    fn type_named(&self, info: &OpInfo, cx: &Context, attrs: &[Option<Attr>], name: &str) -> Option<Type> {
        if let Some(g) = info.operands.iter().position(|s| s.name == name) {
            return self.operand_type(info, cx, g);
        }
        if let Some(g) = info.results.iter().position(|s| s.name == name) {
            return self.result_type(info, cx, g);
        }
        info.attr_slot(name).and_then(|s| attrs[s]).and_then(|a| cx.attr_type(a))
    }
    fn set_operand_type(&mut self, g: usize, ty: Type) {
        if self.operand_types[g].is_none() {
            self.operand_types[g] = Some(TypeList::from_elem(ty, self.operands[g].len()));
        }
    }
    fn set_result_type(&mut self, info: &OpInfo, g: usize, ty: Type) {
        if self.result_types[g].is_none() && info.results[g].arity == Arity::One {
            self.result_types[g] = Some(TypeList::from_elem(ty, 1));
        }
    }
    /// Sets the type of an operand or a result that has none.
    fn set_type_named(&mut self, info: &OpInfo, name: &str, ty: Type) {
        if let Some(g) = info.operands.iter().position(|s| s.name == name) {
            self.set_operand_type(g, ty);
        }
        if let Some(g) = info.results.iter().position(|s| s.name == name) {
            self.set_result_type(info, g, ty);
        }
    }
    /// Gives all operands, and the first `results` result groups, the type that one of them has.
    fn set_all_types(&mut self, info: &OpInfo, cx: &Context, results: usize) {
        let operands = info.operands.len();
        let known = (0..operands).find_map(|g| self.operand_type(info, cx, g));
        if let Some(ty) = known.or_else(|| (0..results).find_map(|g| self.result_type(info, cx, g))) {
            (0..operands).for_each(|g| self.set_operand_type(g, ty));
            (0..results).for_each(|g| self.set_result_type(info, g, ty));
        }
    }
}

impl<'s> Parser<'s> {
    /// Fills in the types that the format does not give, and resolves the operands.
    pub(super) fn infer(
        &mut self,
        state: &mut OpState,
        f: &mut FormatState<'s>,
        loc: Location,
    ) -> PResult<()> {
        if let Some(ty) = f.only_type(state.info, self.cx) {
            return self.fill_with(ty, state, f);
        }
        self.infer_by_rules(state, f)?;
        self.fill_operands(state, f, loc)?;
        self.fill_results(state, f, loc)
    }
    /// Resolves the operands of an op whose operands and results all have type `ty`, one in each group.
    fn fill_with(&mut self, ty: Type, state: &mut OpState, f: &FormatState<'s>) -> PResult<()> {
        for &operand in f.operands.iter().flatten() {
            let value = self.resolve(operand, ty)?;
            state.operands.push(value);
        }
        state.result_types.extend(std::iter::repeat_n(ty, f.result_types.len()));
        Ok(())
    }
    /// Applies the traits and rules of the op. A type that one rule finds may be needed by another one before it, so all are applied twice.
    fn infer_by_rules(&mut self, state: &OpState, f: &mut FormatState<'s>) -> PResult<()> {
        let (info, cx) = (state.info, self.cx);
        let all_same =
            info.has(Trait::SameOperandsAndResultType) || info.has(Trait::CompatibleOperandsAndResultType);
        for _ in 0..2 {
            if f.operand_types.iter().all(Option::is_some) && f.result_types.iter().all(Option::is_some) {
                break;
            }
            if all_same {
                f.set_all_types(info, cx, info.results.len());
            }
            if info.has(Trait::SameTypeOperands) {
                f.set_all_types(info, cx, 0);
            }
            for rule in info.rules {
                self.apply_rule(rule, state, f)?;
            }
        }
        Ok(())
    }
    fn apply_rule(&mut self, rule: &TypeRule, state: &OpState, f: &mut FormatState<'s>) -> PResult<()> {
        let (info, cx) = (state.info, self.cx);
        match rule {
            TypeRule::Same(names) => {
                if let Some(ty) = names.iter().find_map(|n| f.type_named(info, cx, &state.attrs, n)) {
                    names.iter().for_each(|n| f.set_type_named(info, n, ty));
                }
            }
            TypeRule::Derived { target, source, derive, .. } => {
                let Some(from) = f.type_named(info, cx, &state.attrs, source) else { return Ok(()) };
                // A type that another one is computed from is checked first.
                let all = info.operands.iter().chain(info.results);
                if let Some(spec) = all.into_iter().find(|s| s.name == *source)
                    && !(spec.check)(from, cx)
                {
                    let ty = cx.type_to_string(from);
                    let message = format!("'{source}' must be {}, but got '{ty}'", spec.desc);
                    return Err(self.err_at(state.loc, message));
                }
                if let Some(ty) = derive(from, cx) {
                    f.set_type_named(info, target, ty);
                }
            }
            TypeRule::Holds { .. } => (),
        }
        Ok(())
    }
    fn fill_results(&mut self, state: &mut OpState, f: &mut FormatState<'s>, loc: Location) -> PResult<()> {
        let (info, cx) = (state.info, self.cx);
        if let Some(types) = f.all_result_types.take() {
            state.result_types = types.into();
            return Ok(());
        }
        let mut sizes: SmallVec<[i32; 8]> = SmallVec::new();
        let mut missing = None;
        for (g, spec) in info.results.iter().enumerate() {
            match f.result_types[g].take().or_else(|| (spec.buildable)(cx).map(|t| SmallVec::from_elem(t, 1)))
            {
                Some(types) => {
                    sizes.push(types.len() as i32);
                    state.result_types.extend(types);
                }
                None if spec.arity != Arity::One => sizes.push(0),
                None => missing = Some(g),
            }
        }
        if let Some(slot) = info.result_segments() {
            state.attrs[slot] = Some(cx.i32_array(&sizes));
        }
        if let Some(g) = missing {
            return self.infer_by_interface(state, g, loc);
        }
        Ok(())
    }
    fn fill_operands(&mut self, state: &mut OpState, f: &mut FormatState<'s>, loc: Location) -> PResult<()> {
        let info = state.info;
        let cx = self.cx;
        if let Some(operands) = f.all_operands.take() {
            let types = match f.all_operand_types.take() {
                Some(t) => t,
                None => f.operand_types.iter().flatten().flatten().copied().collect(),
            };
            let values = self.resolve_all(&operands, &types, loc)?;
            state.operands.extend(values);
            return Ok(());
        }
        let mut given = f.all_operand_types.take().map(|t| t.into_iter());
        let mut sizes: SmallVec<[i32; 8]> = SmallVec::new();
        for (g, spec) in info.operands.iter().enumerate() {
            let operands = &f.operands[g];
            sizes.push(operands.len() as i32);
            let types: SmallVec<[Type; 2]> = match (&mut given, f.operand_types[g].take()) {
                (Some(all), _) => all.by_ref().take(operands.len()).collect(),
                (None, Some(t)) => t,
                (None, None) => match (spec.buildable)(cx) {
                    Some(t) => SmallVec::from_elem(t, operands.len()),
                    None if operands.is_empty() => SmallVec::new(),
                    None => {
                        // A name that is already defined has a type.
                        for &o in operands {
                            let v = self.resolve_defined(o)?;
                            state.operands.push(v);
                        }
                        continue;
                    }
                },
            };
            if types.len() != operands.len() {
                let (n, m) = (operands.len(), types.len());
                return Err(self.err_at(
                    loc,
                    format!(
                        "'{}' op number of operands and types do not match: got {n} operands and {m} types",
                        info.name
                    ),
                ));
            }
            for (&o, &t) in operands.iter().zip(&types) {
                let v = self.resolve(o, t)?;
                state.operands.push(v);
            }
        }
        if given.is_some_and(|mut g| g.next().is_some()) {
            return Err(self.err_at(loc, "number of operands and types do not match"));
        }
        if let Some(slot) = info.operand_segments() {
            state.attrs[slot] = Some(cx.i32_array(&sizes));
        }
        Ok(())
    }
    /// Asks the op's `InferTypes`, on a detached op that is erased again.
    fn infer_by_interface(&mut self, state: &mut OpState, group: usize, loc: Location) -> PResult<()> {
        let info = state.info;
        let name = info.results[group].name;
        let mut probe = OpState::new(info, state.loc);
        probe.operands = state.operands.clone();
        probe.attrs = state.attrs.clone();
        let op = self.body.create(probe);
        let inferred = op.cast::<dyn strata_core::InferTypes>(&self.body).map(|i| i.infer_types(&self.body));
        self.body.erase_forced(op);
        match inferred {
            Some(Ok(types)) => {
                state.result_types = types;
                Ok(())
            }
            Some(Err(e)) => Err(self.err_at(loc, format!("'{}' op {e}", info.name))),
            None => Err(self
                .err_at(loc, format!("'{}' op the type of result '{name}' cannot be inferred", info.name))),
        }
    }
}
