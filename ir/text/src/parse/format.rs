//! The engine that parses assembly formats.

use smallvec::SmallVec;
use strata_core::{
    Attr, AttrForm, Context, DenseArrayAttr, Directive, Group, Location, OpInfo, OpState, StringAttr, Trait,
    Type, TypeRule,
    num::ApInt,
    op_info::{Anchor, Arity},
};

use super::{PResult, Parser, Unresolved};
use crate::custom::{CustomDirective, ParseAttr};

/// Types of one group.
type TypeList = SmallVec<[Type; 2]>;

/// The parts of an op that a format has parsed so far.
pub struct FormatState<'s> {
    /// Operands by group.
    pub operands: SmallVec<[SmallVec<[Unresolved<'s>; 2]>; 3]>,
    /// Types by operand group; `None` where the format has no types for it.
    pub operand_types: SmallVec<[Option<SmallVec<[Type; 2]>>; 3]>,
    /// Types by result group; `None` where the format has no types for it.
    pub result_types: SmallVec<[Option<SmallVec<[Type; 2]>>; 2]>,
    /// All operands, from `operands`.
    all_operands: Option<Vec<Unresolved<'s>>>,
    all_operand_types: Option<Vec<Type>>,
    all_result_types: Option<Vec<Type>>,
}

impl<'s> Parser<'s> {
    pub(super) fn format(&mut self, directives: &'static [Directive], state: &mut OpState) -> PResult<()> {
        let info = state.info;
        let loc = self.location();
        let mut f = FormatState {
            operands: SmallVec::from_elem(SmallVec::new(), info.operands.len()),
            operand_types: SmallVec::from_elem(None, info.operands.len()),
            result_types: SmallVec::from_elem(None, info.results.len()),
            all_operands: None,
            all_operand_types: None,
            all_result_types: None,
        };
        self.directives(directives, state, &mut f)?;
        self.infer(state, &mut f, loc)
    }
    fn directives(
        &mut self,
        directives: &'static [Directive],
        state: &mut OpState,
        f: &mut FormatState<'s>,
    ) -> PResult<()> {
        for d in directives {
            self.directive(d, state, f)?;
        }
        Ok(())
    }
    /// The slot of a unit attribute that the presence of its optional group implies.
    fn unit_anchor(&self, info: &OpInfo, anchor: Anchor, then: &[Directive]) -> Option<u8> {
        let leads = |slot| matches!(then.first(), Some(Directive::Attr(a)) if *a == slot);
        match anchor {
            Anchor::Attr(slot) if info.attrs[slot as usize].desc == "unit attribute" && !leads(slot) => {
                Some(slot)
            }
            _ => None,
        }
    }
    fn directives_without(
        &mut self,
        directives: &'static [Directive],
        elided: Option<u8>,
        state: &mut OpState,
        f: &mut FormatState<'s>,
    ) -> PResult<()> {
        for d in directives {
            if !matches!((d, elided), (Directive::Attr(a), Some(b)) if *a == b) {
                self.directive(d, state, f)?;
            }
        }
        Ok(())
    }
    fn directive(
        &mut self,
        d: &'static Directive,
        state: &mut OpState,
        f: &mut FormatState<'s>,
    ) -> PResult<()> {
        let info = state.info;
        match d {
            Directive::Literal(text) => self.expect(text),
            Directive::NoSpace | Directive::Space | Directive::Newline => Ok(()),
            Directive::Operand(g) => {
                let g = *g as usize;
                match info.operands[g].arity {
                    Arity::One => f.operands[g].push(self.operand()?),
                    Arity::Optional => f.operands[g].extend(self.operand_opt()?),
                    Arity::Variadic => f.operands[g].extend(self.operands()?),
                }
                Ok(())
            }
            Directive::Operands => {
                f.all_operands = Some(self.operands()?);
                Ok(())
            }
            Directive::Attr(slot) => {
                let attr = self.attr_in_form(info, *slot as usize)?;
                state.attrs[*slot as usize] = Some(attr);
                Ok(())
            }
            Directive::Region(i) => {
                let spec = &info.regions[*i as usize];
                if spec.variadic {
                    if self.peek_byte() != b'{' {
                        return Ok(());
                    }
                    loop {
                        self.region(state, &[])?;
                        if !self.eat(",") {
                            return Ok(());
                        }
                    }
                }
                self.region(state, &[])
            }
            Directive::Regions => {
                while self.peek_byte() == b'{' {
                    self.region(state, &[])?;
                    if !self.eat(",") {
                        break;
                    }
                }
                Ok(())
            }
            Directive::Successor(i) => {
                if !info.successors[*i as usize].variadic {
                    let block = self.successor()?;
                    state.successors.push(block);
                    return Ok(());
                }
                self.directive(&Directive::Successors, state, f)
            }
            Directive::Successors => {
                if self.peek_byte() == b'^' {
                    let list = self.comma_list(Self::successor)?;
                    state.successors.extend(list);
                }
                Ok(())
            }
            Directive::AttrDict => self.attr_dict(state),
            Directive::AttrDictWithKeyword => self.attr_dict_with_keyword(state),
            Directive::PropDict => {
                if self.eat("<") {
                    self.attr_dict(state)?;
                    self.expect(">")?;
                }
                Ok(())
            }
            Directive::Type(group) => self.group_types(*group, info, f),
            Directive::FunctionalType(inputs, results) => {
                let (i, r) = self.functional_type()?;
                self.set_types(*inputs, i.into(), info, f)?;
                self.set_types(*results, r.into(), info, f)
            }
            Directive::Optional { anchor, then, otherwise } => {
                if self.optional_present(then, state, f)? {
                    if let [Directive::Attr(slot), ..] = then[..]
                        && state.attrs[slot as usize].is_some()
                    {
                        self.directives(&then[1..], state, f)?;
                    } else {
                        self.directives_without(then, self.unit_anchor(info, *anchor, then), state, f)?;
                    }
                    if let Anchor::Attr(slot) = anchor
                        && info.attrs[*slot as usize].desc == "unit attribute"
                    {
                        state.attrs[*slot as usize] = Some(self.cx.unit());
                    }
                    return Ok(());
                }
                // A unit attribute may anchor the other branch.
                self.directives(otherwise, state, f)
            }
            Directive::OneOf(clauses) => {
                let mut seen = vec![false; clauses.len()];
                'next: loop {
                    for (i, clause) in clauses.iter().enumerate() {
                        if let Some(Directive::Literal(first)) = clause.first()
                            && self.peek(first)
                        {
                            if std::mem::replace(&mut seen[i], true) {
                                return Err(self.err(format!("`{first}` clause can appear at most once in the expansion of the oilist directive")));
                            }
                            self.directives(clause, state, f)?;
                            // A clause of one word sets a unit attribute of that name.
                            if let [Directive::Literal(word)] = clause[..]
                                && let Some(slot) = info.attr_slot(word)
                            {
                                state.attrs[slot] = Some(self.cx.unit());
                            }
                            continue 'next;
                        }
                    }
                    return Ok(());
                }
            }
            Directive::Custom(any) => match any.downcast_ref::<CustomDirective>() {
                Some(c) => (c.parse)(self, state, f),
                None => Err(self.err("custom directive is not available")),
            },
        }
    }
    /// Whether an optional group is present, by its first element. If that is an attribute, it is already parsed
    /// then.
    fn optional_present(
        &mut self,
        then: &'static [Directive],
        state: &mut OpState,
        f: &mut FormatState<'s>,
    ) -> PResult<bool> {
        let info = state.info;
        for d in then {
            return Ok(match d {
                Directive::Literal(text) => self.peek(text),
                Directive::NoSpace | Directive::Space | Directive::Newline => continue,
                Directive::Operand(_) | Directive::Operands => self.peek_byte() == b'%',
                Directive::Region(_) | Directive::Regions => self.peek_byte() == b'{',
                Directive::Successor(_) | Directive::Successors => self.peek_byte() == b'^',
                Directive::Attr(slot) => {
                    let spec = &info.attrs[*slot as usize];
                    let yes = match spec.form {
                        AttrForm::SymbolName => self.peek_byte() == b'@',
                        AttrForm::Str => self.peek_byte() == b'"',
                        AttrForm::DenseArray(_) => self.peek_byte() == b'[',
                        AttrForm::Params(_) => self.peek_byte() == b'<',
                        AttrForm::Keyword(cases, _) => {
                            let words: SmallVec<[&str; 16]> = cases.iter().map(|c| c.0).collect();
                            let start = self.pos;
                            let found = self.keyword_of(&words).is_some();
                            self.pos = start;
                            found
                        }
                        AttrForm::ImpliedType(_) => {
                            matches!(self.peek_byte(), b'0'..=b'9' | b'-')
                                || self.peek("true")
                                || self.peek("false")
                        }
                        AttrForm::Full | AttrForm::Type => {
                            let start = self.pos;
                            match self.attr_opt(None)? {
                                Some(a) => {
                                    state.attrs[*slot as usize] = Some(a);
                                    true
                                }
                                None => {
                                    self.pos = start;
                                    false
                                }
                            }
                        }
                    };
                    let _ = &f;
                    yes
                }
                Directive::Type(_) => {
                    let c = self.peek_byte();
                    c == b'!' || c == b'(' || c.is_ascii_lowercase()
                }
                _ => {
                    let c = self.peek_byte();
                    !matches!(c, b'}' | 0 | b'\n' | b':')
                }
            });
        }
        Ok(false)
    }
    /// An attribute as an assembly format shows it.
    pub fn attr_in_form(&mut self, info: &'static OpInfo, slot: usize) -> PResult<Attr> {
        let cx = self.cx;
        let spec = &info.attrs[slot];
        match spec.form {
            AttrForm::Full => {
                let at = self.location();
                let attr = self.attr()?;
                // Where the constraint is just a kind of attribute, another kind is a syntax error.
                if spec.desc.ends_with("symbol reference attribute") && !(spec.check)(attr, cx) {
                    return Err(self.error_at(at, "invalid kind of attribute specified"));
                }
                Ok(attr)
            }
            AttrForm::ImpliedType(ty) => {
                let ty = ty(cx);
                self.attr_of_type(ty)
            }
            AttrForm::DenseArray(elem) => {
                let elem = elem(cx);
                self.expect("[")?;
                let values = self.dense_array_values(elem, "]")?;
                Ok(cx.attr(DenseArrayAttr { elem, values }))
            }
            AttrForm::SymbolName => {
                let name = self.symbol_name()?;
                Ok(cx.string_attr(cx.str(name)))
            }
            AttrForm::Str => {
                let value = self.string()?;
                Ok(cx.attr(StringAttr { value, ty: None }))
            }
            AttrForm::Keyword(cases, ty) => {
                let at = self.location();
                let word = if self.peek_byte() == b'"' {
                    String::from_utf8_lossy(&self.string()?).into_owned()
                } else {
                    self.keyword_opt().unwrap_or_default().to_owned()
                };
                let Some(&(_, value)) = cases.iter().find(|c| c.0 == word) else {
                    let words: Vec<&str> = cases.iter().map(|c| c.0).collect();
                    return Err(self.err_at(
                        at,
                        format!("expected string or keyword containing one of the following enum values for attribute '{}' [{}]", spec.name, words.join(", ")),
                    ));
                };
                let ty = ty(cx);
                let width = cx.bit_width(ty).unwrap_or(64);
                Ok(cx.attr(strata_core::IntegerAttr { value: ApInt::from_i64(width, value), ty }))
            }
            AttrForm::Params(name) => {
                if self.peek_byte() == b'#' {
                    return self.attr();
                }
                let parse = cx.attr_def(name).and_then(|d| d.parse.downcast_ref::<ParseAttr>());
                match parse {
                    Some(parse) => parse(self),
                    None => Err(self.err(format!("attribute '{name}' is not registered"))),
                }
            }
            AttrForm::Type => {
                let ty = self.ty()?;
                Ok(cx.type_attr(ty))
            }
        }
    }
    fn group_types(&mut self, group: Group, info: &'static OpInfo, f: &mut FormatState<'s>) -> PResult<()> {
        let (arity, check, may_be_empty) = match group {
            Group::Operand(g) => {
                let spec = &info.operands[g as usize];
                (spec.arity, spec.check, f.operands[g as usize].is_empty())
            }
            Group::Result(g) => (info.results[g as usize].arity, info.results[g as usize].check, true),
            Group::Operands | Group::Results => {
                (Arity::Variadic, (|_, _| true) as fn(Type, &Context) -> bool, true)
            }
        };
        let types = match arity {
            Arity::One => TypeList::from_elem(self.type_for(check)?, 1),
            Arity::Optional => self.type_for_opt(check)?.into_iter().collect(),
            Arity::Variadic => match self.type_for_opt(check)? {
                None if may_be_empty => TypeList::new(),
                None => return Err(self.err("expected type")),
                Some(first) => {
                    let mut types = TypeList::from_elem(first, 1);
                    while self.eat(",") {
                        types.push(self.type_for(check)?);
                    }
                    types
                }
            },
        };
        self.set_types(group, types, info, f)
    }
    fn set_types(
        &mut self,
        group: Group,
        types: TypeList,
        info: &'static OpInfo,
        f: &mut FormatState<'s>,
    ) -> PResult<()> {
        match group {
            Group::Operand(g) => f.operand_types[g as usize] = Some(types),
            Group::Result(g) => {
                if !Self::arity_ok(info.results[g as usize].arity, types.len()) {
                    return Err(self.err(format!(
                        "'{}' op expected 1 result type, but got {}",
                        info.name,
                        types.len()
                    )));
                }
                f.result_types[g as usize] = Some(types);
            }
            Group::Operands => f.all_operand_types = Some(types.into_vec()),
            Group::Results => f.all_result_types = Some(types.into_vec()),
        }
        Ok(())
    }

    /// Fills in the types that the format does not give, and resolves the operands.
    fn infer(&mut self, state: &mut OpState, f: &mut FormatState<'s>, loc: Location) -> PResult<()> {
        let info = state.info;
        let cx = self.cx;
        // The type of a single element applies to all elements of a variadic group where a rule says so.
        let spread = |types: &Option<TypeList>| types.as_ref().and_then(|t| t.first().copied());
        let operand_type = |f: &FormatState<'s>, g: usize| {
            spread(&f.operand_types[g]).or_else(|| (info.operands[g].buildable)(cx))
        };
        let result_type = |f: &FormatState<'s>, g: usize| {
            spread(&f.result_types[g]).or_else(|| (info.results[g].buildable)(cx))
        };
        let find = |f: &FormatState<'s>, state: &OpState, name: &str| -> Option<Type> {
            if let Some(g) = info.operands.iter().position(|s| s.name == name) {
                return operand_type(f, g);
            }
            if let Some(g) = info.results.iter().position(|s| s.name == name) {
                return result_type(f, g);
            }
            info.attr_slot(name).and_then(|s| state.attrs[s]).and_then(|a| cx.attr_type(a))
        };
        let set_operand = |f: &mut FormatState<'s>, g: usize, ty: Type| {
            if f.operand_types[g].is_none() {
                f.operand_types[g] = Some(TypeList::from_elem(ty, f.operands[g].len()));
            }
        };
        let set_result = |f: &mut FormatState<'s>, g: usize, ty: Type| {
            if f.result_types[g].is_none() && info.results[g].arity == Arity::One {
                f.result_types[g] = Some(TypeList::from_elem(ty, 1));
            }
        };
        let set = |f: &mut FormatState<'s>, name: &str, ty: Type| {
            if let Some(g) = info.operands.iter().position(|s| s.name == name) {
                set_operand(f, g, ty);
            }
            if let Some(g) = info.results.iter().position(|s| s.name == name) {
                set_result(f, g, ty);
            }
        };
        let all_same =
            info.has(Trait::SameOperandsAndResultType) || info.has(Trait::CompatibleOperandsAndResultType);
        let same_operands = info.has(Trait::SameTypeOperands);
        let (n_operands, n_results) = (info.operands.len(), info.results.len());
        for _ in 0..2 {
            if f.operand_types.iter().all(Option::is_some) && f.result_types.iter().all(Option::is_some) {
                break;
            }
            for (has, with_results) in [(all_same, true), (same_operands, false)] {
                if !has {
                    continue;
                }
                let n_results = if with_results { n_results } else { 0 };
                let known = (0..n_operands).find_map(|g| operand_type(f, g));
                if let Some(ty) = known.or_else(|| (0..n_results).find_map(|g| result_type(f, g))) {
                    (0..n_operands).for_each(|g| set_operand(f, g, ty));
                    (0..n_results).for_each(|g| set_result(f, g, ty));
                }
            }
            for rule in info.rules {
                match rule {
                    TypeRule::Same(names) => {
                        if let Some(ty) = names.iter().find_map(|n| find(f, state, n)) {
                            names.iter().for_each(|n| set(f, n, ty));
                        }
                    }
                    TypeRule::Derived { target, source, derive, .. } => {
                        let Some(from) = find(f, state, source) else { continue };
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
                            set(f, target, ty);
                        }
                    }
                    TypeRule::Holds { .. } => (),
                }
            }
        }
        self.fill_operands(state, f, loc)?;
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
            let operands = std::mem::take(&mut f.operands[g]);
            sizes.push(operands.len() as i32);
            let types: SmallVec<[Type; 2]> = match (&mut given, f.operand_types[g].take()) {
                (Some(all), _) => all.by_ref().take(operands.len()).collect(),
                (None, Some(t)) => t,
                (None, None) => match (spec.buildable)(cx) {
                    Some(t) => SmallVec::from_elem(t, operands.len()),
                    None if operands.is_empty() => SmallVec::new(),
                    None => {
                        // A name that is already defined has a type.
                        for &o in &operands {
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
