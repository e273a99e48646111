//! The engine that parses assembly formats.

use std::borrow::Cow;

use smallvec::SmallVec;
use strata_core::{
    Attr, AttrForm, Context, DenseArrayAttr, Directive, Group, OpInfo, OpState, StringAttr, Type,
    num::ApInt,
    op_info::{Anchor, Arity},
};

use super::{PResult, Parser, Unresolved};
use crate::custom::{CustomDirective, ParseAttr};

/// Types of one group.
pub(super) type TypeList = SmallVec<[Type; 2]>;

/// The parts of an op that a format has parsed so far.
#[derive(Default)]
pub struct FormatState<'s> {
    /// Operands by group.
    pub operands: SmallVec<[SmallVec<[Unresolved<'s>; 2]>; 3]>,
    /// Types by operand group; `None` where the format has no types for it.
    pub operand_types: SmallVec<[Option<SmallVec<[Type; 2]>>; 3]>,
    /// Types by result group; `None` where the format has no types for it.
    pub result_types: SmallVec<[Option<SmallVec<[Type; 2]>>; 2]>,
    /// All operands, from `operands`.
    pub(super) all_operands: Option<Vec<Unresolved<'s>>>,
    pub(super) all_operand_types: Option<Vec<Type>>,
    pub(super) all_result_types: Option<Vec<Type>>,
}

impl FormatState<'_> {
    /// Nothing of an op of this kind; keeps the memory.
    fn reset(&mut self, info: &OpInfo) {
        self.operands.iter_mut().for_each(SmallVec::clear);
        self.operands.resize_with(info.operands.len(), SmallVec::new);
        self.operand_types.clear();
        self.operand_types.resize_with(info.operands.len(), || None);
        self.result_types.clear();
        self.result_types.resize_with(info.results.len(), || None);
        (self.all_operands, self.all_operand_types, self.all_result_types) = (None, None, None);
    }
}

impl<'s> Parser<'s> {
    pub(super) fn format(&mut self, directives: &'static [Directive], state: &mut OpState) -> PResult<()> {
        let info = state.info;
        let loc = self.location();
        let mut f = self.spare_formats.pop().unwrap_or_default();
        f.reset(info);
        self.directives(directives, state, &mut f)?;
        self.infer(state, &mut f, loc)?;
        self.spare_formats.push(f);
        Ok(())
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
                    Arity::Variadic => self.each_operand(|o| f.operands[g].push(o))?,
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
            Directive::Region(i) => self.regions_of(info.regions[*i as usize].variadic, state),
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
                let (i, r) = self.type_lists()?;
                self.set_types(*inputs, i, info, f)?;
                self.set_types(*results, r, info, f)
            }
            Directive::Optional { anchor, then, otherwise } => {
                if !self.optional_present(then, state, f)? {
                    // A unit attribute may anchor the other branch.
                    return self.directives(otherwise, state, f);
                }
                self.optional_group(*anchor, then, state, f)
            }
            Directive::OneOf(clauses) => self.one_of(clauses, state, f),
            Directive::Custom(any) => match any.downcast_ref::<CustomDirective>() {
                Some(c) => (c.parse)(self, state, f),
                None => Err(self.err("custom directive is not available")),
            },
        }
    }
    /// The regions of one field, separated by commas if there may be several.
    fn regions_of(&mut self, variadic: bool, state: &mut OpState) -> PResult<()> {
        if !variadic {
            return self.region(state, &[]);
        }
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
    /// The elements of an optional group that is present.
    fn optional_group(
        &mut self,
        anchor: Anchor,
        then: &'static [Directive],
        state: &mut OpState,
        f: &mut FormatState<'s>,
    ) -> PResult<()> {
        let info = state.info;
        if let [Directive::Attr(slot), ..] = then[..]
            && state.attrs[slot as usize].is_some()
        {
            self.directives(&then[1..], state, f)?;
        } else {
            self.directives_without(then, self.unit_anchor(info, anchor, then), state, f)?;
        }
        if let Anchor::Attr(slot) = anchor
            && info.attrs[slot as usize].desc == "unit attribute"
        {
            state.attrs[slot as usize] = Some(self.cx.unit());
        }
        Ok(())
    }
    /// Clauses in any order, each at most once.
    fn one_of(
        &mut self,
        clauses: &'static [&'static [Directive]],
        state: &mut OpState,
        f: &mut FormatState<'s>,
    ) -> PResult<()> {
        let mut seen = vec![false; clauses.len()];
        loop {
            let next = clauses.iter().enumerate().find_map(|(i, &clause)| match clause.first() {
                Some(Directive::Literal(first)) if self.peek(first) => Some((i, clause, first)),
                _ => None,
            });
            let Some((i, clause, first)) = next else { return Ok(()) };
            if std::mem::replace(&mut seen[i], true) {
                return Err(self.err(format!(
                    "`{first}` clause can appear at most once in the expansion of the oilist directive"
                )));
            }
            // A clause of one word sets a unit attribute: the one behind it, or that of its name.
            let unit = match clause[..] {
                [Directive::Literal(word)] => state.info.attr_slot(word),
                [Directive::Literal(_), Directive::Attr(slot)] => {
                    Some(slot as usize).filter(|&slot| state.info.attrs[slot].desc == "unit attribute")
                }
                _ => None,
            };
            let written = if unit.is_some() { &clause[..1] } else { clause };
            self.directives(written, state, f)?;
            if let Some(slot) = unit {
                state.attrs[slot] = Some(self.cx.unit());
            }
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
                Ok(cx.name_attr(name))
            }
            AttrForm::Str => {
                let value = self.string()?;
                Ok(cx.attr(StringAttr { value, ty: None }))
            }
            AttrForm::Keyword(cases, ty) => {
                let at = self.location();
                let word = if self.peek_byte() == b'"' {
                    Cow::Owned(String::from_utf8_lossy(&self.string_ref()?).into_owned())
                } else {
                    Cow::Borrowed(self.keyword_opt().unwrap_or_default())
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
}
